//! What can be wrong with a data file: structured, so that every language can say it.
//!
//! No sentence stands here. A [`What`] yields a Fluent key with arguments, once for what is wrong
//! and once for how to mend it; the sentences are in `assets/locale/*/problems.ftl`. `tree` and
//! `decode` find the problems of form, the checks of meaning add their own with
//! [`Problem::said`].

mod drawing;

use std::borrow::Cow;
use std::ops::Range;

use super::tree::{Node, Step};
use crate::locale::{self, Lang, Words};
use crate::rules::message::Arg;
use crate::rules::{Flaw, PathStep};

pub use drawing::{FileProblems, line_of};

/// After so many problems in one file the rest would only be noise.
pub const PROBLEMS_MAX: usize = 100;

/// So many different problems of one file are drawn; more would only hide the first.
pub const DRAWN_MAX: usize = 20;

/// How many valid names are listed before the list is cut.
const VALID_MAX: usize = 16;
/// Longer names are no typing errors, and comparing them would take long.
const NEAREST_MAX_CHARS: usize = 64;

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

#[cfg(test)]
pub(super) mod tests;
