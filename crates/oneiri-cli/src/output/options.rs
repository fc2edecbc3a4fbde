//! What the output consists of, and how answers look.

use std::sync::Arc;

use clap::ValueEnum;

use crate::output::paint::Painter;

/// What the output consists of: the choices of the options that all commands share.
#[derive(Clone, Default)]
pub(crate) struct OutputOptions {
    /// Whether lines end with NUL.
    pub(crate) null: bool,
    /// Whether records are written. Otherwise the output has only what commands write themselves.
    pub(crate) records: bool,
    /// Whether lists keep their line ends and their byte order mark, because their valid lines must not change.
    pub(crate) keeps_ends: bool,
    /// The name of the field that answers are written to. It is added to each record, or stands
    /// after each line; without it, an answer replaces the identifier.
    pub(crate) into: Option<String>,
    pub(crate) invalid: Invalid,
    /// Whether refused lines and records go to a file, instead of being reported.
    pub(crate) rejects: bool,
    /// Whether refused inputs leave the exit code as it is, because the options say what becomes of them.
    pub(crate) forgives: bool,
    /// Whether refusals are what the command prints, and so go to standard output.
    pub(crate) prints_refusals: bool,
    /// Whether refused identifiers are counted by their reasons.
    pub(crate) reasons: bool,
}

impl OutputOptions {
    /// The byte that ends a line.
    pub(crate) fn end(&self) -> u8 {
        if self.null { 0 } else { b'\n' }
    }
}

/// What is written for an invalid URL, unless a file takes it: its line or record unchanged, an empty answer, or nothing. These
/// are the values of `--invalid`. Without that option, it may also be the reason, in the field of answers.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Invalid {
    Keep,
    Null,
    #[default]
    Drop,
    #[value(skip)]
    Reason,
}

/// How answers look.
#[derive(Clone)]
pub(crate) struct Style {
    /// Whether standard output is a terminal.
    pub(crate) terminal: bool,
    pub(crate) json: bool,
    /// The colors of long refusals with excerpts, which are shown if standard error is a terminal.
    pub(crate) diagnoses: Option<Painter>,
    /// The colors of short ones, which `--color always` gives to a pipe, too.
    pub(crate) painter: Painter,
    pub(crate) options: Arc<OutputOptions>,
}
