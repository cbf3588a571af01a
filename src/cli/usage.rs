//! The words of the command line itself: its help, and what is wrong with its use. The parser knows
//! only English, so every word of its own is replaced.

use super::args::Args;
use super::value::BadValue;
use crate::data::file;
use crate::data::problem::nearest;
use crate::locale::speak::Speaker;
use crate::locale::{Arg, Lang, Words};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches};
use std::collections::BTreeMap;
use std::error::Error as _;
use std::ffi::OsString;

/// The command line of one run, and the language to speak about it.
pub struct Line {
    words: Words,
    lang: Lang,
    arguments: Vec<OsString>,
    /// Help by the word, as if it were a verb.
    helps: bool,
}

/// Options before a verb that take the next argument.
const WITH_VALUE: [&str; 5] = ["--lang", "--ruleset", "--seed", "--data-dir", "--witness"];

impl Line {
    /// The arguments of the process, the program's name first.
    ///
    /// # Panics
    /// Never: the program's own words fit together, by a test.
    pub fn new(arguments: impl IntoIterator<Item = OsString>) -> Self {
        let words = Words::new(&[]).expect("the program's own words fit together");
        let arguments = arguments.into_iter().collect();
        let mut this = Self { words, lang: Lang::En, arguments, helps: false };
        this.lang = this.asked_lang().unwrap_or_else(Lang::system);
        // `rubezh help odds` is `rubezh odds --help`.
        if let Some(at) = this.first_word().filter(|at| this.arguments[*at] == *"help") {
            this.arguments.remove(at);
            this.arguments.push("--help".into());
            this.helps = true;
        }
        this
    }

    /// The language that was asked for, even where the rest is not understood.
    fn asked_lang(&self) -> Option<Lang> {
        let texts: Vec<&str> = self.arguments.iter().filter_map(|a| a.to_str()).collect();
        let joined = texts.iter().filter_map(|text| text.strip_prefix("--lang="));
        let apart = texts.windows(2).filter(|pair| pair[0] == "--lang").map(|pair| pair[1]);
        joined.chain(apart).find_map(|code| code.parse().ok())
    }

    /// The place of the first argument that is neither an option nor the value of one.
    fn first_word(&self) -> Option<usize> {
        let mut at = 1;
        while let Some(argument) = self.arguments.get(at) {
            let text = argument.to_str().unwrap_or_default();
            if !text.starts_with('-') {
                return Some(at);
            }
            at += if WITH_VALUE.contains(&text) { 2 } else { 1 };
        }
        None
    }

    /// What help was asked about, if it is no verb: the parser would take it for a scenario.
    fn unknown_verb(&self) -> Option<&str> {
        let word = self.first_word().filter(|_| self.helps)?;
        let word = self.arguments[word].to_str()?;
        (word != "help" && Args::command().find_subcommand(word).is_none()).then_some(word)
    }

    /// Reads it.
    ///
    /// # Errors
    /// What is wrong, or the text that was asked for.
    pub fn read(&self) -> Result<Args, Wrong> {
        if let Some(verb) = self.unknown_verb() {
            let mut text = self.say("usage-no-verb", &[("verb", verb.into())]);
            let known = Args::command();
            if let Some(near) = nearest(verb, known.get_subcommands().map(clap::Command::get_name))
            {
                text += &format!(" {}", self.say("cli-meant", &[("near", near.into())]));
            }
            return Err(Wrong::Use(self.with_usage(&text)));
        }
        let mut command = self.command();
        let matches = command
            .try_get_matches_from_mut(&self.arguments)
            .and_then(|matches| Args::from_arg_matches(&matches));
        let args = matches.map_err(|error| match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                Wrong::Asked(error.render().to_string())
            }
            _ => Wrong::Use(self.complaint(&error)),
        })?;
        if args.verb.is_some() && args.scenario.is_some() {
            let text = self.say("usage-scenario-first", &[]);
            return Err(Wrong::Use(self.with_usage(&text)));
        }
        Ok(args)
    }

    /// A word or a sentence of the program.
    pub fn say(&self, key: &str, args: &[(&str, Arg)]) -> String {
        self.words.say(self.lang, key, args)
    }

    /// That the answer could not be written, with the reason.
    pub fn unwritten(&self, error: &std::io::Error) -> String {
        let nobody = BTreeMap::new();
        let why = Speaker::new(&self.words, self.lang, &nobody).say(&file::write_reason(error));
        format!("{}\n", self.say("cli-no-answer", &[("why", why.into())]))
    }

    /// The parser with the words of the language.
    fn command(&self) -> clap::Command {
        let mut command = self.dressed(Args::command(), "window");
        command = command
            .subcommand_help_heading(self.say("usage-verbs", &[]))
            .subcommand_value_name("VERB")
            .after_help(self.say("usage-examples", &[]));
        let mut order = 0;
        command.mut_subcommands(|verb| {
            order += 1;
            let name = verb.get_name().to_owned();
            let takes = verb.get_positionals().any(|arg| arg.get_id() != "files");
            let verb = self.dressed(verb, &name).display_order(order);
            let after = if takes && name != "replay" { "usage-scenario" } else { "usage-status" };
            verb.after_help(self.say(after, &[]))
        })
    }

    fn dressed(&self, command: clap::Command, name: &str) -> clap::Command {
        let template = format!(
            "{{about}}\n\n{} {{usage}}\n\n{{all-args}}{{after-help}}",
            self.say("usage-title", &[])
        );
        let [arguments, options] =
            ["usage-arguments", "usage-options"].map(|key| self.say(key, &[]));
        command
            .about(self.say(&format!("usage-about-{name}"), &[]))
            .long_about(None::<&str>)
            .override_usage(self.say(&format!("usage-line-{name}"), &[]))
            .help_template(template)
            .mut_args(|arg| {
                let heading = if arg.is_positional() { &arguments } else { &options };
                let key = format!("usage-arg-{}", arg.get_id());
                // What is hidden has no words.
                let help = self.words.has(self.lang, &key).then(|| self.say(&key, &[]));
                let takes = arg.get_action().takes_values();
                arg.help(help.unwrap_or_default())
                    .long_help(None::<&str>)
                    .help_heading(heading.clone())
                    .hide_default_value(takes)
                    // A value below zero is a value, and is refused as one.
                    .allow_negative_numbers(takes)
            })
    }

    /// What is wrong with the use, with how it should be.
    fn complaint(&self, error: &clap::Error) -> String {
        let text = |kind| match error.get(kind) {
            Some(ContextValue::String(text)) => text.clone(),
            Some(ContextValue::Strings(texts)) => texts.join(", "),
            _ => String::new(),
        };
        let argument = ("arg", Arg::from(text(ContextKind::InvalidArg)));
        let value = ("value", Arg::from(text(ContextKind::InvalidValue)));
        let said = match error.kind() {
            ErrorKind::ValueValidation => {
                let bad = error.source().and_then(|source| source.downcast_ref::<BadValue>());
                let why = bad.map_or_else(String::new, |bad| bad.say(&self.words, self.lang));
                self.say("usage-bad-value", &[argument, value, ("why", why.into())])
            }
            ErrorKind::InvalidValue | ErrorKind::TooFewValues | ErrorKind::NoEquals => {
                self.say("usage-no-value", &[argument])
            }
            ErrorKind::TooManyValues | ErrorKind::WrongNumberOfValues => {
                self.say("usage-takes-none", &[argument, value])
            }
            ErrorKind::MissingRequiredArgument => self.say("usage-missing", &[argument]),
            ErrorKind::ArgumentConflict => self.say("usage-twice", &[argument]),
            ErrorKind::UnknownArgument => self.say("usage-unknown", &[argument]),
            ErrorKind::InvalidUtf8 => self.say("usage-not-utf8", &[]),
            _ => self.say("usage-not-understood", &[]),
        };
        let near = match error.get(ContextKind::SuggestedArg) {
            Some(ContextValue::String(near)) => {
                format!(" {}", self.say("cli-meant", &[("near", near.as_str().into())]))
            }
            _ => String::new(),
        };
        self.with_usage(&(said + &near))
    }

    /// A complaint, and beneath it how the verb is used.
    fn with_usage(&self, complaint: &str) -> String {
        let first = self.first_word().and_then(|at| self.arguments[at].to_str());
        let known = Args::command();
        let verb = first.filter(|word| known.find_subcommand(word).is_some());
        let line = self.say(&format!("usage-line-{}", verb.unwrap_or("window")), &[]);
        let call = verb.map_or_else(String::new, |verb| format!(" {verb}"));
        let more = self.say("usage-more", &[("verb", call.into())]);
        format!("{complaint}\n\n{} {line}\n{more}\n", self.say("usage-title", &[]))
    }
}

/// Why there are no arguments to go on with.
#[derive(Debug)]
pub enum Wrong {
    /// Help or the version was asked for: the text.
    Asked(String),
    /// What is wrong with the use, in words.
    Use(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(arguments: &str) -> Line {
        Line::new(arguments.split_whitespace().map(OsString::from))
    }

    /// Every text of the help in both languages: nothing is left of the parser's own words, and no
    /// word is missing.
    #[test]
    fn all_help_is_in_the_chosen_language() {
        line("rubezh").command().debug_assert();
        let verbs: Vec<String> =
            Args::command().get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
        let calls = verbs.iter().map(|verb| format!("rubezh help {verb} --lang ru"));
        for call in calls.chain(["rubezh --help --lang ru".to_owned()]) {
            let Err(Wrong::Asked(text)) = line(&call).read() else { panic!("{call}") };
            for word in ["Usage", "Options", "Print", "default", "possible", "Commands", "⟦"] {
                assert!(!text.contains(word), "{call}: {word} in\n{text}");
            }
            assert!(text.contains("Вызов: rubezh"), "{text}");
        }
        for id in Args::command().get_subcommands().flat_map(clap::Command::get_arguments) {
            let key = format!("usage-arg-{}", id.get_id());
            assert!(line("rubezh").words.has(Lang::Ru, &key), "{key}");
        }
    }

    #[test]
    fn wrong_use_is_said_in_the_chosen_language() {
        let said = |call: &str| match line(&format!("rubezh {call}")).read() {
            Err(Wrong::Use(text)) => text,
            other => panic!("{call}: {other:?}"),
        };
        let cases = [
            ("fight --seed x --lang ru", &["целое число от 0 до 18446744073709551615", "«x»"][..]),
            ("fight --seed -1 --lang ru", &["«-1»", "целое число"]),
            ("fight --lang=ru --rounds 0", &["от 1 до 65535"]),
            ("sim --lang ru", &["--fights"]),
            ("sim --lang ru --fights 1 --threads 0", &["от 1 до 512"]),
            ("resolve demo --attacker a --target b --dice -1 --lang ru", &["«-1»", "целое число"]),
            ("resolve demo --attacker a --target b --dice 1,x --lang ru", &["«x»"]),
            ("shot -o a.png --size 1x1 --lang ru", &["640x360"]),
            ("shot -o a.png --scale NaN --lang ru", &["2.5"]),
            ("shot -o a.png --view players --lang ru", &["gm"]),
            ("resolve demo --attacker a --target b --dice -1,1 --lang ru", &["«-1»", "от 0"]),
            ("help zzz --lang ru", &["«zzz»", "Вызов: rubezh"]),
            ("help odd --lang ru", &["«odd»", "«odds»"]),
            ("list --jso --lang ru", &["--jso", "«--json»"]),
            ("list --json=5 --lang ru", &["--json"]),
            ("list --json --json --lang ru", &["--json"]),
            ("list --lang ru --ruleset", &["--ruleset"]),
            ("replay a b --lang ru", &["«b»"]),
            ("demo fight --lang ru", &["Сначала глагол"]),
            ("odds demo --lang ru", &["--attacker", "--target", "Вызов: rubezh odds"]),
        ];
        for (call, words) in cases {
            let text = said(call);
            for word in words {
                assert!(text.contains(word), "{call}: no {word} in {text}");
            }
            let english = ["error", "invalid", "Usage", "tip:", "cannot", "required", "⟦"];
            assert!(!english.iter().any(|word| text.contains(word)), "{call}: {text}");
        }
        assert!(said("fight --seed x --lang en").contains("a whole number from 0"));
        assert!(said("list --lang de --lang en").contains("ru"), "a language that is known");
    }
}
