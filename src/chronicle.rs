//! The log in words: the same lines in the window and in the terminal, in the language that is
//! chosen when they are read.

use crate::battle::combatant::{Census, Combatant};
use crate::battle::event::{Explained, LogLine, Tone};
use crate::locale::Lang;
use crate::locale::speak::Speaker;
use crate::rules::check::{Check, Modifier, Op, Round, Standing};
use crate::rules::facts::CombatantId;
use crate::rules::message::Message;
use bevy::prelude::World;
use std::collections::BTreeMap;

/// The names of all fighters in a language.
pub fn names(world: &World, lang: Lang) -> BTreeMap<CombatantId, String> {
    let census = world.resource::<Census>();
    let name = |entity| {
        let combatant = world.get::<Combatant>(entity)?;
        let name = &combatant.dossier.name;
        Some(match lang {
            Lang::Ru => name.ru.clone(),
            Lang::En => name.en.clone(),
        })
    };
    census.0.iter().filter_map(|(id, entity)| Some((*id, name(*entity)?))).collect()
}

/// The ids that files and the command line give to all fighters.
pub fn keys(world: &World) -> BTreeMap<CombatantId, String> {
    let census = world.resource::<Census>();
    let key = |entity| Some(world.get::<Combatant>(entity)?.dossier.key.clone());
    census.0.iter().filter_map(|(id, entity)| Some((*id, key(*entity)?))).collect()
}

/// A line of the log as a sentence.
pub fn sentence(line: &LogLine, speaker: &Speaker) -> String {
    speaker.say(&line.message)
}

/// The check of a line with its dice: `attack 5: 4 Training, +1 Sabre; dice 2`.
pub fn explanation(explained: &Explained, ruleset: &str, speaker: &Speaker) -> String {
    let counted = explained.check.lines().iter().filter(|l| l.standing == Standing::Counts);
    let lines: Vec<String> = counted.map(|l| modifier(l, speaker)).collect();
    let mut message = Message::new("chronicle-check")
        .text("name", &check_name(speaker, ruleset, &explained.check))
        .int("value", explained.check.value().into())
        .text("lines", &lines.join(", "));
    if let Some(rolled) = &explained.rolled {
        message.key = "chronicle-check-rolled".into();
        message = message.int("result", rolled.sum().into());
    }
    speaker.say(&message)
}

/// The name of a check; a ruleset may have a word of its own for it.
pub fn check_name(speaker: &Speaker, ruleset: &str, check: &Check) -> String {
    let own = format!("check-{ruleset}-{}", check.name);
    speaker.key_or(&own, &speaker.key_or(&format!("check-{}", check.name), check.name))
}

/// A line of a check: what it does and what it is.
pub fn modifier(line: &Modifier, speaker: &Speaker) -> String {
    format!("{} {}", operation(line.op), speaker.say(&line.label))
}

/// The same with its rule, and with the reason if it does not count.
pub fn modifier_with_rule(line: &Modifier, speaker: &Speaker) -> String {
    let said = format!("{} ({})", modifier(line, speaker), line.rule);
    match &line.standing {
        Standing::Counts => said,
        Standing::Outdone(why) => {
            let why = speaker.say(why);
            speaker
                .say(&Message::new("chronicle-not-counted").text("line", &said).text("why", &why))
        }
    }
}

/// What an operation does, in signs.
pub fn operation(op: Op) -> String {
    match op {
        Op::Add(n) if n < 0 => format!("−{}", n.unsigned_abs()),
        Op::Add(n) => format!("+{n}"),
        Op::Halve(Round::Down) => "⌊÷2⌋".to_owned(),
        Op::Halve(Round::Up) => "⌈÷2⌉".to_owned(),
        Op::Double => "×2".to_owned(),
        Op::AtMost(n) => format!("≤{n}"),
        Op::AtLeast(n) => format!("≥{n}"),
        Op::Percent(n) => format!("{n}\u{202f}%"),
        Op::Set(n) => format!("={n}"),
    }
}

/// Lines as text: rounds and turns are headings, what happened is indented beneath them.
pub fn text<'a>(
    lines: impl IntoIterator<Item = &'a LogLine>,
    ruleset: &str,
    speaker: &Speaker,
) -> String {
    let mut out = String::new();
    for line in lines {
        let said = sentence(line, speaker);
        match line.tone {
            Tone::Heading if line.turn.is_none() => out += &format!("\n{said}\n"),
            Tone::Heading => out += &format!("  {said}\n"),
            Tone::Deed | Tone::Harm | Tone::Detail | Tone::Master => {
                out += &format!("    {said}\n");
            }
        }
        for explained in &line.explained {
            out += &format!("        {}\n", explanation(explained, ruleset, speaker));
        }
    }
    out
}
