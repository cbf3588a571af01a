//! The ruleset's file: every number that the source leaves open, the tables, the words.
//!
//! [`File::default`] is what ships; `assets/rulesets/better-world.ron` writes the same down where
//! a table can change it, and a test of the data module holds the two together.

use crate::rules::facts::{Arm, Cost};
use crate::rules::key::RuleId;
use crate::rules::message::Message;
use crate::rules::ruleset::{Scope, When};
use serde::{Deserialize, Serialize};

use super::ids::*;
use super::sheet::{ADDITIONAL, Aspect, MAIN};

/// What the file holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct File {
    /// The version of the rules that the file was written for.
    pub version: u16,
    /// Single numbers and switches.
    pub tunables: Tunables,
    /// Aspects by melee class (BW-MEL-02).
    pub melee_aspects: MeleeAspects,
    /// Aspects by ranged class (BW-RNG-02).
    pub ranged_aspects: RangedAspects,
    /// Distance bands (BW-RNG-03, BW-RNG-04).
    pub bands: Bands,
    /// Tiers of cover (BW-RNG-05).
    pub cover: Cover,
    /// Dice for outnumbering (BW-MEL-07).
    pub gang_up: GangUp,
    /// Dice of difficulty by wound (BW-DMG-06, BW-DMG-10).
    pub wound_diff: WoundDiff,
    /// The action table (BW-ACT-10).
    pub actions: Vec<ActionRow>,
    /// The weapon catalogue.
    pub weapons: Vec<Weapon>,
    /// The armour catalogue.
    pub armours: Vec<Armour>,
    /// The words.
    pub words: Words,
}

/// Fluent sources in both languages.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Words {
    /// Russian.
    pub ru: String,
    /// English.
    pub en: String,
}

/// Single numbers and switches (section 13.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tunables {
    /// Whether equal ones are a success (BW-CHK-03).
    pub tie_is_success: bool,
    /// Most situational dice either way, 0 to 3 (BW-CHK-08).
    pub situational_limit: u8,
    /// Dice for the steps of the game master's initiative modifier, the first for "nothing
    /// special" (BW-INI-02).
    pub initiative_modifiers: Vec<u8>,
    /// Whether empty levels between occupied ones keep a row (BW-INI-05).
    pub show_gap_cards: bool,
    /// How ties are broken when the game master does not say (BW-INI-06, BW-INI-07).
    pub tie_method: TieMethod,
    /// Most fighters for whom `auto` uses dice.
    pub tie_dice_up_to: u8,
    /// In which sequence tied cards are inserted (BW-INI-06).
    pub tie_insertion_sequence: Sequence,
    /// From so many newcomers per hundred present they are "many" (BW-INI-09).
    pub many_newcomers_percent: u16,
    /// Least damage of a hit (BW-DMG-03).
    pub min_damage_on_hit: u8,
    /// Whether a wound also weakens the defence in melee (BW-DMG-06).
    pub wound_affects_defence: bool,
    /// Hits that a conscious dying fighter loses as its turn begins (BW-DMG-10).
    pub dying_loss_per_turn: u8,
    /// Hits that a dying fighter loses in an hour of story time (BW-DMG-09).
    pub dying_loss_per_hour: u8,
    /// What a dying fighter does when nobody is asked (BW-DMG-10).
    pub dying_default: DyingDefault,
    /// Most attackers in melee, 1 to 4 (BW-MEL-06).
    pub attacker_cap: u8,
    /// Least angle between attackers on opposite sides, in degrees (BW-MEL-07).
    pub opposite_min_angle_deg: u16,
    /// Dice for every band beyond the weapon's own (BW-RNG-03).
    pub over_band_diff: u8,
    /// Hidden eighths of the silhouette from which cover is light.
    pub cover_light_from: u8,
    /// Hidden eighths from which it is normal.
    pub cover_normal_from: u8,
    /// Hidden eighths from which it is strong.
    pub cover_strong_from: u8,
    /// Dice of difficulty for a shooter who is engaged in melee (BW-RNG-01).
    pub engaged_shooter_diff: u8,
    /// Dice of the initiative after a First Strike (BW-INI-11).
    pub first_strike_initiative: u8,
    /// Whether a main action may be spent as a second additional one (BW-ACT-04).
    pub main_to_additional: bool,
    /// Whether a gun fires bursts at arm's length, too (BW-MEL-03).
    pub firearm_melee_bursts: bool,
    /// Whether outnumbering, guards and a hold count for disarming and grappling.
    pub manoeuvres_are_attacks: bool,
    /// Whether dice of weapons and armour count for disarming and grappling.
    pub manoeuvres_use_weapon_dice: bool,
    /// Whether the difficulty is rolled against a held target, too; otherwise it is 0 (BW-MEL-11).
    pub held_target_rolls: bool,
    /// Most strikes in passing of one fighter in a round; none for no limit (BW-MEL-09).
    pub opportunity_per_round: Option<u8>,
    /// When a defensive stance that nobody attacked ends (BW-MEL-14).
    pub stance_expires: StanceExpires,
    /// By how much a pulled blow is less, when nobody says (BW-MEL-17).
    pub restraint_default: u8,
    /// Whether shots can be pulled, too (BW-MEL-17).
    pub restraint_ranged: bool,
    /// The farthest comfortable distance of a short burst (BW-RNG-12).
    pub short_burst_band: Band,
    /// The farthest comfortable distance of a long burst (BW-RNG-13).
    pub long_burst_band: Band,
    /// Widest angle that is still the same direction, in degrees (BW-RNG-08).
    pub quick_shot_same_deg: u16,
    /// Further dice of a quick shot in another direction (BW-RNG-08).
    pub quick_shot_turn_diff: u8,
    /// The whole angle of the cone of a long burst, in degrees (BW-RNG-14).
    pub cone_deg: u16,
    /// Whether a long burst may be aimed at allies in its cone, too (BW-RNG-14).
    pub long_burst_hits_allies: bool,
    /// How far from its cell a grenade reaches, in cells (BW-RNG-15).
    pub blast_radius_cells: u8,
    /// Full magazines that a fresh fighter carries beside the loaded one.
    pub spare_magazines: u8,
    /// From the how manyth negligible action of a turn on the table reminds that their number is
    /// the game master's to judge; 0 never does (BW-ACT-03).
    pub negligible_hint_from: u8,
}

impl Default for Tunables {
    fn default() -> Self {
        Self {
            tie_is_success: true,
            situational_limit: 3,
            initiative_modifiers: vec![0, 1, 2, 3],
            show_gap_cards: true,
            tie_method: TieMethod::Auto,
            tie_dice_up_to: 6,
            tie_insertion_sequence: Sequence::Shuffled,
            many_newcomers_percent: 50,
            min_damage_on_hit: 0,
            wound_affects_defence: false,
            dying_loss_per_turn: 1,
            dying_loss_per_hour: 1,
            dying_default: DyingDefault::Collapse,
            attacker_cap: 4,
            opposite_min_angle_deg: 135,
            over_band_diff: 1,
            cover_light_from: 1,
            cover_normal_from: 3,
            cover_strong_from: 5,
            engaged_shooter_diff: 0,
            first_strike_initiative: 1,
            main_to_additional: false,
            firearm_melee_bursts: false,
            manoeuvres_are_attacks: true,
            manoeuvres_use_weapon_dice: false,
            held_target_rolls: true,
            opportunity_per_round: None,
            stance_expires: StanceExpires::NextTurn,
            restraint_default: 1,
            restraint_ranged: false,
            short_burst_band: Band::Medium,
            long_burst_band: Band::Near,
            quick_shot_same_deg: 45,
            quick_shot_turn_diff: 1,
            cone_deg: 30,
            long_burst_hits_allies: false,
            blast_radius_cells: 1,
            spare_magazines: 2,
            negligible_hint_from: 4,
        }
    }
}

/// How ties in the order of turns are broken.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieMethod {
    /// Dice for few fighters, cards for many.
    Auto,
    /// Always dice.
    Dice,
    /// Always cards.
    Cards,
}

/// In which sequence tied cards are inserted.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sequence {
    /// Shuffled first, so that all orders are equally likely.
    Shuffled,
    /// In the order of joining the scene.
    Roster,
}

/// What a dying fighter does when nobody is asked.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DyingDefault {
    /// Faints.
    Collapse,
    /// Stays conscious.
    StayConscious,
}

/// When a defensive stance that nobody attacked ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StanceExpires {
    /// As its owner's next turn begins.
    NextTurn,
    /// Never: it waits for an attack.
    Never,
}

/// Aspects to choose from, by the weapon's melee class (BW-MEL-02).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MeleeAspects {
    /// Bare hands.
    pub unarmed: Vec<Aspect>,
    /// Swords, sabres, rapiers.
    pub fencing: Vec<Aspect>,
    /// Improvised or heavy weapons.
    pub heavy: Vec<Aspect>,
    /// Knives.
    pub knife: Vec<Aspect>,
    /// A gun at arm's length.
    pub firearm: Vec<Aspect>,
}

impl Default for MeleeAspects {
    fn default() -> Self {
        use Aspect::{Constitution, Coordination, SleightOfHand, Training};
        Self {
            unarmed: vec![Training, Constitution, Coordination],
            fencing: vec![Training, Coordination],
            heavy: vec![Training, Constitution],
            knife: vec![Training, Coordination, SleightOfHand],
            firearm: vec![Training, Coordination],
        }
    }
}

impl MeleeAspects {
    /// The list of a class.
    pub fn of(&self, class: MeleeClass) -> &[Aspect] {
        match class {
            MeleeClass::Unarmed => &self.unarmed,
            MeleeClass::Fencing => &self.fencing,
            MeleeClass::Heavy => &self.heavy,
            MeleeClass::Knife => &self.knife,
            MeleeClass::Firearm => &self.firearm,
        }
    }
}

/// Aspects to choose from, by the weapon's ranged class (BW-RNG-02).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RangedAspects {
    /// Ordinary shooting.
    pub firearm: Vec<Aspect>,
    /// Throwing knives.
    pub thrown_knife: Vec<Aspect>,
    /// Grenades.
    pub grenade: Vec<Aspect>,
    /// Archery.
    pub bow: Vec<Aspect>,
}

impl Default for RangedAspects {
    fn default() -> Self {
        use Aspect::{Concentration, Coordination, Perception, SleightOfHand, Training};
        Self {
            firearm: vec![Perception, Concentration],
            thrown_knife: vec![Training, SleightOfHand, Coordination],
            grenade: vec![Training],
            bow: vec![Training],
        }
    }
}

impl RangedAspects {
    /// The list of a class.
    pub fn of(&self, class: RangedClass) -> &[Aspect] {
        match class {
            RangedClass::Firearm => &self.firearm,
            RangedClass::ThrownKnife => &self.thrown_knife,
            RangedClass::Grenade => &self.grenade,
            RangedClass::Bow => &self.bow,
        }
    }
}

/// A distance band, Дистанция (BW-RNG-03); the order is that of the option `band`.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    /// Ближняя.
    #[default]
    Near,
    /// Средняя.
    Medium,
    /// Дальняя.
    Long,
    /// Beyond; not named in the source.
    Extreme,
}

impl Band {
    /// All, from near to far.
    pub const ALL: [Self; 4] = [Self::Near, Self::Medium, Self::Long, Self::Extreme];

    /// The band of a number of the option.
    pub fn of(number: i32) -> Option<Self> {
        usize::try_from(number).ok().and_then(|n| Self::ALL.get(n)).copied()
    }

    /// Its name in the file and among the values of the option.
    pub fn key(self) -> &'static str {
        match self {
            Self::Near => "near",
            Self::Medium => "medium",
            Self::Long => "long",
            Self::Extreme => "extreme",
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Near => "option-band-near",
            Self::Medium => "option-band-medium",
            Self::Long => "option-band-long",
            Self::Extreme => "option-band-extreme",
        }
    }
}

/// The numbers of one band.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BandRow {
    /// Dice of difficulty for a weapon whose own band it is (BW-RNG-03).
    pub base: u8,
    /// Its last whole metre (BW-RNG-04); none for the last band.
    pub up_to_m: Option<u16>,
}

/// The numbers of all bands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Bands {
    /// Ближняя.
    pub near: BandRow,
    /// Средняя.
    pub medium: BandRow,
    /// Дальняя.
    pub long: BandRow,
    /// Beyond.
    pub extreme: BandRow,
}

impl Default for Bands {
    fn default() -> Self {
        let row = |base, up_to_m| BandRow { base, up_to_m };
        Self {
            near: row(3, Some(10)),
            medium: row(4, Some(30)),
            long: row(5, Some(100)),
            extreme: row(6, None),
        }
    }
}

impl Bands {
    /// The numbers of a band.
    pub fn row(&self, band: Band) -> &BandRow {
        match band {
            Band::Near => &self.near,
            Band::Medium => &self.medium,
            Band::Long => &self.long,
            Band::Extreme => &self.extreme,
        }
    }

    /// The band of a distance in whole metres; limits are inclusive (BW-RNG-04).
    pub fn of(&self, metres: i32) -> Band {
        let reaches = |band: &Band| {
            self.row(*band).up_to_m.is_none_or(|up_to_m| metres <= i32::from(up_to_m))
        };
        Band::ALL.into_iter().find(reaches).unwrap_or(Band::Extreme)
    }
}

/// A tier of cover, Укрытие (BW-RNG-05); the order is that of the option `cover`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// In the open.
    None,
    /// Лёгкое, about a quarter of the body.
    Light,
    /// Обычное, about a half.
    Normal,
    /// Сильное, three quarters and more.
    Strong,
}

impl Tier {
    /// The tier of a number of the option.
    pub fn of(number: i32) -> Option<Self> {
        [Self::None, Self::Light, Self::Normal, Self::Strong]
            .into_iter()
            .find(|tier| *tier as i32 == number)
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "option-cover-none",
            Self::Light => "option-cover-light",
            Self::Normal => "option-cover-normal",
            Self::Strong => "option-cover-strong",
        }
    }
}

/// Dice of difficulty by tier of cover.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Cover {
    /// In the open.
    pub none: u8,
    /// Light.
    pub light: u8,
    /// Normal.
    pub normal: u8,
    /// Strong.
    pub strong: u8,
}

impl Default for Cover {
    fn default() -> Self {
        Self { none: 0, light: 1, normal: 2, strong: 3 }
    }
}

impl Cover {
    /// The dice of a tier.
    pub fn dice(&self, tier: Tier) -> i32 {
        i32::from(match tier {
            Tier::None => self.none,
            Tier::Light => self.light,
            Tier::Normal => self.normal,
            Tier::Strong => self.strong,
        })
    }
}

/// Dice for each of several attackers (BW-MEL-07).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GangUp {
    /// Alone.
    pub one: u8,
    /// Two from the same side.
    pub two_same: u8,
    /// Two from opposite sides.
    pub two_opposite: u8,
    /// Three.
    pub three: u8,
    /// Four.
    pub four: u8,
}

impl Default for GangUp {
    fn default() -> Self {
        Self { one: 0, two_same: 1, two_opposite: 2, three: 2, four: 3 }
    }
}

/// Dice of difficulty on a fighter's own checks by the state of its health.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WoundDiff {
    /// Healthy or lightly wounded.
    pub healthy: u8,
    /// Wounded.
    pub wounded: u8,
    /// Heavily wounded.
    pub heavy: u8,
    /// Dying and conscious.
    pub dying: u8,
}

impl Default for WoundDiff {
    fn default() -> Self {
        Self { healthy: 0, wounded: 1, heavy: 2, dying: 3 }
    }
}

/// What an action costs.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Price {
    /// ОД.
    Main,
    /// ДД.
    Additional,
    /// ПД: both (BW-ACT-02).
    Full,
    /// НД: nothing (BW-ACT-03).
    Negligible,
    /// Nothing, in somebody else's turn (BW-MEL-09).
    OutOfTurn,
    /// Nothing, before the fight begins (BW-INI-10).
    BeforeFight,
}

impl Price {
    /// In coins.
    pub fn cost(self) -> Cost {
        let mut cost = Cost::default();
        if matches!(self, Self::Main | Self::Full) {
            cost.0[MAIN] = 1;
        }
        if matches!(self, Self::Additional | Self::Full) {
            cost.0[ADDITIONAL] = 1;
        }
        cost
    }

    /// In whose turn.
    pub fn when(self) -> When {
        match self {
            Self::OutOfTurn => When::OutOfTurn,
            Self::BeforeFight => When::BeforeFight,
            _ => When::OwnTurn,
        }
    }
}

/// What is special about an action, apart from its price and its dice.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Nothing.
    #[default]
    Plain,
    /// A strike in passing (BW-MEL-09).
    Opportunity,
    /// Takes the weapon out of the target's hand (BW-MEL-10).
    Disarm,
    /// Takes hold of the target (BW-MEL-11).
    Grapple,
    /// Keeps the hold for this turn (BW-MEL-11).
    Maintain,
    /// Lets everybody go who is held (BW-MEL-11).
    Release,
    /// Breaks the target's hold (BW-MEL-12).
    BreakFree,
    /// Guards against the next melee attack (BW-MEL-14).
    Stance,
    /// Guards against all melee attacks (BW-MEL-15).
    FullDefence,
    /// The permission to pull blows (BW-MEL-17); no action by itself.
    Restraint,
    /// A second shot that must go the same way (BW-RNG-08).
    QuickShot,
    /// Guards against shots (BW-RNG-09).
    Reaction,
    /// Short burst (BW-RNG-12).
    ShortBurst,
    /// Long burst (BW-RNG-13, BW-RNG-14).
    LongBurst,
    /// Before everybody else (BW-INI-10).
    FirstStrike,
    /// The same as a short burst.
    FirstStrikeBurst,
    /// Change of magazine (BW-RNG-11).
    Reload,
    /// Another weapon in hand.
    Draw,
    /// Takes up a weapon that lies within reach.
    PickUp,
    /// A conscious dying fighter faints (BW-DMG-11).
    LetGo,
}

impl Kind {
    /// Whether it guards against attacks.
    pub fn is_guard(self) -> bool {
        matches!(self, Self::Stance | Self::FullDefence | Self::Reaction)
    }

    /// What an action of this kind can be aimed at.
    pub fn scopes(self) -> &'static [Scope] {
        use Scope::{Any, Melee, Own, Path, Ranged, Thing};
        match self {
            Self::Plain => &[Own, Path, Melee, Ranged, Any, Thing],
            Self::Opportunity | Self::Disarm | Self::Grapple | Self::BreakFree => &[Melee],
            Self::Restraint | Self::FirstStrike => &[Melee, Ranged, Any],
            Self::QuickShot | Self::ShortBurst | Self::LongBurst | Self::FirstStrikeBurst => {
                &[Ranged]
            }
            Self::Maintain
            | Self::Release
            | Self::Stance
            | Self::FullDefence
            | Self::Reaction
            | Self::Reload
            | Self::Draw
            | Self::PickUp
            | Self::LetGo => &[Own],
        }
    }

    /// What an action of this kind can cost: the time before the fight and somebody else's turn
    /// belong to the kinds that the rules know there.
    pub fn prices(self) -> &'static [Price] {
        match self {
            Self::Opportunity => &[Price::OutOfTurn],
            Self::FirstStrike | Self::FirstStrikeBurst => &[Price::BeforeFight],
            _ => &[Price::Main, Price::Additional, Price::Full, Price::Negligible],
        }
    }

    /// Whether it fires a burst.
    pub fn is_burst(self) -> bool {
        matches!(self, Self::ShortBurst | Self::LongBurst | Self::FirstStrikeBurst)
    }

    /// Whether it is a check of bare Aspects that does something else than damage.
    pub fn is_manoeuvre(self) -> bool {
        matches!(self, Self::Disarm | Self::Grapple | Self::BreakFree)
    }

    /// Whether it comes before the order of turns.
    pub fn is_first_strike(self) -> bool {
        matches!(self, Self::FirstStrike | Self::FirstStrikeBurst)
    }
}

/// A row of the action table (BW-ACT-10). A game master adds rows of their own: BW-GEN-06.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActionRow {
    /// The id; those of the specification have words, others need a `name`.
    pub id: String,
    /// A game master's own name for it.
    #[serde(default)]
    pub name: Option<String>,
    /// What it costs.
    pub cost: Price,
    /// What it is aimed at. A row aimed at an enemy is an attack.
    pub scope: Scope,
    /// What is special about it.
    #[serde(default)]
    pub kind: Kind,
    /// Bonus dice in the attack pool (BW-CHK-07).
    #[serde(default)]
    pub atk: i8,
    /// Additional difficulty (BW-CHK-06).
    #[serde(default)]
    pub diff: i8,
    /// Most targets of one such attack; all meet the same attack roll.
    #[serde(default = "one")]
    pub targets_max: u8,
    /// Metres of one movement, for a path row that is neither `move` nor `sprint`.
    #[serde(default)]
    pub metres: Option<u8>,
    /// The rule that defines it.
    #[serde(default = "open_list")]
    pub rule: RuleId,
    /// The icon's name; empty for none.
    #[serde(default)]
    pub icon: String,
}

fn one() -> u8 {
    1
}

fn open_list() -> RuleId {
    BW_GEN_06
}

impl ActionRow {
    fn of(
        id: &str,
        cost: Price,
        scope: Scope,
        atk: i8,
        diff: i8,
        rule: RuleId,
        icon: &str,
    ) -> Self {
        Self {
            id: id.to_owned(),
            name: None,
            cost,
            scope,
            kind: Kind::Plain,
            atk,
            diff,
            targets_max: 1,
            metres: None,
            rule,
            icon: icon.to_owned(),
        }
    }

    fn special(self, kind: Kind) -> Self {
        let targets_max = if kind == Kind::LongBurst { TARGETS_OF_LONG_BURST } else { 1 };
        Self { kind, targets_max, ..self }
    }

    /// The message with the action's word, or the row's own name, as the argument `action`.
    pub fn named(&self, message: Message) -> Message {
        match &self.name {
            Some(name) => message.text("action", name),
            None => message.word("action", format!("action-better-world-{}", self.id)),
        }
    }

    /// Whether it is aimed at an enemy.
    pub fn is_attack(&self) -> bool {
        self.scope.at_enemy() && self.kind != Kind::Restraint
    }

    /// Whether it is a combat action (BW-ENT-03): attacks, manoeuvres, aiming, guards; neither
    /// movement nor a reload.
    pub fn is_combat(&self) -> bool {
        self.is_attack() || self.kind.is_guard() || self.kind == Kind::Maintain
    }
}

/// The names of the icons that the table can draw: those of the font that ships.
pub fn icons() -> impl Iterator<Item = &'static str> {
    let font = include_str!("../../../assets/fonts/lucide-codepoints.json");
    font.lines().filter_map(|line| Some(line.trim().strip_prefix('"')?.split_once('"')?.0))
}

/// Most targets of a long burst.
const TARGETS_OF_LONG_BURST: u8 = 20;

/// The row of the ordinary attack; every file has it.
pub const ATTACK: &str = "attack";
/// The row of the ordinary movement.
pub const MOVE: &str = "move";
/// The row of the sprint.
pub const SPRINT: &str = "sprint";
/// The row of the strike in passing.
pub const OPPORTUNITY: &str = "opportunity";

fn shipped_actions() -> Vec<ActionRow> {
    use Price::{Additional, BeforeFight, Full, Main, Negligible, OutOfTurn};
    use Scope::{Any, Melee, Own, Path, Ranged};
    let row = ActionRow::of;
    vec![
        row(ATTACK, Main, Any, 0, 0, BW_ACT_08, "sword"),
        row("quick_strike", Additional, Melee, 0, 2, BW_MEL_13, "swords"),
        row("feint", Full, Melee, 1, 0, BW_MEL_16, "swords"),
        row("disarm", Main, Melee, 0, 2, BW_MEL_10, "swords").special(Kind::Disarm),
        row("grapple", Full, Melee, 0, 2, BW_MEL_11, "hand").special(Kind::Grapple),
        row("maintain", Additional, Own, 0, 0, BW_MEL_11, "hand").special(Kind::Maintain),
        row("release", Negligible, Own, 0, 0, BW_MEL_11, "hand").special(Kind::Release),
        row("break_free", Main, Melee, 0, 1, BW_MEL_12, "link").special(Kind::BreakFree),
        row("stance", Additional, Own, 0, 0, BW_MEL_14, "shield-check").special(Kind::Stance),
        row("full_defence", Full, Own, 0, 0, BW_MEL_15, "shield-check").special(Kind::FullDefence),
        row("aim", Full, Ranged, 1, 0, BW_RNG_10, "target"),
        row("quick_shot", Additional, Ranged, 0, 2, BW_RNG_08, "crosshair")
            .special(Kind::QuickShot),
        row("short_burst", Main, Ranged, 0, 0, BW_RNG_12, "tally-3").special(Kind::ShortBurst),
        row("long_burst", Full, Ranged, 0, 0, BW_RNG_13, "tally-3").special(Kind::LongBurst),
        row("reaction", Additional, Own, 0, 0, BW_RNG_09, "scan-eye").special(Kind::Reaction),
        row(MOVE, Additional, Path, 0, 0, BW_ACT_06, "footprints"),
        row(SPRINT, Full, Path, 0, 0, BW_ACT_07, "rabbit"),
        row("reload", Additional, Own, 0, 0, BW_RNG_11, "rotate-cw").special(Kind::Reload),
        // The source is silent about drawing; like its other quick deeds it costs a ДД.
        row("draw", Additional, Own, 0, 0, BW_ACT_05, "").special(Kind::Draw),
        row("pick_up", Main, Own, 0, 0, BW_ACT_05, "").special(Kind::PickUp),
        row("negligible", Negligible, Own, 0, 0, BW_ACT_03, ""),
        row("let_go", Negligible, Own, 0, 0, BW_DMG_11, "bed").special(Kind::LetGo),
        row(OPPORTUNITY, OutOfTurn, Melee, 0, 1, BW_MEL_09, "swords").special(Kind::Opportunity),
        row("first_strike", BeforeFight, Any, 1, 0, BW_INI_10, "sword").special(Kind::FirstStrike),
        row("first_strike_burst", BeforeFight, Ranged, 1, 0, BW_INI_10, "tally-3")
            .special(Kind::FirstStrikeBurst),
        row("restraint", Negligible, Melee, 0, 0, BW_MEL_17, "").special(Kind::Restraint),
    ]
}

/// Which Aspects a weapon uses at arm's length (BW-MEL-02).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MeleeClass {
    /// Bare hands.
    Unarmed,
    /// Swords, sabres, rapiers.
    Fencing,
    /// Improvised or heavy.
    Heavy,
    /// Knives.
    Knife,
    /// A gun at arm's length (BW-MEL-03).
    Firearm,
}

/// Which Aspects a weapon uses at range (BW-RNG-02).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RangedClass {
    /// Ordinary shooting.
    Firearm,
    /// Throwing knives.
    ThrownKnife,
    /// Grenades.
    Grenade,
    /// Archery.
    Bow,
}

/// A weapon (section 13.3).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Weapon {
    /// The id.
    pub id: String,
    /// Its own name, if the words have none.
    pub name: Option<String>,
    /// How it strikes; none: not at all.
    pub melee_class: Option<MeleeClass>,
    /// How it shoots or flies; none: not at all.
    pub ranged_class: Option<RangedClass>,
    /// Эффективность Оружия, 0 to 8: added to the damage of a hit (BW-DMG-03).
    pub effectiveness: u8,
    /// Dice of advantage in a melee attack, 0 to 3.
    pub melee_dice: u8,
    /// Dice of advantage in melee defence, 0 to 3.
    pub parry_dice: u8,
    /// Dice of advantage in a ranged attack, 0 to 3.
    pub accuracy_dice: u8,
    /// Its comfortable distance.
    pub range_band: Band,
    /// Rounds, or pieces for throwing weapons; none: it needs none. 0 to 200.
    pub magazine: Option<u16>,
    /// Короткая очередь (BW-RNG-12); none: it fires none.
    pub short_burst: Option<Burst>,
    /// Длинная очередь (BW-RNG-13); none: it fires none.
    pub long_burst: Option<Burst>,
}

/// A burst: what it spends and what it brings.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Burst {
    /// Rounds, 2 to 50.
    pub rounds: u8,
    /// Dice in the attack pool, 1 to 6.
    pub dice: u8,
}

impl Weapon {
    /// What it is in terms of no system.
    pub fn arm(&self) -> Option<Arm> {
        match (self.ranged_class, self.melee_class) {
            (Some(RangedClass::Grenade), _) => Some(Arm::Grenade),
            (Some(RangedClass::ThrownKnife), _) => Some(Arm::Throwing),
            (Some(RangedClass::Bow), _) => Some(Arm::Bow),
            (Some(RangedClass::Firearm), _) => Some(match self.range_band {
                _ if self.short_burst.is_some() => Arm::Automatic,
                Band::Near => Arm::Pistol,
                _ => Arm::Rifle,
            }),
            (None, Some(MeleeClass::Knife)) => Some(Arm::Knife),
            (None, Some(MeleeClass::Unarmed) | None) => None,
            (None, Some(_)) => Some(Arm::Blade),
        }
    }

    /// Bare hands: built in, all numbers 0.
    pub fn unarmed() -> Self {
        let melee_class = Some(MeleeClass::Unarmed);
        Self { id: "unarmed".to_owned(), melee_class, ..Self::default() }
    }

    /// Whether it leaves the hand when it is used at range.
    pub fn is_thrown(&self) -> bool {
        matches!(self.ranged_class, Some(RangedClass::ThrownKnife | RangedClass::Grenade))
    }

    /// The word for it, or its own name.
    pub fn name(&self, message: Message, arg: &'static str) -> Message {
        match &self.name {
            Some(name) => message.text(arg, name),
            None => message.word(arg, format!("item-{}", self.id)),
        }
    }
}

fn with_bursts(weapon: Weapon, short: (u8, u8), long: (u8, u8)) -> Weapon {
    let burst = |(rounds, dice)| Some(Burst { rounds, dice });
    Weapon { short_burst: burst(short), long_burst: burst(long), ..weapon }
}

fn shipped_weapons() -> Vec<Weapon> {
    let melee = |id: &str, class, effectiveness, melee_dice, parry_dice| Weapon {
        id: id.to_owned(),
        melee_class: Some(class),
        effectiveness,
        melee_dice,
        parry_dice,
        ..Weapon::default()
    };
    let gun = |id: &str, effectiveness, accuracy_dice, range_band, magazine| Weapon {
        id: id.to_owned(),
        melee_class: Some(MeleeClass::Firearm),
        ranged_class: Some(RangedClass::Firearm),
        effectiveness,
        accuracy_dice,
        range_band,
        magazine: Some(magazine),
        ..Weapon::default()
    };
    vec![
        melee("combat_knife", MeleeClass::Knife, 1, 1, 0),
        melee("sabre", MeleeClass::Fencing, 2, 1, 1),
        melee("fire_axe", MeleeClass::Heavy, 3, 0, 0),
        Weapon {
            ranged_class: Some(RangedClass::ThrownKnife),
            magazine: Some(4),
            ..melee("throwing_knives", MeleeClass::Knife, 1, 0, 0)
        },
        gun("norinco_pistol", 2, 1, Band::Near, 8),
        with_bursts(gun("smg", 2, 0, Band::Near, 30), (3, 2), (10, 3)),
        with_bursts(gun("assault_rifle", 3, 1, Band::Medium, 30), (3, 2), (10, 4)),
        gun("scoped_rifle", 4, 2, Band::Long, 5),
        // The source names grenades and gives no numbers.
        Weapon {
            id: "frag_grenade".to_owned(),
            ranged_class: Some(RangedClass::Grenade),
            effectiveness: 3,
            magazine: Some(2),
            ..Weapon::default()
        },
    ]
}

/// An armour (section 13.2).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Armour {
    /// The id.
    pub id: String,
    /// Its own name, if the words have none.
    pub name: Option<String>,
    /// Эффективность Брони, 0 to 5: taken off the damage of a hit (BW-DMG-03).
    pub effectiveness: u8,
    /// Dice of advantage in melee defence, 0 to 3.
    pub defence_dice_melee: u8,
    /// Dice of difficulty against shots, 0 to 3.
    pub defence_dice_ranged: u8,
    /// The protection of a neutral profile that it answers to: 1 light, 2 heavy, 0 none.
    pub protection: u8,
}

impl Armour {
    /// The word for it, or its own name.
    pub fn name(&self, message: Message, arg: &'static str) -> Message {
        match &self.name {
            Some(name) => message.text(arg, name),
            None => message.word(arg, format!("item-{}", self.id)),
        }
    }
}

fn shipped_armours() -> Vec<Armour> {
    let armour = |id: &str, effectiveness, defence_dice_melee, protection| Armour {
        id: id.to_owned(),
        effectiveness,
        defence_dice_melee,
        protection,
        ..Armour::default()
    };
    vec![armour("light_vest", 1, 0, 1), armour("plate_carrier", 2, 1, 2)]
}

impl Default for File {
    fn default() -> Self {
        Self {
            version: super::VERSION,
            tunables: Tunables::default(),
            melee_aspects: MeleeAspects::default(),
            ranged_aspects: RangedAspects::default(),
            bands: Bands::default(),
            cover: Cover::default(),
            gang_up: GangUp::default(),
            wound_diff: WoundDiff::default(),
            actions: shipped_actions(),
            weapons: shipped_weapons(),
            armours: shipped_armours(),
            words: Words::default(),
        }
    }
}
