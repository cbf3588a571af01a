//! Who acts, in what order? Runs when the fight begins and when a round has newcomers.

use super::upkeep::tell_tests;
use crate::battle::combatant::Presence;
use crate::battle::event::{Explained, Tone};
use crate::battle::facts_reader::FactsReader;
use crate::battle::ledger::Ledger;
use crate::battle::turn::{Flow, Turn};
use crate::rules::TABLE;
use crate::rules::facts::{CombatantId, InitiativeFacts};
use crate::rules::message::Message;
use crate::rules::ruleset::Entrance;
use bevy::prelude::{ParamSet, Res};

/// Whether a fight or a round begins.
pub(super) fn is_due(turn: Res<Turn>) -> bool {
    matches!(turn.flow, Flow::Begin { .. } | Flow::RoundStart)
}

/// Rolls initiative for those who need it and lays the cards.
pub(super) fn order_cards(mut fight: ParamSet<(FactsReader, Ledger)>) {
    let reader = fight.p0();
    let rules = reader.rules.0.clone();
    let with = |presence: Presence| -> Vec<InitiativeFacts> {
        reader
            .all()
            .filter(|id| reader.initiative(*id).is_some_and(|i| i.presence == presence))
            .filter_map(|id| reader.initiative_facts(id))
            .collect()
    };
    match reader.turn.flow {
        Flow::Begin { by_cards } => {
            let everybody = with(Presence::Fighting);
            let mut ledger = fight.p1();
            let round = ledger.turn.round;
            ledger.tell(Tone::Heading, TABLE, Message::new("log-fight-begins"), &[]);
            let (rows, entrances) =
                ledger.with_dice(|dice| rules.initiative(&everybody, by_cards, dice));
            ledger.turn.rows = rows;
            tell_entrances(&mut ledger, &entrances);
            tell_round(&mut ledger, round);
            ledger.turn.flow = Flow::Starting;
        }
        Flow::RoundStart => {
            let newcomers = with(Presence::Pending);
            let mut ledger = fight.p1();
            let round = ledger.turn.round;
            tell_round(&mut ledger, round);
            if !newcomers.is_empty() {
                let present = std::mem::take(&mut ledger.turn.rows);
                let (rows, entrances) =
                    ledger.with_dice(|dice| rules.join(&present, &newcomers, None, dice));
                ledger.turn.rows = rows;
                let ids: Vec<_> = newcomers.iter().map(|n| n.fighter.id).collect();
                admit(&mut ledger, &ids);
                tell_entrances(&mut ledger, &entrances);
            }
            order_anew(&mut fight);
            fight.p1().turn.flow = Flow::Starting;
        }
        Flow::Idle | Flow::Ending | Flow::Starting => {}
    }
}

/// Some rulesets lay the cards anew as each round begins.
fn order_anew(fight: &mut ParamSet<(FactsReader, Ledger)>) {
    let reader = fight.p0();
    let rules = reader.rules.0.clone();
    let all: Vec<_> = reader.turn.cards().filter_map(|id| reader.initiative_facts(id)).collect();
    let rows = reader.turn.rows.clone();
    let mut ledger = fight.p1();
    let Some((rows, effects)) = ledger.with_dice(|dice| rules.round_start(&rows, &all, dice))
    else {
        return;
    };
    tell_tests(&mut ledger);
    ledger.turn.rows = rows;
    ledger.apply_all(&effects, Tone::Detail);
}

fn admit(ledger: &mut Ledger, newcomers: &[CombatantId]) {
    for (combatant, _, _, mut initiative, ..) in &mut ledger.fighters {
        if newcomers.contains(&combatant.id) {
            initiative.presence = Presence::Fighting;
        }
    }
}

fn tell_round(ledger: &mut Ledger, round: u16) {
    let message = Message::new("log-round").int("round", round.into());
    ledger.tell(Tone::Heading, TABLE, message, &[]);
}

fn tell_entrances(ledger: &mut Ledger, entrances: &[Entrance]) {
    for entrance in entrances {
        let message =
            Message::new("log-level").who("who", entrance.id).int("level", entrance.level.into());
        let rule = entrance.check.lines().first().map_or(TABLE, |line| line.rule);
        let explained = Explained {
            target: None,
            check: entrance.check.clone(),
            rolled: entrance.rolled.clone(),
        };
        ledger.explain(Tone::Detail, rule, message, &[entrance.id], vec![explained]);
        ledger.apply_all(&entrance.effects, Tone::Detail);
    }
}
