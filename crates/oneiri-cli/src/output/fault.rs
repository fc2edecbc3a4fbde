//! The reason why an input is refused, and the place of the error in it.

use std::fmt;

use oneiri::{ErrorKind, percent};

use crate::output::{escape, redact};

/// The reason why an input is refused, and the place of the error in it.
#[derive(Clone)]
pub(crate) struct Fault {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) component: Option<&'static str>,
    pub(crate) message: String,
    /// The text whose bytes `start` and `end` count, if it is not the input.
    pub(crate) place: Option<Place>,
    /// The parts of the message, if the error comes from the grammar of identifiers.
    pub(crate) parts: Option<Box<Parts>>,
}

#[derive(Clone)]
pub(crate) struct Parts {
    /// The code of the kind of error, such as E001, which the page of errors explains.
    pub(crate) code: &'static str,
    pub(crate) expected: String,
    pub(crate) found: String,
    /// The percent-encoded form of the character, if the author of the text probably forgot to
    /// encode it.
    pub(crate) escape: Option<String>,
    pub(crate) section: &'static str,
    /// What comes after the message.
    pub(crate) more: String,
    /// Whether a character is not allowed that is one of many. Then a message without the list of those that are
    /// allowed says as much.
    pub(crate) is_one_of_many: bool,
}

impl Parts {
    /// The message without the list of allowed characters, which is long: `' ' is not allowed here; write %20`.
    fn short(&self) -> Option<String> {
        let Self { found, escape, section, more, .. } = self;
        let section = section.split_once(',').map_or(*section, |(section, _)| section);
        let write = escape.as_ref().map(|escape| format!("; write {escape}")).unwrap_or_default();
        self.is_one_of_many.then(|| format!("{found} is not allowed here{write} ({section}){more}"))
    }
}

/// The value of an option of `oneiri edit` in which an error lies.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) option: String,
    pub(crate) value: String,
    pub(crate) holds: Holds,
    /// Whether `start` and `end` count in the path that the edit would produce, rather than in the
    /// value.
    pub(crate) in_path: bool,
}

/// What the value of an option is, so that a password in it is found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holds {
    Userinfo,
    Authority,
    Other,
}

impl Place {
    /// The value without its passwords. A userinfo or an authority alone does not parse as an identifier, so the delimiters are
    /// added before a password is looked for.
    pub(crate) fn hidden(&self) -> String {
        let (before, after) = match self.holds {
            Holds::Other => ("", ""),
            Holds::Userinfo => ("//", "@"),
            Holds::Authority => ("//", ""),
        };
        let whole = [before, &self.value, after].concat();
        let shown = redact::hidden(&whole);
        let shown = shown.strip_prefix(before).and_then(|it| it.strip_suffix(after));
        shown.unwrap_or(redact::HIDDEN).to_owned()
    }
}

impl Fault {
    pub(crate) fn add(&mut self, text: &str) {
        self.message.push_str(text);
        if let Some(parts) = &mut self.parts {
            parts.more.push_str(text);
        }
    }

    /// The code of the error, if it comes from the grammar of identifiers.
    pub(crate) fn code(&self) -> Option<&'static str> {
        self.parts.as_ref().map(|parts| parts.code)
    }

    pub(crate) fn words(&self) -> String {
        let in_path = self.place.as_ref().is_some_and(|place| place.in_path);
        let component = self.component.filter(|_| !in_path);
        let component = component.map(|name| format!("{name}: ")).unwrap_or_default();
        let short = self.parts.as_ref().and_then(|parts| parts.short());
        let message = short.as_deref().unwrap_or(&self.message);
        component + &redact::message(&escape::visible(message))
    }

    /// Why a repair would be a guess, with the code of what is wrong.
    pub(crate) fn guess(wrong: Option<Self>, guess: oneiri_documents::Error) -> Self {
        let parts = wrong.and_then(|it| it.parts).map(|parts| Box::new(Parts { is_one_of_many: false, ..*parts }));
        Self { parts, ..guess.into() }
    }

    pub(crate) fn plain(start: usize, end: usize, message: String) -> Self {
        Self { start, end, component: None, message, place: None, parts: None }
    }
}

impl From<oneiri_documents::Error> for Fault {
    fn from(error: oneiri_documents::Error) -> Self {
        Self::plain(error.start, error.end, error.message)
    }
}

impl From<oneiri::Error> for Fault {
    fn from(error: oneiri::Error) -> Self {
        // The library's own message repeats the position and the component. The command shows both
        // beside the message, so the message is built here without them.
        let found = error.found().map_or_else(|| "the end".to_owned(), oneiri_documents::Error::found);
        // The advice is given where the author probably forgot to percent-encode a character. A
        // space in a host or a backslash is another mistake, which encoding does not correct.
        use oneiri::Component::{Fragment, Path, Query, Userinfo};
        let escape = match (error.kind(), error.component(), error.found()) {
            (_, Some(Fragment), Some('#')) | (_, _, Some('\\')) => None,
            (ErrorKind::Character, Some(Userinfo | Path | Query | Fragment), Some(c)) => {
                Some(percent::encode(c.encode_utf8(&mut [0; 4]), percent::SafeSet::UNRESERVED).into_owned())
            }
            _ => None,
        };
        let (expected, section) = (error.expected().to_string(), error.section());
        // A second '#' is allowed nowhere, and its message says what to do with it.
        let is_second = (error.component(), error.found()) == (Some(Fragment), Some('#'));
        let is_one_of_many = error.kind() == ErrorKind::Character && error.found().is_some() && !is_second;
        let advice = escape.as_ref().map(|it| format!(", which is written {it}")).unwrap_or_default();
        Self {
            start: error.start(),
            end: error.end(),
            component: error.component().map(oneiri::Component::name),
            message: format!("expected {expected}, found {found}{advice} ({section})"),
            place: None,
            parts: Some(Box::new(Parts {
                code: error.kind().code(),
                expected,
                found,
                escape,
                section,
                more: String::new(),
                is_one_of_many,
            })),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(code) = self.code() {
            write!(f, "{code} ")?;
        }
        f.write_str(&self.words())
    }
}
