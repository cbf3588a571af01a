//! What is built in. A new file of `assets` gets its name here; a test compares the two.

use super::Folder;
use crate::data::rulesets;

macro_rules! files {
    ($folder:literal: $($name:literal),*) => {
        &[$(($name, include_str!(concat!("../../assets/", $folder, "/", $name, ".ron")))),*]
    };
}

const ROSTERS: &[(&str, &str)] = files!["rosters": "better-world", "eclipse"];
const MAPS: &[(&str, &str)] = files!["maps": "warehouse-yard"];
const SCENARIOS: &[(&str, &str)] = files!["scenarios": "demo", "station"];

fn files(folder: Folder) -> &'static [(&'static str, &'static str)] {
    match folder {
        Folder::Rulesets => &[],
        Folder::Rosters => ROSTERS,
        Folder::Maps => MAPS,
        Folder::Scenarios => SCENARIOS,
    }
}

/// The text of a shipped file.
pub(super) fn text(folder: Folder, name: &str) -> Option<&'static str> {
    if folder == Folder::Rulesets {
        return rulesets::shipped(name);
    }
    files(folder).iter().find(|(other, _)| *other == name).map(|(_, text)| *text)
}

/// The names of the shipped files of a folder.
pub(super) fn names(folder: Folder) -> Box<dyn Iterator<Item = &'static str>> {
    match folder {
        Folder::Rulesets => Box::new(rulesets::ids().into_iter()),
        _ => Box::new(files(folder).iter().map(|(name, _)| *name)),
    }
}
