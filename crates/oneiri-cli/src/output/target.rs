//! Files that are there in full, or not at all: written under another name beside their own, and
//! given their own at the end.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use fs4::FileExt;

use crate::output::escape;

/// What the name of a file that is being written ends with.
const SUFFIX: &str = ".oneiri-part";

/// The files that are being written, to be removed if the user interrupts.
static PARTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Such a file. Dropped before it is finished, it leaves nothing behind.
pub(crate) struct Target {
    /// How messages call it.
    pub(crate) name: String,
    file: File,
    /// Where it lies and where it belongs; none for a device or a pipe, which are written directly,
    /// and for what has no name.
    paths: Option<(PathBuf, PathBuf)>,
}

impl Target {
    /// Begins to write a file. What an earlier run left behind when it was killed is removed.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let name = escape::path(path);
        if let Some(file) = stream(path) {
            return Ok(Self { name, file: file?, paths: None });
        }
        let there = match fs::metadata(path) {
            Ok(there) => Some(there),
            // A link that leads nowhere, or round: to put a file in its place would be another surprise.
            Err(error) if fs::symlink_metadata(path).is_ok() => return Err(error),
            Err(_) => None,
        };
        if there.as_ref().is_some_and(|there| !there.is_file()) {
            let file = File::options().write(true).open(path)?;
            return Ok(Self { name, file, paths: None });
        }
        let path = place(path)?;
        let (Some(folder), Some(own)) = (path.parent(), path.file_name()) else {
            return Err(no_name());
        };
        let prefix = prefix(own);
        sweep(folder, &prefix);
        remove_when_interrupted();
        let (part, file) = part(folder, &prefix)?;
        if let Some(there) = there {
            file.set_permissions(there.permissions())?;
        }
        Ok(Self { name, file, paths: Some((part, path)) })
    }

    /// A file that will have no name, and what messages call it.
    pub(crate) fn nameless(name: String, file: File) -> Self {
        Self { name, file, paths: None }
    }

    /// Whether the file is still to get its name.
    pub(crate) fn is_held(&self) -> bool {
        self.paths.is_some()
    }

    /// Gives the file its name, once it is safe on the disk.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        let Some((part, path)) = self.paths.take() else { return Ok(()) };
        let synced = self.file.sync_all();
        let mut parts = parts();
        parts.retain(|other| *other != part);
        let renamed = synced.and_then(|()| fs::rename(&part, &path));
        if renamed.is_err() {
            let _ = fs::remove_file(&part);
        } else if let Some(folder) = path.parent().and_then(|folder| File::open(folder).ok()) {
            // The name, too; not every system lets a folder be synced.
            let _ = folder.sync_all();
        }
        drop(parts);
        // Once more: what was killed just before this run began may only have died meanwhile.
        if let (Some(folder), Some(own)) = (path.parent(), path.file_name()) {
            sweep(folder, &prefix(own));
        }
        renamed
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        if let Some((part, _)) = self.paths.take() {
            parts().retain(|other| *other != part);
            let _ = fs::remove_file(part);
        }
    }
}

/// What this process writes to already: if that is a file, it is not ours to replace.
#[cfg(unix)]
fn stream(path: &Path) -> Option<io::Result<File>> {
    use std::os::fd::AsFd;

    let copied = match path.to_str() {
        Some("/dev/stdout") => io::stdout().as_fd().try_clone_to_owned(),
        Some("/dev/stderr") => io::stderr().as_fd().try_clone_to_owned(),
        _ => return None,
    };
    Some(copied.map(File::from))
}

#[cfg(not(unix))]
fn stream(_: &Path) -> Option<io::Result<File>> {
    None
}

/// Where a file lies, or will. A link goes on leading to its file.
pub(crate) fn place(path: &Path) -> io::Result<PathBuf> {
    path.canonicalize().or_else(|_| {
        let path = std::path::absolute(path)?;
        let folder = path.parent().ok_or_else(no_name)?.canonicalize()?;
        Ok(folder.join(path.file_name().ok_or_else(no_name)?))
    })
}

fn no_name() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "expected the name of a file")
}

/// What the name of a file that is being written begins with.
fn prefix(own: &OsStr) -> OsString {
    let mut prefix = OsString::from(".");
    prefix.push(own);
    prefix.push(".");
    prefix
}

/// Makes a file that nobody else writes, and that no other run takes for one left behind: whoever
/// writes one holds its lock, and the system releases that however the process ends.
fn part(folder: &Path, prefix: &OsStr) -> io::Result<(PathBuf, File)> {
    for nth in 0.. {
        let mut name = prefix.to_owned();
        name.push(format!("{}-{nth}{SUFFIX}", process::id()));
        let path = folder.join(name);
        let mut parts = parts();
        let file = match File::options().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            opened => opened?,
        };
        // Another run may have swept it away between its making and its locking. Where files cannot
        // be locked, nothing is swept.
        if FileExt::try_lock(&file)
            .is_err_and(|error| matches!(error, fs4::TryLockError::WouldBlock))
            || !path.exists()
        {
            continue;
        }
        parts.push(path.clone());
        return Ok((path, file));
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Removes what killed runs left of the same file.
fn sweep(folder: &Path, prefix: &OsStr) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let bytes = name.as_encoded_bytes();
        if bytes.starts_with(prefix.as_encoded_bytes()) && bytes.ends_with(SUFFIX.as_bytes()) {
            let left = File::open(entry.path()).is_ok_and(|file| FileExt::try_lock(&file).is_ok());
            if left {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// On Ctrl-C and when asked to terminate. What has no name needs no removing.
fn remove_when_interrupted() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let set = ctrlc::set_handler(|| {
            // Held to the end, so that no file is made or gets its name meanwhile.
            let parts = parts();
            parts.iter().for_each(|part| drop(fs::remove_file(part)));
            let _ = io::stderr()
                .write_all(b"oneiri: interrupted; what was not complete was not written\n");
            process::exit(130);
        });
        // Without it, the next run removes them.
        drop(set);
    });
}

fn parts() -> MutexGuard<'static, Vec<PathBuf>> {
    PARTS.lock().unwrap_or_else(PoisonError::into_inner)
}
