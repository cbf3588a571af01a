//! The board in the window.
//!
//! Reads the fight and the [`Table`], draws, and leaves
//! [`Wish`](crate::table::Wish)es; decides no rule. One file is one plugin:
//!
//! | file | what |
//! | --- | --- |
//! | [`camera`] | zooming, panning, fitting |
//! | [`mod@pointer`] | mouse and fingers, and whether the board may listen |
//! | [`board`] | ground, grid, coordinates, everything that stands on the map |
//! | [`token`] | the fighters |
//! | [`hand`] | presses, clicks, drags and keys become wishes |
//! | [`hover`] | the light under the pointer |
//! | [`drag`], [`reach`] | the token in the hand, its way and price; where it can go |
//! | [`sightline`] | the line of fire while an attack is prepared |
//! | [`ruler`] | measuring |
//! | [`things`] | weapons that lie on the board |
//! | [`moment`] | a moment of the fight that is looked at again |
//! | [`floating`] | results and dice over the target |
//! | [`label`] | words on the board that stay readable at any zoom |
//!
//! Without a plugin of their own: [`space`] (cells and world), [`sketch`] (lines and fills),
//! [`rings`] (what a token is drawn with), [`terrain`], [`shade`] and [`props`] (pictures of ground, shadows and things), [`theme`].

pub mod board;
pub mod burst;
pub mod camera;
pub mod drag;
pub mod floating;
pub mod hand;
pub mod hover;
pub mod label;
pub mod moment;
pub mod pointer;
pub mod props;
pub mod reach;
pub mod rings;
pub mod ruler;
pub mod shade;
pub mod sightline;
pub mod sketch;
pub mod space;
pub mod terrain;
pub mod theme;
pub mod things;
pub mod token;

use crate::battle::BattleMap;
use crate::table::{Animating, Table, TableSet};
use bevy::prelude::{
    App, DetectChanges, DetectChangesMut, IntoScheduleConfigs, Local, MessageWriter, Plugin, Query,
    Real, Res, ResMut, SystemSet, Time, Update, With,
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
    /// How large are its words?
    Label,
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
                (ViewSet::Show, ViewSet::Label, ViewSet::Rest).chain().after(TableSet::Preview),
            ),
        );
        app.add_plugins((
            theme::ThemePlugin,
            pointer::PointerPlugin,
            camera::CameraPlugin,
            board::BoardPlugin,
            token::TokenPlugin,
            hand::HandPlugin,
            hover::HoverPlugin,
            reach::ReachPlugin,
            drag::DragPlugin,
            sightline::SightlinePlugin,
            ruler::RulerPlugin,
            things::ThingsPlugin,
            moment::MomentPlugin,
            floating::FloatingPlugin,
            label::LabelPlugin,
        ));
        app.add_plugins(burst::BurstPlugin);
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

/// Seconds of frames after a change of the table: words and their plates are measured one frame
/// after they came, and shown another later.
const SETTLES_S: f32 = 0.3;

/// Asks for the next frame as long as something moves; a still board costs nothing.
fn keep_moving(
    time: Res<Time<Real>>,
    map: Option<Res<BattleMap>>,
    table: Res<Table>,
    mut settles: Local<f32>,
    mut seen: Local<(f32, bevy::math::Rect)>,
    mut animating: ResMut<Animating>,
    mut redraw: MessageWriter<RequestRedraw>,
    movers: Query<(), With<token::Moving>>,
    unmeasured: Query<(), label::Unmeasured>,
    eye: Res<camera::Eye>,
    keys: Option<Res<bevy::prelude::ButtonInput<bevy::prelude::KeyCode>>>,
) {
    if map.is_some() && seen.1 != eye.board {
        *seen = (time.elapsed_secs() + WARM_UP_S, eye.board);
    }
    if table.is_changed() {
        *settles = time.elapsed_secs() + SETTLES_S;
    }
    let moving = time.elapsed_secs() < seen.0.max(WARM_UP_S).max(*settles)
        || !movers.is_empty()
        || !unmeasured.is_empty()
        || eye.glides()
        || keys.is_some_and(|keys| camera::pans(&keys));
    animating.set_if_neq(Animating(moving));
    if moving {
        redraw.write(RequestRedraw);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::combatant::{Census, Combatant};
    use crate::battle::command::Command;
    use crate::battle::{BattlePlugin, journal, setup};
    use crate::rules::facts::CombatantId;
    use crate::shelf::Shelf;
    use crate::table::{TablePlugin, Wish};
    use bevy::prelude::*;

    /// The view without window, fonts and renderer, with the demo fight on the table.
    fn app() -> App {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, AssetPlugin::default(), bevy::input::InputPlugin));
        app.init_asset::<Mesh>().init_asset::<Image>().init_asset::<Font>();
        app.init_asset::<bevy::sprite_render::ColorMaterial>();
        app.add_message::<RequestRedraw>();
        app.add_plugins((BattlePlugin, TablePlugin, ViewPlugin));
        let shelf = Shelf::load(None).ok().unwrap();
        let frame = std::time::Duration::from_millis(25);
        app.insert_resource(bevy::time::TimeUpdateStrategy::ManualDuration(frame));
        app.insert_resource(shelf.library.clone());
        app.insert_resource(crate::table::Speech {
            words: shelf.words.clone(),
            lang: crate::locale::Lang::Ru,
        });
        let fight = shelf.fight("demo").ok().unwrap();
        setup::lay_out(app.world_mut(), &fight);
        app.update();
        app.update();
        app
    }

    fn tokens(app: &mut App) -> Vec<(CombatantId, Vec2)> {
        let mut query = app.world_mut().query::<(&Combatant, &token::Token, &Transform)>();
        let mut list: Vec<_> = query
            .iter(app.world())
            .filter(|(_, token, _)| token.0.is_some())
            .map(|(c, _, at)| (c.id, at.translation.truncate()))
            .collect();
        list.sort_by_key(|(id, _)| *id);
        list
    }

    fn parts(app: &mut App) -> usize {
        let mut query = app.world_mut().query_filtered::<(), With<token::Part>>();
        query.iter(app.world()).count()
    }

    #[test]
    fn everybody_has_a_token_and_it_goes_with_them() {
        let mut app = app();
        let all: Vec<CombatantId> = app.world().resource::<Census>().0.keys().copied().collect();
        let ids: Vec<CombatantId> = tokens(&mut app).into_iter().map(|(id, _)| id).collect();
        assert_eq!(ids, all);
        let before = parts(&mut app);
        app.world_mut().resource_mut::<Table>().wish(Wish::Order(Command::Remove { who: all[0] }));
        app.update();
        assert_eq!(tokens(&mut app).len(), all.len() - 1);
        assert!(parts(&mut app) < before, "the parts stay behind");
        journal::undo(app.world_mut());
        app.update();
        app.update();
        assert_eq!(tokens(&mut app).len(), all.len());
        assert_eq!(parts(&mut app), before);
    }

    #[test]
    fn a_token_walks_to_its_new_cell() {
        let mut app = app();
        let (who, from) = tokens(&mut app)[0];
        let cell = crate::rules::grid::CellPos::new(1, 1);
        app.world_mut().resource_mut::<Table>().wish(Wish::Order(Command::Place { who, cell }));
        for _ in 0..20 {
            app.update();
        }
        assert_ne!(tokens(&mut app)[0].1, from);
        assert_eq!(tokens(&mut app)[0].1, space::centre(cell));
    }

    #[test]
    fn a_moment_is_over_with_the_next_command() {
        let mut app = app();
        let past = |app: &mut App| {
            let mut query = app.world_mut().query_filtered::<(), With<moment::Past>>();
            query.iter(app.world()).count()
        };
        let wish = |app: &mut App, wish: Wish| {
            app.world_mut().resource_mut::<Table>().wish(wish);
            app.update();
            app.update();
        };
        let who = tokens(&mut app)[0].0;
        let to = |x| {
            let cell = crate::rules::grid::CellPos::new(x, 1);
            Wish::Order(Command::Place { who, cell })
        };
        wish(&mut app, to(1));
        wish(&mut app, Wish::Moment(Some((0, 0))));
        // The veil, the way, and two discs with initials and name each.
        assert_eq!(past(&mut app), 2 + 2 * 3);
        for end in [to(2), Wish::Undo, Wish::Redo, Wish::Moment(None)] {
            wish(&mut app, Wish::Moment(Some((0, 0))));
            assert!(past(&mut app) > 0);
            wish(&mut app, end);
            assert_eq!(past(&mut app), 0);
        }
    }

    #[test]
    fn what_has_not_changed_is_not_made_anew() {
        let mut app = app();
        let ids = |app: &mut App| {
            let mut query = app.world_mut().query_filtered::<Entity, With<token::Part>>();
            let mut list: Vec<Entity> = query.iter(app.world()).collect();
            list.sort();
            list
        };
        let before = ids(&mut app);
        app.world_mut().resource_mut::<Table>().free_move = true;
        app.update();
        assert_eq!(ids(&mut app), before);
        let someone = tokens(&mut app)[0].0;
        app.world_mut().resource_mut::<Table>().selected = Some(someone);
        app.update();
        let after = ids(&mut app);
        let kept = before.iter().filter(|id| after.contains(id)).count();
        assert!(kept < before.len() && kept >= before.len() - 12, "{kept} of {}", before.len());
    }
}
