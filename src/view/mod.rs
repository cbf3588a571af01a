//! The board in the window.
//!
//! Reads the fight and the [`Table`](crate::table::Table), draws, and leaves
//! [`Wish`](crate::table::Wish)es; decides no rule. One file is one plugin:
//!
//! | file | what |
//! | --- | --- |
//! | [`camera`] | zooming, panning, fitting |
//! | [`pointer`] | mouse and fingers, and whether the board may listen |
//! | [`board`] | ground, grid, coordinates, everything that stands on the map |
//! | [`token`] | the fighters |
//! | [`label`] | words on the board that stay readable at any zoom |
//!
//! Without a plugin of their own: [`space`] (cells and world), [`sketch`] (lines and fills),
//! [`rings`] (what a token is drawn with), [`terrain`], [`shade`] and [`props`] (pictures of ground, shadows and things), [`theme`].

pub mod board;
pub mod camera;
pub mod label;
pub mod pointer;
pub mod props;
pub mod rings;
pub mod shade;
pub mod sketch;
pub mod space;
pub mod terrain;
pub mod theme;
pub mod token;

use crate::battle::BattleMap;
use crate::table::{Animating, Table, TableSet};
use bevy::prelude::{
    App, DetectChangesMut, IntoScheduleConfigs, Local, MessageWriter, Plugin, Query, Real, Res,
    ResMut, SystemSet, Time, Update, With,
};
use bevy::window::RequestRedraw;
use bevy_egui::input::EguiWantsInput;

/// Systems of the view, in order; wishes are carried out between `Act` and `Show`.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub enum ViewSet {
    /// Where is the pointer?
    Pointer,
    /// Where does the camera look?
    Input,
    /// What does the person want?
    Act,
    /// What is drawn anew?
    Show,
    /// Does anything still move?
    Rest,
}

/// Adds the board to an app that has the battle and the table.
pub struct ViewPlugin;

impl Plugin for ViewPlugin {
    fn build(&self, app: &mut App) {
        app.configure_sets(
            Update,
            (
                (ViewSet::Pointer, ViewSet::Input, ViewSet::Act).chain().before(TableSet::Fulfil),
                (ViewSet::Show, ViewSet::Rest).chain().after(TableSet::Preview),
            ),
        );
        app.add_plugins((
            theme::ThemePlugin,
            pointer::PointerPlugin,
            camera::CameraPlugin,
            board::BoardPlugin,
            token::TokenPlugin,
            label::LabelPlugin,
        ));
        app.add_systems(Update, keep_moving.in_set(ViewSet::Rest));
    }
}

/// Whether keys mean the board: no panel is being typed into, nothing waits for an answer.
pub fn keys_are_free(wants: Option<Res<EguiWantsInput>>, table: Res<Table>) -> bool {
    !wants.is_some_and(|w| w.wants_any_keyboard_input()) && table.open.is_none()
}

/// Seconds after the start, and after another map, in which frames follow each other: the renderer
/// prepares its pipelines in the background and shows nothing until they are there.
const WARM_UP_S: f32 = 3.0;

/// Asks for the next frame as long as something moves; a still board costs nothing.
fn keep_moving(
    time: Res<Time<Real>>,
    map: Option<Res<BattleMap>>,
    mut seen: Local<(f32, bevy::math::Rect)>,
    mut animating: ResMut<Animating>,
    mut redraw: MessageWriter<RequestRedraw>,
    movers: Query<(), With<token::Moving>>,
    eye: Res<camera::Eye>,
    keys: Option<Res<bevy::prelude::ButtonInput<bevy::prelude::KeyCode>>>,
) {
    if map.is_some() && seen.1 != eye.board {
        *seen = (time.elapsed_secs() + WARM_UP_S, eye.board);
    }
    let moving = time.elapsed_secs() < seen.0.max(WARM_UP_S)
        || !movers.is_empty()
        || eye.glides()
        || keys.is_some_and(|keys| camera::pans(&keys));
    animating.set_if_neq(Animating(moving));
    if moving {
        redraw.write(RequestRedraw);
    }
}
