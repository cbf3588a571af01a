//! Undo, redo, save and replay: nothing of a fight is lost on any way through its journal.

use crate::fights::{SHELF, any_command, demo, now};
use bevy::prelude::World;
use proptest::collection::vec;
use proptest::prelude::*;
use rubezh::battle::event::LogLine;
use rubezh::battle::journal::{self, Answer, Journal, Save};
use rubezh::battle::setup::empty_world;
use rubezh::battle::state::BattleState;
use rubezh::data::map::Map;
use std::sync::Arc;

fn log(world: &World) -> Vec<LogLine> {
    journal::log(world).cloned().collect()
}

/// Orders commands; the answer is the fight before each that was carried out and at the end, with
/// its log.
fn play(world: &mut World, choices: &[(u8, u16, u16)]) -> Vec<(BattleState, Vec<LogLine>)> {
    let mut stages = vec![(now(world), log(world))];
    for choice in choices {
        let command = any_command(world, *choice);
        let answer = journal::order(world, command.clone());
        match answer {
            Answer::Done => stages.push((now(world), log(world))),
            Answer::Refused(_) => {
                let (before, told) = stages.last().expect("the first is there");
                assert_eq!((&now(world), &log(world)), (before, told), "refused: {command:?}");
            }
            Answer::Asks(..) | Answer::Dice(_) => panic!("{command:?}: {answer:?}"),
        }
    }
    stages
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..Default::default() })]

    #[test]
    fn undoing_all_and_redoing_all_is_the_identity(
        seed in any::<u64>(),
        choices in vec((any::<u8>(), any::<u16>(), any::<u16>()), 1..60),
    ) {
        let mut world = demo(seed);
        let stages = play(&mut world, &choices);
        for (state, told) in stages.iter().rev().skip(1) {
            prop_assert!(journal::undo(&mut world).is_some());
            prop_assert_eq!(&now(&mut world), state);
            prop_assert_eq!(&log(&world), told);
        }
        prop_assert!(journal::undo(&mut world).is_none());
        for (state, told) in stages.iter().skip(1) {
            prop_assert!(journal::redo(&mut world).is_some());
            prop_assert_eq!(&now(&mut world), state);
            prop_assert_eq!(&log(&world), told);
        }
        prop_assert!(journal::redo(&mut world).is_none());
    }

    #[test]
    fn the_same_command_after_an_undo_rolls_the_same_dice(
        seed in any::<u64>(),
        choices in vec((any::<u8>(), any::<u16>(), any::<u16>()), 1..40),
    ) {
        let mut world = demo(seed);
        let stages = play(&mut world, &choices);
        if let Some(command) = journal::undo(&mut world) {
            prop_assert!(matches!(journal::order(&mut world, command), Answer::Done));
            let (state, told) = stages.last().expect("one command at least");
            prop_assert_eq!(&now(&mut world), state);
            prop_assert_eq!(&log(&world), told);
        }
    }

    #[test]
    fn a_saved_table_opens_as_it_was_with_its_undone_part(
        seed in any::<u64>(),
        choices in vec((any::<u8>(), any::<u16>(), any::<u16>()), 1..40),
        back in 0..5,
    ) {
        let mut world = demo(seed);
        play(&mut world, &choices);
        for _ in 0..back {
            journal::undo(&mut world);
        }
        let save = Save::of(&world).expect("a journal was begun");
        let text = save.text();
        let reading = rubezh::data::decode::read::<Save>("save.ron", text.as_bytes());
        prop_assert!(reading.problems.is_empty(), "{:?}", reading.problems.problems);
        let read = reading.value.expect("no problems");
        prop_assert_eq!(&read.text(), &text);
        let mut other = empty_world(&SHELF.library);
        let map = Map::build(read.map.clone()).expect("it was built before");
        read.open(&mut other, Arc::new(map)).expect("every hash is equal");
        prop_assert_eq!(now(&mut other), now(&mut world));
        prop_assert_eq!(log(&other), log(&world));
        let (old, new) = (world.resource::<Journal>(), other.resource::<Journal>());
        prop_assert_eq!(old.at(), new.at());
        prop_assert_eq!(old.entries(), new.entries());
    }
}

#[test]
fn undo_reaches_the_first_state_past_all_that_is_kept() {
    use rubezh::battle::command::{Command, Edit};
    use rubezh::rules::facts::CombatantId;
    let mut world = demo(1);
    let first = now(&mut world);
    for i in 0..700_i16 {
        let edit = Edit::Points(i % 6);
        let who = CombatantId((i % 8).cast_unsigned());
        assert!(matches!(journal::order(&mut world, Command::Edit { who, edit }), Answer::Done));
    }
    let last = now(&mut world);
    while journal::undo(&mut world).is_some() {}
    assert_eq!(now(&mut world), first);
    while journal::redo(&mut world).is_some() {}
    assert_eq!(now(&mut world), last);
}
