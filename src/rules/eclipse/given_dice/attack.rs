//! Dice, skills, defences, the opposed test, and what the game master says of it (sections 0 to 4
//! and 18).

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::bench::*;
use super::super::body::{aptitude_check, rounded};
use super::super::ids::*;
use super::super::roll::{read, read_untrained};
use super::super::sheet::option::*;
use super::super::sheet::*;
use super::Case;
use crate::rules::dice::{Dice, Given};
use crate::rules::effect::Change;
use crate::rules::facts::{AttackFacts, CombatantId, Fighter, Policy};
use crate::rules::key::Key;
use crate::rules::ruleset::Ruleset;

pub(super) const CASES: &[Case] = &[
    ("EP-RND-01 to the nearest, halves up", rnd_01),
    ("EP-RND-02 halved first, then modified", rnd_02),
    ("EP-DIE-03 doubles", die_03),
    ("EP-DIE-04 superior results", die_04),
    ("EP-DIE-06 every roll has its reasons", die_06),
    ("EP-DIE-07 checks of aptitude", die_07),
    ("EP-SEQ-03 the same dice lead to the same", seq_03),
    ("EP-SKL-01 which skill attacks", skl_01),
    ("EP-SKL-02 a placed charge", skl_02),
    ("EP-SKL-03 untrained", skl_03),
    ("EP-DEF-01 the better of fray and melee", def_01),
    ("EP-DEF-02 half of fray at range", def_02),
    ("EP-DEF-05 what full defence counts for", def_05),
    ("EP-DEF-06 no defence", def_06),
    ("EP-DEF-07 modifiers of the defence", def_07),
    ("EP-DEF-08 defence is free", def_08),
    ("EP-OPP-01 who wins", opp_01),
    ("EP-OPP-06 a critical failure", opp_06),
    ("EP-ATK-02 only the critical", atk_02),
    ("EP-GM-01 by the game master's word", gm_01),
    ("EP-GM-01 settings in the middle of a fight", gm_01_settings),
];

fn rnd_01(b: &Bench) {
    let found = [(45, 2), (7, 2), (37, 5), (5, 2), (14, 8), (15, 10), (14, 10)];
    b.same("rounded", found.map(|(n, d)| rounded(n, d)), [23, 4, 7, 3, 2, 2, 1]);
    let ratings = |durability| {
        let one = man(1, &[(DURABILITY, durability)]);
        (super::super::body::wound_threshold(&one), super::super::body::death_rating(&one))
    };
    b.same("WT and DR", [35, 37, 38, 2].map(ratings), [(7, 53), (7, 56), (8, 57), (1, 3)]);
    // 15 x 3 + 5 is no fifth: (15 + 18) / 5 = 6.6.
    let one = man(1, &[(INT, 15), (REF, 18)]);
    b.same("initiative", b.order(&[starting(&one)], &[1]), vec![row(7 + 1, &[1])]);
    b.frame(&[EP_RND_01, EP_DMG_06, EP_DMG_07]);
}

fn rnd_02(b: &Bench) {
    let target = being(hurt(stout(2, 45), 0, 1), FULL_DEFENCE);
    // Not (45 + 20) / 2 = 33.
    b.same("23 + 20", b.number(&b.pistol(60, &target), "defence"), 43);
    let target = being(stout(2, 45), STUNNED);
    b.same("23 - 30", b.number(&b.pistol(60, &target), "defence"), -7);
}

fn die_03(b: &Bench) {
    let criticals = (0..100).filter(|roll| read(*roll, 60).critical).count();
    b.same("ten doubles", criticals, 10);
    let sides = [(55, 60), (55, 54), (0, -50), (99, 150)].map(|(roll, tn)| {
        let read = read(roll, tn);
        (read.success, read.critical)
    });
    b.same("success or failure", sides, [(true, true), (false, true), (true, true), (false, true)]);
    let seen = b.attack(&b.pistol(60, &stout(2, 0)), &[77, 50]);
    let marked = seen.effects().iter().any(|effect| effect.rule == EP_OPP_06);
    b.same("77 is marked", (seen.hit(), marked), (false, true));
    b.frame(&[EP_DIE_03]);
}

fn die_04(b: &Bench) {
    let superiors = [0, 32, 33, 65, 66, 98].map(|roll| read(roll, 120).superior);
    b.same("superior successes", superiors, [0, 0, 1, 1, 2, 2]);
    let failures = [1, 33, 34, 66, 67, 99].map(|roll| read(roll, -10).failures);
    b.same("superior failures", failures, [2, 2, 1, 1, 0, 0]);
    // Of 40 against 90 the margin is 50: the roll counts, not the margin.
    b.same("not the margin", b.attack(&b.pistol(90, &stout(2, 0)), &[20, 50, 1, 1]).damage(), 2);
    b.same("one", b.attack(&b.pistol(90, &stout(2, 0)), &[40, 50, 1, 1, 6]).damage(), 8);
    b.frame(&[EP_DIE_04, EP_DIE_05]);
}

fn die_06(b: &Bench) {
    let one = b.armed(man(1, &[(GUNS, 60)]), "pistol");
    let facts = b.far("attack", &one, (2, 0), &man(2, &[]));
    let plan = b.plan(&facts);
    let mut dice = Dice::given(Given::numbers(&[40, 50, 5, 5, 3, 20]));
    b.rules.resolve(&facts, &plan, &mut dice);
    let rolled = dice.rolled().len();
    let used = dice.put_back();
    let names: Vec<&str> = used.explained.iter().map(|explained| explained.check.name).collect();
    b.same("one check a roll", names, vec!["attack", "defence", "dv-d10", "dv-d6", "som"]);
    b.same("rolls", rolled, 5);
    let empty = used.explained.iter().any(|explained| explained.check.lines().is_empty());
    b.same("none without a reason", empty, false);
    b.frame(&[EP_DIE_06]);
}

fn die_07(b: &Bench) {
    let check = |numbers: &[(usize, i16)], aptitude| {
        let one = man(1, numbers);
        let check = aptitude_check(&b.rules.settings, &one, "som", aptitude, true);
        b.see_check(&check);
        check.value()
    };
    b.same("three times", check(&[(SOM, 20)], Aptitude::Som), 60);
    b.same("the stat block's own", check(&[(SOM, 20), (CHECKS[0], 55)], Aptitude::Som), 55);
    b.same("of WIL", check(&[(WIL, 12), (CHECKS[0], 55)], Aptitude::Wil), 36);
    b.same("of INT", check(&[(INT, 12), (CHECKS[2], 0)], Aptitude::Int), 0);
}

fn seq_03(b: &Bench) {
    let facts = b.pistol(60, &stout(2, 40));
    b.same("plan", b.plan(&facts), b.plan(&facts.clone()));
    let once = b.attack(&facts, &[40, 50, 3, 4, 5]);
    let twice = b.attack(&facts, &[40, 50, 3, 4, 5]);
    b.same("outcome", once.outcome, twice.outcome);
    b.frame(&[EP_SEQ_03]);
}

fn skl_01(b: &Bench) {
    let all = [
        (MELEE, 61),
        (GUNS, 62),
        (ATHLETICS, 63),
        (EXPLOSIVES, 64),
        (INTERFACE, 65),
        (PSI, 66),
        (SOM, 40),
    ];
    let with = |weapon: &str, offset| {
        let one = b.armed(man(1, &all), weapon);
        let mut facts = b.far("attack", &one, offset, &stout(2, 0));
        facts.targets[0].in_reach = offset == (1, 0);
        b.tn(&facts)
    };
    b.same("a blade", with("knife", (1, 0)), 61);
    b.same("a gun", with("pistol", (2, 0)), 62);
    b.same("thrown", with("throwing_knives", (2, 0)), 63);
    b.same("a grenade", with("frag", (2, 0)), 63);
    b.same("a charge", with("charge", (2, 0)), 64);
    b.same("a mounted gun", with("turret", (2, 0)), 65);
    b.same("psi", with("psi_strike", (2, 0)), 66);
    let bare = b.close("attack", &man(1, &all), &stout(2, 0));
    b.same("bare hands", b.tn(&bare), 61);
    b.refused(
        &b.far("burst_hit", &b.armed(man(1, &all), "knife"), (1, 0), &stout(2, 0)),
        EP_FIRE_07,
    );
}

fn skl_02(b: &Bench) {
    let one = b.armed(at(man(1, &[(EXPLOSIVES, 60)]), 10, 10), "charge");
    let target = at(stout(2, 40), 10, 6);
    let facts = b.thrown(&one, (10, 6), &[target], field());
    let seen = b.attack(&facts, &[95, 1, 1, 1, 1, 90]);
    b.same("no scatter", burst_at(seen.effects()), Some((10, 6)));
    b.same("plain damage", seen.damage(), 4 + 6);
    let seen = b.attack(&facts, &[40, 1, 1, 1, 1, 5, 90]);
    b.same("one superior", seen.damage(), 4 + 6 + 5);
    b.frame(&[EP_SKL_02]);
}

fn skl_03(b: &Bench) {
    let mut target = stout(2, 0);
    Arc::make_mut(&mut target.sheet).values[ARMOR_KINETIC] = 4;
    let one = b.armed(man(1, &[(GUNS, -1), (REF, 23)]), "pistol");
    let facts = b.far("attack", &one, (2, 0), &target);
    b.same("the aptitude", b.tn(&facts), 23);
    b.same("22 is no critical", b.attack(&facts, &[22, 50, 5, 5]).damage(), 6);
    b.same("to read", read_untrained(22, 23).critical, false);
    b.same("a critical failure", read_untrained(44, 23).critical, true);
    let linked = [
        (Skill::Melee, Aptitude::Som),
        (Skill::Athletics, Aptitude::Som),
        (Skill::Guns, Aptitude::Ref),
        (Skill::Fray, Aptitude::Ref),
        (Skill::Pilot, Aptitude::Ref),
        (Skill::Explosives, Aptitude::Cog),
        (Skill::FirstAid, Aptitude::Cog),
        (Skill::Interface, Aptitude::Cog),
        (Skill::Perceive, Aptitude::Int),
        (Skill::Psi, Aptitude::Wil),
    ];
    b.same("linked", linked.map(|(skill, _)| skill.aptitude()), linked.map(|(_, to)| to));
    // An untrained dodge in melee is no critical success either: 45 is higher.
    let one = b.armed(man(1, &[(MELEE, 60)]), "knife");
    let novice = man(2, &[(FRAY, -1), (MELEE, -1), (REF, 30), (SOM, 10), (WOUND_THRESHOLD, 200)]);
    b.same("22 against 32", b.attack(&b.close("attack", &one, &novice), &[32, 22, 1]).hit(), true);
}

fn def_01(b: &Bench) {
    let one = b.armed(man(1, &[(MELEE, 60)]), "knife");
    let facts = |melee, fray| b.close("attack", &one, &man(2, &[(MELEE, melee), (FRAY, fray)]));
    b.same("melee is higher", b.number(&facts(55, 45), "defence"), 55);
    b.same("fray is higher", b.number(&facts(45, 55), "defence"), 55);
    let mut by_word = facts(45, 55);
    by_word.options.set(DEFENCE_SKILL, Some(CombatantId(2)), 1);
    b.same("a block by choice", b.number(&by_word, "defence"), 45);
}

fn def_02(b: &Bench) {
    let target = man(2, &[(FRAY, 45), (MELEE, 90)]);
    for weapon in ["pistol", "throwing_knives", "turret"] {
        let facts = b.far("attack", &b.armed(man(1, &[]), weapon), (2, 0), &target);
        b.same(weapon, b.line(&facts, "defence", EP_DEF_02), Some(45));
        b.same(weapon, b.number(&facts, "defence"), 23);
    }
    let grenade = b.far("attack", &b.armed(man(1, &[]), "frag"), (2, 0), &target);
    b.same("an area", b.line(&grenade, "defence", EP_DEF_03), Some(45));
    b.same("an area", b.number(&grenade, "defence"), 23);
}

fn def_05(b: &Bench) {
    let target = being(man(2, &[(FRAY, 45), (MELEE, 50), (WIL, 15)]), FULL_DEFENCE);
    let defence = |weapon: &str| {
        let mut facts = b.far("attack", &b.armed(man(1, &[]), weapon), (1, 0), &target);
        facts.targets[0].in_reach = true;
        b.number(&facts, "defence")
    };
    let found = ["pistol", "knife", "frag", "psi_strike"].map(defence);
    b.same("shot, block, area, but not WIL", found, [23 + 30, 50 + 30, 23 + 30, 45]);
}

fn def_06(b: &Bench) {
    let fall = [UNCONSCIOUS, OFFLINE, OUT_OF_ACTION, INCAPACITATED, DEAD, HELD_STILL, SURPRISED];
    for id in fall {
        let target = being(stout(2, 120), id);
        let facts = b.pistol(60, &target);
        b.same(id.0, b.number(&facts, "defence"), i32::MIN);
        // No die for the defender.
        b.same(id.0, b.attack(&facts, &[30, 1, 1]).hit(), true);
    }
    let mut by_word = b.pistol(60, &being(stout(2, 120), SURPRISED));
    by_word.options.set(SURPRISE, None, 0);
    b.same("it noticed", b.number(&by_word, "defence"), 60);
    b.same(
        "61 is too much",
        b.attack(&b.pistol(60, &being(stout(2, 9), SURPRISED)), &[61]).hit(),
        false,
    );
}

fn def_07(b: &Bench) {
    let target = hurt(man(2, &[(FRAY, 60), (SIZE, 1)]), 0, 2);
    let facts = b.pistol(60, &target);
    b.same("30 - 20", b.number(&facts, "defence"), 10);
    b.same("line", b.line(&facts, "defence", EP_DEF_07), Some(-20));
    let mut far = b.far("burst_hit", &b.armed(man(1, &[]), "pistol"), (40, 0), &target);
    far.targets[0].sightline.hidden_corners = Some(3);
    far.options.set(VISIBILITY, None, 2);
    b.same("range, cover and sight do not matter", b.number(&far, "defence"), 10);
    far.options.set(DEFENCE_WOUNDS, None, 0);
    far.options.set(DEFENCE_MOD, None, 5);
    b.same("by word", b.number(&far, "defence"), 35);
}

fn def_08(b: &Bench) {
    let target = stout(2, 100);
    for _ in 0..3 {
        let seen = b.attack(&b.pistol(60, &target), &[30, 40]);
        b.same("parried", seen.hit(), false);
        let costs = |change: &Change| matches!(change, Change::Lose(_) | Change::Begin(_));
        let paid = seen.effects().iter().any(|e| e.on == target.id && costs(&e.change));
        b.same("for nothing", paid, false);
    }
    b.frame(&[EP_DEF_08]);
}

fn opp_01(b: &Bench) {
    let facts = b.pistol(60, &stout(2, 100));
    b.same("it fails, the other too", b.attack(&facts, &[61, 70]).hit(), false);
    b.same("it fails, the other does not", b.attack(&facts, &[61, 10]).hit(), false);
    b.same("it succeeds alone", b.attack(&facts, &[60, 51, 1, 1, 1]).hit(), true);
    // A superior success of the defender changes nothing beyond the comparison.
    b.same("45 over 40", b.attack(&facts, &[45, 40, 1, 1, 1]).damage(), 3);
    b.frame(&[EP_OPP_05]);
}

fn opp_06(b: &Bench) {
    let seen = b.attack(&b.pistol(60, &stout(2, 100)), &[88, 70]);
    let own = seen.effects().iter().filter(|e| e.rule == EP_OPP_06);
    let told: Vec<_> = own.map(|e| (e.on, e.change.clone())).collect();
    b.same("a line and nothing else", told, vec![(CombatantId(1), Change::Tell)]);
    let seen = b.attack(&b.pistol(60, &stout(2, 100)), &[33, 44]);
    b.same(
        "a success that was beaten is none",
        seen.effects().iter().any(|e| e.rule == EP_OPP_06),
        false,
    );
}

fn atk_02(b: &Bench) {
    b.same("both", b.attack(&b.pistol(60, &stout(2, 0)), &[44, 50, 1, 1, 6]).damage(), 8);
    b.set(
        |settings| settings.crit_and_superior = 1,
        |own| {
            let seen = own.attack(&own.pistol(60, &stout(2, 0)), &[44, 50, 1, 1]);
            own.same("no d6", seen.damage(), 2);
            let seen = own.attack(&own.pistol(60, &stout(2, 0)), &[45, 50, 1, 1, 6]);
            own.same("no critical", seen.damage(), 8);
        },
    );
}

/// The pistol of guns 60 at a target with armour 6, under an option.
fn told(b: &Bench, target: &Fighter, options: &[(Key, i16)]) -> AttackFacts {
    let mut facts = b.pistol(60, target);
    for (option, value) in options {
        facts.options.set(*option, None, *value);
    }
    facts
}

fn gm_01(b: &Bench) {
    let mut target = stout(2, 40);
    Arc::make_mut(&mut target.sheet).values[ARMOR_KINETIC] = 6;
    Arc::make_mut(&mut target.sheet).values[ARMOR_ENERGY] = 1;
    let with = |options: &[(Key, i16)], dice: &[u16]| {
        let seen = b.attack(&told(b, &target, options), dice);
        (seen.hit(), seen.damage())
    };
    b.same("as it falls", with(&[], &[40, 50, 5, 5, 3]), (true, 7));
    b.same("a miss", with(&[(RESULT, 1)], &[40, 50]), (false, 0));
    b.same("a hit", with(&[(RESULT, 2)], &[80, 50, 5, 5]), (true, 4));
    b.same(
        "a double that fails is no critical hit",
        with(&[(RESULT, 2)], &[88, 50, 5, 5]),
        (true, 4),
    );
    b.same("one that was beaten is", with(&[(RESULT, 2)], &[11, 11, 5, 5]), (true, 7));
    b.same("of a miss nothing is critical", with(&[(CRITICAL, 2)], &[80, 50]), (false, 0));
    b.same("no superior", with(&[(SUPERIORS, 1)], &[40, 50, 5, 5]), (true, 4));
    b.same("two of them", with(&[(SUPERIORS, 3)], &[40, 50, 5, 5, 1, 1]), (true, 6));
    b.same("critical", with(&[(CRITICAL, 2)], &[30, 50, 5, 5]), (true, 7));
    b.same("not critical", with(&[(CRITICAL, 1)], &[22, 50, 5, 5]), (true, 4));
    b.same("the damage", with(&[(DV, 20)], &[30, 50, 1, 1]), (true, 14));
    b.same("the armour", with(&[(ARMOUR, 2)], &[30, 50, 5, 5]), (true, 8));
    b.same("its kind", with(&[(DAMAGE_TYPE, 0)], &[30, 50, 5, 5]), (true, 9));
    b.same("attack", b.tn(&told(b, &target, &[(ATTACK_MOD, 15)])), 75);
    b.same("defence", b.number(&told(b, &target, &[(DEFENCE_MOD, -15)]), "defence"), 5);
    let weak = man(2, &[(ARMOR_KINETIC, 6), (DURABILITY, 100), (WOUND_THRESHOLD, 4)]);
    let seen = b.attack(&told(b, &weak, &[(WOUND_CHECK, 1)]), &[30, 90, 5, 5]);
    b.same("the check fails", begun(seen.effects()), vec![PRONE]);
    let seen = b.attack(&told(b, &weak, &[(WOUND_CHECK, 2)]), &[30, 90, 5, 5]);
    b.same("the check holds", begun(seen.effects()), vec![]);
    let armed = b.armed(man(2, &[(SOM, 30), (FRAY, 0), (DURABILITY, 100)]), "pistol");
    let grip = |word: i16, dice: &[u16]| {
        let mut disarm = told(b, &armed, &[(EFFECT_CHECK, word)]);
        disarm.options.set(CALLED, None, called::DISARM);
        let seen = b.attack(&disarm, dice);
        seen.effects().iter().any(|e| matches!(e.change, Change::Drop(..)))
    };
    b.same("it holds by word", grip(2, &[40, 90, 1, 1]), false);
    b.same("it flies by word", grip(1, &[40, 90, 1, 1, 1, 1]), true);
    let mut baton =
        b.close("attack", &b.armed(man(1, &[(MELEE, 60)]), "shock_baton"), &stout(2, 0));
    baton.options.set(SHOCK_CHECK, None, 2);
    b.same("no shock", begun(b.attack(&baton, &[30, 90, 5]).effects()), vec![STUNNED]);
}

fn gm_01_settings(b: &Bench) {
    let changed = BTreeMap::from([(Key("max_wounds_per_attack"), 1), (Key("armor_halving"), 1)]);
    let Some(other) = b.rules.with_settings(&changed) else { return b.same("settings", 0, 1) };
    let before = b.rules.settings();
    let differ: Vec<Key> = super::super::settings::SETTINGS
        .iter()
        .zip(before.iter().zip(other.settings()))
        .filter(|(_, (old, new))| **old != *new)
        .map(|(spec, _)| spec.id)
        .collect();
    b.same("changed", differ, vec![Key("armor_halving"), Key("max_wounds_per_attack")]);
    let facts = b.pistol(60, &man(2, &[(SOM, 20)]));
    let wounds = |rules: &dyn Ruleset| {
        let plan = rules.plan(&facts).unwrap_or_default();
        let mut dice = Dice::given(Given::numbers(&[30, 90, 10, 10, 50]));
        wounds_in(&rules.resolve(&facts, &plan, &mut dice).effects)
    };
    b.same("two wounds, or one", (wounds(&b.rules), wounds(other.as_ref())), (2, 1));
    // A policy answers the questions of simulations and odds.
    let mut eager = facts.clone();
    eager.attacker = b.armed(man(1, &[(GUNS, 60), (VIGOR, 1)]), "pistol");
    for (policy, hit) in
        [(Policy::Never, false), (Policy::WhenItHelps, true), (Policy::Preset, true)]
    {
        eager.policy = policy;
        let dice: &[u16] = if hit { &[83, 90, 1, 1, 1] } else { &[83, 90] };
        b.same(policy.name(), b.attack(&eager, dice).hit(), hit);
    }
    b.frame(&[EP_GM_01]);
}
