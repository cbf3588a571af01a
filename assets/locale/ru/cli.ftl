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
chronicle-value = { $name } { $value }
chronicle-dice = кости { $dice }
chronicle-not-counted = – { $line }: { $why }
