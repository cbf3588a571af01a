//! The rules core: pure functions over plain facts.
//!
//! Nothing in here knows Bevy, files, the clock or a hash map, and no rule number is a float (the
//! weights in [`odds`] and `dice/every.rs` are the only ones). One `resolve` per ruleset serves
//! play, odds, simulation and replay.
//!
//! # Glossary
//! | word | Russian | meaning |
//! | --- | --- | --- |
//! | combatant, fighter | участник боя | a token on the board that takes part |
//! | check | проверка | a number with its reasons, then dice |
//! | pool | пул | equal dice that are rolled together |
//! | difficulty | Сложность | the pool or number a check is made against |
//! | strike | удар | what an attack does to one of its targets |
//! | effect | последствие | a change that a rule demands |
//! | round, turn | раунд, ход | every fighter takes one turn a round |
//! | level, card | уровень, карточка | a row of the turn order, a fighter's place in it |
//! | sightline | линия огня | what lies between two fighters |
//! | reach | досягаемость | how far an arm and a weapon strike |
//! | silhouette | силуэт | the disc of 0.84 cell that a fighter presents |

pub mod check;
pub mod dice;
pub mod effect;
pub mod facts;
pub mod grid;
pub mod health;
pub mod key;
pub mod message;
pub mod odds;
pub mod ruleset;

use key::RuleId;
use message::Message;
use ruleset::{Ruleset, RulesetInfo};
use serde::de::DeserializeOwned;
use std::sync::OnceLock;

/// Overrides and deeds of the game master that no rule of a specification covers.
pub const GM: RuleId = RuleId("GM");
/// The program's own limits (no such fighter, not your turn).
pub const TABLE: RuleId = RuleId("TABLE");

/// A place in a data file: field names and list indices from the root.
pub type Path = Vec<PathStep>;

/// One step of a [`Path`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathStep {
    /// A field or a key.
    Field(String),
    /// An element of a list.
    Index(usize),
}

/// Something wrong with the meaning of a ruleset file: where and what.
#[derive(Clone, Debug, PartialEq)]
pub struct Flaw {
    /// The place.
    pub path: Path,
    /// What is wrong, in the user's words.
    pub what: Message,
}

/// A rule system as the registry sees it: its file and how to build it from that.
pub trait Registered: Ruleset + Sized + 'static {
    /// What its RON file holds.
    type File: DeserializeOwned;
    /// The fixed lists.
    const INFO: &'static RulesetInfo;
    /// The file that ships, embedded.
    const SHIPPED: &'static str;
    /// Builds the ruleset; flaws are problems of the file.
    ///
    /// # Errors
    /// All flaws of the file at once.
    fn build(file: Self::File) -> Result<Self, Vec<Flaw>>;
    /// Runs the given-dice cases that are compiled in: the worked examples of the specification.
    fn run_cases() -> Vec<ruleset::CaseReport>;
    /// Its words in Russian and English, as Fluent sources.
    fn words(file: &Self::File) -> (String, String);
    /// What a roll against a check is by itself, as the end of the word `class-<id>-<class>`
    /// (EP-DIE-06). The preset: nothing that has a name.
    fn class_of(_check: &check::Check, _rolled: &dice::Rolled) -> Option<&'static str> {
        None
    }
}

/// Something to be done with a registered ruleset's type.
pub trait Visitor {
    /// The result.
    type Out;
    /// Does it.
    fn visit<R: Registered>(self) -> Self::Out;
}

macro_rules! rulesets {
    ($($module:ident :: $name:ident),+ $(,)?) => {
        $(pub mod $module;)+

        /// The lists of all registered rulesets, in the order of the switch.
        pub fn registered() -> Vec<&'static RulesetInfo> {
            vec![$(<$module::$name as Registered>::INFO),+]
        }

        /// Does something with the type of the ruleset of this id; none if there is no such one.
        pub fn with_ruleset<V: Visitor>(id: &str, visitor: V) -> Option<V::Out> {
            $(if <$module::$name as Registered>::INFO.id == id {
                return Some(visitor.visit::<$module::$name>());
            })+
            None
        }
    };
}

// The registration line: one entry a ruleset.
rulesets! { better_world::BetterWorld, eclipse::Eclipse }

/// What a roll against a check is by itself under the ruleset of this id; none where that has no
/// name.
pub fn class_of(id: &str, check: &check::Check, rolled: &dice::Rolled) -> Option<&'static str> {
    struct Class<'a>(&'a check::Check, &'a dice::Rolled);
    impl Visitor for Class<'_> {
        type Out = Option<&'static str>;
        fn visit<R: Registered>(self) -> Self::Out {
            R::class_of(self.0, self.1)
        }
    }
    with_ruleset(id, Class(check, rolled))?
}

/// The ids of all rules, and of what is under no rule.
pub(crate) fn known_rules() -> &'static [&'static str] {
    static RULES: OnceLock<Vec<&'static str>> = OnceLock::new();
    RULES.get_or_init(|| {
        let rules = registered().into_iter().flat_map(|info| info.rules).map(|rule| rule.id.0);
        [GM.0, TABLE.0].into_iter().chain(rules).collect()
    })
}

/// The names of all conditions, states, degrees, options and coins.
pub(crate) fn known_keys() -> &'static [&'static str] {
    static KEYS: OnceLock<Vec<&'static str>> = OnceLock::new();
    KEYS.get_or_init(|| {
        let names = registered().into_iter().flat_map(|info| {
            let conditions = info.conditions.iter().map(|c| c.id.0);
            let states = info.states.iter().map(|s| s.id.0);
            let degrees = info.degrees.iter().map(|d| d.0);
            let options = info.options.iter().map(|o| o.id.0);
            let coins = info.coins.iter().map(|c| c.key);
            let settings = info.settings.iter().map(|s| s.id.0);
            conditions.chain(states).chain(degrees).chain(options).chain(coins).chain(settings)
        });
        names.collect()
    })
}
