//! Everything that stands on the map, seen from above. What hides a whole person is dark and
//! heavy, what hides half of one is light: the shadows of [`super::shade`] say it again.

use super::sketch::{Sketch, mixed, on_circle, rounded_outline};
use super::space::{CELL, at};
use super::terrain::{chance, hash};
use crate::data::map::{Map, Prop, PropKind};
use crate::rules::grid::UNITS_PER_CELL;
use bevy::color::Color;
use bevy::math::{Rect, Vec2};
use std::f32::consts::{PI, TAU};

/// What of a thing hides the ground, in cells, y south.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Corners or points of a line.
    pub outline: Vec<Vec2>,
    /// Whether the outline encloses an area.
    pub closed: bool,
    /// Half the thickness of its lines.
    pub half_width: f32,
    /// Whether it is higher than a person.
    pub tall: bool,
}

/// What of a thing hides the ground; none for what throws no shadow.
pub fn body(prop: &Prop, open: bool) -> Option<Body> {
    let unit = UNITS_PER_CELL as f32;
    let outline: Vec<Vec2> =
        prop.outline.iter().map(|p| Vec2::new(p.x as f32, p.y as f32) / unit).collect();
    let (half_width, tall) = match prop.kind {
        PropKind::Wall => (0.11, true),
        PropKind::Door if open => return Some(swung(&outline)),
        PropKind::Door => (0.07, true),
        PropKind::Window => (0.07, false),
        PropKind::LowWall => (0.09, false),
        PropKind::Bars => (0.04, false),
        PropKind::Stack | PropKind::Pillar | PropKind::Tree => (0.03, true),
        PropKind::Crate | PropKind::Car | PropKind::Barrel | PropKind::Table => (0.02, false),
    };
    Some(Body { outline, closed: prop.closed, half_width, tall })
}

fn swung(outline: &[Vec2]) -> Body {
    let (hinge, latch) = ends(outline);
    let leaf = (latch - hinge).perp();
    Body { outline: vec![hinge, hinge + leaf], closed: false, half_width: 0.05, tall: false }
}

fn ends(outline: &[Vec2]) -> (Vec2, Vec2) {
    let first = outline.first().copied().unwrap_or_default();
    (first, outline.last().copied().unwrap_or_default())
}

/// The corners of a thing in the world.
pub fn outline(prop: &Prop) -> Vec<Vec2> {
    prop.outline.iter().map(|p| at(*p)).collect()
}

/// How near a place must be to a door to mean it, in world units.
pub const DOOR_GRASP: f32 = 0.30 * CELL;

fn hex(rgb: u32) -> Color {
    let part = |shift: u32| (rgb >> shift & 0xFF) as u8;
    Color::srgb_u8(part(16), part(8), part(0))
}

/// Darkest line round everything.
fn ink() -> Color {
    hex(0x0B_0D10)
}

/// Draws everything on a map with these doors open. Low things first: tall ones stand over them.
pub fn draw(map: &Map, open: &[u16], sketch: &mut Sketch) {
    let of = |kinds: &'static [PropKind]| {
        map.props.iter().zip(0_u16..).filter(move |(prop, _)| kinds.contains(&prop.kind))
    };
    for (prop, _) in of(&[PropKind::Table]) {
        table(sketch, prop);
    }
    for (prop, _) in of(&[PropKind::Crate]) {
        for (quad, number) in pieces(prop) {
            crate_top(sketch, &quad, number);
        }
    }
    for (prop, _) in of(&[PropKind::Barrel]) {
        for (quad, number) in pieces(prop) {
            barrel(sketch, &quad, number);
        }
    }
    for (prop, id) in of(&[PropKind::Car]) {
        car(sketch, prop, id);
    }
    low_walls(sketch, of(&[PropKind::LowWall]).map(|(prop, _)| prop));
    for (prop, _) in of(&[PropKind::Bars]) {
        bars(sketch, prop);
    }
    walls(sketch, of(&[PropKind::Wall]).map(|(prop, _)| prop));
    for (prop, _) in of(&[PropKind::Window]) {
        window(sketch, prop);
    }
    for (prop, id) in of(&[PropKind::Door]) {
        door(sketch, prop, open.contains(&id));
    }
    for (prop, _) in of(&[PropKind::Stack]) {
        for (quad, number) in pieces(prop) {
            stack(sketch, &quad, number);
        }
    }
    for (prop, _) in of(&[PropKind::Pillar]) {
        pillar(sketch, prop);
    }
    for (prop, id) in of(&[PropKind::Tree]) {
        tree(sketch, prop, id);
    }
}

/// Walls in passes, so that where they meet no line runs through them.
fn walls<'a>(sketch: &mut Sketch, props: impl Iterator<Item = &'a Prop> + Clone) {
    let solid = hex(0x24_292F);
    for prop in props.clone() {
        sketch.stroke(&outline(prop), prop.closed, 0.25 * CELL, ink());
    }
    for prop in props.clone() {
        let outline = outline(prop);
        if prop.closed {
            sketch.polygon(&outline, solid);
        }
        sketch.stroke(&outline, prop.closed, 0.19 * CELL, solid);
    }
    let lift = Vec2::new(-0.022, 0.026) * CELL;
    for prop in props {
        let lit: Vec<Vec2> = outline(prop).into_iter().map(|p| p + lift).collect();
        sketch.stroke(&lit, prop.closed, 0.07 * CELL, hex(0x56_606B));
    }
}

fn low_walls<'a>(sketch: &mut Sketch, props: impl Iterator<Item = &'a Prop> + Clone) {
    for prop in props.clone() {
        sketch.stroke(&outline(prop), prop.closed, 0.23 * CELL, hex(0x3B_3F44));
    }
    for prop in props.clone() {
        let outline = outline(prop);
        if prop.closed {
            sketch.polygon(&outline, hex(0xA8_A195));
        }
        sketch.stroke(&outline, prop.closed, 0.17 * CELL, hex(0xB4_ADA0));
    }
    for prop in props {
        let line = outline(prop);
        let back = if prop.closed { line.first().copied() } else { None };
        let line: Vec<Vec2> = line.into_iter().chain(back).collect();
        for pair in line.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let Some(along) = (b - a).try_normalize() else { continue };
            let side = along.perp() * 0.085 * CELL;
            let count = (a.distance(b) / (0.25 * CELL)).round().max(1.0) as usize;
            for i in 1..count {
                let p = a.lerp(b, i as f32 / count as f32);
                sketch.line(p + side, p - side, 0.03 * CELL, hex(0x6E_6960));
            }
        }
    }
}

fn window(sketch: &mut Sketch, prop: &Prop) {
    let (a, b) = ends(&outline(prop));
    let Some(along) = (b - a).try_normalize() else { return };
    let side = along.perp() * CELL;
    let half = along * 0.02 * CELL;
    sketch.line(a - half, b + half, 0.25 * CELL, ink());
    sketch.line(a, b, 0.18 * CELL, hex(0x31_4A59));
    let pale = hex(0xD3_F0FF);
    for shift in [0.062, -0.062] {
        sketch.line(a + side * shift, b + side * shift, 0.042 * CELL, pale);
    }
    if prop.bulletproof {
        sketch.line(a, b, 0.05 * CELL, hex(0x8F_D0F0));
    }
    for post in [a, b] {
        sketch.line(post - along * 0.03 * CELL, post + along * 0.03 * CELL, 0.27 * CELL, ink());
    }
}

fn door(sketch: &mut Sketch, prop: &Prop, open: bool) {
    let (hinge, latch) = ends(&outline(prop));
    let Some(along) = (latch - hinge).try_normalize() else { return };
    let width = hinge.distance(latch);
    let leaf = hex(0xC7_8A45);
    if open {
        // The doorway: a pale threshold and the quarter that the leaf has swept.
        sketch.line(hinge, latch, 0.20 * CELL, Color::srgba(0.86, 0.80, 0.68, 0.30));
        let tip = hinge - along.perp() * width;
        let steps = 14;
        let swept: Vec<Vec2> = (0..=steps)
            .map(|i| {
                let turn = PI / 2.0 * i as f32 / steps as f32;
                hinge + along * width * turn.cos() - along.perp() * width * turn.sin()
            })
            .collect();
        sketch.dashes(&swept, 0.028 * CELL, 0.09 * CELL, 0.08 * CELL, hex(0xE6_D3B0));
        sketch.capsule(hinge, tip, 0.15 * CELL, ink());
        sketch.capsule(hinge, tip, 0.09 * CELL, leaf);
    } else {
        sketch.line(hinge, latch, 0.22 * CELL, ink());
        sketch.line(hinge, latch, 0.15 * CELL, leaf);
        sketch.line(
            hinge + along.perp() * 0.03 * CELL,
            latch + along.perp() * 0.03 * CELL,
            0.03 * CELL,
            hex(0xE9_B878),
        );
        sketch.disc(latch - along * 0.18 * CELL, 0.045 * CELL, ink());
    }
    for post in [hinge, latch] {
        sketch.line(post - along * 0.06 * CELL, post + along * 0.06 * CELL, 0.28 * CELL, ink());
    }
}

fn bars(sketch: &mut Sketch, prop: &Prop) {
    let line = outline(prop);
    sketch.stroke(&line, prop.closed, 0.10 * CELL, ink());
    sketch.stroke(&line, prop.closed, 0.05 * CELL, hex(0x6C_757E));
    for (a, b) in super::sketch::sides(&line, prop.closed) {
        let count = (a.distance(b) / (0.17 * CELL)).round().max(1.0) as usize;
        for i in 0..=count {
            let p = a.lerp(b, i as f32 / count as f32);
            sketch.disc(p, 0.062 * CELL, ink());
            sketch.disc(p, 0.042 * CELL, hex(0xC4_CDD5));
        }
    }
}

/// Four corners with coordinates of their own: u along the longer side, v across.
#[derive(Copy, Clone, Debug)]
struct Quad([Vec2; 4]);

impl Quad {
    /// The four corners of an outline, or those of the box around it.
    fn of(outline: &[Vec2]) -> Self {
        let corners = match outline {
            [a, b, c, d] => [*a, *b, *c, *d],
            _ => {
                let low = outline.iter().copied().reduce(Vec2::min).unwrap_or_default();
                let high = outline.iter().copied().reduce(Vec2::max).unwrap_or_default();
                super::sketch::corners(Rect::from_corners(low, high))
            }
        };
        let [a, b, c, d] = corners;
        if a.distance(b) >= b.distance(c) { Self([a, b, c, d]) } else { Self([b, c, d, a]) }
    }

    fn at(&self, u: f32, v: f32) -> Vec2 {
        let [a, b, c, d] = self.0;
        a.lerp(b, u).lerp(d.lerp(c, u), v)
    }

    fn length(&self) -> f32 {
        self.0[0].distance(self.0[1])
    }

    fn width(&self) -> f32 {
        self.0[1].distance(self.0[2])
    }

    fn middle(&self) -> Vec2 {
        self.at(0.5, 0.5)
    }

    /// The part between two values of u and of v.
    fn part(&self, u: (f32, f32), v: (f32, f32)) -> Self {
        Self([self.at(u.0, v.0), self.at(u.1, v.0), self.at(u.1, v.1), self.at(u.0, v.1)])
    }

    /// The same, smaller by so many units on each side.
    fn inset(&self, by: f32) -> Self {
        let (u, v) = (by / self.length().max(1.0), by / self.width().max(1.0));
        self.part((u, 1.0 - u), (v, 1.0 - v))
    }

    fn moved(&self, by: Vec2) -> Self {
        Self(self.0.map(|p| p + by))
    }

    /// The outline of the part with round corners of so many units.
    fn rounded(&self, radius: f32) -> Vec<Vec2> {
        let (length, width) = (self.length().max(1.0), self.width().max(1.0));
        let flat = Rect::from_corners(Vec2::ZERO, Vec2::new(length, width));
        rounded_outline(flat, radius)
            .into_iter()
            .map(|p| self.at(p.x / length, p.y / width))
            .collect()
    }
}

/// A long thing as a row of square ones, numbered.
fn pieces(prop: &Prop) -> Vec<(Quad, u32)> {
    let quad = Quad::of(&outline(prop));
    let along = (quad.length() / quad.width().clamp(0.5 * CELL, 1.6 * CELL)).round().max(1.0);
    let number = |i: f32| {
        let middle = quad.middle();
        hash(middle.x as i32, middle.y as i32, i as u32)
    };
    (0..along as usize)
        .map(|i| i as f32)
        .map(|i| (quad.part((i / along, (i + 1.0) / along), (0.0, 1.0)), number(i)))
        .collect()
}

fn crate_top(sketch: &mut Sketch, quad: &Quad, number: u32) {
    let tone = (number % 5) as f32 / 5.0;
    let wood = mixed(hex(0xB9_9059), hex(0xA2_7A46), tone);
    let (dark, light) = (hex(0x5D_4524), hex(0xD3_AC76));
    sketch.convex(&quad.0, hex(0x2A_2114));
    let top = quad.inset(0.035 * CELL);
    sketch.convex(&top.0, wood);
    for i in 1..4 {
        let v = i as f32 / 4.0;
        sketch.line(top.at(0.0, v), top.at(1.0, v), 0.022 * CELL, dark);
    }
    let frame = top.inset(0.055 * CELL);
    for (a, b) in [(0, 2), (1, 3)] {
        sketch.line(frame.0[a], frame.0[b], 0.13 * CELL, dark);
        sketch.line(frame.0[a], frame.0[b], 0.08 * CELL, light);
    }
    sketch.stroke(&frame.0, true, 0.13 * CELL, dark);
    sketch.stroke(&frame.0, true, 0.08 * CELL, light);
}

fn stack(sketch: &mut Sketch, quad: &Quad, number: u32) {
    sketch.convex(&quad.0, ink());
    let lower = quad.inset(0.045 * CELL);
    sketch.convex(&lower.0, hex(0x4A_3A24));
    let rise = Vec2::new(-0.045, 0.055) * CELL;
    let upper = quad.inset(0.11 * CELL).moved(rise);
    sketch.stroke(&upper.0, true, 0.07 * CELL, ink());
    let tone = (number % 4) as f32 / 4.0;
    sketch.convex(&upper.0, mixed(hex(0x7A_5D37), hex(0x6B_5030), tone));
    let slats = 3;
    for i in 1..slats {
        let u = i as f32 / slats as f32;
        sketch.line(upper.at(u, 0.0), upper.at(u, 1.0), 0.03 * CELL, hex(0x35_2917));
    }
    let frame = upper.inset(0.05 * CELL);
    sketch.stroke(&frame.0, true, 0.085 * CELL, hex(0x94_7345));
    sketch.line(frame.at(0.0, 0.5), frame.at(1.0, 0.5), 0.085 * CELL, hex(0x94_7345));
}

fn table(sketch: &mut Sketch, prop: &Prop) {
    let quad = Quad::of(&outline(prop));
    sketch.convex(&quad.rounded(0.10 * CELL), hex(0x2E_2116));
    let top = quad.inset(0.03 * CELL);
    sketch.convex(&top.rounded(0.08 * CELL), hex(0x8E_6239));
    let inner = quad.inset(0.09 * CELL);
    sketch.convex(&inner.rounded(0.05 * CELL), hex(0xA9_7A4A));
    for i in 1..3 {
        let v = i as f32 / 3.0;
        sketch.line(inner.at(0.02, v), inner.at(0.98, v), 0.018 * CELL, hex(0x7A_5230));
    }
    sketch.line(inner.at(0.03, 0.08), inner.at(0.97, 0.08), 0.025 * CELL, hex(0xC4_9560));
}

fn barrel(sketch: &mut Sketch, quad: &Quad, number: u32) {
    let (centre, radius) = (quad.middle(), quad.width().min(quad.length()) / 2.0);
    let paint = [0x5E_7F78, 0x86_6A52, 0x64_7790][number as usize % 3];
    sketch.disc(centre, radius, ink());
    sketch.disc(centre, radius * 0.92, hex(paint));
    sketch.glow(centre, (radius * 0.70, radius * 0.80), (ink(), ink()));
    sketch.disc(centre, radius * 0.70, mixed(hex(paint), Color::WHITE, 0.22));
    sketch.arc(
        centre,
        (radius * 0.82, radius * 0.90),
        (-PI * 0.65, PI * 0.10),
        mixed(hex(paint), Color::WHITE, 0.55),
    );
    sketch.disc(centre + Vec2::new(0.3, -0.3) * radius, radius * 0.13, ink());
}

fn pillar(sketch: &mut Sketch, prop: &Prop) {
    let corners = outline(prop);
    let middle = corners.iter().sum::<Vec2>() / corners.len().max(1) as f32;
    let grown = |factor: f32, by: Vec2| -> Vec<Vec2> {
        corners.iter().map(|p| middle + (*p - middle) * factor + by).collect()
    };
    sketch.polygon(&grown(1.06, Vec2::ZERO), ink());
    sketch.polygon(&grown(0.94, Vec2::ZERO), hex(0x4B_525A));
    let rise = Vec2::new(-0.02, 0.025) * CELL;
    sketch.polygon(&grown(0.72, rise), ink());
    sketch.polygon(&grown(0.66, rise), hex(0x80_8993));
}

/// Canopies are drawn wider than the trunk that the rules know, but let the ground show through.
fn tree(sketch: &mut Sketch, prop: &Prop, id: u16) {
    let corners = outline(prop);
    let middle = corners.iter().sum::<Vec2>() / corners.len().max(1) as f32;
    let trunk = corners.iter().map(|p| p.distance(middle)).fold(0.0_f32, f32::max);
    let crown = (trunk * 1.25).max(0.42 * CELL);
    let leaf = |i: u32| chance(i32::from(id), i as i32, 17);
    let ring = |sketch: &mut Sketch, away: f32, size: f32, grow: f32, colour: Color| {
        let count = 9;
        for i in 0..count {
            let angle = TAU * (i as f32 + 0.6 * leaf(i)) / count as f32;
            let place = on_circle(middle, crown * away, angle);
            sketch.disc(place, crown * (size + 0.10 * leaf(i + 20)) + grow, colour);
        }
    };
    ring(sketch, 0.66, 0.34, 0.03 * CELL, hex(0x14_2011));
    ring(sketch, 0.66, 0.34, 0.0, hex(0x2F_5128));
    ring(sketch, 0.42, 0.30, 0.0, hex(0x3F_6B34));
    let light = Vec2::new(-0.10, 0.12) * crown;
    for i in 0..5 {
        let place = on_circle(middle + light, crown * 0.30, TAU * (i as f32 + leaf(i + 40)) / 5.0);
        sketch.disc(place, crown * 0.20, hex(0x56_8744));
    }
    sketch.disc(middle, (trunk * 0.45).clamp(0.08 * CELL, 0.30 * CELL), hex(0x2B_1F14));
    sketch.disc(middle, (trunk * 0.36).clamp(0.06 * CELL, 0.24 * CELL), hex(0x6B_4D30));
}

fn car(sketch: &mut Sketch, prop: &Prop, id: u16) {
    let quad = Quad::of(&outline(prop));
    let paint = hex([0xA8_B0B8, 0x6F_8296, 0x97_8F80, 0x7B_6E76][usize::from(id) % 4]);
    let (dark, glass) = (ink(), hex(0x18_222C));
    let round = quad.width() * 0.24;
    // Wheels look out at the sides.
    for (u, v) in [(0.20, 0.0), (0.78, 0.0), (0.20, 1.0), (0.78, 1.0)] {
        let wheel = quad.part((u - 0.075, u + 0.075), (v - 0.045, v + 0.045));
        sketch.convex(&wheel.rounded(0.04 * CELL), dark);
    }
    let body = quad.part((0.01, 0.99), (0.02, 0.98));
    sketch.convex(&body.rounded(round), dark);
    let shell = body.inset(0.03 * CELL);
    sketch.convex(&shell.rounded(round * 0.9), paint);
    let light = mixed(paint, Color::WHITE, 0.35);
    sketch.convex(&shell.part((0.03, 0.30), (0.08, 0.28)).rounded(0.05 * CELL), light);
    // Bonnet seam, cabin of glass, roof.
    sketch.line(shell.at(0.28, 0.10), shell.at(0.28, 0.90), 0.02 * CELL, mixed(paint, dark, 0.6));
    let cabin = [(0.30, 0.10), (0.84, 0.12), (0.84, 0.88), (0.30, 0.90)];
    sketch.convex(&cabin.map(|(u, v)| shell.at(u, v)), glass);
    let roof = [(0.41, 0.17), (0.74, 0.17), (0.74, 0.83), (0.41, 0.83)];
    sketch.convex(&roof.map(|(u, v)| shell.at(u, v)), mixed(paint, dark, 0.12));
    for (u, v) in [(0.30, 0.10), (0.30, 0.90), (0.84, 0.12), (0.84, 0.88)] {
        let to = (if u < 0.5 { 0.41 } else { 0.74 }, if v < 0.5 { 0.17 } else { 0.83 });
        sketch.line(shell.at(u, v), shell.at(to.0, to.1), 0.03 * CELL, paint);
    }
    for v in [0.115, 0.885] {
        sketch.line(
            shell.at(0.575, v),
            shell.at(0.575, 0.5 + (v - 0.5) * 0.85),
            0.03 * CELL,
            paint,
        );
    }
    let shine = shell.part((0.45, 0.70), (0.22, 0.34));
    sketch.convex(&shine.rounded(0.04 * CELL), mixed(paint, Color::WHITE, 0.28));
    for v in [0.16, 0.84] {
        let lamp = |u: (f32, f32)| shell.part(u, (v - 0.10, v + 0.10));
        sketch.convex(&lamp((0.005, 0.05)).rounded(0.03 * CELL), hex(0xFF_F3C4));
        sketch.convex(&lamp((0.96, 0.995)).rounded(0.02 * CELL), hex(0xA8_3A34));
    }
}

/// Whether a place of the world means a door: its number, the nearest first.
pub fn door_at(map: &Map, open: &[u16], place: Vec2) -> Option<u16> {
    let reach = |prop: &Prop, id: u16| {
        let (hinge, latch) = ends(&outline(prop));
        let shut = super::sketch::distance(place, hinge, latch);
        if !open.contains(&id) {
            return shut;
        }
        let tip = hinge - (latch - hinge).perp();
        shut.min(super::sketch::distance(place, hinge, tip))
    };
    map.props
        .iter()
        .zip(0_u16..)
        .filter(|(prop, _)| prop.kind == PropKind::Door)
        .map(|(prop, id)| (reach(prop, id), id))
        .filter(|(away, _)| *away <= DOOR_GRASP)
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, id)| id)
}
