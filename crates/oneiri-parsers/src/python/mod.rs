//! Python's `urllib.parse`.

mod join;

use alloc::borrow::{Cow, ToOwned};
use alloc::string::ToString;
use core::net::Ipv6Addr;
use core::ops::Range;

use oneiri::Component;

use crate::Parser;
use crate::cleaned::Cleaned;
use crate::reading::{Reading, Refusal};

/// `urllib.parse.urlsplit` of CPython, with the properties `hostname` and `port` of its result. A
/// text whose `port` raises `ValueError` is refused, as by a program that connects.
///
/// * Spaces and controls before the text are removed, and tabs and newlines everywhere; a backslash is an
///   ordinary character.
/// * The scheme and the host are written in lower case, as Unicode has it. A host has no brackets.
/// * The last `@` ends the userinfo. Brackets enclose all of a host that is an IPv6 address. Python 3.11 finds the
///   host between brackets wherever they stand in the authority: `a[::1]b` has the host `::1`.
/// * An authority is refused if a compatibility form of one of its characters is a delimiter (`℀`, `／`).
/// * Letters that are newer than Unicode 16 (Python 3.11: 14) keep their case in Python, and not here.
/// * An empty host, query or fragment and an absent one are the same.
///
/// A base is resolved by `urljoin`, which resolves only schemes that it knows as hierarchical, and reads
/// `http:a` as relative to a base of `http`. Python 3.14 keeps empty queries and fragments there, as RFC 3986 does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Python {
    /// CPython 3.11.7, as `python-3.11`. Later releases of 3.11 refuse `a[::1]b`, as 3.14 does.
    V3_11,
    /// CPython 3.14, as `python`.
    V3_14,
}

impl Parser for Python {
    fn name(&self) -> &'static str {
        if *self == Self::V3_11 { "python-3.11" } else { "python" }
    }

    fn read<'t>(&self, text: &'t str) -> Result<Reading<'t>, Refusal> {
        let cleaned = Cleaned::at_the_start(text);
        let refuse = |why: &'static str, range| Refusal::new(why, cleaned.range(range));
        let parts = Split::new(&cleaned.text);
        let netloc = parts.netloc.unwrap_or_default();
        self.check_netloc(&cleaned.text[netloc.clone()]).map_err(|why| refuse(why, netloc.clone()))?;
        let mut reading = Reading::default();
        let mut set = |component, range: Range<usize>, value: Option<Cow<'_, str>>| {
            let place = cleaned.range(range.clone());
            let value = match value {
                Some(value) => Cow::Owned(value.into_owned()),
                None if matches!(cleaned.text, Cow::Borrowed(_)) => Cow::Borrowed(&text[place.clone()]),
                None => Cow::Owned(cleaned.text[range].to_owned()),
            };
            reading.set(component, value, Some(place));
        };
        let at = |range: &Range<usize>| &cleaned.text[range.clone()];
        if let Some(scheme) = parts.scheme {
            set(Component::Scheme, scheme.clone(), lower(at(&scheme), str::to_ascii_lowercase));
        }
        let Host { userinfo, host, port } = Host::new(&cleaned.text, netloc);
        if let Some(userinfo) = userinfo {
            set(Component::Userinfo, userinfo, None);
        }
        if !host.is_empty() {
            set(Component::Host, host.clone(), hostname(at(&host)));
        }
        if let Some(port) = port.filter(|port| !port.is_empty()) {
            let digits = at(&port);
            let number = digits.bytes().all(|it| it.is_ascii_digit()).then(|| digits.parse().ok());
            let number: u16 = number
                .flatten()
                .filter(|_| digits.len() <= 4300)
                .ok_or_else(|| refuse("the port is not a number up to 65535", port.clone()))?;
            set(Component::Port, port, Some(Cow::Owned(number.to_string())));
        }
        set(Component::Path, parts.path, None);
        for (component, range) in [(Component::Query, parts.query), (Component::Fragment, parts.fragment)] {
            if let Some(range) = range.filter(|range| !range.is_empty()) {
                set(component, range, None);
            }
        }
        Ok(reading)
    }

    fn read_with_base<'t>(&self, text: &'t str, base: &str) -> Result<Reading<'t>, Refusal> {
        let joined = self.join(base, text).map_err(|why| Refusal::new(why, 0..0))?;
        let found = self.read(&joined).map_err(|refusal| refusal.of_resolved(text))?;
        let given = self.read(text).unwrap_or_default();
        Ok(Reading::resolved(&found, &given))
    }
}

/// The text in lower case, if that is another one.
fn lower(text: &str, to: impl Fn(&str) -> alloc::string::String) -> Option<Cow<'_, str>> {
    let lower = to(text);
    (lower != text).then_some(Cow::Owned(lower))
}

/// The property `hostname`: in lower case up to a zone.
fn hostname(text: &str) -> Option<Cow<'_, str>> {
    let (name, zone) = text.split_at(text.find('%').unwrap_or(text.len()));
    lower(name, str::to_lowercase).map(|name| Cow::Owned(name.into_owned() + zone))
}

/// The ranges of what `urlsplit` finds.
struct Split {
    scheme: Option<Range<usize>>,
    netloc: Option<Range<usize>>,
    path: Range<usize>,
    query: Option<Range<usize>>,
    fragment: Option<Range<usize>>,
}

impl Split {
    fn new(text: &str) -> Self {
        let is_scheme = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
        let colon = text.find(':').filter(|&colon| {
            text.starts_with(|c: char| c.is_ascii_alphabetic()) && text[..colon].bytes().all(is_scheme)
        });
        let mut start = colon.map_or(0, |colon| colon + 1);
        let find = |from: usize, ends: &[char]| text[from..].find(ends).map_or(text.len(), |at| from + at);
        let mut netloc = None;
        if text[start..].starts_with("//") {
            let end = find(start + 2, &['/', '?', '#']);
            netloc = Some(start + 2..end);
            start = end;
        }
        let hash = find(start, &['#']);
        let mark = text[start..hash].find('?').map_or(hash, |at| start + at);
        Self {
            scheme: colon.map(|colon| 0..colon),
            netloc,
            path: start..mark,
            query: (mark < hash).then(|| mark + 1..hash),
            fragment: (hash < text.len()).then(|| hash + 1..text.len()),
        }
    }
}

impl Python {
    /// What `urlsplit` checks of an authority.
    fn check_netloc(self, netloc: &str) -> Result<(), &'static str> {
        match (netloc.split_once('['), netloc.contains(']')) {
            (None, false) => {}
            (Some((_, behind)), true) if self == Self::V3_11 => {
                check_bracketed(behind.split(']').next().unwrap_or_default())?;
            }
            (Some(_), true) => check_literal(netloc)?,
            _ => return Err("expected an opening and a closing bracket"),
        }
        // The characters whose form NFKC has one of `/?#@:`.
        let is_delimiter = |c: char| {
            matches!(
                c,
                '\u{2047}'
                    ..='\u{2049}'
                        | '\u{2100}'
                        | '\u{2101}'
                        | '\u{2105}'
                        | '\u{2106}'
                        | '\u{2A74}'
                        | '\u{FE13}'
                        | '\u{FE16}'
                        | '\u{FE55}'
                        | '\u{FE56}'
                        | '\u{FE5F}'
                        | '\u{FE6B}'
                        | '\u{FF03}'
                        | '\u{FF0F}'
                        | '\u{FF1A}'
                        | '\u{FF1F}'
                        | '\u{FF20}'
            )
        };
        if netloc.contains(is_delimiter) {
            return Err("a character of the authority is a delimiter under NFKC normalization");
        }
        Ok(())
    }
}

/// Since Python 3.11.12 (CVE-2025-0938), nothing may come before the brackets of a host, and only a port after them. Where the
/// brackets are those of a userinfo, the host has to be what may be in brackets.
fn check_literal(netloc: &str) -> Result<(), &'static str> {
    let host = netloc.rsplit('@').next().unwrap_or_default();
    let Some((before, bracketed)) = host.split_once('[') else {
        return check_bracketed(host.split(':').next().unwrap_or_default());
    };
    let (inside, after) = bracketed.split_once(']').unwrap_or((bracketed, ""));
    if !before.is_empty() || !after.is_empty() && !after.starts_with(':') {
        return Err("brackets must enclose the whole host");
    }
    check_bracketed(inside)
}

/// An IPv6 address, perhaps with a scope, or an address of a later version.
fn check_bracketed(text: &str) -> Result<(), &'static str> {
    if let Some(later) = text.strip_prefix('v') {
        let (version, rest) = later.split_once('.').unwrap_or_default();
        let hexadecimal = !version.is_empty() && version.bytes().all(|it| it.is_ascii_hexdigit());
        return if hexadecimal && !rest.is_empty() { Ok(()) } else { Err("the IPvFuture address is invalid") };
    }
    let (address, scope) = match text.split_once('%') {
        Some((address, scope)) => (address, Some(scope)),
        None => (text, None),
    };
    let fits = scope.is_none_or(|scope| !scope.is_empty() && !scope.contains('%'));
    if fits && address.parse::<Ipv6Addr>().is_ok() {
        Ok(())
    } else {
        Err("expected an IPv6 address between the brackets")
    }
}

/// The ranges of the parts of an authority.
struct Host {
    userinfo: Option<Range<usize>>,
    host: Range<usize>,
    port: Option<Range<usize>>,
}

impl Host {
    fn new(text: &str, netloc: Range<usize>) -> Self {
        let Range { mut start, end } = netloc;
        let at = text[start..end].rfind('@').map(|at| start + at);
        let userinfo = at.map(|at| start..at);
        start = at.map_or(start, |at| at + 1);
        // The host is between brackets, and the port after the first colon after it.
        let (host, behind) = match text[start..end].find('[') {
            Some(open) => {
                let open = start + open + 1;
                let close = text[open..end].find(']').map_or(end, |close| open + close);
                (open..close, close)
            }
            None => {
                let colon = text[start..end].find(':').map_or(end, |colon| start + colon);
                (start..colon, colon)
            }
        };
        let port = text[behind..end].find(':').map(|colon| behind + colon + 1..end);
        Self { userinfo, host, port }
    }
}
