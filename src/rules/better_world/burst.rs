//! More than one shot, more than one target: bursts, the cone of a long one, grenades (BW-RNG-12
//! to BW-RNG-15).

use crate::rules::facts::{AttackFacts, Fighter, TargetFacts};
use crate::rules::grid::within_deg;
use crate::rules::message::Message;
use crate::rules::ruleset::{Area, Refusal, Scope};

use super::BetterWorld;
use super::attack::{Exchange, Suggested};
use super::data::{ActionRow, Band, Burst, Kind, Price, RangedClass, Weapon};
use super::ids::*;
use super::sheet::*;

impl BetterWorld {
    /// How much of the board an attack takes in.
    pub(super) fn area_of(&self, fighter: &Fighter, row: &ActionRow) -> Area {
        let t = &self.file.tunables;
        if row.kind == Kind::LongBurst {
            Area::Cone { deg: t.cone_deg }
        } else if is_blast(row, self.weapon(fighter)) {
            let radius_cells = t.blast_radius_cells;
            Area::Disc { radius_cells, airless_cells: radius_cells, scatter_cells: 0 }
        } else {
            Area::Targets
        }
    }
}

/// Whether the attack throws a grenade: it takes in everybody around its cell.
pub(super) fn is_blast(row: &ActionRow, weapon: &Weapon) -> bool {
    weapon.ranged_class == Some(RangedClass::Grenade)
        && row.is_attack()
        && row.scope != Scope::Melee
}

/// The source prices a throw: one main action, no better aim and no quicker way (BW-RNG-15).
pub(super) fn check_throw(row: &ActionRow, weapon: &Weapon) -> Result<(), Refusal> {
    if !is_blast(row, weapon) || matches!(row.cost, Price::Main | Price::BeforeFight) {
        return Ok(());
    }
    let why = weapon.name(Message::new("bw-refuse-throw-price"), "weapon");
    Err(Refusal { rule: BW_RNG_15, why })
}

impl Exchange<'_> {
    /// The burst that the row fires with this weapon.
    pub(super) fn burst(&self) -> Option<Burst> {
        match self.row.kind {
            Kind::ShortBurst | Kind::FirstStrikeBurst => self.weapon.short_burst,
            Kind::LongBurst => self.weapon.long_burst,
            _ => None,
        }
    }

    /// The comfortable distance: a burst is good only at a smaller one (BW-RNG-12, BW-RNG-13).
    ///
    /// Reading chosen: beyond it a burst is harder, not forbidden.
    pub(super) fn own_band(&self) -> Band {
        let t = &self.rules.file.tunables;
        let own = self.weapon.range_band;
        match self.row.kind {
            Kind::ShortBurst | Kind::FirstStrikeBurst => own.min(t.short_burst_band),
            Kind::LongBurst => own.min(t.long_burst_band),
            _ => own,
        }
    }

    /// The rule of the burst.
    pub(super) fn burst_rule(&self) -> crate::rules::key::RuleId {
        if self.row.kind == Kind::LongBurst { BW_RNG_13 } else { BW_RNG_12 }
    }

    /// A weapon that fires the burst; targets that it can take in; no quick shot after it.
    pub(super) fn check_burst(&self) -> Result<(), Refusal> {
        let me = &self.facts.attacker;
        if self.row.kind == Kind::QuickShot && me.has(BURST_FIRED) {
            return Err(Refusal::new(BW_RNG_08, "bw-refuse-after-burst"));
        }
        if self.row.kind.is_burst() && self.burst().is_none() {
            let why = self.weapon.name(Message::new("bw-refuse-no-burst"), "weapon");
            return Err(Refusal { rule: self.burst_rule(), why });
        }
        if self.row.kind == Kind::LongBurst {
            return self.check_cone();
        }
        Ok(())
    }

    /// Enemies in a cone of about thirty degrees (BW-RNG-14).
    ///
    /// Reading chosen: the shooter picks any enemies in the cone; allies only if the table or the
    /// game master says so.
    fn check_cone(&self) -> Result<(), Refusal> {
        for target in &self.facts.targets {
            let it = &target.fighter;
            let word = self.word_on_cone(target);
            let refuse = |key: &'static str| {
                Err(Refusal { rule: BW_RNG_14, why: Message::new(key).who("target", it.id) })
            };
            if !word.unwrap_or_else(|| self.in_cone(target)) {
                return refuse("bw-refuse-not-in-cone");
            }
            let ally = it.side == self.facts.attacker.side;
            if ally && word.is_none() && !self.rules.file.tunables.long_burst_hits_allies {
                return refuse("bw-refuse-ally-in-cone");
            }
        }
        Ok(())
    }

    fn word_on_cone(&self, target: &TargetFacts) -> Option<bool> {
        self.facts.options.get(IN_CONE, Some(target.fighter.id)).map(|word| word != 0)
    }

    /// Whether the cone takes in a target: its axis goes through the cell that was aimed at. If
    /// none was named, the shooter aims so that all find room who are no farther apart than the
    /// cone is wide; those whom the game master's word lets in do not matter. If not all find room,
    /// it aims at the first.
    fn in_cone(&self, target: &TargetFacts) -> bool {
        let deg = self.rules.file.tunables.cone_deg;
        let to = wide(target.offset);
        if let Some(aim) = &self.facts.aim {
            return within_deg(self.facts.attacker.cell.vector_to(aim.cell), to, deg / 2);
        }
        let others = || self.facts.targets.iter().filter(|t| self.word_on_cone(t).is_none());
        let near =
            |a: &TargetFacts, b: &TargetFacts| within_deg(wide(a.offset), wide(b.offset), deg);
        let all = others().all(|one| others().all(|other| near(one, other) && near(one, target)));
        let first = self.facts.targets.first();
        all || first.is_some_and(|first| within_deg(wide(first.offset), to, deg / 2))
    }

    /// What the map says of the cone, for the game master to overrule.
    pub(super) fn suggest_cone(&self, target: &TargetFacts, suggested: &mut Suggested) {
        if self.row.kind == Kind::LongBurst && self.facts.targets.len() > 1 {
            let inside = self.in_cone(target);
            suggested.push((IN_CONE, Some(target.fighter.id), inside.into()));
        }
    }

    /// Whether the attack goes off in a cell instead of at a target.
    pub(super) fn is_blast(&self) -> bool {
        is_blast(self.row, self.weapon)
    }
}

/// The targets in the order in which they are resolved: near ones first (BW-RNG-14).
pub(super) fn near_first(facts: &AttackFacts) -> Vec<&TargetFacts> {
    let mut targets: Vec<&TargetFacts> = facts.targets.iter().collect();
    targets.sort_by_key(|target| {
        let (x, y) = wide(target.offset);
        x * x + y * y
    });
    targets
}

fn wide((x, y): (i32, i32)) -> (i64, i64) {
    (x.into(), y.into())
}

/// Whether a quick shot goes another way than the reference direction of the fighter's trace, the
/// first that there is: the main attack of this turn, the latest movement of this turn or of the
/// one before (BW-RNG-08).
///
/// Reading chosen: movement and quick shot cost the same coin, so the movement is that of the turn
/// before, or one that the game master granted. Without any reference it is the same way.
pub(super) fn turns_away(fighter: &Fighter, target: &TargetFacts, same_deg: u16) -> bool {
    let trace = fighter.trace;
    let reference = trace.aimed.or(trace.walked).or(trace.walked_before);
    reference.is_some_and(|way| !within_deg(wide(way), wide(target.offset), same_deg))
}
