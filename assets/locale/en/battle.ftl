# Words of the fight that all rulesets share: what happened, what is not allowed and why.

## The fight and its turns

log-fight-begins = The fight begins
log-fight-over = The fight is over
log-round = Round { $round }
log-turn = Turn: { $who }
log-level = { $who }: initiative level { $level }
log-nobody-left = Nobody is left to act

## What fighters do

log-moved = { $how }: { $who }, { $cells ->
    [one] { $cells } cell
   *[other] { $cells } cells
} ({ $metres } m), now at { $x }:{ $y }
log-strike-hit = { $who } → { $target }, { $action } ({ $weapon }): hit, damage { $damage }
log-strike-miss = { $who } → { $target }, { $action } ({ $weapon }): miss
log-blast = { $who }, { $action }: { $weapon }
log-blast-hit = { $target } is caught by the blast: damage { $damage }
log-blast-miss = { $target } gets out of the blast
log-effort-failed = { $who } → { $target }, { $action }: in vain
log-door-opened = { $who } opens a door
log-door-closed = { $who } closes a door

## The game master's hand

log-placed = Placed: { $who }, { $x }:{ $y }
log-moved-freely = Moved by the game master: { $who }, { $x }:{ $y }
log-door-opened-gm = The game master opens a door
log-door-closed-gm = The game master closes a door
log-joins = { $who } joins the fight
log-joins-next-round = { $who } joins the fight from the next round
# The name comes in both languages: the fighter is gone by now. One of them is wanted.
log-removed = Taken off the board: { $en }{ $ru ->
   *[other] {""}
}
log-reordered = The game master changed the turn order
log-turn-set = The game master gives the turn to { $who }
log-switched = The fight goes on under { $ruleset }
log-reseed = Other dice from here on
log-hour = An hour passes
log-round-ended = The game master ends the round
log-steps-in = { $who } steps in
log-steps-in-before = { $who } steps in before { $before }
log-goes-on = { $who } goes on
log-extra-turn = One more action at the end of the round: { $who }
log-tests = { $who }: { $action }
log-rolled = Roll: { $check }
log-rolled-by = { $who } rolls: { $check }
log-setting = The game master sets: { $setting } — { $value }
log-setting-choice = The game master sets: { $setting } — { $value }
log-setting-back = The game master takes the value of the rules again: { $setting }
log-policy = Decisions after a roll, when nobody is asked: { $policy }
log-health-carried = { $who }: health carried over in proportion — { $state }
log-health-restored = { $who }: health as it was left — { $state }
log-edit-marks = { $who }: { $mark } { $was } → { $now }
log-edit-budget = The game master changes what is left of the turn: { $who }
setting-on = yes
setting-off = no
policy-preset = as the rules suggest
policy-never = never
policy-always = always
policy-when-it-helps = when it helps
log-autopilot-on = { $who }: autopilot on
log-autopilot-off = { $who }: autopilot off
log-autopilot-side-on = { $side }: autopilot on
log-autopilot-side-off = { $side }: autopilot off
log-by-word = By word of the game master: { $option }: { $value }
log-by-word-of = By word of the game master, { $who }: { $option }: { $value }
log-decided = The fight is decided. Still standing: { $side }
log-edit-points = { $who }: { $points } { $was } → { $now }
log-edit-field = { $who }: { $field } { $was } → { $now }
log-edit-note = { $who }, note: { $note }
log-edit-coat = { $who }, on { $weapon }: { $coating }
log-edit-name = New name: { $who }
log-edit-side = { $who }: now on { $side ->
    [0] side A
    [1] side B
    [2] side C
   *[other] no side
}
log-edit-modifier = { $who }: circumstances of the start, { $now }
log-edit-level = { $who }: initiative level set to { $now }
log-edit-armor = { $who }: other armour
log-edit-rounds = { $who }: { $loaded ->
    [one] { $loaded } round
   *[other] { $loaded } rounds
} in the weapon
log-edit-in-hand = { $who }: now in hand, { $weapon }
log-edit-given = { $who } is given: { $weapon }
log-edit-taken = { $who } loses: { $weapon }
log-edit-condition-number = { $who }: “{ $condition }” is { $now }
log-edit-condition-on = { $who }: condition “{ $condition }” begins
log-edit-condition-off = { $who }: condition “{ $condition }” ends
log-edit-cap = { $who }: room for attackers, { $now }

## Why not

refusal-cards-differ = The new order must consist of the same cards
refusal-cell-taken = The cell is taken
refusal-door-far = Only the fighter whose turn it is opens a door, and only beside it
refusal-edit-range = The rules do not allow that value
refusal-fight-runs = The fight is already running
refusal-foreign-sheet = This sheet was made for other rules
refusal-needs-target = This action needs a target
refusal-no-card = This fighter has no card in the turn order
refusal-no-fight = The fight has not begun
refusal-no-such-action = There is no action “{ $action }”
refusal-no-such-door = There is no such door
refusal-no-such-fighter = There is no such fighter
refusal-side-empty = Nobody is on this side
refusal-no-such-ruleset = There are no such rules
refusal-no-target = No target is chosen
refusal-not-your-turn = It is not this fighter's turn: { $who }
refusal-off-board = That is beyond the edge of the map
refusal-one-side = A fight needs at least two sides that are able to fight
refusal-own-self = A fighter cannot be its own target
refusal-path-blocked = The way is blocked
refusal-path-enemy = An enemy stands in the way
refusal-path-start = The way does not start where the fighter stands
refusal-not-in-blast = { $target } is out of the blast
refusal-target-twice = { $target } is named twice
refusal-holds-not = { $who } does not hold back
refusal-acts-already = It is this fighter’s turn already
refusal-too-far = Too far: { $cells ->
    [one] { $cells } cell
   *[other] { $cells } cells
}, at most { $most } allowed

## Messages over the board

toast-undone = Undone: { $what }
toast-autopilot-paused = The autopilot holds: the button with the robot lets it go on
toast-redone = Redone: { $what }
toast-nothing-to-undo = Nothing left to undo
toast-nothing-to-redo = Nothing left to redo
toast-taken-back = Taken back: nothing has changed
toast-refused = { $why } ({ $rule })
toast-no-autopilot = The autopilot does not know these rules yet

## Names of commands

command-begin = start of the fight
command-move = move
command-place = placing
command-attack = attack
command-act = action
command-door = door
command-end-turn = end of turn
command-lay = thing on the map
command-clear = clearing of the map
command-join = joining
command-leave = leaving
command-return = coming back
command-remove = removal
command-autopilot = autopilot
command-edit = edit
command-reorder = turn order
command-set-turn = turn given
command-switch = change of rules
command-reseed = fresh dice
command-hour = passing hour
command-end-round = end of the round
command-step-in = stepping in
command-setting = change of a setting
command-finish = end of the fight

## Dice rolled by hand

check-draw = Lot
dice-too-few = Too few dice for { $rule }: { $wanted } more needed
dice-impossible = { $rule }: { $value } cannot come up, only { $min } to { $max }
dice-left-over = { $count ->
    [one] { $count } number is left over
   *[other] { $count } numbers are left over
}
dice-other-rule = A roll of { $found } was recorded where { $wanted } is rolled

## Out of turn, and leaving

ask-passing = { $target } passes by { $who }. Strike?
choice-strike = Strike
choice-let-pass = Let pass
log-move-stopped = { $who } stops at { $x }:{ $y }
log-leaves = { $who } leaves the fight
log-may-leave = { $who } may leave the fight: a round without fighting and out of sight
log-picks-up = { $who } picks up: { $item }
refusal-out-of-turn = This is done only out of turn
refusal-before-fight = This is done only before the fight
refusal-not-able = { $who } cannot act
refusal-left-already = This fighter has left already
refusal-not-left = This fighter has not left the fight
refusal-nothing-lies-here = Nothing lies within reach

## Surroundings

log-laid = The game master lays on the map: { $what }, { $x }:{ $y }
log-laid-by = { $who } changes the surroundings: { $what }, { $x }:{ $y }
log-cleared = The game master clears { $x }:{ $y }
laid-crate = crate
laid-low-wall = low wall
laid-barrel = barrel
laid-table = table
laid-stack = stack
laid-pillar = pillar
laid-tree = tree
laid-bars = bars
laid-dim = light smoke, dim light
laid-thick = thick smoke, darkness
laid-danger = danger
laid-vacuum = vacuum
laid-nothing = clear
refusal-laid-most = { $most } things lie on the map already: clear some
refusal-no-such-thing = Such a thing cannot be laid on the map
refusal-nothing-laid = Nothing was laid here: what belongs to the map stays
refusal-nobody-lays = By these rules only the game master changes the surroundings
