//! Scenarios: who stands where on which map, under which ruleset.

use super::map::{Map, MapFile};
use super::people::{Dossier, LocalName};
use super::problem::{Finding, What};
use super::roster::{self, FIGHTERS_MAX, Rulesets, SheetFile};
use super::tree::Step;
use crate::rules::facts::{Profile, SideId};
use crate::rules::grid::CellPos;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The names of the sides in files; their order is that of the colours.
pub const SIDES: [&str; 3] = ["a", "b", "c"];

/// A scenario file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    /// Its name in both languages.
    pub title: LocalName,
    /// The ruleset it begins under, by id.
    pub ruleset: String,
    /// The map: the name of one on the shelf, or a file beside this one.
    #[serde(default)]
    pub map: Option<String>,
    /// A map of its own, in place of `map`.
    #[serde(default)]
    pub own_map: Option<MapFile>,
    /// The rosters that `from` looks in, first to last: names on the shelf, or files beside this.
    #[serde(default)]
    pub rosters: Vec<String>,
    /// Names of the sides, by `a`, `b` and `c`.
    pub sides: BTreeMap<String, LocalName>,
    /// The fighters, in the order of their numbers.
    #[serde(default)]
    pub combatants: Vec<FighterFile>,
    /// The seed of the dice; none takes a new one each time.
    #[serde(default)]
    pub seed: Option<u64>,
}

/// A fighter of a scenario: one of a roster, changed where something is said here; or its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FighterFile {
    /// The id on the command line.
    pub id: String,
    /// The id in a roster.
    #[serde(default)]
    pub from: Option<String>,
    /// The name; needed for a fighter of no roster.
    #[serde(default)]
    pub name: Option<LocalName>,
    /// Strengths in terms of no system.
    #[serde(default)]
    pub profile: Option<Profile>,
    /// Sheets by ruleset id; one given here stands in for the roster's.
    #[serde(default)]
    pub sheets: BTreeMap<String, SheetFile>,
    /// `a`, `b` or `c`.
    pub side: String,
    /// Column and row, from 0 at the north-west corner.
    pub cell: (i16, i16),
    /// The situation modifier of the initiative, 0 to 3.
    #[serde(default)]
    pub modifier: u8,
    /// Comes in with the second round.
    #[serde(default)]
    pub pending: bool,
    /// The program plays it.
    #[serde(default)]
    pub autopilot: bool,
}

/// A checked scenario.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its name.
    pub title: LocalName,
    /// The id of its ruleset. Any other of the library will do as well: sheets that it lacks are
    /// derived.
    pub ruleset: String,
    /// Where.
    pub map: Arc<Map>,
    /// The sides' names, by [`SideId`].
    pub sides: Vec<LocalName>,
    /// Who, in the order of their numbers.
    pub fighters: Vec<Placed>,
    /// The seed of the dice, if the file names one.
    pub seed: Option<u64>,
}

/// A fighter at its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// Who; all sheets that files give, the scenario's ruleset's among them.
    pub dossier: Dossier,
    /// On whose side.
    pub side: SideId,
    /// Where.
    pub cell: CellPos,
    /// The situation modifier of the initiative.
    pub modifier: u8,
    /// Comes in with the second round.
    pub pending: bool,
}

/// What a scenario refers to, as far as it could be read.
pub struct Sources<'a> {
    /// All rulesets.
    pub rulesets: Rulesets<'a>,
    /// The map; none if it is broken, which is a problem reported elsewhere.
    pub map: Option<Arc<Map>>,
    /// All fighters of its rosters; none if one of them is broken.
    pub people: Option<&'a [Dossier]>,
}

impl Scenario {
    /// Checks the meaning of a file. There is a scenario if and only if nothing is wrong, here
    /// and in its sources.
    pub fn build(file: &ScenarioFile, sources: &Sources) -> (Option<Self>, Vec<Finding>) {
        let mut findings = roster::names(&file.title, &["title".into()]);
        if roster::ruleset(sources.rulesets, &file.ruleset).is_none() {
            let valid = roster::ids(sources.rulesets);
            let what = What::unknown("unknown-ruleset", &file.ruleset, valid);
            findings.push(Finding::new(vec!["ruleset".into()], what));
        }
        findings.extend(check_sides(&file.sides));
        let mut fighters = Vec::new();
        if file.combatants.len() > FIGHTERS_MAX {
            let args = vec![("max", FIGHTERS_MAX.to_string())];
            let what = What::said("roster-too-many-fighters", args);
            findings.push(Finding::new(vec!["combatants".into()], what));
        } else {
            let mut crowd = Crowd { file, sources, ids: BTreeSet::new(), cells: BTreeMap::new() };
            for (i, fighter) in file.combatants.iter().enumerate() {
                let (placed, found) = crowd.place(fighter);
                let at: Vec<Step> = vec!["combatants".into(), i.into()];
                findings.extend(found.into_iter().map(|finding| finding.within(&at)));
                fighters.extend(placed);
            }
        }
        let whole = findings.is_empty() && sources.people.is_some();
        let Some(map) = sources.map.clone().filter(|_| whole) else {
            return (None, findings);
        };
        let sides = SIDES.iter().map_while(|side| file.sides.get(*side).cloned()).collect();
        let (title, ruleset) = (file.title.clone(), file.ruleset.clone());
        (Some(Self { title, ruleset, map, sides, fighters, seed: file.seed }), findings)
    }
}

/// Sides are `a`, `b` and `c`, none left out between.
fn check_sides(sides: &BTreeMap<String, LocalName>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (side, name) in sides {
        let at: Vec<Step> = vec!["sides".into(), Step::Key(side.clone())];
        if SIDES.contains(&side.as_str()) {
            findings.extend(roster::names(name, &at));
        } else {
            let what = What::unknown("unknown-side", side, SIDES);
            findings.push(Finding::new(at, what).on_key());
        }
    }
    if let Some(gap) =
        SIDES[..sides.len().min(SIDES.len())].iter().find(|s| !sides.contains_key(**s))
        && findings.is_empty()
    {
        let what = What::said("side-gap", vec![("side", (*gap).to_owned())]);
        findings.push(Finding::new(vec!["sides".into()], what));
    }
    findings
}

/// Places fighters one after the other.
struct Crowd<'a> {
    file: &'a ScenarioFile,
    sources: &'a Sources<'a>,
    ids: BTreeSet<&'a str>,
    cells: BTreeMap<CellPos, &'a str>,
}

impl<'a> Crowd<'a> {
    fn place(&mut self, fighter: &'a FighterFile) -> (Option<Placed>, Vec<Finding>) {
        let mut findings = roster::id(&fighter.id, &mut self.ids);
        let dossier = self.dossier(fighter, &mut findings);
        let side = SIDES.iter().position(|side| *side == fighter.side);
        let side = side.filter(|_| self.file.sides.contains_key(&fighter.side));
        if side.is_none() {
            let valid = self.file.sides.keys().map(String::as_str);
            let what = What::unknown("unknown-side", &fighter.side, valid);
            findings.push(Finding::new(vec!["side".into()], what));
        }
        if fighter.modifier > 3 {
            let what = What::out_of_range(fighter.modifier, 0, 3);
            findings.push(Finding::new(vec!["modifier".into()], what));
        }
        let cell = CellPos::new(fighter.cell.0, fighter.cell.1);
        if let Some(what) = self.cell(cell, &fighter.id) {
            findings.push(Finding::new(vec!["cell".into()], what));
        }
        let placed = match (dossier, side) {
            (Some(dossier), Some(side)) if findings.is_empty() => Some(Placed {
                dossier,
                side: SideId(side as u8),
                cell,
                modifier: fighter.modifier,
                pending: fighter.pending,
            }),
            _ => None,
        };
        (placed, findings)
    }

    fn dossier(&self, fighter: &FighterFile, findings: &mut Vec<Finding>) -> Option<Dossier> {
        let mut dossier = Dossier { key: fighter.id.clone(), ..Dossier::default() };
        if let (Some(from), Some(people)) = (&fighter.from, self.sources.people) {
            let Some(person) = people.iter().find(|p| p.key == *from) else {
                let valid = people.iter().map(|p| p.key.as_str());
                let what = What::unknown("unknown-fighter", from, valid);
                findings.push(Finding::new(vec!["from".into()], what));
                return None;
            };
            dossier.name = person.name.clone();
            dossier.profile = person.profile;
            dossier.sheets = person.sheets.clone();
            dossier.arms.clone_from(&person.arms);
        }
        match &fighter.name {
            Some(name) => {
                findings.extend(roster::names(name, &["name".into()]));
                dossier.name = name.clone();
            }
            None if fighter.from.is_none() => {
                findings.push(Finding::new(Vec::new(), What::said("fighter-nameless", Vec::new())));
            }
            None => {}
        }
        if let Some(profile) = fighter.profile {
            findings.extend(roster::profile(&profile));
            dossier.profile = profile;
        }
        let (sheets, found) = roster::sheets(&fighter.sheets, self.sources.rulesets);
        findings.extend(found);
        dossier.sheets.extend(sheets);
        if !fighter.sheets.is_empty() {
            dossier.arms = roster::arms(&dossier.sheets, self.sources.rulesets);
        }
        dossier.autopilot = fighter.autopilot;
        Some(dossier)
    }

    /// What is wrong with a place, if anything.
    fn cell(&mut self, cell: CellPos, id: &'a str) -> Option<What> {
        let args = vec![("x", cell.x.to_string()), ("y", cell.y.to_string())];
        if let Some(map) = &self.sources.map {
            if !map.board.contains(cell) {
                let (width, height) = (map.width - 1, map.height - 1);
                let size = [("width", width.to_string()), ("height", height.to_string())];
                let args = args.into_iter().chain(size).collect();
                return Some(What::said_with_help("cell-outside", "cell-outside-help", args));
            }
            if map.in_the_way(cell).is_some() {
                return Some(What::said("cell-taken-by-thing", args));
            }
        }
        let rules = roster::ruleset(self.sources.rulesets, &self.file.ruleset);
        let shared = rules.is_some_and(|rules| rules.info().shared_cells);
        let other = self.cells.insert(cell, id).filter(|_| !shared)?;
        let args = args.into_iter().chain([("other", other.to_owned())]).collect();
        Some(What::said("cell-taken", args))
    }
}
