//! Go's `net/url`.

mod escape;
mod resolve;

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;
use core::net::Ipv6Addr;
use core::ops::Range;

use oneiri::Component;

use crate::Parser;
use crate::reading::{Reading, Refusal, range};
use escape::{Mode, encoded, escape, unescape};

/// `net/url` of Go, as `url.Parse`, and the methods `Hostname`, `Port`, `EscapedPath` and
/// `EscapedFragment` read a text. The userinfo is `User.String()`, the query `RawQuery`.
///
/// * Controls are refused everywhere, spaces in hosts.
/// * The last `@` ends the userinfo, and the last colon the host. A port is any number of digits. A second colon is
///   refused in `http` and `https`.
/// * Brackets enclose an IPv6 address and nothing else.
/// * A host may have the characters `<>"` and, as escapes, only characters beyond ASCII, which are
///   decoded. It keeps its case. A host that is not UTF-8 when it is decoded has U+FFFD here.
/// * Without a slash after the scheme the rest is *opaque*: there is no path.
/// * Three slashes at the beginning of a text without a scheme are a path.
///
/// Go 1.19 reads a host between any brackets that come first, and any number of colons: `[::g]`, `1:2:3`.
///
/// A base is resolved by `URL.Parse`, which removes dot segments.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Go {
    /// Go 1.19, as `go-1.19`.
    V1_19,
    /// Go 1.27, as `go`.
    V1_27,
}

impl Parser for Go {
    fn name(&self) -> &'static str {
        if *self == Self::V1_19 { "go-1.19" } else { "go" }
    }

    fn read<'t>(&self, text: &'t str) -> Result<Reading<'t>, Refusal> {
        Ok(self.parse(text)?.reading())
    }

    fn read_with_base<'t>(&self, text: &'t str, base: &str) -> Result<Reading<'t>, Refusal> {
        let base = self.parse(base).map_err(Refusal::of_base)?;
        Ok(self.resolve(base, self.parse(text)?).reading())
    }
}

type Part<'t> = (Cow<'t, str>, Option<Range<usize>>);

/// The fields of a URL that are needed here, each with its range.
#[derive(Default)]
struct Url<'t> {
    scheme: Option<Part<'t>>,
    userinfo: Option<Part<'t>>,
    /// Host and port, decoded. Empty if there are none.
    host: Cow<'t, str>,
    host_range: Option<Range<usize>>,
    /// The path as it is sent. `None` if the URL is opaque.
    path: Option<Part<'t>>,
    query: Option<Part<'t>>,
    fragment: Option<Part<'t>>,
}

impl<'t> Url<'t> {
    fn reading(self) -> Reading<'t> {
        let mut reading = Reading::default();
        let parts = [
            (Component::Scheme, self.scheme),
            (Component::Userinfo, self.userinfo),
            (Component::Path, self.path),
            (Component::Query, self.query),
            (Component::Fragment, self.fragment),
        ];
        for (component, part) in parts {
            if let Some((value, range)) = part {
                reading.set(component, value, range);
            }
        }
        if self.host.is_empty() {
            return reading;
        }
        let name_end = match self.host.rfind(':') {
            Some(colon) if is_port(&self.host[colon..]) => colon,
            _ => self.host.len(),
        };
        let brackets = self.host.starts_with('[') && self.host[..name_end].ends_with(']');
        let inside = usize::from(brackets);
        // Digits are never decoded, so the port has the same length in the text.
        let behind = self.host.len() - name_end;
        let places = self
            .host_range
            .map(|Range { start, end }| (start + inside..end - behind - inside, end - behind.saturating_sub(1)..end));
        let (host_range, port_range) = places.unzip();
        let slice = |range: Range<usize>| match &self.host {
            Cow::Borrowed(host) => Cow::Borrowed(&host[range]),
            Cow::Owned(host) => Cow::Owned(host[range].to_owned()),
        };
        reading.set(Component::Host, slice(inside..name_end - inside), host_range);
        if behind > 1 {
            reading.set(Component::Port, slice(name_end + 1..self.host.len()), port_range);
        }
        reading
    }
}

impl Go {
    fn parse(self, text: &str) -> Result<Url<'_>, Refusal> {
        let (rest, fragment) = match text.split_once('#') {
            Some((rest, fragment)) => (rest, Some(fragment).filter(|it| !it.is_empty())),
            None => (text, None),
        };
        let at = |part: &str| range(text, part).unwrap_or_default();
        if let Some(place) = rest.bytes().position(|byte| byte.is_ascii_control()) {
            return Err(Refusal::new("a control is not allowed", place..place + 1));
        }
        let mut url = Url::default();
        let scheme = scheme(rest)?;
        let mut rest = rest;
        if let Some(scheme) = scheme {
            url.scheme = Some((lower(scheme), Some(at(scheme))));
            rest = &rest[scheme.len() + 1..];
        }
        if let Some((before, query)) = rest.split_once('?') {
            url.query = Some((Cow::Borrowed(query), Some(at(query))));
            rest = before;
        }
        if let Some(fragment) = fragment {
            url.fragment = Some((sent(text, fragment, Mode::Fragment)?, Some(at(fragment))));
        }
        let rooted = rest.starts_with('/');
        if !rooted && scheme.is_some() && !rest.is_empty() {
            return Ok(url);
        }
        let segment = &rest[..rest.find('/').unwrap_or(rest.len())];
        if !rooted && segment.contains(':') {
            let why = "the first path segment contains a colon";
            return Err(Refusal::new(why, at(segment)));
        }
        if let Some(behind) = rest.strip_prefix("//") {
            if scheme.is_some() || !behind.starts_with('/') {
                let (authority, path) = behind.split_at(behind.find('/').unwrap_or(behind.len()));
                self.authority(text, authority, &mut url)?;
                rest = path;
            }
        }
        url.path = Some((sent(text, rest, Mode::Path)?, Some(at(rest))));
        Ok(url)
    }

    fn authority<'t>(self, text: &'t str, authority: &'t str, url: &mut Url<'t>) -> Result<(), Refusal> {
        let host = match authority.rsplit_once('@') {
            Some((userinfo, host)) => {
                url.userinfo = Some((self::userinfo(text, userinfo)?, range(text, userinfo)));
                host
            }
            None => authority,
        };
        let refused = |why| Err(Refusal::new(why, range(text, host).unwrap_or_default()));
        // Go 1.27 refuses a last opening bracket that is not the first character of the host.
        if self >= Self::V1_27 && host.rfind('[').is_some_and(|open| open > 0) {
            return refused("a bracket within the host");
        }
        let literal = host.starts_with('[');
        let (mut end, mut zone) = (host.len(), None);
        if literal {
            let Some(close) = host.rfind(']') else { return refused("the bracket is not closed") };
            zone = host[..close].find("%25").map(|start| start..close);
            end = close + 1;
        } else if let Some(colon) = host.rfind(':') {
            // Since Go 1.26 the first of several colons begins the port if the scheme is http or https.
            let web = url.scheme.as_ref().is_some_and(|(scheme, _)| matches!(&**scheme, "http" | "https"));
            end = host.find(':').filter(|_| web && self >= Self::V1_27).unwrap_or(colon);
        }
        if !is_port(&host[end..]) {
            return refused("the port is not a number");
        }
        let Range { start, end } = zone.unwrap_or(0..0);
        let pieces = [(&host[..start], Mode::Host), (&host[start..end], Mode::Zone), (&host[end..], Mode::Host)];
        let mut decoded = Vec::new();
        for (piece, mode) in pieces {
            let bytes = unescape(piece, mode).map_err(|at| escape_refused(text, piece, at))?;
            decoded.extend(bytes);
        }
        // Since Go 1.26, `netip.ParseAddr` has to read an IPv6 address, perhaps with a zone, between the brackets.
        if literal && self >= Self::V1_27 && !is_ipv6(&decoded) {
            return refused("expected an IPv6 address between the brackets");
        }
        url.host = if decoded == host.as_bytes() {
            Cow::Borrowed(host)
        } else {
            Cow::Owned(String::from_utf8_lossy(&decoded).into_owned())
        };
        url.host_range = range(text, host);
        Ok(())
    }
}

fn lower(text: &str) -> Cow<'_, str> {
    if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(text.to_ascii_lowercase())
    } else {
        Cow::Borrowed(text)
    }
}

/// The scheme, if there is one.
fn scheme(text: &str) -> Result<Option<&str>, Refusal> {
    let is_scheme = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let end = text.bytes().position(|byte| !is_scheme(byte)).unwrap_or(text.len());
    if text[end..].starts_with(':') && end == 0 {
        return Err(Refusal::new("expected a scheme before the colon", 0..0));
    }
    let is_one = text[end..].starts_with(':') && text.as_bytes()[0].is_ascii_alphabetic();
    Ok(is_one.then(|| &text[..end]))
}

/// A path or a fragment as it is sent.
fn sent<'t>(text: &'t str, part: &'t str, mode: Mode) -> Result<Cow<'t, str>, Refusal> {
    encoded(part, mode).map_err(|at| escape_refused(text, part, at))
}

fn escape_refused(text: &str, part: &str, at: usize) -> Refusal {
    let start = range(text, part).unwrap_or_default().start + at;
    let length = text[start..].chars().next().map_or(0, char::len_utf8);
    Refusal::new("an escape or a character that is not allowed here", start..start + length)
}

/// The userinfo, decoded and encoded.
fn userinfo<'t>(text: &'t str, userinfo: &'t str) -> Result<Cow<'t, str>, Refusal> {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || "-._:~!$&'()*+,;=%@".contains(c);
    if let Some((at, _)) = userinfo.char_indices().find(|(_, c)| !is_allowed(*c)) {
        return Err(escape_refused(text, userinfo, at));
    }
    let mut found = String::new();
    for (nth, part) in userinfo.splitn(2, ':').enumerate() {
        let bytes = unescape(part, Mode::User).map_err(|at| escape_refused(text, part, at))?;
        found.push_str(if nth > 0 { ":" } else { "" });
        found.push_str(&escape(&bytes, Mode::User));
    }
    Ok(if found == userinfo { Cow::Borrowed(userinfo) } else { Cow::Owned(found) })
}

/// Whether an IPv6 address stands between brackets. Its zone may be anything but empty.
fn is_ipv6(host: &[u8]) -> bool {
    let end = host.iter().rposition(|byte| *byte == b']').unwrap_or_default();
    let inside = host.get(1..end).unwrap_or_default();
    let (address, zone) = match inside.iter().position(|byte| *byte == b'%') {
        Some(mark) => (&inside[..mark], Some(&inside[mark + 1..])),
        None => (inside, None),
    };
    let address = core::str::from_utf8(address).ok().and_then(|it| it.parse::<Ipv6Addr>().ok());
    address.is_some() && zone.is_none_or(|zone| !zone.is_empty())
}

/// Nothing, or a colon and digits.
fn is_port(text: &str) -> bool {
    match text.strip_prefix(':') {
        Some(digits) => digits.bytes().all(|byte| byte.is_ascii_digit()),
        None => text.is_empty(),
    }
}
