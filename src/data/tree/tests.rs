//! What the parser makes of good and of bad text.

use super::*;
use crate::data::problem::FileProblems;
use crate::data::problem::PROBLEMS_MAX;
use crate::data::problem::tests::listed;

fn problems(text: &str) -> Vec<String> {
    let (_, problems) = parse(text);
    listed(&FileProblems { file: "f".to_owned(), text: text.to_owned(), problems })
}

fn check(text: &str, expected: &[&str]) {
    assert_eq!(problems(text), expected, "{text}");
}

fn kind(text: &str) -> Kind {
    let (node, problems) = parse(text);
    assert_eq!(problems, [], "{text}");
    node.unwrap().kind
}

#[test]
fn numbers() {
    for (text, number) in [
        ("0", 0),
        ("-12", -12),
        ("+12", 12),
        ("1_000", 1000),
        ("0xfF", 255),
        ("-0x1_0", -16),
        ("0b101", 5),
        ("0o17", 15),
        ("-170141183460469231731687303715884105728", i128::MIN),
    ] {
        assert_eq!(kind(text), Kind::Int(number), "{text}");
    }
    for (text, number) in [
        ("1.5", 1.5),
        ("-.5", -0.5),
        ("1.", 1.0),
        ("2e3", 2000.0),
        ("1_0.5E-1", 1.05),
        ("inf", f64::INFINITY),
        ("-inf", f64::NEG_INFINITY),
    ] {
        assert_eq!(kind(text), Kind::Float(number), "{text}");
    }
    for text in ["2d6", "1..2", "0x", "_1.", "1__e", "-", "1e999", "0xg", "1.5.2", "12u8", "--1"] {
        let problems = problems(text);
        assert!(!problems.is_empty(), "{text}");
    }
    check("[1, 2d6]", &["1:5 problem-bad-number found=2d6 / problem-bad-number-help"]);
}

#[test]
fn texts_and_chars() {
    for (written, text) in [
        (r#""""#, ""),
        (r#""щит""#, "щит"),
        (r#""a\n\t\r\0\\\"\'\x41\u{1f3f9}""#, "a\n\t\r\0\\\"'A\u{1f3f9}"),
        ("\"a\\\n   b\"", "ab"),
        ("\"a\nb\"", "a\nb"),
        ("r\"\\n\"", "\\n"),
        ("r##\"a\"#b\"##", "a\"#b"),
    ] {
        assert_eq!(kind(written), Kind::Text(text.to_owned()), "{written}");
    }
    for (written, char) in [("'a'", 'a'), (r"'\''", '\''), ("'ж'", 'ж'), (r"'\u{416}'", 'Ж')] {
        assert_eq!(kind(written), Kind::Char(char), "{written}");
    }
    check(r#"["а", "б\q", 1]"#, &[r"1:9 problem-bad-escape found=\q / problem-bad-escape-help"]);
    check(r#""\u{d800}""#, &[r"1:2 problem-bad-escape found=\u{d800} / problem-bad-escape-help"]);
    check("['аб', 1]", &["1:2 problem-char / problem-char-help"]);
    check("['', 1]", &["1:2 problem-char / problem-char-help"]);
}

#[test]
fn comments_attributes_and_byte_order_mark() {
    let text =
        "\u{feff}// щит\n#![enable(implicit_some, unwrap_newtypes,)]\n/* a /* b */ c */ 5 // d";
    assert_eq!(kind(text), Kind::Int(5));
    assert_eq!(parse("\u{feff}5").0.unwrap().span, 3..4);
    check(
        "#![enable(magic)] 5",
        &["1:1 problem-attribute found=#![enable(magic)] / problem-attribute-help"],
    );
    check("5 /* /* */", &["1:3 problem-unclosed-comment / problem-unclosed-comment-help"]);
}

#[test]
fn names_and_brackets() {
    assert_eq!(kind("r#true"), Kind::Word("true".to_owned()));
    assert_eq!(kind("r#a-b"), Kind::Word("a-b".to_owned()));
    assert_eq!(kind("Лук"), Kind::Word("Лук".to_owned()));
    assert_eq!(kind("()"), Kind::Tuple { name: None, items: vec![] });
    let (node, _) = parse("Лук (дальность: 5, type: (1,),)");
    let Kind::Struct { name, fields } = node.unwrap().kind else { panic!("no struct") };
    assert_eq!(name.unwrap().span, 0..6);
    assert_eq!(fields[0].name.span, 8..26);
    assert_eq!(fields[1].value.span, 37..41);
}

#[test]
fn empty_files() {
    check("", &["1:1 problem-empty / problem-empty-help"]);
    check("\n // nothing\n", &["3:1 problem-empty / problem-empty-help"]);
}

#[test]
fn brackets_without_partner() {
    check(
        "(a: [1, 2)",
        &["1:5 problem-unclosed open=[ close=] found=) line=1 / problem-unclosed-help"],
    );
    check(
        "(\n  имя: \"щ\", б: [\n",
        &["2:16 problem-unclosed-end open=[ close=] / problem-unclosed-help"],
    );
    check("(a: 1))", &["1:7 problem-end found=) / problem-end-help"]);
    check(")", &["1:1 problem-value found=) / problem-value-help"]);
}

#[test]
fn missing_signs() {
    check("(щит: 1 меч: 2)", &["1:8 problem-comma found=меч / problem-comma-help"]);
    check("[1 2, 3]", &["1:3 problem-comma found=2 / problem-comma-help"]);
    check("(a 1, b: 2)", &["1:3 problem-colon found=1 / problem-colon-help"]);
    check(
        "(a: 1, b 2, c = 3)",
        &[
            "1:9 problem-colon found=2 / problem-colon-help",
            "1:15 problem-colon found== / problem-colon-help",
        ],
    );
    check("(Fire Ice)", &["1:6 problem-comma found=Ice / problem-comma-help"]);
    check(
        "{\"a\" 1, \"b\": 2, \"c\"; 3, \"d\": 4}",
        &[
            "1:5 problem-colon found=1 / problem-colon-help",
            "1:20 problem-colon found=; / problem-colon-help",
        ],
    );
    check("[1; 2]", &["1:3 problem-comma-or-close close=] found=; / problem-comma-or-close-help"]);
    check("[1,, 2]", &["1:4 problem-value found=, / problem-value-help"]);
    check("(\"a\": 1)", &["1:2 problem-field-name found=\"a\" / problem-field-name-help"]);
    check("(a: 1, 5, b: 2)", &["1:8 problem-field-name found=5 / problem-field-name-help"]);
}

#[test]
fn missing_values_and_garbage() {
    check(
        "(щ: , b: @@ \"x\" (,), c: $)",
        &[
            "1:5 problem-value found=, / problem-value-help",
            "1:10 problem-value found=@ / problem-value-help",
            "1:25 problem-value found=$ / problem-value-help",
        ],
    );
    check("(a: )", &["1:5 problem-value found=) / problem-value-help"]);
    check("name: 5", &["1:5 problem-end found=: / problem-end-help"]);
    check("🏹", &["1:1 problem-value found=🏹 / problem-value-help"]);
}

#[test]
fn a_forgotten_quotation_mark_is_found_where_it_is_missing() {
    check(
        "(\n  a: \"щит,\n  b: \"меч\",\n  c: \"лук\",\n)",
        &["2:6 problem-unclosed-text / problem-unclosed-text-help"],
    );
    check("[\"a\", \"b]", &["1:7 problem-unclosed-text / problem-unclosed-text-help"]);
    check("r#\"a\"", &["1:1 problem-unclosed-text / problem-unclosed-text-help"]);
}

#[test]
fn deep_brackets_do_not_overflow() {
    for open in ["(", "[", "{", "a(", "(a:", "{1:"] {
        let text = open.repeat(100_000);
        let found = problems(&text);
        let column = open.len() * DEPTH_MAX + open.find(['(', '[', '{']).unwrap() + 1;
        assert_eq!(
            found,
            [format!("1:{column} problem-too-deep count=64 / problem-too-deep-help")]
        );
    }
    let deep = format!("{}{}", "[".repeat(DEPTH_MAX), "]".repeat(DEPTH_MAX));
    assert_eq!(problems(&deep), [""; 0]);
}

#[test]
fn too_many_problems_stop_the_reading() {
    let found = problems(&format!("[{}]", "@,".repeat(1000)));
    assert_eq!(found.len(), PROBLEMS_MAX + 1);
    assert!(found[PROBLEMS_MAX].contains("problem-too-many"));
}
