//! The tests that look at the program from outside, in one binary: Bevy is linked once.

mod architecture;
mod autopilot;
mod cli;
mod data_files;
mod desk;
mod fights;
mod golden;
mod golden_eclipse;
mod ground;
mod locale;
mod mechanisms;
mod odds;
mod pilot;
mod script;
mod turns;
mod undo;
