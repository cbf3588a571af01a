//! Words that are not words yet: a message is a key and its arguments.
//!
//! Nothing under `rules` or `battle` writes a sentence. It leaves a [`Message`], and `locale`
//! turns it into Russian or English at the last moment, so that switching the language
//! re-renders every old line of the log.

use super::facts::CombatantId;
use std::borrow::Cow;
use std::sync::Arc;

/// One argument of a [`Message`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arg {
    /// A whole number, in the unit that the message names.
    Int(i64),
    /// Text as the user wrote it (a file name, a fighter's name from a sheet).
    Text(Arc<str>),
    /// A fighter; shown by its name.
    Who(CombatantId),
    /// A key of the word list, looked up when the message is rendered.
    Word(Cow<'static, str>),
    /// A message inside a message.
    Say(Box<Message>),
}

/// A sentence or a label: Fluent key and named arguments.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Message {
    /// The Fluent key.
    pub key: Cow<'static, str>,
    /// The named arguments, in the order in which they were added.
    pub args: Vec<(&'static str, Arg)>,
}

impl Message {
    /// A message without arguments.
    pub fn new(key: impl Into<Cow<'static, str>>) -> Self {
        Self { key: key.into(), args: Vec::new() }
    }

    /// The same message with one more argument.
    #[must_use]
    pub fn with(mut self, name: &'static str, arg: Arg) -> Self {
        self.args.push((name, arg));
        self
    }

    /// Adds a whole number.
    #[must_use]
    pub fn int(self, name: &'static str, value: i64) -> Self {
        self.with(name, Arg::Int(value))
    }

    /// Adds a fighter.
    #[must_use]
    pub fn who(self, name: &'static str, id: CombatantId) -> Self {
        self.with(name, Arg::Who(id))
    }

    /// Adds a key that is translated when the message is rendered.
    #[must_use]
    pub fn word(self, name: &'static str, key: impl Into<Cow<'static, str>>) -> Self {
        self.with(name, Arg::Word(key.into()))
    }

    /// Adds text of the user's.
    #[must_use]
    pub fn text(self, name: &'static str, text: &str) -> Self {
        self.with(name, Arg::Text(Arc::from(text)))
    }

    /// Adds a message as an argument.
    #[must_use]
    pub fn say(self, name: &'static str, message: Message) -> Self {
        self.with(name, Arg::Say(Box::new(message)))
    }
}
