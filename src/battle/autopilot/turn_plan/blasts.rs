//! What goes off in a cell: where to throw it, and whom it would reach.

use super::{Bearing, Best, Choice, Man, May, Place, Shape, Throw, TurnPlan};
use crate::battle::autopilot::worth::{attack_actions, bit};
use crate::rules::facts::{
    ActionId, Aim, AttackFacts, CombatantId, Cost, Fighter, Ground as Board, Options, Sightline,
    TargetFacts,
};
use crate::rules::grid::{self, CellPos, FieldCell, Footprint};
use crate::rules::ruleset::Area;

/// So many cells are looked at for something that goes off there.
const AIMS_MAX: usize = 4;
/// What a friend in the blast takes away from a cell, where an enemy adds two.
const FRIEND_IN_BLAST: i32 = 3;

/// A blast that is weighed.
#[derive(Copy, Clone)]
struct Blast {
    aim: CellPos,
    /// How far it may reach from there, in cells.
    reach: i16,
    /// It may go off elsewhere.
    scatters: bool,
    /// Whom it is meant for.
    target: CombatantId,
}

impl TurnPlan<'_> {
    /// The best of what can be thrown from where the fighter stands, with the best that can follow.
    /// Gives its worth alone.
    pub(super) fn try_throw(
        &mut self,
        now: &mut Shape,
        here: Place,
        here_worth: i32,
        may: &May,
        best: &mut Best,
    ) -> i32 {
        let Some((value, cost, throw)) = self.best_throw(now.fighter, here, may) else { return 0 };
        let mut rest = may.budget.clone();
        rest.pay(cost);
        let follow = self.follow(now, here, here_worth, &rest);
        best.offer(value + follow, Choice::Throw(throw));
        value
    }

    /// What is best thrown from a place, and what it costs; none if nothing does more good than harm.
    pub(super) fn best_throw(
        &mut self,
        fighter: &Fighter,
        place: Place,
        may: &May,
    ) -> Option<(i32, Cost, Throw)> {
        let mut best: Option<(i32, Cost, Throw)> = None;
        if may.blasts == 0 {
            return best;
        }
        let rules = self.rules;
        for action in attack_actions(rules).filter(|a| may.blasts & bit(*a) != 0) {
            let Area::Disc { radius_cells, scatter_cells, .. } = rules.area(fighter, action) else {
                continue;
            };
            for (aim, target) in self.aims(place, radius_cells.into()) {
                let reach = i16::from(radius_cells) + i16::from(scatter_cells);
                let blast = Blast { aim, reach, scatters: scatter_cells > 0, target };
                let facts = self.blast_facts(fighter, place, action, blast);
                let Ok(plan) = rules.plan(&facts) else { continue };
                if may.budget.covers(plan.cost).is_err() {
                    continue;
                }
                let value = self.appraiser.blast(rules, &facts, self.ground.doors());
                if value > best.map_or(0, |(most, ..)| most) {
                    best = Some((value, plan.cost, Throw { action, target, aim }));
                }
            }
        }
        best
    }

    /// Cells at which something is worth throwing from a place, the most promising first, with an
    /// enemy whom it reaches there: those of enemies in sight, and those between two of them.
    fn aims(&self, place: Place, radius: i16) -> Vec<(CellPos, CombatantId)> {
        let scene = self.scene;
        let board = self.ground.board();
        let seen = self.enemies.iter().enumerate().filter(|(i, _)| {
            let Bearing { beside, footings, .. } = self.notes.bearings[place.bearings + i];
            beside || footings.is_some()
        });
        let seen: Vec<&Man> = seen.map(|(_, enemy)| scene.others[enemy.man]).collect();
        let mut cells: Vec<CellPos> = seen.iter().map(|foe| foe.fighter.cell).collect();
        for (i, one) in seen.iter().enumerate() {
            for other in &seen[i + 1..] {
                let (a, b) = (one.fighter.cell, other.fighter.cell);
                let between = CellPos::new(i16::midpoint(a.x, b.x), i16::midpoint(a.y, b.y));
                let near = (a.x - b.x).abs().max((a.y - b.y).abs()) <= 2 * radius;
                if near && !cells.contains(&between) && board.in_sight(place.cell, between) {
                    cells.push(between);
                }
            }
        }
        let mut found: Vec<(i32, CellPos, CombatantId)> = Vec::new();
        for cell in cells {
            let reached = |body: Footprint| within(cell, body, radius) && sees(board, cell, body);
            let others = scene.others.iter().filter(|man| reached(man.body()));
            let (friends, foes): (Vec<&Man>, Vec<&Man>) =
                others.partition(|man| man.side == scene.me.side);
            let Some(foe) = foes.first() else { continue };
            let friends = friends.len() + usize::from(reached(scene.me.body().at(place.cell)));
            let good = 2 * foes.len() as i32 - FRIEND_IN_BLAST * friends as i32;
            if good > 0 {
                found.push((good, cell, foe.id));
            }
        }
        found.sort_by_key(|(good, ..)| std::cmp::Reverse(*good));
        found.truncate(AIMS_MAX);
        found.into_iter().map(|(_, cell, foe)| (cell, foe)).collect()
    }

    /// The facts of something that goes off in a cell, thrown from a place, as
    /// [`FactsReader::attack_facts`](crate::battle::facts_reader::FactsReader::attack_facts) has them:
    /// everybody whom it may reach, friend and foe and the fighter itself. Those who cannot act any
    /// more are left out: nobody minds them here.
    fn blast_facts(
        &self,
        fighter: &Fighter,
        place: Place,
        action: ActionId,
        blast: Blast,
    ) -> AttackFacts {
        let (scene, board) = (self.scene, self.ground.board());
        let Blast { aim, reach, scatters, target } = blast;
        let attacker = Fighter { cell: place.cell, ..fighter.clone() };
        let own = scene.me.body().at(place.cell);
        let others = scene.others.iter();
        let others = others.map(|man| (&man.fighter, man.body(), man.engaged, &man.attacked_by));
        let me = (&attacker, own, place.engaged, &scene.me.attacked_by);
        let mut reached: Vec<_> = others
            .chain([me])
            .filter(|(_, body, ..)| {
                within(aim, *body, reach) && (scatters || sees(board, aim, *body))
            })
            .collect();
        reached.sort_by_key(|(it, ..)| {
            let (x, y) = place.cell.vector_to(it.cell);
            (it.id != target, x * x + y * y, it.id)
        });
        let corners = self.rules.info().cover_by_corners;
        let facts = |(it, body, engaged, attacked_by): (&Fighter, Footprint, bool, &Vec<_>)| {
            let near = body.nearest_to(aim);
            let FieldCell { in_sight, hidden } = board.glance(aim, near);
            let several = body.side_cells > 1;
            let hidden_corners =
                corners.then(|| board.hidden_corners(Footprint::of_one(aim), body));
            TargetFacts {
                fighter: it.clone(),
                offset: own.offset_to(body),
                in_reach: false,
                sightline: Sightline {
                    in_sight: (in_sight || several && sees(board, aim, body))
                        && hidden_corners != Some(4),
                    hidden_64: hidden,
                    hidden_corners,
                    veil: self.ground.veil(aim, near),
                    ..Sightline::default()
                },
                assailants: Vec::new(),
                attacked_by: attacked_by.clone(),
                attacker_cap: 4,
                engaged,
                waits: false,
                open_around: u8::MAX,
                room_around: u8::MAX,
                danger_around: 0,
            }
        };
        let targets = reached.into_iter().map(facts).collect();
        AttackFacts {
            action,
            engaged: place.engaged,
            targets,
            aim: Some(Aim {
                cell: aim,
                in_sight: sees(board, aim, own),
                veil: self.ground.veil(own.nearest_to(aim), aim),
            }),
            ground: Some(Board(board.clone())),
            options: Options::default(),
            policy: self.appraiser.policy(),
            attacker,
        }
    }
}

/// Whether some cell of a body is so near to a cell, diagonals as one.
fn within(cell: CellPos, body: Footprint, reach: i16) -> bool {
    let (dx, dy) = body.nearest_to(cell).offset_to(cell);
    dx.abs().max(dy.abs()) <= i32::from(reach)
}

/// Whether a line of sight leads from a cell to some cell of a body.
fn sees(board: &grid::Board, from: CellPos, body: Footprint) -> bool {
    body.cells().any(|to| from == to || board.glance(from, to).in_sight)
}
