//! From the tree of a data file to ordinary `#[derive(Deserialize)]` types, with every problem.
//!
//! `serde` stops at the first error. So the tree is copied, the error is recorded, the place is
//! mended in the copy and the whole is decoded again, until it fits. A bad value becomes
//! [`Kind::Broken`](super::tree::Kind::Broken), and the `Reader` answers a broken place with *any*
//! value of the wanted type: thus the brackets around it stay complete and nothing that follows
//! from the first problem is reported. A value with invented parts is never handed out; see [`decode_all`].
//!
//! Untagged and internally tagged enums and `flatten` are buffered by `serde`, and places inside
//! them are lost. The types of data files do without them.

mod mend;
mod reader;

use serde::de::DeserializeOwned;

use super::problem::{FileProblems, PROBLEMS_MAX, Problem, What};
use super::tree::{Node, SIZE_MAX_BYTES, parse};
use mend::{drop_broken, drop_nearest, drop_repeats, holds_broken, mend};
use reader::Reader;

/// How often a tree is decoded at most: mending one problem may take a few rounds.
const ROUNDS_MAX: usize = 4 * PROBLEMS_MAX;

/// What became of one file.
#[derive(Debug)]
pub struct Reading<T> {
    /// The value. If there are problems, it holds only what could be read and serves for further
    /// checks of meaning.
    pub value: Option<T>,
    /// The tree, for the places of such checks. It lacks what the value lacks, so that the third
    /// fighter of the value is the third of the tree.
    pub tree: Option<Node>,
    /// All problems so far. The file is good if there are none.
    pub problems: FileProblems,
}

/// Reads a whole file from its bytes. `file` is its name for messages.
pub fn read<T: DeserializeOwned>(file: &str, bytes: &[u8]) -> Reading<T> {
    let file = file.to_owned();
    // Checked before the text is copied: the file may be larger than the memory.
    if bytes.len() > SIZE_MAX_BYTES {
        let problem = Problem::new(0..0, What::TooLarge { max_bytes: SIZE_MAX_BYTES });
        let problems = FileProblems { file, text: String::new(), problems: vec![problem] };
        return Reading { value: None, tree: None, problems };
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(error) => {
            let at = error.valid_up_to();
            let text = String::from_utf8_lossy(bytes).into_owned();
            let problem =
                Problem::new(at..at + char::REPLACEMENT_CHARACTER.len_utf8(), What::NotUtf8);
            let problems = FileProblems { file, text, problems: vec![problem] };
            return Reading { value: None, tree: None, problems };
        }
    };
    let (mut tree, mut problems) = parse(&text);
    let mut value = None;
    if let Some(whole) = &tree {
        let (decoded, found) = decode_with_tree(whole);
        problems.extend(found);
        problems.sort_by_key(|problem| problem.span.start);
        if let Some((decoded, left)) = decoded {
            value = Some(decoded);
            tree = Some(left);
        }
    }
    Reading { value, tree, problems: FileProblems { file, text, problems } }
}

/// Decodes a tree and reports every problem once, in file order.
///
/// With problems, or with [`Kind::Broken`](super::tree::Kind::Broken) nodes in the tree, the value
/// lacks the bad fields, list elements and map entries, and there is no value if it cannot do without them.
pub fn decode_all<T: DeserializeOwned>(node: &Node) -> (Option<T>, Vec<Problem>) {
    let (decoded, problems) = decode_with_tree(node);
    (decoded.map(|(value, _)| value), problems)
}

/// The same, and the tree without what the value lacks.
fn decode_with_tree<T: DeserializeOwned>(node: &Node) -> (Option<(T, Node)>, Vec<Problem>) {
    let mut tree = node.clone();
    let mut problems = Vec::new();
    drop_repeats(&mut tree, &mut problems);
    for _ in 0..ROUNDS_MAX {
        match T::deserialize(Reader::new(&tree)) {
            Ok(value) if !holds_broken(&tree) => return (Some((value, tree)), in_order(problems)),
            Ok(_) => return (salvage(tree), in_order(problems)),
            Err(fault) if problems.len() >= PROBLEMS_MAX => {
                problems.truncate(PROBLEMS_MAX);
                let mut problems = in_order(problems);
                let span = fault.span.unwrap_or(node.span.clone());
                problems.push(Problem::new(span, What::TooMany { shown: PROBLEMS_MAX }));
                return (None, problems);
            }
            Err(fault) => {
                if !mend(&mut tree, fault, &mut problems) {
                    return (None, in_order(problems));
                }
            }
        }
    }
    (None, in_order(problems))
}

fn in_order(mut problems: Vec<Problem>) -> Vec<Problem> {
    problems.sort_by_key(|problem| problem.span.start);
    problems
}

/// The value without its broken parts, and the tree of it.
fn salvage<T: DeserializeOwned>(mut tree: Node) -> Option<(T, Node)> {
    if drop_broken(&mut tree) {
        return None;
    }
    for _ in 0..ROUNDS_MAX {
        match T::deserialize(Reader::new(&tree)) {
            Ok(value) => return Some((value, tree)),
            Err(fault) => {
                if !drop_nearest(&mut tree, &fault.span?) {
                    return None;
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests;
