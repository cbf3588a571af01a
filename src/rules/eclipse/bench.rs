//! A bench for worked examples: fighters in a line of code, attacks with given dice, and a record
//! of every rule that a run touched.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Debug;

use crate::rules::Registered;
use crate::rules::check::{Check, Standing};
use crate::rules::dice::{Dice, Given, Question, Used};
use crate::rules::effect::{Change, Effect, Outcome};
use crate::rules::facts::{
    ActionId, Aim, AttackFacts, Budget, Carried, Fighter, Ground, InitiativeFacts, ItemId, Options,
    Policy, Row,
};
use crate::rules::grid::{Board, CellPos};
use crate::rules::key::{Key, RuleId};
use crate::rules::ruleset::{
    Advice, Entrance, Plan, Refusal, Ruleset, TurnStart, action_named, weapon,
};

use super::Eclipse;
use super::data::File;
use super::ids::RULES;
use super::settings::Settings;
use super::sheet::*;

pub(super) use super::given_dice::people::*;

/// A ruleset, and what a case has touched and got wrong so far.
pub(super) struct Bench {
    pub(super) rules: Eclipse,
    touched: RefCell<BTreeSet<RuleId>>,
    failure: RefCell<Option<String>>,
}

/// What came of an attack, with the rolls and questions on the way.
pub(super) struct Seen {
    pub(super) outcome: Outcome,
    /// Checks that follow from what fell before, by name and value.
    pub(super) tests: Vec<(&'static str, i32)>,
    /// How many decisions were asked for.
    pub(super) asked: usize,
}

impl Seen {
    /// Damage of the first strike.
    pub(super) fn damage(&self) -> i16 {
        self.outcome.strikes[0].damage
    }

    /// Whether the first strike is a hit.
    pub(super) fn hit(&self) -> bool {
        self.outcome.strikes[0].degree == HIT
    }

    /// The effects.
    pub(super) fn effects(&self) -> &[Effect] {
        &self.outcome.effects
    }

    /// The value of a check that was rolled beside the attack.
    pub(super) fn test(&self, name: &str) -> Option<i32> {
        self.tests.iter().find(|(n, _)| *n == name).map(|(_, value)| *value)
    }
}

impl Bench {
    pub(super) fn new() -> Self {
        Self::with(bench_file())
    }

    pub(super) fn with(file: File) -> Self {
        let rules = Eclipse::build(file).expect("the numbers of the bench have no flaw");
        Self { rules, touched: RefCell::default(), failure: RefCell::default() }
    }

    /// The same under other settings; what happens there counts here.
    pub(super) fn set(&self, set: impl Fn(&mut Settings), case: impl Fn(&Self)) {
        let mut file = bench_file();
        set(&mut file.settings);
        let own = Self::with(file);
        case(&own);
        let (touched, failure) = own.result();
        self.touched.borrow_mut().extend(touched);
        let mut mine = self.failure.borrow_mut();
        *mine = mine.take().or(failure);
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

    fn item(&self, id: &str) -> ItemId {
        let item = self.rules.weapons().iter().position(|w| w.id == id).expect("a weapon's id");
        ItemId(item as u16)
    }

    /// The fighter with one more weapon, which it takes in hand.
    pub(super) fn armed(&self, mut fighter: Fighter, id: &str) -> Fighter {
        let item = self.item(id);
        let spec = weapon(&self.rules, item).expect("found above");
        let carried = Carried::new(item, spec.magazine, spec.spare);
        fighter.gear.in_hand = Some(fighter.gear.weapons.len() as u8);
        fighter.gear.weapons.push(carried);
        fighter
    }

    /// The same with so many rounds in the weapon.
    pub(super) fn loaded(&self, fighter: Fighter, id: &str, rounds: u16) -> Fighter {
        let mut fighter = self.armed(fighter, id);
        fighter.gear.weapons.last_mut().expect("just armed").loaded = rounds;
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

    /// A shooter with a pistol, a target four metres away, and nothing that changes either's
    /// number: the first takes `attack`, the second half of `fray`.
    pub(super) fn pistol(&self, attack: i16, target: &Fighter) -> AttackFacts {
        let one = self.armed(man(1, &[(GUNS, attack)]), "pistol");
        self.far("attack", &one, (2, 0), target)
    }

    /// An attack over an open field.
    pub(super) fn far(
        &self,
        action: &str,
        attacker: &Fighter,
        offset: (i32, i32),
        target: &Fighter,
    ) -> AttackFacts {
        AttackFacts {
            action: self.action(action),
            attacker: attacker.clone(),
            engaged: false,
            targets: vec![there(offset, target)],
            aim: None,
            options: Options::default(),
            policy: Policy::Preset,
            ground: None,
        }
    }

    /// An attack at arm's length, the target standing to the east.
    pub(super) fn close(&self, action: &str, attacker: &Fighter, target: &Fighter) -> AttackFacts {
        let mut facts = self.far(action, attacker, (1, 0), target);
        facts.engaged = true;
        facts.targets[0].in_reach = true;
        facts.targets[0].engaged = true;
        facts
    }

    /// Something thrown at a cell of a board; everybody stands where it stands.
    pub(super) fn thrown(
        &self,
        attacker: &Fighter,
        (x, y): (i16, i16),
        targets: &[Fighter],
        board: Board,
    ) -> AttackFacts {
        let from = attacker.cell;
        AttackFacts {
            action: self.action("attack"),
            attacker: attacker.clone(),
            engaged: false,
            targets: targets.iter().map(|t| there(from.offset_to(t.cell), t)).collect(),
            aim: Some(Aim { cell: CellPos::new(x, y), in_sight: true, veil: 0 }),
            options: Options::default(),
            policy: Policy::Preset,
            ground: Some(Ground(board)),
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

    /// The target number of the attack.
    pub(super) fn tn(&self, facts: &AttackFacts) -> i32 {
        value(&self.plan(facts), "attack")
    }

    /// A number of the plan.
    pub(super) fn number(&self, facts: &AttackFacts, name: &str) -> i32 {
        value(&self.plan(facts), name)
    }

    /// The modifier that a rule brings to the attack; none where it brings none that counts.
    pub(super) fn line(&self, facts: &AttackFacts, name: &str, rule: RuleId) -> Option<i32> {
        let plan = self.plan(facts);
        let check = plan.checks.iter().find(|(_, check)| check.name == name);
        let lines = check.map(|(_, check)| check.lines()).unwrap_or_default();
        let counts = |line: &&crate::rules::check::Modifier| {
            line.rule == rule && line.standing == Standing::Counts
        };
        lines.iter().find(counts).map(|line| line.op.amount())
    }

    /// What the program suggests for an option.
    pub(super) fn suggested(&self, facts: &AttackFacts, option: Key) -> Option<i16> {
        let plan = self.plan(facts);
        plan.suggested.iter().find(|(key, ..)| *key == option).map(|(.., value)| *value)
    }

    /// An attack must be refused by this rule.
    pub(super) fn refused(&self, facts: &AttackFacts, rule: RuleId) {
        let refusal = self.rules.plan(facts).err();
        self.see_refusal(refusal.as_ref());
        self.same("refused by", refusal.map(|r| r.rule), Some(rule));
    }

    /// Attacks with given dice, all of which must be used.
    pub(super) fn attack(&self, facts: &AttackFacts, dice: &[u16]) -> Seen {
        self.answering(facts, dice, &[])
    }

    /// The same with answers to the questions that come up.
    pub(super) fn answering(&self, facts: &AttackFacts, dice: &[u16], answers: &[u8]) -> Seen {
        let plan = self.plan(facts);
        let mut dice = Dice::given(Given::numbers(dice)).with_answers(answers);
        let outcome = self.rules.resolve(facts, &plan, &mut dice);
        self.see_effects(&outcome.effects);
        let (tests, asked) = self.see_dice(dice);
        Seen { outcome, tests, asked }
    }

    /// The first question that an attack with these dice asks.
    pub(super) fn question(&self, facts: &AttackFacts, dice: &[u16]) -> Option<Question> {
        let plan = self.plan(facts);
        let mut dice = Dice::given(Given::numbers(dice)).asking();
        self.rules.resolve(facts, &plan, &mut dice);
        let open = dice.open_question().cloned();
        self.touched.borrow_mut().extend(open.iter().map(|question| question.rule));
        open
    }

    /// The beginning of a turn, after which the fighter is as the effects leave it.
    pub(super) fn turn(&self, fighter: &mut Fighter) -> TurnStart {
        let start = self.rules.turn_start(&turn_of(fighter));
        self.see_effects(&start.effects);
        apply(fighter, &start.effects);
        start
    }

    /// The end of a turn.
    pub(super) fn turn_ends(&self, fighter: &mut Fighter) {
        let effects = self.rules.turn_end(&turn_of(fighter));
        self.see_effects(&effects);
        apply(fighter, &effects);
    }

    /// The budget of a turn that begins.
    pub(super) fn budget(&self, fighter: &mut Fighter) -> Budget {
        self.turn(fighter).budget.unwrap_or_default()
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

    /// Performs an action on the fighter itself; coins go to and from the budget as the battle has
    /// them. The answer is the rule that refuses it.
    pub(super) fn perform(
        &self,
        fighter: &mut Fighter,
        budget: &mut Budget,
        action: &str,
        choice: Option<u8>,
        dice: &[u16],
    ) -> Option<RuleId> {
        let mut dice = Dice::given(Given::numbers(dice));
        let found = self.rules.perform_with(self.action(action), fighter, choice, &mut dice);
        self.see_refusal(found.as_ref().err());
        self.see_dice(dice);
        let effects = match found {
            Ok(effects) => effects,
            Err(refusal) => return Some(refusal.rule),
        };
        self.see_effects(&effects);
        apply(fighter, &effects);
        for effect in &effects {
            match effect.change {
                Change::Lose(cost) => budget.pay(cost),
                Change::Gain(cost) => {
                    for (left, more) in budget.left.iter_mut().zip(cost.0) {
                        *left = left.saturating_add(more);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Whether an action that is bound to no turn may be taken; the answer is what refuses it.
    pub(super) fn any_time(
        &self,
        fighter: &Fighter,
        action: &str,
        acted: bool,
        fresh: bool,
    ) -> Option<RuleId> {
        let refusal = self.rules.any_time(fighter, self.action(action), acted, fresh).err();
        self.see_refusal(refusal.as_ref());
        refusal.map(|refusal| refusal.rule)
    }

    /// How many cells each way to move reaches, base movement first.
    pub(super) fn cells(&self, fighter: &Fighter, budget: &Budget) -> Vec<u16> {
        self.rules.moves(fighter, budget).iter().map(|way| way.range_cells).collect()
    }

    /// What follows from a walk.
    pub(super) fn walks(&self, fighter: &Fighter, action: &str) -> Vec<Effect> {
        let effects = self.rules.walks(fighter, self.action(action), 4);
        self.see_effects(&effects);
        effects
    }

    /// The order of turns with given dice.
    pub(super) fn order(&self, all: &[InitiativeFacts], dice: &[u16]) -> Vec<Row> {
        let mut dice = Dice::given(Given::numbers(dice));
        let (rows, entrances) = self.rules.initiative(all, None, &mut dice);
        self.see_dice(dice);
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
        self.see_dice(dice);
        self.see_entrances(&entrances);
        rows
    }

    /// The order as a round begins, after which the fighters are as the effects leave them.
    pub(super) fn round(&self, order: &[Row], all: &mut [Fighter], dice: &[u16]) -> Vec<Row> {
        let mut dice = Dice::given(Given::numbers(dice));
        let facts: Vec<InitiativeFacts> = all.iter().map(starting).collect();
        let found = self.rules.round_start(order, &facts, &mut dice);
        self.see_dice(dice);
        let Some((rows, effects)) = found else { return order.to_vec() };
        self.see_effects(&effects);
        all.iter_mut().for_each(|fighter| apply(fighter, &effects));
        rows
    }

    /// The end of a round, after which the fighter is as the effects leave it.
    pub(super) fn round_ends(&self, fighter: &mut Fighter, dice: &[u16]) -> Vec<Effect> {
        let mut dice = Dice::given(Given::numbers(dice));
        let effects = self.rules.round_end(std::slice::from_ref(fighter), &mut dice);
        self.see_dice(dice);
        self.see_effects(&effects);
        apply(fighter, &effects);
        effects
    }

    /// What follows from a change by hand.
    pub(super) fn settle(&self, fighter: &mut Fighter) -> Vec<Effect> {
        let effects = self.rules.settle(fighter);
        self.see_effects(&effects);
        apply(fighter, &effects);
        effects
    }

    /// What would serve better than an attack.
    pub(super) fn advice(&self, facts: &AttackFacts) -> Vec<Advice> {
        let advice = self.rules.advice(facts, &self.plan(facts));
        self.touched.borrow_mut().extend(advice.iter().map(|advice| advice.rule));
        advice
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

    /// All given dice must be used. Gives the checks that were rolled and how many decisions were
    /// asked for.
    fn see_dice(&self, dice: Dice) -> (Vec<(&'static str, i32)>, usize) {
        self.touched.borrow_mut().extend(dice.rolled().iter().map(|rolled| rolled.rule));
        self.same("given dice", dice.finish(), Ok(()));
        let Used { explained, asked, .. } = dice.put_back();
        let tests = explained.iter().map(|explained| {
            self.see_check(&explained.check);
            (explained.check.name, explained.check.value())
        });
        (tests.collect(), asked)
    }

    /// What the case touched of this specification, and its failure.
    pub(super) fn result(self) -> (BTreeSet<RuleId>, Option<String>) {
        let mut touched = self.touched.into_inner();
        touched.retain(|rule| RULES.iter().any(|spec| spec.id == *rule));
        (touched, self.failure.into_inner())
    }
}
