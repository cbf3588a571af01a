//! `rubezh list`: what there is.

use super::failure::Failure;
use super::session::Session;
use crate::data::people::LocalName;
use crate::locale::Lang;
use crate::shelf::{Entry, ScenarioEntry};
use serde::Serialize;

#[derive(Serialize)]
struct Answer {
    scenarios: Vec<Scenario>,
    rulesets: Vec<&'static str>,
    maps: Vec<File>,
    rosters: Vec<File>,
}

#[derive(Serialize)]
struct File {
    name: String,
    /// The path; null for what ships.
    file: Option<String>,
}

#[derive(Serialize)]
struct Scenario {
    name: String,
    file: Option<String>,
    title: Option<String>,
    ruleset: Option<String>,
    combatants: Vec<Combatant>,
    /// The file has problems, which `check` shows.
    broken: bool,
}

#[derive(Serialize)]
struct Combatant {
    id: String,
    name: String,
    side: &'static str,
}

/// Says what there is.
pub fn list(session: &Session) -> Result<(), Failure> {
    let listing = session.shelf.list();
    let answer = Answer {
        scenarios: listing.scenarios.iter().map(|s| scenario(session.lang, s)).collect(),
        rulesets: listing.rulesets,
        maps: listing.maps.iter().map(file).collect(),
        rosters: listing.rosters.iter().map(file).collect(),
    };
    if session.json {
        return session.answer_json(&answer);
    }
    session.answer(&text(session, &answer))
}

/// A name in the chosen language.
pub fn local(lang: Lang, name: &LocalName) -> String {
    match lang {
        Lang::Ru => name.ru.clone(),
        Lang::En => name.en.clone(),
    }
}

fn file(entry: &Entry) -> File {
    File { name: entry.name.clone(), file: path(entry) }
}

fn path(entry: &Entry) -> Option<String> {
    entry.file.as_ref().map(|path| path.display().to_string())
}

fn scenario(lang: Lang, scenario: &ScenarioEntry) -> Scenario {
    let inside = scenario.inside.as_ref();
    let combatants = inside.map(|inside| {
        let one = |(id, name, side): &(String, LocalName, &'static str)| Combatant {
            id: id.clone(),
            name: local(lang, name),
            side,
        };
        inside.combatants.iter().map(one).collect()
    });
    Scenario {
        name: scenario.entry.name.clone(),
        file: path(&scenario.entry),
        title: inside.map(|inside| local(lang, &inside.title)),
        ruleset: inside.map(|inside| inside.ruleset.clone()),
        combatants: combatants.unwrap_or_default(),
        broken: inside.is_none(),
    }
}

fn text(session: &Session, answer: &Answer) -> String {
    let mut out = format!("{}\n", session.say("cli-scenarios", &[]));
    for scenario in &answer.scenarios {
        let title = match &scenario.title {
            Some(title) => title.clone(),
            None => session.say("cli-broken", &[]),
        };
        let file = scenario.file.as_ref().map_or_else(String::new, |file| format!("  {file}"));
        out += &format!("  {}: {title}{file}\n", scenario.name);
        if let Some(ruleset) = &scenario.ruleset {
            out += &format!("    {}\n", session.say(&format!("ruleset-{ruleset}"), &[]));
        }
        for one in &scenario.combatants {
            out += &format!("    {}  {:<16}  {}\n", one.side, one.id, one.name);
        }
    }
    out += &format!("{}\n", session.say("cli-rulesets", &[]));
    for id in &answer.rulesets {
        out += &format!("  {id}: {}\n", session.say(&format!("ruleset-{id}"), &[]));
    }
    for (key, files) in [("cli-maps", &answer.maps), ("cli-rosters", &answer.rosters)] {
        out += &format!("{}\n", session.say(key, &[]));
        for file in files {
            let path = file.file.as_ref().map_or_else(String::new, |path| format!("  {path}"));
            out += &format!("  {}{path}\n", file.name);
        }
    }
    out
}
