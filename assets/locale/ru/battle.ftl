# Слова боя, общие для всех правил: что произошло, что нельзя и почему.
# Имя бойца бывает любого рода и числа, поэтому сказуемых прошедшего времени при нём нет.

## Бой и ходы

log-fight-begins = Бой начинается
log-fight-over = Бой окончен
log-round = Раунд { $round }
log-turn = Ход: { $who }
log-level = { $who }: уровень инициативы { $level }
log-nobody-left = Действовать больше некому

## Что делают бойцы

log-moved = { $how }: { $who }, { $cells ->
    [one] { $cells } клетка
    [few] { $cells } клетки
   *[many] { $cells } клеток
} ({ $metres } м), теперь на { $x }:{ $y }
log-strike-hit = { $who } → { $target }, { $action } ({ $weapon }): попадание, урон { $damage }
log-strike-miss = { $who } → { $target }, { $action } ({ $weapon }): промах
log-blast = { $who }, { $action }: { $weapon }
log-blast-hit = { $target } в зоне взрыва: урон { $damage }
log-blast-miss = { $target } уходит от взрыва
log-effort-failed = { $who } → { $target }, { $action }: неудача
log-door-opened = { $who }: дверь открыта
log-door-closed = { $who }: дверь закрыта

## Рука ведущего

log-placed = Поставлено: { $who }, { $x }:{ $y }
log-moved-freely = Переставлено ведущим: { $who }, { $x }:{ $y }
log-door-opened-gm = Ведущий открывает дверь
log-door-closed-gm = Ведущий закрывает дверь
log-joins = В бой вступает { $who }
log-joins-next-round = { $who }: вступление в бой со следующего раунда
# Имя приходит на обоих языках: бойца к этому времени уже нет. Нужно одно из двух.
log-removed = Снято с поля: { $ru }{ $en ->
   *[other] {""}
}
log-reordered = Порядок ходов изменён ведущим
log-turn-set = Ведущий отдаёт ход: { $who }
log-switched = Бой продолжается по правилам «{ $ruleset }»
log-reseed = Дальше кости другие
log-hour = Прошёл час
log-round-ended = Ведущий завершает раунд
log-steps-in = { $who } вмешивается
log-steps-in-before = { $who } вмешивается: раньше, чем { $before }
log-goes-on = { $who } продолжает ход
log-extra-turn = Дополнительное действие в конце раунда: { $who }
log-tests = { $who }: { $action }
log-rolled = Бросок: { $check }
log-rolled-by = { $who } бросает: { $check }
log-setting = Ведущий меняет настройку: { $setting } — { $value }
log-setting-choice = Ведущий меняет настройку: { $setting } — { $value }
log-setting-back = Ведущий возвращает значение из правил: { $setting }
log-policy = Решения после броска, если никого не спрашивают: { $policy }
log-health-carried = { $who }: здоровье пересчитано пропорционально — { $state }
log-health-restored = { $who }: здоровье прежнее — { $state }
log-edit-marks = { $who }: { $mark } { $was } → { $now }
log-edit-budget = Ведущий меняет остаток хода: { $who }
setting-on = да
setting-off = нет
policy-preset = как советуют правила
policy-never = никогда
policy-always = всегда
policy-when-it-helps = когда это помогает
log-autopilot-on = { $who }: автопилот включён
log-autopilot-off = { $who }: автопилот выключен
log-autopilot-side-on = { $side }: автопилот включён
log-autopilot-side-off = { $side }: автопилот выключен
log-by-word = По слову ведущего: { $option } — { $value }
log-by-word-of = По слову ведущего, { $who }: { $option } — { $value }
log-decided = Бой решён. На ногах: { $side }
log-edit-points = { $who }: { $points } { $was } → { $now }
log-edit-field = { $who }: { $field } { $was } → { $now }
log-edit-note = { $who }, заметка: { $note }
log-edit-coat = { $who }, на оружии «{ $weapon }»: { $coating }
log-edit-name = Новое имя: { $who }
log-edit-side = { $who }: теперь { $side ->
    [0] сторона А
    [1] сторона Б
    [2] сторона В
   *[other] без стороны
}
log-edit-modifier = { $who }: обстоятельства начала боя, { $now }
log-edit-level = { $who }: уровень инициативы задан, { $now }
log-edit-armor = { $who }: другая броня
log-edit-rounds = { $who }: в оружии { $loaded ->
    [one] { $loaded } заряд
    [few] { $loaded } заряда
   *[many] { $loaded } зарядов
}
log-edit-in-hand = { $who }: теперь в руках { $weapon }
log-edit-given = { $who }: выдано оружие, { $weapon }
log-edit-taken = { $who }: оружие изъято, { $weapon }
log-edit-condition-number = { $who }: «{ $condition }» теперь { $now }
log-edit-condition-on = { $who }: состояние «{ $condition }» наложено
log-edit-condition-off = { $who }: состояние «{ $condition }» снято
log-edit-cap = { $who }: место для нападающих, { $now }

## Почему нельзя

refusal-cards-differ = Новый порядок должен состоять из тех же карточек
refusal-cell-taken = Клетка занята
refusal-door-far = Дверь открывает тот, чей ход, и только рядом с ней
refusal-edit-range = Такого значения правила не допускают
refusal-fight-runs = Бой уже идёт
refusal-foreign-sheet = Этот лист составлен по другим правилам
refusal-needs-target = Для этого действия нужна цель
refusal-no-card = У этого бойца нет карточки в порядке ходов
refusal-no-fight = Бой ещё не начат
refusal-no-such-action = Нет действия «{ $action }»
refusal-no-such-door = Такой двери нет
refusal-no-such-fighter = Такого бойца нет
refusal-side-empty = На этой стороне никого нет
refusal-no-such-ruleset = Таких правил нет
refusal-no-target = Цель не выбрана
refusal-not-your-turn = Сейчас не ход этого бойца: { $who }
refusal-off-board = Это за краем карты
refusal-one-side = Для боя нужны хотя бы две стороны, способные сражаться
refusal-own-self = Нельзя выбрать целью себя
refusal-path-blocked = Путь перекрыт
refusal-path-enemy = На пути стоит противник
refusal-path-start = Путь начинается не там, где стоит боец
refusal-not-in-blast = { $target }: взрыв не достаёт
refusal-target-twice = { $target }: цель названа дважды
refusal-holds-not = { $who } не выжидает
refusal-acts-already = Сейчас и так ход этого бойца
refusal-too-far = Слишком далеко: { $cells ->
    [one] { $cells } клетка
    [few] { $cells } клетки
   *[many] { $cells } клеток
}, а можно не больше { $most }

## Сообщения поверх поля

toast-undone = Отменено: { $what }
toast-autopilot-paused = Автопилот остановлен: кнопка с роботом пустит его дальше
toast-redone = Возвращено: { $what }
toast-nothing-to-undo = Отменять больше нечего
toast-nothing-to-redo = Возвращать больше нечего
toast-taken-back = Взято назад: ничего не изменилось
toast-refused = { $why } ({ $rule })
toast-no-autopilot = Автопилот этих правил ещё не знает

## Названия команд

command-begin = начало боя
command-move = перемещение
command-place = перестановка
command-attack = атака
command-act = действие
command-door = дверь
command-end-turn = конец хода
command-lay = вещь на карте
command-clear = уборка карты
command-join = вступление в бой
command-leave = выход из боя
command-return = возвращение в бой
command-remove = снятие с поля
command-autopilot = автопилот
command-edit = правка
command-reorder = порядок ходов
command-set-turn = передача хода
command-switch = смена правил
command-reseed = новые кости
command-hour = прошедший час
command-end-round = конец раунда
command-step-in = вмешательство
command-setting = смена настройки
command-finish = конец боя

## Кости, брошенные рукой

check-draw = Жребий
dice-too-few = Не хватает костей для проверки { $rule }: нужно ещё { $wanted }
dice-impossible = { $rule }: { $value } выпасть не может, бывает от { $min } до { $max }
dice-left-over = { $count ->
    [one] Лишнее: { $count } число
    [few] Лишнее: { $count } числа
   *[many] Лишнее: { $count } чисел
}
dice-other-rule = Записан бросок { $found }, а нужен { $wanted }

## Вне очереди и выход из боя

ask-passing = { $target } проходит мимо: { $who } может ударить. Ударить?
choice-strike = Ударить
choice-let-pass = Пропустить
log-move-stopped = { $who } останавливается на { $x }:{ $y }
log-leaves = { $who } выходит из боя
log-may-leave = { $who } может выйти из боя: раунд без боя и не на виду
log-picks-up = { $who } поднимает: { $item }
refusal-out-of-turn = Это делают только вне очереди
refusal-before-fight = Это делают только до начала боя
refusal-not-able = { $who } не может действовать
refusal-left-already = Этот боец уже вышел из боя
refusal-not-left = Этот боец из боя не выходил
refusal-nothing-lies-here = Рядом ничего не лежит

## Обстановка

log-laid = Ведущий кладёт на карту: { $what }, { $x }:{ $y }
log-laid-by = { $who } меняет обстановку: { $what }, { $x }:{ $y }
log-cleared = Ведущий убирает положенное с { $x }:{ $y }
laid-crate = ящик
laid-low-wall = низкая стена
laid-barrel = бочка
laid-table = стол
laid-stack = штабель
laid-pillar = столб
laid-tree = дерево
laid-bars = решётка
laid-dim = лёгкий дым, полумрак
laid-thick = густой дым, темнота
laid-danger = опасное место
laid-vacuum = вакуум
laid-nothing = убрать
refusal-laid-most = На карту положено уже { $most }: уберите что-нибудь
refusal-no-such-thing = Такую вещь на карту не положить
refusal-nothing-laid = Здесь ничего не положено: вещи самой карты не убираются
refusal-nobody-lays = По этим правилам обстановку меняет только ведущий
