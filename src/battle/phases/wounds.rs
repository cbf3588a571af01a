//! Who is harmed, and how? Applies what the rule said, tells it, and clears the attack away.

use super::{Attack, Facts, Resolved};
use crate::battle::event::{BattleEvent, Explained, Tone, with_weapon};
use crate::battle::ledger::Ledger;
use crate::rules::dice::Rolled;
use crate::rules::effect::Strike;
use crate::rules::facts::{AttackFacts, TargetFacts};
use crate::rules::message::Message;
use crate::rules::ruleset::{self, OptionValues, Plan};
use crate::rules::{GM, TABLE};
use bevy::prelude::{Commands, Entity, Query};

/// Applies every resolved attack.
pub(super) fn apply(
    mut commands: Commands,
    mut ledger: Ledger,
    attacks: Query<(Entity, &Attack, &Facts, &Resolved)>,
) {
    let mut waiting: Vec<_> = attacks.iter().collect();
    waiting.sort_by_key(|(_, attack, ..)| attack.who);
    for (entity, attack, facts, resolved) in waiting {
        if !ledger.report.mute {
            tell(&mut ledger, attack, &facts.0, resolved);
        }
        ledger.apply_deed(attack.who, &resolved.outcome.effects, Tone::Harm);
        ledger.fought(attack.who);
        if !attack.passing {
            aimed(&mut ledger, attack, &facts.0);
        }
        if resolved.plan.at_arms_length {
            for target in &facts.0.targets {
                remember(&mut ledger, attack, target);
            }
        }
        if !ledger.report.mute {
            show(&mut ledger, attack, &facts.0, resolved);
        }
        commands.entity(entity).despawn();
    }
}

/// Which way the attack went, for rules that ask for it later in the turn.
fn aimed(ledger: &mut Ledger, attack: &Attack, facts: &AttackFacts) {
    let at = facts.aim.map(|aim| facts.attacker.cell.offset_to(aim.cell));
    let way = at.or_else(|| facts.targets.first().map(|target| target.offset));
    let Some(entity) = ledger.census.0.get(&attack.who).copied() else { return };
    if let Ok((.., mut deeds, _)) = ledger.fighters.get_mut(entity) {
        deeds.trace.aimed = way.or(deeds.trace.aimed);
    }
}

/// The event of each strike, for the animation.
fn show(ledger: &mut Ledger, attack: &Attack, facts: &AttackFacts, resolved: &Resolved) {
    let rules = ledger.rules.0.clone();
    let rolls = ledger.report.rolls.clone();
    let purposes = ledger.report.purposes.clone();
    for strike in &resolved.outcome.strikes {
        ledger.report.events.push(BattleEvent::Struck {
            who: attack.who,
            target: strike.target,
            degree: strike.degree,
            damage: strike.damage,
            changes_state: facts
                .targets
                .iter()
                .find(|target| target.fighter.id == strike.target)
                .is_none_or(|target| rules.vital(&target.fighter).state != strike.state),
            harms: resolved.plan.harms,
            rolls: rolls.clone(),
            purposes: purposes.clone(),
        });
    }
}

/// The sentence of each strike, with its checks beside their dice.
fn tell(ledger: &mut Ledger, attack: &Attack, facts: &AttackFacts, resolved: &Resolved) {
    let rules = ledger.rules.0.clone();
    let spec = ruleset::action(rules.as_ref(), attack.action);
    let rule = spec.map_or(TABLE, |a| a.rule);
    let action = spec.map_or_else(String::new, |a| {
        a.name.clone().unwrap_or_else(|| format!("action-{}-{}", rules.info().id, a.id))
    });
    let explained = if ledger.report.explained.is_empty() {
        pair(&resolved.plan, &ledger.report.rolls)
    } else {
        std::mem::take(&mut ledger.report.explained)
    };
    let weapon = facts.attacker.gear.held().map(|held| held.item);
    let of = |strike: &Strike| {
        let own = explained.iter().filter(|e| e.target == Some(strike.target));
        own.cloned().collect::<Vec<_>>()
    };
    tell_words(ledger, facts, &resolved.plan);
    // What goes off in a cell is told once; then those whom it reached.
    let blast = facts.ground.is_some();
    if blast {
        let message = Message::new("log-blast").who("who", attack.who);
        let message = message.word("action", action.clone());
        let message = with_weapon(message, "weapon", rules.as_ref(), weapon);
        let shared = explained.iter().filter(|e| e.target.is_none()).cloned().collect();
        ledger.explain(Tone::Deed, rule, message, &[attack.who], shared);
    }
    for strike in &resolved.outcome.strikes {
        // An effort that is not to harm does not miss: it fails.
        let worst = rules.info().degrees.first() == Some(&strike.degree);
        if blast && worst && of(strike).is_empty() {
            continue;
        }
        let key = if blast {
            format!("log-blast-{}", strike.degree)
        } else if worst && !resolved.plan.harms {
            "log-effort-failed".to_owned()
        } else {
            format!("log-strike-{}", strike.degree)
        };
        let message = Message::new(key)
            .who("who", attack.who)
            .who("target", strike.target)
            .word("action", action.clone())
            .int("damage", strike.damage.into());
        let message = with_weapon(message, "weapon", rules.as_ref(), weapon);
        let mine: Vec<_> = explained
            .iter()
            .filter(|e| {
                let of_both = |t| t == strike.target || !blast && t == attack.who;
                e.target.map_or(!blast, of_both)
            })
            .cloned()
            .collect();
        ledger.explain(Tone::Deed, rule, message, &[attack.who, strike.target], mine);
    }
}

/// What the game master has said of the attack against the board or the dice (EP-GM-01).
fn tell_words(ledger: &mut Ledger, facts: &AttackFacts, plan: &Plan) {
    let rules = ledger.rules.0.clone();
    for ((key, whose), value) in &facts.options.0 {
        let Some(spec) = rules.info().options.iter().find(|spec| spec.id == *key) else { continue };
        let as_suggested = plan.suggested.contains(&(*key, *whose, *value));
        if !spec.rare || as_suggested {
            continue;
        }
        let message = match whose {
            Some(id) => Message::new("log-by-word-of").who("who", *id),
            None => Message::new("log-by-word"),
        };
        let message = message.word("option", format!("option-{key}"));
        let chosen = usize::try_from(*value).unwrap_or_default();
        let message = match spec.values {
            OptionValues::Choice(words) => {
                let word = words.get(chosen).copied().unwrap_or_default();
                message.word("value", format!("option-{key}-{word}"))
            }
            OptionValues::Switch => {
                message.word("value", if *value != 0 { "setting-on" } else { "setting-off" })
            }
            OptionValues::Signed(..) => message.int("value", (*value).into()),
        };
        let about: Vec<_> = whose.iter().copied().chain([facts.attacker.id]).collect();
        ledger.tell(Tone::Master, GM, message, &about);
    }
}

/// Checks and rolls stand in the same order: the plan is rolled from front to back.
fn pair(plan: &Plan, rolls: &[Rolled]) -> Vec<Explained> {
    plan.checks
        .iter()
        .enumerate()
        .map(|(i, (target, check))| Explained {
            target: *target,
            check: check.clone(),
            rolled: rolls.get(i).cloned(),
        })
        .collect()
}

/// Who attacked whom in melee in this round, and from where (BW-MEL-05).
fn remember(ledger: &mut Ledger, attack: &Attack, target: &TargetFacts) {
    let Some(entity) = ledger.census.0.get(&target.fighter.id).copied() else { return };
    let bearing = (-target.offset.0, -target.offset.1);
    if let Ok((.., mut melee, _, _)) = ledger.fighters.get_mut(entity) {
        melee.attacked_by.retain(|(id, _)| *id != attack.who);
        melee.attacked_by.push((attack.who, bearing));
    }
}
