//! The explained number: an ordered list of modifiers *is* the value.
//!
//! A [`Check`] stores no total. Its value is folded from the same list that the overlay shows, and
//! a pool of dice can only be built from a check, so a number cannot be rolled that was not
//! explained. Modifiers that lost against another one stay in the list with the reason.

use super::key::RuleId;
use super::message::Message;

/// Direction of rounding where a rule halves.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Round {
    /// Towards minus infinity.
    Down,
    /// Towards plus infinity.
    Up,
}

/// What a modifier does to the running value.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Op {
    /// Adds an amount (negative: subtracts).
    Add(i32),
    /// Halves.
    Halve(Round),
    /// Divides by a whole number, rounding to the nearest, halves up.
    Divide(i32),
    /// Multiplies by a whole number.
    Times(i32),
    /// Doubles.
    Double,
    /// The value is at most this.
    AtMost(i32),
    /// The value is at least this.
    AtLeast(i32),
    /// Takes a whole percentage, rounding a half up.
    Percent(i32),
    /// Replaces the value (a game master's override).
    Set(i32),
}

impl Op {
    /// The running value after this operation.
    pub fn apply(self, value: i32) -> i32 {
        match self {
            Self::Add(n) => value.saturating_add(n),
            Self::Halve(Round::Down) => value.div_euclid(2),
            Self::Halve(Round::Up) => -((-value).div_euclid(2)),
            Self::Divide(n) => (2 * value + n).div_euclid(2 * n),
            Self::Times(n) => value.saturating_mul(n),
            Self::Double => value.saturating_mul(2),
            Self::AtMost(n) => value.min(n),
            Self::AtLeast(n) => value.max(n),
            Self::Percent(n) => (value * n * 2 + 100).div_euclid(200),
            Self::Set(n) => n,
        }
    }

    /// The name of the operation in the JSON of the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Add(_) => "add",
            Self::Halve(_) => "halve",
            Self::Divide(_) => "divide",
            Self::Times(_) => "times",
            Self::Double => "double",
            Self::AtMost(_) => "at-most",
            Self::AtLeast(_) => "at-least",
            Self::Percent(_) => "percent",
            Self::Set(_) => "set",
        }
    }

    /// The number that goes with the operation; 2 where it has none of its own.
    pub fn amount(self) -> i32 {
        match self {
            Self::Add(n)
            | Self::AtMost(n)
            | Self::AtLeast(n)
            | Self::Percent(n)
            | Self::Set(n)
            | Self::Divide(n)
            | Self::Times(n) => n,
            Self::Halve(_) | Self::Double => 2,
        }
    }
}

/// Whether a modifier counts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// It is part of the value.
    Counts,
    /// It is shown but does not count, for the reason given.
    Outdone(Message),
}

/// One line of a check.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Modifier {
    /// The rule that brings it.
    pub rule: RuleId,
    /// What it is, in the user's words.
    pub label: Message,
    /// What it does.
    pub op: Op,
    /// Whether it counts.
    pub standing: Standing,
    /// The option by which the game master can change this line, if there is one.
    pub option: Option<super::key::Key>,
}

/// A named number with its reasons.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Check {
    /// The name: `attack`, `difficulty`, …
    pub name: &'static str,
    lines: Vec<Modifier>,
}

impl Check {
    /// An empty check: value 0.
    pub fn new(name: &'static str) -> Self {
        Self { name, lines: Vec::with_capacity(8) }
    }

    /// Adds an amount that counts.
    pub fn add(&mut self, rule: RuleId, label: Message, amount: i32) -> &mut Modifier {
        self.push(rule, label, Op::Add(amount))
    }

    /// Adds any operation that counts.
    pub fn push(&mut self, rule: RuleId, label: Message, op: Op) -> &mut Modifier {
        self.lines.push(Modifier { rule, label, op, standing: Standing::Counts, option: None });
        self.lines.last_mut().expect("just pushed")
    }

    /// Adds a line that does not count, with the reason.
    pub fn outdone(
        &mut self,
        rule: RuleId,
        label: Message,
        amount: i32,
        why: Message,
    ) -> &mut Modifier {
        self.lines.push(Modifier {
            rule,
            label,
            op: Op::Add(amount),
            standing: Standing::Outdone(why),
            option: None,
        });
        self.lines.last_mut().expect("just pushed")
    }

    /// The value, folded from the list each time.
    pub fn value(&self) -> i32 {
        self.explain().filter(|(m, _)| m.standing == Standing::Counts).last().map_or(0, |(_, v)| v)
    }

    /// Every line with the running value after it.
    pub fn explain(&self) -> impl Iterator<Item = (&Modifier, i32)> {
        self.lines.iter().scan(0, |value, line| {
            if line.standing == Standing::Counts {
                *value = line.op.apply(*value);
            }
            Some((line, *value))
        })
    }

    /// The lines in order.
    pub fn lines(&self) -> &[Modifier] {
        &self.lines
    }
}

impl Modifier {
    /// Names the option with which the game master can change this line.
    pub fn by_option(&mut self, option: super::key::Key) {
        self.option = Some(option);
    }
}
