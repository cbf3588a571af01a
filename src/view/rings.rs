//! The rings of a token: side, health, turn, selection, target.
//!
//! The disc with the ring of its side is 0.84 cell wide, the silhouette that the rules measure;
//! health runs around it. Angles are clockwise from north.

use super::sketch::{Sketch, faded, greyed, mixed, on_circle};
use super::space::CELL;
use super::theme::{Pattern, Theme};
use super::token::Look;
use crate::battle::combatant::Presence;
use crate::rules::health::HealthPicture;
use bevy::color::Color;
use bevy::math::Vec2;
use std::f32::consts::{PI, TAU};

/// Outer radius of the disc: half of 0.84 cell.
const DISC: f32 = 0.42 * CELL;
/// Where the ring of the side begins.
const FACE: f32 = 21.4;
/// The band of the health ring.
const HEALTH: (f32, f32) = (27.6, 32.0);

/// The health ring begins and ends here; the gap is in the south, for what is below zero.
const START: f32 = -PI * 0.83;
const SWEEP: f32 = PI * 1.66;

/// Gaps between segments of one block, and between blocks.
const GAP: f32 = 0.075;
const BLOCK_GAP: f32 = 0.24;

/// What a piece of the health ring says.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// There.
    Whole,
    /// Gone.
    Lost,
    /// Gone, but lightly.
    Light,
    /// Gone for good.
    Worst,
}

/// A piece of the health ring: from one angle to the other.
pub type Segment = (f32, f32, Piece);

/// The pieces of a health picture. The ring runs out from its end: what is lost first lies last.
pub fn segments(picture: &HealthPicture) -> Vec<Segment> {
    match picture {
        HealthPicture::Blocks { blocks, .. } => {
            let rows = blocks.iter().rev().map(|(size, left)| {
                (0..*size).map(|i| if i < *left { Piece::Whole } else { Piece::Lost }).collect()
            });
            rows_of(rows.collect())
        }
        HealthPicture::Ladder(columns) => {
            let rows = columns.iter().rev().map(|(boxes, crossed)| {
                let whole = boxes.saturating_sub(*crossed);
                (0..*boxes).map(|i| if i < whole { Piece::Whole } else { Piece::Lost }).collect()
            });
            rows_of(rows.collect())
        }
        HealthPicture::Boxes(boxes) => {
            let kind = |harm: &u8| match harm {
                0 => Piece::Whole,
                1 => Piece::Light,
                2 => Piece::Lost,
                _ => Piece::Worst,
            };
            rows_of(vec![boxes.iter().rev().map(kind).collect()])
        }
        HealthPicture::Bar { left, most, notch } => bar(*left, *most, *notch),
    }
}

fn rows_of(rows: Vec<Vec<Piece>>) -> Vec<Segment> {
    let rows: Vec<Vec<Piece>> = rows.into_iter().filter(|row| !row.is_empty()).collect();
    let count: usize = rows.iter().map(Vec::len).sum();
    if count == 0 {
        return Vec::new();
    }
    // Long tracks have finer gaps, so that pieces stay longer than the gaps between them.
    let fine = (18.0 / count as f32).min(1.0);
    let between = BLOCK_GAP * fine * (rows.len() - 1) as f32;
    let inside = GAP * fine * (count - rows.len()) as f32;
    let piece = (SWEEP - between - inside) / count as f32;
    let mut list = Vec::with_capacity(count);
    let mut at = START;
    for row in rows {
        for kind in row {
            list.push((at, at + piece, kind));
            at += piece + GAP * fine;
        }
        at += (BLOCK_GAP - GAP) * fine;
    }
    list
}

/// A bar has one piece a notch, the one that is running out in two.
fn bar(left: u16, most: u16, notch: u16) -> Vec<Segment> {
    if most == 0 {
        return Vec::new();
    }
    let parts = if notch == 0 { 1 } else { most.div_ceil(notch).clamp(1, 24) };
    let gap = GAP * 0.8;
    let room = SWEEP - gap * f32::from(parts - 1);
    let size = f32::from(most) / f32::from(parts);
    let mut list = Vec::new();
    for i in 0..parts {
        let from = START + (room / f32::from(parts) + gap) * f32::from(i);
        let to = from + room / f32::from(parts);
        let share = ((f32::from(left) - size * f32::from(i)) / size).clamp(0.0, 1.0);
        let edge = from + (to - from) * share;
        if share > 0.0 {
            list.push((from, edge, Piece::Whole));
        }
        if share < 1.0 {
            list.push((edge, to, Piece::Lost));
        }
    }
    list
}

/// How much of the token shows: one that waits for its entry is half there.
pub fn alpha(look: &Look) -> f32 {
    match look.presence {
        Presence::Fighting => 1.0,
        Presence::Pending => 0.5,
        Presence::Left => 0.3,
    }
}

/// Disc, side and health.
pub fn body(look: &Look, theme: &Theme) -> Sketch {
    let mut sketch = Sketch::default();
    let shown = alpha(look);
    let side = theme.side(look.side);
    let dim = |colour: Color| {
        let colour = if look.fallen { mixed(greyed(colour), Color::BLACK, 0.30) } else { colour };
        faded(colour, shown)
    };
    let ink = Color::srgb(0.035, 0.04, 0.05);
    if !look.fallen {
        let shade = Color::srgba(0.0, 0.0, 0.0, 0.55 * shown);
        let clear = Color::srgba(0.0, 0.0, 0.0, 0.0);
        let below = Vec2::new(3.0, -4.0);
        sketch.glow(below, (24.0, 38.0), (shade, clear));
    }
    // One dark disc under everything, so that rings of any colour stand off from any ground.
    if shown >= 1.0 {
        sketch.disc(Vec2::ZERO, HEALTH.1 + 0.6, ink);
    } else {
        sketch.arc(Vec2::ZERO, (FACE, HEALTH.1 + 0.6), (0.0, TAU), faded(ink, shown));
    }
    if look.fallen {
        // Grey with a light rim: neither the ground nor a side has that.
        let (face, rim) = (Color::srgb(0.36, 0.38, 0.41), Color::srgb(0.80, 0.82, 0.85));
        sketch.disc(Vec2::ZERO, FACE - 0.6, faded(face, shown));
        sketch.arc(Vec2::ZERO, (HEALTH.1 + 0.4, HEALTH.1 + 2.4), (0.0, TAU), faded(rim, shown));
    } else {
        let face = (mixed(side, Color::BLACK, 0.38), mixed(side, Color::BLACK, 0.62));
        sketch.glow(Vec2::ZERO, (0.0, FACE - 0.6), (dim(face.0), dim(face.1)));
    }
    let ring = if look.fallen { mixed(side, Color::BLACK, 0.45) } else { side };
    side_ring(&mut sketch, Theme::pattern(look.side), faded(ring, shown));
    for segment in segments(&look.health) {
        health_piece(&mut sketch, theme, segment, &dim);
    }
    if let HealthPicture::Blocks { below, floor, .. } = look.health {
        notches(&mut sketch, theme, below, floor, shown);
    }
    sketch
}

fn side_ring(sketch: &mut Sketch, pattern: Pattern, colour: Color) {
    let radii = (FACE, DISC);
    match pattern {
        Pattern::Solid => sketch.arc(Vec2::ZERO, radii, (0.0, TAU), colour),
        Pattern::Dashed => {
            let count = 8;
            for i in 0..count {
                let from = TAU * (i as f32 + 0.11) / count as f32;
                sketch.arc(Vec2::ZERO, radii, (from, from + TAU * 0.78 / count as f32), colour);
            }
        }
        Pattern::Dotted => {
            let count = 16;
            let middle = f32::midpoint(radii.0, radii.1);
            for i in 0..count {
                let at = on_circle(Vec2::ZERO, middle, TAU * i as f32 / count as f32);
                sketch.disc(at, (radii.1 - radii.0) * 0.56, colour);
            }
        }
        Pattern::Thin => {
            sketch.arc(Vec2::ZERO, (radii.1 - 2.2, radii.1), (0.0, TAU), colour);
            sketch.arc(Vec2::ZERO, (radii.0, radii.0 + 1.2), (0.0, TAU), colour);
        }
    }
}

fn health_piece(
    sketch: &mut Sketch,
    theme: &Theme,
    (from, to, piece): Segment,
    dim: &impl Fn(Color) -> Color,
) {
    let whole = Color::srgb(0.93, 0.95, 0.96);
    match piece {
        Piece::Whole => sketch.arc(Vec2::ZERO, HEALTH, (from, to), dim(whole)),
        Piece::Light => {
            sketch.arc(Vec2::ZERO, HEALTH, (from, to), dim(mixed(theme.harm, whole, 0.55)));
            strokes(sketch, (from, to), dim(theme.plate), false);
        }
        Piece::Lost => {
            sketch.arc(Vec2::ZERO, HEALTH, (from, to), dim(mixed(theme.harm, Color::BLACK, 0.72)));
            strokes(sketch, (from, to), dim(theme.harm), true);
        }
        Piece::Worst => sketch.arc(Vec2::ZERO, HEALTH, (from, to), dim(theme.grave)),
    }
}

/// Slanting strokes across a piece, or crosses.
fn strokes(sketch: &mut Sketch, (from, to): (f32, f32), colour: Color, crossed: bool) {
    let middle = f32::midpoint(HEALTH.0, HEALTH.1);
    let count = ((to - from) * middle / 4.6).round().max(1.0) as usize;
    for i in 0..count {
        let a = from + (to - from) * i as f32 / count as f32;
        let b = from + (to - from) * (i + 1) as f32 / count as f32;
        let at = |radius: f32, angle: f32| on_circle(Vec2::ZERO, radius, angle);
        sketch.line(at(HEALTH.0, a), at(HEALTH.1, b), 1.1, colour);
        if crossed {
            sketch.line(at(HEALTH.1, a), at(HEALTH.0, b), 1.1, colour);
        }
    }
}

/// Places below zero, in the gap in the south: those that are taken are red.
fn notches(sketch: &mut Sketch, theme: &Theme, below: u8, floor: u8, shown: f32) {
    let count = floor.max(below).min(5);
    if below == 0 || count == 0 {
        return;
    }
    let room = TAU - SWEEP - 2.0 * GAP;
    let from = START + SWEEP + GAP;
    let piece = room / f32::from(count);
    for i in 0..count {
        let a = from + piece * f32::from(i) + 0.02;
        let taken = i < below;
        let colour = if taken { theme.grave } else { mixed(theme.grave, Color::BLACK, 0.7) };
        let radii = if taken { (HEALTH.0 - 1.0, HEALTH.1 + 1.2) } else { HEALTH };
        sketch.arc(Vec2::ZERO, radii, (a, a + piece - 0.04), faded(colour, shown));
    }
}

/// What lies over the letters of one who will not get up: a cross from rim to rim. One who is only
/// unconscious has none, and keeps white letters.
pub fn mark(look: &Look) -> Sketch {
    let mut sketch = Sketch::default();
    if look.dead {
        let ink = Color::srgb(0.035, 0.04, 0.05);
        let light = Color::srgb(0.90, 0.91, 0.93);
        for (width, colour) in [(7.5, ink), (4.0, light)] {
            for turn in [Vec2::new(1.0, 1.0), Vec2::new(1.0, -1.0)] {
                let end = turn * 15.5;
                sketch.capsule(-end, end, width, faded(colour, alpha(look)));
            }
        }
    }
    sketch
}

/// Glow of the turn, ring of the selection, reticle of the target; may be nothing.
pub fn halo(look: &Look, theme: &Theme) -> Sketch {
    let mut sketch = Sketch::default();
    if look.active {
        let strong = faded(theme.active, 0.85);
        sketch.glow(Vec2::ZERO, (26.0, 40.0), (strong, faded(theme.active, 0.40)));
        sketch.glow(
            Vec2::ZERO,
            (40.0, 64.0),
            (faded(theme.active, 0.40), faded(theme.active, 0.0)),
        );
        sketch.arc(Vec2::ZERO, (32.6, 35.4), (0.0, TAU), theme.active);
    }
    if look.selected {
        // Four brackets: a frame, where the target has a ring.
        let reach = 36.5;
        for quarter in 0..4 {
            let turn = Vec2::from_angle(PI / 2.0 * quarter as f32);
            let at = |x: f32, y: f32| turn.rotate(Vec2::new(x, y));
            let bracket = [at(reach, reach - 13.0), at(reach, reach), at(reach - 13.0, reach)];
            sketch.stroke(&bracket, false, 5.4, Color::srgb(0.03, 0.035, 0.04));
            sketch.stroke(&bracket, false, 3.0, theme.selected);
        }
    }
    if look.target {
        reticle(&mut sketch, theme.target);
    }
    sketch
}

fn reticle(sketch: &mut Sketch, colour: Color) {
    let ink = Color::srgb(0.03, 0.035, 0.04);
    for (grow, colour) in [(1.3, ink), (0.0, colour)] {
        for quarter in 0..4 {
            let angle = PI / 2.0 * quarter as f32;
            sketch.arc(
                Vec2::ZERO,
                (33.8 - grow, 39.0 + grow),
                (angle + 0.22 - grow * 0.02, angle + PI / 2.0 - 0.22 + grow * 0.02),
                colour,
            );
            let tip = on_circle(Vec2::ZERO, 32.0 - grow, angle);
            let foot = on_circle(Vec2::ZERO, 47.0 + grow, angle);
            let side = (foot - tip).perp().normalize() * (6.0 + grow);
            sketch.convex(&[tip, foot + side, foot - side], colour);
        }
    }
}

/// Where the nth badge sits: the corners of the cell that the disc leaves free.
pub fn badge_place(number: usize) -> Vec2 {
    let corner = 25.0;
    match number {
        0 => Vec2::new(corner, corner),
        1 => Vec2::new(-corner, corner),
        2 => Vec2::new(corner, -corner),
        _ => Vec2::new(-corner, -corner),
    }
}

/// The ground of a badge.
pub fn badge(theme: &Theme) -> Sketch {
    let mut sketch = Sketch::default();
    sketch.disc(Vec2::ZERO, 9.4, theme.harm);
    sketch.disc(Vec2::ZERO, 8.3, Color::srgb(0.06, 0.05, 0.07));
    sketch
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(list: &[Segment]) -> Vec<Piece> {
        list.iter().map(|s| s.2).collect()
    }

    fn in_order(list: &[Segment]) {
        let mut at = START - 1.0e-4;
        for (from, to, _) in list {
            assert!(*from >= at && to > from, "{list:?}");
            at = *to;
        }
        assert!(at <= START + SWEEP + 1.0e-4, "{list:?}");
    }

    #[test]
    fn blocks_run_out_from_the_end_of_the_ring() {
        use Piece::{Lost, Whole};
        let picture =
            HealthPicture::Blocks { blocks: vec![(3, 0), (2, 1), (1, 1)], below: 0, floor: 2 };
        let list = segments(&picture);
        assert_eq!(kinds(&list), [Whole, Whole, Lost, Lost, Lost, Lost]);
        in_order(&list);
        // The last block of one, the second of two, the first of three: gaps tell them.
        let gap = |i: usize| list[i + 1].0 - list[i].1;
        assert!(gap(0) > 2.0 * gap(1) && gap(2) > 2.0 * gap(3));
    }

    #[test]
    fn every_picture_fills_the_ring_and_no_more() {
        for picture in [
            HealthPicture::Ladder(vec![(5, 2), (3, 1), (1, 0), (0, 0)]),
            HealthPicture::Bar { left: 23, most: 35, notch: 7 },
            HealthPicture::Bar { left: 0, most: 30, notch: 0 },
            HealthPicture::Bar { left: 400, most: 400, notch: 1 },
            HealthPicture::Boxes(vec![3, 2, 1, 0, 0, 0, 0]),
            HealthPicture::Boxes(vec![0; 60]),
        ] {
            let list = segments(&picture);
            in_order(&list);
            let end = list.last().map_or(0.0, |s| s.1);
            assert!((end - START - SWEEP).abs() < 1.0e-3, "{picture:?} ends at {end}");
        }
    }

    #[test]
    fn an_empty_picture_draws_nothing() {
        assert_eq!(segments(&HealthPicture::Boxes(Vec::new())), []);
        assert_eq!(segments(&HealthPicture::Bar { left: 0, most: 0, notch: 0 }), []);
    }

    #[test]
    fn a_bar_breaks_where_it_runs_out() {
        let list = segments(&HealthPicture::Bar { left: 10, most: 30, notch: 15 });
        assert_eq!(kinds(&list), [Piece::Whole, Piece::Lost, Piece::Lost]);
    }
}
