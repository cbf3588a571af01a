//! What comes out of a rule: a small vocabulary that the battle applies without knowing rules.

use super::facts::{Carried, CombatantId, Condition, Cost, Fighter, ItemId, Until};
use super::grid::CellPos;
use super::key::{Key, RuleId};
use super::message::Message;
use serde::{Deserialize, Serialize};

/// A change that a rule demands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Change {
    /// Adds to the running number of the health track.
    Points(i16),
    /// Adds marks in a column of the health track.
    Mark(u8, i8),
    /// Puts into a condition; one of the same name by the same other fighter is replaced, but for
    /// those that last for hours.
    Begin(Condition),
    /// Ends a condition, by whomever it is.
    End(Key),
    /// Ends a condition as far as it is by this other fighter.
    EndBy(Key, CombatantId),
    /// Takes rounds out of the weapon in hand.
    Spend(u16),
    /// Takes rounds out of a weapon that is carried, by its index.
    SpendOf(u8, u16),
    /// Moves so many rounds from beside the weapon in hand into it.
    Load(u16),
    /// What is on the weapon in hand is used up.
    WipeOff,
    /// Takes coins out of the running turn.
    Lose(Cost),
    /// Adds coins to the running turn.
    Gain(Cost),
    /// Takes the weapon in hand away and lays it on a cell.
    Drop(ItemId, CellPos),
    /// Puts the fighter on a cell.
    Place(CellPos),
    /// Takes a weapon out of another fighter's hands into one's own.
    Seize(ItemId, CombatantId),
    /// Something goes off in a cell and reaches so many cells: nothing but a picture on the board.
    Burst(CellPos, u8),
    /// Takes another weapon in hand: its index, or none for bare hands.
    Draw(Option<u8>),
    /// Takes up a thing that lies within reach: the first, or the one of this number.
    Take(Option<u8>),
    /// Leaves the fight.
    Leave,
    /// Nothing but a line in the log.
    Tell,
}

impl Change {
    /// What it makes of a fighter. What concerns the turn or the board is not seen here.
    pub fn apply_to(&self, fighter: &mut Fighter) {
        match self {
            Self::Points(n) => {
                fighter.health.points = fighter.health.points.saturating_add(*n);
            }
            Self::Mark(column, n) => {
                let mark = &mut fighter.health.marks[usize::from(*column)];
                *mark = mark.saturating_add_signed(*n);
            }
            Self::Begin(_) | Self::End(_) | Self::EndBy(..) => {
                self.apply_to_conditions(&mut fighter.conditions);
            }
            Self::Spend(rounds) => {
                if let Some(held) = held(fighter) {
                    held.loaded = held.loaded.saturating_sub(*rounds);
                }
            }
            Self::SpendOf(index, rounds) => {
                if let Some(carried) = fighter.gear.weapons.get_mut(usize::from(*index)) {
                    carried.loaded = carried.loaded.saturating_sub(*rounds);
                }
            }
            Self::Load(rounds) => {
                if let Some(held) = held(fighter) {
                    let moved = (*rounds).min(held.spare);
                    held.loaded += moved;
                    held.spare -= moved;
                }
            }
            Self::WipeOff => {
                if let Some(held) = held(fighter) {
                    held.coat = 0;
                }
            }
            Self::Drop(item, _) => {
                if let Some(at) = fighter.gear.weapons.iter().position(|c| c.item == *item) {
                    fighter.gear.weapons.remove(at);
                    fighter.gear.in_hand = None;
                }
            }
            Self::Place(cell) => fighter.cell = *cell,
            Self::Draw(choice) => fighter.gear.in_hand = *choice,
            Self::Lose(_)
            | Self::Gain(_)
            | Self::Leave
            | Self::Take(_)
            | Self::Seize(..)
            | Self::Burst(..)
            | Self::Tell => {}
        }
    }

    /// What it makes of a fighter's conditions, which stay sorted.
    pub fn apply_to_conditions(&self, conditions: &mut Vec<Condition>) {
        match self {
            Self::Begin(condition) => {
                let lasts = |until: Until| matches!(until, Until::Hours(_));
                if !lasts(condition.until) {
                    let other = |c: &Condition| (c.id, c.by) != (condition.id, condition.by);
                    conditions.retain(|c| lasts(c.until) || other(c));
                }
                conditions.push(*condition);
                conditions.sort_unstable();
            }
            Self::End(id) => conditions.retain(|c| c.id != *id),
            Self::EndBy(id, by) => conditions.retain(|c| c.id != *id || c.by != Some(*by)),
            _ => {}
        }
    }
}

fn held(fighter: &mut Fighter) -> Option<&mut Carried> {
    let index = usize::from(fighter.gear.in_hand?);
    fighter.gear.weapons.get_mut(index)
}

/// One turn less for conditions that last so many turns, for rulesets to ask as a turn ends; each
/// effect by the rule that `rule` names for the condition.
pub fn count_down(who: &Fighter, rule: impl Fn(Key) -> RuleId) -> Vec<Effect> {
    let passed = |condition: &Condition| {
        let Until::Turns(turns) = condition.until else { return None };
        let change = match (turns, condition.by) {
            (2.., _) => Change::Begin(Condition { until: Until::Turns(turns - 1), ..*condition }),
            (_, Some(by)) => Change::EndBy(condition.id, by),
            (_, None) => Change::End(condition.id),
        };
        Some(Effect::new(rule(condition.id), who.id, change))
    };
    who.conditions.iter().filter_map(passed).collect()
}

/// One effect on one fighter, with the rule that brings it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Effect {
    /// The rule.
    pub rule: RuleId,
    /// On whom.
    pub on: CombatantId,
    /// The change.
    pub change: Change,
    /// What the log says of it; none when another line says it already.
    pub say: Option<Message>,
    /// It goes with a deed and harms nobody, whatever the deed does.
    pub aside: bool,
}

impl Effect {
    /// An effect without a line of its own.
    pub fn new(rule: RuleId, on: CombatantId, change: Change) -> Self {
        Self { rule, on, change, say: None, aside: false }
    }

    /// The same as one that harms nobody.
    #[must_use]
    pub fn aside(mut self) -> Self {
        self.aside = true;
        self
    }

    /// The same with a line for the log.
    #[must_use]
    pub fn saying(mut self, message: Message) -> Self {
        self.say = Some(message);
        self
    }
}

/// What happened to one target.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strike {
    /// The target.
    pub target: CombatantId,
    /// How well it went, in the ruleset's own degrees (`miss`, `hit`, …).
    pub degree: Key,
    /// Harm in the ruleset's own unit.
    pub damage: i16,
    /// The target's health state after it.
    pub state: Key,
}

/// What an attack does to one of its targets, apart from the others.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    /// The strike; none only before anything was rolled.
    pub strike: Option<Strike>,
    /// What follows, in the order in which it takes effect.
    pub effects: Vec<Effect>,
}

/// The result of one attack, joint over all its targets: a shared roll makes them dependent.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    /// One strike a target, in the order of the facts.
    pub strikes: Vec<Strike>,
    /// All changes, in the order in which they take effect.
    pub effects: Vec<Effect>,
}

impl Outcome {
    /// The same without the lines for the log.
    #[must_use]
    pub fn unsaid(mut self) -> Self {
        self.effects.iter_mut().for_each(|effect| effect.say = None);
        self
    }

    /// Adds what happened to the targets, in the order in which it did.
    pub fn gather<'a>(&mut self, parts: impl IntoIterator<Item = &'a Part>) {
        for part in parts {
            self.strikes.extend(part.strike.clone());
            self.effects.extend(part.effects.iter().cloned());
        }
    }
}
