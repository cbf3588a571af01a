//! The sheet of a fighter: its numbers, how one is made from the neutral profile, and the fixed
//! lists that the table shows.

use crate::rules::facts::{Carried, Fighter, Gear, ItemId, Profile, Sheet};
use crate::rules::key::Key;
use crate::rules::ruleset::{
    CoinSpec, CoinUnit, ConditionSpec, FieldSpec, OptionSpec, OptionValues, StateSpec, Whose,
};
use serde::{Deserialize, Serialize};

use super::ids::*;

/// A rated characteristic, Аспект (BW-CHK-05): its value is the number of dice that it gives.
/// The order is that of the first fields of the sheet and of the options that choose an Aspect.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aspect {
    /// Тренировка.
    Training,
    /// Телосложение.
    Constitution,
    /// Координация.
    Coordination,
    /// Ловкость рук.
    SleightOfHand,
    /// Мышечная Память.
    MuscleMemory,
    /// Восприятие.
    Perception,
    /// Концентрация.
    Concentration,
    /// Рефлексы.
    Reflexes,
}

/// The keys of the Aspects, by their number.
const ASPECTS: &[&str] = &[
    "training",
    "constitution",
    "coordination",
    "sleight_of_hand",
    "muscle_memory",
    "perception",
    "concentration",
    "reflexes",
];

impl Aspect {
    /// All, by their number.
    pub const ALL: [Self; 8] = [
        Self::Training,
        Self::Constitution,
        Self::Coordination,
        Self::SleightOfHand,
        Self::MuscleMemory,
        Self::Perception,
        Self::Concentration,
        Self::Reflexes,
    ];

    /// The Aspect of a number of the option lists.
    pub fn of(number: i32) -> Option<Self> {
        usize::try_from(number).ok().and_then(|n| Self::ALL.get(n)).copied()
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Training => "field-better-world-training",
            Self::Constitution => "field-better-world-constitution",
            Self::Coordination => "field-better-world-coordination",
            Self::SleightOfHand => "field-better-world-sleight_of_hand",
            Self::MuscleMemory => "field-better-world-muscle_memory",
            Self::Perception => "field-better-world-perception",
            Self::Concentration => "field-better-world-concentration",
            Self::Reflexes => "field-better-world-reflexes",
        }
    }

    /// How many dice it gives to a fighter.
    pub fn value(self, fighter: &Fighter) -> i32 {
        fighter.sheet.get(self as usize)
    }
}

/// Field of the Initiative value (Инициатива); -1 stands for "as Reflexes" (BW-INI-01).
pub const INITIATIVE: usize = 8;
/// Field of the metres of one movement (Перемещение, BW-ACT-06).
pub const MOVE_M: usize = 9;
/// Field of the metres of a sprint (Спринт, BW-ACT-07).
pub const SPRINT_M: usize = 10;
/// Fields of the hits in the three blocks, the block that is lost first to the last (BW-DMG-04).
pub const BLOCKS: [usize; 3] = [11, 12, 13];
/// Field of the Порог Смерти: the lowest hits that are still alive (BW-DMG-08).
pub const DEATH_THRESHOLD: usize = 14;
/// Field of the damage above which Болевой Шок sets in (BW-DMG-07).
pub const PAIN_OVER: usize = 15;
/// Field of the damage above which Контузия sets in (BW-DMG-07).
pub const CONCUSSION_OVER: usize = 16;

const fn field(
    key: &'static str,
    min: i16,
    max: i16,
    default: i16,
    group: &'static str,
) -> FieldSpec {
    FieldSpec { key, min, max, default, choices: &[], group }
}

/// The fields of a sheet, in the order of the constants above.
pub const FIELDS: &[FieldSpec] = &[
    field(ASPECTS[0], 0, 10, 3, "aspects"),
    field(ASPECTS[1], 0, 10, 3, "aspects"),
    field(ASPECTS[2], 0, 10, 3, "aspects"),
    field(ASPECTS[3], 0, 10, 3, "aspects"),
    field(ASPECTS[4], 0, 10, 3, "aspects"),
    field(ASPECTS[5], 0, 10, 3, "aspects"),
    field(ASPECTS[6], 0, 10, 3, "aspects"),
    field(ASPECTS[7], 0, 10, 3, "aspects"),
    field("initiative", -1, 15, -1, "turn"),
    field("move_m", 0, 60, 4, "turn"),
    field("sprint_m", 0, 60, 12, "turn"),
    field("block1", 1, 9, 3, "health"),
    field("block2", 1, 9, 2, "health"),
    field("block3", 1, 9, 1, "health"),
    field("death_threshold", -10, 0, -2, "health"),
    field("pain_over", 0, 20, 2, "health"),
    field("concussion_over", 0, 20, 4, "health"),
];

/// Whole: no hit lost.
pub const HEALTHY: Key = Key("healthy");
/// Легко Ранен.
pub const LIGHTLY_WOUNDED: Key = Key("lightly-wounded");
/// Ранен.
pub const WOUNDED: Key = Key("wounded");
/// Тяжело Ранен.
pub const HEAVILY_WOUNDED: Key = Key("heavily-wounded");
/// При Смерти: a state of health, and the condition of one who became so in the fight.
pub const DYING: Key = Key("dying");
/// Мёртв: a state of health, and the condition that goes with it.
pub const DEAD: Key = Key("dead");
/// Болевой Шок that waits for the bearer's next turn.
pub const PAIN_SHOCK: Key = Key("pain-shock");
/// Контузия that waits for the bearer's next turn.
pub const CONCUSSION: Key = Key("concussion");
/// Без сознания.
pub const UNCONSCIOUS: Key = Key("unconscious");

/// Схвачен: held by another fighter (BW-MEL-11).
pub const HELD: Key = Key("held-by");
/// Держит: holds another fighter.
pub const HOLDING: Key = Key("holding");
/// The hold has not been paid for in this turn.
pub const UNPAID: Key = Key("unpaid");
/// Защитная стойка (BW-MEL-14).
pub const STANCE: Key = Key("stance");
/// Глухая оборона (BW-MEL-15).
pub const FULL_DEFENCE: Key = Key("full-defence");
/// Реакция (BW-RNG-09).
pub const REACTION: Key = Key("reaction");
/// Has fired a burst in this turn (BW-RNG-08).
pub const BURST_FIRED: Key = Key("burst-fired");
/// Has used its Первый удар (BW-INI-10).
pub const FIRST_STRUCK: Key = Key("first-struck");

/// The states of health from whole to dead (BW-DMG-05).
pub const STATES: &[StateSpec] = &[
    StateSpec { id: HEALTHY, gravity: 0 },
    StateSpec { id: LIGHTLY_WOUNDED, gravity: 20 },
    StateSpec { id: WOUNDED, gravity: 45 },
    StateSpec { id: HEAVILY_WOUNDED, gravity: 65 },
    StateSpec { id: DYING, gravity: 85 },
    StateSpec { id: DEAD, gravity: 100 },
];

/// The conditions.
pub const CONDITIONS: &[ConditionSpec] = &[
    ConditionSpec { id: PAIN_SHOCK, rule: BW_DMG_07, icon: "zap", hidden: false },
    ConditionSpec { id: CONCUSSION, rule: BW_DMG_07, icon: "tornado", hidden: false },
    ConditionSpec { id: DYING, rule: BW_DMG_09, icon: "heart-crack", hidden: false },
    ConditionSpec { id: UNCONSCIOUS, rule: BW_DMG_09, icon: "bed", hidden: false },
    ConditionSpec { id: DEAD, rule: BW_DMG_08, icon: "skull", hidden: false },
    ConditionSpec { id: HELD, rule: BW_MEL_11, icon: "link", hidden: false },
    ConditionSpec { id: HOLDING, rule: BW_MEL_11, icon: "hand", hidden: false },
    ConditionSpec { id: UNPAID, rule: BW_MEL_11, icon: "hourglass", hidden: false },
    ConditionSpec { id: STANCE, rule: BW_MEL_14, icon: "shield-check", hidden: false },
    ConditionSpec { id: FULL_DEFENCE, rule: BW_MEL_15, icon: "shield-check", hidden: false },
    ConditionSpec { id: REACTION, rule: BW_RNG_09, icon: "scan-eye", hidden: false },
    ConditionSpec { id: BURST_FIRED, rule: BW_RNG_08, icon: "tally-3", hidden: false },
    ConditionSpec { id: FIRST_STRUCK, rule: BW_INI_10, icon: "sword", hidden: false },
];

/// The attack failed.
pub const MISS: Key = Key("miss");
/// The attack succeeded, with or without damage (BW-DMG-01).
pub const HIT: Key = Key("hit");
/// The target lost what it had in its hand (BW-MEL-10).
pub const DISARMED: Key = Key("disarmed");
/// The target is held from now on (BW-MEL-11).
pub const SEIZED: Key = Key("seized");
/// The actor broke the target's hold (BW-MEL-12).
pub const FREED: Key = Key("freed");
/// The degrees of an attack, from worst to best.
pub const DEGREES: &[Key] = &[MISS, HIT, DISARMED, SEIZED, FREED];

/// The main action, ОД (Основное Действие).
pub const MAIN: usize = 0;
/// The additional action, ДД (Дополнительное Действие).
pub const ADDITIONAL: usize = 1;

/// The coins of a turn (BW-ACT-01).
pub const COINS: &[CoinSpec] = &[coin("main"), coin("additional")];

const fn coin(key: &'static str) -> CoinSpec {
    CoinSpec { key, count: 1, unit: CoinUnit::Pieces }
}

/// Answer: fall down and faint (BW-DMG-09).
pub const COLLAPSE: Key = Key("collapse");
/// Answer: stay conscious at the price of BW-DMG-10.
pub const STAY_CONSCIOUS: Key = Key("stay-conscious");
/// Answers to how much damage is dealt (BW-MEL-17): that much less than the full.
pub const PULLED: &[Key] = &[
    Key("full-blow"),
    Key("less-1"),
    Key("less-2"),
    Key("less-3"),
    Key("less-4"),
    Key("less-5"),
    Key("less-6"),
    Key("less-7"),
    Key("less-8"),
    Key("less-9"),
    Key("less-10"),
    Key("less-11"),
    Key("less-12"),
];

/// Override: the target is within arm's length.
pub const IN_REACH: Key = Key("in_reach");
/// Override: there is a line of sight.
pub const IN_SIGHT: Key = Key("in_sight");
/// Override: the distance band.
pub const BAND: Key = Key("band");
/// Override: the tier of cover.
pub const COVER: Key = Key("cover");
/// Choice: the Aspect of the attacker.
pub const ATTACK_ASPECT: Key = Key("attack_aspect");
/// Choice: the Aspect of the defender.
pub const DEFENCE_ASPECT: Key = Key("defence_aspect");
/// Override: how many attackers there is room for.
pub const ATTACKER_CAP: Key = Key("attacker_cap");
/// Override: two attackers stand on opposite sides.
pub const OPPOSITE: Key = Key("opposite");
/// Override: the attack goes on although there is no free sector.
pub const CROWDING: Key = Key("crowding");
/// Override: this enemy counts as an assailant of the target; the option's fighter is the enemy.
pub const ASSAILANT: Key = Key("assailant");
/// Override: a quick shot goes in the same direction or in another.
pub const DIRECTION: Key = Key("direction");
/// Override: the target is in the cone of the long burst.
pub const IN_CONE: Key = Key("in_cone");
/// The game master lets one be attacked who waits for the next round.
pub const CONSENT: Key = Key("consent");
/// The blow may be pulled after the roll.
pub const RESTRAINT: Key = Key("restraint");
/// The blow is pulled by so many points, and nobody is asked after the roll.
pub const WITHHELD: Key = Key("withheld");
/// More points than any blow deals.
pub const WITHHELD_MOST: i16 = 50;
/// The game master's situational dice for the attack pool.
pub const ATTACK_DICE: Key = Key("attack_dice");
/// The game master's situational dice for the difficulty pool.
pub const DIFFICULTY_DICE: Key = Key("difficulty_dice");

/// Most situational dice either way (BW-CHK-08).
pub const SITUATIONAL_MOST: i16 = 3;

const fn option(
    id: Key,
    rule: crate::rules::key::RuleId,
    values: OptionValues,
    per_target: bool,
) -> OptionSpec {
    OptionSpec { id, rule, values, step: 1, per_target, of: Whose::Target, rare: false }
}

/// The options of an attack, in the order in which the preview shows them.
pub const OPTIONS: &[OptionSpec] = &[
    option(COVER, BW_RNG_05, OptionValues::Choice(&["none", "light", "normal", "strong"]), true),
    option(BAND, BW_RNG_04, OptionValues::Choice(&["near", "medium", "long", "extreme"]), true),
    option(ATTACK_ASPECT, BW_CHK_05, OptionValues::Choice(ASPECTS), false),
    option(DEFENCE_ASPECT, BW_CHK_05, OptionValues::Choice(ASPECTS), true),
    option(
        ATTACK_DICE,
        BW_CHK_08,
        OptionValues::Signed(-SITUATIONAL_MOST, SITUATIONAL_MOST),
        false,
    ),
    option(
        DIFFICULTY_DICE,
        BW_CHK_08,
        OptionValues::Signed(-SITUATIONAL_MOST, SITUATIONAL_MOST),
        true,
    ),
    option(ATTACKER_CAP, BW_MEL_06, OptionValues::Signed(1, 4), true),
    option(OPPOSITE, BW_MEL_07, OptionValues::Switch, true),
    option(CROWDING, BW_MEL_05, OptionValues::Switch, true),
    OptionSpec { of: Whose::Assailant, ..option(ASSAILANT, BW_MEL_07, OptionValues::Switch, true) },
    option(RESTRAINT, BW_MEL_17, OptionValues::Switch, false),
    option(WITHHELD, BW_MEL_17, OptionValues::Signed(0, WITHHELD_MOST), false),
    option(DIRECTION, BW_RNG_08, OptionValues::Choice(&["same", "other"]), true),
    option(IN_CONE, BW_RNG_14, OptionValues::Switch, true),
    option(CONSENT, BW_ENT_01, OptionValues::Switch, true),
    option(IN_REACH, BW_MEL_01, OptionValues::Switch, true),
    option(IN_SIGHT, BW_RNG_01, OptionValues::Switch, true),
];

/// A sheet from the neutral profile:
///
/// | profile | fields |
/// | --- | --- |
/// | fighting | Training |
/// | strength | Muscle Memory; the mean with toughness, rounded up, is Constitution |
/// | agility | Coordination, Sleight of Hand, Reflexes |
/// | perception | Perception |
/// | shooting | Concentration |
/// | toughness 5 or more | both limits of shock one higher, death threshold one lower |
///
/// Nerve (`will`) has no counterpart in a fight. Weapons are those of the catalogue that come nearest
/// to the fighter's arms; armour is the first that answers to the profile's protection.
pub fn derive(
    profile: &Profile,
    weapons: Vec<Carried>,
    armours: &[super::data::Armour],
) -> (Sheet, Gear) {
    let mut sheet = Sheet { values: FIELDS.iter().map(|f| f.default).collect(), derived: true };
    let mut set = |field: usize, value: u8| sheet.values[field] = i16::from(value);
    set(Aspect::Training as usize, profile.fighting);
    set(Aspect::Constitution as usize, (profile.strength + profile.toughness).div_ceil(2));
    set(Aspect::Coordination as usize, profile.agility);
    set(Aspect::SleightOfHand as usize, profile.agility);
    set(Aspect::MuscleMemory as usize, profile.strength);
    set(Aspect::Perception as usize, profile.perception);
    set(Aspect::Concentration as usize, profile.shooting);
    set(Aspect::Reflexes as usize, profile.agility);
    let hardy = i16::from(profile.toughness >= 5);
    sheet.values[DEATH_THRESHOLD] -= hardy;
    sheet.values[PAIN_OVER] += hardy;
    sheet.values[CONCUSSION_OVER] += hardy;
    let worn = armours.iter().position(|a| a.protection == profile.protection && a.protection > 0);
    let armor = worn.map(|i| ItemId(i as u16));
    let in_hand = if weapons.is_empty() { None } else { Some(0) };
    (sheet, Gear { weapons, in_hand, armor })
}
