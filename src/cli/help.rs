//! The usage texts in the language that was asked for: they are words like all others, put into
//! the parser before it reads a line.

use super::args::Args;
use crate::locale::{Lang, Words};
use clap::{Arg, ArgAction, Command, CommandFactory};
use std::ffi::OsString;

/// What the help is asked by, where a verb stands.
const HELP: &str = "help";

/// The language that a command line asks for, before it is understood.
pub fn lang(arguments: &[OsString]) -> Lang {
    let words = || arguments.iter().filter_map(|argument| argument.to_str());
    let after = words().zip(words().skip(1)).find(|(key, _)| *key == "--lang");
    let joined = words().find_map(|word| word.strip_prefix("--lang="));
    let named = joined.or(after.map(|(_, value)| value));
    named.and_then(|name| name.parse().ok()).unwrap_or_else(Lang::system)
}

/// `help VERB` is `VERB --help`, wherever the other options stand.
pub fn as_option(arguments: &mut Vec<OsString>) {
    if arguments.get(1).is_some_and(|first| first == HELP) {
        arguments.remove(1);
        arguments.push("--help".into());
    }
}

/// The parser with all its texts in a language.
pub fn command(lang: Lang) -> Command {
    let words = Words::new(&[]).expect("the program's own words are right, by a test");
    let say = |key: &str| words.say(lang, key, &[]);
    let mut command = Args::command().disable_help_subcommand(true);
    command = dressed(command, "rubezh", &words, lang, true);
    let verbs: Vec<String> =
        command.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    for verb in verbs {
        command = command.mut_subcommand(&verb, |sub| dressed(sub, &verb, &words, lang, false));
    }
    command
        .subcommand_help_heading(say("cli-heading-verbs"))
        .subcommand_value_name(say("cli-value-verb"))
}

/// One verb with its texts; an argument has words of its own under one verb, else for all.
fn dressed(command: Command, verb: &str, words: &Words, lang: Lang, whole: bool) -> Command {
    let say = |key: &str| words.say(lang, key, &[]);
    let own = |key: String| words.has(lang, &key).then(|| say(&key));
    let about = own(format!("cli-verb-{verb}")).unwrap_or_default();
    let after = say(if whole { "cli-help-after" } else { "cli-help-status" });
    let template = format!(
        "{{about-with-newline}}\n{} {{usage}}\n\n{{all-args}}{{after-help}}",
        say("cli-heading-usage")
    );
    let help = Arg::new(HELP)
        .short('h')
        .long(HELP)
        .action(ArgAction::Help)
        .help(say("cli-arg-help"))
        .help_heading(say("cli-heading-options"));
    let mut command = command
        .about(about)
        .long_about(None)
        .after_help(after)
        .help_template(template)
        .disable_help_flag(true);
    let ids: Vec<String> =
        command.get_arguments().map(|argument| argument.get_id().to_string()).collect();
    for id in ids {
        let name = id.replace('_', "-");
        let text = own(format!("cli-arg-{verb}-{name}")).or_else(|| own(format!("cli-arg-{name}")));
        command = command.mut_arg(&id, |argument| {
            let heading = match argument.is_positional() {
                true => say("cli-heading-arguments"),
                false => say("cli-heading-options"),
            };
            let argument = argument.help_heading(heading);
            match text {
                Some(text) => argument.help(text).long_help(None),
                None => argument,
            }
        });
    }
    if whole {
        let version = Arg::new("version")
            .short('V')
            .long("version")
            .action(ArgAction::Version)
            .help(say("cli-arg-version"))
            .help_heading(say("cli-heading-options"));
        command = command.disable_version_flag(true).arg(version);
    }
    command.arg(help)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn the_language_is_found_before_the_verb_is() {
        for line in ["rubezh help --lang ru", "rubezh --lang=ru odds", "rubezh odds x --lang ru"] {
            assert_eq!(lang(&arguments(line)), Lang::Ru, "{line}");
        }
    }

    /// Every text of the parser is a word of both languages.
    #[test]
    fn every_text_is_in_both_languages() {
        for lang in Lang::ALL {
            let command = command(lang);
            command.clone().debug_assert();
            let all = std::iter::once(&command).chain(command.get_subcommands());
            for verb in all {
                assert!(verb.get_about().is_some_and(|a| !a.to_string().is_empty()), "{verb}");
                for argument in verb.get_arguments().filter(|a| !a.is_hide_set()) {
                    let text = argument.get_help().map(ToString::to_string).unwrap_or_default();
                    let russian = text.chars().any(|c| ('а'..='я').contains(&c));
                    let id = argument.get_id();
                    assert_eq!(russian, lang == Lang::Ru, "{} {id}: {text}", verb.get_name());
                }
            }
        }
    }

    #[test]
    fn help_stands_where_a_verb_does() {
        let mut line = arguments("rubezh help odds --lang ru");
        as_option(&mut line);
        assert_eq!(line, arguments("rubezh odds --lang ru --help"));
        let error = command(Lang::Ru).try_get_matches_from(line).expect_err("help is an answer");
        assert_eq!(error.kind(), clap::error::ErrorKind::DisplayHelp);
        let text = error.to_string();
        assert!(text.contains("Вызов:") && text.contains("Ключи"), "{text}");
    }
}
