//! The ruleset's file: every number that the source leaves open, the tables, the words.
//!
//! [`File::default`] is what ships; `assets/rulesets/better-world.ron` writes the same down where
//! a table can change it, and a test of the data module holds the two together.

use crate::rules::facts::Cost;
use crate::rules::key::RuleId;
use crate::rules::message::Message;
use crate::rules::ruleset::Scope;
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
    pub fn word(self) -> String {
        format!("option-band-{}", self.key())
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
        let (id, icon) = (id.to_owned(), icon.to_owned());
        Self { id, name: None, cost, scope, atk, diff, targets_max: 1, metres: None, rule, icon }
    }

    /// The message with the action's word, or the row's own name, as the argument `action`.
    pub fn named(&self, message: Message) -> Message {
        match &self.name {
            Some(name) => message.text("action", name),
            None => message.word("action", &format!("action-better-world-{}", self.id)),
        }
    }

    /// Whether it is aimed at an enemy.
    pub fn is_attack(&self) -> bool {
        matches!(self.scope, Scope::Melee | Scope::Ranged | Scope::Any)
    }
}

/// The row of the ordinary attack; every file has it.
pub const ATTACK: &str = "attack";
/// The row of the ordinary movement.
pub const MOVE: &str = "move";
/// The row of the sprint.
pub const SPRINT: &str = "sprint";
/// The row of the change of magazine.
pub const RELOAD: &str = "reload";
/// The row of taking another weapon in hand.
pub const DRAW: &str = "draw";
/// The row of a conscious dying fighter who lets go (BW-DMG-11).
pub const LET_GO: &str = "let_go";

fn shipped_actions() -> Vec<ActionRow> {
    use Price::{Additional, Full, Main, Negligible};
    let row = ActionRow::of;
    vec![
        row(ATTACK, Main, Scope::Any, 0, 0, BW_ACT_08, "sword"),
        row("quick_strike", Additional, Scope::Melee, 0, 2, BW_MEL_13, "swords"),
        row("feint", Full, Scope::Melee, 1, 0, BW_MEL_16, "swords"),
        row("aim", Full, Scope::Ranged, 1, 0, BW_RNG_10, "target"),
        row(MOVE, Additional, Scope::Path, 0, 0, BW_ACT_06, "footprints"),
        row(SPRINT, Full, Scope::Path, 0, 0, BW_ACT_07, "rabbit"),
        row(RELOAD, Additional, Scope::Own, 0, 0, BW_RNG_11, "rotate-cw"),
        // The source is silent about drawing; like its other quick deeds it costs a ДД.
        row(DRAW, Additional, Scope::Own, 0, 0, BW_ACT_05, ""),
        row("negligible", Negligible, Scope::Own, 0, 0, BW_ACT_03, ""),
        row(LET_GO, Negligible, Scope::Own, 0, 0, BW_DMG_11, "bed"),
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
}

impl Weapon {
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
            None => message.word(arg, &format!("item-{}", self.id)),
        }
    }
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
        gun("smg", 2, 0, Band::Near, 30),
        gun("assault_rifle", 3, 1, Band::Medium, 30),
        gun("scoped_rifle", 4, 2, Band::Long, 5),
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
            None => message.word(arg, &format!("item-{}", self.id)),
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
