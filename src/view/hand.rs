//! The hand over the board: what a press, a click, a drag and a key mean.
//!
//! Everything ends in a [`Wish`] or in the state of the [`Table`]. A press that has become a drag
//! is no click any more, and a second click within [`DOUBLE_S`] never rolls.

use super::camera::Eye;
use super::drag::Carry;
use super::pointer::Pointer;
use super::props::door_at;
use super::space::{CELL, cell_at, centre, middle};
use super::{ViewSet, keys_are_free};
use crate::battle::command::Command;
use crate::battle::facts_reader::FactsReader;
use crate::battle::journal::Journal;
use crate::battle::state::Stage;
use crate::battle::{BattleMap, Rules};
use crate::rules::facts::{ActionId, CombatantId, Options};
use crate::rules::grid::CellPos;
use crate::rules::message::Message;
use crate::rules::ruleset::{self, Area, Ruleset, Scope, When};
use crate::table::{Aim, Table, Wish};
use bevy::prelude::{
    App, ButtonInput, DetectChangesMut, IntoScheduleConfigs, KeyCode, Local, MouseButton, Plugin,
    Real, Res, ResMut, Resource, Time, Update, Vec2, resource_exists,
};

/// Pressing, clicking, dragging, keys.
pub struct HandPlugin;

impl Plugin for HandPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Hand>();
        app.add_systems(
            Update,
            (press, keys.run_if(keys_are_free))
                .chain()
                .in_set(ViewSet::Act)
                .run_if(resource_exists::<BattleMap>)
                .run_if(resource_exists::<Rules>),
        );
        app.add_systems(
            Update,
            follow_turn
                .in_set(ViewSet::Show)
                .run_if(resource_exists::<BattleMap>)
                .run_if(resource_exists::<Rules>),
        );
    }
}

/// Two clicks within so many seconds are a double click.
pub const DOUBLE_S: f32 = 0.35;

/// A press that has gone so many logical pixels is a drag.
const DRAG_PX: f32 = 6.0;

/// What the hand does.
#[derive(Default)]
enum Doing {
    /// Nothing.
    #[default]
    Idle,
    /// Pressed, and may yet become a click or a drag.
    Pressed {
        /// Where in the window.
        at: Vec2,
        /// On whose token.
        token: Option<CombatantId>,
    },
    /// Holds a token.
    Carrying(Box<Carry>),
    /// Moves the board.
    Panning,
    /// Holds a ruler at a cell.
    Measuring(CellPos),
    /// Waits to be let go: what it did was cancelled.
    Spent,
}

/// The hand.
#[derive(Resource, Default)]
pub struct Hand {
    doing: Doing,
    /// The other buttons move the board; where they were pressed.
    panning_from: Option<Vec2>,
    panned: bool,
    /// The last click on a token.
    clicked: Option<(CombatantId, f32)>,
    /// A ruler that was laid down by a key, at a cell.
    ruler: Option<CellPos>,
    /// What is measured: from where to where.
    measured: Option<(CellPos, CellPos)>,
}

impl Hand {
    /// The token in it.
    pub fn carry(&self) -> Option<&Carry> {
        match &self.doing {
            Doing::Carrying(carry) => Some(carry),
            _ => None,
        }
    }

    /// What is measured: from where to where.
    pub fn measured(&self) -> Option<(CellPos, CellPos)> {
        self.measured
    }

    /// Lets everything go; says whether there was anything.
    fn cancel(&mut self) -> bool {
        let held = matches!(self.doing, Doing::Carrying(_) | Doing::Measuring(_));
        if held {
            self.doing = Doing::Spent;
        }
        self.ruler.take().is_some() || held
    }

    fn measure(&mut self, to: Option<CellPos>) {
        let from = match self.doing {
            Doing::Measuring(from) => Some(from),
            _ => self.ruler,
        };
        self.measured = from.zip(to.or(self.measured.map(|(_, to)| to)));
    }
}

/// Whose token lies under a place of the world: those who stand first, then the nearest.
pub fn token_at(reader: &FactsReader, place: Vec2) -> Option<CombatantId> {
    reader
        .all()
        .filter_map(|id| {
            let stands = reader.footprint(id)?;
            let away = middle(stands).distance(place) / f32::from(stands.side_cells.max(1));
            let lies = !reader.vital(id)?.able;
            (away <= 0.48 * CELL).then_some((lies, away, id))
        })
        .min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)))
        .map(|(.., id)| id)
}

/// Whether tokens are moved without rules: before and after the fight, by the switch, or by Alt.
fn moves_freely(reader: &FactsReader, table: &Table, keys: &ButtonInput<KeyCode>) -> bool {
    reader.turn.stage != Stage::Fighting
        || table.free_move
        || keys.any_pressed([KeyCode::AltLeft, KeyCode::AltRight])
}

fn press(
    mut hand: ResMut<Hand>,
    mut table: ResMut<Table>,
    mut eye: ResMut<Eye>,
    pointer: Res<Pointer>,
    buttons: Res<ButtonInput<MouseButton>>,
    keys: Res<ButtonInput<KeyCode>>,
    reader: FactsReader,
    journal: Res<Journal>,
    time: Res<Time<Real>>,
) {
    let (hand, table) = (hand.bypass_change_detection(), &mut table);
    other_buttons(hand, table, &mut eye, &pointer, &buttons, &reader);
    if pointer.pinch.is_some() {
        hand.doing = Doing::Spent;
    }
    // Press and release may both fall into one frame, so a press is looked at twice.
    let doing = match (std::mem::take(&mut hand.doing), pointer.screen) {
        (Doing::Idle, Some(at)) if pointer.pressed && pointer.on_board => {
            Doing::Pressed { at, token: token_at(&reader, pointer.world) }
        }
        (doing, _) => doing,
    };
    hand.doing = match doing {
        Doing::Pressed { at, token } => {
            let gone = pointer.screen.map_or(0.0, |now| now.distance(at));
            if pointer.released {
                let shift = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
                click(hand, table, &reader, &pointer, token, shift, time.elapsed_secs());
                Doing::Idle
            } else if !pointer.held {
                Doing::Idle
            } else if gone < DRAG_PX {
                Doing::Pressed { at, token }
            } else if keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]) {
                let from = cell_at(eye.to_world(at));
                if reader.map.board.contains(from) { Doing::Measuring(from) } else { Doing::Spent }
            } else {
                let free = moves_freely(&reader, table, &keys);
                take_up(table, &reader, token, cell_at(eye.to_world(at)), free, journal.changes())
            }
        }
        // An undo or an edit while the token was in the air: it may not be there any more.
        Doing::Carrying(carry) if carry.changes != journal.changes() => Doing::Spent,
        Doing::Carrying(carry) => carry_on(carry, table, &reader, &pointer, &keys),
        Doing::Panning if pointer.held => {
            pan(&mut eye, &pointer);
            Doing::Panning
        }
        Doing::Measuring(from) if pointer.held => Doing::Measuring(from),
        Doing::Spent if pointer.held => Doing::Spent,
        Doing::Idle | Doing::Panning | Doing::Measuring(_) | Doing::Spent => Doing::Idle,
    };
    hand.measure(pointer.cell.filter(|_| pointer.on_board));
}

/// The token in the hand follows the pointer, and is let go where the button is.
fn carry_on(
    mut carry: Box<Carry>,
    table: &mut ResMut<Table>,
    reader: &FactsReader,
    pointer: &Pointer,
    keys: &ButtonInput<KeyCode>,
) -> Doing {
    carry.free = carry.taken_freely || moves_freely(reader, table, keys);
    let (x, y) = carry.grip;
    let cell = pointer.cell.filter(|_| pointer.on_board);
    let cell = cell.map(|cell| CellPos::new(cell.x - x, cell.y - y));
    carry.follow(reader, cell);
    if keys.just_pressed(KeyCode::Space) {
        carry.drop_waypoint(reader);
        carry.follow(reader, cell);
    }
    if pointer.released {
        if let Some(command) = carry.order() {
            table.wish(Wish::Order(command));
        }
        return Doing::Idle;
    }
    // The window never told that the button came up: nothing is ordered by accident.
    if pointer.held { Doing::Carrying(carry) } else { Doing::Idle }
}

fn pan(eye: &mut ResMut<Eye>, pointer: &Pointer) {
    if pointer.moved != Vec2::ZERO {
        eye.pan(pointer.moved);
    }
}

/// Right and middle button: they cancel a drag, move the board, and a right click selects.
fn other_buttons(
    hand: &mut Hand,
    table: &mut ResMut<Table>,
    eye: &mut ResMut<Eye>,
    pointer: &Pointer,
    buttons: &ButtonInput<MouseButton>,
    reader: &FactsReader,
) {
    let both = [MouseButton::Right, MouseButton::Middle];
    if buttons.any_just_pressed(both) && !hand.cancel() && pointer.on_board {
        hand.panning_from = pointer.screen;
        hand.panned = false;
    }
    let Some(from) = hand.panning_from else { return };
    hand.panned |= pointer.screen.is_some_and(|now| now.distance(from) >= DRAG_PX);
    if buttons.any_pressed(both) {
        if hand.panned {
            pan(eye, pointer);
        }
        return;
    }
    hand.panning_from = None;
    if !hand.panned && buttons.just_released(MouseButton::Right) {
        let token = token_at(reader, pointer.world);
        if token.is_some() {
            select(table, token);
        }
    }
}

/// Begins to drag what was pressed on: a token, if it may be moved, or the board.
fn take_up(
    table: &mut ResMut<Table>,
    reader: &FactsReader,
    token: Option<CombatantId>,
    grasped: CellPos,
    free: bool,
    changes: u64,
) -> Doing {
    let Some(who) = token else { return Doing::Panning };
    if table.open.is_some() {
        return Doing::Spent;
    }
    if !free && reader.turn.current != Some(who) {
        let mut message = Message::new("drag-not-on-turn").who("who", who);
        if let Some(current) = reader.turn.current {
            message = Message::new("drag-other-turn").who("who", who).who("active", current);
        }
        table.wish(Wish::Toast(message));
        return Doing::Spent;
    }
    match Carry::of(reader, who, free, changes) {
        Some(mut carry) => {
            // A large token hangs by the cell at which it was grasped.
            if let Some(stands) = reader.footprint(who) {
                let (x, y) = stands.cell.offset_to(stands.nearest_to(grasped));
                carry.grip = (x as i16, y as i16);
            }
            Doing::Carrying(Box::new(carry))
        }
        None => Doing::Spent,
    }
}

fn select(table: &mut ResMut<Table>, token: Option<CombatantId>) {
    if table.selected != token {
        table.selected = token;
    }
}

/// A click on a token, on a door, or on nothing.
fn click(
    hand: &mut Hand,
    table: &mut ResMut<Table>,
    reader: &FactsReader,
    pointer: &Pointer,
    token: Option<CombatantId>,
    shift: bool,
    now_s: f32,
) {
    if table.open.is_some() {
        return;
    }
    let cell = pointer.cell.filter(|_| pointer.on_board);
    if let (Some(laying), Some(cell)) = (table.laying, cell) {
        hand.clicked = None;
        table.wish(Wish::Order(laying.order(cell)));
        return;
    }
    if let Some(cell) = cell
        && let Some(aim) = aim_at_cell(table, reader, cell)
    {
        // What goes off in a cell is aimed at the cell, whoever stands there.
        hand.clicked = None;
        // Shift means one target more or less: here a cell takes in whom it takes in.
        if table.aim.as_ref() != Some(&aim) {
            table.aim = Some(aim);
        } else if !shift {
            table.wish(Wish::Attack);
        }
        return;
    }
    let Some(who) = token else {
        hand.clicked = None;
        if let Some(door) = door_at(&reader.map.map, &reader.map.open_doors, pointer.world) {
            let beside = |id: &CombatantId| {
                reader.cell(*id).is_some_and(|cell| reader.map.beside(door, cell))
            };
            let who = reader.turn.current.filter(beside);
            table.wish(Wish::Order(Command::Door { door, who }));
        } else if table.aim.is_some() {
            table.aim = None;
        } else {
            select(table, None);
        }
        return;
    };
    let double = hand.clicked.is_some_and(|(id, at)| id == who && now_s - at < DOUBLE_S);
    hand.clicked = Some((who, now_s));
    if double {
        // A double click opens the sheet and rolls nothing.
        if table.aim.is_some() {
            table.aim = None;
        }
        select(table, Some(who));
        return;
    }
    let aimed = table.aim.as_ref().is_some_and(|aim| aim.targets.contains(&who));
    if aimed && !shift {
        table.wish(Wish::Attack);
    } else if !target(table, reader, who, shift) {
        if table.aim.is_some() {
            table.aim = None;
        }
        select(table, Some(who));
    }
}

/// Who would attack: the running fighter; before the fight the selected one, if an action was chosen
/// that belongs there.
fn attacker(table: &Table, reader: &FactsReader) -> Option<CombatantId> {
    match reader.turn.stage {
        Stage::Fighting => reader.turn.current,
        Stage::Setup => {
            let action = table.aim.as_ref().map(|aim| &aim.action).or(table.preferred.as_ref())?;
            let id = ruleset::action_named(reader.rules.0.as_ref(), action)?;
            let spec = ruleset::action(reader.rules.0.as_ref(), id)?;
            let who = table.aim.as_ref().map(|aim| aim.attacker).or(table.selected);
            who.filter(|_| spec.when == When::BeforeFight)
        }
        Stage::Over => None,
    }
}

/// The aim at a cell, if the attack that was chosen goes off in one: a grenade in hand.
fn aim_at_cell(table: &Table, reader: &FactsReader, cell: CellPos) -> Option<Aim> {
    let attacker = attacker(table, reader)?;
    let aim = table.aim.as_ref().filter(|aim| aim.attacker == attacker);
    let action = aim.map(|aim| aim.action.clone()).or_else(|| table.preferred.clone())?;
    let rules = reader.rules.0.as_ref();
    let id = ruleset::action_named(rules, &action)?;
    let fighter = reader.fighter(attacker)?;
    if !matches!(rules.area(&fighter, id), Area::Disc { .. }) {
        return None;
    }
    let options = aim.map(|aim| aim.options.clone()).unwrap_or_default();
    Some(Aim { attacker, targets: Vec::new(), action, cell: Some(cell), options })
}

/// The action that was chosen, if it does good to others: it is aimed at friend and foe.
fn chosen_for_others(table: &Table, rules: &dyn Ruleset, attacker: CombatantId) -> Option<String> {
    let aimed = table.aim.as_ref().filter(|aim| aim.attacker == attacker);
    let chosen = table.preferred.as_ref().or_else(|| aimed.map(|aim| &aim.action))?;
    let spec = ruleset::action(rules, ruleset::action_named(rules, chosen)?)?;
    (spec.scope == Scope::Ally).then(|| chosen.clone())
}

/// Aims the running fighter at an enemy, or at anybody with what does good to others; false if
/// there is nobody to aim or nobody to aim at.
fn target(table: &mut ResMut<Table>, reader: &FactsReader, who: CombatantId, add: bool) -> bool {
    let Some(attacker) = attacker(table, reader) else { return false };
    let side = |id: CombatantId| reader.combatant(id).map(|c| c.side);
    let for_others = chosen_for_others(table, reader.rules.0.as_ref(), attacker);
    let friend = side(attacker) == side(who) && for_others.is_none();
    if friend || who == attacker || reader.vital(who).is_none_or(|vital| vital.out) {
        return false;
    }
    if add && let Some(aim) = table.aim.as_ref().filter(|aim| aim.attacker == attacker) {
        let mut aim = aim.clone();
        if aim.targets.contains(&who) {
            aim.targets.retain(|id| *id != who);
        } else {
            aim.targets.push(who);
        }
        table.aim = (!aim.targets.is_empty()).then_some(aim);
        return true;
    }
    let options = Options::default();
    let Ok(facts) = reader.attack_facts(attacker, ActionId(0), &[who], None, &options) else {
        return false;
    };
    // The action that was chosen beforehand, else the one that suits best.
    let rules = reader.rules.0.as_ref();
    let known = |id: &String| ruleset::action_named(rules, id).is_some();
    let preferred = for_others.or_else(|| table.preferred.clone().filter(known));
    let suited = || ruleset::action(rules, rules.suited(&facts)).map(|action| action.id.clone());
    let Some(action) = preferred.or_else(suited) else { return false };
    // Something thrown goes off where the enemy stands.
    let fighter = reader.fighter(attacker);
    let area = ruleset::action_named(rules, &action)
        .zip(fighter)
        .map(|(id, fighter)| rules.area(&fighter, id));
    let aim = match area {
        Some(Area::Disc { .. }) => {
            Aim { attacker, targets: Vec::new(), action, cell: reader.cell(who), options }
        }
        _ => Aim { attacker, targets: vec![who], action, cell: None, options },
    };
    table.aim = Some(aim);
    true
}

fn keys(
    mut hand: ResMut<Hand>,
    mut table: ResMut<Table>,
    mut eye: ResMut<Eye>,
    pointer: Res<Pointer>,
    keys: Res<ButtonInput<KeyCode>>,
    reader: FactsReader,
) {
    let held = |codes: [KeyCode; 2]| keys.any_pressed(codes);
    if held([KeyCode::ControlLeft, KeyCode::ControlRight])
        || held([KeyCode::AltLeft, KeyCode::AltRight])
        || held([KeyCode::SuperLeft, KeyCode::SuperRight])
    {
        return;
    }
    let shift = held([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    if keys.just_pressed(KeyCode::Escape)
        && !hand.cancel()
        && table.laying.is_none()
        && nothing_open(&table)
    {
        select(&mut table, None);
    }
    if keys.just_pressed(KeyCode::KeyM) {
        hand.ruler = match hand.ruler {
            Some(_) => None,
            None => pointer.cell.filter(|_| pointer.on_board),
        };
        hand.measure(pointer.cell);
    }
    if keys.just_pressed(KeyCode::KeyT)
        && let Some(who) = token_at(&reader, pointer.world).filter(|_| pointer.on_board)
    {
        target(&mut table, &reader, who, shift);
    }
    if keys.just_pressed(KeyCode::Tab) || keys.just_pressed(KeyCode::KeyN) {
        let next = neighbour(&everybody(&reader), table.selected, shift);
        select(&mut table, next);
        if let Some(cell) = next.and_then(|id| reader.cell(id)) {
            eye.bring_into_view(centre(cell));
        }
    }
}

/// Whether Esc would close nothing else: one press closes one thing, the topmost, and what is
/// above the selection is closed by the panels, which show it.
fn nothing_open(table: &Table) -> bool {
    table.aim.is_none()
        && table.preferred.is_none()
        && table.open.is_none()
        && table.error.is_none()
        && table.rule.is_none()
        && table.moment.is_none()
}

/// All fighters in the order of turns; before the fight in the order of joining.
fn everybody(reader: &FactsReader) -> Vec<CombatantId> {
    let mut list: Vec<CombatantId> = reader.turn.cards().collect();
    let rest: Vec<CombatantId> = reader.all().filter(|id| !list.contains(id)).collect();
    list.extend(rest);
    list
}

/// The one after the present one, or before it; the first when there is none.
fn neighbour(
    list: &[CombatantId],
    now: Option<CombatantId>,
    backwards: bool,
) -> Option<CombatantId> {
    let at = now.and_then(|id| list.iter().position(|other| *other == id));
    let count = list.len();
    match at {
        None if backwards => list.last().copied(),
        None => list.first().copied(),
        Some(i) if backwards => list.get((i + count - 1) % count).copied(),
        Some(i) => list.get((i + 1) % count).copied(),
    }
}

/// Brings the fighter whose turn begins into view.
fn follow_turn(mut seen: Local<Option<CombatantId>>, reader: FactsReader, mut eye: ResMut<Eye>) {
    if *seen == reader.turn.current {
        return;
    }
    *seen = reader.turn.current;
    if let Some(cell) = seen.and_then(|id| reader.cell(id)) {
        eye.bring_into_view(centre(cell));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tab_goes_round() {
        let list = [4, 2, 7].map(CombatantId);
        let next =
            |now: Option<u16>, back| neighbour(&list, now.map(CombatantId), back).map(|i| i.0);
        assert_eq!(next(None, false), Some(4));
        assert_eq!(next(None, true), Some(7));
        assert_eq!(next(Some(7), false), Some(4));
        assert_eq!(next(Some(4), true), Some(7));
        assert_eq!(next(Some(99), false), Some(4), "somebody who is gone");
        assert_eq!(neighbour(&[], Some(CombatantId(1)), true), None);
    }
}
