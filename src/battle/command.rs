//! What can be ordered. One command is one journal entry and one undo step.

use super::state::CombatantState;
use crate::data::map::Laid;
use crate::rules::facts::{CombatantId, Condition, Cost, Options, Policy, Row, SideId};
use crate::rules::grid::CellPos;
use crate::rules::key::Key;
use serde::{Deserialize, Serialize};

/// An order of the game master, a player or the autopilot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Command {
    /// Starts the fight: everybody's initiative, round 1.
    Begin {
        /// Ties by shuffled cards (true) or by dice (false); none lets the ruleset choose.
        by_cards: Option<bool>,
    },
    /// Walks along a path.
    Move {
        /// Who.
        who: CombatantId,
        /// From the cell it stands on to the last, step by step.
        path: Vec<CellPos>,
        /// Choices and overrides for those who may strike in passing.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        strikes: Vec<(CombatantId, Options)>,
    },
    /// Puts a token anywhere, without rules (the game master's free move).
    Place {
        /// Who.
        who: CombatantId,
        /// Where.
        cell: CellPos,
    },
    /// Attacks.
    Attack {
        /// Who.
        who: CombatantId,
        /// Which action, by its id.
        action: String,
        /// Whom, in order.
        targets: Vec<CombatantId>,
        /// The cell it is aimed at, where it is aimed at one.
        #[serde(default)]
        aim: Option<CellPos>,
        /// Choices and overrides.
        options: Options,
    },
    /// An action on oneself: reload, draw.
    Act {
        /// Who.
        who: CombatantId,
        /// Which action, by its id.
        action: String,
        /// The weapon to draw, by its index.
        choice: Option<u8>,
    },
    /// Opens or closes a door.
    Door {
        /// The door, by the number of the map's object.
        door: u16,
        /// Who does it; none is the game master.
        who: Option<CombatantId>,
    },
    /// Lays something on the map: an obstacle, smoke, a danger.
    Lay {
        /// What and where.
        what: Laid,
        /// Who pays for it by a feature of the ruleset (EP-POOL-07); none is the game master.
        who: Option<CombatantId>,
    },
    /// Takes everything away that was laid on a cell.
    Clear {
        /// Which.
        cell: CellPos,
    },
    /// Ends the running turn.
    EndTurn,
    /// One who holds back steps in before whoever acts (EP-INI-04).
    StepIn {
        /// Who.
        who: CombatantId,
    },
    /// Changes a setting of the ruleset, or gives it back its value from the file.
    Setting {
        /// Which.
        id: Key,
        /// Its value.
        value: Option<i16>,
    },
    /// How decisions after a roll are answered when nobody is asked.
    Policy(Policy),
    /// Puts a new token on the board: it waits for the next round once the fight runs.
    Join(Box<CombatantState>),
    /// Lets a fighter leave the fight; its token stays (BW-ENT-03).
    Leave {
        /// Who.
        who: CombatantId,
    },
    /// Lets a fighter that left come back as a newcomer (BW-ENT-05).
    Return {
        /// Who.
        who: CombatantId,
    },
    /// Takes a token off the board for good.
    Remove {
        /// Who.
        who: CombatantId,
    },
    /// Changes something by hand.
    Edit {
        /// Whose.
        who: CombatantId,
        /// What.
        edit: Edit,
    },
    /// Gives a whole side to the autopilot, or takes it back.
    Autopilot {
        /// The side.
        side: SideId,
        /// Whether the program plays it.
        on: bool,
    },
    /// Lays the cards of the turn order anew.
    Reorder {
        /// The rows.
        rows: Vec<Row>,
    },
    /// Makes it this fighter's turn, without ending anybody's.
    SetTurn {
        /// Whose turn.
        who: CombatantId,
    },
    /// Goes on under another ruleset.
    Switch {
        /// Its id.
        ruleset: String,
    },
    /// Takes a new stream of dice.
    Reseed {
        /// The seed.
        seed: u64,
    },
    /// Ends the round: nobody acts in it any more.
    EndRound,
    /// So much story time passes: the dying weaken (BW-DMG-09).
    Hour,
    /// Ends the fight; tokens stay.
    Finish,
}

/// A change by hand of one fighter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Edit {
    /// The running number of the health track.
    Points(i16),
    /// The marks in a column of the health track.
    Marks(u8, u8),
    /// What is left of the running turn, coin by coin.
    Budget(Cost),
    /// A number of the sheet, by its field's index.
    Field(u16, i16),
    /// Puts into a condition.
    Begin(Condition),
    /// Ends a condition.
    End(Key),
    /// The name on the token.
    Name(String),
    /// The game master's note about the fighter; none for an empty text (EP-CND-12).
    Note(String),
    /// The side.
    Side(SideId),
    /// Rounds in a weapon and beside it.
    Rounds {
        /// Index of the weapon.
        weapon: u8,
        /// In it.
        loaded: u16,
        /// Beside it.
        spare: u16,
    },
    /// What is on a blade.
    Coat {
        /// Index of the weapon.
        weapon: u8,
        /// Its place in the ruleset's list of coatings, counted from 1; 0 for nothing.
        coat: u8,
    },
    /// The weapon in hand, free of cost.
    InHand(Option<u8>),
    /// Gives a weapon, by its place in the ruleset's list.
    Give(u16),
    /// Takes a weapon away, by its index.
    Take(u8),
    /// The armour worn, by its place in the ruleset's list.
    Armor(Option<u16>),
    /// The situation modifier of the initiative.
    Modifier(u8),
    /// A fixed initiative level.
    Level(Option<i16>),
    /// Room for attackers around it.
    AttackerCap(u8),
    /// Whether the program plays it.
    Autopilot(bool),
}

impl Command {
    /// A walk along a path, with nothing said of those who may strike in passing.
    pub fn walk(who: CombatantId, path: Vec<CellPos>) -> Self {
        Self::Move { who, path, strikes: Vec::new() }
    }
}
