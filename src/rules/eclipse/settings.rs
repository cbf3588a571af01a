//! The settings of section 0.1: data of the file, and changed in the middle of a fight.

use crate::rules::key::Key;
use crate::rules::ruleset::{OptionValues, SettingSpec};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use super::ids::*;

macro_rules! settings {
    ($($(#[$doc:meta])+ $name:ident = $default:literal, $rule:ident, $scene:literal, $values:expr;)+) => {
        /// The values in force; choices by the number of their value.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Settings {
            $($(#[$doc])+ pub $name: i16,)+
        }

        impl Default for Settings {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }

        /// All of them, in the order of the specification.
        pub const SETTINGS: &[SettingSpec] = &[
            $(SettingSpec {
                id: Key(stringify!($name)),
                rule: $rule,
                values: $values,
                scene: $scene,
            },)+
        ];

        impl Settings {
            /// The values in the order of [`SETTINGS`].
            pub fn values(&self) -> Vec<i16> {
                vec![$(self.$name,)+]
            }

            /// The same with some changed.
            #[must_use]
            pub fn changed(&self, changed: &BTreeMap<Key, i16>) -> Self {
                let mut settings = self.clone();
                $(if let Some(value) = changed.get(&Key(stringify!($name))) {
                    settings.$name = *value;
                })+
                settings
            }
        }
    };
}

const fn choice(values: &'static [&'static str]) -> OptionValues {
    OptionValues::Choice(values)
}

const fn number(least: i16, most: i16) -> OptionValues {
    OptionValues::Signed(least, most)
}

const SWITCH: OptionValues = OptionValues::Switch;

settings! {
    /// Whether a critical hit halves armour or doubles damage.
    crit_effect = 0, EP_ATK_03, false, choice(&["halve_armor", "double_damage"]);
    /// Whether damage is doubled before armour or what got through.
    crit_double_stage = 0, EP_ATK_03, false, choice(&["before_armor", "after_armor"]);
    /// Whether superior successes of a critical count, too.
    crit_and_superior = 0, EP_ATK_02, false, choice(&["both", "crit_only"]);
    /// Whether halvings of armour add up.
    armor_halving = 0, EP_PEN_08, false, choice(&["multiply", "once"]);
    /// Who wins of equal rolls.
    opposed_tie = 0, EP_OPP_03, false, choice(&["defender", "attacker", "gm"]);
    /// Most wounds of one attack; 0 for no limit.
    max_wounds_per_attack = 3, EP_WND_01, false, number(0, 20);
    /// Most wounds that can be ignored.
    max_ignored_wounds = 3, EP_WND_06, false, number(0, 20);
    /// Whether evading an area is the victim's own test or opposed to the attack.
    area_evasion = 0, EP_AREA_02, false, choice(&["simple", "opposed"]);
    /// Whether a push deals damage, too.
    push_deals_damage = 1, EP_CALL_05, false, SWITCH;
    /// When initiative is rolled.
    initiative_roll = 0, EP_INI_03, false, choice(&["once_per_combat", "each_round"]);
    /// Most that all modifiers together add or take; 0 for no limit.
    modifier_cap = 0, EP_MOD_00, false, number(0, 200);
    /// Most points a side spends on one test; 0 for no limit.
    max_pool_per_test = 1, EP_POOL_08, false, number(0, 5);
    /// Whether flex pays for anything.
    flex_is_wild = 0, EP_POOL_07, false, SWITCH;
    /// Whether each opponent has a threat pool of its own.
    threat_pool_scope = 0, EP_POOL_09, false, choice(&["per_npc", "shared"]);
    /// Whether raising the weapon adds to having taken aim.
    aim_stacks = 0, EP_RMOD_02, false, SWITCH;
    /// Whether wounds also weaken checks other than the wound check.
    wound_mod_on_resist = 1, EP_WND_03, false, SWITCH;
    /// Whether standing up halves the movement of the turn.
    standing_up_halves_move = 1, EP_CND_01, false, SWITCH;
    /// What a diagonal step costs.
    diagonal_cost = 0, EP_GRID_03, false, choice(&["alternating", "one", "two"]);
    /// How distance is measured.
    distance_metric = 0, EP_GRID_02, false, choice(&["euclid_floor", "chebyshev", "alternating"]);
    /// Gravity of the scene in hundredths of g.
    gravity_g = 100, EP_GRV_01, true, number(0, 1000);
    /// Gravity below which there is none to speak of, in hundredths of g.
    microgravity_below = 1, EP_GRV_02, false, number(0, 100);
    /// Modifier of each blow for every further target.
    multi_melee_penalty = -20, EP_TWO_02, false, number(-100, 0);
    /// How near the edge or cover has to be, in metres.
    edge_distance_m = 1, EP_AREA_02, false, number(0, 20);
    /// Up to which face of a d10 a blind hit misses.
    blind_miss_d10 = 5, EP_MOD_09, false, number(0, 10);
    /// What a hidden target costs.
    hidden_target_rule = 0, EP_RMOD_09, false, choice(&["minus30", "fifty", "both"]);
    /// How well one sees in the scene; what hides one target more is said of that attack.
    visibility = 0, EP_MOD_07, true, choice(&["clear", "poor", "dark"]);
    /// No air in the scene.
    vacuum = 0, EP_AREA_06, true, SWITCH;
    /// Dice of ten of a crash.
    crash_dice = 1, EP_WND_07, false, number(0, 9);
    /// By what Durability is divided for a crash.
    crash_divisor = 10, EP_WND_07, false, number(1, 100);
    /// The scene is no combat: the helpless are killed (EP-HLP-01).
    out_of_combat = 0, EP_HLP_01, true, SWITCH;
}

/// Values of [`Settings`] that rules ask for by name.
impl Settings {
    /// Whether a critical doubles damage.
    pub fn crit_doubles(&self) -> bool {
        self.crit_effect == 1
    }

    /// Whether there is no gravity to speak of (EP-GRV-02).
    pub fn is_microgravity(&self) -> bool {
        self.gravity_g < self.microgravity_below
    }

    /// The id of a setting whose value is outside its range, with both, if any.
    pub fn flaw(&self) -> Option<(Key, i16, (i16, i16))> {
        let range = |values: OptionValues| match values {
            OptionValues::Choice(names) => (0, names.len() as i16 - 1),
            OptionValues::Signed(least, most) => (least, most),
            OptionValues::Switch => (0, 1),
        };
        let all = SETTINGS.iter().zip(self.values());
        let mut all = all.map(|(spec, value)| (spec.id, value, range(spec.values)));
        all.find(|(_, value, (least, most))| !(*least..=*most).contains(value))
    }
}
