# Слова на поле: у фишки в руке, у линии огня, над целью.

drag-cost = { $action }: { $cost }
drag-left = Останется: { $left }
drag-passing = Может ударить: { $who }
drag-left-nothing = Ничего не останется
drag-too-far = Слишком далеко
drag-no-move = Двигаться в этот ход больше нельзя
drag-no-way = Сюда не пройти
drag-free = Без правил, рукой ведущего
drag-not-on-turn = { $who }: сейчас не этот ход. Переставить без правил: Alt или «Свободное перемещение»
drag-other-turn = Сейчас ход: { $active }. Фишка «{ $who }» переставляется без правил с Alt
sight-none = Линии огня нет
sight-hidden = Скрыто { $percent } %
sight-corners = Скрыто углов: { $n } из 4
sight-corners-share = { $n } из 4
sight-share = { $percent } %
strike-damage = −{ $damage }
