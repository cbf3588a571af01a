//! Before the fight: who takes part, with what start, and the button that begins it.

use super::model::{FighterModel, Intent, Model};
use super::newcomer;
use super::theme::{self, palette};
use super::turn_order::menu;
use super::widgets::{cut, heading, named, segments, side_mark};
use crate::battle::command::{Command, Edit};
use crate::battle::state::Stage;
use crate::locale::speak::Speaker;
use crate::rules::facts::CombatantId;
use crate::rules::message::Message;
use bevy_egui::egui::{
    Button, Color32, Frame, Margin, Panel, Popup, Rect, RichText, ScrollArea, Sense, Ui, Vec2,
    WidgetInfo, WidgetType, pos2, vec2,
};

/// How ties will be broken.
#[derive(Default)]
pub struct MusterState {
    /// By cards, by dice, or as the ruleset likes.
    pub by_cards: Option<bool>,
}

/// Steps of the situation modifier that are offered.
const STEPS: u8 = 4;

/// Draws the list.
pub fn show(ui: &mut Ui, model: &Model, say: &Speaker, state: &mut MusterState) -> Vec<Intent> {
    let mut out = Vec::new();
    let frame = Frame::new().inner_margin(Margin { top: 6, ..Margin::ZERO });
    Panel::bottom("muster-begin").frame(frame).resizable(false).show(ui, |ui| {
        begin(ui, model, say, state, &mut out);
    });
    ScrollArea::vertical().id_salt("muster").auto_shrink([false, false]).show(ui, |ui| {
        let over = model.stage == Stage::Over;
        heading(ui, &say.key(if over { "muster-over" } else { "muster-title" }));
        for (id, fighter) in &model.fighters {
            row(ui, model, *id, fighter, say, &mut out);
        }
        newcomer::row(ui, model, say, &mut out);
    });
    out
}

/// Height of a fighter's row, and width of a step beside its name.
const ROW: f32 = 34.0;
const STEP: f32 = 24.0;

fn row(
    ui: &mut Ui,
    model: &Model,
    id: CombatantId,
    fighter: &FighterModel,
    say: &Speaker,
    out: &mut Vec<Intent>,
) {
    let p = palette(ui.ctx());
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let large = theme::large(ui.ctx());
        let steps = if large { theme::TOUCH + 16.0 } else { f32::from(STEPS) * (STEP + 1.0) + 5.0 };
        let height = theme::control(ui.ctx()).max(ROW);
        let size = vec2((ui.available_width() - steps).max(40.0), height);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        if model.selected == Some(id) {
            ui.painter().rect_filled(rect, 4.0, p.chosen);
        } else if response.hovered() {
            ui.painter().rect_filled(rect, 4.0, p.raised);
        }
        let mark = pos2(rect.min.x + 9.0, rect.center().y);
        side_mark(ui.painter(), mark, 5.5, fighter.fighter.side, &p);
        let name = Rect::from_min_max(pos2(rect.min.x + 19.0, rect.min.y), rect.max);
        cut(ui.painter(), name, say.name(id), theme::bold(14.5), p.text);
        response
            .widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, say.name(id).to_owned()));
        if response.clicked() {
            out.push(Intent::Select(id));
        }
        response.context_menu(|ui| menu(ui, model, id, fighter, say, out));
        ui.push_id(id.0, |ui| {
            modifier(ui, model, fighter, say, |n| out.push(Intent::edit(id, Edit::Modifier(n))));
        });
    });
}

/// The circumstances in which a fighter starts, as steps; with large controls as a list that drops
/// down, for four of them have no room beside a name.
pub fn modifier(
    ui: &mut Ui,
    model: &Model,
    fighter: &FighterModel,
    say: &Speaker,
    mut set: impl FnMut(u8),
) {
    if theme::large(ui.ctx()) {
        let label = RichText::new(step_word(fighter.modifier)).font(theme::mono(15.0));
        let response = ui.add(Button::new(label).min_size(Vec2::splat(theme::TOUCH)));
        let response = named(response, &modifier_word(model, say, fighter.modifier));
        Popup::menu(&response).show(|ui| {
            for n in 0..STEPS {
                let word = modifier_word(model, say, n);
                let word = format!("{}  {word}", step_word(n));
                let chosen = fighter.modifier == n;
                if ui.selectable_label(chosen, word).clicked() && !chosen {
                    set(n);
                }
            }
        });
        return;
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 1.0;
        ui.spacing_mut().button_padding.x = 1.0;
        for n in 0..STEPS {
            let label = RichText::new(step_word(n)).font(theme::mono(13.0));
            let chosen = fighter.modifier == n;
            let button = Button::new(label).selected(chosen).min_size(vec2(STEP, 28.0));
            let response = ui.add(button).on_hover_text(modifier_word(model, say, n));
            if response.clicked() && !chosen {
                set(n);
            }
        }
    });
}

/// What a step means: the ruleset's own word, or how much it adds.
fn modifier_word(model: &Model, say: &Speaker, n: u8) -> String {
    let plain = say.say(&Message::new("modifier-plain").int("n", n.into()));
    say.key_or(&model.word("modifier", &n.to_string()), &plain)
}

/// A step in signs.
fn step_word(n: u8) -> String {
    if n == 0 { "0".to_owned() } else { format!("+{n}") }
}

fn begin(
    ui: &mut Ui,
    model: &Model,
    say: &Speaker,
    state: &mut MusterState,
    out: &mut Vec<Intent>,
) {
    // Where equals act at the same time there is no tie to break.
    if !model.rules.info().simultaneous {
        ties(ui, say, state);
    }
    let p = palette(ui.ctx());
    let ink: Color32 = theme::ink_on(p.active);
    let label = RichText::new(say.key("muster-begin")).font(theme::bold(17.0)).color(ink);
    let size = vec2(ui.available_width(), 52.0);
    let button = Button::new(label).fill(p.active).min_size(size);
    ui.horizontal(|ui| {
        let response = ui.add_enabled(!model.fighters.is_empty(), button);
        if response.on_disabled_hover_text(say.key("refusal-one-side")).clicked() {
            let by_cards = state.by_cards.filter(|_| !model.rules.info().simultaneous);
            out.push(Intent::order(Command::Begin { by_cards }));
        }
    });
}

/// How ties will be broken.
fn ties(ui: &mut Ui, say: &Speaker, state: &mut MusterState) {
    heading(ui, &say.key("muster-ties"));
    let words = [say.key("ties-auto"), say.key("ties-dice"), say.key("ties-cards")];
    let chosen = match state.by_cards {
        None => 0,
        Some(false) => 1,
        Some(true) => 2,
    };
    if let Some(i) = segments(ui, &words, Some(chosen)) {
        state.by_cards = [None, Some(false), Some(true)][i];
    }
}
