//! A ruleset with everything that a ruleset may declare, on top of one that ships.

use crate::battle::{Library, Rules};
use crate::rules::dice::Dice;
use crate::rules::effect::{Effect, Outcome};
use crate::rules::facts::{
    ActionId, Arm, AttackFacts, Budget, CombatantId, Cost, Fighter, Gear, InitiativeFacts, Profile,
    Row, Sheet, TurnFacts,
};
use crate::rules::health::{HealthPicture, HealthTrack};
use crate::rules::key::{Key, RuleId};
use crate::rules::message::Message;
use crate::rules::ruleset::{
    ActionSpec, Advice, CoinSpec, CoinUnit, ConditionSpec, Entrance, ItemSpec, MoveMode,
    OptionValues, Plan, Refusal, Ruleset, RulesetInfo, Scope, SettingSpec, TurnStart, Vital, When,
};
use bevy::prelude::World;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A rule for what no rule stands behind.
pub const RULE: RuleId = RuleId("BW-GEN-01");
/// A condition that is not shown.
pub const TALLY: Key = Key("tally");
/// A condition that is.
pub const GLOW: Key = Key("glow");
/// A switch of the scene.
pub const DARK: Key = Key("dark");

struct Odd {
    inner: Arc<dyn Ruleset>,
    info: &'static RulesetInfo,
    actions: Vec<ActionSpec>,
    settings: BTreeMap<Key, i16>,
}

/// Goes on by these rules, on which a fight of the ruleset beneath can be played.
pub fn play_by(world: &mut World) {
    let inner = world.resource::<Rules>().0.clone();
    let rules: Arc<dyn Ruleset> = Arc::new(Odd::over(inner));
    world.insert_resource(Library(vec![rules.clone()]));
    world.insert_resource(Rules(rules));
}

impl Odd {
    fn over(inner: Arc<dyn Ruleset>) -> Self {
        let below = inner.info();
        let mut coins = below.coins.to_vec();
        coins.push(CoinSpec { key: "walk", count: 0, unit: CoinUnit::HalfCells });
        coins.push(CoinSpec { key: "secret", count: 9, unit: CoinUnit::Hidden });
        let condition = |id, hidden| ConditionSpec { id, rule: RULE, icon: "shield", hidden };
        let mut conditions = below.conditions.to_vec();
        conditions.extend([condition(TALLY, true), condition(GLOW, false)]);
        let setting = |id, values, scene| SettingSpec { id: Key(id), rule: RULE, values, scene };
        let settings = vec![
            setting("steps", OptionValues::Signed(0, 9), false),
            setting("dark", OptionValues::Switch, true),
        ];
        let info = RulesetInfo {
            coins: coins.leak(),
            conditions: conditions.leak(),
            settings: settings.leak(),
            policies: true,
            ..*below
        };
        let row = |id: &str, scope, when| ActionSpec {
            id: id.to_owned(),
            cost: Cost::default(),
            scope,
            when,
            targets_max: 1,
            deed: true,
            rule: RULE,
            icon: "hand".to_owned(),
            name: Some(id.to_owned()),
        };
        let mut actions = inner.actions().to_vec();
        actions.push(row("Cheer", Scope::Own, When::AnyTime));
        actions.push(row("Bandage", Scope::Ally, When::OwnTurn));
        let info = Box::leak(Box::new(info));
        Self { inner, info, actions, settings: BTreeMap::new() }
    }

    fn own(&self, action: ActionId) -> bool {
        usize::from(action.0) >= self.inner.actions().len()
    }
}

impl Ruleset for Odd {
    fn info(&self) -> &'static RulesetInfo {
        self.info
    }
    fn actions(&self) -> &[ActionSpec] {
        &self.actions
    }
    fn weapons(&self) -> &[ItemSpec] {
        self.inner.weapons()
    }
    fn armors(&self) -> &[ItemSpec] {
        self.inner.armors()
    }
    fn settings(&self) -> Vec<i16> {
        let value = |spec: &SettingSpec| self.settings.get(&spec.id).copied().unwrap_or(0);
        self.info.settings.iter().map(value).collect()
    }
    fn with_settings(&self, changed: &BTreeMap<Key, i16>) -> Option<Arc<dyn Ruleset>> {
        let (inner, actions) = (self.inner.clone(), self.actions.clone());
        Some(Arc::new(Self { inner, info: self.info, actions, settings: changed.clone() }))
    }
    fn derive(&self, profile: &Profile, arms: &[Arm]) -> (Sheet, Gear) {
        self.inner.derive(profile, arms)
    }
    fn whole(&self, sheet: &Sheet) -> HealthTrack {
        self.inner.whole(sheet)
    }
    fn harm_permille(&self, fighter: &Fighter) -> u16 {
        self.inner.harm_permille(fighter)
    }
    fn track_of_harm(&self, sheet: &Sheet, harm_permille: u16) -> HealthTrack {
        self.inner.track_of_harm(sheet, harm_permille)
    }
    fn vital(&self, fighter: &Fighter) -> Vital {
        self.inner.vital(fighter)
    }
    fn picture(&self, fighter: &Fighter) -> HealthPicture {
        self.inner.picture(fighter)
    }
    fn initiative(
        &self,
        all: &[InitiativeFacts],
        by_cards: Option<bool>,
        dice: &mut Dice,
    ) -> (Vec<Row>, Vec<Entrance>) {
        self.inner.initiative(all, by_cards, dice)
    }
    fn join(
        &self,
        order: &[Row],
        newcomers: &[InitiativeFacts],
        by_cards: Option<bool>,
        dice: &mut Dice,
    ) -> (Vec<Row>, Vec<Entrance>) {
        self.inner.join(order, newcomers, by_cards, dice)
    }
    fn turn_start(&self, facts: &TurnFacts) -> TurnStart {
        let mut begun = self.inner.turn_start(facts);
        if let Some(budget) = &mut begun.budget {
            (budget.left[2], budget.left[3]) = (9, 9);
        }
        begun
    }
    fn turn_end(&self, facts: &TurnFacts) -> Vec<Effect> {
        self.inner.turn_end(facts)
    }
    fn allowed(
        &self,
        fighter: &Fighter,
        budget: &Budget,
        engaged: bool,
        action: ActionId,
    ) -> Result<Cost, Refusal> {
        if self.own(action) {
            return Ok(Cost::default());
        }
        self.inner.allowed(fighter, budget, engaged, action)
    }
    fn moves(&self, fighter: &Fighter, budget: &Budget) -> Vec<MoveMode> {
        // One that is paid for in metres.
        let range_cells = u16::from(budget.left[2] / 2);
        let mut per_half_cell = Cost::default();
        per_half_cell.0[2] = 1;
        let mut modes = self.inner.moves(fighter, budget);
        let action = modes.first().map_or(ActionId(0), |mode| mode.action);
        modes.push(MoveMode {
            per_half_cell,
            ..MoveMode::whole(action, range_cells, Cost::default())
        });
        modes
    }
    fn plan(&self, facts: &AttackFacts) -> Result<Plan, Refusal> {
        if self.own(facts.action) {
            return Ok(Plan::default());
        }
        self.inner.plan(facts)
    }
    fn resolve(&self, facts: &AttackFacts, plan: &Plan, dice: &mut Dice) -> Outcome {
        if self.own(facts.action) {
            return Outcome::default();
        }
        self.inner.resolve(facts, plan, dice)
    }
    fn perform(
        &self,
        action: ActionId,
        fighter: &Fighter,
        choice: Option<u8>,
    ) -> Result<Vec<Effect>, Refusal> {
        if self.own(action) {
            return Ok(Vec::new());
        }
        self.inner.perform(action, fighter, choice)
    }
    fn any_time(&self, _: &Fighter, _: ActionId, _: bool, _: bool) -> Result<(), Refusal> {
        Ok(())
    }
    fn holds(&self, _: &Fighter) -> bool {
        true
    }
    fn step_in(
        &self,
        holder: &TurnFacts,
        rows: &[Row],
        _: Option<CombatantId>,
    ) -> Result<(Vec<Row>, TurnStart), Refusal> {
        Ok((rows.to_vec(), self.turn_start(holder)))
    }
    fn advice(&self, _: &AttackFacts, _: &Plan) -> Vec<Advice> {
        let set = vec![(self.info.options[0].id, 1)];
        vec![Advice { rule: RULE, text: Message::new("demo"), set }]
    }
    fn settle(&self, fighter: &Fighter) -> Vec<Effect> {
        self.inner.settle(fighter)
    }
    fn hour(&self, fighter: &Fighter) -> Vec<Effect> {
        self.inner.hour(fighter)
    }
    fn suited(&self, facts: &AttackFacts) -> ActionId {
        self.inner.suited(facts)
    }
}
