//! Reads text as `java.net.URI` does. The rules are those of its documentation: RFC 2396 with RFC
//! 2732, and deviations of its own. A test compares the results with a JDK.

use oneiri::Component;

use super::reading::{COMPONENTS, Reading};

type Refusal = String;

pub(super) fn read(text: &str) -> Result<Reading<'_>, Refusal> {
    let mut seen = Reading::default();
    let (rest, fragment) = cut(text, '#');
    let mut at = 0;
    if let Some(colon) = rest.find([':', '/', '?']).filter(|&at| rest[at..].starts_with(':')) {
        let scheme = &rest[..colon];
        check_scheme(scheme)?;
        seen.set(Component::Scheme, scheme);
        at = colon + 1;
    }
    let specific = &rest[at..];
    if at > 0 && !specific.starts_with('/') {
        if specific.is_empty() {
            return refuse(at, "expected a scheme-specific part behind the colon");
        }
        // An opaque URI has neither a path nor a query.
        check(specific, at, URIC, "the opaque part")?;
    } else {
        hierarchical(specific, at, text.len() > rest.len(), &mut seen)?;
    }
    if let Some(fragment) = fragment {
        check(fragment, text.len() - fragment.len(), URIC, "the fragment")?;
        seen.set(Component::Fragment, fragment);
    }
    Ok(seen)
}

/// Whether the reading is opaque: there is a scheme, and no slash behind its colon.
pub(super) fn is_opaque(seen: &Reading<'_>) -> bool {
    seen.get(Component::Path).is_none()
}

/// The reasons why components of the reading differ from the generic syntax.
pub(super) fn reasons(given: &Reading<'_>, seen: &Reading<'_>) -> Vec<(Component, &'static str)> {
    let mut reasons = Vec::new();
    for component in COMPONENTS {
        let (ours, theirs) = (given.get(component), seen.get(component));
        if ours == theirs {
            continue;
        }
        let why = match component {
            Component::Path | Component::Query if is_opaque(seen) => {
                "opaque: without a slash behind the scheme there is neither a path nor a query"
            }
            Component::Port if theirs.is_some() => {
                "a port is a number, so its leading zeros are dropped"
            }
            Component::Port if ours == Some("") && seen.get(Component::Host).is_some() => {
                "an empty port is dropped"
            }
            Component::Host if ours == Some("") => "an empty authority is dropped",
            _ => {
                "registry-based: the authority is not the name of a server (letters, digits and inner hyphens, \
                 with a letter at the beginning of the last label), so userinfo, host and port are null"
            }
        };
        reasons.push((component, why));
    }
    reasons
}

fn hierarchical<'t>(
    text: &'t str,
    at: usize,
    fragment: bool,
    seen: &mut Reading<'t>,
) -> Result<(), Refusal> {
    let (mut rest, mut start) = (text, at);
    if let Some(behind) = text.strip_prefix("//") {
        let end = behind.find(['/', '?']).unwrap_or(behind.len());
        let (name, path) = behind.split_at(end);
        if !name.is_empty() {
            authority(name, at + 2, seen)?;
        } else if path.is_empty() && !fragment {
            return refuse(at + 2, "expected an authority, or a path behind an empty authority");
        }
        (rest, start) = (path, at + 2 + end);
    }
    let (path, query) = cut(rest, '?');
    check(path, start, PATH, "the path")?;
    seen.set(Component::Path, path);
    if let Some(query) = query {
        check(query, start + path.len() + 1, URIC, "the query")?;
        seen.set(Component::Query, query);
    }
    Ok(())
}

/// Reads an authority. A server-based authority has userinfo, host and port. Any other is
/// registry-based: a name without components.
fn authority<'t>(text: &'t str, at: usize, seen: &mut Reading<'t>) -> Result<(), Refusal> {
    match server(text, seen) {
        Some(()) => Ok(()),
        None if text.contains(['[', ']']) => {
            refuse(at, "brackets may only enclose an IPv6 address of a server")
        }
        None => check(text, at, REGISTRY, "the authority"),
    }
}

/// `[ [ userinfo "@" ] hostport ]`
fn server<'t>(text: &'t str, seen: &mut Reading<'t>) -> Option<()> {
    let (userinfo, hostport) = match text.split_once('@') {
        Some((userinfo, hostport)) => (Some(userinfo), hostport),
        None => (None, text),
    };
    if userinfo.is_some_and(|userinfo| check(userinfo, 0, USERINFO, "").is_err()) {
        return None;
    }
    let (host, port) = if hostport.starts_with('[') {
        let (host, behind) = hostport.split_at(hostport.find(']')? + 1);
        is_ipv6(&host[1..host.len() - 1]).then_some(())?;
        (host, behind)
    } else {
        let (host, behind) = hostport.split_at(hostport.find(':').unwrap_or(hostport.len()));
        (is_ipv4(host) || is_host_name(host)).then_some(())?;
        (host, behind)
    };
    let port = match port.strip_prefix(':') {
        Some("") => None,
        Some(digits) => Some(
            digits.bytes().all(|it| it.is_ascii_digit()).then(|| digits.parse::<i32>().ok())??,
        ),
        None => port.is_empty().then_some(None)?,
    };
    if let Some(userinfo) = userinfo {
        seen.set(Component::Userinfo, userinfo);
    }
    seen.set(Component::Host, host);
    if let Some(port) = port {
        seen.set(Component::Port, port.to_string());
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
    name.split('.').all(label)
        && (last == name || last.starts_with(|c: char| c.is_ascii_alphabetic()))
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

/// An address by RFC 2732. A scope may follow behind a `%`.
fn is_ipv6(text: &str) -> bool {
    let (address, scope) = cut(text, '%');
    let in_scope = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    if scope.is_some_and(|scope| scope.is_empty() || !scope.chars().all(in_scope)) {
        return false;
    }
    // The last two groups may be an IPv4 address. Its numbers may have leading zeros, which the
    // parser of the standard library refuses.
    match address.rsplit_once(':') {
        Some((groups, last)) if last.contains('.') => {
            is_ipv4(last) && is_groups(&format!("{groups}:0:0"))
        }
        _ => is_groups(address),
    }
}

fn is_groups(text: &str) -> bool {
    !text.contains('.') && text.parse::<std::net::Ipv6Addr>().is_ok()
}

fn check_scheme(scheme: &str) -> Result<(), Refusal> {
    if scheme.is_empty() {
        return refuse(0, "expected a scheme before the colon");
    }
    let fits = |(at, c): (usize, char)| {
        c.is_ascii_alphabetic() || at > 0 && (c.is_ascii_digit() || matches!(c, '+' | '-' | '.'))
    };
    match scheme.char_indices().find(|&it| !fits(it)) {
        Some((at, _)) => refuse(at, "a character that the scheme may not hold"),
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

fn check(text: &str, start: usize, allowed: &str, what: &str) -> Result<(), Refusal> {
    let bytes = text.as_bytes();
    for (at, c) in text.char_indices() {
        let hexadecimal = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_hexdigit);
        match c {
            '%' if hexadecimal(at + 1) && hexadecimal(at + 2) => {}
            '%' => return refuse(start + at, "expected two hexadecimal digits behind \"%\""),
            _ if c.is_ascii_alphanumeric() || allowed.contains(c) => {}
            _ if !c.is_ascii() && !c.is_control() && !is_space(c) => {}
            _ => return refuse(start + at, &format!("a character that {what} may not hold")),
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

fn refuse<T>(at: usize, why: &str) -> Result<T, Refusal> {
    Err(format!("byte {at}: {why}"))
}
