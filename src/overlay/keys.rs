//! Keys by their place on the keyboard, whatever letters the layout puts there.

use super::action_bar::wanted;
use super::model::{Dialog, Intent, Model};
use crate::battle::command::Command;
use crate::battle::state::Stage;
use crate::table::Wish;
use bevy::prelude::{ButtonInput, KeyCode};

/// What is open and would be closed by Esc, or hears keys itself.
#[derive(Copy, Clone, Debug, Default)]
pub struct Focus {
    /// A text field has the keyboard.
    pub typing: bool,
    /// A menu, a window or a dialog lies over the table.
    pub covered: bool,
    /// The fields for typed-in dice are open: Enter belongs to them.
    pub typed_dice: bool,
}

const DIGITS: [[KeyCode; 2]; 9] = [
    [KeyCode::Digit1, KeyCode::Numpad1],
    [KeyCode::Digit2, KeyCode::Numpad2],
    [KeyCode::Digit3, KeyCode::Numpad3],
    [KeyCode::Digit4, KeyCode::Numpad4],
    [KeyCode::Digit5, KeyCode::Numpad5],
    [KeyCode::Digit6, KeyCode::Numpad6],
    [KeyCode::Digit7, KeyCode::Numpad7],
    [KeyCode::Digit8, KeyCode::Numpad8],
    [KeyCode::Digit9, KeyCode::Numpad9],
];

const CTRL: [KeyCode; 4] =
    [KeyCode::ControlLeft, KeyCode::ControlRight, KeyCode::SuperLeft, KeyCode::SuperRight];
const SHIFT: [KeyCode; 2] = [KeyCode::ShiftLeft, KeyCode::ShiftRight];

/// Whether one of the keys was down at any time of this frame: a slow frame may see a quick hand
/// press and release it.
fn held<const N: usize>(keys: &ButtonInput<KeyCode>, which: [KeyCode; N]) -> bool {
    keys.any_pressed(which) || keys.any_just_pressed(which) || keys.any_just_released(which)
}

/// What the keys of this frame mean. Esc is not among them: it closes the topmost thing, and the
/// caller knows what that is.
pub fn read(keys: &ButtonInput<KeyCode>, model: Option<&Model>, focus: Focus) -> Vec<Intent> {
    let mut out = Vec::new();
    let ctrl = held(keys, CTRL);
    let shift = held(keys, SHIFT);
    let enter = keys.any_just_pressed([KeyCode::Enter, KeyCode::NumpadEnter]);
    if keys.just_pressed(KeyCode::F11) {
        out.push(Intent::Fullscreen);
    }
    if keys.just_pressed(KeyCode::F1) {
        out.push(Intent::Show(Dialog::Keys));
    }
    if focus.typing || focus.covered {
        return out;
    }
    if ctrl {
        with_ctrl(keys, shift, enter, model, &mut out);
        return out;
    }
    let Some(model) = model else { return out };
    if enter && model.aim.is_some() && !focus.typed_dice {
        let allowed = model.preview.as_ref().is_some_and(|p| p.plan.is_ok());
        if allowed {
            out.push(Intent::Wish(Wish::Attack));
        }
    }
    for (i, places) in DIGITS.iter().enumerate() {
        if keys.any_just_pressed(*places)
            && let (Some(who), Some(deed)) = (model.current, model.deeds.get(i))
            && let Some(spec) = model.action(deed.action)
        {
            out.extend(wanted(model, who, deed, spec));
        }
    }
    out
}

fn with_ctrl(
    keys: &ButtonInput<KeyCode>,
    shift: bool,
    enter: bool,
    model: Option<&Model>,
    out: &mut Vec<Intent>,
) {
    if keys.just_pressed(KeyCode::KeyZ) {
        out.push(Intent::Wish(if shift { Wish::Redo } else { Wish::Undo }));
    }
    if keys.just_pressed(KeyCode::KeyY) {
        out.push(Intent::Wish(Wish::Redo));
    }
    if keys.just_pressed(KeyCode::KeyN) {
        out.push(Intent::Wish(Wish::New));
    }
    if keys.just_pressed(KeyCode::KeyO) {
        out.push(Intent::Show(Dialog::Open));
    }
    if keys.just_pressed(KeyCode::KeyS) {
        out.push(Intent::Show(if shift { Dialog::SaveAs } else { Dialog::Save }));
    }
    match model.map(|m| m.stage).filter(|_| enter) {
        Some(Stage::Setup) => out.push(Intent::order(Command::Begin { by_cards: None })),
        Some(Stage::Fighting) => out.push(Intent::order(Command::EndTurn)),
        Some(Stage::Over) | None => {}
    }
}
