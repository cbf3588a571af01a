//! Every roll by hand: the table waits for the number that lies on a real table (BW-CHK-10).

use super::model::{Intent, Model};
use super::popups::modal;
use super::theme;
use super::widgets::{line_edit, rule_link};
use crate::battle::command::Command;
use crate::chronicle::roll_name;
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
    model: &Model,
    say: &Speaker,
    state: &mut ByHandState,
) -> Vec<Intent> {
    let mut out = Vec::new();
    let wanted = &rolling.wanted;
    let purpose = &wanted.purpose;
    let fresh = state.of != Some(rolling.numbers.len());
    if fresh {
        *state = ByHandState { text: String::new(), of: Some(rolling.numbers.len()) };
    }
    modal(ctx, "by-hand").show(ctx, |ui| {
        ui.set_max_width(420.0);
        ui.label(RichText::new(say.key("by-hand-title")).font(theme::bold(18.0)));
        let rule = say.key_or(&format!("rule-{}", purpose.rule), purpose.rule.0);
        ui.horizontal(|ui| {
            ui.label(RichText::new(rule).size(15.5));
            rule_link(ui, say, purpose.rule, &mut out);
        });
        // Of whom it is even where nobody else rolls: nothing else in the window says so.
        let name = roll_name(say, model.rules.info().id, purpose);
        if let Some(attack) = attack(rolling, model, say) {
            ui.label(RichText::new(attack).font(theme::bold(15.5)));
        }
        let range = Message::new("by-hand-range")
            .text("name", &name)
            .int("min", wanted.min.into())
            .int("max", wanted.max.into())
            .int("n", rolling.numbers.len() as i64 + 1);
        ui.label(say.say(&range));
        let edit = line_edit(ui, &mut state.text, 120.0);
        let response = ui.add(edit);
        if fresh || response.lost_focus() {
            response.request_focus();
        }
        let number = state.text.trim().parse::<u16>().ok();
        let fits = number.filter(|n| (wanted.min..=wanted.max).contains(n));
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

/// Who attacks whom: the attack that is aimed or that a question offered.
fn attack(rolling: &Rolling, model: &Model, say: &Speaker) -> Option<String> {
    let aimed = || {
        let preview = model.preview.clone()?;
        let Command::Attack { who, .. } = &rolling.command else { return None };
        (preview.facts.attacker.id == *who).then_some(preview)
    };
    let preview = rolling.of.clone().or_else(aimed)?;
    let target = preview.facts.targets.first()?.fighter.id;
    let message = Message::new("by-hand-attack").who("who", preview.facts.attacker.id);
    Some(say.say(&message.who("target", target)))
}
