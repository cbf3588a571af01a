//! What is read of good and of bad files.

use std::collections::BTreeMap;
use std::num::NonZeroU8;

use proptest::prelude::*;
use serde::{Deserialize, Serialize};

use super::*;
use crate::data::problem::tests::listed;
use crate::data::tree::Step;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Roster {
    name: String,
    fighters: Vec<Fighter>,
    #[serde(default)]
    notes: BTreeMap<String, u8>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fighter {
    id: Id,
    strength: u8,
    cell: (i16, i16),
    weapon: Weapon,
    armour: Option<Armour>,
    #[serde(default)]
    tags: Vec<Tag>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Id(String);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Armour {
    layers: [u8; 3],
    weight_kg: f64,
    quality: NonZeroU8,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
enum Weapon {
    Fists,
    Bow(u8),
    Pair(u8, Box<Weapon>),
    Blade { damage: u8, edge: Option<char> },
    Plate(Armour),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct Tag(String);

impl TryFrom<String> for Tag {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if text.starts_with('#') { Ok(Self(text)) } else { Err(format!("no tag: {text}")) }
    }
}

impl From<Tag> for String {
    fn from(tag: Tag) -> Self {
        tag.0
    }
}

const GOOD: &str = r##"// Отряд
Roster(
    name: "Отряд \"Рубеж\"",
    fighters: [
        Fighter(id: Id("анна"), strength: 3, cell: (-1, 0x10), weapon: Bow(2)),
        (id: "борис", strength: 4, cell: (0, 1), weapon: Blade(damage: 3, edge: 'о'),
            armour: (layers: [1, 2, 3], weight_kg: 7, quality: 2), tags: ["#щит", r#"#"x""#]),
        (id: ("в"), strength: 1_0, cell: (0, 2), weapon: Pair(1, Fists), armour: None),
    ],
    notes: {"a": 1, "б": 2},
)
"##;

fn read_as<T: DeserializeOwned>(text: &str) -> (Option<T>, Vec<String>) {
    let reading = read::<T>("f", text.as_bytes());
    let problems = listed(&reading.problems);
    (reading.value, problems)
}

fn check<T: DeserializeOwned>(text: &str, expected: &[&str]) {
    assert_eq!(read_as::<T>(text).1, expected, "{text}");
}

/// Checks a roster of one fighter who is good but for `fields`, which begin at 1:49.
fn check_fighter(fields: &str, expected: &[&str]) {
    let start = "(name: \"Мы\", fighters: [(id: \"я\", cell: (0, 0), ";
    assert_eq!(start.chars().count() + 1, 49);
    check::<Roster>(&format!("{start}{fields})])"), expected);
}

#[test]
fn a_good_file_is_read() {
    let (roster, problems) = read_as::<Roster>(GOOD);
    assert_eq!(problems, [""; 0]);
    let roster = roster.unwrap();
    assert_eq!(roster.name, "Отряд \"Рубеж\"");
    assert_eq!(roster.fighters[0].cell, (-1, 16));
    assert_eq!(roster.fighters[1].armour.as_ref().unwrap().weight_kg, 7.0);
    assert_eq!(roster.fighters[1].tags[1].0, "#\"x\"");
    assert_eq!(roster.fighters[2].strength, 10);
    assert_eq!(roster.fighters[2].weapon, Weapon::Pair(1, Box::new(Weapon::Fists)));
    assert_eq!(roster.notes["б"], 2);
}

#[test]
fn what_ron_writes_is_read_back() {
    let mut roster = read_as::<Roster>(GOOD).0.unwrap();
    let armour = Armour { layers: [0, 1, 255], weight_kg: 0.25, quality: NonZeroU8::MAX };
    roster.fighters[0].weapon = Weapon::Plate(armour);
    roster.fighters[2].weapon = Weapon::Blade { damage: 0, edge: None };
    roster.name = "new\nline \u{1f3f9} \\ \" \u{7f}".to_owned();
    for config in [
        ron::ser::PrettyConfig::new(),
        ron::ser::PrettyConfig::new().struct_names(true).compact_arrays(true),
        ron::ser::PrettyConfig::new().extensions(ron::extensions::Extensions::all()),
    ] {
        let text = ron::ser::to_string_pretty(&roster, config).unwrap();
        let (read, problems) = read_as::<Roster>(&text);
        assert_eq!(problems, [""; 0], "{text}");
        assert_eq!(read.as_ref(), Some(&roster), "{text}");
    }
    let short = ron::to_string(&roster).unwrap();
    assert_eq!(read_as::<Roster>(&short).0, Some(roster));
}

#[test]
fn nested_options_and_units_are_read_back() {
    type Odd = (Option<Option<u8>>, (), Vec<Option<(u8,)>>, BTreeMap<i8, Option<bool>>, f32);
    for odd in [
        (None, (), vec![None, Some((1,))], BTreeMap::from([(-1, None)]), f32::INFINITY),
        (Some(None), (), vec![], BTreeMap::from([(1, Some(true)), (2, None)]), -0.5),
        (Some(Some(3)), (), vec![Some((0,))], BTreeMap::new(), 1e-20),
    ] {
        let odd: Odd = odd;
        let text = ron::ser::to_string_pretty(&odd, ron::ser::PrettyConfig::new()).unwrap();
        assert_eq!(read_as::<Odd>(&text), (Some(odd), vec![]), "{text}");
    }
}

#[test]
fn unknown_field_names_the_nearest() {
    check_fighter(
        "strenght: 3, weapon: Fists",
        &["1:49 problem-unknown-field name=strenght / problem-near-help near=strength"],
    );
    check_fighter(
        "strength: 3, weapon: Fists, colour: \"red\"",
        &["1:77 problem-unknown-field name=colour / problem-valid-help"],
    );
}

#[test]
fn unknown_variant_names_the_nearest() {
    check_fighter(
        "strength: 3, weapon: bow(2)",
        &["1:70 problem-unknown-variant name=bow / problem-near-help near=Bow"],
    );
    check_fighter(
        "strength: 3, weapon: Cannon",
        &["1:70 problem-unknown-variant name=Cannon / problem-valid-help"],
    );
    check_fighter(
        "strength: 3, weapon: \"Bow\"",
        &["1:70 problem-wrong-type expected=variant found=text / problem-valid-help"],
    );
}

#[test]
fn missing_field_points_at_the_brackets() {
    check::<Roster>(
        "(\n  name: \"Я\",\n  fighters: [\n    (id: \"a\", cell: (0, 0), weapon: Fists),\n  ],\n)",
        &["4:5 problem-missing-field name=strength / problem-missing-field-help"],
    );
    check::<Roster>(
        "()",
        &[
            "1:1 problem-missing-field name=name / problem-missing-field-help",
            "1:1 problem-missing-field name=fighters / problem-missing-field-help",
        ],
    );
}

#[test]
fn numbers_must_fit() {
    check_fighter(
        "strength: 300, weapon: Fists",
        &["1:59 problem-out-of-range value=300 / problem-too-far-help"],
    );
    check_fighter(
        "strength: -1, weapon: Fists",
        &["1:59 problem-out-of-range value=-1 / problem-negative-help"],
    );
    check_fighter(
        "strength: 1.5, weapon: Fists",
        &["1:59 problem-wrong-type expected=integer found=number / problem-wrong-type-help"],
    );
    check_fighter(
        "strength: 1, weapon: Plate(layers: (1, 2, 3), weight_kg: 1, quality: 0)",
        &["1:118 problem-zero / problem-zero-help"],
    );
    check::<u8>(
        "99999999999999999999999999999999999999999",
        &["1:1 problem-out-of-range value=999999999999999999999999… / \
               problem-too-far-help"],
    );
}

#[test]
fn wrong_shapes() {
    let case = |value: &str, found: &str| {
        let line = format!(
            "1:59 problem-wrong-type expected=integer found={found} / problem-wrong-type-help"
        );
        check_fighter(&format!("strength: {value}, weapon: Fists"), &[&line]);
    };
    case("\"3\"", "text");
    case("'3'", "char");
    case("true", "bool");
    case("[3]", "list");
    case("(3)", "tuple");
    case("()", "unit");
    case("(a: 3)", "struct");
    case("{3: 3}", "map");
    case("three", "word");
    case("None", "none");
    case("Some(3)", "some");
    case("D6(3)", "bracketed");
}

#[test]
fn shapes_that_are_expected() {
    let case = |ty: &str, problems: Vec<String>| {
        let expected =
            format!("1:1 problem-wrong-type expected={ty} found=char / problem-wrong-type-help");
        assert_eq!(problems, [expected]);
    };
    case("bool", read_as::<bool>("'a'").1);
    case("number", read_as::<f32>("'a'").1);
    case("text", read_as::<String>("'a'").1);
    case("list", read_as::<Vec<u8>>("'a'").1);
    case("tuple", read_as::<(u8, u8)>("'a'").1);
    case("struct", read_as::<Roster>("'a'").1);
    case("map", read_as::<BTreeMap<String, u8>>("'a'").1);
    case("unit", read_as::<()>("'a'").1);
    case("text", read_as::<Id>("'a'").1);
}

#[test]
fn variants_want_their_brackets() {
    check::<Weapon>(
        "Bow",
        &["1:1 problem-wrong-type expected=bracketed found=word / problem-wrong-type-help"],
    );
    check::<Weapon>(
        "Fists(1)",
        &["1:1 problem-wrong-type expected=word found=bracketed / problem-wrong-type-help"],
    );
    check::<Weapon>(
        "Pair(1)",
        &["1:1 problem-wrong-length count=2 found_count=1 / problem-wrong-length-help"],
    );
    check::<Weapon>(
        "Blade(demage: 1)",
        &["1:7 problem-unknown-field name=demage / problem-near-help near=damage"],
    );
}

#[test]
fn wrong_name_in_front_of_brackets() {
    check::<Vec<Armour>>(
        "[Armor(layers: [1, 2, 3], weight_kg: 1, quality: 300)]",
        &[
            "1:2 problem-wrong-name name=Armor / problem-wrong-name-help",
            "1:50 problem-out-of-range value=300 / problem-too-far-help",
        ],
    );
}

#[test]
fn duplicates() {
    check_fighter(
        "strength: 3, weapon: Fists, strength: 4",
        &["1:77 problem-duplicate name=strength / problem-duplicate-help"],
    );
    check::<BTreeMap<String, u8>>(
        "{\"a\": 1, \"b\": 2, \"a\": 3}",
        &["1:18 problem-duplicate name=a / problem-duplicate-help"],
    );
}

#[test]
fn conversions_are_placed() {
    check_fighter(
        "strength: 3, weapon: Fists, tags: [\"#a\", \"b\"]",
        &["1:90 problem-custom text=no tag: b"],
    );
}

#[test]
fn all_problems_of_a_file_at_once() {
    let text = r#"(
    nam: "Отряд",
    fighters: [
        (id: 1, strength: 300, cell: (0, "й"), weapon: Sling, armor: None),
        (id: "б", strength: 1, cell: (0, 0), weapon: Pair("а", Blade(damage: 256))),
        (id: "в", strength: 1, weapon: Fists, armour: (layers: [1, 2], weight_kg: 1)),
        7,
        (id: "г" strength: 1, cell: (0, 0), weapon: @, tags: ["x", 5, "y"]),
    ],
    notes: {"a": 1, 2: 3, "b": "c"},
)"#;
    check::<Roster>(
        text,
        &[
            "2:5 problem-unknown-field name=nam / problem-near-help near=name",
            "4:14 problem-wrong-type expected=text found=integer / problem-wrong-type-help",
            "4:27 problem-out-of-range value=300 / problem-too-far-help",
            "4:42 problem-wrong-type expected=integer found=text / problem-wrong-type-help",
            "4:56 problem-unknown-variant name=Sling / problem-valid-help",
            "4:63 problem-unknown-field name=armor / problem-near-help near=armour",
            "5:59 problem-wrong-type expected=integer found=text / problem-wrong-type-help",
            "5:78 problem-out-of-range value=256 / problem-too-far-help",
            "6:9 problem-missing-field name=cell / problem-missing-field-help",
            "6:55 problem-missing-field name=quality / problem-missing-field-help",
            "6:64 problem-wrong-length count=3 found_count=2 / problem-wrong-length-help",
            "7:9 problem-wrong-type expected=struct found=integer / problem-wrong-type-help",
            "8:17 problem-comma found=strength / problem-comma-help",
            "8:53 problem-value found=@ / problem-value-help",
            "8:63 problem-custom text=no tag: x",
            "8:68 problem-wrong-type expected=text found=integer / problem-wrong-type-help",
            "8:71 problem-custom text=no tag: y",
            "10:21 problem-wrong-type expected=text found=integer / problem-wrong-type-help",
            "10:32 problem-wrong-type expected=integer found=text / problem-wrong-type-help",
        ],
    );
}

#[test]
fn the_value_holds_only_what_was_read() {
    let text = r##"(name: "n", fighters: [
            (id: "a", strength: 300, cell: (0, 0), weapon: Fists),
            (id: "b", strength: 3, cell: (0, 0), weapon: Fists, tags: ["x", "#y"],
                armour: (layers: [1, "2", 3], weight_kg: 1, quality: 1)),
        ])"##;
    let (roster, problems) = read_as::<Roster>(text);
    assert_eq!(problems.len(), 3);
    let roster = roster.unwrap();
    assert_eq!(roster.fighters.len(), 1);
    assert_eq!(roster.fighters[0].id.0, "b");
    assert_eq!(roster.fighters[0].tags, [Tag("#y".to_owned())]);
    assert_eq!(roster.fighters[0].armour, None);
    assert_eq!(read_as::<Roster>("(name: 5, fighters: [])").0, None);
}

#[test]
fn a_type_inside_itself_comes_to_an_end() {
    #[derive(Debug, Deserialize)]
    #[allow(dead_code)]
    struct Endless {
        left: Box<Endless>,
        right: Box<Endless>,
    }
    check::<Vec<Endless>>(
        "[(left: 5, right: 6), (left: 7, right: 8)]",
        &[
            "1:9 problem-wrong-type expected=struct found=integer / problem-wrong-type-help",
            "1:30 problem-wrong-type expected=struct found=integer / problem-wrong-type-help",
        ],
    );
}

#[test]
fn the_list_of_problems_is_cut() {
    let (value, problems) = read_as::<Vec<u8>>(&format!("[{}]", "true, ".repeat(500)));
    assert_eq!(value, None);
    assert_eq!(problems.len(), PROBLEMS_MAX + 1);
    assert_eq!(problems[PROBLEMS_MAX], "1:602 problem-too-many count=100 / problem-too-many-help");
}

#[test]
fn broken_bytes_and_too_many_of_them() {
    let reading = read::<Roster>("f", b"(name: \"\xd0\xaf\",\n \"\xff\")");
    assert_eq!(listed(&reading.problems), ["2:3 problem-not-utf8 / problem-not-utf8-help"]);
    let reading = read::<Roster>("f", &vec![b' '; SIZE_MAX_BYTES + 1]);
    assert_eq!(
        listed(&reading.problems),
        ["1:1 problem-too-large megabytes=8 / problem-too-large-help"]
    );
}

#[test]
fn places_by_path() {
    let reading = read::<Roster>("f", GOOD.as_bytes());
    let tree = reading.tree.unwrap();
    let fighter: Vec<Step> = vec!["fighters".into(), 1.into()];
    let shown = |more: &[Step]| &GOOD[tree.span_at(&[&fighter, more].concat())];
    assert_eq!(shown(&["id".into()]), "\"борис\"");
    assert_eq!(shown(&["armour".into(), "layers".into(), 2.into()]), "3");
    assert_eq!(shown(&["cell".into(), 1.into()]), "1");
    assert_eq!(shown(&["cell".into(), 7.into()]), "(0, 1)");
    assert_eq!(shown(&["weapon".into(), "edge".into()]), "'о'");
    assert!(tree.at(&["fighters".into(), 0.into(), "armour".into()]).is_none());
    let note = [Step::from("notes"), Step::Key("б".to_owned())];
    assert_eq!(&GOOD[tree.span_at(&note)], "2");
    assert_eq!(&GOOD[tree.key_span(&note).unwrap()], "\"б\"");
    assert_eq!(&GOOD[tree.key_span(&["name".into()]).unwrap()], "name");
}

proptest! {
    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let reading = read::<Roster>("f", &bytes);
        prop_assert!(!reading.problems.is_empty());
        reading.problems.render(&|key, _| key.to_owned(), false);
    }

    #[test]
    fn mutations_are_survived(
        edits in prop::collection::vec(
            (0..GOOD.len(), 0..6_usize, "[\\]\\[(){}\"',:/*#@\\\\r0-9a-zя-]{0,3}"),
            1..6,
        ),
    ) {
        let mut text: Vec<char> = GOOD.chars().collect();
        for (at, cut, put) in edits {
            let at = at.min(text.len());
            let end = (at + cut).min(text.len());
            text.splice(at..end, put.chars());
        }
        let text: String = text.into_iter().collect();
        let reading = read::<Roster>("f", text.as_bytes());
        let good = reading.problems.is_empty();
        prop_assert!(!good || reading.value.is_some());
        prop_assert!(!good || parse(&text).1.is_empty());
        // What the `ron` crate can read means the same here, repeated keys apart.
        let repeats = |problem: &Problem| matches!(problem.what, What::Duplicate { .. });
        let options = ron::Options::default()
            .with_default_extension(ron::extensions::Extensions::all());
        if let Ok(roster) = options.from_str::<Roster>(&text)
            && !reading.problems.problems.iter().any(repeats)
        {
            prop_assert_eq!(reading.value, Some(roster), "{:?}", reading.problems);
        }
        for problem in &reading.problems.problems {
            prop_assert!(text.get(problem.span.clone()).is_some(), "{:?}", problem);
        }
        reading.problems.render(&|key, _| key.to_owned(), true);
    }
}
