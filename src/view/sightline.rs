//! The line of fire of the attack that is being prepared: what the shooter has of the target, what
//! stands between, and the cover that comes of it.
//!
//! The faint wedge is the one the rules measure: from the middle of the shooter to the silhouette
//! of 0.84 cell. What cuts into it lights up with its share.

use super::ViewSet;
use super::label::{Label, Plate};
use super::props;
use super::sketch::{Sketch, corners, distance, faded, mixed, on_circle, sides};
use super::space::{CELL, centre, layer, middle, square};
use super::theme::{Fonts, Paint, Theme, font};
use crate::battle::{BattleMap, Rules};
use crate::data::map::Prop;
use crate::locale::{Arg, Lang, Words};
use crate::rules::facts::{CombatantId, Fighter, TargetFacts};
use crate::rules::grid::CellPos;
use crate::rules::key::Key;
use crate::rules::ruleset::{Area, Plan};
use crate::table::{Preview, Speech, Table};
use bevy::prelude::{
    App, Assets, Color, Commands, Component, Entity, IntoScheduleConfigs, Local, Mesh, Mesh2d,
    MeshMaterial2d, Plugin, Query, Res, ResMut, Text2d, TextColor, Transform, Update, Vec2, With,
    resource_exists,
};
use bevy::sprite::Anchor;
use std::sync::Arc;

/// The line of fire.
pub struct SightlinePlugin;

impl Plugin for SightlinePlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, show.in_set(ViewSet::Show).run_if(resource_exists::<BattleMap>));
    }
}

#[derive(Component)]
struct LineOfFire;

/// How much the shooter has of the target.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Sight {
    /// At arm's length: no line of fire matters.
    Touch,
    /// Everything.
    Clear,
    /// Part of it.
    Partly,
    /// Nothing.
    Blocked,
}

impl Sight {
    /// The sight of a target.
    pub fn of(target: &TargetFacts, at_arms_length: bool) -> Self {
        match &target.sightline {
            _ if at_arms_length => Self::Touch,
            line if !line.in_sight => Self::Blocked,
            line if line.hidden_corners.unwrap_or(line.hidden_64) > 0 => Self::Partly,
            _ => Self::Clear,
        }
    }
}

/// Rulesets that grade cover call the option that overrides the grade so.
const COVER: [Key; 2] = [Key("cover"), Key("cover_level")];

/// The grade of cover that counts: the game master's word, else what the rules suggest.
fn grade(preview: &Preview, target: CombatantId) -> Option<i32> {
    let set = COVER.iter().find_map(|key| preview.facts.options.get(*key, Some(target)));
    set.or_else(|| {
        let plan = preview.plan.as_ref().ok()?;
        let fits = |whom: &Option<CombatantId>| whom.is_none() || *whom == Some(target);
        let found = plan.suggested.iter().find(|(key, whom, _)| COVER.contains(key) && fits(whom));
        found.map(|(.., value)| i32::from(*value))
    })
}

/// A share of 64 as whole per cent; only nothing is 0 and only all is 100.
fn per_cent(of_64: u8) -> i64 {
    match of_64 {
        0 => 0,
        64.. => 100,
        part => (i64::from(part) * 100 / 64).clamp(1, 99),
    }
}

/// A place where a plate of words hangs.
struct Note {
    at: Vec2,
    text: String,
    colour: Color,
    size: f32,
    anchor: Anchor,
    /// It hangs on a plate; without one it stands on something that was drawn for it.
    plate: bool,
}

fn show(
    mut commands: Commands,
    mut shown: Local<(Option<Arc<Preview>>, Option<Lang>)>,
    table: Res<Table>,
    (map, rules): (Res<BattleMap>, Res<Rules>),
    speech: Option<Res<Speech>>,
    art: (Res<Theme>, Res<Paint>, Res<Fonts>),
    mut meshes: ResMut<Assets<Mesh>>,
    old: Query<Entity, With<LineOfFire>>,
) {
    let now = table.preview.as_ref();
    let lang = speech.as_ref().map(|s| s.lang);
    let same = match (&shown.0, now) {
        (Some(before), Some(now)) => Arc::ptr_eq(before, now),
        (None, None) => true,
        _ => false,
    };
    if same && shown.1 == lang {
        return;
    }
    *shown = (now.cloned(), lang);
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let Some(preview) = now else { return };
    let (theme, paint, fonts) = art;
    let mut sketch = Sketch::default();
    let mut notes = Vec::new();
    let words = speech.as_ref().map(|s| (&s.words, s.lang));
    let blast = area(&mut sketch, &theme, &map, &rules, preview);
    for target in &preview.facts.targets {
        one_target(&mut sketch, &mut notes, &theme, (&map, &rules), preview, target, words, blast);
    }
    if !sketch.is_empty() {
        commands.spawn((
            LineOfFire,
            Mesh2d(meshes.add(sketch.mesh())),
            MeshMaterial2d(paint.plain.clone()),
            Transform::from_xyz(0.0, 0.0, layer::LINES),
        ));
    }
    // What stands in two lines of fire alike is told once.
    let mut told: Vec<Note> = Vec::new();
    for note in notes {
        let alike = |other: &Note| {
            other.text == note.text && other.at.distance(note.at) < 0.7 * CELL && note.plate
        };
        if !told.iter().any(alike) {
            told.push(note);
        }
    }
    for note in told {
        let mut label = commands.spawn((
            LineOfFire,
            Text2d::new(note.text),
            font(&fonts.bold),
            TextColor(note.colour),
            Label::AtLeast(note.size, 13.0),
            note.anchor,
            Transform::from_translation(note.at.extend(layer::LABELS + 1.0)),
        ));
        if note.plate {
            label.insert(Plate { colour: theme.plate, room: Vec2::new(6.0, 1.0) });
        }
    }
}

fn one_target(
    sketch: &mut Sketch,
    notes: &mut Vec<Note>,
    theme: &Theme,
    (map, rules): (&BattleMap, &Rules),
    preview: &Preview,
    target: &TargetFacts,
    words: Option<(&Words, Lang)>,
    blast: Option<CellPos>,
) {
    let stands = |who: &Fighter| rules.0.footprint(&who.sheet, who.cell);
    let its = stands(&target.fighter);
    let from = blast.map_or_else(|| middle(stands(&preview.facts.attacker)), centre);
    let to = middle(its);
    if blast.is_some_and(|cell| its.covers(cell)) {
        return;
    }
    let arms_length = preview.plan.as_ref().map_or(target.in_reach, |plan| plan.at_arms_length);
    let sight = Sight::of(target, arms_length);
    wedge(sketch, theme, sight, from, to);
    if sight == Sight::Touch {
        line(sketch, theme, sight, from, to);
        return;
    }
    let say = |key: &str, arg: &'static str, number: i64| {
        let args = [(arg, Arg::Int(number))];
        words.map_or_else(String::new, |(words, lang)| words.say(lang, key, &args))
    };
    let corners = target.sightline.hidden_corners;
    // Corners are counted for a shot; a blast only asks whether a line is open.
    let asked = |plan: &Plan| {
        let of = |(key, id, _): &(Key, Option<CombatantId>, i16)| {
            COVER.contains(key) && *id == Some(target.fighter.id)
        };
        plan.suggested.iter().any(of)
    };
    // A cone asks for no cover of those whom it hits.
    let covered = preview.plan.as_ref().map_or(true, asked);
    let counted = corners.is_none() || blast.is_none() && covered;
    let alone = target.sightline.blockers.len() == 1;
    for (id, share) in &target.sightline.blockers {
        let Some(prop) = map.map.props.get(usize::from(*id)) else { continue };
        let near = nearest(prop, from, to);
        let text = match corners {
            None => say("sight-share", "percent", per_cent(*share)),
            Some(0) => continue,
            _ if !counted => continue,
            Some(n) if alone => say("sight-corners-share", "n", n.into()),
            // Which of several hides which corner is not known: all of them light up.
            Some(_) => String::new(),
        };
        light_up(sketch, theme, prop, near);
        if text.is_empty() {
            continue;
        }
        notes.push(Note {
            at: near + Vec2::new(0.0, 0.30 * CELL),
            text,
            colour: theme.target,
            size: 15.0,
            anchor: Anchor::BOTTOM_CENTER,
            plate: true,
        });
    }
    line(sketch, theme, sight, from, to);
    let side = if to.x >= from.x { 1.0 } else { -1.0 };
    // Beside another target there is no room for words.
    let others = preview.facts.targets.iter().map(|other| centre(other.fighter.cell) - to);
    let taken = |side: f32| {
        let beside = |d: Vec2| d.x * side > 0.0 && d.x.abs() < 2.2 * CELL;
        others.clone().any(|d| beside(d) && d.y.abs() < 0.6 * CELL)
    };
    let (side, squeezed) = match (taken(side), taken(-side)) {
        (true, false) => (-side, false),
        (taken, also) => (side, taken && also),
    };
    let at = if squeezed {
        to + Vec2::new(0.0, 0.86 * CELL)
    } else {
        to + Vec2::new(side * 0.98 * CELL, 0.0)
    };
    let shielded = grade(preview, target.fighter.id).filter(|grade| *grade > 0);
    let beside = to + Vec2::new(side * if shielded.is_some() { 1.38 } else { 0.76 } * CELL, 0.0);
    let anchor = if side > 0.0 { Anchor::CENTER_LEFT } else { Anchor::CENTER_RIGHT };
    match sight {
        Sight::Blocked => notes.push(Note {
            at: beside,
            text: say("sight-none", "percent", 0),
            colour: mixed(theme.harm, Color::WHITE, 0.3),
            size: 15.0,
            anchor,
            plate: true,
        }),
        Sight::Partly if squeezed && shielded.is_some() || !counted => {}
        Sight::Partly => notes.push(Note {
            at: beside,
            text: match corners {
                Some(n) => say("sight-corners", "n", n.into()),
                None => say("sight-hidden", "percent", per_cent(target.sightline.hidden_64)),
            },
            colour: theme.text,
            size: 15.0,
            anchor,
            plate: true,
        }),
        Sight::Clear | Sight::Touch => {}
    }
    if let Some(grade) = shielded {
        shield(sketch, theme, at);
        notes.push(Note {
            at,
            text: grade.to_string(),
            colour: theme.text,
            size: 22.0,
            anchor: Anchor::CENTER,
            plate: false,
        });
    }
}

/// What an attack takes in beside its targets: the cone of a burst, the cells around a blast. Gives
/// the cell in which it goes off.
fn area(
    sketch: &mut Sketch,
    theme: &Theme,
    map: &BattleMap,
    rules: &Rules,
    preview: &Preview,
) -> Option<CellPos> {
    let facts = &preview.facts;
    let from = centre(facts.attacker.cell);
    match rules.0.area(&facts.attacker, facts.action) {
        Area::Targets => None,
        Area::Cone { deg } => {
            // Without a cell to aim at the axis goes through the middle of the targets.
            let ways = facts.targets.iter().map(|target| centre(target.fighter.cell) - from);
            let middle = ways.map(Vec2::normalize_or_zero).sum::<Vec2>();
            let to = facts.aim.map_or(middle, |aim| centre(aim.cell) - from);
            let along = to.try_normalize()?;
            // As far as the board goes: the cone has no length.
            let (width, height) = map.board.size();
            let far = f32::from(width.max(height)) * CELL * 1.5;
            let edge = |sign: f32| {
                let half = sign * f32::from(deg).to_radians() / 2.0;
                from + Vec2::from_angle(half).rotate(along) * far
            };
            let (left, right) = (edge(1.0), edge(-1.0));
            sketch.convex(&[from, left, right], faded(theme.target, 0.10));
            for side in [left, right] {
                sketch.dashes(&[from, side], 3.0, 12.0, 10.0, faded(theme.target, 0.8));
            }
            None
        }
        Area::Disc { radius_cells, airless_cells, scatter_cells } => {
            let cell = facts.aim?.cell;
            let airless = map.board.is_airless(cell);
            let radius_cells = if airless { airless_cells } else { radius_cells };
            let reach = f32::from(radius_cells) * CELL;
            let rect = square(cell).inflate(reach - 3.0);
            if radius_cells <= WHOLE_MOST {
                sketch.convex(&corners(rect), faded(theme.target, 0.14));
                sketch.rounded_border(rect, 10.0, 4.0, theme.target);
            } else {
                // What thins out with the distance ends nowhere near the eye: a faint round.
                let (middle, radius) = (centre(cell), reach + 0.5 * CELL);
                let edge = (faded(theme.target, 0.22), faded(theme.target, 0.02));
                sketch.glow(middle, (0.0, radius), edge);
                astray(sketch, theme, middle, radius_cells);
            }
            sketch.disc(centre(cell), 9.0, theme.target);
            if scatter_cells > 0 {
                astray(sketch, theme, centre(cell), scatter_cells);
            }
            let seen = facts.aim.is_some_and(|aim| aim.in_sight);
            let colour = if seen { theme.target } else { theme.harm };
            sketch.dashes(&[from, centre(cell)], 4.0, 14.0, 9.0, colour);
            Some(cell)
        }
    }
}

/// Up to so many cells around it a blast is drawn as a whole.
const WHOLE_MOST: u8 = 4;

/// Where it may go off instead of in its cell.
fn astray(sketch: &mut Sketch, theme: &Theme, middle: Vec2, scatter_cells: u8) {
    let radius = (f32::from(scatter_cells) + 0.5) * CELL;
    let count = 72;
    let angle = |i: usize| std::f32::consts::TAU * i as f32 / count as f32;
    let points: Vec<Vec2> = (0..=count).map(|i| on_circle(middle, radius, angle(i))).collect();
    sketch.dashes(&points, 2.2, 9.0, 9.0, faded(theme.target, 0.75));
}

/// The part of the view that matters: from the shooter's middle to the target's silhouette.
fn wedge(sketch: &mut Sketch, theme: &Theme, sight: Sight, from: Vec2, to: Vec2) {
    let Some(along) = (to - from).try_normalize() else { return };
    let side = along.perp() * 0.42 * CELL;
    let (colour, strength) = match sight {
        Sight::Touch => return,
        Sight::Clear => (theme.target, 0.16),
        Sight::Partly => (theme.target, 0.11),
        Sight::Blocked => (theme.harm, 0.10),
    };
    let colour = faded(colour, strength);
    sketch.convex(&[from, to + side, to - side], colour);
}

fn line(sketch: &mut Sketch, theme: &Theme, sight: Sight, from: Vec2, to: Vec2) {
    let Some(along) = (to - from).try_normalize() else { return };
    let ink = Color::srgba(0.02, 0.025, 0.03, 0.85);
    let length = from.distance(to);
    let (start, end) = (from + along * 35.0, to - along * 46.0);
    if length < 35.0 + 46.0 || sight == Sight::Touch {
        // Beside each other: a short bold mark between the two.
        let middle = from.midpoint(to);
        sketch.capsule(middle - along * 9.0, middle + along * 9.0, 12.0, ink);
        sketch.capsule(middle - along * 9.0, middle + along * 9.0, 7.0, theme.target);
        return;
    }
    let points = [start, end];
    match sight {
        Sight::Clear | Sight::Touch => {
            sketch.capsule(start, end, 7.5, ink);
            sketch.capsule(start, end, 3.8, theme.target);
        }
        Sight::Partly => {
            sketch.capsule(start, end, 7.5, faded(ink, 0.75));
            sketch.dashes(&points, 3.8, 17.0, 10.0, theme.target);
        }
        Sight::Blocked => {
            sketch.dashes(&points, 8.0, 6.5, 11.0, ink);
            sketch.dashes(&points, 4.5, 6.0, 11.5, theme.harm);
            let middle = start.midpoint(end);
            for turn in [Vec2::new(1.0, 1.0), Vec2::new(1.0, -1.0)] {
                sketch.capsule(middle - turn * 11.0, middle + turn * 11.0, 9.5, ink);
                sketch.capsule(middle - turn * 11.0, middle + turn * 11.0, 5.5, theme.harm);
            }
        }
    }
}

/// The place of a thing that is nearest to the line.
fn nearest(prop: &Prop, from: Vec2, to: Vec2) -> Vec2 {
    let outline = props::outline(prop);
    let steps = 48;
    let samples = (0..=steps).map(|i| from.lerp(to, i as f32 / steps as f32));
    let away = |place: Vec2| {
        let to_sides = sides(&outline, prop.closed).map(|(a, b)| distance(place, a, b));
        to_sides.fold(f32::MAX, f32::min)
    };
    let place = samples.min_by(|a, b| away(*a).total_cmp(&away(*b))).unwrap_or(to);
    let on_side = |(a, b): (Vec2, Vec2)| {
        let along = b - a;
        let share = (place - a).dot(along) / along.length_squared().max(1.0);
        a + along * share.clamp(0.0, 1.0)
    };
    let spots = sides(&outline, prop.closed).map(on_side);
    let spot = spots.min_by(|a, b| a.distance(place).total_cmp(&b.distance(place)));
    spot.unwrap_or(place)
}

/// How far along a long wall the light goes.
const LIT: f32 = 1.1 * CELL;

/// Lights up what of a thing is near the line.
fn light_up(sketch: &mut Sketch, theme: &Theme, prop: &Prop, near: Vec2) {
    let outline = props::outline(prop);
    for (grow, colour) in [(9.0, faded(theme.target, 0.35)), (4.0, theme.target)] {
        for (a, b) in sides(&outline, prop.closed) {
            if let Some((a, b)) = within(near, LIT, a, b) {
                sketch.capsule(a, b, grow, colour);
            }
        }
    }
}

/// The stretch of a line that lies within a distance of a place.
fn within(place: Vec2, radius: f32, a: Vec2, b: Vec2) -> Option<(Vec2, Vec2)> {
    let along = (b - a).try_normalize()?;
    let middle = (place - a).dot(along);
    let off = (a + along * middle).distance(place);
    let half = (radius * radius - off * off).max(0.0).sqrt();
    let (start, end) = ((middle - half).max(0.0), (middle + half).min(a.distance(b)));
    (end > start).then(|| (a + along * start, a + along * end))
}

fn shield(sketch: &mut Sketch, theme: &Theme, at: Vec2) {
    let shape = |r: f32| -> Vec<Vec2> {
        let points = [
            (-0.85, 0.80),
            (0.0, 1.05),
            (0.85, 0.80),
            (0.85, -0.05),
            (0.62, -0.62),
            (0.0, -1.15),
            (-0.62, -0.62),
            (-0.85, -0.05),
        ];
        points.iter().map(|(x, y)| at + Vec2::new(*x, *y) * r).collect()
    };
    sketch.convex(&shape(21.0), Color::srgb(0.03, 0.035, 0.04));
    sketch.convex(&shape(18.6), theme.target);
    sketch.convex(&shape(15.6), Color::srgb(0.10, 0.11, 0.13));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_nothing_is_zero_and_only_all_is_a_hundred() {
        assert_eq!(per_cent(0), 0);
        assert_eq!(per_cent(1), 1);
        assert_eq!(per_cent(32), 50);
        assert_eq!(per_cent(63), 98);
        assert_eq!(per_cent(64), 100);
    }

    #[test]
    fn long_walls_light_up_only_near_the_line() {
        let (a, b) = (Vec2::new(0.0, 0.0), Vec2::new(1000.0, 0.0));
        let (from, to) = within(Vec2::new(500.0, 0.0), 50.0, a, b).unwrap();
        assert_eq!((from.x, to.x), (450.0, 550.0));
        assert!(within(Vec2::new(500.0, 60.0), 50.0, a, b).is_none());
        let (from, _) = within(Vec2::new(10.0, 0.0), 50.0, a, b).unwrap();
        assert_eq!(from.x, 0.0);
    }
}
