//! A turn: its budget, what begins and ends with it, what may be done in it and besides
//! (sections 15 to 17).

use crate::rules::check::Check;
use crate::rules::dice::Dice;
use crate::rules::effect::{Change, Effect};
use crate::rules::facts::{ActionId, Budget, Condition, Cost, Fighter, Policy, TurnFacts, Until};
use crate::rules::grid::distance::METRES_PER_CELL;
use crate::rules::key::{Key, RuleId};
use crate::rules::message::Message;
use crate::rules::ruleset::{MoveMode, Refusal, Scope, TurnStart};

use super::Eclipse;
use super::body::{self, Spent, purse};
use super::data::{ActionRow, Class, Deed};
use super::harm::{Trial, begin, ignored_for_a_day};
use super::ids::*;
use super::roll::Degrees;
use super::sheet::*;
use super::tn::{Tn, skill_line};

fn line(key: &'static str, who: &Fighter) -> Message {
    Message::new(key).who("who", who.id)
}

fn ends(rule: RuleId, who: &Fighter, id: Key) -> Effect {
    Effect::new(rule, who.id, Change::End(id))
}

/// Half cells that so many metres reach: one to spare, so that the first diagonal costs one cell
/// and the second two (EP-GRID-03).
fn half_cells(metres: i32) -> u8 {
    let cells = (metres / METRES_PER_CELL).max(0);
    if cells == 0 { 0 } else { (2 * cells + 1).min(u8::MAX.into()) as u8 }
}

/// Whether the running turn is an action that was bought for the end of the round (EP-POOL-10).
pub(super) fn in_extra(who: &Fighter) -> bool {
    amount(who, EXTRA_BOUGHT) > amount(who, EXTRA_ACTION) + amount(who, EXTRA_MENTAL)
}

/// Base and full movement in metres; a leg that is disabled halves both (EP-CND-10).
fn pace(who: &Fighter) -> (i32, i32) {
    let (base, full) = (who.sheet.get(MOVE_BASE_M), who.sheet.get(MOVE_FULL_M));
    if who.has(LEG_DISABLED) {
        (body::rounded(base, 2), body::rounded(full, 2))
    } else {
        (base, full)
    }
}

impl Eclipse {
    /// The beginning of a turn (SLOT_START of section 21).
    pub(super) fn turn_starts(&self, facts: &TurnFacts) -> TurnStart {
        let who = &facts.fighter;
        let mut effects = Vec::new();
        if who.has(DEAD) {
            return TurnStart { effects, budget: None };
        }
        if who.has(HOLDS_BACK) {
            // The turn that was held back is this one: it has begun already (EP-INI-04).
            return self.takes_up(who);
        }
        for condition in who.conditions.iter().filter(|c| c.until == Until::NextTurn) {
            let spec = CONDITIONS.iter().find(|spec| spec.id == condition.id);
            effects.push(ends(spec.map_or(EP_CND_00, |spec| spec.rule), who, condition.id));
        }
        if let Some(condition) = who.conditions.iter().find(|c| c.id == POISONED) {
            self.poison_ticks(who, condition.amount, &mut effects);
        }
        // One who declared it before its own turn loses that turn; the defence goes on (EP-DEF-05).
        let early = who.conditions.iter().any(|c| c.id == FULL_DEFENCE && c.until == Until::Used);
        if early {
            let until = Condition::new(FULL_DEFENCE, Until::NextTurn);
            effects.push(begin(EP_DEF_05, who.id, until).saying(line("ep-log-turn-spent", who)));
            return TurnStart { effects, budget: None };
        }
        self.begins(who, effects)
    }

    /// The turn that was held back (EP-INI-04).
    pub(super) fn takes_up(&self, who: &Fighter) -> TurnStart {
        self.begins(who, self.holds_no_more(who))
    }

    /// What ends when a turn that was held back is taken up or given up.
    fn holds_no_more(&self, who: &Fighter) -> Vec<Effect> {
        let both = [HOLDS_BACK, HELD_NOW].into_iter().filter(|id| who.has(*id));
        both.map(|id| ends(EP_INI_04, who, id)).collect()
    }

    fn begins(&self, who: &Fighter, mut effects: Vec<Effect>) -> TurnStart {
        if body::is_down(who) || who.has(INCAPACITATED) {
            let lost = Effect::new(EP_CND_03, who.id, Change::Tell);
            effects.push(lost.saying(line("ep-log-no-turn", who)));
            return TurnStart { effects, budget: None };
        }
        TurnStart { effects, budget: Some(self.fresh(who)) }
    }

    /// A turn of which nothing is spent (EP-ACT-01, EP-MOV-01).
    pub(super) fn fresh(&self, who: &Fighter) -> Budget {
        let mut budget = Budget::default();
        budget.left[MOMENTS] = MOMENTS_FRESH;
        let (base, mut full) = pace(who);
        if who.has(PRONE) {
            // Crawling is base movement (EP-CND-01).
            full = 0;
        }
        budget.left[BASE] = half_cells(base);
        budget.left[FULL] = half_cells(full.max(base));
        budget
    }

    /// Poison hurts without armour and wounds nobody (EP-POI-01).
    fn poison_ticks(&self, who: &Fighter, amount: i16, effects: &mut Vec<Effect>) {
        let damage = i32::from(amount.max(0));
        let tick = Effect::new(EP_POI_01, who.id, Change::Points(damage as i16));
        effects.push(tick.saying(line("ep-log-poison", who).int("damage", damage.into())));
        let total = body::damage(who) + damage;
        if total >= body::death_rating(who) {
            self.die(who, true, effects);
        } else if total >= body::durability(who) && !who.has(OUT_OF_ACTION) {
            self.drop_out(who, true, effects);
        }
    }

    /// The end of a turn: durations count down (EP-CND-00).
    pub(super) fn turn_ends(&self, facts: &TurnFacts) -> Vec<Effect> {
        let who = &facts.fighter;
        let mut effects = Vec::new();
        // An action at the end of the round is no turn (EP-CND-00).
        let extra = in_extra(who);
        if who.has(HOLDS_BACK) && !extra {
            // It goes on when it is taken up (EP-INI-04).
            return effects;
        }
        for condition in &who.conditions {
            match condition.until {
                Until::Turns(_) if extra => {}
                Until::Turns(0 | 1) | Until::EndOfThisTurn => {
                    effects.push(ends(EP_CND_00, who, condition.id));
                }
                Until::Turns(n) => {
                    let less = Condition { until: Until::Turns(n - 1), ..*condition };
                    effects.push(begin(EP_CND_00, who.id, less));
                }
                _ => {}
            }
        }
        effects
    }

    /// An hour is twelve hundred turns: what lasts for turns is over, and poison has done all that it
    /// does; what lasts for hours is nearer to its end (EP-CND-00, EP-POOL-11).
    pub(super) fn hour_passes(&self, who: &Fighter) -> Vec<Effect> {
        let counted = |c: &&Condition| matches!(c.until, Until::Turns(_) | Until::Hours(_));
        let mut ids: Vec<Key> = who.conditions.iter().filter(counted).map(|c| c.id).collect();
        ids.dedup();
        let mut effects = Vec::new();
        for id in ids {
            effects.push(ends(EP_CND_00, who, id));
            for condition in who.conditions.iter().filter(|c| c.id == id) {
                let kept = match condition.until {
                    Until::Turns(turns) => {
                        if id == POISONED {
                            let harm =
                                condition.amount.max(0).saturating_mul(turns.min(999) as i16);
                            self.poison_ticks(who, harm, &mut effects);
                        }
                        None
                    }
                    Until::Hours(hours @ 2..) => {
                        Some(Condition { until: Until::Hours(hours - 1), ..*condition })
                    }
                    Until::Hours(_) => {
                        let felt = Effect::new(EP_POOL_11, who.id, Change::Tell);
                        let felt = felt.saying(line("ep-log-feels-again", who));
                        effects.extend((id == IGNORES).then_some(felt));
                        None
                    }
                    // What ends otherwise, ends otherwise.
                    _ => Some(*condition),
                };
                effects.extend(kept.map(|kept| begin(EP_CND_00, who.id, kept)));
            }
        }
        effects
    }

    /// Whether a fighter may take an action now, and what it costs (EP-ACT-06).
    pub(super) fn may(
        &self,
        who: &Fighter,
        budget: &Budget,
        action: ActionId,
    ) -> Result<Cost, Refusal> {
        let Some(row) = self.row(action) else {
            return Err(Refusal::new(EP_ACT_01, "ep-refuse-no-action"));
        };
        if body::is_neutralised(who) {
            return Err(Refusal { rule: EP_CND_03, why: line("ep-refuse-not-able", who) });
        }
        if who.has(MENTAL_ONLY) && !self.is_mental(who, row) {
            return Err(Refusal { rule: EP_POOL_03, why: line("ep-refuse-only-mental", who) });
        }
        let cost = row.cost.cost();
        if budget.covers(cost).is_err() {
            let key = match budget.left[MOMENTS] {
                0 => "ep-refuse-turn-over",
                _ => "ep-refuse-only-quick",
            };
            return Err(Refusal::new(EP_ACT_06, key));
        }
        match row.deed {
            Deed::Run if !self.may_run(who, budget) => {
                return Err(Refusal::new(EP_MOV_02, "ep-refuse-pace-chosen"));
            }
            Deed::DeclareRun if who.has(RAN) || !self.may_run(who, budget) => {
                return Err(Refusal::new(EP_MOV_02, "ep-refuse-pace-chosen"));
            }
            Deed::Hold if !self.is_untouched(who, budget) => {
                return Err(Refusal { rule: EP_INI_04, why: line("ep-refuse-acted", who) });
            }
            // An extra action gives no distance (EP-MOV-02).
            Deed::Rush if in_extra(who) => {
                return Err(Refusal::new(EP_MOV_02, "ep-refuse-extra-distance"));
            }
            Deed::Rush if !who.has(RAN) && !self.may_run(who, budget) => {
                return Err(Refusal::new(EP_MOV_02, "ep-refuse-pace-chosen"));
            }
            _ => {}
        }
        self.makes_sense(who, row)?;
        Ok(cost)
    }

    /// Whether an action is a mental or a mesh one: by its row, an attack and taking aim by the skill
    /// that they take (EP-POOL-03).
    fn is_mental(&self, who: &Fighter, row: &ActionRow) -> bool {
        let armed = row.deed.is_attack() || row.deed == Deed::Aim;
        let by_skill = matches!(self.weapon(who).skill().aptitude(), Aptitude::Cog | Aptitude::Int);
        row.mental || armed && by_skill
    }

    /// Whether nothing of the turn is spent yet.
    fn is_untouched(&self, who: &Fighter, budget: &Budget) -> bool {
        let base = self.fresh(who).left[BASE];
        budget.left[MOMENTS] >= MOMENTS_FRESH && budget.left[BASE] >= base && !who.has(RAN)
    }

    /// Whether full movement is still open: it was chosen, or nothing but getting up was done
    /// (EP-MOV-02, EP-MOV-04).
    fn may_run(&self, who: &Fighter, budget: &Budget) -> bool {
        let rising = u8::from(who.has(STOOD_UP));
        !who.has(PRONE) && (who.has(RAN) || budget.left[MOMENTS] + rising >= MOMENTS_FRESH)
    }

    /// What the weapon, the magazine or the state of the fighter leaves no room for.
    pub(super) fn makes_sense(&self, who: &Fighter, row: &ActionRow) -> Result<(), Refusal> {
        let weapon = self.weapon(who);
        let refuse = |rule: RuleId, key: &'static str| {
            Err(Refusal { rule, why: weapon.named(Message::new(key), "weapon") })
        };
        if let Some(mode) = row.deed.mode() {
            if !weapon.modes.contains(&mode) {
                return refuse(EP_FIRE_07, "ep-refuse-no-mode");
            }
            let loaded = who.gear.held().map_or(0, |held| held.loaded);
            if row.deed.mode() == Some(super::data::Mode::Fa) && loaded < 10 {
                let why = weapon.named(Message::new("ep-refuse-no-rounds"), "weapon");
                let why = why.int("loaded", loaded.into()).int("wanted", 10);
                return Err(Refusal { rule: EP_FIRE_06, why });
            }
        }
        match row.deed {
            Deed::ExtraMental | Deed::TakeInitiativeMental if who.sheet.get(INSIGHT) <= 0 => {
                Err(Refusal { rule: EP_POOL_03, why: line("ep-refuse-no-insight", who) })
            }
            Deed::Aim | Deed::Raise if weapon.is_melee() || weapon.class == Class::Psi => {
                refuse(EP_RMOD_01, "ep-refuse-no-gun")
            }
            Deed::Raise if who.has(RAISED) => refuse(EP_RMOD_02, "ep-refuse-raised"),
            Deed::Reload => self.may_reload(who),
            Deed::Draw if who.gear.weapons.is_empty() => {
                refuse(EP_ACT_03, "ep-refuse-nothing-to-draw")
            }
            Deed::StandUp if !who.has(PRONE) => refuse(EP_CND_01, "ep-refuse-stands"),
            Deed::DropProne if who.has(PRONE) => refuse(EP_ACT_02, "ep-refuse-lies"),
            Deed::Walk if who.sheet.get(MOVE_BASE_M) < METRES_PER_CELL => {
                refuse(EP_MOV_01, "ep-refuse-no-pace")
            }
            _ => Ok(()),
        }
    }

    fn may_reload(&self, who: &Fighter) -> Result<(), Refusal> {
        let weapon = self.weapon(who);
        let why = match who.gear.held() {
            Some(_) if weapon.ammo == 0 || weapon.is_used_up() => "ep-refuse-no-magazine",
            Some(held) if held.loaded >= weapon.ammo => "ep-refuse-full",
            Some(held) if held.spare == 0 => "ep-refuse-no-spare",
            Some(_) => return Ok(()),
            None => "ep-refuse-no-magazine",
        };
        Err(Refusal { rule: EP_FIRE_06, why: weapon.named(Message::new(why), "weapon") })
    }

    /// The ways to move that are left (EP-MOV-01 to EP-MOV-04, EP-GRID-03).
    pub(super) fn ways_to_move(&self, who: &Fighter, budget: &Budget) -> Vec<MoveMode> {
        if body::is_neutralised(who) || who.has(MENTAL_ONLY) {
            return Vec::new();
        }
        let of = |deed: Deed| self.file.actions.iter().position(|row| row.deed == deed);
        let (base, full) = pace(who);
        let mode = |action: usize, coin: usize| {
            // Whoever was knocked down and got up again in one turn has no more than half.
            let risen = half_cells(self.risen(if coin == FULL { full.max(base) } else { base }));
            let most = if who.has(STOOD_UP) && !who.has(RAN) { risen } else { u8::MAX };
            let left = budget.left[coin].min(most);
            let mut per_half_cell = Cost::default();
            per_half_cell.0[FULL] = 1;
            per_half_cell.0[coin] = 1;
            MoveMode {
                action: ActionId(action as u16),
                range_cells: u16::from(left / 2),
                cost: Cost::default(),
                per_half_cell,
                // Half a cell to spare is there before an even number of diagonals.
                diagonals_before: u32::from(left.is_multiple_of(2)),
                // What flies does not mind the ground.
                slow: who.sheet.get(FLYING) != 1,
            }
        };
        let mut ways = Vec::new();
        if !who.has(RAN)
            && let Some(walk) = of(Deed::Walk)
            && budget.left[BASE] >= 2
        {
            ways.push(mode(walk, BASE));
        }
        if self.may_run(who, budget)
            && let Some(run) = of(Deed::Run)
            && budget.left[FULL] >= 2
        {
            ways.push(mode(run, FULL));
        }
        ways
    }

    /// Running shows, and whoever leaves the spot loses a hold on it (EP-MOV-03, EP-RMOD-01).
    pub(super) fn has_walked(
        &self,
        who: &Fighter,
        action: ActionId,
        half_cells: u16,
    ) -> Vec<Effect> {
        let mut effects = Vec::new();
        let runs = self.row(action).is_some_and(|row| row.deed == Deed::Run);
        if runs {
            let went = amount(who, WENT).saturating_add(half_cells.into()).min(i16::MAX.into());
            let went = Condition::new(WENT, Until::NextTurn).of(went as i16);
            effects.push(begin(EP_MOV_02, who.id, went));
        }
        if runs && !who.has(RAN) {
            effects.push(begin(EP_MOV_03, who.id, Condition::new(RAN, Until::NextTurn)));
        }
        if runs && who.has(AIMED) {
            effects.push(ends(EP_RMOD_01, who, AIMED));
        }
        effects
    }

    /// An action on the fighter itself: what it does without luck.
    pub(super) fn do_own(
        &self,
        action: ActionId,
        who: &Fighter,
        choice: Option<u8>,
    ) -> Result<Vec<Effect>, Refusal> {
        let row = self.row(action).filter(|row| row.scope == Scope::Own);
        let row = row.ok_or_else(|| Refusal::new(EP_ACT_01, "ep-refuse-no-action"))?;
        self.makes_sense(who, row)?;
        let begins = |condition: Condition, key: &'static str| {
            vec![begin(row.rule, who.id, condition).saying(line(key, who))]
        };
        let effects = match row.deed {
            Deed::Raise => begins(Condition::new(RAISED, Until::EndOfThisTurn), "ep-log-raises"),
            Deed::Reload => vec![self.reload(who)],
            Deed::Draw => vec![self.draw(row, who, choice)?],
            Deed::PickUp => vec![Effect::new(row.rule, who.id, Change::Take(choice))],
            Deed::StandUp => self.stand_up(who),
            Deed::DropProne => self.drops(who),
            Deed::FullDefence => {
                begins(Condition::new(FULL_DEFENCE, Until::NextTurn), "ep-log-full-defence")
            }
            Deed::FullDefenceEarly => {
                // The turn that it costs is the one that was held back: this round's, or the next
                // one's where the hold has run on.
                let until = if who.has(HELD_NOW) { Until::NextTurn } else { Until::Used };
                let mut effects =
                    begins(Condition::new(FULL_DEFENCE, until), "ep-log-full-defence");
                effects.extend(self.holds_no_more(who));
                effects
            }
            Deed::Hold => {
                let mut effects =
                    begins(Condition::new(HOLDS_BACK, Until::Ended), "ep-log-holds-back");
                // In this round it has no other turn.
                effects.push(begin(EP_INI_04, who.id, Condition::new(HELD_NOW, Until::Ended)));
                // What is left of the turn waits with it.
                let all = Cost([u8::MAX; crate::rules::facts::COINS]);
                effects.push(Effect::new(EP_INI_04, who.id, Change::Lose(all)));
                effects
            }
            Deed::DeclareRun => {
                let mut effects = begins(Condition::new(RAN, Until::NextTurn), "ep-log-runs");
                if who.has(AIMED) {
                    effects.push(ends(EP_RMOD_01, who, AIMED));
                }
                effects
            }
            Deed::Rush => self.rush(who, None),
            Deed::IgnoreWound => self.ignore_wound(who)?,
            Deed::ExtraAction => self.buy_action(who, Spent::Physical)?,
            Deed::ExtraMental => self.buy_action(who, Spent::Mental)?,
            Deed::TakeInitiative => {
                let column = self.point(who, EP_POOL_06, Spent::Physical)?;
                let mut effects = begins(Condition::new(FIRST, Until::Ended), "ep-log-first");
                effects.push(self.spends(EP_POOL_06, who.id, column, true));
                effects
            }
            Deed::TakeInitiativeMental => {
                let column = self.point(who, EP_POOL_06, Spent::Mental)?;
                let first = Condition::new(FIRST, Until::Ended);
                let mut effects = begins(first, "ep-log-first-mental");
                let only = Condition::new(MENTAL_ONLY, Until::EndOfThisTurn);
                effects.push(begin(EP_POOL_03, who.id, only));
                effects.push(self.spends(EP_POOL_06, who.id, column, true));
                effects
            }
            _ => {
                let said = line("ep-log-does", who);
                let said = match &row.name {
                    Some(name) => said.text("action", name),
                    None => said.word("action", format!("action-eclipse-{}", row.id)),
                };
                vec![Effect::new(row.rule, who.id, Change::Tell).saying(said)]
            }
        };
        Ok(effects)
    }

    /// The same with dice: only a rush needs some (EP-ACT-07).
    pub(super) fn do_with(
        &self,
        action: ActionId,
        who: &Fighter,
        choice: Option<u8>,
        dice: &mut Dice,
    ) -> Result<Vec<Effect>, Refusal> {
        let rushes = self.row(action).is_some_and(|row| row.deed == Deed::Rush);
        if !rushes {
            return self.do_own(action, who, choice);
        }
        self.makes_sense(who, self.row(action).expect("looked up above"))?;
        let check = self.rush_check(who);
        let trial = Trial::physical(Policy::Preset).asking();
        let trial = Trial { degrees: Degrees::Successes, ..trial };
        let mut effects = Vec::new();
        let read = self.test(who, EP_ACT_07, &check, trial, dice, &mut effects);
        effects.extend(self.rush(who, read.success.then_some(read.superior)));
        Ok(effects)
    }

    fn rush_check(&self, who: &Fighter) -> Check {
        let mut tn = Tn::new("rush", false);
        skill_line(&mut tn.check, Skill::Athletics, who, EP_ACT_07);
        let felt = body::wounds_felt(&self.settings, who);
        let label = Message::new("ep-wounds").int("wounds", felt.into());
        tn.line(EP_WND_02, label, -10 * felt, None);
        tn.dazed(who, true);
        tn.finish(&self.settings, false)
    }

    /// Рывок: full movement; on a success another base movement, and one more for each superior
    /// success (EP-ACT-07).
    fn rush(&self, who: &Fighter, superior: Option<u8>) -> Vec<Effect> {
        let bases = superior.map_or(0, |superior| 1 + i32::from(superior));
        let (base, full) = pace(who);
        let more = bases * base;
        let said = line("ep-log-rushes", who).int("metres", (full + more).into());
        let ran = begin(EP_ACT_07, who.id, Condition::new(RAN, Until::NextTurn)).saying(said);
        let mut gain = Cost::default();
        // The half cell to spare is there already.
        // Getting up in the same turn halves it like all movement (EP-CND-01).
        let counts =
            if who.has(STOOD_UP) { self.risen(full + more) - self.risen(full) } else { more };
        gain.0[FULL] = (2 * (counts / METRES_PER_CELL)).min(255) as u8;
        let mut effects = vec![ran, Effect::new(EP_ACT_07, who.id, Change::Gain(gain))];
        if who.has(AIMED) {
            effects.push(ends(EP_RMOD_01, who, AIMED));
        }
        effects
    }

    /// A feature of the surroundings for a point of flex (EP-POOL-07).
    pub(super) fn flex(&self, who: &Fighter) -> Result<Vec<Effect>, Refusal> {
        let left = who.sheet.get(FLEX) > i32::from(who.health.marks[usize::from(mark::FLEX)]);
        if !left || !body::may_spend(who) {
            return Err(Refusal { rule: EP_POOL_07, why: line("ep-refuse-no-flex", who) });
        }
        let placed = Effect::new(EP_POOL_07, who.id, Change::Tell);
        let placed = placed.saying(line("ep-log-flex", who));
        Ok(vec![self.spends(EP_POOL_07, who.id, mark::FLEX, true), placed])
    }

    fn stand_up(&self, who: &Fighter) -> Vec<Effect> {
        let up = ends(EP_CND_01, who, PRONE).saying(line("ep-log-stands-up", who));
        let stood = begin(EP_CND_01, who.id, Condition::new(STOOD_UP, Until::EndOfThisTurn));
        if in_extra(who) {
            // An extra action gives no distance (EP-MOV-02).
            return vec![up, stood];
        }
        // Whoever lay had only its base movement; standing, it may run with half of the full one,
        // less what it has crawled.
        let (base, full) = pace(who);
        let mut lose = Cost::default();
        lose.0[BASE] = half_cells(base) - half_cells(self.risen(base)).min(half_cells(base));
        let (mut crawls, mut runs) = (half_cells(base), half_cells(self.risen(full.max(base))));
        if who.has(RAN) {
            // What was run before it went down counts (EP-MOV-02).
            let went = amount(who, WENT).clamp(0, u8::MAX.into()) as u8;
            (crawls, runs) = (crawls.saturating_sub(went), runs.saturating_sub(went));
        }
        let mut gain = Cost::default();
        gain.0[FULL] = runs.saturating_sub(crawls);
        lose.0[FULL] = crawls.saturating_sub(runs);
        vec![
            up,
            stood,
            Effect::new(EP_CND_01, who.id, Change::Lose(lose)),
            Effect::new(EP_CND_01, who.id, Change::Gain(gain)),
        ]
    }

    /// What getting up leaves of a movement in metres (EP-CND-01).
    fn risen(&self, metres: i32) -> i32 {
        if self.settings.standing_up_halves_move == 1 { body::rounded(metres, 2) } else { metres }
    }

    /// Whoever drops has crawling left of its movement (EP-CND-01).
    fn drops(&self, who: &Fighter) -> Vec<Effect> {
        let prone = Condition::new(PRONE, Until::Ended);
        let drops = begin(EP_ACT_02, who.id, prone).saying(line("ep-log-drops", who));
        let (base, full) = pace(who);
        let now = if who.has(STOOD_UP) { self.risen(full.max(base)) } else { full.max(base) };
        let mut lose = Cost::default();
        lose.0[FULL] = half_cells(now).saturating_sub(half_cells(base));
        vec![drops, Effect::new(EP_CND_01, who.id, Change::Lose(lose))]
    }

    fn reload(&self, who: &Fighter) -> Effect {
        let (loaded, spare) = who.gear.held().map_or((0, 0), |held| (held.loaded, held.spare));
        let rounds = self.weapon(who).ammo.saturating_sub(loaded).min(spare);
        let said = line("ep-log-reloads", who).int("rounds", rounds.into());
        Effect::new(EP_FIRE_06, who.id, Change::Load(rounds)).saying(said)
    }

    fn draw(&self, row: &ActionRow, who: &Fighter, choice: Option<u8>) -> Result<Effect, Refusal> {
        let carried = choice.map(|index| who.gear.weapons.get(usize::from(index)));
        if carried.is_some_and(|carried| carried.is_none()) {
            return Err(Refusal::new(row.rule, "ep-refuse-no-such-weapon"));
        }
        if choice == who.gear.in_hand {
            return Err(Refusal::new(row.rule, "ep-refuse-in-hand-already"));
        }
        let item = carried.flatten().map(|carried| usize::from(carried.item.0));
        let weapon = item.and_then(|item| self.file.weapons.get(item)).unwrap_or(&self.unarmed);
        let said = weapon.named(line("ep-log-draws", who), "weapon");
        Ok(Effect::new(row.rule, who.id, Change::Draw(choice)).saying(said))
    }

    /// A point of a pool for a deed that is no test, or the refusal that there is none (EP-POOL-13).
    /// Insight alone pays for what is only mental: threat does so for any deed (EP-POOL-09).
    fn point(&self, who: &Fighter, rule: RuleId, on: Spent) -> Result<u8, Refusal> {
        let column = purse(&self.settings, who, on);
        // Flex is wild for tests only (EP-POOL-07).
        let pays = |column: &u8| match on {
            Spent::Mental => *column == mark::INSIGHT,
            _ => *column != mark::FLEX,
        };
        let none = if on == Spent::Mental { "ep-refuse-no-insight" } else { "ep-refuse-no-points" };
        column
            .filter(|column| pays(column) && body::may_spend(who))
            .ok_or_else(|| Refusal { rule, why: line(none, who) })
    }

    fn ignore_wound(&self, who: &Fighter) -> Result<Vec<Effect>, Refusal> {
        let most = i32::from(self.settings.max_ignored_wounds);
        if body::ignored(&self.settings, who) >= body::wounds(who).min(most) {
            let why = line("ep-refuse-no-wound", who);
            return Err(Refusal { rule: EP_WND_06, why });
        }
        let column = self.point(who, EP_POOL_11, Spent::Physical)?;
        let ignores = begin(EP_POOL_11, who.id, ignored_for_a_day());
        let ignores = ignores.saying(line("ep-log-ignores", who));
        Ok(vec![self.spends(EP_POOL_11, who.id, column, true), ignores])
    }

    /// One more action at the end of the round, at most two in all (EP-POOL-10); out of insight a
    /// mental one (EP-POOL-03).
    fn buy_action(&self, who: &Fighter, on: Spent) -> Result<Vec<Effect>, Refusal> {
        let bought = amount(who, EXTRA_BOUGHT);
        if bought >= 2 {
            return Err(Refusal { rule: EP_POOL_10, why: line("ep-refuse-two-extra", who) });
        }
        let column = self.point(who, EP_POOL_10, on)?;
        let (kind, said) = match on {
            Spent::Mental => (EXTRA_MENTAL, "ep-log-extra-mental"),
            _ => (EXTRA_ACTION, "ep-log-extra"),
        };
        let more = |id: Key| Condition::new(id, Until::Ended).of(amount(who, id) as i16 + 1);
        Ok(vec![
            self.spends(EP_POOL_10, who.id, column, true),
            begin(EP_POOL_10, who.id, more(kind)).saying(line(said, who)),
            begin(EP_POOL_10, who.id, more(EXTRA_BOUGHT)),
        ])
    }

    /// Whether an action that is bound to no turn may be taken now.
    pub(super) fn may_any_time(
        &self,
        who: &Fighter,
        action: ActionId,
        acted: bool,
        fresh: bool,
    ) -> Result<(), Refusal> {
        let Some(row) = self.row(action) else {
            return Err(Refusal::new(EP_ACT_01, "ep-refuse-no-action"));
        };
        if body::is_neutralised(who) {
            return Err(Refusal { rule: EP_POOL_13, why: line("ep-refuse-not-able", who) });
        }
        match row.deed {
            // Only before one's own turn of the round, which is lost (EP-DEF-05).
            Deed::FullDefenceEarly if acted && !who.has(HOLDS_BACK) => {
                Err(Refusal { rule: EP_DEF_05, why: line("ep-refuse-acted", who) })
            }
            Deed::FullDefenceEarly if who.has(FULL_DEFENCE) => {
                Err(Refusal { rule: EP_DEF_05, why: line("ep-refuse-defends", who) })
            }
            Deed::Flex => self.flex(who).map(|_| ()),
            Deed::TakeInitiative | Deed::TakeInitiativeMental => {
                let why = |key| Err(Refusal { rule: EP_POOL_06, why: line(key, who) });
                if who.has(FIRST) {
                    return why("ep-refuse-first-already");
                }
                // A turn that a defence has taken cannot be moved (EP-DEF-05).
                if !fresh || acted || who.has(FULL_DEFENCE) {
                    return why("ep-refuse-round-runs");
                }
                self.do_own(action, who, None).map(|_| ())
            }
            _ => self.do_own(action, who, None).map(|_| ()),
        }
    }

    /// The extra action that was paid for: a complex one or two quick ones, and no movement
    /// (EP-POOL-10, EP-MOV-02).
    pub(super) fn extra(&self, who: &Fighter) -> Option<TurnStart> {
        // What serves any action comes before what serves the mind alone.
        let kind = [EXTRA_ACTION, EXTRA_MENTAL].into_iter().find(|kind| amount(who, *kind) > 0)?;
        if body::is_neutralised(who) {
            return None;
        }
        let left = amount(who, kind);
        let mut effects = if left == 1 {
            vec![ends(EP_POOL_10, who, kind)]
        } else {
            let less = Condition::new(kind, Until::Ended).of(left as i16 - 1);
            vec![begin(EP_POOL_10, who.id, less)]
        };
        if kind == EXTRA_MENTAL {
            let only = Condition::new(MENTAL_ONLY, Until::EndOfThisTurn);
            effects.push(begin(EP_POOL_03, who.id, only));
        }
        let mut budget = Budget::default();
        budget.left[MOMENTS] = 2;
        Some(TurnStart { effects, budget: Some(budget) })
    }

    /// What follows from a change by hand: the conditions that go with the damage (EP-DMG-05).
    pub(super) fn settles(&self, who: &Fighter) -> Vec<Effect> {
        let mut effects = Vec::new();
        let damage = body::damage(who);
        if damage >= body::death_rating(who) {
            if !who.has(DEAD) {
                self.die(who, true, &mut effects);
            }
            return effects;
        }
        if who.has(DEAD) {
            effects.push(ends(EP_DMG_05, who, DEAD));
        }
        let out = damage >= body::durability(who);
        if out && !who.has(OUT_OF_ACTION) {
            self.drop_out(who, true, &mut effects);
        } else if !out && who.has(OUT_OF_ACTION) {
            effects.push(ends(EP_CND_05, who, OUT_OF_ACTION));
            effects.extend(who.has(BLEEDING).then(|| ends(EP_CND_05, who, BLEEDING)));
        }
        effects
    }
}
