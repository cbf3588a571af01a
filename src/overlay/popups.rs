//! What lies over everything else: toasts, errors, the open question, a rule's text, help.

use super::icon::Icon;
use super::keys;
use super::model::{Dialog, FighterModel, Intent, Model};
use super::preview;
use super::theme::{self, palette};
use super::widgets::{self, heading, small_icon};
use crate::battle::event::{Explained, LogLine};
use crate::chronicle::{check_name, told};
use crate::locale::speak::Speaker;
use crate::rules::grid::CellPos;
use crate::rules::key::RuleId;
use crate::rules::message::Message;
use crate::rules::ruleset::Mark;
use crate::table::moment::Moment;
use crate::table::{Open, Toast, Wish};
use bevy_egui::egui::{
    Align2, Area, Button, Color32, Context, Frame, Grid, Id, Label, Modal, Order, Rect, RichText,
    ScrollArea, Ui, Window, vec2,
};
use std::collections::BTreeMap;

/// How long a toast is shown, in seconds; it fades in the last of them.
const TOAST_S: f64 = 5.0;
/// One with a button has to be read and reached.
const TOAST_WITH_BUTTON_S: f64 = 12.0;

/// When each toast was first seen.
#[derive(Default)]
pub struct ToastState(BTreeMap<u64, f64>);

/// Draws the toasts over the board; gives the numbers of those whose time is over, or whose button
/// was pressed.
pub fn toasts(
    ctx: &Context,
    board: Rect,
    toasts: &[Toast],
    say: &Speaker,
    state: &mut ToastState,
    out: &mut Vec<Intent>,
) -> Vec<u64> {
    let now = ctx.input(|i| i.time);
    state.0.retain(|number, _| toasts.iter().any(|t| t.number == *number));
    let mut over = Vec::new();
    let mut below = board.min.y + 12.0;
    for toast in toasts {
        let first = *state.0.entry(toast.number).or_insert(now);
        let age = now - first;
        let lasts = if toast.button.is_some() { TOAST_WITH_BUTTON_S } else { TOAST_S };
        if age >= lasts {
            over.push(toast.number);
            continue;
        }
        let strength = (lasts - age).min(1.0) as f32;
        let p = palette(ctx);
        let text = say.say(&toast.message);
        let response = Area::new(Id::new(("toast", toast.number)))
            .order(Order::Tooltip)
            .interactable(toast.button.is_some())
            .pivot(Align2::CENTER_TOP)
            .fixed_pos(bevy_egui::egui::pos2(board.center().x, below))
            .show(ctx, |ui| {
                ui.set_opacity(strength);
                let frame = Frame::popup(ui.style()).inner_margin(10).fill(p.raised);
                frame.show(ui, |ui| {
                    ui.set_max_width((board.width() - 40.0).clamp(120.0, 560.0));
                    ui.label(RichText::new(text).size(16.0));
                    if let Some((word, wish)) = &toast.button
                        && big(ui, &say.say(word))
                    {
                        out.push(Intent::Wish(wish.clone()));
                        over.push(toast.number);
                    }
                });
            })
            .response;
        below = response.rect.max.y + 6.0;
    }
    if toasts.len() > over.len() {
        ctx.request_repaint_after(std::time::Duration::from_millis(50));
    }
    over
}

/// A pointer that rests so long over somebody asks who it is, in seconds.
const RESTS_S: f32 = 0.45;

/// Who stands under a resting pointer, and in what condition, in words.
pub fn who_is_there(ctx: &Context, cell: CellPos, model: &Model, say: &Speaker) {
    let stands = |f: &FighterModel| model.rules.footprint(&f.fighter.sheet, f.fighter.cell);
    let there = model.fighters.iter().filter(|(_, f)| stands(f).covers(cell));
    let told = |f: &FighterModel| {
        model.conditions(&f.fighter).next().is_some() || !f.dossier.note.is_empty()
    };
    let there: Vec<_> = there.filter(|(_, f)| told(f)).collect();
    let (rests, down, at) = ctx.input(|i| {
        let pointer = &i.pointer;
        (pointer.time_since_last_movement(), pointer.any_down(), pointer.latest_pos())
    });
    let Some(at) = at.filter(|_| !there.is_empty() && !down) else { return };
    if rests < RESTS_S {
        ctx.request_repaint_after(std::time::Duration::from_secs_f32(RESTS_S - rests + 0.02));
        return;
    }
    let p = palette(ctx);
    let area = Area::new(Id::new("who")).order(Order::Tooltip).interactable(false);
    area.fixed_pos(at + vec2(14.0, 16.0)).constrain(true).show(ctx, |ui| {
        Frame::popup(ui.style()).inner_margin(8).fill(p.panel).show(ui, |ui| {
            ui.set_max_width(320.0);
            for (id, fighter) in there {
                ui.label(RichText::new(say.name(*id)).font(theme::bold(15.0)));
                for condition in model.conditions(&fighter.fighter) {
                    ui.label(RichText::new(widgets::condition(model, say, condition)).size(14.5));
                }
                if !fighter.dossier.note.is_empty() {
                    ui.label(RichText::new(&fighter.dossier.note).size(14.5).italics());
                }
            }
        });
    });
}

/// The banner of a moment that is looked at again: when it was, and the way back. Gives where it
/// ends.
pub fn moment(ctx: &Context, board: Rect, moment: &Moment, say: &Speaker) -> (f32, Vec<Intent>) {
    let p = palette(ctx);
    let mut out = Vec::new();
    let round = i64::from(moment.round);
    let message = match moment.turn {
        _ if moment.round == 0 => Message::new("moment-setup"),
        Some(who) => Message::new("moment-turn").int("n", round).who("name", who),
        None => Message::new("moment-round").int("n", round),
    };
    let response = Area::new(Id::new("moment"))
        .order(Order::Middle)
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(bevy_egui::egui::pos2(board.center().x, board.min.y + 8.0))
        .constrain(false)
        .fade_in(false)
        .show(ctx, |ui| {
            let stroke = bevy_egui::egui::Stroke::new(1.5, p.active);
            let frame = Frame::popup(ui.style()).inner_margin(4).fill(p.panel).stroke(stroke);
            frame.show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.add_space(6.0);
                    let words = RichText::new(say.say(&message)).font(theme::bold(15.0));
                    ui.add(Label::new(words.color(p.active)).extend());
                    let back = RichText::new(say.key("moment-back")).size(14.0).color(p.quiet);
                    ui.add(Label::new(back).extend());
                    if small_icon(ui, Icon::Close, &say.key("moment-close")).clicked() {
                        out.push(Intent::Wish(Wish::Moment(None)));
                    }
                });
            });
        })
        .response;
    (response.rect.max.y, out)
}

/// A window that everything else waits for.
pub(super) fn modal(ctx: &Context, name: &str) -> Modal {
    let frame = Frame::popup(&ctx.global_style()).inner_margin(18);
    Modal::new(Id::new(name)).frame(frame).backdrop_color(Color32::from_black_alpha(140))
}

/// The window of an error: where and what, to be copied.
pub fn error(ctx: &Context, key: &str, text: &str, say: &Speaker) -> Vec<Intent> {
    let mut out = Vec::new();
    let shown = modal(ctx, "error").show(ctx, |ui| {
        ui.set_max_width((ctx.content_rect().width() * 0.8).min(860.0));
        title(ui, Icon::Warning, &say.key(key));
        ScrollArea::both().max_height(ctx.content_rect().height() * 0.6).show(ui, |ui| {
            let text = RichText::new(text).font(theme::mono(13.0));
            ui.add(Label::new(text).selectable(true).extend());
        });
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if big(ui, &say.key("close")) {
                out.push(Intent::CloseError);
            }
            if big(ui, &format!("{}  {}", Icon::Copy.glyph(), say.key("copy"))) {
                ui.ctx().copy_text(text.to_owned());
            }
        });
    });
    if shown.backdrop_response.clicked() {
        out.push(Intent::CloseError);
    }
    out
}

/// Height that the question itself takes, about.
const QUESTION: f32 = 60.0;

/// What led to a question, with its dice: those that all share stand there once.
fn led_to(ui: &mut Ui, model: &Model, open: &Open, tells_result: bool, say: &Speaker) {
    let rolls = |line: &'_ LogLine| -> Vec<Explained> {
        let rolled = line.explained.iter().filter(|e| told(e) && e.rolled.is_some());
        rolled.cloned().collect()
    };
    let row = |ui: &mut Ui, explained: &Explained| {
        let Some(rolled) = &explained.rolled else { return };
        let name = check_name(say, model.rules.info().id, &explained.check);
        widgets::dice_row(ui, &name, rolled);
    };
    let [first, others @ ..] = &open.lines[..] else { return };
    let mut shared = rolls(first);
    shared.retain(|one| !others.is_empty() && others.iter().all(|l| l.explained.contains(one)));
    for explained in &shared {
        row(ui, explained);
    }
    for line in &open.lines {
        let own: Vec<Explained> =
            rolls(line).into_iter().filter(|one| !shared.contains(one)).collect();
        let said = match line.about[..] {
            // The result hangs on the answer, and the question tells what it would be.
            [who, target, ..] if tells_result => {
                if own.is_empty() && !others.is_empty() {
                    continue;
                }
                Message::new("by-hand-attack").who("who", who).who("target", target)
            }
            _ => line.message.clone(),
        };
        ui.add(Label::new(RichText::new(say.say(&said)).font(theme::bold(15.0))).wrap());
        for explained in &own {
            row(ui, explained);
        }
    }
}

/// A decision after a roll: what led to it with its dice, what is asked, the answers, the preset
/// marked. It lies over a side panel where there is one, so that the board is seen.
pub fn question(
    ctx: &Context,
    open: &Open,
    board: Rect,
    model: &Model,
    say: &Speaker,
) -> Vec<Intent> {
    let mut out = Vec::new();
    let p = palette(ctx);
    let whole = ctx.content_rect();
    let beside = whole.max.x - board.max.x;
    let (align, at, width) = if beside >= 300.0 {
        (Align2::RIGHT_TOP, vec2(-4.0, board.min.y + 4.0), beside - 48.0)
    } else {
        (Align2::CENTER_BOTTOM, vec2(0.0, -8.0), (whole.width() - 60.0).min(440.0))
    };
    // While points, rolls or the meeting of two are asked about, nothing has come of them yet.
    let unsettled = ["points", "roll", "attack", "target"];
    let args = &open.question.text.args;
    let tells_result = args.iter().any(|(name, _)| unsettled.contains(name));
    let area = Modal::default_area(Id::new("question")).anchor(align, at);
    let backdrop = Color32::from_black_alpha(50);
    modal(ctx, "question").area(area).backdrop_color(backdrop).show(ctx, |ui| {
        ui.set_width(width);
        // The answers stay in the window, however much there is to tell.
        let answers = open.question.choices.len() as f32 * (theme::TOUCH + 6.0) + 110.0;
        let room = (whole.height() - board.min.y - answers - QUESTION).max(80.0);
        let led = if open.offered.is_some() { room * 0.35 } else { room };
        let scroll = |salt, height| {
            ScrollArea::vertical().id_salt(salt).max_height(height).min_scrolled_height(0.0)
        };
        scroll("led", led).show(ui, |ui| {
            ui.set_max_width(width - 10.0);
            led_to(ui, model, open, tells_result, say);
        });
        ui.separator();
        // What is asked stays in sight, however much led to it.
        ui.add(Label::new(RichText::new(say.say(&open.question.text)).size(17.0)).wrap());
        ui.horizontal(|ui| widgets::rule_link(ui, say, open.question.rule, &mut out));
        if let Some(offered) = &open.offered {
            scroll("offered", room - led).show(ui, |ui| {
                ui.set_max_width(width - 10.0);
                let changed = preview::offered(ui, model, offered, say, &mut out);
                out.extend(changed.map(|options| Intent::Wish(Wish::Offer(options))));
            });
        }
        ui.add_space(4.0);
        for (i, choice) in open.question.choices.iter().enumerate() {
            let word = say.key(&format!("choice-{choice}"));
            let preset = i == open.question.preset;
            let mut button = Button::new(RichText::new(word).font(theme::bold(16.0)));
            button = button.min_size(vec2(width, theme::TOUCH));
            if preset {
                button = button.stroke(bevy_egui::egui::Stroke::new(2.0, p.active));
                button = button.shortcut_text(RichText::new("Enter").font(theme::mono(12.0)));
            }
            let mut response = ui.add(button);
            if preset {
                response = response.on_hover_text(say.key("question-preset"));
            }
            if response.clicked() {
                out.push(Intent::Wish(Wish::Answer(i as u8)));
            }
        }
        ui.add_space(6.0);
        let word = format!("{}  {}", Icon::Undo.glyph(), say.key("question-withdraw"));
        let withdraw = Button::new(word).min_size(vec2(width, theme::control(ui.ctx())));
        let withdraw = withdraw.shortcut_text(RichText::new("Esc").font(theme::mono(12.0)));
        if ui.add(withdraw).on_hover_text(say.key("question-withdraw-hint")).clicked() {
            out.push(Intent::Wish(Wish::Withdraw));
        }
    });
    out
}

/// The text of a rule, with where it comes from.
pub fn rule(ctx: &Context, rule: RuleId, model: &Model, say: &Speaker) -> Vec<Intent> {
    let mut out = Vec::new();
    let p = palette(ctx);
    Window::new("rule")
        .id(Id::new("rule"))
        .title_bar(false)
        .collapsible(false)
        .resizable(false)
        .default_width(420.0)
        .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
        .order(Order::Foreground)
        .show(ctx, |ui| {
            ui.set_max_width(460.0);
            ui.horizontal(|ui| {
                ui.label(RichText::new(rule.0).font(theme::mono_bold(16.0)).color(p.quiet));
                if let Some(spec) = model.rules.info().rules.iter().find(|r| r.id == rule) {
                    let word = say.key(mark_key(spec.mark));
                    ui.label(RichText::new(word).size(13.0).color(p.quiet));
                }
                let close = bevy_egui::egui::Layout::right_to_left(bevy_egui::egui::Align::Center);
                ui.with_layout(close, |ui| {
                    if small_icon(ui, Icon::Close, &say.key("close")).clicked() {
                        out.push(Intent::Rule(None));
                    }
                });
            });
            let name = say.key_or(&format!("rule-{rule}"), rule.0);
            ui.label(RichText::new(name).font(theme::bold(18.0)));
            let text = say.key_or(&format!("rule-{rule}.text"), "");
            ScrollArea::vertical().max_height(ctx.content_rect().height() * 0.6).show(ui, |ui| {
                ui.add(Label::new(RichText::new(text).size(15.5)).selectable(true).wrap());
            });
        });
    out
}

fn mark_key(mark: Mark) -> &'static str {
    match mark {
        Mark::Seed => "mark-seed",
        Mark::Glossary => "mark-glossary",
        Mark::Official => "mark-official",
        Mark::Derived => "mark-derived",
        Mark::Reading => "mark-reading",
        Mark::Default => "mark-default",
    }
}

/// The sheet of keys, or what this program is. The answer is whether it stays open.
pub fn help(ctx: &Context, dialog: Dialog, say: &Speaker) -> bool {
    let mut stays = true;
    let shown = modal(ctx, "help").show(ctx, |ui| {
        let most = if dialog == Dialog::About { 620.0 } else { SHEET_WIDTH };
        ui.set_max_width((ctx.content_rect().width() * 0.9).min(most));
        if dialog == Dialog::About {
            title(ui, Icon::Info, &say.key("program-name"));
            ui.label(RichText::new(env!("CARGO_PKG_VERSION")).font(theme::mono(14.0)));
            ui.add(Label::new(say.key("about-text")).wrap());
        } else {
            title(ui, Icon::Keys, &say.key("keys"));
            let height = ctx.content_rect().height() * 0.76;
            ScrollArea::vertical().max_height(height).show(ui, |ui| sheet_of_keys(ui, say));
        }
        ui.add_space(8.0);
        ui.vertical_centered(|ui| {
            stays = !big(ui, &say.key("close"));
        });
    });
    stays && !shown.backdrop_response.clicked()
}

/// Width of the sheet of keys where there is room for two columns.
const SHEET_WIDTH: f32 = 980.0;

/// All keys and what the mouse does, in as many columns as there is room for.
fn sheet_of_keys(ui: &mut Ui, say: &Speaker) {
    let columns = if ui.available_width() < 720.0 { 1 } else { 2 };
    ui.columns(columns, |columns| {
        let halves = keys::SHEET.chunks(keys::SHEET.len().div_ceil(columns.len()));
        for (ui, groups) in columns.iter_mut().zip(halves) {
            for (title, lines) in groups {
                heading(ui, &say.key(title));
                Grid::new(title).num_columns(2).min_row_height(20.0).spacing(vec2(12.0, 3.0)).show(
                    ui,
                    |ui| {
                        for line in *lines {
                            let keys = say.key_or(line.keys, line.keys);
                            let worded = keys != line.keys;
                            let font = if worded { theme::bold(13.5) } else { theme::mono(13.5) };
                            ui.label(RichText::new(keys).font(font));
                            let does = RichText::new(say.key(line.does)).size(14.5);
                            ui.add(Label::new(does).wrap());
                            ui.end_row();
                        }
                    },
                );
                ui.add_space(6.0);
            }
        }
    });
}

/// Without a fight: what can be done about it.
pub fn invitation(ctx: &Context, board: Rect, say: &Speaker) -> Vec<Intent> {
    let mut out = Vec::new();
    Area::new(Id::new("invitation")).pivot(Align2::CENTER_CENTER).fixed_pos(board.center()).show(
        ctx,
        |ui| {
            Frame::popup(ui.style()).inner_margin(20).show(ui, |ui| {
                ui.set_max_width(420.0);
                ui.vertical_centered(|ui| {
                    ui.label(RichText::new(say.key("empty-title")).font(theme::bold(20.0)));
                    ui.label(say.key("empty-text"));
                    ui.add_space(8.0);
                    if big(ui, &say.key("open-demo")) {
                        out.push(Intent::Wish(Wish::OpenShipped("demo".to_owned())));
                    }
                    if big(ui, &say.key("open")) {
                        out.push(Intent::Show(Dialog::Open));
                    }
                });
            });
        },
    );
    out
}

pub(super) fn title(ui: &mut Ui, icon: Icon, text: &str) {
    ui.label(RichText::new(format!("{}  {text}", icon.glyph())).font(theme::bold(19.0)));
    ui.add_space(4.0);
}

pub(super) fn big(ui: &mut Ui, word: &str) -> bool {
    let font = theme::bold(15.0);
    let words = ui.painter().layout_no_wrap(word.to_owned(), font.clone(), Color32::WHITE);
    let padding = 2.0 * ui.spacing().button_padding.x;
    let size = vec2((words.size().x + padding + 4.0).max(150.0), theme::TOUCH);
    // Its own layout, so that a short word stands in the middle.
    ui.add_sized(size, Button::new(RichText::new(word).font(font))).clicked()
}
