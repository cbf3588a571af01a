//! A check taken apart: every modifier with its amount and rule, those that do not count folded
//! away with the reason.

use super::model::Intent;
use super::theme::{self, palette};
use super::widgets::{minus, rule_link};
use crate::chronicle::operation;
use crate::locale::speak::Speaker;
use crate::rules::check::{Check, Modifier, Standing};
use crate::rules::message::Message;
use bevy_egui::egui::{self, Align, CollapsingHeader, Layout, RichText, Ui, vec2};

/// The heading of a check with its value, then its lines. `control` may draw a control in the
/// place of a line's label, and says whether it did.
pub fn show(
    ui: &mut Ui,
    check: &Check,
    title: &str,
    salt: usize,
    say: &Speaker,
    out: &mut Vec<Intent>,
    control: &mut dyn FnMut(&mut Ui, &Modifier, &mut Vec<Intent>) -> bool,
) {
    let p = palette(ui.ctx());
    ui.horizontal(|ui| {
        ui.set_height(20.0);
        ui.label(RichText::new(title).font(theme::bold(15.0)));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(minus(check.value())).font(theme::mono_bold(17.0)));
        });
    });
    let (counts, outdone): (Vec<_>, Vec<_>) =
        check.lines().iter().partition(|line| line.standing == Standing::Counts);
    for modifier in counts {
        line(ui, modifier, say, out, control);
    }
    if outdone.is_empty() {
        return;
    }
    let folded = say.say(&Message::new("why-not-counted").int("n", outdone.len() as i64));
    let header = RichText::new(folded).size(13.0).color(p.quiet);
    CollapsingHeader::new(header).id_salt(("outdone", salt)).show(ui, |ui| {
        for modifier in outdone {
            line(ui, modifier, say, out, &mut |_, _, _| false);
        }
    });
}

/// One modifier: amount, label, the reason when it does not count, the rule.
fn line(
    ui: &mut Ui,
    modifier: &Modifier,
    say: &Speaker,
    out: &mut Vec<Intent>,
    control: &mut dyn FnMut(&mut Ui, &Modifier, &mut Vec<Intent>) -> bool,
) {
    let p = palette(ui.ctx());
    let counts = modifier.standing == Standing::Counts;
    let color = if counts { p.text } else { p.quiet };
    // A control is as high as its row, and the rule of a line is one, too.
    let has_control = counts && modifier.option.is_some();
    let align = Align::Center;
    let in_row = |ui: &mut Ui| {
        let sign = operation(modifier.op);
        // What does not fit would grow to the left and take the rows beneath with it.
        let ink = ui.painter().layout_no_wrap(sign.clone(), theme::mono(14.0), color);
        let width = ink.size().x.ceil().max(34.0);
        let number = RichText::new(sign).font(theme::mono(14.0)).color(color);
        let number = if counts { number } else { number.strikethrough() };
        ui.allocate_ui_with_layout(vec2(width, 18.0), Layout::right_to_left(align), |ui| {
            ui.set_min_width(width);
            ui.label(number);
        });
        ui.with_layout(Layout::right_to_left(align), |ui| {
            rule_link(ui, say, modifier.rule, out);
            ui.with_layout(Layout::left_to_right(align), |ui| {
                if has_control && control(ui, modifier, out) {
                    return;
                }
                let mut text = say.say(&modifier.label);
                if let Standing::Outdone(why) = &modifier.standing {
                    text = say.say(
                        &Message::new("why-outdone").text("label", &text).say("why", why.clone()),
                    );
                }
                let label = RichText::new(text).size(14.0).color(color);
                ui.add(egui::Label::new(label).wrap());
            });
        });
    };
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.horizontal(in_row);
    });
}
