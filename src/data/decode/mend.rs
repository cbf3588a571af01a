//! Mending a tree, so that the rest of it can be decoded.

use std::collections::BTreeSet;
use std::ops::Range;

use super::reader::Fault;
use crate::data::problem::{Problem, What};
use crate::data::tree::{Field, Kind, Name, Node};

/// Records the fault unless it only follows from an earlier one, and changes the tree so that the
/// next round gets past it. `false` if nothing is left to be changed.
pub(super) fn mend(tree: &mut Node, fault: Fault, problems: &mut Vec<Problem>) -> bool {
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

/// Fields and map keys that stand there twice. `serde` would let the last map entry win silently.
pub(super) fn drop_repeats(node: &mut Node, problems: &mut Vec<Problem>) {
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

pub(super) fn holds_broken(node: &Node) -> bool {
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

pub(super) fn name_of(node: &Node) -> Option<&Name> {
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
pub(super) fn drop_broken(node: &mut Node) -> bool {
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
pub(super) fn drop_nearest(node: &mut Node, span: &Range<usize>) -> bool {
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
