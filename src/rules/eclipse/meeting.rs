//! The opposed test of one attack: both sides, their rolls, and the points spent after them
//! (section 3 and EP-POOL-04 to EP-POOL-12).

use std::borrow::Cow;

use crate::rules::check::Check;
use crate::rules::dice::{Dice, Die, Pool};
use crate::rules::facts::{CombatantId, Fighter, TargetFacts};
use crate::rules::key::Key;
use crate::rules::message::Message;

use super::attack::Exchange;
use super::body::{self, Spent, nth_purse};
use super::data::Class;
use super::harm::wants;
use super::ids::*;
use super::roll::{Against, Attacking, Side, Situation, Spend, Verdict, two_digits};
use super::sheet::*;

/// An attack roll that met a defence, with the points spent on it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Meeting {
    pub verdict: Verdict,
    /// The attacker spent a point after the roll.
    pub attacker_spent: bool,
    /// On one superior success more, and not on swapping the digits.
    pub upgraded: bool,
    /// The attacker's critical failure was made a plain one.
    pub softened: bool,
    /// The target spent a point after the roll.
    pub target_spent: bool,
}

impl Meeting {
    /// Points that the attacker spent on it after the roll.
    pub fn costs(self) -> u8 {
        u8::from(self.attacker_spent || self.softened)
    }
}

impl Exchange<'_> {
    /// The attacker's side of the test; `found` is whether a wanted weak point is there: without one
    /// the attack is plain and the -10 falls away.
    pub(super) fn attacker(&self, check: &Check, found: bool) -> Side {
        let me = &self.facts.attacker;
        let skill = self.weapon.skill();
        let counted = check.lines().iter().any(|line| {
            line.rule == EP_MOD_04 && line.standing == crate::rules::check::Standing::Counts
        });
        let back = if !found && counted { 10 } else { 0 };
        let spent = self.attack_point(&mut Vec::new()) > 0;
        let gone = self.paid_before() + self.gone;
        Side {
            tn: check.value() + back,
            trained: skill.trained(me).is_some(),
            points: self.points_after(me, self.attack_spends(), spent, gone),
        }
    }

    /// Whether a point is left for after the roll: one went on this test before it, or none, and so
    /// many in all (EP-POOL-08).
    fn points_after(&self, who: &Fighter, on: Spent, spent: bool, gone: u8) -> bool {
        let settings = &self.rules.settings;
        let most = settings.max_pool_per_test;
        if most > 0 && i16::from(spent) >= most || !body::may_spend(who) {
            return false;
        }
        body::points_left(settings, who, on) > gone
    }

    /// The pool that pays for a point after the roll, with all that was spent on the action before.
    pub(super) fn pays_after(&self) -> Option<u8> {
        let (settings, me) = (&self.rules.settings, &self.facts.attacker);
        nth_purse(settings, me, self.attack_spends(), self.paid_before() + self.gone)
    }

    /// Whether a point makes a critical failure a plain one; flex pays for other things (EP-POOL-07).
    fn may_soften(&self) -> bool {
        self.pays_after().is_some_and(|column| column != mark::FLEX)
    }

    /// A target as it is hit: without the points that it spent before its rolls.
    pub(super) fn with_points_left<'w>(
        &self,
        target: &TargetFacts,
        who: &'w Fighter,
    ) -> Cow<'w, Fighter> {
        match self.defence_paid_before(target) {
            0 => Cow::Borrowed(who),
            paid => {
                let settings = &self.rules.settings;
                Cow::Owned(body::poorer(settings, who, self.defence_spends(), paid))
            }
        }
    }

    /// A point after a roll that no single defence answers: that of an area or of several targets.
    pub(super) fn decides_alone(
        &self,
        situations: &[Situation],
        (side, roll): (Side, u8),
        dice: &mut Dice,
    ) -> Spend {
        let strays = self.weapon.blast.is_some();
        let mut can = Situation::attacker_can_with(situations, strays);
        // Nobody pays for a miss that strays farther.
        if let [situation] = situations {
            let kept = situation.verdict(Spend::Keep, false);
            can.retain(|spend| {
                let other = situation.verdict(*spend, false);
                other.hit || kept.hit || other.failures < kept.failures
            });
        }
        if can.is_empty() {
            return Spend::Keep;
        }
        let best = Situation::best_with(situations, self.prize());
        let helps = best != Spend::Keep;
        let take = wants(self.facts.policy, helps, helps);
        let preset = can.iter().position(|s| *s == best).filter(|_| take).map_or(0, |at| at + 1);
        let key = |spend: &Spend| if *spend == Spend::Swap { SWAP } else { UPGRADE };
        let choices: Vec<Key> = [KEEP].into_iter().chain(can.iter().map(key)).collect();
        let me = self.facts.attacker.id;
        let text = |_: &Dice| {
            let key = if self.is_area() { "ep-ask-throw" } else { "ep-ask-volley" };
            let text = Message::new(key).who("who", me);
            let hit = |s: &&Situation| s.verdict(Spend::Keep, false).hit;
            let hits = situations.iter().filter(hit).count();
            let text = text.int("hits", hits as i64).int("targets", situations.len() as i64);
            self.asks(text, (side, roll), can.contains(&Spend::Swap))
        };
        match dice.decide_on(EP_POOL_04, text, &choices, preset) {
            0 => Spend::Keep,
            at => can[at - 1],
        }
    }

    /// What a question about an attack roll tells beside who attacks whom: the roll and its target
    /// number, what swapping would make of it, which pool pays.
    fn asks(&self, text: Message, (side, roll): (Side, u8), swaps: bool) -> Message {
        let swapped = super::roll::swapped(roll);
        let text = text.text("roll", &two_digits(roll)).text("swapped", &two_digits(swapped));
        let text = text.int("tn", side.tn.into()).int("swaps", swaps.into());
        self.names_purse(text)
    }

    /// Adds the pool that pays for a point after the roll, and what is left of it.
    fn names_purse(&self, text: Message) -> Message {
        let (settings, me) = (&self.rules.settings, &self.facts.attacker);
        let gone = self.paid_before() + self.gone;
        let me = body::poorer(settings, me, self.attack_spends(), gone);
        body::purse_words(text, settings, &me, self.attack_spends())
    }

    pub(super) fn defender(&self, target: &TargetFacts, check: &Check) -> Side {
        let psi = self.weapon.class == Class::Psi;
        let spent = self.defence_point(target, &mut Vec::new()) > 0;
        let who = &target.fighter;
        // A WIL check is no skill.
        let skill = self.guards_with(target, &mut Vec::new());
        let gone = self.defence_paid_before(target);
        Side {
            tn: check.value(),
            trained: psi || skill.trained(who).is_some(),
            points: self.points_after(who, self.defence_spends(), spent, gone),
        }
    }

    /// The attack roll.
    pub(super) fn rolls(
        &self,
        check: &Check,
        attacker: Side,
        whose: Option<CombatantId>,
        dice: &mut Dice,
    ) -> u8 {
        let pool = Pool::one(Die::Percent, check);
        let pool = whose.map_or(pool, |who| pool.of_whom(who));
        let exact = dice.tells();
        dice.roll_for(EP_OPP_01, &pool, check, &Attacking { attacker, exact })
    }

    /// A target's defence against an attack roll that lies on the table (section 3): what would come
    /// of every decision, and the roll as it fell where somebody is told of it.
    fn defends(
        &self,
        (attack, roll): (Side, u8),
        target: &TargetFacts,
        defence: &Check,
        dice: &mut Dice,
    ) -> (Situation, Option<u8>) {
        let settings = &self.rules.settings;
        if defence.name == "no-defence" {
            return (Situation::alone(settings, attack, roll), None);
        }
        let pool = Pool::one(Die::Percent, defence).of_whom(target.fighter.id);
        let defender = self.defender(target, defence);
        let against = Against { settings, attacker: attack, roll, defender };
        let seen = dice.roll_for(EP_OPP_01, &pool, defence, &against);
        let fell = dice.rolled().last().and_then(|rolled| rolled.faces.first().copied());
        (seen.unwrap_or_else(|| Situation::alone(settings, attack, roll)), fell)
    }

    /// An attack roll that lies on the table meets a target's defence, and the points that both
    /// spend on it, the attacker first (EP-POOL-08).
    pub(super) fn meets(
        &self,
        attack: (Side, u8),
        target: &TargetFacts,
        defence: &Check,
        prize: bool,
        dice: &mut Dice,
    ) -> Meeting {
        let (situation, fell) = self.defends(attack, target, defence, dice);
        let spend = self.attacker_decides(&situation, attack, target, prize, dice);
        let softened = self.softens(attack, spend, dice);
        let defence = (target, defence, fell);
        let meeting = self.concludes(&situation, spend, attack, defence, dice);
        Meeting { softened, ..meeting }
    }

    /// One attack roll against several targets: all of them defend, then the attacker decides about
    /// the one point of this one test, then each of them about its own (EP-FIRE-05, EP-POOL-08).
    pub(super) fn meets_all(
        &self,
        attack: (Side, u8),
        targets: &[(&TargetFacts, &Check)],
        dice: &mut Dice,
    ) -> Vec<Meeting> {
        let seen: Vec<_> = targets
            .iter()
            .map(|(target, defence)| self.defends(attack, target, defence, dice))
            .collect();
        let situations: Vec<Situation> = seen.iter().map(|(situation, _)| *situation).collect();
        let spend = self.decides_alone(&situations, attack, dice);
        let softened = self.softens(attack, spend, dice);
        let each = targets.iter().zip(&seen).enumerate();
        each.map(|(i, ((target, defence), (situation, fell)))| {
            let defence = (*target, *defence, *fell);
            let mut meeting = self.concludes(situation, spend, attack, defence, dice);
            // What belongs to the roll and not to a target is told and paid for once.
            if i == 0 {
                meeting.softened = softened;
            } else {
                meeting.attacker_spent = false;
                meeting.verdict.critical &= meeting.verdict.hit;
            }
            meeting
        })
        .collect()
    }

    /// A critical failure may be made a plain one for a point (EP-POOL-12). It changes nothing but the
    /// mark in the log, so odds need not ask (EP-OPP-06).
    pub(super) fn softens(&self, (side, roll): (Side, u8), spend: Spend, dice: &mut Dice) -> bool {
        if !dice.tells() || spend != Spend::Keep || !side.points || !self.may_soften() {
            return false;
        }
        let read = side.read(roll);
        if read.success || !read.critical {
            return false;
        }
        let text = Message::new("ep-ask-soften").who("who", self.facts.attacker.id);
        let text = self.names_purse(text.text("roll", &two_digits(roll)));
        dice.decide(EP_POOL_12, text, &[KEEP, PLAIN_FAILURE], 0) == 1
    }

    /// What comes of it when the attacker has decided: the defender may swap, the game master settles
    /// a tie and has the last word.
    fn concludes(
        &self,
        situation: &Situation,
        spend: Spend,
        (side, roll): (Side, u8),
        (target, defence, fell): (&TargetFacts, &Check, Option<u8>),
        dice: &mut Dice,
    ) -> Meeting {
        let settings = &self.rules.settings;
        let mut meeting = Meeting {
            attacker_spent: spend != Spend::Keep,
            upgraded: spend == Spend::Upgrade,
            ..Meeting::default()
        };
        if situation.defender_can(spend) {
            let helps = situation.helps_defender(spend);
            let preset = usize::from(wants(self.facts.policy, helps, helps));
            let me = self.facts.attacker.id;
            let text = |_: &Dice| {
                let text = Message::new("ep-ask-swap-defence").who("who", target.fighter.id);
                let lies = match spend {
                    Spend::Swap => super::roll::swapped(roll),
                    Spend::Keep | Spend::Upgrade => roll,
                };
                let text = text.who("attacker", me).text("attack", &two_digits(lies));
                let own = fell.unwrap_or_default();
                let turned = two_digits(super::roll::swapped(own));
                let text = text.text("roll", &two_digits(own)).text("swapped", &turned);
                let text = text.int("tn", defence.value().into());
                let word = if situation.verdict(spend, false).hit { 1 } else { 0 };
                let text = text.int("hit", word);
                let who = self.with_points_left(target, &target.fighter);
                body::purse_words(text, settings, &who, self.defence_spends())
            };
            meeting.target_spent = dice.decide_on(EP_POOL_04, text, &[KEEP, SWAP], preset) == 1;
        }
        meeting.verdict = situation.verdict(spend, meeting.target_spent);
        if meeting.verdict.tie {
            let text = Message::new("ep-ask-tie").who("who", self.facts.attacker.id);
            let text = text.who("target", target.fighter.id);
            let choices = [DEFENDER_WINS, ATTACKER_WINS];
            meeting.verdict.hit = dice.decide(EP_OPP_03, text, &choices, 0) == 1;
            meeting.verdict.tie = false;
            meeting.verdict.critical &= meeting.verdict.hit;
        }
        let lies = if spend == Spend::Swap { super::roll::swapped(roll) } else { roll };
        let read = side.read(lies);
        let id = Some(target.fighter.id);
        let word = |option| self.facts.options.get(option, id).unwrap_or(0);
        meeting.verdict.by_word(read, &word);
        meeting
    }

    pub(super) fn attacker_decides(
        &self,
        situation: &Situation,
        (side, roll): (Side, u8),
        target: &TargetFacts,
        prize: bool,
        dice: &mut Dice,
    ) -> Spend {
        let can = situation.attacker_can(false);
        if can.is_empty() {
            return Spend::Keep;
        }
        let best = situation.best_for_attacker(prize);
        let helps = best != Spend::Keep;
        let preset = if wants(self.facts.policy, helps, helps) {
            can.iter().position(|spend| *spend == best).map_or(0, |at| at + 1)
        } else {
            0
        };
        let key = |spend: &Spend| if *spend == Spend::Swap { SWAP } else { UPGRADE };
        let choices: Vec<Key> = [KEEP].into_iter().chain(can.iter().map(key)).collect();
        let verdict = situation.verdict(Spend::Keep, false);
        let now = if verdict.hit { "ep-ask-attacker-hit" } else { "ep-ask-attacker-miss" };
        let text = |_: &Dice| {
            let text = Message::new(now).who("who", self.facts.attacker.id);
            let text = text.who("target", target.fighter.id);
            self.asks(text, (side, roll), can.contains(&Spend::Swap))
        };
        let rule = if can == [Spend::Upgrade] { EP_POOL_05 } else { EP_POOL_04 };
        match dice.decide_on(rule, text, &choices, preset) {
            0 => Spend::Keep,
            at => can[at - 1],
        }
    }
}
