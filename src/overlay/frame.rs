//! Puts the panels in their places around the board.

use super::icon::Icon;
use super::model::{Intent, Model};
use super::panels::{self, Areas, PanelSizes, lay_out};
use super::settings::Settings;
use super::theme::{self, palette};
use super::widgets::small_icon;
use super::{Panels, action_bar, inspector, log, muster, preview, top_bar, turn_order};
use crate::battle::state::Stage;
use crate::locale::speak::Speaker;
use bevy_egui::egui::{
    self, Align, Area, Button, Context, CursorIcon, Id, Layout, Margin, Order, Rect, RichText,
    Sense, Stroke, Ui, UiBuilder, Vec2, pos2, vec2,
};

/// Side panels that are open over the board of a small window.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct OverBoard {
    /// The turn order.
    pub left: bool,
    /// Sheet, preview, log.
    pub right: bool,
}

/// In a small window the board keeps at least this width between two open panels.
const BOARD_LEAST: f32 = 200.0;
/// A preview needs this height for itself before the log gets any of it.
const PREVIEW_LEAST: f32 = 420.0;

/// Height of the log while an attack is prepared: two lines.
const LOG_FOLDED: f32 = 50.0;

/// Draws all panels; gives where they lie.
pub fn show(
    ctx: &Context,
    model: Option<&Model>,
    say: &Speaker,
    settings: &Settings,
    sizes: &mut PanelSizes,
    panels: &mut Panels,
    out: &mut Vec<Intent>,
) -> Areas {
    let window = ctx.content_rect().size();
    let narrow = panels::is_narrow(window);
    let mut open = *sizes;
    if narrow {
        open.left_open = panels.over.left;
        open.right_open = panels.over.right || model.is_some_and(|m| m.aim.is_some());
    }
    if narrow && open.right_open && sizes.left + sizes.right + BOARD_LEAST > window.x {
        open.left_open = false;
    }
    if model.is_none() {
        (open.left_open, open.right_open) = (false, false);
    }
    let areas = lay_out(window, &open, theme::large(ctx));
    panel(ctx, "top", areas.top, Margin::symmetric(10, 4), |ui| {
        out.extend(top_bar::show(ui, model, say, settings, areas.narrow));
    });
    let Some(model) = model else { return Areas { board: without_fight(&areas), ..areas } };
    panel(ctx, "bottom", areas.bottom, Margin::symmetric(10, 5), |ui| {
        out.extend(action_bar::show(ui, model, say, !areas.left_whole));
    });
    let above = areas.board.left_bottom() + vec2(8.0, -8.0);
    action_bar::free_hint(ctx, above, model, say);
    left(ctx, model, say, &areas, sizes, panels, out);
    right(ctx, model, say, &areas, sizes, panels, out);
    areas
}

/// Without a fight there is nothing but the bar on top.
fn without_fight(areas: &Areas) -> Rect {
    Rect::from_min_max(pos2(0.0, areas.top.max.y), areas.bottom.max)
}

/// One panel: its ground, its border, its contents.
fn panel<R>(
    ctx: &Context,
    name: &str,
    rect: Rect,
    margin: Margin,
    contents: impl FnOnce(&mut Ui) -> R,
) -> R {
    let p = palette(ctx);
    Area::new(Id::new(("panel", name)))
        .order(Order::Middle)
        .fixed_pos(rect.min)
        .constrain(false)
        .movable(false)
        .fade_in(false)
        .sense(Sense::hover())
        .show(ctx, |ui| {
            ui.set_clip_rect(rect);
            ui.painter().rect_filled(rect, 0.0, p.panel);
            let border = Stroke::new(1.0, p.edge);
            ui.painter().rect_stroke(rect, 0.0, border, egui::StrokeKind::Inside);
            ui.allocate_rect(rect, Sense::hover());
            let mut inner = ui.new_child(UiBuilder::new().max_rect(rect - margin));
            inner.set_clip_rect(rect.shrink(1.0));
            contents(&mut inner)
        })
        .inner
}

/// A folded panel: icons that unfold it.
fn strip(ctx: &Context, name: &str, rect: Rect, icons: &[(Icon, String)]) -> bool {
    panel(ctx, name, rect, Margin::same(3), |ui| {
        let mut clicked = false;
        for (icon, word) in icons {
            let label = RichText::new(icon.glyph()).size(18.0);
            let button = Button::new(label).min_size(vec2(ui.available_width(), theme::TOUCH));
            clicked |= super::widgets::named(ui.add(button), word).clicked();
        }
        clicked
    })
}

fn left(
    ctx: &Context,
    model: &Model,
    say: &Speaker,
    areas: &Areas,
    sizes: &mut PanelSizes,
    panels: &mut Panels,
    out: &mut Vec<Intent>,
) {
    if !areas.left_whole {
        let icons = [(Icon::List, say.key("turn-order"))];
        if strip(ctx, "left-strip", areas.left, &icons) {
            fold(&mut sizes.left_open, &mut panels.over.left, areas.narrow, true);
            if !areas.narrow && sizes.right_open && sizes.left_open {
                // There is no room for both, or it would not be folded.
                make_room(ctx, sizes, true);
            }
        }
        return;
    }
    let running = model.stage == Stage::Fighting;
    panel(ctx, "left", areas.left, Margin { left: 8, right: 8, top: 4, bottom: 6 }, |ui| {
        let title = say.key(if running { "turn-order" } else { "muster" });
        if header(ui, &title, Icon::Left, &say.key("fold")) {
            fold(&mut sizes.left_open, &mut panels.over.left, areas.narrow, false);
        }
        if running {
            out.extend(turn_order::show(ui, model, say));
        } else {
            out.extend(muster::show(ui, model, say, &mut panels.muster));
        }
    });
    if let Some(x) = border(ctx, "left-border", areas.left.max.x, areas.left) {
        sizes.left = x - areas.left.min.x;
    }
}

fn fold(open: &mut bool, over: &mut bool, narrow: bool, to: bool) {
    *(if narrow { over } else { open }) = to;
}

/// Folds the other side panel when this one was unfolded and the window has no room for both.
fn make_room(ctx: &Context, sizes: &mut PanelSizes, left: bool) {
    let areas = lay_out(ctx.content_rect().size(), sizes, theme::large(ctx));
    if !(areas.left_whole && areas.right_whole) {
        *(if left { &mut sizes.right_open } else { &mut sizes.left_open }) = false;
    }
}

fn right(
    ctx: &Context,
    model: &Model,
    say: &Speaker,
    areas: &Areas,
    sizes: &mut PanelSizes,
    panels: &mut Panels,
    out: &mut Vec<Intent>,
) {
    if !areas.right_whole {
        let icons = [(Icon::Fighter, say.key("inspector")), (Icon::Log, say.key("log"))];
        if strip(ctx, "right-strip", areas.right, &icons) {
            fold(&mut sizes.right_open, &mut panels.over.right, areas.narrow, true);
            if !areas.narrow && sizes.left_open {
                make_room(ctx, sizes, false);
            }
        }
        return;
    }
    let split = split(areas.right, model, sizes);
    panel(ctx, "upper", split.0, Margin { left: 10, right: 10, top: 4, bottom: 8 }, |ui| {
        let folded = match &model.aim {
            Some(aim) => header_of(ui, Icon::Right, &say.key("fold"), |ui| {
                let aim = preview::reached(model, aim);
                preview::title(ui, model, &aim, say, out);
            }),
            None => header(ui, &say.key("inspector"), Icon::Right, &say.key("fold")),
        };
        if folded {
            fold(&mut sizes.right_open, &mut panels.over.right, areas.narrow, false);
        }
        if model.aim.is_some() {
            out.extend(preview::show(ui, model, say, &mut panels.preview));
        } else {
            out.extend(inspector::show(ui, model, say));
        }
    });
    if split.1.height() > 1.0 && model.aim.is_some() {
        panel(ctx, "log", split.1, Margin { left: 10, right: 6, top: 3, bottom: 3 }, |ui| {
            log::latest(ui, &panels.log);
        });
    } else if split.1.height() > 1.0 {
        panel(ctx, "log", split.1, Margin { left: 10, right: 6, top: 3, bottom: 4 }, |ui| {
            out.extend(log::show(ui, say, &mut panels.log));
        });
        if let Some(y) = level_border(ctx, split.1) {
            sizes.log_share = ((areas.right.max.y - y) / areas.right.height()).clamp(0.12, 0.85);
        }
    }
    if let Some(x) = border(ctx, "right-border", areas.right.min.x, areas.right) {
        sizes.right = areas.right.max.x - x;
    }
}

/// The right panel is shared by sheet or preview and the log; a preview needs room, so the log
/// folds to its last lines while an attack is prepared.
fn split(rect: Rect, model: &Model, sizes: &PanelSizes) -> (Rect, Rect) {
    let share = if sizes.log_share.is_finite() { sizes.log_share.clamp(0.12, 0.85) } else { 0.4 };
    let log = match model.aim {
        Some(_) if rect.height() < PREVIEW_LEAST => 0.0,
        Some(_) => LOG_FOLDED.min(rect.height() * share),
        None => rect.height() * share,
    };
    let y = (rect.max.y - log).round();
    (
        Rect::from_min_max(rect.min, pos2(rect.max.x, y)),
        Rect::from_min_max(pos2(rect.min.x, y), rect.max),
    )
}

/// The title of a panel and the button that folds it.
fn header(ui: &mut Ui, title: &str, icon: Icon, fold: &str) -> bool {
    header_of(ui, icon, fold, |ui| {
        let color = palette(ui.ctx()).quiet;
        ui.label(RichText::new(title).font(theme::bold(14.0)).color(color));
    })
}

/// The same with anything for a title.
fn header_of(ui: &mut Ui, icon: Icon, fold: &str, title: impl FnOnce(&mut Ui)) -> bool {
    let mut clicked = false;
    ui.horizontal(|ui| {
        ui.set_min_height(theme::control(ui.ctx()));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            clicked = small_icon(ui, icon, fold).clicked();
            ui.with_layout(Layout::left_to_right(Align::Center), title);
        });
    });
    clicked
}

/// How thick a border is to the hand. It lies over the controls on both sides, so it is not as
/// large as they are; a panel can also be folded.
fn grip(ctx: &Context) -> f32 {
    if theme::large(ctx) { 14.0 } else { 8.0 }
}

/// A border that can be dragged sideways; gives its new place.
fn border(ctx: &Context, name: &str, x: f32, panel: Rect) -> Option<f32> {
    let thick = grip(ctx);
    let rect = Rect::from_center_size(pos2(x, panel.center().y), vec2(thick, panel.height()));
    drag(ctx, name, rect, CursorIcon::ResizeHorizontal).map(|at| at.x)
}

/// The border above the log.
fn level_border(ctx: &Context, log: Rect) -> Option<f32> {
    let thick = grip(ctx) - 1.0;
    let rect = Rect::from_center_size(pos2(log.center().x, log.min.y), vec2(log.width(), thick));
    drag(ctx, "log-border", rect, CursorIcon::ResizeVertical).map(|at| at.y)
}

fn drag(ctx: &Context, name: &str, rect: Rect, cursor: CursorIcon) -> Option<Vec2> {
    Area::new(Id::new(("border", name)))
        .order(Order::Middle)
        .fixed_pos(rect.min)
        .constrain(false)
        .movable(false)
        .fade_in(false)
        .show(ctx, |ui| {
            let response = ui.allocate_rect(rect, Sense::drag()).on_hover_cursor(cursor);
            if response.hovered() || response.dragged() {
                let color = palette(ui.ctx()).quiet;
                let middle = rect.shrink2(match cursor {
                    CursorIcon::ResizeHorizontal => vec2(rect.width() / 2.0 - 1.0, 0.0),
                    _ => vec2(0.0, rect.height() / 2.0 - 1.0),
                });
                ui.painter().rect_filled(middle, 0.0, color);
            }
            let at = response.dragged().then(|| response.interact_pointer_pos()).flatten();
            at.map(egui::Pos2::to_vec2)
        })
        .inner
}
