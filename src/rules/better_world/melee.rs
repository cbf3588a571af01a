//! Arm's length (section 7): Aspects against Aspects, and the crowd around one target.

use crate::rules::check::Check;
use crate::rules::facts::{AttackFacts, CombatantId, TargetFacts};
use crate::rules::grid::{any_at_least_apart, fits_sectors, sectors_occupied};
use crate::rules::key::RuleId;
use crate::rules::message::Message;
use crate::rules::ruleset::Refusal;

use super::attack::{AspectChoice, Exchange, Suggested, add_gear_dice};
use super::data::{GangUp, Kind, MeleeClass, RangedClass};
use super::ids::*;
use super::manoeuvre::GUARDS;
use super::sheet::*;
use super::wounds;

/// How many attackers a target effectively has, and whether two of them flank it (BW-MEL-07).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Crowd {
    /// Sectors with an attacker, at most as many as there is room for: 0 to 4.
    pub sectors: u8,
    /// Some two attackers are on opposite sides of the target.
    pub opposite: bool,
}

impl Crowd {
    /// From the bearings of the attackers (target to attacker, in cells).
    pub fn of(bearings: &[(i64, i64)], cap: u8, opposite_min_angle_deg: u16) -> Self {
        Self {
            sectors: sectors_occupied(bearings).min(cap),
            opposite: any_at_least_apart(bearings, opposite_min_angle_deg),
        }
    }

    /// The bonus dice of each attacker.
    pub fn dice(self, table: &GangUp) -> i32 {
        i32::from(match (self.sectors, self.opposite) {
            (0 | 1, _) => table.one,
            (2, false) => table.two_same,
            (2, true) => table.two_opposite,
            (3, _) => table.three,
            _ => table.four,
        })
    }

    fn label(self) -> Message {
        Message::new(match (self.sectors, self.opposite) {
            (0 | 1, _) => "bw-gang-one",
            (2, false) => "bw-gang-two-same",
            (2, true) => "bw-gang-two-opposite",
            (3, _) => "bw-gang-three",
            _ => "bw-gang-four",
        })
    }
}

fn wide((x, y): (i32, i32)) -> (i64, i64) {
    (x.into(), y.into())
}

/// From the target to the attacker.
fn own_bearing(target: &TargetFacts) -> (i64, i64) {
    let (x, y) = wide(target.offset);
    (-x, -y)
}

impl Exchange<'_> {
    /// Room for so many attackers (BW-MEL-06): the word of the game master, else what the map and
    /// the table leave. Gives the value in force and the suggested one.
    fn cap(&self, target: &TargetFacts) -> (u8, u8) {
        let suggested = target.attacker_cap.min(self.rules.file.tunables.attacker_cap).max(1);
        let word = self.facts.options.get(ATTACKER_CAP, Some(target.fighter.id));
        (word.map_or(suggested, |cap| cap.clamp(1, 4) as u8), suggested)
    }

    /// A weapon for arm's length, and a free sector (BW-MEL-02, BW-MEL-05).
    pub(super) fn check_melee(&self, target: &TargetFacts) -> Result<(), Refusal> {
        let bare_hands_do = matches!(self.row.kind, Kind::Grapple | Kind::BreakFree);
        if self.weapon.melee_class.is_none() && !bare_hands_do {
            let why = self.weapon.name(Message::new("bw-refuse-no-melee"), "weapon");
            return Err(Refusal { rule: BW_MEL_02, why });
        }
        if !self.takes_a_sector() {
            return Ok(());
        }
        let (cap, _) = self.cap(target);
        if has_room(self.facts, target, cap) || crowding_allowed(self.facts, target) {
            return Ok(());
        }
        let why = Message::new("bw-refuse-crowd").who("target", target.fighter.id);
        Err(Refusal { rule: BW_MEL_05, why: why.int("cap", cap.into()) })
    }

    /// The crowd as the map has it, and as the game master's words leave it.
    fn crowds(&self, target: &TargetFacts) -> (Crowd, Crowd) {
        let tunables = &self.rules.file.tunables;
        let me = self.facts.attacker.id;
        let around = |ticked_only: bool| -> Vec<(i64, i64)> {
            let ticked = |id| !ticked_only || id == me || self.ticked(id);
            let others = target.assailants.iter().filter(|a| ticked(a.id));
            let mut bearings: Vec<_> = others.map(|a| wide(a.bearing)).collect();
            if !target.assailants.iter().any(|a| a.id == me) {
                bearings.push(own_bearing(target));
            }
            bearings
        };
        let angle = tunables.opposite_min_angle_deg;
        let on_map = Crowd::of(&around(false), 4, angle);
        let left = Crowd::of(&around(true), 4, angle);
        let (cap, _) = self.cap(target);
        let word = self.facts.options.get(OPPOSITE, Some(target.fighter.id));
        let opposite = word.map_or(left.opposite, |word| word != 0);
        (on_map, Crowd { sectors: left.sectors.min(cap), opposite })
    }

    /// Whether an enemy of the target counts as an assailant: unless the game master says no.
    fn ticked(&self, id: CombatantId) -> bool {
        self.facts.options.get(ASSAILANT, Some(id)).is_none_or(|word| word != 0)
    }
}

/// Whether the attacker and the others who attacked the target in this round fit around it: one
/// sector of a quarter turn each, the cross of sectors turned as suits them (BW-MEL-05).
///
/// Reading chosen: the cross turns freely, because a fixed one would treat mirror images
/// differently.
fn has_room(facts: &AttackFacts, target: &TargetFacts, cap: u8) -> bool {
    let others = target.attacked_by.iter().filter(|a| a.id != facts.attacker.id);
    let mut bearings: Vec<_> = others.map(|a| wide(a.bearing)).collect();
    let own = target.assailants.iter().find(|a| a.id == facts.attacker.id);
    bearings.push(own.map_or(own_bearing(target), |a| wide(a.bearing)));
    bearings.len() <= usize::from(cap) && fits_sectors(&bearings)
}

fn crowding_allowed(facts: &AttackFacts, target: &TargetFacts) -> bool {
    facts.options.get(CROWDING, Some(target.fighter.id)).is_some_and(|word| word != 0)
}

/// Aspect, weapon and outnumbering of the attacker (BW-MEL-04).
pub(super) fn attack(exchange: &Exchange, check: &mut Check, suggested: &mut Suggested) {
    let (facts, weapon) = (exchange.facts, exchange.weapon);
    let class = weapon.melee_class.unwrap_or(MeleeClass::Unarmed);
    let gun = class == MeleeClass::Firearm;
    let kind = exchange.row.kind;
    let choice = AspectChoice {
        fighter: &facts.attacker,
        list: aspects(exchange, class),
        rule: rule_of_aspects(kind).unwrap_or(if gun { BW_MEL_03 } else { BW_MEL_02 }),
        option: ATTACK_ASPECT,
        set: facts.options.get(ATTACK_ASPECT, None),
    };
    suggested.push((ATTACK_ASPECT, None, choice.best() as i16));
    choice.add_to(check);
    if gun && !kind.is_manoeuvre() {
        let ranged = exchange.rules.file.ranged_aspects.of(RangedClass::Firearm);
        for aspect in ranged.iter().filter(|a| !choice.list.contains(a)) {
            choice.outdone(check, *aspect, BW_MEL_03, "bw-why-gun-in-melee");
        }
    }
    let label = |key: &'static str| weapon.name(Message::new(key), "weapon");
    exchange.gear_dice(check, label("bw-weapon-melee"), weapon.melee_dice);
    if let Some(burst) = exchange.burst() {
        let label = weapon.name(Message::new("bw-burst"), "weapon");
        add_gear_dice(check, exchange.burst_rule(), label, burst.dice);
    }
    if weapon.accuracy_dice > 0 && !kind.is_manoeuvre() {
        let why = Message::new("bw-why-gun-in-melee");
        check.outdone(BW_MEL_03, label("bw-weapon-accuracy"), weapon.accuracy_dice.into(), why);
    }
    if let Some(target) = facts.targets.first().filter(|_| exchange.is_melee_attack()) {
        outnumbering(exchange, target, check, suggested);
    }
}

/// The Aspects to choose from: those of the weapon's class, or the two of a hold (BW-MEL-02,
/// BW-MEL-11, BW-MEL-12).
fn aspects<'a>(exchange: &Exchange<'a>, class: MeleeClass) -> &'a [Aspect] {
    match exchange.row.kind {
        Kind::Grapple => &[Aspect::MuscleMemory, Aspect::Constitution],
        Kind::BreakFree => &[Aspect::Constitution, Aspect::MuscleMemory],
        _ => exchange.rules.file.melee_aspects.of(class),
    }
}

/// The rule that says which Aspects a manoeuvre sets against each other.
fn rule_of_aspects(kind: Kind) -> Option<RuleId> {
    match kind {
        Kind::Disarm => Some(BW_MEL_10),
        Kind::Grapple => Some(BW_MEL_11),
        Kind::BreakFree => Some(BW_MEL_12),
        _ => None,
    }
}

impl Exchange<'_> {
    /// Dice of a weapon or an armour; a manoeuvre is a check of bare Aspects.
    fn gear_dice(&self, check: &mut Check, label: Message, dice: u8) {
        if self.uses_weapon_dice() {
            add_gear_dice(check, BW_MEL_04, label, dice);
        } else if dice > 0 {
            let why = Message::new("bw-why-bare-aspects");
            check.outdone(self.row.rule, label, dice.into(), why);
        }
    }
}

/// The bonus for attacking in numbers (BW-MEL-06, BW-MEL-07), and what it would have been without
/// the limit or without the game master's word.
fn outnumbering(
    exchange: &Exchange,
    target: &TargetFacts,
    check: &mut Check,
    suggested: &mut Suggested,
) {
    let table = &exchange.rules.file.gang_up;
    let id = Some(target.fighter.id);
    let (cap, cap_suggested) = exchange.cap(target);
    let (on_map, crowd) = exchange.crowds(target);
    suggested.push((ATTACKER_CAP, id, cap_suggested.into()));
    suggested.push((CROWDING, id, 0));
    let me = exchange.facts.attacker.id;
    for other in target.assailants.iter().filter(|a| a.id != me) {
        suggested.push((ASSAILANT, Some(other.id), 1));
    }
    if crowd.sectors == 2 {
        suggested.push((OPPOSITE, id, on_map.opposite.into()));
    }
    let (now, before) = (crowd.dice(table), on_map.dice(table));
    if crowd.sectors > 1 || now > 0 {
        let option = if crowd.sectors == 2 { OPPOSITE } else { ATTACKER_CAP };
        check.add(BW_MEL_07, crowd.label(), now).by_option(option);
    }
    if crowd.sectors < on_map.sectors {
        let why = Message::new("bw-why-no-room").int("cap", cap.into());
        check.outdone(BW_MEL_06, on_map.label(), before, why);
    } else if crowd.label() != on_map.label() {
        check.outdone(BW_MEL_07, on_map.label(), before, Message::new("bw-why-by-word"));
    }
    if crowding_allowed(exchange.facts, target) && !has_room(exchange.facts, target, cap) {
        check.add(BW_MEL_05, Message::new("bw-crowding-by-word"), 0).by_option(CROWDING);
    }
}

/// The defender's Aspect, armour and parry (BW-MEL-04), or what is left of them (BW-DMG-13).
///
/// Reading chosen: the defender's own wound does not weaken its defence, because wounds make
/// actions harder and defence is not an action.
pub(super) fn difficulty(
    exchange: &Exchange,
    target: &TargetFacts,
    check: &mut Check,
    suggested: &mut Suggested,
) {
    let rules = exchange.rules;
    let defender = &target.fighter;
    let weapon = rules.melee_weapon(defender);
    let choice = AspectChoice {
        fighter: defender,
        list: aspects(exchange, weapon.melee_class.unwrap_or(MeleeClass::Unarmed)),
        rule: rule_of_aspects(exchange.row.kind).unwrap_or(BW_MEL_02),
        option: DEFENCE_ASPECT,
        set: exchange.facts.options.get(DEFENCE_ASPECT, Some(defender.id)),
    };
    suggested.push((DEFENCE_ASPECT, Some(defender.id), choice.best() as i16));
    let helpless = !wounds::vital(defender).able;
    if helpless && choice.set.is_none() {
        choice.outdone(check, choice.best(), BW_DMG_13, "bw-why-helpless");
    } else {
        choice.add_to(check);
    }
    if let Some(armour) = rules.armour(defender) {
        let label = armour.name(Message::new("bw-armour-dice"), "armour");
        exchange.gear_dice(check, label, armour.defence_dice_melee);
    }
    let parry = weapon.name(Message::new("bw-weapon-parry"), "weapon");
    if helpless && weapon.parry_dice > 0 {
        let why = Message::new("bw-why-helpless");
        check.outdone(BW_DMG_13, parry, weapon.parry_dice.into(), why);
    } else {
        exchange.gear_dice(check, parry, weapon.parry_dice);
    }
    guards(exchange, target, check);
    wound_of_defender(exchange, target, check);
}

/// Defensive stance and full defence; if a fighter has both, they add (BW-MEL-14, BW-MEL-15).
fn guards(exchange: &Exchange, target: &TargetFacts, check: &mut Check) {
    for (id, rule, label) in GUARDS {
        if !target.fighter.has(id) {
            continue;
        }
        if exchange.is_melee_attack() {
            check.add(rule, Message::new(label), 1);
        } else {
            check.outdone(rule, Message::new(label), 1, Message::new("bw-why-no-attack"));
        }
    }
}

fn wound_of_defender(exchange: &Exchange, target: &TargetFacts, check: &mut Check) {
    let dice = &exchange.rules.file.wound_diff;
    let state = wounds::state(&target.fighter);
    let dice = match state {
        WOUNDED => dice.wounded,
        HEAVILY_WOUNDED => dice.heavy,
        DYING => dice.dying,
        _ => 0,
    };
    if dice == 0 {
        return;
    }
    let label = Message::new("bw-wound-of-defender").word("state", format!("state-{state}"));
    if exchange.rules.file.tunables.wound_affects_defence {
        check.add(BW_DMG_06, label, -i32::from(dice));
    } else {
        let why = Message::new("bw-why-defence-is-no-action");
        check.outdone(BW_DMG_06, label, -i32::from(dice), why);
    }
}
