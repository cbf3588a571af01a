//! Called shots (section 10): what is wanted, what it buys, what it does.

use crate::rules::check::Check;
use crate::rules::dice::{Dice, Die, Pool};
use crate::rules::effect::{Change, Effect};
use crate::rules::facts::{Condition, Fighter, ItemId, TargetFacts, Until};
use crate::rules::grid::{CellPos, Dir8};
use crate::rules::key::RuleId;
use crate::rules::message::Message;
use crate::rules::ruleset::Plan;

use super::attack::Exchange;
use super::body::{self, aptitude_check};
use super::harm::{Blow, Manner, Trial, begin, loses_aim};
use super::ids::*;
use super::roll::Face;
use super::sheet::option::*;
use super::sheet::*;
use super::tn::{Suggested, Tn, skill_line};

/// Effects of a called shot, by the number of the option's value.
pub mod effect {
    /// Обойти броню (EP-CALL-02).
    pub const BYPASS: i32 = 1;
    /// Обезоружить (EP-CALL-03).
    pub const DISARM: i32 = 2;
    /// Сбить с ног (EP-CALL-04).
    pub const KNOCKDOWN: i32 = 3;
    /// Оттолкнуть (EP-CALL-05).
    pub const PUSH: i32 = 4;
    /// Конкретная цель (EP-CALL-06).
    pub const SPECIFIC: i32 = 5;
}

/// Compass directions of the options, from north clockwise, by the place in [`Dir8::ALL`].
fn compass(at: usize) -> i16 {
    let (dx, dy) = Dir8::ALL[at].delta();
    let order = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
    order.iter().position(|d| *d == (dx, dy)).unwrap_or(0) as i16
}

/// The cell one step away in a compass direction.
fn stepped(cell: CellPos, direction: i32) -> CellPos {
    let order = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
    let (dx, dy): (i16, i16) = order[direction.rem_euclid(8) as usize];
    CellPos::new(cell.x.saturating_add(dx), cell.y.saturating_add(dy))
}

/// Whether the cell in a direction from a target is a danger on the map (EP-CALL-05).
fn is_danger(target: Option<&TargetFacts>, way: i32) -> bool {
    target.map_or(0, |target| target.danger_around) >> way.rem_euclid(8) & 1 == 1
}

impl Exchange<'_> {
    /// The direction straight away from the attacker, as the option counts it.
    pub(super) fn away(&self) -> i16 {
        self.away_from_me(self.facts.targets.first())
    }

    fn away_from_me(&self, target: Option<&TargetFacts>) -> i16 {
        let (x, y) = target.map_or((0, 1), |target| target.offset);
        let ways = Dir8::ALL.iter().enumerate();
        // The direction whose product with the offset is greatest, measured along the diagonal.
        let along = |dir: &Dir8| {
            let (dx, dy) = dir.delta();
            let product = x * i32::from(dx) + y * i32::from(dy);
            let length = if dir.is_diagonal() { 1000 } else { 1414 };
            product * length
        };
        let best = ways.max_by_key(|(_, dir)| along(dir));
        best.map_or(0, |(i, _)| compass(i))
    }

    /// The chosen effect of a called shot.
    pub(super) fn called(&self, suggested: &mut Suggested) -> i32 {
        if self.is_area() || self.row.deed.mode().is_some() && self.facts.targets.len() > 1 {
            return 0;
        }
        let called = self.option(CALLED, None, 0, suggested);
        match called {
            effect::BYPASS => {
                self.option(WEAK_POINT, None, 0, suggested);
            }
            effect::DISARM => {
                self.option(CALLED_SECOND, None, 0, suggested);
            }
            effect::PUSH => {
                self.option(PUSH_TO, None, self.away(), suggested);
                let way = self.facts.options.get(PUSH_TO, None);
                let way = way.unwrap_or_else(|| self.away().into());
                let into = is_danger(self.facts.targets.first(), way);
                self.option(PUSH_INTO, None, into.into(), suggested);
            }
            effect::SPECIFIC => {
                self.option(SPECIFIC, None, 0, suggested);
            }
            _ => {}
        }
        called
    }

    pub(super) fn called_now(&self) -> i32 {
        self.called(&mut Vec::new())
    }

    /// Whether nobody has said that there is no weak point: then the attack is a plain one.
    pub(super) fn looks_for_no_weak_point(&self) -> bool {
        self.called_now() != effect::BYPASS || self.facts.options.get(WEAK_POINT, None) != Some(3)
    }

    /// The search for a weak point that the game master demands (EP-CALL-02).
    pub(super) fn search_check(&self) -> Option<Check> {
        let wanted = self.facts.options.get(WEAK_POINT, None).unwrap_or(0);
        if self.called_now() != effect::BYPASS || !(1..=2).contains(&wanted) {
            return None;
        }
        let me = &self.facts.attacker;
        let mut tn = Tn::new("weak-point", false);
        let skill = if wanted == 1 { Skill::Perceive } else { Skill::Explosives };
        skill_line(&mut tn.check, skill, me, EP_CALL_02);
        let felt = body::wounds_felt(&self.rules.settings, me);
        let label = Message::new("ep-wounds").int("wounds", felt.into());
        tn.line(EP_WND_02, label, -10 * felt, None);
        if skill == Skill::Perceive && me.has(DEAFENED) {
            tn.line(EP_CND_09, Message::new("ep-deafened"), -30, None);
        }
        tn.dazed(me, false);
        Some(tn.finish(&self.rules.settings, false))
    }

    /// Whether the weak point is there: given, or found.
    pub(super) fn searches(&self, plan: &Plan, dice: &mut Dice, effects: &mut Vec<Effect>) -> bool {
        let Some(check) = self.search_check() else {
            return self.looks_for_no_weak_point();
        };
        let check = plan.checks.first().map_or(&check, |(_, check)| check);
        self.seeks(EP_CALL_02, check, dice, effects)
    }

    /// A mental test of the attacker's before its attack, with what it has left after the points that
    /// went on the attack (EP-POOL-03).
    pub(super) fn seeks(
        &self,
        rule: RuleId,
        check: &Check,
        dice: &mut Dice,
        effects: &mut Vec<Effect>,
    ) -> bool {
        let (settings, on) = (&self.rules.settings, self.attack_spends());
        let me = body::poorer(settings, &self.facts.attacker, on, self.paid_before());
        let trial = Trial::mental(self.facts.policy).asking();
        self.rules.test(&me, rule, check, trial, dice, effects).success
    }
}

/// A hit with what its superior successes have bought.
pub(super) struct Hit<'a> {
    pub(super) blow: Blow<'a>,
    /// Damage is dealt.
    pub(super) deals: bool,
    /// The effect of the called shot, if it was bought.
    pub(super) called: i32,
    /// The second superior success went to the effect as well.
    pub(super) second: bool,
}

impl Hit<'_> {
    /// One superior success buys the effect in place of its d6; a second does what the row says
    /// (EP-ATK-04, EP-CALL-01 to EP-CALL-06).
    pub(super) fn buy(&mut self, exchange: &Exchange, called: i32) {
        self.called = called;
        self.blow.superior -= 1;
        self.second = self.blow.superior > 0;
        match called {
            effect::BYPASS => self.blow.halvings += 1,
            effect::DISARM => {
                self.blow.superior = 0;
                let full = self.second && exchange.second() == 1;
                self.blow.halved = !full;
            }
            effect::KNOCKDOWN => {
                self.blow.superior = 0;
                self.deals = self.second;
            }
            effect::PUSH => self.deals = exchange.rules.settings.push_deals_damage == 1,
            _ => {}
        }
    }
}

impl Exchange<'_> {
    /// What the second superior success of a disarming does: 0 a harder check, 1 full damage, 2 the
    /// weapon in the attacker's hand.
    pub(super) fn second(&self) -> i32 {
        self.facts.options.get(CALLED_SECOND, None).unwrap_or(0)
    }

    pub(super) fn called_effect(
        &self,
        hit: &Hit<'_>,
        who: &Fighter,
        manner: Manner,
        dice: &mut Dice,
        effects: &mut Vec<Effect>,
    ) {
        let tells = dice.tells();
        let id = who.id;
        match hit.called {
            effect::DISARM => self.disarm(hit, who, manner, dice, effects),
            effect::KNOCKDOWN => {
                let mut effect = begin(EP_CALL_04, id, Condition::new(PRONE, Until::Ended));
                if tells {
                    effect = effect.saying(Message::new("ep-log-prone").who("who", id));
                }
                effects.push(effect);
                loses_aim(who, effects);
            }
            effect::PUSH => self.push(who, manner, dice, effects),
            effect::SPECIFIC => {
                let what = self.facts.options.get(SPECIFIC, None).unwrap_or(0);
                let condition = match what {
                    0 => Condition::new(BLINDED, Until::Ended),
                    1 => Condition::new(DEAFENED, Until::Ended),
                    2 => Condition::new(LEG_DISABLED, Until::Ended),
                    _ => Condition::new(NOTE, Until::Ended).of(-10),
                };
                let mut effect = begin(EP_CALL_06, id, condition);
                if tells {
                    let key = format!("condition-{}", condition.id);
                    let line = Message::new("ep-log-specific").who("who", id);
                    effect = effect.saying(line.word("condition", key));
                }
                effects.push(effect);
            }
            _ => {}
        }
    }

    /// The target's weapon flies away, or ends in the attacker's hand (EP-CALL-03).
    pub(super) fn disarm(
        &self,
        hit: &Hit<'_>,
        who: &Fighter,
        manner: Manner,
        dice: &mut Dice,
        effects: &mut Vec<Effect>,
    ) {
        let Some(item) = who.gear.held().map(|held| held.item) else { return };
        let settings = &self.rules.settings;
        let counts = settings.wound_mod_on_resist == 1;
        let mut check = aptitude_check(settings, who, "grip", Aptitude::Som, counts);
        let harder = hit.second && self.second() == 0;
        let amount = if harder { -60 } else { -30 };
        check.add(EP_CALL_03, Message::new("ep-disarm"), amount);
        let by_word = manner.effect_check;
        let of = Trial { by_word, ..Trial::physical(manner.policy) };
        if self.rules.test(who, EP_CALL_03, &check, of, dice, effects).success {
            return;
        }
        let me = &self.facts.attacker;
        let free_hand = self.weapon.hands < 2;
        if hit.second && self.second() == 2 && self.is_melee() && free_hand {
            let seize = Effect::new(EP_CALL_03, me.id, Change::Seize(item, who.id));
            let line = Message::new("ep-log-seized").who("who", me.id).who("target", who.id);
            effects.push(if dice.tells() { seize.saying(line) } else { seize });
            return;
        }
        let cell = self.flies_to(who, item, dice);
        let fly = Effect::new(EP_CALL_03, who.id, Change::Drop(item, cell));
        let line = Message::new("ep-log-disarmed").who("who", who.id);
        effects.push(if dice.tells() { fly.saying(line) } else { fly });
    }

    /// Where a weapon flies: so many metres in a direction around the target (EP-CALL-03,
    /// EP-GRID-04). Odds do not ask where.
    pub(super) fn flies_to(&self, who: &Fighter, _item: ItemId, dice: &mut Dice) -> CellPos {
        if !dice.tells() {
            return who.cell;
        }
        let mut check = Check::new("fly");
        check.add(EP_CALL_03, Message::new("ep-fly"), 10);
        let pool = Pool::one(Die::plain(10), &check).of_whom(who.id);
        let face = dice.roll_for(EP_AREA_07, &pool, &check, &Face);
        let metres = dice.roll_for(EP_CALL_03, &pool, &check, &Face);
        // Of large bodies the nearest cells count.
        let (from, here) = footprint(&self.facts.attacker).nearest(footprint(who));
        let cell = super::area::strayed(from, here, face, metres.into());
        match &self.facts.ground {
            Some(ground) => super::area::stopped(&ground.0, here, cell),
            None => cell,
        }
    }

    /// One cell further, and maybe into a danger (EP-CALL-05).
    pub(super) fn push(
        &self,
        who: &Fighter,
        manner: Manner,
        dice: &mut Dice,
        effects: &mut Vec<Effect>,
    ) {
        let open = self.facts.targets.iter().find(|t| t.fighter.id == who.id);
        let away = self.away_from_me(open);
        let way = self.facts.options.get(PUSH_TO, None).unwrap_or_else(|| away.into());
        if open.is_some_and(|t| t.room_around >> way.rem_euclid(8) & 1 == 0) {
            return;
        }
        let tells = dice.tells();
        let cell = stepped(who.cell, way);
        let by_word = self.facts.options.get(PUSH_INTO, None).map(|into| into != 0);
        let into = by_word.unwrap_or_else(|| is_danger(open, way));
        if into {
            let settings = &self.rules.settings;
            let counts = settings.wound_mod_on_resist == 1;
            let mut check = aptitude_check(settings, who, "brink", Aptitude::Ref, counts);
            check.add(EP_CALL_05, Message::new("ep-brink"), -30);
            let by_word = manner.effect_check;
            let of = Trial { by_word, ..Trial::physical(manner.policy) };
            let stays = self.rules.test(who, EP_CALL_05, &check, of, dice, effects).success;
            if stays {
                let mut effect = begin(EP_CALL_05, who.id, Condition::new(PRONE, Until::Ended));
                if tells {
                    effect = effect.saying(Message::new("ep-log-brink").who("who", who.id));
                }
                effects.push(effect);
                loses_aim(who, effects);
                return;
            }
        }
        let mut effect = Effect::new(EP_CALL_05, who.id, Change::Place(cell));
        if tells {
            let key = if into { "ep-log-pushed-into" } else { "ep-log-pushed" };
            effect = effect.saying(Message::new(key).who("who", who.id));
        }
        effects.push(effect);
    }
}
