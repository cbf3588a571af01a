# Слова, общие для всей программы. Слова правил лежат в файлах самих правил.

program-name = Рубеж

## Кнопки и команды

ok = Готово
cancel = Отмена
close = Закрыть
yes = Да
no = Нет
new = Новый стол
open = Открыть
save = Сохранить
save-as = Сохранить как
import = Загрузить карту
export = Выгрузить
copy = Копировать
edit = Изменить
delete = Удалить
search = Поиск
undo = Отменить
    .nothing = Отменять больше нечего
undone = Отменено: { $what }
redo = Вернуть
    .nothing = Возвращать больше нечего
redone = Возвращено: { $what }

## Программа

menu = Меню
settings = Настройки
language = Язык
help = Справка
keys = Клавиши
fullscreen = Во весь экран
theme = Оформление
theme-dark = Тёмное
theme-light = Светлое
theme-contrast = Контрастное
ui-scale = Масштаб окна

## Ход боя

ruleset = Правила
round = Раунд { $n }
turn-of = Ход: { $name }
round-and-turn = { round } · { turn-of }
end-turn = Конец хода
next-fighter = Следующий боец
autopilot = Автопилот
log = Журнал
turn-order = Порядок ходов
inspector = Лист бойца
free-move = Свободное перемещение
measure = Линейка
coin-metres = { $coin } { $m } м
distance = { NUMBER($m, maximumFractionDigits: 1) } м · { $cells ->
    [one] { $cells } клетка
    [few] { $cells } клетки
   *[many] { $cells } клеток
}
rounds = { $n ->
    [one] { $n } раунд
    [few] { $n } раунда
   *[many] { $n } раундов
}
fighters = { $n ->
    [one] { $n } боец
    [few] { $n } бойца
   *[many] { $n } бойцов
}
