//! RON text as a tree of [`Node`]s that remember where they stand in the file.
//!
//! The `ron` crate stops at the first error and its values carry no positions. A game master who
//! mends a roster wants the whole list at once, so the text is read here: after a slip the parser
//! leaves a [`Kind::Broken`] node behind and goes on, unless going on would only produce problems
//! that follow from the first one. `decode` turns the tree into types.
//!
//! Left out of RON on purpose: byte strings, ranges and number suffixes. No data file needs them.

mod parser;

use std::ops::Range;

pub use parser::parse;

/// How deep brackets may nest. The parser and `serde` recurse, so this guards the stack.
pub const DEPTH_MAX: usize = 64;
/// The longest text that is read. The largest map that we know of is a tenth of this.
pub const SIZE_MAX_BYTES: usize = 8 * 1024 * 1024;

/// One value of the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// Bytes of the text, brackets and a leading name included. No two nodes of one parsed file
    /// share a span, which is why `decode` may find a node by its span.
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

#[cfg(test)]
mod tests;
