# Words of the command line.

## What went wrong

cli-no-display = There is no display. Start the program in a graphical session (X11 or Wayland), or, on a machine without one, install xvfb and mesa-vulkan-drivers and run it under xvfb-run. The demo fight plays in the terminal too: cargo run --release -- fight
cli-no-graphics = The graphics could not be started. Install a Vulkan driver (on Debian and Ubuntu: apt-get install mesa-vulkan-drivers; for the window also libxkbcommon-x11-0 libxcursor1 libxi6). The demo fight plays in the terminal too: cargo run --release -- fight
cli-no-picture = The picture “{ $file }” could not be written. Name a file ending in .png in a folder that exists and may be written to.
cli-no-ruleset = There are no rules “{ $name }”.
cli-no-fighter = There is no fighter “{ $name }” in this scenario.
cli-no-action = There is no action “{ $name }”.
cli-no-option = There is no option “{ $name }”.
cli-no-value = “{ $name }” is not a value of this option.
cli-meant = Did you mean “{ $near }”?
cli-there-are = There are: { $names }.
cli-option-form = “{ $text }” is not an option: write KEY=VALUE, for one target KEY@ID=VALUE.
cli-option-for-all = The option “{ $name }” is the same for all targets: write it without @ID.
cli-value-range = “{ $value }” is out of range: { $least } to { $most }.
cli-no-threads = The threads could not be started: { $why }

## Answers

cli-no-problem = { $file }: no problem.
cli-seed = Seed: { $seed }
cli-scenarios = Scenarios
cli-rulesets = Rules
cli-maps = Maps
cli-rosters = Rosters
cli-broken = cannot be read; rubezh check says why
cli-attack = { $who } → { $targets }: { $action }
cli-refused = Not allowed: { $why } ({ $rule })
cli-too-complex = Too many courses of the dice: too complex to preview.
cli-chances = Chances: { $who }
cli-hit = hit
cli-damage = damage { $damage }
cli-winner = Won: { $side }, { $rounds ->
    [one] after { $rounds } round
   *[other] after { $rounds } rounds
}
cli-no-winner = No winner { $rounds ->
    [one] after { $rounds } round
   *[other] after { $rounds } rounds
}
cli-sim-side = { $side } wins { $rate } (95% interval: { $low } to { $high })
cli-sim-draws = Draws: { $rate }
cli-sim-rounds = Rounds: { NUMBER($mean, maximumFractionDigits: 1) } on average; 95% of the fights take at most { $most }
cli-sim-losses = How often each falls:
cli-sim-speed = { $fights ->
    [one] { $fights } fight
   *[other] { $fights } fights
}, { $speed } a second
cli-replay-equal = { $count ->
    [one] { $count } entry replayed: its hash is equal.
   *[other] { $count } entries replayed: all hashes are equal.
}
cli-replay-diverged = Entry { $entry } went another way: hash { $recorded } is recorded, { $found } was found.
cli-replay-stuck = Entry { $entry } cannot be carried out; hash { $recorded } is recorded.

## The log in the terminal

chronicle-check = { $name } { $value }: { $lines }
chronicle-check-rolled = { $name } { $value }, rolled { $result }: { $lines }
chronicle-not-counted = – { $line }: { $why }

## Help

cli-heading-usage = Usage:
cli-heading-verbs = Commands
cli-heading-arguments = Arguments
cli-heading-options = Options
cli-value-verb = COMMAND
cli-verb-rubezh = A table for tactical fights: exact odds before the click, undo of anything, replay that proves itself. Without a verb it opens the window.
cli-verb-list = Lists scenarios with their fighters, rulesets, maps and rosters
cli-verb-odds = The explained check and the exact outcome distribution of one attack
cli-verb-resolve = One outcome of an attack, for given dice
cli-verb-fight = Plays a fight with both sides on autopilot and prints its log
cli-verb-sim = Plays many fights on autopilot and counts who wins
cli-verb-replay = Replays a journal and compares the state after every entry
cli-verb-check = Says all that is wrong with rulesets, rosters, maps, scenarios and journals
cli-verb-shot = Draws the table with all its panels into a picture; needs a Vulkan driver, but no display
cli-verb-rules = Lists the rules that are implemented, with the tests that exercise them
cli-arg-scenario = A scenario: a file or a name
cli-arg-rubezh-scenario = A scenario: a file, or the name of one that ships; without it the last table
cli-arg-lang = Language of texts and messages: ru or en; without it the system's
cli-arg-ruleset = Plays by these rules instead of those that the scenario names (sim: all compares)
cli-arg-seed = Seed of the dice; without it a random one is drawn and named
cli-arg-json = Answers in JSON
cli-arg-data-dir = Folder with own rulesets, rosters, maps and scenarios
cli-arg-attacker = Who attacks, by id
cli-arg-targets = Whom, by id; may be given several times
cli-arg-action = How, by the action's id; without it what suits
cli-arg-options = A choice or an override: KEY=VALUE, for one target KEY@ID=VALUE
cli-arg-dice = The dice in the order of the checks: the ones of a coin pool, else faces
cli-arg-rounds = Stops after so many rounds
cli-arg-journal = Writes the journal to this file
cli-arg-replay-journal = The journal, as fight --journal or the window wrote it
cli-arg-fights = How many fights
cli-arg-threads = On how many threads; without it one a core
cli-arg-files = The files
cli-arg-out = The picture to write
cli-arg-size = Width and height in pixels
cli-arg-scale = Scale of the panels, 0.75 to 2.5
cli-arg-view = Whose picture: the game master's (gm)
cli-arg-help = This help
cli-arg-version = The version of the program
cli-dice-wanted = Wanted are, in this order: { $list }
cli-dice-roll = { $name } from { $min } to { $max }
cli-dice-roll-of = { $name } ({ $whom }) from { $min } to { $max }
cli-help-status = Exit status: 0 done (a refusal of the rules is an answer too), 1 the input or the request is at fault, 2 wrong usage.
cli-help-after =
    Examples:
    {"  "}rubezh
    {"  "}rubezh list
    {"  "}rubezh odds demo --attacker raven --target owl
    {"  "}rubezh odds demo --attacker raven --target owl --option cover=strong --json
    {"  "}rubezh resolve demo --attacker raven --target owl --dice 3,1
    {"  "}rubezh fight --seed 7 --journal fight.ron
    {"  "}rubezh replay fight.ron
    {"  "}rubezh sim --fights 1000 --seed 1
    {""}
    Exit status: 0 done (a refusal of the rules is an answer too), 1 the input or the request is at fault, 2 wrong usage.
