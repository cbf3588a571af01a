# Problems of meaning in maps, rosters, scenarios and words; problems of whole files.
# An argument named count or ending in _count is a number, all others are text. A message named
# unknown-… is followed by the nearest valid name.

## Files

file-missing = There is no such file.
file-forbidden = The file may not be read.
file-is-folder = This is a folder, not a file.
file-not-regular = This is not a regular file but a pipe or a device.
file-way-not-folder = There is no such file: a part of the way to it is no folder.
file-circle = There is no such file: the links lead in a circle.
file-bad-name = No file can have this name.
file-unreadable = The file cannot be read (the system says: { $text }).
file-not-written = { $file } was not written: { $why }.
file-table-goes-on = The table goes on; save it again, or somewhere else.

# Why something was not written; stands after a colon.
write-no-folder = there is no such folder
write-forbidden = writing there is not allowed
write-is-folder = this is a folder, not a file
write-circle = the links lead in a circle
write-bad-name = no file can have this name
write-disk-full = the disk is full
write-disk-locked = nothing can be written to this disk
write-protected = the file is write-protected
write-no-reader = nobody reads this pipe
write-closed = nobody reads it any more
write-other = the system refuses it ({ $text })

## Names that refer to something

unknown-ruleset = There is no ruleset “{ $name }”.
unknown-roster = There is no roster “{ $name }”.
unknown-map = There is no map “{ $name }”.
unknown-scenario = There is no scenario “{ $name }”, and no such file.
unknown-weapon = There is no weapon “{ $name }” in this ruleset.
unknown-armour = There is no armour “{ $name }” in this ruleset.
unknown-sheet-field = The sheets of this ruleset have no number “{ $name }”.
unknown-setting = The rulesets have no setting “{ $name }”.
unknown-side = There is no side “{ $name }” here.
unknown-fighter = There is no fighter “{ $name }” in the rosters of this scenario.

## Fighters

id-missing = The id is empty.
id-unusable = The id “{ $id }” cannot be used.
id-unusable-help = Write at most 60 letters, digits, hyphens and underscores.
id-twice = The id “{ $id }” is taken by another fighter.
id-twice-help = Give each fighter an id of its own.
name-empty = The name is empty or holds a line break.
name-too-long = The name is longer than { $max } characters.
fighter-nameless = The fighter has no name: it needs “name”, or “from” with a fighter of a roster.
roster-too-many-fighters = There are more than { $max } fighters.
sheet-too-many-weapons = There are more than { $max } weapons.

## Scenarios

two-maps = The scenario has a map already.
no-map = The scenario has no map: it needs “map” with a name, or “own_map”.
side-gap = Side “{ $side }” is left out: sides are a, b, c in this order.
cell-outside = The cell ({ $x }, { $y }) is not on the map.
cell-outside-help = Columns run from 0 to { $width }, rows from 0 to { $height }.
cell-taken = On the cell ({ $x }, { $y }) stands “{ $other }” already.
cell-taken-by-thing = Nobody can stand on the cell ({ $x }, { $y }): something is there.

## Maps

map-rows = { $count ->
    [one] The map has { $count } row,
   *[other] The map has { $count } rows,
} { $found_count ->
    [one] but there is { $found_count } text here.
   *[other] but there are { $found_count } texts here.
}
map-row-length = { $count ->
    [one] The map has { $count } column,
   *[other] The map has { $count } columns,
} { $found_count ->
    [one] but this row has { $found_count } letter.
   *[other] but this row has { $found_count } letters.
}
map-letter = No ground has the letter “{ $name }”.
map-too-many-things = { $found_count ->
    [one] There is { $found_count } wall, door, window or object,
   *[other] There are { $found_count } walls, doors, windows and objects,
} and only { $count } are possible.
map-corners = { $found_count ->
    [one] A line needs 2 to { $max } corners; here is { $found_count }.
   *[other] A line needs 2 to { $max } corners; here are { $found_count }.
}
map-no-length = Two corners in a row lie on the same point.
map-door-twice = Another door stands in the same place: both would have to be opened.
map-no-size = Width and height must be greater than 0; here is { $value }.
map-no-shape = The object has no shape: it needs “rect” or “outline”.
map-two-shapes = The object has a shape already: “rect” or “outline”, not both.
map-not-a-place = This is no place on the map: the number is not finite.
map-outside = The point ({ $x }, { $y }) lies outside of the map: it is { $width } wide and { $height } high.
map-door-among-objects = Doors and windows stand in lists of their own, “doors” and “windows”.

## Words of rulesets

words-unreadable = The words cannot be read from here on: { $text }
words-unfit = The words do not fit together: { $text }
words-missing = There is a word { $key }, but none in { $lang ->
    [ru] Russian
   *[en] English
}.
words-variable-misspelt = { $key }: there is no variable { "{" } ${ $name } { "}" }. Did you mean ${ $near }?
words-variable-unknown = { $key }: there is no variable { "{" } ${ $name } { "}" } here. There are: { $names }.
words-variable-none = { $key }: there is no variable { "{" } ${ $name } { "}" } here, nor any other.
words-variable-missing = { $key }: the variable { "{" } ${ $name } { "}" } is missing, which there is in { $lang ->
    [ru] Russian
   *[en] English
}.

## Saved tables and journals

save-format = The table was saved by another version of the program: format { $found }, this one reads { $known }.
save-format-help = Open it with the version that wrote it.
save-no-such-door = The map has no door of this number.
save-no-such-item = The ruleset has no weapon or armour of this number.
save-no-such-fighter = No fighter has this number.
save-change-waits = This change takes effect at once and cannot wait.
save-acts-twice = This fighter has the turn already, or waits for it already.
save-id-twice = Another fighter has this number.
save-condition-twice = The fighter is in this condition already.
save-id-too-large = The numbers of the fighters stay below { $next }, the next one that is given.
save-diverged = Played again, entry { $entry } leads to another state of the fight than was recorded: { $found } instead of { $recorded }.
save-diverged-help = Somebody has changed the file, or the rules were other ones. What comes before this entry is sound.
save-diverged-first-help = This entry, the beginning of the fight (first) or the map has been changed, or the rules were other ones.
save-refused = Played again, entry { $entry } cannot be carried out: { $kind ->
    [refused] rule { $rule } refuses it
    [dice] the recorded dice do not fit the rolls ({ $rule })
    [asks] rule { $rule } asks for a decision that is not recorded
   *[other] the command does not fit
}.
save-other-rules = The table was played with version { $found } of the rules “{ $name }”; this program has version { $known }.
wrong-kind = This is { $found ->
    [ruleset] a ruleset
    [roster] a roster
    [map] a map
    [scenario] a scenario
   *[save] a saved table
}, not { $wanted ->
    [ruleset] a ruleset
    [roster] a roster
    [map] a map
    [scenario] a scenario
    [table] a scenario or a saved table
   *[save] a saved table (a journal)
}.
more-like-this = { $count ->
    [one] (And { $count } more like this: line { $lines }.)
   *[other] (And { $count } more like this: lines { $lines }.)
}
more-problems = { $count ->
    [one] … and { $count } more problem.
   *[other] … and { $count } more problems.
}
unknown-kind = This is no ruleset, roster, map, scenario or saved table.
unknown-kind-help = Compare its first fields with those of a shipped file.
