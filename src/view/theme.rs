//! Colours, fonts and the one material of everything that is sketched.

use super::ViewSet;
use crate::rules::facts::SideId;
use crate::table::{self, Looks};
use bevy::prelude::{
    Alpha, App, Assets, ClearColor, Color, ColorMaterial, DetectChanges, DetectChangesMut, Font,
    FromWorld, Handle, IntoScheduleConfigs, Plugin, Res, ResMut, Resource, TextFont, Update, World,
};
use bevy::sprite_render::AlphaMode2d;
use std::collections::BTreeMap;

/// The looks of the board.
pub struct ThemePlugin;

impl Plugin for ThemePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Theme>().init_resource::<Fonts>().init_resource::<Paint>();
        app.init_resource::<Icons>().init_resource::<ClearColor>();
        app.add_systems(Update, follow_looks.in_set(ViewSet::Input));
    }
}

/// Takes the colours that the program has.
fn follow_looks(looks: Res<Looks>, mut theme: ResMut<Theme>, mut clear: ResMut<ClearColor>) {
    if looks.is_changed() {
        theme.set_if_neq(Theme::of(looks.theme));
        clear.0 = theme.surround;
    }
}

/// How the ring of a side is broken up, so that it needs no colour to be told.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// An unbroken ring.
    Solid,
    /// Long pieces.
    Dashed,
    /// Short pieces.
    Dotted,
    /// A thin ring.
    Thin,
}

/// The colours of the board.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Theme {
    /// Around the board.
    pub surround: Color,
    /// The rim with the coordinates.
    pub rim: Color,
    /// The coordinates.
    pub rim_text: Color,
    /// Every fifth coordinate.
    pub rim_strong: Color,
    /// Grid lines; the stronger ones are drawn twice as wide and clearer.
    pub grid: Color,
    /// Every fifth grid line.
    pub grid_strong: Color,
    /// Sides A, B, C; further ones are neutral.
    pub sides: [Color; 3],
    /// Those who belong to no side.
    pub neutral: Color,
    /// The fighter whose turn it is.
    pub active: Color,
    /// What is selected.
    pub selected: Color,
    /// What is aimed at.
    pub target: Color,
    /// Harm.
    pub harm: Color,
    /// Below zero.
    pub grave: Color,
    /// Words on dark ground.
    pub text: Color,
    /// Words of less weight.
    pub quiet: Color,
    /// Plates behind words.
    pub plate: Color,
    /// Cells that cost the cheapest way of moving.
    pub reach_cheap: Color,
    /// Cells that cost more.
    pub reach_dear: Color,
}

/// A colour from its usual notation.
fn hex(rgb: u32) -> Color {
    let part = |shift: u32| (rgb >> shift & 0xFF) as u8;
    Color::srgb_u8(part(16), part(8), part(0))
}

impl Default for Theme {
    fn default() -> Self {
        Self {
            surround: hex(0x0D_0F12),
            rim: hex(0x16_191D),
            rim_text: hex(0x9A_A3AE),
            rim_strong: hex(0xF2_F2F2),
            grid: Color::srgba(0.04, 0.05, 0.06, 0.30),
            grid_strong: Color::srgba(0.02, 0.03, 0.04, 0.62),
            sides: [hex(0x56_B4E9), hex(0xD5_5E00), hex(0x00_9E73)],
            neutral: hex(0xB0_B0B0),
            active: hex(0xFF_F1CF),
            selected: hex(0xFF_FFFF),
            target: hex(0xF0_E442),
            harm: hex(0xCC_79A7),
            grave: hex(0xF2_3B3B),
            text: hex(0xF2_F2F2),
            quiet: hex(0x9A_A3AE),
            plate: Color::srgba(0.055, 0.065, 0.08, 0.86),
            reach_cheap: hex(0xE8_F4FF),
            reach_dear: hex(0xF5_A623),
        }
    }
}

impl Theme {
    /// The colours of the board under a theme of the program. Ground, tokens and marks stay as
    /// they are: they were chosen for both; what changes is what lies around them.
    pub fn of(theme: table::Theme) -> Self {
        let dark = Self::default();
        match theme {
            table::Theme::Dark => dark,
            table::Theme::Light => Self {
                surround: hex(0xDD_E1E6),
                rim: hex(0xC6_CCD4),
                rim_text: hex(0x3C_4450),
                rim_strong: hex(0x0B_0D10),
                ..dark
            },
            table::Theme::Contrast => Self {
                surround: Color::BLACK,
                rim: Color::BLACK,
                rim_text: Color::WHITE,
                rim_strong: hex(0xFF_E95C),
                grid: Color::srgba(0.0, 0.0, 0.0, 0.62),
                grid_strong: Color::srgba(0.0, 0.0, 0.0, 0.95),
                quiet: hex(0xD8_D8D8),
                plate: Color::srgba(0.0, 0.0, 0.0, 0.96),
                ..dark
            },
        }
    }

    /// The colour of a side.
    pub fn side(&self, side: SideId) -> Color {
        self.sides.get(usize::from(side.0)).copied().unwrap_or(self.neutral)
    }

    /// The pattern of a side.
    pub fn pattern(side: SideId) -> Pattern {
        match side.0 {
            0 => Pattern::Solid,
            1 => Pattern::Dashed,
            2 => Pattern::Dotted,
            _ => Pattern::Thin,
        }
    }
}

/// The bundled fonts.
#[derive(Resource, Clone)]
pub struct Fonts {
    /// Words.
    pub regular: Handle<Font>,
    /// Words of weight.
    pub bold: Handle<Font>,
    /// Dice and numbers.
    pub mono: Handle<Font>,
    /// Icons.
    pub icons: Handle<Font>,
}

impl FromWorld for Fonts {
    fn from_world(world: &mut World) -> Self {
        let mut fonts = world.resource_mut::<Assets<Font>>();
        let mut add = |bytes: &[u8]| fonts.add(Font::from_bytes(bytes.to_vec()));
        Self {
            regular: add(include_bytes!("../../assets/fonts/GolosText-Regular.ttf")),
            bold: add(include_bytes!("../../assets/fonts/GolosText-Bold.ttf")),
            mono: add(include_bytes!("../../assets/fonts/JetBrainsMono-Bold.ttf")),
            icons: add(include_bytes!("../../assets/fonts/lucide.ttf")),
        }
    }
}

/// Icons by the names that the rulesets give them.
#[derive(Resource, Clone)]
pub struct Icons(BTreeMap<String, u32>);

impl Default for Icons {
    fn default() -> Self {
        // The table is cut from Lucide's own and built in; a test reads it.
        let table = include_str!("../../assets/fonts/lucide-codepoints.json");
        Self(serde_json::from_str(table).unwrap_or_default())
    }
}

impl Icons {
    /// The glyph of a name, in the icon font.
    pub fn glyph(&self, name: &str) -> Option<char> {
        self.0.get(name).copied().and_then(char::from_u32)
    }
}

/// A font for a text; its size is set by the label.
pub fn font(handle: &Handle<Font>) -> TextFont {
    TextFont { font: handle.into(), ..TextFont::default() }
}

/// The materials of sketches.
#[derive(Resource, Clone)]
pub struct Paint {
    /// As drawn.
    pub plain: Handle<ColorMaterial>,
    /// Half transparent, for what is not there yet.
    pub ghost: Handle<ColorMaterial>,
}

impl FromWorld for Paint {
    fn from_world(world: &mut World) -> Self {
        let mut materials = world.resource_mut::<Assets<ColorMaterial>>();
        let mut add = |alpha: f32| {
            materials.add(ColorMaterial {
                color: Color::WHITE.with_alpha(alpha),
                alpha_mode: AlphaMode2d::Blend,
                ..ColorMaterial::default()
            })
        };
        Self { plain: add(1.0), ghost: add(0.62) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_condition_of_every_ruleset_has_its_icon() {
        let icons = Icons::default();
        for info in crate::rules::registered() {
            for condition in info.conditions {
                assert!(icons.glyph(condition.icon).is_some(), "{}", condition.icon);
            }
        }
        assert!(icons.glyph("shield").is_some());
    }
}
