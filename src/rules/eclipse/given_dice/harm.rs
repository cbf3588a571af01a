//! Damage, armour, wounds, checks against them, bleeding, shock, poison (sections 5 to 8, 11, 12).

use super::super::bench::*;
use super::super::body;
use super::super::ids::*;
use super::super::sheet::option::*;
use super::super::sheet::*;
use super::Case;
use crate::rules::effect::{Change, Effect};
use crate::rules::facts::{AttackFacts, Condition, Fighter, Until};
use crate::rules::key::Key;
use crate::rules::ruleset::Ruleset;

pub(super) const CASES: &[Case] = &[
    ("EP-DMG-03 damage adds up", dmg_03),
    ("EP-DMG-04 two numbers of armour", dmg_04),
    ("EP-DMG-05 out of action, and dead", dmg_05),
    ("EP-DMG-06 death ratings", dmg_06),
    ("EP-PEN-01 armour-piercing", pen_01),
    ("EP-PEN-12 levers of a gun", pen_12),
    ("EP-WND-02 what wounds weaken", wnd_02),
    ("EP-WND-03 checks without wounds", wnd_03),
    ("EP-WND-04 one check an attack", wnd_04),
    ("EP-WND-05 waking the unconscious", wnd_05),
    ("EP-WND-06 an ignored wound spares no check", wnd_06),
    ("EP-WND-07 a vehicle at speed", wnd_07),
    ("EP-WND-08 in this order", wnd_08),
    ("EP-BLD-01 who may bleed", bld_01),
    ("EP-BLD-02 every wound bleeds", bld_02),
    ("EP-BLD-03 first aid", bld_03),
    ("EP-SHK-01 who is shocked", shk_01),
    ("EP-SHK-02 energy armour", shk_02),
    ("EP-SHK-03 the longer one stays", shk_03),
    ("EP-SHK-04 a touch", shk_04),
    ("EP-POI-01 poison", poi_01),
    ("EP-HLP-01 no helpless target in combat", hlp_01),
];

fn dmg_03(b: &Bench) {
    let mut target = man(2, &[(FRAY, 0)]);
    for total in [6, 12] {
        let seen = b.attack(&b.pistol(60, &target), &[30, 90, 3, 3]);
        b.same("six are no wound", wounds_in(seen.effects()), 0);
        apply(&mut target, seen.effects());
        b.same("in all", body::damage(&target), total);
    }
    b.same("state", body::state(&target), SCRATCHED);
    let seen = b.attack(&b.pistol(60, &target), &[30, 90, 3, 4, 20]);
    b.same("seven are one", wounds_in(seen.effects()), 1);
    b.frame(&[EP_DMG_07]);
}

fn dmg_04(b: &Bench) {
    let target =
        man(2, &[(ARMOR_ENERGY, 2), (ARMOR_KINETIC, 3), (WOUND_THRESHOLD, 200), (FRAY, 0)]);
    let target = b.wearing(target, "body_armor");
    let armour = |weapon: &str| {
        let one = b.armed(man(1, &[(GUNS, 60)]), weapon);
        b.number(&b.far("attack", &one, (2, 0), &target), "armour")
    };
    b.same("kinetic and energy", (armour("pistol"), armour("laser")), (3 + 14, 2 + 8));
    let laser = b.armed(man(1, &[(GUNS, 60)]), "laser");
    let seen = b.attack(&b.far("attack", &laser, (2, 0), &target), &[30, 90, 6, 7]);
    b.same("13 + 2 - 10", seen.damage(), 5);
    let worn = [("light_vest", 10, 4), ("combat_armor", 16, 12), ("industrial_plating", 4, 6)];
    for (id, kinetic, energy) in worn {
        let target = b.wearing(man(2, &[]), id);
        let facts = b.pistol(60, &target);
        let mut beam = facts.clone();
        beam.options.set(DAMAGE_TYPE, None, 0);
        b.same(id, (b.number(&facts, "armour"), b.number(&beam, "armour")), (kinetic, energy));
    }
}

fn dmg_05(b: &Bench) {
    let hit = |target: &Fighter, dice: &[u16]| b.attack(&b.pistol(60, target), dice);
    // 30 and 6 are 36 of 35: out, without a check though the wound threshold is met.
    let seen = hit(&hurt(man(2, &[(FRAY, 0)]), 30, 0), &[30, 90, 5, 2]);
    b.same("out", begun(seen.effects()), vec![OUT_OF_ACTION, PRONE]);
    b.same("the wound is kept", wounds_in(seen.effects()), 1);
    b.same("state", seen.outcome.strikes[0].state, OUT_OF_ACTION);
    let seen = hit(&hurt(man(2, &[(FRAY, 0)]), 34, 0), &[30, 90, 1, 1]);
    b.same("36 without a wound", (begun(seen.effects()).len(), wounds_in(seen.effects())), (2, 0));
    let seen = hit(&hurt(man(2, &[(FRAY, 0)]), 32, 0), &[30, 90, 1, 1]);
    b.same("34 is not enough", begun(seen.effects()), vec![]);
    let seen = hit(&hurt(man(2, &[(FRAY, 0)]), 45, 0), &[30, 90, 4, 4]);
    b.same("53 is death", begun(seen.effects()), vec![DEAD]);
    // Damage is counted above Durability, and by hand as well.
    let mut fallen = being(hurt(man(2, &[]), 40, 1), OUT_OF_ACTION);
    b.same("nothing new", b.settle(&mut fallen), vec![]);
    fallen = being(hurt(fallen, 34, 1), BLEEDING);
    b.settle(&mut fallen);
    b.same("brought round", (fallen.has(OUT_OF_ACTION), fallen.has(BLEEDING)), (false, false));
    fallen = hurt(fallen, 53, 1);
    b.settle(&mut fallen);
    b.same("killed by hand", b.rules.vital(&fallen).out, true);
    fallen = hurt(fallen, 35, 1);
    b.settle(&mut fallen);
    b.same("and back", (fallen.has(DEAD), fallen.has(OUT_OF_ACTION)), (false, true));
    b.frame(&[EP_CND_05, EP_CND_06]);
}

fn dmg_06(b: &Bench) {
    let of = |kind, durability, own, threshold| {
        let numbers = [
            (KIND, kind),
            (DURABILITY, durability),
            (DEATH_RATING, own),
            (WOUND_THRESHOLD, threshold),
        ];
        let one = man(1, &numbers);
        (body::wound_threshold(&one), body::death_rating(&one))
    };
    let kinds = [0, 1, 2, 3, 4].map(|kind| of(kind, 35, 0, 0));
    b.same("kinds", kinds, [(7, 53), (7, 53), (7, 70), (7, 70), (7, 70)]);
    b.same("of its own", of(0, 35, 60, 9), (9, 60));
    b.same("at least one", of(0, 2, 0, 0).0, 1);
    b.frame(&[EP_DMG_06, EP_DMG_07]);
}

fn pen_01(b: &Bench) {
    let target = man(2, &[(ARMOR_KINETIC, 9), (WOUND_THRESHOLD, 200), (FRAY, 0)]);
    let one = b.armed(man(1, &[(GUNS, 60)]), "ap_gun");
    let facts = b.far("attack", &one, (2, 0), &target);
    // 9 / 2 is 5; weapon and rounds are one halving, and the rounds cost a die.
    b.same("armour", b.number(&facts, "armour"), 5);
    let seen = b.attack(&facts, &[30, 90, 8, 7, 4]);
    b.same("15 - 4 - 5", seen.damage(), 6);
    let seen = b.attack(&facts, &[22, 90, 8, 7, 4]);
    b.same("critical: 9 / 4", seen.damage(), 11 - 2);
    b.frame(&[EP_PEN_02]);
}

fn pen_12(b: &Bench) {
    let advice = |numbers: &[(usize, i16)], weapon: &str| {
        let one = b.armed(b.armed(man(1, &[]), "laser"), weapon);
        b.advice(&b.far("attack", &one, (2, 0), &man(2, numbers)))
            .iter()
            .map(|a| a.rule)
            .collect::<Vec<_>>()
    };
    let found = advice(&[(ARMOR_KINETIC, 25), (ARMOR_ENERGY, 5)], "pistol");
    let want = [EP_PEN_12, EP_PEN_03, EP_PEN_05, EP_PEN_04, EP_PEN_02, EP_PEN_06];
    b.same("each that helps", want.map(|rule| found.contains(&rule)), [true; 6]);
    let found = advice(&[(ARMOR_KINETIC, 90), (ARMOR_ENERGY, 90)], "pistol");
    b.same("none that does not", found, vec![EP_PEN_12]);
    b.same("20 beat 19", advice(&[(ARMOR_KINETIC, 19)], "pistol"), vec![]);
    let piercing = advice(&[(ARMOR_KINETIC, 35)], "railgun");
    b.same("36 against 18", piercing, vec![]);
}

fn wnd_02(b: &Bench) {
    let one = hurt(man(1, &[(GUNS, 60), (INT, 15), (REF, 20)]), 0, 5);
    let facts = b.far("attack", &b.armed(one.clone(), "pistol"), (2, 0), &stout(2, 0));
    b.same("no lower limit", b.tn(&facts), 10);
    b.same("initiative", b.order(&[starting(&one)], &[1]), vec![row(7 + 1 - 5, &[1])]);
    let mut by_word = facts;
    by_word.options.set(ATTACK_WOUNDS, None, 0);
    b.same("by word", b.tn(&by_word), 60);
}

/// A touch with a shock baton that hits, and the check that follows.
fn touch(b: &Bench, target: &Fighter) -> AttackFacts {
    let one = b.armed(man(1, &[(MELEE, 60)]), "shock_baton");
    let mut facts = b.close("attack", &one, target);
    facts.options.set(TOUCH, None, 1);
    facts
}

fn wnd_03(b: &Bench) {
    let numbers = |own: &Bench| {
        let target = hurt(man(2, &[(SOM, 20), (FRAY, 0)]), 0, 1);
        let shock = own.attack(&touch(own, &target), &[30, 90, 5]).test("shock");
        let wound = own.attack(&own.pistol(60, &target), &[30, 90, 4, 3, 5]).test("som");
        let mut bleeds = being(hurt(man(2, &[(SOM, 20)]), 36, 1), OUT_OF_ACTION);
        own.round_ends(&mut bleeds, &[55]);
        (shock, wound, bleeds.has(BLEEDING))
    };
    b.same("they count", numbers(b), (Some(50), Some(40), true));
    b.set(
        |settings| settings.wound_mod_on_resist = 0,
        |own| own.same("only for the wound check", numbers(own), (Some(60), Some(40), false)),
    );
}

fn wnd_04(b: &Bench) {
    let target = hurt(man(2, &[(SOM, 20), (FRAY, 0)]), 0, 1);
    let seen = b.attack(&b.pistol(60, &target), &[30, 90, 4, 3, 41]);
    b.same("the new wound counts", seen.test("som"), Some(40));
    b.same("it falls", begun(seen.effects()), vec![PRONE]);
    // Three wounds, one check.
    let seen = b.attack(
        &b.pistol(60, &man(2, &[(SOM, 20), (FRAY, 0), (WOUND_THRESHOLD, 3)])),
        &[30, 90, 5, 5, 30],
    );
    b.same(
        "one check",
        (wounds_in(seen.effects()), seen.tests.iter().filter(|t| t.0 == "som").count()),
        (3, 1),
    );
    let mut one = being(man(2, &[]), PRONE);
    let mut budget = b.budget(&mut one);
    b.same("up with a quick action", b.act(&one, &mut budget, "stand_up"), None);
    b.same("one third", budget.left[MOMENTS], 2);
}

fn wnd_05(b: &Bench) {
    let sleeper = |damage| being(hurt(man(2, &[(INT, 20)]), damage, 2), UNCONSCIOUS);
    let wake = |own: &Bench, target: &Fighter| own.close("wake", &man(1, &[]), target);
    let facts = wake(b, &sleeper(20));
    b.same("60 - 30 - 20", b.number(&facts, "wake"), 10);
    b.same("wakes", ended(b.attack(&facts, &[10]).effects()), vec![UNCONSCIOUS]);
    b.same("sleeps on", ended(b.attack(&facts, &[11]).effects()), vec![]);
    b.refused(&wake(b, &sleeper(35)), EP_WND_05);
    b.refused(&wake(b, &being(man(2, &[]), OFFLINE)), EP_WND_05);
    let mut afar = wake(b, &sleeper(20));
    afar.targets[0].in_reach = false;
    b.refused(&afar, EP_WND_05);
    b.set(
        |settings| settings.wound_mod_on_resist = 0,
        |own| own.same("60 - 30", own.number(&wake(own, &sleeper(20)), "wake"), 30),
    );
    // A synthmorph, or anybody with a cyberbrain, goes offline.
    for (kind, brain, fate) in [(0, 2, OFFLINE), (2, 0, OFFLINE), (2, 1, OFFLINE)] {
        let target =
            man(2, &[(KIND, kind), (CYBERBRAIN, brain), (SOM, 20), (FRAY, 0), (IGNORED_WOUNDS, 0)]);
        let seen = b.attack(&b.pistol(60, &target), &[30, 90, 8, 7, 41]);
        b.same("fate", begun(seen.effects()), vec![PRONE, fate]);
    }
    b.frame(&[EP_CND_04]);
}

fn wnd_06(b: &Bench) {
    let target = man(2, &[(SOM, 20), (FRAY, 0), (IGNORED_WOUNDS, 1)]);
    let seen = b.attack(&b.pistol(60, &target), &[30, 90, 4, 3, 61]);
    b.same("60, but a check", (seen.test("som"), begun(seen.effects())), (Some(60), vec![PRONE]));
    let seen = b.attack(&b.pistol(60, &target), &[30, 90, 8, 7, 51]);
    b.same(
        "one of two",
        (seen.test("som"), begun(seen.effects())),
        (Some(50), vec![PRONE, UNCONSCIOUS]),
    );
    // A synthmorph ignores one by itself, a biomorph none.
    let by_nature =
        |kind| body::wounds_felt(&b.rules.settings, &hurt(man(1, &[(KIND, kind)]), 0, 2));
    b.same("by nature", [0, 1, 2, 3].map(by_nature), [2, 2, 1, 2]);
    let felt = |own: &Bench, wounds| {
        let one = hurt(man(1, &[(IGNORED_WOUNDS, 9)]), 0, wounds);
        body::wounds_felt(&own.rules.settings, &one)
    };
    b.same("three at most", [2, 3, 5].map(|wounds| felt(b, wounds)), [0, 0, 2]);
    b.set(
        |settings| settings.max_ignored_wounds = 1,
        |own| own.same("by the setting", felt(own, 5), 4),
    );
    let mut one = hurt(man(1, &[(IGNORED_WOUNDS, 3), (VIGOR, 1)]), 0, 3);
    b.same("none left to ignore", b.any_time(&one, "ignore_wound", false, false), Some(EP_WND_06));
    one = hurt(man(1, &[(IGNORED_WOUNDS, 1), (VIGOR, 1)]), 0, 3);
    let mut budget = b.budget(&mut one);
    b.same("a point", b.perform(&mut one, &mut budget, "ignore_wound", None, &[]), None);
    b.same("one felt", (body::wounds_felt(&b.rules.settings, &one), body::wounds(&one)), (1, 3));
}

fn wnd_07(b: &Bench) {
    let car = |moved: bool| {
        let numbers = [
            (KIND, 4),
            (SIZE, 3),
            (PILOT, 30),
            (ATHLETICS, 45),
            (DURABILITY, 50),
            (ARMOR_KINETIC, 2),
            (MOVE_BASE_M, 8),
            (MOVE_FULL_M, 36),
            (FRAY, 0),
        ];
        let car = man(2, &numbers);
        let went = Condition::new(WENT, Until::NextTurn).of(99);
        if moved { under(car, went) } else { car }
    };
    let shot = |car: &Fighter, dice: &[u16]| b.attack(&b.pistol(60, car), dice);
    // 12 - 2 is one wound of 10. Standing still it makes the ordinary check.
    let seen = shot(&car(false), &[30, 90, 6, 6, 36]);
    b.same("still", (seen.test("som"), begun(seen.effects())), (Some(35), vec![PRONE]));
    let seen = shot(&being(car(false), RAN), &[30, 90, 6, 6, 36]);
    b.same("declared is not moved", seen.test("som"), Some(35));
    let seen = shot(&car(true), &[30, 90, 6, 6, 35]);
    b.same(
        "the better of the two",
        (seen.test("control"), begun(seen.effects())),
        (Some(35), vec![]),
    );
    // (4 + 5) x 36 / 10 = 32.4; less 2 of armour are three wounds of ten.
    let seen = shot(&car(true), &[30, 90, 6, 6, 36, 4]);
    b.same("as fast as it is", points_in(seen.effects()), vec![10, 30]);
    b.same("and no further crash", wounds_in(seen.effects()), 1 + 3);
    b.set(
        |settings| (settings.crash_dice, settings.crash_divisor) = (0, 25),
        |own| {
            let seen = own.attack(&own.pistol(60, &car(true)), &[30, 90, 6, 6, 36]);
            own.same("2 x 3.6 - 2", points_in(seen.effects()), vec![10, 5]);
        },
    );
}

fn wnd_08(b: &Bench) {
    let baton = |target: &Fighter| {
        let one = b.armed(man(1, &[(MELEE, 60)]), "venom_baton");
        b.close("attack", &one, target)
    };
    let order = |effects: &[Effect]| {
        let name = |effect: &Effect| match &effect.change {
            Change::Points(_) => "points",
            Change::Mark(..) => "wounds",
            Change::Begin(condition) => condition.id.0,
            Change::End(_) => "end",
            _ => "other",
        };
        effects.iter().map(name).collect::<Vec<_>>()
    };
    let seen = b.attack(&baton(&man(2, &[(SOM, 15), (FRAY, 0), (MELEE, 0)])), &[30, 90, 9, 90, 90]);
    let want = vec!["points", "wounds", "prone", "prone", "stunned", "incapacitated", "poisoned"];
    b.same("in this order", order(seen.effects()), want);
    let names: Vec<&str> = seen.tests.iter().map(|test| test.0).collect();
    b.same("checks", names, vec!["attack", "defence", "dv-d10", "som", "shock"]);
    // One who dies is neither shocked nor poisoned.
    let seen = b.attack(&baton(&hurt(man(2, &[(FRAY, 0), (MELEE, 0)]), 50, 0)), &[30, 90, 9]);
    b.same("stop", order(seen.effects()), vec!["points", "dead"]);
    // One who is out of action already makes no check, and keeps the wounds.
    let out = being(being(hurt(man(2, &[(FRAY, 0)]), 36, 1), OUT_OF_ACTION), PRONE);
    let seen = b.attack(&b.pistol(60, &out), &[30, 5, 5]);
    b.same("out already", (wounds_in(seen.effects()), begun(seen.effects())), (1, vec![]));
    b.frame(&[EP_WND_08]);
}

/// One who is out of action, with so many wounds.
fn out(numbers: &[(usize, i16)], wounds: u8) -> Fighter {
    being(hurt(man(2, numbers), 36, wounds), OUT_OF_ACTION)
}

fn bld_01(b: &Bench) {
    b.same("no wound", b.round_ends(&mut out(&[], 0), &[]), vec![]);
    b.same("below Durability", b.round_ends(&mut hurt(man(2, &[]), 34, 3), &[]), vec![]);
    for kind in 2..=4 {
        b.same("machines", b.round_ends(&mut out(&[(KIND, kind)], 2), &[]), vec![]);
    }
    let mut pod = out(&[(KIND, 1), (SOM, 20)], 1);
    b.same("a pod", begun(&b.round_ends(&mut pod, &[51])), vec![BLEEDING]);
    // Stable until a new wound.
    let mut one = out(&[(SOM, 20), (FRAY, 0)], 1);
    b.round_ends(&mut one, &[50]);
    b.same("stable", (one.has(STABLE), b.round_ends(&mut one, &[])), (true, vec![]));
    let seen = b.attack(&b.pistol(60, &one), &[30, 4, 3]);
    apply(&mut one, seen.effects());
    b.same("a new wound", one.has(STABLE), false);
    b.same("asks again", begun(&b.round_ends(&mut one, &[41])), vec![BLEEDING]);
    b.frame(&[EP_BLD_04, EP_CND_07]);
}

fn bld_02(b: &Bench) {
    let mut one =
        being(being(out(&[(IGNORED_WOUNDS, 2), (ARMOR_KINETIC, 10)], 2), BLEEDING), PRONE);
    let effects = b.round_ends(&mut one, &[]);
    b.same("ignored ones too, past armour", points_in(&effects), vec![2]);
    b.same("and no wound", wounds_in(&effects), 0);
    one.health.points = 51;
    let effects = b.round_ends(&mut one, &[]);
    b.same("to death", (points_in(&effects), begun(&effects)), (vec![2], vec![DEAD]));
    b.same("no more", b.round_ends(&mut one, &[]), vec![]);
}

fn bld_03(b: &Bench) {
    let victim = being(out(&[], 2), BLEEDING);
    let healer = hurt(man(1, &[(FIRST_AID, 40)]), 0, 1);
    let mut facts = b.close("first_aid", &healer, &victim);
    b.same("40 - 10", b.number(&facts, "first-aid"), 30);
    facts.options.set(SUPPLIES, None, 1);
    b.same("with supplies", b.number(&facts, "first-aid"), 60);
    let seen = b.attack(&facts, &[60]);
    b.same(
        "stopped",
        (ended(seen.effects()), begun(seen.effects())),
        (vec![BLEEDING], vec![STABLE]),
    );
    b.same("61 fails", ended(b.attack(&facts, &[61]).effects()), vec![]);
    let novice = b.close("first_aid", &man(1, &[(COG, 18)]), &victim);
    b.same("untrained", b.number(&novice, "first-aid"), 18);
    b.refused(&b.close("first_aid", &healer, &out(&[], 2)), EP_BLD_03);
    facts.targets[0].in_reach = false;
    b.refused(&facts, EP_BLD_03);
    let cost = b.rules.actions()[usize::from(facts.action.0)].cost;
    b.same("a complex action", cost.0[MOMENTS], 2);
}

fn shk_01(b: &Bench) {
    let shocked = |kind: i16, dice: &[u16]| {
        let target = man(2, &[(KIND, kind), (FRAY, 0), (MELEE, 0), (ARMOR_KINETIC, 60)]);
        let one = b.armed(man(1, &[(MELEE, 60)]), "shock_baton");
        let seen = b.attack(&b.close("attack", &one, &target), dice);
        (seen.damage(), seen.test("shock"))
    };
    // Armour holds, shock does not ask.
    b.same("organic", [0, 1].map(|kind| shocked(kind, &[30, 90, 9, 90])), [(0, Some(45)); 2]);
    b.same("machines", [2, 3, 4].map(|kind| shocked(kind, &[30, 90, 9])), [(0, None); 3]);
    let glove = b.armed(man(1, &[(MELEE, 60)]), "shock_glove");
    b.refused(&b.close("attack", &glove, &man(2, &[(KIND, 2)])), EP_PEN_07);
    let stunner = b.armed(man(1, &[(GUNS, 60)]), "stunner");
    let target = man(2, &[(ARMOR_ENERGY, 20), (FRAY, 0)]);
    let seen = b.attack(&b.far("attack", &stunner, (2, 0), &target), &[30, 90, 6, 66]);
    b.same("at range, energy helps", (seen.damage(), seen.test("shock")), (0, Some(65)));
    b.same(
        "a miss",
        b.attack(&b.far("attack", &stunner, (2, 0), &target), &[61, 90]).test("shock"),
        None,
    );
    b.frame(&[EP_SHK_01]);
}

fn shk_02(b: &Bench) {
    let sized = |size: i16| {
        b.attack(&touch(b, &man(2, &[(SIZE, size), (ARMOR_ENERGY, 6)])), &[30, 90, 0]).test("shock")
    };
    let want = [21, 41, 51, 61, 81].map(Some);
    b.same("sizes", [0, 1, 2, 3, 4].map(sized), want);
    // A critical hit halves the armour that helps, too; wounds of the same hit count.
    let seen = b.attack(&touch(b, &man(2, &[(ARMOR_ENERGY, 6)])), &[22, 90, 0]);
    b.same("45 + 3", seen.test("shock"), Some(48));
    let one = b.armed(man(1, &[(MELEE, 60)]), "shock_baton");
    let facts = b.close("attack", &one, &man(2, &[(ARMOR_ENERGY, 6), (FRAY, 0), (MELEE, 0)]));
    let seen = b.attack(&facts, &[30, 90, 8, 20, 0]);
    b.same("45 + 6 - 10", seen.test("shock"), Some(41));
}

fn shk_03(b: &Bench) {
    let stunned = |turns| {
        let one = man(2, &[(CHECKS[0], 60)]);
        under(one, Condition::new(STUNNED, Until::Turns(turns)))
    };
    let after = |turns, roll| {
        lasts(b.attack(&touch(b, &stunned(turns)), &[30, 90, roll]).effects(), STUNNED)
    };
    // TN 60 - 30 for being stunned.
    b.same("the longer one stays", after(40, 30), Some(Until::Turns(40)));
    b.same("the longer one comes", after(1, 30), Some(Until::Turns(3)));
    b.same("60 over 40", after(40, 31), Some(Until::Turns(60)));
}

fn shk_04(b: &Bench) {
    let target = man(2, &[(FRAY, 0), (MELEE, 0), (WOUND_THRESHOLD, 1)]);
    let facts = touch(b, &target);
    b.same("+20", (b.tn(&facts), b.line(&facts, "attack", EP_SHK_04)), (80, Some(20)));
    // Two superior successes add no damage to none.
    let seen = b.attack(&facts, &[70, 90, 20]);
    b.same("nobody is hurt", (seen.damage(), points_in(seen.effects())), (0, vec![]));
    let glove = b.armed(man(1, &[(MELEE, 60)]), "shock_glove");
    let facts = b.close("attack", &glove, &target);
    b.same("nothing but a touch", b.tn(&facts), 80);
    b.same("nobody is hurt", b.attack(&facts, &[40, 90, 20]).damage(), 0);
    let plain = b.close("attack", &b.armed(man(1, &[(MELEE, 60)]), "shock_baton"), &stout(2, 0));
    b.same(
        "a blow hurts",
        (b.tn(&plain), b.attack(&plain, &[40, 90, 5, 6, 20]).damage()),
        (60, 11),
    );
}

fn poi_01(b: &Bench) {
    let target = man(2, &[(ARMOR_KINETIC, 5), (WOUND_THRESHOLD, 200), (FRAY, 0), (MELEE, 0)]);
    let one = b.armed(man(1, &[(MELEE, 60)]), "venom_knife");
    let facts = b.close("attack", &one, &target);
    b.same("T = 0", begun(b.attack(&facts, &[30, 90, 5]).effects()), vec![]);
    let seen = b.attack(&facts, &[30, 90, 6]);
    b.same("T = 1", (seen.damage(), begun(seen.effects())), (1, vec![POISONED]));
    let mut victim = target.clone();
    apply(&mut victim, seen.effects());
    for total in [5, 9, 13] {
        b.turn(&mut victim);
        b.turn_ends(&mut victim);
        b.same("four a turn, past armour", body::damage(&victim), total);
    }
    b.same("worn off", victim.has(POISONED), false);
    let mut dying = under(hurt(victim, 50, 1), Condition::new(POISONED, Until::Turns(2)).of(4));
    dying = being(dying, OUT_OF_ACTION);
    b.turn(&mut dying);
    b.same("it kills", dying.has(DEAD), true);
    // What is on a blade is not in a gun; what is in a grenade reaches all whom it hurts.
    let armed = |weapon, coat| coated(b.armed(man(1, &[(MELEE, 60), (GUNS, 60)]), weapon), coat);
    let shot = b.attack(&b.far("attack", &armed("pistol", 1), (2, 0), &target), &[30, 90, 9, 9]);
    b.same("a shot", begun(shot.effects()), vec![]);
    let cut = |coat| b.attack(&b.close("attack", &armed("knife", coat), &target), &[30, 90, 9]);
    b.same("a cut", begun(cut(1).effects()), vec![POISONED]);
    // A condition, and a note of the game master's.
    let put = |coat| -> Vec<Condition> {
        let begun = |e: &Effect| match e.change {
            Change::Begin(condition) => Some(condition),
            _ => None,
        };
        cut(coat).effects().iter().filter_map(begun).collect()
    };
    let lost = Condition::new(INCAPACITATED, Until::Turns(2));
    b.same("a condition", put(2), vec![lost]);
    b.same("a note", put(4), vec![Condition::new(NOTE, Until::Turns(20)).of(-10)]);
    // Another blade has nothing on it.
    let mut two = b.armed(armed("knife", 1), "knife");
    two.gear.in_hand = Some(1);
    let clean = b.attack(&b.close("attack", &two, &target), &[30, 90, 9]);
    b.same("the other blade", begun(clean.effects()), vec![]);
    let mut file = super::super::data::File::default();
    let frag = file.weapons.iter_mut().find(|weapon| weapon.id == "frag");
    frag.expect("it ships").substance = "venom".to_owned();
    let gas = Bench::with(file);
    let one = gas.armed(at(man(1, &[(ATHLETICS, 60)]), 10, 10), "frag");
    let facts = gas.thrown(&one, (10, 6), &[at(target.clone(), 10, 6)], field());
    let seen = gas.attack(&facts, &[30, 5, 5, 5, 90]);
    b.same("a grenade", begun(seen.effects()), vec![POISONED]);
    b.frame(&[EP_PEN_09]);
}

fn hlp_01(b: &Bench) {
    let one = b.armed(man(1, &[(MELEE, 50)]), "knife");
    let helpless = |id: Key| being(man(2, &[(FRAY, 90), (MELEE, 90), (WOUND_THRESHOLD, 200)]), id);
    b.set(
        |settings| settings.out_of_combat = 1,
        |own| {
            for id in [INCAPACITATED, HELD_STILL, OFFLINE] {
                let seen = own.attack(&own.close("attack", &one, &helpless(id)), &[40]);
                own.same(id.0, seen.outcome.strikes[0].state, DEAD);
            }
            // One who can move is attacked as ever, out of combat or not.
            let facts = own.close("attack", &one, &helpless(PRONE));
            own.same("able", own.attack(&facts, &[40, 90]).hit(), false);
        },
    );
    let seen = b.attack(&b.close("attack", &one, &helpless(INCAPACITATED)), &[40, 5, 6]);
    b.same("in combat", (seen.damage(), seen.outcome.strikes[0].state), (13, SCRATCHED));
}
