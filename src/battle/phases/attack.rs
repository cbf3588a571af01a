//! What is rolled, what follows? `plan`, then `resolve`: the same two calls as for the odds.

use super::{Attack, Facts, Resolved};
use crate::battle::ledger::Ledger;
use bevy::prelude::{Commands, Entity, Query, Without};

/// Plans, pays and resolves every attack whose facts are known.
pub(super) fn resolve(
    mut commands: Commands,
    mut ledger: Ledger,
    attacks: Query<(Entity, &Attack, &Facts), Without<Resolved>>,
) {
    let mut waiting: Vec<_> = attacks.iter().collect();
    waiting.sort_by_key(|(_, attack, _)| attack.who);
    for (entity, attack, facts) in waiting {
        let rules = ledger.rules.0.clone();
        match rules.plan(&facts.0) {
            Ok(plan) => {
                if !attack.passing {
                    ledger.turn.budget.pay(attack.cost);
                }
                let outcome = ledger.with_dice(|dice| rules.resolve(&facts.0, &plan, dice));
                commands.entity(entity).insert(Resolved { plan, outcome });
            }
            // A strike in passing that the rules do not allow after all (no round left in the gun)
            // does not forbid the movement.
            Err(_) if attack.passing => commands.entity(entity).despawn(),
            Err(refusal) => {
                ledger.report.refusal.get_or_insert(refusal);
                commands.entity(entity).despawn();
            }
        }
    }
}
