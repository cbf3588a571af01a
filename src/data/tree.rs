//! RON text as a tree of [`Node`]s that remember where they stand in the file.
//!
//! The `ron` crate stops at the first error and its values carry no positions. A game master who
//! mends a roster wants the whole list at once, so the text is read here: after a slip the parser
//! leaves a [`Kind::Broken`] node behind and goes on, unless going on would only produce problems
//! that follow from the first one. `decode.rs` turns the tree into types.
//!
//! Left out of RON on purpose: byte strings, ranges and number suffixes. No data file needs them.

use std::ops::Range;

use super::problem::{Expected, PROBLEMS_MAX, Problem, What};

/// How deep brackets may nest. The parser and `serde` recurse, so this guards the stack.
pub const DEPTH_MAX: usize = 64;
/// The longest text that is read. The largest map that we know of is a tenth of this.
pub const SIZE_MAX_BYTES: usize = 8 * 1024 * 1024;

const BOM: char = '\u{feff}';
/// How much of an unexpected word is quoted in a message.
const QUOTE_MAX_CHARS: usize = 24;

/// One value of the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// Bytes of the text, brackets and a leading name included. No two nodes of one parsed file
    /// share a span, which is why `decode.rs` may find a node by its span.
    pub span: Range<usize>,
    /// What the value is.
    pub kind: Kind,
}

/// A name in front of brackets, or the name of a field.
#[derive(Debug, Clone, PartialEq)]
pub struct Name {
    /// Bytes of the text.
    pub span: Range<usize>,
    /// The name without a raw `r#` prefix.
    pub text: String,
}

/// `name: value`
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// The part before the colon.
    pub name: Name,
    /// The part after it.
    pub value: Node,
}

/// The shapes a value can have.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// `true`, `false`
    Bool(bool),
    /// `12`, `-0x1F`, `1_000`
    Int(i128),
    /// `1.5`, `2e3`, `inf`, `NaN`
    Float(f64),
    /// `'a'`
    Char(char),
    /// `"text"`, `r#"text"#`
    Text(String),
    /// `[1, 2]`
    List(Vec<Node>),
    /// `{"a": 1}`
    Map(Vec<(Node, Node)>),
    /// `(1, 2)`, `Name(1)`, `Some(1)`, and also `()`
    Tuple {
        /// The name in front, if any.
        name: Option<Name>,
        /// What is in the brackets.
        items: Vec<Node>,
    },
    /// `(a: 1)`, `Name(a: 1)`
    Struct {
        /// The name in front, if any.
        name: Option<Name>,
        /// What is in the brackets, in file order.
        fields: Vec<Field>,
    },
    /// A bare name: `Ranged`, `None`
    Word(String),
    /// A value that could not be read; its problem has been reported already.
    Broken,
}

/// One step from a value to a value inside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The field of a struct.
    Field(String),
    /// The element of a list or tuple, counted from 0.
    Index(usize),
    /// The entry of a map, by its key.
    Key(String),
}

impl From<&str> for Step {
    fn from(name: &str) -> Self {
        Self::Field(name.to_owned())
    }
}

impl From<usize> for Step {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

impl Node {
    /// The value at the end of `path`, or `None` if the file does not have it.
    ///
    /// Brackets around a single value, such as `Some(…)` or `Longbow((…))`, need no step of their
    /// own: wrapping a type later does not break the paths to what is inside.
    pub fn at(&self, path: &[Step]) -> Option<&Self> {
        path.iter().try_fold(self, Self::child)
    }

    /// The place to show for `path`. If the file does not have the value, this is the nearest
    /// thing around it that the file does have.
    pub fn span_at(&self, path: &[Step]) -> Range<usize> {
        let mut node = self;
        for step in path {
            match node.child(step) {
                Some(child) => node = child,
                None => break,
            }
        }
        node.span.clone()
    }

    /// The place of the field name or map key at which `path` ends.
    pub fn key_span(&self, path: &[Step]) -> Option<Range<usize>> {
        let (last, parents) = path.split_last()?;
        match (&self.at(parents)?.inside(last).kind, last) {
            (Kind::Struct { fields, .. }, Step::Field(name)) => fields
                .iter()
                .find(|field| field.name.text == *name)
                .map(|field| field.name.span.clone()),
            (Kind::Map(entries), Step::Key(key) | Step::Field(key)) => {
                entries.iter().find(|(node, _)| node.is_key(key)).map(|(node, _)| node.span.clone())
            }
            _ => None,
        }
    }

    fn child(&self, step: &Step) -> Option<&Self> {
        match (&self.inside(step).kind, step) {
            (Kind::Struct { fields, .. }, Step::Field(name)) => {
                fields.iter().find(|field| field.name.text == *name).map(|field| &field.value)
            }
            (Kind::List(items) | Kind::Tuple { items, .. }, Step::Index(index)) => {
                items.get(*index)
            }
            // A check of meaning may not know whether a name is a field's or a key.
            (Kind::Map(entries), Step::Key(key) | Step::Field(key)) => {
                entries.iter().find(|(node, _)| node.is_key(key)).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    /// Looks through brackets that hold one value only.
    fn inside(&self, step: &Step) -> &Self {
        let mut node = self;
        while let Kind::Tuple { items, .. } = &node.kind
            && let [only] = items.as_slice()
        {
            let holds_items = matches!(only.kind, Kind::List(_) | Kind::Tuple { .. });
            if matches!(step, Step::Index(_)) && !holds_items {
                break;
            }
            node = only;
        }
        node
    }

    fn is_key(&self, key: &str) -> bool {
        match &self.kind {
            Kind::Text(text) | Kind::Word(text) => text == key,
            Kind::Int(number) => number.to_string() == key,
            Kind::Char(char) => key.chars().eq([*char]),
            _ => false,
        }
    }
}

/// Reads a text. The node is missing if nothing sensible is left to be checked further; parts
/// that could not be read are [`Kind::Broken`]. An empty list of problems means that the node is
/// there and whole.
pub fn parse(text: &str) -> (Option<Node>, Vec<Problem>) {
    if text.len() > SIZE_MAX_BYTES {
        let what = What::TooLarge { max_bytes: SIZE_MAX_BYTES };
        return (None, vec![Problem::new(0..0, what)]);
    }
    let problems = Vec::new();
    let mut parser = Parser { text, at: 0, depth: 0, problems, odd: None, suspect: None };
    let node = parser.file().ok().flatten();
    if parser.blame_suspect() {
        return (None, parser.problems);
    }
    (node, parser.problems)
}

/// Reading has to stop here; the reason is among the problems.
struct Halt;

type Read<T> = Result<T, Halt>;

struct Parser<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    problems: Vec<Problem>,
    /// The first text of the last line with something odd right behind it.
    odd: Option<Suspect>,
    suspect: Option<Suspect>,
}

/// So many problems behind a suspect follow from it: nobody makes so many slips after one text.
const FLOOD: usize = 8;

/// A text over several lines with something odd right behind it. If the file turns out to have a
/// quotation mark too few, it is missing here, and all problems since then follow from it.
#[derive(Clone, Copy)]
struct Suspect {
    at: usize,
    problems_before: usize,
}

/// The place of an opening bracket and the bracket that must close it.
#[derive(Clone, Copy)]
struct Bracket {
    at: usize,
    open: char,
    close: char,
}

enum Entry {
    Field(Field),
    Item(Node),
}

/// The whole file, brackets, and going on after a slip.
impl Parser<'_> {
    fn file(&mut self) -> Read<Option<Node>> {
        self.take_if(BOM);
        self.blank()?;
        self.attributes()?;
        if self.peek().is_none() {
            self.report(self.at..self.at, What::Empty)?;
            return Ok(None);
        }
        let node = self.value()?;
        self.blank()?;
        if self.peek().is_none() || node.kind == Kind::Broken {
            return Ok(Some(node));
        }
        self.unexpected(Expected::End)?;
        // `name: "x"` without brackets around it reads as a lone name; judging that name as the
        // whole file would only confuse.
        let lone_word = matches!(node.kind, Kind::Word(_));
        Ok((!lone_word).then_some(node))
    }

    /// `#![enable(implicit_some)]` and its sisters. They are accepted and change nothing, because
    /// options are always implicit here and names in front of brackets always optional.
    fn attributes(&mut self) -> Read<()> {
        const KNOWN: [&str; 4] = [
            "implicit_some",
            "unwrap_newtypes",
            "unwrap_variant_newtypes",
            "explicit_struct_names",
        ];
        while self.peek() == Some('#') {
            let start = self.at;
            let end = self.rest().find(']').map_or(self.text.len(), |length| start + length + 1);
            let bare: String = self.text[start..end].split_whitespace().collect();
            let names = bare.strip_prefix("#![enable(").and_then(|rest| rest.strip_suffix(")]"));
            let known = names.is_some_and(|names| {
                names.split(',').all(|name| name.is_empty() || KNOWN.contains(&name))
            });
            if !known {
                let what = What::Syntax { expected: Expected::Attribute, found: quote(&bare) };
                self.report(start..end, what)?;
            }
            self.at = end;
            self.blank()?;
        }
        Ok(())
    }

    fn value(&mut self) -> Read<Node> {
        let start = self.at;
        let kind = match self.peek() {
            Some('(') => self.round(None)?,
            Some('[') => Kind::List(self.inside_brackets('[', ']', Self::item)?),
            Some('{') => Kind::Map(self.inside_brackets('{', '}', Self::map_entry)?),
            Some('"') => Kind::Text(self.text_literal()?),
            Some('\'') => self.char_literal()?,
            Some(c) if c.is_ascii_digit() || matches!(c, '+' | '-' | '.') => self.number()?,
            Some('r') if self.starts_raw_text() => Kind::Text(self.raw_text()?),
            Some(c) if starts_name(c) => self.named()?,
            Some(_) => {
                self.unexpected(Expected::Value)?;
                self.skip_to_next()?;
                Kind::Broken
            }
            // The end of the text: whoever opened the bracket reports it.
            None => Kind::Broken,
        };
        Ok(Node { span: start..self.at, kind })
    }

    /// Everything that begins with a name: `true`, `Name`, `Name(…)`, `Some(…)`.
    fn named(&mut self) -> Read<Kind> {
        let raw = self.rest().starts_with("r#");
        let name = self.name();
        match name.text.as_str() {
            "true" if !raw => return Ok(Kind::Bool(true)),
            "false" if !raw => return Ok(Kind::Bool(false)),
            "inf" if !raw => return Ok(Kind::Float(f64::INFINITY)),
            "NaN" if !raw => return Ok(Kind::Float(f64::NAN)),
            _ => {}
        }
        let end = self.at;
        self.blank()?;
        if self.peek() == Some('(') {
            return self.round(Some(name));
        }
        self.at = end;
        Ok(Kind::Word(name.text))
    }

    /// `( … )`: a struct if it has fields, a tuple otherwise.
    fn round(&mut self, name: Option<Name>) -> Read<Kind> {
        let entries = self.inside_brackets('(', ')', Self::round_entry)?;
        let is_struct = entries.iter().any(|entry| matches!(entry, Entry::Field(_)));
        let mut fields = Vec::new();
        let mut items = Vec::new();
        for entry in entries {
            match entry {
                Entry::Field(field) => fields.push(field),
                // A broken item has been reported, and may well have been meant as a field.
                Entry::Item(node) if is_struct && node.kind == Kind::Broken => {}
                Entry::Item(node) if is_struct => {
                    let found = quote(&self.text[node.span.clone()]);
                    let what = What::Syntax { expected: Expected::FieldName, found };
                    self.report(node.span, what)?;
                }
                Entry::Item(node) => items.push(node),
            }
        }
        if is_struct { Ok(Kind::Struct { name, fields }) } else { Ok(Kind::Tuple { name, items }) }
    }

    fn round_entry(&mut self, first: bool, in_struct: bool) -> Read<Entry> {
        let node = self.value()?;
        let end = self.at;
        self.blank()?;
        let name = match &node.kind {
            Kind::Word(text) | Kind::Text(text) => {
                Name { span: node.span.clone(), text: text.clone() }
            }
            _ => {
                self.at = end;
                return Ok(Entry::Item(node));
            }
        };
        match self.peek() {
            Some(':') => {
                if matches!(node.kind, Kind::Text(_)) {
                    let found = quote(&self.text[node.span.clone()]);
                    let what = What::Syntax { expected: Expected::FieldName, found };
                    self.report(node.span, what)?;
                }
                self.take();
            }
            Some('=') => {
                self.unexpected(Expected::Colon)?;
                self.take();
            }
            // `damage 3` among fields lacks its colon; `Fire Ice` among names lacks a comma.
            Some(c)
                if matches!(node.kind, Kind::Word(_))
                    && (in_struct || first && !starts_name(c))
                    && starts_value(c) =>
            {
                let what = What::Syntax { expected: Expected::Colon, found: self.found() };
                self.report(end..end, what)?;
            }
            _ => {
                self.at = end;
                return Ok(Entry::Item(node));
            }
        }
        self.blank()?;
        let value = self.value()?;
        Ok(Entry::Field(Field { name, value }))
    }

    fn item(&mut self, _first: bool, _in_struct: bool) -> Read<Node> {
        self.value()
    }

    fn map_entry(&mut self, _first: bool, _in_struct: bool) -> Read<(Node, Node)> {
        let key = self.value()?;
        let end = self.at;
        self.blank()?;
        match self.peek() {
            Some(':') => {
                self.take();
            }
            Some('=') => {
                self.unexpected(Expected::Colon)?;
                self.take();
            }
            _ if key.kind == Kind::Broken => {
                return Ok((key, Node { span: end..end, kind: Kind::Broken }));
            }
            Some(c) if starts_value(c) => {
                let what = What::Syntax { expected: Expected::Colon, found: self.found() };
                self.report(end..end, what)?;
            }
            Some(_) => {
                self.unexpected(Expected::Colon)?;
                self.skip_to_next()?;
                return Ok((key, Node { span: end..end, kind: Kind::Broken }));
            }
            None => return Ok((key, Node { span: end..end, kind: Kind::Broken })),
        }
        self.blank()?;
        let value = self.value()?;
        Ok((key, value))
    }

    /// Entries between brackets, separated by commas. `entry` is told whether it is the first one
    /// and whether the one before it was a field.
    fn inside_brackets<T>(
        &mut self,
        open: char,
        close: char,
        entry: impl Fn(&mut Self, bool, bool) -> Read<T>,
    ) -> Read<Vec<T>>
    where
        T: IsField,
    {
        let bracket = Bracket { at: self.at, open, close };
        if self.depth == DEPTH_MAX {
            self.report(self.at..self.at + 1, What::TooDeep { max: DEPTH_MAX })?;
            return Err(Halt);
        }
        self.depth += 1;
        self.take();
        let mut entries = Vec::new();
        loop {
            self.blank()?;
            match self.peek() {
                Some(c) if c == close => break,
                None | Some(')' | ']' | '}') => return self.unclosed(bracket),
                Some(',') => {
                    self.unexpected(Expected::Value)?;
                    self.take();
                    continue;
                }
                Some(_) => {}
            }
            let in_struct = entries.last().is_some_and(T::is_field);
            entries.push(entry(self, entries.is_empty(), in_struct)?);
            self.after_entry(bracket)?;
        }
        self.take();
        self.depth -= 1;
        Ok(entries)
    }

    /// The comma after an entry, or the bracket at which the caller stops.
    fn after_entry(&mut self, bracket: Bracket) -> Read<()> {
        let end = self.at;
        self.blank()?;
        match self.peek() {
            Some(',') => {
                self.take();
            }
            None | Some(')' | ']' | '}') => {}
            Some(c) if starts_value(c) => {
                let what = What::Syntax { expected: Expected::Comma, found: self.found() };
                self.report(end..end, what)?;
            }
            Some(_) => {
                self.unexpected(Expected::CommaOrClose(bracket.close))?;
                self.skip_to_next()?;
                self.take_if(',');
            }
        }
        Ok(())
    }

    /// Points at the opening bracket: the end of the file tells nobody which one was forgotten.
    /// Which of two mismatched brackets is the wrong one cannot be known, so reading stops.
    fn unclosed<T>(&mut self, bracket: Bracket) -> Read<T> {
        let found = self.peek();
        let found_line = super::problem::line_of(self.text, self.at);
        let what = What::Unclosed { open: bracket.open, close: bracket.close, found, found_line };
        self.report(bracket.at..bracket.at + 1, what)?;
        Err(Halt)
    }

    /// Skips to the comma or bracket at which the surrounding brackets go on.
    fn skip_to_next(&mut self) -> Read<()> {
        let mut depth = 0_usize;
        loop {
            self.blank()?;
            match self.peek() {
                None => return Ok(()),
                Some('"') => {
                    self.text_literal()?;
                    continue;
                }
                Some(',' | ')' | ']' | '}') if depth == 0 => return Ok(()),
                Some('(' | '[' | '{') => depth += 1,
                Some(')' | ']' | '}') => depth -= 1,
                Some(_) => {}
            }
            self.take();
        }
    }

    fn unexpected(&mut self, expected: Expected) -> Read<()> {
        let found = self.found();
        let end = self.at + self.token_len();
        self.report(self.at..end, What::Syntax { expected, found })
    }

    fn report(&mut self, span: Range<usize>, what: What) -> Read<()> {
        self.problems.push(Problem::new(span, what));
        if self.problems.len() < PROBLEMS_MAX {
            return Ok(());
        }
        self.problems.push(Problem::new(self.at..self.at, What::TooMany { shown: PROBLEMS_MAX }));
        Err(Halt)
    }
}

/// Names, numbers, texts, blanks.
impl<'t> Parser<'t> {
    fn name(&mut self) -> Name {
        let start = self.at;
        let raw = self.rest().starts_with("r#");
        if raw {
            self.at += 2;
        }
        let text_start = self.at;
        while let Some(c) = self.peek()
            && (continues_name(c) || raw && matches!(c, '.' | '+' | '-'))
        {
            self.take();
        }
        Name { span: start..self.at, text: self.text[text_start..self.at].to_owned() }
    }

    fn number(&mut self) -> Read<Kind> {
        let start = self.at;
        let mut before = ' ';
        while let Some(c) = self.peek() {
            let sign_fits = self.at == start || matches!(before, 'e' | 'E');
            if !(continues_name(c) || c == '.' || matches!(c, '+' | '-') && sign_fits) {
                break;
            }
            before = c;
            self.take();
        }
        let written = &self.text[start..self.at];
        let what = match read_number(written) {
            Ok(kind) => return Ok(kind),
            Err(NumberFault::Unreadable) => What::BadNumber { found: quote(written) },
            Err(NumberFault::TooBig) => What::OutOfType { value: quote(written), unsigned: false },
        };
        self.report(start..self.at, what)?;
        Ok(Kind::Broken)
    }

    fn char_literal(&mut self) -> Read<Kind> {
        let start = self.at;
        self.take();
        let char = match self.take() {
            Some('\\') => self.escape()?,
            Some(c) if c != '\'' && c != '\n' => Some(c),
            _ => None,
        };
        if self.take_if('\'') {
            // A bad escape was reported where it stands.
            return Ok(char.map_or(Kind::Broken, Kind::Char));
        }
        self.at = start;
        self.unexpected(Expected::Char)?;
        self.take();
        self.skip_to_next()?;
        Ok(Kind::Broken)
    }

    fn text_literal(&mut self) -> Read<String> {
        let start = self.at;
        self.take();
        let mut text = String::new();
        loop {
            match self.take() {
                Some('"') => {
                    self.suspect(start, &text);
                    return Ok(text);
                }
                Some('\\') if self.rest().starts_with(['\n', '\r']) => {
                    let rest = self.rest();
                    let next = rest.trim_start_matches([' ', '\t', '\n', '\r']);
                    self.at += rest.len() - next.len();
                }
                Some('\\') => text.extend(self.escape()?),
                Some(c) => text.push(c),
                None => return self.unclosed_text(start),
            }
        }
    }

    fn suspect(&mut self, at: usize, text: &str) {
        let next = self.rest().trim_start().chars().next();
        let odd = !matches!(next, None | Some(',' | ':' | ')' | ']' | '}' | '/'));
        if !odd || self.suspect.is_some() {
            return;
        }
        // Without its end, the first text of a line ends where the next one should begin: it, and
        // not the one over several lines behind it, lacks the mark.
        let same_line = |odd: &Suspect| !self.text[odd.at..at].contains(['\n', '\r']);
        let here = Suspect { at, problems_before: self.problems.len() };
        let first = self.odd.filter(same_line).unwrap_or(here);
        if text.contains(['\n', '\r']) {
            self.suspect = Some(first);
        } else {
            self.odd = Some(first);
        }
    }

    /// Puts a missing quotation mark in the place of everything that follows from it. The answer is
    /// whether it did.
    fn blame_suspect(&mut self) -> bool {
        let flood = |suspect: &Suspect| self.problems.len() - suspect.problems_before >= FLOOD;
        let Some(suspect) = self.suspect.filter(flood) else { return false };
        self.problems.truncate(suspect.problems_before);
        self.problems.push(Problem::new(suspect.at..suspect.at + 1, What::UnclosedText));
        true
    }

    fn unclosed_text<T>(&mut self, start: usize) -> Read<T> {
        let same_line = |odd: &Suspect| !self.text[odd.at..start].contains(['\n', '\r']);
        let at = match self.suspect.or(self.odd.filter(same_line)) {
            Some(suspect) => {
                self.problems.truncate(suspect.problems_before);
                suspect.at
            }
            None => start,
        };
        // It has been said: nothing is left to be blamed for the rest.
        self.suspect = None;
        self.report(at..at + 1, What::UnclosedText)?;
        Err(Halt)
    }

    /// The character after a backslash, which has been taken already.
    fn escape(&mut self) -> Read<Option<char>> {
        let start = self.at - 1;
        let char = match self.take() {
            Some(c @ ('\\' | '"' | '\'')) => Some(c),
            Some('n') => Some('\n'),
            Some('r') => Some('\r'),
            Some('t') => Some('\t'),
            Some('0') => Some('\0'),
            Some('x') => {
                let digits = self.rest().get(..2).filter(|digits| is_hex(digits));
                let code = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
                self.at += digits.map_or(0, str::len);
                code.filter(u8::is_ascii).map(char::from)
            }
            Some('u') => {
                let rest = self.rest();
                let digits = rest
                    .strip_prefix('{')
                    .and_then(|rest| rest.split_once('}'))
                    .map(|(digits, _)| digits)
                    .filter(|digits| is_hex(digits));
                self.at += digits.map_or(0, |digits| digits.len() + 2);
                digits
                    .and_then(|digits| u32::from_str_radix(digits, 16).ok())
                    .and_then(char::from_u32)
            }
            _ => None,
        };
        if char.is_none() {
            let found = quote(&self.text[start..self.at]);
            self.report(start..self.at, What::BadEscape { found })?;
        }
        Ok(char)
    }

    fn starts_raw_text(&self) -> bool {
        self.rest()[1..].trim_start_matches('#').starts_with('"')
    }

    fn raw_text(&mut self) -> Read<String> {
        let start = self.at;
        let rest = &self.rest()[1..];
        let hashes = rest.len() - rest.trim_start_matches('#').len();
        let body = &rest[hashes + 1..];
        let close = format!("\"{}", "#".repeat(hashes));
        let Some(length) = body.find(&close) else {
            self.report(start..start + 1, What::UnclosedText)?;
            return Err(Halt);
        };
        let text = body[..length].to_owned();
        self.at += 1 + hashes + 1 + length + close.len();
        Ok(text)
    }

    /// White space and comments.
    fn blank(&mut self) -> Read<()> {
        loop {
            self.at += self.rest().len() - self.rest().trim_start_matches(is_blank).len();
            if self.rest().starts_with("//") {
                self.at += self.rest().find(['\n', '\r']).unwrap_or(self.rest().len());
            } else if self.rest().starts_with("/*") {
                self.block_comment()?;
            } else {
                return Ok(());
            }
        }
    }

    fn block_comment(&mut self) -> Read<()> {
        let start = self.at;
        let mut depth = 0_usize;
        loop {
            if self.rest().starts_with("/*") {
                depth += 1;
                self.at += 2;
            } else if self.rest().starts_with("*/") {
                depth -= 1;
                self.at += 2;
                if depth == 0 {
                    return Ok(());
                }
            } else if self.take().is_none() {
                self.report(start..start + 2, What::UnclosedComment)?;
                return Err(Halt);
            }
        }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn take(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn take_if(&mut self, wanted: char) -> bool {
        let fits = self.peek() == Some(wanted);
        if fits {
            self.take();
        }
        fits
    }

    /// The word or the single character that stands here.
    fn token_len(&self) -> usize {
        let rest = self.rest();
        let word = rest.len() - rest.trim_start_matches(continues_name).len();
        if word > 0 { word } else { self.peek().map_or(0, char::len_utf8) }
    }

    fn found(&self) -> String {
        quote(&self.rest()[..self.token_len()])
    }
}

/// Lets [`Parser::inside_brackets`] ask whether it is reading a struct.
trait IsField {
    fn is_field(&self) -> bool {
        false
    }
}

impl IsField for Node {}
impl IsField for (Node, Node) {}
impl IsField for Entry {
    fn is_field(&self) -> bool {
        matches!(self, Self::Field(_))
    }
}

enum NumberFault {
    Unreadable,
    TooBig,
}

fn read_number(written: &str) -> Result<Kind, NumberFault> {
    let (sign, digits) = match written.as_bytes() {
        [b'-', ..] => ("-", &written[1..]),
        [b'+', ..] => ("", &written[1..]),
        _ => ("", written),
    };
    let (radix, digits) = match digits.get(..2) {
        Some("0x") => (16, &digits[2..]),
        Some("0o") => (8, &digits[2..]),
        Some("0b") => (2, &digits[2..]),
        _ => (10, digits),
    };
    if digits.is_empty() || digits.starts_with('_') {
        return Err(NumberFault::Unreadable);
    }
    let bare = digits.replace('_', "");
    if bare.chars().all(|c| c.is_digit(radix)) {
        let number = i128::from_str_radix(&format!("{sign}{bare}"), radix);
        return number.map(Kind::Int).map_err(|_| NumberFault::TooBig);
    }
    if digits == "inf" || digits == "NaN" {
        let value = if digits == "inf" { f64::INFINITY } else { f64::NAN };
        return Ok(Kind::Float(if sign == "-" { -value } else { value }));
    }
    let looks_decimal = radix == 10
        && bare.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E' | '+' | '-'));
    match format!("{sign}{bare}").parse::<f64>() {
        Ok(value) if looks_decimal && value.is_finite() => Ok(Kind::Float(value)),
        _ => Err(NumberFault::Unreadable),
    }
}

fn is_hex(digits: &str) -> bool {
    (1..=6).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// RON counts the invisible direction marks as white space.
fn is_blank(c: char) -> bool {
    c.is_ascii_whitespace()
        || matches!(c, '\u{b}' | '\u{85}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}')
}

fn starts_name(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

fn continues_name(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

fn starts_value(c: char) -> bool {
    starts_name(c)
        || c.is_ascii_digit()
        || matches!(c, '(' | '[' | '{' | '"' | '\'' | '+' | '-' | '.')
}

/// A piece of the file for a message, cut to a bearable length.
fn quote(piece: &str) -> String {
    match piece.char_indices().nth(QUOTE_MAX_CHARS) {
        Some((end, _)) => format!("{}…", &piece[..end]),
        None => piece.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::problem::FileProblems;
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
        for text in
            ["2d6", "1..2", "0x", "_1.", "1__e", "-", "1e999", "0xg", "1.5.2", "12u8", "--1"]
        {
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
        for (written, char) in [("'a'", 'a'), (r"'\''", '\''), ("'ж'", 'ж'), (r"'\u{416}'", 'Ж')]
        {
            assert_eq!(kind(written), Kind::Char(char), "{written}");
        }
        check(
            r#"["а", "б\q", 1]"#,
            &[r"1:9 problem-bad-escape found=\q / problem-bad-escape-help"],
        );
        check(
            r#""\u{d800}""#,
            &[r"1:2 problem-bad-escape found=\u{d800} / problem-bad-escape-help"],
        );
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
        check(
            "[1; 2]",
            &["1:3 problem-comma-or-close close=] found=; / problem-comma-or-close-help"],
        );
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
}
