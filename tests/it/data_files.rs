//! Data files: every fault has its own message at its own place, and nothing panics.

use proptest::prelude::*;
use rubezh::battle::command::Command;
use rubezh::battle::journal::{self, Answer, Save};
use rubezh::battle::setup::headless;
use rubezh::data::problem::FileProblems;
use rubezh::locale::Lang;
use rubezh::shelf::{Shelf, check};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

static SHELF: LazyLock<Shelf> =
    LazyLock::new(|| Shelf::load(None).unwrap_or_else(|broken| panic!("{broken:?}")));

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/broken")
}

/// `line:column key / help near` of each problem, with the file's name where it is another.
fn listed(path: &Path, found: &[FileProblems]) -> Vec<String> {
    let mut all = Vec::new();
    for file in found {
        let (this, asked) = (Path::new(&file.file).file_name(), path.file_name());
        let name = this.filter(|this| Some(*this) != asked);
        let name = name.map_or_else(String::new, |name| format!("{} ", name.to_string_lossy()));
        for (line, column, problem) in file.lines() {
            let (key, _) = problem.what.message();
            let help = problem.what.help();
            let near =
                help.and_then(|(_, args)| args.into_iter().find(|(name, _)| *name == "near"));
            let near = near.map_or_else(String::new, |(_, near)| format!(" ~{near}"));
            all.push(format!("{name}{line}:{column} {key}{near}"));
        }
    }
    all
}

/// Every broken file with all that is wrong with it.
const BROKEN: &[(&str, &[&str])] = &[
    ("armour-unknown.ron", &["7:42 unknown-armour ~light_vest"]),
    ("bad-letter.ron", &["5:11 map-letter"]),
    ("bad-number.ron", &["4:23 problem-bad-number"]),
    ("bands-not-rising.ron", &["5:36 flaw-not-rising"]),
    ("cell-on-a-crate.ron", &["8:55 cell-taken-by-thing"]),
    ("cell-outside.ron", &["8:55 cell-outside"]),
    ("cell-taken.ron", &["9:56 cell-taken"]),
    ("comma-missing.ron", &["2:17 problem-comma"]),
    ("corner-not-finite.ron", &["4:32 map-not-a-place"]),
    ("cost-unknown.ron", &["4:30 problem-unknown-variant ~main"]),
    ("door-among-objects.ron", &["4:22 map-door-among-objects"]),
    ("empty.ron", &["2:1 problem-empty"]),
    ("field-missing.ron", &["8:9 problem-missing-field"]),
    ("field-twice.ron", &["3:52 problem-duplicate"]),
    ("field-unknown.ron", &["6:13 problem-unknown-field ~profile"]),
    ("fighter-nameless.ron", &["8:9 fighter-nameless"]),
    ("fighter-unknown.ron", &["8:27 unknown-fighter ~courier"]),
    ("id-twice.ron", &["4:14 id-twice"]),
    ("id-unusable.ron", &["3:14 id-unusable"]),
    ("journal-of-another-version.ron", &["2:13 save-format"]),
    ("kind-unknown.ron", &["1:1 unknown-kind"]),
    ("map-broken.ron", &["bad-letter.ron 5:11 map-letter"]),
    ("map-none.ron", &["1:1 no-map"]),
    ("map-too-wide.ron", &["2:12 problem-out-of-range"]),
    ("map-unknown.ron", &["4:10 unknown-map ~warehouse-yard"]),
    ("modifier-too-large.ron", &["8:74 problem-out-of-range"]),
    ("name-empty.ron", &["3:44 name-empty"]),
    ("name-in-one-language.ron", &["3:27 problem-missing-field"]),
    ("not-utf8.ron", &["3:16 problem-not-utf8"]),
    ("number-out-of-range.ron", &["3:30 flaw-out-of-range"]),
    ("object-too-thin.ron", &["4:43 map-no-size"]),
    ("object-with-two-shapes.ron", &["4:49 map-two-shapes"]),
    ("object-without-shape.ron", &["4:15 map-no-shape"]),
    ("profile-out-of-range.ron", &["3:72 problem-out-of-range"]),
    ("row-length.ron", &["5:9 map-row-length"]),
    ("rows-missing.ron", &["3:14 map-rows"]),
    ("ruleset-unknown.ron", &["3:14 unknown-ruleset ~better-world"]),
    ("sheet-field-unknown.ron", &["7:43 unknown-sheet-field ~training"]),
    ("sheet-of-unknown-ruleset.ron", &["3:61 unknown-ruleset ~better-world"]),
    ("sheet-out-of-range.ron", &["7:55 problem-out-of-range"]),
    ("side-left-out.ron", &["6:12 side-gap"]),
    ("side-unknown.ron", &["8:44 unknown-side"]),
    ("text-unclosed.ron", &["3:44 problem-unclosed-text"]),
    ("too-deep.ron", &["1:88 problem-too-deep"]),
    ("type-wrong.ron", &["8:55 problem-wrong-type"]),
    ("unknown-object.ron", &["4:22 problem-unknown-variant ~crate"]),
    ("wall-of-no-length.ron", &["4:22 map-no-length"]),
    ("wall-outside.ron", &["6:18 map-outside"]),
    ("weapon-unknown.ron", &["7:60 unknown-weapon ~norinco_pistol"]),
    ("weapon-useless.ron", &["3:15 flaw-weapon-useless"]),
    ("words-refer-to-nothing.ron", &["3:12 words-unfit"]),
    ("words-unreadable.ron", &["7:1 words-unreadable"]),
];

#[test]
fn every_fault_has_its_message_at_its_place() {
    let mut wrong = Vec::new();
    for (name, expected) in BROKEN {
        let path = folder().join(name);
        let found = listed(&path, &check(&path, &SHELF));
        if found != *expected {
            wrong.push(format!("(\"{name}\", &{found:?}),"));
        }
    }
    let mut files: Vec<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| !BROKEN.iter().any(|(known, _)| known == name))
        .collect();
    files.sort();
    for name in files {
        let path = folder().join(&name);
        wrong.push(format!("NEW (\"{name}\", &{:?}),", listed(&path, &check(&path, &SHELF))));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every message of a broken file has words in both languages, with all its arguments.
#[test]
fn every_fault_is_said_in_both_languages() {
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        for problems in check(&path, &SHELF) {
            for lang in Lang::ALL {
                let text = problems.render_in(&SHELF.words, lang, false);
                assert!(!text.contains('⟦') && !text.contains("{$"), "{text}");
            }
        }
    }
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let missing = folder().join("no-such-file.ron");
    assert_eq!(listed(&missing, &check(&missing, &SHELF)), ["1:1 file-missing"]);
    assert_eq!(listed(&folder(), &check(&folder(), &SHELF)), ["1:1 file-is-folder"]);
}

#[test]
fn what_ships_has_no_problem() {
    for kind in ["rulesets", "rosters", "maps", "scenarios"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets").join(kind);
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let found = check(&path, &SHELF);
            assert!(found.is_empty(), "{:?}", listed(&path, &found));
        }
    }
}

/// A save of the demo after a few commands.
fn played() -> Save {
    let fight = SHELF.fight("demo").unwrap();
    let mut world = headless(&SHELF.library, &fight);
    let begin = journal::order(&mut world, Command::Begin { by_cards: None });
    assert!(matches!(begin, Answer::Done), "{begin:?}");
    for _ in 0..4 {
        let end = journal::order(&mut world, Command::EndTurn);
        assert!(matches!(end, Answer::Done), "{end:?}");
    }
    journal::undo(&mut world);
    Save::of(&world).unwrap()
}

fn checked(name: &str, text: &str) -> Vec<String> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(name);
    std::fs::write(&path, text).unwrap();
    listed(&path, &check(&path, &SHELF))
}

#[test]
fn a_good_journal_has_no_problem() {
    assert_eq!(checked("table.ron", &played().text()), [""; 0]);
}

#[test]
fn a_truncated_journal_says_where_it_ends() {
    let text = played().text();
    let cut = text.floor_char_boundary(text.len() * 2 / 3);
    let found = checked("table.ron", &text[..cut]);
    assert!(found.iter().any(|line| line.contains(" problem-unclosed")), "{found:?}");
}

#[test]
fn an_edited_hash_is_found_at_its_entry() {
    let mut save = played();
    save.entries[2].hash ^= 1;
    let text = save.text();
    let number = save.entries[2].hash.to_string();
    let at = text.find(&number).unwrap();
    let line = text[..at].matches('\n').count() + 1;
    let column = at - text[..at].rfind('\n').unwrap();
    assert_eq!(checked("table.ron", &text), [format!("{line}:{column} save-diverged")]);
}

#[test]
fn an_edited_die_is_found_at_its_entry() {
    let mut save = played();
    let rolled = save.entries[0].rolls.first_mut().expect("initiative is rolled");
    rolled.faces.reverse();
    rolled.faces.pop();
    let found = checked("table.ron", &save.text());
    assert!(matches!(&found[..], [one] if one.contains(" save-")), "{found:?}");
}

#[test]
fn a_hand_edited_fighter_is_named() {
    let mut save = played();
    save.first.combatants[1].modifier = 9;
    save.first.combatants[2].gear.in_hand = Some(7);
    save.first.combatants[3].id = save.first.combatants[2].id;
    save.at = 99;
    let found = checked("table.ron", &save.text());
    let keys: Vec<&str> = found.iter().filter_map(|line| line.split(' ').nth(1)).collect();
    let expected =
        ["problem-out-of-range", "save-no-such-item", "save-id-twice", "problem-out-of-range"];
    assert_eq!(keys, expected, "{found:?}");
}

#[test]
fn what_waits_and_what_was_settled_has_to_make_sense() {
    use rubezh::rules::TABLE;
    use rubezh::rules::effect::Change;
    use rubezh::rules::facts::{Budget, CombatantId, ItemId};
    use rubezh::rules::key::Key;
    let mut save = played();
    let first = &mut save.first;
    first.current = Some(CombatantId(0));
    first.interrupted =
        [1, 77, 0, 1].map(|id| (CombatantId(id), Budget::default())).into_iter().collect();
    first.combatants[1].health.marks[2] = 200;
    first.combatants[2].deferred = vec![
        (TABLE, Change::Mark(6, 1)),
        (TABLE, Change::Drop(ItemId(999), first.combatants[2].cell)),
        (TABLE, Change::Place(first.combatants[2].cell)),
        (TABLE, Change::Mark(5, 1)),
    ];
    first.house.settings.insert(Key("dead"), 1);
    let found = checked("table.ron", &save.text());
    let keys: Vec<&str> = found.iter().filter_map(|line| line.split(' ').nth(1)).collect();
    let expected = [
        "problem-out-of-range",
        "problem-out-of-range",
        "save-no-such-item",
        "save-change-waits",
        "save-no-such-fighter",
        "save-acts-twice",
        "save-acts-twice",
        "unknown-setting",
    ];
    assert_eq!(keys, expected, "{found:?}");
    let file = check_text(&save.text());
    for lang in Lang::ALL {
        let text = file.iter().map(|file| file.render_in(&SHELF.words, lang, false));
        assert!(text.into_iter().all(|text| !text.contains('⟦')));
    }
}

/// Also where no entry follows that could go another way.
#[test]
fn a_first_state_that_no_list_and_no_map_fits_is_found() {
    use rubezh::battle::journal::Save;
    use rubezh::battle::setup::{Fight, headless};
    use rubezh::shelf::Opened;
    let Opened::Fight(fight) = SHELF.open("station").unwrap() else { panic!("a scenario") };
    let fight = Fight::clone(&fight);
    let mut save = Save::of(&headless(&SHELF.library, &fight)).unwrap();
    assert_eq!(checked("table.ron", &save.text()), [""; 0]);
    save.first.combatants[0].health.points = -1;
    save.first.combatants[1].gear.weapons[0].coat = 77;
    save.first.open_doors.push(4_321);
    let found = checked("table.ron", &save.text());
    let keys: Vec<&str> = found.iter().filter_map(|line| line.split(' ').nth(1)).collect();
    // In the order of the file: the fighters first.
    let expected = ["problem-out-of-range", "problem-out-of-range", "save-no-such-door"];
    assert_eq!(keys, expected, "{found:?}");
}

/// A save is held against every ruleset, also where a newcomer's sheet is too short for one of them.
#[test]
fn a_newcomer_of_another_ruleset_and_a_short_sheet_are_no_panic() {
    use rubezh::battle::command::Command;
    use rubezh::battle::journal::{Save, order};
    use rubezh::battle::setup::headless;
    let mut world = headless(&SHELF.library, &SHELF.fight("demo").unwrap());
    let first = Save::of(&world).unwrap().first;
    let mut newcomer = first.combatants[0].clone();
    newcomer.id = rubezh::rules::facts::CombatantId(first.next_id);
    newcomer.cell = rubezh::rules::grid::CellPos::new(2, 8);
    order(&mut world, Command::Join(Box::new(newcomer)));
    let mut save = Save::of(&world).unwrap();
    assert!(matches!(save.entries[0].command, Command::Join(_)), "it has joined");
    assert_eq!(checked("table.ron", &save.text()), [""; 0]);
    save.first.ruleset = "eclipse".to_owned();
    let found = checked("table.ron", &save.text());
    assert!(found.iter().any(|one| one.contains("problem-wrong-length")), "{found:?}");
}

fn check_text(text: &str) -> Vec<FileProblems> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("table.ron");
    std::fs::write(&path, text).unwrap();
    check(&path, &SHELF)
}

/// One mistake has one message, whatever follows from it.
#[test]
fn a_missing_quotation_mark_is_all_that_is_said() {
    let text = &GOOD[0].1;
    for (at, _) in text.match_indices('"').filter(|(at, _)| {
        // Closing marks are those before a comma, a bracket or a colon.
        text[at + 1..].starts_with([',', ')', ']', ':'])
    }) {
        let broken = format!("{}{}", &text[..at], &text[at + 1..]);
        let found = checked("demo.ron", &broken);
        assert!(found.len() <= 3, "at {at}: {} problems: {:?}", found.len(), &found[..3]);
        let line = text[..at].matches('\n').count() + 1;
        let here = |one: &String| one.starts_with(&format!("{line}:"));
        let said = found.iter().any(|one| one.contains("problem-unclosed-text") && here(one));
        assert!(said || found.iter().any(here), "line {line}: {found:?}");
    }
}

#[test]
fn nothing_follows_from_a_wrong_size() {
    let map = &GOOD[1].1;
    let size = map.find("size: (").unwrap();
    let end = size + map[size..].find(')').unwrap();
    let broken = format!("{}size: (0, 0{}", &map[..size], &map[end..]);
    let found = checked("map.ron", &broken);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().all(|one| one.contains("problem-out-of-range")), "{found:?}");
}

#[test]
fn the_same_problem_is_drawn_once_and_counted() {
    let mut save = played();
    let end = save.entries.pop().unwrap();
    save.entries.extend(vec![end; 60]);
    let text = save.text().replace("command: EndTurn", "command: EndTrn");
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("table.ron");
    std::fs::write(&path, text).unwrap();
    let found = check(&path, &SHELF);
    assert_eq!(listed(&path, &found).iter().filter(|one| one.contains(" problem-")).count(), 63);
    assert!(listed(&path, &found).iter().all(|one| one.contains("~EndTurn")), "no `at` among them");
    let text = found[0].render_in(&SHELF.words, Lang::En, false);
    assert!(text.contains("And 62 more like this: lines ") && text.len() < 1_500, "{text}");
}

#[test]
fn many_problems_are_cut_with_a_count() {
    let letters: String = ('A'..='Z').collect();
    let text = format!("(size: (26, 1), terrain: [\"{letters}\"])");
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("map.ron");
    std::fs::write(&path, text).unwrap();
    let found = check(&path, &SHELF);
    let text = found[0].render_in(&SHELF.words, Lang::En, false);
    assert!(text.contains("… and 6 more problems."), "{text}");
}

#[test]
fn a_good_file_of_another_kind_is_one_sentence() {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let place = |name: &str| assets.join(name).display().to_string();
    let kinds =
        ["maps/warehouse-yard.ron", "rosters/better-world.ron", "rulesets/better-world.ron"];
    for name in kinds {
        let Err(found) = SHELF.scenario(&place(name)) else { panic!("{name} is no scenario") };
        assert_eq!(listed(Path::new(&place(name)), &found), ["1:1 wrong-kind"]);
        let text = found[0].render_in(&SHELF.words, Lang::En, false);
        assert!(text.contains("not a scenario") && text.lines().count() <= 2, "{text}");
        let Err(found) = SHELF.open(&place(name)) else { panic!("{name} is no table") };
        assert_eq!(listed(Path::new(&place(name)), &found), ["1:1 wrong-kind"]);
    }
    let scenario = place("scenarios/demo.ron");
    let Err(found) = SHELF.replay(Path::new(&scenario)) else { panic!("no journal") };
    assert_eq!(listed(Path::new(&scenario), &[found]), ["1:1 wrong-kind"]);
}

#[test]
fn line_ends_of_old_machines_are_line_ends() {
    let text = "// A map.\r(size: (2, 1),\r terrain: [\"..\"],\r wals: [])\r";
    assert_eq!(checked("map.ron", text), ["4:2 problem-unknown-field ~walls"]);
}

#[test]
fn a_number_out_of_its_type_is_said_without_false_limits() {
    for size in ["-28", "99999"] {
        let text = format!("(size: ({size}, 1), terrain: [\"..\"])");
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("map.ron");
        std::fs::write(&path, text).unwrap();
        let text = check(&path, &SHELF)[0].render_in(&SHELF.words, Lang::En, false);
        assert!(text.contains(size) && !text.contains("65535"), "{text}");
    }
    assert_eq!(checked("map.ron", "ScenarioFile(size: (1, 1), terrain: [\".\"])").len(), 1);
}

#[test]
fn two_doors_in_one_gap_are_a_problem() {
    let door = |from: &str, to: &str| format!("(from: ({from}), to: ({to}))");
    let (one, same) = (door("1, 0", "1, 1"), door("1, 1", "1, 0"));
    let text = format!("(size: (3, 1), terrain: [\"...\"], doors: [{one}, {same}])");
    let found = checked("map.ron", &text);
    assert!(matches!(&found[..], [one] if one.ends_with("map-door-twice")), "{found:?}");
}

#[test]
fn a_journal_of_other_rules_says_so() {
    let mut save = played();
    for (_, version) in &mut save.rules {
        *version += 1;
    }
    save.entries[2].hash ^= 1;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("table.ron");
    std::fs::write(&path, save.text()).unwrap();
    let Ok(replay) = SHELF.replay(&path) else { panic!("it reads") };
    let (divergence, problems) = replay.divergence.expect("it goes another way");
    assert_eq!(divergence.entry, 3);
    let text = problems.render_in(&SHELF.words, Lang::En, false);
    let (id, version) = &save.rules[0];
    assert!(text.contains(&format!("version {version} of the rules “{id}”")), "{text}");
    assert!(text.contains(&save.entries[2].hash.to_string()), "as the file has it: {text}");
    assert!(text.contains("table.ron:"), "{text}");
}

/// Shipped files and a saved table, to be mutilated.
static GOOD: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| {
    let read = |path: &str| std::fs::read_to_string(format!("assets/{path}")).unwrap();
    vec![
        ("demo.ron", read("scenarios/demo.ron")),
        ("warehouse-yard.ron", read("maps/warehouse-yard.ron")),
        ("people.ron", read("rosters/better-world.ron")),
        ("better-world.ron", read("rulesets/better-world.ron")),
        ("table.ron", played().text()),
    ]
});

/// A few hundred; more with `PROPTEST_CASES`.
fn cases() -> ProptestConfig {
    if std::env::var_os("PROPTEST_CASES").is_some() {
        return ProptestConfig::default();
    }
    ProptestConfig::with_cases(300)
}

proptest! {
    #![proptest_config(cases())]

    /// Whatever is done to a file, it is read, judged, replayed and explained without a panic.
    #[test]
    fn mutilated_files_are_survived(
        which in 0..5_usize,
        edits in prop::collection::vec(
            (any::<prop::sample::Index>(), 0..12_usize, "[\\]\\[(){}\"',:/*#@\\\\r0-9a-zя.-]{0,4}"),
            1..4,
        ),
    ) {
        let (name, text) = &GOOD[which];
        let mut letters: Vec<char> = text.chars().collect();
        for (at, cut, put) in edits {
            let at = at.index(letters.len() + 1);
            let end = (at + cut).min(letters.len());
            letters.splice(at..end, put.chars());
        }
        let text: String = letters.into_iter().collect();
        explained(name, &text)?;
    }

    /// Numbers are what people change by hand: other numbers, far too large ones among them.
    #[test]
    fn other_numbers_are_survived(
        which in 0..5_usize,
        edits in prop::collection::vec(
            (any::<prop::sample::Index>(), prop_oneof![
                Just("0".to_owned()), Just("-1".to_owned()), Just("255".to_owned()),
                Just("65535".to_owned()), Just("-32768".to_owned()), Just("32767".to_owned()),
                Just("2147483647".to_owned()), Just("18446744073709551615".to_owned()),
                (0..300_i32).prop_map(|n| n.to_string()),
            ]),
            1..4,
        ),
    ) {
        let (name, text) = &GOOD[which];
        let mut text = text.clone();
        for (at, put) in edits {
            let numbers: Vec<(usize, usize)> = numbers(&text);
            let (from, to) = numbers[at.index(numbers.len())];
            text.replace_range(from..to, &put);
        }
        explained(name, &text)?;
    }
}

/// The places of the whole numbers of a text.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices() {
        match (start, c.is_ascii_digit()) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                found.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    found
}

fn explained(name: &str, text: &str) -> Result<(), TestCaseError> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(name);
    std::fs::write(&path, text).unwrap();
    for problems in check(&path, &SHELF) {
        for problem in &problems.problems {
            prop_assert!(problems.text.get(problem.span.clone()).is_some(), "{:?}", problem);
        }
        problems.render_in(&SHELF.words, Lang::Ru, false);
    }
    Ok(())
}
