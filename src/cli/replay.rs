//! `rubezh replay`: a journal carried out again, compared entry by entry.

use super::failure::Failure;
use super::session::Session;
use crate::battle::journal::{Divergence, Save, SaveError};
use crate::battle::setup::empty_world;
use crate::data::decode;
use crate::data::file;
use crate::data::map::Map;
use crate::data::problem::FileProblems;
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;

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
    let save = read(session, path)?;
    let map = Map::build(save.map.clone()).map_err(|_| unfit(session, path))?;
    let mut world = empty_world(&session.shelf.library);
    match save.open(&mut world, Arc::new(map)) {
        Ok(()) => equal(session, save.entries.len()),
        Err(SaveError::Diverged(divergence)) => diverged(session, &save, &divergence),
        Err(SaveError::Format(found)) => {
            let found = i64::from(found).into();
            Err(session.fail("cli-save-format", &[("file", shown(path).into()), ("found", found)]))
        }
        Err(SaveError::Ruleset(id)) => {
            Err(session.unknown("cli-no-ruleset", &id, session.ruleset_ids()))
        }
        Err(SaveError::Unfit) => Err(unfit(session, path)),
    }
}

/// The journal in a file.
pub fn read(session: &Session, path: &Path) -> Result<Save, Failure> {
    let name = shown(path);
    let failed = |problems| Failure::Files(vec![problems], session.shelf.words.clone());
    let bytes = file::read(path).map_err(|what| failed(FileProblems::of_file(&name, what)))?;
    let reading = decode::read::<Save>(&name, &bytes);
    match reading.value {
        Some(save) if reading.problems.is_empty() => Ok(save),
        _ => Err(failed(reading.problems)),
    }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn unfit(session: &Session, path: &Path) -> Failure {
    session.fail("cli-save-unfit", &[("file", shown(path).into())])
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
