//! The battle without a window: the gate, the turn pointer, undo.

use super::command::{Command, Edit};
use super::facts_reader::FactsReader;
use super::journal::{self, Answer, Journal};
use super::setup::{Fight, headless};
use super::state::{self, BattleState, CombatantState, Stage};
use super::turn::Turn;
use super::{DiceState, HouseRules, Library};
use crate::data::map::{Map, MapFile, Terrain};
use crate::data::people::{Dossier, LocalName};
use crate::rules::Registered;
use crate::rules::better_world::BetterWorld;
use crate::rules::better_world::data::File;
use crate::rules::dice::Rng;
use crate::rules::facts::{Budget, CombatantId, Gear, ItemId, Options, Profile, SideId};
use crate::rules::grid::{Board, CellPos};
use crate::rules::message::Arg;
use crate::rules::ruleset::Ruleset;
use bevy::ecs::system::SystemState;
use bevy::prelude::World;
use std::sync::Arc;

pub(super) fn library() -> Library {
    Library(vec![Arc::new(BetterWorld::shipped())])
}

fn plain_map(width: u16, height: u16) -> Arc<Map> {
    let row = ".".repeat(usize::from(width));
    Arc::new(Map {
        file: MapFile {
            size: (width, height),
            terrain: vec![row; usize::from(height)],
            walls: Vec::new(),
            doors: Vec::new(),
            windows: Vec::new(),
            objects: Vec::new(),
            zones: Vec::new(),
        },
        width,
        height,
        terrain: vec![Terrain::Concrete; usize::from(width) * usize::from(height)],
        props: Vec::new(),
        board: Board::new(width, height, Vec::new()),
        zoned: Vec::new(),
        open_doors: Vec::new(),
    })
}

pub(super) fn fighter(
    rules: &dyn Ruleset,
    id: u16,
    side: u8,
    cell: (i16, i16),
    weapon: &str,
) -> CombatantState {
    let (sheet, mut gear) = rules.derive(&Profile::default(), &[]);
    let item = rules.weapons().iter().position(|w| w.id == weapon).expect("ships") as u16;
    gear = Gear { weapons: vec![state::carried(rules, ItemId(item))], in_hand: Some(0), ..gear };
    let dossier = Dossier {
        key: format!("f{id}"),
        name: LocalName::plain(&format!("F{id}")),
        ..Dossier::default()
    };
    let (number, side, cell) = (CombatantId(id), SideId(side), CellPos::new(cell.0, cell.1));
    let gear = (Arc::new(sheet), gear);
    let ready = CombatantState::ready(rules, number, side, dossier, cell, gear);
    CombatantState { fixed: Some(10 - id as i16), ..ready }
}

pub(super) fn table() -> World {
    table_under(library())
}

fn table_under(library: Library) -> World {
    let rules = library.0[0].clone();
    let one = |id, side, cell, weapon| fighter(rules.as_ref(), id, side, cell, weapon);
    let first = BattleState {
        ruleset: "better-world".to_owned(),
        stage: Stage::Setup,
        round: 0,
        rows: Vec::new(),
        current: None,
        budget: Budget::default(),
        next_id: 4,
        combatants: vec![
            one(0, 0, (2, 2), "assault_rifle"),
            one(1, 1, (6, 2), "norinco_pistol"),
            one(2, 0, (2, 5), "sabre"),
            one(3, 1, (6, 5), "combat_knife"),
        ],
        open_doors: Vec::new(),
        laid: Vec::new(),
        dropped: Vec::new(),
        rng: Rng::new(5),
        interrupted: Vec::new(),
        house: HouseRules::default(),
    };
    headless(
        &library,
        &Fight {
            title: LocalName::plain("t"),
            sides: Vec::new(),
            seeded: true,
            map: plain_map(12, 9),
            first,
        },
    )
}

pub(super) fn done(world: &mut World, command: Command) {
    let answer = journal::order(world, command.clone());
    assert!(matches!(answer, Answer::Done), "{command:?}: {answer:?}");
}

pub(super) fn current(world: &World) -> Option<u16> {
    world.resource::<Turn>().current.map(|id| id.0)
}

fn attack(who: u16, target: u16) -> Command {
    Command::Attack {
        who: CombatantId(who),
        action: "attack".to_owned(),
        targets: vec![CombatantId(target)],
        aim: None,
        options: Options::default(),
    }
}

fn begun() -> World {
    let mut world = table();
    done(&mut world, Command::Begin { by_cards: None });
    world
}

#[test]
fn a_fight_runs_from_the_first_roll_to_the_next_round() {
    let mut world = begun();
    assert_eq!(current(&world), Some(0));
    let path = vec![CellPos::new(2, 2), CellPos::new(3, 2), CellPos::new(4, 2)];
    done(&mut world, Command::walk(CombatantId(0), path));
    done(&mut world, attack(0, 1));
    let again = journal::order(&mut world, attack(0, 1));
    assert!(matches!(again, Answer::Refused(_)), "a second main action: {again:?}");
    for _ in 0..4 {
        done(&mut world, Command::EndTurn);
    }
    assert_eq!(world.resource::<Turn>().round, 2);
}

#[test]
fn undo_and_redo_bring_back_every_state_with_its_dice_and_its_log() {
    let mut world = begun();
    let path = vec![CellPos::new(2, 2), CellPos::new(3, 3)];
    done(&mut world, Command::walk(CombatantId(0), path));
    done(&mut world, attack(0, 1));
    done(&mut world, Command::EndTurn);
    let end = state::capture(&mut world);
    let lines = journal::log(&world).count();
    let mut hashes = vec![end.fingerprint()];
    while journal::undo(&mut world).is_some() {
        hashes.push(state::capture(&mut world).fingerprint());
    }
    assert_eq!(hashes.len(), 5);
    assert_eq!(journal::log(&world).count(), 0);
    while journal::redo(&mut world).is_some() {}
    assert_eq!(state::capture(&mut world), end, "the generator included");
    assert_eq!(journal::log(&world).count(), lines);
}

#[test]
fn a_refused_command_leaves_no_trace() {
    let mut world = begun();
    let before = state::capture(&mut world);
    for command in [
        attack(1, 0),
        attack(0, 0),
        attack(0, 77),
        Command::walk(CombatantId(0), vec![CellPos::new(2, 2), CellPos::new(5, 2)]),
        Command::walk(CombatantId(0), vec![]),
        Command::Begin { by_cards: None },
        Command::Door { door: 3, who: None },
        Command::Edit { who: CombatantId(0), edit: Edit::Field(900, 1) },
        Command::Switch { ruleset: "no-such".to_owned() },
    ] {
        let answer = journal::order(&mut world, command.clone());
        assert!(matches!(answer, Answer::Refused(_)), "{command:?}: {answer:?}");
        assert_eq!(state::capture(&mut world), before, "{command:?}");
    }
    assert_eq!(world.resource::<Journal>().at(), 1);
}

#[test]
fn a_replay_from_recorded_faces_matches_every_hash_and_names_the_first_that_differs() {
    let mut world = begun();
    done(&mut world, attack(0, 1));
    done(&mut world, Command::EndTurn);
    let journal = world.resource::<Journal>();
    let (first, mut entries) = (journal.first().unwrap().clone(), journal.entries().to_vec());
    let mut other = table();
    assert_eq!(journal::replay(&mut other, &first, &entries, 3), Ok(()));
    assert_eq!(state::capture(&mut other), state::capture(&mut world));
    entries[1].hash ^= 1;
    let divergence = journal::replay(&mut other, &first, &entries, 3).unwrap_err();
    assert_eq!(divergence.entry, 2);
}

#[test]
fn the_pointer_stays_with_its_fighter_through_kill_delete_revive_and_reorder() {
    let mut world = begun();
    done(&mut world, Command::EndTurn);
    assert_eq!(current(&world), Some(1));
    let kill = |who| Command::Edit { who: CombatantId(who), edit: Edit::Points(-9) };
    let heal = |who| Command::Edit { who: CombatantId(who), edit: Edit::Points(6) };
    done(&mut world, kill(3));
    assert_eq!(current(&world), Some(1));
    done(&mut world, kill(0));
    assert_eq!(current(&world), Some(1));
    done(&mut world, Command::Remove { who: CombatantId(2) });
    assert_eq!(current(&world), Some(1));
    done(&mut world, heal(3));
    let mut rows = world.resource::<Turn>().rows.clone();
    rows.reverse();
    for (level, row) in rows.iter_mut().rev().enumerate() {
        row.level = level as i16;
    }
    done(&mut world, Command::Reorder { rows });
    assert_eq!(current(&world), Some(1));
    done(&mut world, Command::EndTurn);
    assert_eq!(current(&world), Some(3), "the one who has not acted; the dead are passed over");
    // Deleting the last fighter on its own turn goes forward, into the next round.
    done(&mut world, heal(0));
    done(&mut world, Command::Remove { who: CombatantId(3) });
    assert_eq!(world.resource::<Turn>().round, 2);
    assert!(current(&world).is_some());
}

#[test]
fn a_newcomer_waits_for_the_next_round_and_then_has_a_card() {
    let mut world = begun();
    let rules = library().0[0].clone();
    let newcomer = fighter(rules.as_ref(), 9, 1, (9, 7), "fire_axe");
    done(&mut world, Command::Join(Box::new(newcomer)));
    let id = CombatantId(4);
    assert_eq!(world.resource::<Turn>().level(id), None);
    for _ in 0..4 {
        done(&mut world, Command::EndTurn);
    }
    assert_eq!(world.resource::<Turn>().round, 2);
    assert!(world.resource::<Turn>().level(id).is_some());
}

#[test]
fn a_move_by_a_row_of_ones_own_has_its_name_in_the_log() {
    let mut file = File::default();
    let mut row = file.actions.iter().find(|row| row.id == "move").cloned().unwrap();
    (row.id, row.name, row.metres) = ("dash".to_owned(), Some("Рывок".to_owned()), Some(10));
    file.actions.push(row);
    let rules = BetterWorld::build(file).unwrap_or_else(|flaws| panic!("{flaws:?}"));
    let mut world = table_under(Library(vec![Arc::new(rules)]));
    done(&mut world, Command::Begin { by_cards: None });
    let path = [(2, 2), (3, 2), (4, 2), (4, 3)].map(|(x, y)| CellPos::new(x, y)).to_vec();
    done(&mut world, Command::walk(CombatantId(0), path));
    let line = journal::log(&world).last().unwrap();
    assert!(line.message.args.contains(&("how", Arg::Text(Arc::from("Рывок")))), "{line:?}");
}

#[test]
fn looking_ahead_draws_no_die() {
    let mut world = begun();
    let before = world.resource::<DiceState>().0.clone();
    let mut reading: SystemState<FactsReader> = SystemState::new(&mut world);
    let reader = reading.get(&world).unwrap();
    let aim = crate::table::Aim {
        attacker: CombatantId(0),
        targets: vec![CombatantId(1)],
        action: "attack".to_owned(),
        cell: None,
        options: Options::default(),
    };
    let preview = crate::table::look_ahead(&reader, &reader.rules, &aim).unwrap();
    let odds = preview.odds.expect("not refused, not too complex");
    let sum: f64 = odds.outcomes().iter().map(|(_, p)| p).sum();
    assert!((sum - 1.0).abs() < 1e-12);
    assert_eq!(world.resource::<DiceState>().0, before);
}
