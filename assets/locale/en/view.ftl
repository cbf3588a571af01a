# Words on the board: beside the token in the hand, at the line of fire, over the target.

drag-cost = { $action }: { $cost }
drag-left = Left: { $left }
drag-passing = May strike: { $who }
drag-left-nothing = Nothing will be left
drag-too-far = Too far
drag-no-move = No movement is left this turn
drag-no-way = There is no way
drag-free = No rules: the game master's hand
drag-not-on-turn = { $who }: not on turn. Hold Alt, or switch on free moving, to move without rules
drag-other-turn = It is the turn of { $active }. Hold Alt to move { $who } without rules
sight-none = No line of fire
sight-hidden = { $percent } % hidden
sight-corners = { $n } of 4 corners hidden
sight-corners-share = { $n } of 4
sight-share = { $percent } %
strike-damage = −{ $damage }
