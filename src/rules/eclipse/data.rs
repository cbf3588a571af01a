//! The ruleset's file: settings, the action table, weapons, armour, the words.
//!
//! [`File::default`] is what ships; `assets/rulesets/eclipse.ron` writes the same down where a table
//! can change it, and a test of the data module holds the two together.

use crate::rules::facts::{Arm, Cost};
use crate::rules::key::RuleId;
use crate::rules::message::Message;
use crate::rules::ruleset::{Scope, When};
use serde::{Deserialize, Serialize};

use super::ids::*;
use super::settings::Settings;
use super::sheet::{MOMENTS, MOMENTS_FRESH, Skill};

/// What the file holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct File {
    /// The version of the rules that the file was written for.
    pub version: u16,
    /// The settings of section 0.1.
    pub settings: Settings,
    /// Full magazines that a fresh fighter carries beside the loaded one.
    pub spare_magazines: u8,
    /// The action table (EP-ACT-02 to EP-ACT-05).
    pub actions: Vec<ActionRow>,
    /// The weapon catalogue, grenades and charges among them.
    pub weapons: Vec<Weapon>,
    /// The armour catalogue.
    pub armours: Vec<Armour>,
    /// What blades are coated with and rounds are filled with (EP-POI-01).
    pub substances: Vec<Substance>,
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

impl Default for File {
    fn default() -> Self {
        Self {
            version: super::VERSION,
            settings: Settings::default(),
            spare_magazines: 5,
            actions: actions(),
            weapons: weapons(),
            armours: armours(),
            substances: substances(),
            words: Words::default(),
        }
    }
}

/// What an action costs (EP-ACT-01).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Price {
    /// Nothing.
    Automatic,
    /// One third of the turn.
    Quick,
    /// Two thirds.
    #[default]
    Complex,
    /// Two thirds, and it goes on.
    Task,
    /// The whole turn (EP-DEF-05).
    Turn,
    /// Nothing, whoever acts.
    AnyTime,
}

impl Price {
    /// In coins.
    pub fn cost(self) -> Cost {
        let mut cost = Cost::default();
        cost.0[MOMENTS] = match self {
            Self::Automatic | Self::AnyTime => 0,
            Self::Quick => 1,
            Self::Complex | Self::Task => 2,
            Self::Turn => MOMENTS_FRESH,
        };
        cost
    }

    /// In whose turn.
    pub fn when(self) -> When {
        if self == Self::AnyTime { When::AnyTime } else { When::OwnTurn }
    }
}

/// What an action does.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// Nothing but a line in the log.
    #[default]
    Plain,
    /// One attack with what is in hand: blow, shot, throw, charge, psi.
    Attack,
    /// A burst for accuracy (EP-FIRE-03).
    BurstHit,
    /// A burst for damage.
    BurstDamage,
    /// A burst at two targets.
    BurstTargets,
    /// Full auto for accuracy (EP-FIRE-04).
    AutoHit,
    /// Full auto for damage.
    AutoDamage,
    /// Full auto at up to three targets.
    AutoTargets,
    /// Taking aim (EP-RMOD-01).
    Aim,
    /// Raising the weapon (EP-RMOD-02).
    Raise,
    /// Filling the magazine (EP-FIRE-06).
    Reload,
    /// Taking another weapon in hand.
    Draw,
    /// Picking up what lies there.
    PickUp,
    /// Getting up (EP-CND-01).
    StandUp,
    /// Dropping down.
    DropProne,
    /// Глухая оборона (EP-DEF-05).
    FullDefence,
    /// The same before one's own turn.
    FullDefenceEarly,
    /// Holding the turn back (EP-INI-04).
    Hold,
    /// Base movement.
    Walk,
    /// Full movement (EP-MOV-03).
    Run,
    /// Declaring full movement before acting (EP-MOV-02).
    DeclareRun,
    /// Рывок (EP-ACT-07).
    Rush,
    /// First aid (EP-BLD-03).
    FirstAid,
    /// Waking the unconscious (EP-WND-05).
    Wake,
    /// Ignoring a wound (EP-POOL-11).
    IgnoreWound,
    /// Buying an action at the end of the round (EP-POOL-10).
    ExtraAction,
    /// The same out of insight, for what is mental (EP-POOL-03).
    ExtraMental,
    /// Going first (EP-POOL-06).
    TakeInitiative,
    /// The same out of insight, for what is mental (EP-POOL-03).
    TakeInitiativeMental,
    /// Setting a feature of the surroundings (EP-POOL-07).
    Flex,
}

impl Deed {
    /// Whether it is an attack.
    pub fn is_attack(self) -> bool {
        matches!(
            self,
            Self::Attack
                | Self::BurstHit
                | Self::BurstDamage
                | Self::BurstTargets
                | Self::AutoHit
                | Self::AutoDamage
                | Self::AutoTargets
        )
    }

    /// The firing mode that it needs; none for any.
    pub fn mode(self) -> Option<Mode> {
        match self {
            Self::BurstHit | Self::BurstDamage | Self::BurstTargets => Some(Mode::Bf),
            Self::AutoHit | Self::AutoDamage | Self::AutoTargets => Some(Mode::Fa),
            _ => None,
        }
    }
}

/// A row of the action table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActionRow {
    /// Its id.
    pub id: String,
    /// A game master's own name for it.
    #[serde(default)]
    pub name: Option<String>,
    /// What it costs.
    #[serde(default)]
    pub cost: Price,
    /// What it is aimed at.
    #[serde(default = "own")]
    pub scope: Scope,
    /// What it does.
    #[serde(default)]
    pub deed: Deed,
    /// Most targets.
    #[serde(default = "one")]
    pub targets_max: u8,
    /// It is a mental or a mesh action, which insight buys (EP-POOL-03). An attack is one by the skill
    /// of the weapon.
    #[serde(default)]
    pub mental: bool,
    /// The rule that defines it.
    pub rule: RuleId,
    /// The icon's name.
    #[serde(default)]
    pub icon: String,
}

fn own() -> Scope {
    Scope::Own
}

fn one() -> u8 {
    1
}

/// A class of weapons.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// At arm's length.
    #[default]
    Melee,
    /// Beams: gravity does not matter (EP-GRV-03).
    Beam,
    /// Bullets.
    Kinetic,
    /// Smart missiles.
    Seeker,
    /// Sprays.
    Spray,
    /// Thrown by hand.
    Thrown,
    /// Laid and set off (EP-SKL-02).
    Placed,
    /// Psi.
    Psi,
}

/// Which of the two numbers of armour counts (EP-DMG-04).
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum DamageType {
    /// Энергия.
    Energy,
    /// Кинетика.
    #[default]
    Kinetic,
}

/// A firing mode (EP-FIRE-01 to EP-FIRE-04).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// СО.
    Ss,
    /// СЗС.
    Sa,
    /// СКО.
    Bf,
    /// АС.
    Fa,
}

/// The shape of a blast (EP-AREA-03, EP-AREA-04).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// From the centre on it wanes.
    Centred,
    /// The same within a radius.
    Uniform,
}

/// What goes off.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Blast {
    /// Its shape.
    pub shape: Shape,
    /// Radius in metres; for a centred one 0 stands for "as far as damage goes".
    #[serde(default)]
    pub radius_m: u8,
    /// Damage less for each metre.
    #[serde(default = "two")]
    pub falloff_per_m: u8,
    /// The same without air (EP-AREA-06).
    #[serde(default = "ten")]
    pub falloff_vacuum: u8,
}

fn two() -> u8 {
    2
}

fn ten() -> u8 {
    10
}

/// Dice of damage, РУ: so many of ten, so many of six, and a number.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(default, deny_unknown_fields)]
pub struct Dv {
    /// Dice of ten.
    pub d10: u8,
    /// Dice of six.
    pub d6: u8,
    /// What is added.
    pub plus: u8,
}

impl Dv {
    const fn new(d10: u8, d6: u8, plus: u8) -> Self {
        Self { d10, d6, plus }
    }

    /// Whether there is any damage at all.
    pub fn is_nothing(self) -> bool {
        self == Self::default()
    }
}

/// A weapon, a grenade or a charge.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Weapon {
    /// Its id.
    pub id: String,
    /// Its own name, if the words have none.
    pub name: Option<String>,
    /// The skill that it takes; none for the one of its class (EP-SKL-01).
    pub skill: Option<Skill>,
    /// Its class.
    pub class: Class,
    /// What it hits with.
    pub damage_type: DamageType,
    /// РУ.
    pub dv: Dv,
    /// Бронебойное (EP-PEN-01).
    pub armor_piercing: bool,
    /// One die of ten less for its ammunition (EP-PEN-01).
    pub weak_rounds: bool,
    /// С разбросом (EP-RNG-01).
    pub spread: bool,
    /// Конус (EP-AREA-05).
    pub cone: bool,
    /// Шоковое (EP-SHK-01).
    pub shock: bool,
    /// Nothing but a touch (EP-SHK-04).
    pub touch_only: bool,
    /// Firing modes.
    pub modes: Vec<Mode>,
    /// Rounds it holds, pieces of what is thrown.
    pub ammo: u16,
    /// Range in metres; 0 for the thrower's SOM.
    pub range_m: u16,
    /// Hands.
    pub hands: u8,
    /// Длинноствольное (EP-RMOD-05).
    pub long: bool,
    /// Smartlink or laser sight (EP-RMOD-03).
    pub smartlink: bool,
    /// Damage in each turn of the poison on it; 0 for none (EP-POI-01).
    pub substance: String,
    /// It can be coated with a substance.
    pub coatable: bool,
    /// Farthest multiple of the range; 0 for no limit.
    pub max_range_multiple: u8,
    /// How far a blow reaches, in cells; 0 and 1 are arm's length.
    pub reach_cells: u8,
    /// What goes off.
    pub blast: Option<Blast>,
    /// What it is in terms of no system.
    pub arm: Option<Arm>,
}

impl Weapon {
    /// Bare hands.
    pub fn unarmed() -> Self {
        Self { id: "unarmed".to_owned(), dv: Dv::new(0, 1, 0), hands: 1, ..Self::default() }
    }

    /// Adds its name to a message.
    pub fn named(&self, message: Message, arg: &'static str) -> Message {
        match (&self.name, self.id.as_str()) {
            (Some(name), _) => message.text(arg, name),
            (None, "unarmed") => message.word(arg, "bare-hands"),
            (None, id) => message.word(arg, format!("item-{id}")),
        }
    }

    /// The skill that it takes (EP-SKL-01).
    pub fn skill(&self) -> Skill {
        self.skill.unwrap_or(match self.class {
            Class::Melee => Skill::Melee,
            Class::Beam | Class::Kinetic | Class::Seeker | Class::Spray => Skill::Guns,
            Class::Thrown => Skill::Athletics,
            Class::Placed => Skill::Explosives,
            Class::Psi => Skill::Psi,
        })
    }

    /// Whether it strikes at arm's length.
    pub fn is_melee(&self) -> bool {
        self.class == Class::Melee
    }

    /// Whether it is a gun: in melee it is only in the way.
    pub fn is_gun(&self) -> bool {
        matches!(self.class, Class::Beam | Class::Kinetic | Class::Seeker | Class::Spray)
    }

    /// Whether gravity divides its range (EP-GRV-01, EP-GRV-03).
    pub fn falls(&self) -> bool {
        matches!(self.class, Class::Kinetic | Class::Seeker | Class::Spray | Class::Thrown)
    }

    /// Whether it holds pieces that are used up one by one.
    pub fn is_used_up(&self) -> bool {
        matches!(self.class, Class::Thrown | Class::Placed)
    }
}

/// An armour (EP-DMG-04).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Armour {
    /// Its id.
    pub id: String,
    /// Its own name, if the words have none.
    pub name: Option<String>,
    /// Энергия.
    pub energy: u8,
    /// Кинетика.
    pub kinetic: u8,
    /// The protection of a neutral profile that it answers to.
    pub protection: u8,
}

/// A poison or another substance that gets into whoever is hurt (EP-POI-01). It may do several things
/// at once.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Substance {
    /// Its id.
    pub id: String,
    /// Its own name, if the words have none.
    pub name: Option<String>,
    /// Damage in each turn of the victim, without armour and without wounds.
    pub damage: u8,
    /// For so many turns.
    pub turns: u8,
    /// A condition of section 17, by its name.
    pub condition: String,
    /// For so many turns; 0 until somebody ends it.
    pub condition_turns: u16,
    /// The modifier of a game master's note (EP-CND-12), for as long; 0 for no note.
    pub note: i16,
}

impl Substance {
    /// Adds its name to a message, as `substance`.
    pub fn named(&self, message: Message) -> Message {
        match &self.name {
            Some(name) => message.text("substance", name),
            None => message.word("substance", format!("coating-{}", self.id)),
        }
    }
}

/// The shipped substances, the program's own: the sheet names none.
fn substances() -> Vec<Substance> {
    let substance = |id: &str| Substance { id: id.to_owned(), ..Substance::default() };
    let of = |name: &str, condition_turns| (name.to_owned(), condition_turns);
    let put = |id: &str, (condition, condition_turns)| Substance {
        condition,
        condition_turns,
        ..substance(id)
    };
    vec![
        Substance { damage: 2, turns: 3, ..substance("venom") },
        put("nerve_agent", of("incapacitated", 2)),
        put("irritant", of("blinded", 3)),
        Substance { note: -10, condition_turns: 20, ..substance("nausea") },
    ]
}

/// The id of the ordinary attack.
pub const ATTACK: &str = "attack";

fn row(id: &str, cost: Price, scope: Scope, deed: Deed, rule: RuleId, icon: &str) -> ActionRow {
    ActionRow {
        id: id.to_owned(),
        name: None,
        cost,
        scope,
        deed,
        targets_max: 1,
        mental: false,
        rule,
        icon: icon.to_owned(),
    }
}

fn mental(row: ActionRow) -> ActionRow {
    ActionRow { mental: true, ..row }
}

fn many(targets_max: u8, row: ActionRow) -> ActionRow {
    ActionRow { targets_max, ..row }
}

/// The shipped action table.
fn actions() -> Vec<ActionRow> {
    use Price::{AnyTime, Automatic, Complex, Quick, Task, Turn};
    use Scope::{Ally, Any, Own, Path, Place, Ranged, Thing};
    vec![
        many(4, row(ATTACK, Complex, Any, Deed::Attack, EP_SEQ_02, "sword")),
        row("burst_hit", Complex, Ranged, Deed::BurstHit, EP_FIRE_03, "tally-3"),
        row("burst_damage", Complex, Ranged, Deed::BurstDamage, EP_FIRE_03, "tally-3"),
        many(2, row("burst_targets", Complex, Ranged, Deed::BurstTargets, EP_FIRE_03, "tally-3")),
        row("auto_hit", Complex, Ranged, Deed::AutoHit, EP_FIRE_04, "tally-3"),
        row("auto_damage", Complex, Ranged, Deed::AutoDamage, EP_FIRE_04, "tally-3"),
        many(3, row("auto_targets", Complex, Ranged, Deed::AutoTargets, EP_FIRE_04, "tally-3")),
        row("aim", Complex, Ranged, Deed::Aim, EP_RMOD_01, "target"),
        row("raise", Quick, Own, Deed::Raise, EP_RMOD_02, "crosshair"),
        row("reload", Complex, Own, Deed::Reload, EP_FIRE_06, "rotate-cw"),
        row("draw", Quick, Own, Deed::Draw, EP_ACT_03, "hand"),
        row("pick_up", Quick, Own, Deed::PickUp, EP_ACT_03, "hand"),
        row("stand_up", Quick, Own, Deed::StandUp, EP_CND_01, "chevron-up"),
        row("drop_prone", Automatic, Own, Deed::DropProne, EP_ACT_02, "chevron-down"),
        row("full_defence", Turn, Own, Deed::FullDefence, EP_DEF_05, "shield-check"),
        row("hold", Automatic, Own, Deed::Hold, EP_INI_04, "hourglass"),
        row("walk", Automatic, Path, Deed::Walk, EP_MOV_01, "footprints"),
        row("run", Automatic, Path, Deed::Run, EP_MOV_03, "rabbit"),
        row("declare_run", Automatic, Own, Deed::DeclareRun, EP_MOV_02, "rabbit"),
        row("rush", Complex, Own, Deed::Rush, EP_ACT_07, "rabbit"),
        mental(row("first_aid", Complex, Ally, Deed::FirstAid, EP_BLD_03, "heart-pulse")),
        row("wake", Complex, Ally, Deed::Wake, EP_WND_05, "heart-pulse"),
        mental(row("quick", Quick, Own, Deed::Plain, EP_ACT_03, "hand")),
        row("open", Quick, Thing, Deed::Plain, EP_ACT_03, "door-open"),
        mental(row("task", Task, Own, Deed::Plain, EP_ACT_05, "hourglass")),
        row("full_defence_early", AnyTime, Own, Deed::FullDefenceEarly, EP_DEF_05, "shield-check"),
        row("ignore_wound", AnyTime, Own, Deed::IgnoreWound, EP_POOL_11, "heart-pulse"),
        row("extra_action", AnyTime, Own, Deed::ExtraAction, EP_POOL_10, "plus"),
        row("extra_mental", AnyTime, Own, Deed::ExtraMental, EP_POOL_10, "plus"),
        row("take_initiative", AnyTime, Own, Deed::TakeInitiative, EP_POOL_06, "chevron-up"),
        row(
            "take_initiative_mental",
            AnyTime,
            Own,
            Deed::TakeInitiativeMental,
            EP_POOL_06,
            "chevron-up",
        ),
        row("flex", AnyTime, Place, Deed::Flex, EP_POOL_07, "map"),
    ]
}

fn arm(id: &str, class: Class, dv: Dv, arm: Option<Arm>) -> Weapon {
    Weapon { id: id.to_owned(), class, dv, hands: 1, arm, ..Weapon::default() }
}

/// The shipped weapons (section 19.2), grenades among them; the last three are the program's own.
fn weapons() -> Vec<Weapon> {
    use Mode::{Bf, Fa, Sa, Ss};
    let d = |d10, plus| Dv::new(d10, 0, plus);
    let gun = |id, class, dv, modes: &[Mode], ammo, range_m, like| Weapon {
        modes: modes.to_vec(),
        ammo,
        range_m,
        smartlink: true,
        ..arm(id, class, dv, Some(like))
    };
    let energy = DamageType::Energy;
    let grenade = |id, dv, shape, radius_m, ammo| Weapon {
        blast: Some(Blast { shape, radius_m, falloff_per_m: 2, falloff_vacuum: 10 }),
        ammo,
        smartlink: true,
        ..arm(id, Class::Thrown, dv, None)
    };
    vec![
        Weapon { coatable: true, ..arm("knife", Class::Melee, d(1, 2), Some(Arm::Knife)) },
        Weapon {
            armor_piercing: true,
            ..arm("monoblade", Class::Melee, d(2, 2), Some(Arm::Blade))
        },
        Weapon { shock: true, ..arm("shock_baton", Class::Melee, d(1, 0), None) },
        gun("pistol", Class::Kinetic, d(2, 0), &[Sa, Bf, Fa], 16, 30, Arm::Pistol),
        Weapon {
            hands: 2,
            long: true,
            ..gun("rifle", Class::Kinetic, d(2, 4), &[Sa, Bf, Fa], 40, 100, Arm::Automatic)
        },
        Weapon {
            hands: 2,
            long: true,
            armor_piercing: true,
            ..gun("railgun", Class::Kinetic, d(3, 6), &[Ss], 10, 250, Arm::Rifle)
        },
        Weapon {
            hands: 2,
            damage_type: energy,
            ..gun("laser", Class::Beam, d(2, 2), &[Sa, Bf], 30, 100, Arm::Bow)
        },
        Weapon {
            hands: 2,
            cone: true,
            spread: true,
            smartlink: false,
            ..gun("scattergun", Class::Spray, d(2, 6), &[Sa, Bf], 20, 25, Arm::Shotgun)
        },
        Weapon {
            damage_type: energy,
            shock: true,
            ..gun("stunner", Class::Beam, Dv::new(0, 1, 0), &[Sa], 12, 50, Arm::Stunner)
        },
        Weapon { arm: Some(Arm::Grenade), ..grenade("frag", d(3, 6), Shape::Centred, 0, 2) },
        Weapon {
            damage_type: energy,
            armor_piercing: true,
            ..grenade("thermobaric", d(2, 6), Shape::Uniform, 10, 1)
        },
        Weapon { shock: true, ..grenade("stun_grenade", Dv::new(0, 1, 2), Shape::Uniform, 6, 2) },
        Weapon {
            ammo: 4,
            smartlink: true,
            ..arm("throwing_knives", Class::Thrown, d(1, 0), Some(Arm::Throwing))
        },
        Weapon {
            blast: Some(Blast {
                shape: Shape::Centred,
                radius_m: 0,
                falloff_per_m: 2,
                falloff_vacuum: 10,
            }),
            ammo: 1,
            smartlink: true,
            ..arm("charge", Class::Placed, d(4, 6), None)
        },
        Weapon {
            damage_type: energy,
            smartlink: true,
            range_m: 10,
            ..arm("psi_strike", Class::Psi, Dv::new(0, 2, 0), None)
        },
    ]
}

/// The shipped armours (section 19.2).
fn armours() -> Vec<Armour> {
    let armour = |id: &str, energy, kinetic, protection| Armour {
        id: id.to_owned(),
        name: None,
        energy,
        kinetic,
        protection,
    };
    vec![
        armour("light_vest", 4, 10, 1),
        armour("body_armor", 8, 14, 2),
        armour("combat_armor", 12, 16, 0),
        armour("industrial_plating", 6, 4, 0),
    ]
}
