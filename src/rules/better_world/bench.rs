//! A bench for worked examples: fighters in a line of code, attacks with given dice, and a record
//! of every rule that a run touched.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::sync::Arc;

use crate::rules::Registered;
use crate::rules::check::Check;
use crate::rules::dice::{Dice, Given};
use crate::rules::effect::{Change, Effect, Outcome};
use crate::rules::facts::{
    ActionId, Assailant, AttackFacts, Budget, Carried, CombatantId, Fighter, Gear, InitiativeFacts,
    ItemId, Options, Policy, Row, Sheet, SideId, Sightline, TargetFacts, Trace, TurnFacts,
};
use crate::rules::grid::CellPos;
use crate::rules::key::{Key, RuleId};
use crate::rules::ruleset::{
    Entrance, Plan, Refusal, Ruleset, Scope, TurnStart, action_named, weapon,
};

use super::BetterWorld;
use super::data::{ActionRow, Armour, File, Kind, Price};
use super::ids::{BW_GEN_06, RULES};
use super::sheet::FIELDS;
use super::wounds;

/// Bearings of the neighbours, clockwise from north.
pub(super) const N: (i32, i32) = (0, -1);
pub(super) const NE: (i32, i32) = (1, -1);
pub(super) const E: (i32, i32) = (1, 0);
pub(super) const SE: (i32, i32) = (1, 1);
pub(super) const S: (i32, i32) = (0, 1);
pub(super) const SW: (i32, i32) = (-1, 1);
pub(super) const W: (i32, i32) = (-1, 0);
pub(super) const NW: (i32, i32) = (-1, -1);

/// A ruleset, and what a case has touched and got wrong so far.
pub(super) struct Bench {
    pub(super) rules: BetterWorld,
    touched: RefCell<BTreeSet<RuleId>>,
    failure: RefCell<Option<String>>,
}

/// The shipped numbers, a heavy armour for EX-09, and two rows of a game master's own.
pub(super) fn bench_file() -> File {
    let mut file = File::default();
    let named = |name: &str| Some(name.to_owned());
    let plate =
        Armour { id: "plate".into(), name: named("Plate"), effectiveness: 3, ..Armour::default() };
    file.armours.push(plate);
    let own = |id: &str, cost, diff, targets_max| ActionRow {
        id: id.to_owned(),
        name: named(id),
        cost,
        scope: Scope::Ranged,
        kind: Kind::Plain,
        atk: 0,
        diff,
        targets_max,
        metres: None,
        rule: BW_GEN_06,
        icon: String::new(),
    };
    file.actions.push(own("snap", Price::Additional, 2, 1));
    file.actions.push(own("sweep", Price::Full, 0, 3));
    file
}

/// A fighter with the ordinary numbers but for those given.
pub(super) fn man(id: u16, numbers: &[(usize, i16)]) -> Fighter {
    let mut sheet = Sheet { values: FIELDS.iter().map(|f| f.default).collect(), derived: false };
    for (field, value) in numbers {
        sheet.values[*field] = *value;
    }
    Fighter {
        id: CombatantId(id),
        side: SideId((id % 2) as u8),
        health: wounds::track(wounds::hits_whole(&sheet)),
        sheet: Arc::new(sheet),
        conditions: Vec::new(),
        gear: Gear::default(),
        cell: CellPos::default(),
        trace: Trace::default(),
    }
}

/// The same fighter with so many hits left.
pub(super) fn with_hits(mut fighter: Fighter, hits: i16) -> Fighter {
    fighter.health.points = hits;
    fighter
}

/// Applies effects as the battle does, as far as the cases need it.
pub(super) fn apply(fighter: &mut Fighter, effects: &[Effect]) {
    let id = fighter.id;
    for effect in effects.iter().filter(|effect| effect.on == id) {
        match &effect.change {
            Change::Points(points) => fighter.health.points += points,
            Change::Begin(_) | Change::End(_) | Change::EndBy(..) => {
                effect.change.apply_to_conditions(&mut fighter.conditions);
            }
            Change::Spend(rounds) => held(fighter).loaded -= rounds,
            Change::Load(rounds) => {
                held(fighter).loaded += rounds;
                held(fighter).spare -= rounds;
            }
            Change::Draw(index) => fighter.gear.in_hand = *index,
            Change::Drop(..) => effect.change.apply_to(fighter),
            _ => {}
        }
    }
}

fn held(fighter: &mut Fighter) -> &mut Carried {
    let index = fighter.gear.in_hand.expect("a weapon in hand");
    &mut fighter.gear.weapons[usize::from(index)]
}

impl Bench {
    pub(super) fn new() -> Self {
        Self::with(bench_file())
    }

    pub(super) fn with(file: File) -> Self {
        let rules = BetterWorld::build(file).expect("the numbers of the bench have no flaw");
        Self { rules, touched: RefCell::default(), failure: RefCell::default() }
    }

    /// Names rules that only set a frame and leave no line of their own.
    pub(super) fn frame(&self, rules: &[RuleId]) {
        self.touched.borrow_mut().extend(rules);
    }

    /// Two values must be equal; the first difference is kept.
    pub(super) fn same<T: PartialEq + Debug>(&self, what: &str, got: T, want: T) {
        if got != want {
            let difference = || format!("{what}: {got:?} instead of {want:?}");
            self.failure.borrow_mut().get_or_insert_with(difference);
        }
    }

    pub(super) fn armed(&self, mut fighter: Fighter, id: &str) -> Fighter {
        let item = self.rules.weapons().iter().position(|w| w.id == id).expect("a weapon's id");
        let item = ItemId(item as u16);
        let spec = weapon(&self.rules, item).expect("found above");
        let carried = Carried::new(item, spec.magazine, spec.spare);
        fighter.gear.in_hand = Some(fighter.gear.weapons.len() as u8);
        fighter.gear.weapons.push(carried);
        fighter
    }

    pub(super) fn wearing(&self, mut fighter: Fighter, id: &str) -> Fighter {
        let item = self.rules.armors().iter().position(|a| a.id == id).expect("an armour's id");
        fighter.gear.armor = Some(ItemId(item as u16));
        fighter
    }

    pub(super) fn action(&self, id: &str) -> ActionId {
        action_named(&self.rules, id).expect("an action's id")
    }

    /// An attack at arm's length, the attacker standing on this side of the target.
    pub(super) fn close(
        &self,
        action: &str,
        attacker: &Fighter,
        side: (i32, i32),
        target: &Fighter,
    ) -> AttackFacts {
        let mut facts = self.far(action, attacker, (-side.0, -side.1), target);
        facts.engaged = true;
        let there = &mut facts.targets[0];
        there.in_reach = true;
        there.engaged = true;
        there.assailants = vec![Assailant { id: attacker.id, bearing: side }];
        facts
    }

    /// An attack over an open field.
    pub(super) fn far(
        &self,
        action: &str,
        attacker: &Fighter,
        offset: (i32, i32),
        target: &Fighter,
    ) -> AttackFacts {
        let sightline = Sightline { in_sight: true, ..Sightline::default() };
        let target = TargetFacts {
            fighter: target.clone(),
            offset,
            in_reach: false,
            sightline,
            assailants: Vec::new(),
            attacked_by: Vec::new(),
            attacker_cap: 4,
            engaged: false,
            waits: false,
            open_around: u8::MAX,
            room_around: u8::MAX,
            danger_around: 0,
        };
        AttackFacts {
            action: self.action(action),
            attacker: attacker.clone(),
            engaged: false,
            targets: vec![target],
            aim: None,
            options: Options::default(),
            policy: Policy::Preset,
            ground: None,
        }
    }

    /// Plans an attack that is allowed.
    pub(super) fn plan(&self, facts: &AttackFacts) -> Plan {
        match self.rules.plan(facts) {
            Ok(plan) => {
                for (_, check) in &plan.checks {
                    self.see_check(check);
                }
                plan
            }
            Err(refusal) => {
                self.same("refusal", Some(refusal.rule), None);
                Plan::default()
            }
        }
    }

    /// An attack must be refused by this rule.
    pub(super) fn refused(&self, facts: &AttackFacts, rule: RuleId) {
        let refusal = self.rules.plan(facts).err();
        self.see_refusal(refusal.as_ref());
        self.same("refused by", refusal.map(|r| r.rule), Some(rule));
    }

    /// The two pools of an attack on one target.
    pub(super) fn pools(&self, facts: &AttackFacts) -> (i32, i32) {
        let plan = self.plan(facts);
        (value(&plan, "attack"), value(&plan, "difficulty"))
    }

    /// Attacks with given dice, all of which must be used.
    pub(super) fn attack(&self, facts: &AttackFacts, dice: &[u16]) -> Outcome {
        self.attack_answering(facts, dice, &[])
    }

    /// The same with answers to the questions that come up.
    pub(super) fn attack_answering(
        &self,
        facts: &AttackFacts,
        dice: &[u16],
        answers: &[u8],
    ) -> Outcome {
        let plan = self.plan(facts);
        let mut dice = Dice::given(Given::numbers(dice)).with_answers(answers);
        let outcome = self.rules.resolve(facts, &plan, &mut dice);
        self.see_dice(&dice);
        self.see_effects(&outcome.effects);
        outcome
    }

    /// An injury of so many points, after which the fighter is as the effects leave it.
    pub(super) fn injure(&self, fighter: &mut Fighter, points: i32, answers: &[u8]) -> Key {
        let mut dice = Dice::given(Given::numbers(&[])).with_answers(answers);
        let tunables = &self.rules.file.tunables;
        let (effects, state) = wounds::injure(tunables, fighter, points, Policy::Preset, &mut dice);
        self.see_effects(&effects);
        apply(fighter, &effects);
        state
    }

    /// The beginning of a turn, after which the fighter is as the effects leave it.
    pub(super) fn turn(&self, fighter: &mut Fighter) -> TurnStart {
        let facts = TurnFacts { fighter: fighter.clone(), round: 1, engaged: false };
        let start = self.rules.turn_start(&facts);
        self.see_effects(&start.effects);
        apply(fighter, &start.effects);
        if let Some(budget) = &start.budget {
            self.touched.borrow_mut().extend(budget.barred.iter().flatten());
        }
        start
    }

    /// Tries an action and pays for it; the answer is the rule that refuses it.
    pub(super) fn act(
        &self,
        fighter: &Fighter,
        budget: &mut Budget,
        action: &str,
    ) -> Option<RuleId> {
        let id = self.action(action);
        self.touched.borrow_mut().insert(self.rules.actions()[usize::from(id.0)].rule);
        match self.rules.allowed(fighter, budget, false, id) {
            Ok(cost) => {
                budget.pay(cost);
                None
            }
            Err(refusal) => {
                self.see_refusal(Some(&refusal));
                Some(refusal.rule)
            }
        }
    }

    /// Performs an action on the fighter itself.
    pub(super) fn perform(
        &self,
        fighter: &mut Fighter,
        action: &str,
        choice: Option<u8>,
    ) -> Result<(), Refusal> {
        let effects = self.rules.perform(self.action(action), fighter, choice);
        self.see_refusal(effects.as_ref().err());
        let effects = effects?;
        self.see_effects(&effects);
        apply(fighter, &effects);
        Ok(())
    }

    /// The order of turns with given dice.
    pub(super) fn order(
        &self,
        all: &[InitiativeFacts],
        by_cards: Option<bool>,
        dice: &[u16],
    ) -> Vec<Row> {
        let mut dice = Dice::given(Given::numbers(dice));
        let (rows, entrances) = self.rules.initiative(all, by_cards, &mut dice);
        self.see_dice(&dice);
        self.see_entrances(&entrances);
        rows
    }

    /// Newcomers with given dice.
    pub(super) fn join(
        &self,
        order: &[Row],
        newcomers: &[InitiativeFacts],
        dice: &[u16],
    ) -> Vec<Row> {
        let mut dice = Dice::given(Given::numbers(dice));
        let (rows, entrances) = self.rules.join(order, newcomers, None, &mut dice);
        self.see_dice(&dice);
        self.see_entrances(&entrances);
        rows
    }

    pub(super) fn see_check(&self, check: &Check) {
        self.touched.borrow_mut().extend(check.lines().iter().map(|line| line.rule));
    }

    pub(super) fn see_effects(&self, effects: &[Effect]) {
        self.touched.borrow_mut().extend(effects.iter().map(|effect| effect.rule));
    }

    fn see_refusal(&self, refusal: Option<&Refusal>) {
        self.touched.borrow_mut().extend(refusal.map(|refusal| refusal.rule));
    }

    fn see_entrances(&self, entrances: &[Entrance]) {
        for entrance in entrances {
            self.see_check(&entrance.check);
        }
    }

    fn see_dice(&self, dice: &Dice) {
        self.touched.borrow_mut().extend(dice.rolled().iter().map(|rolled| rolled.rule));
        self.same("given dice", dice.finish(), Ok(()));
    }

    /// What the case touched of this specification, and its failure.
    pub(super) fn result(self) -> (BTreeSet<RuleId>, Option<String>) {
        let mut touched = self.touched.into_inner();
        touched.retain(|rule| RULES.iter().any(|spec| spec.id == *rule));
        (touched, self.failure.into_inner())
    }

    /// Takes over what a case did on a bench of its own.
    pub(super) fn keep(&self, own: Self) {
        let (touched, failure) = own.result();
        self.touched.borrow_mut().extend(touched);
        let mut mine = self.failure.borrow_mut();
        *mine = mine.take().or(failure);
    }
}

/// The value of the first check of a name.
pub(super) fn value(plan: &Plan, name: &str) -> i32 {
    plan.checks.iter().find(|(_, check)| check.name == name).map_or(i32::MIN, |(_, c)| c.value())
}

/// A fighter before the order is known, with a level that the game master fixed.
pub(super) fn at_level(id: u16, level: i16) -> InitiativeFacts {
    InitiativeFacts { fighter: man(id, &[]), modifier: 0, fixed: Some(level) }
}

/// A row by the numbers of its fighters.
pub(super) fn row(level: i16, cards: &[u16]) -> Row {
    Row { level, cards: cards.iter().map(|id| CombatantId(*id)).collect() }
}

/// Conditions begun by effects, as keys in order.
pub(super) fn begun(effects: &[Effect]) -> Vec<Key> {
    let key = |effect: &Effect| match effect.change {
        Change::Begin(condition) => Some(condition.id),
        _ => None,
    };
    effects.iter().filter_map(key).collect()
}
