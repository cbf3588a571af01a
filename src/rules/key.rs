//! Names that come from fixed lists: conditions, states, degrees, options, rules.
//!
//! They are `&'static str` in memory (cheap to copy and compare, readable in a debugger) and
//! plain strings in files. Reading one back looks it up in the lists of the registered rulesets,
//! so a name that no ruleset knows is an error of the file and never a new name.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::fmt;

macro_rules! names {
    ($(#[$doc:meta] $name:ident in $known:ident),+ $(,)?) => {$(
        #[$doc]
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub &'static str);

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str(self.0) }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.write_str(self.0) }
        }
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> { s.serialize_str(self.0) }
        }
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                let text = String::deserialize(d)?;
                let known = super::$known();
                let found = known.iter().find(|name| **name == text);
                found.map(|name| $name(name)).ok_or_else(|| D::Error::unknown_variant(&text, known))
            }
        }
    )+};
}

names! {
    /// A rule of a specification, for instance `BW-RNG-05`.
    RuleId in known_rules,
    /// A condition, state, degree, coin or option of a ruleset, for instance `pain-shock`.
    Key in known_keys,
}
