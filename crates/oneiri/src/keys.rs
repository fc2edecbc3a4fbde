//! Keys that bring the identifiers of a domain together when they are sorted by bytes.
//!
//! A key is made of the text as it is. If equal identifiers must have the same key, make it of their
//! [normal form](crate::Ri::normal_at).

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::component::HostKind;
use crate::ri::{Alphabet, MaybeScheme, Ri, SchemePresence};
use crate::syntax::error::{Component, Error};

/// Ends the host in a sort key. No identifier contains a space, and all characters of identifiers sort after it. So a
/// domain sorts before its subdomains, and those before a domain whose name only begins with the same letters.
const END: &str = "  ";

/// The sort key of an identifier, from which [`from_sort_key`] makes the identifier again.
///
/// It has the labels of the host in reverse order with a space between them, then two spaces, then the identifier with
/// an empty host. An empty label is written as `!`, and a label that begins with `!` gets another `!`. An IP address is
/// a single label.
///
/// ```
/// use oneiri::{Uri, keys};
///
/// let uri = Uri::parse("http://www.example.com/a")?;
/// assert_eq!(keys::sort_key(&uri), "com example www  http:///a");
/// # Ok::<(), oneiri::Error>(())
/// ```
pub fn sort_key<T: AsRef<str>, A: Alphabet, F: SchemePresence>(identifier: &Ri<T, A, F>) -> String {
    let identifier = identifier.as_borrowed();
    let text = identifier.as_str();
    let mut key = String::with_capacity(text.len() + END.len());
    let Some(host) = identifier.host() else {
        key.push_str(END);
        key.push_str(text);
        return key;
    };
    for (nth, label) in labels(&identifier).into_iter().enumerate() {
        key.push_str(if nth == 0 { "" } else { " " });
        key.push_str(if label.is_empty() || label.starts_with('!') { "!" } else { "" });
        key.push_str(label);
    }
    key.push_str(END);
    let (before, after) = text.split_at(host_at(&identifier));
    key.push_str(before);
    key.push_str(after.strip_prefix(host.as_str()).unwrap_or(after));
    key
}

/// The identifier that has a sort key.
///
/// ```
/// use oneiri::{Unicode, keys};
///
/// assert_eq!(keys::from_sort_key::<Unicode>("com example www  http:///a")?.as_str(), "http://www.example.com/a");
/// assert_eq!(keys::from_sort_key::<Unicode>("com  http://h/").unwrap_err().range(), 5..14);
/// # Ok::<(), keys::SortKeyError>(())
/// ```
///
/// # Errors
///
/// The text is not the result of [`sort_key`].
pub fn from_sort_key<A: Alphabet>(key: &str) -> Result<Ri<String, A, MaybeScheme>, SortKeyError> {
    let wrong = |range, expected| Err(SortKeyError { range, fault: Fault::Expected(expected) });
    let Some((host, rest)) = key.split_once(END) else {
        return wrong(key.len()..key.len(), "expected two spaces after the host, found none");
    };
    let start = key.len() - rest.len();
    let rest = match Ri::<&str, A, MaybeScheme>::parse(rest) {
        Ok(rest) => rest,
        Err(error) => {
            let range = start + error.start()..start + error.end();
            return Err(SortKeyError { range, fault: Fault::Syntax(error) });
        }
    };
    if key.starts_with(END) {
        return match rest.authority() {
            None => Ok(rest.into_owned()),
            Some(_) => wrong(start..key.len(), "expected an identifier without a host, since none stands before it"),
        };
    }
    if rest.host().as_deref() != Some("") {
        return wrong(start..key.len(), "expected an identifier with an empty host, found another");
    }
    let (before, after) = rest.as_str().split_at(host_at(&rest));
    let mut text = String::with_capacity(key.len());
    text.push_str(before);
    for (nth, label) in host.split(' ').rev().enumerate() {
        text.push_str(if nth == 0 { "" } else { "." });
        text.push_str(label.strip_prefix('!').unwrap_or(label));
    }
    text.push_str(after);
    // A text that `sort_key` did not write may lead to an invalid identifier, or to one with another key. So the key is
    // computed again and compared.
    let identifier = Ri::parse_owned(text).ok().filter(|identifier| sort_key(identifier) == key);
    identifier.map_or_else(|| wrong(0..start, "expected a host as sort keys have it"), Ok)
}

/// The SURT of an identifier, as the documentation of Heritrix describes it: `scheme://(tld,domain,:port@userinfo)/path?query#fragment`
/// in lower case. An identifier without a host is only put into lower case.
///
/// ```
/// use oneiri::{Uri, keys};
///
/// let uri = Uri::parse("http://ada@www.example.com:8080/A?b")?;
/// assert_eq!(keys::surt(&uri), "http://(com,example,www,:8080@ada)/a?b");
/// # Ok::<(), oneiri::Error>(())
/// ```
pub fn surt<T: AsRef<str>, A: Alphabet, F: SchemePresence>(identifier: &Ri<T, A, F>) -> String {
    let identifier = identifier.as_borrowed();
    let text = identifier.as_str();
    let Some(authority) = identifier.authority() else { return text.to_lowercase() };
    let userinfo = identifier.userinfo();
    let at = host_at(&identifier) - userinfo.map_or(0, |userinfo| userinfo.len() + 1);
    let (before, after) = text.split_at(at);
    let mut surt = String::with_capacity(text.len() + 3);
    surt.extend([before, "("]);
    let is_name = identifier.host().is_some_and(|host| matches!(host.kind(), HostKind::RegName(_)));
    for label in labels(&identifier) {
        surt.push_str(label);
        // As in Heritrix, an address is one label, which nothing can follow.
        if is_name {
            surt.push(',');
        }
    }
    if let Some(port) = identifier.port() {
        surt.extend([":", port]);
    }
    if let Some(userinfo) = userinfo {
        surt.extend(["@", userinfo.as_str()]);
    }
    surt.push(')');
    surt.push_str(after.strip_prefix(authority.as_str()).unwrap_or(after));
    surt.to_lowercase()
}

fn labels<'h, A: Alphabet, F: SchemePresence>(identifier: &Ri<&'h str, A, F>) -> Vec<&'h str> {
    let Some(host) = identifier.host() else { return Vec::new() };
    match host.kind() {
        HostKind::RegName(name) => name.as_str().rsplit('.').collect(),
        _ => Vec::from([host.as_str()]),
    }
}

/// Where the host begins. An empty host has a place, too.
fn host_at<A: Alphabet, F: SchemePresence>(identifier: &Ri<&str, A, F>) -> usize {
    identifier.range(Component::Host).map_or(0, |host| host.start)
}

/// Why a text is no sort key, and which bytes of it are wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SortKeyError {
    range: Range<usize>,
    fault: Fault,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Fault {
    Expected(&'static str),
    Syntax(Error),
}

impl SortKeyError {
    /// The bytes that are wrong.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// The error of the grammar, if the part of the key after the host is invalid. Its places count in this part.
    pub fn syntax(&self) -> Option<&Error> {
        match &self.fault {
            Fault::Syntax(error) => Some(error),
            Fault::Expected(_) => None,
        }
    }
}

/// What was expected, without the place.
impl fmt::Display for SortKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            Fault::Syntax(error) => write!(f, "{}", error.reason()),
            Fault::Expected(expected) => f.write_str(expected),
        }
    }
}

impl core::error::Error for SortKeyError {}
