//! Rules that have no worked example: one case for each.

use super::*;

pub(super) const CASES: &[Case] = &[
    ("BW-GEN-02 one ordinary hit does not kill", gen_02),
    ("BW-GEN-04 the others are frozen", gen_04),
    ("BW-GEN-05 no turn for the fallen", gen_05),
    ("BW-GEN-06 a row of the game master's own", gen_06),
    ("BW-GEN-07 able and threatening", gen_07),
    ("BW-CHK-05 choice of an Aspect", chk_05),
    ("BW-CHK-08 one situational number for each pool", chk_08),
    ("BW-CHK-09 a pool below nothing is nothing", chk_09),
    ("BW-CHK-10 dice rolled by hand", chk_10),
    ("BW-INI-02 four steps and no sum", ini_02),
    ("BW-INI-09 many newcomers", ini_09),
    ("BW-DMG-09 dying", dmg_09),
    ("BW-DMG-11 letting go", dmg_11),
    ("BW-DMG-12 waking", dmg_12),
    ("BW-DMG-13 helpless in melee", dmg_13),
    ("BW-MEL-01 reach by the game master's word", mel_01),
    ("BW-MEL-02 Aspects by weapon", mel_02),
    ("BW-MEL-06 cramped place", mel_06),
    ("BW-MEL-07 table of neighbours", mel_07),
    ("BW-RNG-01 sight", rng_01),
    ("BW-RNG-02 Aspects by weapon", rng_02),
    ("BW-RNG-05 tiers of cover", rng_05),
    ("BW-ENT-01 one who waits", ent_01),
    ("BW-ENT-05 back as a newcomer", ent_05),
    ("BW-MEL-07 assailants that do not count", mel_07_ticked),
    ("BW-MEL-10 a wall, and empty hands", mel_10),
    ("BW-MEL-11 what ends a hold", mel_11),
    ("BW-MEL-12 held by two", mel_12),
    ("BW-RNG-07 targets of one attack", rng_07),
    ("BW-RNG-11 rounds and magazines", rng_11),
    ("BW-RNG-12 bursts and distance", rng_12),
    ("BW-RNG-15 a grenade", rng_15),
];

fn gen_02(b: &Bench) {
    let one = b.armed(man(1, &[(PERCEPTION, 4)]), "assault_rifle");
    let outcome = b.attack(&b.far("attack", &one, (10, 0), &man(2, &[])), &[5, 2]);
    b.same("a good hit", outcome.strikes[0].damage, 6);
    b.same("state", outcome.strikes[0].state, DYING);
    b.frame(&[BW_GEN_02]);
}

fn gen_04(b: &Bench) {
    let (one, other) = fists(5, 3);
    let outcome = b.attack(&b.close("attack", &one, N, &other), &[4, 2]);
    let costs = |change: &Change| matches!(change, Change::Lose(_) | Change::Spend(_));
    b.same("defence is free", outcome.effects.iter().any(|e| costs(&e.change)), false);
    b.same("only the target is hurt", outcome.effects.iter().all(|e| e.on == other.id), true);
    b.frame(&[BW_GEN_04, BW_ACT_09]);
}

fn gen_05(b: &Bench) {
    let mut fallen = man(1, &[]);
    b.injure(&mut fallen, 6, &[0]);
    b.same("no turn", b.turn(&mut fallen).budget, None);
    let mut dead = with_hits(man(1, &[]), -3);
    b.same("no turn", b.turn(&mut dead).budget, None);
    b.same("no order", b.order(&[starting(dead, 0)], None, &[]), vec![]);
}

fn gen_06(b: &Bench) {
    let one = b.armed(man(1, &[(PERCEPTION, 4)]), "norinco_pistol");
    b.same("pools", b.pools(&b.far("snap", &one, (2, 0), &man(2, &[]))), (5, 5));
    b.refused(&b.far("move", &one, (2, 0), &man(2, &[])), BW_ACT_10);
}

fn gen_07(b: &Bench) {
    let mut one = man(1, &[]);
    let vital = b.rules.vital(&one);
    b.same("fresh", (vital.able, vital.threatens), (true, true));
    b.injure(&mut one, 5, &[]);
    let vital = b.rules.vital(&one);
    b.same("concussed", (vital.able, vital.threatens), (true, false));
    b.injure(&mut one, 1, &[0]);
    let vital = b.rules.vital(&one);
    b.same("unconscious", (vital.able, vital.threatens), (false, false));
    let mut budget = Budget { left: [1, 1, 0, 0], ..Budget::default() };
    b.same("no action", b.act(&one, &mut budget, "negligible"), Some(BW_ACT_11));
    b.frame(&[BW_GEN_07]);
}

fn chk_05(b: &Bench) {
    let numbers = [(TRAINING, 2), (CONSTITUTION, 4), (COORDINATION, 4)];
    let (one, other) = (man(1, &numbers), man(2, &numbers));
    let mut facts = b.close("attack", &one, N, &other);
    let plan = b.plan(&facts);
    let suggested = |key: Key| plan.suggested.iter().find(|s| s.0 == key).map(|s| s.2);
    let constitution = Some(CONSTITUTION as i16);
    b.same("the first of the highest", suggested(ATTACK_ASPECT), constitution);
    b.same("for the defender too", suggested(DEFENCE_ASPECT), constitution);
    facts.options.set(ATTACK_ASPECT, None, TRAINING as i16);
    facts.options.set(DEFENCE_ASPECT, Some(other.id), PERCEPTION as i16);
    b.same("chosen by hand", b.pools(&facts), (2, 3));
}

fn chk_08(b: &Bench) {
    let (one, other) = fists(3, 3);
    let mut facts = b.close("attack", &one, N, &other);
    facts.options.set(ATTACK_DICE, None, 2);
    facts.options.set(DIFFICULTY_DICE, Some(other.id), -1);
    b.same("pools", b.pools(&facts), (5, 2));
    facts.options.set(ATTACK_DICE, None, 9);
    b.same("three at most", b.pools(&facts).0, 6);
}

fn chk_09(b: &Bench) {
    let numbers = [(TRAINING, 1), (CONSTITUTION, 1), (COORDINATION, 1)];
    let (one, other) = (man(1, &numbers), man(2, &numbers));
    let mut facts = b.close("attack", &one, N, &other);
    facts.options.set(ATTACK_DICE, None, -3);
    facts.options.set(DIFFICULTY_DICE, None, -3);
    b.same("pools", b.pools(&facts), (0, 0));
    let outcome = b.attack(&facts, &[0, 0]);
    b.same("it may still tie", outcome.strikes[0].degree, HIT);
}

fn chk_10(b: &Bench) {
    let (one, other) = fists(3, 3);
    let facts = b.close("attack", &one, N, &other);
    let plan = b.plan(&facts);
    let mut dice = Dice::given(Given::numbers(&[3, 1]));
    b.rules.resolve(&facts, &plan, &mut dice);
    b.same("typed", dice.rolled().iter().all(|rolled| rolled.typed), true);
    let mut dice = Dice::given(Given::numbers(&[4, 1]));
    b.rules.resolve(&facts, &plan, &mut dice);
    let impossible = GivenError::Impossible {
        rule: BW_CHK_02,
        value: 4,
        min: 0,
        max: 3,
        die: Die::Coin,
        name: "attack",
        of: None,
    };
    b.same("no more ones than dice", dice.finish(), Err(impossible));
    b.frame(&[BW_CHK_02, BW_CHK_10]);
}

fn ini_02(b: &Bench) {
    let own = man(3, &[(INITIATIVE, 7)]);
    let all = [starting(man(1, &[]), 1), starting(man(2, &[]), 3), starting(own, 0)];
    // Level 3 + 1 of 1К, level 3 + 3 of 3К, and an Initiative of its own.
    let rows = b.order(&all, None, &[1, 3]);
    b.same("rows", rows, vec![row(7, &[3]), row(6, &[2]), row(5, &[]), row(4, &[1])]);
}

fn ini_09(b: &Bench) {
    let order = [row(5, &[1]), row(4, &[]), row(3, &[2])];
    // One newcomer on two present is many: all three are shuffled, levels are kept.
    let rows = b.join(&order, &[at_level(9, 3)], &[3, 1]);
    b.same("rows", rows, vec![row(5, &[1]), row(4, &[]), row(3, &[9, 2])]);
}

fn dmg_09(b: &Bench) {
    let (one, other) = fists(5, 3);
    let other = with_hits(other, 2);
    let facts = b.close("attack", &one, N, &other);
    let outcome = b.attack(&facts, &[4, 2]);
    b.same("it collapses unasked", begun(&outcome.effects), vec![DYING, UNCONSCIOUS]);
    let outcome = b.attack_answering(&facts, &[4, 2], &[1]);
    b.same("it stays", begun(&outcome.effects), vec![DYING]);
    let mut lying = with_hits(man(2, &[]), -2);
    b.same("by hand too", begun(&b.rules.settle(&lying)), vec![DYING, UNCONSCIOUS]);
    let effects = b.rules.hour(&lying);
    b.see_effects(&effects);
    apply(&mut lying, &effects);
    b.same("an hour passes", (lying.health.points, lying.has(DEAD)), (-3, true));
    let revived = with_hits(lying, 2);
    let effects = b.rules.settle(&revived);
    b.see_effects(&effects);
    b.same("the game master decides", effects[0].change.clone(), Change::End(DEAD));
}

fn dmg_11(b: &Bench) {
    let mut one = with_hits(man(1, &[]), 1);
    let fine = b.perform(&mut one, "let_go", None);
    b.same("not before", fine.err().map(|r| r.rule), Some(BW_DMG_11));
    b.injure(&mut one, 1, &[1]);
    b.same("able", b.rules.vital(&one).able, true);
    b.same("lets go", b.perform(&mut one, "let_go", None), Ok(()));
    b.same("faints", b.rules.vital(&one).able, false);
}

fn dmg_12(b: &Bench) {
    let mut one = man(1, &[]);
    b.injure(&mut one, 6, &[0]);
    b.same("no turn", b.turn(&mut one).budget, None);
    let mut one = with_hits(one, 2);
    b.same("still lying", b.rules.vital(&one).able, false);
    // The six hits at once were a concussion as well, and it waits for this turn.
    b.same("awake but stunned", b.turn(&mut one).budget, None);
    b.same("awake", b.rules.vital(&one).able, true);
    b.same("a turn", b.turn(&mut one).budget.is_some(), true);
    b.same("state", b.rules.vital(&one).state, WOUNDED);
}

fn dmg_13(b: &Bench) {
    let one = with_hits(man(1, &[]), 3);
    let other = b.armed(b.wearing(man(2, &[]), "plate_carrier"), "sabre");
    let mut other = with_hits(other, 1);
    b.same("on its feet", b.pools(&b.close("attack", &one, N, &other)).1, 3 + 1 + 1 + 1);
    b.injure(&mut other, 1, &[0]);
    b.same("lying", b.pools(&b.close("attack", &one, N, &other)).1, 1 + 1);
}

fn mel_01(b: &Bench) {
    let one = b.armed(man(1, &[(TRAINING, 5)]), "combat_knife");
    let mut facts = b.far("quick_strike", &one, (2, 0), &man(2, &[]));
    b.refused(&facts, BW_MEL_01);
    facts.options.set(IN_REACH, None, 1);
    b.same("by word", b.pools(&facts), (6, 5));
}

fn mel_02(b: &Bench) {
    let numbers = [(TRAINING, 1), (CONSTITUTION, 2), (COORDINATION, 3), (SLEIGHT, 4)];
    for (weapon, pool) in [("combat_knife", 4 + 1), ("sabre", 3 + 1), ("fire_axe", 2)] {
        let one = b.armed(man(1, &numbers), weapon);
        b.same(weapon, b.pools(&b.close("attack", &one, N, &man(2, &[]))).0, pool);
    }
    b.same("fists", b.pools(&b.close("attack", &man(1, &numbers), N, &man(2, &[]))).0, 3);
    // The defender chooses by the weapon in its own hand.
    let other = b.armed(man(2, &numbers), "fire_axe");
    b.same("axe", b.pools(&b.close("attack", &man(1, &[]), N, &other)).1, 2);
}

fn mel_06(b: &Bench) {
    let mut facts = crowd(b, &[N, E, S, W]);
    facts.targets[0].attacker_cap = 2;
    b.same("pool", b.pools(&facts).0, 3 + 2);
    facts.options.set(OPPOSITE, None, 0);
    b.same("same side by word", b.pools(&facts).0, 3 + 1);
    let mut facts = after_attacks(b, S, &[N, E]);
    facts.options.set(ATTACKER_CAP, None, 2);
    b.refused(&facts, BW_MEL_05);
}

fn mel_07(b: &Bench) {
    let table: [(&[(i32, i32)], i32); 13] = [
        (&[N], 0),
        (&[N, NE], 1),
        (&[N, E], 1),
        (&[N, SE], 2),
        (&[N, S], 2),
        (&[N, NE, E], 1),
        (&[NW, N, NE], 1),
        (&[N, NE, S], 2),
        (&[W, N, E], 2),
        (&[N, E, S, W], 3),
        (&[NE, SE, SW, NW], 3),
        (&[N, NE, E, SE, S, SW, W, NW], 3),
        (&[S, N], 2),
    ];
    for (sides, bonus) in table {
        b.same("bonus", b.pools(&crowd(b, sides)).0, 3 + bonus);
    }
}

fn rng_01(b: &Bench) {
    let one = b.armed(man(1, &[]), "norinco_pistol");
    let mut facts = b.far("attack", &one, (4, 0), &man(2, &[]));
    facts.targets[0].sightline.in_sight = false;
    b.refused(&facts, BW_RNG_01);
    facts.options.set(IN_SIGHT, None, 1);
    facts.engaged = true;
    b.same("by word, although engaged", b.pools(&facts).1, 3);
    b.refused(
        &b.close("aim", &b.armed(man(1, &[]), "throwing_knives"), N, &man(2, &[])),
        BW_RNG_01,
    );
}

fn rng_02(b: &Bench) {
    let numbers = [(TRAINING, 1), (SLEIGHT, 5), (PERCEPTION, 2), (CONCENTRATION, 4)];
    let target = man(2, &[]);
    let thrower = b.armed(man(1, &numbers), "throwing_knives");
    b.same("knives", b.pools(&b.far("attack", &thrower, (3, 0), &target)).0, 5);
    let shooter = b.armed(man(1, &numbers), "smg");
    b.same("gun", b.pools(&b.far("attack", &shooter, (3, 0), &target)).0, 4);
    let swordsman = b.armed(man(1, &numbers), "sabre");
    b.refused(&b.far("attack", &swordsman, (3, 0), &target), BW_RNG_02);
}

fn rng_05(b: &Bench) {
    let one = b.armed(man(1, &[]), "norinco_pistol");
    let mut facts = b.far("attack", &one, (4, 0), &man(2, &[]));
    for (hidden_64, dice) in [(0, 0), (7, 0), (8, 1), (23, 1), (24, 2), (39, 2), (40, 3), (64, 3)] {
        facts.targets[0].sightline.hidden_64 = hidden_64;
        b.same("cover", b.pools(&facts).1, 3 + dice);
    }
    facts.options.set(COVER, Some(CombatantId(2)), 1);
    b.same("by word light", b.pools(&facts).1, 4);
    facts.targets[0].sightline.ignored =
        vec![(0, WhyIgnored::BehindTarget), (1, WhyIgnored::ShooterLeansOverIt)];
    b.same("what does not count", b.pools(&facts).1, 4);
}

fn ent_01(b: &Bench) {
    let one = b.armed(man(1, &[]), "norinco_pistol");
    let mut facts = b.far("attack", &one, (4, 0), &man(2, &[]));
    facts.targets[0].waits = true;
    b.refused(&facts, BW_ENT_01);
    facts.options.set(CONSENT, None, 1);
    b.same("with consent", b.pools(&facts).1, 3);
}

fn ent_05(b: &Bench) {
    // Whoever left has no card; coming back it is placed like any newcomer.
    let rows = b.join(&[row(5, &[1, 2, 3])], &[at_level(4, 4)], &[]);
    b.same("rows", rows, vec![row(5, &[1, 2, 3]), row(4, &[4])]);
    b.frame(&[BW_ENT_05, BW_INI_09]);
}

fn mel_07_ticked(b: &Bench) {
    let mut facts = crowd(b, &[N, S, E]);
    b.same("three", b.pools(&facts).0, 3 + 2);
    facts.options.set(ASSAILANT, Some(CombatantId(2)), 0);
    b.same("two of one side", b.pools(&facts).0, 3 + 1);
    facts.options.set(ASSAILANT, Some(CombatantId(3)), 0);
    b.same("alone", b.pools(&facts).0, 3);
    facts.options.set(ASSAILANT, Some(CombatantId(1)), 0);
    b.same("oneself counts in any case", b.pools(&facts).0, 3);
}

fn mel_10(b: &Bench) {
    let one = man(1, &[(TRAINING, 4)]);
    let mut other = b.armed(man(2, &[]), "sabre");
    other.cell = CellPos::new(7, 7);
    let mut facts = b.close("disarm", &one, N, &other);
    b.same("parry is no bare Aspect", b.pools(&facts).1, 5);
    facts.targets[0].open_around = !(1 << 2);
    let outcome = b.attack(&facts, &[3, 3, 2]);
    let drop =
        outcome.effects.iter().any(|e| matches!(e.change, Change::Drop(_, at) if at == other.cell));
    b.same("a wall keeps it at its feet", drop, true);
    b.refused(&b.close("disarm", &one, N, &man(4, &[])), BW_MEL_10);
}

/// Two fighters, the first of whom holds the second.
fn hold(b: &Bench) -> (Fighter, Fighter) {
    let (mut one, mut other) = (man(1, &[]), man(2, &[]));
    let outcome = b.attack(&b.close("grapple", &one, N, &other), &[3, 3]);
    apply(&mut one, &outcome.effects);
    apply(&mut other, &outcome.effects);
    (one, other)
}

fn mel_11(b: &Bench) {
    let ends = |effects: &[Effect]| {
        b.see_effects(effects);
        let (mut one, mut other) = hold(b);
        apply(&mut one, effects);
        apply(&mut other, effects);
        (one.has(HOLDING), other.has(HELD)) == (false, false)
    };
    let (mut one, mut other) = hold(b);
    b.refused(&b.close("grapple", &one, N, &other), BW_MEL_11);
    let outcome = b.attack(&b.close("attack", &man(3, &[]), N, &other), &[0, 3]);
    b.same("anybody hits one who is held", outcome.strikes[0].degree, HIT);
    let clumsy = b.attack(&b.close("grapple", &man(3, &[]), N, &man(4, &[])), &[0, 2]);
    b.same(
        "a failure hurts the actor",
        clumsy.effects.iter().any(|e| e.change == Change::Points(-2)),
        true,
    );
    // Unpaid at the end of a turn; let go; faint; die; carried off.
    let started = b.turn(&mut one);
    b.same("a turn", started.budget.is_some(), true);
    b.same("unpaid", ends(&b.rules.turn_end(&turn_of(&one))), true);
    let release = b.rules.perform(b.action("release"), &one, None).unwrap_or_default();
    b.same("lets go", ends(&release), true);
    let nobody = b.rules.perform(b.action("release"), &man(5, &[]), None);
    b.same("holds nobody", nobody.err().map(|r| r.rule), Some(BW_MEL_11));
    let mut dice = Dice::given(Given::numbers(&[]));
    let policy = crate::rules::facts::Policy::Preset;
    let tunables = &b.rules.file.tunables;
    let (faint, _) = wounds::injure(tunables, &one, 6, policy, &mut dice);
    b.same("faints", ends(&faint), true);
    let (dead, _) = wounds::injure(tunables, &other, 9, policy, &mut dice);
    b.same("the held one dies", ends(&dead), true);
    b.same("the held one is moved", ends(&b.rules.departs(&other)), true);
    // A turn that is skipped cannot pay.
    b.injure(&mut one, 5, &[]);
    b.same("concussion", b.turn(&mut one).budget, None);
    b.same("lost at its end", ends(&b.rules.turn_end(&turn_of(&one))), true);
    b.injure(&mut other, 6, &[0]);
    b.same("fainting does not free", other.has(HELD), true);
    let mut file = bench_file();
    file.tunables.held_target_rolls = false;
    let own = Bench::with(file);
    let (_, other) = hold(&own);
    let outcome = own.attack(&own.close("attack", &man(3, &[]), N, &other), &[2]);
    own.same("no roll by the switch", outcome.strikes[0].damage, 2);
    b.keep(own);
}

fn mel_12(b: &Bench) {
    let (_, mut other) = hold(b);
    let second = man(3, &[]);
    let outcome = b.attack(&b.close("grapple", &second, S, &other), &[3, 3]);
    apply(&mut other, &outcome.effects);
    b.same("held by two", other.by(HELD).count(), 2);
    b.refused(&b.close("break_free", &other, N, &man(7, &[])), BW_MEL_12);
    let freed = b.attack(&b.close("break_free", &other, N, &second), &[3, 2]);
    b.same("degree", freed.strikes[0].degree, FREED);
    apply(&mut other, &freed.effects);
    let left: Vec<_> = other.by(HELD).collect();
    b.same("from one of them", left, vec![CombatantId(1)]);
}

fn rng_07(b: &Bench) {
    let one = b.armed(man(1, &[(PERCEPTION, 4)]), "assault_rifle");
    let mut facts = b.far("sweep", &one, (5, 0), &man(2, &[]));
    let mut second = b.far("sweep", &one, (5, 1), &b.wearing(man(4, &[]), "light_vest"));
    second.targets[0].sightline.hidden_64 = 32;
    facts.targets.extend(second.targets);
    // One attack roll of 5К; 3К and 5К of difficulty, each rolled for itself.
    let outcome = b.attack(&facts, &[5, 2, 5]);
    let damages: Vec<i16> = outcome.strikes.iter().map(|strike| strike.damage).collect();
    b.same("damages", damages, vec![6, 2]);
    let spent = outcome.effects.iter().filter(|e| matches!(e.change, Change::Spend(1)));
    b.same("rounds are spent once", spent.count(), 1);
    facts.action = b.action("attack");
    b.refused(&facts, BW_ACT_08);
}

fn rng_11(b: &Bench) {
    let mut one = b.armed(man(1, &[]), "throwing_knives");
    for thrown in 0..4 {
        let facts = b.far("attack", &one, (3, 0), &man(2, &[]));
        b.same("left", one.gear.weapons[0].loaded, 4 - thrown);
        let outcome = b.attack(&facts, &[0, 1]);
        apply(&mut one, &outcome.effects);
    }
    b.refused(&b.far("attack", &one, (3, 0), &man(2, &[])), BW_RNG_11);
    b.same("bare hands are left", b.pools(&b.close("attack", &one, N, &man(2, &[]))).0, 3);
    let mut one = b.armed(one, "norinco_pistol");
    let full = b.perform(&mut one, "reload", None);
    b.same("full", full.err().map(|r| r.rule), Some(BW_RNG_11));
    one.gear.weapons[1].loaded = 0;
    one.gear.weapons[1].spare = 11;
    b.refused(&b.close("attack", &one, N, &man(2, &[])), BW_RNG_11);
    b.same("reload", b.perform(&mut one, "reload", None), Ok(()));
    b.same("magazine", (one.gear.weapons[1].loaded, one.gear.weapons[1].spare), (8, 3));
    b.same("draw", b.perform(&mut one, "draw", Some(0)), Ok(()));
    b.same("in hand", one.gear.in_hand, Some(0));
}

fn rng_12(b: &Bench) {
    let table: [(&str, &str, [i32; 4]); 6] = [
        ("smg", "short_burst", [3, 5, 7, 9]),
        ("assault_rifle", "short_burst", [3, 4, 6, 8]),
        ("smg", "long_burst", [3, 5, 7, 9]),
        ("assault_rifle", "long_burst", [3, 5, 7, 9]),
        ("smg", "attack", [3, 5, 7, 9]),
        ("assault_rifle", "attack", [3, 4, 6, 8]),
    ];
    for (weapon, action, totals) in table {
        let one = b.armed(man(1, &[]), weapon);
        for (cells, total) in [5, 15, 50, 60].into_iter().zip(totals) {
            let facts = b.far(action, &one, (cells, 0), &man(2, &[]));
            b.same(action, b.pools(&facts).1, total);
        }
    }
    let one = b.armed(man(1, &[]), "norinco_pistol");
    b.refused(&b.far("short_burst", &one, (4, 0), &man(2, &[])), BW_RNG_12);
    let gun = b.armed(man(1, &[]), "smg");
    b.refused(&b.close("short_burst", &gun, N, &man(2, &[])), BW_MEL_03);
    let mut budget = Budget { left: [1, 1, 0, 0], ..Budget::default() };
    b.same("main", b.act(&gun, &mut budget, "short_burst"), None);
    b.same("full", b.act(&gun, &mut budget, "long_burst"), Some(BW_ACT_02));
}

fn rng_15(b: &Bench) {
    let mut one = b.armed(man(1, &[(TRAINING, 5)]), "frag_grenade");
    let mut facts = b.far("attack", &one, (4, 0), &man(2, &[]));
    let mut covered = b.far("attack", &one, (6, 0), &man(4, &[]));
    covered.targets[0].sightline.hidden_64 = 32;
    let friend = b.far("attack", &one, (5, 1), &man(3, &[]));
    facts.targets.extend(covered.targets);
    facts.targets.extend(friend.targets);
    facts.aim = Some(Aim { cell: CellPos::new(5, 0), in_sight: true, veil: 0 });
    // Near ones first: 3К at 8 m, 3К at 10 m, 4 + 1 + 2 К at 12 m and in normal cover.
    let plan = b.plan(&facts);
    let pools: Vec<_> = plan.checks.iter().map(|(_, check)| check.value()).take(4).collect();
    b.same("pools", pools, vec![5, 3, 3, 7]);
    let outcome = b.attack(&facts, &[3, 1, 3, 5]);
    let damages: Vec<_> = outcome.strikes.iter().map(|s| (s.target.0, s.damage)).collect();
    b.same("friend and foe", damages, vec![(2, 5), (4, 0), (3, 3)]);
    apply(&mut one, &outcome.effects);
    b.same("one piece is gone", one.gear.weapons[0].loaded, 1);
    let area = b.rules.area(&one, b.action("attack"));
    b.same("area", area, Area::Disc { radius_cells: 1, airless_cells: 1, scatter_cells: 0 });
    facts.aim = Some(Aim { cell: CellPos::new(5, 0), in_sight: false, veil: 0 });
    b.refused(&facts, BW_RNG_15);
}
