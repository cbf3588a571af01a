//! Fighters of the rosters join the fight: all rosters of the shelf in one list, to be searched.

use super::action_bar::item_word;
use super::icon::Icon;
use super::menu::side_key;
use super::model::{Intent, Model};
use super::newcomer::{self, Room};
use super::theme::{self, palette};
use super::widgets::{cut, heading, line_edit, named, quiet, segments, small_icon, stepper};
use crate::battle::combatant::Dossier;
use crate::battle::setup::fresh;
use crate::battle::state::CombatantState;
use crate::data::scenario::Placed;
use crate::locale::speak::Speaker;
use crate::locale::{Lang, search_fold};
use crate::rules::facts::{CombatantId, SideId};
use crate::rules::grid::CellPos;
use crate::rules::message::Message;
use crate::shelf::Shelf;
use crate::table::Wish;
use bevy_egui::egui::{
    Align, Align2, Context, Id, Layout, Order, Rect, RichText, ScrollArea, Sense, Ui, WidgetInfo,
    WidgetType, Window, pos2, vec2,
};

/// Most fighters that one click adds.
const COUNT_MAX: i16 = 20;
/// Width of the list.
const WIDTH: f32 = 372.0;

/// A roster of the shelf, or in words what is wrong with it.
pub struct Shelved {
    /// The name by which scenarios name it.
    pub name: String,
    /// Its fighters.
    pub people: Result<Vec<Dossier>, String>,
}

/// The list, and what a person has chosen.
pub struct RosterState {
    /// All rosters; read when the list is opened.
    pub rosters: Vec<Shelved>,
    /// What is looked for.
    pub search: String,
    /// The side they join.
    pub side: SideId,
    /// How many of a kind.
    pub count: i16,
}

impl Default for RosterState {
    fn default() -> Self {
        Self { rosters: Vec::new(), search: String::new(), side: SideId(0), count: 1 }
    }
}

impl RosterState {
    /// Reads all rosters of the shelf anew: files of the data folder may have changed.
    pub fn read(&mut self, shelf: &Shelf, lang: Lang) {
        let read = shelf.rosters().into_iter().map(|(entry, people)| Shelved {
            name: entry.name,
            people: people.map_err(|problems| problems.render_in(&shelf.words, lang, false)),
        });
        self.rosters = read.collect();
    }
}

/// Draws the list over the board; the answer is whether it stays open, and what was wanted.
pub fn show(
    ctx: &Context,
    board: Rect,
    model: &Model,
    say: &Speaker,
    state: &mut RosterState,
) -> (bool, Vec<Intent>) {
    let mut out = Vec::new();
    let mut stays = true;
    let height = (board.height() - 40.0).clamp(120.0, 560.0);
    Window::new("rosters")
        .id(Id::new("rosters"))
        .title_bar(false)
        .collapsible(false)
        .resizable(false)
        .pivot(Align2::LEFT_TOP)
        .default_pos(board.min + vec2(8.0, 8.0))
        .order(Order::Foreground)
        .show(ctx, |ui| {
            ui.set_width(WIDTH.min(board.width() - 40.0).max(200.0));
            ui.set_height(height);
            stays = contents(ui, model, say, state, &mut out);
        });
    (stays, out)
}

/// Everything in the list.
pub fn contents(
    ui: &mut Ui,
    model: &Model,
    say: &Speaker,
    state: &mut RosterState,
    out: &mut Vec<Intent>,
) -> bool {
    let mut stays = true;
    ui.horizontal(|ui| {
        ui.label(RichText::new(say.key("roster-title")).font(theme::bold(17.0)));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            stays = !small_icon(ui, Icon::Close, &say.key("close")).clicked();
        });
    });
    let sides = [0, 1, 2].map(|n| say.key(side_key(SideId(n))));
    if let Some(n) = segments(ui, &sides, Some(usize::from(state.side.0))) {
        state.side = SideId(n as u8);
    }
    ui.horizontal(|ui| {
        ui.label(say.key("roster-count"));
        let words = (say.key("less"), say.key("more"));
        let range = (1, COUNT_MAX);
        if let Some(n) = stepper(ui, state.count, range, false, (&words.0, &words.1)) {
            state.count = n;
        }
        let hint = format!("{} {}", Icon::Search.glyph(), say.key("search"));
        let width = ui.available_width();
        let edit = line_edit(ui, &mut state.search, width).hint_text(hint);
        named(ui.add(edit), &say.key("search"));
    });
    ScrollArea::vertical().id_salt("rosters").auto_shrink([false, false]).show(ui, |ui| {
        list(ui, model, say, state, out);
    });
    stays
}

fn list(ui: &mut Ui, model: &Model, say: &Speaker, state: &RosterState, out: &mut Vec<Intent>) {
    let wanted = search_fold(state.search.trim());
    let fits = |person: &&Dossier| {
        let names = [&person.name.ru, &person.name.en, &person.key];
        wanted.is_empty() || names.into_iter().any(|name| search_fold(name).contains(&wanted))
    };
    let mut any = false;
    for (i, roster) in state.rosters.iter().enumerate() {
        match &roster.people {
            Err(problems) => {
                heading(ui, &roster.name);
                quiet(ui, say.key("roster-broken")).on_hover_text(problems);
            }
            Ok(people) => {
                let found: Vec<&Dossier> = people.iter().filter(fits).collect();
                if found.is_empty() {
                    continue;
                }
                any = true;
                heading(ui, &roster.name);
                for (n, person) in found.into_iter().enumerate() {
                    ui.push_id((i, n), |ui| row(ui, model, person, say, state, out));
                }
            }
        }
    }
    if !any {
        quiet(ui, say.key("log-nothing-found"));
    }
}

/// A fighter: its name, its weapon, a mark if its sheet will be derived. A click adds it.
fn row(
    ui: &mut Ui,
    model: &Model,
    person: &Dossier,
    say: &Speaker,
    state: &RosterState,
    out: &mut Vec<Intent>,
) {
    let p = palette(ui.ctx());
    let size = vec2(ui.available_width() - 8.0, theme::control(ui.ctx()).max(34.0));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    if response.hovered() {
        ui.painter().rect_filled(rect, 4.0, p.raised);
    }
    let plus = pos2(rect.min.x + 12.0, rect.center().y);
    let glyph = Icon::More.glyph();
    ui.painter().text(plus, Align2::CENTER_CENTER, glyph, theme::words(14.0), p.quiet);
    let middle = rect.min.x + rect.width() * 0.56;
    let name = person.name.of(say.lang());
    let left = Rect::from_min_max(pos2(rect.min.x + 26.0, rect.min.y), pos2(middle, rect.max.y));
    cut(ui.painter(), left, name, theme::bold(14.5), p.text);
    let own = person.sheets.get(model.rules.info().id).map(|stored| stored.gear.clone());
    let derived = own.is_none();
    let gear = own.unwrap_or_else(|| person.sheet(model.rules.as_ref()).gear);
    let mut facts = match gear.held() {
        Some(held) => item_word(model, say, held.item),
        None => say.key("bare-hands"),
    };
    if derived {
        facts = format!("{facts} · {}", say.key("roster-derived"));
    }
    let right = Rect::from_min_max(pos2(middle + 6.0, rect.min.y), rect.max);
    cut(ui.painter(), right, &facts, theme::words(13.0), p.quiet);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, name.to_owned()));
    if response.clicked() {
        let joining = recruits(model, person, state.side, state.count);
        if joining.is_empty() {
            out.push(Intent::Wish(Wish::Toast(Message::new("newcomer-no-room"))));
        }
        out.extend(joining.into_iter().map(newcomer::join));
    }
}

/// So many fighters like a person of a roster, under the ruleset in force, each with an id and a
/// name of its own, beside their side; fewer if the board is full.
pub fn recruits(model: &Model, person: &Dossier, side: SideId, count: i16) -> Vec<CombatantState> {
    let mut room = Room::of(model);
    let near = among(model, side);
    let one = |_| {
        let cell = room.cell(&model.map, near)?;
        let mut dossier = person.clone();
        dossier.key = room.id(&dossier.key);
        dossier.name = room.name(&dossier.name);
        let placed = Placed { dossier, side, cell, modifier: 0, pending: false };
        Some(fresh(model.rules.as_ref(), CombatantId::default(), &placed))
    };
    (0..count).map_while(one).collect()
}

/// The middle of a side; of the board while nobody is on it.
fn among(model: &Model, side: SideId) -> CellPos {
    let cells = model.fighters.values().filter(|f| f.fighter.side == side).map(|f| f.fighter.cell);
    let (mut x, mut y, mut count) = (0, 0, 0);
    for cell in cells {
        (x, y, count) = (x + i32::from(cell.x), y + i32::from(cell.y), count + 1);
    }
    if count == 0 {
        return newcomer::middle(model);
    }
    CellPos { x: (x / count) as i16, y: (y / count) as i16 }
}
