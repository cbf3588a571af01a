//! Whether fighters from a file fit their ruleset. A save may have been edited by hand, and rules
//! rely on sheets of the right length with numbers in their ranges.

use super::state::{BattleState, CombatantState};
use super::{HouseRules, Library};
use crate::data::problem::{Finding, What};
use crate::data::tree::Step;
use crate::rules::effect::Change;
use crate::rules::facts::{CombatantId, Condition, Gear, Sheet};
use crate::rules::health::{HealthTrack, MARKS};
use crate::rules::ruleset::{OptionValues, Ruleset};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// Far more rounds than any fight has; the counter never comes near its end.
const ROUNDS_MAX: u16 = 10_000;
/// Likewise for numbers of fighters.
const IDS_MAX: u16 = 10_000;
/// Far more points of health than any ruleset has, either way.
const POINTS: RangeInclusive<i16> = -1_000..=1_000;
/// Marks in a column of a health track, as many as the game master may type in.
const MARKS_MAX: u8 = 99;
/// The longest distance on a board in cells, either way.
const BEARING: RangeInclusive<i32> = -1_000..=1_000;
/// Far more than any number that goes with a condition, either way.
const AMOUNT: RangeInclusive<i16> = -1_000..=1_000;
/// Rounds in a weapon, as many as the game master may type in.
const LOADED_MAX: u16 = 999;
/// Rounds beside it.
const SPARE_MAX: u16 = 9_999;

/// Collects what does not fit, at ways from one place.
#[derive(Default)]
struct Fit(Vec<Finding>);

impl Fit {
    fn find(&mut self, path: Vec<Step>, what: What) {
        self.0.push(Finding::new(path, what));
    }

    fn range<N: PartialOrd + ToString>(
        &mut self,
        path: Vec<Step>,
        value: N,
        range: RangeInclusive<N>,
    ) {
        if !range.contains(&value) {
            self.find(
                path,
                What::out_of_range(value, range.start().to_string(), range.end().to_string()),
            );
        }
    }

    fn sheet(&mut self, rules: &dyn Ruleset, sheet: &Sheet, at: &[Step]) {
        let fields = rules.info().fields;
        let values = [at, &["values".into()]].concat();
        if sheet.values.len() != fields.len() {
            let (count, found_count) = (fields.len(), sheet.values.len());
            self.find(values, What::WrongLength { count, found_count });
            return;
        }
        for (i, (field, value)) in fields.iter().zip(&sheet.values).enumerate() {
            let path = [values.as_slice(), &[i.into()]].concat();
            self.range(path, *value, field.min..=field.max);
        }
    }

    fn gear(&mut self, rules: &dyn Ruleset, gear: &Gear, at: &[Step]) {
        let inside = |steps: &[Step]| [at, steps].concat();
        for (i, weapon) in gear.weapons.iter().enumerate() {
            let part = |name: &str| inside(&["weapons".into(), i.into(), name.into()]);
            if usize::from(weapon.item.0) >= rules.weapons().len() {
                self.find(part("item"), What::said("save-no-such-item", Vec::new()));
            }
            self.range(part("loaded"), weapon.loaded, 0..=LOADED_MAX);
            self.range(part("spare"), weapon.spare, 0..=SPARE_MAX);
            // Counted from 1; 0 is a clean blade.
            self.range(part("coat"), usize::from(weapon.coat), 0..=rules.coatings().len());
        }
        if gear.in_hand.is_some_and(|i| usize::from(i) >= gear.weapons.len()) {
            self.find(inside(&["in_hand".into()]), What::said("save-no-such-item", Vec::new()));
        }
        if gear.armor.is_some_and(|a| usize::from(a.0) >= rules.armors().len()) {
            self.find(inside(&["armor".into()]), What::said("save-no-such-item", Vec::new()));
        }
    }

    fn health(&mut self, health: &HealthTrack, at: &[Step]) {
        self.range([at, &["points".into()]].concat(), health.points, POINTS);
        for (i, marks) in health.marks.iter().enumerate() {
            self.range([at, &["marks".into(), i.into()]].concat(), *marks, 0..=MARKS_MAX);
        }
    }

    /// A change that waits until all have acted who act at the same time: what it names by number
    /// has to be there.
    fn change(&mut self, rules: &dyn Ruleset, change: &Change, at: Vec<Step>) {
        match change {
            Change::Mark(column, _) if usize::from(*column) >= MARKS => {
                self.find(at, What::out_of_range(column, 0, MARKS - 1));
            }
            Change::Drop(item, _) | Change::Seize(item, _)
                if usize::from(item.0) >= rules.weapons().len() =>
            {
                self.find(at, What::said("save-no-such-item", Vec::new()));
            }
            // Where somebody stands never waits, and a cell could not be checked here.
            Change::Place(_) => self.find(at, What::said("save-change-waits", Vec::new())),
            _ => {}
        }
    }

    /// Settings that rulesets know, with values that they allow.
    fn house(&mut self, house: &HouseRules, library: &Library) {
        let specs = || library.0.iter().flat_map(|rules| rules.info().settings);
        for (id, value) in &house.settings {
            let at: Vec<Step> = vec!["house".into(), "settings".into(), Step::Key(id.0.to_owned())];
            if !specs().any(|spec| spec.id == *id) {
                let what = What::unknown("unknown-setting", id.0, specs().map(|spec| spec.id.0));
                self.0.push(Finding::new(at, what).on_key());
                continue;
            }
            // Every ruleset that has one of this name would be made with this value.
            for spec in specs().filter(|spec| spec.id == *id) {
                let (least, most) = match spec.values {
                    OptionValues::Choice(values) => (0, values.len().saturating_sub(1) as i16),
                    OptionValues::Signed(least, most) => (least, most),
                    OptionValues::Switch => (0, 1),
                };
                self.range(at.clone(), *value, least..=most);
            }
        }
    }

    /// Those before whose deed somebody stepped in: each is there, once, and does not act now.
    fn interrupted(&mut self, state: &BattleState, ids: &BTreeSet<CombatantId>) {
        let mut seen: BTreeSet<CombatantId> = state.current.into_iter().collect();
        for (i, (id, _)) in state.interrupted.iter().enumerate() {
            let at: Vec<Step> = vec!["interrupted".into(), i.into(), 0.into()];
            if !ids.contains(id) {
                self.find(at, What::said("save-no-such-fighter", Vec::new()));
            } else if !seen.insert(*id) {
                self.find(at, What::said("save-acts-twice", Vec::new()));
            }
        }
    }
}

/// What does not fit in a fighter under a ruleset of the library.
pub fn of_fighter(one: &CombatantState, rules: &dyn Ruleset, library: &Library) -> Vec<Finding> {
    let mut fit = Fit::default();
    fit.sheet(rules, &one.sheet, &["sheet".into()]);
    fit.gear(rules, &one.gear, &["gear".into()]);
    for (id, stored) in &one.dossier.sheets {
        let at: Vec<Step> = vec!["dossier".into(), "sheets".into(), Step::Key(id.clone())];
        let Some(other) = library.get(id) else {
            let valid = library.0.iter().map(|r| r.info().id);
            fit.0.push(Finding::new(at, What::unknown("unknown-ruleset", id, valid)).on_key());
            continue;
        };
        fit.sheet(other.as_ref(), &stored.sheet, &[at.as_slice(), &["sheet".into()]].concat());
        fit.gear(other.as_ref(), &stored.gear, &[at.as_slice(), &["gear".into()]].concat());
        if let Some(left) = &stored.left {
            let inside = |step: &str| [at.as_slice(), &["left".into(), step.into()]].concat();
            fit.health(&left.health, &inside("health"));
            fit.health(&left.became, &inside("became"));
            if library.get(&left.under).is_none() {
                let valid = library.0.iter().map(|r| r.info().id);
                fit.find(inside("under"), What::unknown("unknown-ruleset", &left.under, valid));
            }
        }
    }
    let profile = crate::data::roster::profile(&one.dossier.profile);
    fit.0.extend(profile.into_iter().map(|finding| finding.within(&["dossier".into()])));
    fit.health(&one.health, &["health".into()]);
    // What a ruleset reads of a sheet has to be there: a save is held against all of them.
    let whole = one.sheet.values.len() == rules.info().fields.len();
    if whole && rules.points_most(&one.sheet).is_some() {
        // Damage that counts upwards is never below nothing.
        fit.range(vec!["health".into(), "points".into()], one.health.points, 0..=*POINTS.end());
    }
    fit.range(vec!["modifier".into()], one.modifier, 0..=3);
    fit.range(vec!["attacker_cap".into()], one.attacker_cap, 1..=4);
    for (i, (_, (x, y))) in one.attacked_by.iter().enumerate() {
        let at: Vec<Step> = vec!["attacked_by".into(), i.into(), 1.into()];
        fit.range([at.as_slice(), &[0.into()]].concat(), *x, BEARING);
        fit.range([at.as_slice(), &[1.into()]].concat(), *y, BEARING);
    }
    for (i, (_, change)) in one.deferred.iter().enumerate() {
        fit.change(rules, change, vec!["deferred".into(), i.into(), 1.into()]);
    }
    fit.0
}

/// What does not fit in a whole fight on a map of so many cells.
pub fn of_fight(state: &BattleState, size: (u16, u16), library: &Library) -> Vec<Finding> {
    let mut fit = Fit::default();
    let Some(rules) = library.get(&state.ruleset) else {
        let valid = library.0.iter().map(|r| r.info().id);
        let what = What::unknown("unknown-ruleset", &state.ruleset, valid);
        return vec![Finding::new(vec!["ruleset".into()], what)];
    };
    fit.range(vec!["round".into()], state.round, 0..=ROUNDS_MAX);
    fit.range(vec!["next_id".into()], state.next_id, 0..=IDS_MAX);
    let mut ids = BTreeSet::new();
    for (i, one) in state.combatants.iter().enumerate() {
        let at: Vec<Step> = vec!["combatants".into(), i.into()];
        let inside = |step: &str| [at.as_slice(), &[step.into()]].concat();
        let found = of_fighter(one, rules.as_ref(), library);
        fit.0.extend(found.into_iter().map(|finding| finding.within(&at)));
        if !ids.insert(one.id) {
            fit.find(inside("id"), What::said("save-id-twice", Vec::new()));
        }
        if one.id.0 >= state.next_id {
            let next = vec![("next", state.next_id.to_string())];
            fit.find(inside("id"), What::said("save-id-too-large", next));
        }
        let on = |value: i16, side: u16| u16::try_from(value).is_ok_and(|value| value < side);
        if !on(one.cell.x, size.0) || !on(one.cell.y, size.1) {
            let args = [("x", one.cell.x), ("y", one.cell.y)];
            let args = args.map(|(name, value)| (name, value.to_string())).into_iter();
            let most = [("width", size.0), ("height", size.1)];
            let most = most.map(|(name, side)| (name, side.saturating_sub(1).to_string()));
            let args = args.chain(most).collect();
            let what = What::said_with_help("cell-outside", "cell-outside-help", args);
            fit.find(inside("cell"), what);
        }
    }
    for (i, one) in state.combatants.iter().enumerate() {
        for (j, condition) in one.conditions.iter().enumerate() {
            let at: Vec<Step> = vec!["combatants".into(), i.into(), "conditions".into(), j.into()];
            let inside = |step: &str| [at.as_slice(), &[step.into()]].concat();
            fit.range(inside("amount"), condition.amount, AMOUNT);
            let same = |other: &&Condition| (other.id, other.by) == (condition.id, condition.by);
            if one.conditions[..j].iter().any(|other| same(&other)) {
                fit.find(inside("id"), What::said("save-condition-twice", Vec::new()));
            }
        }
    }
    for (i, row) in state.rows.iter().enumerate() {
        for (j, card) in row.cards.iter().enumerate() {
            if !ids.contains(card) {
                let at = vec!["rows".into(), i.into(), "cards".into(), j.into()];
                fit.find(at, What::said("save-no-such-fighter", Vec::new()));
            }
        }
    }
    if state.current.is_some_and(|id| !ids.contains(&id)) {
        fit.find(vec!["current".into()], What::said("save-no-such-fighter", Vec::new()));
    }
    fit.interrupted(state, &ids);
    fit.house(&state.house, library);
    fit.0
}
