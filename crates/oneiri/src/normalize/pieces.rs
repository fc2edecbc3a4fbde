//! A component as a sequence of pieces, each with its own rewrite. Most components are one piece; the
//! paths and queries of some schemes have several.
//!
//! Reserved characters divide the pieces. No rewrite adds or removes a reserved character, so every
//! spelling of a component has the same pieces. Some rules apply only to a certain kind of piece, such
//! as a number or a UUID. The rewritten text of a piece decides whether it is of this kind.

use super::rewrite::{Change, Rewrite, is_separator};
use crate::registry::{PathRule, QueryRule, is_nid_of, is_uuid_of};
use crate::syntax::scan::first_of;

/// How a component is divided into pieces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Division {
    Whole,
    Path(PathRule),
    Query(QueryRule),
}

impl Division {
    pub(crate) const fn of_path(rule: PathRule) -> Self {
        match rule {
            PathRule::Plain => Self::Whole,
            _ => Self::Path(rule),
        }
    }

    pub(crate) const fn of_query(rule: QueryRule) -> Self {
        match rule {
            QueryRule::Plain => Self::Whole,
            QueryRule::FoldNames => Self::Query(rule),
        }
    }
}

/// The text of a component, and how it is rewritten.
#[derive(Clone, Copy)]
pub(crate) struct Rewritable<'a> {
    pub(crate) text: &'a str,
    pub(crate) how: Rewrite,
    pub(crate) division: Division,
}

impl<'a> Rewritable<'a> {
    pub(crate) const fn plain(text: &'a str, how: Rewrite) -> Self {
        Self { text, how, division: Division::Whole }
    }

    /// The changes, from left to right.
    pub(crate) fn changes(self) -> impl Iterator<Item = Change> {
        let (mut at, mut piece) = (0, self.piece(0));
        core::iter::from_fn(move || {
            loop {
                let (end, how) = piece;
                if let Some(change) = how.first_change(self.text, at, end) {
                    at = change.at + change.length;
                    return Some(change);
                }
                at = end;
                if end == self.text.len() {
                    return None;
                }
                piece = self.piece(end);
            }
        })
    }

    /// The end of the piece that begins at `start`, and the rewrite of the piece.
    pub(super) fn piece(self, start: usize) -> (usize, Rewrite) {
        match self.division {
            Division::Whole | Division::Path(PathRule::Plain) | Division::Query(QueryRule::Plain) => {
                (self.text.len(), self.how)
            }
            Division::Path(PathRule::FoldAll) => (self.text.len(), self.folded()),
            Division::Path(PathRule::Mailto) => self.address(start),
            Division::Path(PathRule::Telephone) => self.telephone(start),
            Division::Path(PathRule::Sip) => self.sip(start),
            Division::Path(PathRule::Urn) => self.urn(start),
            Division::Query(QueryRule::FoldNames) => match self.before(start) {
                Some(b'=') => (self.after(b'&', start), self.how),
                _ => {
                    let end = self.after(b'&', start);
                    match self.text[start..end].find('=') {
                        Some(at) => (start + at + 1, self.folded()),
                        None => (end, self.how),
                    }
                }
            },
        }
    }

    fn folded(self) -> Rewrite {
        Rewrite { fold: true, ..self.how }
    }

    /// The rewrite of a telephone number: folds letters, and removes the separators of RFC 3966 section 3.
    fn digits(self) -> Rewrite {
        Rewrite { drop: true, ..self.folded() }
    }

    fn before(self, start: usize) -> Option<u8> {
        self.text.as_bytes()[..start].last().copied()
    }

    /// The position after the next delimiter, or the end of the text if there is none.
    fn after(self, delimiter: u8, start: usize) -> usize {
        first_of(delimiter, self.text.as_bytes(), start).map_or(self.text.len(), |at| at + 1)
    }

    /// Whether a text of this component, rewritten as a whole, passes a test.
    fn is(self, text: &str, test: impl FnOnce(&[u8]) -> bool) -> bool {
        Rewritable::plain(text, self.how).with_bytes(test)
    }

    /// A mail address ends after a comma. Its domain, which follows the last `@`, is folded; the text before is not.
    fn address(self, start: usize) -> (usize, Rewrite) {
        if self.before(start) == Some(b'@') {
            return (self.after(b',', start), self.folded());
        }
        let mut domain = None;
        for (at, &byte) in self.text.as_bytes().iter().enumerate().skip(start) {
            match byte {
                b'@' => domain = Some(at + 1),
                b',' => return (domain.unwrap_or(at + 1), self.how),
                _ => {}
            }
        }
        (domain.unwrap_or(self.text.len()), self.how)
    }

    /// RFC 3966 section 3: `number *( ";" name [ "=" value ] )`.
    fn telephone(self, start: usize) -> (usize, Rewrite) {
        if start == 0 {
            let end = self.after(b';', 0);
            let number = self.text[..end].trim_end_matches(';');
            let is_number = self.is(number, is_number);
            return if is_number { (end, self.digits()) } else { (self.text.len(), self.how) };
        }
        self.parameter(start, |name, value| match name {
            Name::PhoneContext if self.is(value, is_global) => self.digits(),
            Name::Extension if self.is(value, is_extension) => self.digits(),
            _ => self.folded(),
        })
    }

    /// RFC 3261 section 19.1.1: `[ user "@" ] hostport *( ";" name [ "=" value ] )`.
    fn sip(self, start: usize) -> (usize, Rewrite) {
        let user = if start == 0 { self.text.rfind('@') } else { None };
        match (user, self.before(start)) {
            (Some(at), _) => (at + 1, self.how),
            (None, None | Some(b'@')) => (self.after(b';', start), self.folded()),
            _ => self.parameter(start, |name, _| match name {
                Name::FoldedInSip => self.folded(),
                _ => self.how,
            }),
        }
    }

    /// The name of a parameter is folded. `value` chooses the rewrite of its value.
    fn parameter(self, start: usize, value: impl FnOnce(Name, &str) -> Rewrite) -> (usize, Rewrite) {
        let end = self.after(b';', start);
        if self.before(start) != Some(b'=') {
            let name = first_of(b'=', &self.text.as_bytes()[..end], start);
            return (name.map_or(end, |at| at + 1), self.folded());
        }
        let head = &self.text[..start - 1];
        let name = &head[head.rfind(';').map_or(0, |at| at + 1)..];
        (end, value(self.name(name), self.text[start..end].trim_end_matches(';')))
    }

    fn name(self, name: &str) -> Name {
        const KNOWN: [(&str, Name); 5] = [
            ("ext", Name::Extension),
            ("phone-context", Name::PhoneContext),
            ("transport", Name::FoldedInSip),
            ("user", Name::FoldedInSip),
            ("maddr", Name::FoldedInSip),
        ];
        // No known name is longer than 13 characters, which take 39 bytes as escapes.
        let is = |known: &str| self.is(name, |name| name.eq_ignore_ascii_case(known.as_bytes()));
        let known = KNOWN.iter().find(|(known, _)| name.len() < 40 && is(known));
        known.map_or(Name::Other, |&(_, name)| name)
    }

    /// RFC 8141 section 2: `NID ":" NSS`. The NID is folded, and so is the NSS of a UUID.
    fn urn(self, start: usize) -> (usize, Rewrite) {
        let nothing = (self.text.len(), self.how);
        let Some((nid, nss)) = self.text.split_once(':') else { return nothing };
        if start > 0 {
            let uuid = self.is(nid, |nid| nid.eq_ignore_ascii_case(b"uuid")) && self.is(nss, is_uuid_of);
            return (self.text.len(), if uuid { self.folded() } else { self.how });
        }
        if self.is(nid, is_nid_of) { (nid.len() + 1, self.folded()) } else { nothing }
    }
}

/// The parameters that have rules.
#[derive(Clone, Copy)]
enum Name {
    Extension,
    PhoneContext,
    FoldedInSip,
    Other,
}

/// RFC 3966 section 3: `global-number-digits / local-number-digits`.
fn is_number(text: &[u8]) -> bool {
    is_global(text) || is_local(text)
}

/// `"+" *phonedigit DIGIT *phonedigit`
fn is_global(text: &[u8]) -> bool {
    text.strip_prefix(b"+").is_some_and(is_extension)
}

/// `*phonedigit DIGIT *phonedigit`
fn is_extension(text: &[u8]) -> bool {
    text.iter().all(|&byte| byte.is_ascii_digit() || is_separator(byte)) && text.iter().any(u8::is_ascii_digit)
}

/// `*phonedigit-hex ( HEXDIG / "*" / "#" ) *phonedigit-hex`. A URI spells the `#` as the escape `%23`.
fn is_local(text: &[u8]) -> bool {
    let (mut rest, mut digits) = (text, 0);
    while let [byte, behind @ ..] = rest {
        rest = behind.strip_prefix(b"23").filter(|_| *byte == b'%').unwrap_or(behind);
        let digit = rest.len() < behind.len() || byte.is_ascii_hexdigit() || *byte == b'*';
        if !digit && !is_separator(*byte) {
            return false;
        }
        digits += usize::from(digit);
    }
    digits > 0
}
