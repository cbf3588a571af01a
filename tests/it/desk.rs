//! The desk: what was open stays until the new thing is whole, and nothing good is ever lost.

use bevy::prelude::*;
use rubezh::battle::command::{Command, Edit};
use rubezh::battle::journal::{self, Journal, Save};
use rubezh::battle::setup::{Sides, Title, headless, lay_out};
use rubezh::battle::{BattleMap, BattlePlugin, Rules, state};
use rubezh::desk::{self, Desk, DeskPlugin};
use rubezh::locale::Lang;
use rubezh::rules::facts::CombatantId;
use rubezh::shelf::autosave::{self, COPIES_KEPT, TableId};
use rubezh::shelf::{Opened, Shelf};
use rubezh::table::{Speech, Table, TablePlugin, Wish};
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn shelf() -> Arc<Shelf> {
    Arc::new(Shelf::load(None).unwrap_or_else(|broken| panic!("{broken:?}")))
}

/// The program without its window: the demo is on the table.
fn program(data_dir: Option<&Path>) -> App {
    let shelf = shelf();
    let mut app = App::new();
    app.add_plugins((BattlePlugin, TablePlugin, DeskPlugin));
    app.insert_resource(shelf.library.clone());
    app.insert_resource(Speech { words: shelf.words.clone(), lang: Lang::En });
    let fight = shelf.fight("demo").unwrap();
    lay_out(app.world_mut(), &fight);
    app.insert_resource(Desk::new(shelf, data_dir.map(Path::to_owned)));
    app
}

fn wish(app: &mut App, wish: Wish) {
    app.world_mut().resource_mut::<Table>().wish(wish);
    app.update();
}

fn hash(app: &mut App) -> u64 {
    state::capture(app.world_mut()).fingerprint()
}

fn table(app: &App) -> &Table {
    app.world().resource::<Table>()
}

fn toasts(app: &App) -> Vec<String> {
    table(app).toasts.iter().map(|toast| toast.message.key.to_string()).collect()
}

fn rename(app: &mut App, name: &str) {
    let edit = Edit::Name(name.to_owned());
    wish(app, Wish::Order(Command::Edit { who: CombatantId(0), edit }));
}

#[test]
fn a_broken_file_leaves_the_table_as_it_was() {
    let mut app = program(None);
    rename(&mut app, "Grey");
    let before = hash(&mut app);
    let broken = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/broken/cell-taken.ron");
    wish(&mut app, Wish::Open(broken));
    let error = table(&app).error.clone().expect("it is said");
    assert!(error.contains("cell-taken.ron:9:56: "), "{error}");
    assert!(!error.contains('\u{1b}'), "{error}");
    assert_eq!(hash(&mut app), before);
    assert_eq!(app.world().resource::<Journal>().entries().len(), 1);

    app.world_mut().resource_mut::<Table>().error = None;
    wish(&mut app, Wish::Open(PathBuf::from("no-such-file.ron")));
    assert!(table(&app).error.is_some());
    wish(&mut app, Wish::OpenShipped("no-such-scenario".to_owned()));
    assert_eq!(hash(&mut app), before);
}

#[test]
fn what_was_saved_opens_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("Ёлка №1.ron");
    let mut app = program(None);
    wish(&mut app, Wish::Order(Command::Begin { by_cards: None }));
    rename(&mut app, "Ёж Щукин");
    wish(&mut app, Wish::Order(Command::EndTurn));
    wish(&mut app, Wish::Undo);
    let before = hash(&mut app);
    let lines = journal::log(app.world()).count();
    wish(&mut app, Wish::Save(path.clone()));
    assert_eq!(toasts(&app).last().map(String::as_str), Some("toast-saved"));
    assert_eq!(table(&app).file.as_ref(), Some(&path));

    let mut other = program(None);
    other.world_mut().resource_mut::<Table>().selected = Some(CombatantId(3));
    wish(&mut other, Wish::Open(path.clone()));
    assert_eq!(table(&other).error, None);
    assert_eq!(hash(&mut other), before);
    assert_eq!(journal::log(other.world()).count(), lines);
    assert_eq!(table(&other).selected, None);
    assert_eq!(table(&other).file.as_ref(), Some(&path));
    assert_eq!(other.world().resource::<Title>().0.ru, "Ночь на складе");
    assert_eq!(other.world().resource::<Sides>().0.len(), 2);
    // What was undone when it was saved can be done again.
    wish(&mut other, Wish::Redo);
    wish(&mut app, Wish::Redo);
    assert_eq!(hash(&mut other), hash(&mut app));
    wish(&mut other, Wish::Undo);
    wish(&mut other, Wish::Undo);
    wish(&mut other, Wish::Undo);
    wish(&mut other, Wish::Undo);
    assert_eq!(other.world().resource::<Journal>().at(), 0);
}

#[test]
fn a_new_table_is_empty_under_the_same_rules() {
    let mut app = program(None);
    wish(&mut app, Wish::New);
    let world = app.world();
    assert_eq!(world.resource::<BattleMap>().board.size(), (24, 16));
    assert_eq!(world.resource::<Rules>().0.info().id, "better-world");
    assert!(world.resource::<Journal>().entries().is_empty());
    let state = state::capture(app.world_mut());
    assert!(state.combatants.is_empty());
    wish(&mut app, Wish::OpenShipped("demo".to_owned()));
    assert_eq!(state::capture(app.world_mut()).combatants.len(), 8);
}

#[test]
fn dice_of_a_scenario_are_new_each_time() {
    let mut app = program(None);
    let mut seen = Vec::new();
    for _ in 0..2 {
        wish(&mut app, Wish::OpenShipped("demo".to_owned()));
        seen.push(state::capture(app.world_mut()).rng);
    }
    assert_ne!(seen[0], seen[1]);
}

#[test]
fn a_file_that_cannot_be_written_is_said_and_play_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let mut app = program(None);
    let before = hash(&mut app);
    wish(&mut app, Wish::Save(dir.path().join("no/such/folder/table.ron")));
    assert!(table(&app).error.as_ref().is_some_and(|error| error.contains("no such folder")));
    assert_eq!(table(&app).error_title, "error-save-title");
    assert_eq!(hash(&mut app), before);
    assert_eq!(table(&app).file, None);
    wish(&mut app, Wish::Open(PathBuf::from("no-such-file.ron")));
    assert_eq!(table(&app).error_title, "error-title");
}

#[test]
fn the_log_is_written_with_dice_modifiers_and_rules() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("журнал боя.txt");
    let mut app = program(None);
    let gone = CombatantId(1);
    rename(&mut app, "Серый");
    wish(&mut app, Wish::Order(Command::Begin { by_cards: Some(false) }));
    wish(&mut app, Wish::Order(Command::Remove { who: gone }));
    wish(&mut app, Wish::ExportLog(path.clone()));
    assert_eq!(table(&app).error, None);
    assert_eq!(toasts(&app).last().map(String::as_str), Some("toast-log-exported"));
    assert_eq!(table(&app).file, None, "the log is not the table");
    let text = std::fs::read_to_string(&path).unwrap();
    for part in ["Night at the warehouse", "Better World", "Серый", "(BW-INI-"] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    assert!(!text.contains('?') && !text.contains('⟦'), "{text}");

    wish(&mut app, Wish::ExportLog(dir.path().join("no/such/folder/log.txt")));
    assert!(table(&app).error.as_ref().is_some_and(|error| error.contains("no such folder")));
}

#[test]
fn every_command_leaves_a_dated_copy() {
    let dir = tempfile::tempdir().unwrap();
    let mut app = program(Some(dir.path()));
    for i in 0..30 {
        rename(&mut app, &format!("Raven {i}"));
        // The disk is given its time, so that each command has a copy of its own.
        while newest_name(dir.path()).as_deref() != Some(&format!("Raven {i}")) {
            std::thread::yield_now();
        }
    }
    let count = autosave::newest_first(dir.path()).len();
    assert!((5..=COPIES_KEPT + 1).contains(&count), "{count}");
    app.update();
    assert_eq!(toasts(&app), [""; 0]);

    // An empty new table is not written, and does not push out what is there.
    wish(&mut app, Wish::New);
    app.update();
    drop(app);
    assert_eq!(newest_name(dir.path()).as_deref(), Some("Raven 29"));
}

/// The name of the first fighter in the newest copy.
fn newest_name(dir: &Path) -> Option<String> {
    let path = autosave::newest_first(dir).into_iter().next()?;
    match shelf().open(&path.display().to_string()).ok()? {
        Opened::Saved(_, mut world) => {
            Some(state::capture(&mut world).combatants.first()?.dossier.name.en.clone())
        }
        Opened::Fight(_) => None,
    }
}

fn demo_save(commands: usize) -> Save {
    let shelf = shelf();
    let mut world = headless(&shelf.library, &shelf.fight("demo").unwrap());
    for i in 0..commands {
        let edit = Edit::Name(format!("Raven {i}"));
        journal::order(&mut world, Command::Edit { who: CombatantId(0), edit });
    }
    Save::of(&world).unwrap()
}

#[test]
fn other_tables_keep_their_copies() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join(autosave::FOLDER);
    let (first, second) = (TableId::new(), TableId::new());
    let mut last = None;
    let good = autosave::write(&folder, first, &demo_save(1), &mut last).unwrap().unwrap();
    // The same again is not written.
    assert_eq!(autosave::write(&folder, first, &demo_save(1), &mut last).unwrap(), None);
    std::thread::sleep(std::time::Duration::from_millis(2));
    let second = if second == first { TableId::new() } else { second };
    for i in 2..40 {
        autosave::write(&folder, second, &demo_save(i), &mut last).unwrap().unwrap();
    }
    assert!(good.is_file());
    assert_eq!(autosave::newest_first(dir.path()).len(), COPIES_KEPT + 1);
}

#[test]
fn the_newest_copy_that_is_whole_is_opened() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join(autosave::FOLDER);
    let mut last = None;
    let table = TableId::new();
    for i in 1..=6 {
        autosave::write(&folder, table, &demo_save(i), &mut last).unwrap().unwrap();
    }
    let copies = autosave::newest_first(dir.path());
    assert_eq!(copies.len(), 6);
    let text = std::fs::read_to_string(&copies[0]).unwrap();
    std::fs::write(&copies[0], &text[..text.floor_char_boundary(text.len() / 2)]).unwrap();
    std::fs::write(&copies[1], b"\xff\xfe\0bad bytes").unwrap();
    std::fs::write(&copies[2], "").unwrap();
    std::fs::write(folder.join("my notes.txt"), "no copy").unwrap();

    let mut app = program(Some(dir.path()));
    desk::open_latest_or(app.world_mut(), "demo");
    assert_eq!(app.world().resource::<Journal>().entries().len(), 3);
    assert_eq!(table_file(&app), None);
    assert!(toasts(&app).contains(&"toast-copies-broken".to_owned()));
    assert!(folder.join("my notes.txt").is_file());
}

fn table_file(app: &App) -> Option<&PathBuf> {
    table(app).file.as_ref()
}

#[test]
fn without_a_copy_the_demo_is_opened() {
    let dir = tempfile::tempdir().unwrap();
    let mut app = program(Some(dir.path()));
    desk::open_latest_or(app.world_mut(), "demo");
    assert_eq!(toasts(&app), ["toast-opened"]);
}

#[test]
fn trouble_with_copies_is_told_once() {
    let dir = tempfile::tempdir().unwrap();
    // A file where the folder should be: not even the superuser can write there.
    let data_dir = dir.path().join("data");
    std::fs::write(&data_dir, "in the way").unwrap();
    let mut app = program(Some(&data_dir));
    rename(&mut app, "One");
    let told = |app: &App| toasts(app).iter().filter(|key| key.starts_with("file-")).count();
    while told(&app) == 0 {
        app.update();
        std::thread::yield_now();
    }
    rename(&mut app, "Two");
    for _ in 0..50 {
        std::thread::sleep(std::time::Duration::from_millis(1));
        app.update();
    }
    assert_eq!(told(&app), 1, "{:?}", toasts(&app));
    assert_eq!(app.world().resource::<Journal>().entries().len(), 2);
}

/// The child of the next test: saves and saves until it is killed.
#[test]
fn a_program_that_saves_until_it_is_killed() {
    let Ok(dir) = std::env::var("RUBEZH_TEST_KILLED_IN") else { return };
    let folder = Path::new(&dir).join(autosave::FOLDER);
    let saves: Vec<Save> = (1..6).map(demo_save).collect();
    let (table, mut last) = (TableId::new(), None);
    for save in saves.iter().cycle() {
        autosave::write(&folder, table, save, &mut last).unwrap();
    }
}

#[test]
fn whenever_the_program_is_killed_a_whole_copy_remains() {
    let dir = tempfile::tempdir().unwrap();
    let moments: u64 =
        std::env::var("RUBEZH_TEST_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(5);
    let shelf = shelf();
    for moment in 0..moments {
        let mut child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "desk::a_program_that_saves_until_it_is_killed"])
            .env("RUBEZH_TEST_KILLED_IN", dir.path())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let written = autosave::newest_first(dir.path()).first().cloned();
        while autosave::newest_first(dir.path()).first() == written.as_ref() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        std::thread::sleep(std::time::Duration::from_micros(moment * 7_919 % 20_000));
        child.kill().unwrap();
        child.wait().unwrap();
        let newest = autosave::newest_first(dir.path()).into_iter().next().unwrap();
        let opened = shelf.open(&newest.display().to_string());
        assert!(opened.is_ok(), "{}", newest.display());
    }
}

/// Lets the disk keep up until the program lists so many other tables, the newest of them with so
/// many entries.
fn recent(app: &mut App, count: usize, entries: usize) -> Vec<autosave::Recent> {
    let shelf = shelf();
    let whole = |path: &Path| shelf.replay(path).is_ok_and(|replay| replay.entries == entries);
    for _ in 0..2_000 {
        app.update();
        let list = &table(app).recent;
        if list.len() == count && list.first().is_some_and(|first| whole(&first.path)) {
            return list.clone();
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    panic!("{:?}", table(app).recent)
}

#[test]
fn a_table_that_is_left_can_be_gone_on_with() {
    let dir = tempfile::tempdir().unwrap();
    let mut app = program(Some(dir.path()));
    wish(&mut app, Wish::Order(Command::Begin { by_cards: None }));
    rename(&mut app, "Grey");
    let before = hash(&mut app);
    wish(&mut app, Wish::New);
    let offered = table(&app).toasts.iter().find_map(|toast| toast.button.clone());
    assert!(matches!(offered, Some((_, Wish::Former))), "{offered:?}");
    wish(&mut app, Wish::Former);
    assert_eq!(hash(&mut app), before);
    wish(&mut app, Wish::OpenShipped("demo".to_owned()));
    let list = recent(&mut app, 1, 2);
    assert_eq!((list[0].title.ru.as_str(), list[0].round), ("Ночь на складе", 1));

    // It goes on under its own copies: no second table comes of it.
    wish(&mut app, Wish::Open(list[0].path.clone()));
    assert_eq!(hash(&mut app), before);
    rename(&mut app, "Red");
    wish(&mut app, Wish::New);
    let list = recent(&mut app, 1, 3);
    wish(&mut app, Wish::Open(list[0].path.clone()));
    assert_eq!(app.world().resource::<Journal>().entries().len(), 3);
}

#[test]
fn other_tables_outlive_many_new_ones() {
    let dir = tempfile::tempdir().unwrap();
    let mut app = program(Some(dir.path()));
    rename(&mut app, "Grey");
    for i in 1..=12 {
        wish(&mut app, Wish::OpenShipped("demo".to_owned()));
        rename(&mut app, &format!("Raven {i}"));
        recent(&mut app, i, 1);
    }
    let oldest = table(&app).recent.last().unwrap().path.clone();
    wish(&mut app, Wish::Open(oldest));
    assert_eq!(app.world().resource::<Journal>().entries().len(), 1);
}

#[test]
fn a_copy_is_no_file_to_save_over() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join(autosave::FOLDER);
    let copy = autosave::write(&folder, TableId::new(), &demo_save(2), &mut None).unwrap().unwrap();
    let mut app = program(Some(dir.path()));
    wish(&mut app, Wish::Open(copy));
    assert_eq!(app.world().resource::<Journal>().entries().len(), 2);
    assert_eq!(table_file(&app), None);
}
