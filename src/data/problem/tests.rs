//! Words for every problem, and drawings of them.

use std::collections::BTreeMap;

use super::*;

/// One line for each problem: place, key, arguments / key of the help. The lists of valid
/// names and plain repetitions in the help are left out.
pub(in crate::data) fn listed(problems: &FileProblems) -> Vec<String> {
    let joined = |args: &Args| {
        args.iter().map(|(name, value)| format!(" {name}={value}")).collect::<String>()
    };
    problems
        .lines()
        .map(|(line, column, problem)| {
            let (key, args) = problem.what.message();
            let help = problem.what.help().map(|(key, args)| {
                let near = args.into_iter().filter(|(name, _)| *name == "near").collect();
                format!(" / {key}{}", joined(&near))
            });
            format!("{line}:{column} {key}{}{}", joined(&args), help.unwrap_or_default())
        })
        .collect()
}

#[test]
fn nearest_names() {
    let names = ["strength", "agility", "сила", "ловкость"];
    let near = |name| nearest(name, names);
    assert_eq!(near("strenght"), Some("strength"));
    assert_eq!(near("AGILITY"), Some("agility"));
    assert_eq!(near("силы"), Some("сила"));
    assert_eq!(near("ловксоть"), Some("ловкость"));
    assert_eq!(near("ил"), None);
    assert_eq!(near("charisma"), None);
    assert_eq!(near(&"a".repeat(1000)), None);
    assert_eq!(nearest("c", ["a", "b"]), None);
    assert_eq!(nearest("B", ["a", "b"]), Some("b"));
    assert_eq!(nearest("x", []), None);
}

#[test]
fn slips_are_counted() {
    assert_eq!(slips("", ""), 0);
    assert_eq!(slips("", "лук"), 3);
    assert_eq!(slips("лук", "люк"), 1);
    assert_eq!(slips("лук", "лку"), 1);
    assert_eq!(slips("kitten", "sitting"), 3);
}

fn problems(text: &str, spans: &[(usize, usize)]) -> FileProblems {
    let problems = spans.iter().map(|&(start, end)| Problem::new(start..end, What::Zero)).collect();
    FileProblems { file: "отряд.ron".to_owned(), text: text.to_owned(), problems }
}

fn places(text: &str, spans: &[(usize, usize)]) -> Vec<(usize, usize)> {
    problems(text, spans).lines().map(|(line, column, _)| (line, column)).collect()
}

#[test]
fn positions_count_characters_from_one() {
    assert_eq!(places("", &[(0, 0)]), [(1, 1)]);
    assert_eq!(places("ёж\r\nёж", &[(6, 8), (8, 8), (0, 1)]), [(1, 1), (2, 1), (2, 2)]);
    assert_eq!(places("\u{feff}ab", &[(0, 1), (3, 4), (4, 5)]), [(1, 1), (1, 1), (1, 2)]);
    assert_eq!(places("a\n", &[(2, 2), (99, 100)]), [(2, 1), (2, 1)]);
    // A place inside of a character counts as that character.
    assert_eq!(places("ёж", &[(3, 4)]), [(1, 2)]);
}

#[test]
fn drawing_has_place_line_and_help() {
    let text = "(\n\tсила: ноль,\n)";
    let at = text.find("ноль").unwrap();
    let mut file = problems(text, &[(at, at + 8), (text.len(), text.len())]);
    file.problems[1].what = What::UnclosedText;
    let drawn = file.render(&|key, _| key.to_owned(), false);
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(lines[0], "отряд.ron:2:8: problem-zero");
    assert!(drawn.contains("отряд.ron:2:8 ]"), "{drawn}");
    assert!(drawn.contains(" 2 │"), "{drawn}");
    assert!(drawn.contains("сила: ноль,"), "{drawn}");
    assert!(drawn.contains("problem-zero-help"), "{drawn}");
    assert!(drawn.contains("отряд.ron:3:2: problem-unclosed-text"), "{drawn}");
    assert!(!drawn.contains('\u{1b}') && !drawn.contains("Error"), "{drawn}");
    let coloured = file.render(&|key, _| key.to_owned(), true);
    assert!(coloured.contains('\u{1b}'));
    assert!(coloured.starts_with("отряд.ron:2:8: problem-zero\n"));
}

#[test]
fn hostile_text_does_not_reach_the_terminal() {
    let what = What::UnknownField {
        name: "a\u{1b}[2J\u{202e}\n".to_owned(),
        near: None,
        valid: vec!["b".to_owned()],
    };
    let text = "a\u{1b}[2J\u{202e}\u{85}x".to_owned();
    let problems = vec![Problem::new(0..1, what)];
    let file = FileProblems { file: "f".to_owned(), text, problems };
    let drawn = file.render(&|key, args| format!("{key} {args:?}"), false);
    assert!(!drawn.contains(['\u{1b}', '\u{202e}', '\u{85}']), "{drawn:?}");
    let long = problems_in_long_line();
    assert!(long.len() < 200, "{long}");
}

fn problems_in_long_line() -> String {
    problems(&"я".repeat(100_000), &[(2, 4)]).render(&|key, _| key.to_owned(), false)
}

#[test]
fn said_problems_bring_their_own_words() {
    let args = vec![("id", "лук".to_owned())];
    let problem = Problem::said(0..1, "data-weapon", args.clone());
    assert_eq!(problem.what.message(), ("data-weapon", args.clone()));
    assert_eq!(problem.what.help(), None);
    assert_eq!(problem.with_help("data-weapon-help").what.help(), Some(("data-weapon-help", args)));
}

/// Every kind with every key that it can yield.
fn all_kinds() -> Vec<What> {
    let text = || "x".to_owned();
    let mut all = vec![
        What::Unclosed { open: '(', close: ')', found: Some(']'), found_line: 2 },
        What::Unclosed { open: '(', close: ')', found: None, found_line: 2 },
        What::UnclosedText,
        What::UnclosedComment,
        What::BadEscape { found: text() },
        What::BadNumber { found: text() },
        What::Empty,
        What::TooDeep { max: 64 },
        What::TooLarge { max_bytes: 1 },
        What::NotUtf8,
        What::TooMany { shown: 100 },
        What::UnknownField { name: text(), near: None, valid: vec![] },
        What::UnknownField { name: text(), near: Some(text()), valid: vec![text()] },
        What::UnknownVariant { name: text(), near: Some(text()), valid: vec![text(), text()] },
        What::UnknownVariant { name: text(), near: None, valid: vec![text()] },
        What::MissingField { name: text() },
        What::WrongType { expected: Shape::Map, found: Shape::List, valid: vec![] },
        What::WrongName { name: text(), expected: text() },
        What::WrongLength { count: 1, found_count: 2 },
        What::OutOfRange { value: text(), min: text(), max: text() },
        What::OutOfType { value: "-1".to_owned(), unsigned: true },
        What::OutOfType { value: text(), unsigned: false },
        What::Zero,
        What::Duplicate { name: text() },
        What::Custom { text: text() },
    ];
    all.extend(
        [
            Expected::Value,
            Expected::Comma,
            Expected::CommaOrClose(')'),
            Expected::Colon,
            Expected::FieldName,
            Expected::Char,
            Expected::End,
            Expected::Attribute,
        ]
        .map(|expected| What::Syntax { expected, found: text() }),
    );
    all
}

/// Key and body of each message of a Fluent file.
fn messages(source: &str) -> BTreeMap<&str, &str> {
    let starts: Vec<usize> = source.match_indices("\nproblem-").map(|(at, _)| at + 1).collect();
    let ends = starts.iter().skip(1).copied().chain([source.len()]);
    starts
        .iter()
        .zip(ends)
        .filter_map(|(&start, end)| source[start..end].split_once(" ="))
        .collect()
}

#[test]
fn every_message_is_written_in_both_languages() {
    let both = [
        messages(include_str!("../../../assets/locale/en/problems.ftl")),
        messages(include_str!("../../../assets/locale/ru/problems.ftl")),
    ];
    let mut used = BTreeMap::new();
    let kinds = all_kinds();
    for what in &kinds {
        used.extend([what.message()]);
        used.extend(what.help());
    }
    for messages in both {
        assert!(messages.keys().eq(used.keys()), "{:?}\n{:?}", messages.keys(), used.keys());
        for (key, args) in &used {
            let mut named: Vec<&str> = messages[key]
                .split('$')
                .skip(1)
                .map(|rest| rest.split([' ', '}']).next().unwrap_or_default())
                .collect();
            named.sort_unstable();
            named.dedup();
            for name in named {
                assert!(args.iter().any(|(arg, _)| *arg == name), "{key} has no ${name}");
            }
        }
    }
}
