//! The generator. It is named by its algorithm, so its stream never changes with a library.

use super::{Die, Pool};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng as _, SeedableRng, TryRng as _};
use serde::{Deserialize, Serialize};

/// xoshiro256++ 1.0 with the two draws that the rules need.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rng(Xoshiro256PlusPlus);

/// Mixes a seed and an index into a new seed (splitmix64), so that fight `index` of a simulation
/// has a stream of its own whatever thread plays it.
pub fn mix(seed: u64, index: u64) -> u64 {
    let mut z = seed ^ index.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(17);
    z = z.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Rng {
    /// A stream for a seed.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A seed that nobody can foresee, for a fight whose seed nobody chose.
    pub fn random_seed() -> u64 {
        // Without the system's chance a hash with random keys serves: it is no secret, only new.
        rand::rngs::SysRng.try_next_u64().unwrap_or_else(|_| {
            use std::hash::{BuildHasher, RandomState};
            RandomState::new().hash_one(0)
        })
    }

    /// The next 64 bits, for seeds of other streams.
    pub fn next_seed(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// The faces of a pool in the order in which they fall.
    pub(super) fn faces(&mut self, pool: &Pool) -> Vec<u8> {
        match pool.die() {
            Die::Coin => self.coins(pool.count()),
            Die::Direction => (0..pool.count()).map(|_| self.below(8)).collect(),
            Die::Percent => (0..pool.count()).map(|_| self.below(100)).collect(),
            die @ Die::Faces { faces, .. } => {
                let mut out = Vec::with_capacity(usize::from(pool.count()));
                for _ in 0..pool.count() {
                    let mut explosions = 0;
                    loop {
                        let face = self.below(faces) + 1;
                        out.push(face);
                        if !die.explodes(face, explosions) {
                            break;
                        }
                        explosions += 1;
                    }
                }
                out
            }
        }
    }

    /// Coins: one bit each, 64 to a draw.
    fn coins(&mut self, count: u16) -> Vec<u8> {
        let mut out = Vec::with_capacity(usize::from(count));
        let mut bits = 0;
        for i in 0..count {
            if i % 64 == 0 {
                bits = self.0.next_u64();
            }
            out.push((bits & 1) as u8);
            bits >>= 1;
        }
        out
    }

    /// A uniform number below `n`: the top bits of a draw, drawn again outside the largest
    /// multiple of `n`, so that no face is favoured.
    fn below(&mut self, n: u8) -> u8 {
        let n = u64::from(n.max(1));
        let fair = u64::MAX - u64::MAX % n;
        loop {
            let draw = self.0.next_u64();
            if draw < fair {
                return (draw % n) as u8;
            }
        }
    }
}
