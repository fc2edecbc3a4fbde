//! Where the crate `url` reads otherwise than the URL Standard, which it implements.
//!
//! Found with the tests of the standard (`urltestdata.json` of the Web Platform Tests). Two more such
//! differences are refusals: see [`super::whatwg`].

use oneiri::Component;

use super::reading::Reading;

/// Whether the crate alone reads the component so, and another host or directory with it.
pub(super) fn decides(text: &str, seen: &Reading<'_>, component: Component) -> bool {
    of_file(text, seen, component).is_some()
}

/// What the standard does instead with the component, if the crate reads it otherwise.
pub(super) fn why(text: &str, seen: &Reading<'_>, component: Component) -> Option<&'static str> {
    let path = seen.get(Component::Path).unwrap_or_default();
    if component == Component::Path && path.contains('^') {
        return Some(
            "the URL Standard escapes \"^\" in a path, and only this version of the crate does not",
        );
    }
    of_file(text, seen, component)
}

/// The differences in the scheme `file`.
fn of_file(text: &str, seen: &Reading<'_>, component: Component) -> Option<&'static str> {
    if seen.get(Component::Scheme) != Some("file") {
        return None;
    }
    let path = seen.get(Component::Path).unwrap_or_default();
    let (host, given) = host_and_path(text);
    match component {
        Component::Host => {
            let dropped = seen.get(component).unwrap_or_default().is_empty();
            let local = host.is_empty() || host.eq_ignore_ascii_case("localhost");
            let drive = is_drive(host.as_bytes());
            (dropped && !local && !drive && starts_with_drive(path)).then_some(
                "the URL Standard keeps a host before a drive letter, and only this version of the crate drops it",
            )
        }
        Component::Path if starts_with_drive(path) && path.as_bytes().get(2) == Some(&b'|') => {
            Some(
                "the URL Standard reads \"|\" behind a drive letter as \":\", and only this version of the crate does not",
            )
        }
        Component::Path if given.matches("//").count() > path.matches("//").count() => Some(
            "the URL Standard keeps empty segments in the path of a file, and only this version of the crate drops them",
        ),
        _ => None,
    }
}

/// The host and the path of a `file` URL as the standard divides them, before dot segments are
/// removed.
fn host_and_path(text: &str) -> (String, String) {
    let kept = text.trim_matches(|c| c <= ' ').chars().filter(|c| !matches!(c, '\t' | '\n' | '\r'));
    let plain: String = kept.map(|c| if c == '\\' { '/' } else { c }).collect();
    let head = plain.split(['?', '#']).next().unwrap_or_default();
    let rest = head.split_once(':').map_or("", |(_, rest)| rest);
    let Some(behind) = rest.strip_prefix("//") else { return (String::new(), rest.to_owned()) };
    let (host, path) = behind.split_at(behind.find('/').unwrap_or(behind.len()));
    (host.to_owned(), path.to_owned())
}

/// A Windows drive letter: a letter, and `:` or `|`.
fn is_drive(text: &[u8]) -> bool {
    matches!(text, [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

fn starts_with_drive(path: &str) -> bool {
    let rest = path.as_bytes().get(1..3).unwrap_or_default();
    path.starts_with('/') && is_drive(rest) && matches!(path.as_bytes().get(3), None | Some(b'/'))
}
