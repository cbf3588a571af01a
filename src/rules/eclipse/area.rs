//! What goes off: blasts, cones, and where a missed grenade lands (section 13 and EP-GRID-05 to
//! EP-GRID-08).

use crate::rules::check::Check;
use crate::rules::dice::{Dice, Die, Pool, Sum};
use crate::rules::effect::{Change, Effect, Outcome, Part, Strike};
use crate::rules::facts::{CombatantId, Fighter, TargetFacts};
use crate::rules::grid::{Board, CellPos, Footprint};
use crate::rules::key::{Key, RuleId};
use crate::rules::message::Message;
use crate::rules::ruleset::Plan;

use super::attack::{Exchange, OF_TARGET, strike};
use super::body;
use super::data::{Blast, Class, DamageType, Shape};
use super::harm::{Blow, Damage, Trial};
use super::ids::*;
use super::meeting::Meeting;
use super::roll::{Against, Face, Side, Situation, Spend, Verdict};
use super::sheet::option::*;
use super::sheet::*;
use super::tn::{distance_m, height_m};

/// How far a miss can stray: ten metres doubled twice, in cells.
pub const SCATTER_CELLS: u8 = 20;

/// Cosine and sine of the ten directions of a d10, 36 degrees apart, in parts of [`WHOLE`].
const TURNS: [(i128, i128); 10] = {
    const C36: i128 = 809_016_994_375;
    const S36: i128 = 587_785_252_292;
    const C72: i128 = 309_016_994_375;
    const S72: i128 = 951_056_516_295;
    [
        (WHOLE, 0),
        (C36, S36),
        (C72, S72),
        (-C72, S72),
        (-C36, S36),
        (-WHOLE, 0),
        (-C36, -S36),
        (-C72, -S72),
        (C72, -S72),
        (C36, -S36),
    ]
};
const WHOLE: i128 = 1_000_000_000_000;

/// Where something lands that strays so many metres from its cell, by the face of a d10: 1 straight
/// on along the throw, each further face 36 degrees clockwise (EP-AREA-07, EP-GRID-05).
///
/// Whole numbers only, so that every machine finds the same cell: a coordinate is the largest `k`
/// with `k - 1/2` at most the offset, found by comparing squares, a billionth of a cell to spare.
pub fn strayed(from: CellPos, aimed: CellPos, face: u8, metres: i32) -> CellPos {
    let (x, y) = from.offset_to(aimed);
    // From the cell itself it flies up the screen.
    let (x, y) = if (x, y) == (0, 0) { (0, -1) } else { (i128::from(x), i128::from(y)) };
    let (cos, sin) = TURNS[usize::from(face.clamp(1, 10)) - 1];
    let length_2 = x * x + y * y;
    let cells = |v: i128| {
        let along = v * i128::from(metres);
        let spare = 2_000 * (length_2.isqrt() + 1);
        // The offset in cells is `along / (2 WHOLE length)`.
        let reaches = |k: i128| {
            let doubled = (2 * k - 1) * WHOLE;
            (along.abs() + spare).pow(2) >= doubled * doubled * length_2
        };
        let k = (1..=i128::from(metres)).take_while(|k| reaches(*k)).last().unwrap_or(0);
        (k * along.signum()) as i16
    };
    let (dx, dy) = (cells(x * cos - y * sin), cells(x * sin + y * cos));
    CellPos::new(aimed.x.saturating_add(dx), aimed.y.saturating_add(dy))
}

/// The last free cell on the line from one cell to another: walls and the rim stop what flies
/// (EP-GRID-05).
pub fn stopped(board: &Board, from: CellPos, to: CellPos) -> CellPos {
    let mut here = from;
    for next in from.line_to(to).skip(1) {
        if next == here {
            continue;
        }
        if !board.contains(next) || !board.step_open(here, next) {
            return here;
        }
        here = next;
    }
    here
}

/// What a blast in one cell is to one target.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Reach {
    /// Damage taken off by the distance; none where it does not reach at all.
    falloff: Option<i32>,
    /// Within the radius of a uniform blast: extra effects hold only there (EP-AREA-04).
    inside: bool,
    /// Near cover from the centre (EP-GRID-07).
    cover: bool,
    /// How the victim lies to the centre, turned and mirrored to one eighth of the plane.
    lies: (i32, i32),
}

/// Where it goes off, as far as anybody is touched by it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Centre {
    reach: Vec<Reach>,
}

impl Exchange<'_> {
    /// Damage that a blast loses with each metre. Where it goes off decides whether that is through
    /// vacuum: the whole scene's, or that of its cell (EP-AREA-06).
    fn wanes(&self, blast: Blast, centre: CellPos) -> u8 {
        let airless = self.facts.ground.as_ref().is_some_and(|g| g.0.is_airless(centre));
        let vacuum = self.rules.settings.vacuum == 1 || airless;
        if vacuum { blast.falloff_vacuum } else { blast.falloff_per_m }
    }

    /// What a blast that lands where it is aimed at loses on the way to a target, for the reasons: the
    /// rule, the metres from the centre, the damage (EP-AREA-03, EP-AREA-04, EP-AREA-06).
    pub(super) fn falloff_at_aim(&self, target: &TargetFacts) -> Option<(RuleId, i32, i32)> {
        let blast = self.weapon.blast?;
        let centre = self.facts.aim.as_ref()?.cell;
        let loss = self.reach(blast, centre, target, i32::MAX).falloff.filter(|loss| *loss > 0)?;
        let near = footprint(&target.fighter).nearest_to(centre);
        let height = height_m(&target.fighter);
        let metres = distance_m(&self.rules.settings, centre.offset_to(near), height);
        let rule = match blast.shape {
            _ if self.wanes(blast, centre) != blast.falloff_per_m => EP_AREA_06,
            Shape::Centred => EP_AREA_03,
            Shape::Uniform => EP_AREA_04,
        };
        Some((rule, metres, loss))
    }

    /// The blast as it reaches a target from a cell.
    /// `most` is the most that it can do: who gets less than nothing of that is not reached.
    fn reach(&self, blast: Blast, centre: CellPos, target: &TargetFacts, most: i32) -> Reach {
        let settings = &self.rules.settings;
        let body = footprint(&target.fighter);
        let at = body.nearest_to(centre);
        let away_m = match &self.facts.aim {
            // It goes off on the ground (EP-GRID-09).
            Some(_) => distance_m(settings, centre.offset_to(at), height_m(&target.fighter)),
            None => 0,
        };
        let seen = match &self.facts.ground {
            Some(ground) => {
                body.cells().any(|cell| centre == cell || ground.0.in_sight(centre, cell))
            }
            None => true,
        };
        let per_m = self.wanes(blast, centre);
        let radius = i32::from(blast.radius_m);
        let beyond = match blast.shape {
            Shape::Centred => away_m,
            Shape::Uniform => (away_m - radius).max(0),
        };
        let cut = blast.shape == Shape::Centred && radius > 0 && away_m > radius;
        let by_word = self.facts.options.get(FALLOFF, Some(target.fighter.id));
        let falloff = match by_word.filter(|word| *word >= 0) {
            Some(word) => Some(word),
            None => (seen && !cut).then(|| beyond * i32::from(per_m)),
        };
        let inside = seen && (blast.shape == Shape::Centred || away_m <= radius);
        let extra = inside && self.weapon.shock;
        if falloff.is_none_or(|falloff| falloff >= most) && !extra {
            return Reach { falloff: None, inside: false, cover: false, lies: (0, 0) };
        }
        let cover = self.has_cover_beside(centre, at);
        let (x, y) = centre.offset_to(at);
        let (x, y) = (x.abs(), y.abs());
        Reach { falloff, inside, cover, lies: (x.max(y), x.min(y)) }
    }

    /// One of the four orthogonal neighbours holds, or is separated by, cover that blocks the line
    /// to the centre (EP-GRID-07).
    fn has_cover_beside(&self, centre: CellPos, at: CellPos) -> bool {
        let Some(ground) = &self.facts.ground else { return false };
        if self.rules.settings.edge_distance_m < 1 || centre == at {
            return false;
        }
        let board = &ground.0;
        let (dx, dy) = at.offset_to(centre);
        let sides = [(dx.signum() as i16, 0), (0, dy.signum() as i16)];
        let beside = sides.into_iter().filter(|side| *side != (0, 0)).any(|(x, y)| {
            let next = CellPos::new(at.x + x, at.y + y);
            board.contains(next) && !board.walk_open(at, next)
        });
        // What is there has to lie on the line to the centre: bars and panes hide nobody.
        let (from, to) = (Footprint::of_one(centre), Footprint::of_one(at));
        beside && board.hidden_corners(from, to) > 0
    }

    /// Whether a victim is near the edge of the zone: one of its four neighbours gets no damage of
    /// this roll (EP-GRID-07).
    fn is_at_edge(&self, blast: Blast, centre: CellPos, who: &Fighter, damage: i32) -> bool {
        let at = footprint(who).nearest_to(centre);
        let settings = &self.rules.settings;
        let edge = i32::from(settings.edge_distance_m);
        if edge < 1 {
            return false;
        }
        // A cell's centre is 1 m from its border, 3 m from that of the next one.
        let cells = (edge + 1) / 2;
        let per_m = self.wanes(blast, centre);
        let radius = i32::from(blast.radius_m);
        let left = |cell: CellPos| {
            let away = distance_m(settings, centre.offset_to(cell), height_m(who));
            let beyond = match blast.shape {
                Shape::Centred => away,
                Shape::Uniform => (away - radius).max(0),
            };
            let cut = blast.shape == Shape::Centred && radius > 0 && away > radius;
            !cut && damage - beyond * i32::from(per_m) >= 1
        };
        let cells = cells as i16;
        [(cells, 0), (-cells, 0), (0, cells), (0, -cells)]
            .into_iter()
            .any(|(x, y)| !left(CellPos::new(at.x + x, at.y + y)))
    }
}

/// How an area attack went: whether its test succeeded, what it adds, and how it missed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Throw {
    verdict: Verdict,
    spent: bool,
    /// On one superior success more.
    upgraded: bool,
    /// A critical failure was made a plain one (EP-POOL-12).
    softened: bool,
    /// The roll, where it succeeded and evasion is opposed to it.
    roll: Option<u8>,
}

/// Rolls an area attack and says what follows.
pub(super) fn resolve(
    exchange: &Exchange,
    plan: &Plan,
    start: usize,
    dice: &mut Dice,
    outcome: &mut Outcome,
) {
    let Some((_, attack)) = plan.checks.get(start) else { return };
    let opposed = exchange.rules.settings.area_evasion == 1;
    let side = exchange.attacker(attack, true);
    let throw = dice.step(EP_AREA_01, |dice| throw(exchange, attack, side, opposed, dice));
    if dice.tells() {
        exchange.marks(throw.verdict, throw.softened, &mut outcome.effects);
    }
    let checks = &plan.checks[start + 1..];
    match exchange.weapon.blast {
        Some(blast) => goes_off(exchange, blast, (throw, side), checks, dice, outcome),
        None => cone(exchange, (throw, side), checks, dice, outcome),
    }
}

/// The point that the attacker spent after the roll is told with the first of the targets.
fn pays(exchange: &Exchange, throw: Throw, i: usize, dice: &Dice, effects: &mut Vec<Effect>) {
    if (throw.spent || throw.softened) && i == 0 {
        let Throw { spent: attacker_spent, upgraded, softened, .. } = throw;
        let meeting = Meeting { attacker_spent, upgraded, softened, ..Meeting::default() };
        exchange.pays(meeting, &exchange.facts.targets[0], dice.tells(), effects);
    }
}

/// Where a blast strays to by word of the game master (EP-GM-01).
fn by_word(exchange: &Exchange, aimed: CellPos) -> Option<CellPos> {
    let word = |option| exchange.facts.options.get(option, None).filter(|n| *n > BY_DICE.into());
    let (east, south) = (word(SCATTER_EAST), word(SCATTER_SOUTH));
    if east.is_none() && south.is_none() {
        return None;
    }
    let moved = |from: i16, by: Option<i32>| from.saturating_add(by.unwrap_or(0) as i16);
    let cell = CellPos::new(moved(aimed.x, east), moved(aimed.y, south));
    let ground = exchange.facts.ground.as_ref()?;
    ground.0.contains(cell).then_some(cell)
}

/// Nobody is touched.
fn spares_all(exchange: &Exchange, throw: Throw, dice: &mut Dice, outcome: &mut Outcome) {
    let targets = &exchange.facts.targets;
    let parts = dice.each(targets.len(), |dice, i| {
        let mut part = Part::default();
        pays(exchange, throw, i, dice, &mut part.effects);
        part.strike = Some(strike(&targets[i].fighter, MISS, 0));
        part
    });
    outcome.gather(&parts);
}

/// The attack roll of an area attack, a plain test against a cell (EP-AREA-01).
fn throw(exchange: &Exchange, attack: &Check, side: Side, opposed: bool, dice: &mut Dice) -> Throw {
    let roll = exchange.rolls(attack, side, None, dice);
    let settings = &exchange.rules.settings;
    let situation = Situation::alone(settings, side, roll);
    let spend = exchange.decides_alone(&[situation], (side, roll), dice);
    let softened = exchange.softens((side, roll), spend, dice);
    let mut verdict = situation.verdict(spend, false);
    let failures = verdict.failures;
    let lies = if spend == Spend::Swap { super::roll::swapped(roll) } else { roll };
    // One roll for all of them: what is said of any of them, is said of it.
    let said = |option: Key, id| exchange.facts.options.get(option, Some(id)).filter(|w| *w != 0);
    let word = |option: Key| {
        exchange
            .facts
            .targets
            .iter()
            .find_map(|target| said(option, target.fighter.id))
            .unwrap_or(0)
    };
    verdict.by_word(side.read(lies), &word);
    if verdict.hit && exchange.strikes_blindly() && !exchange.senses {
        // What is thrown blindly may go astray like a shot (EP-MOD-09).
        if super::harm::goes_astray(exchange.rules, EP_MOD_09, dice) {
            verdict = Verdict { failures, ..Verdict::default() };
        }
    }
    if verdict.hit {
        verdict.failures = 0;
    }
    let roll = Some(lies).filter(|_| opposed && verdict.hit);
    let upgraded = spend == Spend::Upgrade;
    Throw { verdict, spent: spend != Spend::Keep, upgraded, softened, roll }
}

/// A grenade or a charge goes off in its cell or where it strayed (EP-AREA-07, EP-AREA-08,
/// EP-SKL-02).
fn goes_off(
    exchange: &Exchange,
    blast: Blast,
    (throw, side): (Throw, Side),
    checks: Checks,
    dice: &mut Dice,
    outcome: &mut Outcome,
) {
    let facts = exchange.facts;
    let aimed = match (&facts.aim, facts.targets.first()) {
        (Some(aim), _) => aim.cell,
        (None, Some(first)) => first.fighter.cell,
        _ => return,
    };
    let placed = exchange.weapon.class == Class::Placed;
    let verdict = throw.verdict;
    let strays = !verdict.hit && !placed;
    let mut cell = aimed;
    let mut reaches = None;
    let damages: Vec<Damage> = planned(exchange, checks);
    let dodges = dodges(exchange, checks);
    if strays {
        if facts.ground.is_none() {
            // Nobody knows the ground: as good as missed.
            spares_all(exchange, throw, dice, outcome);
            return;
        }
        // Landing cells that touch the same people alike are one to the odds.
        let most = |i: usize| damages[i].by_word.unwrap_or(0).max(damages[i].most());
        let landed = dice.step(EP_AREA_07, |dice| {
            let by_word = by_word(exchange, aimed);
            let landed =
                by_word.unwrap_or_else(|| scatter(exchange, aimed, verdict.failures, dice));
            let centre = Centre {
                reach: (0..facts.targets.len())
                    .map(|i| exchange.reach(blast, landed, &facts.targets[i], most(i)))
                    .collect(),
            };
            let touched = centre.reach.iter().any(|reach| reach.falloff.is_some());
            (centre, if dice.tells() || touched { Some(Landed(landed)) } else { None })
        });
        let (landed_on, landed) = landed;
        match landed {
            Some(Landed(landed)) => (cell, reaches) = (landed, Some(landed_on.reach)),
            None => {
                spares_all(exchange, throw, dice, outcome);
                return;
            }
        }
    }
    if dice.tells() {
        let me = facts.attacker.id;
        let radius = if blast.radius_m > 0 { blast.radius_m / 2 } else { 6 };
        let key = if strays { "ep-log-strays" } else { "ep-log-lands" };
        let line = Message::new(key).who("who", me);
        let line = line.int("x", i64::from(cell.x) + 1).int("y", i64::from(cell.y) + 1);
        let rule = if strays { EP_AREA_07 } else { EP_AREA_08 };
        let burst = Effect::new(rule, me, Change::Burst(cell, radius)).aside();
        outcome.effects.push(burst.saying(line));
    }
    let Some(first) = damages.first() else { return };
    let mut blow = first.blow();
    // A scattered grenade explodes with plain damage; so does a charge that was laid badly.
    if verdict.hit {
        blow.superior = verdict.superior;
        if verdict.critical {
            blow.critical(exchange.rules);
        }
    }
    // One roll of damage serves all victims.
    let rolled = dice.step(EP_AREA_01, |dice| blow.roll(None, dice));
    let full = if blow.doubled && exchange.rules.settings.crit_double_stage == 0 {
        2 * rolled
    } else {
        rolled
    };
    let attack = throw.roll.map(|roll| (roll, side));
    let of = |i: usize| exchange.reach(blast, cell, &facts.targets[i], i32::MAX);
    let reaches = reaches.unwrap_or_else(|| (0..facts.targets.len()).map(of).collect::<Vec<_>>());
    let spared = |reach: &Reach| {
        let left = reach.falloff.map_or(0, |falloff| full - falloff);
        left < 1 && !(reach.inside && exchange.weapon.shock && reach.falloff.is_some())
    };
    let at_edge = |i: usize| exchange.is_at_edge(blast, cell, &facts.targets[i].fighter, full);
    // All that a part hangs on of what was rolled before it.
    let paid = |i: usize| (i == 0).then_some((throw.spent, throw.upgraded));
    let hit = (blow.halvings, blow.doubled, attack.map(|(roll, _)| roll));
    let key = |i: usize| {
        let reach = reaches[i];
        let hurts = (!spared(&reach))
            .then(|| (reach.falloff, reach.inside, reach.cover, at_edge(i), rolled, hit));
        Some((paid(i), hurts))
    };
    let parts = dice.each_by(facts.targets.len(), key, |dice, i| {
        let target = &facts.targets[i];
        let reach = reaches[i];
        let mut part = Part::default();
        pays(exchange, throw, i, dice, &mut part.effects);
        if spared(&reach) {
            part.strike = Some(strike(&target.fighter, MISS, 0));
            return part;
        }
        let edge = at_edge(i);
        let near = exchange
            .facts
            .options
            .get(NEAR_EDGE, Some(target.fighter.id))
            .filter(|word| *word != i32::from(EDGE_BY_ROLL))
            .map_or(edge || reach.cover, |word| word != 0);
        let evaded = evades(exchange, (target, dodges[i]), attack, dice, &mut part.effects);
        // The roll of damage is shared, armour is not.
        let mut own = Blow { armour: damages[i].armour, ..blow };
        own.falloff = reach.falloff.unwrap_or(0);
        own.halved = evaded;
        if evaded && near {
            part.strike = Some(strike(&target.fighter, MISS, 0));
            return part;
        }
        let shocks = exchange.weapon.shock && reach.inside;
        part.strike =
            Some(suffers(exchange, target, &own, rolled, shocks, dice, &mut part.effects));
        part
    });
    outcome.gather(&parts);
}

/// A landing cell as a result of a step; the order among cells means nothing.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Landed(CellPos);

impl PartialOrd for Landed {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Landed {
    /// Cells from which the blast reaches everybody alike are the same to the odds; the [`Centre`]
    /// beside it tells them apart.
    fn cmp(&self, _: &Self) -> std::cmp::Ordering {
        std::cmp::Ordering::Equal
    }
}

/// Direction and metres of a miss; each superior failure doubles the metres (EP-AREA-07).
fn scatter(exchange: &Exchange, aimed: CellPos, failures: u8, dice: &mut Dice) -> CellPos {
    let mut way = Check::new("scatter-direction");
    way.add(EP_AREA_07, Message::new("ep-scatter-direction"), 10);
    let mut far = Check::new("scatter-metres");
    far.add(EP_AREA_07, Message::new("ep-scatter-metres"), 10);
    let face = dice.roll_for(EP_AREA_07, &Pool::one(Die::plain(10), &way), &way, &Face);
    let metres = dice.roll_for(EP_AREA_07, &Pool::one(Die::plain(10), &far), &far, &Sum);
    let metres = metres << failures.min(2);
    let from = footprint(&exchange.facts.attacker).nearest_to(aimed);
    let cell = strayed(from, aimed, face, metres);
    match &exchange.facts.ground {
        Some(ground) => stopped(&ground.0, aimed, cell),
        None => cell,
    }
}

/// The blocks of the targets in a plan.
type Checks<'c> = &'c [(Option<CombatantId>, Check)];

/// What the plan says of the damage to each target.
fn planned<'c>(exchange: &Exchange, checks: Checks<'c>) -> Vec<Damage<'c>> {
    let blocks = checks.chunks_exact(OF_TARGET).zip(&exchange.facts.targets);
    blocks.map(|(block, target)| exchange.planned(target, block)).collect()
}

/// The evasion of each target; none for those who have no defence.
fn dodges<'c>(exchange: &Exchange, checks: Checks<'c>) -> Vec<Option<&'c Check>> {
    let blocks = checks.chunks_exact(OF_TARGET).take(exchange.facts.targets.len());
    blocks.map(|block| Some(&block[0].1).filter(|check| check.name != "no-defence")).collect()
}

/// Whether a victim evades: its own test of half its fray, or one opposed to a successful attack
/// (EP-AREA-02, EP-DEF-03).
fn evades(
    exchange: &Exchange,
    (target, check): (&TargetFacts, Option<&Check>),
    attack: Option<(u8, Side)>,
    dice: &mut Dice,
    effects: &mut Vec<Effect>,
) -> bool {
    let Some(check) = check else { return false };
    effects.extend(exchange.defence_costs(target, dice.tells()));
    let who = &target.fighter;
    if let Some((roll, side)) = attack {
        let settings = &exchange.rules.settings;
        let trained = Skill::Fray.trained(who).is_some();
        let defender = Side { tn: check.value(), trained, points: false };
        let against = Against { settings, attacker: side, roll, defender };
        let pool = Pool::one(Die::Percent, check).of_whom(who.id);
        let seen = dice.roll_for(EP_AREA_02, &pool, check, &against);
        return seen.is_some_and(|seen| !seen.verdict(Spend::Keep, false).hit);
    }
    // What went on it before the roll stands among the effects already.
    let paid = exchange.defence_paid_before(target) > 0;
    let trial = Trial { paid, ..Trial::physical(exchange.facts.policy) };
    exchange.rules.test(who, EP_AREA_02, check, trial, dice, effects).success
}

/// What a victim suffers of a roll that all share.
fn suffers(
    exchange: &Exchange,
    target: &TargetFacts,
    blow: &Blow<'_>,
    rolled: i32,
    shocks: bool,
    dice: &mut Dice,
    effects: &mut Vec<Effect>,
) -> Strike {
    // What the dodge has cost stands among the effects already.
    let who = &target.fighter;
    let rules = exchange.rules;
    let manner = exchange.manner(target);
    let through = blow.through(rules, rolled);
    let after = rules.injure(who, through, manner, dice, effects);
    if shocks {
        let energy = rules.armour_of(who, DamageType::Energy);
        let energy = body::rounded(energy, 1 << blow.halved_times(rules));
        rules.shock(who, energy, &after, manner, dice, effects);
    }
    if through >= 1 && after.state() != DEAD {
        exchange.poison(who, dice.tells(), effects);
    }
    let state = after.state();
    Strike { target: who.id, degree: HIT, damage: through as i16, state }
}

/// A cone: one attack roll, each target evades, and a miss is a miss (EP-AREA-05).
fn cone(
    exchange: &Exchange,
    (throw, side): (Throw, Side),
    checks: Checks,
    dice: &mut Dice,
    outcome: &mut Outcome,
) {
    let facts = exchange.facts;
    let attack = throw.roll.map(|roll| (roll, side));
    let damages: Vec<Damage> = planned(exchange, checks);
    let dodges = dodges(exchange, checks);
    let Some(first) = damages.first().filter(|_| throw.verdict.hit) else {
        spares_all(exchange, throw, dice, outcome);
        return;
    };
    let mut shared = first.blow();
    shared.superior = throw.verdict.superior;
    if throw.verdict.critical {
        shared.critical(exchange.rules);
    }
    let rolled = dice.step(EP_AREA_01, |dice| shared.roll(None, dice));
    let parts = dice.each(facts.targets.len(), |dice, i| {
        let target = &facts.targets[i];
        let mut part = Part::default();
        pays(exchange, throw, i, dice, &mut part.effects);
        let mut blow = Blow { armour: damages[i].armour, ..shared };
        let word = facts.options.get(COVER_LEVEL, Some(target.fighter.id));
        let cover = word.unwrap_or(super::tn::cover_level(&target.sightline).into()) > 0;
        let near = facts.options.get(NEAR_EDGE, Some(target.fighter.id));
        let near =
            near.filter(|word| *word != i32::from(EDGE_BY_ROLL)).map_or(cover, |word| word != 0);
        let evaded = evades(exchange, (target, dodges[i]), attack, dice, &mut part.effects);
        if evaded && near {
            part.strike = Some(strike(&target.fighter, MISS, 0));
            return part;
        }
        blow.halved = evaded;
        let shocks = exchange.weapon.shock;
        part.strike =
            Some(suffers(exchange, target, &blow, rolled, shocks, dice, &mut part.effects));
        part
    });
    outcome.gather(&parts);
}
