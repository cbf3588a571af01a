//! What an attack does to its targets, one roll after another (sections 4 to 7 and 10 to 14).

use std::cell::Cell;

use crate::rules::check::Check;

use crate::rules::dice::Dice;
use crate::rules::effect::{Change, Effect, Outcome, Part, Strike};
use crate::rules::facts::{Condition, Fighter, TargetFacts, Until};
use crate::rules::key::Key;
use crate::rules::message::Message;
use crate::rules::ruleset::Plan;

use super::attack::{Block, Exchange, OF_TARGET, strike};
use super::body::{self, nth_purse};
use super::called::Hit;
use super::data::{DamageType, Substance};
use super::harm::{Damage, Manner, begin, goes_astray, lasting, loses_aim};
use super::ids::*;
use super::meeting::Meeting;
use super::roll::Verdict;
use super::sheet::option::*;
use super::sheet::*;
use super::tn::{Tn, skill_line};

impl Exchange<'_> {
    /// One attack at one target, the ordinary case: the opposed test is enumerated by itself, so
    /// that only what matters of it goes on to the damage.
    pub(super) fn single(
        &self,
        plan: &Plan,
        start: usize,
        found: bool,
        dice: &mut Dice,
        outcome: &mut Outcome,
    ) {
        let (attack, target) = (&plan.checks[start].1, &self.facts.targets[0]);
        let checks = &plan.checks[start + 1..start + 1 + OF_TARGET];
        let side = self.attacker(attack, found);
        let prize = self.prize();
        let damage = self.planned(target, checks);
        let meeting = dice.step(EP_OPP_01, |dice| {
            let roll = self.rolls(attack, side, None, dice);
            self.meets((side, roll), target, &checks[0].1, prize, dice)
        });
        let parts = dice.each(1, |dice, _| {
            let mut part = Part::default();
            let who = &target.fighter;
            let aim = (target, damage);
            let last = self.strikes(who, aim, meeting, found, dice, &mut part.effects);
            part.strike = Some(last);
            part
        });
        outcome.gather(&parts);
    }

    /// One roll of the attacker against several targets (EP-FIRE-05).
    pub(super) fn volley(
        &self,
        block: &Block,
        plan: &Plan,
        start: usize,
        found: bool,
        dice: &mut Dice,
        outcome: &mut Outcome,
    ) {
        let attack = &plan.checks[start].1;
        let side = self.attacker(attack, found);
        let of = |i: usize| &self.facts.targets[block.targets[i]];
        let checks = |i: usize| &plan.checks[start + 1 + i * OF_TARGET..];
        let met = dice.step(EP_OPP_01, |dice| {
            let roll = self.rolls(attack, side, None, dice);
            let targets: Vec<_> =
                (0..block.targets.len()).map(|i| (of(i), &checks(i)[0].1)).collect();
            self.meets_all((side, roll), &targets, dice)
        });
        let parts = dice.each_by(
            met.len(),
            |i| Some(met[i]),
            |dice, i| {
                let mut part = Part::default();
                let (who, aim) = (&of(i).fighter, (of(i), self.planned(of(i), checks(i))));
                let last = self.strikes(who, aim, met[i], found, dice, &mut part.effects);
                part.strike = Some(last);
                part
            },
        );
        outcome.gather(&parts);
    }

    /// Several attacks of one action, each with its own roll: blows at several targets, or several
    /// barrels at one, in order even if the first drops it (EP-TWO-02, EP-TWO-04).
    pub(super) fn one_by_one(
        &self,
        blocks: &[Block],
        plan: &Plan,
        start: usize,
        found: bool,
        dice: &mut Dice,
        outcome: &mut Outcome,
    ) {
        let size = 1 + OF_TARGET;
        let checks = |at: usize| &plan.checks[start + at * size..];
        let acting = |at: usize, gone: u8| Exchange { gone, ..self.acting(at, &blocks[at]) };
        let meet = |dice: &mut Dice, at: usize, gone: u8, target: &TargetFacts| {
            let acting = acting(at, gone);
            let side = acting.attacker(&checks(at)[0].1, found);
            let prize = acting.prize();
            dice.step(EP_OPP_01, |dice| {
                let roll = acting.rolls(&checks(at)[0].1, side, Some(target.fighter.id), dice);
                // Whom an earlier barrel has hurt defends as it is now (EP-DEF-06, EP-DEF-07).
                let anew = (at > 0 && !self.is_melee())
                    .then(|| acting.defence_check(target, &mut Vec::new()));
                let defence = anew.as_ref().unwrap_or(&checks(at)[1].1);
                acting.meets((side, roll), target, defence, prize, dice)
            })
        };
        let hurt =
            |dice: &mut Dice, at: usize, gone: u8, target: &TargetFacts, meeting: Meeting| {
                let mut part = Part::default();
                let acting = acting(at, gone);
                let aim = (target, acting.planned(target, &checks(at)[1..]));
                let who = &target.fighter;
                part.strike =
                    Some(acting.strikes(who, aim, meeting, found, dice, &mut part.effects));
                part
            };
        let of = |at: usize| &self.facts.targets[blocks[at].targets[0]];
        if !self.is_melee() {
            let parts =
                dice.each(1, |dice, _| self.all_at_one(of(0), blocks.len(), dice, &meet, &hurt));
            outcome.gather(&parts);
            return;
        }
        let count = blocks.len();
        if count > 1 && self.substance().is_some_and(|(_, coated)| coated) {
            // One dose is for the first whom it gets into: the blows hang on each other.
            let (mut gone, mut wiped) = (0, false);
            let mut parts = Vec::with_capacity(count);
            for at in 0..count {
                let before = gone;
                let (costs, part) = dice.step(EP_TWO_02, |dice| {
                    let target = of(at);
                    let meeting = meet(dice, at, before, target);
                    let acting = Exchange { wiped, ..acting(at, before) };
                    let mut part = Part::default();
                    let aim = (target, acting.planned(target, &checks(at)[1..]));
                    let effects = &mut part.effects;
                    let last = acting.strikes(&target.fighter, aim, meeting, found, dice, effects);
                    part.strike = Some(last);
                    (meeting.costs(), part)
                });
                gone += costs;
                wiped |= part.effects.iter().any(|effect| effect.change == Change::WipeOff);
                parts.push(part);
            }
            outcome.gather(&parts);
            return;
        }
        if dice.tells() || !self.is_purse_short(count as u8) {
            // Where everybody's point comes out of one full purse, no blow hangs on another.
            let gone = Cell::new(0);
            let parts = dice.each(count, |dice, at| {
                let before = if dice.tells() { gone.get() } else { 0 };
                let meeting = meet(dice, at, before, of(at));
                gone.set(before + meeting.costs());
                hurt(dice, at, before, of(at), meeting)
            });
            outcome.gather(&parts);
            return;
        }
        let met = dice.step(EP_POOL_08, |dice| {
            let mut gone = 0;
            let blow = |at: usize| {
                let before = gone;
                let meeting = meet(dice, at, before, of(at));
                gone += meeting.costs();
                (before, meeting)
            };
            (0..count).map(blow).collect::<Vec<(u8, Meeting)>>()
        });
        let parts = dice.each_by(
            count,
            |at| Some(met[at]),
            |dice, at| {
                let (before, meeting) = met[at];
                hurt(dice, at, before, of(at), meeting)
            },
        );
        outcome.gather(&parts);
    }

    /// Several barrels at one target, in order even if the first drops it (EP-TWO-04). What each
    /// takes of either side's points the next has no more.
    fn all_at_one(
        &self,
        first: &TargetFacts,
        count: usize,
        dice: &mut Dice,
        meet: &impl Fn(&mut Dice, usize, u8, &TargetFacts) -> Meeting,
        hurt: &impl Fn(&mut Dice, usize, u8, &TargetFacts, Meeting) -> Part,
    ) -> Part {
        let mut part = Part::default();
        let mut target = first.clone();
        let (mut damage, mut degree, mut gone) = (0, MISS, 0);
        for at in 0..count {
            let (before, facing) = (gone, &target);
            let (costs, shot) = dice.step(EP_TWO_04, |dice| {
                let meeting = meet(dice, at, before, facing);
                (meeting.costs(), hurt(dice, at, before, facing, meeting))
            });
            gone += costs;
            let id = target.fighter.id;
            for effect in shot.effects.iter().filter(|e| e.on == id) {
                effect.change.apply_to(&mut target.fighter);
            }
            part.effects.extend(shot.effects);
            let Some(last) = shot.strike else { continue };
            damage += last.damage;
            if last.degree != MISS {
                degree = last.degree;
            }
        }
        let state = body::state(&target.fighter);
        part.strike = Some(Strike { target: target.fighter.id, degree, damage, state });
        part
    }

    /// Whether the points for so many rolls come out of more than one purse or run short.
    fn is_purse_short(&self, rolls: u8) -> bool {
        let (settings, me, on) = (&self.rules.settings, &self.facts.attacker, self.attack_spends());
        let of = |n: u8| nth_purse(settings, me, on, n);
        let first = of(0);
        first.is_some() && of(rolls.saturating_sub(1) + self.paid_before()) != first
    }

    /// Whether a superior success is worth anything: it adds damage or pays for a called shot.
    pub(super) fn prize(&self) -> bool {
        self.called_now() != 0 || !self.weapon.dv.is_nothing() && !self.is_touch()
    }

    /// What an attack that met its defence does to the target (sections 4 to 7 and 10 to 12).
    pub(super) fn strikes(
        &self,
        who: &Fighter,
        (target, damage): (&TargetFacts, Damage<'_>),
        meeting: Meeting,
        found: bool,
        dice: &mut Dice,
        effects: &mut Vec<Effect>,
    ) -> Strike {
        self.pays(meeting, target, dice.tells(), effects);
        let left = self.with_points_left(target, who);
        let who = left.as_ref();
        let mut verdict = meeting.verdict;
        let helpless = self.is_helpless(target);
        if helpless {
            return self.execute(who, (target, damage), verdict.hit, dice, effects);
        }
        if verdict.hit && self.is_astray(target, dice) {
            // A success that goes astray is no critical failure.
            (verdict.hit, verdict.critical) = (false, false);
        }
        if dice.tells() {
            self.marks(verdict, meeting.softened, effects);
        }
        if !verdict.hit {
            return strike(who, MISS, 0);
        }
        let manner = self.manner(target);
        let mut blow = damage.blow();
        if verdict.critical {
            blow.critical(self.rules);
        }
        blow.superior = verdict.superior;
        let called = if found { self.called_now() } else { 0 };
        let mut hit = Hit { blow, deals: true, called: 0, second: false };
        if called != 0 && verdict.superior > 0 {
            hit.buy(self, called);
        }
        if self.is_touch() || self.weapon.touch_only {
            // Where no damage is dealt, none is added (EP-SHK-04).
            hit.blow.superior = 0;
        }
        let through = if hit.deals {
            let blow = &hit.blow;
            let id = Some(who.id);
            dice.step(EP_DMG_01, |dice| blow.through(self.rules, blow.roll(id, dice)))
        } else {
            0
        };
        self.called_effect(&hit, who, manner, dice, effects);
        let after = self.rules.injure(who, through, manner, dice, effects);
        if self.weapon.shock {
            let energy = self.rules.armour_of(who, DamageType::Energy);
            let energy = body::rounded(energy, 1 << hit.blow.halved_times(self.rules));
            self.rules.shock(who, energy, &after, manner, dice, effects);
        }
        if through > 0 && !after.dead {
            self.poison(who, dice.tells(), effects);
        }
        let state = after.state();
        Strike { target: who.id, degree: HIT, damage: through as i16, state }
    }

    pub(super) fn manner(&self, target: &TargetFacts) -> Manner {
        let word = |option| self.facts.options.get(option, Some(target.fighter.id)).unwrap_or(0);
        Manner {
            policy: self.facts.policy,
            wound_check: word(WOUND_CHECK),
            shock_check: word(SHOCK_CHECK),
            effect_check: word(EFFECT_CHECK),
            point: word(POOL_CHECK),
            longer: u16::from(
                target.fighter.id == self.facts.attacker.id
                    && !super::turn::in_extra(&self.facts.attacker),
            ),
        }
    }

    /// The points that were spent after the roll.
    pub(super) fn pays(
        &self,
        meeting: Meeting,
        target: &TargetFacts,
        tells: bool,
        effects: &mut Vec<Effect>,
    ) {
        let (settings, me) = (&self.rules.settings, &self.facts.attacker);
        if meeting.costs() > 0 {
            let rule = match (meeting.softened, meeting.upgraded) {
                (true, _) => EP_POOL_12,
                (_, true) => EP_POOL_05,
                _ => EP_POOL_04,
            };
            if let Some(column) = self.pays_after() {
                effects.push(self.rules.spends(rule, me.id, column, tells));
            }
        }
        if meeting.target_spent
            && let Some(column) = nth_purse(
                settings,
                &target.fighter,
                self.defence_spends(),
                self.defence_paid_before(target),
            )
        {
            effects.push(self.rules.spends(EP_POOL_04, target.fighter.id, column, tells));
        }
    }

    /// A critical success or failure stands in the log (EP-OPP-06).
    pub(super) fn marks(&self, verdict: Verdict, softened: bool, effects: &mut Vec<Effect>) {
        let me = self.facts.attacker.id;
        let (rule, key) = match (verdict.hit, verdict.critical) {
            (true, true) => (EP_ATK_02, "ep-log-critical"),
            (false, true) if !softened => (EP_OPP_06, "ep-log-critical-failure"),
            _ => return,
        };
        let line = Message::new(key).who("who", me);
        effects.push(Effect::new(rule, me, Change::Tell).saying(line));
    }

    /// Whether the hit of a blind attack, or on a hidden target, goes astray.
    pub(super) fn is_astray(&self, target: &TargetFacts, dice: &mut Dice) -> bool {
        if self.is_blind(target) && !self.senses {
            return goes_astray(self.rules, EP_MOD_09, dice);
        }
        let hidden = self.facts.options.get(HIDDEN, Some(target.fighter.id)).unwrap_or(0) != 0;
        let fifty = self.rules.settings.hidden_target_rule != 0;
        hidden && fifty && self.is_ranged() && goes_astray(self.rules, EP_RMOD_09, dice)
    }

    /// The test of another sense, which a blind attacker makes first (EP-MOD-09); none where nobody is
    /// blind or the game master has said how it went.
    pub(super) fn senses_check(&self) -> Option<Check> {
        let by_word = self.facts.options.get(PERCEPTION, None).unwrap_or(0) != 0;
        if by_word || !self.strikes_blindly() {
            return None;
        }
        let me = &self.facts.attacker;
        let mut tn = Tn::new("perceive", false);
        skill_line(&mut tn.check, Skill::Perceive, me, EP_MOD_09);
        let felt = body::wounds_felt(&self.rules.settings, me);
        let label = Message::new("ep-wounds").int("wounds", felt.into());
        tn.line(EP_WND_02, label, -10 * felt, None);
        if me.has(DEAFENED) {
            tn.line(EP_CND_09, Message::new("ep-deafened"), -30, None);
        }
        tn.dazed(me, false);
        Some(tn.finish(&self.rules.settings, false))
    }

    /// Whether some target, or the cell aimed at, is not seen.
    pub(super) fn strikes_blindly(&self) -> bool {
        let targets = &self.facts.targets;
        match self.weapon.blast {
            Some(_) => self.is_blind_throw(),
            None => targets.iter().any(|target| self.is_blind(target)),
        }
    }

    /// The attacker perceives by another sense (EP-MOD-09), before anything else is rolled; whoever
    /// sees need not.
    pub(super) fn perceives(
        &self,
        plan: &Plan,
        at: usize,
        dice: &mut Dice,
        effects: &mut Vec<Effect>,
    ) -> bool {
        if !self.strikes_blindly() {
            return true;
        }
        match self.facts.options.get(PERCEPTION, None).unwrap_or(0) {
            1 => false,
            2 => true,
            _ => {
                let Some((_, check)) = plan.checks.get(at) else { return true };
                self.seeks(EP_MOD_09, check, dice, effects)
            }
        }
    }

    /// A helpless target outside combat (EP-HLP-01): killed, or hurt by all that the weapon has.
    pub(super) fn execute(
        &self,
        who: &Fighter,
        (target, damage): (&TargetFacts, Damage<'_>),
        hit: bool,
        dice: &mut Dice,
        effects: &mut Vec<Effect>,
    ) -> Strike {
        if who.has(DEAD) {
            return strike(who, HIT, 0);
        }
        if hit {
            self.rules.die(who, dice.tells(), effects);
            return Strike { target: who.id, degree: HIT, damage: 0, state: DEAD };
        }
        let through = damage.blow().through(self.rules, damage.most());
        let after = self.rules.injure(who, through, self.manner(target), dice, effects);
        Strike { target: who.id, degree: HIT, damage: through as i16, state: after.state() }
    }

    /// What is on the blade or in the rounds, and whether it is on a blade (EP-POI-01).
    pub(super) fn substance(&self) -> Option<(&Substance, bool)> {
        // What a blade is coated with gets into nobody by a throw.
        let coat = self.facts.attacker.gear.held().map_or(0, |held| held.coat);
        let coated = self.is_melee() && self.weapon.coatable && coat > 0 && !self.wiped;
        let found = if coated {
            self.rules.file.substances.get(usize::from(coat) - 1)
        } else {
            let own = &self.weapon.substance;
            self.rules.file.substances.iter().find(|one| !own.is_empty() && one.id == *own)
        };
        found.map(|substance| (substance, coated))
    }

    /// Poison on the blade or in the rounds gets into a wound (EP-POI-01).
    pub(super) fn poison(&self, who: &Fighter, tells: bool, effects: &mut Vec<Effect>) {
        let me = &self.facts.attacker;
        let Some((substance, coated)) = self.substance() else { return };
        let first = effects.len();
        let mut begins = |condition: Condition| effects.push(begin(EP_POI_01, who.id, condition));
        if substance.damage > 0 {
            let turns = lasting(who, POISONED, substance.turns.max(1).into());
            begins(turns.of(i16::from(substance.damage).max(amount(who, POISONED) as i16)));
        }
        let lasts = |id: Key| match substance.condition_turns {
            0 => Condition::new(id, Until::Ended),
            turns => lasting(who, id, turns),
        };
        if let Some(spec) = CONDITIONS.iter().find(|spec| spec.id.0 == substance.condition) {
            begins(lasts(spec.id));
        }
        if substance.note != 0 {
            begins(lasts(NOTE).of(substance.note));
        }
        let fells = [INCAPACITATED, UNCONSCIOUS, OFFLINE, PRONE];
        if fells.iter().any(|id| id.0 == substance.condition) {
            loses_aim(who, effects);
        }
        if let Some(effect) = effects.get_mut(first).filter(|_| tells) {
            let said = Message::new("ep-log-poisoned").who("who", who.id);
            effect.say = Some(substance.named(said));
        }
        if coated {
            effects.push(Effect::new(EP_POI_01, me.id, Change::WipeOff));
        }
    }
}
