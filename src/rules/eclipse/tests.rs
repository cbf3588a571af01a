//! What the worked examples cannot show: odds against a brute-force twin and against play, files
//! with flaws, and properties over the whole range of numbers.

use std::collections::BTreeMap;

use super::bench::{called, *};
use super::body::Spent;
use super::data::{self, Mode, Substance};
use super::ids::RULES;
use super::sheet::option::*;
use super::sheet::*;
use super::*;
use crate::rules::PathStep;
use crate::rules::dice::{Limit, Rng, every_outcome};
use crate::rules::effect::Change;
use crate::rules::facts::{Condition, Policy, Until};
use crate::rules::odds::{Odds, Prospect};

#[test]
fn every_case_holds_and_every_rule_is_touched() {
    let reports = Eclipse::run_cases();
    let failures: Vec<_> = reports
        .iter()
        .filter_map(|report| report.failure.as_ref().map(|why| format!("{}: {why}", report.name)))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let touched = |id| reports.iter().any(|report| report.touched.contains(&id));
    let missing: Vec<_> = RULES.iter().map(|spec| spec.id).filter(|id| !touched(*id)).collect();
    assert!(missing.is_empty(), "no case touches {missing:?}");
}

#[test]
fn every_worked_example_of_the_specification_is_a_case() {
    let reports = Eclipse::run_cases();
    for n in 1..=50 {
        let number = format!("EX-{n:02} ");
        assert!(reports.iter().any(|report| report.name.starts_with(&number)), "{number}");
    }
}

// --- Odds against a twin that is written from the specification alone ---------------------------

fn odds(rules: &Eclipse, facts: &AttackFacts) -> Odds<Outcome> {
    let plan = rules.plan(facts).expect("allowed");
    every_outcome(Limit::default(), |dice| rules.resolve(facts, &plan, dice)).expect("few enough")
}

/// What the twins tell apart: hit, damage, wounds, prone, unconscious, turns lost, turns stunned,
/// points spent by the attacker and by the target.
type Fate = (bool, i32, i32, bool, bool, u16, u16, i32, i32);

fn fate(outcome: &Outcome) -> Fate {
    let begun = begun(&outcome.effects);
    let turns = |id| match lasts(&outcome.effects, id) {
        Some(Until::Turns(n)) => n,
        _ => 0,
    };
    let spent = |who: u16| {
        let marks = outcome.effects.iter().filter(|effect| effect.on == CombatantId(who));
        marks.filter(|effect| matches!(effect.change, Change::Mark(mark::VIGOR, 1))).count() as i32
    };
    (
        outcome.strikes[0].degree == HIT,
        outcome.strikes[0].damage.into(),
        wounds_in(&outcome.effects),
        begun.contains(&PRONE),
        begun.contains(&UNCONSCIOUS),
        turns(INCAPACITATED),
        turns(STUNNED),
        spent(1),
        spent(2),
    )
}

type Fates = BTreeMap<Fate, f64>;

/// Both ways of enumerating must give what the twin counted.
fn agree(rules: &Eclipse, facts: &AttackFacts, want: &Fates) {
    let odds = odds(rules, facts);
    let sum: f64 = odds.iter().map(|(_, p)| p).sum();
    assert!((sum - 1.0).abs() < 1e-12, "{sum}");
    let plan = rules.plan(facts).expect("allowed");
    let targets: Vec<_> = facts.targets.iter().map(|t| t.fighter.id).collect();
    let resolve = |dice: &mut Dice| rules.resolve(facts, &plan, dice);
    let prospect = Prospect::of(Limit::default(), &targets, resolve).expect("few enough");
    let mut apart = Fates::new();
    for (outcome, p) in prospect.outcomes() {
        *apart.entry(fate(&outcome)).or_insert(0.0) += p;
    }
    let sum: f64 = want.values().sum();
    assert!((sum - 1.0).abs() < 1e-9, "the twin counts to {sum}");
    for found in [odds.by(fate), apart] {
        let differ = |key: &&Fate| {
            let of = |fates: &Fates| fates.get(*key).copied().unwrap_or(0.0);
            (of(&found) - of(want)).abs() > 1e-9
        };
        let differing: Vec<_> = found.keys().chain(want.keys()).filter(differ).collect();
        assert!(differing.is_empty(), "{differing:?}: {found:?} instead of {want:?}");
    }
}

/// A roll as section 1 reads it: success, critical, superior successes, superior failures.
#[derive(Copy, Clone)]
struct Roll {
    shown: i32,
    success: bool,
    double: bool,
    superior: i32,
    failures: u16,
}

fn roll(shown: i32, tn: i32) -> Roll {
    let success = match shown {
        0 => true,
        99 => false,
        _ => shown <= tn,
    };
    let double = shown / 10 == shown % 10;
    let superior = match shown {
        66.. if success => 2,
        33.. if success => 1,
        _ => 0,
    };
    let failures = match shown {
        _ if success => 0,
        67.. => 0,
        34.. => 1,
        _ => 2,
    };
    Roll { shown, success, double, superior, failures }
}

/// Section 3: a hit, critical or not, with so many superior successes.
fn meets(attack: Roll, defence: Roll) -> Option<(bool, i32)> {
    if !attack.success {
        return None;
    }
    let wins = if !defence.success {
        true
    } else if attack.double != defence.double {
        attack.double
    } else {
        attack.shown > defence.shown
    };
    wins.then_some((attack.double, attack.superior))
}

/// Every throw of so many dice of ten and of six: how likely each sum is.
fn sums(d10: u32, d6: u32) -> BTreeMap<i32, f64> {
    let mut found = BTreeMap::from([(0, 1.0)]);
    for faces in std::iter::repeat_n(10, d10 as usize).chain(std::iter::repeat_n(6, d6 as usize)) {
        let mut next = BTreeMap::new();
        for (sum, p) in &found {
            for face in 1..=faces {
                *next.entry(sum + face).or_insert(0.0) += p / f64::from(faces);
            }
        }
        found = next;
    }
    found
}

/// All 100 x 100 pairs of rolls, by what comes of them.
fn exchanges(
    meet: impl Fn(i32, i32) -> (Option<(bool, i32)>, i32, i32),
) -> BTreeMap<(Option<(bool, i32)>, i32, i32), f64> {
    let mut found = BTreeMap::new();
    for a in 0..100 {
        for d in 0..100 {
            *found.entry(meet(a, d)).or_insert(0.0) += 1e-4;
        }
    }
    found
}

fn halved(n: i32, times: u32) -> i32 {
    // To the nearest, halves up.
    let whole = 2_i32.pow(times);
    (n + whole / 2).div_euclid(whole)
}

#[test]
fn odds_of_a_blow_are_those_of_its_twin() {
    let bench = Bench::new();
    for (skill, dodge, armour) in [(60, 45, 5), (35, 70, 0), (110, 30, 9)] {
        let one = bench.armed(man(1, &[(MELEE, skill)]), "knife");
        let target = man(2, &[(MELEE, dodge), (ARMOR_KINETIC, armour), (FRAY, 0), (SOM, 15)]);
        let facts = bench.close("attack", &one, &target);
        let (skill, dodge, armour) = (i32::from(skill), i32::from(dodge), i32::from(armour));
        let meet = |a, d| (meets(roll(a, skill), roll(d, dodge)), 0, 0);
        let mut want = Fates::new();
        for ((met, ..), p) in exchanges(meet) {
            let Some((critical, superior)) = met else {
                *want.entry((false, 0, 0, false, false, 0, 0, 0, 0)).or_insert(0.0) += p;
                continue;
            };
            for (sum, q) in sums(1, superior as u32) {
                let damage = (sum + 2 - halved(armour, critical.into())).max(0);
                let wounds = (damage / 7).min(3);
                // 45, less 10 for each wound.
                let passes = (0..100).filter(|r| roll(*r, 45 - 10 * wounds).success).count();
                for (passed, chance) in
                    [(true, passes as f64 / 100.0), (false, 1.0 - passes as f64 / 100.0)]
                {
                    let prone = wounds >= 2 || wounds == 1 && !passed;
                    let faints = wounds >= 2 && !passed;
                    let key = (true, damage, wounds, prone, faints, 0, 0, 0, 0);
                    *want.entry(key).or_insert(0.0) += p * q * chance;
                }
            }
        }
        want.retain(|_, p| *p > 0.0);
        agree(&bench.rules, &facts, &want);
    }
}

#[test]
fn odds_of_a_shot_with_points_on_both_sides_are_those_of_its_twin() {
    let bench = Bench::new();
    let attacker = [(GUNS, 55), (VIGOR, 1)];
    let defender =
        [(FRAY, 60), (VIGOR, 1), (ARMOR_KINETIC, 7), (DURABILITY, 400), (WOUND_THRESHOLD, 200)];
    for (mine, theirs) in [(1, 1), (1, 0), (0, 1)] {
        let mut one = bench.armed(man(1, &attacker), "pistol");
        one.health.marks[usize::from(mark::VIGOR)] = 1 - mine;
        let mut target = man(2, &defender);
        target.health.marks[usize::from(mark::VIGOR)] = 1 - theirs;
        let mut facts = bench.far("attack", &one, (2, 0), &target);
        facts.policy = Policy::WhenItHelps;
        let turned = |shown: i32| shown % 10 * 10 + shown / 10;
        // A hit before all; then a critical is worth a little more than a superior success.
        let worth = |met: Option<(bool, i32)>| {
            met.map_or(0, |(critical, superior)| 20 + 5 * i32::from(critical) + 4 * superior)
        };
        let meet = |a: i32, d: i32| {
            let (kept, defence) = (roll(a, 55), roll(d, 30));
            let mut options = vec![(kept, 0)];
            if mine == 1 {
                options.push((roll(turned(a), 55), 1));
                if kept.success {
                    options.push((Roll { superior: (kept.superior + 1).min(2), ..kept }, 1));
                }
            }
            // The attacker decides first, as if the defence stayed as it fell.
            let mut best = options[0];
            for option in options {
                if worth(meets(option.0, defence)) > worth(meets(best.0, defence)) {
                    best = option;
                }
            }
            let (attack, paid) = best;
            let other = roll(turned(d), 30);
            let helps = worth(meets(attack, other)) < worth(meets(attack, defence));
            if theirs == 1 && helps {
                (meets(attack, other), paid, 1)
            } else {
                (meets(attack, defence), paid, 0)
            }
        };
        let mut want = Fates::new();
        for ((met, paid, repaid), p) in exchanges(meet) {
            let Some((critical, superior)) = met else {
                *want.entry((false, 0, 0, false, false, 0, 0, paid, repaid)).or_insert(0.0) += p;
                continue;
            };
            for (sum, q) in sums(2, superior as u32) {
                let damage = (sum - halved(7, critical.into())).max(0);
                let key = (true, damage, 0, false, false, 0, 0, paid, repaid);
                *want.entry(key).or_insert(0.0) += p * q;
            }
        }
        agree(&bench.rules, &facts, &want);
    }
}

#[test]
fn odds_of_a_gap_for_an_armour_piercing_weapon_are_those_of_their_twin() {
    let bench = Bench::new();
    let one = bench.armed(man(1, &[(GUNS, 85)]), "railgun");
    let target =
        man(2, &[(FRAY, 80), (ARMOR_KINETIC, 29), (DURABILITY, 400), (WOUND_THRESHOLD, 200)]);
    let mut facts = bench.far("attack", &one, (2, 0), &target);
    facts.options.set(CALLED, None, called::BYPASS);
    let meet = |a, d| (meets(roll(a, 75), roll(d, 40)), 0, 0);
    let mut want = Fates::new();
    for ((met, ..), p) in exchanges(meet) {
        let Some((critical, superior)) = met else {
            *want.entry((false, 0, 0, false, false, 0, 0, 0, 0)).or_insert(0.0) += p;
            continue;
        };
        // One superior success buys the gap, a second one gives its d6.
        let gap = superior > 0;
        let armour = halved(29, 1 + u32::from(critical) + u32::from(gap));
        for (sum, q) in sums(3, (superior - i32::from(gap)) as u32) {
            let damage = (sum + 6 - armour).max(0);
            *want.entry((true, damage, 0, false, false, 0, 0, 0, 0)).or_insert(0.0) += p * q;
        }
    }
    agree(&bench.rules, &facts, &want);
}

#[test]
fn odds_of_a_shock_baton_are_those_of_its_twin() {
    let bench = Bench::new();
    for touch in [false, true] {
        let one = bench.armed(man(1, &[(MELEE, 50)]), "shock_baton");
        let numbers =
            [(MELEE, 40), (FRAY, 0), (SOM, 15), (ARMOR_KINETIC, 2), (ARMOR_ENERGY, 6), (SIZE, 3)];
        let mut facts = bench.close("attack", &one, &man(2, &numbers));
        facts.options.set(TOUCH, None, touch.into());
        // 10 for a large target, 20 for a touch.
        let tn = 60 + 20 * i32::from(touch);
        let meet = |a, d| (meets(roll(a, tn), roll(d, 40)), 0, 0);
        let mut want = Fates::new();
        for ((met, ..), p) in exchanges(meet) {
            let Some((critical, superior)) = met else {
                *want.entry((false, 0, 0, false, false, 0, 0, 0, 0)).or_insert(0.0) += p;
                continue;
            };
            let dice = if touch { sums(0, 0) } else { sums(1, superior as u32) };
            for (sum, q) in dice {
                let damage = (sum - halved(2, critical.into())).max(0);
                let wounds = (damage / 7).min(3);
                let energy = halved(6, critical.into());
                for check in 0..100 {
                    let passed = roll(check, 45 - 10 * wounds).success;
                    let prone = wounds >= 2 || wounds == 1 && !passed;
                    let faints = wounds >= 2 && !passed;
                    // SOM, energy armour, a large target, wounds.
                    let shock_tn = 45 + energy + 10 - 10 * wounds;
                    for shock in 0..100 {
                        let shock = roll(shock, shock_tn);
                        let (lost, stunned) =
                            if shock.success { (0, 3) } else { (1 + 2 * shock.failures, 60) };
                        let falls = prone || lost > 0;
                        let key = (true, damage, wounds, falls, faints, lost, stunned, 0, 0);
                        *want.entry(key).or_insert(0.0) += p * q * 1e-4;
                    }
                }
            }
        }
        want.retain(|_, p| *p > 0.0);
        agree(&bench.rules, &facts, &want);
    }
}

/// Rolls an attack with seeded dice and compares how often each fate comes with its odds.
fn agrees_with_seeded_rolls(rules: &Eclipse, facts: &AttackFacts, rolls: u32) {
    let plan = rules.plan(facts).expect("allowed");
    let want = odds(rules, facts).by(fate);
    let mut dice = Dice::seeded(Rng::new(11));
    let mut counts: BTreeMap<Fate, u32> = BTreeMap::new();
    for _ in 0..rolls {
        *counts.entry(fate(&rules.resolve(facts, &plan, &mut dice))).or_insert(0) += 1;
        dice.take_rolled();
    }
    for (key, count) in &counts {
        let expected = want.get(key).copied().unwrap_or(0.0) * f64::from(rolls);
        assert!(expected > 0.0, "{key:?} is not among the odds");
        let off = (f64::from(*count) - expected).abs();
        assert!(off < 6.0 * expected.sqrt().max(1.0) + 3.0, "{key:?}: {count}, not {expected}");
    }
}

#[test]
fn odds_agree_with_seeded_attacks_and_draw_nothing() {
    let bench = Bench::new();
    let mut facts = bench.pistol(60, &man(2, &[(FRAY, 60), (ARMOR_KINETIC, 4), (VIGOR, 1)]));
    facts.attacker = bench.armed(man(1, &[(GUNS, 60), (VIGOR, 1)]), "pistol");
    agrees_with_seeded_rolls(&bench.rules, &facts, 200_000);
}

/// Full auto with two dice more at a called gap, points on both sides when they help.
#[test]
fn odds_of_the_heaviest_attack_agree_with_seeded_ones() {
    let bench = Bench::new();
    let one = bench.armed(man(1, &[(GUNS, 60), (VIGOR, 3)]), "rifle");
    let other = man(2, &[(FRAY, 40), (ARMOR_KINETIC, 14), (VIGOR, 3)]);
    let mut facts = bench.far("auto_damage", &one, (6, 0), &other);
    facts.options.set(CALLED, None, 1);
    facts.policy = Policy::WhenItHelps;
    assert!(odds(&bench.rules, &facts).by(fate).len() > 50);
    agrees_with_seeded_rolls(&bench.rules, &facts, 200_000);
}

/// An attack roll as it is decided about where a point is left: as it fell, with the digits swapped,
/// or with one superior success more; and how many points that costs.
fn decided(a: i32, tn: i32, defences: &[Roll], point: bool) -> (Roll, i32) {
    let kept = roll(a, tn);
    let other = roll(a % 10 * 10 + a / 10, tn);
    let more = Roll { superior: (kept.superior + 1).min(2), ..kept };
    let value = |r: Roll| -> i32 {
        let at_one =
            |d: &Roll| meets(r, *d).map_or(0, |(double, n)| 20 + 5 * i32::from(double) + 4 * n);
        defences.iter().map(at_one).sum()
    };
    let mut best = (kept, 0);
    for option in [other, more].into_iter().filter(|_| point) {
        if value(option) > value(best.0) {
            best = (option, 1);
        }
    }
    best
}

#[test]
fn the_one_point_of_two_blows_is_spent_once() {
    let bench = Bench::new();
    let one = bench.armed(man(1, &[(MELEE, 80), (VIGOR, 1)]), "knife");
    let mut facts = bench.close("attack", &one, &stout(2, 40));
    facts.targets.push(there((1, 1), &stout(4, 40)));
    facts.targets[1].in_reach = true;
    let plan = bench.rules.plan(&facts).expect("allowed");
    let resolve = |dice: &mut Dice| bench.rules.resolve(&facts, &plan, dice);
    let targets: Vec<_> = facts.targets.iter().map(|t| t.fighter.id).collect();
    let joint = Prospect::of(Limit::default(), &targets, resolve).expect("few enough").outcomes();
    let mut found: BTreeMap<(Vec<bool>, i32), f64> = BTreeMap::new();
    for (outcome, p) in &joint {
        let hit = outcome.strikes.iter().map(|strike| strike.degree == HIT).collect();
        *found.entry((hit, marks_in(&outcome.effects, mark::VIGOR))).or_insert(0.0) += p;
    }
    // By hand: what became of the first blow decides whether a point is left for the second.
    let blow = |point: bool| {
        let mut fates: BTreeMap<(bool, i32), f64> = BTreeMap::new();
        for a in 0..100 {
            for d in 0..100 {
                let (best, paid) = decided(a, 60, &[roll(d, 40)], point);
                let hit = meets(best, roll(d, 40)).is_some();
                *fates.entry((hit, paid)).or_insert(0.0) += 1e-4;
            }
        }
        fates
    };
    let mut want: BTreeMap<(Vec<bool>, i32), f64> = BTreeMap::new();
    for ((first, paid), p) in blow(true) {
        for ((second, more), q) in blow(paid == 0) {
            *want.entry((vec![first, second], paid + more)).or_insert(0.0) += p * q;
        }
    }
    assert_eq!(found.keys().collect::<Vec<_>>(), want.keys().collect::<Vec<_>>());
    for (key, p) in &found {
        assert!((p - want[key]).abs() < 1e-9, "{key:?}: {p} instead of {}", want[key]);
    }
}

#[test]
fn targets_of_a_burst_share_the_attack_roll_and_the_point_spent_on_it() {
    let bench = Bench::new();
    let one = bench.armed(man(1, &[(GUNS, 60), (VIGOR, 1)]), "pistol");
    let mut facts = bench.far("burst_targets", &one, (3, 0), &stout(2, 80));
    facts.targets.push(there((3, 1), &stout(4, 80)));
    let plan = bench.rules.plan(&facts).expect("allowed");
    let resolve = |dice: &mut Dice| bench.rules.resolve(&facts, &plan, dice);
    let targets: Vec<_> = facts.targets.iter().map(|t| t.fighter.id).collect();
    let apart = Prospect::of(Limit::default(), &targets, resolve).expect("few enough").outcomes();
    let hits = |outcome: &Outcome| {
        let hit: Vec<bool> = outcome.strikes.iter().map(|strike| strike.degree == HIT).collect();
        (hit, marks_in(&outcome.effects, mark::VIGOR))
    };
    let mut found = BTreeMap::new();
    for (outcome, p) in &apart {
        *found.entry(hits(outcome)).or_insert(0.0) += p;
    }
    // By hand: one roll, two dodges, one decision.
    let mut want: BTreeMap<(Vec<bool>, i32), f64> = BTreeMap::new();
    for a in 0..100 {
        for d in 0..100 {
            for e in 0..100 {
                let (best, paid) = decided(a, 60, &[roll(d, 40), roll(e, 40)], true);
                let hit = [d, e].map(|d| meets(best, roll(d, 40)).is_some()).to_vec();
                *want.entry((hit, paid)).or_insert(0.0) += 1e-6;
            }
        }
    }
    assert_eq!(found.keys().collect::<Vec<_>>(), want.keys().collect::<Vec<_>>());
    for (key, p) in &found {
        assert!((p - want[key]).abs() < 1e-9, "{key:?}: {p} instead of {}", want[key]);
    }
}

// --- Files, sheets, health -----------------------------------------------------------------------

#[test]
fn the_shipped_numbers_have_no_flaw() {
    assert_eq!(File::default().flaws(), []);
    Eclipse::shipped();
}

#[test]
fn all_flaws_of_a_file_are_found_at_once_and_in_their_places() {
    let mut file = File::default();
    file.settings.crash_divisor = 0;
    file.actions.retain(|row| row.deed != Deed::Attack);
    file.weapons[1].id = file.weapons[0].id.clone();
    file.weapons[2].hands = 3;
    file.weapons[3].modes.clear();
    file.weapons[4].id = "blunderbuss".to_owned();
    let blast = file.weapons[10].blast.as_mut().expect("the thermobaric grenade");
    blast.radius_m = 0;
    file.armours[0].name = Some(" ".to_owned());
    let coatable = file.weapons.iter().position(|weapon| weapon.coatable).expect("the knife");
    file.weapons[coatable].substance = file.substances[0].id.clone();
    let idle = Substance {
        id: "water".to_owned(),
        name: Some("water".to_owned()),
        ..Substance::default()
    };
    file.substances.push(idle);
    file.substances[0] = Substance { damage: 3, turns: 0, ..file.substances[0].clone() };
    let blow = file.actions.iter().position(|row| row.deed == Deed::BurstDamage);
    file.actions[blow.expect("a burst")].mental = true;
    let coated = format!("weapons.{coatable}.substance");
    let last = format!("substances.{}.id", file.substances.len() - 1);
    let mental = format!("actions.{}.mental", blow.expect("a burst"));
    let flaws = file.flaws();
    let text = |path: &[PathStep]| {
        let step = |step: &PathStep| match step {
            PathStep::Field(name) => name.clone(),
            PathStep::Index(index) => index.to_string(),
        };
        path.iter().map(step).collect::<Vec<_>>().join(".")
    };
    let found: Vec<_> = flaws.iter().map(|flaw| (text(&flaw.path), &*flaw.what.key)).collect();
    for want in [
        ("settings.crash_divisor", "flaw-setting"),
        ("actions", "flaw-no-attack"),
        ("weapons.1.id", "flaw-id-twice"),
        ("weapons.2.hands", "flaw-out-of-range"),
        ("weapons.3.range_m", "flaw-gun"),
        ("weapons.4.id", "flaw-name-missing"),
        ("weapons.10.blast", "flaw-blast"),
        ("armours.0.name", "flaw-name-empty"),
        (coated.as_str(), "flaw-coated-twice"),
        (last.as_str(), "flaw-substance-idle"),
        ("substances.0.turns", "flaw-substance-turns"),
        (mental.as_str(), "flaw-mental"),
    ] {
        assert!(
            found.iter().any(|(path, key)| (path.as_str(), *key) == want),
            "{want:?}: {found:?}"
        );
    }
}

#[test]
fn field_numbers_are_the_places_of_their_keys() {
    for (field, key) in [
        (COG, "cog"),
        (INT, "int"),
        (REF, "ref"),
        (SOM, "som"),
        (WIL, "wil"),
        (MELEE, "melee"),
        (GUNS, "guns"),
        (ATHLETICS, "athletics"),
        (FRAY, "fray"),
        (EXPLOSIVES, "explosives"),
        (INTERFACE, "interface"),
        (PERCEIVE, "perceive"),
        (FIRST_AID, "first_aid"),
        (PILOT, "pilot"),
        (PSI, "psi"),
        (KIND, "kind"),
        (SIZE, "size"),
        (DURABILITY, "durability"),
        (WOUND_THRESHOLD, "wound_threshold"),
        (DEATH_RATING, "death_rating"),
        (ARMOR_ENERGY, "armor_energy"),
        (ARMOR_KINETIC, "armor_kinetic"),
        (CYBERBRAIN, "cyberbrain"),
        (SHELL, "shell"),
        (MOVE_BASE_M, "move_base_m"),
        (MOVE_FULL_M, "move_full_m"),
        (FLYING, "flying"),
        (IGNORED_WOUNDS, "ignored_wounds"),
        (EXTRA_LIMB_PAIRS, "extra_limb_pairs"),
        (VIGOR, "vigor"),
        (INSIGHT, "insight"),
        (MOXIE, "moxie"),
        (FLEX, "flex"),
        (THREAT, "threat"),
        (INITIATIVE_BONUS, "initiative_bonus"),
        (CHECKS[0], "som_check"),
        (CHECKS[3], "wil_check"),
    ] {
        assert_eq!(FIELDS[field].key, key);
    }
    for (skill, field) in [(Skill::Melee, MELEE), (Skill::Perceive, PERCEIVE), (Skill::Psi, PSI)] {
        assert_eq!(skill.field(), field);
        assert_eq!(skill.word(), format!("field-eclipse-{}", FIELDS[field].key));
    }
}

#[test]
fn every_neutral_profile_gives_a_sheet_within_its_limits() {
    let rules = Eclipse::shipped();
    for n in 1..=6 {
        let profile = Profile {
            strength: n,
            agility: 7 - n,
            toughness: n,
            perception: n,
            will: n,
            shooting: n,
            fighting: n,
            protection: n % 3,
        };
        let (sheet, gear) = rules.derive(&profile, &[Arm::Rifle, Arm::Knife, Arm::Grenade]);
        assert!(sheet.derived);
        assert_eq!(sheet.values.len(), FIELDS.len());
        for (value, spec) in sheet.values.iter().zip(FIELDS) {
            assert!((spec.min..=spec.max).contains(value), "{}: {value}", spec.key);
        }
        assert_eq!(gear.armor.is_some(), n % 3 > 0);
        assert_eq!((gear.weapons.len(), gear.in_hand), (3, Some(0)));
        assert_eq!(rules.whole(&sheet), HealthTrack::default());
    }
}

/// Durability, wound threshold, death rating, kind.
const SHAPES: [(i16, i16, i16, i16); 6] =
    [(35, 0, 0, 0), (20, 4, 40, 3), (400, 0, 0, 2), (1, 0, 0, 0), (45, 9, 68, 1), (60, 200, 70, 0)];

#[test]
fn harm_is_carried_over_without_loss_for_every_shape_of_health() {
    let rules = Eclipse::shipped();
    for (durability, threshold, death, kind) in SHAPES {
        let numbers = [
            (DURABILITY, durability),
            (WOUND_THRESHOLD, threshold),
            (DEATH_RATING, death),
            (KIND, kind),
        ];
        let one = man(1, &numbers);
        let (deadly, threshold) = (body::death_rating(&one) as i16, body::wound_threshold(&one));
        // Harm grows with damage and with wounds.
        for damage in 0..deadly {
            let harm = |damage, wounds| rules.harm_permille(&hurt(one.clone(), damage, wounds));
            assert!(harm(damage, 0) <= harm(damage + 1, 0));
            assert!((0..5).all(|wounds| harm(damage, wounds) <= harm(damage, wounds + 1)));
            assert!(harm(damage, 9) < 1000);
            // With the wounds that go with it, damage comes back as it was.
            let wounds = (i32::from(damage) / threshold).min(3) as u8;
            let track = rules.track_of_harm(&one.sheet, harm(damage, wounds));
            // Beyond Durability there may be more points than steps.
            let steps = (deadly - durability) / 299;
            assert!((damage..=damage + steps).contains(&track.points), "{damage}: {track:?}");
            assert_eq!(track.marks[0], wounds);
        }
        let mut before = HealthTrack::default();
        for permille in 0..=1000 {
            let track = rules.track_of_harm(&one.sheet, permille);
            assert!(track.points >= before.points && track.marks[0] >= before.marks[0]);
            let back = rules.harm_permille(&hurt(one.clone(), track.points, track.marks[0]));
            // One point of damage and one wound are what cannot be shown more finely.
            let beyond = i32::from(deadly) - i32::from(durability);
            let point = (700 / i32::from(durability)).max(300 / beyond.max(1));
            let off = i32::from(permille) - i32::from(back);
            // One whom no blow wounds has the less harm on the eve of being out of action.
            let eve = (i32::from(durability) - 1) / threshold;
            let most = (point + 27).max(point + 25 * (3 - eve.min(3)));
            assert!((0..=most).contains(&off), "{permille} is {back}: {track:?}");
            assert_eq!(i32::from(track.points) >= i32::from(deadly), permille == 1000);
            before = track;
        }
    }
}

#[test]
fn health_is_drawn_as_a_bar_with_a_notch_at_each_threshold() {
    let bar = |damage| Eclipse::shipped().picture(&hurt(man(1, &[]), damage, 1));
    assert_eq!(bar(0), HealthPicture::Bar { left: 35, most: 35, notch: 7 });
    assert_eq!(bar(12), HealthPicture::Bar { left: 23, most: 35, notch: 7 });
    assert_eq!(bar(50), HealthPicture::Bar { left: 0, most: 35, notch: 7 });
}

/// Every attack of the shipped table with every weapon from every distance is either refused or
/// planned: an attack, and six checks for each target.
#[test]
fn every_attack_is_refused_or_planned_in_the_promised_shape() {
    let bench = Bench::new();
    let weapons: Vec<String> = bench.rules.weapons().iter().map(|w| w.id.clone()).collect();
    let actions: Vec<&ActionRow> =
        bench.rules.file.actions.iter().filter(|row| row.deed.is_attack()).collect();
    let mut planned = 0;
    for (weapon, row) in weapons.iter().flat_map(|w| actions.iter().map(move |row| (w, row))) {
        for (offset, id) in [((1, 0), PRONE), ((6, 3), STUNNED), ((60, 0), UNCONSCIOUS)] {
            let one = bench.armed(hurt(man(1, &[(VIGOR, 1)]), 3, 2), weapon);
            let target = being(man(2, &[(KIND, 2), (VIGOR, 1)]), id);
            let mut facts = bench.far(&row.id, &one, offset, &target);
            facts.targets[0].in_reach = offset == (1, 0);
            let Ok(plan) = bench.rules.plan(&facts) else { continue };
            planned += 1;
            let names: Vec<_> = plan.checks.iter().map(|(_, check)| check.name).collect();
            assert_eq!(names.len(), 7, "{weapon} {}: {names:?}", row.id);
            assert_eq!(names[0], "attack");
            assert!(names[1] == "defence" || names[1] == "no-defence");
            assert_eq!(names[2..], ["dv-d10", "dv-d6", "dv-minus", "dv-plus", "armour"]);
            assert!(plan.suggested.iter().all(|(key, ..)| OPTIONS.iter().any(|o| o.id == *key)));
            let gun = bench.rules.weapon(&one);
            assert!(row.deed.mode().is_none_or(|mode| gun.modes.contains(&mode)));
            assert!(gun.modes != [Mode::Ss] || row.deed == Deed::Attack);
        }
    }
    assert!(planned > 80, "{planned}");
}

#[test]
fn the_attack_that_suits_a_click_is_the_ordinary_one() {
    let bench = Bench::new();
    let facts = bench.far("aim", &man(1, &[]), (4, 0), &man(2, &[]));
    assert_eq!(bench.rules.suited(&facts), bench.action(data::ATTACK));
}

// --- What the autopilot takes for equal -----------------------------------------------------------

/// What an attack does to its target, without what harms nobody: how likely each is.
fn harm_of(bench: &Bench, facts: &AttackFacts) -> BTreeMap<String, f64> {
    let plan = bench.rules.plan(facts).expect("allowed");
    let resolve = |dice: &mut Dice| bench.rules.resolve(facts, &plan, dice);
    let id = facts.targets[0].fighter.id;
    let harm = |outcome: &Outcome| {
        let idle = [Change::End(AIMED), Change::End(STABLE)];
        let own = outcome.effects.iter().filter(|e| e.on == id && !idle.contains(&e.change));
        let changes: Vec<&Change> = own.map(|e| &e.change).collect();
        format!("{changes:?}")
    };
    every_outcome(Limit::default(), resolve).expect("few enough").by(harm)
}

#[test]
fn fighters_of_one_frame_suffer_alike_and_those_of_one_swing_hit_alike() {
    let bench = Bench::new();
    let base = man(2, &[(SOM, 15), (VIGOR, 6), (MOXIE, 6), (FRAY, 30), (MELEE, 30)]);
    let shown = CONDITIONS.iter().filter(|spec| spec.id != DEAD);
    let mut targets: Vec<Fighter> = shown.map(|spec| being(base.clone(), spec.id)).collect();
    for (damage, wounds) in [(0, 0), (1, 0), (9, 1), (20, 2)] {
        targets.push(hurt(base.clone(), damage, wounds));
    }
    for left in 0..6 {
        let mut poor = base.clone();
        poor.health.marks[usize::from(mark::VIGOR)] = 6 - left;
        targets.push(poor);
    }
    let arms = ["pistol", "shock_baton"];
    let one = man(1, &[(GUNS, 60), (MELEE, 60), (VIGOR, 4), (PERCEIVE, 40)]);
    let rich = |spent: u8| {
        let mut one = one.clone();
        one.health.marks[usize::from(mark::VIGOR)] = spent;
        one
    };
    let attackers =
        [rich(0), rich(1), rich(3), rich(4), being(one.clone(), AIMED), being(one.clone(), RAN)];
    let mut alike = 0;
    for arm in arms {
        let mut known: BTreeMap<(u64, u64, String), BTreeMap<String, f64>> = BTreeMap::new();
        for attacker in &attackers {
            let armed = bench.armed(attacker.clone(), arm);
            for target in &targets {
                let mut facts = match arm {
                    "pistol" => bench.far("attack", &armed, (2, 0), target),
                    _ => bench.close("attack", &armed, target),
                };
                facts.policy = Policy::WhenItHelps;
                let plan = bench.rules.plan(&facts).expect("allowed");
                let checks: Vec<_> = plan.checks.iter().map(|(_, c)| (c.name, c.value())).collect();
                let key =
                    (bench.rules.swing(&armed), bench.rules.body(target), format!("{checks:?}"));
                let now = harm_of(&bench, &facts);
                match known.get(&key) {
                    Some(before) => {
                        alike += 1;
                        assert_eq!(
                            before.keys().collect::<Vec<_>>(),
                            now.keys().collect::<Vec<_>>()
                        );
                        let near = |(k, p): (&String, &f64)| (p - now[k]).abs() < 1e-9;
                        assert!(before.iter().all(near), "{arm}: {target:?}");
                    }
                    None => {
                        known.insert(key, now);
                    }
                }
            }
        }
    }
    assert!(alike > 100, "{alike}");
    // What does make a difference is told apart.
    let body = |who: &Fighter| bench.rules.body(who);
    let apart = [
        hurt(base.clone(), 1, 0),
        hurt(base.clone(), 1, 1),
        being(base.clone(), PRONE),
        being(base.clone(), STUNNED),
        under(base.clone(), Condition::new(IGNORES, Until::Hours(24)).of(1)),
        man(2, &[(SOM, 20), (VIGOR, 6)]),
    ];
    assert!(apart.iter().all(|who| body(who) != body(&base)));
}

#[test]
fn a_fighter_seen_roughly_is_on_the_same_side_of_everything() {
    let bench = Bench::new();
    for durability in [1, 4, 20, 35, 45] {
        let whole = man(2, &[(DURABILITY, durability), (VIGOR, 5), (INSIGHT, 1)]);
        let death = body::death_rating(&whole);
        for damage in 0..=death + 5 {
            let exact = hurt(whole.clone(), damage as i16, 1);
            let near = bench.rules.roughly(exact.clone());
            let now = body::damage(&near);
            let side = |damage: i32| (damage > 0, damage >= i32::from(durability), damage >= death);
            assert_eq!(side(now), side(damage), "{damage} of {durability}");
            assert!((now - damage).abs() <= body::wound_threshold(&whole), "{damage}: {now}");
            let left = |who: &Fighter, on| body::points_left(&bench.rules.settings, who, on);
            assert_eq!([Spent::Physical, Spent::Mental].map(|on| left(&near, on)), [2, 1]);
        }
    }
}
