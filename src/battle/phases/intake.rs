//! Is the next command legal now? A refusal leaves everything as it was.

use super::{Attack, MoveOrder, Pending, Standing, master};
use crate::battle::command::Command;
use crate::battle::event::{Tone, with_weapon};
use crate::battle::facts_reader::FactsReader;
use crate::battle::ledger::{Ledger, within_reach};
use crate::battle::state::Stage;
use crate::battle::turn::Flow;
use crate::rules::TABLE;
use crate::rules::effect::Change;
use crate::rules::facts::{ActionId, CombatantId, Cost, Fighter, Options};
use crate::rules::grid::{CellPos, Occupancy};
use crate::rules::message::Message;
use crate::rules::ruleset::{self, ActionSpec, Area, MoveMode, Refusal, Scope, When};
use bevy::prelude::{Commands, ParamSet, ResMut};

/// Takes one command in: an order for a later phase, a change of flow, an edit, or a refusal.
pub(super) fn take_in(
    mut pending: ResMut<Pending>,
    mut standing: ResMut<Standing>,
    mut fight: ParamSet<(FactsReader, Ledger)>,
    mut commands: Commands,
) {
    let Some(command) = pending.0.take() else { return };
    let reader = fight.p0();
    standing.0 = if reader.narration.0 { reader.standing_sides().len() } else { 0 };
    let result = match command {
        Command::Begin { by_cards } => begin(&mut fight, by_cards),
        Command::EndTurn => end_turn(&mut fight),
        Command::Move { who, path, strikes } => walk(&fight.p0(), who, &path).map(|order| {
            let order = MoveOrder { strikes, ..order };
            let reader = fight.p0();
            let entity = reader.census.0[&who];
            let rules = reader.rules.0.clone();
            let mut effects = Vec::new();
            if let Some(fighter) = reader.fighter(who) {
                effects = rules.departs(&fighter);
                effects.extend(rules.walks(&fighter, order.action, order.half_cells));
            }
            let mut ledger = fight.p1();
            ledger.turn.budget.pay(order.cost);
            ledger.apply_all(&effects, Tone::Detail);
            commands.entity(entity).insert(order);
        }),
        Command::Attack { who, action, targets, aim, options } => {
            attack(&fight.p0(), who, &action, targets, aim, options).map(|attack| {
                commands.spawn(attack);
            })
        }
        Command::Act { who, action, choice } => act(&mut fight, who, &action, choice),
        by_hand => master::carry_out(&mut fight, &mut commands, by_hand),
    };
    if let Err(refusal) = result {
        fight.p1().report.refusal.get_or_insert(refusal);
    }
}

type Fight<'w, 's, 'a, 'b, 'c, 'd> = ParamSet<'w, 's, (FactsReader<'a, 'b>, Ledger<'c, 'd>)>;

fn begin(fight: &mut Fight, by_cards: Option<bool>) -> Result<(), Refusal> {
    let reader = fight.p0();
    if reader.turn.stage == Stage::Fighting {
        return Err(Refusal::new(TABLE, "refusal-fight-runs"));
    }
    if reader.standing_sides().len() < 2 {
        return Err(Refusal::new(TABLE, "refusal-one-side"));
    }
    let mut ledger = fight.p1();
    ledger.turn.stage = Stage::Fighting;
    ledger.turn.round = 1;
    ledger.turn.rows.clear();
    ledger.turn.current = None;
    // A fight that was ended in the middle of a turn may begin again: nothing waits from before.
    ledger.turn.interrupted.clear();
    for (_, _, _, mut initiative, .., mut deferred) in &mut ledger.fighters {
        initiative.acted = false;
        deferred.0.clear();
    }
    ledger.turn.flow = Flow::Begin { by_cards };
    Ok(())
}

fn end_turn(fight: &mut Fight) -> Result<(), Refusal> {
    let mut ledger = fight.p1();
    if ledger.turn.stage != Stage::Fighting {
        return Err(Refusal::new(TABLE, "refusal-no-fight"));
    }
    ledger.turn.flow = if ledger.turn.current.is_some() { Flow::Ending } else { Flow::Starting };
    Ok(())
}

fn walk(reader: &FactsReader, who: CombatantId, path: &[CellPos]) -> Result<MoveOrder, Refusal> {
    reader.on_turn(who)?;
    let refuse = |key: &'static str| Err(Refusal::new(TABLE, key));
    if path.len() < 2 || path.first().copied() != reader.cell(who) {
        return refuse("refusal-path-start");
    }
    let board = &reader.map.board;
    for pair in path.windows(2) {
        if !board.contains(pair[1]) {
            return refuse("refusal-off-board");
        }
        let steps = (pair[1].x - pair[0].x).abs().max((pair[1].y - pair[0].y).abs());
        if steps != 1 || !board.walk_open(pair[0], pair[1]) || !reader.fits_at(who, pair[1]) {
            return refuse("refusal-path-blocked");
        }
        if reader.occupancy(who, pair[1]) == Occupancy::Block {
            return refuse("refusal-path-enemy");
        }
    }
    let end = *path.last().expect("two cells at least");
    if reader.occupancy(who, end) != Occupancy::Free {
        return refuse("refusal-cell-taken");
    }
    let modes = reader.moves(who);
    let length = |mode: &MoveMode| board.length_cells(reader.steps_of(mode), path) as u16;
    let Some(mode) = modes.iter().find(|mode| mode.range_cells >= length(mode)).copied() else {
        let cells = modes.last().map_or(path.len() as u16 - 1, length);
        return Err(too_far(reader, who, &modes, cells));
    };
    let half_cells = board.half_cells(reader.steps_of(&mode), path);
    let (action, cost) = (mode.action, mode.price(half_cells));
    let passing = reader.passing(who, path);
    let (path, strikes) = (path.to_vec(), Vec::new());
    Ok(MoveOrder { who, path, action, cost, half_cells, at: 0, passing, strikes })
}

/// Why no movement covers a path: none is left at all (the ruleset's own reason), or it is long.
fn too_far(reader: &FactsReader, who: CombatantId, modes: &[MoveMode], cells: u16) -> Refusal {
    let rules = reader.rules.0.as_ref();
    if modes.is_empty()
        && let (Some(fighter), Some(budget)) = (reader.fighter(who), reader.budget(who))
    {
        let walks = rules.actions().iter().enumerate().filter(|(_, a)| a.scope == Scope::Path);
        for (i, _) in walks {
            let id = ActionId(i as u16);
            if let Err(refusal) = rules.allowed(&fighter, &budget, reader.engaged(who), id) {
                return refusal;
            }
        }
    }
    let most = modes.iter().map(|m| m.range_cells).max().unwrap_or(0);
    let why = Message::new("refusal-too-far").int("cells", cells.into()).int("most", most.into());
    Refusal { rule: TABLE, why }
}

fn attack(
    reader: &FactsReader,
    who: CombatantId,
    action: &str,
    targets: Vec<CombatantId>,
    aim: Option<CellPos>,
    options: Options,
) -> Result<Attack, Refusal> {
    let action = reader.action(action)?;
    let rules = &reader.rules.0;
    let nobody = || Refusal::new(TABLE, "refusal-no-such-fighter");
    let fighter = reader.fighter(who).ok_or_else(nobody)?;
    let spec = ruleset::action(rules.as_ref(), action).ok_or_else(nobody)?;
    let cost = match spec.when {
        When::BeforeFight => {
            before_fight(reader, &fighter, spec)?;
            spec.cost
        }
        When::OutOfTurn | When::AnyTime => {
            return Err(Refusal::new(spec.rule, "refusal-out-of-turn"));
        }
        When::OwnTurn => {
            reader.on_turn(who)?;
            rules.allowed(&fighter, &reader.turn.budget, reader.engaged(who), action)?
        }
    };
    if let Area::Disc { .. } = rules.area(&fighter, action) {
        let cell = aim.or_else(|| targets.first().and_then(|id| reader.cell(*id)));
        if cell.is_none_or(|cell| !reader.map.board.contains(cell)) {
            return Err(Refusal::new(TABLE, "refusal-no-target"));
        }
        return Ok(Attack { who, action, targets, aim: cell, options, cost, passing: false });
    }
    if targets.is_empty() {
        return Err(Refusal::new(TABLE, "refusal-no-target"));
    }
    Ok(Attack { who, action, targets, aim, options, cost, passing: false })
}

/// What belongs before the fight is done while the tokens are being placed.
fn before_fight(reader: &FactsReader, fighter: &Fighter, spec: &ActionSpec) -> Result<(), Refusal> {
    if reader.turn.stage != Stage::Setup {
        return Err(Refusal::new(spec.rule, "refusal-before-fight"));
    }
    if !reader.rules.0.vital(fighter).able {
        let why = Message::new("refusal-not-able").who("who", fighter.id);
        return Err(Refusal { rule: spec.rule, why });
    }
    Ok(())
}

fn act(
    fight: &mut Fight,
    who: CombatantId,
    action: &str,
    choice: Option<u8>,
) -> Result<(), Refusal> {
    let reader = fight.p0();
    let rules = reader.rules.0.clone();
    let id = reader.action(action)?;
    let spec = ruleset::action(rules.as_ref(), id).expect("found by name");
    if spec.scope != Scope::Own {
        return Err(Refusal::new(TABLE, "refusal-needs-target"));
    }
    let Some(fighter) = reader.fighter(who) else {
        return Err(Refusal::new(TABLE, "refusal-no-such-fighter"));
    };
    let cost = if spec.when == When::AnyTime {
        reader.any_time(&fighter, id)?;
        // Whoever acts already need not go first, and nothing is to be paid for that.
        if rules.takes_turn(id) && reader.turn.current == Some(who) {
            return Err(Refusal::new(spec.rule, "refusal-acts-already"));
        }
        Cost::default()
    } else {
        reader.on_turn(who)?;
        rules.allowed(&fighter, &reader.turn.budget, reader.engaged(who), id)?
    };
    rules.perform(id, &fighter, choice)?;
    let effects = fight.p1().with_dice(|dice| rules.perform_with(id, &fighter, choice, dice))?;
    let reader = fight.p0();
    let mut said = None;
    for effect in &effects {
        if let Change::Take(choice) = effect.change {
            said = Some(thing_in_reach(&reader, &fighter, choice)?);
        }
    }
    let combat = rules.is_combat(id);
    let mut ledger = fight.p1();
    ledger.turn.budget.pay(cost);
    let explained = std::mem::take(&mut ledger.report.explained);
    if !explained.is_empty() {
        let word = format!("action-{}-{}", rules.info().id, spec.id);
        let message = Message::new("log-tests").who("who", who).word("action", word);
        ledger.explain(Tone::Deed, spec.rule, message, &[who], explained);
    }
    if cost == Cost::default() && spec.when != When::AnyTime {
        ledger.turn.budget.free = ledger.turn.budget.free.saturating_add(1);
    }
    ledger.apply_all(&effects, Tone::Deed);
    if let Some(message) = said {
        ledger.tell(Tone::Deed, spec.rule, message, &[who]);
    }
    if combat {
        ledger.fought(who);
    }
    if rules.takes_turn(id) {
        master::go_first(fight, who);
        return Ok(());
    }
    // Whoever holds back has nothing more to do in this turn (EP-INI-04).
    let reader = fight.p0();
    let holds = reader.fighter(who).is_some_and(|fighter| rules.holds(&fighter));
    if holds && spec.when == When::OwnTurn && reader.turn.current == Some(who) {
        fight.p1().turn.flow = Flow::Ending;
    }
    Ok(())
}

/// What the fighter would pick up, as a line for the log.
fn thing_in_reach(
    reader: &FactsReader,
    fighter: &Fighter,
    choice: Option<u8>,
) -> Result<Message, Refusal> {
    let lies = within_reach(&reader.dropped, &reader.map, fighter.cell);
    let place = lies.get(usize::from(choice.unwrap_or(0)));
    let Some(place) = place else {
        return Err(Refusal::new(TABLE, "refusal-nothing-lies-here"));
    };
    let item = reader.dropped.0[*place].0.item;
    let message = Message::new("log-picks-up").who("who", fighter.id);
    Ok(with_weapon(message, "item", reader.rules.0.as_ref(), Some(item)))
}
