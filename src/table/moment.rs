//! A moment of the fight that is looked at again: where the fighters of a line of the log stood
//! then, and what passed between them. The fight itself is not touched by it.

use crate::battle::Library;
use crate::battle::combatant::{LocalName, Presence};
use crate::battle::command::Command;
use crate::battle::journal::Journal;
use crate::battle::state::{BattleState, CombatantState};
use crate::rules::facts::{CombatantId, Fighter, SideId};
use crate::rules::grid::CellPos;
use crate::rules::health::HealthPicture;
use bevy::prelude::World;

/// A line of the log: which entry of the journal, which line of it.
pub type Place = (usize, usize);

/// A moment of the fight.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The line that it belongs to.
    pub place: Place,
    /// What the journal had seen when it was looked up: any change ends it.
    pub changes: u64,
    /// The round, 0 before the first.
    pub round: u16,
    /// Whose turn it was.
    pub turn: Option<CombatantId>,
    /// Those who are shown.
    pub figures: Vec<Figure>,
    /// What passed between them.
    pub traces: Vec<Trace>,
}

/// A fighter as it was then.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Who.
    pub id: CombatantId,
    /// Its side.
    pub side: SideId,
    /// Its name.
    pub name: LocalName,
    /// Where it stood.
    pub cell: CellPos,
    /// Cells of a side of the square on which it stood.
    pub side_cells: u8,
    /// The shape of its health.
    pub health: HealthPicture,
    /// It could act.
    pub able: bool,
    /// It was dead or gone.
    pub out: bool,
    /// Whether it took part.
    pub presence: Presence,
}

/// What passed on the board.
#[derive(Clone, Debug, PartialEq)]
pub enum Trace {
    /// Somebody walked along these cells.
    Walk(Vec<CellPos>),
    /// The game master put somebody elsewhere.
    Put(CellPos, CellPos),
    /// Somebody attacked.
    Strike(CellPos, CellPos),
}

/// Looks a moment up; none if there is no such line any more.
pub fn of(world: &mut World, place: Place) -> Option<Moment> {
    let journal = world.resource::<Journal>();
    let changes = journal.changes();
    let entry = journal.entries()[..journal.at()].get(place.0)?;
    let line = entry.lines.get(place.1)?.clone();
    let command = entry.command.clone();
    let before = Journal::look_back(world, place.0);
    let after = Journal::look_back(world, place.0 + 1);
    let mut moment = Moment {
        place,
        changes,
        round: line.round,
        turn: line.turn,
        figures: Vec::new(),
        traces: Vec::new(),
    };
    let library = world.resource::<Library>();
    let about = &line.about;
    match command {
        Command::Move { who, path, .. } if about.contains(&who) => {
            moment.add(library, &before, &[who]);
            moment.add(library, &after, &[who]);
            moment.traces.push(Trace::Walk(path));
        }
        Command::Place { who, cell } if about.contains(&who) => {
            moment.add(library, &before, &[who]);
            moment.add(library, &after, &[who]);
            let from = standing(&before, who).map(|one| one.cell).filter(|from| *from != cell);
            moment.traces.extend(from.map(|from| Trace::Put(from, cell)));
        }
        Command::Attack { who, targets, .. } if about.iter().any(|id| targets.contains(id)) => {
            let struck: Vec<_> = targets.into_iter().filter(|id| about.contains(id)).collect();
            moment.add(library, &before, &[who]);
            moment.add(library, &before, &struck);
            let from = standing(&before, who).map(|one| one.cell);
            let to = struck.iter().filter_map(|id| Some(standing(&before, *id)?.cell));
            let strikes = to.filter_map(|to| Some(Trace::Strike(from?, to)));
            moment.traces.extend(strikes);
        }
        _ if about.is_empty() => {
            let everybody: Vec<_> = after.combatants.iter().map(|one| one.id).collect();
            moment.add(library, &after, &everybody);
        }
        _ => moment.add(library, &after, about),
    }
    Some(moment)
}

fn standing(state: &BattleState, who: CombatantId) -> Option<&CombatantState> {
    state.combatants.iter().find(|one| one.id == who)
}

impl Moment {
    /// Adds fighters as they stand in a state.
    fn add(&mut self, library: &Library, state: &BattleState, who: &[CombatantId]) {
        let Some(rules) = library.with_settings(&state.ruleset, &state.house.settings) else {
            return;
        };
        for one in who.iter().filter_map(|id| standing(state, *id)) {
            let fighter = Fighter {
                id: one.id,
                side: one.side,
                sheet: one.sheet.clone(),
                health: one.health,
                conditions: one.conditions.clone(),
                gear: one.gear.clone(),
                cell: one.cell,
                trace: one.deeds.trace,
            };
            let figure = Figure {
                id: one.id,
                side: one.side,
                name: one.dossier.name.clone(),
                cell: one.cell,
                side_cells: rules.side_cells(&fighter.sheet),
                health: rules.picture(&fighter),
                able: rules.vital(&fighter).able,
                out: rules.vital(&fighter).out,
                presence: one.presence,
            };
            let there = |known: &&mut Figure| known.id == figure.id && known.cell == figure.cell;
            match self.figures.iter_mut().find(there) {
                Some(known) => *known = figure,
                None => self.figures.push(figure),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::command::Edit;
    use crate::battle::journal::{self, Answer};
    use crate::battle::setup::headless;
    use crate::battle::state::capture;
    use crate::shelf::Shelf;

    fn begun() -> World {
        let shelf = Shelf::load(None).ok().unwrap();
        let mut world = headless(&shelf.library, &shelf.fight("demo").ok().unwrap());
        order(&mut world, Command::Begin { by_cards: None });
        world
    }

    fn order(world: &mut World, command: Command) {
        let answer = journal::order(world, command);
        assert!(matches!(answer, Answer::Done), "{answer:?}");
    }

    #[test]
    fn one_who_was_moved_stands_in_both_places() {
        let mut world = begun();
        let one = capture(&mut world).combatants[0].clone();
        let cell = CellPos::new(1, 1);
        order(&mut world, Command::Place { who: one.id, cell });
        let moment = of(&mut world, (1, 0)).unwrap();
        let cells: Vec<CellPos> = moment.figures.iter().map(|figure| figure.cell).collect();
        assert_eq!(cells, [one.cell, cell]);
        assert_eq!(moment.traces, [Trace::Put(one.cell, cell)]);
        assert_eq!(moment.round, 1);
    }

    #[test]
    fn a_line_about_nobody_shows_everybody() {
        let mut world = begun();
        let all = capture(&mut world).combatants.len();
        let entry = &world.resource::<Journal>().entries()[0];
        let line = entry.lines.iter().position(|line| line.about.is_empty()).unwrap();
        assert_eq!(of(&mut world, (0, line)).unwrap().figures.len(), all);
    }

    #[test]
    fn there_is_no_moment_of_what_was_undone() {
        let mut world = begun();
        assert!(of(&mut world, (0, 0)).is_some());
        journal::undo(&mut world);
        assert_eq!(of(&mut world, (0, 0)), None);
        assert_eq!(of(&mut world, (7, 0)), None);
    }

    #[test]
    fn a_look_far_back_leaves_the_fight_as_it_stands() {
        let mut world = begun();
        let who = capture(&mut world).combatants[0].id;
        for n in 0..330 {
            let edit = Edit::Points(n % 6 + 1);
            order(&mut world, Command::Edit { who, edit });
        }
        let now = capture(&mut world);
        let changes = world.resource::<Journal>().changes();
        for at in [1, 2, 30, 331] {
            let state = Journal::look_back(&mut world, at);
            let entry = &world.resource::<Journal>().entries()[at - 1];
            assert_eq!(state.fingerprint(), entry.hash, "after {at}");
        }
        assert_eq!(capture(&mut world), now);
        assert_eq!(world.resource::<Journal>().changes(), changes);
    }
}
