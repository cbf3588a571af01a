//! The turn pointer: whatever the game master does to the cards, it stays with its fighter or goes
//! to the next one, and nobody's turn is lost or given twice (T6 of the wishes of game masters).

use crate::fights::{demo, look, now};
use bevy::prelude::World;
use rubezh::battle::command::{Command, Edit};
use rubezh::battle::journal::{self, Answer};
use rubezh::rules::facts::CombatantId;

fn order(world: &mut World, command: Command) {
    let answer = journal::order(world, command.clone());
    assert!(matches!(answer, Answer::Done), "{command:?}: {answer:?}");
}

/// Eight fighters of fixed levels: 0 first, 7 last; the fight runs and it is 1's turn.
fn begun() -> World {
    let mut world = demo(3);
    for id in 0..8 {
        let edit = Edit::Level(Some(20 - i16::try_from(id).unwrap()));
        order(&mut world, Command::Edit { who: CombatantId(id), edit });
    }
    order(&mut world, Command::Begin { by_cards: Some(false) });
    assert_eq!(current(&mut world), Some(0));
    order(&mut world, Command::EndTurn);
    assert_eq!(current(&mut world), Some(1));
    world
}

fn current(world: &mut World) -> Option<u16> {
    now(world).current.map(|id| id.0)
}

fn points(who: u16, n: i16) -> Command {
    Command::Edit { who: CombatantId(who), edit: Edit::Points(n) }
}

/// Whose turns follow, so many of them.
fn turns(world: &mut World, count: usize) -> Vec<u16> {
    (0..count)
        .map(|_| {
            order(world, Command::EndTurn);
            current(world).expect("somebody acts")
        })
        .collect()
}

#[test]
fn killing_others_does_not_move_it() {
    let mut world = begun();
    order(&mut world, points(3, -5));
    assert_eq!(current(&mut world), Some(1));
    order(&mut world, points(0, -5));
    assert_eq!(current(&mut world), Some(1));
    assert_eq!(turns(&mut world, 6), [2, 4, 5, 6, 7, 1], "neither 3 nor 0 has a turn");
}

#[test]
fn killing_or_deleting_the_current_one_goes_on_to_the_next() {
    let mut world = begun();
    order(&mut world, points(1, -5));
    assert_eq!(turns(&mut world, 1), [2]);
    order(&mut world, Command::Remove { who: CombatantId(2) });
    assert_eq!(current(&mut world), Some(3), "the next one's turn has begun");
    order(&mut world, Command::Remove { who: CombatantId(7) });
    assert_eq!(current(&mut world), Some(3));
    assert_eq!(turns(&mut world, 5), [4, 5, 6, 0, 3]);
}

#[test]
fn deleting_the_last_card_in_its_own_turn_begins_the_next_round() {
    let mut world = begun();
    assert_eq!(turns(&mut world, 6).last(), Some(&7));
    let round = now(&mut world).round;
    order(&mut world, Command::Remove { who: CombatantId(7) });
    assert_eq!(current(&mut world), Some(0));
    assert_eq!(now(&mut world).round, round + 1);
}

#[test]
fn a_revived_fighter_has_the_turn_that_is_still_to_come_and_no_other() {
    let mut world = begun();
    order(&mut world, points(0, -5));
    order(&mut world, points(4, -5));
    order(&mut world, points(0, 6));
    order(&mut world, points(4, 6));
    assert_eq!(current(&mut world), Some(1));
    assert_eq!(turns(&mut world, 7), [2, 3, 4, 5, 6, 7, 0], "0 has had its turn in this round");
}

#[test]
fn dragging_cards_does_not_move_it() {
    let mut world = begun();
    let mut rows = now(&mut world).rows;
    let place = |rows: &[rubezh::rules::facts::Row], id| rows.iter().position(|r| r.cards == [id]);
    let (one, five) = (place(&rows, CombatantId(1)), place(&rows, CombatantId(5)));
    let (one, five) = (one.unwrap(), five.unwrap());
    rows[one].cards = vec![CombatantId(5)];
    rows[five].cards = vec![CombatantId(1)];
    order(&mut world, Command::Reorder { rows });
    assert_eq!(current(&mut world), Some(1));
    assert_eq!(turns(&mut world, 8), [5, 2, 3, 4, 6, 7, 0, 5], "5 before 2, nobody twice");
}

#[test]
fn a_newcomer_above_the_current_one_waits_for_the_next_round() {
    let mut world = begun();
    let mut newcomer = now(&mut world).combatants[2].clone();
    newcomer.fixed = Some(30);
    newcomer.cell = look(&mut world, |r| {
        let taken: Vec<_> = r.all().filter_map(|id| r.cell(id)).collect();
        r.map.board.cells().find(|cell| !taken.contains(cell)).unwrap()
    });
    order(&mut world, Command::Join(Box::new(newcomer)));
    assert_eq!(current(&mut world), Some(1));
    assert_eq!(turns(&mut world, 8), [2, 3, 4, 5, 6, 7, 8, 0]);
}

#[test]
fn stepping_back_twice_gives_the_turn_back_with_what_was_left_of_it() {
    let mut world = begun();
    let before = now(&mut world);
    order(&mut world, points(5, -5));
    order(&mut world, Command::EndTurn);
    assert_eq!(current(&mut world), Some(2));
    journal::undo(&mut world);
    assert_eq!(current(&mut world), Some(1));
    journal::undo(&mut world);
    assert_eq!(now(&mut world), before);
}

#[test]
fn no_condition_ends_because_cards_were_changed() {
    let mut world = begun();
    order(&mut world, points(6, 3));
    let conditions = |world: &mut World| -> Vec<_> {
        now(world).combatants.into_iter().map(|c| (c.id, c.conditions)).collect()
    };
    use rubezh::rules::facts::{Condition, Until};
    use rubezh::rules::key::Key;
    let shock = Condition::new(Key("pain-shock"), Until::EndOfNextTurn);
    let edit = Edit::Begin(shock);
    order(&mut world, Command::Edit { who: CombatantId(4), edit });
    let before = conditions(&mut world);
    let mut rows = now(&mut world).rows;
    rows.reverse();
    order(&mut world, Command::Reorder { rows });
    order(&mut world, points(6, 2));
    let edit = Edit::Modifier(2);
    order(&mut world, Command::Edit { who: CombatantId(3), edit });
    assert_eq!(conditions(&mut world), before);
    assert_eq!(current(&mut world), Some(1));
}
