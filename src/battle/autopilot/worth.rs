//! What an attack is worth: the exact odds, turned into one number.
//!
//! The numbers come from `plan` and `resolve` over every outcome, the same two calls as for the
//! preview. They are kept by what they depend on: the two fighters as they are, and how they stand
//! to each other. A kept number is always the number that would be worked out anew.

use super::ground::Footing;
use crate::rules::dice::{Dice, Limit, Rng, every_mean};
use crate::rules::effect::{Effect, Outcome};
use crate::rules::facts::{
    ActionId, Aim, Assailant, AttackFacts, COINS, CombatantId, Cost, Fighter, ItemId, Options,
    Policy, Sightline, TargetFacts, TurnFacts,
};
use crate::rules::grid::CellPos;
use crate::rules::odds::Prospect;
use crate::rules::ruleset::{Area, CoinUnit, Plan, Reads, Ruleset, When};
use bevy::platform::collections::HashMap;
use bevy::platform::hash::{FixedHasher, PassHash};
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

/// So many exchanges are kept before they are forgotten.
pub(super) const KEPT_MAX: usize = 400_000;
/// Courses of the dice that an estimate may take.
const COURSES: Limit = Limit(20_000);
/// The same for something that goes off: several are weighed for one throw.
const BLAST_COURSES: Limit = Limit(4_000);
/// So often an attack is tried out of which there are more courses.
const TRIES: u64 = 200;
/// What harm to a friend counts, in percent of harm to an enemy.
const FRIEND_PERCENT: f64 = 150.0;
/// How far somebody is thrown at in thought, in cells.
const TOSS_CELLS: i16 = 5;
/// How two stand to each other who are alone at arm's length.
const ALONE: u64 = u64::MAX;
/// How two stand to each other one of whom throws something at the other in thought.
const TOSS: u64 = u64::MAX << 1;
/// Worth of putting somebody out of the fight; the whole of the harm is worth the rest of 1000.
const DOWN: f64 = 700.0;
const HARM: f64 = 0.3;
/// Worth of the whole of a turn that the target loses.
pub(super) const TEMPO: f64 = 120.0;

/// A fighter as far as odds depend on it, and what follows from that alone.
pub(super) struct Kind {
    /// All of it that matters for what it can do, rounds only roughly.
    pub whole: u64,
    /// What its attacks are planned from, rounds only roughly.
    attacker: u64,
    /// What the results of its attacks read of it, beside their plans.
    swing: u64,
    /// What attacks on it at arm's length are planned from.
    guard: u64,
    /// What attacks on it at range are planned from.
    mark: u64,
    /// What matters of it when it is hurt.
    body: u64,
    /// What matters of it when it is not hurt but held, freed or disarmed.
    poise: u64,
    /// Some condition names another fighter.
    bound: bool,
    /// Alive, conscious, in the fight.
    pub able: bool,
    /// Can strike at arm's length.
    pub threatens: bool,
    harm_permille: u16,
    /// Coins of a turn that begins now, as far as they are actions.
    pub coins: u8,
    /// Attacks that a fresh turn allows, as a list of bits over the action table.
    pub fresh_attacks: u64,
    /// Attacks that take in all around a cell, allowed or not, likewise.
    pub blasts: u64,
    /// Cells of the cheapest and of the longest movement of a fresh turn.
    pub walk_cells: u16,
    /// See `walk_cells`.
    pub run_cells: u16,
    /// Difficult ground costs it double.
    pub slow: bool,
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

impl Exchange {
    /// The best of those that are allowed, given as bits over the action table.
    pub fn best_of(&self, bits: u64) -> i32 {
        let allowed = self.attacks.iter().filter(|w| bits & bit(w.action) != 0);
        allowed.map(|w| w.value).max().unwrap_or(0)
    }
}

/// All attacks of one fighter on another, standing as they do.
#[derive(Default)]
pub(super) struct Exchange {
    /// Those that the rules allow.
    pub attacks: Box<[Worth]>,
    /// The best of them, where only that was asked for; 0 for none.
    best: i32,
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
#[derive(Clone, Default)]
pub(super) struct Crowd {
    /// All who threaten it, the attacker among them.
    pub assailants: Vec<Assailant>,
    /// Those who attacked it in this round.
    pub attacked_by: Vec<Assailant>,
    /// Room for so many.
    pub cap: u8,
}

impl Crowd {
    /// What tells it apart from others: who they are does not matter, only where they stand and
    /// which of them is the attacker.
    fn told_apart(&self, attacker: CombatantId) -> (Vec<Bearing>, Vec<Bearing>, u8) {
        let bearings = |list: &[Assailant]| {
            let mut bearings: Vec<Bearing> =
                list.iter().map(|a| (a.id == attacker, a.bearing)).collect();
            bearings.sort_unstable();
            bearings
        };
        (bearings(&self.assailants), bearings(&self.attacked_by), self.cap)
    }
}

type Bearing = (bool, (i32, i32));

/// An attack that the rules allow, as far as its worth depends on the plan.
struct Planned {
    action: ActionId,
    cost: Cost,
    /// What its result reads of the fighters.
    reads: Reads,
    /// The names and values of its checks, and where it takes place.
    digest: u64,
}

impl Planned {
    fn of(rules: &dyn Ruleset, facts: &AttackFacts, plan: &Plan) -> Self {
        let mut hasher = FixedHasher.build_hasher();
        (plan.at_arms_length, plan.rounds).hash(&mut hasher);
        for (_, check) in &plan.checks {
            (check.name, check.value()).hash(&mut hasher);
        }
        let (action, cost, digest) = (facts.action, plan.cost, hasher.finish());
        Self { action, cost, reads: rules.resolve_reads(facts), digest }
    }

    /// What its worth depends on: the plan, and what its result reads of the two fighters.
    fn key(&self, from: Stand, to: Stand) -> u64 {
        let read = match self.reads {
            Reads::Targets => to.kind.body,
            Reads::Own => {
                mixed(mixed(from.kind.body, to.kind.poise), u64::from(self.action.0) << 1 | 1)
            }
            Reads::Hands => {
                let both = mixed(from.kind.swing, to.kind.body);
                mixed(both, u64::from(self.action.0) << 2 | 2)
            }
            Reads::Everything => {
                let everything = mixed(from.kind.whole, to.kind.whole);
                mixed(everything, u64::from(self.action.0) << 1)
            }
        };
        bound(mixed(self.digest, read), from, to)
    }
}

/// Keeps what has been worked out.
#[derive(Default)]
pub(super) struct Appraiser {
    kinds: HashMap<u64, Arc<Kind>, PassHash>,
    exchanges: HashMap<u64, Exchange, PassHash>,
    plans: HashMap<u64, Arc<[Planned]>, PassHash>,
    values: HashMap<u64, i32, PassHash>,
    /// How decisions after a roll are answered in this fight.
    policy: Policy,
}

impl Appraiser {
    /// One that knows nothing yet, for a fight in which decisions are answered like this.
    pub fn new(policy: Policy) -> Self {
        Self { policy, ..Self::default() }
    }

    /// How decisions after a roll are answered in what it has worked out.
    pub fn policy(&self) -> Policy {
        self.policy
    }

    /// A fighter as far as odds depend on it.
    pub fn kind(&mut self, rules: &dyn Ruleset, fighter: &Fighter) -> Arc<Kind> {
        let whole = whole(fighter);
        if let Some(kind) = self.kinds.get(&whole) {
            return kind.clone();
        }
        if self.kinds.len() > KEPT_MAX {
            self.kinds.clear();
        }
        let kind = Arc::new(Kind::of(rules, fighter, whole));
        self.kinds.insert(whole, kind.clone());
        kind
    }

    /// Attacks over a distance.
    pub fn far(
        &mut self,
        rules: &dyn Ruleset,
        from: Stand,
        to: Stand,
        footing: &Footing,
    ) -> &Exchange {
        let how = footing.class << 2 | u64::from(from.engaged) << 1 | u64::from(to.engaged);
        let plan = bound(mixed(mixed(from.kind.attacker, to.kind.mark), how), from, to);
        let key = mixed(plan, mixed(from.kind.body, to.kind.body));
        if !self.exchanges.contains_key(&key) {
            let target = || TargetFacts {
                fighter: to.fighter.clone(),
                offset: footing.offset,
                in_reach: false,
                sightline: footing.sightline.clone(),
                assailants: Vec::new(),
                attacked_by: Vec::new(),
                attacker_cap: 4,
                engaged: to.engaged,
                waits: false,
                open_around: u8::MAX,
                room_around: u8::MAX,
                danger_around: 0,
            };
            self.work_out(rules, (key, plan), from, to, target, false);
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
        let offset = from.cell.offset_to(to.cell);
        let how = FixedHasher.hash_one((offset, crowd.told_apart(from.fighter.id))) | 1;
        let plan = bound(mixed(mixed(from.kind.attacker, to.kind.guard), how), from, to);
        let key = mixed(plan, mixed(from.kind.body, to.kind.body));
        if !self.exchanges.contains_key(&key) {
            let target = || TargetFacts {
                fighter: to.fighter.clone(),
                offset,
                in_reach: true,
                sightline: Sightline { in_sight: true, ..Sightline::default() },
                assailants: crowd.assailants.clone(),
                attacked_by: crowd.attacked_by.clone(),
                attacker_cap: crowd.cap,
                engaged: true,
                waits: false,
                open_around: u8::MAX,
                room_around: u8::MAX,
                danger_around: 0,
            };
            self.work_out(rules, (key, plan), from, to, target, false);
        }
        &self.exchanges[&key]
    }

    /// The best attack at arm's length with a fresh turn and nobody else around.
    pub fn alone(&mut self, rules: &dyn Ruleset, from: Stand, to: Stand) -> i32 {
        let how = ALONE ^ from.kind.fresh_attacks;
        let plan = bound(mixed(mixed(from.kind.attacker, to.kind.guard), how), from, to);
        let key = mixed(plan, mixed(from.kind.body, to.kind.body));
        if let Some(known) = self.exchanges.get(&key) {
            return known.best;
        }
        let bearing = (1, 0);
        let target = || TargetFacts {
            fighter: to.fighter.clone(),
            offset: (-bearing.0, bearing.1),
            in_reach: true,
            sightline: Sightline { in_sight: true, ..Sightline::default() },
            assailants: vec![Assailant { id: from.fighter.id, bearing }],
            attacked_by: Vec::new(),
            attacker_cap: 4,
            engaged: true,
            waits: false,
            open_around: u8::MAX,
            room_around: u8::MAX,
            danger_around: 0,
        };
        self.work_out(rules, (key, plan), from, to, target, true);
        self.exchanges[&key].best
    }

    /// Works an exchange out under its first key; the second is that of what the rules allow.
    fn work_out(
        &mut self,
        rules: &dyn Ruleset,
        (key, plan): (u64, u64),
        from: Stand,
        to: Stand,
        target: impl Fn() -> TargetFacts,
        only_best: bool,
    ) {
        self.make_room();
        let policy = self.policy;
        let facts = |action| {
            let targets = vec![target()];
            AttackFacts {
                action,
                attacker: from.fighter.clone(),
                engaged: from.engaged || targets[0].in_reach,
                targets,
                aim: None,
                ground: None,
                options: Options::default(),
                policy,
            }
        };
        let planned = self.plans.get(&plan).cloned().unwrap_or_else(|| {
            // What takes in all around a cell is weighed by all whom it reaches: see `blast`.
            let may = attack_actions(rules).filter(|action| !from.kind.blows_up(*action));
            let may = may.filter(|action| !only_best || from.kind.may(*action));
            let mut facts = facts(ActionId(0));
            let mut planned = Vec::new();
            for action in may {
                facts.action = action;
                if let Ok(plan) = rules.plan(&facts) {
                    planned.push(Planned::of(rules, &facts, &plan));
                }
            }
            let planned: Arc<[Planned]> = planned.into();
            self.plans.insert(plan, planned.clone());
            planned
        });
        let mut attacks = Vec::with_capacity(planned.len());
        let mut best = 0;
        for planned in planned.iter() {
            let (action, cost) = (planned.action, planned.cost);
            let value = self.value(planned.key(from, to), rules, from, to, || facts(action));
            if from.kind.may(action) {
                best = best.max(value);
            }
            attacks.push(Worth { action, cost, value });
        }
        let exchange = Exchange { attacks: attacks.into_boxed_slice(), best };
        self.exchanges.insert(key, exchange);
    }

    fn make_room(&mut self) {
        let kept = [self.exchanges.len(), self.values.len(), self.plans.len()];
        if kept.into_iter().any(|kept| kept > KEPT_MAX) {
            self.exchanges.clear();
            self.values.clear();
            self.plans.clear();
        }
    }

    /// The worth of something that takes in all around a cell, by all whom it reaches: harm done to
    /// enemies, less harm done to friends and to oneself. These facts have the places of all of them,
    /// so what it is worth follows from them and from the doors.
    pub fn blast(&mut self, rules: &dyn Ruleset, facts: &AttackFacts, doors: &[u16]) -> i32 {
        let key = FixedHasher.hash_one((facts, doors));
        if let Some(value) = self.values.get(&key) {
            return *value;
        }
        self.make_room();
        let value = self.havoc(rules, facts).round() as i32;
        self.values.insert(key, value);
        value
    }

    fn havoc(&mut self, rules: &dyn Ruleset, facts: &AttackFacts) -> f64 {
        let Ok(plan) = rules.plan(facts) else { return 0.0 };
        let side = facts.attacker.side;
        let reached: Vec<(&Fighter, Arc<Kind>, f64)> = facts
            .targets
            .iter()
            .map(|target| {
                let it = &target.fighter;
                let sign = if it.side == side { -FRIEND_PERCENT / 100.0 } else { 1.0 };
                (it, self.kind(rules, it), sign)
            })
            .collect();
        let ids: Vec<CombatantId> = reached.iter().map(|(it, ..)| it.id).collect();
        let resolve = |dice: &mut Dice| rules.resolve(facts, &plan, dice);
        if let Ok(odds) = Prospect::of(BLAST_COURSES, &ids, resolve) {
            let harm = |(it, kind, sign): &(&Fighter, Arc<Kind>, f64)| {
                let results = odds.of_target(it.id);
                let mean: f64 = results
                    .iter()
                    .map(|(_, effects, p)| p * loss(rules, it, kind, effects.iter().copied()))
                    .sum();
                sign * mean
            };
            return reached.iter().map(harm).sum();
        }
        mean_of_tries(resolve, |outcome| {
            let harm = |(it, kind, sign): &(&Fighter, Arc<Kind>, f64)| {
                sign * loss(rules, it, kind, outcome.effects.iter())
            };
            reached.iter().map(harm).sum()
        })
    }

    /// What the best of what a fresh turn allows to throw would do to an enemy alone: for plans that
    /// only ask what may come. Where both stand does not matter, so it is asked once for two.
    pub fn toss(&mut self, rules: &dyn Ruleset, from: Stand, to: Stand) -> i32 {
        let key = bound(mixed(mixed(from.kind.whole, to.kind.whole), TOSS), from, to);
        if let Some(value) = self.values.get(&key) {
            return *value;
        }
        let mut attacker = from.fighter.clone();
        let mut fighter = to.fighter.clone();
        (attacker.cell, fighter.cell) = (CellPos::default(), CellPos::new(TOSS_CELLS, 0));
        let cell = fighter.cell;
        let mut facts = AttackFacts {
            action: ActionId(0),
            engaged: false,
            targets: vec![TargetFacts {
                offset: attacker.cell.offset_to(cell),
                fighter,
                in_reach: false,
                sightline: Sightline { in_sight: true, ..Sightline::default() },
                assailants: Vec::new(),
                attacked_by: Vec::new(),
                attacker_cap: 4,
                engaged: false,
                waits: false,
                open_around: u8::MAX,
                room_around: u8::MAX,
                danger_around: 0,
            }],
            aim: Some(Aim { cell, in_sight: true, veil: 0 }),
            ground: None,
            options: Options::default(),
            policy: self.policy,
            attacker,
        };
        let mut best = 0.0_f64;
        for action in attack_actions(rules).filter(|a| from.kind.blows_up(*a) && from.kind.may(*a))
        {
            facts.action = action;
            best = best.max(self.havoc(rules, &facts));
        }
        let value = best.round() as i32;
        self.make_room();
        self.values.insert(key, value);
        value
    }

    /// The worth of one attack on one target as the board stands; none if it is not allowed.
    pub fn strike(&mut self, rules: &dyn Ruleset, facts: &AttackFacts) -> Option<i32> {
        let target = facts.targets.first()?;
        let plan = rules.plan(facts).ok()?;
        let kinds = (self.kind(rules, &facts.attacker), self.kind(rules, &target.fighter));
        let stand =
            |fighter, kind, engaged| Stand { fighter, kind, cell: CellPos::default(), engaged };
        let from = stand(&facts.attacker, &*kinds.0, facts.engaged);
        let to = stand(&target.fighter, &*kinds.1, target.engaged);
        let key = Planned::of(rules, facts, &plan).key(from, to);
        Some(self.value(key, rules, from, to, || facts.clone()))
    }

    /// The worth of an attack by what it depends on.
    fn value(
        &mut self,
        key: u64,
        rules: &dyn Ruleset,
        from: Stand,
        to: Stand,
        facts: impl Fn() -> AttackFacts,
    ) -> i32 {
        if let Some(value) = self.values.get(&key) {
            return *value;
        }
        let facts = facts();
        let value = rules.plan(&facts).map_or(0.0, |plan| {
            let resolve = |dice: &mut Dice| rules.resolve(&facts, &plan, dice);
            let worth = |outcome: &Outcome| outcome_worth(rules, from, to, outcome);
            every_mean(COURSES, |dice| worth(&resolve(dice)))
                .unwrap_or_else(|_| mean_of_tries(resolve, worth))
        });
        let value = value.round() as i32;
        self.values.insert(key, value);
        value
    }
}

/// All of a fighter that matters for what it can do, rounds only roughly.
fn whole(fighter: &Fighter) -> u64 {
    let bare = (&fighter.sheet.values, fighter.health, &fighter.conditions);
    FixedHasher.hash_one((bare, fighter.gear.armor, in_hand(fighter)))
}

/// The weapon in hand and its rounds. What lies in the pocket cannot matter before it is drawn.
fn in_hand(fighter: &Fighter) -> Option<(ItemId, u8, bool)> {
    fighter.gear.held().map(|c| (c.item, roughly(c.loaded), c.spare > 0))
}

impl Kind {
    fn of(rules: &dyn Ruleset, fighter: &Fighter, whole: u64) -> Self {
        let armor = fighter.gear.armor;
        let item = fighter.gear.held().map(|c| c.item);
        let hash = FixedHasher;
        let facts = TurnFacts { fighter: fighter.clone(), round: 1, engaged: false };
        let vital = rules.vital(fighter);
        let fresh = rules.turn_start(&facts).budget.unwrap_or_default();
        let moves = rules.moves(fighter, &fresh);
        let (mut fresh_attacks, mut blasts) = (0, 0);
        for action in attack_actions(rules) {
            if rules.allowed(fighter, &fresh, false, action).is_ok() {
                fresh_attacks |= bit(action);
            }
            if matches!(rules.area(fighter, action), Area::Disc { .. }) {
                blasts |= bit(action);
            }
        }
        Self {
            whole,
            attacker: hash.hash_one((rules.hand(fighter), in_hand(fighter))),
            swing: hash.hash_one((rules.swing(fighter), in_hand(fighter))),
            guard: hash.hash_one((rules.guard(fighter), armor, item)),
            mark: hash.hash_one((rules.mark(fighter), armor)),
            body: rules.body(fighter),
            poise: rules.poise(fighter),
            bound: fighter.conditions.iter().any(|c| c.by.is_some()),
            able: vital.able,
            threatens: vital.threatens,
            harm_permille: rules.harm_permille(fighter),
            coins: actions_left(rules, fresh.left),
            fresh_attacks,
            blasts,
            walk_cells: moves.first().map_or(0, |m| m.range_cells),
            run_cells: moves.iter().map(|m| m.range_cells).max().unwrap_or(0),
            slow: moves.iter().any(|m| m.slow),
        }
    }

    /// Whether a fresh turn allows the attack.
    fn may(&self, action: ActionId) -> bool {
        self.fresh_attacks & bit(action) != 0
    }

    /// Whether the attack takes in all around a cell.
    fn blows_up(&self, action: ActionId) -> bool {
        self.blasts & bit(action) != 0
    }
}

/// Coins that are actions; how far somebody can still walk is no tempo.
fn actions_left(rules: &dyn Ruleset, left: [u8; COINS]) -> u8 {
    let coins = rules.info().coins.iter().zip(left);
    coins.filter(|(coin, _)| coin.unit == CoinUnit::Pieces).map(|(_, left)| left).sum()
}

/// The mean of a number over tries with dice of their own, the same whenever it is asked: for
/// attacks of which there are too many courses to go through all of them. Nothing is drawn from the
/// dice of the fight.
fn mean_of_tries(resolve: impl Fn(&mut Dice) -> Outcome, of: impl Fn(&Outcome) -> f64) -> f64 {
    let one = |seed: u64| of(&resolve(&mut Dice::seeded(Rng::new(seed)).quiet()));
    (0..TRIES).map(one).sum::<f64>() / TRIES as f64
}

/// The bit of an action; a table of more than 64 rows shares them, which only blurs an estimate.
pub(super) fn bit(action: ActionId) -> u64 {
    1 << (action.0 % 64)
}

/// The actions that are aimed at an enemy, but for those that one enemy alone is not worth.
pub(super) fn attack_actions(rules: &dyn Ruleset) -> impl Iterator<Item = ActionId> {
    let rows = rules.actions().iter().enumerate();
    rows.filter(move |(_, row)| row.scope.at_enemy() && row.deed && row.when == When::OwnTurn)
        .map(|(i, _)| ActionId(i as u16))
        .filter(move |action| !rules.is_for_several(*action))
}

/// The key of what is between two fighters; some condition of theirs may name one of them.
fn bound(key: u64, from: Stand, to: Stand) -> u64 {
    if from.kind.bound || to.kind.bound {
        return mixed(key, u64::from(from.fighter.id.0) << 16 | u64::from(to.fighter.id.0));
    }
    key
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

/// What an outcome is worth to the attacker: harm done, less harm suffered.
fn outcome_worth(rules: &dyn Ruleset, from: Stand, to: Stand, outcome: &Outcome) -> f64 {
    let of = |stand: Stand| loss(rules, stand.fighter, stand.kind, outcome.effects.iter());
    of(to) - of(from)
}

/// What a fighter loses by these effects.
fn loss<'e>(
    rules: &dyn Ruleset,
    fighter: &Fighter,
    kind: &Kind,
    effects: impl Iterator<Item = &'e Effect>,
) -> f64 {
    let mut own = effects.filter(|e| e.on == fighter.id).peekable();
    if own.peek().is_none() || !kind.able {
        return 0.0;
    }
    let mut after = fighter.clone();
    own.for_each(|effect| effect.change.apply_to(&mut after));
    let harm = f64::from(rules.harm_permille(&after)) - f64::from(kind.harm_permille);
    let harm = harm * HARM;
    if !rules.vital(&after).able {
        return DOWN + harm;
    }
    let facts = TurnFacts { fighter: after, round: 1, engaged: false };
    let left = rules.turn_start(&facts).budget.map_or(0, |b| actions_left(rules, b.left));
    let lost = f64::from(kind.coins.saturating_sub(left));
    harm + TEMPO * lost / f64::from(kind.coins.max(1))
}

/// Two numbers as one that is spread over all bits.
pub(super) fn mixed(a: u64, b: u64) -> u64 {
    let z = (a ^ b.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 29)).wrapping_add(b).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 32)
}
