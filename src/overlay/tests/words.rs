//! Every key that is named has its words.

use super::*;

/// Text that looks like a key of the words but is none: names of areas, fonts and icons.
const NO_KEYS: &[&str] = &[
    "by-hand",
    "let-pass",
    "better-world",
    "free-hint",
    "golos-bold",
    "jetbrains-bold",
    "mono-bold",
    "left-border",
    "left-strip",
    "right-border",
    "right-strip",
    "log-border",
    "log-only",
    "no-such",
    "outcome-table",
    "preview-buttons",
];

/// Every key that the battle, the table and the panels name is there in both languages.
#[test]
fn every_key_has_its_words() {
    let words = Words::new(&[]).expect("the program's own words are right");
    let known = |key: &str| Lang::ALL.iter().all(|lang| words.has(*lang, key));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut missing = BTreeSet::new();
    for place in ["battle", "data/map.rs", "table.rs", "desk.rs", "overlay", "view"] {
        for (file, text) in sources(&source.join(place)) {
            let icons = file.ends_with("icon.rs");
            let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            let hyphenated = |key: &&str| {
                place != "view" && !icons && key.contains('-') && !NO_KEYS.contains(key)
            };
            let called = calls(text);
            let found = literals(text).filter(hyphenated).filter(|key| looks_like_a_key(key));
            missing.extend(
                called
                    .chain(found)
                    .filter(|key| !known(key))
                    .map(|key| format!("{}: {key}", file.display())),
            );
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// Every word that the rules of Better World name is in their file, in both languages.
#[test]
fn the_rules_have_their_words() {
    let words = Shelf::load(None).expect("what ships is right").words;
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules/better_world");
    let mut missing = BTreeSet::new();
    for (file, text) in sources(&source) {
        let keys = literals(&text).filter(|key| key.starts_with("bw-") && looks_like_a_key(key));
        let unknown = keys.filter(|key| Lang::ALL.iter().any(|lang| !words.has(*lang, key)));
        missing.extend(unknown.map(|key| format!("{}: {key}", file.display())));
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

fn sources(place: &Path) -> Vec<(std::path::PathBuf, String)> {
    if place.is_file() {
        return vec![(place.to_owned(), std::fs::read_to_string(place).expect("a source"))];
    }
    let Ok(folder) = std::fs::read_dir(place) else { return Vec::new() };
    let inside = folder.map(|entry| entry.expect("an entry").path());
    inside
        .filter(|path| {
            path.file_stem().is_none_or(|stem| !stem.to_string_lossy().ends_with("tests"))
        })
        .filter(|path| path.is_dir() || path.extension().is_some_and(|end| end == "rs"))
        .flat_map(|path| sources(&path))
        .collect()
}

/// Texts between quotes on one line, comments left out.
fn literals(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| line.split('"').skip(1).step_by(2))
}

/// Keys that are asked for by name.
fn calls(text: &str) -> impl Iterator<Item = &str> {
    [".key(\"", "Message::new(\"", "Refusal::new(TABLE, \"", ".refuse(TABLE, \""]
        .into_iter()
        .flat_map(move |call| text.split(call).skip(1))
        .filter_map(|rest| rest.split('"').next())
}

fn looks_like_a_key(text: &str) -> bool {
    let part = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    text.split('-').all(part)
}
