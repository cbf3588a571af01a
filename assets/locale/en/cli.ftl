# Words of the command line.

## What went wrong

cli-no-display = There is no display. Start the program in a graphical session (X11 or Wayland), or, on a machine without one, install xvfb and mesa-vulkan-drivers and run it under xvfb-run. The demo fight plays in the terminal too: { $call } fight
cli-no-graphics = The graphics could not be started. Install a Vulkan driver (on Debian and Ubuntu: apt-get install mesa-vulkan-drivers; for the window also libxkbcommon-x11-0 libxcursor1 libxi6). The demo fight plays in the terminal too: { $call } fight
cli-no-picture = The picture could not be encoded: choose another size.
cli-picture-kind = “{ $file }” is no name of a picture that can be written: let it end in .png, .jpg or .webp.
cli-no-answer = The answer could not be written: { $why }.
cli-no-data-dir = There is no data folder “{ $dir }”.
cli-data-dir-is-file = “{ $dir }” is a file, not a data folder.
cli-no-ruleset = There are no rules “{ $name }”.
cli-no-fighter = There is no fighter “{ $name }” in this scenario.
cli-no-action = There is no action “{ $name }”.
cli-no-option = There is no option “{ $name }”.
cli-no-value = “{ $name }” is not a value of this option.
cli-meant = Did you mean “{ $near }”?
cli-there-are = There are: { $names }.
cli-there-are-none = There are none at all.
cli-option-form = “{ $text }” is not an option: write KEY=VALUE, for one target KEY@ID=VALUE.
cli-option-for-all = The option “{ $name }” is the same for all targets: write it without @ID.
cli-option-of-nobody = “{ $name }” concerns nobody in this attack.
cli-option-twice = The option “{ $name }” is given twice, with two values.
cli-value-range = “{ $value }” is out of range: { $least } to { $most }.
cli-no-policy = “{ $name }” is no way to answer decisions after a roll.
cli-no-policies = These rules have no decisions after a roll whose answer could be chosen.
cli-no-setting = There is no setting “{ $name }” of these rules.
cli-setting-form = “{ $text }” is not a setting of the rules: write KEY=VALUE.
cli-setting-twice = The setting “{ $name }” of the rules is given twice, with two values.
cli-no-threads = The threads could not be started (the system says: { $why }).
cli-dice-wanted = { $count ->
    [one] This attack takes { $count } number:
   *[other] This attack takes { $count } numbers, in this order:
}
cli-dice-too-few = { $count ->
    [one] Too few numbers: { $count } more is needed ({ $rule }).
   *[other] Too few numbers: { $count } more are needed ({ $rule }).
}
cli-dice-roll = { "  " }{ $n }. { $name } ({ $rule }): { $least } to { $most }
cli-dice-none = This attack takes no numbers.

## Use

usage-title = Usage:
usage-verbs = Verbs
usage-arguments = Arguments
usage-options = Options
usage-about-window = A table for tactical fights: exact odds before the click, undo of anything, replay that proves itself. Without a verb it opens the window.
usage-about-list = Lists scenarios with their fighters, rulesets, maps and rosters
usage-about-odds = The explained check and the exact outcome distribution of one attack
usage-about-resolve = One outcome of an attack, for given dice
usage-about-fight = Plays a fight with both sides on autopilot and prints its log
usage-about-sim = Plays many fights on autopilot and counts who wins
usage-about-replay = Replays a journal and compares the state after every entry
usage-about-check = Says all that is wrong with rulesets, rosters, maps, scenarios and journals
usage-about-shot = Draws the table with all its panels into a picture; needs a Vulkan driver, but no display
usage-about-rules = Lists the rules that are implemented, with the tests that exercise them
usage-line-window = rubezh [SCENARIO] [OPTIONS], or rubezh VERB …
usage-line-list = rubezh list [OPTIONS]
usage-line-odds = rubezh odds SCENARIO --attacker ID --target ID [--target ID …] [--action ID] [--option KEY=VALUE …] [--policy NAME] [--set KEY=VALUE …] [OPTIONS]
usage-line-resolve = rubezh resolve SCENARIO --attacker ID --target ID --dice N,N,… [--action ID] [--option KEY=VALUE …] [--policy NAME] [--set KEY=VALUE …] [OPTIONS]
usage-line-fight = rubezh fight [SCENARIO] [--rounds N] [--journal OUT] [--policy NAME] [--set KEY=VALUE …] [OPTIONS]
usage-line-sim = rubezh sim [SCENARIO] --fights N [--threads N] [--policy NAME] [--set KEY=VALUE …] [OPTIONS]
usage-line-replay = rubezh replay JOURNAL [OPTIONS]
usage-line-check = rubezh check FILE… [OPTIONS]
usage-line-shot = rubezh shot [SCENARIO] -o OUT.png [--size WxH] [--scale N] [OPTIONS]
usage-line-rules = rubezh rules [OPTIONS]
usage-arg-table = A scenario: a file, or the name of one that ships; without it the last table
usage-arg-scenario = A scenario: a file or a name
usage-arg-played = A scenario: a file or a name; without it the demo fight
usage-arg-attacker = Who attacks, by id
usage-arg-targets = Whom, by id; may be given several times
usage-arg-action = How, by the action's id; without it what suits
usage-arg-options = A choice or an override, by name or number: KEY=VALUE, for one target KEY@ID=VALUE
usage-arg-policy = How decisions after a roll are answered: preset, never, always or when-it-helps
usage-arg-settings = A setting of the rules, by name or number: KEY=VALUE; can be given several times
usage-arg-dice = The dice in the order of the checks: the ones of a coin pool, else faces
usage-arg-rounds = Stops after so many rounds
usage-arg-written = Writes the journal to this file
usage-arg-fights = How many fights
usage-arg-threads = On how many threads; without it one a core
usage-arg-journal = The journal, as fight --journal or the window wrote it
usage-arg-files = The files
usage-arg-out = The picture to write: .png, .jpg or .webp
usage-arg-size = Width and height in pixels; without it 1600x900
usage-arg-scale = Scale of the panels, 0.75 to 2.5; without it 1
usage-arg-view = Whose picture: the game master's
usage-arg-lang = Language of texts and messages; without it the system's
usage-arg-ruleset = Plays by these rules instead of those that the scenario names (sim: all compares)
usage-arg-seed = Seed of the dice; without it a random one is drawn and named
usage-arg-json = Answers in JSON
usage-arg-data_dir = Folder with own rulesets, rosters, maps and scenarios; without it the user's data folder
usage-arg-help = Says what can be said here
usage-arg-version = Names the version
usage-status = Exit status: 0 done, 1 the input or the request is at fault, 2 wrong usage.
usage-scenario =
    SCENARIO is a file, or the name of a scenario that ships or lies in the data folder.
    { usage-status }
usage-examples =
    Examples:
      rubezh                                        open the last table, at first the demo fight
      rubezh list                                   what ships: scenarios, fighters, maps
      rubezh odds demo --attacker raven --target owl
      rubezh odds demo --attacker raven --target owl --option cover=strong --json
      rubezh resolve demo --attacker raven --target owl --dice 3,1
      rubezh fight --seed 7 --journal fight.ron     both sides on autopilot
      rubezh replay fight.ron
      rubezh sim --fights 1000 --seed 1             who wins how often
      rubezh help odds                              all that a verb understands

    Exit status:
      0  done; a refusal of the rules is an answer too
      1  the input or the request is at fault
      2  wrong usage
usage-bad-value = “{ $value }” does not fit { $arg }: { $why }.
usage-no-value = { $arg } needs a value.
usage-takes-none = { $arg } does not take “{ $value }”.
usage-missing = Missing: { $arg }.
usage-twice = { $arg } may be given only once.
usage-unknown = “{ $arg }” is not known here.
usage-no-verb = There is no verb “{ $verb }”.
usage-not-utf8 = An argument is not text in the UTF-8 encoding.
usage-not-understood = This is not understood.
usage-scenario-first = The verb comes first, then the scenario.
usage-more = All that can be said: rubezh{ $verb } --help

# What belongs in the place of a value; stands after a colon.
value-whole = a whole number from { $least } to { $most } is needed
value-die = a whole number from 0 on is needed: the ones of a pool, or a face
value-lang = ru or en is needed
value-size = WIDTHxHEIGHT is needed, from 640x360 to 7680x4320
value-scale = a number from 0.75 to 2.5 is needed
value-view = only gm is possible

## Answers

cli-no-problem = { $file }: no problem.
cli-seed = Seed: { $seed }
cli-scenarios = Scenarios
cli-rulesets = Rules
cli-maps = Maps
cli-rosters = Rosters
cli-broken = cannot be read; rubezh check says why
cli-attack = { $who } → { $targets }: { $action }
cli-refused = Not allowed: { $why }
cli-too-complex = Too many courses of the dice: too complex to preview.
cli-chances = Chances: { $who }
cli-damage = damage { $damage }
cli-own-harm = Harm to oneself: { $who }, { NUMBER($mean, maximumFractionDigits: 2) } on average
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

## The log in the terminal

chronicle-check = { $name } { $value }: { $lines }
chronicle-check-rolled = { $name } { $value }, rolled { $result }: { $lines }
chronicle-value = { $name } { $value }
chronicle-dice = dice { $dice }
chronicle-not-counted = – { $line }: { $why }
