//! The log, and the moments that it leads back to.

use super::*;

#[test]
fn another_language_words_old_lines_anew() {
    let mut hall = Hall::begun();
    let mut state = LogState::default();
    let mut text = |hall: &mut Hall, lang: Lang| {
        let model = hall.model(lang);
        let say = Speaker::new(&hall.words, lang, &model.names);
        state.refresh(&hall.journal(), model.rules.info().id, &model.names, &say);
        state.text()
    };
    let ru = text(&mut hall, Lang::Ru);
    let en = text(&mut hall, Lang::En);
    assert!(ru.contains("Бой начинается") && !ru.contains("The fight"), "{ru}");
    assert!(en.contains("The fight begins") && !en.contains("Бой"), "{en}");
    assert_eq!(text(&mut hall, Lang::Ru), ru);
    journal::undo(&mut hall.world);
    assert_eq!(text(&mut hall, Lang::Ru), "");
    journal::redo(&mut hall.world);
    assert_eq!(text(&mut hall, Lang::Ru), ru);
}

#[test]
fn the_search_of_the_log_forgives_yo() {
    let mut hall = Hall::begun();
    let who = hall.model(Lang::Ru).current.expect("somebody acts");
    let edit = crate::battle::command::Edit::Name("Ёж Щукин".to_owned());
    hall.order(Command::Edit { who, edit });
    let model = hall.model(Lang::Ru);
    let say = Speaker::new(&hall.words, Lang::Ru, &model.names);
    let mut state = LogState::default();
    state.refresh(&hall.journal(), model.rules.info().id, &model.names, &say);
    state.search_for("еж щ");
    let text = state.text();
    assert!(text.lines().count() > 0, "nothing found");
    assert!(text.lines().all(|line| line.contains("Ёж Щукин")), "{text}");
}

#[test]
fn a_line_of_the_log_shows_its_moment() {
    let mut hall = Hall::begun();
    let model = hall.model(Lang::Ru);
    let say = Speaker::new(&hall.words, Lang::Ru, &model.names);
    let mut state = LogState::default();
    state.refresh(&hall.journal(), model.rules.info().id, &model.names, &say);
    let first = state.text().lines().next().expect("a line").to_owned();
    let mut harness = harness((340.0, 900.0), |ui| log::show(ui, &say, &mut state));
    harness.get_by_label(&first).click();
    harness.run_steps(2);
    let wanted = &harness.state().wanted;
    assert!(matches!(wanted[..], [Intent::Wish(Wish::Moment(Some((0, 0))))]), "{wanted:?}");
}

#[test]
fn a_line_that_unfolds_at_the_end_stays_where_it_is() {
    let mut hall = Hall::begun();
    let model = hall.model(Lang::En);
    let say = Speaker::new(&hall.words, Lang::En, &model.names);
    let mut state = LogState::default();
    state.refresh(&hall.journal(), model.rules.info().id, &model.names, &say);
    let line = state.text().lines().rev().find(|line| line.contains("level")).map(str::to_owned);
    let line = line.expect("everybody has a level");
    let mut harness = harness((340.0, 240.0), |ui| log::show(ui, &say, &mut state));
    harness.run_steps(4);
    let before = harness.get_by_label(&line).rect();
    harness.get_by_label(&line).click();
    harness.run_steps(8);
    assert_eq!(harness.get_by_label(&line).rect(), before);
}

#[test]
fn the_log_and_its_lines_go_to_the_clipboard() {
    let mut hall = Hall::begun();
    let model = hall.model(Lang::En);
    let say = Speaker::new(&hall.words, Lang::En, &model.names);
    let mut state = LogState::default();
    state.refresh(&hall.journal(), model.rules.info().id, &model.names, &say);
    let whole = state.text();
    let first = whole.lines().next().expect("a line").to_owned();
    let mut harness = harness((340.0, 900.0), |ui| log::show(ui, &say, &mut state));
    let copied = |harness: &Harness<'_, Drawn>| {
        let commands = &harness.output().platform_output.commands;
        commands.iter().find_map(|command| match command {
            egui::OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        })
    };
    harness.get_by_label(&say.key("log-copy")).click();
    harness.step();
    assert_eq!(copied(&harness).as_deref(), Some(whole.as_str()));
    harness.get_by_label(&first).click_secondary();
    harness.run_steps(2);
    harness.get_by_label(&say.key("log-copy-line")).click();
    harness.step();
    assert_eq!(copied(&harness).as_deref(), Some(format!("{first}\n").as_str()));
}

#[test]
fn the_banner_of_a_moment_leads_back() {
    let mut hall = Hall::begun();
    let moment = crate::table::moment::of(&mut hall.world, (0, 0)).expect("there is a line");
    let model = hall.model(Lang::Ru);
    let say = Speaker::new(&hall.words, Lang::Ru, &model.names);
    let mut harness = harness((700.0, 300.0), |ui| {
        crate::overlay::popups::moment(ui.ctx(), ui.max_rect(), &moment, &say).1
    });
    harness.get_by_label_contains("раунд 1");
    harness.get_by_label(&say.key("moment-close")).click();
    harness.run_steps(2);
    let wanted = &harness.state().wanted;
    assert!(matches!(wanted[..], [Intent::Wish(Wish::Moment(None))]), "{wanted:?}");
}

#[test]
fn ten_thousand_lines_are_no_more_to_draw_than_ten() {
    let mut hall = Hall::begun();
    let who = hall.model(Lang::En).current.expect("somebody acts");
    for n in 0..40 {
        let edit = crate::battle::command::Edit::Points(n % 6 + 1);
        hall.order(Command::Edit { who, edit });
    }
    let model = hall.model(Lang::En);
    let say = Speaker::new(&hall.words, Lang::En, &model.names);
    let mut state = LogState::default();
    state.refresh(&hall.journal(), model.rules.info().id, &model.names, &say);
    state.repeat(10_000);
    let harness = harness((340.0, 300.0), |ui| log::show(ui, &say, &mut state));
    let shapes = harness.output().shapes.len();
    assert!(shapes < 200, "{shapes} shapes for 300 points of log");
}
