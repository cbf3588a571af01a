//! `rubezh odds` and `rubezh resolve`: one attack, from the board as it stands in the file.

mod options;
mod report;

use super::args::{Attack, Resolve};
use super::failure::Failure;
use super::session::Session;
use crate::battle::Rules;
use crate::battle::facts_reader::FactsReader;
use crate::battle::setup::headless;
use crate::chronicle;
use crate::locale::speak::Speaker;
use crate::rules::dice::{Dice, Given, GivenError, Rolled};
use crate::rules::effect::Outcome;
use crate::rules::facts::{AttackFacts, CombatantId, Options};
use crate::rules::message::Message;
use crate::rules::ruleset::{Plan, Refusal, Ruleset, Scope};
use crate::table::{Aim, dice_error, look_ahead};
use bevy::ecs::system::SystemState;
use bevy::prelude::World;
use report::Report;
use std::sync::Arc;

/// An attack that could be looked at.
struct Case {
    rules: Arc<dyn Ruleset>,
    aim: Aim,
    facts: Option<AttackFacts>,
    plan: Result<Plan, Refusal>,
    /// Outcomes with their chances; none when the attack is refused.
    outcomes: Vec<(Outcome, f64)>,
    too_complex: bool,
    rolled: Vec<Rolled>,
}

/// The exact odds of an attack.
pub fn odds(session: &Session, attack: &Attack) -> Result<(), Failure> {
    let (world, case) = look(session, attack)?;
    answer(session, &world, &case)
}

/// One outcome of an attack, for given dice.
pub fn resolve(session: &Session, resolve: &Resolve) -> Result<(), Failure> {
    let (world, mut case) = look(session, &resolve.attack)?;
    case.too_complex = false;
    if let (Some(facts), Ok(plan)) = (&case.facts, &case.plan) {
        let mut dice = Dice::given(Given::numbers(&resolve.dice));
        let outcome = case.rules.resolve(facts, plan, &mut dice);
        if let Err(error) = dice.finish() {
            let names = chronicle::names(&world, session.lang);
            let say = session.speaker(&names);
            let wanted = wanted(&case.rules, facts, plan, &say).join(", ");
            let wanted = say.say(&Message::new("cli-dice-wanted").text("list", &wanted));
            let said = format!("{}\n{wanted}", say.say(&dice_error(&error)));
            return Err(Failure::Said(said));
        }
        case.rolled = dice.take_rolled();
        case.outcomes = vec![(outcome, 1.0)];
    }
    answer(session, &world, &case)
}

/// The rolls that an attack asks for, in their order, each with its least and most. They are found
/// out by giving a number that no roll can have.
fn wanted(
    rules: &Arc<dyn Ruleset>,
    facts: &AttackFacts,
    plan: &Plan,
    say: &Speaker,
) -> Vec<String> {
    let mut numbers: Vec<u16> = Vec::new();
    let mut found = Vec::new();
    while found.len() < 24 {
        numbers.push(u16::MAX);
        let mut dice = Dice::given(Given::numbers(&numbers));
        let _ = rules.resolve(facts, plan, &mut dice);
        let Err(GivenError::Impossible { rule, min, max, .. }) = dice.finish() else { break };
        numbers.pop();
        numbers.push(min);
        let check = plan.checks.get(found.len());
        let name = check.map(|(_, check)| chronicle::check_name(say, rules.info().id, check));
        let mut message = Message::new("cli-dice-roll")
            .text("name", &name.unwrap_or_else(|| rule.0.to_owned()))
            .int("min", min.into())
            .int("max", max.into());
        if let Some((Some(whom), _)) = check {
            message.key = "cli-dice-roll-of".into();
            message = message.who("whom", *whom);
        }
        found.push(say.say(&message));
    }
    found
}

fn answer(session: &Session, world: &World, case: &Case) -> Result<(), Failure> {
    let names = chronicle::names(world, session.lang);
    let keys = chronicle::keys(world);
    let report = Report::of(case, &session.speaker(&names), &keys);
    if session.json {
        return session.answer_json(&report);
    }
    session.answer(&report::text(session, case, &session.speaker(&names)))
}

/// Sets the board up and looks ahead.
fn look(session: &Session, attack: &Attack) -> Result<(World, Case), Failure> {
    let fight = session.fight(&attack.scenario)?;
    let mut world = headless(&session.shelf.library, &fight);
    let mut state: SystemState<FactsReader> = SystemState::new(&mut world);
    let case = {
        let reader = state.get(&world).expect("a world with a battle has all that it reads");
        case(session, attack, &reader)?
    };
    Ok((world, case))
}

fn case(session: &Session, attack: &Attack, reader: &FactsReader) -> Result<Case, Failure> {
    let rules = reader.rules.0.clone();
    let find = |key: &String| {
        reader.by_key(key).ok_or_else(|| {
            let keys = reader.all().filter_map(|id| reader.combatant(id));
            session.unknown("cli-no-fighter", key, keys.map(|c| c.dossier.key.as_str()))
        })
    };
    let attacker = find(&attack.attacker)?;
    let targets = attack.targets.iter().map(find).collect::<Result<Vec<_>, _>>()?;
    let options = options::read(session, rules.as_ref(), &attack.options, &find)?;
    let action = action(session, attack, reader, (attacker, &targets, &options))?;
    let aim = Aim { attacker, targets, action, options };
    let mut case = Case {
        rules: rules.clone(),
        aim,
        facts: None,
        plan: Ok(Plan::default()),
        outcomes: Vec::new(),
        too_complex: false,
        rolled: Vec::new(),
    };
    match look_ahead(reader, &Rules(rules), &case.aim) {
        Ok(preview) => {
            case.too_complex = preview.plan.is_ok() && preview.odds.is_none();
            let odds = preview.odds.iter().flat_map(|odds| odds.iter().cloned());
            case.outcomes = odds.collect();
            case.facts = Some(preview.facts);
            case.plan = preview.plan;
        }
        Err(refusal) => case.plan = Err(refusal),
    }
    Ok(case)
}

/// The action that was asked for, or the one that suits.
fn action(
    session: &Session,
    attack: &Attack,
    reader: &FactsReader,
    (attacker, targets, options): (CombatantId, &[CombatantId], &Options),
) -> Result<String, Failure> {
    let rules = reader.rules.0.as_ref();
    let aimed = |scope| matches!(scope, Scope::Melee | Scope::Ranged | Scope::Any);
    let attacks = || rules.actions().iter().filter(|row| aimed(row.scope));
    if let Some(name) = &attack.action {
        return if rules.actions().iter().any(|row| row.id == *name) {
            Ok(name.clone())
        } else {
            let names = attacks().map(|row| row.id.as_str());
            Err(session.unknown("cli-no-action", name, names))
        };
    }
    let first = attacks().next().map(|row| row.id.clone()).unwrap_or_default();
    let Ok(id) = reader.action(&first) else { return Ok(first) };
    // Whoever may not be attacked at all is refused when the attack is looked at.
    Ok(reader
        .attack_facts(attacker, id, targets, options)
        .map_or(first, |facts| rules.actions()[usize::from(rules.suited(&facts).0)].id.clone()))
}
