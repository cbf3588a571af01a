//! The log in words: the same lines in the window and in the terminal, in the language that is
//! chosen when they are read.

use crate::battle::combatant::{Census, Combatant, LocalName};
use crate::battle::command::Command;
use crate::battle::event::{Explained, LogLine, Tone};
use crate::battle::journal::Journal;
use crate::locale::Lang;
use crate::locale::speak::Speaker;
use crate::rules::check::{Check, Modifier, Op, Round, Standing};
use crate::rules::dice::{Purpose, Rolled};
use crate::rules::facts::{COINS, CombatantId};
use crate::rules::message::Message;
use crate::rules::ruleset::{CoinSpec, CoinUnit, Refusal, RulesetInfo};
use crate::rules::{GM, TABLE};
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

/// The same with those who are gone: the names of the first state, of all who joined, and of those
/// who are there, in this order.
pub fn names_ever(world: &World, lang: Lang) -> BTreeMap<CombatantId, String> {
    let mut names = names_in(world.resource::<Journal>(), lang);
    names.extend(self::names(world, lang));
    names
}

/// The names that a journal knows: one who was removed is still named in the log.
pub fn names_in(journal: &Journal, lang: Lang) -> BTreeMap<CombatantId, String> {
    let of = |name: &LocalName| match lang {
        Lang::Ru => name.ru.clone(),
        Lang::En => name.en.clone(),
    };
    let mut names = BTreeMap::new();
    if let Some(first) = journal.first() {
        names.extend(first.combatants.iter().map(|c| (c.id, of(&c.dossier.name))));
        let joined = journal.entries()[..journal.at()].iter().filter_map(|e| match &e.command {
            Command::Join(newcomer) => Some(of(&newcomer.dossier.name)),
            _ => None,
        });
        names.extend((first.next_id..).map(CombatantId).zip(joined));
    }
    names
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

/// Whether a check says anything to people: one without lines is there only because the rules
/// build the same list of checks for every attack.
pub fn tells(check: &Check) -> bool {
    !check.lines().is_empty()
}

/// The same for a check that was rolled: dice that lie on the table are always told.
pub fn told(explained: &Explained) -> bool {
    let fell = explained.rolled.as_ref().is_some_and(|rolled| !rolled.faces.is_empty());
    fell || tells(&explained.check)
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
    let text = speaker.say(&message);
    match class_word(explained, ruleset, speaker) {
        Some(class) => format!("{text} — {class}"),
        None => text,
    }
}

/// What a roll is by itself, where the ruleset has a word for it: a superior success, a critical
/// failure (EP-DIE-06).
pub fn class_word(explained: &Explained, ruleset: &str, speaker: &Speaker) -> Option<String> {
    let class = crate::rules::class_of(ruleset, &explained.check, explained.rolled.as_ref()?)?;
    Some(speaker.key(&format!("class-{ruleset}-{class}")))
}

/// Why something is not allowed; the rule is named where there is one.
pub fn refused(refusal: &Refusal) -> Message {
    match refusal.rule {
        TABLE | GM => refusal.why.clone(),
        rule => Message::new("toast-refused").say("why", refusal.why.clone()).text("rule", rule.0),
    }
}

/// The same in words.
pub fn refusal(say: &Speaker, refusal: &Refusal) -> String {
    say.say(&refused(refusal))
}

/// The name of a check; a ruleset may have a word of its own for it.
pub fn check_name(speaker: &Speaker, ruleset: &str, check: &Check) -> String {
    let own = format!("check-{ruleset}-{}", check.name);
    speaker.key_or(&own, &speaker.key_or(&format!("check-{}", check.name), check.name))
}

/// The key of the word for what a roll is for: the check that it is rolled for, or what its rule
/// rolls, or the rule; none where there is no word.
fn roll_key(speaker: &Speaker, ruleset: &str, roll: &Purpose) -> Option<String> {
    let Purpose { rule, name, .. } = roll;
    let keys = [
        format!("check-{ruleset}-{name}"),
        format!("check-{name}"),
        format!("roll-{rule}"),
        format!("rule-{rule}"),
    ];
    keys.into_iter().find(|key| speaker.has(key))
}

/// What a roll is for, in words; `short` where there is little room.
fn roll_word(speaker: &Speaker, ruleset: &str, roll: &Purpose, short: bool) -> String {
    let Some(key) = roll_key(speaker, ruleset, roll) else { return roll.name.to_owned() };
    let word = speaker.key(&key);
    if short { speaker.key_or(&format!("{key}.short"), &word) } else { word }
}

/// What a roll is for, and of whom if it is rolled for one fighter.
pub fn roll_name(speaker: &Speaker, ruleset: &str, roll: &Purpose) -> String {
    let word = roll_word(speaker, ruleset, roll, false);
    roll.of.map_or_else(|| word.clone(), |id| format!("{word}: {}", speaker.name(id)))
}

/// What each of several rolls is for; of whom, where several roll alike. `short` where there is
/// little room.
pub fn roll_names(speaker: &Speaker, ruleset: &str, rolls: &[Purpose], short: bool) -> Vec<String> {
    let alike =
        |roll: &Purpose| rolls.iter().any(|other| other.name == roll.name && other.of != roll.of);
    let name = |roll: &Purpose| {
        let word = roll_word(speaker, ruleset, roll, short);
        match roll.of.filter(|_| alike(roll)) {
            Some(id) => format!("{word}: {}", speaker.name(id)),
            None => word,
        }
    };
    rolls.iter().map(name).collect()
}

/// Coins of a turn in words, "MA + AA": movement as metres, and nothing of those that only the rules
/// ask for. None where there is nothing to tell.
pub fn coins(say: &Speaker, info: &RulesetInfo, list: [u8; COINS], joint: &str) -> Option<String> {
    let told = |(coin, n): (&CoinSpec, u8)| {
        let word = say.key(&format!("coin-{}-{}", info.id, coin.key));
        match coin.unit {
            CoinUnit::Hidden => None,
            CoinUnit::Pieces => match n {
                0 => None,
                // Of what there is one of a kind the word says it.
                1 if coin.count <= 1 => Some(word),
                n => Some(format!("{n} {word}")),
            },
            CoinUnit::HalfCells => {
                let metres = metres_left(n);
                let message = Message::new("coin-metres").text("coin", &word);
                (metres > 0).then(|| say.say(&message.int("m", metres.into())))
            }
        }
    };
    let parts: Vec<String> = info.coins.iter().zip(list).filter_map(told).collect();
    (!parts.is_empty()).then(|| parts.join(joint))
}

/// Metres of movement that so many half cells are.
pub fn metres_left(half_cells: u8) -> u8 {
    half_cells / 2 * 2
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
        Op::Halve(Round::Down) => "÷2↓".to_owned(),
        Op::Halve(Round::Up) => "÷2↑".to_owned(),
        Op::Double => "×2".to_owned(),
        Op::Divide(n) => format!("÷{n}"),
        Op::Times(n) => format!("×{n}"),
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
    let explain = |explained: &Explained| vec![explanation(explained, ruleset, speaker)];
    written(lines, |line| sentence(line, speaker), explain)
}

/// The same with the faces of the dice, every modifier on a line of its own, those that did not
/// count among them, and the id of every rule.
pub fn text_with_rules<'a>(
    lines: impl IntoIterator<Item = &'a LogLine>,
    ruleset: &str,
    speaker: &Speaker,
) -> String {
    let explain = |explained: &Explained| {
        let mut lines = vec![checked(explained, ruleset, speaker)];
        let modifiers = explained.check.lines().iter();
        lines.extend(modifiers.map(|line| format!("    {}", modifier_with_rule(line, speaker))));
        lines
    };
    let say = |line: &LogLine| {
        let said = sentence(line, speaker);
        if line.rule == TABLE || line.rule == GM { said } else { format!("{said} ({})", line.rule) }
    };
    written(lines, say, explain)
}

/// A check and its dice, without the modifiers: `Attack 5; dice 1 0 1 1 0 = 3 (BW-MEL-02)`.
fn checked(explained: &Explained, ruleset: &str, speaker: &Speaker) -> String {
    let check = &explained.check;
    let message = Message::new("chronicle-value")
        .text("name", &check_name(speaker, ruleset, check))
        .int("value", check.value().into());
    let said = speaker.say(&message);
    match &explained.rolled {
        Some(rolled) => {
            let dice = speaker.say(&Message::new("chronicle-dice").text("dice", &dice(rolled)));
            format!("{said}; {dice} ({})", rolled.rule)
        }
        None => said,
    }
}

/// The faces and their sum: `1 0 1 1 = 3`.
fn dice(rolled: &Rolled) -> String {
    let faces: Vec<String> = rolled.faces.iter().map(|face| rolled.in_digits(*face)).collect();
    let faces = faces.join(" ");
    if !rolled.faces.is_empty() && !rolled.has_sum() {
        return faces;
    }
    format!("{faces} = {}", rolled.sum()).trim().to_owned()
}

fn written<'a>(
    lines: impl IntoIterator<Item = &'a LogLine>,
    say: impl Fn(&LogLine) -> String,
    explain: impl Fn(&Explained) -> Vec<String>,
) -> String {
    let mut out = String::new();
    for line in lines {
        let said = say(line);
        match line.tone {
            Tone::Heading if line.turn.is_none() => out += &format!("\n{said}\n"),
            Tone::Heading => out += &format!("  {said}\n"),
            Tone::Deed | Tone::Harm | Tone::Detail | Tone::Master => {
                out += &format!("    {said}\n");
            }
        }
        for explained in line.explained.iter().filter(|e| told(e)).flat_map(&explain) {
            out += &format!("        {explained}\n");
        }
    }
    out
}
