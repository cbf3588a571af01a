//! Files on the disk: read with a limit, written whole or not at all.

use super::problem::What;
use super::tree::SIZE_MAX_BYTES;
use crate::rules::message::Message;
use std::fmt;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// More links in a row than any system follows.
const LINKS_MAX: usize = 40;
/// The system's number for links that lead in a circle; the standard library has no stable name.
#[cfg(unix)]
const LINKS_IN_A_CIRCLE: i32 =
    if cfg!(any(target_os = "linux", target_os = "android")) { 40 } else { 62 };

/// The program's folder among the user's data, if the system has such a place.
pub fn data_dir() -> Option<PathBuf> {
    use etcetera::BaseStrategy;
    Some(etcetera::choose_base_strategy().ok()?.data_dir().join("rubezh"))
}

/// The bytes of a file. No more are read than a data file may have: the reader of the text says
/// that it is too large. A pipe or a device might never end, so it is not read at all.
///
/// # Errors
/// What is wrong with the file as a whole.
pub fn read(path: &Path) -> Result<Vec<u8>, What> {
    let about = fs::metadata(path).map_err(|error| read_problem(&error))?;
    if about.is_dir() {
        return Err(What::said("file-is-folder", Vec::new()));
    }
    if !about.is_file() {
        return Err(What::said("file-not-regular", Vec::new()));
    }
    let file = File::open(path).map_err(|error| read_problem(&error))?;
    let mut bytes = Vec::new();
    let limit = SIZE_MAX_BYTES as u64 + 1;
    file.take(limit).read_to_end(&mut bytes).map_err(|error| read_problem(&error))?;
    Ok(bytes)
}

fn read_problem(error: &io::Error) -> What {
    let key = match reason_of(error) {
        Reason::Missing => "file-missing",
        Reason::Forbidden => "file-forbidden",
        Reason::Folder => "file-is-folder",
        Reason::NoFolder => "file-way-not-folder",
        Reason::Circle => "file-circle",
        Reason::BadName => "file-bad-name",
        _ => return What::said("file-unreadable", vec![("text", error.to_string())]),
    };
    What::said(key, Vec::new())
}

/// What hinders a file, of all that the system may say.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Reason {
    Missing,
    Forbidden,
    Folder,
    NoFolder,
    Circle,
    BadName,
    DiskFull,
    DiskLocked,
    Protected,
    NoReader,
    Closed,
    Other,
}

fn reason_of(error: &io::Error) -> Reason {
    #[cfg(unix)]
    if error.raw_os_error() == Some(LINKS_IN_A_CIRCLE) {
        return Reason::Circle;
    }
    let own = error.get_ref().and_then(|inner| inner.downcast_ref::<Obstacle>());
    if let Some(obstacle) = own {
        return match obstacle {
            Obstacle::Protected => Reason::Protected,
            Obstacle::NoReader => Reason::NoReader,
            Obstacle::Circle => Reason::Circle,
        };
    }
    match error.kind() {
        ErrorKind::NotFound => Reason::Missing,
        ErrorKind::PermissionDenied => Reason::Forbidden,
        ErrorKind::IsADirectory => Reason::Folder,
        ErrorKind::NotADirectory => Reason::NoFolder,
        ErrorKind::InvalidFilename | ErrorKind::InvalidInput => Reason::BadName,
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            Reason::DiskFull
        }
        ErrorKind::ReadOnlyFilesystem => Reason::DiskLocked,
        ErrorKind::BrokenPipe => Reason::Closed,
        _ => Reason::Other,
    }
}

/// What hinders writing although the system would allow it.
#[derive(Copy, Clone, Debug)]
enum Obstacle {
    /// Nobody may write to the file; the superuser could, and would not know.
    Protected,
    /// A pipe that nobody reads would hold the program for ever.
    NoReader,
    /// Links that lead in a circle.
    Circle,
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for Obstacle {}

impl From<Obstacle> for io::Error {
    fn from(obstacle: Obstacle) -> Self {
        Self::other(obstacle)
    }
}

/// Where a file will be written, once links are followed.
enum Place {
    /// A file that is there, with what is to be kept of it, or a new one.
    File(PathBuf, Option<Metadata>),
    /// A device or a pipe: there is nothing to replace, it takes what is written. A pipe is held
    /// open until then: its reader would take it for ended.
    Stream(PathBuf, Option<File>),
}

/// Finds the place and whether it may be written.
fn place(path: &Path) -> io::Result<Place> {
    if path.file_name().is_none() && !path.is_dir() {
        return Err(ErrorKind::InvalidInput.into());
    }
    match fs::metadata(path) {
        Ok(about) if about.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(about) if !about.is_file() => {
            let pipe = read_pipe(path, &about)?;
            Ok(Place::Stream(path.to_owned(), pipe))
        }
        Ok(about) => {
            let target = follow(path)?;
            if about.permissions().readonly() {
                return Err(Obstacle::Protected.into());
            }
            OpenOptions::new().write(true).open(&target)?;
            Ok(Place::File(target, Some(about)))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Place::File(follow(path)?, None)),
        Err(error) => Err(error),
    }
}

/// What a link stands for, be it there or not.
fn follow(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS_MAX {
        let Ok(to) = fs::read_link(&path) else { return Ok(path) };
        path = path.parent().unwrap_or(Path::new("")).join(to);
    }
    Err(Obstacle::Circle.into())
}

/// A pipe that somebody reads, opened; none if it is no pipe. Opening one waits for its reader, so
/// the reader has to be there before.
#[cfg(unix)]
fn read_pipe(path: &Path, about: &Metadata) -> io::Result<Option<File>> {
    use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
    const WITHOUT_WAITING: i32 = if cfg!(target_os = "linux") { 0o4000 } else { 4 };
    if !about.file_type().is_fifo() {
        return Ok(None);
    }
    match OpenOptions::new().write(true).custom_flags(WITHOUT_WAITING).open(path) {
        Ok(pipe) => Ok(Some(pipe)),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Err(error),
        Err(_) => Err(Obstacle::NoReader.into()),
    }
}

/// Pipes are files in no other system.
#[cfg(not(unix))]
fn read_pipe(_: &Path, _: &Metadata) -> io::Result<Option<File>> {
    Ok(None)
}

/// A temporary file beside a file.
fn beside(target: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".rubezh-").suffix(".part");
    // As any other file of the user's, not as a secret of this program.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder_of(target))
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Whether a file could be written here, found out without changing anything.
///
/// # Errors
/// What hinders it; [`write_problem`] puts it into words.
pub fn may_write(path: &Path) -> io::Result<()> {
    match place(path)? {
        Place::File(target, _) => beside(&target).map(|_| ()),
        Place::Stream(target, _) => OpenOptions::new().write(true).open(target).map(|_| ()),
    }
}

/// Writes a file so that there is the old one or the new one at any moment, never a part: into a
/// temporary file beside it, to the disk, then under its name. A link is followed, what the file
/// may be used for stays, and a write-protected file is left alone. Into a device or a pipe it is
/// written straight.
///
/// # Errors
/// What hinders it; [`write_problem`] puts it into words.
pub fn write_atomic(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let (target, about) = match place(path)? {
        Place::Stream(target, _pipe) => {
            let mut stream = OpenOptions::new().write(true).open(target)?;
            stream.write_all(content.as_ref())?;
            return stream.flush();
        }
        Place::File(target, about) => (target, about),
    };
    let mut part = beside(&target)?;
    part.write_all(content.as_ref())?;
    if let Some(about) = about {
        keep_rights(part.as_file(), &about)?;
    }
    part.as_file().sync_all()?;
    part.persist(&target).map_err(|failed| failed.error)?;
    // The new name has to survive a power cut too. Not every file system can do it, and the file
    // itself is safe by now.
    if let Ok(folder) = File::open(folder_of(&target)) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// The new file may be used by the same people for the same things as the old one.
fn keep_rights(file: &File, about: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        // Only the superuser can give a file away; for everybody else it is theirs already.
        let _ = fchown(file, Some(about.uid()), Some(about.gid()));
    }
    file.set_permissions(about.permissions())
}

/// Makes a folder and those above it.
///
/// # Errors
/// What the system says.
pub fn make_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Why something could not be written, in words.
pub fn write_reason(error: &io::Error) -> Message {
    Message::new(match reason_of(error) {
        Reason::Missing | Reason::NoFolder => "write-no-folder",
        Reason::Forbidden => "write-forbidden",
        Reason::Folder => "write-is-folder",
        Reason::Circle => "write-circle",
        Reason::BadName => "write-bad-name",
        Reason::DiskFull => "write-disk-full",
        Reason::DiskLocked => "write-disk-locked",
        Reason::Protected => "write-protected",
        Reason::NoReader => "write-no-reader",
        Reason::Closed => "write-closed",
        Reason::Other => return Message::new("write-other").text("text", &error.to_string()),
    })
}

/// Why a file could not be written, in words.
pub fn write_problem(path: &Path, error: &io::Error) -> Message {
    let name = path.display().to_string();
    Message::new("file-not-written").text("file", &name).say("why", write_reason(error))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_link_is_followed_and_stays_a_link() {
        let dir = tempfile::tempdir().unwrap();
        let [file, link, far] = ["table.ron", "link.ron", "far.ron"].map(|n| dir.path().join(n));
        fs::write(&file, "old").unwrap();
        symlink("table.ron", &link).unwrap();
        symlink(&link, &far).unwrap();
        write_atomic(&far, "new").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        for link in [&link, &far] {
            assert!(fs::symlink_metadata(link).unwrap().is_symlink());
        }
        // One that leads nowhere yet is filled.
        fs::remove_file(&file).unwrap();
        write_atomic(&link, "again").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "again");
    }

    #[test]
    fn links_in_a_circle_are_no_place() {
        let dir = tempfile::tempdir().unwrap();
        let [a, b] = ["a", "b"].map(|name| dir.path().join(name));
        symlink(&a, &b).unwrap();
        symlink(&b, &a).unwrap();
        let error = write_atomic(&a, "text").unwrap_err();
        assert_eq!(&*write_reason(&error).key, "write-circle");
        assert_eq!(read(&a).unwrap_err(), What::said("file-circle", Vec::new()));
    }

    #[test]
    fn rights_stay_and_a_protected_file_is_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("table.ron");
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, PermissionsExt::from_mode(0o660)).unwrap();
        write_atomic(&file, "new").unwrap();
        assert_eq!((mode(&file), fs::read_to_string(&file).unwrap().as_str()), (0o660, "new"));
        fs::set_permissions(&file, PermissionsExt::from_mode(0o444)).unwrap();
        for error in [write_atomic(&file, "newer"), may_write(&file)].map(Result::unwrap_err) {
            assert_ne!(write_reason(&error).key.as_ref(), "write-other");
        }
        assert_eq!((mode(&file), fs::read_to_string(&file).unwrap().as_str()), (0o444, "new"));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "nothing is left behind");
    }

    #[test]
    fn a_device_takes_what_is_written_and_stays_a_device() {
        write_atomic(Path::new("/dev/null"), "text").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        if Path::new("/dev/full").exists() {
            let error = write_atomic(Path::new("/dev/full"), "text").unwrap_err();
            assert_eq!(&*write_reason(&error).key, "write-disk-full");
            assert!(!fs::metadata("/dev/full").unwrap().is_file());
        }
    }

    #[test]
    fn a_pipe_is_neither_read_nor_waited_for() {
        let dir = tempfile::tempdir().unwrap();
        let pipe = dir.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|status| status.success()));
        assert_eq!(read(&pipe).unwrap_err(), What::said("file-not-regular", Vec::new()));
        let error = write_atomic(&pipe, "text").unwrap_err();
        assert_eq!(&*write_reason(&error).key, "write-no-reader");
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read_to_string(pipe)
        });
        while write_atomic(&pipe, "text").is_err() {
            std::thread::yield_now();
        }
        assert_eq!(reader.join().unwrap().unwrap(), "text");
    }

    #[test]
    fn folders_are_no_files() {
        let dir = tempfile::tempdir().unwrap();
        let key = |path: &Path| write_reason(&write_atomic(path, "text").unwrap_err()).key;
        assert_eq!(&*key(dir.path()), "write-is-folder");
        assert_eq!(&*key(Path::new(".")), "write-is-folder");
        assert_eq!(&*key(Path::new("")), "write-bad-name");
        assert_eq!(&*key(&dir.path().join("no/file")), "write-no-folder");
        assert_eq!(&*key(&dir.path().join("x".repeat(300))), "write-bad-name");
        fs::write(dir.path().join("file"), "text").unwrap();
        assert_eq!(&*key(&dir.path().join("file/file")), "write-no-folder");
        assert_eq!(
            read(&dir.path().join("file/file")).unwrap_err(),
            What::said("file-way-not-folder", Vec::new())
        );
    }
}
