//! One fighter's next command: every way to spend what is left of the turn, weighed.
//!
//! The weights are integers, ways are tried in a fixed order and only a better one replaces a
//! former, so equal fights get equal commands. Nothing is rolled and nothing is read that the
//! player of the fighter could not see.

use super::ground::{Ground, NO_WAY};
use super::worth::{Appraiser, Crowd, Kind, Stand, attack_actions, bit};
use crate::battle::command::Command;
use crate::rules::effect::Change;
use crate::rules::facts::{ActionId, Assailant, Budget, CombatantId, Fighter, Options, SideId};
use crate::rules::grid::{CellPos, ObjectId, Occupancy, Reach};
use crate::rules::ruleset::{MoveMode, Ruleset, Scope};
use std::sync::Arc;

/// Share of next turn's best attack in the worth of a place, in percent.
const PROSPECT_PERCENT: i32 = 60;
/// Rounds of full caution; after them it wanes, so that no fight waits for ever.
const CAREFUL_ROUNDS: i32 = 3;
/// Percent of caution that every later round takes away.
const BOLDER_PERCENT: i32 = 6;
/// An attack worth so much is not passed over for a run.
const GOOD_ATTACK: i32 = 60;
/// What moving at all must gain, and each further cell.
const STIR: i32 = 6;
/// What another weapon, a reload or a stance must gain.
const FUSS: i32 = 12;
/// Turns that are looked ahead on the way to arm's length.
const TURNS_AHEAD_MAX: u16 = 12;

/// A fighter who can act, as the plan sees it.
pub(super) struct Man {
    pub id: CombatantId,
    pub side: SideId,
    pub fighter: Fighter,
    pub kind: Arc<Kind>,
    pub threatens: bool,
    pub engaged: bool,
    pub attacked_by: Vec<Assailant>,
    pub cap: u8,
}

/// The fight as the plan sees it.
pub(super) struct Scene {
    pub me: Man,
    /// All others who can act, in the order of joining.
    pub others: Vec<Man>,
    pub budget: Budget,
    pub round: u16,
}

struct Enemy {
    /// Index among the others.
    man: usize,
    /// Cells on foot from everywhere to it.
    walks: Arc<[u16]>,
    /// Fighters of the side that it could turn on, the planning one left out.
    watched: i32,
}

struct Attack {
    value: i32,
    action: ActionId,
    target: CombatantId,
    rest: Budget,
}

struct Best {
    score: i32,
    command: Command,
}

/// Weighs one turn.
pub(super) struct TurnPlan<'a> {
    scene: &'a Scene,
    rules: &'a dyn Ruleset,
    ground: &'a mut Ground,
    appraiser: &'a mut Appraiser,
    enemies: Vec<Enemy>,
    caution_percent: i32,
}

impl<'a> TurnPlan<'a> {
    /// A plan for the scene's fighter.
    pub fn new(
        scene: &'a Scene,
        rules: &'a dyn Ruleset,
        ground: &'a mut Ground,
        appraiser: &'a mut Appraiser,
    ) -> Self {
        let bolder = (i32::from(scene.round) - CAREFUL_ROUNDS).max(0) * BOLDER_PERCENT;
        let caution_percent = (100 - bolder).max(0);
        let mut plan =
            Self { scene, rules, ground, appraiser, enemies: Vec::new(), caution_percent };
        let foes = scene.others.iter().enumerate().filter(|(_, m)| m.side != scene.me.side);
        for (man, foe) in foes {
            let walks = plan.ground.walks_to(foe.fighter.cell);
            let watched = plan.watched_by(foe, &walks);
            plan.enemies.push(Enemy { man, walks, watched });
        }
        plan
    }

    fn watched_by(&mut self, foe: &Man, walks: &[u16]) -> i32 {
        let scene = self.scene;
        let mut watched = 0;
        for friend in scene.others.iter().filter(|m| m.side == scene.me.side) {
            let cell = friend.fighter.cell;
            let walk = self.walk(walks, cell);
            if walk <= foe.kind.walk_cells + 1
                || self.ground.glimpse(foe.fighter.cell, cell).in_sight
            {
                watched += 1;
            }
        }
        watched
    }

    fn walk(&self, walks: &[u16], cell: CellPos) -> u16 {
        self.ground.board().index(cell).map_or(NO_WAY, |i| walks[i])
    }

    /// The command that serves best; ending the turn when nothing else is better.
    pub fn choose(mut self) -> Command {
        let scene = self.scene;
        let me = &scene.me;
        let budget = &scene.budget;
        let may = self.may(&me.fighter, budget, me.engaged);
        let modes = self.rules.moves(&me.fighter, budget);
        let own = self.own_actions(budget);
        if may.is_empty() && modes.is_empty() && own.is_empty() {
            return Command::EndTurn;
        }
        let here = self.stand(me.fighter.cell);
        let here_worth = self.position(here);
        let mut best = Best { score: here_worth, command: Command::EndTurn };
        let reach = self.reach(&modes);
        let attacked = self.try_attacks(here, here_worth, &may, &modes, reach.as_ref(), &mut best);
        if attacked < GOOD_ATTACK
            && let Some(door) = self.door_to_open()
        {
            return Command::Door { door, who: Some(me.id) };
        }
        self.try_moves(attacked, &modes, reach.as_ref(), &mut best);
        self.try_own(&own, &mut best);
        best.command
    }

    fn stand(&self, cell: CellPos) -> Stand<'a> {
        let me = &self.scene.me;
        let engaged = self
            .scene
            .others
            .iter()
            .any(|other| other.side != me.side && self.in_reach(cell, other.fighter.cell));
        Stand { fighter: &me.fighter, kind: &me.kind, cell, engaged }
    }

    fn in_reach(&self, a: CellPos, b: CellPos) -> bool {
        if (a.x - b.x).abs() > 1 || (a.y - b.y).abs() > 1 {
            return false;
        }
        a == b || self.ground.board().step_open(a, b)
    }

    /// Attack actions that a budget allows, as bits over the action table.
    fn may(&self, fighter: &Fighter, budget: &Budget, engaged: bool) -> May {
        let mut bits = 0;
        for action in attack_actions(self.rules) {
            if self.rules.allowed(fighter, budget, engaged, action).is_ok() {
                bits |= bit(action);
            }
        }
        May { bits, budget: budget.clone() }
    }

    /// Where the fighter can walk with the longest of these ways to move.
    fn reach(&self, modes: &[MoveMode]) -> Option<Reach> {
        let most = modes.iter().map(|m| m.range_cells).max()?;
        let scene = self.scene;
        let stands = |cell: CellPos| {
            let mut found = Occupancy::Free;
            for other in scene.others.iter().filter(|o| o.fighter.cell == cell) {
                if other.side != scene.me.side {
                    return Occupancy::Block;
                }
                found = Occupancy::Pass;
            }
            found
        };
        Some(self.ground.board().reach(scene.me.fighter.cell, most.into(), &stands))
    }

    /// Attacks from where the fighter stands, each with the best that can follow. Gives the worth
    /// of the best attack alone.
    fn try_attacks(
        &mut self,
        here: Stand,
        here_worth: i32,
        may: &May,
        modes: &[MoveMode],
        reach: Option<&Reach>,
        best: &mut Best,
    ) -> i32 {
        let mut most = 0;
        let mut follows: Vec<(Budget, i32)> = Vec::new();
        for attack in self.attacks(here, may) {
            most = most.max(attack.value);
            let known = follows.iter().find(|(rest, _)| *rest == attack.rest).map(|(_, v)| *v);
            let follow = known.unwrap_or_else(|| {
                let follow = self.follow(here, here_worth, &attack.rest, modes, reach);
                follows.push((attack.rest.clone(), follow));
                follow
            });
            best.offer(attack.value + follow, || self.attack_command(&attack));
        }
        most
    }

    fn attack_command(&self, attack: &Attack) -> Command {
        Command::Attack {
            who: self.scene.me.id,
            action: self.rules.actions()[usize::from(attack.action.0)].id.clone(),
            targets: vec![attack.target],
            options: Options::default(),
        }
    }

    /// The best that can follow an attack: staying, another attack, a better place.
    fn follow(
        &mut self,
        here: Stand,
        here_worth: i32,
        rest: &Budget,
        modes: &[MoveMode],
        reach: Option<&Reach>,
    ) -> i32 {
        let may = self.may(here.fighter, rest, here.engaged);
        let second = self.attacks(here, &may).into_iter().map(|a| a.value).max().unwrap_or(0);
        let mut most = here_worth + second;
        let affordable = modes.iter().filter(|m| rest.covers(m.cost).is_ok());
        let range = affordable.map(|m| m.range_cells).max().unwrap_or(0);
        for (cell, cost) in near_cells(reach, here.cell, range) {
            let stand = self.stand(cell);
            most = most.max(self.position(stand) - STIR - cost);
        }
        most
    }

    /// Moves, each with the best attack from there. Long ones that leave no attack are looked at
    /// only when there is no good attack otherwise.
    fn try_moves(
        &mut self,
        attacked: i32,
        modes: &[MoveMode],
        reach: Option<&Reach>,
        best: &mut Best,
    ) {
        let here = self.scene.me.fighter.cell;
        let mut least = 0;
        let mut most_attack = attacked;
        for mode in modes {
            let mut rest = self.scene.budget.clone();
            rest.pay(mode.cost);
            let may = self.may(&self.scene.me.fighter, &rest, false);
            if may.is_empty() && most_attack >= GOOD_ATTACK {
                continue;
            }
            for (cell, cost) in near_cells(reach, here, mode.range_cells) {
                if cost <= least {
                    continue;
                }
                let stand = self.stand(cell);
                let attack = self.attacks(stand, &may).into_iter().map(|a| a.value).max();
                let attack = attack.unwrap_or(0);
                most_attack = most_attack.max(attack);
                let score = attack + self.position(stand) - STIR - cost;
                best.offer(score, || Command::Move {
                    who: self.scene.me.id,
                    path: reach.and_then(|r| r.path(cell)).unwrap_or_default(),
                });
            }
            least = least.max(i32::from(mode.range_cells));
        }
    }

    /// Reloading, drawing, stances: whatever makes another fighter of this one.
    fn try_own(&mut self, own: &[OwnAction], best: &mut Best) {
        let me = &self.scene.me;
        for action in own {
            let kind = self.appraiser.kind(self.rules, &action.after);
            if !kind.able {
                continue;
            }
            let here = self.stand(me.fighter.cell);
            let here = Stand { fighter: &action.after, kind: &kind, ..here };
            let may = self.may(&action.after, &action.rest, here.engaged);
            let attack = self.attacks(here, &may).into_iter().map(|a| a.value).max();
            let score = attack.unwrap_or(0) + self.position(here) - FUSS;
            best.offer(score, || Command::Act {
                who: me.id,
                action: self.rules.actions()[usize::from(action.action.0)].id.clone(),
                choice: action.choice,
            });
        }
    }

    /// Actions on oneself that the budget allows and that change the fighter, tried out on a copy.
    fn own_actions(&self, budget: &Budget) -> Vec<OwnAction> {
        let me = &self.scene.me;
        let mut found = Vec::new();
        for (i, row) in self.rules.actions().iter().enumerate() {
            if row.scope != Scope::Own {
                continue;
            }
            let action = ActionId(i as u16);
            let Ok(cost) = self.rules.allowed(&me.fighter, budget, me.engaged, action) else {
                continue;
            };
            let mut rest = budget.clone();
            rest.pay(cost);
            let mut add = |choice: Option<u8>| -> bool {
                let effects = self.rules.perform(action, &me.fighter, choice).unwrap_or_default();
                let mut after = me.fighter.clone();
                for effect in effects.iter().filter(|e| e.on == me.id) {
                    effect.change.apply_to(&mut after);
                }
                if after != me.fighter {
                    found.push(OwnAction { action, choice, rest: rest.clone(), after });
                }
                effects.iter().any(|e| matches!(e.change, Change::Draw(_)))
            };
            // Bare hands are the weapon of no number; whoever has them in hand tries the first.
            let draws = add(None) || me.fighter.gear.in_hand.is_none() && add(Some(0));
            if draws {
                let from = u8::from(me.fighter.gear.in_hand.is_none());
                for index in from..me.fighter.gear.weapons.len() as u8 {
                    add(Some(index));
                }
            }
        }
        found
    }

    /// All attacks from a place, the best action first for each enemy in turn.
    fn attacks(&mut self, mine: Stand, may: &May) -> Vec<Attack> {
        let mut found = Vec::new();
        if may.is_empty() {
            return found;
        }
        let scene = self.scene;
        for i in 0..self.enemies.len() {
            let foe = &scene.others[self.enemies[i].man];
            let to = standing(foe);
            let exchange = if self.in_reach(mine.cell, to.cell) {
                let crowd = self.crowd(foe, mine.cell);
                self.appraiser.near(self.rules, mine, to, &crowd)
            } else {
                let seen = self.ground.glimpse(mine.cell, to.cell);
                if !seen.in_sight {
                    continue;
                }
                self.appraiser.far(self.rules, mine, to, seen)
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

    /// The crowd around an enemy if the fighter stood on a cell beside it.
    fn crowd(&self, foe: &Man, cell: CellPos) -> Crowd {
        let scene = self.scene;
        let at = foe.fighter.cell;
        let bearing = |from: CellPos| (i32::from(from.x - at.x), i32::from(from.y - at.y));
        let mut assailants: Vec<Assailant> = scene
            .others
            .iter()
            .filter(|m| m.side != foe.side && m.threatens && self.in_reach(m.fighter.cell, at))
            .map(|m| Assailant { id: m.id, bearing: bearing(m.fighter.cell) })
            .collect();
        assailants.push(Assailant { id: scene.me.id, bearing: bearing(cell) });
        assailants.sort_unstable_by_key(|a| a.id);
        Crowd { assailants, attacked_by: foe.attacked_by.clone(), cap: foe.cap }
    }

    /// What a place is worth at the end of the turn: what it promises for the next one, less what
    /// the enemies can do to whoever stands there.
    fn position(&mut self, mine: Stand) -> i32 {
        let mut prospect = 0;
        let mut danger = 0;
        let mut nearest = i32::from(NO_WAY);
        for i in 0..self.enemies.len() {
            let foe = &self.scene.others[self.enemies[i].man];
            let to = standing(foe);
            let walk = self.walk(&self.enemies[i].walks, mine.cell);
            let beside = self.in_reach(mine.cell, to.cell);
            nearest = nearest.min(walk.into());
            prospect = prospect.max(self.prospect(mine, to, walk, beside));
            let threat = self.threat(mine, to, walk, beside);
            danger += threat / (self.enemies[i].watched + 1);
        }
        // A way that leads nowhere near yet: any step towards the enemy is a little better.
        let far = nearest.min(400);
        prospect * PROSPECT_PERCENT / 100 - danger * self.caution_percent / 100 - far
    }

    /// The best attack on an enemy in the next turn, less for each turn it takes to get there.
    fn prospect(&mut self, mine: Stand, to: Stand, walk: u16, beside: bool) -> i32 {
        let mut best = 0;
        if !beside {
            let seen = self.ground.glimpse(mine.cell, to.cell);
            if seen.in_sight {
                best = self.appraiser.far(self.rules, mine, to, seen).best;
            }
        }
        if walk == NO_WAY {
            return best;
        }
        let close = self.alone(mine, to);
        let way = walk.saturating_sub(1);
        let mut turns = 0;
        if way > mine.kind.walk_cells {
            turns = (way - mine.kind.walk_cells).div_ceil(mine.kind.run_cells.max(1));
        }
        let mut value = close * 16;
        for _ in 0..turns.min(TURNS_AHEAD_MAX) {
            value = value * 3 / 5;
        }
        best.max(value / 16)
    }

    /// What an enemy could do in its next turn to whoever stands there.
    fn threat(&mut self, mine: Stand, from: Stand, walk: u16, beside: bool) -> i32 {
        let mut most = 0;
        if beside || walk <= from.kind.walk_cells + 1 {
            most = self.alone(from, mine);
        }
        if !beside {
            let seen = self.ground.glimpse(from.cell, mine.cell);
            if seen.in_sight {
                most = most.max(self.appraiser.far(self.rules, from, mine, seen).best);
            }
        }
        most
    }

    /// The best attack at arm's length with nobody else around.
    fn alone(&mut self, from: Stand, to: Stand) -> i32 {
        let beside = CellPos::new(to.cell.x + 1, to.cell.y);
        let id = from.fighter.id;
        let assailants = vec![Assailant { id, bearing: (1, 0) }];
        let crowd = Crowd { assailants, attacked_by: Vec::new(), cap: 4 };
        self.appraiser.near(self.rules, Stand { cell: beside, ..from }, to, &crowd).best
    }

    /// A closed door beside the fighter that shortens the way to the nearest enemy.
    fn door_to_open(&self) -> Option<u16> {
        let cell = self.scene.me.fighter.cell;
        let enemy = self.enemies.iter().min_by_key(|e| self.walk(&e.walks, cell))?;
        let doors = self.closed_doors_beside(cell);
        if doors.is_empty() {
            return None;
        }
        let goal = self.scene.others[enemy.man].fighter.cell;
        let now = self.ground.way(cell, goal).unwrap_or(u32::MAX);
        let shorter =
            |door: &ObjectId| self.ground.way_through(*door, cell, goal).is_some_and(|w| w < now);
        doors.into_iter().find(shorter).map(|door| door.0)
    }

    fn closed_doors_beside(&self, cell: CellPos) -> Vec<ObjectId> {
        use crate::rules::grid::DoorState::Closed;
        let board = self.ground.board();
        let ids = (0..board.objects().len()).map(|i| ObjectId(i as u16));
        let closed = ids.filter(|id| board.door(*id) == Some(Closed));
        closed.filter(|id| board.object(*id).is_some_and(|o| o.touches(cell))).collect()
    }
}

/// Attacks that are allowed, and with what.
struct May {
    bits: u64,
    budget: Budget,
}

impl May {
    fn is_empty(&self) -> bool {
        self.bits == 0
    }
}

/// An action on oneself and what it makes of the fighter.
struct OwnAction {
    action: ActionId,
    choice: Option<u8>,
    rest: Budget,
    after: Fighter,
}

impl Best {
    fn offer(&mut self, score: i32, command: impl FnOnce() -> Command) {
        if score > self.score {
            self.score = score;
            self.command = command();
        }
    }
}

fn standing(man: &Man) -> Stand<'_> {
    let Man { fighter, kind, engaged, .. } = man;
    Stand { fighter, kind, cell: fighter.cell, engaged: *engaged }
}

/// Cells within a range of walking, row by row, without the start.
fn near_cells(reach: Option<&Reach>, from: CellPos, range: u16) -> Vec<(CellPos, i32)> {
    let Some(reach) = reach else { return Vec::new() };
    let range = range as i16;
    let mut found = Vec::new();
    for y in from.y.saturating_sub(range)..=from.y.saturating_add(range) {
        for x in from.x.saturating_sub(range)..=from.x.saturating_add(range) {
            let cell = CellPos::new(x, y);
            if let Some(cost) = reach.cost(cell)
                && cell != from
                && cost <= range as u32
            {
                found.push((cell, cost as i32));
            }
        }
    }
    found
}
