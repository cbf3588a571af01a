//! Those who join the fight.

use super::*;

#[test]
fn newcomers_find_a_place_and_a_name() {
    let mut hall = Hall::new();
    for n in 0..40 {
        let model = hall.model(Lang::Ru);
        let say = Speaker::new(&hall.words, Lang::Ru, &model.names);
        let first = *model.fighters.keys().next().expect("somebody is there");
        let newcomer = if n % 2 == 0 {
            crate::overlay::newcomer::ordinary(&model, crate::rules::facts::SideId(2), &say)
        } else {
            crate::overlay::newcomer::twin(&model, first)
        };
        hall.order(Command::Join(Box::new(newcomer.expect("the board has room"))));
    }
    let model = hall.model(Lang::Ru);
    let of = |get: &dyn Fn(&crate::overlay::model::FighterModel) -> String| -> BTreeSet<String> {
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
        let mut state =
            crate::overlay::roster::RosterState { side, count: 3, ..Default::default() };
        state.read(&shelf, Lang::Ru);
        let people = state.rosters[0].people.clone().expect("the roster ships");
        let person = people[0].clone();
        let other = people.iter().find(|other| other.name != person.name).expect("another");
        state.search = person.name.ru.to_uppercase().replace('Ё', "Е");
        let mut harness = harness((400.0, 700.0), |ui| {
            let mut out = Vec::new();
            crate::overlay::roster::contents(ui, &model, &say, &mut state, &mut out);
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
    let all = crate::overlay::roster::recruits(&model, &person, side, 2);
    assert!(all.iter().all(|one| one.sheet.derived));
    assert_eq!(all[1].dossier.name.ru, "Никто 2");
    let crowd = crate::overlay::roster::recruits(&model, &person, side, i16::MAX);
    let (width, height) = model.map.board.size();
    let free = usize::from(width) * usize::from(height) - model.fighters.len();
    assert!(crowd.len() <= free && crowd.len() > free / 2, "{} of {free}", crowd.len());
    assert!(crowd.iter().all(|one| model.map.in_the_way(one.cell).is_none()));
}
