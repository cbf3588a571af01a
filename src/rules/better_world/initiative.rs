//! Who acts when: levels, the tableau of cards, ties, newcomers (section 3).

use crate::rules::GM;
use crate::rules::check::{Check, Op};
use crate::rules::dice::{Dice, Die, Pool, Sum};
use crate::rules::facts::{CombatantId, InitiativeFacts, Row};
use crate::rules::key::RuleId;
use crate::rules::message::Message;
use crate::rules::ruleset::Entrance;

use super::data::{Sequence, TieMethod, Tunables};
use super::ids::*;
use super::sheet::{Aspect, FIRST_STRUCK, INITIATIVE};
use super::wounds;

/// Most empty rows that are kept between two occupied ones; a level that the game master fixed
/// far away would fill the table with face-down cards.
const GAP_ROWS_MAX: i16 = 20;

/// The step of the situation modifier that stands for a prepared ambush (BW-INI-02).
pub const AMBUSH: u8 = 2;

/// The order of turns at the start of a fight: levels first, in the order of the facts, then the
/// ties from the highest level down (BW-INI-03 to BW-INI-07).
pub fn order(
    tunables: &Tunables,
    all: &[InitiativeFacts],
    by_cards: Option<bool>,
    dice: &mut Dice,
) -> (Vec<Row>, Vec<Entrance>) {
    let entrances = entrances(tunables, all, dice);
    let by_cards = by_cards.unwrap_or(match tunables.tie_method {
        TieMethod::Auto => entrances.len() > usize::from(tunables.tie_dice_up_to),
        TieMethod::Dice => false,
        TieMethod::Cards => true,
    });
    let cards: Vec<Card> = entrances.iter().map(|e| (e.level, e.id)).collect();
    let mut rows = Vec::new();
    if by_cards {
        deal(&mut rows, &cards, BW_INI_07, dice);
    } else {
        insert(tunables, &mut rows, &cards, BW_INI_06, dice);
    }
    (with_gaps(tunables, rows), entrances)
}

/// Places newcomers (BW-INI-09): few by insertion, which keeps the order of those already there;
/// many by shuffling all cards together, old levels kept.
///
/// Reading chosen: the levels of those already there are not rolled again, because the source
/// shuffles cards and says nothing of levels.
pub fn join(
    tunables: &Tunables,
    order: &[Row],
    newcomers: &[InitiativeFacts],
    by_cards: Option<bool>,
    dice: &mut Dice,
) -> (Vec<Row>, Vec<Entrance>) {
    let entrances = entrances(tunables, newcomers, dice);
    let fresh: Vec<Card> = entrances.iter().map(|e| (e.level, e.id)).collect();
    let mut rows: Vec<Row> = order.iter().filter(|row| !row.cards.is_empty()).cloned().collect();
    let present: usize = rows.iter().map(|row| row.cards.len()).sum();
    let many = fresh.len() * 100 >= present * usize::from(tunables.many_newcomers_percent);
    if by_cards.unwrap_or(many) {
        let old = rows.iter().flat_map(|row| row.cards.iter().map(|id| (row.level, *id)));
        let cards: Vec<Card> = old.chain(fresh).collect();
        rows.clear();
        deal(&mut rows, &cards, BW_INI_09, dice);
    } else {
        insert(tunables, &mut rows, &fresh, BW_INI_09, dice);
    }
    (with_gaps(tunables, rows), entrances)
}

type Card = (i16, CombatantId);

/// The level of everyone who is alive (BW-INI-01 to BW-INI-03).
fn entrances(tunables: &Tunables, all: &[InitiativeFacts], dice: &mut Dice) -> Vec<Entrance> {
    let alive = all.iter().filter(|facts| !wounds::vital(&facts.fighter).out);
    alive.map(|facts| entrance(tunables, facts, dice)).collect()
}

fn entrance(tunables: &Tunables, facts: &InitiativeFacts, dice: &mut Dice) -> Entrance {
    let sheet = &facts.fighter.sheet;
    let mut check = Check::new("level");
    let mut rolled = None;
    let own = sheet.get(INITIATIVE);
    if own < 0 {
        let reflexes = Aspect::Reflexes.value(&facts.fighter);
        let label = Message::new("bw-aspect").word("aspect", Aspect::Reflexes.word());
        check.add(BW_INI_01, label, reflexes);
    } else {
        check.add(BW_INI_01, Message::new("bw-initiative-own"), own);
    }
    if let Some(level) = facts.fixed {
        check.push(GM, Message::new("bw-level-fixed"), Op::Set(level.into()));
    } else {
        let steps = &tunables.initiative_modifiers;
        let step = usize::from(facts.modifier).min(steps.len().saturating_sub(1));
        let mut modifier = i32::from(steps.get(step).copied().unwrap_or(0));
        let mut pool = Check::new("initiative");
        let situation = Message::new("bw-initiative-modifier");
        if facts.fighter.has(FIRST_STRUCK) {
            let why = Message::new("bw-why-struck-first");
            check.outdone(BW_INI_02, situation, modifier, why);
            modifier = tunables.first_strike_initiative.into();
            pool.add(BW_INI_11, Message::new("bw-initiative-struck-first"), modifier);
            check.add(BW_INI_11, Message::new("bw-initiative-struck-first"), 0);
        } else {
            pool.add(BW_INI_02, situation, modifier);
        }
        if modifier > 0 {
            let before = dice.rolled().len();
            let pool = Pool::of(Die::Coin, &pool).of_whom(facts.fighter.id);
            let ones = dice.roll(BW_INI_02, &pool, &Sum);
            rolled = dice.rolled().get(before).cloned();
            let label = Message::new("bw-initiative-ones").int("dice", modifier.into());
            check.add(BW_INI_03, label, ones);
        }
    }
    let (id, level, effects) = (facts.fighter.id, check.value() as i16, Vec::new());
    Entrance { id, level, check, rolled, effects }
}

/// A uniform number below `n`. More than 100 are drawn digit by digit, again while too large.
fn uniform(dice: &mut Dice, rule: RuleId, n: usize) -> usize {
    if n <= 100 {
        return usize::from(dice.below(rule, n as u8));
    }
    loop {
        let hundreds = usize::from(dice.below(rule, n.div_ceil(100) as u8));
        let draw = hundreds * 100 + usize::from(dice.below(rule, 100));
        if draw < n {
            return draw;
        }
    }
}

/// A uniform shuffle: cards are drawn one by one from those that are left; the last needs no die.
fn shuffled(cards: &[Card], rule: RuleId, dice: &mut Dice) -> Vec<Card> {
    let mut left = cards.to_vec();
    let mut deck = Vec::with_capacity(cards.len());
    while left.len() > 1 {
        let at = uniform(dice, rule, left.len());
        deck.push(left.remove(at));
    }
    deck.extend(left);
    deck
}

/// The row of a level, made if it is not there; rows stay sorted from the highest level down.
fn row_of(rows: &mut Vec<Row>, level: i16) -> &mut Row {
    let at = rows.partition_point(|row| row.level > level);
    if rows.get(at).is_none_or(|row| row.level != level) {
        rows.insert(at, Row { level, cards: Vec::new() });
    }
    &mut rows[at]
}

/// Shuffles all cards and deals each to the right end of its row (BW-INI-07).
fn deal(rows: &mut Vec<Row>, cards: &[Card], rule: RuleId, dice: &mut Dice) {
    for (level, id) in shuffled(cards, rule, dice) {
        row_of(rows, level).cards.push(id);
    }
}

/// Inserts cards row by row by dice (BW-INI-06): for `n` cards that lie there, the ones of nК are
/// how many places from the end the next one goes. The orders of three or more are *not* equally
/// likely unless the sequence is shuffled first; that is the source's own procedure.
fn insert(tunables: &Tunables, rows: &mut Vec<Row>, cards: &[Card], rule: RuleId, dice: &mut Dice) {
    let mut levels: Vec<i16> = cards.iter().map(|card| card.0).collect();
    levels.sort_unstable_by(|a, b| b.cmp(a));
    levels.dedup();
    for level in levels {
        let of_level: Vec<Card> = cards.iter().copied().filter(|card| card.0 == level).collect();
        let sequence = match tunables.tie_insertion_sequence {
            Sequence::Shuffled => shuffled(&of_level, rule, dice),
            Sequence::Roster => of_level,
        };
        let row = row_of(rows, level);
        for (_, id) in sequence {
            let n = row.cards.len();
            let mut pool = Check::new("place");
            pool.add(rule, Message::new("bw-place").int("cards", n as i64), n as i32);
            let pool = Pool::of(Die::Coin, &pool).of_whom(id);
            let ones = if n == 0 { 0 } else { dice.roll(rule, &pool, &Sum) };
            row.cards.insert(n - ones as usize, id);
        }
    }
}

/// Adds the face-down cards (BW-INI-05): a row without cards for each empty level between
/// occupied ones.
///
/// Reading chosen: rows run from the highest level down and each from left to right, because only
/// that fits the dice method and "higher levels act first".
fn with_gaps(tunables: &Tunables, rows: Vec<Row>) -> Vec<Row> {
    if !tunables.show_gap_cards {
        return rows;
    }
    let mut all: Vec<Row> = Vec::with_capacity(rows.len());
    for row in rows {
        if let Some(above) = all.last().map(|above| above.level) {
            let most = above.saturating_sub(row.level).saturating_sub(1).min(GAP_ROWS_MAX);
            all.extend((1..=most).map(|i| Row { level: above - i, cards: Vec::new() }));
        }
        all.push(row);
    }
    all
}
