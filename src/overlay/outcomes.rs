//! The distribution of an attack in the ruleset's own words, and the stacked bar that shows it.

use super::model::{FighterModel, Model};
use super::theme::{self, Palette, palette};
use super::widgets::{Pattern, fill};
use crate::locale::speak::Speaker;
use crate::locale::{percent, text};
use crate::rules::effect::{Change, Effect, Strike};
use crate::rules::facts::CombatantId;
use crate::rules::key::Key;
use crate::rules::odds::Prospect;
use bevy_egui::egui::{
    Color32, Grid, Rect, RichText, Sense, Stroke, StrokeKind, Ui, WidgetInfo, WidgetType, pos2,
    vec2,
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
    /// Harm that leaves the state of health as it is, without a new wound.
    Same(u8),
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

fn misses(model: &Model, strike: &Strike) -> bool {
    model.rules.info().degrees.first() == Some(&strike.degree)
}

fn kind(model: &Model, strike: &Strike, effects: &[&Effect]) -> Kind {
    if misses(model, strike) {
        Kind::Miss
    } else if strike.damage <= 0 {
        let degrees = model.rules.info().degrees;
        match degrees.iter().position(|degree| *degree == strike.degree) {
            Some(0 | 1) | None => Kind::NoHarm,
            Some(_) => Kind::Success(strike.degree),
        }
    } else {
        let gravity = model.gravity(strike.state);
        let before = model.fighters.get(&strike.target);
        let same =
            before.is_some_and(|f| f.vital.state == strike.state && !wounds(f, model, effects));
        if same { Kind::Same(gravity) } else { Kind::State(gravity, strike.state) }
    }
}

/// Whether somebody gets a new wound: a mark in a column that is not points of a pool.
fn wounds(fighter: &FighterModel, model: &Model, effects: &[&Effect]) -> bool {
    let pool = |column| model.rules.mark_most(&fighter.fighter.sheet, column).is_some();
    effects.iter().filter(|effect| effect.on == fighter.fighter.id).any(
        |effect| matches!(effect.change, Change::Mark(column, more) if more > 0 && !pool(column)),
    )
}

/// The parts of the bar of one target, from best to worst for it.
pub fn slices(model: &Model, odds: &Prospect, target: CombatantId) -> Vec<Slice> {
    let mut by: BTreeMap<Kind, f64> = BTreeMap::new();
    for (strike, effects, p) in odds.of_target(target) {
        *by.entry(kind(model, strike, &effects)).or_default() += p;
    }
    // Where something may go astray, what does not come near does not strike at all.
    let rest = 1.0 - by.values().sum::<f64>();
    if rest > 1e-9 && !by.is_empty() {
        *by.entry(Kind::Miss).or_default() += rest;
    }
    by.into_iter().map(|(kind, p)| Slice { kind, p }).collect()
}

/// The probability of any degree but the worst.
pub fn chance_to_hit(model: &Model, odds: &Prospect, target: CombatantId) -> f64 {
    odds.chance(target, |strike| !misses(model, strike))
}

/// The mean harm.
pub fn expected_harm(odds: &Prospect, target: CombatantId) -> f64 {
    odds.mean(target, |strike| f64::from(strike.damage))
}

/// The mean harm that the attacker does to itself.
pub fn expected_own_harm(odds: &Prospect, target: CombatantId, attacker: CombatantId) -> f64 {
    if target == attacker {
        return 0.0;
    }
    let own = |effects: &[&Effect]| -> f64 {
        let lost = effects.iter().filter(|effect| effect.on == attacker);
        let points = lost.map(|effect| match effect.change {
            Change::Points(points) => f64::from(points).abs(),
            _ => 0.0,
        });
        points.sum()
    };
    odds.of_target(target).iter().map(|(_, effects, p)| own(effects) * p).sum()
}

/// Whether the attack that is looked at is meant to harm.
pub fn harms(model: &Model) -> bool {
    let plan = model.preview.as_deref().and_then(|preview| preview.plan.as_ref().ok());
    plan.is_none_or(|plan| plan.harms)
}

/// The word for a part.
pub fn word(model: &Model, say: &Speaker, kind: Kind) -> String {
    match kind {
        // An effort that is not to harm does not miss: it fails.
        Kind::Miss if !harms(model) => say.key("outcome-failed"),
        Kind::Miss => {
            let degree = model.rules.info().degrees.first().map_or("miss", |d| d.0);
            say.key(&format!("degree-{degree}"))
        }
        Kind::NoHarm => say.key("outcome-no-harm"),
        Kind::Success(degree) => say.key(&format!("degree-{degree}")),
        Kind::Same(_) => say.key("outcome-same-state"),
        Kind::State(_, state) => say.key(&format!("state-{state}")),
    }
}

/// Colour and pattern of a part: the graver, the stronger and the denser.
fn paint(kind: Kind, p: &Palette) -> (Color32, Pattern) {
    match kind {
        Kind::Miss => (p.edge.lerp_to_gamma(p.quiet, 0.35), Pattern::Plain),
        Kind::NoHarm => (p.edge.lerp_to_gamma(p.sides[0], 0.55), Pattern::Dots),
        Kind::Success(_) => (p.panel.lerp_to_gamma(p.target, 0.8), Pattern::Lines(8)),
        Kind::Same(gravity) => {
            let color = p.panel.lerp_to_gamma(p.harm, 0.25 + 0.5 * f32::from(gravity) / 100.0);
            (color, Pattern::Dots)
        }
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

/// The stacked bar; every part says all on hover, the legend below says it at a glance.
pub fn bar(ui: &mut Ui, model: &Model, say: &Speaker, slices: &[Slice]) {
    let p = palette(ui.ctx());
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 24.0), Sense::hover());
    let painter = ui.painter().with_clip_rect(rect);
    let mut x = rect.min.x;
    for (i, slice) in slices.iter().enumerate() {
        let last = i + 1 == slices.len();
        let to = if last { rect.max.x } else { x + rect.width() * slice.p as f32 };
        let part = Rect::from_min_max(pos2(x, rect.min.y), pos2(to, rect.max.y));
        let (color, pattern) = paint(slice.kind, &p);
        fill(&painter, part, color, pattern);
        painter.vline(to, rect.y_range(), Stroke::new(1.0, p.panel));
        let hover = named(model, say, slice);
        ui.interact(part, ui.id().with(("slice", i)), Sense::hover()).on_hover_text(hover);
        x = to;
    }
    ui.painter().rect_stroke(rect, 2.0, Stroke::new(1.0, p.quiet), StrokeKind::Inside);
}

/// A part in words, with its share.
fn named(model: &Model, say: &Speaker, slice: &Slice) -> String {
    format!("{} {}", word(model, say, slice.kind), percent(say.lang(), slice.p))
}

/// The parts in words, each with its sample and share, as many in a line as there is room for.
pub fn legend(ui: &mut Ui, model: &Model, say: &Speaker, slices: &[Slice]) {
    ui.scope(|ui| {
        // The first row takes its height from what is around it.
        ui.spacing_mut().interact_size.y = 19.0;
        legend_rows(ui, model, say, slices);
    });
}

fn legend_rows(ui: &mut Ui, model: &Model, say: &Speaker, slices: &[Slice]) {
    let p = palette(ui.ctx());
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(12.0, 1.0);
        for slice in slices {
            let label = word(model, say, slice.kind);
            let share = percent(say.lang(), slice.p);
            let painter = ui.painter().clone();
            let words = painter.layout_no_wrap(label.clone(), theme::words(13.5), p.text);
            let number = painter.layout_no_wrap(share.clone(), theme::mono_bold(13.0), p.text);
            let (sample_px, gap) = (18.0, 5.0);
            let width = sample_px + gap + words.size().x + gap + number.size().x;
            let (rect, response) = ui.allocate_exact_size(vec2(width, 19.0), Sense::hover());
            let size = vec2(sample_px, 12.0);
            let sample = Rect::from_min_size(pos2(rect.min.x, rect.center().y - 6.0), size);
            let (color, pattern) = paint(slice.kind, &p);
            fill(&ui.painter().with_clip_rect(rect), sample, color, pattern);
            ui.painter().rect_stroke(sample, 1.0, Stroke::new(1.0, p.quiet), StrokeKind::Inside);
            let middle = |height: f32| rect.center().y - height / 2.0;
            let at = pos2(sample.max.x + gap, middle(words.size().y));
            let end = at.x + words.size().x + gap;
            painter.galley(at, words, p.text);
            painter.galley(pos2(end, middle(number.size().y)), number, p.text);
            let label = format!("{label} {share}");
            response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, label.clone()));
        }
    });
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
