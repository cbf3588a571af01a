//! The distribution of an attack in the ruleset's own words, and the stacked bar that shows it.

use super::model::Model;
use super::theme::{self, Palette, palette};
use super::widgets::{Pattern, fill};
use crate::locale::speak::Speaker;
use crate::locale::{percent, text};
use crate::rules::effect::Strike;
use crate::rules::facts::CombatantId;
use crate::rules::key::Key;
use crate::rules::odds::Prospect;
use bevy_egui::egui::{
    Align2, Color32, CornerRadius, Grid, Rect, RichText, Sense, Stroke, StrokeKind, Ui, pos2, vec2,
};
use std::collections::BTreeMap;

/// What came of a strike, as far as the bar tells it apart, from best to worst for the target.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The worst degree: a miss.
    Miss,
    /// A hit that does nothing.
    NoHarm,
    /// Another success than harm: by its degree.
    Success(Key),
    /// A state of health afterwards, by its gravity.
    State(u8, Key),
}

/// A part of the bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Slice {
    /// What it stands for.
    pub kind: Kind,
    /// Its probability.
    pub p: f64,
}

fn kind(model: &Model, strike: &Strike) -> Kind {
    if model.rules.info().degrees.first() == Some(&strike.degree) {
        Kind::Miss
    } else if strike.damage <= 0 {
        let degrees = model.rules.info().degrees;
        match degrees.iter().position(|degree| *degree == strike.degree) {
            Some(0 | 1) | None => Kind::NoHarm,
            Some(_) => Kind::Success(strike.degree),
        }
    } else {
        Kind::State(model.gravity(strike.state), strike.state)
    }
}

/// The parts of the bar of one target, from best to worst for it.
pub fn slices(model: &Model, odds: &Prospect, target: CombatantId) -> Vec<Slice> {
    let mut by: BTreeMap<Kind, f64> = BTreeMap::new();
    for (strike, _, p) in odds.of_target(target) {
        *by.entry(kind(model, strike)).or_default() += p;
    }
    by.into_iter().map(|(kind, p)| Slice { kind, p }).collect()
}

/// The probability of any degree but the worst.
pub fn chance_to_hit(model: &Model, odds: &Prospect, target: CombatantId) -> f64 {
    odds.chance(target, |strike| kind(model, strike) != Kind::Miss)
}

/// The mean harm.
pub fn expected_harm(odds: &Prospect, target: CombatantId) -> f64 {
    odds.mean(target, |strike| f64::from(strike.damage))
}

/// The word for a part.
pub fn word(model: &Model, say: &Speaker, kind: Kind) -> String {
    match kind {
        Kind::Miss => {
            let degree = model.rules.info().degrees.first().map_or("miss", |d| d.0);
            say.key(&format!("degree-{degree}"))
        }
        Kind::NoHarm => say.key("outcome-no-harm"),
        Kind::Success(degree) => say.key(&format!("degree-{degree}")),
        Kind::State(_, state) => say.key(&format!("state-{state}")),
    }
}

/// Colour and pattern of a part: the graver, the stronger and the denser.
fn paint(kind: Kind, p: &Palette) -> (Color32, Pattern) {
    match kind {
        Kind::Miss => (p.edge.lerp_to_gamma(p.quiet, 0.35), Pattern::Plain),
        Kind::NoHarm => (p.edge.lerp_to_gamma(p.sides[0], 0.55), Pattern::Dots),
        Kind::Success(_) => (p.panel.lerp_to_gamma(p.target, 0.8), Pattern::Lines(8)),
        Kind::State(gravity, _) => {
            let color = p.panel.lerp_to_gamma(p.harm, 0.35 + 0.65 * f32::from(gravity) / 100.0);
            let pattern = match gravity {
                0..=20 => Pattern::Lines(12),
                21..=45 => Pattern::Lines(8),
                46..=65 => Pattern::Lines(5),
                66..=90 => Pattern::Cross(9),
                _ => Pattern::Cross(5),
            };
            (color, pattern)
        }
    }
}

/// The stacked bar. Parts that are wide enough say their share; every part says all on hover.
pub fn bar(ui: &mut Ui, model: &Model, say: &Speaker, slices: &[Slice]) {
    let p = palette(ui.ctx());
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 34.0), Sense::hover());
    let painter = ui.painter().with_clip_rect(rect);
    let mut x = rect.min.x;
    for (i, slice) in slices.iter().enumerate() {
        let last = i + 1 == slices.len();
        let to = if last { rect.max.x } else { x + rect.width() * slice.p as f32 };
        let part = Rect::from_min_max(pos2(x, rect.min.y), pos2(to, rect.max.y));
        let (color, pattern) = paint(slice.kind, &p);
        fill(&painter, part, color, pattern);
        let share = percent(say.lang(), slice.p);
        if part.width() > 46.0 {
            let ink = theme::ink_on(color);
            let label = Rect::from_center_size(part.center(), vec2(44.0, 18.0));
            painter.rect_filled(label, CornerRadius::same(4), color);
            let font = theme::mono(12.5);
            painter.text(part.center(), Align2::CENTER_CENTER, &share, font, ink);
        }
        painter.vline(to, rect.y_range(), Stroke::new(1.0, p.panel));
        let hover = format!("{}: {share}", word(model, say, slice.kind));
        ui.interact(part, ui.id().with(("slice", i)), Sense::hover()).on_hover_text(hover);
        x = to;
    }
    ui.painter().rect_stroke(rect, 2.0, Stroke::new(1.0, p.quiet), StrokeKind::Inside);
}

/// The parts in words, each with its sample and share.
pub fn legend(ui: &mut Ui, model: &Model, say: &Speaker, slices: &[Slice]) {
    ui.scope(|ui| legend_lines(ui, model, say, slices));
}

fn legend_lines(ui: &mut Ui, model: &Model, say: &Speaker, slices: &[Slice]) {
    let p = palette(ui.ctx());
    ui.spacing_mut().item_spacing.y = 0.0;
    for slice in slices {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
        let sample = Rect::from_min_size(rect.min + vec2(0.0, 4.0), vec2(22.0, 13.0));
        let (color, pattern) = paint(slice.kind, &p);
        fill(&ui.painter().with_clip_rect(rect), sample, color, pattern);
        ui.painter().rect_stroke(sample, 1.0, Stroke::new(1.0, p.quiet), StrokeKind::Inside);
        let at = pos2(rect.min.x + 28.0, rect.center().y);
        let label = word(model, say, slice.kind);
        ui.painter().text(at, Align2::LEFT_CENTER, label, theme::words(14.0), p.text);
        let at = pos2(rect.max.x, rect.center().y);
        let share = percent(say.lang(), slice.p);
        ui.painter().text(at, Align2::RIGHT_CENTER, share, theme::mono(14.0), p.text);
    }
}

/// The whole table of one target: harm and its probability, and of so much or more.
pub fn table(ui: &mut Ui, say: &Speaker, odds: &Prospect, target: CombatantId) {
    let p = palette(ui.ctx());
    let mut by: BTreeMap<i16, f64> = BTreeMap::new();
    for (strike, _, p) in odds.of_target(target) {
        *by.entry(strike.damage).or_default() += p;
    }
    let most = by.values().copied().fold(0.0, f64::max);
    let mut at_least: f64 = by.values().sum();
    Grid::new(("harm", target.0)).num_columns(4).spacing(vec2(10.0, 2.0)).show(ui, |ui| {
        for key in ["outcome-harm", "outcome-exactly", "outcome-at-least", ""] {
            let text = if key.is_empty() { String::new() } else { say.key(key) };
            ui.label(RichText::new(text).size(12.5).color(p.quiet));
        }
        ui.end_row();
        for (harm, chance) in &by {
            ui.label(RichText::new(harm.to_string()).font(theme::mono(14.0)));
            ui.label(RichText::new(percent(say.lang(), *chance)).font(theme::mono(14.0)));
            ui.label(RichText::new(percent(say.lang(), at_least)).font(theme::mono(14.0)));
            let (rect, _) = ui.allocate_exact_size(vec2(70.0, 12.0), Sense::hover());
            let mut filled = rect;
            filled.set_width(rect.width() * (chance / most.max(1e-9)) as f32);
            ui.painter().rect_filled(filled, 1.0, p.harm);
            ui.end_row();
            at_least = (at_least - chance).max(0.0);
        }
    });
}

/// A number of harm with one decimal.
pub fn harm(say: &Speaker, value: f64) -> String {
    text::decimal(say.lang(), value, 1, 1)
}
