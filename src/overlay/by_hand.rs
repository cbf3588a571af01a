//! Every roll by hand: the table waits for the number that lies on a real table (BW-CHK-10).

use super::model::Intent;
use super::popups::modal;
use super::theme;
use super::widgets::{line_edit, rule_link};
use crate::locale::speak::Speaker;
use crate::rules::message::Message;
use crate::table::{Rolling, Wish};
use bevy_egui::egui::{Button, Context, Key, RichText, vec2};

/// What has been typed for the roll that waits.
#[derive(Default)]
pub struct ByHandState {
    text: String,
    /// The roll that the text is for: how many numbers came before it.
    of: Option<usize>,
}

/// Asks for the number of a roll.
pub fn show(
    ctx: &Context,
    rolling: &Rolling,
    say: &Speaker,
    state: &mut ByHandState,
) -> Vec<Intent> {
    let mut out = Vec::new();
    let fresh = state.of != Some(rolling.numbers.len());
    if fresh {
        *state = ByHandState { text: String::new(), of: Some(rolling.numbers.len()) };
    }
    modal(ctx, "by-hand").show(ctx, |ui| {
        ui.set_max_width(420.0);
        ui.label(RichText::new(say.key("by-hand-title")).font(theme::bold(18.0)));
        let rule = say.key_or(&format!("rule-{}", rolling.rule), rolling.rule.0);
        ui.horizontal(|ui| {
            ui.label(RichText::new(rule).size(15.5));
            rule_link(ui, say, rolling.rule, &mut out);
        });
        let range = Message::new("by-hand-range")
            .int("min", rolling.min.into())
            .int("max", rolling.max.into())
            .int("n", rolling.numbers.len() as i64 + 1);
        ui.label(say.say(&range));
        let edit = line_edit(ui, &mut state.text, 120.0);
        let response = ui.add(edit);
        if fresh {
            response.request_focus();
        }
        let number = state.text.trim().parse::<u16>().ok();
        let fits = number.filter(|n| (rolling.min..=rolling.max).contains(n));
        if fits.is_none() && !state.text.trim().is_empty() {
            ui.label(RichText::new(say.key("by-hand-impossible")).size(13.5));
        }
        let label = RichText::new(say.key("by-hand-take")).font(theme::bold(16.0));
        let button = Button::new(label).min_size(vec2(380.0, theme::TOUCH));
        let pressed = ui.add_enabled(fits.is_some(), button).clicked()
            || ui.input(|i| i.key_pressed(Key::Enter));
        if let Some(number) = fits.filter(|_| pressed) {
            state.of = None;
            out.push(Intent::Wish(Wish::Rolled(number)));
        }
        let back = Button::new(say.key("by-hand-cancel")).frame_when_inactive(false);
        if ui.add(back).clicked() {
            out.push(Intent::Wish(Wish::Withdraw));
        }
    });
    out
}
