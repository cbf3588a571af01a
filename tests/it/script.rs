//! Scripted fights: orders with dice and answers that are given, so that it comes out as it is
//! written.

use crate::fights::{look, now};
use bevy::prelude::World;
use rubezh::battle::command::{Command, Edit};
use rubezh::battle::journal::{self, Answer, Journal, Save};
use rubezh::battle::state::CombatantState;
use rubezh::battle::{Rules, Supplied};
use rubezh::data::encode;
use rubezh::rules::dice::Given;
use rubezh::rules::facts::{CombatantId, Options};
use rubezh::rules::grid::CellPos;
use std::path::Path;

/// A fight that is played from a script.
pub struct Script(pub World);

impl Script {
    /// The number of a fighter's id.
    pub fn who(&mut self, key: &str) -> CombatantId {
        look(&mut self.0, |reader| reader.by_key(key).expect("a fighter of the fight"))
    }

    /// The fighter as it is now.
    pub fn one(&mut self, key: &str) -> CombatantState {
        let found = now(&mut self.0).combatants.into_iter().find(|c| c.dossier.key == key);
        found.expect("a fighter of the fight")
    }

    /// An order that is carried out.
    pub fn order(&mut self, command: Command) {
        let answer = journal::order(&mut self.0, command.clone());
        assert!(matches!(answer, Answer::Done), "{command:?}: {answer:?}");
    }

    /// The same with dice that are given.
    pub fn rolls(&mut self, dice: &[u16], command: Command) {
        self.decides(dice, &[], command);
    }

    /// The same with answers to decisions, in their order.
    pub fn decides(&mut self, dice: &[u16], answers: &[u8], command: Command) {
        let mut supplied = self.0.resource_mut::<Supplied>();
        supplied.dice = Some(Given::numbers(dice));
        supplied.answers = answers.to_vec();
        self.order(command);
    }

    /// A token is put somewhere.
    pub fn place(&mut self, key: &str, x: i16, y: i16) {
        let who = self.who(key);
        self.order(Command::Place { who, cell: CellPos::new(x, y) });
    }

    /// Tokens are put where they belong.
    pub fn places(&mut self, all: &[(&str, i16, i16)]) {
        for (key, x, y) in all {
            self.place(key, *x, *y);
        }
    }

    /// A fresh turn.
    pub fn turn(&mut self, key: &str) {
        let who = self.who(key);
        self.order(Command::SetTurn { who });
    }

    /// A change by hand.
    pub fn edit(&mut self, key: &str, edit: Edit) {
        let who = self.who(key);
        self.order(Command::Edit { who, edit });
    }

    /// An attack as a command.
    pub fn attack(&mut self, who: &str, action: &str, targets: &[&str]) -> Command {
        let targets = targets.iter().map(|key| self.who(key)).collect();
        let (who, action) = (self.who(who), action.to_owned());
        Command::Attack { who, action, targets, aim: None, options: Options::default() }
    }

    /// An action on oneself.
    pub fn act(&mut self, who: &str, action: &str, choice: Option<u8>) {
        let who = self.who(who);
        self.order(Command::Act { who, action: action.to_owned(), choice });
    }

    /// A weapon's place in the list of the ruleset in force.
    fn weapon(&self, id: &str) -> usize {
        let weapons = self.0.resource::<Rules>().0.weapons();
        weapons.iter().position(|weapon| weapon.id == id).unwrap_or_else(|| panic!("no {id}"))
    }

    /// A weapon is given by the game master.
    pub fn gives(&mut self, key: &str, weapon: &str) {
        let at = self.weapon(weapon);
        self.edit(key, Edit::Give(at as u16));
    }

    /// Index of a weapon that a fighter carries.
    pub fn carries(&mut self, key: &str, weapon: &str) -> u8 {
        let at = self.weapon(weapon);
        let gear = self.one(key).gear;
        let found = gear.weapons.iter().position(|c| usize::from(c.item.0) == at);
        found.unwrap_or_else(|| panic!("{key} has no {weapon}")) as u8
    }

    /// A weapon that a fighter carries is put in hand.
    pub fn in_hand(&mut self, key: &str, weapon: &str) {
        let index = self.carries(key, weapon);
        self.edit(key, Edit::InHand(Some(index)));
    }

    /// A walk.
    pub fn walk(&mut self, who: &str, cells: &[(i16, i16)]) {
        let who = self.who(who);
        let path = cells.iter().map(|(x, y)| CellPos::new(*x, *y)).collect();
        self.order(Command::walk(who, path));
    }

    /// Holds the journal against the one that is kept as a file. With `RUBEZH_BLESS=1` it is written
    /// anew.
    pub fn is_the_one_kept(&self, kept: &str) {
        let save = Save::of(&self.0).expect("a table that can be saved");
        let text = encode::text(&save).expect("RON holds it");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(kept);
        if std::env::var_os("RUBEZH_BLESS").is_some() {
            std::fs::write(&path, &text).expect("the journal is written");
        }
        let known = std::fs::read_to_string(&path).expect("the journal is kept");
        assert!(text == known, "the journal of {kept} is another: RUBEZH_BLESS=1 keeps it");
        let replay = crate::fights::SHELF.replay(&path).expect("a journal without problems");
        assert!(replay.divergence.is_none());
        assert_eq!(replay.entries, self.0.resource::<Journal>().entries().len());
    }

    /// Undoes all and does it again: each state is the one that the journal says.
    pub fn there_and_back(&mut self) {
        let entries = self.0.resource::<Journal>().entries().to_vec();
        let last = now(&mut self.0);
        let first = self.0.resource::<Journal>().first().expect("it began").fingerprint();
        for at in (0..entries.len()).rev() {
            assert!(journal::undo(&mut self.0).is_some());
            let before = at.checked_sub(1).map_or(first, |before| entries[before].hash);
            assert_eq!(now(&mut self.0).fingerprint(), before, "undone: {:?}", entries[at].command);
        }
        assert!(journal::undo(&mut self.0).is_none());
        for entry in &entries {
            assert!(journal::redo(&mut self.0).is_some());
            assert_eq!(now(&mut self.0).fingerprint(), entry.hash, "{:?}", entry.command);
        }
        assert!(journal::redo(&mut self.0).is_none());
        assert_eq!(now(&mut self.0), last);
    }
}
