//! Who acts when (section 15.2): scores, ties at one time, the order of each round, stepping in.

use crate::rules::GM;
use crate::rules::check::{Check, Op, Round};
use crate::rules::dice::{Dice, Die, Pool, Sum};
use crate::rules::effect::{Change, Effect};
use crate::rules::facts::{
    CombatantId, Condition, Fighter, InitiativeFacts, Row, TurnFacts, Until,
};
use crate::rules::message::Message;
use crate::rules::ruleset::{Entrance, Refusal, TurnStart};

use super::Eclipse;
use super::body::{self, wounds_felt};
use super::harm::begin;
use super::ids::*;
use super::sheet::*;

/// What wounds and conditions take off the score now (EP-INI-01, EP-CND-09).
fn penalty(rules: &Eclipse, who: &Fighter) -> i32 {
    wounds_felt(&rules.settings, who) + if who.has(DEAFENED) { 3 } else { 0 }
}

/// Initiative: a fifth of INT and REF together, and what the stat block adds (EP-INI-01).
fn number(check: &mut Check, who: &Fighter) {
    for aptitude in [Aptitude::Int, Aptitude::Ref] {
        let label = Message::new("ep-aptitude").word("aptitude", aptitude.word());
        check.add(EP_INI_01, label, aptitude.value(who));
    }
    check.push(EP_INI_01, Message::new("ep-a-fifth"), Op::Divide(5));
    let bonus = who.sheet.get(INITIATIVE_BONUS);
    if bonus != 0 {
        check.add(EP_INI_01, Message::new("ep-initiative-bonus"), bonus);
    }
}

/// A fighter's place in the order: its score, and a place that was won directly before others of the
/// same score.
#[derive(Clone, Copy)]
struct Place {
    id: CombatantId,
    score: i16,
    /// Row of the round before.
    before: usize,
    /// Directly before whom the place was won (EP-INI-04).
    won: Option<CombatantId>,
}

/// Places as rows: equal scores act at the same time, unless a place was won between them
/// (EP-INI-02, EP-INI-04).
fn rows(mut places: Vec<Place>) -> Vec<Row> {
    places.sort_by_key(|p| (std::cmp::Reverse(p.score), p.before));
    places.chunk_by(|a, b| a.score == b.score).flat_map(equals).collect()
}

/// The rows of those who have the same score: all at the same time, but for those who won a place
/// directly before another of them.
fn equals(places: &[Place]) -> Vec<Row> {
    let among = |id: CombatantId| places.iter().any(|place| place.id == id);
    let (mut won, tied): (Vec<&Place>, Vec<&Place>) =
        places.iter().partition(|place| place.won.is_some_and(among));
    let level = places.first().map_or(0, |place| place.score);
    let cards: Vec<CombatantId> = tied.iter().map(|place| place.id).collect();
    let mut rows = vec![Row { level, cards }];
    rows.retain(|row| !row.cards.is_empty());
    while !won.is_empty() {
        let at = |place: &&Place| {
            rows.iter().position(|row| row.cards.iter().any(|card| Some(*card) == place.won))
        };
        // Where each of two was before the other once, the last one's place counts.
        let next = won.iter().position(|place| at(place).is_some()).unwrap_or(won.len() - 1);
        let place = won.remove(next);
        let at = at(&place).unwrap_or(0);
        rows.insert(at, Row { level, cards: vec![place.id] });
    }
    rows
}

impl Eclipse {
    fn entrance(&self, facts: &InitiativeFacts, dice: &mut Dice) -> Entrance {
        let who = &facts.fighter;
        let mut check = Check::new("level");
        number(&mut check, who);
        let mut rolled = None;
        if let Some(level) = facts.fixed {
            check.push(GM, Message::new("ep-level-fixed"), Op::Set(level.into()));
        } else {
            let mut die = Check::new("initiative");
            die.add(EP_INI_01, Message::new("ep-initiative-die"), 1);
            let before = dice.rolled().len();
            let face = dice.roll(EP_INI_01, &Pool::of(Die::plain(6), &die).of_whom(who.id), &Sum);
            rolled = dice.rolled().get(before).cloned();
            check.add(EP_INI_01, Message::new("ep-initiative-die"), face);
            let less = penalty(self, who);
            if less != 0 {
                check.add(EP_WND_02, Message::new("ep-initiative-less"), -less);
            }
        }
        if facts.modifier > 0 {
            let more = i32::from(facts.modifier);
            check.add(GM, Message::new("ep-by-word"), more);
        }
        let level = check.value() as i16;
        // The score without wounds is kept from the start, so that wounds lower it from the next
        // round on and healing gives it back (EP-INI-03).
        let mut effects = Vec::new();
        if self.settings.initiative_roll != 1 {
            effects
                .extend(who.has(SCORE).then(|| Effect::new(EP_INI_01, who.id, Change::End(SCORE))));
            let bare = level.saturating_add(penalty(self, who) as i16);
            let kept = Condition::new(SCORE, Until::Ended).of(bare);
            effects.push(begin(EP_INI_01, who.id, kept));
        }
        Entrance { id: who.id, level, check, rolled, effects }
    }

    /// The order at the start of a fight: highest first, ties at the same time.
    pub(super) fn order(
        &self,
        all: &[InitiativeFacts],
        dice: &mut Dice,
    ) -> (Vec<Row>, Vec<Entrance>) {
        let alive = all.iter().filter(|facts| !facts.fighter.has(DEAD));
        let entrances: Vec<Entrance> = alive.map(|facts| self.entrance(facts, dice)).collect();
        let place = |e: &Entrance| Place { id: e.id, score: e.level, before: 0, won: None };
        (rows(entrances.iter().map(place).collect()), entrances)
    }

    /// Newcomers among those already there.
    pub(super) fn joined(
        &self,
        order: &[Row],
        newcomers: &[InitiativeFacts],
        dice: &mut Dice,
    ) -> (Vec<Row>, Vec<Entrance>) {
        let (fresh, entrances) = self.order(newcomers, dice);
        let mut rows = order.to_vec();
        for row in fresh {
            let same = rows.iter().rposition(|r| r.level == row.level);
            match same {
                Some(at) => rows[at].cards.extend(row.cards),
                None => {
                    // Those who paid to go first stand before higher levels.
                    let after = rows.iter().rposition(|r| r.level > row.level);
                    rows.insert(after.map_or(0, |at| at + 1), row);
                }
            }
        }
        (rows, entrances)
    }

    /// The order as a round begins (EP-INI-03, EP-POOL-06): wounds of the round before lower the
    /// score, places won stay.
    pub(super) fn round_starts(
        &self,
        order: &[Row],
        all: &[InitiativeFacts],
        dice: &mut Dice,
    ) -> (Vec<Row>, Vec<Effect>) {
        let mut effects = Vec::new();
        let mut places = Vec::new();
        let each = self.settings.initiative_roll == 1;
        for facts in all.iter().filter(|facts| !facts.fighter.has(DEAD)) {
            let who = &facts.fighter;
            let Some(at) = order.iter().position(|row| row.cards.contains(&who.id)) else {
                continue;
            };
            // The score without wounds is kept, so that healing gives back what they took.
            let kept = who.conditions.iter().find(|c| c.id == SCORE);
            let (known, won) = (kept.map(|c| c.amount), kept.and_then(|c| c.by));
            // A place that was won outlasts a level that the game master fixed before.
            let fixed = facts.fixed.filter(|_| won.is_none());
            let less = penalty(self, who) as i16;
            let bare = known.unwrap_or(order[at].level.saturating_add(less));
            let (score, before) = if each && fixed.is_none() {
                (self.entrance(facts, dice).level, 0)
            } else if let Some(level) = fixed {
                (level, 0)
            } else {
                (bare - less, at)
            };
            if known != Some(bare) && !each {
                let kept = Condition::new(SCORE, Until::Ended).of(bare);
                effects.push(begin(EP_INI_01, who.id, kept));
            }
            // What was paid for the round before is over with it.
            let over = [
                (FIRST, EP_POOL_06),
                (EXTRA_BOUGHT, EP_POOL_10),
                (EXTRA_ACTION, EP_POOL_10),
                (EXTRA_MENTAL, EP_POOL_10),
                // A weapon that fires once a turn is ready again, and what is held back from now on is
                // the turn of this round (EP-FIRE-01, EP-INI-04).
                (FIRED, EP_FIRE_01),
                (HELD_NOW, EP_INI_04),
            ];
            let over = over.into_iter().filter(|(id, _)| who.has(*id));
            effects.extend(over.map(|(id, rule)| Effect::new(rule, who.id, Change::End(id))));
            let won = won.filter(|_| !each);
            places.push(Place { id: who.id, score, before, won });
        }
        (rows(places), effects)
    }

    /// A level that the game master fixes counts for more than a place that was won before
    /// (EP-GM-01).
    pub(super) fn forgets_won_place(&self, who: &Fighter) -> Vec<Effect> {
        let won = who.conditions.iter().any(|c| c.id == SCORE && c.by.is_some());
        won.then(|| Effect::new(EP_GM_01, who.id, Change::End(SCORE))).into_iter().collect()
    }

    /// A card that the game master has moved keeps its level, and its place directly before others of
    /// the same one (EP-GM-01, EP-INI-04).
    pub(super) fn keeps_place(&self, who: &Fighter, rows: &[Row]) -> Vec<Effect> {
        let Some(at) = rows.iter().position(|row| row.cards.contains(&who.id)) else {
            return Vec::new();
        };
        let level = rows[at].level;
        let next = rows.get(at + 1).filter(|row| row.level == level && rows[at].cards.len() == 1);
        let bare = level.saturating_add(penalty(self, who) as i16);
        let by = next.and_then(|row| row.cards.first().copied());
        let score = Condition { by, ..Condition::new(SCORE, Until::Ended).of(bare) };
        vec![Effect::new(EP_GM_01, who.id, Change::End(SCORE)), begin(EP_GM_01, who.id, score)]
    }

    /// One who holds back steps in directly before another, and keeps that place (EP-INI-04).
    pub(super) fn steps_in(
        &self,
        facts: &TurnFacts,
        order: &[Row],
        before: Option<CombatantId>,
    ) -> Result<(Vec<Row>, TurnStart), Refusal> {
        let who = &facts.fighter;
        if !who.has(HOLDS_BACK) || body::is_neutralised(who) {
            let why = Message::new("ep-refuse-not-able").who("who", who.id);
            return Err(Refusal { rule: EP_INI_04, why });
        }
        let mut rows: Vec<Row> = order.to_vec();
        for row in &mut rows {
            row.cards.retain(|card| *card != who.id);
        }
        let at = before.and_then(|id| rows.iter().position(|row| row.cards.contains(&id)));
        let at = at.unwrap_or(rows.len());
        let level = rows.get(at).or(rows.last()).map_or(0, |row| row.level);
        rows.insert(at, Row { level, cards: vec![who.id] });
        rows.retain(|row| !row.cards.is_empty());
        let bare = level.saturating_add(penalty(self, who) as i16);
        let mut begun = self.takes_up(who);
        let score = Condition { by: before, ..Condition::new(SCORE, Until::Ended).of(bare) };
        begun.effects.push(Effect::new(EP_INI_04, who.id, Change::End(SCORE)));
        begun.effects.push(begin(EP_INI_04, who.id, score));
        Ok((rows, begun))
    }
}

impl Eclipse {
    /// Those who have paid for it take their turns before everybody else, in the order of their
    /// scores, and those of one score at the same time; in the next round all have their usual
    /// places again (EP-POOL-06).
    pub(super) fn order_of_payers(&self, payers: &[Fighter], order: &[Row]) -> Vec<Row> {
        let pays = |id: &CombatantId| payers.iter().any(|who| who.id == *id);
        let mut rows: Vec<Row> = Vec::new();
        for who in payers {
            let now = order.iter().find(|row| row.cards.contains(&who.id));
            let kept = who.conditions.iter().find(|c| c.id == SCORE).map(|c| c.amount);
            let bare = kept.map(|bare| bare - penalty(self, who) as i16);
            let Some(level) = bare.or(now.map(|row| row.level)) else { continue };
            match rows.iter_mut().find(|row| row.level == level) {
                Some(row) => row.cards.push(who.id),
                None => rows.push(Row { level, cards: vec![who.id] }),
            }
        }
        rows.sort_by_key(|row| std::cmp::Reverse(row.level));
        for row in order {
            let cards: Vec<_> = row.cards.iter().copied().filter(|id| !pays(id)).collect();
            if !cards.is_empty() {
                rows.push(Row { level: row.level, cards });
            }
        }
        rows
    }
}

/// Half of a number, for the worked examples of rounding (EP-RND-01).
pub fn half(n: i32) -> i32 {
    Op::Halve(Round::Up).apply(n)
}
