//! The verbs as other programs call them: names, fields, exit codes, and what stands where.

use assert_cmd::Command;
use serde_json::Value;
use std::path::Path;

/// The program with these arguments, in English, without anybody's data folder.
fn rubezh(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rubezh"));
    let home = tempfile::tempdir().unwrap().keep();
    command.env("HOME", &home).env("XDG_DATA_HOME", home.join("data"));
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command.args(arguments.split_whitespace());
    if !arguments.contains("--lang") {
        command.args(["--lang", "en"]);
    }
    command
}

struct Said {
    code: i32,
    out: String,
    err: String,
}

fn run(mut command: Command) -> Said {
    let output = command.output().unwrap();
    Said {
        code: output.status.code().expect("it ends by itself"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn answer(arguments: &str) -> String {
    let said = run(rubezh(arguments));
    assert_eq!(said.code, 0, "{arguments}: {}", said.err);
    said.out
}

fn json(arguments: &str) -> Value {
    serde_json::from_str(&answer(&format!("{arguments} --json"))).unwrap()
}

/// A request at fault: exit 1, nothing on the standard output, these words on the other.
fn fault(arguments: &str, words: &[&str]) {
    let said = run(rubezh(arguments));
    assert_eq!(said.code, 1, "{arguments}: {}", said.err);
    assert_eq!(said.out, "", "{arguments}");
    for word in words {
        assert!(said.err.contains(word), "{arguments}: no {word} in {}", said.err);
    }
    assert!(!said.err.contains('⟦'), "{arguments}: {}", said.err);
}

/// A scenario on open ground with these fighters of the roster; its file stays for the test.
fn open_ground(fighters: &[(&str, &str, &str, (i16, i16), &str)]) -> String {
    let fighter = |(id, from, side, cell, more): &(&str, &str, &str, (i16, i16), &str)| {
        format!(
            "(id: \"{id}\", from: \"{from}\", name: (ru: \"{id}\", en: \"{id}\"), side: \"{side}\", cell: {cell:?}, {more}),"
        )
    };
    let rows = vec![format!("\"{}\"", ".".repeat(30)); 12].join(", ");
    let text = format!(
        "(title: (ru: \"П\", en: \"G\"), ruleset: \"better-world\", rosters: [\"better-world\"],
        own_map: (size: (30, 12), terrain: [{rows}]),
        sides: {{\"a\": (ru: \"А\", en: \"A\"), \"b\": (ru: \"Б\", en: \"B\")}},
        combatants: [{}])",
        fighters.iter().map(fighter).collect::<String>(),
    );
    let file = tempfile::tempdir().unwrap().keep().join("ground.ron");
    std::fs::write(&file, text).unwrap();
    file.display().to_string()
}

const GRENADE: &str = "sheets: {\"better-world\": (weapons: [\"frag_grenade\"])}";

const PAIR: &str = "demo --attacker fox --target blade";

#[test]
fn list_names_what_ships() {
    let list = json("list");
    let demo = &list["scenarios"][0];
    assert_eq!(demo["name"], "demo");
    assert_eq!(demo["ruleset"], "better-world");
    assert_eq!(demo["file"], Value::Null);
    let men = demo["combatants"].as_array().unwrap();
    assert_eq!(men.len(), 8);
    for man in men {
        assert!(man["id"].is_string() && man["name"].is_string() && man["side"].is_string());
    }
    assert_eq!(list["rulesets"][0], "better-world");
    assert!(answer("list").contains("raven"));
    assert!(answer("list --lang ru").contains("Сценарии"));
}

#[test]
fn odds_have_their_fields_and_sum_to_one() {
    let odds = json(&format!("odds {PAIR}"));
    assert_eq!(odds["ruleset"], "better-world");
    assert_eq!(odds["action"], "attack");
    assert_eq!(odds["attacker"], "fox");
    assert_eq!(odds["targets"], serde_json::json!(["blade"]));
    assert_eq!(odds["refusal"], Value::Null);
    assert_eq!(odds["policy"], "preset");
    assert!(odds["advice"].is_array());
    let checks = odds["checks"].as_array().unwrap();
    assert_eq!(checks[0]["name"], "attack");
    for check in checks {
        let lines = check["lines"].as_array().unwrap();
        let counted = lines.iter().filter(|l| l["counts"] == true);
        let sum: i64 = counted.map(|l| l["amount"].as_i64().unwrap()).sum();
        assert_eq!(check["value"].as_i64(), Some(sum), "only sums in this check");
        for line in lines {
            let rule = line["rule"].as_str().unwrap();
            assert!(rule.starts_with("BW-"), "{rule}");
            assert!(line["label"].is_string() && line["op"].is_string());
            assert_eq!(line["why_not"].is_null(), line["counts"] == true);
        }
    }
    let outcomes = odds["outcomes"].as_array().unwrap();
    let sum: f64 = outcomes.iter().map(|o| o["p"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-12);
    for outcome in outcomes {
        let strike = &outcome["strikes"][0];
        for field in ["target", "degree", "damage", "effects"] {
            assert_eq!(outcome[field], strike[field], "{field}");
        }
        for effect in strike["effects"].as_array().unwrap() {
            assert!(effect["rule"].is_string() && effect["kind"].is_string());
        }
    }
    let summary = &odds["summary"]["blade"];
    let misses: f64 =
        outcomes.iter().filter(|o| o["degree"] == "miss").map(|o| o["p"].as_f64().unwrap()).sum();
    assert!((summary["hit"].as_f64().unwrap() - (1.0 - misses)).abs() < 1e-12);
    for marginal in ["damage", "state"] {
        let chances = summary[marginal].as_object().unwrap().values();
        let sum: f64 = chances.map(|p| p.as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{marginal}");
    }
}

#[test]
fn options_change_the_check_by_name_and_by_number() {
    let value = |option: &str| {
        let odds = json(&format!("odds {PAIR} --option {option}"));
        odds["checks"][1]["value"].as_i64().unwrap()
    };
    assert_eq!(value("cover=none") + 3, value("cover=strong"));
    assert_eq!(value("cover=3"), value("cover=strong"));
    assert_eq!(value("cover@blade=light"), value("cover=1"));
    assert_eq!(value("difficulty_dice=+2"), value("difficulty_dice=-1") + 3);
    assert_eq!(value("in_sight=yes"), value("in_sight=1"));
    let out_of_range = json(&format!("odds {PAIR} --option in_sight=no"));
    assert_eq!(out_of_range["refusal"]["rule"], "BW-RNG-01");
}

#[test]
fn a_refusal_of_the_rules_is_an_answer() {
    let odds = json(&format!("odds {PAIR} --action feint"));
    let refusal = &odds["refusal"];
    assert_eq!(refusal["rule"], "BW-MEL-01");
    assert!(refusal["key"].is_string() && refusal["text"].is_string());
    assert_eq!(odds["outcomes"], serde_json::json!([]));
    let itself = json("odds demo --attacker fox --target fox");
    assert!(itself["refusal"].is_object());
    let both = json(&format!("odds {PAIR} --target flint"));
    assert!(both["refusal"].is_object(), "one target an attack");
    assert!(answer(&format!("odds {PAIR} --action feint")).contains("Not allowed"));
}

#[test]
fn resolve_takes_dice_in_the_order_of_the_checks() {
    let one = json(&format!("resolve {PAIR} --dice 5,1"));
    assert_eq!(one["outcomes"].as_array().unwrap().len(), 1);
    assert_eq!(one["outcomes"][0]["p"], 1.0);
    assert_eq!(one["outcomes"][0]["degree"], "hit");
    assert_eq!(json(&format!("resolve {PAIR} --dice 1,2"))["outcomes"][0]["degree"], "miss");
    fault(&format!("resolve {PAIR} --dice 5"), &["BW-CHK-02"]);
    let wanted = ["left over", "takes 2 numbers", "1. Attack (BW-CHK-02): 0 to 6", "2. "];
    fault(&format!("resolve {PAIR} --dice 5,1,2"), &wanted);
    fault(&format!("resolve {PAIR} --dice 60,1"), &["BW-CHK-02", "60"]);
    assert_eq!(run(rubezh(&format!("resolve {PAIR} --dice 5,x"))).code, 2);
}

#[test]
fn what_nobody_knows_is_named_with_the_nearest() {
    fault("odds demo --attacker fix --target blade", &["fix", "fox"]);
    fault("odds demo --attacker fox --target blad", &["blade"]);
    fault(&format!("odds {PAIR} --action atack"), &["attack"]);
    fault(&format!("odds {PAIR} --option covr=none"), &["cover"]);
    fault(&format!("odds {PAIR} --option cover=stong"), &["strong"]);
    fault(&format!("odds {PAIR} --option cover"), &["KEY=VALUE"]);
    fault(&format!("odds {PAIR} --option attack_dice=9"), &["9", "3"]);
    fault(&format!("odds {PAIR} --option attack_dice@blade=1"), &["attack_dice"]);
    fault(&format!("odds {PAIR} --policy nevr"), &["never"]);
    fault(&format!("odds {PAIR} --policy never --ruleset better-world"), &["no decisions"]);
    fault("fight --ruleset better-world --set gravity=1", &["gravity"]);
    fault("sim --fights 1 --set gravity", &["KEY=VALUE"]);
    fault("odds dmo --attacker fox --target blade", &["demo"]);
    fault("fight --ruleset better-wrld", &["better-world"]);
    fault("fight --ruleset all", &["all"]);
    fault("fight no/such/file.ron", &["file.ron"]);
    assert!(!run(rubezh("fight no/such/file.ron")).err.contains(":1:1"), "no place in no text");
    let russian = run(rubezh("odds demo --attacker fix --target blade --lang ru"));
    assert!(russian.err.contains("бойца"), "{}", russian.err);
}

#[test]
fn wrong_usage_is_two() {
    for arguments in [
        "odds demo",
        "sim demo",
        "sim demo --fights 0",
        "fight --rounds 0",
        "fight --seed minus",
        "nonsense --fights",
        "replay",
        "check",
        "demo fight",
        "help zzz",
        "resolve demo --attacker fox --target blade --dice -1,1",
    ] {
        let said = run(rubezh(arguments));
        assert_eq!(said.code, 2, "{arguments}: {}", said.err);
        assert_eq!(said.out, "", "{arguments}");
    }
    assert_eq!(run(rubezh("list --lang de")).code, 2);
    let help = run(rubezh("--help"));
    assert_eq!(help.code, 0);
    for word in ["Examples:", "Exit status:", "odds", "replay"] {
        assert!(help.out.contains(word), "{word}");
    }
}

/// The system of a Russian says what is wrong in Russian even where nothing else is understood.
#[test]
fn wrong_usage_and_help_are_in_the_language_that_was_asked_for() {
    for arguments in ["fight --seed -1 --lang ru", "--lang ru --seed minus", "odds demo --lang=ru"]
    {
        let said = run(rubezh(arguments));
        assert_eq!(said.code, 2, "{arguments}");
        assert!(said.err.contains("Вызов: rubezh"), "{}", said.err);
        for word in ["error", "tip:", "invalid", "required"] {
            assert!(!said.err.contains(word), "{}", said.err);
        }
    }
    for arguments in ["--help --lang ru", "odds --help --lang ru", "help odds --lang ru"] {
        let said = run(rubezh(arguments));
        assert_eq!(said.code, 0, "{arguments}");
        assert!(said.out.contains("Ключи") && !said.out.contains("Options"), "{}", said.out);
    }
}

#[test]
fn what_cannot_be_written_is_said_before_anything_is_played_or_drawn() {
    let dir = tempfile::tempdir().unwrap();
    let place = |name: &str| dir.path().join(name).display().to_string();
    fault("fight --seed 1 --journal .", &["folder"]);
    fault(&format!("fight --seed 1 --journal {}", place("no/such.ron")), &["no such folder"]);
    fault(&format!("shot -o {}", place("no/such.png")), &["no such folder"]);
    fault(&format!("shot -o {}", place("picture.txt")), &[".png"]);
    fault("shot -o picture", &[".png"]);
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said_in_words() {
    for arguments in ["--help", "list --lang ru", "odds demo --attacker fox --target blade"] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_rubezh"));
        command.args(arguments.split_whitespace());
        command.stdout(std::fs::File::options().write(true).open("/dev/full").unwrap());
        let output = command.env("LANG", "C").output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments}: {err}");
        let words = ["the disk is full", "на диске нет места"];
        assert!(words.iter().any(|word| err.contains(word)), "{arguments}: {err}");
        assert!(!err.contains("os error"), "{err}");
    }
    fault("fight --seed 1 --journal /dev/full", &["the disk is full"]);
    assert!(!std::fs::metadata("/dev/full").unwrap().is_file(), "still a device");
}

#[test]
fn what_contradicts_itself_or_is_not_there_is_said() {
    fault(&format!("odds {PAIR} --option cover=strong --option cover=none"), &["cover", "twice"]);
    let twice = json(&format!("odds {PAIR} --option cover=strong --option cover=3"));
    assert_eq!(twice["refusal"], Value::Null, "twice the same is no contradiction");
    fault("list --data-dir no/such/folder", &["no/such/folder"]);
    fault("list --data-dir Cargo.toml", &["Cargo.toml", "file"]);
    let empty = tempfile::tempdir().unwrap();
    let file = empty.path().join("empty.ron");
    let text =
        "(title: (ru: \"П\", en: \"E\"), ruleset: \"better-world\", map: \"warehouse-yard\")";
    std::fs::write(&file, text).unwrap();
    let said = run(rubezh(&format!("odds {} --attacker a --target b", file.display())));
    assert_eq!(said.code, 1);
    assert!(!said.err.contains("There are: ."), "{}", said.err);
}

#[test]
fn the_same_seed_tells_the_same_fight() {
    let one = answer("fight --seed 11");
    assert_eq!(one, answer("fight --seed 11"));
    assert_ne!(one, answer("fight --seed 12"));
    assert!(one.contains("Round 1") && one.contains("Won:"));
    assert!(!one.contains('⟦'), "a word is missing: {one}");
    let russian = answer("fight --seed 11 --lang ru");
    assert!(russian.contains("Раунд 1") && !russian.contains('⟦'), "{russian}");
    let unseeded = run(rubezh("fight --rounds 1"));
    assert_eq!(unseeded.code, 0);
    assert!(unseeded.err.contains("Seed: "), "{}", unseeded.err);
    assert!(!unseeded.out.contains("Round 3"), "stopped before");
}

#[test]
fn a_journal_replays_and_an_altered_one_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("fight.ron");
    let name = file.display();
    answer(&format!("fight --seed 4 --journal {name}"));
    let told = json(&format!("replay {name}"));
    assert_eq!(told["equal"], true);
    assert!(told["entries"].as_u64().unwrap() > 10);
    assert!(answer(&format!("replay {name}")).contains("all hashes are equal"));
    assert_eq!(run(rubezh(&format!("check {name}"))).code, 0);

    let text = std::fs::read_to_string(&file).unwrap();
    let hash = text.rfind("hash: ").unwrap() + "hash: ".len();
    let end = hash + text[hash..].find(',').unwrap();
    std::fs::write(&file, format!("{}1{}", &text[..hash], &text[end..])).unwrap();
    let said = run(rubezh(&format!("replay {name}")));
    assert_eq!(said.code, 1);
    assert!(said.out.contains("instead of 1") && said.out.contains("fight.ron:"), "{}", said.out);
    assert_eq!(said.err, "");
    let told = run(rubezh(&format!("replay {name} --json")));
    let told: Value = serde_json::from_str(&told.out).unwrap();
    assert_eq!(told["equal"], false);
    assert_eq!(told["recorded"], "0000000000000001");
    assert!(told["entry"].is_u64() && told["found"].is_string());

    std::fs::write(&file, "(rubezh: 1, ").unwrap();
    fault(&format!("replay {name}"), &["fight.ron:1:"]);
    fault(&format!("replay {}", folder.path().join("none.ron").display()), &["none.ron"]);
    let forbidden = Path::new("/no/such/folder/fight.ron");
    fault(&format!("fight --seed 4 --journal {}", forbidden.display()), &["fight.ron"]);
}

#[test]
fn simulations_have_their_fields_and_do_not_depend_on_threads() {
    let count = |threads: u8| {
        let mut told = json(&format!("sim --fights 30 --seed 2 --threads {threads}"));
        assert!(told["fights_per_second"].as_f64().unwrap() > 0.0);
        told.as_object_mut().unwrap().remove("fights_per_second");
        told
    };
    let one = count(1);
    assert_eq!(one, count(3));
    assert_eq!(one["ruleset"], "better-world");
    assert_eq!(one["fights"], 30);
    assert_eq!(one["seed"], 2);
    assert!(one["rounds"]["mean"].is_f64() && one["rounds"]["p95"].is_u64());
    let sides = one["sides"].as_object().unwrap();
    assert_eq!(sides.len(), 2);
    let mut fights = one["draws"].as_u64().unwrap();
    for side in sides.values() {
        fights += side["wins"].as_u64().unwrap();
        let [low, rate, high] = ["low", "rate", "high"].map(|f| side[f].as_f64().unwrap());
        assert!(0.0 <= low && low <= rate && rate <= high && high <= 1.0);
    }
    assert_eq!(fights, 30);
    let all = json("sim --fights 5 --seed 2 --ruleset all");
    assert_eq!(all[0]["ruleset"], "better-world");
    assert!(answer("sim --fights 5 --seed 2").contains("95% interval"));
}

#[test]
fn check_answers_with_every_problem() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("map.ron");
    std::fs::write(&file, "(size: (3, 2), terrain: [\"..\", \"...\"], wals: [])").unwrap();
    let said = run(rubezh(&format!("check {}", file.display())));
    assert_eq!(said.code, 1);
    assert!(said.out.contains("map.ron:1:") && said.out.contains("walls"), "{}", said.out);
    assert_eq!(said.err, "");
}

#[test]
fn rules_name_their_tests() {
    let rules = json("rules --ruleset better-world");
    let rules = rules.as_array().unwrap();
    assert!(rules.len() > 60);
    let mut tested = 0;
    for rule in rules {
        assert!(rule["id"].as_str().unwrap().starts_with("BW-"));
        assert_eq!(rule["ruleset"], "better-world");
        for title in [&rule["title"], &rule["titles"]["ru"], &rule["titles"]["en"]] {
            let title = title.as_str().unwrap();
            assert!(!title.is_empty() && !title.contains('⟦'), "{rule}");
        }
        let marks = ["seed", "glossary", "official", "derived", "reading", "default"];
        assert!(marks.contains(&rule["mark"].as_str().unwrap()));
        tested += usize::from(!rule["tests"].as_array().unwrap().is_empty());
    }
    assert_eq!(tested, rules.len(), "every rule has a case");
    assert!(answer("rules").contains("BW-RNG-05"));
}

#[test]
fn without_a_screen_the_window_says_what_to_do() {
    let said = run(rubezh(""));
    assert_eq!(said.code, 1);
    assert_eq!(said.out, "");
    // The fight in the terminal is called as the program was.
    #[cfg(unix)]
    for (started, by_cargo, call) in [
        ("target/debug/rubezh", false, "cargo run --release -- fight"),
        ("elsewhere/rubezh", true, "cargo run --release -- fight"),
        ("rubezh", false, ": rubezh fight"),
    ] {
        use std::os::unix::process::CommandExt;
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_rubezh"));
        command.arg0(started).args(["--lang", "en"]).env("XDG_DATA_HOME", "/nonexistent");
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("CARGO");
        if by_cargo {
            command.env("CARGO", "cargo");
        }
        let err = String::from_utf8(command.output().unwrap().stderr).unwrap();
        assert!(err.contains(call), "{started}: {err}");
    }
}

#[test]
fn nobody_is_struck_twice_by_one_attack() {
    let twice = "odds demo --attacker fox --target blade --target blade";
    for action in ["", " --action long_burst"] {
        let odds = json(&format!("{twice}{action}"));
        assert_eq!(odds["refusal"]["key"], "refusal-target-twice", "{odds}");
        assert_eq!(odds["outcomes"], serde_json::json!([]));
    }
    assert!(answer(twice).contains("is named twice"));
    let ground = open_ground(&[
        ("cou", "courier", "a", (5, 5), GRENADE),
        ("due", "duelist", "b", (10, 5), ""),
    ]);
    let blast = json(&format!("odds {ground} --attacker cou --target due --target due"));
    assert_eq!(blast["refusal"]["key"], "refusal-target-twice");
}

#[test]
fn a_blast_tells_of_all_whom_it_reaches_and_of_nobody_else() {
    let ground = open_ground(&[
        ("cou", "courier", "a", (9, 6), GRENADE),
        ("zed", "guard", "a", (11, 5), ""),
        ("due", "duelist", "b", (10, 5), ""),
        ("pun", "punk", "b", (3, 5), ""),
    ]);
    let call = format!("{ground} --attacker cou --target due");
    let both = json(&format!("odds {call} --target pun"));
    assert_eq!(both["refusal"]["key"], "refusal-not-in-blast");
    let text = answer(&format!("resolve {call} --target pun --dice 1"));
    assert!(text.contains("pun is out of the blast") && !text.contains("Chances"), "{text}");

    let odds = json(&format!("odds {call}"));
    let all = ["due", "cou", "zed"];
    assert_eq!(odds["targets"], serde_json::json!(all));
    for outcome in odds["outcomes"].as_array().unwrap() {
        let strikes = outcome["strikes"].as_array().unwrap().iter();
        assert!(strikes.map(|strike| strike["target"].as_str().unwrap()).eq(all));
    }
    for target in all {
        let summary = &odds["summary"][target];
        let sum: f64 =
            summary["damage"].as_object().unwrap().values().map(|p| p.as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{target}: {summary}");
    }
    let text = answer(&format!("odds {call} --json"));
    let place = |name: &str| text.rfind(&format!("\"{name}\": {{")).unwrap();
    assert!(place("due") < place("cou") && place("cou") < place("zed"), "in the same order");
    let text = answer(&format!("odds {call}"));
    for name in all {
        for block in ["Difficulty (", "Damage (", "Chances: "] {
            assert!(text.contains(&format!("{block}{name}")), "{block}{name}: {text}");
        }
    }
}

#[test]
fn missing_numbers_are_counted_as_they_are_given_and_named_with_the_fighter() {
    let ground = open_ground(&[
        ("gua", "guard", "a", (2, 5), ""),
        ("due", "duelist", "b", (10, 5), ""),
        ("pun", "punk", "b", (12, 5), ""),
        ("mar", "marksman", "b", (14, 6), ""),
    ]);
    let call = format!(
        "resolve {ground} --attacker gua --target mar --target due --target pun --action long_burst"
    );
    let words = ["1 more is needed", "takes 4 numbers", "2. Difficulty: due", "4. Difficulty: mar"];
    fault(&format!("{call} --dice 5,2,1"), &words);
    fault(&format!("{call} --dice 5"), &["3 more are needed"]);
}

#[test]
fn manoeuvres_tell_what_they_come_to_and_what_they_cost_oneself() {
    let ground =
        open_ground(&[("enf", "enforcer", "a", (5, 5), ""), ("due", "duelist", "b", (6, 5), "")]);
    let call = format!("{ground} --attacker enf --target due --action");
    for (action, degree) in [("disarm", "disarmed"), ("grapple", "held")] {
        let text = answer(&format!("odds {call} {action}"));
        let (target, own) = text.split_once("Harm to oneself: enf, ").expect(&text);
        let (_, target) = target.split_once("Chances: due").unwrap();
        assert!(target.contains(degree) && target.contains("miss"), "{text}");
        assert!(!target.contains("damage") && !target.contains(" hit"), "{text}");
        assert!(own.contains("on average") && own.contains("damage 1"), "{text}");
        let odds = json(&format!("odds {call} {action}"));
        let outcomes = odds["outcomes"].as_array().unwrap();
        let lost = |outcome: &Value| {
            let others = outcome["others"].as_array().unwrap().iter();
            let harm = others.filter(|o| o["kind"] == "damage" && o["on"] == "enf");
            harm.map(|o| o["amount"].as_f64().unwrap()).sum::<f64>()
        };
        let mean: f64 = outcomes.iter().map(|o| o["p"].as_f64().unwrap() * lost(o)).sum();
        assert!(mean > 0.0 && (odds["own_harm"]["mean"].as_f64().unwrap() - mean).abs() < 1e-12);
    }
    let failed = answer(&format!("resolve {call} disarm --dice 0,3"));
    assert!(failed.contains("miss") && failed.contains("hurts itself: 3"), "{failed}");
    let direction = ["3. Direction of the dropped weapon (clockwise from north)", "0 to 7"];
    fault(&format!("resolve {call} disarm --dice 3,1"), &direction);
    let plain = json(&format!("odds {call} attack"));
    assert_eq!(plain["own_harm"], Value::Null);
}

#[test]
fn an_option_that_concerns_nobody_is_said() {
    fault(&format!("odds {PAIR} --option cover@fox=strong"), &["cover@fox", "cover@blade"]);
    assert!(json(&format!("odds {PAIR} --option cover@blade=strong"))["refusal"].is_null());
    let ground = open_ground(&[
        ("enf", "enforcer", "a", (5, 5), ""),
        ("ally", "guard", "a", (7, 5), ""),
        ("due", "duelist", "b", (6, 5), ""),
    ]);
    let call = format!("odds {ground} --attacker enf --target due --option assailant");
    assert!(json(&format!("{call}@ally=no"))["refusal"].is_null(), "about those around the target");
    fault(&format!("{call}@due=no"), &["assailant@due", "assailant@ally"]);
}

/// The shipped ruleset with something changed, in a data folder of its own.
fn changed_ruleset(changes: &[(&str, &str)]) -> (tempfile::TempDir, String) {
    let mut text = include_str!("../../assets/rulesets/better-world.ron").to_owned();
    for (old, new) in changes {
        assert!(text.contains(old), "{old}");
        // What stands in both languages is changed in the English words, the last of the file.
        let at = text.rfind(old).unwrap();
        text.replace_range(at..at + old.len(), new);
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("rulesets")).unwrap();
    let file = folder.path().join("rulesets/better-world.ron");
    std::fs::write(&file, text).unwrap();
    (folder, file.display().to_string())
}

#[test]
fn a_word_that_one_language_lacks_is_told_and_comes_from_the_shipped_words() {
    let (folder, file) = changed_ruleset(&[
        ("\nstate-dead = dead", ""),
        ("\n    .short = Aimed", ""),
        ("bw-refuse-no-sight = { $target }", "bw-refuse-no-sight = { $targt }"),
        ("bw-refuse-held-already = { $target }", "bw-refuse-held-already = { $ter }"),
        ("bw-refuse-no-target = No", "bw-refuse-no-target = { $x } No"),
        ("bw-refuse-waits = { $target }", "bw-refuse-waits = It"),
    ]);
    let said = run(rubezh(&format!("check {file}")));
    assert_eq!(said.code, 1, "{}", said.out);
    let text = include_str!("../../assets/rulesets/better-world.ron");
    let line = |word: &str| text[..text.find(word).unwrap()].matches('\n').count() + 1;
    for place in [
        format!(":{}:1: There is a word state-dead, but none in English", line("state-dead")),
        format!(":{}:6: There is a word action-better-world-aim.short", line(".short = Приц")),
        "bw-refuse-no-sight: there is no variable { $targt }. Did you mean $target?".to_owned(),
        "no variable { $ter } here. There are: $target.".to_owned(),
        "no variable { $x } here, nor any other.".to_owned(),
        "bw-refuse-waits: the variable { $target } is missing, which there is in Russian"
            .to_owned(),
    ] {
        assert!(said.out.contains(&place), "no {place} in {}", said.out);
    }
    let told = run(rubezh(&format!("check {file} --json")));
    let told: Value = serde_json::from_str(&told.out).unwrap();
    assert_eq!(told["files"][0]["problems"].as_array().unwrap().len(), 6, "{told}");

    let data = folder.path().display();
    let ground = open_ground(&[
        ("cou", "courier", "a", (5, 5), GRENADE),
        (
            "pun",
            "punk",
            "b",
            (10, 5),
            "sheets: {\"better-world\": (fields: {\"block1\": 1, \"block2\": 1})}",
        ),
    ]);
    let call = format!("odds {ground} --data-dir {data} --attacker cou --target pun --lang en");
    let text = answer(&call);
    assert!(text.contains("dead") && !text.contains("гибель"), "{text}");
    assert_eq!(run(rubezh("check assets/rulesets/better-world.ron")).code, 0);
}

#[test]
fn action_rows_that_make_no_sense_are_told() {
    let row = |row: &str| format!("    actions: [\n        (id: \"x\", {row}),");
    for (made, words) in [
        ("name: \"\", cost: main, scope: melee", "name is empty"),
        ("name: \"X\", cost: main, scope: melee, icon: \"hammer\"", "no icon “hammer”"),
        ("name: \"X\", cost: main, scope: ranged, kind: stance", "it can have: own"),
        ("name: \"X\", cost: main, scope: own, kind: grapple", "it can have: melee"),
        ("name: \"X\", cost: main, scope: any, kind: grapple", "it can have: melee"),
        ("name: \"X\", cost: before_fight, scope: any", "it can cost: main, additional, full"),
        ("name: \"X\", cost: main, scope: melee, kind: opportunity", "it can cost: out_of_turn"),
    ] {
        let (_folder, file) = changed_ruleset(&[("    actions: [", &row(made))]);
        let said = run(rubezh(&format!("check {file}")));
        assert_eq!(said.code, 1, "{made}");
        assert!(said.out.contains(words), "{made}: {}", said.out);
        assert!(!said.out.contains('⟦') && !said.out.contains("{$"), "{}", said.out);
    }
    let attack = "(id: \"attack\", cost: main";
    let (_folder, file) = changed_ruleset(&[(attack, "(id: \"attack\", cost: before_fight")]);
    assert!(run(rubezh(&format!("check {file}"))).out.contains("cannot cost before_fight"));
    let burst = "magazine: 30, short_burst: (rounds: 3, dice: 2), long_burst: (rounds: 10";
    let (_folder, file) = changed_ruleset(&[(burst, &burst.replace("30", "9"))]);
    assert!(run(rubezh(&format!("check {file}"))).out.contains("from 2 to 9"));
}

#[test]
fn a_scenario_that_lacks_fields_is_told_what_it_names_in_vain() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("gaps.ron");
    let text = "(\n ruleset: \"better-wrld\",\n map: \"warehouse-yrd\",\n rosters: [\"none.ron\"],\n combatants: [],\n)";
    std::fs::write(&file, text).unwrap();
    let said = run(rubezh(&format!("check {}", file.display())));
    assert_eq!(said.code, 1);
    for words in ["“title”", "“sides”", ":2:11: ", ":3:7: ", ":4:12: ", "warehouse-yard"] {
        assert!(said.out.contains(words), "no {words} in {}", said.out);
    }
}

#[test]
fn a_blow_is_pulled_by_as_many_points_as_are_said() {
    let ground =
        open_ground(&[("enf", "enforcer", "a", (5, 5), ""), ("due", "duelist", "b", (6, 5), "")]);
    let call = format!("{ground} --attacker enf --target due --action attack");
    let dealt = |option: &str| {
        let told = json(&format!("resolve {call} --dice 5,3{option}"));
        let lines = told["checks"][2]["lines"].as_array().unwrap().clone();
        let line = lines.into_iter().find(|line| line["rule"] == "BW-MEL-17");
        let line = line.map_or(0, |line| line["amount"].as_i64().unwrap());
        (told["outcomes"][0]["damage"].as_i64().unwrap(), line)
    };
    let (full, line) = dealt("");
    assert!(full > 3 && line == 0);
    assert_eq!(dealt(" --option restraint=yes"), (full - 1, -1));
    assert_eq!(dealt(" --option withheld=3"), (full - 3, -3));
    assert_eq!(dealt(" --option withheld=50"), (0, -50));
    assert_eq!(dealt(" --option withheld=0"), (full, 0));
    let text = answer(&format!("resolve {call} --dice 5,3 --option withheld=3"));
    assert!(text.contains("pulls the blow") && text.contains("The blow is pulled"), "{text}");
    let odds = json(&format!("odds {call} --option withheld=50"));
    assert_eq!(
        odds["summary"]["due"]["damage"],
        serde_json::json!({"0": odds["outcomes"]
        .as_array().unwrap().iter().map(|o| o["p"].as_f64().unwrap()).sum::<f64>()})
    );
}

#[test]
fn a_throw_is_a_main_action() {
    let ground = open_ground(&[
        ("cou", "courier", "a", (5, 5), GRENADE),
        ("due", "duelist", "b", (10, 5), ""),
    ]);
    let call = format!("odds {ground} --attacker cou --target due --action");
    for action in ["aim", "quick_shot"] {
        let odds = json(&format!("{call} {action}"));
        assert_eq!(odds["refusal"]["rule"], "BW-RNG-15", "{action}");
    }
    for action in ["attack", "first_strike"] {
        assert!(json(&format!("{call} {action}"))["refusal"].is_null(), "{action}");
    }
}

#[test]
fn chances_of_each_target_are_told_where_the_joint_list_is_too_long() {
    let file = tempfile::tempdir().unwrap().keep().join("three.ron");
    let of = |id: &str, from: &str, side: &str, cell: (i16, i16)| {
        format!(
            "(id: \"{id}\", from: \"{from}\", name: (ru: \"{id}\", en: \"{id}\"), side: \"{side}\", cell: {cell:?}),"
        )
    };
    let fighters = [
        of("hawk", "operative", "a", (12, 10)),
        of("chief", "raider_boss", "b", (15, 10)),
        of("mule", "worker_pod", "b", (14, 10)),
        of("rivet", "worker_pod", "b", (14, 9)),
    ];
    let sides = "sides: { \"a\": (ru: \"А\", en: \"A\"), \"b\": (ru: \"Б\", en: \"B\") }";
    let text = format!(
        "(title: (ru: \"Т\", en: \"T\"), ruleset: \"eclipse\", map: \"warehouse-yard\", rosters: [\"eclipse\"], {sides}, combatants: [{}])",
        fighters.concat()
    );
    std::fs::write(&file, text).unwrap();
    let call = format!(
        "odds {} --attacker hawk --target chief --target mule --target rivet --action auto_targets",
        file.display()
    );
    let odds = json(&call);
    assert_eq!(odds["too_complex"], true);
    assert_eq!(odds["outcomes"].as_array().map(Vec::len), Some(0));
    let told = answer(&call);
    for name in ["chief", "mule", "rivet"] {
        let hit = odds["summary"][name]["hit"].as_f64().unwrap();
        let percent = format!("{:.1}", 100.0 * hit);
        assert!(told.contains(&percent), "{name}: {percent} in {told}");
    }
}
