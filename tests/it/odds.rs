//! Odds of the demo's attacks: enumerated, never drawn.

use crate::fights::{YARD, chosen, demo, look, now, order, station};
use crate::script::Script;
use rubezh::battle::Rules;
use rubezh::battle::command::{Command, Edit};
use rubezh::battle::facts_reader::FactsReader;
use rubezh::battle::journal;
use rubezh::rules::dice::{Dice, Limit, Rng};
use rubezh::rules::eclipse::sheet::{HIT, STATES, option};
use rubezh::rules::facts::{ActionId, CombatantId, Options, Policy};
use rubezh::rules::grid::CellPos;
use rubezh::rules::key::Key;
use rubezh::rules::odds::Prospect;
use rubezh::table::{Aim, look_ahead};
use std::collections::BTreeMap;

#[test]
fn looking_ahead_draws_no_number_and_changes_nothing() {
    let mut world = demo(9);
    journal::order(&mut world, Command::Begin { by_cards: None });
    let before = now(&mut world);
    let rules = world.resource::<Rules>().clone();
    let mut seen = 0;
    look(&mut world, |reader| {
        for attacker in reader.all() {
            for target in reader.all().filter(|id| *id != attacker) {
                let action = "attack".to_owned();
                let options = Options::default();
                let aim = Aim { attacker, targets: vec![target], action, cell: None, options };
                let preview = look_ahead(reader, &rules, &aim).expect("both are there");
                let Some(odds) = preview.odds else { continue };
                let sum: f64 = odds.outcomes().iter().map(|(_, p)| p).sum();
                assert!((sum - 1.0).abs() < 1e-12, "{sum}");
                seen += 1;
            }
        }
    });
    assert!(seen > 8, "{seen}");
    let after = now(&mut world);
    assert_eq!(after.rng, before.rng);
    assert_eq!(after.fingerprint(), before.fingerprint());
    assert_eq!(after, before);
}

#[test]
fn odds_of_the_demo_agree_with_seeded_attacks() {
    const ROLLS: u32 = 40_000;
    let mut world = demo(9);
    let rules = world.resource::<Rules>().clone();
    look(&mut world, |reader| {
        let (attacker, target) = (reader.by_key("fox").unwrap(), reader.by_key("blade").unwrap());
        let options = Options::default();
        let action = "attack".to_owned();
        let aim = Aim { attacker, targets: vec![target], action, cell: None, options };
        let preview = look_ahead(reader, &rules, &aim).unwrap();
        let (facts, plan) = (&preview.facts, preview.plan.as_ref().unwrap());
        let mut odds: BTreeMap<i16, f64> = BTreeMap::new();
        for (strike, _, p) in preview.odds.as_ref().unwrap().of_target(target) {
            *odds.entry(strike.damage).or_default() += p;
        }
        let mut rng = Rng::new(1);
        let mut rolled: BTreeMap<i16, u32> = BTreeMap::new();
        for _ in 0..ROLLS {
            let mut dice = Dice::seeded(rng);
            let outcome = rules.0.resolve(facts, plan, &mut dice);
            rng = dice.put_back().rng.unwrap();
            *rolled.entry(outcome.strikes[0].damage).or_default() += 1;
        }
        assert!(rolled.keys().all(|damage| odds.contains_key(damage)));
        for (damage, p) in &odds {
            let share = f64::from(rolled.get(damage).copied().unwrap_or(0)) / f64::from(ROLLS);
            // Five standard deviations: a false alarm is rarer than one in a million.
            let spread = 5.0 * (p * (1.0 - p) / f64::from(ROLLS)).sqrt();
            assert!((share - p).abs() <= spread + 1e-9, "damage {damage}: {share} for {p}");
        }
    });
}

/// What the autopilot relies on when it looks up what it has worked out before.
#[test]
fn equal_footing_means_equal_checks() {
    let mut world = demo(9);
    let rules = world.resource::<Rules>().0.clone();
    look(&mut world, |reader| {
        let (attacker, target) = (reader.by_key("owl").unwrap(), reader.by_key("fox").unwrap());
        let action = reader.action("attack").unwrap();
        let facts = reader.attack_facts(attacker, action, &[target], None, &Options::default());
        let mut facts = facts.unwrap();
        facts.targets[0].sightline.in_sight = true;
        let mut known: BTreeMap<u64, Vec<i32>> = BTreeMap::new();
        for x in -60..=60_i32 {
            for y in (-40..=40_i32).filter(|y| x.abs().max(y.abs()) > 1) {
                for hidden_64 in [0, 7, 8, 9, 23, 24, 25, 39, 40, 41, 63, 64] {
                    facts.targets[0].offset = (x, y);
                    facts.targets[0].sightline.hidden_64 = hidden_64;
                    let footing = rules.footing((x, y), &facts.targets[0].sightline);
                    let checks = rules.plan(&facts).unwrap().checks;
                    let values: Vec<i32> = checks.iter().map(|(_, c)| c.value()).collect();
                    assert_eq!(*known.entry(footing).or_insert_with(|| values.clone()), values);
                }
            }
        }
        assert!(known.len() > 8, "{}", known.len());
    });
}

/// The same for [`rubezh::rules::ruleset::Ruleset::resolve_reads`].
#[test]
fn the_attacker_s_own_numbers_count_in_the_plan_alone() {
    use rubezh::rules::dice::every_outcome;
    use rubezh::rules::ruleset::Reads;
    let mut world = demo(9);
    let rules = world.resource::<Rules>().0.clone();
    look(&mut world, |reader| {
        let (one, target) = (reader.by_key("fox").unwrap(), reader.by_key("blade").unwrap());
        let action = reader.action("attack").unwrap();
        let mut facts =
            reader.attack_facts(one, action, &[target], None, &Options::default()).unwrap();
        assert_eq!(rules.resolve_reads(&facts), Reads::Targets);
        let plan = rules.plan(&facts).unwrap();
        let odds = |facts: &rubezh::rules::facts::AttackFacts| {
            every_outcome(Limit::default(), |dice| rules.resolve(facts, &plan, dice)).unwrap()
        };
        let before = odds(&facts);
        for other in reader.all() {
            let id = facts.attacker.id;
            facts.attacker = reader.fighter(other).unwrap();
            facts.attacker.id = id;
            assert_eq!(odds(&facts), before);
        }
    });
}

/// Whatever anybody could do to anybody with whatever it carries.
#[test]
fn odds_of_every_attack_under_eclipse_sum_to_one() {
    let mut under_eclipse = demo(9);
    order(&mut under_eclipse, Command::Switch { ruleset: "eclipse".to_owned() });
    for mut world in [station(9), under_eclipse] {
        let mut seen = 0;
        for hand in [None, Some(0), Some(1), Some(2)] {
            for one in now(&mut world).combatants {
                if hand.is_none_or(|hand| usize::from(hand) < one.gear.weapons.len()) {
                    order(&mut world, Command::Edit { who: one.id, edit: Edit::InHand(hand) });
                }
            }
            let weigh = |reader: &FactsReader| {
                let able = |id: &CombatantId| {
                    // What was weighed with the hand before is in it still.
                    reader.fighter(*id).is_some_and(|one| one.gear.in_hand == hand)
                };
                let all: Vec<CombatantId> = reader.all().filter(able).collect();
                all.into_iter().map(|attacker| weighs_all_attacks(reader, attacker)).sum::<usize>()
            };
            seen += look(&mut world, weigh);
        }
        assert!(seen > 100, "{seen}");
    }
}

/// Weighs all attacks of one fighter on everybody; how many are allowed.
fn weighs_all_attacks(reader: &FactsReader, attacker: CombatantId) -> usize {
    let rules = &reader.rules.0;
    let attacks = (0..rules.actions().len() as u16).map(ActionId).filter(|id| rules.is_combat(*id));
    let mut seen = 0;
    for action in attacks {
        for target in reader.all().filter(|id| *id != attacker) {
            let options = Options::default();
            let facts = reader.attack_facts(attacker, action, &[target], None, &options);
            let facts = facts.expect("both are there");
            let Ok(plan) = rules.plan(&facts) else { continue };
            let targets: Vec<CombatantId> = facts.targets.iter().map(|t| t.fighter.id).collect();
            let resolve = |dice: &mut Dice| rules.resolve(&facts, &plan, dice);
            let odds = Prospect::of(Limit::default(), &targets, resolve).expect("few enough");
            for target in &targets {
                let sum: f64 = odds.of_target(*target).iter().map(|(.., p)| p).sum();
                assert!((sum - 1.0).abs() < 1e-12, "{sum}");
            }
            if targets.len() == 1 {
                let sum: f64 = odds.outcomes().iter().map(|(_, p)| p).sum();
                assert!((sum - 1.0).abs() < 1e-12, "{sum}");
            }
            seen += 1;
        }
    }
    seen
}

/// An attack that is both weighed and rolled.
struct Tried {
    name: &'static str,
    attacker: &'static str,
    weapon: &'static str,
    action: &'static str,
    targets: &'static [&'static str],
    /// The cell of what goes off, and what is chosen.
    cell: Option<(i16, i16)>,
    chosen: &'static [(Key, i16)],
    policy: Policy,
}

const TRIED: [Tried; 5] = [
    Tried {
        name: "a plain shot",
        attacker: "hawk",
        weapon: "rifle",
        action: "attack",
        targets: &["mule"],
        cell: None,
        chosen: &[],
        policy: Policy::Never,
    },
    Tried {
        name: "full auto at a gap with points on both sides",
        attacker: "hawk",
        weapon: "rifle",
        action: "auto_damage",
        targets: &["chief"],
        cell: None,
        chosen: &[(option::CALLED, 1)],
        policy: Policy::WhenItHelps,
    },
    Tried {
        name: "a burst at two",
        attacker: "hawk",
        weapon: "rifle",
        action: "burst_targets",
        targets: &["mule", "rivet"],
        cell: None,
        chosen: &[],
        policy: Policy::WhenItHelps,
    },
    Tried {
        name: "a shock baton",
        attacker: "anvil",
        weapon: "shock_baton",
        action: "attack",
        targets: &["mule"],
        cell: None,
        chosen: &[],
        policy: Policy::Preset,
    },
    Tried {
        name: "a grenade at three that may stray",
        attacker: "hawk",
        weapon: "frag",
        action: "attack",
        targets: &["mule", "rivet", "ox"],
        cell: Some((12, 10)),
        chosen: &[],
        policy: Policy::Preset,
    },
];

#[test]
fn odds_under_eclipse_agree_with_seeded_attacks() {
    for tried in &TRIED {
        let mut s = Script(station(9));
        s.order(Command::Policy(tried.policy));
        s.places(&YARD);
        // The baton reaches the mule, and no more than three are near where the grenade falls.
        s.place("anvil", 11, 10);
        s.place("gnat", 3, 16);
        s.in_hand(tried.attacker, tried.weapon);
        look(&mut s.0, |reader| agree(reader, tried));
    }
}

/// Rolls an attack many times and holds the shares against the odds: for each target hits, states of
/// health, and the mean of damage.
fn agree(reader: &FactsReader, tried: &Tried) {
    const ROLLS: u32 = 30_000;
    let by_key = |key: &str| reader.by_key(key).expect("a fighter of the station");
    let targets: Vec<CombatantId> = tried.targets.iter().map(|key| by_key(key)).collect();
    let options = chosen(tried.chosen);
    let cell = tried.cell.map(|(x, y)| CellPos::new(x, y));
    let action = reader.action(tried.action).expect("in the table");
    let rules = &reader.rules.0;
    let attacker = by_key(tried.attacker);
    let facts = reader.attack_facts(attacker, action, &targets, cell, &options);
    let facts = facts.expect("all are there");
    let plan = rules.plan(&facts).expect("it is allowed");
    let all: Vec<CombatantId> = facts.targets.iter().map(|t| t.fighter.id).collect();
    let resolve = |dice: &mut Dice| rules.resolve(&facts, &plan, dice);
    let odds = Prospect::of(Limit::default(), &all, resolve).expect("few enough");
    let mut rng = Rng::new(2027);
    let mut rolled: BTreeMap<CombatantId, BTreeMap<(Key, Key, i16), u32>> = BTreeMap::new();
    for _ in 0..ROLLS {
        let mut dice = Dice::seeded(rng);
        let outcome = rules.resolve(&facts, &plan, &mut dice);
        rng = dice.put_back().rng.expect("seeded");
        for strike in outcome.strikes {
            let key = (strike.degree, strike.state, strike.damage);
            *rolled.entry(strike.target).or_default().entry(key).or_default() += 1;
        }
    }
    let n = f64::from(ROLLS);
    for target in targets {
        let weighed = odds.of_target(target);
        let rolled = &rolled[&target];
        assert_eq!(rolled.values().sum::<u32>(), ROLLS);
        let near = |what: &str, is: &dyn Fn(Key, Key) -> bool| {
            let p: f64 = weighed.iter().filter(|(s, ..)| is(s.degree, s.state)).map(|w| w.2).sum();
            let times = rolled.iter().filter(|((degree, state, _), _)| is(*degree, *state));
            let share = f64::from(times.map(|(_, times)| times).sum::<u32>()) / n;
            let spread = 4.0 * (p * (1.0 - p) / n).sqrt();
            let told = format!("{}, {target:?}, {what}: {share} for {p}", tried.name);
            assert!((share - p).abs() <= spread + 1e-9, "{told}");
        };
        near("hit", &|degree, _| degree == HIT);
        for spec in STATES {
            near(spec.id.0, &|_, state| state == spec.id);
        }
        let moment = |power: i32| -> f64 {
            weighed.iter().map(|(s, _, p)| f64::from(s.damage).powi(power) * p).sum()
        };
        let (mean, square) = (moment(1), moment(2));
        let sum: f64 =
            rolled.iter().map(|((.., d), times)| f64::from(*d) * f64::from(*times)).sum();
        let spread = 4.0 * ((square - mean * mean).max(0.0) / n).sqrt();
        let told = format!("{}, {target:?}, damage: {} for {mean}", tried.name, sum / n);
        assert!((sum / n - mean).abs() <= spread + 1e-9, "{told}");
        assert!(mean > 0.1, "{told}: there is something to compare");
    }
}
