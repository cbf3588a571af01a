//! Лучший Мир (Better World): opposed pools of coins, blocks of hits, cover and distance as dice.
//!
//! An attack is one roll of the attacker's pool and, for each target, one roll of a difficulty
//! pool. At arm's length the difficulty comes from the defender ([`melee`]), at range from
//! distance and cover ([`ranged`]); what both share is in [`attack`]. What a hit does is in
//! [`wounds`], what a turn brings in [`turn`], who acts when in [`initiative`]. Every number that
//! the source leaves open is in [`data`].

pub mod attack;
mod bench;
pub mod burst;
pub mod data;
mod flaws;
mod given_dice;
pub mod ids;
pub mod initiative;
pub mod manoeuvre;
pub mod melee;
pub mod ranged;
pub mod sheet;
#[cfg(test)]
mod tests;
pub mod turn;
pub mod wounds;

use super::dice::Dice;
use super::effect::{Effect, Outcome};
use super::facts::{
    ActionId, Arm, AttackFacts, Budget, Cost, Fighter, Gear, InitiativeFacts, Profile, Row, Sheet,
    Sightline, TurnFacts, Watch,
};
use super::grid::{DiagonalCost, Metric};
use super::health::{HealthPicture, HealthTrack};
use super::key::{Key, RuleId};
use super::message::Message;
use super::ruleset::{
    ActionSpec, Area, CaseReport, Entrance, ItemSpec, MoveMode, Plan, Reads, Refusal, Ruleset,
    RulesetInfo, TurnStart, Vital, armed, hash_of,
};
use super::{Flaw, Registered};
use data::{ActionRow, Armour, File, Kind, Weapon};

/// Counts up whenever the same dice could lead to another result.
pub const VERSION: u16 = 1;

/// The fixed lists.
pub static INFO: RulesetInfo = RulesetInfo {
    id: "better-world",
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
    diagonal: DiagonalCost::One,
    cover_by_corners: false,
    pushes: false,
    simultaneous: false,
    policies: false,
    settings: &[],
};

/// The ruleset with the numbers of one file.
#[derive(Debug)]
pub struct BetterWorld {
    file: File,
    unarmed: Weapon,
    actions: Vec<ActionSpec>,
    weapons: Vec<ItemSpec>,
    armours: Vec<ItemSpec>,
}

impl BetterWorld {
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

    /// The weapon in hand; bare hands if there is none.
    fn weapon(&self, fighter: &Fighter) -> &Weapon {
        let held = fighter.gear.held();
        held.and_then(|c| self.file.weapons.get(usize::from(c.item.0))).unwrap_or(&self.unarmed)
    }

    /// What the fighter strikes and parries with. Reading chosen: the last piece of a throwing
    /// weapon being gone leaves bare hands, because there is nothing in them.
    fn melee_weapon(&self, fighter: &Fighter) -> &Weapon {
        let weapon = self.weapon(fighter);
        let gone = weapon.is_thrown() && fighter.gear.held().is_some_and(|c| c.loaded == 0);
        if gone || weapon.melee_class.is_none() && weapon.ranged_class.is_none() {
            return &self.unarmed;
        }
        weapon
    }

    /// The armour worn.
    fn armour(&self, fighter: &Fighter) -> Option<&Armour> {
        fighter.gear.armor.and_then(|id| self.file.armours.get(usize::from(id.0)))
    }
}

fn action_spec(row: &ActionRow) -> ActionSpec {
    ActionSpec {
        id: row.id.clone(),
        cost: row.cost.cost(),
        scope: row.scope,
        when: row.cost.when(),
        targets_max: row.targets_max,
        deed: row.kind != Kind::Restraint,
        rule: row.rule,
        icon: row.icon.clone(),
        name: row.name.clone(),
    }
}

/// Throwing weapons are carried in pieces (section 13.3), so nothing lies beside them.
fn weapon_spec(weapon: &Weapon, spare_magazines: u8) -> ItemSpec {
    let magazine = weapon.magazine.unwrap_or(0);
    let message =
        Message::new(match (weapon.melee_dice + weapon.parry_dice, weapon.ranged_class) {
            (_, None) => "bw-blade-facts",
            (0, Some(_)) => "bw-gun-facts",
            (_, Some(_)) => "bw-both-facts",
        });
    let facts = message
        .int("effectiveness", weapon.effectiveness.into())
        .int("melee", weapon.melee_dice.into())
        .int("parry", weapon.parry_dice.into())
        .int("accuracy", weapon.accuracy_dice.into())
        .word("band", weapon.range_band.word())
        .int("magazine", magazine.into());
    ItemSpec {
        id: weapon.id.clone(),
        name: weapon.name.clone(),
        magazine,
        spare: if weapon.is_thrown() { 0 } else { magazine * u16::from(spare_magazines) },
        melee: weapon.melee_class.is_some(),
        ranged: weapon.ranged_class.is_some(),
        arm: weapon.arm(),
        coatable: false,
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
        facts: Message::new("bw-armour-facts")
            .int("effectiveness", armour.effectiveness.into())
            .int("melee", armour.defence_dice_melee.into())
            .int("ranged", armour.defence_dice_ranged.into()),
    }
}

impl Registered for BetterWorld {
    type File = File;
    const INFO: &'static RulesetInfo = &INFO;
    const SHIPPED: &'static str = include_str!("../../../assets/rulesets/better-world.ron");

    fn build(file: File) -> Result<Self, Vec<Flaw>> {
        let flaws = file.flaws();
        if !flaws.is_empty() {
            return Err(flaws);
        }
        let spare = file.tunables.spare_magazines;
        Ok(Self {
            unarmed: Weapon::unarmed(),
            actions: file.actions.iter().map(action_spec).collect(),
            weapons: file.weapons.iter().map(|w| weapon_spec(w, spare)).collect(),
            armours: file.armours.iter().map(armour_spec).collect(),
            file,
        })
    }

    fn run_cases() -> Vec<CaseReport> {
        given_dice::run_cases()
    }

    fn words(file: &File) -> (String, String) {
        (file.words.ru.clone(), file.words.en.clone())
    }
}

impl Ruleset for BetterWorld {
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

    fn derive(&self, profile: &Profile, arms: &[Arm]) -> (Sheet, Gear) {
        sheet::derive(profile, armed(&self.weapons, arms), &self.file.armours)
    }

    fn whole(&self, sheet: &Sheet) -> HealthTrack {
        wounds::track(wounds::hits_whole(sheet))
    }

    fn harm_permille(&self, fighter: &Fighter) -> u16 {
        wounds::harm_permille(fighter)
    }

    fn track_of_harm(&self, sheet: &Sheet, harm_permille: u16) -> HealthTrack {
        wounds::track_of_harm(sheet, harm_permille)
    }

    fn vital(&self, fighter: &Fighter) -> Vital {
        wounds::vital(fighter)
    }

    fn picture(&self, fighter: &Fighter) -> HealthPicture {
        wounds::picture(fighter)
    }

    fn initiative(
        &self,
        all: &[InitiativeFacts],
        by_cards: Option<bool>,
        dice: &mut Dice,
    ) -> (Vec<Row>, Vec<Entrance>) {
        initiative::order(&self.file.tunables, all, by_cards, dice)
    }

    fn join(
        &self,
        order: &[Row],
        newcomers: &[InitiativeFacts],
        by_cards: Option<bool>,
        dice: &mut Dice,
    ) -> (Vec<Row>, Vec<Entrance>) {
        initiative::join(&self.file.tunables, order, newcomers, by_cards, dice)
    }

    fn turn_start(&self, facts: &TurnFacts) -> TurnStart {
        turn::start(&self.file.tunables, &facts.fighter)
    }

    fn turn_end(&self, facts: &TurnFacts) -> Vec<Effect> {
        turn::end(&facts.fighter)
    }

    fn allowed(
        &self,
        fighter: &Fighter,
        budget: &Budget,
        engaged: bool,
        action: ActionId,
    ) -> Result<Cost, Refusal> {
        self.may(fighter, budget, engaged, action)
    }

    fn moves(&self, fighter: &Fighter, budget: &Budget) -> Vec<MoveMode> {
        self.ways_to_move(fighter, budget)
    }

    fn plan(&self, facts: &AttackFacts) -> Result<Plan, Refusal> {
        self.plan_attack(facts)
    }

    fn resolve(&self, facts: &AttackFacts, plan: &Plan, dice: &mut Dice) -> Outcome {
        self.resolve_attack(facts, plan, dice)
    }

    fn perform(
        &self,
        action: ActionId,
        fighter: &Fighter,
        choice: Option<u8>,
    ) -> Result<Vec<Effect>, Refusal> {
        self.do_own(action, fighter, choice)
    }

    fn settle(&self, fighter: &Fighter) -> Vec<Effect> {
        wounds::settle(&self.file.tunables, fighter)
    }

    fn hour(&self, fighter: &Fighter) -> Vec<Effect> {
        wounds::hour(&self.file.tunables, fighter)
    }

    fn footing(&self, offset: (i32, i32), sightline: &Sightline) -> u64 {
        ranged::footing(&self.file, offset, sightline)
    }

    fn suits(&self, fighter: &Fighter, action: ActionId) -> Result<(), Refusal> {
        self.row(action).map_or(Ok(()), |row| self.makes_sense(fighter, row))
    }

    fn beset_conditions(&self) -> &'static [Key] {
        &[sheet::REACTION]
    }

    fn beset(&self, fighter: &Fighter, engaged: bool) -> Vec<Effect> {
        ranged::beset(fighter, engaged)
    }

    fn departs(&self, fighter: &Fighter) -> Vec<Effect> {
        manoeuvre::departs(fighter)
    }

    fn strike_in_passing(&self, already: u8) -> Option<(ActionId, RuleId)> {
        if self.file.tunables.opportunity_per_round.is_some_and(|most| already >= most) {
            return None;
        }
        let at = self.file.actions.iter().position(|row| row.kind == Kind::Opportunity)?;
        Some((ActionId(at as u16), self.file.actions[at].rule))
    }

    /// Whom the game master gave the modifier of an ambush is hidden well enough (BW-INI-10).
    fn strikes_first(&self, modifier: u8) -> Vec<ActionId> {
        if modifier < initiative::AMBUSH {
            return Vec::new();
        }
        let rows = self.file.actions.iter().enumerate();
        rows.filter(|(_, row)| row.kind.is_first_strike())
            .map(|(i, _)| ActionId(i as u16))
            .collect()
    }

    fn area(&self, fighter: &Fighter, action: ActionId) -> Area {
        self.row(action).map_or(Area::Targets, |row| self.area_of(fighter, row))
    }

    fn is_combat(&self, action: ActionId) -> bool {
        self.row(action).is_some_and(ActionRow::is_combat)
    }

    fn may_leave(&self, round: Watch) -> Option<RuleId> {
        turn::may_leave(round)
    }

    fn resolve_reads(&self, facts: &AttackFacts) -> Reads {
        match self.row(facts.action) {
            Some(row) if row.kind.is_manoeuvre() => Reads::Own,
            Some(_) => Reads::Targets,
            None => Reads::Everything,
        }
    }

    fn hand(&self, fighter: &Fighter) -> u64 {
        attack::hand(fighter)
    }

    fn mark(&self, fighter: &Fighter) -> u64 {
        hash_of(&fighter.has(sheet::REACTION))
    }

    fn guard(&self, fighter: &Fighter) -> u64 {
        hash_of(&(&fighter.sheet.values, wounds::state(fighter), &fighter.conditions))
    }

    fn poise(&self, fighter: &Fighter) -> u64 {
        wounds::poise(fighter)
    }

    fn body(&self, fighter: &Fighter) -> u64 {
        wounds::body(fighter)
    }

    fn free_hint_from(&self) -> Option<u8> {
        Some(self.file.tunables.negligible_hint_from).filter(|from| *from > 0)
    }

    fn suited(&self, facts: &AttackFacts) -> ActionId {
        let in_reach = facts.targets.first().is_some_and(|t| attack::is_in_reach(facts, t));
        let fits = |row: &ActionRow| match row.scope {
            super::ruleset::Scope::Melee => in_reach,
            super::ruleset::Scope::Ranged => !in_reach,
            _ => row.is_attack(),
        };
        let rows = &self.file.actions;
        let ordinary = rows.iter().position(|r| r.id == data::ATTACK && fits(r));
        let any = || rows.iter().position(|r| r.is_attack() && fits(r));
        ActionId(ordinary.or_else(any).unwrap_or(0) as u16)
    }
}
