//! Rubezh (Рубеж): a table for tactical fights, five rule systems, exact odds before the click.
//!
//! # Bird's-eye view
//!
//! A *scenario* (map, fighters, ruleset) becomes a *fight*. Everything that anybody wants of a
//! fight is a [`Command`](battle::command::Command) and goes through one gate,
//! [`battle::journal::order`]. The gate runs the schedule [`battle::BattleStep`] until nothing is
//! left to do: eight phases, one system each. A system gathers facts, calls one function of the
//! [`Ruleset`](rules::ruleset::Ruleset) and writes the answer back. The journal keeps the command,
//! the faces that fell and a hash of the state; undo, redo, saving and replay are made of that and
//! of nothing else.
//!
//! ```text
//!   app ─┐
//!   cli ─┤
//!  view ─┼─► table ─► battle ─► data ─► rules        locale ─► rules
//! overlay┘   (wishes)  (ECS)    (RON)   (pure)       (Fluent)
//! ```
//!
//! # Code map
//!
//! | module | what it is | what it never does |
//! | --- | --- | --- |
//! | [`rules`] | pure functions: dice, checks, odds, board geometry, the rulesets | Bevy, files, clock, hash maps, floats in rule numbers |
//! | [`data`] | the only place that reads or writes RON; every problem of a file with its place | rules of a fight |
//! | [`battle`] | components, phases, commands, journal; runs without a window | drawing, words, ambient chance |
//! | [`locale`] | Russian and English through Fluent; messages become sentences | deciding anything |
//! | [`table`] | what is selected, aimed at, previewed, asked; carries wishes to the gate | rules |
//! | [`shelf`] | what ships and what the data folder adds: rulesets, rosters, maps, scenarios by name | writing |
//! | [`pilot`] | the autopilot at the table: whom it plays, at what pace, when it holds | weighing what to do |
//! | [`desk`] | files of the running program: open, save, autosave | losing what is open |
//! | [`view`] | the board in the window: ground, tokens, dragging, the line of fire | rules, panels, words in code |
//! | [`overlay`] | the panels in egui: each draws a model and gives intents back | rules, drawing on the board |
//! | [`chronicle`] | the log in words, the same in window, terminal and file | deciding anything |
//! | [`cli`] | the verbs of the command line, and which of them runs | a window's work |
//! | [`app`] | the window and its picture without a screen; who flies the autopilot is in [`pilot`] | rules |
//! | [`witness`] | what stands on the screen, for a test that moves the real mouse | anything else |
//!
//! # One rule code, three uses
//!
//! A rule asks a [`Dice`](rules::dice::Dice) for rolls. Play answers from a generator named by its
//! algorithm; tests, replay and dice rolled by hand answer with given faces; odds run the same
//! code over every answer and merge equal outcomes. A pool can only be built from a
//! [`Check`](rules::check::Check), the ordered list of reasons whose fold *is* the number. So the
//! number shown is the number rolled, and the odds are those of the dice that will fall.
//!
//! Where one roll meets several targets, a [`Prospect`](rules::odds::Prospect) keeps the mixture over
//! that roll instead of multiplying it out: exact, joint, and no dearer than the targets are many.
//!
//! # The seam for five rule systems
//!
//! "Facts in, effects out", not "attack roll, then damage". Where each system puts each thing:
//!
//! | thing | Better World | KMB | Eclipse | Battle Card | Storytelling |
//! | --- | --- | --- | --- | --- | --- |
//! | sheet: [`FieldSpec`](rules::ruleset::FieldSpec) numbers | aspects, shock limits | die steps by rank, speeds | aptitudes, skills, pools | the card: tactics, five combat lines, style, priorities, tasks | attributes, skills, size |
//! | dice: [`Die`](rules::dice::Die) and a reading | coins, count of ones | exploding step die, sum | d100, read straight into what every decision would make of it | two d20, difference | d10, successes, again by `explode_from` |
//! | [`HealthTrack`](rules::health::HealthTrack)`.points` | hits, below zero too | none | damage taken | Condition, below zero too | none |
//! | `HealthTrack.marks` | none | boxes per column of the ladder, overflow to the right | wounds, points spent of five pools | none | bashing, lethal, aggravated |
//! | drawn as [`HealthPicture`](rules::health::HealthPicture) | blocks 3/2/1 | ladder | bar with wound notches | bar | boxes |
//! | [`Condition`](rules::facts::Condition)s | shock, dying, held, guards | pinned, prone, bleeding clocks, drug doses | prone, stunned, bleeding, aimed | cornered, surrendered, mode of each pair (`by`) | aiming, dodging, prone |
//! | turn order: [`Row`](rules::facts::Row)s of cards | rows of equal level | rows of one | a row of several acts at one time: what they do to each other waits (`simultaneous`); laid anew each round (`round_start`) | rolled anew each round (`join` of all) | rows of one |
//! | how long a [`Condition`](rules::facts::Condition) lasts: [`Until`](rules::facts::Until) | turns, or until ended | turns | turns; hours for ignored wounds (`hour`) | turns | turns |
//! | turn: [`Budget`](rules::facts::Budget) coins | main, additional | move, action | thirds of a turn (a complex action takes two), base and full movement in half cells | move or manoeuvre, action | move, action |
//! | acting out of turn | strikes in passing: a walk waits for them (`strike_in_passing`) | volley, contact | hold and step in (`step_in`), points at any time (`any_time`), going first (`first_rows`), turns at the end of the round (`extra_turn`) | wait | delay, dodge |
//! | movement: [`MoveMode`](rules::ruleset::MoveMode)s | 2 or 6 cells | walk, run, dash with a check | base or full, paid by the half cell (`per_half_cell`) | cells, or a manoeuvre (an attack-like exchange) | speed, run |
//! | distance: [`Metric`](rules::grid::Metric) | metres rounded down | cells, diagonals as one | metres rounded down | cells | cells |
//! | cells of a body: a [`Footprint`](rules::grid::Footprint) by `side_cells` | one | one | one, four or nine by size | one | one |
//! | difficult ground: `MoveMode::slow` | no | no | double, but for what flies | no | no |
//! | sharing a cell: `shared_cells` | no | melee happens in one cell | no | clinch | no |
//! | cover | share of silhouette to tier | object beside the target in the line | hidden corners of the cell | map or GM | object beside the target |
//! | an exchange: [`Plan`](rules::ruleset::Plan) and `resolve` | attack, difficulty per target | check, damage dice, toughness checks | opposed d100, decisions between the rolls | mode checks, relocation, attack, fortitude: one outcome with many effects | one pool per target |
//! | decisions after a roll: [`Dice::decide`](rules::dice::Dice::decide) | stay conscious, pull a blow | who is hit in a melee | points after the roll, by a [`Policy`](rules::facts::Policy) when nobody is asked | prefer retreat or surrender | accept the chance die |
//!
//! A sixth system adds one folder under `rules`, one entry in the line `rulesets! { … }`, and one
//! RON file with its numbers and its words in both languages. Nothing else changes: the overlay
//! draws options, coins, conditions and actions from what the ruleset declares, `data` reads its
//! file through [`rules::Registered`], the battle applies [`Change`](rules::effect::Change)s.
//!
//! What is laid on the map in a fight ([`Laid`](data::map::Laid)) is part of it too: the battle keeps the
//! list and makes the map anew from its file, so that undo, saves and replays need nothing more.
//!
//! What a game master settles for a table ([`battle::HouseRules`]) is part of the fight: settings that
//! a ruleset declares make it anew (`with_settings`), and a policy answers decisions alike in odds,
//! play and simulation. A ruleset that is left in the middle of a fight keeps health and conditions
//! with each fighter's sheet; they come back if nothing happened meanwhile.
//!
//! What a system may add for speed alone: which parts of a fighter its plans and results read
//! (`hand`, `mark`, `guard`, `body`, `poise`, `resolve_reads`, `footing`). The autopilot keeps what it
//! has worked out by them; the presets read everything, which is right and slow.
//!
//! # Invariants
//!
//! * The turn pointer is a fighter's number, never a place in a list; who has acted is a mark on
//!   the fighter. Killing, deleting, reviving and reordering cannot move it to somebody else.
//! * A refused command leaves no trace. One that waits for a decision is taken back whole and run
//!   again with the answer: the generator stands where it stood, so the faces that fell fall again.
//! * Undo restores snapshots; no inverse of anything exists. Redo never rolls.
//! * The hash leaves the generator out, so a replay from recorded faces can match it.
//! * Nothing iterates a hash map into anything that can be seen.

pub mod app;
pub mod battle;
pub mod chronicle;
pub mod cli;
pub mod data;
pub mod desk;
pub mod locale;
pub mod overlay;
pub mod pilot;
pub mod rules;
pub mod shelf;
pub mod table;
pub mod view;
pub mod witness;
