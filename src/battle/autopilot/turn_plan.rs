//! One fighter's next command: every way to spend what is left of the turn, weighed.
//!
//! The weights are integers, ways are tried in a fixed order and only a better one replaces a
//! former, so equal fights get equal commands. Nothing is rolled and nothing is read that the
//! player of the fighter could not see.

mod blasts;
mod moves;

use super::ground::{Ground, NO_WAY, Stroll};
use super::repertoire::{OwnAction, Repertoire};
use super::worth::{Appraiser, Crowd, Kind, Stand, TEMPO, bit};
use crate::battle::command::Command;
use crate::rules::effect::Effect;
use crate::rules::facts::{
    ActionId, Assailant, Budget, CombatantId, Fighter, Options, SideId, TurnFacts,
};
use crate::rules::grid::{self, CellPos, Footprint, StepRules};
use crate::rules::ruleset::{Ruleset, Scope};
use bevy::platform::hash::FixedHasher;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

/// Share of next turn's best attack in the worth of a place, in percent.
const PROSPECT_PERCENT: i32 = 60;
/// Rounds of full caution; after them it wanes, so that no fight waits for ever.
const CAREFUL_ROUNDS: i32 = 3;
/// Percent of caution that every later round takes away.
const BOLDER_PERCENT: i32 = 6;
/// Most that a cell nearer to the enemy is worth beside what it promises; more than what moving
/// must gain, so that in the end everybody comes out.
const EAGER_MAX: i32 = 20;
/// An attack worth so much is not passed over for a run.
pub(super) const GOOD_ATTACK: i32 = 60;
/// What another weapon, a reload or a stance must gain.
const FUSS: i32 = 12;
/// Share of an ordinary attack that a strike in passing is worth, in percent: it is harder.
const PASSING_PERCENT: i32 = 70;
/// Turns that are looked ahead on the way to arm's length.
const TURNS_AHEAD_MAX: u16 = 12;
/// Cells from which on it does not matter any more how far the enemy is.
const FAR_CELLS: i32 = 400;

/// A fighter as the plan sees it.
pub(super) struct Man {
    pub id: CombatantId,
    pub side: SideId,
    /// As the plan takes it: see [`Ruleset::roughly`].
    pub fighter: Fighter,
    /// As it was met.
    pub met: Fighter,
    pub kind: Arc<Kind>,
    /// Alive, conscious, in the fight.
    pub able: bool,
    pub threatens: bool,
    pub engaged: bool,
    pub attacked_by: Vec<Assailant>,
    pub cap: u8,
    /// The square on which it stood when it was met: its size stays, [`Man::body`] knows where it is.
    square: Footprint,
}

impl Man {
    /// Somebody of whom is known what does not depend on where all stand.
    pub fn of(met: Fighter, rules: &dyn Ruleset, appraiser: &mut Appraiser) -> Self {
        let fighter = rules.roughly(met.clone());
        let kind = appraiser.kind(rules, &fighter);
        Self {
            id: fighter.id,
            side: fighter.side,
            able: kind.able,
            threatens: kind.threatens,
            engaged: false,
            attacked_by: Vec::new(),
            cap: 0,
            square: rules.footprint(&fighter.sheet, fighter.cell),
            kind,
            fighter,
            met,
        }
    }

    /// The cells on which it stands.
    pub fn body(&self) -> Footprint {
        self.square.at(self.fighter.cell)
    }
}

/// The fight as the plan sees it.
pub(super) struct Scene<'m> {
    pub me: &'m Man,
    /// All others who can act, in the order of joining.
    pub others: Vec<&'m Man>,
    pub budget: Budget,
    pub round: u16,
}

impl Scene<'_> {
    /// All that a plan depends on, as one number.
    pub fn hash(&self, open_doors: &[u16]) -> u64 {
        let mut hasher = FixedHasher.build_hasher();
        // The exact rounds of whoever acts count, of others only what is in their kind.
        (self.me.id, &self.me.fighter.gear, &self.budget).hash(&mut hasher);
        (self.round, open_doors).hash(&mut hasher);
        for man in self.others.iter().copied().chain([self.me]) {
            let Man { id, side, kind, threatens, engaged, attacked_by, cap, fighter, .. } = man;
            (id, side, kind.whole, fighter.cell).hash(&mut hasher);
            (threatens, engaged, attacked_by, cap).hash(&mut hasher);
        }
        hasher.finish()
    }
}

/// How much of the danger counts: all at first, less from round to round.
fn caution_percent(round: u16) -> i32 {
    let bolder = (i32::from(round) - CAREFUL_ROUNDS).max(0) * BOLDER_PERCENT;
    (100 - bolder).max(0)
}

/// What a cell nearer to the enemy is worth.
fn eagerness(round: u16) -> i32 {
    1 + (i32::from(round) - CAREFUL_ROUNDS).clamp(0, EAGER_MAX)
}

/// Somebody of another side.
struct Enemy {
    /// Index among the others.
    man: usize,
    /// Cells on foot from everywhere to it.
    walks: Arc<[u16]>,
    /// Fighters of the side that it could turn on, the planning one included.
    watched: i32,
}

/// The fighter as it is, or as it would be with another weapon; with what is known of attacks on
/// and by each enemy.
struct Shape<'k> {
    fighter: &'k Fighter,
    kind: &'k Kind,
    duels: Vec<Duel>,
}

/// Worths between the fighter and one enemy, by how they stand to each other.
#[derive(Copy, Clone, Default)]
struct Duel {
    /// At arm's length and alone: by the fighter.
    close: Option<i32>,
    /// The same by the enemy, as soon as it can come so near.
    close_by_it: Option<i32>,
    /// Over a distance, by footing, with a fresh turn.
    mine: Known,
    /// The same by the enemy.
    theirs: Known,
    /// Over a distance, by footing, with the attacks that are allowed now.
    now: Known,
    /// Which attacks those are.
    now_bits: u64,
}

/// Few numbers by key. A short list is faster than a map, and what does not fit is looked up.
#[derive(Copy, Clone, Default)]
struct Known {
    keys: [u32; KNOWN_MAX],
    values: [i32; KNOWN_MAX],
    len: usize,
}

const KNOWN_MAX: usize = 12;

impl Known {
    fn get(&self, key: u32) -> Option<i32> {
        let at = self.keys[..self.len].iter().position(|known| *known == key)?;
        Some(self.values[at])
    }

    /// What is known, or what is worked out now and known from then on.
    fn get_or(&mut self, key: u32, work_out: impl FnOnce() -> i32) -> i32 {
        self.get(key).unwrap_or_else(|| self.keep(key, work_out()))
    }

    fn keep(&mut self, key: u32, value: i32) -> i32 {
        if self.len < KNOWN_MAX {
            self.keys[self.len] = key;
            self.values[self.len] = value;
            self.len += 1;
        }
        value
    }
}

struct Attack {
    value: i32,
    action: ActionId,
    target: CombatantId,
    rest: Budget,
}

/// A cell where the fighter could stand, as far as it does not matter in what shape.
#[derive(Copy, Clone)]
struct Place {
    cell: CellPos,
    /// Engaged in a melee there.
    engaged: bool,
    /// What those can do whose reach the fighter leaves for it.
    price: i32,
    /// Where its bearings begin in the list of all.
    bearings: usize,
}

/// How an enemy lies to a place.
#[derive(Copy, Clone)]
struct Bearing {
    /// Cells on foot.
    walk: u16,
    /// Within arm's length.
    beside: bool,
    /// Footings at range, the enemy's and back; none out of sight and at arm's length.
    footings: Option<(u32, u32)>,
}

/// A place and what it is worth at the end of the turn to the fighter as it is.
#[derive(Copy, Clone)]
struct Site {
    place: Place,
    hope: i32,
    /// Worked out when it is asked for.
    danger: Option<i32>,
}

struct Best {
    score: i32,
    choice: Choice,
}

enum Choice {
    EndTurn,
    Attack(ActionId, CombatantId),
    Throw(Throw),
    Walk(CellPos),
    Act(ActionId, Option<u8>),
}

/// Attacks that are allowed, and with what.
struct May {
    /// Those on one enemy.
    bits: u64,
    /// Those that take in all around a cell.
    blasts: u64,
    budget: Budget,
}

/// Something that goes off in a cell.
#[derive(Copy, Clone)]
struct Throw {
    action: ActionId,
    /// Somebody there.
    target: CombatantId,
    aim: CellPos,
}

/// What a plan looked at; kept for its room in memory alone.
#[derive(Default)]
pub(super) struct Notes {
    stroll: Stroll,
    /// Cells that can be walked on to from one of those.
    onward: Stroll,
    /// Bearings of all enemies from each place that was looked at.
    bearings: Vec<Bearing>,
    /// The cells of the stroll, as far as they were looked at.
    sites: Vec<Site>,
}

/// Weighs one turn.
pub(super) struct TurnPlan<'a> {
    scene: &'a Scene<'a>,
    rules: &'a dyn Ruleset,
    ground: &'a mut Ground,
    appraiser: &'a mut Appraiser,
    repertoire: &'a mut Repertoire,
    notes: &'a mut Notes,
    enemies: Vec<Enemy>,
    caution_percent: i32,
    /// How the fighter's steps are counted: all movements of a turn go on where the last one ended.
    steps: StepRules,
    /// What a cell nearer to the enemy is worth.
    eagerness: i32,
    /// Enemies at arm's length who may strike when the fighter turns its back on them, and what
    /// that would be worth to them.
    pursuers: Vec<(Footprint, i32)>,
}

impl<'a> TurnPlan<'a> {
    /// A plan for the scene's fighter.
    pub fn new(
        scene: &'a Scene<'a>,
        rules: &'a dyn Ruleset,
        ground: &'a mut Ground,
        appraiser: &'a mut Appraiser,
        repertoire: &'a mut Repertoire,
        notes: &'a mut Notes,
    ) -> Self {
        notes.stroll.clear();
        notes.bearings.clear();
        notes.sites.clear();
        Self {
            scene,
            rules,
            ground,
            appraiser,
            repertoire,
            notes,
            enemies: Vec::with_capacity(scene.others.len()),
            caution_percent: caution_percent(scene.round),
            steps: StepRules { diagonal: rules.diagonal(), ..StepRules::default() },
            eagerness: eagerness(scene.round),
            pursuers: Vec::new(),
        }
    }

    /// The command that serves best; ending the turn when nothing else is better.
    pub fn choose(mut self) -> Command {
        let scene = self.scene;
        let me = &scene.me;
        let budget = &scene.budget;
        let (rules, fighter, kind) = (self.rules, &me.fighter, &*me.kind);
        let may = self.may(fighter, kind, budget, me.engaged);
        let modes = self.repertoire.moves(rules, fighter, kind, budget);
        let (appraiser, engaged) = (&mut *self.appraiser, me.engaged);
        let own = self.repertoire.own(rules, appraiser, fighter, kind, budget, engaged);
        self.steps.diagonals_before = modes.first().map_or(0, |mode| mode.diagonals_before);
        // One search serves all ways to move: none may reach farther than it does.
        self.steps.slow = modes.iter().any(|mode| mode.slow);
        if may.is_empty() && modes.is_empty() && own.is_empty() {
            return Command::EndTurn;
        }
        self.meet_enemies();
        self.mind_pursuers();
        let mut now = self.in_shape(fighter, kind);
        let here = self.place(fighter.cell);
        let peril = self.danger(&mut now, here);
        let here_worth = self.hope(&mut now, here) - peril;
        let mut best = Best { score: here_worth, choice: Choice::EndTurn };
        let attacked = self.try_attacks(&mut now, here, here_worth, &may, &mut best);
        let thrown = self.try_throw(&mut now, here, here_worth, &may, &mut best);
        let attacked = attacked.max(thrown);
        if attacked < GOOD_ATTACK
            && self.may_open()
            && let Some(door) = self.door_to_open()
        {
            return Command::Door { door, who: Some(me.id) };
        }
        self.try_moves(&mut now, attacked, here_worth, &modes, &mut best);
        self.try_own(here, here_worth + attacked + peril, &own, &mut best);
        self.command(best.choice)
    }

    fn command(&self, choice: Choice) -> Command {
        let who = self.scene.me.id;
        let name = |action: ActionId| self.rules.actions()[usize::from(action.0)].id.clone();
        match choice {
            Choice::EndTurn => Command::EndTurn,
            Choice::Attack(action, target) => Command::Attack {
                who,
                action: name(action),
                targets: vec![target],
                aim: None,
                options: Options::default(),
            },
            Choice::Throw(Throw { action, target, aim }) => Command::Attack {
                who,
                action: name(action),
                targets: vec![target],
                aim: Some(aim),
                options: Options::default(),
            },
            Choice::Act(action, choice) => Command::Act { who, action: name(action), choice },
            Choice::Walk(cell) => Command::walk(who, self.notes.stroll.path(cell)),
        }
    }

    fn meet_enemies(&mut self) {
        let scene = self.scene;
        let foes = scene.others.iter().enumerate().filter(|(_, m)| m.side != scene.me.side);
        for (man, foe) in foes {
            let walks = self.ground.walks_from(foe.fighter.cell, foe.kind.slow);
            let mut watched = 1;
            for friend in scene.others.iter().filter(|m| m.side == scene.me.side) {
                let cell = friend.fighter.cell;
                let index = self.ground.board().index(cell);
                let walk = index.map_or(NO_WAY, |i| walks[i]);
                if walk <= foe.kind.walk_cells + 1
                    || self.ground.footings(self.rules, foe.fighter.cell, cell).is_some()
                {
                    watched += 1;
                }
            }
            self.enemies.push(Enemy { man, walks, watched });
        }
    }

    /// Who may strike when the fighter leaves.
    fn mind_pursuers(&mut self) {
        if self.rules.strike_in_passing(0).is_none() {
            return;
        }
        let scene = self.scene;
        let me = standing(scene.me);
        for enemy in &self.enemies {
            let foe = &scene.others[enemy.man];
            if foe.threatens && in_reach(self.ground, scene.me.body(), foe.body()) {
                let worth = self.appraiser.alone(self.rules, standing(foe), me);
                self.pursuers.push((foe.body(), worth * PASSING_PERCENT / 100));
            }
        }
    }

    /// What those can do whose reach the fighter leaves for a cell.
    fn price_of_leaving(&self, cell: CellPos) -> i32 {
        let own = self.scene.me.body().at(cell);
        let left = self.pursuers.iter().filter(|(foe, _)| !in_reach(self.ground, own, *foe));
        left.map(|(_, worth)| worth).sum()
    }

    /// What enemies would gain when this turn ends, by conditions that end with it: a hold that is
    /// not kept.
    fn loosed(&mut self, me: &Fighter) -> i32 {
        if me.conditions.is_empty() {
            return 0;
        }
        let facts = TurnFacts { fighter: me.clone(), round: self.scene.round, engaged: true };
        let effects = self.rules.turn_end(&facts);
        self.favours(&effects)
    }

    /// What enemies gain by effects: coins of their next turn.
    fn favours(&mut self, effects: &[Effect]) -> i32 {
        if effects.iter().all(|effect| effect.on == self.scene.me.id) {
            return 0;
        }
        let mut gain = 0;
        for foe in self.scene.others.iter().filter(|m| m.side != self.scene.me.side) {
            let mut after = foe.fighter.clone();
            for effect in effects.iter().filter(|e| e.on == foe.id) {
                effect.change.apply_to(&mut after);
            }
            if after != foe.fighter {
                let coins = i32::from(self.appraiser.kind(self.rules, &after).coins);
                let more = coins - i32::from(foe.kind.coins);
                gain += more.max(0) * TEMPO as i32 / coins.max(1);
            }
        }
        gain
    }

    fn in_shape<'k>(&self, fighter: &'k Fighter, kind: &'k Kind) -> Shape<'k> {
        let duels = vec![Duel::default(); self.enemies.len()];
        Shape { fighter, kind, duels }
    }

    /// Looks from a cell at every enemy.
    fn place(&mut self, cell: CellPos) -> Place {
        let index = self.ground.board().index(cell).unwrap_or(usize::MAX);
        let (price, bearings) = (self.price_of_leaving(cell), self.notes.bearings.len());
        let mut engaged = false;
        for enemy in &self.enemies {
            let foe = self.scene.others[enemy.man].body();
            let own = self.scene.me.body().at(cell);
            let walk = enemy.walks.get(index).copied().unwrap_or(NO_WAY);
            let beside = in_reach(self.ground, own, foe);
            engaged |= beside;
            // What lies between is judged from the cells that are nearest to each other.
            let (from, at) = own.nearest(foe);
            let footings = if beside { None } else { self.ground.footings(self.rules, at, from) };
            self.notes.bearings.push(Bearing { walk, beside, footings });
        }
        Place { cell, engaged, price, bearings }
    }

    /// A cell of the stroll, looked at and weighed.
    fn site(&mut self, now: &mut Shape, i: usize) -> Site {
        while self.notes.sites.len() <= i {
            let place = self.place(self.notes.stroll.cells[self.notes.sites.len()].0);
            let hope = self.hope(now, place);
            self.notes.sites.push(Site { place, hope, danger: None });
        }
        self.notes.sites[i]
    }

    /// What a cell of the stroll is worth at the end of the turn: what it promises for the next
    /// one, less what the enemies can do to whoever stands there. One that is not worth more than
    /// `floor` is not looked at to the end; then the answer is some number that is not above it
    /// either.
    fn site_worth(&mut self, now: &mut Shape, i: usize, floor: i32) -> i32 {
        let Site { place, hope, danger } = self.notes.sites[i];
        if hope <= floor {
            return hope;
        }
        let danger = danger.unwrap_or_else(|| self.danger(now, place));
        self.notes.sites[i].danger = Some(danger);
        hope - danger
    }

    fn may(&mut self, fighter: &Fighter, kind: &Kind, budget: &Budget, engaged: bool) -> May {
        let all = self.repertoire.attacks(self.rules, fighter, kind, budget, engaged);
        let (bits, blasts) = (all & !kind.blasts, all & kind.blasts);
        May { bits, blasts, budget: budget.clone() }
    }

    /// Attacks from where the fighter stands, each with the best that can follow. Gives the worth
    /// of the best attack alone.
    fn try_attacks(
        &mut self,
        now: &mut Shape,
        here: Place,
        here_worth: i32,
        may: &May,
        best: &mut Best,
    ) -> i32 {
        let mut most = 0;
        let mut follows: Vec<(Budget, i32)> = Vec::new();
        for attack in self.attacks(now, here, may) {
            most = most.max(attack.value);
            let known = follows.iter().find(|(rest, _)| *rest == attack.rest).map(|(_, v)| *v);
            let follow = known.unwrap_or_else(|| {
                let follow = self.follow(now, here, here_worth, &attack.rest);
                follows.push((attack.rest.clone(), follow));
                follow
            });
            best.offer(attack.value + follow, Choice::Attack(attack.action, attack.target));
        }
        most
    }

    /// Reloading, drawing, stances: whatever makes another fighter of this one. What leaves the gear
    /// as it is can be worth no more than `most`: all danger gone and the best attack made.
    fn try_own(&mut self, here: Place, most: i32, own: &[OwnAction], best: &mut Best) {
        let loosed = self.loosed(&self.scene.me.fighter);
        for action in own {
            if action.same_gear && most + loosed - FUSS <= best.score {
                continue;
            }
            let kind = &*action.kind;
            if !kind.able {
                continue;
            }
            let may = self.may(&action.after, kind, &action.rest, here.engaged);
            let mut then = self.in_shape(&action.after, kind);
            let kept = loosed - self.loosed(&action.after) - self.favours(&action.effects);
            let thrown = self.best_throw(&action.after, here, &may).map_or(0, |(value, ..)| value);
            let gain = self.best_attack(&mut then, here, &may).max(thrown) + kept - FUSS;
            let hope = self.hope(&mut then, here) + gain;
            if hope > best.score {
                let score = hope - self.danger(&mut then, here);
                best.offer(score, Choice::Act(action.action, action.choice));
            }
        }
    }

    /// All attacks from a place that are worth anything, enemy by enemy.
    fn attacks(&mut self, now: &Shape, place: Place, may: &May) -> Vec<Attack> {
        let mut found = Vec::new();
        if may.bits == 0 {
            return found;
        }
        let scene = self.scene;
        let mine = place.stand(now.fighter, now.kind);
        for (i, enemy) in self.enemies.iter().enumerate() {
            let foe = scene.others[enemy.man];
            let to = standing(foe);
            let Bearing { beside, footings, .. } = self.notes.bearings[place.bearings + i];
            let exchange = if beside {
                let crowd = crowd(scene, self.ground, foe, place.cell);
                self.appraiser.near(self.rules, mine, to, &crowd)
            } else {
                let Some((there, _)) = footings else { continue };
                self.appraiser.far(self.rules, mine, to, self.ground.footing_of(there))
            };
            for worth in exchange.attacks.iter().filter(|w| may.bits & bit(w.action) != 0) {
                let mut rest = may.budget.clone();
                if worth.value > 0 && rest.covers(worth.cost).is_ok() {
                    rest.pay(worth.cost);
                    let (value, action) = (worth.value, worth.action);
                    found.push(Attack { value, action, target: foe.id, rest });
                }
            }
        }
        found
    }

    /// The worth of the best attack from a place.
    fn best_attack(&mut self, now: &mut Shape, place: Place, may: &May) -> i32 {
        if may.bits == 0 {
            return 0;
        }
        let scene = self.scene;
        let mut best = 0;
        for (i, enemy) in self.enemies.iter().enumerate() {
            let Bearing { beside, footings, .. } = self.notes.bearings[place.bearings + i];
            let foe = scene.others[enemy.man];
            let mine = place.stand(now.fighter, now.kind);
            if beside {
                let crowd = crowd(scene, self.ground, foe, place.cell);
                let exchange = self.appraiser.near(self.rules, mine, standing(foe), &crowd);
                best = best.max(exchange.best_of(may.bits));
                continue;
            }
            let Some((there, _)) = footings else { continue };
            let duel = &mut now.duels[i];
            if duel.now_bits != may.bits {
                (duel.now, duel.now_bits) = (Known::default(), may.bits);
            }
            let key = there << 1 | u32::from(place.engaged);
            let shots = || {
                let footing = self.ground.footing_of(there);
                self.appraiser.far(self.rules, mine, standing(foe), footing).best_of(may.bits)
            };
            best = best.max(duel.now.get_or(key, shots));
        }
        best
    }

    /// What a place promises for the next turn.
    fn hope(&mut self, now: &mut Shape, place: Place) -> i32 {
        let scene = self.scene;
        let mut prospect = 0;
        let mut nearest = i32::from(NO_WAY);
        for (i, enemy) in self.enemies.iter().enumerate() {
            let Bearing { walk, footings, .. } = self.notes.bearings[place.bearings + i];
            let to = standing(scene.others[enemy.man]);
            nearest = nearest.min(walk.into());
            let duel = &mut now.duels[i];
            let mine = Stand { fighter: now.fighter, kind: now.kind, ..to };
            let (rules, appraiser) = (self.rules, &mut *self.appraiser);
            let by_me = *duel.close.get_or_insert_with(|| appraiser.alone(rules, mine, to));
            prospect = prospect.max(approach(now.kind, walk, by_me));
            let Some((there, _)) = footings else { continue };
            let key = there << 1 | u32::from(place.engaged);
            let mine = place.stand(now.fighter, now.kind);
            let footing = self.ground.footing_of(there);
            let best = || {
                let shot = appraiser.far(rules, mine, to, footing).best_of(now.kind.fresh_attacks);
                shot.max(toss(appraiser, rules, mine, to))
            };
            prospect = prospect.max(duel.mine.get_or(key, best));
        }
        // Even where there is little to hope for, a step towards the enemy is better.
        prospect * PROSPECT_PERCENT / 100 - nearest.min(FAR_CELLS) * self.eagerness
    }

    /// What the enemies can do in their next turn to whoever stands on a place, as far as the
    /// fighter minds it.
    fn danger(&mut self, now: &mut Shape, place: Place) -> i32 {
        let scene = self.scene;
        let mut danger = 0;
        for (i, enemy) in self.enemies.iter().enumerate() {
            let Bearing { walk, beside, footings } = self.notes.bearings[place.bearings + i];
            let from = standing(scene.others[enemy.man]);
            let duel = &mut now.duels[i];
            let (rules, appraiser) = (self.rules, &mut *self.appraiser);
            let mut threat = 0;
            if beside || walk <= from.kind.walk_cells + 1 {
                let mine = Stand { fighter: now.fighter, kind: now.kind, ..from };
                threat =
                    *duel.close_by_it.get_or_insert_with(|| appraiser.alone(rules, from, mine));
            }
            if let Some((_, back)) = footings {
                let key = back << 1 | u32::from(place.engaged);
                let mine = place.stand(now.fighter, now.kind);
                let footing = self.ground.footing_of(back);
                let fresh = from.kind.fresh_attacks;
                let best = || {
                    let shot = appraiser.far(rules, from, mine, footing).best_of(fresh);
                    shot.max(toss(appraiser, rules, from, mine))
                };
                threat = threat.max(duel.theirs.get_or(key, best));
            }
            danger += threat / enemy.watched;
        }
        danger * self.caution_percent / 100
    }
}

impl TurnPlan<'_> {
    /// Whether the turn has room for opening a door, where that costs anything.
    fn may_open(&self) -> bool {
        let me = &self.scene.me;
        let row = self.rules.actions().iter().position(|row| row.scope == Scope::Thing);
        row.is_none_or(|row| {
            let (action, budget) = (ActionId(row as u16), &self.scene.budget);
            self.rules.allowed(&me.fighter, budget, me.engaged, action).is_ok()
        })
    }

    /// A closed door beside the fighter that shortens the way to the nearest enemy.
    fn door_to_open(&mut self) -> Option<u16> {
        let cell = self.scene.me.fighter.cell;
        let index = self.ground.board().index(cell)?;
        let enemy = self.enemies.iter().min_by_key(|e| e.walks[index])?;
        self.ground.door_to_open(cell, self.scene.others[enemy.man].fighter.cell)
    }
}

impl Place {
    fn stand<'k>(self, fighter: &'k Fighter, kind: &'k Kind) -> Stand<'k> {
        let Self { cell, engaged, .. } = self;
        Stand { fighter, kind, cell, engaged }
    }
}

impl May {
    fn is_empty(&self) -> bool {
        self.bits | self.blasts == 0
    }
}

impl Best {
    fn offer(&mut self, score: i32, choice: Choice) {
        if score > self.score {
            self.score = score;
            self.choice = choice;
        }
    }
}

/// What a fighter with a fresh turn could throw at another; for most there is nothing to throw.
fn toss(appraiser: &mut Appraiser, rules: &dyn Ruleset, from: Stand, to: Stand) -> i32 {
    if from.kind.blasts & from.kind.fresh_attacks == 0 {
        return 0;
    }
    appraiser.toss(rules, from, to)
}

/// The cells on which the fighter cannot end because of others, and whether they are friends; for a
/// large one, those where it finds no room, too.
fn taken(scene: &Scene, board: &grid::Board) -> Vec<(CellPos, bool)> {
    let (me, side) = (scene.me, i16::from(scene.me.body().side_cells));
    let mut cells = Vec::with_capacity(scene.others.len());
    for other in &scene.others {
        let friend = other.side == me.side;
        let (Footprint { cell, side_cells }, more) = (other.body(), side - 1);
        for y in -more..i16::from(side_cells) {
            cells.extend(
                (-more..i16::from(side_cells))
                    .map(|x| (CellPos::new(cell.x + x, cell.y + y), friend)),
            );
        }
    }
    if side > 1 {
        let tight = board.cells().filter(|cell| !board.fits(me.body().at(*cell)));
        cells.extend(tight.map(|cell| (cell, false)));
    }
    cells
}

fn standing(man: &Man) -> Stand<'_> {
    let Man { fighter, kind, engaged, .. } = man;
    Stand { fighter, kind, cell: fighter.cell, engaged: *engaged }
}

/// Whether two are within arm's length of each other.
pub(super) fn in_reach(ground: &Ground, a: Footprint, b: Footprint) -> bool {
    ground.board().touching(a, b)
}

/// The crowd around an enemy if the planning fighter stood on a cell beside it.
fn crowd(scene: &Scene, ground: &Ground, foe: &Man, cell: CellPos) -> Crowd {
    let at = foe.body();
    let bearing = |from: Footprint| at.offset_to(from);
    let mut assailants: Vec<Assailant> = scene
        .others
        .iter()
        .filter(|m| m.side != foe.side && m.threatens && in_reach(ground, m.body(), at))
        .map(|m| Assailant { id: m.id, bearing: bearing(m.body()) })
        .collect();
    let own = scene.me.body().at(cell);
    assailants.push(Assailant { id: scene.me.id, bearing: bearing(own) });
    assailants.sort_unstable_by_key(|a| a.id);
    Crowd { assailants, attacked_by: foe.attacked_by.clone(), cap: foe.cap }
}

/// What an attack at arm's length is worth when the enemy is so many cells away: less for each
/// turn that it takes to get there.
fn approach(kind: &Kind, walk: u16, close: i32) -> i32 {
    if walk == NO_WAY {
        return 0;
    }
    let way = walk.saturating_sub(1).saturating_sub(kind.walk_cells);
    let turns = way.div_ceil(kind.run_cells.max(1));
    let mut value = close * 16;
    for _ in 0..turns.min(TURNS_AHEAD_MAX) {
        value = value * 3 / 5;
    }
    value / 16
}
