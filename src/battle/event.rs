//! What a command leaves behind for people: log lines and events for animation.

pub use crate::rules::dice::Explained;
use crate::rules::dice::{Purpose, Question, Rolled};
use crate::rules::facts::{AttackFacts, CombatantId, ItemId};
use crate::rules::grid::CellPos;
use crate::rules::key::{Key, RuleId};
use crate::rules::message::Message;
use crate::rules::ruleset::{self, ItemSpec, Refusal, Ruleset};
use bevy::prelude::{Message as BevyMessage, Resource};

/// How important a line is, and how it is drawn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tone {
    /// Heading of a round or turn.
    Heading,
    /// Something was done.
    Deed,
    /// Somebody was harmed.
    Harm,
    /// A small consequence.
    Detail,
    /// The game master's hand.
    Master,
}

/// One fact of the fight.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LogLine {
    /// Round in which it happened.
    pub round: u16,
    /// Whose turn it was.
    pub turn: Option<CombatantId>,
    /// How it is drawn.
    pub tone: Tone,
    /// The rule behind it.
    pub rule: RuleId,
    /// The sentence.
    pub message: Message,
    /// The fighters it is about.
    pub about: Vec<CombatantId>,
    /// Checks and dice, for unfolding.
    pub explained: Vec<Explained>,
}

/// What happened, for whoever draws it. Events decorate and decide nothing.
#[derive(BevyMessage, Clone, Debug, PartialEq)]
pub enum BattleEvent {
    /// A token walked.
    Moved {
        /// Who.
        who: CombatantId,
        /// Along which cells.
        path: Vec<CellPos>,
    },
    /// An attack was resolved.
    Struck {
        /// Who attacked.
        who: CombatantId,
        /// Whom.
        target: CombatantId,
        /// How well.
        degree: Key,
        /// Harm.
        damage: i16,
        /// The state of health is another one now.
        changes_state: bool,
        /// It was meant to harm.
        harms: bool,
        /// The rolls of the attack.
        rolls: Vec<Rolled>,
        /// What each of them is for.
        purposes: Vec<Purpose>,
    },
    /// Something went off.
    Burst {
        /// In which cell.
        cell: CellPos,
        /// How far it reached, in cells.
        reach_cells: u8,
    },
    /// A turn began.
    TurnBegan(CombatantId),
    /// Everything may have changed: undo, redo, load.
    Restored,
}

/// What the running command has done so far.
#[derive(Resource, Clone, Debug, Default)]
pub struct Report {
    /// Nobody listens: neither lines nor events are written.
    pub mute: bool,
    /// Lines for the log.
    pub lines: Vec<LogLine>,
    /// Events for the view.
    pub events: Vec<BattleEvent>,
    /// Rolls in the order in which they fell.
    pub rolls: Vec<Rolled>,
    /// What each of them is for.
    pub purposes: Vec<Purpose>,
    /// Those for which the rule named the check.
    pub explained: Vec<Explained>,
    /// Why the command was refused.
    pub refusal: Option<Refusal>,
    /// A decision that a person has to take before the command can be carried out.
    pub question: Option<Question>,
    /// The attack that the question offers.
    pub offered: Option<AttackFacts>,
}

/// Adds a weapon to a message: its word or its own name; bare hands for none.
pub fn with_weapon(
    message: Message,
    arg: &'static str,
    rules: &dyn Ruleset,
    item: Option<ItemId>,
) -> Message {
    match item.map(|item| ruleset::weapon(rules, item)) {
        None => message.word(arg, "bare-hands"),
        Some(None) => message.text(arg, "?"),
        Some(Some(ItemSpec { name: Some(name), .. })) => message.text(arg, name),
        Some(Some(spec)) => message.word(arg, format!("item-{}", spec.id)),
    }
}

impl Report {
    /// Refuses the command.
    pub fn refuse(&mut self, rule: RuleId, key: &'static str) {
        self.refusal.get_or_insert(Refusal::new(rule, key));
    }
}
