# Words of the program as a whole. The words of a ruleset lie in the ruleset's own file.

program-name = Rubezh

## Buttons and commands

ok = OK
cancel = Cancel
close = Close
yes = Yes
no = No
new = New table
open = Open
save = Save
save-as = Save as
import = Import a map
export = Export
copy = Copy
edit = Edit
delete = Delete
search = Search
undo = Undo
    .nothing = Nothing left to undo
undone = Undone: { $what }
redo = Redo
    .nothing = Nothing left to redo
redone = Redone: { $what }

## The program

menu = Menu
settings = Settings
language = Language
help = Help
keys = Keys
fullscreen = Full screen
theme = Theme
theme-dark = Dark
theme-light = Light
theme-contrast = High contrast
ui-scale = Interface scale

## The fight

ruleset = Rules
round = Round { $n }
turn-of = Turn: { $name }
round-and-turn = { round } · { turn-of }
end-turn = End turn
next-fighter = Next fighter
autopilot = Autopilot
log = Log
turn-order = Turn order
inspector = Fighter's sheet
free-move = Free move
measure = Ruler
coin-metres = { $coin } { $m } m
distance = { NUMBER($m, maximumFractionDigits: 1) } m · { $cells ->
    [one] { $cells } cell
   *[other] { $cells } cells
}
rounds = { $n ->
    [one] { $n } round
   *[other] { $n } rounds
}
fighters = { $n ->
    [one] { $n } fighter
   *[other] { $n } fighters
}
