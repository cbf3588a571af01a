//! One attack: who may make it, which pools it rolls, what comes of them.
//!
//! An attack is planned as explained checks: `attack`, then a `difficulty` for each target; these
//! are rolled in this order. After them stands a `damage` for each target, which is not rolled:
//! it is what weapon and armour add to the bonus ones.

use crate::rules::TABLE;
use crate::rules::check::{Check, Op};
use crate::rules::dice::{Dice, Die, Pool, Sum};
use crate::rules::effect::{Change, Effect, Outcome, Part, Strike};
use crate::rules::facts::{AttackFacts, CombatantId, Fighter, TargetFacts, Until};
use crate::rules::key::{Key, RuleId};
use crate::rules::message::Message;
use crate::rules::ruleset::{Plan, Refusal, Scope, hash_of};

use super::data::{ActionRow, Kind, MeleeClass, Weapon};
use super::ids::*;
use super::sheet::*;
use super::{BetterWorld, burst, manoeuvre, melee, ranged, wounds};

/// Whether the target is within arm's length, by the map or by the game master's word
/// (BW-MEL-01); it decides between melee and ranged rules.
pub fn is_in_reach(facts: &AttackFacts, target: &TargetFacts) -> bool {
    let word = facts.options.get(IN_REACH, Some(target.fighter.id));
    word.map_or(target.in_reach, |word| word != 0)
}

/// An attack that may be made: all that its pools are built from.
pub(super) struct Exchange<'a> {
    pub(super) rules: &'a BetterWorld,
    pub(super) facts: &'a AttackFacts,
    pub(super) row: &'a ActionRow,
    /// What the attacker strikes or shoots with.
    pub(super) weapon: &'a Weapon,
    /// At arm's length; otherwise at range.
    pub(super) melee: bool,
}

/// Values that the program suggests for the options.
pub(super) type Suggested = Vec<(Key, Option<CombatantId>, i16)>;

impl BetterWorld {
    /// The checks of an attack, or why it is not allowed.
    pub(super) fn plan_attack(&self, facts: &AttackFacts) -> Result<Plan, Refusal> {
        let exchange = self.exchange(facts)?;
        let mut suggested = Suggested::new();
        let mut checks = vec![(None, exchange.attack(&mut suggested))];
        let targets = burst::near_first(facts);
        for target in &targets {
            let check = exchange.difficulty(target, &mut suggested);
            checks.push((Some(target.fighter.id), check));
        }
        let harms = !exchange.row.kind.is_manoeuvre();
        if harms {
            for target in &targets {
                checks.push((Some(target.fighter.id), exchange.damage(&target.fighter)));
            }
            if self.may_pull(exchange.melee) {
                suggested.push((RESTRAINT, None, 0));
            }
        }
        let (cost, rounds) = (exchange.row.cost.cost(), exchange.rounds());
        let at_arms_length = exchange.melee && exchange.takes_a_sector();
        Ok(Plan { checks, cost, rounds, at_arms_length, harms, suggested })
    }

    /// Rolls the pools of the plan and says what follows: one attack roll, one difficulty roll
    /// for each target, near ones first (BW-CHK-02, BW-RNG-14).
    pub(super) fn resolve_attack(
        &self,
        facts: &AttackFacts,
        plan: &Plan,
        dice: &mut Dice,
    ) -> Outcome {
        let mut outcome = Outcome::default();
        let Some(((_, attack), rest)) = plan.checks.split_first() else { return outcome };
        let kind = self.row(facts.action).map_or(Kind::Plain, |row| row.kind);
        let melee = facts.targets.first().is_some_and(|first| is_in_reach(facts, first));
        if plan.rounds > 0 {
            let spent = Change::Spend(plan.rounds);
            outcome.effects.push(Effect::new(BW_RNG_11, facts.attacker.id, spent));
        }
        self.uses_up(facts, kind, melee, &mut outcome.effects);
        let count = facts.targets.len().min(rest.len());
        let ones = dice.roll(BW_CHK_02, &Pool::of(Die::Coin, attack), &Sum);
        let meets = |dice: &mut Dice, i: usize| {
            let (id, difficulty) = &rest[i];
            let Some(target) = facts.targets.iter().find(|t| Some(t.fighter.id) == *id) else {
                return Part::default();
            };
            let attacked = melee && manoeuvre::counts_as_attack(kind, &self.file.tunables);
            let held = attacked && target.fighter.has(HELD);
            let against = if held && !self.file.tunables.held_target_rolls {
                0
            } else {
                {
                    let pool = Pool::of(Die::Coin, difficulty).of_whom(target.fighter.id);
                    dice.roll(BW_CHK_02, &pool, &Sum)
                }
            };
            let margin = ones - against;
            match rest.get(count + i) {
                Some((_, damage)) => {
                    let blow = Blow { melee, held, margin, damage };
                    self.strike(facts, &target.fighter, &blow, dice)
                }
                None => self.manoeuvre(facts, kind, target, margin, dice),
            }
        };
        let parts = dice.each(count, meets);
        outcome.gather(&parts);
        let named = |id| facts.targets.iter().position(|t| t.fighter.id == id);
        outcome.strikes.sort_by_key(|strike| named(strike.target));
        outcome
    }

    /// What an attack uses up whatever comes of it: the target's stance (BW-MEL-14), the right to
    /// a quick shot after a burst (BW-RNG-08), the First Strike (BW-INI-10).
    fn uses_up(&self, facts: &AttackFacts, kind: Kind, melee: bool, effects: &mut Vec<Effect>) {
        let me = facts.attacker.id;
        if melee && manoeuvre::counts_as_attack(kind, &self.file.tunables) {
            let standing = facts.targets.iter().filter(|t| t.fighter.has(STANCE));
            effects.extend(
                standing.map(|t| Effect::new(BW_MEL_14, t.fighter.id, Change::End(STANCE))),
            );
        }
        if kind.is_first_strike() {
            let struck = wounds::condition(FIRST_STRUCK, Until::NextTurn);
            effects.push(Effect::new(BW_INI_10, me, struck));
        } else if kind.is_burst() {
            let fired = wounds::condition(BURST_FIRED, Until::EndOfThisTurn);
            effects.push(Effect::new(BW_RNG_08, me, fired));
        }
    }

    /// One target: miss, or hit with damage (BW-CHK-03, BW-CHK-04, BW-DMG-01 to BW-DMG-03). A held
    /// one is hit in any case, with no bonus ones below zero (BW-MEL-11).
    ///
    /// Reading chosen: both pools are rolled against a held target, because the source waives the
    /// success and not the roll.
    fn strike(&self, facts: &AttackFacts, target: &Fighter, blow: &Blow, dice: &mut Dice) -> Part {
        let mut part = Part::default();
        let tunables = &self.file.tunables;
        let Blow { melee, held, margin, damage } = *blow;
        let hit = held || if tunables.tie_is_success { margin >= 0 } else { margin > 0 };
        let full = if hit { self.effective(damage, margin.max(0)).value() } else { 0 };
        let points = self.dealt(facts, melee, target, full, dice, &mut part.effects);
        let (effects, state) = wounds::injure(tunables, target, points, facts.policy, dice);
        let (degree, damage) = (if hit { HIT } else { MISS }, points as i16);
        part.strike = Some(Strike { target: target.id, degree, damage, state });
        part.effects.extend(effects);
        part
    }

    /// Эффективный Урон: the bonus ones, with weapon and armour, not below the floor (BW-DMG-03).
    fn effective(&self, damage: &Check, bonus_ones: i32) -> Check {
        let mut damage = damage.clone();
        damage.add(BW_DMG_02, Message::new("bw-bonus-ones"), bonus_ones);
        let floor = Op::AtLeast(self.file.tunables.min_damage_on_hit.into());
        damage.push(BW_DMG_03, Message::new("bw-damage-floor"), floor);
        damage
    }

    /// Gathers an attack and refuses what the rules do not allow, before any cost.
    fn exchange<'a>(&'a self, facts: &'a AttackFacts) -> Result<Exchange<'a>, Refusal> {
        let row = self.row(facts.action).filter(|row| row.is_attack());
        let row = row.ok_or_else(|| Refusal::new(BW_ACT_10, "bw-refuse-no-attack"))?;
        let first =
            facts.targets.first().ok_or_else(|| Refusal::new(TABLE, "bw-refuse-no-target"))?;
        let blast = burst::is_blast(row, self.weapon(&facts.attacker));
        if facts.targets.len() > usize::from(row.targets_max) && !blast {
            let why = Message::new("bw-refuse-targets").int("most", row.targets_max.into());
            return Err(Refusal { rule: row.rule, why });
        }
        let melee =
            is_in_reach(facts, first) && !burst::is_blast(row, self.weapon(&facts.attacker));
        let weapon =
            if melee { self.melee_weapon(&facts.attacker) } else { self.weapon(&facts.attacker) };
        let exchange = Exchange { rules: self, facts, row, weapon, melee };
        exchange.check_time()?;
        exchange.check_scope()?;
        if melee {
            exchange.check_manoeuvre(first)?;
            exchange.check_melee(first)?;
        } else {
            exchange.check_ranged()?;
        }
        exchange.check_burst()?;
        exchange.check_rounds()?;
        Ok(exchange)
    }
}

/// One attack as it meets one target.
struct Blow<'a> {
    /// At arm's length.
    melee: bool,
    /// The target is held: the blow lands in any case.
    held: bool,
    /// Ones of the attack less those of the difficulty.
    margin: i32,
    /// What weapon and armour add.
    damage: &'a Check,
}

impl Exchange<'_> {
    /// One who waits for the next round is attacked only if the game master agrees (BW-ENT-01); a
    /// First Strike is made once (BW-INI-10).
    fn check_time(&self) -> Result<(), Refusal> {
        let me = &self.facts.attacker;
        if self.row.kind.is_first_strike() && me.has(FIRST_STRUCK) {
            let why = Message::new("bw-refuse-struck-first").who("who", me.id);
            return Err(Refusal { rule: BW_INI_10, why });
        }
        let agreed = |id| self.facts.options.get(CONSENT, Some(id)).is_some_and(|word| word != 0);
        let waits = |t: &&TargetFacts| t.waits && !agreed(t.fighter.id);
        match self.facts.targets.iter().find(waits) {
            Some(target) => {
                let why = Message::new("bw-refuse-waits").who("target", target.fighter.id);
                Err(Refusal { rule: BW_ENT_01, why })
            }
            None => Ok(()),
        }
    }

    /// Whether the attack counts among those for which there must be room around the target:
    /// strikes in passing and attempts to break free do not (BW-MEL-05).
    pub(super) fn takes_a_sector(&self) -> bool {
        !matches!(self.row.kind, Kind::Opportunity | Kind::BreakFree)
    }

    /// The row must suit the distance; several targets only at range.
    fn check_scope(&self) -> Result<(), Refusal> {
        let targets = &self.facts.targets;
        if self.is_blast() {
            return Ok(());
        }
        if targets.len() > 1 && targets.iter().any(|t| is_in_reach(self.facts, t)) {
            return Err(Refusal::new(BW_MEL_01, "bw-refuse-several-in-reach"));
        }
        let gun = self.weapon.melee_class == Some(MeleeClass::Firearm);
        match (self.row.scope, self.melee) {
            (Scope::Melee, false) => Err(Refusal::new(BW_MEL_01, "bw-refuse-out-of-reach")),
            (Scope::Ranged, true)
                if gun
                    && self.row.kind.is_burst()
                    && self.rules.file.tunables.firearm_melee_bursts =>
            {
                Ok(())
            }
            (Scope::Ranged, true) if gun => Err(Refusal::new(BW_MEL_03, "bw-refuse-gun-in-melee")),
            (Scope::Ranged, true) => Err(Refusal::new(BW_RNG_01, "bw-refuse-in-reach")),
            _ => Ok(()),
        }
    }

    /// Rounds that the attack spends: one shot, also at arm's length (BW-MEL-03, BW-RNG-11); those
    /// of the burst; none for a manoeuvre.
    fn rounds(&self) -> u16 {
        if let Some(burst) = self.burst() {
            return burst.rounds.into();
        }
        let gun = self.weapon.melee_class == Some(MeleeClass::Firearm);
        let shot = !self.melee || gun && !self.row.kind.is_manoeuvre();
        u16::from(shot && self.weapon.magazine.is_some())
    }

    fn check_rounds(&self) -> Result<(), Refusal> {
        let loaded = self.facts.attacker.gear.held().map_or(0, |held| held.loaded);
        if loaded >= self.rounds() {
            return Ok(());
        }
        let why = self.weapon.name(Message::new("bw-refuse-no-rounds"), "weapon");
        let why = why.int("loaded", loaded.into()).int("wanted", self.rounds().into());
        Err(Refusal { rule: BW_RNG_11, why })
    }

    /// The attack pool (BW-MEL-04, BW-RNG-07).
    fn attack(&self, suggested: &mut Suggested) -> Check {
        let mut check = Check::new("attack");
        if self.melee {
            melee::attack(self, &mut check, suggested);
        } else {
            ranged::attack(self, &mut check, suggested);
        }
        self.action_dice(&mut check, self.row.atk);
        self.situational(&mut check, ATTACK_DICE, None, suggested);
        floor(&mut check);
        check
    }

    /// The difficulty pool of one target (BW-MEL-04, BW-RNG-07).
    fn difficulty(&self, target: &TargetFacts, suggested: &mut Suggested) -> Check {
        let mut check = Check::new("difficulty");
        self.distance_kind(&mut check, target, suggested);
        if target.waits {
            suggested.push((CONSENT, Some(target.fighter.id), 0));
            check.add(BW_ENT_01, Message::new("bw-consent-by-word"), 0).by_option(CONSENT);
        }
        if self.melee && self.is_melee_attack() && target.fighter.has(HELD) {
            check.add(BW_MEL_11, Message::new("bw-held-is-hit"), 0);
        }
        if self.melee {
            melee::difficulty(self, target, &mut check, suggested);
        } else {
            ranged::difficulty(self, target, &mut check, suggested);
        }
        self.action_dice(&mut check, self.row.diff);
        self.own_wound(&mut check);
        self.situational(&mut check, DIFFICULTY_DICE, Some(target.fighter.id), suggested);
        floor(&mut check);
        check
    }

    /// What weapon and armour add to the bonus ones (BW-DMG-03).
    fn damage(&self, target: &Fighter) -> Check {
        let mut check = Check::new("damage");
        let after = Message::new("bw-why-after-the-roll");
        check.outdone(BW_DMG_02, Message::new("bw-bonus-ones"), 0, after);
        let label = self.weapon.name(Message::new("bw-weapon-effectiveness"), "weapon");
        check.add(BW_DMG_03, label, self.weapon.effectiveness.into());
        if let Some(armour) = self.rules.armour(target) {
            let label = armour.name(Message::new("bw-armour-effectiveness"), "armour");
            check.add(BW_DMG_03, label, -i32::from(armour.effectiveness));
        }
        if let Some(points) = self.rules.withheld(self.facts, self.melee).filter(|n| *n > 0) {
            let after = Message::new("bw-why-after-the-roll");
            check.outdone(BW_MEL_17, Message::new("bw-withheld"), -points, after);
        }
        check
    }

    /// The game master's word on reach stands in the list, because it chose the rules.
    fn distance_kind(&self, check: &mut Check, target: &TargetFacts, suggested: &mut Suggested) {
        let id = target.fighter.id;
        if !self.is_blast() {
            suggested.push((IN_REACH, Some(id), target.in_reach.into()));
        }
        if target.in_reach != is_in_reach(self.facts, target) {
            let key = if self.melee { "bw-reach-by-word" } else { "bw-distance-by-word" };
            check.add(BW_MEL_01, Message::new(key), 0).by_option(IN_REACH);
        }
    }

    /// Dice that the row of the action table brings (BW-CHK-06, BW-CHK-07, BW-ACT-10).
    fn action_dice(&self, check: &mut Check, dice: i8) {
        if dice == 0 {
            return;
        }
        let label = self.row.named(Message::new("bw-action"));
        check.add(self.row.rule, label, dice.into());
    }

    /// The wound of the one who acts (BW-DMG-06); dying replaces it (BW-DMG-10). Wounds do not add
    /// up, so the smaller one stays in sight as outdone.
    fn own_wound(&self, check: &mut Check) {
        let dice = &self.rules.file.wound_diff;
        let label = |state: Key| Message::new("bw-wound").word("state", format!("state-{state}"));
        let lesser = |check: &mut Check, state, dice: u8| {
            let why = Message::new("bw-why-larger-wound");
            check.outdone(BW_DMG_06, label(state), dice.into(), why);
        };
        match wounds::state(&self.facts.attacker) {
            WOUNDED => {
                check.add(BW_DMG_06, label(WOUNDED), dice.wounded.into());
            }
            HEAVILY_WOUNDED => {
                check.add(BW_DMG_06, label(HEAVILY_WOUNDED), dice.heavy.into());
                lesser(check, WOUNDED, dice.wounded);
            }
            DYING => {
                check.add(BW_DMG_10, label(DYING), dice.dying.into());
                lesser(check, HEAVILY_WOUNDED, dice.heavy);
            }
            _ if dice.healthy > 0 => {
                check.add(BW_DMG_06, label(HEALTHY), dice.healthy.into());
            }
            _ => {}
        }
    }

    /// The game master's situational dice: one number for each pool (BW-CHK-08).
    fn situational(
        &self,
        check: &mut Check,
        option: Key,
        target: Option<CombatantId>,
        suggested: &mut Suggested,
    ) {
        suggested.push((option, target, 0));
        let limit = i32::from(self.rules.file.tunables.situational_limit);
        let dice = self.facts.options.get(option, target).unwrap_or(0).clamp(-limit, limit);
        if dice != 0 {
            check.add(BW_CHK_08, Message::new("bw-situational"), dice).by_option(option);
        }
    }
}

/// What of a fighter stands in the plans of its attacks: the Aspects, the wound, what it did in this
/// turn, who holds it.
pub fn hand(fighter: &Fighter) -> u64 {
    let aspects = &fighter.sheet.values[..Aspect::ALL.len()];
    let deeds = (fighter.has(BURST_FIRED), fighter.has(FIRST_STRUCK), fighter.has(HELD));
    hash_of(&(aspects, wounds::state(fighter), deeds))
}

/// A pool below nothing is nothing (BW-CHK-09); the line is there only when it matters.
fn floor(check: &mut Check) {
    if check.value() < 0 {
        check.push(BW_CHK_09, Message::new("bw-pool-floor"), Op::AtLeast(0));
    }
}

/// The choice of an Aspect (BW-CHK-05).
pub(super) struct AspectChoice<'a> {
    /// Whose Aspect.
    pub(super) fighter: &'a Fighter,
    /// The suitable ones, in the order of the rule.
    pub(super) list: &'a [Aspect],
    /// The rule that has the list.
    pub(super) rule: RuleId,
    /// The option that chooses.
    pub(super) option: Key,
    /// What it was set to.
    pub(super) set: Option<i32>,
}

impl AspectChoice<'_> {
    /// The highest, the first of equal ones.
    pub(super) fn best(&self) -> Aspect {
        let value = |aspect: &Aspect| aspect.value(self.fighter);
        let best = self.list.iter().rev().max_by_key(|aspect| value(aspect));
        best.copied().unwrap_or(Aspect::Training)
    }

    /// Adds the chosen Aspect, and the others as lines that do not count.
    pub(super) fn add_to(&self, check: &mut Check) {
        let best = self.best();
        let chosen = self.set.and_then(Aspect::of).unwrap_or(best);
        check.add(self.rule, label(chosen), chosen.value(self.fighter)).by_option(self.option);
        for other in self.list.iter().filter(|other| **other != chosen) {
            self.outdone(check, *other, BW_CHK_05, "bw-why-other-aspect");
        }
    }

    /// Adds an Aspect that does not count.
    pub(super) fn outdone(
        &self,
        check: &mut Check,
        aspect: Aspect,
        rule: RuleId,
        why: &'static str,
    ) {
        check.outdone(rule, label(aspect), aspect.value(self.fighter), Message::new(why));
    }
}

fn label(aspect: Aspect) -> Message {
    Message::new("bw-aspect").word("aspect", aspect.word())
}

/// Adds dice of a weapon or an armour, if there are any (BW-CHK-07).
pub(super) fn add_gear_dice(check: &mut Check, rule: RuleId, label: Message, dice: u8) {
    if dice > 0 {
        check.add(rule, label, dice.into());
    }
}
