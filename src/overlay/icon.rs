//! The icons: glyphs of the bundled Lucide font, named by what they mean here.
//!
//! One icon has one meaning everywhere. A new meaning gets a new line below and a line in
//! `assets/fonts/lucide-codepoints.json`, which is cut from Lucide's own table; the tests
//! compare the two and look every glyph up in the font file.

use std::fmt;

/// The Lucide font (ISC), to be registered with egui as the family of the icons or as a
/// fallback of the others: its glyphs lie in the private use area and clash with no letter.
pub const FONT: &[u8] = include_bytes!("../../assets/fonts/lucide.ttf");

/// Writes the enum, the glyph of each icon and the list of all from one table.
macro_rules! icons {
    ($($(#[$doc:meta])* $name:ident = ($glyph:literal, $lucide:literal),)+) => {
        /// What a glyph stands for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Icon {
            $($(#[$doc])* $name,)+
        }

        impl Icon {
            /// The glyph, to be drawn in the Lucide font.
            #[must_use]
            pub const fn glyph(self) -> char {
                match self {
                    $(Self::$name => $glyph,)+
                }
            }
        }

        const ALL: &[(char, &str)] = &[$(($glyph, $lucide),)+];
    };
}

icons! {
    // What a fighter does.
    /// Attack, the action as such.
    Attack = ('\u{e2b3}', "sword"),
    /// A blow at arm's length.
    Melee = ('\u{e2b4}', "swords"),
    /// A ranged attack.
    Shot = ('\u{e0ac}', "crosshair"),
    /// Aiming; also the mark on a chosen target.
    Aim = ('\u{e180}', "target"),
    /// Several shots of one pull: bursts of every length.
    Burst = ('\u{e4d8}', "tally-3"),
    /// Something thrown that goes off: grenades.
    Throw = ('\u{e2ff}', "bomb"),
    /// Seizing somebody, and the hold itself.
    Grapple = ('\u{e1d7}', "hand"),
    /// A move at walking speed.
    Move = ('\u{e3b9}', "footprints"),
    /// A move at a run.
    Sprint = ('\u{e4f6}', "rabbit"),
    /// Giving up the attack for a better defence.
    Defend = ('\u{e1ff}', "shield-check"),
    /// Waiting for somebody to come into sight.
    Reaction = ('\u{e536}', "scan-eye"),
    /// Delaying the turn.
    Wait = ('\u{e296}', "hourglass"),
    /// Reloading a weapon.
    Reload = ('\u{e149}', "rotate-cw"),
    /// End of the turn.
    EndTurn = ('\u{e160}', "skip-forward"),
    // The state of a fighter.
    /// Health, whole.
    Health = ('\u{e36e}', "heart-pulse"),
    /// Losing health as time passes.
    Bleeding = ('\u{e0b4}', "droplet"),
    /// Pain shock: the next main action is lost.
    PainShock = ('\u{e1b4}', "zap"),
    /// Concussion: the next turn is lost.
    Concussion = ('\u{e218}', "tornado"),
    /// Unconscious.
    Unconscious = ('\u{e2c1}', "bed"),
    /// Dying.
    Dying = ('\u{e2d6}', "heart-crack"),
    /// Dead.
    Dead = ('\u{e221}', "skull"),
    /// On fire; also a cell that burns.
    Burning = ('\u{e0d2}', "flame"),
    /// Held by somebody.
    Held = ('\u{e102}', "link"),
    /// Seen by the players.
    Visible = ('\u{e0ba}', "eye"),
    /// Hidden from the players.
    Hidden = ('\u{e0bb}', "eye-off"),
    // The board.
    /// Cover, whatever gives it.
    Cover = ('\u{e158}', "shield"),
    /// A wall.
    Wall = ('\u{e581}', "brick-wall"),
    /// An open door.
    DoorOpen = ('\u{e3d6}', "door-open"),
    /// A closed door.
    DoorClosed = ('\u{e3d5}', "door-closed"),
    /// The map.
    Map = ('\u{e110}', "map"),
    /// What is drawn on the board and what is not.
    Layers = ('\u{e529}', "layers"),
    /// Measuring a distance.
    Measure = ('\u{e14b}', "ruler"),
    /// Moving a token without the rules.
    FreeMove = ('\u{e121}', "move"),
    /// The camera goes to the active fighter.
    Follow = ('\u{e1db}', "locate-fixed"),
    /// What the players see.
    PlayersView = ('\u{e4af}', "projector"),
    /// The whole screen.
    Fullscreen = ('\u{e112}', "maximize"),
    // The fight as a whole.
    /// One fighter.
    Fighter = ('\u{e19f}', "user"),
    /// A side.
    Side = ('\u{e1a4}', "users"),
    /// The program plays this fighter.
    Autopilot = ('\u{e1bb}', "bot"),
    /// Rolling dice.
    Roll = ('\u{e2c5}', "dices"),
    /// The chances of every outcome.
    Odds = ('\u{e2a3}', "chart-column"),
    /// The log.
    Log = ('\u{e45f}', "scroll-text"),
    /// The turn order as a list.
    List = ('\u{e106}', "list"),
    /// Let the autopilot run.
    Play = ('\u{e13c}', "play"),
    /// Hold the autopilot.
    Pause = ('\u{e12e}', "pause"),
    // Files and edits.
    /// A new table.
    New = ('\u{e0c9}', "file-plus"),
    /// Open a file.
    Open = ('\u{e247}', "folder-open"),
    /// Save the table.
    Save = ('\u{e14d}', "save"),
    /// Bring in a picture or a map of another program.
    Import = ('\u{e1f7}', "image-plus"),
    /// Write a file for somebody else.
    Export = ('\u{e0b2}', "download"),
    /// Copy to the clipboard.
    Copy = ('\u{e09e}', "copy"),
    /// Edit.
    Edit = ('\u{e1f9}', "pencil"),
    /// Delete.
    Delete = ('\u{e18e}', "trash-2"),
    /// Undo.
    Undo = ('\u{e2a1}', "undo-2"),
    /// Redo.
    Redo = ('\u{e2a0}', "redo-2"),
    // The program.
    /// The menu.
    Menu = ('\u{e115}', "menu"),
    /// The settings.
    Settings = ('\u{e154}', "settings"),
    /// The language.
    Language = ('\u{e0fe}', "languages"),
    /// The sheet of keys.
    Keys = ('\u{e284}', "keyboard"),
    /// Help.
    Help = ('\u{e082}', "circle-question-mark"),
    /// A remark that can be unfolded.
    Info = ('\u{e0f9}', "info"),
    /// Something wants attention.
    Warning = ('\u{e193}', "triangle-alert"),
    /// Search.
    Search = ('\u{e151}', "search"),
    /// Show only some.
    Filter = ('\u{e0dc}', "funnel"),
    /// The light theme, for bright halls.
    LightTheme = ('\u{e178}', "sun"),
    /// The dark theme.
    DarkTheme = ('\u{e11e}', "moon"),
    /// The theme with the strongest contrast.
    HighContrast = ('\u{e09d}', "contrast"),
    /// One more, larger, closer.
    More = ('\u{e13d}', "plus"),
    /// One less, smaller, farther.
    Less = ('\u{e11c}', "minus"),
    /// Close or cancel.
    Close = ('\u{e1b2}', "x"),
    /// Confirm; also: done.
    Confirm = ('\u{e06c}', "check"),
    /// To the left; the one before.
    Left = ('\u{e06e}', "chevron-left"),
    /// To the right; the next; a folded part.
    Right = ('\u{e06f}', "chevron-right"),
    /// Up.
    Up = ('\u{e070}', "chevron-up"),
    /// Down; an unfolded part.
    Down = ('\u{e06d}', "chevron-down"),
}

/// Every glyph with its Lucide name.
#[must_use]
pub const fn all() -> &'static [(char, &'static str)] {
    ALL
}

impl fmt::Display for Icon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.glyph())
    }
}

/// Lets a widget take an icon where it takes a text.
impl From<Icon> for String {
    fn from(icon: Icon) -> Self {
        icon.glyph().to_string()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use bevy_egui::egui::{Context, FontData, FontDefinitions, FontFamily, FontId, RawInput};

    use super::*;

    #[test]
    fn every_glyph_is_in_the_font_file() {
        let mut fonts = FontDefinitions::empty();
        fonts.font_data.insert("lucide".into(), FontData::from_static(FONT).into());
        let family = FontFamily::Name("icons".into());
        fonts.families.insert(family.clone(), vec!["lucide".into()]);
        fonts.families.insert(FontFamily::Proportional, vec!["lucide".into()]);
        fonts.families.insert(FontFamily::Monospace, vec!["lucide".into()]);

        let context = Context::default();
        context.set_fonts(fonts);
        let mut missing = Vec::new();
        let mut a_letter = true;
        let mut output = context.run_ui(RawInput::default(), |ui| {
            ui.fonts_mut(|fonts| {
                let font = FontId::new(20.0, family.clone());
                missing =
                    all().iter().filter(|(glyph, _)| !fonts.has_glyph(&font, *glyph)).collect();
                a_letter = fonts.has_glyph(&font, 'Ж');
            });
        });
        // Nothing is drawn here; egui insists that somebody takes the textures.
        output.textures_delta.clear();
        assert!(missing.is_empty(), "not in lucide.ttf: {missing:?}");
        assert!(!a_letter, "the look-up finds what is not there");
    }

    #[test]
    fn glyphs_agree_with_the_table_of_lucide() {
        let table: BTreeMap<String, u32> =
            serde_json::from_str(include_str!("../../assets/fonts/lucide-codepoints.json"))
                .unwrap();
        let ours: BTreeMap<String, u32> =
            all().iter().map(|(glyph, name)| ((*name).to_owned(), u32::from(*glyph))).collect();
        assert_eq!(ours, table);
    }

    #[test]
    fn one_icon_has_one_meaning() {
        let glyphs: BTreeSet<char> = all().iter().map(|(glyph, _)| *glyph).collect();
        assert_eq!(glyphs.len(), all().len());
    }
}
