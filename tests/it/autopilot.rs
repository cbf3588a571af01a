//! Fights of autopilots: the same for the same seed, replayed to the last hash, and counted alike
//! by any number of threads.

use crate::fights::{SHELF, demo, now};
use rubezh::battle::autopilot::{Autopilot, ROUNDS_MAX};
use rubezh::battle::journal::{self, Answer, Journal, Save, replay};
use rubezh::battle::setup::empty_world;
use rubezh::battle::sim::{Share, simulate};
use rubezh::data::map::Map;
use std::sync::Arc;

#[test]
fn a_fight_replays_with_all_hashes_equal_and_a_changed_face_is_found() {
    let mut world = demo(7);
    let verdict = Autopilot::new().play(&mut world, ROUNDS_MAX);
    assert!(verdict.winner.is_some(), "{verdict:?}");
    let save = Save::of(&world).unwrap();
    let mut other = empty_world(&SHELF.library);
    save.open(&mut other, Arc::new(Map::build(save.map.clone()).unwrap())).unwrap();
    assert_eq!(now(&mut other), now(&mut world));
    let changes = |entry: usize| {
        let mut entries = save.entries.clone();
        let face = &mut entries[entry].rolls[0].faces[0];
        *face = 1 - *face;
        entries
    };
    let rolled = save.entries.iter().enumerate().filter(|(_, e)| !e.rolls.is_empty());
    let mut found = 0;
    for (i, _) in rolled.skip(1) {
        let result = replay(&mut other, &save.first, &changes(i), save.at);
        if let Err(divergence) = result {
            assert_eq!(divergence.entry, i + 1);
            assert_eq!(divergence.recorded, save.entries[i].hash);
            found += 1;
        }
    }
    // Not every coin decides something, but many do.
    assert!(found > 3, "{found}");
}

#[test]
fn every_command_of_the_autopilot_is_legal_and_every_fight_ends() {
    let mut autopilot = Autopilot::new();
    for seed in 0..25 {
        let mut world = demo(seed);
        let mut commands = 0;
        while let Some(command) = autopilot.next(&mut world) {
            let answer = journal::order(&mut world, command.clone());
            assert!(matches!(answer, Answer::Done), "seed {seed}: {command:?}: {answer:?}");
            commands += 1;
            assert!(commands < 3_000, "seed {seed} does not end");
        }
        assert_eq!(autopilot.standing(&mut world).len(), 1, "seed {seed}");
    }
}

#[test]
fn an_old_hand_and_a_beginner_play_alike() {
    let mut old_hand = Autopilot::new();
    for seed in 0..8 {
        let (mut one, mut other) = (demo(seed), demo(seed));
        old_hand.play(&mut one, ROUNDS_MAX);
        Autopilot::new().play(&mut other, ROUNDS_MAX);
        let entries = one.resource::<Journal>().entries();
        assert_eq!(entries, other.resource::<Journal>().entries(), "seed {seed}");
    }
}

#[test]
fn simulations_count_the_same_on_any_number_of_threads() {
    let fight = SHELF.fight("demo").unwrap();
    let count = |threads| simulate(&SHELF.library, &fight, 60, 5, Some(threads)).unwrap();
    let one = count(1);
    assert_eq!(one.fights, 60);
    assert_eq!(one.wins.values().sum::<u64>() + one.draws, 60);
    assert_eq!(one, count(2));
    assert_eq!(one, count(7));
    let other_seed = simulate(&SHELF.library, &fight, 60, 6, Some(2)).unwrap();
    assert_ne!(one, other_seed);
}

#[test]
fn a_simulated_fight_is_the_recorded_one() {
    use rubezh::battle::sim::Arena;
    let fight = SHELF.fight("demo").unwrap();
    let mut arena = Arena::new(&SHELF.library, &fight);
    for seed in 0..6 {
        let played = arena.play(seed);
        let mut world = demo(seed);
        let verdict = Autopilot::new().play(&mut world, ROUNDS_MAX);
        assert_eq!((played.winner, played.rounds), (verdict.winner, verdict.rounds));
    }
}

#[test]
fn intervals_are_wilson_s() {
    // Newcombe 1998, method 3: 81 of 263 and 0 of 20.
    let close = |a: f64, b: f64| assert!((a - b).abs() < 5e-5, "{a} {b}");
    let share = Share::of(81, 263);
    close(share.low, 0.2553);
    close(share.high, 0.3662);
    let none = Share::of(0, 20);
    close(none.low, 0.0);
    close(none.high, 0.1611);
}
