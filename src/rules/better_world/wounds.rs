//! Hits, wounds, shock, dying and death (section 6).

use crate::rules::dice::Dice;
use crate::rules::effect::{Change, Effect};
use crate::rules::facts::{Condition, Cost, Fighter, Policy, Sheet, Until};
use crate::rules::health::{HealthPicture, HealthTrack};
use crate::rules::key::{Key, RuleId};
use crate::rules::message::Message;
use crate::rules::ruleset::{Vital, hash_of};

use super::data::{DyingDefault, Tunables};
use super::ids::*;
use super::manoeuvre;
use super::sheet::*;

/// Hits of a fighter who has lost none: the sum of the three blocks.
pub fn hits_whole(sheet: &Sheet) -> i32 {
    BLOCKS.iter().map(|block| sheet.get(*block)).sum()
}

/// A track with so many hits.
pub fn track(hits: i32) -> HealthTrack {
    HealthTrack { points: hits as i16, ..HealthTrack::default() }
}

/// The state of so many hits (BW-DMG-05).
///
/// Reading chosen: hits equal to the death threshold are still dying, because the source kills
/// only strictly below it.
pub fn state_of(sheet: &Sheet, hits: i32) -> Key {
    let [_, second, third] = BLOCKS.map(|block| sheet.get(block));
    if hits < sheet.get(DEATH_THRESHOLD) {
        DEAD
    } else if hits <= 0 {
        DYING
    } else if hits <= third {
        HEAVILY_WOUNDED
    } else if hits <= second + third {
        WOUNDED
    } else if hits < hits_whole(sheet) {
        LIGHTLY_WOUNDED
    } else {
        HEALTHY
    }
}

/// The state of a fighter; one that died stays dead whatever its hits are (BW-DMG-08).
pub fn state(fighter: &Fighter) -> Key {
    if fighter.has(DEAD) { DEAD } else { state_of(&fighter.sheet, fighter.health.points.into()) }
}

/// Whether a fighter is out of its senses (BW-DMG-09). One with the hits of a dying fighter but
/// without the condition was brought there by hand or by a change of rules, and nobody asked
/// whether it stays conscious; it lies down, as is the default.
pub fn is_unconscious(fighter: &Fighter) -> bool {
    fighter.has(UNCONSCIOUS) || state(fighter) == DYING && !fighter.has(DYING)
}

/// Whether a fighter is dying and on its feet (BW-DMG-10).
pub fn is_conscious_dying(fighter: &Fighter) -> bool {
    state(fighter) == DYING && !is_unconscious(fighter)
}

/// State, ability and threat (BW-GEN-07).
pub fn vital(fighter: &Fighter) -> Vital {
    let state = state(fighter);
    let able = state != DEAD && !is_unconscious(fighter);
    let threatens = able && !fighter.has(CONCUSSION) && !fighter.has(HELD);
    Vital { state, able, threatens, out: state == DEAD }
}

/// What matters for one who is hit: the numbers of its health, and its poise. Guards do not: they
/// stand in the plan.
pub fn body(fighter: &Fighter) -> u64 {
    let fields = [PAIN_OVER, CONCUSSION_OVER, DEATH_THRESHOLD].map(|f| fighter.sheet.values[f]);
    let blocks = BLOCKS.map(|block| fighter.sheet.values[block]);
    hash_of(&(blocks, fields, fighter.health, poise(fighter)))
}

/// What matters for one who is not hurt but held, freed or disarmed: its state, and the conditions
/// that an outcome or the next turn asks for.
pub fn poise(fighter: &Fighter) -> u64 {
    let matters = [DYING, UNCONSCIOUS, DEAD, PAIN_SHOCK, CONCUSSION, UNPAID];
    let is = matters.map(|id| fighter.has(id));
    let holds: Vec<_> = fighter.conditions.iter().filter(|c| c.by.is_some()).collect();
    hash_of(&(state(fighter), is, holds))
}

/// Blocks from the one that is lost first, and how far below zero.
pub fn picture(fighter: &Fighter) -> HealthPicture {
    let mut left = i32::from(fighter.health.points).max(0);
    let mut blocks: Vec<(u8, u8)> = BLOCKS
        .iter()
        .rev()
        .map(|block| {
            let size = fighter.sheet.get(*block);
            let here = left.min(size);
            left -= here;
            (size as u8, here as u8)
        })
        .collect();
    blocks.reverse();
    HealthPicture::Blocks {
        blocks,
        below: (-i32::from(fighter.health.points)).clamp(0, 255) as u8,
        floor: -fighter.sheet.get(DEATH_THRESHOLD) as u8,
    }
}

/// Hits between whole and dead.
fn span(sheet: &Sheet) -> i32 {
    hits_whole(sheet) - (sheet.get(DEATH_THRESHOLD) - 1)
}

/// Share of the way from whole to dead, in thousandths, rounded to the nearest.
pub fn harm_permille(fighter: &Fighter) -> u16 {
    if state(fighter) == DEAD {
        return 1000;
    }
    let lost = (hits_whole(&fighter.sheet) - i32::from(fighter.health.points)).max(0);
    let span = span(&fighter.sheet);
    ((2000 * lost + span) / (2 * span)).min(999) as u16
}

/// The hits of so much harm, rounded to the nearest; only 1000 is dead.
pub fn track_of_harm(sheet: &Sheet, harm_permille: u16) -> HealthTrack {
    let span = span(sheet);
    let lost = (i32::from(harm_permille.min(1000)) * span + 500) / 1000;
    let most = if harm_permille >= 1000 { span } else { span - 1 };
    track(hits_whole(sheet) - lost.min(most))
}

/// A loss that is no injury: it brings no shock and armour does not stop it. Gives the state after
/// it.
pub fn bleed(who: &Fighter, loss: u8, rule: RuleId, effects: &mut Vec<Effect>) -> Key {
    let loss = i16::from(loss);
    let after = state_of(&who.sheet, i32::from(who.health.points - loss));
    let line = Message::new("bw-log-bleeds").who("who", who.id).int("points", loss.into());
    let line = line.word("state", format!("state-{after}"));
    effects.push(Effect::new(rule, who.id, Change::Points(-loss)).saying(line));
    if after == DEAD {
        effects.push(begin(BW_DMG_08, who, DEAD, Until::Ended, true));
        manoeuvre::fall(who, true, effects);
    }
    after
}

/// What follows from a change by hand: the conditions that go with the state. The hits alone
/// decide, also between dead and alive; who is healed above zero wakes when its next turn begins
/// (BW-DMG-12).
pub fn settle(tunables: &Tunables, who: &Fighter) -> Vec<Effect> {
    let mut effects = Vec::new();
    let state = state_of(&who.sheet, i32::from(who.health.points));
    if state == DEAD {
        if !who.has(DEAD) {
            effects.push(begin(BW_DMG_08, who, DEAD, Until::Ended, true));
        }
        manoeuvre::fall(who, true, &mut effects);
        return effects;
    }
    if who.has(DEAD) {
        let line = Message::new("bw-log-not-dead").who("who", who.id);
        effects.push(Effect::new(BW_GEN_01, who.id, Change::End(DEAD)).saying(line));
    }
    if state != DYING && who.has(DYING) && !who.has(UNCONSCIOUS) {
        effects.push(Effect::new(BW_DMG_12, who.id, Change::End(DYING)));
    }
    if state == DYING && !who.has(DYING) {
        effects.push(Effect::new(BW_DMG_09, who.id, condition(DYING, Until::Ended)));
        if !who.has(UNCONSCIOUS) && tunables.dying_default == DyingDefault::Collapse {
            effects.push(begin(BW_DMG_09, who, UNCONSCIOUS, Until::Ended, true));
        }
    }
    let faints = |effect: &Effect| effect.change == condition(UNCONSCIOUS, Until::Ended);
    if who.has(UNCONSCIOUS) || effects.iter().any(faints) {
        manoeuvre::fall(who, false, &mut effects);
    }
    effects
}

/// An hour of story time for a dying fighter (BW-DMG-09).
///
/// Reading chosen: one who stays conscious loses no less in an hour than one who fainted; what it
/// loses beside that is counted in turns, and there are none outside a fight.
pub fn hour(tunables: &Tunables, who: &Fighter) -> Vec<Effect> {
    let mut effects = Vec::new();
    if state(who) == DYING {
        bleed(who, tunables.dying_loss_per_hour, BW_DMG_09, &mut effects);
    }
    effects
}

/// The condition without another fighter in it.
pub fn condition(id: Key, until: Until) -> Change {
    Change::Begin(Condition::new(id, until))
}

/// Begins a condition and says so by the word `bw-log-<condition>`, if anybody listens.
fn begin(rule: RuleId, who: &Fighter, id: Key, until: Until, tells: bool) -> Effect {
    let effect = Effect::new(rule, who.id, condition(id, until));
    if !tells {
        return effect;
    }
    effect.saying(Message::new(format!("bw-log-{id}")).who("who", who.id))
}

/// What one injury does: `points` hits are lost at once, 0 or more (BW-DMG-04 to BW-DMG-10).
/// Gives the changes in order and the state after them.
pub fn injure(
    tunables: &Tunables,
    who: &Fighter,
    points: i32,
    policy: Policy,
    dice: &mut Dice,
) -> (Vec<Effect>, Key) {
    let before = state(who);
    if points <= 0 || before == DEAD {
        return (Vec::new(), before);
    }
    let after = state_of(&who.sheet, i32::from(who.health.points) - points);
    let tells = dice.tells();
    let mut lost = Effect::new(BW_DMG_04, who.id, Change::Points(-points as i16));
    if tells {
        let line = Message::new("bw-log-injury")
            .who("who", who.id)
            .int("points", points.into())
            .word("state", format!("state-{after}"));
        lost = lost.saying(line);
    }
    let mut effects = vec![lost];
    if after == DEAD {
        effects.push(begin(BW_DMG_08, who, DEAD, Until::Ended, tells));
        manoeuvre::fall(who, true, &mut effects);
        return (effects, after);
    }
    if after == DYING && before != DYING {
        become_dying(tunables, who, policy, dice, &mut effects);
    }
    shock(who, points, tells, &mut effects);
    (effects, after)
}

/// Faint or stay conscious? Asked once, when a conscious fighter becomes dying (BW-DMG-10).
fn become_dying(
    tunables: &Tunables,
    who: &Fighter,
    policy: Policy,
    dice: &mut Dice,
    effects: &mut Vec<Effect>,
) {
    let tells = dice.tells();
    effects.push(Effect::new(BW_DMG_09, who.id, condition(DYING, Until::Ended)));
    if who.has(UNCONSCIOUS) {
        return;
    }
    let stays = match (policy, tunables.dying_default) {
        (Policy::Always, _) | (Policy::Preset, DyingDefault::StayConscious) => 1,
        (Policy::Preset, DyingDefault::Collapse) | (Policy::Never | Policy::WhenItHelps, _) => 0,
    };
    let question = Message::new("bw-ask-stay-conscious").who("who", who.id);
    let answer = dice.decide(BW_DMG_10, question, &[COLLAPSE, STAY_CONSCIOUS], stays);
    if answer == 0 {
        effects.push(begin(BW_DMG_09, who, UNCONSCIOUS, Until::Ended, tells));
        manoeuvre::fall(who, false, effects);
        return;
    }
    let mut main = Cost::default();
    main.0[MAIN] = 1;
    let line = Message::new("bw-log-stays-conscious").who("who", who.id);
    effects.push(Effect::new(BW_DMG_10, who.id, Change::Lose(main)).saying(line));
}

/// Pain shock or concussion of one large injury (BW-DMG-07). It waits until the next turn that
/// begins for the victim; of several only the larger is kept.
fn shock(who: &Fighter, points: i32, tells: bool, effects: &mut Vec<Effect>) {
    let until = Until::EndOfNextTurn;
    if points > who.sheet.get(CONCUSSION_OVER) {
        if who.has(PAIN_SHOCK) {
            effects.push(Effect::new(BW_DMG_07, who.id, Change::End(PAIN_SHOCK)));
        }
        effects.push(begin(BW_DMG_07, who, CONCUSSION, until, tells));
    } else if points > who.sheet.get(PAIN_OVER) && !who.has(CONCUSSION) {
        effects.push(begin(BW_DMG_07, who, PAIN_SHOCK, until, tells));
    }
    // It waits for one who fainted, too, but the log need not say so.
    let faints = |effect: &Effect| effect.change == condition(UNCONSCIOUS, Until::Ended);
    if who.has(UNCONSCIOUS) || effects.iter().any(faints) {
        effects.iter_mut().filter(|e| e.rule == BW_DMG_07).for_each(|e| e.say = None);
    }
}
