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
chronicle-value = { $name } { $value }
chronicle-dice = dice { $dice }
chronicle-not-counted = – { $line }: { $why }
