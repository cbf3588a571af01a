//! The game master's hand: edits that no rule of a fight restricts. Each is a line in the log.

use crate::battle::combatant::{Census, Dossier, Presence, StoredSheet, Weapon};
use crate::battle::command::{Command, Edit};
use crate::battle::event::{Tone, with_weapon};
use crate::battle::facts_reader::FactsReader;
use crate::battle::ledger::Ledger;
use crate::battle::state::{self, CombatantState, Stage};
use crate::battle::turn::{Flow, Turn};
use crate::battle::{HouseRules, Library, Rules};
use crate::data::map::Laid;
use crate::data::people::Left;
use crate::data::roster::arms_of;
use crate::rules::dice::Rng;
use crate::rules::effect::Change;
use crate::rules::effect::Effect;
use crate::rules::facts::{ActionId, CombatantId, Cost, Fighter, ItemId, Row, SideId};
use crate::rules::grid::{CellPos, Footprint};
use crate::rules::health::MARKS;
use crate::rules::key::Key;
use crate::rules::message::Message;
use crate::rules::ruleset::{OptionValues, Refusal, Ruleset, Scope};
use crate::rules::{GM, TABLE};
use bevy::prelude::{Commands, ParamSet, World};
use std::sync::Arc;

type Fight<'w, 's, 'a, 'b, 'c, 'd> = ParamSet<'w, 's, (FactsReader<'a, 'b>, Ledger<'c, 'd>)>;

/// Carries out a command that no phase of a turn handles.
pub(super) fn carry_out(
    fight: &mut Fight,
    commands: &mut Commands,
    command: Command,
) -> Result<(), Refusal> {
    match command {
        Command::Place { who, cell } => place(fight, who, cell),
        Command::Door { door, who } => toggle_door(fight, door, who),
        Command::Join(newcomer) => join(fight, commands, *newcomer),
        Command::Leave { who } => leave(fight, who),
        Command::Return { who } => come_back(fight, who),
        Command::Remove { who } => remove(fight, commands, who),
        Command::Edit { who, edit } => change(fight, who, edit),
        Command::Autopilot { side, on } => give_side(fight, side, on),
        Command::Reorder { rows } => reorder(fight, rows),
        Command::SetTurn { who } => set_turn(fight, who),
        Command::Switch { ruleset } => {
            commands.queue(move |world: &mut World| switch(world, &ruleset));
            Ok(())
        }
        Command::Reseed { seed } => {
            let mut ledger = fight.p1();
            ledger.dice.0 = Rng::new(seed);
            ledger.tell(Tone::Master, GM, Message::new("log-reseed"), &[]);
            Ok(())
        }
        Command::Lay { what, who } => lay(fight, what, who),
        Command::Clear { cell } => clear(fight, cell),
        Command::Hour => hour(fight),
        Command::EndRound => end_round(fight),
        Command::StepIn { who } => step_in(fight, who),
        Command::Setting { id, value } => setting(fight, commands, id, value),
        Command::Policy(policy) => {
            commands.queue(move |world: &mut World| {
                world.resource_mut::<HouseRules>().policy = policy;
            });
            let word = format!("policy-{}", policy.name());
            let message = Message::new("log-policy").word("policy", word);
            fight.p1().tell(Tone::Master, GM, message, &[]);
            Ok(())
        }
        Command::Finish => {
            let mut ledger = fight.p1();
            ledger.turn.stage = Stage::Over;
            ledger.turn.current = None;
            ledger.tell(Tone::Heading, TABLE, Message::new("log-fight-over"), &[]);
            Ok(())
        }
        Command::Begin { .. }
        | Command::EndTurn
        | Command::Move { .. }
        | Command::Attack { .. }
        | Command::Act { .. } => unreachable!("taken in before"),
    }
}

fn known(reader: &FactsReader, who: CombatantId) -> Result<(), Refusal> {
    if reader.combatant(who).is_none() {
        return Err(Refusal::new(TABLE, "refusal-no-such-fighter"));
    }
    Ok(())
}

fn place(fight: &mut Fight, who: CombatantId, cell: CellPos) -> Result<(), Refusal> {
    let reader = fight.p0();
    known(&reader, who)?;
    let stands = reader.footprint(who).map(|own| own.at(cell));
    if stands.is_none_or(|own| !own.cells().all(|cell| reader.map.board.contains(cell))) {
        return Err(Refusal::new(TABLE, "refusal-off-board"));
    }
    let setup = reader.turn.stage == Stage::Setup;
    let rules = reader.rules.0.clone();
    let departs = reader.fighter(who).map(|fighter| rules.departs(&fighter)).unwrap_or_default();
    let mut ledger = fight.p1();
    ledger.apply_all(&departs, Tone::Detail);
    let effect = Effect::new(GM, who, Change::Place(cell));
    ledger.apply(&effect);
    let key = if setup { "log-placed" } else { "log-moved-freely" };
    let message = Message::new(key).who("who", who);
    let message = message.int("x", i64::from(cell.x) + 1).int("y", i64::from(cell.y) + 1);
    ledger.tell(Tone::Master, GM, message, &[who]);
    Ok(())
}

/// Most things that may lie on one map.
const LAID_MOST: usize = 200;

/// Lays something on the map: the game master's hand, or a fighter who pays for it as the ruleset has
/// it (EP-POOL-07).
fn lay(fight: &mut Fight, what: Laid, who: Option<CombatantId>) -> Result<(), Refusal> {
    let reader = fight.p0();
    let cell = what.cell();
    if !reader.map.board.contains(cell) {
        return Err(Refusal::new(TABLE, "refusal-off-board"));
    }
    if reader.map.laid.len() >= LAID_MOST {
        let why = Message::new("refusal-laid-most").int("most", LAID_MOST as i64);
        return Err(Refusal { rule: TABLE, why });
    }
    if let Laid::Thing(..) = what {
        let there = Footprint::of_one(cell);
        let mut bodies = reader.all().filter_map(|id| reader.footprint(id));
        if bodies.any(|body| body.overlaps(there)) || reader.map.map.in_the_way(cell).is_some() {
            return Err(Refusal::new(TABLE, "refusal-cell-taken"));
        }
    }
    let Some(word) = what.word() else {
        return Err(Refusal::new(TABLE, "refusal-no-such-thing"));
    };
    let effects = match who {
        None => Vec::new(),
        Some(id) => {
            known(&reader, id)?;
            let fighter = reader.fighter(id).expect("it is known");
            reader.rules.0.pays_to_lay(&fighter)?
        }
    };
    let mut ledger = fight.p1();
    ledger.apply_all(&effects, Tone::Detail);
    let mut laid = ledger.map.laid.clone();
    laid.push(what);
    ledger.map.lay(&laid);
    let message = Message::new(if who.is_some() { "log-laid-by" } else { "log-laid" });
    let message = who.map_or(message.clone(), |who| message.who("who", who));
    let message = message.word("what", word);
    let message = message.int("x", i64::from(cell.x) + 1).int("y", i64::from(cell.y) + 1);
    let about: Vec<CombatantId> = who.into_iter().collect();
    ledger.tell(if who.is_some() { Tone::Deed } else { Tone::Master }, GM, message, &about);
    Ok(())
}

/// Takes everything away that was laid on a cell.
fn clear(fight: &mut Fight, cell: CellPos) -> Result<(), Refusal> {
    let mut ledger = fight.p1();
    let mut laid = ledger.map.laid.clone();
    laid.retain(|one| !one.covers(cell));
    if laid.len() == ledger.map.laid.len() {
        return Err(Refusal::new(TABLE, "refusal-nothing-laid"));
    }
    ledger.map.lay(&laid);
    let message = Message::new("log-cleared");
    let message = message.int("x", i64::from(cell.x) + 1).int("y", i64::from(cell.y) + 1);
    ledger.tell(Tone::Master, GM, message, &[]);
    Ok(())
}

/// Opens or closes a door. A fighter does it beside it in its turn, for what the ruleset's own row
/// for such things costs (EP-ACT-03), or else as a free action (BW-ACT-05); the game master does it
/// from anywhere.
fn toggle_door(fight: &mut Fight, door: u16, who: Option<CombatantId>) -> Result<(), Refusal> {
    let reader = fight.p0();
    if reader.map.is_open(door).is_none() {
        return Err(Refusal::new(TABLE, "refusal-no-such-door"));
    }
    let mut cost = Cost::default();
    if let Some(who) = who {
        known(&reader, who)?;
        let fighter_acts = reader.turn.current == Some(who);
        let beside = reader.cell(who).is_some_and(|cell| reader.map.beside(door, cell));
        if !fighter_acts || !beside {
            return Err(Refusal::new(TABLE, "refusal-door-far"));
        }
        let rules = reader.rules.0.clone();
        let row = rules.actions().iter().position(|row| row.scope == Scope::Thing);
        if let (Some(row), Some(fighter)) = (row, reader.fighter(who)) {
            let (action, engaged) = (ActionId(row as u16), reader.engaged(who));
            cost = rules.allowed(&fighter, &reader.turn.budget, engaged, action)?;
        }
    }
    let mut ledger = fight.p1();
    let open = ledger.map.toggle(door);
    let key = if open { "log-door-opened" } else { "log-door-closed" };
    match who {
        Some(who) => {
            ledger.turn.budget.pay(cost);
            if cost == Cost::default() {
                ledger.turn.budget.free = ledger.turn.budget.free.saturating_add(1);
            }
            ledger.tell(Tone::Deed, TABLE, Message::new(key).who("who", who), &[who]);
        }
        None => {
            let key = if open { "log-door-opened-gm" } else { "log-door-closed-gm" };
            ledger.tell(Tone::Master, GM, Message::new(key), &[]);
        }
    }
    Ok(())
}

fn join(
    fight: &mut Fight,
    commands: &mut Commands,
    mut newcomer: CombatantState,
) -> Result<(), Refusal> {
    let reader = fight.p0();
    if !reader.map.board.contains(newcomer.cell) {
        return Err(Refusal::new(TABLE, "refusal-off-board"));
    }
    if !reader.fits(&newcomer) {
        return Err(Refusal::new(TABLE, "refusal-foreign-sheet"));
    }
    let running = reader.turn.stage == Stage::Fighting;
    let mut ledger = fight.p1();
    newcomer.id = CombatantId(ledger.turn.next_id);
    ledger.turn.next_id += 1;
    newcomer.presence = if running { Presence::Pending } else { Presence::Fighting };
    newcomer.acted = false;
    let key = if running { "log-joins-next-round" } else { "log-joins" };
    let id = newcomer.id;
    ledger.tell(Tone::Master, GM, Message::new(key).who("who", id), &[id]);
    commands.queue(move |world: &mut World| state::spawn(world, &newcomer));
    Ok(())
}

/// The fighter leaves the fight: its card is taken off, its token stays (BW-ENT-03, BW-ENT-05).
fn leave(fight: &mut Fight, who: CombatantId) -> Result<(), Refusal> {
    let reader = fight.p0();
    known(&reader, who)?;
    if reader.turn.stage != Stage::Fighting {
        return Err(Refusal::new(TABLE, "refusal-no-fight"));
    }
    if reader.initiative(who).is_some_and(|i| i.presence == Presence::Left) {
        return Err(Refusal::new(TABLE, "refusal-left-already"));
    }
    let rules = reader.rules.0.clone();
    let departs = reader.fighter(who).map(|fighter| rules.departs(&fighter)).unwrap_or_default();
    let mut ledger = fight.p1();
    ledger.apply_all(&departs, Tone::Detail);
    ledger.leave(who);
    Ok(())
}

/// A fighter that left comes back and waits for the next round like any newcomer (BW-ENT-05).
fn come_back(fight: &mut Fight, who: CombatantId) -> Result<(), Refusal> {
    let reader = fight.p0();
    known(&reader, who)?;
    if reader.initiative(who).is_none_or(|i| i.presence != Presence::Left) {
        return Err(Refusal::new(TABLE, "refusal-not-left"));
    }
    let running = reader.turn.stage == Stage::Fighting;
    let mut ledger = fight.p1();
    let entity = ledger.census.0[&who];
    if let Ok((_, _, _, mut initiative, ..)) = ledger.fighters.get_mut(entity) {
        initiative.presence = if running { Presence::Pending } else { Presence::Fighting };
        initiative.acted = false;
    }
    let key = if running { "log-joins-next-round" } else { "log-joins" };
    ledger.tell(Tone::Master, GM, Message::new(key).who("who", who), &[who]);
    Ok(())
}

fn remove(fight: &mut Fight, commands: &mut Commands, who: CombatantId) -> Result<(), Refusal> {
    known(&fight.p0(), who)?;
    let mut ledger = fight.p1();
    // Nothing on the others may name somebody who is not there any more.
    for (_, _, _, _, _, _, mut conditions, ..) in &mut ledger.fighters {
        conditions.0.retain(|condition| condition.by != Some(who));
    }
    let was_acting = ledger.turn.current == Some(who);
    let name = ledger.census.0.get(&who).copied();
    let name = name.and_then(|e| ledger.fighters.get(e).ok().map(|p| p.0.dossier.name.clone()));
    ledger.turn.take_out(who);
    if was_acting && ledger.turn.stage == Stage::Fighting {
        ledger.turn.flow = Flow::Starting;
    }
    // The name stands as text: the fighter will be gone when the line is read.
    let name = name.unwrap_or_default();
    let message = Message::new("log-removed").text("ru", &name.ru).text("en", &name.en);
    ledger.tell(Tone::Master, GM, message, &[]);
    commands.queue(move |world: &mut World| {
        let entity = world.resource_mut::<Census>().0.remove(&who);
        if let Some(entity) = entity {
            world.despawn(entity);
        }
    });
    Ok(())
}

fn reorder(fight: &mut Fight, mut rows: Vec<Row>) -> Result<(), Refusal> {
    let reader = fight.p0();
    let rules = reader.rules.0.clone();
    let level =
        |rows: &[Row], id| rows.iter().find(|row| row.cards.contains(&id)).map(|row| row.level);
    let moved = reader.turn.cards().filter(|id| level(&reader.turn.rows, *id) != level(&rows, *id));
    let moved: Vec<_> = moved.filter_map(|id| reader.fighter(id)).collect();
    let mut ledger = fight.p1();
    let mut before: Vec<_> = ledger.turn.cards().collect();
    let mut after: Vec<_> = rows.iter().flat_map(|r| r.cards.iter().copied()).collect();
    before.sort_unstable();
    after.sort_unstable();
    if before != after {
        return Err(Refusal::new(TABLE, "refusal-cards-differ"));
    }
    rows.sort_by_key(|row| std::cmp::Reverse(row.level));
    ledger.turn.rows = rows;
    ledger.turn.trim();
    ledger.tell(Tone::Master, GM, Message::new("log-reordered"), &[]);
    for fighter in moved {
        let effects = rules.card_moved(&fighter, &ledger.turn.rows);
        let entity = ledger.census.0[&fighter.id];
        if !effects.is_empty()
            && let Ok((_, _, _, mut initiative, ..)) = ledger.fighters.get_mut(entity)
        {
            // The later word counts.
            initiative.fixed = None;
        }
        ledger.apply_all(&effects, Tone::Detail);
    }
    Ok(())
}

/// The turn begins as any other does: what lasts until it, ends; what bleeds, bleeds.
fn set_turn(fight: &mut Fight, who: CombatantId) -> Result<(), Refusal> {
    let reader = fight.p0();
    known(&reader, who)?;
    if reader.turn.stage != Stage::Fighting || reader.turn.level(who).is_none() {
        return Err(Refusal::new(TABLE, "refusal-no-card"));
    }
    let facts = reader.turn_facts(who).expect("known");
    let rules = reader.rules.0.clone();
    let begun = rules.turn_start(&facts);
    let mut ledger = fight.p1();
    let entity = ledger.census.0[&who];
    if let Ok((_, _, _, mut initiative, ..)) = ledger.fighters.get_mut(entity) {
        initiative.acted = false;
    }
    ledger.turn.current = Some(who);
    ledger.turn.budget = begun.budget.unwrap_or_default();
    ledger.tell(Tone::Master, GM, Message::new("log-turn-set").who("who", who), &[who]);
    ledger.apply_all(&begun.effects, Tone::Harm);
    Ok(())
}

/// One who holds back steps in: its turn comes before what is left of the running one.
pub(super) fn step_in(fight: &mut Fight, who: CombatantId) -> Result<(), Refusal> {
    let reader = fight.p0();
    known(&reader, who)?;
    if reader.turn.stage != Stage::Fighting {
        return Err(Refusal::new(TABLE, "refusal-no-fight"));
    }
    let rules = reader.rules.0.clone();
    let facts = reader.turn_facts(who).expect("known");
    let before = reader.turn.current;
    let interrupted = reader.turn.interrupted.iter().any(|(id, _)| *id == who);
    if before == Some(who) || interrupted || !rules.holds(&facts.fighter) {
        let why = Message::new("refusal-holds-not").who("who", who);
        return Err(Refusal { rule: TABLE, why });
    }
    let (rows, begun) = rules.step_in(&facts, &reader.turn.rows, before)?;
    let Some(budget) = begun.budget else {
        let why = Message::new("refusal-not-able").who("who", who);
        return Err(Refusal { rule: TABLE, why });
    };
    let mut ledger = fight.p1();
    if let Some(before) = before {
        let left = ledger.turn.budget.clone();
        ledger.turn.interrupted.push((before, left));
    }
    ledger.turn.rows = rows;
    ledger.turn.current = Some(who);
    ledger.turn.budget = budget;
    let message = match before {
        Some(before) => Message::new("log-steps-in-before").who("who", who).who("before", before),
        None => Message::new("log-steps-in").who("who", who),
    };
    ledger.tell(Tone::Heading, TABLE, message, &[who]);
    ledger.apply_all(&begun.effects, Tone::Harm);
    Ok(())
}

/// One who has paid for it goes before everybody else: at once before one who comes later, else when
/// its turn has come (EP-POOL-06).
pub(super) fn go_first(fight: &mut Fight, who: CombatantId) {
    let reader = fight.p0();
    let rules = reader.rules.0.clone();
    let all = reader.turn.cards().filter_map(|id| reader.fighter(id));
    let payers: Vec<_> = all.filter(|fighter| rules.goes_first(fighter)).collect();
    let rows = rules.first_rows(&payers, &reader.turn.rows);
    let mut ledger = fight.p1();
    ledger.turn.rows = rows;
    let row = |id| ledger.turn.rows.iter().position(|row| row.cards.contains(&id));
    let Some(current) = ledger.turn.current else { return };
    if row(current) <= row(who) {
        return;
    }
    let left = ledger.turn.budget.clone();
    // It may be the one who was put off by somebody who paid before.
    let own = ledger.turn.interrupted.iter().position(|(id, _)| *id == who);
    let own = own.map(|at| ledger.turn.interrupted.remove(at));
    ledger.turn.interrupted.push((current, left));
    match own {
        Some((_, budget)) => {
            ledger.turn.current = Some(who);
            ledger.turn.budget = budget;
            ledger.tell(Tone::Heading, TABLE, Message::new("log-goes-on").who("who", who), &[who]);
        }
        None => {
            if !super::upkeep::begin(fight, who) {
                fight.p1().turn.flow = Flow::Starting;
            }
        }
    }
}

/// Changes a setting of the ruleset in force. The ruleset is made anew with it.
fn setting(
    fight: &mut Fight,
    commands: &mut Commands,
    id: Key,
    value: Option<i16>,
) -> Result<(), Refusal> {
    let reader = fight.p0();
    let info = reader.rules.0.info();
    let Some(spec) = info.settings.iter().find(|spec| spec.id == id) else {
        return Err(Refusal::new(TABLE, "refusal-edit-range"));
    };
    let fits = |value: i16| match spec.values {
        OptionValues::Choice(values) => usize::try_from(value).is_ok_and(|v| v < values.len()),
        OptionValues::Signed(min, max) => (min..=max).contains(&value),
        OptionValues::Switch => (0..=1).contains(&value),
    };
    if value.is_some_and(|value| !fits(value)) {
        return Err(Refusal::new(TABLE, "refusal-edit-range"));
    }
    let word = format!("setting-{}-{id}", info.id);
    let message = match (value, spec.values) {
        (None, _) => Message::new("log-setting-back").word("setting", word),
        (Some(v), OptionValues::Choice(values)) => {
            let chosen = format!("{word}-{}", values[v as usize]);
            Message::new("log-setting-choice").word("setting", word).word("value", chosen)
        }
        (Some(v), OptionValues::Switch) => {
            let on = if v != 0 { "setting-on" } else { "setting-off" };
            Message::new("log-setting-choice").word("setting", word).word("value", on)
        }
        (Some(v), OptionValues::Signed(..)) => {
            Message::new("log-setting").word("setting", word).int("value", v.into())
        }
    };
    let (ruleset, rule) = (info.id, spec.rule);
    fight.p1().tell(Tone::Master, rule, message, &[]);
    commands.queue(move |world: &mut World| {
        let mut house = world.resource_mut::<HouseRules>();
        match value {
            Some(value) => house.settings.insert(id, value),
            None => house.settings.remove(&id),
        };
        let settings = house.settings.clone();
        if let Some(rules) = world.resource::<Library>().with_settings(ruleset, &settings) {
            world.insert_resource(Rules(rules));
        }
    });
    Ok(())
}

fn change(fight: &mut Fight, who: CombatantId, edit: Edit) -> Result<(), Refusal> {
    let reader = fight.p0();
    known(&reader, who)?;
    let rules = reader.rules.0.clone();
    let before = reader.fighter(who).expect("known");
    allowed_edit(rules.as_ref(), &before, &edit)?;
    let mut ledger = fight.p1();
    let entity = ledger.census.0[&who];
    let message = {
        let parts = ledger.fighters.get_mut(entity).expect("known");
        let (mut combatant, _, mut health, mut initiative, mut armor, mut weapon, ..) = parts;
        let say = |key: &'static str| Message::new(key).who("who", who);
        match &edit {
            Edit::Points(n) => {
                let was = std::mem::replace(&mut health.0.points, *n);
                let said =
                    say("log-edit-points").word("points", format!("points-{}", rules.info().id));
                said.int("was", was.into()).int("now", (*n).into())
            }
            Edit::Marks(column, n) => {
                let marks = &mut health.0.marks[usize::from(*column)];
                let was = std::mem::replace(marks, *n);
                let word = format!("mark-{}-{column}", rules.info().id);
                let said = say("log-edit-marks").word("mark", word);
                said.int("was", was.into()).int("now", (*n).into())
            }
            Edit::Name(name) => {
                let mut dossier = Dossier::clone(&combatant.dossier);
                dossier.name = crate::battle::combatant::LocalName::plain(name);
                combatant.dossier = Arc::new(dossier);
                say("log-edit-name")
            }
            Edit::Note(note) => {
                let mut dossier = Dossier::clone(&combatant.dossier);
                note.trim().clone_into(&mut dossier.note);
                combatant.dossier = Arc::new(dossier);
                say("log-edit-note").text("note", note.trim())
            }
            Edit::Autopilot(on) => {
                let mut dossier = Dossier::clone(&combatant.dossier);
                dossier.autopilot = *on;
                combatant.dossier = Arc::new(dossier);
                say(if *on { "log-autopilot-on" } else { "log-autopilot-off" })
            }
            Edit::Side(side) => {
                combatant.side = *side;
                say("log-edit-side").int("side", side.0.into())
            }
            Edit::Modifier(n) => {
                initiative.modifier = *n;
                say("log-edit-modifier").int("now", (*n).into())
            }
            Edit::Level(level) => {
                initiative.fixed = *level;
                say("log-edit-level").int("now", level.unwrap_or(0).into())
            }
            Edit::Armor(item) => {
                armor.0 = item.map(ItemId);
                say("log-edit-armor")
            }
            Edit::Rounds { weapon: index, loaded, spare } => {
                let carried = &mut weapon.carried[usize::from(*index)];
                (carried.loaded, carried.spare) = (*loaded, *spare);
                say("log-edit-rounds").int("loaded", (*loaded).into())
            }
            Edit::Coat { weapon: index, coat } => {
                let carried = &mut weapon.carried[usize::from(*index)];
                carried.coat = *coat;
                let item = Some(carried.item);
                let said = with_weapon(say("log-edit-coat"), "weapon", rules.as_ref(), item);
                let coatings = rules.coatings();
                match usize::from(*coat).checked_sub(1).and_then(|i| coatings.get(i)) {
                    Some((_, Some(name))) => said.text("coating", name),
                    Some((id, None)) => said.word("coating", format!("coating-{id}")),
                    None => said.word("coating", "coating-none"),
                }
            }
            Edit::InHand(choice) => {
                weapon.in_hand = *choice;
                let carried = choice.and_then(|i| weapon.carried.get(usize::from(i)));
                let item = carried.map(|carried| carried.item);
                with_weapon(say("log-edit-in-hand"), "weapon", rules.as_ref(), item)
            }
            Edit::Give(item) => {
                weapon.carried.push(state::carried(rules.as_ref(), ItemId(*item)));
                with_weapon(say("log-edit-given"), "weapon", rules.as_ref(), Some(ItemId(*item)))
            }
            Edit::Take(index) => {
                let item = weapon.carried.get(usize::from(*index)).map(|carried| carried.item);
                take_weapon(&mut weapon, *index);
                with_weapon(say("log-edit-taken"), "weapon", rules.as_ref(), item)
            }
            Edit::Field(..)
            | Edit::Begin(_)
            | Edit::End(_)
            | Edit::AttackerCap(_)
            | Edit::Budget(_) => say(""),
        }
    };
    let message = match edit {
        Edit::Field(field, value) => edit_field(&mut ledger, who, field, value, rules.as_ref()),
        Edit::Begin(condition) => {
            ledger.apply(&Effect::new(GM, who, Change::Begin(condition)));
            let changed = before.has(condition.id) && condition.amount != 0;
            let key = if changed { "log-edit-condition-number" } else { "log-edit-condition-on" };
            Message::new(key)
                .who("who", who)
                .word("condition", format!("condition-{}", condition.id))
                .int("now", condition.amount.into())
        }
        Edit::End(id) => {
            ledger.apply(&Effect::new(GM, who, Change::End(id)));
            Message::new("log-edit-condition-off")
                .who("who", who)
                .word("condition", format!("condition-{id}"))
        }
        Edit::Budget(coins) => {
            if ledger.turn.current == Some(who) {
                ledger.turn.budget.left = coins.0;
            }
            Message::new("log-edit-budget").who("who", who)
        }
        Edit::AttackerCap(cap) => {
            if let Ok((.., mut melee, _, _)) = ledger.fighters.get_mut(entity) {
                melee.attacker_cap = cap;
            }
            Message::new("log-edit-cap").who("who", who).int("now", cap.into())
        }
        _ => message,
    };
    ledger.tell(Tone::Master, GM, message, &[who]);
    let health = matches!(edit, Edit::Points(_) | Edit::Marks(..) | Edit::Field(..));
    if health || rules.health_decides() {
        follow_edit(fight, who, &rules);
    }
    if matches!(edit, Edit::Level(Some(_))) {
        let Some(fighter) = fight.p0().fighter(who) else { return Ok(()) };
        fight.p1().apply_all(&rules.level_fixed(&fighter), Tone::Detail);
    }
    Ok(())
}

/// One command for all fighters of a side, so that it is one step to take back.
fn give_side(fight: &mut Fight, side: SideId, on: bool) -> Result<(), Refusal> {
    let mut ledger = fight.p1();
    let mut given = Vec::new();
    for (mut combatant, ..) in &mut ledger.fighters {
        if combatant.side == side {
            let mut dossier = Dossier::clone(&combatant.dossier);
            dossier.autopilot = on;
            combatant.dossier = Arc::new(dossier);
            given.push(combatant.id);
        }
    }
    if given.is_empty() {
        return Err(Refusal::new(TABLE, "refusal-side-empty"));
    }
    given.sort_unstable();
    let key = if on { "log-autopilot-side-on" } else { "log-autopilot-side-off" };
    ledger.tell(Tone::Master, GM, Message::new(key).word("side", side.word()), &given);
    Ok(())
}

fn take_weapon(weapon: &mut Weapon, index: u8) {
    weapon.carried.remove(usize::from(index));
    weapon.in_hand = match weapon.in_hand {
        Some(held) if held == index => None,
        Some(held) if held > index => Some(held - 1),
        other => other,
    };
}

fn edit_field(
    ledger: &mut Ledger,
    who: CombatantId,
    field: u16,
    value: i16,
    rules: &dyn Ruleset,
) -> Message {
    let spec = &rules.info().fields[usize::from(field)];
    let entity = ledger.census.0[&who];
    let mut was = 0;
    if let Ok((_, _, _, _, _, _, _, mut stats, ..)) = ledger.fighters.get_mut(entity) {
        let sheet = Arc::make_mut(&mut stats.0);
        was = std::mem::replace(&mut sheet.values[usize::from(field)], value);
        sheet.derived = false;
    }
    Message::new("log-edit-field")
        .who("who", who)
        .word("field", format!("field-{}-{}", rules.info().id, spec.key))
        .int("was", was.into())
        .int("now", value.into())
}

/// Numbers from outside are held against the ruleset's own limits.
fn allowed_edit(rules: &dyn Ruleset, who: &Fighter, edit: &Edit) -> Result<(), Refusal> {
    let gear = &who.gear;
    let carried = |i: u8| usize::from(i) < gear.weapons.len();
    let fine = match edit {
        Edit::Field(field, value) => rules
            .info()
            .fields
            .get(usize::from(*field))
            .is_some_and(|spec| (spec.min..=spec.max).contains(value)),
        Edit::Points(n) => (rules.points_least(&who.sheet)..=999).contains(n),
        Edit::Marks(column, n) => usize::from(*column) < MARKS && *n <= 99,
        Edit::Begin(condition) => rules.info().conditions.iter().any(|c| c.id == condition.id),
        Edit::Rounds { weapon, loaded, spare } => {
            carried(*weapon) && *loaded <= 999 && *spare <= 9999
        }
        Edit::Coat { weapon, coat } => {
            let held = gear.weapons.get(usize::from(*weapon));
            let spec = held.and_then(|held| crate::rules::ruleset::weapon(rules, held.item));
            spec.is_some_and(|spec| spec.coatable) && usize::from(*coat) <= rules.coatings().len()
        }
        Edit::Note(note) => note.chars().count() <= 200,
        Edit::InHand(choice) => choice.is_none_or(carried),
        Edit::Take(index) => carried(*index),
        Edit::Give(item) => usize::from(*item) < rules.weapons().len() && gear.weapons.len() < 12,
        Edit::Armor(item) => item.is_none_or(|i| usize::from(i) < rules.armors().len()),
        Edit::Modifier(n) => *n <= 9,
        Edit::AttackerCap(n) => (1..=4).contains(n),
        Edit::Level(level) => level.is_none_or(|l| (-99..=99).contains(&l)),
        Edit::Name(name) => !name.trim().is_empty() && name.chars().count() <= 60,
        Edit::Side(side) => side.0 <= 3,
        Edit::End(_) | Edit::Autopilot(_) | Edit::Budget(_) => true,
    };
    if fine { Ok(()) } else { Err(Refusal::new(TABLE, "refusal-edit-range")) }
}

/// What the ruleset makes of an edited fighter: one healed above zero wakes, and so on.
fn follow_edit(fight: &mut Fight, who: CombatantId, rules: &Arc<dyn Ruleset>) {
    let Some(fighter) = fight.p0().fighter(who) else { return };
    let effects = rules.settle(&fighter);
    fight.p1().apply_all(&effects, Tone::Detail);
}

/// The round ends at once: nobody who has not acted yet acts in it.
fn end_round(fight: &mut Fight) -> Result<(), Refusal> {
    let reader = fight.p0();
    if reader.turn.stage != Stage::Fighting {
        return Err(Refusal::new(TABLE, "refusal-no-fight"));
    }
    let mut ledger = fight.p1();
    for (_, _, _, mut initiative, ..) in &mut ledger.fighters {
        initiative.acted = true;
    }
    ledger.turn.interrupted.clear();
    ledger.tell(Tone::Master, GM, Message::new("log-round-ended"), &[]);
    ledger.turn.flow = if ledger.turn.current.is_some() { Flow::Ending } else { Flow::Starting };
    Ok(())
}

/// One hour of story time passes for everybody.
fn hour(fight: &mut Fight) -> Result<(), Refusal> {
    let reader = fight.p0();
    let rules = reader.rules.0.clone();
    let all: Vec<_> = reader.all().filter_map(|id| reader.fighter(id)).collect();
    let mut ledger = fight.p1();
    ledger.tell(Tone::Master, GM, Message::new("log-hour"), &[]);
    for fighter in all {
        ledger.apply_all(&rules.hour(&fighter), Tone::Harm);
    }
    Ok(())
}

/// Goes on under another ruleset: each fighter's present sheet is put away, the other one is taken
/// out or derived from the neutral profile, and health is carried over in proportion.
fn switch(world: &mut World, id: &str) {
    let from = world.resource::<Rules>().0.clone();
    let Some(to) = world.resource::<Library>().get(id) else {
        world
            .resource_mut::<crate::battle::event::Report>()
            .refuse(TABLE, "refusal-no-such-ruleset");
        return;
    };
    let mut after = state::capture(world);
    let to = world.resource::<Library>().with_settings(id, &after.house.settings).unwrap_or(to);
    let mut lines = Vec::new();
    for one in &mut after.combatants {
        let restored = change_over(from.as_ref(), to.as_ref(), one);
        if one.health != to.whole(&one.sheet) {
            let key = if restored { "log-health-restored" } else { "log-health-carried" };
            let vital = to.vital(&one.fighter());
            let message = Message::new(key).who("who", one.id);
            lines.push((one.id, message.word("state", format!("state-{}", vital.state))));
        }
    }
    // Each system orders its turns by other numbers, so a running fight starts its order anew.
    let running = after.stage == Stage::Fighting;
    after.ruleset = id.to_owned();
    after.rows.clear();
    after.current = None;
    after.interrupted.clear();
    state::restore(world, &after);
    let mut report = world.resource_mut::<crate::battle::event::Report>();
    let message = Message::new("log-switched").word("ruleset", format!("ruleset-{id}"));
    report.lines.push(crate::battle::event::LogLine {
        round: after.round,
        turn: None,
        tone: Tone::Master,
        rule: GM,
        message,
        about: Vec::new(),
        explained: Vec::new(),
    });
    for (who, message) in lines {
        report.lines.push(crate::battle::event::LogLine {
            round: after.round,
            turn: None,
            tone: Tone::Detail,
            rule: GM,
            message,
            about: vec![who],
            explained: Vec::new(),
        });
    }
    if running {
        world.resource_mut::<Turn>().flow = Flow::Begin { by_cards: None };
    }
}

/// Puts a fighter's sheet of the ruleset that is left away and takes out or derives the one of the
/// next; health is carried over in proportion, unless the fighter left that ruleset before and
/// nothing has happened to it since: then it comes back as it was. The answer is whether it did.
fn change_over(from: &dyn Ruleset, to: &dyn Ruleset, one: &mut CombatantState) -> bool {
    let (left_id, next_id) = (from.info().id, to.info().id);
    let harm = from.harm_permille(&one.fighter());
    let mut dossier = Dossier::clone(&one.dossier);
    dossier.arms = arms_of(from, &one.gear);
    let next = dossier.sheet(to);
    dossier.sheets.remove(next_id);
    let back = next.left.filter(|left| left.under == left_id && left.became == one.health);
    let restored = back.is_some();
    let health = match &back {
        Some(left) => left.health,
        None => to.track_of_harm(&next.sheet, harm),
    };
    let left = Left {
        health: one.health,
        conditions: std::mem::take(&mut one.conditions),
        became: health,
        under: next_id.to_owned(),
    };
    let (sheet, gear) = ((*one.sheet).clone(), std::mem::take(&mut one.gear));
    dossier.sheets.insert(left_id.to_owned(), StoredSheet { sheet, gear, left: Some(left) });
    one.health = health;
    one.sheet = Arc::new(next.sheet);
    one.gear = next.gear;
    one.conditions = back.map(|left| left.conditions).unwrap_or_default();
    one.dossier = Arc::new(dossier);
    one.acted = false;
    one.attacked_by.clear();
    one.deferred.clear();
    one.deeds = crate::battle::combatant::Deeds::default();
    for effect in to.settle(&one.fighter()) {
        effect.change.apply_to_conditions(&mut one.conditions);
    }
    restored
}
