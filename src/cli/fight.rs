//! `rubezh fight`: both sides on autopilot, the log in the terminal.

use super::args;
use super::failure::Failure;
use super::house;
use super::list::local;
use super::session::Session;
use crate::battle::autopilot::{Autopilot, ROUNDS_MAX, Verdict};
use crate::battle::command::Command;
use crate::battle::journal::{self, Journal, Save};
use crate::battle::setup::{Fight, headless};
use crate::chronicle;
use crate::data::{encode, file};
use crate::rules::dice::Rng;
use bevy::prelude::World;
use serde::Serialize;

#[derive(Serialize)]
struct Answer {
    ruleset: String,
    seed: u64,
    /// Null for a draw or a fight that was stopped.
    winner: Option<&'static str>,
    rounds: u16,
    commands: usize,
    /// The fingerprint of the last state.
    hash: String,
    log: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    round: u16,
    turn: Option<String>,
    rule: &'static str,
    text: String,
}

/// Plays a fight and tells it.
pub fn fight(session: &Session, args: &args::Fight) -> Result<(), Failure> {
    let mut fight = session.fight(&args.scenario)?;
    house::settle(session, &args.house, &mut fight)?;
    if let Some(path) = &args.journal {
        file::may_write(path).map_err(|error| session.not_written(path, &error))?;
    }
    let seed = session.seed();
    fight.first.rng = Rng::new(seed);
    let mut world = headless(&session.shelf.library, &fight);
    let rounds_max = args.rounds.unwrap_or(ROUNDS_MAX);
    let verdict = Autopilot::new().play(&mut world, rounds_max);
    if verdict.winner.is_some() || args.rounds.is_none() {
        journal::order(&mut world, Command::Finish);
    }
    if let Some(path) = &args.journal {
        let save = Save::of(&world).expect("a journal was begun with the fight");
        let text = encode::text(&save).expect("a save has nothing that RON cannot hold");
        file::write_atomic(path, text).map_err(|error| session.not_written(path, &error))?;
    }
    if session.json {
        return session.answer_json(&answer(session, &world, &fight, seed, verdict));
    }
    session.answer(&text(session, &world, &fight, verdict))
}

/// The letter of a side, as in files.
pub fn side_letter(side: crate::rules::facts::SideId) -> &'static str {
    crate::data::scenario::SIDES.get(usize::from(side.0)).copied().unwrap_or("?")
}

fn answer(session: &Session, world: &World, fight: &Fight, seed: u64, verdict: Verdict) -> Answer {
    let names = chronicle::names(world, session.lang);
    let keys = chronicle::keys(world);
    let speaker = session.speaker(&names);
    let line = |line: &crate::battle::event::LogLine| Line {
        round: line.round,
        turn: line.turn.and_then(|id| keys.get(&id).cloned()),
        rule: line.rule.0,
        text: chronicle::sentence(line, &speaker),
    };
    let entries = world.resource::<Journal>().entries();
    Answer {
        ruleset: fight.first.ruleset.clone(),
        seed,
        winner: verdict.winner.map(side_letter),
        rounds: verdict.rounds,
        commands: entries.len(),
        hash: entries.last().map_or_else(String::new, |entry| format!("{:016x}", entry.hash)),
        log: journal::log(world).map(line).collect(),
    }
}

fn text(session: &Session, world: &World, fight: &Fight, verdict: Verdict) -> String {
    let names = chronicle::names(world, session.lang);
    let speaker = session.speaker(&names);
    let mut out = format!("{}\n", local(session.lang, &fight.title));
    out += &chronicle::text(journal::log(world), &fight.first.ruleset, &speaker);
    let rounds = ("rounds", i64::from(verdict.rounds).into());
    out += "\n";
    out += &match verdict.winner {
        Some(side) => {
            let name = side_name(session, fight, side);
            session.say("cli-winner", &[("side", name.into()), rounds])
        }
        None => session.say("cli-no-winner", &[rounds]),
    };
    out + "\n"
}

/// The name of a side: its own, with the letter.
pub fn side_name(session: &Session, fight: &Fight, side: crate::rules::facts::SideId) -> String {
    let own = fight.sides.get(usize::from(side.0)).map(|name| local(session.lang, name));
    match own {
        Some(own) if !own.is_empty() => format!("{} ({own})", side_letter(side)),
        _ => side_letter(side).to_owned(),
    }
}
