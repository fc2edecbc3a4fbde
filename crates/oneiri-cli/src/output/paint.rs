//! Colour, where the terminal has it and nobody said no (`--color`, `NO_COLOR`, `CLICOLOR`).

use std::fmt::{self, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Effects, Style};
use oneiri::Component;

/// What a text is, which decides its colour.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ink {
    Plain,
    /// What stands for nothing.
    Faint,
    Equal,
    Different,
    /// A stretch that a rule joins.
    Joined,
    /// What is unwise.
    Unwise,
    /// A component that is shown beside the others.
    Part(Component),
}

impl Ink {
    fn style(self) -> Style {
        let strong = |color: AnsiColor| color.on_default().effects(Effects::BOLD);
        match self {
            Self::Plain => Style::new(),
            Self::Faint => Style::new().effects(Effects::DIMMED),
            Self::Equal => strong(AnsiColor::Green),
            Self::Different => strong(AnsiColor::Red),
            Self::Joined => strong(AnsiColor::Cyan),
            Self::Unwise => strong(AnsiColor::Yellow),
            Self::Part(component) => Style::new().fg_color(Some(
                match component {
                    Component::Scheme => AnsiColor::Magenta,
                    Component::Userinfo => AnsiColor::Red,
                    Component::Host => AnsiColor::Cyan,
                    Component::Port => AnsiColor::BrightBlue,
                    Component::Path => AnsiColor::Green,
                    Component::Query => AnsiColor::Yellow,
                    _ => AnsiColor::BrightMagenta,
                }
                .into(),
            )),
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Painter {
    colored: bool,
}

impl Painter {
    // Streams are made and dropped at once: that asks the environment, and wakes up a console of
    // Windows.
    pub(crate) fn for_stdout() -> Self {
        let choice = AutoStream::auto(std::io::stdout()).current_choice();
        Self { colored: choice == ColorChoice::AlwaysAnsi }
    }

    pub(crate) fn for_stderr() -> Self {
        let choice = AutoStream::auto(std::io::stderr()).current_choice();
        Self { colored: choice == ColorChoice::AlwaysAnsi }
    }

    #[cfg(test)]
    pub(crate) fn plain() -> Self {
        Self { colored: false }
    }

    pub(crate) fn put(self, out: &mut String, ink: Ink, text: impl fmt::Display) {
        let style = if self.colored { ink.style() } else { Style::new() };
        // Writing to a String cannot fail.
        let _ = write!(out, "{style}{text}{style:#}");
    }
}
