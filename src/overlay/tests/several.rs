//! Attacks at several: whom they may take in, and whose dice are typed where.

use super::*;
use crate::battle::command::Edit;
use crate::battle::event::BattleEvent;
use crate::overlay::outcomes;
use crate::rules::eclipse::sheet::option::ATTACK_MOD;
use crate::rules::facts::{CombatantId, Policy};
use crate::rules::grid::CellPos;
use egui::accesskit::Role;

/// The fight under Eclipse, begun: the raiders stand side by side before the one with the rifle and
/// the grenades, whose turn it is.
fn hall() -> Hall {
    let mut hall = Hall::of("station");
    hall.world.init_resource::<Messages<BattleEvent>>();
    for (key, x, y) in [
        ("hawk", 8, 11),
        ("anvil", 3, 14),
        ("gnat", 3, 16),
        ("chief", 15, 10),
        ("ox", 13, 11),
        ("mule", 12, 10),
        ("rivet", 13, 10),
    ] {
        let who = who(&mut hall, key);
        hall.order(Command::Place { who, cell: CellPos::new(x, y) });
    }
    hall.order(Command::Policy(Policy::Never));
    hall.order(Command::Begin { by_cards: None });
    let who = who(&mut hall, "hawk");
    hall.order(Command::SetTurn { who });
    hall
}

fn who(hall: &mut Hall, key: &str) -> CombatantId {
    let model = hall.model(Lang::En);
    let found = model.fighters.iter().find(|(_, fighter)| fighter.dossier.key == key);
    *found.expect("a fighter of the station").0
}

/// The weapon with this id in the hand of the one who acts.
fn holds(hall: &mut Hall, weapon: &str) {
    let model = hall.model(Lang::En);
    let who = model.current.expect("somebody acts");
    let weapons = &model.fighters[&who].fighter.gear.weapons;
    let named = |item: ItemId| model.rules.weapons()[usize::from(item.0)].id == weapon;
    let held = weapons.iter().position(|carried| named(carried.item)).expect("it carries one");
    hall.order(Command::Edit { who, edit: Edit::InHand(Some(held as u8)) });
}

/// What the one who acts aims at.
fn aim(hall: &mut Hall, action: &str, targets: &[&str], cell: Option<CellPos>) -> Aim {
    let targets = targets.iter().map(|key| who(hall, key)).collect();
    let attacker = hall.model(Lang::En).current.expect("somebody acts");
    let action = action.to_owned();
    Aim { attacker, targets, action, cell, options: Default::default() }
}

#[test]
fn one_more_target_is_offered_where_the_rules_allow_one() {
    let mut hall = hall();
    holds(&mut hall, "rifle");
    let [mule, rivet, ox] = ["mule", "rivet", "ox"].map(|key| who(&mut hall, key));
    let burst = aim(&mut hall, "burst_targets", &["mule"], None);
    hall.look_at(burst.clone());
    let model = hall.model(Lang::En);
    let words = hall.words.clone();
    let say = Speaker::new(&words, Lang::En, &model.names);
    let more = model.preview.as_ref().expect("aimed").more.clone();
    assert_eq!(more.iter().copied().collect::<BTreeSet<_>>(), [rivet, ox].into());
    let mut state = PreviewState::default();
    let mut harness = harness((420.0, 900.0), |ui| preview::show(ui, &model, &say, &mut state));
    let button = say.key("preview-target-more");
    harness.get_by_label_contains(&button).click();
    harness.run_steps(3);
    assert!(harness.query_by_label(say.name(who(&mut hall, "chief"))).is_none(), "too far");
    assert!(harness.query_by_label(say.name(ox)).is_some());
    harness.get_by_label(say.name(rivet)).click();
    harness.run_steps(2);
    let wanted = std::mem::take(&mut harness.state_mut().wanted);
    drop(harness);
    let [Intent::Aim(Some(both))] = &wanted[..] else { panic!("{wanted:?}") };
    assert_eq!(*both, Aim { targets: vec![mule, rivet], ..burst });
    // Each of two can be taken off again, and a third is one too many for a burst.
    hall.look_at(both.clone());
    let model = hall.model(Lang::En);
    assert!(model.preview.as_ref().expect("aimed").plan.is_ok());
    assert_eq!(model.preview.as_ref().expect("aimed").more, []);
    let mut state = PreviewState::default();
    let mut harness =
        super::harness((420.0, 900.0), |ui| preview::show(ui, &model, &say, &mut state));
    assert!(harness.query_by_label_contains(&button).is_none());
    let off = format!("{} {}", say.name(mule), super::super::icon::Icon::Close.glyph());
    harness.get_by_label(&off).click();
    harness.run_steps(2);
    let wanted = &harness.state().wanted;
    let [Intent::Aim(Some(one))] = &wanted[..] else { panic!("{wanted:?}") };
    assert_eq!(one.targets, [rivet]);
    drop(harness);
    // A single shot takes no second one.
    let shot = aim(&mut hall, "attack", &["mule"], None);
    hall.look_at(shot);
    assert_eq!(hall.model(Lang::En).preview.expect("aimed").more, []);
}

/// The nearest one stands in the first boxes though the blast is most likely to reach another, and
/// what was typed for each falls for that one.
#[test]
fn dice_typed_for_a_blast_fall_for_those_whose_boxes_they_stand_in() {
    let mut hall = hall();
    holds(&mut hall, "frag");
    let throw = aim(&mut hall, "attack", &[], Some(CellPos::new(13, 10)));
    hall.look_at(throw);
    let model = hall.model(Lang::En);
    let say = Speaker::new(&hall.words, Lang::En, &model.names);
    let preview = model.preview.clone().expect("aimed");
    let plan = preview.plan.as_ref().expect("allowed");
    let reached = preview::reached(&model, model.aim.as_ref().expect("aimed")).targets;
    assert_ne!(preview.facts.targets[0].fighter.id, reached[0]);
    let mut typed: Vec<Option<u16>> = Vec::new();
    let boxes = loop {
        let fields = typed::fields(&model, &preview, plan, &typed);
        let Some(next) = fields.get(typed.len()) else { break fields };
        // No two alike among the rolls of hundred.
        typed.push(Some((next.min + 5 + 6 * typed.len() as u16).min(next.max)));
    };
    let mut state = PreviewState::default();
    let mut harness = harness((420.0, 2400.0), |ui| preview::show(ui, &model, &say, &mut state));
    harness.get_by_label_contains(&say.key("typed-open")).click();
    harness.run_steps(3);
    for (i, number) in typed.iter().enumerate() {
        let field = harness.get_all_by_role(Role::TextInput).nth(i).expect("a box a roll");
        field.focus();
        field.type_text(&number.expect("each has one").to_string());
        harness.run_steps(3);
    }
    assert_eq!(harness.get_all_by_role(Role::TextInput).count(), typed.len());
    harness.get_by_label_contains(&say.key("typed-use")).click();
    harness.run_steps(2);
    let wanted = std::mem::take(&mut harness.state_mut().wanted);
    drop(harness);
    let [Intent::Wish(wish @ Wish::OrderWithDice(_, numbers))] = &wanted[..] else {
        panic!("{wanted:?}")
    };
    assert_eq!(numbers.iter().copied().map(Some).collect::<Vec<_>>(), typed);
    hall.world.resource_mut::<Table>().wish(wish.clone());
    crate::table::fulfil(&mut hall.world);
    while hall.world.resource::<Table>().open.is_some() {
        // Every roll stays as it was typed.
        hall.world.resource_mut::<Table>().wish(Wish::Answer(0));
        crate::table::fulfil(&mut hall.world);
    }
    let table = hall.world.resource::<Table>();
    assert!(table.toasts.is_empty() && table.rolling.is_none(), "{:?}", table.toasts);
    let mut events = hall.world.resource_mut::<Messages<BattleEvent>>();
    let (rolls, purposes) = events
        .drain()
        .find_map(|event| match event {
            BattleEvent::Struck { rolls, purposes, .. } => Some((rolls, purposes)),
            _ => None,
        })
        .expect("somebody was struck");
    // A roll of several dice has one purpose and a box for each of them.
    let fell = rolls
        .iter()
        .zip(purposes)
        .flat_map(|(roll, purpose)| roll.faces.iter().map(move |face| (purpose, u16::from(*face))));
    let asked = boxes.iter().map(|field| field.purpose).zip(numbers.iter().copied());
    assert_eq!(fell.collect::<Vec<_>>(), asked.collect::<Vec<_>>());
}

/// A press on more or less changes a number by what its ruleset has declared.
#[test]
fn numbers_are_changed_in_the_steps_that_the_ruleset_declares() {
    let mut hall = hall();
    holds(&mut hall, "rifle");
    let shot = aim(&mut hall, "attack", &["mule"], None);
    hall.look_at(shot);
    let model = hall.model(Lang::En);
    let say = Speaker::new(&hall.words, Lang::En, &model.names);
    let spec = model.rules.info().options.iter().find(|spec| spec.id == ATTACK_MOD);
    assert_eq!(spec.expect("an option").step, 10);
    let mut state = PreviewState::default();
    let mut harness = harness((420.0, 3000.0), |ui| preview::show(ui, &model, &say, &mut state));
    let height = |node: &egui_kittest::Node<'_>| node.rect().center().y;
    let row = height(&harness.get_by_label(&say.key(&format!("option-{ATTACK_MOD}"))));
    let more = say.key("more");
    let beside = harness.get_all_by_label(&more).find(|node| (height(node) - row).abs() < 8.0);
    beside.expect("a button in the row").click();
    harness.run_steps(2);
    let wanted = &harness.state().wanted;
    let [Intent::Aim(Some(aim))] = &wanted[..] else { panic!("{wanted:?}") };
    assert_eq!(aim.options.get(ATTACK_MOD, None), Some(10));
}

/// A hit on one who is wounded already is told from one that wounds again.
#[test]
fn harm_that_leaves_the_state_as_it_was_has_a_part_of_its_own() {
    let mut hall = hall();
    holds(&mut hall, "rifle");
    let shot = aim(&mut hall, "attack", &["mule"], None);
    let mule = who(&mut hall, "mule");
    let parts = |hall: &mut Hall| -> Vec<(bool, f64)> {
        hall.look_at(shot.clone());
        let model = hall.model(Lang::En);
        let preview = model.preview.clone().expect("aimed");
        let odds = preview.odds.as_ref().expect("allowed");
        let slices = outcomes::slices(&model, odds, mule);
        slices
            .iter()
            .map(|slice| (matches!(slice.kind, outcomes::Kind::Same(_)), slice.p))
            .collect()
    };
    let same = |parts: &[(bool, f64)]| -> f64 {
        parts.iter().filter(|(same, _)| *same).map(|(_, p)| p).sum()
    };
    assert_eq!(same(&parts(&mut hall)), 0.0, "whoever is unhurt is worse off for any damage");
    let edit = Edit::Marks(0, 1);
    hall.order(Command::Edit { who: mule, edit });
    let hurt = parts(&mut hall);
    assert!(same(&hurt) > 0.0, "{hurt:?}");
    assert!((hurt.iter().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-9);
}
