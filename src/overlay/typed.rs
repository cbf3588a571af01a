//! Dice from a physical table, typed in instead of rolled.
//!
//! Which rolls an attack asks for is found out by asking it: the rule is run on the numbers typed
//! so far and one impossible number more, and says what it wanted instead.

use super::icon::Icon;
use super::model::{Intent, Model};
use super::theme::{self, palette};
use super::widgets::line_edit;
use crate::battle::command::Command;
use crate::chronicle::roll_names;
use crate::locale::speak::Speaker;
use crate::rules::dice::{Die, Purpose, Wanted, wanted_rolls};
use crate::rules::message::Message;
use crate::rules::ruleset::Plan;
use crate::table::{Aim, Preview, Wish};
use bevy_egui::egui::{Button, Key, Label, RichText, ScrollArea, Ui, vec2};

/// What has been typed.
#[derive(Default)]
pub struct TypedDice {
    /// The fields are shown.
    pub open: bool,
    /// They were opened just now: the first is to be typed in.
    fresh: bool,
    texts: Vec<String>,
    /// For how many attacks there have been fields: those of each are its own, so that taking
    /// back what was typed never brings numbers of another.
    attacks: u32,
    /// The numbers, when all are there and possible.
    ready: Option<Vec<u16>>,
}

impl TypedDice {
    /// Another attack: nothing has been typed for it.
    pub fn forget(&mut self) {
        *self = Self { attacks: self.attacks.wrapping_add(1), ..Self::default() };
    }

    /// Shows the fields, or hides them.
    pub fn toggle(&mut self) {
        self.open = !self.open;
        self.fresh = self.open;
    }
}

/// More numbers than any attack asks for.
const FIELDS_MAX: usize = 24;

/// The numbers that the attack asks for, given those typed so far; a missing one counts as the
/// least possible.
pub fn fields(model: &Model, preview: &Preview, plan: &Plan, typed: &[Option<u16>]) -> Vec<Wanted> {
    wanted_rolls(typed, FIELDS_MAX, |dice| {
        let _ = model.rules.resolve(&preview.facts, plan, dice);
    })
}

/// One small field a roll, with what it counts; why a number is refused.
pub fn show(
    ui: &mut Ui,
    model: &Model,
    (preview, plan): (&Preview, &Plan),
    say: &Speaker,
    state: &mut TypedDice,
) {
    state.ready = None;
    if !state.open {
        return;
    }
    let p = palette(ui.ctx());
    let typed: Vec<Option<u16>> = state.texts.iter().map(|t| t.trim().parse().ok()).collect();
    let fields = fields(model, preview, plan, &typed);
    state.texts.resize(fields.len(), String::new());
    let mut refused = None;
    let entered = ui.input(|i| i.key_pressed(Key::Enter));
    let first_missing = fields
        .iter()
        .zip(&typed)
        .position(|(field, number)| number.is_none_or(|n| !(field.min..=field.max).contains(&n)));
    let purposes: Vec<Purpose> = fields.iter().map(|field| field.purpose).collect();
    let names = roll_names(say, model.rules.info().id, &purposes, false);
    // A blast among many has more rolls than there is room for.
    let most = ui.ctx().content_rect().height() * 0.34;
    let area = ScrollArea::vertical().id_salt("typed_dice").max_height(most);
    area.auto_shrink([false, true]).show(ui, |ui| {
        for (i, (field, text)) in fields.iter().zip(&mut state.texts).enumerate() {
            let told = |key: &'static str| {
                let message = Message::new(key).text("name", &names[i]);
                say.say(&message.int("min", field.min.into()).int("max", field.max.into()))
            };
            ui.horizontal(|ui| {
                let edit = line_edit(ui, text, 44.0).id_salt((state.attacks, i));
                let response = ui.add(edit.font(theme::mono(15.0)).char_limit(3));
                // Enter where something is missing yet leads to what is missing.
                let wanted = entered && first_missing == Some(i);
                if wanted || i == 0 && std::mem::take(&mut state.fresh) {
                    response.request_focus();
                }
                // A pool of coins is told by its ones, other dice by their faces.
                let coins = field.die == Die::Coin;
                let label = told(if coins { "typed-ones" } else { "typed-face" });
                ui.label(RichText::new(label).size(14.0).color(p.text));
                response.on_hover_text(told("typed-range"));
            });
            let number = text.trim().parse::<u16>().ok();
            let fits = number.is_some_and(|n| (field.min..=field.max).contains(&n));
            if !text.trim().is_empty() && !fits {
                refused.get_or_insert_with(|| told("typed-range"));
            }
        }
    });
    if let Some(why) = refused {
        let label = RichText::new(format!("{} {why}", Icon::Warning.glyph())).size(13.5);
        ui.add(Label::new(label.color(p.harm)).wrap());
    }
    let whole: Option<Vec<u16>> = fields
        .iter()
        .zip(state.texts.iter().map(|t| t.trim().parse::<u16>().ok()))
        .map(|(field, value)| value.filter(|v| (field.min..=field.max).contains(v)))
        .collect();
    state.ready = whole;
}

/// The button that takes the dice, in the place of the one that rolls; Enter presses it.
pub fn take(ui: &mut Ui, aim: &Aim, say: &Speaker, state: &mut TypedDice, out: &mut Vec<Intent>) {
    let label = RichText::new(say.key("typed-use")).font(theme::bold(17.0));
    let button = Button::new(label).min_size(vec2(ui.available_width(), theme::TOUCH));
    let clicked = ui.add_enabled(state.ready.is_some(), button).clicked();
    let entered = ui.is_enabled() && ui.input(|i| i.key_pressed(Key::Enter));
    if !clicked && !entered {
        return;
    }
    let Some(numbers) = state.ready.take() else { return };
    let Aim { attacker: who, targets, action, cell: aim, options } = aim.clone();
    let command = Command::Attack { who, action, targets, aim, options };
    out.push(Intent::Wish(Wish::OrderWithDice(command, numbers)));
    state.forget();
}
