//! The log: grouped by turn, one sentence a fact, unfoldable to checks, dice and rules.
//!
//! Lines are put into words once and kept; only those in sight are laid out and drawn, so ten
//! thousand lines cost no more than ten. A change of language puts all of them into words anew.

use super::icon::Icon;
use super::model::{Dialog, Intent};
use super::theme::{self, Palette, palette};
use super::widgets::{line_edit, named, small_icon};
use crate::battle::event::{LogLine, Tone};
use crate::battle::journal::Journal;
use crate::chronicle::{self, check_name, operation};
use crate::locale::speak::Speaker;
use crate::locale::{Lang, search_fold};
use crate::rules::check::Standing;
use crate::rules::dice::Rolled;
use crate::rules::facts::CombatantId;
use crate::rules::key::RuleId;
use crate::rules::message::Message;
use crate::table::Wish;
use crate::table::moment::Place;
use bevy_egui::egui::{
    Align, Color32, ComboBox, Label, Layout, Rect, RichText, ScrollArea, Sense, Ui, Vec2,
    WidgetInfo, WidgetType, pos2,
    text::{LayoutJob, TextFormat},
    vec2,
};
use std::collections::{BTreeMap, BTreeSet};

/// A line in words.
#[derive(Clone, Debug)]
struct Said {
    /// Which line of which entry.
    place: Place,
    tone: Tone,
    text: String,
    folded: String,
    about: Vec<CombatantId>,
    rule: RuleId,
    /// What it unfolds to.
    details: Vec<Detail>,
    /// How many letters it has.
    letters: usize,
    /// Its height as it was drawn last, unfolded or not.
    height: Option<f32>,
}

/// A line below a line.
#[derive(Clone, Debug)]
struct Detail {
    /// A number or sign before it.
    lead: String,
    text: String,
    rule: Option<RuleId>,
    strong: bool,
}

/// The log in words, and what a person made of it.
#[derive(Default)]
pub struct LogState {
    said: Vec<Said>,
    /// How many lines each entry has, with its hash: what is still right is kept.
    entries: Vec<(u64, usize)>,
    lang: Option<Lang>,
    names: BTreeMap<CombatantId, String>,
    changes: Option<u64>,
    search: String,
    only: Option<CombatantId>,
    unfolded: BTreeSet<Place>,
    /// The line whose moment is shown on the board.
    pub moment: Option<Place>,
    /// The lines that the filter lets through.
    shown: Vec<usize>,
    filtered_by: Option<(String, Option<CombatantId>)>,
    width: f32,
    /// The least height of a line.
    least: f32,
    /// The end was in sight, or nearly: new lines are followed.
    near_end: bool,
    scroll: Scroll,
}

/// Where the log is scrolled to in the next frame.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
enum Scroll {
    /// Where a person left it.
    #[default]
    Free,
    /// To the end.
    End,
    /// Held where it is for so many frames, while a line unfolds.
    Held(f32, u8),
}

impl LogState {
    /// Puts what is new into words. Costs nothing when nothing changed.
    pub fn refresh(
        &mut self,
        journal: &Journal,
        ruleset: &str,
        names: &BTreeMap<CombatantId, String>,
        say: &Speaker,
    ) {
        let same_words = self.lang == Some(say.lang()) && self.names == *names;
        if same_words && self.changes == Some(journal.changes()) {
            return;
        }
        let entries = &journal.entries()[..journal.at()];
        let kept = if same_words {
            let same = |(a, b): &(&(u64, usize), &crate::battle::journal::Entry)| {
                a.0 == b.hash && a.1 == b.lines.len()
            };
            self.entries.iter().zip(entries).take_while(same).count()
        } else {
            0
        };
        self.entries.truncate(kept);
        let lines: usize = self.entries.iter().map(|(_, n)| n).sum();
        self.said.truncate(lines);
        if self.near_end || self.changes.is_none() {
            self.scroll = Scroll::End;
        }
        for (i, entry) in entries.iter().enumerate().skip(kept) {
            self.entries.push((entry.hash, entry.lines.len()));
            for (j, line) in entry.lines.iter().enumerate() {
                self.said.push(put_into_words(line, (i, j), ruleset, say));
            }
        }
        self.lang = Some(say.lang());
        self.names.clone_from(names);
        self.changes = Some(journal.changes());
        self.filtered_by = None;
    }

    /// The lines as they are shown, for the clipboard and for tests.
    pub fn text(&mut self) -> String {
        self.filter();
        let mut text = String::new();
        for i in &self.shown {
            let said = &self.said[*i];
            text += &as_text(said, self.unfolded.contains(&said.place));
        }
        text
    }

    fn filter(&mut self) {
        let wanted = (search_fold(self.search.trim()), self.only);
        if self.filtered_by.as_ref() == Some(&wanted) {
            return;
        }
        let fits = |said: &Said| {
            wanted.1.is_none_or(|who| said.about.contains(&who))
                && (wanted.0.is_empty() || said.folded.contains(&wanted.0))
        };
        let all = self.said.iter().enumerate();
        self.shown = all.filter(|(_, said)| fits(said)).map(|(i, _)| i).collect();
        self.filtered_by = Some(wanted);
    }

    /// Makes the log so many lines long, for tests.
    #[cfg(test)]
    pub fn repeat(&mut self, lines: usize) {
        let said: Vec<Said> = self.said.iter().cycle().take(lines).cloned().collect();
        self.said = said;
        for (i, said) in self.said.iter_mut().enumerate() {
            said.place = (i, 0);
        }
        self.filtered_by = None;
    }

    /// Sets the search, for tests.
    #[cfg(test)]
    pub fn search_for(&mut self, text: &str) {
        text.clone_into(&mut self.search);
    }
}

/// A line as text, with what it unfolds to.
fn as_text(said: &Said, unfolded: bool) -> String {
    let mut text = format!("{}\n", said.text);
    for detail in said.details.iter().filter(|_| unfolded) {
        text += &format!("    {} {}", detail.lead, detail.text);
        if let Some(rule) = detail.rule {
            text += &format!(" ({rule})");
        }
        text.push('\n');
    }
    text
}

fn put_into_words(line: &LogLine, place: Place, ruleset: &str, say: &Speaker) -> Said {
    let text = say.say(&line.message);
    let folded = search_fold(&text);
    let mut details = Vec::new();
    for explained in line.explained.iter().filter(|explained| chronicle::told(explained)) {
        let check = &explained.check;
        let name = check_name(say, ruleset, check);
        let mut head = Detail {
            lead: super::widgets::minus(check.value()),
            text: name,
            rule: None,
            strong: true,
        };
        if let Some(rolled) = &explained.rolled {
            let dice = dice_in_words(rolled, say);
            head.text = format!("{}: {dice}", head.text);
            if let Some(class) = chronicle::class_word(explained, ruleset, say) {
                head.text = format!("{} — {class}", head.text);
            }
            head.rule = Some(rolled.rule);
        }
        details.push(head);
        for modifier in check.lines() {
            let label = say.say(&modifier.label);
            let text = match &modifier.standing {
                Standing::Counts => label,
                Standing::Outdone(why) => say.say(
                    &Message::new("why-outdone").text("label", &label).say("why", why.clone()),
                ),
            };
            let counts = modifier.standing == Standing::Counts;
            let lead = if counts { operation(modifier.op) } else { "–".to_owned() };
            details.push(Detail { lead, text, rule: Some(modifier.rule), strong: false });
        }
    }
    let about = line.about.clone();
    let letters = text.chars().count();
    let (tone, rule) = (line.tone, line.rule);
    Said { place, tone, text, folded, about, rule, details, letters, height: None }
}

/// The faces and their sum: `1 0 1 1 = 3`.
fn dice_in_words(rolled: &Rolled, say: &Speaker) -> String {
    let faces: Vec<String> = rolled.faces.iter().map(|face| rolled.in_digits(*face)).collect();
    let faces = if faces.is_empty() { say.key("log-no-dice") } else { faces.join(" ") };
    // One face is its own sum; a coin keeps it, like all coins.
    let text = if rolled.has_sum() { format!("{faces} = {}", rolled.sum()) } else { faces };
    if rolled.typed { format!("{text} ({})", say.key("log-typed")) } else { text }
}

/// Draws the log.
pub fn show(ui: &mut Ui, say: &Speaker, state: &mut LogState) -> Vec<Intent> {
    let mut out = Vec::new();
    tools(ui, say, state, &mut out);
    state.filter();
    let width = ui.available_width() - 10.0;
    if (width - state.width).abs() > 0.5 {
        state.said.iter_mut().for_each(|said| said.height = None);
        state.width = width;
    }
    if state.shown.is_empty() {
        let key = if state.said.is_empty() { "log-empty" } else { "log-nothing-found" };
        super::widgets::quiet(ui, say.key(key));
        return out;
    }
    let row = ui.fonts_mut(|f| f.row_height(&theme::words(TEXT)));
    let least = theme::small(ui.ctx());
    if least != state.least {
        state.said.iter_mut().for_each(|said| said.height = None);
        state.least = least;
    }
    let whole: f32 = state.shown.iter().map(|i| height(&state.said[*i], width, row, least)).sum();
    let mut area = ScrollArea::vertical().id_salt("log").auto_shrink([false, false]);
    area = match state.scroll {
        Scroll::Free => area,
        Scroll::End => area.vertical_scroll_offset(whole),
        Scroll::Held(offset, _) => area.vertical_scroll_offset(offset),
    };
    // What is held does not stick: the end moves away while a line unfolds.
    let held = matches!(state.scroll, Scroll::Held(..));
    state.scroll = match state.scroll {
        Scroll::Held(offset, frames) if frames > 1 => Scroll::Held(offset, frames - 1),
        _ => Scroll::Free,
    };
    let shown = area.stick_to_bottom(!held).show_viewport(ui, |ui, view| {
        ui.set_height(whole.max(1.0));
        ui.set_width(width);
        lines_in_view(ui, view, row, say, state, &mut out);
    });
    let in_sight = shown.inner_rect.height();
    let below = shown.content_size.y - shown.state.offset.y - in_sight;
    state.near_end = below < in_sight;
    out
}

/// The last lines alone, as many as there is room for, while something else needs the rest.
pub fn latest(ui: &mut Ui, state: &LogState) {
    let p = palette(ui.ctx());
    let room = (ui.available_height() / 21.0).max(1.0) as usize;
    ui.spacing_mut().item_spacing.y = 1.0;
    let from = state.said.len().saturating_sub(room);
    for said in &state.said[from..] {
        let text = RichText::new(&said.text).size(13.5).color(color_of(said.tone, &p));
        ui.add(Label::new(text).truncate());
    }
}

/// Search, filter by fighter, copy, export.
fn tools(ui: &mut Ui, say: &Speaker, state: &mut LogState, out: &mut Vec<Intent>) {
    ui.horizontal(|ui| {
        ui.set_min_height(theme::control(ui.ctx()));
        // Large controls in a narrow panel leave the title no room beside the search.
        if !theme::large(ui.ctx()) || ui.available_width() > ROOM_FOR_TITLE {
            ui.label(RichText::new(say.key("log")).font(theme::bold(15.0)));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if small_icon(ui, Icon::Export, &say.key("log-export")).clicked() {
                out.push(Intent::Show(Dialog::ExportLog));
            }
            if small_icon(ui, Icon::Copy, &say.key("log-copy")).clicked() {
                let text = state.text();
                ui.ctx().copy_text(text);
            }
            let shown = state.only.map_or_else(|| say.key("log-all"), |w| say.name(w).to_owned());
            ComboBox::from_id_salt("log-only")
                .selected_text(RichText::new(shown).size(13.5))
                .width(92.0)
                .truncate()
                .show_ui(ui, |ui| {
                    ui.selectable_value(&mut state.only, None, say.key("log-all"));
                    let names: Vec<_> = state.names.clone().into_iter().collect();
                    for (id, name) in names {
                        ui.selectable_value(&mut state.only, Some(id), name);
                    }
                });
            let hint = format!("{} {}", Icon::Search.glyph(), say.key("search"));
            let width = ui.available_width().max(30.0);
            let edit = line_edit(ui, &mut state.search, width).hint_text(hint);
            let response = ui.add(edit.font(theme::words(14.0)));
            named(response, &say.key("search"));
        });
    });
}

/// With large controls the header needs so much width for a title, too.
const ROOM_FOR_TITLE: f32 = 380.0;
const TEXT: f32 = 14.5;
/// Room above and below a line.
const ABOVE: f32 = 2.0;
const BELOW: f32 = 3.0;

/// The height of a line: as it was drawn, or guessed from its letters, which is right enough for the
/// scroll bar.
fn height(said: &Said, width: f32, row: f32, least: f32) -> f32 {
    said.height.unwrap_or_else(|| {
        let per_row = (width - 24.0).max(40.0) / (TEXT * 0.52);
        let rows = (said.letters as f32 / per_row).ceil().max(1.0);
        (rows * row + ABOVE + BELOW).max(least)
    })
}

fn lines_in_view(
    ui: &mut Ui,
    view: Rect,
    row: f32,
    say: &Speaker,
    state: &mut LogState,
    out: &mut Vec<Intent>,
) {
    let origin = ui.max_rect().min;
    let mut y = 0.0;
    let mut touched = None;
    for i in &state.shown {
        let said = &mut state.said[*i];
        let expected = height(said, state.width, row, state.least);
        if y > view.max.y {
            break;
        }
        if y + expected < view.min.y {
            y += expected;
            continue;
        }
        let unfolded = state.unfolded.contains(&said.place);
        let at = origin + vec2(0.0, y);
        let shown = state.moment == Some(said.place);
        let (drawn, touch) = line(ui, at, state.width, said, (unfolded, shown), say, out);
        if let Some(touch) = touch {
            touched = Some((*i, touch));
        }
        said.height = Some(drawn);
        if (drawn - expected).abs() > 0.5 {
            ui.ctx().request_repaint();
        }
        y += drawn;
    }
    let Some((i, touch)) = touched else { return };
    match touch {
        Touch::Click => {
            let shown = click(&state.said[i], &mut state.unfolded, state.moment);
            out.push(Intent::Wish(Wish::Moment(shown)));
            // What was clicked stays under the pointer, at the end of the log too.
            state.scroll = Scroll::Held(view.min.y, 3);
        }
        Touch::Show => out.push(Intent::Wish(Wish::Moment(Some(state.said[i].place)))),
        Touch::CopyLine => {
            let said = &state.said[i];
            let text = as_text(said, state.unfolded.contains(&said.place));
            ui.ctx().copy_text(text);
        }
        Touch::CopyAll => {
            let text = state.text();
            ui.ctx().copy_text(text);
        }
    }
}

/// What was done to a line.
#[derive(Copy, Clone, Debug)]
enum Touch {
    /// It was clicked.
    Click,
    /// Its moment is to be shown.
    Show,
    /// It is to be copied.
    CopyLine,
    /// All lines are to be copied.
    CopyAll,
}

/// A click shows the moment of a line and unfolds it; the next one undoes both. The answer is the
/// moment that is shown then.
fn click(said: &Said, unfolded: &mut BTreeSet<Place>, shown: Option<Place>) -> Option<Place> {
    let place = said.place;
    if said.details.is_empty() {
        return (shown != Some(place)).then_some(place);
    }
    if unfolded.remove(&place) {
        return None;
    }
    unfolded.insert(place);
    Some(place)
}

fn color_of(tone: Tone, p: &Palette) -> Color32 {
    match tone {
        Tone::Heading => p.active,
        Tone::Deed => p.text,
        Tone::Harm => p.harm,
        Tone::Detail | Tone::Master => p.quiet,
    }
}

/// Draws one line at a place; gives its height and what was done to it.
fn line(
    ui: &Ui,
    at: bevy_egui::egui::Pos2,
    width: f32,
    said: &Said,
    (unfolded, shown): (bool, bool),
    say: &Speaker,
    out: &mut Vec<Intent>,
) -> (f32, Option<Touch>) {
    let p = palette(ui.ctx());
    let heading = said.tone == Tone::Heading;
    let font = if heading { theme::bold(TEXT) } else { theme::words(TEXT) };
    let color = color_of(said.tone, &p);
    let indent = if heading { 0.0 } else { 16.0 };
    let job = LayoutJob::simple(said.text.clone(), font, color, width - indent - 2.0);
    let galley = ui.painter().layout_job(job);
    let least = theme::small(ui.ctx());
    let mut height = (ABOVE + galley.size().y + BELOW).max(least);
    // A heading stands nearer to what follows.
    let spare = height - galley.size().y;
    let above = if heading { spare - BELOW } else { spare / 2.0 };
    let middle = at.y + above + ui.fonts_mut(|f| f.row_height(&theme::words(TEXT))) / 2.0;
    let can_unfold = !said.details.is_empty();
    let head = Rect::from_min_size(at, Vec2::new(width, height));
    let response = ui.interact(head, ui.id().with(("line", said.place)), Sense::click());
    if shown {
        ui.painter().rect_filled(head, 3.0, p.chosen);
    } else if response.hovered() {
        ui.painter().rect_filled(head, 3.0, p.raised);
    }
    if can_unfold {
        let icon = if unfolded { Icon::Down } else { Icon::Right };
        let place = pos2(at.x + 2.0, middle);
        let align = bevy_egui::egui::Align2::LEFT_CENTER;
        ui.painter().text(place, align, icon.glyph(), theme::words(12.0), p.quiet);
    }
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, said.text.clone()));
    ui.painter().galley(at + vec2(indent, above), galley, color);
    if said.tone == Tone::Master && !can_unfold {
        // The game master's hand has a mark and no colour: colours are for the sides.
        let place = pos2(at.x + 1.0, middle);
        let align = bevy_egui::egui::Align2::LEFT_CENTER;
        ui.painter().text(place, align, Icon::Edit.glyph(), theme::words(11.0), p.quiet);
    }
    if unfolded {
        for (i, detail) in said.details.iter().enumerate() {
            let place = at + vec2(indent, height);
            let id = (said.place, i);
            height += detail_line(ui, place, width - indent, detail, id, say, out);
        }
        height += 4.0;
    }
    let mut touch = response.clicked().then_some(Touch::Click);
    response.context_menu(|ui| {
        let choices = [
            (Touch::Show, "log-show-moment"),
            (Touch::CopyLine, "log-copy-line"),
            (Touch::CopyAll, "log-copy"),
        ];
        for (choice, key) in choices {
            if ui.button(say.key(key)).clicked() {
                touch = Some(choice);
                ui.close();
            }
        }
    });
    if said.rule != crate::rules::TABLE && said.rule != crate::rules::GM {
        let title = say.key_or(&format!("rule-{}", said.rule), said.rule.0);
        response.on_hover_text(format!("{} {title}", said.rule));
    }
    (height, touch)
}

/// A line below a line: sign, words, rule to click.
fn detail_line(
    ui: &Ui,
    at: bevy_egui::egui::Pos2,
    width: f32,
    detail: &Detail,
    id: (Place, usize),
    say: &Speaker,
    out: &mut Vec<Intent>,
) -> f32 {
    let p = palette(ui.ctx());
    let lead = if detail.strong { theme::mono_bold(13.5) } else { theme::mono(13.0) };
    let color = if detail.strong { p.text } else { p.quiet };
    let align = bevy_egui::egui::Align2::RIGHT_TOP;
    let mut job = LayoutJob::default();
    job.wrap.max_width = width - 36.0;
    let font = if detail.strong { theme::bold(13.5) } else { theme::words(13.5) };
    job.append(&detail.text, 0.0, TextFormat::simple(font, color));
    if let Some(rule) = detail.rule {
        job.append(rule.0, 8.0, TextFormat::simple(theme::mono(12.0), p.quiet));
    }
    let galley = ui.painter().layout_job(job);
    // A line with a rule is a control; a check's own line is none.
    let least = if detail.rule.is_some() { theme::small(ui.ctx()) } else { 0.0 };
    let height = galley.size().y.max(least);
    let rect = Rect::from_min_size(at + vec2(36.0, 0.0), vec2(galley.size().x.max(least), height));
    let down = vec2(0.0, (height - galley.size().y) / 2.0);
    ui.painter().text(at + vec2(28.0, 0.0) + down, align, &detail.lead, lead, color);
    ui.painter().galley(rect.min + down, galley, color);
    if let Some(rule) = detail.rule {
        let response = ui.interact(rect, ui.id().with(("detail", id)), Sense::click());
        let title = say.key_or(&format!("rule-{rule}"), rule.0);
        if response.on_hover_text(format!("{rule} {title}")).clicked() {
            out.push(Intent::Rule(Some(rule)));
        }
    }
    rect.height() + 2.0
}
