//! A distribution over outcomes.

use super::dice::{Dice, Fate, Limit, TooManyOutcomes, every_course, every_outcome};
use super::effect::{Effect, Outcome, Part, Strike};
use super::facts::CombatantId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Outcomes with their probabilities, in the order of the outcomes. The probabilities are
/// enumerated, not sampled, and sum to 1 within 10⁻¹².
#[derive(Clone, Debug, PartialEq)]
pub struct Odds<T> {
    outcomes: Vec<(T, f64)>,
}

impl<T: Ord> Odds<T> {
    /// From merged weights.
    ///
    /// # Panics
    /// If the weights do not sum to 1: a mistake in the enumerator, never in the input.
    pub fn new(found: BTreeMap<T, f64>) -> Self {
        let sum: f64 = found.values().sum();
        assert!((sum - 1.0).abs() < 1e-12, "weights sum to {sum}");
        Self { outcomes: found.into_iter().collect() }
    }

    /// All outcomes in order.
    pub fn iter(&self) -> impl Iterator<Item = &(T, f64)> {
        self.outcomes.iter()
    }

    /// How many distinct outcomes there are.
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// Whether there are none; never the case for enumerated odds.
    pub fn is_empty(&self) -> bool {
        self.outcomes.is_empty()
    }

    /// The probability that an outcome is of a kind.
    pub fn chance(&self, mut of: impl FnMut(&T) -> bool) -> f64 {
        self.outcomes.iter().filter(|(o, _)| of(o)).map(|(_, p)| p).sum()
    }

    /// The mean of a number.
    pub fn mean(&self, mut of: impl FnMut(&T) -> f64) -> f64 {
        self.outcomes.iter().map(|(o, p)| of(o) * p).sum()
    }

    /// The distribution of something that the outcomes determine.
    pub fn by<K: Ord>(&self, mut of: impl FnMut(&T) -> K) -> BTreeMap<K, f64> {
        let mut found = BTreeMap::new();
        for (outcome, p) in &self.outcomes {
            *found.entry(of(outcome)).or_insert(0.0) += p;
        }
        found
    }
}

/// The odds of one attack, whatever the number of its targets.
///
/// One roll of the attacker against several rolls of difficulty makes the fates of the targets
/// dependent: a good roll hits them all. So the joint distribution is kept as it arises, a mixture
/// over the shared roll in which the targets are independent. Nothing is lost by that: every joint
/// probability is a short sum of products.
#[derive(Clone, Debug, PartialEq)]
pub struct Prospect {
    /// What happens in any case.
    shared: Vec<Effect>,
    /// For each part in the order of its resolution: all that can become of it.
    results: Vec<Vec<Part>>,
    /// The chance of each result of each part, whatever the course.
    marginals: Vec<Vec<f64>>,
    /// For each course of the shared roll: its weight, and for each part the results that can come of
    /// it with their chances, in their order.
    courses: Vec<(f64, Vec<Chances>)>,
    /// Outcomes that are not made of parts.
    whole: Option<Odds<Outcome>>,
    /// The targets in the order in which outcomes name them.
    targets: Vec<CombatantId>,
}

/// Results of a part by their index, with their chances.
type Chances = Arc<[(u16, f64)]>;

impl Prospect {
    /// The odds of what a rule resolves against these targets. No random number is drawn.
    ///
    /// # Errors
    /// [`TooManyOutcomes`] when there are more courses of the dice than the limit; there is no
    /// silent sample.
    pub fn of(
        limit: Limit,
        targets: &[CombatantId],
        resolve: impl Fn(&mut Dice) -> Outcome,
    ) -> Result<Self, TooManyOutcomes> {
        let targets = targets.to_vec();
        let courses = every_course::<Outcome, Part>(limit, &resolve)?;
        let first = courses.first().map_or(0, |(.., parts)| parts.len());
        let shared = courses.first().map(|(_, outcome, _)| outcome.effects.clone());
        let shared = shared.unwrap_or_default();
        // A rule that rolls several times before its parts may do different things in any case.
        let alike = courses
            .iter()
            .all(|(_, outcome, parts)| parts.len() == first && outcome.effects == shared);
        if first == 0 || !alike {
            let whole = Some(every_outcome(limit, resolve)?);
            let (shared, results, courses) = (Vec::new(), Vec::new(), Vec::new());
            let marginals = Vec::new();
            return Ok(Self { shared, results, marginals, courses, whole, targets });
        }
        // Many courses leave all parts the same: they are one. Fates are numbered as they come, so
        // that sums never depend on where something lies in memory.
        let mut numbers: Vec<BTreeMap<usize, usize>> = vec![BTreeMap::new(); first];
        let mut fates: Vec<Vec<Fate<Part>>> = vec![Vec::new(); first];
        let mut merged: BTreeMap<Vec<usize>, f64> = BTreeMap::new();
        for (weight, _, parts) in courses {
            let number = |(i, part): (usize, Fate<Part>)| {
                let next = fates[i].len();
                let number = *numbers[i].entry(Arc::as_ptr(&part).addr()).or_insert(next);
                if number == next {
                    fates[i].push(part);
                }
                number
            };
            let same = parts.into_iter().enumerate().map(number).collect();
            *merged.entry(same).or_insert(0.0) += weight;
        }
        let mut results: Vec<Vec<Part>> = Vec::with_capacity(first);
        let mut chances: Vec<Vec<Chances>> = Vec::with_capacity(first);
        for fates in &fates {
            let all: BTreeSet<&Part> = fates.iter().flat_map(|fate| fate.keys()).collect();
            let all: Vec<&Part> = all.into_iter().collect();
            let index = |result: &Part| all.binary_search(&result).unwrap_or_default() as u16;
            let of = |fate: &Fate<Part>| -> Chances {
                fate.iter().map(|(result, chance)| (index(result), *chance)).collect()
            };
            chances.push(fates.iter().map(of).collect());
            results.push(all.into_iter().cloned().collect());
        }
        let mut marginals: Vec<Vec<f64>> = results.iter().map(|r| vec![0.0; r.len()]).collect();
        let courses: Vec<(f64, Vec<Chances>)> = merged
            .into_iter()
            .map(|(numbers, weight)| {
                let of = |(i, number): (usize, &usize)| chances[i][*number].clone();
                (weight, numbers.iter().enumerate().map(of).collect())
            })
            .collect();
        for (weight, parts) in &courses {
            for (sums, part) in marginals.iter_mut().zip(parts) {
                part.iter().for_each(|(r, chance)| sums[usize::from(*r)] += weight * chance);
            }
        }
        Ok(Self { shared, results, marginals, courses, whole: None, targets })
    }

    /// What can become of a target, whatever becomes of the others: each result with its chance,
    /// by the strike and what follows from it for anybody.
    pub fn of_target(&self, target: CombatantId) -> Vec<(&Strike, Vec<&Effect>, f64)> {
        if let Some(whole) = &self.whole {
            let strike = |o: &'_ Outcome| o.strikes.iter().position(|s| s.target == target);
            return whole
                .iter()
                .filter_map(|(o, p)| Some((&o.strikes[strike(o)?], o.effects.iter().collect(), *p)))
                .collect();
        }
        let is_it = |part: &Part| part.strike.as_ref().is_some_and(|s| s.target == target);
        let Some(i) = self.results.iter().position(|results| results.iter().any(is_it)) else {
            return Vec::new();
        };
        let results = self.results[i].iter().enumerate();
        results
            .filter_map(|(r, part)| {
                let effects = self.shared.iter().chain(&part.effects).collect();
                Some((part.strike.as_ref()?, effects, self.marginals[i][r]))
            })
            .collect()
    }

    /// The chance that a target is struck in a certain way.
    pub fn chance(&self, target: CombatantId, mut of: impl FnMut(&Strike) -> bool) -> f64 {
        self.of_target(target).iter().filter(|(s, ..)| of(s)).map(|(.., p)| p).sum()
    }

    /// The mean of a number of a target's strike.
    pub fn mean(&self, target: CombatantId, mut of: impl FnMut(&Strike) -> f64) -> f64 {
        self.of_target(target).iter().map(|(s, _, p)| of(s) * p).sum()
    }

    /// The mean of a number that the whole outcome determines.
    pub fn mean_outcome(&self, mut of: impl FnMut(&Outcome) -> f64) -> f64 {
        self.outcomes().iter().map(|(outcome, p)| of(outcome) * p).sum()
    }

    /// The probabilities of all joint results: for each part the index among its results.
    pub fn joint(&self) -> Vec<(Vec<u16>, f64)> {
        self.joint_within(usize::MAX).unwrap_or_default()
    }

    /// The same; none if there are more than so many of them.
    fn joint_within(&self, limit: usize) -> Option<Vec<(Vec<u16>, f64)>> {
        let mut found = Vec::new();
        let mut at = vec![0_u16; self.results.len()];
        let all = self.courses.iter().enumerate().map(|(i, (weight, _))| (i, *weight)).collect();
        self.descend(all, 0, &mut at, limit, &mut found).then_some(found)
    }

    /// Goes through the results of one part after another, with the courses in which all results so
    /// far come about and their weights. The answer is whether the limit was kept.
    fn descend(
        &self,
        courses: Vec<(usize, f64)>,
        part: usize,
        at: &mut Vec<u16>,
        limit: usize,
        found: &mut Vec<(Vec<u16>, f64)>,
    ) -> bool {
        if part == self.results.len() {
            found.push((at.clone(), courses.iter().map(|(_, weight)| weight).sum()));
            return found.len() <= limit;
        }
        let mut by_result: BTreeMap<u16, Vec<(usize, f64)>> = BTreeMap::new();
        for (course, weight) in courses {
            for (result, chance) in self.courses[course].1[part].iter() {
                let weight = weight * chance;
                if weight > 0.0 {
                    by_result.entry(*result).or_default().push((course, weight));
                }
            }
        }
        by_result.into_iter().all(|(result, courses)| {
            at[part] = result;
            self.descend(courses, part + 1, at, limit, found)
        })
    }

    /// All outcomes, joint over all targets, in a fixed order. Their probabilities sum to 1 within
    /// 10⁻¹².
    pub fn outcomes(&self) -> Vec<(Outcome, f64)> {
        self.outcomes_within(usize::MAX).unwrap_or_default()
    }

    /// The same; none if there are more than so many: a blast among ten has billions of fates.
    pub fn outcomes_within(&self, limit: usize) -> Option<Vec<(Outcome, f64)>> {
        if let Some(whole) = &self.whole {
            return (whole.len() <= limit).then(|| whole.iter().cloned().collect());
        }
        let outcome = |at: &[u16]| {
            let mut outcome = Outcome { effects: self.shared.clone(), ..Outcome::default() };
            let parts = at.iter().zip(&self.results);
            outcome.gather(parts.map(|(result, results)| &results[usize::from(*result)]));
            let named = |strike: &Strike| self.targets.iter().position(|t| *t == strike.target);
            outcome.strikes.sort_by_key(named);
            outcome
        };
        Some(self.joint_within(limit)?.iter().map(|(at, p)| (outcome(at), *p)).collect())
    }
}
