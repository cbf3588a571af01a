//! Dice as a source with three faces: a generator, given faces, every outcome.
//!
//! A rule is ordinary code that asks a [`Dice`] for rolls. Play answers from a seeded generator,
//! tests, replay and typed-in dice from given faces, and odds by running the same code over every
//! answer with its weight. A *reading* folds faces one by one into the little that the rule needs;
//! odds fold the die's distribution through the same reading and merge equal states, so 12 coins
//! against 10 are 143 branches and not four million.

mod every;
mod given;
mod seeded;

use super::check::Check;
use super::facts::CombatantId;
use super::key::{Key, RuleId};
use super::message::Message;
pub(crate) use every::{Fate, every_course};
pub use every::{Limit, TooManyOutcomes, every_mean, every_outcome};
pub use given::{Given, GivenError, Wanted, wanted_rolls};
pub use seeded::{Rng, mix};
use serde::{Deserialize, Serialize};

/// What lies on the table.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Die {
    /// A К (BW-CHK-01): shows 0 or 1 with equal chance.
    Coin,
    /// A percentile roll (к100, EP-DIE-01): shows 0 to 99 with equal chance.
    Percent,
    /// One of the eight directions of the board: shows 0 for north, and so on clockwise to 7.
    Direction,
    /// A die with faces 1 to `faces`; from `explode_from` on it is rolled again and the further
    /// face is read too, at most `explosions_max` times.
    Faces {
        /// Number of faces, 2 to 100.
        faces: u8,
        /// The lowest face that is rolled again.
        explode_from: Option<u8>,
        /// Most further rolls of one die; binds play and odds alike, so odds stay exact.
        explosions_max: u8,
    },
}

impl Die {
    /// A plain die without explosions.
    pub fn plain(faces: u8) -> Self {
        Self::Faces { faces, explode_from: None, explosions_max: 0 }
    }

    /// Lowest and highest face.
    pub fn range(self) -> (u8, u8) {
        match self {
            Self::Coin => (0, 1),
            Self::Direction => (0, 7),
            Self::Percent => (0, 99),
            Self::Faces { faces, .. } => (1, faces),
        }
    }

    /// Whether this face is rolled again after `explosions` earlier ones.
    fn explodes(self, face: u8, explosions: u8) -> bool {
        match self {
            Self::Coin | Self::Direction | Self::Percent => false,
            Self::Faces { explode_from, explosions_max, .. } => {
                explode_from.is_some_and(|from| face >= from) && explosions < explosions_max
            }
        }
    }
}

/// A number of equal dice. It is built from a check and in no other way, so that every rolled
/// number has its explanation.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pool {
    die: Die,
    count: u16,
    name: &'static str,
    of: Option<CombatantId>,
}

impl Pool {
    /// As many dice as the check's value says; below 0 is 0 (BW-CHK-09).
    pub fn of(die: Die, check: &Check) -> Self {
        let count = check.value().clamp(0, 400) as u16;
        Self { die, count, name: check.name, of: None }
    }

    /// One die, against or beside the check's value.
    pub fn one(die: Die, check: &Check) -> Self {
        Self { die, count: 1, name: check.name, of: None }
    }

    /// The same as rolled for one fighter, where several roll alike.
    #[must_use]
    pub fn of_whom(self, who: CombatantId) -> Self {
        Self { of: Some(who), ..self }
    }

    /// The name of the check that it is rolled for.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// For whom it is rolled, where several roll alike.
    pub fn whose(&self) -> Option<CombatantId> {
        self.of
    }

    /// The kind of die.
    pub fn die(&self) -> Die {
        self.die
    }

    /// How many dice.
    pub fn count(&self) -> u16 {
        self.count
    }
}

/// Folds faces into what the rule needs to know.
pub trait Reading {
    /// What has been seen so far.
    type Seen: Clone + Ord + std::fmt::Debug + 'static;
    /// Before the first face.
    fn start(&self) -> Self::Seen;
    /// After one more face.
    fn see(&self, so_far: &Self::Seen, face: u8) -> Self::Seen;
}

/// Sum of the faces; for coins the number of ones (BW-CHK-01).
#[derive(Copy, Clone, Debug)]
pub struct Sum;

impl Reading for Sum {
    type Seen = i32;
    fn start(&self) -> i32 {
        0
    }
    fn see(&self, so_far: &i32, face: u8) -> i32 {
        so_far + i32::from(face)
    }
}

/// What a roll is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Purpose {
    /// The rule that rolls.
    pub rule: RuleId,
    /// The name of the check it is rolled for.
    pub name: &'static str,
    /// For whom, where several roll alike.
    pub of: Option<CombatantId>,
}

/// How the faces of a roll are written.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Faces {
    /// Nobody wrote it down: zeros and ones alone are taken for coins.
    #[default]
    Unknown,
    /// Heads and tails.
    Coins,
    /// Two digits (EP-DIE-01).
    Percent,
    /// Numbers.
    Numbers,
}

impl Faces {
    fn of(die: Die) -> Self {
        match die {
            Die::Coin => Self::Coins,
            Die::Percent => Self::Percent,
            Die::Direction | Die::Faces { .. } => Self::Numbers,
        }
    }

    /// Whether nothing need be written down: coins are told by their faces.
    fn is_seen(&self) -> bool {
        matches!(self, Self::Unknown | Self::Coins)
    }
}

/// A roll as it happened, for the log and the journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rolled {
    /// The rule that asked.
    pub rule: RuleId,
    /// The faces in the order in which they fell.
    pub faces: Vec<u8>,
    /// Whether a person typed the result (BW-CHK-10).
    #[serde(default)]
    pub typed: bool,
    /// How they are written.
    #[serde(default, skip_serializing_if = "Faces::is_seen")]
    pub shows: Faces,
}

impl PartialEq for Rolled {
    fn eq(&self, other: &Self) -> bool {
        // How it is written is no part of what happened.
        (self.rule, &self.faces, self.typed) == (other.rule, &other.faces, other.typed)
    }
}

impl Eq for Rolled {}

impl std::hash::Hash for Rolled {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.rule, &self.faces, self.typed).hash(state);
    }
}

impl Rolled {
    /// Whether they are coins, of which only ones and zeros matter.
    pub fn is_of_coins(&self) -> bool {
        match self.shows {
            Faces::Coins => true,
            Faces::Unknown => self.faces.iter().all(|face| *face <= 1),
            Faces::Percent | Faces::Numbers => false,
        }
    }

    /// Whether the faces have a sum that they do not show themselves.
    pub fn has_sum(&self) -> bool {
        self.is_of_coins() || self.faces.len() != 1
    }

    /// A face as it is read: of a percentile roll both digits.
    pub fn in_digits(&self, face: u8) -> String {
        match self.shows {
            Faces::Percent => format!("{face:02}"),
            _ => face.to_string(),
        }
    }

    /// Sum of the faces; of coins, the ones.
    pub fn sum(&self) -> i32 {
        self.faces.iter().map(|f| i32::from(*f)).sum()
    }
}

/// A check beside the dice it was rolled with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Explained {
    /// Whose check it was or whom it was against, if it was for one fighter.
    pub target: Option<CombatantId>,
    /// The check.
    pub check: Check,
    /// The roll; none for a check that needs none.
    pub rolled: Option<Rolled>,
}

/// A decision that a rule asks of a person after a roll.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Question {
    /// The rule that asks.
    pub rule: RuleId,
    /// What is asked.
    pub text: Message,
    /// The answers, as keys.
    pub choices: Vec<Key>,
    /// The answer that is taken when nobody is asked.
    pub preset: usize,
}

enum Source {
    Seeded(Rng),
    Given(Given),
    Every(every::Trail),
}

/// What comes back from dice after use.
#[derive(Debug)]
pub struct Used {
    /// The generator after the rolls.
    pub rng: Option<Rng>,
    /// Given dice that are left.
    pub given: Option<Given>,
    /// The rolls.
    pub rolled: Vec<Rolled>,
    /// What each of them is for.
    pub purposes: Vec<Purpose>,
    /// The rolls for which the rule named the check.
    pub explained: Vec<Explained>,
    /// How many decisions were asked for.
    pub asked: usize,
    /// The first decision without an answer.
    pub open: Option<Question>,
}

/// Where rules get their dice from.
pub struct Dice {
    source: Source,
    rolled: Vec<Rolled>,
    purposes: Vec<Purpose>,
    explained: Vec<Explained>,
    answers: Vec<u8>,
    asked: usize,
    asking: bool,
    open: Option<Question>,
    /// How much was rolled and explained when the open question came up.
    known: Option<(usize, usize)>,
    /// Nobody will read what happens.
    quiet: bool,
}

impl Dice {
    fn from(source: Source) -> Self {
        Self {
            source,
            rolled: Vec::new(),
            purposes: Vec::new(),
            explained: Vec::new(),
            answers: Vec::new(),
            asked: 0,
            asking: false,
            open: None,
            known: None,
            quiet: false,
        }
    }

    /// Dice from a generator.
    pub fn seeded(rng: Rng) -> Self {
        Self::from(Source::Seeded(rng))
    }

    /// The same dice for one who wants nothing but the outcome: no sentences, no explanations.
    #[must_use]
    pub fn quiet(self) -> Self {
        Self { quiet: true, ..self }
    }

    /// Dice that were rolled elsewhere: a test, a journal, a person's hand.
    pub fn given(given: Given) -> Self {
        Self::from(Source::Given(given))
    }

    /// Answers for the decisions of the rule, in order; beyond them the presets hold.
    #[must_use]
    pub fn with_answers(mut self, answers: &[u8]) -> Self {
        self.answers = answers.to_vec();
        self
    }

    /// Makes decisions without an answer show up in [`Dice::open_question`].
    #[must_use]
    pub fn asking(mut self) -> Self {
        self.asking = true;
        self
    }

    /// Rolls a pool and reads it.
    pub fn roll<R: Reading>(&mut self, rule: RuleId, pool: &Pool, reading: &R) -> R::Seen {
        let faces = match &mut self.source {
            Source::Every(trail) => return trail.roll(pool, reading),
            Source::Seeded(rng) => rng.faces(pool),
            Source::Given(given) => given.faces(rule, pool),
        };
        let seen = faces.iter().fold(reading.start(), |seen, face| reading.see(&seen, *face));
        let typed = matches!(&self.source, Source::Given(given) if given.is_typed());
        self.rolled.push(Rolled { rule, faces, typed, shows: Faces::of(pool.die) });
        self.purposes.push(Purpose { rule, name: pool.name, of: pool.of });
        seen
    }

    /// Rolls a pool that was built from this check, and keeps the check beside the roll for the log:
    /// for checks that stand in no plan, because they follow from what fell before.
    pub fn roll_for<R: Reading>(
        &mut self,
        rule: RuleId,
        pool: &Pool,
        check: &Check,
        reading: &R,
    ) -> R::Seen {
        let seen = self.roll(rule, pool, reading);
        if self.tells() {
            let rolled = self.rolled.last().cloned();
            self.explained.push(Explained { target: pool.of, check: check.clone(), rolled });
        }
        seen
    }

    /// A named part of a rule with a small result. In play it is just the body; in odds it is
    /// enumerated on its own and equal results are merged before the rule goes on. The body may
    /// only use what it captures by shared reference.
    pub fn step<T: Clone + Ord + std::fmt::Debug + 'static>(
        &mut self,
        _rule: RuleId,
        body: impl Fn(&mut Dice) -> T,
    ) -> T {
        if let Source::Every(trail) = &mut self.source {
            return trail.step(&body);
        }
        body(self)
    }

    /// Parts of a rule that do not depend on each other, one after another: what one attack roll
    /// does to each of several targets. In play they are just run in order; odds may keep them
    /// apart, so that five targets cost five times one and not one to the fifth. Nothing may be
    /// rolled after them, and the rule may only put their results together.
    pub fn each<T: Clone + Ord + std::fmt::Debug + Default + 'static>(
        &mut self,
        count: usize,
        body: impl Fn(&mut Dice, usize) -> T,
    ) -> Vec<T> {
        self.each_by(count, |_| None::<()>, body)
    }

    /// The same, where many courses of what was rolled before leave a part alike: `key` is all that it
    /// hangs on of them. Parts of the same number and key are worked out once, so a grenade that
    /// may land in two hundred cells costs no more than the distances at which it may land.
    pub fn each_by<K, T>(
        &mut self,
        count: usize,
        key: impl Fn(usize) -> Option<K>,
        body: impl Fn(&mut Dice, usize) -> T,
    ) -> Vec<T>
    where
        K: Ord + 'static,
        T: Clone + Ord + std::fmt::Debug + Default + 'static,
    {
        if let Source::Every(trail) = &mut self.source {
            return trail.each(count, &key, &body);
        }
        (0..count).map(|i| body(self, i)).collect()
    }

    /// A uniform number below `count`, for shuffles and directions; one die of `count` faces.
    pub fn below(&mut self, rule: RuleId, count: u8) -> u8 {
        let mut check = Check::new("draw");
        check.add(rule, Message::new("check-draw"), i32::from(count));
        let pool = Pool::one(Die::plain(count), &check);
        (self.roll(rule, &pool, &Sum) - 1) as u8
    }

    /// One of the eight directions of the board, by one die: 0 for north, clockwise.
    pub fn direction(&mut self, rule: RuleId) -> u8 {
        self.roll(rule, &Pool::one(Die::Direction, &Check::new("direction")), &Sum) as u8
    }

    /// Asks for a decision. `preset` is the answer of the policy in the facts.
    pub fn decide(&mut self, rule: RuleId, text: Message, choices: &[Key], preset: usize) -> usize {
        let at = self.asked;
        self.asked += 1;
        if let Some(answer) = self.answers.get(at) {
            return usize::from(*answer).min(choices.len() - 1);
        }
        if self.asking && self.open.is_none() {
            self.open = Some(Question { rule, text, choices: choices.to_vec(), preset });
            self.known = Some((self.rolled.len(), self.explained.len()));
        }
        preset
    }

    /// The same with a question that is only put into words if somebody will read it.
    pub fn decide_on(
        &mut self,
        rule: RuleId,
        text: impl FnOnce(&Self) -> Message,
        choices: &[Key],
        preset: usize,
    ) -> usize {
        let text = if self.tells() { text(self) } else { Message::new("") };
        self.decide(rule, text, choices, preset)
    }

    /// Whether somebody will read what happens: odds need no sentences.
    pub fn tells(&self) -> bool {
        !self.quiet && !matches!(self.source, Source::Every(_))
    }

    /// The first decision for which no answer was there.
    pub fn open_question(&self) -> Option<&Question> {
        self.open.as_ref()
    }

    /// All rolls so far.
    pub fn rolled(&self) -> &[Rolled] {
        &self.rolled
    }

    /// Takes the rolls out, leaving none.
    pub fn take_rolled(&mut self) -> Vec<Rolled> {
        self.purposes.clear();
        std::mem::take(&mut self.rolled)
    }

    /// Gives back what was used: the generator or what is left of given dice, and what happened. With
    /// an open question only what fell before it: nobody may decide by dice that are yet to fall.
    pub fn put_back(mut self) -> Used {
        if let Some((rolled, explained)) = self.known {
            self.rolled.truncate(rolled);
            self.purposes.truncate(rolled);
            self.explained.truncate(explained);
        }
        let (rng, given) = match self.source {
            Source::Seeded(rng) => (Some(rng), None),
            Source::Given(given) => (None, Some(given)),
            Source::Every(_) => (None, None),
        };
        let Self { rolled, purposes, explained, asked, open, .. } = self;
        Used { rng, given, rolled, purposes, explained, asked, open }
    }

    /// What was wrong with the given dice: too few, left over, impossible.
    ///
    /// # Errors
    /// [`GivenError`] names the roll that wanted more or the faces that nobody wanted.
    pub fn finish(&self) -> Result<(), GivenError> {
        match &self.source {
            Source::Given(given) => given.finish(),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
