//! From a hit to its consequences: damage, armour, wounds, checks against them, shock, poison,
//! crash, bleeding (sections 5, 7, 8, 11 and 12).

use crate::rules::check::{Check, Op};
use crate::rules::dice::{Dice, Die, Pool, Reading, Sum};
use crate::rules::effect::{Change, Effect};
use crate::rules::facts::{CombatantId, Condition, Fighter, Policy, Until};
use crate::rules::key::{Key, RuleId};
use crate::rules::message::Message;

use super::Eclipse;
use super::body::{self, Spent, aptitude_check, purse, wounds_felt};
use super::data::DamageType;
use super::ids::*;
use super::roll::{Degrees, Read, Test, swapped, two_digits};
use super::settings::Settings;
use super::sheet::*;
use super::tn::{self, Tn};

/// A condition that begins.
pub fn begin(rule: RuleId, who: CombatantId, condition: Condition) -> Effect {
    Effect::new(rule, who, Change::Begin(condition))
}

/// The same with the line `ep-log-<condition>`, if anybody listens.
fn told(tells: bool, rule: RuleId, who: CombatantId, condition: Condition) -> Effect {
    let effect = begin(rule, who, condition);
    if !tells {
        return effect;
    }
    effect.saying(Message::new(format!("ep-log-{}", condition.id)).who("who", who))
}

/// One who falls or can do nothing aims no more (EP-RMOD-01).
pub(super) fn loses_aim(who: &Fighter, effects: &mut Vec<Effect>) {
    let ended = |effect: &Effect| effect.on == who.id && effect.change == Change::End(AIMED);
    if who.has(AIMED) && !effects.iter().any(ended) {
        effects.push(Effect::new(EP_RMOD_01, who.id, Change::End(AIMED)));
    }
}

/// A fighter after the points that it has spent in these effects.
fn spent_in(who: &Fighter, effects: &[Effect]) -> Option<Fighter> {
    let spends = |effect: &&Effect| {
        effect.on == who.id
            && matches!(effect.change, Change::Mark(column, _) if column != mark::WOUNDS)
    };
    let mut poorer = None;
    for effect in effects.iter().filter(spends) {
        effect.change.apply_to(poorer.get_or_insert_with(|| who.clone()));
    }
    poorer
}

/// The pool that pays for a test when these effects have come already.
fn purse_after(settings: &Settings, who: &Fighter, effects: &[Effect], on: Spent) -> Option<u8> {
    let poorer = spent_in(who, effects);
    purse(settings, poorer.as_ref().unwrap_or(who), on)
}

/// How a test of one's own is decided about and paid for.
#[derive(Copy, Clone, Debug)]
pub(super) struct Trial {
    /// How decisions are taken.
    pub policy: Policy,
    /// The result by word: 1 fails, 2 passes.
    pub by_word: i32,
    /// Which degrees of the result matter.
    pub degrees: Degrees,
    /// Which pools pay (EP-POOL-03).
    pub on: Spent,
    /// A point went on it before the roll (EP-POOL-08).
    pub paid: bool,
    /// Whether a point is to go on it is asked before the roll: there is no option for it.
    pub asks: bool,
}

impl Trial {
    /// A test of SOM or REF of which only success matters.
    pub fn physical(policy: Policy) -> Self {
        let degrees = Degrees::Nothing;
        Self { policy, by_word: 0, degrees, on: Spent::Physical, paid: false, asks: false }
    }

    /// The same of COG or INT.
    pub fn mental(policy: Policy) -> Self {
        Self { on: Spent::Mental, ..Self::physical(policy) }
    }

    /// The same, asked about before the roll.
    pub fn asking(self) -> Self {
        Self { asks: true, ..self }
    }
}

/// A check with a point that was spent on it before the roll: 1 for no modifiers at all, 2 for twenty
/// more (EP-POOL-01, EP-POOL-02). What it begins with, up to the first further addition, is no
/// modifier.
pub(super) fn with_point(check: Check, point: i32) -> Check {
    match point {
        1 => {
            let lines = check.lines();
            let more = lines.iter().skip(1).position(|line| matches!(line.op, Op::Add(_)));
            let own = more.map_or(lines.len(), |at| at + 1);
            let mut bare = Check::new(check.name);
            for (i, line) in lines.iter().enumerate() {
                let label = line.label.clone();
                match line.op {
                    Op::Add(amount) if i >= own => {
                        let why = Message::new("ep-why-bare");
                        bare.outdone(line.rule, label, amount, why);
                    }
                    op => {
                        bare.push(line.rule, label, op);
                    }
                }
            }
            bare.add(EP_POOL_01, Message::new("ep-pool-bare"), 0);
            bare
        }
        2 => {
            let mut more = check;
            more.add(EP_POOL_02, Message::new("ep-pool-plus-20"), 20);
            more
        }
        _ => check,
    }
}

/// Whether it moved more than its base movement in its latest turn (EP-WND-07). Half a cell is a
/// metre.
pub(super) fn is_fast(who: &Fighter) -> bool {
    amount(who, WENT) > who.sheet.get(MOVE_BASE_M)
}

/// A condition that lasts so many turns of the bearer; one that lasts longer already stays
/// (EP-CND-00).
pub(super) fn lasting(who: &Fighter, id: Key, turns: u16) -> Condition {
    let before = who.conditions.iter().filter(|c| c.id == id && c.by.is_none());
    let longest = before.map(|c| match c.until {
        Until::Turns(n) => n,
        _ => u16::MAX,
    });
    match longest.max() {
        Some(u16::MAX) => Condition::new(id, Until::Ended),
        Some(n) => Condition::new(id, Until::Turns(n.max(turns))),
        None => Condition::new(id, Until::Turns(turns)),
    }
}

/// One wound that is ignored for a day; each has a day of its own (EP-POOL-11).
pub(super) fn ignored_for_a_day() -> Condition {
    Condition::new(IGNORES, Until::Hours(24)).of(1)
}

/// Whether a decision is taken: what the policy says of one that would help, and of one that is
/// possible at all.
pub fn wants(policy: Policy, helps: bool, possible: bool) -> bool {
    match policy {
        Policy::Never => false,
        Policy::Always => possible,
        Policy::Preset | Policy::WhenItHelps => helps,
    }
}

/// A d10 that shows a face or less.
struct UpTo(u8);

impl Reading for UpTo {
    type Seen = bool;
    fn start(&self) -> bool {
        false
    }
    fn see(&self, _: &bool, face: u8) -> bool {
        face <= self.0
    }
}

/// Whether the hit of a blind attack, or on a hidden target, goes astray (EP-MOD-09, EP-RMOD-09).
pub fn goes_astray(rules: &Eclipse, rule: RuleId, dice: &mut Dice) -> bool {
    let most = rules.settings.blind_miss_d10;
    let mut check = Check::new("astray");
    check.add(rule, Message::new("ep-astray"), most.into());
    let pool = Pool::one(Die::plain(10), &check);
    dice.roll_for(rule, &pool, &check, &UpTo(most.clamp(0, 10) as u8))
}

/// What a hit on one target rolls and what stops it, with the reasons.
#[derive(Clone, Debug, Default)]
pub struct Reasons {
    /// Dice of ten.
    pub d10: Check,
    /// Dice of six without superior successes.
    pub d6: Check,
    /// Dice of ten that are taken off.
    pub minus: Check,
    /// What is added.
    pub plus: Check,
    /// Armour before halvings.
    pub armour: Check,
    /// The weapon or its rounds are armour-piercing.
    pub piercing: bool,
    /// The rolled damage by the game master's word.
    pub by_word: Option<i32>,
}

impl Reasons {
    /// What is rolled and what stops it.
    pub fn damage(&self) -> Damage<'_> {
        let Self { d10, d6, minus, plus, armour, piercing, by_word } = self;
        let (plus, armour) = (plus.value(), armour.value().max(0));
        Damage { d10, d6, minus, plus, armour, piercing: *piercing, by_word: *by_word }
    }
}

/// The same as numbers and dice.
#[derive(Copy, Clone, Debug)]
pub struct Damage<'a> {
    /// Dice of ten.
    pub d10: &'a Check,
    /// Dice of six without superior successes.
    pub d6: &'a Check,
    /// Dice of ten that are taken off.
    pub minus: &'a Check,
    /// What is added.
    pub plus: i32,
    /// Armour before halvings.
    pub armour: i32,
    /// The weapon or its rounds are armour-piercing.
    pub piercing: bool,
    /// The rolled damage by the game master's word.
    pub by_word: Option<i32>,
}

impl<'a> Damage<'a> {
    /// A plain hit.
    pub fn blow(self) -> Blow<'a> {
        Blow {
            damage: self,
            armour: self.armour,
            halvings: u8::from(self.piercing),
            superior: 0,
            doubled: false,
            falloff: 0,
            halved: false,
        }
    }

    /// The most that the dice can show without superior successes.
    pub fn most(self) -> i32 {
        let count = |check: &Check| check.value().max(0);
        10 * count(self.d10) + 6 * count(self.d6) - count(self.minus) + self.plus
    }
}

/// One hit: which dice it rolls, how armour is halved.
#[derive(Copy, Clone, Debug)]
pub struct Blow<'a> {
    /// The dice.
    pub damage: Damage<'a>,
    /// Armour before halvings.
    pub armour: i32,
    /// Halvings of armour (EP-PEN-08).
    pub halvings: u8,
    /// Superior successes that are not spent otherwise.
    pub superior: u8,
    /// A critical doubles damage (EP-ATK-03).
    pub doubled: bool,
    /// Damage taken off by the distance from a blast.
    pub falloff: i32,
    /// Damage is halved (EP-DMG-01).
    pub halved: bool,
}

impl Blow<'_> {
    /// A critical success halves armour or doubles damage (EP-ATK-03).
    pub fn critical(&mut self, rules: &Eclipse) {
        if rules.settings.crit_doubles() {
            self.doubled = true;
        } else {
            self.halvings += 1;
        }
    }

    /// Armour after halvings, rounded once (EP-PEN-08, EP-RND-01).
    pub fn armour(&self, rules: &Eclipse) -> i32 {
        body::rounded(self.armour, 1 << self.halved_times(rules))
    }

    /// How often armour is halved.
    pub fn halved_times(&self, rules: &Eclipse) -> u8 {
        let most = if rules.settings.armor_halving == 1 { 1 } else { 3 };
        self.halvings.min(most)
    }

    /// Rolls the damage (EP-DMG-01, steps 1 and 2).
    pub fn roll(&self, who: Option<CombatantId>, dice: &mut Dice) -> i32 {
        let Damage { d10, d6, minus, plus, by_word, .. } = self.damage;
        let mut roll = |rule: RuleId, faces: u8, check: &Check| {
            if check.value() <= 0 {
                return 0;
            }
            let pool = Pool::of(Die::plain(faces), check);
            let pool = who.map_or(pool, |who| pool.of_whom(who));
            dice.roll_for(rule, &pool, check, &Sum)
        };
        let mut sum = plus + roll(EP_DMG_01, 10, d10);
        if self.superior > 0 {
            let mut more = d6.clone();
            let label = Message::new("ep-superior").int("count", self.superior.into());
            more.add(EP_ATK_01, label, self.superior.into());
            sum += roll(EP_ATK_01, 6, &more);
        } else {
            sum += roll(EP_DMG_01, 6, d6);
        }
        sum -= roll(EP_RNG_04, 10, minus);
        by_word.unwrap_or(sum).max(0)
    }

    /// What gets through (EP-DMG-01, steps 3 to 7).
    pub fn through(&self, rules: &Eclipse, rolled: i32) -> i32 {
        let mut damage = rolled;
        let after = rules.settings.crit_double_stage == 1;
        if self.doubled && !after {
            damage *= 2;
        }
        damage = (damage - self.falloff).max(0);
        if self.halved {
            damage = body::rounded(damage, 2);
        }
        let through = (damage - self.armour(rules)).max(0);
        if self.doubled && after { 2 * through } else { through }
    }
}

/// What became of somebody who was hurt.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct After {
    /// Damage in all.
    pub damage: i32,
    /// Wounds in all.
    pub wounds: i32,
    /// Unconscious or offline.
    pub down: bool,
    /// Damage is at Durability or above.
    pub out: bool,
    /// Dead or destroyed.
    pub dead: bool,
    /// The check of one who was wounded has been made.
    pub checked: bool,
    /// A point made it ignore one wound (EP-POOL-11).
    pub ignores: bool,
}

impl After {
    /// Before anything happened.
    pub fn of(who: &Fighter) -> Self {
        Self {
            damage: body::damage(who),
            wounds: body::wounds(who),
            down: who.has(UNCONSCIOUS) || who.has(OFFLINE),
            out: who.has(OUT_OF_ACTION),
            dead: who.has(DEAD),
            checked: false,
            ignores: false,
        }
    }

    /// The state of health.
    pub fn state(self) -> Key {
        match self {
            Self { dead: true, .. } => DEAD,
            Self { out: true, .. } => OUT_OF_ACTION,
            Self { down: true, .. } => KNOCKED_OUT,
            Self { wounds, .. } if wounds > 0 => WOUNDED,
            Self { damage, .. } if damage > 0 => SCRATCHED,
            _ => UNHURT,
        }
    }
}

/// How the checks of one who is hurt are answered.
#[derive(Copy, Clone, Debug, Default)]
pub struct Manner {
    /// How decisions are taken.
    pub policy: Policy,
    /// The wound check by word: 1 fails, 2 passes.
    pub wound_check: i32,
    /// The check against shock by word.
    pub shock_check: i32,
    /// The check against what a called shot does by word.
    pub effect_check: i32,
    /// The point that the target spends on its first check before the roll: 1 for no modifiers, 2 for
    /// twenty more.
    pub point: i32,
    /// Turns that what begins now lasts longer: the end of one's own running turn is not counted
    /// (EP-CND-00).
    pub longer: u16,
}

impl Eclipse {
    /// Wounds of one attack (EP-WND-01).
    pub fn wounds_of(&self, through: i32, threshold: i32) -> i32 {
        let wounds = through / threshold.max(1);
        match self.settings.max_wounds_per_attack {
            0 => wounds,
            most => wounds.min(most.into()),
        }
    }

    /// The point that somebody spends on a check of its own before the roll, as far as there is one
    /// (EP-POOL-01, EP-POOL-02, EP-POOL-13).
    pub(super) fn pays_for_check(
        &self,
        who: &Fighter,
        point: i32,
        on: Spent,
        tells: bool,
        effects: &mut Vec<Effect>,
    ) -> i32 {
        let column = purse_after(&self.settings, who, effects, on);
        let Some(column) = column.filter(|_| (1..=2).contains(&point) && body::may_spend(who))
        else {
            return 0;
        };
        let rule = if point == 1 { EP_POOL_01 } else { EP_POOL_02 };
        effects.push(self.spends(rule, who.id, column, tells));
        point
    }

    /// Whether a point goes on a check before it is rolled (EP-POOL-01, EP-POOL-02). Nobody spends it
    /// unasked.
    fn asks_before(
        &self,
        who: &Fighter,
        check: &Check,
        on: Spent,
        dice: &mut Dice,
        effects: &mut Vec<Effect>,
    ) -> i32 {
        let column = purse_after(&self.settings, who, effects, on);
        let Some(column) = column.filter(|_| dice.tells() && body::may_spend(who)) else {
            return 0;
        };
        let text = Message::new("ep-ask-before").who("who", who.id);
        let text = text.word("check", format!("check-eclipse-{}", check.name));
        let left = spent_in(who, effects);
        let text = text.int("tn", check.value().into());
        let text = body::column_words(text, left.as_ref().unwrap_or(who), column);
        // Without modifiers it is what it is already.
        let bare = with_point(check.clone(), 1).value();
        let mut choices = vec![KEEP, PLUS_20];
        choices.extend((bare != check.value()).then_some(BARE));
        let taken = match dice.decide(EP_POOL_02, text.int("bare", bare.into()), &choices, 0) {
            0 => 0,
            1 => 2,
            _ => 1,
        };
        self.pays_for_check(who, taken, on, dice.tells(), effects)
    }

    /// A test of one's own with a point for swapping the digits, or for one superior success more
    /// where those matter; a decision where points are left (EP-POOL-04, EP-POOL-05, EP-POOL-13). A
    /// word of the game master's spares the roll.
    pub(super) fn test(
        &self,
        who: &Fighter,
        rule: RuleId,
        check: &Check,
        trial: Trial,
        dice: &mut Dice,
        effects: &mut Vec<Effect>,
    ) -> Read {
        let Trial { policy, by_word, degrees, on, .. } = trial;
        let capped = (self.settings.modifier_cap > 0).then(|| tn::capped(&self.settings, check));
        let check = capped.as_ref().unwrap_or(check);
        if by_word == 1 || by_word == 2 {
            return Read { success: by_word == 2, ..Read::default() };
        }
        let point = if trial.asks { self.asks_before(who, check, on, dice, effects) } else { 0 };
        let paid = trial.paid || point > 0;
        let check = &with_point(check.clone(), point);
        // Points that were spent on the way are gone (EP-POOL-03, EP-POOL-08).
        let most = self.settings.max_pool_per_test;
        let may = !paid || most == 0 || most > 1;
        let pool = purse_after(&self.settings, who, effects, on).filter(|_| may);
        let tn = check.value();
        let test = Test { tn, trained: true, points: pool.is_some(), degrees };
        let dice_pool = Pool::one(Die::Percent, check).of_whom(who.id);
        let tested = dice.roll_for(rule, &dice_pool, check, &test);
        let Some(column) = pool else { return tested.kept };
        let worth = |read: Read| if read.success { 3 + read.superior } else { 2 - read.failures };
        let counts = degrees == Degrees::Successes && tested.kept.success;
        let better = Read { superior: (tested.kept.superior + 1).min(2), ..tested.kept };
        let options = [
            (SWAP, tested.swapped, tested.kept != tested.swapped),
            (UPGRADE, better, counts && better != tested.kept),
        ];
        let options = options.into_iter().filter(|(_, read, can)| {
            *can && (policy == Policy::Always || worth(*read) > worth(tested.kept))
        });
        let options: Vec<(Key, Read)> = options.map(|(key, read, _)| (key, read)).collect();
        // The best of them; among equals the first.
        let best = (0..options.len()).rev().max_by_key(|at| worth(options[*at].1));
        let Some(best) = best else { return tested.kept };
        let helps = worth(options[best].1) > worth(tested.kept);
        let preset = if wants(policy, helps, helps) { best + 1 } else { 0 };
        let swaps = options.iter().any(|(key, _)| *key == SWAP);
        let text = |dice: &Dice| {
            let fell = dice.rolled().last().and_then(|rolled| rolled.faces.first().copied());
            let fell = fell.unwrap_or_default();
            let text = Message::new("ep-ask-swap-check")
                .who("who", who.id)
                .word("check", format!("check-eclipse-{}", check.name))
                .text("roll", &two_digits(fell))
                .text("swapped", &two_digits(swapped(fell)))
                .int("swaps", swaps.into())
                .int("tn", tn.into());
            let left = spent_in(who, effects);
            body::column_words(text, left.as_ref().unwrap_or(who), column)
        };
        let choices: Vec<Key> =
            [KEEP].into_iter().chain(options.iter().map(|(key, _)| *key)).collect();
        let rule = if swaps { EP_POOL_04 } else { EP_POOL_05 };
        let taken = dice.decide_on(rule, text, &choices, preset);
        let Some((key, read)) = taken.checked_sub(1).and_then(|at| options.get(at)) else {
            return tested.kept;
        };
        let rule = if *key == SWAP { EP_POOL_04 } else { EP_POOL_05 };
        effects.push(self.spends(rule, who.id, column, dice.tells()));
        *read
    }

    /// A point of a pool is spent.
    pub(super) fn spends(&self, rule: RuleId, who: CombatantId, column: u8, tells: bool) -> Effect {
        let effect = Effect::new(rule, who, Change::Mark(column, 1)).aside();
        if !tells {
            return effect;
        }
        let line = Message::new("ep-log-spends").who("who", who);
        effect.saying(line.word("pool", body::pool_word(column)).text("rule", rule.0))
    }

    /// What gets through hurts (EP-DMG-02, EP-DMG-03, EP-DMG-05 and section 7, in the order of
    /// EP-WND-08). Gives what became of the one who is hurt.
    pub(super) fn injure(
        &self,
        who: &Fighter,
        through: i32,
        manner: Manner,
        dice: &mut Dice,
        effects: &mut Vec<Effect>,
    ) -> After {
        let mut after = After::of(who);
        if through <= 0 || after.dead {
            return after;
        }
        let tells = dice.tells();
        let id = who.id;
        let threshold = body::wound_threshold(who);
        let fresh = self.wounds_of(through, threshold);
        after.damage += through;
        let mut lost = Effect::new(EP_DMG_03, id, Change::Points(through as i16));
        if tells {
            let line = Message::new("ep-log-damage").who("who", id);
            let line = line.int("damage", through.into()).int("wounds", fresh.into());
            lost = lost.saying(line.int("total", after.damage.into()));
        }
        effects.push(lost);
        if after.damage >= body::death_rating(who) {
            self.die(who, tells, effects);
            after.dead = true;
            return after;
        }
        let was_out = after.out;
        if after.damage >= body::durability(who) && !was_out {
            self.drop_out(who, tells, effects);
            after.out = true;
        }
        if fresh == 0 {
            return after;
        }
        after.wounds += fresh;
        effects.push(Effect::new(EP_WND_01, id, Change::Mark(mark::WOUNDS, fresh as i8)));
        if who.has(STABLE) {
            effects.push(Effect::new(EP_BLD_01, id, Change::End(STABLE)));
        }
        if after.out || after.down {
            return after;
        }
        let mut hurt = who.clone();
        let marks = &mut hurt.health.marks[usize::from(mark::WOUNDS)];
        *marks = marks.saturating_add(fresh as u8);
        hurt.health.points = after.damage as i16;
        let conditions = hurt.conditions.len();
        self.offer_to_ignore(&mut hurt, fresh, manner, dice, effects);
        after.ignores = hurt.conditions.len() > conditions;
        self.wound_check(&hurt, fresh, manner, dice, effects, &mut after);
        after
    }

    /// A point of vigor makes one wound ignored for a day (EP-POOL-11).
    fn offer_to_ignore(
        &self,
        hurt: &mut Fighter,
        fresh: i32,
        manner: Manner,
        dice: &mut Dice,
        effects: &mut Vec<Effect>,
    ) {
        let most = i32::from(self.settings.max_ignored_wounds);
        let room = body::ignored(&self.settings, hurt) < most.min(body::wounds(hurt));
        // Flex pays for tests only (EP-POOL-07); one who can do nothing spends nothing (EP-POOL-13).
        let pool = purse_after(&self.settings, hurt, effects, Spent::Physical);
        let pool = pool.filter(|column| *column != mark::FLEX && body::may_spend(hurt));
        let Some(column) = pool.filter(|_| room) else { return };
        let preset = usize::from(wants(manner.policy, true, true));
        let text = |_: &Dice| {
            let text = Message::new("ep-ask-ignore-wound").who("who", hurt.id);
            let left = spent_in(hurt, effects);
            let left = left.as_ref().unwrap_or(hurt);
            body::column_words(text.int("wounds", fresh.into()), left, column)
        };
        if dice.decide_on(EP_POOL_11, text, &[KEEP, IGNORE_WOUND], preset) == 0 {
            return;
        }
        let condition = ignored_for_a_day();
        effects.push(self.spends(EP_POOL_11, hurt.id, column, dice.tells()));
        effects.push(begin(EP_POOL_11, hurt.id, condition));
        Change::Begin(condition).apply_to_conditions(&mut hurt.conditions);
    }

    /// The check of one who has just been wounded, the new wounds counted (EP-WND-04, EP-WND-05,
    /// EP-WND-07).
    fn wound_check(
        &self,
        hurt: &Fighter,
        fresh: i32,
        manner: Manner,
        dice: &mut Dice,
        effects: &mut Vec<Effect>,
        after: &mut After,
    ) {
        let tells = dice.tells();
        let id = hurt.id;
        let prone = |effects: &mut Vec<Effect>, rule: RuleId| {
            if !hurt.has(PRONE) {
                let fall = Condition::new(PRONE, Until::Ended);
                effects.push(told(tells, rule, id, fall));
            }
            loses_aim(hurt, effects);
        };
        let speeds = is_shell(hurt) && (hurt.sheet.get(FLYING) == 1 || is_fast(hurt));
        if fresh == 1 && speeds {
            let (check, trial) =
                self.own_check(hurt, self.control_check(hurt), manner, tells, effects, after);
            if !self.test(hurt, EP_WND_07, &check, trial, dice, effects).success {
                prone(effects, EP_WND_07);
                self.crash(hurt, dice, effects, after);
            }
            return;
        }
        let check = aptitude_check(&self.settings, hurt, "som", Aptitude::Som, true);
        let rule = if fresh == 1 { EP_WND_04 } else { EP_WND_05 };
        if fresh >= 2 {
            prone(effects, rule);
        }
        let (check, trial) = self.own_check(hurt, check, manner, tells, effects, after);
        let passed = self.test(hurt, rule, &check, trial, dice, effects).success;
        if fresh == 1 && !passed {
            prone(effects, rule);
        } else if fresh >= 2 && !passed {
            let what = if goes_offline(hurt) { OFFLINE } else { UNCONSCIOUS };
            effects.push(told(tells, EP_WND_05, id, Condition::new(what, Until::Ended)));
            after.down = true;
        }
        if fresh >= 2 && speeds {
            self.crash(hurt, dice, effects, after);
        }
    }

    /// The check of one who has been wounded, with the point that goes on it before the roll.
    fn own_check(
        &self,
        hurt: &Fighter,
        check: Check,
        manner: Manner,
        tells: bool,
        effects: &mut Vec<Effect>,
        after: &mut After,
    ) -> (Check, Trial) {
        let by_word = manner.wound_check;
        // Whoever rolls nothing spends nothing.
        let point = if by_word == 0 { manner.point } else { 0 };
        let point = self.pays_for_check(hurt, point, Spent::Physical, tells, effects);
        after.checked = true;
        let trial = Trial { by_word, paid: point > 0, ..Trial::physical(manner.policy) };
        (with_point(check, point), trial)
    }

    /// A moving shell tests its better one of athletics and pilot (EP-WND-07).
    fn control_check(&self, hurt: &Fighter) -> Check {
        let better = if Skill::Pilot.value(hurt) > Skill::Athletics.value(hurt) {
            Skill::Pilot
        } else {
            Skill::Athletics
        };
        let mut tn = Tn::new("control", false);
        tn::skill_line(&mut tn.check, better, hurt, EP_WND_07);
        let felt = wounds_felt(&self.settings, hurt);
        let label = Message::new("ep-wounds").int("wounds", felt.into());
        tn.line(EP_WND_03, label, -10 * felt, None);
        tn.dazed(hurt, true);
        tn.finish(&self.settings, false)
    }

    /// A crash: it stops, is prone, and is hurt once more, without a further crash (EP-WND-07).
    fn crash(&self, hurt: &Fighter, dice: &mut Dice, effects: &mut Vec<Effect>, after: &mut After) {
        let tells = dice.tells();
        let mut check = Check::new("crash");
        let count = i32::from(self.settings.crash_dice);
        check.add(EP_WND_07, Message::new("ep-crash"), count);
        let mut damage = 0;
        if count > 0 {
            let pool = Pool::of(Die::plain(10), &check).of_whom(hurt.id);
            damage = dice.roll_for(EP_WND_07, &pool, &check, &Sum);
        }
        damage += body::rounded(body::durability(hurt), self.settings.crash_divisor.into());
        if is_fast(hurt) {
            damage = body::rounded(damage * hurt.sheet.get(MOVE_FULL_M), 10);
        }
        let through = (damage - self.armour_of(hurt, DamageType::Kinetic)).max(0);
        let fresh = self.wounds_of(through, body::wound_threshold(hurt));
        let mut effect = Effect::new(EP_WND_07, hurt.id, Change::Points(through as i16));
        if tells {
            let line = Message::new("ep-log-crash").who("who", hurt.id);
            effect = effect.saying(line.int("damage", through.into()).int("wounds", fresh.into()));
        }
        effects.push(effect);
        after.damage += through;
        after.wounds += fresh;
        if fresh > 0 {
            let wounds = Change::Mark(mark::WOUNDS, fresh as i8);
            effects.push(Effect::new(EP_WND_07, hurt.id, wounds));
        }
        if after.damage >= body::death_rating(hurt) {
            self.die(hurt, tells, effects);
            after.dead = true;
        } else if after.damage >= body::durability(hurt) {
            self.drop_out(hurt, tells, effects);
            after.out = true;
        }
    }

    /// Dead or destroyed (EP-DMG-05).
    pub(super) fn die(&self, who: &Fighter, tells: bool, effects: &mut Vec<Effect>) {
        let dead = Condition::new(DEAD, Until::Ended);
        let mut effect = begin(EP_DMG_05, who.id, dead);
        if tells {
            let organic = Kind::of(who).is_organic();
            let key = if organic { "ep-log-dead" } else { "ep-log-destroyed" };
            effect = effect.saying(Message::new(key).who("who", who.id));
        }
        effects.push(effect);
    }

    /// Out of action (EP-DMG-05, EP-CND-05): unconscious or disabled, and lying.
    pub(super) fn drop_out(&self, who: &Fighter, tells: bool, effects: &mut Vec<Effect>) {
        let out = Condition::new(OUT_OF_ACTION, Until::Ended);
        let mut effect = begin(EP_DMG_05, who.id, out);
        if tells {
            let organic = Kind::of(who).is_organic();
            let key = if organic { "ep-log-out-of-action" } else { "ep-log-disabled" };
            effect = effect.saying(Message::new(key).who("who", who.id));
        }
        effects.push(effect);
        if !who.has(PRONE) {
            effects.push(begin(EP_DMG_05, who.id, Condition::new(PRONE, Until::Ended)));
        }
        loses_aim(who, effects);
    }

    /// Shock (EP-SHK-01 to EP-SHK-03): it needs a hit, not damage.
    pub(super) fn shock(
        &self,
        who: &Fighter,
        energy_armour: i32,
        after: &After,
        manner: Manner,
        dice: &mut Dice,
        effects: &mut Vec<Effect>,
    ) {
        if after.dead || !Kind::of(who).is_organic() {
            return;
        }
        let mut hurt = who.clone();
        hurt.health.marks[usize::from(mark::WOUNDS)] = after.wounds.clamp(0, 255) as u8;
        if after.ignores {
            Change::Begin(ignored_for_a_day()).apply_to_conditions(&mut hurt.conditions);
        }
        let counts = self.settings.wound_mod_on_resist == 1;
        let mut check = aptitude_check(&self.settings, &hurt, "shock", Aptitude::Som, counts);
        if energy_armour != 0 {
            check.add(EP_SHK_02, Message::new("ep-energy-armour"), energy_armour);
        }
        let (size, amount) = (who.sheet.get(SIZE), tn::size_modifier(who.sheet.get(SIZE)).1);
        if amount != 0 {
            let label = Message::new("ep-size").word("size", tn::size_word(size));
            check.add(EP_SHK_02, label, amount);
        }
        let tells = dice.tells();
        let by_word = manner.shock_check;
        // The point went on the check of the wound, if there was one.
        let point = if by_word == 0 && !after.checked { manner.point } else { 0 };
        let point = self.pays_for_check(who, point, Spent::Physical, tells, effects);
        let check = with_point(check, point);
        let degrees = Degrees::Failures;
        let trial = Trial { by_word, degrees, paid: point > 0, ..Trial::physical(manner.policy) };
        let read = self.test(who, EP_SHK_02, &check, trial, dice, effects);
        if read.success {
            effects.push(told(tells, EP_SHK_03, who.id, lasting(who, STUNNED, 3 + manner.longer)));
            return;
        }
        let turns = 1 + 2 * u16::from(read.failures);
        if !who.has(PRONE) {
            effects.push(begin(EP_SHK_03, who.id, Condition::new(PRONE, Until::Ended)));
        }
        loses_aim(who, effects);
        effects.push(begin(EP_SHK_03, who.id, lasting(who, STUNNED, 60 + manner.longer)));
        let lost = lasting(who, INCAPACITATED, turns + manner.longer);
        let mut effect = begin(EP_SHK_03, who.id, lost);
        if tells {
            let line = Message::new("ep-log-incapacitated").who("who", who.id);
            effect = effect.saying(line.int("turns", turns.into()));
        }
        effects.push(effect);
    }

    /// The end of the round for those who bleed or may begin to (section 8): first the ticks, then
    /// the new checks.
    pub(super) fn bleeding(&self, all: &[Fighter], dice: &mut Dice) -> Vec<Effect> {
        let mut effects = Vec::new();
        for who in all.iter().filter(|who| who.has(BLEEDING) && !who.has(DEAD)) {
            let loss = body::wounds(who);
            let line = Message::new("ep-log-bleeds").who("who", who.id).int("damage", loss.into());
            let tick = Effect::new(EP_BLD_02, who.id, Change::Points(loss as i16));
            effects.push(tick.saying(line));
            if body::damage(who) + loss >= body::death_rating(who) {
                self.die(who, true, &mut effects);
            }
        }
        for who in all.iter().filter(|who| self.may_bleed(who)) {
            let counts = self.settings.wound_mod_on_resist == 1;
            let check = self.bleeding_check(who, counts);
            let trial = Trial::physical(Policy::Preset).asking();
            let passed = self.test(who, EP_BLD_01, &check, trial, dice, &mut effects).success;
            let (id, key) =
                if passed { (STABLE, "ep-log-stable") } else { (BLEEDING, "ep-log-bleeding") };
            let condition = begin(EP_BLD_01, who.id, Condition::new(id, Until::Ended));
            effects.push(condition.saying(Message::new(key).who("who", who.id)));
        }
        effects
    }

    /// The check against bleeding out (EP-BLD-01).
    pub(super) fn bleeding_check(&self, who: &Fighter, wounds_count: bool) -> Check {
        let som = Aptitude::Som;
        let mut check = aptitude_check(&self.settings, who, "bleeding", som, wounds_count);
        if who.has(TREATED) {
            check.add(EP_BLD_01, Message::new("ep-treated"), 30);
        }
        check
    }

    fn may_bleed(&self, who: &Fighter) -> bool {
        Kind::of(who).is_organic()
            && body::wounds(who) > 0
            && body::damage(who) >= body::durability(who)
            && ![DEAD, BLEEDING, STABLE].into_iter().any(|id| who.has(id))
    }
}
