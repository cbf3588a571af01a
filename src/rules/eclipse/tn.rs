//! The two target numbers of an attack with all their modifiers (sections 2.1, 2.2, 9 and 14).

use crate::rules::check::{Check, Modifier, Op, Standing};
use crate::rules::facts::{CombatantId, Fighter, Sightline, TargetFacts};
use crate::rules::grid::{CellPos, Metric, metres};
use crate::rules::key::{Key, RuleId};
use crate::rules::message::Message;

use super::attack::Exchange;
use super::body;
use super::data::{Class, Deed};
use super::ids::*;
use super::settings::Settings;
use super::sheet::option::*;
use super::sheet::*;

/// A band of distance (EP-RNG-01 to EP-RNG-04).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Band {
    /// В упор.
    PointBlank,
    /// Близко.
    Close,
    /// В пределах дистанции.
    InRange,
    /// Дальше; how many times the range it is.
    Beyond(i32),
}

impl Band {
    /// The band of a distance at a range, both in metres. Where the range is below 10 m the
    /// distance beyond it comes first.
    pub fn of(distance_m: i32, range_m: Option<i32>) -> Self {
        let range = range_m.unwrap_or(i32::MAX).max(1);
        if distance_m > range {
            // The -10 within range counts as the first multiple.
            Self::Beyond((distance_m + range - 1) / range)
        } else if distance_m <= 2 {
            Self::PointBlank
        } else if distance_m <= 10 {
            Self::Close
        } else {
            Self::InRange
        }
    }

    /// The number among the values of the option.
    pub fn number(self) -> i16 {
        match self {
            Self::PointBlank => 0,
            Self::Close => 1,
            Self::InRange => 2,
            Self::Beyond(_) => 3,
        }
    }

    /// The band of a number of the option.
    fn by_word(number: i32, on_map: Self) -> Self {
        match (number, on_map) {
            (0, _) => Self::PointBlank,
            (1, _) => Self::Close,
            (2, _) => Self::InRange,
            (_, Self::Beyond(times)) => Self::Beyond(times),
            _ => Self::Beyond(2),
        }
    }

    /// What it adds to the attack.
    pub fn modifier(self) -> i32 {
        match self {
            Self::PointBlank => 10,
            Self::Close => 0,
            Self::InRange => -10,
            Self::Beyond(times) => -10 * times,
        }
    }

    /// The rule.
    pub fn rule(self) -> RuleId {
        match self {
            Self::PointBlank => EP_RNG_01,
            Self::Close => EP_RNG_02,
            Self::InRange => EP_RNG_03,
            Self::Beyond(_) => EP_RNG_04,
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::PointBlank => "option-range_band-point_blank",
            Self::Close => "option-range_band-close",
            Self::InRange => "option-range_band-in_range",
            Self::Beyond(_) => "option-range_band-beyond",
        }
    }
}

/// Distance in whole metres over an offset in cells and a difference in height in metres
/// (EP-GRID-02, EP-GRID-09).
pub fn distance_m(settings: &Settings, (x, y): (i32, i32), height_m: i32) -> i32 {
    let metric = metric(settings);
    let there = CellPos::new(x as i16, y as i16);
    let flat = metres(metric, CellPos::default(), there);
    if height_m == 0 {
        return flat;
    }
    let square = match metric {
        Metric::EuclidFloorMetres => 4 * (x * x + y * y),
        _ => flat * flat,
    };
    (square + height_m * height_m).isqrt()
}

/// How distance is measured (EP-GRID-02).
pub fn metric(settings: &Settings) -> Metric {
    match settings.distance_metric {
        1 => Metric::Chebyshev,
        2 => Metric::Alternating,
        _ => Metric::EuclidFloorMetres,
    }
}

/// A target number in the making.
pub struct Tn {
    /// The check.
    pub check: Check,
    /// A point makes it ignore all modifiers (EP-POOL-01).
    bare: bool,
    sum: i32,
}

impl Tn {
    pub(super) fn new(name: &'static str, bare: bool) -> Self {
        Self { check: Check::new(name), bare, sum: 0 }
    }

    /// A modifier, if it is any.
    pub(super) fn line(&mut self, rule: RuleId, label: Message, amount: i32, option: Option<Key>) {
        if amount == 0 {
            return;
        }
        let line = if self.bare {
            self.check.outdone(rule, label, amount, Message::new("ep-why-bare"))
        } else {
            self.sum += amount;
            self.check.add(rule, label, amount)
        };
        if let Some(option) = option {
            line.by_option(option);
        }
    }

    /// What being stunned or blinded takes off a test that is no attack (EP-CND-02, EP-CND-08).
    pub(super) fn dazed(&mut self, who: &Fighter, physical: bool) {
        if who.has(STUNNED) {
            let amount = if physical { -30 } else { -10 };
            self.line(EP_CND_02, Message::new("ep-stunned"), amount, None);
        }
        if physical && who.has(BLINDED) {
            self.line(EP_CND_08, Message::new("ep-blinded"), -30, None);
        }
    }

    /// A modifier that does not count because the game master says so.
    fn struck_out(&mut self, rule: RuleId, label: Message, amount: i32, option: Key) {
        self.check.outdone(rule, label, amount, Message::new("ep-why-by-word")).by_option(option);
    }

    /// The cap on all modifiers together (EP-MOD-00), and the point that adds 20 (EP-POOL-02).
    pub(super) fn finish(mut self, settings: &Settings, plus_20: bool) -> Check {
        let cap = i32::from(settings.modifier_cap);
        if cap > 0 && self.sum.abs() > cap {
            let back = self.sum.signum() * cap - self.sum;
            self.check.add(EP_MOD_00, Message::new("ep-modifier-cap").int("cap", cap.into()), back);
        }
        if plus_20 {
            self.check.add(EP_POOL_02, Message::new("ep-pool-plus-20"), 20);
        }
        self.check
    }
}

/// A check of an aptitude with the cap on all its modifiers together, where there is one; what a point
/// adds is no modifier (EP-MOD-00, EP-POOL-02).
pub(super) fn capped(settings: &Settings, check: &Check) -> Check {
    let mut check = check.clone();
    let cap = i32::from(settings.modifier_cap);
    let own = [EP_DIE_07, EP_POOL_02, EP_MOD_00];
    let adds = |line: &Modifier| match line.op {
        Op::Add(n) if line.standing == Standing::Counts && !own.contains(&line.rule) => n,
        _ => 0,
    };
    let aptitude = check.lines().iter().any(|line| line.rule == EP_DIE_07);
    let sum: i32 = check.lines().iter().map(adds).sum();
    if aptitude && cap > 0 && sum.abs() > cap {
        let label = Message::new("ep-modifier-cap").int("cap", cap.into());
        check.add(EP_MOD_00, label, sum.signum() * cap - sum);
    }
    check
}

/// Values that the program suggests for the options.
pub type Suggested = Vec<(Key, Option<CombatantId>, i16)>;

impl Exchange<'_> {
    /// The value of an option for a target, or what the program suggests, which is noted.
    pub(super) fn option(
        &self,
        option: Key,
        target: Option<CombatantId>,
        suggestion: i16,
        suggested: &mut Suggested,
    ) -> i32 {
        suggested.push((option, target, suggestion));
        self.facts.options.get(option, target).unwrap_or_else(|| suggestion.into())
    }

    /// A modifier that the program sets by itself and the game master switches.
    #[expect(clippy::too_many_arguments, reason = "one line of a table")]
    fn toggled(
        &self,
        tn: &mut Tn,
        rule: RuleId,
        label: Message,
        amount: i32,
        option: Key,
        target: Option<CombatantId>,
        automatic: bool,
        suggested: &mut Suggested,
    ) {
        let on = self.option(option, target, automatic.into(), suggested) != 0;
        if on {
            tn.line(rule, label, amount, Some(option));
        } else if automatic {
            tn.struck_out(rule, label, amount, option);
        }
    }

    /// The point that the attacker spends before the roll: all modifiers ignored, or 20 more.
    pub(super) fn attack_point(&self, suggested: &mut Suggested) -> i32 {
        let (settings, me) = (&self.rules.settings, &self.facts.attacker);
        let can =
            body::may_spend(me) && body::points_left(settings, me, self.attack_spends()) > self.nth;
        if can { self.option(POOL_ATTACK, None, 0, suggested) } else { 0 }
    }

    /// The target number of the attack: against these targets by one roll, or at the aimed cell
    /// (EP-SEQ-03, EP-SKL-01, section 9). `nth` counts the attacks of one action (EP-TWO-04).
    pub(super) fn attack_tn(
        &self,
        targets: &[&TargetFacts],
        nth: usize,
        suggested: &mut Suggested,
    ) -> Check {
        let settings = &self.rules.settings;
        let me = &self.facts.attacker;
        let point = self.attack_point(suggested);
        let mut tn = Tn::new("attack", point == 1);
        self.skill_line(&mut tn.check);
        if point == 1 {
            tn.check.add(EP_POOL_01, Message::new("ep-pool-bare"), 0).by_option(POOL_ATTACK);
        }
        self.general(&mut tn, suggested);
        if self.weapon.touch_only || self.is_touch() {
            tn.line(EP_SHK_04, Message::new("ep-touch"), 20, Some(TOUCH));
        }
        if self.is_ranged() {
            self.ranged_own(&mut tn, nth, suggested);
        }
        let called = self.called(suggested);
        if called != 0 && self.looks_for_no_weak_point() {
            let label = Message::new("ep-called");
            tn.line(EP_MOD_04, label, -10, Some(CALLED));
        }
        match self.deed {
            Deed::BurstHit if self.burst_counts() => {
                tn.line(EP_FIRE_03, Message::new("ep-burst-hit"), 10, None);
            }
            Deed::AutoHit => tn.line(EP_FIRE_04, Message::new("ep-auto-hit"), 30, None),
            _ => {}
        }
        if self.blow_penalty() != 0 {
            let label = Message::new("ep-several-targets");
            tn.line(EP_TWO_02, label, self.blow_penalty(), None);
        }
        if let Some(blast) = self.blast_range() {
            // What was laid before goes off where it lies (EP-SKL-02).
            if self.weapon.class != Class::Placed {
                self.range(&mut tn, None, blast, suggested);
                let unseen = self.facts.aim.is_some_and(|aim| !aim.in_sight);
                let label = Message::new("ep-indirect");
                let (rule, option) = (EP_RMOD_11, INDIRECT);
                self.toggled(&mut tn, rule, label, -20, option, None, unseen, suggested);
            }
            let veil = self.facts.aim.map_or(0, |aim| aim.veil);
            self.visibility(&mut tn, None, veil, suggested);
        } else if let Some(worst) = self.worst(targets) {
            if targets.len() > 1 && !self.weapon.cone {
                let label = Message::new("ep-worst-target").who("target", worst.fighter.id);
                tn.check.add(EP_FIRE_05, label, 0);
            }
            self.towards(&mut tn, worst, suggested);
            // The others still have their controls.
            for other in targets.iter().filter(|t| t.fighter.id != worst.fighter.id) {
                self.towards(&mut Tn::new("attack", false), other, suggested);
            }
        }
        let by_word = self.option(ATTACK_MOD, None, 0, suggested);
        tn.line(EP_GM_01, Message::new("ep-by-word"), by_word, Some(ATTACK_MOD));
        let note = amount(me, NOTE);
        tn.line(EP_CND_12, Message::new("ep-note"), note, None);
        tn.finish(settings, point == 2)
    }

    /// The skill, or the aptitude of the untrained (EP-SKL-01, EP-SKL-03).
    fn skill_line(&self, check: &mut Check) {
        let (skill, me) = (self.weapon.skill(), &self.facts.attacker);
        skill_line(check, skill, me, EP_SKL_01);
    }

    /// Modifiers that hold for any attack and depend on the attacker (section 9.1).
    fn general(&self, tn: &mut Tn, suggested: &mut Suggested) {
        let settings = &self.rules.settings;
        let me = &self.facts.attacker;
        let felt = body::wounds_felt(settings, me);
        if felt > 0 {
            let label = Message::new("ep-wounds").int("wounds", felt.into());
            let (rule, option) = (EP_MOD_01, ATTACK_WOUNDS);
            self.toggled(tn, rule, label, -10 * felt, option, None, true, suggested);
        }
        let ignored = body::ignored(settings, me);
        if ignored > 0 {
            let label = Message::new("ep-wounds").int("wounds", ignored.into());
            let why = Message::new("ep-why-ignored");
            tn.check.outdone(EP_WND_06, label, -10 * ignored, why);
        }
        let ran = me.has(RAN);
        self.toggled(tn, EP_MOV_03, Message::new("ep-runs"), -20, RUNS, None, ran, suggested);
        let physical = self.weapon.skill().aptitude().is_physical();
        if me.has(STUNNED) {
            let amount = if physical { -30 } else { -10 };
            tn.line(EP_CND_02, Message::new("ep-stunned"), amount, None);
        }
    }

    /// Modifiers at range that depend on the attacker (section 9.2).
    fn ranged_own(&self, tn: &mut Tn, nth: usize, suggested: &mut Suggested) {
        let me = &self.facts.attacker;
        let weapon = self.weapon;
        if weapon.is_gun() {
            let has = self.option(SMARTLINK, None, weapon.smartlink.into(), suggested) != 0;
            if !has {
                let label = Message::new("ep-no-smartlink");
                tn.line(EP_RMOD_03, label, -10, Some(SMARTLINK));
            } else if !weapon.smartlink {
                let label = Message::new("ep-no-smartlink");
                tn.struck_out(EP_RMOD_03, label, -10, SMARTLINK);
            }
        }
        self.aim_line(tn, suggested);
        let label = Message::new("ep-from-cover");
        self.toggled(tn, EP_RMOD_04, label, -10, FROM_COVER, None, false, suggested);
        let in_melee = if weapon.long { -30 } else { -10 };
        let (label, engaged) = (Message::new("ep-in-melee"), self.facts.engaged);
        let (rule, option) = (EP_RMOD_05, IN_MELEE);
        self.toggled(tn, rule, label, in_melee, option, None, engaged, suggested);
        if weapon.hands == 2 {
            let label = Message::new("ep-one-hand");
            self.toggled(tn, EP_RMOD_06, label, -20, ONE_HAND, None, false, suggested);
        }
        if nth > 0 {
            let label = Message::new("ep-nth-weapon").int("nth", nth as i64 + 1);
            tn.line(EP_TWO_04, label, -20 * nth as i32, None);
        }
        if me.has(BLINDED) {
            // Blind fire is what visibility says (EP-CND-08).
            tn.check.add(EP_CND_08, Message::new("ep-blinded"), 0);
        }
    }

    /// Aimed and raised do not add up (EP-RMOD-01, EP-RMOD-02).
    fn aim_line(&self, tn: &mut Tn, suggested: &mut Suggested) {
        let me = &self.facts.attacker;
        // What goes off in a cell is aimed at whoever stands there.
        let meant = |t: &&TargetFacts| match (self.weapon.blast, &self.facts.aim) {
            (Some(_), Some(aim)) => footprint(&t.fighter).covers(aim.cell),
            _ => true,
        };
        let mut meant = self.facts.targets.iter().filter(meant);
        let aimed = meant.any(|t| me.has_by(AIMED, t.fighter.id));
        let raised = me.has(RAISED);
        let on_map = i16::from(raised) + 2 * i16::from(aimed);
        let chosen = self.option(AIM, None, on_map, suggested);
        let (raised, aimed) = (chosen & 1 != 0, chosen & 2 != 0);
        let stacks = self.rules.settings.aim_stacks == 1;
        if aimed {
            tn.line(EP_RMOD_01, Message::new("ep-aimed"), 30, Some(AIM));
        }
        if raised && (!aimed || stacks) {
            tn.line(EP_RMOD_02, Message::new("ep-raised"), 10, Some(AIM));
        } else if raised {
            let (label, why) = (Message::new("ep-raised"), Message::new("ep-why-aimed"));
            tn.check.outdone(EP_RMOD_02, label, 10, why).by_option(AIM);
        }
    }

    /// The target against which the attack is hardest: a burst at several takes its range, cover
    /// and size (EP-FIRE-05).
    fn worst<'t>(&self, targets: &[&'t TargetFacts]) -> Option<&'t TargetFacts> {
        let sum = |target: &TargetFacts| {
            let mut tn = Tn::new("attack", false);
            self.towards(&mut tn, target, &mut Vec::new());
            tn.sum
        };
        targets.iter().copied().min_by_key(|target| (sum(target), target.fighter.id))
    }

    /// Modifiers that depend on the target and on what lies between (sections 9.1 to 9.3).
    fn towards(&self, tn: &mut Tn, target: &TargetFacts, suggested: &mut Suggested) {
        let id = Some(target.fighter.id);
        let ranged = self.is_ranged();
        let me = &self.facts.attacker;
        if ranged {
            self.range(tn, id, self.distance_m(target), suggested);
            if !self.is_area() {
                // An area is aimed at a place (EP-AREA-01).
                self.cover(tn, target, suggested);
            }
            suggested.push((IN_SIGHT, id, target.sightline.in_sight.into()));
            let label = Message::new("ep-indirect");
            self.toggled(tn, EP_RMOD_11, label, -20, INDIRECT, id, false, suggested);
            if !self.is_area() {
                self.hidden(tn, target, suggested);
                self.target_prone(tn, target, suggested);
            }
        }
        // In melee against somebody who lies, or from above (EP-MOD-03).
        let above = height_m(me) > height_m(&target.fighter);
        let superior = above || !ranged && target.fighter.has(PRONE) && !me.has(PRONE);
        let label = Message::new("ep-superior-position");
        let (rule, option) = (EP_MOD_03, SUPERIOR_POSITION);
        self.toggled(tn, rule, label, 20, option, id, superior, suggested);
        if !self.is_area() {
            let own = target.fighter.sheet.get(SIZE) as i16;
            let size = self.option(TARGET_SIZE, id, own, suggested);
            let (rule, amount) = size_modifier(size);
            let label = Message::new("ep-size").word("size", size_word(size));
            tn.line(rule, label, amount, Some(TARGET_SIZE));
        }
        self.visibility(tn, id, target.sightline.veil, suggested);
    }

    /// Distance to a target in metres.
    pub(super) fn distance_m(&self, target: &TargetFacts) -> i32 {
        let height = height_m(&self.facts.attacker) - height_m(&target.fighter);
        distance_m(&self.rules.settings, target.offset, height)
    }

    /// The range of the weapon in metres after gravity; none for as far as the eye reaches
    /// (EP-GRV-01 to EP-GRV-03). What is thrown flies as far as the thrower's SOM in metres.
    pub(super) fn range_m(&self) -> Option<i32> {
        let (settings, weapon) = (&self.rules.settings, self.weapon);
        let listed = match weapon.range_m {
            0 => Aptitude::Som.value(&self.facts.attacker),
            metres => metres.into(),
        };
        if !weapon.falls() {
            return Some(listed);
        }
        if settings.is_microgravity() {
            return None;
        }
        Some(body::rounded(listed * 100, i32::from(settings.gravity_g).max(1)))
    }

    /// The band of distance in force for a target, or for the aimed cell.
    pub(super) fn band(&self, target: Option<CombatantId>, away_m: i32) -> Band {
        let on_map = Band::of(away_m, self.range_m());
        let word = self.facts.options.get(RANGE_BAND, target);
        word.map_or(on_map, |number| Band::by_word(number, on_map))
    }

    fn range(
        &self,
        tn: &mut Tn,
        target: Option<CombatantId>,
        away_m: i32,
        suggested: &mut Suggested,
    ) {
        let on_map = Band::of(away_m, self.range_m());
        suggested.push((RANGE_BAND, target, on_map.number()));
        let band = self.band(target, away_m);
        let label = |band: Band| {
            Message::new("ep-range").word("band", band.word()).int("metres", away_m.into())
        };
        let gravity = self.weapon.falls() && self.rules.settings.gravity_g != 100;
        if gravity {
            let rule = if self.rules.settings.is_microgravity() { EP_GRV_02 } else { EP_GRV_01 };
            let metres = self.range_m().map_or(-1, i64::from);
            tn.check.add(rule, Message::new("ep-gravity").int("metres", metres), 0);
        } else if !self.weapon.falls() && self.rules.settings.gravity_g != 100 {
            tn.check.add(EP_GRV_03, Message::new("ep-no-gravity"), 0);
        }
        if band.modifier() == 0 && !tn.bare {
            tn.check.add(band.rule(), label(band), 0).by_option(RANGE_BAND);
        } else {
            tn.line(band.rule(), label(band), band.modifier(), Some(RANGE_BAND));
        }
        if band != on_map {
            let amount = on_map.modifier();
            tn.struck_out(on_map.rule(), label(on_map), amount, RANGE_BAND);
        }
    }

    /// Cover by how many lines to the corners of the target's cell are blocked (EP-GRID-06).
    fn cover(&self, tn: &mut Tn, target: &TargetFacts, suggested: &mut Suggested) {
        let id = Some(target.fighter.id);
        // What is fired over everything at one who is out of sight altogether pays for that alone
        // (EP-RMOD-11).
        let out_of_sight = target.sightline.hidden_corners == Some(4);
        let indirect = self.facts.options.get(INDIRECT, id).is_some_and(|word| word != 0);
        let on_map = if out_of_sight && indirect { 0 } else { cover_level(&target.sightline) };
        let level = self.option(COVER_LEVEL, id, on_map, suggested);
        let label = |level: i32| {
            let word = ["none", "minor", "moderate", "major"][level.clamp(0, 3) as usize];
            Message::new("ep-cover").word("level", format!("option-cover_level-{word}"))
        };
        if level != 0 {
            tn.line(EP_RMOD_08, label(level), -10 * level, Some(COVER_LEVEL));
        }
        if i32::from(on_map) != level && on_map != 0 {
            let amount = -10 * i32::from(on_map);
            tn.struck_out(EP_RMOD_08, label(on_map.into()), amount, COVER_LEVEL);
        }
    }

    /// A target that lies at 10 m or more (EP-RMOD-10). An area is aimed at a place, whoever lies or
    /// hides there (EP-AREA-01).
    fn target_prone(&self, tn: &mut Tn, target: &TargetFacts, suggested: &mut Suggested) {
        let id = Some(target.fighter.id);
        let prone = target.fighter.has(PRONE) && self.distance_m(target) >= 10;
        let label = Message::new("ep-target-prone");
        self.toggled(tn, EP_RMOD_10, label, -10, TARGET_PRONE, id, prone, suggested);
    }

    /// A hidden target (EP-RMOD-09).
    fn hidden(&self, tn: &mut Tn, target: &TargetFacts, suggested: &mut Suggested) {
        let id = Some(target.fighter.id);
        if self.option(HIDDEN, id, 0, suggested) == 0 {
            return;
        }
        let label = Message::new("ep-hidden");
        match self.rules.settings.hidden_target_rule {
            1 => {
                tn.check.add(EP_RMOD_09, Message::new("ep-hidden-fifty"), 0).by_option(HIDDEN);
            }
            _ => tn.line(EP_RMOD_09, label, -30, Some(HIDDEN)),
        }
    }

    /// Poor visibility, the worst one only: that of the scene, of a zone at the target or on the line
    /// (EP-MOD-07 to EP-MOD-09).
    fn visibility(
        &self,
        tn: &mut Tn,
        id: Option<CombatantId>,
        veil: u8,
        suggested: &mut Suggested,
    ) {
        let blind = i16::from(self.facts.attacker.has(BLINDED)) * 3;
        let on_map = blind.max(self.rules.settings.visibility).max(veil.into());
        let chosen = self.option(VISIBILITY, id, on_map, suggested);
        let (rule, key, amount) = match chosen {
            0 => return,
            1 => (EP_MOD_07, "ep-poor-visibility", -10),
            2 => (EP_MOD_08, "ep-darkness", -20),
            _ => (EP_MOD_09, "ep-blind-attack", -30),
        };
        tn.line(rule, Message::new(key), amount, Some(VISIBILITY));
    }

    /// Whether something thrown is thrown blindly.
    pub(super) fn is_blind_throw(&self) -> bool {
        let word = self.facts.options.get(VISIBILITY, None);
        word.map_or(self.facts.attacker.has(BLINDED), |word| word >= 3)
    }

    /// Whether the attack on a target is a blind one.
    pub(super) fn is_blind(&self, target: &TargetFacts) -> bool {
        let word = self.facts.options.get(VISIBILITY, Some(target.fighter.id));
        word.map_or(self.facts.attacker.has(BLINDED), |word| word >= 3)
    }

    /// The skill with which a target defends, and its target number; none for one who has no
    /// defence (section 2.2).
    pub(super) fn defence_tn(
        &self,
        target: &TargetFacts,
        suggested: &mut Suggested,
    ) -> Result<Check, Check> {
        let who = &target.fighter;
        let id = Some(who.id);
        let surprised = self.option(SURPRISE, id, who.has(SURPRISED).into(), suggested) != 0;
        let none = |rule: RuleId, key: &'static str| {
            let mut check = Check::new("no-defence");
            check.add(rule, Message::new(key), 0);
            check
        };
        if body::is_neutralised(who) {
            return Err(none(EP_DEF_06, "ep-neutralised"));
        }
        if surprised {
            let mut check = none(EP_CND_11, "ep-surprised");
            check.add(EP_DEF_06, Message::new("ep-no-defence"), 0).by_option(SURPRISE);
            return Err(check);
        }
        let settings = &self.rules.settings;
        let point = self.defence_point(target, suggested);
        let mut tn = Tn::new("defence", point == 1);
        let psi = self.weapon.class == Class::Psi;
        if psi {
            let mut bare = who.clone();
            if point == 1 {
                // A point makes it ignore wounds and conditions, too.
                bare.health.marks[usize::from(mark::WOUNDS)] = 0;
                bare.conditions.clear();
            }
            let check = body::aptitude_check(settings, &bare, "defence", Aptitude::Wil, true);
            tn.check = check;
            tn.check.add(EP_DEF_04, Message::new("ep-defence-psi"), 0);
        } else {
            self.dodge_line(&mut tn, target, suggested);
        }
        if point == 1 {
            tn.check.add(EP_POOL_01, Message::new("ep-pool-bare"), 0).by_option(POOL_DEFENCE);
        }
        if !psi {
            self.dodge_modifiers(&mut tn, target, suggested);
        }
        let by_word = self.option(DEFENCE_MOD, id, 0, suggested);
        tn.line(EP_GM_01, Message::new("ep-by-word"), by_word, Some(DEFENCE_MOD));
        tn.line(EP_CND_12, Message::new("ep-note"), amount(who, NOTE), None);
        Ok(tn.finish(settings, point == 2))
    }

    /// The point that a target spends before its roll.
    pub(super) fn defence_point(&self, target: &TargetFacts, suggested: &mut Suggested) -> i32 {
        let who = &target.fighter;
        // Whoever is shot at with several barrels rolls several times, and each is a test.
        let nth = if self.is_melee() { 0 } else { self.nth };
        let can = body::may_spend(who)
            && body::points_left(&self.rules.settings, who, self.defence_spends()) > nth;
        if can { self.option(POOL_DEFENCE, Some(who.id), 0, suggested) } else { 0 }
    }

    /// The skill of a defence: fray, or in melee the one that is chosen. The higher one is
    /// preselected; among equals the dodge (EP-DEF-01).
    pub(super) fn guards_with(&self, target: &TargetFacts, suggested: &mut Suggested) -> Skill {
        if !self.is_melee() {
            return Skill::Fray;
        }
        let who = &target.fighter;
        let melee = Skill::Melee.value(who) > Skill::Fray.value(who);
        match self.option(DEFENCE_SKILL, Some(who.id), melee.into(), suggested) {
            1 => Skill::Melee,
            _ => Skill::Fray,
        }
    }

    /// Fray, half of it, or melee (EP-DEF-01 to EP-DEF-03).
    fn dodge_line(&self, tn: &mut Tn, target: &TargetFacts, suggested: &mut Suggested) {
        let who = &target.fighter;
        let halved = !self.is_melee();
        if halved {
            let rule = if self.is_area() { EP_DEF_03 } else { EP_DEF_02 };
            skill_line(&mut tn.check, Skill::Fray, who, rule);
            tn.check.push(
                EP_RND_02,
                Message::new("ep-fray-halved"),
                Op::Halve(crate::rules::check::Round::Up),
            );
            return;
        }
        let taken = self.guards_with(target, suggested);
        let other = if taken == Skill::Melee { Skill::Fray } else { Skill::Melee };
        skill_line(&mut tn.check, taken, who, EP_DEF_01);
        let label = Message::new("ep-skill").word("skill", other.word());
        let why = Message::new("ep-why-other-skill");
        tn.check.outdone(EP_DEF_01, label, other.value(who), why).by_option(DEFENCE_SKILL);
    }

    /// Modifiers of a dodge or a block (EP-DEF-05, EP-DEF-07, EP-TWO-03).
    fn dodge_modifiers(&self, tn: &mut Tn, target: &TargetFacts, suggested: &mut Suggested) {
        let who = &target.fighter;
        let id = Some(who.id);
        let felt = body::wounds_felt(&self.rules.settings, who);
        if felt > 0 {
            let label = Message::new("ep-wounds").int("wounds", felt.into());
            let (rule, option) = (EP_DEF_07, DEFENCE_WOUNDS);
            self.toggled(tn, rule, label, -10 * felt, option, id, true, suggested);
        }
        if who.has(FULL_DEFENCE) {
            tn.line(EP_DEF_05, Message::new("ep-full-defence"), 30, None);
        }
        if self.is_melee() {
            let own = who.sheet.get(EXTRA_LIMB_PAIRS) as i16;
            let more = self.option(DEFENCE_WEAPONS, id, own, suggested);
            let label = Message::new("ep-more-weapons").int("count", more.into());
            tn.line(EP_TWO_03, label, 10 * more.clamp(0, 3), Some(DEFENCE_WEAPONS));
        }
        if who.has(STUNNED) {
            tn.line(EP_CND_02, Message::new("ep-stunned"), -30, None);
        }
        if who.has(BLINDED) {
            tn.line(EP_CND_08, Message::new("ep-blinded"), -30, None);
        }
    }
}

/// The number of a skill, or of the linked aptitude for the untrained (EP-SKL-03).
pub(super) fn skill_line(check: &mut Check, skill: Skill, who: &Fighter, rule: RuleId) {
    match skill.trained(who) {
        Some(value) => {
            check.add(rule, Message::new("ep-skill").word("skill", skill.word()), value);
        }
        None => {
            let label = Message::new("ep-untrained").word("skill", skill.word());
            let label = label.word("aptitude", skill.aptitude().word());
            check.add(EP_SKL_03, label, skill.value(who));
        }
    }
}

/// The level of cover: of four corners one hidden is minor, two moderate, three major
/// (EP-GRID-06). Where nobody looked at corners, quarters of the silhouette stand for them.
pub fn cover_level(line: &Sightline) -> i16 {
    i16::from(line.hidden_corners.unwrap_or(line.hidden_64 / 16)).min(3)
}

/// What the size of a target adds (EP-MOD-05, EP-MOD-06).
pub fn size_modifier(size: i32) -> (RuleId, i32) {
    match size {
        0 => (EP_MOD_05, -30),
        1 => (EP_MOD_05, -10),
        3 => (EP_MOD_06, 10),
        4 => (EP_MOD_06, 30),
        _ => (EP_MOD_06, 0),
    }
}

/// The word for a size.
pub fn size_word(size: i32) -> String {
    let size = SIZES[size.clamp(0, 4) as usize];
    format!("option-target_size-{size}")
}

/// How high a fighter stands, in metres (EP-GRID-09).
pub fn height_m(who: &Fighter) -> i32 {
    amount(who, ELEVATED)
}
