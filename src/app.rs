//! The program in a window, and the same picture without one.

use crate::battle::setup::{self, Fight};
use crate::battle::{BattlePlugin, Library};
use crate::desk::{Desk, DeskPlugin};
use crate::locale::Lang;
use crate::overlay::OverlayPlugin;
use crate::pilot::{Pilot, PilotPlugin};
use crate::shelf::Shelf;
use crate::table::{Animating, Speech, TablePlugin, Wish};
use crate::view::ViewPlugin;
use bevy::app::{AppExit, PluginGroup, ScheduleRunnerPlugin};
use bevy::asset::{AssetPlugin, RenderAssetUsages};
use bevy::camera::{Camera, RenderTarget};
use bevy::image::Image;
use bevy::log::{Level, LogPlugin};
use bevy::prelude::*;
use bevy::render::render_resource::{TextureFormat, TextureUsages};
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::{ExitCondition, WindowResolution};
use bevy::winit::{UpdateMode, WinitPlugin, WinitSettings};
use image::ImageFormat;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What the program starts with.
pub struct Start {
    /// What ships and what the data folder adds.
    pub shelf: Arc<Shelf>,
    /// Where tables are kept by themselves; none keeps none.
    pub data_dir: Option<PathBuf>,
    /// The language that was asked for.
    pub lang: Option<Lang>,
    /// The file of the settings; none keeps none.
    pub settings: Option<PathBuf>,
    /// Scale of the panels in per cent, instead of that of the settings.
    pub scale_percent: Option<u16>,
    /// The table to begin with.
    pub fight: Fight,
    /// Go on with the table that was open last, if there is one.
    pub resume: bool,
    /// A saved table to go on with.
    pub open: Option<PathBuf>,
    /// Where to write what stands on the screen, for tests of the real window.
    pub witness: Option<PathBuf>,
}

/// Why there is no window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoWindow {
    /// No display is named in the environment.
    Display,
    /// The graphics could not be started.
    Graphics,
}

impl NoWindow {
    /// The key of the sentence that says so and what to do.
    pub fn key(self) -> &'static str {
        match self {
            Self::Display => "cli-no-display",
            Self::Graphics => "cli-no-graphics",
        }
    }
}

/// While something moves, frames come at this distance.
const FRAME: Duration = Duration::from_millis(33);
/// While nothing does, the program wakes as rarely as this.
const IDLE: Duration = Duration::from_secs(5);

/// Opens the window and runs until it is closed.
///
/// # Errors
/// [`NoWindow`] when there is no display or no driver.
pub fn run(start: Start) -> Result<AppExit, NoWindow> {
    let named = |name: &str| std::env::var_os(name).is_some_and(|v| !v.is_empty());
    if cfg!(target_os = "linux") && !named("DISPLAY") && !named("WAYLAND_DISPLAY") {
        return Err(NoWindow::Display);
    }
    // The window library and the graphics library panic when the system has none to offer; for the
    // user that is an answer, not a crash.
    let quiet = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        // A mistake of the program's own is told as what it is, whenever it happens.
        let own = info.location().is_some_and(|at| at.file().starts_with("src"));
        if own {
            mark_started();
        }
        if STARTED.load(std::sync::atomic::Ordering::Relaxed) {
            quiet(info);
        }
    }));
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let mut app = App::new();
        app.add_plugins(windowed());
        fill(&mut app, start);
        app.insert_resource(WinitSettings {
            focused_mode: UpdateMode::reactive(IDLE),
            unfocused_mode: UpdateMode::reactive_low_power(IDLE),
        });
        app.add_systems(Startup, (mark_started, fill_screen));
        app.add_systems(Last, pace);
        app.run()
    }));
    match result {
        Ok(exit) => Ok(exit),
        Err(panic) if STARTED.load(std::sync::atomic::Ordering::Relaxed) => {
            std::panic::resume_unwind(panic)
        }
        Err(_) => Err(NoWindow::Graphics),
    }
}

static STARTED: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

fn mark_started() {
    STARTED.store(true, std::sync::atomic::Ordering::Relaxed);
}

/// A larger screen is used whole; the window keeps its frame, so it can be made smaller again.
fn fill_screen(mut windows: Query<&mut Window>) {
    for mut window in &mut windows {
        window.set_maximized(true);
    }
}

fn windowed() -> bevy::app::PluginGroupBuilder {
    plugins().set(WindowPlugin {
        primary_window: Some(Window {
            title: "Rubezh".to_owned(),
            name: Some("rubezh".to_owned()),
            resolution: WindowResolution::new(1366, 768),
            ..default()
        }),
        ..default()
    })
}

fn plugins() -> bevy::app::PluginGroupBuilder {
    DefaultPlugins
        .set(AssetPlugin { file_path: String::new(), ..default() })
        .set(LogPlugin { level: Level::WARN, filter: "bevy_egui=error,wgpu=error,naga=error,bevy_render=error,bevy_winit=error,winit=error,calloop=error".to_owned(), ..default() })
}

/// Where the window's settings are kept, if the system has such a place.
pub fn settings_file() -> Option<PathBuf> {
    crate::overlay::settings::Settings::file()
}

/// The parts of the program, the same with a window and without.
fn fill(app: &mut App, start: Start) {
    let Start { shelf, data_dir, lang, settings, scale_percent, fight, resume, open, witness } =
        start;
    app.insert_resource(ClearColor(Color::srgb_u8(0x12, 0x14, 0x18)));
    let speech = Speech { words: shelf.words.clone(), lang: lang.unwrap_or_else(Lang::system) };
    app.insert_resource(speech);
    app.add_plugins((BattlePlugin, TablePlugin));
    app.insert_resource(Library(shelf.library.0.clone()));
    setup::lay_out(app.world_mut(), &fight);
    app.insert_resource(Desk::new(shelf, data_dir));
    app.add_plugins((DeskPlugin, ViewPlugin, OverlayPlugin { settings, scale_percent }));
    app.add_plugins(PilotPlugin);
    if let Some(lang) = lang {
        // What was asked for on the command line comes before what the settings remember.
        app.add_systems(PostStartup, move |mut speech: ResMut<Speech>| speech.lang = lang);
    }
    if resume {
        crate::desk::open_latest_or(app.world_mut(), "demo");
    }
    if let Some(path) = open {
        crate::desk::carry_out(app.world_mut(), Wish::Open(path));
    }
    if let Some(path) = witness {
        app.insert_resource(crate::witness::Witness(path));
        app.add_plugins(crate::witness::plugin);
    }
}

/// Whether frames should come quickly: something moves, or the autopilot is about to act.
fn pace(
    animating: Res<Animating>,
    pilot: Res<Pilot>,
    mut settings: ResMut<WinitSettings>,
    mut calm: Local<u8>,
) {
    let busy = animating.0 || pilot.busy();
    // A few more frames after the last movement, so that the final picture is surely drawn.
    *calm = if busy { 0 } else { calm.saturating_add(1) };
    let wanted = if *calm < 8 { UpdateMode::reactive(FRAME) } else { UpdateMode::reactive(IDLE) };
    if settings.focused_mode != wanted {
        settings.focused_mode = wanted;
        settings.unfocused_mode = wanted;
    }
}

/// What a picture is made of.
pub struct Picture {
    /// How it is encoded.
    pub format: PictureFormat,
    /// Width and height in pixels.
    pub size: (u32, u32),
}

/// How a picture is encoded.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct PictureFormat(ImageFormat);

impl PictureFormat {
    /// By the end of a file's name; none if no picture that can be written is called so.
    pub fn of(path: &Path) -> Option<Self> {
        ImageFormat::from_path(path).ok().filter(ImageFormat::writing_enabled).map(Self)
    }
}

/// Draws the table with all its panels without a display. The answer is the picture as a file
/// holds it; none if it could not be read back or encoded.
///
/// # Errors
/// [`NoWindow::Graphics`] when there is no driver.
pub fn shot(start: Start, picture: Picture) -> Result<Option<Vec<u8>>, NoWindow> {
    let drawn = Drawn::default();
    let result = drawn.clone();
    std::panic::set_hook(Box::new(|_| {}));
    let ran = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let mut app = App::new();
        app.add_plugins(
            plugins()
                .disable::<WinitPlugin>()
                .set(WindowPlugin {
                    // A window that no system opens: panels and camera ask it for its size.
                    primary_window: Some(Window {
                        resolution: WindowResolution::new(picture.size.0, picture.size.1),
                        ..default()
                    }),
                    exit_condition: ExitCondition::DontExit,
                    ..default()
                })
                .add(ScheduleRunnerPlugin::run_loop(Duration::ZERO)),
        );
        fill(&mut app, start);
        let (width, height) = picture.size;
        app.insert_resource(Shot { frame: 0, image: None, format: picture.format, drawn });
        app.add_systems(PostStartup, aim_at_image(width, height));
        app.add_systems(Update, take);
        app.run()
    }));
    ran.map_err(|_| NoWindow::Graphics)?;
    Ok(result.lock().ok().and_then(|mut bytes| bytes.take()))
}

/// The encoded picture, once it is drawn.
type Drawn = Arc<Mutex<Option<Vec<u8>>>>;

#[derive(Resource)]
struct Shot {
    frame: u32,
    image: Option<Handle<Image>>,
    format: PictureFormat,
    drawn: Drawn,
}

/// So many frames until fonts, textures and panels have settled.
const SETTLED_FRAMES: u32 = 14;

fn aim_at_image(
    width: u32,
    height: u32,
) -> impl FnMut(Commands, ResMut<Assets<Image>>, ResMut<Shot>, Query<Entity, With<Camera>>) {
    move |mut commands, mut images, mut shot, cameras| {
        let mut image =
            Image::new_target_texture(width, height, TextureFormat::Rgba8UnormSrgb, None);
        image.texture_descriptor.usage |= TextureUsages::COPY_SRC;
        image.asset_usage = RenderAssetUsages::all();
        let handle = images.add(image);
        for camera in &cameras {
            commands.entity(camera).insert(RenderTarget::Image(handle.clone().into()));
        }
        shot.image = Some(handle);
    }
}

fn take(mut commands: Commands, mut shot: ResMut<Shot>) {
    shot.frame += 1;
    if shot.frame != SETTLED_FRAMES {
        return;
    }
    let Some(image) = shot.image.clone() else { return };
    let (format, drawn) = (shot.format, shot.drawn.clone());
    commands.spawn(Screenshot::image(image)).observe(
        move |captured: On<ScreenshotCaptured>, mut exit: MessageWriter<AppExit>| {
            let bytes = encoded(&captured.image, format);
            let done = bytes.is_some();
            if let Ok(mut drawn) = drawn.lock() {
                *drawn = bytes;
            }
            exit.write(if done { AppExit::Success } else { AppExit::error() });
        },
    );
}

fn encoded(image: &Image, PictureFormat(format): PictureFormat) -> Option<Vec<u8>> {
    let picture = image.clone().try_into_dynamic().ok()?.to_rgb8();
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).ok()?;
    Some(bytes.into_inner())
}
