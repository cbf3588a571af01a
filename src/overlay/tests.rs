//! Panels are drawn without a window and asked what they show and what they want.

mod attack;
mod bars;
mod chronicle;
mod declared;
mod odd;
mod people;
mod several;
mod sizes;
mod words;

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
