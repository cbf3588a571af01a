//! What each layer never does, held by reading the sources.

use std::path::{Path, PathBuf};

/// All Rust files under a folder of `src`, or one file.
fn sources(place: &str) -> Vec<(PathBuf, String)> {
    fn walk(path: &Path, found: &mut Vec<(PathBuf, String)>) {
        if path.is_dir() {
            let mut inside: Vec<PathBuf> =
                std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
            inside.sort();
            inside.iter().for_each(|path| walk(path, found));
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push((path.to_owned(), std::fs::read_to_string(path).unwrap()));
        }
    }
    let mut found = Vec::new();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join(place), &mut found);
    assert!(!found.is_empty(), "{place} is gone: change this test too");
    found
}

/// A line without its comment and without what stands in quotation marks.
fn code(line: &str) -> String {
    let mut out = String::new();
    let mut text = false;
    let mut before = ' ';
    for c in line.chars() {
        if c == '"' && before != '\\' && before != '\'' {
            text = !text;
        }
        if !text && c == '/' && before == '/' {
            out.pop();
            break;
        }
        if !text {
            out.push(c);
        }
        before = c;
    }
    out
}

/// Whether a word stands in a line and is no part of a longer one.
fn has(line: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let inner = |c: Option<char>| c.is_some_and(part);
    line.match_indices(word).any(|(at, _)| {
        let starts = word.starts_with(part) && inner(line[..at].chars().next_back());
        let ends = word.ends_with(part) && inner(line[at + word.len()..].chars().next());
        !starts && !ends
    })
}

/// Lines with forbidden words; `spared` ends the paths of files that may use them.
fn offences(place: &str, words: &[&str], spared: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for (path, text) in sources(place) {
        if spared.iter().any(|end| path.ends_with(end)) {
            continue;
        }
        for (number, line) in text.lines().enumerate() {
            let line = code(line);
            found.extend(
                words
                    .iter()
                    .filter(|word| has(&line, word))
                    .map(|word| format!("{}:{}: {word}", path.display(), number + 1)),
            );
        }
    }
    found
}

fn clean(place: &str, words: &[&str], spared: &[&str]) {
    let found = offences(place, words, spared);
    assert!(found.is_empty(), "forbidden here:\n{}", found.join("\n"));
}

#[test]
fn rules_are_pure() {
    clean(
        "src/rules",
        &[
            "bevy",
            "bevy_egui",
            "egui",
            "std::fs",
            "std::io",
            "std::time",
            "std::env",
            "std::net",
            "std::thread",
            "HashMap",
            "HashSet",
            "ron",
            "fluent_templates",
            "thread_rng",
            "static mut",
            "crate::battle",
            "crate::data",
            "crate::locale",
            "crate::table",
            "crate::view",
            "crate::overlay",
            "crate::shelf",
            "crate::desk",
            "crate::cli",
        ],
        &[],
    );
}

/// Weights of odds are the only numbers with fractions.
#[test]
fn no_number_of_a_rule_has_a_fraction() {
    clean(
        "src/rules",
        &["f32", "f64"],
        &[
            "rules/odds.rs",
            "dice/every.rs",
            "dice/tests.rs",
            "eclipse/tests.rs",
            "grid/tests.rs",
            "better_world/tests.rs",
        ],
    );
}

#[test]
fn only_the_generator_knows_the_library_of_randomness() {
    clean("src/rules", &["rand", "rand::"], &["dice/seeded.rs"]);
    clean("src/battle", &["rand", "rand::"], &[]);
}

#[test]
fn the_battle_needs_no_window() {
    clean(
        "src/battle",
        &[
            "egui",
            "bevy_egui",
            "Window",
            "winit",
            "Camera",
            "Sprite",
            "HashMap",
            "HashSet",
            "std::fs",
            "crate::view",
            "crate::overlay",
            "crate::table",
            "crate::desk",
            "crate::cli",
            "crate::shelf",
            "crate::locale",
            "fluent",
        ],
        // Looked up and never walked through; and a test that holds the preview against play.
        &[
            "autopilot/mod.rs",
            "autopilot/ground.rs",
            "autopilot/repertoire.rs",
            "autopilot/worth.rs",
            "battle/tests.rs",
        ],
    );
}

#[test]
fn files_know_no_fight() {
    clean(
        "src/data",
        &[
            "bevy",
            "egui",
            "HashMap",
            "HashSet",
            "crate::battle",
            "crate::view",
            "crate::overlay",
            "crate::table",
            "crate::desk",
            "crate::cli",
            "crate::shelf",
        ],
        &[],
    );
}

#[test]
fn words_decide_nothing() {
    clean(
        "src/locale",
        &["bevy", "egui", "crate::battle", "crate::data", "crate::view", "crate::overlay"],
        &[],
    );
}

#[test]
fn board_and_panels_meet_in_the_table_only() {
    clean("src/view", &["crate::overlay", "super::super::overlay"], &[]);
    clean("src/overlay", &["crate::view", "super::super::view"], &[]);
}

#[test]
fn the_command_line_needs_no_window() {
    clean("src/cli", &["crate::view", "crate::overlay", "egui"], &["cli/shot.rs", "cli/window.rs"]);
}

#[test]
fn nothing_is_left_for_later() {
    let words = ["todo!", "unimplemented!", "dbg!", "#[ignore", "#[ignore]"];
    for place in ["src", "tests"] {
        clean(place, &words, &["it/architecture.rs"]);
    }
}

#[test]
fn comments_and_texts_are_no_code() {
    assert_eq!(code("let a = 1; // a HashMap"), "let a = 1; ");
    assert_eq!(code("let a = \"HashMap // \"; b"), "let a = \"; b");
    assert!(has("use std::collections::HashMap;", "HashMap"));
    assert!(!has("use MyHashMaps;", "HashMap"));
    assert!(has("#[ignore = \"slow\"]", "#[ignore"));
}
