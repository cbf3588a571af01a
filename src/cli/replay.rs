//! `rubezh replay`: a journal carried out again, compared entry by entry.

use super::failure::Failure;
use super::session::Session;
use crate::battle::journal::{Divergence, Save, replayed};
use crate::shelf::Saved;
use serde::Serialize;
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
}

/// Replays a journal.
pub fn replay(session: &Session, path: &Path) -> Result<(), Failure> {
    let broken = |problems| Failure::Files(vec![problems], session.shelf.words.clone());
    let Saved { save, map } = session.shelf.read_saved(path).map_err(broken)?;
    match replayed(&session.shelf.library, &save, map) {
        Ok(_) => equal(session, save.entries.len()),
        Err(divergence) => diverged(session, &save, &divergence),
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
        });
    }
    let count = (entries as i64).into();
    session.answer(&format!("{}\n", session.say("cli-replay-equal", &[("count", count)])))
}

/// The first entry that went another way is the answer; the exit status says that there is one.
fn diverged(session: &Session, save: &Save, divergence: &Divergence) -> Result<(), Failure> {
    let recorded = format!("{:016x}", divergence.recorded);
    let found = divergence.found.map(|hash| format!("{hash:016x}"));
    if session.json {
        session.answer_json(&Answer {
            entries: save.entries.len(),
            equal: false,
            entry: Some(divergence.entry),
            recorded: Some(recorded),
            found,
        })?;
        return Err(Failure::Answered);
    }
    let entry = ("entry", (divergence.entry as i64).into());
    let recorded = ("recorded", recorded.into());
    let text = match found {
        Some(found) => {
            session.say("cli-replay-diverged", &[entry, recorded, ("found", found.into())])
        }
        None => session.say("cli-replay-stuck", &[entry, recorded]),
    };
    session.answer(&format!("{text}\n"))?;
    Err(Failure::Answered)
}
