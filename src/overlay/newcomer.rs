//! New fighters: an ordinary one of a side, one more like somebody who is there, or those of the
//! rosters ([`super::roster`]). Everything else about them is edited on the sheet, and the token is dragged where it belongs.

use super::icon::Icon;
use super::model::{Dialog, Intent, Model};
use super::theme::{self, palette};
use super::widgets::{heading, named, side_mark};
use crate::battle::combatant::{Dossier, LocalName};
use crate::battle::command::Command;
use crate::battle::state::CombatantState;
use crate::data::map::Map;
use crate::locale::speak::Speaker;
use crate::rules::facts::{CombatantId, Profile, SideId};
use crate::rules::grid::CellPos;
use crate::rules::message::Message;
use bevy_egui::egui::{Button, Ui, pos2, vec2};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A button a side: an ordinary fighter joins it.
pub fn row(ui: &mut Ui, model: &Model, say: &Speaker, out: &mut Vec<Intent>) {
    let p = palette(ui.ctx());
    ui.add_space(6.0);
    heading(ui, &say.key("newcomer-title"));
    ui.horizontal(|ui| {
        for side in (0..3).map(SideId) {
            let response =
                ui.add(Button::new("").min_size(vec2(56.0, theme::control(ui.ctx()).max(34.0))));
            let rect = response.rect;
            let at = pos2(rect.center().x - 12.0, rect.center().y);
            let color = p.text;
            let plus = Icon::More.glyph();
            let align = bevy_egui::egui::Align2::CENTER_CENTER;
            ui.painter().text(at, align, plus, theme::words(15.0), color);
            side_mark(ui.painter(), rect.center() + vec2(11.0, 0.0), 6.0, side, &p);
            let word = say.key(super::menu::side_key(side));
            let word = say.say(&Message::new("newcomer-of-side").text("side", &word));
            if named(response, &word).clicked() {
                out.extend(ordinary(model, side, say).map(join));
            }
        }
    });
    let word = format!("{}  {}", Icon::List.glyph(), say.key("roster-open"));
    let size = vec2(ui.available_width(), theme::control(ui.ctx()).max(34.0));
    if ui.add(Button::new(word).min_size(size)).clicked() {
        out.push(Intent::Show(Dialog::Rosters));
    }
}

/// The command that lets a fighter join.
pub fn join(newcomer: CombatantState) -> Intent {
    Intent::order(Command::Join(Box::new(newcomer)))
}

/// An ordinary fighter of a side, near the middle of the board; none if the board is full.
pub fn ordinary(model: &Model, side: SideId, say: &Speaker) -> Option<CombatantState> {
    let profile = Profile::default();
    let (sheet, gear) = model.rules.derive(&profile, &[]);
    let number = model.fighters.len() + 1;
    let name = say.say(&Message::new("newcomer-name").int("n", number as i64));
    let mut room = Room::of(model);
    let dossier = Dossier {
        key: room.id("fighter"),
        name: room.name(&LocalName::plain(&name)),
        profile,
        ..Dossier::default()
    };
    let (id, cell) = (CombatantId::default(), room.cell(&model.map, middle(model))?);
    let gear = (Arc::new(sheet), gear);
    Some(CombatantState::ready(model.rules.as_ref(), id, side, dossier, cell, gear))
}

/// One more like a fighter, whole and beside it; none if the board is full.
pub fn twin(model: &Model, like: CombatantId) -> Option<CombatantState> {
    let original = model.fighters.get(&like)?;
    let fighter = &original.fighter;
    let mut dossier = Dossier::clone(&original.dossier);
    let mut room = Room::of(model);
    dossier.name = room.name(&dossier.name);
    dossier.key = room.id(&dossier.key);
    let (id, cell) = (CombatantId::default(), room.cell(&model.map, fighter.cell)?);
    let gear = (fighter.sheet.clone(), fighter.gear.clone());
    let ready = CombatantState::ready(model.rules.as_ref(), id, fighter.side, dossier, cell, gear);
    let (modifier, attacker_cap) = (original.modifier, original.attacker_cap);
    Some(CombatantState { modifier, attacker_cap, ..ready })
}

/// The middle of the board.
pub fn middle(model: &Model) -> CellPos {
    let (width, height) = model.map.board.size();
    CellPos { x: (width / 2) as i16, y: (height / 2) as i16 }
}

/// What is taken, so that several newcomers do not take the same.
pub struct Room {
    cells: BTreeSet<CellPos>,
    keys: BTreeSet<String>,
    names: BTreeSet<String>,
}

impl Room {
    /// What the fighters who are there have taken.
    pub fn of(model: &Model) -> Self {
        let all = || model.fighters.values();
        Self {
            cells: all().map(|f| f.fighter.cell).collect(),
            keys: all().map(|f| f.dossier.key.clone()).collect(),
            names: all().map(|f| f.dossier.name.ru.clone()).collect(),
        }
    }

    /// An id for files that nobody has: the one that is wished for, else with a number behind it.
    pub fn id(&mut self, like: &str) -> String {
        let numbered = (2..).map(|n| format!("{like}-{n}"));
        let mut all = std::iter::once(like.to_owned()).chain(numbered);
        let free = all.find(|key| !self.keys.contains(key)).unwrap_or_default();
        self.keys.insert(free.clone());
        free
    }

    /// A name that nobody has: the one that is wished for, else with a number behind it.
    pub fn name(&mut self, like: &LocalName) -> LocalName {
        let number =
            |n: u32| LocalName { ru: format!("{} {n}", like.ru), en: format!("{} {n}", like.en) };
        let mut all = std::iter::once(like.clone()).chain((2..).map(number));
        let free = all.find(|name| !self.names.contains(&name.ru)).unwrap_or_default();
        self.names.insert(free.ru.clone());
        free
    }

    /// The nearest cell where nobody and nothing stands and from which there is a step to somewhere.
    pub fn cell(&mut self, map: &Map, near: CellPos) -> Option<CellPos> {
        let board = &map.board;
        let around = |cell: CellPos, radius: i16| {
            (-radius..=radius).flat_map(move |y| {
                (-radius..=radius)
                    .filter(move |x| x.abs().max(y.abs()) == radius)
                    .map(move |x| CellPos { x: cell.x + x, y: cell.y + y })
            })
        };
        let fits = |cell: &CellPos| {
            board.contains(*cell)
                && !self.cells.contains(cell)
                && map.in_the_way(*cell).is_none()
                && around(*cell, 1).any(|next| board.contains(next) && board.step_open(*cell, next))
        };
        let (width, height) = board.size();
        let radii = 0..=width.max(height) as i16;
        let free = radii.into_iter().find_map(|radius| around(near, radius).find(fits))?;
        self.cells.insert(free);
        Some(free)
    }
}
