//! Deeds at another fighter that are no attack: taking aim, first aid, waking (EP-RMOD-01,
//! EP-BLD-03, EP-WND-05).

use crate::rules::check::Check;
use crate::rules::dice::Dice;
use crate::rules::effect::{Change, Effect, Outcome};
use crate::rules::facts::{AttackFacts, Condition, Fighter, TargetFacts, Until};
use crate::rules::message::Message;
use crate::rules::ruleset::{Plan, Refusal};

use super::Eclipse;
use super::attack::strike;
use super::body::{self, Spent, aptitude_check, purse};
use super::data::{ActionRow, Deed};
use super::harm::{Trial, begin, with_point};
use super::ids::*;
use super::sheet::option::*;
use super::sheet::*;
use super::tn::{Suggested, Tn, skill_line};

impl Eclipse {
    /// Aim is taken at one target (EP-RMOD-01).
    pub(super) fn takes_aim(&self, facts: &AttackFacts, tells: bool) -> Outcome {
        let (Some(target), me) = (facts.targets.first(), facts.attacker.id) else {
            return Outcome::default();
        };
        let id = target.fighter.id;
        let mut effect = begin(EP_RMOD_01, me, Condition::new(AIMED, Until::Ended).by(id));
        if tells {
            let line = Message::new("ep-log-aims").who("who", me).who("target", id);
            effect = effect.saying(line);
        }
        let before = Effect::new(EP_RMOD_01, me, Change::End(AIMED));
        Outcome { strikes: vec![strike(&target.fighter, DONE, 0)], effects: vec![before, effect] }
    }

    /// Who is helped, or why nobody can be.
    pub(super) fn patient<'f>(
        &self,
        facts: &'f AttackFacts,
        row: &ActionRow,
    ) -> Result<&'f TargetFacts, Refusal> {
        let target = self.target_of(facts)?;
        let who = &target.fighter;
        let refuse = |key: &'static str| {
            Err(Refusal { rule: row.rule, why: Message::new(key).who("target", who.id) })
        };
        let word = facts.options.get(EP_REACH, Some(who.id));
        if word.map_or(!target.in_reach, |word| word == 0) {
            return refuse("ep-refuse-out-of-reach");
        }
        let useful = match row.deed {
            Deed::FirstAid => who.has(BLEEDING),
            _ => who.has(UNCONSCIOUS) && body::damage(who) < body::durability(who),
        };
        if useful && !who.has(DEAD) {
            Ok(target)
        } else if row.deed == Deed::FirstAid {
            refuse("ep-refuse-not-bleeding")
        } else {
            refuse("ep-refuse-not-to-be-woken")
        }
    }

    /// First aid by the helper, or the INT check of one who is shaken (EP-BLD-03, EP-WND-05).
    pub(super) fn aid_check(
        &self,
        facts: &AttackFacts,
        row: &ActionRow,
        target: &TargetFacts,
        suggested: &mut Suggested,
    ) -> Check {
        let settings = &self.settings;
        let roller = roller(facts, row, target);
        let id = Some(target.fighter.id);
        let mut point = 0;
        if body::may_spend(roller) && purse(settings, roller, Spent::Mental).is_some() {
            suggested.push((POOL_CHECK, id, 0));
            point = facts.options.get(POOL_CHECK, id).unwrap_or(0);
        }
        if row.deed == Deed::Wake {
            let who = &target.fighter;
            let counts = settings.wound_mod_on_resist == 1;
            let mut check = aptitude_check(settings, who, "wake", Aptitude::Int, counts);
            check.add(EP_WND_05, Message::new("ep-shaken"), -30);
            return with_point(check, point);
        }
        let me = &facts.attacker;
        let mut tn = Tn::new("first-aid", false);
        skill_line(&mut tn.check, Skill::FirstAid, me, EP_BLD_03);
        let felt = body::wounds_felt(settings, me);
        let label = Message::new("ep-wounds").int("wounds", felt.into());
        tn.line(EP_WND_02, label, -10 * felt, None);
        tn.dazed(me, false);
        suggested.push((SUPPLIES, None, 0));
        if facts.options.get(SUPPLIES, None).is_some_and(|word| word != 0) {
            tn.line(EP_BLD_03, Message::new("ep-treated"), 30, Some(SUPPLIES));
        }
        with_point(tn.finish(settings, false), point)
    }

    pub(super) fn aid(
        &self,
        facts: &AttackFacts,
        row: &ActionRow,
        plan: &Plan,
        dice: &mut Dice,
    ) -> Outcome {
        let mut outcome = Outcome::default();
        let (Some(target), Some((_, check))) = (facts.targets.first(), plan.checks.first()) else {
            return outcome;
        };
        let who = &target.fighter;
        let wakes = row.deed == Deed::Wake;
        let roller = roller(facts, row, target);
        let (rule, on) = (row.rule, Spent::Mental);
        let point = facts.options.get(POOL_CHECK, Some(who.id)).unwrap_or(0);
        let effects = &mut outcome.effects;
        let paid = self.pays_for_check(roller, point, on, dice.tells(), effects) > 0;
        let trial = Trial { paid, ..Trial::mental(facts.policy) };
        let read = self.test(roller, rule, check, trial, dice, effects);
        if !read.success {
            outcome.strikes.push(strike(who, MISS, 0));
            return outcome;
        }
        let ended = if wakes { UNCONSCIOUS } else { BLEEDING };
        outcome.effects.push(Effect::new(rule, who.id, Change::End(ended)));
        if !wakes {
            outcome.effects.push(begin(rule, who.id, Condition::new(STABLE, Until::Ended)));
        }
        let mut after = who.clone();
        after.conditions.retain(|c| c.id != ended);
        outcome.strikes.push(strike(&after, DONE, 0));
        outcome
    }
}

/// Who makes the test: the helper, or the one who is woken. It is one of the mind either way.
fn roller<'a>(facts: &'a AttackFacts, row: &ActionRow, target: &'a TargetFacts) -> &'a Fighter {
    if row.deed == Deed::Wake { &target.fighter } else { &facts.attacker }
}
