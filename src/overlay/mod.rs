//! The panels: everything around the board, in egui.
//!
//! The fight is read into a [`model::Model`] when something changed. Each panel is a function
//! that draws the model and returns [`model::Intent`]s; `carry_out` turns these into wishes of
//! the [`Table`]. Nothing here decides a rule, and nothing here knows the board's drawing.

pub mod action_bar;
pub mod by_hand;
pub mod files;
pub mod frame;
pub mod house;
pub mod icon;
pub mod inspector;
pub mod keys;
pub mod laying;
pub mod log;
pub mod menu;
pub mod model;
pub mod muster;
pub mod newcomer;
pub mod outcomes;
pub mod panels;
pub mod popups;
pub mod preview;
pub mod recent;
pub mod remedy;
pub mod roster;
pub mod settings;
#[cfg(test)]
mod tests;
pub mod theme;
pub mod top_bar;
pub mod turn_order;
pub mod typed;
pub mod wake;
pub mod why;
pub mod widgets;

use crate::battle::facts_reader::FactsReader;
use crate::battle::journal::Journal;
use crate::battle::{BattleMap, Library, Rules};
use crate::locale::speak::Speaker;
use crate::locale::{Lang, Words};
use crate::shelf::autosave::copied;
use crate::table::{BoardArea, Looks, Speech, Table, Wish};
use bevy::app::AppExit;
use bevy::ecs::system::SystemParam;
use bevy::prelude::{
    App, ButtonInput, Commands, DetectChanges, FileDragAndDrop, IntoScheduleConfigs, KeyCode,
    MessageReader, MessageWriter, Plugin, Query, Res, ResMut, Resource, Result, Startup,
    SystemCondition, With, resource_exists,
};
use bevy::window::{MonitorSelection, PrimaryWindow, Window, WindowMode};
use bevy_egui::egui::{self, Context};
use bevy_egui::{EguiContexts, EguiPlugin, EguiPrimaryContextPass};
use model::{Dialog, Intent, Model};
use settings::Settings;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Adds the panels to an app that has the battle and the table.
#[derive(Default)]
pub struct OverlayPlugin {
    /// The file of the settings; none keeps nothing between starts.
    pub settings: Option<PathBuf>,
    /// The scale of the panels in per cent, instead of the one of the settings.
    pub scale_percent: Option<u16>,
}

/// So often at most the panels are drawn for one frame, until everything has its size.
const PASSES_MOST: std::num::NonZeroUsize = std::num::NonZeroUsize::new(3).expect("not zero");

/// So many frames follow a change: things that measure themselves settle in them.
const SETTLING_FRAMES: u8 = 3;

/// Where the settings are kept.
#[derive(Resource, Default)]
struct SettingsFile(Option<PathBuf>);

/// What panels remember by themselves, apart from the fight and the table.
#[derive(Resource, Default)]
pub struct Panels {
    log: log::LogState,
    preview: preview::PreviewState,
    muster: muster::MusterState,
    roster: roster::RosterState,
    toasts: popups::ToastState,
    by_hand: by_hand::ByHandState,
    /// The file dialog, while it is open.
    files: files::Files,
    /// A window of the program itself that is open.
    dialog: Option<Dialog>,
    /// In a small window: the panels that are open over the board.
    over: frame::OverBoard,
    /// A menu or a list was open at the end of the last frame: Esc is for it.
    popup: bool,
    /// So many frames are wanted until everything has settled.
    unsettled: u8,
    /// What was put into the context: looks, scale, large controls.
    applied: Option<(crate::table::Theme, u16, bool)>,
    /// A finger has touched the screen.
    touched: bool,
    /// Settings as they were last written.
    written: Option<Settings>,
}

/// The model of this frame; none without a fight.
#[derive(Resource, Default)]
struct Shown(Option<Model>);

impl Plugin for OverlayPlugin {
    fn build(&self, app: &mut App) {
        if !app.is_plugin_added::<EguiPlugin>() {
            app.add_plugins(EguiPlugin::default());
        }
        let mut settings = self.settings.as_deref().map(Settings::load).unwrap_or_default();
        settings.scale_percent = self.scale_percent.unwrap_or(settings.scale_percent);
        app.insert_resource(settings)
            .insert_resource(SettingsFile(self.settings.clone()))
            .init_resource::<Panels>()
            .init_resource::<Shown>()
            .add_systems(Startup, speak)
            .add_systems(
                bevy::prelude::PreUpdate,
                wake::forget_unchanged
                    .after(bevy_egui::EguiPreUpdateSet::ProcessInput)
                    .before(bevy_egui::EguiPreUpdateSet::BeginPass),
            )
            .add_systems(
                EguiPrimaryContextPass,
                (
                    read.run_if(resource_exists::<Rules>.and_then(resource_exists::<BattleMap>)),
                    draw,
                    keep,
                )
                    .chain(),
            );
    }
}

/// The language of the settings, or of the system; looks for the board.
fn speak(
    mut commands: Commands,
    settings: Res<Settings>,
    speech: Option<ResMut<Speech>>,
    mut looks: ResMut<Looks>,
) {
    *looks =
        Looks { theme: settings.theme, dice: settings.dice, scale_percent: settings.scale_percent };
    match speech {
        Some(mut speech) => speech.lang = settings.lang.unwrap_or(speech.lang),
        None => {
            let words = Words::new(&[]).expect("the program's own words are right, by a test");
            let lang = settings.lang.unwrap_or_else(Lang::system);
            commands.insert_resource(Speech { words, lang });
        }
    }
}

/// Reads the fight when it, the table or the language has changed.
fn read(
    reader: FactsReader,
    library: Res<Library>,
    journal: Res<Journal>,
    table: Res<Table>,
    speech: Res<Speech>,
    mut shown: ResMut<Shown>,
) {
    let changed = table.is_changed()
        || journal.is_changed()
        || speech.is_changed()
        || library.is_changed()
        || reader.rules.is_changed();
    if changed || shown.0.is_none() {
        shown.0 = Some(Model::read(&reader, &library, &journal, &table, speech.lang));
    }
}

/// All that drawing and what follows from it touch.
#[derive(SystemParam)]
struct Desk<'w, 's> {
    table: ResMut<'w, Table>,
    speech: ResMut<'w, Speech>,
    settings: ResMut<'w, Settings>,
    looks: ResMut<'w, Looks>,
    area: ResMut<'w, BoardArea>,
    panels: ResMut<'w, Panels>,
    journal: Res<'w, Journal>,
    files: Option<Res<'w, crate::desk::Desk>>,
    keys: Res<'w, ButtonInput<KeyCode>>,
    windows: Query<'w, 's, &'static mut Window, With<PrimaryWindow>>,
    event_loop: Option<Res<'w, bevy::winit::EventLoopProxyWrapper>>,
    exit: MessageWriter<'w, AppExit>,
}

/// Draws everything and carries out what was done on it.
fn draw(
    mut contexts: EguiContexts,
    shown: Res<Shown>,
    mut desk: Desk,
    mut dropped: MessageReader<FileDragAndDrop>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let first = desk.panels.applied.is_none();
    put_on(&ctx, &desk.settings, &mut desk.panels);
    if first {
        if let Some(event_loop) = &desk.event_loop {
            wake::wake(&ctx, event_loop);
        }
        // The fonts are there from the next frame on.
        return Ok(());
    }
    let mut intents = Vec::new();
    for event in dropped.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = event {
            intents.push(Intent::Wish(Wish::Open(path_buf.clone())));
        }
    }
    let speech = desk.speech.clone();
    let nobody = BTreeMap::new();
    let names = shown.0.as_ref().map_or(&nobody, |model| &model.names);
    let say = Speaker::new(&speech.words, speech.lang, names);
    let model = shown.0.as_ref();
    let panels = &mut *desk.panels;
    if let Some(model) = model {
        panels.log.refresh(&desk.journal, model.rules.info().id, names, &say);
        panels.log.moment = desk.table.moment.as_ref().map(|moment| moment.place);
    }
    // A frame may be drawn in several passes; what was pressed is heard in the first.
    if ctx.current_pass_index() == 0 {
        intents.extend(listen(&ctx, model, &desk.keys, panels, &desk.table));
    }
    if desk.table.aim.is_none() {
        panels.preview.close();
    }
    let mut sizes = desk.settings.panels;
    let areas = frame::show(&ctx, model, &say, &desk.settings, &mut sizes, panels, &mut intents);
    if desk.settings.panels != sizes {
        desk.settings.panels = sizes;
    }
    over_everything(&ctx, model, &say, &mut desk, areas.board, &mut intents);
    desk.panels.popup = ctx.any_popup_open();
    let scale = ctx.zoom_factor();
    let board = areas.board;
    let min = bevy::math::Vec2::new(board.min.x, board.min.y) * scale;
    let max = bevy::math::Vec2::new(board.max.x, board.max.y) * scale;
    // Only where it differs, so that its followers sleep while nothing moves.
    let area = BoardArea(Some(bevy::math::Rect { min, max }));
    if *desk.area != area {
        *desk.area = area;
    }
    let changed = shown.is_changed() || !intents.is_empty();
    for intent in intents {
        carry_out(intent, &say, &mut desk);
    }
    settle(&ctx, changed, &mut desk.panels);
    Ok(())
}

/// Asks for the frames that follow a change. Without them a window at rest would keep showing what
/// was drawn before its parts had their sizes.
fn settle(ctx: &Context, changed: bool, panels: &mut Panels) {
    if changed || ctx.output(|output| output.requested_discard()) {
        panels.unsettled = SETTLING_FRAMES;
    }
    if panels.unsettled > 0 {
        panels.unsettled -= 1;
        ctx.request_repaint();
    }
}

/// Puts fonts, colours and scale into the context when they changed.
fn put_on(ctx: &Context, settings: &Settings, panels: &mut Panels) {
    panels.touched |= ctx.input(|i| i.any_touches());
    let large = settings.controls.large(panels.touched);
    let wanted = (settings.theme, settings.scale_percent, large);
    if panels.applied == Some(wanted) {
        return;
    }
    if panels.applied.is_none() {
        ctx.set_fonts(theme::fonts());
        ctx.options_mut(|options| {
            // The program has its own scale; Ctrl and + belong to the board.
            options.zoom_with_keyboard = false;
            // A window that holds a grid needs one pass to measure the grid and one for itself.
            options.max_passes = PASSES_MOST;
        });
    }
    theme::apply(ctx, settings.theme, large);
    ctx.set_zoom_factor(settings.scale());
    panels.applied = Some(wanted);
}

/// What the keyboard means in this frame, Esc included.
fn listen(
    ctx: &Context,
    model: Option<&Model>,
    keys: &ButtonInput<KeyCode>,
    panels: &mut Panels,
    table: &Table,
) -> Vec<Intent> {
    let covered = panels.dialog.is_some()
        || panels.files.is_open()
        || table.error.is_some()
        || table.open.is_some()
        || table.rolling.is_some()
        || panels.popup;
    let focus = keys::Focus {
        typing: ctx.text_edit_focused(),
        covered,
        typed_dice: panels.preview.typed.open,
    };
    let mut intents = keys::read(keys, model, focus);
    if keys.just_pressed(KeyCode::Escape) && !panels.popup && !focus.typing {
        intents.extend(escape(panels, table));
    }
    // To undo what has not happened yet is to take it back.
    if (table.open.is_some() || table.rolling.is_some())
        && keys::with_modifier(keys)
        && keys.just_pressed(KeyCode::KeyZ)
        && !focus.typing
    {
        intents.push(Intent::Wish(Wish::Withdraw));
    }
    // A question that nothing else covers is answered as usual by Enter; a button that was reached
    // by Tab is pressed by egui itself.
    let alone = panels.dialog.is_none() && !panels.files.is_open() && table.error.is_none();
    if let Some(open) = &table.open
        && keys.any_just_pressed([KeyCode::Enter, KeyCode::NumpadEnter])
        && alone
        && !keys::with_modifier(keys)
        && !focus.typing
        && ctx.memory(|memory| memory.focused().is_none())
    {
        intents.push(Intent::Wish(Wish::Answer(open.question.preset as u8)));
    }
    intents
}

/// Closes the topmost thing.
fn escape(panels: &mut Panels, table: &Table) -> Option<Intent> {
    if panels.files.is_open() {
        panels.files.close();
        return None;
    }
    if panels.dialog.take().is_some() {
        return None;
    }
    if table.error.is_some() {
        return Some(Intent::CloseError);
    }
    if table.open.is_some() || table.rolling.is_some() {
        return Some(Intent::Wish(Wish::Withdraw));
    }
    if table.rule.is_some() {
        return Some(Intent::Rule(None));
    }
    if table.moment.is_some() {
        return Some(Intent::Wish(Wish::Moment(None)));
    }
    if table.laying.is_some() {
        return Some(Intent::Lay(None));
    }
    if table.aim.is_some() {
        return Some(Intent::Aim(None));
    }
    if table.preferred.is_some() {
        return Some(Intent::Prefer(None));
    }
    panels.over = frame::OverBoard::default();
    None
}

/// Toasts, windows, the open question.
fn over_everything(
    ctx: &Context,
    model: Option<&Model>,
    say: &Speaker,
    desk: &mut Desk,
    board: egui::Rect,
    intents: &mut Vec<Intent>,
) {
    if model.is_none() {
        intents.extend(popups::invitation(ctx, board, say));
    }
    let mut board = board;
    if let Some(moment) = &desk.table.moment {
        let (below, wanted) = popups::moment(ctx, board, moment, say);
        board.min.y = below;
        intents.extend(wanted);
    }
    if let (Some(model), Some(cell)) = (model, desk.table.hovered)
        && desk.table.aim.is_none()
        && desk.table.open.is_none()
        && desk.table.rolling.is_none()
    {
        popups::who_is_there(ctx, cell, model, say);
    }
    if let (Some(laying), Some(model)) = (&desk.table.laying, model) {
        laying::show(ctx, board, model, laying, say, intents);
    }
    let panels = &mut *desk.panels;
    let over = popups::toasts(ctx, board, &desk.table.toasts, say, &mut panels.toasts, intents);
    if !over.is_empty() {
        desk.table.toasts.retain(|toast| !over.contains(&toast.number));
    }
    if let (Some(rule), Some(model)) = (desk.table.rule, model) {
        intents.extend(popups::rule(ctx, rule, model, say));
    }
    if let (Some(open), Some(model)) = (&desk.table.open, model) {
        intents.extend(popups::question(ctx, open, board, model, say));
    }
    if let (Some(rolling), Some(model)) = (&desk.table.rolling, model) {
        intents.extend(by_hand::show(ctx, rolling, model, say, &mut panels.by_hand));
    }
    let stays = match (panels.dialog, model) {
        (Some(Dialog::Rosters), Some(model)) => {
            let (stays, wanted) = roster::show(ctx, board, model, say, &mut panels.roster);
            intents.extend(wanted);
            stays
        }
        (Some(Dialog::House), Some(model)) if house::any(model) => {
            house::show(ctx, model, say, intents)
        }
        (Some(Dialog::Rosters | Dialog::House), _) => false,
        (Some(Dialog::Recent), _) => recent::show(ctx, &desk.table.recent, say, intents),
        (Some(dialog), _) => popups::help(ctx, dialog, say),
        (None, _) => true,
    };
    if !stays {
        panels.dialog = None;
    }
    if let Some((intent, folder)) = panels.files.show(ctx) {
        // Copies that the program makes by itself are opened, never saved among.
        let copied = matches!(&intent, Intent::Wish(Wish::Open(path)) if copied(path).is_some());
        intents.push(intent);
        if !copied {
            desk.settings.folder = folder;
        }
    }
    if let Some(text) = &desk.table.error {
        intents.extend(popups::error(ctx, desk.table.error_title, text, say));
    }
}

/// Opens a window of the program itself; one that is open already is closed.
fn open(dialog: Dialog, say: &Speaker, desk: &mut Desk) {
    let folder = desk.table.file.as_deref().and_then(std::path::Path::parent);
    let folder = folder.map(std::path::Path::to_owned).or_else(|| desk.settings.folder.clone());
    let theme = desk.settings.theme;
    let panels = &mut desk.panels;
    match dialog {
        Dialog::Keys | Dialog::About | Dialog::Recent | Dialog::Rosters | Dialog::House => {
            if let (Dialog::Rosters, Some(desk)) = (dialog, &desk.files) {
                panels.roster.read(&desk.shelf, say.lang());
            }
            let same = panels.dialog == Some(dialog);
            panels.dialog = (!same).then_some(dialog);
        }
        Dialog::Open => panels.files.open(files::Purpose::Open, folder.as_deref(), theme, say),
        Dialog::SaveAs => panels.files.open(files::Purpose::Save, folder.as_deref(), theme, say),
        Dialog::ExportLog => panels.files.open(files::Purpose::Log, folder.as_deref(), theme, say),
        Dialog::Save => match desk.table.file.clone() {
            Some(file) => desk.table.wish(Wish::Save(file)),
            None => panels.files.open(files::Purpose::Save, folder.as_deref(), theme, say),
        },
    }
}

/// Turns what was done on the panels into wishes and settings.
fn carry_out(intent: Intent, say: &Speaker, desk: &mut Desk) {
    let table = &mut desk.table;
    match intent {
        Intent::Wish(wish) => table.wish(wish),
        Intent::Select(who) => table.selected = Some(who),
        Intent::Aim(aim) => {
            table.aim = aim;
        }
        Intent::Prefer(action) => table.preferred = action,
        Intent::FreeMove(on) => table.free_move = on,
        Intent::HandDice(on) => table.hand_dice = on,
        Intent::Lay(laying) => {
            // One hand cannot aim and lay.
            table.aim = None;
            table.laying = laying;
        }
        Intent::Rule(rule) => table.rule = rule,
        Intent::CloseError => table.error = None,
        Intent::Speak(lang) => {
            desk.speech.lang = lang;
            desk.settings.lang = Some(lang);
        }
        Intent::Look(theme) => {
            desk.settings.theme = theme;
            desk.looks.theme = theme;
        }
        Intent::Controls(controls) => desk.settings.controls = controls,
        Intent::Dice(show) => {
            desk.settings.dice = show;
            desk.looks.dice = show;
        }
        Intent::Scale(percent) => {
            desk.settings.scale_percent = percent;
            desk.looks.scale_percent = percent;
        }
        Intent::Show(dialog) => open(dialog, say, desk),
        Intent::Quit => {
            desk.exit.write(AppExit::Success);
        }
        Intent::Fullscreen => {
            for mut window in &mut desk.windows {
                window.mode = match window.mode {
                    WindowMode::Windowed => {
                        WindowMode::BorderlessFullscreen(MonitorSelection::Current)
                    }
                    _ => WindowMode::Windowed,
                };
            }
        }
    }
}

/// Writes the settings when they changed and nobody is dragging a border.
fn keep(
    mut contexts: EguiContexts,
    settings: Res<Settings>,
    file: Res<SettingsFile>,
    mut panels: ResMut<Panels>,
) -> Result {
    let Some(file) = &file.0 else { return Ok(()) };
    let busy = contexts.ctx_mut()?.input(|i| i.pointer.any_down());
    if busy || panels.written.as_ref() == Some(&*settings) {
        return Ok(());
    }
    if let Err(error) = settings.save(file) {
        bevy::log::warn!("{}: {error}", file.display());
    }
    panels.written = Some(settings.clone());
    Ok(())
}
