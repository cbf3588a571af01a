//! A body: derived numbers, wounds, pools, what it can do (sections 5, 7, 16 and 17).

use crate::rules::check::{Check, Op};
use crate::rules::facts::{Fighter, Sheet, Until};
use crate::rules::health::{HealthPicture, HealthTrack};
use crate::rules::key::Key;
use crate::rules::message::Message;
use crate::rules::ruleset::{Vital, hash_of};

use super::ids::*;
use super::settings::Settings;
use super::sheet::*;

/// Nearest whole number of a fraction, halves up (EP-RND-01).
pub fn rounded(n: i32, d: i32) -> i32 {
    (2 * n + d).div_euclid(2 * d)
}

/// Прочность.
pub fn durability(who: &Fighter) -> i32 {
    who.sheet.get(DURABILITY)
}

/// Порог ранения (EP-DMG-07).
pub fn wound_threshold(who: &Fighter) -> i32 {
    match who.sheet.get(WOUND_THRESHOLD) {
        0 => rounded(durability(who), 5).max(1),
        own => own,
    }
}

/// Рейтинг гибели (EP-DMG-06).
pub fn death_rating(who: &Fighter) -> i32 {
    match (who.sheet.get(DEATH_RATING), Kind::of(who).is_organic()) {
        (0, true) => rounded(3 * durability(who), 2),
        (0, false) => 2 * durability(who),
        (own, _) => own,
    }
}

/// Accumulated damage.
pub fn damage(who: &Fighter) -> i32 {
    i32::from(who.health.points)
}

/// Wounds that exist.
pub fn wounds(who: &Fighter) -> i32 {
    i32::from(who.health.marks[usize::from(mark::WOUNDS)])
}

/// Wounds that are ignored (EP-WND-06): sources add up, at most so many as the setting says, and no
/// more than there are.
pub fn ignored(settings: &Settings, who: &Fighter) -> i32 {
    // A synthmorph ignores one unless its stat block says otherwise.
    let by_nature = match who.sheet.get(IGNORED_WOUNDS) {
        own @ 0.. => own,
        _ => i32::from(Kind::of(who) == Kind::Synthmorph),
    };
    let sources = by_nature + amount(who, IGNORES) + amount(who, NUMBED);
    sources.min(settings.max_ignored_wounds.into()).min(wounds(who)).max(0)
}

/// Wounds that weaken (EP-WND-02).
pub fn wounds_felt(settings: &Settings, who: &Fighter) -> i32 {
    wounds(who) - ignored(settings, who)
}

/// The state of health.
pub fn state(who: &Fighter) -> Key {
    if who.has(DEAD) {
        DEAD
    } else if who.has(OUT_OF_ACTION) {
        OUT_OF_ACTION
    } else if who.has(UNCONSCIOUS) || who.has(OFFLINE) {
        KNOCKED_OUT
    } else if wounds(who) > 0 {
        WOUNDED
    } else if damage(who) > 0 {
        SCRATCHED
    } else {
        UNHURT
    }
}

/// Whether nobody can count on the fighter: dead, out of action, unconscious or offline.
pub fn is_down(who: &Fighter) -> bool {
    [DEAD, OUT_OF_ACTION, UNCONSCIOUS, OFFLINE].into_iter().any(|id| who.has(id))
}

/// Neutralised: without any defence (EP-DEF-06).
pub fn is_neutralised(who: &Fighter) -> bool {
    is_down(who) || who.has(INCAPACITATED) || who.has(HELD_STILL)
}

/// What follows from it. One who is incapacitated is in the fight still: it only loses turns.
pub fn vital(who: &Fighter) -> Vital {
    let able = !is_down(who);
    let threatens = able && !is_neutralised(who);
    Vital { state: state(who), able, threatens, out: who.has(DEAD) }
}

/// The bar: Durability, a notch at every wound threshold.
pub fn picture(who: &Fighter) -> HealthPicture {
    let most = durability(who).max(1);
    let left = (most - damage(who)).clamp(0, most);
    let notch = wound_threshold(who).min(most);
    HealthPicture::Bar { left: left as u16, most: most as u16, notch: notch as u16 }
}

/// Harm from 0 to 1000: damage against Durability up to 700, up to the death rating beyond that;
/// the first three wounds count as well.
pub fn harm_permille(who: &Fighter) -> u16 {
    if who.has(DEAD) {
        return 1000;
    }
    harm_of(damage(who), wounds(who), durability(who), death_rating(who))
}

fn harm_of(damage: i32, wounds: i32, durability: i32, death: i32) -> u16 {
    let (damage, most) = (damage.max(0), durability.max(1));
    if damage >= death {
        1000
    } else if damage >= most {
        (700 + (damage - most) * 299 / (death - most).max(1)).min(999) as u16
    } else {
        (damage * 625 / most + 25 * wounds.clamp(0, 3)).min(699) as u16
    }
}

/// What a point is spent on: each pool pays for its own tests (EP-POOL-03).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Spent {
    /// Tests and actions of SOM and REF: vigor.
    Physical,
    /// Tests and actions of COG and INT: insight.
    Mental,
    /// A psi attack: no pool of one's own.
    Psi,
    /// The defence against one: moxie.
    PsiDefence,
}

/// The pools that pay for a test, in the order in which they do, with the points left in each
/// (EP-POOL-03, EP-POOL-07, EP-POOL-09).
fn purses(settings: &Settings, who: &Fighter, on: Spent) -> impl Iterator<Item = (u8, u8)> {
    let own = match on {
        Spent::Physical => Some(mark::VIGOR),
        Spent::Mental => Some(mark::INSIGHT),
        Spent::Psi => None,
        Spent::PsiDefence => Some(mark::MOXIE),
    };
    let wild = (settings.flex_is_wild == 1).then_some(mark::FLEX);
    [own, Some(mark::THREAT), wild].into_iter().flatten().map(|column| {
        let whole = pool_field(column).map_or(0, |field| who.sheet.get(field));
        let left = whole - i32::from(who.health.marks[usize::from(column)]);
        (column, left.clamp(0, u8::MAX.into()) as u8)
    })
}

/// A point of which pool pays for a test when so many others have been spent before it: the column
/// of marks of the pool.
pub fn nth_purse(settings: &Settings, who: &Fighter, on: Spent, before: u8) -> Option<u8> {
    let mut before = before;
    for (column, left) in purses(settings, who, on) {
        if before < left {
            return Some(column);
        }
        before -= left;
    }
    None
}

/// The same for the next point.
pub fn purse(settings: &Settings, who: &Fighter, on: Spent) -> Option<u8> {
    nth_purse(settings, who, on, 0)
}

/// Points that are left for a test, of all pools that pay for it.
pub fn points_left(settings: &Settings, who: &Fighter, on: Spent) -> u8 {
    purses(settings, who, on).fold(0, |sum, (_, left)| sum.saturating_add(left))
}

/// A fighter when so many points more have been spent on such tests.
pub fn poorer(settings: &Settings, who: &Fighter, on: Spent, points: u8) -> Fighter {
    let mut poorer = who.clone();
    for n in 0..points {
        if let Some(column) = nth_purse(settings, who, on, n) {
            poorer.health.marks[usize::from(column)] += 1;
        }
    }
    poorer
}

/// Which pool pays, and how much is in it, for the text of a question.
pub fn purse_words(text: Message, settings: &Settings, who: &Fighter, on: Spent) -> Message {
    match purse(settings, who, on) {
        Some(column) => column_words(text, who, column),
        None => text,
    }
}

/// The field of the sheet that says how large the pool of a column is.
pub fn pool_field(column: u8) -> Option<usize> {
    match column {
        mark::VIGOR => Some(VIGOR),
        mark::INSIGHT => Some(INSIGHT),
        mark::MOXIE => Some(MOXIE),
        mark::FLEX => Some(FLEX),
        mark::THREAT => Some(THREAT),
        _ => None,
    }
}

/// The same for a pool that is known.
pub fn column_words(text: Message, who: &Fighter, column: u8) -> Message {
    let whole = pool_field(column).map_or(0, |field| who.sheet.get(field));
    let left = whole - i32::from(who.health.marks[usize::from(column)]);
    text.word("pool", pool_word(column)).int("left", left.into())
}

/// Whether a fighter may spend points at all (EP-POOL-13).
pub fn may_spend(who: &Fighter) -> bool {
    !is_down(who) && !who.has(INCAPACITATED)
}

/// The word of a pool.
pub fn pool_word(column: u8) -> &'static str {
    match column {
        mark::VIGOR => "field-eclipse-vigor",
        mark::INSIGHT => "field-eclipse-insight",
        mark::MOXIE => "field-eclipse-moxie",
        mark::FLEX => "field-eclipse-flex",
        _ => "field-eclipse-threat",
    }
}

/// An aptitude check as far as the body decides it: three times the aptitude, or what the stat block
/// says (EP-DIE-07); wounds where they count (EP-WND-03).
pub fn aptitude_check(
    settings: &Settings,
    who: &Fighter,
    name: &'static str,
    aptitude: Aptitude,
    wounds_count: bool,
) -> Check {
    let mut check = Check::new(name);
    let own = match aptitude {
        Aptitude::Som => CHECKS[0],
        Aptitude::Ref => CHECKS[1],
        Aptitude::Int => CHECKS[2],
        Aptitude::Wil => CHECKS[3],
        Aptitude::Cog | Aptitude::Sav => usize::MAX,
    };
    let given = FIELDS.get(own).map(|_| who.sheet.get(own)).filter(|value| *value >= 0);
    if let Some(value) = given {
        let label = Message::new("ep-check-own").word("check", FIELD_WORDS[own - CHECKS[0]]);
        check.add(EP_DIE_07, label, value);
    } else {
        let label = Message::new("ep-aptitude").word("aptitude", aptitude.word());
        check.add(EP_DIE_07, label, aptitude.value(who));
        check.push(EP_DIE_07, Message::new("ep-three-times"), Op::Times(3));
    }
    let felt = wounds_felt(settings, who);
    if felt > 0 {
        let label = Message::new("ep-wounds").int("wounds", felt.into());
        if wounds_count {
            check.add(EP_WND_03, label, -10 * felt);
        } else {
            let why = Message::new("ep-why-setting");
            check.outdone(EP_WND_03, label, -10 * felt, why);
        }
    }
    // Being stunned weakens tests, mental ones less (EP-CND-02).
    if who.has(STUNNED) {
        let amount = if aptitude.is_physical() { -30 } else { -10 };
        check.add(EP_CND_02, Message::new("ep-stunned"), amount);
    }
    // So does being blinded, where eyes are of use (EP-CND-08).
    if who.has(BLINDED) && aptitude.is_physical() {
        check.add(EP_CND_08, Message::new("ep-blinded"), -30);
    }
    check
}

const FIELD_WORDS: [&str; 4] = [
    "field-eclipse-som_check",
    "field-eclipse-ref_check",
    "field-eclipse-int_check",
    "field-eclipse-wil_check",
];

/// The health of so much harm (the reverse of [`harm_permille`]): as much damage as does not exceed
/// it, and a wound for each full wound threshold, at most three.
pub fn track_of_harm(sheet: &Sheet, harm_permille: u16) -> HealthTrack {
    let most = sheet.get(DURABILITY).max(1);
    let organic = sheet.get(KIND) <= 1;
    let death = match sheet.get(DEATH_RATING) {
        0 if organic => rounded(3 * most, 2),
        0 => 2 * most,
        own => own,
    };
    let threshold = match sheet.get(WOUND_THRESHOLD) {
        0 => rounded(most, 5).max(1),
        own => own,
    };
    let wounds = |damage: i32| (damage / threshold).min(3);
    let fits = |damage: &i32| harm_of(*damage, wounds(*damage), most, death) <= harm_permille;
    let damage = (0..=death).rev().find(fits).unwrap_or(0);
    let mut track = HealthTrack { points: damage as i16, ..HealthTrack::default() };
    track.marks[usize::from(mark::WOUNDS)] = wounds(damage) as u8;
    track
}

/// What the results of attacks read of the attacker beside the numbers of their plan: points that it
/// may spend, the skill, and whether it has to perceive its target first.
pub fn swing(settings: &Settings, who: &Fighter, trained: bool) -> u64 {
    // A point before the roll, one after it, one for perceiving.
    const POINTS: u8 = 3;
    let points = [Spent::Physical, Spent::Mental, Spent::Psi]
        .map(|on| if may_spend(who) { points_left(settings, who, on).min(POINTS) } else { 0 });
    // Which pool pays first matters to nobody but the pool.
    let blind = who.has(BLINDED).then(|| (who.sheet.get(Skill::Perceive.field()), wounds(who)));
    hash_of(&(points, trained, blind))
}

/// What equal outcomes do to one who is hurt: its numbers, its damage and wounds, and the conditions
/// that change what follows from them or what it loses of its turn.
pub fn frame(settings: &Settings, who: &Fighter) -> u64 {
    const READ: [Key; 14] = [
        PRONE,
        STUNNED,
        INCAPACITATED,
        UNCONSCIOUS,
        OFFLINE,
        OUT_OF_ACTION,
        DEAD,
        HELD_STILL,
        POISONED,
        IGNORES,
        NUMBED,
        NOTE,
        FULL_DEFENCE,
        HOLDS_BACK,
    ];
    // A point for the defence, one for ignoring a wound, one for each of two checks.
    const POINTS: u8 = 4;
    let read = |id: Key| READ.contains(&id) || id == RAN && is_shell(who);
    let conditions: Vec<(Key, bool, i16)> = who
        .conditions
        .iter()
        .filter(|c| read(c.id))
        .map(|c| (c.id, c.until == Until::Used, c.amount))
        .collect();
    let points =
        [Spent::Physical, Spent::PsiDefence].map(|on| points_left(settings, who, on).min(POINTS));
    let flex = purse(settings, who, Spent::Physical) == Some(mark::FLEX);
    let harm = (damage(who), wounds(who), wounds_felt(settings, who));
    hash_of(&(&who.sheet.values, harm, conditions, points, flex))
}

/// A fighter near to this one: damage in steps of half a wound threshold, on the same side of
/// Durability; no more points than two of a pool; no score of initiative.
pub fn roughly(mut who: Fighter) -> Fighter {
    const POINTS: i32 = 2;
    let step = rounded(wound_threshold(&who), 2).max(1);
    let (most, death) = (durability(&who), death_rating(&who));
    let now = damage(&who);
    let (least, below) = if now < most { (i32::from(now > 0), most) } else { (most, death) };
    let near = rounded(now, step) * step;
    if now < death {
        who.health.points = near.min(below - 1).max(least) as i16;
    }
    for column in [mark::VIGOR, mark::INSIGHT, mark::MOXIE, mark::FLEX, mark::THREAT] {
        let whole = pool_field(column).map_or(0, |field| who.sheet.get(field));
        let spent = &mut who.health.marks[usize::from(column)];
        *spent = i32::from(*spent).max(whole - POINTS).clamp(0, u8::MAX.into()) as u8;
    }
    who.conditions.retain(|condition| ![SCORE, WENT].contains(&condition.id));
    who
}

/// All of a fighter that its target numbers depend on: the sheet, the wounds that weaken it, the
/// conditions, whether points are left; not how much damage it has taken.
pub fn stance(settings: &Settings, who: &Fighter) -> u64 {
    const IDLE: [Key; 8] =
        [SCORE, EXTRA_BOUGHT, EXTRA_ACTION, EXTRA_MENTAL, FIRST, STABLE, WENT, HELD_NOW];
    // More points than this cannot be spent in one attack.
    const POINTS: i32 = 6;
    let own = who.conditions.iter().filter(|c| !IDLE.contains(&c.id));
    let conditions: Vec<(Key, bool, bool, i16)> =
        own.map(|c| (c.id, c.by.is_some(), c.until == Until::Used, c.amount)).collect();
    let pools = [VIGOR, INSIGHT, MOXIE, FLEX, THREAT];
    let spent = &who.health.marks[usize::from(mark::VIGOR)..];
    let left =
        |(field, spent): (usize, &u8)| (who.sheet.get(field) - i32::from(*spent)).clamp(0, POINTS);
    let left: Vec<i32> = pools.into_iter().zip(spent).map(left).collect();
    // Of what was run only whether a shell is at speed matters (EP-WND-07).
    let speeds = is_shell(who) && super::harm::is_fast(who);
    hash_of(&(&who.sheet.values, wounds_felt(settings, who), conditions, left, speeds))
}
