//! The parser: from text to nodes.

use std::ops::Range;

use super::{DEPTH_MAX, Field, Kind, Name, Node, SIZE_MAX_BYTES};
use crate::data::problem::{Expected, PROBLEMS_MAX, Problem, What};

const BOM: char = '\u{feff}';
/// How much of an unexpected word is quoted in a message.
const QUOTE_MAX_CHARS: usize = 24;

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
        let found_line = crate::data::problem::line_of(self.text, self.at);
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
