use super::*;
use crate::battle::facts_reader::FactsReader;
use crate::battle::setup::headless;
use crate::rules::better_world::BetterWorld;
use crate::rules::better_world::data::File;
use crate::rules::grid::{CellPos, Metric, metres};
use bevy::ecs::system::SystemState;
use std::collections::BTreeMap;

fn shelf() -> Shelf {
    Shelf::load(None).unwrap_or_else(|broken| panic!("{}", shown(&broken)))
}

fn shown(broken: &[FileProblems]) -> String {
    let words = Words::new(&[]).unwrap();
    broken.iter().map(|problems| problems.render_in(&words, Lang::En, false)).collect()
}

#[test]
fn everything_that_ships_opens() {
    let shelf = shelf();
    let list = shelf.list();
    assert_eq!(list.rulesets, rulesets::ids());
    for scenario in &list.scenarios {
        let fight = shelf.fight(&scenario.entry.name);
        fight.unwrap_or_else(|broken| panic!("{}", shown(&broken)));
        assert!(scenario.inside.is_some());
    }
    assert!(list.scenarios.iter().any(|scenario| scenario.entry.name == "demo"));
    for map in &list.maps {
        assert!(shelf.map(&map.name, None).is_ok(), "{}", map.name);
    }
    for roster in &list.rosters {
        assert!(shelf.roster(&roster.name, None).is_ok(), "{}", roster.name);
    }
}

#[test]
fn every_file_of_assets_is_built_in() {
    for folder in [Folder::Rulesets, Folder::Rosters, Folder::Maps, Folder::Scenarios] {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
        let on_disk = names(Some(&assets), folder);
        let mut built_in: Vec<String> = shipped::names(folder).map(str::to_owned).collect();
        built_in.sort_by(|a, b| crate::locale::collate(a, b));
        assert_eq!(on_disk, built_in, "{folder:?}");
    }
}

#[test]
fn the_shipped_numbers_are_the_defaults() {
    let text = rulesets::shipped("better-world").unwrap();
    let reading = decode::read::<File>("better-world.ron", text.as_bytes());
    assert!(reading.problems.is_empty());
    let mut file = reading.value.unwrap();
    file.words = File::default().words;
    assert_eq!(file, File::default());
    assert_eq!(BetterWorld::shipped().weapons(), shelf().rulesets()[0].weapons());
}

/// Tier of cover by the shipped limits, in eighths of the silhouette.
fn tier(hidden_64: u8) -> usize {
    let cover = File::default().tunables;
    let limits = [cover.cover_light_from, cover.cover_normal_from, cover.cover_strong_from];
    limits.iter().filter(|limit| hidden_64 >= **limit * 8).count()
}

#[test]
fn the_demo_has_every_tier_of_cover_and_every_band() {
    let map = shelf().map("warehouse-yard", None).ok().unwrap();
    let cells: Vec<CellPos> = map.board.cells().filter(|c| map.in_the_way(*c).is_none()).collect();
    let mut found: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let mut sighted = 0;
    for from in &cells {
        let field = map.board.field(*from);
        for to in cells.iter().filter(|to| *to != from) {
            let seen = field[map.board.index(*to).unwrap()];
            if seen.in_sight {
                let band = File::default().bands.of(metres(Metric::EuclidFloorMetres, *from, *to));
                *found.entry((tier(seen.hidden), band as usize)).or_default() += 1;
                sighted += 1;
            }
        }
    }
    for tier in 0..=3 {
        for band in 0..=2 {
            let count = found.get(&(tier, band)).copied().unwrap_or(0);
            // One shot in two hundred at the least: it has to come up in play.
            assert!(count * 200 > sighted, "tier {tier}, band {band}: {count} of {sighted}");
        }
    }
}

#[test]
fn the_demo_begins_with_choices() {
    let shelf = shelf();
    let fight = shelf.fight("demo").unwrap();
    let mut world = headless(&shelf.library, &fight);
    let mut state: SystemState<FactsReader> = SystemState::new(&mut world);
    let reader = state.get(&world).unwrap();
    let mut tiers = BTreeMap::new();
    for from in reader.all() {
        for to in reader.all() {
            let (a, b) = (reader.combatant(from).unwrap(), reader.combatant(to).unwrap());
            let (at, there) = (reader.cell(from).unwrap(), reader.cell(to).unwrap());
            let exposure = reader.map.board.exposure(at, there);
            if a.side != b.side && exposure.in_sight {
                let far = metres(Metric::EuclidFloorMetres, at, there);
                let line = format!("{}>{} {far} m", a.dossier.key, b.dossier.key);
                tiers.entry(tier(exposure.hidden_of_64)).or_insert_with(Vec::new).push(line);
            }
        }
    }
    for tier in 0..=1 {
        assert!(tiers.contains_key(&tier), "{tier}: {tiers:#?}");
    }
    assert!(tiers.contains_key(&2) || tiers.contains_key(&3), "{tiers:#?}");
}
