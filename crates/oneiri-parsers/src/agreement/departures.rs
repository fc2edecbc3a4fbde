//! The reasons why the URL Standard and `java.net.URI` read a text differently from the generic syntax.

use alloc::vec::Vec;
use core::net::Ipv4Addr;

use oneiri::Component;

use super::default_port;
use crate::Reading;

fn is_special(scheme: &str) -> bool {
    scheme == "file" || default_port(scheme).is_some()
}

fn is_removed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r')
}

fn is_trimmed(c: char) -> bool {
    c <= ' '
}

pub(super) fn of_whatwg(text: &str, given: &Reading<'_>, seen: &Reading<'_>) -> Vec<(Component, &'static str)> {
    let mut reasons = Vec::new();
    let scheme = seen.get(Component::Scheme).unwrap_or_default();
    for component in Component::ALL {
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
        add(escaped && !is_name, "characters that the component must not contain are percent-encoded");
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
    add(ours.contains('@'), "the last \"@\" ends the userinfo, and each \"@\" before it is escaped");
    add(ours.ends_with(':') && !theirs.ends_with(':'), "an empty password is dropped");
}

/// Whether more or fewer than two slashes follow the scheme, or more than two begin a relative text.
fn has_odd_slashes(text: &str) -> bool {
    let count = |text: &str| text.chars().take_while(|c| matches!(c, '/' | '\\')).count();
    match text.split_once(':') {
        Some((_, behind)) => count(behind) != 2,
        None => count(text) > 2,
    }
}

fn host(scheme: &str, ours: &str, theirs: &str, add: &mut impl FnMut(bool, &'static str)) {
    add(
        scheme == "file" && theirs.is_empty() && !ours.is_empty(),
        "the host localhost of a file is dropped, and a drive letter is not read as a host",
    );
    if scheme == "file" && theirs.is_empty() {
        return;
    }
    let ipv4 = is_special(scheme) && theirs.parse::<Ipv4Addr>().is_ok();
    add(
        ipv4 && ours != theirs && !ours.is_empty(),
        "a host that ends in a number is read as an IPv4 address, which may have fewer than four numbers, and octal or hexadecimal ones",
    );
    add(ours.starts_with('['), "an IPv6 address is written in its shortest form");
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
    add(gone && found.iter().any(|(_, escaped)| *escaped), "\"%2e\" counts as a dot of a dot segment");
    let drive = |text: &str, mark: char| {
        let mut letters = text.trim_start_matches(['/', '\\']).chars();
        letters.next().is_some_and(|c| c.is_ascii_alphabetic()) && letters.next() == Some(mark)
    };
    add(scheme == "file" && drive(ours, '|') && drive(theirs, ':'), "\"|\" after a drive letter is \":\"");
}

/// Whether the reading is opaque: there is a scheme, and no slash after its colon.
fn is_opaque(seen: &Reading<'_>) -> bool {
    seen.get(Component::Path).is_none()
}

pub(super) fn of_java(given: &Reading<'_>, seen: &Reading<'_>) -> Vec<(Component, &'static str)> {
    let mut reasons = Vec::new();
    for component in Component::ALL {
        let (ours, theirs) = (given.get(component), seen.get(component));
        if ours == theirs {
            continue;
        }
        let why = match component {
            Component::Path | Component::Query if is_opaque(seen) => {
                "opaque: without a slash after the scheme there is neither a path nor a query"
            }
            Component::Port if theirs.is_some() => "a port is a number, so its leading zeros are dropped",
            Component::Port if ours == Some("") && seen.get(Component::Host).is_some() => "an empty port is dropped",
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
