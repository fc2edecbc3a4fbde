//! Output files that are complete or do not appear at all. The bytes go to a temporary file in the
//! same folder, which is renamed at the end.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use flate2::Compression;
use flate2::write::GzEncoder;
use fs4::FileExt;

use crate::output::escape;

const SUFFIX: &str = ".oneiri-part";

/// The temporary files of this process. They are removed when the user interrupts it.
static PARTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// An output file. If it is dropped before [`finish`](Self::finish), the temporary file is removed.
pub(crate) struct Target {
    pub(crate) name: String,
    file: File,
    /// The line that is being written, if the file is a terminal. Its controls are spelled out.
    line: Option<Vec<u8>>,
    /// Packs the bytes, if the file is to be packed.
    packer: Option<GzEncoder<File>>,
    /// The path of the temporary file and the final path. `None` for a device, a pipe or a file
    /// without a name, which are written directly.
    paths: Option<(PathBuf, PathBuf)>,
}

impl Target {
    /// Starts an output file, and removes temporary files that a killed run left for the same path.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let name = escape::path(path);
        if let Some(file) = stream(path) {
            return Ok(Self::nameless(name, file?));
        }
        let there = match fs::metadata(path) {
            Ok(there) => Some(there),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            // The path is a symbolic link that leads to itself, or that this user may not follow.
            Err(error) => return Err(error),
        };
        if there.as_ref().is_some_and(|there| !there.is_file()) {
            let file = File::options().write(true).open(path)?;
            return Ok(Self::nameless(name, file));
        }
        let path = place(path)?;
        let (Some(folder), Some(own)) = (path.parent(), path.file_name()) else {
            return Err(no_name());
        };
        let prefix = prefix(own);
        sweep(folder, &prefix);
        remove_when_interrupted();
        let (part, file) = part(folder, &prefix)?;
        let mut target = Self::nameless(name, file);
        target.paths = Some((part, path));
        if let Some(there) = there {
            own_as(&target.file, &there)?;
            // After the owner, because a new owner clears some bits of the mode.
            target.file.set_permissions(there.permissions())?;
        }
        Ok(target)
    }

    /// A file without a path; messages call it `name`.
    pub(crate) fn nameless(name: String, file: File) -> Self {
        let line = file.is_terminal().then(Vec::new);
        Self { name, file, line, packer: None, paths: None }
    }

    /// The same file, packed with gzip if its name ends in `.gz`. Names of other packings are
    /// refused, because the file would not be what its name says.
    pub(crate) fn packed(mut self, path: &Path) -> io::Result<Self> {
        let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        match ending.to_ascii_lowercase().as_str() {
            "gz" => {
                let packer = GzEncoder::new(self.file.try_clone()?, Compression::default());
                self.packer = Some(packer);
                Ok(self)
            }
            "zst" | "zstd" | "bz2" | "xz" | "lz4" | "br" | "zip" => {
                let message = format!("only gzip can be written packed, and the name ends in .{ending}");
                Err(io::Error::new(io::ErrorKind::Unsupported, message))
            }
            _ => Ok(self),
        }
    }

    pub(crate) fn is_terminal(&self) -> bool {
        self.line.is_some()
    }

    /// Whether the file still has its temporary name.
    pub(crate) fn is_held(&self) -> bool {
        self.paths.is_some()
    }

    /// Writes the file to the disk and gives it its name.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        if let Some(packer) = self.packer.take() {
            packer.finish()?;
        }
        self.show(self.line.as_ref().map_or(0, Vec::len))?;
        self.file.flush()?;
        let Some((part, path)) = self.paths.take() else { return Ok(()) };
        let synced = self.file.sync_all();
        let mut parts = parts();
        parts.retain(|other| *other != part);
        let renamed = synced.and_then(|()| fs::rename(&part, &path));
        if renamed.is_err() {
            let _ = fs::remove_file(&part);
        } else if let Some(folder) = path.parent().and_then(|folder| File::open(folder).ok()) {
            // The new name has to reach the disk as well. Some systems cannot sync a folder, so
            // errors are ignored.
            let _ = folder.sync_all();
        }
        drop(parts);
        // A run that was killed shortly before this one began may still have held its lock at that
        // time, so its temporary file is looked for again.
        if let (Some(folder), Some(own)) = (path.parent(), path.file_name()) {
            sweep(folder, &prefix(own));
        }
        renamed
    }
}

impl Target {
    /// Writes so many bytes of the line to the terminal.
    fn show(&mut self, end: usize) -> io::Result<()> {
        let mut shown = Vec::new();
        if let Some(line) = &mut self.line {
            escape::push_lines(&line[..end], &mut shown);
            line.drain(..end);
        }
        self.file.write_all(&shown)
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match (&mut self.packer, &mut self.line) {
            (Some(packer), _) => packer.write(bytes),
            (None, None) => self.file.write(bytes),
            (None, Some(line)) => {
                line.extend_from_slice(bytes);
                let end = memchr::memrchr(b'\n', line).map_or(0, |at| at + 1);
                self.show(end).map(|()| bytes.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        // To flush a packer costs bytes, and nobody reads the file before it is complete.
        if self.packer.is_some() { Ok(()) } else { self.file.flush() }
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

/// Standard output or standard error of this process, if the path names one of them. It may be
/// redirected to a file, which must not be replaced.
#[cfg(unix)]
fn stream(path: &Path) -> Option<io::Result<File>> {
    use std::os::fd::AsFd;

    let copied = match path.to_str() {
        Some("/dev/stdout") => check_stdout().and_then(|()| io::stdout().as_fd().try_clone_to_owned()),
        Some("/dev/stderr") => io::stderr().as_fd().try_clone_to_owned(),
        _ => return None,
    };
    Some(copied.map(File::from))
}

/// A device of Windows, if the path names one of the devices that programs write to. Such a name has no metadata and
/// no folder.
#[cfg(windows)]
fn stream(path: &Path) -> Option<io::Result<File>> {
    let name = path.to_str()?;
    let is_device = ["NUL", "CON", "CONOUT$"].iter().any(|device| name.eq_ignore_ascii_case(device));
    is_device.then(|| File::options().write(true).open(path))
}

#[cfg(not(any(unix, windows)))]
fn stream(_: &Path) -> Option<io::Result<File>> {
    None
}

/// The absolute path of a file that exists or will be created. Symbolic links are followed, even to a
/// file that does not exist yet, so that writing replaces or creates the file and keeps the link.
pub(crate) fn place(path: &Path) -> io::Result<PathBuf> {
    // Linux follows at most 40 links, too.
    let mut path = std::path::absolute(path)?;
    for _ in 0..40 {
        let folder = path.parent().ok_or_else(no_name)?.canonicalize()?;
        path = folder.join(path.file_name().ok_or_else(no_name)?);
        match path.read_link() {
            Ok(target) => path = folder.join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "expected a file, found links in a loop"))
}

fn no_name() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "expected the name of a file")
}

/// Gives a file the owner and the group of the file that it will replace. Only some users may give
/// files away; for the others the replacement is refused, because it would take the file from its
/// owner.
#[cfg(unix)]
fn own_as(file: &File, there: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};

    let mine = file.metadata()?;
    let differs = |mine: u32, theirs: u32| (mine != theirs).then_some(theirs);
    let (owner, group) = (differs(mine.uid(), there.uid()), differs(mine.gid(), there.gid()));
    if owner.is_none() && group.is_none() {
        return Ok(());
    }
    fchown(file, owner, group).map_err(|error| {
        let (owner, group) = (there.uid(), there.gid());
        let message = format!("its owner ({owner}) and group ({group}) cannot be kept if it is replaced: {error}");
        io::Error::new(error.kind(), message)
    })
}

#[cfg(not(unix))]
fn own_as(_: &File, _: &fs::Metadata) -> io::Result<()> {
    Ok(())
}

fn prefix(own: &OsStr) -> OsString {
    let mut prefix = OsString::from(".");
    prefix.push(own);
    prefix.push(".");
    prefix
}

/// Creates a temporary file and locks it. The system releases the lock when the process ends in any
/// way, so a file that can be locked was left behind by a run that was killed.
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
        // Between creating and locking, another run may have removed the file as left behind. On a
        // file system without locks nothing is ever removed, and the file is used without a lock.
        if FileExt::try_lock(&file).is_err_and(|error| matches!(error, fs4::TryLockError::WouldBlock)) || !path.exists()
        {
            continue;
        }
        parts.push(path.clone());
        return Ok((path, file));
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Removes the temporary files that killed runs left for the same path.
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

/// Removes the temporary files of this process when it receives Ctrl-C or a termination signal.
/// Files without a path need no removal. If no handler can be installed, the files stay until the
/// next run for the same path removes them.
fn remove_when_interrupted() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        when_interrupted(|| {
            // The lock is never released, so that no other thread creates or renames a file until
            // the process exits.
            let parts = parts();
            parts.iter().for_each(|part| drop(fs::remove_file(part)));
            let _ = io::stderr().write_all(b"oneiri: interrupted; what was not complete was not written\n");
            process::exit(130);
        });
    });
}

fn parts() -> MutexGuard<'static, Vec<PathBuf>> {
    PARTS.lock().unwrap_or_else(PoisonError::into_inner)
}

static CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn look() {
    use std::os::fd::AsFd;
    CLOSED.store(io::stdout().as_fd().try_clone_to_owned().is_err(), Ordering::Relaxed);
}

pub(crate) fn check_stdout() -> io::Result<()> {
    if CLOSED.load(Ordering::Relaxed) { Err(io::Error::other("it is closed")) } else { Ok(()) }
}

/// Calls `handler` once, on a thread of its own, when the process receives Ctrl-C or another signal
/// that asks it to end. A signal that is ignored when the process starts stays ignored: under
/// `nohup` a process outlives its terminal.
#[cfg(target_os = "linux")]
pub(super) fn when_interrupted(handler: impl FnOnce() + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;

    let Some(ignored) = ignored() else { return };
    let all = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];
    let heard = all.into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let Ok(mut signals) = Signals::new(heard) else { return };
    // Without a thread the signals have no effect, and the process can still be killed.
    let _ = std::thread::Builder::new().spawn(move || {
        if signals.forever().next().is_some() {
            handler();
        }
    });
}

/// The ignored signals of this process: bit 0 stands for signal 1. `None` if the system does not
/// tell, as in a container without `/proc`.
#[cfg(target_os = "linux")]
fn ignored() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let digits = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(digits.trim(), 16).ok()
}

/// Calls `handler` once, on a thread of its own, when the process receives Ctrl-C or another signal
/// that asks it to end. If one of these signals is ignored when the process starts, no signal is
/// handled, because ignored signals must stay ignored: under `nohup` a process outlives its
/// terminal.
#[cfg(not(target_os = "linux"))]
pub(super) fn when_interrupted(handler: impl FnMut() + Send + 'static) {
    // An error means that a signal is ignored, or that the system has no handlers.
    let _ = ctrlc::try_set_handler(handler);
}
