use super::*;
use crate::battle::combatant::{Dossier, LocalName};
use crate::battle::journal::{self, Journal};
use crate::battle::setup::{Fight, headless};
use crate::battle::state::{BattleState, CombatantState};
use crate::battle::{HouseRules, Library, Recording};
use crate::data::map::{Map, MapFile, Terrain};
use crate::rules::better_world::BetterWorld;
use crate::rules::dice::Rng;
use crate::rules::facts::{Carried, Gear, ItemId, Profile, Sheet};
use crate::rules::grid::{Blocks, Board, BoardObject, CellPos, Height, ObjectKind, Point};
use crate::rules::ruleset::Ruleset;
use std::collections::BTreeMap;

fn low(x: i16, y: i16, w: i16, h: i16) -> BoardObject {
    let corner = |x: i16, y: i16| Point::corner(x, y);
    BoardObject {
        kind: ObjectKind::Furniture,
        height: Height::Low,
        blocks: Blocks { movement: true, sight: false, shots: true },
        outline: vec![corner(x, y), corner(x + w, y), corner(x + w, y + h), corner(x, y + h)],
        closed: true,
        door: None,
    }
}

/// A yard with crates between two groups of three.
fn yard() -> Fight {
    let objects = vec![
        low(5, 3, 1, 2),
        low(5, 7, 2, 1),
        low(10, 5, 1, 3),
        low(14, 3, 1, 2),
        low(13, 8, 2, 1),
        BoardObject::wall(vec![Point::corner(10, 0), Point::corner(10, 4)]),
    ];
    let (width, height) = (20, 12);
    let file = MapFile {
        size: (width, height),
        terrain: vec![".".repeat(width.into()); height.into()],
        walls: Vec::new(),
        doors: Vec::new(),
        windows: Vec::new(),
        objects: Vec::new(),
        zones: Vec::new(),
    };
    let map = Map {
        file,
        width,
        height,
        terrain: vec![Terrain::Concrete; usize::from(width * height)],
        props: Vec::new(),
        board: Board::new(width, height, objects),
        zoned: Vec::new(),
        open_doors: Vec::new(),
    };
    let rules = BetterWorld::shipped();
    let men = [
        (0, 2, 3, "norinco_pistol"),
        (0, 1, 6, "assault_rifle"),
        (0, 2, 9, "sabre"),
        (1, 17, 2, "smg"),
        (1, 18, 6, "scoped_rifle"),
        (1, 17, 9, "combat_knife"),
    ];
    let combatants: Vec<CombatantState> = men
        .iter()
        .enumerate()
        .map(|(i, (side, x, y, weapon))| man(&rules, i as u16, *side, CellPos::new(*x, *y), weapon))
        .collect();
    let first = BattleState {
        ruleset: "better-world".to_owned(),
        stage: Stage::Setup,
        round: 0,
        rows: Vec::new(),
        current: None,
        budget: Default::default(),
        next_id: combatants.len() as u16,
        combatants,
        open_doors: Vec::new(),
        dropped: Vec::new(),
        rng: Rng::new(1),
        interrupted: Vec::new(),
        laid: Vec::new(),
        house: HouseRules::default(),
    };
    Fight {
        title: LocalName::plain("yard"),
        sides: Vec::new(),
        seeded: true,
        map: Arc::new(map),
        first,
    }
}

fn man(rules: &BetterWorld, id: u16, side: u8, cell: CellPos, weapon: &str) -> CombatantState {
    let (sheet, mut gear): (Sheet, Gear) = rules.derive(&Profile::default(), &[]);
    let item = rules.weapons().iter().position(|w| w.id == weapon).unwrap();
    let spec = &rules.weapons()[item];
    let item = ItemId(item as u16);
    gear.weapons.push(Carried::new(item, spec.magazine, spec.spare));
    gear.in_hand = Some(0);
    let dossier = Dossier { key: format!("m{id}"), autopilot: true, ..Dossier::default() };
    let gear = (Arc::new(sheet), gear);
    CombatantState::ready(rules, CombatantId(id), SideId(side), dossier, cell, gear)
}

fn world(fight: &Fight) -> World {
    headless(&Library(vec![Arc::new(BetterWorld::shipped())]), fight)
}

#[test]
fn fights_end_and_the_same_seed_gives_the_same_fight() {
    let mut fight = yard();
    for seed in 0..20 {
        fight.first.rng = Rng::new(seed);
        let mut first = world(&fight);
        let verdict = Autopilot::new().play(&mut first, ROUNDS_MAX);
        assert!(verdict.winner.is_some(), "seed {seed}: {verdict:?}");
        let mut second = world(&fight);
        assert_eq!(Autopilot::new().play(&mut second, ROUNDS_MAX), verdict);
        let entries = |world: &World| world.resource::<Journal>().entries().to_vec();
        assert_eq!(entries(&first), entries(&second));
    }
}

#[test]
fn what_is_kept_between_fights_changes_nothing() {
    let mut fight = yard();
    let mut old_hand = Autopilot::new();
    let mut shared = world(&fight);
    shared.insert_resource(Recording(false));
    for seed in 0..10 {
        fight.first.rng = Rng::new(seed);
        let mut fresh = world(&fight);
        let verdict = Autopilot::new().play(&mut fresh, ROUNDS_MAX);
        crate::battle::state::restore(&mut shared, &fight.first);
        assert_eq!(old_hand.play(&mut shared, ROUNDS_MAX), verdict);
        let fresh = crate::battle::state::capture(&mut fresh);
        assert_eq!(crate::battle::state::capture(&mut shared), fresh);
    }
}

#[test]
fn planning_draws_no_number_and_changes_nothing() {
    let mut world = world(&yard());
    let mut autopilot = Autopilot::new();
    for _ in 0..40 {
        let before = crate::battle::state::capture(&mut world);
        let Some(command) = autopilot.next(&mut world) else { break };
        assert_eq!(autopilot.next(&mut world), Some(command.clone()));
        assert_eq!(crate::battle::state::capture(&mut world), before);
        assert!(matches!(journal::order(&mut world, command), Answer::Done));
    }
}

/// What the autopilots of many fights in a yard did, by action.
fn deeds_of_many_fights(fight: &Fight, seeds: std::ops::Range<u64>) -> BTreeMap<String, u32> {
    let mut fight = fight.clone();
    let mut deeds = BTreeMap::new();
    for seed in seeds {
        fight.first.rng = Rng::new(seed);
        let mut world = world(&fight);
        Autopilot::new().play(&mut world, ROUNDS_MAX);
        for entry in world.resource::<Journal>().entries() {
            if let Command::Attack { action, .. } | Command::Act { action, .. } = &entry.command {
                *deeds.entry(action.clone()).or_default() += 1;
            }
        }
    }
    deeds
}

#[test]
fn the_odds_speak_for_every_kind_of_deed_now_and_then() {
    let rules = BetterWorld::shipped();
    let mut fight = yard();
    // An ambusher, two wrestlers without arms, and a swordsman among them.
    fight.first.combatants[0].modifier = 2;
    fight.first.combatants[0].cell = CellPos::new(12, 1);
    for (i, cell) in [(2, (9, 6)), (5, (12, 6))] {
        let man = &mut fight.first.combatants[i];
        man.cell = CellPos::new(cell.0, cell.1);
        let sheet = Arc::make_mut(&mut man.sheet);
        let field = |key: &str| rules.info().fields.iter().position(|f| f.key == key).unwrap();
        sheet.values[field("constitution")] = 6;
        sheet.values[field("training")] = 4;
    }
    fight.first.combatants[5].gear = Gear::default();
    let deeds = deeds_of_many_fights(&fight, 0..60);
    for action in
        ["aim", "short_burst", "long_burst", "reaction", "stance", "feint", "first_strike"]
    {
        assert!(deeds.contains_key(action), "no {action} in {deeds:?}");
    }
}

#[test]
fn a_wrestler_takes_hold_and_keeps_it() {
    let rules = BetterWorld::shipped();
    let mut fight = yard();
    let field = |key: &str| rules.info().fields.iter().position(|f| f.key == key).unwrap();
    for (i, cell, strength) in [(2, (9, 6), 7), (5, (9, 7), 2)] {
        let man = &mut fight.first.combatants[i];
        man.cell = CellPos::new(cell.0, cell.1);
        let sheet = Arc::make_mut(&mut man.sheet);
        for key in ["constitution", "muscle_memory"] {
            sheet.values[field(key)] = strength;
        }
        for key in ["training", "coordination", "sleight_of_hand"] {
            sheet.values[field(key)] = 2;
        }
        man.gear = Gear::default();
    }
    // A hard opponent in armour: bare hands do nothing to him that a hold would not do better.
    let plate = rules.armors().iter().position(|a| a.id == "plate_carrier").unwrap();
    fight.first.combatants[5].gear.armor = Some(ItemId(plate as u16));
    fight.first.combatants.retain(|man| matches!(man.id.0, 2 | 5 | 1));
    let deeds = deeds_of_many_fights(&fight, 0..30);
    assert!(deeds.contains_key("grapple") && deeds.contains_key("maintain"), "{deeds:?}");
}

/// Two enemies side by side, and whoever throws grenades eight cells from them; one friend far off.
fn grenadier() -> Fight {
    let rules = BetterWorld::shipped();
    let mut fight = yard();
    let cells =
        [(0, 2, 10, "frag_grenade"), (0, 1, 1, "sabre"), (1, 10, 10, "smg"), (1, 11, 10, "smg")];
    fight.first.combatants = (0..)
        .zip(cells)
        .map(|(id, (side, x, y, weapon))| man(&rules, id, side, CellPos::new(x, y), weapon))
        .collect();
    for one in &mut fight.first.combatants {
        one.fixed = Some(20 - one.id.0.cast_signed());
    }
    fight.first.next_id = 4;
    fight
}

fn first_deed(fight: &Fight) -> Command {
    let mut world = world(fight);
    assert!(matches!(order(&mut world, Command::Begin { by_cards: Some(false) }), Answer::Done));
    Autopilot::new().next(&mut world).unwrap()
}

#[test]
fn a_grenade_is_thrown_among_enemies_and_never_where_more_friends_stand() {
    let mut fight = grenadier();
    let throw = first_deed(&fight);
    let Command::Attack { who: CombatantId(0), aim: Some(cell), .. } = throw else {
        panic!("{throw:?}")
    };
    assert!((9..=12).contains(&cell.x) && (9..=11).contains(&cell.y), "{cell:?}");
    // A friend who stands between them: no cell reaches an enemy and not him.
    fight.first.combatants[1].cell = CellPos::new(11, 9);
    let deed = first_deed(&fight);
    assert!(!matches!(deed, Command::Attack { aim: Some(_), .. }), "{deed:?}");
    // Neither is one thrown at one's own feet.
    let mut fight = grenadier();
    fight.first.combatants[0].cell = CellPos::new(10, 9);
    fight.first.combatants.truncate(3);
    let deed = first_deed(&fight);
    assert!(!matches!(deed, Command::Attack { aim: Some(_), .. }), "{deed:?}");
}
