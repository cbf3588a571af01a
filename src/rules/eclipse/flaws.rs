//! What can be wrong with the meaning of the ruleset's file: all of it at once, each in its place.

use crate::rules::message::Message;
use crate::rules::ruleset::Scope;
use crate::rules::{Flaw, Path, PathStep};

use super::data::{Class, Deed, File, Shape};
use super::ids::RULES;
use super::sheet::CONDITIONS;

fn name(text: &str) -> PathStep {
    PathStep::Field(text.to_owned())
}

fn at(table: &str, index: usize, field: &str) -> Path {
    vec![name(table), PathStep::Index(index), name(field)]
}

/// The number of a substance on a blade has so much room.
const SUBSTANCES_MOST: usize = 99;

/// So many rounds beside a weapon can be counted at most.
const SPARE_MOST: i64 = 9_999;

struct Flaws(Vec<Flaw>);

impl Flaws {
    fn add(&mut self, path: Path, what: Message) {
        self.0.push(Flaw { path, what });
    }

    fn range(&mut self, path: Path, value: i64, min: i64, max: i64) {
        if !(min..=max).contains(&value) {
            let what = Message::new("flaw-out-of-range").int("value", value);
            self.add(path, what.int("min", min).int("max", max));
        }
    }

    /// Ids must be there and differ; those that the program has no word for need a name.
    fn ids<'a>(
        &mut self,
        table: &str,
        all: impl Iterator<Item = (&'a str, Option<&'a str>)>,
        worded: &[&str],
    ) {
        let mut seen: Vec<&str> = Vec::new();
        for (i, (id, own)) in all.enumerate() {
            if own.is_some_and(|own| own.trim().is_empty()) {
                self.add(at(table, i, "name"), Message::new("flaw-name-empty"));
            }
            let path = at(table, i, "id");
            if id.is_empty() {
                self.add(path, Message::new("flaw-id-missing"));
            } else if seen.contains(&id) {
                self.add(path, Message::new("flaw-id-twice").text("id", id));
            } else if own.is_none() && !worded.contains(&id) {
                self.add(path, Message::new("flaw-name-missing").text("id", id));
            }
            seen.push(id);
        }
    }
}

impl File {
    /// Everything that the program cannot work with.
    pub fn flaws(&self) -> Vec<Flaw> {
        let mut flaws = Flaws(Vec::new());
        flaws.range(vec![name("version")], self.version.into(), 1, super::VERSION.into());
        if let Some((key, value, (least, most))) = self.settings.flaw() {
            let what = Message::new("flaw-setting").int("value", value.into());
            let what = what.int("least", least.into()).int("most", most.into());
            flaws.add(vec![name("settings"), name(key.0)], what);
        }
        let shipped = Self::default();
        let known: Vec<&str> = shipped.actions.iter().map(|row| row.id.as_str()).collect();
        let rows = self.actions.iter().map(|row| (row.id.as_str(), row.name.as_deref()));
        flaws.ids("actions", rows, &known);
        let known: Vec<&str> = shipped.weapons.iter().map(|w| w.id.as_str()).collect();
        let weapons = self.weapons.iter().map(|w| (w.id.as_str(), w.name.as_deref()));
        flaws.ids("weapons", weapons, &known);
        let known: Vec<&str> = shipped.armours.iter().map(|a| a.id.as_str()).collect();
        let armours = self.armours.iter().map(|a| (a.id.as_str(), a.name.as_deref()));
        flaws.ids("armours", armours, &known);
        let known: Vec<&str> = shipped.substances.iter().map(|s| s.id.as_str()).collect();
        let substances = self.substances.iter().map(|s| (s.id.as_str(), s.name.as_deref()));
        flaws.ids("substances", substances, &known);
        let count = self.substances.len();
        if count > SUBSTANCES_MOST {
            let what = Message::new("flaw-too-many").int("count", count as i64);
            flaws.add(vec![name("substances")], what.int("most", SUBSTANCES_MOST as i64));
        }
        for (i, substance) in self.substances.iter().enumerate() {
            let known = |id: &str| CONDITIONS.iter().any(|spec| spec.id.0 == id && !spec.hidden);
            if !substance.condition.is_empty() && !known(&substance.condition) {
                let what = Message::new("flaw-condition").text("condition", &substance.condition);
                flaws.add(at("substances", i, "condition"), what);
            }
            flaws.range(at("substances", i, "note"), substance.note.into(), -100, 100);
            if substance.damage == 0 && substance.condition.is_empty() && substance.note == 0 {
                flaws.add(at("substances", i, "id"), Message::new("flaw-substance-idle"));
            }
            if substance.damage > 0 && substance.turns == 0 {
                flaws.add(at("substances", i, "turns"), Message::new("flaw-substance-turns"));
            }
        }
        for (i, row) in self.actions.iter().enumerate() {
            if row.deed.is_attack() != row.scope.at_enemy() && row.deed != Deed::Aim {
                flaws.add(at("actions", i, "scope"), Message::new("flaw-scope"));
            }
            if row.mental && row.deed.is_attack() {
                flaws.add(at("actions", i, "mental"), Message::new("flaw-mental"));
            }
            let walks = matches!(row.deed, Deed::Walk | Deed::Run);
            if walks != (row.scope == Scope::Path) {
                flaws.add(at("actions", i, "scope"), Message::new("flaw-scope"));
            }
            if !RULES.iter().any(|rule| rule.id == row.rule) {
                let what = Message::new("flaw-rule").text("rule", row.rule.0);
                flaws.add(at("actions", i, "rule"), what);
            }
            flaws.range(at("actions", i, "targets_max"), row.targets_max.into(), 1, 20);
        }
        if !self.actions.iter().any(|row| row.deed == Deed::Attack) {
            flaws.add(vec![name("actions")], Message::new("flaw-no-attack"));
        }
        for (i, weapon) in self.weapons.iter().enumerate() {
            flaws.range(at("weapons", i, "hands"), weapon.hands.into(), 1, 2);
            flaws.range(at("weapons", i, "reach_cells"), weapon.reach_cells.into(), 0, 10);
            flaws.range(at("weapons", i, "ammo"), weapon.ammo.into(), 0, 999);
            let spare = i64::from(weapon.ammo) * i64::from(self.spare_magazines);
            if !weapon.is_used_up() && weapon.ammo <= 999 && spare > SPARE_MOST {
                let what = Message::new("flaw-spare").int("count", spare).int("most", SPARE_MOST);
                flaws.add(at("weapons", i, "ammo"), what);
            }
            if weapon.is_gun() && !weapon.is_used_up() && weapon.ammo == 0 {
                flaws.add(at("weapons", i, "ammo"), Message::new("flaw-no-ammo"));
            }
            if weapon.blast.is_some() && (weapon.is_melee() || weapon.class == Class::Psi) {
                flaws.add(at("weapons", i, "blast"), Message::new("flaw-blast-class"));
            }
            if weapon.touch_only && !weapon.is_melee() {
                flaws.add(at("weapons", i, "touch_only"), Message::new("flaw-touch-only"));
            }
            let filled = |id: &str| self.substances.iter().any(|substance| substance.id == id);
            if !weapon.substance.is_empty() && !filled(&weapon.substance) {
                let what = Message::new("flaw-substance").text("substance", &weapon.substance);
                flaws.add(at("weapons", i, "substance"), what);
            }
            if weapon.coatable && !weapon.is_melee() {
                flaws.add(at("weapons", i, "coatable"), Message::new("flaw-coatable"));
            }
            if weapon.coatable && !weapon.substance.is_empty() {
                flaws.add(at("weapons", i, "substance"), Message::new("flaw-coated-twice"));
            }
            flaws.range(at("weapons", i, "range_m"), weapon.range_m.into(), 0, 9_999);
            let dice = weapon.dv.d10.max(weapon.dv.d6);
            flaws.range(at("weapons", i, "dv"), dice.into(), 0, 20);
            if weapon.is_gun() && (weapon.range_m == 0 || weapon.modes.is_empty()) {
                flaws.add(at("weapons", i, "range_m"), Message::new("flaw-gun"));
            }
            if weapon.is_used_up() && weapon.ammo == 0 {
                flaws.add(at("weapons", i, "ammo"), Message::new("flaw-pieces"));
            }
            if let Some(blast) = weapon.blast
                && blast.shape == Shape::Uniform
                && blast.radius_m == 0
            {
                flaws.add(at("weapons", i, "blast"), Message::new("flaw-blast"));
            }
        }
        flaws.0
    }
}
