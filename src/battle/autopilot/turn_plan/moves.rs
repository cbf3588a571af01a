//! Walking: where to, what can be attacked from there and where to walk on.

use super::{Best, Choice, GOOD_ATTACK, May, Place, Shape, TurnPlan, taken};
use crate::battle::autopilot::worth::Kind;
use crate::rules::facts::{Budget, Cost, Fighter};
use crate::rules::grid::{CellPos, StepRules};
use crate::rules::ruleset::MoveMode;
use std::sync::Arc;

/// What moving at all must gain; each cell must gain one more.
const STIR: i32 = 6;
/// So many places to attack from are looked at for a place to walk on to.
const STOPS_MAX: usize = 3;

/// A place to attack from with steps left to walk on.
struct Stop {
    cell: CellPos,
    /// What walking there and attacking is worth.
    gain: i32,
    /// What can be walked from there after the attack.
    onward: Arc<[MoveMode]>,
}

impl TurnPlan<'_> {
    /// The best that can follow an attack: staying, another attack, a better place.
    pub(super) fn follow(
        &mut self,
        now: &mut Shape,
        here: Place,
        here_worth: i32,
        rest: &Budget,
    ) -> i32 {
        let may = self.may(now.fighter, now.kind, rest, here.engaged);
        let mut most = here_worth + self.best_attack(now, here, &may);
        let modes = self.repertoire.moves(self.rules, now.fighter, now.kind, rest);
        let range = modes.iter().map(|m| m.range_cells).max().unwrap_or(0);
        self.look_around(range);
        for i in 0..self.notes.stroll.cells.len() {
            let (_, cells) = self.notes.stroll.cells[i];
            if cells > range {
                break;
            }
            let place = self.site(now, i).place;
            let price = STIR + i32::from(cells) + place.price;
            most = most.max(self.site_worth(now, i, most + price) - price);
        }
        most
    }

    /// Finds the cells that can be walked to, near ones first.
    fn look_around(&mut self, range: u16) {
        if range > self.notes.stroll.range {
            let me = &self.scene.me;
            let (board, steps, cell) = (self.ground.board(), self.steps, me.fighter.cell);
            let taken = taken(self.scene, board).into_iter();
            self.notes.stroll.look_around(board, steps, cell, range, taken);
        }
    }

    /// Moves, each with the best attack from there. Long ones that leave no attack are looked at
    /// only when there is no good attack otherwise.
    pub(super) fn try_moves(
        &mut self,
        now: &mut Shape,
        attacked: i32,
        here_worth: i32,
        modes: &[MoveMode],
        best: &mut Best,
    ) {
        let mut least = 0;
        let mut most_attack = attacked;
        for mode in modes {
            let mut rest = self.scene.budget.clone();
            rest.pay(mode.cost);
            let walked = self.walked(mode);
            let mut after = walked.as_ref().map(|(fighter, kind)| self.in_shape(fighter, kind));
            let may = match &after {
                Some(after) => self.may(after.fighter, after.kind, &rest, false),
                None => self.may(now.fighter, now.kind, &rest, false),
            };
            if may.is_empty() && most_attack >= GOOD_ATTACK {
                continue;
            }
            self.look_around(mode.range_cells);
            let mut stops: Vec<(i32, Place)> = Vec::new();
            for i in 0..self.notes.stroll.cells.len() {
                let (cell, cells) = self.notes.stroll.cells[i];
                if cells <= least {
                    continue;
                }
                if cells > mode.range_cells {
                    break;
                }
                let place = self.site(now, i).place;
                let attack = match &mut after {
                    Some(after) => self.best_attack(after, place, &may),
                    None => self.best_attack(now, place, &may),
                };
                most_attack = most_attack.max(attack);
                let gain = attack - STIR - i32::from(cells) - place.price;
                let score = gain + self.site_worth(now, i, best.score - gain);
                best.offer(score, Choice::Walk(cell));
                if attack > 0 && mode.per_half_cell != Cost::default() {
                    stops.push((gain, place));
                }
            }
            least = least.max(mode.range_cells);
            stops.sort_by_key(|(gain, _)| std::cmp::Reverse(*gain));
            for (gain, place) in stops.into_iter().take(STOPS_MAX) {
                let stop = match &after {
                    Some(after) => self.stop(after, gain, place, &may, mode),
                    None => self.stop(now, gain, place, &may, mode),
                };
                if let Some(stop) = stop {
                    self.try_onward(now, here_worth, &stop, best);
                }
            }
        }
    }

    /// The fighter as a movement leaves it, if not as it was: one who runs aims worse.
    fn walked(&mut self, mode: &MoveMode) -> Option<(Fighter, Arc<Kind>)> {
        let me = &self.scene.me.fighter;
        let effects = self.rules.walks(me, mode.action, 2 * mode.range_cells);
        let mut after = me.clone();
        for effect in effects.iter().filter(|e| e.on == me.id) {
            effect.change.apply_to(&mut after);
        }
        if after == *me {
            return None;
        }
        let kind = self.appraiser.kind(self.rules, &after);
        Some((after, kind))
    }

    /// A place to attack from and to walk on, if after walking there and the best attack there are
    /// steps left.
    fn stop(
        &mut self,
        after: &Shape,
        gain: i32,
        place: Place,
        may: &May,
        mode: &MoveMode,
    ) -> Option<Stop> {
        let mut budget = self.scene.budget.clone();
        budget.pay(mode.price(self.notes.stroll.half_cells(self.ground.board(), place.cell)));
        let may = May { budget, ..*may };
        let attacks = self.attacks(after, place, &may);
        // The first of equals, as everywhere.
        let attack = attacks.into_iter().rev().max_by_key(|attack| attack.value)?;
        let onward = self.repertoire.moves(self.rules, after.fighter, after.kind, &attack.rest);
        (!onward.is_empty()).then_some(Stop { cell: place.cell, gain, onward })
    }

    /// Walking on after an attack that was walked to: out of cover, and behind it again.
    fn try_onward(&mut self, now: &mut Shape, here_worth: i32, stop: &Stop, best: &mut Best) {
        let range = stop.onward.iter().map(|mode| mode.range_cells).max().unwrap_or(0);
        let diagonals_before = stop.onward.first().map_or(0, |mode| mode.diagonals_before);
        let steps = StepRules { diagonals_before, ..self.steps };
        let board = self.ground.board();
        let taken = taken(self.scene, board).into_iter();
        self.notes.onward.look_around(board, steps, stop.cell, range, taken);
        let place_of = self.notes.stroll.places();
        for i in 0..self.notes.onward.cells.len() {
            let (cell, cells) = self.notes.onward.cells[i];
            let gain = stop.gain - STIR - i32::from(cells);
            let worth = if cell == self.scene.me.fighter.cell {
                here_worth
            } else {
                let Some(site) = place_of(cell) else { continue };
                self.site(now, site);
                self.site_worth(now, site, best.score - gain)
            };
            best.offer(gain + worth, Choice::Walk(stop.cell));
        }
    }
}
