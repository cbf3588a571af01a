//! Options of an attack as they are typed: `KEY=VALUE`, for one target `KEY@ID=VALUE`.

use super::super::failure::Failure;
use super::super::house::number;
use super::super::session::Session;
use crate::battle::facts_reader::FactsReader;
use crate::locale::Arg;
use crate::rules::facts::{AttackFacts, CombatantId, Options};
use crate::rules::ruleset::{Ruleset, Whose};
use std::collections::BTreeSet;

/// Reads all of them.
pub fn read(
    session: &Session,
    rules: &dyn Ruleset,
    typed: &[String],
    find: &impl Fn(&String) -> Result<CombatantId, Failure>,
) -> Result<Options, Failure> {
    let mut options = Options::default();
    for text in typed {
        let Some((name, value)) = text.split_once('=') else {
            return Err(session.fail("cli-option-form", &[("text", text.as_str().into())]));
        };
        let (key, target) = match name.split_once('@') {
            Some((key, id)) => (key, Some(find(&id.to_owned())?)),
            None => (name, None),
        };
        let specs = rules.info().options;
        let Some(spec) = specs.iter().find(|spec| spec.id.0 == key) else {
            return Err(session.unknown("cli-no-option", key, specs.iter().map(|s| s.id.0)));
        };
        if target.is_some() && !spec.per_target {
            return Err(session.fail("cli-option-for-all", &[("name", key.into())]));
        }
        let number = number(session, spec.id, spec.values, value)?;
        let before = options.0.get(&(spec.id, target)).copied();
        if before.is_some_and(|before| before != number) {
            return Err(session.fail("cli-option-twice", &[("name", name.into())]));
        }
        options.set(spec.id, target, number);
    }
    Ok(options)
}

/// Whether every option that names a fighter concerns one: a target, or who threatens a target
/// where the option is about those.
pub fn concern(
    session: &Session,
    options: &Options,
    facts: &AttackFacts,
    reader: &FactsReader,
) -> Result<(), Failure> {
    let key =
        |id: CombatantId| reader.combatant(id).map(|c| c.dossier.key.as_str()).unwrap_or_default();
    for (option, id) in options.0.keys().filter_map(|(option, id)| Some((option, (*id)?))) {
        let specs = reader.rules.0.info().options;
        let of = specs.iter().find(|spec| spec.id == *option).map(|spec| spec.of);
        let concerned: BTreeSet<CombatantId> = match of {
            Some(Whose::Assailant) => {
                facts.targets.iter().flat_map(|t| &t.assailants).map(|a| a.id).collect()
            }
            _ => facts.targets.iter().map(|t| t.fighter.id).collect(),
        };
        if !concerned.contains(&id) {
            let full = |id| format!("{option}@{}", key(id));
            let text = session.say("cli-option-of-nobody", &[("name", full(id).into())]);
            let names: Vec<String> = concerned.into_iter().map(full).collect();
            let names = [("names", Arg::from(names.join(", ")))];
            return Err(Failure::Said(format!("{text} {}", session.say("cli-there-are", &names))));
        }
    }
    Ok(())
}
