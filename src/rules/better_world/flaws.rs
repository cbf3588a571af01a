//! What can be wrong with the meaning of the ruleset's file: all of it at once, each in its place.

use crate::rules::message::Message;
use crate::rules::ruleset::Scope;
use crate::rules::{Flaw, Path, PathStep};

use super::data::{ATTACK, ActionRow, Band, File, MOVE, SPRINT, icons};
use super::sheet::Aspect;
use std::fmt::Debug;

/// Collects the flaws of a file.
struct Flaws(Vec<Flaw>);

impl Flaws {
    fn add(&mut self, path: Path, what: Message) {
        self.0.push(Flaw { path, what });
    }

    fn range(&mut self, path: Path, value: impl Into<i64>, min: i64, max: i64) {
        let value = value.into();
        if value < min || value > max {
            let what = Message::new("flaw-out-of-range").int("value", value);
            self.add(path, what.int("min", min).int("max", max));
        }
    }

    fn aspects(&mut self, table: &str, class: &str, list: &[Aspect]) {
        let at = vec![name(table), name(class)];
        if list.is_empty() {
            self.add(at, Message::new("flaw-list-empty"));
        } else if let Some(twice) = (1..list.len()).find(|i| list[..*i].contains(&list[*i])) {
            self.add([at, vec![PathStep::Index(twice)]].concat(), Message::new("flaw-twice"));
        }
    }

    /// Ids must be there and differ; those without a word need a name, and a name has letters.
    fn id(&mut self, at: Path, id: &str, earlier: bool, own_name: Option<&str>, word: bool) {
        if own_name.is_some_and(|name| name.trim().is_empty()) {
            self.add(inside(&at, "name"), Message::new("flaw-name-empty"));
        }
        let named = own_name.is_some() || word;
        let at = inside(&at, "id");
        if id.is_empty() {
            self.add(at, Message::new("flaw-id-missing"));
        } else if earlier {
            self.add(at, Message::new("flaw-id-twice").text("id", id));
        } else if !named {
            self.add(at, Message::new("flaw-name-missing").text("id", id));
        }
    }
}

/// A name of the program as files write it: `BeforeFight` is `before_fight`.
fn written(value: impl Debug) -> String {
    let mut text = String::new();
    for letter in format!("{value:?}").chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(letter.to_lowercase());
    }
    text
}

fn listed(values: impl IntoIterator<Item = impl Debug>) -> String {
    values.into_iter().map(written).collect::<Vec<_>>().join(", ")
}

fn name(field: &str) -> PathStep {
    PathStep::Field(field.to_owned())
}

fn row(list: &str, index: usize) -> Path {
    vec![name(list), PathStep::Index(index)]
}

fn inside(at: &Path, field: &str) -> Path {
    let mut path = at.clone();
    path.push(name(field));
    path
}

impl File {
    /// All that is wrong with the meaning of the file.
    pub fn flaws(&self) -> Vec<Flaw> {
        let mut flaws = Flaws(Vec::new());
        self.check_tunables(&mut flaws);
        self.check_tables(&mut flaws);
        self.check_actions(&mut flaws);
        self.check_items(&mut flaws);
        flaws.0
    }

    /// Whether the words of the file name this key. Without words everything counts as named:
    /// such a file is a test's.
    fn has_word(&self, key: &str) -> bool {
        let defines = |line: &str| {
            line.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='))
        };
        self.words.ru.is_empty() || self.words.ru.lines().any(defines)
    }

    fn check_tunables(&self, flaws: &mut Flaws) {
        let t = &self.tunables;
        let at = |key: &str| vec![name("tunables"), name(key)];
        flaws.range(at("situational_limit"), t.situational_limit, 0, 3);
        if t.initiative_modifiers.is_empty() {
            flaws.add(at("initiative_modifiers"), Message::new("flaw-list-empty"));
        }
        for (i, dice) in t.initiative_modifiers.iter().enumerate() {
            let path = [at("initiative_modifiers"), vec![PathStep::Index(i)]].concat();
            flaws.range(path, *dice, 0, 6);
        }
        flaws.range(at("many_newcomers_percent"), t.many_newcomers_percent, 1, 1000);
        flaws.range(at("min_damage_on_hit"), t.min_damage_on_hit, 0, 3);
        flaws.range(at("dying_loss_per_turn"), t.dying_loss_per_turn, 0, 5);
        flaws.range(at("dying_loss_per_hour"), t.dying_loss_per_hour, 0, 5);
        flaws.range(at("attacker_cap"), t.attacker_cap, 1, 4);
        flaws.range(at("opposite_min_angle_deg"), t.opposite_min_angle_deg, 91, 180);
        flaws.range(at("over_band_diff"), t.over_band_diff, 0, 5);
        flaws.range(at("cover_strong_from"), t.cover_strong_from, 1, 8);
        let normal_most = i64::from(t.cover_strong_from.max(1));
        flaws.range(at("cover_normal_from"), t.cover_normal_from, 1, normal_most);
        let light_most = i64::from(t.cover_normal_from.max(1));
        flaws.range(at("cover_light_from"), t.cover_light_from, 1, light_most);
        flaws.range(at("engaged_shooter_diff"), t.engaged_shooter_diff, 0, 6);
        flaws.range(at("spare_magazines"), t.spare_magazines, 0, 20);
        flaws.range(at("first_strike_initiative"), t.first_strike_initiative, 0, 6);
        flaws.range(at("opportunity_per_round"), t.opportunity_per_round.unwrap_or(1), 1, 20);
        flaws.range(at("restraint_default"), t.restraint_default, 0, 12);
        flaws.range(at("quick_shot_same_deg"), t.quick_shot_same_deg, 0, 180);
        flaws.range(at("quick_shot_turn_diff"), t.quick_shot_turn_diff, 0, 6);
        flaws.range(at("cone_deg"), t.cone_deg, 2, 180);
        flaws.range(at("blast_radius_cells"), t.blast_radius_cells, 0, 10);
        flaws.range(at("negligible_hint_from"), t.negligible_hint_from, 0, 50);
    }

    fn check_tables(&self, flaws: &mut Flaws) {
        let melee = &self.melee_aspects;
        flaws.aspects("melee_aspects", "unarmed", &melee.unarmed);
        flaws.aspects("melee_aspects", "fencing", &melee.fencing);
        flaws.aspects("melee_aspects", "heavy", &melee.heavy);
        flaws.aspects("melee_aspects", "knife", &melee.knife);
        flaws.aspects("melee_aspects", "firearm", &melee.firearm);
        let ranged = &self.ranged_aspects;
        flaws.aspects("ranged_aspects", "firearm", &ranged.firearm);
        flaws.aspects("ranged_aspects", "thrown_knife", &ranged.thrown_knife);
        flaws.aspects("ranged_aspects", "grenade", &ranged.grenade);
        flaws.aspects("ranged_aspects", "bow", &ranged.bow);
        self.check_bands(flaws);
        let (c, g, w) = (&self.cover, &self.gang_up, &self.wound_diff);
        let dice = [
            ("cover", "none", c.none),
            ("cover", "light", c.light),
            ("cover", "normal", c.normal),
            ("cover", "strong", c.strong),
            ("gang_up", "one", g.one),
            ("gang_up", "two_same", g.two_same),
            ("gang_up", "two_opposite", g.two_opposite),
            ("gang_up", "three", g.three),
            ("gang_up", "four", g.four),
            ("wound_diff", "healthy", w.healthy),
            ("wound_diff", "wounded", w.wounded),
            ("wound_diff", "heavy", w.heavy),
            ("wound_diff", "dying", w.dying),
        ];
        for (table, key, value) in dice {
            flaws.range(vec![name(table), name(key)], value, 0, 10);
        }
    }

    /// Every band but the last has a limit, each beyond the one before.
    fn check_bands(&self, flaws: &mut Flaws) {
        let mut before = 0;
        for band in Band::ALL {
            let at = vec![name("bands"), name(band.key())];
            let row = self.bands.row(band);
            flaws.range(inside(&at, "base"), row.base, 0, 20);
            let limit = inside(&at, "up_to_m");
            match row.up_to_m {
                Some(_) if band == Band::Extreme => {
                    flaws.add(limit, Message::new("flaw-last-band-limited"));
                }
                Some(up_to_m) if up_to_m <= before => {
                    let what = Message::new("flaw-not-rising").int("value", up_to_m.into());
                    flaws.add(limit, what.int("before", before.into()));
                }
                None if band != Band::Extreme => {
                    flaws.add(limit, Message::new("flaw-limit-missing"));
                }
                _ => {}
            }
            before = row.up_to_m.unwrap_or(before);
        }
    }

    fn check_actions(&self, flaws: &mut Flaws) {
        for (i, action) in self.actions.iter().enumerate() {
            let at = row("actions", i);
            let earlier = self.actions[..i].iter().any(|a| a.id == action.id);
            let word = format!("action-better-world-{}", action.id);
            let word = self.has_word(&word);
            flaws.id(at.clone(), &action.id, earlier, action.name.as_deref(), word);
            check_kind(action, &at, flaws);
            flaws.range(inside(&at, "atk"), action.atk, -10, 10);
            flaws.range(inside(&at, "diff"), action.diff, -10, 10);
            flaws.range(inside(&at, "targets_max"), action.targets_max, 1, 20);
            let own_pace = action.id == MOVE || action.id == SPRINT;
            if action.scope == Scope::Path && !own_pace && action.metres.is_none() {
                flaws.add(inside(&at, "metres"), Message::new("flaw-metres-missing"));
            }
        }
        if !self.actions.iter().any(|a| a.id == ATTACK && a.is_attack()) {
            flaws.add(vec![name("actions")], Message::new("flaw-no-attack"));
        }
    }

    fn check_items(&self, flaws: &mut Flaws) {
        for (i, weapon) in self.weapons.iter().enumerate() {
            let at = row("weapons", i);
            let earlier =
                weapon.id == "unarmed" || self.weapons[..i].iter().any(|w| w.id == weapon.id);
            let word = self.has_word(&format!("item-{}", weapon.id));
            flaws.id(at.clone(), &weapon.id, earlier, weapon.name.as_deref(), word);
            flaws.range(inside(&at, "effectiveness"), weapon.effectiveness, 0, 8);
            flaws.range(inside(&at, "melee_dice"), weapon.melee_dice, 0, 3);
            flaws.range(inside(&at, "parry_dice"), weapon.parry_dice, 0, 3);
            flaws.range(inside(&at, "accuracy_dice"), weapon.accuracy_dice, 0, 3);
            flaws.range(inside(&at, "magazine"), weapon.magazine.unwrap_or(0), 0, 200);
            for (key, burst) in
                [("short_burst", weapon.short_burst), ("long_burst", weapon.long_burst)]
            {
                let Some(burst) = burst else { continue };
                let at = inside(&at, key);
                // No more than one magazine holds: the burst could never be fired.
                let most = weapon.magazine.map_or(50, |rounds| rounds.clamp(2, 50));
                flaws.range(inside(&at, "rounds"), burst.rounds, 2, most.into());
                flaws.range(inside(&at, "dice"), burst.dice, 1, 6);
            }
            if weapon.melee_class.is_none() && weapon.ranged_class.is_none() {
                flaws.add(inside(&at, "melee_class"), Message::new("flaw-weapon-useless"));
            }
        }
        for (i, armour) in self.armours.iter().enumerate() {
            let at = row("armours", i);
            let earlier = self.armours[..i].iter().any(|a| a.id == armour.id);
            let word = self.has_word(&format!("item-{}", armour.id));
            flaws.id(at.clone(), &armour.id, earlier, armour.name.as_deref(), word);
            flaws.range(inside(&at, "effectiveness"), armour.effectiveness, 0, 5);
            flaws.range(inside(&at, "defence_dice_melee"), armour.defence_dice_melee, 0, 3);
            flaws.range(inside(&at, "defence_dice_ranged"), armour.defence_dice_ranged, 0, 3);
            flaws.range(inside(&at, "protection"), armour.protection, 0, 2);
        }
    }
}

/// What the kind of an action leaves open to its scope, its cost and its icon.
fn check_kind(action: &ActionRow, at: &Path, flaws: &mut Flaws) {
    let kind = action.kind;
    let of_kind = |key: &'static str, found: String, allowed: String| {
        let message = Message::new(key).text("kind", &written(kind)).text("found", &found);
        message.text("allowed", &allowed)
    };
    if !kind.scopes().contains(&action.scope) {
        let (found, allowed) = (written(action.scope), listed(kind.scopes()));
        flaws.add(inside(at, "scope"), of_kind("flaw-scope-of-kind", found, allowed));
    }
    if !kind.prices().contains(&action.cost) {
        let (found, allowed) = (written(action.cost), listed(kind.prices()));
        flaws.add(inside(at, "cost"), of_kind("flaw-cost-of-kind", found, allowed));
    }
    if !action.icon.is_empty() && icons().all(|icon| icon != action.icon) {
        let allowed = icons().collect::<Vec<_>>().join(", ");
        let what = Message::new("flaw-icon-unknown").text("icon", &action.icon);
        flaws.add(inside(at, "icon"), what.text("allowed", &allowed));
    }
}
