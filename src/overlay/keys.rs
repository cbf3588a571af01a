//! Keys by their place on the keyboard, whatever letters the layout puts there, and the sheet that
//! names them all: those that the board reads as well as those that are read here.

use super::action_bar::wanted;
use super::model::{Dialog, Intent, Model};
use crate::battle::command::Command;
use crate::battle::state::Stage;
use crate::table::{Preview, Wish};
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

/// A line of the sheet of keys.
pub struct Line {
    /// What is pressed: the names on the keys, which are the same in every language, or a word.
    pub keys: &'static str,
    /// The word for what it does.
    pub does: &'static str,
    /// The places of the keys.
    pub places: &'static [KeyCode],
}

const fn line(keys: &'static str, does: &'static str, places: &'static [KeyCode]) -> Line {
    Line { keys, does, places }
}

/// The sheet of keys: groups under their headings. A test holds it against the sources, so that
/// no key is read that nobody is told of.
pub const SHEET: &[(&str, &[Line])] = {
    use KeyCode::*;
    &[
        (
            "keys-of-fight",
            &[
                line(
                    "1 … 9",
                    "keys-actions",
                    &[
                        Digit1, Digit2, Digit3, Digit4, Digit5, Digit6, Digit7, Digit8, Digit9,
                        Numpad1, Numpad2, Numpad3, Numpad4, Numpad5, Numpad6, Numpad7, Numpad8,
                        Numpad9,
                    ],
                ),
                line("T", "keys-target", &[KeyT]),
                line("Shift+T", "keys-targets", &[KeyT, ShiftLeft, ShiftRight]),
                line("Enter", "keys-roll", &[Enter, NumpadEnter]),
                line(
                    "Ctrl+Enter",
                    "keys-end-turn",
                    &[Enter, NumpadEnter, ControlLeft, ControlRight],
                ),
                line("Tab, N", "keys-next", &[Tab, KeyN]),
                line("Shift+Tab, Shift+N", "keys-previous", &[Tab, KeyN, ShiftLeft, ShiftRight]),
                line("Ctrl+Z", "undo", &[KeyZ]),
                line("Ctrl+Shift+Z, Ctrl+Y", "redo", &[KeyZ, KeyY]),
                line("Esc", "keys-escape", &[Escape]),
            ],
        ),
        (
            "keys-of-program",
            &[
                line("Ctrl+N", "new", &[KeyN]),
                line("Ctrl+O", "open", &[KeyO]),
                line("Ctrl+S", "save", &[KeyS]),
                line("Ctrl+Shift+S", "save-as", &[KeyS]),
                line("F1", "keys", &[F1]),
                line("F11", "fullscreen", &[F11]),
                // On some keyboards the Super key stands where Ctrl does.
                line("Cmd, Win", "keys-super", &[SuperLeft, SuperRight]),
            ],
        ),
        (
            "keys-of-board",
            &[
                line(
                    "W A S D, ← ↑ ↓ →",
                    "keys-pan",
                    &[KeyW, KeyA, KeyS, KeyD, ArrowLeft, ArrowUp, ArrowDown, ArrowRight],
                ),
                line("+  −", "keys-zoom", &[Equal, NumpadAdd, Minus, NumpadSubtract]),
                line("0", "keys-whole-board", &[Digit0, Numpad0]),
                line("M", "keys-measure", &[KeyM]),
            ],
        ),
        (
            "keys-of-mouse",
            &[
                line("keys-drag", "keys-drag-does", &[]),
                line("keys-drag-space", "keys-drag-space-does", &[Space]),
                line("keys-alt-drag", "keys-alt-drag-does", &[AltLeft, AltRight]),
                line("keys-ctrl-drag", "keys-ctrl-drag-does", &[ControlLeft, ControlRight]),
                line("keys-click-enemy", "keys-click-enemy-does", &[]),
                line("keys-shift-click", "keys-targets", &[ShiftLeft, ShiftRight]),
                line("keys-double-click", "keys-double-click-does", &[]),
                line("keys-right-click", "keys-right-click-does", &[]),
                line("keys-right-drag", "keys-right-drag-does", &[]),
                line("keys-wheel", "keys-zoom", &[]),
            ],
        ),
    ]
};

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
/// Whether Ctrl, Shift or Alt is held: then a key means something else.
pub fn with_modifier(keys: &ButtonInput<KeyCode>) -> bool {
    held(keys, CTRL) || held(keys, SHIFT) || keys.any_pressed([KeyCode::AltLeft, KeyCode::AltRight])
}

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
        let allowed = |p: &Preview| p.plan.is_ok() && p.hindrance.is_none();
        let allowed = model.preview.as_deref().is_some_and(allowed);
        if allowed {
            out.push(Intent::Wish(Wish::Attack));
        }
    }
    // While dice are typed a digit that misses its field is a digit, not an action.
    let digits = DIGITS.iter().enumerate().filter(|_| !focus.typed_dice);
    for (i, places) in digits {
        if keys.any_just_pressed(*places)
            && let (Some(who), Some(deed)) = (model.actor(), model.deeds.get(i))
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// The names of all keys that a source reads.
    fn read_in(text: &str) -> impl Iterator<Item = &str> {
        let end = |rest: &str| rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let own = text.split("mod tests {").next().unwrap_or_default();
        let names = own.split("KeyCode::").skip(1).map(move |rest| &rest[..end(rest)]);
        names.filter(|name| !name.is_empty())
    }

    #[test]
    fn the_sheet_names_every_key_that_is_read() {
        let named: BTreeSet<String> = SHEET
            .iter()
            .flat_map(|(_, lines)| lines.iter())
            .flat_map(|line| line.places.iter().map(|place| format!("{place:?}")))
            .collect();
        let mut read = BTreeSet::new();
        for folder in ["view", "overlay"] {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder);
            let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
            for path in entries.filter(|path| path.is_file()) {
                let text = std::fs::read_to_string(path).unwrap();
                read.extend(read_in(&text).map(str::to_owned));
            }
        }
        assert_eq!(named, read);
    }

    #[test]
    fn no_line_of_the_sheet_is_there_twice() {
        let lines = SHEET.iter().flat_map(|(_, lines)| lines.iter());
        let mut seen = BTreeSet::new();
        for line in lines {
            assert!(seen.insert(line.keys), "{}", line.keys);
        }
    }
}
