//! Data files: RON text in, checked types out, every problem of a file at once.

/// Nodes into `serde` types; the entry point is [`decode::read`].
pub mod decode;
/// Values into RON text.
pub mod encode;
/// Files on the disk: read with a limit, written whole or not at all.
pub mod file;
/// The battle map.
pub mod map;
/// Fighters apart from any fight.
pub mod people;
/// What can be wrong with a file, and how that is shown.
pub mod problem;
/// Fighters to choose from.
pub mod roster;
/// The data files of the rulesets.
pub mod rulesets;
/// Who stands where.
pub mod scenario;
/// RON text into a tree that remembers where everything stands.
pub mod tree;
