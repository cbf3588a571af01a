//! What the worked examples cannot show: odds against a brute-force twin and against play, ties,
//! files with flaws, and properties over the whole range of numbers.

use std::collections::BTreeMap;

use super::bench::*;
use super::data::{ActionRow, Sequence};
use super::ids::RULES;
use super::sheet::*;
use super::*;
use crate::rules::PathStep;
use crate::rules::dice::{Limit, Rng, every_outcome};
use crate::rules::facts::{Assailant, CombatantId};
use crate::rules::key::Key;
use crate::rules::odds::{Odds, Prospect};

#[test]
fn every_case_holds_and_every_rule_is_touched() {
    let reports = BetterWorld::run_cases();
    let failures: Vec<_> = reports
        .iter()
        .filter_map(|report| report.failure.as_ref().map(|why| format!("{}: {why}", report.name)))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let touched = |id| reports.iter().any(|report| report.touched.contains(&id));
    let missing: Vec<_> = RULES.iter().map(|spec| spec.id).filter(|id| !touched(*id)).collect();
    assert!(missing.is_empty(), "no case touches {missing:?}");
}

fn odds(rules: &BetterWorld, facts: &AttackFacts) -> Odds<Outcome> {
    let plan = rules.plan(facts).expect("allowed");
    every_outcome(Limit::default(), |dice| rules.resolve(facts, &plan, dice)).expect("few enough")
}

/// A sabre (+1К, effectiveness 2) against a light vest (1), 5К against 4К.
fn sabre(bench: &Bench) -> AttackFacts {
    let one = bench.armed(man(1, &[(Aspect::Training as usize, 4)]), "sabre");
    let other = bench.wearing(man(2, &[(Aspect::Training as usize, 4)]), "light_vest");
    bench.close("attack", &one, N, &other)
}

/// How many of the `1 << n` courses of `n` coins show so many ones.
fn ways(n: u32) -> BTreeMap<i32, f64> {
    let mut found = BTreeMap::new();
    for faces in 0u32..1 << n {
        *found.entry(faces.count_ones() as i32).or_insert(0.0) += 1.0 / f64::from(1 << n);
    }
    found
}

/// Degree, damage and state by the words of the specification, every face for itself.
fn twin(attack: u32, difficulty: u32, weapon: i32, armour: i32) -> BTreeMap<(Key, i16, Key), f64> {
    let mut found = BTreeMap::new();
    for (a, p) in ways(attack) {
        for (d, q) in ways(difficulty) {
            let damage = if a >= d { (a - d + weapon - armour).max(0) } else { 0 };
            let state = match 6 - damage {
                6 => HEALTHY,
                4 | 5 => LIGHTLY_WOUNDED,
                2 | 3 => WOUNDED,
                1 => HEAVILY_WOUNDED,
                -2..=0 => DYING,
                _ => DEAD,
            };
            let degree = if a >= d { HIT } else { MISS };
            *found.entry((degree, damage as i16, state)).or_insert(0.0) += p * q;
        }
    }
    found
}

#[test]
fn odds_equal_a_brute_force_twin() {
    let bench = Bench::new();
    for (training, weapon, armour, pools) in [
        (4, "sabre", "light_vest", (5, 4, 2, 1)),
        (2, "combat_knife", "plate", (4, 4, 1, 3)),
        (7, "fire_axe", "plate_carrier", (7, 5, 3, 2)),
    ] {
        let one = bench.armed(man(1, &[(Aspect::Training as usize, training)]), weapon);
        let other = bench.wearing(man(2, &[(Aspect::Training as usize, 4)]), armour);
        let facts = bench.close("attack", &one, N, &other);
        let (attack, difficulty, weapon, armour) = pools;
        assert_eq!(bench.pools(&facts), (attack as i32, difficulty as i32), "{weapon}");
        let found = odds(&bench.rules, &facts).by(|outcome| {
            let strike = &outcome.strikes[0];
            (strike.degree, strike.damage, strike.state)
        });
        let want = twin(attack, difficulty, weapon, armour);
        assert_eq!(found.len(), want.len());
        for (key, p) in &found {
            assert!((p - want[key]).abs() < 1e-12, "{key:?}: {p} and {}", want[key]);
        }
    }
}

#[test]
fn odds_agree_with_a_million_seeded_attacks_and_draw_nothing() {
    let bench = Bench::new();
    let facts = sabre(&bench);
    let plan = bench.rules.plan(&facts).expect("allowed");
    let rng = Rng::new(11);
    let odds = odds(&bench.rules, &facts);
    assert_eq!(rng, Rng::new(11));
    let mut dice = Dice::seeded(rng);
    let mut counts: BTreeMap<Outcome, u32> = BTreeMap::new();
    let n = 1_000_000;
    for _ in 0..n {
        // Odds have no sentences: nobody would read them.
        let outcome = bench.rules.resolve(&facts, &plan, &mut dice).unsaid();
        *counts.entry(outcome).or_insert(0) += 1;
        dice.take_rolled();
    }
    assert!(counts.keys().all(|outcome| odds.iter().any(|(o, _)| o == outcome)));
    // Seven outcomes (miss, damage 1 to 6): chi-square with 6 degrees of freedom, 0.1 % point.
    assert_eq!(odds.len(), 7);
    let chi: f64 = odds
        .iter()
        .map(|(outcome, p)| {
            let expected = p * f64::from(n);
            (f64::from(counts.get(outcome).copied().unwrap_or(0)) - expected).powi(2) / expected
        })
        .sum();
    assert!(chi < 22.5, "chi-square {chi}");
}

#[test]
fn two_targets_of_one_attack_roll_are_not_independent() {
    let bench = Bench::new();
    let one = bench.armed(man(1, &[(Aspect::Perception as usize, 4)]), "assault_rifle");
    let mut facts = bench.far("sweep", &one, (5, 0), &man(2, &[]));
    let second = bench.far("sweep", &one, (4, 1), &man(4, &[]));
    facts.targets.extend(second.targets);
    let odds = odds(&bench.rules, &facts);
    let hit = |index: usize| odds.chance(|outcome| outcome.strikes[index].degree == HIT);
    let both = odds.chance(|outcome| outcome.strikes.iter().all(|s| s.degree == HIT));
    // 5К against 3К twice, by hand: given the attack's ones the difficulties are independent.
    let holds = |a: i32| ways(3).iter().filter(|(d, _)| a >= **d).map(|(_, q)| q).sum::<f64>();
    let want: f64 = ways(5).iter().map(|(a, p)| p * holds(*a) * holds(*a)).sum();
    assert!((both - want).abs() < 1e-12);
    assert!(both > hit(0) * hit(1) + 0.01, "{both} and {}", hit(0) * hit(1));
}

fn tied(rules: &BetterWorld, by_cards: bool) -> BTreeMap<Vec<u16>, f64> {
    let all = [1, 2, 3].map(|id| at_level(id, 5));
    let odds = every_outcome(Limit::default(), |dice| {
        let (rows, _) = rules.initiative(&all, Some(by_cards), dice);
        rows[0].cards.iter().map(|id| id.0).collect::<Vec<_>>()
    });
    odds.expect("few enough").iter().cloned().collect()
}

#[test]
fn bw_ini_06_insertion_is_uniform_only_after_a_shuffle() {
    let mut file = bench_file();
    file.tunables.tie_insertion_sequence = Sequence::Roster;
    let roster = tied(&BetterWorld::build(file).expect("no flaw"), false);
    // The third card lies in the middle half of the time: two dice seldom agree.
    for (order, p) in &roster {
        let want = if order[1] == 3 { 0.25 } else { 0.125 };
        assert!((p - want).abs() < 1e-12, "{order:?}: {p}");
    }
    let rules = BetterWorld::shipped();
    for orders in [tied(&rules, false), tied(&rules, true)] {
        assert_eq!(orders.len(), 6);
        assert!(orders.values().all(|p| (p - 1.0 / 6.0).abs() < 1e-12), "{orders:?}");
    }
}

#[test]
fn bw_ini_07_a_crowd_is_shuffled_and_keeps_everyone() {
    let all: Vec<_> = (0..300).map(|id| at_level(id, (id % 3) as i16)).collect();
    let mut dice = Dice::seeded(Rng::new(5));
    let (rows, _) = BetterWorld::shipped().initiative(&all, None, &mut dice);
    assert_eq!(rows.iter().map(|row| row.level).collect::<Vec<_>>(), [2, 1, 0]);
    let mut ids: Vec<u16> = rows.iter().flat_map(|row| row.cards.iter().map(|id| id.0)).collect();
    assert!(!ids.is_sorted());
    ids.sort_unstable();
    assert_eq!(ids, (0..300).collect::<Vec<_>>());
}

#[test]
fn bw_ini_05_a_level_fixed_far_away_does_not_flood_the_table_with_gaps() {
    let all = [at_level(1, 9999), at_level(2, -9999)];
    let mut dice = Dice::seeded(Rng::new(5));
    let (rows, _) = BetterWorld::shipped().initiative(&all, None, &mut dice);
    assert_eq!(rows.len(), 22);
    assert!(rows.first().is_some_and(|row| !row.cards.is_empty()));
    assert!(rows.last().is_some_and(|row| !row.cards.is_empty()));
}

#[test]
fn the_shipped_numbers_have_no_flaw() {
    assert_eq!(File::default().flaws(), []);
}

#[test]
fn all_flaws_of_a_file_are_found_at_once_and_in_their_places() {
    let mut file = File::default();
    file.tunables.attacker_cap = 5;
    file.melee_aspects.knife.clear();
    file.bands.medium.up_to_m = Some(10);
    file.bands.extreme.up_to_m = Some(500);
    file.actions.retain(|row| row.id != data::ATTACK);
    file.weapons[1].id = file.weapons[0].id.clone();
    file.weapons[2].effectiveness = 9;
    file.armours[0].defence_dice_melee = 4;
    file.words.ru = "item-fire_axe = топор".to_owned();
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
        ("tunables.attacker_cap", "flaw-out-of-range"),
        ("melee_aspects.knife", "flaw-list-empty"),
        ("bands.medium.up_to_m", "flaw-not-rising"),
        ("bands.extreme.up_to_m", "flaw-last-band-limited"),
        ("actions", "flaw-no-attack"),
        ("weapons.1.id", "flaw-id-twice"),
        ("weapons.0.id", "flaw-name-missing"),
        ("weapons.2.effectiveness", "flaw-out-of-range"),
        ("armours.0.defence_dice_melee", "flaw-out-of-range"),
    ] {
        assert!(found.iter().any(|(path, key)| (path.as_str(), *key) == want), "{want:?}");
    }
    assert!(!found.iter().any(|(path, _)| path == "weapons.2.id"), "the words name it");
}

#[test]
fn field_numbers_are_the_places_of_their_keys() {
    for (field, key) in [
        (Aspect::Training as usize, "training"),
        (Aspect::Reflexes as usize, "reflexes"),
        (INITIATIVE, "initiative"),
        (MOVE_M, "move_m"),
        (SPRINT_M, "sprint_m"),
        (BLOCKS[0], "block1"),
        (BLOCKS[2], "block3"),
        (DEATH_THRESHOLD, "death_threshold"),
        (PAIN_OVER, "pain_over"),
        (CONCUSSION_OVER, "concussion_over"),
    ] {
        assert_eq!(FIELDS[field].key, key);
    }
    for aspect in Aspect::ALL {
        assert_eq!(aspect.word(), format!("field-better-world-{}", FIELDS[aspect as usize].key));
    }
}

#[test]
fn every_neutral_profile_gives_a_sheet_within_its_limits() {
    let rules = BetterWorld::shipped();
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
        let (sheet, gear) = rules.derive(&profile, &[]);
        assert!(sheet.derived);
        for (value, spec) in sheet.values.iter().zip(FIELDS) {
            assert!((spec.min..=spec.max).contains(value), "{}: {value}", spec.key);
        }
        assert_eq!(gear.armor.is_some(), n % 3 > 0);
    }
}

#[test]
fn harm_is_carried_over_without_loss_for_every_shape_of_health() {
    let rules = BetterWorld::shipped();
    for (blocks, threshold) in [([3, 2, 1], -2), ([9, 9, 9], -10), ([1, 1, 1], 0)] {
        let numbers = [
            (BLOCKS[0], blocks[0]),
            (BLOCKS[1], blocks[1]),
            (BLOCKS[2], blocks[2]),
            (DEATH_THRESHOLD, threshold),
        ];
        let one = man(1, &numbers);
        let whole = wounds::hits_whole(&one.sheet) as i16;
        for hits in threshold - 1..=whole {
            let one = with_hits(one.clone(), hits);
            let harm = rules.harm_permille(&one);
            assert_eq!(rules.track_of_harm(&one.sheet, harm).points, hits, "{harm}");
        }
        for harm in 0..=1000 {
            let hits = rules.track_of_harm(&one.sheet, harm).points;
            let state = rules.vital(&with_hits(one.clone(), hits)).state;
            assert_eq!(state == DEAD, harm == 1000, "{harm} leaves {hits}");
        }
    }
}

#[test]
fn who_comes_dying_from_other_rules_lies_down() {
    let one = with_hits(man(1, &[]), -1);
    assert!(!BetterWorld::shipped().vital(&one).able);
}

#[test]
fn health_is_drawn_block_by_block() {
    let rules = BetterWorld::shipped();
    let blocks = |hits| match rules.picture(&with_hits(man(1, &[]), hits)) {
        HealthPicture::Blocks { blocks, below, floor } => (blocks, below, floor),
        other => panic!("{other:?}"),
    };
    assert_eq!(blocks(6), (vec![(3, 3), (2, 2), (1, 1)], 0, 2));
    assert_eq!(blocks(2), (vec![(3, 0), (2, 1), (1, 1)], 0, 2));
    assert_eq!(blocks(-2), (vec![(3, 0), (2, 0), (1, 0)], 2, 2));
}

/// Every attack that the shipped table has, in every state of both sides and from every distance,
/// is either refused or planned with pools that are not below zero, one `attack` and one
/// `difficulty` for each target, and one `damage` unless it is a manoeuvre.
#[test]
fn every_attack_is_refused_or_planned_in_the_promised_shape() {
    let bench = Bench::new();
    let weapons: Vec<String> = bench.rules.weapons().iter().map(|w| w.id.clone()).collect();
    let rows: Vec<&ActionRow> =
        bench.rules.file.actions.iter().filter(|row| row.is_attack()).collect();
    let mut planned = 0;
    for (weapon, other_weapon) in weapons.iter().zip(weapons.iter().rev()) {
        for (row, hits) in rows.iter().flat_map(|row| (-2..=6).map(move |hits| (row, hits))) {
            let one = with_hits(bench.armed(man(1, &[]), weapon), hits);
            let other = with_hits(bench.armed(man(2, &[]), other_weapon), 4 - hits);
            for offset in [(0, 1), (4, 3), (60, 0)] {
                let facts = if offset == (0, 1) {
                    bench.close(&row.id, &one, N, &other)
                } else {
                    bench.far(&row.id, &one, offset, &other)
                };
                let Ok(plan) = bench.rules.plan(&facts) else { continue };
                planned += 1;
                let names: Vec<_> = plan.checks.iter().map(|(_, check)| check.name).collect();
                let wanted = ["attack", "difficulty", "damage"];
                let rolls_only = usize::from(row.kind.is_manoeuvre());
                assert_eq!(names, wanted[..wanted.len() - rolls_only]);
                assert!(plan.checks[..2].iter().all(|(_, check)| check.value() >= 0));
                assert!(
                    plan.suggested.iter().all(|(key, ..)| OPTIONS.iter().any(|o| o.id == *key))
                );
            }
        }
    }
    assert!(planned > 200, "{planned}");
}

#[test]
fn bw_mel_07_an_attacker_by_word_counts_although_the_map_has_it_away() {
    let bench = Bench::new();
    let mut facts = bench.far("attack", &man(1, &[]), (0, 2), &man(2, &[]));
    facts.targets[0].assailants = vec![Assailant { id: CombatantId(3), bearing: S }];
    facts.options.set(IN_REACH, None, 1);
    assert_eq!(bench.pools(&facts).0, 3 + 2);
}

#[test]
fn the_attack_that_suits_a_click_is_the_ordinary_one() {
    let bench = Bench::new();
    let facts = bench.far("aim", &man(1, &[]), (4, 0), &man(2, &[]));
    assert_eq!(bench.rules.suited(&facts), bench.action("attack"));
}

/// A long burst of the rifle at so many targets, each at another distance and in other cover.
fn long_burst(bench: &Bench, count: u16) -> AttackFacts {
    let one = bench.armed(man(1, &[(Aspect::Perception as usize, 4)]), "assault_rifle");
    let mut all = (0..count).map(|i| {
        let target = man(2 + 2 * i, &[]);
        let mut facts =
            bench.far("long_burst", &one, (4 + i32::from(i), i32::from(i % 2)), &target);
        facts.targets[0].sightline.hidden_64 = (i * 13 % 60) as u8;
        facts
    });
    let mut facts = all.next().expect("a target");
    facts.targets.extend(all.flat_map(|other| other.targets));
    facts
}

fn prospect(bench: &Bench, facts: &AttackFacts) -> Prospect {
    let plan = bench.rules.plan(facts).expect("in the cone");
    let targets: Vec<_> = facts.targets.iter().map(|t| t.fighter.id).collect();
    let resolve = |dice: &mut Dice| bench.rules.resolve(facts, &plan, dice);
    Prospect::of(Limit::default(), &targets, resolve).expect("few enough")
}

#[test]
fn bw_rng_14_targets_of_a_long_burst_share_the_attack_roll() {
    let bench = Bench::new();
    let facts = long_burst(&bench, 2);
    let prospect = prospect(&bench, &facts);
    let hit = |id: u16| prospect.chance(CombatantId(id), |strike| strike.degree == HIT);
    let both: f64 = prospect
        .outcomes()
        .iter()
        .filter(|(outcome, _)| outcome.strikes.iter().all(|strike| strike.degree == HIT))
        .map(|(_, p)| p)
        .sum();
    let product = hit(2) * hit(4);
    assert!(both > product + 0.005, "{both} against {product}");
    // The same by counting ones: 9К against 3К and 3 + 1 К.
    let pools: Vec<i32> =
        bench.plan(&facts).checks.iter().take(3).map(|(_, c)| c.value()).collect();
    let ones = |n: i32| -> Vec<f64> {
        let binomial = |k: i32| (0..k).fold(1.0, |b, i| b * f64::from(n - i) / f64::from(i + 1));
        (0..=n).map(|k| binomial(k) / 2_f64.powi(n)).collect()
    };
    let mut counted = 0.0;
    for (a, p) in ones(pools[0]).iter().enumerate() {
        let reached = |n: i32| ones(n).iter().take(a + 1).sum::<f64>();
        counted += p * reached(pools[1]) * reached(pools[2]);
    }
    assert!((both - counted).abs() < 1e-12, "{both} against {counted}");
}

#[test]
fn bw_rng_14_odds_kept_apart_are_those_multiplied_out() {
    let bench = Bench::new();
    for count in 1..=3 {
        let facts = long_burst(&bench, count);
        let apart = prospect(&bench, &facts).outcomes();
        let sum: f64 = apart.iter().map(|(_, p)| p).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{sum}");
        let plan = bench.rules.plan(&facts).expect("in the cone");
        let out = every_outcome(Limit::default(), |dice| bench.rules.resolve(&facts, &plan, dice));
        let out = out.expect("few enough");
        assert_eq!(apart.len(), out.len());
        for (outcome, p) in &apart {
            let q = out.chance(|other| other == outcome);
            assert!((p - q).abs() < 1e-12, "{p} against {q}");
        }
    }
    let facts = long_burst(&bench, 5);
    let joint = prospect(&bench, &facts).joint();
    let sum: f64 = joint.iter().map(|(_, p)| p).sum();
    assert!((sum - 1.0).abs() < 1e-12, "{sum}");
}
