//! What can be wrong with a data file: structured, so that every language can say it.
//!
//! No sentence stands here. A [`What`] yields a Fluent key with arguments, once for what is wrong
//! and once for how to mend it; the sentences are in `assets/locale/*/problems.ftl`. `tree.rs` and
//! `decode.rs` find the problems of form, the checks of meaning add their own with
//! [`Problem::said`].

use std::borrow::Cow;
use std::ops::Range;

use ariadne::{Color, Config, Label, Report, ReportKind, Source};

use super::tree::{Node, Step};
use crate::locale::{self, Lang, Words};
use crate::rules::message::Arg;
use crate::rules::{Flaw, PathStep};

/// After so many problems in one file the rest would only be noise.
pub const PROBLEMS_MAX: usize = 100;

/// So many different problems of one file are drawn; more would only hide the first.
pub const DRAWN_MAX: usize = 20;
/// So many lines are named in which the same problem stands.
const LINES_NAMED_MAX: usize = 10;

/// How many valid names are listed before the list is cut.
const VALID_MAX: usize = 16;
/// Longer names are no typing errors, and comparing them would take long.
const NEAREST_MAX_CHARS: usize = 64;
/// A longer line is not drawn: the place named in front of the message has to do.
const DRAWN_LINE_MAX_BYTES: usize = 1000;
/// Nor is a line so far down, see [`Shown::draw`]. No file written by hand gets there.
const DRAWN_LINES_MAX: usize = 100_000;

/// A Fluent key with its arguments.
pub type Message<'a> = (&'a str, Args);
/// Arguments of a Fluent message. An argument named `count` or ending in `_count` is a number and
/// must be given to Fluent as one, so that plural forms work; all others are text.
pub type Args = Vec<(&'static str, String)>;

/// Puts a message into the words of the chosen language.
pub type Say<'s> = dyn Fn(&str, &[(&'static str, String)]) -> String + 's;

/// One problem and the place it is at.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// Bytes of the text.
    pub span: Range<usize>,
    /// What is wrong there.
    pub what: What,
}

/// The kinds of problem.
#[derive(Debug, Clone, PartialEq)]
pub enum What {
    /// Something else was expected here.
    Syntax {
        /// What was expected.
        expected: Expected,
        /// What stands there.
        found: String,
    },
    /// A bracket without its partner. The place is the opening one.
    Unclosed {
        /// The opening bracket.
        open: char,
        /// The bracket that is missing.
        close: char,
        /// What stands in its stead; `None` is the end of the file.
        found: Option<char>,
        /// The line of `found`.
        found_line: usize,
    },
    /// A text without its closing quotation mark.
    UnclosedText,
    /// `/*` without `*/`.
    UnclosedComment,
    /// A backslash followed by something unknown.
    BadEscape {
        /// The backslash and what follows.
        found: String,
    },
    /// Begins like a number and is none.
    BadNumber {
        /// What stands there.
        found: String,
    },
    /// Nothing but white space and comments.
    Empty,
    /// Brackets nested too deep.
    TooDeep {
        /// The limit.
        max: usize,
    },
    /// The file is too long to be read.
    TooLarge {
        /// The limit.
        max_bytes: usize,
    },
    /// The file is not UTF-8 text.
    NotUtf8,
    /// The file has more problems than are listed.
    TooMany {
        /// How many are listed.
        shown: usize,
    },
    /// A field that the type does not have.
    UnknownField {
        /// The name as written.
        name: String,
        /// The valid name that was probably meant.
        near: Option<String>,
        /// All valid names.
        valid: Vec<String>,
    },
    /// A name that is none of the possible ones.
    UnknownVariant {
        /// The name as written.
        name: String,
        /// The valid name that was probably meant.
        near: Option<String>,
        /// All valid names.
        valid: Vec<String>,
    },
    /// A field that must be given.
    MissingField {
        /// Its name.
        name: String,
    },
    /// Another shape of value is needed.
    WrongType {
        /// The shape that is needed.
        expected: Shape,
        /// The shape that stands there.
        found: Shape,
        /// The names to choose from, if a name is needed.
        valid: Vec<String>,
    },
    /// The name in front of the brackets belongs to something else.
    WrongName {
        /// The name as written.
        name: String,
        /// The name that fits.
        expected: String,
    },
    /// Too many or too few values in the brackets.
    WrongLength {
        /// How many are needed.
        count: usize,
        /// How many there are.
        found_count: usize,
    },
    /// A whole number outside of its range.
    OutOfRange {
        /// The number.
        value: String,
        /// The smallest that fits.
        min: String,
        /// The largest that fits.
        max: String,
    },
    /// A whole number that is farther from zero than any number of this kind can be. What the
    /// place itself allows is not known before the number is read, so no limits are named.
    OutOfType {
        /// The number.
        value: String,
        /// Whether numbers of this kind are never below zero.
        unsigned: bool,
    },
    /// Zero where there must be something.
    Zero,
    /// The same field or map key again.
    Duplicate {
        /// The name or key.
        name: String,
    },
    /// A refusal by a type's own conversion, in its own words. Those words are not translated:
    /// prefer a check of meaning with [`What::Said`].
    Custom {
        /// The words.
        text: String,
    },
    /// A problem of meaning, found by a check outside of this module.
    Said {
        /// Fluent key of what is wrong.
        key: Cow<'static, str>,
        /// Arguments of both messages.
        args: Args,
        /// Fluent key of how to mend it.
        help: Option<&'static str>,
    },
    /// A name that refers to something that is not there: a weapon, a side, a map.
    Unknown {
        /// Fluent key of what is wrong; its argument is `name`.
        key: &'static str,
        /// The name as written.
        name: String,
        /// The valid name that was probably meant.
        near: Option<String>,
        /// All valid names.
        valid: Vec<String>,
    },
}

/// What the grammar wants at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// Any value.
    Value,
    /// A comma between two entries.
    Comma,
    /// A comma, or this closing bracket.
    CommaOrClose(char),
    /// A colon between a name or key and its value.
    Colon,
    /// The bare name of a field with its colon.
    FieldName,
    /// One character between apostrophes.
    Char,
    /// The end of the file.
    End,
    /// `#![enable(implicit_some)]`
    Attribute,
}

/// The shape of a value, as a selector for Fluent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// `true`, `false`
    Bool,
    /// A whole number.
    Integer,
    /// A number, with a fraction or without.
    Number,
    /// `inf` or `NaN`, which no place wants.
    NotFinite,
    /// A text in quotation marks.
    Text,
    /// One character in apostrophes.
    Char,
    /// `[ … ]`
    List,
    /// `( … )` without field names.
    Tuple,
    /// `( … )` with field names.
    Struct,
    /// `{ … : … }`
    Map,
    /// `()`
    Unit,
    /// One of several names, perhaps with brackets behind it.
    Variant,
    /// A name alone.
    Word,
    /// A name with brackets behind it.
    Bracketed,
    /// `Some(…)`
    Some,
    /// `None`
    None,
}

impl Shape {
    /// The selector used in the Fluent messages.
    pub fn selector(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::NotFinite => "not-finite",
            Self::Text => "text",
            Self::Char => "char",
            Self::List => "list",
            Self::Tuple => "tuple",
            Self::Struct => "struct",
            Self::Map => "map",
            Self::Unit => "unit",
            Self::Variant => "variant",
            Self::Word => "word",
            Self::Bracketed => "bracketed",
            Self::Some => "some",
            Self::None => "none",
        }
    }
}

impl Problem {
    /// A problem at a place.
    pub fn new(span: Range<usize>, what: What) -> Self {
        Self { span, what }
    }

    /// A problem of meaning, such as an unknown weapon id or a wall outside of the map.
    pub fn said(span: Range<usize>, key: &'static str, args: Args) -> Self {
        Self::new(span, What::said(key, args))
    }

    /// What is wrong and how to mend it, in a language.
    pub fn say(&self, words: &Words, lang: Lang) -> (String, Option<String>) {
        let (key, args) = self.what.message();
        let help = self.what.help().map(|(key, args)| said(words, lang, key, &args));
        (said(words, lang, key, &args), help)
    }

    /// Adds how to mend it; the message gets the same arguments.
    #[must_use]
    pub fn with_help(mut self, help_key: &'static str) -> Self {
        if let What::Said { help, .. } = &mut self.what {
            *help = Some(help_key);
        }
        self
    }
}

impl What {
    /// A problem of meaning.
    pub fn said(key: &'static str, args: Args) -> Self {
        Self::Said { key: Cow::Borrowed(key), args, help: None }
    }

    /// A problem of meaning with how to mend it; both messages get the same arguments.
    pub fn said_with_help(key: &'static str, help: &'static str, args: Args) -> Self {
        Self::Said { key: Cow::Borrowed(key), args, help: Some(help) }
    }

    /// A name that refers to nothing. `key` says of what kind it is.
    pub fn unknown<'n>(
        key: &'static str,
        name: &str,
        valid: impl IntoIterator<Item = &'n str>,
    ) -> Self {
        let valid: Vec<String> = valid.into_iter().map(str::to_owned).collect();
        let near = nearest(name, valid.iter().map(String::as_str)).map(str::to_owned);
        Self::Unknown { key, name: name.to_owned(), near, valid }
    }

    /// A whole number outside of its range.
    pub fn out_of_range(value: impl ToString, min: impl ToString, max: impl ToString) -> Self {
        Self::OutOfRange { value: value.to_string(), min: min.to_string(), max: max.to_string() }
    }

    /// What is wrong. Arguments are free of control characters, so that a hostile file cannot
    /// steer the terminal.
    pub fn message(&self) -> Message<'_> {
        let (key, args) = self.raw_message();
        (key, clean(args))
    }

    /// How to mend it.
    pub fn help(&self) -> Option<Message<'_>> {
        let (key, args) = self.raw_help()?;
        Some((key, clean(args)))
    }

    fn raw_message(&self) -> Message<'_> {
        match self {
            Self::Syntax { expected, found } => syntax_message(*expected, found),
            Self::Unclosed { open, close, found: None, .. } => {
                ("problem-unclosed-end", brackets(*open, *close))
            }
            Self::Unclosed { open, close, found: Some(found), found_line } => {
                let mut args = brackets(*open, *close);
                args.push(("found", found.to_string()));
                args.push(("line", found_line.to_string()));
                ("problem-unclosed", args)
            }
            Self::UnclosedText => ("problem-unclosed-text", vec![]),
            Self::UnclosedComment => ("problem-unclosed-comment", vec![]),
            Self::BadEscape { found } => ("problem-bad-escape", one("found", found)),
            Self::BadNumber { found } => ("problem-bad-number", one("found", found)),
            Self::Empty => ("problem-empty", vec![]),
            Self::TooDeep { max } => ("problem-too-deep", one("count", max)),
            Self::TooLarge { max_bytes } => {
                ("problem-too-large", one("megabytes", max_bytes / (1024 * 1024)))
            }
            Self::NotUtf8 => ("problem-not-utf8", vec![]),
            Self::TooMany { shown } => ("problem-too-many", one("count", shown)),
            Self::UnknownField { name, .. } => ("problem-unknown-field", one("name", name)),
            Self::UnknownVariant { name, .. } => ("problem-unknown-variant", one("name", name)),
            Self::MissingField { name } => ("problem-missing-field", one("name", name)),
            Self::WrongType { expected, found, .. } => {
                let args = vec![
                    ("expected", expected.selector().to_owned()),
                    ("found", found.selector().to_owned()),
                ];
                ("problem-wrong-type", args)
            }
            // What was expected is a name of the program's own: it says nothing to anybody.
            Self::WrongName { name, .. } => ("problem-wrong-name", one("name", name)),
            Self::WrongLength { count, found_count } => {
                let args =
                    vec![("count", count.to_string()), ("found_count", found_count.to_string())];
                ("problem-wrong-length", args)
            }
            Self::OutOfRange { value, min, max } => {
                let args =
                    vec![("value", value.clone()), ("min", min.clone()), ("max", max.clone())];
                ("problem-out-of-range", args)
            }
            Self::OutOfType { value, .. } => ("problem-out-of-range", one("value", value)),
            Self::Zero => ("problem-zero", vec![]),
            Self::Duplicate { name } => ("problem-duplicate", one("name", name)),
            Self::Custom { text } => ("problem-custom", one("text", text)),
            Self::Said { key, args, .. } => (key, args.clone()),
            Self::Unknown { key, name, .. } => (key, one("name", name)),
        }
    }

    fn raw_help(&self) -> Option<Message<'_>> {
        Some(match self {
            Self::Syntax { expected, .. } => return syntax_help(*expected),
            Self::Unclosed { open, close, .. } => {
                ("problem-unclosed-help", brackets(*open, *close))
            }
            Self::UnclosedText => ("problem-unclosed-text-help", vec![]),
            Self::UnclosedComment => ("problem-unclosed-comment-help", vec![]),
            Self::BadEscape { .. } => ("problem-bad-escape-help", vec![]),
            Self::BadNumber { .. } => ("problem-bad-number-help", vec![]),
            Self::Empty => ("problem-empty-help", vec![]),
            Self::TooDeep { .. } => ("problem-too-deep-help", vec![]),
            Self::TooLarge { .. } => ("problem-too-large-help", vec![]),
            Self::NotUtf8 => ("problem-not-utf8-help", vec![]),
            Self::TooMany { .. } => ("problem-too-many-help", vec![]),
            Self::UnknownField { near, valid, .. } if near.is_none() && valid.is_empty() => {
                ("problem-no-fields-help", vec![])
            }
            Self::UnknownField { near, valid, .. }
            | Self::UnknownVariant { near, valid, .. }
            | Self::Unknown { near, valid, .. } => {
                return choice_help(near.as_deref(), valid);
            }
            Self::MissingField { name } => ("problem-missing-field-help", one("name", name)),
            Self::WrongType { expected: Shape::Variant, valid, .. } => {
                return choice_help(None, valid);
            }
            Self::WrongType { expected, .. } => {
                ("problem-wrong-type-help", one("expected", expected.selector()))
            }
            Self::WrongName { .. } => ("problem-wrong-name-help", vec![]),
            Self::WrongLength { count, .. } => ("problem-wrong-length-help", one("count", count)),
            Self::OutOfRange { min, max, .. } => {
                ("problem-out-of-range-help", vec![("min", min.clone()), ("max", max.clone())])
            }
            Self::OutOfType { value, unsigned: true } if value.starts_with('-') => {
                ("problem-negative-help", vec![])
            }
            Self::OutOfType { .. } => ("problem-too-far-help", vec![]),
            Self::Zero => ("problem-zero-help", vec![]),
            Self::Duplicate { name } => ("problem-duplicate-help", one("name", name)),
            Self::Custom { .. } | Self::Said { help: None, .. } => return None,
            Self::Said { args, help: Some(key), .. } => (key, args.clone()),
        })
    }
}

fn syntax_message(expected: Expected, found: &str) -> Message<'static> {
    match expected {
        Expected::Value => ("problem-value", one("found", found)),
        Expected::Comma => ("problem-comma", one("found", found)),
        Expected::CommaOrClose(close) => {
            let args = vec![("close", close.to_string()), ("found", found.to_owned())];
            ("problem-comma-or-close", args)
        }
        Expected::Colon => ("problem-colon", one("found", found)),
        Expected::FieldName => ("problem-field-name", one("found", found)),
        Expected::Char => ("problem-char", vec![]),
        Expected::End => ("problem-end", one("found", found)),
        Expected::Attribute => ("problem-attribute", one("found", found)),
    }
}

fn syntax_help(expected: Expected) -> Option<Message<'static>> {
    Some(match expected {
        Expected::Value => ("problem-value-help", vec![]),
        Expected::Comma => ("problem-comma-help", vec![]),
        Expected::CommaOrClose(close) => ("problem-comma-or-close-help", one("close", close)),
        Expected::Colon => ("problem-colon-help", vec![]),
        Expected::FieldName => ("problem-field-name-help", vec![]),
        Expected::Char => ("problem-char-help", vec![]),
        Expected::End => ("problem-end-help", vec![]),
        Expected::Attribute => ("problem-attribute-help", vec![]),
    })
}

fn choice_help(near: Option<&str>, valid: &[String]) -> Option<Message<'static>> {
    let mut listed =
        valid.iter().take(VALID_MAX).map(String::as_str).collect::<Vec<_>>().join(", ");
    if valid.len() > VALID_MAX {
        listed.push_str(", …");
    }
    match near {
        Some(near) if valid.len() > 1 => {
            Some(("problem-near-help", vec![("near", near.to_owned()), ("valid", listed)]))
        }
        Some(near) => Some(("problem-near-only-help", one("near", near))),
        None if valid.is_empty() => None,
        None => Some(("problem-valid-help", one("valid", listed))),
    }
}

fn one(name: &'static str, value: impl ToString) -> Args {
    vec![(name, value.to_string())]
}

fn brackets(open: char, close: char) -> Args {
    vec![("open", open.to_string()), ("close", close.to_string())]
}

fn clean(mut args: Args) -> Args {
    for (_, value) in &mut args {
        *value = value.chars().map(harmless).collect();
    }
    args
}

/// Control characters could steer a terminal, and marks that turn the direction of writing could
/// make a line look like another one.
fn harmless(c: char) -> char {
    let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let breaks = matches!(c, '\u{2028}' | '\u{2029}');
    match c {
        '\t' | '\n' | '\r' => ' ',
        c if c.is_control() || turns || breaks => char::REPLACEMENT_CHARACTER,
        c => c,
    }
}

/// A message in a language.
fn said(words: &Words, lang: Lang, key: &str, args: &[(&'static str, String)]) -> String {
    let counted = |name: &str| name == "count" || name.ends_with("_count");
    let args: Vec<(&str, locale::Arg)> = args
        .iter()
        .map(|(name, value)| match value.parse::<i64>() {
            Ok(number) if counted(name) => (*name, locale::Arg::Int(number)),
            _ => (*name, locale::Arg::Text(value.clone())),
        })
        .collect();
    words.say(lang, key, &args)
}

/// The name that was probably meant: the nearest one by Damerau–Levenshtein distance, at most one
/// slip for each three characters, none in a single one, upper and lower case being the same.
pub fn nearest<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let length = name.chars().count();
    if length > NEAREST_MAX_CHARS {
        return None;
    }
    let slips_max = if length < 2 { 0 } else { (length / 3).max(1) };
    names
        .into_iter()
        .filter(|other| other.chars().count() <= length + slips_max)
        .map(|other| (slips(name, other), other))
        .filter(|(slips, _)| *slips <= slips_max)
        .min_by_key(|(slips, _)| *slips)
        .map(|(_, other)| other)
}

/// Characters left out, added, replaced, or swapped with their neighbour.
fn slips(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// A problem of meaning before it has a place in a text: found in the value, it names the way
/// there. Maps made by an importer have findings too, and no text.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The way to the value.
    pub path: Vec<Step>,
    /// Whether the name of the field or key is at fault, not the value behind it.
    pub on_key: bool,
    /// The character of a text that is at fault, from 0.
    pub char_at: Option<usize>,
    /// What is wrong there.
    pub what: What,
}

impl Finding {
    /// A finding at a value.
    pub fn new(path: Vec<Step>, what: What) -> Self {
        Self { path, on_key: false, char_at: None, what }
    }

    /// The same at the name of the field or key.
    #[must_use]
    pub fn on_key(mut self) -> Self {
        self.on_key = true;
        self
    }

    /// The same at one character of a text.
    #[must_use]
    pub fn at_char(mut self, index: usize) -> Self {
        self.char_at = Some(index);
        self
    }

    /// The same in a value that is part of another.
    #[must_use]
    pub fn within(mut self, outer: &[Step]) -> Self {
        self.path.splice(0..0, outer.iter().cloned());
        self
    }

    /// The problem at its place in a text.
    pub fn place(self, text: &str, tree: &Node) -> Problem {
        let key = if self.on_key { tree.key_span(&self.path) } else { None };
        let mut span = key.unwrap_or_else(|| tree.span_at(&self.path));
        let literal = text.get(span.clone()).filter(|literal| literal.starts_with('"'));
        if let (Some(index), Some(literal)) = (self.char_at, literal)
            && let Some((at, c)) = literal[1..].char_indices().nth(index)
        {
            let start = span.start + 1 + at;
            span = start..start + c.len_utf8();
        }
        Problem::new(span, self.what)
    }
}

impl From<Flaw> for Finding {
    /// Flaws of a ruleset have numbers and texts as arguments; a word among them keeps its key.
    fn from(flaw: Flaw) -> Self {
        let step = |step: PathStep| match step {
            PathStep::Field(name) => Step::Field(name),
            PathStep::Index(index) => Step::Index(index),
        };
        let text = |arg: Arg| match arg {
            Arg::Int(n) => n.to_string(),
            Arg::Text(text) => text.to_string(),
            Arg::Word(word) => word.into_owned(),
            Arg::Who(id) => id.0.to_string(),
            Arg::Say(message) => message.key.to_string(),
        };
        let args = flaw.what.args.into_iter().map(|(name, arg)| (name, text(arg))).collect();
        let key = Cow::Owned(flaw.what.key.to_string());
        let what = What::Said { key, args, help: None };
        Self::new(flaw.path.into_iter().map(step).collect(), what)
    }
}

/// The problems of one file.
#[derive(Debug, Clone, PartialEq)]
pub struct FileProblems {
    /// Name of the file, as it is to be shown.
    pub file: String,
    /// Its text, as it was read.
    pub text: String,
    /// What is wrong with it, in any order.
    pub problems: Vec<Problem>,
}

impl FileProblems {
    /// One problem of a file of which no text could be had.
    pub fn of_file(file: &str, what: What) -> Self {
        let problems = vec![Problem::new(0..0, what)];
        Self { file: file.to_owned(), text: String::new(), problems }
    }

    /// All problems as text in a language, see [`FileProblems::render`].
    pub fn render_in(&self, words: &Words, lang: Lang, colour: bool) -> String {
        self.render(&|key, args| said(words, lang, key, args), colour)
    }

    /// Is the file good?
    pub fn is_empty(&self) -> bool {
        self.problems.is_empty()
    }

    /// Line, column and problem in file order. Both count from 1, columns in characters.
    pub fn lines(&self) -> impl Iterator<Item = (usize, usize, &Problem)> {
        let lines = Lines::new(&self.text);
        let mut problems: Vec<&Problem> = self.problems.iter().collect();
        problems.sort_by_key(|problem| problem.span.start);
        problems.into_iter().map(move |problem| {
            let (line, column) = lines.position(problem.span.start);
            (line, column, problem)
        })
    }

    /// All problems as text: for each a line `file:line:column: message`, then the place in the
    /// file with the help beneath it. The same problem is drawn once, with the lines of the others;
    /// after [`DRAWN_MAX`] the rest is counted. `say` puts a message into words.
    pub fn render(&self, say: &Say<'_>, colour: bool) -> String {
        let lines = Lines::new(&self.text);
        let mut groups: Vec<Group> = Vec::new();
        for (line, column, problem) in self.lines() {
            match groups.iter_mut().find(|group| group.first.what == problem.what) {
                Some(group) => group.others.push(line),
                None => groups.push(Group { line, column, first: problem, others: Vec::new() }),
            }
        }
        let mut out = String::new();
        for Group { line, column, first, others } in groups.iter().take(DRAWN_MAX) {
            let (key, args) = first.what.message();
            let mut message = say(key, &args);
            if !others.is_empty() {
                message = format!("{message} {}", more_like_this(say, others));
            }
            let help = first.what.help().map(|(key, args)| say(key, &args));
            // A file of which there is no text has no places either.
            let place = match self.text.is_empty() {
                true => self.file.clone(),
                false => format!("{}:{line}:{column}", self.file),
            };
            let shown = Shown { file: &self.file, place, line: *line, column: *column, colour };
            out += &shown.draw(lines.text(*line), first.span.len(), &message, help);
        }
        let rest: usize = groups.iter().skip(DRAWN_MAX).map(|g| 1 + g.others.len()).sum();
        if rest > 0 {
            let text = say("more-problems", &one("count", rest));
            out += &format!("{}: {text}\n", self.file);
        }
        out
    }
}

/// Problems that say the same.
struct Group<'p> {
    line: usize,
    column: usize,
    first: &'p Problem,
    /// The lines of the others.
    others: Vec<usize>,
}

/// That the same stands in other lines too, of which some are named.
fn more_like_this(say: &Say<'_>, lines: &[usize]) -> String {
    let mut named: Vec<String> = lines.iter().map(usize::to_string).collect();
    named.dedup();
    if named.len() > LINES_NAMED_MAX {
        named.truncate(LINES_NAMED_MAX);
        named.push("…".to_owned());
    }
    let args = vec![("count", lines.len().to_string()), ("lines", named.join(", "))];
    say("more-like-this", &args)
}

/// The number of the line at a byte of a text, from 1. A line ends with a line feed, a carriage
/// return, or both.
pub fn line_of(text: &str, at: usize) -> usize {
    Lines::new(text).position(at).0
}

/// Where the lines of a text begin, so that a hundred problems do not read it a hundred times.
struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    fn new(text: &'t str) -> Self {
        // The byte order mark is no character of the first line.
        let first = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let bytes = text.as_bytes();
        let ends = |at: &usize| match bytes[*at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let others = (0..bytes.len()).filter(ends).map(|at| at + 1);
        Self { text, starts: std::iter::once(first).chain(others).collect() }
    }

    fn position(&self, at: usize) -> (usize, usize) {
        let at = self.text.floor_char_boundary(at);
        let line = self.starts.partition_point(|start| *start <= at).max(1);
        let before = self.text.get(self.starts[line - 1]..at).unwrap_or_default();
        (line, before.chars().count() + 1)
    }

    fn text(&self, line: usize) -> &'t str {
        let end = self.starts.get(line).map_or(self.text.len(), |next| next - 1);
        self.text[self.starts[line - 1]..end].trim_end_matches('\r')
    }
}

struct Shown<'f> {
    file: &'f str,
    place: String,
    line: usize,
    column: usize,
    colour: bool,
}

impl Shown<'_> {
    fn draw(&self, line: &str, len_bytes: usize, message: &str, help: Option<String>) -> String {
        let too_much = line.len() > DRAWN_LINE_MAX_BYTES || self.line > DRAWN_LINES_MAX;
        if line.trim().is_empty() || too_much {
            let help = help.map(|help| format!("    {help}\n")).unwrap_or_default();
            return format!("{}: {message}\n{help}\n", self.place);
        }
        // Only the line of the problem is drawn: a missing field has a whole struct as its place,
        // and forty lines of it help nobody. One space more gives the end of the line a place.
        let drawn: String =
            line.chars().map(|c| if c == '\t' { c } else { harmless(c) }).chain([' ']).collect();
        let start = (self.column - 1).min(drawn.chars().count() - 1);
        let marked = line.chars().skip(start);
        let mut bytes_left = len_bytes;
        let len_chars = marked
            .take_while(|c| {
                let inside = bytes_left > 0;
                bytes_left = bytes_left.saturating_sub(c.len_utf8());
                inside
            })
            .count()
            .max(1);
        // The drawing takes its line numbers from the text, hence the empty lines before.
        let lines_before = self.line - 1;
        let start = lines_before + start;
        let span = (self.file, start..start + len_chars);
        let mut label = Label::new(span.clone());
        if self.colour {
            label = label.with_color(Color::Red);
        }
        // Without a message the mark under the place would not be drawn.
        let bare = help.is_none();
        label = label.with_message(help.unwrap_or_default());
        let report = Report::build(ReportKind::Error, span)
            .with_config(Config::default().with_color(self.colour))
            .with_label(label)
            .finish();
        let source = Source::from("\n".repeat(lines_before) + &drawn);
        let mut out = Vec::new();
        // Writing into memory cannot fail; if it did, the place and message would still be shown.
        let written = report.write((self.file, source), &mut out);
        let drawing = String::from_utf8_lossy(&out);
        // The first line of the drawing is an English "Error:"; ours takes its stead.
        let drawing =
            drawing.split_once('\n').filter(|_| written.is_ok()).map_or("", |(_, rest)| rest);
        let drawing = if bare { without_arrow(drawing) } else { drawing.to_owned() };
        format!("{}: {message}\n{drawing}\n", self.place)
    }
}

/// A drawing without the arrow that leads to an empty message; the mark under the place stays.
fn without_arrow(drawing: &str) -> String {
    let mut lines: Vec<String> = drawing.lines().map(str::to_owned).collect();
    if let Some(arrow) = lines.iter().rposition(|line| line.contains('╰')).filter(|at| *at > 0) {
        lines.remove(arrow);
        lines[arrow - 1] = lines[arrow - 1].replace('┬', "─");
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

#[cfg(test)]
pub(super) mod tests {
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
        let problems =
            spans.iter().map(|&(start, end)| Problem::new(start..end, What::Zero)).collect();
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
        assert_eq!(
            problem.with_help("data-weapon-help").what.help(),
            Some(("data-weapon-help", args))
        );
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
            messages(include_str!("../../assets/locale/en/problems.ftl")),
            messages(include_str!("../../assets/locale/ru/problems.ftl")),
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
}
