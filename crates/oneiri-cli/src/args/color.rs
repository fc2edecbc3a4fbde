//! The option `--color`.

use anstream::ColorChoice;
use clap::ValueEnum;

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// Reads `--color` before the other arguments are parsed, because help and errors of usage may
    /// be colored, too.
    pub(crate) fn asked_for() -> Self {
        let arguments: Vec<String> = std::env::args_os().skip(1).map(|it| it.to_string_lossy().into_owned()).collect();
        let options = arguments.iter().position(|it| it == "--").unwrap_or(arguments.len());
        let mut values = (0..options).filter_map(|at| match arguments[at].split_once('=') {
            Some(("--color", value)) => Some(value),
            None if arguments[at] == "--color" => arguments.get(at + 1).map(String::as_str),
            _ => None,
        });
        values.find_map(|value| Self::from_str(value, false).ok()).unwrap_or(Self::Auto)
    }

    pub(crate) fn choose(self) {
        match self {
            Self::Auto => ColorChoice::Auto,
            Self::Always => ColorChoice::Always,
            Self::Never => ColorChoice::Never,
        }
        .write_global();
    }
}
