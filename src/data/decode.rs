//! From the tree of a data file to ordinary `#[derive(Deserialize)]` types, with every problem.
//!
//! `serde` stops at the first error. So the tree is copied, the error is recorded, the place is
//! mended in the copy and the whole is decoded again, until it fits. A bad value becomes
//! [`Kind::Broken`], and the `Reader` answers a broken place with *any* value of the wanted type:
//! thus the brackets around it stay complete and nothing that follows from the first problem is
//! reported. A value with invented parts is never handed out; see [`decode_all`].
//!
//! Untagged and internally tagged enums and `flatten` are buffered by `serde`, and places inside
//! them are lost. The types of data files do without them.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;
use std::vec;

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error, Expected, MapAccess,
    SeqAccess, Unexpected, VariantAccess, Visitor,
};

use super::problem::{FileProblems, PROBLEMS_MAX, Problem, Shape, What, nearest};
use super::tree::{Field, Kind, Name, Node, SIZE_MAX_BYTES, parse};

/// How often a tree is decoded at most: mending one problem may take a few rounds.
const ROUNDS_MAX: usize = 4 * PROBLEMS_MAX;
/// How deep values are invented. A type that contains itself would never come to an end.
const INVENTED_DEPTH_MAX: u8 = 16;

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
/// With problems, or with [`Kind::Broken`] nodes in the tree, the value lacks the bad fields, list
/// elements and map entries, and there is no value if it cannot do without them.
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

/// Records the fault unless it only follows from an earlier one, and changes the tree so that the
/// next round gets past it. `false` if nothing is left to be changed.
fn mend(tree: &mut Node, fault: Fault, problems: &mut Vec<Problem>) -> bool {
    let span = fault.span.unwrap_or(tree.span.clone());
    let what = *fault.what;
    let Some(node) = node_mut(tree, &span) else {
        // A field name or map key.
        let near = match &what {
            What::UnknownField { near, .. } => near.clone(),
            _ => None,
        };
        problems.push(Problem::new(span.clone(), what));
        return drop_key(tree, &span, near.as_deref());
    };
    if node.kind == Kind::Broken {
        // No value could be invented here, so one must be invented for what is around.
        return break_around(tree, &span);
    }
    if matches!(what, What::Custom { .. }) && holds_broken(node) {
        // A type's own conversion disliked a part that was invented.
        node.kind = Kind::Broken;
        return true;
    }
    match &what {
        What::MissingField { name } if add_broken_field(node, name) => {}
        What::WrongName { .. } => drop_name(node),
        _ => node.kind = Kind::Broken,
    }
    problems.push(Problem::new(span, what));
    true
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

/// Fields and map keys that stand there twice. `serde` would let the last map entry win silently.
fn drop_repeats(node: &mut Node, problems: &mut Vec<Problem>) {
    match &mut node.kind {
        Kind::Struct { fields, .. } => {
            let mut seen = BTreeSet::new();
            fields.retain(|Field { name, .. }| {
                let first = seen.insert(name.text.clone());
                if !first {
                    let what = What::Duplicate { name: name.text.clone() };
                    problems.push(Problem::new(name.span.clone(), what));
                }
                first
            });
        }
        Kind::Map(entries) => {
            let mut seen = BTreeSet::new();
            entries.retain(|(key, _)| {
                let name = match &key.kind {
                    Kind::Text(text) | Kind::Word(text) => text.clone(),
                    Kind::Int(number) => number.to_string(),
                    _ => return true,
                };
                let first = seen.insert(name.clone());
                if !first {
                    problems.push(Problem::new(key.span.clone(), What::Duplicate { name }));
                }
                first
            });
        }
        _ => {}
    }
    for child in children_mut(node) {
        drop_repeats(child, problems);
    }
}

fn children(node: &Node) -> Vec<&Node> {
    match &node.kind {
        Kind::List(items) | Kind::Tuple { items, .. } => items.iter().collect(),
        Kind::Struct { fields, .. } => fields.iter().map(|field| &field.value).collect(),
        Kind::Map(entries) => entries.iter().flat_map(|(key, value)| [key, value]).collect(),
        _ => Vec::new(),
    }
}

fn children_mut(node: &mut Node) -> Vec<&mut Node> {
    match &mut node.kind {
        Kind::List(items) | Kind::Tuple { items, .. } => items.iter_mut().collect(),
        Kind::Struct { fields, .. } => fields.iter_mut().map(|field| &mut field.value).collect(),
        Kind::Map(entries) => entries.iter_mut().flat_map(|(key, value)| [key, value]).collect(),
        _ => Vec::new(),
    }
}

fn holds_broken(node: &Node) -> bool {
    node.kind == Kind::Broken || children(node).into_iter().any(holds_broken)
}

fn holds(node: &Node, span: &Range<usize>) -> bool {
    node.span.start <= span.start && span.end <= node.span.end
}

/// The node of this span, or whose name in front of the brackets has it.
fn node_mut<'n>(node: &'n mut Node, span: &Range<usize>) -> Option<&'n mut Node> {
    let name_fits = name_of(node).is_some_and(|name| name.span == *span);
    if node.span == *span || name_fits {
        return Some(node);
    }
    children_mut(node)
        .into_iter()
        .filter(|child| holds(child, span))
        .find_map(|child| node_mut(child, span))
}

fn name_of(node: &Node) -> Option<&Name> {
    match &node.kind {
        Kind::Tuple { name, .. } | Kind::Struct { name, .. } => name.as_ref(),
        _ => None,
    }
}

fn drop_name(node: &mut Node) {
    if let Kind::Tuple { name, .. } | Kind::Struct { name, .. } = &mut node.kind {
        *name = None;
    }
}

/// Adds a field to be invented, if this can be a struct that lacks it.
fn add_broken_field(node: &mut Node, name: &str) -> bool {
    if let Kind::Tuple { name, items } = &mut node.kind
        && items.is_empty()
    {
        node.kind = Kind::Struct { name: name.take(), fields: Vec::new() };
    }
    let end = node.span.end;
    let Kind::Struct { fields, .. } = &mut node.kind else { return false };
    if fields.iter().any(|field| field.name.text == name) {
        return false;
    }
    fields.push(Field {
        name: Name { span: end..end, text: name.to_owned() },
        value: Node { span: end..end, kind: Kind::Broken },
    });
    true
}

/// Drops the field of this name's span. `near` is what was probably meant: it must not be
/// reported as missing too.
fn drop_key(node: &mut Node, span: &Range<usize>, near: Option<&str>) -> bool {
    if let Kind::Struct { fields, .. } = &mut node.kind
        && let Some(index) = fields.iter().position(|field| field.name.span == *span)
    {
        fields.remove(index);
        if let Some(near) = near {
            add_broken_field(node, near);
        }
        return true;
    }
    children_mut(node)
        .into_iter()
        .filter(|child| holds(child, span))
        .any(|child| drop_key(child, span, near))
}

/// Breaks what is directly around the node of this span; from a list or map the node is dropped.
fn break_around(node: &mut Node, span: &Range<usize>) -> bool {
    if !children(node).iter().any(|child| child.span == *span) {
        return children_mut(node)
            .into_iter()
            .filter(|child| holds(child, span))
            .any(|child| break_around(child, span));
    }
    match &mut node.kind {
        Kind::List(items) => items.retain(|item| item.span != *span),
        Kind::Map(entries) => {
            entries.retain(|(key, value)| key.span != *span && value.span != *span);
        }
        _ => node.kind = Kind::Broken,
    }
    true
}

/// Drops every broken field, element and entry. `true` if the node itself has to go.
fn drop_broken(node: &mut Node) -> bool {
    match &mut node.kind {
        Kind::Broken => return true,
        Kind::List(items) => items.retain_mut(|item| !drop_broken(item)),
        Kind::Struct { fields, .. } => fields.retain_mut(|field| !drop_broken(&mut field.value)),
        Kind::Map(entries) => {
            entries.retain_mut(|(key, value)| !drop_broken(key) && !drop_broken(value));
        }
        // The places in a tuple have meanings: it is whole or it goes.
        Kind::Tuple { items, .. } => return items.iter_mut().any(drop_broken),
        _ => {}
    }
    false
}

/// Drops the innermost field, element or entry in which the span lies.
fn drop_nearest(node: &mut Node, span: &Range<usize>) -> bool {
    let deeper = children_mut(node)
        .into_iter()
        .filter(|child| holds(child, span))
        .any(|child| drop_nearest(child, span));
    if deeper {
        return true;
    }
    let count = children(node).len();
    match &mut node.kind {
        Kind::List(items) => items.retain(|item| !holds(item, span)),
        Kind::Struct { fields, .. } => {
            fields.retain(|field| !holds(&field.value, span) && field.name.span != *span);
        }
        Kind::Map(entries) => {
            entries.retain(|(key, value)| !holds(key, span) && !holds(value, span));
        }
        _ => {}
    }
    children(node).len() < count
}

/// Why decoding stopped, and where.
#[derive(Debug, thiserror::Error)]
#[error("{what:?}")]
struct Fault {
    what: Box<What>,
    /// Set by the innermost [`Reader`] that the error passes on its way out.
    span: Option<Range<usize>>,
}

impl Fault {
    fn new(what: What) -> Self {
        Self { what: Box::new(what), span: None }
    }

    fn at(mut self, span: &Range<usize>) -> Self {
        self.span.get_or_insert_with(|| span.clone());
        self
    }
}

impl Error for Fault {
    fn custom<T: fmt::Display>(text: T) -> Self {
        Self::new(What::Custom { text: text.to_string() })
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        let (near, valid) = choice(field, expected);
        Self::new(What::UnknownField { name: field.to_owned(), near, valid })
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        let (near, valid) = choice(variant, expected);
        Self::new(What::UnknownVariant { name: variant.to_owned(), near, valid })
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(What::MissingField { name: field.to_owned() })
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::new(What::Duplicate { name: field.to_owned() })
    }

    fn invalid_value(unexpected: Unexpected, expected: &dyn Expected) -> Self {
        // The only way in which the `NonZero` types refuse a number that is in range.
        let text = expected.to_string();
        if matches!(unexpected, Unexpected::Unsigned(0) | Unexpected::Signed(0))
            && text.contains("nonzero")
        {
            return Self::new(What::Zero);
        }
        Self::custom(format_args!("{unexpected}, {text}"))
    }
}

fn choice(name: &str, valid: &[&str]) -> (Option<String>, Vec<String>) {
    let near = nearest(name, valid.iter().copied()).map(str::to_owned);
    (near, valid.iter().map(|&name| name.to_owned()).collect())
}

/// Reads one node, or invents a value for a broken one.
#[derive(Clone, Copy)]
struct Reader<'t> {
    node: &'t Node,
    /// The name in front of the brackets has been read already, as that of a variant.
    name_read: bool,
    invented_depth: u8,
}

impl<'t> Reader<'t> {
    fn new(node: &'t Node) -> Self {
        Self { node, name_read: false, invented_depth: 0 }
    }

    fn name(&self) -> Option<&'t Name> {
        if self.name_read { None } else { name_of(self.node) }
    }

    fn is_broken(&self) -> bool {
        self.node.kind == Kind::Broken
    }

    /// A value inside of an invented one.
    fn invented(&self) -> Self {
        Self { invented_depth: self.invented_depth.saturating_add(1), ..*self }
    }

    fn found(&self) -> Shape {
        match &self.node.kind {
            Kind::Bool(_) => Shape::Bool,
            Kind::Int(_) => Shape::Integer,
            Kind::Float(number) if !number.is_finite() => Shape::NotFinite,
            Kind::Float(_) => Shape::Number,
            Kind::Char(_) => Shape::Char,
            Kind::Text(_) => Shape::Text,
            Kind::List(_) => Shape::List,
            Kind::Map(_) => Shape::Map,
            Kind::Struct { .. } => Shape::Struct,
            Kind::Tuple { name: Some(name), .. } if name.text == "Some" => Shape::Some,
            Kind::Tuple { name: None, items } if items.is_empty() => Shape::Unit,
            Kind::Tuple { name: Some(_), .. } => Shape::Bracketed,
            Kind::Tuple { .. } => Shape::Tuple,
            Kind::Word(word) if word == "None" => Shape::None,
            Kind::Word(_) | Kind::Broken => Shape::Word,
        }
    }

    fn wrong(&self, expected: Shape) -> Fault {
        let found = self.found();
        Fault::new(What::WrongType { expected, found, valid: Vec::new() }).at(&self.node.span)
    }

    fn whole<N>(&self, min: N) -> Result<N, Fault>
    where
        N: TryFrom<i128> + ToString,
    {
        match self.node.kind {
            Kind::Int(number) => N::try_from(number).map_err(|_| {
                let unsigned = min.to_string() == "0";
                Fault::new(What::OutOfType { value: number.to_string(), unsigned })
            }),
            // One suits the `NonZero` types too.
            Kind::Broken => N::try_from(1).map_err(|_| self.wrong(Shape::Integer)),
            _ => Err(self.wrong(Shape::Integer)),
        }
    }

    fn check_name(&self, expected: &str) -> Result<(), Fault> {
        match self.name() {
            Some(name) if name.text != expected => {
                let what =
                    What::WrongName { name: name.text.clone(), expected: expected.to_owned() };
                Err(Fault::new(what).at(&name.span))
            }
            _ => Ok(()),
        }
    }

    /// The parts of a tuple. A list will do for one without a name, as `[u8; 3]` reads better so.
    fn parts(&self, count: usize) -> Result<Items<'t>, Fault> {
        if self.is_broken() {
            return Ok(Items::repeat(self.invented(), count));
        }
        let (Kind::Tuple { items, .. } | Kind::List(items)) = &self.node.kind else {
            return Err(self.wrong(Shape::Tuple));
        };
        if items.len() != count {
            return Err(Fault::new(What::WrongLength { count, found_count: items.len() }));
        }
        Ok(Items::new(items))
    }

    fn fields(&self, valid: &'static [&'static str]) -> Result<Entries<'t>, Fault> {
        let entries: Vec<(Key<'t>, Self)> = match &self.node.kind {
            Kind::Struct { fields, .. } => fields
                .iter()
                .map(|field| (Key::Name(&field.name), Self::new(&field.value)))
                .collect(),
            Kind::Tuple { items, .. } if items.is_empty() => Vec::new(),
            Kind::Broken => {
                valid.iter().map(|name| (Key::Invented(name), self.invented())).collect()
            }
            _ => return Err(self.wrong(Shape::Struct)),
        };
        Ok(Entries { entries: entries.into_iter(), value: None })
    }

    fn read_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Fault> {
        match &self.node.kind {
            Kind::Bool(value) => visitor.visit_bool(*value),
            Kind::Int(value) => match (u64::try_from(*value), i64::try_from(*value)) {
                (Ok(value), _) => visitor.visit_u64(value),
                (_, Ok(value)) => visitor.visit_i64(value),
                _ => visitor.visit_i128(*value),
            },
            Kind::Float(value) => visitor.visit_f64(*value),
            Kind::Char(value) => visitor.visit_char(*value),
            Kind::Text(value) => visitor.visit_str(value),
            Kind::Word(word) if word == "None" => visitor.visit_none(),
            Kind::Word(word) => visitor.visit_str(word),
            Kind::Tuple { .. } if self.found() == Shape::Some => self.deserialize_option(visitor),
            Kind::Tuple { items, .. } if items.is_empty() => visitor.visit_unit(),
            Kind::List(items) | Kind::Tuple { items, .. } => visitor.visit_seq(Items::new(items)),
            Kind::Struct { .. } => visitor.visit_map(self.fields(&[])?),
            Kind::Map(entries) => visitor.visit_map(Entries::new(entries)),
            Kind::Broken => visitor.visit_unit(),
        }
    }

    fn read_enum<V: Visitor<'t>>(
        self,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let wrong = || {
            let valid = variants.iter().map(|&name| name.to_owned()).collect();
            let what = What::WrongType { expected: Shape::Variant, found: self.found(), valid };
            Fault::new(what).at(&self.node.span)
        };
        let (name, span) = match &self.node.kind {
            Kind::Word(name) => (name.as_str(), &self.node.span),
            Kind::Broken => (*variants.first().ok_or_else(wrong)?, &self.node.span),
            _ => self.name().map(|name| (name.text.as_str(), &name.span)).ok_or_else(wrong)?,
        };
        visitor.visit_enum(Variant { name, span, body: Self { name_read: true, ..self } })
    }
}

macro_rules! whole_numbers {
    ($($method:ident $visit:ident $type:ident),*) => {$(
        fn $method<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Fault> {
            self.placed(|| visitor.$visit(self.whole($type::MIN)?))
        }
    )*};
}

impl<'t> Deserializer<'t> for Reader<'t> {
    type Error = Fault;

    whole_numbers! {
        deserialize_i8 visit_i8 i8, deserialize_i16 visit_i16 i16, deserialize_i32 visit_i32 i32,
        deserialize_i64 visit_i64 i64, deserialize_i128 visit_i128 i128,
        deserialize_u8 visit_u8 u8, deserialize_u16 visit_u16 u16, deserialize_u32 visit_u32 u32,
        deserialize_u64 visit_u64 u64, deserialize_u128 visit_u128 u128
    }

    fn deserialize_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.placed(|| self.read_any(visitor))
    }

    fn deserialize_bool<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.placed(|| match &self.node.kind {
            Kind::Bool(value) => visitor.visit_bool(*value),
            Kind::Broken => visitor.visit_bool(false),
            _ => Err(self.wrong(Shape::Bool)),
        })
    }

    fn deserialize_f32<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_f64<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.placed(|| match &self.node.kind {
            Kind::Float(value) => visitor.visit_f64(*value),
            Kind::Int(value) => visitor.visit_f64(*value as f64),
            Kind::Broken => visitor.visit_f64(1.0),
            _ => Err(self.wrong(Shape::Number)),
        })
    }

    fn deserialize_char<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.placed(|| match &self.node.kind {
            Kind::Char(value) => visitor.visit_char(*value),
            Kind::Broken => visitor.visit_char('?'),
            _ => Err(self.wrong(Shape::Char)),
        })
    }

    fn deserialize_str<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.placed(|| match &self.node.kind {
            Kind::Text(value) => visitor.visit_str(value),
            Kind::Broken => visitor.visit_str("?"),
            _ => Err(self.wrong(Shape::Text)),
        })
    }

    fn deserialize_string<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_seq(visitor)
    }

    /// `Some(…)`, `None`, or the value without `Some`.
    fn deserialize_option<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Fault> {
        let inner = match &self.node.kind {
            Kind::Word(word) if word == "None" => return visitor.visit_none(),
            Kind::Broken => return visitor.visit_none(),
            Kind::Tuple { items, .. } if self.found() == Shape::Some && items.len() == 1 => {
                Self::new(&items[0])
            }
            _ => self,
        };
        inner.placed(|| visitor.visit_some(inner))
    }

    fn deserialize_unit<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.placed(|| match &self.node.kind {
            Kind::Tuple { items, .. } if items.is_empty() && self.name().is_none() => {
                visitor.visit_unit()
            }
            Kind::Broken => visitor.visit_unit(),
            _ => Err(self.wrong(Shape::Unit)),
        })
    }

    fn deserialize_unit_struct<V: Visitor<'t>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match &self.node.kind {
            Kind::Word(word) if word == name => visitor.visit_unit(),
            Kind::Word(word) => {
                let what = What::WrongName { name: word.clone(), expected: name.to_owned() };
                Err(Fault::new(what).at(&self.node.span))
            }
            _ => self.deserialize_unit(visitor),
        }
    }

    /// `Name(value)`, `(value)`, or the value alone: nobody writes brackets around each id.
    fn deserialize_newtype_struct<V: Visitor<'t>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let inner = match &self.node.kind {
            Kind::Tuple { items, .. }
                if items.len() == 1 && self.name().is_none_or(|found| found.text == name) =>
            {
                Self::new(&items[0])
            }
            Kind::Broken => self.invented(),
            _ => self,
        };
        inner.placed(|| {
            inner.check_depth()?;
            visitor.visit_newtype_struct(inner)
        })
    }

    fn deserialize_seq<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.placed(|| match &self.node.kind {
            Kind::List(items) => visitor.visit_seq(Items::new(items)),
            Kind::Broken => visitor.visit_seq(Items::new(&[])),
            _ => Err(self.wrong(Shape::List)),
        })
    }

    fn deserialize_tuple<V: Visitor<'t>>(self, len: usize, visitor: V) -> Result<V::Value, Fault> {
        self.placed(|| {
            if self.name().is_some() {
                return Err(self.wrong(Shape::Tuple));
            }
            visitor.visit_seq(self.parts(len)?)
        })
    }

    fn deserialize_tuple_struct<V: Visitor<'t>>(
        self,
        name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.placed(|| {
            self.check_name(name)?;
            visitor.visit_seq(self.parts(len)?)
        })
    }

    fn deserialize_map<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.placed(|| match &self.node.kind {
            Kind::Map(entries) => visitor.visit_map(Entries::new(entries)),
            Kind::Broken => visitor.visit_map(Entries::new(&[])),
            _ => Err(self.wrong(Shape::Map)),
        })
    }

    fn deserialize_struct<V: Visitor<'t>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.placed(|| {
            self.check_name(name)?;
            visitor.visit_map(self.fields(fields)?)
        })
    }

    fn deserialize_enum<V: Visitor<'t>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.placed(|| self.read_enum(variants, visitor))
    }

    fn deserialize_identifier<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_any(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }
}

impl<'t> Reader<'t> {
    /// Attaches the place to whatever goes wrong while the value is read.
    fn placed<T>(&self, read: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
        read().map_err(|fault| fault.at(&self.node.span))
    }

    fn check_depth(&self) -> Result<(), Fault> {
        if self.invented_depth < INVENTED_DEPTH_MAX {
            return Ok(());
        }
        Err(Fault::new(What::TooDeep { max: INVENTED_DEPTH_MAX.into() }).at(&self.node.span))
    }

    /// Reads a value inside of another one. Conversions such as `try_from` fail outside of the
    /// reader of their value, so the place is attached here once more.
    fn read<S: DeserializeSeed<'t>>(self, seed: S) -> Result<S::Value, Fault> {
        self.check_depth()?;
        self.placed(|| seed.deserialize(self))
    }
}

struct Items<'t> {
    readers: vec::IntoIter<Reader<'t>>,
}

impl<'t> Items<'t> {
    fn new(items: &'t [Node]) -> Self {
        Self { readers: items.iter().map(Reader::new).collect::<Vec<_>>().into_iter() }
    }

    fn repeat(reader: Reader<'t>, count: usize) -> Self {
        Self { readers: vec![reader; count].into_iter() }
    }
}

impl<'t> SeqAccess<'t> for Items<'t> {
    type Error = Fault;

    fn next_element_seed<S: DeserializeSeed<'t>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Fault> {
        self.readers.next().map(|reader| reader.read(seed)).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.readers.len())
    }
}

#[derive(Clone, Copy)]
enum Key<'t> {
    Name(&'t Name),
    Node(&'t Node),
    Invented(&'static str),
}

struct Entries<'t> {
    entries: vec::IntoIter<(Key<'t>, Reader<'t>)>,
    value: Option<Reader<'t>>,
}

impl<'t> Entries<'t> {
    fn new(entries: &'t [(Node, Node)]) -> Self {
        let entries: Vec<_> =
            entries.iter().map(|(key, value)| (Key::Node(key), Reader::new(value))).collect();
        Self { entries: entries.into_iter(), value: None }
    }
}

impl<'t> MapAccess<'t> for Entries<'t> {
    type Error = Fault;

    fn next_key_seed<S: DeserializeSeed<'t>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Fault> {
        let Some((key, value)) = self.entries.next() else { return Ok(None) };
        self.value = Some(value);
        match key {
            Key::Name(name) => seed
                .deserialize(StrDeserializer::new(&name.text))
                .map_err(|fault: Fault| fault.at(&name.span)),
            Key::Node(node) => Reader::new(node).read(seed),
            Key::Invented(name) => seed.deserialize(StrDeserializer::new(name)),
        }
        .map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'t>>(&mut self, seed: S) -> Result<S::Value, Fault> {
        let value =
            self.value.take().ok_or_else(|| Fault::custom("value asked for before its key"))?;
        value.read(seed)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

struct Variant<'t> {
    name: &'t str,
    span: &'t Range<usize>,
    body: Reader<'t>,
}

impl<'t> EnumAccess<'t> for Variant<'t> {
    type Error = Fault;
    type Variant = Body<'t>;

    fn variant_seed<S: DeserializeSeed<'t>>(self, seed: S) -> Result<(S::Value, Body<'t>), Fault> {
        let named = seed.deserialize(StrDeserializer::new(self.name));
        let value = named.map_err(|fault: Fault| fault.at(self.span))?;
        Ok((value, Body(self.body)))
    }
}

/// What stands in the brackets of a variant.
struct Body<'t>(Reader<'t>);

impl<'t> Body<'t> {
    /// The brackets, if there are any.
    fn bracketed(&self) -> Result<Reader<'t>, Fault> {
        match self.0.node.kind {
            Kind::Word(_) => Err(self.0.wrong(Shape::Bracketed)),
            _ => Ok(self.0),
        }
    }
}

impl<'t> VariantAccess<'t> for Body<'t> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        match &self.0.node.kind {
            Kind::Word(_) | Kind::Broken => Ok(()),
            Kind::Tuple { items, .. } if items.is_empty() => Ok(()),
            _ => Err(self.0.wrong(Shape::Word)),
        }
    }

    /// `Name(value)`, and for a struct also `Name(a: 1)` without a second pair of brackets.
    fn newtype_variant_seed<S: DeserializeSeed<'t>>(self, seed: S) -> Result<S::Value, Fault> {
        let body = self.bracketed()?;
        match &body.node.kind {
            Kind::Tuple { items, .. } if items.len() == 1 => Reader::new(&items[0]).read(seed),
            Kind::Broken => body.invented().read(seed),
            _ => body.read(seed),
        }
    }

    fn tuple_variant<V: Visitor<'t>>(self, len: usize, visitor: V) -> Result<V::Value, Fault> {
        self.bracketed()?.deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'t>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let body = self.bracketed()?;
        body.placed(|| visitor.visit_map(body.fields(fields)?))
    }
}

#[cfg(test)]
mod tests {
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
            let expected = format!(
                "1:1 problem-wrong-type expected={ty} found=char / problem-wrong-type-help"
            );
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
        assert_eq!(
            problems[PROBLEMS_MAX],
            "1:602 problem-too-many count=100 / problem-too-many-help"
        );
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
}
