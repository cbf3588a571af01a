//! The only writer: applies effects to components and lines to the report.

use super::combatant::Presence;
use super::combatant::{
    Armor, Cell, Census, Combatant, Conditions, Deeds, Deferred, Health, Initiative, Melee, Stats,
    Weapon,
};
use super::event::{BattleEvent, Explained, LogLine, Report, Tone};
use super::state::{Dropped, Stage};
use super::turn::{Flow, Turn};
use super::{BattleMap, DiceState, Rules, Supplied};
use crate::rules::GM;
use crate::rules::dice::{Dice, Given};
use crate::rules::effect::{Change, Effect};
use crate::rules::facts::{CombatantId, Condition, ItemId, Until};
use crate::rules::grid::CellPos;
use crate::rules::key::RuleId;
use crate::rules::message::Message;
use bevy::ecs::system::SystemParam;
use bevy::prelude::{Query, Res, ResMut};

pub(super) type Parts = (
    &'static mut Combatant,
    &'static mut Cell,
    &'static mut Health,
    &'static mut Initiative,
    &'static mut Armor,
    &'static mut Weapon,
    &'static mut Conditions,
    &'static mut Stats,
    &'static mut Melee,
    &'static mut Deeds,
    &'static mut Deferred,
);

/// Writes the fight.
#[derive(SystemParam)]
pub(super) struct Ledger<'w, 's> {
    pub rules: Res<'w, Rules>,
    pub turn: ResMut<'w, Turn>,
    pub census: Res<'w, Census>,
    pub map: ResMut<'w, BattleMap>,
    pub dropped: ResMut<'w, Dropped>,
    pub report: ResMut<'w, Report>,
    pub dice: ResMut<'w, DiceState>,
    pub supplied: ResMut<'w, Supplied>,
    pub fighters: Query<'w, 's, Parts>,
}

impl Ledger<'_, '_> {
    /// A line about fighters.
    pub fn tell(&mut self, tone: Tone, rule: RuleId, message: Message, about: &[CombatantId]) {
        self.explain(tone, rule, message, about, Vec::new());
    }

    /// A line with checks and dice to unfold.
    pub fn explain(
        &mut self,
        tone: Tone,
        rule: RuleId,
        message: Message,
        about: &[CombatantId],
        explained: Vec<Explained>,
    ) {
        if self.report.mute {
            return;
        }
        self.report.lines.push(LogLine {
            round: self.turn.round,
            turn: self.turn.current,
            tone,
            rule,
            message,
            about: about.to_vec(),
            explained,
        });
    }

    /// Applies effects in order, each with its line.
    pub fn apply_all(&mut self, effects: &[Effect], tone: Tone) {
        for effect in effects {
            self.apply(effect);
            if let Some(say) = &effect.say {
                self.tell(tone, effect.rule, say.clone(), &[effect.on]);
            }
        }
    }

    /// A mark that a whole side shares is made on all whose sheets have a part in it.
    fn share(&mut self, effect: &Effect, column: u8, n: i8) {
        let rules = self.rules.0.clone();
        let parts = self.census.0.get(&effect.on).and_then(|e| self.fighters.get(*e).ok());
        let Some((side, mine)) = parts.map(|parts| (parts.0.side, parts.7.0.clone())) else {
            return;
        };
        if !rules.shares_mark(&mine, column) {
            return;
        }
        for (combatant, _, mut health, _, _, _, _, stats, ..) in &mut self.fighters {
            let other = combatant.side == side && combatant.id != effect.on;
            if other && rules.shares_mark(&stats.0, column) {
                let mark = &mut health.0.marks[usize::from(column)];
                *mark = mark.saturating_add_signed(n);
            }
        }
    }

    /// Applies one effect.
    pub fn apply(&mut self, effect: &Effect) {
        if let Change::Mark(column, n) = effect.change {
            self.share(effect, column, n);
        }
        let Some(entity) = self.census.0.get(&effect.on) else { return };
        let Ok(parts) = self.fighters.get_mut(*entity) else { return };
        let (_, mut cell, mut health, mut initiative, _, mut weapon, mut conditions, ..) = parts;
        match &effect.change {
            Change::Points(n) => health.0.points = health.0.points.saturating_add(*n),
            Change::Mark(column, n) => {
                let mark = &mut health.0.marks[usize::from(*column)];
                *mark = mark.saturating_add_signed(*n);
            }
            Change::Begin(_) | Change::End(_) | Change::EndBy(..) => {
                effect.change.apply_to_conditions(&mut conditions.0);
            }
            Change::Spend(rounds) => {
                if let Some(held) = held(&mut weapon) {
                    held.loaded = held.loaded.saturating_sub(*rounds);
                }
            }
            Change::SpendOf(index, rounds) => {
                if let Some(carried) = weapon.carried.get_mut(usize::from(*index)) {
                    carried.loaded = carried.loaded.saturating_sub(*rounds);
                }
            }
            Change::Load(rounds) => {
                if let Some(held) = held(&mut weapon) {
                    let moved = (*rounds).min(held.spare);
                    held.loaded += moved;
                    held.spare -= moved;
                }
            }
            Change::WipeOff => {
                if let Some(held) = held(&mut weapon) {
                    held.coat = 0;
                }
            }
            Change::Lose(cost) => {
                if self.turn.current == Some(effect.on) {
                    self.turn.budget.pay(*cost);
                }
            }
            Change::Gain(cost) => {
                if self.turn.current == Some(effect.on) {
                    for (left, more) in self.turn.budget.left.iter_mut().zip(cost.0) {
                        *left = left.saturating_add(more);
                    }
                }
            }
            Change::Drop(item, on) => {
                if let Some(at) = weapon.carried.iter().position(|c| c.item == *item) {
                    let thing = weapon.carried.remove(at);
                    weapon.in_hand = None;
                    self.dropped.0.push((thing, *on));
                }
            }
            Change::Take(choice) => {
                let lies = within_reach(&self.dropped, &self.map, cell.0);
                let wanted = lies.get(usize::from(choice.unwrap_or(0)));
                if let Some(at) = wanted {
                    let (thing, _) = self.dropped.0.remove(*at);
                    weapon.carried.push(thing);
                    weapon.in_hand = Some((weapon.carried.len() - 1) as u8);
                }
            }
            Change::Place(to) => cell.0 = *to,
            Change::Draw(choice) => weapon.in_hand = *choice,
            Change::Leave => initiative.presence = Presence::Left,
            Change::Seize(item, from) => self.seize(effect.on, *item, *from),
            Change::Burst(cell, reach_cells) => {
                let (cell, reach_cells) = (*cell, *reach_cells);
                self.report.events.push(BattleEvent::Burst { cell, reach_cells });
            }
            Change::Tell => {}
        }
    }

    /// A weapon goes from one fighter's hands into another's, which are free or made free.
    fn seize(&mut self, who: CombatantId, item: ItemId, from: CombatantId) {
        let (Some(mine), Some(its)) = (self.census.0.get(&who), self.census.0.get(&from)) else {
            return;
        };
        let Ok([mut mine, mut its]) = self.fighters.get_many_mut([*mine, *its]) else { return };
        let Some(at) = its.5.carried.iter().position(|carried| carried.item == item) else {
            return;
        };
        let thing = its.5.carried.remove(at);
        its.5.in_hand = None;
        mine.5.carried.push(thing);
        mine.5.in_hand = Some((mine.5.carried.len() - 1) as u8);
    }

    /// Applies what an attacker does, in order. What is done to those who act at the same time
    /// waits until all of them have acted, but for the running number of health (EP-INI-02).
    pub fn apply_deed(&mut self, by: CombatantId, effects: &[Effect], tone: Tone) {
        for effect in effects {
            if self.waits(by, effect) {
                let entity = self.census.0[&effect.on];
                if let Ok((.., mut deferred)) = self.fighters.get_mut(entity) {
                    deferred.0.push((effect.rule, effect.change.clone()));
                }
            } else {
                self.apply(effect);
            }
            if let Some(say) = &effect.say {
                let tone = if effect.aside { Tone::Detail } else { tone };
                self.tell(tone, effect.rule, say.clone(), &[effect.on]);
            }
        }
    }

    /// Whether a change by one fighter to another waits for the end of what happens at one time.
    fn waits(&self, by: CombatantId, effect: &Effect) -> bool {
        let at_once = matches!(
            effect.change,
            Change::Points(_) | Change::Tell | Change::Burst(..) | Change::Place(_)
        );
        if at_once || effect.on == by || !self.rules.0.info().simultaneous {
            return false;
        }
        let row = self.turn.rows.iter().find(|row| row.cards.contains(&by));
        let Some(row) = row.filter(|row| row.cards.contains(&effect.on)) else { return false };
        let of = |id: &CombatantId| {
            let entity = self.census.0.get(id);
            entity.and_then(|entity| self.fighters.get(*entity).ok())
        };
        // Points of a pool are what a fighter pays itself: it has not got them a second time.
        let pays = |column| {
            of(&effect.on).is_some_and(|parts| self.rules.0.mark_most(&parts.7.0, column).is_some())
        };
        if matches!(effect.change, Change::Mark(column, _) if pays(column)) {
            return false;
        }
        // Until the whole group is done.
        let to_act = |id: &&CombatantId| **id != by && of(id).is_some_and(|parts| !parts.3.acted);
        row.cards.iter().any(|id| to_act(&id))
    }

    /// What waited takes effect for all who are not in the row of the one who acts next.
    pub fn settle_deferred(&mut self, next: Option<CombatantId>) {
        let row = self.turn.rows.iter().find(|row| next.is_some_and(|n| row.cards.contains(&n)));
        let together = row.map(|row| row.cards.clone()).unwrap_or_default();
        let ids: Vec<CombatantId> = self.census.0.keys().copied().collect();
        for id in ids.into_iter().filter(|id| !together.contains(id)) {
            let entity = self.census.0[&id];
            let Ok((.., mut deferred)) = self.fighters.get_mut(entity) else { continue };
            if deferred.0.is_empty() {
                continue;
            }
            for (rule, change) in std::mem::take(&mut deferred.0) {
                let change = self.longer(id, change);
                self.apply(&Effect::new(rule, id, change));
            }
        }
    }

    /// Of what waited and what is there already the longer one stays (EP-CND-00).
    fn longer(&self, id: CombatantId, change: Change) -> Change {
        let Change::Begin(condition) = change else { return change };
        let parts = self.census.0.get(&id).and_then(|entity| self.fighters.get(*entity).ok());
        let alike = |c: &&Condition| (c.id, c.by) == (condition.id, condition.by);
        let there = parts.and_then(|parts| parts.6.0.iter().find(alike).copied());
        match (there.map(|c| c.until), condition.until) {
            (Some(Until::Turns(there)), Until::Turns(turns)) => {
                Change::Begin(Condition { until: Until::Turns(there.max(turns)), ..condition })
            }
            _ => change,
        }
    }

    /// A fighter took a combat action in this round (BW-ENT-03).
    pub fn fought(&mut self, who: CombatantId) {
        let Some(entity) = self.census.0.get(&who).copied() else { return };
        if let Ok((.., mut deeds, _)) = self.fighters.get_mut(entity) {
            deeds.watch.fought = true;
        }
    }

    /// A fighter leaves the fight: no card, no turn; the token stays where it is.
    pub fn leave(&mut self, who: CombatantId) {
        let was_acting = self.turn.current == Some(who);
        let Some(entity) = self.census.0.get(&who).copied() else { return };
        if let Ok((_, _, _, mut initiative, ..)) = self.fighters.get_mut(entity) {
            initiative.presence = Presence::Left;
        }
        self.turn.take_out(who);
        if was_acting && self.turn.stage == Stage::Fighting {
            self.turn.flow = Flow::Starting;
        }
        self.tell(Tone::Master, GM, Message::new("log-leaves").who("who", who), &[who]);
    }

    /// Runs something that rolls: from the dice given for this command, or from the generator.
    /// The rolls go into the report, the generator and what is left of given dice are put back.
    pub fn with_dice<T>(&mut self, body: impl FnOnce(&mut Dice) -> T) -> T {
        let mut dice = match self.supplied.dice.take() {
            Some(given) => Dice::given(given),
            None => Dice::seeded(self.dice.0.clone()),
        }
        .with_answers(&self.supplied.answers);
        if self.supplied.ask {
            dice = dice.asking();
        }
        let result = body(&mut dice);
        let used = dice.put_back();
        if let Some(rng) = used.rng {
            self.dice.0 = rng;
        }
        self.supplied.dice = used.given;
        let answered = used.asked.min(self.supplied.answers.len());
        self.supplied.answers.drain(..answered);
        // What follows an open question is still to be decided, and so are its dice.
        if self.report.question.is_none() {
            self.report.rolls.extend(used.rolled);
            self.report.purposes.extend(used.purposes);
            self.report.explained.extend(used.explained);
        }
        // A question that follows from dice that do not fit is no question.
        let failed = self.supplied.dice.as_ref().is_some_and(Given::failed);
        if let Some(question) = used.open.filter(|_| !failed) {
            self.report.question.get_or_insert(question);
        }
        result
    }
}

/// What lies on a cell or within arm's length of it, as places in the list of dropped things.
pub(super) fn within_reach(dropped: &Dropped, map: &BattleMap, cell: CellPos) -> Vec<usize> {
    let reaches = |at: CellPos| {
        at == cell
            || (at.x - cell.x).abs() <= 1
                && (at.y - cell.y).abs() <= 1
                && map.board.step_open(at, cell)
    };
    (0..dropped.0.len()).filter(|i| reaches(dropped.0[*i].1)).collect()
}

fn held(weapon: &mut Weapon) -> Option<&mut crate::rules::facts::Carried> {
    let index = usize::from(weapon.in_hand?);
    weapon.carried.get_mut(index)
}
