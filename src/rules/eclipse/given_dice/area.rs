//! Blasts, cones, scatter, and the grid (sections 13 and 20).

use super::super::area::{stopped, strayed};
use super::super::bench::*;
use super::super::ids::*;
use super::super::sheet::option::*;
use super::super::sheet::*;
use super::super::tn::distance_m;
use super::Case;
use crate::rules::facts::{AttackFacts, CombatantId, Condition, Fighter, SideId, Until};
use crate::rules::grid::{Blocks, Board, BoardObject, CellPos, Height, ObjectKind, Point};
use crate::rules::key::RuleId;
use crate::rules::ruleset::{Area, Ruleset};
use std::sync::Arc;

pub(super) const CASES: &[Case] = &[
    ("EP-DMG-01 doubled, waned, halved, stopped", dmg_01),
    ("EP-AREA-01 one roll for all", area_01),
    ("EP-AREA-02 evading", area_02),
    ("EP-AREA-02 evasion opposed to the attack", area_02_opposed),
    ("EP-AREA-03 a centred blast wanes", area_03),
    ("EP-AREA-04 shock within the radius only", area_04),
    ("EP-AREA-05 a cone", area_05),
    ("EP-AREA-06 no air", area_06),
    ("EP-AREA-07 where a miss lands", area_07),
    ("EP-AREA-07 the place of a miss", area_07_place),
    ("EP-AREA-08 a hit goes off in its cell", area_08),
    ("EP-GRID-01 cells of two metres", grid_01),
    ("EP-GRID-02 distances", grid_02),
    ("EP-GRID-04 within reach", grid_04),
    ("EP-GRID-05 a wall stops what flies", grid_05),
    ("EP-GRID-07 near cover", grid_07),
    ("EP-GRID-08 behind a wall", grid_08),
    ("EP-GRID-09 height", grid_09),
];

/// A victim on a cell, with fray 60 and a little armour of both kinds, whom no wound fells.
fn victim(id: u16, x: i16, y: i16) -> Fighter {
    let numbers = [
        (FRAY, 60),
        (ARMOR_KINETIC, 6),
        (ARMOR_ENERGY, 6),
        (DURABILITY, 400),
        (WOUND_THRESHOLD, 200),
    ];
    at(man(id, &numbers), x, y)
}

/// Something thrown from (10, 10) at (10, 4) by one with athletics 60: within range, so 50.
fn lobbed(b: &Bench, weapon: &str, targets: &[Fighter]) -> AttackFacts {
    let one = b.armed(at(man(1, &[(ATHLETICS, 60)]), 10, 10), weapon);
    b.thrown(&one, (10, 4), targets, field())
}

fn damages(seen: &Seen) -> Vec<i16> {
    seen.outcome.strikes.iter().map(|strike| strike.damage).collect()
}

fn dmg_01(b: &Bench) {
    let blast = |own: &Bench, roll: u16, dodge: u16| {
        own.attack(&lobbed(own, "bomb_24", &[victim(2, 12, 4)]), &[roll, dodge]).damage()
    };
    b.same("24 - 8 - 6", blast(b, 10, 90), 10);
    b.same("critical: 24 - 8 - 3", blast(b, 22, 90), 13);
    b.set(
        |settings| settings.crit_effect = 1,
        |own| {
            own.same("doubled first: 48 - 8 - 6", blast(own, 22, 90), 34);
            own.same("then halved: 40 / 2 - 6", blast(own, 22, 20), 14);
        },
    );
    b.set(
        |settings| (settings.crit_effect, settings.crit_double_stage) = (1, 1),
        |own| own.same("doubled last", blast(own, 22, 90), 20),
    );
    // Odd halves go up: 24 - 4 x 2 - ... of 15 are 8.
    let odd = b.attack(&lobbed(b, "sun_19", &[victim(2, 17, 4)]), &[10, 20]);
    b.same("(19 - 8) / 2 is 6, and 6 hold", odd.damage(), 0);
    let odd = b.attack(&lobbed(b, "sun_19", &[victim(2, 12, 4)]), &[10, 20]);
    b.same("19 / 2 is 10", odd.damage(), 4);
}

fn area_01(b: &Bench) {
    let thrower = b.armed(at(victim(1, 10, 10), 10, 10), "frag");
    let mut friend = victim(3, 10, 8);
    friend.side = SideId(1);
    let mut facts =
        b.thrown(&thrower, (10, 8), &[friend, victim(2, 11, 8), thrower.clone()], field());
    facts.attacker = b.armed(at(man(1, &[(ATHLETICS, 60)]), 10, 10), "frag");
    b.same("TN at 4 m", b.tn(&facts), 60);
    let seen = b.attack(&facts, &[40, 5, 5, 4, 3, 90, 90, 90]);
    b.same("20 + 3: friend, foe, thrower", damages(&seen), vec![17, 23 - 4 - 6, 23 - 8 - 6]);
    let seen = b.attack(&facts, &[22, 5, 5, 4, 90, 90, 90]);
    b.same("a critical for all", damages(&seen), vec![17, 20 - 4 - 3, 20 - 8 - 3]);
    // Neither size nor cover of anybody counts.
    let mut hidden =
        b.thrown(&facts.attacker, (10, 8), &[at(man(2, &[(SIZE, 0)]), 10, 8)], field());
    hidden.targets[0].sightline.hidden_corners = Some(3);
    b.same("no size, no cover", b.tn(&hidden), 60);
    b.same("but range", b.tn(&b.thrown(&facts.attacker, (10, 4), &[], field())), 50);
    let ran = being(facts.attacker, RAN);
    b.same("and what the thrower did", b.tn(&b.thrown(&ran, (10, 8), &[], field())), 40);
    b.frame(&[EP_AREA_01]);
}

fn area_02(b: &Bench) {
    let facts = lobbed(b, "bomb_24", &[victim(2, 11, 4)]);
    b.same("half of fray", b.number(&facts, "defence"), 30);
    b.same("evaded", b.attack(&facts, &[10, 30]).damage(), 10 - 6);
    b.same("not evaded", b.attack(&facts, &[10, 31]).damage(), 20 - 6);
    // It is not compared with the attack roll.
    b.same("05 evades 10", b.attack(&facts, &[10, 5]).damage(), 4);
    let helpless = lobbed(b, "bomb_24", &[being(victim(2, 11, 4), UNCONSCIOUS)]);
    b.same("unable", b.attack(&helpless, &[10]).damage(), 14);
    let guarded = lobbed(b, "bomb_24", &[being(victim(2, 11, 4), FULL_DEFENCE)]);
    b.same("full defence", b.attack(&guarded, &[10, 60]).damage(), 4);
    b.frame(&[EP_PEN_10, EP_DEF_03]);
}

fn area_02_opposed(b: &Bench) {
    b.set(
        |settings| settings.area_evasion = 1,
        |own| {
            let facts = lobbed(own, "bomb_24", &[victim(2, 11, 4)]);
            own.same("20 under 25", own.attack(&facts, &[25, 20]).damage(), 14);
            own.same("30 over 25", own.attack(&facts, &[25, 30]).damage(), 4);
            own.same("22 is critical", own.attack(&facts, &[25, 22]).damage(), 4);
            // 00 is a critical success, which no plain dodge beats: 24 - 4 - 3.
            own.same("00", own.attack(&facts, &[0, 30]).damage(), 17);
            // A charge that failed has no successful roll to beat.
            let one = own.armed(at(man(1, &[(EXPLOSIVES, 60)]), 10, 10), "charge");
            let facts = own.thrown(&one, (10, 4), &[victim(2, 11, 4)], field());
            own.same("failed", own.attack(&facts, &[95, 4, 4, 4, 4, 31]).damage(), 22 - 4 - 6);
            own.same("failed, evaded", own.attack(&facts, &[95, 4, 4, 4, 4, 30]).damage(), 9 - 6);
        },
    );
}

fn area_03(b: &Bench) {
    let at = |weapon: &str, x, y, dice: &[u16]| {
        b.attack(&lobbed(b, weapon, &[victim(2, x, y)]), dice).damage()
    };
    let full = &[10, 90][..];
    b.same("in the centre", at("bomb_24", 10, 4, full), 18);
    b.same(
        "straight and diagonal neighbours",
        (at("bomb_24", 11, 4, full), at("bomb_24", 11, 5, full)),
        (14, 14),
    );
    b.same("(2, 2) is 5 m", at("bomb_24", 12, 6, full), 24 - 10 - 6);
    b.same("12 m: nothing, and no dodge", at("bomb_24", 16, 4, &[10]), 0);
    b.same("cut at 4 m", at("bomb_24_cut", 12, 4, full), 10);
    b.same("beyond the cut", at("bomb_24_cut", 13, 4, &[10]), 0);
    // What the board has to look at: 3d10 + 2d6 + 6 wane within 24 m, without air within 4 m
    // (EP-AREA-06).
    let one = b.armed(man(1, &[]), "frag");
    let area = b.rules.area(&one, b.action("attack"));
    b.same("disc", area, Area::Disc { radius_cells: 12, airless_cells: 2, scatter_cells: 20 });
    let mut by_word = lobbed(b, "bomb_24", &[victim(2, 12, 4)]);
    by_word.options.set(FALLOFF, Some(CombatantId(2)), 3);
    b.same("by word", b.attack(&by_word, full).damage(), 24 - 3 - 6);
}

fn area_04(b: &Bench) {
    let facts = lobbed(b, "stun_grenade", &[victim(2, 13, 4), victim(4, 14, 4)]);
    let seen = b.attack(&facts, &[10, 6, 90, 90, 90]);
    b.same("8 - 6, 8 - 4 - 6", damages(&seen), vec![2, 0]);
    let stunned: Vec<u16> = seen
        .effects()
        .iter()
        .filter(|e| begun(std::slice::from_ref(e)) == [STUNNED])
        .map(|e| e.on.0)
        .collect();
    b.same("the inner one is shocked", stunned, vec![2]);
    let seen = b.attack(&lobbed(b, "stun_grenade", &[victim(2, 13, 4)]), &[10, 6, 20, 0]);
    b.same(
        "half damage, and shocked all the same",
        (damages(&seen), seen.test("shock")),
        (vec![0], Some(51)),
    );
}

fn area_05(b: &Bench) {
    let one = b.armed(man(1, &[(GUNS, 70)]), "scattergun");
    let mut facts = b.far("attack", &one, (10, 0), &victim(2, 0, 0));
    facts.targets.push(there((10, 1), &victim(4, 0, 0)));
    // No smartlink, within range.
    b.same("TN", b.tn(&facts), 50);
    let seen = b.attack(&facts, &[30, 5, 5, 90, 20]);
    b.same("one roll, each its dodge", damages(&seen), vec![16 - 6, 8 - 6]);
    let seen = b.attack(&facts, &[80]);
    b.same("a miss is a miss", (damages(&seen), burst_at(seen.effects())), (vec![0, 0], None));
    facts.targets[1].sightline.hidden_corners = Some(1);
    b.same(
        "cover makes nothing of it",
        damages(&b.attack(&facts, &[30, 5, 5, 90, 20])),
        vec![10, 0],
    );
    // As at a cell: neither size nor cover counts for the attack.
    facts.targets[0] = there((10, 0), &man(2, &[(SIZE, 1)]));
    b.same("no size, no cover", b.tn(&facts), 50);
    facts.targets[1].offset = (10, 2);
    b.refused(&facts, EP_FIRE_05);
}

fn area_06(b: &Bench) {
    b.set(
        |settings| settings.vacuum = 1,
        |own| {
            let near = own.attack(&lobbed(own, "bomb_24", &[victim(2, 11, 4)]), &[10, 90]);
            own.same("24 - 20 - 6", near.damage(), 0);
            let centre = own.attack(&lobbed(own, "bomb_24", &[victim(2, 10, 4)]), &[10, 90]);
            own.same("in the centre", centre.damage(), 18);
            let uniform = own
                .attack(&lobbed(own, "sun_19", &[victim(2, 15, 4), victim(4, 16, 4)]), &[10, 90]);
            own.same("uniform: 10 m and 12 m", damages(&uniform), vec![13, 0]);
        },
    );
    // A zone: the cell in which it goes off decides.
    let zone = |x: i16, y: i16| {
        let cells = field().cells();
        field().with_airless(cells.map(|cell| cell == CellPos::new(x, y)).collect())
    };
    let one = b.armed(at(man(1, &[(ATHLETICS, 60)]), 10, 10), "bomb_24");
    let thrown = |board| b.thrown(&one, (10, 4), &[victim(2, 11, 4)], board);
    let said = |rule: RuleId, board| {
        let plan = b.plan(&thrown(board));
        let lines =
            plan.checks.iter().filter(|(_, c)| c.name == "dv-plus").flat_map(|(_, c)| c.lines());
        lines.clone().find(|line| line.rule == rule).map(|line| line.op.amount())
    };
    b.same("said in the air", said(EP_AREA_03, field()), Some(-4));
    b.same("and in the zone", said(EP_AREA_06, zone(10, 4)), Some(-20));
    b.same("in the zone", b.attack(&thrown(zone(10, 4)), &[10, 90]).damage(), 0);
    b.same("into the zone", b.attack(&thrown(zone(11, 4)), &[10, 90]).damage(), 24 - 4 - 6);
    // Astray, two metres straight on: where it lands decides, and not where it was aimed.
    let astray = b.attack(&thrown(zone(10, 4)), &[70, 1, 2, 90]);
    b.same("astray out of it", astray.damage(), 24 - 4 - 6);
}

fn area_07(b: &Bench) {
    // By word: three cells to the east and one to the north, and no dice for it.
    let mut word = lobbed(b, "bomb_24", &[victim(2, 13, 3)]);
    word.options.set(SCATTER_EAST, None, 3);
    word.options.set(SCATTER_SOUTH, None, -1);
    b.same("in its cell", b.attack(&word, &[70, 90]).damage(), 24 - 6);
    b.same("a hit does not stray", b.attack(&word, &[10, 90]).damage(), 24 - 12 - 6);
    let one = b.armed(at(man(1, &[(ATHLETICS, 35)]), 5, 10), "frag");
    let thrown = |targets: &[Fighter]| b.thrown(&one, (5, 4), targets, field());
    let near = thrown(&[victim(2, 5, 2)]);
    // 4 m straight on: plain damage, though 11 were dice of a success.
    let seen = b.attack(&near, &[70, 1, 4, 5, 5, 4, 90]);
    b.same("lands on it", (burst_at(seen.effects()), seen.damage()), (Some((5, 2)), 20 - 6));
    let seen = b.attack(&near, &[77, 1, 4, 5, 5, 4, 90]);
    b.same(
        "critical failure: the same",
        (burst_at(seen.effects()), seen.damage()),
        (Some((5, 2)), 14),
    );
    let at = |roll: u16| burst_at(b.attack(&thrown(&[]), &[roll, 6, 3]).effects());
    // Back towards the thrower: 3, 6, 12 m.
    b.same(
        "doubled twice at most",
        [70, 50, 30].map(at),
        [Some((5, 6)), Some((5, 7)), Some((5, 10))],
    );
    // Far from everybody it does nothing.
    let seen = b.attack(&thrown(&[victim(2, 30, 30)]), &[70, 1, 4, 1, 1, 1]);
    b.same("nobody", (seen.hit(), seen.damage()), (false, 0));
}

fn area_07_place(b: &Bench) {
    let (from, aimed) = (CellPos::new(5, 10), CellPos::new(5, 4));
    let face = |face| {
        let cell = strayed(from, aimed, face, 10);
        (cell.x - 5, cell.y - 4)
    };
    // Ten metres are five cells; each face turns by 36 degrees clockwise.
    let want =
        [(0, -5), (3, -4), (5, -2), (5, 2), (3, 4), (0, 5), (-3, 4), (-5, 2), (-5, -2), (-3, -4)];
    b.same("ten faces", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(face), want);
    b.frame(&[EP_AREA_07, EP_GRID_05]);
}

fn area_08(b: &Bench) {
    let seen = b.attack(&lobbed(b, "frag", &[victim(2, 10, 4)]), &[50, 1, 1, 1, 2, 90]);
    b.same("there and now", (burst_at(seen.effects()), seen.damage()), (Some((10, 4)), 9 + 2 - 6));
    let mut one = b.armed(man(1, &[]), "frag");
    apply(&mut one, seen.effects());
    b.same("one is gone", one.gear.weapons[0].loaded, 1);
    one.gear.weapons[0].loaded = 0;
    let facts = b.close("attack", &one, &stout(2, 0));
    b.same("then fists", b.number(&facts, "dv-d6"), 1);
}

fn grid_01(b: &Bench) {
    let cells = |base, full| {
        let mut one = man(1, &[(MOVE_BASE_M, base), (MOVE_FULL_M, full)]);
        let budget = b.budget(&mut one);
        b.cells(&one, &budget)
    };
    b.same("4/20 m", cells(4, 20), vec![2, 10]);
    b.same("8/32 m", cells(8, 32), vec![4, 16]);
    b.same("5/21 m", cells(5, 21), vec![2, 10]);
    b.same("one cell", distance_m(&b.rules.settings, (1, 0), 0), 2);
    // Large bodies stand on four cells, very large ones on nine; the nearest one counts.
    let sides = [0, 1, 2, 3, 4].map(|size| b.rules.side_cells(&man(1, &[(SIZE, size)]).sheet));
    b.same("cells of a side", sides, [1, 1, 1, 2, 3]);
    let thrower = |size| {
        let mut one = b.armed(man(1, &[(SIZE, size)]), "frag");
        one.cell = CellPos::new(5, 5);
        one
    };
    let range = |size| {
        let facts = b.thrown(&thrower(size), (12, 5), &[], field());
        b.tn(&facts)
    };
    // 14 m, or 10 m from the eastern cells of a body of nine.
    b.same("from its nearest cell", (range(2), range(4) - range(2)), (range(2), 10));
    let mut wide = at(stout(2, 0), 9, 4);
    Arc::make_mut(&mut wide.sheet).values[SIZE] = 4;
    let hurt = |who: Fighter| {
        let facts = b.thrown(&thrower(2), (12, 5), &[who], field());
        b.attack(&facts, &[0, 5, 5, 5, 99]).damage()
    };
    b.same("to its nearest cell", hurt(wide), hurt(at(stout(2, 0), 11, 5)));
    b.frame(&[EP_GRID_01]);
}

fn grid_02(b: &Bench) {
    let offsets = [(1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (5, 0), (5, 1), (5, 2), (5, 3)];
    let metres = |own: &Bench| offsets.map(|offset| distance_m(&own.rules.settings, offset, 0));
    b.same("straight lines", metres(b), [2, 2, 4, 4, 5, 10, 10, 10, 11]);
    b.set(
        |settings| settings.distance_metric = 1,
        |own| own.same("the longer side", metres(own), [2, 2, 4, 4, 4, 10, 10, 10, 10]),
    );
    b.set(
        |settings| settings.distance_metric = 2,
        |own| own.same("1, 2, 1, 2", metres(own), [2, 2, 4, 4, 6, 10, 10, 12, 12]),
    );
    b.frame(&[EP_GRID_02]);
}

fn grid_04(b: &Bench) {
    let one = b.armed(man(1, &[]), "knife");
    b.refused(&b.far("attack", &one, (2, 0), &stout(2, 0)), EP_GRID_04);
    let mut by_word = b.far("attack", &one, (2, 0), &stout(2, 0));
    by_word.options.set(EP_REACH, None, 1);
    b.same("by word", b.tn(&by_word), 40);
    let mut not = b.close("attack", &one, &stout(2, 0));
    not.options.set(EP_REACH, None, 0);
    b.refused(&not, EP_GRID_04);
    // A weapon of the game master's own that reaches two cells.
    let mut file = super::super::data::File::default();
    let knife = file.weapons.iter_mut().find(|weapon| weapon.id == "knife");
    knife.expect("it ships").reach_cells = 2;
    let long = Bench::with(file);
    let one = long.armed(man(1, &[]), "knife");
    let reaches = |offset| long.rules.plan(&long.far("attack", &one, offset, &stout(2, 0))).is_ok();
    b.same("a long one", [(2, 0), (2, -2), (3, 0)].map(reaches), [true, true, false]);
    // Psi has a range and no bands.
    let psi = b.armed(man(1, &[(PSI, 60)]), "psi_strike");
    b.same("psi at 10 m", b.tn(&b.far("attack", &psi, (5, 0), &stout(2, 0))), 60);
    b.refused(&b.far("attack", &psi, (6, 0), &stout(2, 0)), EP_RNG_04);
}

fn grid_05(b: &Bench) {
    let wall = walls(&[[(0, 3), (20, 3)]]);
    let aimed = CellPos::new(5, 4);
    b.same("stopped", stopped(&wall, aimed, CellPos::new(5, 1)), CellPos::new(5, 3));
    b.same("free", stopped(&wall, aimed, CellPos::new(9, 5)), CellPos::new(9, 5));
    b.same("the rim", stopped(&field(), aimed, CellPos::new(5, -4)), CellPos::new(5, 0));
    let one = b.armed(at(man(1, &[(ATHLETICS, 35)]), 5, 10), "frag");
    let facts = b.thrown(&one, (5, 4), &[], wall);
    let seen = b.attack(&facts, &[70, 1, 8]);
    b.same("the grenade lies before the wall", burst_at(seen.effects()), Some((5, 3)));
    b.frame(&[EP_GRID_05]);
}

/// A low wall, over which one sees, west of the cell (12, 4).
fn low_wall() -> Board {
    let object = BoardObject {
        kind: ObjectKind::Furniture,
        height: Height::Low,
        blocks: Blocks { movement: true, sight: false, shots: true },
        outline: vec![Point::corner(12, 4), Point::corner(12, 5)],
        closed: false,
        door: None,
    };
    Board::new(40, 40, vec![object])
}

fn grid_07(b: &Bench) {
    let behind = |own: &Bench, dodge: u16| {
        let mut facts = lobbed(own, "bomb_24", &[victim(2, 12, 4)]);
        facts.ground = Some(crate::rules::facts::Ground(low_wall()));
        own.attack(&facts, &[10, dodge]).damage()
    };
    b.same("ducks behind it", (behind(b, 20), behind(b, 90)), (0, 10));
    b.set(
        |settings| settings.edge_distance_m = 0,
        |own| own.same("nothing is near", behind(own, 20), 8 - 6),
    );
    // On the open side of the wall it is of no use.
    let mut facts = lobbed(b, "bomb_24", &[victim(2, 11, 4)]);
    facts.ground = Some(crate::rules::facts::Ground(low_wall()));
    b.same("the wrong side", b.attack(&facts, &[10, 20]).damage(), 10 - 6);
    // A wall beside it that the line to the centre does not meet is of no use either.
    let mut facts = lobbed(b, "bomb_24", &[victim(2, 12, 5)]);
    let plain = b.attack(&facts, &[10, 20]).damage();
    facts.ground = Some(crate::rules::facts::Ground(walls(&[[(12, 5), (12, 6)]])));
    let behind = b.attack(&facts, &[10, 20]).damage();
    facts.ground = Some(crate::rules::facts::Ground(walls(&[[(13, 4), (13, 7)]])));
    b.same("on the line, or beyond", (behind, b.attack(&facts, &[10, 20]).damage()), (0, plain));
    // The edge: 24 - 20 are left at 10 m, nothing at 12 m. Two metres nearer it is no edge.
    let edge = |x, dodge: u16| {
        let target = at(man(2, &[(FRAY, 60), (WOUND_THRESHOLD, 200)]), x, 4);
        b.attack(&lobbed(b, "bomb_24", &[target]), &[10, dodge]).damage()
    };
    b.same("at the edge", (edge(15, 20), edge(15, 90)), (0, 4));
    b.same("within", (edge(14, 20), edge(14, 90)), (4, 8));
    // A blast that is cut has its edge there.
    let target = at(man(2, &[(FRAY, 60), (WOUND_THRESHOLD, 200)]), 12, 4);
    b.same("cut", b.attack(&lobbed(b, "bomb_24_cut", &[target]), &[10, 20]).damage(), 0);
}

fn grid_08(b: &Bench) {
    let mut facts = lobbed(b, "bomb_24", &[victim(2, 12, 4), victim(4, 10, 6)]);
    facts.ground = Some(crate::rules::facts::Ground(walls(&[[(12, 0), (12, 20)]])));
    let seen = b.attack(&facts, &[10, 90]);
    b.same("the wall holds", damages(&seen), vec![0, 10]);
    b.frame(&[EP_GRID_08]);
}

fn grid_09(b: &Bench) {
    let metres = |offset, height| distance_m(&b.rules.settings, offset, height);
    b.same("10 m", (metres((3, 0), 8), metres((3, 0), -8)), (10, 10));
    b.same("fraction dropped", metres((2, 1), 3), 5);
    let one = b.armed(man(1, &[(GUNS, 60)]), "pistol");
    let high = under(stout(2, 0), Condition::new(ELEVATED, Until::Ended).of(12));
    let facts = b.far("attack", &one, (3, 0), &high);
    b.same("13 m are in range", b.line(&facts, "attack", EP_RNG_03), Some(-10));
    b.frame(&[EP_GRID_09]);
}
