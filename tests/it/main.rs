//! The tests that look at the program from outside, in one binary: Bevy is linked once.

mod architecture;
mod data_files;
mod desk;
mod locale;
