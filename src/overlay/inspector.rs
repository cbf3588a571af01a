//! The sheet of the selected fighter. Every change is one edit and so one undo step.

use super::action_bar::{self, item_word};
use super::icon::Icon;
use super::menu::side_key;
use super::model::{FighterModel, Intent, Model};
use super::muster;
use super::theme::{self, palette};
use super::widgets::{
    self, glyph, heading, line_edit, number, quiet, side_mark, small_icon, stepper, stepper_by,
};
use crate::battle::command::{Command, Edit};
use crate::chronicle::metres_left;
use crate::locale::speak::Speaker;
use crate::rules::facts::{Carried, CombatantId, Condition, Cost, SideId, Until};
use crate::rules::message::Message;
use crate::rules::ruleset::{CoinUnit, FieldSpec};
use bevy_egui::egui::{
    Align, Button, ComboBox, Frame, Id, Key, Label, Layout, Margin, PopupCloseBehavior, RichText,
    ScrollArea, Sense, Ui, Vec2, vec2,
};

/// Draws the sheet, or says how to get one.
pub fn show(ui: &mut Ui, model: &Model, say: &Speaker) -> Vec<Intent> {
    let mut out = Vec::new();
    let who = model.selected.or(model.current);
    let Some((id, fighter)) = who.and_then(|id| Some((id, model.fighters.get(&id)?))) else {
        quiet(ui, say.key("sheet-nobody"));
        return out;
    };
    let mut sheet = Sheet { model, id, fighter, say, out: &mut out };
    ScrollArea::vertical().id_salt(("sheet", id.0)).auto_shrink([false, false]).show(ui, |ui| {
        // Room for the scroll bar, which lies over the contents.
        ui.set_max_width(ui.available_width() - 8.0);
        ui.push_id(id.0, |ui| {
            sheet.head(ui);
            sheet.health(ui);
            sheet.conditions(ui);
            sheet.amounts(ui);
            sheet.any_time(ui);
            sheet.turn(ui);
            sheet.weapons(ui);
            sheet.fields(ui);
            sheet.start(ui);
            sheet.foot(ui);
        });
    });
    out
}

/// Begins another row if something so wide has no room in this one.
fn break_before(ui: &mut Ui, width: f32) {
    let begun = ui.cursor().min.x > ui.max_rect().min.x + 1.0;
    if begun && ui.available_size_before_wrap().x < width {
        ui.end_row();
    }
}

struct Sheet<'a> {
    model: &'a Model,
    id: CombatantId,
    fighter: &'a FighterModel,
    say: &'a Speaker<'a>,
    out: &'a mut Vec<Intent>,
}

impl Sheet<'_> {
    fn edit(&mut self, edit: Edit) {
        self.out.push(Intent::edit(self.id, edit));
    }

    /// Side, name, whether the sheet was derived.
    fn head(&mut self, ui: &mut Ui) {
        let p = palette(ui.ctx());
        let side = self.fighter.fighter.side;
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(16.0), Sense::hover());
            side_mark(ui.painter(), rect.center(), 6.5, side, &p);
            // The word for a side is whole; the name has what is left and scrolls in its field.
            let shown = self.say.key(side_key(side));
            let words = ui.painter().layout_no_wrap(shown.clone(), theme::words(13.5), p.text);
            let side_px = words.size().x + 52.0;
            let name_px = (ui.available_width() - side_px - 22.0).clamp(60.0, 220.0);
            if let Some(name) = text(ui, "name", self.say.name(self.id), name_px, (60, false)) {
                self.edit(Edit::Name(name));
            }
            ComboBox::from_id_salt("side")
                .selected_text(RichText::new(shown).size(13.5))
                .width(ui.available_width() - 8.0)
                .truncate()
                .show_ui(ui, |ui| {
                    for n in 0..4 {
                        let word = self.say.key(side_key(SideId(n)));
                        if ui.selectable_label(side.0 == n, word).clicked() && side.0 != n {
                            self.edit(Edit::Side(SideId(n)));
                        }
                    }
                });
        });
        if self.fighter.fighter.sheet.derived {
            quiet(ui, self.say.key("sheet-derived"));
        }
    }

    /// Health in its own shape, with the number between − and +.
    fn health(&mut self, ui: &mut Ui) {
        let p = palette(ui.ctx());
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 22.0), Sense::hover());
        widgets::health(ui.painter(), rect, &self.fighter.picture, &p);
        ui.horizontal(|ui| {
            let words = (self.say.key("sheet-hurt"), self.say.key("sheet-heal"));
            let points = self.fighter.fighter.health.points;
            let most = self.model.rules.points_most(&self.fighter.fighter.sheet);
            // Damage counts upwards: one less of it heals.
            let hover = match most {
                Some(_) => (words.1.as_str(), words.0.as_str()),
                None => (words.0.as_str(), words.1.as_str()),
            };
            let least = self.model.rules.points_least(&self.fighter.fighter.sheet);
            if let Some(points) = stepper(ui, points, (least, 999), false, hover) {
                self.edit(Edit::Points(points));
            }
            if let Some(most) = most {
                let of = Message::new("sheet-of").int("most", most.into());
                ui.label(RichText::new(self.say.say(&of)).size(14.0).color(p.quiet));
            }
            let state = self.say.key(&format!("state-{}", self.fighter.vital.state));
            let color = if self.fighter.vital.able { p.text } else { p.harm };
            ui.label(RichText::new(state).font(theme::bold(15.0)).color(color));
        });
        self.marks(ui);
    }

    /// The marks of the health track, where the ruleset has a word for a column of them.
    fn marks(&mut self, ui: &mut Ui) {
        let words = (self.say.key("less"), self.say.key("more"));
        for (column, marks) in self.fighter.fighter.health.marks.into_iter().enumerate() {
            let key = self.model.word("mark", &column.to_string());
            if !self.say.has(&key) {
                continue;
            }
            let most = self.model.rules.mark_most(&self.fighter.fighter.sheet, column as u8);
            if most == Some(0) && marks == 0 {
                continue;
            }
            let word = self.say.key(&key);
            let word = most.map_or(word.clone(), |most| {
                let of = Message::new("sheet-mark-of").text("mark", &word);
                self.say.say(&of.int("most", most.into()))
            });
            let mut changed = None;
            row(ui, &word, |ui| {
                let words = (words.0.as_str(), words.1.as_str());
                changed = stepper(ui, marks.into(), (0, 99), false, words);
            });
            if let Some(marks) = changed.and_then(|n| u8::try_from(n).ok()) {
                self.edit(Edit::Marks(column as u8, marks));
            }
        }
    }

    /// What is left of its running turn, coin by coin.
    fn turn(&mut self, ui: &mut Ui) {
        if self.model.current != Some(self.id) {
            return;
        }
        let info = self.model.rules.info();
        heading(ui, &self.say.key("sheet-turn"));
        let words = (self.say.key("less"), self.say.key("more"));
        for (i, coin) in info.coins.iter().enumerate() {
            let left = self.model.budget.left[i];
            let key = self.model.word("coin", coin.key);
            let word = self.say.key_or(&format!("{key}.full"), &self.say.key(&key));
            // Movement is told in metres; the half cell to spare for a diagonal stays.
            let (word, by, shown) = match coin.unit {
                CoinUnit::Hidden => continue,
                CoinUnit::Pieces => (word, 1, left),
                CoinUnit::HalfCells => {
                    let word = Message::new("sheet-metres").text("coin", &word);
                    (self.say.say(&word), 2, metres_left(left))
                }
            };
            let mut changed = None;
            row(ui, &word, |ui| {
                let words = (words.0.as_str(), words.1.as_str());
                changed = stepper_by(ui, by, shown.into(), (0, 200), false, words);
            });
            if let Some(now) = changed.and_then(|n| u8::try_from(n).ok()) {
                let mut coins = self.model.budget.left;
                coins[i] = now + (left - shown);
                self.edit(Edit::Budget(Cost(coins)));
            }
        }
    }

    /// What it may do whoever acts.
    fn any_time(&mut self, ui: &mut Ui) {
        if self.fighter.may_step_in {
            action_bar::step_in(ui, self.id, ui.available_width(), self.say, self.out);
        }
        ui.horizontal_wrapped(|ui| {
            let deeds = self.fighter.any_time.iter();
            action_bar::any_time(ui, self.model, self.id, deeds, self.say, self.out);
        });
    }

    /// Conditions as chips; each can be taken off, others put on.
    fn conditions(&mut self, ui: &mut Ui) {
        let p = palette(ui.ctx());
        ui.horizontal_wrapped(|ui| {
            for condition in self.model.conditions(&self.fighter.fighter) {
                self.chip(ui, *condition);
            }
            let free = self.model.rules.info().conditions.iter();
            let free = free.filter(|c| !c.hidden && !self.fighter.fighter.has(c.id));
            let free: Vec<_> = free.collect();
            if free.is_empty() {
                return;
            }
            let word = format!("{} {}", Icon::More.glyph(), self.say.key("sheet-condition"));
            break_before(ui, 140.0);
            ComboBox::from_id_salt("condition")
                .selected_text(RichText::new(word).size(13.5).color(p.quiet))
                .width(120.0)
                .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
                .show_ui(ui, |ui| {
                    let until = self.duration(ui);
                    for spec in free {
                        let word = self.say.key(&format!("condition-{}", spec.id));
                        let icon = glyph(spec.icon).unwrap_or(' ');
                        if ui.selectable_label(false, format!("{icon}  {word}")).clicked() {
                            ui.close();
                            let preset = self.model.rules.amount_of(spec.id);
                            let amount = preset.map_or(0, |amount| amount.preset);
                            self.edit(Edit::Begin(Condition::new(spec.id, until).of(amount)));
                        }
                    }
                });
        });
    }

    /// How long a condition that is given next lasts: until it is ended, or so many turns.
    fn duration(&self, ui: &mut Ui) -> Until {
        let id = Id::new(("turns", self.id.0));
        let turns = ui.data(|d| d.get_temp::<i16>(id)).unwrap_or(0);
        let until = match u16::try_from(turns) {
            Ok(n @ 1..) => Until::Turns(n),
            _ => Until::Ended,
        };
        let words = (self.say.key("less"), self.say.key("more"));
        ui.set_min_width(250.0);
        row(ui, &widgets::until(self.say, until), |ui| {
            let words = (words.0.as_str(), words.1.as_str());
            if let Some(turns) = stepper(ui, turns, (0, 99), false, words) {
                ui.data_mut(|d| d.insert_temp(id, turns));
            }
        });
        ui.separator();
        until
    }

    /// The numbers that go with conditions, and the game master's note.
    fn amounts(&mut self, ui: &mut Ui) {
        let words = (self.say.key("less"), self.say.key("more"));
        let words = (words.0.as_str(), words.1.as_str());
        let conditions = self.fighter.fighter.conditions.clone();
        // What lasts for hours stands there several times and is not changed, but ended.
        let single = conditions.iter().filter(|c| !matches!(c.until, Until::Hours(_)));
        for condition in single {
            let Some(amount) = self.model.rules.amount_of(condition.id) else { continue };
            let word = self.say.key(&format!("condition-{}", condition.id));
            let range = (amount.min, amount.max);
            let mut changed = None;
            row(ui, &word, |ui| {
                let by = amount.step.into();
                changed = stepper_by(ui, by, condition.amount, range, false, words);
            });
            if let Some(now) = changed {
                self.edit(Edit::Begin(condition.of(now)));
            }
        }
        let mut written = None;
        row(ui, &self.say.key("sheet-note"), |ui| {
            let width = ui.available_width().min(220.0);
            written = text(ui, "note", &self.fighter.dossier.note, width, (200, true));
        });
        if let Some(note) = written {
            self.edit(Edit::Note(note));
        }
    }

    fn chip(&mut self, ui: &mut Ui, condition: Condition) {
        let p = palette(ui.ctx());
        let spec = self.model.rules.info().conditions.iter().find(|c| c.id == condition.id);
        let mut word = self.say.key(&format!("condition-{}", condition.id));
        if condition.amount != 0 {
            word = format!("{word} {}", widgets::minus(condition.amount));
        }
        let icon = spec.and_then(|spec| glyph(spec.icon)).unwrap_or(' ');
        let margin = Margin { left: 8, right: 2, top: 1, bottom: 1 };
        let frame = Frame::new().fill(p.raised).corner_radius(12).inner_margin(margin);
        let label = RichText::new(format!("{icon} {word}")).size(13.5);
        // A frame does not know beforehand how wide it will be, and so would run out of the line.
        let words =
            ui.painter().layout_no_wrap(label.text().to_owned(), theme::words(13.5), p.text);
        break_before(ui, words.size().x + theme::control(ui.ctx()) + 16.0);
        frame.stroke((1.0, p.harm)).show(ui, |ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            let label = RichText::new(format!("{icon} {word}")).size(13.5);
            let height = theme::small(ui.ctx());
            let name = Button::new(label).frame(false).min_size(vec2(height, height));
            let response = ui.add(name);
            let mut hover = widgets::condition(self.model, self.say, &condition);
            if let Some(spec) = spec {
                let text = self.say.key_or(&format!("rule-{}.text", spec.rule), "");
                hover = format!("{hover}\n{text}");
                if response.clicked() {
                    self.out.push(Intent::Rule(Some(spec.rule)));
                }
            }
            response.on_hover_text(hover);
            if small_icon(ui, Icon::Close, &self.say.key("sheet-condition-off")).clicked() {
                self.edit(Edit::End(condition.id));
            }
        });
    }

    /// What is in hand, rounds, armour.
    fn weapons(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            heading(ui, &self.say.key("sheet-weapons"));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| self.give(ui));
        });
        let gear = self.fighter.fighter.gear.clone();
        for (i, carried) in gear.weapons.iter().enumerate() {
            ui.push_id(("weapon", i), |ui| self.weapon(ui, i as u8, carried));
        }
        let bare = gear.in_hand.is_none();
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            if radio(ui, bare, &self.say.key("bare-hands"), None) && !bare {
                self.edit(Edit::InHand(None));
            }
        });
        self.armour(ui);
    }

    /// One more weapon out of the catalogue.
    fn give(&mut self, ui: &mut Ui) {
        let give = format!("{} {}", Icon::More.glyph(), self.say.key("sheet-give"));
        let weapons = self.model.rules.weapons().iter();
        let names: Vec<String> = weapons
            .map(|w| self.say.key_or(&format!("item-{}", w.id), w.name.as_deref().unwrap_or(&w.id)))
            .collect();
        if let Some(i) = pick(ui, "give", &give, &names, None, 142.0) {
            self.edit(Edit::Give(i as u16));
        }
    }

    fn weapon(&mut self, ui: &mut Ui, index: u8, carried: &Carried) {
        let spec = crate::rules::ruleset::weapon(self.model.rules.as_ref(), carried.item);
        let facts = spec.map_or_else(String::new, |spec| self.say.say(&spec.facts));
        let in_hand = self.fighter.fighter.gear.in_hand == Some(index);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if small_icon(ui, Icon::Delete, &self.say.key("sheet-take")).clicked() {
                    self.edit(Edit::Take(index));
                }
                if spec.is_some_and(|spec| spec.magazine > 0) {
                    let spare = number(ui, "spare", carried.spare as i16, (0, 9999));
                    ui.label(RichText::new("/").color(palette(ui.ctx()).quiet));
                    let loaded = number(ui, "loaded", carried.loaded as i16, (0, 999));
                    if loaded.is_some() || spare.is_some() {
                        let loaded = loaded.map_or(carried.loaded, |n| n as u16);
                        let spare = spare.map_or(carried.spare, |n| n as u16);
                        self.edit(Edit::Rounds { weapon: index, loaded, spare });
                    }
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let word = item_word(self.model, self.say, carried.item);
                    let hover = format!("{word}\n{facts}");
                    if radio(ui, in_hand, &word, Some(&hover)) && !in_hand {
                        self.edit(Edit::InHand(Some(index)));
                    }
                });
            });
        });
        if spec.is_some_and(|spec| spec.coatable) {
            self.coat(ui, index, carried);
        }
    }

    /// What is on a blade that can be coated.
    fn coat(&mut self, ui: &mut Ui, index: u8, carried: &Carried) {
        let coatings = self.model.rules.coatings();
        let mut names = vec![self.say.key("coating-none")];
        names.extend(
            coatings
                .into_iter()
                .map(|(id, name)| self.say.key_or(&format!("coating-{id}"), name.unwrap_or(id))),
        );
        let on = usize::from(carried.coat).min(names.len() - 1);
        let word = format!("{}: {}", self.say.key("sheet-coat"), names[on]);
        ui.horizontal(|ui| {
            ui.add_space(26.0);
            let width = ui.available_width() - 8.0;
            if let Some(i) = pick(ui, "coat", &word, &names, Some(on), width) {
                self.edit(Edit::Coat { weapon: index, coat: i as u8 });
            }
        });
    }

    fn armour(&mut self, ui: &mut Ui) {
        let armours = self.model.rules.armors();
        let mut names = vec![self.say.key("sheet-no-armour")];
        names.extend(armours.iter().map(|a| {
            self.say.key_or(&format!("item-{}", a.id), a.name.as_deref().unwrap_or(&a.id))
        }));
        let worn = self.fighter.fighter.gear.armor.map_or(0, |item| usize::from(item.0) + 1);
        let word = names.get(worn).cloned().unwrap_or_default();
        let word = format!("{} {word}", Icon::Cover.glyph());
        if let Some(i) = pick(ui, "armour", &word, &names, Some(worn), ui.available_width() - 8.0) {
            self.edit(Edit::Armor(i.checked_sub(1).map(|i| i as u16)));
        }
    }

    /// The numbers of the sheet under their headings.
    fn fields(&mut self, ui: &mut Ui) {
        let fields = self.model.rules.info().fields;
        let mut group = "";
        for (i, spec) in fields.iter().enumerate() {
            if spec.group != group {
                group = spec.group;
                heading(ui, &self.say.key(&self.model.word("group", group)));
            }
            self.field(ui, i, spec);
        }
    }

    fn field(&mut self, ui: &mut Ui, i: usize, spec: &FieldSpec) {
        let Some(value) = self.fighter.fighter.sheet.values.get(i).copied() else { return };
        let key = self.model.word("field", spec.key);
        row(ui, &self.say.key(&key), |ui| {
            let new = if spec.choices.is_empty() {
                number(ui, spec.key, value, (spec.min, spec.max))
            } else {
                let word = |choice: &&str| self.say.key(&format!("{key}-{choice}"));
                let names: Vec<String> = spec.choices.iter().map(word).collect();
                let chosen = usize::try_from(value - spec.min).unwrap_or(0);
                let shown = names.get(chosen).cloned().unwrap_or_default();
                let picked = pick(ui, spec.key, &shown, &names, Some(chosen), 142.0);
                picked.map(|n| spec.min + n as i16)
            };
            if let Some(new) = new {
                self.edit(Edit::Field(i as u16, new));
            }
        });
    }

    /// Where it starts in the order of turns, and how much room is around it.
    fn start(&mut self, ui: &mut Ui) {
        heading(ui, &self.say.key("sheet-start"));
        let mut chosen = None;
        muster::modifier(ui, self.model, self.fighter, self.say, |n| chosen = Some(n));
        if let Some(n) = chosen {
            self.edit(Edit::Modifier(n));
        }
        let fixed = self.fighter.fixed;
        row(ui, &self.say.key("sheet-level"), |ui| {
            if fixed.is_some() {
                if small_icon(ui, Icon::Close, &self.say.key("sheet-level-free")).clicked() {
                    self.edit(Edit::Level(None));
                }
                if let Some(n) = number(ui, "level", fixed.unwrap_or(0), (-99, 99)) {
                    self.edit(Edit::Level(Some(n)));
                }
            } else if ui.button(self.say.key("sheet-level-fix")).clicked() {
                self.edit(Edit::Level(Some(0)));
            }
        });
        row(ui, &self.say.key("sheet-cap"), |ui| {
            let cap = i16::from(self.fighter.attacker_cap);
            if let Some(n) = number(ui, "cap", cap, (1, 4)) {
                self.edit(Edit::AttackerCap(n as u8));
            }
        });
    }

    fn foot(&mut self, ui: &mut Ui) {
        ui.add_space(6.0);
        let mut autopilot = self.fighter.autopilot;
        let word = format!("{} {}", Icon::Autopilot.glyph(), self.say.key("sheet-autopilot"));
        if ui.checkbox(&mut autopilot, word).changed() {
            self.edit(Edit::Autopilot(autopilot));
        }
        let word = format!("{} {}", Icon::Delete.glyph(), self.say.key("fighter-remove"));
        if ui.add(Button::new(word).min_size(vec2(160.0, theme::control(ui.ctx())))).clicked() {
            self.out.push(Intent::order(Command::Remove { who: self.id }));
        }
        ui.add_space(8.0);
    }
}

/// A word at the left and a control at the right, always at the same place.
fn row(ui: &mut Ui, word: &str, control: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        ui.set_min_height(theme::small(ui.ctx()));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            control(ui);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(RichText::new(word).size(14.0)).truncate());
            });
        });
    });
}

/// A round button and its words, which wrap where they do not fit.
fn radio(ui: &mut Ui, on: bool, word: &str, hover: Option<&str>) -> bool {
    ui.spacing_mut().interact_size.x = 18.0;
    let mut clicked = ui.radio(on, "").clicked();
    let label = Label::new(RichText::new(word).size(14.5)).wrap();
    let label = ui.add(label.sense(Sense::click()));
    clicked |= label.clicked();
    if let Some(hover) = hover {
        label.on_hover_text(hover);
    }
    clicked
}

/// A text that is changed when the person is done with it.
fn text(
    ui: &mut Ui,
    salt: &str,
    value: &str,
    width: f32,
    (most, may_be_empty): (usize, bool),
) -> Option<String> {
    let id: Id = ui.id().with(("text", salt));
    let mut draft = ui.data(|d| d.get_temp::<String>(id)).unwrap_or_else(|| value.to_owned());
    let edit = line_edit(ui, &mut draft, width).char_limit(most);
    let response = ui.add(edit.font(theme::bold(15.0)));
    if response.lost_focus() {
        ui.data_mut(|d| d.remove_temp::<String>(id));
        if ui.input(|i| i.key_pressed(Key::Escape)) {
            return None;
        }
        let draft = draft.trim();
        return (draft != value && (may_be_empty || !draft.is_empty())).then(|| draft.to_owned());
    }
    if response.has_focus() {
        ui.data_mut(|d| d.insert_temp(id, draft));
    }
    None
}

/// One of a list that drops down.
fn pick(
    ui: &mut Ui,
    salt: &str,
    shown: &str,
    names: &[String],
    chosen: Option<usize>,
    width: f32,
) -> Option<usize> {
    let mut picked = None;
    let closed = ComboBox::from_id_salt(salt)
        .selected_text(RichText::new(shown).size(13.5))
        .width(width)
        .truncate()
        .show_ui(ui, |ui| {
            for (i, name) in names.iter().enumerate() {
                if ui.selectable_label(chosen == Some(i), name).clicked() && chosen != Some(i) {
                    picked = Some(i);
                }
            }
        });
    closed.response.on_hover_text(shown);
    picked
}
