//! From the messages of rules and battle to sentences.

use super::{Arg as Word, Lang, Words};
use crate::rules::facts::CombatantId;
use crate::rules::message::{Arg, Message};
use std::collections::BTreeMap;

/// Speaks one language about one fight.
pub struct Speaker<'a> {
    words: &'a Words,
    lang: Lang,
    names: &'a BTreeMap<CombatantId, String>,
}

impl<'a> Speaker<'a> {
    /// A speaker; `names` are the fighters' names in that language.
    pub fn new(words: &'a Words, lang: Lang, names: &'a BTreeMap<CombatantId, String>) -> Self {
        Self { words, lang, names }
    }

    /// The language spoken.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// A message as a sentence or a label.
    pub fn say(&self, message: &Message) -> String {
        let args: Vec<(&str, Word)> =
            message.args.iter().map(|(name, arg)| (*name, self.word(arg))).collect();
        self.words.say(self.lang, &message.key, &args)
    }

    /// A word without arguments.
    pub fn key(&self, key: &str) -> String {
        self.words.say(self.lang, key, &[])
    }

    /// Whether there is such a word.
    pub fn has(&self, key: &str) -> bool {
        self.words.has(self.lang, key)
    }

    /// A word, or other text where the words have none (a game master's own name for a thing).
    pub fn key_or(&self, key: &str, other: &str) -> String {
        if self.words.has(self.lang, key) { self.key(key) } else { other.to_owned() }
    }

    /// The name of a fighter.
    pub fn name(&self, id: CombatantId) -> &str {
        self.names.get(&id).map_or("?", String::as_str)
    }

    fn word(&self, arg: &Arg) -> Word {
        match arg {
            Arg::Int(n) => Word::Int(*n),
            Arg::Text(text) => Word::Text(text.to_string()),
            Arg::Who(id) => Word::Text(self.name(*id).to_owned()),
            Arg::Word(key) => Word::Text(self.key_or(key, key)),
            Arg::Say(message) => Word::Text(self.say(message)),
        }
    }
}
