//! Ground, painted by the program: one picture of [`TILE`] by [`TILE`] pixels for each kind of
//! ground and variant, and ragged edges where soft ground grows over hard.
//!
//! Only the finest grain is shared by all variants, so neighbours meet without a seam; what would
//! repeat visibly (cracks, blades, stones) differs from variant to variant and keeps off the
//! edges. The large stains that make a yard look like one place are laid over the whole board by
//! [`super::shade`].

use crate::data::map::{Map, Terrain};

/// Pixels of one side of a tile.
pub const TILE: usize = 64;

/// Variants of each ground.
pub const VARIANTS: u8 = 6;

/// How far soft ground grows over its neighbour, in pixels, at most.
const FRINGE: f32 = 13.0;

type Rgb = [f32; 3];

/// What the picture of a cell depends on. The neighbours are clockwise from north; only those
/// that grow over this cell are named.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Look {
    /// The ground of the cell.
    pub ground: Terrain,
    /// Which of its pictures.
    pub variant: u8,
    /// Softer ground around it.
    pub around: [Option<Terrain>; 8],
}

/// Columns and rows of the eight neighbours, clockwise from north, y south.
const AROUND: [(i32, i32); 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

impl Look {
    /// The look of a cell of a map.
    pub fn of(map: &Map, x: i32, y: i32) -> Self {
        let ground = map.ground(x, y);
        let variant = (hash(x, y, 77) % u32::from(VARIANTS)) as u8;
        let inside = |x: i32, y: i32| {
            (0..i32::from(map.width)).contains(&x) && (0..i32::from(map.height)).contains(&y)
        };
        let around = AROUND.map(|(dx, dy)| {
            let other = map.ground(x + dx, y + dy);
            (inside(x + dx, y + dy) && grows_over(other, ground)).then_some(other)
        });
        let mut look = Self { ground, variant, around };
        if around.iter().any(Option::is_some) {
            // Edges are varied enough by their shapes, and every look is a picture to be kept.
            look.variant %= 2;
        }
        look
    }

    /// The same ground without edges.
    pub fn plain(self) -> Self {
        Self { around: [None; 8], ..self }
    }
}

/// Softer ground lies over harder.
fn softness(ground: Terrain) -> u8 {
    match ground {
        Terrain::Grass => 4,
        Terrain::Sand => 3,
        Terrain::Rubble => 2,
        Terrain::Concrete | Terrain::Asphalt => 1,
        Terrain::Wood | Terrain::Tiles | Terrain::Water => 0,
    }
}

/// Whether the edge between two grounds is ragged, the first over the second. Built floors end
/// where their builder ended them; water has a shore all round.
fn grows_over(over: Terrain, under: Terrain) -> bool {
    let built = matches!(under, Terrain::Wood | Terrain::Tiles);
    let soft = softness(over) > 1 || under == Terrain::Water;
    soft && !built && softness(over) > softness(under)
}

/// The picture of a look, row by row from the top, four bytes a pixel.
pub fn paint(look: Look) -> Vec<u8> {
    let base = ground(look.ground, look.variant);
    let softer: Vec<(Terrain, Vec<Rgb>)> = {
        let mut kinds: Vec<Terrain> = look.around.iter().flatten().copied().collect();
        kinds.sort_by_key(|t| softness(*t));
        kinds.dedup();
        kinds.into_iter().map(|kind| (kind, ground(kind, look.variant))).collect()
    };
    let mut bytes = Vec::with_capacity(TILE * TILE * 4);
    for y in 0..TILE {
        for x in 0..TILE {
            let i = y * TILE + x;
            let mut colour = base[i];
            for (kind, picture) in &softer {
                let near = edge(look, *kind, x, y);
                // A ragged fringe with a dark rim: the soft ground stands a little higher.
                let ragged = FRINGE * (0.25 + 0.75 * grain(x, y, 8, 5));
                if near < ragged {
                    colour = picture[i];
                } else if near < ragged + 2.5 {
                    colour = scaled(colour, 0.72);
                } else if look.ground == Terrain::Water && near < ragged + 5.0 {
                    colour = colour.map(|c| c + 0.10);
                }
            }
            bytes.extend(colour.map(|c| (c.clamp(0.0, 1.0) * 255.0) as u8));
            bytes.push(255);
        }
    }
    bytes
}

/// How far a pixel is from the nearest neighbour of a kind.
fn edge(look: Look, kind: Terrain, x: usize, y: usize) -> f32 {
    let (x, y, side) = (x as f32 + 0.5, y as f32 + 0.5, TILE as f32);
    let gap = |d: i32, at: f32| match d {
        0 => 0.0,
        1 => side - at,
        _ => at,
    };
    let mut least = f32::MAX;
    for (around, (dx, dy)) in look.around.iter().zip(AROUND) {
        if *around == Some(kind) {
            least = least.min(gap(dx, x).hypot(gap(dy, y)));
        }
    }
    least
}

/// A well mixed number from a place.
pub fn hash(x: i32, y: i32, seed: u32) -> u32 {
    let mut h = (x as u32).wrapping_mul(0x9E37_79B1)
        ^ (y as u32).wrapping_mul(0x85EB_CA77)
        ^ seed.wrapping_mul(0xC2B2_AE3D);
    for factor in [0x2C1B_3C6D_u32, 0x297A_2D39] {
        h = (h ^ (h >> 15)).wrapping_mul(factor);
    }
    h ^ (h >> 16)
}

/// 0 to 1 from a place.
pub fn chance(x: i32, y: i32, seed: u32) -> f32 {
    hash(x, y, seed) as f32 / u32::MAX as f32
}

/// Smooth noise of 0 to 1 that repeats with the tile: one value every `step` pixels.
fn grain(x: usize, y: usize, step: usize, seed: u32) -> f32 {
    let count = (TILE / step) as i32;
    let (fx, fy) = (x as f32 / step as f32, y as f32 / step as f32);
    smooth(fx, fy, |cx, cy| chance(cx.rem_euclid(count), cy.rem_euclid(count), seed))
}

/// Smooth noise from values at whole places.
pub fn smooth(x: f32, y: f32, value: impl Fn(i32, i32) -> f32) -> f32 {
    let (x0, y0) = (x.floor(), y.floor());
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let (tx, ty) = (ease(x - x0), ease(y - y0));
    let (cx, cy) = (x0 as i32, y0 as i32);
    let row = |dy: i32| value(cx, cy + dy) * (1.0 - tx) + value(cx + 1, cy + dy) * tx;
    row(0) * (1.0 - ty) + row(1) * ty
}

fn rgb(hex: u32) -> Rgb {
    [16, 8, 0].map(|shift| (hex >> shift & 0xFF) as f32 / 255.0)
}

fn scaled(colour: Rgb, factor: f32) -> Rgb {
    colour.map(|c| c * factor)
}

/// A picture being painted.
struct Canvas {
    pixels: Vec<Rgb>,
    seed: u32,
    drawn: u32,
}

impl Canvas {
    fn new(seed: u32, colour: impl Fn(usize, usize) -> Rgb) -> Self {
        let pixels = (0..TILE * TILE).map(|i| colour(i % TILE, i / TILE)).collect();
        Self { pixels, seed, drawn: 0 }
    }

    /// The next number of 0 to 1 of this picture.
    fn draw(&mut self) -> f32 {
        self.drawn += 1;
        chance(self.drawn as i32, 0, self.seed)
    }

    fn draw_in(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.draw()
    }

    /// Lays a colour over a pixel; what is off the tile comes in again at the other side.
    fn dab(&mut self, x: f32, y: f32, colour: Rgb, strength: f32) {
        let wrap = |v: f32| (v.floor() as i32).rem_euclid(TILE as i32) as usize;
        let pixel = &mut self.pixels[wrap(y) * TILE + wrap(x)];
        for (p, c) in pixel.iter_mut().zip(colour) {
            *p += (c - *p) * strength;
        }
    }

    /// A thin line of some strokes' length that wanders.
    fn crack(&mut self, length: usize, colour: Rgb, strength: f32) {
        let (mut x, mut y) = (self.draw_in(12.0, 52.0), self.draw_in(12.0, 52.0));
        let mut heading = self.draw_in(0.0, std::f32::consts::TAU);
        for _ in 0..length {
            self.dab(x, y, colour, strength);
            heading += self.draw_in(-0.6, 0.6);
            x += heading.cos();
            y += heading.sin();
            if !(3.0..61.0).contains(&x) || !(3.0..61.0).contains(&y) {
                break;
            }
        }
    }

    /// A blade of grass, a scratch: a straight stroke that fades.
    fn stroke(&mut self, length: f32, slant: f32, colour: Rgb, strength: f32) {
        let (x, y) = (self.draw_in(0.0, 64.0), self.draw_in(0.0, 64.0));
        let steps = length.ceil() as usize;
        for i in 0..steps {
            let share = i as f32 / steps as f32;
            let fade = strength * (1.0 - 0.6 * share);
            self.dab(x + slant * share * length, y - share * length, colour, fade);
        }
    }

    /// A stone: lit from the north-west, with its shadow to the south-east.
    fn stone(&mut self, radius: f32, colour: Rgb) {
        let margin = radius + 2.0;
        let (cx, cy) = (self.draw_in(margin, 64.0 - margin), self.draw_in(margin, 64.0 - margin));
        let squash = self.draw_in(0.7, 1.0);
        let reach = radius.ceil() as i32 + 2;
        for dy in -reach..=reach {
            for dx in -reach..=reach {
                let (fx, fy) = (dx as f32, dy as f32 / squash);
                let bumpy = radius * (0.85 + 0.25 * chance(dx / 2, dy / 2, self.seed));
                let away = fx.hypot(fy);
                let (x, y) = (cx + dx as f32, cy + dy as f32);
                if away <= bumpy {
                    let light = 1.0 - 0.28 * (fx + fy) / radius.max(1.0);
                    self.dab(x, y, scaled(colour, light), 1.0);
                } else if (fx - 1.0).hypot(fy - 1.5) <= bumpy {
                    self.dab(x, y, [0.05, 0.05, 0.06], 0.45);
                }
            }
        }
    }
}

/// The ground of a cell that has no edges.
fn ground(kind: Terrain, variant: u8) -> Vec<Rgb> {
    let seed = 1000 * (kind as u32 + 1) + u32::from(variant);
    let canvas = match kind {
        Terrain::Concrete => concrete(seed, variant),
        Terrain::Asphalt => asphalt(seed, variant),
        Terrain::Grass => grass(seed),
        Terrain::Sand => sand(seed),
        Terrain::Water => water(seed),
        Terrain::Wood => wood(seed),
        Terrain::Rubble => rubble(seed),
        Terrain::Tiles => tiles(seed),
    };
    canvas.pixels
}

/// The grain that all variants of a ground share: fine and a little coarser.
fn speckle(x: usize, y: usize, seed: u32, fine: f32, coarse: f32) -> f32 {
    let point = chance(x as i32, y as i32, seed) - 0.5;
    let patch = grain(x, y, 4, seed + 1) - 0.5;
    1.0 + fine * point + coarse * patch
}

fn concrete(seed: u32, variant: u8) -> Canvas {
    let base = rgb(0x70_767D);
    let mut canvas = Canvas::new(seed, |x, y| scaled(base, speckle(x, y, 11, 0.07, 0.06)));
    for _ in 0..14 {
        let (x, y) = (canvas.draw_in(0.0, 64.0), canvas.draw_in(0.0, 64.0));
        canvas.dab(x, y, rgb(0x55_5B61), 0.7);
        canvas.dab(x + 1.0, y + 1.0, rgb(0x8B_9198), 0.5);
    }
    if variant == 1 || variant == 4 {
        canvas.crack(50, rgb(0x3E_4348), 0.70);
        canvas.crack(18, rgb(0x3E_4348), 0.55);
    }
    if variant == 5 {
        blotch(&mut canvas, rgb(0x4A_4E52), 11.0);
    }
    canvas
}

/// A soft stain.
fn blotch(canvas: &mut Canvas, colour: Rgb, radius: f32) {
    let (cx, cy) = (canvas.draw_in(22.0, 42.0), canvas.draw_in(22.0, 42.0));
    let reach = radius.ceil() as i32;
    for dy in -reach..=reach {
        for dx in -reach..=reach {
            let away = (dx as f32).hypot(dy as f32) / radius;
            if away < 1.0 {
                canvas.dab(cx + dx as f32, cy + dy as f32, colour, 0.45 * (1.0 - away));
            }
        }
    }
}

fn asphalt(seed: u32, variant: u8) -> Canvas {
    let base = rgb(0x4C_5157);
    let mut canvas = Canvas::new(seed, |x, y| scaled(base, speckle(x, y, 21, 0.20, 0.06)));
    for _ in 0..26 {
        let (x, y) = (canvas.draw_in(0.0, 64.0), canvas.draw_in(0.0, 64.0));
        canvas.dab(x, y, rgb(0x7A_8087), 0.55);
    }
    if variant % 3 == 2 {
        canvas.crack(60, rgb(0x2C_3034), 0.8);
    }
    canvas
}

fn grass(seed: u32) -> Canvas {
    let base = rgb(0x4A_6B3C);
    let mut canvas = Canvas::new(seed, |x, y| scaled(base, speckle(x, y, 31, 0.14, 0.16)));
    let shades = [0x3A_5630, 0x5C_8047, 0x6B_9150, 0x44_6437, 0x7A_9C58].map(rgb);
    for i in 0..150 {
        let length = canvas.draw_in(4.0, 9.0);
        let slant = canvas.draw_in(-0.5, 0.5);
        canvas.stroke(length, slant, shades[i % shades.len()], 0.62);
    }
    canvas
}

fn sand(seed: u32) -> Canvas {
    let base = rgb(0xA2_9068);
    let mut canvas = Canvas::new(seed, |x, y| {
        // Whole waves across the tile, so that ripples run on into the next one.
        let bend = 3.0 * (grain(x, y, 16, 42) - 0.5);
        let phase = (y as f32 + 2.0 * bend) / TILE as f32 * 5.0 * std::f32::consts::TAU;
        scaled(base, speckle(x, y, 41, 0.09, 0.04) + 0.035 * phase.sin())
    });
    for i in 0..22 {
        let (x, y) = (canvas.draw_in(0.0, 64.0), canvas.draw_in(0.0, 64.0));
        canvas.dab(x, y, rgb([0x7C_6C4C, 0xC2_B086][i % 2]), 0.6);
    }
    canvas
}

fn water(seed: u32) -> Canvas {
    let base = rgb(0x2B_5878);
    let mut canvas = Canvas::new(seed, |x, y| {
        let swell = grain(x, y, 16, 51) * 0.6 + grain(x, y, 8, 52) * 0.4;
        scaled(base, 0.86 + 0.28 * swell)
    });
    for _ in 0..7 {
        let (x, y) = (canvas.draw_in(6.0, 50.0), canvas.draw_in(6.0, 58.0));
        let length = canvas.draw_in(5.0, 12.0);
        for i in 0..length as usize {
            let share = i as f32 / length;
            let lift = (share * std::f32::consts::PI).sin() * 2.0;
            canvas.dab(
                x + i as f32,
                y - lift,
                rgb(0x8F_BFD8),
                0.5 * (share * std::f32::consts::PI).sin(),
            );
        }
    }
    canvas
}

fn wood(seed: u32) -> Canvas {
    let base = rgb(0x8A_6844);
    let tone = |plank: usize| 0.86 + 0.24 * chance(plank as i32, 3, seed);
    let joint = |plank: usize| (chance(plank as i32, 9, seed) * 64.0) as usize;
    Canvas::new(seed, |x, y| {
        let plank = y / 16;
        // Grain runs along the plank: much longer than wide.
        let fibre = chance((x / 9) as i32, y as i32, seed + 7) - 0.5;
        let knot = grain(x, (y * 3) % TILE, 8, 61) - 0.5;
        let mut light = tone(plank) * (1.0 + 0.09 * fibre + 0.10 * knot);
        if y % 16 == 0 {
            light *= 0.48;
        } else if y % 16 == 1 {
            light *= 1.14;
        }
        if chance(plank as i32, 5, seed) > 0.45 && x == joint(plank) {
            light *= 0.5;
        }
        scaled(base, light)
    })
}

fn rubble(seed: u32) -> Canvas {
    let base = rgb(0x59_544D);
    let mut canvas = Canvas::new(seed, |x, y| scaled(base, speckle(x, y, 71, 0.24, 0.18)));
    let shades = [0x7C_766C, 0x8D_8479, 0x6A_645C, 0x96_7B66].map(rgb);
    for i in 0..22 {
        let radius = canvas.draw_in(1.2, 3.2) + if i % 6 == 0 { 2.6 } else { 0.0 };
        canvas.stone(radius, shades[i % shades.len()]);
    }
    canvas
}

fn tiles(seed: u32) -> Canvas {
    let base = rgb(0x86_8E93);
    Canvas::new(seed, |x, y| {
        let (column, row) = (x / 32, y / 32);
        let tone = 0.93 + 0.12 * chance(column as i32, row as i32, seed);
        let (ix, iy) = (x % 32, y % 32);
        let light = match (ix.min(iy), ix.max(iy)) {
            (0, _) => 0.62,
            (1, _) => 1.10,
            (_, 31) => 0.86,
            _ => 1.0,
        };
        scaled(base, tone * light * speckle(x, y, 81, 0.04, 0.04))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Terrain; 8] = [
        Terrain::Concrete,
        Terrain::Asphalt,
        Terrain::Grass,
        Terrain::Sand,
        Terrain::Water,
        Terrain::Wood,
        Terrain::Rubble,
        Terrain::Tiles,
    ];

    fn plain(ground: Terrain, variant: u8) -> Vec<u8> {
        paint(Look { ground, variant, around: [None; 8] })
    }

    fn mean(bytes: &[u8]) -> [f32; 3] {
        let mut sum = [0.0; 3];
        for pixel in bytes.chunks(4) {
            for (s, p) in sum.iter_mut().zip(pixel) {
                *s += f32::from(*p);
            }
        }
        sum.map(|s| s / (TILE * TILE) as f32)
    }

    #[test]
    fn variants_differ_in_the_small_and_agree_in_the_large() {
        for ground in ALL {
            let pictures: Vec<Vec<u8>> = (0..VARIANTS).map(|v| plain(ground, v)).collect();
            let first = mean(&pictures[0]);
            for (i, picture) in pictures.iter().enumerate().skip(1) {
                assert_ne!(picture, &pictures[0], "{ground:?} {i}");
                for (a, b) in first.iter().zip(mean(picture)) {
                    assert!((a - b).abs() < 9.0, "{ground:?} {i}: {first:?}");
                }
            }
        }
    }

    #[test]
    fn grounds_are_told_apart() {
        for (i, a) in ALL.iter().enumerate() {
            for b in &ALL[i + 1..] {
                let (x, y) = (mean(&plain(*a, 0)), mean(&plain(*b, 0)));
                let apart: f32 = x.iter().zip(y).map(|(p, q)| (p - q).abs()).sum();
                assert!(apart > 25.0, "{a:?} and {b:?}: {x:?} {y:?}");
            }
        }
    }

    #[test]
    fn grass_grows_over_the_edge_and_no_farther() {
        let mut around = [None; 8];
        around[0] = Some(Terrain::Grass);
        let look = Look { ground: Terrain::Concrete, variant: 0, around };
        let (edged, bare) = (paint(look), paint(look.plain()));
        let row = |picture: &[u8], y: usize| picture[y * TILE * 4..(y + 1) * TILE * 4].to_vec();
        assert_ne!(row(&edged, 0), row(&bare, 0));
        assert_eq!(row(&edged, 40), row(&bare, 40));
    }
}
