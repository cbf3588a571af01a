//! What has just happened, over the target: the result in words, the harm, the dice as they fell.
//! It rises, stays long enough to be read, and goes.

use super::ViewSet;
use super::camera::Eye;
use super::label::Plate;
use super::sketch::{Sketch, mixed};
use super::space::{CELL, ground, layer};
use super::theme::{Fonts, Paint, Theme, font};
use super::token::Moving;
use crate::battle::Rules;
use crate::battle::event::BattleEvent;
use crate::battle::facts_reader::FactsReader;
use crate::chronicle::roll_names;
use crate::locale::Arg;
use crate::locale::speak::Speaker;
use crate::rules::dice::Rolled;
use crate::rules::facts::CombatantId;
use crate::rules::grid::{CellPos, Footprint};
use crate::rules::key::Key;
use crate::table::{DiceShow, Looks, Speech};
use bevy::prelude::{
    App, Assets, ChildSpawnerCommands, Children, Color, Commands, Component, DetectChangesMut,
    Entity, FontSize, IntoScheduleConfigs, Justify, Mesh, Mesh2d, MeshMaterial2d, MessageReader,
    Plugin, Query, Rect, Res, ResMut, Text2d, TextColor, TextFont, TextLayout, Time, Transform,
    Update, Vec2, Vec3, Visibility, resource_exists,
};
use bevy::sprite::Anchor;
use std::collections::BTreeMap;

/// Words and dice over the board.
pub struct FloatingPlugin;

impl Plugin for FloatingPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            Update,
            (float, rise).chain().in_set(ViewSet::Show).run_if(resource_exists::<Rules>),
        );
    }
}

/// How long words stay, and how long the last of it takes to go, in seconds.
const STAYS_S: f32 = 2.1;
const GOES_S: f32 = 0.25;
const COMES_S: f32 = 0.14;

/// How long a hall holds its breath: between one roll and the next, and before the words.
const PAUSE_S: f32 = 0.8;

/// How far words rise, in logical pixels.
const RISES_PX: f32 = 20.0;

/// Most dice of one roll that are drawn.
const DICE_MAX: usize = 18;

/// Side of a die and room between two, in logical pixels.
const DIE_PX: f32 = 19.0;
const DIE_GAP_PX: f32 = 3.0;

/// Something over the board that goes after a while.
#[derive(Component)]
struct Floating {
    at: Vec2,
    lift_px: f32,
    age_s: f32,
    stays_s: f32,
}

/// Shown only after so many seconds.
#[derive(Component)]
struct Later(f32);

fn float(
    mut commands: Commands,
    mut events: MessageReader<BattleEvent>,
    reader: FactsReader,
    speech: Option<Res<Speech>>,
    art: (Res<Theme>, Res<Paint>, Res<Fonts>),
    looks: Res<Looks>,
    mut meshes: ResMut<Assets<Mesh>>,
    old: Query<(Entity, &Floating)>,
) {
    let mut strikes: BTreeMap<CombatantId, u32> = BTreeMap::new();
    let mut events: Vec<&BattleEvent> = events.read().collect();
    leave_spared_out(&mut events, reader.rules.0.info().degrees.first().copied());
    let cell_of = |event: &BattleEvent| match event {
        BattleEvent::Struck { target, .. } => reader.cell(*target),
        _ => None,
    };
    // The dice of an attack at several stand once, over the uppermost: above it is nobody else.
    let top = events.iter().filter_map(|event| cell_of(event)).min_by_key(|cell| cell.y);
    let mut whom: Vec<CellPos> = events.iter().filter_map(|event| cell_of(event)).collect();
    whom.dedup();
    let several = whom.len() > 1;
    let mut said: Vec<CellPos> = Vec::new();
    let mut with_dice = false;
    for event in events {
        match event {
            BattleEvent::Restored => {
                for (entity, _) in &old {
                    commands.entity(entity).despawn();
                }
            }
            BattleEvent::Struck {
                target,
                degree,
                damage,
                changes_state,
                harms,
                rolls,
                purposes,
                ..
            } => {
                let (Some(cell), Some(speech)) = (reader.cell(*target), speech.as_ref()) else {
                    continue;
                };
                let nth = strikes.entry(*target).or_default();
                let degrees = reader.rules.0.info().degrees;
                let word = match degrees.iter().position(|one| one == degree) {
                    // An effort that is not to harm does not miss: it fails.
                    Some(0) if !harms => "outcome-failed".to_owned(),
                    // A hit that does nothing is told as such.
                    Some(1) if *harms && *damage <= 0 => "outcome-no-harm".to_owned(),
                    _ => format!("degree-{degree}"),
                };
                let mut degree = speech.words.say(speech.lang, &word, &[]);
                if several {
                    let name = reader.combatant(*target).map(|c| c.dossier.name.of(speech.lang));
                    degree = format!("{}: {degree}", name.unwrap_or_default());
                }
                let harm = (*damage > 0).then(|| {
                    let args = [("damage", Arg::Int(i64::from(*damage)))];
                    speech.words.say(speech.lang, "strike-damage", &args)
                });
                let state = reader.vital(*target).map(|vital| format!("state-{}", vital.state));
                // A blow that leaves somebody as wounded as before is no new wound.
                let state = state.filter(|_| *damage > 0 && *changes_state);
                let state = state.map(|key| speech.words.say(speech.lang, &key, &[]));
                let ruleset = reader.rules.0.info().id;
                let everybody = reader.all().filter_map(|id| Some((id, reader.combatant(id)?)));
                let people = everybody
                    .map(|(id, one)| (id, one.dossier.name.of(speech.lang).to_owned()))
                    .collect();
                let say = Speaker::new(&speech.words, speech.lang, &people);
                let names = roll_names(&say, ruleset, purposes, true);
                let lines = Lines { degree, harm, state, names };
                let close = |other: &&CellPos| {
                    **other != cell && (other.x - cell.x).abs() < 4 && (other.y - cell.y).abs() < 2
                };
                let crowd = said.iter().filter(close).count();
                said.push(cell);
                let none = [];
                let own = *nth > 0 || top == Some(cell) && !with_dice;
                let rolls = if own { &rolls[..] } else { &none };
                with_dice |= own;
                let floating = Floating {
                    at: top_of(&reader, *target, cell) + Vec2::new(0.0, 0.12 * CELL),
                    lift_px: 84.0 * *nth as f32 - 68.0 * crowd as f32,
                    age_s: 0.0,
                    stays_s: STAYS_S,
                };
                *nth += 1;
                spawn(&mut commands, &mut meshes, &art, floating, &lines, rolls, looks.dice);
            }
            BattleEvent::Burst { .. } | BattleEvent::Moved { .. } | BattleEvent::TurnBegan(_) => {}
        }
    }
}

/// Of all who stood near when something went off, nothing is said over those whom it spared, as
/// long as there is somebody else to speak of.
fn leave_spared_out(events: &mut Vec<&BattleEvent>, worst: Option<Key>) {
    if !events.iter().any(|event| matches!(event, BattleEvent::Burst { .. })) {
        return;
    }
    let struck = |event: &BattleEvent| matches!(event, BattleEvent::Struck { .. });
    let spared = |event: &BattleEvent| match event {
        BattleEvent::Struck { degree, damage, .. } => *damage == 0 && Some(*degree) == worst,
        _ => false,
    };
    let anybody = events.iter().any(|event| struck(event) && !spared(event));
    let mut first = !anybody;
    events.retain(|event| !spared(event) || std::mem::take(&mut first));
}

/// What is said of a strike.
struct Lines {
    degree: String,
    harm: Option<String>,
    state: Option<String>,
    /// What each roll is for, in their order.
    names: Vec<String>,
}

fn spawn(
    commands: &mut Commands,
    meshes: &mut Assets<Mesh>,
    (theme, paint, fonts): &(Res<Theme>, Res<Paint>, Res<Fonts>),
    mut floating: Floating,
    lines: &Lines,
    rolls: &[Rolled],
    show: DiceShow,
) {
    let rolls = if show == DiceShow::Off { &[] } else { rolls };
    let pause = if show == DiceShow::Theatrical { PAUSE_S } else { 0.0 };
    let words_at = pause * rolls.len() as f32;
    floating.stays_s += words_at;

    let place = Transform::from_translation(floating.at.extend(layer::FLOATING));
    let mut parent = commands.spawn((floating, Moving, place, Visibility::Inherited));
    parent.with_children(|over| {
        let sized = |handle, px: f32| TextFont { font_size: FontSize::Px(px), ..font(handle) };
        let plate = Plate { colour: theme.plate, room: Vec2::new(10.0, 4.0) };
        let mut height = 6.0;
        for (i, rolled) in rolls.iter().enumerate().rev() {
            let mut row = over.spawn((
                Later(pause * i as f32),
                Visibility::Hidden,
                Transform::from_xyz(0.0, height, 0.0),
            ));
            row.with_children(|row| {
                let end = dice(row, meshes, (theme, paint, fonts), rolled);
                if let Some(name) = lines.names.get(i) {
                    row.spawn((
                        Text2d::new(name.clone()),
                        sized(&fonts.regular, 14.0),
                        TextColor(theme.text),
                        Plate { colour: theme.plate, room: Vec2::new(6.0, 2.0) },
                        Anchor::CENTER_RIGHT,
                        Transform::from_xyz(end - 14.0, DIE_PX / 2.0, 0.2),
                    ));
                }
            });
            height += DIE_PX + 7.0;
        }
        let hurt = lines.harm.is_some();
        let mut text = lines.degree.clone();
        if let Some(harm) = &lines.harm {
            text = format!("{text}  {harm}");
        }
        if let Some(state) = &lines.state {
            text = format!("{text}\n{state}");
        }
        let colour = if hurt { mixed(theme.harm, Color::WHITE, 0.45) } else { theme.text };
        over.spawn((
            Later(words_at),
            Visibility::Hidden,
            Text2d::new(text),
            TextLayout::justify(Justify::Center),
            sized(&fonts.bold, if hurt { 23.0 } else { 20.0 }),
            TextColor(colour),
            plate,
            Anchor::BOTTOM_CENTER,
            Transform::from_xyz(0.0, height + 2.0, 0.2),
        ));
    });
}

/// The middle of the upper edge of somebody's cells.
fn top_of(reader: &FactsReader, who: CombatantId, cell: CellPos) -> Vec2 {
    let stands = ground(reader.footprint(who).unwrap_or(Footprint::of_one(cell)));
    Vec2::new(stands.center().x, stands.max.y)
}

/// A row of dice with their sum; gives where it begins.
fn dice(
    over: &mut ChildSpawnerCommands,
    meshes: &mut Assets<Mesh>,
    (theme, paint, fonts): (&Theme, &Paint, &Fonts),
    rolled: &Rolled,
) -> f32 {
    // Of coins heads are full, tails are hollow.
    let coins = rolled.is_of_coins();
    let shown = rolled.faces.len().min(DICE_MAX);
    let step = DIE_PX + DIE_GAP_PX;
    // One face is its own sum.
    let sum_px = if rolled.has_sum() { 34.0 } else { 0.0 };
    let width = step * shown as f32 + sum_px;
    let left = -width / 2.0;
    let mut sketch = Sketch::default();
    let plate = Rect::from_corners(
        Vec2::new(left - 6.0, -2.0),
        Vec2::new(left + width + 2.0, DIE_PX + 2.0),
    );
    sketch.rounded(plate, 8.0, theme.plate);
    let number = |text: String, px: f32, x: f32, colour: Color| {
        (
            Text2d::new(text),
            TextFont { font_size: FontSize::Px(px), ..font(&fonts.mono) },
            TextColor(colour),
            Transform::from_xyz(x, DIE_PX / 2.0, 0.2),
        )
    };
    let ink = Color::srgb(0.07, 0.08, 0.09);
    for (i, face) in rolled.faces.iter().take(shown).enumerate() {
        let middle = Vec2::new(left + step * (i as f32 + 0.5), DIE_PX / 2.0);
        if coins {
            let full = *face == 1;
            sketch.disc(middle, DIE_PX * 0.47, if full { theme.active } else { theme.quiet });
            sketch.disc(middle, DIE_PX * 0.36, if full { theme.target } else { ink });
        } else {
            let die = Rect::from_center_size(middle, Vec2::splat(DIE_PX));
            sketch.rounded(die, 4.0, theme.text);
            over.spawn(number(rolled.in_digits(*face), 13.0, middle.x, ink));
        }
    }
    if sum_px > 0.0 {
        let x = left + width - sum_px / 2.0 + 2.0;
        over.spawn(number(rolled.sum().to_string(), 17.0, x, theme.text));
    }
    over.spawn((
        Mesh2d(meshes.add(sketch.mesh())),
        MeshMaterial2d(paint.plain.clone()),
        Transform::from_xyz(0.0, 0.0, 0.1),
    ));
    left
}

/// Words come, rise and go; they keep their size on the screen.
fn rise(
    mut commands: Commands,
    time: Res<Time>,
    eye: Res<Eye>,
    looks: Res<Looks>,
    mut all: Query<(Entity, &mut Floating, &mut Transform, &Children)>,
    mut parts: Query<(&Later, &mut Visibility)>,
) {
    for (entity, mut floating, mut transform, children) in &mut all {
        floating.age_s += time.delta_secs().min(0.25);
        let age = floating.age_s;
        if age >= floating.stays_s {
            commands.entity(entity).despawn();
            continue;
        }
        for child in children {
            if let Ok((later, mut shown)) = parts.get_mut(*child)
                && age >= later.0
            {
                shown.set_if_neq(Visibility::Inherited);
            }
        }
        let coming = (age / COMES_S).min(1.0);
        let going = ((floating.stays_s - age) / GOES_S).min(1.0);
        let grown = (0.6 + 0.4 * coming) * going * looks.scale();
        let risen = RISES_PX * (1.0 - (1.0 - age / floating.stays_s).powi(3)) + floating.lift_px;
        let at = floating.at + Vec2::new(0.0, risen * eye.scale);
        transform.translation = at.extend(layer::FLOATING);
        transform.scale = Vec3::new(grown * eye.scale, grown * eye.scale, 1.0);
    }
}
