//! The rules of the specification that are implemented, in its order.
//!
//! One list makes the constants that the code names and the table that the program shows. A rule
//! of mixed origin carries the mark that its specification names first.

use crate::rules::key::RuleId;
use crate::rules::ruleset::{Mark, RuleSpec};

macro_rules! rules {
    ($($name:ident = $id:literal, $mark:ident;)+) => {
        $(
            #[doc = concat!("What it does: the word `rule-", $id, ".text`.")]
            pub const $name: RuleId = RuleId($id);
        )+

        /// All of them.
        pub const RULES: &[RuleSpec] = &[$(RuleSpec { id: $name, mark: Mark::$mark }),+];
    };
}

rules! {
    BW_GEN_01 = "BW-GEN-01", Seed;
    BW_GEN_02 = "BW-GEN-02", Seed;
    BW_GEN_03 = "BW-GEN-03", Seed;
    BW_GEN_04 = "BW-GEN-04", Seed;
    BW_GEN_05 = "BW-GEN-05", Seed;
    BW_GEN_06 = "BW-GEN-06", Seed;
    BW_GEN_07 = "BW-GEN-07", Default;
    BW_CHK_01 = "BW-CHK-01", Glossary;
    BW_CHK_02 = "BW-CHK-02", Glossary;
    BW_CHK_03 = "BW-CHK-03", Derived;
    BW_CHK_04 = "BW-CHK-04", Seed;
    BW_CHK_05 = "BW-CHK-05", Seed;
    BW_CHK_06 = "BW-CHK-06", Seed;
    BW_CHK_07 = "BW-CHK-07", Seed;
    BW_CHK_08 = "BW-CHK-08", Seed;
    BW_CHK_09 = "BW-CHK-09", Default;
    BW_CHK_10 = "BW-CHK-10", Default;
    BW_INI_01 = "BW-INI-01", Seed;
    BW_INI_02 = "BW-INI-02", Seed;
    BW_INI_03 = "BW-INI-03", Seed;
    BW_INI_04 = "BW-INI-04", Seed;
    BW_INI_05 = "BW-INI-05", Seed;
    BW_INI_06 = "BW-INI-06", Seed;
    BW_INI_07 = "BW-INI-07", Seed;
    BW_INI_08 = "BW-INI-08", Seed;
    BW_INI_09 = "BW-INI-09", Seed;
    BW_INI_10 = "BW-INI-10", Seed;
    BW_INI_11 = "BW-INI-11", Seed;
    BW_ENT_01 = "BW-ENT-01", Seed;
    BW_ENT_02 = "BW-ENT-02", Seed;
    BW_ENT_03 = "BW-ENT-03", Seed;
    BW_ENT_04 = "BW-ENT-04", Seed;
    BW_ENT_05 = "BW-ENT-05", Default;
    BW_ACT_01 = "BW-ACT-01", Seed;
    BW_ACT_02 = "BW-ACT-02", Seed;
    BW_ACT_03 = "BW-ACT-03", Seed;
    BW_ACT_04 = "BW-ACT-04", Derived;
    BW_ACT_05 = "BW-ACT-05", Seed;
    BW_ACT_06 = "BW-ACT-06", Seed;
    BW_ACT_07 = "BW-ACT-07", Seed;
    BW_ACT_08 = "BW-ACT-08", Seed;
    BW_ACT_09 = "BW-ACT-09", Seed;
    BW_ACT_10 = "BW-ACT-10", Derived;
    BW_ACT_11 = "BW-ACT-11", Derived;
    BW_DMG_01 = "BW-DMG-01", Seed;
    BW_DMG_02 = "BW-DMG-02", Seed;
    BW_DMG_03 = "BW-DMG-03", Seed;
    BW_DMG_04 = "BW-DMG-04", Seed;
    BW_DMG_05 = "BW-DMG-05", Derived;
    BW_DMG_06 = "BW-DMG-06", Seed;
    BW_DMG_07 = "BW-DMG-07", Seed;
    BW_DMG_08 = "BW-DMG-08", Seed;
    BW_DMG_09 = "BW-DMG-09", Seed;
    BW_DMG_10 = "BW-DMG-10", Seed;
    BW_DMG_11 = "BW-DMG-11", Seed;
    BW_DMG_12 = "BW-DMG-12", Seed;
    BW_DMG_13 = "BW-DMG-13", Default;
    BW_MEL_01 = "BW-MEL-01", Seed;
    BW_MEL_02 = "BW-MEL-02", Seed;
    BW_MEL_03 = "BW-MEL-03", Seed;
    BW_MEL_04 = "BW-MEL-04", Seed;
    BW_MEL_05 = "BW-MEL-05", Seed;
    BW_MEL_06 = "BW-MEL-06", Seed;
    BW_MEL_07 = "BW-MEL-07", Seed;
    BW_MEL_08 = "BW-MEL-08", Default;
    BW_MEL_09 = "BW-MEL-09", Seed;
    BW_MEL_10 = "BW-MEL-10", Seed;
    BW_MEL_11 = "BW-MEL-11", Seed;
    BW_MEL_12 = "BW-MEL-12", Seed;
    BW_MEL_13 = "BW-MEL-13", Seed;
    BW_MEL_14 = "BW-MEL-14", Seed;
    BW_MEL_15 = "BW-MEL-15", Seed;
    BW_MEL_16 = "BW-MEL-16", Seed;
    BW_MEL_17 = "BW-MEL-17", Seed;
    BW_RNG_01 = "BW-RNG-01", Seed;
    BW_RNG_02 = "BW-RNG-02", Seed;
    BW_RNG_03 = "BW-RNG-03", Seed;
    BW_RNG_04 = "BW-RNG-04", Seed;
    BW_RNG_05 = "BW-RNG-05", Seed;
    BW_RNG_06 = "BW-RNG-06", Seed;
    BW_RNG_07 = "BW-RNG-07", Derived;
    BW_RNG_08 = "BW-RNG-08", Seed;
    BW_RNG_09 = "BW-RNG-09", Seed;
    BW_RNG_10 = "BW-RNG-10", Seed;
    BW_RNG_11 = "BW-RNG-11", Seed;
    BW_RNG_12 = "BW-RNG-12", Seed;
    BW_RNG_13 = "BW-RNG-13", Seed;
    BW_RNG_14 = "BW-RNG-14", Seed;
    BW_RNG_15 = "BW-RNG-15", Default;
}
