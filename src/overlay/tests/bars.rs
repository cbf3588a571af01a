//! The bars above and below the board, and the sheet: what can be done now.

use super::*;

/// Every condition at once: the chips stand in as many lines as they need, inside the sheet.
#[test]
fn many_conditions_stay_inside_the_sheet() {
    let mut hall = Hall::begun();
    let who = hall.model(Lang::Ru).current.expect("somebody acts");
    let all: Vec<_> = hall.model(Lang::Ru).rules.info().conditions.iter().map(|c| c.id).collect();
    for id in &all {
        let until = crate::rules::facts::Until::Ended;
        let condition = crate::rules::facts::Condition::new(*id, until);
        hall.order(Command::Edit { who, edit: crate::battle::command::Edit::Begin(condition) });
    }
    let model = hall.model(Lang::Ru);
    let say = Speaker::new(&hall.words, Lang::Ru, &model.names);
    for width in [280.0, 330.0] {
        let harness = harness((width, 600.0), |ui| inspector::show(ui, &model, &say));
        let mut shown = 0;
        for id in &model.fighters[&model.current.expect("somebody acts")].fighter.conditions {
            let word = say.key(&format!("condition-{}", id.id));
            for chip in harness.get_all_by_label_contains(&word) {
                assert!(chip.rect().max.x <= width, "{word}: {:?}", chip.rect());
                shown += 1;
            }
        }
        assert!(shown >= 3, "{shown}");
    }
}

#[test]
fn a_disabled_action_says_why() {
    let mut hall = Hall::begun();
    let who = hall.model(Lang::En).current.expect("somebody acts");
    hall.order(Command::Act { who, action: "stance".to_owned(), choice: None });
    let model = hall.model(Lang::En);
    let say = Speaker::new(&hall.words, Lang::En, &model.names);
    let deed = model.deeds.iter().find(|deed| deed.allowed.is_err()).expect("it is spent");
    let spec = model.action(deed.action).expect("in the table");
    let why = crate::overlay::widgets::refusal(&say, deed.allowed.as_ref().expect_err("refused"));
    let word = preview::action_word(&model, &say, spec);
    let mut harness = harness((1366.0, 70.0), |ui| action_bar::show(ui, &model, &say, false));
    harness.get_by_label(&word).hover();
    harness.run_steps(4);
    harness.get_by_label_contains(&why);
    harness.get_by_label(&word).click();
    harness.run_steps(2);
    assert!(harness.state().wanted.is_empty());
}

/// Of several things within reach one is chosen.
#[test]
fn one_of_several_things_is_picked_up() {
    use crate::battle::state::Dropped;
    let mut hall = Hall::begun();
    let model = hall.model(Lang::En);
    let who = model.current.expect("somebody acts");
    let fighter = &model.fighters[&who].fighter;
    // Things that it does not carry itself.
    let carried = |item: &u16| fighter.gear.weapons.iter().any(|c| c.item == ItemId(*item));
    let mut strange = (0..model.rules.weapons().len() as u16).filter(|item| !carried(item));
    let things = [(); 2].map(|()| {
        let item = ItemId(strange.next().expect("there are many weapons"));
        crate::battle::state::carried(model.rules.as_ref(), item)
    });
    let lie = things.map(|thing| (thing, fighter.cell));
    hall.world.resource_mut::<Dropped>().0.extend(lie);
    let model = hall.model(Lang::En);
    let pick_up = |deed: &&crate::overlay::model::Deed| !deed.things.is_empty();
    let deed = model.deeds.iter().find(pick_up).expect("something lies there");
    assert_eq!(deed.things, things.map(|thing| thing.item));
    assert_eq!(deed.choices.len(), 2);
    let action = model.action(deed.action).expect("in the table").id.clone();
    // Where there is no room for all buttons, the things stand in the menu of the others.
    let say = Speaker::new(&hall.words, Lang::En, &model.names);
    let word = action_bar::item_word(&model, &say, things[1].item);
    {
        let mut harness = harness((620.0, 1000.0), |ui| action_bar::show(ui, &model, &say, false));
        harness.get_by_label(&say.key("bar-more")).click();
        harness.run_steps(3);
        harness.get_by_label(&word).click();
        harness.run_steps(3);
        let wanted = &harness.state().wanted;
        let chosen = |intent: &Intent| matches!(intent, Intent::Wish(Wish::Order(Command::Act { action: a, choice: Some(1), .. })) if *a == action);
        assert!(wanted.iter().any(chosen), "{wanted:?}");
    }
    hall.order(Command::Act { who, action, choice: Some(1) });
    let left = &hall.world.resource::<Dropped>().0;
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].0.item, things[0].item, "the second was taken");
}

#[test]
fn an_attack_action_is_kept_for_the_next_enemy() {
    let mut hall = Hall::begun();
    let model = hall.model(Lang::En);
    let say = Speaker::new(&hall.words, Lang::En, &model.names);
    let mut harness = harness((1366.0, 70.0), |ui| action_bar::show(ui, &model, &say, false));
    harness.get_by_label(&say.key("action-better-world-attack")).click();
    harness.run_steps(2);
    let wanted = &harness.state().wanted;
    assert!(matches!(&wanted[..], [Intent::Prefer(Some(a))] if a == "attack"), "{wanted:?}");
}

#[test]
fn the_end_of_a_turn_needs_a_click() {
    let mut hall = Hall::begun();
    let model = hall.model(Lang::En);
    let say = Speaker::new(&hall.words, Lang::En, &model.names);
    let mut harness = harness((1366.0, 70.0), |ui| action_bar::show(ui, &model, &say, false));
    let word = say.key("end-turn");
    for key in [egui::Key::Enter, egui::Key::Space] {
        harness.get_by_label(&word).focus();
        harness.run_steps(1);
        harness.key_press(key);
        harness.run_steps(2);
    }
    assert!(harness.state().wanted.is_empty(), "{:?}", harness.state().wanted);
    harness.get_by_label(&word).click();
    harness.run_steps(2);
    let wanted = &harness.state().wanted;
    assert!(matches!(wanted[..], [Intent::Wish(Wish::Order(Command::EndTurn))]), "{wanted:?}");
}

#[test]
fn the_undo_button_wishes_undo() {
    let mut hall = Hall::begun();
    let model = hall.model(Lang::Ru);
    let say = Speaker::new(&hall.words, Lang::Ru, &model.names);
    let settings = Settings::default();
    let mut harness =
        harness((1280.0, 48.0), |ui| top_bar::show(ui, Some(&model), &say, &settings, false));
    let what = say.key("command-begin");
    harness.get_by_label_contains(&what).click();
    harness.run_steps(2);
    let wanted = &harness.state().wanted;
    assert!(matches!(wanted[..], [Intent::Wish(Wish::Undo)]), "{wanted:?}");
}

/// Held or not, the top bar shows it and changes it; without fighters of its own there is nothing
/// to hold.
#[test]
fn the_autopilot_is_held_and_let_go_on_from_the_top_bar() {
    let mut hall = Hall::begun();
    assert_eq!(hall.model(Lang::Ru).autopilot_paused, None);
    hall.order(Command::Autopilot { side: crate::rules::facts::SideId(0), on: true });
    for (paused, key) in [(false, "autopilot-hold"), (true, "autopilot-go-on")] {
        hall.world.resource_mut::<Table>().paused = paused;
        let model = hall.model(Lang::Ru);
        let say = Speaker::new(&hall.words, Lang::Ru, &model.names);
        let settings = Settings::default();
        let mut harness =
            harness((1280.0, 48.0), |ui| top_bar::show(ui, Some(&model), &say, &settings, false));
        harness.get_by_label_contains(&say.key(key)).click();
        harness.run_steps(2);
        let wanted = &harness.state().wanted;
        let right = matches!(wanted[..], [Intent::Wish(Wish::Pause(on))] if on != paused);
        assert!(right, "{wanted:?}");
    }
}

#[test]
fn the_fourth_free_action_brings_a_hint_and_forbids_nothing() {
    let mut hall = Hall::begun();
    let who = hall.model(Lang::Ru).current.expect("somebody acts");
    for n in 1..=5 {
        let action = "negligible".to_owned();
        hall.order(Command::Act { who, action, choice: None });
        let model = hall.model(Lang::Ru);
        let say = Speaker::new(&hall.words, Lang::Ru, &model.names);
        assert_eq!(model.budget.free, n);
        let mut harness = harness((1366.0, 120.0), |ui| {
            let under = egui::Rect::from_min_max(egui::pos2(0.0, 50.0), ui.max_rect().max);
            let mut bar = ui.new_child(egui::UiBuilder::new().max_rect(under));
            action_bar::free_hint(ui.ctx(), under.left_top(), &model, &say);
            action_bar::show(&mut bar, &model, &say, false)
        });
        harness.run_steps(1);
        let said = harness.query_by_label_contains("решает ведущий").is_some();
        assert_eq!(said, n >= 4, "after {n}");
        let word = say.key("action-better-world-negligible");
        harness.get_by_label(&word).click();
        harness.run_steps(2);
        assert_eq!(harness.state().wanted.len(), 1, "{:?}", harness.state().wanted);
    }
}
