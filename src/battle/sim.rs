//! Many fights of autopilots, unrecorded, on many threads: the same numbers whatever their count.

use super::autopilot::{Autopilot, ROUNDS_MAX};
use super::setup::{Fight, headless};
use super::state::{self, BattleState};
use super::{Library, Narration, Recording};
use crate::rules::dice::{Rng, mix};
use crate::rules::facts::{CombatantId, SideId};
use bevy::prelude::World;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

/// One place where fights are played one after another.
pub struct Arena {
    world: World,
    first: BattleState,
    autopilot: Autopilot,
}

/// What came of one fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The side that still stands; none for a draw.
    pub winner: Option<SideId>,
    /// Rounds it took.
    pub rounds: u16,
    /// Those who could not act any more at its end.
    pub fallen: Vec<CombatantId>,
}

impl Arena {
    /// An arena for a fight.
    pub fn new(library: &Library, fight: &Fight) -> Self {
        let mut world = headless(library, fight);
        world.insert_resource(Recording(false));
        world.insert_resource(Narration(false));
        Self { world, first: fight.first.clone(), autopilot: Autopilot::new() }
    }

    /// Plays the fight once with the dice of a seed.
    pub fn play(&mut self, seed: u64) -> Played {
        self.first.rng = Rng::new(seed);
        state::restore(&mut self.world, &self.first);
        let verdict = self.autopilot.play(&mut self.world, ROUNDS_MAX);
        let fallen = self.autopilot.fallen(&mut self.world);
        Played { winner: verdict.winner, rounds: verdict.rounds, fallen }
    }
}

/// Many results, counted. The order in which they are added does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Fights.
    pub fights: u64,
    /// Won fights by side; every side of the fight is there.
    pub wins: BTreeMap<SideId, u64>,
    /// Fights that nobody won.
    pub draws: u64,
    /// Fights by number of rounds.
    pub rounds: BTreeMap<u16, u64>,
    /// How often each fighter fell; everybody is there.
    pub fallen: BTreeMap<CombatantId, u64>,
}

impl Tally {
    fn of(fight: &Fight) -> Self {
        let men = &fight.first.combatants;
        Self {
            wins: men.iter().map(|c| (c.side, 0)).collect(),
            fallen: men.iter().map(|c| (c.id, 0)).collect(),
            ..Self::default()
        }
    }

    fn add(mut self, result: &Played) -> Self {
        self.fights += 1;
        match result.winner {
            Some(side) => *self.wins.entry(side).or_default() += 1,
            None => self.draws += 1,
        }
        *self.rounds.entry(result.rounds).or_default() += 1;
        for id in &result.fallen {
            *self.fallen.entry(*id).or_default() += 1;
        }
        self
    }

    fn join(mut self, other: Self) -> Self {
        self.fights += other.fights;
        self.draws += other.draws;
        for (side, wins) in other.wins {
            *self.wins.entry(side).or_default() += wins;
        }
        for (rounds, fights) in other.rounds {
            *self.rounds.entry(rounds).or_default() += fights;
        }
        for (id, times) in other.fallen {
            *self.fallen.entry(id).or_default() += times;
        }
        self
    }

    /// Mean number of rounds.
    pub fn rounds_mean(&self) -> f64 {
        let sum: u64 = self.rounds.iter().map(|(rounds, n)| u64::from(*rounds) * n).sum();
        sum as f64 / self.fights.max(1) as f64
    }

    /// The least number of rounds that so many percent of the fights do not exceed.
    pub fn rounds_percentile(&self, percent: u64) -> u16 {
        let wanted = (self.fights * percent).div_ceil(100).max(1);
        let mut seen = 0;
        for (rounds, fights) in &self.rounds {
            seen += fights;
            if seen >= wanted {
                return *rounds;
            }
        }
        0
    }
}

/// A share with the bounds of its 95 % interval by Wilson's formula.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Share {
    /// The share itself.
    pub rate: f64,
    /// Lower bound.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
}

impl Share {
    /// So many of so many; nothing is known of none.
    pub fn of(part: u64, whole: u64) -> Self {
        /// Quantile of the normal distribution for 95 % on both sides.
        const Z: f64 = 1.959_963_984_540_054;
        if whole == 0 {
            return Self { rate: 0.0, low: 0.0, high: 1.0 };
        }
        let n = whole as f64;
        let rate = part as f64 / n;
        let middle = rate + Z * Z / (2.0 * n);
        let half = Z * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt();
        let whole = 1.0 + Z * Z / n;
        Self {
            rate,
            low: ((middle - half) / whole).clamp(0.0, rate),
            high: ((middle + half) / whole).clamp(rate, 1.0),
        }
    }
}

/// Plays a fight so many times. Fight number i has a stream of dice of its own, made of the seed
/// and i, so it does not matter which thread plays it. No threads: as many as there are cores.
///
/// # Errors
/// The threads could not be started.
pub fn simulate(
    library: &Library,
    fight: &Fight,
    fights: u64,
    seed: u64,
    threads: Option<usize>,
) -> Result<Tally, rayon::ThreadPoolBuildError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build()?;
    let next = AtomicU64::new(0);
    // An arena a thread: what its autopilot has worked out serves all its later fights.
    let tallies = pool.broadcast(|_| {
        let mut arena = Arena::new(library, fight);
        let mut tally = Tally::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= fights {
                return tally;
            }
            tally = tally.add(&arena.play(mix(seed, number)));
        }
    });
    Ok(tallies.into_iter().fold(Tally::of(fight), Tally::join))
}
