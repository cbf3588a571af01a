//! Given dice: worked examples, journals and dice rolled by hand.

use super::{Dice, Die, Pool, Purpose, Rolled};
use crate::rules::facts::CombatantId;
use crate::rules::key::RuleId;
use std::collections::VecDeque;
use thiserror::Error;

#[derive(Clone, Debug)]
enum Supply {
    /// One number a coin pool (its ones), one number a face of other dice.
    Numbers(VecDeque<u16>),
    /// Whole rolls as a journal recorded them.
    Rolls(VecDeque<Rolled>),
}

/// Dice that are already on the table.
#[derive(Clone, Debug)]
pub struct Given {
    supply: Supply,
    typed: bool,
    error: Option<GivenError>,
}

/// What a roll wants of whoever gives the numbers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// What it is for.
    pub purpose: Purpose,
    /// The kind of die.
    pub die: Die,
    /// Least possible.
    pub min: u16,
    /// Most possible.
    pub max: u16,
}

/// No die shows it: whatever roll gets it says what it wanted instead.
const NO_FACE: u16 = u16::MAX;

/// Why given dice do not fit the rolls that were asked for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GivenError {
    /// A roll wanted dice that were not there.
    #[error("{rule}: {wanted} more")]
    TooFew {
        /// The rule whose roll went short.
        rule: RuleId,
        /// Dice in the pool.
        wanted: u16,
    },
    /// A number cannot be the result of the roll that took it.
    #[error("{rule}: {value} is not in {min}..={max}")]
    Impossible {
        /// The rule whose roll it was.
        rule: RuleId,
        /// The number given.
        value: u16,
        /// Least possible.
        min: u16,
        /// Most possible.
        max: u16,
        /// The kind of die.
        die: Die,
        /// The name of the check it was rolled for.
        name: &'static str,
        /// For whom, where several roll alike.
        of: Option<CombatantId>,
    },
    /// Numbers were left over.
    #[error("{count} left over")]
    LeftOver {
        /// How many.
        count: usize,
    },
    /// A journal recorded a roll of another rule here.
    #[error("{found} recorded where {wanted} is rolled")]
    OtherRule {
        /// The rule that rolls now.
        wanted: RuleId,
        /// The rule in the record.
        found: RuleId,
    },
}

impl GivenError {
    /// What the roll after the last number of a [`Given::probe`] wants; none if nothing more is
    /// rolled or something else is amiss.
    pub fn probed(&self) -> Option<Wanted> {
        match *self {
            Self::Impossible { rule, value: NO_FACE, min, max, die, name, of } => {
                Some(Wanted { purpose: Purpose { rule, name, of }, die, min, max })
            }
            _ => None,
        }
    }
}

/// All rolls of `resolve` in their order, at most `limit`. What is rolled later may hang on what
/// fell before, so the numbers that were given stand where they fit, and the least elsewhere.
pub fn wanted_rolls(
    given: &[Option<u16>],
    limit: usize,
    mut resolve: impl FnMut(&mut Dice),
) -> Vec<Wanted> {
    let (mut rolls, mut numbers) = (Vec::new(), Vec::new());
    while rolls.len() < limit {
        let mut dice = Dice::given(Given::probe(&numbers));
        resolve(&mut dice);
        let Some(wanted) = dice.finish().err().and_then(|error| error.probed()) else { break };
        let number = given.get(rolls.len()).copied().flatten();
        let fits = number.filter(|number| (wanted.min..=wanted.max).contains(number));
        numbers.push(fits.unwrap_or(wanted.min));
        rolls.push(wanted);
    }
    rolls
}

impl Given {
    /// Numbers in the order of the ruleset's specification: a coin pool is one number, its ones;
    /// otherwise a number is a face.
    pub fn numbers(numbers: &[u16]) -> Self {
        Self {
            supply: Supply::Numbers(numbers.iter().copied().collect()),
            typed: true,
            error: None,
        }
    }

    /// The numbers and one that no die shows: the roll that gets it fails with what it wanted
    /// ([`GivenError::probed`]), and one is left over if nothing more is rolled.
    pub fn probe(numbers: &[u16]) -> Self {
        let mut tried = numbers.to_vec();
        tried.push(NO_FACE);
        Self::numbers(&tried)
    }

    /// Rolls from a journal.
    pub fn rolls(rolls: &[Rolled]) -> Self {
        Self { supply: Supply::Rolls(rolls.iter().cloned().collect()), typed: false, error: None }
    }

    /// Whether a roll wanted something else than it was given.
    pub fn failed(&self) -> bool {
        self.error.is_some()
    }

    pub(super) fn is_typed(&self) -> bool {
        self.typed
    }

    fn fail(&mut self, error: GivenError) {
        self.error.get_or_insert(error);
    }

    pub(super) fn faces(&mut self, rule: RuleId, pool: &Pool) -> Vec<u8> {
        match &mut self.supply {
            Supply::Rolls(rolls) => match rolls.pop_front() {
                Some(roll) => {
                    self.typed = roll.typed;
                    if roll.rule != rule {
                        self.fail(GivenError::OtherRule { wanted: rule, found: roll.rule });
                    }
                    self.checked(rule, pool, roll.faces)
                }
                None => {
                    self.fail(GivenError::TooFew { rule, wanted: pool.count() });
                    lowest(pool)
                }
            },
            Supply::Numbers(_) => self.take_numbers(rule, pool),
        }
    }

    /// Recorded faces must be as many as the pool has dice and within its range: a journal may
    /// have been edited by hand.
    fn checked(&mut self, rule: RuleId, pool: &Pool, faces: Vec<u8>) -> Vec<u8> {
        let (min, max) = pool.die().range();
        if let Some(bad) = faces.iter().find(|f| **f < min || **f > max) {
            let (value, min, max) = (u16::from(*bad), u16::from(min), u16::from(max));
            self.fail(impossible(rule, pool, value, (min, max)));
            return lowest(pool);
        }
        let mut dice = 0;
        let mut explosions = 0;
        for face in &faces {
            if pool.die().explodes(*face, explosions) {
                explosions += 1;
            } else {
                dice += 1;
                explosions = 0;
            }
        }
        if dice < pool.count() {
            self.fail(GivenError::TooFew { rule, wanted: pool.count() - dice });
            return lowest(pool);
        }
        if dice > pool.count() {
            self.fail(GivenError::LeftOver { count: usize::from(dice - pool.count()) });
            return lowest(pool);
        }
        faces
    }

    fn take_numbers(&mut self, rule: RuleId, pool: &Pool) -> Vec<u8> {
        if pool.die() == Die::Coin {
            let Some(ones) = self.next_number(rule, pool.count()) else { return lowest(pool) };
            if ones > pool.count() {
                self.fail(impossible(rule, pool, ones, (0, pool.count())));
                return lowest(pool);
            }
            return (0..pool.count()).map(|i| u8::from(i < ones)).collect();
        }
        let (min, max) = pool.die().range();
        let mut faces = Vec::new();
        for i in 0..pool.count() {
            let mut explosions = 0;
            loop {
                let Some(face) = self.next_number(rule, pool.count() - i) else {
                    return lowest(pool);
                };
                if face < u16::from(min) || face > u16::from(max) {
                    let range = (u16::from(min), u16::from(max));
                    self.fail(impossible(rule, pool, face, range));
                    return lowest(pool);
                }
                faces.push(face as u8);
                if !pool.die().explodes(face as u8, explosions) {
                    break;
                }
                explosions += 1;
            }
        }
        faces
    }

    fn next_number(&mut self, rule: RuleId, wanted: u16) -> Option<u16> {
        let Supply::Numbers(numbers) = &mut self.supply else { return None };
        let next = numbers.pop_front();
        if next.is_none() {
            self.fail(GivenError::TooFew { rule, wanted });
        }
        next
    }

    /// Whether all dice were used and fit.
    ///
    /// # Errors
    /// The first misfit, or what is left over.
    pub fn finish(&self) -> Result<(), GivenError> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        let count = match &self.supply {
            Supply::Numbers(numbers) => numbers.len(),
            Supply::Rolls(rolls) => rolls.len(),
        };
        if count > 0 { Err(GivenError::LeftOver { count }) } else { Ok(()) }
    }
}

/// The number is none of those that the roll can show.
fn impossible(rule: RuleId, pool: &Pool, value: u16, (min, max): (u16, u16)) -> GivenError {
    let (die, name, of) = (pool.die(), pool.name(), pool.whose());
    GivenError::Impossible { rule, value, min, max, die, name, of }
}

/// A harmless stand-in, so that a rule can run to its end; the error is reported by `finish`.
fn lowest(pool: &Pool) -> Vec<u8> {
    vec![pool.die().range().0; usize::from(pool.count())]
}
