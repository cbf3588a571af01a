//! Fighters apart from any fight: names, profiles, sheets.

use crate::locale::Lang;
use crate::rules::facts::{Gear, Profile, Sheet};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredSheet {
    /// The numbers.
    pub sheet: Sheet,
    /// Weapons and armour.
    pub gear: Gear,
}

/// What a fighter is apart from the fight: it changes by edits only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
}
