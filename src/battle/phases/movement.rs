//! Which cells, at what cost, past whom?

use super::MoveOrder;
use crate::battle::Rules;
use crate::battle::combatant::{Cell, Combatant};
use crate::battle::event::{BattleEvent, LogLine, Report, Tone};
use crate::battle::turn::Turn;
use crate::rules::TABLE;
use crate::rules::message::Message;
use crate::rules::ruleset::{self, ActionSpec};
use bevy::prelude::{Commands, Entity, Query, Res, ResMut};

/// Walks the paths that were allowed.
pub(super) fn walk(
    mut commands: Commands,
    rules: Res<Rules>,
    turn: Res<Turn>,
    mut report: ResMut<Report>,
    mut movers: Query<(Entity, &Combatant, &mut Cell, &MoveOrder)>,
) {
    // One command orders one walk, so there is no order among several to decide.
    for (entity, combatant, mut cell, order) in &mut movers {
        let end = *order.path.last().expect("a path has two cells at least");
        cell.0 = end;
        commands.entity(entity).remove::<MoveOrder>();
        if report.mute {
            continue;
        }
        let cells = order.path.len() as i64 - 1;
        let action = ruleset::action(rules.0.as_ref(), order.action);
        let rule = action.map_or(TABLE, |a| a.rule);
        let message = Message::new("log-moved").who("who", combatant.id);
        // A row of the game master's own has its own name and no word.
        let message = match action {
            Some(ActionSpec { name: Some(name), .. }) => message.text("how", name),
            Some(ActionSpec { id, .. }) => {
                message.word("how", &format!("action-{}-{id}", rules.0.info().id))
            }
            None => message.word("how", "command-move"),
        };
        let message = message
            .int("cells", cells)
            .int("metres", cells * 2)
            .int("x", i64::from(end.x) + 1)
            .int("y", i64::from(end.y) + 1);
        report.lines.push(LogLine {
            round: turn.round,
            turn: turn.current,
            tone: Tone::Deed,
            rule,
            message,
            about: vec![combatant.id],
            explained: Vec::new(),
        });
        report.events.push(BattleEvent::Moved { who: combatant.id, path: order.path.clone() });
    }
}
