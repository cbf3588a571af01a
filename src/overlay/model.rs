//! What the panels show: plain data, read from the fight once for every change.
//!
//! Panels read a [`Model`] and return [`Intent`]s. They never touch the fight, so each can be
//! drawn in a test without a window.

use crate::battle::Library;
use crate::battle::combatant::{Dossier, Presence};
use crate::battle::command::{Command, Edit};
use crate::battle::facts_reader::FactsReader;
use crate::battle::journal::Journal;
use crate::battle::state::Stage;
use crate::data::map::Map;
use crate::locale::Lang;
use crate::rules::facts::{ActionId, Budget, CombatantId, Cost, Fighter, Options, Row};
use crate::rules::health::HealthPicture;
use crate::rules::key::RuleId;
use crate::rules::ruleset::{self, ActionSpec, Refusal, Ruleset, Scope, Vital};
use crate::table::{Aim, DiceShow, Open, Preview, Table, Theme, Wish, command_key};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// One fighter as panels show it.
#[derive(Clone, Debug)]
pub struct FighterModel {
    /// As rules see it.
    pub fighter: Fighter,
    /// Its state of health and what follows.
    pub vital: Vital,
    /// The shape of its health.
    pub picture: HealthPicture,
    /// The situation modifier of its initiative.
    pub modifier: u8,
    /// A level that was fixed by hand.
    pub fixed: Option<i16>,
    /// Has had its turn in this round.
    pub acted: bool,
    /// Whether it takes part.
    pub presence: Presence,
    /// Whether the program plays it.
    pub autopilot: bool,
    /// Room for attackers around it.
    pub attacker_cap: u8,
    /// What the fight does not change.
    pub dossier: Arc<Dossier>,
}

/// Something that a fighter could do, and whether it may.
#[derive(Clone, Debug)]
pub struct Deed {
    /// Which action.
    pub action: ActionId,
    /// What it costs, or why not.
    pub allowed: Result<Cost, Refusal>,
    /// The choices of an action on oneself that has any: a weapon's index or none for bare hands.
    pub choices: Vec<(Option<u8>, Result<(), Refusal>)>,
}

/// The fight and the table as panels show them.
#[derive(Clone)]
pub struct Model {
    /// The ruleset in force.
    pub rules: Arc<dyn Ruleset>,
    /// The map, for finding room on it.
    pub map: Arc<Map>,
    /// The ids of all rulesets, in the order of the switch.
    pub rulesets: Vec<&'static str>,
    /// Where the fight is.
    pub stage: Stage,
    /// Number of the round.
    pub round: u16,
    /// The turn order.
    pub rows: Vec<Row>,
    /// Whose turn it is.
    pub current: Option<CombatantId>,
    /// What is left of it.
    pub budget: Budget,
    /// Everybody.
    pub fighters: BTreeMap<CombatantId, FighterModel>,
    /// Names in the language in use, those of fighters who are gone too.
    pub names: BTreeMap<CombatantId, String>,
    /// What the running fighter could do.
    pub deeds: Vec<Deed>,
    /// Ways to make the attack that is aimed.
    pub attacks: Vec<(ActionId, Result<(), Refusal>)>,
    /// The selected token.
    pub selected: Option<CombatantId>,
    /// The attack being prepared.
    pub aim: Option<Aim>,
    /// Its preview.
    pub preview: Option<Arc<Preview>>,
    /// The action chosen before a target was.
    pub preferred: Option<String>,
    /// Tokens are moved freely.
    pub free_move: bool,
    /// The decision that is open.
    pub open: Option<Open>,
    /// The rule whose text is shown.
    pub rule: Option<RuleId>,
    /// The file of the table.
    pub file: Option<PathBuf>,
    /// Something is not saved.
    pub unsaved: bool,
    /// The word for what undo would take back.
    pub undo: Option<&'static str>,
    /// The word for what redo would do again.
    pub redo: Option<&'static str>,
}

/// What a person did on a panel.
#[derive(Clone, Debug)]
pub enum Intent {
    /// Wants something of the table.
    Wish(Wish),
    /// Selects a token.
    Select(CombatantId),
    /// Aims, or stops aiming.
    Aim(Option<Aim>),
    /// Chooses an action for the next target, or none.
    Prefer(Option<String>),
    /// Switches the free move.
    FreeMove(bool),
    /// Shows the text of a rule, or closes it.
    Rule(Option<RuleId>),
    /// Speaks another language.
    Speak(Lang),
    /// Changes the colours.
    Look(Theme),
    /// Changes the size of everything, in per cent.
    Scale(u16),
    /// Changes how rolls are shown.
    Dice(DiceShow),
    /// Closes the error.
    CloseError,
    /// Opens a window of the program itself.
    Show(Dialog),
    /// Fills the whole screen, or stops doing so.
    Fullscreen,
    /// Ends the program; the table is saved by itself.
    Quit,
}

/// A window of the program itself.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// Chooses a file to open.
    Open,
    /// Chooses a file to save to.
    SaveAs,
    /// Saves to the file of the table, or asks for one.
    Save,
    /// The tables that can be gone on with.
    Recent,
    /// The sheet of keys.
    Keys,
    /// What this program is.
    About,
}

impl Intent {
    /// Orders a command.
    pub fn order(command: Command) -> Self {
        Self::Wish(Wish::Order(command))
    }

    /// Changes something of a fighter by hand.
    pub fn edit(who: CombatantId, edit: Edit) -> Self {
        Self::order(Command::Edit { who, edit })
    }
}

impl Model {
    /// Reads the fight and the table.
    pub fn read(
        reader: &FactsReader,
        library: &Library,
        journal: &Journal,
        table: &Table,
        lang: Lang,
    ) -> Self {
        let rules = reader.rules.0.clone();
        let entries = journal.entries();
        let undo = journal.at().checked_sub(1).and_then(|i| entries.get(i));
        let redo = entries.get(journal.at());
        Self {
            map: reader.map.map.clone(),
            rulesets: library.0.iter().map(|r| r.info().id).collect(),
            stage: reader.turn.stage,
            round: reader.turn.round,
            rows: reader.turn.rows.clone(),
            current: reader.turn.current,
            budget: reader.turn.budget.clone(),
            fighters: reader
                .all()
                .filter_map(|id| Some((id, fighter_model(reader, id)?)))
                .collect(),
            names: names(reader, journal, lang),
            deeds: reader.turn.current.map_or_else(Vec::new, |who| deeds(reader, who)),
            attacks: table.aim.as_ref().map_or_else(Vec::new, |aim| attacks(reader, aim)),
            selected: table.selected,
            aim: table.aim.clone(),
            preview: table.preview.clone(),
            preferred: table.preferred.clone(),
            free_move: table.free_move,
            open: table.open.clone(),
            rule: table.rule,
            file: table.file.clone(),
            unsaved: table.unsaved,
            undo: undo.map(|entry| command_key(&entry.command)),
            redo: redo.map(|entry| command_key(&entry.command)),
            rules,
        }
    }

    /// The row of the action table.
    pub fn action(&self, id: ActionId) -> Option<&ActionSpec> {
        ruleset::action(self.rules.as_ref(), id)
    }

    /// The word for something of the ruleset in force: `coin-better-world-main`.
    pub fn word(&self, kind: &str, key: &str) -> String {
        format!("{kind}-{}-{key}", self.rules.info().id)
    }

    /// The running fighter.
    pub fn acting(&self) -> Option<&FighterModel> {
        self.fighters.get(&self.current?)
    }

    /// How grave a state of health is, from 0 to 100.
    pub fn gravity(&self, state: crate::rules::key::Key) -> u8 {
        let states = self.rules.info().states;
        states.iter().find(|s| s.id == state).map_or(0, |s| s.gravity)
    }
}

fn fighter_model(reader: &FactsReader, id: CombatantId) -> Option<FighterModel> {
    let fighter = reader.fighter(id)?;
    let initiative = reader.initiative(id)?;
    let combatant = reader.combatant(id)?;
    Some(FighterModel {
        vital: reader.vital(id)?,
        picture: reader.rules.0.picture(&fighter),
        modifier: initiative.modifier,
        fixed: initiative.fixed,
        acted: initiative.acted,
        presence: initiative.presence,
        autopilot: combatant.dossier.autopilot,
        attacker_cap: reader.melee(id)?.attacker_cap,
        dossier: combatant.dossier.clone(),
        fighter,
    })
}

/// Everybody's name. One who was removed is still named in the log, so the names of the first
/// state and of all who joined come first.
fn names(reader: &FactsReader, journal: &Journal, lang: Lang) -> BTreeMap<CombatantId, String> {
    let of = |name: &crate::battle::combatant::LocalName| match lang {
        Lang::Ru => name.ru.clone(),
        Lang::En => name.en.clone(),
    };
    let mut names = BTreeMap::new();
    if let Some(first) = journal.first() {
        names.extend(first.combatants.iter().map(|c| (c.id, of(&c.dossier.name))));
        let joined = journal.entries()[..journal.at()].iter().filter_map(|e| match &e.command {
            Command::Join(newcomer) => Some(of(&newcomer.dossier.name)),
            _ => None,
        });
        names.extend((first.next_id..).map(CombatantId).zip(joined));
    }
    let present = reader.all().filter_map(|id| Some((id, of(&reader.combatant(id)?.dossier.name))));
    names.extend(present);
    names
}

fn deeds(reader: &FactsReader, who: CombatantId) -> Vec<Deed> {
    let rules = reader.rules.0.as_ref();
    let (Some(fighter), Some(budget)) = (reader.fighter(who), reader.budget(who)) else {
        return Vec::new();
    };
    let engaged = reader.engaged(who);
    (0..rules.actions().len())
        .map(|i| {
            let action = ActionId(i as u16);
            let allowed = rules.allowed(&fighter, &budget, engaged, action);
            Deed { action, choices: choices(rules, &fighter, action), allowed }
        })
        .collect()
}

/// The choices of an action on oneself: all the same means that there is none to make.
fn choices(
    rules: &dyn Ruleset,
    fighter: &Fighter,
    action: ActionId,
) -> Vec<(Option<u8>, Result<(), Refusal>)> {
    if ruleset::action(rules, action).is_none_or(|a| a.scope != Scope::Own) {
        return Vec::new();
    }
    let weapons = (0..fighter.gear.weapons.len()).map(|i| Some(i as u8));
    let tried: Vec<_> = weapons
        .chain([None])
        .map(|choice| (choice, rules.perform(action, fighter, choice)))
        .collect();
    if tried.iter().all(|(_, result)| *result == tried[0].1) {
        return Vec::new();
    }
    tried.into_iter().map(|(choice, result)| (choice, result.map(|_| ()))).collect()
}

fn attacks(reader: &FactsReader, aim: &Aim) -> Vec<(ActionId, Result<(), Refusal>)> {
    let rules = reader.rules.0.as_ref();
    let attack = |a: &ActionSpec| matches!(a.scope, Scope::Melee | Scope::Ranged | Scope::Any);
    let rows = rules.actions().iter().enumerate().filter(|(_, a)| attack(a));
    let budget = reader.budget(aim.attacker);
    rows.map(|(i, _)| {
        let action = ActionId(i as u16);
        let may = reader.attack_facts(aim.attacker, action, &aim.targets, &aim.options).and_then(
            |facts| {
                if let Some(budget) = &budget {
                    rules.allowed(&facts.attacker, budget, facts.engaged, action)?;
                }
                rules.plan(&facts).map(|_| ())
            },
        );
        (action, may)
    })
    .collect()
}

/// The same aim with one option changed; a value that equals the suggestion is no override.
pub fn with_option(
    aim: &Aim,
    option: crate::rules::key::Key,
    target: Option<CombatantId>,
    value: Option<i16>,
) -> Aim {
    let mut options: Options = aim.options.clone();
    match value {
        Some(value) => options.set(option, target, value),
        None => {
            options.0.remove(&(option, target));
        }
    }
    Aim { options, ..aim.clone() }
}
