//! Reads text by the WHATWG URL Standard as the crate `url` implements it, and explains where the
//! result differs from the generic syntax.

use oneiri::Component;
use url::{Host, ParseError, Url};

use super::lag;
use super::reading::{COMPONENTS, Reading};

/// The crate and its version, which `Cargo.toml` fixes.
pub(crate) const NAME: &str = "url 2.5.8";

pub(super) fn read(text: &str) -> Result<Reading<'_>, String> {
    let url = Url::parse(text).map_err(|error| match error {
        ParseError::IdnaError if has_punycode(text) => PUNYCODE.to_owned(),
        error => refusal(error).to_owned(),
    })?;
    let mut seen = Reading::default();
    seen.set(Component::Scheme, url.scheme().to_owned());
    let mut userinfo = url.username().to_owned();
    if let Some(password) = url.password() {
        userinfo.push(':');
        userinfo.push_str(password);
    }
    if !userinfo.is_empty() {
        seen.set(Component::Userinfo, userinfo);
    }
    // A file URL has a host even if it is empty, but the crate returns `None` for it.
    let slashes = url.as_str().get(url.scheme().len()..).unwrap_or_default().starts_with("://");
    if slashes {
        seen.set(Component::Host, url.host_str().unwrap_or_default().to_owned());
    }
    if let Some(port) = url.port() {
        seen.set(Component::Port, port.to_string());
    }
    seen.set(Component::Path, url.path().to_owned());
    if let Some(query) = url.query() {
        seen.set(Component::Query, query.to_owned());
    }
    if let Some(fragment) = url.fragment() {
        seen.set(Component::Fragment, fragment.to_owned());
    }
    Ok(seen)
}

/// The crate refuses names whose Punycode cannot be decoded, and the standard accepts them in ASCII.
const PUNYCODE: &str = "the host is not a domain name after the mapping of UTS 46; the URL Standard accepts a name in ASCII, even if its Punycode cannot be decoded";

fn has_punycode(text: &str) -> bool {
    oneiri::split(text).host.is_some_and(|host| {
        host.split('.')
            .any(|label| label.get(..4).is_some_and(|it| it.eq_ignore_ascii_case("xn--")))
    })
}

fn refusal(error: ParseError) -> &'static str {
    match error {
        ParseError::EmptyHost => "a special scheme needs a host, and a port needs a host before it",
        ParseError::IdnaError => "the host is not a domain name after the mapping of UTS 46",
        ParseError::InvalidPort => "a port must be a number of at most 65535",
        ParseError::InvalidIpv4Address => "a host that ends in a number must be an IPv4 address",
        ParseError::InvalidIpv6Address => "the text in brackets is not an IPv6 address",
        ParseError::InvalidDomainCharacter => {
            "the host contains a character that hosts must not contain"
        }
        ParseError::RelativeUrlWithoutBase => "a relative reference is not a URL without a base",
        _ => "it is not a URL",
    }
}

/// The schemes that the standard calls special.
fn is_special(scheme: &str) -> bool {
    ["http", "https", "ws", "wss", "ftp", "file"].contains(&scheme)
}

fn is_removed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r')
}

fn is_trimmed(c: char) -> bool {
    c <= ' '
}

/// The default port of a special scheme.
pub(super) fn default_port(scheme: &str) -> Option<u16> {
    match scheme {
        "http" | "ws" => Some(80),
        "https" | "wss" => Some(443),
        "ftp" => Some(21),
        _ => None,
    }
}

/// The reasons why components of the reading differ from the generic syntax.
pub(super) fn reasons(
    text: &str,
    given: &Reading<'_>,
    seen: &Reading<'_>,
) -> Vec<(Component, &'static str)> {
    let mut reasons = Vec::new();
    let scheme = seen.get(Component::Scheme).unwrap_or_default();
    for component in COMPONENTS {
        if given.get(component) == seen.get(component) {
            continue;
        }
        let before = reasons.len();
        let mut add = |holds: bool, why: &'static str| {
            if holds {
                reasons.push((component, why));
            }
        };
        let [ours, theirs] = [given, seen].map(|it| it.get(component).unwrap_or_default());
        if let Some(why) = lag::why(text, seen, component) {
            add(true, why);
            if lag::decides(text, seen, component) {
                continue;
            }
        }
        of_the_whole(text, scheme, component, ours, theirs, &mut add);
        match component {
            Component::Scheme => {
                add(ours.eq_ignore_ascii_case(theirs), "schemes are written in lower case");
            }
            Component::Userinfo => userinfo(ours, theirs, &mut add),
            Component::Host => host(scheme, ours, theirs, &mut add),
            Component::Port => {
                let number = ours.parse().ok();
                let default = number.is_some() && number == default_port(scheme);
                add(default, "the default port of the scheme is dropped");
                add(given.get(component) == Some(""), "an empty port is dropped");
                let zeros = ours.starts_with('0') && ours.len() > 1;
                add(zeros, "a port is a number, so its leading zeros are dropped");
            }
            Component::Path => path(scheme, ours, theirs, &mut add),
            _ => {}
        }
        let escaped = theirs.matches('%').count() > ours.matches('%').count();
        let is_name = component == Component::Host && is_special(scheme);
        add(
            escaped && !is_name,
            "characters that the component must not contain are percent-encoded",
        );
        if reasons.len() == before {
            let why = if text.contains(is_removed) {
                "tabs and line breaks are removed first, and then the text divides at other places"
            } else {
                "the slashes before the path are read differently"
            };
            reasons.push((component, why));
        }
    }
    reasons
}

/// Reasons that concern the whole text, or the slashes before the host.
fn of_the_whole(
    text: &str,
    scheme: &str,
    component: Component,
    ours: &str,
    theirs: &str,
    add: &mut impl FnMut(bool, &'static str),
) {
    let trimmed = text.trim_matches(is_trimmed).len() < text.len();
    add(
        trimmed && ours.contains(is_trimmed) && !theirs.contains(' '),
        "spaces and controls at both ends of the text are ignored",
    );
    add(ours.contains(is_removed), "tabs and line breaks are removed everywhere");
    if matches!(component, Component::Scheme | Component::Query | Component::Fragment) {
        return;
    }
    if scheme == "file" {
        let three = "the path of a file is read as if three slashes stood before it";
        add(!text.contains(":///"), three);
    } else if is_special(scheme) {
        let head = text.split(['?', '#']).next().unwrap_or_default();
        add(head.contains('\\'), "a backslash is a slash in special schemes");
        add(has_odd_slashes(head), "special schemes take any number of slashes before the host");
    }
}

fn userinfo(ours: &str, theirs: &str, add: &mut impl FnMut(bool, &'static str)) {
    let empty = theirs.is_empty() && ours.trim_matches(':').is_empty();
    add(empty, "an empty userinfo is dropped");
    add(
        ours.contains('@'),
        "the last \"@\" ends the userinfo, and each \"@\" before it is escaped",
    );
    add(ours.ends_with(':') && !theirs.ends_with(':'), "an empty password is dropped");
}

/// Whether the colon of the scheme is followed by more or fewer than two slashes.
fn has_odd_slashes(text: &str) -> bool {
    let behind = text.split_once(':').map_or("", |(_, behind)| behind);
    let slashes = behind.chars().take_while(|c| matches!(c, '/' | '\\')).count();
    slashes != 2
}

fn host(scheme: &str, ours: &str, theirs: &str, add: &mut impl FnMut(bool, &'static str)) {
    add(
        scheme == "file" && theirs.is_empty() && !ours.is_empty(),
        "the host localhost of a file is dropped, and a drive letter is not read as a host",
    );
    if scheme == "file" && theirs.is_empty() {
        return;
    }
    let (ipv4, ipv6) = match Host::parse(theirs) {
        Ok(Host::Ipv4(_)) => (is_special(scheme), false),
        Ok(Host::Ipv6(_)) => (false, true),
        _ => (false, false),
    };
    add(
        ipv4 && ours != theirs && !ours.is_empty(),
        "a host that ends in a number is read as an IPv4 address, which may have fewer than four numbers, and octal or hexadecimal ones",
    );
    add(ipv6 && ours.starts_with('['), "an IPv6 address is written in its shortest form");
    if ours.is_empty() || !is_special(scheme) {
        return;
    }
    add(ours.contains('%'), "escapes in the host are decoded");
    add(ours.bytes().any(|byte| byte.is_ascii_uppercase()), "the host is written in lower case");
    add(!ours.is_ascii(), "the host is mapped by UTS 46, and written in Punycode");
}

fn path(scheme: &str, ours: &str, theirs: &str, add: &mut impl FnMut(bool, &'static str)) {
    add(ours.is_empty() && theirs == "/", "the empty path of a special scheme is \"/\"");
    let dots = |segment: &str| {
        let plain = segment.to_ascii_lowercase().replace("%2e", ".");
        (plain == "." || plain == "..", segment.contains('%'))
    };
    let found: Vec<_> = ours.split(['/', '\\']).map(dots).filter(|(dots, _)| *dots).collect();
    let gone = theirs.split('/').filter(|segment| dots(segment).0).count() < found.len();
    add(gone, "dot segments are removed while parsing");
    add(
        gone && found.iter().any(|(_, escaped)| *escaped),
        "\"%2e\" counts as a dot of a dot segment",
    );
    let drive = |text: &str, mark: char| {
        let mut letters = text.trim_start_matches(['/', '\\']).chars();
        letters.next().is_some_and(|c| c.is_ascii_alphabetic()) && letters.next() == Some(mark)
    };
    add(
        scheme == "file" && drive(ours, '|') && drive(theirs, ':'),
        "\"|\" behind a drive letter is \":\"",
    );
}
