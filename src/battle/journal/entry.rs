//! One command as it was carried out.

use crate::battle::command::Command;
use crate::battle::event::LogLine;
use crate::rules::dice::{Rng, Rolled};
use serde::{Deserialize, Serialize};

/// A command, what was rolled for it, and what the fight was like afterwards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// What was ordered.
    pub command: Command,
    /// The rolls, in order. Recorded faces, not the seed, are what a replay depends on.
    pub rolls: Vec<Rolled>,
    /// The decisions taken, in order.
    pub answers: Vec<u8>,
    /// Fingerprint of the state afterwards, the generator left out.
    pub hash: u64,
    /// The generator afterwards.
    pub rng: Rng,
    /// The log of it; not saved, a replay writes it again.
    #[serde(skip)]
    pub lines: Vec<LogLine>,
}
