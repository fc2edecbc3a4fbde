//! `java.net.URI`.

mod resolve;

use alloc::format;
use alloc::string::ToString;
use core::net::Ipv6Addr;
use core::ops::Range;

use oneiri::Component;
use oneiri::percent::unescape;

use crate::Parser;
use crate::reading::{Reading, Refusal, range};

/// `java.net.URI` of OpenJDK 17, as `new URI(text)` and the getters `getRaw..` read it.
///
/// It follows RFC 2396 with RFC 2732, and deviates from both:
///
/// * An authority that is not the name of a server is *registry-based*: it has neither userinfo, host nor
///   port. Examples are a host with `_`, with an escape or a character beyond ASCII, or with a last label
///   that begins with a digit, and a port above 2147483647.
/// * Without a slash after the scheme the rest is *opaque*: there is neither a path nor a query.
/// * Characters beyond ASCII are allowed everywhere but in schemes and hosts, except controls and spaces.
/// * `[` and `]` are allowed in queries, fragments and opaque parts, and scopes in IPv6 addresses.
/// * An empty authority counts as absent. `http://` is refused.
///
/// A base is resolved by `URI.resolve`, which follows RFC 2396: it removes empty segments where it
/// removes dots, keeps the dots of a path that begins with a slash, and reads an empty reference as `.`.
#[derive(Clone, Copy, Debug)]
pub struct Java;

impl Parser for Java {
    fn name(&self) -> &'static str {
        "java"
    }

    fn read<'t>(&self, text: &'t str) -> Result<Reading<'t>, Refusal> {
        Ok(read(text)?.reading)
    }

    fn read_with_base<'t>(&self, text: &'t str, base: &str) -> Result<Reading<'t>, Refusal> {
        let base = read(base).map_err(Refusal::of_base)?;
        Ok(resolve::resolve(&base, read(text)?))
    }
}

/// A URI. An authority that is not that of a server leaves no component.
struct Uri<'t> {
    reading: Reading<'t>,
    has_authority: bool,
}

fn read(text: &str) -> Result<Uri<'_>, Refusal> {
    let mut uri = Uri { reading: Reading::default(), has_authority: false };
    let (rest, fragment) = cut(text, '#');
    let mut at = 0;
    if let Some(colon) = rest.find([':', '/', '?']).filter(|&at| rest[at..].starts_with(':')) {
        let scheme = &rest[..colon];
        check_scheme(scheme)?;
        uri.reading.set(Component::Scheme, scheme, Some(0..colon));
        at = colon + 1;
    }
    let specific = &rest[at..];
    if at > 0 && !specific.starts_with('/') {
        if specific.is_empty() {
            return refuse(at..at, "expected a scheme-specific part after the colon");
        }
        check(text, specific, URIC, "the opaque part")?;
    } else {
        hierarchical(text, specific, fragment.is_some(), &mut uri)?;
    }
    if let Some(fragment) = fragment {
        check(text, fragment, URIC, "the fragment")?;
        uri.reading.put(text, Component::Fragment, fragment);
    }
    Ok(uri)
}

fn hierarchical<'t>(text: &'t str, specific: &'t str, fragment: bool, uri: &mut Uri<'t>) -> Result<(), Refusal> {
    let mut rest = specific;
    if let Some(behind) = specific.strip_prefix("//") {
        let end = behind.find(['/', '?']).unwrap_or(behind.len());
        let (name, path) = behind.split_at(end);
        if !name.is_empty() {
            authority(text, name, &mut uri.reading)?;
            uri.has_authority = true;
        } else if path.is_empty() && !fragment {
            let message = "expected an authority, or a path after an empty authority";
            return refuse(text.len()..text.len(), message);
        }
        rest = path;
    }
    let (path, query) = cut(rest, '?');
    check(text, path, PATH, "the path")?;
    uri.reading.put(text, Component::Path, path);
    if let Some(query) = query {
        check(text, query, URIC, "the query")?;
        uri.reading.put(text, Component::Query, query);
    }
    Ok(())
}

/// Reads an authority. A server-based authority has userinfo, host and port. Any other is
/// registry-based: a name without components.
fn authority<'t>(text: &'t str, authority: &'t str, reading: &mut Reading<'t>) -> Result<(), Refusal> {
    match server(text, authority, reading) {
        Some(()) => Ok(()),
        None if authority.contains(['[', ']']) => {
            let message = "brackets may only enclose an IPv6 address of a server";
            refuse(range(text, authority).unwrap_or_default(), message)
        }
        None => check(text, authority, REGISTRY, "the authority"),
    }
}

/// `[ [ userinfo "@" ] hostport ]`
fn server<'t>(text: &'t str, authority: &'t str, reading: &mut Reading<'t>) -> Option<()> {
    let (userinfo, hostport) = match authority.split_once('@') {
        Some((userinfo, hostport)) => (Some(userinfo), hostport),
        None => (None, authority),
    };
    if userinfo.is_some_and(|userinfo| check(text, userinfo, USERINFO, "").is_err()) {
        return None;
    }
    let (host, behind) = if hostport.starts_with('[') {
        let (host, behind) = hostport.split_at(hostport.find(']')? + 1);
        is_ipv6(&host[1..host.len() - 1]).then_some(())?;
        (host, behind)
    } else {
        let (host, behind) = hostport.split_at(hostport.find(':').unwrap_or(hostport.len()));
        (is_ipv4(host) || is_host_name(host)).then_some(())?;
        (host, behind)
    };
    let port = match behind.strip_prefix(':') {
        Some("") => None,
        Some(digits) => Some(digits.bytes().all(|it| it.is_ascii_digit()).then(|| digits.parse::<i32>().ok())??),
        None => behind.is_empty().then_some(None)?,
    };
    if let Some(userinfo) = userinfo {
        reading.put(text, Component::Userinfo, userinfo);
    }
    reading.put(text, Component::Host, host);
    if let Some(port) = port {
        reading.set(Component::Port, port.to_string(), range(text, &behind[1..]));
    }
    Some(())
}

/// `hostname = *( domainlabel "." ) toplabel [ "." ]`, except that a single label may begin with a
/// digit.
fn is_host_name(text: &str) -> bool {
    let name = text.strip_suffix('.').unwrap_or(text);
    let alphanumeric = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let label = |label: &str| {
        alphanumeric(label.chars().next())
            && alphanumeric(label.chars().next_back())
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    let last = name.rsplit('.').next().unwrap_or_default();
    name.split('.').all(label) && (last == name || last.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Four numbers up to 255, which may have leading zeros.
fn is_ipv4(text: &str) -> bool {
    let octet = |digits: &str| {
        !digits.is_empty()
            && digits.bytes().all(|it| it.is_ascii_digit())
            && digits.parse::<i32>().is_ok_and(|value| value <= 255)
    };
    text.split('.').count() == 4 && text.split('.').all(octet)
}

/// An address by RFC 2732. A scope may follow after a `%`.
fn is_ipv6(text: &str) -> bool {
    let (address, scope) = cut(text, '%');
    let in_scope = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    if scope.is_some_and(|scope| scope.is_empty() || !scope.chars().all(in_scope)) {
        return false;
    }
    // The last two groups may be an IPv4 address. Its numbers may have leading zeros, which the
    // parser of the standard library refuses.
    match address.rsplit_once(':') {
        Some((groups, last)) if last.contains('.') => is_ipv4(last) && is_groups(&format!("{groups}:0:0")),
        _ => is_groups(address),
    }
}

fn is_groups(text: &str) -> bool {
    !text.contains('.') && text.parse::<Ipv6Addr>().is_ok()
}

fn check_scheme(scheme: &str) -> Result<(), Refusal> {
    if scheme.is_empty() {
        return refuse(0..0, "expected a scheme before the colon");
    }
    let fits = |(at, c): (usize, char)| {
        c.is_ascii_alphabetic() || at > 0 && (c.is_ascii_digit() || matches!(c, '+' | '-' | '.'))
    };
    match scheme.char_indices().find(|&it| !fits(it)) {
        Some((at, c)) => refuse(at..at + c.len_utf8(), "a character that the scheme may not hold"),
        None => Ok(()),
    }
}

/// The ASCII characters that a component may contain besides letters, digits and escapes.
/// Characters beyond ASCII are allowed everywhere but in schemes and hosts, except for controls and
/// spaces.
const PATH: &str = "-_.!~*'();/:@&=+$,";
const URIC: &str = "-_.!~*'();/:@&=+$,?[]";
const USERINFO: &str = "-_.!~*'();:&=+$,";
const REGISTRY: &str = "-_.!~*'();:@&=+$,";

fn check(text: &str, part: &str, allowed: &str, what: &str) -> Result<(), Refusal> {
    let bytes = part.as_bytes();
    let start = range(text, part).unwrap_or_default().start;
    for (at, c) in part.char_indices() {
        let place = start + at..start + at + c.len_utf8();
        match c {
            '%' if unescape(bytes, at).is_some() => {}
            '%' => return refuse(place, "expected two hexadecimal digits after \"%\""),
            _ if c.is_ascii_alphanumeric() || allowed.contains(c) => {}
            _ if !c.is_ascii() && !c.is_control() && !is_space(c) => {}
            _ => return refuse(place, &format!("a character that {what} may not hold")),
        }
    }
    Ok(())
}

/// The separators of Unicode: all kinds of spaces, and the separators of lines and paragraphs.
fn is_space(c: char) -> bool {
    matches!(
        c,
        ' ' | '\u{A0}' | '\u{1680}' | '\u{2000}'
            ..='\u{200A}' | '\u{2028}' | '\u{2029}' | '\u{202F}' | '\u{205F}' | '\u{3000}'
    )
}

fn cut(text: &str, delimiter: char) -> (&str, Option<&str>) {
    match text.split_once(delimiter) {
        Some((before, behind)) => (before, Some(behind)),
        None => (text, None),
    }
}

fn refuse<T>(place: Range<usize>, why: &str) -> Result<T, Refusal> {
    Err(Refusal::new(why.to_string(), place))
}
