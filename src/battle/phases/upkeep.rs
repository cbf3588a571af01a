//! What begins, ends, expires? Turns end and begin here, and rounds with them.

use crate::battle::combatant::Presence;
use crate::battle::event::{BattleEvent, Tone};
use crate::battle::facts_reader::FactsReader;
use crate::battle::ledger::Ledger;
use crate::battle::turn::{Flow, next_card};
use crate::rules::TABLE;
use crate::rules::facts::{Budget, CombatantId};
use crate::rules::message::Message;
use bevy::prelude::ParamSet;

/// Ends the running turn, starts the next, or ends the round.
pub(super) fn keep(mut fight: ParamSet<(FactsReader, Ledger)>) {
    if fight.p0().turn.flow == Flow::Ending {
        end(&mut fight);
    }
    if fight.p0().turn.flow == Flow::Starting {
        start(&mut fight);
    }
}

type Fight<'w, 's, 'a, 'b, 'c, 'd> = ParamSet<'w, 's, (FactsReader<'a, 'b>, Ledger<'c, 'd>)>;

fn end(fight: &mut Fight) {
    let reader = fight.p0();
    let current = reader.turn.current;
    let facts = current.and_then(|id| reader.turn_facts(id));
    let rules = reader.rules.0.clone();
    let mut ledger = fight.p1();
    if let (Some(id), Some(facts)) = (current, facts) {
        ledger.apply_all(&rules.turn_end(&facts), Tone::Detail);
        mark_acted(&mut ledger, id);
    }
    ledger.turn.current = None;
    ledger.turn.budget = Budget::default();
    ledger.turn.flow = Flow::Starting;
}

fn mark_acted(ledger: &mut Ledger, id: CombatantId) {
    if let Some(entity) = ledger.census.0.get(&id).copied()
        && let Ok((_, _, _, mut initiative, ..)) = ledger.fighters.get_mut(entity)
    {
        initiative.acted = true;
    }
}

/// Goes from card to card until one can act; after the last card the round ends.
fn start(fight: &mut Fight) {
    loop {
        let reader = fight.p0();
        let next = next_card(&reader.turn, &reader.census, |entity| reader.initiative_of(entity));
        let Some(id) = next else {
            end_round(fight);
            return;
        };
        let Some(facts) = reader.turn_facts(id) else { return };
        let rules = reader.rules.0.clone();
        let begun = rules.turn_start(&facts);
        let mut ledger = fight.p1();
        ledger.turn.current = Some(id);
        let tells = begun.budget.is_some() || begun.effects.iter().any(|e| e.say.is_some());
        if tells {
            let message = Message::new("log-turn").who("who", id);
            ledger.tell(Tone::Heading, TABLE, message, &[id]);
        }
        ledger.apply_all(&begun.effects, Tone::Harm);
        if let Some(budget) = begun.budget {
            ledger.turn.budget = budget;
            ledger.turn.flow = Flow::Idle;
            ledger.report.events.push(BattleEvent::TurnBegan(id));
            return;
        }
        // A skipped turn ends like any other: what lasts until its end, ends.
        let facts = fight.p0().turn_facts(id);
        let mut ledger = fight.p1();
        if let Some(facts) = facts {
            ledger.apply_all(&rules.turn_end(&facts), Tone::Detail);
        }
        mark_acted(&mut ledger, id);
        ledger.turn.current = None;
    }
}

/// A new round, unless nobody is left who could act in it.
fn end_round(fight: &mut Fight) {
    let reader = fight.p0();
    let anybody = reader.all().any(|id| {
        reader.vital(id).is_some_and(|v| v.able)
            || reader.initiative(id).is_some_and(|i| i.presence == Presence::Pending)
    });
    let mut ledger = fight.p1();
    if !anybody {
        ledger.turn.flow = Flow::Idle;
        ledger.tell(Tone::Heading, TABLE, Message::new("log-nobody-left"), &[]);
        return;
    }
    ledger.turn.round = ledger.turn.round.saturating_add(1);
    for (_, _, _, mut initiative, _, _, _, _, mut melee) in &mut ledger.fighters {
        initiative.acted = false;
        melee.attacked_by.clear();
    }
    ledger.turn.flow = Flow::RoundStart;
}
