//! A pencil: fills, strokes, arcs and glows become one coloured mesh.
//!
//! Everything that is drawn with lines on the board goes through a [`Sketch`]: it gathers coloured
//! triangles in the order in which they cover each other, and one material serves them all.

use bevy::asset::RenderAssetUsages;
use bevy::color::{Alpha, Color, ColorToComponents, LinearRgba};
use bevy::math::{Rect, Vec2};
use bevy::mesh::{Indices, Mesh, PrimitiveTopology};
use std::f32::consts::{PI, TAU};

/// Longest side of a facet of a curve, in units of the sketch.
const FACET: f32 = 3.0;

/// Coloured triangles, back to front.
#[derive(Clone, Debug, Default)]
pub struct Sketch {
    positions: Vec<[f32; 3]>,
    colours: Vec<[f32; 4]>,
    indices: Vec<u32>,
}

/// The point at an angle, clockwise from north.
pub fn on_circle(centre: Vec2, radius: f32, angle: f32) -> Vec2 {
    centre + Vec2::new(angle.sin(), angle.cos()) * radius
}

/// How many facets an arc needs to look round.
fn facets(radius: f32, angle: f32) -> usize {
    ((radius * angle.abs() / FACET).ceil() as usize).clamp(2, 96)
}

impl Sketch {
    /// Whether nothing was drawn.
    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    fn corner(&mut self, at: Vec2, colour: [f32; 4]) -> u32 {
        self.positions.push([at.x, at.y, 0.0]);
        self.colours.push(colour);
        self.positions.len() as u32 - 1
    }

    fn face(&mut self, a: u32, b: u32, c: u32) {
        self.indices.extend([a, b, c]);
    }

    /// A four-cornered patch whose corners have colours of their own.
    pub fn patch(&mut self, corners: [Vec2; 4], colours: [Color; 4]) {
        let mut ids = [0; 4];
        for i in 0..4 {
            ids[i] = self.corner(corners[i], linear(colours[i]));
        }
        self.face(ids[0], ids[1], ids[2]);
        self.face(ids[0], ids[2], ids[3]);
    }

    /// A filled convex shape.
    pub fn convex(&mut self, outline: &[Vec2], colour: Color) {
        if outline.len() < 3 {
            return;
        }
        let colour = linear(colour);
        let first = self.corner(outline[0], colour);
        let mut last = self.corner(outline[1], colour);
        for point in &outline[2..] {
            let next = self.corner(*point, colour);
            self.face(first, last, next);
            last = next;
        }
    }

    /// A filled shape of any form, as long as its sides do not cross.
    pub fn polygon(&mut self, outline: &[Vec2], colour: Color) {
        let colour = linear(colour);
        for [a, b, c] in ears(outline) {
            let ids = [a, b, c].map(|p| self.corner(p, colour));
            self.face(ids[0], ids[1], ids[2]);
        }
    }

    /// A filled rectangle.
    pub fn rect(&mut self, rect: Rect, colour: Color) {
        self.convex(&corners(rect), colour);
    }

    /// A filled rectangle with round corners.
    pub fn rounded(&mut self, rect: Rect, radius: f32, colour: Color) {
        self.convex(&rounded_outline(rect, radius), colour);
    }

    /// The border of a rectangle with round corners, inside of it.
    pub fn rounded_border(&mut self, rect: Rect, radius: f32, width: f32, colour: Color) {
        let half = width / 2.0;
        let inner = Rect::from_corners(rect.min + half, rect.max - half);
        self.stroke(&rounded_outline(inner, (radius - half).max(0.0)), true, width, colour);
    }

    /// A filled disc.
    pub fn disc(&mut self, centre: Vec2, radius: f32, colour: Color) {
        let count = facets(radius, TAU).max(12);
        let outline: Vec<Vec2> =
            (0..count).map(|i| on_circle(centre, radius, TAU * i as f32 / count as f32)).collect();
        self.convex(&outline, colour);
    }

    /// A ring between two radii whose colour runs from the inner to the outer edge.
    pub fn glow(&mut self, centre: Vec2, radii: (f32, f32), colours: (Color, Color)) {
        self.band(centre, radii, (0.0, TAU), (linear(colours.0), linear(colours.1)));
    }

    /// A piece of a ring, clockwise from north, from one angle to the other.
    pub fn arc(&mut self, centre: Vec2, radii: (f32, f32), angles: (f32, f32), colour: Color) {
        let colour = linear(colour);
        self.band(centre, radii, angles, (colour, colour));
    }

    fn band(
        &mut self,
        centre: Vec2,
        radii: (f32, f32),
        angles: (f32, f32),
        colours: ([f32; 4], [f32; 4]),
    ) {
        let count = facets(radii.1, angles.1 - angles.0);
        let mut before = None;
        for i in 0..=count {
            let angle = angles.0 + (angles.1 - angles.0) * i as f32 / count as f32;
            let inner = self.corner(on_circle(centre, radii.0, angle), colours.0);
            let outer = self.corner(on_circle(centre, radii.1, angle), colours.1);
            if let Some((inner_before, outer_before)) = before {
                self.face(inner_before, outer_before, outer);
                self.face(inner_before, outer, inner);
            }
            before = Some((inner, outer));
        }
    }

    /// A straight line with flat ends.
    pub fn line(&mut self, from: Vec2, to: Vec2, width: f32, colour: Color) {
        let Some(along) = (to - from).try_normalize() else { return };
        let side = along.perp() * (width / 2.0);
        self.convex(&[from + side, to + side, to - side, from - side], colour);
    }

    /// A straight line with round ends.
    pub fn capsule(&mut self, from: Vec2, to: Vec2, width: f32, colour: Color) {
        let Some(along) = (to - from).try_normalize() else {
            self.disc(from, width / 2.0, colour);
            return;
        };
        let half = width / 2.0;
        let angle = along.x.atan2(along.y);
        let count = facets(half, PI).max(6);
        let cap = |centre: Vec2, start: f32| {
            (0..=count).map(move |i| on_circle(centre, half, start + PI * i as f32 / count as f32))
        };
        let outline: Vec<Vec2> =
            cap(to, angle - PI / 2.0).chain(cap(from, angle + PI / 2.0)).collect();
        self.convex(&outline, colour);
    }

    /// A line through points with round joins and ends. Where pieces overlap a translucent colour
    /// would show twice, so strokes want opaque ones.
    pub fn stroke(&mut self, points: &[Vec2], closed: bool, width: f32, colour: Color) {
        for (from, to) in sides(points, closed) {
            self.capsule(from, to, width, colour);
        }
    }

    /// A dashed line through points; dashes run on round corners. Starts with a dash.
    pub fn dashes(&mut self, points: &[Vec2], width: f32, dash: f32, gap: f32, colour: Color) {
        let mut along = 0.0;
        for (from, to) in sides(points, false) {
            let length = from.distance(to);
            let mut start = -(along % (dash + gap));
            while start < length {
                let (a, b) = (start.max(0.0), (start + dash).min(length));
                if b > a {
                    let at = |s: f32| from.lerp(to, s / length);
                    self.line(at(a), at(b), width, colour);
                }
                start += dash + gap;
            }
            along += length;
        }
    }

    /// The mesh of the sketch.
    pub fn mesh(self) -> Mesh {
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
            .with_inserted_attribute(
                Mesh::ATTRIBUTE_UV_0,
                vec![[0.0_f32, 0.0]; self.positions.len()],
            )
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.positions)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, self.colours)
            .with_inserted_indices(Indices::U32(self.indices))
    }
}

/// The corners of a rectangle, round about.
pub fn corners(rect: Rect) -> [Vec2; 4] {
    [rect.min, Vec2::new(rect.max.x, rect.min.y), rect.max, Vec2::new(rect.min.x, rect.max.y)]
}

/// The outline of a rectangle with round corners.
pub fn rounded_outline(rect: Rect, radius: f32) -> Vec<Vec2> {
    let radius = radius.min(rect.width() / 2.0).min(rect.height() / 2.0).max(0.0);
    if radius < 0.1 {
        return corners(rect).to_vec();
    }
    let count = facets(radius, PI / 2.0);
    let inner = Rect::from_corners(rect.min + radius, rect.max - radius);
    // Clockwise from the north-east corner, as the angles of `on_circle` run.
    let middles = [
        inner.max,
        Vec2::new(inner.max.x, inner.min.y),
        inner.min,
        Vec2::new(inner.min.x, inner.max.y),
    ];
    middles
        .into_iter()
        .enumerate()
        .flat_map(|(quarter, middle)| {
            (0..=count).map(move |i| {
                on_circle(middle, radius, PI / 2.0 * (quarter as f32 + i as f32 / count as f32))
            })
        })
        .collect()
}

/// The sides of a line through points.
pub fn sides(points: &[Vec2], closed: bool) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
    let back = match points {
        [first, .., last] if closed && points.len() > 2 => Some((*last, *first)),
        _ => None,
    };
    points.windows(2).map(|pair| (pair[0], pair[1])).chain(back)
}

fn linear(colour: Color) -> [f32; 4] {
    colour.to_linear().to_f32_array()
}

/// The colour with another share of it showing.
pub fn faded(colour: Color, alpha: f32) -> Color {
    colour.with_alpha(colour.alpha() * alpha)
}

/// A colour between two, in equal steps of light.
pub fn mixed(a: Color, b: Color, share: f32) -> Color {
    let (a, b) = (a.to_srgba(), b.to_srgba());
    let mix = |x: f32, y: f32| x + (y - x) * share;
    Color::srgba(
        mix(a.red, b.red),
        mix(a.green, b.green),
        mix(a.blue, b.blue),
        mix(a.alpha, b.alpha),
    )
}

/// The colour without its hue.
pub fn greyed(colour: Color) -> Color {
    let LinearRgba { red, green, blue, alpha } = colour.to_linear();
    let light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    Color::linear_rgba(light, light, light, alpha)
}

/// Cuts a simple polygon into triangles, ear by ear. What cannot be cut (a crossing outline) is
/// left out.
fn ears(outline: &[Vec2]) -> Vec<[Vec2; 3]> {
    let mut rest: Vec<Vec2> = outline.to_vec();
    if area(&rest) < 0.0 {
        rest.reverse();
    }
    let mut cut = Vec::with_capacity(rest.len().saturating_sub(2));
    while rest.len() > 3 {
        let count = rest.len();
        let ear = (0..count).find(|&i| {
            let (a, b, c) = (rest[(i + count - 1) % count], rest[i], rest[(i + 1) % count]);
            (b - a).perp_dot(c - b) > 0.0
                && !rest.iter().any(|p| *p != a && *p != b && *p != c && inside(*p, [a, b, c]))
        });
        let Some(i) = ear.or_else(|| flat(&rest)) else { return cut };
        cut.push([rest[(i + count - 1) % count], rest[i], rest[(i + 1) % count]]);
        rest.remove(i);
    }
    if let [a, b, c] = rest[..] {
        cut.push([a, b, c]);
    }
    cut
}

/// A corner that is none: its neighbours lie in line with it.
fn flat(rest: &[Vec2]) -> Option<usize> {
    let count = rest.len();
    (0..count).find(|&i| {
        let (a, b, c) = (rest[(i + count - 1) % count], rest[i], rest[(i + 1) % count]);
        (b - a).perp_dot(c - b).abs() < 1.0e-3
    })
}

/// Twice the area; positive when the outline runs anticlockwise.
fn area(outline: &[Vec2]) -> f32 {
    sides(outline, true).map(|(a, b)| a.perp_dot(b)).sum()
}

fn inside(point: Vec2, [a, b, c]: [Vec2; 3]) -> bool {
    let side = |from: Vec2, to: Vec2| (to - from).perp_dot(point - from);
    side(a, b) >= 0.0 && side(b, c) >= 0.0 && side(c, a) >= 0.0
}

/// Whether a place lies inside an outline.
pub fn holds(outline: &[Vec2], place: Vec2) -> bool {
    let mut within = false;
    for (a, b) in sides(outline, true) {
        if (a.y > place.y) != (b.y > place.y) {
            let x = a.x + (place.y - a.y) * (b.x - a.x) / (b.y - a.y);
            within ^= place.x < x;
        }
    }
    within
}

/// How far a place is from a stretch of line.
pub fn distance(place: Vec2, from: Vec2, to: Vec2) -> f32 {
    let along = to - from;
    let length = along.length_squared();
    let share =
        if length > 0.0 { ((place - from).dot(along) / length).clamp(0.0, 1.0) } else { 0.0 };
    place.distance(from + along * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covered(outline: &[Vec2]) -> f32 {
        ears(outline).iter().map(|t| area(t).abs() / 2.0).sum()
    }

    #[test]
    fn a_hollow_shape_is_cut_whole() {
        let points =
            [(0., 0.), (4., 0.), (4., 1.), (1., 1.), (1., 3.), (4., 3.), (4., 4.), (0., 4.)];
        let outline = points.map(|(x, y)| Vec2::new(x, y));
        assert_eq!(covered(&outline), 10.0);
        let mut backwards = outline;
        backwards.reverse();
        assert_eq!(covered(&backwards), 10.0);
    }

    #[test]
    fn corners_in_line_do_not_stop_the_cutting() {
        let points = [(0., 0.), (1., 0.), (2., 0.), (2., 2.), (1., 2.), (0., 2.)];
        assert_eq!(covered(&points.map(|(x, y)| Vec2::new(x, y))), 4.0);
    }

    #[test]
    fn angles_run_clockwise_from_north() {
        let near = |a: Vec2, b: Vec2| a.distance(b) < 1.0e-5;
        assert!(near(on_circle(Vec2::ZERO, 2.0, 0.0), Vec2::new(0.0, 2.0)));
        assert!(near(on_circle(Vec2::ZERO, 2.0, PI / 2.0), Vec2::new(2.0, 0.0)));
    }

    #[test]
    fn dashes_run_on_round_corners() {
        let mut sketch = Sketch::default();
        let points = [Vec2::ZERO, Vec2::new(3.0, 0.0), Vec2::new(3.0, 3.0)];
        sketch.dashes(&points, 1.0, 2.0, 2.0, Color::WHITE);
        // Dashes at 0 to 2 and 4 to 6 of a line of 6.
        assert_eq!(sketch.indices.len(), 2 * 6);
        let far = sketch.positions.iter().map(|p| p[1]).fold(0.0_f32, f32::max);
        assert_eq!(far, 3.0);
    }

    #[test]
    fn the_inside_of_a_hollow_shape_is_told() {
        let points = [(0., 0.), (4., 0.), (4., 4.), (2., 1.), (0., 4.)];
        let outline = points.map(|(x, y)| Vec2::new(x, y));
        assert!(holds(&outline, Vec2::new(0.5, 1.0)));
        assert!(!holds(&outline, Vec2::new(2.0, 3.0)));
        assert!(!holds(&outline, Vec2::new(5.0, 1.0)));
    }
}
