//! The problems of one file, drawn with the lines in which they stand.

use ariadne::{Color, Config, Label, Report, ReportKind, Source};

use super::{DRAWN_MAX, Problem, Say, What, harmless, one, said};
use crate::locale::{Lang, Words};

/// So many lines are named in which the same problem stands.
const LINES_NAMED_MAX: usize = 10;
/// A longer line is not drawn: the place named in front of the message has to do.
const DRAWN_LINE_MAX_BYTES: usize = 1000;
/// Nor is a line so far down, see [`Shown::draw`]. No file written by hand gets there.
const DRAWN_LINES_MAX: usize = 100_000;

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
