//! The eye over the table: wheel zooms at the pointer, dragging and keys pan, 0 fits the board.
//!
//! [`Eye`] is the truth; Bevy's camera follows it. The board can be neither lost nor shrunk to a
//! dot.

use super::pointer::Pointer;
use super::space::{CELL, board_rect};
use super::{ViewSet, keys_are_free};
use crate::battle::BattleMap;
use crate::table::BoardArea;
use bevy::input::mouse::{AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::{
    App, ButtonInput, Camera2d, Commands, Component, DetectChanges, IntoScheduleConfigs, KeyCode,
    Plugin, Projection, Query, Rect, Res, ResMut, Resource, Single, Startup, Time, Transform,
    Update, Vec2, Window, With, resource_exists,
};
use bevy::window::PrimaryWindow;

/// Zooming, panning and fitting.
pub struct CameraPlugin;

impl Plugin for CameraPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Eye>();
        app.add_systems(Startup, open_eye);
        app.add_systems(
            Update,
            (watch_window, zoom, pan_by_keys.run_if(keys_are_free))
                .chain()
                .in_set(ViewSet::Input)
                .run_if(resource_exists::<BattleMap>),
        );
        app.add_systems(Update, (glide, follow).chain().in_set(ViewSet::Show));
    }
}

/// The camera that looks at the board.
#[derive(Component)]
pub struct BoardCamera;

/// Smallest and largest side of a cell on the screen, in logical pixels. A large board may be
/// shown smaller so that it fits.
const CELL_PX: (f32, f32) = (18.0, 240.0);

/// Room around the board when it is fitted, in cells: the rim with the coordinates.
const MARGIN: f32 = 0.85;

/// Zoom of one notch of the wheel, and of one press of a key.
const NOTCH: f32 = 1.16;
const STEP: f32 = 1.35;

/// How long a glide to another view takes, in seconds.
const GLIDE_S: f32 = 0.18;

/// Where the camera looks, and how near.
#[derive(Resource, Clone, Debug)]
pub struct Eye {
    /// The place in the middle of the window.
    pub centre: Vec2,
    /// World units in one logical pixel.
    pub scale: f32,
    /// The window in logical pixels.
    pub window: Vec2,
    /// The part of it that shows the board.
    pub area: Rect,
    /// The board.
    pub board: Rect,
    /// The view that is shown is the fitted one, and stays so when the window changes.
    fitted: bool,
    glide: Option<Glide>,
}

#[derive(Copy, Clone, Debug)]
struct Glide {
    from: (Vec2, f32),
    to: (Vec2, f32),
    share: f32,
}

impl Default for Eye {
    fn default() -> Self {
        Self {
            centre: Vec2::ZERO,
            scale: 1.0,
            window: Vec2::new(1280.0, 720.0),
            area: Rect::from_corners(Vec2::ZERO, Vec2::new(1280.0, 720.0)),
            board: Rect::default(),
            fitted: true,
            glide: None,
        }
    }
}

impl Eye {
    /// The place of the world under a point of the window.
    pub fn to_world(&self, screen: Vec2) -> Vec2 {
        self.centre + down(screen - self.window / 2.0) * self.scale
    }

    /// The point of the window over a place of the world.
    pub fn to_screen(&self, world: Vec2) -> Vec2 {
        self.window / 2.0 + down(world - self.centre) / self.scale
    }

    /// Side of a cell on the screen, in logical pixels.
    pub fn cell_px(&self) -> f32 {
        CELL / self.scale
    }

    /// Whether it is on its way to another view.
    pub fn glides(&self) -> bool {
        self.glide.is_some()
    }

    /// Zooms so that the place under a point of the window stays there.
    pub fn zoom_at(&mut self, screen: Vec2, factor: f32) {
        let place = self.to_world(screen);
        self.scale = self.scale_within(self.scale / factor);
        self.centre = place - down(screen - self.window / 2.0) * self.scale;
        self.moved_by_hand();
    }

    /// Pans by so many logical pixels: the board moves with the pointer.
    pub fn pan(&mut self, pixels: Vec2) {
        self.centre -= down(pixels) * self.scale;
        self.moved_by_hand();
    }

    fn moved_by_hand(&mut self) {
        self.fitted = false;
        self.glide = None;
        self.centre = self.centre_within(self.centre, self.scale);
    }

    fn scale_within(&self, scale: f32) -> f32 {
        let widest = (CELL / CELL_PX.0).max(self.fit().1 * 1.15);
        scale.clamp(CELL / CELL_PX.1, widest)
    }

    /// The middle of the free part of the window always shows a place of the board.
    fn centre_within(&self, centre: Vec2, scale: f32) -> Vec2 {
        let off = down(self.area.center() - self.window / 2.0) * scale;
        let looked_at = centre + off;
        let inside = looked_at.clamp(self.board.min, self.board.max);
        inside - off
    }

    /// The view that shows the whole board.
    fn fit(&self) -> (Vec2, f32) {
        let margin = 2.0 * MARGIN * CELL;
        let size = self.board.size() + margin;
        let area = self.area.size().max(Vec2::splat(32.0));
        let scale = (size / area).max_element().max(CELL / CELL_PX.1);
        let off = down(self.area.center() - self.window / 2.0) * scale;
        (self.board.center() - off, scale)
    }

    /// Shows the whole board at once.
    fn snap(&mut self) {
        (self.centre, self.scale) = self.fit();
        self.glide = None;
        self.fitted = true;
    }

    fn glide_to(&mut self, to: (Vec2, f32)) {
        let from = (self.centre, self.scale);
        self.glide = Some(Glide { from, to, share: 0.0 });
    }

    /// Shows the whole board, gliding.
    pub fn show_all(&mut self) {
        self.glide_to(self.fit());
        self.fitted = true;
    }

    /// Zooms about the middle of the board's part of the window, gliding.
    fn step(&mut self, factor: f32) {
        let (centre, scale) = self.glide.map_or((self.centre, self.scale), |g| g.to);
        let new = self.scale_within(scale / factor);
        let off = down(self.area.center() - self.window / 2.0);
        let place = centre + off * scale;
        self.glide_to((self.centre_within(place - off * new, new), new));
        self.fitted = false;
    }

    /// Brings a place into view, if it is not.
    pub fn bring_into_view(&mut self, place: Vec2) {
        let (centre, scale) = self.glide.map_or((self.centre, self.scale), |g| g.to);
        let screen = self.window / 2.0 + down(place - centre) / scale;
        let margin = Vec2::splat(0.8 * CELL / scale).min(self.area.size() / 4.0);
        let inner = Rect::from_corners(self.area.min + margin, self.area.max - margin);
        if inner.contains(screen) {
            return;
        }
        let off = screen - screen.clamp(inner.min, inner.max);
        self.glide_to((self.centre_within(centre + down(off) * scale, scale), scale));
        self.fitted = false;
    }
}

/// From the window's y, which runs down, to the world's, and back.
fn down(v: Vec2) -> Vec2 {
    Vec2::new(v.x, -v.y)
}

fn open_eye(mut commands: Commands) {
    commands.spawn((Camera2d, BoardCamera));
}

/// Notices the size of the window, of the board's part of it and of the board. A new board is
/// shown whole, and a view that shows it whole goes on doing so.
fn watch_window(
    mut eye: ResMut<Eye>,
    area: Res<BoardArea>,
    map: Res<BattleMap>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
) {
    let Some(window) = window else { return };
    let size = Vec2::new(window.width(), window.height());
    let whole = Rect::from_corners(Vec2::ZERO, size);
    let free = area.0.map_or(whole, |part| part.intersect(whole));
    let free = if free.width() < 1.0 || free.height() < 1.0 { whole } else { free };
    let board = board_rect(map.map.width, map.map.height);
    if eye.window == size && eye.area == free && eye.board == board {
        return;
    }
    let other_board = eye.board != board;
    (eye.window, eye.area, eye.board) = (size, free, board);
    if other_board || eye.fitted {
        eye.snap();
    } else {
        eye.centre = eye.centre_within(eye.centre, eye.scale);
    }
}

fn zoom(mut eye: ResMut<Eye>, pointer: Res<Pointer>, scroll: Res<AccumulatedMouseScroll>) {
    if let Some((at, factor, by)) = pointer.pinch {
        eye.zoom_at(at, factor);
        eye.pan(by);
    }
    let Some(at) = pointer.screen.filter(|_| pointer.on_board && scroll.delta.y != 0.0) else {
        return;
    };
    let notches = match scroll.unit {
        MouseScrollUnit::Line => scroll.delta.y,
        MouseScrollUnit::Pixel => scroll.delta.y / 60.0,
    };
    eye.zoom_at(at, NOTCH.powf(notches.clamp(-4.0, 4.0)));
}

fn pan_by_keys(mut eye: ResMut<Eye>, keys: Res<ButtonInput<KeyCode>>, time: Res<Time>) {
    if keys.any_pressed([
        KeyCode::ControlLeft,
        KeyCode::ControlRight,
        KeyCode::SuperLeft,
        KeyCode::AltLeft,
        KeyCode::AltRight,
    ]) {
        return;
    }
    for key in keys.get_just_pressed() {
        match key {
            KeyCode::Equal | KeyCode::NumpadAdd => eye.step(STEP),
            KeyCode::Minus | KeyCode::NumpadSubtract => eye.step(1.0 / STEP),
            KeyCode::Digit0 | KeyCode::Numpad0 => eye.show_all(),
            _ => {}
        }
    }
    // A slow frame may see a quick hand press and release a key.
    let down = |codes: [KeyCode; 2]| keys.any_pressed(codes) || keys.any_just_pressed(codes);
    let held = |codes: [KeyCode; 2]| f32::from(u8::from(down(codes)));
    let way = Vec2::new(
        held([KeyCode::KeyA, KeyCode::ArrowLeft]) - held([KeyCode::KeyD, KeyCode::ArrowRight]),
        held([KeyCode::KeyW, KeyCode::ArrowUp]) - held([KeyCode::KeyS, KeyCode::ArrowDown]),
    );
    if way != Vec2::ZERO {
        // The first frame after a pause would be a leap.
        let seconds = time.delta_secs().min(0.05);
        let tapped = keys.get_just_pressed().any(|key| PANS.contains(key));
        eye.pan(way * if tapped { TAP_PX } else { 900.0 * seconds });
    }
}

/// Keys that pan as long as they are held.
pub fn pans(keys: &ButtonInput<KeyCode>) -> bool {
    keys.any_pressed(PANS)
}

const PANS: [KeyCode; 8] = [
    KeyCode::KeyA,
    KeyCode::KeyD,
    KeyCode::KeyW,
    KeyCode::KeyS,
    KeyCode::ArrowLeft,
    KeyCode::ArrowRight,
    KeyCode::ArrowUp,
    KeyCode::ArrowDown,
];

/// How far a tap on one of them pans, in logical pixels.
const TAP_PX: f32 = 56.0;

/// The ruler of a glide: fast at first, soft at the end.
fn glide(mut eye: ResMut<Eye>, time: Res<Time>) {
    let Some(mut glide) = eye.glide else { return };
    glide.share = (glide.share + time.delta_secs().min(0.05) / GLIDE_S).min(1.0);
    let eased = 1.0 - (1.0 - glide.share).powi(3);
    eye.centre = glide.from.0.lerp(glide.to.0, eased);
    eye.scale = glide.from.1 * (glide.to.1 / glide.from.1).powf(eased);
    eye.glide = (glide.share < 1.0).then_some(glide);
}

fn follow(eye: Res<Eye>, mut camera: Query<(&mut Transform, &mut Projection), With<BoardCamera>>) {
    if !eye.is_changed() {
        return;
    }
    for (mut transform, mut projection) in &mut camera {
        transform.translation.x = eye.centre.x;
        transform.translation.y = eye.centre.y;
        if let Projection::Orthographic(orthographic) = projection.as_mut() {
            orthographic.scale = eye.scale;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn eye() -> Eye {
        let mut eye = Eye { board: board_rect(40, 30), ..Eye::default() };
        eye.area = Rect::from_corners(Vec2::new(200.0, 50.0), Vec2::new(1000.0, 650.0));
        eye.snap();
        eye
    }

    #[test]
    fn window_and_world_are_each_other_s_way_back() {
        let eye = eye();
        let place = Vec2::new(777.0, -333.0);
        assert!(eye.to_world(eye.to_screen(place)).distance(place) < 0.01);
    }

    #[test]
    fn a_fitted_board_lies_in_its_part_of_the_window() {
        let eye = eye();
        let corner = |v: Vec2| eye.to_screen(v);
        let (a, b) = (eye.board.min, eye.board.max);
        for place in [a, b, Vec2::new(a.x, b.y), Vec2::new(b.x, a.y)] {
            assert!(eye.area.contains(corner(place)), "{place} at {}", corner(place));
        }
        let middle = corner(eye.board.center());
        assert!(middle.distance(eye.area.center()) < 0.5);
    }

    #[test]
    fn zooming_keeps_the_place_under_the_pointer() {
        let mut eye = eye();
        let at = Vec2::new(430.0, 300.0);
        let before = eye.to_world(at);
        eye.zoom_at(at, 1.5);
        assert!(eye.to_world(at).distance(before) < 0.1);
    }

    #[test]
    fn the_board_cannot_be_lost() {
        let mut eye = eye();
        for _ in 0..200 {
            eye.pan(Vec2::new(500.0, -700.0));
        }
        let middle = eye.to_world(eye.area.center());
        assert!(eye.board.min.x <= middle.x && middle.x <= eye.board.max.x);
        assert!(eye.board.min.y <= middle.y && middle.y <= eye.board.max.y);
        for _ in 0..200 {
            eye.zoom_at(eye.area.center(), 0.5);
        }
        assert!(eye.cell_px() > 5.0);
    }

    #[test]
    fn a_place_out_of_sight_is_brought_into_view() {
        let mut eye = eye();
        eye.zoom_at(eye.area.center(), 6.0);
        let far = eye.board.max - Vec2::splat(32.0);
        eye.bring_into_view(far);
        let Some(glide) = eye.glide else { panic!("no glide") };
        (eye.centre, eye.scale) = glide.to;
        assert!(eye.area.contains(eye.to_screen(far)));
    }
}
