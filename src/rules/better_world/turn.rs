//! A turn: its budget, what begins and ends with it, what may be done in it (sections 5 and 11).

use crate::rules::TABLE;
use crate::rules::effect::{Change, Effect};
use crate::rules::facts::{ActionId, Budget, Cost, Fighter, Until};
use crate::rules::grid::distance::METRES_PER_CELL;
use crate::rules::key::{Key, RuleId};
use crate::rules::message::Message;
use crate::rules::ruleset::{MoveMode, Refusal, Scope, TurnStart};

use super::data::{ActionRow, DRAW, LET_GO, MOVE, RELOAD, SPRINT, Tunables};
use super::ids::*;
use super::sheet::*;
use super::{BetterWorld, wounds};

/// The beginning of a fighter's turn: steps T1 to T7 of section 11.
pub fn start(tunables: &Tunables, who: &Fighter) -> TurnStart {
    let mut effects = Vec::new();
    let mut who = who.clone();
    if wounds::state(&who) == DEAD {
        return TurnStart { effects, budget: None };
    }
    wake(&mut who, &mut effects);
    if wounds::is_unconscious(&who) {
        effects.push(told(BW_GEN_05, &who, "bw-log-no-turn"));
        return TurnStart { effects, budget: None };
    }
    expire(&who, &[Until::NextTurn, Until::Used], &mut effects);
    let dying = wounds::is_conscious_dying(&who);
    if dying && bleed(tunables, &who, &mut effects) == DEAD {
        return TurnStart { effects, budget: None };
    }
    let (pain, concussion) = (who.has(PAIN_SHOCK), who.has(CONCUSSION));
    for (had, id) in [(pain, PAIN_SHOCK), (concussion, CONCUSSION)] {
        if had {
            effects.push(Effect::new(BW_DMG_07, who.id, Change::End(id)));
        }
    }
    if concussion {
        effects.push(told(BW_DMG_07, &who, "bw-log-skips-turn"));
        return TurnStart { effects, budget: None };
    }
    let mut budget = Budget::default();
    for (left, coin) in budget.left.iter_mut().zip(COINS) {
        *left = coin.count;
    }
    let barred = if dying { Some(BW_DMG_10) } else { pain.then_some(BW_DMG_07) };
    if barred.is_some() {
        budget.left[MAIN] = 0;
        budget.barred[MAIN] = barred;
    }
    if pain && !dying {
        effects.push(told(BW_DMG_07, &who, "bw-log-pain-bites"));
    }
    TurnStart { effects, budget: Some(budget) }
}

fn line(key: &str, who: &Fighter) -> Message {
    Message::new(key).who("who", who.id)
}

fn told(rule: RuleId, who: &Fighter, key: &str) -> Effect {
    Effect::new(rule, who.id, Change::Tell).saying(line(key, who))
}

/// T1: hits that are positive again bring back the senses (BW-DMG-12).
fn wake(who: &mut Fighter, effects: &mut Vec<Effect>) {
    if wounds::state(who) == DYING {
        return;
    }
    if who.has(UNCONSCIOUS) {
        let wakes = Effect::new(BW_DMG_12, who.id, Change::End(UNCONSCIOUS));
        effects.push(wakes.saying(line("bw-log-wakes", who)));
    }
    if who.has(DYING) {
        effects.push(Effect::new(BW_DMG_12, who.id, Change::End(DYING)));
    }
    who.conditions.retain(|c| c.id != UNCONSCIOUS && c.id != DYING);
}

/// Ends the conditions that last until here, each by the rule that defines it.
fn expire(who: &Fighter, until: &[Until], effects: &mut Vec<Effect>) {
    for condition in who.conditions.iter().filter(|c| until.contains(&c.until)) {
        let spec = CONDITIONS.iter().find(|spec| spec.id == condition.id);
        let rule = spec.map_or(TABLE, |spec| spec.rule);
        effects.push(Effect::new(rule, who.id, Change::End(condition.id)));
    }
}

/// T4: a conscious dying fighter bleeds (BW-DMG-10). Gives the state after it.
fn bleed(tunables: &Tunables, who: &Fighter, effects: &mut Vec<Effect>) -> Key {
    wounds::bleed(who, tunables.dying_loss_per_turn, BW_DMG_10, effects)
}

/// The end of a fighter's turn.
pub fn end(who: &Fighter) -> Vec<Effect> {
    let mut effects = Vec::new();
    expire(who, &[Until::EndOfThisTurn], &mut effects);
    effects
}

/// Why a cost cannot be paid: by the rule that took the coin away, or because it is spent
/// (BW-ACT-02, BW-ACT-04).
fn unpayable(budget: &Budget, cost: Cost, coin: usize) -> Refusal {
    let word = format!("coin-better-world-{}", COINS.get(coin).map_or("main", |c| c.key));
    if let Some(rule) = budget.barred[coin] {
        return Refusal { rule, why: Message::new("bw-refuse-barred").word("coin", &word) };
    }
    if cost.0[MAIN] > 0 && cost.0[ADDITIONAL] > 0 {
        return Refusal::new(BW_ACT_02, "bw-refuse-not-full");
    }
    Refusal { rule: BW_ACT_04, why: Message::new("bw-refuse-spent").word("coin", &word) }
}

impl BetterWorld {
    /// Whether a fighter may take an action now, and what it costs (BW-ACT-01 to BW-ACT-11).
    pub(super) fn may(
        &self,
        who: &Fighter,
        budget: &Budget,
        action: ActionId,
    ) -> Result<Cost, Refusal> {
        let Some(row) = self.row(action) else {
            return Err(Refusal::new(BW_ACT_10, "bw-refuse-no-action"));
        };
        if !wounds::vital(who).able {
            let why = Message::new("bw-refuse-not-able").who("who", who.id);
            return Err(Refusal { rule: BW_ACT_11, why });
        }
        let cost = row.cost.cost();
        budget.covers(cost).map_err(|coin| unpayable(budget, cost, coin))?;
        self.makes_sense(who, row)?;
        Ok(cost)
    }

    /// Refuses what the weapon, the magazine or the state of the fighter leaves no room for.
    fn makes_sense(&self, who: &Fighter, row: &ActionRow) -> Result<(), Refusal> {
        let weapon = self.weapon(who);
        match row.scope {
            Scope::Melee if self.melee_weapon(who).melee_class.is_none() => {
                let why = weapon.name(Message::new("bw-refuse-no-melee"), "weapon");
                Err(Refusal { rule: BW_MEL_02, why })
            }
            Scope::Ranged if weapon.ranged_class.is_none() => {
                let why = weapon.name(Message::new("bw-refuse-no-ranged"), "weapon");
                Err(Refusal { rule: BW_RNG_02, why })
            }
            Scope::Path if self.range_cells(who, row) == 0 => {
                Err(Refusal::new(row.rule, "bw-refuse-no-pace"))
            }
            Scope::Own if row.id == RELOAD => self.may_reload(who),
            Scope::Own if row.id == DRAW && who.gear.weapons.is_empty() => {
                Err(Refusal::new(row.rule, "bw-refuse-nothing-to-draw"))
            }
            Scope::Own if row.id == LET_GO && !wounds::is_conscious_dying(who) => {
                Err(Refusal::new(BW_DMG_11, "bw-refuse-not-dying"))
            }
            _ => Ok(()),
        }
    }

    fn may_reload(&self, who: &Fighter) -> Result<(), Refusal> {
        let magazine = self.weapon(who).magazine.unwrap_or(0);
        let why = match who.gear.held() {
            Some(held) if magazine > 0 && held.loaded >= magazine => "bw-refuse-full",
            Some(held) if magazine > 0 && held.spare == 0 => "bw-refuse-no-spare",
            Some(_) if magazine > 0 => return Ok(()),
            _ => "bw-refuse-no-magazine",
        };
        Err(Refusal::new(BW_RNG_11, why))
    }

    /// Cells that one movement of a path row covers: metres halved, rounded down (section 10).
    fn range_cells(&self, who: &Fighter, row: &ActionRow) -> u16 {
        let metres = match row.id.as_str() {
            MOVE => who.sheet.get(MOVE_M),
            SPRINT => who.sheet.get(SPRINT_M),
            _ => row.metres.unwrap_or(0).into(),
        };
        (metres.max(0) / METRES_PER_CELL) as u16
    }

    /// The ways in which the fighter can still move, cheapest first (BW-ACT-06, BW-ACT-07).
    pub(super) fn ways_to_move(&self, who: &Fighter, budget: &Budget) -> Vec<MoveMode> {
        let rows = self.file.actions.iter().enumerate();
        let mut ways: Vec<MoveMode> = rows
            .filter(|(_, row)| row.scope == Scope::Path)
            .filter_map(|(i, row)| {
                let action = ActionId(i as u16);
                let cost = self.may(who, budget, action).ok()?;
                Some(MoveMode { action, range_cells: self.range_cells(who, row), cost })
            })
            .collect();
        ways.sort_by_key(|way| (way.cost.0.iter().sum::<u8>(), way.range_cells));
        ways
    }

    /// An action on the fighter itself: what it does.
    pub(super) fn do_own(
        &self,
        action: ActionId,
        who: &Fighter,
        choice: Option<u8>,
    ) -> Result<Vec<Effect>, Refusal> {
        let row = self.row(action).filter(|row| row.scope == Scope::Own);
        let row = row.ok_or_else(|| Refusal::new(BW_ACT_10, "bw-refuse-no-action"))?;
        self.makes_sense(who, row)?;
        let effect = match row.id.as_str() {
            RELOAD => self.reload(who),
            DRAW => self.draw(row, who, choice)?,
            LET_GO => {
                let faint = wounds::condition(UNCONSCIOUS, Until::Ended);
                Effect::new(BW_DMG_11, who.id, faint).saying(line("bw-log-let-go", who))
            }
            _ => {
                let said = row.named(line("bw-log-does", who));
                Effect::new(row.rule, who.id, Change::Tell).saying(said)
            }
        };
        Ok(vec![effect])
    }

    fn reload(&self, who: &Fighter) -> Effect {
        let (loaded, spare) = who.gear.held().map_or((0, 0), |held| (held.loaded, held.spare));
        let room = self.weapon(who).magazine.unwrap_or(0).saturating_sub(loaded);
        let rounds = room.min(spare);
        let said = line("bw-log-reload", who).int("rounds", rounds.into());
        Effect::new(BW_RNG_11, who.id, Change::Load(rounds)).saying(said)
    }

    /// Takes another weapon in hand, or none. The source does not price it; like its other quick
    /// deeds it is a ДД in the shipped table.
    fn draw(&self, row: &ActionRow, who: &Fighter, choice: Option<u8>) -> Result<Effect, Refusal> {
        let carried = choice.map(|index| who.gear.weapons.get(usize::from(index)));
        if carried.is_some_and(|carried| carried.is_none()) {
            return Err(Refusal::new(row.rule, "bw-refuse-no-such-weapon"));
        }
        if choice == who.gear.in_hand {
            return Err(Refusal::new(row.rule, "bw-refuse-in-hand-already"));
        }
        let item = carried.flatten().map(|carried| usize::from(carried.item.0));
        let drawn = item.and_then(|item| self.file.weapons.get(item)).unwrap_or(&self.unarmed);
        let said = drawn.name(line("bw-log-draw", who), "weapon");
        Ok(Effect::new(row.rule, who.id, Change::Draw(choice)).saying(said))
    }
}
