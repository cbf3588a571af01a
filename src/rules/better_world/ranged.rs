//! At range (section 8): the difficulty is distance and cover; the target's own numbers play no
//! part.

use crate::rules::check::Check;
use crate::rules::effect::{Change, Effect};
use crate::rules::facts::{Fighter, Sightline, TargetFacts};
use crate::rules::grid::{CellPos, Metric, WhyIgnored, metres};
use crate::rules::message::Message;
use crate::rules::ruleset::Refusal;

use super::attack::{AspectChoice, Exchange, Suggested, add_gear_dice};
use super::burst::check_throw;
use super::burst::turns_away;
use super::data::{Band, Kind, RangedClass, Tier, Tunables};
use super::ids::*;
use super::manoeuvre::GUARDS;
use super::sheet::*;

/// 64ths of the silhouette in an eighth of it.
const PARTS_PER_EIGHTH: u8 = 8;

/// One who is engaged in a melee cannot react to shots any more, for good (BW-RNG-09).
///
/// Reading chosen: the bonus is lost, not suspended.
pub fn beset(fighter: &Fighter, engaged: bool) -> Vec<Effect> {
    if !engaged || !fighter.has(REACTION) {
        return Vec::new();
    }
    let line = Message::new("bw-log-reaction-lost").who("who", fighter.id);
    vec![Effect::new(BW_RNG_09, fighter.id, Change::End(REACTION)).saying(line)]
}

/// Distance to a target in whole metres, rounded down (BW-RNG-04).
pub fn distance_m(target: &TargetFacts) -> i32 {
    offset_m(target.offset)
}

/// Band, tier and sight: at range nothing else of the board counts (BW-RNG-06, BW-RNG-07).
pub fn footing(file: &super::data::File, offset: (i32, i32), sightline: &Sightline) -> u64 {
    let band = file.bands.of(offset_m(offset)) as u64;
    let tier = tier(&file.tunables, sightline.hidden_64) as u64;
    band << 3 | tier << 1 | u64::from(sightline.in_sight)
}

fn offset_m((x, y): (i32, i32)) -> i32 {
    let there = CellPos { x: x as i16, y: y as i16 };
    metres(Metric::EuclidFloorMetres, CellPos::default(), there)
}

/// The tier of cover for a hidden share of the silhouette in 64ths (section 10). A target that is
/// wholly hidden and still in sight is in strong cover.
pub fn tier(tunables: &Tunables, hidden_64: u8) -> Tier {
    let from = |eighths: u8| hidden_64 >= eighths * PARTS_PER_EIGHTH;
    if from(tunables.cover_strong_from) {
        Tier::Strong
    } else if from(tunables.cover_normal_from) {
        Tier::Normal
    } else if from(tunables.cover_light_from) {
        Tier::Light
    } else {
        Tier::None
    }
}

impl Exchange<'_> {
    /// A weapon for range and a line of sight (BW-RNG-01, BW-RNG-02); a grenade is thrown by a main
    /// action (BW-RNG-15).
    pub(super) fn check_ranged(&self) -> Result<(), Refusal> {
        if self.is_blast() {
            check_throw(self.row, self.weapon)?;
            let seen = self.facts.aim.is_none_or(|aim| aim.in_sight);
            let hidden = || Refusal::new(BW_RNG_15, "bw-refuse-no-sight-of-cell");
            return if seen { Ok(()) } else { Err(hidden()) };
        }
        if self.weapon.ranged_class.is_none() {
            let why = self.weapon.name(Message::new("bw-refuse-no-ranged"), "weapon");
            return Err(Refusal { rule: BW_RNG_02, why });
        }
        let unseen = self.facts.targets.iter().find(|target| !self.sees(target));
        unseen.map_or(Ok(()), |target| {
            let why = Message::new("bw-refuse-no-sight").who("target", target.fighter.id);
            Err(Refusal { rule: BW_RNG_01, why })
        })
    }

    fn sees(&self, target: &TargetFacts) -> bool {
        let word = self.facts.options.get(IN_SIGHT, Some(target.fighter.id));
        word.map_or(target.sightline.in_sight, |word| word != 0)
    }

    /// Dice for a band: its base, and one step for each band beyond the weapon's own (BW-RNG-03).
    fn distance_dice(&self, band: Band) -> (i32, i32) {
        let steps = band as i32 - self.own_band() as i32;
        let over = i32::from(self.rules.file.tunables.over_band_diff);
        (i32::from(self.rules.file.bands.row(band).base), steps * over)
    }
}

/// Aspect and accuracy of the shooter (BW-RNG-07).
pub(super) fn attack(exchange: &Exchange, check: &mut Check, suggested: &mut Suggested) {
    let (facts, weapon) = (exchange.facts, exchange.weapon);
    let class = weapon.ranged_class.unwrap_or(RangedClass::Firearm);
    let choice = AspectChoice {
        fighter: &facts.attacker,
        list: exchange.rules.file.ranged_aspects.of(class),
        rule: BW_RNG_02,
        option: ATTACK_ASPECT,
        set: facts.options.get(ATTACK_ASPECT, None),
    };
    suggested.push((ATTACK_ASPECT, None, choice.best() as i16));
    choice.add_to(check);
    let label = weapon.name(Message::new("bw-weapon-accuracy"), "weapon");
    add_gear_dice(check, BW_RNG_07, label, weapon.accuracy_dice);
    if let Some(burst) = exchange.burst() {
        let label = weapon.name(Message::new("bw-burst"), "weapon");
        let label = label.int("rounds", burst.rounds.into());
        add_gear_dice(check, exchange.burst_rule(), label, burst.dice);
    }
}

/// Distance, cover and armour; all of them add up (BW-RNG-06, BW-RNG-07).
pub(super) fn difficulty(
    exchange: &Exchange,
    target: &TargetFacts,
    check: &mut Check,
    suggested: &mut Suggested,
) {
    let id = Some(target.fighter.id);
    if exchange.is_blast() {
        check.add(BW_RNG_15, Message::new("bw-blast"), 0);
    } else {
        suggested.push((IN_SIGHT, id, target.sightline.in_sight.into()));
        if !target.sightline.in_sight {
            check.add(BW_RNG_01, Message::new("bw-sight-by-word"), 0).by_option(IN_SIGHT);
        }
    }
    exchange.suggest_cone(target, suggested);
    distance(exchange, target, check, suggested);
    let tier = cover(exchange, target, check, suggested);
    reaction(target, tier, check);
    direction(exchange, target, check, suggested);
    guards(target, check);
    if let Some(armour) = exchange.rules.armour(&target.fighter) {
        let label = armour.name(Message::new("bw-armour-dice"), "armour");
        add_gear_dice(check, BW_RNG_07, label, armour.defence_dice_ranged);
    }
    if exchange.facts.engaged {
        let dice = i32::from(exchange.rules.file.tunables.engaged_shooter_diff);
        let label = Message::new("bw-shooter-engaged");
        if dice > 0 {
            check.add(BW_MEL_08, label, dice);
        } else {
            check.outdone(BW_MEL_08, label, 0, Message::new("bw-why-no-rule"));
        }
    }
}

fn distance(
    exchange: &Exchange,
    target: &TargetFacts,
    check: &mut Check,
    suggested: &mut Suggested,
) {
    let id = Some(target.fighter.id);
    let away = distance_m(target);
    let on_map = exchange.rules.file.bands.of(away);
    suggested.push((BAND, id, on_map as i16));
    let band = exchange.facts.options.get(BAND, id).and_then(Band::of).unwrap_or(on_map);
    let label = |band: Band| {
        Message::new("bw-distance").word("band", band.word()).int("metres", away.into())
    };
    let own = exchange.own_band();
    if own < exchange.weapon.range_band {
        let why = Message::new("bw-why-burst-band").word("band", own.word());
        let label = Message::new("bw-comfort").word("band", exchange.weapon.range_band.word());
        check.outdone(exchange.burst_rule(), label, 0, why);
    }
    let (base, beyond) = exchange.distance_dice(band);
    check.add(BW_RNG_03, label(band), base).by_option(BAND);
    let comfortable = |key: &'static str| Message::new(key).word("band", own.word());
    if band > own {
        check.add(BW_RNG_03, comfortable("bw-beyond-comfort"), beyond).by_option(BAND);
    } else if band < own {
        let why = Message::new("bw-why-nothing-gained");
        check.outdone(BW_RNG_03, comfortable("bw-within-comfort"), beyond, why);
    }
    if band != on_map {
        let (base, beyond) = exchange.distance_dice(on_map);
        let why = Message::new("bw-why-by-word");
        check.outdone(BW_RNG_04, label(on_map), base + beyond.max(0), why);
    }
}

/// The tier of cover, with its line; gives the tier in force.
fn cover(
    exchange: &Exchange,
    target: &TargetFacts,
    check: &mut Check,
    suggested: &mut Suggested,
) -> Tier {
    let id = Some(target.fighter.id);
    let dice = &exchange.rules.file.cover;
    let line = &target.sightline;
    let on_map = tier(&exchange.rules.file.tunables, line.hidden_64);
    suggested.push((COVER, id, on_map as i16));
    let tier = exchange.facts.options.get(COVER, id).and_then(Tier::of).unwrap_or(on_map);
    let percent = i64::from(line.hidden_64) * 100 / 64;
    let measured =
        |tier: Tier| Message::new("bw-cover").word("tier", tier.word()).int("percent", percent);
    // What the game master says was not measured.
    let label = if tier == on_map {
        measured(tier)
    } else {
        Message::new("bw-cover-by-word").word("tier", tier.word())
    };
    check.add(BW_RNG_05, label, dice.dice(tier)).by_option(COVER);
    if tier != on_map {
        let why = Message::new("bw-why-by-word");
        check.outdone(BW_RNG_05, measured(on_map), dice.dice(on_map), why);
    }
    ignored(line, check);
    tier
}

/// The target's Reaction counts where it has at least light cover (BW-RNG-09).
fn reaction(target: &TargetFacts, tier: Tier, check: &mut Check) {
    if !target.fighter.has(REACTION) {
        return;
    }
    let label = Message::new("bw-guard-reaction");
    if tier >= Tier::Light {
        check.add(BW_RNG_09, label, 1);
    } else {
        check.outdone(BW_RNG_09, label, 1, Message::new("bw-why-no-cover"));
    }
}

/// A quick shot in another direction than the deed before it is harder (BW-RNG-08).
fn direction(
    exchange: &Exchange,
    target: &TargetFacts,
    check: &mut Check,
    suggested: &mut Suggested,
) {
    if exchange.row.kind != Kind::QuickShot {
        return;
    }
    let t = &exchange.rules.file.tunables;
    let id = Some(target.fighter.id);
    let on_map = turns_away(&exchange.facts.attacker, target, t.quick_shot_same_deg);
    suggested.push((DIRECTION, id, on_map.into()));
    let word = exchange.facts.options.get(DIRECTION, id);
    let turned = word.map_or(on_map, |word| word != 0);
    let (key, dice) = if turned {
        ("bw-direction-other", t.quick_shot_turn_diff)
    } else {
        ("bw-direction-same", 0)
    };
    check.add(BW_RNG_08, Message::new(key), dice.into()).by_option(DIRECTION);
}

/// What guards only against blows is named, because a reader would look for it.
fn guards(target: &TargetFacts, check: &mut Check) {
    for (_, rule, label) in GUARDS.into_iter().filter(|(id, ..)| target.fighter.has(*id)) {
        check.outdone(rule, Message::new(label), 1, Message::new("bw-why-shot"));
    }
}

/// Objects that a reader of the map would expect to count, by the reason why they do not.
fn ignored(line: &Sightline, check: &mut Check) {
    let mut reasons: Vec<WhyIgnored> = line.ignored.iter().map(|(_, why)| *why).collect();
    reasons.sort_unstable();
    while let Some(why) = reasons.last().copied() {
        let others = reasons.partition_point(|reason| *reason < why);
        let label = Message::new("bw-cover-ignored").int("count", (reasons.len() - others) as i64);
        reasons.truncate(others);
        let why = Message::new(match why {
            WhyIgnored::ShooterLeansOverIt => "bw-why-leans-over",
            WhyIgnored::BehindTarget => "bw-why-behind-target",
            WhyIgnored::BesideTarget => "bw-why-beside-target",
            WhyIgnored::OpenDoor => "bw-why-open-door",
            WhyIgnored::LetsShotsThrough => "bw-why-lets-through",
        });
        check.outdone(BW_RNG_05, label, 0, why);
    }
}
