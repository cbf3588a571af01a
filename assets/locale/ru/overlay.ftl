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
menu-reseed = Другие кости дальше
menu-hour = Прошёл час
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
modifier-0 = Ничего особенного
modifier-1 = Начинает схватку
modifier-2 = Действует из подготовленной засады
modifier-3 = Всё складывается наилучшим образом
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
autopilot-on = Включить автопилот
autopilot-off = Выключить автопилот
fighter-remove = Снять с поля

## Полоса снизу

bar-setup = Расставьте бойцов на поле и начните бой
bar-nobody = Сейчас никто не ходит
bar-over = Бой окончен
bar-coins = { $coin }: осталось { $left }
bar-autopilot = Сыграть этот ход автопилотом
bar-more = Другие действия
cost-nothing = без затрат
bare-hands = Голые руки
hint-drag-token = Перетащите фишку по полю
hint-click-enemy = Нажмите на противника
hint-click-thing = Нажмите на предмет на поле

## Атака до броска

preview = Атака
preview-none = Эту атаку рассчитать нельзя
preview-refused = Нельзя
preview-cancel = Отменить атаку (Esc)
preview-too-complex = Исходов слишком много, чтобы показать шансы. Бросить можно.
preview-exact = Шанс попасть. Посчитан точно: перебраны все исходы
preview-expected-harm = ожидаемый урон
preview-conditions = Условия
preview-as-suggested = Вернуть подсказанное
preview-why = Из чего складывается
preview-table = Все исходы
preview-roll = Бросить
preview-cost = Цена
preview-rounds = { $n ->
    [one] { $n } заряд
    [few] { $n } заряда
   *[many] { $n } зарядов
}
outcome-no-harm = без вреда
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
sheet-weapons = Оружие и броня
sheet-give = дать оружие
sheet-take = Забрать
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
file-exists = Такой файл уже есть

## Журнал

log-all = все
log-empty = Здесь будет записан ход боя
log-nothing-found = Ничего не найдено
log-no-dice = без костей
log-typed = со стола

## Поверх всего

error-title = Файл не открылся
question-preset = Так бывает обычно
question-withdraw = Взять удар назад
question-withdraw-hint = Удара как не было. Кости остаются теми же: тот же удар даст то же самое.
mark-seed = основа правил
mark-glossary = глоссарий
mark-official = издание
mark-derived = следствие
mark-reading = толкование
mark-default = принято здесь
empty-title = Стол пуст
empty-text = Откройте сохранённый бой, перетащите сюда файл или начните с показательного боя.
keys-actions = Действия бойца по порядку
keys-roll = Бросить, когда атака выбрана
keys-escape = Закрыть верхнее
keys-drag = Тащить фишку
keys-drag-does = Ход по правилам; видны путь, цена и остаток
keys-alt-drag = Alt + тащить
keys-alt-drag-does = Свободная перестановка
keys-click-enemy = Щелчок по врагу
keys-click-enemy-does = Расчёт атаки
keys-right-drag = Тащить правой кнопкой
keys-right-drag-does = Двигать поле
keys-wheel = Колесо
keys-wheel-does = Ближе и дальше

## Выход из положения

remedy-title = Что поможет
remedy-with = { $deed }: { $what }
remedy-nearer = Подойти ближе: перетащите фишку

## Правила и выход

quit = Выйти
top-ruleset-only = Правила этого боя. Других в программе пока нет.
