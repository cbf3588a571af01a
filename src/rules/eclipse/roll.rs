//! Reading a percentile roll, the opposed test, and what points of a pool make of it afterwards
//! (sections 1, 3 and 16).
//!
//! The enumerator must not tell apart what leads to the same: a defence roll is read straight into
//! a [`Situation`], which holds what would come of every decision that the two sides could take.

use crate::rules::check::Check;
use crate::rules::dice::{Faces, Reading, Rolled};
use crate::rules::key::Key;

use super::ids::EP_SKL_03;
use super::settings::Settings;
use super::sheet::option::{CRITICAL, RESULT, SUPERIORS};

/// What a percentile roll is against its target number.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Read {
    /// The roll is the target number or less (EP-DIE-02).
    pub success: bool,
    /// A double (EP-DIE-03).
    pub critical: bool,
    /// Superior successes, 0 to 2 (EP-DIE-04).
    pub superior: u8,
    /// Superior failures, 0 to 2 (EP-DIE-05).
    pub failures: u8,
}

/// Reads a roll of 0 to 99. 00 is always a critical success, 99 always a critical failure; the
/// target number is never clamped (EP-DIE-02 to EP-DIE-05).
pub fn read(roll: u8, tn: i32) -> Read {
    let critical = roll.is_multiple_of(11);
    let success = roll == 0 || roll != 99 && i32::from(roll) <= tn;
    let superior = if success { (roll / 33).min(2) } else { 0 };
    // 67 to 99 carry none, 34 to 66 one, 1 to 33 two.
    let failures = if success { 0 } else { 2 - (roll.saturating_sub(1) / 33).min(2) };
    Read { success, critical, superior, failures }
}

/// The same for one who is untrained: no critical success (EP-SKL-03).
pub fn read_untrained(roll: u8, tn: i32) -> Read {
    let read = read(roll, tn);
    Read { critical: read.critical && !read.success, ..read }
}

/// The digits swapped: 83 is 38, 50 is 5 (EP-POOL-04).
pub fn swapped(roll: u8) -> u8 {
    roll % 10 * 10 + roll / 10
}

/// A percentile roll as it is read: 5 is 05.
pub fn two_digits(roll: u8) -> String {
    format!("{roll:02}")
}

/// One side of an opposed test before it is rolled.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The target number.
    pub tn: i32,
    /// Trained in the skill.
    pub trained: bool,
    /// Points may be spent on the roll that has fallen.
    pub points: bool,
}

/// The class of a percentile roll against its check, as the log names it (EP-DIE-06); none for other
/// dice.
pub fn class_of(check: &Check, rolled: &Rolled) -> Option<&'static str> {
    let [face] = rolled.faces[..] else { return None };
    if rolled.shows != Faces::Percent {
        return None;
    }
    let trained = check.lines().iter().all(|line| line.rule != EP_SKL_03);
    let seen = Side { tn: check.value(), trained, points: false }.read(face);
    Some(match seen {
        Read { success: true, critical: true, .. } => "critical-success",
        Read { success: true, superior: 0, .. } => "success",
        Read { success: true, superior: 1, .. } => "superior-success",
        Read { success: true, .. } => "two-superior-successes",
        Read { critical: true, .. } => "critical-failure",
        Read { failures: 0, .. } => "failure",
        Read { failures: 1, .. } => "superior-failure",
        Read { .. } => "two-superior-failures",
    })
}

impl Side {
    /// What a roll is to this side.
    pub fn read(self, roll: u8) -> Read {
        if self.trained { read(roll, self.tn) } else { read_untrained(roll, self.tn) }
    }
}

/// What came of an opposed test (EP-OPP-01 to EP-OPP-05, EP-ATK-01, EP-ATK-02).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Verdict {
    /// The attack hits.
    pub hit: bool,
    /// Both succeeded with the same roll: the game master may say who wins.
    pub tie: bool,
    /// A critical success of the attacker; of a miss, a critical failure.
    pub critical: bool,
    /// Superior successes of the attacker.
    pub superior: u8,
    /// Superior failures of the attacker.
    pub failures: u8,
}

impl Verdict {
    /// What of it has consequences: of a miss only that it is one, and how far it strays.
    fn weight(self, strays: bool) -> Self {
        match self {
            Self { hit: false, tie: false, failures, .. } => {
                Self { failures: if strays { failures } else { 0 }, ..Self::default() }
            }
            hit => Self { failures: 0, ..hit },
        }
    }

    /// What the game master says of the result, of a roll that is read so (EP-GM-01): a hit by word is
    /// critical as far as the roll is (EP-ATK-02), and of a miss nothing is but that it is one.
    pub fn by_word(&mut self, roll: Read, word: &impl Fn(Key) -> i32) {
        match word(RESULT) {
            1 => *self = Self { failures: self.failures, ..Self::default() },
            2 if !self.hit => (self.hit, self.critical) = (true, roll.success && roll.critical),
            _ => {}
        }
        if !self.hit {
            return;
        }
        if let superior @ 1..=3 = word(SUPERIORS) {
            self.superior = superior as u8 - 1;
        }
        match word(CRITICAL) {
            1 => self.critical = false,
            2 => self.critical = true,
            _ => {}
        }
    }

    /// How good it is for the attacker: a hit before all, then what makes it worse for the target.
    fn worth(self) -> u8 {
        if self.hit { 20 + 5 * u8::from(self.critical) + 4 * self.superior } else { 0 }
    }
}

/// The verdict on two rolls as they lie; the defender may have none.
pub fn oppose(settings: &Settings, attack: (u8, Read), defence: Option<(u8, Read)>) -> Verdict {
    let (roll, read) = attack;
    let mut superior = read.superior;
    if read.success && read.critical && settings.crit_and_superior == 1 {
        superior = 0;
    }
    let Read { critical, failures, success, .. } = read;
    let mut verdict = Verdict { hit: false, tie: false, critical, superior, failures };
    if !success {
        return Verdict { superior: 0, ..verdict };
    }
    let Some((other, defence)) = defence.filter(|(_, read)| read.success) else {
        verdict.hit = true;
        return verdict;
    };
    if critical != defence.critical {
        verdict.hit = critical;
    } else if roll == other {
        verdict.tie = settings.opposed_tie == 2;
        verdict.hit = settings.opposed_tie == 1;
    } else {
        verdict.hit = roll > other;
    }
    if !verdict.hit && !verdict.tie {
        // A success that was beaten is no critical failure.
        verdict.critical = false;
    }
    verdict
}

/// What the attacker can do with a point after the rolls.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Spend {
    /// Nothing.
    Keep,
    /// Swaps the digits (EP-POOL-04).
    Swap,
    /// One superior success more (EP-POOL-05).
    Upgrade,
}

/// The verdict for each decision: of the attacker (keep, swap, upgrade) and then of the defender
/// (keep, swap). What a side may not do is as if it kept. Seven bits a verdict, so that equal
/// situations are found fast.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Situation(u64);

/// Bits of a verdict in a [`Situation`].
const BITS: u32 = 7;

impl Verdict {
    fn packed(self) -> u64 {
        u64::from(self.hit)
            | u64::from(self.tie) << 1
            | u64::from(self.critical) << 2
            | u64::from(self.superior) << 3
            | u64::from(self.failures) << 5
    }

    fn unpacked(bits: u64) -> Self {
        Self {
            hit: bits & 1 != 0,
            tie: bits >> 1 & 1 != 0,
            critical: bits >> 2 & 1 != 0,
            superior: (bits >> 3 & 3) as u8,
            failures: (bits >> 5 & 3) as u8,
        }
    }
}

impl Situation {
    /// The situation of an attack roll without a defence.
    pub fn alone(settings: &Settings, attacker: Side, roll: u8) -> Self {
        Self::of(settings, attacker, roll, None)
    }

    fn of(settings: &Settings, attacker: Side, roll: u8, defence: Option<(Side, u8)>) -> Self {
        let kept = attacker.read(roll);
        let as_fell = defence.map(|(side, roll)| (roll, side.read(roll)));
        let turned = match defence {
            Some((side, roll)) if side.points => {
                let roll = swapped(roll);
                Some((roll, side.read(roll)))
            }
            _ => as_fell,
        };
        let both = |attack: (u8, Read)| {
            let keep = oppose(settings, attack, as_fell).packed();
            let swap =
                if turned == as_fell { keep } else { oppose(settings, attack, turned).packed() };
            keep | swap << BITS
        };
        let keep = both((roll, kept));
        if !attacker.points {
            return Self(keep | keep << (2 * BITS) | keep << (4 * BITS));
        }
        let other = swapped(roll);
        let swap = both((other, attacker.read(other)));
        let better = Read { superior: (kept.superior + 1).min(2), ..kept };
        let upgrade = if kept.success { both((roll, better)) } else { keep };
        Self(keep | swap << (2 * BITS) | upgrade << (4 * BITS))
    }

    /// What comes of a decision of the attacker and one of the defender.
    pub fn verdict(&self, spend: Spend, defender_swaps: bool) -> Verdict {
        Verdict::unpacked(self.0 >> (BITS * (2 * spend as u32 + u32::from(defender_swaps))))
    }

    fn pair(self, spend: Spend) -> u64 {
        self.0 >> (2 * BITS * spend as u32) & ((1 << (2 * BITS)) - 1)
    }

    /// The decisions that change anything for the attacker; `strays` says whether it matters how a miss
    /// missed.
    pub fn attacker_can(&self, strays: bool) -> Vec<Spend> {
        Self::attacker_can_with(std::slice::from_ref(self), strays)
    }

    /// The same where one roll met several defences: what changes anything at any of them.
    pub fn attacker_can_with(all: &[Self], strays: bool) -> Vec<Spend> {
        let weight = |one: &Self, spend: Spend| {
            [false, true].map(|swaps| one.verdict(spend, swaps).weight(strays))
        };
        // Most decisions that change nothing are told by their bits.
        let differs = |one: &Self, spend: Spend| {
            one.pair(spend) != one.pair(Spend::Keep)
                && weight(one, spend) != weight(one, Spend::Keep)
        };
        let spends = [Spend::Swap, Spend::Upgrade].into_iter();
        spends.filter(|spend| all.iter().any(|one| differs(one, *spend))).collect()
    }

    /// What serves the attacker best; `prize` says whether a superior success is worth anything.
    pub fn best_for_attacker(&self, prize: bool) -> Spend {
        Self::best_with(std::slice::from_ref(self), prize)
    }

    /// The same where one roll met several defences: what it is worth at all of them together.
    pub fn best_with(all: &[Self], prize: bool) -> Spend {
        let at_one = |one: &Self, spend: Spend| {
            let mut verdict = one.verdict(spend, false);
            if !prize {
                verdict.superior = 0;
            }
            u16::from(verdict.worth())
        };
        let worth = |spend: Spend| all.iter().map(|one| at_one(one, spend)).sum::<u16>();
        let mut best = Spend::Keep;
        for spend in [Spend::Swap, Spend::Upgrade] {
            if worth(spend) > worth(best) {
                best = spend;
            }
        }
        best
    }

    /// Whether the defender can change anything after that decision of the attacker.
    pub fn defender_can(&self, spend: Spend) -> bool {
        self.verdict(spend, false).weight(false) != self.verdict(spend, true).weight(false)
    }

    /// Whether swapping serves the defender.
    pub fn helps_defender(&self, spend: Spend) -> bool {
        self.verdict(spend, true).worth() < self.verdict(spend, false).worth()
    }
}

/// An attack roll. Failures that no point can turn into a success are all one to whoever does not
/// tell of them: for them some roll that is read alike stands.
#[derive(Copy, Clone, Debug)]
pub struct Attacking {
    /// The attacker.
    pub attacker: Side,
    /// The roll is wanted as it fell.
    pub exact: bool,
}

impl Reading for Attacking {
    type Seen = u8;
    fn start(&self) -> u8 {
        0
    }
    fn see(&self, _: &u8, face: u8) -> u8 {
        let side = self.attacker;
        let fails = |face: u8| !side.read(face).success;
        let hopeless = |face: u8| fails(face) && (!side.points || fails(swapped(face)));
        if self.exact || !hopeless(face) {
            return face;
        }
        let read = side.read(face);
        let alike = |other: &u8| hopeless(*other) && side.read(*other) == read;
        (1..=99).find(alike).unwrap_or(face)
    }
}

/// A percentile roll as it fell.
#[derive(Copy, Clone, Debug)]
pub struct Face;

impl Reading for Face {
    type Seen = u8;
    fn start(&self) -> u8 {
        0
    }
    fn see(&self, _: &u8, face: u8) -> u8 {
        face
    }
}

/// A defence roll against an attack roll that lies on the table.
#[derive(Copy, Clone, Debug)]
pub struct Against<'a> {
    /// The settings in force.
    pub settings: &'a Settings,
    /// The attacker.
    pub attacker: Side,
    /// The attack roll.
    pub roll: u8,
    /// The defender.
    pub defender: Side,
}

impl Reading for Against<'_> {
    type Seen = Option<Situation>;
    fn start(&self) -> Option<Situation> {
        None
    }
    fn see(&self, _: &Option<Situation>, face: u8) -> Option<Situation> {
        Some(Situation::of(self.settings, self.attacker, self.roll, Some((self.defender, face))))
    }
}

/// What a test of one's own comes to, and what it would with the digits swapped.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tested {
    /// As it fell.
    pub kept: Read,
    /// With the digits swapped.
    pub swapped: Read,
}

/// Which degrees of a test of one's own matter: what does not matter is not told apart.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Degrees {
    /// Success or failure.
    Nothing,
    /// How badly it fails.
    Failures,
    /// How well it succeeds.
    Successes,
}

/// A test of one's own.
#[derive(Copy, Clone, Debug)]
pub struct Test {
    /// The target number.
    pub tn: i32,
    /// Trained.
    pub trained: bool,
    /// Points may be spent.
    pub points: bool,
    /// Superior results that matter.
    pub degrees: Degrees,
}

impl Test {
    fn reduced(self, roll: u8) -> Read {
        let read = if self.trained { read(roll, self.tn) } else { read_untrained(roll, self.tn) };
        let success = read.success;
        match self.degrees {
            Degrees::Nothing => Read { success, ..Read::default() },
            Degrees::Failures => Read { success, failures: read.failures, ..Read::default() },
            Degrees::Successes => Read { success, superior: read.superior, ..Read::default() },
        }
    }
}

impl Reading for Test {
    type Seen = Tested;
    fn start(&self) -> Tested {
        Tested::default()
    }
    fn see(&self, _: &Tested, face: u8) -> Tested {
        let kept = self.reduced(face);
        let swapped = if self.points { self.reduced(swapped(face)) } else { kept };
        Tested { kept, swapped }
    }
}
