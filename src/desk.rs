//! Files of the running program: open, save, new, autosave. What was open stays until the new
//! thing is whole.

use crate::table::Wish;
use bevy::prelude::World;

/// Carries out a wish about files.
pub fn carry_out(_world: &mut World, _wish: Wish) {}
