//! Data files: RON text in, checked types out, every problem of a file at once.

pub mod decode;
pub mod encode;
pub mod file;
pub mod map;
pub mod people;
pub mod problem;
pub mod roster;
pub mod rulesets;
pub mod scenario;
pub mod tree;
pub mod words;
