# Words of the panels around the board.

## The bar on top

top-ruleset = Go on under these rules
top-turn = Round { $n } · turn: { $name }
top-setup = Setting up
top-over = The fight is over
top-undo = Undo: { $what }
top-redo = Redo: { $what }
open-demo = Open the demo fight
about = About
about-text = A table for tactical fights: exact odds before the roll, undo of anything, a record that proves itself.
dice-show = Show of dice
dice-off = off
dice-fast = fast
dice-theatrical = theatrical
controls = Large controls
controls-auto = after a touch
controls-always = always
controls-never = never
house = Rules of this table
house-hint = A change takes effect at once, stands in the log and can be undone like any deed.
house-scene = The scene
house-rules = Rules
house-policy = Decisions after a roll, when nobody is asked
house-changed = Changed for this table
house-back = As in the rules
menu-reseed = Other dice from here on
menu-hour = An hour passes
menu-hour-idle = An hour changes nothing for anybody
menu-end-round = End the round
menu-finish = Finish the fight
side-a = Side A
side-b = Side B
side-c = Side C
side-none = No side
fold = Fold
less = Less
more = More

## The turn order

muster = Fighters
muster-title = How everybody starts
muster-over = The fight is over. You can begin another
muster-begin = Begin the fight
muster-ties = Equal initiative
ties-auto = auto
ties-dice = dice
ties-cards = cards
order-level = Initiative level { $level }
order-gap = Nobody is on this level
order-acted = Has had its turn in this round
order-next-round = From the next round
order-left = Out of the fight
order-give-turn = Give the turn
newcomer-title = Add a fighter
newcomer-of-side = A new fighter: { $side }
newcomer-name = Fighter { $n }
newcomer-twin = One more like this
newcomer-no-room = There is no free cell on the board
roster-open = From rosters
roster-title = Fighters of the rosters
roster-count = How many
roster-broken = The file cannot be read
roster-derived = a sheet will be derived
autopilot-on = Switch the autopilot on
autopilot-off = Switch the autopilot off
autopilot-hold = Hold the autopilot
autopilot-go-on = Let the autopilot go on
fighter-remove = Take off the board

## The bar at the bottom

bar-setup = Place the fighters on the board and begin the fight
bar-nobody = It is nobody's turn
bar-over = The fight is over
bar-coins = { $coin }: { $left } left
bar-autopilot = Let the autopilot play this turn
bar-more = More actions
bar-free-actions = { $n ->
    [one] { $n } negligible action
   *[other] { $n } negligible actions
} in this turn: the game master decides
cost-nothing = free
step-in = Step in
step-in-hint = It held back: it acts now, before the others
bare-hands = Bare hands
hint-drag-token = Drag the token across the board
hint-click-enemy = Click an enemy
hint-click-thing = Click a thing on the board
hint-lay = Click on the cell where it appears
hint-click-fighter = Click a fighter beside

## The attack before the roll

preview = Attack
preview-none = This attack cannot be worked out
preview-refused = Not allowed
preview-cancel = Cancel the attack (Esc)
preview-too-complex = Too complex to preview. It can be rolled.
preview-exact = The chance to hit. Exact: every outcome was counted
preview-expected-harm = expected damage
preview-own-harm = risk to oneself: damage { $harm }
preview-cell = a cell
preview-and-more = and { $n } more
preview-conditions = Conditions
preview-target-off = Take off the targets
preview-target-more = one more target
preview-target-hint = Adds a target. On the board: Shift + click
number-auto = auto
preview-by-word = By the game master’s word
preview-by-word-hint = What the game master says against the board and the dice: result, damage, armour, checks, and what is known without a word
preview-as-suggested = Back to the suggested value
preview-why = What it is made of
preview-table = All outcomes
preview-policy = Decisions after the roll: { $policy }
preview-take-advice = Do it so
preview-roll = Roll
preview-cost = Cost
preview-rounds = { $n ->
    [one] { $n } round of ammo
   *[other] { $n } rounds of ammo
}
preview-own-side = own side
outcome-no-harm = no damage
outcome-same-state = damage, same state
outcome-harm = damage
outcome-exactly = exactly
outcome-at-least = at least
why-not-counted = { $n ->
    [one] { $n } line not counted
   *[other] { $n } lines not counted
}
why-outdone = { $label }: { $why }
check-attack = Attack
check-difficulty = Difficulty
check-damage = Damage
check-level = Initiative level
check-initiative = Initiative
check-place = Place among equals
typed-open = Dice from the table
typed-use = Take these dice
typed-ones = { $name }: ones out of { $max }
typed-face = { $name }: from { $min } to { $max }
typed-range = { $name }: a number from { $min } to { $max } is wanted

## The sheet of a fighter

sheet-nobody = Select a fighter on the board or in the turn order
sheet-derived = This sheet was derived from the fighter's general description. An edit makes it the fighter's own.
sheet-hurt = Hurt by one
sheet-heal = Heal by one
sheet-condition = condition
sheet-condition-off = End the condition
sheet-turn = Left of this turn
sheet-metres = { $coin }, m
sheet-weapons = Weapons and armour
sheet-give = give a weapon
sheet-take = Take away
sheet-coat = on it
sheet-note = Note
coating-none = nothing
sheet-no-armour = no armour
sheet-start = Start of the fight
sheet-level = Initiative level
sheet-level-fix = Fix it
sheet-level-free = Let the rules decide
sheet-cap = Room for attackers
sheet-autopilot = The program plays this fighter
until-ended = until it is ended
until-next-turn = until the next turn begins
until-end-of-next-turn = until the next turn ends
until-end-of-this-turn = until this turn ends
until-used = until it is used
until-turns = { $n ->
    [one] for one turn more
   *[other] for { $n } turns more
}
until-hours = { $n ->
    [one] { $n } hour more
   *[other] { $n } hours more
}

## Choosing a file

file-open-title = Open a fight
file-save-title = Save the fight
file-scenarios = Fights and scenarios
file-all = All files
file-table = Saved table
file-name = File name
file-overwrite = Replace
file-overwrite-question = already exists. Replace it?
file-reload = Reload
file-working-directory = Current folder
file-select-all = Select all
file-hidden = Show hidden files
file-system = Show system files
file-pinned = Pinned
file-places = Places
file-devices = Drives
file-removable = Removable drives
file-home = Home
file-desktop = Desktop
file-documents = Documents
file-downloads = Downloads
file-audio = Music
file-pictures = Pictures
file-videos = Videos
file-pin = Pin the folder
file-unpin = Unpin the folder
file-rename-pin = Rename
file-selected = Selected:
file-any-extension = Any
file-folder-nameless = The folder needs a name
file-nameless = The file needs a name
file-folder-exists = There is such a folder already
file-default = fight
file-default-log = log of the fight
file-text = Text
file-log-title = Write the log
file-exists = There is such a file already

## The log

log-all = all
log-empty = The course of the fight will be written here
log-nothing-found = Nothing found
log-no-dice = no dice
log-typed = from the table
log-copy = Copy the log
log-copy-line = Copy the line
log-export = Write the log to a file
log-show-moment = Show on the board
moment-turn = As it was: round { $n }, turn: { $name }
moment-round = As it was: round { $n }
moment-setup = As it was before the fight
moment-back = Esc goes back
moment-close = Back to the fight

## Over everything

error-title = The file did not open
error-save-title = The file was not saved
question-preset = The usual answer
question-weigh = Details and changes
question-withdraw = Take it back
question-withdraw-hint = As if it had not been done. The dice stay the same: the same deed will give the same.
mark-seed = source of the rules
mark-glossary = glossary
mark-official = published
mark-derived = derived
mark-reading = a reading
mark-default = chosen here
empty-title = The table is empty
empty-text = Open a saved fight, drop a file here, or start with the demo fight.
keys-of-fight = Fight
keys-actions = The fighter's actions, in order
keys-target = Aim at who is under the pointer
keys-targets = Add a target, or take it off
keys-roll = Roll, once an attack is chosen
keys-end-turn = Begin the fight; end the turn
keys-next = Next fighter
keys-previous = Fighter before
keys-escape = Cancel, close what is on top
keys-of-program = Table and program
keys-super = The same as Ctrl in this list
keys-of-board = Board
keys-pan = Move the board
keys-zoom = Closer and farther
keys-whole-board = Show the whole board
keys-measure = Measure from the cell under the pointer; again to stop
keys-of-mouse = Mouse
keys-drag = Drag a token
keys-drag-does = A move by the rules, with its path, cost and what is left
keys-drag-space = Drag + Space
keys-drag-space-does = Set a waypoint
keys-alt-drag = Drag with Alt
keys-alt-drag-does = Place freely
keys-ctrl-drag = Drag with Ctrl
keys-ctrl-drag-does = Measure a distance
keys-click-enemy = Click an enemy
keys-click-enemy-does = Prepare the attack; a second click rolls
keys-shift-click = Shift + click
keys-double-click = Double click
keys-double-click-does = The fighter's sheet
keys-right-click = Right click
keys-right-click-does = Select a fighter; in the turn order, a menu
keys-right-drag = Drag with the right
keys-right-drag-does = Move the board
keys-wheel = Wheel, two fingers
keys-wheel-does = Closer and farther

## The way out

remedy-title = What would help
remedy-with = { $deed }: { $what }
remedy-nearer = Go nearer: drag the token

## Rules and the end

quit = Quit
top-ruleset-only = The rules of this fight. The program has no others yet.

## Own dice, leaving

menu-hand-dice = We roll the dice ourselves
menu-hand-dice-hint = Before every roll the program asks what fell on the table
by-hand-title = A roll on the table
by-hand-range = Roll { $n }, { $name }: a number from { $min } to { $max }
by-hand-attack = { $who } → { $target }
by-hand-impossible = No such number can fall here
by-hand-take = Take it
by-hand-cancel = Cancel the action
fighter-leaves = Leaves the fight
fighter-returns = Back into the fight
order-may-leave = May leave the fight
order-leaves = Left: { $who }
order-leaves-hint = A whole round without fighting and out of the enemy’s sight. Until the game master says so, it stays.

## Surroundings

laying = Lay on the map
laying-hint = Choose and click on cells; Esc closes
laying-size = Size
laying-who = Who changes the surroundings
laying-gm = game master
modifier-plain = Initiative: +{ $n }
outcome-failed = failure
house-policy-hint = So the odds are counted and so autopilot and simulation decide; at the table every decision is asked for
sheet-of = of { $most }
sheet-mark-of = { $mark } of { $most }
