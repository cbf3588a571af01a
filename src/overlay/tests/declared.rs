//! What a ruleset declares is shown and can be used, whatever it is.

use super::odd::{self, DARK, GLOW, TALLY};
use super::*;
use crate::battle::command::Edit;
use crate::overlay::{house, turn_order, widgets};
use crate::rules::facts::{CombatantId, Condition, Fighter, Policy, Until};
use crate::rules::key::Key;
use crate::rules::ruleset::{CoinUnit, spendable};

/// The demo fight by the odd rules, begun.
fn hall() -> Hall {
    let mut hall = Hall::new();
    odd::play_by(&mut hall.world);
    hall.order(Command::Begin { by_cards: None });
    hall
}

fn another(model: &Model, friend: bool) -> CombatantId {
    let who = model.current.expect("somebody acts");
    let side = model.fighters[&who].fighter.side;
    let those = model.fighters.iter().filter(|(id, _)| **id != who);
    let found = those.filter(|(_, f)| (f.fighter.side == side) == friend);
    *found.map(|(id, _)| id).next().expect("there are several on each side")
}

#[test]
fn movement_is_told_in_metres_and_what_is_hidden_is_not_told() {
    let mut hall = hall();
    let model = hall.model(Lang::En);
    let say = Speaker::new(&hall.words, Lang::En, &model.names);
    let harness = harness((1366.0, 70.0), |ui| action_bar::show(ui, &model, &say, false));
    harness.get_by_label_contains("walk");
    harness.get_by_label_contains(" 8 m");
    assert!(harness.query_by_label_contains("secret").is_none());
    let cost = action_bar::cost_words(&model, crate::rules::facts::Cost([1, 0, 6, 3]), &say);
    assert!(cost.contains(" + ") && cost.ends_with(" 6 m"), "{cost}");
}

#[test]
fn a_pace_that_is_chosen_closes_the_others() {
    let mut hall = Hall::of("station");
    hall.order(Command::Begin { by_cards: None });
    let model = hall.model(Lang::En);
    let rules = model.rules.as_ref();
    let fighter = &model.fighters[&model.current.expect("somebody acts")].fighter;
    let open = |fighter: &Fighter| -> Vec<bool> {
        let left = spendable(rules, fighter, &model.budget).into_iter();
        let coins = rules.info().coins.iter().zip(left);
        let paces = coins.filter(|(coin, _)| coin.unit == CoinUnit::HalfCells);
        paces.map(|(_, left)| left > 0).collect()
    };
    assert_eq!(open(fighter), [true, true]);
    let run = rules.moves(fighter, &model.budget).pop().expect("a fresh turn");
    let mut ran = fighter.clone();
    for effect in rules.walks(fighter, run.action, 2) {
        effect.change.apply_to(&mut ran);
    }
    assert_eq!(open(&ran), [false, true]);
}

#[test]
fn hidden_conditions_are_never_shown_and_numbers_are() {
    let mut hall = hall();
    let who = hall.model(Lang::En).current.expect("somebody acts");
    for id in [TALLY, GLOW] {
        let edit = Edit::Begin(Condition::new(id, Until::Turns(3)).of(7));
        hall.order(Command::Edit { who, edit });
    }
    let model = hall.model(Lang::En);
    let say = Speaker::new(&hall.words, Lang::En, &model.names);
    let harness = harness((380.0, 1500.0), |ui| inspector::show(ui, &model, &say));
    assert!(harness.query_by_label_contains("tally").is_none());
    let chip = harness.get_by_label_contains("glow");
    let label = chip.accesskit_node().label().unwrap_or_default();
    assert!(label.ends_with(" 7"), "{label}");
    let told = widgets::condition(&model, &say, &Condition::new(GLOW, Until::Turns(3)).of(7));
    assert!(told.contains(" 7") && told.contains('3'), "{told}");
}

/// A condition that was given for so many turns ends with the last of them.
#[test]
fn given_conditions_are_counted_down() {
    let mut hall = Hall::begun();
    let model = hall.model(Lang::En);
    let who = model.current.expect("somebody acts");
    let id = model.rules.info().conditions[0].id;
    let edit = Edit::Begin(Condition::new(id, Until::Turns(2)));
    hall.order(Command::Edit { who, edit });
    let has = |hall: &mut Hall| hall.model(Lang::En).fighters[&who].fighter.has(id);
    hall.order(Command::EndTurn);
    assert!(has(&mut hall));
    hall.order(Command::SetTurn { who });
    hall.order(Command::EndTurn);
    assert!(!has(&mut hall));
}

#[test]
fn what_the_game_master_settles_has_its_controls() {
    let mut hall = hall();
    hall.order(Command::Setting { id: Key("steps"), value: Some(4) });
    let model = hall.model(Lang::En);
    assert_eq!(model.settings, [4, 0]);
    let words = hall.words.clone();
    let say = Speaker::new(&words, Lang::En, &model.names);
    let mut harness = harness((900.0, 700.0), |ui| {
        let mut out = Vec::new();
        assert!(house::show(ui.ctx(), &model, &say, &mut out));
        out
    });
    harness.run_steps(3);
    harness.get_by_label(&say.key("yes")).click();
    harness.run_steps(2);
    harness.get_by_label(&say.key("house-back")).click();
    harness.run_steps(2);
    harness.get_by_label(&say.key("policy-never")).click();
    harness.run_steps(2);
    let wanted = std::mem::take(&mut harness.state_mut().wanted);
    drop(harness);
    let orders: Vec<Command> = wanted
        .into_iter()
        .map(|intent| match intent {
            Intent::Wish(Wish::Order(command)) => command,
            other => panic!("{other:?}"),
        })
        .collect();
    let expected = [
        Command::Setting { id: DARK, value: Some(1) },
        Command::Setting { id: Key("steps"), value: None },
        Command::Policy(Policy::Never),
    ];
    assert_eq!(orders, expected);
    orders.into_iter().for_each(|order| hall.order(order));
    let model = hall.model(Lang::En);
    assert_eq!(model.settings, [0, 1]);
    assert_eq!(model.house.policy, Policy::Never);
    assert!(!house::any(&Hall::new().model(Lang::En)), "nothing to settle");
}

#[test]
fn the_preview_names_the_policy_and_takes_advice() {
    let mut hall = hall();
    hall.order(Command::Policy(Policy::Always));
    hall.aim();
    let model = hall.model(Lang::En);
    let say = Speaker::new(&hall.words, Lang::En, &model.names);
    let mut state = PreviewState::default();
    let mut harness = harness((360.0, 900.0), |ui| preview::show(ui, &model, &say, &mut state));
    harness.get_by_label_contains(&say.key("policy-always"));
    harness.get_by_label(&say.key("preview-take-advice")).click();
    harness.run_steps(2);
    let option = model.rules.info().options[0].id;
    let wanted = &harness.state().wanted;
    let [Intent::Aim(Some(aim))] = &wanted[..] else { panic!("{wanted:?}") };
    assert_eq!(aim.options.get(option, None), Some(1));
}

#[test]
fn whoever_acts_others_may_do_something_and_step_in() {
    let mut hall = hall();
    let who = another(&hall.model(Lang::En), false);
    hall.world.resource_mut::<Table>().selected = Some(who);
    let model = hall.model(Lang::En);
    let words = hall.words.clone();
    let say = Speaker::new(&words, Lang::En, &model.names);
    assert!(!model.acting().expect("somebody acts").may_step_in, "its turn runs");
    let mut sheet = harness((380.0, 1500.0), |ui| inspector::show(ui, &model, &say));
    sheet.get_by_label_contains("Cheer").click();
    sheet.run_steps(2);
    sheet.get_by_label(&say.key("step-in")).click();
    sheet.run_steps(2);
    let wanted = std::mem::take(&mut sheet.state_mut().wanted);
    drop(sheet);
    let cards = harness((260.0, 900.0), |ui| turn_order::show(ui, &model, &say));
    let others = model.fighters.len() - 1;
    assert_eq!(cards.get_all_by_label(&say.key("step-in")).count(), others);
    drop(cards);
    for intent in wanted {
        let Intent::Wish(Wish::Order(command)) = intent else { panic!("{intent:?}") };
        hall.order(command);
    }
    assert_eq!(hall.model(Lang::En).current, Some(who));
}

#[test]
fn for_a_friend_there_is_what_does_good() {
    let mut hall = hall();
    let model = hall.model(Lang::En);
    let aim = |friend| Aim {
        attacker: model.current.expect("somebody acts"),
        targets: vec![another(&model, friend)],
        action: "Bandage".to_owned(),
        cell: None,
        options: Default::default(),
    };
    let mut offered = |aim| {
        hall.world.resource_mut::<Table>().aim = Some(aim);
        let model = hall.model(Lang::En);
        let ids = model.attacks.iter().filter_map(|(id, _)| model.action(*id));
        ids.map(|spec| spec.id.clone()).collect::<Vec<_>>()
    };
    assert_eq!(offered(aim(true)), ["Bandage"]);
    assert!(offered(aim(false)).contains(&"Bandage".to_owned()), "it was chosen");
    let foe = Aim { action: "attack".to_owned(), ..aim(false) };
    assert!(!offered(foe).contains(&"Bandage".to_owned()));
}

#[test]
fn what_is_left_of_a_turn_is_changed_by_hand() {
    let mut hall = hall();
    let model = hall.model(Lang::En);
    let words = hall.words.clone();
    let say = Speaker::new(&words, Lang::En, &model.names);
    let mut harness = harness((380.0, 1500.0), |ui| inspector::show(ui, &model, &say));
    harness.get_by_label(&say.key("sheet-turn"));
    // Before all other numbers of the sheet: two coins of actions, then movement.
    let less = say.key("less");
    let steppers = harness.get_all_by_label(&less).count();
    assert_eq!(steppers, 3, "what is hidden is not there");
    harness.get_all_by_label(&less).nth(2).expect("movement").click();
    harness.run_steps(2);
    let wanted = std::mem::take(&mut harness.state_mut().wanted);
    drop(harness);
    let [Intent::Wish(Wish::Order(command))] = &wanted[..] else { panic!("{wanted:?}") };
    hall.order(command.clone());
    let left = hall.model(Lang::En).budget.left;
    assert_eq!((left[2], left[3]), (7, 9), "two metres less, the spare half cell stays");
}
