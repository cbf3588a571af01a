//! Files on the disk: read with a limit, written whole or not at all.

use super::problem::What;
use super::tree::SIZE_MAX_BYTES;
use crate::rules::message::Message;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// The program's folder among the user's data, if the system has such a place.
pub fn data_dir() -> Option<PathBuf> {
    use etcetera::BaseStrategy;
    Some(etcetera::choose_base_strategy().ok()?.data_dir().join("rubezh"))
}

/// The bytes of a file. No more are read than a data file may have: the reader of the text says
/// that it is too large.
///
/// # Errors
/// What is wrong with the file as a whole.
pub fn read(path: &Path) -> Result<Vec<u8>, What> {
    let problem = |error: &io::Error| {
        let key = match error.kind() {
            ErrorKind::NotFound => "file-missing",
            ErrorKind::PermissionDenied => "file-forbidden",
            ErrorKind::IsADirectory => "file-is-folder",
            _ => return What::said("file-unreadable", vec![("text", error.to_string())]),
        };
        What::said(key, Vec::new())
    };
    if path.is_dir() {
        return Err(What::said("file-is-folder", Vec::new()));
    }
    let file = File::open(path).map_err(|error| problem(&error))?;
    let mut bytes = Vec::new();
    let limit = SIZE_MAX_BYTES as u64 + 1;
    file.take(limit).read_to_end(&mut bytes).map_err(|error| problem(&error))?;
    Ok(bytes)
}

/// Writes a file so that there is the old one or the new one at any moment, never a part: into a
/// temporary file beside it, to the disk, then under its name.
///
/// # Errors
/// What the system says; [`write_problem`] puts it into words.
pub fn write_atomic(path: &Path, text: &str) -> io::Result<()> {
    let name = path.file_name().ok_or(ErrorKind::InvalidInput)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    let prefix = format!(".{}.", name.to_string_lossy());
    builder.prefix(&prefix).suffix(".part");
    // As any other file of the user's, not as a secret of this program.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut part = builder.tempfile_in(folder)?;
    part.write_all(text.as_bytes())?;
    part.as_file().sync_all()?;
    part.persist(path).map_err(|failed| failed.error)?;
    // The new name has to survive a power cut too. Not every file system can do it, and the file
    // itself is safe by now.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Makes a folder and those above it.
///
/// # Errors
/// What the system says.
pub fn make_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Why a file could not be written, in words.
pub fn write_problem(path: &Path, error: &io::Error) -> Message {
    let key = match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "file-disk-full",
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => "file-write-forbidden",
        ErrorKind::NotFound | ErrorKind::NotADirectory => "file-no-folder",
        _ => "file-not-written",
    };
    let message = Message::new(key).text("file", &path.display().to_string());
    if key == "file-not-written" { message.text("text", &error.to_string()) } else { message }
}
