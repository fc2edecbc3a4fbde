//! Parsing, splitting and building for C: a text and the ranges of its components. Programs that were compiled with an
//! older `oneiri.h` run with this library, so the structures and signatures here are frozen. No field may be added, moved
//! or removed, and an absent component stays `SIZE_MAX`. What is new gets a function of its own. The comments of public
//! items become those of the header, so after any change to them write `include/oneiri.h` again, as `README.md` says.

use core::ffi::c_char;
use core::str;

use oneiri::{Alphabet, Ascii, Component, HasScheme, MaybeScheme, Parts, Ri, SchemePresence, Unicode};

use crate::boundary::{Output, Place, bytes, text as text_of};
use crate::error::{Fault, oneiri_error};
use crate::numbers::{ONEIRI_IRI, ONEIRI_IRI_REFERENCE, ONEIRI_URI, ONEIRI_URI_REFERENCE};
use crate::status::{Failure, guard};

/// A range of bytes. A component that is absent has `SIZE_MAX` for both.
#[repr(C)]
#[allow(non_camel_case_types, reason = "a name of C")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct oneiri_range {
    /// The offset of the first byte.
    pub start: usize,
    /// The offset after the last byte.
    pub end: usize,
}

impl oneiri_range {
    const ABSENT: Self = Self { start: usize::MAX, end: usize::MAX };

    /// The text of the range; `None` if it is absent.
    fn of<'a>(&self, text: &'a str) -> Result<Option<&'a str>, Failure> {
        if *self == Self::ABSENT {
            return Ok(None);
        }
        text.get(self.start..self.end).map(Some).ok_or(Failure::Misuse)
    }
}

/// The ranges of the components of a text. Absent and empty differ: the query of `http://h/?` is empty, and the
/// query of `http://h/` is absent. The path is never absent.
#[repr(C)]
#[allow(non_camel_case_types, reason = "a name of C")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the RFC's own nouns")]
pub struct oneiri_parts {
    pub scheme: oneiri_range,
    pub userinfo: oneiri_range,
    pub host: oneiri_range,
    pub port: oneiri_range,
    pub path: oneiri_range,
    pub query: oneiri_range,
    pub fragment: oneiri_range,
}

impl oneiri_parts {
    /// The ranges of the components of an identifier.
    #[inline]
    fn of_parsed<A: Alphabet, F: SchemePresence>(identifier: &Ri<&str, A, F>) -> Self {
        let range = |component| match identifier.range(component) {
            Some(range) => oneiri_range { start: range.start, end: range.end },
            None => oneiri_range::ABSENT,
        };
        Self {
            scheme: range(Component::Scheme),
            userinfo: range(Component::Userinfo),
            host: range(Component::Host),
            port: range(Component::Port),
            path: range(Component::Path),
            query: range(Component::Query),
            fragment: range(Component::Fragment),
        }
    }

    /// The ranges of parts that were cut from a text of the length `length` and are in it in the order of the
    /// syntax.
    fn of_split(parts: &Parts<'_>, length: usize) -> Self {
        let start = parts.scheme.map_or(0, |scheme| scheme.len() + ":".len());
        let mut next = start;
        let mut take = |piece: &str, before: usize, behind: usize| {
            let range = oneiri_range { start: next + before, end: next + before + piece.len() };
            next = range.end + behind;
            range
        };
        let absent = oneiri_range::ABSENT;
        let scheme = parts.scheme.map_or(absent, |scheme| oneiri_range { start: 0, end: scheme.len() });
        let slashes = if parts.host.is_some() { "//".len() } else { 0 };
        let userinfo = parts.userinfo.map_or(absent, |piece| take(piece, slashes, "@".len()));
        let slashes = if parts.userinfo.is_some() { 0 } else { slashes };
        let host = parts.host.map_or(absent, |piece| take(piece, slashes, 0));
        let port = parts.port.map_or(absent, |piece| take(piece, ":".len(), 0));
        let path = take(parts.path, 0, 0);
        let query = parts.query.map_or(absent, |piece| take(piece, "?".len(), 0));
        let fragment = parts.fragment.map_or(absent, |piece| take(piece, "#".len(), 0));
        debug_assert_eq!(next, length, "the components and their delimiters are the whole text");
        Self { scheme, userinfo, host, port, path, query, fragment }
    }

    fn of<'a>(&self, text: &'a str) -> Result<Parts<'a>, Failure> {
        Ok(Parts {
            scheme: self.scheme.of(text)?,
            userinfo: self.userinfo.of(text)?,
            host: self.host.of(text)?,
            port: self.port.of(text)?,
            path: self.path.of(text)?.unwrap_or_default(),
            query: self.query.of(text)?,
            fragment: self.fragment.of(text)?,
        })
    }
}

/// Parses a text by a grammar and gives the ranges of its components.
///
/// `grammar` is one of `ONEIRI_URI`, `ONEIRI_URI_REFERENCE`, `ONEIRI_IRI` and `ONEIRI_IRI_REFERENCE`. `text` is
/// UTF-8. `parts` is written for `ONEIRI_OK`, and `error` for `ONEIRI_INVALID`. Both may be null. The sentence that
/// explains an error is the result of the operation `ONEIRI_CHECK`.
///
/// # Safety
///
/// `text` points to `length` bytes; `parts` and `error` are null, or point to memory that can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn oneiri_parse(
    grammar: i32,
    text: *const c_char,
    length: usize,
    parts: *mut oneiri_parts,
    error: *mut oneiri_error,
) -> i32 {
    guard(|| {
        // SAFETY: the caller makes the same promises.
        let (bytes, parts, error) = unsafe { (bytes(text, length)?, Place::new(parts), Place::new(error)) };
        let text = text_of(bytes, 0).map_err(|fault| error.refuse(&fault))?;
        let places = (parts, error);
        match grammar {
            ONEIRI_URI => parse::<Ascii, HasScheme>(text, &places),
            ONEIRI_URI_REFERENCE => parse::<Ascii, MaybeScheme>(text, &places),
            ONEIRI_IRI => parse::<Unicode, HasScheme>(text, &places),
            ONEIRI_IRI_REFERENCE => parse::<Unicode, MaybeScheme>(text, &places),
            _ => Err(Failure::Misuse),
        }
    })
}

fn parse<A: Alphabet, F: SchemePresence>(
    text: &str,
    (parts, error): &(Place<oneiri_parts>, Place<oneiri_error>),
) -> Result<(), Failure> {
    let parsed = Ri::<&str, A, F>::parse(text);
    let found = parsed.map_err(|fault| error.refuse(&Fault::first(fault)))?;
    parts.put(oneiri_parts::of_parsed(&found));
    Ok(())
}

/// Splits any bytes into components by the expression of RFC 3986 appendix B.
///
/// It checks nothing and accepts everything, also bytes that are not UTF-8. `parts` is written for `ONEIRI_OK`, and may
/// be null.
///
/// # Safety
///
/// `text` points to `length` bytes; `parts` is null, or points to memory that can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn oneiri_split(text: *const c_char, length: usize, parts: *mut oneiri_parts) -> i32 {
    guard(|| {
        // SAFETY: the caller makes the same promises.
        let (bytes, parts) = unsafe { (bytes(text, length)?, Place::new(parts)) };
        let found = match str::from_utf8(bytes) {
            Ok(text) => oneiri_parts::of_split(&oneiri::split(text), length),
            // All delimiters are ASCII, so the ranges are those of a text of the same length in which every other
            // byte is DEL.
            Err(_) => {
                let ascii = |&byte: &u8| if byte.is_ascii() { char::from(byte) } else { '\x7F' };
                let text: String = bytes.iter().map(ascii).collect();
                oneiri_parts::of_split(&oneiri::split(&text), length)
            }
        };
        parts.put(found);
        Ok(())
    })
}

/// Builds an identifier of components: the reverse of `oneiri_parse`.
///
/// `parts` are ranges of `text`, in any order; they may overlap. Each component is checked by `grammar`, and so is
/// the whole (RFC 3986 section 5.3). There is an authority if host, userinfo or port is present. `buffer`,
/// `result_length` and `error` are those of `oneiri_apply`; the offsets of the error count from the start of the
/// component that it names. A range that does not lie in `text` is `ONEIRI_MISUSE`.
///
/// # Safety
///
/// As for `oneiri_apply`; `parts` points to an `oneiri_parts`.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "a text of C is a pointer and a length")]
pub unsafe extern "C" fn oneiri_build(
    grammar: i32,
    text: *const c_char,
    length: usize,
    parts: *const oneiri_parts,
    buffer: *mut c_char,
    capacity: usize,
    result_length: *mut usize,
    error: *mut oneiri_error,
) -> i32 {
    guard(|| {
        // SAFETY: the caller makes the same promises.
        let (bytes, output) = unsafe { (bytes(text, length)?, Output::new(buffer, capacity, result_length, error)?) };
        if parts.is_null() {
            return Err(Failure::Misuse);
        }
        // SAFETY: the pointer is not null, and the caller promises that an `oneiri_parts` can be read there.
        let ranges = unsafe { parts.read() };
        let bytes = output.apart(bytes);
        let text = output.text(&bytes, 0)?;
        let parts = ranges.of(text)?;
        let built = match grammar {
            ONEIRI_URI => oneiri::UriBuf::build(&parts).map(|built| built.into_string()),
            ONEIRI_URI_REFERENCE => oneiri::UriRefBuf::build(&parts).map(|built| built.into_string()),
            ONEIRI_IRI => oneiri::IriBuf::build(&parts).map(|built| built.into_string()),
            ONEIRI_IRI_REFERENCE => oneiri::IriRefBuf::build(&parts).map(|built| built.into_string()),
            _ => return Err(Failure::Misuse),
        };
        match built {
            Ok(built) => output.write(built.as_bytes()),
            Err(error) => Err(output.refuse(Fault::first(error))),
        }
    })
}
