//! `rubezh check`: all problems of data files, each with its place. They are the answer.

use super::failure::Failure;
use super::session::Session;
use crate::data::problem::{FileProblems, What};
use crate::data::tree::{Kind, Node, parse};
use crate::data::{self, file, rulesets};
use crate::shelf::{self, Entry};
use serde::Serialize;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

#[derive(Serialize)]
struct Answer {
    files: Vec<File>,
}

#[derive(Serialize)]
struct File {
    file: String,
    /// Of this file, and of the files that it names.
    problems: Vec<Problem>,
}

/// A problem as other programs read it.
#[derive(Serialize)]
pub struct Problem {
    file: String,
    line: usize,
    column: usize,
    key: String,
    text: String,
    help: Option<String>,
}

/// Says what is wrong with these files.
pub fn check(session: &Session, paths: &[PathBuf]) -> Result<(), Failure> {
    let found: Vec<(String, Vec<FileProblems>)> = paths
        .iter()
        .map(|path| {
            let mut problems = shelf::check(path, &session.shelf);
            add_word_gaps(path, &mut problems);
            add_references(path, session, &mut problems);
            (path.display().to_string(), problems)
        })
        .collect();
    let good = found.iter().all(|(_, problems)| problems.is_empty());
    if session.json {
        let files = found.iter().map(|(file, problems)| File {
            file: file.clone(),
            problems: problems.iter().flat_map(|one| listed(session, one)).collect(),
        });
        session.answer_json(&Answer { files: files.collect() })?;
    } else {
        session.answer(&text(session, &found))?;
    }
    if good { Ok(()) } else { Err(Failure::Answered) }
}

/// Adds the gaps in the words, if it is a ruleset: it could be played with them.
fn add_word_gaps(path: &Path, problems: &mut Vec<FileProblems>) {
    let Ok(bytes) = file::read(path) else { return };
    let shown = path.display().to_string();
    let gaps = rulesets::ids().into_iter().find_map(|id| rulesets::word_gaps(id, &shown, &bytes));
    let Some(gaps) = gaps.filter(|gaps| !gaps.is_empty()) else { return };
    match problems.iter_mut().find(|one| one.file == gaps.file) {
        Some(same) => same.problems.extend(gaps.problems),
        None => problems.push(gaps),
    }
}

/// Adds the maps, rosters and rules that a scenario names in vain. A scenario that lacks a field is
/// not understood, so nobody has looked at them.
fn add_references(path: &Path, session: &Session, problems: &mut [FileProblems]) {
    let shown = path.display().to_string();
    let lacks = |one: &FileProblems| {
        one.problems.iter().any(|problem| matches!(problem.what, What::MissingField { .. }))
    };
    let Some(own) = problems.iter_mut().find(|one| one.file == shown && lacks(one)) else {
        return;
    };
    let (Some(tree), _) = parse(&own.text) else { return };
    let shelf = session.shelf.list();
    let names = |entries: Vec<Entry>| entries.into_iter().map(|e| e.name).collect::<Vec<_>>();
    let known = [
        ("ruleset", "unknown-ruleset", shelf.rulesets.iter().map(|id| (*id).to_owned()).collect()),
        ("map", "unknown-map", names(shelf.maps)),
        ("rosters", "unknown-roster", names(shelf.rosters)),
    ];
    for (field, unknown, valid) in known {
        let Some(value) = tree.at(&[field.into()]) else { continue };
        let named: Vec<&Node> = match &value.kind {
            Kind::List(elements) => elements.iter().collect(),
            _ => vec![value],
        };
        for node in named {
            let Kind::Text(name) = &node.kind else { continue };
            let told = own.problems.iter().any(|problem| problem.span == node.span);
            if told || valid.contains(name) {
                continue;
            }
            // A name that is a way leads to a file beside the scenario.
            let what =
                if field != "ruleset" && (name.contains(['/', '\\']) || name.ends_with(".ron")) {
                    let beside = path.parent().unwrap_or(Path::new("")).join(name);
                    let Err(what) = file::read(&beside) else { continue };
                    what
                } else {
                    What::unknown(unknown, name, valid.iter().map(String::as_str))
                };
            own.problems.push(data::problem::Problem::new(node.span.clone(), what));
        }
    }
}

/// All problems of a file.
pub fn listed(session: &Session, file: &FileProblems) -> Vec<Problem> {
    let words = &session.shelf.words;
    file.lines()
        .map(|(line, column, problem)| {
            let (key, _) = problem.what.message();
            let (text, help) = problem.say(words, session.lang);
            Problem { file: file.file.clone(), line, column, key: key.to_owned(), text, help }
        })
        .collect()
}

fn text(session: &Session, found: &[(String, Vec<FileProblems>)]) -> String {
    let colour = std::io::stdout().is_terminal();
    let words = &session.shelf.words;
    let mut out = String::new();
    for (file, problems) in found {
        if problems.is_empty() {
            out += &session.say("cli-no-problem", &[("file", file.as_str().into())]);
            out.push('\n');
        }
        for one in problems {
            out += &one.render_in(words, session.lang, colour);
        }
    }
    out
}
