//! Values on the command line: read, or refused in words of the program's own.

use crate::locale::{Arg, Lang, Words};
use std::fmt;
use std::str::FromStr;

/// Why a value does not fit.
#[derive(Clone, Debug)]
pub struct BadValue {
    key: &'static str,
    args: Vec<(&'static str, String)>,
}

impl BadValue {
    fn new(key: &'static str) -> Self {
        Self { key, args: Vec::new() }
    }

    /// In words; stands after a colon.
    pub fn say(&self, words: &Words, lang: Lang) -> String {
        let args = self.args.iter().map(|(name, value)| (*name, Arg::from(value.as_str())));
        words.say(lang, self.key, &args.collect::<Vec<_>>())
    }
}

impl fmt::Display for BadValue {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.key)
    }
}

impl std::error::Error for BadValue {}

/// Reads a whole number within limits.
pub fn whole<N>(text: &str, least: N, most: N) -> Result<N, BadValue>
where
    N: FromStr + PartialOrd + ToString,
{
    match text.parse() {
        Ok(number) if least <= number && number <= most => Ok(number),
        _ => {
            let args = vec![("least", least.to_string()), ("most", most.to_string())];
            Err(BadValue { key: "value-whole", args })
        }
    }
}

/// Reads the result of a roll.
pub fn die(text: &str) -> Result<u16, BadValue> {
    text.trim().parse().map_err(|_| BadValue::new("value-die"))
}

/// Reads `ru` or `en`.
pub fn lang(text: &str) -> Result<Lang, BadValue> {
    text.parse().map_err(|_| BadValue::new("value-lang"))
}

/// Reads `1600x900`; from 640x360 to 7680x4320.
pub fn size(text: &str) -> Result<(u32, u32), BadValue> {
    let parts = text.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    match parts {
        Some((w, h)) if (640..=7680).contains(&w) && (360..=4320).contains(&h) => Ok((w, h)),
        _ => Err(BadValue::new("value-size")),
    }
}

/// Reads a scale from 0.75 to 2.5.
pub fn scale(text: &str) -> Result<f32, BadValue> {
    match text.parse() {
        Ok(scale) if (0.75..=2.5).contains(&scale) => Ok(scale),
        _ => Err(BadValue::new("value-scale")),
    }
}

/// Reads whose picture it is to be.
pub fn view(text: &str) -> Result<String, BadValue> {
    if text == "gm" { Ok(text.to_owned()) } else { Err(BadValue::new("value-view")) }
}
