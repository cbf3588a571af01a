//! Which cells, at what cost, past whom?
//!
//! A walk stops on the cell where somebody may strike in passing. The strike is an attack like any
//! other and goes through the later phases; with the next run the walk goes on, if the mover still
//! can.

use super::upkeep::besetting;
use super::{Attack, MoveOrder};
use crate::battle::event::{BattleEvent, Tone};
use crate::battle::facts_reader::FactsReader;
use crate::battle::ledger::Ledger;
use crate::rules::TABLE;
use crate::rules::effect::{Change, Effect};
use crate::rules::facts::{ActionId, CombatantId, Cost, Options};
use crate::rules::key::{Key, RuleId};
use crate::rules::message::Message;
use crate::rules::ruleset::{self, ActionSpec};
use bevy::prelude::{Commands, Entity, ParamSet, Query};

type Walkers<'w, 's> = Query<'w, 's, (Entity, &'static mut MoveOrder)>;
type Fight<'w, 's, 'a, 'b, 'c, 'd, 'e, 'f> =
    ParamSet<'w, 's, (FactsReader<'a, 'b>, Ledger<'c, 'd>, Walkers<'e, 'f>)>;

/// Answers to an offered strike in passing; the first is the preset.
const ANSWERS: [Key; 2] = [Key("strike"), Key("let-pass")];

/// Walks the paths that were allowed.
pub(super) fn walk(mut commands: Commands, mut fight: Fight) {
    // One command orders one walk, so there is no order among several to decide.
    let Some((entity, mut order)) = fight.p2().iter_mut().next().map(|(e, o)| (e, o.clone()))
    else {
        return;
    };
    let who = order.who;
    while able(&fight.p0(), who) && !order.passing.is_empty() {
        let (step, striker) = order.passing.remove(0);
        steps(&mut fight, &mut order, step);
        let strikes = order.strikes.iter().find(|(id, _)| *id == striker);
        let options = strikes.map(|(_, options)| options.clone()).unwrap_or_default();
        let offered = offer(&mut fight, striker, who, &options);
        if fight.p1().report.question.is_some() {
            // The whole command waits for the answer: nothing may be seen of what follows.
            commands.entity(entity).remove::<MoveOrder>();
            return;
        }
        if let Some(action) = offered {
            let (targets, cost) = (vec![who], Cost::default());
            let (who, aim, passing) = (striker, None, true);
            commands.spawn(Attack { who, action, targets, aim, options, cost, passing });
            if let Ok((_, mut kept)) = fight.p2().get_mut(entity) {
                *kept = order;
            }
            return;
        }
    }
    let end = order.path.len() - 1;
    let arrives = able(&fight.p0(), who);
    if arrives {
        steps(&mut fight, &mut order, end);
    }
    commands.entity(entity).remove::<MoveOrder>();
    finish(&mut fight.p1(), &order, arrives);
}

fn able(reader: &FactsReader, who: CombatantId) -> bool {
    reader.vital(who).is_some_and(|vital| vital.able)
}

/// Takes the steps up to one of the path, one by one: after each of them somebody may be engaged
/// who was not before.
fn steps(fight: &mut Fight, order: &mut MoveOrder, to: usize) {
    let from = order.at;
    let reader = fight.p0();
    let rules = &reader.rules.0;
    let minded = [rules.beset_conditions(), rules.sight_conditions()].concat();
    if reader.those_in(&minded).is_empty() && from < to {
        // Nobody asks where the steps between led.
        order.at = to - 1;
    }
    while order.at < to {
        order.at += 1;
        let place = Effect::new(TABLE, order.who, Change::Place(order.path[order.at]));
        fight.p1().apply(&place);
        let effects = besetting(&fight.p0());
        fight.p1().apply_all(&effects, Tone::Detail);
    }
    let mut ledger = fight.p1();
    if from < to && !ledger.report.mute {
        let path = order.path[from..=to].to_vec();
        ledger.report.events.push(BattleEvent::Moved { who: order.who, path });
    }
}

/// Whether somebody strikes at the one who passes by, and how. Its side is asked; a fighter that
/// the program plays strikes (BW-MEL-09).
fn offer(
    fight: &mut Fight,
    striker: CombatantId,
    mover: CombatantId,
    options: &Options,
) -> Option<ActionId> {
    let reader = fight.p0();
    let already = reader.deeds(striker)?.passing;
    let (action, rule) = reader.rules.0.strike_in_passing(already)?;
    // A strike before this one may have changed who threatens whom.
    if !reader.vital(striker).is_some_and(|vital| vital.threatens) {
        return None;
    }
    let facts = reader.attack_facts(striker, action, &[mover], None, options).ok()?;
    reader.rules.0.plan(&facts).ok()?;
    let asks = !reader.combatant(striker)?.dossier.autopilot;
    let mut ledger = fight.p1();
    if asks {
        let answer = decide(&mut ledger, rule, striker, mover);
        if ledger.report.question.is_some() {
            ledger.report.offered = Some(facts);
        }
        if answer != 0 {
            return None;
        }
    }
    let entity = ledger.census.0.get(&striker).copied()?;
    if let Ok((.., mut deeds, _)) = ledger.fighters.get_mut(entity) {
        deeds.passing = deeds.passing.saturating_add(1);
    }
    Some(action)
}

fn decide(ledger: &mut Ledger, rule: RuleId, striker: CombatantId, mover: CombatantId) -> usize {
    let text = Message::new("ask-passing").who("who", striker).who("target", mover);
    ledger.with_dice(|dice| dice.decide(rule, text, &ANSWERS, 0))
}

/// What the walk leaves behind: its direction, and a line for the log.
fn finish(ledger: &mut Ledger, order: &MoveOrder, arrives: bool) {
    let rules = ledger.rules.0.clone();
    let (start, end) = (order.path[0], order.path[order.at]);
    if let Some(entity) = ledger.census.0.get(&order.who).copied()
        && let Ok((.., mut deeds, _)) = ledger.fighters.get_mut(entity)
        && order.at > 0
    {
        deeds.trace.walked = Some(start.offset_to(end));
    }
    if ledger.report.mute {
        return;
    }
    let cells = order.at as i64;
    let action = ruleset::action(rules.as_ref(), order.action);
    let rule = action.map_or(TABLE, |a| a.rule);
    let message = Message::new(if arrives { "log-moved" } else { "log-move-stopped" });
    let message = message.who("who", order.who);
    // A row of the game master's own has its own name and no word.
    let message = match action {
        Some(ActionSpec { name: Some(name), .. }) => message.text("how", name),
        Some(ActionSpec { id, .. }) => {
            message.word("how", format!("action-{}-{id}", rules.info().id))
        }
        None => message.word("how", "command-move"),
    };
    let message = message
        .int("cells", cells)
        .int("metres", cells * 2)
        .int("x", i64::from(end.x) + 1)
        .int("y", i64::from(end.y) + 1);
    ledger.tell(Tone::Deed, rule, message, &[order.who]);
}
