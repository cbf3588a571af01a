//! The autopilot at the table: it asks nobody about its own fighters, and holds when a person takes
//! something back.

use bevy::prelude::*;
use bevy::time::{TimePlugin, TimeUpdateStrategy};
use rubezh::battle::BattlePlugin;
use rubezh::battle::command::{Command, Edit};
use rubezh::battle::journal::Journal;
use rubezh::battle::setup::lay_out;
use rubezh::battle::state::Stage;
use rubezh::battle::turn::Turn;
use rubezh::locale::Lang;
use rubezh::pilot::PilotPlugin;
use rubezh::rules::facts::{CombatantId, SideId};
use rubezh::shelf::Shelf;
use rubezh::table::{Speech, Table, TablePlugin, Wish};
use std::time::Duration;

/// The demo fight with these fighters given to the autopilot, begun.
fn program(seed: u64, given: impl Fn(SideId) -> bool) -> App {
    let shelf = Shelf::load(None).unwrap_or_else(|broken| panic!("{broken:?}"));
    let mut app = App::new();
    app.add_plugins((TimePlugin, BattlePlugin, TablePlugin, PilotPlugin));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)));
    app.insert_resource(shelf.library.clone());
    app.insert_resource(Speech { words: shelf.words.clone(), lang: Lang::En });
    let fight = shelf.fight("demo").unwrap();
    lay_out(app.world_mut(), &fight);
    wish(&mut app, Wish::Order(Command::Reseed { seed }));
    for one in fight.first.combatants.iter().filter(|one| given(one.side)) {
        let edit = Edit::Autopilot(true);
        wish(&mut app, Wish::Order(Command::Edit { who: one.id, edit }));
    }
    wish(&mut app, Wish::Order(Command::Begin { by_cards: None }));
    app
}

fn wish(app: &mut App, wish: Wish) {
    app.world_mut().resource_mut::<Table>().wish(wish);
    app.update();
}

fn table(app: &App) -> &Table {
    app.world().resource::<Table>()
}

fn journal(app: &App) -> &Journal {
    app.world().resource::<Journal>()
}

fn frames(app: &mut App, count: usize) {
    for _ in 0..count {
        app.update();
    }
}

/// Runs until `done`, at most so many frames; whether it came to that.
fn until(app: &mut App, frames: usize, done: impl Fn(&App) -> bool) -> bool {
    (0..frames).any(|_| {
        app.update();
        done(app)
    })
}

#[test]
fn nobody_is_asked_about_fighters_of_the_autopilot() {
    let decided = |app: &App| journal(app).entries().iter().any(|e| !e.answers.is_empty());
    for seed in 0..40 {
        let mut app = program(seed, |_| true);
        let stopped = until(&mut app, 2_000, |app| {
            assert!(table(app).open.is_none(), "seed {seed}: asked about its own fighter");
            decided(app) || app.world().resource::<Turn>().stage != Stage::Fighting
        });
        if stopped && decided(&app) {
            return;
        }
    }
    panic!("no fight came to a decision");
}

#[test]
fn a_question_that_is_put_aside_stays_aside() {
    for seed in 0..40 {
        let mut app = program(seed, |side| side == SideId(0));
        // The other side does nothing: its turns are ended by hand.
        let asked = (0..400).any(|_| {
            let current = app.world().resource::<Turn>().current;
            let others = |who: CombatantId| !rubezh::table::given_away(app.world(), who);
            if current.is_some_and(others) {
                wish(&mut app, Wish::Order(Command::EndTurn));
            }
            until(&mut app, 8, |app| table(app).open.is_some())
        });
        if !asked {
            continue;
        }
        let entries = journal(&app).entries().len();
        wish(&mut app, Wish::Withdraw);
        frames(&mut app, 50);
        assert!(table(&app).paused && table(&app).open.is_none());
        assert_eq!(journal(&app).entries().len(), entries);
        // And there is a way to go on.
        wish(&mut app, Wish::Pause(false));
        assert!(until(&mut app, 50, |app| table(app).open.is_some()));
        wish(&mut app, Wish::Answer(0));
        assert_eq!(journal(&app).entries().len(), entries + 1);
        return;
    }
    panic!("no fight came to a question");
}

#[test]
fn undo_holds_the_autopilot_until_somebody_lets_it_go_on() {
    let mut app = program(1, |_| true);
    assert!(until(&mut app, 200, |app| journal(app).at() > 14));
    wish(&mut app, Wish::Undo);
    let (at, all) = (journal(&app).at(), journal(&app).entries().len());
    assert_eq!(at + 1, all);
    frames(&mut app, 100);
    assert_eq!((journal(&app).at(), journal(&app).entries().len()), (at, all));
    wish(&mut app, Wish::Redo);
    frames(&mut app, 100);
    assert_eq!((journal(&app).at(), journal(&app).entries().len()), (all, all));
    assert!(table(&app).paused);
    wish(&mut app, Wish::Pause(false));
    assert!(until(&mut app, 50, |app| journal(app).at() > all));
}

#[test]
fn a_side_is_given_away_and_taken_back_in_one_step() {
    let mut app = program(1, |_| false);
    let given = |app: &App, side| {
        let men = app.world().resource::<Journal>().first().unwrap().combatants.clone();
        let of_side = men.into_iter().filter(move |man| man.side == side);
        of_side.filter(|man| rubezh::table::given_away(app.world(), man.id)).count()
    };
    let before = journal(&app).at();
    let give = Command::Autopilot { side: SideId(0), on: true };
    wish(&mut app, Wish::Order(give.clone()));
    assert_eq!((given(&app, SideId(0)), given(&app, SideId(1))), (4, 0));
    assert_eq!(journal(&app).at(), before + 1);
    assert_eq!(rubezh::table::command_key(&give), "command-autopilot");
    let line = journal(&app).entries()[before].lines.first().map(|l| l.message.key.to_string());
    assert_eq!(line.as_deref(), Some("log-autopilot-side-on"));
    wish(&mut app, Wish::Undo);
    assert_eq!(given(&app, SideId(0)), 0);
    wish(&mut app, Wish::Order(Command::Autopilot { side: SideId(7), on: true }));
    assert_eq!(journal(&app).at(), before, "nobody is on that side");
}

#[test]
fn a_turn_handed_over_is_handed_over_once() {
    let mut app = program(1, |_| false);
    let first = app.world().resource::<Turn>().current;
    wish(&mut app, Wish::Autopilot);
    let others = |app: &App| app.world().resource::<Turn>().current != first;
    assert!(until(&mut app, 400, others));
    frames(&mut app, 3);
    assert_eq!(table(&app).flown, None);
    let entries = journal(&app).entries().len();
    frames(&mut app, 50);
    assert_eq!(journal(&app).entries().len(), entries);
}
