//! Actions, initiative, movement, points spent on turns, conditions (sections 2.2, 15, 16, 17).

use super::super::bench::*;
use super::super::body;
use super::super::ids::*;
use super::super::sheet::option::*;
use super::super::sheet::*;
use super::Case;
use crate::rules::facts::{Budget, CombatantId, Condition, Fighter, Row, Until};
use crate::rules::key::{Key, RuleId};
use crate::rules::ruleset::{Ruleset, TurnStart};

pub(super) const CASES: &[Case] = &[
    ("EP-DEF-05 full defence takes the turn", def_05),
    ("EP-DEF-05 full defence before one's turn", def_05_early),
    ("EP-ACT-01 what actions cost", act_01),
    ("EP-ACT-07 a rush", act_07),
    ("EP-INI-02 ties act at once", ini_02),
    ("EP-INI-03 wounds count from the next round on", ini_03),
    ("EP-INI-03 rolled anew each round", ini_03_each),
    ("EP-INI-04 who may hold and step in", ini_04),
    ("EP-INI-04 one turn of those that were held", ini_04_one),
    ("EP-INI-05 newcomers and fixed scores", ini_05),
    ("EP-MOV-01 base and full", mov_01),
    ("EP-MOV-02 chosen once a turn", mov_02),
    ("EP-MOV-03 running and aiming", mov_03),
    ("EP-MOV-05 leaving costs nothing", mov_05),
    ("EP-POOL-03 insight buys what is mental", pool_03_deeds),
    ("EP-POOL-06 first in the round", pool_06),
    ("EP-POOL-10 actions that are bought", pool_10),
    ("EP-POOL-11 a wound ignored for a day", pool_11),
    ("EP-CND-00 durations", cnd_00),
    ("EP-CND-01 prone", cnd_01),
    ("EP-CND-02 stunned", cnd_02),
    ("EP-CND-03 those who can do nothing", cnd_03),
    ("EP-CND-08 blinded and deafened", cnd_08),
    ("EP-CND-10 a leg disabled", cnd_10),
    ("EP-CND-12 a note", cnd_12),
];

fn def_05(b: &Bench) {
    let mut one = man(2, &[(FRAY, 40)]);
    let mut budget = b.budget(&mut one);
    let mut spent = budget.clone();
    b.same("after a quick action", b.act(&one, &mut spent, "quick"), None);
    b.same("it is too late", b.act(&one, &mut spent, "full_defence"), Some(EP_ACT_06));
    b.same("the whole turn", b.act(&one, &mut budget, "full_defence"), None);
    b.same("declared", b.perform(&mut one, &mut budget, "full_defence", None, &[]), None);
    b.same("nothing is left", b.act(&one, &mut budget, "quick"), Some(EP_ACT_06));
    b.same("but base movement", b.cells(&one, &budget), vec![2]);
    b.turn_ends(&mut one);
    b.same("20 + 30", b.number(&b.pistol(60, &one), "defence"), 50);
    b.turn(&mut one);
    b.same("until the next turn", b.number(&b.pistol(60, &one), "defence"), 20);
}

fn def_05_early(b: &Bench) {
    let mut one = man(2, &[(FRAY, 40)]);
    let early = "full_defence_early";
    b.same("who has acted", b.any_time(&one, early, true, false), Some(EP_DEF_05));
    b.same("who has not", b.any_time(&one, early, false, false), None);
    b.same("declared", b.perform(&mut one, &mut Budget::default(), early, None, &[]), None);
    b.same("not twice", b.any_time(&one, early, false, false), Some(EP_DEF_05));
    b.same("20 + 30", b.number(&b.pistol(60, &one), "defence"), 50);
    b.same("the turn is lost", b.turn(&mut one).budget, None);
    b.turn_ends(&mut one);
    b.same("the defence goes on", b.number(&b.pistol(60, &one), "defence"), 50);
    b.same("a turn again", b.budget(&mut one).left[MOMENTS], 3);
    // One who holds back gives up the turn of this round, and no other.
    let mut one = man(2, &[(FRAY, 40)]);
    let mut budget = b.budget(&mut one);
    b.perform(&mut one, &mut budget, "hold", None, &[]);
    b.perform(&mut one, &mut budget, early, None, &[]);
    b.same("defends", b.number(&b.pistol(60, &one), "defence"), 50);
    b.same("a turn in the next round", b.budget(&mut one).left[MOMENTS], 3);
    b.same("and no defence", b.number(&b.pistol(60, &one), "defence"), 20);
    b.same("and no defence", b.number(&b.pistol(60, &one), "defence"), 20);
}

fn act_01(b: &Bench) {
    let cost = |id: &str| b.rules.actions()[usize::from(b.action(id).0)].cost.0[MOMENTS];
    let all = |ids: &[&str], rule: RuleId, want: u8| {
        for id in ids {
            b.same(id, cost(id), want);
        }
        b.frame(&[rule]);
    };
    all(&["drop_prone", "walk", "run", "hold"], EP_ACT_02, 0);
    all(&["raise", "draw", "pick_up", "stand_up", "quick", "open"], EP_ACT_03, 1);
    let complex =
        ["attack", "burst_hit", "auto_damage", "aim", "reload", "rush", "first_aid", "wake"];
    all(&complex, EP_ACT_04, 2);
    all(&["task"], EP_ACT_05, 2);
    all(&["full_defence"], EP_ACT_01, 3);
    let mut one = b.armed(b.armed(man(1, &[]), "knife"), "pistol");
    let mut budget = b.budget(&mut one);
    b.same("drops", b.perform(&mut one, &mut budget, "drop_prone", None, &[]), None);
    b.same("lies", one.has(PRONE), true);
    b.same("draws", b.perform(&mut one, &mut budget, "draw", Some(0), &[]), None);
    b.same("the knife", one.gear.in_hand, Some(0));
    b.same(
        "in hand already",
        b.perform(&mut one, &mut budget, "draw", Some(0), &[]),
        Some(EP_ACT_03),
    );
    b.same("a task", b.perform(&mut one, &mut budget, "task", None, &[]), None);
}

fn act_07(b: &Bench) {
    let rush = |numbers: &[(usize, i16)], states: &[Key], roll: u16| {
        let mut all = vec![(ATHLETICS, 80)];
        all.extend(numbers);
        let mut one =
            states.iter().fold(b.armed(man(1, &all), "pistol"), |one, id| being(one, *id));
        let mut budget = b.budget(&mut one);
        b.same("a complex action", b.act(&one, &mut budget, "rush"), None);
        b.same("rush", b.perform(&mut one, &mut budget, "rush", None, &[roll]), None);
        b.same(
            "it runs",
            b.line(&b.far("attack", &one, (2, 0), &stout(2, 0)), "attack", EP_MOV_03),
            Some(-20),
        );
        b.cells(&one, &budget)
    };
    let found = [81, 30, 40, 70].map(|roll| rush(&[], &[], roll));
    b.same("20, 24, 28, 32 m", found, [10, 12, 14, 16].map(|cells| vec![cells]));
    b.same("stunned: 50", rush(&[], &[STUNNED], 51), vec![10]);
    b.same("8/32 m", rush(&[(MOVE_BASE_M, 8), (MOVE_FULL_M, 32)], &[], 30), vec![20]);
    let mut one = man(1, &[]);
    let mut budget = b.budget(&mut one);
    b.same("opens", b.act(&one, &mut budget, "open"), None);
    b.same("after another deed", b.act(&one, &mut budget, "rush"), Some(EP_MOV_02));
}

fn ini_02(b: &Bench) {
    let at = |id, reflexes| starting(&man(id, &[(INT, 15), (REF, reflexes)]));
    let rows = b.order(&[at(1, 20), at(2, 15), at(3, 20)], &[2, 3, 6]);
    b.same("7 + 2, 6 + 3, 7 + 6", rows, vec![row(13, &[3]), row(9, &[1, 2])]);
    b.same("at the same time", b.rules.info().simultaneous, true);
    // A tie that wounds bring about is one like any other.
    let mut all = [hurt(man(1, &[]), 0, 3), man(2, &[])];
    let rows = b.round(&[row(12, &[1]), row(9, &[2])], &mut all, &[]);
    // The score of the first round had no wound in it.
    b.same("known scores", rows.clone(), vec![row(12, &[1]), row(9, &[2])]);
    all[0] = hurt(all[0].clone(), 0, 6);
    let rows = b.round(&rows, &mut all, &[]);
    b.same("12 - 3", rows.clone(), vec![row(9, &[1, 2])]);
    all[1] = hurt(all[1].clone(), 0, 1);
    let rows = b.round(&rows, &mut all, &[]);
    b.same("9 - 1", rows.clone(), vec![row(9, &[1]), row(8, &[2])]);
    all[1] = hurt(all[1].clone(), 0, 0);
    b.same("healed, tied again", b.round(&rows, &mut all, &[]), vec![row(9, &[1, 2])]);
    b.frame(&[EP_INI_02]);
}

fn ini_03(b: &Bench) {
    let mut all = [man(1, &[]), man(2, &[]), man(3, &[])];
    let order = [row(12, &[1]), row(10, &[2]), row(9, &[3])];
    b.same("the same each round", b.round(&order, &mut all, &[]), order.to_vec());
    all[0] = hurt(all[0].clone(), 10, 3);
    let rows = b.round(&order, &mut all, &[]);
    b.same("wounded", rows.clone(), vec![row(10, &[2]), row(9, &[1, 3])]);
    all[0] = hurt(all[0].clone(), 10, 0);
    b.same("healed", b.round(&rows, &mut all, &[]), order.to_vec());
    all[1] = being(all[1].clone(), DEAD);
    b.same("the dead leave it", b.round(&order, &mut all, &[]), vec![row(12, &[1]), row(9, &[3])]);
    b.frame(&[EP_INI_03, EP_CND_06]);
}

fn ini_03_each(b: &Bench) {
    b.set(
        |settings| settings.initiative_roll = 1,
        |own| {
            let mut all = [man(1, &[(INT, 15), (REF, 20)]), man(2, &[(INT, 15), (REF, 20)])];
            let rows = own.round(&[row(12, &[1]), row(9, &[2])], &mut all, &[1, 5]);
            own.same("7 + 1, 7 + 5", rows, vec![row(12, &[2]), row(8, &[1])]);
        },
    );
}

/// One steps in before another; the answer is the order, and the turn.
fn steps_in(
    b: &Bench,
    who: &mut Fighter,
    rows: &[Row],
    before: u16,
) -> Result<(Vec<Row>, TurnStart), RuleId> {
    let found = b.rules.step_in(&turn_of(who), rows, Some(CombatantId(before)));
    let (rows, start) = found.map_err(|refusal| refusal.rule)?;
    b.see_effects(&start.effects);
    apply(who, &start.effects);
    Ok((rows, start))
}

fn holding(b: &Bench, who: &mut Fighter) {
    let mut budget = b.budget(who);
    b.same("may hold", b.act(who, &mut budget, "hold"), None);
    b.same("holds", b.perform(who, &mut budget, "hold", None, &[]), None);
    b.turn_ends(who);
}

fn ini_04(b: &Bench) {
    let mut all = [man(1, &[]), man(2, &[]), man(3, &[]), man(4, &[])];
    let order = [row(12, &[1]), row(10, &[2]), row(7, &[3, 4])];
    let order = b.round(&order, &mut all, &[]);
    b.same("not holding", steps_in(b, &mut all[0], &order, 3).err(), Some(EP_INI_04));
    holding(b, &mut all[0]);
    holding(b, &mut all[1]);
    let unable = being(all[0].clone(), INCAPACITATED);
    b.same("unable", steps_in(b, &mut unable.clone(), &order, 3).err(), Some(EP_INI_04));
    // The lower one declares first, the other steps in before it.
    let Ok((rows, _)) = steps_in(b, &mut all[1], &order, 3) else { return b.same("B", 0, 1) };
    b.same("B before C", rows.clone(), vec![row(12, &[1]), row(7, &[2]), row(7, &[3, 4])]);
    let Ok((rows, _)) = steps_in(b, &mut all[0], &rows, 2) else { return b.same("A", 0, 1) };
    let want = vec![row(7, &[1]), row(7, &[2]), row(7, &[3, 4])];
    b.same("A before B", rows.clone(), want.clone());
    b.same("in the next round, too", b.round(&rows, &mut all, &[]), want);
    // A wound lowers it as it does anybody.
    all[0] = hurt(all[0].clone(), 8, 1);
    let want = vec![row(7, &[2]), row(7, &[3, 4]), row(6, &[1])];
    b.same("wounded", b.round(&rows, &mut all, &[]), want);
}

fn ini_04_one(b: &Bench) {
    // A hold of a turn in which something was done already would be a second turn.
    let mut one = man(1, &[]);
    let mut budget = b.budget(&mut one);
    b.same("attacks", b.act(&one, &mut budget, "attack"), None);
    b.same("holds no more", b.act(&one, &mut budget, "hold"), Some(EP_INI_04));
    // Poison comes once, durations count once.
    let mut one = under(man(1, &[]), Condition::new(POISONED, Until::Turns(3)).of(2));
    holding(b, &mut one);
    let rows = [row(12, &[1]), row(7, &[3])];
    b.same("steps in", steps_in(b, &mut one, &rows, 3).is_ok(), true);
    b.turn_ends(&mut one);
    b.same("one tick", body::damage(&one), 2);
    let until = one.conditions.iter().find(|c| c.id == POISONED).map(|c| c.until);
    b.same("one turn less", until, Some(Until::Turns(2)));
    // A hold that was not used runs on into the next turn, which is the one turn it gives.
    holding(b, &mut one);
    b.same("a turn of its own", b.budget(&mut one).left[MOMENTS], 3);
    b.same("held no longer", b.rules.holds(&one), false);
}

fn ini_05(b: &Bench) {
    let one = man(1, &[(INT, 15), (REF, 20), (INITIATIVE_BONUS, 2)]);
    b.same("7 + 2 + 3", b.order(&[starting(&one)], &[3]), vec![row(12, &[1])]);
    let mut aided = starting(&one);
    aided.modifier = 1;
    b.same("by word one more", b.order(&[aided], &[3]), vec![row(13, &[1])]);
    b.same("by word 40", b.order(&[at_level(&one, 40)], &[]), vec![row(40, &[1])]);
    let order = [row(12, &[1]), row(7, &[3])];
    let fresh = man(5, &[(INT, 15), (REF, 20)]);
    let rows = b.join(&order, &[starting(&fresh)], &[2]);
    b.same("in between", rows, vec![row(12, &[1]), row(9, &[5]), row(7, &[3])]);
    let rows = b.join(&order, &[starting(&fresh)], &[5]);
    b.same("a tie", rows, vec![row(12, &[1, 5]), row(7, &[3])]);
    b.same("not the dead", b.order(&[starting(&being(one, DEAD))], &[]), vec![]);
}

fn mov_01(b: &Bench) {
    let mut one = man(1, &[]);
    let budget = b.budget(&mut one);
    let ways = b.rules.moves(&one, &budget);
    let costs: Vec<u8> = ways.iter().map(|way| way.cost.0[MOMENTS]).collect();
    b.same("nothing but the way", costs, vec![0, 0]);
    let mut walked = budget.clone();
    walked.pay(ways[0].price(4));
    b.same("two cells walked", b.cells(&one, &walked), vec![8]);
    let mut still = man(1, &[(MOVE_BASE_M, 0), (MOVE_FULL_M, 0)]);
    let mut budget = b.budget(&mut still);
    b.same("rooted", b.cells(&still, &budget), vec![]);
    b.same("no walk", b.act(&still, &mut budget, "walk"), Some(EP_MOV_01));
}

fn mov_02(b: &Bench) {
    let mut one = b.armed(man(1, &[]), "pistol");
    let mut budget = b.budget(&mut one);
    let both = budget.clone();
    b.same("both colours", b.cells(&one, &both), vec![2, 10]);
    b.same("attacks", b.act(&one, &mut budget, "attack"), None);
    b.same("the second is locked", b.cells(&one, &budget), vec![2]);
    b.same("no run", b.act(&one, &mut budget, "run"), Some(EP_MOV_02));
    b.same("no declaring", b.act(&one, &mut budget, "declare_run"), Some(EP_MOV_02));
    let mut budget = both;
    b.same("declares", b.act(&one, &mut budget, "declare_run"), None);
    b.same("declares", b.perform(&mut one, &mut budget, "declare_run", None, &[]), None);
    b.same("and attacks", b.act(&one, &mut budget, "attack"), None);
    b.same("and runs on", b.cells(&one, &budget), vec![10]);
    b.frame(&[EP_MOV_04]);
}

fn mov_03(b: &Bench) {
    let mut one = b.armed(man(1, &[(GUNS, 60), (FRAY, 60)]), "pistol");
    let before = b.number(&b.pistol(60, &one), "defence");
    let effects = b.walks(&one, "run");
    b.same("running shows", begun(&effects), vec![WENT, RAN]);
    apply(&mut one, &effects);
    let mut facts = b.far("attack", &one, (2, 0), &stout(2, 0));
    b.same("-20", b.tn(&facts), 40);
    facts.options.set(RUNS, None, 0);
    b.same("if it matters", b.tn(&facts), 60);
    b.same("not the defence", b.number(&b.pistol(60, &one), "defence"), before);
    b.turn_ends(&mut one);
    b.turn(&mut one);
    b.same("till the next turn", b.tn(&b.far("attack", &one, (2, 0), &stout(2, 0))), 60);
    b.same("walking does not", b.walks(&one, "walk"), vec![]);
}

fn mov_05(b: &Bench) {
    b.same("nobody strikes in passing", b.rules.strike_in_passing(0), None);
    let one = man(1, &[]);
    let free = b.rules.departs(&one).len() + b.rules.beset(&one, true).len();
    b.same("nothing follows", free, 0);
    b.frame(&[EP_MOV_05]);
}

fn pool_06(b: &Bench) {
    let mut all = [man(1, &[]), man(2, &[(VIGOR, 1)]), man(3, &[]), man(4, &[(VIGOR, 1)])];
    let order = [row(12, &[1]), row(9, &[2, 3]), row(7, &[4])];
    let order = b.round(&order, &mut all, &[]);
    b.same(
        "not in its middle",
        b.any_time(&all[1], "take_initiative", false, false),
        Some(EP_POOL_06),
    );
    // The one with the lower score says so first.
    for i in [3, 1] {
        b.same("at the start", b.any_time(&all[i], "take_initiative", false, true), None);
        let mut budget = Budget::default();
        b.same("takes it", b.perform(&mut all[i], &mut budget, "take_initiative", None, &[]), None);
        b.same("spent", all[i].health.marks[usize::from(mark::VIGOR)], 1);
    }
    b.same("none left", b.any_time(&all[1], "take_initiative", false, true), Some(EP_POOL_06));
    let payers: Vec<Fighter> = all.iter().filter(|who| b.rules.goes_first(who)).cloned().collect();
    let rows = b.rules.first_rows(&payers, &order);
    let want = vec![row(9, &[2]), row(7, &[4]), row(12, &[1]), row(9, &[3])];
    b.same("in the order of initiative", rows.clone(), want);
    b.same("then the usual place, tied as before", b.round(&rows, &mut all, &[]), order);
    b.same("paid for one round", all.iter().any(|who| b.rules.goes_first(who)), false);
    b.frame(&[EP_INI_05]);
}

/// Insight buys the same for what is mental or in the mesh.
fn pool_03_deeds(b: &Bench) {
    let mut one = b.armed(man(1, &[(INSIGHT, 3), (GUNS, 60), (INTERFACE, 60)]), "pistol");
    one = b.armed(one, "turret");
    one.gear.in_hand = Some(0);
    b.same("no vigor", b.any_time(&one, "extra_action", false, false), Some(EP_POOL_10));
    b.same(
        "none without insight",
        b.any_time(&man(3, &[]), "extra_mental", false, false),
        Some(EP_POOL_03),
    );
    // Threat pays for any deed, and so not for this one.
    let threat = man(5, &[(THREAT, 2), (INSIGHT, 1)]);
    let mut spent = threat;
    spent.health.marks[usize::from(mark::INSIGHT)] = 1;
    b.same(
        "insight alone",
        b.any_time(&spent, "take_initiative_mental", false, true),
        Some(EP_POOL_06),
    );
    let mut none = Budget::default();
    for deed in ["extra_mental", "take_initiative_mental"] {
        b.same(deed, b.perform(&mut one, &mut none, deed, None, &[]), None);
    }
    b.same("two points", one.health.marks[usize::from(mark::INSIGHT)], 2);
    b.same("goes first", b.rules.goes_first(&one), true);
    let may = |one: &Fighter, budget: &Budget, deed: &str| b.act(one, &mut budget.clone(), deed);
    let serves_the_mind = |one: &Fighter, budget: &Budget| {
        for deed in ["task", "quick", "first_aid"]
            .into_iter()
            .filter(|d| *d != "task" || budget.left[MOMENTS] > 1)
        {
            b.same(deed, may(one, budget, deed), None);
        }
        for deed in ["attack", "reload", "draw", "open", "drop_prone", "rush", "full_defence"] {
            b.same(deed, may(one, budget, deed), Some(EP_POOL_03));
        }
        b.same("nowhere to go", b.cells(one, budget), vec![]);
        let mut remote = one.clone();
        remote.gear.in_hand = Some(1);
        b.same("in the mesh", may(&remote, budget, "attack"), None);
    };
    let budget = b.budget(&mut one);
    serves_the_mind(&one, &budget);
    b.turn_ends(&mut one);
    b.same("the turn is over", may(&one, &budget, "attack"), None);
    let start = b.rules.extra_turn(&one).unwrap_or_default();
    b.see_effects(&start.effects);
    apply(&mut one, &start.effects);
    serves_the_mind(&one, &start.budget.unwrap_or_default());
    b.turn_ends(&mut one);
    b.same("once", b.rules.extra_turn(&one).is_none(), true);
    // Two in all, whichever pool pays, and first what serves any action.
    let mut both = man(7, &[(INSIGHT, 2), (VIGOR, 2)]);
    b.same("of the mind", b.perform(&mut both, &mut none, "extra_mental", None, &[]), None);
    b.same("of any kind", b.perform(&mut both, &mut none, "extra_action", None, &[]), None);
    b.same(
        "no third",
        b.perform(&mut both, &mut none, "extra_mental", None, &[]),
        Some(EP_POOL_10),
    );
    let start = b.rules.extra_turn(&both).unwrap_or_default();
    apply(&mut both, &start.effects);
    b.same("any kind first", (both.has(MENTAL_ONLY), both.has(EXTRA_MENTAL)), (false, true));
    b.frame(&[EP_POOL_03, EP_POOL_06, EP_POOL_10]);
}

fn pool_10(b: &Bench) {
    let mut one = under(man(1, &[(VIGOR, 3)]), Condition::new(STUNNED, Until::Turns(5)));
    let mut budget = b.budget(&mut one);
    let buy =
        |one: &mut Fighter, budget: &mut Budget| b.perform(one, budget, "extra_action", None, &[]);
    b.same("one, two", (buy(&mut one, &mut budget), buy(&mut one, &mut budget)), (None, None));
    b.same("not three", buy(&mut one, &mut budget), Some(EP_POOL_10));
    b.turn_ends(&mut one);
    let mut turns = 0;
    while let Some(start) = b.rules.extra_turn(&one) {
        b.see_effects(&start.effects);
        apply(&mut one, &start.effects);
        let budget = start.budget.unwrap_or_default();
        b.same("a complex one", b.act(&one, &mut budget.clone(), "attack"), None);
        let mut quick = budget.clone();
        let both = (b.act(&one, &mut quick, "open"), b.act(&one, &mut quick, "quick"));
        b.same("or two quick ones", both, (None, None));
        b.same("not three", b.act(&one, &mut quick, "quick"), Some(EP_ACT_06));
        b.same("no way to go", b.cells(&one, &budget), vec![]);
        b.turn_ends(&mut one);
        turns += 1;
    }
    b.same("two turns", turns, 2);
    // An action at the end of the round is no turn: the counter dropped once.
    let until = one.conditions.iter().find(|c| c.id == STUNNED).map(|c| c.until);
    b.same("durations", until, Some(Until::Turns(4)));
    let mut all = [one];
    b.round(&[row(9, &[1])], &mut all, &[]);
    b.same("anew in the next round", b.any_time(&all[0], "extra_action", false, false), None);
}

fn pool_11(b: &Bench) {
    let mut one = hurt(man(1, &[(GUNS, 60), (VIGOR, 4)]), 8, 4);
    let mut budget = b.budget(&mut one);
    let tn = |one: &Fighter| {
        b.tn(&b.far("attack", &b.armed(one.clone(), "pistol"), (2, 0), &stout(2, 0)))
    };
    let mut found = vec![tn(&one)];
    for _ in 0..3 {
        b.same("ignores", b.perform(&mut one, &mut budget, "ignore_wound", None, &[]), None);
        found.push(tn(&one));
    }
    b.same("three at most", found, vec![20, 30, 40, 50]);
    // Each has a day of its own.
    let mut older = hurt(man(1, &[(GUNS, 60), (VIGOR, 2)]), 8, 3);
    let hours = |one: &mut Fighter, count: u8| {
        for _ in 0..count {
            let effects = b.rules.hour(one);
            b.see_effects(&effects);
            apply(one, &effects);
        }
    };
    let mut ignored = vec![];
    for wait in [10, 13, 1, 9, 1] {
        if ignored.len() < 2 {
            b.same("ignores", b.perform(&mut older, &mut budget, "ignore_wound", None, &[]), None);
        }
        hours(&mut older, wait);
        ignored.push(body::ignored(&b.rules.settings, &older));
    }
    b.same("after 10, 23, 24, 33 and 34 hours", ignored, vec![1, 2, 1, 1, 0]);
    // One that the game master gave without an end stays.
    let mut both = hurt(man(1, &[]), 8, 3);
    both = under(both, Condition::new(IGNORES, Until::Hours(1)).of(1));
    both = under(both, Condition::new(IGNORES, Until::Ended).of(1));
    b.same("side by side", body::ignored(&b.rules.settings, &both), 2);
    hours(&mut both, 1);
    b.same("one is left", body::ignored(&b.rules.settings, &both), 1);
    hours(&mut both, 30);
    b.same("for good", body::ignored(&b.rules.settings, &both), 1);
    // Within an hour all is over that lasts for turns; poison has done what it does.
    let mut ill = under(hurt(man(1, &[]), 8, 1), Condition::new(POISONED, Until::Turns(3)).of(4));
    ill = under(ill, Condition::new(STUNNED, Until::Turns(60)));
    hours(&mut ill, 1);
    b.same("an hour", (body::damage(&ill), ill.conditions.len()), (8 + 3 * 4, 0));
    b.same(
        "no fourth",
        b.perform(&mut one, &mut budget, "ignore_wound", None, &[]),
        Some(EP_WND_06),
    );
    b.same("the wounds are there", body::wounds(&one), 4);
}

fn cnd_00(b: &Bench) {
    let mut one = under(man(1, &[]), Condition::new(INCAPACITATED, Until::Turns(1)));
    one = under(one, Condition::new(STUNNED, Until::Turns(3)));
    b.same("the next turn is lost", b.turn(&mut one).budget, None);
    b.turn_ends(&mut one);
    b.same("one turn only", (one.has(INCAPACITATED), one.has(STUNNED)), (false, true));
    for left in [true, false] {
        b.same("acts", b.turn(&mut one).budget.is_some(), true);
        b.turn_ends(&mut one);
        b.same("stunned", one.has(STUNNED), left);
    }
    b.frame(&[EP_CND_00]);
}

fn cnd_01(b: &Bench) {
    let mut one = being(man(1, &[]), PRONE);
    let mut budget = b.budget(&mut one);
    b.same("crawling is base movement", b.cells(&one, &budget), vec![2]);
    let crawled = budget.clone();
    b.same("gets up", b.act(&one, &mut budget, "stand_up"), None);
    b.same("gets up", b.perform(&mut one, &mut budget, "stand_up", None, &[]), None);
    b.same("half of both", (one.has(PRONE), b.cells(&one, &budget)), (false, vec![1, 5]));
    b.same("and attacks", b.act(&one, &mut budget, "attack"), None);
    b.same("so it runs no more", b.cells(&one, &budget), vec![1]);
    b.same("stands already", b.act(&one, &mut crawled.clone(), "stand_up"), Some(EP_CND_01));
    let mut one = being(man(1, &[]), PRONE);
    let mut budget = b.budget(&mut one);
    let crawl = b.rules.moves(&one, &budget)[0];
    budget.pay(crawl.price(4));
    b.same("gets up", b.act(&one, &mut budget, "stand_up"), None);
    b.perform(&mut one, &mut budget, "stand_up", None, &[]);
    b.same("half of the full movement, less what it crawled", b.cells(&one, &budget), vec![3]);
    b.perform(&mut one, &mut budget, "drop_prone", None, &[]);
    b.same("down again: all of it is crawled", b.cells(&one, &budget), Vec::new());
    let mut one = man(1, &[]);
    let mut budget = b.budget(&mut one);
    b.perform(&mut one, &mut budget, "drop_prone", None, &[]);
    b.same("dropped", b.cells(&one, &budget), vec![2]);
    // What was run before it went down counts against the half that is left.
    for (ran, left) in [(4_u16, vec![1]), (10, Vec::new())] {
        let mut one = man(1, &[]);
        let mut budget = b.budget(&mut one);
        let run = b.rules.moves(&one, &budget).pop().expect("it may run");
        budget.pay(run.price(2 * ran));
        let walked = b.rules.walks(&one, run.action, 2 * ran);
        apply(&mut one, &walked);
        b.perform(&mut one, &mut budget, "drop_prone", None, &[]);
        b.perform(&mut one, &mut budget, "stand_up", None, &[]);
        b.same("less what it ran", b.cells(&one, &budget), left);
    }
    b.set(
        |settings| settings.standing_up_halves_move = 0,
        |own| {
            let mut one = being(man(1, &[]), PRONE);
            let mut budget = own.budget(&mut one);
            own.same("gets up", own.act(&one, &mut budget, "stand_up"), None);
            own.perform(&mut one, &mut budget, "stand_up", None, &[]);
            own.same("all of it", own.cells(&one, &budget), vec![2, 10]);
        },
    );
}

fn cnd_02(b: &Bench) {
    let stunned = |weapon: &str| {
        let numbers = [(GUNS, 60), (INTERFACE, 60), (MELEE, 60), (PSI, 60), (PERCEIVE, 60)];
        being(b.armed(man(1, &numbers), weapon), STUNNED)
    };
    let tn = |weapon: &str| {
        let mut facts = b.far("attack", &stunned(weapon), (1, 0), &stout(2, 0));
        facts.targets[0].in_reach = true;
        facts.options.set(RANGE_BAND, None, 1);
        b.tn(&facts)
    };
    b.same("body and mind", ["pistol", "knife", "turret", "psi_strike"].map(tn), [30, 30, 50, 50]);
    let target = being(man(2, &[(FRAY, 60), (MELEE, 70), (WIL, 20), (SOM, 20)]), STUNNED);
    let defence = |weapon: &str| {
        let mut facts = b.far("attack", &b.armed(man(1, &[]), weapon), (1, 0), &target);
        facts.targets[0].in_reach = true;
        b.number(&facts, "defence")
    };
    b.same("defence", ["pistol", "knife", "psi_strike"].map(defence), [0, 40, 50]);
    let seen = b.attack(&b.pistol(60, &target), &[30, 90, 4, 3, 90]);
    b.same("SOM", seen.test("som"), Some(60 - 10 - 30));
    let mut blind = b.far("attack", &stunned("pistol"), (2, 0), &stout(2, 0));
    blind.options.set(VISIBILITY, None, 3);
    let seen = b.attack(&blind, &[50, 0, 90, 1, 1]);
    b.same("perception", (seen.hit(), seen.test("perceive")), (true, Some(50)));
}

fn cnd_03(b: &Bench) {
    for id in [INCAPACITATED, UNCONSCIOUS, OFFLINE, OUT_OF_ACTION, DEAD] {
        let mut one = being(b.armed(man(1, &[]), "pistol"), id);
        let mut budget = Budget { left: [3, 5, 21, 0], ..Budget::default() };
        b.same(id.0, b.act(&one, &mut budget, "attack"), Some(EP_CND_03));
        b.refused(&b.far("attack", &one, (2, 0), &stout(2, 0)), EP_CND_03);
        b.same(id.0, b.cells(&one, &budget), vec![]);
        b.same(id.0, b.turn(&mut one).budget, None);
        b.same(
            id.0,
            b.rules
                .extra_turn(&under(one.clone(), Condition::new(EXTRA_ACTION, Until::Ended).of(1))),
            None,
        );
        let vital = b.rules.vital(&one);
        let want = (id == INCAPACITATED, false, id == DEAD);
        b.same(id.0, (vital.able, vital.threatens, vital.out), want);
    }
    b.frame(&[EP_CND_04, EP_CND_05, EP_CND_06]);
}

fn cnd_08(b: &Bench) {
    let one = b.armed(being(man(1, &[(MELEE, 60)]), BLINDED), "knife");
    let facts = b.close("attack", &one, &stout(2, 0));
    b.same("a blind attack", (b.tn(&facts), b.line(&facts, "attack", EP_MOD_09)), (30, Some(-30)));
    let target = being(man(2, &[(FRAY, 80)]), BLINDED);
    b.same("a blind dodge", b.number(&b.pistol(60, &target), "defence"), 40 - 30);
    let thrower = b.armed(being(at(man(1, &[(ATHLETICS, 60)]), 5, 5), BLINDED), "frag");
    let grenade = b.thrown(&thrower, (7, 5), &[at(stout(2, 0), 7, 5)], field());
    b.same("a blind throw", b.tn(&grenade), 30);
    let hurt = being(man(2, &[(SOM, 20), (FRAY, 0)]), BLINDED);
    let seen = b.attack(&b.pistol(60, &hurt), &[30, 90, 4, 3, 21]);
    b.same("60 - 10 - 30", (seen.test("som"), begun(seen.effects())), (Some(20), vec![PRONE]));
    let deaf = being(man(1, &[(INT, 15), (REF, 20)]), DEAFENED);
    b.same("7 + 4 - 3", b.order(&[starting(&deaf)], &[4]), vec![row(8, &[1])]);
    b.frame(&[EP_CND_08, EP_CND_09]);
}

fn cnd_10(b: &Bench) {
    let mut one = being(man(1, &[]), LEG_DISABLED);
    let budget = b.budget(&mut one);
    b.same("half of 4/20", b.cells(&one, &budget), vec![1, 5]);
    one = being(one, PRONE);
    let mut budget = b.budget(&mut one);
    b.same("gets up", b.act(&one, &mut budget, "stand_up"), None);
    b.same("gets up", b.perform(&mut one, &mut budget, "stand_up", None, &[]), None);
    b.same("half of 2/10", b.cells(&one, &budget), vec![2]);
    b.frame(&[EP_CND_10]);
}

fn cnd_12(b: &Bench) {
    let noted = |one: Fighter, amount| under(one, Condition::new(NOTE, Until::Ended).of(amount));
    let facts = b.far(
        "attack",
        &noted(b.armed(man(1, &[(GUNS, 60)]), "pistol"), -15),
        (2, 0),
        &noted(stout(2, 40), 5),
    );
    b.same("both sides", (b.tn(&facts), b.number(&facts, "defence")), (45, 25));
    let still = being(man(1, &[]), HELD_STILL);
    b.same(
        "held",
        b.act(&still, &mut Budget { left: [3, 5, 21, 0], ..Budget::default() }, "quick"),
        Some(EP_CND_03),
    );
    b.same(
        "and no defence",
        b.attack(&b.pistol(60, &being(stout(2, 120), HELD_STILL)), &[30, 1, 1]).hit(),
        true,
    );
}
