//! The data files of the rulesets: read by the type that each registers, with their words.

use super::decode;
use super::problem::{FileProblems, Finding, Problem, What};
use super::tree::Node;
use super::words::{self, Sources, completed};
use crate::locale::{Lang, Words, source_problems};
use crate::rules::ruleset::Ruleset;
use crate::rules::{self, Registered, Visitor};
use std::ops::Range;
use std::sync::Arc;

/// A ruleset made from its file.
pub struct Loaded {
    /// The ruleset.
    pub rules: Arc<dyn Ruleset>,
    /// Its Russian words.
    pub ru: String,
    /// Its English words.
    pub en: String,
}

/// The file that ships with a registered ruleset.
pub fn shipped(id: &str) -> Option<&'static str> {
    struct Shipped;
    impl Visitor for Shipped {
        type Out = &'static str;
        fn visit<R: Registered>(self) -> Self::Out {
            R::SHIPPED
        }
    }
    rules::with_ruleset(id, Shipped)
}

/// Makes the ruleset of an id from a file of this name; none if no such ruleset is registered.
///
/// # Errors
/// Everything that is wrong with the file.
pub fn load(id: &str, file: &str, bytes: &[u8]) -> Option<Result<Loaded, FileProblems>> {
    rules::with_ruleset(id, Load { file, bytes })
}

struct Load<'a> {
    file: &'a str,
    bytes: &'a [u8],
}

impl Visitor for Load<'_> {
    type Out = Result<Loaded, FileProblems>;

    fn visit<R: Registered>(self) -> Self::Out {
        let reading = decode::read::<R::File>(self.file, self.bytes);
        let mut problems = reading.problems;
        let (Some(file), Some(tree)) = (reading.value, reading.tree) else { return Err(problems) };
        let (ru, en) = R::words(&file);
        let [full_ru, full_en] = if self.bytes == R::SHIPPED.as_bytes() {
            [ru.clone(), en.clone()]
        } else {
            let shipped = shipped_words::<R>();
            [completed(&ru, &shipped.0), completed(&en, &shipped.1)]
        };
        let full = Sources { ru: &full_ru, en: &full_en };
        let own = Sources { ru: &ru, en: &en };
        problems.problems.extend(words_problems(&problems.text, &tree, own, full));
        // A file with gaps would have flaws that only follow from them.
        if !problems.is_empty() {
            return Err(problems);
        }
        match R::build(file) {
            Ok(rules) => Ok(Loaded { rules: Arc::new(rules), ru: full_ru, en: full_en }),
            Err(flaws) => {
                let place = |flaw| Finding::from(flaw).place(&problems.text, &tree);
                problems.problems = flaws.into_iter().map(place).collect();
                Err(problems)
            }
        }
    }
}

/// The Russian and English words that ship.
fn shipped_words<R: Registered>() -> (String, String) {
    let reading = decode::read::<R::File>(R::INFO.id, R::SHIPPED.as_bytes());
    reading.value.map_or_else(Default::default, |file| R::words(&file))
}

/// Gaps in the words of a ruleset file: words that one of its languages lacks, and variables that
/// nobody fills. They are no reason to refuse it, so [`load`] does not name them. None where it is
/// no such file, or has problems that come first.
pub fn word_gaps(id: &str, file: &str, bytes: &[u8]) -> Option<FileProblems> {
    rules::with_ruleset(id, Gaps { file, bytes })?
}

struct Gaps<'a> {
    file: &'a str,
    bytes: &'a [u8],
}

impl Visitor for Gaps<'_> {
    type Out = Option<FileProblems>;

    fn visit<R: Registered>(self) -> Self::Out {
        let reading = decode::read::<R::File>(self.file, self.bytes);
        let mut problems = reading.problems;
        let (file, tree) = (reading.value?, reading.tree?);
        tree.at(&["words".into()])?;
        let (ru, en) = R::words(&file);
        let own = Sources { ru: &ru, en: &en };
        let shipped = shipped_words::<R>();
        let [full_ru, full_en] = [completed(&ru, &shipped.0), completed(&en, &shipped.1)];
        let full = Words::new(&[(Lang::Ru, &full_ru), (Lang::En, &full_en)]).ok()?;
        let shipped = Words::new(&[(Lang::Ru, &shipped.0), (Lang::En, &shipped.1)]).ok()?;
        let place = |gap: words::Gap| {
            let source = if gap.lang == Lang::Ru { &ru } else { &en };
            let literal = tree.span_at(&["words".into(), gap.lang.code().into()]);
            let span = place_at(&problems.text, &literal, source, gap.offset);
            gap.at(span)
        };
        problems.problems = words::gaps(own, &full, &shipped).into_iter().map(place).collect();
        Some(problems)
    }
}

/// What is wrong with the words of a ruleset, at its place in the file; `full` are those with what
/// the shipped ones add.
fn words_problems(text: &str, tree: &Node, own: Sources, full: Sources) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (lang, source) in [(Lang::Ru, own.ru), (Lang::En, own.en)] {
        let literal = tree.span_at(&["words".into(), lang.code().into()]);
        for problem in source_problems(source) {
            let span = place(text, &literal, source, problem.line, problem.column);
            let args = vec![("text", problem.text)];
            problems.push(Problem::said(span, "words-unreadable", args));
        }
    }
    if problems.is_empty()
        && let Err(errors) = Words::new(&[(Lang::Ru, full.ru), (Lang::En, full.en)])
    {
        let span = tree.span_at(&["words".into()]);
        let start = span.start..text.floor_char_boundary(span.start + 1);
        let said = |text| Problem::said(start.clone(), "words-unfit", vec![("text", text)]);
        problems.extend(errors.into_iter().map(said));
    }
    problems
}

/// The place of a line and column of a source in the file that holds it as one text. A text with
/// escapes does not stand there letter by letter; then it is the whole text.
fn place(
    text: &str,
    literal: &Range<usize>,
    source: &str,
    line: usize,
    column: usize,
) -> Range<usize> {
    let line_start: usize = source.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let rest = source.get(line_start..).unwrap_or_default();
    let before: usize = rest.chars().take(column - 1).map(char::len_utf8).sum();
    place_at(text, literal, source, line_start + before)
}

/// The same for a byte of the source.
fn place_at(text: &str, literal: &Range<usize>, source: &str, offset: usize) -> Range<usize> {
    let Some(start) = text.get(literal.clone()).and_then(|literal| literal.find(source)) else {
        return literal.clone();
    };
    let at = (literal.start + start + offset).min(literal.end);
    at..text.ceil_char_boundary(at + 1).max(at)
}

/// The ids of all registered rulesets, in the order of the switch.
pub fn ids() -> Vec<&'static str> {
    rules::registered().iter().map(|info| info.id).collect()
}

/// A file-wide problem: the ruleset of this id is not registered.
pub fn unregistered(file: &str, id: &str) -> FileProblems {
    FileProblems::of_file(file, What::unknown("unknown-ruleset", id, ids()))
}
