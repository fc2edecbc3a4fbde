//! Colors. They are used if the terminal supports them and neither `--color` nor the environment
//! (`NO_COLOR`, `CLICOLOR`) forbids them.

use std::fmt::{self, Write};

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Effects, Style};
use oneiri::Component;

/// The role of a text, which decides its color.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ink {
    Plain,
    /// A placeholder, such as `<none>`.
    Faint,
    Equal,
    Different,
    /// A difference that a rule of some rung removes.
    Joined,
    /// A finding of a lint.
    Unwise,
    /// A component in a picture of all components.
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
            Self::Part(Component::Scheme) => AnsiColor::Magenta.on_default(),
            Self::Part(Component::Userinfo) => AnsiColor::Red.on_default(),
            Self::Part(Component::Host) => AnsiColor::Cyan.on_default(),
            Self::Part(Component::Port) => AnsiColor::BrightBlue.on_default(),
            Self::Part(Component::Path) => AnsiColor::Green.on_default(),
            Self::Part(Component::Query) => AnsiColor::Yellow.on_default(),
            Self::Part(_) => AnsiColor::BrightMagenta.on_default(),
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Painter {
    colored: bool,
}

impl Painter {
    pub(crate) fn for_stdout() -> Self {
        Self::of(std::io::stdout())
    }

    pub(crate) fn for_stderr() -> Self {
        Self::of(std::io::stderr())
    }

    /// Creating the stream has two effects: it reads the environment, and it enables colors in the
    /// console of Windows. The stream itself is not needed.
    fn of(stream: impl RawStream) -> Self {
        Self { colored: AutoStream::auto(stream).current_choice() == ColorChoice::AlwaysAnsi }
    }

    pub(crate) fn plain() -> Self {
        Self { colored: false }
    }

    pub(crate) fn put(self, out: &mut String, ink: Ink, text: impl fmt::Display) {
        // Writing to a String cannot fail.
        let _ = if self.colored {
            let style = ink.style();
            write!(out, "{style}{text}{style:#}")
        } else {
            write!(out, "{text}")
        };
    }
}
