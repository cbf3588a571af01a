//! What an attack is worth: the exact odds, turned into one number.
//!
//! The numbers come from `plan` and `resolve` over every outcome, the same two calls as for the
//! preview. They are kept by what they depend on: the two fighters as they are, and how they stand
//! to each other. A kept number is always the number that would be worked out anew.

use crate::rules::dice::{Limit, every_outcome};
use crate::rules::effect::{Effect, Outcome};
use crate::rules::facts::{
    ActionId, Assailant, AttackFacts, Cost, Fighter, Options, Policy, Sightline, TargetFacts,
    TurnFacts,
};
use crate::rules::grid::{CellPos, FieldCell, metres};
use crate::rules::ruleset::{Plan, Ruleset, Scope};
use bevy::platform::collections::HashMap;
use bevy::platform::hash::{FixedHasher, PassHash};
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

/// So many exchanges are kept before they are forgotten.
const KEPT_MAX: usize = 400_000;
/// Courses of the dice that an estimate may take.
const COURSES: Limit = Limit(20_000);
/// Worth of putting somebody out of the fight; the whole of the harm is worth the rest of 1000.
const DOWN: f64 = 700.0;
const HARM: f64 = 0.3;
/// Worth of the whole of a turn that the target loses.
const TEMPO: f64 = 120.0;
/// Cover is estimated in steps of so many 64ths.
const COVER_STEP: u8 = 4;

/// A fighter as far as odds depend on it, and what follows from that alone.
pub(super) struct Kind {
    /// Sheet, health, conditions and gear, rounds only roughly.
    id: u64,
    /// The same without the gear.
    body: u64,
    /// Some condition names another fighter.
    bound: bool,
    /// Alive, conscious, in the fight.
    pub able: bool,
    harm_permille: u16,
    /// Coins of a turn that begins now.
    coins: u8,
    /// Attacks that a fresh turn allows, as a list of bits over the action table.
    fresh_attacks: u64,
    /// Cells of the cheapest and of the longest movement of a fresh turn.
    pub walk_cells: u16,
    /// See `walk_cells`.
    pub run_cells: u16,
}

/// One attack as it would be.
#[derive(Copy, Clone)]
pub(super) struct Worth {
    /// Which action.
    pub action: ActionId,
    /// What it costs.
    pub cost: Cost,
    /// What it is worth, 0 to about 1000.
    pub value: i32,
}

/// All attacks of one fighter on another, standing as they do.
#[derive(Default)]
pub(super) struct Exchange {
    /// Those that the rules allow.
    pub attacks: Box<[Worth]>,
    /// The best that a fresh turn allows; 0 for none.
    pub best: i32,
}

/// A fighter where it stands or might stand.
#[derive(Copy, Clone)]
pub(super) struct Stand<'a> {
    pub fighter: &'a Fighter,
    pub kind: &'a Kind,
    pub cell: CellPos,
    /// Engaged in a melee there.
    pub engaged: bool,
}

/// The crowd around a target at arm's length.
#[derive(Clone, Default, Hash)]
pub(super) struct Crowd {
    /// All who threaten it, the attacker among them.
    pub assailants: Vec<Assailant>,
    /// Those who attacked it in this round.
    pub attacked_by: Vec<Assailant>,
    /// Room for so many.
    pub cap: u8,
}

/// Keeps what has been worked out.
#[derive(Default)]
pub(super) struct Appraiser {
    kinds: HashMap<u64, Arc<Kind>, PassHash>,
    exchanges: HashMap<u64, Exchange, PassHash>,
    values: HashMap<u64, i32, PassHash>,
}

impl Appraiser {
    /// A fighter as far as odds depend on it.
    pub fn kind(&mut self, rules: &dyn Ruleset, fighter: &Fighter) -> Arc<Kind> {
        let (body, id, bound) = identity(fighter);
        if let Some(kind) = self.kinds.get(&id) {
            return kind.clone();
        }
        if self.kinds.len() > KEPT_MAX {
            self.kinds.clear();
        }
        let kind = Arc::new(Kind::of(rules, fighter, (body, id, bound)));
        self.kinds.insert(id, kind.clone());
        kind
    }

    /// Attacks over a distance.
    pub fn far(
        &mut self,
        rules: &dyn Ruleset,
        from: Stand,
        to: Stand,
        seen: FieldCell,
    ) -> &Exchange {
        let info = rules.info();
        let offset = offset(from.cell, to.cell);
        // Where no facing counts, only the distance does.
        let distance = if info.facing {
            (offset.0 as u64) << 16 & 0xFFFF_0000 | (offset.1 as u64 & 0xFFFF)
        } else {
            metres(info.metric, from.cell, to.cell) as u64
        };
        let hidden = seen.hidden / COVER_STEP * COVER_STEP;
        let how = distance << 16
            | u64::from(hidden) << 8
            | u64::from(from.engaged) << 2
            | u64::from(to.engaged) << 1
            | u64::from(seen.in_sight) << 7;
        let key = mixed(pair(from, to), how);
        if !self.exchanges.contains_key(&key) {
            let sightline =
                Sightline { in_sight: seen.in_sight, hidden_64: hidden, ..Sightline::default() };
            let target = TargetFacts {
                fighter: to.fighter.clone(),
                offset,
                in_reach: false,
                sightline,
                assailants: Vec::new(),
                attacked_by: Vec::new(),
                attacker_cap: 4,
                engaged: to.engaged,
            };
            self.work_out(rules, key, from, to, target);
        }
        &self.exchanges[&key]
    }

    /// Attacks at arm's length.
    pub fn near(
        &mut self,
        rules: &dyn Ruleset,
        from: Stand,
        to: Stand,
        crowd: &Crowd,
    ) -> &Exchange {
        let offset = offset(from.cell, to.cell);
        let how = FixedHasher.hash_one((offset, crowd, from.fighter.id));
        let key = mixed(pair(from, to), how | 1);
        if !self.exchanges.contains_key(&key) {
            let target = TargetFacts {
                fighter: to.fighter.clone(),
                offset,
                in_reach: true,
                sightline: Sightline { in_sight: true, ..Sightline::default() },
                assailants: crowd.assailants.clone(),
                attacked_by: crowd.attacked_by.clone(),
                attacker_cap: crowd.cap,
                engaged: true,
            };
            self.work_out(rules, key, from, to, target);
        }
        &self.exchanges[&key]
    }

    fn work_out(
        &mut self,
        rules: &dyn Ruleset,
        key: u64,
        from: Stand,
        to: Stand,
        target: TargetFacts,
    ) {
        if self.exchanges.len() > KEPT_MAX || self.values.len() > KEPT_MAX {
            self.exchanges.clear();
            self.values.clear();
        }
        let mut facts = AttackFacts {
            action: ActionId(0),
            attacker: from.fighter.clone(),
            engaged: from.engaged || target.in_reach,
            targets: vec![target],
            options: Options::default(),
            policy: Policy::Preset,
        };
        let mut attacks = Vec::new();
        let mut best = 0;
        for action in attack_actions(rules) {
            facts.action = action;
            let Ok(plan) = rules.plan(&facts) else { continue };
            let value = self.value(rules, from, to, &facts, &plan);
            if from.kind.may(action) {
                best = best.max(value);
            }
            attacks.push(Worth { action, cost: plan.cost, value });
        }
        let exchange = Exchange { attacks: attacks.into_boxed_slice(), best };
        self.exchanges.insert(key, exchange);
    }

    /// The worth of one planned attack. It depends on the numbers of the checks, on the action, and
    /// on what the target and the attacker's body are like.
    fn value(
        &mut self,
        rules: &dyn Ruleset,
        from: Stand,
        to: Stand,
        facts: &AttackFacts,
        plan: &Plan,
    ) -> i32 {
        let mut hasher = FixedHasher.build_hasher();
        (from.kind.body, to.kind.id, facts.action, plan.rounds).hash(&mut hasher);
        if from.kind.bound || to.kind.bound {
            (from.fighter.id, to.fighter.id).hash(&mut hasher);
        }
        for (_, check) in &plan.checks {
            (check.name, check.value()).hash(&mut hasher);
        }
        let key = hasher.finish();
        if let Some(value) = self.values.get(&key) {
            return *value;
        }
        let odds = every_outcome(COURSES, |dice| rules.resolve(facts, plan, dice));
        // Too complex to work out: better than nothing, worse than anything that is known.
        let value = odds.map_or(1, |odds| {
            odds.mean(|outcome| outcome_worth(rules, from, to, outcome)).round() as i32
        });
        self.values.insert(key, value);
        value
    }
}

impl Kind {
    fn of(rules: &dyn Ruleset, fighter: &Fighter, (body, id, bound): (u64, u64, bool)) -> Self {
        let facts = TurnFacts { fighter: fighter.clone(), round: 1, engaged: false };
        let able = rules.vital(fighter).able;
        let fresh = rules.turn_start(&facts).budget.unwrap_or_default();
        let moves = rules.moves(fighter, &fresh);
        let mut fresh_attacks = 0;
        for action in attack_actions(rules) {
            if rules.allowed(fighter, &fresh, false, action).is_ok() {
                fresh_attacks |= bit(action);
            }
        }
        Self {
            id,
            body,
            bound,
            able,
            harm_permille: rules.harm_permille(fighter),
            coins: fresh.left.iter().sum(),
            fresh_attacks,
            walk_cells: moves.first().map_or(0, |m| m.range_cells),
            run_cells: moves.iter().map(|m| m.range_cells).max().unwrap_or(0),
        }
    }

    /// Whether a fresh turn allows the attack.
    fn may(&self, action: ActionId) -> bool {
        self.fresh_attacks & bit(action) != 0
    }
}

/// The bit of an action; a table of more than 64 rows shares them, which only blurs an estimate.
pub(super) fn bit(action: ActionId) -> u64 {
    1 << (action.0 % 64)
}

/// The actions that are aimed at an enemy.
pub(super) fn attack_actions(rules: &dyn Ruleset) -> impl Iterator<Item = ActionId> {
    let aimed = |scope| matches!(scope, Scope::Melee | Scope::Ranged | Scope::Any);
    let rows = rules.actions().iter().enumerate();
    rows.filter(move |(_, row)| aimed(row.scope)).map(|(i, _)| ActionId(i as u16))
}

fn offset(from: CellPos, to: CellPos) -> (i32, i32) {
    (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y))
}

fn pair(from: Stand, to: Stand) -> u64 {
    let pair = mixed(from.kind.id, to.kind.id);
    if from.kind.bound || to.kind.bound {
        return mixed(pair, u64::from(from.fighter.id.0) << 16 | u64::from(to.fighter.id.0));
    }
    pair
}

/// Rounds as far as they matter: whether there are enough for a shot or for a burst.
fn roughly(rounds: u16) -> u8 {
    match rounds {
        0..=2 => rounds as u8,
        3..=5 => 3,
        6..=9 => 6,
        _ => 10,
    }
}

fn identity(fighter: &Fighter) -> (u64, u64, bool) {
    let mut hasher = FixedHasher.build_hasher();
    fighter.sheet.values.hash(&mut hasher);
    fighter.health.hash(&mut hasher);
    fighter.conditions.hash(&mut hasher);
    let body = hasher.finish();
    let gear = &fighter.gear;
    (gear.in_hand, gear.armor).hash(&mut hasher);
    for carried in &gear.weapons {
        (carried.item, roughly(carried.loaded), carried.spare > 0).hash(&mut hasher);
    }
    let bound = fighter.conditions.iter().any(|c| c.by.is_some());
    (body, hasher.finish(), bound)
}

/// What an outcome is worth to the attacker: harm done, less harm suffered.
fn outcome_worth(rules: &dyn Ruleset, from: Stand, to: Stand, outcome: &Outcome) -> f64 {
    loss(rules, to, &outcome.effects) - loss(rules, from, &outcome.effects)
}

/// What a fighter loses by these effects.
fn loss(rules: &dyn Ruleset, stand: Stand, effects: &[Effect]) -> f64 {
    let id = stand.fighter.id;
    if !effects.iter().any(|e| e.on == id) || !stand.kind.able {
        return 0.0;
    }
    let mut after = stand.fighter.clone();
    for effect in effects.iter().filter(|e| e.on == id) {
        effect.change.apply_to(&mut after);
    }
    let harm = f64::from(rules.harm_permille(&after)) - f64::from(stand.kind.harm_permille);
    let harm = harm * HARM;
    if !rules.vital(&after).able {
        return DOWN + harm;
    }
    let facts = TurnFacts { fighter: after, round: 1, engaged: false };
    let left: u8 = rules.turn_start(&facts).budget.map_or(0, |b| b.left.iter().sum());
    let lost = f64::from(stand.kind.coins.saturating_sub(left));
    harm + TEMPO * lost / f64::from(stand.kind.coins.max(1))
}

/// Two numbers as one that is spread over all bits.
fn mixed(a: u64, b: u64) -> u64 {
    let z = (a ^ b.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 29)).wrapping_add(b).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 32)
}
