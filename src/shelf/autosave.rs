//! Autosave: dated copies in a folder, written by a thread of their own so that the table never
//! waits for the disk.
//!
//! A bug, a full disk or a new empty table must not cost a good copy: only tables with something
//! on them are written, each under a new name, and old copies go only after the new one is safe on
//! the disk, those of other tables last.

use crate::battle::journal::Save;
use crate::data::people::LocalName;
use crate::data::{decode, file};
use crate::rules::message::Message;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{SystemTime, UNIX_EPOCH};

/// So many of the newest copies of the present table are kept,
pub const COPIES_KEPT: usize = 10;
/// so many of every other table,
const COPIES_OF_OTHERS_KEPT: usize = 3;
/// and of so many other tables, the newest.
const OTHERS_KEPT: usize = 30;

/// Name of the folder in the data folder.
pub const FOLDER: &str = "autosave";

/// Whether there is anything to lose: an empty new table is not written.
pub fn worth_keeping(save: &Save) -> bool {
    !save.entries.is_empty() || !save.first.combatants.is_empty()
}

/// A table's name among the copies: the moment at which it was opened.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TableId(u64);

impl TableId {
    /// A new one. Two tables that are opened within a millisecond are two all the same.
    pub fn new() -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let now = now_ms();
        let next = |last: u64| Some(now.max(last.saturating_add(1)));
        let last = LAST.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
        Self(now.max(last.unwrap_or_else(|last| last).saturating_add(1)))
    }
}

impl Default for TableId {
    fn default() -> Self {
        Self::new()
    }
}

fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// One copy: `2026-11-30_08-28-56.123_<table>.ron`, in universal time. Names sort by age.
fn copy_name(moment_ms: u64, table: TableId) -> String {
    let (days, ms) = (moment_ms / 86_400_000, moment_ms % 86_400_000);
    let (year, month, day) = date(days);
    let (hour, minute, second) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
    let (ms, table) = (ms % 1000, table.0);
    format!(
        "{year:04}-{month:02}-{day:02}_{hour:02}-{minute:02}-{second:02}.{ms:03}_{table:011x}.ron"
    )
}

/// Year, month and day of a number of days since 1970 (the Gregorian calendar by 400-year eras
/// that begin in March).
fn date(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + carry, month, day)
}

/// All copies in a folder, oldest first. What bears another name is not touched.
fn copies(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let files = entries.flatten().map(|entry| entry.path());
    let mut copies: Vec<PathBuf> = files.filter(|path| table_of(path).is_some()).collect();
    copies.sort();
    copies
}

/// A table that can be gone on with, by its newest copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recent {
    /// Which table.
    pub table: TableId,
    /// Its newest copy.
    pub path: PathBuf,
    /// Its name.
    pub title: LocalName,
    /// The round in which it stands; none before the first.
    pub round: u16,
    /// When the copy was made, in milliseconds since 1970.
    pub moment_ms: u64,
}

impl Recent {
    fn of(path: PathBuf, save: &Save) -> Option<Self> {
        let moment_ms = moment_of(path.file_name()?.to_str()?)?;
        let table = table_of(&path)?;
        Some(Self { table, path, title: save.title.clone(), round: save.round, moment_ms })
    }

    /// How long ago the copy was made, in minutes.
    pub fn age_min(&self) -> u64 {
        now_ms().saturating_sub(self.moment_ms) / 60_000
    }
}

/// All tables with a copy that can be read, the newest first.
pub fn recent(folder: &Path) -> Vec<Recent> {
    let mut tables: Vec<Recent> = Vec::new();
    for path in copies(folder).into_iter().rev() {
        if table_of(&path).is_none_or(|table| tables.iter().any(|known| known.table == table)) {
            continue;
        }
        let Ok(bytes) = file::read(&path) else { continue };
        let reading = decode::read::<Save>(&path.display().to_string(), &bytes);
        let whole = reading.value.filter(|_| reading.problems.is_empty());
        tables.extend(whole.and_then(|save| Recent::of(path, &save)));
    }
    tables
}

/// Whether this file is a copy that was made here, and of which table. Such a file is nobody's to
/// save over: it has a moment for a name, not what a person called it.
pub fn copied(path: &Path) -> Option<TableId> {
    let folder = path.parent()?.file_name()?;
    if folder == FOLDER { table_of(path) } else { None }
}

/// The table of a copy, by its name.
fn table_of(path: &Path) -> Option<TableId> {
    let stem = path.file_name()?.to_str()?.strip_suffix(".ron")?;
    let (moment, table) = stem.rsplit_once('_')?;
    let dated = moment.len() == 23 && moment.starts_with(|c: char| c.is_ascii_digit());
    if !dated {
        return None;
    }
    u64::from_str_radix(table, 16).ok().map(TableId)
}

/// Writes a copy, then lets the oldest go. The answer is where it lies; none if it says the same as
/// `last` or there is nothing to lose.
///
/// # Errors
/// The file that could not be written, and what the system says.
pub fn write(
    folder: &Path,
    table: TableId,
    save: &Save,
    last: &mut Option<String>,
) -> Result<Option<PathBuf>, (PathBuf, std::io::Error)> {
    if !worth_keeping(save) {
        return Ok(None);
    }
    let text = save.text();
    if last.as_ref() == Some(&text) {
        return Ok(None);
    }
    let failed = |path: &Path, error| (path.to_owned(), error);
    file::make_folder(folder).map_err(|error| failed(folder, error))?;
    // A clock that was set back must not make the newest copy look old.
    let newest = copies(folder).pop().and_then(|path| Some(path.file_name()?.to_owned()));
    let mut moment = now_ms();
    let mut name = copy_name(moment, table);
    if let Some(newest) = newest.as_ref().and_then(|name| name.to_str())
        && newest >= name.as_str()
        && let Some(later) = moment_of(newest)
    {
        moment = later + 1;
        name = copy_name(moment, table);
    }
    let path = folder.join(name);
    file::write_atomic(&path, &text).map_err(|error| failed(&path, error))?;
    *last = Some(text);
    rotate(folder, table);
    Ok(Some(path))
}

/// The moment in a copy's name. Days are found by their distance, as names come from [`copy_name`].
fn moment_of(name: &str) -> Option<u64> {
    let number = |from: usize, to: usize| name.get(from..to)?.parse::<u64>().ok();
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
    let ms = number(20, 23)?;
    let estimate = year.checked_sub(1970)? * 365;
    let days =
        (estimate..estimate + 366 + year / 4).find(|days| date(*days) == (year, month, day))?;
    Some((((days * 24 + hour) * 60 + minute) * 60 + second) * 1000 + ms)
}

/// Deletes what a killed program left half written. What is younger than an hour may be in the
/// hands of another one that runs.
fn sweep(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let part = entry.file_name().to_str().is_some_and(|name| name.ends_with(".part"));
        let changed = entry.metadata().and_then(|about| about.modified());
        let old = changed.is_ok_and(|at| at.elapsed().is_ok_and(|age| age.as_secs() > 3_600));
        if part && old {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Deletes what is one too many. A copy that cannot be deleted stays.
fn rotate(folder: &Path, present: TableId) {
    let mut others: Vec<(TableId, usize)> = Vec::new();
    let mut own = 0;
    for path in copies(folder).into_iter().rev() {
        let Some(table) = table_of(&path) else { continue };
        let keep = if table == present {
            own += 1;
            own <= COPIES_KEPT
        } else {
            if !others.iter().any(|(other, _)| *other == table) {
                others.push((table, 0));
            }
            let place = others.iter().position(|(other, _)| *other == table).unwrap_or(usize::MAX);
            let count = others.get_mut(place).map_or(usize::MAX, |(_, count)| {
                *count += 1;
                *count
            });
            place < OTHERS_KEPT && count <= COPIES_OF_OTHERS_KEPT
        };
        if !keep {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// All copies in the data folder, newest first.
pub fn newest_first(data_dir: &Path) -> Vec<PathBuf> {
    let mut all = copies(&data_dir.join(FOLDER));
    all.reverse();
    all
}

/// Writes copies on a thread of its own. When saves come faster than the disk takes them, only the
/// newest is written.
pub struct Autosaver {
    saves: Option<Sender<(TableId, Save)>>,
    thread: Option<JoinHandle<()>>,
    news: Arc<Mutex<News>>,
}

/// What the thread has to tell.
#[derive(Default)]
struct News {
    trouble: Option<Message>,
    recent: Option<Vec<Recent>>,
}

impl Autosaver {
    /// Writes into the data folder's own folder for copies.
    pub fn new(data_dir: &Path) -> Self {
        let (saves, inbox) = channel();
        let news = Arc::new(Mutex::new(News::default()));
        let folder = data_dir.join(FOLDER);
        let said = news.clone();
        // Without a thread nothing is saved by itself; the trouble is told on the first save.
        let thread = thread::Builder::new()
            .name("autosave".to_owned())
            .spawn(move || run(&folder, &inbox, &said))
            .ok();
        Self { saves: Some(saves), thread, news }
    }

    /// Hands over a table to be written.
    pub fn put(&self, table: TableId, save: Save) {
        let sent = self.saves.as_ref().is_some_and(|saves| saves.send((table, save)).is_ok());
        if !sent && let Ok(mut news) = self.news.lock() {
            news.trouble = Some(Message::new("autosave-stopped"));
        }
    }

    /// What went wrong since the last time it was asked; each kind of trouble is told once, until a
    /// copy has been written again.
    pub fn trouble(&self) -> Option<Message> {
        self.news.try_lock().ok()?.trouble.take()
    }

    /// The tables that can be gone on with, the newest first, if they have changed since it was
    /// asked last.
    pub fn recent(&self) -> Option<Vec<Recent>> {
        self.news.try_lock().ok()?.recent.take()
    }
}

impl Drop for Autosaver {
    /// Waits until the last table that was handed over is on the disk.
    fn drop(&mut self) {
        self.saves = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn run(folder: &Path, inbox: &Receiver<(TableId, Save)>, news: &Mutex<News>) {
    sweep(folder);
    let mut writer = Writer { folder, news, known: recent(folder), last: None, told: None };
    writer.tell();
    while let Ok(mut next) = inbox.recv() {
        while let Ok(newer) = inbox.try_recv() {
            // The last state of a table that was left is worth a copy of its own.
            if newer.0 != next.0 {
                writer.store(&next);
            }
            next = newer;
        }
        writer.store(&next);
    }
}

/// The thread's own memory.
struct Writer<'a> {
    folder: &'a Path,
    news: &'a Mutex<News>,
    /// All tables with copies, the newest first.
    known: Vec<Recent>,
    /// The text of the last copy.
    last: Option<String>,
    /// The trouble that was told.
    told: Option<std::io::ErrorKind>,
}

impl Writer<'_> {
    fn store(&mut self, (table, save): &(TableId, Save)) {
        match write(self.folder, *table, save, &mut self.last) {
            Ok(Some(path)) => {
                self.told = None;
                self.known.retain(|known| known.table != *table && known.path.is_file());
                if let Some(newest) = Recent::of(path, save) {
                    self.known.insert(0, newest);
                }
                self.tell();
            }
            Ok(None) => {}
            Err((path, error)) => {
                if self.told.replace(error.kind()) != Some(error.kind())
                    && let Ok(mut news) = self.news.lock()
                {
                    news.trouble = Some(file::write_problem(&path, &error));
                }
            }
        }
    }

    fn tell(&self) {
        if let Ok(mut news) = self.news.lock() {
            news.recent = Some(self.known.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_days() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(59), (1970, 3, 1));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(20_787), (2026, 11, 30));
        assert_eq!(
            copy_name(1_796_027_336_123, TableId(0xABC)),
            "2026-11-30_08-28-56.123_00000000abc.ron"
        );
    }

    #[test]
    fn names_tell_the_moment_again() {
        for days in (0..40_000).step_by(97) {
            let moment = days * 86_400_000 + 45_296_789;
            let name = copy_name(moment, TableId(7));
            assert_eq!(moment_of(&name), Some(moment), "{name}");
            assert_eq!(table_of(Path::new(&name)), Some(TableId(7)));
        }
        assert_eq!(table_of(Path::new("my table.ron")), None);
        assert_eq!(table_of(Path::new("a_b.ron")), None);
    }
}
