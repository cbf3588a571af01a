//! The rules of this table: what a ruleset lets the game master settle, in the middle of a fight
//! too, and how decisions after a roll are answered.

use super::icon::Icon;
use super::model::{Intent, Model};
use super::popups::{big, modal, title};
use super::theme::{self, palette};
use super::widgets::{
    WALKED_MOST, heading, quiet, rule_link, segments, small_icon, stepper, stepper_typed,
};
use crate::battle::command::Command;
use crate::locale::speak::Speaker;
use crate::rules::facts::Policy;
use crate::rules::ruleset::{OptionValues, SettingSpec};
use bevy_egui::egui::{
    Align, ComboBox, Context, Label, Layout, RichText, ScrollArea, Sense, Ui, Vec2,
};

/// Whether the ruleset in force leaves anything to be settled.
pub fn any(model: &Model) -> bool {
    let info = model.rules.info();
    info.policies || !info.settings.is_empty()
}

/// Draws the window. The answer is whether it stays open.
pub fn show(ctx: &Context, model: &Model, say: &Speaker, out: &mut Vec<Intent>) -> bool {
    let mut stays = true;
    let shown = modal(ctx, "house").show(ctx, |ui| {
        let width = (ctx.content_rect().width() * 0.9).min(620.0);
        ui.set_width(width);
        title(ui, Icon::Settings, &say.key("house"));
        quiet(ui, say.key("house-hint"));
        let height = ctx.content_rect().height() * 0.66;
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            // Room for the scroll bar, which lies over the contents.
            ui.set_max_width(width - 12.0);
            contents(ui, model, say, out);
        });
        ui.add_space(8.0);
        ui.vertical_centered(|ui| {
            stays = !big(ui, &say.key("close"));
        });
    });
    stays && !shown.backdrop_response.clicked()
}

/// The scene first: it changes oftener than the rules do.
fn contents(ui: &mut Ui, model: &Model, say: &Speaker, out: &mut Vec<Intent>) {
    let info = model.rules.info();
    for (scene, key) in [(true, "house-scene"), (false, "house-rules")] {
        let those = info.settings.iter().enumerate().filter(|(_, spec)| spec.scene == scene);
        let mut those = those.peekable();
        if those.peek().is_some() {
            ui.add_space(6.0);
            heading(ui, &say.key(key));
        }
        for (i, spec) in those {
            let value = model.settings.get(i).copied().unwrap_or_default();
            ui.push_id(spec.id.0, |ui| setting(ui, model, spec, value, say, out));
        }
    }
    if info.policies {
        ui.add_space(6.0);
        heading(ui, &say.key("house-policy"));
        quiet(ui, say.key("house-policy-hint"));
        policies(ui, model.house.policy, say, out);
    }
}

/// How decisions are answered, one under the other.
pub fn policies(ui: &mut Ui, policy: Policy, say: &Speaker, out: &mut Vec<Intent>) {
    for one in Policy::ALL {
        let word = say.key(&format!("policy-{}", one.name()));
        if ui.radio(policy == one, word).clicked() && policy != one {
            out.push(Intent::order(Command::Policy(one)));
            ui.close();
        }
    }
}

/// One setting: its word and rule, its control, and the way back to the value of the rules.
fn setting(
    ui: &mut Ui,
    model: &Model,
    spec: &SettingSpec,
    value: i16,
    say: &Speaker,
    out: &mut Vec<Intent>,
) {
    let p = palette(ui.ctx());
    let word = model.word("setting", spec.id.0);
    let changed = model.house.settings.contains_key(&spec.id);
    let mut order = |value| out.push(Intent::order(Command::Setting { id: spec.id, value }));
    let mut links = Vec::new();
    ui.horizontal(|ui| {
        ui.set_min_height(theme::control(ui.ctx()));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if !changed {
                // Its place stays, so that nothing moves when something is changed.
                ui.allocate_exact_size(Vec2::splat(theme::small(ui.ctx())), Sense::hover());
            } else if small_icon(ui, Icon::Undo, &say.key("house-back")).clicked() {
                order(None);
            }
            if let Some(value) = control(ui, spec, &word, value, say) {
                order(Some(value));
            }
            rule_link(ui, say, spec.rule, &mut links);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let label = say.key(&word);
                // The mark is a sign too: a colour alone is not seen by everybody.
                let label = if changed { format!("• {label}") } else { label };
                let color = if changed { p.target } else { p.text };
                let label = Label::new(RichText::new(label).size(14.5).color(color)).wrap();
                let response = ui.add(label);
                if changed {
                    response.on_hover_text(say.key("house-changed"));
                }
            });
        });
    });
    out.extend(links);
}

/// The control of a setting; the answer is the value that was chosen.
fn control(ui: &mut Ui, spec: &SettingSpec, word: &str, value: i16, say: &Speaker) -> Option<i16> {
    match spec.values {
        OptionValues::Choice(names) => {
            let name = |i: usize| say.key(&format!("{word}-{}", names[i]));
            let chosen = usize::try_from(value).ok().filter(|i| *i < names.len()).unwrap_or(0);
            let mut picked = None;
            ComboBox::from_id_salt("value")
                .selected_text(RichText::new(name(chosen)).size(13.5))
                .width(170.0)
                .truncate()
                .show_ui(ui, |ui| {
                    for i in 0..names.len() {
                        if ui.selectable_label(i == chosen, name(i)).clicked() && i != chosen {
                            picked = Some(i as i16);
                        }
                    }
                });
            picked
        }
        OptionValues::Signed(least, most) => {
            let words = (say.key("less"), say.key("more"));
            let words = (words.0.as_str(), words.1.as_str());
            if most - least > WALKED_MOST {
                stepper_typed(ui, 1, value, (least, most), words, &say.key("number-auto"))
            } else {
                stepper(ui, value, (least, most), least < 0, words)
            }
        }
        OptionValues::Switch => {
            let words = [say.key("no"), say.key("yes")];
            let on = usize::from(value != 0);
            segments(ui, &words, Some(on)).filter(|i| *i != on).map(|i| i as i16)
        }
    }
}
