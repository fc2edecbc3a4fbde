//! Runs the binary as a user would, and keeps what came of it.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a run left behind.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) code: i32,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl Outcome {
    pub(crate) fn stdout(&self) -> &str {
        std::str::from_utf8(&self.stdout).unwrap()
    }

    pub(crate) fn json(&self) -> Vec<serde_json::Value> {
        self.stdout().lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    }

    /// What `check` says: the invalid URLs on standard output, and the summary on standard error.
    pub(crate) fn said(&self) -> String {
        format!("{}{}", String::from_utf8_lossy(&self.stdout), self.stderr)
    }

    /// The exit code, standard output and standard error, all at once.
    #[track_caller]
    pub(crate) fn is(&self, code: i32, stdout: &str, stderr: &str) {
        assert_eq!(
            (self.code, String::from_utf8_lossy(&self.stdout).as_ref(), self.stderr.as_str()),
            (code, stdout, stderr)
        );
    }
}

pub(crate) fn command<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_oneiri"));
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the binary with nothing on its standard input.
pub(crate) fn oneiri<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> Outcome {
    feed(arguments, b"")
}

/// Runs the binary with these bytes on its standard input.
pub(crate) fn feed<S: AsRef<std::ffi::OsStr>>(arguments: &[S], input: &[u8]) -> Outcome {
    let mut child = command(arguments).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        // The child may not read all of it; that is its business.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().unwrap()
    });
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(!stderr.contains("panicked"), "{stderr}");
    Outcome { code: output.status.code().expect("no signal"), stdout: output.stdout, stderr }
}

/// A file in the tests' own folder; every name is used by one test only.
pub(crate) fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

pub(crate) fn file(name: &str, content: &[u8]) -> String {
    let path = path(name);
    std::fs::write(&path, content).unwrap();
    path.into_os_string().into_string().unwrap()
}

/// Lets children begin with the default for each signal, even if it is ignored here, as in the background
/// of a script. A signal that is handled has its default in a new program.
pub(crate) fn set_defaults() {
    #[cfg(target_os = "linux")]
    for signal in [1, 2, 3, 15] {
        let ends = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
        signal_hook::flag::register_conditional_shutdown(signal, 130, ends).unwrap();
    }
}

/// The names of the commands that a help lists, under whatever headings.
pub(crate) fn listed(help: &str) -> impl Iterator<Item = &str> {
    let is_heading = |line: &str| line.contains("ommands") && line.ends_with(':');
    let mut inside = false;
    help.lines().filter_map(move |line| {
        inside = is_heading(line) || inside && !line.is_empty();
        let name = line.strip_prefix("  ").filter(|_| inside)?.split(' ').next()?;
        (!name.is_empty() && name != "help").then_some(name)
    })
}
