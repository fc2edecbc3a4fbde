//! Errors of usage, which repeat what was given, without what must not be shown.

use std::io::{self, Write};
use std::process::exit;

use crate::output::{escape, redact};

/// Help, or an error of usage, which repeats arguments as they are: where they hold what must not be
/// shown, it is told without colour.
pub(crate) fn exit_with(error: &clap::Error) -> ! {
    // Help repeats nothing; the passwords in it are its own examples.
    if !error.use_stderr() {
        error.exit();
    }
    let rendered = error.render().to_string();
    let lines =
        rendered.split('\n').map(|line| redact::message(&escape::visible(line)).into_owned());
    let shown = lines.collect::<Vec<_>>().join("\n");
    // Rendering drops escape sequences, and those of arguments as well.
    let acts = |argument: std::ffi::OsString| argument.to_string_lossy().chars().any(escape::acts);
    if shown == rendered && !std::env::args_os().any(acts) {
        error.exit();
    }
    // That nobody listens is no other error.
    let _ = io::stderr().write_all(shown.as_bytes());
    exit(error.exit_code());
}
