//! What the bench works with: weapons whose numbers the examples name, fighters in a line of code,
//! and what effects come to.

use std::sync::Arc;

use super::super::data::{Blast, Class, DamageType, Dv, File, Mode, Shape, Substance, Weapon};
use super::super::sheet::*;
use crate::rules::effect::{Change, Effect};
use crate::rules::facts::{
    CombatantId, Condition, Fighter, Gear, InitiativeFacts, Row, Sheet, SideId, Sightline,
    TargetFacts, Trace, TurnFacts, Until,
};
use crate::rules::grid::{Board, BoardObject, CellPos, Point};
use crate::rules::key::Key;
use crate::rules::ruleset::Plan;

/// The shipped numbers, and weapons whose numbers the examples name.
pub(in super::super) fn bench_file() -> File {
    let mut file = File::default();
    let named = |id: &str| Weapon {
        id: id.to_owned(),
        name: Some(id.to_owned()),
        hands: 1,
        smartlink: true,
        ..Weapon::default()
    };
    let gun = |id: &str, class, range_m| Weapon {
        class,
        range_m,
        dv: Dv { d10: 2, d6: 0, plus: 0 },
        modes: vec![Mode::Sa],
        ammo: 10,
        ..named(id)
    };
    // A fixed number stands for dice that have fallen already.
    let bomb = |id: &str, plus, shape, radius_m| Weapon {
        class: Class::Thrown,
        dv: Dv { d10: 0, d6: 0, plus },
        ammo: 3,
        blast: Some(Blast { shape, radius_m, falloff_per_m: 2, falloff_vacuum: 10 }),
        ..named(id)
    };
    file.weapons.extend([
        gun("range_50", Class::Kinetic, 50),
        gun("range_60", Class::Kinetic, 60),
        gun("beam_60", Class::Beam, 60),
        gun("seeker_60", Class::Seeker, 60),
        gun("spray_60", Class::Spray, 60),
        gun("range_8", Class::Kinetic, 8),
        Weapon { max_range_multiple: 2, ..gun("twice_only", Class::Kinetic, 50) },
        Weapon { skill: Some(Skill::Interface), ..gun("turret", Class::Kinetic, 100) },
        Weapon { armor_piercing: true, weak_rounds: true, ..gun("ap_gun", Class::Kinetic, 50) },
        Weapon { armor_piercing: true, ..gun("venom_gun", Class::Kinetic, 50) },
        Weapon {
            substance: "four".to_owned(),
            dv: Dv { d10: 1, d6: 0, plus: 0 },
            ..named("venom_knife")
        },
        Weapon {
            substance: "venom".to_owned(),
            shock: true,
            dv: Dv { d10: 1, d6: 0, plus: 0 },
            ..named("venom_baton")
        },
        Weapon { shock: true, touch_only: true, ..named("shock_glove") },
        bomb("bomb_24", 24, Shape::Centred, 0),
        bomb("bomb_24_cut", 24, Shape::Centred, 4),
        Weapon { damage_type: DamageType::Energy, ..bomb("sun_19", 19, Shape::Uniform, 10) },
    ]);
    file.substances.push(Substance {
        id: "four".to_owned(),
        name: Some("four a turn".to_owned()),
        damage: 4,
        turns: 3,
        ..Substance::default()
    });
    file
}

/// The same fighter with something on the blade in hand, by its place among the substances from 1.
pub(in super::super) fn coated(mut fighter: Fighter, coat: u8) -> Fighter {
    let held = fighter.gear.in_hand.expect("armed");
    fighter.gear.weapons[usize::from(held)].coat = coat;
    fighter
}

/// A fighter with the ordinary numbers but for those given, and without any points to spend.
pub(in super::super) fn man(id: u16, numbers: &[(usize, i16)]) -> Fighter {
    let mut sheet = Sheet { values: FIELDS.iter().map(|f| f.default).collect(), derived: false };
    sheet.values[VIGOR] = 0;
    for (field, value) in numbers {
        sheet.values[*field] = *value;
    }
    Fighter {
        id: CombatantId(id),
        side: SideId((id % 2) as u8),
        sheet: Arc::new(sheet),
        health: whole(),
        conditions: Vec::new(),
        gear: Gear::default(),
        cell: CellPos::default(),
        trace: Trace::default(),
    }
}

/// One whom no ordinary hit wounds, with so much fray.
pub(in super::super) fn stout(id: u16, fray: i16) -> Fighter {
    man(id, &[(FRAY, fray), (MELEE, 0), (DURABILITY, 400), (WOUND_THRESHOLD, 200)])
}

pub(in super::super) const COG: usize = Aptitude::Cog as usize;
pub(in super::super) const INT: usize = Aptitude::Int as usize;
pub(in super::super) const REF: usize = Aptitude::Ref as usize;
pub(in super::super) const SOM: usize = Aptitude::Som as usize;
pub(in super::super) const WIL: usize = Aptitude::Wil as usize;
pub(in super::super) const MELEE: usize = 6;
pub(in super::super) const GUNS: usize = 7;
pub(in super::super) const ATHLETICS: usize = 8;
pub(in super::super) const FRAY: usize = 9;
pub(in super::super) const EXPLOSIVES: usize = 10;
pub(in super::super) const INTERFACE: usize = 11;
pub(in super::super) const PERCEIVE: usize = 12;
pub(in super::super) const FIRST_AID: usize = 13;
pub(in super::super) const PILOT: usize = 14;
pub(in super::super) const PSI: usize = 15;

/// The same fighter with so much damage and so many wounds.
pub(in super::super) fn hurt(mut fighter: Fighter, damage: i16, wounds: u8) -> Fighter {
    fighter.health.points = damage;
    fighter.health.marks[usize::from(mark::WOUNDS)] = wounds;
    fighter
}

/// The same fighter in a condition without an end of its own.
pub(in super::super) fn being(fighter: Fighter, id: Key) -> Fighter {
    under(fighter, Condition::new(id, Until::Ended))
}

/// The same fighter in a condition.
pub(in super::super) fn under(mut fighter: Fighter, condition: Condition) -> Fighter {
    Change::Begin(condition).apply_to_conditions(&mut fighter.conditions);
    fighter
}

/// The same fighter on a cell.
pub(in super::super) fn at(mut fighter: Fighter, x: i16, y: i16) -> Fighter {
    fighter.cell = CellPos::new(x, y);
    fighter
}

/// Applies effects as the battle does, as far as the cases need it.
pub(in super::super) fn apply(fighter: &mut Fighter, effects: &[Effect]) {
    let id = fighter.id;
    for effect in effects.iter().filter(|effect| effect.on == id) {
        effect.change.apply_to(fighter);
    }
}

/// How long a condition that effects begin lasts.
pub(in super::super) fn lasts(effects: &[Effect], id: Key) -> Option<Until> {
    effects.iter().find_map(|effect| match effect.change {
        Change::Begin(condition) if condition.id == id => Some(condition.until),
        _ => None,
    })
}

/// Wounds that effects inflict.
pub(in super::super) fn wounds_in(effects: &[Effect]) -> i32 {
    marks_in(effects, mark::WOUNDS)
}

/// Marks in a column that effects add.
pub(in super::super) fn marks_in(effects: &[Effect], column: u8) -> i32 {
    let marks = effects.iter().map(|effect| match effect.change {
        Change::Mark(at, n) if at == column => i32::from(n),
        _ => 0,
    });
    marks.sum()
}

/// Points of damage that effects bring.
pub(in super::super) fn points_in(effects: &[Effect]) -> Vec<i16> {
    let points = |effect: &Effect| match effect.change {
        Change::Points(points) => Some(points),
        _ => None,
    };
    effects.iter().filter_map(points).collect()
}

/// Conditions begun by effects, as keys in order.
pub(in super::super) fn begun(effects: &[Effect]) -> Vec<Key> {
    let key = |effect: &Effect| match effect.change {
        Change::Begin(condition) => Some(condition.id),
        _ => None,
    };
    effects.iter().filter_map(key).collect()
}

/// Conditions ended by effects, as keys in order.
pub(in super::super) fn ended(effects: &[Effect]) -> Vec<Key> {
    let key = |effect: &Effect| match effect.change {
        Change::End(id) => Some(id),
        _ => None,
    };
    effects.iter().filter_map(key).collect()
}

/// Where something goes off, if anything does.
pub(in super::super) fn burst_at(effects: &[Effect]) -> Option<(i16, i16)> {
    effects.iter().find_map(|effect| match effect.change {
        Change::Burst(cell, _) => Some((cell.x, cell.y)),
        _ => None,
    })
}

/// The value of the first check of a name.
pub(in super::super) fn value(plan: &Plan, name: &str) -> i32 {
    plan.checks.iter().find(|(_, check)| check.name == name).map_or(i32::MIN, |(_, c)| c.value())
}

/// A row by the numbers of its fighters.
pub(in super::super) fn row(level: i16, cards: &[u16]) -> Row {
    Row { level, cards: cards.iter().map(|id| CombatantId(*id)).collect() }
}

/// A fighter before the order is known.
pub(in super::super) fn starting(fighter: &Fighter) -> InitiativeFacts {
    InitiativeFacts { fighter: fighter.clone(), modifier: 0, fixed: None }
}

/// A fighter before the order is known, with a score that the game master fixed.
pub(in super::super) fn at_level(fighter: &Fighter, level: i16) -> InitiativeFacts {
    InitiativeFacts { fighter: fighter.clone(), modifier: 0, fixed: Some(level) }
}

/// What a turn is to a rule.
pub(in super::super) fn turn_of(fighter: &Fighter) -> TurnFacts {
    TurnFacts { fighter: fighter.clone(), round: 1, engaged: false }
}

/// A target over an open field.
pub(in super::super) fn there(offset: (i32, i32), target: &Fighter) -> TargetFacts {
    TargetFacts {
        fighter: target.clone(),
        offset,
        in_reach: false,
        sightline: Sightline { in_sight: true, ..Sightline::default() },
        assailants: Vec::new(),
        attacked_by: Vec::new(),
        attacker_cap: 4,
        engaged: false,
        waits: false,
        open_around: u8::MAX,
        room_around: u8::MAX,
        danger_around: 0,
    }
}

/// An open field of 40 by 40 cells.
pub(in super::super) fn field() -> Board {
    Board::new(40, 40, Vec::new())
}

/// Walls of full height along these lines of corners.
pub(in super::super) fn walls(lines: &[[(i16, i16); 2]]) -> Board {
    let wall = |line: &[(i16, i16); 2]| {
        BoardObject::wall(line.iter().map(|(x, y)| Point::corner(*x, *y)).collect())
    };
    Board::new(40, 40, lines.iter().map(wall).collect())
}

/// Values of the option of a called shot.
pub(in super::super) mod called {
    pub(in super::super::super) const BYPASS: i16 = 1;
    pub(in super::super::super) const DISARM: i16 = 2;
    pub(in super::super::super) const KNOCKDOWN: i16 = 3;
    pub(in super::super::super) const PUSH: i16 = 4;
    pub(in super::super::super) const SPECIFIC: i16 = 5;
}
