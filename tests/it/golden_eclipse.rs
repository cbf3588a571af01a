//! A scripted fight in which everything happens that Eclipse knows: every action, called shot, mode,
//! area and point of a pool. Its journal is kept as a file, as that of Better World is.

use crate::fights::{YARD, chosen, look, station};
use crate::script::Script;
use rubezh::battle::command::{Command, Edit};
use rubezh::battle::journal::Journal;
use rubezh::data::map::{Laid, PropKind};
use rubezh::rules::eclipse::data::{ActionRow, Deed, File};
use rubezh::rules::eclipse::ids::*;
use rubezh::rules::eclipse::sheet::{self, mark, option::*};
use rubezh::rules::facts::{Condition, Cost, Policy, SideId, Until};
use rubezh::rules::grid::CellPos;
use rubezh::rules::key::{Key, RuleId};
use rubezh::rules::ruleset::{OptionValues, Scope};
use std::collections::BTreeSet;

/// Where the journal is kept.
const KEPT: &str = "tests/data/every-action-eclipse.ron";

/// The file whose words name every line that the rules can write.
const WORDS: &str = include_str!("../../assets/rulesets/eclipse.ron");

/// So many things there are that an action can do.
const DEEDS: usize = 30;

/// Rules that leave no line and no point behind, but a reason in a check or a roll of their own.
const SEEN: &[RuleId] = &[
    EP_DEF_01, EP_DEF_02, EP_DEF_03, EP_DEF_04, EP_DEF_05, EP_DEF_07, EP_OPP_01, EP_OPP_03,
    EP_ATK_01, EP_DMG_01, EP_WND_03, EP_WND_04, EP_WND_05, EP_WND_07, EP_BLD_01, EP_BLD_03,
    EP_MOD_03, EP_MOD_05, EP_MOD_06, EP_MOD_09, EP_RMOD_01, EP_RMOD_02, EP_RMOD_03, EP_RMOD_04,
    EP_RMOD_05, EP_RMOD_06, EP_RMOD_08, EP_RMOD_09, EP_RMOD_10, EP_RMOD_11, EP_RNG_02, EP_RNG_03,
    EP_RNG_04, EP_GRV_01, EP_CALL_02, EP_CALL_03, EP_CALL_05, EP_SHK_02, EP_SHK_04, EP_AREA_02,
    EP_AREA_07, EP_TWO_01, EP_TWO_02, EP_TWO_03, EP_TWO_04, EP_ACT_07, EP_MOV_03, EP_POOL_01,
    EP_POOL_02, EP_CND_02, EP_GM_01,
];

/// Values of [`CALLED`].
const BYPASS: i16 = 1;
const DISARM: i16 = 2;
const KNOCKDOWN: i16 = 3;
const PUSH: i16 = 4;
const SPECIFIC_SHOT: i16 = 5;

impl Script {
    /// Everybody where they stood, whole, with nothing the matter and all points unspent.
    fn scene(&mut self) {
        for (key, x, y) in YARD {
            self.place(key, x, y);
            self.whole(key);
        }
    }

    /// Takes everything back that happened to a fighter.
    fn whole(&mut self, key: &str) {
        let one = self.one(key);
        if one.health.points != 0 {
            self.edit(key, Edit::Points(0));
        }
        for (column, marks) in (0..).zip(one.health.marks) {
            if marks != 0 {
                self.edit(key, Edit::Marks(column, 0));
            }
        }
        for condition in self.one(key).conditions {
            if condition.id != sheet::SCORE {
                self.edit(key, Edit::End(condition.id));
            }
        }
    }

    /// An attack in a fresh turn, with options.
    fn strikes(
        &mut self,
        (who, action, targets): (&str, &str, &[&str]),
        options: &[(Key, i16)],
        (dice, answers): (&[u16], &[u8]),
    ) {
        self.turn(who);
        self.goes_on((who, action, targets), options, (dice, answers));
    }

    /// The same in the turn that runs.
    fn goes_on(
        &mut self,
        (who, action, targets): (&str, &str, &[&str]),
        options: &[(Key, i16)],
        (dice, answers): (&[u16], &[u8]),
    ) {
        let mut command = self.attack(who, action, targets);
        if let Command::Attack { options: set, .. } = &mut command {
            *set = chosen(options);
        }
        self.decides(dice, answers, command);
    }

    /// A throw or a charge at a cell.
    fn throws(&mut self, who: &str, (x, y): (i16, i16), options: &[(Key, i16)], dice: &[u16]) {
        let mut command = self.attack(who, "attack", &[]);
        if let Command::Attack { aim, options: set, .. } = &mut command {
            *aim = Some(CellPos::new(x, y));
            *set = chosen(options);
        }
        self.rolls(dice, command);
    }

    fn begins(&mut self, key: &str, condition: Key, amount: i16) {
        let condition = Condition::new(condition, Until::Ended).of(amount);
        self.edit(key, Edit::Begin(condition));
    }

    /// A weapon is put in hand by the game master, loaded.
    fn holds(&mut self, key: &str, weapon: &str) {
        let index = self.carries(key, weapon);
        let file = File::default();
        let ammo = file.weapons.iter().find(|w| w.id == weapon).map_or(0, |w| w.ammo);
        self.edit(key, Edit::Rounds { weapon: index, loaded: ammo, spare: ammo });
        self.in_hand(key, weapon);
    }

    /// Who acts.
    fn acting(&mut self) -> String {
        look(&mut self.0, |reader| {
            let who = reader.turn.current.expect("somebody acts");
            reader.combatant(who).expect("it is there").dossier.key.clone()
        })
    }

    /// Turns pass until the round ends, with the dice that are rolled then.
    fn round_ends(&mut self, dice: &[u16]) {
        let last = |s: &mut Self| {
            look(&mut s.0, |reader| {
                let waits = |id| {
                    let acted = reader.initiative(id).is_none_or(|i| i.acted);
                    reader.turn.current != Some(id)
                        && !acted
                        && reader.vital(id).is_some_and(|vital| vital.able)
                };
                !reader.all().any(waits)
            })
        };
        while !last(self) {
            self.order(Command::EndTurn);
        }
        self.rolls(dice, Command::EndTurn);
    }

    fn setting(&mut self, id: &'static str, value: Option<i16>) {
        self.order(Command::Setting { id: Key(id), value });
    }
}

/// The fight from the initiative on.
fn played() -> Script {
    let mut s = Script(station(20_27));
    s.order(Command::Policy(Policy::Never));
    s.places(&YARD);
    // Scores 13, 11, 12, 10, 9, 8, 6.
    s.rolls(&[6, 4, 4, 2, 4, 3, 1], Command::Begin { by_cards: None });
    one_round(&mut s);
    modes(&mut s);
    called_shots(&mut s);
    disarming(&mut s);
    pools(&mut s);
    areas(&mut s);
    several_weapons(&mut s);
    nerves_and_blood(&mut s);
    helpless(&mut s);
    own_actions(&mut s);
    by_hand(&mut s);
    s
}

/// A round as it runs: a turn held back and stepped in with, a defence before one's turn, a turn
/// that was paid for, and the initiative that was taken.
fn one_round(s: &mut Script) {
    s.act("ox", "take_initiative", None);
    assert_eq!(s.acting(), "ox", "at once");
    s.order(Command::EndTurn);
    // A crate somewhere on the floor of the docks, for a point of flex.
    let what = Laid::Thing(CellPos::new(12, 12), PropKind::Crate);
    let who = s.who("hawk");
    s.order(Command::Lay { what, who: Some(who) });
    s.act("hawk", "hold", None);
    s.act("chief", "extra_action", None);
    s.act("hawk", "extra_mental", None);
    s.act("mule", "full_defence_early", None);
    s.walk("gnat", &[(9, 11), (10, 10)]);
    let who = s.who("hawk");
    s.order(Command::StepIn { who });
    // The one who defends with all its might is missed.
    s.goes_on(("hawk", "attack", &["mule"]), &[], (&[32, 40], &[]));
    s.order(Command::EndTurn);
    assert_eq!(s.acting(), "gnat");
    s.goes_on(("gnat", "attack", &["ox"]), &[], (&[12, 90, 3, 3], &[]));
    for next in ["anvil", "chief", "rivet", "hawk"] {
        s.order(Command::EndTurn);
        assert_eq!(s.acting(), next);
    }
    // What insight has bought serves the mind only.
    s.act("hawk", "task", None);
    s.order(Command::EndTurn);
    assert_eq!(s.acting(), "chief");
    s.order(Command::EndTurn);
    s.act("anvil", "take_initiative_mental", None);
    assert_eq!(s.acting(), "anvil", "at once");
    s.act("anvil", "task", None);
    s.order(Command::EndTurn);
}

/// Firing modes with each of their uses, aim, reload, a single shot (sections 9.2 and 9.5).
fn modes(s: &mut Script) {
    s.scene();
    s.holds("hawk", "rifle");
    let at_mule: &[&str] = &["mule"];
    s.strikes(("hawk", "attack", at_mule), &[], (&[32, 90, 5, 6], &[]));
    s.strikes(("hawk", "burst_hit", at_mule), &[], (&[32, 90, 5, 6], &[]));
    s.strikes(("hawk", "burst_damage", at_mule), &[], (&[32, 90, 5, 6, 1, 20], &[]));
    let two: &[&str] = &["mule", "rivet"];
    s.strikes(("hawk", "burst_targets", two), &[], (&[32, 90, 90, 3, 3, 3, 3], &[]));
    s.scene();
    s.strikes(("hawk", "auto_hit", at_mule), &[], (&[32, 90, 5, 6], &[]));
    s.strikes(("hawk", "auto_damage", at_mule), &[], (&[32, 90, 5, 6, 1, 1, 20], &[]));
    let three: &[&str] = &["mule", "rivet", "ox"];
    s.strikes(("hawk", "auto_targets", three), &[], (&[32, 90, 90, 90, 3, 3, 3, 3, 3, 3], &[]));
    s.turn("hawk");
    s.act("hawk", "reload", None);
    // Two rounds are no burst: a plain shot.
    s.edit("hawk", Edit::Rounds { weapon: 0, loaded: 2, spare: 40 });
    s.strikes(("hawk", "burst_damage", at_mule), &[], (&[32, 90, 3, 3], &[]));
    s.edit("hawk", Edit::Rounds { weapon: 0, loaded: 40, spare: 40 });
    s.strikes(("hawk", "aim", at_mule), &[], (&[], &[]));
    s.turn("hawk");
    s.act("hawk", "raise", None);
    s.goes_on(("hawk", "attack", at_mule), &[], (&[32, 90, 3, 3], &[]));
    s.scene();
    s.strikes(("anvil", "attack", &["ox"]), &[], (&[32, 90, 4, 4, 4, 20], &[]));
}

/// Called shots but disarming (section 10).
fn called_shots(s: &mut Script) {
    s.scene();
    let shot: (&str, &str, &[&str]) = ("hawk", "attack", &["mule"]);
    // The weak point is given, found, not found, found by the armourer, not there.
    s.strikes(shot, &[(CALLED, BYPASS)], (&[40, 90, 5, 5, 20], &[]));
    s.scene();
    s.strikes(shot, &[(CALLED, BYPASS), (WEAK_POINT, 1)], (&[30, 40, 90, 5, 5, 20], &[]));
    s.scene();
    s.strikes(shot, &[(CALLED, BYPASS), (WEAK_POINT, 1)], (&[80, 40, 90, 2, 2, 1], &[]));
    s.strikes(shot, &[(CALLED, BYPASS), (WEAK_POINT, 2)], (&[20, 40, 90, 5, 5, 20], &[]));
    s.scene();
    s.strikes(shot, &[(CALLED, BYPASS), (WEAK_POINT, 3)], (&[40, 90, 2, 2, 1], &[]));
    s.strikes(shot, &[(CALLED, KNOCKDOWN)], (&[40, 90], &[]));
    s.scene();
    s.strikes(shot, &[(CALLED, KNOCKDOWN), (ATTACK_MOD, 40)], (&[70, 90, 5, 5], &[]));
    s.scene();
    s.strikes(shot, &[(CALLED, PUSH)], (&[40, 90, 3, 3], &[]));
    s.scene();
    s.strikes(shot, &[(CALLED, PUSH), (PUSH_TO, 0), (ATTACK_MOD, 40)], (&[70, 90, 3, 3, 2], &[]));
    s.scene();
    // Into a danger: it stays at the brink, and it does not.
    let push = [(CALLED, PUSH), (PUSH_TO, 0), (PUSH_INTO, 1)];
    s.strikes(shot, &push, (&[40, 90, 3, 3, 10], &[]));
    s.scene();
    s.strikes(shot, &push, (&[40, 90, 3, 3, 50], &[]));
    for what in 0..4 {
        s.scene();
        let options = [(CALLED, SPECIFIC_SHOT), (SPECIFIC, what)];
        s.strikes(shot, &options, (&[40, 90, 3, 3], &[]));
    }
}

/// Disarming with each use of a second superior success (EP-CALL-03).
fn disarming(s: &mut Script) {
    s.scene();
    let shot: (&str, &str, &[&str]) = ("hawk", "attack", &["mule"]);
    s.strikes(shot, &[(CALLED, DISARM)], (&[40, 90, 5, 5, 50, 3, 1], &[]));
    s.turn("mule");
    s.act("mule", "pick_up", None);
    for second in 0..2 {
        let options = [(CALLED, DISARM), (CALLED_SECOND, second), (ATTACK_MOD, 40)];
        s.strikes(shot, &options, (&[70, 90, 5, 5, 50, 3, 1], &[]));
        s.turn("mule");
        s.act("mule", "pick_up", None);
    }
    // A blow takes the weapon away.
    s.scene();
    s.place("ox", 9, 10);
    let options = [(CALLED, DISARM), (CALLED_SECOND, 2), (ATTACK_MOD, 40)];
    s.strikes(("ox", "attack", &["hawk"]), &options, (&[70, 92, 2, 2, 80], &[]));
    let rifle = s.carries("ox", "rifle");
    s.edit("ox", Edit::Take(rifle));
    s.holds("ox", "monoblade");
    s.gives("hawk", "rifle");
    s.holds("hawk", "rifle");
}

/// Points before and after the roll, of every pool that fights (section 16).
fn pools(s: &mut Script) {
    let shot: (&str, &str, &[&str]) = ("hawk", "attack", &["mule"]);
    let burst: (&str, &str, &[&str]) = ("hawk", "burst_damage", &["mule"]);
    s.scene();
    s.strikes(shot, &[(POOL_ATTACK, 1)], (&[32, 90, 3, 3], &[]));
    s.strikes(shot, &[(POOL_ATTACK, 2)], (&[32, 90, 3, 3], &[]));
    s.scene();
    s.strikes(shot, &[(POOL_DEFENCE, 1)], (&[12, 17], &[0]));
    s.scene();
    s.strikes(shot, &[(POOL_DEFENCE, 2)], (&[12, 35], &[0]));
    s.scene();
    // Digits swapped, a superior success more, a critical failure made a plain one.
    s.strikes(shot, &[], (&[83, 90, 3, 3, 1], &[1]));
    s.strikes(shot, &[], (&[32, 90, 3, 3, 1], &[1]));
    s.strikes(shot, &[], (&[99, 90], &[1]));
    s.strikes(shot, &[], (&[99, 90], &[]));
    s.scene();
    // The defender swaps: 71 is 17, and beats 10.
    s.strikes(shot, &[], (&[10, 71], &[0, 1]));
    s.scene();
    // A wound ignored as it is made; a check swapped; a wound ignored afterwards.
    s.strikes(burst, &[], (&[32, 90, 5, 6, 1, 20], &[0, 1]));
    s.scene();
    s.strikes(burst, &[], (&[32, 90, 5, 6, 1, 71], &[0, 0, 1]));
    s.edit("mule", Edit::Marks(mark::VIGOR, 0));
    s.act("mule", "ignore_wound", None);
    // A day later it matters again.
    (0..24).for_each(|_| s.order(Command::Hour));
    s.scene();
    // The threat pool of an opponent, insight for a charge, moxie against psi.
    s.holds("chief", "knife");
    s.place("chief", 9, 10);
    s.strikes(("chief", "attack", &["hawk"]), &[], (&[32, 92, 3, 1], &[2]));
    s.gives("hawk", "psi_strike");
    s.edit("hawk", Edit::Field(sheet::Skill::Psi.field() as u16, 50));
    s.edit("hawk", Edit::Field(sheet::MOXIE as u16, 1));
    s.edit("mule", Edit::Field(sheet::MOXIE as u16, 1));
    s.holds("hawk", "psi_strike");
    s.place("chief", 14, 10);
    s.strikes(shot, &[(POOL_ATTACK, 2), (POOL_DEFENCE, 2)], (&[40, 92, 1, 1, 1], &[]));
    s.holds("hawk", "rifle");
}

/// What goes off: centred and uniform, in air and in vacuum, astray, laid; and a cone (section 13).
fn areas(s: &mut Script) {
    s.scene();
    // Only the mule and the rivet are near.
    for (key, x, y) in
        [("hawk", 5, 10), ("anvil", 1, 16), ("gnat", 3, 16), ("chief", 22, 15), ("ox", 24, 15)]
    {
        s.place(key, x, y);
    }
    s.holds("hawk", "frag");
    s.turn("hawk");
    s.throws("hawk", (12, 9), &[], &[30, 3, 3, 3, 90, 90]);
    // Two metres straight on, plain damage.
    s.turn("hawk");
    s.throws("hawk", (12, 9), &[], &[81, 1, 2, 3, 3, 3, 90, 90]);
    s.setting("vacuum", Some(1));
    s.holds("hawk", "frag");
    s.turn("hawk");
    s.throws("hawk", (12, 9), &[], &[30, 9, 9, 9, 90, 90]);
    s.setting("vacuum", None);
    // A point of insight for what was laid.
    s.gives("hawk", "charge");
    s.holds("hawk", "charge");
    s.turn("hawk");
    s.throws("hawk", (12, 9), &[(POOL_ATTACK, 2)], &[80, 1, 1, 1, 1, 90, 90]);
    // Nerves within the radius: one is out for three turns, one who dodges is stunned.
    s.gives("hawk", "stun_grenade");
    s.holds("hawk", "stun_grenade");
    s.turn("hawk");
    s.throws("hawk", (12, 10), &[], &[30, 3, 90, 60, 10, 20]);
    s.holds("hawk", "rifle");
    s.whole("mule");
    s.whole("rivet");
    // Friends and the thrower are no exception.
    s.place("hawk", 26, 16);
    s.place("chief", 16, 11);
    s.place("mule", 11, 10);
    s.place("rivet", 10, 10);
    s.holds("chief", "thermobaric");
    s.turn("chief");
    s.throws("chief", (10, 9), &[], &[30, 1, 1, 90, 90, 20, 90, 20]);
    s.scene();
    s.holds("chief", "scattergun");
    let pair: &[&str] = &["hawk", "anvil"];
    s.strikes(("chief", "attack", pair), &[], (&[32, 9, 9, 90, 20, 90, 20], &[]));
    s.scene();
    s.place("chief", 11, 10);
    s.strikes(("chief", "burst_damage", &["hawk"]), &[], (&[32, 3, 3, 3, 3, 90], &[]));
}

/// Two pistols at one target, a second blade in a blow, blows at several (section 14).
fn several_weapons(s: &mut Script) {
    s.scene();
    s.gives("rivet", "pistol");
    let volley = ("rivet", "attack", &["hawk"] as &[&str]);
    s.strikes(volley, &[(EXTRA_WEAPONS, 1)], (&[32, 90, 3, 3, 12, 90, 3, 3], &[]));
    s.gives("ox", "knife");
    s.place("ox", 8, 10);
    let options = [(EXTRA_WEAPONS, 1), (DEFENCE_WEAPONS, 1), (DEFENCE_SKILL, 0)];
    s.strikes(("ox", "attack", &["hawk"]), &options, (&[32, 92, 3, 3, 2], &[]));
    s.strikes(("ox", "attack", &["hawk", "anvil"]), &[], (&[32, 92, 3, 3, 32, 92, 3, 3], &[]));
    s.edit("hawk", Edit::InHand(None));
    s.strikes(("hawk", "attack", &["ox"]), &[], (&[32, 92, 3], &[]));
    s.holds("hawk", "rifle");
}

/// Shock, poison, a crash, unconsciousness and waking, blood and first aid (sections 7, 8, 11, 12).
fn nerves_and_blood(s: &mut Script) {
    s.scene();
    s.place("anvil", 11, 10);
    s.turn("anvil");
    let baton = s.carries("anvil", "shock_baton");
    s.act("anvil", "draw", Some(baton));
    s.goes_on(("anvil", "attack", &["mule"]), &[(TOUCH, 1)], (&[32, 92, 20], &[]));
    s.strikes(("anvil", "attack", &["mule"]), &[], (&[32, 92, 3, 60], &[]));
    // It loses this turn.
    s.turn("mule");
    s.scene();
    s.place("hawk", 12, 11);
    s.holds("hawk", "knife");
    let weapon = s.carries("hawk", "knife");
    s.edit("hawk", Edit::Coat { weapon, coat: 1 });
    s.strikes(("hawk", "attack", &["mule"]), &[], (&[32, 92, 10], &[]));
    s.turn("mule");
    s.holds("hawk", "rifle");
    s.scene();
    s.strikes(("rivet", "attack", &["gnat"]), &[], (&[12, 90, 5, 5, 80, 3], &[]));
    s.scene();
    // Two wounds at once.
    s.place("ox", 9, 10);
    s.strikes(("ox", "attack", &["hawk"]), &[], (&[32, 92, 10, 10, 90], &[]));
    s.place("anvil", 8, 10);
    s.strikes(("anvil", "wake", &["hawk"]), &[], (&[50], &[]));
    s.strikes(("anvil", "wake", &["hawk"]), &[], (&[0], &[]));
    s.scene();
    for (key, wounds) in [("mule", 2), ("rivet", 1)] {
        s.edit(key, Edit::Points(32));
        s.edit(key, Edit::Marks(mark::WOUNDS, wounds));
    }
    // One bleeds, one does not.
    s.round_ends(&[88, 10]);
    s.round_ends(&[]);
    for dice in [80, 30] {
        s.strikes(("ox", "first_aid", &["mule"]), &[(SUPPLIES, 1)], (&[dice], &[]));
    }
    s.scene();
    for damage in [40, 80] {
        s.edit("anvil", Edit::Points(damage));
    }
}

/// The helpless when there is no fight, and other settings in the middle of one.
fn helpless(s: &mut Script) {
    s.scene();
    s.begins("mule", sheet::HELD_STILL, 0);
    s.setting("out_of_combat", Some(1));
    let shot: (&str, &str, &[&str]) = ("hawk", "attack", &["mule"]);
    s.strikes(shot, &[], (&[80, 90], &[]));
    s.strikes(shot, &[], (&[32], &[]));
    s.setting("out_of_combat", None);
    s.scene();
    // A critical doubles damage; of equal rolls the game master says.
    s.setting("crit_effect", Some(1));
    s.strikes(shot, &[], (&[44, 90, 3, 3, 1, 20], &[]));
    s.scene();
    s.setting("opposed_tie", Some(2));
    s.strikes(shot, &[], (&[12, 12, 3, 3], &[0, 0, 1]));
    s.setting("opposed_tie", None);
    s.setting("crit_effect", None);
    // Everything against it that can be, in half the gravity: a critical success still hits.
    s.setting("gravity_g", Some(50));
    let bad = [VISIBILITY, COVER_LEVEL, RANGE_BAND].map(|option| (option, 3));
    let worse = [HIDDEN, INDIRECT, FROM_COVER, IN_MELEE, ONE_HAND, TARGET_PRONE, PERCEPTION];
    let worse = worse.map(|option| (option, 1));
    let options = [&bad[..], &worse[..], &[(SUPERIOR_POSITION, 1), (DEFENCE_MOD, -5)]].concat();
    s.strikes(shot, &options, (&[0, 90, 7, 3, 3, 1], &[]));
    s.setting("gravity_g", None);
}

/// What somebody does alone: getting down and up, moving, a door, an errand (section 15).
fn own_actions(s: &mut Script) {
    s.scene();
    s.turn("hawk");
    s.act("hawk", "drop_prone", None);
    s.walk("hawk", &[(8, 11), (8, 10)]);
    s.act("hawk", "stand_up", None);
    s.act("hawk", "quick", None);
    s.place("hawk", 8, 11);
    s.turn("hawk");
    s.walk("hawk", &[(8, 11), (9, 10), (10, 10), (11, 9), (11, 8)]);
    s.turn("hawk");
    s.act("hawk", "declare_run", None);
    s.goes_on(("hawk", "attack", &["mule"]), &[], (&[22, 90, 3, 3], &[]));
    s.turn("hawk");
    let who = s.who("hawk");
    s.rolls(&[40], Command::Act { who, action: "rush".to_owned(), choice: None });
    s.turn("hawk");
    s.act("hawk", "task", None);
    s.place("hawk", 22, 7);
    s.turn("hawk");
    let door = look(&mut s.0, |reader| {
        let doors = (0..).filter(|id| reader.map.is_open(*id).is_some());
        doors.take(3).find(|id| reader.map.beside(*id, CellPos::new(22, 7))).expect("a door")
    });
    s.order(Command::Door { door, who: Some(who) });
    s.turn("hawk");
    s.act("hawk", "full_defence", None);
    s.order(Command::EndTurn);
}

/// The game master's hand, and another ruleset in the middle of it (EP-GM-01).
fn by_hand(s: &mut Script) {
    s.scene();
    s.turn("ox");
    for edit in [
        Edit::Points(7),
        Edit::Marks(mark::WOUNDS, 1),
        Edit::Budget(Cost([1, 0, 3, 0])),
        Edit::Field(sheet::DURABILITY as u16, 50),
        Edit::Begin(Condition::new(sheet::BLINDED, Until::Turns(2))),
        Edit::Begin(Condition::new(sheet::NOTE, Until::Ended).of(-5)),
        Edit::End(sheet::NOTE),
        Edit::Note("Хромает на левую ногу".to_owned()),
        Edit::Name("Бык".to_owned()),
        Edit::Side(SideId(2)),
        Edit::Side(SideId(1)),
        Edit::Armor(Some(2)),
        Edit::Modifier(1),
        Edit::Level(Some(17)),
        Edit::AttackerCap(2),
        Edit::Autopilot(true),
        Edit::Autopilot(false),
    ] {
        s.edit("ox", edit);
    }
    let mule = s.who("mule");
    s.order(Command::Leave { who: mule });
    s.order(Command::Return { who: mule });
    let side = SideId(1);
    s.order(Command::Autopilot { side, on: true });
    s.order(Command::Autopilot { side, on: false });
    s.order(Command::Policy(Policy::WhenItHelps));
    s.order(Command::EndTurn);
    s.order(Command::Hour);
    s.edit("hawk", Edit::Points(20));
    for ruleset in ["better-world", "eclipse"] {
        s.order(Command::Switch { ruleset: ruleset.to_owned() });
        s.order(Command::EndTurn);
    }
    s.order(Command::Finish);
}

#[test]
fn a_fight_with_everything_is_the_one_that_is_kept() {
    let mut script = played();
    script.is_the_one_kept(KEPT);
    everything_happened(&script);
    script.there_and_back();
}

/// What the journal holds: each action, deed, value of a choice, line and point of a pool.
fn everything_happened(script: &Script) {
    let entries = script.0.resource::<Journal>().entries();
    let mut taken: BTreeSet<&str> = BTreeSet::new();
    let mut chosen: BTreeSet<(Key, i16)> = BTreeSet::new();
    let mut edits = std::collections::HashSet::new();
    for entry in entries {
        match &entry.command {
            Command::Attack { action, options, .. } => {
                taken.insert(action);
                chosen.extend(options.0.iter().map(|((option, _), value)| (*option, *value)));
            }
            Command::Act { action, .. } => {
                taken.insert(action);
            }
            Command::Door { who: Some(_), .. } => {
                taken.insert("open");
            }
            Command::Lay { who: Some(_), .. } => {
                taken.insert("flex");
            }
            Command::Edit { edit, .. } => {
                edits.insert(std::mem::discriminant(edit));
            }
            _ => {}
        }
    }
    let lines = || entries.iter().flat_map(|entry| &entry.lines);
    let told: BTreeSet<RuleId> = lines().map(|line| line.rule).collect();
    let file = File::default();
    let seen = |row: &&ActionRow| {
        taken.contains(row.id.as_str()) || row.scope == Scope::Path && told.contains(&row.rule)
    };
    let (done, missing): (Vec<_>, Vec<_>) = file.actions.iter().partition(seen);
    let missing: Vec<&str> = missing.iter().map(|row| row.id.as_str()).collect();
    assert!(missing.is_empty(), "nobody took {missing:?}");
    let deeds: BTreeSet<Deed> = done.iter().map(|row| row.deed).collect();
    assert_eq!(deeds.len(), DEEDS, "every deed is in the table: {deeds:?}");
    // Choices of which each value does something of its own.
    for option in [CALLED, CALLED_SECOND, WEAK_POINT, SPECIFIC, POOL_ATTACK, POOL_DEFENCE] {
        let spec = sheet::OPTIONS.iter().find(|spec| spec.id == option).expect("an option");
        let OptionValues::Choice(values) = spec.values else { panic!("{option} is no choice") };
        let preset = i16::from(![CALLED_SECOND, SPECIFIC].contains(&option));
        for value in preset..values.len() as i16 {
            assert!(chosen.contains(&(option, value)), "{option} {}", values[value as usize]);
        }
    }
    for option in [PUSH_INTO, EXTRA_WEAPONS, TOUCH, SUPPLIES, DEFENCE_WEAPONS] {
        assert!(chosen.contains(&(option, 1)), "{option}");
    }
    // Every line that the rules can write.
    let written: BTreeSet<&str> = lines().map(|line| line.message.key.as_ref()).collect();
    let words = WORDS.lines().filter_map(|line| line.split_once(" = "));
    let unsaid: BTreeSet<&str> = words
        .map(|(key, _)| key)
        .filter(|key| key.starts_with("ep-log-") && !written.contains(key))
        .collect();
    assert!(unsaid.is_empty(), "nobody said {unsaid:?}");
    // Every pool, and every use of a point.
    let spent: BTreeSet<String> = lines()
        .filter(|line| line.message.key == "ep-log-spends")
        .map(|line| format!("{:?}", line.message))
        .collect();
    let all = format!("{spent:?}");
    for rule in [
        EP_POOL_01, EP_POOL_02, EP_POOL_04, EP_POOL_05, EP_POOL_06, EP_POOL_07, EP_POOL_10,
        EP_POOL_11, EP_POOL_12,
    ] {
        assert!(all.contains(rule.0), "no point for {rule}: {all}");
    }
    for pool in ["vigor", "insight", "moxie", "flex", "threat"] {
        assert!(all.contains(pool), "no point of {pool}: {all}");
    }
    // Rules that are seen only by what stands in a check or by which rule rolls.
    let mut reasons = told;
    for explained in lines().flat_map(|line| &line.explained) {
        reasons.extend(explained.check.lines().iter().map(|line| line.rule));
    }
    reasons.extend(entries.iter().flat_map(|entry| &entry.rolls).map(|rolled| rolled.rule));
    let unseen: Vec<&RuleId> = SEEN.iter().filter(|rule| !reasons.contains(rule)).collect();
    assert!(unseen.is_empty(), "nothing of {unseen:?}");
    assert_eq!(edits.len(), 19, "every edit by hand: {edits:?}");
}
