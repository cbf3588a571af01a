//! The bar of the running fighter: coins, actions, the end of the turn.

use super::icon::Icon;
use super::model::{Deed, FighterModel, Intent, Model};
use super::preview::action_word;
use super::theme::{self, palette};
use super::widgets::{cut, glyph, heading, named, refusal, side_mark};
use crate::battle::command::Command;
use crate::battle::state::Stage;
use crate::chronicle::{self, metres_left};
use crate::data::map::PropKind;
use crate::locale::speak::Speaker;
use crate::rules::facts::{CombatantId, Cost};
use crate::rules::key::RuleId;
use crate::rules::message::Message;
use crate::rules::ruleset::{self, ActionSpec, CoinSpec, CoinUnit, Scope, spendable};
use crate::table::{Aim, Brush, Laying, Wish};
use bevy_egui::egui::{
    Align, Align2, Area, Button, Color32, Context, CornerRadius, Frame, Id, Key, Label, Layout,
    Order, Popup, Pos2, Rect, Response, RichText, Sense, Stroke, StrokeKind, Ui, Vec2, pos2, vec2,
};

/// Size of the button of an action.
const BUTTON: Vec2 = Vec2::new(88.0, 58.0);

/// Draws the bar. `begins` puts the beginning of the fight here, where the list of fighters is
/// folded away.
pub fn show(ui: &mut Ui, model: &Model, say: &Speaker, begins: bool) -> Vec<Intent> {
    let mut out = Vec::new();
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        match model.current {
            Some(who) => who_acts(ui, model, who, say),
            None => nobody(ui, model, say),
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            right_end(ui, model, say, begins, &mut out);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                if let Some(who) = model.actor() {
                    actions(ui, model, who, say, &mut out);
                }
            });
        });
    });
    out
}

/// A quiet reminder above the bar, when a turn has had many free actions; `at` is its lower left
/// corner. It forbids nothing.
pub fn free_hint(ctx: &Context, at: Pos2, model: &Model, say: &Speaker) {
    let taken = model.budget.free;
    let due = model.rules.free_hint_from().is_some_and(|from| taken >= from);
    if !due || model.current.is_none() {
        return;
    }
    let p = palette(ctx);
    let text = say.say(&Message::new("bar-free-actions").int("n", taken.into()));
    Area::new(Id::new("free-hint"))
        .order(Order::Middle)
        .pivot(Align2::LEFT_BOTTOM)
        .fixed_pos(at)
        .constrain(false)
        .interactable(false)
        .fade_in(false)
        .show(ctx, |ui| {
            Frame::popup(ui.style()).inner_margin(6).fill(p.panel).show(ui, |ui| {
                ui.add(Label::new(RichText::new(text).size(13.5).color(p.quiet)).extend());
            });
        });
}

/// The name of the running fighter and the coins that are left.
fn who_acts(ui: &mut Ui, model: &Model, who: CombatantId, say: &Speaker) {
    let p = palette(ui.ctx());
    ui.vertical(|ui| {
        ui.set_width(170.0);
        // Nothing here is pressed: rows are as high as what stands in them.
        ui.spacing_mut().interact_size.y = 22.0;
        ui.add_space(6.0);
        let (rect, _) = ui.allocate_exact_size(vec2(170.0, 22.0), Sense::hover());
        if let Some(f) = model.fighters.get(&who) {
            let at = pos2(rect.min.x + 8.0, rect.center().y);
            side_mark(ui.painter(), at, 6.0, f.fighter.side, &p);
        }
        let name = Rect::from_min_max(pos2(rect.min.x + 20.0, rect.min.y), rect.max);
        cut(ui.painter(), name, say.name(who), theme::bold(17.0), p.active);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let purse: Vec<Coin> = purse(model, say);
            let show = CoinShow::fitting(ui, &purse, 170.0);
            for coin in &purse {
                coins(ui, coin, show);
            }
        });
    });
}

/// One kind of coin as the bar shows it.
struct Coin {
    /// Filled discs and all discs; none for what is told in words.
    discs: Option<(u8, u8)>,
    /// Whether there is some left.
    left: bool,
    /// What stands beside the discs.
    word: String,
    /// The whole word and how much is left.
    whole: String,
    /// The rule that took some away.
    barred: Option<RuleId>,
}

/// What the running fighter can spend.
fn purse(model: &Model, say: &Speaker) -> Vec<Coin> {
    // Whoever cannot act any more has nothing to spend, though its turn still runs.
    let acting = model.current.and_then(|id| model.fighters.get(&id));
    let able = acting.is_some_and(|f| f.vital.able);
    let spends = |f: &FighterModel| spendable(model.rules.as_ref(), &f.fighter, &model.budget);
    let purse = acting.filter(|_| able).map(spends).unwrap_or_default();
    let told = |(i, spec): (usize, &CoinSpec)| {
        let left = purse[i];
        let key = model.word("coin", spec.key);
        let word = say.key(&key);
        let whole = say.key_or(&format!("{key}.full"), &word);
        let (discs, word, whole) = match spec.unit {
            CoinUnit::Hidden => return None,
            CoinUnit::Pieces => {
                let whole = Message::new("bar-coins").text("coin", &whole).int("left", left.into());
                (Some((left, spec.count.max(left))), word, say.say(&whole))
            }
            CoinUnit::HalfCells => {
                let metres = i64::from(metres_left(left));
                let told = |word| {
                    say.say(&Message::new("coin-metres").text("coin", word).int("m", metres))
                };
                (None, told(&word), told(&whole))
            }
        };
        let left = discs.map_or(metres_left(left) > 0, |(left, _)| left > 0);
        let hint = say.key_or(&format!("{key}.hint"), "");
        let whole = if hint.is_empty() { whole } else { format!("{whole}\n{hint}") };
        Some(Coin { discs, left, word, whole, barred: model.budget.barred[i] })
    };
    let coins = model.rules.info().coins.iter().enumerate().filter_map(told);
    coins.filter(|coin| coin.discs != Some((0, 0))).collect()
}

/// How discs are drawn: as large as there is room for.
#[derive(Copy, Clone, PartialEq)]
enum CoinShow {
    Large,
    Small,
    /// As a number.
    Number,
}

impl CoinShow {
    fn fitting(ui: &Ui, purse: &[Coin], room: f32) -> Self {
        let many = purse.iter().filter_map(|coin| coin.discs).any(|(_, all)| all > 3);
        let words = |coin: &Coin| {
            let word =
                ui.painter().layout_no_wrap(coin.word.clone(), theme::bold(15.0), Color32::WHITE);
            word.size().x + 14.0
        };
        let fits = |show: &Self| {
            let widths = purse.iter().map(|coin| show.width(coin) + words(coin));
            widths.sum::<f32>() <= room && !(many && *show == Self::Large)
        };
        [Self::Large, Self::Small].into_iter().find(fits).unwrap_or(Self::Number)
    }

    /// Width of the discs of a coin.
    fn width(self, coin: &Coin) -> f32 {
        let all = coin.discs.map_or(0, |(_, all)| all);
        match self {
            Self::Large => 17.0 * f32::from(all),
            Self::Small => 11.0 * f32::from(all),
            Self::Number => {
                if all > 0 {
                    20.0
                } else {
                    0.0
                }
            }
        }
    }
}

/// One kind of coin: filled discs for those left, empty ones for those spent, a cross for those
/// that a rule took away; a number where there is no room for discs.
fn coins(ui: &mut Ui, coin: &Coin, show: CoinShow) {
    let p = palette(ui.ctx());
    let (rect, response) = ui.allocate_exact_size(vec2(show.width(coin), 22.0), Sense::hover());
    let (left, all) = coin.discs.unwrap_or_default();
    let (step, radius) = if show == CoinShow::Large { (17.0, 6.5) } else { (11.0, 4.5) };
    let discs = if show == CoinShow::Number { 0 } else { all };
    for n in 0..discs {
        let at = pos2(rect.min.x + step * (f32::from(n) + 0.5), rect.center().y);
        if n < left {
            ui.painter().circle_filled(at, radius, p.active);
        } else {
            ui.painter().circle_stroke(at, radius - 0.5, Stroke::new(1.5, p.quiet));
        }
    }
    let color = if coin.left { p.text } else { p.quiet };
    if show == CoinShow::Number && all > 0 {
        let at = rect.center();
        ui.painter().text(at, Align2::CENTER_CENTER, left, theme::mono_bold(15.0), color);
    }
    if coin.barred.is_some() {
        let d = vec2(radius - 1.5, radius - 1.5);
        for n in 0..discs.max(1) {
            let at = pos2(rect.min.x + step * (f32::from(n) + 0.5), rect.center().y);
            ui.painter().line_segment([at - d, at + d], Stroke::new(2.0, p.harm));
        }
    }
    let label = ui.label(RichText::new(&coin.word).font(theme::bold(15.0)).color(color));
    ui.add_space(6.0);
    let mut hover = coin.whole.clone();
    if let Some(rule) = coin.barred {
        hover = format!("{hover} ({rule})");
    }
    response.union(label).on_hover_text(hover);
}

fn nobody(ui: &mut Ui, model: &Model, say: &Speaker) {
    let key = match model.stage {
        Stage::Setup => "bar-setup",
        Stage::Fighting => "bar-nobody",
        Stage::Over => "bar-over",
    };
    let p = palette(ui.ctx());
    let label = RichText::new(say.key(key)).size(16.0).color(p.quiet);
    // Before the fight the selected fighter's deeds stand beside it.
    let deeds = (model.deeds.len() as f32 * (BUTTON.x + 5.0)).min(2.0 * (BUTTON.x + 5.0));
    let room = (ui.available_width() - 240.0 - deeds).max(80.0);
    ui.allocate_ui(vec2(room, BUTTON.y), |ui| ui.add(Label::new(label).wrap()));
}

/// Free move, autopilot, end of turn.
fn right_end(ui: &mut Ui, model: &Model, say: &Speaker, begins: bool, out: &mut Vec<Intent>) {
    let running = model.stage == Stage::Fighting;
    if running {
        end_turn(ui, say, out);
    } else if begins && !model.fighters.is_empty() {
        let p = palette(ui.ctx());
        let ink = theme::ink_on(p.active);
        let label = RichText::new(say.key("muster-begin")).font(theme::bold(16.0)).color(ink);
        let button = Button::new(label).fill(p.active).min_size(vec2(124.0, BUTTON.y));
        if ui.add(button).clicked() {
            out.push(Intent::order(Command::Begin { by_cards: None }));
        }
    }
    let toggle = |ui: &mut Ui, icon: Icon, on: bool, word: &str| {
        let label = RichText::new(icon.glyph()).size(20.0);
        let button = Button::new(label).selected(on).min_size(vec2(theme::TOUCH, BUTTON.y));
        named(ui.add(button), word).clicked()
    };
    if running
        && model.current.is_some()
        && toggle(ui, Icon::Autopilot, false, &say.key("bar-autopilot"))
    {
        out.push(Intent::Wish(Wish::Autopilot));
    }
    if toggle(ui, Icon::FreeMove, model.free_move, &say.key("free-move")) {
        out.push(Intent::FreeMove(!model.free_move));
    }
}

/// The button that ends the turn. A press of Enter or Space on a focused button is no click:
/// nobody ends a turn by it.
fn end_turn(ui: &mut Ui, say: &Speaker, out: &mut Vec<Intent>) {
    let p = palette(ui.ctx());
    let word = say.key("end-turn");
    let (rect, response) = ui.allocate_exact_size(vec2(124.0, BUTTON.y), Sense::click());
    let visuals = *ui.style().interact(&response);
    let ground = visuals.weak_bg_fill.lerp_to_gamma(p.active, 0.10);
    ui.painter().rect_filled(rect, CornerRadius::same(6), ground);
    let stroke = Stroke::new(1.5, p.active.gamma_multiply(0.7));
    ui.painter().rect_stroke(rect, 6.0, stroke, StrokeKind::Inside);
    let middle = rect.center();
    let at = middle - vec2(0.0, 9.0);
    ui.painter().text(at, Align2::CENTER_CENTER, &word, theme::bold(16.0), p.text);
    let at = middle + vec2(0.0, 12.0);
    ui.painter().text(at, Align2::CENTER_CENTER, "Ctrl+Enter", theme::mono(12.0), p.quiet);
    let by_key = ui.input(|i| i.key_pressed(Key::Enter) || i.key_pressed(Key::Space));
    if named(response, &word).clicked() && !by_key {
        out.push(Intent::order(Command::EndTurn));
    }
}

/// The actions as buttons; those for which there is no room are behind one more button.
fn actions(ui: &mut Ui, model: &Model, who: CombatantId, say: &Speaker, out: &mut Vec<Intent>) {
    let step = BUTTON.x + 5.0;
    let room = ((ui.available_width() + 5.0) / step) as usize;
    let all = model.deeds.len();
    let shown = if all <= room { all } else { room.saturating_sub(1) };
    // Where there is not room for all, those that may be taken come before those that may not, and
    // each keeps its digit.
    let (able, barred): (Vec<usize>, Vec<usize>) =
        (0..all).partition(|i| model.deeds[*i].allowed.is_ok());
    let mut on_bar: Vec<usize> = able.into_iter().chain(barred).take(shown).collect();
    on_bar.sort_unstable();
    for i in &on_bar {
        let deed = &model.deeds[*i];
        if let Some(spec) = model.action(deed.action) {
            action(ui, model, who, *i, deed, spec, say, out);
        }
    }
    if shown < all {
        let label = RichText::new("…").font(theme::bold(20.0));
        let response = ui.add(Button::new(label).min_size(vec2(theme::TOUCH, BUTTON.y)));
        let response = named(response, &say.key("bar-more"));
        Popup::menu(&response).show(|ui| {
            ui.set_max_width(3.0 * step);
            let rest = model.deeds.iter().enumerate().filter(|(i, _)| !on_bar.contains(i));
            // A menu has room for no other menu: what is to be chosen stands in it at once.
            let chooses = |deed: &Deed| deed.allowed.is_ok() && !deed.choices.is_empty();
            let (choosing, rest): (Vec<_>, Vec<_>) = rest.partition(|(_, deed)| chooses(deed));
            for row in rest.chunks(3) {
                ui.horizontal(|ui| {
                    for (i, deed) in row {
                        if let Some(spec) = model.action(deed.action) {
                            action(ui, model, who, *i, deed, spec, say, out);
                        }
                    }
                });
            }
            for (_, deed) in choosing {
                let Some(spec) = model.action(deed.action) else { continue };
                heading(ui, &action_word(model, say, spec));
                weapon_choice(ui, model, who, deed, spec, say, out);
            }
        });
    }
}

fn action(
    ui: &mut Ui,
    model: &Model,
    who: CombatantId,
    i: usize,
    deed: &Deed,
    spec: &ActionSpec,
    say: &Speaker,
    out: &mut Vec<Intent>,
) {
    let word = action_word(model, say, spec);
    let chosen = match &model.aim {
        Some(aim) if aim.attacker == who => aim.action == spec.id,
        _ => model.preferred.as_ref() == Some(&spec.id),
    };
    let response = button(ui, i, deed, spec, &word, chosen);
    let hover = hover(model, deed, spec, &word, say);
    let response = if deed.allowed.is_ok() {
        response.on_hover_text(hover)
    } else {
        response.on_disabled_hover_text(hover)
    };
    if deed.allowed.is_ok() && !deed.choices.is_empty() {
        Popup::menu(&response).show(|ui| weapon_choice(ui, model, who, deed, spec, say, out));
    } else if response.clicked() {
        out.extend(wanted(model, who, deed, spec));
    }
}

/// What pressing an action's button or its digit means; nothing where a choice is to be made or
/// the action is not allowed.
pub fn wanted(model: &Model, who: CombatantId, deed: &Deed, spec: &ActionSpec) -> Option<Intent> {
    if let Err(refusal) = &deed.allowed {
        return Some(Intent::Wish(Wish::Toast(crate::chronicle::refused(refusal))));
    }
    match spec.scope {
        Scope::Own if deed.choices.is_empty() => {
            let action = spec.id.clone();
            Some(Intent::order(Command::Act { who, action, choice: None }))
        }
        Scope::Own => None,
        Scope::Path => Some(Intent::Wish(Wish::Toast(Message::new("hint-drag-token")))),
        Scope::Thing => Some(Intent::Wish(Wish::Toast(Message::new("hint-click-thing")))),
        Scope::Place => {
            let brush = Brush::Thing(PropKind::Crate);
            Some(Intent::Lay(Some(Laying { brush, who: Some(who) })))
        }
        Scope::Melee | Scope::Ranged | Scope::Any | Scope::Ally => match &model.aim {
            Some(aim) if aim.attacker == who => {
                Some(Intent::Aim(Some(Aim { action: spec.id.clone(), ..aim.clone() })))
            }
            _ if model.preferred.as_ref() == Some(&spec.id) => Some(Intent::Prefer(None)),
            _ => Some(Intent::Prefer(Some(spec.id.clone()))),
        },
    }
}

/// The button: icon over word, the digit of its key in the corner.
fn button(
    ui: &mut Ui,
    i: usize,
    deed: &Deed,
    spec: &ActionSpec,
    word: &str,
    chosen: bool,
) -> Response {
    let p = palette(ui.ctx());
    let enabled = deed.allowed.is_ok();
    let response = ui
        .add_enabled_ui(enabled, |ui| {
            let (rect, response) = ui.allocate_exact_size(BUTTON, Sense::click());
            let visuals = ui.style().interact_selectable(&response, chosen);
            let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
            painter.rect_filled(rect, CornerRadius::same(6), visuals.weak_bg_fill);
            let stroke = if chosen { Stroke::new(2.0, p.target) } else { visuals.bg_stroke };
            painter.rect_stroke(rect, 6.0, stroke, StrokeKind::Inside);
            let ink = p.text;
            // One without an icon of its own has the hand that does it.
            if let Some(glyph) = glyph(&spec.icon).or_else(|| glyph("hand")) {
                let at = pos2(rect.center().x, rect.min.y + 17.0);
                painter.text(at, Align2::CENTER_CENTER, glyph, theme::words(19.0), ink);
            }
            label(&painter, rect, word, ink);
            if i < 9 {
                let at = rect.right_top() + vec2(-6.0, 4.0);
                let digit = (i + 1).to_string();
                painter.text(at, Align2::RIGHT_TOP, digit, theme::mono(12.0), p.quiet);
            }
            response
        })
        .inner;
    let label = word.to_owned();
    response.widget_info(|| {
        bevy_egui::egui::WidgetInfo::labeled(
            bevy_egui::egui::WidgetType::Button,
            enabled,
            label.clone(),
        )
    });
    response
}

/// The word in at most two lines of 12 points.
fn label(
    painter: &bevy_egui::egui::Painter,
    rect: Rect,
    word: &str,
    ink: bevy_egui::egui::Color32,
) {
    let mut job = label_job(word, ink);
    job.halign = Align::Center;
    job.wrap.max_rows = 2;
    let galley = painter.layout_job(job);
    let middle = rect.min.y + 42.0;
    painter.galley(pos2(rect.center().x, middle - galley.size().y / 2.0), galley, ink);
}

fn label_job(word: &str, ink: bevy_egui::egui::Color32) -> bevy_egui::egui::text::LayoutJob {
    let font = theme::words(12.0);
    bevy_egui::egui::text::LayoutJob::simple(word.to_owned(), font, ink, BUTTON.x - 1.0)
}

/// How many rows the word of an action would need.
#[cfg(test)]
pub fn label_rows(ctx: &bevy_egui::egui::Context, word: &str) -> usize {
    let job = label_job(word, bevy_egui::egui::Color32::WHITE);
    ctx.fonts_mut(|fonts| fonts.layout_job(job)).rows.len()
}

/// Word, cost, rule; of a disabled action the reason.
fn hover(model: &Model, deed: &Deed, spec: &ActionSpec, word: &str, say: &Speaker) -> String {
    let word = &say.key_or(&format!("{}.full", model.word("action", &spec.id)), word);
    match &deed.allowed {
        Err(why) => format!("{word}\n{}", refusal(say, why)),
        Ok(cost) => {
            let cost = cost_words(model, *cost, say);
            let hint = match spec.scope {
                Scope::Path => say.key("hint-drag-token"),
                Scope::Melee | Scope::Ranged | Scope::Any => say.key("hint-click-enemy"),
                Scope::Ally => say.key("hint-click-fighter"),
                Scope::Thing => say.key("hint-click-thing"),
                Scope::Place => say.key("hint-lay"),
                Scope::Own => String::new(),
            };
            let rule = spec.rule;
            let text = say.key_or(&format!("rule-{rule}.text"), "");
            let lines = [word.to_owned(), format!("{cost} · {rule}"), text, hint];
            lines.into_iter().filter(|l| !l.is_empty()).collect::<Vec<_>>().join("\n")
        }
    }
}

/// A cost in the ruleset's coins.
pub fn cost_words(model: &Model, cost: Cost, say: &Speaker) -> String {
    let words = chronicle::coins(say, model.rules.info(), cost.0, " + ");
    words.unwrap_or_else(|| say.key("cost-nothing"))
}

/// What a fighter could do whoever acts, one button beside the other; of what it may not do the
/// reason is on hover.
pub fn any_time<'a>(
    ui: &mut Ui,
    model: &Model,
    who: CombatantId,
    deeds: impl Iterator<Item = &'a Deed>,
    say: &Speaker,
    out: &mut Vec<Intent>,
) {
    for deed in deeds {
        let Some(spec) = model.action(deed.action) else { continue };
        let word = action_word(model, say, spec);
        let icon = glyph(&spec.icon).or_else(|| glyph("hand")).unwrap_or(' ');
        let label = RichText::new(format!("{icon}  {word}")).size(14.0);
        let button = Button::new(label).min_size(vec2(0.0, theme::control(ui.ctx())));
        let hover = hover(model, deed, spec, &word, say);
        let response = ui.add_enabled(deed.allowed.is_ok(), button);
        let response = response.on_hover_text(&hover).on_disabled_hover_text(hover);
        if !deed.choices.is_empty() {
            Popup::menu(&response).show(|ui| weapon_choice(ui, model, who, deed, spec, say, out));
        } else if response.clicked() {
            out.extend(wanted(model, who, deed, spec));
        }
    }
}

/// The button of one who holds back: its turn comes at once.
pub fn step_in(ui: &mut Ui, who: CombatantId, width: f32, say: &Speaker, out: &mut Vec<Intent>) {
    let p = palette(ui.ctx());
    let ink = theme::ink_on(p.active);
    let label = RichText::new(say.key("step-in")).font(theme::bold(14.0)).color(ink);
    let button = Button::new(label).fill(p.active).truncate();
    let response = ui.add(button.min_size(vec2(width, theme::control(ui.ctx()))));
    if response.on_hover_text(say.key("step-in-hint")).clicked() {
        out.push(Intent::order(Command::StepIn { who }));
    }
}

/// The weapons to choose from, bare hands last; or the things that lie within reach.
fn weapon_choice(
    ui: &mut Ui,
    model: &Model,
    who: CombatantId,
    deed: &Deed,
    spec: &ActionSpec,
    say: &Speaker,
    out: &mut Vec<Intent>,
) {
    let Some(fighter) = model.fighters.get(&who) else { return };
    for (choice, may) in &deed.choices {
        let at = choice.map(usize::from);
        let carried = |i: usize| fighter.fighter.gear.weapons.get(i).map(|carried| carried.item);
        let thing = |i: usize| deed.things.get(i).copied();
        let item = at.and_then(|i| thing(i).or_else(|| carried(i)));
        let word = item.map_or_else(|| say.key("bare-hands"), |item| item_word(model, say, item));
        let response = ui.add_enabled(
            may.is_ok(),
            Button::new(&word).min_size(vec2(180.0, theme::control(ui.ctx()).max(34.0))),
        );
        let response = match may {
            Err(why) => response.on_disabled_hover_text(refusal(say, why)),
            Ok(()) => response,
        };
        if response.clicked() {
            let action = spec.id.clone();
            out.push(Intent::order(Command::Act { who, action, choice: *choice }));
            ui.close();
        }
    }
}

/// The word for a weapon.
pub fn item_word(model: &Model, say: &Speaker, item: crate::rules::facts::ItemId) -> String {
    let Some(spec) = ruleset::weapon(model.rules.as_ref(), item) else { return "?".to_owned() };
    say.key_or(&format!("item-{}", spec.id), spec.name.as_deref().unwrap_or(&spec.id))
}
