# Ошибки в файлах данных. Каждое сообщение говорит, что не так в показанном месте;
# сообщение с тем же именем и окончанием -help говорит, как исправить.
# Аргумент с именем count или с окончанием _count — число, все остальные — текст.

# --- Запись ---

problem-value = Здесь ожидается значение, а стоит «{ $found }».
problem-value-help = Напишите число, текст в кавычках, имя или скобки со значениями.
problem-comma = Перед «{ $found }» не хватает запятой.
problem-comma-help = Поставьте здесь запятую.
problem-comma-or-close = Здесь ожидается запятая или «{ $close }», а стоит «{ $found }».
problem-comma-or-close-help = Разделяйте значения запятыми, а скобки закройте знаком «{ $close }».
problem-colon = Перед «{ $found }» не хватает двоеточия.
problem-colon-help = Между именем и значением нужно двоеточие, например: name: 5
problem-field-name = Здесь ожидается поле, а стоит «{ $found }».
problem-field-name-help = Среди полей у каждого значения есть имя, без кавычек: name: значение
problem-char = Между апострофами должен стоять ровно один символ.
problem-char-help = Текст подлиннее пишется в кавычках: "текст"
problem-end = Здесь файл должен закончиться, а дальше стоит «{ $found }».
problem-end-help = Удалите лишнее. Если это поля, возьмите всё вместе в круглые скобки: ( … )
problem-attribute = Пометка «{ $found }» здесь неизвестна.
problem-attribute-help = Удалите её: файлам данных такие пометки не нужны.
problem-unclosed = Скобка «{ $open }» не закрыта: в строке { $line } вместо «{ $close }» стоит «{ $found }».
problem-unclosed-end = Скобка «{ $open }» не закрыта до конца файла.
problem-unclosed-help = Добавьте «{ $close }» после последнего значения в этих скобках.
problem-unclosed-text = У текста, который начинается здесь, нет закрывающей кавычки.
problem-unclosed-text-help = Поставьте " в конце текста.
problem-unclosed-comment = Примечание, которое начинается здесь, не закрыто.
problem-unclosed-comment-help = Поставьте */ в конце примечания.
problem-bad-escape = Особого знака «{ $found }» нет.
problem-bad-escape-help = Обратная косая черта пишется как \\, новая строка — \n, кавычка — \".
problem-bad-number = «{ $found }» — не число.
problem-bad-number-help = Напишите число, например 12, -3 или 1.5; а если это текст, возьмите его в кавычки.
problem-empty = Файл пуст.
problem-empty-help = Скопируйте один из готовых файлов и измените его.
problem-too-deep = { $count ->
    [one] Скобки вложены глубже чем на { $count } уровень.
    [few] Скобки вложены глубже чем на { $count } уровня.
   *[many] Скобки вложены глубже чем на { $count } уровней.
}
problem-too-deep-help = Проверьте, нет ли лишних открывающих скобок.
problem-too-large = Файл больше { $megabytes } МБ.
problem-too-large-help = Проверьте, тот ли это файл, или разделите его на части.
problem-not-utf8 = Начиная отсюда, файл — не текст в кодировке UTF-8.
problem-not-utf8-help = Сохраните файл в редакторе в кодировке UTF-8.
problem-too-many = { $count ->
    [one] После { $count } ошибки остаток файла не проверялся.
    [few] После { $count } ошибок остаток файла не проверялся.
   *[many] После { $count } ошибок остаток файла не проверялся.
}
problem-too-many-help = Исправьте эти и проверьте файл снова.

# --- Поля и значения ---

problem-unknown-field = Поля «{ $name }» здесь нет.
problem-unknown-variant = Имя «{ $name }» здесь неизвестно.
problem-no-fields-help = Удалите его: в этих скобках ничего не должно быть.
problem-near-help = Возможно, имелось в виду «{ $near }»? Здесь допустимо: { $valid }.
problem-near-only-help = Возможно, имелось в виду «{ $near }»?
problem-valid-help = Здесь допустимо: { $valid }.
problem-missing-field = Не хватает поля «{ $name }».
problem-missing-field-help = Добавьте в эти скобки «{ $name }: …».
problem-wrong-type = Здесь ожидается { $expected ->
    [bool] true или false
    [integer] целое число
    [number] число
    [text] текст в кавычках
    [char] один символ в апострофах
    [list] список в квадратных скобках
    [tuple] набор значений в круглых скобках
    [struct] запись с полями в круглых скобках
    [map] набор пар в фигурных скобках
    [unit] пара пустых скобок
    [variant] одно из допустимых имён
    [word] имя без скобок
    [bracketed] имя со скобками
   *[other] другое значение
}, а стоит { $found ->
    [bool] true или false
    [integer] целое число
    [number] дробное число
    [not-finite] inf или NaN, а это не число
    [text] текст в кавычках
    [char] символ в апострофах
    [list] список в квадратных скобках
    [tuple] набор значений в круглых скобках
    [struct] запись с полями в круглых скобках
    [map] набор пар в фигурных скобках
    [unit] пара пустых скобок
    [word] имя без кавычек
    [bracketed] имя со скобками
    [some] Some(…)
    [none] None
   *[other] нечто иное
}.
problem-wrong-type-help = { $expected ->
    [bool] Напишите true или false, без кавычек.
    [integer] Напишите целое число без кавычек, например 12.
    [number] Напишите число без кавычек, например 1.5.
    [text] Возьмите текст в кавычки: "текст"
    [char] Напишите один символ в апострофах: 'а'
    [list] Возьмите значения в квадратные скобки: [ …, … ]
    [tuple] Возьмите значения в круглые скобки: ( …, … )
    [struct] Напишите поля в круглых скобках: ( имя: значение, … )
    [map] Напишите пары в фигурных скобках: {"{"} ключ: значение, … {"}"}
    [unit] Напишите ().
    [word] Напишите только имя, без скобок.
    [bracketed] Напишите после имени скобки со значениями.
   *[other] Замените значение.
}
problem-wrong-name = Имя «{ $name }» перед этими скобками не нужно.
problem-wrong-name-help = Уберите имя.
problem-wrong-length = Здесь { $count ->
    [one] нужно { $count } значение
    [few] нужно { $count } значения
   *[many] нужно { $count } значений
}, а стоит { $found_count ->
    [0] ни одного.
   *[other] { $found_count }.
}
problem-wrong-length-help = { $count ->
    [one] Оставьте в скобках ровно { $count } значение.
    [few] Напишите в скобках ровно { $count } значения.
   *[many] Напишите в скобках ровно { $count } значений.
}
problem-out-of-range = Число { $value } сюда не подходит.
problem-out-of-range-help = Напишите целое число от { $min } до { $max }.
problem-negative-help = Напишите число без минуса.
problem-too-far-help = Напишите число ближе к нулю.
problem-zero = Ноль сюда не подходит.
problem-zero-help = Напишите число, отличное от нуля, или удалите поле целиком, если оно необязательное.
problem-duplicate = «{ $name }» стоит здесь второй раз.
problem-duplicate-help = Оставьте одно из двух.
problem-custom = Это значение не подходит: { $text }
