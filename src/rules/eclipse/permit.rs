//! What forbids an attack, before any cost (sections 9.3, 9.5, 13 and 14).

use crate::rules::TABLE;
use crate::rules::facts::TargetFacts;
use crate::rules::key::RuleId;
use crate::rules::message::Message;
use crate::rules::ruleset::{Refusal, Scope};

use super::attack::Exchange;
use super::data::{Class, Deed, Mode};
use super::ids::*;
use super::sheet::option::*;
use super::sheet::*;
use super::tn::Band;

impl Exchange<'_> {
    /// Refuses what the rules do not allow, before any cost.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let (facts, weapon) = (self.facts, self.weapon);
        let refuse = |rule: RuleId, key: &'static str| {
            Err(Refusal { rule, why: weapon.named(Message::new(key), "weapon") })
        };
        if weapon.blast.is_some() {
            if self.deed != Deed::Attack {
                return refuse(EP_CALL_01, "ep-refuse-blast-mode");
            }
            let most = i32::from(weapon.max_range_multiple);
            if let Some(away_m) = self.blast_range()
                && weapon.class != Class::Placed
                && let Band::Beyond(times) = self.band(None, away_m)
                && most > 0
                && times > most
            {
                return refuse(EP_RNG_04, "ep-refuse-blast-too-far");
            }
            return self.check_rounds();
        }
        let Some(first) = facts.targets.first() else {
            return Err(Refusal::new(TABLE, "ep-refuse-no-target"));
        };
        if let Some(mode) = self.deed.mode()
            && !weapon.modes.contains(&mode)
        {
            return refuse(EP_FIRE_07, "ep-refuse-no-mode");
        }
        self.check_targets()?;
        for target in &facts.targets {
            let id = target.fighter.id;
            let word = facts.options.get(EP_REACH, Some(id));
            let reach = word.map_or_else(|| self.reaches(target), |word| word != 0);
            let by_name = |rule, key: &'static str| {
                Err(Refusal { rule, why: Message::new(key).who("target", id) })
            };
            if self.is_melee() && !reach {
                return by_name(EP_GRID_04, "ep-refuse-out-of-reach");
            }
            if self.is_melee() && self.row.scope == Scope::Ranged {
                return refuse(EP_SKL_01, "ep-refuse-no-gun");
            }
            let indirect = facts.options.get(INDIRECT, Some(id)).is_some_and(|word| word != 0);
            let by_word = facts.options.get(IN_SIGHT, Some(id)).map(|word| word != 0);
            let seen = by_word.unwrap_or(target.sightline.in_sight);
            if !self.is_melee() && !seen && !indirect {
                return by_name(EP_RMOD_11, "ep-refuse-no-sight");
            }
            let away_m = self.distance_m(target);
            if weapon.class == Class::Psi && weapon.range_m > 0 && away_m > weapon.range_m.into() {
                return by_name(EP_RNG_04, "ep-refuse-too-far");
            }
            let most = i32::from(weapon.max_range_multiple);
            if let Band::Beyond(times) = self.band(Some(id), self.distance_m(target))
                && most > 0
                && times > most
            {
                return by_name(EP_RNG_04, "ep-refuse-too-far");
            }
        }
        if weapon.touch_only && !Kind::of(&first.fighter).is_organic() {
            return refuse(EP_PEN_07, "ep-refuse-no-nerves");
        }
        if weapon.modes == [Mode::Ss] && facts.attacker.has(FIRED) {
            return refuse(EP_FIRE_01, "ep-refuse-single-fired");
        }
        self.check_rounds()
    }

    /// Whether a blow gets to a target: at arm's length, or as far as a long weapon reaches over open
    /// ground (EP-GRID-04).
    fn reaches(&self, target: &TargetFacts) -> bool {
        let (x, y) = target.offset;
        let long = i32::from(self.weapon.reach_cells);
        target.in_reach || long > 1 && target.sightline.in_sight && x.abs().max(y.abs()) <= long
    }

    /// How many targets, and how near to each other (EP-FIRE-05, EP-TWO-02, EP-TWO-04, EP-AREA-05).
    pub(super) fn check_targets(&self) -> Result<(), Refusal> {
        let targets = &self.facts.targets;
        let most = if self.weapon.cone {
            let first = &targets[0];
            match self.band(Some(first.fighter.id), self.distance_m(first)) {
                Band::PointBlank | Band::Close => 1,
                Band::InRange => 2,
                Band::Beyond(_) => 3,
            }
        } else if self.is_melee() {
            usize::from(self.row.targets_max)
        } else {
            match self.deed {
                Deed::BurstTargets | Deed::AutoTargets if self.burst_counts() => {
                    usize::from(self.row.targets_max)
                }
                _ => 1,
            }
        };
        // All barrels fire at one target (EP-TWO-04).
        let barrels = self.is_ranged() && !self.is_area() && !self.barrels().is_empty();
        if targets.len() > 1 && barrels {
            let why = Message::new("ep-refuse-targets").int("most", 1);
            return Err(Refusal { rule: EP_TWO_04, why });
        }
        if targets.len() > most {
            let rule = match self.deed {
                _ if self.weapon.cone => EP_AREA_05,
                Deed::Attack if self.is_ranged() => EP_TWO_04,
                _ => self.row.rule,
            };
            let why = Message::new("ep-refuse-targets").int("most", most as i64);
            return Err(Refusal { rule, why });
        }
        let near = |a: &TargetFacts, b: &TargetFacts| {
            let (one, other) = (footprint(&a.fighter), footprint(&b.fighter));
            // Offsets begin at the attacker's nearest cell, which of a large one differs.
            let own = footprint(&self.facts.attacker);
            let large = [one, other, own].iter().any(|body| body.side_cells > 1);
            let (dx, dy) = if large {
                one.offset_to(other)
            } else {
                (a.offset.0 - b.offset.0, a.offset.1 - b.offset.1)
            };
            dx.abs().max(dy.abs()) <= 1
        };
        for (i, target) in targets.iter().enumerate().skip(1) {
            if !targets[..i].iter().any(|other| near(target, other)) {
                let why = Message::new("ep-refuse-not-adjoining").who("target", target.fighter.id);
                return Err(Refusal { rule: EP_FIRE_05, why });
            }
        }
        Ok(())
    }

    /// Rounds (EP-FIRE-06).
    pub(super) fn check_rounds(&self) -> Result<(), Refusal> {
        let (loaded, wanted) = (self.loaded(), self.rounds());
        if wanted == 0 || loaded >= wanted {
            return Ok(());
        }
        let why = self.weapon.named(Message::new("ep-refuse-no-rounds"), "weapon");
        let why = why.int("loaded", loaded.into()).int("wanted", wanted.into());
        Err(Refusal { rule: EP_FIRE_06, why })
    }
}
