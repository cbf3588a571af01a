//! Эклипс (Eclipse): percentile tests, armour that has to be beaten, wounds that decide.
//!
//! An attack is an opposed percentile test ([`roll`]) with two target numbers ([`tn`]); what a hit
//! does is in [`harm`], the attack as a whole in [`attack`], blasts, cones and scatter in [`area`].
//! Derived numbers and pools of a body are in [`body`], what a turn brings in [`turn`], who acts
//! when in [`initiative`]. Every number that a table may change is in [`data`] and [`settings`].

mod advice;
mod aid;
pub mod area;
pub mod attack;
mod bench;
pub mod body;
mod called;
pub mod data;
mod flaws;
mod given_dice;
pub mod harm;
pub mod ids;
pub mod initiative;
mod meeting;
mod permit;
pub mod roll;
pub mod settings;
pub mod sheet;
mod strike;
#[cfg(test)]
mod tests;
pub mod tn;
pub mod turn;

use super::check::Check;
use super::dice::{Dice, Rolled};
use super::effect::{Change, Effect, Outcome};
use super::facts::{
    ActionId, Arm, AttackFacts, Budget, CombatantId, Cost, Fighter, Gear, InitiativeFacts, Profile,
    Row, Sheet, Sightline, TurnFacts,
};
use super::grid::{DiagonalCost, Metric};
use super::health::{HealthPicture, HealthTrack};
use super::key::Key;
use super::message::Message;
use super::ruleset::{
    ActionSpec, Advice, Amount, Area, CaseReport, Entrance, ItemSpec, MoveMode, Plan, Reads,
    Refusal, Ruleset, RulesetInfo, Scope, TurnStart, Vital, armed,
};
use super::{Flaw, Registered};
use data::{ActionRow, Armour, Deed, File, Weapon};
use settings::Settings;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Counts up whenever the same dice could lead to another result.
pub const VERSION: u16 = 1;

/// The fixed lists.
pub static INFO: RulesetInfo = RulesetInfo {
    id: "eclipse",
    version: VERSION,
    fields: sheet::FIELDS,
    conditions: sheet::CONDITIONS,
    states: sheet::STATES,
    degrees: sheet::DEGREES,
    coins: sheet::COINS,
    options: sheet::OPTIONS,
    rules: ids::RULES,
    metric: Metric::EuclidFloorMetres,
    shared_cells: false,
    facing: false,
    diagonal: DiagonalCost::Alternating,
    cover_by_corners: true,
    pushes: true,
    simultaneous: true,
    policies: true,
    settings: settings::SETTINGS,
};

/// The ruleset with the numbers of one file.
#[derive(Clone, Debug)]
pub struct Eclipse {
    file: Arc<File>,
    /// The settings in force: the file's, with what the game master changed.
    settings: Settings,
    unarmed: Weapon,
    actions: Arc<[ActionSpec]>,
    weapons: Arc<[ItemSpec]>,
    armours: Arc<[ItemSpec]>,
}

impl Eclipse {
    /// The ruleset with the numbers that ship.
    ///
    /// # Panics
    /// Never: the shipped numbers have no flaw, and a test says so.
    pub fn shipped() -> Self {
        Self::build(File::default()).expect("the shipped numbers have no flaw")
    }

    /// The row of an action.
    fn row(&self, action: ActionId) -> Option<&ActionRow> {
        self.file.actions.get(usize::from(action.0))
    }

    /// The weapon in hand; bare hands if there is none, or if the last piece of it is gone.
    fn weapon(&self, fighter: &Fighter) -> &Weapon {
        let held = fighter.gear.held();
        let weapon = held.and_then(|c| self.file.weapons.get(usize::from(c.item.0)));
        let gone = |w: &Weapon| w.is_used_up() && held.is_some_and(|c| c.loaded == 0);
        weapon.filter(|weapon| !gone(weapon)).unwrap_or(&self.unarmed)
    }
}

fn action_spec(row: &ActionRow) -> ActionSpec {
    ActionSpec {
        id: row.id.clone(),
        cost: row.cost.cost(),
        scope: row.scope,
        when: row.cost.when(),
        targets_max: row.targets_max,
        deed: true,
        rule: row.rule,
        icon: row.icon.clone(),
        name: row.name.clone(),
    }
}

fn weapon_spec(weapon: &Weapon, spare_magazines: u8) -> ItemSpec {
    let facts = Message::new(if weapon.is_gun() { "ep-gun-facts" } else { "ep-weapon-facts" })
        .int("d10", weapon.dv.d10.into())
        .int("d6", weapon.dv.d6.into())
        .int("plus", weapon.dv.plus.into())
        .int("range", weapon.range_m.into())
        .int("magazine", weapon.ammo.into())
        .int("piercing", weapon.armor_piercing.into())
        .int("shock", weapon.shock.into());
    ItemSpec {
        id: weapon.id.clone(),
        name: weapon.name.clone(),
        magazine: weapon.ammo,
        spare: if weapon.is_used_up() { 0 } else { weapon.ammo * u16::from(spare_magazines) },
        melee: weapon.is_melee(),
        ranged: !weapon.is_melee(),
        arm: weapon.arm,
        coatable: weapon.coatable,
        facts,
    }
}

fn armour_spec(armour: &Armour) -> ItemSpec {
    ItemSpec {
        id: armour.id.clone(),
        name: armour.name.clone(),
        magazine: 0,
        spare: 0,
        melee: false,
        ranged: false,
        arm: None,
        coatable: false,
        facts: Message::new("ep-armour-facts")
            .int("energy", armour.energy.into())
            .int("kinetic", armour.kinetic.into()),
    }
}

impl Registered for Eclipse {
    type File = File;
    const INFO: &'static RulesetInfo = &INFO;
    const SHIPPED: &'static str = include_str!("../../../assets/rulesets/eclipse.ron");

    fn build(file: File) -> Result<Self, Vec<Flaw>> {
        let flaws = file.flaws();
        if !flaws.is_empty() {
            return Err(flaws);
        }
        let spare = file.spare_magazines;
        Ok(Self {
            settings: file.settings.clone(),
            unarmed: Weapon::unarmed(),
            actions: file.actions.iter().map(action_spec).collect(),
            weapons: file.weapons.iter().map(|w| weapon_spec(w, spare)).collect(),
            armours: file.armours.iter().map(armour_spec).collect(),
            file: Arc::new(file),
        })
    }

    fn run_cases() -> Vec<CaseReport> {
        given_dice::run_cases()
    }

    fn class_of(check: &Check, rolled: &Rolled) -> Option<&'static str> {
        roll::class_of(check, rolled)
    }

    fn words(file: &File) -> (String, String) {
        (file.words.ru.clone(), file.words.en.clone())
    }
}

impl Ruleset for Eclipse {
    fn info(&self) -> &'static RulesetInfo {
        &INFO
    }

    fn actions(&self) -> &[ActionSpec] {
        &self.actions
    }

    fn weapons(&self) -> &[ItemSpec] {
        &self.weapons
    }

    fn armors(&self) -> &[ItemSpec] {
        &self.armours
    }

    fn coatings(&self) -> Vec<(&str, Option<&str>)> {
        let all = self.file.substances.iter();
        all.map(|one| (one.id.as_str(), one.name.as_deref())).collect()
    }

    fn amount_of(&self, condition: Key) -> Option<Amount> {
        sheet::amount_of(condition)
    }

    fn diagonal(&self) -> DiagonalCost {
        match self.settings.diagonal_cost {
            1 => DiagonalCost::One,
            2 => DiagonalCost::Two,
            _ => DiagonalCost::Alternating,
        }
    }

    fn side_cells(&self, sheet: &Sheet) -> u8 {
        sheet::side_cells(sheet)
    }

    fn pays_to_lay(&self, fighter: &Fighter) -> Result<Vec<Effect>, Refusal> {
        self.flex(fighter)
    }

    fn settings(&self) -> Vec<i16> {
        self.settings.values()
    }

    fn with_settings(&self, changed: &BTreeMap<Key, i16>) -> Option<Arc<dyn Ruleset>> {
        let settings = self.file.settings.changed(changed);
        Some(Arc::new(Self { settings, ..self.clone() }))
    }

    fn derive(&self, profile: &Profile, arms: &[Arm]) -> (Sheet, Gear) {
        sheet::derive(profile, armed(&self.weapons, arms), &self.file.armours)
    }

    fn whole(&self, _sheet: &Sheet) -> HealthTrack {
        sheet::whole()
    }

    fn points_most(&self, sheet: &Sheet) -> Option<i16> {
        Some(sheet.get(sheet::DURABILITY) as i16)
    }

    fn mark_most(&self, sheet: &Sheet, column: u8) -> Option<u8> {
        Some(sheet.get(body::pool_field(column)?).clamp(0, u8::MAX.into()) as u8)
    }

    fn harm_permille(&self, fighter: &Fighter) -> u16 {
        body::harm_permille(fighter)
    }

    fn track_of_harm(&self, sheet: &Sheet, harm_permille: u16) -> HealthTrack {
        body::track_of_harm(sheet, harm_permille)
    }

    fn vital(&self, fighter: &Fighter) -> Vital {
        body::vital(fighter)
    }

    fn picture(&self, fighter: &Fighter) -> HealthPicture {
        body::picture(fighter)
    }

    fn initiative(
        &self,
        all: &[InitiativeFacts],
        _by_cards: Option<bool>,
        dice: &mut Dice,
    ) -> (Vec<Row>, Vec<Entrance>) {
        self.order(all, dice)
    }

    fn join(
        &self,
        order: &[Row],
        newcomers: &[InitiativeFacts],
        _by_cards: Option<bool>,
        dice: &mut Dice,
    ) -> (Vec<Row>, Vec<Entrance>) {
        self.joined(order, newcomers, dice)
    }

    fn round_start(
        &self,
        rows: &[Row],
        all: &[InitiativeFacts],
        dice: &mut Dice,
    ) -> Option<(Vec<Row>, Vec<Effect>)> {
        Some(self.round_starts(rows, all, dice))
    }

    fn round_end(&self, all: &[Fighter], dice: &mut Dice) -> Vec<Effect> {
        self.bleeding(all, dice)
    }

    fn turn_start(&self, facts: &TurnFacts) -> TurnStart {
        self.turn_starts(facts)
    }

    fn turn_end(&self, facts: &TurnFacts) -> Vec<Effect> {
        self.turn_ends(facts)
    }

    fn extra_turn(&self, fighter: &Fighter) -> Option<TurnStart> {
        self.extra(fighter)
    }

    fn holds(&self, fighter: &Fighter) -> bool {
        fighter.has(sheet::HOLDS_BACK)
    }

    fn step_in(
        &self,
        holder: &TurnFacts,
        rows: &[Row],
        before: Option<CombatantId>,
    ) -> Result<(Vec<Row>, TurnStart), Refusal> {
        self.steps_in(holder, rows, before)
    }

    fn takes_turn(&self, action: ActionId) -> bool {
        let takes = [Deed::TakeInitiative, Deed::TakeInitiativeMental];
        self.row(action).is_some_and(|row| takes.contains(&row.deed))
    }

    fn goes_first(&self, fighter: &Fighter) -> bool {
        fighter.has(sheet::FIRST)
    }

    fn first_rows(&self, payers: &[Fighter], rows: &[Row]) -> Vec<Row> {
        self.order_of_payers(payers, rows)
    }

    fn shares_mark(&self, sheet: &Sheet, column: u8) -> bool {
        let shared = self.settings.threat_pool_scope == 1;
        shared && column == sheet::mark::THREAT && sheet.get(sheet::THREAT) > 0
    }

    fn sight_conditions(&self) -> &'static [Key] {
        &[sheet::AIMED]
    }

    fn loses_sight(&self, fighter: &Fighter, sees: &dyn Fn(CombatantId) -> bool) -> Vec<Effect> {
        let lost = fighter.by(sheet::AIMED).filter(|target| !sees(*target));
        let end = |target| Change::EndBy(sheet::AIMED, target);
        lost.map(|target| Effect::new(ids::EP_RMOD_01, fighter.id, end(target))).collect()
    }

    fn allowed(
        &self,
        fighter: &Fighter,
        budget: &Budget,
        _engaged: bool,
        action: ActionId,
    ) -> Result<Cost, Refusal> {
        self.may(fighter, budget, action)
    }

    fn any_time(
        &self,
        fighter: &Fighter,
        action: ActionId,
        acted: bool,
        fresh: bool,
    ) -> Result<(), Refusal> {
        self.may_any_time(fighter, action, acted, fresh)
    }

    fn suits(&self, fighter: &Fighter, action: ActionId) -> Result<(), Refusal> {
        self.row(action).map_or(Ok(()), |row| self.makes_sense(fighter, row))
    }

    fn moves(&self, fighter: &Fighter, budget: &Budget) -> Vec<MoveMode> {
        self.ways_to_move(fighter, budget)
    }

    fn walks(&self, fighter: &Fighter, action: ActionId, half_cells: u16) -> Vec<Effect> {
        self.has_walked(fighter, action, half_cells)
    }

    fn plan(&self, facts: &AttackFacts) -> Result<Plan, Refusal> {
        self.plan_attack(facts)
    }

    fn resolve(&self, facts: &AttackFacts, plan: &Plan, dice: &mut Dice) -> Outcome {
        self.resolve_attack(facts, plan, dice)
    }

    fn advice(&self, facts: &AttackFacts, plan: &Plan) -> Vec<Advice> {
        self.advise(facts, plan)
    }

    fn perform(
        &self,
        action: ActionId,
        fighter: &Fighter,
        choice: Option<u8>,
    ) -> Result<Vec<Effect>, Refusal> {
        self.do_own(action, fighter, choice)
    }

    fn perform_with(
        &self,
        action: ActionId,
        fighter: &Fighter,
        choice: Option<u8>,
        dice: &mut Dice,
    ) -> Result<Vec<Effect>, Refusal> {
        self.do_with(action, fighter, choice, dice)
    }

    fn settle(&self, fighter: &Fighter) -> Vec<Effect> {
        self.settles(fighter)
    }

    fn is_helpless(&self, fighter: &Fighter) -> bool {
        body::is_neutralised(fighter)
    }

    fn health_decides(&self) -> bool {
        // The helpless die at any damage, and the game master has every condition (EP-HLP-01, EP-GM-01).
        false
    }

    fn level_fixed(&self, fighter: &Fighter) -> Vec<Effect> {
        self.forgets_won_place(fighter)
    }

    fn card_moved(&self, fighter: &Fighter, rows: &[Row]) -> Vec<Effect> {
        self.keeps_place(fighter, rows)
    }

    fn hour(&self, fighter: &Fighter) -> Vec<Effect> {
        self.hour_passes(fighter)
    }

    fn area(&self, fighter: &Fighter, action: ActionId) -> Area {
        let attack = self.row(action).is_some_and(|row| row.deed == Deed::Attack);
        match self.weapon(fighter).blast.filter(|_| attack) {
            Some(blast) => self.disc(fighter, blast),
            // How wide it is drawn means nothing: neighbours of the first target are hit.
            None if attack && self.weapon(fighter).cone => Area::Cone { deg: 30 },
            None => Area::Targets,
        }
    }

    fn is_for_several(&self, action: ActionId) -> bool {
        let several = [Deed::BurstTargets, Deed::AutoTargets];
        self.row(action).is_some_and(|row| several.contains(&row.deed))
    }

    fn roughly(&self, fighter: Fighter) -> Fighter {
        body::roughly(fighter)
    }

    fn is_combat(&self, action: ActionId) -> bool {
        self.row(action).is_some_and(|row| row.deed.is_attack())
    }

    /// Metres and quarters of the silhouette: nothing else of what lies between matters.
    fn footing(&self, offset: (i32, i32), sightline: &Sightline) -> u64 {
        let metres = tn::distance_m(&self.settings, offset, 0).cast_unsigned();
        let cover = tn::cover_level(sightline).cast_unsigned();
        u64::from(metres) << 6
            | u64::from(sightline.airless) << 5
            | u64::from(sightline.veil & 3) << 3
            | u64::from(cover & 3) << 1
            | u64::from(sightline.in_sight)
    }

    fn resolve_reads(&self, _facts: &AttackFacts) -> Reads {
        Reads::Hands
    }

    fn hand(&self, fighter: &Fighter) -> u64 {
        body::stance(&self.settings, fighter)
    }

    fn swing(&self, fighter: &Fighter) -> u64 {
        let weapon = self.weapon(fighter);
        let trained = weapon.skill().trained(fighter).is_some();
        body::swing(&self.settings, fighter, trained)
    }

    fn mark(&self, fighter: &Fighter) -> u64 {
        body::stance(&self.settings, fighter)
    }

    fn guard(&self, fighter: &Fighter) -> u64 {
        body::stance(&self.settings, fighter)
    }

    fn body(&self, fighter: &Fighter) -> u64 {
        body::frame(&self.settings, fighter)
    }

    fn suited(&self, facts: &AttackFacts) -> ActionId {
        let rows = self.file.actions.iter();
        let _ = facts;
        let ordinary = rows.enumerate().find(|(_, row)| {
            row.deed == Deed::Attack && matches!(row.scope, Scope::Any | Scope::Ranged)
        });
        ActionId(ordinary.map_or(0, |(i, _)| i as u16))
    }
}
