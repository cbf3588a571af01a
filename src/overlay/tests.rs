//! Panels are drawn without a window and asked what they show and what they want.

mod declared;
mod odd;
mod several;

use super::log::LogState;
use super::model::{Intent, Model};
use super::preview::PreviewState;
use super::settings::Settings;
use super::{Panels, action_bar, frame, inspector, log, preview, theme, top_bar, typed};
use crate::battle::command::Command;
use crate::battle::facts_reader::FactsReader;
use crate::battle::journal::{self, Answer, Journal};
use crate::battle::setup::headless;
use crate::battle::{Library, Rules};
use crate::locale::speak::Speaker;
use crate::locale::{Lang, Words, percent};
use crate::rules::facts::ItemId;
use crate::shelf::Shelf;
use crate::table::{Aim, Table, Theme, Wish, look_ahead};
use bevy::ecs::system::SystemState;
use bevy::prelude::{Messages, Res, World};
use bevy_egui::egui::{self, Context, Ui, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// The demo fight without a window, and its words.
struct Hall {
    world: World,
    words: Words,
}

impl Hall {
    fn new() -> Self {
        Self::of("demo")
    }

    /// Another fight that ships.
    fn of(scenario: &str) -> Self {
        let shelf = Shelf::load(None).expect("what ships is right");
        let fight = shelf.fight(scenario).expect("it ships");
        let mut world = headless(&shelf.library, &fight);
        world.init_resource::<Table>();
        Self { world, words: shelf.words }
    }

    /// The same with the fight begun.
    fn begun() -> Self {
        let mut hall = Self::new();
        hall.order(Command::Begin { by_cards: None });
        hall
    }

    fn order(&mut self, command: Command) {
        let answer = journal::order(&mut self.world, command);
        assert!(matches!(answer, Answer::Done), "{answer:?}");
    }

    /// Aims the running fighter at the first enemy who can be shot at.
    fn aim(&mut self) {
        let mut state: SystemState<FactsReader> = SystemState::new(&mut self.world);
        let reader = state.get(&self.world).expect("a fight is laid out");
        let rules = Rules(reader.rules.0.clone());
        let who = reader.turn.current.expect("somebody acts");
        let side = reader.combatant(who).expect("there").side;
        let enemies = reader.all().filter(|id| reader.combatant(*id).unwrap().side != side);
        let (aim, preview) = enemies
            .map(|target| Aim {
                attacker: who,
                targets: vec![target],
                action: "attack".to_owned(),
                cell: None,
                options: Default::default(),
            })
            .find_map(|aim| {
                let preview = look_ahead(&reader, &rules, &aim).ok()?;
                preview.plan.is_ok().then_some((aim, preview))
            })
            .expect("somebody is in sight");
        let mut table = self.world.resource_mut::<Table>();
        table.aim = Some(aim);
        table.preview = Some(Arc::new(preview));
    }

    /// Aims, and looks ahead at what comes of it.
    fn look_at(&mut self, aim: Aim) {
        let mut state: SystemState<FactsReader> = SystemState::new(&mut self.world);
        let reader = state.get(&self.world).expect("a fight is laid out");
        let rules = Rules(reader.rules.0.clone());
        let preview = look_ahead(&reader, &rules, &aim).expect("all are there");
        let mut table = self.world.resource_mut::<Table>();
        table.aim = Some(aim);
        table.preview = Some(Arc::new(preview));
    }

    fn model(&mut self, lang: Lang) -> Model {
        type Read<'w, 's> =
            (FactsReader<'w, 's>, Res<'w, Library>, Res<'w, Journal>, Res<'w, Table>);
        let mut state: SystemState<Read> = SystemState::new(&mut self.world);
        let (reader, library, journal, table) = state.get(&self.world).expect("all is there");
        Model::read(&reader, &library, &journal, &table, lang)
    }

    fn journal(&self) -> Journal {
        self.world.resource::<Journal>().clone()
    }
}

/// A panel that is drawn again and again, and what it has wanted so far. The first frame only
/// brings the fonts.
struct Drawn {
    fonts: bool,
    wanted: Vec<Intent>,
}

fn harness<'a>(
    size: (f32, f32),
    mut draw: impl FnMut(&mut Ui) -> Vec<Intent> + 'a,
) -> Harness<'a, Drawn> {
    let drawn = Drawn { fonts: false, wanted: Vec::new() };
    let mut harness = Harness::builder().with_size(Vec2::new(size.0, size.1)).build_ui_state(
        move |ui: &mut Ui, drawn: &mut Drawn| {
            if !drawn.fonts {
                dress(ui.ctx(), Theme::Dark, false);
                drawn.fonts = true;
                return;
            }
            drawn.wanted.extend(draw(ui));
        },
        drawn,
    );
    harness.run_steps(3);
    harness
}

fn dress(ctx: &Context, look: Theme, large: bool) {
    ctx.set_fonts(theme::fonts());
    theme::apply(ctx, look, large);
    ctx.request_repaint();
}

#[test]
fn the_preview_shows_the_chance_and_rolls_when_told() {
    let mut hall = Hall::begun();
    hall.aim();
    let model = hall.model(Lang::Ru);
    let say = Speaker::new(&hall.words, Lang::Ru, &model.names);
    let preview = model.preview.clone().expect("aimed");
    let odds = preview.odds.as_ref().expect("allowed");
    let target = model.aim.as_ref().expect("aimed").targets[0];
    let chance = super::outcomes::chance_to_hit(&model, odds, target);
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
    let chance = percent(Lang::Ru, super::outcomes::chance_to_hit(&model, odds, target));
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
    let remedies = super::remedy::remedies(&model, &aim, &preview);
    let draws = |r: &super::remedy::Remedy| matches!(r, super::remedy::Remedy::Act(_, Some(_)));
    assert!(remedies.iter().any(draws), "{remedies:?}");
    assert!(remedies.contains(&super::remedy::Remedy::Nearer), "{remedies:?}");
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
    use super::listen;
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
        super::popups::question(ui.ctx(), &open, board, &model, &say)
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
    let slices = super::outcomes::slices(&model, odds, target);
    let sum: f64 = slices.iter().map(|slice| slice.p).sum();
    assert!((sum - 1.0).abs() < 1e-12);
    let miss: f64 = slices[..1].iter().map(|slice| slice.p).sum();
    let chance = super::outcomes::chance_to_hit(&model, odds, target);
    assert!((miss + chance - 1.0).abs() < 1e-12);
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
    let why = super::widgets::refusal(&say, deed.allowed.as_ref().expect_err("refused"));
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
    let pick_up = |deed: &&super::model::Deed| !deed.things.is_empty();
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
    let fires = |deed: &super::model::Deed| {
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
        super::popups::moment(ui.ctx(), ui.max_rect(), &moment, &say).1
    });
    harness.get_by_label_contains("раунд 1");
    harness.get_by_label(&say.key("moment-close")).click();
    harness.run_steps(2);
    let wanted = &harness.state().wanted;
    assert!(matches!(wanted[..], [Intent::Wish(Wish::Moment(None))]), "{wanted:?}");
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

#[test]
fn newcomers_find_a_place_and_a_name() {
    let mut hall = Hall::new();
    for n in 0..40 {
        let model = hall.model(Lang::Ru);
        let say = Speaker::new(&hall.words, Lang::Ru, &model.names);
        let first = *model.fighters.keys().next().expect("somebody is there");
        let newcomer = if n % 2 == 0 {
            super::newcomer::ordinary(&model, crate::rules::facts::SideId(2), &say)
        } else {
            super::newcomer::twin(&model, first)
        };
        hall.order(Command::Join(Box::new(newcomer.expect("the board has room"))));
    }
    let model = hall.model(Lang::Ru);
    let of = |get: &dyn Fn(&super::model::FighterModel) -> String| -> BTreeSet<String> {
        model.fighters.values().map(get).collect()
    };
    assert_eq!(of(&|f| format!("{:?}", f.fighter.cell)).len(), model.fighters.len());
    assert_eq!(of(&|f| f.dossier.key.clone()).len(), model.fighters.len());
    assert_eq!(of(&|f| f.dossier.name.ru.clone()).len(), model.fighters.len());
}

#[test]
fn fighters_of_a_roster_join_by_search_side_and_number() {
    let shelf = Shelf::load(None).expect("what ships is right");
    // Before the fight they are there at once, during it they wait for the next round.
    for begun in [false, true] {
        let mut hall = if begun { Hall::begun() } else { Hall::new() };
        let model = hall.model(Lang::Ru);
        let before = model.fighters.len();
        let say = Speaker::new(&hall.words, Lang::Ru, &model.names);
        let side = crate::rules::facts::SideId(1);
        let mut state = super::roster::RosterState { side, count: 3, ..Default::default() };
        state.read(&shelf, Lang::Ru);
        let people = state.rosters[0].people.clone().expect("the roster ships");
        let person = people[0].clone();
        let other = people.iter().find(|other| other.name != person.name).expect("another");
        state.search = person.name.ru.to_uppercase().replace('Ё', "Е");
        let mut harness = harness((400.0, 700.0), |ui| {
            let mut out = Vec::new();
            super::roster::contents(ui, &model, &say, &mut state, &mut out);
            out
        });
        assert!(harness.query_by_label(&other.name.ru).is_none());
        harness.get_by_label(&person.name.ru).click();
        harness.run_steps(2);
        let wanted = harness.state().wanted.clone();
        drop(harness);
        assert_eq!(wanted.len(), 3);
        for intent in wanted {
            let Intent::Wish(Wish::Order(command)) = intent else { panic!("{intent:?}") };
            hall.order(command);
        }
        let model = hall.model(Lang::Ru);
        assert_eq!(model.fighters.len(), before + 3);
        let cells: BTreeSet<_> = model.fighters.values().map(|f| f.fighter.cell).collect();
        let names: BTreeSet<_> = model.fighters.values().map(|f| &f.dossier.name.ru).collect();
        assert_eq!((cells.len(), names.len()), (before + 3, before + 3));
        for newcomer in model.fighters.values().skip(before) {
            assert_eq!(newcomer.fighter.side, side);
            let pending = newcomer.presence == crate::battle::combatant::Presence::Pending;
            assert_eq!(pending, begun);
        }
    }
}

#[test]
fn a_person_without_a_sheet_gets_one_and_a_full_board_takes_nobody() {
    let mut hall = Hall::new();
    let model = hall.model(Lang::Ru);
    let person = crate::battle::combatant::Dossier {
        key: "nobody".to_owned(),
        name: crate::battle::combatant::LocalName::plain("Никто"),
        ..Default::default()
    };
    let side = crate::rules::facts::SideId(2);
    let all = super::roster::recruits(&model, &person, side, 2);
    assert!(all.iter().all(|one| one.sheet.derived));
    assert_eq!(all[1].dossier.name.ru, "Никто 2");
    let crowd = super::roster::recruits(&model, &person, side, i16::MAX);
    let (width, height) = model.map.board.size();
    let free = usize::from(width) * usize::from(height) - model.fighters.len();
    assert!(crowd.len() <= free && crowd.len() > free / 2, "{} of {free}", crowd.len());
    assert!(crowd.iter().all(|one| model.map.in_the_way(one.cell).is_none()));
}

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

/// Text that looks like a key of the words but is none: names of areas, fonts and icons.
const NO_KEYS: &[&str] = &[
    "by-hand",
    "let-pass",
    "better-world",
    "free-hint",
    "golos-bold",
    "jetbrains-bold",
    "mono-bold",
    "left-border",
    "left-strip",
    "right-border",
    "right-strip",
    "log-border",
    "log-only",
    "no-such",
    "outcome-table",
    "preview-buttons",
];

/// Every key that the battle, the table and the panels name is there in both languages.
#[test]
fn every_key_has_its_words() {
    let words = Words::new(&[]).expect("the program's own words are right");
    let known = |key: &str| Lang::ALL.iter().all(|lang| words.has(*lang, key));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut missing = BTreeSet::new();
    for place in ["battle", "data/map.rs", "table.rs", "desk.rs", "overlay", "view"] {
        for (file, text) in sources(&source.join(place)) {
            let icons = file.ends_with("icon.rs");
            let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            let hyphenated = |key: &&str| {
                place != "view" && !icons && key.contains('-') && !NO_KEYS.contains(key)
            };
            let called = calls(text);
            let found = literals(text).filter(hyphenated).filter(|key| looks_like_a_key(key));
            missing.extend(
                called
                    .chain(found)
                    .filter(|key| !known(key))
                    .map(|key| format!("{}: {key}", file.display())),
            );
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// Every word that the rules of Better World name is in their file, in both languages.
#[test]
fn the_rules_have_their_words() {
    let words = Shelf::load(None).expect("what ships is right").words;
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules/better_world");
    let mut missing = BTreeSet::new();
    for (file, text) in sources(&source) {
        let keys = literals(&text).filter(|key| key.starts_with("bw-") && looks_like_a_key(key));
        let unknown = keys.filter(|key| Lang::ALL.iter().any(|lang| !words.has(*lang, key)));
        missing.extend(unknown.map(|key| format!("{}: {key}", file.display())));
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

fn sources(place: &Path) -> Vec<(std::path::PathBuf, String)> {
    if place.is_file() {
        return vec![(place.to_owned(), std::fs::read_to_string(place).expect("a source"))];
    }
    let Ok(folder) = std::fs::read_dir(place) else { return Vec::new() };
    let inside = folder.map(|entry| entry.expect("an entry").path());
    inside
        .filter(|path| {
            path.file_stem().is_none_or(|stem| !stem.to_string_lossy().ends_with("tests"))
        })
        .filter(|path| path.is_dir() || path.extension().is_some_and(|end| end == "rs"))
        .flat_map(|path| sources(&path))
        .collect()
}

/// Texts between quotes on one line, comments left out.
fn literals(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| line.split('"').skip(1).step_by(2))
}

/// Keys that are asked for by name.
fn calls(text: &str) -> impl Iterator<Item = &str> {
    [".key(\"", "Message::new(\"", "Refusal::new(TABLE, \"", ".refuse(TABLE, \""]
        .into_iter()
        .flat_map(move |call| text.split(call).skip(1))
        .filter_map(|rest| rest.split('"').next())
}

fn looks_like_a_key(text: &str) -> bool {
    let part = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    text.split('-').all(part)
}
