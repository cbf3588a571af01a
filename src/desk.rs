//! Files of the running program: open, save, new, autosave. What was open stays until the new
//! thing is whole.

use crate::battle::journal::{self, Journal, Save};
use crate::battle::setup::{self, Sides, Title};
use crate::battle::{BattleMap, Rules, put_in_force};
use crate::chronicle;
use crate::data::file;
use crate::data::map::Map;
use crate::data::people::LocalName;
use crate::data::problem::FileProblems;
use crate::locale::Lang;
use crate::locale::speak::Speaker;
use crate::rules::dice::Rng;
use crate::rules::message::Message;
use crate::shelf::autosave::{self, Autosaver, Recent, TableId};
use crate::shelf::{Opened, Saved, Shelf};
use crate::table::{Speech, Table, TableSet, Wish};
use bevy::prelude::{App, IntoScheduleConfigs, Plugin, Resource, Update, World};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What there is to open, and where tables are kept.
#[derive(Resource)]
pub struct Desk {
    /// Everything that can be opened by name.
    pub shelf: Arc<Shelf>,
    /// The user's data folder; without one nothing is saved by itself.
    pub data_dir: Option<PathBuf>,
    table: TableId,
    autosaver: Option<Autosaver>,
    /// The table that was left last, as it stood.
    former: Option<Former>,
    /// All tables with copies, the newest first.
    recent: Vec<Recent>,
}

/// A table that was left.
struct Former {
    table: TableId,
    save: Save,
    file: Option<PathBuf>,
}

impl Desk {
    /// A desk with this shelf, saving by itself into this folder.
    pub fn new(shelf: Arc<Shelf>, data_dir: Option<PathBuf>) -> Self {
        let autosaver = data_dir.as_deref().map(Autosaver::new);
        Self { shelf, data_dir, table: TableId::new(), autosaver, former: None, recent: Vec::new() }
    }

    /// The newest table that was saved by itself, reads and replays; and how many newer copies were
    /// passed over because they do not.
    pub fn latest(&self) -> (Option<(PathBuf, Opened)>, usize) {
        let copies = self.data_dir.as_deref().map(autosave::newest_first).unwrap_or_default();
        let mut broken = 0;
        for path in copies {
            match self.shelf.open(&path.display().to_string()) {
                Ok(opened) => return (Some((path, opened)), broken),
                Err(_) => broken += 1,
            }
        }
        (None, broken)
    }
}

/// Adds saving by itself to an app that has the table and a [`Desk`].
pub struct DeskPlugin;

impl Plugin for DeskPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, autosave.after(TableSet::Fulfil));
    }
}

/// Carries out a wish about files.
pub fn carry_out(world: &mut World, wish: Wish) {
    let Some(shelf) = world.get_resource::<Desk>().map(|desk| desk.shelf.clone()) else { return };
    match wish {
        Wish::Open(path) => open(world, &shelf, &path.display().to_string(), Some(path)),
        Wish::OpenShipped(name) => open(world, &shelf, &name, None),
        Wish::Save(path) => save(world, &path),
        Wish::ExportLog(path) => export_log(world, &path),
        Wish::New => new(world, &shelf),
        Wish::Former => former(world, &shelf),
        _ => {}
    }
}

/// Opens the table that was saved by itself last; without one, what ships under this name.
pub fn open_latest_or(world: &mut World, name: &str) {
    let Some(desk) = world.get_resource::<Desk>() else { return };
    let shelf = desk.shelf.clone();
    let (latest, broken) = desk.latest();
    match latest {
        Some((path, opened)) => lay(world, opened, Some(path)),
        None => open(world, &shelf, name, None),
    }
    if broken > 0 {
        let count = i64::try_from(broken).unwrap_or(i64::MAX);
        world
            .resource_mut::<Table>()
            .toast(Message::new("toast-copies-broken").int("count", count));
    }
}

fn open(world: &mut World, shelf: &Shelf, name_or_path: &str, file: Option<PathBuf>) {
    match shelf.open(name_or_path) {
        Err(problems) => show_problems(world, &problems),
        Ok(opened) => lay(world, opened, file),
    }
}

/// Puts what was opened on the table. The place of a save is where it is saved again; a copy that
/// was made by itself has no such place, but its table goes on under the copies that it has.
fn lay(world: &mut World, opened: Opened, file: Option<PathBuf>) {
    let left = leave(world);
    let mut place = None;
    match opened {
        Opened::Fight(mut fight) => {
            if !fight.seeded {
                fight.first.rng = Rng::new(Rng::random_seed());
            }
            setup::lay_out(world, &fight);
        }
        Opened::Saved(saved, replayed) => {
            take_over(world, *saved, *replayed);
            let copied = file.as_deref().and_then(autosave::copied);
            if let (Some(table), Some(mut desk)) = (copied, world.get_resource_mut::<Desk>()) {
                desk.table = table;
            }
            place = file.filter(|_| copied.is_none());
        }
    }
    begin(world, place, "toast-opened", left);
}

/// Puts the table back that was left last; the present one is then the one that was left.
fn former(world: &mut World, shelf: &Shelf) {
    let former = world.get_resource_mut::<Desk>().and_then(|mut desk| desk.former.take());
    let Some(Former { table, save, file }) = former else { return };
    let Ok(map) = Map::build(save.map.clone()).map(Arc::new) else { return };
    let Ok(replayed) = journal::replayed(&shelf.library, &save, map.clone()) else { return };
    let left = leave(world);
    take_over(world, Saved { save, map }, replayed);
    if let Some(mut desk) = world.get_resource_mut::<Desk>() {
        desk.table = table;
    }
    begin(world, file, "toast-opened", left);
}

/// Puts a table that was replayed elsewhere into the world.
fn take_over(world: &mut World, saved: Saved, mut replayed: World) {
    let Some(journal) = replayed.remove_resource::<Journal>() else { return };
    put_in_force(world, &saved.save.first.ruleset);
    world.insert_resource(BattleMap::new(saved.map));
    world.insert_resource(Title(saved.save.title));
    world.insert_resource(Sides(saved.save.sides));
    journal::take_over(world, journal);
}

fn new(world: &mut World, shelf: &Shelf) {
    let ruleset = world.get_resource::<Rules>().map(|rules| rules.0.info().id);
    let ruleset = ruleset.or_else(|| shelf.library.0.first().map(|rules| rules.info().id));
    let title = |lang| shelf.words.say(lang, "new-table", &[]);
    let title = LocalName { ru: title(Lang::Ru), en: title(Lang::En) };
    let Some(mut fight) = ruleset.and_then(|id| shelf.empty_fight(id, title)) else { return };
    fight.first.rng = Rng::new(Rng::random_seed());
    let left = leave(world);
    setup::lay_out(world, &fight);
    begin(world, None, "toast-new-table", left);
}

fn save(world: &mut World, path: &Path) {
    let Some(save) = Save::of(world) else { return };
    match file::write_atomic(path, save.text()) {
        Ok(()) => {
            let mut table = world.resource_mut::<Table>();
            table.file = Some(path.to_owned());
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
            table.toast(Message::new("toast-saved").text("file", &name));
        }
        Err(error) => {
            let problem = words(world, &file::write_problem(path, &error));
            let text = format!("{problem}\n{}", words(world, &Message::new("file-table-goes-on")));
            world.resource_mut::<Table>().fail("error-save-title", text);
        }
    }
}

/// Writes the log as text, in the language that is spoken.
fn export_log(world: &mut World, path: &Path) {
    let Some(speech) = world.get_resource::<Speech>().cloned() else { return };
    let (Some(title), Some(rules)) = (world.get_resource::<Title>(), world.get_resource::<Rules>())
    else {
        return;
    };
    let title = match speech.lang {
        Lang::Ru => title.0.ru.clone(),
        Lang::En => title.0.en.clone(),
    };
    let ruleset = rules.0.info().id;
    let names = chronicle::names_ever(world, speech.lang);
    let speaker = Speaker::new(&speech.words, speech.lang, &names);
    let rules = speaker.key_or(&format!("ruleset-{ruleset}"), ruleset);
    let log = chronicle::text_with_rules(journal::log(world), ruleset, &speaker);
    let text = format!("{title}\n{rules}\n{log}");
    match file::write_atomic(path, &text) {
        Ok(()) => {
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
            let toast = Message::new("toast-log-exported").text("file", &name);
            world.resource_mut::<Table>().toast(toast);
        }
        Err(error) => {
            let text = words(world, &file::write_problem(path, &error));
            world.resource_mut::<Table>().error = Some(text);
        }
    }
}

/// The last look at the table that is left: it is written before another takes its place, and kept
/// to be put back. The answer is whether anything was done on it.
fn leave(world: &mut World) -> bool {
    let file = world.resource::<Table>().file.clone();
    let save = Save::of(world).filter(|save| !save.entries.is_empty());
    let touched = save.is_some();
    if touched {
        world.resource_mut::<Table>().unsaved = true;
        autosave(world);
    }
    if let Some(mut desk) = world.get_resource_mut::<Desk>() {
        if let Some(save) = save {
            desk.former = Some(Former { table: desk.table, save, file });
        }
        desk.table = TableId::new();
    }
    touched
}

/// Nothing that was selected, aimed at or asked outlives its table. `left` offers the way back.
fn begin(world: &mut World, file: Option<PathBuf>, toast: &'static str, left: bool) {
    let title = world.get_resource::<Title>().map(|title| title.0.clone()).unwrap_or_default();
    let lang = world.get_resource::<Speech>().map_or(Lang::En, |speech| speech.lang);
    let title = match lang {
        Lang::Ru => title.ru,
        Lang::En => title.en,
    };
    let mut table = world.resource_mut::<Table>();
    table.selected = None;
    table.aim = None;
    table.preview = None;
    table.open = None;
    table.moment = None;
    table.error = None;
    table.last = Vec::new();
    table.free_move = false;
    (table.paused, table.flown) = (false, None);
    table.unsaved = false;
    table.file = file;
    table.toast(Message::new(toast).text("title", &title));
    if left {
        let way_back = (Message::new("toast-former-open"), Wish::Former);
        table.toast_with(Message::new("toast-former-kept"), way_back);
    }
    offer_recent(world);
}

/// Lists the tables that can be gone on with, all but the present one.
fn offer_recent(world: &mut World) {
    let Some(desk) = world.get_resource::<Desk>() else { return };
    let others = desk.recent.iter().filter(|recent| recent.table != desk.table);
    let others: Vec<Recent> = others.cloned().collect();
    let mut table = world.resource_mut::<Table>();
    if table.recent != others {
        table.recent = others;
    }
}

/// Writes the table by itself, at most once a command.
fn autosave(world: &mut World) {
    let Some(desk) = world.get_resource::<Desk>() else { return };
    let trouble = desk.autosaver.as_ref().and_then(Autosaver::trouble);
    if let Some(trouble) = trouble {
        world.resource_mut::<Table>().toast(trouble);
    }
    let news = world.resource::<Desk>().autosaver.as_ref().and_then(Autosaver::recent);
    if let Some(news) = news {
        world.resource_mut::<Desk>().recent = news;
        offer_recent(world);
    }
    if !world.resource::<Table>().unsaved {
        return;
    }
    world.resource_mut::<Table>().unsaved = false;
    let save = Save::of(world);
    let desk = world.resource::<Desk>();
    if let (Some(save), Some(autosaver)) = (save, &desk.autosaver) {
        autosaver.put(desk.table, save);
    }
}

fn show_problems(world: &mut World, problems: &[FileProblems]) {
    let Some(speech) = world.get_resource::<Speech>().cloned() else { return };
    let text = problems.iter().map(|file| file.render_in(&speech.words, speech.lang, false));
    let text: String = text.collect();
    world.resource_mut::<Table>().fail("error-title", text);
}

/// A message in the present language.
fn words(world: &World, message: &Message) -> String {
    let Some(speech) = world.get_resource::<Speech>() else { return message.key.to_string() };
    let names = std::collections::BTreeMap::new();
    Speaker::new(&speech.words, speech.lang, &names).say(message)
}
