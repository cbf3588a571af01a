//! A token in the hand: where it would go, by which way, at what price.
//!
//! [`Carry`] works the route out and `show` draws it. No rule is decided here: ways and prices
//! come from the ruleset's move modes, and what is too far is ordered all the same, so that the
//! gate refuses it with the rules' own reason.

use super::ViewSet;
use super::camera::Eye;
use super::hand::Hand;
use super::label::{Label, Plate};
use super::rings;
use super::sketch::Sketch;
use super::space::{CELL, centre, ground, layer, middle};
use super::theme::{Fonts, Paint, Theme, font};
use super::token::Token;
use crate::battle::Rules;
use crate::battle::combatant::Combatant;
use crate::battle::command::Command;
use crate::battle::facts_reader::FactsReader;
use crate::chronicle::coins;
use crate::locale::speak::Speaker;
use crate::locale::{Arg, Lang, Words};
use crate::rules::facts::{Budget, CombatantId, Fighter};
use crate::rules::grid::{Board, CellPos, Footprint, Reach, StepRules};
use crate::rules::ruleset::{self, CoinUnit, MoveMode, RulesetInfo};
use crate::table::{Looks, Speech};
use bevy::math::Vec3;
use bevy::prelude::{
    App, Assets, Color, Commands, Component, Entity, IntoScheduleConfigs, Justify, Local, Mesh,
    Mesh2d, MeshMaterial2d, Plugin, Query, Rect, Res, ResMut, Text2d, TextColor, TextLayout,
    Transform, Update, Vec2, With, resource_exists,
};
use bevy::sprite::Anchor;
use std::collections::BTreeMap;

/// The token in the hand.
pub struct DragPlugin;

impl Plugin for DragPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, show.in_set(ViewSet::Show).run_if(resource_exists::<Rules>));
    }
}

/// A way to move, and where it leads from the last waypoint on.
pub struct Way {
    /// The way.
    pub mode: MoveMode,
    /// Whether it takes more coins than one, or than the cheapest, or is no everyday movement: then
    /// it is drawn as dear.
    pub dear: bool,
    /// Everywhere it reaches.
    pub reach: Reach,
}

/// A token in the hand.
pub struct Carry {
    /// Whose.
    pub who: CombatantId,
    /// The ways that are left to it, cheapest first.
    pub ways: Vec<Way>,
    /// Everywhere one could walk at any price, from the last waypoint on.
    pub anywhere: Option<Reach>,
    /// From the cell it stands on to the last waypoint.
    pub trodden: Vec<CellPos>,
    /// The game master's hand moves it, no rule does.
    pub free: bool,
    /// It was taken up freely, so that letting go of Alt does not change that.
    pub taken_freely: bool,
    /// Cells of a side of the square on which it stands.
    pub side_cells: u8,
    /// At which of its cells it hangs, from the north-west one.
    pub grip: (i16, i16),
    /// What the journal had seen when it was taken up.
    pub changes: u64,
    /// Where it would go.
    pub route: Route,
    /// Who may strike in passing on that way, and on which step of it.
    pub passing: Vec<(usize, CombatantId)>,
}

/// Where a token would go.
#[derive(Clone, Debug, PartialEq)]
pub enum Route {
    /// Nowhere: it is over its own cell, or off the board.
    Stay,
    /// By one of the ways that are left.
    Walk {
        /// All cells, the first one too.
        path: Vec<CellPos>,
        /// Which way.
        way: usize,
    },
    /// One could walk there, but not with what is left of the turn.
    TooFar {
        /// All cells, the first one too.
        path: Vec<CellPos>,
    },
    /// There is no way.
    NoWay(CellPos),
    /// The game master puts it there.
    Free(CellPos),
}

impl Route {
    /// The cell it ends on.
    pub fn end(&self) -> Option<CellPos> {
        match self {
            Self::Stay => None,
            Self::Walk { path, .. } | Self::TooFar { path } => path.last().copied(),
            Self::NoWay(cell) | Self::Free(cell) => Some(*cell),
        }
    }
}

/// No walk is longer than the board has cells; the search ends when there is nothing left to find.
const ANYWHERE: u32 = 100_000;

impl Carry {
    /// Takes a token up.
    pub fn of(reader: &FactsReader, who: CombatantId, free: bool, changes: u64) -> Option<Self> {
        let from = reader.cell(who)?;
        let mut carry = Self {
            who,
            ways: Vec::new(),
            anywhere: None,
            trodden: vec![from],
            free,
            taken_freely: free,
            side_cells: reader.footprint(who)?.side_cells,
            grip: (0, 0),
            changes,
            route: Route::Stay,
            passing: Vec::new(),
        };
        carry.look_around(reader);
        Some(carry)
    }

    fn look_around(&mut self, reader: &FactsReader) {
        let Some(from) = self.trodden.last().copied() else { return };
        let occupancy = |cell: CellPos| reader.occupancy(self.who, cell);
        let board = &reader.map.board;
        let info = reader.rules.0.info();
        let mut cheapest = 1;
        self.ways = reader
            .moves(self.who)
            .into_iter()
            .filter_map(|mode| {
                let steps = reader.steps_of(&mode);
                let gone = board.length_cells(steps, &self.trodden);
                let left = u32::from(mode.range_cells).checked_sub(gone)?;
                let diagonals = self.trodden.windows(2).filter(|pair| {
                    let (dx, dy) = pair[0].vector_to(pair[1]);
                    dx != 0 && dy != 0
                });
                let diagonals_before = steps.diagonals_before + diagonals.count() as u32;
                let steps = StepRules { diagonals_before, ..steps };
                let pieces = pieces(info, &mode);
                cheapest = pieces.min(cheapest);
                let dear = pieces > cheapest || spares_the_everyday(info, &mode);
                Some(Way { mode, dear, reach: board.reach_with(steps, from, left, &occupancy) })
            })
            .collect();
        self.anywhere = Some(board.reach(from, ANYWHERE, &occupancy));
    }

    /// The route to a cell.
    pub fn route_to(&self, cell: Option<CellPos>) -> Route {
        let Some(cell) = cell else { return Route::Stay };
        if self.free {
            let here = self.trodden.first() == Some(&cell);
            return if here { Route::Stay } else { Route::Free(cell) };
        }
        if self.trodden.last() == Some(&cell) && self.trodden.len() < 2 {
            return Route::Stay;
        }
        let whole = |leg: Vec<CellPos>| -> Vec<CellPos> {
            self.trodden.iter().copied().chain(leg.into_iter().skip(1)).collect()
        };
        for (way, found) in self.ways.iter().enumerate() {
            if let Some(leg) = found.reach.path(cell) {
                return Route::Walk { path: whole(leg), way };
            }
        }
        match self.anywhere.as_ref().and_then(|reach| reach.path(cell)) {
            Some(leg) => Route::TooFar { path: whole(leg) },
            None => Route::NoWay(cell),
        }
    }

    /// Goes to a cell: the route, and who may strike on it.
    pub fn follow(&mut self, reader: &FactsReader, cell: Option<CellPos>) {
        let route = self.route_to(cell);
        if route == self.route {
            return;
        }
        self.passing = match &route {
            Route::Walk { path, .. } => reader.passing(self.who, path),
            _ => Vec::new(),
        };
        self.route = route;
    }

    /// Drops a waypoint where the route ends; the rest of the way starts there.
    pub fn drop_waypoint(&mut self, reader: &FactsReader) {
        let Route::Walk { path, .. } = &self.route else { return };
        if path.len() > self.trodden.len() {
            self.trodden.clone_from(path);
            self.look_around(reader);
        }
    }

    /// What letting go orders.
    pub fn order(&self) -> Option<Command> {
        match &self.route {
            Route::Stay | Route::NoWay(_) => None,
            Route::Walk { path, .. } | Route::TooFar { path } => {
                (path.len() > 1).then(|| Command::walk(self.who, path.clone()))
            }
            Route::Free(cell) => Some(Command::Place { who: self.who, cell: *cell }),
        }
    }

    /// The way that the route takes.
    pub fn way(&self) -> Option<&Way> {
        match self.route {
            Route::Walk { way, .. } => self.ways.get(way),
            _ => None,
        }
    }
}

/// How many actions a way takes, however short it is.
fn pieces(info: &RulesetInfo, mode: &MoveMode) -> u32 {
    let coins = info.coins.iter().zip(mode.cost.0);
    let pieces = coins.filter(|(coin, _)| coin.unit == CoinUnit::Pieces);
    pieces.map(|(_, count)| u32::from(count)).sum()
}

/// Whether a way is paid for in metres, but not in those of the everyday movement: the first coin
/// of metres is that.
fn spares_the_everyday(info: &RulesetInfo, mode: &MoveMode) -> bool {
    let coins = info.coins.iter().zip(mode.per_half_cell.0);
    let mut metres = coins.filter(|(coin, _)| coin.unit == CoinUnit::HalfCells);
    metres.next().is_some_and(|(_, paid)| paid == 0) && metres.any(|(_, paid)| paid > 0)
}

/// The label of an action.
pub fn action_label(words: &Words, lang: Lang, rules: &Rules, mode: &MoveMode) -> String {
    let Some(spec) = ruleset::action(rules.0.as_ref(), mode.action) else { return String::new() };
    if let Some(name) = &spec.name {
        return name.clone();
    }
    words.say(lang, &format!("action-{}-{}", rules.0.info().id, spec.id), &[])
}

/// Metres and cells of a walk.
pub fn length(words: &Words, lang: Lang, steps: usize) -> String {
    let cells = steps as i64;
    let args = [("m", Arg::Int(cells * 2)), ("cells", Arg::Int(cells))];
    words.say(lang, "distance", &args)
}

/// The words beside the token in the hand.
fn said(
    carry: &Carry,
    words: &Words,
    lang: Lang,
    (rules, board): (&Rules, &Board),
    turn: Option<&(Fighter, Budget)>,
    names: &BTreeMap<CombatantId, String>,
) -> String {
    let say = |key: &str, args: &[(&str, Arg)]| words.say(lang, key, args);
    match &carry.route {
        Route::Stay => String::new(),
        Route::Free(_) => say("drag-free", &[]),
        Route::NoWay(_) => say("drag-no-way", &[]),
        Route::TooFar { path } => {
            let far = if carry.ways.is_empty() { "drag-no-move" } else { "drag-too-far" };
            format!("{}\n{}", length(words, lang, path.len() - 1), say(far, &[]))
        }
        Route::Walk { path, .. } => {
            let mut lines = vec![length(words, lang, path.len() - 1)];
            if let Some(Way { mode, .. }) = carry.way() {
                let action = action_label(words, lang, rules, mode);
                let steps = StepRules {
                    diagonal: rules.0.diagonal(),
                    diagonals_before: mode.diagonals_before,
                    slow: mode.slow,
                };
                let half_cells = board.half_cells(steps, path);
                let price = mode.price(half_cells);
                let speaker = Speaker::new(words, lang, names);
                let told = |list, joint| coins(&speaker, rules.0.info(), list, joint);
                let cost = told(price.0, " + ").unwrap_or_else(|| "—".to_owned());
                lines.push(say("drag-cost", &[("action", action.into()), ("cost", cost.into())]));
                if let Some((fighter, budget)) = turn {
                    let (mut after, mut budget) = (fighter.clone(), budget.clone());
                    budget.pay(price);
                    for effect in rules.0.walks(fighter, mode.action, half_cells) {
                        if effect.on == after.id {
                            effect.change.apply_to(&mut after);
                        }
                    }
                    let left = ruleset::spendable(rules.0.as_ref(), &after, &budget);
                    lines.push(match told(left, ", ") {
                        None => say("drag-left-nothing", &[]),
                        Some(left) => say("drag-left", &[("left", left.into())]),
                    });
                }
            }
            for (_, who) in &carry.passing {
                let name = names.get(who).map_or("", String::as_str);
                lines.push(say("drag-passing", &[("who", name.into())]));
            }
            lines.join("\n")
        }
    }
}

/// A part of what is drawn for the token in the hand.
#[derive(Component)]
struct InHand;

/// What is shown at present: token, route, waypoints.
type Shown = Option<(CombatantId, Route, usize)>;

fn show(
    mut commands: Commands,
    mut shown: Local<Shown>,
    hand: Res<Hand>,
    reader: FactsReader,
    speech: Option<Res<Speech>>,
    art: (Res<Theme>, Res<Paint>, Res<Fonts>),
    mut meshes: ResMut<Assets<Mesh>>,
    (eye, looks): (Res<Eye>, Res<Looks>),
    tokens: Query<(&Combatant, &Token)>,
    old: Query<Entity, With<InHand>>,
) {
    let carry = hand.carry();
    let now = carry.map(|c| (c.who, c.route.clone(), c.trodden.len()));
    if *shown == now {
        return;
    }
    *shown = now;
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let Some(carry) = carry else { return };
    let Some(end) = carry.route.end() else { return };
    let (theme, paint, fonts) = art;
    let stands = reader.footprint(carry.who).unwrap_or(Footprint::of_one(end)).at(end);
    // The way of a large token leads through its middle.
    let aside_by = middle(stands) - centre(end);
    let mut sketch = Sketch::default();
    draw_route(&mut sketch, &theme, carry);
    let mut place = |commands: &mut Commands, sketch: Sketch, at: Vec2, z: f32, ghost: bool| {
        let material = if ghost { &paint.ghost } else { &paint.plain };
        let size = if ghost { f32::from(stands.side_cells.max(1)) } else { 1.0 };
        commands.spawn((
            InHand,
            Mesh2d(meshes.add(sketch.mesh())),
            MeshMaterial2d(material.clone()),
            Transform::from_translation(at.extend(z)).with_scale(Vec3::new(size, size, 1.0)),
        ));
    };
    if !sketch.is_empty() {
        place(&mut commands, sketch, aside_by, layer::ROUTE, false);
    }
    let mut strikes = Sketch::default();
    draw_passing(&mut strikes, &theme, carry, &reader);
    if !strikes.is_empty() {
        place(&mut commands, strikes, Vec2::ZERO, layer::LINES, false);
    }
    let look = tokens.iter().find(|(c, _)| c.id == carry.who).and_then(|(_, t)| t.0.as_ref());
    if let Some(look) = look {
        place(&mut commands, rings::body(look, &theme), middle(stands), layer::GHOST, true);
        commands.spawn((
            InHand,
            Text2d::new(look.initials.clone()),
            font(&fonts.bold),
            TextColor(theme.text),
            Label::OnBoard(24.0 * f32::from(stands.side_cells.max(1))),
            Transform::from_translation(middle(stands).extend(layer::GHOST + 0.1)),
        ));
    }
    let bad = matches!(carry.route, Route::TooFar { .. } | Route::NoWay(_));
    if bad {
        let mut cross = Sketch::default();
        barred(&mut cross, &theme, stands);
        place(&mut commands, cross, Vec2::ZERO, layer::GHOST + 0.5, false);
    }
    let Some(speech) = speech else { return };
    let turn = reader.fighter(carry.who).zip(reader.budget(carry.who));
    let names = carry.passing.iter().filter_map(|(_, id)| {
        let name = &reader.combatant(*id)?.dossier.name;
        let name = if speech.lang == Lang::Ru { &name.ru } else { &name.en };
        Some((*id, name.clone()))
    });
    let names: BTreeMap<CombatantId, String> = names.collect();
    let by = (&*reader.rules, &reader.map.board);
    let text = said(carry, &speech.words, speech.lang, by, turn.as_ref(), &names);
    let lines = text.lines().count();
    let letters = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let letter = Vec2::new(8.2, 20.0) * looks.scale() * eye.scale;
    let size = letter * Vec2::new(letters as f32 + 3.0, lines as f32 + 0.6);
    let others: Vec<Vec2> = reader
        .all()
        .filter(|id| *id != carry.who)
        .filter_map(|id| reader.cell(id))
        .map(centre)
        .collect();
    let (at, anchor) = aside(middle(stands), size, &others, eye.board);
    commands.spawn((
        InHand,
        Text2d::new(text),
        TextLayout::justify(Justify::Center),
        font(&fonts.bold),
        TextColor(if bad {
            super::sketch::mixed(theme.harm, Color::WHITE, 0.35)
        } else {
            theme.text
        }),
        Label::OnScreen(15.0),
        Plate { colour: theme.plate, room: Vec2::new(9.0, 5.0) },
        anchor,
        Transform::from_translation(at.extend(layer::GHOST + 1.0)),
    ));
}

/// Where a plate of a size hangs beside a cell: where it hides the fewest others and does not leave
/// the board.
fn aside(cell: Vec2, size: Vec2, others: &[Vec2], board: Rect) -> (Vec2, Anchor) {
    let off = 0.68 * CELL;
    let places = [
        (Vec2::Y, Anchor::BOTTOM_CENTER),
        (Vec2::X, Anchor::CENTER_LEFT),
        (-Vec2::X, Anchor::CENTER_RIGHT),
        (-Vec2::Y, Anchor::TOP_CENTER),
    ];
    let hidden = |(way, _): &(Vec2, Anchor)| {
        let plate = Rect::from_center_size(cell + *way * (off + size / 2.0), size);
        let out = usize::from(!board.inflate(CELL).contains(plate.min))
            + usize::from(!board.inflate(CELL).contains(plate.max));
        // A token with its name is hidden even where only its rim is.
        let near = plate.inflate(0.4 * CELL);
        10 * out + others.iter().filter(|other| near.contains(**other)).count()
    };
    let (way, anchor) = places.into_iter().min_by_key(hidden).unwrap_or(places[0]);
    (cell + way * off, anchor)
}

fn draw_route(sketch: &mut Sketch, theme: &Theme, carry: &Carry) {
    let ink = Color::srgba(0.02, 0.025, 0.03, 0.9);
    match &carry.route {
        Route::Stay | Route::NoWay(_) => {}
        Route::Free(cell) => {
            let points = [centre(carry.trodden[0]), centre(*cell)];
            sketch.dashes(&points, 7.0, 11.0, 9.0, ink);
            sketch.dashes(&points, 4.0, 11.0, 9.0, theme.text);
        }
        Route::Walk { path, .. } => {
            let colour = match carry.way() {
                Some(way) if way.dear => theme.reach_dear,
                _ => theme.reach_cheap,
            };
            let points: Vec<Vec2> = path.iter().map(|cell| centre(*cell)).collect();
            sketch.stroke(&points, false, 10.0, ink);
            sketch.stroke(&points, false, 5.5, colour);
            for point in &points {
                sketch.disc(*point, 7.5, ink);
                sketch.disc(*point, 5.2, colour);
            }
            if carry.trodden.len() > 1 {
                waypoint(sketch, colour, ink, points[carry.trodden.len() - 1]);
            }
        }
        Route::TooFar { path } => {
            let points: Vec<Vec2> = path.iter().map(|cell| centre(*cell)).collect();
            sketch.dashes(&points, 8.0, 9.0, 9.0, ink);
            sketch.dashes(&points, 4.5, 9.0, 9.0, theme.harm);
        }
    }
}

/// The cells on which somebody may strike, with a line to whoever it is.
fn draw_passing(sketch: &mut Sketch, theme: &Theme, carry: &Carry, reader: &FactsReader) {
    let Route::Walk { path, .. } = &carry.route else { return };
    let ink = Color::srgba(0.02, 0.025, 0.03, 0.9);
    for (step, who) in &carry.passing {
        let (Some(cell), Some(from)) = (path.get(*step), reader.cell(*who)) else { continue };
        let (at, from) = (centre(*cell), centre(from));
        sketch.dashes(&[from, at], 7.0, 8.0, 7.0, ink);
        sketch.dashes(&[from, at], 3.6, 8.0, 7.0, theme.harm);
        for turn in [Vec2::new(1.0, 1.0), Vec2::new(1.0, -1.0)] {
            sketch.capsule(at - turn * 15.0, at + turn * 15.0, 10.0, ink);
            sketch.capsule(at - turn * 15.0, at + turn * 15.0, 5.5, theme.harm);
        }
    }
}

fn waypoint(sketch: &mut Sketch, colour: Color, ink: Color, at: Vec2) {
    let diamond = |r: f32| [Vec2::Y * r, Vec2::X * r, -Vec2::Y * r, -Vec2::X * r].map(|p| at + p);
    sketch.convex(&diamond(16.0), ink);
    sketch.convex(&diamond(12.5), colour);
}

/// Cells that cannot be ended on.
fn barred(sketch: &mut Sketch, theme: &Theme, stands: Footprint) {
    let rect: Rect = ground(stands).inflate(-5.0);
    let corners = super::sketch::corners(rect);
    sketch.rounded_border(rect, 6.0, 5.0, theme.harm);
    sketch.line(corners[0], corners[2], 5.0, theme.harm);
    sketch.line(corners[1], corners[3], 5.0, theme.harm);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plate_hangs_where_it_hides_nobody() {
        let board = Rect::from_corners(Vec2::ZERO, Vec2::new(20.0, -20.0) * CELL);
        let cell = Vec2::new(10.0, -10.0) * CELL;
        let size = Vec2::new(3.0, 1.2) * CELL;
        let at = |others: &[Vec2]| aside(cell, size, others, board).0 - cell;
        assert!(at(&[]).y > 0.0);
        let north = cell + Vec2::Y * CELL;
        assert!(at(&[north]).x > 0.0);
        assert!(at(&[north, cell + Vec2::X * 2.0 * CELL]).x < 0.0);
    }
}
