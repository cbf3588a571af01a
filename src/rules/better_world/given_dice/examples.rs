//! The worked examples of the specification, by their numbers.

use super::*;

pub(super) const CASES: &[Case] = &[
    ("EX-01 level", ex_01),
    ("EX-02 tableau with gaps", ex_02),
    ("EX-03 insertion", ex_03),
    ("EX-04 cards", ex_04),
    ("EX-05 newcomer", ex_05),
    ("EX-06 First Strike", ex_06),
    ("EX-07 tie with bare hands", ex_07),
    ("EX-08 tie with a weapon", ex_08),
    ("EX-09 armour floor", ex_09),
    ("EX-10 blocks", ex_10),
    ("EX-11 pain shock against concussion", ex_11),
    ("EX-12 when shock bites", ex_12),
    ("EX-13 threshold", ex_13),
    ("EX-14 conscious and dying", ex_14),
    ("EX-15 melee pools", ex_15),
    ("EX-16 gun at arm's length", ex_16),
    ("EX-17 gang-up", ex_17),
    ("EX-18 no fifth attacker", ex_18),
    ("EX-19 opportunity attack", ex_19),
    ("EX-20 disarm", ex_20),
    ("EX-21 grapple", ex_21),
    ("EX-22 quick strike", ex_22),
    ("EX-23 stance and full defence", ex_23),
    ("EX-24 feint", ex_24),
    ("EX-25 restraint", ex_25),
    ("EX-26 the pistol of the source", ex_26),
    ("EX-27 everything adds", ex_27),
    ("EX-28 Reaction lost", ex_28),
    ("EX-29 aiming", ex_29),
    ("EX-30 short burst too far", ex_30),
    ("EX-31 long burst on three", ex_31),
    ("EX-32 cone", ex_32),
    ("EX-33 quick shot direction", ex_33),
    ("EX-34 bands", ex_34),
    ("EX-35 leaving", ex_35),
    ("EX-36 combinations", ex_36),
];

fn roster_bench() -> Bench {
    let mut file = bench_file();
    file.tunables.tie_insertion_sequence = Sequence::Roster;
    Bench::with(file)
}

fn ex_01(b: &Bench) {
    let ambusher = starting(man(1, &[(REFLEXES, 3)]), 2);
    let guard = starting(man(2, &[(REFLEXES, 4)]), 0);
    let mut dice = Dice::given(Given::numbers(&[1]));
    let (_, entrances) = b.rules.initiative(&[ambusher, guard], Some(false), &mut dice);
    b.same("levels", entrances.iter().map(|e| e.level).collect(), vec![4, 4]);
    b.same("the guard rolls nothing", entrances[1].rolled.is_none(), true);
    for entrance in &entrances {
        b.see_check(&entrance.check);
    }
    b.same("place", dice.finish(), Err(GivenError::TooFew { rule: BW_INI_06, wanted: 1 }));
    b.frame(&[BW_INI_02, BW_INI_06]);
}

fn ex_02(b: &Bench) {
    let own = roster_bench();
    let all = [at_level(1, 6), at_level(2, 3), at_level(3, 3), at_level(4, 1)];
    let rows = own.order(&all, Some(false), &[1]);
    let want =
        vec![row(6, &[1]), row(5, &[]), row(4, &[]), row(3, &[3, 2]), row(2, &[]), row(1, &[4])];
    own.same("tableau", rows.clone(), want);
    let turns: Vec<u16> = rows.iter().flat_map(|row| row.cards.iter().map(|id| id.0)).collect();
    own.same("everyone takes one turn", turns, vec![1, 3, 2, 4]);
    own.frame(&[BW_GEN_03, BW_INI_04, BW_INI_05]);
    b.keep(own);
}

fn ex_03(b: &Bench) {
    let own = roster_bench();
    let all = [1, 2, 3, 4].map(|id| at_level(id, 5));
    let rows = own.order(&all, Some(false), &[1, 1, 0]);
    own.same("Q R P S", rows, vec![row(5, &[2, 3, 1, 4])]);
    let rows = own.order(&all, Some(false), &[1, 1, 3]);
    own.same("S Q R P", rows, vec![row(5, &[4, 2, 3, 1])]);
    b.keep(own);
}

fn ex_04(b: &Bench) {
    let all = [at_level(1, 4), at_level(2, 2), at_level(3, 4), at_level(4, 2)];
    // Cards are drawn from those left: the fourth of four, the third of three, the second of two.
    let rows = b.order(&all, Some(true), &[4, 3, 2]);
    b.same("rows", rows, vec![row(4, &[3, 1]), row(3, &[]), row(2, &[4, 2])]);
}

fn ex_05(b: &Bench) {
    let order = [row(3, &[1, 2, 3])];
    let rows = b.join(&order, &[at_level(9, 3)], &[2]);
    b.same("U N V W", rows, vec![row(3, &[1, 9, 2, 3])]);
    // That it waited for the round to end is the battle's part.
    b.frame(&[BW_INI_08, BW_ENT_01, BW_ENT_02]);
}

fn ex_06(b: &Bench) {
    let mut one = b.armed(man(1, &[(PERCEPTION, 5)]), "norinco_pistol");
    let mut other = man(2, &[]);
    let mut facts = b.far("first_strike", &one, (4, 0), &other);
    facts.targets[0].sightline.hidden_64 = 16;
    b.same("pools", b.pools(&facts), (7, 4));
    let outcome = b.attack(&facts, &[5, 2]);
    b.same("damage", outcome.strikes[0].damage, 5);
    apply(&mut one, &outcome.effects);
    apply(&mut other, &outcome.effects);
    b.same("state", (other.health.points, b.rules.vital(&other).state), (1, HEAVILY_WOUNDED));
    // The ambusher's +2К becomes +1К: level 3 + 1 of 1К, and no die for the target.
    let all = [starting(one.clone(), 2), starting(other.clone(), 0)];
    let rows = b.order(&all, Some(false), &[1]);
    b.same("rows", rows, vec![row(4, &[1]), row(3, &[2])]);
    b.same("the target skips round 1", b.turn(&mut other).budget, None);
    let mut again = b.far("first_strike", &one, (4, 0), &other);
    b.refused(&again, BW_INI_10);
    b.same("a normal turn", b.turn(&mut one).budget.map(|budget| budget.left[MAIN]), Some(1));
    b.same("the strike is forgotten", one.has(FIRST_STRUCK), false);
    let mut budget = Budget { left: [1, 1, 0, 0], ..Budget::default() };
    b.same("not in a turn", b.act(&one, &mut budget, "first_strike"), Some(BW_INI_10));
    again.attacker = b.armed(man(1, &[]), "assault_rifle");
    again.action = b.action("first_strike_burst");
    b.same("a short burst", b.pools(&again).0, 3 + 1 + 2 + 1);
}

fn ex_07(b: &Bench) {
    let (one, other) = fists(4, 3);
    let outcome = b.attack(&b.close("attack", &one, N, &other), &[2, 2]);
    b.same("degree", outcome.strikes[0].degree, HIT);
    b.same("damage", outcome.strikes[0].damage, 0);
    b.same("nothing changes", outcome.effects.len(), 0);
    let outcome = b.attack(&b.close("attack", &one, N, &other), &[1, 2]);
    b.same("one less is a miss", outcome.strikes[0].degree, MISS);
    b.frame(&[BW_CHK_01, BW_CHK_03, BW_CHK_04, BW_DMG_01, BW_ACT_08]);
}

fn ex_08(b: &Bench) {
    let (one, other) = fists(4, 4);
    let (one, other) = (b.armed(one, "sabre"), b.wearing(other, "light_vest"));
    let facts = b.close("attack", &one, N, &other);
    b.same("pools", b.pools(&facts), (5, 4));
    let outcome = b.attack(&facts, &[3, 3]);
    b.same("damage", outcome.strikes[0].damage, 1);
}

fn ex_09(b: &Bench) {
    let (one, other) = fists(3, 3);
    let (one, mut other) = (b.armed(one, "combat_knife"), b.wearing(other, "plate"));
    let outcome = b.attack(&b.close("attack", &one, N, &other), &[2, 1]);
    b.same("damage", outcome.strikes[0].damage, 0);
    apply(&mut other, &outcome.effects);
    b.same("hits", other.health.points, 6);
    b.same("no shock", other.conditions.len(), 0);
}

fn ex_10(b: &Bench) {
    let (mut one, other) = fists(3, 3);
    b.same("6 hits", b.rules.vital(&one).state, HEALTHY);
    for (loss, hits, state, difficulty) in [(3, 3, WOUNDED, 4), (2, 1, HEAVILY_WOUNDED, 5)] {
        b.same("state", b.injure(&mut one, loss, &[]), state);
        b.same("hits", one.health.points, hits);
        b.same("pool", b.pools(&b.close("attack", &one, N, &other)).1, difficulty);
    }
    let states = [6, 5, 4, 3, 2, 1, 0, -1, -2, -3]
        .map(|hits| b.rules.vital(&with_hits(man(3, &[]), hits)).state);
    let want = [
        HEALTHY,
        LIGHTLY_WOUNDED,
        LIGHTLY_WOUNDED,
        WOUNDED,
        WOUNDED,
        HEAVILY_WOUNDED,
        DYING,
        DYING,
        DYING,
        DEAD,
    ];
    b.same("states", states, want);
    b.frame(&[BW_DMG_05, BW_CHK_06]);
}

fn shock_after(b: &Bench, injuries: &[i32]) -> Vec<Key> {
    let mut victim = man(1, &[]);
    for points in injuries {
        // It stays conscious where it is asked.
        b.injure(&mut victim, *points, &[1]);
    }
    let shock = |id: &Key| *id == PAIN_SHOCK || *id == CONCUSSION;
    victim.conditions.iter().map(|c| c.id).filter(shock).collect()
}

fn ex_11(b: &Bench) {
    b.same("one of 4", shock_after(b, &[4]), vec![PAIN_SHOCK]);
    b.same("one of 5", shock_after(b, &[5]), vec![CONCUSSION]);
    b.same("two of 2", shock_after(b, &[2, 2]), vec![]);
    b.same("3, then 5", shock_after(b, &[3, 5]), vec![CONCUSSION]);
    b.same("5, then 3", shock_after(b, &[5, 3]), vec![CONCUSSION]);
}

fn ex_12(b: &Bench) {
    let mut y = man(1, &[(BLOCKS[0], 6)]);
    b.injure(&mut y, 3, &[]);
    let mut budget = b.turn(&mut y).budget.unwrap_or_default();
    b.same("no main action", b.act(&y, &mut budget, "attack"), Some(BW_DMG_07));
    b.same("but a move", b.act(&y, &mut budget, "move"), None);
    b.same("the flag is gone", y.has(PAIN_SHOCK), false);
    // Hurt after its turn: the turn of the next round is the one that begins.
    b.injure(&mut y, 3, &[]);
    let budget = b.turn(&mut y).budget.unwrap_or_default();
    b.same("the next one", (budget.left[MAIN], budget.left[ADDITIONAL]), (0, 1));
    let mut z = man(2, &[]);
    b.injure(&mut z, 5, &[]);
    b.same("concussion skips the turn", b.turn(&mut z).budget, None);
    let budget = b.turn(&mut z).budget.unwrap_or_default();
    b.same("one turn only", budget.left[MAIN], 1);
}

fn ex_13(b: &Bench) {
    for (hits, injury, left, state) in [(1, 3, -2, DYING), (1, 4, -3, DEAD), (6, 9, -3, DEAD)] {
        let mut victim = with_hits(man(1, &[]), hits);
        b.same("state", b.injure(&mut victim, injury, &[]), state);
        b.same("hits", victim.health.points, left);
        b.same("out of the fight", b.rules.vital(&victim).out, state == DEAD);
    }
}

fn ex_14(b: &Bench) {
    let mut one = b.armed(with_hits(man(1, &[]), 2), "norinco_pistol");
    b.injure(&mut one, 2, &[1]);
    b.same("hits", one.health.points, 0);
    let mut budget = b.turn(&mut one).budget.unwrap_or_default();
    b.same("it bleeds", one.health.points, -1);
    b.same("no main action", b.act(&one, &mut budget, "attack"), Some(BW_DMG_10));
    b.same("an additional action", b.act(&one, &mut budget, "quick_shot"), None);
    let shot = b.far("quick_shot", &one, (3, 0), &man(2, &[]));
    b.same("difficulty", b.pools(&shot).1, 8);
    b.turn(&mut one);
    b.same("the turn after", one.health.points, -2);
    b.same("the third begins dead", b.turn(&mut one).budget, None);
    b.same("hits", (one.health.points, b.rules.vital(&one).state), (-3, DEAD));
}

fn ex_15(b: &Bench) {
    let one = b.armed(with_hits(man(1, &[(TRAINING, 4)]), 3), "sabre");
    let other = with_hits(man(2, &[(COORDINATION, 3)]), 3);
    b.same("pools", b.pools(&b.close("attack", &one, N, &other)), (5, 4));
    b.frame(&[BW_CHK_07]);
}

fn ex_16(b: &Bench) {
    let numbers = [(TRAINING, 3), (COORDINATION, 4), (PERCEPTION, 6)];
    let mut one = b.armed(man(1, &numbers), "norinco_pistol");
    let facts = b.close("attack", &one, N, &man(2, &[]));
    b.same("pools", b.pools(&facts), (4, 3));
    let outcome = b.attack(&facts, &[3, 1]);
    b.same("damage", outcome.strikes[0].damage, 4);
    b.same("shock", begun(&outcome.effects), vec![PAIN_SHOCK]);
    apply(&mut one, &outcome.effects);
    b.same("rounds", one.gear.weapons[0].loaded, 7);
    let aimed = b.close("aim", &one, N, &man(2, &[]));
    b.refused(&aimed, BW_MEL_03);
}

fn ex_17(b: &Bench) {
    for (sides, pool) in [(&[N, S][..], 5), (&[N, S, E], 5), (&[N, S, E, W], 6)] {
        b.same("pool", b.pools(&crowd(b, sides)).0, pool);
    }
}

fn ex_18(b: &Bench) {
    b.refused(&after_attacks(b, NE, &[N, E, S, W]), BW_MEL_05);
    b.refused(&after_attacks(b, E, &[N, NE]), BW_MEL_05);
    b.plan(&after_attacks(b, SE, &[N, NE]));
    let mut allowed = after_attacks(b, E, &[N, NE]);
    allowed.options.set(CROWDING, None, 1);
    b.plan(&allowed);
}

/// The cells of a path.
fn path(cells: &[(i16, i16)]) -> Vec<CellPos> {
    cells.iter().map(|(x, y)| CellPos::new(*x, *y)).collect()
}

fn ex_19(b: &Bench) {
    let x = b.armed(man(1, &[(TRAINING, 4)]), "combat_knife");
    let facts = b.close("opportunity", &x, NE, &man(2, &[]));
    b.same("pools", b.pools(&facts), (5, 4));
    let near = |cell: CellPos| (cell.x - 5).abs() <= 1 && (cell.y - 5).abs() <= 1;
    let way = path(&[(3, 4), (4, 4), (5, 4), (6, 4), (7, 4)]);
    b.same("when M is on (6,4)", passes(&way, near), Some(3));
    b.same("M stops there", passes(&way[..4], near), None);
    b.same("M starts there", passes(&way[3..], near), Some(0));
    // Not limited by the room around the target and not recorded.
    let mut crowded = after_attacks(b, NE, &[N, E, S, W]);
    crowded.action = b.action("opportunity");
    b.same("not recorded", b.plan(&crowded).at_arms_length, false);
    let mut hurt = x.clone();
    b.injure(&mut hurt, 3, &[]);
    b.same("in pain, too", b.rules.vital(&hurt).threatens, true);
    let mut budget = Budget { left: [1, 1, 0, 0], ..Budget::default() };
    b.same("never in its own turn", b.act(&x, &mut budget, "opportunity"), Some(BW_MEL_09));
}

fn ex_20(b: &Bench) {
    let one = man(1, &[(TRAINING, 4)]);
    let mut other = b.armed(man(2, &[]), "combat_knife");
    other.cell = CellPos::new(7, 7);
    let facts = b.close("disarm", &one, N, &other);
    b.same("pools", b.pools(&facts), (4, 5));
    let mut clumsy = one.clone();
    let outcome = b.attack(&facts, &[1, 4]);
    apply(&mut clumsy, &outcome.effects);
    b.same("hurts itself", (clumsy.health.points, clumsy.has(PAIN_SHOCK)), (3, true));
    b.same("the target keeps it", outcome.strikes[0].degree, MISS);
    let outcome = b.attack(&facts, &[3, 3, 2]);
    b.same("degree", outcome.strikes[0].degree, DISARMED);
    let drop = outcome.effects.iter().find_map(|effect| match effect.change {
        Change::Drop(_, cell) => Some(cell),
        _ => None,
    });
    b.same("one cell east", drop, Some(CellPos::new(8, 7)));
    apply(&mut other, &outcome.effects);
    b.same("empty hands", other.gear.held(), None);
}

fn ex_21(b: &Bench) {
    let numbers = [(CONSTITUTION, 6), (TRAINING, 4), (MUSCLE, 3)];
    let mut one = b.armed(man(1, &numbers), "combat_knife");
    let mut other = man(2, &[(CONSTITUTION, 4), (MUSCLE, 3)]);
    let facts = b.close("grapple", &one, N, &other);
    b.same("pools", b.pools(&facts), (6, 6));
    let outcome = b.attack(&facts, &[4, 3]);
    for fighter in [&mut one, &mut other] {
        apply(fighter, &outcome.effects);
    }
    b.same("held", (outcome.strikes[0].degree, other.has_by(HELD, one.id)), (SEIZED, true));
    b.same("does not threaten", b.rules.vital(&other).threatens, false);
    b.same("the first turn is paid", b.rules.turn_end(&turn_of(&one)), vec![]);
    let mut budget = b.turn(&mut other).budget.unwrap_or_default();
    b.same("no move", b.act(&other, &mut budget, "move"), Some(BW_MEL_11));
    b.same("no trifle", b.act(&other, &mut budget, "negligible"), Some(BW_MEL_11));
    b.same("only this", b.act(&other, &mut budget, "break_free"), None);
    let free = b.close("break_free", &other, S, &one);
    b.same("pools", b.pools(&free), (4, 7));
    let failed = b.attack(&free, &[2, 4]);
    b.same("nothing happens", (failed.strikes[0].degree, failed.effects.len()), (MISS, 0));
    // Turn 2: it pays for the hold and stabs.
    let mut budget = b.turn(&mut one).budget.unwrap_or_default();
    b.same("unpaid", one.has(UNPAID), true);
    b.same("maintain", b.act(&one, &mut budget, "maintain"), None);
    b.same("maintain", b.perform(&mut one, "maintain", None), Ok(()));
    b.same("paid", (one.has(UNPAID), b.rules.turn_end(&turn_of(&one)).len()), (false, 0));
    b.same("attack", b.act(&one, &mut budget, "attack"), None);
    let stab = b.close("attack", &one, N, &other);
    b.same("pools", b.pools(&stab), (5, 4));
    let outcome = b.attack(&stab, &[1, 3]);
    b.same("a hit all the same", (outcome.strikes[0].degree, outcome.strikes[0].damage), (HIT, 1));
    // Turn 3: it moves.
    b.turn(&mut one);
    let effects = b.rules.departs(&one);
    b.see_effects(&effects);
    for fighter in [&mut one, &mut other] {
        apply(fighter, &effects);
    }
    b.same("the hold ends", (one.has(HOLDING), one.has(UNPAID), other.has(HELD)), NOTHING);
}

const NOTHING: (bool, bool, bool) = (false, false, false);

fn ex_22(b: &Bench) {
    let one = b.armed(man(1, &[(TRAINING, 4)]), "sabre");
    let mut budget = b.turn(&mut one.clone()).budget.unwrap_or_default();
    b.same("attack", b.act(&one, &mut budget, "attack"), None);
    b.same("quick strike", b.act(&one, &mut budget, "quick_strike"), None);
    b.same("pools", b.pools(&b.close("quick_strike", &one, N, &man(2, &[]))), (5, 5));
    b.same("no third", b.act(&one, &mut budget, "attack"), Some(BW_ACT_04));
    let mut hurt = one.clone();
    b.injure(&mut hurt, 3, &[]);
    let mut budget = b.turn(&mut hurt).budget.unwrap_or_default();
    b.same("in pain", b.act(&hurt, &mut budget, "attack"), Some(BW_DMG_07));
    b.same("only the quick strike", b.act(&hurt, &mut budget, "quick_strike"), None);
}

fn ex_23(b: &Bench) {
    let one = b.armed(man(1, &[]), "norinco_pistol");
    let mut other = man(2, &[]);
    b.same("stance", b.perform(&mut other, "stance", None), Ok(()));
    let facts = b.close("attack", &man(3, &[]), N, &other);
    b.same("the first faces", b.pools(&facts).1, 4);
    let outcome = b.attack(&facts, &[0, 2]);
    apply(&mut other, &outcome.effects);
    b.same("the second faces", b.pools(&b.close("attack", &man(3, &[]), N, &other)).1, 3);
    b.same("full defence", b.perform(&mut other, "full_defence", None), Ok(()));
    for _ in 0..2 {
        let facts = b.close("attack", &man(3, &[]), N, &other);
        b.same("every one faces", b.pools(&facts).1, 4);
        apply(&mut other, &b.attack(&facts, &[0, 2]).effects);
    }
    b.same("not a shot", b.pools(&b.far("attack", &one, (3, 0), &other)).1, 3);
    b.same("stance, too", b.perform(&mut other, "stance", None), Ok(()));
    b.same("both add", b.pools(&b.close("attack", &man(3, &[]), N, &other)).1, 5);
    b.turn(&mut other);
    b.same("until the next turn", b.pools(&b.close("attack", &man(3, &[]), N, &other)).1, 3);
    b.same("stance", b.perform(&mut other, "stance", None), Ok(()));
    b.injure(&mut other, 6, &[0]);
    b.same("fainting ends it", other.has(STANCE), false);
}

fn ex_24(b: &Bench) {
    let one = b.armed(man(1, &[(TRAINING, 4)]), "sabre");
    let mut budget = b.turn(&mut one.clone()).budget.unwrap_or_default();
    b.same("pool", b.pools(&b.close("feint", &one, N, &man(2, &[]))).0, 6);
    b.same("feint", b.act(&one, &mut budget, "feint"), None);
    b.same("no movement left", b.rules.moves(&one, &budget).len(), 0);
}

fn ex_25(b: &Bench) {
    let one = b.armed(man(1, &[(TRAINING, 5)]), "sabre");
    let other = with_hits(man(2, &[]), 3);
    let mut facts = b.close("attack", &one, N, &other);
    let after = |facts: &crate::rules::facts::AttackFacts, answers: &[u8]| {
        let outcome = b.attack_answering(facts, &[4, 1], answers);
        let mut victim = other.clone();
        apply(&mut victim, &outcome.effects);
        let shock = (victim.has(PAIN_SHOCK), victim.has(CONCUSSION));
        (outcome.strikes[0].damage, victim.health.points, shock)
    };
    b.same("all of it", after(&facts, &[]), (5, -2, (false, true)));
    facts.options.set(RESTRAINT, None, 1);
    b.same("one less", after(&facts, &[]), (4, -1, (true, false)));
    b.same("down to two", after(&facts, &[3]), (2, 1, (false, false)));
    b.same("none at all", after(&facts, &[5]), (0, 3, (false, false)));
}

fn ex_26(b: &Bench) {
    let one = b.armed(man(1, &[]), "norinco_pistol");
    for (cells, pool) in [(5, 3), (15, 5), (50, 7)] {
        b.same("difficulty", b.pools(&b.far("attack", &one, (cells, 0), &man(2, &[]))).1, pool);
    }
}

fn ex_27(b: &Bench) {
    let mut one = with_hits(b.armed(man(1, &[]), "norinco_pistol"), 1);
    one.trace.aimed = Some((0, 5));
    let mut other = man(2, &[]);
    b.same("reaction", b.perform(&mut other, "reaction", None), Ok(()));
    let mut facts = b.far("quick_shot", &one, (10, 0), &other);
    facts.targets[0].sightline.hidden_64 = 32;
    facts.options.set(DIFFICULTY_DICE, None, 1);
    b.same("5 + 2 + 1 + 3 + 2 + 1", b.pools(&facts).1, 14);
    b.frame(&[BW_RNG_06]);
}

fn ex_28(b: &Bench) {
    let one = b.armed(man(1, &[]), "norinco_pistol");
    let mut other = man(2, &[]);
    b.same("reaction", b.perform(&mut other, "reaction", None), Ok(()));
    let shot = |other: &Fighter, hidden_64: u8| {
        let mut facts = b.far("attack", &one, (3, 0), other);
        facts.targets[0].sightline.hidden_64 = hidden_64;
        b.pools(&facts).1
    };
    b.same("light cover", shot(&other, 16), 5);
    b.same("no cover against this one", shot(&other, 0), 3);
    b.same("nobody beside it", b.rules.beset(&other, false), vec![]);
    let effects = b.rules.beset(&other, true);
    b.see_effects(&effects);
    apply(&mut other, &effects);
    b.same("gone for good", shot(&other, 16), 4);
    let budget = Budget { left: [1, 1, 0, 0], ..Budget::default() };
    let refused = b.rules.allowed(&other, &budget, true, b.action("reaction"));
    b.same("not while engaged", refused.err().map(|r| r.rule), Some(BW_RNG_09));
}

fn ex_29(b: &Bench) {
    let one = b.armed(man(1, &[(CONCENTRATION, 6)]), "scoped_rifle");
    b.same("pool", b.pools(&b.far("aim", &one, (40, 0), &man(2, &[]))).0, 9);
    let mut budget = b.turn(&mut one.clone()).budget.unwrap_or_default();
    b.same("aim", b.act(&one, &mut budget, "aim"), None);
    b.same("no move", b.act(&one, &mut budget, "move"), Some(BW_ACT_04));
    b.same("but a trifle", b.act(&one, &mut budget, "negligible"), None);
}

fn ex_30(b: &Bench) {
    let mut file = bench_file();
    let rifle = Weapon {
        id: "long_rifle".into(),
        name: Some("Long rifle".into()),
        ranged_class: Some(RangedClass::Firearm),
        range_band: Band::Long,
        magazine: Some(30),
        short_burst: Some(Burst { rounds: 3, dice: 2 }),
        ..Weapon::default()
    };
    file.weapons.push(rifle);
    let own = Bench::with(file);
    let mut one = own.armed(man(1, &[]), "long_rifle");
    let other = man(2, &[]);
    own.same("burst", own.pools(&own.far("short_burst", &one, (40, 0), &other)), (5, 6));
    own.same("single shot", own.pools(&own.far("attack", &one, (40, 0), &other)), (3, 5));
    let outcome = own.attack(&own.far("short_burst", &one, (40, 0), &other), &[0, 3]);
    apply(&mut one, &outcome.effects);
    own.same("rounds", one.gear.weapons[0].loaded, 27);
    own.refused(&own.far("long_burst", &one, (40, 0), &other), BW_RNG_13);
    one.gear.weapons[0].loaded = 2;
    own.refused(&own.far("short_burst", &one, (40, 0), &other), BW_RNG_11);
    b.keep(own);
}

/// The facts of a long burst at several targets over an open field.
fn burst_at(b: &Bench, one: &Fighter, targets: &[(Fighter, (i32, i32), u8)]) -> AttackFacts {
    let mut all = targets.iter().map(|(target, offset, hidden_64)| {
        let mut facts = b.far("long_burst", one, *offset, target);
        facts.targets[0].sightline.hidden_64 = *hidden_64;
        facts
    });
    let mut facts = all.next().expect("a target");
    facts.targets.extend(all.flat_map(|other| other.targets));
    facts
}

fn ex_31(b: &Bench) {
    let mut one = b.armed(man(1, &[(PERCEPTION, 4)]), "assault_rifle");
    let second = b.wearing(man(4, &[]), "light_vest");
    // Named out of order: near ones are resolved first all the same.
    let targets =
        [(man(6, &[]), (9, 1), 16), (man(2, &[]), (4, 0), 0), (second.clone(), (5, 1), 32)];
    let facts = burst_at(b, &one, &targets);
    let plan = b.plan(&facts);
    let pools: Vec<_> = plan.checks.iter().map(|(_, check)| check.value()).take(4).collect();
    b.same("pools", pools, vec![9, 3, 5, 6]);
    let outcome = b.attack(&facts, &[5, 2, 5, 6]);
    let damages: Vec<_> = outcome.strikes.iter().map(|s| (s.target.0, s.damage)).collect();
    b.same("as named", damages, vec![(6, 0), (2, 6), (4, 2)]);
    b.same("the first is dying", outcome.strikes[1].state, DYING);
    b.same("the third is missed", outcome.strikes[0].degree, MISS);
    apply(&mut one, &outcome.effects);
    b.same("ten rounds in all", one.gear.weapons[0].loaded, 20);
    b.same("a burst was fired", one.has(BURST_FIRED), true);
}

fn ex_32(b: &Bench) {
    let one = b.armed(man(1, &[]), "assault_rifle");
    let at = |offsets: &[(i32, i32)]| {
        let men = offsets.iter().enumerate();
        let all: Vec<_> = men.map(|(i, offset)| (man(2 + 2 * i as u16, &[]), *offset, 0)).collect();
        let mut facts = burst_at(b, &one, &all);
        facts.aim = Some(Aim { cell: CellPos::new(8, 0), in_sight: true, veil: 0 });
        facts
    };
    b.plan(&at(&[(8, 2)]));
    b.refused(&at(&[(7, 2)]), BW_RNG_14);
    let mut by_word = at(&[(7, 2)]);
    by_word.options.set(IN_CONE, Some(CombatantId(2)), 1);
    b.plan(&by_word);
    // Without a cell the axis goes through one of the targets.
    let mut wide = at(&[(8, 2), (8, 0), (8, -2)]);
    wide.aim = None;
    b.plan(&wide);
    let mut too_wide = at(&[(8, 4), (8, -4)]);
    too_wide.aim = None;
    b.refused(&too_wide, BW_RNG_14);
    let mut ally = at(&[(8, 0)]);
    ally.targets[0].fighter.side = one.side;
    b.refused(&ally, BW_RNG_14);
}

fn ex_33(b: &Bench) {
    let mut one = b.armed(man(1, &[]), "assault_rifle");
    let shot = |one: &Fighter, offset| b.pools(&b.far("quick_shot", one, offset, &man(2, &[]))).1;
    b.same("no deed before", shot(&one, (3, 3)), 3 + 2);
    one.trace.aimed = Some((5, 0));
    b.same("45 degrees", shot(&one, (3, 3)), 3 + 2);
    b.same("63 degrees", shot(&one, (2, 4)), 3 + 3);
    one.trace = Trace { walked: Some((0, 1)), walked_before: Some((1, 0)), aimed: None };
    b.same("the movement of this turn", shot(&one, (0, 4)), 3 + 2);
    one.trace = one.trace.after_turn();
    b.same("that of the turn before", shot(&one, (4, 0)), 3 + 3);
    let mut facts = b.far("quick_shot", &one, (4, 0), &man(2, &[]));
    facts.options.set(DIRECTION, None, 0);
    b.same("by word", b.pools(&facts).1, 3 + 2);
    let outcome = b.attack(&b.far("short_burst", &one, (4, 0), &man(2, &[])), &[0, 3]);
    apply(&mut one, &outcome.effects);
    b.refused(&b.far("quick_shot", &one, (4, 0), &man(2, &[])), BW_RNG_08);
    let ended = b.rules.turn_end(&turn_of(&one));
    apply(&mut one, &ended);
    one.trace = one.trace.after_turn();
    b.same("in the next turn it may", shot(&one, (4, 0)), 3 + 2);
}

fn ex_34(b: &Bench) {
    let one = b.armed(man(1, &[]), "norinco_pistol");
    let (near, medium, long) = (0, 1, 2);
    for (offset, band) in
        [((5, 0), near), ((5, 2), near), ((5, 3), medium), ((15, 0), medium), ((16, 0), long)]
    {
        let mut facts = b.far("attack", &one, offset, &man(2, &[]));
        let plan = b.plan(&facts);
        let suggested = plan.suggested.iter().find(|(key, ..)| *key == BAND);
        b.same("band", suggested.map(|(.., band)| *band), Some(band));
        facts.options.set(BAND, None, 3);
        b.same("by word extreme", b.pools(&facts).1, 9);
    }
}

fn ex_35(b: &Bench) {
    let round = |fought, seen| b.rules.may_leave(Watch { fought, seen });
    b.same("seen in round 3", round(false, true), None);
    b.same("unseen in round 4", round(false, false), Some(BW_ENT_04));
    b.same("one who fought stays", round(true, false), None);
    let combat = |action: &str| b.rules.is_combat(b.action(action));
    let deeds = ["attack", "grapple", "aim", "stance", "reaction", "sprint", "move", "negligible"];
    let counts = deeds.map(combat);
    b.same("combat actions", counts, [true, true, true, true, true, false, false, false]);
    b.frame(&[BW_ENT_03, BW_ENT_04]);
}

fn ex_36(b: &Bench) {
    let one = b.armed(man(1, &[]), "norinco_pistol");
    let cases: [(&[&str], Option<RuleId>); 5] = [
        (&["move", "attack"], None),
        (&["attack", "quick_strike"], None),
        (&["move", "aim"], Some(BW_ACT_02)),
        (&["move", "reload"], Some(BW_ACT_04)),
        (&["sprint", "negligible"], None),
    ];
    for (actions, refused) in cases {
        let mut budget = b.turn(&mut one.clone()).budget.unwrap_or_default();
        b.same(actions[0], b.act(&one, &mut budget, actions[0]), None);
        b.same(actions[1], b.act(&one, &mut budget, actions[1]), refused);
    }
    let budget = b.turn(&mut one.clone()).budget.unwrap_or_default();
    let ways = b.rules.moves(&one, &budget);
    b.same("cells", ways.iter().map(|way| way.range_cells).collect(), vec![2, 6]);
    b.same("nothing spent", b.rules.moves(&one, &Budget::default()).len(), 0);
    b.frame(&[BW_ACT_01, BW_ACT_05]);
}
