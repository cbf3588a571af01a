//! New fighters: an ordinary one of a side, or one more like somebody who is there. Everything
//! else about them is edited on the sheet, and the token is dragged where it belongs.

use super::icon::Icon;
use super::model::{Intent, Model};
use super::theme::{self, palette};
use super::widgets::{heading, named, side_mark};
use crate::battle::combatant::{Dossier, LocalName, Presence};
use crate::battle::command::Command;
use crate::battle::state::CombatantState;
use crate::locale::speak::Speaker;
use crate::rules::facts::{CombatantId, Profile, SideId};
use crate::rules::grid::CellPos;
use crate::rules::message::Message;
use bevy_egui::egui::{Button, Ui, pos2, vec2};
use std::sync::Arc;

/// A button a side: an ordinary fighter joins it.
pub fn row(ui: &mut Ui, model: &Model, say: &Speaker, out: &mut Vec<Intent>) {
    let p = palette(ui.ctx());
    ui.add_space(6.0);
    heading(ui, &say.key("newcomer-title"));
    ui.horizontal(|ui| {
        for side in (0..3).map(SideId) {
            let response = ui.add(Button::new("").min_size(vec2(56.0, theme::CONTROL + 4.0)));
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
}

/// The command that lets a fighter join.
pub fn join(newcomer: CombatantState) -> Intent {
    Intent::order(Command::Join(Box::new(newcomer)))
}

/// An ordinary fighter of a side, near the middle of the board; none if the board is full.
pub fn ordinary(model: &Model, side: SideId, say: &Speaker) -> Option<CombatantState> {
    let profile = Profile::default();
    let (sheet, gear) = model.rules.derive(&profile);
    let number = model.fighters.len() + 1;
    let name = say.say(&Message::new("newcomer-name").int("n", number as i64));
    let dossier = Dossier {
        key: free_key(model, "fighter"),
        name: LocalName::plain(&name),
        profile,
        ..Dossier::default()
    };
    let (width, height) = model.map.board.size();
    let middle = CellPos { x: (width / 2) as i16, y: (height / 2) as i16 };
    Some(CombatantState {
        id: CombatantId::default(),
        side,
        dossier: Arc::new(dossier),
        cell: free_cell(model, middle)?,
        health: model.rules.whole(&sheet),
        sheet: Arc::new(sheet),
        gear,
        conditions: Vec::new(),
        modifier: 0,
        fixed: None,
        acted: false,
        presence: Presence::Fighting,
        attacked_by: Vec::new(),
        attacker_cap: 4,
        deeds: Default::default(),
    })
}

/// One more like a fighter, whole and beside it; none if the board is full.
pub fn twin(model: &Model, like: CombatantId) -> Option<CombatantState> {
    let original = model.fighters.get(&like)?;
    let fighter = &original.fighter;
    let mut dossier = Dossier::clone(&original.dossier);
    let number = (2..).find(|n| {
        let name = format!("{} {n}", dossier.name.ru);
        model.fighters.values().all(|f| f.dossier.name.ru != name)
    })?;
    dossier.name.ru = format!("{} {number}", dossier.name.ru);
    dossier.name.en = format!("{} {number}", dossier.name.en);
    dossier.key = free_key(model, &dossier.key);
    Some(CombatantState {
        id: CombatantId::default(),
        side: fighter.side,
        dossier: Arc::new(dossier),
        cell: free_cell(model, fighter.cell)?,
        health: model.rules.whole(&fighter.sheet),
        sheet: fighter.sheet.clone(),
        gear: fighter.gear.clone(),
        conditions: Vec::new(),
        modifier: original.modifier,
        fixed: None,
        acted: false,
        presence: Presence::Fighting,
        attacked_by: Vec::new(),
        attacker_cap: original.attacker_cap,
        deeds: Default::default(),
    })
}

/// An id for files that nobody has.
fn free_key(model: &Model, like: &str) -> String {
    let taken = |key: &str| model.fighters.values().any(|f| f.dossier.key == key);
    (2..).map(|n| format!("{like}-{n}")).find(|key| !taken(key)).unwrap_or_default()
}

/// The nearest cell where nobody stands and from which there is a step to somewhere.
fn free_cell(model: &Model, near: CellPos) -> Option<CellPos> {
    let board = &model.map.board;
    let taken = |cell: CellPos| model.fighters.values().any(|f| f.fighter.cell == cell);
    let around = |cell: CellPos, radius: i16| {
        (-radius..=radius).flat_map(move |y| {
            (-radius..=radius)
                .filter(move |x| x.abs().max(y.abs()) == radius)
                .map(move |x| CellPos { x: cell.x + x, y: cell.y + y })
        })
    };
    let fits = |cell: &CellPos| {
        board.contains(*cell)
            && !taken(*cell)
            && around(*cell, 1).any(|next| board.contains(next) && board.step_open(*cell, next))
    };
    let (width, height) = board.size();
    (0..=width.max(height) as i16).find_map(|radius| around(near, radius).find(fits))
}
