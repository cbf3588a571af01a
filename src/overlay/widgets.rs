//! Small things that several panels draw: icons, steppers, segmented choices, health, patterns.

use super::icon::{self, Icon};
use super::model::{Intent, Model};
use super::theme::{self, Palette, palette};
pub use crate::chronicle::refusal;
use crate::locale::speak::Speaker;
use crate::rules::dice::Rolled;
use crate::rules::facts::{Condition, SideId, Until};
use crate::rules::health::HealthPicture;
use crate::rules::key::RuleId;
use crate::rules::message::Message;
use bevy_egui::egui::{
    self, Align2, Button, Color32, CornerRadius, DragValue, Id, Painter, Pos2, Rect, Response,
    RichText, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, pos2, vec2,
};

/// The glyph of an icon that a ruleset names; none for a name that nobody knows.
pub fn glyph(name: &str) -> Option<char> {
    icon::all().iter().find(|(_, known)| *known == name).map(|(glyph, _)| *glyph)
}

/// An icon that is pressed, with a word on hover.
pub fn icon_button(ui: &mut Ui, icon: Icon, hover: &str) -> Response {
    let label = RichText::new(icon.glyph()).size(18.0);
    let side = theme::control(ui.ctx()).max(theme::TOUCH - 4.0);
    let response = ui.add(Button::new(label).min_size(Vec2::splat(side)));
    named(response, hover)
}

/// The same for the inside of a panel.
pub fn small_icon(ui: &mut Ui, icon: Icon, hover: &str) -> Response {
    let label = RichText::new(icon.glyph()).size(15.0);
    let button = Button::new(label).frame_when_inactive(false);
    let side = theme::small(ui.ctx());
    named(ui.add(button.min_size(Vec2::splat(side))), hover)
}

/// Gives a response a word on hover and the same word as its name for screen readers.
pub fn named(response: Response, word: &str) -> Response {
    let enabled = response.enabled();
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::WidgetType::Button, enabled, word.to_owned())
    });
    if enabled { response.on_hover_text(word) } else { response.on_disabled_hover_text(word) }
}

/// A condition in words: its icon and name, by whom it is, how long it lasts.
pub fn condition(model: &Model, say: &Speaker, condition: &Condition) -> String {
    let spec = model.rules.info().conditions.iter().find(|spec| spec.id == condition.id);
    let icon = spec.and_then(|spec| glyph(spec.icon)).unwrap_or(' ');
    let name = say.key(&format!("condition-{}", condition.id));
    let by = condition.by.map_or_else(String::new, |by| format!(" ({})", say.name(by)));
    let amount = match condition.amount {
        0 => String::new(),
        n => format!(" {}", minus(n)),
    };
    let until = until(say, condition.until);
    format!("{icon} {name}{amount}{by}, {until}")
}

/// How long a condition lasts, in words.
pub fn until(say: &Speaker, until: Until) -> String {
    match until {
        Until::Turns(n) => say.say(&Message::new("until-turns").int("n", n.into())),
        Until::Hours(n) => say.say(&Message::new("until-hours").int("n", n.into())),
        other => say.key(until_key(other)),
    }
}

/// The word for how long a condition lasts.
fn until_key(until: Until) -> &'static str {
    match until {
        Until::Ended => "until-ended",
        Until::NextTurn => "until-next-turn",
        Until::EndOfNextTurn => "until-end-of-next-turn",
        Until::EndOfThisTurn => "until-end-of-this-turn",
        Until::Used => "until-used",
        Until::Turns(_) => "until-turns",
        Until::Hours(_) => "until-hours",
    }
}

/// The id of a rule, to be clicked for its text.
pub fn rule_link(ui: &mut Ui, say: &Speaker, rule: RuleId, out: &mut Vec<Intent>) {
    if rule == crate::rules::TABLE || rule == crate::rules::GM {
        return;
    }
    let p = palette(ui.ctx());
    let font = theme::mono(12.0);
    let text = ui.painter().layout_no_wrap(rule.0.to_owned(), font, p.quiet);
    let height = theme::small(ui.ctx());
    let width = if theme::large(ui.ctx()) { text.size().x.max(height) } else { text.size().x };
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    let at = rect.center() - text.size() / 2.0;
    let color = if response.hovered() { p.text } else { p.quiet };
    ui.painter().galley_with_override_text_color(at, text, color);
    response
        .widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Link, true, rule.0.to_owned()));
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    let title = format!("rule-{rule}");
    if response.on_hover_text(say.key_or(&title, rule.0)).clicked() {
        out.push(Intent::Rule(Some(rule)));
    }
}

/// One of several words beside each other; the answer is the one that was clicked.
pub fn segments(ui: &mut Ui, words: &[String], chosen: Option<usize>) -> Option<usize> {
    let mut clicked = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let least = if theme::large(ui.ctx()) { theme::TOUCH } else { 0.0 };
        let mut order: Vec<usize> = (0..words.len()).collect();
        if ui.layout().prefer_right_to_left() {
            order.reverse();
        }
        for i in order {
            let label = RichText::new(&words[i]).size(14.0);
            let button = Button::new(label).selected(chosen == Some(i));
            if ui.add(button.min_size(vec2(least, theme::small(ui.ctx())))).clicked() {
                clicked = Some(i);
            }
        }
    });
    clicked
}

/// A number with − and +; its place never changes with its length.
pub fn stepper(
    ui: &mut Ui,
    value: i16,
    range: (i16, i16),
    signed: bool,
    words: (&str, &str),
) -> Option<i16> {
    stepper_by(ui, 1, value, range, signed, words)
}

/// The same in steps of so many.
pub fn stepper_by(
    ui: &mut Ui,
    by: i16,
    value: i16,
    range: (i16, i16),
    signed: bool,
    words: (&str, &str),
) -> Option<i16> {
    let text = if signed && value > 0 { format!("+{value}") } else { minus(value) };
    stepper_around(ui, by, value, range, words, |ui| {
        fixed_number(ui, &text, 34.0);
        None
    })
}

/// The widest range that is walked through step by step.
pub const WALKED_MOST: i16 = 60;

/// The same in a range that nobody wants to walk through step by step: the number can be typed,
/// too. A least value of −1 stands for none and is shown as the word `nothing`.
pub fn stepper_typed(
    ui: &mut Ui,
    by: i16,
    value: i16,
    range: (i16, i16),
    words: (&str, &str),
    nothing: &str,
) -> Option<i16> {
    let in_signs = |n: i64| match n {
        -1 if range.0 == -1 => nothing.to_owned(),
        1.. if range.0 < -1 => format!("+{n}"),
        n => minus(n),
    };
    stepper_around(ui, by, value, range, words, |ui| {
        number_in_signs(ui, "typed", value, range, in_signs)
    })
}

/// A number that is dragged or typed; the answer comes when the person is done with it.
pub fn number(ui: &mut Ui, salt: &str, value: i16, range: (i16, i16)) -> Option<i16> {
    number_in_signs(ui, salt, value, range, minus)
}

fn number_in_signs(
    ui: &mut Ui,
    salt: &str,
    value: i16,
    (least, most): (i16, i16),
    in_signs: impl Fn(i64) -> String,
) -> Option<i16> {
    let id: Id = ui.id().with(("number", salt));
    let mut draft = ui.data(|d| d.get_temp::<i16>(id)).unwrap_or(value);
    let drag = DragValue::new(&mut draft)
        .range(least..=most)
        .speed(0.06)
        .custom_formatter(move |n, _| in_signs(n as i64))
        .custom_parser(|text| text.trim().replace('−', "-").parse().ok())
        .update_while_editing(false);
    let height = theme::small(ui.ctx());
    let response = ui.add_sized(vec2(height.max(40.0), height), drag);
    let busy = response.dragged() || response.has_focus();
    let done = response.drag_stopped() || response.lost_focus() || response.changed() && !busy;
    if done {
        ui.data_mut(|d| d.remove_temp::<i16>(id));
        return (draft != value).then_some(draft);
    }
    if busy {
        ui.data_mut(|d| d.insert_temp(id, draft));
    } else {
        ui.data_mut(|d| d.remove_temp::<i16>(id));
    }
    None
}

fn stepper_around(
    ui: &mut Ui,
    by: i16,
    value: i16,
    (least, most): (i16, i16),
    words: (&str, &str),
    middle: impl FnOnce(&mut Ui) -> Option<i16>,
) -> Option<i16> {
    let mut changed = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let step = |ui: &mut Ui, icon: Icon, word: &str, to: i16| {
            let fits = (least..=most).contains(&to);
            let label = RichText::new(icon.glyph()).size(14.0);
            let button = Button::new(label).min_size(Vec2::splat(theme::control(ui.ctx())));
            named(ui.add_enabled(fits, button), word).clicked().then_some(to)
        };
        let mut ends = [(Icon::Less, words.0, -by), (Icon::More, words.1, by)];
        if ui.layout().prefer_right_to_left() {
            ends.reverse();
        }
        let [first, last] = ends;
        let first = step(ui, first.0, first.1, value.saturating_add(first.2));
        let typed = middle(ui);
        changed = first.or(typed).or(step(ui, last.0, last.1, value.saturating_add(last.2)));
    });
    changed
}

/// A field for a line of text, as high as any other control.
pub fn line_edit<'a>(ui: &Ui, text: &'a mut String, width: f32) -> egui::TextEdit<'a> {
    egui::TextEdit::singleline(text)
        .desired_width(width)
        .min_size(vec2(0.0, theme::small(ui.ctx())))
        .vertical_align(egui::Align::Center)
}

/// A number with a real minus sign.
pub fn minus(value: impl std::fmt::Display) -> String {
    let text = value.to_string();
    text.strip_prefix('-').map_or(text.clone(), |rest| format!("−{rest}"))
}

/// A number in a place of fixed width.
pub fn fixed_number(ui: &mut Ui, text: &str, width: f32) {
    let (rect, response) =
        ui.allocate_exact_size(vec2(width, theme::control(ui.ctx())), Sense::hover());
    let color = palette(ui.ctx()).text;
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, text, theme::mono(15.0), color);
    let label = text.to_owned();
    response
        .widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, label.clone()));
}

/// A roll: whose it is, its dice, their sum. Coins are discs, full or hollow; other dice show
/// their faces.
pub fn dice_row(ui: &mut Ui, name: &str, rolled: &Rolled) {
    let p = palette(ui.ctx());
    let coins = rolled.is_of_coins();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        ui.label(RichText::new(name).size(14.0).color(p.quiet));
        ui.add_space(4.0);
        for face in rolled.faces.iter().take(DICE_MOST) {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(15.0), Sense::hover());
            let middle = rect.center();
            if coins && *face == 1 {
                ui.painter().circle_filled(middle, 6.5, p.target);
            } else if coins {
                ui.painter().circle_stroke(middle, 6.0, Stroke::new(1.5, p.quiet));
            } else {
                let font = theme::mono(13.0);
                let face = rolled.in_digits(*face);
                ui.painter().text(middle, Align2::CENTER_CENTER, face, font, p.text);
            }
        }
        // One face is its own sum.
        if !rolled.has_sum() {
            return;
        }
        let sum = format!("= {}", rolled.sum());
        ui.label(RichText::new(sum).font(theme::mono_bold(14.0)).color(p.text));
    });
}

/// More dice than these are told by their sum alone.
const DICE_MOST: usize = 14;

/// The mark of a side: its colour and its shape, so that it can be told without the colour.
pub fn side_mark(painter: &Painter, center: Pos2, radius: f32, side: SideId, p: &Palette) {
    let color = p.side(side);
    match side.0 {
        0 => {
            painter.circle_filled(center, radius, color);
        }
        1 => {
            let r = radius;
            let points = vec![
                center + vec2(0.0, -r * 1.15),
                center + vec2(r * 1.05, r * 0.85),
                center + vec2(-r * 1.05, r * 0.85),
            ];
            painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
        }
        2 => {
            let rect = Rect::from_center_size(center, Vec2::splat(radius * 1.8));
            painter.rect_filled(rect, CornerRadius::ZERO, color);
        }
        _ => {
            painter.circle_stroke(center, radius * 0.8, Stroke::new(radius * 0.4, color));
        }
    }
}

/// How an area is filled beside its colour.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Colour alone.
    Plain,
    /// Dots.
    Dots,
    /// Lines one way, this far apart.
    Lines(u8),
    /// Lines both ways, this far apart.
    Cross(u8),
}

/// Fills a rectangle with a colour and a pattern.
pub fn fill(painter: &Painter, rect: Rect, color: Color32, pattern: Pattern) {
    painter.rect_filled(rect, CornerRadius::ZERO, color);
    let ink = Stroke::new(1.0, theme::ink_on(color).gamma_multiply(0.55));
    let clipped = painter.with_clip_rect(rect.intersect(painter.clip_rect()));
    match pattern {
        Pattern::Plain => {}
        Pattern::Dots => {
            let mut y = rect.min.y + 4.0;
            while y < rect.max.y {
                let mut x = rect.min.x + 4.0;
                while x < rect.max.x {
                    clipped.circle_filled(pos2(x, y), 1.0, ink.color);
                    x += 7.0;
                }
                y += 7.0;
            }
        }
        Pattern::Lines(apart) => lines(&clipped, rect, f32::from(apart), ink, false),
        Pattern::Cross(apart) => {
            lines(&clipped, rect, f32::from(apart), ink, false);
            lines(&clipped, rect, f32::from(apart), ink, true);
        }
    }
}

fn lines(painter: &Painter, rect: Rect, apart: f32, ink: Stroke, falling: bool) {
    let height = rect.height();
    let mut x = rect.min.x - height;
    while x < rect.max.x {
        let (low, high) = (pos2(x, rect.max.y), pos2(x + height, rect.min.y));
        let (falling_low, falling_high) = (pos2(x, rect.min.y), pos2(x + height, rect.max.y));
        let segment = if falling { [falling_low, falling_high] } else { [low, high] };
        painter.line_segment(segment, ink);
        x += apart.max(2.0);
    }
}

/// Health in the ruleset's own shape, inside a rectangle.
pub fn health(painter: &Painter, rect: Rect, picture: &HealthPicture, p: &Palette) {
    match picture {
        HealthPicture::Blocks { blocks, below, floor } => {
            blocks_of_hits(painter, rect, blocks, *below, *floor, p);
        }
        HealthPicture::Ladder(columns) => {
            let boxes: Vec<u8> = columns
                .iter()
                .flat_map(|(n, crossed)| (0..*n).map(move |i| u8::from(i < *crossed) * 2))
                .collect();
            row_of_boxes(painter, rect, &boxes, p);
        }
        HealthPicture::Boxes(kinds) => row_of_boxes(painter, rect, kinds, p),
        HealthPicture::Bar { left, most, notch } => {
            let share = f32::from(*left) / f32::from((*most).max(1));
            let mut whole = rect;
            whole.max.x = rect.min.x + rect.width() * share.clamp(0.0, 1.0);
            fill(painter, rect, p.harm, Pattern::Cross(5));
            painter.rect_filled(whole, 0.0, p.good);
            if *notch > 0 {
                for n in (*notch..*most).step_by(usize::from(*notch)) {
                    let x = rect.min.x + rect.width() * f32::from(n) / f32::from(*most);
                    painter.vline(x, rect.y_range(), Stroke::new(1.0, p.panel));
                }
            }
            painter.rect_stroke(rect, 0.0, Stroke::new(1.0, p.edge), StrokeKind::Inside);
        }
    }
}

/// Blocks lie beside each other with gaps, the one that is lost first at the right end; what is
/// under zero stands in harm's colour before them.
fn blocks_of_hits(
    painter: &Painter,
    rect: Rect,
    blocks: &[(u8, u8)],
    below: u8,
    floor: u8,
    p: &Palette,
) {
    let hits: u32 = blocks.iter().map(|(size, _)| u32::from(*size)).sum();
    let under = u32::from(floor);
    let gap = 5.0;
    let gaps = blocks.len() as f32;
    let cell = ((rect.width() - gap * gaps) / (hits + under).max(1) as f32).min(18.0);
    let mut x = rect.min.x;
    let pip = |x: f32| {
        Rect::from_min_max(pos2(x, rect.min.y), pos2(x + (cell - 1.5).max(1.0), rect.max.y))
    };
    for i in 0..under {
        // From the threshold of death up to zero: the deeper, the farther left.
        let lost = under - i <= u32::from(below);
        if lost {
            fill(painter, pip(x), p.harm, Pattern::Cross(4));
        }
        let frame = Stroke::new(1.0, if lost { p.harm } else { p.quiet.gamma_multiply(0.4) });
        painter.rect_stroke(pip(x), 1.0, frame, StrokeKind::Inside);
        x += cell;
    }
    x += gap;
    for (size, left) in blocks.iter().rev() {
        for i in 0..*size {
            if i < *left {
                painter.rect_filled(pip(x), 1.0, p.good);
            } else {
                fill(painter, pip(x), p.harm.gamma_multiply(0.45), Pattern::Lines(4));
            }
            x += cell;
        }
        x += gap;
    }
}

fn row_of_boxes(painter: &Painter, rect: Rect, kinds: &[u8], p: &Palette) {
    let cell = (rect.width() / kinds.len().max(1) as f32).min(18.0);
    for (i, kind) in kinds.iter().enumerate() {
        let x = rect.min.x + cell * i as f32;
        let pip = Rect::from_min_max(pos2(x, rect.min.y), pos2(x + cell - 1.5, rect.max.y));
        match kind {
            0 => {
                painter.rect_filled(pip, 1.0, p.good);
            }
            1 => fill(painter, pip, p.harm.gamma_multiply(0.4), Pattern::Lines(5)),
            2 => fill(painter, pip, p.harm, Pattern::Cross(5)),
            _ => fill(painter, pip, p.harm, Pattern::Cross(3)),
        }
    }
}

/// Wrapped words in the quiet colour.
pub fn quiet(ui: &mut Ui, text: impl Into<String>) -> Response {
    let color = palette(ui.ctx()).quiet;
    ui.add(egui::Label::new(RichText::new(text).size(14.0).color(color)).wrap())
}

/// A heading inside a panel.
pub fn heading(ui: &mut Ui, text: &str) {
    let color = palette(ui.ctx()).quiet;
    ui.add_space(2.0);
    ui.label(RichText::new(text).font(theme::bold(13.0)).color(color));
}

/// A text that is drawn in a given width and cut where it does not fit; the whole is on hover.
pub fn cut(painter: &Painter, rect: Rect, text: &str, font: egui::FontId, color: Color32) {
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(rect.width());
    let galley = painter.layout_job(job);
    let at = pos2(rect.min.x, rect.center().y - galley.size().y / 2.0);
    painter.galley(at, galley, color);
}
