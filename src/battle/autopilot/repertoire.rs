//! What a fighter can do with what is left of a turn, kept by what it depends on.

use super::worth::{Appraiser, KEPT_MAX, Kind, attack_actions, bit, mixed};
use crate::rules::effect::{Change, Effect};
use crate::rules::facts::{ActionId, Budget, Fighter};
use crate::rules::ruleset::{MoveMode, Ruleset, Scope, When};
use bevy::platform::collections::HashMap;
use bevy::platform::hash::{FixedHasher, PassHash};
use std::hash::BuildHasher;
use std::sync::Arc;

/// Answers of the ruleset that were asked for before.
#[derive(Default)]
pub(super) struct Repertoire {
    attacks: HashMap<u64, u64, PassHash>,
    moves: HashMap<u64, Arc<[MoveMode]>, PassHash>,
    own: HashMap<u64, Arc<[OwnAction]>, PassHash>,
}

/// An action on oneself and what it makes of the fighter.
pub(super) struct OwnAction {
    pub action: ActionId,
    pub choice: Option<u8>,
    /// What is left of the turn after it.
    pub rest: Budget,
    /// The fighter after it, standing wherever it stood when this was worked out.
    pub after: Fighter,
    /// The same as far as odds depend on it.
    pub kind: Arc<Kind>,
    /// It leaves weapons and armour as they are.
    pub same_gear: bool,
    /// What it does, to others too.
    pub effects: Vec<Effect>,
}

impl Repertoire {
    /// Attack actions that a budget allows, as bits over the action table.
    pub fn attacks(
        &mut self,
        rules: &dyn Ruleset,
        fighter: &Fighter,
        kind: &Kind,
        budget: &Budget,
        engaged: bool,
    ) -> u64 {
        let key = mixed(kind.whole, FixedHasher.hash_one((budget, engaged)));
        if let Some(bits) = self.attacks.get(&key) {
            return *bits;
        }
        let mut bits = 0;
        for action in attack_actions(rules) {
            if rules.allowed(fighter, budget, engaged, action).is_ok() {
                bits |= bit(action);
            }
        }
        make_room(&mut self.attacks);
        self.attacks.insert(key, bits);
        bits
    }

    /// The ways to move that a budget allows, cheapest first.
    pub fn moves(
        &mut self,
        rules: &dyn Ruleset,
        fighter: &Fighter,
        kind: &Kind,
        budget: &Budget,
    ) -> Arc<[MoveMode]> {
        let key = mixed(kind.whole, FixedHasher.hash_one(budget));
        if let Some(moves) = self.moves.get(&key) {
            return moves.clone();
        }
        let moves: Arc<[MoveMode]> = rules.moves(fighter, budget).into();
        make_room(&mut self.moves);
        self.moves.insert(key, moves.clone());
        moves
    }

    /// Actions on oneself that a budget allows and that change the fighter, tried out on a copy.
    pub fn own(
        &mut self,
        rules: &dyn Ruleset,
        appraiser: &mut Appraiser,
        fighter: &Fighter,
        kind: &Kind,
        budget: &Budget,
        engaged: bool,
    ) -> Arc<[OwnAction]> {
        // Rounds count exactly: a magazine is full or it is not.
        let exact = (fighter.id, &fighter.gear, budget, engaged);
        let key = mixed(kind.whole, FixedHasher.hash_one(exact));
        if let Some(own) = self.own.get(&key) {
            return own.clone();
        }
        let own: Arc<[OwnAction]> = tried(rules, appraiser, fighter, budget, engaged).into();
        make_room(&mut self.own);
        self.own.insert(key, own.clone());
        own
    }
}

fn tried(
    rules: &dyn Ruleset,
    appraiser: &mut Appraiser,
    fighter: &Fighter,
    budget: &Budget,
    engaged: bool,
) -> Vec<OwnAction> {
    let mut found = Vec::new();
    for (i, row) in rules.actions().iter().enumerate() {
        if row.scope != Scope::Own || row.when != When::OwnTurn {
            continue;
        }
        let action = ActionId(i as u16);
        let Ok(cost) = rules.allowed(fighter, budget, engaged, action) else { continue };
        let mut rest = budget.clone();
        rest.pay(cost);
        let mut add = |choice: Option<u8>| -> bool {
            let effects = rules.perform(action, fighter, choice).unwrap_or_default();
            let mut after = fighter.clone();
            for effect in effects.iter().filter(|e| e.on == fighter.id) {
                effect.change.apply_to(&mut after);
            }
            let draws = effects.iter().any(|e| matches!(e.change, Change::Draw(_)));
            if after != *fighter {
                let kind = appraiser.kind(rules, &after);
                let (rest, same_gear) = (rest.clone(), after.gear == fighter.gear);
                found.push(OwnAction { action, choice, rest, after, kind, same_gear, effects });
            }
            draws
        };
        // Bare hands are the weapon of no number; whoever has them tries the first weapon.
        let bare = fighter.gear.in_hand.is_none();
        if add(None) || bare && add(Some(0)) {
            for index in u8::from(bare)..fighter.gear.weapons.len() as u8 {
                add(Some(index));
            }
        }
    }
    found
}

fn make_room<T>(kept: &mut HashMap<u64, T, PassHash>) {
    if kept.len() > KEPT_MAX {
        kept.clear();
    }
}
