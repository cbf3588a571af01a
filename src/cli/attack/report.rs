//! The answer of `odds` and `resolve`: JSON for programs, a table for people.

use super::Case;
use crate::chronicle;
use crate::cli::session::Session;
use crate::locale::speak::Speaker;
use crate::locale::{Arg, percent};
use crate::rules::check::{Check, Modifier, Standing};
use crate::rules::dice::Rolled;
use crate::rules::effect::{self, Change, Effect, Outcome};
use crate::rules::facts::{CombatantId, Until};
use crate::rules::key::{Key, RuleId};
use crate::rules::ruleset::{Advice, Refusal};
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Ids of files by fighter.
pub type Keys = BTreeMap<CombatantId, String>;

/// The whole answer.
#[derive(Serialize)]
pub struct Report {
    ruleset: &'static str,
    action: String,
    attacker: String,
    targets: Vec<String>,
    refusal: Option<Refused>,
    checks: Vec<Explained>,
    outcomes: Vec<Course>,
    /// By target, in the order of the targets.
    #[serde(serialize_with = "in_order")]
    summary: Vec<(String, Summary)>,
    /// What the attacker risks for itself; none if nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    own_harm: Option<Harm>,
    /// How decisions after a roll are taken to be answered.
    policy: &'static str,
    /// What would serve better.
    advice: Vec<Advised>,
    /// More courses of the dice than can be enumerated; then there are no outcomes.
    too_complex: bool,
    /// The dice of `resolve`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rolls: Vec<Rolled>,
    /// What the log would say of the one outcome of `resolve`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    log: Vec<String>,
}

fn in_order<S: Serializer>(
    summary: &[(String, Summary)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(summary.iter().map(|(target, summary)| (target, summary)))
}

#[derive(Serialize)]
struct Refused {
    rule: RuleId,
    key: String,
    text: String,
}

#[derive(Serialize)]
struct Advised {
    rule: RuleId,
    text: String,
    /// Options that would do it, by name.
    set: BTreeMap<&'static str, i16>,
}

#[derive(Serialize)]
struct Explained {
    name: &'static str,
    /// Whom it is against, if it is for one target.
    target: Option<String>,
    value: i32,
    lines: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    rule: RuleId,
    label: String,
    op: &'static str,
    amount: i32,
    counts: bool,
    why_not: Option<String>,
}

#[derive(Serialize)]
struct Course {
    p: f64,
    #[serde(flatten)]
    first: Option<Strike>,
    strikes: Vec<Strike>,
    /// What it does to others than the targets: spent rounds, wounds of the attacker.
    others: Vec<On>,
}

#[derive(Clone, Serialize)]
struct Strike {
    target: String,
    degree: Key,
    damage: i16,
    state: Key,
    effects: Vec<Follows>,
}

#[derive(Clone, Serialize)]
struct Follows {
    rule: RuleId,
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<Cow<'static, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    amount: Option<i32>,
}

#[derive(Serialize)]
struct On {
    on: String,
    #[serde(flatten)]
    follows: Follows,
}

#[derive(Default, Serialize)]
struct Summary {
    hit: f64,
    degrees: BTreeMap<&'static str, f64>,
    damage: BTreeMap<i16, f64>,
    state: BTreeMap<&'static str, f64>,
}

/// What an attack does to the one who makes it.
#[derive(Default, Serialize)]
struct Harm {
    mean: f64,
    damage: BTreeMap<i16, f64>,
    state: BTreeMap<&'static str, f64>,
}

impl Report {
    /// The answer for a case.
    pub fn of(case: &Case, speaker: &Speaker, keys: &Keys) -> Self {
        let key = |id: &CombatantId| keys.get(id).cloned().unwrap_or_default();
        let plan = case.plan.as_ref().ok();
        let checks = plan.into_iter().flat_map(|plan| &plan.checks);
        let targets: Vec<String> = case.aim.targets.iter().map(key).collect();
        let known = targets
            .iter()
            .enumerate()
            .filter(|_| !case.outcomes.is_empty() || case.prospect.is_some());
        let summary = known.map(|(i, target)| (target.clone(), marginals(case, i))).collect();
        Self {
            ruleset: case.rules.info().id,
            action: case.aim.action.clone(),
            attacker: key(&case.aim.attacker),
            targets,
            refusal: case.plan.as_ref().err().map(|refusal| refused(refusal, speaker)),
            checks: checks
                .map(|(target, check)| explained(check, target.as_ref().map(key), speaker))
                .collect(),
            outcomes: case.outcomes.iter().map(|(o, p)| course(case, o, *p, &key)).collect(),
            summary,
            own_harm: own_harm(case),
            log: log(case, speaker),
            policy: case.policy.name(),
            advice: case.advice.iter().map(|advice| advised(advice, speaker)).collect(),
            too_complex: case.too_complex,
            rolls: case.rolled.clone(),
        }
    }
}

fn advised(advice: &Advice, speaker: &Speaker) -> Advised {
    let set = advice.set.iter().map(|(option, value)| (option.0, *value)).collect();
    Advised { rule: advice.rule, text: speaker.say(&advice.text), set }
}

fn refused(refusal: &Refusal, speaker: &Speaker) -> Refused {
    Refused {
        rule: refusal.rule,
        key: refusal.why.key.to_string(),
        text: speaker.say(&refusal.why),
    }
}

fn explained(check: &Check, target: Option<String>, speaker: &Speaker) -> Explained {
    let line = |modifier: &Modifier| Line {
        rule: modifier.rule,
        label: speaker.say(&modifier.label),
        op: modifier.op.name(),
        amount: modifier.op.amount(),
        counts: modifier.standing == Standing::Counts,
        why_not: match &modifier.standing {
            Standing::Counts => None,
            Standing::Outdone(why) => Some(speaker.say(why)),
        },
    };
    Explained {
        name: check.name,
        target,
        value: check.value(),
        lines: check.lines().iter().map(line).collect(),
    }
}

fn course(case: &Case, outcome: &Outcome, p: f64, key: &impl Fn(&CombatantId) -> String) -> Course {
    let on = |id: CombatantId| outcome.effects.iter().filter(move |e| e.on == id);
    let strikes: Vec<Strike> = outcome
        .strikes
        .iter()
        .map(|strike| Strike {
            target: key(&strike.target),
            degree: strike.degree,
            damage: strike.damage,
            state: strike.state,
            effects: on(strike.target).filter_map(follows).collect(),
        })
        .collect();
    let others = outcome.effects.iter().filter(|e| !case.aim.targets.contains(&e.on));
    let follows = |effect: &Effect| harm(effect).or_else(|| follows(effect));
    let others = others.filter_map(|e| Some(On { on: key(&e.on), follows: follows(e)? }));
    Course { p, first: strikes.first().cloned(), others: others.collect(), strikes }
}

/// An effect as other programs read it. Lost points are the strike's damage already.
fn follows(effect: &Effect) -> Option<Follows> {
    let (kind, until, amount) = match &effect.change {
        Change::Points(_) | Change::Tell | Change::Burst(..) => return None,
        Change::Begin(condition) => {
            let amount = Some(i32::from(condition.amount)).filter(|n| *n != 0);
            (condition.id.0.to_owned(), Some(until(condition.until)), amount)
        }
        Change::End(id) | Change::EndBy(id, _) => (format!("end-{id}"), None, None),
        Change::Mark(column, n) => (format!("mark-{column}"), None, Some(i32::from(*n))),
        Change::Spend(rounds) | Change::SpendOf(_, rounds) => {
            ("spend".to_owned(), None, Some(i32::from(*rounds)))
        }
        Change::Seize(..) => ("seize".to_owned(), None, None),
        Change::Load(rounds) => ("load".to_owned(), None, Some(i32::from(*rounds))),
        Change::WipeOff => ("coating-used-up".to_owned(), None, None),
        Change::Gain(_) => ("gain-action".to_owned(), None, None),
        Change::Lose(_) => ("lose-action".to_owned(), None, None),
        Change::Drop(..) => ("drop".to_owned(), None, None),
        Change::Place(_) => ("place".to_owned(), None, None),
        Change::Draw(_) => ("draw".to_owned(), None, None),
        Change::Take(_) => ("take".to_owned(), None, None),
        Change::Leave => ("leave".to_owned(), None, None),
    };
    Some(Follows { rule: effect.rule, kind, until, amount })
}

/// Lost points of one who is no target: no strike tells of them.
fn harm(effect: &Effect) -> Option<Follows> {
    let Change::Points(points) = effect.change else { return None };
    let amount = Some(-i32::from(points));
    Some(Follows { rule: effect.rule, kind: "damage".to_owned(), until: None, amount })
}

fn until(until: Until) -> Cow<'static, str> {
    Cow::Borrowed(match until {
        Until::Ended => "ended",
        Until::NextTurn => "start of next turn",
        Until::EndOfNextTurn => "end of next turn",
        Until::EndOfThisTurn => "end of this turn",
        Until::Used => "used",
        Until::Turns(1) => "1 turn",
        Until::Turns(n) => return Cow::Owned(format!("{n} turns")),
        Until::Hours(1) => "1 hour",
        Until::Hours(n) => return Cow::Owned(format!("{n} hours")),
    })
}

/// What becomes of one target, whatever becomes of the others.
fn marginals(case: &Case, target: usize) -> Summary {
    let mut summary = Summary::default();
    let id = case.aim.targets.get(target);
    let strikes: Vec<(&effect::Strike, f64)> = match (&case.prospect, id) {
        (Some(odds), Some(id)) => {
            odds.of_target(*id).into_iter().map(|(strike, _, p)| (strike, p)).collect()
        }
        _ => {
            let all = case.outcomes.iter();
            all.filter_map(|(outcome, p)| Some((outcome.strikes.get(target)?, *p))).collect()
        }
    };
    for (strike, p) in strikes {
        if is_hit(case, strike.degree) {
            summary.hit += p;
        }
        *summary.degrees.entry(strike.degree.0).or_default() += p;
        *summary.damage.entry(strike.damage).or_default() += p;
        *summary.state.entry(strike.state.0).or_default() += p;
    }
    summary
}

/// What becomes of the attacker, if any outcome harms it without having it for a target.
fn own_harm(case: &Case) -> Option<Harm> {
    let me = &case.facts.as_ref()?.attacker;
    if case.aim.targets.contains(&me.id) {
        return None;
    }
    let mut harm = Harm::default();
    for (outcome, p) in &case.outcomes {
        let mut after = me.clone();
        for effect in outcome.effects.iter().filter(|effect| effect.on == me.id) {
            effect.change.apply_to(&mut after);
        }
        let lost = me.health.points - after.health.points;
        harm.mean += f64::from(lost) * p;
        *harm.damage.entry(lost).or_default() += p;
        *harm.state.entry(case.rules.vital(&after).state.0).or_default() += p;
    }
    harm.damage.keys().any(|lost| *lost != 0).then_some(harm)
}

/// What the log would say of the outcome, where there is but one.
fn log(case: &Case, speaker: &Speaker) -> Vec<String> {
    let [(outcome, _)] = case.outcomes.as_slice() else { return Vec::new() };
    let said = outcome.effects.iter().filter_map(|effect| Some((effect, effect.say.as_ref()?)));
    said.map(|(effect, say)| format!("{} ({})", speaker.say(say), effect.rule)).collect()
}

/// From the degree `hit` upwards; where there is none of this name, all but the worst.
fn is_hit(case: &Case, degree: Key) -> bool {
    let degrees = case.rules.info().degrees;
    let place = |degree: &str| degrees.iter().position(|d| d.0 == degree);
    place(degree.0) >= Some(place("hit").unwrap_or(1))
}

/// The name of a check, with its target's where there are several.
fn check_name(
    case: &Case,
    target: Option<CombatantId>,
    check: &Check,
    speaker: &Speaker,
) -> String {
    let name = chronicle::check_name(speaker, case.rules.info().id, check);
    match target.filter(|_| case.aim.targets.len() > 1) {
        Some(id) => format!("{name} ({})", speaker.name(id)),
        None => name,
    }
}

/// The answer for people.
pub fn text(session: &Session, case: &Case, speaker: &Speaker) -> String {
    let mut out = heading(session, case, speaker);
    let plan = match &case.plan {
        Ok(plan) => plan,
        Err(refusal) => {
            let why = [("why", crate::chronicle::refusal(speaker, refusal).into())];
            return out + &format!("{}\n", session.say("cli-refused", &why));
        }
    };
    for (target, check) in plan.checks.iter().filter(|(_, check)| chronicle::tells(check)) {
        let name = check_name(case, *target, check, speaker);
        out += &format!("\n{name}: {}\n", check.value());
        for line in check.lines() {
            out += &format!("  {}\n", chronicle::modifier_with_rule(line, speaker));
        }
    }
    if case.rules.info().policies {
        let policy = session.say(&format!("policy-{}", case.policy.name()), &[]);
        out += &format!("\n{}\n", session.say("preview-policy", &[("policy", policy.into())]));
    }
    for advice in &case.advice {
        out += &format!("\n{} ({})\n", speaker.say(&advice.text), advice.rule);
    }
    // Where only the list of joint outcomes is too long, each target's chances are known.
    if case.too_complex && case.prospect.is_none() {
        return out + &format!("\n{}\n", session.say("cli-too-complex", &[]));
    }
    for (i, target) in case.aim.targets.iter().enumerate() {
        let mut summary = marginals(case, i);
        // What never does damage need not say so.
        if !plan.harms && summary.damage.keys().all(|damage| *damage == 0) {
            summary.damage.clear();
        }
        out += &chances(session, case, speaker.name(*target), &summary);
    }
    if let Some(harm) = own_harm(case) {
        out += &own_chances(session, case, speaker.name(case.aim.attacker), &harm);
    }
    let log = log(case, speaker);
    if !log.is_empty() {
        out += &format!("\n{}\n", log.join("\n"));
    }
    out
}

fn heading(session: &Session, case: &Case, speaker: &Speaker) -> String {
    let ruleset = case.rules.info().id;
    let rows = case.rules.actions();
    let action = rows.iter().find(|row| row.id == case.aim.action);
    let own = action.and_then(|row| row.name.clone());
    let key = format!("action-{ruleset}-{}", case.aim.action);
    let action = own.unwrap_or_else(|| speaker.key_or(&key, &case.aim.action));
    let targets: Vec<&str> = case.aim.targets.iter().map(|id| speaker.name(*id)).collect();
    let args = [
        ("who", Arg::from(speaker.name(case.aim.attacker))),
        ("targets", targets.join(", ").into()),
        ("action", action.into()),
    ];
    format!("{}\n", session.say("cli-attack", &args))
}

fn chances(session: &Session, case: &Case, name: &str, summary: &Summary) -> String {
    let mut out = format!("\n{}\n", session.say("cli-chances", &[("who", name.into())]));
    for degree in case.rules.info().degrees.iter().rev() {
        if let Some(p) = summary.degrees.get(degree.0) {
            out += &chance(session, &session.say(&format!("degree-{degree}"), &[]), *p);
        }
    }
    out + &harms(session, case, &summary.damage, &summary.state)
}

/// What the attacker risks.
fn own_chances(session: &Session, case: &Case, name: &str, harm: &Harm) -> String {
    let args = [("who", Arg::from(name)), ("mean", harm.mean.into())];
    let heading = session.say("cli-own-harm", &args);
    format!("\n{heading}\n{}", harms(session, case, &harm.damage, &harm.state))
}

fn harms(
    session: &Session,
    case: &Case,
    damage: &BTreeMap<i16, f64>,
    states: &BTreeMap<&'static str, f64>,
) -> String {
    let mut out = String::new();
    for (damage, p) in damage {
        let label = session.say("cli-damage", &[("damage", i64::from(*damage).into())]);
        out += &chance(session, &label, *p);
    }
    for state in case.rules.info().states {
        if let Some(p) = states.get(state.id.0) {
            out += &chance(session, &session.say(&format!("state-{}", state.id), &[]), *p);
        }
    }
    out
}

fn chance(session: &Session, label: &str, p: f64) -> String {
    format!("  {:>7}  {label}\n", percent(session.lang, p))
}
