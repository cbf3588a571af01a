//! `rubezh rules`: the rules that are implemented, and the tests that exercise them.

use super::failure::Failure;
use super::session::Session;
use crate::locale::Lang;
use crate::rules::ruleset::{CaseReport, Mark};
use crate::rules::{Registered, Visitor, registered, with_ruleset};
use serde::Serialize;

#[derive(Serialize)]
struct Rule {
    id: &'static str,
    ruleset: &'static str,
    title: String,
    titles: Titles,
    mark: Mark,
    tests: Vec<&'static str>,
}

#[derive(Serialize)]
struct Titles {
    ru: String,
    en: String,
}

/// Runs the cases that are compiled in.
struct RunCases;

impl Visitor for RunCases {
    type Out = Vec<CaseReport>;

    fn visit<R: Registered>(self) -> Self::Out {
        R::run_cases()
    }
}

/// Says which rules there are.
pub fn rules(session: &Session) -> Result<(), Failure> {
    let wanted = session.ruleset.as_deref().filter(|id| *id != "all");
    let infos = registered().into_iter().filter(|info| wanted.is_none_or(|id| id == info.id));
    let mut all = Vec::new();
    for info in infos {
        let cases = with_ruleset(info.id, RunCases).unwrap_or_default();
        for spec in info.rules {
            let title = |lang| session.shelf.words.say(lang, &format!("rule-{}", spec.id), &[]);
            let titles = Titles { ru: title(Lang::Ru), en: title(Lang::En) };
            let touches = cases.iter().filter(|case| case.touched.contains(&spec.id));
            all.push(Rule {
                id: spec.id.0,
                ruleset: info.id,
                title: title(session.lang),
                titles,
                mark: spec.mark,
                tests: touches.map(|case| case.name).collect(),
            });
        }
    }
    if session.json {
        return session.answer_json(&all);
    }
    let mut out = String::new();
    for rule in &all {
        let mark = session.say(&format!("mark-{}", mark(rule.mark)), &[]);
        out += &format!("{}  {}  [{mark}]\n", rule.id, rule.title);
        for test in &rule.tests {
            out += &format!("    {test}\n");
        }
    }
    session.answer(&out)
}

fn mark(mark: Mark) -> &'static str {
    match mark {
        Mark::Seed => "seed",
        Mark::Glossary => "glossary",
        Mark::Official => "official",
        Mark::Derived => "derived",
        Mark::Reading => "reading",
        Mark::Default => "default",
    }
}
