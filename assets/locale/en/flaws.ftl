# Faults in the meaning of ruleset files: numbers and references that read well and make no sense.
# The arguments value, min, max, before are numbers, all others are text.

flaw-out-of-range = { $value } does not fit: it must be from { $min } to { $max }.
flaw-list-empty = The list is empty; it needs one value at least.
flaw-twice = This value is in the list already.
flaw-not-rising = { $value } is not beyond the limit before it, { $before }.
flaw-limit-missing = How many metres this distance reaches is not given.
flaw-last-band-limited = The last distance has no end: no limit belongs here.
flaw-id-missing = The name for files, id, is not given.
flaw-id-twice = The name "{ $id }" is taken already.
flaw-name-missing = There is no word for "{ $id }", so it needs a field name with its title.
flaw-metres-missing = How many metres this action moves is not given (metres).
flaw-no-attack = There is no row attack, the ordinary attack: without it one cannot click an enemy.
flaw-weapon-useless = This weapon neither strikes nor shoots: it needs a melee_class or a ranged_class.
flaw-name-empty = The name is empty.
flaw-scope-of-kind = An action of the kind { $kind } cannot have the scope { $found }; it can have: { $allowed }.
flaw-cost-of-kind = An action of the kind { $kind } cannot cost { $found }; it can cost: { $allowed }.
flaw-icon-unknown = There is no icon “{ $icon }”. There are: { $allowed }.
flaw-setting = { $value } does not fit this setting: it is { $least } to { $most }.
flaw-scope = This value does not fit what the action does (deed).
flaw-gun = This weapon cannot shoot: it needs a range (range_m) and firing modes (modes).
flaw-pieces = There are no pieces of this weapon: ammo has to be one at least.
flaw-condition = There is no condition { $condition }: take one of section 17 by its name (prone, stunned, blinded…).
flaw-substance = There is no substance { $substance } in the list (substances).
flaw-coatable = Only what strikes at arm’s length can be coated.
flaw-blast = A uniform blast needs a radius above zero (radius_m).
flaw-too-many = The list has { $count } entries and room for { $most } at most: take some out.
flaw-substance-idle = This substance does nothing: it needs damage, a condition or a note.
flaw-substance-turns = It does damage for no turns at all: say at least one in turns.
flaw-coated-twice = A weapon is either filled with a substance or can be coated (coatable), not both.
flaw-mental = An attack is a mental one by the skill of its weapon: take mental out of this row.
flaw-spare = That would be { $count } spare rounds, and at most { $most } are counted: take less ammo or fewer spare_magazines.
flaw-no-ammo = The magazine of this weapon holds nothing: say at least one in ammo.
flaw-blast-class = Only what is thrown, placed or fired goes off: melee and psi have no blast.
flaw-touch-only = Only a melee weapon can be for touching alone (touch_only).
flaw-rule = Eclipse has no rule { $rule }.
