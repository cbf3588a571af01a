//! Data files: RON text in, checked types out, every problem of a file at once.

/// Nodes into `serde` types; the entry point is [`decode::read`].
pub mod decode;
/// The battle map.
pub mod map;
/// Fighters apart from any fight.
pub mod people;
/// What can be wrong with a file, and how that is shown.
pub mod problem;
/// RON text into a tree that remembers where everything stands.
pub mod tree;
