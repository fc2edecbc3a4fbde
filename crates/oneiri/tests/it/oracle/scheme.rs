//! The scheme rung: D-42, for the schemes that it names.

use super::alphabet::Alphabet;
use super::normalize::{normalize, normalize_path_segments};
use super::split::{Seven, seven};

/// The normal form at the scheme rung; `None` where D-42 leaves it open.
pub(crate) fn normalize_scheme(alphabet: Alphabet, text: &str) -> Option<String> {
    let mut it = seven(&normalize(alphabet, text));
    match it.scheme.as_deref() {
        // "Do not repair `http:///x`": whether anything is done without a host is left open.
        Some("http" | "ws" | "https" | "wss" | "ftp") if it.host.as_deref() == Some("") => {
            return None;
        }
        // "http/ws 80, https/wss 443, ftp 21: drop default or empty port, empty path → `/`"
        Some("http" | "ws") => web(&mut it, "80"),
        Some("https" | "wss") => web(&mut it, "443"),
        Some("ftp") => web(&mut it, "21"),
        // "`file:/x`, `file://localhost/x` → `file:///x`, unless userinfo or port is non-empty"
        Some("file") => match (&it.userinfo, &it.port, it.host.as_deref()) {
            (Some(userinfo), ..) if userinfo.is_empty() => return None,
            _ if !it.path.starts_with('/') => return None,
            (None, None, Some("localhost")) => it.host = Some(String::new()),
            (None, None, None) => it.host = Some(String::new()),
            _ => {}
        },
        // A path behind an authority, or with a slash in it, is no list of addresses (RFC 6068 section 2).
        Some("mailto") if it.host.is_some() || it.path.contains('/') => return None,
        // "lower-case ASCII after the last `@` of each address, local part untouched"
        Some("mailto") => {
            it.path = it.path.split(',').map(fold_domain).collect::<Vec<_>>().join(",");
        }
        Some("urn" | "tel") => return None,
        _ => {}
    }
    Some(normalize_path_segments(&it.recompose()))
}

fn web(it: &mut Seven, default: &str) {
    it.port = it.port.take().filter(|port| port != default);
    // "Do not repair `http:/x`": only what has an authority has a root to show.
    if it.host.is_some() && it.path.is_empty() {
        it.path = "/".to_string();
    }
}

fn fold_domain(address: &str) -> String {
    let Some((local, domain)) = address.rsplit_once('@') else { return address.to_string() };
    let mut digits = 0;
    let folded = domain.chars().map(|c| {
        let in_escape = digits > 0;
        digits = if c == '%' { 2_u8 } else { digits.saturating_sub(1) };
        if in_escape { c } else { c.to_ascii_lowercase() }
    });
    format!("{local}@{}", folded.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_d_42() {
        for (text, expected) in [
            ("http://example.com", "http://example.com/"),
            ("http://example.com:/", "http://example.com/"),
            ("http://example.com:80?q", "http://example.com/?q"),
            ("https://h:80", "https://h:80/"),
            ("file:/x", "file:///x"),
            ("file://localhost/x", "file:///x"),
            ("file://u@localhost/x", "file://u@localhost/x"),
            ("file:/.//x", "file:////x"),
            ("mailto:Joe@Example.COM,A@B%C3@C", "mailto:Joe@example.com,A@B%C3@c"),
            ("http:/x", "http:/x"),
            ("ftp://h:21", "ftp://h/"),
        ] {
            assert_eq!(normalize_scheme(Alphabet::Uri, text).as_deref(), Some(expected), "{text}");
        }
    }
}
