//! What goes into a rule: plain facts, gathered once, the same for preview and play.

use super::grid::{Board, CellPos, WhyIgnored};
use super::health::HealthTrack;
use super::key::{Key, RuleId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A fighter's number in this fight, given in the order of joining and never reused.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct CombatantId(pub u16);

/// A side's number in this fight: 0 is A, 1 is B, 2 is C.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct SideId(pub u8);

impl SideId {
    /// The key of its word.
    pub fn word(self) -> &'static str {
        match self.0 {
            0 => "side-a",
            1 => "side-b",
            2 => "side-c",
            _ => "side-none",
        }
    }
}

/// A weapon or an armour by its place in the ruleset's own list.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct ItemId(pub u16);

/// An action by its place in the ruleset's action table.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct ActionId(pub u16);

/// The numbers of a sheet (лист персонажа), in the order of the ruleset's field list.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Sheet {
    /// One number a field; the ruleset's [`FieldSpec`](super::ruleset::FieldSpec)s say what.
    pub values: Vec<i16>,
    /// Made from the neutral profile and not edited since.
    pub derived: bool,
}

impl Sheet {
    /// The number of a field.
    ///
    /// # Panics
    /// If the ruleset has no such field: sheets are checked where they come from.
    pub fn get(&self, field: usize) -> i32 {
        i32::from(self.values[field])
    }
}

/// A weapon that a fighter carries.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Carried {
    /// Which weapon.
    pub item: ItemId,
    /// Rounds in it (pieces, for throwing weapons).
    pub loaded: u16,
    /// Rounds beside it.
    pub spare: u16,
    /// What it is coated with: its place in the ruleset's list of coatings, counted from 1; 0 is
    /// nothing (EP-POI-01).
    #[serde(default, skip_serializing_if = "is_none")]
    pub coat: u8,
}

fn is_none(coat: &u8) -> bool {
    *coat == 0
}

impl Carried {
    /// A weapon with so many rounds in it and beside it.
    pub fn new(item: ItemId, loaded: u16, spare: u16) -> Self {
        Self { item, loaded, spare, coat: 0 }
    }
}

impl Hash for Carried {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.item, self.loaded, self.spare).hash(state);
        // Tables that were saved before blades could be coated keep their hashes.
        if self.coat != 0 {
            self.coat.hash(state);
        }
    }
}

/// All that a fighter carries.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Gear {
    /// The weapons, first in hand at the start.
    pub weapons: Vec<Carried>,
    /// Index of the weapon in hand; none is bare hands.
    pub in_hand: Option<u8>,
    /// The armour worn.
    pub armor: Option<ItemId>,
}

impl Gear {
    /// The weapon in hand.
    pub fn held(&self) -> Option<&Carried> {
        self.in_hand.and_then(|i| self.weapons.get(usize::from(i)))
    }
}

/// How long a condition lasts.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Until {
    /// Until a rule or the game master ends it.
    Ended,
    /// Until the bearer's next turn begins.
    NextTurn,
    /// Until the bearer's next turn ends.
    EndOfNextTurn,
    /// Until the bearer's turn that runs now ends.
    EndOfThisTurn,
    /// Until it has been used once, at the latest until the bearer's next turn begins.
    Used,
    /// Until so many turns of the bearer have ended; the ruleset counts down.
    Turns(u16),
    /// Until so many hours of story time have passed; the ruleset counts down. Such conditions stand
    /// beside each other, each with its own time.
    Hours(u16),
}

/// A condition that a fighter is in.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Which one.
    pub id: Key,
    /// How long.
    pub until: Until,
    /// The other fighter, for instance the one who holds.
    pub by: Option<CombatantId>,
    /// A number that goes with it, where the ruleset gives it one.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub amount: i16,
}

fn is_nothing(amount: &i16) -> bool {
    *amount == 0
}

impl Condition {
    /// A condition that concerns nobody else.
    pub fn new(id: Key, until: Until) -> Self {
        Self { id, until, by: None, amount: 0 }
    }

    /// The same with a number.
    #[must_use]
    pub fn of(self, amount: i16) -> Self {
        Self { amount, ..self }
    }

    /// The same by another fighter.
    #[must_use]
    pub fn by(self, by: CombatantId) -> Self {
        Self { by: Some(by), ..self }
    }
}

impl Hash for Condition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.id, self.until, self.by).hash(state);
        // Tables that were saved before conditions had numbers keep their hashes.
        if self.amount != 0 {
            self.amount.hash(state);
        }
    }
}

/// Where a fighter's deeds of late were directed: some rules ask for it. In cells, x east, y south.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Trace {
    /// From start to end of the latest movement of the running turn.
    pub walked: Option<(i32, i32)>,
    /// The same of the turn before.
    pub walked_before: Option<(i32, i32)>,
    /// To the target of the main attack of the running turn.
    pub aimed: Option<(i32, i32)>,
}

impl Trace {
    /// What is left of it when the turn ends.
    #[must_use]
    pub fn after_turn(self) -> Self {
        Self { walked: None, walked_before: self.walked, aimed: None }
    }
}

/// A fighter as a rule sees it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fighter {
    /// Who.
    pub id: CombatantId,
    /// Whose side.
    pub side: SideId,
    /// The numbers.
    pub sheet: Arc<Sheet>,
    /// Health now.
    pub health: HealthTrack,
    /// Conditions, sorted.
    pub conditions: Vec<Condition>,
    /// Weapons and armour.
    pub gear: Gear,
    /// Where it stands.
    pub cell: CellPos,
    /// Where its deeds of late were directed.
    pub trace: Trace,
}

impl Fighter {
    /// Whether it is in a condition.
    pub fn has(&self, id: Key) -> bool {
        self.conditions.iter().any(|c| c.id == id)
    }

    /// Whether it is in a condition by a certain other fighter.
    pub fn has_by(&self, id: Key, by: CombatantId) -> bool {
        self.conditions.iter().any(|c| c.id == id && c.by == Some(by))
    }

    /// The others by whom it is in a condition.
    pub fn by(&self, id: Key) -> impl Iterator<Item = CombatantId> {
        self.conditions.iter().filter(move |c| c.id == id).filter_map(|c| c.by)
    }
}

/// What lies between two fighters, as the board measured it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sightline {
    /// Any point of one sees any point of the other.
    pub in_sight: bool,
    /// Hidden share of the target's silhouette in 64ths.
    pub hidden_64: u8,
    /// How many of the four corners of the target's cell are hidden from the best corner of the
    /// shooter's; none where nobody looked.
    pub hidden_corners: Option<u8>,
    /// How poor sight is along it: 0 for clear, 1 dim, 2 thick (EP-MOD-07, EP-MOD-08).
    pub veil: u8,
    /// Vacuum all along it (EP-RNG-04).
    pub airless: bool,
    /// What hides how much, in 64ths; names by the board's objects.
    pub blockers: Vec<(u16, u8)>,
    /// Objects that a reader would expect to count and that do not, with the reason.
    pub ignored: Vec<(u16, WhyIgnored)>,
}

/// An enemy who threatens the target at arm's length (BW-MEL-07).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Assailant {
    /// Who.
    pub id: CombatantId,
    /// From the centre of the target to its own centre, in cells; x east, y south.
    pub bearing: (i32, i32),
}

/// One target of an attack.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TargetFacts {
    /// The target.
    pub fighter: Fighter,
    /// From the attacker's cell to the target's, in cells.
    pub offset: (i32, i32),
    /// Adjacent with no wall between.
    pub in_reach: bool,
    /// Sight and cover.
    pub sightline: Sightline,
    /// All enemies of the target who threaten it, the attacker among them.
    pub assailants: Vec<Assailant>,
    /// Those who attacked it in melee in this round.
    pub attacked_by: Vec<Assailant>,
    /// Room for so many attackers, 1 to 4.
    pub attacker_cap: u8,
    /// Whether the target is engaged in a melee.
    pub engaged: bool,
    /// Whether the target stands on the board and waits for its round (BW-ENT-01).
    pub waits: bool,
    /// The neighbouring cells to which nothing bars the way, as bits clockwise from north.
    pub open_around: u8,
    /// The neighbouring cells on which it could stand, as bits clockwise from north (EP-CALL-05);
    /// all of them where nobody is pushed.
    pub room_around: u8,
    /// The neighbouring cells that are a danger to whoever is pushed there, as bits clockwise from
    /// north (EP-CALL-05); none where nobody is pushed.
    pub danger_around: u8,
}

/// What the game master or player set before the roll, by option and target; a missing entry
/// means the suggested value.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Options(pub BTreeMap<(Key, Option<CombatantId>), i16>);

impl Options {
    /// The value for a target: its own entry, else the one for all.
    pub fn get(&self, option: Key, target: Option<CombatantId>) -> Option<i32> {
        let own = target.and_then(|t| self.0.get(&(option, Some(t))));
        own.or_else(|| self.0.get(&(option, None))).map(|v| i32::from(*v))
    }

    /// Sets a value for all targets or for one.
    pub fn set(&mut self, option: Key, target: Option<CombatantId>, value: i16) {
        self.0.insert((option, target), value);
    }
}

/// How decisions after a roll are answered when nobody is asked.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Policy {
    /// The ruleset's own preset.
    #[default]
    Preset,
    /// Always yes.
    Always,
    /// Always no.
    Never,
    /// Yes where it makes the result better for the one who decides.
    WhenItHelps,
}

impl Policy {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Preset, Self::Never, Self::Always, Self::WhenItHelps];

    /// The name on the command line; the label is the word `policy-<name>`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Preset => "preset",
            Self::Always => "always",
            Self::Never => "never",
            Self::WhenItHelps => "when-it-helps",
        }
    }
}

/// The board on which an attack takes place, for rules that have to look at other cells than those
/// of the fighters: what misses its cell goes off in another. It is no part of what tells facts
/// apart: cells and sight are.
#[derive(Clone, Debug)]
pub struct Ground(pub Board);

impl PartialEq for Ground {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Ground {}

impl Hash for Ground {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// The cell at which an attack is aimed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Aim {
    /// The cell.
    pub cell: CellPos,
    /// Whether the attacker sees it.
    pub in_sight: bool,
    /// How thick what veils it is, on the way to it or in it, as in [`Sightline::veil`].
    pub veil: u8,
}

/// Everything that matters for one attack.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AttackFacts {
    /// Which action.
    pub action: ActionId,
    /// Who attacks.
    pub attacker: Fighter,
    /// Whether the attacker is engaged in a melee.
    pub engaged: bool,
    /// The targets, in the order in which they were named.
    pub targets: Vec<TargetFacts>,
    /// The cell at which the attack is aimed, where it is aimed at one.
    pub aim: Option<Aim>,
    /// The board, for attacks that take in cells.
    pub ground: Option<Ground>,
    /// Choices and overrides.
    pub options: Options,
    /// How decisions are answered.
    pub policy: Policy,
}

/// Coins of a turn's budget that a ruleset may use.
pub const COINS: usize = 4;

/// What an action costs, coin by coin.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Cost(pub [u8; COINS]);

/// What is left of a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Budget {
    /// Coins left.
    pub left: [u8; COINS],
    /// Coins that a rule took away for this turn.
    pub barred: [Option<RuleId>; COINS],
    /// Free (negligible) actions taken.
    pub free: u8,
}

impl Budget {
    /// Whether the coins suffice; the answer is the first coin that does not.
    ///
    /// # Errors
    /// The index of the coin that is short.
    pub fn covers(&self, cost: Cost) -> Result<(), usize> {
        (0..COINS).find(|i| self.left[*i] < cost.0[*i]).map_or(Ok(()), Err)
    }

    /// Spends the coins; more than there are leaves none.
    pub fn pay(&mut self, cost: Cost) {
        for (left, cost) in self.left.iter_mut().zip(cost.0) {
            *left = left.saturating_sub(cost);
        }
    }
}

/// What a fighter's own turn looks like to a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TurnFacts {
    /// Whose turn.
    pub fighter: Fighter,
    /// Number of the round, from 1.
    pub round: u16,
    /// Whether the fighter is engaged in a melee.
    pub engaged: bool,
}

/// How a fighter spent a round, as far as it matters for leaving the fight.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Watch {
    /// It took a combat action, or was not there when the round began.
    pub fought: bool,
    /// Some able enemy saw it at the beginning or the end of a turn.
    pub seen: bool,
}

/// A fighter before the order is known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct InitiativeFacts {
    /// Who.
    pub fighter: Fighter,
    /// The game master's situation modifier, in the ruleset's own steps.
    pub modifier: u8,
    /// An initiative that the game master fixed.
    pub fixed: Option<i16>,
}

/// One row of the turn order: all fighters of one level, first to act first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Row {
    /// The initiative level.
    pub level: i16,
    /// Its cards from left to right.
    pub cards: Vec<CombatantId>,
}

/// A weapon in terms of no system: from it every ruleset finds one of its own.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arm {
    /// A knife or a truncheon.
    Knife,
    /// A sword, an axe, a spear.
    Blade,
    /// A pistol or a revolver.
    Pistol,
    /// A gun that fires bursts with one hand or two.
    Automatic,
    /// A rifle.
    Rifle,
    /// A shotgun.
    Shotgun,
    /// A bow or a crossbow.
    Bow,
    /// A knife or an axe for throwing.
    Throwing,
    /// A grenade.
    Grenade,
    /// What stuns.
    Stunner,
}

impl Arm {
    /// What comes nearest to it, where a system has none of its kind.
    pub fn akin(self) -> &'static [Self] {
        use Arm::{Automatic, Blade, Bow, Knife, Pistol, Rifle, Throwing};
        match self {
            Self::Knife => &[Blade],
            Self::Blade | Self::Throwing => &[Knife, Blade],
            Self::Pistol | Self::Stunner => &[Automatic, Pistol, Rifle],
            Self::Automatic => &[Rifle, Pistol],
            Self::Rifle | Self::Bow => &[Rifle, Automatic, Bow, Pistol],
            Self::Shotgun => &[Rifle, Automatic, Pistol],
            Self::Grenade => &[Throwing],
        }
    }
}

/// A fighter in terms of no system: from it every ruleset derives a sheet that it lacks.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Profile {
    /// Bodily strength, 1 to 6, 3 is ordinary; so are all the others.
    pub strength: u8,
    /// Quickness and balance.
    pub agility: u8,
    /// How much it can take.
    pub toughness: u8,
    /// Senses and attention.
    pub perception: u8,
    /// Nerve.
    pub will: u8,
    /// Skill with guns and bows.
    pub shooting: u8,
    /// Skill at arm's length.
    pub fighting: u8,
    /// Protection worn: 0 none, 1 light, 2 heavy.
    pub protection: u8,
}

impl Default for Profile {
    fn default() -> Self {
        Self {
            strength: 3,
            agility: 3,
            toughness: 3,
            perception: 3,
            will: 3,
            shooting: 3,
            fighting: 3,
            protection: 0,
        }
    }
}
