# Слова командной строки.

## Что не так

cli-no-display = Экрана нет. Запустите программу в графическом сеансе (X11 или Wayland), а на машине без него установите xvfb и mesa-vulkan-drivers и запустите через xvfb-run. Демонстрационный бой идёт и в терминале: cargo run --release -- fight
cli-no-graphics = Не удалось запустить графику. Установите драйвер Vulkan (в Debian и Ubuntu: apt-get install mesa-vulkan-drivers; для окна ещё libxkbcommon-x11-0 libxcursor1 libxi6). Демонстрационный бой идёт и в терминале: cargo run --release -- fight
cli-no-picture = Не удалось записать картинку «{ $file }». Укажите файл с окончанием .png в папке, которая есть и доступна для записи.
cli-no-ruleset = Правил «{ $name }» нет.
cli-no-fighter = В этом сценарии нет бойца «{ $name }».
cli-no-action = Действия «{ $name }» нет.
cli-no-option = Настройки «{ $name }» нет.
cli-no-value = «{ $name }» — не значение этой настройки.
cli-meant = Может быть, «{ $near }»?
cli-there-are = Есть: { $names }.
cli-option-form = «{ $text }» — не настройка: пишите КЛЮЧ=ЗНАЧЕНИЕ, для одной цели КЛЮЧ@ID=ЗНАЧЕНИЕ.
cli-option-for-all = Настройка «{ $name }» общая для всех целей: пишите её без @ID.
cli-value-range = «{ $value }» вне пределов: от { $least } до { $most }.
cli-no-threads = Не удалось запустить потоки: { $why }

## Ответы

cli-no-problem = { $file }: ошибок нет.
cli-seed = Зерно: { $seed }
cli-scenarios = Сценарии
cli-rulesets = Правила
cli-maps = Карты
cli-rosters = Списки бойцов
cli-broken = не читается; почему — скажет rubezh check
cli-attack = { $who } → { $targets }: { $action }
cli-refused = Нельзя: { $why } ({ $rule })
cli-too-complex = Слишком много исходов: предпросмотр невозможен.
cli-chances = Шансы: { $who }
cli-hit = попадание
cli-damage = урон { $damage }
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
cli-replay-diverged = Запись { $entry } пошла иначе: записан хеш { $recorded }, получился { $found }.
cli-replay-stuck = Запись { $entry } невозможно выполнить; записан хеш { $recorded }.

## Журнал в терминале

chronicle-check = { $name } { $value }: { $lines }
chronicle-check-rolled = { $name } { $value }, выпало { $result }: { $lines }
chronicle-not-counted = – { $line }: { $why }

## Справка

cli-heading-usage = Вызов:
cli-heading-verbs = Команды
cli-heading-arguments = Что указать
cli-heading-options = Ключи
cli-value-verb = КОМАНДА
cli-verb-rubezh = Стол для тактических боёв: точные шансы до броска, отмена чего угодно, запись, которая сама себя проверяет. Без команды открывается окно.
cli-verb-list = Сценарии с их бойцами, правила, карты и отряды
cli-verb-odds = Причины и точные шансы одной атаки
cli-verb-resolve = Исход одной атаки при данных костях
cli-verb-fight = Бой на автопилоте, с журналом
cli-verb-sim = Много боёв на автопилоте: кто как часто побеждает
cli-verb-replay = Повторить запись и сверить каждый шаг
cli-verb-check = Все ошибки правил, отрядов, карт, сценариев и записей
cli-verb-shot = Снимок стола со всеми панелями; нужен драйвер Vulkan, экран не нужен
cli-verb-rules = Все правила с их номерами и проверками
cli-arg-scenario = Сценарий: файл или имя
cli-arg-rubezh-scenario = Сценарий: файл или имя одного из готовых; без него — последний стол
cli-arg-lang = Язык текстов: ru или en; без ключа — язык системы
cli-arg-ruleset = Играть по этим правилам, а не по названным в сценарии (sim: all сравнит все)
cli-arg-seed = Зерно костей; без него выбирается и называется случайное
cli-arg-json = Отвечать в JSON
cli-arg-data-dir = Папка со своими правилами, отрядами, картами и сценариями
cli-arg-attacker = Кто атакует, по ID
cli-arg-targets = Кого, по ID; можно указать несколько раз
cli-arg-action = Как, по ID действия; без ключа — подходящим
cli-arg-options = Выбор или поправка: КЛЮЧ=ЗНАЧЕНИЕ, для одной цели КЛЮЧ@ID=ЗНАЧЕНИЕ
cli-arg-dice = Кости в порядке проверок: у монет — число единиц, у прочих — что выпало
cli-arg-rounds = Остановиться после стольких раундов
cli-arg-journal = Записать бой в этот файл
cli-arg-replay-journal = Запись, сделанная окном или fight --journal
cli-arg-fights = Сколько боёв
cli-arg-threads = На скольких потоках; без ключа — по одному на ядро
cli-arg-files = Файлы
cli-arg-out = Файл снимка
cli-arg-size = Ширина и высота в пикселях
cli-arg-scale = Масштаб панелей, от 0.75 до 2.5
cli-arg-view = Чей снимок: ведущего (gm)
cli-arg-help = Эта справка
cli-arg-version = Версия программы
cli-dice-wanted = Нужны числа по порядку: { $list }
cli-dice-roll = { $name } от { $min } до { $max }
cli-dice-roll-of = { $name } ({ $whom }) от { $min } до { $max }
cli-help-status = Код завершения: 0 — сделано (и отказ правил — ответ), 1 — ошибка во входных данных, 2 — неверный вызов.
cli-help-after =
    Примеры:
    {"  "}rubezh
    {"  "}rubezh list
    {"  "}rubezh odds demo --attacker raven --target owl
    {"  "}rubezh odds demo --attacker raven --target owl --option cover=strong --json
    {"  "}rubezh resolve demo --attacker raven --target owl --dice 3,1
    {"  "}rubezh fight --seed 7 --journal fight.ron
    {"  "}rubezh replay fight.ron
    {"  "}rubezh sim --fights 1000 --seed 1
    {""}
    Код завершения: 0 — сделано (и отказ правил — ответ), 1 — ошибка во входных данных, 2 — неверный вызов.
