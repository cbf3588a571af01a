//! "This weapon will never get through that armour": said when it is true, with what would
//! (EP-PEN-04, EP-PEN-12).

use crate::rules::facts::{AttackFacts, Fighter, TargetFacts};
use crate::rules::message::Message;
use crate::rules::ruleset::{Advice, Area, Plan};

use super::Eclipse;
use super::attack::Exchange;
use super::called::effect;
use super::data::{Blast, Deed, Shape};
use super::harm::Damage;
use super::ids::*;
use super::sheet::Kind;
use super::sheet::option::CALLED;

impl Eclipse {
    /// What a blast takes in: as far as its damage or its radius reaches, and where it may stray.
    pub(super) fn disc(&self, fighter: &Fighter, blast: Blast) -> Area {
        let weapon = self.weapon(fighter);
        // With two superior successes and a doubling critical at most.
        let mut most = 10 * u16::from(weapon.dv.d10) + 6 * (u16::from(weapon.dv.d6) + 2);
        most += u16::from(weapon.dv.plus);
        if self.settings.crit_doubles() {
            most *= 2;
        }
        let reach_cells = |per_m: u8| {
            let wanes_m = most / u16::from(per_m.max(1));
            let metres = match blast.shape {
                Shape::Centred if blast.radius_m > 0 => wanes_m.min(blast.radius_m.into()),
                Shape::Centred => wanes_m,
                Shape::Uniform => wanes_m + u16::from(blast.radius_m),
            };
            metres.div_ceil(2).min(60) as u8
        };
        let airless_cells = reach_cells(blast.falloff_vacuum);
        let everywhere = self.settings.vacuum == 1;
        let radius_cells =
            if everywhere { airless_cells } else { reach_cells(blast.falloff_per_m) };
        let placed = weapon.class == super::data::Class::Placed;
        let scatter_cells = if placed { 0 } else { super::area::SCATTER_CELLS };
        Area::Disc { radius_cells, airless_cells, scatter_cells }
    }

    /// The levers that this attacker really has against armour that the dice cannot beat.
    pub(super) fn advise(&self, facts: &AttackFacts, _plan: &Plan) -> Vec<Advice> {
        let Some(row) = self.row(facts.action).filter(|row| row.deed.is_attack()) else {
            return Vec::new();
        };
        let weapon = self.weapon(&facts.attacker);
        let exchange = Exchange::new(self, facts, row, weapon);
        let mut found = Vec::new();
        // What is on the blade or in the rounds changes what a hit is worth, and is seen nowhere else.
        if let Some((substance, coated)) = exchange.substance() {
            let key = if coated { "ep-advice-coated" } else { "ep-advice-filled" };
            let text = substance.named(Message::new(key));
            found.push(Advice { rule: EP_POI_01, text, set: Vec::new() });
        }
        for target in &facts.targets {
            let reasons = exchange.reasons_now(target);
            let damage = reasons.damage();
            if damage.most() <= 0 || exchange.is_touch() || damage.by_word.is_some() {
                continue;
            }
            let bypass = facts.options.get(CALLED, None) == Some(effect::BYPASS);
            let gets_through = |damage: Damage, more: u8| {
                let mut blow = damage.blow();
                blow.halvings += more;
                blow.through(self, damage.most()) > 0
            };
            if gets_through(damage, u8::from(bypass)) {
                continue;
            }
            let text =
                Message::new("ep-advice-does-not-penetrate").who("target", target.fighter.id);
            let text = weapon.named(text, "weapon").int("most", damage.most().into());
            let text = text.int("armour", damage.blow().armour(self).into());
            found.push(Advice { rule: EP_PEN_12, text, set: Vec::new() });
            self.levers(&exchange, target, damage, bypass, &mut found);
        }
        found
    }

    fn levers(
        &self,
        exchange: &Exchange,
        target: &TargetFacts,
        damage: Damage<'_>,
        bypass: bool,
        found: &mut Vec<Advice>,
    ) {
        let facts = exchange.facts;
        let through = |damage: Damage, halvings: u8| {
            let mut blow = damage.blow();
            blow.halvings += halvings;
            blow.through(self, damage.most()) > 0
        };
        let alone = facts.targets.len() == 1;
        if !bypass && alone && !exchange.is_area() && through(damage, 1) {
            let text = Message::new("ep-advice-gap");
            found.push(Advice {
                rule: EP_PEN_03,
                text,
                set: vec![(CALLED, effect::BYPASS as i16)],
            });
        }
        // Concentrated fire with the weapon in hand.
        for other in self.file.actions.iter().filter(|other| alone && other.deed != exchange.deed) {
            let rule = match other.deed {
                Deed::BurstDamage | Deed::AutoDamage => EP_PEN_05,
                _ => continue,
            };
            if self.makes_sense(&facts.attacker, other).is_err() {
                continue;
            }
            let deed = other.deed;
            let more = Exchange { row: other, deed, ..*exchange };
            if through(more.reasons_now(target).damage(), u8::from(bypass)) {
                let text = Message::new("ep-advice-burst");
                let text = text.word("action", format!("action-eclipse-{}", other.id));
                found.push(Advice { rule, text, set: Vec::new() });
                break;
            }
        }
        self.other_weapons(exchange, target, found);
        let mut sure = damage.blow();
        sure.critical(self);
        if sure.through(self, damage.most()) > 0 {
            let text = Message::new("ep-advice-critical");
            found.push(Advice { rule: EP_PEN_02, text, set: Vec::new() });
        }
        let mut lucky = damage.blow();
        lucky.superior = 2;
        if lucky.through(self, damage.most() + 12) > 0 {
            let text = Message::new("ep-advice-superior");
            found.push(Advice { rule: EP_PEN_06, text, set: Vec::new() });
        }
    }

    /// Other weapons that are carried and would get through, or need not.
    fn other_weapons(&self, exchange: &Exchange, target: &TargetFacts, found: &mut Vec<Advice>) {
        let facts = exchange.facts;
        for (i, carried) in facts.attacker.gear.weapons.iter().enumerate() {
            if facts.attacker.gear.in_hand == Some(i as u8) {
                continue;
            }
            let Some(weapon) = self.file.weapons.get(usize::from(carried.item.0)) else { continue };
            if weapon.ammo > 0 && carried.loaded == 0 {
                continue;
            }
            let deed = Deed::Attack;
            let other = Exchange { deed, weapon, ..*exchange };
            let organic = Kind::of(&target.fighter).is_organic();
            let reasons = other.reasons_now(target);
            let damage = reasons.damage();
            if weapon.shock && organic {
                let text = weapon.named(Message::new("ep-advice-shock"), "weapon");
                found.push(Advice { rule: EP_PEN_07, text, set: Vec::new() });
            } else if damage.blow().through(self, damage.most()) > 0 {
                let rule = if weapon.armor_piercing { EP_PEN_01 } else { EP_PEN_04 };
                let text = weapon.named(Message::new("ep-advice-weapon"), "weapon");
                let text = text.int("armour", damage.blow().armour(self).into());
                found.push(Advice { rule, text, set: Vec::new() });
            }
        }
    }
}
