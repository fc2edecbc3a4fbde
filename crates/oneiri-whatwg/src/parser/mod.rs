//! The basic URL parser (section 4.4 of the Standard), state by state.
//!
//! Each state is a method with the name of its section, which returns the next state. The methods read
//! stretches of the input instead of single code points, so a state that the Standard enters once for
//! each code point is entered once. The components follow each other in the input as in the result, so
//! the parser appends each of them to [`Url`]'s text and records where it ends; there is no record to
//! serialize afterwards. The states with a *state override* are in [`crate::url`], in the setters.

mod authority;
mod file;
mod path;
mod relative;
pub(crate) mod validation;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

pub(crate) use authority::{Authority, end as authority_end, port};
pub(crate) use path::{PathWriter, dots};
use validation::{Collected, Placed, Sink};

use crate::error::{Error, ErrorKind};
use crate::percent::{self, PercentEncodeSet};
use crate::places::{Places, is_removed};
use crate::scheme::is_special;
use crate::url::value::{Offsets, Url};

/// A state. *Hostname* exists only as a state override, and *host* and *port* belong to *authority*.
enum State {
    SchemeStart,
    Scheme,
    NoScheme,
    SpecialRelativeOrAuthority,
    PathOrAuthority,
    Relative,
    RelativeSlash,
    SpecialAuthoritySlashes,
    SpecialAuthorityIgnoreSlashes,
    Authority,
    File,
    FileSlash,
    FileHost,
    PathStart,
    Path,
    /// Path state, with a drive letter in the buffer.
    DriveLetterPath,
    OpaquePath,
    Query,
    Fragment,
    End,
}

/// What is kept while the states run.
struct Parser<'i, 'b, S> {
    /// The input without the tabs and newlines.
    input: &'i str,
    /// The offset of the next code point.
    pointer: usize,
    base: Option<&'b Url>,
    url: Url,
    /// Whether the scheme is special, and whether it is `file`.
    special: bool,
    file: bool,
    /// What takes the validation errors.
    errors: S,
}

/// The basic URL parser without a state override.
pub(crate) fn parse(text: &str, base: Option<&Url>) -> Result<Url, Error> {
    let (start, trimmed) = trimmed(text);
    Parser::run(trimmed, base, ()).0.map_err(|error| error.at(&Places::new(trimmed, start)))
}

/// The same, with all validation errors. If the text is not a URL, the last of them says why.
pub(crate) fn parse_with_errors(text: &str, base: Option<&Url>) -> (Result<Url, Error>, Vec<Error>) {
    let (start, trimmed) = trimmed(text);
    let errors = validation::removed(text, trimmed, start);
    let sink = Collected { places: Places::new(trimmed, start), errors };
    let (result, Collected { places, mut errors }) = Parser::run(trimmed, base, sink);
    let result = result.map_err(|error| error.at(&places));
    errors.extend(result.as_ref().err().cloned());
    (result, errors)
}

/// A text without C0 controls and spaces at its ends, and where it begins.
fn trimmed(text: &str) -> (usize, &str) {
    let behind = text.trim_start_matches(is_c0_control_or_space);
    (text.len() - behind.len(), behind.trim_end_matches(is_c0_control_or_space))
}

fn is_c0_control_or_space(c: char) -> bool {
    c <= ' '
}

/// Removes all ASCII tabs and newlines.
pub(crate) fn without_tabs_and_newlines(text: &str) -> Cow<'_, str> {
    // Without an early end, the loop runs over vectors.
    if text.bytes().fold(false, |any, byte| any | is_removed(byte)) {
        Cow::Owned(text.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// The scheme at the start of a text, if a colon follows (scheme start state and scheme state).
pub(crate) fn scheme(text: &str) -> Option<&str> {
    let is_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let (bytes, length) = (text.as_bytes(), text.bytes().take_while(is_scheme).count());
    let starts = bytes.first()?.is_ascii_alphabetic();
    (starts && bytes.get(length) == Some(&b':')).then(|| &text[..length])
}

impl<'b, S: Sink> Parser<'_, 'b, S> {
    /// Parses a text without C0 controls and spaces at its ends.
    fn run(text: &str, base: Option<&'b Url>, errors: S) -> (Result<Url, Error>, S) {
        let input = without_tabs_and_newlines(text);
        let url = Url { href: String::with_capacity(input.len() + 1), offsets: Offsets::default() };
        let (special, file) = (false, false);
        let mut parser = Parser { input: &input, pointer: 0, base, url, special, file, errors };
        let result = parser.states();
        (result.map(|()| parser.url), parser.errors)
    }
}

impl<'i, S: Sink> Parser<'i, '_, S> {
    fn states(&mut self) -> Result<(), Error> {
        let mut state = State::SchemeStart;
        loop {
            state = match state {
                State::SchemeStart => self.scheme_start(),
                State::Scheme => self.scheme(),
                State::NoScheme => self.no_scheme()?,
                State::SpecialRelativeOrAuthority => self.special_relative_or_authority(),
                State::PathOrAuthority => self.path_or_authority(),
                State::Relative => self.relative(),
                State::RelativeSlash => self.relative_slash(),
                State::SpecialAuthoritySlashes => self.special_authority_slashes(),
                State::SpecialAuthorityIgnoreSlashes => self.special_authority_ignore_slashes(),
                State::Authority => self.authority()?,
                State::File => self.file(),
                State::FileSlash => self.file_slash(),
                State::FileHost => self.file_host()?,
                State::PathStart => self.path_start(),
                State::Path => self.path(0),
                State::DriveLetterPath => self.path(2),
                State::OpaquePath => self.opaque_path(),
                State::Query => self.query(),
                State::Fragment => self.fragment(),
                State::End => return Ok(()),
            }
        }
    }

    /// The input from the next code point on.
    fn rest(&self) -> &'i str {
        &self.input[self.pointer..]
    }

    /// The next code point if it is ASCII. `None` stands for the end of the input.
    fn c(&self) -> Option<u8> {
        self.input.as_bytes().get(self.pointer).copied()
    }

    /// Whether the next code point is a slash, or a backslash in a special scheme.
    fn at_slash(&self) -> bool {
        self.c() == Some(b'/') || (self.special && self.c() == Some(b'\\'))
    }

    /// Signifies a validation error.
    fn report(&mut self, kind: ErrorKind, range: Range<usize>) {
        self.errors.take(Error::new(kind, range));
    }

    /// Two slashes are missing after a special scheme.
    fn report_missing_solidus(&mut self) {
        let at = self.pointer;
        self.report(ErrorKind::SpecialSchemeMissingFollowingSolidus, at..at);
    }

    /// Reports the next code point if it is a backslash. It must be a slash or a backslash.
    fn report_backslash(&mut self) {
        if S::COLLECTS && self.c() == Some(b'\\') {
            self.report(ErrorKind::InvalidReverseSolidus, self.pointer..self.pointer + 1);
        }
    }

    /// Reports what is no URL unit in a stretch that begins at the pointer.
    fn report_units(&mut self, stretch: &str, backslash: ErrorKind) {
        let at = self.pointer;
        let mut errors = Placed(&mut self.errors, |error: Error| error.moved(at));
        validation::units(stretch, backslash, &mut errors);
    }

    /// Scheme start state.
    fn scheme_start(&mut self) -> State {
        if scheme(self.input).is_some() { State::Scheme } else { State::NoScheme }
    }

    /// Scheme state.
    fn scheme(&mut self) -> State {
        let scheme = scheme(self.input).unwrap_or_default();
        self.pointer = scheme.len() + 1;
        self.set_scheme(scheme);
        let same = |base: &&Url| base.scheme() == self.url.scheme();
        if self.file {
            if !self.rest().starts_with("//") {
                self.report_missing_solidus();
            }
            State::File
        } else if self.special && self.base.filter(same).is_some() {
            State::SpecialRelativeOrAuthority
        } else if self.special {
            State::SpecialAuthoritySlashes
        } else if self.c() == Some(b'/') {
            self.pointer += 1;
            State::PathOrAuthority
        } else {
            State::OpaquePath
        }
    }

    /// Sets the scheme, in lower case. All other components are absent then.
    fn set_scheme(&mut self, scheme: &str) {
        let href = &mut self.url.href;
        href.clear();
        href.push_str(scheme);
        href.make_ascii_lowercase();
        self.special = is_special(href);
        self.file = href == "file";
        href.push(':');
        self.url.offsets = Offsets::all(href.len());
        self.url.offsets.scheme_end = scheme.len();
    }

    /// No scheme state.
    fn no_scheme(&mut self) -> Result<State, Error> {
        match self.base {
            Some(base) if base.has_opaque_path() && self.c() == Some(b'#') => {
                self.copy(base, base.offsets.fragment_start);
                Ok(State::Fragment)
            }
            Some(base) if !base.has_opaque_path() => {
                self.set_scheme(base.scheme());
                Ok(if self.file { State::File } else { State::Relative })
            }
            _ => Err(Error::new(ErrorKind::MissingSchemeNonRelativeUrl, 0..self.input.len())),
        }
    }

    /// Query state. The encoding is UTF-8.
    fn query(&mut self) -> State {
        let rest = self.rest();
        let query = &rest[..rest.bytes().position(|byte| byte == b'#').unwrap_or(rest.len())];
        self.report_units(query, ErrorKind::InvalidUrlUnit);
        let set = query_set(self.special);
        percent::encode(&mut self.url.href, query, set);
        self.pointer += query.len();
        self.url.offsets.fragment_start = self.url.href.len();
        if self.c().is_some() { State::Fragment } else { State::End }
    }

    /// Fragment state, from the `#` on.
    fn fragment(&mut self) -> State {
        self.pointer += 1;
        let fragment = self.rest();
        self.report_units(fragment, ErrorKind::InvalidUrlUnit);
        self.url.href.push('#');
        percent::encode(&mut self.url.href, fragment, PercentEncodeSet::FRAGMENT);
        State::End
    }
}

/// The set that a query is encoded with.
pub(crate) fn query_set(special: bool) -> PercentEncodeSet {
    if special { PercentEncodeSet::SPECIAL_QUERY } else { PercentEncodeSet::QUERY }
}
