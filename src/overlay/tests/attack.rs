//! Attacks before and after they are rolled: the preview, the dice, the questions.

use super::*;

#[test]
fn the_preview_shows_the_chance_and_rolls_when_told() {
    let mut hall = Hall::begun();
    hall.aim();
    let model = hall.model(Lang::Ru);
    let say = Speaker::new(&hall.words, Lang::Ru, &model.names);
    let preview = model.preview.clone().expect("aimed");
    let odds = preview.odds.as_ref().expect("allowed");
    let target = model.aim.as_ref().expect("aimed").targets[0];
    let chance = crate::overlay::outcomes::chance_to_hit(&model, odds, target);
    let shown = percent(Lang::Ru, chance);
    let mut state = PreviewState::default();
    let mut harness = harness((360.0, 700.0), |ui| preview::show(ui, &model, &say, &mut state));
    harness.get_by_label_contains(&shown);
    harness.get_by_label_contains(&say.key("preview-roll")).click();
    harness.run_steps(2);
    let wanted = &harness.state().wanted;
    assert!(matches!(wanted[..], [Intent::Wish(Wish::Attack)]), "{wanted:?}");
}

/// In the least height that the right panel has, the chance and the buttons are in sight, however
/// far the reasons were scrolled.
#[test]
fn chance_and_buttons_never_scroll_away() {
    let mut hall = Hall::begun();
    hall.aim();
    let model = hall.model(Lang::Ru);
    let say = Speaker::new(&hall.words, Lang::Ru, &model.names);
    let preview = model.preview.clone().expect("aimed");
    let odds = preview.odds.as_ref().expect("allowed");
    let target = model.aim.as_ref().expect("aimed").targets[0];
    let chance = percent(Lang::Ru, crate::overlay::outcomes::chance_to_hit(&model, odds, target));
    let mut state = PreviewState::default();
    let (width, height) = (320.0, 400.0);
    let mut harness = harness((width, height), |ui| preview::show(ui, &model, &say, &mut state));
    harness.event(egui::Event::PointerMoved(egui::pos2(160.0, 250.0)));
    harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: Vec2::new(0.0, -400.0),
        phase: egui::TouchPhase::Move,
        modifiers: egui::Modifiers::NONE,
    });
    harness.run_steps(8);
    let window = egui::Rect::from_min_size(egui::Pos2::ZERO, Vec2::new(width, height));
    for label in [chance, say.key("preview-roll")] {
        let rect = harness.get_by_label_contains(&label).rect();
        assert!(window.contains_rect(rect), "{label}: {rect:?}");
    }
}

/// An attack that is refused says what would help, and suggests nothing that nobody measured.
#[test]
fn a_refused_attack_shows_the_way_out() {
    let mut hall = Hall::begun();
    hall.aim();
    let who = hall.model(Lang::Ru).current.expect("somebody acts");
    hall.order(Command::Edit { who, edit: crate::battle::command::Edit::InHand(None) });
    let aim = hall.world.resource::<Table>().aim.clone().expect("aimed");
    let mut state: SystemState<FactsReader> = SystemState::new(&mut hall.world);
    let reader = state.get(&hall.world).expect("a fight is laid out");
    let rules = Rules(reader.rules.0.clone());
    let preview = look_ahead(&reader, &rules, &aim).expect("it is an attack");
    assert!(preview.plan.is_err(), "bare hands do not reach so far");
    hall.world.resource_mut::<Table>().preview = Some(Arc::new(preview));
    let model = hall.model(Lang::Ru);
    let say = Speaker::new(&hall.words, Lang::Ru, &model.names);
    let preview = model.preview.clone().expect("looked ahead");
    let remedies = crate::overlay::remedy::remedies(&model, &aim, &preview);
    let draws = |r: &crate::overlay::remedy::Remedy| {
        matches!(r, crate::overlay::remedy::Remedy::Act(_, Some(_)))
    };
    assert!(remedies.iter().any(draws), "{remedies:?}");
    assert!(remedies.contains(&crate::overlay::remedy::Remedy::Nearer), "{remedies:?}");
    let mut state = PreviewState::default();
    let mut harness = harness((360.0, 700.0), |ui| preview::show(ui, &model, &say, &mut state));
    assert!(harness.query_by_label_contains(&say.key("option-band")).is_none());
    harness.get_all_by_label_contains(&say.key("action-better-world-draw")).next().unwrap().click();
    harness.run_steps(2);
    let wanted = &harness.state().wanted;
    let draws = matches!(&wanted[..], [Intent::Wish(Wish::Order(Command::Act { action, .. }))] if action == "draw");
    assert!(draws, "{wanted:?}");
}

/// The question tells what led to it, and Enter gives the usual answer.
#[test]
fn a_question_shows_the_roll_behind_it() {
    use crate::overlay::listen;
    use bevy::prelude::{ButtonInput, KeyCode};
    let mut hall = Hall::begun();
    hall.aim();
    let aim = hall.world.resource::<Table>().aim.clone().expect("aimed");
    let (who, target) = (aim.attacker, aim.targets[0]);
    let command = Command::Attack {
        who,
        action: aim.action,
        targets: aim.targets,
        aim: None,
        options: aim.options,
    };
    // Hurt enough that a bare hit fells, not so much that it kills.
    for points in 1..6 {
        let edit = crate::battle::command::Edit::Points(points);
        hall.order(Command::Edit { who: target, edit });
        let wish = Wish::OrderWithDice(command.clone(), vec![1, 0]);
        hall.world.resource_mut::<Table>().wish(wish);
        crate::table::fulfil(&mut hall.world);
        if hall.world.resource::<Table>().open.is_some() {
            break;
        }
        journal::undo(&mut hall.world);
    }
    let table = hall.world.resource::<Table>();
    let open = table.open.clone().expect("one who falls is asked");
    let keys = {
        let mut keys = ButtonInput::<KeyCode>::default();
        keys.press(KeyCode::Enter);
        keys
    };
    let ctx = Context::default();
    let mut panels = Panels::default();
    let heard = listen(&ctx, None, &keys, &mut panels, table);
    let preset = open.question.preset as u8;
    assert!(matches!(&heard[..], [Intent::Wish(Wish::Answer(n))] if *n == preset), "{heard:?}");
    // With Ctrl the key means something else: the end of a turn is no answer, undo takes back.
    for (key, takes_back) in [(KeyCode::Enter, false), (KeyCode::KeyZ, true)] {
        let mut keys = ButtonInput::<KeyCode>::default();
        keys.press(KeyCode::ControlLeft);
        keys.press(key);
        let heard = listen(&ctx, None, &keys, &mut panels, table);
        let withdraws = matches!(&heard[..], [Intent::Wish(Wish::Withdraw)]);
        assert_eq!(withdraws, takes_back, "{heard:?}");
        assert!(withdraws || heard.is_empty(), "{heard:?}");
    }
    let model = hall.model(Lang::Ru);
    let say = Speaker::new(&hall.words, Lang::Ru, &model.names);
    let board = egui::Rect::from_min_max(egui::pos2(226.0, 48.0), egui::pos2(1016.0, 698.0));
    let mut harness = harness((1366.0, 768.0), |ui| {
        crate::overlay::popups::question(ui.ctx(), &open, board, &model, &say)
    });
    for name in [who, target].map(|id| say.name(id).to_owned()) {
        assert!(harness.query_all_by_label_contains(&name).next().is_some(), "{name}");
    }
    harness.get_by_label_contains(&say.key("check-difficulty"));
    harness.get_by_label_contains(&say.key("question-withdraw")).click();
    harness.run_steps(2);
    let wanted = &harness.state().wanted;
    assert!(matches!(wanted[..], [Intent::Wish(Wish::Withdraw)]), "{wanted:?}");
    hall.world.resource_mut::<Table>().wish(Wish::Withdraw);
    crate::table::fulfil(&mut hall.world);
    let table = hall.world.resource::<Table>();
    assert!(table.open.is_none());
    let said = table.toasts.last().map(|toast| toast.message.key.to_string());
    assert_eq!(said.as_deref(), Some("toast-taken-back"));
}

/// The side of the striker says "strike", and the generator rolls: nothing was rolled before.
#[test]
fn a_strike_in_passing_is_rolled_after_the_answer() {
    use crate::rules::grid::Dir8;
    let mut hall = Hall::begun();
    let mut state: SystemState<FactsReader> = SystemState::new(&mut hall.world);
    let reader = state.get(&hall.world).expect("a fight is laid out");
    let who = reader.turn.current.expect("somebody acts");
    let side = reader.combatant(who).unwrap().side;
    let foe = reader.all().find(|id| reader.combatant(*id).unwrap().side != side).unwrap();
    let free = |cell| reader.occupancy(who, cell) == crate::rules::grid::Occupancy::Free;
    let board = &reader.map.board;
    let open = |cell: &crate::rules::grid::CellPos| {
        let (east, west) = (cell.step(Dir8::East), cell.step(Dir8::West));
        let ways = board.walk_open(*cell, east) && board.step_open(*cell, west);
        ways && board.walk_open(*cell, west) && [*cell, east, west].into_iter().all(free)
    };
    let cell = board.cells().find(open).expect("a yard has room");
    hall.order(Command::Place { who, cell });
    hall.order(Command::Place { who: foe, cell: cell.step(Dir8::West) });
    let path = vec![cell, cell.step(Dir8::East)];
    hall.world.resource_mut::<Table>().wish(Wish::Order(Command::walk(who, path)));
    crate::table::fulfil(&mut hall.world);
    let asked = |hall: &Hall| hall.world.resource::<Table>().open.clone();
    let open = asked(&hall).expect("the striker's side is asked");
    let difficulty = |open: &crate::table::Open| {
        let plan = open.offered.as_ref().unwrap().plan.as_ref().unwrap();
        plan.checks.iter().find(|(_, check)| check.name == "difficulty").unwrap().1.value()
    };
    // What is changed in the question stands in the command and in the numbers.
    let key = hall.model(Lang::En).rules.info().options.iter().map(|o| o.id);
    let key = key.into_iter().find(|id| id.0 == "difficulty_dice").expect("a situation's dice");
    let mut options = crate::rules::facts::Options::default();
    options.set(key, Some(who), 2);
    hall.world.resource_mut::<Table>().wish(Wish::Offer(options.clone()));
    crate::table::fulfil(&mut hall.world);
    let again = asked(&hall).expect("the same is asked");
    assert_eq!(difficulty(&again), difficulty(&open) + 2);
    let mut answers = vec![0];
    while let Some(open) = asked(&hall) {
        let preset = u8::try_from(open.question.preset).unwrap();
        hall.world.resource_mut::<Table>().wish(Wish::Answer(answers.pop().unwrap_or(preset)));
        crate::table::fulfil(&mut hall.world);
    }
    let toasts = &hall.world.resource::<Table>().toasts;
    assert!(toasts.is_empty(), "{toasts:?}");
    let last = hall.journal().entries().last().cloned().expect("orders were recorded");
    let Command::Move { strikes, .. } = &last.command else { panic!("{last:?}") };
    assert_eq!(strikes[..], [(foe, options)]);
    assert_eq!(last.rolls.len(), 2, "attack and difficulty");
    assert_eq!(last.rolls[1].faces.len(), usize::try_from(difficulty(&again)).unwrap());
}

#[test]
fn the_slices_of_the_bar_are_the_whole() {
    let mut hall = Hall::begun();
    hall.aim();
    let model = hall.model(Lang::En);
    let preview = model.preview.clone().expect("aimed");
    let odds = preview.odds.as_ref().expect("allowed");
    let target = model.aim.as_ref().expect("aimed").targets[0];
    let slices = crate::overlay::outcomes::slices(&model, odds, target);
    let sum: f64 = slices.iter().map(|slice| slice.p).sum();
    assert!((sum - 1.0).abs() < 1e-12);
    let miss: f64 = slices[..1].iter().map(|slice| slice.p).sum();
    let chance = crate::overlay::outcomes::chance_to_hit(&model, odds, target);
    assert!((miss + chance - 1.0).abs() < 1e-12);
}

/// What cannot be made now can be looked at, and says why it is not rolled; what makes no sense
/// with the weapon in hand is not allowed before the fight either.
#[test]
fn before_the_fight_an_attack_is_looked_at_and_not_rolled() {
    let mut hall = Hall::new();
    let fox = {
        let model = hall.model(Lang::En);
        *model.fighters.iter().find(|(_, f)| f.fighter.gear.held().is_some()).expect("armed").0
    };
    hall.world.resource_mut::<Table>().selected = Some(fox);
    let model = hall.model(Lang::En);
    let burst = model.rules.actions().iter().position(|a| a.id == "first_strike_burst").unwrap();
    let fires = |deed: &crate::overlay::model::Deed| {
        (usize::from(deed.action.0) == burst).then(|| deed.allowed.as_ref().err().map(|r| r.rule))
    };
    let rule = model.deeds.iter().find_map(fires).expect("it belongs before the fight");
    assert!(rule.is_some(), "her gun fires no bursts");
    let mut state: SystemState<FactsReader> = SystemState::new(&mut hall.world);
    let reader = state.get(&hall.world).expect("a fight is laid out");
    let rules = Rules(reader.rules.0.clone());
    let foe = reader.all().find(|id| {
        let side = |id| reader.combatant(id).unwrap().side;
        side(*id) != side(fox)
    });
    let aim = Aim {
        attacker: fox,
        targets: vec![foe.expect("two sides")],
        action: "attack".to_owned(),
        cell: None,
        options: Default::default(),
    };
    let preview = look_ahead(&reader, &rules, &aim).expect("there");
    assert!(preview.hindrance.is_some());
    let aim = Aim { action: "first_strike".to_owned(), ..aim };
    assert!(look_ahead(&reader, &rules, &aim).expect("there").hindrance.is_none());
}

/// Dice that were typed for one attack are not taken for another.
#[test]
fn typed_dice_belong_to_one_attack() {
    let mut hall = Hall::begun();
    hall.aim();
    let model = hall.model(Lang::En);
    let say = Speaker::new(&hall.words, Lang::En, &model.names);
    let mut other = model.clone();
    let action = model.attacks.iter().map(|(id, _)| model.action(*id).unwrap().id.clone());
    let action = action.into_iter().find(|id| *id != model.aim.as_ref().unwrap().action);
    other.aim.as_mut().unwrap().action = action.expect("there are several ways to attack");
    let mut state = PreviewState::default();
    state.typed.open = true;
    {
        let mut harness = harness((360.0, 700.0), |ui| preview::show(ui, &model, &say, &mut state));
        harness.run_steps(2);
    }
    assert!(!state.typed.open, "the first attack that is shown begins anew");
    state.typed.open = true;
    {
        let mut harness = harness((360.0, 700.0), |ui| preview::show(ui, &model, &say, &mut state));
        harness.run_steps(2);
    }
    assert!(state.typed.open, "it is the same attack");
    {
        let mut harness = harness((360.0, 700.0), |ui| preview::show(ui, &other, &say, &mut state));
        harness.run_steps(2);
    }
    assert!(!state.typed.open);
}

#[test]
fn typed_dice_have_the_ranges_of_the_pools() {
    let mut hall = Hall::begun();
    hall.aim();
    let model = hall.model(Lang::En);
    let preview = model.preview.clone().expect("aimed");
    let plan = preview.plan.as_ref().expect("allowed");
    let fields = typed::fields(&model, &preview, plan, &[]);
    let ranges: Vec<_> = fields.iter().map(|field| (field.min, i32::from(field.max))).collect();
    let pools: Vec<_> = plan.checks[..2].iter().map(|(_, check)| (0, check.value())).collect();
    assert_eq!(ranges, pools);
}

#[test]
fn rolls_are_named_by_what_they_are_for() {
    use crate::battle::event::BattleEvent;
    use crate::chronicle::roll_names;
    use crate::rules::dice::Purpose;
    let mut hall = Hall::begun();
    hall.aim();
    let model = hall.model(Lang::En);
    let words = hall.words.clone();
    let say = Speaker::new(&words, Lang::En, &model.names);
    let ruleset = model.rules.info().id;
    let preview = model.preview.clone().expect("aimed");
    let plan = preview.plan.as_ref().expect("allowed");
    let wanted = typed::fields(&model, &preview, plan, &[]);
    let mut purposes: Vec<Purpose> = wanted.iter().map(|wanted| wanted.purpose).collect();
    let [attack, difficulty] = ["check-attack", "check-difficulty"].map(|key| say.key(key));
    let names = roll_names(&say, ruleset, &purposes, false);
    assert_eq!(names[..], [attack.clone(), difficulty.clone()]);
    // Where a second fighter rolls alike, both are named.
    let (one, other) = (model.current.unwrap(), preview.facts.targets[0].fighter.id);
    purposes.push(Purpose { of: Some(one), ..purposes[1] });
    let of = |id| format!("{difficulty}: {}", say.name(id));
    let names = roll_names(&say, ruleset, &purposes, false);
    assert_eq!(names[..], [attack, of(other), of(one)]);
    // What falls on the board stands in the order of the names.
    let aim = model.aim.clone().expect("aimed");
    let Aim { attacker: who, targets, action, cell: aim, options } = aim;
    hall.world.init_resource::<Messages<BattleEvent>>();
    hall.order(Command::Attack { who, action, targets, aim, options });
    let mut events = hall.world.resource_mut::<Messages<BattleEvent>>();
    let struck = events.drain().find_map(|event| match event {
        BattleEvent::Struck { rolls, purposes, .. } => Some((rolls, purposes)),
        _ => None,
    });
    let (rolls, fell) = struck.expect("somebody was struck");
    assert_eq!(rolls.len(), fell.len());
    assert!(rolls.iter().zip(&fell).all(|(roll, purpose)| roll.rule == purpose.rule));
    assert_eq!(fell[..2], purposes[..2]);
}
