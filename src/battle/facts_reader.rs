//! The only builder of facts: preview, play, odds and autopilot all read the fight through it.

use super::combatant::{Census, Combatant, Deeds, Initiative, Melee, Person, PersonItem, Presence};
use super::ledger::within_reach;
use super::state::{CombatantState, Dropped, Stage};
use super::turn::Turn;
use super::{BattleMap, HouseRules, Library, Narration, Rules, fitness};
use crate::rules::facts::{
    ActionId, Aim, Assailant, AttackFacts, Budget, CombatantId, Fighter, Ground, InitiativeFacts,
    ItemId, Options, Sightline, TargetFacts, TurnFacts,
};
use crate::rules::grid::{CellPos, FieldCell, Footprint, Occupancy, Reach, StepRules, passes};
use crate::rules::key::Key;
use crate::rules::message::Message;
use crate::rules::ruleset::{Area, MoveMode, Refusal, Vital, When};
use crate::rules::{TABLE, ruleset};
use bevy::ecs::system::SystemParam;
use bevy::prelude::{Entity, Query, Res};

/// Reads the fight.
#[derive(SystemParam)]
pub struct FactsReader<'w, 's> {
    /// The ruleset in force.
    pub rules: Res<'w, Rules>,
    /// All rulesets.
    pub library: Res<'w, Library>,
    /// Whose turn it is.
    pub turn: Res<'w, Turn>,
    /// Who is there.
    pub census: Res<'w, Census>,
    /// Where.
    pub map: Res<'w, BattleMap>,
    /// What lies on the board.
    pub dropped: Res<'w, Dropped>,
    /// What the game master settled.
    pub house: Res<'w, HouseRules>,
    /// Whether anybody is told what happens: what only people ask for is not worked out otherwise.
    pub narration: Res<'w, Narration>,
    fighters: Query<'w, 's, Person>,
}

impl FactsReader<'_, '_> {
    /// Everybody's number, in the order of joining.
    pub fn all(&self) -> impl Iterator<Item = CombatantId> {
        self.census.0.keys().copied()
    }

    fn person(&self, id: CombatantId) -> Option<PersonItem<'_, '_>> {
        self.fighters.get(*self.census.0.get(&id)?).ok()
    }

    /// Those who are in one of some conditions, in the order of joining.
    pub fn those_in(&self, conditions: &[Key]) -> Vec<CombatantId> {
        let is_in = |person: &PersonItem| {
            person.conditions.0.iter().any(|condition| conditions.contains(&condition.id))
        };
        let found = self.fighters.iter().filter(is_in).map(|person| person.combatant.id);
        let mut found: Vec<CombatantId> = found.collect();
        found.sort_unstable();
        found
    }

    /// Everybody as components, in the order of joining.
    pub fn people(&self) -> impl Iterator<Item = PersonItem<'_, '_>> {
        self.census.0.values().filter_map(|entity| self.fighters.get(*entity).ok())
    }

    /// The fighter of a number.
    pub fn fighter(&self, id: CombatantId) -> Option<Fighter> {
        Some(self.person(id)?.fighter())
    }

    /// Name, id and side of a fighter.
    pub fn combatant(&self, id: CombatantId) -> Option<&Combatant> {
        Some(self.person(id)?.combatant)
    }

    /// Its place in time.
    pub fn initiative(&self, id: CombatantId) -> Option<&Initiative> {
        Some(self.person(id)?.initiative)
    }

    /// The same for an entity, for the turn pointer.
    pub fn initiative_of(&self, entity: Entity) -> Option<&Initiative> {
        Some(self.fighters.get(entity).ok()?.initiative)
    }

    /// What happened to it at arm's length.
    pub fn melee(&self, id: CombatantId) -> Option<&Melee> {
        Some(self.person(id)?.melee)
    }

    /// What it did of late.
    pub fn deeds(&self, id: CombatantId) -> Option<&Deeds> {
        Some(self.person(id)?.deeds)
    }

    /// Where it stands.
    pub fn cell(&self, id: CombatantId) -> Option<CellPos> {
        Some(self.person(id)?.cell.0)
    }

    /// The cells on which it stands.
    pub fn footprint(&self, id: CombatantId) -> Option<Footprint> {
        Some(self.stands(&self.person(id)?))
    }

    fn stands(&self, person: &PersonItem) -> Footprint {
        self.rules.0.footprint(&person.stats.0, person.cell.0)
    }

    /// Its state of health and what follows; one that waits or has left is not able.
    pub fn vital(&self, id: CombatantId) -> Option<Vital> {
        let person = self.person(id)?;
        Some(person.vital(self.rules.0.as_ref(), &person.fighter()))
    }

    /// Everybody with what follows from its health, in the order of joining.
    pub fn each(&self) -> impl Iterator<Item = (Fighter, Vital)> {
        self.people().map(|person| {
            let fighter = person.fighter();
            let vital = person.vital(self.rules.0.as_ref(), &fighter);
            (fighter, vital)
        })
    }

    /// The number of a fighter's id in files.
    pub fn by_key(&self, key: &str) -> Option<CombatantId> {
        self.all().find(|id| self.combatant(*id).is_some_and(|c| c.dossier.key == key))
    }

    /// Whether two cells are in melee reach: neighbours with no wall between (BW-MEL-01), or the
    /// same cell.
    pub fn in_reach(&self, a: CellPos, b: CellPos) -> bool {
        a == b || (near(a, b) && self.map.board.step_open(a, b))
    }

    /// Enemies that threaten a fighter where it stands, with their bearings (BW-MEL-07).
    pub fn assailants(&self, id: CombatantId) -> Vec<Assailant> {
        let (Some(me), Some(own)) = (self.combatant(id), self.footprint(id)) else {
            return Vec::new();
        };
        self.beside(own)
            .filter(|other| self.combatant(*other).is_some_and(|o| o.side != me.side))
            .filter(|other| self.vital(*other).is_some_and(|v| v.threatens))
            .filter_map(|other| {
                let bearing = own.offset_to(self.footprint(other)?);
                Some(Assailant { id: other, bearing })
            })
            .collect()
    }

    fn beside(&self, own: Footprint) -> impl Iterator<Item = CombatantId> {
        self.census.0.iter().filter_map(move |(id, entity)| {
            let other = self.stands(&self.fighters.get(*entity).ok()?);
            let apart = !other.overlaps(own);
            (apart && self.map.board.touching(other, own)).then_some(*id)
        })
    }

    /// Whether a fighter and some enemy beside it are both able (BW-MEL-08).
    pub fn engaged(&self, id: CombatantId) -> bool {
        let (Some(me), Some(own)) = (self.combatant(id), self.footprint(id)) else { return false };
        let able =
            |person: &PersonItem| person.vital(self.rules.0.as_ref(), &person.fighter()).able;
        let beside = |person: &PersonItem| {
            let (other, stands) = (person.combatant, self.stands(person));
            other.side != me.side && !stands.overlaps(own) && self.map.board.touching(stands, own)
        };
        // One who can do nothing at all, conscious or not, fights nobody (EP-RMOD-05).
        let fights = |person: &PersonItem| {
            let fighter = person.fighter();
            able(person) && !self.rules.0.is_helpless(&fighter)
        };
        let enemy = self.fighters.iter().any(|person| beside(&person) && fights(&person));
        enemy && self.person(id).is_some_and(|me| able(&me))
    }

    /// What lies between two who stand there: sight by whichever cells of theirs see each other,
    /// cover by the nearest ones and the corners of the whole.
    pub fn sightline(&self, from: Footprint, to: Footprint) -> Sightline {
        let (a, b) = from.nearest(to);
        let several = from.side_cells > 1 || to.side_cells > 1;
        let other_sees = |seen: bool| {
            seen || several && from.cells().any(|a| to.cells().any(|b| self.sees(a, b)))
        };
        let hidden_corners = self.hidden_corners(from, to);
        if !self.narration.0 {
            // Nobody asks what it was that hid somebody.
            let FieldCell { in_sight, hidden } = self.map.board.glance(a, b);
            return Sightline {
                in_sight: other_sees(in_sight) && hidden_corners != Some(4),
                hidden_64: hidden,
                hidden_corners,
                veil: self.map.map.veil(a, b),
                airless: self.map.board.is_airless_between(a, b),
                ..Sightline::default()
            };
        }
        let exposure = self.map.board.exposure(a, b);
        Sightline {
            // Where corners are asked for, four of four hidden are no line of sight (EP-GRID-06).
            in_sight: other_sees(exposure.in_sight) && hidden_corners != Some(4),
            hidden_64: exposure.hidden_of_64,
            hidden_corners,
            veil: self.map.map.veil(a, b),
            airless: self.map.board.is_airless_between(a, b),
            blockers: exposure.blockers.iter().map(|(id, share)| (id.0, *share)).collect(),
            ignored: exposure.ignored.iter().map(|(id, why)| (id.0, *why)).collect(),
        }
    }

    /// Corners of a square that are hidden, where the ruleset asks for them.
    fn hidden_corners(&self, from: Footprint, to: Footprint) -> Option<u8> {
        let asked = self.rules.0.info().cover_by_corners;
        asked.then(|| self.map.board.hidden_corners(from, to))
    }

    /// Everything that matters for an attack as the board stands. An attack that takes in all
    /// around a cell finds its targets by itself; the cell is the one aimed at, else that of the
    /// first target.
    ///
    /// # Errors
    /// A refusal when one of the fighters is not there or is named twice.
    pub fn attack_facts(
        &self,
        who: CombatantId,
        action: ActionId,
        targets: &[CombatantId],
        aim: Option<CellPos>,
        options: &Options,
    ) -> Result<AttackFacts, Refusal> {
        let nobody = || Refusal::new(TABLE, "refusal-no-such-fighter");
        let attacker = self.fighter(who).ok_or_else(nobody)?;
        // Each naming would be a difficulty and a strike of its own.
        if let Some(i) = (1..targets.len()).find(|i| targets[..*i].contains(&targets[*i])) {
            let why = Message::new("refusal-target-twice").who("target", targets[i]);
            return Err(Refusal { rule: TABLE, why });
        }
        let area = self.rules.0.area(&attacker, action);
        if let Area::Disc { radius_cells, airless_cells, scatter_cells } = area {
            let first = targets.first().and_then(|id| self.cell(*id));
            let cell = aim.or(first).ok_or_else(nobody)?;
            let reach = (radius_cells.max(airless_cells), scatter_cells);
            return Ok(self.blast_facts(attacker, action, targets, cell, reach, options));
        }
        let own = self.footprint(who).ok_or_else(nobody)?;
        let aim = aim.map(|cell| self.aim_at(own, cell));
        let mut facts = AttackFacts {
            action,
            engaged: self.engaged(who),
            targets: Vec::with_capacity(targets.len()),
            aim,
            ground: None,
            options: options.clone(),
            policy: self.house.policy,
            attacker,
        };
        for target in targets {
            if *target == who {
                return Err(Refusal::new(TABLE, "refusal-own-self"));
            }
            facts.targets.push(self.target_facts(&facts.attacker, *target).ok_or_else(nobody)?);
        }
        Ok(facts)
    }

    /// The facts of something that goes off in a cell: everybody around it whom the blast reaches,
    /// friend and foe, those who were named first, then those nearest to the attacker; cover is what
    /// lies between them and the cell.
    fn blast_facts(
        &self,
        attacker: Fighter,
        action: ActionId,
        named: &[CombatantId],
        cell: CellPos,
        (radius_cells, scatter_cells): (u8, u8),
        options: &Options,
    ) -> AttackFacts {
        let radius = i32::from(radius_cells) + i32::from(scatter_cells);
        let centre = Footprint::of_one(cell);
        let near = |body: Footprint| {
            let (dx, dy) = body.offset_to(centre);
            dx.abs().max(dy.abs()) <= radius
        };
        let body = |fighter: &Fighter| self.rules.0.footprint(&fighter.sheet, fighter.cell);
        let place = |fighter: &Fighter| {
            let (x, y) = attacker.cell.vector_to(fighter.cell);
            (named.iter().position(|n| *n == fighter.id).unwrap_or(usize::MAX), x * x + y * y)
        };
        let mut found: Vec<_> = self
            .each()
            .filter(|(fighter, vital)| {
                // What may go off elsewhere may reach those who are out of sight of its cell.
                near(body(fighter))
                    && !vital.out
                    && (scatter_cells > 0 || self.any_sees(body(fighter), cell))
            })
            .map(|(fighter, ..)| (place(&fighter), fighter.id))
            .collect();
        found.sort_unstable();
        let mut targets = Vec::with_capacity(found.len());
        for (_, target) in found {
            let Some(mut facts) = self.target_facts(&attacker, target) else { continue };
            facts.in_reach = false;
            facts.sightline = self.sightline(centre, body(&facts.fighter));
            targets.push(facts);
        }
        AttackFacts {
            action,
            engaged: self.engaged(attacker.id),
            targets,
            aim: Some(self.aim_at(body(&attacker), cell)),
            ground: Some(Ground(self.map.board.clone())),
            options: options.clone(),
            policy: self.house.policy,
            attacker,
        }
    }

    /// A cell as somebody aims at it.
    fn aim_at(&self, own: Footprint, cell: CellPos) -> Aim {
        let veil = self.map.map.veil(own.nearest_to(cell), cell);
        Aim { cell, in_sight: self.any_sees(own, cell), veil }
    }

    /// Whether somebody on one cell sees somebody on another.
    fn sees(&self, from: CellPos, to: CellPos) -> bool {
        from == to || self.map.board.in_sight(from, to)
    }

    fn any_sees(&self, own: Footprint, cell: CellPos) -> bool {
        own.cells().any(|from| self.sees(from, cell))
    }

    /// Enemies at whom a path leads past: who may strike, and at which step of the path, in the
    /// order of the steps and then of the turns (BW-MEL-09).
    pub fn passing(&self, mover: CombatantId, path: &[CellPos]) -> Vec<(usize, CombatantId)> {
        let (Some(me), Some(_)) = (self.combatant(mover), self.rules.0.strike_in_passing(0)) else {
            return Vec::new();
        };
        // Whoever cannot come near the path needs no closer look.
        let beside = |at: CellPos| path.iter().any(|cell| near(*cell, at));
        let mut found: Vec<(usize, CombatantId)> = self
            .census
            .0
            .iter()
            .filter_map(|(id, entity)| {
                let other = self.fighters.get(*entity).ok()?;
                let cell = other.cell.0;
                (other.combatant.side != me.side && beside(cell)).then_some((*id, cell))
            })
            .filter(|(id, _)| self.vital(*id).is_some_and(|vital| vital.threatens))
            .filter_map(|(id, at)| {
                let zone = |cell: CellPos| cell != at && self.in_reach(cell, at);
                Some((passes(path, zone)?, id))
            })
            .collect();
        let turn = |id| self.turn.cards().position(|card| card == id);
        found.sort_by_key(|(step, id)| (*step, turn(*id), *id));
        found
    }

    fn target_facts(&self, attacker: &Fighter, target: CombatantId) -> Option<TargetFacts> {
        let fighter = self.fighter(target)?;
        let melee = self.melee(target)?;
        let from = self.rules.0.footprint(&attacker.sheet, attacker.cell);
        let to = self.footprint(target)?;
        let (room_around, danger_around) = if self.rules.0.info().pushes {
            (self.room_around(to, target), self.danger_around(to))
        } else {
            (u8::MAX, 0)
        };
        Some(TargetFacts {
            offset: from.offset_to(to),
            in_reach: self.map.board.touching(from, to),
            sightline: self.sightline(from, to),
            assailants: self.assailants(target),
            attacked_by: melee.assailants(),
            attacker_cap: melee.attacker_cap,
            engaged: self.engaged(target),
            waits: self.initiative(target)?.presence == Presence::Pending,
            open_around: self.open_around(to.cell),
            room_around,
            danger_around,
            fighter,
        })
    }

    /// The neighbouring cells to which nothing bars the way, as bits clockwise from north.
    fn open_around(&self, cell: CellPos) -> u8 {
        let board = &self.map.board;
        let open = |next: CellPos| board.contains(next) && board.step_open(cell, next);
        cell.neighbours()
            .iter()
            .enumerate()
            .fold(0, |bits, (i, next)| bits | u8::from(open(*next)) << i)
    }

    /// The neighbouring cells on which somebody could stand, as bits clockwise from north.
    fn room_around(&self, own: Footprint, who: CombatantId) -> u8 {
        let board = &self.map.board;
        let room = |next: CellPos| {
            board.walk_open(own.cell, next)
                && self.fits_at(who, next)
                && self.occupancy(who, next) == Occupancy::Free
        };
        own.cell
            .neighbours()
            .iter()
            .enumerate()
            .fold(0, |bits, (i, next)| bits | u8::from(room(*next)) << i)
    }

    /// The neighbouring cells where some cell of the fighter would be in danger.
    fn danger_around(&self, own: Footprint) -> u8 {
        let map = &self.map.map;
        if map.zoned.is_empty() {
            return 0;
        }
        let danger = |next: CellPos| {
            own.at(next).cells().any(|cell| map.is_in(cell, crate::data::map::ZoneKind::Danger))
        };
        let next = own.cell.neighbours();
        (0..8).fold(0, |bits, i| bits | u8::from(danger(next[i])) << i)
    }

    /// Whether a fighter finds room with its north-west cell there, whoever else stands there.
    pub fn fits_at(&self, who: CombatantId, cell: CellPos) -> bool {
        self.footprint(who).is_some_and(|own| self.map.board.fits(own.at(cell)))
    }

    /// A fighter's turn as a rule sees it.
    pub fn turn_facts(&self, id: CombatantId) -> Option<TurnFacts> {
        Some(TurnFacts {
            fighter: self.fighter(id)?,
            round: self.turn.round,
            engaged: self.engaged(id),
        })
    }

    /// A fighter before the order is known.
    pub fn initiative_facts(&self, id: CombatantId) -> Option<InitiativeFacts> {
        let initiative = self.initiative(id)?;
        Some(InitiativeFacts {
            fighter: self.fighter(id)?,
            modifier: initiative.modifier,
            fixed: initiative.fixed,
        })
    }

    /// The coins a fighter can spend now: what is left of its running turn, or a fresh turn's while
    /// nobody acts; none when it is somebody else's turn.
    pub fn budget(&self, id: CombatantId) -> Option<Budget> {
        if self.turn.current == Some(id) {
            return Some(self.turn.budget.clone());
        }
        if self.turn.stage == Stage::Setup {
            return self.rules.0.turn_start(&self.turn_facts(id)?).budget;
        }
        None
    }

    /// Whether a fighter's turn runs: everybody else is frozen (BW-GEN-04 and its kin).
    ///
    /// # Errors
    /// The refusal names the reason.
    pub fn on_turn(&self, who: CombatantId) -> Result<(), Refusal> {
        if self.person(who).is_none() {
            return Err(Refusal::new(TABLE, "refusal-no-such-fighter"));
        }
        if self.turn.stage != Stage::Fighting {
            return Err(Refusal::new(TABLE, "refusal-no-fight"));
        }
        if self.turn.current != Some(who) {
            let why = Message::new("refusal-not-your-turn").who("who", who);
            return Err(Refusal { rule: TABLE, why });
        }
        Ok(())
    }

    /// Whether a fighter may take an action that is not bound to its turn.
    ///
    /// # Errors
    /// The refusal names the rule and the reason.
    pub fn any_time(&self, fighter: &Fighter, action: ActionId) -> Result<(), Refusal> {
        if self.turn.stage != Stage::Fighting {
            return Err(Refusal::new(TABLE, "refusal-no-fight"));
        }
        let acted = |id| self.initiative(id).is_some_and(|i| i.acted);
        let rules = &self.rules.0;
        let untouched = |id: CombatantId, budget: &Budget| {
            let begun = self.turn_facts(id).and_then(|facts| rules.turn_start(&facts).budget);
            begun.is_none_or(|fresh| fresh.left == budget.left)
        };
        let current = self.turn.current;
        // Whoever could not act has had no turn that anybody could be before.
        let able = |id| self.vital(id).is_some_and(|vital| vital.able);
        let fresh = current.is_none_or(|id| untouched(id, &self.turn.budget))
            && !self.turn.cards().any(|id| acted(id) && able(id));
        // Whoever acts right now has its turn, too, and whoever was interrupted in it.
        let interrupted = self
            .turn
            .interrupted
            .iter()
            .any(|(id, budget)| *id == fighter.id && !untouched(*id, budget));
        let had_turn = acted(fighter.id) || interrupted || current == Some(fighter.id);
        rules.any_time(fighter, action, had_turn, fresh)
    }

    /// Whether a fighter may take an action at this time: in its turn, or before the fight where it
    /// belongs there. While tokens are being placed every attack can be looked at.
    ///
    /// # Errors
    /// The refusal names the rule and the reason.
    pub fn may(&self, fighter: &Fighter, action: ActionId) -> Result<(), Refusal> {
        let rules = &self.rules.0;
        let before = ruleset::action(rules.as_ref(), action)
            .is_some_and(|spec| spec.when == When::BeforeFight);
        if before && self.turn.stage == Stage::Setup {
            return rules.suits(fighter, action);
        }
        let spec = ruleset::action(rules.as_ref(), action);
        if spec.is_some_and(|spec| spec.when == When::AnyTime) {
            return self.any_time(fighter, action);
        }
        match self.budget(fighter.id) {
            Some(budget) => {
                rules.allowed(fighter, &budget, self.engaged(fighter.id), action).map(|_| ())
            }
            None => Ok(()),
        }
    }

    /// Who stands where a fighter would stand with its north-west cell there: an able one blocks
    /// enemies and cannot be ended on; bodies can be walked over (section 10). Where there is no room
    /// for all of its cells it is blocked, too.
    pub fn occupancy(&self, mover: CombatantId, cell: CellPos) -> Occupancy {
        let (Some(me), Some(own)) = (self.combatant(mover), self.footprint(mover)) else {
            return Occupancy::Free;
        };
        let own = own.at(cell);
        if own.side_cells > 1 && !self.map.board.fits(own) {
            return Occupancy::Block;
        }
        let mut found = Occupancy::Free;
        for other in self.fighters.iter().filter(|other| self.stands(other).overlaps(own)) {
            let left = other.initiative.presence == Presence::Left;
            if other.combatant.id == mover || left {
                continue;
            }
            if !other.vital(self.rules.0.as_ref(), &other.fighter()).able {
                continue;
            }
            if other.combatant.side != me.side {
                return Occupancy::Block;
            }
            found = Occupancy::Pass;
        }
        found
    }

    /// The ways to move that are left to a fighter now, cheapest first.
    pub fn moves(&self, id: CombatantId) -> Vec<MoveMode> {
        let (Some(fighter), Some(budget)) = (self.fighter(id), self.budget(id)) else {
            return Vec::new();
        };
        self.rules.0.moves(&fighter, &budget)
    }

    /// How a movement counts its steps.
    pub fn steps_of(&self, mode: &MoveMode) -> StepRules {
        let (diagonal, diagonals_before) = (self.rules.0.diagonal(), mode.diagonals_before);
        StepRules { diagonal, diagonals_before, slow: mode.slow }
    }

    /// Where a fighter can walk with a movement.
    pub fn reach(&self, id: CombatantId, mode: &MoveMode) -> Option<Reach> {
        let from = self.cell(id)?;
        let own = self.footprint(id)?;
        let others = self.all().filter(|other| *other != id);
        let others: Vec<Footprint> = others.filter_map(|other| self.footprint(other)).collect();
        let look = |cell: CellPos| {
            let there = own.at(cell);
            // Most cells are free for a token of one cell, and need no closer look.
            if own.side_cells == 1 && !others.iter().any(|other| other.overlaps(there)) {
                return Occupancy::Free;
            }
            self.occupancy(id, cell)
        };
        let range = u32::from(mode.range_cells);
        Some(self.map.board.reach_with(self.steps_of(mode), from, range, &look))
    }

    /// What lies within a fighter's reach, in the order in which it fell.
    pub fn things_in_reach(&self, id: CombatantId) -> Vec<ItemId> {
        let Some(cell) = self.cell(id) else { return Vec::new() };
        let lies = within_reach(&self.dropped, &self.map, cell);
        lies.into_iter().map(|place| self.dropped.0[place].0.item).collect()
    }

    /// Sides that still have somebody able.
    pub fn standing_sides(&self) -> Vec<crate::rules::facts::SideId> {
        let able = self.each().filter(|(_, vital)| vital.able);
        let mut sides: Vec<_> = able.map(|(fighter, ..)| fighter.side).collect();
        sides.sort_unstable();
        sides.dedup();
        sides
    }

    /// Whether a newcomer can join: it may come from a file that was edited by hand.
    pub fn fits(&self, newcomer: &CombatantState) -> bool {
        fitness::of_fighter(newcomer, self.rules.0.as_ref(), &self.library).is_empty()
    }

    /// The action of an id, if the table has it.
    ///
    /// # Errors
    /// A refusal that names the action.
    pub fn action(&self, name: &str) -> Result<ActionId, Refusal> {
        ruleset::action_named(self.rules.0.as_ref(), name).ok_or_else(|| {
            let mut refusal = Refusal::new(TABLE, "refusal-no-such-action");
            refusal.why = refusal.why.text("action", name);
            refusal
        })
    }
}

/// Whether two different cells touch.
fn near(a: CellPos, b: CellPos) -> bool {
    a != b && (a.x - b.x).abs() <= 1 && (a.y - b.y).abs() <= 1
}
