//! The command line: the window, and every verb that does without one.
//!
//! Names and JSON fields are a contract with other programs: more may come, none may change. The
//! answer is all that stands on the standard output; everything else goes to the error output in
//! the chosen language.

mod args;
mod attack;
mod check;
mod failure;
mod fight;
mod house;
mod list;
mod replay;
mod rules;
mod session;
mod sim;
mod usage;
mod value;

use crate::data::file;
use crate::locale::Lang;
use args::{Args, Verb};
use failure::Failure;
use session::Session;
use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use usage::{Line, Wrong};

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    run(std::env::args_os())
}

/// Runs the program with these arguments, the program's name first.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let line = Line::new(arguments.iter().cloned());
    let args = match line.read() {
        Ok(args) => args,
        Err(Wrong::Asked(text)) => {
            let result = session::write(&text).map_err(Failure::Output);
            return finish(result, Lang::En, &line);
        }
        Err(Wrong::Use(text)) => {
            // The only thing that can go wrong is that nobody reads.
            let _ = write!(std::io::stderr(), "{text}");
            return ExitCode::from(2);
        }
    };
    let lang = args.common.lang();
    let session = match &args.verb {
        // A broken ruleset of the data folder is among what it is to judge.
        Some(Verb::Check { .. }) => {
            Session::open(&args.common).or_else(|_| Session::shipped(&args.common))
        }
        _ => Session::open(&args.common),
    };
    let result = session.and_then(|session| match &args.verb {
        None => window(&session, &args),
        Some(Verb::Shot(picture)) => shot(&session, picture),
        Some(Verb::List) => list::list(&session),
        Some(Verb::Odds(attack)) => attack::odds(&session, attack),
        Some(Verb::Resolve(resolve)) => attack::resolve(&session, resolve),
        Some(Verb::Fight(fight)) => fight::fight(&session, fight),
        Some(Verb::Sim(sim)) => sim::sim(&session, sim),
        Some(Verb::Replay { journal }) => replay::replay(&session, journal),
        Some(Verb::Check { files }) => check::check(&session, files),
        Some(Verb::Rules) => rules::rules(&session),
    });
    finish(result, lang, &line)
}

/// Says what went wrong, if anything did.
fn finish(result: Result<(), Failure>, lang: Lang, line: &Line) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Somebody closed the pipe: nothing is wrong, and nothing more is wanted.
        Err(Failure::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(Failure::Answered) => ExitCode::FAILURE,
        Err(failure) => {
            let mut err = std::io::stderr().lock();
            let colour = err.is_terminal();
            let text = match &failure {
                Failure::Output(error) => line.unwritten(error),
                other => other.text(lang, colour),
            };
            let _ = write!(err, "{text}");
            ExitCode::FAILURE
        }
    }
}

/// The window. Where there is no screen it says what to do.
fn window(session: &Session, args: &Args) -> Result<(), Failure> {
    let start = session.start(args.scenario.as_deref(), args.witness.clone())?;
    match crate::app::run(start) {
        Ok(exit) if exit.is_success() => Ok(()),
        Ok(_) => Err(Failure::Answered),
        Err(why) => Err(no_window(session, why)),
    }
}

/// Why there is no window, with a way to see the fight without one: as the program was started.
fn no_window(session: &Session, why: crate::app::NoWindow) -> Failure {
    let started = std::env::args_os().next().unwrap_or_default();
    let in_target = std::path::Path::new(&started).iter().any(|part| part == "target");
    // Cargo tells whom it runs, wherever it builds.
    let built = in_target || std::env::var_os("CARGO").is_some();
    let call = if built { "cargo run --release --" } else { "rubezh" };
    session.fail(why.key(), &[("call", call.into())])
}

/// A picture of the table with all its panels.
fn shot(session: &Session, shot: &args::Shot) -> Result<(), Failure> {
    let mut start = session.start(Some(shot.scenario.as_deref().unwrap_or("demo")), None)?;
    // A picture shows the table as it ships, not what somebody's settings made of it.
    (start.settings, start.data_dir) = (None, None);
    start.scale_percent = Some((shot.scale * 100.0).round() as u16);
    let Some(format) = crate::app::PictureFormat::of(&shot.out) else {
        let file = shot.out.display().to_string();
        return Err(session.fail("cli-picture-kind", &[("file", file.into())]));
    };
    // Drawing takes seconds: what can be known before is said before.
    file::may_write(&shot.out).map_err(|error| session.not_written(&shot.out, &error))?;
    let picture = crate::app::Picture { format, size: shot.size };
    match crate::app::shot(start, picture) {
        Ok(Some(bytes)) => file::write_atomic(&shot.out, bytes)
            .map_err(|error| session.not_written(&shot.out, &error)),
        Ok(None) => Err(session.fail("cli-no-picture", &[])),
        Err(why) => Err(no_window(session, why)),
    }
}
