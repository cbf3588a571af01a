//! Points of pools spent on tests (section 16); those spent on turns are in `turn`.

use std::sync::Arc;

use super::super::bench::*;
use super::super::body::{self, Spent};
use super::super::ids::*;
use super::super::sheet::option::*;
use super::super::sheet::*;
use super::Case;
use crate::rules::facts::{AttackFacts, CombatantId, Fighter, Policy};
use crate::rules::ruleset::Ruleset;

pub(super) const CASES: &[Case] = &[
    ("EP-POOL-01 all modifiers ignored", pool_01),
    ("EP-POOL-02 twenty more", pool_02),
    ("EP-POOL-03 which pool pays", pool_03),
    ("EP-POOL-04 the defender swaps", pool_04),
    ("EP-POOL-04 a check of one's own", pool_04_check),
    ("EP-POOL-02 a check of one's own, before the roll", pool_02_check),
    ("EP-POOL-03 tests of the mind before an attack", pool_03_senses),
    ("EP-POOL-05 it may pay for a called shot", pool_05),
    ("EP-POOL-07 flex", pool_07),
    ("EP-POOL-08 one point a test", pool_08),
    ("EP-POOL-08 a point is gone when it is spent", pool_08_gone),
    ("EP-POOL-08 several tests of one action", pool_08_several),
    ("EP-POOL-09 the threat pool", pool_09),
    ("EP-POOL-11 a wound ignored at once", pool_11),
    ("EP-POOL-12 a plain failure", pool_12),
    ("EP-POOL-13 who cannot spend", pool_13),
];

/// A shot of guns 60 by one with these numbers.
fn shot(b: &Bench, numbers: &[(usize, i16)], target: &Fighter) -> AttackFacts {
    let mut all = vec![(GUNS, 60)];
    all.extend(numbers);
    b.far("attack", &b.armed(man(1, &all), "pistol"), (2, 0), target)
}

fn pool_01(b: &Bench) {
    let mut facts = shot(b, &[(VIGOR, 1)], &stout(2, 45));
    facts.attacker = being(hurt(facts.attacker, 0, 2), STUNNED);
    facts.targets[0].sightline.hidden_corners = Some(3);
    facts.options.set(AIM, None, 2);
    b.same("60 - 20 - 30 - 30 + 30", b.tn(&facts), 10);
    facts.options.set(POOL_ATTACK, None, 1);
    // Good ones as well as bad ones.
    b.same("bare", b.tn(&facts), 60);
    let target = being(hurt(man(2, &[(FRAY, 45), (VIGOR, 1)]), 0, 1), FULL_DEFENCE);
    let mut facts = shot(b, &[], &target);
    facts.options.set(POOL_DEFENCE, None, 1);
    b.same("halved all the same", b.number(&facts, "defence"), 23);
    let target = being(hurt(man(2, &[(WIL, 15), (MOXIE, 1)]), 0, 2), STUNNED);
    let mut facts = b.far("attack", &b.armed(man(1, &[]), "psi_strike"), (2, 0), &target);
    b.same("45 - 20 - 10", b.number(&facts, "defence"), 15);
    facts.options.set(POOL_DEFENCE, None, 1);
    b.same("of WIL, too", b.number(&facts, "defence"), 45);
}

fn pool_02(b: &Bench) {
    let target = man(2, &[(FRAY, 40), (VIGOR, 1), (WOUND_THRESHOLD, 200)]);
    let mut facts = shot(b, &[(VIGOR, 1)], &target);
    facts.options.set(POOL_ATTACK, None, 2);
    facts.options.set(POOL_DEFENCE, None, 2);
    b.same("numbers", (b.tn(&facts), b.number(&facts, "defence")), (80, 40));
    let seen = b.attack(&facts, &[75, 41, 1, 1, 1, 1]);
    let spent: Vec<_> =
        seen.effects().iter().filter(|e| e.rule == EP_POOL_02).map(|e| e.on.0).collect();
    b.same("each its own", spent, vec![1, 2]);
    // Whoever rolls nothing spends nothing.
    facts.options.set(SURPRISE, Some(CombatantId(2)), 1);
    let seen = b.attack(&facts, &[75, 1, 1, 1, 1]);
    let spent = seen.effects().iter().filter(|e| e.rule == EP_POOL_02).map(|e| e.on.0);
    b.same("surprised", spent.collect::<Vec<_>>(), vec![1]);
    // One who has none left is not asked.
    let poor = shot(b, &[], &stout(2, 40));
    b.same("not offered", b.suggested(&poor, POOL_ATTACK), None);
}

/// Whether somebody with these pools may spend a point on an attack with a weapon.
fn pays_for(b: &Bench, weapon: &str, pools: &[(usize, i16)]) -> bool {
    let mut numbers = vec![(GUNS, 60), (INTERFACE, 60), (EXPLOSIVES, 60), (PSI, 60), (SOM, 30)];
    numbers.extend(pools);
    let facts = b.far("attack", &b.armed(man(1, &numbers), weapon), (2, 0), &stout(2, 0));
    b.suggested(&facts, POOL_ATTACK).is_some()
}

fn pool_03(b: &Bench) {
    let pays = |weapon: &str, pools: &[(usize, i16)]| pays_for(b, weapon, pools);
    let (vigor, insight) = ([(VIGOR, 1)], [(INSIGHT, 1)]);
    b.same("guns", (pays("pistol", &vigor), pays("pistol", &insight)), (true, false));
    b.same("throwing", (pays("frag", &vigor), pays("frag", &insight)), (true, false));
    b.same("interface", (pays("turret", &vigor), pays("turret", &insight)), (false, true));
    b.same("explosives", (pays("charge", &vigor), pays("charge", &insight)), (false, true));
    let all = man(2, &[(VIGOR, 1), (INSIGHT, 1), (MOXIE, 1)]);
    let pays = |on| body::purse(&b.rules.settings, &all, on);
    let on = [Spent::Physical, Spent::Mental, Spent::Psi, Spent::PsiDefence].map(pays);
    let own = [Some(mark::VIGOR), Some(mark::INSIGHT), None, Some(mark::MOXIE)];
    b.same("each pool has its tests, moxie the defence against psi", on, own);
    let psi = |pool| pays_for(b, "psi_strike", &[(pool, 1)]);
    b.same(
        "an attack by psi",
        [VIGOR, INSIGHT, MOXIE, THREAT].map(psi),
        [false, false, false, true],
    );
    let wounded = hurt(man(1, &[(INSIGHT, 2)]), 0, 1);
    b.same(
        "insight ignores no wound",
        b.any_time(&wounded, "ignore_wound", false, false),
        Some(EP_POOL_11),
    );
    b.frame(&[EP_POOL_03]);
}

fn pool_04(b: &Bench) {
    // 81 against 50 fails; 18 would hold, but not against 38.
    let target = man(2, &[(FRAY, 100), (VIGOR, 1), (WOUND_THRESHOLD, 200)]);
    let facts = shot(b, &[], &target);
    b.same("no use", b.answering(&facts, &[38, 81, 1, 1, 1], &[0]).hit(), true);
    let seen = b.answering(&facts, &[30, 84, 1, 1], &[0]);
    b.same("as it fell", seen.hit(), true);
    let seen = b.answering(&facts, &[30, 84], &[1]);
    b.same("48 over 30", (seen.hit(), marks_in(seen.effects(), mark::VIGOR)), (false, 1));
    // The attacker decides first: 30 becomes 03, which gives nothing; the defender then has its way.
    let mut facts = shot(b, &[(VIGOR, 1)], &target);
    facts.policy = Policy::WhenItHelps;
    let seen = b.attack(&facts, &[83, 84]);
    b.same("38 against 48", (seen.hit(), seen.asked), (false, 2));
    let payers: Vec<_> =
        seen.effects().iter().filter(|e| e.rule == EP_POOL_04).map(|e| e.on.0).collect();
    b.same("both paid", payers, vec![1, 2]);
}

fn pool_04_check(b: &Bench) {
    let target = man(2, &[(SOM, 15), (VIGOR, 1), (FRAY, 0)]);
    // A wound; TN 35: 63 becomes 36, which is no better; 53 becomes 35.
    let mut facts = b.pistol(60, &target);
    facts.policy = Policy::WhenItHelps;
    let seen = b.answering(&facts, &[30, 90, 4, 3, 53], &[0, 1]);
    b.same(
        "it stands",
        (begun(seen.effects()), marks_in(seen.effects(), mark::VIGOR)),
        (vec![], 1),
    );
    let seen = b.answering(&facts, &[30, 90, 4, 3, 63], &[0, 0]);
    b.same(
        "it falls",
        (begun(seen.effects()), marks_in(seen.effects(), mark::VIGOR)),
        (vec![PRONE], 0),
    );
    b.same("TN", seen.test("som"), Some(35));
}

fn pool_02_check(b: &Bench) {
    // SOM 15: 45 - 10 for the wound.
    let target = man(2, &[(SOM, 15), (VIGOR, 2), (FRAY, 0)]);
    let facts = |point: i16| {
        let mut facts = b.pistol(60, &target);
        facts.options.set(POOL_CHECK, Some(CombatantId(2)), point);
        facts
    };
    let tn = |point: i16| {
        // The wound itself is not ignored.
        let seen = b.answering(&facts(point), &[30, 90, 4, 3, 99], &[0]);
        (seen.test("som"), marks_in(seen.effects(), mark::VIGOR))
    };
    let want = [(Some(35), 0), (Some(45), 1), (Some(55), 1)];
    b.same("as it is, bare, with twenty", [0, 1, 2].map(tn), want);
    // The one point of this test is spent; another goes on the next one.
    let seen = b.answering(&facts(2), &[30, 90, 4, 3, 83], &[0]);
    b.same("no swap", (seen.asked, begun(seen.effects())), (1, vec![PRONE]));
    let held = b.attack(&facts(2), &[30, 90, 3, 3]);
    b.same("no check, no point", marks_in(held.effects(), mark::VIGOR), 0);
    // Shock: 45, and only its own check where there is no wound.
    let mut baton = b.close(
        "attack",
        &b.armed(man(1, &[(MELEE, 60)]), "shock_baton"),
        &man(2, &[(SOM, 15), (VIGOR, 1), (FRAY, 0), (MELEE, 0), (WOUND_THRESHOLD, 200)]),
    );
    baton.options.set(POOL_CHECK, Some(CombatantId(2)), 2);
    let seen = b.attack(&baton, &[30, 90, 1, 65]);
    b.same("shock", (seen.test("shock"), marks_in(seen.effects(), mark::VIGOR)), (Some(65), 1));
    // A dodge before the roll, and a point that is left for the check (EP-AREA-02).
    let one = b.armed(at(man(1, &[(ATHLETICS, 60)]), 10, 10), "bomb_24");
    let rich = at(man(2, &[(SOM, 15), (VIGOR, 2), (FRAY, 40)]), 10, 4);
    let mut thrown = b.thrown(&one, (10, 4), &[rich], field());
    thrown.options.set(POOL_DEFENCE, Some(CombatantId(2)), 2);
    let asked = b.question(&thrown, &[30, 90, 90]).map(|question| question.rule);
    b.same("the other is left", asked, Some(EP_POOL_11));
    // First aid: by the helper's insight.
    let helper = man(1, &[(FIRST_AID, 40), (INSIGHT, 1)]);
    let mut aid = b.close("first_aid", &helper, &being(hurt(man(2, &[]), 36, 1), BLEEDING));
    aid.options.set(POOL_CHECK, Some(CombatantId(2)), 2);
    b.same("the number shown", b.number(&aid, "first-aid"), 60);
    let seen = b.attack(&aid, &[60]);
    b.same(
        "is the number rolled",
        (ended(seen.effects()), marks_in(seen.effects(), mark::INSIGHT)),
        (vec![BLEEDING], 1),
    );
    b.frame(&[EP_POOL_01, EP_POOL_02]);
}

fn pool_03_senses(b: &Bench) {
    // Blind: perceive 40 fails with 83 and holds with 38.
    let blind = |pools: &[(usize, i16)]| {
        let mut numbers = vec![(GUNS, 90), (PERCEIVE, 40)];
        numbers.extend(pools);
        let one = being(b.armed(man(1, &numbers), "pistol"), BLINDED);
        b.far("attack", &one, (2, 0), &stout(2, 0))
    };
    let seen = b.answering(&blind(&[(INSIGHT, 1)]), &[83, 30, 90, 1, 1], &[0, 1]);
    b.same("found by insight", (seen.hit(), marks_in(seen.effects(), mark::INSIGHT)), (true, 1));
    let seen = b.attack(&blind(&[(VIGOR, 1)]), &[83, 30, 90, 3]);
    b.same("vigor perceives nothing", (seen.hit(), seen.asked), (false, 1));
    // Threat pays for both, but each point once.
    let seen = b.answering(&blind(&[(THREAT, 1)]), &[83, 30, 90, 1, 1], &[0, 1]);
    b.same("none is left", (marks_in(seen.effects(), mark::THREAT), seen.asked), (1, 2));
    // Before the roll: 59 against 40 and twenty.
    let seen = b.answering(&blind(&[(INSIGHT, 1)]), &[59, 30, 90, 1, 1], &[1]);
    b.same("twenty more", (seen.hit(), marks_in(seen.effects(), mark::INSIGHT)), (true, 1));
    let asked = b.question(&blind(&[(INSIGHT, 1)]), &[]).map(|question| question.choices);
    b.same("asked, and no modifiers to ignore", asked, Some(vec![KEEP, PLUS_20]));
    let mut hurting = blind(&[(INSIGHT, 1)]);
    hurting.attacker = hurt(hurting.attacker, 0, 2);
    let seen = b.answering(&hurting, &[40, 10, 90, 1, 1], &[2]);
    b.same("wounds ignored", (seen.hit(), marks_in(seen.effects(), mark::INSIGHT)), (true, 1));
    // Rush: 55 of 60 holds with one superior success; a point makes it two.
    let mut one = man(1, &[(ATHLETICS, 60), (VIGOR, 1)]);
    let mut budget = b.budget(&mut one);
    b.same("rushes", b.perform(&mut one, &mut budget, "rush", None, &[55]), None);
    b.same("by its preset", one.health.marks[usize::from(mark::VIGOR)], 1);
    b.same("4/20: 32 m", b.cells(&one, &budget), vec![16]);
    b.frame(&[EP_POOL_03, EP_POOL_05]);
}

fn pool_05(b: &Bench) {
    let mut facts = shot(b, &[(VIGOR, 1), (GUNS, 80)], &stout(2, 0));
    facts.options.set(CALLED, None, called::KNOCKDOWN);
    let seen = b.answering(&facts, &[30, 90], &[2]);
    b.same("bought with the point", begun(seen.effects()), vec![PRONE]);
    b.same("one point", marks_in(seen.effects(), mark::VIGOR), 1);
    let seen = b.answering(&facts, &[30, 90, 1, 1], &[0]);
    b.same("a normal hit", (begun(seen.effects()), seen.damage()), (vec![], 2));
    // The number compared does not change, and two are the most.
    let facts = shot(b, &[(VIGOR, 1), (GUNS, 80)], &stout(2, 140));
    let asked = b.question(&facts, &[67, 90]).map(|question| question.choices);
    b.same("two have it all", asked.is_some_and(|choices| choices.contains(&UPGRADE)), false);
    b.same(
        "40 against 60",
        b.question(&facts, &[44, 60]).map(|q| q.choices),
        Some(vec![KEEP, UPGRADE]),
    );
}

fn pool_07(b: &Bench) {
    let mut one = man(1, &[(FLEX, 1)]);
    b.same("offered", b.any_time(&one, "flex", false, false), None);
    let paid = b.rules.pays_to_lay(&one).unwrap_or_default();
    b.see_effects(&paid);
    paid.iter().for_each(|effect| effect.change.apply_to(&mut one));
    b.same("spent", one.health.marks[usize::from(mark::FLEX)], 1);
    b.same("once", b.any_time(&one, "flex", false, false), Some(EP_POOL_07));
    let facts = |own: &Bench| shot(own, &[(FLEX, 1)], &stout(2, 40));
    b.same("not for a test", b.suggested(&facts(b), POOL_ATTACK), None);
    b.set(
        |settings| settings.flex_is_wild = 1,
        |own| {
            own.same("for a test", own.suggested(&facts(own), POOL_ATTACK), Some(0));
            let seen = own.answering(&facts(own), &[83, 90, 1, 1, 1], &[1]);
            own.same("paid", marks_in(seen.effects(), mark::FLEX), 1);
            own.same("no plain failure", own.question(&facts(own), &[77, 50]).is_none(), true);
            // But not for what is no test.
            let wounded = hurt(man(1, &[(FLEX, 1)]), 0, 1);
            for (deed, rule) in [
                ("ignore_wound", EP_POOL_11),
                ("extra_action", EP_POOL_10),
                ("take_initiative", EP_POOL_06),
            ] {
                own.same(deed, own.any_time(&wounded, deed, false, true), Some(rule));
            }
        },
    );
}

fn pool_08(b: &Bench) {
    let facts = |own: &Bench, before: i16| {
        let mut facts = shot(own, &[(VIGOR, 3)], &stout(2, 40));
        facts.options.set(POOL_ATTACK, None, before);
        facts
    };
    b.same("none was spent", b.question(&facts(b, 0), &[83, 90]).is_some(), true);
    b.same("one was spent", b.question(&facts(b, 2), &[83, 90]).is_none(), true);
    b.set(
        |settings| settings.max_pool_per_test = 0,
        |own| own.same("no limit", own.question(&facts(own, 2), &[83, 90]).is_some(), true),
    );
    b.set(
        |settings| settings.max_pool_per_test = 2,
        |own| own.same("two", own.question(&facts(own, 2), &[83, 90]).is_some(), true),
    );
    // One roll at several targets is one test: one point, one decision for all of them.
    let one = b.armed(man(1, &[(GUNS, 60), (VIGOR, 3)]), "pistol");
    let mut burst = b.far("burst_targets", &one, (3, 0), &stout(2, 0));
    burst.targets.push(there((3, 1), &stout(4, 0)));
    let damages = |seen: &Seen| seen.outcome.strikes.iter().map(|s| s.damage).collect::<Vec<_>>();
    let seen = b.answering(&burst, &[83, 90, 90, 1, 1, 1, 2, 2, 2], &[1]);
    b.same("38 hits both", damages(&seen), vec![3, 6]);
    b.same("one point", (marks_in(seen.effects(), mark::VIGOR), seen.asked), (1, 1));
    // It is decided when both have defended: 38 would hit nobody who dodges with 39 and 40.
    for target in &mut burst.targets {
        Arc::make_mut(&mut target.fighter.sheet).values[FRAY] = 100;
    }
    burst.policy = Policy::WhenItHelps;
    let seen = b.attack(&burst, &[83, 39, 40]);
    b.same("no use", (damages(&seen), marks_in(seen.effects(), mark::VIGOR)), (vec![0, 0], 0));
    let seen = b.attack(&burst, &[83, 39, 90, 1, 1, 1]);
    b.same(
        "one is enough",
        (damages(&seen), marks_in(seen.effects(), mark::VIGOR)),
        (vec![0, 3], 1),
    );
    b.frame(&[EP_POOL_08]);
}

/// Each of several rolls of one action is a test, and what one has cost the next has no more.
fn pool_08_several(b: &Bench) {
    let around = |one: &Fighter| {
        let mut facts = b.close("attack", one, &stout(2, 0));
        facts.targets.push(there((1, 1), &stout(4, 0)));
        facts.targets[1].in_reach = true;
        facts
    };
    let armed = |pools: &[(usize, i16)]| {
        let mut numbers = vec![(MELEE, 80)];
        numbers.extend(pools);
        b.armed(man(1, &numbers), "knife")
    };
    let column = |seen: &Seen, column| marks_in(seen.effects(), column);
    // 83 and 93 against 60 become 38 and 39.
    let swaps = [83, 90, 1, 1, 93, 90, 1, 1];
    let seen = b.answering(&around(&armed(&[(VIGOR, 2)])), &swaps, &[1, 1]);
    b.same("two points for two blows", (column(&seen, mark::VIGOR), seen.asked), (2, 2));
    let seen = b.answering(&around(&armed(&[(VIGOR, 1)])), &[83, 90, 1, 1, 93, 90], &[1]);
    b.same("the one point is gone", (column(&seen, mark::VIGOR), seen.asked), (1, 1));
    let seen = b.answering(&around(&armed(&[(VIGOR, 1)])), &[83, 90, 93, 90, 1, 1], &[0, 1]);
    b.same("or is kept for the second", (column(&seen, mark::VIGOR), seen.asked), (1, 2));
    let both = armed(&[(VIGOR, 1), (THREAT, 1)]);
    let seen = b.answering(&around(&both), &swaps, &[1, 1]);
    b.same("out of two pools", [mark::VIGOR, mark::THREAT].map(|c| column(&seen, c)), [1, 1]);
    // Before the rolls: one for each, as far as they last.
    let mut facts = around(&armed(&[(VIGOR, 1)]));
    facts.options.set(POOL_ATTACK, None, 2);
    let numbers = |facts: &AttackFacts| -> Vec<i32> {
        let plan = b.plan(facts);
        plan.checks.iter().filter(|(_, c)| c.name == "attack").map(|(_, c)| c.value()).collect()
    };
    b.same("20 more for the first", numbers(&facts), vec![80, 60]);
    let seen = b.attack(&facts, &[30, 90, 1, 83, 90]);
    b.same("one is spent, none is left", (column(&seen, mark::VIGOR), seen.asked), (1, 0));
    let mut facts = around(&armed(&[(VIGOR, 3)]));
    facts.options.set(POOL_ATTACK, None, 2);
    b.same("for both", numbers(&facts), vec![80, 80]);
    b.same("two are spent", column(&b.attack(&facts, &[99, 90, 99, 90]), mark::VIGOR), 2);
    // Whoever is shot at with two barrels dodges twice, with one point once.
    let one = b.armed(b.armed(man(1, &[(GUNS, 60)]), "pistol"), "pistol");
    let target = man(2, &[(FRAY, 100), (VIGOR, 1), (DURABILITY, 400)]);
    let mut twice = b.far("attack", &one, (2, 0), &target);
    twice.options.set(EXTRA_WEAPONS, None, 1);
    twice.policy = Policy::WhenItHelps;
    let seen = b.attack(&twice, &[30, 84, 31, 84, 1, 1]);
    b.same("48 over 30, 84 under 31", (column(&seen, mark::VIGOR), seen.damage()), (1, 2));
    b.frame(&[EP_POOL_08, EP_TWO_02, EP_TWO_04]);
}

fn pool_08_gone(b: &Bench) {
    // The only point went into the dodge: none is left for the check.
    let target = man(2, &[(SOM, 15), (VIGOR, 1), (FRAY, 40)]);
    let mut facts = b.pistol(60, &target);
    facts.options.set(POOL_DEFENCE, None, 2);
    let seen = b.attack(&facts, &[30, 90, 4, 3, 53]);
    b.same("spent before the roll", (marks_in(seen.effects(), mark::VIGOR), seen.asked), (1, 0));
    b.same("so it falls", begun(seen.effects()), vec![PRONE]);
    // It went into the evasion, 82 for 28: half of 24 is a wound, and 53 stays 53.
    let one = b.armed(at(man(1, &[(ATHLETICS, 60)]), 10, 10), "bomb_24");
    let victim = at(man(2, &[(SOM, 15), (VIGOR, 1), (FRAY, 60)]), 10, 7);
    let facts = b.thrown(&one, (10, 7), &[victim], field());
    let seen = b.answering(&facts, &[10, 82, 53], &[1]);
    b.same("evaded with a point", (seen.damage(), marks_in(seen.effects(), mark::VIGOR)), (12, 1));
    b.same("and nothing is left", (begun(seen.effects()), seen.asked), (vec![PRONE], 1));
    let mut before = facts;
    before.options.set(POOL_DEFENCE, None, 2);
    let seen = b.attack(&before, &[10, 50, 53]);
    b.same("or before the roll", (seen.damage(), seen.asked), (12, 0));
    b.same("and nothing is left", begun(seen.effects()), vec![PRONE]);
    let seen = b.attack(&before, &[10, 83, 53]);
    b.same("one point a test", (seen.damage(), seen.asked), (24, 0));
}

fn pool_09(b: &Bench) {
    let facts = shot(b, &[(THREAT, 2)], &stout(2, 40));
    b.same("as vigor", b.suggested(&facts, POOL_ATTACK), Some(0));
    let seen = b.answering(&facts, &[83, 90, 1, 1, 1], &[1]);
    b.same("paid", marks_in(seen.effects(), mark::THREAT), 1);
    let turret = b.armed(man(1, &[(INTERFACE, 60), (THREAT, 1)]), "turret");
    let facts = b.far("attack", &turret, (2, 0), &stout(2, 40));
    b.same("as insight", b.suggested(&facts, POOL_ATTACK), Some(0));
    let purse = |one: &Fighter, psi| {
        let on = if psi { Spent::PsiDefence } else { Spent::Mental };
        body::purse(&b.rules.settings, one, on)
    };
    b.same("as moxie", purse(&man(1, &[(THREAT, 1)]), true), Some(mark::THREAT));
    let shares = |b: &Bench, threat: i16, column: u8| {
        b.rules.shares_mark(&man(1, &[(THREAT, threat)]).sheet, column)
    };
    b.same("each its own", shares(b, 2, mark::THREAT), false);
    b.set(
        |settings| settings.threat_pool_scope = 1,
        |b| {
            b.same("one for all of them", shares(b, 2, mark::THREAT), true);
            b.same("not for others", shares(b, 0, mark::THREAT), false);
            b.same("nothing else is shared", shares(b, 2, mark::VIGOR), false);
        },
    );
    b.frame(&[EP_POOL_09]);
}

fn pool_11(b: &Bench) {
    let target = man(2, &[(SOM, 15), (VIGOR, 1), (FRAY, 0)]);
    let facts = b.pistol(60, &target);
    let seen = b.answering(&facts, &[30, 90, 4, 3, 45], &[1]);
    b.same("TN without the wound", seen.test("som"), Some(45));
    b.same("ignored", begun(seen.effects()), vec![IGNORES]);
    b.same("a wound all the same", wounds_in(seen.effects()), 1);
    let seen = b.answering(&facts, &[30, 90, 4, 3, 35], &[0]);
    b.same("or not", (seen.test("som"), begun(seen.effects())), (Some(35), vec![]));
}

fn pool_12(b: &Bench) {
    let facts = shot(b, &[(VIGOR, 1)], &stout(2, 40));
    let asked = b.question(&facts, &[77, 50]).map(|question| (question.rule, question.choices));
    b.same("offered", asked, Some((EP_POOL_12, vec![KEEP, PLAIN_FAILURE])));
    let marked = |seen: &Seen| seen.effects().iter().any(|effect| effect.rule == EP_OPP_06);
    let seen = b.answering(&facts, &[77, 50], &[1]);
    b.same("plain", (marked(&seen), marks_in(seen.effects(), mark::VIGOR)), (false, 1));
    let seen = b.answering(&facts, &[77, 50], &[0]);
    b.same("critical", (marked(&seen), marks_in(seen.effects(), mark::VIGOR)), (true, 0));
    // One roll at several targets, and one at an area: one mark, one question.
    let one = b.armed(man(1, &[(GUNS, 60), (VIGOR, 1)]), "pistol");
    let mut burst = b.far("burst_targets", &one, (3, 0), &stout(2, 0));
    burst.targets.push(there((3, 1), &stout(4, 0)));
    let one = b.armed(at(man(1, &[(ATHLETICS, 60), (VIGOR, 1)]), 10, 10), "frag");
    let thrown = b.thrown(&one, (10, 4), &[at(stout(2, 0), 10, 4)], field());
    let count = |seen: &Seen| seen.effects().iter().filter(|e| e.rule == EP_OPP_06).count();
    for (facts, dice) in [(&burst, &[77, 50, 50][..]), (&thrown, &[77, 1, 10, 1, 1, 1])] {
        b.same("offered", b.question(facts, dice).map(|q| q.rule), Some(EP_POOL_12));
        let seen = b.answering(facts, dice, &[0]);
        b.same("critical", (count(&seen), marks_in(seen.effects(), mark::VIGOR)), (1, 0));
        let seen = b.answering(facts, dice, &[1]);
        b.same("plain", (count(&seen), marks_in(seen.effects(), mark::VIGOR)), (0, 1));
    }
}

fn pool_13(b: &Bench) {
    let rich = |id| being(hurt(man(1, &[(VIGOR, 3), (GUNS, 60)]), 0, 1), id);
    for id in [INCAPACITATED, UNCONSCIOUS, OFFLINE, DEAD] {
        b.same(id.0, body::may_spend(&rich(id)), false);
        b.same(id.0, b.any_time(&rich(id), "ignore_wound", false, true), Some(EP_POOL_13));
    }
    // But for a swap on a check against what befalls it: 83 becomes 38, against 60 - 10.
    let mut fallen = being(hurt(man(1, &[(VIGOR, 1), (SOM, 20)]), 36, 1), OUT_OF_ACTION);
    let effects = b.round_ends(&mut fallen, &[83]);
    b.same("swapped", (marks_in(&effects, mark::VIGOR), fallen.has(STABLE)), (1, true));
    // One who is incapacitated cannot have a wound ignored: 46 is above 45 - 10.
    let target = being(man(2, &[(SOM, 15), (VIGOR, 1)]), INCAPACITATED);
    let seen = b.answering(&b.pistol(60, &target), &[30, 4, 3, 46], &[0]);
    b.same("TN", (seen.test("som"), begun(seen.effects())), (Some(35), vec![PRONE]));
}
