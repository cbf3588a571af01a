//! Rubezh (Рубеж): a table for tactical fights with exact odds.
#![forbid(unsafe_code)]
