use super::*;
use crate::rules::odds::Odds;

const RULE: RuleId = RuleId("BW-CHK-01");

fn check(value: i32) -> Check {
    let mut check = Check::new("test");
    check.add(RULE, Message::new("x"), value);
    check
}

fn coins(n: i32) -> Pool {
    Pool::of(Die::Coin, &check(n))
}

fn margin(a: i32, d: i32) -> impl Fn(&mut Dice) -> i32 {
    move |dice| dice.roll(RULE, &coins(a), &Sum) - dice.roll(RULE, &coins(d), &Sum)
}

fn binomial(n: u64, k: u64) -> u128 {
    (0..k).fold(1u128, |acc, i| acc * u128::from(n - i) / u128::from(i + 1))
}

#[test]
fn bw_chk_01_coin_odds_are_the_binomial_ones_to_the_last_bit() {
    let odds = every_outcome(Limit::default(), |d| d.roll(RULE, &coins(12), &Sum)).unwrap();
    for (ones, p) in odds.iter() {
        let exact = binomial(12, *ones as u64) as f64 / 4096.0;
        assert_eq!(*p, exact);
    }
}

#[test]
fn odds_equal_a_brute_force_twin_without_merging() {
    for (a, d) in [(0, 0), (1, 0), (3, 2), (5, 4), (6, 6)] {
        let odds = every_outcome(Limit::default(), margin(a, d)).unwrap();
        let mut counts = std::collections::BTreeMap::new();
        for faces in 0u32..1 << (a + d) {
            let ones = |from: i32, n: i32| ((faces >> from) & ((1 << n) - 1)).count_ones() as i32;
            *counts.entry(ones(0, a) - ones(a, d)).or_insert(0u128) += 1;
        }
        assert_eq!(odds.len(), counts.len());
        for (value, p) in odds.iter() {
            let exact = counts[value] as f64 / f64::from(1 << (a + d));
            assert!((p - exact).abs() < 1e-12, "{a} against {d}: {value}");
        }
    }
}

#[test]
fn odds_agree_with_a_million_seeded_rolls() {
    let odds = every_outcome(Limit::default(), margin(6, 5)).unwrap();
    let mut counts = std::collections::BTreeMap::new();
    let mut dice = Dice::seeded(Rng::new(7));
    let n = 1_000_000;
    for _ in 0..n {
        *counts.entry(margin(6, 5)(&mut dice)).or_insert(0u32) += 1;
        dice.take_rolled();
    }
    // Chi-square with 11 degrees of freedom: 31.3 is the 0.1 % point.
    let chi: f64 = odds
        .iter()
        .map(|(value, p)| {
            let expected = p * f64::from(n);
            (f64::from(counts.get(value).copied().unwrap_or(0)) - expected).powi(2) / expected
        })
        .sum();
    assert!(chi < 31.3, "chi-square {chi}");
}

#[test]
fn exploding_dice_with_a_limit_are_exact_and_play_keeps_the_limit() {
    let die = Die::Faces { faces: 4, explode_from: Some(4), explosions_max: 2 };
    let roll = move |dice: &mut Dice| dice.roll(RULE, &Pool::one(die, &check(1)), &Sum);
    let odds: Odds<i32> = every_outcome(Limit::default(), roll).unwrap();
    assert_eq!(odds.chance(|v| *v == 12), 1.0 / 64.0);
    assert_eq!(odds.chance(|v| *v < 4), 0.75);
    let mut dice = Dice::given(Given::numbers(&[4, 4, 4]));
    assert_eq!(roll(&mut dice), 12);
    assert_eq!(dice.finish(), Ok(()));
}

#[test]
fn a_step_merges_equal_results_and_changes_no_probability() {
    let plain =
        every_outcome(Limit::default(), |d| i32::from(margin(6, 5)(d) >= 0) + margin(3, 3)(d))
            .unwrap();
    let stepped = every_outcome(Limit::default(), |d| {
        let hit = d.step(RULE, |d| margin(6, 5)(d) >= 0);
        i32::from(hit) + margin(3, 3)(d)
    })
    .unwrap();
    for ((a, p), (b, q)) in plain.iter().zip(stepped.iter()) {
        assert_eq!(a, b);
        assert!((p - q).abs() < 1e-12);
    }
}

#[test]
fn too_many_courses_are_refused_and_not_sampled() {
    let result = every_outcome(Limit(20), margin(10, 10));
    assert_eq!(result.unwrap_err(), TooManyOutcomes(20));
}

#[test]
fn given_dice_name_the_roll_that_went_short_and_the_left_over() {
    let mut dice = Dice::given(Given::numbers(&[2]));
    margin(3, 2)(&mut dice);
    assert_eq!(dice.finish(), Err(GivenError::TooFew { rule: RULE, wanted: 2 }));
    let mut dice = Dice::given(Given::numbers(&[2, 1, 1]));
    margin(3, 2)(&mut dice);
    assert_eq!(dice.finish(), Err(GivenError::LeftOver { count: 1 }));
    let mut dice = Dice::given(Given::numbers(&[4, 1]));
    margin(3, 2)(&mut dice);
    assert!(matches!(dice.finish(), Err(GivenError::Impossible { value: 4, max: 3, .. })));
}

#[test]
fn a_probe_tells_what_the_next_roll_wants_until_all_are_there() {
    let probed = |numbers: &[u16]| {
        let mut dice = Dice::given(Given::probe(numbers));
        margin(3, 2)(&mut dice);
        dice.finish().unwrap_err()
    };
    let purpose = Purpose { rule: RULE, name: "test", of: None };
    assert_eq!(probed(&[]).probed(), Some(Wanted { purpose, die: Die::Coin, min: 0, max: 3 }));
    assert_eq!(probed(&[3]).probed(), Some(Wanted { purpose, die: Die::Coin, min: 0, max: 2 }));
    assert_eq!(probed(&[4]).probed(), None);
    assert_eq!(probed(&[3, 2]), GivenError::LeftOver { count: 1 });
}

#[test]
fn wanted_rolls_hang_on_the_numbers_that_fit() {
    // As many coins in the second roll as the first one showed ones.
    let chain = |dice: &mut Dice| {
        let first = dice.roll(RULE, &coins(3), &Sum);
        dice.roll(RULE, &coins(first), &Sum);
    };
    let most = |given: &[Option<u16>]| -> Vec<u16> {
        wanted_rolls(given, 9, chain).iter().map(|wanted| wanted.max).collect()
    };
    assert_eq!(most(&[Some(2)]), [3, 2]);
    assert_eq!(most(&[Some(7)]), most(&[None]));
    assert_eq!(wanted_rolls(&[Some(2)], 1, chain).len(), 1);
}

#[test]
fn recorded_rolls_give_the_same_faces_again() {
    let mut dice = Dice::seeded(Rng::new(1));
    let first = margin(9, 7)(&mut dice);
    let rolled = dice.take_rolled();
    let mut again = Dice::given(Given::rolls(&rolled));
    assert_eq!(margin(9, 7)(&mut again), first);
    assert_eq!(again.finish(), Ok(()));
    assert_eq!(again.rolled(), rolled);
}

#[test]
fn the_stream_of_a_seed_never_changes() {
    let mut dice = Dice::seeded(Rng::new(42));
    let draws: Vec<u8> = (0..12).map(|_| dice.below(RULE, 6)).collect();
    assert_eq!(draws, EXPECTED_STREAM);
}

/// Written down once from xoshiro256++ 1.0 seeded by splitmix64 with 42. Old replays hold faces
/// and survive a change of it; the same `--seed` would not print the same fight any more.
const EXPECTED_STREAM: [u8; 12] = [1, 5, 0, 4, 5, 1, 2, 0, 3, 4, 2, 5];
