# Ошибки в содержании файлов правил: числа и ссылки, которые читаются, но не имеют смысла.
# Аргументы value, min, max, before — числа, остальные — текст.

flaw-out-of-range = Число { $value } не подходит: нужно от { $min } до { $max }.
flaw-list-empty = Список пуст, а нужно хотя бы одно значение.
flaw-twice = Это значение уже есть в списке.
flaw-not-rising = { $value } не больше предыдущего предела, { $before }.
flaw-limit-missing = Не указано, до скольких метров тянется эта дистанция.
flaw-last-band-limited = Последняя дистанция не кончается: предел здесь лишний.
flaw-id-missing = Не указано имя для файлов, id.
flaw-id-twice = Имя «{ $id }» уже занято.
flaw-name-missing = Для «{ $id }» нет слова, поэтому нужно поле name с названием.
flaw-metres-missing = Не указано, на сколько метров перемещает это действие (metres).
flaw-no-attack = Нет строки attack, обычной атаки: без неё нельзя щёлкнуть по врагу.
flaw-weapon-useless = Этим оружием нельзя ни бить, ни стрелять: нужен melee_class или ranged_class.
flaw-name-empty = Название пустое.
flaw-scope-of-kind = У действия вида { $kind } не бывает scope { $found }; бывает: { $allowed }.
flaw-cost-of-kind = У действия вида { $kind } не бывает цены { $found }; бывает: { $allowed }.
flaw-icon-unknown = Значка «{ $icon }» нет. Есть: { $allowed }.
flaw-setting = Число { $value } этой настройке не подходит: бывает от { $least } до { $most }.
flaw-scope = Это значение не подходит к тому, что делает действие (deed).
flaw-gun = Из этого оружия не выстрелить: нужны дистанция (range_m) и режимы (modes).
flaw-pieces = Этого оружия ноль штук: укажите в ammo хотя бы одну.
flaw-condition = Состояния { $condition } нет: подходят имена из раздела 17 (prone, stunned, blinded…).
flaw-substance = Вещества { $substance } нет в списке (substances).
flaw-coatable = Отравить можно только оружие ближнего боя.
flaw-blast = Равномерному взрыву (uniform) нужен радиус больше нуля (radius_m).
flaw-too-many = В списке { $count }, а помещается не больше { $most }: уберите лишние.
flaw-substance-idle = Это вещество ничего не делает: нужен урон (damage), состояние (condition) или пометка (note).
flaw-substance-turns = Урон есть, а длится он ноль ходов: укажите в turns хотя бы один.
flaw-coated-twice = Оружие либо заряжено веществом (substance), либо его можно отравить (coatable), но не то и другое.
flaw-mental = Атака становится умственной по навыку своего оружия: уберите mental из этой строки.
flaw-spare = Запасных зарядов вышло бы { $count }, а счёт идёт до { $most }: уменьшите ammo или spare_magazines.
flaw-no-ammo = В магазине этого оружия ноль зарядов: укажите в ammo хотя бы один.
flaw-blast-class = Взрываться может только то, что бросают, закладывают или чем стреляют: у ближнего боя и пси взрыва (blast) нет.
flaw-touch-only = Только касаться (touch_only) можно лишь оружием ближнего боя.
flaw-rule = Правила { $rule } в Эклипсе нет.
