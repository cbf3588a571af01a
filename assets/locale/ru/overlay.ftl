# Слова панелей вокруг поля.

## Полоса сверху

top-ruleset = Продолжить бой по этим правилам
top-turn = Раунд { $n } · ход: { $name }
top-setup = Расстановка
top-over = Бой окончен
top-undo = Отменить: { $what }
top-redo = Вернуть: { $what }
open-demo = Открыть показательный бой
about = О программе
about-text = Стол для тактических боёв: точные шансы до броска, отмена чего угодно, запись, которая сама себя проверяет.
dice-show = Показ костей
dice-off = нет
dice-fast = быстро
dice-theatrical = не спеша
controls = Крупные кнопки
controls-auto = при касании
controls-always = всегда
controls-never = никогда
house = Правила этого стола
house-hint = Изменения действуют сразу, попадают в журнал и отменяются, как любой ход.
house-scene = Обстановка
house-rules = Правила
house-policy = Решения после броска, если никого не спрашивают
house-changed = Изменено для этого стола
house-back = Как в правилах
menu-reseed = Другие кости дальше
menu-hour = Прошёл час
menu-hour-idle = За час ни у кого ничего не меняется
menu-end-round = Завершить раунд
menu-finish = Закончить бой
side-a = Сторона А
side-b = Сторона Б
side-c = Сторона В
side-none = Без стороны
fold = Свернуть
less = Меньше
more = Больше

## Порядок ходов

muster = Участники
muster-title = Кто как вступает в бой
muster-over = Бой окончен. Можно начать новый
muster-begin = Начать бой
muster-ties = Равные по инициативе
ties-auto = авто
ties-dice = кости
ties-cards = карты
order-level = Уровень инициативы { $level }
order-gap = На этом уровне никого нет
order-acted = В этом раунде ход уже был
order-next-round = Со следующего раунда
order-left = Вне боя
order-give-turn = Передать ход
newcomer-title = Добавить бойца
newcomer-of-side = Новый боец: { $side }
newcomer-name = Боец { $n }
newcomer-twin = Ещё один такой же
newcomer-no-room = На поле нет свободной клетки
roster-open = Из составов
roster-title = Бойцы из составов
roster-count = Сколько
roster-broken = Файл не читается
roster-derived = лист составится сам
autopilot-on = Включить автопилот
autopilot-off = Выключить автопилот
autopilot-hold = Остановить автопилот
autopilot-go-on = Пусть автопилот играет дальше
fighter-remove = Снять с поля

## Полоса снизу

bar-setup = Расставьте бойцов на поле и начните бой
bar-nobody = Сейчас никто не ходит
bar-over = Бой окончен
bar-coins = { $coin }: осталось { $left }
bar-autopilot = Сыграть этот ход автопилотом
bar-more = Другие действия
bar-free-actions = { $n ->
    [one] { $n } мелкое действие
    [few] { $n } мелких действия
   *[many] { $n } мелких действий
} в этом ходу: решает ведущий
cost-nothing = без затрат
step-in = Вступить
step-in-hint = Придержал ход: действует сейчас, раньше остальных
bare-hands = Голые руки
hint-drag-token = Перетащите фишку по полю
hint-click-enemy = Нажмите на противника
hint-click-thing = Нажмите на предмет на поле
hint-lay = Щёлкните по клетке, на которой это появится
hint-click-fighter = Нажмите на бойца рядом

## Атака до броска

preview = Атака
preview-none = Эту атаку рассчитать нельзя
preview-refused = Нельзя
preview-cancel = Отменить атаку (Esc)
preview-too-complex = Исходов слишком много, чтобы показать шансы. Бросить можно.
preview-exact = Шанс попасть. Посчитан точно: перебраны все исходы
preview-expected-harm = ожидаемый урон
preview-own-harm = риск для себя: урон { $harm }
preview-cell = клетка
preview-and-more = и ещё { $n }
preview-conditions = Условия
preview-target-off = Убрать из целей
preview-target-more = ещё цель
preview-target-hint = Добавить цель. На поле — щелчок с Shift
number-auto = авто
preview-by-word = По слову ведущего
preview-by-word-hint = Здесь ведущий говорит против поля и костей: исход, урон, броня, проверки, то, что известно и без него
preview-as-suggested = Вернуть подсказанное
preview-why = Из чего складывается
preview-table = Все исходы
preview-policy = Решения после броска: { $policy }
preview-take-advice = Сделать так
preview-roll = Бросить
preview-cost = Цена
preview-rounds = { $n ->
    [one] { $n } заряд
    [few] { $n } заряда
   *[many] { $n } зарядов
}
preview-own-side = своя сторона
outcome-no-harm = без вреда
outcome-same-state = урон, состояние прежнее
outcome-harm = урон
outcome-exactly = ровно
outcome-at-least = не меньше
why-not-counted = { $n ->
    [one] Не в счёт: { $n } поправка
    [few] Не в счёт: { $n } поправки
   *[many] Не в счёт: { $n } поправок
}
why-outdone = { $label }: { $why }
check-attack = Атака
check-difficulty = Сложность
check-damage = Урон
check-level = Уровень инициативы
check-initiative = Инициатива
check-place = Место среди равных
typed-open = Кости со стола
typed-use = Принять эти кости
typed-ones = { $name }: единиц из { $max }
typed-face = { $name }: от { $min } до { $max }
typed-range = { $name }: нужно число от { $min } до { $max }

## Лист бойца

sheet-nobody = Выберите бойца на поле или в порядке ходов
sheet-derived = Лист составлен по общему описанию бойца. После правки пометка исчезнет.
sheet-hurt = Ранить на единицу
sheet-heal = Вылечить на единицу
sheet-condition = состояние
sheet-condition-off = Снять состояние
sheet-turn = Осталось в этом ходу
sheet-metres = { $coin }, м
sheet-weapons = Оружие и броня
sheet-give = дать оружие
sheet-take = Забрать
sheet-coat = на нём
sheet-note = Заметка
coating-none = ничего
sheet-no-armour = без брони
sheet-start = Начало боя
sheet-level = Уровень инициативы
sheet-level-fix = Задать
sheet-level-free = Пусть решают правила
sheet-cap = Места для нападающих
sheet-autopilot = За бойца играет программа
until-ended = пока не снимут
until-next-turn = до начала следующего хода
until-end-of-next-turn = до конца следующего хода
until-end-of-this-turn = до конца этого хода
until-used = до первого применения
until-turns = { $n ->
    [one] ещё { $n } ход
    [few] ещё { $n } хода
   *[many] ещё { $n } ходов
}
until-hours = { $n ->
    [one] ещё { $n } час
    [few] ещё { $n } часа
   *[many] ещё { $n } часов
}

## Выбор файла

file-open-title = Открыть бой
file-save-title = Сохранить бой
file-scenarios = Бои и сценарии
file-all = Все файлы
file-table = Сохранённый стол
file-name = Имя файла
file-overwrite = Заменить
file-overwrite-question = уже существует. Заменить?
file-reload = Обновить
file-working-directory = Текущая папка
file-select-all = Выбрать всё
file-hidden = Показывать скрытые
file-system = Показывать системные
file-pinned = Закреплённые
file-places = Места
file-devices = Диски
file-removable = Съёмные диски
file-home = Домашняя папка
file-desktop = Рабочий стол
file-documents = Документы
file-downloads = Загрузки
file-audio = Музыка
file-pictures = Изображения
file-videos = Видео
file-pin = Закрепить папку
file-unpin = Открепить папку
file-rename-pin = Переименовать
file-selected = Выбрано:
file-any-extension = Любое
file-folder-nameless = Имя папки не может быть пустым
file-nameless = Имя файла не может быть пустым
file-folder-exists = Такая папка уже есть
file-default = бой
file-default-log = журнал боя
file-text = Текст
file-log-title = Записать журнал
file-exists = Такой файл уже есть

## Журнал

log-all = все
log-empty = Здесь будет записан ход боя
log-nothing-found = Ничего не найдено
log-no-dice = без костей
log-typed = со стола
log-copy = Скопировать журнал
log-copy-line = Скопировать строку
log-export = Записать журнал в файл
log-show-moment = Показать на поле
moment-turn = Так было: раунд { $n }, ход: { $name }
moment-round = Так было: раунд { $n }
moment-setup = Так было до боя
moment-back = Esc — обратно
moment-close = Вернуться к бою

## Поверх всего

error-title = Файл не открылся
error-save-title = Файл не сохранился
question-preset = Так бывает обычно
question-weigh = Подробности и правки
question-withdraw = Взять назад
question-withdraw-hint = Как не было. Кости остаются теми же: то же действие даст то же самое.
mark-seed = основа правил
mark-glossary = глоссарий
mark-official = издание
mark-derived = следствие
mark-reading = толкование
mark-default = принято здесь
empty-title = Стол пуст
empty-text = Откройте сохранённый бой, перетащите сюда файл или начните с показательного боя.
keys-of-fight = Бой
keys-actions = Действия бойца по порядку
keys-target = Взять на прицел того, кто под указателем
keys-targets = Добавить цель или убрать её
keys-roll = Бросить, когда атака выбрана
keys-end-turn = Начать бой; закончить ход
keys-next = Следующий боец
keys-previous = Предыдущий боец
keys-escape = Отменить, закрыть верхнее
keys-of-program = Стол и программа
keys-super = То же, что Ctrl в этом списке
keys-of-board = Поле
keys-pan = Двигать поле
keys-zoom = Ближе и дальше
keys-whole-board = Показать поле целиком
keys-measure = Мерить от клетки под указателем; ещё раз — убрать
keys-of-mouse = Мышь
keys-drag = Тащить фишку
keys-drag-does = Ход по правилам; видны путь, цена и остаток
keys-drag-space = Тащить + пробел
keys-drag-space-does = Поставить точку пути
keys-alt-drag = Тащить с Alt
keys-alt-drag-does = Свободная перестановка
keys-ctrl-drag = Тащить с Ctrl
keys-ctrl-drag-does = Мерить расстояние
keys-click-enemy = Щелчок по врагу
keys-click-enemy-does = Расчёт атаки; второй щелчок — бросок
keys-shift-click = Щелчок с Shift
keys-double-click = Двойной щелчок
keys-double-click-does = Лист бойца
keys-right-click = Правой кнопкой
keys-right-click-does = Выбрать бойца; в порядке ходов — меню
keys-right-drag = Тащить правой
keys-right-drag-does = Двигать поле
keys-wheel = Колесо, два пальца
keys-wheel-does = Ближе и дальше

## Выход из положения

remedy-title = Что поможет
remedy-with = { $deed }: { $what }
remedy-nearer = Подойти ближе: перетащите фишку

## Правила и выход

quit = Выйти
top-ruleset-only = Правила этого боя. Других в программе пока нет.

## Свои кости, выход из боя

menu-hand-dice = Кости бросаем сами
menu-hand-dice-hint = Перед каждым броском программа спросит, что выпало на столе
by-hand-title = Бросок на столе
by-hand-range = Бросок { $n }, { $name }: число от { $min } до { $max }
by-hand-attack = { $who } → { $target }
by-hand-impossible = Такое число здесь не выпадает
by-hand-take = Принять
by-hand-cancel = Отменить действие
fighter-leaves = Выходит из боя
fighter-returns = Вернуть в бой
order-may-leave = Могут выйти из боя
order-leaves = Вышел: { $who }
order-leaves-hint = Целый раунд без боя и не на виду у врага. Пока ведущий не скажет, боец остаётся.

## Обстановка

laying = Положить на карту
laying-hint = Выберите и щёлкайте по клеткам; Esc закрывает
laying-size = Размер
laying-who = Кто меняет обстановку
laying-gm = ведущий
modifier-plain = К инициативе: +{ $n }
outcome-failed = неудача
house-policy-hint = Так считаются шансы и решают автопилот и симуляция; за столом о каждом решении спрашивают
sheet-of = из { $most }
sheet-mark-of = { $mark } из { $most }
