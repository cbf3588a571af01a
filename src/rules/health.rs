//! Health as all five systems keep it: a number that runs and a row of marks.
//!
//! | system | `points` | `marks` |
//! | --- | --- | --- |
//! | Better World | hits, down to below zero | none |
//! | KMB | none | boxes crossed per column of the wound ladder |
//! | Eclipse | damage taken | wounds |
//! | Battle Card | Condition, down to below zero | none |
//! | Storytelling | none | bashing, lethal, aggravated boxes |

use serde::{Deserialize, Serialize};

/// Columns of marks that a ruleset may use.
pub const MARKS: usize = 6;

/// What a fighter has left, or has taken; the ruleset says which.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct HealthTrack {
    /// Running number, in the ruleset's own unit of harm.
    pub points: i16,
    /// Marks per column.
    pub marks: [u8; MARKS],
}

/// How a health track is drawn: each ruleset's own shape, so that a glance tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HealthPicture {
    /// Blocks lost from the first to the last, each with its size and what is left in it; `below`
    /// is how far the track is under zero and `floor` how far it may go before death.
    Blocks {
        /// (size, left) from the block that is lost first.
        blocks: Vec<(u8, u8)>,
        /// Points under zero.
        below: u8,
        /// Points under zero that are still alive.
        floor: u8,
    },
    /// Columns of boxes from mild to deadly: (boxes, crossed).
    Ladder(Vec<(u8, u8)>),
    /// A bar with notches: left, most, notches every so many points.
    Bar {
        /// Points left.
        left: u16,
        /// Points when whole.
        most: u16,
        /// Distance of the notches; 0 for none.
        notch: u16,
    },
    /// A row of boxes with the kind of harm in each: 0 empty, 1 light, 2 grave, 3 worst.
    Boxes(Vec<u8>),
}
