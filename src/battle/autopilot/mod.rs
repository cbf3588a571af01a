//! The autopilot: plays any fighter, in the window, in `fight` and in simulations.
//!
//! It reads the fight through the same [`FactsReader`] as the preview, weighs attacks by the same
//! exact odds, names no ruleset and rolls nothing. The same fight always gets the same command:
//! what is kept between commands (`ground`, `worth`) only saves work.
//!
//! A fight of autopilots always ends: caution wanes from round to round until everybody advances,
//! and where nobody can get at anybody it is a draw ([`Autopilot::play`]).

mod ground;
mod turn_plan;
mod worth;

#[cfg(test)]
mod tests;

use super::command::Command;
use super::facts_reader::FactsReader;
use super::journal::{Answer, order};
use super::state::Stage;
use super::turn::Turn;
use super::{BattleMap, Rules};
use crate::rules::facts::{CombatantId, Options, SideId, Trace};
use crate::rules::ruleset::Ruleset;
use bevy::ecs::system::SystemState;
use bevy::ecs::world::WorldId;
use bevy::prelude::World;
use ground::{Ground, Stroll};
use std::sync::Arc;
use turn_plan::{GOOD_ATTACK, Man, Scene, TurnPlan};
use worth::Appraiser;

/// Rounds after which a fight of autopilots is a draw.
pub const ROUNDS_MAX: u16 = 60;
/// Commands in one turn after which it is ended whatever may come.
const COMMANDS_A_TURN_MAX: u8 = 12;

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
    stroll: Stroll,
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
        // A turn in which nothing is left to spend needs no plan.
        let turn = world.resource::<Turn>();
        let spent = turn.budget.left.iter().all(|coins| *coins == 0);
        if turn.stage == Stage::Fighting && turn.current.is_some() && spent {
            return (self.standing(world).len() > 1).then_some(Command::EndTurn);
        }
        self.settle_in(world);
        let mut appraiser = std::mem::take(&mut self.appraiser);
        let ground = self.ground.take()?;
        let next = self.read(world, |reader| look(reader, &ground, &mut appraiser));
        (self.appraiser, self.ground) = (appraiser, Some(ground));
        let scene = match next {
            Next::Command(command) => return Some(command),
            Next::Plan(scene) => scene,
            Next::Nothing => return None,
        };
        let (ground, rules) = (self.ground.as_mut()?, self.rules.as_ref()?);
        let plan =
            TurnPlan::new(&scene, rules.as_ref(), ground, &mut self.appraiser, &mut self.stroll);
        Some(plan.choose())
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
            let fallen = reader.each().filter(|(_, vital, _)| !vital.able);
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
        if self.rules.as_ref().is_none_or(|known| !Arc::ptr_eq(known, rules)) {
            self.rules = Some(rules.clone());
            self.appraiser = Appraiser::default();
            self.ground = None;
        }
        let map = world.resource::<BattleMap>();
        match &mut self.ground {
            Some(ground) if ground.is_of(map) => ground.turn_to(map),
            _ => self.ground = Some(Ground::new(map)),
        }
    }
}

enum Next {
    Command(Command),
    Plan(Scene),
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
            let Ok(plan) = rules.plan(&facts) else { continue };
            let value = appraiser.strike(rules, &facts, &plan);
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
fn look(reader: &FactsReader, ground: &Ground, appraiser: &mut Appraiser) -> Next {
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
    let rules = reader.rules.0.as_ref();
    let mut men: Vec<Man> = Vec::with_capacity(reader.census.0.len());
    for (mut fighter, vital, melee) in reader.each().filter(|(_, vital, _)| vital.able) {
        // Where deeds of late were directed is no part of a plan: what is known of two fighters
        // would be worked out anew after every step.
        fighter.trace = Trace::default();
        men.push(Man {
            id: fighter.id,
            side: fighter.side,
            kind: appraiser.kind(rules, &fighter),
            threatens: vital.threatens,
            engaged: false,
            attacked_by: melee.assailants(),
            cap: melee.attacker_cap,
            fighter,
        });
    }
    if men.windows(2).all(|pair| pair[0].side == pair[1].side) {
        return Next::Nothing;
    }
    let current = reader.turn.current;
    let Some(me) = men.iter().position(|man| Some(man.id) == current) else {
        return Next::Command(Command::EndTurn);
    };
    let engaged: Vec<bool> = men.iter().map(|man| engaged(ground, man, &men)).collect();
    for (man, engaged) in men.iter_mut().zip(engaged) {
        man.engaged = engaged;
    }
    let me = men.remove(me);
    let budget = reader.turn.budget.clone();
    Next::Plan(Scene { me, others: men, budget, round: reader.turn.round })
}

fn engaged(ground: &Ground, man: &Man, men: &[Man]) -> bool {
    let cell = man.fighter.cell;
    let mut foes = men.iter().filter(|other| other.side != man.side);
    foes.any(|foe| turn_plan::in_reach(ground, cell, foe.fighter.cell))
}

fn now(world: &World) -> (u16, Option<CombatantId>) {
    let turn = world.resource::<Turn>();
    (turn.round, turn.current)
}
