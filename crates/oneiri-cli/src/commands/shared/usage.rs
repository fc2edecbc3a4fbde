//! Shows errors of usage. They repeat arguments, which may contain passwords or control characters.

use std::io::{self, Write};
use std::process::exit;

use crate::output::{escape, redact};

/// Shows help or an error of usage and ends the process. If an argument contains a password or a
/// control character, the error is shown without it, and without colours.
pub(crate) fn exit_with(error: &clap::Error) -> ! {
    // Help does not repeat arguments. The passwords in it are examples.
    if !error.use_stderr() {
        error.exit();
    }
    let rendered = error.render().to_string();
    let lines =
        rendered.split('\n').map(|line| redact::message(&escape::visible(line)).into_owned());
    let shown = lines.collect::<Vec<_>>().join("\n");
    // Rendering removes escape sequences, including those of arguments, so the arguments are
    // checked as well.
    let acts = |argument: std::ffi::OsString| argument.to_string_lossy().chars().any(escape::acts);
    if shown == rendered && !std::env::args_os().any(acts) {
        error.exit();
    }
    // An error here is ignored, because nobody reads the message.
    let _ = io::stderr().write_all(shown.as_bytes());
    exit(error.exit_code());
}
