//! Fights of the demo for the other tests, and the dice that choose their commands.

use bevy::ecs::system::SystemState;
use bevy::prelude::World;
use rubezh::battle::combatant::LocalName;
use rubezh::battle::command::{Command, Edit};
use rubezh::battle::facts_reader::FactsReader;
use rubezh::battle::journal::{self, Answer};
use rubezh::battle::setup::headless;
use rubezh::battle::state::{self, BattleState, Stage};
use rubezh::data::map::Laid;
use rubezh::rules::dice::Rng;
use rubezh::rules::facts::{CombatantId, Condition, Options, SideId, Until};
use rubezh::rules::grid::CellPos;
use rubezh::rules::key::Key;
use rubezh::rules::ruleset::Scope;
use rubezh::shelf::Shelf;
use std::sync::LazyLock;

/// What ships.
pub static SHELF: LazyLock<Shelf> =
    LazyLock::new(|| Shelf::load(None).unwrap_or_else(|broken| panic!("{broken:?}")));

/// The demo fight with the dice of a seed, before it begins.
pub fn demo(seed: u64) -> World {
    let mut fight = SHELF.fight("demo").expect("the demo ships");
    fight.first.rng = Rng::new(seed);
    headless(&SHELF.library, &fight)
}

/// The fight under Eclipse with the dice of a seed, before it begins.
pub fn station(seed: u64) -> World {
    let mut fight = SHELF.fight("station").expect("the station ships");
    fight.first.rng = Rng::new(seed);
    headless(&SHELF.library, &fight)
}

/// Everybody of the station within a few cells of each other: the yard south of the car.
pub const YARD: [(&str, i16, i16); 7] = [
    ("hawk", 8, 11),
    ("anvil", 7, 11),
    ("gnat", 9, 11),
    ("chief", 14, 10),
    ("ox", 13, 11),
    ("mule", 12, 10),
    ("rivet", 13, 10),
];

/// Options that are chosen for the whole of an attack.
pub fn chosen(options: &[(Key, i16)]) -> Options {
    let mut all = Options::default();
    for (option, value) in options {
        all.set(*option, None, *value);
    }
    all
}

/// The fight as it stands, the generator included.
pub fn now(world: &mut World) -> BattleState {
    state::capture(world)
}

/// Looks at a fight as rules and autopilot do.
pub fn look<T>(world: &mut World, body: impl FnOnce(&FactsReader) -> T) -> T {
    let mut state: SystemState<FactsReader> = SystemState::new(world);
    body(&state.get(world).expect("a world with a battle"))
}

/// A command that is carried out.
pub fn order(world: &mut World, command: Command) {
    let answer = journal::order(world, command.clone());
    assert!(matches!(answer, Answer::Done), "{command:?}: {answer:?}");
}

/// A command that is refused and changes nothing.
pub fn refused(world: &mut World, command: Command) {
    let before = now(world);
    let answer = journal::order(world, command.clone());
    assert!(matches!(answer, Answer::Refused(_)), "{command:?}: {answer:?}");
    assert_eq!(now(world), before, "{command:?}");
}

/// Any command, chosen by three numbers. Most are legal, some are refused.
pub fn any_command(world: &mut World, (kind, a, b): (u8, u16, u16)) -> Command {
    let state = now(world);
    let pick = |n: u16| {
        let men = &state.combatants;
        men.get(usize::from(n) % men.len().max(1)).map_or(CombatantId(0), |man| man.id)
    };
    let cell = CellPos::new((a % 28) as i16, (b % 18) as i16);
    let (who, other) = (pick(a), pick(b));
    if state.stage != Stage::Fighting && kind.is_multiple_of(3) {
        return Command::Begin { by_cards: Some(a.is_multiple_of(2)) };
    }
    match kind % 16 {
        0..=2 => walk(world, a).unwrap_or(Command::EndTurn),
        3..=5 => attack(world, a, b).unwrap_or(Command::EndTurn),
        6 => act(world, a, b).unwrap_or(Command::EndTurn),
        7 => Command::EndTurn,
        8 => Command::Place { who, cell },
        9 => door(world, a).unwrap_or(Command::Hour),
        10 => Command::Edit { who, edit: edit(b, a) },
        11 => reorder(state, a),
        12 => Command::SetTurn { who },
        13 if state.combatants.len() > 4 => Command::Remove { who: other },
        13 | 14 => join(&state, cell, a),
        _ => match b % 8 {
            0 => Command::Hour,
            5 | 6 => {
                let kind = Laid::THINGS[usize::from(a) % Laid::THINGS.len()];
                Command::Lay { what: Laid::Thing(cell, kind), who: None }
            }
            7 => Command::Clear { cell },
            1 => Command::Reseed { seed: u64::from(a) },
            2 => Command::Finish,
            3 => Command::Autopilot { side: SideId((a % 3) as u8), on: a.is_multiple_of(2) },
            _ => Command::Switch { ruleset: "better-world".to_owned() },
        },
    }
}

fn walk(world: &mut World, a: u16) -> Option<Command> {
    look(world, |reader| {
        let who = reader.turn.current?;
        let mode = reader.moves(who).into_iter().max_by_key(|m| m.range_cells)?;
        let reach = reader.reach(who, &mode)?;
        let cells: Vec<_> = reach.cells().filter(|(_, cost)| *cost > 0).collect();
        let (goal, _) = cells.get(usize::from(a) % cells.len().max(1))?;
        Some(Command::walk(who, reach.path(*goal)?))
    })
}

fn attack(world: &mut World, a: u16, b: u16) -> Option<Command> {
    look(world, |reader| {
        let who = reader.turn.current?;
        let side = reader.combatant(who)?.side;
        let foes: Vec<_> = reader
            .all()
            .filter(|id| reader.combatant(*id).is_some_and(|c| c.side != side))
            .collect();
        let target = *foes.get(usize::from(a) % foes.len().max(1))?;
        let aimed = |scope| matches!(scope, Scope::Melee | Scope::Ranged | Scope::Any);
        let rows: Vec<_> = reader.rules.0.actions().iter().filter(|r| aimed(r.scope)).collect();
        let action = rows.get(usize::from(b) % rows.len())?.id.clone();
        Some(Command::Attack {
            who,
            action,
            targets: vec![target],
            aim: None,
            options: Options::default(),
        })
    })
}

fn act(world: &mut World, a: u16, b: u16) -> Option<Command> {
    look(world, |reader| {
        let who = reader.turn.current?;
        let own = reader.rules.0.actions().iter().filter(|row| row.scope == Scope::Own);
        let own: Vec<_> = own.collect();
        let action = own.get(usize::from(a) % own.len())?.id.clone();
        Some(Command::Act { who, action, choice: b.checked_sub(1).map(|n| (n % 3) as u8) })
    })
}

fn door(world: &mut World, a: u16) -> Option<Command> {
    look(world, |reader| {
        let objects = reader.map.board.objects().len() as u16;
        let doors: Vec<u16> = (0..objects).filter(|id| reader.map.is_open(*id).is_some()).collect();
        let door = *doors.get(usize::from(a) % doors.len().max(1))?;
        let who = if a.is_multiple_of(3) { reader.turn.current } else { None };
        Some(Command::Door { door, who })
    })
}

fn edit(kind: u16, n: u16) -> Edit {
    let small = (n % 9) as i16 - 3;
    match kind % 12 {
        0 => Edit::Points(small),
        1 => Edit::Field(n % 8, (n % 11) as i16),
        2 => Edit::Name(format!("Ёж {n}")),
        3 => Edit::Side(SideId((n % 3) as u8)),
        4 => Edit::Rounds { weapon: 0, loaded: n % 30, spare: n % 60 },
        5 => Edit::InHand(n.checked_sub(3).map(|n| (n % 2) as u8)),
        6 => Edit::Give(n % 8),
        7 => Edit::Take((n % 2) as u8),
        8 => Edit::Armor((n % 3).checked_sub(1)),
        9 => Edit::AttackerCap((n % 4) as u8 + 1),
        10 => Edit::Autopilot(n.is_multiple_of(2)),
        _ => {
            let conditions = SHELF.library.0[0].info().conditions;
            let id = conditions[usize::from(n) % conditions.len()].id;
            let until = Until::EndOfNextTurn;
            if n.is_multiple_of(2) { Edit::End(id) } else { Edit::Begin(Condition::new(id, until)) }
        }
    }
}

fn reorder(state: BattleState, a: u16) -> Command {
    let mut rows = state.rows;
    for row in &mut rows {
        let turns = usize::from(a) % row.cards.len().max(1);
        row.cards.rotate_left(turns);
    }
    Command::Reorder { rows }
}

fn join(state: &BattleState, cell: CellPos, a: u16) -> Command {
    let men = &state.combatants;
    let mut newcomer = men[usize::from(a) % men.len()].clone();
    newcomer.cell = cell;
    let mut dossier = (*newcomer.dossier).clone();
    dossier.key = format!("newcomer-{a}");
    dossier.name = LocalName::plain("Щукин");
    newcomer.dossier = dossier.into();
    Command::Join(Box::new(newcomer))
}
