//! `rubezh replay`: a journal carried out again, compared entry by entry.

use super::failure::Failure;
use super::session::Session;
use crate::battle::journal::Divergence;
use crate::data::problem::FileProblems;
use serde::Serialize;
use std::io::IsTerminal;
use std::path::Path;

#[derive(Serialize)]
struct Answer {
    entries: usize,
    equal: bool,
    /// The first entry that differs, from 1.
    entry: Option<usize>,
    recorded: Option<String>,
    /// Null when the command could not even be carried out.
    found: Option<String>,
    /// What is to be said of it, with its place in the file.
    problems: Vec<super::check::Problem>,
}

/// Replays a journal.
pub fn replay(session: &Session, path: &Path) -> Result<(), Failure> {
    let broken = |problems| Failure::Files(vec![problems], session.shelf.words.clone());
    let replay = session.shelf.replay(path).map_err(broken)?;
    match replay.divergence {
        None => equal(session, replay.entries),
        Some((divergence, problems)) => diverged(session, replay.entries, &divergence, &problems),
    }
}

fn equal(session: &Session, entries: usize) -> Result<(), Failure> {
    if session.json {
        return session.answer_json(&Answer {
            entries,
            equal: true,
            entry: None,
            recorded: None,
            found: None,
            problems: Vec::new(),
        });
    }
    let count = (entries as i64).into();
    session.answer(&format!("{}\n", session.say("cli-replay-equal", &[("count", count)])))
}

/// The first entry that went another way is the answer; the exit status says that there is one.
fn diverged(
    session: &Session,
    entries: usize,
    divergence: &Divergence,
    problems: &FileProblems,
) -> Result<(), Failure> {
    if session.json {
        session.answer_json(&Answer {
            entries,
            equal: false,
            entry: Some(divergence.entry),
            recorded: Some(format!("{:016x}", divergence.recorded)),
            found: divergence.found.map(|hash| format!("{hash:016x}")),
            problems: super::check::listed(session, problems),
        })?;
        return Err(Failure::Answered);
    }
    let colour = std::io::stdout().is_terminal();
    session.answer(&problems.render_in(&session.shelf.words, session.lang, colour))?;
    Err(Failure::Answered)
}
