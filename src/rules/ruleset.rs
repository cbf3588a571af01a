//! The seam: what a rule system is to the rest of the program.
//!
//! Facts go in, effects come out. It is not "attack roll, then damage": a system that resolves a
//! whole exchange at once fits as well. Everything the table shows of a system (fields of a sheet,
//! conditions, states, coins of the turn, options of an attack, the action table) is declared
//! here, so that overlay, data and command line name no system.

use super::check::Check;
use super::dice::Dice;
use super::effect::{Effect, Outcome};
use super::facts::{
    ActionId, Arm, AttackFacts, Budget, COINS, Carried, CombatantId, Cost, Fighter, Gear,
    InitiativeFacts, ItemId, Profile, Row, Sheet, Sightline, TurnFacts, Watch,
};
use super::grid::{CellPos, DiagonalCost, Footprint, Metric, metres};
use super::health::{HealthPicture, HealthTrack};
use super::key::{Key, RuleId};
use super::message::Message;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A number of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldSpec {
    /// The name in data files; the label is the word `field-<ruleset>-<key>`.
    pub key: &'static str,
    /// Least value.
    pub min: i16,
    /// Most value.
    pub max: i16,
    /// The value of a sheet that does not name it.
    pub default: i16,
    /// Names of the values, where the number stands for a choice.
    pub choices: &'static [&'static str],
    /// Heading under which the inspector shows it.
    pub group: &'static str,
}

/// A condition as the table shows it; the label is the word `condition-<key>`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ConditionSpec {
    /// Its name.
    pub id: Key,
    /// The rule that defines it.
    pub rule: RuleId,
    /// The icon's name.
    pub icon: &'static str,
    /// Whether it only keeps a number for the rules and is not shown.
    pub hidden: bool,
}

/// The number that goes with a condition: metres of height, damage in each turn, a modifier.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Amount {
    /// Least value.
    pub min: i16,
    /// Most value.
    pub max: i16,
    /// What a fresh condition has.
    pub preset: i16,
    /// How far one click goes.
    pub step: u8,
}

/// A state of health; the label is the word `state-<key>`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct StateSpec {
    /// Its name.
    pub id: Key,
    /// 0 whole … 100 dead: the order and the strength of the colour.
    pub gravity: u8,
}

/// A coin of the turn's budget; the label is the word `coin-<ruleset>-<key>`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct CoinSpec {
    /// Its name.
    pub key: &'static str,
    /// How many a fresh turn has; for a unit that sheets decide, 0.
    pub count: u8,
    /// What one of it is.
    pub unit: CoinUnit,
}

/// What a coin of the budget counts.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum CoinUnit {
    /// Actions; shown one by one.
    #[default]
    Pieces,
    /// Half cells of movement, one to spare for the first diagonal; shown as metres.
    HalfCells,
    /// Something that only the rules ask for; not shown.
    Hidden,
}

/// A number or a choice of the ruleset that the game master can change in the middle of a fight;
/// the label is the word `setting-<ruleset>-<key>`, values of a choice are
/// `setting-<ruleset>-<key>-<value>`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SettingSpec {
    /// Its name.
    pub id: Key,
    /// The rule that it belongs to.
    pub rule: RuleId,
    /// Its values.
    pub values: OptionValues,
    /// Whether it is about the scene (gravity), not about the rules.
    pub scene: bool,
}

/// Something that helps more than what is about to be done.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The rule.
    pub rule: RuleId,
    /// In the user's words.
    pub text: Message,
    /// Options that would do it, if options can.
    pub set: Vec<(Key, i16)>,
}

/// The values of an option of an attack.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum OptionValues {
    /// One of a list, by index; labels are the words `option-<key>-<value>`.
    Choice(&'static [&'static str]),
    /// A signed number from least to most.
    Signed(i16, i16),
    /// Yes or no.
    Switch,
}

/// A control of the attack preview: a choice, or an override of a suggested value.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Its name; the label is the word `option-<key>`.
    pub id: Key,
    /// The rule that allows it.
    pub rule: RuleId,
    /// Its values.
    pub values: OptionValues,
    /// By how much a press on less or more changes a number.
    pub step: i16,
    /// Whether each target has its own.
    pub per_target: bool,
    /// Whom it is about, where it is about one fighter.
    pub of: Whose,
    /// Whether it is a word of the game master against what the board or the dice say, and seldom
    /// spoken: the preview folds it away until it is set.
    pub rare: bool,
}

/// Whom an option of one fighter is about.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Whose {
    /// A target of the attack.
    Target,
    /// Somebody who threatens a target at arm's length.
    Assailant,
}

/// Where a rule comes from.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// The source says it.
    Seed,
    /// The game's public glossary says it.
    Glossary,
    /// The published game says it.
    Official,
    /// It follows from the source.
    Derived,
    /// One of several readings of the source.
    Reading,
    /// The source is silent; the value was chosen and is a tunable.
    Default,
}

/// A rule of the specification; the title is the word `rule-<id>`, the text `rule-<id>.text`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct RuleSpec {
    /// Its id.
    pub id: RuleId,
    /// Its mark.
    pub mark: Mark,
}

/// What an action is aimed at.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// The fighter itself; takes effect at once.
    Own,
    /// A path on the board.
    Path,
    /// An enemy at arm's length.
    Melee,
    /// An enemy in sight.
    Ranged,
    /// An enemy at arm's length or in sight.
    Any,
    /// Another fighter at arm's length, friend or foe, to whom it does good.
    Ally,
    /// A thing on the board (a door).
    Thing,
    /// A cell of the board, on which something is put (EP-POOL-07).
    Place,
}

impl Scope {
    /// Whether it is aimed at an enemy.
    pub fn at_enemy(self) -> bool {
        matches!(self, Self::Melee | Self::Ranged | Self::Any)
    }
}

/// When an action is taken.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum When {
    /// In the fighter's own turn.
    #[default]
    OwnTurn,
    /// In somebody else's, when a rule offers it.
    OutOfTurn,
    /// Before the fight begins.
    BeforeFight,
    /// Whenever it is allowed, whoever acts.
    AnyTime,
}

/// What the result of an attack depends on, beside the values of its checks.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Reads {
    /// The bodies of the targets ([`Ruleset::body`]).
    Targets,
    /// The attacker's body, and the poise of the targets ([`Ruleset::poise`]).
    Own,
    /// What is in the attacker's hand, how it wields it, and the bodies of the targets
    /// ([`Ruleset::swing`], [`Ruleset::body`]).
    Hands,
    /// Anything of the two fighters.
    Everything,
}

/// How much of the board an attack takes in.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Area {
    /// The targets that are named.
    #[default]
    Targets,
    /// Those of the enemies in a cone that are named.
    Cone {
        /// The whole angle in degrees.
        deg: u16,
    },
    /// Everybody around the cell that it is aimed at, friend and foe.
    Disc {
        /// How far from the cell, in cells, diagonals as one.
        radius_cells: u8,
        /// How far where there is no air, in cells (EP-AREA-06).
        airless_cells: u8,
        /// How far from there it may go off instead, in cells; 0 for nowhere else.
        scatter_cells: u8,
    },
}

/// A row of the action table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ActionSpec {
    /// The id of the specification (`quick_shot`); the label is the word `action-<ruleset>-<id>`,
    /// or the row's own name.
    pub id: String,
    /// What it costs.
    pub cost: Cost,
    /// What it is aimed at.
    pub scope: Scope,
    /// When it is taken.
    pub when: When,
    /// Most targets of one such attack.
    pub targets_max: u8,
    /// Whether it is a deed by itself: a row that only permits something is not.
    pub deed: bool,
    /// The rule that defines it.
    pub rule: RuleId,
    /// The icon's name.
    pub icon: String,
    /// A game master's own name for it.
    pub name: Option<String>,
}

/// A weapon or an armour as the table shows it; the label is the word `item-<id>` or its own name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ItemSpec {
    /// Its id in data files.
    pub id: String,
    /// Its own name, if the words have none.
    pub name: Option<String>,
    /// Rounds it holds; 0 for none.
    pub magazine: u16,
    /// Rounds that a fresh fighter carries beside it.
    pub spare: u16,
    /// Whether it can hit at arm's length.
    pub melee: bool,
    /// Whether it can hit at range.
    pub ranged: bool,
    /// What it is in terms of no system; none for armour.
    pub arm: Option<Arm>,
    /// Whether it can be coated ([`Ruleset::coatings`]).
    pub coatable: bool,
    /// What it does, in numbers, for lists and hovers.
    pub facts: Message,
}

/// The fixed lists of a ruleset.
#[derive(Debug)]
pub struct RulesetInfo {
    /// The id: `better-world`; the name is the word `ruleset-<id>`.
    pub id: &'static str,
    /// Counts up whenever the same faces could lead to another result.
    pub version: u16,
    /// The numbers of a sheet.
    pub fields: &'static [FieldSpec],
    /// Conditions.
    pub conditions: &'static [ConditionSpec],
    /// States of health, from whole to dead.
    pub states: &'static [StateSpec],
    /// Degrees of an attack, from worst to best.
    pub degrees: &'static [Key],
    /// Coins of the turn.
    pub coins: &'static [CoinSpec],
    /// Options of an attack.
    pub options: &'static [OptionSpec],
    /// The rules that are implemented.
    pub rules: &'static [RuleSpec],
    /// How distance on the board is measured.
    pub metric: Metric,
    /// Whether opponents may stand in one cell.
    pub shared_cells: bool,
    /// Whether a facing mark is drawn.
    pub facing: bool,
    /// What a diagonal step costs.
    pub diagonal: DiagonalCost,
    /// Whether cover is told by hidden corners of a cell ([`Sightline::hidden_corners`]).
    pub cover_by_corners: bool,
    /// Whether a target can be pushed: what lies around it is told of no other
    /// ([`TargetFacts::room_around`](super::facts::TargetFacts::room_around),
    /// [`TargetFacts::danger_around`](super::facts::TargetFacts::danger_around)).
    pub pushes: bool,
    /// Whether fighters in one row of the turn order act at the same time: what they do to each
    /// other takes effect when all of them have acted, but for the running number of health.
    pub simultaneous: bool,
    /// Whether decisions after a roll have a policy that can be chosen ([`Policy`](super::facts::Policy)).
    pub policies: bool,
    /// What the game master can change in the middle of a fight.
    pub settings: &'static [SettingSpec],
}

/// "Not allowed", as an answer: rule and reason.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Refusal {
    /// The rule that forbids it.
    pub rule: RuleId,
    /// Why, in the user's words.
    pub why: Message,
}

impl Refusal {
    /// A refusal without arguments.
    pub fn new(rule: RuleId, key: &'static str) -> Self {
        Self { rule, why: Message::new(key) }
    }
}

/// The named checks of an attack, in the order in which they are rolled.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Plan {
    /// Each with the target it is for, if it is for one.
    pub checks: Vec<(Option<CombatantId>, Check)>,
    /// What the attack costs.
    pub cost: Cost,
    /// Rounds it spends.
    pub rounds: u16,
    /// Whether it is made at arm's length: then it counts among the target's melee attackers of
    /// this round.
    pub at_arms_length: bool,
    /// Whether it is meant to do damage; a hold or a disarming is not.
    pub harms: bool,
    /// The values that the program suggests for the options, per target.
    pub suggested: Vec<(Key, Option<CombatantId>, i16)>,
}

/// How a fighter is, as far as the table needs to know.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vital {
    /// The state of health.
    pub state: Key,
    /// Alive and conscious and in the fight (BW-GEN-07).
    pub able: bool,
    /// Able to strike at arm's length out of turn and to count as an assailant (BW-GEN-07).
    pub threatens: bool,
    /// Dead or gone: keeps no place in the turn order.
    pub out: bool,
}

/// What the beginning of a turn brings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnStart {
    /// Changes, in order.
    pub effects: Vec<Effect>,
    /// The budget; none when the turn is skipped.
    pub budget: Option<Budget>,
}

/// A way to move: how far for which cost.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct MoveMode {
    /// The action it is.
    pub action: ActionId,
    /// Cells that one such movement covers.
    pub range_cells: u16,
    /// What it costs, however short it is.
    pub cost: Cost,
    /// What each half cell of it costs beside that.
    pub per_half_cell: Cost,
    /// Diagonal steps that have been made before, where they cost 1, 2, 1, 2 ...
    pub diagonals_before: u32,
    /// Difficult ground costs it double (EP-GRID-03).
    pub slow: bool,
}

impl MoveMode {
    /// A movement that costs the same however short it is.
    pub fn whole(action: ActionId, range_cells: u16, cost: Cost) -> Self {
        let per_half_cell = Cost::default();
        Self { action, range_cells, cost, per_half_cell, diagonals_before: 0, slow: false }
    }

    /// The coin of metres that it goes by: the first that it pays.
    pub fn pace(&self, coins: &[CoinSpec]) -> Option<usize> {
        let mut paid = coins.iter().zip(self.per_half_cell.0);
        paid.position(|(coin, each)| coin.unit == CoinUnit::HalfCells && each > 0)
    }

    /// What a walk of so many half cells costs.
    pub fn price(&self, half_cells: u16) -> Cost {
        let mut cost = self.cost;
        for (cost, each) in cost.0.iter_mut().zip(self.per_half_cell.0) {
            *cost = (u16::from(*cost) + u16::from(each) * half_cells).min(u8::MAX.into()) as u8;
        }
        cost
    }
}

/// What an initiative roll led to for one fighter, for the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrance {
    /// Who.
    pub id: CombatantId,
    /// The level reached.
    pub level: i16,
    /// Why.
    pub check: Check,
    /// The dice; none where nothing was rolled.
    pub rolled: Option<super::dice::Rolled>,
    /// What the fighter keeps of it.
    pub effects: Vec<Effect>,
}

/// A rule system. One implementation serves play, odds, simulation and replay.
pub trait Ruleset: Send + Sync {
    /// The fixed lists.
    fn info(&self) -> &'static RulesetInfo;

    /// The action table, the ruleset's own rows and the game master's.
    fn actions(&self) -> &[ActionSpec];

    /// Weapons.
    fn weapons(&self) -> &[ItemSpec];

    /// Armours.
    fn armors(&self) -> &[ItemSpec];

    /// What a blade can be coated with (EP-POI-01), by id and the game master's own name; the label is
    /// the word `coating-<id>`. The preset: nothing.
    fn coatings(&self) -> Vec<(&str, Option<&str>)> {
        Vec::new()
    }

    /// The number that goes with a condition, where the game master gives it one. The preset: none
    /// has.
    fn amount_of(&self, _condition: Key) -> Option<Amount> {
        None
    }

    /// Cells of a side of the square on which a fighter with this sheet stands (EP-GRID-01).
    fn side_cells(&self, _sheet: &Sheet) -> u8 {
        1
    }

    /// The square on which a fighter with this sheet stands, by its north-west cell.
    fn footprint(&self, sheet: &Sheet, cell: CellPos) -> Footprint {
        Footprint { cell, side_cells: self.side_cells(sheet) }
    }

    /// What a fighter pays for a thing that its player puts on the map (EP-POOL-07).
    ///
    /// # Errors
    /// The refusal names the rule; by most rules players put nothing there.
    fn pays_to_lay(&self, _fighter: &Fighter) -> Result<Vec<Effect>, Refusal> {
        Err(Refusal::new(super::TABLE, "refusal-nobody-lays"))
    }

    /// What a diagonal step costs; the preset is that of the fixed lists.
    fn diagonal(&self) -> DiagonalCost {
        self.info().diagonal
    }

    /// The values of [`RulesetInfo::settings`] that are in force, in their order.
    fn settings(&self) -> Vec<i16> {
        Vec::new()
    }

    /// The same ruleset with some settings of its own changed; others are left as the file has
    /// them. None where there is nothing to change.
    fn with_settings(&self, _changed: &BTreeMap<Key, i16>) -> Option<Arc<dyn Ruleset>> {
        None
    }

    /// A sheet and gear from the neutral profile and from arms in terms of no system, the first in
    /// hand.
    fn derive(&self, profile: &Profile, arms: &[Arm]) -> (Sheet, Gear);

    /// The health of a fresh fighter with this sheet.
    fn whole(&self, sheet: &Sheet) -> HealthTrack;

    /// The number at which the running number of the health track means that the fighter is out, where
    /// it counts upwards (EP-DMG-05).
    fn points_most(&self, _sheet: &Sheet) -> Option<i16> {
        None
    }

    /// The least that the running number of the health track can be set to by hand: damage that counts
    /// upwards is never below nothing (EP-DMG-05).
    fn points_least(&self, sheet: &Sheet) -> i16 {
        if self.points_most(sheet).is_some() { 0 } else { -99 }
    }

    /// How many marks a column of the health track has room for, where the sheet says so: points of a
    /// pool (EP-POOL-03).
    fn mark_most(&self, _sheet: &Sheet, _column: u8) -> Option<u8> {
        None
    }

    /// How harmed a fighter is, from 0 (whole) to 1000 (dead); carried over when rulesets switch.
    fn harm_permille(&self, fighter: &Fighter) -> u16;

    /// The health track of so much harm.
    fn track_of_harm(&self, sheet: &Sheet, harm_permille: u16) -> HealthTrack;

    /// State of health and what follows from it.
    fn vital(&self, fighter: &Fighter) -> Vital;

    /// The shape in which health is drawn.
    fn picture(&self, fighter: &Fighter) -> HealthPicture;

    /// The order of turns at the start of a fight. `by_cards` chooses the method for ties where
    /// the ruleset has two; none lets it choose.
    fn initiative(
        &self,
        all: &[InitiativeFacts],
        by_cards: Option<bool>,
        dice: &mut Dice,
    ) -> (Vec<Row>, Vec<Entrance>);

    /// Places newcomers among those already there.
    fn join(
        &self,
        order: &[Row],
        newcomers: &[InitiativeFacts],
        by_cards: Option<bool>,
        dice: &mut Dice,
    ) -> (Vec<Row>, Vec<Entrance>);

    /// What the beginning of a fighter's turn brings.
    fn turn_start(&self, facts: &TurnFacts) -> TurnStart;

    /// What the end of a fighter's turn brings.
    fn turn_end(&self, facts: &TurnFacts) -> Vec<Effect>;

    /// Whether the fighter may take this action now; the answer is what it costs.
    ///
    /// # Errors
    /// The refusal names the rule and the reason.
    fn allowed(
        &self,
        fighter: &Fighter,
        budget: &Budget,
        engaged: bool,
        action: ActionId,
    ) -> Result<Cost, Refusal>;

    /// Whether an action makes sense for a fighter whatever the time: weapon, rounds, state. Asked
    /// where there is no turn to allow it, before the fight. The preset: it does.
    ///
    /// # Errors
    /// The refusal names the rule and the reason.
    fn suits(&self, _fighter: &Fighter, _action: ActionId) -> Result<(), Refusal> {
        Ok(())
    }

    /// The ways in which the fighter can move with what is left of the turn, cheapest first.
    fn moves(&self, fighter: &Fighter, budget: &Budget) -> Vec<MoveMode>;

    /// The checks of an attack, explained, before anything is rolled.
    ///
    /// # Errors
    /// The refusal names the rule and the reason.
    fn plan(&self, facts: &AttackFacts) -> Result<Plan, Refusal>;

    /// Rolls and says what follows. Never looks at anything but its arguments.
    fn resolve(&self, facts: &AttackFacts, plan: &Plan, dice: &mut Dice) -> Outcome;

    /// An action on the fighter itself: reload, draw, take cover. `choice` is the weapon to draw
    /// (none: bare hands).
    ///
    /// # Errors
    /// The refusal names the rule and the reason (nothing to reload, no such weapon).
    fn perform(
        &self,
        action: ActionId,
        fighter: &Fighter,
        choice: Option<u8>,
    ) -> Result<Vec<Effect>, Refusal>;

    /// The same with dice, for the actions that need some; what [`Ruleset::perform`] says is what
    /// happens without luck. The preset rolls nothing.
    ///
    /// # Errors
    /// As [`Ruleset::perform`].
    fn perform_with(
        &self,
        action: ActionId,
        fighter: &Fighter,
        choice: Option<u8>,
        _dice: &mut Dice,
    ) -> Result<Vec<Effect>, Refusal> {
        self.perform(action, fighter, choice)
    }

    /// Whether a fighter may take an action of [`When::AnyTime`] now: `acted` in this round, and
    /// whether the round is `fresh`, nobody having done anything in it. The preset: no.
    ///
    /// # Errors
    /// The refusal names the rule and the reason.
    fn any_time(
        &self,
        _fighter: &Fighter,
        action: ActionId,
        _acted: bool,
        _fresh: bool,
    ) -> Result<(), Refusal> {
        let rule = self.actions().get(usize::from(action.0)).map_or(super::TABLE, |row| row.rule);
        Err(Refusal::new(rule, "refusal-out-of-turn"))
    }

    /// The order of turns as a round begins, from that of the round before, and what else follows.
    /// The preset: as it was.
    fn round_start(
        &self,
        _rows: &[Row],
        _all: &[InitiativeFacts],
        _dice: &mut Dice,
    ) -> Option<(Vec<Row>, Vec<Effect>)> {
        None
    }

    /// What the end of a round brings, for everybody in the order of turns. The preset: nothing.
    fn round_end(&self, _all: &[Fighter], _dice: &mut Dice) -> Vec<Effect> {
        Vec::new()
    }

    /// A turn at the end of the round for one who has paid for it. Its effects take away what it
    /// was paid with, so that it is given once. The preset: none.
    fn extra_turn(&self, _fighter: &Fighter) -> Option<TurnStart> {
        None
    }

    /// Whether a fighter waits to step in before somebody else's deed. The preset: nobody does.
    fn holds(&self, _fighter: &Fighter) -> bool {
        false
    }

    /// The turn of one who steps in before another, and the order of turns from then on. The preset:
    /// nobody does.
    ///
    /// # Errors
    /// The refusal names the rule and the reason.
    fn step_in(
        &self,
        _holder: &TurnFacts,
        _rows: &[Row],
        _before: Option<CombatantId>,
    ) -> Result<(Vec<Row>, TurnStart), Refusal> {
        Err(Refusal::new(super::TABLE, "refusal-out-of-turn"))
    }

    /// What follows from a walk of so many half cells. The preset: nothing.
    fn walks(&self, _fighter: &Fighter, _action: ActionId, _half_cells: u16) -> Vec<Effect> {
        Vec::new()
    }

    /// What would serve better than this attack, where it can do nothing. The preset: no advice.
    fn advice(&self, _facts: &AttackFacts, _plan: &Plan) -> Vec<Advice> {
        Vec::new()
    }

    /// Whether somebody conscious can do nothing at all, and so keeps nobody busy at arm's length. The
    /// preset: nobody.
    fn is_helpless(&self, _fighter: &Fighter) -> bool {
        false
    }

    /// What follows from a change by hand: one healed above zero wakes, one hurt below it falls.
    fn settle(&self, fighter: &Fighter) -> Vec<Effect>;

    /// Whether the track of health alone decides who is out or dead, whatever else is changed by hand.
    /// Where it does not, only a change of the health is followed by [`Ruleset::settle`].
    fn health_decides(&self) -> bool {
        true
    }

    /// What follows when the game master fixes a level of initiative: it counts from now on, whatever
    /// was won before. The preset: nothing.
    fn level_fixed(&self, _fighter: &Fighter) -> Vec<Effect> {
        Vec::new()
    }

    /// What follows when the game master moves a card to another level of these rows, so that it stays
    /// there where the cards are laid anew each round. The preset: nothing.
    fn card_moved(&self, _fighter: &Fighter, _rows: &[Row]) -> Vec<Effect> {
        Vec::new()
    }

    /// What an hour of story time does to a fighter.
    fn hour(&self, fighter: &Fighter) -> Vec<Effect>;

    /// Those in none of these conditions nothing besets ([`Ruleset::beset`]).
    fn beset_conditions(&self) -> &'static [Key] {
        &[]
    }

    /// What follows for a fighter from where everybody stands now: some conditions do not outlast
    /// a melee. Asked after every step and every change. The preset: nothing.
    fn beset(&self, _fighter: &Fighter, _engaged: bool) -> Vec<Effect> {
        Vec::new()
    }

    /// Those in one of these conditions mind whether they see the fighter by whom they are in it
    /// ([`Ruleset::loses_sight`]).
    fn sight_conditions(&self) -> &'static [Key] {
        &[]
    }

    /// What follows for a fighter that sees only some of the others now. Asked after every step and
    /// every change. The preset: nothing.
    fn loses_sight(&self, _fighter: &Fighter, _sees: &dyn Fn(CombatantId) -> bool) -> Vec<Effect> {
        Vec::new()
    }

    /// Whether a mark in a column counts for all of a side whose sheets share it: a purse in
    /// common. The preset: each has its own.
    fn shares_mark(&self, _sheet: &Sheet, _column: u8) -> bool {
        false
    }

    /// Whether an action that is bound to no turn brings the fighter's turn before those of the
    /// others (EP-POOL-06). The preset: it does not.
    fn takes_turn(&self, _action: ActionId) -> bool {
        false
    }

    /// Whether a fighter has its turn of this round before the others because it paid for that. The
    /// preset: nobody does.
    fn goes_first(&self, _fighter: &Fighter) -> bool {
        false
    }

    /// The order of turns of a round in which these fighters, who all have paid for it, go before
    /// the others. The preset: as it was.
    fn first_rows(&self, _payers: &[Fighter], rows: &[Row]) -> Vec<Row> {
        rows.to_vec()
    }

    /// What follows when a fighter leaves its cell, by its own feet or by the game master's hand.
    /// The preset: nothing.
    fn departs(&self, _fighter: &Fighter) -> Vec<Effect> {
        Vec::new()
    }

    /// The action with which somebody may strike at an enemy who passes by, and the rule, for one
    /// who did so a number of times in this round already. The preset: there is none.
    fn strike_in_passing(&self, _already: u8) -> Option<(ActionId, RuleId)> {
        None
    }

    /// The actions before the fight that the program may take for a fighter to whom the game master
    /// gave this situation modifier. The preset: none.
    fn strikes_first(&self, _modifier: u8) -> Vec<ActionId> {
        Vec::new()
    }

    /// Whether an attack is only worth its price against several targets. The preset: none is.
    fn is_for_several(&self, _action: ActionId) -> bool {
        false
    }

    /// A fighter near to this one, for whoever weighs many attacks and need not know each to a point:
    /// what differs little is made equal, so that one number serves many. The preset: the fighter
    /// itself.
    fn roughly(&self, fighter: Fighter) -> Fighter {
        fighter
    }

    /// How much of the board an attack of this fighter takes in.
    fn area(&self, _fighter: &Fighter, _action: ActionId) -> Area {
        Area::Targets
    }

    /// Whether the action keeps a fighter in the fight (a "combat action"). The preset: attacks do.
    fn is_combat(&self, action: ActionId) -> bool {
        self.actions().get(usize::from(action.0)).is_some_and(|row| row.scope.at_enemy())
    }

    /// The rule by which a fighter may leave at the end of a round that it spent like this; the
    /// game master is asked. The preset: nobody leaves.
    fn may_leave(&self, _round: Watch) -> Option<RuleId> {
        None
    }

    /// A number that is equal only for targets at range whose offset and sightline make no
    /// difference to any check or outcome. Whoever weighs many places looks up by it what has been
    /// worked out before: the coarser, the faster. The preset keeps everything apart that is not
    /// the same on this ruleset's board.
    fn footing(&self, offset: (i32, i32), sightline: &Sightline) -> u64 {
        let (x, y) = if self.info().facing {
            (offset.0.cast_unsigned(), offset.1.cast_unsigned())
        } else {
            let there = CellPos::new(offset.0 as i16, offset.1 as i16);
            (metres(self.info().metric, CellPos::default(), there).cast_unsigned(), 0)
        };
        let seen = u64::from(sightline.in_sight) << 7 | u64::from(sightline.hidden_64);
        u64::from(x) << 40 ^ u64::from(y) << 8 ^ seen
    }

    /// What [`Ruleset::resolve`] reads of such an attack beside the values of the planned checks.
    /// Odds that were worked out for one attack serve every other that is the same in this.
    fn resolve_reads(&self, _facts: &AttackFacts) -> Reads {
        Reads::Everything
    }

    /// A number that is equal only for fighters whose attacks, with the same gear, are planned alike.
    /// The preset takes in all of sheet, health and conditions.
    fn hand(&self, fighter: &Fighter) -> u64 {
        hash_of(&(&fighter.sheet.values, fighter.health, &fighter.conditions))
    }

    /// A number that is equal only for fighters whose attacks, with the same weapon in hand and with
    /// plans that are equal in names and values, come to the same ([`Reads::Hands`]). The preset takes
    /// in what their plans are made from.
    fn swing(&self, fighter: &Fighter) -> u64 {
        self.hand(fighter)
    }

    /// A number that is equal only for fighters on whom, with the same armour, attacks at range are
    /// planned alike. The preset takes in all.
    fn mark(&self, fighter: &Fighter) -> u64 {
        hash_of(&(&fighter.sheet.values, fighter.health, &fighter.conditions))
    }

    /// A number that is equal only for fighters on whom, with the same gear, attacks at arm's
    /// length are planned alike. The preset takes in all.
    fn guard(&self, fighter: &Fighter) -> u64 {
        hash_of(&(&fighter.sheet.values, fighter.health, &fighter.conditions))
    }

    /// A number that is equal only for fighters to whom equal outcomes do equal harm: of sheet,
    /// health and conditions it takes in what matters for one who is hit. The preset takes in all.
    fn body(&self, fighter: &Fighter) -> u64 {
        hash_of(&(&fighter.sheet.values, fighter.health, &fighter.conditions))
    }

    /// The same for outcomes that do no harm but put into conditions and free from them. The preset
    /// takes in all.
    fn poise(&self, fighter: &Fighter) -> u64 {
        self.body(fighter)
    }

    /// From the how manyth free action of a turn on ([`Budget::free`]) the table reminds that their
    /// number is the game master's to judge. It forbids nothing.
    fn free_hint_from(&self) -> Option<u8> {
        None
    }

    /// The attack action that suits these facts best when the user clicks an enemy.
    fn suited(&self, facts: &AttackFacts) -> ActionId;
}

/// A worked example of the specification after it was run: what it touched and whether it held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseReport {
    /// Its name, with the specification's own number first: `EX-08 tie with a weapon`.
    pub name: &'static str,
    /// Every rule that a modifier, a roll, an effect or a refusal of the run named.
    pub touched: std::collections::BTreeSet<RuleId>,
    /// What differed from the specification; none when it held.
    pub failure: Option<String>,
}

/// The same number for equal values, in every run of the program.
pub fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = std::hash::DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The weapon spec of an id.
pub fn weapon(ruleset: &dyn Ruleset, id: ItemId) -> Option<&ItemSpec> {
    ruleset.weapons().get(usize::from(id.0))
}

/// The action spec of an id.
pub fn action(ruleset: &dyn Ruleset, id: ActionId) -> Option<&ActionSpec> {
    ruleset.actions().get(usize::from(id.0))
}

/// What a fighter can spend of its turn: of metres only those of paces that are still open, since
/// one that is chosen may close the others.
pub fn spendable(ruleset: &dyn Ruleset, fighter: &Fighter, budget: &Budget) -> [u8; COINS] {
    let coins = ruleset.info().coins;
    let ways = ruleset.moves(fighter, budget);
    let mut left = budget.left;
    for (i, (coin, left)) in coins.iter().zip(&mut left).enumerate() {
        if coin.unit == CoinUnit::HalfCells {
            let walked = ways.iter().filter(|way| way.pace(coins) == Some(i));
            let cells = walked.map(|way| way.range_cells).max().unwrap_or(0);
            *left = (*left).min(u8::try_from(2 * cells).unwrap_or(u8::MAX));
        }
    }
    left
}

/// The weapons of a catalogue that come nearest to arms in terms of no system, full; what has no
/// counterpart is left out, and nothing is carried twice but grenades.
pub fn armed(weapons: &[ItemSpec], arms: &[Arm]) -> Vec<Carried> {
    let of = |arm: Arm| weapons.iter().position(|w| w.arm == Some(arm));
    let mut found: Vec<Carried> = Vec::new();
    for arm in arms {
        let at = of(*arm).or_else(|| arm.akin().iter().find_map(|other| of(*other)));
        let Some(at) = at else { continue };
        let item = ItemId(at as u16);
        if !found.iter().any(|carried| carried.item == item) {
            let spec = &weapons[at];
            found.push(Carried::new(item, spec.magazine, spec.spare));
        }
    }
    found
}

/// Finds an action by its name.
pub fn action_named(ruleset: &dyn Ruleset, name: &str) -> Option<ActionId> {
    ruleset.actions().iter().position(|a| a.id == name).map(|i| ActionId(i as u16))
}
