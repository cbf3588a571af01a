//! Manoeuvres at arm's length: disarming, holding, breaking free, pulling a blow (section 7).
//!
//! A hold is kept as a pair of conditions, `holding` on the one and `held` on the other, each with
//! the other fighter in it. Whoever ends it ends both.

use crate::rules::dice::Dice;
use crate::rules::effect::{Change, Effect, Part, Strike};
use crate::rules::facts::{AttackFacts, Condition, Fighter, TargetFacts, Until};
use crate::rules::grid::Dir8;
use crate::rules::key::{Key, RuleId};
use crate::rules::message::Message;
use crate::rules::ruleset::Refusal;

use super::attack::Exchange;
use super::data::{Kind, Tunables};
use super::ids::*;
use super::sheet::*;
use super::{BetterWorld, wounds};

impl Exchange<'_> {
    /// What a manoeuvre needs beside a target in reach.
    pub(super) fn check_manoeuvre(&self, target: &TargetFacts) -> Result<(), Refusal> {
        let (me, it) = (&self.facts.attacker, &target.fighter);
        let refuse = |rule, key: &'static str| {
            Err(Refusal { rule, why: Message::new(key).who("target", it.id) })
        };
        match self.row.kind {
            Kind::Disarm if it.gear.held().is_none() => {
                refuse(BW_MEL_10, "bw-refuse-nothing-in-hand")
            }
            Kind::Grapple if it.has_by(HELD, me.id) => refuse(BW_MEL_11, "bw-refuse-held-already"),
            Kind::BreakFree if !me.has_by(HELD, it.id) => {
                refuse(BW_MEL_12, "bw-refuse-not-held-by")
            }
            _ => Ok(()),
        }
    }

    /// Whether outnumbering, guards and a hold count: for every strike, and for manoeuvres if they
    /// are attacks; breaking free is none.
    pub(super) fn is_melee_attack(&self) -> bool {
        counts_as_attack(self.row.kind, &self.rules.file.tunables)
    }

    /// Whether dice of weapons and armour count.
    pub(super) fn uses_weapon_dice(&self) -> bool {
        !self.row.kind.is_manoeuvre() || self.rules.file.tunables.manoeuvres_use_weapon_dice
    }
}

pub(super) fn counts_as_attack(kind: Kind, tunables: &Tunables) -> bool {
    match kind {
        Kind::BreakFree => false,
        Kind::Disarm | Kind::Grapple => tunables.manoeuvres_are_attacks,
        _ => true,
    }
}

impl BetterWorld {
    /// What comes of a manoeuvre: the margin is the ones of the actor less those of the target.
    pub(super) fn manoeuvre(
        &self,
        facts: &AttackFacts,
        kind: Kind,
        target: &TargetFacts,
        margin: i32,
        dice: &mut Dice,
    ) -> Part {
        let mut part = Part::default();
        let (me, it) = (&facts.attacker, &target.fighter);
        let tunables = &self.file.tunables;
        let ties = if tunables.tie_is_success { margin >= 0 } else { margin > 0 };
        let success = ties || it.has(HELD) && counts_as_attack(kind, tunables);
        let mut degree = MISS;
        if success {
            degree = match kind {
                Kind::Disarm => {
                    part.effects.push(disarm(target, dice));
                    DISARMED
                }
                Kind::Grapple => {
                    seize(me, it, &mut part.effects);
                    SEIZED
                }
                _ => {
                    let line = say("bw-log-breaks-free", me).who("target", it.id);
                    let freed = Effect::new(BW_MEL_12, me.id, Change::EndBy(HELD, it.id));
                    part.effects.push(freed.saying(line));
                    let lost = Change::EndBy(HOLDING, me.id);
                    part.effects.push(Effect::new(BW_MEL_12, it.id, lost));
                    FREED
                }
            };
        } else if kind != Kind::BreakFree {
            // Neither weapon nor armour counts: the source gives the deficit as a plain number
            // . A failed attempt to break free does nothing.
            let rule = if kind == Kind::Disarm { BW_MEL_10 } else { BW_MEL_11 };
            let line = say("bw-log-hurts-itself", me).int("points", (-margin).into());
            part.effects.push(Effect::new(rule, me.id, Change::Tell).saying(line));
            let (effects, _) = wounds::injure(tunables, me, -margin, facts.policy, dice);
            part.effects.extend(effects);
        }
        let state = wounds::state(it);
        part.strike = Some(Strike { target: it.id, degree, damage: 0, state });
        part
    }

    /// How much of the damage of a hit is dealt: all of it, or less where the blow may be pulled
    /// and the one who strikes says so after the roll (BW-MEL-17).
    ///
    /// Reading chosen: any smaller value may be chosen, one less is the preset.
    pub(super) fn dealt(
        &self,
        facts: &AttackFacts,
        melee: bool,
        target: &Fighter,
        points: i32,
        dice: &mut Dice,
        effects: &mut Vec<Effect>,
    ) -> i32 {
        let Some(wanted) = self.withheld(facts, melee).filter(|_| points > 0) else {
            return points;
        };
        let less = if facts.options.get(WITHHELD, None).is_some() {
            wanted.min(points)
        } else {
            let choices = &PULLED[..PULLED.len().min(points as usize + 1)];
            let preset = (wanted as usize).min(choices.len() - 1);
            let text = Message::new("bw-ask-restraint")
                .who("who", facts.attacker.id)
                .who("target", target.id)
                .int("points", points.into());
            dice.decide(BW_MEL_17, text, choices, preset) as i32
        };
        if less > 0 {
            let line = say("bw-log-pulls", &facts.attacker)
                .int("points", (points - less).into())
                .int("full", points.into());
            let pulled = Effect::new(BW_MEL_17, facts.attacker.id, Change::Tell);
            effects.push(pulled.saying(line));
        }
        points - less
    }

    /// By how many points the blow is to be pulled, as far as is known before the roll: as many as
    /// was said, else the preset; none if it is not to be pulled at all.
    pub(super) fn withheld(&self, facts: &AttackFacts, melee: bool) -> Option<i32> {
        if !self.may_pull(melee) {
            return None;
        }
        let said = facts.options.get(WITHHELD, None);
        let asked = facts.options.get(RESTRAINT, None).is_some_and(|word| word != 0);
        said.or(asked.then_some(self.file.tunables.restraint_default.into()))
    }

    /// Whether a blow may be pulled: if the action table has the row for it, at arm's length or
    /// where the table says so.
    pub(super) fn may_pull(&self, melee: bool) -> bool {
        let row = self.file.actions.iter().any(|row| row.kind == Kind::Restraint);
        row && (melee || self.file.tunables.restraint_ranged)
    }
}

fn say(key: &'static str, who: &Fighter) -> Message {
    Message::new(key).who("who", who.id)
}

/// The thing in the target's hand lands one cell away in one of eight directions; at the target's
/// feet if a wall is there (BW-MEL-10, A-47).
fn disarm(target: &TargetFacts, dice: &mut Dice) -> Effect {
    let it = &target.fighter;
    let direction = dice.direction(BW_MEL_10);
    let mut cell = it.cell;
    if target.open_around & (1 << direction) != 0 {
        cell = cell.step(Dir8::ALL[usize::from(direction)]);
    }
    let item = it.gear.held().map(|held| held.item).unwrap_or_default();
    let line =
        say("bw-log-disarmed", it).int("x", i64::from(cell.x) + 1).int("y", i64::from(cell.y) + 1);
    Effect::new(BW_MEL_10, it.id, Change::Drop(item, cell)).saying(line)
}

fn seize(me: &Fighter, it: &Fighter, effects: &mut Vec<Effect>) {
    let pair = |id, by| Change::Begin(Condition::new(id, Until::Ended).by(by));
    let line = say("bw-log-seizes", me).who("target", it.id);
    effects.push(Effect::new(BW_MEL_11, it.id, pair(HELD, me.id)).saying(line));
    effects.push(Effect::new(BW_MEL_11, me.id, pair(HOLDING, it.id)));
}

/// Ends every hold that the fighter has on others, and says so once.
pub fn release(who: &Fighter, rule: RuleId, effects: &mut Vec<Effect>) {
    for (i, other) in who.by(HOLDING).enumerate() {
        let mut ends = Effect::new(rule, who.id, Change::EndBy(HOLDING, other));
        if i == 0 {
            ends = ends.saying(say("bw-log-hold-ends", who));
        }
        effects.push(ends);
        effects.push(Effect::new(rule, other, Change::EndBy(HELD, who.id)));
    }
    if who.has(UNPAID) {
        effects.push(Effect::new(rule, who.id, Change::End(UNPAID)));
    }
}

/// Ends every hold that others have on the fighter.
pub fn slip(who: &Fighter, rule: RuleId, effects: &mut Vec<Effect>) {
    for other in who.by(HELD) {
        effects.push(Effect::new(rule, who.id, Change::EndBy(HELD, other)));
        effects.push(Effect::new(rule, other, Change::EndBy(HOLDING, who.id)));
    }
}

/// What a fighter loses that faints or dies: its hold on others, its guards; a dead one cannot be
/// held either.
pub fn fall(who: &Fighter, dead: bool, effects: &mut Vec<Effect>) {
    release(who, BW_MEL_11, effects);
    if dead {
        slip(who, BW_MEL_11, effects);
    }
    for (id, rule) in [(STANCE, BW_MEL_14), (FULL_DEFENCE, BW_MEL_15), (REACTION, BW_RNG_09)] {
        if who.has(id) {
            effects.push(Effect::new(rule, who.id, Change::End(id)));
        }
    }
}

/// What follows when a fighter leaves its cell: no hold stretches over two cells.
pub fn departs(who: &Fighter) -> Vec<Effect> {
    let mut effects = Vec::new();
    release(who, BW_MEL_11, &mut effects);
    slip(who, BW_MEL_11, &mut effects);
    effects
}

/// The guard conditions of a melee: dice of difficulty by condition.
pub const GUARDS: [(Key, RuleId, &str); 2] =
    [(STANCE, BW_MEL_14, "bw-guard-stance"), (FULL_DEFENCE, BW_MEL_15, "bw-guard-full-defence")];
