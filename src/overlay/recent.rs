//! The tables that can be gone on with: every table keeps copies of itself, and the newest of each
//! is one click away.

use super::icon::Icon;
use super::model::Intent;
use super::popups::{big, modal, title};
use super::theme::{self, palette};
use super::widgets::quiet;
use crate::locale::speak::Speaker;
use crate::rules::message::Message;
use crate::shelf::autosave::Recent;
use crate::table::Wish;
use bevy_egui::egui::{Align2, Context, CornerRadius, Rect, ScrollArea, Sense, Ui, pos2, vec2};
use bevy_egui::egui::{WidgetInfo, WidgetType};

/// Draws the list. The answer is whether it stays open.
pub fn show(ctx: &Context, tables: &[Recent], say: &Speaker, out: &mut Vec<Intent>) -> bool {
    let mut stays = true;
    let shown = modal(ctx, "recent").show(ctx, |ui| {
        let width = (ctx.content_rect().width() * 0.8).min(520.0);
        ui.set_width(width);
        title(ui, Icon::Undo, &say.key("recent"));
        quiet(ui, say.key(if tables.is_empty() { "recent-none" } else { "recent-hint" }));
        ui.add_space(4.0);
        let height = ctx.content_rect().height() * 0.6;
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            for table in tables {
                if row(ui, table, width - 12.0, say) {
                    out.push(Intent::Wish(Wish::Open(table.path.clone())));
                    stays = false;
                }
            }
        });
        ui.add_space(8.0);
        if big(ui, &say.key("close")) {
            stays = false;
        }
    });
    stays && !shown.backdrop_response.clicked()
}

/// One table: its name, the round, how long ago it was played.
fn row(ui: &mut Ui, table: &Recent, width: f32, say: &Speaker) -> bool {
    let p = palette(ui.ctx());
    let name = table.title.of(say.lang());
    let stage = match table.round {
        0 => say.key("top-setup"),
        n => say.say(&Message::new("round").int("n", n.into())),
    };
    let age = age(table, say);
    let (rect, response) = ui.allocate_exact_size(vec2(width, theme::TOUCH), Sense::click());
    let visuals = *ui.style().interact(&response);
    ui.painter().rect_filled(rect, CornerRadius::same(5), visuals.weak_bg_fill);
    let middle = rect.center().y;
    let right = rect.max.x - 10.0;
    let font = theme::words(14.0);
    let at = pos2(right, middle);
    let shown = ui.painter().text(at, Align2::RIGHT_CENTER, &age, font.clone(), p.quiet);
    let at = pos2(shown.min.x.min(right - 130.0) - 14.0, middle);
    let shown = ui.painter().text(at, Align2::RIGHT_CENTER, &stage, font, p.text);
    let left = pos2(rect.min.x + 10.0, rect.min.y);
    let place = Rect::from_min_max(left, pos2(shown.min.x - 10.0, rect.max.y));
    super::widgets::cut(ui.painter(), place, name, theme::bold(15.0), p.text);
    let label = format!("{name}, {stage}, {age}");
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, label.clone()));
    response.on_hover_text(name).clicked()
}

/// How long ago a table was played, in the largest whole unit.
fn age(table: &Recent, say: &Speaker) -> String {
    let minutes = table.age_min();
    let (key, n) = match minutes {
        0 => ("ago-now", 0),
        1..60 => ("ago-minutes", minutes),
        60..1440 => ("ago-hours", minutes / 60),
        _ => ("ago-days", minutes / 1440),
    };
    say.say(&Message::new(key).int("n", i64::try_from(n).unwrap_or(i64::MAX)))
}
