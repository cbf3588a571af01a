//! What a ruleset may ask of the battle beside turns and blows: stepping in, turns at the end of a
//! round, effects that wait, settings, another ruleset in the middle of a fight. Played with the one
//! that asks for all of it, by what the seam says of its actions and not by their names.

use crate::fights::{SHELF, demo, look, now, order, refused, station};
use bevy::prelude::World;
use rubezh::battle::autopilot::{Autopilot, ROUNDS_MAX};
use rubezh::battle::command::{Command, Edit};
use rubezh::battle::journal::{self, Answer, Journal, Save};
use rubezh::battle::setup::empty_world;
use rubezh::battle::state::BattleState;
use rubezh::data::map::Map;
use rubezh::rules::effect::{Change, Effect};
use rubezh::rules::facts::{ActionId, CombatantId, Condition, Fighter, Options, Policy, Until};
use rubezh::rules::grid::CellPos;
use rubezh::rules::key::Key;
use rubezh::rules::ruleset::{OptionValues, Ruleset, Scope, SettingSpec, When};
use std::sync::Arc;

/// The fight under Eclipse begun, with levels that fall from fighter to fighter: 0 acts first.
fn begun(seed: u64) -> World {
    let mut world = station(seed);
    level(&mut world, |id| 20 - id);
    world
}

/// Gives everybody a fixed level and begins.
fn level(world: &mut World, of: impl Fn(i16) -> i16) {
    for id in 0..7 {
        let edit = Edit::Level(Some(of(id)));
        order(world, Command::Edit { who: CombatantId(id.cast_unsigned()), edit });
    }
    order(world, Command::Begin { by_cards: None });
    assert_eq!(current(world), Some(0));
}

fn current(world: &mut World) -> Option<u16> {
    now(world).current.map(|id| id.0)
}

fn rules(world: &mut World) -> Arc<dyn Ruleset> {
    look(world, |reader| reader.rules.0.clone())
}

/// What a fighter would be after effects.
fn after(fighter: &Fighter, effects: &[Effect]) -> Fighter {
    let mut after = fighter.clone();
    for effect in effects.iter().filter(|effect| effect.on == fighter.id) {
        effect.change.apply_to(&mut after);
    }
    after
}

/// The first action on oneself after which something holds of the fighter.
fn own_action(
    world: &mut World,
    who: u16,
    when: When,
    holds: impl Fn(&dyn Ruleset, &Fighter) -> bool,
) -> String {
    look(world, |reader| {
        let rules = reader.rules.0.as_ref();
        let fighter = reader.fighter(CombatantId(who)).unwrap();
        let found = (0..).map(ActionId).zip(rules.actions()).find(|(id, row)| {
            let effects = rules.perform(*id, &fighter, None);
            let may = reader.may(&fighter, *id).is_ok();
            row.scope == Scope::Own
                && row.when == when
                && may
                && effects.is_ok_and(|effects| holds(rules, &after(&fighter, &effects)))
        });
        found.expect("the ruleset has such an action").1.id.clone()
    })
}

fn act(world: &mut World, who: u16, action: &str) {
    let (who, action) = (CombatantId(who), action.to_owned());
    order(world, Command::Act { who, action, choice: None });
}

/// Lets whoever acts hold back until its turn is over.
fn hold_back(world: &mut World) {
    let who = current(world).unwrap();
    let action = own_action(world, who, When::OwnTurn, |rules, fighter| rules.holds(fighter));
    act(world, who, &action);
    if current(world) == Some(who) {
        order(world, Command::EndTurn);
    }
    assert!(look(world, |r| r.rules.0.holds(&r.fighter(CombatantId(who)).unwrap())));
}

/// A walk of one cell for whoever acts.
fn step(world: &mut World) -> Command {
    look(world, |reader| {
        let who = reader.turn.current.unwrap();
        let mode = reader.moves(who)[0];
        let reach = reader.reach(who, &mode).unwrap();
        let (cell, _) = reach.cells().find(|(_, cost)| *cost == 1).unwrap();
        Command::walk(who, reach.path(cell).unwrap())
    })
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

fn log_has(world: &World, key: &str) -> bool {
    journal::log(world).any(|line| line.message.key == key)
}

/// Saves the table, reads it and opens it in another world: every hash must be the same.
fn saved_and_opened(world: &mut World) -> World {
    let save = Save::of(world).expect("a journal was begun");
    let reading = rubezh::data::decode::read::<Save>("save.ron", save.text().as_bytes());
    assert!(reading.problems.is_empty(), "{:?}", reading.problems.problems);
    let read = reading.value.expect("no problems");
    assert_eq!(read.findings(&SHELF.library), []);
    let mut other = empty_world(&SHELF.library);
    let map = Map::build(read.map.clone()).expect("it was built before");
    read.open(&mut other, Arc::new(map)).expect("every hash is equal");
    assert_eq!(now(&mut other), now(world));
    let entries = |world: &World| world.resource::<Journal>().entries().to_vec();
    assert_eq!(entries(&other), entries(world));
    other
}

/// Undoes everything and does it again, comparing each state.
fn there_and_back(world: &mut World) {
    let mut states: Vec<BattleState> = vec![now(world)];
    while journal::undo(world).is_some() {
        states.push(now(world));
    }
    for state in states.iter().rev().skip(1) {
        assert!(journal::redo(world).is_some());
        assert_eq!(now(world), *state);
    }
    assert!(journal::redo(world).is_none());
}

#[test]
fn one_who_is_interrupted_goes_on_with_what_was_left_of_the_turn() {
    let mut world = begun(1);
    hold_back(&mut world);
    assert_eq!(current(&mut world), Some(1));
    let walk = step(&mut world);
    order(&mut world, walk);
    let before = now(&mut world);
    let left = before.budget.clone();
    order(&mut world, Command::StepIn { who: CombatantId(0) });
    let amid = now(&mut world);
    assert_eq!(amid.current, Some(CombatantId(0)));
    assert_eq!(amid.interrupted, [(CombatantId(1), left.clone())]);
    assert_ne!(amid.budget.left, left.left, "a turn of its own");
    // In the middle of it the way back and forth is open.
    assert!(journal::undo(&mut world).is_some());
    assert_eq!(now(&mut world), before);
    assert!(journal::redo(&mut world).is_some());
    assert_eq!(now(&mut world), amid);
    let walk = step(&mut world);
    order(&mut world, walk);
    saved_and_opened(&mut world);
    assert_eq!(turns(&mut world, 1), [1]);
    let on = now(&mut world);
    assert_eq!((&on.budget, on.interrupted.len()), (&left, 0));
    assert!(log_has(&world, "log-steps-in-before") && log_has(&world, "log-goes-on"));
    assert_eq!(turns(&mut world, 6), [2, 3, 4, 5, 6, 0], "1 has had its turn, 0 keeps its place");
    assert_eq!(now(&mut world).round, 2);
    there_and_back(&mut world);
}

#[test]
fn whoever_steps_in_keeps_the_place_before_the_one_interrupted() {
    let mut world = begun(2);
    hold_back(&mut world);
    assert_eq!(turns(&mut world, 1), [2]);
    order(&mut world, Command::StepIn { who: CombatantId(0) });
    assert_eq!(turns(&mut world, 5), [2, 3, 4, 5, 6]);
    assert_eq!(turns(&mut world, 7), [1, 0, 2, 3, 4, 5, 6], "in the next round too");
    saved_and_opened(&mut world);
}

#[test]
fn only_those_who_hold_back_step_in() {
    let mut world = begun(3);
    refused(&mut world, Command::StepIn { who: CombatantId(0) });
    refused(&mut world, Command::StepIn { who: CombatantId(4) });
    refused(&mut world, Command::StepIn { who: CombatantId(40) });
    hold_back(&mut world);
    hold_back(&mut world);
    assert_eq!(current(&mut world), Some(2));
    order(&mut world, Command::StepIn { who: CombatantId(0) });
    refused(&mut world, Command::StepIn { who: CombatantId(0) });
    refused(&mut world, Command::StepIn { who: CombatantId(2) });
    // Another steps in before the one who stepped in: the last to be interrupted goes on first.
    order(&mut world, Command::StepIn { who: CombatantId(1) });
    let waiting: Vec<u16> = now(&mut world).interrupted.iter().map(|(id, _)| id.0).collect();
    assert_eq!(waiting, [2, 0]);
    assert_eq!(turns(&mut world, 3), [0, 2, 3]);
    there_and_back(&mut world);
}

#[test]
fn whoever_pays_to_go_first_acts_at_once_and_has_its_old_place_in_the_next_round() {
    let mut world = begun(5);
    let who = 3;
    let action = look(&mut world, |reader| {
        let rules = reader.rules.0.as_ref();
        let rows = (0..).map(ActionId).zip(rules.actions());
        rows.filter(|(id, _)| rules.takes_turn(*id)).map(|(_, row)| row.id.clone()).next()
    });
    let action = action.expect("the ruleset has such an action");
    refused(&mut world, Command::Act { who: CombatantId(0), action: action.clone(), choice: None });
    let before = now(&mut world);
    act(&mut world, who, &action);
    assert_eq!(current(&mut world), Some(who));
    journal::undo(&mut world);
    assert_eq!(now(&mut world), before, "taken back");
    journal::redo(&mut world);
    order(&mut world, Command::EndTurn);
    assert_eq!(current(&mut world), Some(0), "the one before whom it acted goes on");
    assert_eq!(turns(&mut world, 5), [1, 2, 4, 5, 6]);
    assert_eq!(turns(&mut world, 7), [0, 1, 2, 3, 4, 5, 6], "its old place");
}

#[test]
fn several_who_pay_to_go_first_act_in_the_order_of_their_places() {
    let mut world = begun(5);
    let action = look(&mut world, |reader| {
        let rules = reader.rules.0.as_ref();
        let rows = (0..).map(ActionId).zip(rules.actions());
        rows.filter(|(id, _)| rules.takes_turn(*id)).map(|(_, row)| row.id.clone()).next()
    });
    let action = action.expect("the ruleset has such an action");
    act(&mut world, 3, &action);
    // Whoever comes later waits for its turn, whoever comes before does not.
    act(&mut world, 5, &action);
    assert_eq!(current(&mut world), Some(3));
    act(&mut world, 1, &action);
    assert_eq!(current(&mut world), Some(1));
    saved_and_opened(&mut world);
    let before = now(&mut world);
    // The one who was to begin the round was put off, and takes its place back.
    act(&mut world, 0, &action);
    assert_eq!(current(&mut world), Some(0));
    journal::undo(&mut world);
    assert_eq!(now(&mut world), before);
    assert_eq!(turns(&mut world, 7), [3, 5, 0, 2, 4, 6, 0]);
    assert_eq!(turns(&mut world, 6), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn the_round_can_be_ended_at_once() {
    let mut world = begun(5);
    order(&mut world, Command::EndTurn);
    order(&mut world, Command::EndRound);
    assert_eq!((current(&mut world), now(&mut world).round), (Some(0), 2));
}

#[test]
fn one_who_falls_while_it_waits_does_not_go_on() {
    let mut world = begun(4);
    hold_back(&mut world);
    order(&mut world, Command::StepIn { who: CombatantId(0) });
    fell(&mut world, 1);
    assert_eq!(turns(&mut world, 1), [2]);
    assert_eq!(now(&mut world).interrupted, []);
    saved_and_opened(&mut world);
}

/// Hurts a fighter by hand until it cannot act any more, whichever way its health counts.
fn fell(world: &mut World, who: u16) {
    let who = CombatantId(who);
    let dead = look(world, |reader| {
        let fighter = reader.fighter(who).unwrap();
        reader.rules.0.track_of_harm(&fighter.sheet, 1000)
    });
    order(world, Command::Edit { who, edit: Edit::Points(dead.points) });
    for (column, marks) in (0..).zip(dead.marks) {
        if now(world).combatants[usize::from(who.0)].health.marks[usize::from(column)] != marks {
            order(world, Command::Edit { who, edit: Edit::Marks(column, marks) });
        }
    }
    assert!(!look(world, |reader| reader.vital(who).unwrap().able));
}

#[test]
fn a_turn_that_was_paid_for_comes_at_the_end_of_the_round() {
    let mut world = begun(5);
    let buys = |rules: &dyn Ruleset, fighter: &Fighter| rules.extra_turn(fighter).is_some();
    let action = own_action(&mut world, 0, When::AnyTime, buys);
    // Whoever acts: it is bought in another's turn.
    assert_eq!(turns(&mut world, 1), [1]);
    let budget = now(&mut world).budget;
    act(&mut world, 0, &action);
    assert_eq!(now(&mut world).budget, budget, "it costs nothing of the turn that runs");
    assert_eq!(turns(&mut world, 6), [2, 3, 4, 5, 6, 0]);
    let extra = now(&mut world);
    assert_eq!(extra.round, 1);
    assert!(extra.budget.left.iter().any(|left| *left > 0), "{:?}", extra.budget);
    assert!(log_has(&world, "log-extra-turn"));
    saved_and_opened(&mut world);
    assert_eq!(turns(&mut world, 7), [0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(now(&mut world).round, 2);
    assert_eq!(turns(&mut world, 1), [0]);
    assert_eq!(now(&mut world).round, 3, "it was given once");
    there_and_back(&mut world);
}

/// An attack on a fighter with what suits best.
fn attack(world: &mut World, who: u16, target: u16) -> Command {
    let (who, target) = (CombatantId(who), CombatantId(target));
    look(world, |reader| {
        let options = Options::default();
        let first = reader.rules.0.actions().iter().position(|row| row.scope.at_enemy()).unwrap();
        let first = ActionId(first as u16);
        let facts = reader.attack_facts(who, first, &[target], None, &options).unwrap();
        let suited = reader.rules.0.suited(&facts);
        let action = reader.rules.0.actions()[usize::from(suited.0)].id.clone();
        Command::Attack { who, action, targets: vec![target], aim: None, options }
    })
}

#[test]
fn what_the_tied_do_to_each_other_waits_until_all_have_acted() {
    let (mut waited, mut fell_at_once) = (0, 0);
    for seed in 0..60 {
        let mut world = station(seed);
        assert!(rules(&mut world).info().simultaneous);
        for (who, cell) in [(0, (8, 11)), (3, (11, 11))] {
            let cell = CellPos::new(cell.0, cell.1);
            order(&mut world, Command::Place { who: CombatantId(who), cell });
        }
        // 0 and 3 at once, all others after them.
        level(&mut world, |id| if id % 3 == 0 && id < 6 { 20 } else { 10 - id });
        assert_eq!(now(&mut world).rows[0].cards, [CombatantId(0), CombatantId(3)]);
        let before = now(&mut world).combatants[3].clone();
        let shot = attack(&mut world, 0, 3);
        order(&mut world, shot);
        let hit = now(&mut world).combatants[3].clone();
        if hit.deferred.is_empty() {
            continue;
        }
        // Health counts at once, and so do the points that it paid itself; all else waits: it has its
        // turn, whatever was done to it.
        assert_eq!(hit.conditions, before.conditions);
        assert_eq!(hit.health.marks[0], before.health.marks[0], "wounds wait");
        let pays = |(_, change): &(_, Change)| matches!(change, Change::Mark(1.., _));
        assert!(!hit.deferred.iter().any(pays), "{:?}", hit.deferred);
        saved_and_opened(&mut world);
        let able = look(&mut world, |reader| reader.vital(CombatantId(3)).unwrap().able);
        if able {
            assert_eq!(turns(&mut world, 1), [3], "seed {seed}");
            let still = now(&mut world).combatants[3].clone();
            assert_eq!((still.conditions, still.deferred), (hit.conditions, hit.deferred.clone()));
        } else {
            fell_at_once += 1;
        }
        order(&mut world, Command::EndTurn);
        let settled = now(&mut world).combatants[3].clone();
        assert_eq!(settled.deferred, [], "seed {seed}");
        let changed = (&settled.conditions, settled.health.marks[0]);
        assert_ne!(changed, (&before.conditions, before.health.marks[0]), "seed {seed}");
        there_and_back(&mut world);
        waited += 1;
    }
    assert!(waited > fell_at_once && waited > 3, "{waited} {fell_at_once}");
}

#[test]
fn what_is_done_to_those_of_other_levels_does_not_wait() {
    for seed in 0..20 {
        let mut world = begun(seed);
        for (who, cell) in [(0, (8, 11)), (3, (11, 11))] {
            let cell = CellPos::new(cell.0, cell.1);
            order(&mut world, Command::Place { who: CombatantId(who), cell });
        }
        let shot = attack(&mut world, 0, 3);
        order(&mut world, shot);
        assert_eq!(now(&mut world).combatants[3].deferred, []);
    }
}

/// Least and most value of a setting.
fn bounds(spec: &SettingSpec) -> (i16, i16) {
    match spec.values {
        OptionValues::Choice(values) => (0, values.len() as i16 - 1),
        OptionValues::Signed(least, most) => (least, most),
        OptionValues::Switch => (0, 1),
    }
}

#[test]
fn settings_are_commands_like_all_others() {
    let mut world = begun(6);
    let fresh = rules(&mut world).settings();
    let specs = rules(&mut world).info().settings;
    assert_eq!(fresh.len(), specs.len());
    assert!(!specs.is_empty());
    for (i, spec) in specs.iter().enumerate() {
        let (least, most) = bounds(spec);
        let value = if fresh[i] == most { least } else { most };
        order(&mut world, Command::Setting { id: spec.id, value: Some(value) });
        assert_eq!(rules(&mut world).settings()[i], value, "{}", spec.id);
        assert_eq!(now(&mut world).house.settings[&spec.id], value);
        let others = |list: &[i16]| {
            list.iter().enumerate().filter(|(at, _)| *at > i).map(|(_, v)| *v).collect::<Vec<_>>()
        };
        assert_eq!(others(&rules(&mut world).settings()), others(&fresh), "{}", spec.id);
        for beyond in [least - 1, most + 1] {
            refused(&mut world, Command::Setting { id: spec.id, value: Some(beyond) });
        }
    }
    let changed = rules(&mut world).settings();
    let mut opened = saved_and_opened(&mut world);
    assert_eq!(rules(&mut opened).settings(), changed);
    there_and_back(&mut world);
    assert_eq!(rules(&mut world).settings(), changed);
    for _ in specs {
        journal::undo(&mut world);
    }
    assert_eq!(rules(&mut world).settings(), fresh, "undone");
    for _ in specs {
        journal::redo(&mut world);
    }
    for spec in specs {
        order(&mut world, Command::Setting { id: spec.id, value: None });
    }
    assert_eq!(rules(&mut world).settings(), fresh, "given back");
    assert!(now(&mut world).house.settings.is_empty());
    let condition: Key = rules(&mut world).info().conditions[0].id;
    refused(&mut world, Command::Setting { id: condition, value: Some(1) });
}

#[test]
fn a_fight_with_other_settings_is_another_and_replays_all_the_same() {
    let mut world = station(7);
    let specs = rules(&mut world).info().settings;
    let mut autopilot = Autopilot::new();
    for (i, spec) in specs.iter().enumerate() {
        let (least, most) = bounds(spec);
        let policy = Policy::ALL[i % Policy::ALL.len()];
        order(&mut world, Command::Policy(policy));
        assert_eq!(now(&mut world).house.policy, policy);
        // The scene's numbers may be absurd: a thousandth of gravity is none.
        if !spec.scene {
            let value = if i % 2 == 0 { -20_i16 } else { 20 }.clamp(least, most);
            order(&mut world, Command::Setting { id: spec.id, value: Some(value) });
        }
        for _ in 0..2 {
            autopilot.play_turn(&mut world);
        }
    }
    saved_and_opened(&mut world);
    there_and_back(&mut world);
}

#[test]
fn a_table_that_is_laid_out_anew_has_the_settings_of_the_file() {
    let mut world = station(8);
    let fresh = rules(&mut world).settings();
    let spec = &rules(&mut world).info().settings[0];
    let (least, most) = bounds(spec);
    let value = if fresh[0] == most { least } else { most };
    order(&mut world, Command::Setting { id: spec.id, value: Some(value) });
    // One that stands there as it was settled, in a world that was settled alike.
    let fight = rubezh::battle::setup::as_it_stands(&mut world);
    rubezh::battle::setup::lay_out(&mut world, &fight);
    assert_eq!(rules(&mut world).settings()[0], value);
    let plain = SHELF.fight("station").unwrap();
    rubezh::battle::setup::lay_out(&mut world, &plain);
    assert_eq!(rules(&mut world).settings(), fresh);
    assert!(now(&mut world).house.settings.is_empty());
}

fn switch(world: &mut World, ruleset: &str) {
    order(world, Command::Switch { ruleset: ruleset.to_owned() });
    assert_eq!(now(world).ruleset, ruleset);
}

fn harm(world: &mut World, who: u16) -> u16 {
    look(world, |r| r.rules.0.harm_permille(&r.fighter(CombatantId(who)).unwrap()))
}

/// What switching rulesets must not change of those who are named.
fn bodies(state: &BattleState, who: &[CombatantId]) -> Vec<impl PartialEq + std::fmt::Debug> {
    let named = state.combatants.iter().filter(|one| who.contains(&one.id));
    named
        .map(|one| {
            (one.id, one.health, one.conditions.clone(), one.sheet.clone(), one.gear.clone())
        })
        .collect()
}

#[test]
fn a_ruleset_that_is_left_and_taken_again_finds_everybody_as_they_were() {
    use rubezh::rules::facts::{Condition, Until};
    let mut world = demo(9);
    let all: Vec<CombatantId> = look(&mut world, |reader| reader.all().collect());
    for (who, points) in [(1, 3), (4, 1), (6, -1)] {
        order(&mut world, Command::Edit { who: CombatantId(who), edit: Edit::Points(points) });
    }
    let shock = Condition::new(Key("pain-shock"), Until::EndOfNextTurn);
    order(&mut world, Command::Edit { who: CombatantId(2), edit: Edit::Begin(shock) });
    let before = now(&mut world);
    let entries = world.resource::<Journal>().at();
    switch(&mut world, "eclipse");
    let there = now(&mut world);
    switch(&mut world, "better-world");
    let back = now(&mut world);
    assert_eq!(world.resource::<Journal>().at(), entries + 2, "a step each way");
    assert_eq!(bodies(&back, &all), bodies(&before, &all));
    // And the other way round: what was there is there again.
    switch(&mut world, "eclipse");
    let again = now(&mut world);
    assert_eq!(bodies(&again, &all), bodies(&there, &all));
    for state in [&back, &there, &before] {
        assert!(journal::undo(&mut world).is_some());
        assert_eq!(now(&mut world), *state);
    }
    for state in [&there, &back, &again] {
        assert!(journal::redo(&mut world).is_some());
        assert_eq!(now(&mut world), *state);
    }
    saved_and_opened(&mut world);
}

#[test]
fn a_fight_that_runs_is_switched_and_switched_back() {
    let mut world = demo(12);
    let mut autopilot = Autopilot::new();
    for _ in 0..9 {
        autopilot.play_turn(&mut world);
    }
    let before = now(&mut world);
    switch(&mut world, "eclipse");
    let there = now(&mut world);
    switch(&mut world, "better-world");
    let back = now(&mut world);
    // Turns are ordered anew each time; with whoever begins, whatever a beginning brings.
    let began = [there.current, back.current];
    let others: Vec<CombatantId> = look(&mut world, |reader| reader.all().collect());
    let others: Vec<_> = others.into_iter().filter(|id| !began.contains(&Some(*id))).collect();
    assert_eq!(bodies(&back, &others), bodies(&before, &others));
    assert!(journal::undo(&mut world).is_some() && journal::undo(&mut world).is_some());
    assert_eq!(now(&mut world), before);
    assert!(journal::redo(&mut world).is_some());
    // It goes on under the other ruleset, to its end.
    let verdict = autopilot.play(&mut world, ROUNDS_MAX);
    assert!(verdict.winner.is_some(), "{verdict:?}");
    saved_and_opened(&mut world);
}

#[test]
fn after_a_blow_health_is_carried_over_in_proportion() {
    /// Tracks are coarse: so far may what is carried over be from what it was.
    const NEAR_PERMILLE: u16 = 130;
    let near = |a: u16, b: u16| a.abs_diff(b) <= NEAR_PERMILLE;
    let mut world = demo(10);
    let whole = harm(&mut world, 2);
    assert_eq!(whole, 0);
    order(&mut world, Command::Edit { who: CombatantId(2), edit: Edit::Points(2) });
    let hurt = harm(&mut world, 2);
    assert!(hurt > 0);
    switch(&mut world, "eclipse");
    let carried = harm(&mut world, 2);
    assert!(near(hurt, carried), "{hurt} {carried}");
    assert_eq!(harm(&mut world, 3), 0, "the others are whole here too");
    assert!(log_has(&world, "log-health-carried"));
    // A blow that falls under this ruleset is carried back.
    let track = look(&mut world, |r| {
        let fighter = r.fighter(CombatantId(2)).unwrap();
        r.rules.0.track_of_harm(&fighter.sheet, carried + 250)
    });
    order(&mut world, Command::Edit { who: CombatantId(2), edit: Edit::Points(track.points) });
    let worse = harm(&mut world, 2);
    assert!(worse > carried);
    switch(&mut world, "better-world");
    let back = harm(&mut world, 2);
    assert!(near(worse, back) && back > hurt, "{worse} {back} {hurt}");
    assert_eq!(harm(&mut world, 3), 0);
    there_and_back(&mut world);
    saved_and_opened(&mut world);
}

#[test]
fn fighters_without_a_sheet_come_armed() {
    let mut world = demo(11);
    switch(&mut world, "eclipse");
    for one in now(&mut world).combatants {
        assert!(one.sheet.derived, "{}", one.dossier.key);
        assert!(one.gear.in_hand.is_some(), "{} has nothing in hand", one.dossier.key);
    }
}

#[test]
fn the_autopilot_plays_it_legally_to_the_end() {
    let mut autopilot = Autopilot::new();
    let (mut walked, mut parted) = (0, 0);
    for seed in 0..3 {
        let mut world = station(seed);
        let mut commands = 0;
        let mut walks: Vec<(u16, CombatantId)> = Vec::new();
        while let Some(command) = autopilot.next(&mut world) {
            // Where nobody can get through the other's armour it is a draw.
            if now(&mut world).round > ROUNDS_MAX {
                break;
            }
            if let Command::Move { who, .. } = &command {
                walks.push((now(&mut world).round, *who));
            }
            let answer = journal::order(&mut world, command.clone());
            assert!(matches!(answer, Answer::Done), "seed {seed}: {command:?}: {answer:?}");
            commands += 1;
            assert!(commands < 5_000, "seed {seed} does not end");
        }
        walked += walks.len();
        parted += walks.windows(2).filter(|pair| pair[0] == pair[1]).count();
        let mut other = station(seed);
        Autopilot::new().play(&mut other, ROUNDS_MAX);
        let entries = |world: &World| world.resource::<Journal>().entries().to_vec();
        assert_eq!(entries(&other), entries(&world), "seed {seed}: a beginner plays otherwise");
        if seed == 0 {
            saved_and_opened(&mut world);
        }
    }
    assert!(walked > 0 && parted > 0, "{walked} walks, {parted} of them in parts");
}

#[test]
fn damage_that_counts_upwards_is_never_below_nothing() {
    let mut world = begun(5);
    let who = CombatantId(0);
    refused(&mut world, Command::Edit { who, edit: Edit::Points(-1) });
    order(&mut world, Command::Edit { who, edit: Edit::Points(1) });
    order(&mut world, Command::Edit { who, edit: Edit::Points(0) });
    // Where hits are counted downwards there is something below it.
    order(&mut world, Command::Switch { ruleset: "better-world".to_owned() });
    order(&mut world, Command::Edit { who, edit: Edit::Points(-1) });
}

#[test]
fn a_number_of_a_condition_is_told_as_it_changes() {
    let mut world = begun(5);
    let who = CombatantId(0);
    let (id, amount) = look(&mut world, |reader| {
        let rules = reader.rules.0.as_ref();
        let mut all = rules.info().conditions.iter().map(|spec| spec.id);
        all.find_map(|id| Some((id, rules.amount_of(id)?))).expect("some condition has a number")
    });
    for number in [amount.preset, amount.preset + 1] {
        let condition = Condition::new(id, Until::Ended).of(number);
        order(&mut world, Command::Edit { who, edit: Edit::Begin(condition) });
    }
    assert!(log_has(&world, "log-edit-condition-on"));
    assert!(log_has(&world, "log-edit-condition-number"));
}

/// What decides the fight is told, once, and taken back with what did it.
#[test]
fn the_last_side_that_stands_is_named() {
    let mut world = begun(3);
    let theirs: Vec<CombatantId> = {
        let all = now(&mut world).combatants;
        all.iter().filter(|one| one.side.0 == 1).map(|one| one.id).collect()
    };
    for (i, who) in theirs.iter().enumerate() {
        assert!(!log_has(&world, "log-decided"), "{i} of {}", theirs.len());
        order(&mut world, Command::Edit { who: *who, edit: Edit::Points(60) });
    }
    assert!(log_has(&world, "log-decided"));
    let told = |world: &World| {
        let journal = world.resource::<Journal>();
        let lines = journal.entries()[..journal.at()].iter().flat_map(|entry| &entry.lines);
        lines.filter(|line| line.message.key == "log-decided").count()
    };
    order(&mut world, Command::EndTurn);
    assert_eq!(told(&world), 1);
    journal::undo(&mut world);
    journal::undo(&mut world);
    assert_eq!(told(&world), 0);
    order(&mut world, Command::Edit { who: *theirs.last().unwrap(), edit: Edit::Points(60) });
    assert_eq!(told(&world), 1, "once more, as it happens once more");
}
