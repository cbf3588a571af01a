//! What is kept between starts: language, looks, the widths of panels.
//!
//! A missing or broken file is no obstacle: the program starts with what it has. The file is
//! written beside and renamed, so a power cut leaves the old one.

use super::panels::PanelSizes;
use crate::data::file;
use crate::locale::Lang;
use crate::table::{DiceShow, Theme};
use bevy::prelude::Resource;
use etcetera::BaseStrategy as _;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// When controls are large enough for fingers.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Controls {
    /// Once a finger has touched the screen.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Controls {
    /// Whether they are, when a finger has touched the screen or not.
    pub fn large(self, touched: bool) -> bool {
        match self {
            Self::Auto => touched,
            Self::Always => true,
            Self::Never => false,
        }
    }
}

/// What is kept between starts.
#[derive(Resource, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language; none is the system's.
    pub lang: Option<Lang>,
    /// The colours.
    pub theme: Theme,
    /// Size of everything in the panels, in per cent.
    pub scale_percent: u16,
    /// When controls are large.
    pub controls: Controls,
    /// How dice are shown.
    pub dice: DiceShow,
    /// Widths and folds.
    pub panels: PanelSizes,
    /// The folder in which the file dialog opens.
    pub folder: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            lang: None,
            theme: Theme::default(),
            scale_percent: 100,
            controls: Controls::default(),
            dice: DiceShow::default(),
            panels: PanelSizes::default(),
            folder: None,
        }
    }
}

/// The scales that the menu offers, in per cent.
pub const SCALES: [u16; 9] = [75, 90, 100, 110, 125, 150, 175, 200, 250];

impl Settings {
    /// Where they are kept; none on a system without a place for it.
    pub fn file() -> Option<PathBuf> {
        let base = etcetera::choose_base_strategy().ok()?;
        Some(base.config_dir().join("rubezh").join("settings.ron"))
    }

    /// Those of a file, or those that ship.
    pub fn load(file: &Path) -> Self {
        let read = std::fs::read_to_string(file).ok();
        let mut this: Self = read.and_then(|text| ron::from_str(&text).ok()).unwrap_or_default();
        this.scale_percent = this.scale_percent.clamp(SCALES[0], SCALES[SCALES.len() - 1]);
        this
    }

    /// Writes them.
    ///
    /// # Errors
    /// What the file system says.
    pub fn save(&self, path: &Path) -> std::io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        file::make_folder(folder)?;
        let pretty = ron::ser::PrettyConfig::default();
        let text = ron::ser::to_string_pretty(self, pretty).map_err(std::io::Error::other)?;
        file::write_atomic(path, text)
    }

    /// Points to logical pixels.
    pub fn scale(&self) -> f32 {
        f32::from(self.scale_percent) / 100.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_a_start() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deep").join("settings.ron");
        let ours = Settings {
            lang: Some(Lang::En),
            theme: Theme::Light,
            scale_percent: 150,
            controls: Controls::Always,
            ..Settings::default()
        };
        ours.save(&file).unwrap();
        assert_eq!(Settings::load(&file), ours);
    }

    #[test]
    fn a_broken_file_is_no_obstacle() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.ron");
        for text in ["", "(((", "(scale_percent: 9000)", "(unheard: 1)"] {
            std::fs::write(&file, text).unwrap();
            let read = Settings::load(&file);
            assert!((75..=250).contains(&read.scale_percent), "{text}");
        }
        assert_eq!(Settings::load(&folder.path().join("none.ron")), Settings::default());
    }
}
