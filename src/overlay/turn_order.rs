//! The turn order as a tableau of cards: a row a level, cards face down for the levels between,
//! read like a text. A card is dragged to another place by the game master.

use super::icon::Icon;
use super::model::{FighterModel, Intent, Model};
use super::theme::{self, palette};
use super::widgets::{self, Pattern, cut, fill, heading, side_mark};
use super::{action_bar, newcomer};
use crate::battle::combatant::Presence;
use crate::battle::command::{Command, Edit};
use crate::locale::speak::Speaker;
use crate::rules::facts::{CombatantId, Row};
use crate::rules::message::Message;
use bevy_egui::egui::{
    Align2, CornerRadius, CursorIcon, DragAndDrop, LayerId, Order, Rect, Response, ScrollArea,
    Sense, Stroke, StrokeKind, Ui, Vec2, pos2, vec2,
};

/// Width of the column with the levels.
const LEVEL: f32 = 30.0;
/// Height of a card.
const CARD: f32 = 44.0;
/// A card is not narrower than this.
const CARD_WIDTH: f32 = 88.0;
/// So many levels without cards are drawn one by one; more become one heap.
const GAPS_MAX: usize = 3;

/// Where a card was dropped.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Drop {
    /// Before or after another card.
    Beside {
        /// The other card.
        card: CombatantId,
        /// Behind it.
        after: bool,
    },
    /// At the end of a level.
    Level(i16),
}

/// The rows after a card was moved; none if nothing changes. A row that is left empty stays as a
/// gap where the ruleset shows gaps.
pub fn moved(rows: &[Row], who: CombatantId, to: Drop) -> Option<Vec<Row>> {
    let shows_gaps = rows.iter().any(|row| row.cards.is_empty());
    let mut after: Vec<Row> = rows.to_vec();
    for row in &mut after {
        row.cards.retain(|card| *card != who);
    }
    match to {
        Drop::Beside { card, after: behind } => {
            let row = after.iter_mut().find(|row| row.cards.contains(&card))?;
            let at = row.cards.iter().position(|c| *c == card)?;
            row.cards.insert(at + usize::from(behind), who);
        }
        Drop::Level(level) => {
            after.iter_mut().find(|row| row.level == level)?.cards.push(who);
        }
    }
    if !shows_gaps {
        after.retain(|row| !row.cards.is_empty());
    }
    (after != rows).then_some(after)
}

/// Draws the order.
pub fn show(ui: &mut Ui, model: &Model, say: &Speaker) -> Vec<Intent> {
    let mut out = Vec::new();
    let mut dropped = None;
    ScrollArea::vertical().id_salt("order").auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for run in model.rows.chunk_by(|a, b| a.cards.is_empty() == b.cards.is_empty()) {
            if run[0].cards.is_empty() {
                gaps(ui, run, say, &mut dropped);
            } else {
                for row in run {
                    level_row(ui, model, row, say, &mut out, &mut dropped);
                }
            }
        }
        leaving(ui, model, say, &mut out);
        group(ui, model, say, Presence::Pending, "order-next-round", &mut out);
        group(ui, model, say, Presence::Left, "order-left", &mut out);
        newcomer::row(ui, model, say, &mut out);
    });
    if let Some((who, to)) = dropped
        && let Some(rows) = moved(&model.rows, who, to)
    {
        out.push(Intent::order(Command::Reorder { rows }));
    }
    ghost(ui, model, say);
    out
}

type Dropped = Option<(CombatantId, Drop)>;

/// Levels between two rows: cards face down.
fn gaps(ui: &mut Ui, rows: &[Row], say: &Speaker, dropped: &mut Dropped) {
    let (first, last) = (rows[0].level, rows[rows.len() - 1].level);
    if rows.len() > GAPS_MAX {
        let heap = format!("{first}…{last}");
        gap(ui, &heap, Drop::Level(last), say, dropped);
        return;
    }
    for row in rows {
        gap(ui, &row.level.to_string(), Drop::Level(row.level), say, dropped);
    }
}

fn gap(ui: &mut Ui, level: &str, drop: Drop, say: &Speaker, dropped: &mut Dropped) {
    let p = palette(ui.ctx());
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 13.0), Sense::hover());
    let at = pos2(rect.min.x + LEVEL - 6.0, rect.center().y);
    ui.painter().text(at, Align2::RIGHT_CENTER, level, theme::mono(12.0), p.quiet);
    let mut card = rect;
    card.min.x += LEVEL;
    card.set_width(CARD_WIDTH.min(card.width()));
    fill(&ui.painter().with_clip_rect(rect), card, p.raised, Pattern::Cross(6));
    let stroke = if response.dnd_hover_payload::<CombatantId>().is_some() {
        Stroke::new(2.0, p.target)
    } else {
        Stroke::new(1.0, p.edge)
    };
    ui.painter().rect_stroke(card, 2.0, stroke, StrokeKind::Inside);
    if let Some(who) = response.dnd_release_payload::<CombatantId>() {
        *dropped = Some((*who, drop));
    }
    response.on_hover_text(say.key("order-gap"));
}

/// One level: its number, then its cards in as many lines as they need.
fn level_row(
    ui: &mut Ui,
    model: &Model,
    row: &Row,
    say: &Speaker,
    out: &mut Vec<Intent>,
    dropped: &mut Dropped,
) {
    let p = palette(ui.ctx());
    let room = ui.available_width() - LEVEL;
    let per_line = (((room + 4.0) / (CARD_WIDTH + 4.0)) as usize).clamp(1, row.cards.len().max(1));
    let width = (room - 4.0 * (per_line - 1) as f32) / per_line as f32;
    for (i, line) in row.cards.chunks(per_line).enumerate() {
        ui.horizontal_top(|ui| {
            let (rect, response) = ui.allocate_exact_size(vec2(LEVEL - 4.0, CARD), Sense::hover());
            if i == 0 {
                let level = widgets::minus(row.level);
                let font = theme::mono_bold(16.0);
                ui.painter().text(rect.center(), Align2::CENTER_CENTER, level, font, p.text);
                let hover = Message::new("order-level").int("level", row.level.into());
                response.on_hover_text(say.say(&hover));
            }
            for id in line {
                let Some(fighter) = model.fighters.get(id) else { continue };
                ui.vertical(|ui| {
                    ui.set_width(width);
                    let response = card(ui, model, *id, fighter, vec2(width, CARD), say);
                    drop_beside(ui, &response, *id, dropped);
                    touched(&response, model, *id, fighter, say, out);
                    if fighter.may_step_in {
                        action_bar::step_in(ui, *id, width, say, out);
                    }
                });
            }
        });
    }
}

/// A card that hangs over this one falls before or behind it.
fn drop_beside(ui: &Ui, response: &Response, id: CombatantId, dropped: &mut Dropped) {
    let Some(pointer) = ui.ctx().pointer_interact_pos() else { return };
    let after = pointer.x > response.rect.center().x;
    if response.dnd_hover_payload::<CombatantId>().is_some_and(|who| *who != id) {
        let x = if after { response.rect.max.x + 1.0 } else { response.rect.min.x - 2.0 };
        let stroke = Stroke::new(3.0, palette(ui.ctx()).target);
        ui.painter().vline(x, response.rect.y_range(), stroke);
    }
    if let Some(who) = response.dnd_release_payload::<CombatantId>()
        && *who != id
    {
        *dropped = Some((*who, Drop::Beside { card: id, after }));
    }
}

/// What a click, a drag or the right button on a card means.
fn touched(
    response: &Response,
    model: &Model,
    id: CombatantId,
    fighter: &FighterModel,
    say: &Speaker,
    out: &mut Vec<Intent>,
) {
    if response.clicked() {
        out.push(Intent::Select(id));
    }
    response.dnd_set_drag_payload(id);
    response.context_menu(|ui| menu(ui, model, id, fighter, say, out));
}

/// The menu of a fighter.
pub fn menu(
    ui: &mut Ui,
    model: &Model,
    id: CombatantId,
    fighter: &FighterModel,
    say: &Speaker,
    out: &mut Vec<Intent>,
) {
    let running = model.stage == crate::battle::state::Stage::Fighting;
    let has_card = model.rows.iter().any(|row| row.cards.contains(&id));
    let current = model.current == Some(id);
    if running && has_card && !current && ui.button(say.key("order-give-turn")).clicked() {
        out.push(Intent::order(Command::SetTurn { who: id }));
        ui.close();
    }
    let before = out.len();
    if fighter.may_step_in {
        action_bar::step_in(ui, id, 0.0, say, out);
    }
    // A menu has room for no other menu: what is to be chosen is chosen in the sheet.
    let deeds = fighter.any_time.iter().filter(|deed| deed.choices.is_empty());
    action_bar::any_time(ui, model, id, deeds, say, out);
    if out.len() > before {
        ui.close();
    }
    let key = if fighter.autopilot { "autopilot-off" } else { "autopilot-on" };
    if ui.button(say.key(key)).clicked() {
        out.push(Intent::edit(id, Edit::Autopilot(!fighter.autopilot)));
        ui.close();
    }
    if running && fighter.presence == Presence::Fighting {
        if ui.button(say.key("fighter-leaves")).clicked() {
            out.push(Intent::order(Command::Leave { who: id }));
            ui.close();
        }
    } else if fighter.presence == Presence::Left && ui.button(say.key("fighter-returns")).clicked()
    {
        out.push(Intent::order(Command::Return { who: id }));
        ui.close();
    }
    if ui.button(say.key("newcomer-twin")).clicked() {
        out.extend(newcomer::twin(model, id).map(newcomer::join));
        ui.close();
    }
    if ui.button(say.key("fighter-remove")).clicked() {
        out.push(Intent::order(Command::Remove { who: id }));
        ui.close();
    }
}

/// One card: side, name, health, marks for the program, for what is done and for the dead.
fn card(
    ui: &mut Ui,
    model: &Model,
    id: CombatantId,
    fighter: &FighterModel,
    size: Vec2,
    say: &Speaker,
) -> Response {
    let p = palette(ui.ctx());
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let current = model.current == Some(id);
    let acted = fighter.acted && !current && !fighter.may_step_in;
    let faded = acted || fighter.vital.out;
    let strength = if faded { 0.55 } else { 1.0 };
    let painter = ui.painter().with_clip_rect(rect.expand(3.0).intersect(ui.clip_rect()));
    let ground = if current { p.raised.lerp_to_gamma(p.active, 0.16) } else { p.raised };
    painter.rect_filled(rect, CornerRadius::same(4), ground);
    let frame = match (current, model.selected == Some(id), response.hovered()) {
        (true, ..) => Stroke::new(2.5, p.active),
        (_, true, _) => Stroke::new(2.0, p.text),
        (.., true) => Stroke::new(1.0, p.quiet),
        _ => Stroke::new(1.0, p.edge),
    };
    painter.rect_stroke(rect, 4.0, frame, StrokeKind::Inside);
    let mark = pos2(rect.min.x + 11.0, rect.min.y + 14.0);
    side_mark(&painter, mark, 5.0, fighter.fighter.side, &p);
    let icons = marks(fighter, current);
    for (i, icon) in icons.iter().enumerate() {
        let at = pos2(rect.max.x - 4.0 - 15.0 * i as f32, rect.max.y - 10.0);
        let font = theme::words(13.0);
        painter.text(at, Align2::RIGHT_CENTER, icon.glyph(), font, p.quiet);
    }
    let name = Rect::from_min_max(
        pos2(rect.min.x + 20.0, rect.min.y + 3.0),
        pos2(rect.max.x - 4.0, rect.min.y + 25.0),
    );
    let font = if current { theme::bold(14.0) } else { theme::words(14.0) };
    cut(&painter, name, say.name(id), font, p.text.gamma_multiply(strength));
    let health = Rect::from_min_max(
        pos2(rect.min.x + 8.0, rect.max.y - 14.0),
        pos2(rect.max.x - 8.0 - 15.0 * icons.len() as f32, rect.max.y - 6.0),
    );
    widgets::health(&painter, health, &fighter.picture, &p);
    if fighter.vital.out {
        let line = Stroke::new(2.0, p.harm);
        painter.line_segment([rect.left_bottom(), rect.right_top()], line);
    }
    let state = say.key(&format!("state-{}", fighter.vital.state));
    let mut hover = format!("{} — {state}", say.name(id));
    if acted {
        hover = format!("{hover}\n{}", say.key("order-acted"));
    }
    response.widget_info(|| {
        bevy_egui::egui::WidgetInfo::labeled(
            bevy_egui::egui::WidgetType::Button,
            true,
            say.name(id).to_owned(),
        )
    });
    response.on_hover_text(hover).on_hover_cursor(CursorIcon::Grab)
}

fn marks(fighter: &FighterModel, current: bool) -> Vec<Icon> {
    let mut icons = Vec::new();
    if fighter.vital.out {
        icons.push(Icon::Dead);
    } else if fighter.may_step_in {
        icons.push(Icon::Wait);
    } else if fighter.acted && !current {
        icons.push(Icon::Confirm);
    }
    if fighter.autopilot {
        icons.push(Icon::Autopilot);
    }
    icons
}

/// Those who may leave after the round that ended last: the game master says which of them did.
fn leaving(ui: &mut Ui, model: &Model, say: &Speaker, out: &mut Vec<Intent>) {
    let mut those = model.fighters.iter().filter(|(_, f)| f.may_leave).peekable();
    if those.peek().is_none() {
        return;
    }
    ui.add_space(6.0);
    heading(ui, &say.key("order-may-leave"));
    for (id, _) in those {
        let label = say.say(&Message::new("order-leaves").text("who", say.name(*id)));
        let size = vec2(ui.available_width(), theme::control(ui.ctx()));
        let button = bevy_egui::egui::Button::new(label).min_size(size).truncate();
        if ui.add(button).on_hover_text(say.key("order-leaves-hint")).clicked() {
            out.push(Intent::order(Command::Leave { who: *id }));
        }
    }
}

/// Fighters without a place among the cards, under a heading.
fn group(
    ui: &mut Ui,
    model: &Model,
    say: &Speaker,
    presence: Presence,
    title: &str,
    out: &mut Vec<Intent>,
) {
    let mut those = model.fighters.iter().filter(|(_, f)| f.presence == presence).peekable();
    if those.peek().is_none() {
        return;
    }
    ui.add_space(6.0);
    heading(ui, &say.key(title));
    for (id, fighter) in those {
        let response = card(ui, model, *id, fighter, vec2(ui.available_width(), CARD), say);
        if response.clicked() {
            out.push(Intent::Select(*id));
        }
        response.context_menu(|ui| menu(ui, model, *id, fighter, say, out));
    }
}

/// The card that is being dragged follows the pointer.
fn ghost(ui: &Ui, model: &Model, say: &Speaker) {
    let Some(who) = DragAndDrop::payload::<CombatantId>(ui.ctx()) else { return };
    let Some(pointer) = ui.ctx().pointer_interact_pos() else { return };
    let Some(fighter) = model.fighters.get(&who) else { return };
    let p = palette(ui.ctx());
    let layer = LayerId::new(Order::Tooltip, ui.id().with("ghost"));
    let painter = ui.ctx().layer_painter(layer);
    let rect = Rect::from_min_size(pointer + vec2(8.0, 4.0), vec2(120.0, 30.0));
    painter.rect_filled(rect, 4.0, p.raised);
    painter.rect_stroke(rect, 4.0, Stroke::new(2.0, p.target), StrokeKind::Inside);
    let mark = pos2(rect.min.x + 12.0, rect.center().y);
    side_mark(&painter, mark, 5.0, fighter.fighter.side, &p);
    let name = Rect::from_min_max(pos2(rect.min.x + 22.0, rect.min.y), rect.max - vec2(4.0, 0.0));
    cut(&painter, name, say.name(*who), theme::words(14.0), p.text);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(n: u16) -> CombatantId {
        CombatantId(n)
    }

    fn rows(spec: &[(i16, &[u16])]) -> Vec<Row> {
        spec.iter()
            .map(|(level, cards)| Row {
                level: *level,
                cards: cards.iter().map(|n| id(*n)).collect(),
            })
            .collect()
    }

    #[test]
    fn a_card_goes_where_it_is_dropped() {
        let before = rows(&[(6, &[1]), (5, &[]), (3, &[2, 3]), (1, &[4])]);
        let go = |who: u16, to: Drop| moved(&before, id(who), to);
        let beside = |card: u16, after: bool| Drop::Beside { card: id(card), after };
        let after = rows(&[(6, &[1]), (5, &[]), (3, &[4, 2, 3]), (1, &[])]);
        assert_eq!(go(4, beside(2, false)), Some(after));
        let after = rows(&[(6, &[]), (5, &[]), (3, &[2, 1, 3]), (1, &[4])]);
        assert_eq!(go(1, beside(2, true)), Some(after));
        let after = rows(&[(6, &[1]), (5, &[2]), (3, &[3]), (1, &[4])]);
        assert_eq!(go(2, Drop::Level(5)), Some(after));
        let after = rows(&[(6, &[1]), (5, &[]), (3, &[3, 2]), (1, &[4])]);
        assert_eq!(go(3, beside(2, false)), Some(after));
    }

    #[test]
    fn without_gaps_no_gap_is_left() {
        let before = rows(&[(6, &[1]), (3, &[2])]);
        let to = Drop::Beside { card: id(2), after: false };
        assert_eq!(moved(&before, id(1), to), Some(rows(&[(3, &[1, 2])])));
    }

    #[test]
    fn a_card_that_stays_orders_nothing() {
        let before = rows(&[(6, &[1]), (3, &[2, 3])]);
        let stays = Drop::Beside { card: id(2), after: true };
        assert_eq!(moved(&before, id(3), stays), None);
        assert_eq!(moved(&before, id(1), Drop::Level(6)), None);
        assert_eq!(moved(&before, id(1), Drop::Level(9)), None);
        assert_eq!(moved(&before, id(1), Drop::Beside { card: id(9), after: true }), None);
    }
}
