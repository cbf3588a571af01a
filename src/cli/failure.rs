//! Why a verb could not do what was asked.

use crate::data::problem::FileProblems;
use crate::locale::{Lang, Words};

/// What went wrong.
pub enum Failure {
    /// In words already.
    Said(String),
    /// Files are at fault. The words are those that could be loaded.
    Files(Vec<FileProblems>, Words),
    /// The answer could not be written.
    Output(std::io::Error),
    /// The problems were the answer and have been written.
    Answered,
}

impl Failure {
    /// What the user reads, with a line break at its end.
    pub fn text(&self, lang: Lang, colour: bool) -> String {
        match self {
            Self::Said(text) => format!("{text}\n"),
            Self::Files(files, words) => {
                files.iter().map(|file| file.render_in(words, lang, colour)).collect()
            }
            // Whoever has the words for it says why it could not be written.
            Self::Output(_) | Self::Answered => String::new(),
        }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::Output(error)
    }
}
