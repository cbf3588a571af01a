//! What lies between? Leaves the facts on each attack, in a fixed order of attacks.

use super::{Attack, Facts};
use crate::battle::event::Report;
use crate::battle::facts_reader::FactsReader;
use bevy::prelude::{Commands, Entity, Query, ResMut, Without};

/// Gathers the facts of every attack that has none.
pub(super) fn measure(
    mut commands: Commands,
    reader: FactsReader,
    mut report: ResMut<Report>,
    attacks: Query<(Entity, &Attack), Without<Facts>>,
) {
    let mut waiting: Vec<_> = attacks.iter().collect();
    waiting.sort_by_key(|(_, attack)| attack.who);
    for (entity, attack) in waiting {
        let Attack { who, action, targets, aim, options, .. } = attack;
        match reader.attack_facts(*who, *action, targets, *aim, options) {
            Ok(facts) => {
                commands.entity(entity).insert(Facts(facts));
            }
            Err(refusal) => {
                report.refusal.get_or_insert(refusal);
                commands.entity(entity).despawn();
            }
        }
    }
}
