//! Wakes a sleeping window when egui wants a frame later: for a hover text, a blinking cursor, a
//! toast that fades. bevy_egui passes on only the wishes for a frame at once, and the window draws
//! nothing while nobody moves.

use bevy::prelude::{Local, Query};
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use bevy_egui::egui::Context;
use bevy_egui::{EguiContext, EguiInput};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// A frame that is wanted later than this is not worth waking for.
const LATEST: Duration = Duration::from_secs(10);

/// Lets the context wake the event loop at the time that it asks for.
pub fn wake(ctx: &Context, proxy: &EventLoopProxyWrapper) {
    let at_once = (*proxy).clone();
    let later = timer(proxy);
    ctx.set_request_repaint_callback(move |info| {
        if info.delay.is_zero() {
            // A closed event loop has no frames to draw, so there is nobody to tell.
            let _ = at_once.send_event(WinitUserEvent::WakeUp);
        } else if info.delay < LATEST {
            let _ = later.send(Instant::now() + info.delay);
        }
    });
}

/// A thread that sleeps until the earliest of the times it was told. It ends with the context.
fn timer(proxy: &EventLoopProxyWrapper) -> Sender<Instant> {
    let proxy = (*proxy).clone();
    let (sender, times) = channel::<Instant>();
    std::thread::spawn(move || {
        let mut next: Option<Instant> = None;
        loop {
            let told = match next {
                None => times.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(at) => times.recv_timeout(at.saturating_duration_since(Instant::now())),
            };
            match told {
                Ok(at) => next = Some(next.map_or(at, |next| next.min(at))),
                Err(RecvTimeoutError::Timeout) => {
                    next = None;
                    if proxy.send_event(WinitUserEvent::WakeUp).is_err() {
                        return;
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    });
    sender
}

/// bevy_egui tells egui the state of Ctrl, Shift and Alt in every frame, and egui wants another
/// frame after every event: a window at rest would draw without end. What has not changed is no
/// event. And Tab goes from fighter to fighter on the board as long as no control has the keyboard;
/// egui would give the keyboard to a control at the first press.
pub fn forget_unchanged(
    mut inputs: Query<(&mut EguiInput, &mut EguiContext)>,
    mut last: Local<bevy_egui::egui::Modifiers>,
) {
    for (mut input, mut context) in &mut inputs {
        let idle = context.get_mut().memory(|memory| memory.focused().is_none());
        input.events.retain(|event| match event {
            bevy_egui::egui::Event::Key { key: bevy_egui::egui::Key::Tab, .. } => !idle,
            bevy_egui::egui::Event::ModifiersChanged(now) => {
                let changed = *now != *last;
                *last = *now;
                changed
            }
            _ => true,
        });
    }
}
