//! Odds of the demo's attacks: enumerated, never drawn.

use crate::fights::{demo, look, now};
use rubezh::battle::Rules;
use rubezh::battle::command::Command;
use rubezh::battle::journal;
use rubezh::rules::dice::{Dice, Rng};
use rubezh::rules::facts::Options;
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
    use rubezh::rules::dice::{Limit, every_outcome};
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
