//! Percent-encoding of text and of octets, and decoding (RFC 3986 section 2.1).
//!
//! An escape such as `%C3` represents one octet. Decoded octets need not be UTF-8, so [`decode`] returns
//! octets, and [`decode_text`] can fail.
//!
//! Split an identifier into its components before you decode them. Decoding the whole turns data into
//! delimiters: `/a%2Fb/c` has two segments, and `/a/b/c` has three.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;
use core::ops::Range;
use core::str;

use crate::syntax::error::{Error, ErrorKind};
use crate::syntax::grammar::{UNRESERVED, escape, escape_at};
use crate::syntax::scan::{Classify, Spelling, best, first_of, likely_capacity};

/// The characters that percent-encoding keeps: the unreserved ones (RFC 3986 section 2.3), and the ASCII characters that you
/// name. Make it once for each purpose, as a constant if you can.
///
/// ```
/// use oneiri::percent::{SafeSet, encode};
///
/// const PATH: &SafeSet = &SafeSet::new("/");
/// assert_eq!(encode("/a b/é", PATH), "/a%20b/%C3%A9");
/// assert_eq!(encode("/a b/é", SafeSet::UNRESERVED), "%2Fa%20b%2F%C3%A9");
/// ```
#[derive(Clone)]
pub struct SafeSet(Spelling);

impl SafeSet {
    /// The unreserved characters alone: letters, digits, and `-._~`.
    pub const UNRESERVED: &'static Self = &Self(Spelling::keeping(UNRESERVED));

    /// The unreserved characters, and these. If they contain `%`, decoding the result may not give back the text.
    ///
    /// # Panics
    ///
    /// If a character is not ASCII, because an escape of it could not be kept. In a constant, the panic is a compile error,
    /// so write sets that your program contains as constants. For a text from somewhere else, use [`of`](Self::of).
    ///
    /// ```compile_fail
    /// const SAFE: oneiri::percent::SafeSet = oneiri::percent::SafeSet::new("/é");
    /// ```
    #[must_use]
    pub const fn new(safe: &str) -> Self {
        let (mut set, safe) = (Spelling::keeping(UNRESERVED), safe.as_bytes());
        let mut at = 0;
        while at < safe.len() {
            assert!(safe[at].is_ascii(), "a set of safe characters can have only ASCII characters");
            set.keep(safe[at]);
            at += 1;
        }
        Self(set)
    }

    /// Like [`new`](Self::new), for a text or octets that are not known when you write the program. Characters beyond ASCII
    /// are ignored.
    ///
    /// ```
    /// use oneiri::percent::{SafeSet, encode};
    ///
    /// let given = String::from("/é");
    /// assert_eq!(encode("/é", &SafeSet::of(&given)), "/%C3%A9");
    /// ```
    #[must_use]
    pub fn of(safe: impl AsRef<[u8]>) -> Self {
        // A copy, because to make the table takes longer than to encode a text.
        let mut set = Self::UNRESERVED.clone();
        set.keep(safe.as_ref());
        set
    }

    /// Calls `work` with the set that [`of`](Self::of) makes.
    ///
    /// For the other crates of oneiri alone, which make a set for each text: the set without further characters is not
    /// copied, and others are changed where they are, because to return a set copies it again.
    #[doc(hidden)]
    #[inline]
    pub fn with<T>(safe: &[u8], work: impl FnOnce(&Self) -> T) -> T {
        if safe.is_empty() {
            return work(Self::UNRESERVED);
        }
        let mut set = Self::UNRESERVED.clone();
        set.keep(safe);
        work(&set)
    }

    #[inline]
    fn keep(&mut self, safe: &[u8]) {
        safe.iter().for_each(|&byte| self.0.keep(byte));
    }
}

/// Shows the characters.
impl fmt::Debug for SafeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kept: String = (0..128).filter(|&byte| self.0.keeps(byte)).map(char::from).collect();
        f.debug_tuple("SafeSet").field(&kept).finish()
    }
}

/// Percent-encodes the UTF-8 of a text, except for the safe characters. Hexadecimal digits are upper case, and a space is
/// `%20`.
///
/// Escapes in `text` are encoded again: `%41` becomes `%2541`. Encode a component once, when you make
/// it.
///
/// # Panics
///
/// If the result is longer than `isize::MAX` bytes, which no [`String`] can be.
///
/// ```
/// use oneiri::percent::{SafeSet, encode};
///
/// assert_eq!(encode("hello world", SafeSet::UNRESERVED), "hello%20world");
/// ```
pub fn encode<'a>(text: &'a str, safe: &SafeSet) -> Cow<'a, str> {
    if text.bytes().all(|byte| safe.0.keeps(byte)) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(encode_all(text.as_bytes(), &safe.0))
    }
}

/// Like [`encode`], but takes octets, which need not be UTF-8.
///
/// # Panics
///
/// If the result is longer than `isize::MAX` bytes, which no [`String`] can be.
///
/// ```
/// use oneiri::percent::{SafeSet, encode_bytes};
///
/// assert_eq!(encode_bytes(b"\xFF/", &SafeSet::new("/")), "%FF/");
/// ```
pub fn encode_bytes<'a>(octets: &'a [u8], safe: &SafeSet) -> Cow<'a, str> {
    if octets.iter().all(|&octet| safe.0.keeps(octet)) {
        // Octets that are kept are ASCII, so this is never an error.
        if let Ok(text) = str::from_utf8(octets) {
            return Cow::Borrowed(text);
        }
    }
    Cow::Owned(encode_all(octets, &safe.0))
}

fn encode_all(octets: &[u8], spelling: &Spelling) -> String {
    let mut out = String::with_capacity(likely_capacity(octets.len()));
    spelling.append(octets, &mut out);
    out
}

/// Decodes every well-formed escape to its octet, including the escapes of reserved characters. A `%`
/// that does not begin an escape stays, and so does `+`.
///
/// This function is not idempotent: it decodes `%2541` to `%41`, and `%41` to `A`.
///
/// ```
/// use oneiri::percent::decode;
///
/// assert_eq!(*decode("hello%20world"), *b"hello world");
/// assert_eq!(*decode("100%, %2G, %ff"), *b"100%, %2G, \xFF");
/// ```
pub fn decode(text: &str) -> Cow<'_, [u8]> {
    let bytes = text.as_bytes();
    match percent_sign(bytes, 0) {
        None => Cow::Borrowed(bytes),
        Some(first) => Cow::Owned(best().decode(bytes, first)),
    }
}

/// Like [`decode`], but rejects a `%` that does not begin an escape.
///
/// # Errors
///
/// The range of the first such `%`, with the digits that follow it: RFC 3986 section 2.1.
///
/// ```
/// use oneiri::percent::decode_strict;
///
/// assert_eq!(*decode_strict("%41+")?, *b"A+");
/// assert_eq!(decode_strict("a%2G").unwrap_err().start(), 1);
/// # Ok::<(), oneiri::Error>(())
/// ```
pub fn decode_strict(text: &str) -> Result<Cow<'_, [u8]>, Error> {
    let bytes = text.as_bytes();
    let mut next = percent_sign(bytes, 0);
    while let Some(at) = next {
        if escape_at(bytes, at).is_none() {
            let rest = &text[at + 1..];
            let digits = rest.bytes().take(2).take_while(u8::is_ascii_hexdigit).count();
            let found = rest[digits..].chars().next();
            let end = at + 1 + digits + found.map_or(0, char::len_utf8);
            return Err(fault(ErrorKind::Escape, at, end, found));
        }
        next = percent_sign(bytes, at + 3);
    }
    Ok(decode(text))
}

/// Like [`decode`], but returns text.
///
/// # Errors
///
/// Octets that are not UTF-8: RFC 3987 section 3.2. The range of the error has the escapes of these octets.
///
/// ```
/// use oneiri::percent::decode_text;
///
/// assert_eq!(decode_text("r%C3%A9sum%C3%A9")?, "résumé");
/// let error = decode_text("%41%FF").unwrap_err();
/// assert_eq!((error.start(), error.end()), (3, 6));
/// # Ok::<(), oneiri::Error>(())
/// ```
pub fn decode_text(text: &str) -> Result<Cow<'_, str>, Error> {
    let octets = match decode(text) {
        Cow::Borrowed(_) => return Ok(Cow::Borrowed(text)),
        Cow::Owned(octets) => octets,
    };
    match String::from_utf8(octets) {
        Ok(decoded) => Ok(Cow::Owned(decoded)),
        Err(error) => {
            let start = error.utf8_error().valid_up_to();
            let length = error.utf8_error().error_len();
            let end = length.map_or(error.as_bytes().len(), |length| start + length);
            let given = spelled(text.as_bytes(), start..end);
            Err(fault(ErrorKind::Utf8, given.start, given.end, None))
        }
    }
}

/// The bytes of a text that decode to these octets.
fn spelled(bytes: &[u8], octets: Range<usize>) -> Range<usize> {
    let behind = |at, count| (0..count).fold(at, |at, _| at + if escape_at(bytes, at).is_some() { 3 } else { 1 });
    let start = behind(0, octets.start);
    start..behind(start, octets.len())
}

/// The octet of the escape at `at`, for example 0x2F for `%2F`; `None` if there is no escape.
///
/// ```
/// use oneiri::percent::unescape;
///
/// assert_eq!((unescape(b"a%2f", 1), unescape(b"a%2f", 0), unescape(b"a%2", 1)), (Some(b'/'), None, None));
/// ```
#[inline]
#[must_use]
pub const fn unescape(text: &[u8], at: usize) -> Option<u8> {
    escape_at(text, at)
}

fn fault(kind: ErrorKind, start: usize, end: usize, found: Option<char>) -> Error {
    Error { start, end, kind, component: None, grammar: None, found }
}

/// The offset of the first `%` at or after `from`.
fn percent_sign(bytes: &[u8], from: usize) -> Option<usize> {
    first_of(b'%', bytes, from)
}

/// Appends the escape of one octet.
pub(crate) fn push_escape(octet: u8, out: &mut String) {
    out.extend(escape(octet).map(char::from));
}

/// Appends the escapes of the UTF-8 of one character.
pub(crate) fn push_escaped(character: char, out: &mut String) {
    for &octet in character.encode_utf8(&mut [0; 4]).as_bytes() {
        push_escape(octet, out);
    }
}
