//! Rubezh (Рубеж): a table for tactical fights with exact odds.

pub mod battle;
pub mod data;
pub mod desk;
pub mod locale;
pub mod rules;
pub mod table;
