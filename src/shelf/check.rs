//! Checks any data file: what kind it is shows in its fields.

use super::{Shelf, Source, from_disk, read_map, settle};
use crate::battle::Library;
use crate::battle::journal::{Divergence, Hindrance, Save, replayed};
use crate::battle::setup::Fight;
use crate::data::decode;
use crate::data::map::{Map, MapFile};
use crate::data::problem::{FileProblems, Finding, Problem, What};
use crate::data::rulesets;
use crate::data::tree::{Kind, Node, Step, parse};
use crate::rules::grid::ObjectId;
use bevy::prelude::World;
use std::path::Path;
use std::sync::Arc;

/// The kinds of data files.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileKind {
    /// Numbers and words of a ruleset.
    Ruleset,
    /// Fighters to choose from.
    Roster,
    /// A map.
    Map,
    /// A scenario.
    Scenario,
    /// A saved table: it is a journal, too.
    Save,
}

/// Fields that only one kind has count double.
const FIELDS: [(FileKind, &[&str], &[&str]); 5] = [
    (FileKind::Save, &["rubezh", "first", "entries", "at", "rules"], &["title", "map", "sides"]),
    (
        FileKind::Scenario,
        &["ruleset", "own_map", "rosters", "seed"],
        &["title", "map", "sides", "combatants"],
    ),
    (FileKind::Map, &["size", "terrain", "walls", "doors", "windows", "objects", "zones"], &[]),
    (FileKind::Roster, &[], &["combatants"]),
    (
        FileKind::Ruleset,
        &["version", "tunables", "words", "actions", "weapons", "armours", "bands", "cover"],
        &[],
    ),
];

impl FileKind {
    /// The selector of its word in messages.
    fn selector(self) -> &'static str {
        match self {
            Self::Ruleset => "ruleset",
            Self::Roster => "roster",
            Self::Map => "map",
            Self::Scenario => "scenario",
            Self::Save => "save",
        }
    }
}

/// How many fields a file has that only this kind has, and how many that it may have.
fn fields_of(tree: &Node, kind: FileKind) -> (usize, usize) {
    let Kind::Struct { fields, .. } = &tree.kind else { return (0, 0) };
    let count =
        |names: &[&str]| fields.iter().filter(|f| names.contains(&f.name.text.as_str())).count();
    let found = FIELDS.iter().find(|(other, ..)| *other == kind);
    found.map_or((0, 0), |(_, own, shared)| (count(own), count(shared)))
}

/// One sentence for a good file of another kind, in the place of all the fields that it lacks. None
/// if the file may well be meant as this kind.
pub(super) fn wrong_kind(source: &Source, wanted: FileKind) -> Option<FileProblems> {
    let (tree, _) = parse(std::str::from_utf8(&source.bytes).ok()?);
    let tree = tree?;
    let found = kind_of(&tree).filter(|found| *found != wanted)?;
    let (own, _) = fields_of(&tree, wanted);
    (own == 0).then(|| another_kind(source, found, wanted.selector()))
}

fn another_kind(source: &Source, found: FileKind, wanted: &str) -> FileProblems {
    let args = vec![("found", found.selector().to_owned()), ("wanted", wanted.to_owned())];
    let problems = vec![Problem::new(0..0, What::said("wrong-kind", args))];
    // The sentence is about the whole file: no line of it is shown.
    FileProblems { file: source.shown.clone(), text: String::new(), problems }
}

/// What kind of file it is, by its fields; none if it has no field that any kind has.
pub fn kind_of(tree: &Node) -> Option<FileKind> {
    let scored = FIELDS.map(|(kind, ..)| {
        let (own, shared) = fields_of(tree, kind);
        (2 * own + shared, kind)
    });
    // Of equal ones the last of the list: a file of nothing but fighters is a roster.
    let (score, kind) =
        scored.into_iter().max_by_key(|(score, kind)| (*score, *kind == FileKind::Roster))?;
    (score > 0).then_some(kind)
}

/// A save that was read and replayed.
pub struct Saved {
    /// The file.
    pub save: Save,
    /// Its map.
    pub map: Arc<Map>,
}

/// What came of a replay.
pub struct Replay {
    /// How many entries there are.
    pub entries: usize,
    /// The first that went another way, and what is to be said of it; none if all are equal.
    pub divergence: Option<(Divergence, FileProblems)>,
}

/// Something that can be opened as a table.
pub enum Opened {
    /// A fight that has not begun.
    Fight(Box<Fight>),
    /// A saved table, replayed in a world of its own.
    Saved(Box<Saved>, Box<World>),
}

/// All problems of a file; none if it is good. A scenario's include those of the files that it
/// names.
pub fn check(path: &Path, shelf: &Shelf) -> Vec<FileProblems> {
    let shown = path.display().to_string();
    let source = match from_disk(path) {
        Ok(source) => source,
        Err(what) => return vec![FileProblems::of_file(&shown, what)],
    };
    let (kind, problems) = recognise(&source);
    let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let found = match kind {
        None => return vec![problems],
        Some(FileKind::Map) => read_map(&source).err().into_iter().collect(),
        Some(FileKind::Roster) => shelf.read_roster(&source).err().into_iter().collect(),
        Some(FileKind::Ruleset) => check_ruleset(name, &source).into_iter().collect(),
        Some(FileKind::Scenario) => shelf.read_scenario(&source).err().unwrap_or_default(),
        Some(FileKind::Save) => shelf.replay_save(&source).err().into_iter().collect(),
    };
    found.into_iter().filter(|problems: &FileProblems| !problems.is_empty()).collect()
}

/// The kind of a file, or the problems that hide it.
fn recognise(source: &Source) -> (Option<FileKind>, FileProblems) {
    // Any type will do: only the problems of the text as such are of interest.
    let unreadable = || decode::read::<MapFile>(&source.shown, &source.bytes).problems;
    let Ok(text) = std::str::from_utf8(&source.bytes) else { return (None, unreadable()) };
    let (tree, mut problems) = parse(text);
    if let Some(kind) = tree.as_ref().and_then(kind_of) {
        return (Some(kind), unreadable());
    }
    if problems.is_empty() {
        let what = What::said_with_help("unknown-kind", "unknown-kind-help", Vec::new());
        problems.push(Problem::new(0..1.min(text.len()), what));
    }
    let file = source.shown.clone();
    (None, FileProblems { file, text: text.to_owned(), problems })
}

/// A file does not say whose ruleset it is: its name does, or else what fits it best.
fn check_ruleset(name: &str, source: &Source) -> Option<FileProblems> {
    let load = |id: &str| rulesets::load(id, &source.shown, &source.bytes);
    if let Some(result) = load(name) {
        return result.err();
    }
    let results = rulesets::ids().into_iter().filter_map(load);
    let problems = results.map(Result::err);
    problems.min_by_key(|p| p.as_ref().map_or(0, |p| p.problems.len())).flatten()
}

impl Shelf {
    /// Opens a scenario of the shelf by name, or a scenario or saved table that is a file. A save
    /// is replayed on the way.
    ///
    /// # Errors
    /// All problems of the file and of those that it names.
    pub fn open(&self, name_or_path: &str) -> Result<Opened, Vec<FileProblems>> {
        let source = self.source(name_or_path).map_err(|problems| vec![problems])?;
        match recognise(&source) {
            (Some(FileKind::Save), _) => {
                let (saved, world) =
                    self.replay_save(&source).map_err(|problems| vec![problems])?;
                Ok(Opened::Saved(Box::new(saved), Box::new(world)))
            }
            (Some(FileKind::Scenario), _) => {
                let scenario = self.read_scenario(&source)?;
                let fight = Fight::of(&scenario, &self.library);
                Ok(Opened::Fight(Box::new(fight.expect("a checked scenario names a ruleset"))))
            }
            (Some(kind), _) => Err(vec![another_kind(&source, kind, "table")]),
            (None, problems) => Err(vec![problems]),
        }
    }

    /// Whether this is a saved table and no scenario. What cannot be read is none.
    pub fn is_saved(&self, name_or_path: &str) -> bool {
        let source = self.source(name_or_path);
        source.is_ok_and(|source| matches!(recognise(&source), (Some(FileKind::Save), _)))
    }

    /// Replays a saved table and compares it entry by entry.
    ///
    /// # Errors
    /// All problems of the file.
    pub fn replay(&self, path: &Path) -> Result<Replay, FileProblems> {
        let source = from_disk(path)
            .map_err(|what| FileProblems::of_file(&path.display().to_string(), what))?;
        let (saved, mut problems, tree) = self.read_save(&source)?;
        let entries = saved.save.entries.len();
        let result = replayed(&self.library, &saved.save, saved.map.clone());
        let divergence = result.err().map(|divergence| {
            settle(&mut problems, &tree, diverged(&saved.save, &divergence, &self.library));
            (divergence, problems)
        });
        Ok(Replay { entries, divergence })
    }

    fn read_save(&self, source: &Source) -> Result<(Saved, FileProblems, Node), FileProblems> {
        if let Some(problems) = wrong_kind(source, FileKind::Save).or_else(|| foreign(source)) {
            return Err(problems);
        }
        let reading = decode::read::<Save>(&source.shown, &source.bytes);
        let mut problems = reading.problems;
        let (Some(save), Some(tree)) = (reading.value, reading.tree) else { return Err(problems) };
        let mut findings = save.findings(&self.library);
        if !problems.is_empty() {
            // What could not be read is missing: that something refers to it is no fault.
            findings.retain(|finding| !refers(finding));
        }
        let map = match Map::build(save.map.clone()) {
            Ok(map) => Some(Arc::new(map)),
            Err(found) => {
                findings.extend(found.into_iter().map(|f| f.within(&["map".into()])));
                None
            }
        };
        for (i, door) in save.first.open_doors.iter().enumerate() {
            if map.as_ref().is_some_and(|map| map.board.door(ObjectId(*door)).is_none()) {
                let at: Vec<Step> = vec!["first".into(), "open_doors".into(), i.into()];
                findings.push(Finding::new(at, What::said("save-no-such-door", Vec::new())));
            }
        }
        settle(&mut problems, &tree, findings);
        match map {
            Some(map) if problems.is_empty() => Ok((Saved { save, map }, problems, tree)),
            _ => Err(problems),
        }
    }

    fn replay_save(&self, source: &Source) -> Result<(Saved, World), FileProblems> {
        let (saved, mut problems, tree) = self.read_save(source)?;
        match replayed(&self.library, &saved.save, saved.map.clone()) {
            Ok(world) => Ok((saved, world)),
            Err(divergence) => {
                let found = diverged(&saved.save, &divergence, &self.library);
                settle(&mut problems, &tree, found);
                Err(problems)
            }
        }
    }
}

/// Whether a finding is about a reference from one part of a save to another.
fn refers(finding: &Finding) -> bool {
    finding.path == ["at".into()] || finding.what.message().0 == "save-no-such-fighter"
}

/// A save in a format that this program does not know. Its other fields mean nothing here.
fn foreign(source: &Source) -> Option<FileProblems> {
    let text = std::str::from_utf8(&source.bytes).ok()?;
    let (tree, _) = parse(text);
    let number = tree?.at(&["rubezh".into()])?.clone();
    let known = i128::from(crate::battle::journal::FORMAT);
    let Kind::Int(found) = number.kind else { return None };
    if found == known {
        return None;
    }
    let args = vec![("found", found.to_string()), ("known", known.to_string())];
    let what = What::said_with_help("save-format", "save-format-help", args);
    let problems = vec![Problem::new(number.span, what)];
    Some(FileProblems { file: source.shown.clone(), text: text.to_owned(), problems })
}

/// What to say of a replay that went another way.
fn diverged(save: &Save, divergence: &Divergence, library: &Library) -> Vec<Finding> {
    let at: Vec<Step> = vec!["entries".into(), (divergence.entry - 1).into()];
    let entry = ("entry", divergence.entry.to_string());
    let mut findings = vec![match divergence.found {
        Some(found) => {
            // As the file has it.
            let recorded = ("recorded", divergence.recorded.to_string());
            let args = vec![entry, ("found", found.to_string()), recorded];
            // Before the first entry there is the beginning, which no hash of its own guards.
            let first = divergence.entry == 1;
            let help = if first { "save-diverged-first-help" } else { "save-diverged-help" };
            let what = What::said_with_help("save-diverged", help, args);
            Finding::new([at.as_slice(), &["hash".into()]].concat(), what)
        }
        None => {
            let (kind, rule) = match divergence.hindrance {
                Some(Hindrance::Refused(rule)) => ("refused", Some(rule)),
                Some(Hindrance::Dice(rule)) => ("dice", rule),
                Some(Hindrance::Asks(rule)) => ("asks", Some(rule)),
                None => ("other", None),
            };
            let rule = rule.map_or_else(|| "—".to_owned(), |rule| rule.0.to_owned());
            let args = vec![entry, ("kind", kind.to_owned()), ("rule", rule)];
            let what = What::said_with_help("save-refused", "save-diverged-help", args);
            Finding::new([at.as_slice(), &["command".into()]].concat(), what)
        }
    }];
    for (i, (id, version)) in save.rules.iter().enumerate() {
        let Some(rules) = library.get(id) else { continue };
        let known = rules.info().version;
        if known != *version {
            let args = vec![
                ("name", id.clone()),
                ("found", version.to_string()),
                ("known", known.to_string()),
            ];
            let at = vec!["rules".into(), i.into(), 1.into()];
            findings.push(Finding::new(at, What::said("save-other-rules", args)));
        }
    }
    findings
}
