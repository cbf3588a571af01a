//! Where the pointer is, by mouse or by finger, and whether the board may listen to it.
//!
//! The panels come first: what they want never reaches the board. A press that began on the board
//! stays with the board until it ends.

use super::ViewSet;
use super::camera::Eye;
use super::space::cell_at;
use crate::battle::BattleMap;
use crate::rules::grid::CellPos;
use crate::table::Table;
use bevy::input::touch::Touches;
use bevy::prelude::{
    App, ButtonInput, DetectChangesMut, IntoScheduleConfigs, MouseButton, Plugin, Res, ResMut,
    Resource, Single, Update, Vec2, Window, With, resource_exists,
};
use bevy::window::PrimaryWindow;
use bevy_egui::input::EguiWantsInput;

/// The pointer over the board.
pub struct PointerPlugin;

impl Plugin for PointerPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Pointer>();
        app.init_resource::<Touches>();
        app.add_systems(Update, look.in_set(ViewSet::Pointer).run_if(resource_exists::<BattleMap>));
    }
}

/// The pointer in this frame.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Pointer {
    /// Where it is in the window.
    pub screen: Option<Vec2>,
    /// Where it is in the world.
    pub world: Vec2,
    /// The cell under it, on the board.
    pub cell: Option<CellPos>,
    /// It is over the board's part of the window and no panel wants it.
    pub on_board: bool,
    /// It was pressed in this frame: left button or first finger.
    pub pressed: bool,
    /// It was let go in this frame.
    pub released: bool,
    /// It is held down.
    pub held: bool,
    /// The way it went since the last frame, in logical pixels.
    pub moved: Vec2,
    /// Two fingers: their middle, by how much they spread, and the way of the middle.
    pub pinch: Option<(Vec2, f32, Vec2)>,
}

fn look(
    mut pointer: ResMut<Pointer>,
    mut table: ResMut<Table>,
    eye: Res<Eye>,
    map: Res<BattleMap>,
    buttons: Res<ButtonInput<MouseButton>>,
    touches: Res<Touches>,
    wants: Option<Res<EguiWantsInput>>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
) {
    let mut now = Pointer::default();
    let mouse = window.and_then(|w| w.cursor_position());
    let finger = touches.iter().next();
    let lifted = touches.iter_just_released().next();
    now.screen = finger.or(lifted).map(bevy::input::touch::Touch::position).or(mouse);
    if touches.iter().count() == 2 {
        now.pinch = pinch(&touches);
    } else {
        now.pressed = buttons.just_pressed(MouseButton::Left)
            || finger.is_some_and(|f| touches.just_pressed(f.id()));
        now.released =
            buttons.just_released(MouseButton::Left) || (lifted.is_some() && finger.is_none());
        now.held = buttons.pressed(MouseButton::Left) || finger.is_some();
    }
    if let Some(screen) = now.screen {
        let panels = wants.is_some_and(|w| w.wants_any_pointer_input());
        now.world = eye.to_world(screen);
        now.on_board = !panels && eye.area.contains(screen);
        now.cell = Some(cell_at(now.world)).filter(|cell| map.board.contains(*cell));
        now.moved = pointer.screen.map_or(Vec2::ZERO, |before| screen - before);
        if now.pressed && finger.is_some() {
            // A finger was nowhere before it came down.
            now.moved = Vec2::ZERO;
        }
    }
    let hovered = now.cell.filter(|_| now.on_board);
    if table.hovered != hovered {
        table.hovered = hovered;
    }
    pointer.set_if_neq(now);
}

fn pinch(touches: &Touches) -> Option<(Vec2, f32, Vec2)> {
    let mut two = touches.iter();
    let (a, b) = (two.next()?, two.next()?);
    let now = a.position().distance(b.position()).max(1.0);
    let before = a.previous_position().distance(b.previous_position()).max(1.0);
    let middle = (a.position() + b.position()) / 2.0;
    let way = middle - (a.previous_position() + b.previous_position()) / 2.0;
    Some((middle, now / before, way))
}
