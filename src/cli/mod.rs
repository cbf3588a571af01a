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
mod help;
mod list;
mod replay;
mod rules;
mod session;
mod sim;

use args::{Args, Verb};
use clap::FromArgMatches;
use clap::error::ErrorKind;
use failure::Failure;
use session::Session;
use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    run(std::env::args_os())
}

/// Runs the program with these arguments, the program's name first.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let spoken = help::lang(&arguments);
    help::as_option(&mut arguments);
    let parsed = help::command(spoken)
        .try_get_matches_from(arguments)
        .and_then(|matches| Args::from_arg_matches(&matches));
    let args = match parsed {
        Ok(args) => args,
        Err(error) => {
            // The only thing that can go wrong is that nobody reads.
            let _ = error.print();
            let asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            return ExitCode::from(if asked { 0 } else { 2 });
        }
    };
    if args.verb.is_some() && args.scenario.is_some() {
        let _ = writeln!(std::io::stderr(), "error: a scenario before the verb; see --help");
        return ExitCode::from(2);
    }
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
            let _ = write!(err, "{}", failure.text(lang, colour));
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
        Err(why) => Err(session.fail(why.key(), &[])),
    }
}

/// A picture of the table with all its panels.
fn shot(session: &Session, shot: &args::Shot) -> Result<(), Failure> {
    let mut start = session.start(Some(shot.scenario.as_deref().unwrap_or("demo")), None)?;
    // A picture shows the table as it ships, not what somebody's settings made of it.
    (start.settings, start.data_dir) = (None, None);
    start.scale_percent = Some((shot.scale * 100.0).round() as u16);
    let picture = crate::app::Picture { path: shot.out.clone(), size: shot.size };
    match crate::app::shot(start, picture) {
        Ok(true) => Ok(()),
        Ok(false) => {
            let file = shot.out.display().to_string();
            Err(session.fail("cli-no-picture", &[("file", file.into())]))
        }
        Err(why) => Err(session.fail(why.key(), &[])),
    }
}
