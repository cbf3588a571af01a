//! Modifiers, range, gravity, firing modes, called shots, further weapons (sections 9, 10 and 14).

use crate::rules::ruleset::Ruleset;
use std::sync::Arc;

use super::super::bench::*;
use super::super::ids::*;
use super::super::sheet::option::*;
use super::super::sheet::*;
use super::Case;
use crate::rules::effect::Change;
use crate::rules::facts::{AttackFacts, CombatantId, Condition, Fighter, Until};
use crate::rules::grid::{
    Blocks, Board, BoardObject, CellPos, Footprint, Height, ObjectKind, Point,
};
use crate::rules::key::{Key, RuleId};

pub(super) const CASES: &[Case] = &[
    ("EP-MOD-00 all together, and a cap", mod_00),
    ("EP-MOD-03 superior position", mod_03),
    ("EP-MOD-05 sizes", mod_05),
    ("EP-MOD-07 visibility", mod_07),
    ("EP-MOD-09 perceiving by another sense", mod_09),
    ("EP-RMOD-01 what ends an aim", rmod_01),
    ("EP-RMOD-02 raised", rmod_02),
    ("EP-RMOD-03 smaller things at range", rmod_03),
    ("EP-RMOD-05 a gun in melee", rmod_05),
    ("EP-RMOD-08 cover by corners", rmod_08),
    ("EP-RMOD-09 a hidden target", rmod_09),
    ("EP-RMOD-10 a target that lies", rmod_10),
    ("EP-RMOD-11 indirect fire", rmod_11),
    ("EP-RNG-01 spread weapons", rng_01),
    ("EP-RNG-04 beyond", rng_04),
    ("EP-GRV-02 microgravity", grv_02),
    ("EP-FIRE-01 modes", fire_01),
    ("EP-FIRE-03 what a burst is for", fire_03),
    ("EP-FIRE-05 several by one roll", fire_05),
    ("EP-FIRE-06 rounds", fire_06),
    ("EP-CALL-01 where nothing is called", call_01),
    ("EP-CALL-02 a weak point to be found", call_02),
    ("EP-CALL-03 seizing a weapon", call_03),
    ("EP-CALL-05 a push", call_05),
    ("EP-CALL-06 a specific target", call_06),
    ("EP-TWO-02 blows at several", two_02),
    ("EP-TWO-03 weapons in defence", two_03),
];

/// A shot of guns 60 at four metres.
fn shot(b: &Bench) -> AttackFacts {
    b.pistol(60, &stout(2, 0))
}

fn with(mut facts: AttackFacts, options: &[(Key, i16)]) -> AttackFacts {
    for (option, value) in options {
        facts.options.set(*option, None, *value);
    }
    facts
}

fn mod_00(b: &Bench) {
    let heap = |own: &Bench| {
        let mut facts = with(shot(own), &[(VISIBILITY, 2), (RUNS, 1), (ATTACK_MOD, -15)]);
        facts.targets[0].sightline.hidden_corners = Some(2);
        facts.attacker = hurt(facts.attacker, 0, 1);
        own.tn(&facts)
    };
    b.same("-20 -20 -15 -20 -10", heap(b), 60 - 85);
    b.set(|settings| settings.modifier_cap = 60, |own| own.same("capped", heap(own), 0));
    // Checks of aptitudes have the cap, too: 60 - 10 of the wound - 30 of being stunned.
    let hard = being(man(2, &[(SOM, 20), (FRAY, 0)]), STUNNED);
    let passes =
        |own: &Bench| begun(own.attack(&own.pistol(60, &hard), &[30, 90, 4, 3, 30]).effects());
    b.same("without", passes(b), vec![PRONE]);
    b.set(|settings| settings.modifier_cap = 20, |own| own.same("with", passes(own), vec![]));
    // A called shot and "a specific part" are the same -10, running is -20 once.
    let facts = with(shot(b), &[(CALLED, called::SPECIFIC), (RUNS, 1)]);
    let facts = AttackFacts { attacker: being(facts.attacker.clone(), RAN), ..facts };
    b.same("each once", b.tn(&facts), 60 - 10 - 20);
}

fn mod_03(b: &Bench) {
    let one = b.armed(man(1, &[(MELEE, 60)]), "knife");
    let prone = being(stout(2, 0), PRONE);
    let facts = b.close("attack", &one, &prone);
    b.same(
        "over one who lies",
        (b.tn(&facts), b.line(&facts, "attack", EP_MOD_03)),
        (80, Some(20)),
    );
    let facts = with(facts, &[(SUPERIOR_POSITION, 0)]);
    b.same("or not", b.tn(&facts), 60);
    let lying = b.close("attack", &being(one.clone(), PRONE), &prone);
    b.same("not of one who lies, too", b.tn(&lying), 60);
    b.same("not at range", b.tn(&b.pistol(60, &prone)), 60);
    let high = |one: Fighter| under(one, Condition::new(ELEVATED, Until::Ended).of(3));
    let facts =
        b.far("attack", &high(b.armed(man(1, &[(GUNS, 60)]), "pistol")), (2, 0), &stout(2, 0));
    b.same("from above", b.tn(&facts), 80);
    b.same(
        "both above",
        b.tn(&AttackFacts { targets: vec![there((2, 0), &high(stout(2, 0)))], ..facts }),
        60,
    );
}

fn mod_05(b: &Bench) {
    let sizes = [0, 1, 2, 3, 4].map(|size| b.tn(&b.pistol(60, &man(2, &[(SIZE, size)]))) - 60);
    b.same("sizes", sizes, [-30, -10, 0, 10, 30]);
    let facts = with(b.pistol(60, &man(2, &[(SIZE, 4)])), &[(TARGET_SIZE, 0)]);
    b.same("by word", b.tn(&facts), 30);
    b.same("in melee, too", b.tn(&b.close("attack", &man(1, &[]), &man(2, &[(SIZE, 1)]))), 30);
    b.frame(&[EP_MOD_06]);
}

fn mod_07(b: &Bench) {
    let sees = [0, 1, 2, 3].map(|level| b.tn(&with(shot(b), &[(VISIBILITY, level)])) - 60);
    b.same("clear, poor, dark, blind", sees, [0, -10, -20, -30]);
    let rules = [(1, EP_MOD_07), (2, EP_MOD_08), (3, EP_MOD_09)];
    for (level, rule) in rules {
        let facts = with(shot(b), &[(VISIBILITY, level)]);
        b.same("the worst one only", b.line(&facts, "attack", rule), Some(-10 * i32::from(level)));
    }
    // What is thrown through smoke suffers like a shot.
    let one = b.armed(at(man(1, &[(ATHLETICS, 60)]), 10, 10), "frag");
    let mut thrown = b.thrown(&one, (12, 10), &[at(stout(2, 0), 12, 10)], field());
    let clear = b.tn(&thrown);
    thrown.aim.as_mut().expect("a cell").veil = 2;
    b.same("thrown through thick smoke", b.tn(&thrown), clear - 20);
    // Aimed at somebody else's cell, the aim is of no use.
    let aims = |by: u16| {
        let thrown = b.thrown(
            &under(one.clone(), Condition::new(AIMED, Until::Ended).by(CombatantId(by))),
            (12, 10),
            &[at(stout(2, 0), 12, 10), at(stout(4, 0), 16, 10)],
            field(),
        );
        b.tn(&thrown) - clear
    };
    b.same("at whom it is thrown", [aims(2), aims(4)], [30, 0]);
}

fn mod_09(b: &Bench) {
    let blind = |numbers: &[(usize, i16)], also: &[Key]| {
        let mut all = vec![(GUNS, 70), (PERCEIVE, 50)];
        all.extend(numbers);
        let one = b.armed(being(man(1, &all), BLINDED), "pistol");
        let one = also.iter().fold(one, |one, id| being(one, *id));
        b.far("attack", &one, (2, 0), &stout(2, 0))
    };
    let facts = blind(&[], &[]);
    b.same("-30 whether it perceives or not", b.tn(&facts), 40);
    // Perception first, then attack and defence, and only where the first failed the die.
    let seen = b.attack(&facts, &[50, 30, 90, 1, 1]);
    b.same("perceived", (seen.hit(), b.number(&facts, "perceive")), (true, 50));
    b.same("not perceived, 5", b.attack(&facts, &[51, 30, 90, 5]).hit(), false);
    b.same("not perceived, 6", b.attack(&facts, &[51, 30, 90, 6, 1, 1]).hit(), true);
    b.same("a miss", b.attack(&facts, &[51, 41, 90]).hit(), false);
    b.same("deaf as well", b.number(&blind(&[], &[DEAFENED]), "perceive"), 20);
    let one = b.armed(at(being(man(1, &[(ATHLETICS, 90)]), BLINDED), 10, 10), "frag");
    let thrown = b.thrown(&one, (10, 8), &[at(stout(2, 0), 10, 8)], field());
    let lands = |dice: &[u16]| b.attack(&thrown, dice).hit();
    b.same("a blind throw", lands(&[51, 30, 6, 1, 1, 1, 99]), true);
    b.same("that strays", lands(&[51, 30, 5, 1, 10, 1, 1, 1]), false);
    let seen = b.attack(&with(blind(&[], &[]), &[(PERCEPTION, 2)]), &[30, 90, 1, 1]);
    b.same("by word", seen.hit(), true);
    b.set(
        |settings| settings.blind_miss_d10 = 2,
        |own| {
            let facts = with(shot(own), &[(VISIBILITY, 3), (PERCEPTION, 1)]);
            own.same("3 hits", own.attack(&facts, &[30, 90, 3, 1, 1]).hit(), true);
        },
    );
}

fn rmod_01(b: &Bench) {
    let aiming = |numbers: &[(usize, i16)]| {
        let one = b.armed(man(2, numbers), "pistol");
        under(one, Condition::new(AIMED, Until::Ended).by(CombatantId(1)))
    };
    let aims = aiming(&[]);
    let sees = |seen: u16| b.rules.loses_sight(&aims, &|id| id.0 == seen);
    b.same("in sight", sees(1), vec![]);
    b.same("out of sight", sees(3).len(), 1);
    let one = aiming(&[(SOM, 15), (FRAY, 0)]);
    let lost = |dice: &[u16]| {
        let seen = b.attack(&b.pistol(60, &one), dice);
        ended(seen.effects()).contains(&AIMED)
    };
    b.same("a wound", lost(&[30, 90, 4, 3, 35]), false);
    b.same("a wound, and it falls", lost(&[30, 90, 4, 3, 36]), true);
    b.same("two wounds", lost(&[30, 90, 8, 7, 20]), true);
    let baton = b.close("attack", &b.armed(man(1, &[(MELEE, 60)]), "shock_baton"), &one);
    let baton = with(baton, &[(TOUCH, 1)]);
    b.same("stunned", ended(b.attack(&baton, &[30, 90, 45]).effects()), vec![]);
    b.same("shocked", ended(b.attack(&baton, &[30, 90, 46]).effects()), vec![AIMED]);
    let down = with(b.pistol(80, &one), &[(CALLED, called::KNOCKDOWN)]);
    b.same("knocked down", ended(b.attack(&down, &[40, 90]).effects()), vec![AIMED]);
    let runs = b.walks(&one, "run");
    b.same("runs", ended(&runs), vec![AIMED]);
    b.same("walks", b.walks(&one, "walk"), vec![]);
    let none = b.far("aim", &b.armed(man(1, &[]), "knife"), (2, 0), &stout(2, 0));
    let mut budget = b.budget(&mut none.attacker.clone());
    b.same("with a gun only", b.act(&none.attacker, &mut budget, "aim"), Some(EP_RMOD_01));
}

fn rmod_02(b: &Bench) {
    let mut one = b.armed(man(1, &[(GUNS, 60)]), "pistol");
    let mut budget = b.budget(&mut one);
    b.same("quick", b.act(&one, &mut budget, "raise"), None);
    b.same("raised", b.perform(&mut one, &mut budget, "raise", None, &[]), None);
    let tn = |one: &Fighter| b.tn(&b.far("attack", one, (2, 0), &stout(2, 0)));
    b.same("+10", (tn(&one), budget.left[MOMENTS]), (70, 2));
    b.same("once", b.act(&one, &mut budget, "raise"), Some(EP_RMOD_02));
    b.turn_ends(&mut one);
    b.same("this turn only", tn(&one), 60);
}

fn rmod_03(b: &Bench) {
    let rows = [(SMARTLINK, 0, -10), (FROM_COVER, 1, -10)];
    for (option, value, amount) in rows {
        b.same(option.0, b.tn(&with(shot(b), &[(option, value)])) - 60, amount);
    }
    let rifle = |options: &[(Key, i16)]| {
        let one = b.armed(man(1, &[(GUNS, 60)]), "rifle");
        b.tn(&with(b.far("attack", &one, (2, 0), &stout(2, 0)), options)) - 60
    };
    b.same("two hands", rifle(&[]), 0);
    b.same("one hand", rifle(&[(ONE_HAND, 1)]), -20);
    // A pistol needs no second one.
    b.same("a pistol", b.tn(&with(shot(b), &[(ONE_HAND, 1)])), 60);
    let knife = b.far(
        "attack",
        &b.armed(man(1, &[(ATHLETICS, 60)]), "throwing_knives"),
        (2, 0),
        &stout(2, 0),
    );
    b.same("no smartlink on a knife", b.tn(&knife), 60);
    b.frame(&[EP_RMOD_04, EP_RMOD_06]);
}

fn rmod_05(b: &Bench) {
    let engaged = |weapon: &str| {
        let one = b.armed(man(1, &[(GUNS, 60)]), weapon);
        let mut facts = b.far("attack", &one, (2, 0), &stout(2, 0));
        facts.engaged = true;
        facts
    };
    b.same(
        "short and long",
        ["pistol", "rifle"].map(|weapon| b.tn(&engaged(weapon)) - 60),
        [-10, -30],
    );
    b.same("by word", b.tn(&with(engaged("rifle"), &[(IN_MELEE, 0)])), 60);
}

fn rmod_08(b: &Bench) {
    let levels = [0, 1, 2, 3].map(|hidden| {
        let mut facts = shot(b);
        facts.targets[0].sightline.hidden_corners = Some(hidden);
        (b.tn(&facts) - 60, b.suggested(&facts, COVER_LEVEL))
    });
    b.same("corners", levels, [(0, Some(0)), (-10, Some(1)), (-20, Some(2)), (-30, Some(3))]);
    let mut facts = shot(b);
    facts.targets[0].sightline.hidden_corners = Some(3);
    b.same("by word", b.tn(&with(facts, &[(COVER_LEVEL, 1)])), 50);
    let (one, other) = (CellPos::new(5, 5), CellPos::new(10, 5));
    let (one, other) = (Footprint::of_one(one), Footprint::of_one(other));
    let hidden = |board: &Board| board.hidden_corners(one, other);
    b.same("open", hidden(&field()), 0);
    // A wall before the whole side of the cell, and one before its lower half.
    b.same("a wall", hidden(&walls(&[[(9, 2), (9, 9)]])), 4);
    let half = BoardObject {
        kind: ObjectKind::Furniture,
        height: Height::Full,
        blocks: Blocks::ALL,
        outline: vec![Point::new(9_800, 5_632), Point::new(9_800, 9_000)],
        closed: false,
        door: None,
    };
    let level = hidden(&Board::new(40, 40, vec![half]));
    b.same("half a wall", (1..=3).contains(&level), true);
    // Something low is looked over, however long it is; a large body shows beside a narrow wall.
    let low = BoardObject {
        kind: ObjectKind::Furniture,
        height: Height::Low,
        blocks: Blocks { movement: true, sight: false, shots: true },
        outline: vec![Point::corner(9, 2), Point::corner(9, 9)],
        closed: false,
        door: None,
    };
    b.same("low", hidden(&Board::new(40, 40, vec![low])), 2);
    let narrow = walls(&[[(9, 5), (9, 6)]]);
    let large = Footprint { side_cells: 2, ..other };
    b.same("one cell", narrow.hidden_corners(one, other), 4);
    b.same("four cells", (1..=2).contains(&narrow.hidden_corners(one, large)), true);
    let mut facts = shot(b);
    facts.targets[0].sightline.in_sight = false;
    b.refused(&facts, EP_RMOD_11);
    b.same("seen by word", b.tn(&with(facts, &[(IN_SIGHT, 1)])), 60);
    b.refused(&with(shot(b), &[(IN_SIGHT, 0)]), EP_RMOD_11);
    b.frame(&[EP_GRID_06]);
}

fn rmod_09(b: &Bench) {
    let facts = |own: &Bench| with(shot(own), &[(HIDDEN, 1)]);
    b.same("-30", b.tn(&facts(b)), 30);
    b.same("no die", b.attack(&facts(b), &[30, 90, 1, 1]).hit(), true);
    b.set(
        |settings| settings.hidden_target_rule = 1,
        |own| {
            own.same("no -30", own.tn(&facts(own)), 60);
            own.same("5 misses", own.attack(&facts(own), &[30, 90, 5]).hit(), false);
            own.same("6 hits", own.attack(&facts(own), &[30, 90, 6, 1, 1]).hit(), true);
        },
    );
    b.set(
        |settings| settings.hidden_target_rule = 2,
        |own| {
            own.same("both", own.tn(&facts(own)), 30);
            own.same("5 misses", own.attack(&facts(own), &[30, 90, 5]).hit(), false);
        },
    );
}

fn rmod_10(b: &Bench) {
    let one = b.armed(man(1, &[(GUNS, 60)]), "rifle");
    let prone = being(stout(2, 0), PRONE);
    let line = |offset| b.line(&b.far("attack", &one, offset, &prone), "attack", EP_RMOD_10);
    b.same("from 10 m", [(5, 0), (4, 2), (5, 2)].map(line), [Some(-10), None, Some(-10)]);
    b.same("by word", b.tn(&with(b.far("attack", &one, (5, 0), &prone), &[(TARGET_PRONE, 0)])), 60);
}

fn rmod_11(b: &Bench) {
    let mut facts = shot(b);
    facts.targets[0].sightline.in_sight = false;
    b.refused(&facts, EP_RMOD_11);
    b.same("by word", b.tn(&with(facts.clone(), &[(INDIRECT, 1)])), 40);
    // What hides all of it is no cover besides.
    facts.targets[0].sightline.hidden_corners = Some(4);
    b.same("hidden altogether", b.tn(&with(facts, &[(INDIRECT, 1)])), 40);
}

fn rng_01(b: &Bench) {
    let one = b.armed(man(1, &[(GUNS, 60)]), "scattergun");
    let d10 = [(1, 0), (5, 0), (6, 0)]
        .map(|offset| b.number(&b.far("attack", &one, offset, &stout(2, 0)), "dv-d10"));
    b.same("2 m, 10 m, 12 m", d10, [3, 3, 2]);
    let plain = b.armed(man(1, &[(GUNS, 60)]), "pistol");
    b.same("no spread", b.number(&b.far("attack", &plain, (1, 0), &stout(2, 0)), "dv-d10"), 2);
    // (4,3) is 10 m, (5,3) is 11 m.
    let rules: [RuleId; 3] = [EP_RNG_01, EP_RNG_02, EP_RNG_03];
    let found = [(1, 1), (4, 3), (5, 3)].iter().zip(rules).map(|(offset, rule)| {
        b.line(&b.far("attack", &plain, *offset, &stout(2, 0)), "attack", rule)
    });
    b.same("bands", found.collect::<Vec<_>>(), vec![Some(10), Some(0), Some(-10)]);
    let by_word = with(shot(b), &[(RANGE_BAND, 0)]);
    b.same("by word", b.tn(&by_word), 70);
}

fn rng_04(b: &Bench) {
    let at = |own: &Bench, weapon: &str, cells: i32| {
        let one = own.armed(man(1, &[(GUNS, 60), (ATHLETICS, 60), (SOM, 20)]), weapon);
        let facts = own.far("attack", &one, (cells, 0), &stout(2, 0));
        (own.tn(&facts) - 60, own.number(&facts, "dv-minus"))
    };
    // R 8: 10 m is beyond before it is close.
    b.same("R 8", [(3, 0), (5, -20)].map(|(cells, tn)| at(b, "range_8", cells).0 - tn), [0, 0]);
    b.same(
        "thrown: SOM in metres",
        [10, 11, 21].map(|c| at(b, "throwing_knives", c).0),
        [-10, -20, -30],
    );
    b.same("a beam loses no die", at(b, "laser", 60), (-20, 0));
    b.same("a bullet does", at(b, "range_50", 30), (-20, 1));
    b.set(
        |settings| settings.vacuum = 1,
        |own| own.same("not in vacuum", at(own, "range_50", 30), (-20, 0)),
    );
    let one = b.armed(man(1, &[(GUNS, 60)]), "range_50");
    let mut far = b.far("attack", &one, (30, 0), &stout(2, 0));
    far.targets[0].sightline.airless = true;
    b.same("nor where a zone of it is all along the line", b.number(&far, "dv-minus"), 0);
    b.same("twice the range", at(b, "twice_only", 50).0, -20);
    let one = b.armed(man(1, &[(GUNS, 60)]), "twice_only");
    b.refused(&b.far("attack", &one, (51, 0), &stout(2, 0)), EP_RNG_04);
}

fn grv_02(b: &Bench) {
    let band = |own: &Bench, weapon: &str| {
        let one = own.armed(man(1, &[(GUNS, 60), (ATHLETICS, 60)]), weapon);
        let facts = own.far("attack", &one, (300, 0), &stout(2, 0));
        own.tn(&facts) - 60
    };
    b.set(
        |settings| settings.gravity_g = 0,
        |own| {
            for weapon in ["range_60", "seeker_60", "spray_60", "throwing_knives"] {
                own.same(weapon, band(own, weapon), -10);
            }
            own.same("a beam", band(own, "beam_60"), -100);
        },
    );
    b.set(
        |settings| (settings.gravity_g, settings.microgravity_below) = (5, 10),
        |own| own.same("by the setting", band(own, "range_60"), -10),
    );
    // Point-blank and close do not scale.
    b.set(
        |settings| settings.gravity_g = 50,
        |own| {
            let one = own.armed(man(1, &[(GUNS, 60)]), "range_60");
            let at = |cells| own.tn(&own.far("attack", &one, (cells, 0), &stout(2, 0))) - 60;
            own.same("the limits stay", [1, 2, 5, 6].map(at), [10, 0, 0, -10]);
        },
    );
}

fn fire_01(b: &Bench) {
    let mut one = b.armed(man(1, &[(GUNS, 60)]), "pistol");
    let target = stout(2, 0);
    let facts = b.far("attack", &one, (2, 0), &target);
    let seen = b.attack(&facts, &[30, 90, 1, 1]);
    apply(&mut one, seen.effects());
    b.same("one round", one.gear.weapons[0].loaded, 15);
    // Semi-automatic: once more with an action that was bought.
    b.same("again", b.tn(&b.far("attack", &one, (2, 0), &target)), 60);
    let single = b.armed(man(1, &[(GUNS, 60)]), "railgun");
    let seen = b.attack(&b.far("attack", &single, (2, 0), &target), &[90, 90]);
    b.same("a single shot", lasts(seen.effects(), FIRED), Some(Until::NextTurn));
    b.refused(&b.far("burst_hit", &single, (2, 0), &target), EP_FIRE_07);
    let mut budget = b.budget(&mut single.clone());
    b.same("not offered", b.act(&single, &mut budget, "burst_hit"), Some(EP_FIRE_07));
    b.frame(&[EP_FIRE_02]);
}

fn fire_03(b: &Bench) {
    let one = b.armed(man(1, &[(GUNS, 60)]), "rifle");
    let of = |action: &str| {
        let facts = b.far(action, &one, (2, 0), &stout(2, 0));
        let plan = b.plan(&facts);
        (b.tn(&facts) - 60, b.number(&facts, "dv-d10"), plan.rounds)
    };
    let rows = [
        ("attack", (0, 2, 1)),
        ("burst_hit", (10, 2, 3)),
        ("burst_damage", (0, 3, 3)),
        ("burst_targets", (0, 2, 3)),
        ("auto_hit", (30, 2, 10)),
        ("auto_damage", (0, 4, 10)),
        ("auto_targets", (0, 2, 10)),
    ];
    for (action, want) in rows {
        b.same(action, of(action), want);
    }
    b.frame(&[EP_PEN_05, EP_PEN_06]);
}

fn fire_05(b: &Bench) {
    let one = b.armed(man(1, &[(GUNS, 60)]), "rifle");
    let burst = |action: &str, offsets: &[(i32, i32)]| {
        let mut facts = b.far(action, &one, offsets[0], &stout(2, 0));
        let more = offsets.iter().enumerate().skip(1);
        facts.targets.extend(more.map(|(i, offset)| there(*offset, &stout(2 + 2 * i as u16, 0))));
        facts
    };
    let mut three = burst("auto_targets", &[(5, 0), (6, 1), (7, 2)]);
    // The worst of the three: 14 m, in cover, small.
    three.targets[1].sightline.hidden_corners = Some(2);
    b.same("cover of the second", b.tn(&three), 60 - 10 - 20);
    b.same("said", b.line(&three, "attack", EP_FIRE_05), Some(0));
    let seen = b.attack(&three, &[30, 90, 90, 90, 1, 2, 3, 4, 5, 6]);
    // The rifle adds 4 to each; every target has dice of its own.
    let damages: Vec<_> = seen.outcome.strikes.iter().map(|s| s.damage).collect();
    b.same("each its own dice", damages, vec![7, 11, 15]);
    b.refused(&burst("auto_targets", &[(5, 0), (6, 0), (7, 0), (8, 0)]), EP_FIRE_04);
    b.refused(&burst("burst_targets", &[(5, 0), (6, 0), (7, 0)]), EP_FIRE_03);
    b.refused(&burst("auto_targets", &[(5, 0), (6, 0), (8, 0)]), EP_FIRE_05);
    b.same("adjoining some other", b.tn(&burst("auto_targets", &[(5, 0), (5, 1), (4, 0)])), 60);
}

fn fire_06(b: &Bench) {
    let of = |rounds: u16, action: &str| {
        let one = b.loaded(man(1, &[(GUNS, 60)]), "pistol", rounds);
        b.far(action, &one, (2, 0), &stout(2, 0))
    };
    b.refused(&of(0, "attack"), EP_FIRE_06);
    b.refused(&of(0, "burst_hit"), EP_FIRE_06);
    b.refused(&of(9, "auto_hit"), EP_FIRE_06);
    b.same("with ten", b.tn(&of(10, "auto_hit")), 90);
    b.same("three", (b.tn(&of(3, "burst_hit")), b.plan(&of(3, "burst_hit")).rounds), (70, 3));
    b.same("two", (b.tn(&of(2, "burst_hit")), b.plan(&of(2, "burst_hit")).rounds), (60, 1));
    let mut two = of(2, "burst_targets");
    two.targets.push(there((2, 1), &stout(4, 0)));
    b.refused(&two, EP_FIRE_03);
    let mut one = b.loaded(man(1, &[]), "pistol", 2);
    let mut budget = b.budget(&mut one);
    b.same("reloads", b.act(&one, &mut budget, "reload"), None);
    b.same("a complex action", budget.left[MOMENTS], 1);
    b.same("reloads", b.perform(&mut one, &mut budget, "reload", None, &[]), None);
    b.same("full", (one.gear.weapons[0].loaded, one.gear.weapons[0].spare), (16, 80 - 14));
    let mut budget = b.budget(&mut one);
    b.same("full already", b.act(&one, &mut budget, "reload"), Some(EP_FIRE_06));
}

fn call_01(b: &Bench) {
    let one = b.armed(at(man(1, &[(ATHLETICS, 60)]), 5, 5), "frag");
    let grenade = b.thrown(&one, (7, 5), &[at(stout(2, 0), 7, 5)], field());
    let grenade = with(grenade, &[(CALLED, called::BYPASS)]);
    b.same("not with a grenade", (b.tn(&grenade), b.suggested(&grenade, CALLED)), (60, None));
    let one = b.armed(man(1, &[(GUNS, 60)]), "pistol");
    let mut burst =
        with(b.far("burst_targets", &one, (3, 0), &stout(2, 0)), &[(CALLED, called::PUSH)]);
    burst.targets.push(there((3, 1), &stout(4, 0)));
    b.same("nor at several", b.tn(&burst), 60);
    let blow = b.close("attack", &b.armed(man(1, &[(MELEE, 60)]), "knife"), &stout(2, 0));
    b.same("in melee, too", b.tn(&with(blow, &[(CALLED, called::DISARM)])), 50);
    // A second superior success gives the usual d6 where the row says nothing.
    let mut target = stout(2, 0);
    Arc::make_mut(&mut target.sheet).values[ARMOR_KINETIC] = 8;
    let gap = with(b.pistol(90, &target), &[(CALLED, called::BYPASS)]);
    b.same("one superior", b.attack(&gap, &[40, 90, 5, 5]).damage(), 10 - 4);
    b.same("two superior", b.attack(&gap, &[70, 90, 5, 5, 6]).damage(), 16 - 4);
    b.frame(&[EP_CALL_01, EP_MOD_04]);
}

fn call_02(b: &Bench) {
    let mut target = stout(2, 0);
    Arc::make_mut(&mut target.sheet).values[ARMOR_KINETIC] = 8;
    let bypass =
        |point: i16| with(b.pistol(60, &target), &[(CALLED, called::BYPASS), (WEAK_POINT, point)]);
    // Perceive 40 is tested first.
    let seen = b.attack(&bypass(1), &[40, 45, 90, 5, 5]);
    b.same("found", (seen.test("weak-point"), seen.damage()), (Some(40), 6));
    let seen = b.attack(&bypass(1), &[41, 54, 90, 5, 5, 6]);
    b.same("not found: plain, and 60", (seen.hit(), seen.damage()), (true, 8));
    b.same("found: 50", b.attack(&bypass(1), &[40, 54, 90]).hit(), false);
    b.same(
        "there is none",
        (b.tn(&bypass(3)), b.attack(&bypass(3), &[54, 90, 5, 5, 6]).damage()),
        (60, 8),
    );
}

fn call_03(b: &Bench) {
    let target = b.armed(stout(2, 0), "knife");
    let item = target.gear.weapons[0].item;
    let one = b.armed(man(1, &[(MELEE, 85)]), "knife");
    let facts =
        with(b.close("attack", &one, &target), &[(CALLED, called::DISARM), (CALLED_SECOND, 2)]);
    let seized = |seen: &Seen| {
        seen.effects().iter().any(|e| e.change == Change::Seize(item, CombatantId(2)))
    };
    // Half of 5 + 2, and a check at -30.
    let seen = b.attack(&facts, &[70, 90, 5, 16]);
    b.same("seized", (seized(&seen), seen.damage(), seen.test("grip")), (true, 4, Some(15)));
    let seen = b.attack(&facts, &[40, 90, 5, 16, 1, 2]);
    b.same("one superior is not enough", seized(&seen), false);
    let at_range = with(b.pistol(85, &target), &[(CALLED, called::DISARM), (CALLED_SECOND, 2)]);
    let seen = b.attack(&at_range, &[70, 90, 5, 5, 16, 1, 2]);
    b.same("not from afar", seized(&seen), false);
    let bare = with(b.close("attack", &one, &stout(2, 0)), &[(CALLED, called::DISARM)]);
    b.same("nothing in hand", b.attack(&bare, &[40, 90, 5]).damage(), 4);
}

fn call_05(b: &Bench) {
    let target = at(stout(2, 0), 5, 5);
    let push = |own: &Bench, options: &[(Key, i16)]| {
        let mut all = vec![(CALLED, called::PUSH)];
        all.extend(options);
        with(own.pistol(80, &target), &all)
    };
    let place = |seen: &Seen| {
        seen.effects().iter().find_map(|effect| match effect.change {
            Change::Place(cell) => Some((cell.x, cell.y)),
            _ => None,
        })
    };
    let seen = b.attack(&push(b, &[]), &[40, 90, 3, 4]);
    b.same("away, and hurt", (place(&seen), seen.damage()), (Some((6, 5)), 7));
    let seen = b.attack(&push(b, &[(PUSH_TO, 0)]), &[40, 90, 3, 4]);
    b.same("north", place(&seen), Some((5, 4)));
    let mut blocked = push(b, &[]);
    blocked.targets[0].room_around = !(1 << 2);
    b.same("a wall", place(&b.attack(&blocked, &[40, 90, 3, 4])), None);
    b.same("a hit without a superior", place(&b.attack(&push(b, &[]), &[30, 90, 3, 4])), None);
    b.set(
        |settings| settings.push_deals_damage = 0,
        |own| {
            let seen = own.attack(&push(own, &[]), &[40, 90]);
            own.same("only pushed", (place(&seen), seen.damage()), (Some((6, 5)), 0));
        },
    );
}

fn call_06(b: &Bench) {
    for (what, id) in [(0, BLINDED), (1, DEAFENED), (2, LEG_DISABLED), (3, NOTE)] {
        let facts =
            with(b.pistol(60, &stout(2, 0)), &[(CALLED, called::SPECIFIC), (SPECIFIC, what)]);
        b.same("-10", b.tn(&facts), 50);
        let seen = b.attack(&facts, &[40, 90, 3, 4]);
        b.same(id.0, (begun(seen.effects()), seen.damage()), (vec![id], 7));
        b.same("none", begun(b.attack(&facts, &[30, 90, 3, 4]).effects()), vec![]);
    }
}

fn two_02(b: &Bench) {
    let one = b.armed(man(1, &[(MELEE, 80)]), "knife");
    let mut facts = b.close("attack", &one, &stout(2, 0));
    facts.targets.push(there((1, 1), &stout(4, 0)));
    facts.targets[1].in_reach = true;
    let plan = b.plan(&facts);
    let numbers: Vec<i32> =
        plan.checks.iter().filter(|(_, c)| c.name == "attack").map(|(_, c)| c.value()).collect();
    b.same("-20 each", numbers, vec![60, 60]);
    b.same("one complex action", plan.cost.0[MOMENTS], 2);
    let seen = b.attack(&facts, &[30, 90, 5, 70, 90]);
    let found: Vec<_> = seen.outcome.strikes.iter().map(|s| (s.degree, s.damage)).collect();
    b.same("each its own roll", found, vec![(HIT, 7), (MISS, 0)]);
    facts.targets.push(there((0, 1), &stout(6, 0)));
    facts.targets[2].in_reach = true;
    b.same("-40", b.tn(&facts), 40);
    facts.targets[2].offset = (-1, -1);
    b.refused(&facts, EP_FIRE_05);
    b.set(
        |settings| settings.multi_melee_penalty = -5,
        |own| {
            let mut facts = own.close("attack", &one, &stout(2, 0));
            facts.targets.push(there((1, 1), &stout(4, 0)));
            facts.targets[1].in_reach = true;
            own.same("by the setting", own.tn(&facts), 75);
        },
    );
}

fn two_03(b: &Bench) {
    let defence = |pairs: i16, option: Option<i16>| {
        let target = man(2, &[(MELEE, 50), (EXTRA_LIMB_PAIRS, pairs)]);
        let mut facts = b.close("attack", &man(1, &[]), &target);
        if let Some(value) = option {
            facts.options.set(DEFENCE_WEAPONS, None, value);
        }
        b.number(&facts, "defence") - 50
    };
    b.same("pairs of limbs", [0, 1, 3].map(|pairs| defence(pairs, None)), [0, 10, 30]);
    b.same("weapons", [2, 5].map(|more| defence(0, Some(more))), [20, 30]);
    let shot = b.pistol(60, &man(2, &[(FRAY, 40), (EXTRA_LIMB_PAIRS, 2)]));
    b.same("not against a shot", b.number(&shot, "defence"), 20);
}
