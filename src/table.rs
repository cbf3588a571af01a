//! The table in the window: what is selected, aimed at, previewed and asked for.
//!
//! `view` (the board) and `overlay` (the panels) never touch each other. Both read [`Table`] and
//! leave [`Wish`]es; `fulfil` carries them out at one place in the frame, through the battle's
//! gate. Nothing here decides a rule.

pub mod moment;

use crate::battle::combatant::{Census, Combatant};
use crate::battle::command::{Command, Edit};
use crate::battle::event::{BattleEvent, LogLine, Report};
use crate::battle::facts_reader::FactsReader;
use crate::battle::journal::{self, Answer, Journal};
use crate::battle::turn::Turn;
use crate::battle::{Rules, Supplied};
use crate::chronicle::refused;
use crate::data::map::{Laid, PropKind, ZoneKind};
use crate::locale::{Lang, Words};
use crate::rules::dice::{Dice, Given, GivenError, Limit, Question, Rolled, Wanted};
use crate::rules::facts::{ActionId, AttackFacts, CombatantId, Options};
use crate::rules::grid::CellPos;
use crate::rules::message::{Arg, Message};
use crate::rules::odds::Prospect;
use crate::rules::ruleset::{Advice, Plan, Refusal, When};
use crate::shelf::autosave::Recent;
use bevy::ecs::system::SystemState;
use bevy::prelude::{
    App, IntoScheduleConfigs, Plugin, Resource, SystemSet, Update, World, resource_changed,
};
use moment::Moment;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;

/// Something that a person wants.
#[derive(Clone, Debug)]
pub enum Wish {
    /// Orders a command.
    Order(Command),
    /// Orders a command with dice that were rolled by hand (BW-CHK-10).
    OrderWithDice(Command, Vec<u16>),
    /// Answers the open question, by the index of the choice.
    Answer(u8),
    /// Changes choices and overrides of the attack that the open question offers.
    Offer(Options),
    /// Takes the command back that led to the open question.
    Withdraw,
    /// Carries out the attack that is aimed.
    Attack,
    /// Takes the last command back.
    Undo,
    /// Does it again.
    Redo,
    /// Opens a file: a scenario, a saved table.
    Open(PathBuf),
    /// Opens what ships under this name.
    OpenShipped(String),
    /// Saves the table to a file.
    Save(PathBuf),
    /// A new empty table.
    New,
    /// Puts the table back that was left last.
    Former,
    /// Shows a message for a while.
    Toast(Message),
    /// Lets the program play the running turn.
    Autopilot,
    /// Gives the number that a roll by hand waits for.
    Rolled(u16),
    /// Looks at the moment of a line of the log, or stops doing so.
    Moment(Option<moment::Place>),
    /// Writes the log to a file as text.
    ExportLog(PathBuf),
    /// Holds the autopilot (true), or lets it go on.
    Pause(bool),
}

/// What a click on the board lays there while the palette is open.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Brush {
    /// An object on one cell.
    Thing(PropKind),
    /// A zone, so many cells to each side.
    Zone(ZoneKind, u8),
    /// Takes away what was laid.
    Clear,
}

impl Brush {
    /// What it lays on a cell; none takes away.
    pub fn on(self, cell: CellPos) -> Option<Laid> {
        match self {
            Self::Thing(kind) => Some(Laid::Thing(cell, kind)),
            Self::Zone(kind, reach) => Some(Laid::Zone(cell, kind, reach)),
            Self::Clear => None,
        }
    }
}

/// The open palette.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Laying {
    /// What is laid.
    pub brush: Brush,
    /// Who pays for it; none is the game master.
    pub who: Option<CombatantId>,
}

impl Laying {
    /// What a click on a cell orders.
    pub fn order(self, cell: CellPos) -> Command {
        match self.brush.on(cell) {
            Some(what) => Command::Lay { what, who: self.who },
            None => Command::Clear { cell },
        }
    }
}

/// An attack being prepared.
#[derive(Clone, Debug, PartialEq)]
pub struct Aim {
    /// Who attacks.
    pub attacker: CombatantId,
    /// Whom.
    pub targets: Vec<CombatantId>,
    /// How, by the action's id.
    pub action: String,
    /// The cell it is aimed at, where it is aimed at one.
    pub cell: Option<CellPos>,
    /// Choices and overrides.
    pub options: Options,
}

/// What is known of an attack before it is rolled.
#[derive(Clone, Debug)]
pub struct Preview {
    /// The facts it was made from.
    pub facts: AttackFacts,
    /// The checks, or why it is not allowed.
    pub plan: Result<Plan, Refusal>,
    /// The exact odds; none when the attack is refused or too complex to preview.
    pub odds: Option<Prospect>,
    /// What would serve better.
    pub advice: Vec<Advice>,
    /// Why it can be looked at and not made now: it is not the time for it.
    pub hindrance: Option<Refusal>,
    /// Enemies who may be named as one more target.
    pub more: Vec<CombatantId>,
}

/// A command that waits for a decision.
#[derive(Clone, Debug)]
pub struct Open {
    /// What waits.
    pub command: Command,
    /// What is asked.
    pub question: Question,
    /// The dice that were given for it. Without them the generator stands where it stood, so the
    /// same faces fall again.
    pub dice: Option<Given>,
    /// The answers so far.
    pub answers: Vec<u8>,
    /// What led to the question: lines of the log with their checks and dice.
    pub lines: Vec<LogLine>,
    /// The numbers typed so far, if its dice are rolled by hand.
    pub by_hand: Option<Vec<u16>>,
    /// What fell before the question, as somebody would type it.
    pub fell: Vec<u16>,
    /// The attack that is offered, with its odds.
    pub offered: Option<Arc<Preview>>,
}

/// A command whose dice are rolled by hand, and the roll that it waits for (BW-CHK-10).
#[derive(Clone, Debug)]
pub struct Rolling {
    /// What waits.
    pub command: Command,
    /// The answers so far.
    pub answers: Vec<u8>,
    /// The numbers typed so far.
    pub numbers: Vec<u16>,
    /// The attack that is rolled, if a question offered it.
    pub of: Option<Arc<Preview>>,
    /// What the next roll is for and what it can show.
    pub wanted: Wanted,
}

/// A message over the board, gone after a while.
#[derive(Clone, Debug)]
pub struct Toast {
    /// What it says.
    pub message: Message,
    /// Counts up with each, so that the newest can be told.
    pub number: u64,
    /// What a button in it says and wishes for.
    pub button: Option<(Message, Wish)>,
}

/// The state of the table that is no part of the fight.
#[derive(Resource, Default)]
pub struct Table {
    /// What people want, oldest first.
    pub wishes: Vec<Wish>,
    /// The selected token.
    pub selected: Option<CombatantId>,
    /// Whose turn it was when the selection was looked at last.
    turn_of: Option<CombatantId>,
    /// The cell under the pointer.
    pub hovered: Option<CellPos>,
    /// The attack being prepared.
    pub aim: Option<Aim>,
    /// Its preview; made anew whenever the aim or the fight changes.
    pub preview: Option<Arc<Preview>>,
    /// The attack action that was chosen before a target was: the next click on an enemy aims
    /// with it.
    pub preferred: Option<String>,
    /// The decision that is open.
    pub open: Option<Open>,
    /// Every roll is made by hand and typed in.
    pub hand_dice: bool,
    /// The roll that waits for a number.
    pub rolling: Option<Rolling>,
    /// The fighter whose running turn the program plays, once.
    pub flown: Option<CombatantId>,
    /// The autopilot holds until somebody lets it go on: a person took something back.
    pub paused: bool,
    /// The game master moves tokens freely.
    pub free_move: bool,
    /// The palette of things to lay on the map, while it is open.
    pub laying: Option<Laying>,
    /// The moment of the fight that is looked at again.
    pub moment: Option<Arc<Moment>>,
    /// Messages that are shown.
    pub toasts: Vec<Toast>,
    /// An error of a file, in words already: it names places in a text.
    pub error: Option<String>,
    /// The key of what could not be done with the file of the error.
    pub error_title: &'static str,
    /// The rule whose text is shown.
    pub rule: Option<crate::rules::key::RuleId>,
    /// The file the table was opened from or saved to.
    pub file: Option<PathBuf>,
    /// The last attack's events, for the show of dice.
    pub last: Vec<BattleEvent>,
    /// Counts up with every change of the fight that this table has seen.
    pub seen: u64,
    /// Tables that can be gone on with, all but this one, the newest first.
    pub recent: Vec<Recent>,
    /// Whether the wishes have changed something since the last autosave.
    pub unsaved: bool,
    next_toast: u64,
}

/// The part of the window that no panel covers, in logical pixels from the top left corner; none
/// before the panels were laid out.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct BoardArea(pub Option<bevy::math::Rect>);

/// Whether something on the board moves, so that the next frame is due at once.
#[derive(Resource, Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Animating(pub bool);

/// The colours of the program.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Theme {
    /// For evenings.
    #[default]
    Dark,
    /// For bright halls.
    Light,
    /// With the strongest contrast.
    Contrast,
}

/// How rolls are shown.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DiceShow {
    /// Only the result.
    Off,
    /// In under a second.
    #[default]
    Fast,
    /// Slowly enough for a hall to hold its breath.
    Theatrical,
}

/// How the program looks; the overlay sets it, the board follows.
#[derive(Resource, Copy, Clone, Debug, PartialEq, Eq)]
pub struct Looks {
    /// The colours.
    pub theme: Theme,
    /// How rolls are shown.
    pub dice: DiceShow,
    /// Size of everything that is read, in per cent.
    pub scale_percent: u16,
}

impl Default for Looks {
    fn default() -> Self {
        Self { theme: Theme::default(), dice: DiceShow::default(), scale_percent: 100 }
    }
}

impl Looks {
    /// Points of the panels to logical pixels; words on the board grow alike.
    pub fn scale(&self) -> f32 {
        f32::from(self.scale_percent) / 100.0
    }
}

/// The language that is spoken, with its words.
#[derive(Resource, Clone)]
pub struct Speech {
    /// The words.
    pub words: Words,
    /// The language in use.
    pub lang: Lang,
}

/// Systems of the table, for ordering.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub enum TableSet {
    /// Wishes are carried out.
    Fulfil,
    /// The preview is made anew.
    Preview,
}

/// Adds the table to an app that has the battle.
pub struct TablePlugin;

impl Plugin for TablePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Table>();
        app.init_resource::<BoardArea>();
        app.init_resource::<Animating>();
        app.init_resource::<Looks>();
        app.configure_sets(Update, (TableSet::Fulfil, TableSet::Preview).chain());
        app.add_systems(
            Update,
            (
                fulfil.in_set(TableSet::Fulfil),
                preview.in_set(TableSet::Preview).run_if(resource_changed::<Table>),
            ),
        );
    }
}

impl Table {
    /// Wants something.
    pub fn wish(&mut self, wish: Wish) {
        self.wishes.push(wish);
    }

    /// Shows an error of a file until it is closed.
    pub fn fail(&mut self, title: &'static str, text: String) {
        (self.error_title, self.error) = (title, Some(text));
    }

    /// Shows a message for a while.
    pub fn toast(&mut self, message: Message) {
        self.show_toast(message, None);
    }

    /// Shows a message with a button for a while.
    pub fn toast_with(&mut self, message: Message, button: (Message, Wish)) {
        self.show_toast(message, Some(button));
    }

    fn show_toast(&mut self, message: Message, button: Option<(Message, Wish)>) {
        self.next_toast += 1;
        let number = self.next_toast;
        // What is said twice is said once, and for longer.
        if let Some(same) = self.toasts.iter_mut().find(|toast| toast.message == message) {
            (same.number, same.button) = (number, button);
            return;
        }
        self.toasts.push(Toast { message, number, button });
        if self.toasts.len() > 4 {
            self.toasts.remove(0);
        }
    }
}

/// Carries out what was wished for. Files are the business of [`crate::desk`].
pub(crate) fn fulfil(world: &mut World) {
    if world.resource::<Table>().wishes.is_empty() {
        return;
    }
    let wishes = std::mem::take(&mut world.resource_mut::<Table>().wishes);
    for wish in wishes {
        match wish {
            Wish::Order(command) if world.resource::<Table>().hand_dice => {
                roll_by_hand(world, command, Vec::new(), Vec::new(), None);
            }
            Wish::Order(command) => order(world, command, None, Vec::new()),
            Wish::Rolled(number) => rolled(world, number),
            Wish::OrderWithDice(command, numbers) => {
                order(world, command, Some(Given::numbers(&numbers)), Vec::new());
            }
            Wish::Answer(choice) => answer(world, choice),
            Wish::Offer(options) => offer_anew(world, options),
            Wish::Withdraw => withdraw(world),
            Wish::Attack => attack(world),
            Wish::Undo => step(world, journal::undo, "toast-undone", "toast-nothing-to-undo"),
            Wish::Redo => step(world, journal::redo, "toast-redone", "toast-nothing-to-redo"),
            Wish::Toast(message) => world.resource_mut::<Table>().toast(message),
            Wish::Autopilot => {
                let current = world.resource::<Turn>().current;
                world.resource_mut::<Table>().flown = current;
            }
            Wish::Moment(place) => {
                let moment = place.and_then(|place| moment::of(world, place));
                world.resource_mut::<Table>().moment = moment.map(Arc::new);
            }
            Wish::Pause(on) => {
                let mut table = world.resource_mut::<Table>();
                (table.paused, table.flown) = (on, None);
            }
            files @ (Wish::Open(_)
            | Wish::OpenShipped(_)
            | Wish::Save(_)
            | Wish::ExportLog(_)
            | Wish::New
            | Wish::Former) => {
                crate::desk::carry_out(world, files);
            }
        }
    }
    let changes = world.resource::<Journal>().changes();
    let mut table = world.resource_mut::<Table>();
    if table.moment.as_ref().is_some_and(|moment| moment.changes != changes) {
        table.moment = None;
    }
    forget_gone(world);
}

/// Orders a command through the gate; what hinders it is shown, what it asks is asked.
fn order(world: &mut World, command: Command, dice: Option<Given>, mut answers: Vec<u8>) {
    let result = attempt(world, &command, dice.as_ref(), &mut answers);
    settle(world, command, dice, answers, result);
}

/// Shows what came of a command.
fn settle(
    world: &mut World,
    command: Command,
    dice: Option<Given>,
    answers: Vec<u8>,
    result: Answer,
) {
    let report = world.resource::<Report>();
    let struck = report.events.clone();
    let fell = numbers_of(&report.rolls);
    let (lines, offered) = (explained(report), offered(world));
    let mut table = world.resource_mut::<Table>();
    match result {
        Answer::Done => {
            if hands_over(&command) {
                table.paused = false;
            }
            table.unsaved = true;
            table.open = None;
            table.last = struck;
            if matches!(command, Command::Lay { who: Some(_), .. }) {
                // One point pays for one thing.
                table.laying = None;
            }
            // What was chosen was chosen for this deed and this turn.
            let turns = matches!(command, Command::EndTurn | Command::SetTurn { .. });
            if turns || matches!(command, Command::Attack { .. } | Command::Act { .. }) {
                (table.aim, table.preferred) = (None, None);
            }
        }
        Answer::Refused(refusal) => table.toast(refused(&refusal)),
        Answer::Asks(question) => {
            let by_hand = None;
            table.open =
                Some(Open { command, question, dice, answers, lines, by_hand, fell, offered });
        }
        Answer::Dice(error) => table.toast(dice_error(&error)),
    }
}

/// Orders a command whose dice are rolled by hand: it is probed with the numbers typed so
/// far. The roll that finds none left is the next to be typed; if there is no such roll, all are
/// there.
fn roll_by_hand(
    world: &mut World,
    command: Command,
    mut answers: Vec<u8>,
    numbers: Vec<u16>,
    of: Option<Arc<Preview>>,
) {
    let result = attempt(world, &command, Some(&Given::probe(&numbers)), &mut answers);
    let wanted = match &result {
        Answer::Dice(error) => error.probed(),
        _ => None,
    };
    if let Some(wanted) = wanted {
        let mut table = world.resource_mut::<Table>();
        table.open = None;
        table.rolling = Some(Rolling { command, answers, numbers, of, wanted });
        return;
    }
    match result {
        Answer::Asks(question) => {
            let (lines, offered) = (explained(world.resource::<Report>()), offered(world));
            let mut table = world.resource_mut::<Table>();
            table.rolling = None;
            let (dice, fell, by_hand) = (None, Vec::new(), Some(numbers));
            table.open =
                Some(Open { command, question, dice, answers, lines, by_hand, fell, offered });
        }
        // Nothing takes the impossible number silently; if something did, the command is done.
        Answer::Done => world.resource_mut::<Table>().unsaved = true,
        // All numbers are there, or something hinders it that has to be told.
        Answer::Refused(_) | Answer::Dice(_) => {
            world.resource_mut::<Table>().rolling = None;
            let dice = (!numbers.is_empty()).then(|| Given::numbers(&numbers));
            order(world, command, dice, answers);
        }
    }
}

/// A number was typed for the roll that waits.
fn rolled(world: &mut World, number: u16) {
    let Some(mut rolling) = world.resource_mut::<Table>().rolling.take() else { return };
    rolling.numbers.push(number);
    let Rolling { command, answers, numbers, of, .. } = rolling;
    roll_by_hand(world, command, answers, numbers, of);
}

/// Tries a command. For a fighter of the autopilot nobody is asked: the preset answer joins
/// `answers`, and the command is tried again with the same dice.
fn attempt(
    world: &mut World,
    command: &Command,
    dice: Option<&Given>,
    answers: &mut Vec<u8>,
) -> Answer {
    loop {
        let mut supplied = world.resource_mut::<Supplied>();
        supplied.dice = dice.cloned();
        supplied.answers.clone_from(answers);
        supplied.ask = true;
        let result = journal::order(world, command.clone());
        let Answer::Asks(question) = &result else { return result };
        let Some(preset) = preset_of_program(world, question) else { return result };
        answers.push(preset);
    }
}

/// The attack that the open question offers, with its odds as the board stood then.
fn offered(world: &World) -> Option<Arc<Preview>> {
    let facts = world.resource::<Report>().offered.clone()?;
    let rules = world.resource::<Rules>();
    let plan = rules.0.plan(&facts);
    Some(Arc::new(weighed(rules, facts, plan)))
}

/// Rolls as somebody would type them: of coins the ones, of other dice each face.
fn numbers_of(rolls: &[Rolled]) -> Vec<u16> {
    let told = |roll: &Rolled| -> Vec<u16> {
        if roll.is_of_coins() {
            return vec![roll.sum().clamp(0, u16::MAX.into()) as u16];
        }
        roll.faces.iter().copied().map(u16::from).collect()
    };
    rolls.iter().flat_map(told).collect()
}

/// The lines of the report that have checks and dice to show.
fn explained(report: &Report) -> Vec<LogLine> {
    report.lines.iter().filter(|line| !line.explained.is_empty()).cloned().collect()
}

/// Whether the game master gave this fighter to the autopilot.
pub fn given_away(world: &World, who: CombatantId) -> bool {
    let entity = world.resource::<Census>().0.get(&who).copied();
    let combatant = entity.and_then(|entity| world.get::<Combatant>(entity));
    combatant.is_some_and(|combatant| combatant.dossier.autopilot)
}

/// The answer that the program gives for its own fighters; none if the question is a person's.
fn preset_of_program(world: &World, question: &Question) -> Option<u8> {
    let whose = question.text.args.iter().find_map(|(_, arg)| match arg {
        Arg::Who(id) => Some(*id),
        _ => None,
    })?;
    let flown = world.resource::<Table>().flown == Some(whose);
    let preset = u8::try_from(question.preset).ok()?;
    (flown || given_away(world, whose)).then_some(preset)
}

/// Whether a command gives somebody to the autopilot, which then has to go on.
fn hands_over(command: &Command) -> bool {
    matches!(
        command,
        Command::Autopilot { on: true, .. } | Command::Edit { edit: Edit::Autopilot(true), .. }
    )
}

/// Puts the question aside. The autopilot would ask it again at once, so it holds.
fn withdraw(world: &mut World) {
    let mut table = world.resource_mut::<Table>();
    table.rolling = None;
    if table.open.take().is_some() {
        table.toast(Message::new("toast-taken-back"));
    }
    hold(world);
}

/// Holds the autopilot if there is one, and says so.
fn hold(world: &mut World) {
    let ids: Vec<CombatantId> = world.resource::<Census>().0.keys().copied().collect();
    let any = ids.into_iter().any(|id| given_away(world, id));
    let mut table = world.resource_mut::<Table>();
    table.flown = None;
    if any && !table.paused {
        table.paused = true;
        table.toast(Message::new("toast-autopilot-paused"));
    }
}

/// What was wrong with typed-in dice, in words.
pub fn dice_error(error: &GivenError) -> Message {
    match error {
        GivenError::TooFew { rule, wanted } => {
            Message::new("dice-too-few").text("rule", rule.0).int("wanted", i64::from(*wanted))
        }
        GivenError::Impossible { rule, value, min, max, .. } => Message::new("dice-impossible")
            .text("rule", rule.0)
            .int("value", i64::from(*value))
            .int("min", i64::from(*min))
            .int("max", i64::from(*max)),
        GivenError::LeftOver { count } => {
            Message::new("dice-left-over").int("count", *count as i64)
        }
        GivenError::OtherRule { wanted, found } => {
            Message::new("dice-other-rule").text("wanted", wanted.0).text("found", found.0)
        }
    }
}

fn answer(world: &mut World, choice: u8) {
    let Some(open) = world.resource_mut::<Table>().open.take() else { return };
    let mut answers = open.answers;
    answers.push(choice);
    let Open { command, dice, by_hand, fell, offered, .. } = open;
    match (by_hand, dice) {
        (Some(numbers), _) => roll_by_hand(world, command, answers, numbers, offered),
        (None, Some(dice)) => {
            // After another answer than was foreseen other dice fall: those that lay on the table
            // before the question stay, and the rest is asked for one by one.
            let mut tried = answers.clone();
            match attempt(world, &command, Some(&dice), &mut tried) {
                Answer::Dice(_) => roll_by_hand(world, command, answers, fell, offered),
                result => settle(world, command, Some(dice), tried, result),
            }
        }
        (None, None) => order(world, command, None, answers),
    }
}

/// Asks the open question anew, with other choices and overrides for the attack that it offers.
fn offer_anew(world: &mut World, options: Options) {
    let Some(open) = world.resource::<Table>().open.clone() else { return };
    let Some(offered) = &open.offered else { return };
    let Command::Move { who, path, mut strikes } = open.command else { return };
    let striker = offered.facts.attacker.id;
    let facts = AttackFacts { options: options.clone(), ..offered.facts.clone() };
    if let Err(refusal) = world.resource::<Rules>().0.plan(&facts) {
        world.resource_mut::<Table>().toast(refused(&refusal));
        return;
    }
    strikes.retain(|(id, _)| *id != striker);
    if !options.0.is_empty() {
        strikes.push((striker, options));
    }
    world.resource_mut::<Table>().open = None;
    let command = Command::Move { who, path, strikes };
    match open.by_hand {
        Some(numbers) => roll_by_hand(world, command, open.answers, numbers, None),
        None => order(world, command, open.dice, open.answers),
    }
}

fn attack(world: &mut World) {
    let Some(aim) = world.resource::<Table>().aim.clone() else { return };
    let Aim { attacker: who, targets, action, cell: aim, options } = aim;
    let command = Command::Attack { who, action, targets, aim, options };
    if world.resource::<Table>().hand_dice {
        roll_by_hand(world, command, Vec::new(), Vec::new(), None);
    } else {
        order(world, command, None, Vec::new());
    }
}

fn step(
    world: &mut World,
    go: fn(&mut World) -> Option<Command>,
    done: &'static str,
    nothing: &'static str,
) {
    // Both before and after: the step may be the one that hands somebody over.
    hold(world);
    let gone = go(world);
    hold(world);
    let mut table = world.resource_mut::<Table>();
    table.open = None;
    table.aim = None;
    let message = match gone {
        Some(command) => {
            table.unsaved = true;
            Message::new(done).word("what", command_key(&command))
        }
        None => Message::new(nothing),
    };
    table.toast(message);
}

/// The word for a kind of command, for toasts and the journal.
pub fn command_key(command: &Command) -> &'static str {
    match command {
        Command::Begin { .. } => "command-begin",
        Command::Move { .. } => "command-move",
        Command::Place { .. } => "command-place",
        Command::Attack { .. } => "command-attack",
        Command::Act { .. } => "command-act",
        Command::Door { .. } => "command-door",
        Command::EndTurn => "command-end-turn",
        Command::Lay { .. } => "command-lay",
        Command::Clear { .. } => "command-clear",
        Command::Join(_) => "command-join",
        Command::Leave { .. } => "command-leave",
        Command::Return { .. } => "command-return",
        Command::Remove { .. } => "command-remove",
        Command::Autopilot { .. } | Command::Edit { edit: Edit::Autopilot(_), .. } => {
            "command-autopilot"
        }
        Command::Edit { .. } => "command-edit",
        Command::Reorder { .. } => "command-reorder",
        Command::SetTurn { .. } => "command-set-turn",
        Command::Switch { .. } => "command-switch",
        Command::Reseed { .. } => "command-reseed",
        Command::StepIn { .. } => "command-step-in",
        Command::Setting { .. } | Command::Policy(_) => "command-setting",
        Command::Hour => "command-hour",
        Command::EndRound => "command-end-round",
        Command::Finish => "command-finish",
    }
}

/// Selection and aim never point at somebody who is gone, and the selection of the one who acts ends
/// with its turn: the sheet is the next one's then.
fn forget_gone(world: &mut World) {
    let mut state: SystemState<FactsReader> = SystemState::new(world);
    let Ok(reader) = state.get(world) else { return };
    let gone = |id: CombatantId| reader.combatant(id).is_none();
    let table = world.resource::<Table>();
    let selected_gone = table.selected.is_some_and(gone);
    let aim_gone =
        table.aim.as_ref().is_some_and(|a| gone(a.attacker) || a.targets.iter().any(|t| gone(*t)));
    let acts = reader.turn.current;
    let turn_ended = acts != table.turn_of;
    if !selected_gone && !aim_gone && !turn_ended {
        return;
    }
    let mut table = world.resource_mut::<Table>();
    if selected_gone || turn_ended && table.selected == table.turn_of {
        table.selected = None;
    }
    table.turn_of = acts;
    if aim_gone {
        table.aim = None;
    }
}

/// The explained checks and exact odds of an attack as the board stands. No die is rolled.
pub fn look_ahead(reader: &FactsReader, rules: &Rules, aim: &Aim) -> Result<Preview, Refusal> {
    let action = reader.action(&aim.action)?;
    let facts = reader.attack_facts(aim.attacker, action, &aim.targets, aim.cell, &aim.options)?;
    let plan = reader.may(&facts.attacker, action).and_then(|()| rules.0.plan(&facts));
    let spec = crate::rules::ruleset::action(rules.0.as_ref(), action);
    let own_turn = spec.is_some_and(|spec| spec.when == When::OwnTurn);
    let hindrance = reader.on_turn(aim.attacker).err().filter(|_| own_turn);
    let several = spec.is_some_and(|spec| spec.targets_max > 1) && aim.cell.is_none();
    let more = if several { one_more(reader, rules, aim, action) } else { Vec::new() };
    Ok(Preview { hindrance, more, ..weighed(rules, facts, plan) })
}

/// Those whom the rules allow as one more target of the attack.
fn one_more(reader: &FactsReader, rules: &Rules, aim: &Aim, action: ActionId) -> Vec<CombatantId> {
    let side = reader.combatant(aim.attacker).map(|me| me.side);
    let allowed = |id: CombatantId| {
        let targets: Vec<_> = aim.targets.iter().copied().chain([id]).collect();
        let facts = reader.attack_facts(aim.attacker, action, &targets, None, &aim.options);
        facts.is_ok_and(|facts| rules.0.plan(&facts).is_ok())
    };
    let others = reader.each().filter(|(fighter, vital)| {
        Some(fighter.side) != side && !vital.out && !aim.targets.contains(&fighter.id)
    });
    let others: Vec<CombatantId> = others.map(|(fighter, ..)| fighter.id).collect();
    others.into_iter().filter(|id| allowed(*id)).collect()
}

/// The exact odds of a planned attack.
fn weighed(rules: &Rules, facts: AttackFacts, plan: Result<Plan, Refusal>) -> Preview {
    let targets: Vec<CombatantId> = facts.targets.iter().map(|t| t.fighter.id).collect();
    let odds = plan.as_ref().ok().and_then(|plan| {
        let resolve = |dice: &mut Dice| rules.0.resolve(&facts, plan, dice);
        Prospect::of(Limit::default(), &targets, resolve).ok()
    });
    let advice = plan.as_ref().map_or_else(|_| Vec::new(), |plan| rules.0.advice(&facts, plan));
    Preview { facts, plan, odds, advice, hindrance: None, more: Vec::new() }
}

/// Makes the preview anew when the aim or the fight has changed.
fn preview(world: &mut World) {
    let changes = world.resource::<Journal>().changes();
    let table = world.resource::<Table>();
    let fresh = table.seen == changes
        && match (&table.aim, &table.preview) {
            (None, None) => true,
            (Some(aim), Some(preview)) => same(aim, preview, world.resource::<Rules>()),
            _ => false,
        };
    if fresh {
        return;
    }
    let aim = table.aim.clone();
    let rules = world.resource::<Rules>().clone();
    let mut state: SystemState<FactsReader> = SystemState::new(world);
    let made = match (state.get(world), aim) {
        (Ok(reader), Some(aim)) => look_ahead(&reader, &rules, &aim).ok().map(Arc::new),
        _ => None,
    };
    let mut table = world.resource_mut::<Table>();
    table.preview = made;
    table.seen = changes;
}

fn same(aim: &Aim, preview: &Preview, rules: &Rules) -> bool {
    let facts = &preview.facts;
    let named = crate::rules::ruleset::action_named(rules.0.as_ref(), &aim.action);
    let at = aim.cell.is_none_or(|cell| facts.aim.is_some_and(|aim| aim.cell == cell));
    // What goes off in a cell finds its targets by itself.
    let finds = aim.cell.is_some() && facts.ground.is_some();
    facts.attacker.id == aim.attacker
        && facts.options == aim.options
        && Some(facts.action) == named
        && at
        && (finds || facts.targets.iter().map(|t| t.fighter.id).eq(aim.targets.iter().copied()))
}
