# Ошибки в содержании карт, составов, сценариев и слов; ошибки с файлом целиком.
# Аргумент count или оканчивающийся на _count — число, остальные — текст. За сообщением
# unknown-… следует ближайшее верное имя.

## Файлы

file-missing = Такого файла нет.
file-forbidden = Читать этот файл нельзя: нет прав.
file-is-folder = Это папка, а не файл.
file-not-regular = Это не обычный файл, а канал или устройство.
file-way-not-folder = Такого файла нет: часть пути к нему — не папка.
file-circle = Такого файла нет: ссылки ведут по кругу.
file-bad-name = Файла с таким именем быть не может.
file-unreadable = Файл не читается (система сообщает: { $text }).
file-not-written = Файл { $file } не записан: { $why }.
file-table-goes-on = Игра продолжается; сохраните ещё раз или в другое место.

# Почему что-то не записано; стоит после двоеточия.
write-no-folder = такой папки нет
write-forbidden = туда нельзя писать: нет прав
write-is-folder = это папка, а не файл
write-circle = ссылки ведут по кругу
write-bad-name = файла с таким именем быть не может
write-disk-full = на диске нет места
write-disk-locked = на этот диск нельзя писать
write-protected = файл защищён от записи
write-no-reader = этот канал никто не читает
write-closed = этого больше никто не читает
write-other = система не даёт ({ $text })

## Имена, за которыми что-то стоит

unknown-ruleset = Нет правил «{ $name }».
unknown-roster = Нет состава «{ $name }».
unknown-map = Нет карты «{ $name }».
unknown-scenario = Нет сценария «{ $name }», и файла с таким именем тоже.
unknown-weapon = В этих правилах нет оружия «{ $name }».
unknown-armour = В этих правилах нет брони «{ $name }».
unknown-sheet-field = В листах этих правил нет числа «{ $name }».
unknown-setting = Ни у каких правил нет настройки «{ $name }».
unknown-side = Здесь нет стороны «{ $name }».
unknown-fighter = В составах этого сценария нет бойца «{ $name }».

## Бойцы

id-missing = Не указано имя для файлов, id.
id-unusable = Имя для файлов «{ $id }» не подходит.
id-unusable-help = Не больше 60 букв, цифр, дефисов и подчёркиваний.
id-twice = Имя для файлов «{ $id }» уже занято другим бойцом.
id-twice-help = Дайте каждому бойцу свой id.
name-empty = Имя пусто или содержит перевод строки.
name-too-long = Имя длиннее, чем { $max } знаков.
fighter-nameless = У бойца нет имени: нужно поле name или поле from с бойцом из состава.
roster-too-many-fighters = Бойцов больше, чем { $max }.
sheet-too-many-weapons = Оружия больше, чем { $max }.

## Сценарии

two-maps = Карта у сценария уже есть.
no-map = У сценария нет карты: нужно поле map с её именем или own_map.
side-gap = Пропущена сторона «{ $side }»: стороны идут по порядку a, b, c.
cell-outside = Клетки ({ $x }, { $y }) на карте нет.
cell-outside-help = Столбцы считаются от 0 до { $width }, строки — от 0 до { $height }.
cell-taken = На клетке ({ $x }, { $y }) уже стоит «{ $other }».
cell-taken-by-thing = На клетке ({ $x }, { $y }) стоять нельзя: место занято предметом.

## Карты

map-rows = { $count ->
    [one] На карте { $count } строка,
    [few] На карте { $count } строки,
   *[many] На карте { $count } строк,
} а здесь { $found_count ->
    [one] { $found_count } текст.
    [few] { $found_count } текста.
   *[many] { $found_count } текстов.
}
map-row-length = { $count ->
    [one] На карте { $count } столбец,
    [few] На карте { $count } столбца,
   *[many] На карте { $count } столбцов,
} а в этой строке { $found_count ->
    [one] { $found_count } буква.
    [few] { $found_count } буквы.
   *[many] { $found_count } букв.
}
map-letter = Буква «{ $name }» не обозначает никакой земли.
map-too-many-things = Стен, дверей, окон и предметов здесь { $found_count }, а может быть не больше { $count }.
map-corners = { $found_count ->
    [one] У линии должно быть от 2 до { $max } точек, а здесь { $found_count } точка.
    [few] У линии должно быть от 2 до { $max } точек, а здесь { $found_count } точки.
   *[many] У линии должно быть от 2 до { $max } точек, а здесь { $found_count } точек.
}
map-no-length = Две точки подряд совпадают.
map-door-twice = На этом месте стоит ещё одна дверь: открывать пришлось бы обе.
map-no-size = Ширина и высота должны быть больше 0, а здесь { $value }.
map-no-shape = У предмета нет формы: нужно rect или outline.
map-two-shapes = Форма у предмета уже есть: нужно что-то одно, rect или outline.
map-not-a-place = Такого места на карте нет: число не конечно.
map-outside = Точка ({ $x }, { $y }) лежит за краем карты: её ширина { $width }, высота { $height }.
map-door-among-objects = Двери и окна стоят в своих списках, doors и windows.

## Слова правил

words-unreadable = Отсюда слова не читаются: { $text }
words-unfit = Слова не подходят друг к другу: { $text }
words-missing = Слово { $key } есть, а { $lang ->
    [ru] по-русски
   *[en] по-английски
} его нет.
words-variable-misspelt = { $key }: переменной { "{" } ${ $name } { "}" } нет. Может быть, ${ $near }?
words-variable-unknown = { $key }: переменной { "{" } ${ $name } { "}" } здесь нет. Есть: { $names }.
words-variable-none = { $key }: переменной { "{" } ${ $name } { "}" } здесь нет, и никаких других тоже.
words-variable-missing = { $key }: нет переменной { "{" } ${ $name } { "}" }, а { $lang ->
    [ru] по-русски
   *[en] по-английски
} она есть.

## Сохранённые столы и журналы

save-format = Стол сохранён другой версией программы: формат { $found }, а эта версия читает { $known }.
save-format-help = Откройте его той версией, которой он записан.
save-no-such-door = Двери с таким номером на карте нет.
save-no-such-item = Оружия или брони с таким номером в правилах нет.
save-no-such-fighter = Бойца с таким номером нет.
save-change-waits = Такая перемена действует сразу и ждать не может.
save-acts-twice = Этот боец уже ходит или уже ждёт своего хода.
save-id-twice = Этот номер уже у другого бойца.
save-condition-twice = Это состояние у бойца уже есть.
save-id-too-large = Номера бойцов должны быть меньше { $next }: это следующий номер.
save-diverged = При повторе запись { $entry } ведёт не к тому состоянию боя, которое записано: { $found } вместо { $recorded }.
save-diverged-help = Файл изменён или правила были другими. Всё, что до этой записи, цело.
save-diverged-first-help = Изменены эта запись, начало боя (first) или карта (map), либо правила были другими.
save-refused = При повторе запись { $entry } не выполняется: { $kind ->
    [refused] отказывает правило { $rule }
    [dice] записанные кости не подходят к броскам ({ $rule })
    [asks] правило { $rule } ждёт решения, которого нет в записи
   *[other] команда не подходит
}.
save-other-rules = За столом играли по версии { $found } правил «{ $name }», а в этой программе версия { $known }.
wrong-kind = Это { $found ->
    [ruleset] правила
    [roster] состав
    [map] карта
    [scenario] сценарий
   *[save] сохранённый стол
}, а { $wanted ->
    [ruleset] нужны правила
    [roster] нужен состав
    [map] нужна карта
    [scenario] нужен сценарий
    [table] нужен сценарий или сохранённый стол
   *[save] нужен сохранённый стол (журнал)
}.
more-like-this = { $count ->
    [one] (И ещё { $count } такая же: строка { $lines }.)
    [few] (И ещё { $count } такие же: строки { $lines }.)
   *[many] (И ещё { $count } таких же: строки { $lines }.)
}
more-problems = { $count ->
    [one] … и ещё { $count } ошибка.
    [few] … и ещё { $count } ошибки.
   *[many] … и ещё { $count } ошибок.
}
unknown-kind = Это не правила, не состав, не карта, не сценарий и не сохранённый стол.
unknown-kind-help = Сравните первые поля с полями файла из поставки.
