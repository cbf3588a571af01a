//! The battle map as pure geometry: cells of 2 m, distances, walking, lines of sight, cover.
//!
//! Every decision in this folder is made on whole numbers, so the same board gives the same
//! answer on every machine and in every replay. There is no floating point, no hash map, no
//! clock and no input or output here, and nothing that knows a ruleset: a ruleset names its
//! [`Metric`] and turns the hidden share into its own tiers.
//!
//! Read in this order: [`pos`] (cells and points), [`distance`] (metrics), [`angle`] (bearings,
//! cones, sectors), [`footprint`] (the cells of a token), [`board`] (what stands on the map), [`path`] (walking), [`sight`] and
//! [`cover`] (who sees whom, and how much of him).

pub mod angle;
pub mod board;
pub mod cover;
pub mod distance;
pub mod footprint;
pub mod path;
pub mod pos;
mod segment;
pub mod sight;
mod view;

#[cfg(test)]
mod tests;

pub use angle::{any_at_least_apart, bearing_cmp, fits_sectors, sectors_occupied, within_deg};
pub use board::{Blocks, Board, BoardError, BoardObject, DoorState, Height, ObjectId, ObjectKind};
pub use cover::{Exposure, FieldCell, HIDDEN_WHOLE, WhyIgnored};
pub use distance::{Metric, cells, metres};
pub use footprint::Footprint;
pub use path::{DiagonalCost, Occupancy, Reach, StepRules, passes};
pub use pos::{CellPos, Dir8, Point, UNITS_PER_CELL};
