//! The nodes of a tree as `serde` reads them.

use std::fmt;
use std::ops::Range;
use std::vec;

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, Expected, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};

use super::mend::name_of;
use crate::data::problem::{Shape, What, nearest};
use crate::data::tree::{Kind, Name, Node};

/// How deep values are invented. A type that contains itself would never come to an end.
const INVENTED_DEPTH_MAX: u8 = 16;

/// Why decoding stopped, and where.
#[derive(Debug, thiserror::Error)]
#[error("{what:?}")]
pub(super) struct Fault {
    pub(super) what: Box<What>,
    /// Set by the innermost [`Reader`] that the error passes on its way out.
    pub(super) span: Option<Range<usize>>,
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
pub(super) struct Reader<'t> {
    node: &'t Node,
    /// The name in front of the brackets has been read already, as that of a variant.
    name_read: bool,
    invented_depth: u8,
}

impl<'t> Reader<'t> {
    pub(super) fn new(node: &'t Node) -> Self {
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
