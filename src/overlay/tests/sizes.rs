//! Room: panels and controls at every size.

use super::*;

/// Every panel at once, in small and large windows, both languages, all looks: nothing panics,
/// and the board keeps its share.
#[test]
fn all_panels_are_drawn_at_every_size() {
    let mut hall = Hall::begun();
    hall.aim();
    let settings = Settings::default();
    for (lang, look, large) in [
        (Lang::Ru, Theme::Dark, false),
        (Lang::En, Theme::Light, false),
        (Lang::Ru, Theme::Contrast, true),
    ] {
        let model = hall.model(lang);
        let say = Speaker::new(&hall.words, lang, &model.names);
        let ctx = Context::default();
        let mut panels = Panels::default();
        let mut sizes = settings.panels;
        let mut dressed = false;
        panels.log.refresh(&hall.journal(), model.rules.info().id, &model.names, &say);
        for (w, h) in [(1366.0, 768.0), (512.0, 288.0), (640.0, 400.0), (3840.0, 2160.0)] {
            for _ in 0..3 {
                let input = egui::RawInput {
                    screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, Vec2::new(w, h))),
                    ..Default::default()
                };
                let output = ctx.run_ui(input, |ui| {
                    if !std::mem::replace(&mut dressed, true) {
                        dress(ui.ctx(), look, large);
                        return;
                    }
                    let mut wanted = Vec::new();
                    let areas = frame::show(
                        ui.ctx(),
                        Some(&model),
                        &say,
                        &settings,
                        &mut sizes,
                        &mut panels,
                        &mut wanted,
                    );
                    assert!(wanted.is_empty(), "{wanted:?}");
                    let narrow = areas.narrow;
                    assert!(narrow || areas.board.area() >= 0.499 * w * h, "{w}x{h}");
                });
                output.drop_without_applying_deltas();
            }
        }
    }
}

/// Everything that can be clicked is high enough to be hit: by a mouse always, by a finger, and wide
/// enough for it too, with large controls.
#[test]
fn controls_are_large_enough_to_be_hit() {
    let mut small = BTreeSet::new();
    for large in [false, true] {
        for (aimed, running) in [(true, true), (false, true), (false, false)] {
            let mut hall = if running { Hall::begun() } else { Hall::new() };
            if aimed {
                hall.aim();
            } else {
                let someone = *hall.model(Lang::Ru).fighters.keys().next().expect("there");
                hall.world.resource_mut::<Table>().selected = Some(someone);
            }
            let model = hall.model(Lang::Ru);
            let say = Speaker::new(&hall.words, Lang::Ru, &model.names);
            let mut panels = Panels::default();
            panels.log.refresh(&hall.journal(), model.rules.info().id, &model.names, &say);
            panels.preview.typed.open = aimed;
            let settings = Settings::default();
            let mut sizes = settings.panels;
            let mut harness = harness((1366.0, 768.0), |ui| {
                theme::apply(ui.ctx(), Theme::Dark, large);
                let (ctx, mut out) = (ui.ctx().clone(), Vec::new());
                let areas = frame::show(
                    &ctx,
                    Some(&model),
                    &say,
                    &settings,
                    &mut sizes,
                    &mut panels,
                    &mut out,
                );
                assert!(areas.board.area() >= 0.499 * 1366.0 * 768.0);
                assert!(areas.left_whole && areas.right_whole);
                out
            });
            harness.run_steps(3);
            small.extend(too_small(&harness, large));
            harness.get_by_label(&say.key("menu")).click();
            harness.run_steps(4);
            assert!(harness.query_by_label_contains(&say.key("controls-always")).is_some());
            small.extend(too_small(&harness, large));
        }
    }
    assert!(small.is_empty(), "{small:#?}");
}

/// The controls that are not large enough, with their sizes. Text that can be marked is none, and
/// a scroll bar is no more than a hint to a finger, which drags the list itself.
fn too_small(harness: &Harness<'_, Drawn>, large: bool) -> BTreeSet<String> {
    use egui::accesskit::{Action, Role};
    let (high, wide) = if large { (44.0, 44.0) } else { (28.0, 18.0) };
    let all = harness.root().children_recursive();
    let small = all.filter(|node| {
        let known = node.accesskit_node();
        let control = !matches!(known.role(), Role::Label | Role::ScrollBar);
        let clicked = known.data().supports_action(Action::Click);
        if !(control && clicked && known.raw_bounds().is_some()) {
            return false;
        }
        let size = node.rect().size();
        size.y < high - 0.1 || size.x < wide - 0.1
    });
    let told = small.map(|node| {
        let known = node.accesskit_node();
        let name = known.label().or(known.value()).unwrap_or_default();
        let (size, kind) = (node.rect().size(), known.role());
        format!("large: {large}, {kind:?} {name:?}: {} x {}", size.x, size.y)
    });
    told.collect()
}

/// The word of every action fits its button in both languages.
#[test]
fn words_fit_their_buttons() {
    let mut hall = Hall::begun();
    for lang in Lang::ALL {
        let model = hall.model(lang);
        let say = Speaker::new(&hall.words, lang, &model.names);
        let harness = harness((1600.0, 70.0), |_| Vec::new());
        for spec in model.rules.actions() {
            let word = preview::action_word(&model, &say, spec);
            let rows = action_bar::label_rows(&harness.ctx, &word);
            assert!(rows <= 2, "{word}: {rows} rows");
        }
    }
}
