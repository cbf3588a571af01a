//! The way out of an attack that is refused: what the attacker could do first so that the rules
//! allow it. Found by trying, never by knowing the rules.

use super::action_bar::item_word;
use super::icon::Icon;
use super::model::{Intent, Model};
use super::preview::action_word;
use super::theme;
use super::widgets::quiet;
use crate::battle::command::Command;
use crate::locale::speak::Speaker;
use crate::rules::facts::{ActionId, AttackFacts, Budget, Cost, Fighter};
use crate::rules::message::Message;
use crate::rules::ruleset::{Scope, action_named};
use crate::table::{Aim, Preview};
use bevy_egui::egui::{Button, RichText, Ui, vec2};
use std::mem;

/// Something that the attacker could do before the attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// An action on itself, with its choice.
    Act(ActionId, Option<u8>),
    /// Going nearer to the target.
    Nearer,
}

/// Everything that would make the attack allowed, in the order of the ruleset's actions.
pub fn remedies(model: &Model, aim: &Aim, preview: &Preview) -> Vec<Remedy> {
    let mut found = Vec::new();
    if preview.plan.is_ok() || model.current != Some(aim.attacker) {
        return found;
    }
    let Some(attack) = action_named(model.rules.as_ref(), &aim.action) else { return found };
    let paid = |cost: Cost| {
        let mut budget: Budget = model.budget.clone();
        budget.pay(cost);
        budget
    };
    let allowed = |facts: &AttackFacts, budget: &Budget| {
        model.rules.allowed(&facts.attacker, budget, facts.engaged, attack).is_ok()
            && model.rules.plan(facts).is_ok()
    };
    for deed in &model.deeds {
        let (Some(spec), Ok(cost)) = (model.action(deed.action), &deed.allowed) else { continue };
        match spec.scope {
            Scope::Own => {
                let choices = deed.choices.iter().filter(|(_, may)| may.is_ok());
                let choices: Vec<_> = choices.map(|(choice, _)| *choice).collect();
                let tried = if deed.choices.is_empty() { vec![None] } else { choices };
                for choice in tried {
                    let mut facts = preview.facts.clone();
                    let done = model.rules.perform(deed.action, &facts.attacker, choice);
                    let Ok(effects) = done else { continue };
                    effects.iter().for_each(|effect| effect.change.apply_to(&mut facts.attacker));
                    // An attack on somebody is not mended by one on a place.
                    let area = |who: &Fighter| mem::discriminant(&model.rules.area(who, attack));
                    let other = area(&facts.attacker) != area(&preview.facts.attacker);
                    if !other && allowed(&facts, &paid(*cost)) {
                        found.push(Remedy::Act(deed.action, choice));
                    }
                }
            }
            Scope::Path if !found.contains(&Remedy::Nearer) => {
                let mut facts = preview.facts.clone();
                for target in &mut facts.targets {
                    (target.in_reach, target.sightline.in_sight) = (true, true);
                }
                if allowed(&facts, &paid(*cost)) {
                    found.push(Remedy::Nearer);
                }
            }
            _ => {}
        }
    }
    found
}

/// Draws the ways out: a button each, words where the hand has to do it.
pub fn show(
    ui: &mut Ui,
    model: &Model,
    aim: &Aim,
    preview: &Preview,
    say: &Speaker,
    out: &mut Vec<Intent>,
) {
    let remedies = remedies(model, aim, preview);
    if remedies.is_empty() {
        return;
    }
    ui.add_space(4.0);
    quiet(ui, say.key("remedy-title"));
    for remedy in remedies {
        match remedy {
            Remedy::Nearer => {
                quiet(ui, say.key("remedy-nearer"));
            }
            Remedy::Act(action, choice) => {
                let Some(spec) = model.action(action) else { continue };
                let mut word = action_word(model, say, spec);
                if choice.is_some()
                    || model.deeds.iter().any(|d| d.action == action && !d.choices.is_empty())
                {
                    let weapons = &preview.facts.attacker.gear.weapons;
                    let carried = choice.and_then(|i| weapons.get(usize::from(i)));
                    let what = carried.map_or_else(
                        || say.key("bare-hands"),
                        |carried| item_word(model, say, carried.item),
                    );
                    word = say
                        .say(&Message::new("remedy-with").text("deed", &word).text("what", &what));
                }
                let label = RichText::new(format!("{}  {word}", Icon::Confirm.glyph())).size(14.0);
                let size = vec2(ui.available_width(), theme::control(ui.ctx()));
                if ui.add(Button::new(label).min_size(size)).clicked() {
                    let action = spec.id.clone();
                    out.push(Intent::order(Command::Act { who: aim.attacker, action, choice }));
                }
            }
        }
    }
}
