//! Every outcome: the same rule code, run once for each distinct course of the dice.

use super::{Dice, Die, Pool, Reading, Source};
use crate::rules::odds::Odds;
use std::any::Any;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use thiserror::Error;

/// How many runs of a rule the enumerator may make.
#[derive(Copy, Clone, Debug)]
pub struct Limit(pub u64);

impl Default for Limit {
    /// Enough for every attack of the specifications; a preview stays well under a second.
    fn default() -> Self {
        Self(200_000)
    }
}

/// The rule has more courses than the limit: "too complex to preview".
#[derive(Copy, Clone, Debug, PartialEq, Eq, Error)]
#[error("more than {0} outcomes")]
pub struct TooManyOutcomes(pub u64);

type Answers = Rc<Vec<(Box<dyn Any>, f64)>>;

struct Asked {
    answers: Answers,
    taken: usize,
}

/// The questions of the present run: those of the prefix are repeated, the rest are new.
pub(super) struct Trail {
    asked: Vec<Asked>,
    at: usize,
    runs_left: Rc<Cell<u64>>,
    /// Whether parts that do not depend on each other are kept apart instead of multiplied out.
    apart: bool,
    /// What was kept apart in this run.
    parts: Option<Box<dyn Any>>,
    /// What became of parts before, by their number and what they hang on.
    known: Option<Box<dyn Any>>,
}

/// What became of a part, each result with its chance; shared by all courses in which it is the same.
pub(crate) type Fate<T> = Arc<BTreeMap<T, f64>>;

type Known<K, T> = BTreeMap<(usize, K), Fate<T>>;

impl Trail {
    fn new(runs_left: Rc<Cell<u64>>) -> Self {
        Self { asked: Vec::new(), at: 0, runs_left, apart: false, parts: None, known: None }
    }

    fn answer<T: Clone + 'static>(&mut self, make: impl FnOnce() -> Vec<(T, f64)>) -> T {
        if self.at == self.asked.len() {
            let answers = make()
                .into_iter()
                .map(|(value, weight)| (Box::new(value) as Box<dyn Any>, weight))
                .collect();
            self.asked.push(Asked { answers: Rc::new(answers), taken: 0 });
        }
        let asked = &self.asked[self.at];
        self.at += 1;
        let (value, _) = &asked.answers[asked.taken];
        value
            .downcast_ref::<T>()
            .expect("a rule asks the same questions for the same answers")
            .clone()
    }

    pub(super) fn roll<R: Reading>(&mut self, pool: &Pool, reading: &R) -> R::Seen {
        self.answer(|| distribution(pool, reading))
    }

    pub(super) fn step<T: Clone + Ord + std::fmt::Debug + 'static>(
        &mut self,
        body: &impl Fn(&mut Dice) -> T,
    ) -> T {
        let runs_left = self.runs_left.clone();
        self.answer(|| enumerate(runs_left, body).into_iter().collect())
    }

    pub(super) fn each<K: Ord + 'static, T: Clone + Ord + std::fmt::Debug + Default + 'static>(
        &mut self,
        count: usize,
        key: &impl Fn(usize) -> Option<K>,
        body: &impl Fn(&mut Dice, usize) -> T,
    ) -> Vec<T> {
        if !self.apart {
            return (0..count).map(|i| self.step(&|dice: &mut Dice| body(dice, i))).collect();
        }
        let known = self.known.take().and_then(|known| known.downcast::<Known<K, T>>().ok());
        let mut known = known.unwrap_or_default();
        let weigh = |i: usize| {
            Arc::new(enumerate(self.runs_left.clone(), &|dice: &mut Dice| body(dice, i)))
        };
        let parts: Vec<Fate<T>> = (0..count)
            .map(|i| match key(i) {
                Some(key) => known.entry((i, key)).or_insert_with(|| weigh(i)).clone(),
                None => weigh(i),
            })
            .collect();
        self.known = Some(known);
        self.parts = Some(Box::new(parts));
        vec![T::default(); count]
    }

    /// The weight of the course just run.
    fn weight(&self) -> f64 {
        self.asked.iter().map(|a| a.answers[a.taken].1).product()
    }

    /// Goes on to the next course: the last question that has another answer takes it, later ones
    /// are forgotten.
    fn advance(&mut self) -> bool {
        while let Some(last) = self.asked.last_mut() {
            if last.taken + 1 < last.answers.len() {
                last.taken += 1;
                self.at = 0;
                return true;
            }
            self.asked.pop();
        }
        false
    }
}

/// The distribution of a reading over a pool, by folding one die after another and merging equal
/// states. Weights are summed in the order of the states, so the sum never depends on chance.
fn distribution<R: Reading>(pool: &Pool, reading: &R) -> Vec<(R::Seen, f64)> {
    if pool.count() == 1 && pool.die() == Die::Percent {
        return one_of_hundred(reading);
    }
    let mut states = BTreeMap::from([(reading.start(), 1.0)]);
    for _ in 0..pool.count() {
        let mut next = BTreeMap::new();
        for (seen, weight) in &states {
            fold_die(pool.die(), reading, seen, *weight, 0, &mut next);
        }
        // No further face can change anything: the reading has had enough.
        if next.len() == states.len() && next.keys().eq(states.keys()) && next.len() == 1 {
            break;
        }
        states = next;
    }
    states.into_iter().collect()
}

/// The same for one percentile roll. A rule tells few results of it apart, and neighbouring faces are
/// mostly read alike.
fn one_of_hundred<R: Reading>(reading: &R) -> Vec<(R::Seen, f64)> {
    let start = reading.start();
    let mut found: Vec<(R::Seen, u32)> = Vec::with_capacity(16);
    let mut last = 0;
    for face in 0..100 {
        let seen = reading.see(&start, face);
        let same = |at: usize| found.get(at).is_some_and(|(known, _)| *known == seen);
        let at = if same(last) { Some(last) } else { (0..found.len()).find(|at| same(*at)) };
        match at {
            Some(at) => {
                found[at].1 += 1;
                last = at;
            }
            None => {
                last = found.len();
                found.push((seen, 1));
            }
        }
    }
    found.sort_unstable();
    found.into_iter().map(|(seen, count)| (seen, f64::from(count) / 100.0)).collect()
}

fn fold_die<R: Reading>(
    die: Die,
    reading: &R,
    seen: &R::Seen,
    weight: f64,
    explosions: u8,
    into: &mut BTreeMap<R::Seen, f64>,
) {
    let (min, max) = die.range();
    let each = weight / f64::from(max - min + 1);
    for face in min..=max {
        let next = reading.see(seen, face);
        if die.explodes(face, explosions) {
            fold_die(die, reading, &next, each, explosions + 1, into);
        } else {
            *into.entry(next).or_insert(0.0) += each;
        }
    }
}

/// Runs a rule once for each course of its dice; `apart` keeps independent parts apart. Whether all
/// were run before the limit was reached.
fn each_course<S>(
    runs_left: &Rc<Cell<u64>>,
    apart: bool,
    body: &impl Fn(&mut Dice) -> S,
    mut take: impl FnMut(&mut Trail, S),
) -> bool {
    let mut trail = Trail::new(runs_left.clone());
    trail.apart = apart;
    let mut dice = Dice::from(Source::Every(trail));
    loop {
        let result = body(&mut dice);
        dice.asked = 0;
        let Source::Every(trail) = &mut dice.source else { unreachable!("set above") };
        take(trail, result);
        let left = runs_left.get();
        if left == 0 {
            return false;
        }
        runs_left.set(left - 1);
        if !trail.advance() {
            return true;
        }
    }
}

fn enumerate<T: Clone + Ord + 'static>(
    runs_left: Rc<Cell<u64>>,
    body: &impl Fn(&mut Dice) -> T,
) -> BTreeMap<T, f64> {
    let mut found = BTreeMap::new();
    each_course(&runs_left, false, body, |trail, result| {
        *found.entry(result).or_insert(0.0) += trail.weight();
    });
    found
}

/// The mean of a number over every course of a rule. No outcome is kept or compared, so it costs
/// less than [`every_outcome`].
///
/// # Errors
/// [`TooManyOutcomes`] when the rule has more courses than the limit.
pub fn every_mean(limit: Limit, body: impl Fn(&mut Dice) -> f64) -> Result<f64, TooManyOutcomes> {
    let mut mean = 0.0;
    let all = each_course(&Rc::new(Cell::new(limit.0)), false, &body, |trail, number| {
        mean += trail.weight() * number;
    });
    if all { Ok(mean) } else { Err(TooManyOutcomes(limit.0)) }
}

/// One course of what is shared: its weight, what the rule made of it with nothing in the parts,
/// and the distribution of each part.
pub(crate) type Course<S, T> = (f64, S, Vec<Fate<T>>);

/// Every course of a rule that ends in parts which do not depend on each other ([`Dice::each`]):
/// they are enumerated one by one and not multiplied out.
///
/// # Errors
/// [`TooManyOutcomes`] when the rule has more courses than the limit.
pub(crate) fn every_course<S, T: Clone + Ord + 'static>(
    limit: Limit,
    body: impl Fn(&mut Dice) -> S,
) -> Result<Vec<Course<S, T>>, TooManyOutcomes> {
    let mut found = Vec::new();
    let all = each_course(&Rc::new(Cell::new(limit.0)), true, &body, |trail, shared| {
        let parts = trail.parts.take().and_then(|parts| parts.downcast().ok());
        found.push((trail.weight(), shared, parts.map_or_else(Vec::new, |parts| *parts)));
    });
    if all { Ok(found) } else { Err(TooManyOutcomes(limit.0)) }
}

/// Every outcome of a rule with its probability; equal outcomes are merged. No random number is
/// drawn.
///
/// # Errors
/// [`TooManyOutcomes`] when the rule has more courses than the limit; there is no silent sample.
pub fn every_outcome<T: Clone + Ord + 'static>(
    limit: Limit,
    body: impl Fn(&mut Dice) -> T,
) -> Result<Odds<T>, TooManyOutcomes> {
    let runs_left = Rc::new(Cell::new(limit.0));
    let found = enumerate(runs_left.clone(), &body);
    if runs_left.get() == 0 {
        return Err(TooManyOutcomes(limit.0));
    }
    Ok(Odds::new(found))
}
