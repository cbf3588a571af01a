//! Colours, type and spacing of the panels.
//!
//! Strong colour is kept for meaning, and every colour is doubled by a shape or a word, so that
//! nothing is lost to colour-blind readers or a pale projector.

use super::icon;
use crate::rules::facts::SideId;
use crate::table::Theme;
use bevy_egui::egui::{
    Color32, Context, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Id, Margin,
    Stroke, TextStyle, Theme as EguiTheme, Vec2, Visuals, vec2,
};

/// Golos Text Regular (OFL).
const GOLOS: &[u8] = include_bytes!("../../assets/fonts/GolosText-Regular.ttf");
/// Golos Text Bold (OFL).
const GOLOS_BOLD: &[u8] = include_bytes!("../../assets/fonts/GolosText-Bold.ttf");
/// JetBrains Mono Regular (OFL).
const MONO: &[u8] = include_bytes!("../../assets/fonts/JetBrainsMono-Regular.ttf");
/// JetBrains Mono Bold (OFL).
const MONO_BOLD: &[u8] = include_bytes!("../../assets/fonts/JetBrainsMono-Bold.ttf");

/// The least side of anything that a finger has to hit, in points.
pub const TOUCH: f32 = 44.0;
/// The usual height of a control inside a panel that a mouse points at.
const CONTROL: f32 = 30.0;
/// The least height of anything that a mouse points at.
const SMALL: f32 = 28.0;

/// What is put into the context: the colours, and whether controls are large.
#[derive(Copy, Clone, Debug, Default)]
struct PutOn {
    theme: Theme,
    large: bool,
}

fn put_on(ctx: &Context) -> PutOn {
    ctx.data(|d| d.get_temp::<PutOn>(Id::NULL)).unwrap_or_default()
}

/// Whether controls are large enough for fingers.
pub fn large(ctx: &Context) -> bool {
    put_on(ctx).large
}

/// The height of a control inside a panel.
pub fn control(ctx: &Context) -> f32 {
    if large(ctx) { TOUCH } else { CONTROL }
}

/// The height of a control inside a panel that has little room.
pub fn small(ctx: &Context) -> f32 {
    if large(ctx) { TOUCH } else { SMALL }
}

/// The colours of a theme.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Palette {
    /// Behind the panels' contents.
    pub panel: Color32,
    /// A part of a panel that stands out.
    pub raised: Color32,
    /// Lines between panels, frames of cards.
    pub edge: Color32,
    /// Words.
    pub text: Color32,
    /// Words that matter less.
    pub quiet: Color32,
    /// The running turn.
    pub active: Color32,
    /// The target.
    pub target: Color32,
    /// Harm.
    pub harm: Color32,
    /// Something is good: a free choice, a success.
    pub good: Color32,
    /// The selection of widgets.
    pub chosen: Color32,
    /// Side A, B, C and the neutral.
    pub sides: [Color32; 4],
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

const DARK: Palette = Palette {
    panel: rgb(0x1B_1E_23),
    raised: rgb(0x24_28_2F),
    edge: rgb(0x2A_2F_37),
    text: rgb(0xE6_E6_E6),
    quiet: rgb(0x9A_A3_AE),
    active: rgb(0xFF_E9_C4),
    target: rgb(0xF0_E4_42),
    harm: rgb(0xCC_79_A7),
    good: rgb(0x5C_C7_A3),
    chosen: rgb(0x2F_55_70),
    sides: [rgb(0x56_B4_E9), rgb(0xD5_5E_00), rgb(0x00_9E_73), rgb(0xB0_B0_B0)],
};

const LIGHT: Palette = Palette {
    panel: rgb(0xF3_F4_F6),
    raised: rgb(0xFF_FF_FF),
    edge: rgb(0xC4_C9_D1),
    text: rgb(0x1B_1E_23),
    quiet: rgb(0x55_5E_6A),
    active: rgb(0x8A_5A_00),
    target: rgb(0x8F_7A_00),
    harm: rgb(0x9C_3D_73),
    good: rgb(0x00_6B_4E),
    chosen: rgb(0xB9_DC_F2),
    sides: [rgb(0x1F_7F_B8), rgb(0xC4_52_00), rgb(0x00_7D_5B), rgb(0x6E_6E_6E)],
};

const CONTRAST: Palette = Palette {
    panel: rgb(0x00_00_00),
    raised: rgb(0x14_14_14),
    edge: rgb(0x9A_9A_9A),
    text: rgb(0xFF_FF_FF),
    quiet: rgb(0xD8_D8_D8),
    active: rgb(0xFF_E2_8A),
    target: rgb(0xFF_F0_00),
    harm: rgb(0xFF_9A_D5),
    good: rgb(0x3D_F0_B4),
    chosen: rgb(0x00_4C_80),
    sides: [rgb(0x6C_C8_FF), rgb(0xFF_7A_1A), rgb(0x14_D9_A0), rgb(0xD0_D0_D0)],
};

impl Palette {
    /// The colours of a theme.
    pub const fn of(theme: Theme) -> Self {
        match theme {
            Theme::Dark => DARK,
            Theme::Light => LIGHT,
            Theme::Contrast => CONTRAST,
        }
    }

    /// The colour of a side; everybody beyond the third is neutral.
    pub fn side(&self, side: SideId) -> Color32 {
        self.sides[usize::from(side.0).min(3)]
    }
}

/// The colours in force, as [`apply`] left them in the context.
pub fn palette(ctx: &Context) -> Palette {
    Palette::of(put_on(ctx).theme)
}

/// The family of bold words.
pub fn bold_family() -> FontFamily {
    FontFamily::Name("bold".into())
}

/// Bold words of a size.
pub fn bold(size: f32) -> FontId {
    FontId::new(size, bold_family())
}

/// Numbers and dice of a size.
pub fn mono(size: f32) -> FontId {
    FontId::new(size, FontFamily::Monospace)
}

/// Bold numbers of a size.
pub fn mono_bold(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name("mono-bold".into()))
}

/// Words of a size.
pub fn words(size: f32) -> FontId {
    FontId::new(size, FontFamily::Proportional)
}

/// The bundled fonts before egui's own, so that a letter that ours lack is still drawn.
pub fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let ours: [(&str, &'static [u8]); 5] = [
        ("golos", GOLOS),
        ("golos-bold", GOLOS_BOLD),
        ("jetbrains", MONO),
        ("jetbrains-bold", MONO_BOLD),
        ("lucide", icon::FONT),
    ];
    for (name, bytes) in ours {
        let mut font = FontData::from_static(bytes);
        if name == "lucide" {
            // The icons stand on the line; words are taller above it than below.
            font.tweak.y_offset_factor = 0.12;
        }
        fonts.font_data.insert(name.to_owned(), font.into());
    }
    let rest = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    let families = [
        (FontFamily::Proportional, vec!["golos", "lucide"]),
        (bold_family(), vec!["golos-bold", "golos", "lucide"]),
        (FontFamily::Monospace, vec!["jetbrains", "golos", "lucide"]),
        (FontFamily::Name("mono-bold".into()), vec!["jetbrains-bold", "jetbrains", "lucide"]),
    ];
    for (family, first) in families {
        let names = first.into_iter().map(str::to_owned).chain(rest.iter().cloned()).collect();
        fonts.families.insert(family, names);
    }
    fonts
}

/// Puts the theme into a context: colours, sizes of letters, spacing, large controls or small.
pub fn apply(ctx: &Context, theme: Theme, large: bool) {
    let palette = Palette::of(theme);
    ctx.data_mut(|d| d.insert_temp(Id::NULL, PutOn { theme, large }));
    let control = control(ctx);
    let base = if theme == Theme::Light { EguiTheme::Light } else { EguiTheme::Dark };
    ctx.set_theme(base);
    let visuals = visuals(theme, &palette);
    ctx.all_styles_mut(|style| {
        style.visuals = visuals.clone();
        style.text_styles = [
            (TextStyle::Body, words(15.0)),
            (TextStyle::Button, words(15.0)),
            (TextStyle::Small, words(13.0)),
            (TextStyle::Heading, bold(18.0)),
            (TextStyle::Monospace, mono(15.0)),
        ]
        .into();
        style.spacing.item_spacing = vec2(6.0, 5.0);
        style.spacing.button_padding = vec2(9.0, 5.0);
        style.spacing.interact_size = Vec2::splat(control);
        style.spacing.window_margin = Margin::same(12);
        style.spacing.menu_margin = Margin::same(6);
        style.spacing.combo_width = 60.0;
        style.spacing.tooltip_width = 360.0;
        style.interaction.tooltip_delay = 0.25;
        style.animation_time = 0.1;
        style.url_in_tooltip = false;
    });
}

fn visuals(theme: Theme, palette: &Palette) -> Visuals {
    let mut v = if theme == Theme::Light { Visuals::light() } else { Visuals::dark() };
    v.panel_fill = palette.panel;
    v.window_fill = palette.panel;
    v.window_stroke = Stroke::new(1.0, palette.edge);
    v.window_corner_radius = CornerRadius::same(8);
    v.menu_corner_radius = CornerRadius::same(6);
    v.extreme_bg_color = match theme {
        Theme::Dark => rgb(0x12_14_18),
        Theme::Light => rgb(0xFF_FF_FF),
        Theme::Contrast => rgb(0x00_00_00),
    };
    v.faint_bg_color = palette.raised;
    v.hyperlink_color = palette.side(SideId(0));
    v.selection.bg_fill = palette.chosen;
    v.selection.stroke = Stroke::new(1.5, palette.text);
    v.weak_text_color = Some(palette.quiet);
    v.warn_fg_color = palette.target;
    v.error_fg_color = palette.harm;
    let radius = CornerRadius::same(5);
    let w = &mut v.widgets;
    for state in [&mut w.noninteractive, &mut w.inactive, &mut w.hovered, &mut w.active] {
        state.corner_radius = radius;
        state.fg_stroke.color = palette.text;
        state.expansion = 0.0;
    }
    w.open.corner_radius = radius;
    w.open.fg_stroke.color = palette.text;
    w.noninteractive.weak_bg_fill = palette.panel;
    w.noninteractive.bg_fill = palette.panel;
    w.noninteractive.bg_stroke = Stroke::new(1.0, palette.edge);
    w.inactive.weak_bg_fill = lift(palette.raised, theme, 10);
    w.inactive.bg_fill = lift(palette.raised, theme, 10);
    w.inactive.bg_stroke = Stroke::new(1.0, lift(palette.edge, theme, 16));
    w.hovered.weak_bg_fill = lift(palette.raised, theme, 26);
    w.hovered.bg_fill = lift(palette.raised, theme, 26);
    w.hovered.bg_stroke = Stroke::new(1.0, palette.quiet);
    w.active.weak_bg_fill = palette.chosen;
    w.active.bg_fill = palette.chosen;
    w.active.bg_stroke = Stroke::new(1.0, palette.text);
    w.open.weak_bg_fill = lift(palette.raised, theme, 20);
    w.open.bg_fill = lift(palette.raised, theme, 20);
    v
}

/// A colour a little nearer to the words' colour.
fn lift(color: Color32, theme: Theme, by: u8) -> Color32 {
    let [r, g, b, _] = color.to_array();
    let go =
        |c: u8| if theme == Theme::Light { c.saturating_sub(by) } else { c.saturating_add(by) };
    Color32::from_rgb(go(r), go(g), go(b))
}

/// Black or white, whichever can be read on a colour.
pub fn ink_on(fill: Color32) -> Color32 {
    let [r, g, b, _] = fill.to_array();
    let light = 299 * u32::from(r) + 587 * u32::from(g) + 114 * u32::from(b);
    if light > 140_000 { rgb(0x10_12_15) } else { rgb(0xFF_FF_FF) }
}
