//! Shadows and stains: one soft picture over the whole ground.
//!
//! Light falls from the north-west. What stands high throws a long shadow, what is low a short
//! one; both are blurred. The same picture carries large faint stains, so that a yard does not
//! look like a spreadsheet.

use super::props;
use super::sketch::{distance, holds, sides};
use super::terrain::{chance, smooth};
use crate::data::map::Map;
use bevy::asset::RenderAssetUsages;
use bevy::image::Image;
use bevy::math::Vec2;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

/// Most pixels of the picture; large maps get a coarser one.
const PIXELS_MAX: usize = 3_000_000;

/// Length of the shadow of a tall and of a low thing, in cells.
const TALL: f32 = 0.34;
const LOW: f32 = 0.11;

/// How dark shadows and stains are.
const DARKEST: f32 = 0.58;
const STAIN: f32 = 0.17;

/// A grid of grey values.
struct Mask {
    width: usize,
    height: usize,
    values: Vec<f32>,
}

/// The picture for a map with these doors open.
pub fn picture(map: &Map, open: &[u16]) -> Image {
    let (columns, rows) = (usize::from(map.width), usize::from(map.height));
    let finest = ((PIXELS_MAX / (columns * rows).max(1)) as f32).sqrt() as usize;
    let pitch = finest.clamp(4, 20);
    let mut mask = Mask::new(columns * pitch, rows * pitch);
    for (i, prop) in map.props.iter().enumerate() {
        let is_open = open.contains(&(i as u16));
        if let Some(body) = props::body(prop, is_open) {
            let length = if body.tall { TALL } else { LOW };
            mask.throw(&body, length, pitch as f32);
        }
    }
    let radius = (pitch as f32 * 0.11).round().max(1.0) as usize;
    mask.blur(radius);
    mask.blur(radius);
    let mut bytes = Vec::with_capacity(mask.values.len() * 4);
    for (i, shadow) in mask.values.iter().enumerate() {
        let (x, y) = (i % mask.width, i / mask.width);
        let cell = Vec2::new(x as f32, y as f32) / pitch as f32;
        let stain = STAIN * stains(cell);
        let dark = 1.0 - (1.0 - DARKEST * shadow) * (1.0 - stain);
        bytes.extend([4, 6, 10, (dark * 255.0) as u8]);
    }
    Image::new(
        Extent3d { width: mask.width as u32, height: mask.height as u32, depth_or_array_layers: 1 },
        TextureDimension::D2,
        bytes,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::RENDER_WORLD,
    )
}

/// Large faint patches, from 0 to 1.
fn stains(cell: Vec2) -> f32 {
    let layer =
        |size: f32, seed: u32| smooth(cell.x / size, cell.y / size, |x, y| chance(x, y, seed));
    (0.5 * layer(5.3, 91) + 0.32 * layer(2.1, 92) + 0.18 * layer(0.7, 93)).clamp(0.0, 1.0)
}

impl Mask {
    fn new(width: usize, height: usize) -> Self {
        Self { width, height, values: vec![0.0; width * height] }
    }

    /// Marks a body and the stretch of ground that it shades.
    fn throw(&mut self, body: &props::Body, length: f32, pitch: f32) {
        let map: Vec<Vec2> = body.outline.iter().map(|p| *p * pitch).collect();
        let half = body.half_width * pitch;
        let steps = (length * pitch / 1.5).ceil().max(1.0) as usize;
        for step in 0..=steps {
            let shift = Vec2::new(1.0, 1.25) * (length * pitch * step as f32 / steps as f32);
            let moved: Vec<Vec2> = map.iter().map(|p| *p + shift).collect();
            self.fill(&moved, body.closed, half);
        }
    }

    fn fill(&mut self, outline: &[Vec2], closed: bool, half: f32) {
        let low = outline.iter().copied().reduce(Vec2::min).unwrap_or_default() - half;
        let high = outline.iter().copied().reduce(Vec2::max).unwrap_or_default() + half;
        let clip = |v: f32, most: usize| v.clamp(0.0, most as f32) as usize;
        for y in clip(low.y, self.height)..clip(high.y + 1.0, self.height) {
            for x in clip(low.x, self.width)..clip(high.x + 1.0, self.width) {
                let place = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
                let on = (closed && holds(outline, place))
                    || sides(outline, closed).any(|(a, b)| distance(place, a, b) <= half);
                if on {
                    self.values[y * self.width + x] = 1.0;
                }
            }
        }
    }

    /// A box blur along rows and then along columns.
    fn blur(&mut self, radius: usize) {
        let (width, height) = (self.width, self.height);
        for y in 0..height {
            self.blur_run(y * width, 1, width, radius);
        }
        for x in 0..width {
            self.blur_run(x, width, height, radius);
        }
    }

    fn blur_run(&mut self, start: usize, stride: usize, count: usize, radius: usize) {
        let line: Vec<f32> = (0..count).map(|i| self.values[start + i * stride]).collect();
        let span = (2 * radius + 1) as f32;
        let at = |i: isize| line[i.clamp(0, count as isize - 1) as usize];
        let reach = radius as isize;
        let mut sum: f32 = (-reach..=reach).map(at).sum();
        for i in 0..count {
            self.values[start + i * stride] = sum / span;
            sum += at(i as isize + reach + 1) - at(i as isize - reach);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blur_keeps_what_there_is() {
        let mut mask = Mask::new(9, 7);
        mask.values[3 * 9 + 4] = 1.0;
        mask.blur(1);
        let sum: f32 = mask.values.iter().sum();
        assert!((sum - 1.0).abs() < 1.0e-4);
        assert!((mask.values[2 * 9 + 3] - 1.0 / 9.0).abs() < 1.0e-4);
    }
}
