//! What all verbs share: the shelf, the language, how to answer and how to complain.

use super::args::Common;
use super::failure::Failure;
use crate::battle::command::Command;
use crate::battle::journal;
use crate::battle::setup::{Fight, as_it_stands};
use crate::data::file;
use crate::data::problem::nearest;
use crate::locale::speak::Speaker;
use crate::locale::{Arg, Lang, Words};
use crate::rules::dice::Rng;
use crate::rules::facts::CombatantId;
use crate::shelf::{Opened, Shelf};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// One run of a verb.
pub struct Session {
    /// Rulesets, words, files.
    pub shelf: Shelf,
    /// The language to speak.
    pub lang: Lang,
    /// Whether the answer is JSON.
    pub json: bool,
    /// The rules that were asked for.
    pub ruleset: Option<String>,
    seed: Option<u64>,
    asked_lang: Option<Lang>,
    data_dir: Option<PathBuf>,
}

impl Session {
    /// Loads what there is.
    pub fn open(common: &Common) -> Result<Self, Failure> {
        Self::with(common, common.data_dir.clone().or_else(file::data_dir))
    }

    /// Loads what ships, without the data folder.
    pub fn shipped(common: &Common) -> Result<Self, Failure> {
        Self::with(common, None)
    }

    fn with(common: &Common, dir: Option<PathBuf>) -> Result<Self, Failure> {
        let words = || Words::new(&[]).expect("the program's own words fit together");
        // The user's own folder need not be there; one that was named has to be.
        if let Some(named) = common.data_dir.as_deref().filter(|named| !named.is_dir()) {
            let key = if named.exists() { "cli-data-dir-is-file" } else { "cli-no-data-dir" };
            let dir = named.display().to_string();
            return Err(Failure::Said(words().say(common.lang(), key, &[("dir", dir.into())])));
        }
        let shelf = Shelf::load(dir.as_deref()).map_err(|files| Failure::Files(files, words()))?;
        let this = Self {
            shelf,
            lang: common.lang(),
            json: common.json,
            ruleset: common.ruleset.clone(),
            seed: common.seed,
            asked_lang: common.lang,
            data_dir: dir,
        };
        if let Some(id) = &this.ruleset
            && id != "all"
            && this.shelf.library.get(id).is_none()
        {
            return Err(this.unknown("cli-no-ruleset", id, this.ruleset_ids()));
        }
        Ok(this)
    }

    /// The ids of all rulesets.
    pub fn ruleset_ids(&self) -> impl Iterator<Item = &'static str> + use<> {
        let ids: Vec<_> = self.shelf.library.0.iter().map(|r| r.info().id).collect();
        ids.into_iter()
    }

    /// A word or a sentence of the program.
    pub fn say(&self, key: &str, args: &[(&str, Arg)]) -> String {
        self.shelf.words.say(self.lang, key, args)
    }

    /// One that speaks about fighters.
    pub fn speaker<'a>(&'a self, names: &'a BTreeMap<CombatantId, String>) -> Speaker<'a> {
        Speaker::new(&self.shelf.words, self.lang, names)
    }

    /// A failure in words.
    pub fn fail(&self, key: &str, args: &[(&str, Arg)]) -> Failure {
        Failure::Said(self.say(key, args))
    }

    /// A failure to write a file.
    pub fn not_written(&self, path: &Path, error: &std::io::Error) -> Failure {
        let nobody = BTreeMap::new();
        Failure::Said(self.speaker(&nobody).say(&file::write_problem(path, error)))
    }

    /// A failure about a name that nobody knows, with the nearest that somebody does.
    pub fn unknown<'n>(
        &self,
        key: &str,
        name: &str,
        valid: impl IntoIterator<Item = &'n str>,
    ) -> Failure {
        let valid: Vec<&str> = valid.into_iter().collect();
        let mut text = self.say(key, &[("name", name.into())]);
        text.push(' ');
        text += &match nearest(name, valid.iter().copied()) {
            Some(near) => self.say("cli-meant", &[("near", near.into())]),
            None if valid.is_empty() => self.say("cli-there-are-none", &[]),
            None => self.say("cli-there-are", &[("names", valid.join(", ").into())]),
        };
        Failure::Said(text)
    }

    /// A fight under the rules that were asked for, else under its own.
    pub fn fight(&self, scenario: &str) -> Result<Fight, Failure> {
        if self.ruleset.as_deref() == Some("all") {
            return Err(self.unknown("cli-no-ruleset", "all", self.ruleset_ids()));
        }
        self.fight_under(scenario, self.ruleset.as_deref())
    }

    /// A fight under these rules, else under its own.
    pub fn fight_under(&self, scenario: &str, ruleset: Option<&str>) -> Result<Fight, Failure> {
        if self.shelf.is_saved(scenario) {
            return self.saved_under(scenario, ruleset);
        }
        let mut scenario = self
            .shelf
            .scenario(scenario)
            .map_err(|files| Failure::Files(files, self.shelf.words.clone()))?;
        if let Some(id) = ruleset {
            scenario.ruleset = id.to_owned();
        }
        let named = scenario.ruleset.clone();
        Fight::of(&scenario, &self.shelf.library)
            .ok_or_else(|| self.unknown("cli-no-ruleset", &named, self.ruleset_ids()))
    }

    /// A saved fight as it stands, under these rules or those it was left under.
    fn saved_under(&self, path: &str, ruleset: Option<&str>) -> Result<Fight, Failure> {
        let files = |files| Failure::Files(files, self.shelf.words.clone());
        match self.shelf.open(path).map_err(files)? {
            Opened::Fight(fight) => Ok(*fight),
            Opened::Saved(_, mut world) => {
                if let Some(id) = ruleset {
                    journal::order(&mut world, Command::Switch { ruleset: id.to_owned() });
                }
                Ok(as_it_stands(&mut world))
            }
        }
    }

    /// The seed that was asked for, or a random one, which is named.
    pub fn seed(&self) -> u64 {
        if let Some(seed) = self.seed {
            return seed;
        }
        let seed = Rng::random_seed();
        let text = self.say("cli-seed", &[("seed", seed.to_string().into())]);
        let _ = writeln!(std::io::stderr(), "{text}");
        seed
    }

    /// What the window starts with: a scenario, else the last table, else the demo fight.
    pub fn start(
        &self,
        scenario: Option<&str>,
        witness: Option<PathBuf>,
    ) -> Result<crate::app::Start, Failure> {
        // A saved table goes on with its journal: the desk opens it on top of this one.
        let saved = scenario.filter(|name| self.shelf.is_saved(name));
        if let Some(path) = saved {
            let files = |files| Failure::Files(files, self.shelf.words.clone());
            self.shelf.open(path).map_err(files)?;
        }
        let mut fight = self.fight(scenario.filter(|_| saved.is_none()).unwrap_or("demo"))?;
        fight.first.rng = Rng::new(self.seed.unwrap_or_else(Rng::random_seed));
        Ok(crate::app::Start {
            shelf: Arc::new(self.shelf.clone()),
            data_dir: self.data_dir.clone(),
            lang: self.asked_lang,
            settings: crate::app::settings_file(),
            scale_percent: None,
            fight,
            open: saved.map(PathBuf::from),
            resume: scenario.is_none() && self.ruleset.is_none(),
            witness,
        })
    }

    /// Writes the answer.
    pub fn answer(&self, text: &str) -> Result<(), Failure> {
        Ok(write(text)?)
    }

    /// Writes the answer as JSON.
    pub fn answer_json(&self, value: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(value).map_err(std::io::Error::from)?;
        self.answer(&format!("{text}\n"))
    }
}

/// Writes to the standard output, to its very end.
///
/// # Errors
/// What the system says.
pub fn write(text: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
