//! The bar on top: rulesets, round and turn, undo and redo, language, menu.

use super::icon::Icon;
use super::menu;
use super::model::{Intent, Model};
use super::settings::Settings;
use super::theme::{self, palette};
use super::widgets::{icon_button, named};
use crate::battle::command::Command;
use crate::battle::state::Stage;
use crate::locale::speak::Speaker;
use crate::rules::message::Message;
use crate::table::Wish;
use bevy_egui::egui::{Align, Button, ComboBox, Layout, Popup, RichText, Stroke, Ui, vec2};

/// Draws the bar.
pub fn show(
    ui: &mut Ui,
    model: Option<&Model>,
    say: &Speaker,
    settings: &Settings,
    narrow: bool,
) -> Vec<Intent> {
    let mut out = Vec::new();
    ui.horizontal_centered(|ui| {
        if let Some(model) = model {
            rulesets(ui, model, say, narrow, &mut out);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            menu::show(ui, model, say, settings, &mut out);
            language(ui, say, &mut out);
            if let Some(model) = model {
                history(ui, model, say, &mut out);
                pause(ui, model, say, &mut out);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    round(ui, model, say);
                });
            }
        });
    });
    out
}

/// A tab a ruleset; in a small window a list that drops down.
fn rulesets(ui: &mut Ui, model: &Model, say: &Speaker, narrow: bool, out: &mut Vec<Intent>) {
    let present = model.rules.info().id;
    let word = |id: &str| say.key_or(&format!("ruleset-{id}"), id);
    let mut picked = None;
    if narrow {
        ComboBox::from_id_salt("rulesets").selected_text(word(present)).show_ui(ui, |ui| {
            for id in &model.rulesets {
                if ui.selectable_label(*id == present, word(id)).clicked() {
                    picked = Some(*id);
                }
            }
        });
    } else {
        for id in &model.rulesets {
            let label = RichText::new(word(id)).font(theme::bold(15.0));
            let size = vec2(0.0, theme::control(ui.ctx()).max(theme::TOUCH - 6.0));
            let tab = Button::new(label).selected(*id == present).min_size(size);
            let response = ui.add(tab);
            if model.rulesets.len() == 1 {
                // Nothing to choose: it says what it is.
                Popup::menu(&response).show(|ui| {
                    ui.set_max_width(260.0);
                    ui.label(RichText::new(word(id)).font(theme::bold(15.0)));
                    super::widgets::quiet(ui, say.key("top-ruleset-only"));
                });
            } else if response.on_hover_text(say.key("top-ruleset")).clicked() {
                picked = Some(*id);
            }
        }
    }
    if let Some(id) = picked.filter(|id| *id != present) {
        out.push(Intent::order(Command::Switch { ruleset: id.to_owned() }));
    }
}

/// Round and whose turn it is, readable from the far end of a hall.
fn round(ui: &mut Ui, model: &Model, say: &Speaker) {
    let p = palette(ui.ctx());
    let text = match (model.stage, model.current) {
        (Stage::Setup, _) => say.key("top-setup"),
        (Stage::Over, _) => say.key("top-over"),
        (Stage::Fighting, None) => say.say(&Message::new("round").int("n", model.round.into())),
        (Stage::Fighting, Some(who)) => {
            let message = Message::new("top-turn").int("n", model.round.into()).who("name", who);
            say.say(&message)
        }
    };
    ui.add_space(10.0);
    let label = RichText::new(text).font(theme::bold(19.0)).color(p.active);
    ui.add(bevy_egui::egui::Label::new(label).truncate());
}

/// Undo and redo; on hover what it would be, and the keys.
fn history(ui: &mut Ui, model: &Model, say: &Speaker, out: &mut Vec<Intent>) {
    let button = |ui: &mut Ui,
                  icon: Icon,
                  what: Option<&'static str>,
                  words: [&'static str; 2],
                  keys: &str| {
        let hover = match what {
            Some(what) => say.say(&Message::new(words[0]).word("what", what)),
            None => say.key(words[1]),
        };
        let hover = format!("{hover}\n{keys}");
        let response = ui.add_enabled_ui(what.is_some(), |ui| icon_button(ui, icon, &hover)).inner;
        response.clicked()
    };
    let redo = ["top-redo", "redo.nothing"];
    if button(ui, Icon::Redo, model.redo, redo, "Ctrl+Shift+Z") {
        out.push(Intent::Wish(Wish::Redo));
    }
    let undo = ["top-undo", "undo.nothing"];
    if button(ui, Icon::Undo, model.undo, undo, "Ctrl+Z") {
        out.push(Intent::Wish(Wish::Undo));
    }
}

/// Holds the autopilot, or lets it go on; lit while it holds.
fn pause(ui: &mut Ui, model: &Model, say: &Speaker, out: &mut Vec<Intent>) {
    let Some(paused) = model.autopilot_paused else { return };
    let (icon, key) = match paused {
        true => (Icon::Play, "autopilot-go-on"),
        false => (Icon::Pause, "autopilot-hold"),
    };
    let label = RichText::new(format!("{}{}", Icon::Autopilot.glyph(), icon.glyph())).size(18.0);
    let size = vec2(theme::TOUCH + 14.0, theme::TOUCH - 4.0);
    let mut button = Button::new(label).min_size(size);
    if paused {
        let p = palette(ui.ctx());
        button = button.stroke(Stroke::new(2.0, p.active));
    }
    if named(ui.add(button), &say.key(key)).clicked() {
        out.push(Intent::Wish(Wish::Pause(!paused)));
    }
}

fn language(ui: &mut Ui, say: &Speaker, out: &mut Vec<Intent>) {
    let other = say.lang().other();
    let label = RichText::new(say.lang().code().to_uppercase()).font(theme::bold(14.0));
    let height = theme::control(ui.ctx()).max(theme::TOUCH - 4.0);
    let button = Button::new(label).min_size(vec2(theme::TOUCH, height));
    if named(ui.add(button), other.own_name()).clicked() {
        out.push(Intent::Speak(other));
    }
}
