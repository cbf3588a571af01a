//! Words on the board. Glyphs are always made for the size in which they are seen, so they are
//! sharp at any zoom; sizes come in steps, so that few of them are ever made.

use super::ViewSet;
use super::camera::Eye;
use super::sketch::Sketch;
use super::theme::Paint;
use crate::table::Looks;
use bevy::prelude::{
    Added, App, Assets, Changed, Children, Color, Commands, Component, DetectChanges,
    DetectChangesMut, Entity, FontSize, IntoScheduleConfigs, Mesh, Mesh2d, MeshMaterial2d, Or,
    Plugin, Query, Rect, Ref, Res, ResMut, Text2d, TextFont, Transform, Update, Vec2, Visibility,
    With,
};
use bevy::sprite::Anchor;
use bevy::text::TextLayoutInfo;

/// Labels and their plates.
pub struct LabelPlugin;

impl Plugin for LabelPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, (fit, plate).chain().in_set(ViewSet::Label));
    }
}

/// How large a label is.
#[derive(Component, Copy, Clone, Debug, PartialEq)]
pub enum Label {
    /// As part of the board: height of the letters in world units.
    OnBoard(f32),
    /// As part of the screen: height of the letters in logical pixels.
    OnScreen(f32),
    /// As part of the board, but never smaller than so many pixels: (units, least pixels).
    AtLeast(f32, f32),
}

/// Shown only while a cell is at least so many logical pixels wide.
#[derive(Component, Copy, Clone, Debug)]
pub struct ShownFrom(pub f32);

/// A dark plate behind the words, with so much room around them, in pixels of the letters.
#[derive(Component, Copy, Clone, Debug)]
pub struct Plate {
    /// Its colour.
    pub colour: Color,
    /// Room at the sides and above and below.
    pub room: Vec2,
}

/// The mesh of a plate.
#[derive(Component)]
pub struct PlateOf;

/// Sizes in which glyphs are made.
const SIZES: [f32; 17] = [
    7.0, 8.0, 9.5, 11.0, 13.0, 15.0, 17.0, 20.0, 23.0, 27.0, 32.0, 38.0, 45.0, 54.0, 64.0, 76.0,
    90.0,
];

/// The size in which glyphs of so many pixels are made: the next larger one.
fn made_at(pixels: f32) -> f32 {
    SIZES.into_iter().find(|size| *size >= pixels - 0.01).unwrap_or(SIZES[SIZES.len() - 1])
}

impl Label {
    /// Height of the letters in logical pixels at a zoom, where the program is so many times as
    /// large as usual. What is part of the board grows with the board alone.
    fn pixels(self, scale: f32, looks: f32) -> f32 {
        match self {
            Self::OnBoard(units) => units / scale,
            Self::OnScreen(pixels) => pixels * looks,
            Self::AtLeast(units, least) => (units / scale).max(least * looks),
        }
    }
}

type Fresh = Or<(Added<Label>, Changed<Label>)>;

fn fit(
    eye: Res<Eye>,
    looks: Res<Looks>,
    mut labels: Query<(
        Ref<Label>,
        &mut TextFont,
        &mut Transform,
        Option<&ShownFrom>,
        Option<&mut Visibility>,
    )>,
    fresh: Query<(), Fresh>,
) {
    if !eye.is_changed() && !looks.is_changed() && fresh.is_empty() {
        return;
    }
    for (label, mut font, mut transform, from, visibility) in &mut labels {
        let pixels = label.pixels(eye.scale, looks.scale());
        let made = FontSize::Px(made_at(pixels));
        if font.font_size != made {
            font.font_size = made;
        }
        let scale = pixels * eye.scale / made_at(pixels);
        if (transform.scale.x - scale).abs() > 1.0e-5 {
            transform.scale = bevy::math::Vec3::new(scale, scale, 1.0);
        }
        if let (Some(from), Some(mut visibility)) = (from, visibility) {
            let shown = eye.cell_px() >= from.0;
            visibility.set_if_neq(if shown { Visibility::Inherited } else { Visibility::Hidden });
        }
    }
}

/// Words with plates that came or changed: they are measured after the frame, so their plates need
/// one more.
pub type Unmeasured = (With<Plate>, Or<(Changed<Text2d>, Changed<TextFont>)>);

/// Draws the plates anew where the words have changed.
fn plate(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    paint: Res<Paint>,
    labels: Query<
        (Entity, &TextLayoutInfo, &Plate, Option<&Anchor>, Option<&Children>),
        Changed<TextLayoutInfo>,
    >,
    mut plates: Query<&mut Mesh2d, With<PlateOf>>,
) {
    for (entity, layout, plate, anchor, children) in &labels {
        if layout.size.x <= 0.0 {
            continue;
        }
        let anchor = anchor.copied().unwrap_or(Anchor::CENTER).as_vec();
        let middle = -anchor * layout.size;
        let rect = Rect::from_center_size(middle, layout.size + 2.0 * plate.room);
        let mut sketch = Sketch::default();
        let radius = (rect.height() / 2.0).min(6.0 + plate.room.y);
        sketch.rounded(rect, radius, plate.colour);
        let mesh = meshes.add(sketch.mesh());
        let known = children.into_iter().flatten().find(|child| plates.contains(**child)).copied();
        if let Some(mut shown) = known.and_then(|child| plates.get_mut(child).ok()) {
            shown.0 = mesh;
        } else {
            let behind = Transform::from_xyz(0.0, 0.0, -0.1);
            let one = (PlateOf, Mesh2d(mesh), MeshMaterial2d(paint.plain.clone()), behind);
            commands.entity(entity).with_child(one);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_are_never_blown_up_and_hardly_shrunk() {
        for tenth in 70..900 {
            let pixels = tenth as f32 / 10.0;
            let made = made_at(pixels);
            assert!(made >= pixels - 0.02, "{pixels} from {made}");
            assert!(made / pixels < 1.25, "{pixels} from {made}");
        }
        assert_eq!(made_at(500.0), 90.0);
    }

    #[test]
    fn a_label_keeps_its_size_on_board_or_screen() {
        assert_eq!(Label::OnBoard(20.0).pixels(2.0, 1.5), 10.0);
        assert_eq!(Label::OnScreen(20.0).pixels(2.0, 1.5), 30.0);
        assert_eq!(Label::AtLeast(20.0, 12.0).pixels(2.0, 1.5), 18.0);
    }
}
