//! The menu behind the three bars.

use super::icon::Icon;
use super::model::{Dialog, FighterModel, Intent, Model};
use super::settings::{Controls, SCALES, Settings};
use super::theme;
use super::widgets::icon_button;
use crate::battle::command::Command;
use crate::battle::state::Stage;
use crate::data::map::PropKind;
use crate::locale::speak::Speaker;
use crate::rules::facts::SideId;
use crate::table::{Brush, DiceShow, Laying, Theme, Wish};
use bevy_egui::egui::{
    Button, Popup, PopupCloseBehavior, Response, RichText, ScrollArea, Ui, vec2,
};

/// Draws the button and, when it is open, the menu.
pub fn show(
    ui: &mut Ui,
    model: Option<&Model>,
    say: &Speaker,
    settings: &Settings,
    out: &mut Vec<Intent>,
) {
    let response = icon_button(ui, Icon::Menu, &say.key("menu"));
    Popup::menu(&response).close_behavior(PopupCloseBehavior::CloseOnClickOutside).show(|ui| {
        ui.set_width(WIDTH);
        let height = ui.ctx().content_rect().height() - 80.0;
        let area = ScrollArea::vertical().max_height(height).min_scrolled_height(height);
        area.show(ui, |ui| {
            // Room for the scroll bar, which lies over the contents.
            ui.set_max_width(ui.available_width() - 12.0);
            ui.spacing_mut().item_spacing.y = 3.0;
            contents(ui, model, say, settings, out);
        });
    });
}

fn contents(
    ui: &mut Ui,
    model: Option<&Model>,
    say: &Speaker,
    settings: &Settings,
    out: &mut Vec<Intent>,
) {
    // Close together, so that the last item is in sight on a small laptop.
    ui.spacing_mut().item_spacing.y = 2.0;
    files(ui, say, out);
    ui.separator();
    looks(ui, say, settings, out);
    if let Some(model) = model {
        ui.separator();
        fight(ui, model, say, out);
    }
    ui.separator();
    let help = [
        (Icon::Fullscreen, "fullscreen", "F11", Intent::Fullscreen),
        (Icon::Keys, "keys", "F1", Intent::Show(Dialog::Keys)),
        (Icon::Info, "about", "", Intent::Show(Dialog::About)),
        (Icon::Close, "quit", "", Intent::Quit),
    ];
    for (icon, key, keys, intent) in help {
        item(ui, icon, &say.key(key), keys, intent, out);
    }
}

/// Width of the menu.
const WIDTH: f32 = 310.0;

/// A word of several beside each other.
fn choice(ui: &mut Ui, label: RichText, chosen: bool) -> bool {
    let visuals = ui.visuals().widgets.inactive;
    let button = Button::new(label).selected(chosen).stroke(visuals.bg_stroke);
    ui.add(button.min_size(vec2(theme::small(ui.ctx()), theme::control(ui.ctx())))).clicked()
}

/// A line of words, in as many lines as they need.
fn choices(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().button_padding = vec2(7.0, 3.0);
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        contents(ui);
    });
}

fn item(
    ui: &mut Ui,
    icon: Icon,
    word: &str,
    keys: &str,
    intent: Intent,
    out: &mut Vec<Intent>,
) -> Response {
    let label = format!("{}  {word}", icon.glyph());
    let size = vec2(ui.available_width(), theme::control(ui.ctx()));
    let mut button = Button::new(label).frame_when_inactive(false).min_size(size);
    button = button.shortcut_text(keys.to_owned());
    let response = ui.add(button);
    if response.clicked() {
        out.push(intent);
        ui.close();
    }
    response
}

fn files(ui: &mut Ui, say: &Speaker, out: &mut Vec<Intent>) {
    let demo = Intent::Wish(Wish::OpenShipped("demo".to_owned()));
    let items = [
        (Icon::New, "new", "Ctrl+N", Intent::Wish(Wish::New)),
        (Icon::Open, "open", "Ctrl+O", Intent::Show(Dialog::Open)),
        (Icon::Undo, "recent", "", Intent::Show(Dialog::Recent)),
        (Icon::Map, "open-demo", "", demo),
        (Icon::Save, "save", "Ctrl+S", Intent::Show(Dialog::Save)),
        (Icon::Save, "save-as", "", Intent::Show(Dialog::SaveAs)),
    ];
    for (icon, key, keys, intent) in items {
        item(ui, icon, &say.key(key), keys, intent, out);
    }
}

fn looks(ui: &mut Ui, say: &Speaker, settings: &Settings, out: &mut Vec<Intent>) {
    let themes = [
        (Theme::Dark, "theme-dark", Icon::DarkTheme),
        (Theme::Light, "theme-light", Icon::LightTheme),
        (Theme::Contrast, "theme-contrast", Icon::HighContrast),
    ];
    small(ui, &say.key("theme"));
    choices(ui, |ui| {
        for (theme, key, icon) in themes {
            let label = RichText::new(format!("{} {}", icon.glyph(), say.key(key))).size(13.5);
            if choice(ui, label, settings.theme == theme) {
                out.push(Intent::Look(theme));
            }
        }
    });
    small(ui, &say.key("ui-scale"));
    choices(ui, |ui| {
        for percent in SCALES {
            let label = RichText::new(format!("{percent}\u{202f}%")).font(theme::mono(13.0));
            if choice(ui, label, settings.scale_percent == percent) {
                out.push(Intent::Scale(percent));
            }
        }
    });
    let sizes = [
        (Controls::Auto, "controls-auto"),
        (Controls::Always, "controls-always"),
        (Controls::Never, "controls-never"),
    ];
    small(ui, &say.key("controls"));
    choices(ui, |ui| {
        for (controls, key) in sizes {
            if choice(ui, RichText::new(say.key(key)).size(13.5), settings.controls == controls) {
                out.push(Intent::Controls(controls));
            }
        }
    });
    let shows = [
        (DiceShow::Off, "dice-off"),
        (DiceShow::Fast, "dice-fast"),
        (DiceShow::Theatrical, "dice-theatrical"),
    ];
    small(ui, &say.key("dice-show"));
    choices(ui, |ui| {
        for (show, key) in shows {
            if choice(ui, RichText::new(say.key(key)).size(13.5), settings.dice == show) {
                out.push(Intent::Dice(show));
            }
        }
    });
}

fn small(ui: &mut Ui, word: &str) {
    let color = theme::palette(ui.ctx()).quiet;
    ui.label(RichText::new(word).size(13.0).color(color));
}

/// What concerns the fight as a whole.
fn fight(ui: &mut Ui, model: &Model, say: &Speaker, out: &mut Vec<Intent>) {
    small(ui, &say.key("autopilot"));
    choices(ui, |ui| {
        for side in sides(model) {
            let mut those = model.fighters.values().filter(|f| f.fighter.side == side);
            let all_on = those.all(|f| f.autopilot);
            let word = say.key(side_key(side));
            if choice(ui, RichText::new(word).size(13.5), all_on) {
                out.push(Intent::order(Command::Autopilot { side, on: !all_on }));
            }
        }
    });
    let mut by_hand = model.hand_dice;
    let word = format!("{} {}", Icon::Edit.glyph(), say.key("menu-hand-dice"));
    if ui.checkbox(&mut by_hand, word).on_hover_text(say.key("menu-hand-dice-hint")).changed() {
        out.push(Intent::HandDice(by_hand));
    }
    if super::house::any(model) {
        item(ui, Icon::Settings, &say.key("house"), "", Intent::Show(Dialog::House), out);
    }
    let first = Laying { brush: Brush::Thing(PropKind::Crate), who: None };
    item(ui, Icon::Map, &say.key("laying"), "", Intent::Lay(Some(first)), out);
    let reseed = Intent::order(Command::Reseed { seed: fresh_seed() });
    item(ui, Icon::Roll, &say.key("menu-reseed"), "", reseed, out);
    if model.stage == Stage::Fighting {
        let end = Intent::order(Command::EndRound);
        item(ui, Icon::EndTurn, &say.key("menu-end-round"), "", end, out);
    }
    // Where an hour does nothing to anybody its item stays, so that no other slides under the pointer.
    let passes = |f: &FighterModel| !model.rules.hour(&f.fighter).is_empty();
    let passes = model.fighters.values().any(passes);
    ui.scope(|ui| {
        if !passes {
            ui.disable();
        }
        item(ui, Icon::Wait, &say.key("menu-hour"), "", Intent::order(Command::Hour), out)
    })
    .inner
    .on_disabled_hover_text(say.key("menu-hour-idle"));
    if model.stage == Stage::Fighting {
        item(ui, Icon::Close, &say.key("menu-finish"), "", Intent::order(Command::Finish), out);
    }
}

/// The sides that somebody is on, in their order.
pub fn sides(model: &Model) -> Vec<SideId> {
    let mut sides: Vec<_> = model.fighters.values().map(|f| f.fighter.side).collect();
    sides.sort_unstable();
    sides.dedup();
    sides
}

/// The word for a side.
pub fn side_key(side: SideId) -> &'static str {
    side.word()
}

/// A seed that nobody can foresee: the clock, mixed.
fn fresh_seed() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let nanos = since.map_or(0, |d| d.as_nanos() as u64);
    crate::rules::dice::mix(nanos, 0)
}
