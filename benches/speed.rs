//! How long the things take that a person waits for. Figures and what they mean: `README.md`
//! beside this file. `cargo bench`, or `cargo bench -- sight` for one of them.

use bevy::ecs::system::SystemState;
use bevy::prelude::World;
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use rubezh::battle::autopilot::Autopilot;
use rubezh::battle::command::Command;
use rubezh::battle::facts_reader::FactsReader;
use rubezh::battle::journal::order;
use rubezh::battle::setup::{Fight, headless};
use rubezh::battle::sim::Arena;
use rubezh::battle::state::{self, BattleState, CombatantState};
use rubezh::battle::turn::Turn;
use rubezh::battle::{Recording, Rules};
use rubezh::data::map::Map;
use rubezh::rules::dice::{Dice, Limit, Rng};
use rubezh::rules::eclipse::data::File;
use rubezh::rules::eclipse::sheet::option;
use rubezh::rules::facts::{CombatantId, ItemId, Options, Policy, SideId};
use rubezh::rules::grid::{Board, BoardObject, CellPos, Occupancy, Point};
use rubezh::rules::key::Key;
use rubezh::rules::odds::Prospect;
use rubezh::shelf::Shelf;
use std::hint::black_box;
use std::sync::Arc;

fn shelf() -> Shelf {
    Shelf::load(None).expect("what ships has no problems")
}

/// Numbers that look random and are the same in every run.
struct Numbers(Rng);

impl Numbers {
    fn below(&mut self, n: i16) -> i16 {
        (self.0.next_seed() % n as u64) as i16
    }
}

/// A square board with short walls along the lines of its cells.
fn walled(side: i16, walls: usize) -> Board {
    let mut numbers = Numbers(Rng::new(7));
    let wall = |_| {
        let (x, y) = (numbers.below(side - 6), numbers.below(side - 6));
        let length = 1 + numbers.below(5);
        let (dx, dy) = if numbers.below(2) == 0 { (length, 0) } else { (0, length) };
        BoardObject::wall(vec![Point::corner(x, y), Point::corner(x + dx, y + dy)])
    };
    Board::new(side as u16, side as u16, (0..walls).map(wall).collect())
}

fn odds(c: &mut Criterion) {
    let shelf = shelf();
    let fight = shelf.fight("demo").expect("the demo ships");
    let mut world = headless(&shelf.library, &fight);
    let mut state: SystemState<FactsReader> = SystemState::new(&mut world);
    let reader = state.get(&world).expect("a battle");
    let rules = world.resource::<Rules>().0.clone();
    let [attacker, target] =
        ["fox", "blade"].map(|key| reader.by_key(key).expect("a fighter of the demo"));
    let action = reader.action("attack").expect("an action");
    c.bench_function("odds/one attack, facts to distribution", |b| {
        b.iter(|| {
            let facts = reader
                .attack_facts(attacker, action, &[target], None, &Options::default())
                .expect("both are there");
            let plan = rules.plan(&facts).expect("in sight");
            let resolve = |dice: &mut Dice| rules.resolve(&facts, &plan, dice);
            Prospect::of(Limit::default(), &[target], resolve)
        });
    });
}

/// A long burst at five targets: one attack roll, five rolls of difficulty, and the probabilities of
/// all joint outcomes.
fn burst(c: &mut Criterion) {
    let shelf = shelf();
    let mut fight = shelf.fight("demo").expect("the demo ships");
    // Five enemies in a fan before one rifle, nothing between.
    let rifle = shelf.library.0[0].weapons().iter().position(|w| w.id == "assault_rifle");
    let rifle = ItemId(rifle.expect("the rifle ships") as u16);
    fight.map = Arc::new(open_map(&fight));
    let men = &mut fight.first.combatants;
    let spare = men[0].clone();
    men.resize_with(6, || spare.clone());
    for (i, man) in men.iter_mut().enumerate() {
        man.id = CombatantId(i as u16);
        man.side = SideId(u8::from(i > 0));
        let (x, y) = if i == 0 { (1, 9) } else { (8 + i as i16, 8 + (i % 3) as i16) };
        man.cell = CellPos::new(x, y);
    }
    men[0].gear.weapons = vec![state::carried(shelf.library.0[0].as_ref(), rifle)];
    men[0].gear.in_hand = Some(0);
    let mut world = headless(&shelf.library, &fight);
    let mut state: SystemState<FactsReader> = SystemState::new(&mut world);
    let reader = state.get(&world).expect("a battle");
    let rules = world.resource::<Rules>().0.clone();
    let action = reader.action("long_burst").expect("an action");
    let targets: Vec<CombatantId> = (1..6).map(CombatantId).collect();
    let facts = reader
        .attack_facts(CombatantId(0), action, &targets, None, &Options::default())
        .expect("all are there");
    let plan = rules.plan(&facts).expect("in the cone");
    c.bench_function("odds/long burst at five targets, joint distribution", |b| {
        b.iter(|| {
            let resolve = |dice: &mut Dice| rules.resolve(&facts, &plan, dice);
            let prospect = Prospect::of(Limit::default(), &targets, resolve);
            prospect.expect("few enough").joint().len()
        });
    });
}

/// The demo's map without anything on it.
fn open_map(fight: &Fight) -> Map {
    let (width, height) = (fight.map.width, fight.map.height);
    let mut map = (*fight.map).clone();
    map.board = Board::new(width, height, Vec::new());
    map.props = Vec::new();
    map
}

fn sight(c: &mut Criterion) {
    let board = walled(64, 200);
    c.bench_function("sight/field of a 64x64 map with 200 walls", |b| {
        b.iter(|| board.field(black_box(CellPos::new(32, 32))));
    });
}

fn reach(c: &mut Criterion) {
    let board = walled(100, 200);
    let from = CellPos::new(50, 50);
    c.bench_function("reach/6 cells on a 100x100 map", |b| {
        b.iter(|| board.reach(black_box(from), 6, &|_| Occupancy::Free));
    });
    c.bench_function("reach/everywhere on a 100x100 map", |b| {
        b.iter(|| board.reach(black_box(from), 10_000, &|_| Occupancy::Free));
    });
}

/// The demo's fighters over and over, until there are so many, on an open board.
fn crowd(fight: &Fight, count: u16) -> Fight {
    let mut crowd = fight.clone();
    let men = &fight.first.combatants;
    let one = |i: u16| {
        let mut man: CombatantState = men[usize::from(i) % men.len()].clone();
        man.id = CombatantId(i);
        man.side = SideId((i % 2) as u8);
        man.cell = CellPos::new((i % 25) as i16, (i / 25) as i16);
        man
    };
    crowd.first.combatants = (0..count).map(one).collect();
    crowd.first.next_id = count;
    crowd
}

/// A fight that has begun, and the state it is in.
fn begun(shelf: &Shelf, fight: &Fight, recording: bool) -> (World, BattleState) {
    let mut world = headless(&shelf.library, fight);
    world.insert_resource(Recording(recording));
    order(&mut world, Command::Begin { by_cards: Some(true) });
    let state = state::capture(&mut world);
    (world, state)
}

fn step(c: &mut Criterion) {
    let shelf = shelf();
    let demo = shelf.fight("demo").expect("the demo ships");
    for count in [8, 200] {
        let fight = crowd(&demo, count);
        for recording in [true, false] {
            let how = if recording { "recorded" } else { "unrecorded" };
            let (mut world, first) = begun(&shelf, &fight, recording);
            let who = world.resource::<Turn>().current.expect("somebody acts");
            let target = first.combatants.iter().find(|m| m.side.0 != (who.0 % 2) as u8);
            let attack = Command::Attack {
                who,
                action: "attack".to_owned(),
                targets: vec![target.expect("two sides").id],
                aim: None,
                options: Options::default(),
            };
            let mut bench = |name: &str, command: &Command| {
                c.bench_function(&format!("step/{count} fighters, {name}, {how}"), |b| {
                    // Restoring is no part of the step; the journal grows as in play.
                    b.iter_custom(|times| {
                        let mut spent = std::time::Duration::ZERO;
                        for _ in 0..times {
                            state::restore(&mut world, &first);
                            let begun = std::time::Instant::now();
                            black_box(order(&mut world, command.clone()));
                            spent += begun.elapsed();
                        }
                        spent
                    });
                });
            };
            bench("attack", &attack);
            bench("end of turn", &Command::EndTurn);
        }
    }
}

fn fights(c: &mut Criterion) {
    let shelf = shelf();
    let demo = shelf.fight("demo").expect("the demo ships");
    let mut arena = Arena::new(&shelf.library, &demo);
    let mut seed = 0;
    // What the autopilot works out once serves all later fights: warm it up.
    for _ in 0..2_000 {
        seed += 1;
        arena.play(seed);
    }
    c.bench_function("fights/whole demo fight, 4 against 4, unrecorded", |b| {
        b.iter(|| {
            seed += 1;
            arena.play(seed)
        });
    });
    let mut first = demo.clone();
    c.bench_function("fights/whole demo fight, recorded, nothing known before", |b| {
        b.iter_batched(
            || {
                seed += 1;
                first.first.rng = Rng::new(seed);
                headless(&shelf.library, &first)
            },
            |mut world| Autopilot::new().play(&mut world, 60),
            BatchSize::PerIteration,
        );
    });
}

/// Attacks under Eclipse: fighters of the station on an open board, each attack with the number of
/// runs of the rule that its odds take.
fn eclipse(c: &mut Criterion) {
    let shelf = shelf();
    let file = File::default();
    let mut fight = shelf.fight("station").expect("the station ships");
    fight.map = Arc::new(open_map(&fight));
    let men = &mut fight.first.combatants;
    let spare = men[0].clone();
    men.resize_with(9, || spare.clone());
    // Eight in body armour, shoulder to shoulder, 16 m before one with a rifle and grenades.
    for (i, man) in men.iter_mut().enumerate() {
        *man = spare.clone();
        man.id = CombatantId(i as u16);
        man.side = SideId(u8::from(i > 0));
        let (row, column) = ((i as i16 - 1) / 4, (i as i16 - 1) % 4);
        let (x, y) = if i == 0 { (2, 9) } else { (10 + row, 7 + column) };
        man.cell = CellPos::new(x, y);
    }
    let rules = shelf.library.get("eclipse").expect("it ships");
    for (name, weapon, action, targets, chosen, policy) in [
        ("plain shot", "rifle", "attack", 1, &[] as &[(Key, i16)], Policy::Never),
        // To unconsciousness, with points of both: the heaviest standard action.
        (
            "full auto for damage at a gap",
            "rifle",
            "auto_damage",
            1,
            &[(option::CALLED, 1)],
            Policy::WhenItHelps,
        ),
        ("burst at two", "rifle", "burst_targets", 2, &[], Policy::WhenItHelps),
        ("full auto at three", "rifle", "auto_targets", 3, &[], Policy::WhenItHelps),
        ("grenade at eight that may stray", "frag", "attack", 8, &[], Policy::WhenItHelps),
    ] {
        let item = file.weapons.iter().position(|w| w.id == weapon).expect("it ships");
        let item = ItemId(item as u16);
        let mut fight = fight.clone();
        let men = &mut fight.first.combatants;
        men[0].gear.weapons = vec![state::carried(rules.as_ref(), item)];
        men[0].gear.in_hand = Some(0);
        fight.first.house.policy = policy;
        let mut world = headless(&shelf.library, &fight);
        let mut state: SystemState<FactsReader> = SystemState::new(&mut world);
        let reader = state.get(&world).expect("a battle");
        let targets: Vec<CombatantId> = (1..=targets).map(CombatantId).collect();
        let mut options = Options::default();
        for (option, value) in chosen {
            options.set(*option, None, *value);
        }
        let action = reader.action(action).expect("an action");
        let facts = || {
            let aim = (weapon == "frag").then_some(CellPos::new(10, 8));
            let facts = reader.attack_facts(CombatantId(0), action, &targets, aim, &options);
            let mut facts = facts.expect("all are there");
            facts.targets.retain(|target| targets.contains(&target.fighter.id));
            facts.policy = policy;
            facts
        };
        let weigh = |limit: u64| {
            let facts = facts();
            let plan = rules.plan(&facts).expect("it is allowed");
            let resolve = |dice: &mut Dice| rules.resolve(&facts, &plan, dice);
            Prospect::of(Limit(limit), &targets, resolve)
        };
        let runs = least(1, Limit::default().0, |limit| weigh(limit).is_ok());
        c.bench_function(&format!("eclipse/{name}, {runs} runs"), |b| {
            b.iter(|| weigh(Limit::default().0));
        });
    }
}

/// The least number from which on something holds.
fn least(mut low: u64, mut high: u64, holds: impl Fn(u64) -> bool) -> u64 {
    while low < high {
        let middle = low.midpoint(high);
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// Whole fights under Eclipse, after what the autopilot works out once.
fn eclipse_fights(c: &mut Criterion) {
    let shelf = shelf();
    for name in ["station", "demo"] {
        let mut scenario = shelf.scenario(name).expect("it ships");
        scenario.ruleset = "eclipse".to_owned();
        let fight = Fight::of(&scenario, &shelf.library).expect("it ships");
        let mut arena = Arena::new(&shelf.library, &fight);
        let mut seed = 0;
        for _ in 0..300 {
            seed += 1;
            arena.play(seed);
        }
        c.bench_function(&format!("eclipse/whole fight of {name}, unrecorded"), |b| {
            b.iter(|| {
                seed += 1;
                arena.play(seed)
            });
        });
    }
}

criterion_group! {
    name = speed;
    config = Criterion::default().sample_size(20).without_plots();
    targets = odds, burst, sight, reach, step, fights, eclipse, eclipse_fights
}
criterion_main!(speed);
