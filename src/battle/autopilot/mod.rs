//! The autopilot: plays any fighter, in the window, in `fight` and in simulations.
//!
//! It reads the fight through the same [`FactsReader`] as the preview, weighs attacks by the same
//! exact odds, names no ruleset and rolls nothing. The same fight always gets the same command:
//! what is kept between commands (`ground`, `worth`, `repertoire`, whole decisions) only saves work.
//!
//! A fight of autopilots always ends: caution wanes from round to round until everybody advances,
//! and where nobody can get at anybody it is a draw ([`Autopilot::play`]).

mod ground;
mod repertoire;
mod turn_plan;
mod worth;

#[cfg(test)]
mod tests;

use super::combatant::Presence;
use super::command::Command;
use super::facts_reader::FactsReader;
use super::journal::{Answer, order};
use super::state::Stage;
use super::turn::Turn;
use super::{BattleMap, HouseRules, Rules};
use crate::rules::facts::{Assailant, Budget, CombatantId, Fighter, Options, SideId, Trace};
use crate::rules::ruleset::{Area, CoinUnit, Ruleset};
use bevy::ecs::system::SystemState;
use bevy::ecs::world::WorldId;
use bevy::platform::collections::HashMap;
use bevy::platform::hash::PassHash;
use bevy::prelude::World;
use ground::Ground;
use repertoire::Repertoire;
use std::sync::Arc;
use turn_plan::{GOOD_ATTACK, Man, Notes, Scene, TurnPlan};
use worth::Appraiser;

/// Rounds after which a fight of autopilots is a draw.
pub const ROUNDS_MAX: u16 = 60;
/// Commands in one turn after which it is ended whatever may come.
const COMMANDS_A_TURN_MAX: u8 = 12;
/// So many decisions are kept before they are forgotten.
const DECISIONS_MAX: usize = 100_000;

/// How a fight of autopilots ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The side that still stands; none for a draw.
    pub winner: Option<SideId>,
    /// Rounds it took.
    pub rounds: u16,
}

/// Plays fighters. Keep it as long as possible: what it has worked out serves later fights too.
#[derive(Default)]
pub struct Autopilot {
    reader: Option<(WorldId, SystemState<FactsReader<'static, 'static>>)>,
    ground: Option<Ground>,
    appraiser: Appraiser,
    repertoire: Repertoire,
    /// Decisions by all that they depend on.
    decisions: HashMap<u64, Command, PassHash>,
    /// Everybody as last seen, in the order of joining.
    men: Vec<Man>,
    notes: Notes,
    rules: Option<Arc<dyn Ruleset>>,
}

impl Autopilot {
    /// One that knows nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The next command for whoever acts; [`Command::Begin`] before the fight, none when it is
    /// decided or over.
    pub fn next(&mut self, world: &mut World) -> Option<Command> {
        self.settle_in(world);
        let mut men = std::mem::take(&mut self.men);
        let mut appraiser = std::mem::take(&mut self.appraiser);
        let next = self.read(world, |reader| look(reader, &mut appraiser, &mut men));
        (self.appraiser, self.men) = (appraiser, men);
        let (me, budget, round) = match next {
            Next::Command(command) => return Some(command),
            Next::Plan { me, budget, round } => (me, budget, round),
            Next::Nothing => return None,
        };
        let (ground, rules) = (self.ground.as_mut()?, self.rules.as_ref()?);
        look_who_is_engaged(ground, &mut self.men);
        let others = self.men.iter().enumerate().filter(|(i, man)| *i != me && man.able);
        let others = others.map(|(_, man)| man).collect();
        let scene = Scene { me: &self.men[me], others, budget, round };
        let key = scene.hash(ground.doors());
        if let Some(command) = self.decisions.get(&key) {
            return Some(command.clone());
        }
        let (appraiser, repertoire) = (&mut self.appraiser, &mut self.repertoire);
        let notes = &mut self.notes;
        let plan = TurnPlan::new(&scene, rules.as_ref(), ground, appraiser, repertoire, notes);
        let command = plan.choose();
        if self.decisions.len() > DECISIONS_MAX {
            self.decisions.clear();
        }
        self.decisions.insert(key, command.clone());
        Some(command)
    }

    /// Plays the running turn to its end. The answer is whether there was one to play.
    pub fn play_turn(&mut self, world: &mut World) -> bool {
        let before = now(world);
        for _ in 0..COMMANDS_A_TURN_MAX {
            let Some(command) = self.next(world) else { return false };
            let ends = matches!(command, Command::EndTurn);
            if !matches!(order(world, command), Answer::Done) {
                break;
            }
            if ends || now(world) != before {
                return true;
            }
        }
        // What the plan took for allowed is not, or it would go on for ever.
        matches!(order(world, Command::EndTurn), Answer::Done)
    }

    /// Plays until one side is left, at most so many rounds.
    pub fn play(&mut self, world: &mut World, rounds_max: u16) -> Verdict {
        while world.resource::<Turn>().round <= rounds_max {
            if !self.play_turn(world) {
                break;
            }
        }
        let sides = self.standing(world);
        let winner = if let [side] = sides[..] { Some(side) } else { None };
        Verdict { winner, rounds: world.resource::<Turn>().round.min(rounds_max) }
    }

    /// Sides that still have somebody able.
    pub fn standing(&mut self, world: &mut World) -> Vec<SideId> {
        self.read(world, |reader| reader.standing_sides())
    }

    /// Those who have been in the fight and cannot act any more.
    pub fn fallen(&mut self, world: &mut World) -> Vec<CombatantId> {
        self.read(world, |reader| {
            let fallen = reader.each().filter(|(_, vital)| !vital.able);
            fallen.map(|(fighter, ..)| fighter.id).collect()
        })
    }

    fn read<T>(&mut self, world: &mut World, body: impl FnOnce(&FactsReader) -> T) -> T {
        let id = world.id();
        if self.reader.as_ref().is_none_or(|(known, _)| *known != id) {
            self.reader = Some((id, SystemState::new(world)));
        }
        let (_, state) = self.reader.as_mut().expect("made above");
        let reader = state.get(world).expect("a world with a battle has all that it reads");
        body(&reader)
    }

    /// Takes the ground and the ruleset of the fight; what was kept of others is forgotten.
    fn settle_in(&mut self, world: &World) {
        let rules = &world.resource::<Rules>().0;
        let policy = world.resource::<HouseRules>().policy;
        let known = self.rules.as_ref().is_some_and(|known| Arc::ptr_eq(known, rules));
        if !known || self.appraiser.policy() != policy {
            self.rules = Some(rules.clone());
            self.appraiser = Appraiser::new(policy);
            self.repertoire = Repertoire::default();
            self.decisions.clear();
            self.men.clear();
            self.ground = None;
        }
        let map = world.resource::<BattleMap>();
        match &mut self.ground {
            Some(ground) if ground.is_of(map) => ground.turn_to(map),
            _ => {
                self.decisions.clear();
                self.ground = Some(Ground::new(map, rules.diagonal()));
            }
        }
    }
}

enum Next {
    Command(Command),
    /// The number among the men of the one who acts, what is left of its turn, and the round.
    Plan {
        me: usize,
        budget: Budget,
        round: u16,
    },
    Nothing,
}

/// The First Strike of somebody whom the game master has hidden well enough for it, if the odds
/// speak for one.
fn first_strike(reader: &FactsReader, appraiser: &mut Appraiser) -> Option<Command> {
    let rules = reader.rules.0.as_ref();
    let options = Options::default();
    let mut best: Option<(i32, Command)> = None;
    for who in reader.all() {
        let Some(initiative) = reader.initiative(who) else { continue };
        let actions = rules.strikes_first(initiative.modifier);
        if actions.is_empty() || !reader.vital(who).is_some_and(|vital| vital.able) {
            continue;
        }
        let side = reader.combatant(who).map(|c| c.side);
        let foes = reader.all().filter(|id| reader.combatant(*id).map(|c| c.side) != side);
        let foes: Vec<CombatantId> = foes.collect();
        for (action, foe) in actions.iter().flat_map(|a| foes.iter().map(move |foe| (*a, *foe))) {
            let Ok(facts) = reader.attack_facts(who, action, &[foe], None, &options) else {
                continue;
            };
            let value = match rules.area(&facts.attacker, action) {
                Area::Disc { .. } => Some(appraiser.blast(rules, &facts, &reader.map.open_doors)),
                _ => appraiser.strike(rules, &facts),
            };
            let Some(value) = value else { continue };
            if value >= GOOD_ATTACK && best.as_ref().is_none_or(|(most, _)| value > *most) {
                let action = rules.actions()[usize::from(action.0)].id.clone();
                let (targets, options) = (vec![foe], options.clone());
                best = Some((value, Command::Attack { who, action, targets, aim: None, options }));
            }
        }
        // One fighter after another: whoever struck is looked at no more.
        if best.is_some() {
            break;
        }
    }
    best.map(|(_, command)| command)
}

/// The fight as the one who acts sees it, or what has to be ordered before anybody acts.
fn look(reader: &FactsReader, appraiser: &mut Appraiser, men: &mut Vec<Man>) -> Next {
    match reader.turn.stage {
        Stage::Over => return Next::Nothing,
        Stage::Setup => {
            if reader.standing_sides().len() < 2 {
                return Next::Nothing;
            }
            let strike = first_strike(reader, appraiser);
            return Next::Command(strike.unwrap_or(Command::Begin { by_cards: None }));
        }
        Stage::Fighting => {}
    }
    muster(reader, appraiser, men);
    let mut able = men.iter().filter(|man| man.able).map(|man| man.side);
    let first = able.next();
    if able.all(|side| Some(side) == first) {
        return Next::Nothing;
    }
    let turn = &reader.turn;
    // A turn in which nothing is left to spend needs no plan; steps are something to spend, what
    // only the rules ask for is not.
    let coins = reader.rules.0.info().coins.iter().zip(turn.budget.left);
    let spent = coins.into_iter().all(|(coin, left)| left == 0 || coin.unit == CoinUnit::Hidden);
    let me = men.iter().position(|man| Some(man.id) == turn.current && man.able);
    match me.filter(|_| !spent) {
        Some(me) => Next::Plan { me, budget: turn.budget.clone(), round: turn.round },
        None => Next::Command(Command::EndTurn),
    }
}

/// Brings up to date what is known of everybody. Most are as they were and need no closer look.
fn muster(reader: &FactsReader, appraiser: &mut Appraiser, men: &mut Vec<Man>) {
    let rules = reader.rules.0.as_ref();
    for (i, person) in reader.people().enumerate() {
        if !men.get(i).is_some_and(|man| person.is_still(&man.met)) {
            // Where deeds of late were directed is no part of a plan: what is known of two
            // fighters would be worked out anew after every step.
            let fighter = Fighter { trace: Trace::default(), ..person.fighter() };
            let man = Man::of(fighter, rules, appraiser);
            match men.get_mut(i) {
                Some(known) => *known = man,
                None => men.push(man),
            }
        }
        let man = &mut men[i];
        let present = person.initiative.presence == Presence::Fighting;
        man.fighter.cell = person.cell.0;
        man.able = present && man.kind.able;
        man.threatens = present && man.kind.threatens;
        man.cap = person.melee.attacker_cap;
        man.attacked_by.clear();
        let attacks = person.melee.attacked_by.iter();
        man.attacked_by
            .extend(attacks.map(|(id, bearing)| Assailant { id: *id, bearing: *bearing }));
    }
    men.truncate(reader.census.0.len());
}

fn look_who_is_engaged(ground: &Ground, men: &mut [Man]) {
    for i in 0..men.len() {
        let (side, body) = (men[i].side, men[i].body());
        let mut foes = men.iter().filter(|man| man.able && man.side != side);
        let beside = foes.any(|foe| turn_plan::in_reach(ground, body, foe.body()));
        men[i].engaged = men[i].able && beside;
    }
}

fn now(world: &World) -> (u16, Option<CombatantId>) {
    let turn = world.resource::<Turn>();
    (turn.round, turn.current)
}
