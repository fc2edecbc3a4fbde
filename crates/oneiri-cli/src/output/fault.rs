//! Why an input is refused, and where in it.

use std::fmt;

use oneiri::{ErrorKind, percent};

use crate::output::{escape, redact};

/// Why an input was refused, and where in it.
pub(crate) struct Fault {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) component: Option<&'static str>,
    pub(crate) message: String,
    /// Where `start` and `end` count, if not in the input.
    pub(crate) place: Option<Place>,
    /// What the message is made of, if a grammar knows of it.
    pub(crate) parts: Option<Box<Parts>>,
}

/// What a grammar says of a fault.
pub(crate) struct Parts {
    pub(crate) expected: String,
    pub(crate) found: String,
    /// How it is written, where escaping is what the writer forgot.
    pub(crate) escape: Option<String>,
    pub(crate) section: &'static str,
}

/// Where the fault of an edit lies.
pub(crate) struct Place {
    /// The option that asked for the edit, such as `--host`.
    pub(crate) option: String,
    /// What was given with it.
    pub(crate) value: String,
    /// In the path that the edit would leave, rather than in the value.
    pub(crate) in_path: bool,
}

impl Fault {
    /// A fault that no grammar knows of.
    pub(crate) fn plain(start: usize, end: usize, message: String) -> Self {
        Self { start, end, component: None, message, place: None, parts: None }
    }
}

impl From<oneiri::Error> for Fault {
    fn from(error: oneiri::Error) -> Self {
        // The library's own line repeats the position and the component, which stand beside the
        // message wherever it is shown here.
        let found = match error.found() {
            None => "the end".to_owned(),
            Some(c) if c == ' ' || c.is_ascii_graphic() => format!("'{c}'"),
            Some(c) if c.is_alphanumeric() => format!("'{c}' (U+{:04X})", u32::from(c)),
            Some(c) => format!("U+{:04X}", u32::from(c)),
        };
        // Advice where escaping is what the writer of the text forgot. A host with a space in it is
        // wrong in another way, and so is a backslash.
        use oneiri::Component::{Fragment, Path, Query, Userinfo};
        let escape = match (error.kind(), error.component(), error.found()) {
            (_, Fragment, Some('#')) | (_, _, Some('\\')) => None,
            (ErrorKind::Character, Userinfo | Path | Query | Fragment, Some(c)) => {
                Some(percent::encode(c.encode_utf8(&mut [0; 4]), "").into_owned())
            }
            _ => None,
        };
        let (expected, section) = (error.expected().to_string(), error.section());
        let advice =
            escape.as_ref().map(|it| format!(", which is written {it}")).unwrap_or_default();
        Self {
            start: error.start(),
            end: error.end(),
            component: Some(error.component().name()),
            message: format!("expected {expected}, found {found}{advice} ({section})"),
            place: None,
            parts: Some(Box::new(Parts { expected, found, escape, section })),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let in_path = self.place.as_ref().is_some_and(|place| place.in_path);
        if let (Some(component), false) = (self.component, in_path) {
            write!(f, "{component}: ")?;
        }
        f.write_str(&redact::message(&escape::visible(&self.message)))
    }
}
