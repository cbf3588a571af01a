//! Fighters apart from any fight: names, profiles, sheets.

use crate::locale::Lang;
use crate::rules::facts::{Arm, Condition, Gear, Profile, Sheet};
use crate::rules::health::HealthTrack;
use crate::rules::ruleset::Ruleset;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

/// A name in both languages; a name that a game master types is the same in both.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LocalName {
    /// Russian.
    pub ru: String,
    /// English.
    pub en: String,
}

impl LocalName {
    /// The same text in both languages.
    pub fn plain(text: &str) -> Self {
        Self { ru: text.to_owned(), en: text.to_owned() }
    }

    /// The name in a language.
    pub fn of(&self, lang: Lang) -> &str {
        match lang {
            Lang::Ru => &self.ru,
            Lang::En => &self.en,
        }
    }
}

/// A sheet and what goes with it under one ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredSheet {
    /// The numbers.
    pub sheet: Sheet,
    /// Weapons and armour.
    pub gear: Gear,
    /// How the fighter was when the table left this ruleset; none if it never was in force.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Left>,
}

impl Hash for StoredSheet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.sheet, &self.gear).hash(state);
        // Tables that were saved before there was such a thing keep their hashes.
        if let Some(left) = &self.left {
            left.hash(state);
        }
    }
}

/// How a fighter was when the table went on under another ruleset: if nothing happens to it there,
/// it comes back so.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Left {
    /// Health under the ruleset that was left.
    pub health: HealthTrack,
    /// The conditions, sorted.
    pub conditions: Vec<Condition>,
    /// What the health became under the other ruleset.
    pub became: HealthTrack,
    /// That ruleset.
    pub under: String,
}

/// What a fighter is apart from the fight: it changes by edits only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dossier {
    /// The id in files and on the command line.
    pub key: String,
    /// The name on the token.
    pub name: LocalName,
    /// Strengths in terms of no system.
    pub profile: Profile,
    /// Sheets of the rulesets other than the present one, by ruleset id.
    pub sheets: BTreeMap<String, StoredSheet>,
    /// Whether the program plays this fighter.
    #[serde(default)]
    pub autopilot: bool,
    /// Its weapons in terms of no system, for sheets that have to be derived.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arms: Vec<Arm>,
    /// The game master's note.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

impl Dossier {
    /// The sheet under a ruleset: its own, or one that is derived from profile and arms.
    pub fn sheet(&self, rules: &dyn Ruleset) -> StoredSheet {
        self.sheets.get(rules.info().id).cloned().unwrap_or_else(|| {
            let (sheet, gear) = rules.derive(&self.profile, &self.arms);
            StoredSheet { sheet, gear, left: None }
        })
    }
}

impl Hash for Dossier {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Arms follow from the sheets; tables that were saved before keep their hashes.
        let Self { key, name, profile, sheets, autopilot, arms: _, note } = self;
        (key, name, profile, sheets, autopilot).hash(state);
        if !note.is_empty() {
            note.hash(state);
        }
    }
}
