//! What the game master settles, said on the command line: `--policy NAME`, `--set KEY=VALUE`.

use super::args;
use super::failure::Failure;
use super::session::Session;
use crate::battle::HouseRules;
use crate::battle::setup::Fight;
use crate::locale::Arg;
use crate::rules::facts::Policy;
use crate::rules::key::Key;
use crate::rules::ruleset::{OptionValues, RulesetInfo, SettingSpec};
use std::collections::BTreeMap;

const YES: [&str; 4] = ["yes", "true", "on", "1"];
const NO: [&str; 4] = ["no", "false", "off", "0"];

/// Settles what was said for a fight.
pub fn settle(session: &Session, said: &args::House, fight: &mut Fight) -> Result<(), Failure> {
    let id = fight.first.ruleset.clone();
    let Some(rules) = session.shelf.library.get(&id) else { return Ok(()) };
    let house = read(session, said, &[rules.info()])?;
    fight.first.house.settings.extend(house.settings);
    if said.policy.is_some() {
        fight.first.house.policy = house.policy;
    }
    Ok(())
}

/// The same for fights under all rulesets: each takes what is its own, and something that is
/// nobody's is wrong.
pub fn settle_all(
    session: &Session,
    said: &args::House,
    fights: &mut [Fight],
) -> Result<(), Failure> {
    let infos: Vec<&RulesetInfo> = session.shelf.library.0.iter().map(|r| r.info()).collect();
    let house = read(session, said, &infos)?;
    for fight in fights {
        let Some(rules) = session.shelf.library.get(&fight.first.ruleset) else { continue };
        let info = rules.info();
        let own = |key: &_| info.settings.iter().any(|spec| spec.id == *key);
        let settings = house.settings.iter().filter(|(key, _)| own(key));
        fight.first.house.settings.extend(settings.map(|(key, value)| (*key, *value)));
        if said.policy.is_some() && info.policies {
            fight.first.house.policy = house.policy;
        }
    }
    Ok(())
}

/// Reads what was said, for rulesets of which one at least has to know it.
fn read(
    session: &Session,
    said: &args::House,
    infos: &[&RulesetInfo],
) -> Result<HouseRules, Failure> {
    let policy = match &said.policy {
        None => Policy::default(),
        Some(name) => {
            let policy = Policy::ALL.into_iter().find(|policy| policy.name() == name);
            policy.ok_or_else(|| {
                session.unknown("cli-no-policy", name, Policy::ALL.map(Policy::name))
            })?
        }
    };
    if said.policy.is_some() && !infos.iter().any(|info| info.policies) {
        return Err(session.fail("cli-no-policies", &[]));
    }
    let specs: Vec<&SettingSpec> = infos.iter().flat_map(|info| info.settings).collect();
    let mut settings = BTreeMap::new();
    for text in &said.settings {
        let Some((key, value)) = text.split_once('=') else {
            return Err(session.fail("cli-setting-form", &[("text", text.as_str().into())]));
        };
        let Some(spec) = specs.iter().find(|spec| spec.id.0 == key) else {
            let keys = specs.iter().map(|spec| spec.id.0);
            return Err(session.unknown("cli-no-setting", key, keys));
        };
        let number = number(session, spec.id, spec.values, value)?;
        if settings.insert(spec.id, number).is_some_and(|before| before != number) {
            return Err(session.fail("cli-setting-twice", &[("name", key.into())]));
        }
    }
    Ok(HouseRules { settings, policy })
}

/// A value by name or number; an error says of which setting or option.
pub fn number(
    session: &Session,
    id: Key,
    values: OptionValues,
    value: &str,
) -> Result<i16, Failure> {
    bare_number(session, values, value).map_err(|failure| match failure {
        Failure::Said(text) => Failure::Said(format!("{id}: {text}")),
        other => other,
    })
}

fn bare_number(session: &Session, values: OptionValues, value: &str) -> Result<i16, Failure> {
    let typed: Option<i16> = value.trim_start_matches('+').parse().ok();
    match values {
        OptionValues::Choice(names) => {
            let named = names.iter().position(|name| *name == value).map(|i| i as i16);
            let counted = typed.filter(|n| (0..names.len() as i16).contains(n));
            let other = || session.unknown("cli-no-value", value, names.iter().copied());
            named.or(counted).ok_or_else(other)
        }
        OptionValues::Signed(least, most) => {
            typed.filter(|n| (least..=most).contains(n)).ok_or_else(|| {
                let limits = [("least", i64::from(least)), ("most", i64::from(most))];
                let [least, most] = limits.map(|(name, n)| (name, Arg::from(n)));
                session.fail("cli-value-range", &[("value", value.into()), least, most])
            })
        }
        OptionValues::Switch => {
            let says = |words: [&str; 4]| words.contains(&value);
            if says(YES) {
                Ok(1)
            } else if says(NO) {
                Ok(0)
            } else {
                Err(session.unknown("cli-no-value", value, [YES[0], NO[0]]))
            }
        }
    }
}
