//! What the panels show: plain data, read from the fight once for every change.
//!
//! Panels read a [`Model`] and return [`Intent`]s. They never touch the fight, so each can be
//! drawn in a test without a window.

use crate::battle::combatant::{Dossier, Presence};
use crate::battle::command::{Command, Edit};
use crate::battle::facts_reader::FactsReader;
use crate::battle::journal::Journal;
use crate::battle::state::Stage;
use crate::battle::{HouseRules, Library};
use crate::data::map::Map;
use crate::locale::Lang;
use crate::rules::effect::Change;
use crate::rules::facts::{
    ActionId, Budget, CombatantId, Condition, Cost, Fighter, ItemId, Options, Row,
};
use crate::rules::health::HealthPicture;
use crate::rules::key::RuleId;
use crate::rules::ruleset::{self, ActionSpec, Refusal, Ruleset, Scope, Vital, When};
use crate::table::{Aim, DiceShow, Laying, Open, Preview, Table, Theme, Wish, command_key};
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
    /// It may leave the fight, if the game master says so.
    pub may_leave: bool,
    /// What it could do whoever acts.
    pub any_time: Vec<Deed>,
    /// It holds back and may step in before whoever acts.
    pub may_step_in: bool,
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
    /// If it picks something up: what lies there to choose from.
    pub things: Vec<ItemId>,
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
    /// The values of its settings that are in force.
    pub settings: Vec<i16>,
    /// What the game master settled.
    pub house: HouseRules,
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
    /// What the one who could act now could do; see [`Model::actor`].
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
    /// Every roll is made by hand and typed in.
    pub hand_dice: bool,
    /// The decision that is open.
    pub open: Option<Open>,
    /// The rule whose text is shown.
    pub rule: Option<RuleId>,
    /// The file of the table.
    pub file: Option<PathBuf>,
    /// Something is not saved.
    pub unsaved: bool,
    /// Whether the autopilot holds; none while it has nobody to play.
    pub autopilot_paused: Option<bool>,
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
    /// Opens the palette of things to lay on the map, or closes it.
    Lay(Option<Laying>),
    /// Switches between the program's dice and those of a real table.
    HandDice(bool),
    /// Shows the text of a rule, or closes it.
    Rule(Option<RuleId>),
    /// Speaks another language.
    Speak(Lang),
    /// Changes the colours.
    Look(Theme),
    /// Changes the size of everything, in per cent.
    Scale(u16),
    /// Changes when controls are large.
    Controls(super::settings::Controls),
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
    /// Chooses a file to write the log to.
    ExportLog,
    /// The fighters of all rosters.
    Rosters,
    /// What the game master settles for this table.
    House,
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
            settings: rules.settings(),
            house: reader.house.clone(),
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
            deeds: acting(reader.turn.current, table.selected, reader.turn.stage)
                .map_or_else(Vec::new, |who| deeds(reader, who)),
            attacks: table.aim.as_ref().map_or_else(Vec::new, |aim| attacks(reader, aim)),
            selected: table.selected,
            aim: table.aim.clone(),
            preview: table.preview.clone(),
            preferred: table.preferred.clone(),
            free_move: table.free_move,
            hand_dice: table.hand_dice,
            open: table.open.clone(),
            rule: table.rule,
            file: table.file.clone(),
            unsaved: table.unsaved,
            autopilot_paused: anybody_given(reader).then_some(table.paused),
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

    /// The conditions of a fighter that are shown: some only keep a number for the rules.
    pub fn conditions<'a>(&self, fighter: &'a Fighter) -> impl Iterator<Item = &'a Condition> {
        let specs = self.rules.info().conditions;
        let hidden = |id| specs.iter().any(|spec| spec.id == id && spec.hidden);
        fighter.conditions.iter().filter(move |condition| !hidden(condition.id))
    }

    /// The running fighter.
    pub fn acting(&self) -> Option<&FighterModel> {
        self.fighters.get(&self.current?)
    }

    /// Whose deeds are offered: the running fighter's, and before the fight the selected one's.
    pub fn actor(&self) -> Option<CombatantId> {
        acting(self.current, self.selected, self.stage)
    }

    /// How grave a state of health is, from 0 to 100.
    pub fn gravity(&self, state: crate::rules::key::Key) -> u8 {
        let states = self.rules.info().states;
        states.iter().find(|s| s.id == state).map_or(0, |s| s.gravity)
    }
}

/// Whether the autopilot has somebody to play in a fight that runs.
fn anybody_given(reader: &FactsReader) -> bool {
    let given = |id| reader.combatant(id).is_some_and(|c| c.dossier.autopilot);
    reader.turn.stage == Stage::Fighting && reader.all().any(given)
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
        any_time: any_time(reader, &fighter),
        may_step_in: may_step_in(reader, &fighter),
        may_leave: reader.deeds(id)?.may_leave && initiative.presence == Presence::Fighting,
        dossier: combatant.dossier.clone(),
        fighter,
    })
}

/// What a fighter could do whoever acts.
fn any_time(reader: &FactsReader, fighter: &Fighter) -> Vec<Deed> {
    if reader.turn.stage != Stage::Fighting {
        return Vec::new();
    }
    let rules = reader.rules.0.as_ref();
    let rows = rules.actions().iter().enumerate();
    let here = |scope| matches!(scope, Scope::Own | Scope::Place);
    // What a fighter has no means for at all is not shown.
    let suits = |i: usize| rules.suits(fighter, ActionId(i as u16)).is_ok();
    rows.filter(|(_, spec)| spec.deed && spec.when == When::AnyTime && here(spec.scope))
        .filter(|(i, _)| suits(*i))
        .map(|(i, spec)| {
            let action = ActionId(i as u16);
            let allowed = reader.any_time(fighter, action).map(|()| spec.cost);
            let choices = choices(rules, fighter, action);
            Deed { action, allowed, choices, things: Vec::new() }
        })
        .collect()
}

/// Whether a fighter holds back until it steps in: not in its own turn, nor while that waits.
fn may_step_in(reader: &FactsReader, fighter: &Fighter) -> bool {
    let turn = &reader.turn;
    turn.stage == Stage::Fighting
        && turn.current != Some(fighter.id)
        && turn.interrupted.iter().all(|(id, _)| *id != fighter.id)
        && reader.rules.0.holds(fighter)
        && reader.vital(fighter.id).is_some_and(|vital| vital.able)
}

/// Everybody's name, those who are gone included.
fn names(reader: &FactsReader, journal: &Journal, lang: Lang) -> BTreeMap<CombatantId, String> {
    let mut names = crate::chronicle::names_in(journal, lang);
    let present = reader
        .all()
        .filter_map(|id| Some((id, reader.combatant(id)?.dossier.name.of(lang).to_owned())));
    names.extend(present);
    names
}

/// Whose deeds are offered: the running fighter's, and before the fight the selected one's.
fn acting(
    current: Option<CombatantId>,
    selected: Option<CombatantId>,
    stage: Stage,
) -> Option<CombatantId> {
    current.or_else(|| selected.filter(|_| stage == Stage::Setup))
}

/// What a fighter could do at this time, in the order in which it is likely to be wanted: what
/// could not be done with a fresh turn either is not offered.
fn deeds(reader: &FactsReader, who: CombatantId) -> Vec<Deed> {
    let rules = reader.rules.0.as_ref();
    let (Some(fighter), Some(budget)) = (reader.fighter(who), reader.budget(who)) else {
        return Vec::new();
    };
    let engaged = reader.engaged(who);
    let time = match reader.turn.stage {
        Stage::Setup => When::BeforeFight,
        Stage::Fighting | Stage::Over => When::OwnTurn,
    };
    let fresh = fresh_budget(reader, who);
    let rows = rules.actions().iter().enumerate();
    let mut found: Vec<(u8, Deed)> = rows
        .filter(|(_, spec)| spec.deed && spec.when == time)
        .filter_map(|(i, spec)| {
            let action = ActionId(i as u16);
            if time == When::OwnTurn {
                rules.allowed(&fighter, &fresh, false, action).ok()?;
            }
            let may = |cost| reader.may(&fighter, action).map(|()| cost);
            let allowed = match time {
                When::OwnTurn => rules.allowed(&fighter, &budget, engaged, action),
                When::OutOfTurn | When::BeforeFight | When::AnyTime => may(spec.cost),
            };
            let late = wanted_late(spec, i, engaged);
            if !takes_something(rules, &fighter, action) {
                let choices = choices(rules, &fighter, action);
                return Some((late, Deed { action, choices, allowed, things: Vec::new() }));
            }
            let things = reader.things_in_reach(who);
            let choices = match things.len() {
                0 => return None,
                1 => Vec::new(),
                several => (0..several as u8).map(|i| (Some(i), Ok(()))).collect(),
            };
            Some((late, Deed { action, choices, allowed, things }))
        })
        .collect();
    found.sort_by_key(|(late, _)| *late);
    let own_turn = found.into_iter().map(|(_, deed)| deed);
    own_turn.chain(any_time(reader, &fighter)).collect()
}

/// The ordinary attack first, then what suits the distance, then guards and the like, then attacks
/// of the other kind; a walk is dragged and needs no button.
fn wanted_late(spec: &ActionSpec, i: usize, engaged: bool) -> u8 {
    match spec.scope {
        Scope::Any if i == 0 => 0,
        Scope::Any => 1,
        Scope::Melee if engaged => 1,
        Scope::Ranged if !engaged => 1,
        Scope::Melee | Scope::Ranged => 3,
        Scope::Own | Scope::Thing | Scope::Place | Scope::Ally => 2,
        Scope::Path => 4,
    }
}

/// Whether an action picks up what lies on the board.
fn takes_something(rules: &dyn Ruleset, fighter: &Fighter, action: ActionId) -> bool {
    if ruleset::action(rules, action).is_none_or(|a| a.scope != Scope::Own) {
        return false;
    }
    let effects = rules.perform(action, fighter, None).unwrap_or_default();
    effects.iter().any(|effect| matches!(effect.change, Change::Take(_)))
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

/// Ways to attack those who are aimed at: those that could be taken with a fresh turn and are
/// possible from where everybody stands, and the one that is aimed with.
fn attacks(reader: &FactsReader, aim: &Aim) -> Vec<(ActionId, Result<(), Refusal>)> {
    let rules = reader.rules.0.as_ref();
    let before = reader.turn.stage == Stage::Setup;
    let side = |id: CombatantId| reader.combatant(id).map(|c| c.side);
    let friend = aim.targets.first().is_some_and(|id| side(*id) == side(aim.attacker));
    let attack = |a: &ActionSpec| {
        let suits = if friend && aim.cell.is_none() {
            a.scope == Scope::Ally
        } else {
            a.scope.at_enemy() || a.id == aim.action
        };
        suits && a.deed && (a.when == When::OwnTurn || before && a.when == When::BeforeFight)
    };
    let fresh = fresh_budget(reader, aim.attacker);
    let rows = rules.actions().iter().enumerate().filter(|(_, a)| attack(a));
    rows.filter_map(|(i, spec)| {
        let action = ActionId(i as u16);
        let facts =
            reader.attack_facts(aim.attacker, action, &aim.targets, aim.cell, &aim.options).ok()?;
        let own_turn = spec.when == When::OwnTurn;
        let sensible =
            !own_turn || rules.allowed(&facts.attacker, &fresh, facts.engaged, action).is_ok();
        let plan = rules.plan(&facts).map(|_| ());
        if spec.id != aim.action && (!sensible || plan.is_err()) {
            return None;
        }
        Some((action, reader.may(&facts.attacker, action).and(plan)))
    })
    .collect()
}

/// A turn of which nothing is spent. What a rule takes away at its beginning counts as there: what
/// cannot be done for that reason says so.
fn fresh_budget(reader: &FactsReader, who: CombatantId) -> Budget {
    let rules = reader.rules.0.as_ref();
    let begun = reader.turn_facts(who).and_then(|facts| rules.turn_start(&facts).budget);
    let left = begun.map_or_else(Default::default, |begun| begun.left);
    let mut fresh = Budget { left, ..Budget::default() };
    for (left, coin) in fresh.left.iter_mut().zip(rules.info().coins) {
        *left = coin.count.max(*left);
    }
    fresh
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
