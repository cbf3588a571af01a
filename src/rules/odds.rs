//! A distribution over outcomes.

use std::collections::BTreeMap;

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
