//! Rosters: fighters that scenarios choose from, with a sheet for each ruleset that needs its own.

use super::people::{Dossier, LocalName, StoredSheet};
use super::problem::{Finding, What};
use super::tree::Step;
use crate::rules::facts::{Arm, Carried, Gear, ItemId, Profile, Sheet};
use crate::rules::ruleset::{ItemSpec, Ruleset};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Most fighters of one file.
pub const FIGHTERS_MAX: usize = 1_000;
/// Most weapons of one fighter.
pub const WEAPONS_MAX: usize = 20;
/// Longest name and longest id, in characters.
pub const NAME_CHARS_MAX: usize = 60;

/// A roster file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RosterFile {
    /// Its fighters.
    pub combatants: Vec<PersonFile>,
}

/// A fighter in a roster file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PersonFile {
    /// The id that scenarios name.
    pub id: String,
    /// The name in both languages.
    pub name: LocalName,
    /// Strengths in terms of no system.
    #[serde(default)]
    pub profile: Profile,
    /// Sheets by ruleset id; a ruleset that is missing derives one from the profile.
    #[serde(default)]
    pub sheets: BTreeMap<String, SheetFile>,
}

/// A sheet in a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SheetFile {
    /// Numbers by field name; the others have the ruleset's default.
    pub fields: BTreeMap<String, i16>,
    /// Weapons by id; the first is in hand.
    pub weapons: Vec<String>,
    /// Armour by id.
    pub armour: Option<String>,
}

/// All rulesets that files may name.
pub type Rulesets<'a> = &'a [Arc<dyn Ruleset>];

/// The ruleset of an id.
pub(super) fn ruleset<'a>(rulesets: Rulesets<'a>, id: &str) -> Option<&'a dyn Ruleset> {
    rulesets.iter().find(|r| r.info().id == id).map(Arc::as_ref)
}

/// Their ids.
pub(super) fn ids<'a>(rulesets: Rulesets<'a>) -> impl Iterator<Item = &'a str> {
    rulesets.iter().map(|r| r.info().id)
}

/// The fighters of a file as far as they are sound, and everything that is wrong with them.
pub fn build(file: &RosterFile, rulesets: Rulesets) -> (Vec<Dossier>, Vec<Finding>) {
    let mut findings = Vec::new();
    let mut seen = BTreeSet::new();
    if file.combatants.len() > FIGHTERS_MAX {
        let args = vec![("max", FIGHTERS_MAX.to_string())];
        findings.push(Finding::new(
            vec!["combatants".into()],
            What::said("roster-too-many-fighters", args),
        ));
        return (Vec::new(), findings);
    }
    let mut people = Vec::with_capacity(file.combatants.len());
    for (i, person) in file.combatants.iter().enumerate() {
        let at: Vec<Step> = vec!["combatants".into(), i.into()];
        let mut found = id(&person.id, &mut seen);
        found.extend(names(&person.name, &["name".into()]));
        found.extend(profile(&person.profile));
        let (sheets, bad) = sheets(&person.sheets, rulesets);
        found.extend(bad);
        findings.extend(found.into_iter().map(|finding| finding.within(&at)));
        people.push(Dossier {
            key: person.id.clone(),
            name: person.name.clone(),
            profile: person.profile,
            arms: arms(&sheets, rulesets),
            sheets,
            autopilot: false,
            note: String::new(),
        });
    }
    (people, findings)
}

/// An id must be there, be short, be usable on the command line, and be nobody else's.
pub(super) fn id<'a>(id: &'a str, seen: &mut BTreeSet<&'a str>) -> Vec<Finding> {
    let at = |what| vec![Finding::new(vec!["id".into()], what)];
    let args = vec![("id", id.to_owned())];
    if id.is_empty() {
        return at(What::said("id-missing", Vec::new()));
    }
    let plain = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    if id.chars().count() > NAME_CHARS_MAX || !id.chars().all(plain) {
        return at(What::said_with_help("id-unusable", "id-unusable-help", args));
    }
    if !seen.insert(id) {
        return at(What::said_with_help("id-twice", "id-twice-help", args));
    }
    Vec::new()
}

/// A name must be there in both languages, and be short enough for a token.
pub(super) fn names(name: &LocalName, at: &[Step]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (lang, text) in [("ru", &name.ru), ("en", &name.en)] {
        let path = [at, &[lang.into()]].concat();
        let control = text.chars().any(char::is_control);
        if text.trim().is_empty() || control {
            findings.push(Finding::new(path, What::said("name-empty", Vec::new())));
        } else if text.chars().count() > NAME_CHARS_MAX {
            let args = vec![("max", NAME_CHARS_MAX.to_string())];
            findings.push(Finding::new(path, What::said("name-too-long", args)));
        }
    }
    findings
}

/// Strengths run from 1 to 6, protection from 0 to 2.
pub fn profile(profile: &Profile) -> Vec<Finding> {
    let p = profile;
    [
        ("strength", p.strength, 1, 6),
        ("agility", p.agility, 1, 6),
        ("toughness", p.toughness, 1, 6),
        ("perception", p.perception, 1, 6),
        ("will", p.will, 1, 6),
        ("shooting", p.shooting, 1, 6),
        ("fighting", p.fighting, 1, 6),
        ("protection", p.protection, 0, 2),
    ]
    .into_iter()
    .filter(|(_, value, min, max)| !(min..=max).contains(&value))
    .map(|(name, value, min, max)| {
        Finding::new(vec!["profile".into(), name.into()], What::out_of_range(value, min, max))
    })
    .collect()
}

/// The weapons of the first sheet that has any, in terms of no system.
pub(super) fn arms(sheets: &BTreeMap<String, StoredSheet>, rulesets: Rulesets) -> Vec<Arm> {
    let armed = sheets.iter().find(|(_, stored)| !stored.gear.weapons.is_empty());
    let Some((id, stored)) = armed else { return Vec::new() };
    ruleset(rulesets, id).map_or_else(Vec::new, |rules| arms_of(rules, &stored.gear))
}

/// The weapons of a fighter under a ruleset in terms of no system, the one in hand first.
pub fn arms_of(rules: &dyn Ruleset, gear: &Gear) -> Vec<Arm> {
    let held = gear.held().into_iter();
    let all = held.chain(&gear.weapons).filter_map(|carried| {
        crate::rules::ruleset::weapon(rules, carried.item).and_then(|spec| spec.arm)
    });
    let mut arms: Vec<Arm> = Vec::new();
    for arm in all {
        if !arms.contains(&arm) {
            arms.push(arm);
        }
    }
    arms
}

/// The sheets of a fighter, by ruleset id.
pub(super) fn sheets(
    files: &BTreeMap<String, SheetFile>,
    rulesets: Rulesets,
) -> (BTreeMap<String, StoredSheet>, Vec<Finding>) {
    let mut sheets = BTreeMap::new();
    let mut findings = Vec::new();
    for (name, file) in files {
        let at: Vec<Step> = vec!["sheets".into(), Step::Key(name.clone())];
        let Some(rules) = ruleset(rulesets, name) else {
            let what = What::unknown("unknown-ruleset", name, ids(rulesets));
            findings.push(Finding::new(at, what).on_key());
            continue;
        };
        let (sheet, bad) = sheet(file, rules);
        findings.extend(bad.into_iter().map(|finding| finding.within(&at)));
        sheets.insert(name.clone(), sheet);
    }
    (sheets, findings)
}

/// A sheet in the numbers of its ruleset.
fn sheet(file: &SheetFile, rules: &dyn Ruleset) -> (StoredSheet, Vec<Finding>) {
    let mut findings = Vec::new();
    let fields = rules.info().fields;
    let mut values: Vec<i16> = fields.iter().map(|f| f.default).collect();
    for (name, value) in &file.fields {
        let at: Vec<Step> = vec!["fields".into(), Step::Key(name.clone())];
        match fields.iter().position(|f| f.key == name) {
            None => {
                let what = What::unknown("unknown-sheet-field", name, fields.iter().map(|f| f.key));
                findings.push(Finding::new(at, what).on_key());
            }
            Some(i) if (fields[i].min..=fields[i].max).contains(value) => values[i] = *value,
            Some(i) => {
                let what = What::out_of_range(value, fields[i].min, fields[i].max);
                findings.push(Finding::new(at, what));
            }
        }
    }
    if file.weapons.len() > WEAPONS_MAX {
        let args = vec![("max", WEAPONS_MAX.to_string())];
        findings
            .push(Finding::new(vec!["weapons".into()], What::said("sheet-too-many-weapons", args)));
    }
    let mut weapons = Vec::new();
    for (i, name) in file.weapons.iter().take(WEAPONS_MAX).enumerate() {
        match item(rules.weapons(), name) {
            Some((id, spec)) => {
                weapons.push(Carried::new(id, spec.magazine, spec.spare));
            }
            None => {
                let valid = rules.weapons().iter().map(|w| w.id.as_str());
                let what = What::unknown("unknown-weapon", name, valid);
                findings.push(Finding::new(vec!["weapons".into(), i.into()], what));
            }
        }
    }
    let armor = file.armour.as_ref().and_then(|name| {
        let found = item(rules.armors(), name);
        if found.is_none() {
            let valid = rules.armors().iter().map(|a| a.id.as_str());
            let what = What::unknown("unknown-armour", name, valid);
            findings.push(Finding::new(vec!["armour".into()], what));
        }
        found.map(|(id, _)| id)
    });
    let in_hand = (!weapons.is_empty()).then_some(0);
    let sheet = Sheet { values, derived: false };
    (StoredSheet { sheet, gear: Gear { weapons, in_hand, armor }, left: None }, findings)
}

fn item<'a>(items: &'a [ItemSpec], name: &str) -> Option<(ItemId, &'a ItemSpec)> {
    (0..).map(ItemId).zip(items).find(|(_, spec)| spec.id == name)
}
