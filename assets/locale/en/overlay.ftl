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
menu-reseed = Other dice from here on
menu-hour = An hour passes
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
modifier-0 = Nothing special
modifier-1 = Starts the hostilities
modifier-2 = Acts from a prepared ambush
modifier-3 = Everything is as favourable as it can be
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
autopilot-on = Switch the autopilot on
autopilot-off = Switch the autopilot off
fighter-remove = Take off the board

## The bar at the bottom

bar-setup = Place the fighters on the board and begin the fight
bar-nobody = It is nobody's turn
bar-over = The fight is over
bar-coins = { $coin }: { $left } left
bar-autopilot = Let the autopilot play this turn
bar-more = More actions
cost-nothing = free
bare-hands = Bare hands
hint-drag-token = Drag the token across the board
hint-click-enemy = Click an enemy
hint-click-thing = Click a thing on the board

## The attack before the roll

preview = Attack
preview-none = This attack cannot be worked out
preview-refused = Not allowed
preview-cancel = Cancel the attack (Esc)
preview-too-complex = Too complex to preview. It can be rolled.
preview-exact = The chance to hit. Exact: every outcome was counted
preview-expected-harm = expected damage
preview-conditions = Conditions
preview-as-suggested = Back to the suggested value
preview-why = What it is made of
preview-table = All outcomes
preview-roll = Roll
preview-cost = Cost
preview-rounds = { $n ->
    [one] { $n } round
   *[other] { $n } rounds
}
outcome-no-harm = no damage
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
sheet-weapons = Weapons and armour
sheet-give = give a weapon
sheet-take = Take away
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
file-exists = There is such a file already

## The log

log-all = all
log-empty = The course of the fight will be written here
log-nothing-found = Nothing found
log-no-dice = no dice
log-typed = from the table

## Over everything

error-title = The file did not open
question-preset = The usual answer
question-withdraw = Take the attack back
question-withdraw-hint = As if it had not been made. The dice stay the same: the same attack will give the same.
mark-seed = source of the rules
mark-glossary = glossary
mark-official = published
mark-derived = derived
mark-reading = a reading
mark-default = chosen here
empty-title = The table is empty
empty-text = Open a saved fight, drop a file here, or start with the demo fight.
keys-actions = The fighter's actions in their order
keys-roll = Roll when an attack is prepared
keys-escape = Close the topmost thing
keys-drag = Drag a token
keys-drag-does = Move by the rules; path, cost and what is left are shown
keys-alt-drag = Alt + drag
keys-alt-drag-does = Move freely
keys-click-enemy = Click an enemy
keys-click-enemy-does = Work the attack out
keys-right-drag = Drag with the right button
keys-right-drag-does = Move the board
keys-wheel = Wheel
keys-wheel-does = Closer and farther

## The way out

remedy-title = What would help
remedy-with = { $deed }: { $what }
remedy-nearer = Go nearer: drag the token

## Rules and the end

quit = Quit
top-ruleset-only = The rules of this fight. The program has no others yet.
