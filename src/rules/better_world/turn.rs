//! A turn: its budget, what begins and ends with it, what may be done in it (sections 5 and 11).

use crate::rules::TABLE;
use crate::rules::effect::{Change, Effect, count_down};
use crate::rules::facts::{ActionId, Budget, Condition, Cost, Fighter, Until, Watch};
use crate::rules::grid::distance::METRES_PER_CELL;
use crate::rules::key::{Key, RuleId};
use crate::rules::message::Message;
use crate::rules::ruleset::{MoveMode, Refusal, Scope, TurnStart, When};

use super::data::{ActionRow, Kind, MOVE, SPRINT, StanceExpires, Tunables};
use super::ids::*;
use super::sheet::*;
use super::{BetterWorld, burst, manoeuvre, wounds};

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
    if who.has(HOLDING) {
        // T5: a hold must be paid for in every turn; a turn that is skipped cannot pay.
        let unpaid = Condition::new(UNPAID, Until::EndOfThisTurn);
        effects.push(Effect::new(BW_MEL_11, who.id, Change::Begin(unpaid)));
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
    if who.has(HELD) {
        budget.left[ADDITIONAL] = 0;
        budget.barred[ADDITIONAL] = Some(BW_MEL_11);
    }
    if pain && !dying {
        effects.push(told(BW_DMG_07, &who, "bw-log-pain-bites"));
    }
    TurnStart { effects, budget: Some(budget) }
}

fn line(key: &'static str, who: &Fighter) -> Message {
    Message::new(key).who("who", who.id)
}

fn told(rule: RuleId, who: &Fighter, key: &'static str) -> Effect {
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
        effects.push(Effect::new(rule_of(condition.id), who.id, Change::End(condition.id)));
    }
}

/// The rule that defines a condition.
fn rule_of(condition: Key) -> RuleId {
    let spec = CONDITIONS.iter().find(|spec| spec.id == condition);
    spec.map_or(TABLE, |spec| spec.rule)
}

/// T4: a conscious dying fighter bleeds (BW-DMG-10). Gives the state after it.
fn bleed(tunables: &Tunables, who: &Fighter, effects: &mut Vec<Effect>) -> Key {
    wounds::bleed(who, tunables.dying_loss_per_turn, BW_DMG_10, effects)
}

/// The end of a fighter's turn.
pub fn end(who: &Fighter) -> Vec<Effect> {
    let mut effects = Vec::new();
    if who.has(UNPAID) {
        // E1. Reading chosen: the additional action is due by the end of the turn.
        manoeuvre::release(who, BW_MEL_11, &mut effects);
    }
    expire(who, &[Until::EndOfThisTurn], &mut effects);
    effects.extend(count_down(who, rule_of));
    effects
}

/// Whether the game master is asked if a fighter leaves after a round that it spent like this, and
/// by which rule: it fought not, and nobody saw it (BW-ENT-03, BW-ENT-04). Whether an enemy means
/// it, only the game master knows.
///
/// Reading chosen: the round is a whole one from its start to its end.
pub fn may_leave(round: Watch) -> Option<RuleId> {
    (!round.fought && !round.seen).then_some(BW_ENT_04)
}

/// Why a cost cannot be paid: by the rule that took the coin away, or because it is spent
/// (BW-ACT-02, BW-ACT-04).
fn unpayable(budget: &Budget, cost: Cost, coin: usize) -> Refusal {
    let word = format!("coin-better-world-{}", COINS.get(coin).map_or("main", |c| c.key));
    if let Some(rule) = budget.barred[coin] {
        return Refusal { rule, why: Message::new("bw-refuse-barred").word("coin", word) };
    }
    if cost.0[MAIN] > 0 && cost.0[ADDITIONAL] > 0 {
        return Refusal::new(BW_ACT_02, "bw-refuse-not-full");
    }
    Refusal { rule: BW_ACT_04, why: Message::new("bw-refuse-spent").word("coin", word) }
}

impl BetterWorld {
    /// Whether a fighter may take an action now, and what it costs (BW-ACT-01 to BW-ACT-11).
    pub(super) fn may(
        &self,
        who: &Fighter,
        budget: &Budget,
        engaged: bool,
        action: ActionId,
    ) -> Result<Cost, Refusal> {
        let Some(row) = self.row(action) else {
            return Err(Refusal::new(BW_ACT_10, "bw-refuse-no-action"));
        };
        if !wounds::vital(who).able {
            let why = Message::new("bw-refuse-not-able").who("who", who.id);
            return Err(Refusal { rule: BW_ACT_11, why });
        }
        self.is_the_time(row)?;
        if who.has(HELD) && row.kind != Kind::BreakFree {
            let why = Message::new("bw-refuse-held").who("who", who.id);
            return Err(Refusal { rule: BW_MEL_11, why });
        }
        let cost = self.price(row, budget);
        budget.covers(cost).map_err(|coin| unpayable(budget, cost, coin))?;
        if row.kind == Kind::Reaction && engaged {
            return Err(Refusal::new(BW_RNG_09, "bw-refuse-engaged"));
        }
        self.makes_sense(who, row)?;
        Ok(cost)
    }

    /// In the own turn nothing is done that belongs before the fight or into another's turn.
    fn is_the_time(&self, row: &ActionRow) -> Result<(), Refusal> {
        match row.cost.when() {
            When::OwnTurn if row.kind == Kind::Restraint => {
                Err(Refusal::new(BW_MEL_17, "bw-refuse-no-deed"))
            }
            When::OwnTurn => Ok(()),
            When::OutOfTurn | When::AnyTime => Err(Refusal::new(row.rule, "bw-refuse-out-of-turn")),
            When::BeforeFight => Err(Refusal::new(row.rule, "bw-refuse-fight-runs")),
        }
    }

    /// What a row costs now: the main action stands in for the additional one only where the table
    /// says so (BW-ACT-04).
    ///
    /// Reading chosen: it does not, because the source lists one of each.
    fn price(&self, row: &ActionRow, budget: &Budget) -> Cost {
        let mut cost = row.cost.cost();
        let short = cost.0[ADDITIONAL] > 0 && budget.left[ADDITIONAL] == 0;
        if self.file.tunables.main_to_additional && short && cost.0[MAIN] == 0 {
            (cost.0[MAIN], cost.0[ADDITIONAL]) = (1, 0);
        }
        cost
    }

    /// Refuses what the weapon, the magazine or the state of the fighter leaves no room for.
    pub(super) fn makes_sense(&self, who: &Fighter, row: &ActionRow) -> Result<(), Refusal> {
        let weapon = self.weapon(who);
        match row.scope {
            Scope::Melee
                if self.melee_weapon(who).melee_class.is_none()
                    && !matches!(row.kind, Kind::Grapple | Kind::BreakFree) =>
            {
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
            _ => self.makes_special_sense(who, row),
        }
    }

    /// The same for what is special about a row.
    fn makes_special_sense(&self, who: &Fighter, row: &ActionRow) -> Result<(), Refusal> {
        let weapon = self.weapon(who);
        burst::check_throw(row, weapon)?;
        let refuse = |key: &'static str| Err(Refusal::new(row.rule, key));
        let no_burst = |has: bool| {
            let why = weapon.name(Message::new("bw-refuse-no-burst"), "weapon");
            if has { Ok(()) } else { Err(Refusal { rule: row.rule, why }) }
        };
        match row.kind {
            Kind::Reload => self.may_reload(who),
            Kind::Draw if who.gear.weapons.is_empty() => refuse("bw-refuse-nothing-to-draw"),
            Kind::LetGo if !wounds::is_conscious_dying(who) => refuse("bw-refuse-not-dying"),
            Kind::BreakFree if !who.has(HELD) => refuse("bw-refuse-not-held"),
            Kind::Release | Kind::Maintain if !who.has(HOLDING) => refuse("bw-refuse-holds-nobody"),
            Kind::Maintain if !who.has(UNPAID) => refuse("bw-refuse-paid-already"),
            Kind::QuickShot if who.has(BURST_FIRED) => refuse("bw-refuse-after-burst"),
            Kind::ShortBurst | Kind::FirstStrikeBurst => no_burst(weapon.short_burst.is_some()),
            Kind::LongBurst => no_burst(weapon.long_burst.is_some()),
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
                let cost = self.may(who, budget, false, action).ok()?;
                Some(MoveMode::whole(action, self.range_cells(who, row), cost))
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
        let begins = |id: Key, until: Until, key: &'static str| {
            Effect::new(row.rule, who.id, wounds::condition(id, until)).saying(line(key, who))
        };
        let effect = match row.kind {
            Kind::Reload => self.reload(who),
            Kind::Draw => self.draw(row, who, choice)?,
            Kind::LetGo => {
                let faint = wounds::condition(UNCONSCIOUS, Until::Ended);
                let faints = Effect::new(BW_DMG_11, who.id, faint);
                let mut effects = vec![faints.saying(line("bw-log-let-go", who))];
                manoeuvre::fall(who, false, &mut effects);
                return Ok(effects);
            }
            Kind::Stance => {
                let until = match self.file.tunables.stance_expires {
                    StanceExpires::NextTurn => Until::Used,
                    StanceExpires::Never => Until::Ended,
                };
                begins(STANCE, until, "bw-log-stance")
            }
            Kind::FullDefence => begins(FULL_DEFENCE, Until::NextTurn, "bw-log-full-defence"),
            Kind::Reaction => begins(REACTION, Until::NextTurn, "bw-log-reaction"),
            Kind::Maintain => Effect::new(row.rule, who.id, Change::End(UNPAID))
                .saying(line("bw-log-maintains", who)),
            Kind::Release => {
                let mut effects = Vec::new();
                manoeuvre::release(who, row.rule, &mut effects);
                return Ok(effects);
            }
            Kind::PickUp => Effect::new(row.rule, who.id, Change::Take(choice)),
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
