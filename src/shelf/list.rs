//! What there is on the shelf, for people and for the verb `list`.

use super::{Folder, Shelf, find, names};
use crate::data::people::{Dossier, LocalName};
use crate::data::problem::FileProblems;
use crate::data::scenario::SIDES;
use std::path::PathBuf;

/// Everything on the shelf.
#[derive(Clone, Debug, PartialEq)]
pub struct Listing {
    /// Scenarios.
    pub scenarios: Vec<ScenarioEntry>,
    /// Ruleset ids, in the order of the switch.
    pub rulesets: Vec<&'static str>,
    /// Maps.
    pub maps: Vec<Entry>,
    /// Rosters.
    pub rosters: Vec<Entry>,
}

/// A file of the shelf.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The name by which it is opened.
    pub name: String,
    /// Where it lies; none for what ships.
    pub file: Option<PathBuf>,
}

/// A scenario of the shelf.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioEntry {
    /// Name and file.
    pub entry: Entry,
    /// What is inside; none if the file has problems, which `check` shows.
    pub inside: Option<ScenarioInside>,
}

/// What a list says of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioInside {
    /// Its name.
    pub title: LocalName,
    /// Ruleset id.
    pub ruleset: String,
    /// Its fighters: id, name, side.
    pub combatants: Vec<(String, LocalName, &'static str)>,
}

impl Shelf {
    /// Everything on the shelf. Broken scenarios are listed without their inside.
    pub fn list(&self) -> Listing {
        let scenarios = self.entries(Folder::Scenarios).into_iter().map(|entry| {
            let scenario = find(self.dir(), Folder::Scenarios, &entry.name, None).ok();
            let scenario = scenario.and_then(|source| self.read_scenario(&source).ok());
            let inside = scenario.map(|scenario| ScenarioInside {
                combatants: scenario
                    .fighters
                    .iter()
                    .map(|f| {
                        let side = SIDES[usize::from(f.side.0)];
                        (f.dossier.key.clone(), f.dossier.name.clone(), side)
                    })
                    .collect(),
                title: scenario.title,
                ruleset: scenario.ruleset,
            });
            ScenarioEntry { entry, inside }
        });
        Listing {
            scenarios: scenarios.collect(),
            rulesets: self.library.0.iter().map(|r| r.info().id).collect(),
            maps: self.entries(Folder::Maps),
            rosters: self.entries(Folder::Rosters),
        }
    }

    /// All rosters with their fighters, or with what is wrong with the file.
    pub fn rosters(&self) -> Vec<(Entry, Result<Vec<Dossier>, FileProblems>)> {
        let read = |entry: Entry| {
            let people = find(self.dir(), Folder::Rosters, &entry.name, None)
                .map_err(|what| FileProblems::of_file(&entry.name, what))
                .and_then(|source| self.read_roster(&source));
            (entry, people)
        };
        self.entries(Folder::Rosters).into_iter().map(read).collect()
    }

    fn entries(&self, folder: Folder) -> Vec<Entry> {
        let own = |name: &str| {
            let path = self.dir()?.join(folder.name()).join(format!("{name}.ron"));
            path.is_file().then_some(path)
        };
        let entry = |name: String| Entry { file: own(&name), name };
        names(self.dir(), folder).into_iter().map(entry).collect()
    }
}
