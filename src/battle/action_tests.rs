//! Special actions as the battle carries them: strikes in passing, holds over several turns, guards
//! that end, things on the ground, First Strikes, leaving.

use super::combatant::{Conditions, Deeds, Health, Presence, Weapon};
use super::command::{Command, Edit};
use super::facts_reader::FactsReader;
use super::journal::{self, Answer};
use super::state::{self, BattleState};
use super::tests::{current, done, table};
use super::turn::Turn;
use super::{BattleMap, Rules, Supplied, combatant::Census};
use crate::rules::dice::Given;
use crate::rules::facts::{CombatantId, Options};
use crate::rules::grid::CellPos;
use bevy::ecs::system::SystemState;
use bevy::prelude::{Component, World};

/// Fighters of the table: 0 rifle and 2 sabre against 1 pistol and 3 knife; they act in the order
/// of their numbers.
fn begun(places: &[(u16, (i16, i16))]) -> World {
    let mut world = table();
    for (who, (x, y)) in places {
        done(&mut world, Command::Place { who: id(*who), cell: CellPos::new(*x, *y) });
    }
    done(&mut world, Command::Begin { by_cards: None });
    world
}

fn id(number: u16) -> CombatantId {
    CombatantId(number)
}

fn of<T: Component + Clone>(world: &World, who: u16) -> T {
    let entity = world.resource::<Census>().0[&id(who)];
    world.get::<T>(entity).expect("a fighter").clone()
}

fn has(world: &World, who: u16, condition: &str) -> bool {
    of::<Conditions>(world, who).0.iter().any(|c| c.id.0 == condition)
}

fn hits(world: &World, who: u16) -> i16 {
    of::<Health>(world, who).0.points
}

fn attack(who: u16, action: &str, target: u16) -> Command {
    let (who, targets) = (id(who), vec![id(target)]);
    Command::Attack { who, action: action.into(), targets, aim: None, options: Options::default() }
}

fn act(who: u16, action: &str) -> Command {
    Command::Act { who: id(who), action: action.to_owned(), choice: None }
}

fn go(who: u16, cells: &[(i16, i16)]) -> Command {
    let path = cells.iter().map(|(x, y)| CellPos::new(*x, *y)).collect();
    Command::walk(id(who), path)
}

/// A command with given dice; all of them must be used.
fn with(world: &mut World, dice: &[u16], command: Command) {
    world.resource_mut::<Supplied>().dice = Some(Given::numbers(dice));
    done(world, command);
}

fn refused(world: &mut World, command: Command) -> &'static str {
    match journal::order(world, command.clone()) {
        Answer::Refused(refusal) => refusal.rule.0,
        other => panic!("{command:?}: {other:?}"),
    }
}

fn turn_of(world: &mut World, who: u16) {
    for _ in 0..8 {
        if current(world) == Some(who) {
            return;
        }
        done(world, Command::EndTurn);
    }
    panic!("{who} has no turn");
}

fn now(world: &mut World) -> BattleState {
    state::capture(world)
}

#[test]
fn bw_mel_09_whoever_runs_past_is_struck_before_the_step_out() {
    let mut world = begun(&[(0, (3, 4)), (3, (5, 5)), (1, (9, 8)), (2, (0, 8))]);
    let way = [(3, 4), (4, 4), (5, 4), (6, 4), (7, 4)];
    let before = now(&mut world);
    // The knife of 3: 4К against 3 + 1 К. A miss changes nothing of the movement.
    with(&mut world, &[0, 3], go(0, &way));
    assert_eq!(hits(&world, 0), 6);
    assert_eq!(now(&mut world).combatants[0].cell, CellPos::new(7, 4));
    assert_eq!(of::<Deeds>(&world, 0).trace.walked, Some((4, 0)));
    assert!(of::<Deeds>(&world, 3).watch.fought);
    assert!(of::<super::combatant::Melee>(&world, 0).attacked_by.is_empty(), "not recorded");
    let moved = now(&mut world);
    journal::undo(&mut world);
    assert_eq!(now(&mut world), before);
    journal::redo(&mut world);
    assert_eq!(now(&mut world), moved);
    journal::undo(&mut world);
    // Struck down, the runner stays where it was struck: 4 bonus ones and 1 are 5, of 5 hits.
    done(&mut world, Command::Edit { who: id(0), edit: Edit::Points(4) });
    with(&mut world, &[4, 0], go(0, &way));
    assert_eq!(hits(&world, 0), -1);
    assert_eq!(now(&mut world).combatants[0].cell, CellPos::new(6, 4));
    assert_eq!(current(&world), Some(0), "the turn is still its own, though it can do nothing");
}

#[test]
fn bw_mel_09_the_side_of_the_striker_is_asked_and_the_program_strikes() {
    let mut world = begun(&[(0, (4, 4)), (3, (5, 5)), (1, (9, 8)), (2, (0, 8))]);
    let away = go(0, &[(4, 4), (3, 3)]);
    world.resource_mut::<Supplied>().ask = true;
    let answer = journal::order(&mut world, away.clone());
    assert!(matches!(answer, Answer::Asks(_)), "{answer:?}");
    let rolled = &world.resource::<super::event::Report>().rolls;
    assert!(rolled.is_empty(), "nothing is rolled before the answer");
    assert!(world.resource::<super::event::Report>().lines.is_empty(), "nothing is told");
    assert_eq!(now(&mut world).combatants[0].cell, CellPos::new(4, 4));
    // "Let pass": nothing is rolled.
    world.resource_mut::<Supplied>().answers = vec![1];
    with(&mut world, &[], away.clone());
    journal::undo(&mut world);
    done(&mut world, Command::Edit { who: id(3), edit: Edit::Autopilot(true) });
    world.resource_mut::<Supplied>().ask = true;
    with(&mut world, &[0, 4], away);
    // Ending in reach is engaging, and the game master's hand never triggers it.
    journal::undo(&mut world);
    with(&mut world, &[], go(0, &[(4, 4), (5, 4)]));
    with(&mut world, &[], Command::Place { who: id(0), cell: CellPos::new(0, 0) });
}

#[test]
fn bw_mel_11_a_hold_is_paid_for_or_ends() {
    let mut world = begun(&[(0, (5, 4)), (1, (5, 5))]);
    done(&mut world, Command::Edit { who: id(0), edit: Edit::InHand(None) });
    with(&mut world, &[3, 0], attack(0, "grapple", 1));
    assert!(has(&world, 0, "holding") && has(&world, 1, "held-by"));
    assert_eq!(refused(&mut world, act(0, "maintain")), "BW-ACT-04");
    turn_of(&mut world, 1);
    assert!(has(&world, 1, "held-by"), "the first turn was paid for");
    assert_eq!(refused(&mut world, go(1, &[(5, 5), (6, 6)])), "BW-MEL-11");
    with(&mut world, &[0, 1], attack(1, "break_free", 0));
    assert!(has(&world, 1, "held-by"));
    turn_of(&mut world, 0);
    assert!(has(&world, 0, "unpaid"));
    done(&mut world, act(0, "maintain"));
    with(&mut world, &[0, 3], attack(0, "attack", 1));
    turn_of(&mut world, 1);
    assert!(has(&world, 1, "held-by"), "paid for");
    with(&mut world, &[3, 0], attack(1, "break_free", 0));
    assert!(!has(&world, 1, "held-by") && !has(&world, 0, "holding"));
    turn_of(&mut world, 0);
    with(&mut world, &[3, 0], attack(0, "grapple", 1));
    turn_of(&mut world, 1);
    turn_of(&mut world, 0);
    done(&mut world, Command::EndTurn);
    assert!(!has(&world, 1, "held-by"), "unpaid at the end of the turn");
    // Taken off the board, nobody is held by a ghost.
    turn_of(&mut world, 0);
    with(&mut world, &[3, 0], attack(0, "grapple", 1));
    done(&mut world, Command::Remove { who: id(0) });
    assert!(!has(&world, 1, "held-by"));
}

#[test]
fn bw_mel_11_whoever_moves_lets_go() {
    let mut world = begun(&[(0, (5, 4)), (1, (5, 5))]);
    done(&mut world, Command::Edit { who: id(0), edit: Edit::InHand(None) });
    with(&mut world, &[3, 0], attack(0, "grapple", 1));
    turn_of(&mut world, 1);
    turn_of(&mut world, 0);
    done(&mut world, act(0, "maintain"));
    done(&mut world, Command::Place { who: id(1), cell: CellPos::new(9, 1) });
    assert!(!has(&world, 0, "holding") && !has(&world, 1, "held-by"));
}

#[test]
fn bw_rng_09_a_reaction_is_lost_as_soon_as_an_enemy_is_beside() {
    let mut world = begun(&[(0, (2, 2)), (1, (2, 6)), (2, (11, 8))]);
    done(&mut world, act(0, "reaction"));
    turn_of(&mut world, 1);
    assert!(has(&world, 0, "reaction"));
    // Past it and away again: lost on the way.
    with(&mut world, &[0, 4], go(1, &[(2, 6), (2, 5), (2, 4), (3, 3), (4, 4), (5, 5), (6, 6)]));
    assert!(!has(&world, 0, "reaction"));
    turn_of(&mut world, 0);
    done(&mut world, act(0, "reaction"));
    done(&mut world, Command::Place { who: id(3), cell: CellPos::new(1, 1) });
    assert!(!has(&world, 0, "reaction"), "by the game master's hand, too");
    assert_eq!(refused(&mut world, act(0, "reaction")), "BW-ACT-04");
    turn_of(&mut world, 2);
    turn_of(&mut world, 0);
    assert_eq!(refused(&mut world, act(0, "reaction")), "BW-RNG-09");
}

#[test]
fn bw_mel_10_what_was_struck_from_a_hand_can_be_picked_up_with_its_rounds() {
    let mut world = begun(&[(0, (5, 4)), (1, (5, 5))]);
    let rounds = Edit::Rounds { weapon: 0, loaded: 3, spare: 1 };
    done(&mut world, Command::Edit { who: id(1), edit: rounds });
    done(&mut world, Command::Edit { who: id(0), edit: Edit::InHand(None) });
    assert_eq!(refused(&mut world, act(0, "pick_up")), "TABLE");
    // East of the target.
    with(&mut world, &[3, 0, 2], attack(0, "disarm", 1));
    assert!(of::<Weapon>(&world, 1).carried.is_empty());
    assert_eq!(now(&mut world).dropped[0].1, CellPos::new(6, 5));
    turn_of(&mut world, 1);
    done(&mut world, act(1, "pick_up"));
    let weapon = of::<Weapon>(&world, 1);
    assert_eq!(
        (weapon.in_hand, weapon.carried[0].loaded, weapon.carried[0].spare),
        (Some(0), 3, 1)
    );
    assert!(now(&mut world).dropped.is_empty());
    let saved = now(&mut world);
    journal::undo(&mut world);
    journal::redo(&mut world);
    assert_eq!(now(&mut world), saved);
}

#[test]
fn bw_ini_10_a_first_strike_comes_before_the_order() {
    let mut world = table();
    done(&mut world, Command::Edit { who: id(0), edit: Edit::Level(None) });
    done(&mut world, Command::Edit { who: id(0), edit: Edit::Modifier(2) });
    assert_eq!(refused(&mut world, attack(0, "attack", 1)), "TABLE");
    // 3 + 1 + 1 К against 3К: five ones, two of them, three bonus ones and 3 of the rifle.
    with(&mut world, &[5, 2], attack(0, "first_strike", 1));
    assert_eq!(hits(&world, 1), 0);
    assert_eq!(refused(&mut world, attack(0, "first_strike", 3)), "BW-INI-10");
    // Level 3 + 1 of 1К, whatever its ambush.
    with(&mut world, &[1], Command::Begin { by_cards: Some(false) });
    assert_eq!(world.resource::<Turn>().level(id(0)), Some(4));
    turn_of(&mut world, 0);
    assert!(!has(&world, 0, "first-struck"));
    assert_eq!(refused(&mut world, attack(0, "first_strike", 3)), "BW-INI-10");
}

#[test]
fn bw_ent_03_the_unseen_who_fought_not_may_leave_if_the_game_master_says_so() {
    let mut world = begun(&[]);
    for _ in 0..4 {
        done(&mut world, Command::EndTurn);
    }
    let may = |world: &World, who| of::<Deeds>(world, who).may_leave;
    assert!(!may(&world, 0), "seen over the open field");
    // A wall between 0 and everybody else.
    let blind = |world: &mut World| {
        let wall = crate::rules::grid::BoardObject::wall(vec![
            crate::rules::grid::Point::corner(1, 0),
            crate::rules::grid::Point::corner(1, 9),
        ]);
        world.resource_mut::<BattleMap>().board = crate::rules::grid::Board::new(12, 9, vec![wall]);
    };
    blind(&mut world);
    done(&mut world, Command::Place { who: id(0), cell: CellPos::new(0, 0) });
    for _ in 0..3 {
        done(&mut world, Command::EndTurn);
    }
    assert_eq!(world.resource::<Turn>().round, 2);
    assert!(!may(&world, 0));
    done(&mut world, Command::EndTurn);
    for _ in 0..4 {
        done(&mut world, Command::EndTurn);
    }
    assert!(may(&world, 0), "a whole round unseen");
    assert!(world.resource::<Turn>().cards().any(|card| card == id(0)), "it stays unless told");
    done(&mut world, Command::Leave { who: id(0) });
    assert!(!world.resource::<Turn>().cards().any(|card| card == id(0)));
    assert_eq!(of::<super::combatant::Initiative>(&world, 0).presence, Presence::Left);
    let round = world.resource::<Turn>().round;
    done(&mut world, Command::Return { who: id(0) });
    while world.resource::<Turn>().round == round {
        assert!(!world.resource::<Turn>().cards().any(|card| card == id(0)));
        done(&mut world, Command::EndTurn);
    }
    assert!(world.resource::<Turn>().cards().any(|card| card == id(0)), "as a newcomer");
}

#[test]
fn bw_rng_08_the_direction_of_a_quick_shot_is_that_of_the_deed_before() {
    let mut world = begun(&[(0, (2, 2)), (1, (9, 2)), (3, (2, 8))]);
    with(&mut world, &[0, 4], attack(0, "attack", 1));
    let mut state: SystemState<FactsReader> = SystemState::new(&mut world);
    let reader = state.get(&world).expect("a battle");
    let rules = world.resource::<Rules>().0.clone();
    let difficulty = |target: u16| {
        let action = reader.action("quick_shot").expect("ships");
        let options = Options::default();
        let facts = reader.attack_facts(id(0), action, &[id(target)], None, &options);
        rules.plan(&facts.expect("there")).expect("in sight").checks[1].1.value()
    };
    // Medium distance for a rifle is 4К, near is 3К.
    assert_eq!((difficulty(1), difficulty(3)), (4 + 2, 4 + 3));
    done(&mut world, Command::EndTurn);
    turn_of(&mut world, 0);
    assert_eq!(of::<Deeds>(&world, 0).trace.aimed, None);
}

#[test]
fn bw_rng_15_a_grenade_takes_in_everybody_around_its_cell() {
    let mut world = begun(&[(0, (2, 2)), (1, (6, 2)), (2, (7, 3)), (3, (10, 8))]);
    let rules = world.resource::<Rules>().0.clone();
    let grenade = rules.weapons().iter().position(|w| w.id == "frag_grenade").expect("ships");
    done(&mut world, Command::Edit { who: id(0), edit: Edit::Give(grenade as u16) });
    done(&mut world, Command::Edit { who: id(0), edit: Edit::InHand(Some(1)) });
    let throw = Command::Attack {
        who: id(0),
        action: "attack".to_owned(),
        targets: Vec::new(),
        aim: Some(CellPos::new(6, 3)),
        options: Options::default(),
    };
    // Training 3: two ones against one each.
    with(&mut world, &[2, 1, 1], throw);
    assert_eq!((hits(&world, 1), hits(&world, 2), hits(&world, 3)), (6 - 4, 6 - 4, 6));
    assert_eq!(of::<Weapon>(&world, 0).carried[1].loaded, 1);
}

#[test]
fn bw_mel_14_a_stance_is_used_up_by_one_attack() {
    let mut world = begun(&[(0, (5, 4)), (1, (5, 5)), (3, (4, 5))]);
    done(&mut world, act(0, "stance"));
    turn_of(&mut world, 1);
    with(&mut world, &[0, 4], attack(1, "attack", 0));
    assert!(!has(&world, 0, "stance"));
    turn_of(&mut world, 0);
    done(&mut world, act(0, "full_defence"));
    turn_of(&mut world, 3);
    with(&mut world, &[0, 4], attack(3, "attack", 0));
    assert!(has(&world, 0, "full-defence"));
    turn_of(&mut world, 0);
    assert!(!has(&world, 0, "full-defence"), "until the next turn");
}
