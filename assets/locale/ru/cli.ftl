# Слова командной строки.

## Что не так

cli-no-display = Экрана нет. Запустите программу в графическом сеансе (X11 или Wayland), а на машине без него установите xvfb и mesa-vulkan-drivers и запустите через xvfb-run. Демонстрационный бой идёт и в терминале: { $call } fight
cli-no-graphics = Не удалось запустить графику. Установите драйвер Vulkan (в Debian и Ubuntu: apt-get install mesa-vulkan-drivers; для окна ещё libxkbcommon-x11-0 libxcursor1 libxi6). Демонстрационный бой идёт и в терминале: { $call } fight
cli-no-picture = Не удалось закодировать картинку: выберите другой размер.
cli-picture-kind = «{ $file }» — не имя картинки, которую можно записать: пусть оканчивается на .png, .jpg или .webp.
cli-no-answer = Не удалось записать ответ: { $why }.
cli-no-data-dir = Папки данных «{ $dir }» нет.
cli-data-dir-is-file = «{ $dir }» — файл, а не папка данных.
cli-no-ruleset = Правил «{ $name }» нет.
cli-no-fighter = В этом сценарии нет бойца «{ $name }».
cli-no-action = Действия «{ $name }» нет.
cli-no-option = Настройки «{ $name }» нет.
cli-no-value = «{ $name }» — не значение этой настройки.
cli-meant = Может быть, «{ $near }»?
cli-there-are = Есть: { $names }.
cli-there-are-none = Здесь нет ни одного.
cli-option-form = «{ $text }» — не настройка: пишите КЛЮЧ=ЗНАЧЕНИЕ, для одной цели КЛЮЧ@ID=ЗНАЧЕНИЕ.
cli-option-for-all = Настройка «{ $name }» общая для всех целей: пишите её без @ID.
cli-option-of-nobody = «{ $name }» в этой атаке никого не касается.
cli-option-twice = Настройка «{ $name }» указана дважды с разными значениями.
cli-value-range = «{ $value }» вне пределов: от { $least } до { $most }.
cli-no-policy = «{ $name }» — не способ отвечать на решения после броска.
cli-no-policies = В этих правилах нет решений после броска, для которых способ ответа можно выбрать.
cli-no-setting = Настройки правил «{ $name }» нет.
cli-setting-form = «{ $text }» — не настройка правил: пишите КЛЮЧ=ЗНАЧЕНИЕ.
cli-setting-twice = Настройка правил «{ $name }» указана дважды с разными значениями.
cli-no-threads = Не удалось запустить потоки (система сообщает: { $why }).
cli-dice-wanted = { $count ->
    [one] Для этой атаки нужно { $count } число:
    [few] Для этой атаки нужны { $count } числа, в таком порядке:
   *[many] Для этой атаки нужно { $count } чисел, в таком порядке:
}
cli-dice-too-few = { $count ->
    [one] Чисел мало: не хватает { $count } числа ({ $rule }).
   *[other] Чисел мало: не хватает { $count } чисел ({ $rule }).
}
cli-dice-roll = { "  " }{ $n }. { $name } ({ $rule }): от { $least } до { $most }
cli-dice-none = Для этой атаки числа не нужны.

## Вызов

usage-title = Вызов:
usage-verbs = Глаголы
usage-arguments = Аргументы
usage-options = Ключи
usage-about-window = Стол для тактических боёв: точные шансы до щелчка, отмена чего угодно, повтор, который сам себя проверяет. Без глагола открывает окно.
usage-about-list = Перечисляет сценарии с бойцами, правила, карты и составы
usage-about-odds = Проверка с пояснениями и точное распределение исходов одной атаки
usage-about-resolve = Исход атаки при заданных костях
usage-about-fight = Играет бой, обе стороны на автопилоте, и печатает журнал
usage-about-sim = Играет много боёв на автопилоте и считает победы
usage-about-replay = Повторяет журнал и сверяет состояние после каждой записи
usage-about-check = Называет все ошибки в правилах, составах, картах, сценариях и журналах
usage-about-shot = Рисует стол со всеми панелями в картинку; нужен драйвер Vulkan, экран не нужен
usage-about-rules = Перечисляет воплощённые правила и проверяющие их тесты
usage-line-window = rubezh [SCENARIO] [КЛЮЧИ] или rubezh ГЛАГОЛ …
usage-line-list = rubezh list [КЛЮЧИ]
usage-line-odds = rubezh odds SCENARIO --attacker ID --target ID [--target ID …] [--action ID] [--option KEY=VALUE …] [--policy NAME] [--set KEY=VALUE …] [КЛЮЧИ]
usage-line-resolve = rubezh resolve SCENARIO --attacker ID --target ID --dice N,N,… [--action ID] [--option KEY=VALUE …] [--policy NAME] [--set KEY=VALUE …] [КЛЮЧИ]
usage-line-fight = rubezh fight [SCENARIO] [--rounds N] [--journal OUT] [--policy NAME] [--set KEY=VALUE …] [КЛЮЧИ]
usage-line-sim = rubezh sim [SCENARIO] --fights N [--threads N] [--policy NAME] [--set KEY=VALUE …] [КЛЮЧИ]
usage-line-replay = rubezh replay JOURNAL [КЛЮЧИ]
usage-line-check = rubezh check FILE… [КЛЮЧИ]
usage-line-shot = rubezh shot [SCENARIO] -o OUT.png [--size WxH] [--scale N] [КЛЮЧИ]
usage-line-rules = rubezh rules [КЛЮЧИ]
usage-arg-table = Сценарий: файл или имя сценария из поставки; без него — последний стол
usage-arg-scenario = Сценарий: файл или имя
usage-arg-played = Сценарий: файл или имя; без него — демонстрационный бой
usage-arg-attacker = Кто атакует, по id
usage-arg-targets = Кого, по id; можно указать несколько раз
usage-arg-action = Как, по id действия; без него — подходящим
usage-arg-options = Выбор или правка, по имени или числом: KEY=VALUE, для одной цели KEY@ID=VALUE
usage-arg-policy = Как отвечать на решения после броска: preset, never, always или when-it-helps
usage-arg-settings = Настройка правил, по имени или числом: KEY=VALUE; можно указать несколько раз
usage-arg-dice = Кости в порядке проверок: единицы горсти монет, иначе грани
usage-arg-rounds = Остановиться после стольких раундов
usage-arg-written = Записать журнал в этот файл
usage-arg-fights = Сколько боёв
usage-arg-threads = Во сколько потоков; без него — по одному на ядро
usage-arg-journal = Журнал, записанный fight --journal или окном
usage-arg-files = Файлы
usage-arg-out = Картинка, которую записать: .png, .jpg или .webp
usage-arg-size = Ширина и высота в пикселях; без него — 1600x900
usage-arg-scale = Масштаб панелей, от 0.75 до 2.5; без него — 1
usage-arg-view = Чья картинка: мастера
usage-arg-lang = Язык текстов и сообщений; без него — язык системы
usage-arg-ruleset = Играть по этим правилам, а не по тем, что названы в сценарии (sim: all сравнит все)
usage-arg-seed = Зерно костей; без него берётся случайное и называется
usage-arg-json = Отвечать в JSON
usage-arg-data_dir = Папка со своими правилами, составами, картами и сценариями; без него — папка данных пользователя
usage-arg-help = Рассказать, что здесь можно сказать
usage-arg-version = Назвать версию
usage-status = Код выхода: 0 — сделано, 1 — дело в файле или в просьбе, 2 — неверный вызов.
usage-scenario =
    SCENARIO — файл или имя сценария из поставки либо из папки данных.
    { usage-status }
usage-examples =
    Примеры:
      rubezh                                        открыть последний стол, сперва — демонстрационный бой
      rubezh list                                   что есть: сценарии, бойцы, карты
      rubezh odds demo --attacker raven --target owl
      rubezh odds demo --attacker raven --target owl --option cover=strong --json
      rubezh resolve demo --attacker raven --target owl --dice 3,1
      rubezh fight --seed 7 --journal fight.ron     обе стороны на автопилоте
      rubezh replay fight.ron
      rubezh sim --fights 1000 --seed 1             кто как часто побеждает
      rubezh help odds                              всё, что понимает глагол

    Код выхода:
      0  сделано; запрет правил — тоже ответ
      1  дело в файле или в просьбе
      2  неверный вызов
usage-bad-value = «{ $value }» не подходит для { $arg }: { $why }.
usage-no-value = Для { $arg } нужно значение.
usage-takes-none = { $arg } не принимает «{ $value }».
usage-missing = Не хватает: { $arg }.
usage-twice = { $arg } можно указать только один раз.
usage-unknown = «{ $arg }» здесь неизвестно.
usage-no-verb = Глагола «{ $verb }» нет.
usage-not-utf8 = Один из аргументов — не текст в кодировке UTF-8.
usage-not-understood = Это непонятно.
usage-scenario-first = Сначала глагол, потом сценарий.
usage-more = Всё, что можно сказать: rubezh{ $verb } --help

# Что должно стоять на месте значения; стоит после двоеточия.
value-whole = нужно целое число от { $least } до { $most }
value-die = нужно целое число от 0: единицы пула или грань кости
value-lang = нужно ru или en
value-size = нужны ШИРИНАxВЫСОТА, от 640x360 до 7680x4320
value-scale = нужно число от 0.75 до 2.5
value-view = возможно только gm

## Ответы

cli-no-problem = { $file }: ошибок нет.
cli-seed = Зерно: { $seed }
cli-scenarios = Сценарии
cli-rulesets = Правила
cli-maps = Карты
cli-rosters = Списки бойцов
cli-broken = не читается; почему — скажет rubezh check
cli-attack = { $who } → { $targets }: { $action }
cli-refused = Нельзя: { $why }
cli-too-complex = Слишком много исходов: предпросмотр невозможен.
cli-chances = Шансы: { $who }
cli-damage = урон { $damage }
cli-own-harm = Вред себе: { $who }, в среднем { NUMBER($mean, maximumFractionDigits: 2) }
cli-winner = Победа: { $side }, { $rounds ->
    [one] { $rounds } раунд
    [few] { $rounds } раунда
   *[many] { $rounds } раундов
}
cli-no-winner = Победителя нет: { $rounds ->
    [one] { $rounds } раунд
    [few] { $rounds } раунда
   *[many] { $rounds } раундов
}
cli-sim-side = { $side }: побед { $rate } (95-процентный интервал: от { $low } до { $high })
cli-sim-draws = Ничьи: { $rate }
cli-sim-rounds = Раунды: в среднем { NUMBER($mean, maximumFractionDigits: 1) }; 95 % боёв длятся не дольше { $most }
cli-sim-losses = Как часто выбывает каждый:
cli-sim-speed = { $fights ->
    [one] { $fights } бой
    [few] { $fights } боя
   *[many] { $fights } боёв
}, { $speed } в секунду
cli-replay-equal = { $count ->
    [one] Повторена { $count } запись: хеш совпал.
    [few] Повторены { $count } записи: все хеши совпали.
   *[many] Повторено { $count } записей: все хеши совпали.
}

## Журнал в терминале

chronicle-check = { $name } { $value }: { $lines }
chronicle-check-rolled = { $name } { $value }, выпало { $result }: { $lines }
chronicle-value = { $name } { $value }
chronicle-dice = кости { $dice }
chronicle-not-counted = – { $line }: { $why }
