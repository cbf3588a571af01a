//! One attack: who may make it, its checks, what comes of it (sections 2 to 6, 9.5, 10 to 14).
//!
//! The checks of a plan stand in blocks: for each roll of the attacker its target number, then for
//! each target of that roll the defence and the five checks of the damage. `Exchange::blocks` says
//! which, for the plan and for the resolution alike.

use crate::rules::TABLE;
use crate::rules::check::{Check, Op};
use crate::rules::dice::Dice;
use crate::rules::effect::{Change, Effect, Outcome, Strike};
use crate::rules::facts::{AttackFacts, CombatantId, Condition, Fighter, TargetFacts, Until};
use crate::rules::key::Key;
use crate::rules::message::Message;
use crate::rules::ruleset::{Plan, Refusal};

use super::Eclipse;
use super::body::{self, Spent, nth_purse};
use super::called::effect;
use super::data::{ActionRow, Class, DamageType, Deed, Mode, Weapon};
use super::harm::{Damage, Reasons, begin};
use super::ids::*;
use super::sheet::option::*;
use super::sheet::*;
use super::tn::{Band, Suggested};

/// Checks of a target's block: defence, dice of ten and of six, dice taken off, what is added,
/// armour.
pub(super) const OF_TARGET: usize = 6;

/// An attack that may be made: all that its checks are built from.
pub struct Exchange<'a> {
    pub(super) rules: &'a Eclipse,
    pub(super) facts: &'a AttackFacts,
    pub(super) row: &'a ActionRow,
    pub(super) deed: Deed,
    pub(super) weapon: &'a Weapon,
    /// A blind attacker has perceived the target by another sense, or sees it (EP-MOD-09).
    pub(super) senses: bool,
    /// Which of the action's attack rolls it is, from 0: each is a test of its own (EP-TWO-02,
    /// EP-TWO-04, EP-POOL-08).
    pub(super) nth: u8,
    /// Points of the attacker's that went on earlier rolls of the action after they had fallen.
    pub(super) gone: u8,
    /// An earlier blow of the action has left the dose of the blade in a wound (EP-POI-01).
    pub(super) wiped: bool,
}

/// One roll of the attacker and those whom it is against.
pub(super) struct Block {
    /// How many attacks of the same action were before it (EP-TWO-04).
    pub nth: usize,
    /// Indices of the targets.
    pub targets: Vec<usize>,
    /// With which of the carried weapons; none for the one in hand or bare hands.
    pub carried: Option<u8>,
}

impl<'a> Exchange<'a> {
    /// The first roll of an attack with a weapon.
    pub(super) fn new(
        rules: &'a Eclipse,
        facts: &'a AttackFacts,
        row: &'a ActionRow,
        weapon: &'a Weapon,
    ) -> Self {
        Self {
            rules,
            facts,
            row,
            deed: row.deed,
            weapon,
            senses: true,
            nth: 0,
            gone: 0,
            wiped: false,
        }
    }

    /// The weapon's way of meeting a target: at arm's length.
    pub(super) fn is_melee(&self) -> bool {
        self.weapon.is_melee()
    }

    pub(super) fn is_ranged(&self) -> bool {
        !self.weapon.is_melee() && self.weapon.class != Class::Psi
    }

    /// Something goes off in a cell.
    pub(super) fn is_area(&self) -> bool {
        self.weapon.blast.is_some() || self.weapon.cone
    }

    /// A touch without damage (EP-SHK-04).
    pub(super) fn is_touch(&self) -> bool {
        self.weapon.shock
            && self.is_melee()
            && self.facts.options.get(TOUCH, None).is_some_and(|touch| touch != 0)
    }

    /// The distance to the aimed cell, for what goes off there.
    pub(super) fn blast_range(&self) -> Option<i32> {
        self.weapon.blast?;
        let offset = match &self.facts.aim {
            Some(aim) => {
                let own = footprint(&self.facts.attacker).nearest_to(aim.cell);
                own.offset_to(aim.cell)
            }
            None => self.facts.targets.first()?.offset,
        };
        // Thrown from above it has the height to go as well (EP-GRID-09).
        let height = super::tn::height_m(&self.facts.attacker);
        Some(super::tn::distance_m(&self.rules.settings, offset, height))
    }

    /// The rounds that the attack spends (EP-FIRE-01 to EP-FIRE-06).
    pub(super) fn rounds(&self) -> u16 {
        if self.weapon.is_used_up() {
            return 1;
        }
        if !self.weapon.is_gun() {
            return 0;
        }
        match self.deed.mode() {
            Some(Mode::Fa) => 10,
            Some(Mode::Bf) if self.burst_counts() => 3,
            _ => 1,
        }
    }

    pub(super) fn loaded(&self) -> u16 {
        self.facts.attacker.gear.held().map_or(0, |held| held.loaded)
    }

    /// A burst with fewer than three rounds is a plain single shot (EP-FIRE-06).
    pub(super) fn burst_counts(&self) -> bool {
        self.deed.mode() != Some(Mode::Bf) || self.loaded() >= 3
    }

    /// The modifier of each blow at one of several targets (EP-TWO-02).
    pub(super) fn blow_penalty(&self) -> i32 {
        let more = self.facts.targets.len().saturating_sub(1) as i32;
        if self.is_melee() { more * i32::from(self.rules.settings.multi_melee_penalty) } else { 0 }
    }

    /// The rolls of the attacker and whom each is against (EP-FIRE-05, EP-TWO-02, EP-TWO-04).
    pub(super) fn blocks(&self) -> Vec<Block> {
        let all: Vec<usize> = (0..self.facts.targets.len()).collect();
        if self.is_melee() {
            let each = |target| Block { nth: 0, targets: vec![target], carried: None };
            return all.into_iter().map(each).collect();
        }
        let mut blocks = vec![Block { nth: 0, targets: all.clone(), carried: None }];
        if self.is_ranged() && !self.is_area() {
            let more = self.barrels().into_iter().enumerate();
            blocks.extend(more.map(|(i, index)| Block {
                nth: i + 1,
                targets: all.clone(),
                carried: Some(index),
            }));
        }
        blocks
    }

    /// Further weapons fired with one hand each at the same target (EP-TWO-04), by their index.
    pub(super) fn barrels(&self) -> Vec<u8> {
        let wanted = self.facts.options.get(EXTRA_WEAPONS, None).unwrap_or(0).clamp(0, 5);
        self.loaded_beside().take(wanted as usize).collect()
    }

    /// How many weapons could be fired beside the one in hand.
    fn could_fire(&self) -> usize {
        self.loaded_beside().count()
    }

    fn loaded_beside(&self) -> impl Iterator<Item = u8> + '_ {
        let gear = &self.facts.attacker.gear;
        let fits = move |index: &usize| {
            let carried = gear.weapons[*index];
            let weapon = self.rules.file.weapons.get(usize::from(carried.item.0));
            gear.in_hand != Some(*index as u8)
                && carried.loaded > 0
                && weapon.is_some_and(|w| w.is_gun() && w.hands == 1)
        };
        (0..gear.weapons.len()).filter(fits).map(|index| index as u8)
    }

    /// Further weapons or pairs of limbs in a blow (EP-TWO-01).
    fn extra_weapons(&self, suggested: &mut Suggested) -> i32 {
        let own = if self.weapon.id == "unarmed" {
            self.facts.attacker.sheet.get(EXTRA_LIMB_PAIRS) as i16
        } else {
            0
        };
        self.option(EXTRA_WEAPONS, None, own, suggested)
    }

    /// The same exchange with another weapon.
    pub(super) fn with(&self, carried: Option<u8>) -> Exchange<'a> {
        let index = carried.map(usize::from);
        let item = index.and_then(|i| self.facts.attacker.gear.weapons.get(i)).map(|c| c.item);
        let weapon = item.and_then(|item| self.rules.file.weapons.get(usize::from(item.0)));
        // A further barrel fires single shots, whatever the first one does (EP-TWO-04).
        let deed = if carried.is_some() { Deed::Attack } else { self.deed };
        Exchange { deed, weapon: weapon.unwrap_or(self.weapon), ..*self }
    }

    /// The exchange of one of the action's rolls.
    pub(super) fn acting(&self, nth: usize, block: &Block) -> Exchange<'a> {
        Exchange { nth: nth as u8, ..self.with(block.carried) }
    }

    /// How many attack rolls the action makes.
    pub(super) fn count_of_rolls(&self) -> u8 {
        let barrels = || if self.is_ranged() && !self.is_area() { self.barrels().len() } else { 0 };
        let count = if self.is_melee() { self.facts.targets.len() } else { 1 + barrels() };
        count as u8
    }

    /// The dice of damage (EP-DMG-01, EP-FIRE-03, EP-FIRE-04, EP-RNG-01, EP-TWO-01, EP-AREA-05).
    pub(super) fn reasons(&self, target: &TargetFacts, suggested: &mut Suggested) -> Reasons {
        let weapon = self.weapon;
        let label = || weapon.named(Message::new("ep-dv"), "weapon");
        let mut d10 = Check::new("dv-d10");
        let mut d6 = Check::new("dv-d6");
        let mut minus = Check::new("dv-minus");
        let mut plus = Check::new("dv-plus");
        let add = |check: &mut Check, rule, label: Message, amount: i32| {
            if amount != 0 {
                check.add(rule, label, amount);
            }
        };
        if !self.is_touch() && !weapon.touch_only {
            add(&mut d10, EP_DMG_01, label(), weapon.dv.d10.into());
            add(&mut d6, EP_DMG_01, label(), weapon.dv.d6.into());
            add(&mut plus, EP_DMG_01, label(), weapon.dv.plus.into());
            match self.deed {
                Deed::BurstDamage if self.burst_counts() => {
                    add(&mut d10, EP_FIRE_03, Message::new("ep-burst-damage"), 1);
                }
                Deed::AutoDamage => {
                    add(&mut d10, EP_FIRE_04, Message::new("ep-auto-damage"), 2);
                }
                _ => {}
            }
            // Several targets are attacked one by one, each with one weapon (EP-TWO-02).
            if self.is_melee() && self.facts.targets.len() == 1 {
                let more = self.extra_weapons(suggested).clamp(0, 3);
                let label = Message::new("ep-more-weapons").int("count", more.into());
                add(&mut d6, EP_TWO_01, label, more);
            }
            if weapon.weak_rounds {
                add(&mut minus, EP_PEN_01, Message::new("ep-weak-rounds"), 1);
            }
        }
        if self.is_ranged() && weapon.blast.is_none() {
            let band = self.band(Some(target.fighter.id), self.distance_m(target));
            let near = matches!(band, Band::PointBlank | Band::Close);
            let rule = if weapon.cone { EP_AREA_05 } else { band.rule() };
            if near && (weapon.spread || weapon.cone) {
                add(&mut d10, rule, Message::new("ep-spread"), 1);
            }
            let loses = weapon.class == Class::Kinetic || weapon.spread || weapon.cone;
            if matches!(band, Band::Beyond(_)) && loses {
                let label = Message::new("ep-beyond");
                if self.rules.settings.vacuum == 1 || target.sightline.airless {
                    minus.outdone(EP_RNG_04, label, 1, Message::new("ep-why-vacuum"));
                } else {
                    add(&mut minus, rule, label, 1);
                }
            }
        }
        if let Some((rule, metres, loss)) = self.falloff_at_aim(target) {
            let label = Message::new("ep-falloff").int("metres", metres.into());
            plus.outdone(rule, label, -loss, Message::new("ep-why-falloff"));
        }
        let word = self.option(DV, Some(target.fighter.id), -1, suggested);
        Reasons {
            d10,
            d6,
            minus,
            plus,
            armour: self.armour(target, suggested),
            piercing: weapon.armor_piercing,
            by_word: Some(word).filter(|word| *word >= 0),
        }
    }

    /// The same without noting what is suggested.
    pub(super) fn reasons_now(&self, target: &TargetFacts) -> Reasons {
        self.reasons(target, &mut Vec::new())
    }

    /// What a target's block of a plan says of the damage.
    pub(super) fn planned<'c>(
        &self,
        target: &TargetFacts,
        checks: &'c [(Option<CombatantId>, Check)],
    ) -> Damage<'c> {
        let [_, (_, d10), (_, d6), (_, minus), (_, plus), (_, armour), ..] = checks else {
            unreachable!("a block has all its checks");
        };
        // Halvings are counted together and rounded once: that of the weapon stands in the list only
        // to be seen.
        let before = armour.explain().take_while(|(line, _)| line.rule != EP_PEN_01).last();
        let armour = before.map_or(0, |(_, value)| value).max(0);
        let word = self.facts.options.get(DV, Some(target.fighter.id));
        let by_word = word.filter(|word| *word >= 0);
        let piercing = self.weapon.armor_piercing;
        Damage { d10, d6, minus, plus: plus.value(), armour, piercing, by_word }
    }

    /// The armour that counts, before halvings (EP-DMG-04, EP-PEN-04).
    fn armour(&self, target: &TargetFacts, suggested: &mut Suggested) -> Check {
        let who = &target.fighter;
        let id = Some(who.id);
        let own = i16::from(self.weapon.damage_type == DamageType::Kinetic);
        let kind = match self.option(DAMAGE_TYPE, id, own, suggested) {
            0 => DamageType::Energy,
            _ => DamageType::Kinetic,
        };
        let mut check = self.rules.armour_check(who, kind);
        let (other, word) = match kind {
            DamageType::Energy => (DamageType::Kinetic, "ep-armour-kinetic"),
            DamageType::Kinetic => (DamageType::Energy, "ep-armour-energy"),
        };
        // The other number of the target, and whether that is the smaller one (EP-PEN-04).
        let value = self.rules.armour_of(who, other);
        let smaller = value < check.value();
        let why = if smaller { "ep-why-smaller-armour" } else { "ep-why-other-armour" };
        let label = Message::new("ep-other-armour").word("kind", word);
        check.outdone(EP_PEN_04, label, value, Message::new(why));
        let word = self.option(ARMOUR, id, -1, suggested);
        if word >= 0 {
            check.push(EP_GM_01, Message::new("ep-by-word"), Op::Set(word)).by_option(ARMOUR);
        }
        check
    }
}

impl Eclipse {
    /// The armour of a fighter against a kind of damage, with its reasons.
    pub(super) fn armour_check(&self, who: &Fighter, kind: DamageType) -> Check {
        let mut check = Check::new("armour");
        let field = if kind == DamageType::Energy { ARMOR_ENERGY } else { ARMOR_KINETIC };
        let word = match kind {
            DamageType::Energy => "ep-armour-energy",
            DamageType::Kinetic => "ep-armour-kinetic",
        };
        check.add(EP_DMG_04, Message::new("ep-inherent").word("kind", word), who.sheet.get(field));
        let worn = who.gear.armor.and_then(|id| self.file.armours.get(usize::from(id.0)));
        if let Some(armour) = worn {
            let value = match kind {
                DamageType::Energy => armour.energy,
                DamageType::Kinetic => armour.kinetic,
            };
            let label = Message::new("ep-worn").word("kind", word);
            let label = match &armour.name {
                Some(name) => label.text("armour", name),
                None => label.word("armour", format!("item-{}", armour.id)),
            };
            check.add(EP_DMG_04, label, value.into());
        }
        check
    }

    /// The same as a number.
    pub(super) fn armour_of(&self, who: &Fighter, kind: DamageType) -> i32 {
        self.armour_check(who, kind).value()
    }

    /// The checks of an attack, or why it is not allowed.
    pub(super) fn plan_attack(&self, facts: &AttackFacts) -> Result<Plan, Refusal> {
        let row = self.row(facts.action);
        let row = row.ok_or_else(|| Refusal::new(EP_ACT_04, "ep-refuse-no-attack"))?;
        if body::is_neutralised(&facts.attacker) {
            let why = Message::new("ep-refuse-not-able").who("who", facts.attacker.id);
            return Err(Refusal { rule: EP_CND_03, why });
        }
        let mut suggested = Suggested::new();
        let cost = row.cost.cost();
        let mut plan = Plan { cost, ..Plan::default() };
        match row.deed {
            Deed::Aim => {
                self.target_of(facts)?;
                return Ok(plan);
            }
            Deed::FirstAid | Deed::Wake => {
                let target = self.patient(facts, row)?;
                let check = self.aid_check(facts, row, target, &mut suggested);
                plan.checks.push((Some(target.fighter.id), check));
                plan.suggested = suggested;
                return Ok(plan);
            }
            _ => {}
        }
        let exchange = self.exchange(facts, row)?;
        plan.rounds = exchange.rounds();
        plan.at_arms_length = exchange.is_melee();
        plan.harms = true;
        if let Some(check) = exchange.search_check() {
            plan.checks.push((None, check));
        }
        if let Some(check) = exchange.senses_check() {
            plan.checks.push((None, check));
        }
        for (nth, block) in exchange.blocks().into_iter().enumerate() {
            let acting = exchange.acting(nth, &block);
            let targets: Vec<&TargetFacts> =
                block.targets.iter().map(|i| &facts.targets[*i]).collect();
            let alone = targets.len() == 1 && exchange.blocks().len() > 1;
            let whose = targets.first().filter(|_| alone).map(|t| t.fighter.id);
            plan.checks.push((whose, acting.attack_tn(&targets, block.nth, &mut suggested)));
            for target in targets {
                acting.plan_target(target, &mut plan, &mut suggested);
            }
        }
        plan.suggested = distinct(suggested);
        Ok(plan)
    }

    /// Rolls the checks of the plan and says what follows.
    pub(super) fn resolve_attack(
        &self,
        facts: &AttackFacts,
        plan: &Plan,
        dice: &mut Dice,
    ) -> Outcome {
        let Some(row) = self.row(facts.action) else { return Outcome::default() };
        match row.deed {
            Deed::Aim => return self.takes_aim(facts, dice.tells()),
            Deed::FirstAid | Deed::Wake => return self.aid(facts, row, plan, dice),
            _ => {}
        }
        let Ok(mut exchange) = self.exchange(facts, row) else { return Outcome::default() };
        let mut outcome = Outcome::default();
        exchange.uses_up(plan, &mut outcome.effects);
        let searched = exchange.search_check().is_some();
        let mut spent = Vec::new();
        let found = exchange.searches(plan, dice, &mut spent);
        let start = usize::from(searched);
        exchange.senses = exchange.perceives(plan, start, dice, &mut spent);
        let start = start + usize::from(exchange.senses_check().is_some());
        let poorer = (!spent.is_empty()).then(|| with_effects(facts, &spent));
        exchange.facts = poorer.as_ref().unwrap_or(facts);
        outcome.effects.extend(spent);
        if exchange.is_area() {
            super::area::resolve(&exchange, plan, start, dice, &mut outcome);
            return outcome;
        }
        let blocks = exchange.blocks();
        match &blocks[..] {
            [block] if block.targets.len() == 1 => {
                exchange.single(plan, start, found, dice, &mut outcome);
            }
            [block] => exchange.volley(block, plan, start, found, dice, &mut outcome),
            _ => exchange.one_by_one(&blocks, plan, start, found, dice, &mut outcome),
        }
        outcome
    }

    fn exchange<'a>(
        &'a self,
        facts: &'a AttackFacts,
        row: &'a ActionRow,
    ) -> Result<Exchange<'a>, Refusal> {
        if !row.deed.is_attack() {
            return Err(Refusal::new(row.rule, "ep-refuse-no-attack"));
        }
        let weapon = self.weapon(&facts.attacker);
        let exchange = Exchange::new(self, facts, row, weapon);
        exchange.check()?;
        Ok(exchange)
    }

    pub(super) fn target_of<'f>(&self, facts: &'f AttackFacts) -> Result<&'f TargetFacts, Refusal> {
        let target = facts.targets.first();
        target.ok_or_else(|| Refusal::new(TABLE, "ep-refuse-no-target"))
    }
}

/// The facts when the attacker has spent points on what came before the attack.
fn with_effects(facts: &AttackFacts, effects: &[Effect]) -> AttackFacts {
    let mut facts = facts.clone();
    effects.iter().for_each(|effect| effect.change.apply_to(&mut facts.attacker));
    facts
}

/// The same value suggested once.
fn distinct(suggested: Suggested) -> Suggested {
    let mut found = Suggested::new();
    for (option, target, value) in suggested {
        if !found.iter().any(|(o, t, _)| (*o, *t) == (option, target)) {
            found.push((option, target, value));
        }
    }
    found
}

/// What is said of a target, as it stands.
pub(super) fn strike(who: &Fighter, degree: Key, damage: i32) -> Strike {
    Strike { target: who.id, degree, damage: damage as i16, state: body::state(who) }
}

impl Exchange<'_> {
    /// What the attack uses up whatever comes of it: rounds, aim, the single shot of the turn.
    fn uses_up(&self, plan: &Plan, effects: &mut Vec<Effect>) {
        let me = &self.facts.attacker;
        if plan.rounds > 0 {
            effects.push(Effect::new(EP_FIRE_06, me.id, Change::Spend(plan.rounds)));
        }
        for index in self.barrels().into_iter().filter(|_| self.is_ranged() && !self.is_area()) {
            effects.push(Effect::new(EP_FIRE_06, me.id, Change::SpendOf(index, 1)));
        }
        if me.has(AIMED) {
            effects.push(Effect::new(EP_RMOD_01, me.id, Change::End(AIMED)));
        }
        if self.weapon.modes == [Mode::Ss] {
            let fired = Condition::new(FIRED, Until::NextTurn);
            effects.push(begin(EP_FIRE_01, me.id, fired));
        }
        let attack = self.attack_point(&mut Vec::new());
        let rule = if attack == 1 { EP_POOL_01 } else { EP_POOL_02 };
        let (settings, on) = (&self.rules.settings, self.attack_spends());
        let columns = (0..self.paid_before()).filter_map(|n| nth_purse(settings, me, on, n));
        effects.extend(columns.map(|column| self.rules.spends(rule, me.id, column, true)));
        // Whom an area reaches is known later.
        for target in self.facts.targets.iter().filter(|_| !self.is_area()) {
            effects.extend(self.defence_costs(target, true));
        }
    }

    /// Points that the attacker spends before the rolls: one for each of them, as far as they last.
    pub(super) fn paid_before(&self) -> u8 {
        let (settings, me) = (&self.rules.settings, &self.facts.attacker);
        let first = Exchange { nth: 0, ..*self };
        if first.attack_point(&mut Vec::new()) == 0 {
            return 0;
        }
        self.count_of_rolls().min(body::points_left(settings, me, self.attack_spends()))
    }

    /// Rolls of a target against the action: one for each barrel (EP-TWO-04).
    fn defence_rolls(&self) -> u8 {
        if self.is_melee() { 1 } else { self.count_of_rolls() }
    }

    /// Points that a target spends before its rolls.
    pub(super) fn defence_paid_before(&self, target: &TargetFacts) -> u8 {
        let first = Exchange { nth: 0, ..*self };
        if !self.has_defence(target) || first.defence_point(target, &mut Vec::new()) <= 0 {
            return 0;
        }
        let (settings, who) = (&self.rules.settings, &target.fighter);
        self.defence_rolls().min(body::points_left(settings, who, self.defence_spends()))
    }

    /// What a target spends before its roll: only one who rolls spends (EP-POOL-02).
    pub(super) fn defence_costs(&self, target: &TargetFacts, tells: bool) -> Vec<Effect> {
        let defence = self.defence_point(target, &mut Vec::new());
        let rule = if defence == 1 { EP_POOL_01 } else { EP_POOL_02 };
        let (settings, who) = (&self.rules.settings, &target.fighter);
        let on = self.defence_spends();
        let paid = 0..self.defence_paid_before(target);
        let columns = paid.filter_map(|n| nth_purse(settings, who, on, n));
        columns.map(|column| self.rules.spends(rule, who.id, column, tells)).collect()
    }

    /// Whether a target rolls against the attack (EP-DEF-06, EP-HLP-01).
    pub(super) fn has_defence(&self, target: &TargetFacts) -> bool {
        let who = &target.fighter;
        let word = self.facts.options.get(SURPRISE, Some(who.id));
        let surprised = word.map_or_else(|| who.has(SURPRISED), |word| word != 0);
        !surprised && !body::is_neutralised(who) && !self.is_charge_or_helpless(target)
    }

    /// What the attacker's points are spent on (EP-POOL-03).
    pub(super) fn attack_spends(&self) -> Spent {
        match self.weapon.class {
            Class::Psi => Spent::Psi,
            _ if self.weapon.skill().aptitude().is_physical() => Spent::Physical,
            _ => Spent::Mental,
        }
    }

    /// What the target's points are spent on.
    pub(super) fn defence_spends(&self) -> Spent {
        if self.weapon.class == Class::Psi { Spent::PsiDefence } else { Spent::Physical }
    }

    /// The defence of a target as it stands; one of the name `no-defence` where there is none.
    pub(super) fn defence_check(&self, target: &TargetFacts, suggested: &mut Suggested) -> Check {
        if self.is_charge_or_helpless(target) {
            let mut check = Check::new("no-defence");
            let rule = if self.weapon.class == Class::Placed { EP_SKL_02 } else { EP_HLP_01 };
            check.add(rule, Message::new("ep-no-defence"), 0);
            return check;
        }
        match self.defence_tn(target, suggested) {
            Ok(check) | Err(check) => check,
        }
    }

    /// The checks of one target: defence, damage, armour.
    fn plan_target(&self, target: &TargetFacts, plan: &mut Plan, suggested: &mut Suggested) {
        let id = Some(target.fighter.id);
        let defence = self.defence_check(target, suggested);
        let reasons = self.reasons(target, suggested);
        let (settings, who) = (&self.rules.settings, &target.fighter);
        let paid = self.defence_paid_before(target);
        let left = body::poorer(settings, who, self.defence_spends(), paid);
        if body::may_spend(who) && body::points_left(settings, &left, Spent::Physical) > 0 {
            suggested.push((POOL_CHECK, id, 0));
        }
        for option in [RESULT, SUPERIORS, CRITICAL, WOUND_CHECK] {
            suggested.push((option, id, 0));
        }
        if self.weapon.shock {
            suggested.push((SHOCK_CHECK, id, 0));
        }
        if self.is_melee() {
            suggested.push((EP_REACH, id, target.in_reach.into()));
        }
        if [effect::DISARM, effect::PUSH].contains(&self.called_now()) {
            suggested.push((EFFECT_CHECK, id, 0));
        }
        if self.weapon.blast.is_some() && self.weapon.class != Class::Placed {
            suggested.push((SCATTER_EAST, None, BY_DICE));
            suggested.push((SCATTER_SOUTH, None, BY_DICE));
        }
        if self.weapon.shock && self.is_melee() {
            suggested.push((TOUCH, None, 0));
        }
        if self.is_ranged() && !self.is_area() && self.could_fire() > 0 {
            suggested.push((EXTRA_WEAPONS, None, 0));
        }
        if self.is_area() {
            suggested.push((NEAR_EDGE, id, EDGE_BY_ROLL));
        }
        if self.weapon.blast.is_some() {
            suggested.push((FALLOFF, id, -1));
        }
        if self.strikes_blindly() {
            suggested.push((PERCEPTION, None, 0));
        }
        let Reasons { d10, d6, minus, plus, mut armour, .. } = reasons;
        if self.weapon.armor_piercing {
            armour.push(EP_PEN_01, Message::new("ep-armor-piercing"), Op::Divide(2));
        }
        let checks = [defence, d10, d6, minus, plus, armour];
        plan.checks.extend(checks.into_iter().map(|check| (id, check)));
    }

    /// One who is helpless outside combat is attacked without a defence (EP-HLP-01); so is everybody
    /// by a placed charge, but for the evasion of areas.
    pub(super) fn is_charge_or_helpless(&self, target: &TargetFacts) -> bool {
        self.is_helpless(target)
    }

    pub(super) fn is_helpless(&self, target: &TargetFacts) -> bool {
        self.rules.settings.out_of_combat == 1 && body::is_neutralised(&target.fighter)
    }
}
