//! What can be said on the command line.

use crate::locale::Lang;
use clap::{Args as ClapArgs, Parser, Subcommand};
use std::path::PathBuf;

/// A table for tactical fights: exact odds before the click, undo of anything, replay that proves
/// itself. Without a verb it opens the window.
#[derive(Parser, Debug)]
#[command(name = "rubezh", version, about)]
pub struct Args {
    /// A scenario: a file, or the name of one that ships; without it the last table.
    pub scenario: Option<String>,
    /// What to do instead of opening the window.
    #[command(subcommand)]
    pub verb: Option<Verb>,
    /// Writes to this file what stands where on the screen (for tests of the real window).
    #[arg(long, hide = true, value_name = "FILE")]
    pub witness: Option<PathBuf>,
    /// What every verb understands.
    #[command(flatten)]
    pub common: Common,
}

/// Options that every verb understands.
#[derive(ClapArgs, Debug)]
pub struct Common {
    /// Language of texts and messages: ru or en [default: the system's]
    #[arg(long, global = true, value_name = "ru|en")]
    pub lang: Option<Lang>,
    /// Plays by these rules instead of those that the scenario names (sim: `all` compares)
    #[arg(long, global = true, value_name = "ID")]
    pub ruleset: Option<String>,
    /// Seed of the dice; without it a random one is drawn and named
    #[arg(long, global = true, value_name = "N")]
    pub seed: Option<u64>,
    /// Answers in JSON
    #[arg(long, global = true)]
    pub json: bool,
    /// Folder with own rulesets, rosters, maps and scenarios [default: the user's data folder]
    #[arg(long, global = true, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
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
    /// Lists scenarios with their fighters, rulesets, maps and rosters
    List,
    /// The explained check and the exact outcome distribution of one attack
    Odds(Attack),
    /// One outcome of an attack, for given dice
    Resolve(Resolve),
    /// Plays a fight with both sides on autopilot and prints its log
    Fight(Fight),
    /// Plays many fights on autopilot and counts who wins
    Sim(Sim),
    /// Replays a journal and compares the state after every entry
    Replay {
        /// The journal, as `fight --journal` or the window wrote it
        journal: PathBuf,
    },
    /// Says all that is wrong with rulesets, rosters, maps, scenarios and journals
    Check {
        /// The files
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Draws the table with all its panels into a picture; needs a Vulkan driver, but no display
    Shot(Shot),
    /// Lists the rules that are implemented, with the tests that exercise them
    Rules,
}

/// An attack from the board as it stands in the file.
#[derive(ClapArgs, Debug)]
pub struct Attack {
    /// A scenario: a file or a name
    pub scenario: String,
    /// Who attacks, by id
    #[arg(long, value_name = "ID")]
    pub attacker: String,
    /// Whom, by id; may be given several times
    #[arg(long = "target", required = true, value_name = "ID")]
    pub targets: Vec<String>,
    /// How, by the action's id [default: what suits]
    #[arg(long, value_name = "ID")]
    pub action: Option<String>,
    /// A choice or an override, by name or number: KEY=VALUE, for one target KEY@ID=VALUE
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub options: Vec<String>,
}

/// An attack with its dice.
#[derive(ClapArgs, Debug)]
pub struct Resolve {
    /// The attack.
    #[command(flatten)]
    pub attack: Attack,
    /// The dice in the order of the checks: the ones of a coin pool, else faces
    #[arg(long, value_name = "N,N,...", value_delimiter = ',', required = true)]
    pub dice: Vec<u16>,
}

/// A fight of autopilots.
#[derive(ClapArgs, Debug)]
pub struct Fight {
    /// A scenario: a file or a name
    #[arg(default_value = "demo")]
    pub scenario: String,
    /// Stops after so many rounds
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub rounds: Option<u16>,
    /// Writes the journal to this file
    #[arg(long, value_name = "OUT")]
    pub journal: Option<PathBuf>,
}

/// Many fights of autopilots.
#[derive(ClapArgs, Debug)]
pub struct Sim {
    /// A scenario: a file or a name
    #[arg(default_value = "demo")]
    pub scenario: String,
    /// How many fights
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub fights: u64,
    /// On how many threads [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub threads: Option<u16>,
}

/// A picture of the table.
#[derive(ClapArgs, Debug)]
pub struct Shot {
    /// A scenario: a file or a name [default: demo]
    pub scenario: Option<String>,
    /// The picture to write
    #[arg(short = 'o', long = "out", value_name = "OUT.png")]
    pub out: PathBuf,
    /// Width and height in pixels
    #[arg(long, default_value = "1600x900", value_parser = size, value_name = "WxH")]
    pub size: (u32, u32),
    /// Scale of the panels, 0.75 to 2.5
    #[arg(long, default_value_t = 1.0, value_parser = scale)]
    pub scale: f32,
    /// Whose picture: the game master's
    #[arg(long, default_value = "gm", value_parser = ["gm"])]
    pub view: String,
}

/// Reads `1600x900`; from 640x360 to 7680x4320.
fn size(text: &str) -> Result<(u32, u32), String> {
    let parts = text.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    match parts {
        Some((w, h)) if (640..=7680).contains(&w) && (360..=4320).contains(&h) => Ok((w, h)),
        _ => Err("WIDTHxHEIGHT, from 640x360 to 7680x4320".to_owned()),
    }
}

/// Reads a scale from 0.75 to 2.5.
fn scale(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(scale) if (0.75..=2.5).contains(&scale) => Ok(scale),
        _ => Err("a number from 0.75 to 2.5".to_owned()),
    }
}
