//! `rubezh sim`: many fights on autopilot.

use super::args;
use super::failure::Failure;
use super::fight::{side_letter, side_name};
use super::house;
use super::list::local;
use super::session::Session;
use crate::battle::setup::Fight;
use crate::battle::sim::{Share, Tally, simulate};
use crate::locale::percent;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Instant;

#[derive(Serialize)]
struct Answer {
    ruleset: String,
    fights: u64,
    seed: u64,
    sides: BTreeMap<&'static str, Side>,
    draws: u64,
    rounds: Rounds,
    /// How often each fighter fell.
    losses: BTreeMap<String, u64>,
    fights_per_second: f64,
}

#[derive(Serialize)]
struct Side {
    wins: u64,
    rate: f64,
    low: f64,
    high: f64,
}

#[derive(Serialize)]
struct Rounds {
    mean: f64,
    p95: u16,
}

/// Plays and counts.
pub fn sim(session: &Session, args: &args::Sim) -> Result<(), Failure> {
    let seed = session.seed();
    let mut played = Vec::new();
    if session.ruleset.as_deref() == Some("all") {
        let under = |id| session.fight_under(&args.scenario, Some(id));
        let mut fights = session.ruleset_ids().map(under).collect::<Result<Vec<_>, _>>()?;
        house::settle_all(session, &args.house, &mut fights)?;
        for fight in fights {
            played.push(play(session, args, fight, seed)?);
        }
    } else {
        let mut fight = session.fight(&args.scenario)?;
        house::settle(session, &args.house, &mut fight)?;
        played.push(play(session, args, fight, seed)?);
    }
    if session.json {
        let mut answers: Vec<Answer> =
            played.iter().map(|(fight, tally, speed)| answer(fight, tally, seed, *speed)).collect();
        return match (session.ruleset.as_deref(), answers.pop()) {
            (Some("all"), last) => {
                answers.extend(last);
                session.answer_json(&answers)
            }
            (_, last) => session.answer_json(&last),
        };
    }
    let texts: Vec<String> = played.iter().map(|played| text(session, played)).collect();
    session.answer(&texts.join("\n"))
}

type Played = (Fight, Tally, f64);

fn play(session: &Session, args: &args::Sim, fight: Fight, seed: u64) -> Result<Played, Failure> {
    let begun = Instant::now();
    let threads = args.threads.map(usize::from);
    let tally = simulate(&session.shelf.library, &fight, args.fights, seed, threads)
        .map_err(|error| session.fail("cli-no-threads", &[("why", error.to_string().into())]))?;
    let speed = tally.fights as f64 / begun.elapsed().as_secs_f64().max(1e-9);
    Ok((fight, tally, speed))
}

fn answer(fight: &Fight, tally: &Tally, seed: u64, fights_per_second: f64) -> Answer {
    let side = |wins: u64| {
        let Share { rate, low, high } = Share::of(wins, tally.fights);
        Side { wins, rate, low, high }
    };
    let men = fight.first.combatants.iter();
    let losses = men.map(|c| (c.dossier.key.clone(), tally.fallen.get(&c.id).copied()));
    Answer {
        ruleset: fight.first.ruleset.clone(),
        fights: tally.fights,
        seed,
        sides: tally.wins.iter().map(|(id, wins)| (side_letter(*id), side(*wins))).collect(),
        draws: tally.draws,
        rounds: Rounds { mean: tally.rounds_mean(), p95: tally.rounds_percentile(95) },
        losses: losses.map(|(key, times)| (key, times.unwrap_or(0))).collect(),
        fights_per_second,
    }
}

fn text(session: &Session, (fight, tally, speed): &Played) -> String {
    let lang = session.lang;
    let rules = session.say(&format!("ruleset-{}", fight.first.ruleset), &[]);
    let title = local(lang, &fight.title);
    let mut out = format!("{title} · {rules}\n");
    for (side, wins) in &tally.wins {
        let share = Share::of(*wins, tally.fights);
        let args = [
            ("side", side_name(session, fight, *side).into()),
            ("rate", percent(lang, share.rate).into()),
            ("low", percent(lang, share.low).into()),
            ("high", percent(lang, share.high).into()),
        ];
        out += &format!("  {}\n", session.say("cli-sim-side", &args));
    }
    let rate = |n: u64| percent(lang, n as f64 / tally.fights as f64);
    out += &format!("  {}\n", session.say("cli-sim-draws", &[("rate", rate(tally.draws).into())]));
    let rounds = [
        ("mean", tally.rounds_mean().into()),
        ("most", i64::from(tally.rounds_percentile(95)).into()),
    ];
    out += &format!("  {}\n", session.say("cli-sim-rounds", &rounds));
    out += &format!("  {}\n", session.say("cli-sim-losses", &[]));
    for one in &fight.first.combatants {
        let fell = tally.fallen.get(&one.id).copied().unwrap_or(0);
        let name = local(lang, &one.dossier.name);
        out += &format!("    {:>7}  {} {name}\n", rate(fell), side_letter(one.side));
    }
    let speed = [("fights", (tally.fights as i64).into()), ("speed", speed.round().into())];
    out + &format!("  {}\n", session.say("cli-sim-speed", &speed))
}
