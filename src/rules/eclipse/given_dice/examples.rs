//! The worked examples 1 to 28: the opposed test, damage and armour, called shots, range, bursts,
//! shock, blasts, further weapons in a blow.

use super::super::area::strayed;
use super::super::bench::*;
use super::super::body;
use super::super::ids::*;
use super::super::roll::read;
use super::super::sheet::option::*;
use super::super::sheet::*;
use super::Case;
use crate::rules::effect::Change;
use crate::rules::facts::{AttackFacts, CombatantId, Fighter, Until};
use crate::rules::grid::CellPos;

pub(super) const CASES: &[Case] = &[
    ("EX-01 a hit with a superior success", ex_01),
    ("EX-02 the higher of two successes", ex_02),
    ("EX-03 a critical beats a higher roll", ex_03),
    ("EX-04 of two criticals the higher", ex_04),
    ("EX-05 a tie", ex_05),
    ("EX-06 00 and 99", ex_06),
    ("EX-07 a critical failure of the defence", ex_07),
    ("EX-08 half of fray in full defence", ex_08),
    ("EX-09 a wound and a check that holds", ex_09),
    ("EX-10 two wounds", ex_10),
    ("EX-11 no more than three wounds", ex_11),
    ("EX-12 armour halved and halved again", ex_12),
    ("EX-13 a critical hit", ex_13),
    ("EX-14 past the armour", ex_14),
    ("EX-15 disarming", ex_15),
    ("EX-16 knocking down", ex_16),
    ("EX-17 pushing into an airlock", ex_17),
    ("EX-18 everything adds up", ex_18),
    ("EX-19 bands of distance", ex_19),
    ("EX-20 range and gravity", ex_20),
    ("EX-21 full auto with twelve rounds", ex_21),
    ("EX-22 a burst at two", ex_22),
    ("EX-23 shock", ex_23),
    ("EX-24 a centred blast", ex_24),
    ("EX-25 a uniform blast", ex_25),
    ("EX-26 a grenade strays", ex_26),
    ("EX-27 half a cell", ex_27),
    ("EX-28 further weapons in a blow", ex_28),
];

fn ex_01(b: &Bench) {
    let facts = b.pistol(60, &stout(2, 100));
    b.same("numbers", (b.tn(&facts), b.number(&facts, "defence")), (60, 50));
    let seen = b.attack(&facts, &[45, 71, 2, 3, 6]);
    b.same("one d6 more", (seen.hit(), seen.damage()), (true, 2 + 3 + 6));
    let seen = b.attack(&facts, &[61, 71]);
    b.same("one above the number", seen.hit(), false);
    // EP-SEQ-01: the six steps of one attack, in this order of dice.
    b.frame(&[EP_SEQ_01]);
}

fn ex_02(b: &Bench) {
    let facts = b.pistol(60, &stout(2, 100));
    b.same("48 is higher", b.attack(&facts, &[41, 48]).hit(), false);
    b.same("40 is not", b.attack(&facts, &[41, 40, 1, 1, 1]).hit(), true);
    b.frame(&[EP_OPP_02]);
}

fn ex_03(b: &Bench) {
    let mut target = stout(2, 100);
    std::sync::Arc::make_mut(&mut target.sheet).values[ARMOR_KINETIC] = 10;
    let seen = b.attack(&b.pistol(60, &target), &[22, 48, 6, 4]);
    // No d6, and armour 10 halved.
    b.same("hit", (seen.hit(), seen.damage()), (true, 10 - 5));
    let crowned = seen.effects().iter().any(|effect| effect.rule == EP_ATK_02);
    b.same("the log says critical", crowned, true);
}

fn ex_04(b: &Bench) {
    let facts = b.pistol(60, &stout(2, 100));
    b.same("44 over 33", b.attack(&facts, &[33, 44]).hit(), false);
    b.same("33 over 22", b.attack(&facts, &[33, 22, 1, 1, 1]).hit(), true);
}

fn ex_05(b: &Bench) {
    let facts = b.pistol(60, &stout(2, 100));
    b.same("the defender's", b.attack(&facts, &[37, 37]).hit(), false);
    b.set(
        |settings| settings.opposed_tie = 1,
        |own| {
            let facts = own.pistol(60, &stout(2, 100));
            own.same("the attacker's", own.attack(&facts, &[37, 37, 1, 1, 1]).hit(), true);
        },
    );
    b.set(
        |settings| settings.opposed_tie = 2,
        |own| {
            let facts = own.pistol(60, &stout(2, 100));
            let asked = own.question(&facts, &[37, 37]).map(|question| question.choices);
            own.same("asked", asked, Some(vec![DEFENDER_WINS, ATTACKER_WINS]));
            let hit = own.answering(&facts, &[37, 37, 1, 1, 1], &[1]).hit();
            own.same("by word", hit, true);
        },
    );
    b.frame(&[EP_OPP_03]);
}

fn ex_06(b: &Bench) {
    let target = stout(2, 40);
    let mut hopeless = b.pistol(40, &target);
    hopeless.options.set(ATTACK_MOD, None, -60);
    b.same("not clamped", b.tn(&hopeless), -20);
    let seen = b.attack(&hopeless, &[0, 5, 1, 1]);
    b.same("00 is a critical success", (seen.hit(), seen.damage()), (true, 2));
    b.same("01 fails", b.attack(&hopeless, &[1, 5]).hit(), false);
    let sure = b.pistol(120, &target);
    b.same("TN 120", b.tn(&sure), 120);
    let seen = b.attack(&sure, &[99, 95]);
    let marked = seen.effects().iter().any(|effect| effect.rule == EP_OPP_06);
    b.same("99 is a critical failure", (seen.hit(), marked), (false, true));
    let seen = b.attack(&sure, &[98, 95, 1, 1, 3, 4]);
    b.same("98 has two superior successes", seen.damage(), 2 + 3 + 4);
    b.frame(&[EP_DIE_01, EP_DIE_02]);
}

fn ex_07(b: &Bench) {
    let seen = b.attack(&b.pistol(60, &stout(2, 80)), &[30, 88, 2, 3]);
    b.same("nothing extra", (seen.hit(), seen.damage()), (true, 5));
    b.frame(&[EP_OPP_04]);
}

fn ex_08(b: &Bench) {
    let target = being(hurt(stout(2, 45), 0, 1), FULL_DEFENCE);
    let facts = b.pistol(70, &target);
    b.same("23 + 30 - 10", b.number(&facts, "defence"), 43);
    b.same("40 over 38", b.attack(&facts, &[38, 40]).hit(), false);
    b.same("44 fails", b.attack(&facts, &[38, 44, 1, 1, 1]).hit(), true);
}

/// A rifle of guns 60 at four metres.
fn rifle(b: &Bench, target: &Fighter) -> AttackFacts {
    b.far("attack", &b.armed(man(1, &[(GUNS, 60)]), "rifle"), (2, 0), target)
}

fn ex_09(b: &Bench) {
    let mut target = man(2, &[(SOM, 20), (ARMOR_KINETIC, 10), (DURABILITY, 35)]);
    let seen = b.attack(&rifle(b, &target), &[52, 90, 7, 5, 4, 50]);
    b.same("16 + 4 - 10", seen.damage(), 10);
    b.same("60 - 10", seen.test("som"), Some(50));
    b.same(
        "one wound, and it stands",
        (wounds_in(seen.effects()), begun(seen.effects())),
        (1, vec![]),
    );
    apply(&mut target, seen.effects());
    b.same("damage", (body::damage(&target), body::state(&target)), (10, WOUNDED));
    let seen =
        b.attack(&rifle(b, &man(2, &[(SOM, 20), (ARMOR_KINETIC, 10)])), &[52, 90, 7, 5, 4, 51]);
    b.same("51 would fail", begun(seen.effects()), vec![PRONE]);
}

fn ex_10(b: &Bench) {
    for (kind, fate) in [(0, UNCONSCIOUS), (1, OFFLINE)] {
        let target = man(2, &[(SOM, 20), (KIND, kind)]);
        let seen = b.attack(&b.pistol(60, &target), &[30, 90, 8, 7, 41]);
        b.same("T and TN", (seen.damage(), seen.test("som")), (15, Some(40)));
        b.same("two wounds", wounds_in(seen.effects()), 2);
        b.same("prone and gone", begun(seen.effects()), vec![PRONE, fate]);
        b.same("state", seen.outcome.strikes[0].state, KNOCKED_OUT);
        let seen = b.attack(&b.pistol(60, &target), &[30, 90, 8, 7, 40]);
        b.same("prone without a check", begun(seen.effects()), vec![PRONE]);
    }
}

fn ex_11(b: &Bench) {
    let one = b.armed(man(1, &[(GUNS, 60)]), "railgun");
    let target = man(2, &[(SOM, 20)]);
    let seen = b.attack(&b.far("attack", &one, (2, 0), &target), &[30, 90, 8, 8, 8, 30]);
    b.same("T and TN", (seen.damage(), seen.test("som")), (30, Some(30)));
    b.same("capped", wounds_in(seen.effects()), 3);
    b.set(
        |settings| settings.max_wounds_per_attack = 0,
        |own| own.same("without a cap", own.rules.wounds_of(30, 7), 4),
    );
}

fn ex_12(b: &Bench) {
    let armoured = |numbers: &[(usize, i16)]| {
        let mut all = vec![(ARMOR_KINETIC, 14), (FRAY, 0), (MELEE, 0), (WOUND_THRESHOLD, 200)];
        all.extend(numbers);
        man(2, &all)
    };
    let blow = |own: &Bench, roll: u16, bypass: bool| {
        let one = own.armed(man(1, &[(MELEE, 60)]), "monoblade");
        let mut facts = own.close("attack", &one, &armoured(&[]));
        if bypass {
            facts.options.set(CALLED, None, called::BYPASS);
        }
        own.attack(&facts, &[roll, 90, 4, 6]).damage()
    };
    b.same("14 / 4", blow(b, 22, false), 12 - 4);
    b.same("with a gap", blow(b, 33, true), 12 - 2);
    b.set(
        |settings| settings.armor_halving = 1,
        |own| {
            own.same("once", blow(own, 22, false), 12 - 7);
            own.same("once with a gap", blow(own, 33, true), 12 - 7);
        },
    );
    b.frame(&[EP_PEN_08]);
}

fn ex_13(b: &Bench) {
    let hit = |own: &Bench| {
        let mut target = stout(2, 0);
        std::sync::Arc::make_mut(&mut target.sheet).values[ARMOR_KINETIC] = 10;
        own.attack(&own.pistol(60, &target), &[22, 90, 6, 7]).damage()
    };
    b.same("half of 10", hit(b), 8);
    b.set(|settings| settings.crit_effect = 1, |own| own.same("26 - 10", hit(own), 16));
    b.set(
        |settings| (settings.crit_effect, settings.crit_double_stage) = (1, 1),
        |own| own.same("3 x 2", hit(own), 6),
    );
    b.frame(&[EP_ATK_03]);
}

fn ex_14(b: &Bench) {
    let mut target = stout(2, 0);
    std::sync::Arc::make_mut(&mut target.sheet).values[ARMOR_KINETIC] = 16;
    let mut facts = rifle(b, &target);
    facts.options.set(CALLED, None, called::BYPASS);
    b.same("60 - 10", b.tn(&facts), 50);
    b.same("16 / 4", b.attack(&facts, &[44, 90, 4, 5]).damage(), 13 - 4);
    let seen = b.attack(&facts, &[20, 90, 4, 5]);
    b.same("a normal hit", (seen.hit(), seen.damage()), (true, 0));
    b.frame(&[EP_PEN_03, EP_ATK_04]);
}

fn ex_15(b: &Bench) {
    let target = man(2, &[(SOM, 15), (ARMOR_KINETIC, 4), (FRAY, 0), (WOUND_THRESHOLD, 200)]);
    let target = at(b.armed(target, "knife"), 5, 5);
    let mut facts = b.pistol(85, &target);
    facts.attacker.cell = CellPos::new(3, 5);
    facts.options.set(CALLED, None, called::DISARM);
    b.same("85 - 10", b.tn(&facts), 75);
    // Face 1 and four metres: two cells straight on.
    let seen = b.attack(&facts, &[70, 90, 5, 6, 1, 1, 4]);
    b.same("half of 11", (seen.damage(), seen.test("grip")), (2, Some(-15)));
    let dropped = seen.effects().iter().find_map(|effect| match effect.change {
        Change::Drop(item, cell) => Some((item, cell.x, cell.y)),
        _ => None,
    });
    b.same("it flies", dropped, Some((target.gear.weapons[0].item, 7, 5)));
    let seen = b.attack(&facts, &[70, 90, 5, 6, 0]);
    b.same(
        "00 keeps it",
        seen.effects().iter().any(|e| matches!(e.change, Change::Drop(..))),
        false,
    );
    facts.options.set(CALLED_SECOND, None, 1);
    let seen = b.attack(&facts, &[70, 90, 5, 6, 15]);
    b.same("full damage", (seen.damage(), seen.test("grip")), (7, Some(15)));
}

fn ex_16(b: &Bench) {
    let mut target = stout(2, 0);
    std::sync::Arc::make_mut(&mut target.sheet).values[ARMOR_KINETIC] = 5;
    let mut facts = b.pistol(80, &target);
    facts.options.set(CALLED, None, called::KNOCKDOWN);
    let seen = b.attack(&facts, &[40, 90]);
    b.same("down, unhurt", (begun(seen.effects()), seen.damage()), (vec![PRONE], 0));
    let seen = b.attack(&facts, &[68, 90, 5, 7]);
    b.same("down and hurt", (begun(seen.effects()), seen.damage()), (vec![PRONE], 7));
}

fn ex_17(b: &Bench) {
    let mut target = at(stout(2, 0), 5, 5);
    std::sync::Arc::make_mut(&mut target.sheet).values[REF] = 20;
    let mut facts = b.pistol(80, &target);
    facts.options.set(CALLED, None, called::PUSH);
    facts.options.set(PUSH_INTO, None, 1);
    let place = |seen: &Seen| {
        seen.effects().iter().find_map(|effect| match effect.change {
            Change::Place(cell) => Some((cell.x, cell.y)),
            _ => None,
        })
    };
    let seen = b.attack(&facts, &[40, 90, 3, 4, 31]);
    b.same("TN", seen.test("brink"), Some(30));
    b.same("in it goes", (place(&seen), seen.damage()), (Some((6, 5)), 7));
    let seen = b.attack(&facts, &[40, 90, 3, 4, 30]);
    b.same("at the brink", (place(&seen), begun(seen.effects())), (None, vec![PRONE]));
}

fn ex_18(b: &Bench) {
    let one = b.armed(man(1, &[(GUNS, 60), (VIGOR, 1)]), "pistol");
    let mut facts = b.far("attack", &being(one, RAN), (22, 5), &man(2, &[(SIZE, 1)]));
    facts.targets[0].sightline.hidden_corners = Some(2);
    facts.options.set(VISIBILITY, None, 1);
    facts.options.set(SMARTLINK, None, 0);
    let lines = [EP_MOV_03, EP_MOD_05, EP_RMOD_08, EP_MOD_07, EP_RMOD_03, EP_RNG_04]
        .map(|rule| b.line(&facts, "attack", rule));
    b.same("lines", lines, [-20, -10, -20, -10, -10, -20].map(Some));
    b.same("60 - 90", b.tn(&facts), -30);
    facts.options.set(POOL_ATTACK, None, 1);
    b.same("a point", b.tn(&facts), 60);
    let seen = b.attack(&facts, &[61, 90]);
    b.same("it is spent", marks_in(seen.effects(), mark::VIGOR), 1);
    b.frame(&[EP_MOD_02]);
}

fn ex_19(b: &Bench) {
    let one = b.armed(man(1, &[(GUNS, 60)]), "range_50");
    let band = |offset| {
        let facts = b.far("attack", &one, offset, &stout(2, 0));
        (b.tn(&facts) - 60, b.number(&facts, "dv-minus"))
    };
    let found = [(1, 0), (4, 0), (25, 0), (25, 6), (100, 0)].map(band);
    b.same("bands", found, [(10, 0), (0, 0), (-10, 0), (-20, 1), (-40, 1)]);
}

fn ex_20(b: &Bench) {
    let reaches = |own: &Bench, weapon: &str, cells: i32| {
        let one = own.armed(man(1, &[(GUNS, 60)]), weapon);
        let tn = |cells| own.tn(&own.far("attack", &one, (cells, 0), &stout(2, 0)));
        own.same(weapon, (tn(cells), tn(cells + 1)), (50, 40));
    };
    for (gravity, cells) in [(50, 60), (200, 15), (10, 300)] {
        b.set(|settings| settings.gravity_g = gravity, |own| reaches(own, "range_60", cells));
    }
    b.set(|settings| settings.gravity_g = 50, |own| reaches(own, "beam_60", 30));
}

fn ex_21(b: &Bench) {
    let mut one = b.loaded(man(1, &[(GUNS, 60)]), "rifle", 12);
    let target = stout(2, 0);
    let facts = b.far("auto_damage", &one, (2, 0), &target);
    let dv = ["dv-d10", "dv-d6", "dv-plus"].map(|name| b.number(&facts, name));
    b.same("2d10 + 4 + 2d10", dv, [4, 0, 4]);
    let seen = b.attack(&facts, &[30, 90, 1, 2, 3, 4]);
    b.same("damage", seen.damage(), 14);
    apply(&mut one, seen.effects());
    b.same("rounds left", one.gear.weapons[0].loaded, 2);
    let mut budget = b.budget(&mut one);
    b.same("no full auto", b.act(&one, &mut budget, "auto_damage"), Some(EP_FIRE_06));
    b.refused(&b.far("auto_damage", &one, (2, 0), &target), EP_FIRE_06);
    let burst = b.far("burst_damage", &one, (2, 0), &target);
    b.same("a plain single shot", b.number(&burst, "dv-d10"), 2);
    b.same("of one round", b.plan(&burst).rounds, 1);
    b.same("no +10 either", b.tn(&b.far("burst_hit", &one, (2, 0), &target)), 60);
}

fn ex_22(b: &Bench) {
    let one = b.armed(man(1, &[(GUNS, 60)]), "pistol");
    let mut facts = b.far("burst_targets", &one, (3, 0), &stout(2, 45));
    facts.targets.push(there((3, 1), &stout(4, 45)));
    b.same("numbers", (b.tn(&facts), b.number(&facts, "defence")), (60, 23));
    let seen = b.attack(&facts, &[50, 30, 11, 2, 3, 6]);
    let found: Vec<_> = seen.outcome.strikes.iter().map(|s| (s.degree, s.damage)).collect();
    b.same("one hit, one miss", found, vec![(HIT, 11), (MISS, 0)]);
    let spent = seen.effects().iter().find(|e| matches!(e.change, Change::Spend(3)));
    b.same("three rounds", spent.is_some(), true);
    facts.targets[1].offset = (3, 2);
    b.refused(&facts, EP_FIRE_05);
}

/// A touch with a shock baton that hits, and the check that follows.
fn touched(b: &Bench, target: &Fighter, roll: u16) -> Seen {
    let one = b.armed(man(1, &[(MELEE, 60)]), "shock_baton");
    let mut facts = b.close("attack", &one, target);
    facts.options.set(TOUCH, None, 1);
    b.attack(&facts, &[30, 99, roll])
}

fn ex_23(b: &Bench) {
    let small = man(2, &[(SOM, 15), (ARMOR_ENERGY, 6), (SIZE, 1)]);
    let poor = man(4, &[(CHECKS[0], 20)]);
    let rows = [
        (&small, 41, 41, None),
        (&small, 90, 41, Some(1)),
        (&small, 66, 41, Some(3)),
        (&small, 45, 41, Some(3)),
        (&poor, 30, 20, Some(5)),
    ];
    for (target, roll, tn, turns) in rows {
        let seen = touched(b, target, roll);
        b.same("TN", seen.test("shock"), Some(tn));
        let lost = lasts(seen.effects(), INCAPACITATED);
        b.same("turns lost", lost, turns.map(Until::Turns));
        let (stunned, prone) = if turns.is_some() { (60, true) } else { (3, false) };
        b.same("stunned", lasts(seen.effects(), STUNNED), Some(Until::Turns(stunned)));
        b.same("prone", begun(seen.effects()).contains(&PRONE), prone);
        b.same("a touch hurts nobody", seen.damage(), 0);
    }
    b.frame(&[EP_DIE_05, EP_SHK_01]);
}

/// Something thrown twelve metres north at (10, 4) by one with athletics 60.
fn lobbed(b: &Bench, weapon: &str, targets: &[Fighter]) -> AttackFacts {
    let one = b.armed(at(man(1, &[(ATHLETICS, 60)]), 10, 10), weapon);
    b.thrown(&one, (10, 4), targets, field())
}

fn ex_24(b: &Bench) {
    let victim = at(man(2, &[(ARMOR_KINETIC, 6), (FRAY, 60), (WOUND_THRESHOLD, 200)]), 12, 4);
    let facts = |own: &Bench| lobbed(own, "bomb_24", std::slice::from_ref(&victim));
    b.same("full", b.attack(&facts(b), &[10, 31]).damage(), 24 - 8 - 6);
    b.same("half", b.attack(&facts(b), &[10, 30]).damage(), 8 - 6);
    let mut near = facts(b);
    near.options.set(NEAR_EDGE, Some(CombatantId(2)), 1);
    let seen = b.attack(&near, &[10, 30]);
    b.same("near cover", (seen.hit(), seen.damage()), (false, 0));
    b.set(
        |settings| settings.vacuum = 1,
        |own| own.same("vacuum", own.attack(&facts(own), &[10]).damage(), 0),
    );
    b.frame(&[EP_AREA_03, EP_AREA_06]);
}

fn ex_25(b: &Bench) {
    let victim =
        |id, x| at(man(id, &[(ARMOR_ENERGY, 5), (FRAY, 60), (WOUND_THRESHOLD, 200)]), x, 4);
    let facts = lobbed(b, "sun_19", &[victim(2, 15), victim(4, 17)]);
    let seen = b.attack(&facts, &[10, 90, 90]);
    let damages: Vec<_> = seen.outcome.strikes.iter().map(|s| s.damage).collect();
    b.same("at 10 m and at 14 m", damages, vec![14, 19 - 8 - 5]);
    b.frame(&[EP_AREA_04]);
}

/// A frag grenade from (5, 10) at (5, 4) with 25.
fn frag(b: &Bench) -> AttackFacts {
    let one = b.armed(at(man(1, &[(ATHLETICS, 35)]), 5, 10), "frag");
    b.thrown(&one, (5, 4), &[], field())
}

fn ex_26(b: &Bench) {
    let facts = frag(b);
    b.same("TN", b.tn(&facts), 25);
    b.same("two superior failures", read(30, 25).failures, 2);
    b.same("lands", burst_at(b.attack(&facts, &[30, 3, 3]).effects()), Some((11, 2)));
    b.frame(&[EP_GRID_05]);
}

fn ex_27(b: &Bench) {
    let seen = b.attack(&frag(b), &[70, 1, 1]);
    b.same("lands", burst_at(seen.effects()), Some((5, 3)));
    let (here, aimed) = (CellPos::new(5, 4), CellPos::new(5, 4));
    // From the cell itself it flies up the screen.
    b.same("same cell", strayed(here, aimed, 1, 4), CellPos::new(5, 2));
    b.same("face 6 comes back", strayed(CellPos::new(5, 10), aimed, 6, 4), CellPos::new(5, 6));
}

fn ex_28(b: &Bench) {
    let dv = |facts: &AttackFacts| ["dv-d10", "dv-d6", "dv-plus"].map(|name| b.number(facts, name));
    let mut knives = b.close("attack", &b.armed(man(1, &[]), "knife"), &stout(2, 0));
    knives.options.set(EXTRA_WEAPONS, None, 2);
    b.same("three knives", dv(&knives), [1, 2, 2]);
    b.same(
        "six arms",
        dv(&b.close("attack", &man(1, &[(EXTRA_LIMB_PAIRS, 2)]), &stout(2, 0))),
        [0, 3, 0],
    );
    knives.options.set(EXTRA_WEAPONS, None, 5);
    b.same("three at most", dv(&knives), [1, 3, 2]);
    let one = b.attack(&knives, &[30, 90, 5, 1, 2, 3]);
    b.same("one attack", one.damage(), 5 + 2 + 6);
}
