//! Normalization and conversion: D-06 to D-18 and D-20 of `docs/decisions.md` on optional components.

use super::alphabet::{Alphabet, bidi_formatting, iprivate, ucschar, unreserved};
use super::percent::{escape, escape_octet, first_character, first_escape};
use super::resolve::guarded;
use super::split::{Seven, seven};

/// D-06 with D-20: by escapes, by case, by path segments; and then the spelling of the port.
pub(crate) fn normalize(alphabet: Alphabet, text: &str) -> String {
    let text = normalize_escape(alphabet, text);
    let text = normalize_case(&text);
    let text = normalize_path_segments(&text);
    normalize_port(&text)
}

/// D-07 and D-08: the scheme and the host to lower case, US-ASCII only, and the digits of every escape to upper.
pub(crate) fn normalize_case(text: &str) -> String {
    let mut it = seven(text);
    it.scheme = it.scheme.map(|scheme| scheme.to_ascii_lowercase());
    it.userinfo = it.userinfo.map(|userinfo| raise_escapes(&userinfo));
    it.host = it.host.map(|host| raise_escapes(&host.to_ascii_lowercase()));
    it.path = raise_escapes(&it.path);
    it.query = it.query.map(|query| raise_escapes(&query));
    it.fragment = it.fragment.map(|fragment| raise_escapes(&fragment));
    it.recompose()
}

fn raise_escapes(component: &str) -> String {
    let mut result = String::new();
    let mut rest = component;
    while let Some(c) = rest.chars().next() {
        match first_escape(rest) {
            Some(octet) => {
                result.push_str(&escape_octet(octet));
                rest = &rest[3..];
            }
            None => {
                result.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    result
}

/// D-09 for URIs, D-10 and D-11 for IRIs: which escapes become characters, and which characters escapes.
pub(crate) fn normalize_escape(alphabet: Alphabet, text: &str) -> String {
    let elsewhere = |c| permissible(alphabet, false, c);
    let in_query = |c| permissible(alphabet, true, c);
    let mut it = seven(text);
    it.userinfo = it.userinfo.map(|userinfo| align_escapes(&userinfo, elsewhere));
    // D-46: an IP literal is not a place for escapes.
    it.host = it.host.map(|host| if host.starts_with('[') { host } else { align_escapes(&host, elsewhere) });
    it.path = align_escapes(&it.path, elsewhere);
    it.query = it.query.map(|query| align_escapes(&query, in_query));
    it.fragment = it.fragment.map(|fragment| align_escapes(&fragment, elsewhere));
    it.recompose()
}

/// D-10: "a decoded character replaces its escapes iff it is unreserved, or in `ucschar` and not one of the seven
/// bidi formatting characters, or in `iprivate` and the component is the query".
fn permissible(alphabet: Alphabet, in_query: bool, c: char) -> bool {
    unreserved(c) || (alphabet == Alphabet::Iri && ((ucschar(c) && !bidi_formatting(c)) || (in_query && iprivate(c))))
}

/// Each maximal run of escapes decoded as far as it is legal UTF-8 and permissible, the rest in upper case; each
/// literal character kept, but for the seven that D-11 has escaped.
fn align_escapes(component: &str, permissible: impl Fn(char) -> bool) -> String {
    let mut result = String::new();
    let mut rest = component;
    while let Some(c) = rest.chars().next() {
        let mut run = Vec::new();
        while let Some(octet) = first_escape(rest) {
            run.push(octet);
            rest = &rest[3..];
        }
        if run.is_empty() {
            result.push_str(&if bidi_formatting(c) { escape(c) } else { c.to_string() });
            rest = &rest[c.len_utf8()..];
        } else {
            result.push_str(&read_run(&run, &permissible));
        }
    }
    result
}

fn read_run(run: &[u8], permissible: impl Fn(char) -> bool) -> String {
    let mut result = String::new();
    let mut at = 0;
    while at < run.len() {
        match first_character(&run[at..]) {
            Some((c, length)) => {
                result.push_str(&if permissible(c) { c.to_string() } else { escape(c) });
                at += length;
            }
            None => {
                result.push_str(&escape_octet(run[at]));
                at += 1;
            }
        }
    }
    result
}

/// D-13 to D-15 and D-18: dot segments removed, and the structure kept; a relative reference is left alone.
pub(crate) fn normalize_path_segments(text: &str) -> String {
    let it = seven(text);
    if it.scheme.is_none() {
        return text.to_string();
    }
    let path = guarded(&it.path, it.host.is_some());
    Seven { path, ..it }.recompose()
}

/// D-20: an empty port loses its `:`, any other its leading zeros.
fn normalize_port(text: &str) -> String {
    let it = seven(text);
    let port = it.port.as_deref().filter(|port| !port.is_empty()).map(|port| {
        let significant = port.trim_start_matches('0');
        String::from(if significant.is_empty() { "0" } else { significant })
    });
    Seven { port, ..it }.recompose()
}

/// D-12, RFC 3987 section 3.1: every character of `ucschar` and `iprivate` becomes its escapes, nothing else changes.
pub(crate) fn iri_to_uri(iri: &str) -> String {
    iri.chars().map(|c| if ucschar(c) || iprivate(c) { escape(c) } else { c.to_string() }).collect()
}

/// D-12: the URI taken as an IRI, its escapes normalized, and no more.
pub(crate) fn uri_to_iri(uri: &str) -> String {
    normalize_escape(Alphabet::Iri, uri)
}

#[cfg(test)]
mod tests {
    use super::Alphabet::{Iri, Uri};
    use super::*;

    #[test]
    fn by_escapes_then_case_then_path() {
        assert_eq!(normalize(Uri, "http://EX%41MPLE.org/"), "http://example.org/");
        assert_eq!(normalize(Uri, "http://h/a/%2E%2E/b"), "http://h/b");
        assert_eq!(normalize_path_segments("http://h/a/%2E%2E/b"), "http://h/a/%2E%2E/b");
        assert_eq!(normalize(Uri, "//EX/%7e"), "//ex/~");
    }

    #[test]
    fn case() {
        assert_eq!(normalize_case("http://%aa%Ab%AC%aD%AE/"), "http://%AA%AB%AC%AD%AE/");
        assert_eq!(normalize_case("HTTP://CRÊPES.example.org/A"), "http://crÊpes.example.org/A");
        assert_eq!(normalize_case("x://[V1.Ab]:/%41"), "x://[v1.ab]:/%41");
    }

    #[test]
    fn escapes_of_uris_and_iris() {
        assert_eq!(normalize_escape(Uri, "http://h/%2f%3a%40%25%20%7b%7E"), "http://h/%2F%3A%40%25%20%7B~");
        for same in [
            "http://h/%E2%80%AE", "http://h/%EE%80%80", "http://h/#%EE%80%80", "http://h/%EF%BF%BE", "http://h/%C0%AF",
            "http://h/%C3é", "http://h/é%A9", "http://h/%25C3%25A9",
        ] {
            assert_eq!(normalize_escape(Iri, same), same);
        }
        assert_eq!(normalize_escape(Iri, "http://h/?%EE%80%80"), "http://h/?\u{E000}");
        assert_eq!(normalize_escape(Iri, "http://h/%C2%A0%C3%41"), "http://h/\u{A0}%C3A");
        assert_eq!(normalize_escape(Iri, "http://h/\u{202E}"), "http://h/%E2%80%AE");
    }

    #[test]
    fn the_table_of_d_13_and_d_14_and_d_15() {
        for (text, expected) in [
            ("foo:/a/..//b", "foo:/.//b"),
            ("foo:.///g", "foo:.///g"),
            ("foo:////g", "foo:////g"),
            ("http://h/a/..//b", "http://h//b"),
            ("foo:/.//", "foo:/.//"),
            ("foo:a/..//b", "foo:.//b"),
            ("http:a/../..//x", "http:.//x"),
            ("foo:..//..//x", "foo:.//x"),
            ("foo:a/../b:c", "foo:b:c"),
            ("foo:a/..", "foo:"),
            ("foo:a/b/../.././../../e", "foo:e"),
            ("/a/b/../../c", "/a/b/../../c"),
            ("//", "//"),
        ] {
            assert_eq!(normalize_path_segments(text), expected, "{text}");
        }
    }

    #[test]
    fn ports() {
        assert_eq!(normalize(Uri, "http://h:/"), "http://h/");
        assert_eq!(normalize(Uri, "//u@[::1]:080"), "//u@[::1]:80");
        assert_eq!(normalize(Uri, "//:000"), "//:0");
        assert_eq!(normalize(Uri, "//@:?#"), "//@?#");
    }

    #[test]
    fn conversions() {
        assert_eq!(iri_to_uri("http://résumé.example.org/%e2"), "http://r%C3%A9sum%C3%A9.example.org/%e2");
        assert_eq!(uri_to_iri("HTTP://EX.org/a/../b%C3%A9"), "HTTP://EX.org/a/../bé");
        assert_eq!(uri_to_iri("http://h/D%FCrst"), "http://h/D%FCrst");
    }
}
