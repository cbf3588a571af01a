//! The words of a ruleset file: what one language has and the other lacks, and how what is missing
//! comes from the shipped file.
//!
//! A gap is a problem of the file and no reason to refuse it: the table goes on with the shipped
//! word of the same language, where there is one.

use super::problem::{Problem, nearest};
use crate::locale::{Keys, Lang, Words};
use fluent_syntax::{ast, parser, serializer};
use std::collections::{BTreeMap, BTreeSet};

/// The words of both languages, as sources.
#[derive(Copy, Clone)]
pub struct Sources<'a> {
    /// Russian.
    pub ru: &'a str,
    /// English.
    pub en: &'a str,
}

impl<'a> Sources<'a> {
    fn of(self, lang: Lang) -> &'a str {
        match lang {
            Lang::Ru => self.ru,
            Lang::En => self.en,
        }
    }
}

/// A gap, before it has a place in the file.
pub struct Gap {
    /// In the words of which language it is shown.
    pub lang: Lang,
    /// The byte of the source at which it is shown.
    pub offset: usize,
    key: &'static str,
    args: Vec<(&'static str, String)>,
}

impl Gap {
    /// The problem at a place.
    pub fn at(self, span: std::ops::Range<usize>) -> Problem {
        Problem::said(span, self.key, self.args)
    }
}

/// What could be read of a source, whatever else is wrong with it.
fn read(source: &str) -> ast::Resource<&str> {
    parser::parse(source).unwrap_or_else(|(resource, _)| resource)
}

/// Every message with a text, and every attribute as `message.attribute`: where its name stands.
fn places(source: &str) -> BTreeMap<String, usize> {
    let at = |name: &str| name.as_ptr().addr() - source.as_ptr().addr();
    let mut found = BTreeMap::new();
    for entry in &read(source).body {
        let ast::Entry::Message(message) = entry else { continue };
        if message.value.is_some() {
            found.insert(message.id.name.to_owned(), at(message.id.name));
        }
        for attribute in &message.attributes {
            let key = format!("{}.{}", message.id.name, attribute.id.name);
            found.insert(key, at(attribute.id.name));
        }
    }
    found
}

/// The words with what they lack and the shipped ones have.
pub fn completed(own: &str, shipped: &str) -> String {
    let (mut resource, shipped) = (read(own), read(shipped));
    let mut added = false;
    for entry in shipped.body {
        let ast::Entry::Message(message) = entry else { continue };
        let same = resource.body.iter_mut().find_map(|own| match own {
            ast::Entry::Message(own) if own.id.name == message.id.name => Some(own),
            _ => None,
        });
        let Some(same) = same else {
            resource.body.push(ast::Entry::Message(message));
            added = true;
            continue;
        };
        for attribute in message.attributes {
            if !same.attributes.iter().any(|own| own.id.name == attribute.id.name) {
                same.attributes.push(attribute);
                added = true;
            }
        }
    }
    // As it was written, where nothing is missing: what is unreadable in it has to stay.
    if added { serializer::serialize(&resource) } else { own.to_owned() }
}

/// What one language has and the other lacks, and variables that nobody fills. `words` are both
/// with what the shipped ones add, `shipped` the shipped ones alone.
pub fn gaps(sources: Sources, words: &Words, shipped: &Words) -> Vec<Gap> {
    let places = Lang::ALL.map(|lang| (lang, places(sources.of(lang))));
    let mut found = Vec::new();
    for (i, (lang, own)) in places.iter().enumerate() {
        let (other_lang, other) = &places[1 - i];
        for (key, offset) in own {
            let gap = |what: &'static str, mut args: Vec<(&'static str, String)>| {
                args.push(("key", key.clone()));
                Gap { lang: *lang, offset: *offset, key: what, args }
            };
            if !other.contains_key(key) {
                found.push(gap("words-missing", vec![("lang", other_lang.code().to_owned())]));
                continue;
            }
            let known = |lang: Lang| {
                shipped.keys(lang).get(key).or_else(|| words.keys(lang.other()).get(key))
            };
            let of = |keys: &Keys| keys.get(key).cloned().unwrap_or_default();
            let allowed = known(*lang).cloned().unwrap_or_default();
            let (mine, theirs) = (of(words.keys(*lang)), of(words.keys(*other_lang)));
            let strange: BTreeSet<&String> = mine.difference(&allowed).collect();
            for name in &strange {
                let mut args = vec![("name", (*name).clone())];
                let near = nearest(name, allowed.iter().map(String::as_str));
                found.push(match near {
                    Some(near) => {
                        args.push(("near", near.to_owned()));
                        gap("words-variable-misspelt", args)
                    }
                    None if allowed.is_empty() => gap("words-variable-none", args),
                    None => {
                        let names: Vec<String> = allowed.iter().map(|n| format!("${n}")).collect();
                        args.push(("names", names.join(", ")));
                        gap("words-variable-unknown", args)
                    }
                });
            }
            // A misspelt one is missing, too: once is enough.
            let lacks = theirs.intersection(&allowed).filter(|name| !mine.contains(*name));
            for name in lacks.filter(|_| strange.is_empty()) {
                let args = vec![("name", name.clone()), ("lang", other_lang.code().to_owned())];
                found.push(gap("words-variable-missing", args));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_comes_from_the_shipped_words() {
        let shipped =
            "a = one\n    .more = two\nb = { $n ->\n    [one] x\n   *[other] y\n}\nc = z\n";
        assert_eq!(completed(shipped, shipped), shipped);
        let made = completed("# mine\na = my own\nd = d\n", shipped);
        let words = Words::new(&[(Lang::En, &made)]).unwrap();
        let say = |key: &str| words.say(Lang::En, key, &[("n", 1.into())]);
        assert_eq!([say("a"), say("a.more"), say("b"), say("d")], ["my own", "two", "x", "d"]);
    }

    #[test]
    fn broken_words_are_left_as_they_are() {
        assert_eq!(completed("a = one\nbad", "a = one"), "a = one\nbad");
    }
}
