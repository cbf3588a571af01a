//! The fighters on the board.
//!
//! A token is the fighter's own entity with a place in the world and parts as children; when the
//! fighter goes, the parts go with it. Parts are made anew only when the [`Look`] has changed, and
//! `look` is the only function that decides what a token looks like. The rings are drawn in
//! [`super::rings`].

use super::ViewSet;
use super::label::{Label, Plate, ShownFrom};
use super::rings;
use super::sketch::{faded, mixed};
use super::space::{CELL, centre, layer, middle};
use super::theme::{Fonts, Icons, Paint, Theme, font};
use crate::battle::combatant::{Cell, Combatant, Conditions, Health, Initiative, Presence, Stats};
use crate::battle::event::BattleEvent;
use crate::battle::facts_reader::FactsReader;
use crate::battle::{BattleMap, Rules};
use crate::locale::Lang;
use crate::rules::facts::{CombatantId, SideId};
use crate::rules::grid::{CellPos, Footprint};
use crate::rules::health::HealthPicture;
use crate::table::{Speech, Table};
use bevy::math::Vec3;
use bevy::prelude::{
    App, Assets, Changed, ChildOf, Commands, Component, DetectChanges, Entity, IntoScheduleConfigs,
    Mesh, Mesh2d, MeshMaterial2d, MessageReader, Or, Plugin, Query, Ref, Res, ResMut, Text2d,
    TextColor, Time, Transform, Update, Vec2, Visibility, With, Without, resource_exists,
};
use bevy::sprite::Anchor;
use std::collections::BTreeMap;

/// Tokens and their walks.
pub struct TokenPlugin;

impl Plugin for TokenPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            Update,
            (arrive, set_out, walk, dress)
                .chain()
                .in_set(ViewSet::Show)
                .run_if(resource_exists::<BattleMap>)
                .run_if(resource_exists::<Rules>),
        );
    }
}

/// What a token looks like at present; none before its first dressing.
#[derive(Component, Default)]
pub struct Token(pub Option<Look>);

/// A part of a token that is made anew with its look.
#[derive(Component)]
pub struct Part;

/// Marks what moves: as long as there is any, frames follow each other.
#[derive(Component)]
pub struct Moving;

/// On its way along points of the world.
#[derive(Component, Clone, Debug)]
struct Walk {
    points: Vec<Vec2>,
    elapsed_s: f32,
    takes_s: f32,
}

/// Everything that a token shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// The side, for colour and pattern.
    pub side: SideId,
    /// Two letters.
    pub initials: String,
    /// The name.
    pub name: String,
    /// It stands above the token: below it would lie over somebody.
    pub name_above: bool,
    /// Health in the ruleset's own shape.
    pub health: HealthPicture,
    /// Icons of the first conditions, with the number that goes with each; 0 for none.
    pub icons: Vec<(char, i16)>,
    /// How many conditions have no room.
    pub more: usize,
    /// Lies on the ground.
    pub fallen: bool,
    /// Will not get up again.
    pub dead: bool,
    /// Takes part yet, or still.
    pub presence: Presence,
    /// It is its turn.
    pub active: bool,
    /// It is selected.
    pub selected: bool,
    /// It is aimed at.
    pub target: bool,
    /// Cells of a side of the square on which it stands.
    pub side_cells: u8,
}

/// Most icons on one token.
const ICONS_MAX: usize = 3;

/// Names longer than this are cut: a name must never cost more than a name.
const NAME_CHARS_MAX: usize = 18;

/// Two letters for a name: the first ones of the first and of the last word; a number at the end
/// stays whole up to two digits, so that "Bandit 12" is told from "Bandit 1".
pub fn initials(name: &str) -> String {
    let words: Vec<&str> =
        name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let upper = |c: char| c.to_uppercase().next().unwrap_or(c);
    match words[..] {
        [] => "?".to_owned(),
        [only] => {
            let mut letters = only.chars();
            let first = letters.next().map(upper);
            first.into_iter().chain(letters.next()).collect()
        }
        [first, .., last] => {
            let head = first.chars().next().map(upper);
            if last.chars().all(|c| c.is_ascii_digit()) {
                return head.into_iter().chain(last.chars().take(2)).collect();
            }
            head.into_iter().chain(last.chars().next().map(upper)).collect()
        }
    }
}

/// A name that is short enough for a plate below a token.
pub fn shortened(name: &str) -> String {
    if name.chars().count() <= NAME_CHARS_MAX {
        return name.to_owned();
    }
    name.chars().take(NAME_CHARS_MAX - 1).chain(['…']).collect()
}

/// Names of two in one row run into each other up to so many cells apart.
const NAME_CELLS: i16 = 3;

/// Whether a name has more room above its token than below: somebody stands below and nobody
/// above, or names of those side by side would run into each other. Of a row of them every second
/// goes above, counted from the left.
fn name_goes_above(cell: CellPos, others: impl Fn(CellPos) -> bool) -> bool {
    let taken = |y: i16| (-1..=1).any(|x| others(CellPos::new(cell.x + x, cell.y + y)));
    let left_of = |x: i16| (x - NAME_CELLS..x).rev().find(|x| others(CellPos::new(*x, cell.y)));
    let before = std::iter::successors(left_of(cell.x), |x| left_of(*x)).count();
    !taken(-1) && (taken(1) || before % 2 == 1)
}

/// What a fighter's token looks like now.
fn look(
    reader: &FactsReader,
    table: &Table,
    lang: Lang,
    icons: &Icons,
    id: CombatantId,
) -> Option<Look> {
    let combatant = reader.combatant(id)?;
    let fighter = reader.fighter(id)?;
    let name = combatant.dossier.name.of(lang);
    let presence = reader.initiative(id)?.presence;
    let vital = reader.rules.0.vital(&fighter);
    let specs = reader.rules.0.info().conditions;
    let mut shown: Vec<(char, i16)> = fighter
        .conditions
        .iter()
        .filter_map(|c| Some((specs.iter().find(|spec| spec.id == c.id)?, c.amount)))
        .filter(|(spec, _)| !spec.hidden)
        .filter_map(|(spec, amount)| Some((icons.glyph(spec.icon)?, amount)))
        .collect();
    shown.dedup();
    let more = shown.len().saturating_sub(ICONS_MAX);
    shown.truncate(ICONS_MAX);
    Some(Look {
        side: combatant.side,
        initials: initials(name),
        name: shortened(name),
        name_above: name_goes_above(fighter.cell, |cell| {
            reader.people().any(|other| other.combatant.id != id && other.cell.0 == cell)
        }),
        health: reader.rules.0.picture(&fighter),
        icons: shown,
        more,
        fallen: !vital.able,
        dead: vital.out,
        presence,
        active: reader.turn.current == Some(id),
        selected: table.selected == Some(id),
        target: table.aim.as_ref().is_some_and(|aim| aim.targets.contains(&id)),
        side_cells: reader.footprint(id)?.side_cells,
    })
}

fn body(rules: &Rules, cell: &Cell, stats: &Stats) -> Footprint {
    rules.0.footprint(&stats.0, cell.0)
}

/// Gives newcomers a place in the world.
fn arrive(
    mut commands: Commands,
    rules: Res<Rules>,
    new: Query<(Entity, &Cell, &Stats), (With<Combatant>, Without<Token>)>,
) {
    for (entity, cell, stats) in &new {
        let at = middle(body(&rules, cell, stats)).extend(layer::TOKEN);
        commands.entity(entity).insert((
            Token::default(),
            Transform::from_translation(at),
            Visibility::Inherited,
        ));
    }
}

/// Sends those on their way whose cell has changed: along the path they took, if they walked.
fn set_out(
    mut commands: Commands,
    mut events: MessageReader<BattleEvent>,
    rules: Res<Rules>,
    moved: Query<(Entity, &Combatant, &Cell, &Stats, &Transform, Ref<Token>), Changed<Cell>>,
) {
    let mut paths = BTreeMap::new();
    for event in events.read() {
        if let BattleEvent::Moved { who, path } = event {
            paths.insert(*who, path.clone());
        }
    }
    for (entity, combatant, cell, stats, transform, token) in &moved {
        let goal = middle(body(&rules, cell, stats));
        let (here, aside) = (transform.translation.truncate(), goal - centre(cell.0));
        if token.is_added() || here.distance(goal) < 0.5 {
            continue;
        }
        let path = paths.get(&combatant.id).filter(|path| path.last() == Some(&cell.0));
        let mut points = vec![here];
        points.extend(path.into_iter().flatten().skip(1).map(|cell| centre(*cell) + aside));
        if path.is_none() {
            points.push(goal);
        }
        let steps = points.len() as f32 - 1.0;
        let takes_s = (0.07 * steps).clamp(0.16, 0.38);
        commands.entity(entity).insert((Walk { points, elapsed_s: 0.0, takes_s }, Moving));
    }
}

/// Moves those who are on their way.
fn walk(
    mut commands: Commands,
    time: Res<Time>,
    mut walkers: Query<(Entity, &mut Walk, &mut Transform)>,
) {
    for (entity, mut walk, mut transform) in &mut walkers {
        walk.elapsed_s += time.delta_secs().min(0.1);
        let share = (walk.elapsed_s / walk.takes_s).min(1.0);
        let eased = share * share * (3.0 - 2.0 * share);
        let at = along(&walk.points, eased);
        transform.translation.x = at.x;
        transform.translation.y = at.y;
        if share >= 1.0 {
            commands.entity(entity).remove::<(Walk, Moving)>();
        }
    }
}

/// The place at a share of a line through points.
fn along(points: &[Vec2], share: f32) -> Vec2 {
    let total: f32 = points.windows(2).map(|p| p[0].distance(p[1])).sum();
    let mut left = total * share;
    for pair in points.windows(2) {
        let length = pair[0].distance(pair[1]);
        if left <= length && length > 0.0 {
            return pair[0].lerp(pair[1], left / length);
        }
        left -= length;
    }
    points.last().copied().unwrap_or_default()
}

type Altered = Or<(
    Changed<Combatant>,
    Changed<Cell>,
    Changed<Health>,
    Changed<Conditions>,
    Changed<Initiative>,
    Changed<Stats>,
)>;

/// Makes the parts of those anew whose look has changed.
fn dress(
    mut commands: Commands,
    reader: FactsReader,
    table: Res<Table>,
    speech: Option<Res<Speech>>,
    art: (Res<Theme>, Res<Paint>, Res<Fonts>, Res<Icons>),
    mut meshes: ResMut<Assets<Mesh>>,
    altered: Query<(), Altered>,
    mut tokens: Query<(Entity, &Combatant, &mut Token, &mut Transform)>,
    parts: Query<(Entity, &ChildOf), With<Part>>,
) {
    let news = reader.turn.is_changed()
        || reader.rules.is_changed()
        || table.is_changed()
        || art.0.is_changed()
        || speech.as_ref().is_some_and(|s| s.is_changed())
        || !altered.is_empty();
    if !news {
        return;
    }
    let lang = speech.map_or_else(Lang::system, |s| s.lang);
    let repaint = art.0.is_changed();
    for (entity, combatant, mut token, mut transform) in &mut tokens {
        let Some(look) = look(&reader, &table, lang, &art.3, combatant.id) else { continue };
        if token.0.as_ref() == Some(&look) && !repaint {
            continue;
        }
        for (part, parent) in &parts {
            if parent.parent() == entity {
                commands.entity(part).despawn();
            }
        }
        // Numbers keep tokens apart that lie over each other.
        let known = token.0.as_ref().map(|old| old.side_cells);
        if known != Some(look.side_cells)
            && let Some(stands) = reader.footprint(combatant.id)
        {
            // Another body, or other rules: it stands on other cells than before.
            let at = middle(stands);
            (transform.translation.x, transform.translation.y) = (at.x, at.y);
        }
        let base = if look.fallen { layer::FALLEN } else { layer::TOKEN };
        transform.translation.z = base + 0.001 * f32::from(combatant.id.0 % 1000);
        make_parts(&mut commands, &mut meshes, &art, entity, &look);
        token.0 = Some(look);
    }
}

fn make_parts(
    commands: &mut Commands,
    meshes: &mut Assets<Mesh>,
    (theme, paint, fonts, _): &(Res<Theme>, Res<Paint>, Res<Fonts>, Res<Icons>),
    entity: Entity,
    look: &Look,
) {
    let s = f32::from(look.side_cells.max(1));
    let mut mesh = |sketch: super::sketch::Sketch| Mesh2d(meshes.add(sketch.mesh()));
    let plain = MeshMaterial2d(paint.plain.clone());
    let at = |x: f32, y: f32, z: f32| Transform::from_xyz(s * x, s * y, z);
    // Letters have sizes of their own, drawings are as large as the token.
    let large = |x: f32, y: f32, z: f32| at(x, y, z).with_scale(Vec3::new(s, s, 1.0));
    let shown = rings::alpha(look);
    let mut body = commands.entity(entity);
    let halo = rings::halo(look, theme);
    if !halo.is_empty() {
        body.with_child((
            Part,
            mesh(halo),
            plain.clone(),
            large(0.0, 0.0, layer::HALO - layer::TOKEN),
        ));
    }
    body.with_child((Part, mesh(rings::body(look, theme)), plain.clone(), large(0.0, 0.0, 0.0)));
    let letters =
        if look.dead { mixed(theme.quiet, bevy::color::Color::BLACK, 0.35) } else { theme.text };
    body.with_child((
        Part,
        Text2d::new(look.initials.clone()),
        font(&fonts.bold),
        TextColor(faded(letters, shown)),
        Label::OnBoard(s * if look.initials.chars().count() > 2 { 19.0 } else { 24.0 }),
        at(0.0, 0.5, 0.0003),
    ));
    let mark = rings::mark(look);
    if !mark.is_empty() {
        body.with_child((Part, mesh(mark), plain.clone(), large(0.0, 0.0, 0.0004)));
    }
    let words = match (look.active, look.fallen) {
        (true, _) => theme.active,
        (_, true) => theme.quiet,
        _ => theme.text,
    };
    let below = if look.name_above { 0.53 * CELL } else { -0.53 * CELL };
    body.with_child((
        Part,
        Text2d::new(look.name.clone()),
        font(if look.active || look.selected { &fonts.bold } else { &fonts.regular }),
        TextColor(words),
        Label::AtLeast(13.0, 13.0),
        ShownFrom(22.0),
        Plate { colour: theme.plate, room: Vec2::new(5.0, 0.0) },
        if look.name_above { Anchor::BOTTOM_CENTER } else { Anchor::TOP_CENTER },
        at(0.0, below, layer::LABELS - layer::TOKEN),
    ));
    let badges = look.icons.iter().map(|(icon, _)| icon.to_string());
    let more = (look.more > 0).then(|| format!("+{}", look.more));
    for (i, text) in badges.chain(more).enumerate() {
        let place = rings::badge_place(i);
        body.with_child((
            Part,
            mesh(rings::badge(theme)),
            plain.clone(),
            large(place.x, place.y, 0.0005),
        ));
        let is_icon = i < look.icons.len();
        body.with_child((
            Part,
            Text2d::new(text),
            font(if is_icon { &fonts.icons } else { &fonts.bold }),
            TextColor(if is_icon { theme.harm } else { theme.text }),
            Label::OnBoard(s * if is_icon { 12.0 } else { 10.0 }),
            at(place.x, place.y, 0.0007),
        ));
        // The number that goes with a condition, at the outer rim of its badge.
        if let Some((_, amount)) = look.icons.get(i).filter(|(_, amount)| *amount != 0) {
            let out = place.signum() * 7.0;
            body.with_child((
                Part,
                Text2d::new(amount.to_string()),
                font(&fonts.bold),
                TextColor(theme.text),
                Label::OnBoard(9.0 * s),
                Plate { colour: theme.plate, room: Vec2::new(2.0, 0.0) },
                at(place.x + out.x, place.y + out.y, 0.0009),
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initials_of_all_kinds_of_names() {
        for (name, letters) in [
            ("Ёж Щукин", "ЁЩ"),
            ("Ворон", "Во"),
            ("ёж", "Ёж"),
            ("Бандит 2", "Б2"),
            ("Бандит 12", "Б12"),
            ("Bandit 123", "B12"),
            ("Анна-Мария", "АМ"),
            ("Jean Paul de la Tour", "JT"),
            ("7", "7"),
            ("   ", "?"),
            ("", "?"),
            ("№5 Крот", "5К"),
        ] {
            assert_eq!(initials(name), letters, "{name}");
        }
    }

    #[test]
    fn a_name_goes_where_it_lies_over_nobody() {
        let here = CellPos::new(4, 4);
        let at = |others: &[(i16, i16)]| {
            name_goes_above(here, |cell| others.contains(&(cell.x, cell.y)))
        };
        assert!(!at(&[]), "below, where one looks for it");
        assert!(at(&[(4, 5)]) && at(&[(5, 5)]));
        assert!(!at(&[(4, 5), (4, 3)]), "there is no better place");
        let row = |x: i16| {
            let others =
                |cell: CellPos| cell.y == 4 && cell.x != x && [4, 5, 8, 13].contains(&cell.x);
            name_goes_above(CellPos::new(x, 4), others)
        };
        assert_eq!([4, 5, 8, 13].map(row), [false, true, false, false], "every second of a row");
    }

    #[test]
    fn an_enormous_name_is_cut() {
        let name = "Я".repeat(10_000);
        assert_eq!(shortened(&name).chars().count(), NAME_CHARS_MAX);
        assert_eq!(shortened("Ворон"), "Ворон");
    }

    #[test]
    fn a_walk_keeps_to_its_path() {
        let points = [Vec2::ZERO, Vec2::new(10.0, 0.0), Vec2::new(10.0, 10.0)];
        assert_eq!(along(&points, 0.0), Vec2::ZERO);
        assert_eq!(along(&points, 0.25), Vec2::new(5.0, 0.0));
        assert_eq!(along(&points, 0.75), Vec2::new(10.0, 5.0));
        assert_eq!(along(&points, 1.0), Vec2::new(10.0, 10.0));
    }
}
