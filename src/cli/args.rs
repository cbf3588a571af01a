//! What can be said on the command line. The words of its help are in `usage.rs`.

use super::value::{self, BadValue};
use crate::locale::Lang;
use clap::{Args as ClapArgs, Parser, Subcommand};
use std::path::PathBuf;

/// The whole command line.
#[derive(Parser, Debug)]
#[command(name = "rubezh", version)]
#[command(disable_help_flag = true, disable_version_flag = true, disable_help_subcommand = true)]
pub struct Args {
    /// A scenario for the window.
    #[arg(id = "table", value_name = "SCENARIO")]
    pub scenario: Option<String>,
    /// What to do instead of opening the window.
    #[command(subcommand)]
    pub verb: Option<Verb>,
    /// Where to write what stands where on the screen (for tests of the real window).
    #[arg(long, hide = true, value_name = "FILE")]
    pub witness: Option<PathBuf>,
    /// What every verb understands.
    #[command(flatten)]
    pub common: Common,
    /// The version.
    #[arg(short = 'V', long, action = clap::ArgAction::Version)]
    pub version: Option<bool>,
}

/// Options that every verb understands.
#[derive(ClapArgs, Debug)]
pub struct Common {
    /// Language of texts and messages.
    #[arg(long, global = true, value_name = "ru|en", value_parser = value::lang)]
    pub lang: Option<Lang>,
    /// The rules to play by.
    #[arg(long, global = true, value_name = "ID")]
    pub ruleset: Option<String>,
    /// Seed of the dice.
    #[arg(long, global = true, value_name = "N", value_parser = seed)]
    pub seed: Option<u64>,
    /// Answers in JSON.
    #[arg(long, global = true)]
    pub json: bool,
    /// Folder with own rulesets, rosters, maps and scenarios.
    #[arg(long, global = true, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
    /// What can be said.
    #[arg(short = 'h', long, global = true, action = clap::ArgAction::Help)]
    pub help: Option<bool>,
}

impl Common {
    /// The language to speak.
    pub fn lang(&self) -> Lang {
        self.lang.unwrap_or_else(Lang::system)
    }
}

/// What the program can do without a window.
#[derive(Subcommand, Debug)]
pub enum Verb {
    /// What ships.
    List,
    /// The odds of an attack.
    Odds(Attack),
    /// One outcome of an attack.
    Resolve(Resolve),
    /// A fight of autopilots.
    Fight(Fight),
    /// Many fights of autopilots.
    Sim(Sim),
    /// A journal carried out again.
    Replay {
        /// The journal.
        #[arg(value_name = "JOURNAL")]
        journal: PathBuf,
    },
    /// All problems of files.
    Check {
        /// The files.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// A picture of the table.
    Shot(Shot),
    /// The rules that are implemented.
    Rules,
}

/// An attack from the board as it stands in the file.
#[derive(ClapArgs, Debug)]
pub struct Attack {
    /// A scenario: a file or a name.
    #[arg(value_name = "SCENARIO")]
    pub scenario: String,
    /// Who attacks, by id.
    #[arg(long, value_name = "ID")]
    pub attacker: String,
    /// Whom, by id.
    #[arg(long = "target", required = true, value_name = "ID")]
    pub targets: Vec<String>,
    /// How, by the action's id.
    #[arg(long, value_name = "ID")]
    pub action: Option<String>,
    /// Choices and overrides.
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub options: Vec<String>,
    /// What the game master settles.
    #[command(flatten)]
    pub house: House,
}

/// What the game master settles.
#[derive(ClapArgs, Debug)]
pub struct House {
    /// How decisions after a roll are answered.
    #[arg(long, value_name = "NAME")]
    pub policy: Option<String>,
    /// Settings of the ruleset.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub settings: Vec<String>,
}

/// An attack with its dice.
#[derive(ClapArgs, Debug)]
pub struct Resolve {
    /// The attack.
    #[command(flatten)]
    pub attack: Attack,
    /// The dice in the order of the checks.
    #[arg(long, value_name = "N,N,...", value_delimiter = ',', required = true)]
    #[arg(value_parser = value::die, allow_hyphen_values = true)]
    pub dice: Vec<u16>,
}

/// A fight of autopilots.
#[derive(ClapArgs, Debug)]
pub struct Fight {
    /// A scenario: a file or a name.
    #[arg(id = "played", value_name = "SCENARIO", default_value = "demo")]
    pub scenario: String,
    /// Stops after so many rounds.
    #[arg(long, value_name = "N", value_parser = rounds)]
    pub rounds: Option<u16>,
    /// The file for the journal.
    #[arg(id = "written", long = "journal", value_name = "OUT")]
    pub journal: Option<PathBuf>,
    /// What the game master settles.
    #[command(flatten)]
    pub house: House,
}

/// Many fights of autopilots.
#[derive(ClapArgs, Debug)]
pub struct Sim {
    /// A scenario: a file or a name.
    #[arg(id = "played", value_name = "SCENARIO", default_value = "demo")]
    pub scenario: String,
    /// How many fights.
    #[arg(long, value_name = "N", value_parser = fights)]
    pub fights: u64,
    /// On how many threads.
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<u16>,
    /// What the game master settles.
    #[command(flatten)]
    pub house: House,
}

/// A picture of the table.
#[derive(ClapArgs, Debug)]
pub struct Shot {
    /// A scenario: a file or a name.
    #[arg(id = "played", value_name = "SCENARIO")]
    pub scenario: Option<String>,
    /// The picture to write.
    #[arg(short = 'o', long = "out", value_name = "OUT.png")]
    pub out: PathBuf,
    /// Width and height in pixels.
    #[arg(long, default_value = "1600x900", value_parser = value::size, value_name = "WxH")]
    pub size: (u32, u32),
    /// Scale of the panels, 0.75 to 2.5.
    #[arg(long, default_value = "1.0", value_parser = value::scale, value_name = "N")]
    pub scale: f32,
    /// Whose picture: the game master's.
    #[arg(long, default_value = "gm", value_parser = value::view, value_name = "gm")]
    pub view: String,
}

fn seed(text: &str) -> Result<u64, BadValue> {
    value::whole(text, 0, u64::MAX)
}

fn rounds(text: &str) -> Result<u16, BadValue> {
    value::whole(text, 1, u16::MAX)
}

fn fights(text: &str) -> Result<u64, BadValue> {
    value::whole(text, 1, 100_000_000)
}

fn threads(text: &str) -> Result<u16, BadValue> {
    value::whole(text, 1, 512)
}
