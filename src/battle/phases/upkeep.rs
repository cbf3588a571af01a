//! What begins, ends, expires? Turns end and begin here, and rounds with them.

use crate::battle::combatant::Presence;
use crate::battle::event::{BattleEvent, Tone};
use crate::battle::facts_reader::FactsReader;
use crate::battle::ledger::Ledger;
use crate::battle::state::Stage;
use crate::battle::turn::{Flow, next_card};
use crate::rules::TABLE;
use crate::rules::effect::Effect;
use crate::rules::facts::{Budget, CombatantId, Watch};
use crate::rules::key::RuleId;
use crate::rules::message::Message;
use bevy::prelude::{ParamSet, ResMut};

use super::Standing;

/// What follows for everybody from where all stand now (BW-RNG-09 and its kin).
pub(super) fn besetting(reader: &FactsReader) -> Vec<Effect> {
    let rules = &reader.rules.0;
    let mut effects = Vec::new();
    // The cheap question first: to most fighters nothing can happen.
    for id in reader.those_in(rules.beset_conditions()) {
        if let Some(fighter) = reader.fighter(id) {
            effects.extend(rules.beset(&fighter, reader.engaged(id)));
        }
    }
    for id in reader.those_in(rules.sight_conditions()) {
        let Some(fighter) = reader.fighter(id) else { continue };
        let sees = |other: CombatantId| {
            let there = reader.cell(other);
            there.is_some_and(|there| reader.map.board.in_sight(fighter.cell, there))
        };
        effects.extend(rules.loses_sight(&fighter, &sees));
    }
    effects
}

/// Ends the running turn, starts the next, or ends the round.
pub(super) fn keep(mut standing: ResMut<Standing>, mut fight: ParamSet<(FactsReader, Ledger)>) {
    let reader = fight.p0();
    let (effects, flow, told) = (besetting(&reader), reader.turn.flow, reader.narration.0);
    if !effects.is_empty() {
        fight.p1().apply_all(&effects, Tone::Detail);
    }
    if told {
        tell_decided(&mut standing, &mut fight);
    }
    let turns = matches!(flow, Flow::Ending | Flow::Starting);
    if turns && told {
        watch(&mut fight);
    }
    if flow == Flow::Ending {
        end(&mut fight);
    }
    if turns {
        start(&mut fight);
    }
}

/// When only one side is left that can act, that is told once; the game master ends the fight.
fn tell_decided(standing: &mut Standing, fight: &mut Fight) {
    let reader = fight.p0();
    if reader.turn.stage != Stage::Fighting || standing.0 < 2 {
        return;
    }
    let left = reader.standing_sides();
    standing.0 = left.len();
    let [side] = left[..] else { return };
    let message = Message::new("log-decided").word("side", side.word());
    fight.p1().tell(Tone::Heading, TABLE, message, &[]);
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

/// Who was interrupted goes on with what is left of the turn; one who cannot any more has ended it.
/// The answer is whether somebody goes on.
fn go_on(fight: &mut Fight) -> bool {
    while let Some((id, budget)) = fight.p1().turn.interrupted.pop() {
        let reader = fight.p0();
        let able = reader.vital(id).is_some_and(|vital| vital.able);
        let (rules, facts) = (reader.rules.0.clone(), reader.turn_facts(id));
        let mut ledger = fight.p1();
        if able {
            ledger.turn.current = Some(id);
            ledger.turn.budget = budget;
            ledger.turn.flow = Flow::Idle;
            ledger.tell(Tone::Heading, TABLE, Message::new("log-goes-on").who("who", id), &[id]);
            ledger.report.events.push(BattleEvent::TurnBegan(id));
            return true;
        }
        if let Some(facts) = facts {
            ledger.apply_all(&rules.turn_end(&facts), Tone::Detail);
        }
        mark_acted(&mut ledger, id);
    }
    false
}

/// A turn at the end of the round for the first who has paid for one. The answer is whether there
/// is one.
fn extra(fight: &mut Fight) -> bool {
    let reader = fight.p0();
    let rules = reader.rules.0.clone();
    let found = reader.turn.cards().find_map(|id| {
        let able = reader.vital(id).is_some_and(|vital| vital.able);
        let begun = rules.extra_turn(&reader.fighter(id).filter(|_| able)?)?;
        Some((id, begun))
    });
    let Some((id, begun)) = found else { return false };
    let mut ledger = fight.p1();
    ledger.turn.current = Some(id);
    ledger.tell(Tone::Heading, TABLE, Message::new("log-extra-turn").who("who", id), &[id]);
    ledger.apply_all(&begun.effects, Tone::Detail);
    ledger.turn.budget = begun.budget.unwrap_or_default();
    ledger.turn.flow = Flow::Idle;
    ledger.report.events.push(BattleEvent::TurnBegan(id));
    true
}

fn mark_acted(ledger: &mut Ledger, id: CombatantId) {
    if let Some(entity) = ledger.census.0.get(&id).copied()
        && let Ok((_, _, _, mut initiative, .., mut deeds, _)) = ledger.fighters.get_mut(entity)
    {
        initiative.acted = true;
        deeds.trace = deeds.trace.after_turn();
    }
}

/// Who is seen by an able enemy at the beginning or the end of a turn (BW-ENT-03). Simulation does
/// without: nobody leaves there.
fn watch(fight: &mut Fight) {
    let reader = fight.p0();
    let all: Vec<_> = reader.each().filter(|(_, vital)| vital.able).collect();
    let unseen = |id| reader.deeds(id).is_some_and(|d| !d.watch.seen && !d.watch.fought);
    let seen: Vec<CombatantId> = all
        .iter()
        .filter(|(one, ..)| unseen(one.id))
        .filter(|(one, ..)| {
            let mut foes = all.iter().filter(|(other, ..)| other.side != one.side);
            foes.any(|(foe, ..)| reader.map.board.in_sight(foe.cell, one.cell))
        })
        .map(|(one, ..)| one.id)
        .collect();
    let mut ledger = fight.p1();
    for id in seen {
        let Some(entity) = ledger.census.0.get(&id).copied() else { continue };
        if let Ok((.., mut deeds, _)) = ledger.fighters.get_mut(entity) {
            deeds.watch.seen = true;
        }
    }
}

/// Who may leave after the round that ends now: the game master decides, and the default is that
/// everybody stays (BW-ENT-04).
fn name_candidates(fight: &mut Fight) {
    let reader = fight.p0();
    let rules = reader.rules.0.clone();
    let may = |id| {
        let able = reader.vital(id).is_some_and(|vital| vital.able);
        reader.deeds(id).filter(|_| able).and_then(|deeds| rules.may_leave(deeds.watch))
    };
    let found: Vec<(CombatantId, Option<RuleId>)> = reader.all().map(|id| (id, may(id))).collect();
    let mut ledger = fight.p1();
    for (id, rule) in found {
        let Some(entity) = ledger.census.0.get(&id).copied() else { continue };
        if let Ok((.., mut deeds, _)) = ledger.fighters.get_mut(entity) {
            deeds.may_leave = rule.is_some();
        }
        if let Some(rule) = rule {
            let message = Message::new("log-may-leave").who("who", id);
            ledger.tell(Tone::Detail, rule, message, &[id]);
        }
    }
}

/// Goes from card to card until one can act; after the last card the round ends. Whoever was
/// interrupted goes on first, but for those who paid to go before everybody (EP-POOL-06).
fn start(fight: &mut Fight) {
    loop {
        let reader = fight.p0();
        let next = next_card(&reader.turn, &reader.census, |entity| reader.initiative_of(entity));
        let waiting = |id| reader.turn.interrupted.iter().any(|(who, _)| *who == id);
        let pays = |id| reader.fighter(id).is_some_and(|who| reader.rules.0.goes_first(&who));
        if next.is_none_or(|id| waiting(id) || !pays(id)) && go_on(fight) {
            return;
        }
        if fight.p0().rules.0.info().simultaneous {
            fight.p1().settle_deferred(next);
        }
        let Some(id) = next else {
            if !extra(fight) {
                end_round(fight);
            }
            return;
        };
        if begin(fight, id) {
            return;
        }
    }
}

/// The turn of a card. The answer is whether there is one: what is skipped ends at once, like any
/// other, and with it what lasts until its end.
pub(super) fn begin(fight: &mut Fight, id: CombatantId) -> bool {
    let reader = fight.p0();
    let Some(facts) = reader.turn_facts(id) else { return true };
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
        return true;
    }
    let facts = fight.p0().turn_facts(id);
    let mut ledger = fight.p1();
    if let Some(facts) = facts {
        ledger.apply_all(&rules.turn_end(&facts), Tone::Detail);
    }
    mark_acted(&mut ledger, id);
    ledger.turn.current = None;
    false
}

/// A line for each check that was rolled beside an attack.
pub(super) fn tell_tests(ledger: &mut Ledger) {
    for explained in std::mem::take(&mut ledger.report.explained) {
        let rule = explained.rolled.as_ref().map_or(TABLE, |rolled| rolled.rule);
        let name = format!("check-{}-{}", ledger.rules.0.info().id, explained.check.name);
        let about: Vec<CombatantId> = explained.target.into_iter().collect();
        let message = Message::new(if about.is_empty() { "log-rolled" } else { "log-rolled-by" });
        let message = about.iter().fold(message, |message, who| message.who("who", *who));
        ledger.explain(Tone::Detail, rule, message.word("check", name), &about, vec![explained]);
    }
}

/// A new round, unless nobody is left who could act in it.
fn end_round(fight: &mut Fight) {
    let reader = fight.p0();
    let rules = reader.rules.0.clone();
    let all: Vec<_> = reader.turn.cards().filter_map(|id| reader.fighter(id)).collect();
    let mut ledger = fight.p1();
    let effects = ledger.with_dice(|dice| rules.round_end(&all, dice));
    tell_tests(&mut ledger);
    ledger.apply_all(&effects, Tone::Harm);
    let reader = fight.p0();
    let anybody = reader.all().any(|id| {
        reader.vital(id).is_some_and(|v| v.able)
            || reader.initiative(id).is_some_and(|i| i.presence == Presence::Pending)
    });
    if fight.p0().narration.0 {
        name_candidates(fight);
    }
    let mut ledger = fight.p1();
    if !anybody {
        ledger.turn.flow = Flow::Idle;
        ledger.tell(Tone::Heading, TABLE, Message::new("log-nobody-left"), &[]);
        return;
    }
    ledger.turn.round = ledger.turn.round.saturating_add(1);
    for (_, _, _, mut initiative, _, _, _, _, mut melee, mut deeds, _) in &mut ledger.fighters {
        initiative.acted = false;
        melee.attacked_by.clear();
        deeds.watch = Watch::default();
        deeds.passing = 0;
    }
    ledger.turn.flow = Flow::RoundStart;
}
