//! `rubezh odds` and `rubezh resolve`: one attack, from the board as it stands in the file.

mod options;
mod report;

use super::args::{Attack, Resolve};
use super::failure::Failure;
use super::house;
use super::session::Session;
use crate::battle::Rules;
use crate::battle::facts_reader::FactsReader;
use crate::battle::setup::headless;
use crate::chronicle;
use crate::locale::Arg;
use crate::locale::speak::Speaker;
use crate::rules::TABLE;
use crate::rules::dice::{Dice, Given, GivenError, Purpose, Rolled, Wanted, wanted_rolls};
use crate::rules::effect::Outcome;
use crate::rules::facts::{AttackFacts, CombatantId, Options, Policy};
use crate::rules::message::Message;
use crate::rules::odds::Prospect;
use crate::rules::ruleset::{Advice, Plan, Refusal, Ruleset};
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
    /// What becomes of each target by itself.
    prospect: Option<Prospect>,
    too_complex: bool,
    rolled: Vec<Rolled>,
    /// How decisions are answered.
    policy: Policy,
    advice: Vec<Advice>,
}

/// The exact odds of an attack.
pub fn odds(session: &Session, attack: &Attack) -> Result<(), Failure> {
    let (world, mut case) = look(session, attack)?;
    let outcomes = case.prospect.as_ref().map(|odds| odds.outcomes_within(OUTCOMES_MAX));
    // What becomes of each target by itself is known even where all of it together is too much.
    case.too_complex |= outcomes == Some(None);
    case.outcomes = outcomes.flatten().unwrap_or_default();
    answer(session, &world, &case)
}

/// One outcome of an attack, for given dice.
pub fn resolve(session: &Session, resolve: &Resolve) -> Result<(), Failure> {
    let (world, mut case) = look(session, &resolve.attack)?;
    (case.too_complex, case.prospect) = (false, None);
    if let (Some(facts), Ok(plan)) = (&case.facts, &case.plan) {
        let mut dice = Dice::given(Given::numbers(&resolve.dice));
        let outcome = case.rules.resolve(facts, plan, &mut dice);
        if let Err(error) = dice.finish() {
            let names = chronicle::names(&world, session.lang);
            let speaker = session.speaker(&names);
            let rolls = rolls(case.rules.as_ref(), facts, plan, &resolve.dice);
            let why = misfit(session, &error, rolls.len(), resolve.dice.len(), &speaker);
            let wanted = wanted(session, &case, &rolls, &speaker);
            return Err(Failure::Said(format!("{why}\n{wanted}")));
        }
        case.rolled = dice.take_rolled();
        case.outcomes = vec![(outcome, 1.0)];
    }
    answer(session, &world, &case)
}

/// More outcomes are not listed one by one.
const OUTCOMES_MAX: usize = 100_000;

/// No attack rolls more dice than this.
const ROLLS_MAX: usize = 200;

/// The rolls of an attack in their order, with the numbers that were given.
fn rolls(rules: &dyn Ruleset, facts: &AttackFacts, plan: &Plan, given: &[u16]) -> Vec<Wanted> {
    let given: Vec<Option<u16>> = given.iter().copied().map(Some).collect();
    wanted_rolls(&given, ROLLS_MAX, |dice| {
        rules.resolve(facts, plan, dice);
    })
}

/// Why the numbers do not fit. Missing ones are counted as they are given: a pool of coins is one.
fn misfit(
    session: &Session,
    error: &GivenError,
    wanted: usize,
    given: usize,
    speaker: &Speaker,
) -> String {
    match error {
        GivenError::TooFew { rule, .. } => {
            let count = wanted.saturating_sub(given).max(1);
            let args = [("count", Arg::from(count as i64)), ("rule", rule.0.into())];
            session.say("cli-dice-too-few", &args)
        }
        other => speaker.say(&dice_error(other)),
    }
}

/// The rolls in words: which number is for which check.
fn wanted(session: &Session, case: &Case, rolls: &[Wanted], speaker: &Speaker) -> String {
    if rolls.is_empty() {
        return session.say("cli-dice-none", &[]);
    }
    let purposes: Vec<Purpose> = rolls.iter().map(|roll| roll.purpose).collect();
    let names = chronicle::roll_names(speaker, case.rules.info().id, &purposes, false);
    let line = |(i, (roll, name)): (usize, (&Wanted, String))| {
        let args = [
            ("n", Arg::from(i as i64 + 1)),
            ("name", name.into()),
            ("rule", roll.purpose.rule.0.into()),
            ("least", i64::from(roll.min).into()),
            ("most", i64::from(roll.max).into()),
        ];
        session.say("cli-dice-roll", &args)
    };
    let lines: Vec<String> = rolls.iter().zip(names).enumerate().map(line).collect();
    let count = [("count", Arg::from(rolls.len() as i64))];
    format!("{}\n{}", session.say("cli-dice-wanted", &count), lines.join("\n"))
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
    let mut fight = session.fight(&attack.scenario)?;
    house::settle(session, &attack.house, &mut fight)?;
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
    let aim = Aim { attacker, targets, action, cell: None, options };
    let mut case = Case {
        rules: rules.clone(),
        aim,
        facts: None,
        plan: Ok(Plan::default()),
        outcomes: Vec::new(),
        prospect: None,
        too_complex: false,
        rolled: Vec::new(),
        policy: reader.house.policy,
        advice: Vec::new(),
    };
    match look_ahead(reader, &Rules(rules), &case.aim) {
        Ok(preview) => {
            options::concern(session, &case.aim.options, &preview.facts, reader)?;
            case.plan = preview.plan.and_then(|plan| reached(&case.aim, &preview.facts, plan));
            if case.plan.is_ok() {
                case.advice = preview.advice;
                case.too_complex = preview.odds.is_none();
                case.prospect = preview.odds;
                // A blast takes in others than those who were named.
                case.aim.targets = preview.facts.targets.iter().map(|t| t.fighter.id).collect();
            }
            case.facts = Some(preview.facts);
        }
        Err(refusal) => case.plan = Err(refusal),
    }
    Ok(case)
}

/// The plan, if the attack takes in everybody who was named.
fn reached(aim: &Aim, facts: &AttackFacts, plan: Plan) -> Result<Plan, Refusal> {
    let is_in = |id: &CombatantId| facts.targets.iter().any(|t| t.fighter.id == *id);
    match aim.targets.iter().find(|id| !is_in(id)) {
        None => Ok(plan),
        Some(out) => {
            let why = Message::new("refusal-not-in-blast").who("target", *out);
            Err(Refusal { rule: TABLE, why })
        }
    }
}

/// The action that was asked for, or the one that suits.
fn action(
    session: &Session,
    attack: &Attack,
    reader: &FactsReader,
    (attacker, targets, options): (CombatantId, &[CombatantId], &Options),
) -> Result<String, Failure> {
    let rules = reader.rules.0.as_ref();
    let attacks = || rules.actions().iter().filter(|row| row.scope.at_enemy());
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
        .attack_facts(attacker, id, targets, None, options)
        .map_or(first, |facts| rules.actions()[usize::from(rules.suited(&facts).0)].id.clone()))
}
