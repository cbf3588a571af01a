//! The sheet and the names: fields, conditions, states, degrees, coins, options of an attack.

use crate::rules::facts::{Carried, Condition, Fighter, Gear, ItemId, Profile, Sheet};
use crate::rules::grid::Footprint;
use crate::rules::health::HealthTrack;
use crate::rules::key::{Key, RuleId};
use crate::rules::ruleset::{
    Amount, CoinSpec, CoinUnit, ConditionSpec, FieldSpec, OptionSpec, OptionValues, StateSpec,
    Whose,
};

use super::data::Armour;
use super::ids::*;

/// An aptitude (аптитюд): a linked number of a test, 0 to 40.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aptitude {
    /// КОГ.
    Cog,
    /// ИНТ.
    Int,
    /// РЕФ.
    Ref,
    /// САВ.
    Sav,
    /// СОМ.
    Som,
    /// ВОЛ.
    Wil,
}

impl Aptitude {
    /// The number of a fighter.
    pub fn value(self, fighter: &Fighter) -> i32 {
        fighter.sheet.get(self as usize)
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Cog => "field-eclipse-cog",
            Self::Int => "field-eclipse-int",
            Self::Ref => "field-eclipse-ref",
            Self::Sav => "field-eclipse-sav",
            Self::Som => "field-eclipse-som",
            Self::Wil => "field-eclipse-wil",
        }
    }

    /// Whether a test of it is a physical one (EP-POOL-03).
    pub fn is_physical(self) -> bool {
        matches!(self, Self::Ref | Self::Som)
    }
}

/// A skill (навык); untrained ones are -1 (EP-SKL-03).
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Skill {
    /// Рукопашный бой.
    Melee,
    /// Стрельба.
    Guns,
    /// Атлетика.
    Athletics,
    /// Изворотливость.
    Fray,
    /// Оборудование: взрывчатка.
    Explosives,
    /// Интерфейс.
    Interface,
    /// Восприятие.
    Perceive,
    /// Медицина: первая помощь.
    FirstAid,
    /// Управление.
    Pilot,
    /// Пси.
    Psi,
}

/// Where the skills begin among the fields.
const SKILLS: usize = 6;

impl Skill {
    /// Its field.
    pub fn field(self) -> usize {
        SKILLS + self as usize
    }

    /// The trained number; none for the untrained.
    pub fn trained(self, fighter: &Fighter) -> Option<i32> {
        Some(fighter.sheet.get(self.field())).filter(|value| *value >= 0)
    }

    /// The number that a test takes: the trained one or the linked aptitude (EP-SKL-03).
    pub fn value(self, fighter: &Fighter) -> i32 {
        self.trained(fighter).unwrap_or_else(|| self.aptitude().value(fighter))
    }

    /// The linked aptitude (EP-SKL-03).
    pub fn aptitude(self) -> Aptitude {
        match self {
            Self::Melee | Self::Athletics => Aptitude::Som,
            Self::Guns | Self::Fray | Self::Pilot => Aptitude::Ref,
            Self::Explosives | Self::FirstAid | Self::Interface => Aptitude::Cog,
            Self::Perceive => Aptitude::Int,
            Self::Psi => Aptitude::Wil,
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Melee => "field-eclipse-melee",
            Self::Guns => "field-eclipse-guns",
            Self::Athletics => "field-eclipse-athletics",
            Self::Fray => "field-eclipse-fray",
            Self::Explosives => "field-eclipse-explosives",
            Self::Interface => "field-eclipse-interface",
            Self::Perceive => "field-eclipse-perceive",
            Self::FirstAid => "field-eclipse-first_aid",
            Self::Pilot => "field-eclipse-pilot",
            Self::Psi => "field-eclipse-psi",
        }
    }
}

/// Field of the kind of body.
pub const KIND: usize = 16;
/// Field of the size.
pub const SIZE: usize = 17;
/// Field of the Прочность.
pub const DURABILITY: usize = 18;
/// Field of the Порог ранения; 0 stands for the derived one.
pub const WOUND_THRESHOLD: usize = 19;
/// Field of the Рейтинг гибели; 0 stands for the derived one.
pub const DEATH_RATING: usize = 20;
/// Field of the inherent energy armour.
pub const ARMOR_ENERGY: usize = 21;
/// Field of the inherent kinetic armour.
pub const ARMOR_KINETIC: usize = 22;
/// Field of the cyberbrain.
pub const CYBERBRAIN: usize = 23;
/// Field that says whether it is a shell.
pub const SHELL: usize = 24;
/// Field of the base movement in metres.
pub const MOVE_BASE_M: usize = 25;
/// Field of the full movement in metres.
pub const MOVE_FULL_M: usize = 26;
/// Field that says whether it flies.
pub const FLYING: usize = 27;
/// Field of the wounds that are ignored by nature.
pub const IGNORED_WOUNDS: usize = 28;
/// Field of the extra pairs of limbs.
pub const EXTRA_LIMB_PAIRS: usize = 29;
/// Field of the points of vigor.
pub const VIGOR: usize = 30;
/// Field of the points of insight.
pub const INSIGHT: usize = 31;
/// Field of the points of moxie.
pub const MOXIE: usize = 32;
/// Field of the points of flex.
pub const FLEX: usize = 33;
/// Field of the points of threat.
pub const THREAT: usize = 34;
/// Field of what is added to Initiative.
pub const INITIATIVE_BONUS: usize = 35;
/// Fields of checks that a stat block gives itself: SOM, REF, INT, WIL; -1 for the derived one.
pub const CHECKS: [usize; 4] = [36, 37, 38, 39];

/// Kinds of bodies, in the order of the field.
pub const KINDS: &[&str] = &["biomorph", "pod", "synthmorph", "bot", "vehicle"];
/// Sizes, in the order of the field.
pub const SIZES: &[&str] = &["very_small", "small", "medium", "large", "very_large"];
const BY_KIND: &[&str] = &["by_kind", "no", "yes"];
const NO_YES: &[&str] = &["no", "yes"];

const fn field(
    key: &'static str,
    min: i16,
    max: i16,
    default: i16,
    group: &'static str,
) -> FieldSpec {
    FieldSpec { key, min, max, default, choices: &[], group }
}

const fn choice(
    key: &'static str,
    choices: &'static [&'static str],
    default: i16,
    group: &'static str,
) -> FieldSpec {
    FieldSpec { key, min: 0, max: choices.len() as i16 - 1, default, choices, group }
}

/// The fields of a sheet, in the order of the constants above.
pub const FIELDS: &[FieldSpec] = &[
    field("cog", 0, 60, 15, "aptitudes"),
    field("int", 0, 60, 15, "aptitudes"),
    field("ref", 0, 60, 15, "aptitudes"),
    field("sav", 0, 60, 15, "aptitudes"),
    field("som", 0, 60, 15, "aptitudes"),
    field("wil", 0, 60, 15, "aptitudes"),
    field("melee", -1, 150, 40, "skills"),
    field("guns", -1, 150, 40, "skills"),
    field("athletics", -1, 150, 40, "skills"),
    field("fray", -1, 150, 40, "skills"),
    field("explosives", -1, 150, -1, "skills"),
    field("interface", -1, 150, -1, "skills"),
    field("perceive", -1, 150, 40, "skills"),
    field("first_aid", -1, 150, -1, "skills"),
    field("pilot", -1, 150, -1, "skills"),
    field("psi", -1, 150, -1, "skills"),
    choice("kind", KINDS, 0, "body"),
    choice("size", SIZES, 2, "body"),
    field("durability", 1, 400, 35, "body"),
    field("wound_threshold", 0, 200, 0, "body"),
    field("death_rating", 0, 800, 0, "body"),
    field("armor_energy", 0, 99, 0, "body"),
    field("armor_kinetic", 0, 99, 0, "body"),
    choice("cyberbrain", BY_KIND, 0, "body"),
    choice("shell", BY_KIND, 0, "body"),
    field("move_base_m", 0, 60, 4, "turn"),
    field("move_full_m", 0, 120, 20, "turn"),
    choice("flying", NO_YES, 0, "turn"),
    field("ignored_wounds", -1, 9, -1, "body"),
    field("extra_limb_pairs", 0, 3, 0, "body"),
    field("vigor", 0, 20, 1, "pools"),
    field("insight", 0, 20, 0, "pools"),
    field("moxie", 0, 20, 0, "pools"),
    field("flex", 0, 20, 0, "pools"),
    field("threat", 0, 40, 0, "pools"),
    field("initiative_bonus", -20, 20, 0, "turn"),
    field("som_check", -1, 200, -1, "checks"),
    field("ref_check", -1, 200, -1, "checks"),
    field("int_check", -1, 200, -1, "checks"),
    field("wil_check", -1, 200, -1, "checks"),
];

/// Columns of marks on the health track: wounds, then points spent of each pool.
pub mod mark {
    /// Wounds (Раны).
    pub const WOUNDS: u8 = 0;
    /// Points of vigor that are spent.
    pub const VIGOR: u8 = 1;
    /// Points of insight that are spent.
    pub const INSIGHT: u8 = 2;
    /// Points of moxie that are spent.
    pub const MOXIE: u8 = 3;
    /// Points of flex that are spent.
    pub const FLEX: u8 = 4;
    /// Points of threat that are spent.
    pub const THREAT: u8 = 5;
}

/// Whole.
pub const UNHURT: Key = Key("unhurt");
/// Damaged, no wound.
pub const SCRATCHED: Key = Key("scratched");
/// Ранен: at least one wound.
pub const WOUNDED: Key = Key("wounded");
/// Unconscious or offline, though damage is below Durability.
pub const KNOCKED_OUT: Key = Key("knocked-out");
/// Выведен из строя: damage is at Durability or above; a state, and the condition of it.
pub const OUT_OF_ACTION: Key = Key("out-of-action");
/// Убит или уничтожен: a state, and the condition of it.
pub const DEAD: Key = Key("dead");

/// The states of health from whole to dead.
pub const STATES: &[StateSpec] = &[
    StateSpec { id: UNHURT, gravity: 0 },
    StateSpec { id: SCRATCHED, gravity: 15 },
    StateSpec { id: WOUNDED, gravity: 45 },
    StateSpec { id: KNOCKED_OUT, gravity: 65 },
    StateSpec { id: OUT_OF_ACTION, gravity: 85 },
    StateSpec { id: DEAD, gravity: 100 },
];

/// Лежит (EP-CND-01).
pub const PRONE: Key = Key("prone");
/// Оглушён (EP-CND-02).
pub const STUNNED: Key = Key("stunned");
/// Недееспособен (EP-CND-03).
pub const INCAPACITATED: Key = Key("incapacitated");
/// Без сознания (EP-CND-04).
pub const UNCONSCIOUS: Key = Key("unconscious");
/// Офлайн (EP-CND-04).
pub const OFFLINE: Key = Key("offline");
/// Кровотечение (EP-CND-07).
pub const BLEEDING: Key = Key("bleeding");
/// Ослеплён (EP-CND-08).
pub const BLINDED: Key = Key("blinded");
/// Оглох (EP-CND-09).
pub const DEAFENED: Key = Key("deafened");
/// Нога выведена из строя (EP-CND-10).
pub const LEG_DISABLED: Key = Key("leg-disabled");
/// Застигнут врасплох (EP-CND-11).
pub const SURPRISED: Key = Key("surprised");
/// A note of the game master's with a modifier of its own (EP-CND-12).
pub const NOTE: Key = Key("gm-note");
/// Held immobile by a game master's note (EP-DEF-06).
pub const HELD_STILL: Key = Key("held-still");
/// Глухая оборона (EP-DEF-05).
pub const FULL_DEFENCE: Key = Key("full-defence");
/// Took aim at somebody (EP-RMOD-01).
pub const AIMED: Key = Key("aimed");
/// Raised the weapon in this turn (EP-RMOD-02).
pub const RAISED: Key = Key("raised");
/// Moved at full speed in the latest turn (EP-MOV-03).
pub const RAN: Key = Key("ran");
/// Stood up in this turn (EP-CND-01).
pub const STOOD_UP: Key = Key("stood-up");
/// Holds the turn back (EP-INI-04).
pub const HOLDS_BACK: Key = Key("holds-back");
/// Has paid for so many actions at the end of the round (EP-POOL-10).
pub const EXTRA_ACTION: Key = Key("extra-action");
/// Has paid for so many mental actions at the end of the round (EP-POOL-03, EP-POOL-10).
pub const EXTRA_MENTAL: Key = Key("extra-mental");
/// The turn serves mental and mesh actions only: insight paid for it (EP-POOL-03).
pub const MENTAL_ONLY: Key = Key("mental-only");
/// Bought so many extra actions in this round.
pub const EXTRA_BOUGHT: Key = Key("extra-bought");
/// Goes first in the round (EP-POOL-06).
pub const FIRST: Key = Key("goes-first");
/// So many wounds are ignored for a day (EP-POOL-11).
pub const IGNORES: Key = Key("ignores-wounds");
/// So many wounds are ignored by a drug, ware or trait (EP-WND-06).
pub const NUMBED: Key = Key("numbed");
/// Did not begin to bleed (EP-BLD-01).
pub const STABLE: Key = Key("stable");
/// Has been treated with spray, meds or medichines (EP-BLD-01).
pub const TREATED: Key = Key("treated");
/// Takes so much damage in each own turn (EP-POI-01).
pub const POISONED: Key = Key("poisoned");
/// Fired a single-shot weapon in this turn (EP-FIRE-01).
pub const FIRED: Key = Key("fired-single");
/// Stands so many metres above the ground (EP-GRID-09).
pub const ELEVATED: Key = Key("elevated");
/// The score of initiative without wounds (EP-INI-01).
pub const SCORE: Key = Key("score");

/// Half cells that were run in the last turn (EP-MOV-02, EP-WND-07).
pub const WENT: Key = Key("went");
/// Holds back the turn of the round that runs (EP-INI-04).
pub const HELD_NOW: Key = Key("held-now");

const fn shown(id: Key, rule: RuleId, icon: &'static str) -> ConditionSpec {
    ConditionSpec { id, rule, icon, hidden: false }
}

const fn hidden(id: Key, rule: RuleId) -> ConditionSpec {
    ConditionSpec { id, rule, icon: "info", hidden: true }
}

/// The conditions.
pub const CONDITIONS: &[ConditionSpec] = &[
    shown(DEAD, EP_CND_06, "skull"),
    shown(OUT_OF_ACTION, EP_CND_05, "heart-crack"),
    shown(UNCONSCIOUS, EP_CND_04, "bed"),
    shown(OFFLINE, EP_CND_04, "bot"),
    shown(INCAPACITATED, EP_CND_03, "tornado"),
    shown(PRONE, EP_CND_01, "chevron-down"),
    shown(STUNNED, EP_CND_02, "zap"),
    shown(BLEEDING, EP_CND_07, "droplet"),
    shown(BLINDED, EP_CND_08, "eye-off"),
    shown(DEAFENED, EP_CND_09, "x"),
    shown(LEG_DISABLED, EP_CND_10, "footprints"),
    shown(SURPRISED, EP_CND_11, "triangle-alert"),
    shown(HELD_STILL, EP_CND_12, "link"),
    shown(NOTE, EP_CND_12, "pencil"),
    shown(POISONED, EP_POI_01, "droplet"),
    shown(FULL_DEFENCE, EP_DEF_05, "shield-check"),
    shown(AIMED, EP_RMOD_01, "target"),
    shown(RAISED, EP_RMOD_02, "crosshair"),
    shown(RAN, EP_MOV_03, "rabbit"),
    shown(HOLDS_BACK, EP_INI_04, "hourglass"),
    shown(EXTRA_ACTION, EP_POOL_10, "plus"),
    shown(EXTRA_MENTAL, EP_POOL_10, "plus"),
    shown(FIRST, EP_POOL_06, "chevron-up"),
    shown(MENTAL_ONLY, EP_POOL_03, "info"),
    shown(IGNORES, EP_POOL_11, "heart-pulse"),
    shown(NUMBED, EP_WND_06, "heart-pulse"),
    shown(TREATED, EP_BLD_01, "heart-pulse"),
    shown(ELEVATED, EP_GRID_09, "chevron-up"),
    shown(STABLE, EP_BLD_01, "heart-pulse"),
    hidden(EXTRA_BOUGHT, EP_POOL_10),
    hidden(STOOD_UP, EP_CND_01),
    hidden(FIRED, EP_FIRE_01),
    hidden(SCORE, EP_INI_01),
    hidden(WENT, EP_MOV_02),
    hidden(HELD_NOW, EP_INI_04),
];

/// The numbers that go with conditions (EP-GM-01).
pub fn amount_of(condition: Key) -> Option<Amount> {
    let of = |min, max, preset, step| Some(Amount { min, max, preset, step });
    match condition {
        NOTE => of(-100, 100, -10, 10),
        ELEVATED => of(-100, 100, 2, 1),
        POISONED => of(1, 99, 2, 1),
        IGNORES | NUMBED => of(1, 9, 1, 1),
        EXTRA_ACTION | EXTRA_MENTAL => of(1, 2, 1, 1),
        _ => None,
    }
}

/// The attack failed, was resisted or evaded without harm.
pub const MISS: Key = Key("miss");
/// The attack hit, whether armour held or not.
pub const HIT: Key = Key("hit");
/// What was tried was done.
pub const DONE: Key = Key("done");
/// The degrees, from worst to best.
pub const DEGREES: &[Key] = &[MISS, HIT, DONE];

/// Thirds of the turn: a quick action takes one, a complex action or a task two, full defence all
/// three. So exactly the sets of EP-ACT-06 fit.
pub const MOMENTS: usize = 0;
/// Base movement that is left, in half cells.
pub const BASE: usize = 1;
/// Full movement that is left, in half cells.
pub const FULL: usize = 2;
/// Thirds of a fresh turn.
pub const MOMENTS_FRESH: u8 = 3;

/// The coins of a turn (EP-ACT-01, EP-MOV-01).
pub const COINS: &[CoinSpec] = &[
    CoinSpec { key: "moments", count: MOMENTS_FRESH, unit: CoinUnit::Pieces },
    CoinSpec { key: "base", count: 0, unit: CoinUnit::HalfCells },
    CoinSpec { key: "full", count: 0, unit: CoinUnit::HalfCells },
];

/// Answer: leave the roll as it fell.
pub const KEEP: Key = Key("keep");
/// Answer: swap the digits (EP-POOL-04).
pub const SWAP: Key = Key("swap");
/// Answer: one superior success more (EP-POOL-05).
pub const UPGRADE: Key = Key("upgrade");
/// Answer: the critical failure is a plain one (EP-POOL-12).
pub const PLAIN_FAILURE: Key = Key("plain-failure");
/// A point for twenty more, before the roll.
pub const PLUS_20: Key = Key("plus-20");
/// A point for no modifiers at all, before the roll.
pub const BARE: Key = Key("bare");
/// Answer: the wound is ignored (EP-POOL-11).
pub const IGNORE_WOUND: Key = Key("ignore-wound");
/// Answer: of equal rolls the attacker's wins (EP-OPP-03).
pub const ATTACKER_WINS: Key = Key("attacker-wins");
/// Answer: of equal rolls the defender's wins (EP-OPP-03).
pub const DEFENDER_WINS: Key = Key("defender-wins");

/// Names of options.
pub mod option {
    use crate::rules::key::Key;

    macro_rules! options {
        ($($(#[$doc:meta])+ $name:ident = $key:literal;)+) => {
            $($(#[$doc])+ pub const $name: Key = Key($key);)+
        };
    }

    options! {
        /// The effect of a called shot (EP-CALL-01).
        CALLED = "called";
        /// What a second superior success of a disarming does (EP-CALL-03).
        CALLED_SECOND = "called_second";
        /// Whether there is a weak point, or it has to be found first (EP-CALL-02).
        WEAK_POINT = "weak_point";
        /// Whither a target is pushed (EP-CALL-05).
        PUSH_TO = "push_to";
        /// Whether it is pushed into a danger (EP-CALL-05).
        PUSH_INTO = "push_into";
        /// What a shot at a specific target does (EP-CALL-06).
        SPECIFIC = "specific";
        /// A point spent before the attack roll (EP-POOL-01, EP-POOL-02).
        POOL_ATTACK = "pool_attack";
        /// A point spent before the defence roll.
        POOL_DEFENCE = "pool_defence";
        /// The point that goes on a check before the roll: of one who is hurt, helped or helps.
        POOL_CHECK = "pool_check";
        /// Which skill defends in melee (EP-DEF-01).
        DEFENCE_SKILL = "defence_skill";
        /// Further weapons or limb pairs in the attack (EP-TWO-01, EP-TWO-04).
        EXTRA_WEAPONS = "extra_weapons";
        /// The same in the defence (EP-TWO-03).
        DEFENCE_WEAPONS = "defence_weapons";
        /// A touch without damage (EP-SHK-04).
        TOUCH = "touch";
        /// Which armour counts (EP-DMG-04).
        DAMAGE_TYPE = "damage_type";
        /// A two-handed weapon in one hand (EP-RMOD-06).
        ONE_HAND = "one_hand";
        /// The band of distance (EP-RNG-01 to EP-RNG-04).
        RANGE_BAND = "range_band";
        /// Cover (EP-RMOD-08).
        COVER_LEVEL = "cover_level";
        /// Visibility (EP-MOD-07 to EP-MOD-09).
        VISIBILITY = "visibility";
        /// Whether the blind attacker's perception failed (EP-MOD-09).
        PERCEPTION = "perception";
        /// Superior position (EP-MOD-03).
        SUPERIOR_POSITION = "superior_position";
        /// The attacker is behind cover or comes out of it (EP-RMOD-04).
        FROM_COVER = "from_cover";
        /// The attacker is in melee (EP-RMOD-05).
        IN_MELEE = "in_melee";
        /// The target is hidden (EP-RMOD-09).
        HIDDEN = "hidden";
        /// The target is seen, whatever the board says (EP-GRID-06).
        IN_SIGHT = "in_sight";
        /// Fire without a line of sight (EP-RMOD-11).
        INDIRECT = "indirect";
        /// The attacker runs (EP-MOD-02).
        RUNS = "runs";
        /// Wounds of the attacker count (EP-MOD-01).
        ATTACK_WOUNDS = "attack_wounds";
        /// Wounds of the defender count (EP-DEF-07).
        DEFENCE_WOUNDS = "defence_wounds";
        /// The weapon has a smartlink or laser sight (EP-RMOD-03).
        SMARTLINK = "smartlink";
        /// The size of the target (EP-MOD-05, EP-MOD-06).
        TARGET_SIZE = "target_size";
        /// The target lies (EP-RMOD-10).
        TARGET_PRONE = "target_prone";
        /// Aimed or raised (EP-RMOD-01, EP-RMOD-02).
        AIM = "aim";
        /// The target is surprised (EP-DEF-06).
        SURPRISE = "surprise";
        /// The game master's modifier of the attack (EP-GM-01).
        ATTACK_MOD = "attack_mod";
        /// The same of the defence.
        DEFENCE_MOD = "defence_mod";
        /// Hit or miss by word.
        RESULT = "result";
        /// Superior successes by word.
        SUPERIORS = "superiors";
        /// Critical or not by word.
        CRITICAL = "critical";
        /// The rolled damage by word.
        DV = "dv";
        /// The armour by word.
        ARMOUR = "armour";
        /// What the distance from the blast takes off by word.
        FALLOFF = "falloff";
        /// The victim is near the edge of the area or cover (EP-GRID-07).
        NEAR_EDGE = "near_edge";
        /// The check against being knocked down or out by word.
        WOUND_CHECK = "wound_check";
        /// The check against shock by word.
        SHOCK_CHECK = "shock_check";
        /// The check against what a called shot does, by word (EP-CALL-03, EP-CALL-05).
        EFFECT_CHECK = "effect_check";
        /// Cells to the east of the aim at which a blast that strays goes off, by word (EP-AREA-07).
        SCATTER_EAST = "scatter_east";
        /// The same to the south.
        SCATTER_SOUTH = "scatter_south";
        /// Spray, meds or medichines at hand (EP-BLD-03).
        SUPPLIES = "supplies";
        /// Within arm's length by word.
        EP_REACH = "within_reach";
    }
}

use option::*;

/// Values of [`option::CALLED`].
pub const CALLED_VALUES: &[&str] = &["none", "bypass", "disarm", "knockdown", "push", "specific"];
const SECOND_VALUES: &[&str] = &["minus60", "damage", "seize"];
const WEAK_VALUES: &[&str] = &["given", "perceive", "armourer", "none"];
const PUSH_VALUES: &[&str] = &["n", "ne", "e", "se", "s", "sw", "w", "nw"];
const SPECIFIC_VALUES: &[&str] = &["blind", "deafen", "leg", "note"];
const POOL_VALUES: &[&str] = &["none", "bare", "plus20"];
const DEFENCE_VALUES: &[&str] = &["fray", "melee"];
const TYPE_VALUES: &[&str] = &["energy", "kinetic"];
const BAND_VALUES: &[&str] = &["point_blank", "close", "in_range", "beyond"];
const COVER_VALUES: &[&str] = &["none", "minor", "moderate", "major"];
const VISIBILITY_VALUES: &[&str] = &["clear", "poor", "dark", "blind"];
const EDGE_VALUES: &[&str] = &["no", "yes", "roll"];
/// Where a blast strays to is left to the dice.
pub const BY_DICE: i16 = -21;
/// Whether somebody is near the edge or cover follows from the board and the roll of damage.
pub const EDGE_BY_ROLL: i16 = 2;
const ROLL_VALUES: &[&str] = &["roll", "failed", "passed"];
const AIM_VALUES: &[&str] = &["none", "raised", "aimed", "both"];
const RESULT_VALUES: &[&str] = &["roll", "miss", "hit"];
const SUPERIOR_VALUES: &[&str] = &["roll", "none", "one", "two"];
const CRITICAL_VALUES: &[&str] = &["roll", "no", "yes"];

const fn opt(id: Key, rule: RuleId, values: OptionValues, per_target: bool) -> OptionSpec {
    OptionSpec { id, rule, values, step: 1, per_target, of: Whose::Target, rare: false }
}

/// One that speaks against what the board or the dice say.
const fn seldom(id: Key, rule: RuleId, values: OptionValues, per_target: bool) -> OptionSpec {
    OptionSpec { rare: true, ..opt(id, rule, values, per_target) }
}

/// A modifier of percentile rules: those come in tens.
const fn tens(id: Key, rule: RuleId, per_target: bool) -> OptionSpec {
    let values = OptionValues::Signed(-MOD_MOST, MOD_MOST);
    OptionSpec { step: 10, ..opt(id, rule, values, per_target) }
}

const fn pick(values: &'static [&'static str]) -> OptionValues {
    OptionValues::Choice(values)
}

/// Most that the game master adds or takes (EP-GM-01).
pub const MOD_MOST: i16 = 100;

/// The options of an attack, in the order in which the preview shows them.
pub const OPTIONS: &[OptionSpec] = &[
    opt(CALLED, EP_CALL_01, pick(CALLED_VALUES), false),
    opt(CALLED_SECOND, EP_CALL_03, pick(SECOND_VALUES), false),
    opt(WEAK_POINT, EP_CALL_02, pick(WEAK_VALUES), false),
    opt(PUSH_TO, EP_CALL_05, pick(PUSH_VALUES), false),
    opt(PUSH_INTO, EP_CALL_05, OptionValues::Switch, false),
    opt(SPECIFIC, EP_CALL_06, pick(SPECIFIC_VALUES), false),
    opt(POOL_ATTACK, EP_POOL_02, pick(POOL_VALUES), false),
    opt(POOL_DEFENCE, EP_POOL_02, pick(POOL_VALUES), true),
    seldom(POOL_CHECK, EP_POOL_02, pick(POOL_VALUES), true),
    opt(DEFENCE_SKILL, EP_DEF_01, pick(DEFENCE_VALUES), true),
    opt(EXTRA_WEAPONS, EP_TWO_01, OptionValues::Signed(0, 5), false),
    opt(DEFENCE_WEAPONS, EP_TWO_03, OptionValues::Signed(0, 5), true),
    opt(TOUCH, EP_SHK_04, OptionValues::Switch, false),
    opt(DAMAGE_TYPE, EP_DMG_04, pick(TYPE_VALUES), true),
    opt(ONE_HAND, EP_RMOD_06, OptionValues::Switch, false),
    opt(RANGE_BAND, EP_RNG_03, pick(BAND_VALUES), true),
    opt(COVER_LEVEL, EP_RMOD_08, pick(COVER_VALUES), true),
    opt(VISIBILITY, EP_MOD_07, pick(VISIBILITY_VALUES), true),
    opt(PERCEPTION, EP_MOD_09, pick(ROLL_VALUES), false),
    opt(SUPERIOR_POSITION, EP_MOD_03, OptionValues::Switch, true),
    opt(FROM_COVER, EP_RMOD_04, OptionValues::Switch, false),
    seldom(IN_MELEE, EP_RMOD_05, OptionValues::Switch, false),
    opt(HIDDEN, EP_RMOD_09, OptionValues::Switch, true),
    seldom(IN_SIGHT, EP_GRID_06, OptionValues::Switch, true),
    opt(INDIRECT, EP_RMOD_11, OptionValues::Switch, true),
    seldom(RUNS, EP_MOD_02, OptionValues::Switch, false),
    seldom(ATTACK_WOUNDS, EP_MOD_01, OptionValues::Switch, false),
    seldom(DEFENCE_WOUNDS, EP_DEF_07, OptionValues::Switch, true),
    seldom(SMARTLINK, EP_RMOD_03, OptionValues::Switch, false),
    seldom(TARGET_SIZE, EP_MOD_05, pick(SIZES), true),
    seldom(TARGET_PRONE, EP_RMOD_10, OptionValues::Switch, true),
    seldom(AIM, EP_RMOD_01, pick(AIM_VALUES), false),
    opt(SURPRISE, EP_DEF_06, OptionValues::Switch, true),
    seldom(EP_REACH, EP_GRID_04, OptionValues::Switch, true),
    tens(ATTACK_MOD, EP_GM_01, false),
    tens(DEFENCE_MOD, EP_GM_01, true),
    seldom(RESULT, EP_GM_01, pick(RESULT_VALUES), true),
    seldom(SUPERIORS, EP_GM_01, pick(SUPERIOR_VALUES), true),
    seldom(CRITICAL, EP_GM_01, pick(CRITICAL_VALUES), true),
    seldom(DV, EP_GM_01, OptionValues::Signed(-1, 200), true),
    seldom(ARMOUR, EP_GM_01, OptionValues::Signed(-1, 99), true),
    seldom(FALLOFF, EP_GM_01, OptionValues::Signed(-1, 200), true),
    seldom(NEAR_EDGE, EP_GRID_07, pick(EDGE_VALUES), true),
    seldom(WOUND_CHECK, EP_WND_04, pick(ROLL_VALUES), true),
    seldom(SHOCK_CHECK, EP_SHK_02, pick(ROLL_VALUES), true),
    seldom(EFFECT_CHECK, EP_CALL_03, pick(ROLL_VALUES), true),
    seldom(SCATTER_EAST, EP_AREA_07, OptionValues::Signed(BY_DICE, 20), false),
    seldom(SCATTER_SOUTH, EP_AREA_07, OptionValues::Signed(BY_DICE, 20), false),
    opt(SUPPLIES, EP_BLD_03, OptionValues::Switch, false),
];

/// The kind of body.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Биоморф.
    Biomorph,
    /// Под.
    Pod,
    /// Синтоморф.
    Synthmorph,
    /// Бот.
    Bot,
    /// Машина.
    Vehicle,
}

impl Kind {
    /// That of a fighter.
    pub fn of(fighter: &Fighter) -> Self {
        match fighter.sheet.get(KIND) {
            1 => Self::Pod,
            2 => Self::Synthmorph,
            3 => Self::Bot,
            4 => Self::Vehicle,
            _ => Self::Biomorph,
        }
    }

    /// Whether shock and bleeding concern it (EP-SHK-01, EP-BLD-01).
    pub fn is_organic(self) -> bool {
        matches!(self, Self::Biomorph | Self::Pod)
    }
}

/// Cells of a side of the square on which a body stands: large ones have two, very large ones three
/// (EP-GRID-01).
pub fn side_cells(sheet: &Sheet) -> u8 {
    match sheet.get(SIZE) {
        3 => 2,
        4 => 3,
        _ => 1,
    }
}

/// The square on which a fighter stands.
pub fn footprint(fighter: &Fighter) -> Footprint {
    Footprint { cell: fighter.cell, side_cells: side_cells(&fighter.sheet) }
}

/// Whether a body has a cyberbrain: all but biomorphs, unless the sheet says otherwise.
pub fn has_cyberbrain(fighter: &Fighter) -> bool {
    match fighter.sheet.get(CYBERBRAIN) {
        1 => false,
        2 => true,
        _ => Kind::of(fighter) != Kind::Biomorph,
    }
}

/// Whether two wounds put a body offline and not to sleep: a synthmorph, or anybody with a cyberbrain
/// (EP-WND-05).
pub fn goes_offline(fighter: &Fighter) -> bool {
    Kind::of(fighter) == Kind::Synthmorph || has_cyberbrain(fighter)
}

/// Whether a body is a shell: bots and vehicles, unless the sheet says otherwise.
pub fn is_shell(fighter: &Fighter) -> bool {
    match fighter.sheet.get(SHELL) {
        1 => false,
        2 => true,
        _ => matches!(Kind::of(fighter), Kind::Bot | Kind::Vehicle),
    }
}

/// A sheet from the neutral profile:
///
/// | profile | fields |
/// | --- | --- |
/// | strength | SOM, five times; athletics |
/// | agility | REF, five times; fray |
/// | perception | INT, five times; perceive |
/// | will | WIL, five times |
/// | shooting | guns, ten times and 20 |
/// | fighting | melee, ten times and 20 |
/// | toughness | Durability, five times and 20 |
pub fn derive(profile: &Profile, weapons: Vec<Carried>, armours: &[Armour]) -> (Sheet, Gear) {
    let mut sheet = Sheet { values: FIELDS.iter().map(|f| f.default).collect(), derived: true };
    let mut set = |field: usize, value: i16| sheet.values[field] = value;
    let number = |value: u8| i16::from(value);
    set(Aptitude::Som as usize, 5 * number(profile.strength));
    set(Aptitude::Ref as usize, 5 * number(profile.agility));
    set(Aptitude::Int as usize, 5 * number(profile.perception));
    set(Aptitude::Wil as usize, 5 * number(profile.will));
    set(Skill::Melee.field(), 20 + 10 * number(profile.fighting));
    set(Skill::Guns.field(), 20 + 10 * number(profile.shooting));
    set(Skill::Athletics.field(), 20 + 5 * number(profile.strength + profile.agility));
    set(Skill::Fray.field(), 10 + 10 * number(profile.agility));
    set(Skill::Perceive.field(), 10 + 10 * number(profile.perception));
    set(Skill::FirstAid.field(), 30);
    set(DURABILITY, 20 + 5 * number(profile.toughness));
    let worn = armours.iter().position(|a| a.protection == profile.protection && a.protection > 0);
    let armor = worn.map(|i| ItemId(i as u16));
    let in_hand = if weapons.is_empty() { None } else { Some(0) };
    (sheet, Gear { weapons, in_hand, armor })
}

/// The health of one who is whole.
pub fn whole() -> HealthTrack {
    HealthTrack::default()
}

/// The number that goes with a condition; 0 for one that the fighter is not in.
pub fn amount(fighter: &Fighter, id: Key) -> i32 {
    let found = fighter.conditions.iter().filter(|c: &&Condition| c.id == id);
    found.map(|c| i32::from(c.amount)).sum()
}
