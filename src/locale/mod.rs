//! Words: every text that a person reads, in Russian and in English.
//!
//! The program speaks in keys and arguments; [`Words`] turns them into text at the last moment,
//! so that switching the language also re-words what was written before. The texts are Fluent:
//! the program's own lie in `assets/locale/{ru,en}/*.ftl` and are built in, a ruleset brings
//! its own with its data file. Fluent knows the Russian one, few and many.
//!
//! Sorting, searching and writing numbers as a reader of the language expects are in [`text`].

pub mod speak;
pub mod text;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    str::FromStr,
    sync::Arc,
};

use fluent_syntax::ast;
use fluent_templates::{
    FluentBundle,
    fluent_bundle::{FluentArgs, FluentError, FluentResource, FluentValue},
};
use serde::{Deserialize, Serialize};
use unic_langid::{LanguageIdentifier, langid};

pub use text::{collate, percent, search_fold};

/// A language of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// Russian.
    Ru,
    /// English.
    En,
}

impl Lang {
    /// Both, in the order in which they are offered.
    pub const ALL: [Self; 2] = [Self::Ru, Self::En];

    /// The first language of the user's system that the program speaks, else English.
    #[must_use]
    pub fn system() -> Self {
        Self::first_of(sys_locale::get_locales())
    }

    /// The first that the program speaks among tags like `ru-RU` or `en_GB.UTF-8`, else English.
    fn first_of(tags: impl Iterator<Item = String>) -> Self {
        let primary = |tag: String| tag.split(['-', '_', '.']).next()?.to_lowercase().parse().ok();
        tags.filter_map(primary).next().unwrap_or(Self::En)
    }

    /// `ru` or `en`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Ru => "ru",
            Self::En => "en",
        }
    }

    /// The name of the language in the language itself.
    #[must_use]
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::Ru => "Русский",
            Self::En => "English",
        }
    }

    /// The other of the two.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Ru => Self::En,
            Self::En => Self::Ru,
        }
    }

    const fn identifier(self) -> LanguageIdentifier {
        match self {
            Self::Ru => langid!("ru"),
            Self::En => langid!("en"),
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A language code that is neither `ru` nor `en`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("ru | en, not \"{0}\"")]
pub struct UnknownLang(pub String);

impl FromStr for Lang {
    type Err = UnknownLang;

    fn from_str(code: &str) -> Result<Self, Self::Err> {
        match code {
            "ru" => Ok(Self::Ru),
            "en" => Ok(Self::En),
            _ => Err(UnknownLang(code.to_owned())),
        }
    }
}

/// The value of a variable in a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// A whole number; chooses the plural form. Exact up to 2⁵³, so a seed goes as text.
    Int(i64),
    /// A number that may have decimals, written with at most three unless the message says
    /// otherwise by `NUMBER($x, maximumFractionDigits: 1)`.
    Float(f64),
    /// A name, or a text that was already put into words.
    Text(String),
}

impl From<i64> for Arg {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}

impl From<i32> for Arg {
    fn from(value: i32) -> Self {
        Self::Int(value.into())
    }
}

impl From<u32> for Arg {
    fn from(value: u32) -> Self {
        Self::Int(value.into())
    }
}

impl From<f64> for Arg {
    fn from(value: f64) -> Self {
        Self::Float(value)
    }
}

impl From<String> for Arg {
    fn from(value: String) -> Self {
        Self::Text(value)
    }
}

impl From<&str> for Arg {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}

/// Lists the program's own files; a file must be there in both languages.
macro_rules! program_files {
    ($($name:literal),+ $(,)?) => {
        &[$(
            (Lang::Ru, $name, include_str!(concat!("../../assets/locale/ru/", $name, ".ftl"))),
            (Lang::En, $name, include_str!(concat!("../../assets/locale/en/", $name, ".ftl"))),
        )+]
    };
}

/// The program's own words. A new pair of files in `assets/locale` gets its name here.
const PROGRAM: &[(Lang, &str, &str)] = program_files![
    "program", "problems", "battle", "flaws", "data", "desk", "overlay", "view", "cli"
];

/// A place in a Fluent source that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceProblem {
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1, in characters.
    pub column: usize,
    /// What was expected, in English: it is the parser's word.
    pub text: String,
}

/// The problems of one Fluent source, for checking a data file that carries one. Lines and
/// columns are those of the source itself: add where it starts in the file.
#[must_use]
pub fn source_problems(source: &str) -> Vec<SourceProblem> {
    parse(source).map_or_else(|(_, problems)| problems, |_| Vec::new())
}

/// Every message that has a text of its own, with the variables it uses. The attribute of a
/// message stands beside it as `message.attribute`.
pub type Keys = BTreeMap<String, BTreeSet<String>>;

/// All words in both languages. A clone is a new handle on the same words.
#[derive(Clone)]
pub struct Words(Arc<Both>);

struct Both {
    ru: Tongue,
    en: Tongue,
}

/// The words of one language.
struct Tongue {
    bundle: FluentBundle<FluentResource>,
    keys: Keys,
}

impl Words {
    /// The program's own words and `extra` Fluent sources (the words of rulesets).
    ///
    /// # Errors
    ///
    /// All problems at once, one line each: what cannot be read, keys that are there twice in
    /// one language, references to messages that do not exist. A source of `extra` is named
    /// by its language and its number among those of that language, from 1.
    pub fn new(extra: &[(Lang, &str)]) -> Result<Self, Vec<String>> {
        let mut problems = Vec::new();
        let [ru, en] = Lang::ALL.map(|lang| {
            let own = PROGRAM.iter().filter(|file| file.0 == lang);
            let own = own.map(|(_, name, source)| (format!("{lang}/{name}.ftl"), *source));
            let added = extra.iter().filter(|added| added.0 == lang).enumerate();
            let added = added.map(|(i, (_, source))| (format!("{lang} source {}", i + 1), *source));
            Tongue::new(lang, own.chain(added), &mut problems)
        });
        if problems.is_empty() { Ok(Self(Arc::new(Both { ru, en }))) } else { Err(problems) }
    }

    /// The text of `key` in `lang`; in the other language if it is missing there; `⟦key⟧` if
    /// it is missing in both. A variable that `args` lacks stays visible as `{$name}`.
    #[must_use]
    pub fn say(&self, lang: Lang, key: &str, args: &[(&str, Arg)]) -> String {
        [lang, lang.other()]
            .into_iter()
            .find_map(|lang| self.tongue(lang).say(key, args))
            .unwrap_or_else(|| format!("⟦{key}⟧"))
    }

    /// Whether `key` is there in this very language.
    #[must_use]
    pub fn has(&self, lang: Lang, key: &str) -> bool {
        self.keys(lang).contains_key(key)
    }

    /// All keys of a language with their variables, those of referenced messages included.
    #[must_use]
    pub fn keys(&self, lang: Lang) -> &Keys {
        &self.tongue(lang).keys
    }

    /// Where the two languages do not match, one line each: a key that one of them lacks, or
    /// that uses other variables. Empty when all is well.
    #[must_use]
    pub fn mismatches(&self) -> Vec<String> {
        let (ru, en) = (self.keys(Lang::Ru), self.keys(Lang::En));
        let all: BTreeSet<&String> = ru.keys().chain(en.keys()).collect();
        all.into_iter()
            .filter_map(|key| match (ru.get(key), en.get(key)) {
                (Some(ru), Some(en)) if ru == en => None,
                (Some(ru), Some(en)) => Some(format!("{key}: ru has {ru:?}, en has {en:?}")),
                (None, _) => Some(format!("{key}: missing in ru")),
                (_, None) => Some(format!("{key}: missing in en")),
            })
            .collect()
    }

    fn tongue(&self, lang: Lang) -> &Tongue {
        match lang {
            Lang::Ru => &self.0.ru,
            Lang::En => &self.0.en,
        }
    }
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [ru, en] = Lang::ALL.map(|lang| self.keys(lang).len());
        f.debug_struct("Words").field("ru", &ru).field("en", &en).finish()
    }
}

impl Tongue {
    fn new<'a>(
        lang: Lang,
        sources: impl Iterator<Item = (String, &'a str)>,
        problems: &mut Vec<String>,
    ) -> Self {
        let mut bundle = FluentBundle::new_concurrent(vec![lang.identifier()]);
        // The marks would show as boxes in some fonts and spoil copied text; both languages
        // run from left to right.
        bundle.set_use_isolating(false);
        match lang {
            Lang::Ru => bundle.set_formatter(Some(|value, _| written(Lang::Ru, value))),
            Lang::En => bundle.set_formatter(Some(|value, _| written(Lang::En, value))),
        }
        bundle.add_builtins().expect("a new bundle has no function yet");

        let mut entries = Entries::default();
        for (name, source) in sources {
            let resource = parse(source).unwrap_or_else(|(resource, found)| {
                problems.extend(
                    found.iter().map(|p| format!("{name}:{}:{}: {}", p.line, p.column, p.text)),
                );
                resource
            });
            entries.read(&resource);
            if let Err(errors) = bundle.add_resource(resource) {
                problems.extend(errors.iter().map(|error| match error {
                    FluentError::Overriding { id, .. } => format!("{name}: {id} is there twice"),
                    other => format!("{name}: {other}"),
                }));
            }
        }
        let keys = entries.resolve(lang, problems);
        Self { bundle, keys }
    }

    fn say(&self, key: &str, args: &[(&str, Arg)]) -> Option<String> {
        let (id, attribute) = key.split_once('.').map_or((key, None), |(k, a)| (k, Some(a)));
        let message = self.bundle.get_message(id)?;
        let pattern = match attribute {
            Some(attribute) => message.get_attribute(attribute)?.value(),
            None => message.value()?,
        };
        let args: FluentArgs = args
            .iter()
            .map(|(name, arg)| {
                let value = match arg {
                    Arg::Int(number) => FluentValue::from(*number),
                    Arg::Float(number) => FluentValue::from(*number),
                    Arg::Text(text) => FluentValue::from(text.as_str()),
                };
                (*name, value)
            })
            .collect();
        // What goes wrong here is already visible in the text.
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(&args), &mut errors);
        Some(text.into_owned())
    }
}

/// A number in a message, as `lang` writes it; None leaves other values to Fluent.
fn written(lang: Lang, value: &FluentValue) -> Option<String> {
    let FluentValue::Number(number) = value else {
        return None;
    };
    let least = number.options.minimum_fraction_digits.unwrap_or(0);
    let most = number.options.maximum_fraction_digits.unwrap_or(3);
    Some(text::decimal(lang, number.value, least, most.max(least)))
}

/// Reads a source; on problems gives what could be read beside them.
fn parse(source: &str) -> Result<FluentResource, (FluentResource, Vec<SourceProblem>)> {
    FluentResource::try_new(source.to_owned()).map_err(|(resource, errors)| {
        let problems = errors
            .iter()
            .map(|error| {
                let (line, column) = text::line_and_column(source, error.pos.start);
                SourceProblem { line, column, text: error.kind.to_string() }
            })
            .collect();
        (resource, problems)
    })
}

/// What each entry mentions by itself, before references are followed. Terms are kept under
/// `-name`.
#[derive(Default)]
struct Entries(BTreeMap<String, Mentions>);

#[derive(Default)]
struct Mentions {
    variables: BTreeSet<String>,
    references: BTreeSet<String>,
}

impl Entries {
    fn read(&mut self, resource: &FluentResource) {
        for entry in resource.entries() {
            let (id, value, attributes) = match entry {
                ast::Entry::Message(m) => (m.id.name.to_owned(), m.value.as_ref(), &m.attributes),
                ast::Entry::Term(t) => (format!("-{}", t.id.name), Some(&t.value), &t.attributes),
                _ => continue,
            };
            for attribute in attributes {
                self.add(format!("{id}.{}", attribute.id.name), &attribute.value);
            }
            if let Some(value) = value {
                self.add(id, value);
            }
        }
    }

    fn add(&mut self, key: String, pattern: &ast::Pattern<&str>) {
        let mut mentions = Mentions::default();
        mentions.pattern(pattern);
        self.0.entry(key).or_insert(mentions);
    }

    /// The messages with all variables that can show in them.
    fn resolve(&self, lang: Lang, problems: &mut Vec<String>) -> Keys {
        for (key, mentions) in &self.0 {
            let unknown = mentions.references.iter().filter(|other| !self.0.contains_key(*other));
            problems.extend(unknown.map(|other| format!("{lang}: {key} refers to no {other}")));
        }
        let messages = self.0.keys().filter(|key| !key.starts_with('-'));
        messages.map(|key| (key.clone(), self.variables(key))).collect()
    }

    fn variables(&self, key: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut open = vec![key];
        while let Some(key) = open.pop() {
            let Some(mentions) = self.0.get(key).filter(|_| seen.insert(key)) else {
                continue;
            };
            // A term sees only what it is called with, never the caller's variables.
            if !key.starts_with('-') {
                found.extend(mentions.variables.iter().cloned());
            }
            open.extend(mentions.references.iter().map(String::as_str));
        }
        found
    }
}

impl Mentions {
    fn pattern(&mut self, pattern: &ast::Pattern<&str>) {
        for element in &pattern.elements {
            if let ast::PatternElement::Placeable { expression } = element {
                self.expression(expression);
            }
        }
    }

    fn expression(&mut self, expression: &ast::Expression<&str>) {
        match expression {
            ast::Expression::Inline(inline) => self.inline(inline),
            ast::Expression::Select { selector, variants } => {
                self.inline(selector);
                for variant in variants {
                    self.pattern(&variant.value);
                }
            }
        }
    }

    fn inline(&mut self, inline: &ast::InlineExpression<&str>) {
        use ast::InlineExpression as Inline;
        let whole = |id: &str, attribute: &Option<ast::Identifier<&str>>| {
            attribute.as_ref().map_or_else(|| id.to_owned(), |a| format!("{id}.{}", a.name))
        };
        match inline {
            Inline::StringLiteral { .. } | Inline::NumberLiteral { .. } => {}
            Inline::VariableReference { id } => {
                self.variables.insert(id.name.to_owned());
            }
            Inline::MessageReference { id, attribute } => {
                self.references.insert(whole(id.name, attribute));
            }
            Inline::TermReference { id, attribute, arguments } => {
                self.references.insert(whole(&format!("-{}", id.name), attribute));
                if let Some(arguments) = arguments {
                    self.arguments(arguments);
                }
            }
            Inline::FunctionReference { arguments, .. } => self.arguments(arguments),
            Inline::Placeable { expression } => self.expression(expression),
        }
    }

    fn arguments(&mut self, arguments: &ast::CallArguments<&str>) {
        for inline in &arguments.positional {
            self.inline(inline);
        }
        for named in &arguments.named {
            self.inline(&named.value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RU: &str = "\
test-wounds = { $name } получает { $n ->
    [one] { $n } рану
    [few] { $n } раны
   *[many] { $n } ран
}
test-far = { NUMBER($m, maximumFractionDigits: 1) } м
test-plain = { $m }
test-lit = { $name }: { test-plain }
test-tip = Выстрел
    .hint = Ещё { $n }
-test-weapon = { $case ->
   *[nominative] нож
    [instrumental] ножом
}
test-with = бьёт { -test-weapon(case: \"instrumental\") }
test-only-ru = только тут, { $n ->
    [one] { $n } раз
    [few] { $n } раза
   *[many] { $n } раз
}
";
    const EN: &str = "\
test-wounds = { $name } takes { $n ->
    [one] { $n } wound
   *[other] { $n } wounds
}
test-far = { NUMBER($m, maximumFractionDigits: 1) } m
test-plain = { $m }
test-lit = { $name }: { test-plain }
test-tip = Shot
    .hint = { $n } more
test-with = strikes with a knife
test-only-ru-not = x
";

    fn words() -> Words {
        Words::new(&[(Lang::Ru, RU), (Lang::En, EN)]).unwrap()
    }

    #[test]
    fn the_program_says_the_same_in_both_languages() {
        let words = Words::new(&[]).unwrap();
        assert_eq!(words.mismatches(), Vec::<String>::new());
        assert_eq!(words.say(Lang::Ru, "cancel", &[]), "Отмена");
        assert_eq!(words.say(Lang::En, "cancel", &[]), "Cancel");
    }

    #[test]
    fn every_file_of_the_program_is_built_in() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/locale");
        for lang in Lang::ALL {
            let on_disk: BTreeSet<String> = std::fs::read_dir(format!("{root}/{lang}"))
                .unwrap()
                .map(|file| file.unwrap().file_name().into_string().unwrap())
                .collect();
            let built_in: BTreeSet<String> = PROGRAM
                .iter()
                .filter(|file| file.0 == lang)
                .map(|file| format!("{}.ftl", file.1))
                .collect();
            assert_eq!(on_disk, built_in, "{lang}");
        }
    }

    #[test]
    fn russian_has_one_few_and_many() {
        let words = words();
        let say = |lang, n: i64| {
            words.say(lang, "test-wounds", &[("name", "Ворон".into()), ("n", n.into())])
        };
        for (n, tail) in [
            (0, "0 ран"),
            (1, "1 рану"),
            (2, "2 раны"),
            (4, "4 раны"),
            (5, "5 ран"),
            (11, "11 ран"),
            (12, "12 ран"),
            (21, "21 рану"),
            (112, "112 ран"),
            (1_000_003, "1000003 раны"),
        ] {
            assert_eq!(say(Lang::Ru, n), format!("Ворон получает {tail}"));
        }
        assert_eq!(say(Lang::En, 1), "Ворон takes 1 wound");
        assert_eq!(say(Lang::En, 21), "Ворон takes 21 wounds");
    }

    #[test]
    fn numbers_follow_the_language() {
        let words = words();
        let say = |lang, key, m: f64| words.say(lang, key, &[("m", m.into())]);
        assert_eq!(say(Lang::Ru, "test-far", 5.656_85), "5,7 м");
        assert_eq!(say(Lang::En, "test-far", 5.656_85), "5.7 m");
        assert_eq!(say(Lang::Ru, "test-far", 6.0), "6 м");
        assert_eq!(say(Lang::Ru, "test-plain", 0.1 + 0.2), "0,3");
        assert_eq!(say(Lang::En, "test-plain", 12_345.5), "12345.5");
        assert_eq!(say(Lang::En, "test-plain", -0.000_1), "0");
        assert_eq!(say(Lang::En, "test-plain", f64::NAN), "NaN");
    }

    #[test]
    fn nothing_is_isolated_or_lost() {
        let words = words();
        assert_eq!(
            words.say(Lang::Ru, "test-lit", &[("name", "А".into()), ("m", 2.into())]),
            "А: 2"
        );
        assert_eq!(words.say(Lang::Ru, "test-tip.hint", &[("n", 3.into())]), "Ещё 3");
        assert_eq!(words.say(Lang::Ru, "test-with", &[]), "бьёт ножом");
        assert_eq!(words.say(Lang::Ru, "test-plain", &[]), "{$m}");
    }

    #[test]
    fn a_missing_key_is_seen() {
        let words = words();
        for key in ["no-such-key", "", ".", "test-tip.", "test-tip.none", "-test-weapon", "⟦"] {
            assert_eq!(words.say(Lang::Ru, key, &[]), format!("⟦{key}⟧"));
            assert!(!words.has(Lang::Ru, key));
        }
    }

    #[test]
    fn one_language_helps_the_other_out() {
        let words = words();
        assert!(!words.has(Lang::En, "test-only-ru"));
        let said = words.say(Lang::En, "test-only-ru", &[("n", 3.into())]);
        assert_eq!(said, "только тут, 3 раза", "in Russian with the Russian plural");
    }

    #[test]
    fn keys_know_their_variables() {
        let words = words();
        let variables = |key: &str| words.keys(Lang::Ru)[key].iter().cloned().collect::<Vec<_>>();
        assert_eq!(variables("test-wounds"), ["n", "name"]);
        assert_eq!(variables("test-far"), ["m"]);
        assert_eq!(variables("test-lit"), ["m", "name"], "through a reference");
        assert_eq!(variables("test-tip.hint"), ["n"]);
        assert_eq!(variables("test-with"), [""; 0], "a term keeps its own");
        assert_eq!(
            words.mismatches(),
            ["test-only-ru: missing in en", "test-only-ru-not: missing in ru"]
        );
        let other = Words::new(&[(Lang::Ru, "a = { $x }"), (Lang::En, "a = { $y }")]).unwrap();
        assert_eq!(other.mismatches(), [r#"a: ru has {"x"}, en has {"y"}"#]);
    }

    #[test]
    fn all_problems_are_told_at_once() {
        let first = "good = yes\nbad\nworse = { $\n";
        let second = "good = twice\nlink = { nowhere } { -term }\n";
        let problems = Words::new(&[(Lang::En, first), (Lang::En, second)]).unwrap_err();
        assert!(problems[0].starts_with("en source 1:2:4: "), "{problems:?}");
        assert!(problems[1].starts_with("en source 1:3:"), "{problems:?}");
        assert_eq!(
            problems[2..],
            [
                "en source 2: good is there twice",
                "en: link refers to no -term",
                "en: link refers to no nowhere",
            ]
        );
        let found = source_problems(first);
        assert_eq!((found[0].line, found[0].column), (2, 4));
        assert_eq!(source_problems("fine = yes\n"), []);
    }

    #[test]
    fn a_message_that_refers_to_itself_ends() {
        let words = Words::new(&[(Lang::En, "loop = { loop } { $n }")]).unwrap();
        assert!(words.keys(Lang::En)["loop"].contains("n"));
        let _ = words.say(Lang::En, "loop", &[]);
    }

    #[test]
    fn languages_are_read_and_written() {
        for lang in Lang::ALL {
            assert_eq!(lang.to_string().parse(), Ok(lang));
            assert_eq!(lang.other().other(), lang);
        }
        assert!("RU".parse::<Lang>().is_err());
        let first = |tags: &[&str]| Lang::first_of(tags.iter().map(|tag| (*tag).to_owned()));
        assert_eq!(first(&["ru-RU", "en"]), Lang::Ru);
        assert_eq!(first(&["RU_RU.UTF-8"]), Lang::Ru);
        assert_eq!(first(&["de-DE", "en-GB", "ru"]), Lang::En);
        assert_eq!(first(&["C"]), Lang::En);
        assert_eq!(first(&[]), Lang::En);
    }

    #[test]
    fn words_go_where_the_threads_go() {
        fn shared<T: Clone + Send + Sync + 'static>() {}
        shared::<Words>();
    }
}
