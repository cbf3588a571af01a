//! The worked examples 29 to 50: two guns, initiative, points after the roll, bleeding, the
//! helpless, movement, the cone, poison, machines, actions.

use super::super::bench::*;
use super::super::body;
use super::super::ids::*;
use super::super::sheet::option::*;
use super::super::sheet::*;
use super::Case;
use crate::rules::effect::Change;
use crate::rules::facts::{CombatantId, Condition, Until};
use crate::rules::grid::{CellPos, DiagonalCost, Occupancy, StepRules};
use crate::rules::ruleset::Ruleset;

pub(super) const CASES: &[Case] = &[
    ("EX-29 two pistols", ex_29),
    ("EX-30 initiative", ex_30),
    ("EX-31 holding and stepping in", ex_31),
    ("EX-32 swapped digits", ex_32),
    ("EX-33 a superior success more", ex_33),
    ("EX-34 bleeding out", ex_34),
    ("EX-35 the helpless", ex_35),
    ("EX-36 seven diagonals", ex_36),
    ("EP-GRID-03 difficult ground", grid_03),
    ("EX-37 a cone", ex_37),
    ("EX-38 ignored wounds", ex_38),
    ("EX-39 a coated knife", ex_39),
    ("EX-40 it does not penetrate", ex_40),
    ("EX-41 a blind attack", ex_41),
    ("EX-42 a synthmorph", ex_42),
    ("EX-43 below nothing", ex_43),
    ("EX-44 aimed and raised", ex_44),
    ("EX-45 a drone crashes", ex_45),
    ("EX-46 at the edge of a blast", ex_46),
    ("EX-47 a single shot a turn", ex_47),
    ("EX-48 what fits into a turn", ex_48),
    ("EX-49 psi", ex_49),
    ("EX-50 a hundred and ten", ex_50),
];

fn ex_29(b: &Bench) {
    let one = b.armed(b.armed(man(1, &[(GUNS, 60)]), "pistol"), "pistol");
    let mut facts = b.far("attack", &one, (2, 0), &stout(2, 40));
    facts.options.set(EXTRA_WEAPONS, None, 1);
    let plan = b.plan(&facts);
    let numbers: Vec<i32> =
        plan.checks.iter().filter(|(_, c)| c.name == "attack").map(|(_, c)| c.value()).collect();
    b.same("numbers", numbers, vec![60, 40]);
    b.same("one complex action", plan.cost.0[MOMENTS], 2);
    let seen = b.attack(&facts, &[30, 90, 3, 4, 31, 90, 5, 6]);
    b.same("both hit", seen.damage(), 7 + 11);
    let seen = b.attack(&facts, &[30, 90, 3, 4, 41, 90]);
    b.same("the second misses with 41", seen.damage(), 7);
    let mut after = one.clone();
    apply(&mut after, seen.effects());
    b.same("rounds", [0, 1].map(|i| after.gear.weapons[i].loaded), [15, 15]);
    let mut burst = b.far("burst_damage", &one, (2, 0), &stout(2, 40));
    burst.options.set(EXTRA_WEAPONS, None, 1);
    let seen = b.attack(&burst, &[30, 90, 3, 4, 5, 31, 90, 5, 6]);
    b.same("the second fires a single shot", seen.damage(), 12 + 11);
    // Whom the first barrel drops does not dodge the second.
    let mut weak = b.far("attack", &one, (2, 0), &man(2, &[(FRAY, 40), (SOM, 10)]));
    weak.options.set(EXTRA_WEAPONS, None, 1);
    let seen = b.attack(&weak, &[30, 90, 10, 10, 99, 31, 5, 6]);
    b.same("it lies unconscious", seen.damage(), 20 + 11);
    facts.targets.push(there((2, 1), &stout(4, 40)));
    b.refused(&facts, EP_TWO_04);
    burst = b.far("burst_targets", &one, (2, 0), &stout(2, 40));
    burst.targets.push(there((2, 1), &stout(4, 40)));
    b.same("two targets", b.rules.plan(&burst).is_ok(), true);
    burst.options.set(EXTRA_WEAPONS, None, 1);
    b.refused(&burst, EP_TWO_04);
    // EP-SEQ-02 and EP-RMOD-07 say the same of it.
    b.frame(&[EP_SEQ_02, EP_RMOD_07]);
}

fn ex_30(b: &Bench) {
    let one = hurt(man(1, &[(INT, 15), (REF, 20), (IGNORED_WOUNDS, 1)]), 0, 2);
    b.same("7 + 4 - 1", b.order(&[starting(&one)], &[4]), vec![row(10, &[1])]);
}

fn ex_31(b: &Bench) {
    let mut all = [man(1, &[]), man(2, &[]), man(3, &[])];
    let facts: Vec<_> = all.iter().zip([12, 9, 7]).map(|(f, level)| at_level(f, level)).collect();
    let rows = b.order(&facts, &[]);
    b.same("scores", rows.clone(), vec![row(12, &[1]), row(9, &[2]), row(7, &[3])]);
    let rows = b.round(&rows, &mut all, &[]);
    let mut budget = b.budget(&mut all[0]);
    b.same("A holds", b.perform(&mut all[0], &mut budget, "hold", None, &[]), None);
    b.same("and has nothing left", budget.left[MOMENTS], 0);
    b.same("it waits", b.rules.holds(&all[0]), true);
    let stepped = b.rules.step_in(&turn_of(&all[0]), &rows, Some(CombatantId(3)));
    let Ok((rows, start)) = stepped else { return b.same("A steps in", false, true) };
    b.same("this round", rows.clone(), vec![row(9, &[2]), row(7, &[1]), row(7, &[3])]);
    b.same("a whole turn", start.budget.map(|budget| budget.left[MOMENTS]), Some(3));
    apply(&mut all[0], &start.effects);
    b.same("held no longer", b.rules.holds(&all[0]), false);
    let next = b.round(&rows, &mut all, &[]);
    b.same("next round", next, rows);
}

fn ex_32(b: &Bench) {
    let mut facts = b.pistol(60, &stout(2, 40));
    facts.attacker = b.armed(man(1, &[(GUNS, 60), (VIGOR, 3)]), "pistol");
    let asked = b.question(&facts, &[83, 90]).map(|question| question.choices);
    b.same("offered", asked, Some(vec![KEEP, SWAP]));
    let seen = b.answering(&facts, &[83, 90, 2, 3, 4], &[1]);
    b.same("38 hits with one superior", (seen.hit(), seen.damage()), (true, 9));
    b.same("one point, one question", (marks_in(seen.effects(), mark::VIGOR), seen.asked), (1, 1));
    b.same("or not", b.answering(&facts, &[83, 90], &[0]).hit(), false);
}

fn ex_33(b: &Bench) {
    let mut target = stout(2, 140);
    std::sync::Arc::make_mut(&mut target.sheet).values[ARMOR_KINETIC] = 10;
    let mut facts = b.pistol(60, &target);
    facts.attacker = b.armed(man(1, &[(GUNS, 60), (VIGOR, 1)]), "pistol");
    let asked = b.question(&facts, &[55, 60]).map(|question| question.choices);
    b.same("nothing to swap", asked, Some(vec![KEEP, UPGRADE]));
    let seen = b.answering(&facts, &[55, 60, 9, 8, 1, 2], &[1]);
    b.same("critical, two superior", seen.damage(), 17 + 3 - 5);
    let seen = b.answering(&facts, &[55, 60, 9, 8, 1], &[0]);
    b.same("critical, one superior", seen.damage(), 17 + 1 - 5);
}

fn ex_34(b: &Bench) {
    let fallen = || being(hurt(man(1, &[(SOM, 20)]), 37, 3), OUT_OF_ACTION);
    let mut one = fallen();
    b.same("35 over 30", begun(&b.round_ends(&mut one, &[35])), vec![BLEEDING]);
    let mut damages = Vec::new();
    while !one.has(DEAD) && damages.len() < 9 {
        b.round_ends(&mut one, &[]);
        damages.push(body::damage(&one));
    }
    b.same("dead after the sixth", damages, vec![40, 43, 46, 49, 52, 55]);
    b.same("30 passes", begun(&b.round_ends(&mut fallen(), &[30])), vec![STABLE]);
    let mut treated = being(fallen(), TREATED);
    b.same("treated: 60", begun(&b.round_ends(&mut treated, &[60])), vec![STABLE]);
    b.same("asked once", b.round_ends(&mut treated, &[]), vec![]);
}

fn ex_35(b: &Bench) {
    b.set(
        |settings| settings.out_of_combat = 1,
        |own| {
            let one = own.armed(man(1, &[(MELEE, 50)]), "knife");
            let target = being(man(2, &[(ARMOR_KINETIC, 4), (WOUND_THRESHOLD, 200)]), UNCONSCIOUS);
            let facts = own.close("attack", &one, &target);
            own.same("TN", own.tn(&facts), 50);
            let seen = own.attack(&facts, &[50]);
            own.same("killed", begun(seen.effects()).contains(&DEAD), true);
            let seen = own.attack(&facts, &[51]);
            own.same("12 - 4", (seen.damage(), seen.outcome.strikes[0].state), (8, KNOCKED_OUT));
        },
    );
    // In the action turn it is an ordinary attack without a defence.
    let target = being(stout(2, 100), UNCONSCIOUS);
    let facts = b.close("attack", &b.armed(man(1, &[(MELEE, 50)]), "knife"), &target);
    b.same("no defence", b.attack(&facts, &[30, 5]).damage(), 7);
    b.frame(&[EP_PEN_11]);
}

fn ex_36(b: &Bench) {
    let mut one = man(1, &[]);
    let budget = b.budget(&mut one);
    b.same("cells", b.cells(&one, &budget), vec![2, 10]);
    let steps = StepRules { diagonal: b.rules.diagonal(), ..StepRules::default() };
    b.same("1, 2, 1, 2", steps.diagonal, DiagonalCost::Alternating);
    let path = |n: i16| (0..=n).map(|i| CellPos::new(i, i)).collect::<Vec<_>>();
    let board = field();
    b.same("seven cost ten", board.length_cells(steps, &path(7)), 10);
    b.same("eight cost twelve", board.length_cells(steps, &path(8)), 12);
    let full = budget.left[FULL];
    let fits = |n: i16| board.half_cells(steps, &path(n)) <= full.into();
    b.same("seven fit", (fits(7), fits(8)), (true, false));
    b.frame(&[EP_GRID_03]);
}

fn grid_03(b: &Bench) {
    // Rubble from the fourth column on.
    let rubble = (0..40 * 40).map(|i| i % 40 >= 3).collect();
    let board = field().with_slow(rubble);
    let mut one = man(1, &[]);
    let budget = b.budget(&mut one);
    let walk = b.rules.moves(&one, &budget)[1];
    let diagonal = b.rules.diagonal();
    let steps = StepRules { diagonal, diagonals_before: walk.diagonals_before, slow: walk.slow };
    let path = |x: i16, y: i16| {
        (0..=x.max(y)).map(|i| CellPos::new(i.min(x), i.min(y))).collect::<Vec<_>>()
    };
    let cost = |path: &[CellPos]| (board.length_cells(steps, path), board.half_cells(steps, path));
    b.same("two on firm ground, three in rubble", cost(&path(5, 0)), (2 + 2 * 3, 16));
    // 1, 2, then 1 doubled, 2 doubled: the half cell to spare is as it was after each pair.
    b.same("diagonals", cost(&path(4, 4)), (1 + 2 + 2 + 4, 3 + 3 + 5 + 7));
    let reach = board.reach_with(steps, CellPos::new(0, 0), 8, &|_| Occupancy::Free);
    b.same("as far as it goes", reach.cost(CellPos::new(5, 0)), Some(8));
    b.same("and no farther", reach.cost(CellPos::new(6, 0)), None);
    let way = reach.path(CellPos::new(5, 0));
    b.same("the way", way.map(|way| cost(&way).0), Some(8));
    let drone = man(1, &[(FLYING, 1)]);
    b.same("what flies", b.rules.moves(&drone, &budget)[0].slow, false);
    b.frame(&[EP_GRID_03]);
}

fn ex_37(b: &Bench) {
    let one = b.armed(man(1, &[(GUNS, 70)]), "scattergun");
    let at = |cells: i32, targets: u16| {
        let mut facts = b.far("attack", &one, (cells, 0), &stout(2, 0));
        let more = (1..targets).map(|i| there((cells, i.into()), &stout(2 + 2 * i, 0)));
        facts.targets.extend(more);
        facts
    };
    // No smartlink: 60 are left.
    for (cells, targets, to_hit, d10, minus) in
        [(1, 1, 10, 3, 0), (4, 1, 0, 3, 0), (10, 2, -10, 2, 0), (20, 3, -20, 2, 1)]
    {
        let facts = at(cells, targets);
        b.same("to hit", b.tn(&facts) - 60, to_hit);
        b.same("dice", (b.number(&facts, "dv-d10"), b.number(&facts, "dv-minus")), (d10, minus));
        b.refused(&at(cells, targets + 1), EP_AREA_05);
    }
}

fn ex_38(b: &Bench) {
    let one = man(1, &[(GUNS, 60), (IGNORED_WOUNDS, 2), (INT, 15), (REF, 20)]);
    let one = under(one, Condition::new(NUMBED, Until::Ended).of(2));
    let one = hurt(under(one, Condition::new(IGNORES, Until::Ended).of(1)), 0, 4);
    let facts = b.far("attack", &b.armed(one.clone(), "pistol"), (2, 0), &stout(2, 0));
    b.same("-10", (b.tn(&facts), b.line(&facts, "attack", EP_MOD_01)), (50, Some(-10)));
    b.same("-1", b.order(&[starting(&one)], &[1]), vec![row(7 + 1 - 1, &[1])]);
}

fn ex_39(b: &Bench) {
    let wiped = |seen: &Seen| seen.effects().iter().any(|e| e.change == Change::WipeOff);
    let one = coated(b.armed(man(1, &[(MELEE, 60)]), "knife"), 1);
    let target = man(2, &[(ARMOR_KINETIC, 5), (WOUND_THRESHOLD, 200)]);
    let facts = b.close("attack", &one, &target);
    let seen = b.attack(&facts, &[30, 90, 3]);
    b.same("held", (seen.hit(), begun(seen.effects()), wiped(&seen)), (true, vec![], false));
    let seen = b.attack(&facts, &[30, 90, 4]);
    b.same("got through", (seen.damage(), begun(seen.effects())), (1, vec![POISONED]));
    b.same("the dose is gone", wiped(&seen), true);
    let mut after = one.clone();
    apply(&mut after, seen.effects());
    b.same("nothing is on the blade", after.gear.weapons[0].coat, 0);
    // One dose is for one of two.
    let mut two = facts.clone();
    two.targets
        .push(b.close("attack", &one, &man(4, &[(WOUND_THRESHOLD, 200)])).targets[0].clone());
    let seen = b.attack(&two, &[20, 90, 9, 20, 90, 9]);
    let poisoned = |id| {
        let mine = seen.effects().iter().filter(|e| e.on == CombatantId(id));
        mine.filter(|e| matches!(e.change, Change::Begin(c) if c.id == POISONED)).count()
    };
    b.same("one dose", [poisoned(2), poisoned(4)], [1, 0]);
    // Said before the blow, for as long as there is something on it.
    let said = |one: &_| {
        let told = b.advice(&b.close("attack", one, &target));
        told.iter().map(|advice| advice.rule).collect::<Vec<_>>()
    };
    b.same("said of the blade", (said(&one), said(&after)), (vec![EP_POI_01], vec![]));
}

fn ex_40(b: &Bench) {
    let mut one = b.armed(man(1, &[(MELEE, 60)]), "knife");
    let advice = |armour: i16, one: &_| {
        let facts = b.close("attack", one, &man(2, &[(ARMOR_KINETIC, armour), (ARMOR_ENERGY, 4)]));
        b.advice(&facts).iter().map(|advice| advice.rule).collect::<Vec<_>>()
    };
    // A gap halves 14; so does a critical; d6 help; energy is the smaller number.
    let want = vec![EP_PEN_12, EP_PEN_03, EP_PEN_02, EP_PEN_06];
    b.same("12 against 14", advice(14, &one), want);
    b.same("12 against 12", advice(12, &one).first(), Some(&EP_PEN_12));
    b.same("12 against 11", advice(11, &one), vec![]);
    one = b.armed(b.armed(b.armed(one, "shock_baton"), "monoblade"), "knife");
    let found = advice(14, &one);
    b.same(
        "others in the bag",
        [EP_PEN_07, EP_PEN_01].map(|rule| found.contains(&rule)),
        [true; 2],
    );
}

fn ex_41(b: &Bench) {
    let mut facts = b.pistol(70, &stout(2, 40));
    facts.options.set(VISIBILITY, None, 3);
    facts.options.set(PERCEPTION, None, 1);
    b.same("TN", b.tn(&facts), 40);
    b.same("4 misses", b.attack(&facts, &[35, 90, 4]).hit(), false);
    let seen = b.attack(&facts, &[35, 90, 6, 2, 3, 5]);
    b.same("6 hits with one superior", (seen.hit(), seen.damage()), (true, 10));
    b.same("5 misses", b.attack(&facts, &[35, 90, 5]).hit(), false);
}

fn ex_42(b: &Bench) {
    let synth = |damage| {
        let numbers = [(KIND, 2), (DURABILITY, 40), (ARMOR_KINETIC, 5), (FRAY, 0)];
        hurt(man(2, &numbers), damage, 1)
    };
    let mut one = synth(39);
    b.same("ratings", (body::death_rating(&one), body::wound_threshold(&one)), (80, 8));
    let seen = b.attack(&b.pistol(60, &one), &[30, 90, 3, 3]);
    b.same("offline", (seen.damage(), seen.outcome.strikes[0].state), (1, OUT_OF_ACTION));
    apply(&mut one, seen.effects());
    b.same("no bleeding", b.round_ends(&mut one, &[]), vec![]);
    let seen = b.attack(&b.pistol(60, &being(synth(79), OUT_OF_ACTION)), &[30, 3, 3]);
    b.same("destroyed", seen.outcome.strikes[0].state, DEAD);
    b.frame(&[EP_BLD_04]);
}

fn ex_43(b: &Bench) {
    let one = b.armed(man(1, &[(GUNS, 80)]), "pistol");
    let seen = b.attack(&b.far("attack", &one, (16, 0), &stout(2, 0)), &[30, 90, 1, 2, 9]);
    b.same("nothing", (seen.hit(), seen.damage()), (true, 0));
    b.same("nobody is hurt", points_in(seen.effects()), vec![]);
    let seen = b.attack(&b.far("attack", &one, (16, 0), &stout(2, 0)), &[30, 90, 8, 4, 9]);
    b.same("3", seen.damage(), 3);
    b.frame(&[EP_DMG_02]);
}

fn ex_44(b: &Bench) {
    let mut one = b.armed(man(1, &[(GUNS, 60)]), "pistol");
    let target = stout(2, 0);
    let aim = b.attack(&b.far("aim", &one, (2, 0), &target), &[]);
    apply(&mut one, aim.effects());
    let shot = |one: &_| b.tn(&b.far("attack", one, (2, 0), &target));
    b.same("aimed", shot(&one), 90);
    let mut budget = b.budget(&mut one);
    b.same("raises", b.act(&one, &mut budget, "raise"), None);
    b.same("raises", b.perform(&mut one, &mut budget, "raise", None, &[]), None);
    b.same("not 40", shot(&one), 90);
    b.same("at another", b.tn(&b.far("attack", &one, (2, 0), &stout(4, 0))), 70);
    b.set(
        |settings| settings.aim_stacks = 1,
        |own| own.same("both", own.tn(&own.far("attack", &one, (2, 0), &target)), 100),
    );
    let seen = b.attack(&b.far("attack", &one, (2, 0), &target), &[95, 50]);
    b.same("spent on a miss, too", ended(seen.effects()), vec![AIMED]);
}

fn ex_45(b: &Bench) {
    let numbers = [
        (KIND, 3),
        (SIZE, 1),
        (FLYING, 1),
        (PILOT, 50),
        (SOM, 10),
        (DURABILITY, 20),
        (ARMOR_KINETIC, 4),
        (MOVE_BASE_M, 8),
        (MOVE_FULL_M, 32),
        (FRAY, 0),
    ];
    let mut drone = man(2, &numbers);
    let shot = |drone: &_, dice: &[u16]| b.attack(&b.pistol(70, drone), dice);
    b.same("holds its course", begun(shot(&drone, &[30, 90, 4, 5, 40]).effects()), vec![]);
    let seen = shot(&drone, &[30, 90, 4, 5, 41, 4]);
    b.same("T and TN", (seen.damage(), seen.test("control")), (5, Some(40)));
    b.same("prone", begun(seen.effects()), vec![PRONE]);
    b.same("4 + 2 - 4", points_in(seen.effects()), vec![5, 2]);
    apply(&mut drone, seen.effects());
    b.same("after it", (body::damage(&drone), body::wounds(&drone)), (7, 1));
    let seen = shot(&drone, &[30, 90, 6, 7, 50, 3]);
    b.same("no test of control", seen.test("control"), None);
    b.same("but one of SOM", seen.test("som"), Some(0));
    b.same("two wounds, and 3 + 2 - 4", points_in(seen.effects()), vec![9, 1]);
    apply(&mut drone, seen.effects());
    b.same("after it", (body::damage(&drone), body::wounds(&drone)), (17, 3));
    b.same("offline", drone.has(OFFLINE), true);
}

fn ex_46(b: &Bench) {
    let one = b.armed(at(man(1, &[(ATHLETICS, 60)]), 10, 10), "frag");
    let victim = |x| at(man(2, &[(FRAY, 60), (WOUND_THRESHOLD, 200)]), x, 4);
    let blast = |x, dodge| {
        let facts = b.thrown(&one, (10, 4), &[victim(x)], field());
        b.attack(&facts, &[10, 3, 3, 2, dodge]).damage()
    };
    b.same("at the edge", (blast(13, 30), blast(13, 31)), (0, 2));
    b.same("nearer", (blast(11, 30), blast(11, 31)), (5, 10));
    b.frame(&[EP_GRID_07]);
}

fn ex_47(b: &Bench) {
    let mut one = b.armed(man(1, &[(GUNS, 60), (VIGOR, 2)]), "railgun");
    let target = stout(2, 0);
    let mut budget = b.budget(&mut one);
    b.same("fires", b.act(&one, &mut budget, "attack"), None);
    let seen = b.answering(&b.far("attack", &one, (2, 0), &target), &[90, 50], &[0]);
    apply(&mut one, seen.effects());
    b.same("may move on", b.cells(&one, &budget), vec![2]);
    b.same("buys", b.any_time(&one, "extra_action", true, false), None);
    b.same("buys", b.perform(&mut one, &mut budget, "extra_action", None, &[]), None);
    b.turn_ends(&mut one);
    let extra = b.rules.extra_turn(&one).and_then(|start| start.budget).unwrap_or_default();
    b.same("one complex action", extra.left, [2, 0, 0, 0]);
    b.refused(&b.far("attack", &one, (2, 0), &target), EP_FIRE_01);
    b.same("aims", b.act(&one, &mut extra.clone(), "aim"), None);
    b.same("reloads", b.act(&one, &mut extra.clone(), "reload"), None);
    b.turn(&mut one);
    b.same("next turn it fires", b.tn(&b.far("attack", &one, (2, 0), &target)), 60);
}

fn ex_48(b: &Bench) {
    let mut one = being(b.armed(man(1, &[]), "pistol"), PRONE);
    let fresh = b.budget(&mut one);
    let run = |actions: [&str; 3]| {
        let mut budget = fresh.clone();
        actions.map(|action| b.act(&one, &mut budget, action))
    };
    let refused = Some(EP_ACT_06);
    b.same("rose, opened", run(["stand_up", "open", "attack"]), [None, None, refused]);
    b.same("attacked, drew", run(["attack", "draw", "stand_up"]), [None, None, refused]);
    b.same("attacked, rose", run(["attack", "stand_up", "draw"]), [None, None, refused]);
    b.same("three quick ones", run(["stand_up", "open", "draw"]), [None; 3]);
    b.same("a task and a quick one", run(["task", "open", "draw"]), [None, None, refused]);
    b.same("no two complex ones", run(["attack", "aim", "draw"]), [None, refused, None]);
    b.frame(&[EP_ACT_01]);
}

fn ex_49(b: &Bench) {
    let one = b.armed(man(1, &[(PSI, 55)]), "psi_strike");
    let facts = b.far("attack", &one, (2, 0), &being(man(2, &[(WIL, 15)]), FULL_DEFENCE));
    b.same("numbers", (b.tn(&facts), b.number(&facts, "defence")), (55, 45));
    b.same("resisted", b.attack(&facts, &[40, 43]).hit(), false);
    b.same("46 fails", b.attack(&facts, &[32, 46, 1, 1]).hit(), true);
}

fn ex_50(b: &Bench) {
    let one = b.armed(man(1, &[(GUNS, 60)]), "rifle");
    let mut facts = b.far("auto_hit", &one, (1, 0), &man(2, &[(SIZE, 3)]));
    b.same("60 + 30 + 10 + 10", b.tn(&facts), 110);
    let seen = b.attack(&facts, &[99, 50]);
    b.same("99 fails", seen.hit(), false);
    let spent = seen.effects().iter().any(|e| matches!(e.change, Change::Spend(10)));
    b.same("ten rounds on a miss, too", spent, true);
    facts.options.set(CALLED, None, called::SPECIFIC);
    b.same("called", b.tn(&facts), 100);
}
