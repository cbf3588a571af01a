//! Eyes for tests of the real window: what stands where on the screen, written to a file whenever
//! it changes. A test moves the real mouse to these places and reads here what came of it.

use crate::battle::combatant::{Cell, Combatant, Health};
use crate::battle::journal::Journal;
use crate::battle::state;
use crate::battle::turn::Turn;
use crate::table::{Animating, Table};
use crate::view::space;
use bevy::prelude::*;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The file that is written.
#[derive(Resource)]
pub struct Witness(pub PathBuf);

/// Adds the witness to an app.
pub fn plugin(app: &mut App) {
    app.add_systems(Last, tell);
}

fn tell(world: &mut World, mut last: Local<String>, mut frames: Local<u32>) {
    *frames += 1;
    let text = told(world, *frames > 20).to_string();
    if *last != text {
        let path = world.resource::<Witness>().0.clone();
        // A test that cannot read it fails by itself; the table must not stop for that.
        if crate::data::file::write_atomic(&path, &text).is_ok() {
            *last = text;
        }
    }
}

fn told(world: &mut World, ready: bool) -> Value {
    let hash = format!("{:016x}", state::capture(world).fingerprint());
    let tokens = tokens(world);
    let turn = world.resource::<Turn>();
    let table = world.resource::<Table>();
    let journal = world.resource::<Journal>();
    let key = |id: crate::rules::facts::CombatantId| {
        tokens.iter().find(|(_, v)| v["number"] == id.0).map(|(k, _)| k.clone())
    };
    let preview = table.preview.as_ref().map(|preview| {
        let degrees = preview.odds.as_ref().map(|odds| {
            let first = preview.facts.targets.first().map(|target| target.fighter.id);
            let mut by: BTreeMap<&str, f64> = BTreeMap::new();
            for (strike, _, p) in first.map(|id| odds.of_target(id)).unwrap_or_default() {
                *by.entry(strike.degree.0).or_default() += p;
            }
            by.into_iter().map(|(d, p)| (d.to_owned(), json!(p))).collect::<Map<_, _>>()
        });
        json!({ "refusal": preview.plan.as_ref().err().map(|r| r.rule.0), "degrees": degrees })
    });
    json!({
        "ready": ready,
        "moving": world.resource::<Animating>().0,
        "entries": journal.entries().len(),
        "at": journal.at(),
        "hash": hash,
        "round": turn.round,
        "stage": format!("{:?}", turn.stage),
        "current": turn.current.and_then(key),
        "selected": table.selected.and_then(key),
        "aim": table.aim.as_ref().map(|a| json!({
            "action": a.action,
            "target": a.targets.first().copied().and_then(key),
        })),
        "preview": preview,
        "error": table.error.is_some(),
        "question": table.open.is_some(),
        "tokens": tokens,
    })
}

fn tokens(world: &mut World) -> Map<String, Value> {
    let mut cameras = world.query::<(&Camera, &GlobalTransform)>();
    let Some((camera, eye)) = cameras.iter(world).next().map(|(c, t)| (c.clone(), *t)) else {
        return Map::new();
    };
    let scale = camera.target_scaling_factor().unwrap_or(1.0);
    let place = |cell| {
        let world_at = space::centre(cell).extend(0.0);
        camera.world_to_viewport(&eye, world_at).ok().map(|at| at * scale)
    };
    let mut fighters = world.query::<(&Combatant, &Cell, &Health)>();
    let mut told = Map::new();
    for (combatant, cell, health) in fighters.iter(world) {
        let at = place(cell.0);
        let east = place(crate::rules::grid::CellPos::new(cell.0.x + 1, cell.0.y));
        told.insert(
            combatant.dossier.key.clone(),
            json!({
                "number": combatant.id.0,
                "side": combatant.side.0,
                "cell": [cell.0.x, cell.0.y],
                "points": health.0.points,
                "x": at.map(|p| p.x.round()),
                "y": at.map(|p| p.y.round()),
                "cell_px": at.zip(east).map(|(a, b)| (b.x - a.x).round()),
            }),
        );
    }
    told
}
