//! What the game master lays on the map in the middle of a fight: obstacles, smoke, dangers. While
//! the palette is open a click on the board lays the thing that is chosen.

use super::icon::Icon;
use super::model::{Intent, Model};
use super::theme::{self, palette};
use super::widgets::{quiet, small_icon};
use crate::data::map::{Laid, ZoneKind};
use crate::locale::speak::Speaker;
use crate::rules::facts::CombatantId;
use crate::rules::grid::CellPos;
use crate::table::{Brush, Laying};
use bevy_egui::egui::{
    Align, Area, Button, Context, Frame, Id, Layout, Order, Rect, RichText, Ui, pos2, vec2,
};

/// Width of the palette.
const WIDTH: f32 = 268.0;

/// How far a zone reaches from its cell, in cells.
const REACHES: [u8; 4] = [0, 1, 2, 3];

/// The word of a brush.
fn word(brush: Brush) -> &'static str {
    brush.on(CellPos::default()).and_then(Laid::word).unwrap_or("laid-nothing")
}

/// Draws the palette over a side panel where there is one, so that the board is seen.
pub fn show(
    ctx: &Context,
    board: Rect,
    model: &Model,
    laying: &Laying,
    say: &Speaker,
    out: &mut Vec<Intent>,
) {
    let p = palette(ctx);
    let beside = ctx.content_rect().max.x - board.max.x;
    let at = if beside >= WIDTH + 30.0 {
        pos2(board.max.x + 6.0, board.min.y + 6.0)
    } else {
        board.min + vec2(10.0, 10.0)
    };
    Area::new(Id::new("laying"))
        .order(Order::Foreground)
        .fixed_pos(at)
        .constrain(true)
        .fade_in(false)
        .show(ctx, |ui| {
            let stroke = bevy_egui::egui::Stroke::new(1.5, p.active);
            Frame::popup(ui.style()).inner_margin(8).fill(p.panel).stroke(stroke).show(ui, |ui| {
                ui.set_width(WIDTH);
                contents(ui, model, laying, say, out);
            });
        });
}

fn contents(ui: &mut Ui, model: &Model, laying: &Laying, say: &Speaker, out: &mut Vec<Intent>) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(say.key("laying")).font(theme::bold(16.0)));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if small_icon(ui, Icon::Close, &say.key("close")).clicked() {
                out.push(Intent::Lay(None));
            }
        });
    });
    quiet(ui, say.key("laying-hint"));
    let wants = |out: &mut Vec<Intent>, brush: Brush, who: Option<CombatantId>| {
        out.push(Intent::Lay(Some(Laying { brush, who })));
    };
    let things = Laid::THINGS.map(Brush::Thing);
    let reach = if let Brush::Zone(_, reach) = laying.brush { reach } else { 1 };
    let zones = ZoneKind::ALL.map(|kind| Brush::Zone(kind, reach));
    let pairs = things.chunks(2).map(<[Brush]>::to_vec);
    let singles = zones.into_iter().chain([Brush::Clear]).map(|brush| vec![brush]);
    for row in pairs.chain(singles) {
        ui.horizontal(|ui| {
            for brush in &row {
                let label = RichText::new(say.key(word(*brush))).size(14.0);
                let button = Button::new(label).selected(*brush == laying.brush).truncate();
                let width = (WIDTH - 8.0 * (row.len() as f32 - 1.0)) / row.len() as f32;
                let size = vec2(width, theme::control(ui.ctx()));
                if ui.add_sized(size, button).clicked() {
                    // Only things can be a feature that somebody pays for.
                    let who = laying.who.filter(|_| matches!(brush, Brush::Thing(_)));
                    wants(out, *brush, who);
                }
            }
        });
    }
    if let Brush::Zone(kind, reach) = laying.brush {
        quiet(ui, say.key("laying-size"));
        ui.horizontal(|ui| {
            for cells in REACHES {
                let side = 2 * cells + 1;
                let label = RichText::new(format!("{side}×{side}")).font(theme::mono(14.0));
                let button = Button::new(label).selected(cells == reach);
                let size = vec2(0.0, theme::control(ui.ctx()));
                if ui.add(button.min_size(size)).clicked() {
                    wants(out, Brush::Zone(kind, cells), None);
                }
            }
        });
    }
    if let Brush::Thing(_) = laying.brush {
        payers(ui, model, laying, say, out);
    }
}

/// Who pays for the thing: the game master puts it there for nothing.
fn payers(ui: &mut Ui, model: &Model, laying: &Laying, say: &Speaker, out: &mut Vec<Intent>) {
    let may = |id: &CombatantId| {
        model.fighters.get(id).is_some_and(|f| model.rules.pays_to_lay(&f.fighter).is_ok())
    };
    let able: Vec<CombatantId> = model.fighters.keys().copied().filter(may).collect();
    if able.is_empty() && laying.who.is_none() {
        return;
    }
    quiet(ui, say.key("laying-who"));
    ui.horizontal_wrapped(|ui| {
        for who in [None].into_iter().chain(able.into_iter().map(Some)) {
            let name = who.map_or_else(|| say.key("laying-gm"), |id| say.name(id).to_owned());
            let button = Button::new(RichText::new(name).size(14.0)).selected(who == laying.who);
            let size = vec2(0.0, theme::small(ui.ctx()));
            if ui.add(button.min_size(size)).clicked() {
                out.push(Intent::Lay(Some(Laying { who, ..*laying })));
            }
        }
    });
}
