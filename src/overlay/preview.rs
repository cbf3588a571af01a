//! The attack before it is rolled: exact odds, the reasons, and every control that changes them.

use super::icon::Icon;
use super::model::{Intent, Model, with_option};
use super::theme::{self, palette};
use super::widgets::{
    WALKED_MOST, heading, quiet, refusal, rule_link, segments, side_mark, small_icon, stepper_by,
    stepper_typed,
};
use super::{house, outcomes, remedy, typed, why};
use crate::chronicle::{self, check_name};
use crate::locale::percent;
use crate::locale::speak::Speaker;
use crate::rules::check::Modifier;
use crate::rules::facts::{CombatantId, Options};
use crate::rules::key::Key;
use crate::rules::message::Message;
use crate::rules::odds::Prospect;
use crate::rules::ruleset::{Advice, OptionSpec, OptionValues, Plan, Refusal};
use crate::table::{Aim, Preview, Wish};
use bevy_egui::egui::{
    Align, Align2, Button, CollapsingHeader, ComboBox, Frame, Label, Layout, Margin, Panel, Popup,
    RichText, ScrollArea, Sense, TextWrapMode, Ui, Vec2, WidgetInfo, WidgetType, vec2,
};

/// What a person has typed and unfolded.
#[derive(Default)]
pub struct PreviewState {
    /// Dice of a physical table.
    pub typed: typed::TypedDice,
    /// The attack whose reasons are shown: those of another begin at their top.
    shown: Option<(CombatantId, Vec<CombatantId>, String)>,
    /// Height of the part with the buttons.
    height: f32,
    /// Where the conditions began in the last frame, from the top of what scrolls.
    conditions_at: Option<f32>,
}

impl PreviewState {
    /// Nothing is aimed at: what was typed was for an attack that is over or was given up.
    pub fn close(&mut self) {
        if self.shown.take().is_some() {
            self.typed.forget();
        }
    }
}

/// So many targets at most have their chances pinned above the reasons.
const PINNED_MOST: usize = 2;
/// Height that the chances of one target take, about.
const CHANCES: f32 = 170.0;
/// Least height of the reasons, and of what stands above the chances.
const REASONS_LEAST: f32 = 190.0;

/// Draws the preview of the attack that is aimed. Chances and buttons stay where they are; only
/// the reasons scroll.
pub fn show(ui: &mut Ui, model: &Model, say: &Speaker, state: &mut PreviewState) -> Vec<Intent> {
    let mut out = Vec::new();
    let Some(aim) = &model.aim else { return out };
    let aim = &reached(model, aim);
    let shown = (aim.attacker, aim.targets.clone(), aim.action.clone());
    let fresh = state.shown.as_ref() != Some(&shown);
    if fresh {
        // Dice that lie on the table belong to the attack that they were rolled for.
        state.typed.forget();
    }
    let frame = Frame::new().inner_margin(Margin { top: 6, ..Margin::ZERO });
    let panel = Panel::bottom("preview-buttons").frame(frame).resizable(false);
    let height =
        panel.show(ui, |ui| buttons(ui, model, aim, say, state, &mut out)).response.rect.height();
    if (state.height - height).abs() > 0.5 {
        // The panel was placed by the height that it had in the last frame.
        state.height = height;
        ui.ctx().request_discard("the buttons of the preview have another height");
    }
    actions(ui, model, aim, say, &mut out);
    let preview = model.preview.as_deref();
    let odds = preview.and_then(|preview| preview.odds.as_ref());
    // The reasons need a place too.
    let room = ui.available_height() - REASONS_LEAST;
    let several = aim.targets.len() as f32;
    let pinned = several < 2.0 || aim.targets.len() <= PINNED_MOST && room >= CHANCES * several;
    if let Some(odds) = odds.filter(|_| pinned) {
        all_chances(ui, model, aim, odds, say);
    }
    let mut area = ScrollArea::vertical()
        .id_salt("preview")
        .auto_shrink([false, false])
        .min_scrolled_height(0.0);
    if fresh {
        area = area.vertical_scroll_offset(0.0);
        state.shown = Some(shown);
    }
    let mut conditions_at = None;
    let mut shown = area.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.spacing_mut().interact_size.y = theme::small(ui.ctx());
        // Room for the scroll bar, which lies over the contents.
        ui.set_max_width(ui.available_width() - 8.0);
        if let Some(odds) = odds.filter(|_| !pinned) {
            all_chances(ui, model, aim, odds, say);
        }
        match preview {
            Some(preview) => {
                conditions_at = Some(body(ui, model, aim, preview, say, &mut out));
            }
            None => {
                quiet(ui, say.key("preview-none"));
            }
        }
    });
    // A change of a condition may add a reason above it: what is under the pointer stays there.
    if let (Some(before), Some(now), false) = (state.conditions_at, conditions_at, fresh)
        && (now - before).abs() > 0.5
        && shown.state.offset.y > 0.0
    {
        shown.state.offset.y = (shown.state.offset.y + now - before).max(0.0);
        shown.state.store(ui.ctx(), shown.id);
        ui.ctx().request_discard("the conditions have moved");
    }
    state.conditions_at = conditions_at;
    out
}

/// The aim with everybody whom it may reach: what goes off in a cell finds its targets by itself.
pub fn reached(model: &Model, aim: &Aim) -> Aim {
    let mut aim = aim.clone();
    if let Some(preview) = model.preview.as_deref().filter(|_| aim.cell.is_some()) {
        let near = preview.facts.targets.iter().map(|target| target.fighter.id);
        let odds = preview.odds.as_ref();
        // Those are near by whom it reaches only if it goes astray, and some not even then.
        let chance =
            |id: CombatantId| odds.map_or(1.0, |odds| outcomes::chance_to_hit(model, odds, id));
        let mut reached: Vec<_> = near.map(|id| (chance(id), id)).collect();
        reached.retain(|(chance, _)| *chance > 0.0);
        // Those first whom it is most likely to reach.
        reached.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        aim.targets = reached.into_iter().map(|(_, id)| id).collect();
    }
    aim
}

/// Whether what is said of a fighter is to be shown: of one who is near a blast that cannot reach
/// it, nothing is.
fn concerned(aim: &Aim, preview: &Preview, whom: Option<CombatantId>) -> bool {
    let spared = |id| {
        aim.cell.is_some()
            && !aim.targets.contains(&id)
            && preview.facts.targets.iter().any(|target| target.fighter.id == id)
    };
    !whom.is_some_and(spared)
}

/// The chances of every target.
fn all_chances(ui: &mut Ui, model: &Model, aim: &Aim, odds: &Prospect, say: &Speaker) {
    if rolls_nothing(model) {
        return;
    }
    for target in &aim.targets {
        // Each with ids of its own: the same bar stands there once for every target.
        let named = aim.targets.len() > 1;
        ui.push_id(target.0, |ui| {
            chances(ui, model, aim.attacker, odds, *target, named, say);
        });
    }
}

/// Whether what is aimed is done without a roll: taking aim.
fn rolls_nothing(model: &Model) -> bool {
    let plan = model.preview.as_deref().and_then(|preview| preview.plan.as_ref().ok());
    plan.is_some_and(|plan| plan.checks.is_empty() && !plan.harms)
}

/// The attack that a question offers: its chances and, to be unfolded, the reasons with all that
/// can be changed. The answer is what was changed.
pub fn offered(
    ui: &mut Ui,
    model: &Model,
    preview: &Preview,
    say: &Speaker,
    out: &mut Vec<Intent>,
) -> Option<Options> {
    let odds = preview.odds.as_ref()?;
    let facts = &preview.facts;
    let aim = Aim {
        attacker: facts.attacker.id,
        targets: facts.targets.iter().map(|target| target.fighter.id).collect(),
        action: model.action(facts.action)?.id.clone(),
        cell: None,
        options: facts.options.clone(),
    };
    all_chances(ui, model, &aim, odds, say);
    let mut wanted = Vec::new();
    let word = RichText::new(say.key("question-weigh")).size(14.0);
    CollapsingHeader::new(word).id_salt("offered").show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.spacing_mut().interact_size.y = theme::small(ui.ctx());
        let mut drawn = Vec::new();
        reasons(ui, model, &aim, preview, say, &mut wanted, &mut drawn);
        controls(ui, model, &aim, preview, say, &mut wanted, &drawn);
    });
    let mut changed = None;
    for intent in wanted {
        match intent {
            Intent::Aim(Some(aim)) => changed = Some(aim.options),
            other => out.push(other),
        }
    }
    changed
}

/// Who attacks whom, and the way out.
pub fn title(ui: &mut Ui, model: &Model, aim: &Aim, say: &Speaker, out: &mut Vec<Intent>) {
    let p = palette(ui.ctx());
    let name = |ui: &mut Ui, id: CombatantId| {
        if let Some(f) = model.fighters.get(&id) {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(12.0), Sense::hover());
            side_mark(ui.painter(), rect.center(), 5.5, f.fighter.side, &p);
        }
        let label = RichText::new(say.name(id)).font(theme::bold(16.0));
        ui.add(Label::new(label).truncate());
    };
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if small_icon(ui, Icon::Close, &say.key("preview-cancel")).clicked() {
            out.push(Intent::Aim(None));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            name(ui, aim.attacker);
            ui.label(RichText::new("→").size(16.0).color(p.target));
            match aim.targets[..] {
                [] => {
                    ui.label(RichText::new(say.key("preview-cell")).font(theme::bold(16.0)));
                }
                [one] => name(ui, one),
                // There is no room for the names of many; each stands at its own chances.
                [first, ..] => {
                    let more = Message::new("preview-and-more");
                    let more = say.say(&more.int("n", aim.targets.len() as i64 - 1));
                    let names: Vec<_> = aim.targets.iter().map(|id| say.name(*id)).collect();
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        let label = RichText::new(more).font(theme::bold(16.0));
                        ui.label(label).on_hover_text(names.join(", "));
                        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                            name(ui, first);
                        });
                    });
                }
            }
        });
    });
}

/// The ways to attack; one that is not allowed says why on hover.
fn actions(ui: &mut Ui, model: &Model, aim: &Aim, say: &Speaker, out: &mut Vec<Intent>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(3.0, 3.0);
        ui.spacing_mut().button_padding = vec2(6.0, 3.0);
        ui.spacing_mut().interact_size.y = theme::small(ui.ctx());
        for (id, may) in &model.attacks {
            let Some(spec) = model.action(*id) else { continue };
            let word = action_word(model, say, spec);
            let key = model.word("action", &spec.id);
            let short = say.key_or(&format!("{key}.short"), &word);
            let chosen = spec.id == aim.action;
            let button = Button::new(RichText::new(&short).size(13.5)).selected(chosen);
            let response = ui.add_enabled(may.is_ok() || chosen, button);
            // The label is short; the hover spells it out.
            let whole = say.key_or(&format!("{key}.full"), &word);
            let hover = match may {
                Err(why) => format!("{whole}\n{}", refusal(say, why)),
                Ok(()) => whole,
            };
            let response = response.on_hover_text(&hover).on_disabled_hover_text(&hover);
            if response.clicked() && !chosen {
                out.push(Intent::Aim(Some(Aim { action: spec.id.clone(), ..aim.clone() })));
            }
        }
        targets(ui, model, aim, say, out);
    });
}

/// The targets of an attack that may have several, each to be taken off, and a list of the others:
/// what a click with Shift does, for those who have no Shift and those who do not know of it.
fn targets(ui: &mut Ui, model: &Model, aim: &Aim, say: &Speaker, out: &mut Vec<Intent>) {
    // One more is offered where one more is allowed: not every weapon takes several.
    let others = model.preview.as_deref().map_or(&[][..], |preview| &preview.more);
    if aim.cell.is_some() || others.is_empty() && aim.targets.len() < 2 {
        return;
    }
    let aimed = |targets: Vec<CombatantId>| Intent::Aim(Some(Aim { targets, ..aim.clone() }));
    for id in aim.targets.iter().filter(|_| aim.targets.len() > 1) {
        let word = format!("{} {}", say.name(*id), Icon::Close.glyph());
        let button = ui.add(Button::new(RichText::new(word).size(13.5)));
        if button.on_hover_text(say.key("preview-target-off")).clicked() {
            out.push(aimed(aim.targets.iter().copied().filter(|other| other != id).collect()));
        }
    }
    if others.is_empty() {
        return;
    }
    let word = format!("{} {}", Icon::More.glyph(), say.key("preview-target-more"));
    let button = Button::new(RichText::new(word).size(13.5)).frame_when_inactive(false);
    let response = ui.add(button).on_hover_text(say.key("preview-target-hint"));
    Popup::menu(&response).show(|ui| {
        for id in others {
            if ui.button(say.name(*id)).clicked() {
                out.push(aimed(aim.targets.iter().copied().chain([*id]).collect()));
            }
        }
    });
}

/// The word for an action, or the game master's own name for it.
pub fn action_word(
    model: &Model,
    say: &Speaker,
    spec: &crate::rules::ruleset::ActionSpec,
) -> String {
    let key = model.word("action", &spec.id);
    say.key_or(&key, spec.name.as_deref().unwrap_or(&spec.id))
}

/// Gives how far below its top the conditions begin.
fn body(
    ui: &mut Ui,
    model: &Model,
    aim: &Aim,
    preview: &Preview,
    say: &Speaker,
    out: &mut Vec<Intent>,
) -> f32 {
    let top = ui.cursor().min.y;
    match (&preview.plan, &preview.odds) {
        (Err(why), _) => {
            not_allowed(ui, why, say, out);
            remedy::show(ui, model, aim, preview, say, out);
        }
        (Ok(_), Some(_)) => {}
        (Ok(_), None) => {
            ui.add_space(8.0);
            quiet(ui, say.key("preview-too-complex"));
        }
    }
    let mut drawn = Vec::new();
    if preview.plan.is_ok() {
        policy(ui, model, preview, say, out);
    }
    for advice in &preview.advice {
        advised(ui, model, aim, advice, say, out);
    }
    reasons(ui, model, aim, preview, say, out, &mut drawn);
    let conditions_at = ui.cursor().min.y - top;
    controls(ui, model, aim, preview, say, out, &drawn);
    if let Some(odds) = &preview.odds {
        CollapsingHeader::new(RichText::new(say.key("preview-table")).size(14.0))
            .id_salt("outcome-table")
            .show(ui, |ui| {
                for target in &aim.targets {
                    outcomes::table(ui, say, odds, *target);
                }
            });
    }
    conditions_at
}

/// How the odds take it that decisions after the roll are answered, to be changed.
fn policy(ui: &mut Ui, model: &Model, preview: &Preview, say: &Speaker, out: &mut Vec<Intent>) {
    if !model.rules.info().policies {
        return;
    }
    let p = palette(ui.ctx());
    let policy = preview.facts.policy;
    let word = say.key(&format!("policy-{}", policy.name()));
    let text = say.say(&Message::new("preview-policy").text("policy", &word));
    let label = RichText::new(text).size(13.5).color(p.quiet);
    let button = Button::new(label).frame_when_inactive(false).wrap();
    let button = button.min_size(vec2(0.0, theme::small(ui.ctx())));
    let response = ui.scope(|ui| {
        // It stands in a line with the headings.
        ui.spacing_mut().button_padding.x = 0.0;
        ui.add(button)
    });
    let response = response.inner;
    let response = response.on_hover_text(say.key("house-policy"));
    Popup::menu(&response).show(|ui| house::policies(ui, policy, say, out));
}

/// What would serve better, and a button that does it where options can.
fn advised(
    ui: &mut Ui,
    model: &Model,
    aim: &Aim,
    advice: &Advice,
    say: &Speaker,
    out: &mut Vec<Intent>,
) {
    let p = palette(ui.ctx());
    ui.add_space(3.0);
    Frame::new().fill(p.raised).inner_margin(6).corner_radius(5).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            ui.label(RichText::new(Icon::Info.glyph()).color(p.target));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                rule_link(ui, say, advice.rule, out);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(Label::new(RichText::new(say.say(&advice.text)).size(14.0)).wrap());
                });
            });
        });
        if advice.set.is_empty() {
            return;
        }
        let done =
            |(option, value): &(Key, i16)| aim.options.get(*option, None) == Some((*value).into());
        let label = RichText::new(say.key("preview-take-advice")).size(14.0);
        let button = Button::new(label).min_size(vec2(0.0, theme::control(ui.ctx())));
        let response = ui.add_enabled(!advice.set.iter().all(done), button);
        if response.on_hover_text(options_in_words(model, advice, say)).clicked() {
            let all = advice.set.iter();
            let aim = all.fold(aim.clone(), |aim, (option, value)| {
                with_option(&aim, *option, None, Some(*value))
            });
            out.push(Intent::Aim(Some(aim)));
        }
    });
}

/// The options that an advice sets, one a line.
fn options_in_words(model: &Model, advice: &Advice, say: &Speaker) -> String {
    let told = |(option, value): &(Key, i16)| {
        let spec = model.rules.info().options.iter().find(|spec| spec.id == *option)?;
        let word = say.key(&format!("option-{option}"));
        let value = match spec.values {
            OptionValues::Choice(names) => {
                let name = usize::try_from(*value).ok().and_then(|i| names.get(i))?;
                say.key(&format!("option-{option}-{name}"))
            }
            OptionValues::Signed(..) => super::widgets::minus(value),
            OptionValues::Switch => say.key(if *value != 0 { "yes" } else { "no" }),
        };
        Some(format!("{word}: {value}"))
    };
    advice.set.iter().filter_map(told).collect::<Vec<_>>().join("\n")
}

fn not_allowed(ui: &mut Ui, why: &Refusal, say: &Speaker, out: &mut Vec<Intent>) {
    let p = palette(ui.ctx());
    ui.add_space(6.0);
    Frame::new().fill(p.raised).inner_margin(8).corner_radius(5).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(Icon::Warning.glyph()).color(p.target));
            ui.label(RichText::new(say.key("preview-refused")).font(theme::bold(15.0)));
            rule_link(ui, say, why.rule, out);
        });
        ui.label(say.say(&why.why));
    });
}

/// The name over the chances of one of several, with its side: a blast takes friends in, too.
fn named_heading(
    ui: &mut Ui,
    model: &Model,
    attacker: CombatantId,
    target: CombatantId,
    say: &Speaker,
) {
    let p = palette(ui.ctx());
    ui.horizontal(|ui| {
        ui.spacing_mut().interact_size.y = 18.0;
        let side = |id: CombatantId| model.fighters.get(&id).map(|f| f.fighter.side);
        if let Some(side) = side(target) {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(11.0), Sense::hover());
            side_mark(ui.painter(), rect.center(), 5.0, side, &p);
        }
        ui.label(RichText::new(say.name(target)).font(theme::bold(14.0)));
        if side(target) == side(attacker) {
            let word = say.key("preview-own-side");
            ui.label(RichText::new(word).font(theme::bold(13.0)).color(p.harm));
        }
    });
}

/// The large chance, the harm to expect, the bar.
fn chances(
    ui: &mut Ui,
    model: &Model,
    attacker: CombatantId,
    odds: &Prospect,
    target: CombatantId,
    named: bool,
    say: &Speaker,
) {
    let p = palette(ui.ctx());
    ui.add_space(4.0);
    if named {
        named_heading(ui, model, attacker, target, say);
    }
    let chance = percent(say.lang(), outcomes::chance_to_hit(model, odds, target));
    let harm = outcomes::harm(say, outcomes::expected_harm(odds, target));
    let own = outcomes::expected_own_harm(odds, target, attacker);
    // What the attacker risks itself has a line of its own.
    let height = if own > 0.0 { 58.0 } else { 40.0 };
    let size = vec2(ui.available_width(), height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let rows = rect.with_max_y(rect.min.y + 40.0);
    let painter = ui.painter();
    let left = rows.left_center();
    painter.text(left, Align2::LEFT_CENTER, &chance, theme::mono_bold(38.0), p.text);
    let mut label = chance.clone();
    if outcomes::harms(model) {
        let right = rows.right_center();
        let at = right - vec2(0.0, 9.0);
        painter.text(at, Align2::RIGHT_CENTER, &harm, theme::mono_bold(22.0), p.text);
        let word = say.key("preview-expected-harm");
        let at = right + vec2(0.0, 13.0);
        painter.text(at, Align2::RIGHT_CENTER, &word, theme::words(12.5), p.quiet);
        label = format!("{label}, {word} {harm}");
    }
    if own > 0.0 {
        let own = Message::new("preview-own-harm").text("harm", &outcomes::harm(say, own));
        let own = say.say(&own);
        let at = rect.right_bottom() - vec2(0.0, 10.0);
        painter.text(at, Align2::RIGHT_CENTER, &own, theme::bold(13.5), p.harm);
        label = format!("{label}, {own}");
    }
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, label.clone()));
    response.on_hover_text(say.key("preview-exact"));
    let slices = outcomes::slices(model, odds, target);
    outcomes::bar(ui, model, say, &slices);
    outcomes::legend(ui, model, say, &slices);
    ui.add_space(2.0);
}

/// The options that matter for this attack. Of one that is refused nothing is known but the
/// refusal, so there are only those that were set by hand and those that may lift it.
fn controls(
    ui: &mut Ui,
    model: &Model,
    aim: &Aim,
    preview: &Preview,
    say: &Speaker,
    out: &mut Vec<Intent>,
    drawn: &[(Key, Option<CombatantId>)],
) {
    let shown = shown_options(model, aim, preview, drawn);
    let (seldom, usual): (Vec<Shown>, Vec<Shown>) = shown.into_iter().partition(Shown::folds);
    if !usual.is_empty() {
        ui.add_space(6.0);
        heading(ui, &say.key("preview-conditions"));
    }
    for shown in &usual {
        one_control(ui, aim, shown, say, out);
    }
    if seldom.is_empty() {
        return;
    }
    // What was said stays in sight.
    let said = seldom.iter().any(|shown| shown.set.is_some());
    let word = RichText::new(say.key("preview-by-word")).size(14.0);
    let folded = CollapsingHeader::new(word).id_salt("seldom").open(said.then_some(true));
    let folded = folded.show(ui, |ui| {
        for shown in &seldom {
            one_control(ui, aim, shown, say, out);
        }
    });
    folded.header_response.on_hover_text(say.key("preview-by-word-hint"));
}

/// An option that is shown: whose, the value that was set and the one that is suggested.
struct Shown<'m> {
    spec: &'m OptionSpec,
    whose: Option<CombatantId>,
    set: Option<i16>,
    suggestion: Option<i16>,
    /// It may lift the refusal of the attack.
    lifts: bool,
}

impl Shown<'_> {
    /// Whether it is folded away.
    fn folds(&self) -> bool {
        self.spec.rare && !self.lifts
    }
}

/// The options that can be changed and are not drawn yet, in the order of the ruleset.
fn shown_options<'m>(
    model: &'m Model,
    aim: &Aim,
    preview: &Preview,
    drawn: &[(Key, Option<CombatantId>)],
) -> Vec<Shown<'m>> {
    let plan = preview.plan.as_ref().ok();
    let mut shown = Vec::new();
    for spec in model.rules.info().options {
        let mut targets: Vec<Option<CombatantId>> = match spec.per_target {
            true => aim.targets.iter().map(|t| Some(*t)).collect(),
            false => vec![None],
        };
        // Some options are of others than the targets: who counts as an attacker.
        let others = plan.iter().flat_map(|plan| &plan.suggested);
        let others = others.filter(|(key, ..)| *key == spec.id).map(|(_, whose, _)| *whose);
        for other in others {
            if !targets.contains(&other) {
                targets.push(other);
            }
        }
        for whose in targets.into_iter().filter(|whom| concerned(aim, preview, *whom)) {
            let set = aim.options.0.get(&(spec.id, whose)).copied();
            let suggestion = plan.and_then(|plan| suggestion(plan, spec.id, whose));
            let lifts = preview.plan.as_ref().is_err_and(|why| why.rule == spec.rule);
            let idle = set.is_none() && suggestion.is_none() && !lifts;
            if !idle && !drawn.contains(&(spec.id, whose)) {
                shown.push(Shown { spec, whose, set, suggestion, lifts });
            }
        }
    }
    shown
}

fn one_control(ui: &mut Ui, aim: &Aim, shown: &Shown, say: &Speaker, out: &mut Vec<Intent>) {
    let Shown { spec, whose, set, suggestion, .. } = *shown;
    let of_whom = whose.filter(|id| aim.targets.len() > 1 || !aim.targets.contains(id));
    let control = |ui: &mut Ui| control(ui, spec, of_whom, set, suggestion, say);
    if let Some(value) = ui.push_id((spec.id.0, whose.map(|id| id.0)), control).inner {
        out.push(Intent::Aim(Some(with_option(aim, spec.id, whose, value))));
    }
}

/// One option in a row of fixed height. The answer is the new value; none inside it takes the
/// override back.
fn control(
    ui: &mut Ui,
    spec: &OptionSpec,
    of_whom: Option<CombatantId>,
    set: Option<i16>,
    suggestion: Option<i16>,
    say: &Speaker,
) -> Option<Option<i16>> {
    let p = palette(ui.ctx());
    let mut label = say.key(&format!("option-{}", spec.id));
    if let Some(who) = of_whom {
        // The name first: it is what tells one row from another where there is no room for all.
        label = format!("{}: {label}", say.name(who));
    }
    let value = set.or(suggestion).unwrap_or(0);
    let mut changed = None;
    ui.horizontal(|ui| {
        ui.set_min_height(theme::control(ui.ctx()));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let overridden = set.is_some() && set != suggestion;
            ui.scope(|ui| {
                if !overridden {
                    ui.set_invisible();
                }
                if small_icon(ui, Icon::Undo, &say.key("preview-as-suggested")).clicked() {
                    changed = Some(None);
                }
            });
            let picked = match spec.values {
                OptionValues::Choice(words) => {
                    choice(ui, spec, words, value, suggestion, None, say)
                }
                OptionValues::Signed(least, most) => {
                    let words = (say.key("less"), say.key("more"));
                    let words = (words.0.as_str(), words.1.as_str());
                    let range = (least, most);
                    if most - least > WALKED_MOST {
                        let none = say.key("number-auto");
                        stepper_typed(ui, spec.step, value, range, words, &none)
                    } else {
                        stepper_by(ui, spec.step, value, range, least < 0, words)
                    }
                }
                OptionValues::Switch => {
                    let words = [say.key("no"), say.key("yes")];
                    // Of a refused attack nothing is suggested: then neither is lit.
                    let lit = set.or(suggestion).map(|value| usize::from(value != 0));
                    segments(ui, &words, lit).map(|i| i as i16)
                }
            };
            if let Some(picked) = picked {
                changed = Some((suggestion != Some(picked)).then_some(picked));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let color = if overridden { p.target } else { p.text };
                let text = RichText::new(&label).size(14.0).color(color);
                ui.add(Label::new(text).truncate());
            });
        });
    });
    changed
}

/// A list that drops down; what is shown while it is closed is its value or, in a line of reasons,
/// the line's own label.
fn choice(
    ui: &mut Ui,
    spec: &OptionSpec,
    words: &[&str],
    value: i16,
    suggestion: Option<i16>,
    label: Option<String>,
    say: &Speaker,
) -> Option<i16> {
    let word = |i: usize| {
        let word = say.key(&format!("option-{}-{}", spec.id, words[i]));
        if suggestion == Some(i as i16) { format!("{word} •") } else { word }
    };
    let shown = usize::try_from(value).ok().filter(|i| *i < words.len()).unwrap_or(0);
    let mut picked = None;
    let in_line = label.is_some();
    let width = if in_line { ui.available_width() - 4.0 } else { 132.0 };
    let p = palette(ui.ctx());
    let overridden = suggestion.is_some_and(|s| s != value);
    let color = if overridden { p.target } else { p.text };
    let text = label.unwrap_or_else(|| word(shown));
    // The line of a check is told whole, in two rows if need be.
    let wrap = if in_line { TextWrapMode::Wrap } else { TextWrapMode::Truncate };
    let closed = ComboBox::from_id_salt(("option", spec.id.0))
        .selected_text(RichText::new(&text).size(13.5).color(color))
        .width(width)
        .wrap_mode(wrap)
        .show_ui(ui, |ui| {
            for i in 0..words.len() {
                if ui.selectable_label(i == shown, word(i)).clicked() {
                    picked = Some(i as i16);
                }
            }
        });
    closed.response.on_hover_text(text);
    picked
}

/// Why the numbers are what they are. A line that stands for a choice is the control of it;
/// those that were drawn so are remembered.
fn reasons(
    ui: &mut Ui,
    model: &Model,
    aim: &Aim,
    preview: &Preview,
    say: &Speaker,
    out: &mut Vec<Intent>,
    drawn: &mut Vec<(Key, Option<CombatantId>)>,
) {
    let Ok(plan) = &preview.plan else { return };
    ui.add_space(4.0);
    heading(ui, &say.key("preview-why"));
    let ruleset = model.rules.info().id;
    let all = plan.checks.iter().enumerate().filter(|(_, (_, check))| chronicle::tells(check));
    let mut all: Vec<_> = all.filter(|(_, (whom, _))| concerned(aim, preview, *whom)).collect();
    if aim.cell.is_some() {
        // Those whom a blast reaches stand in the order of their chances, here as above.
        let place = |whom: &Option<CombatantId>| {
            whom.and_then(|whom| aim.targets.iter().position(|target| *target == whom))
        };
        all.sort_by_key(|(_, (whom, _))| place(whom));
    }
    for (i, (target, check)) in all {
        let mut name = check_name(say, ruleset, check);
        if let Some(target) = target.filter(|_| aim.targets.len() > 1) {
            name = format!("{name}: {}", say.name(target));
        }
        let mut control = |ui: &mut Ui, line: &Modifier, out: &mut Vec<Intent>| {
            let option = model.rules.info().options.iter().find(|o| Some(o.id) == line.option);
            let Some(spec) = option else { return false };
            // A check of the whole attack is about its one target; of several, each has a control
            // of its own among the conditions.
            let whose = match (spec.per_target, *target, &aim.targets[..]) {
                (false, ..) => None,
                (true, Some(target), _) => Some(target),
                (true, None, [one]) => Some(*one),
                (true, None, _) => return false,
            };
            let OptionValues::Choice(words) = spec.values else { return false };
            if drawn.contains(&(spec.id, whose)) {
                return false;
            }
            drawn.push((spec.id, whose));
            let set = aim.options.0.get(&(spec.id, whose)).copied();
            let suggestion = suggestion(plan, spec.id, whose);
            let value = set.or(suggestion).unwrap_or(0);
            let shown = say.say(&line.label);
            if let Some(picked) = choice(ui, spec, words, value, suggestion, Some(shown), say) {
                let value = (suggestion != Some(picked)).then_some(picked);
                out.push(Intent::Aim(Some(with_option(aim, spec.id, whose, value))));
            }
            true
        };
        ui.push_id(i, |ui| why::show(ui, check, &name, i, say, out, &mut control));
        ui.add_space(2.0);
    }
}

/// The value that the program suggests for an option.
fn suggestion(plan: &Plan, option: Key, whose: Option<CombatantId>) -> Option<i16> {
    let suggested = plan.suggested.iter().find(|(k, t, _)| *k == option && *t == whose);
    suggested.map(|(_, _, value)| *value)
}

/// Cost, typed-in dice, the button that rolls.
fn buttons(
    ui: &mut Ui,
    model: &Model,
    aim: &Aim,
    say: &Speaker,
    state: &mut PreviewState,
    out: &mut Vec<Intent>,
) {
    let p = palette(ui.ctx());
    let preview = model.preview.as_deref();
    let plan = preview.and_then(|preview| preview.plan.as_ref().ok());
    if let (Some(preview), Some(plan)) = (preview, plan) {
        ui.horizontal(|ui| {
            cost(ui, model, plan, say);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let word = format!("{} {}", Icon::Roll.glyph(), say.key("typed-open"));
                let button = Button::new(RichText::new(word).size(13.5));
                if ui.add(button.selected(state.typed.open)).clicked() {
                    state.typed.toggle();
                }
            });
        });
        typed::show(ui, model, (preview, plan), say, &mut state.typed);
    }
    let hindered = preview.and_then(|preview| preview.hindrance.as_ref());
    if let Some(why) = hindered.filter(|_| plan.is_some()) {
        let text = format!("{} {}", Icon::Warning.glyph(), refusal(say, why));
        ui.add(Label::new(RichText::new(text).size(13.5).color(p.quiet)).wrap());
    }
    ui.horizontal(|ui| {
        let cancel = Button::new(say.key("cancel")).min_size(vec2(90.0, theme::TOUCH));
        if ui.add(cancel).on_hover_text("Esc").clicked() {
            out.push(Intent::Aim(None));
        }
        if state.typed.open {
            ui.add_enabled_ui(hindered.is_none(), |ui| {
                // The command names whom the aim names: those whom a blast finds besides would
                // stand in another order, and the numbers with them.
                let named = model.aim.as_ref().unwrap_or(aim);
                typed::take(ui, named, say, &mut state.typed, out);
            });
            return;
        }
        let spec = model.rules.actions().iter().find(|spec| spec.id == aim.action);
        let word = match spec.filter(|_| rolls_nothing(model)) {
            Some(spec) => format!("{}  {}", Icon::Confirm.glyph(), action_word(model, say, spec)),
            None => format!("{}  {}", Icon::Roll.glyph(), say.key("preview-roll")),
        };
        let label = RichText::new(word).font(theme::bold(17.0));
        let width = ui.available_width();
        let roll = Button::new(label).min_size(vec2(width, theme::TOUCH));
        let may = plan.is_some() && hindered.is_none();
        let response = ui.add_enabled(may, roll).on_hover_text("Enter");
        if response.clicked() {
            out.push(Intent::Wish(Wish::Attack));
        }
    });
}

/// What the attack costs, in the ruleset's coins and in rounds.
fn cost(ui: &mut Ui, model: &Model, plan: &Plan, say: &Speaker) {
    let p = palette(ui.ctx());
    let mut parts = Vec::new();
    parts.extend(chronicle::coins(say, model.rules.info(), plan.cost.0, " + "));
    if plan.rounds > 0 {
        parts.push(say.say(&Message::new("preview-rounds").int("n", plan.rounds.into())));
    }
    if !parts.is_empty() {
        let text = format!("{}: {}", say.key("preview-cost"), parts.join(" + "));
        ui.label(RichText::new(text).size(13.0).color(p.quiet));
    }
}
