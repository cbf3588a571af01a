//! A scripted fight in which every action of Better World is taken at least once. Its journal is kept
//! as a file: whatever changes a number, a roll, a hash or a line changes it, and is looked at.

use crate::fights::{SHELF, demo};
use crate::script::Script;
use bevy::prelude::World;
use rubezh::battle::command::{Command, Edit};
use rubezh::battle::journal::Journal;
use rubezh::rules::grid::CellPos;
use rubezh::rules::key::Key;
use rubezh::rules::ruleset::Scope;
use std::collections::BTreeSet;

/// Where the journal is kept.
const KEPT: &str = "tests/data/every-action.ron";

/// The fight, from the First Strikes on. The open ground between the crates is its stage.
fn played() -> Script {
    let mut s = Script(demo(20_26));
    s.places(&[
        ("siskin", 11, 4),
        ("fox", 11, 9),
        ("raven", 10, 5),
        ("bear", 14, 6),
        ("blade", 16, 5),
        ("bayonet", 15, 6),
        ("owl", 16, 7),
        ("flint", 15, 10),
    ]);
    let strike = s.attack("fox", "first_strike", &["flint"]);
    s.rolls(&[3, 3], strike);
    let strike = s.attack("siskin", "first_strike_burst", &["blade"]);
    s.rolls(&[3, 3], strike);
    s.order(Command::Begin { by_cards: Some(false) });
    shooting(&mut s);
    arms_length(&mut s);
    holding(&mut s);
    odds_and_ends(&mut s);
    s
}

fn shooting(s: &mut Script) {
    s.turn("raven");
    let shot = s.attack("raven", "aim", &["owl"]);
    s.rolls(&[2, 4], shot);
    s.turn("siskin");
    let shot = s.attack("siskin", "attack", &["blade"]);
    s.rolls(&[1, 3], shot);
    let shot = s.attack("siskin", "quick_shot", &["blade"]);
    s.rolls(&[1, 3], shot);
    s.turn("siskin");
    let burst = s.attack("siskin", "short_burst", &["blade"]);
    s.rolls(&[2, 3], burst);
    s.turn("siskin");
    let burst = s.attack("siskin", "long_burst", &["owl", "blade"]);
    s.rolls(&[3, 2, 4], burst);
    s.turn("siskin");
    s.act("siskin", "reload", None);
    s.turn("owl");
    s.act("owl", "reaction", None);
    s.gives("fox", "frag_grenade");
    s.turn("fox");
    let last = s.one("fox").gear.weapons.len() as u8 - 1;
    s.act("fox", "draw", Some(last));
    let mut throw = s.attack("fox", "attack", &[]);
    if let Command::Attack { aim, .. } = &mut throw {
        *aim = Some(CellPos::new(15, 10));
    }
    s.rolls(&[2, 3], throw);
}

fn arms_length(s: &mut Script) {
    s.turn("bear");
    let mut blow = s.attack("bear", "attack", &["bayonet"]);
    if let Command::Attack { options, .. } = &mut blow {
        options.set(Key("restraint"), None, 1);
    }
    s.rolls(&[2, 2], blow);
    let blow = s.attack("bear", "quick_strike", &["bayonet"]);
    s.rolls(&[1, 3], blow);
    s.turn("bear");
    let blow = s.attack("bear", "feint", &["bayonet"]);
    s.rolls(&[1, 3], blow);
    s.turn("bayonet");
    s.act("bayonet", "stance", None);
    s.turn("bear");
    let disarm = s.attack("bear", "disarm", &["bayonet"]);
    s.rolls(&[3, 1, 4], disarm);
    s.turn("bayonet");
    s.act("bayonet", "pick_up", None);
    s.turn("bayonet");
    s.act("bayonet", "full_defence", None);
    // Away from the bayonet: it strikes in passing, as the program does unasked.
    s.turn("bear");
    let who = s.who("bear");
    let path = [(14, 6), (13, 5)].map(|(x, y)| CellPos::new(x, y)).to_vec();
    s.rolls(&[0, 1], Command::walk(who, path));
}

fn holding(s: &mut Script) {
    s.place("bear", 14, 6);
    s.turn("bear");
    let grab = s.attack("bear", "grapple", &["bayonet"]);
    s.rolls(&[4, 1], grab);
    s.turn("bear");
    s.act("bear", "maintain", None);
    s.turn("bear");
    s.act("bear", "release", None);
    s.turn("bayonet");
    let grab = s.attack("bayonet", "grapple", &["bear"]);
    s.rolls(&[4, 1], grab);
    s.turn("bear");
    let free = s.attack("bear", "break_free", &["bayonet"]);
    s.rolls(&[4, 1], free);
}

fn odds_and_ends(s: &mut Script) {
    s.turn("fox");
    s.walk("fox", &[(11, 9), (10, 9)]);
    s.turn("fox");
    s.walk("fox", &[(10, 9), (11, 10), (12, 10), (13, 10)]);
    s.act("fox", "negligible", None);
    s.edit("raven", Edit::Points(0));
    s.edit("raven", Edit::End(Key("unconscious")));
    s.turn("raven");
    s.act("raven", "let_go", None);
    let owl = s.who("owl");
    s.order(Command::Leave { who: owl });
    s.order(Command::Return { who: owl });
    s.order(Command::Hour);
    s.order(Command::EndTurn);
}

#[test]
fn a_fight_with_every_action_is_the_one_that_is_kept() {
    let mut script = played();
    script.is_the_one_kept(KEPT);
    every_action_was_taken(&mut script.0);
}

fn every_action_was_taken(world: &mut World) {
    let entries = world.resource::<Journal>().entries().to_vec();
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for entry in &entries {
        match &entry.command {
            Command::Attack { action, options, .. } => {
                taken.insert(action.clone());
                if options.get(Key("restraint"), None).is_some() {
                    taken.insert("restraint".to_owned());
                }
            }
            Command::Act { action, .. } => {
                taken.insert(action.clone());
            }
            _ => {}
        }
    }
    let told: BTreeSet<&str> =
        entries.iter().flat_map(|entry| &entry.lines).map(|line| line.rule.0).collect();
    for row in SHELF.library.0[0].actions() {
        // Walks and strikes in passing are ordered by a path, and are told by their rule.
        let by_path = row.scope == Scope::Path || row.id == "opportunity";
        let seen = taken.contains(&row.id) || by_path && told.contains(row.rule.0);
        assert!(seen, "nobody took {}", row.id);
    }
}
