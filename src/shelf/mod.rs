//! The shelf: all rulesets, rosters, maps and scenarios that ship, and those of the data folder,
//! which win where they have the same name.

use crate::battle::Library;
use crate::battle::setup::Fight;
use crate::data::decode;
use crate::data::file;
use crate::data::map::{Map, MapFile};
use crate::data::people::{Dossier, LocalName};
use crate::data::problem::{FileProblems, Finding, Problem, What};
use crate::data::roster::{self, RosterFile};
use crate::data::rulesets::{self, Loaded};
use crate::data::scenario::{Scenario, ScenarioFile, Sources};
use crate::data::tree::{Node, Step};
use crate::locale::{Lang, Words};
use crate::rules::ruleset::Ruleset;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub mod autosave;
mod check;
mod list;
mod shipped;
#[cfg(test)]
mod tests;

use check::wrong_kind;
pub use check::{FileKind, Opened, Replay, Saved, check};
pub use list::{Entry, Listing, ScenarioEntry, ScenarioInside};

/// The sub-folders of the data folder and of `assets`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Folder {
    /// Numbers and words of the rulesets, by ruleset id.
    Rulesets,
    /// Fighters to choose from.
    Rosters,
    /// Maps.
    Maps,
    /// Scenarios.
    Scenarios,
}

impl Folder {
    /// Its name on the disk.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rulesets => "rulesets",
            Self::Rosters => "rosters",
            Self::Maps => "maps",
            Self::Scenarios => "scenarios",
        }
    }

    /// The key that says that something is not there.
    const fn unknown(self) -> &'static str {
        match self {
            Self::Rulesets => "unknown-ruleset",
            Self::Rosters => "unknown-roster",
            Self::Maps => "unknown-map",
            Self::Scenarios => "unknown-scenario",
        }
    }
}

/// Everything that can be opened by name.
#[derive(Clone)]
pub struct Shelf {
    /// The rulesets, in the order of the switch.
    pub library: Library,
    /// All words, those of the rulesets among them.
    pub words: Words,
    /// The data folder, if there is one.
    dir: Option<PathBuf>,
}

/// A file of the shelf or of the disk, before it is understood.
#[derive(Debug)]
struct Source {
    /// As it is shown in messages.
    shown: String,
    bytes: Cow<'static, [u8]>,
    /// The folder in which it lies, for names of files beside it.
    folder: Option<PathBuf>,
}

/// Why something that a file refers to is not to be had.
enum Missing {
    /// It is not there, or cannot be read at all: a problem of the reference.
    Reference(What),
    /// It is broken: its own problems.
    Broken(FileProblems),
}

impl Shelf {
    /// Loads all rulesets, from the data folder where it has a file of the same name. Without a
    /// folder there is only what ships; see [`file::data_dir`] for the user's own.
    ///
    /// # Errors
    /// All problems of all ruleset files.
    pub fn load(dir: Option<&Path>) -> Result<Self, Vec<FileProblems>> {
        let mut loaded: Vec<Loaded> = Vec::new();
        let mut broken = Vec::new();
        for id in rulesets::ids() {
            match Self::ruleset(dir, id) {
                Ok(one) => loaded.push(one),
                Err(problems) => broken.push(problems),
            }
        }
        if !broken.is_empty() {
            return Err(broken);
        }
        let words: Vec<(Lang, &str)> = loaded
            .iter()
            .flat_map(|one| [(Lang::Ru, one.ru.as_str()), (Lang::En, one.en.as_str())])
            .collect();
        let words = Words::new(&words).map_err(|errors| {
            let said = |text| What::said("words-unfit", vec![("text", text)]);
            let name = Folder::Rulesets.name();
            errors.into_iter().map(|e| FileProblems::of_file(name, said(e))).collect::<Vec<_>>()
        })?;
        let library = Library(loaded.into_iter().map(|one| one.rules).collect());
        Ok(Self { library, words, dir: dir.map(Path::to_owned) })
    }

    fn ruleset(dir: Option<&Path>, id: &str) -> Result<Loaded, FileProblems> {
        let source = match find(dir, Folder::Rulesets, id, None) {
            Ok(source) => source,
            Err(what) => return Err(FileProblems::of_file(id, what)),
        };
        if let Some(problems) = wrong_kind(&source, FileKind::Ruleset) {
            return Err(problems);
        }
        rulesets::load(id, &source.shown, &source.bytes)
            .unwrap_or_else(|| Err(rulesets::unregistered(&source.shown, id)))
    }

    /// The data folder, if there is one.
    pub fn dir(&self) -> Option<&Path> {
        self.dir.as_deref()
    }

    fn rulesets(&self) -> &[Arc<dyn Ruleset>] {
        &self.library.0
    }

    /// The fight of a scenario: one of the shelf by name, or a file.
    ///
    /// # Errors
    /// All problems of the scenario and of the map and rosters that it names.
    pub fn fight(&self, name_or_path: &str) -> Result<Fight, Vec<FileProblems>> {
        let scenario = self.scenario(name_or_path)?;
        Ok(Fight::of(&scenario, &self.library).expect("a checked scenario names a ruleset"))
    }

    /// A scenario of the shelf by name, or a file.
    ///
    /// # Errors
    /// All problems of the scenario and of the map and rosters that it names.
    pub fn scenario(&self, name_or_path: &str) -> Result<Scenario, Vec<FileProblems>> {
        let source = self.source(name_or_path).map_err(|problems| vec![problems])?;
        self.read_scenario(&source)
    }

    /// The bytes of a scenario or of any file.
    fn source(&self, name_or_path: &str) -> Result<Source, FileProblems> {
        let missing = match find(self.dir(), Folder::Scenarios, name_or_path, None) {
            Ok(source) => return Ok(source),
            Err(what) => FileProblems::of_file(name_or_path, what),
        };
        let path = Path::new(name_or_path);
        if path.is_file() { from_disk(path).map_err(|_| missing) } else { Err(missing) }
    }

    fn read_scenario(&self, source: &Source) -> Result<Scenario, Vec<FileProblems>> {
        if let Some(problems) = wrong_kind(source, FileKind::Scenario) {
            return Err(vec![problems]);
        }
        let reading = decode::read::<ScenarioFile>(&source.shown, &source.bytes);
        let mut problems = reading.problems;
        let (Some(file), Some(tree)) = (reading.value, reading.tree) else {
            return Err(vec![problems]);
        };
        let mut others = Vec::new();
        let mut findings = Vec::new();
        let map = self.map_of(&file, source.folder.as_deref(), &mut findings, &mut others);
        let mut people = Vec::new();
        let mut whole = true;
        for (i, name) in file.rosters.iter().enumerate() {
            match self.roster(name, source.folder.as_deref()) {
                Ok(more) => people.extend(more),
                Err(missing) => {
                    whole = false;
                    let path = vec!["rosters".into(), i.into()];
                    note(missing, path, &mut findings, &mut others);
                }
            }
        }
        let people = whole.then_some(people.as_slice());
        let sources = Sources { rulesets: self.rulesets(), map, people };
        let (scenario, found) = Scenario::build(&file, &sources);
        findings.extend(found);
        settle(&mut problems, &tree, findings);
        if !problems.is_empty() {
            others.insert(0, problems);
        }
        match scenario {
            Some(scenario) if others.is_empty() => Ok(scenario),
            _ => Err(others),
        }
    }

    fn map_of(
        &self,
        file: &ScenarioFile,
        folder: Option<&Path>,
        findings: &mut Vec<Finding>,
        others: &mut Vec<FileProblems>,
    ) -> Option<Arc<Map>> {
        let own: Vec<Step> = vec!["own_map".into()];
        match (&file.map, &file.own_map) {
            (Some(name), None) => match self.map(name, folder) {
                Ok(map) => return Some(Arc::new(map)),
                Err(missing) => note(missing, vec!["map".into()], findings, others),
            },
            (None, Some(map)) => match Map::build(map.clone()) {
                Ok(map) => return Some(Arc::new(map)),
                Err(found) => findings.extend(found.into_iter().map(|f| f.within(&own))),
            },
            (Some(_), Some(_)) => {
                findings.push(Finding::new(own, What::said("two-maps", Vec::new())).on_key());
            }
            (None, None) => findings.push(Finding::new(Vec::new(), What::said("no-map", vec![]))),
        }
        None
    }

    fn map(&self, name: &str, folder: Option<&Path>) -> Result<Map, Missing> {
        let source = find(self.dir(), Folder::Maps, name, folder).map_err(Missing::Reference)?;
        read_map(&source).map_err(Missing::Broken)
    }

    fn roster(&self, name: &str, folder: Option<&Path>) -> Result<Vec<Dossier>, Missing> {
        let source = find(self.dir(), Folder::Rosters, name, folder).map_err(Missing::Reference)?;
        self.read_roster(&source).map_err(Missing::Broken)
    }

    fn read_roster(&self, source: &Source) -> Result<Vec<Dossier>, FileProblems> {
        if let Some(problems) = wrong_kind(source, FileKind::Roster) {
            return Err(problems);
        }
        let reading = decode::read::<RosterFile>(&source.shown, &source.bytes);
        let mut problems = reading.problems;
        let (Some(file), Some(tree)) = (reading.value, reading.tree) else { return Err(problems) };
        let (people, findings) = roster::build(&file, self.rulesets());
        settle(&mut problems, &tree, findings);
        if problems.is_empty() { Ok(people) } else { Err(problems) }
    }

    /// An empty table under a ruleset, for a new beginning.
    pub fn empty_fight(&self, ruleset: &str, title: LocalName) -> Option<Fight> {
        use crate::data::map::Terrain;
        let yard = |x, y| match (x, y) {
            (3..21, 3..13) => Terrain::Concrete,
            _ => Terrain::Grass,
        };
        let scenario = Scenario {
            title,
            ruleset: ruleset.to_owned(),
            map: Arc::new(Map::empty(24, 16, yard)),
            sides: Vec::new(),
            fighters: Vec::new(),
            seed: None,
        };
        Fight::of(&scenario, &self.library)
    }
}

/// Adds findings to the problems of a file, in file order. A finding around a problem of form may
/// only follow from it: a list that lacks a broken element is not too short.
fn settle(problems: &mut FileProblems, tree: &Node, findings: Vec<Finding>) {
    let mut placed: Vec<Problem> =
        findings.into_iter().map(|finding| finding.place(&problems.text, tree)).collect();
    placed.retain(|finding| {
        let around = |form: &Problem| {
            finding.span.start <= form.span.start && form.span.end <= finding.span.end
        };
        !problems.problems.iter().any(around)
    });
    problems.problems.extend(placed);
    problems.problems.sort_by_key(|problem| problem.span.start);
}

/// Notes down what a file refers to in vain.
fn note(
    missing: Missing,
    path: Vec<Step>,
    findings: &mut Vec<Finding>,
    others: &mut Vec<FileProblems>,
) {
    match missing {
        Missing::Reference(what) => findings.push(Finding::new(path, what)),
        Missing::Broken(problems) => others.push(problems),
    }
}

fn read_map(source: &Source) -> Result<Map, FileProblems> {
    if let Some(problems) = wrong_kind(source, FileKind::Map) {
        return Err(problems);
    }
    let reading = decode::read::<MapFile>(&source.shown, &source.bytes);
    let mut problems = reading.problems;
    let (Some(file), Some(tree)) = (reading.value, reading.tree) else { return Err(problems) };
    match Map::build(file) {
        Ok(map) if problems.is_empty() => Ok(map),
        Ok(_) => Err(problems),
        Err(findings) => {
            settle(&mut problems, &tree, findings);
            Err(problems)
        }
    }
}

/// A name that is a way to a file.
fn is_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name.ends_with(".ron")
}

fn from_disk(path: &Path) -> Result<Source, What> {
    Ok(Source {
        shown: path.display().to_string(),
        bytes: Cow::Owned(file::read(path)?),
        folder: path.parent().map(Path::to_owned),
    })
}

/// Finds what a name means: a file, beside the one that names it; or what the data folder has of
/// this name; or what ships.
fn find(
    dir: Option<&Path>,
    folder: Folder,
    name: &str,
    beside: Option<&Path>,
) -> Result<Source, What> {
    if is_path(name) {
        return from_disk(&beside.unwrap_or(Path::new("")).join(name));
    }
    let own = dir.map(|dir| dir.join(folder.name()).join(format!("{name}.ron")));
    if let Some(path) = own.filter(|path| path.is_file()) {
        return from_disk(&path);
    }
    if let Some(text) = shipped::text(folder, name) {
        let shown = format!("{}/{name}.ron", folder.name());
        return Ok(Source { shown, bytes: Cow::Borrowed(text.as_bytes()), folder: None });
    }
    let names = names(dir, folder);
    Err(What::unknown(folder.unknown(), name, names.iter().map(String::as_str)))
}

/// All names of a folder, shipped and own, sorted.
fn names(dir: Option<&Path>, folder: Folder) -> Vec<String> {
    let mut names: BTreeSet<String> = shipped::names(folder).map(str::to_owned).collect();
    if let Some(Ok(entries)) = dir.map(|dir| std::fs::read_dir(dir.join(folder.name()))) {
        let files = entries.flatten().map(|entry| entry.path());
        let files = files.filter(|path| path.extension().is_some_and(|end| end == "ron"));
        names.extend(files.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())));
    }
    let mut names: Vec<String> = names.into_iter().collect();
    names.sort_by(|a, b| crate::locale::collate(a, b));
    names
}
