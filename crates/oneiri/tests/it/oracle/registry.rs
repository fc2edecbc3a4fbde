//! The scheme rung for every scheme that is built in: what its own specification says (RFC 3986 section 6.2.3,
//! D-41, D-42), on the components of a text that is normal in syntax.

use super::alphabet::Alphabet;
use super::normalize::{normalize, normalize_path_segments};
use super::percent::first_escape;
use super::split::{Seven, seven};

/// The normal form at the scheme rung.
pub(crate) fn normalize_registered(alphabet: Alphabet, text: &str) -> String {
    let mut it = seven(&normalize(alphabet, text));
    match it.scheme.as_deref() {
        // Default port, and an empty path that is the root.
        Some("http" | "ws") => {
            port(&mut it, "80");
            root(&mut it);
        }
        Some("https" | "wss") => {
            port(&mut it, "443");
            root(&mut it);
        }
        Some("ftp") => {
            port(&mut it, "21");
            root(&mut it);
        }
        Some("imap") => {
            port(&mut it, "143");
            root(&mut it);
        }
        Some("coap") => {
            port(&mut it, "5683");
            root(&mut it);
        }
        Some("coaps") => {
            port(&mut it, "5684");
            root(&mut it);
        }
        Some("ldap") => {
            port(&mut it, "389");
            root(&mut it);
            it.query = it.query.filter(|query| !query.is_empty());
        }
        // Default port alone.
        Some("sftp" | "ssh") => port(&mut it, "22"),
        Some("rtsp") => port(&mut it, "554"),
        Some("rtsps") => port(&mut it, "322"),
        Some("redis") => port(&mut it, "6379"),
        Some("mqtt") => port(&mut it, "1883"),
        Some("mqtts") => port(&mut it, "8883"),
        Some("git") => port(&mut it, "9418"),
        Some("file") => local(&mut it),
        Some("mailto") => {
            if is_one_segment(&it) {
                it.path = it.path.split(',').map(address).collect::<Vec<_>>().join(",");
            }
            it.query = it.query.map(|query| fields(&query));
        }
        Some("urn") if it.host.is_none() => it.path = name(&it.path),
        Some("tel") if is_one_segment(&it) => it.path = telephone(&it.path),
        // A `?` may be in the user of a SIP URI, an `@` may not be in its header fields.
        Some("sip" | "sips") if is_one_segment(&it) && !it.query.as_ref().is_some_and(|it| it.contains('@')) => {
            it.path = sip(&it.path);
        }
        _ => {}
    }
    // An authority that came frees a path of the dot segment that guarded it.
    normalize_path_segments(&it.recompose())
}

/// D-42: "drop default port", after a host that is not empty.
fn port(it: &mut Seven, default: &str) {
    if it.host.as_ref().is_some_and(|host| !host.is_empty()) && it.port.as_deref() == Some(default) {
        it.port = None;
    }
}

/// D-42: "empty path → `/`", likewise.
fn root(it: &mut Seven) {
    if it.host.as_ref().is_some_and(|host| !host.is_empty()) && it.path.is_empty() {
        it.path = String::from("/");
    }
}

/// D-42: "`file:/x`, `file://localhost/x` → `file:///x`, unless userinfo or port is non-empty"; and D-41, that an
/// empty userinfo is one.
fn local(it: &mut Seven) {
    let is_local = it.host.as_ref().is_none_or(|host| host == "localhost");
    if is_local && it.path.starts_with('/') && it.userinfo.is_none() && it.port.is_none() {
        it.host = Some(String::new());
    }
}

/// What mail addresses and telephone numbers are: neither RFC's grammar has a slash.
fn is_one_segment(it: &Seven) -> bool {
    it.host.is_none() && !it.path.contains('/')
}

/// ASCII letters to lower case, but for the digits of escapes.
fn fold(text: &str) -> String {
    let mut folded = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = if first_escape(rest).is_some() { 3 } else { c.len_utf8() };
        let (this, next) = rest.split_at(length);
        folded.push_str(&if length == 3 && c == '%' { this.to_string() } else { this.to_ascii_lowercase() });
        rest = next;
    }
    folded
}

/// D-42: "lower-case ASCII after the last `@` of each address, local part untouched".
fn address(text: &str) -> String {
    match text.rsplit_once('@') {
        Some((local, domain)) => format!("{local}@{}", fold(domain)),
        None => text.to_string(),
    }
}

/// RFC 6068 section 2: "Note that the field name is case-insensitive": `hfname "=" hfvalue` between `&`.
fn fields(query: &str) -> String {
    let field = |field: &str| match field.split_once('=') {
        Some((name, value)) => format!("{}={value}", fold(name)),
        None => field.to_string(),
    };
    query.split('&').map(field).collect::<Vec<_>>().join("&")
}

/// RFC 8141 section 3.1: "the NID, case-insensitively"; RFC 4122 section 3: UUIDs are case-insensitive.
fn name(path: &str) -> String {
    let Some((nid, nss)) = path.split_once(':') else { return path.to_string() };
    // `NID = (alphanum) 0*30(ldh) (alphanum)`
    let ldh = nid.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    let framed = !nid.starts_with('-') && !nid.ends_with('-');
    if !ldh || !framed || !(2..=32).contains(&nid.len()) {
        return path.to_string();
    }
    let nid = nid.to_ascii_lowercase();
    if nid == "uuid" && is_uuid(nss) {
        return format!("{nid}:{}", nss.to_ascii_lowercase());
    }
    format!("{nid}:{nss}")
}

/// `8-4-4-4-12` hexadecimal digits.
fn is_uuid(text: &str) -> bool {
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    let digits = text.chars().all(|c| c == '-' || c.is_ascii_hexdigit());
    digits && lengths == [8, 4, 4, 4, 12]
}

/// RFC 3966 sections 4 and 5.1.1: case-insensitive, and visual separators do not count.
fn telephone(path: &str) -> String {
    let mut parts = path.split(';');
    let number = parts.next().unwrap_or_default();
    if !is_global(number) && !is_local(number) {
        return path.to_string();
    }
    let mut result = fold(&dense(number));
    for parameter in parts {
        let parameter = match parameter.split_once('=') {
            Some((name, value)) => {
                let separated = match fold(name).as_str() {
                    "ext" => is_extension(value),
                    "phone-context" => is_global(value),
                    _ => false,
                };
                let value = if separated { dense(value) } else { value.to_string() };
                format!("{name}={value}")
            }
            None => parameter.to_string(),
        };
        result += &format!(";{}", fold(&parameter));
    }
    result
}

/// `visual-separator = "-" / "." / "(" / ")"`
fn is_separator(c: char) -> bool {
    "-.()".contains(c)
}

fn dense(number: &str) -> String {
    number.chars().filter(|&c| !is_separator(c)).collect()
}

/// `global-number-digits = "+" *phonedigit DIGIT *phonedigit`
fn is_global(number: &str) -> bool {
    number.strip_prefix('+').is_some_and(is_extension)
}

/// `local-number-digits = *phonedigit-hex (HEXDIG / "*" / "#") *phonedigit-hex`, in which a URI writes `#` as `%23`.
fn is_local(number: &str) -> bool {
    let digits = dense(&number.replace("%23", "#"));
    !digits.is_empty() && digits.chars().all(|c| c.is_ascii_hexdigit() || "*#".contains(c))
}

/// `extension = ";ext=" 1*phonedigit`, of which one is a digit.
fn is_extension(number: &str) -> bool {
    let digits = dense(number);
    !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
}

/// RFC 3261 section 19.1.4: all but the userinfo is case-insensitive "unless explicitly defined otherwise", as values
/// of parameters may be.
fn sip(path: &str) -> String {
    let (user, rest) = match path.rsplit_once('@') {
        Some((user, rest)) => (format!("{user}@"), rest),
        None => (String::new(), path),
    };
    let mut parts = rest.split(';');
    let mut result = user + &fold(parts.next().unwrap_or_default());
    for parameter in parts {
        let parameter = match parameter.split_once('=') {
            Some((name, value)) => match fold(name).as_str() {
                known @ ("transport" | "user" | "maddr") => format!("{known}={}", fold(value)),
                name => format!("{name}={value}"),
            },
            None => fold(parameter),
        };
        result += &format!(";{parameter}");
    }
    result
}

#[cfg(test)]
mod tests {
    use super::Alphabet::{Iri, Uri};
    use super::*;

    #[test]
    fn the_examples_of_section_6_2_3() {
        for text in ["http://example.com", "http://example.com/", "http://example.com:80/"] {
            assert_eq!(normalize_registered(Uri, text), "http://example.com/");
        }
        assert_eq!(normalize_registered(Uri, "http://example.com/?"), "http://example.com/?");
        assert_eq!(normalize_registered(Uri, "mailto:Joe@Example.COM"), "mailto:Joe@example.com");
    }

    #[test]
    fn the_decisions() {
        for (text, expected) in [
            ("http://example.com:80?q", "http://example.com/?q"),
            ("http://:80", "http://:80"),
            ("http:/x", "http:/x"),
            ("foo://h:80", "foo://h:80"),
            ("file:/x", "file:///x"),
            ("file://localhost/x", "file:///x"),
            ("file://u@localhost/x", "file://u@localhost/x"),
            ("file://localhost:1/x", "file://localhost:1/x"),
            ("file:/a/..//x", "file:////x"),
            ("file:x", "file:x"),
        ] {
            assert_eq!(normalize_registered(Iri, text), expected, "{text}");
        }
    }

    #[test]
    fn paths_of_schemes() {
        for (text, expected) in [
            ("mailto:A@B,C@É%C3%A9D?To=A", "mailto:A@b,C@Ééd?to=A"),
            ("urn:ISBN:X", "urn:isbn:X"),
            ("urn:I:X", "urn:I:X"),
            ("tel:+1-(2);Ext=3-4;X=A-B", "tel:+12;ext=34;x=a-b"),
            ("tel:-//x", "tel:-//x"),
            ("sip:A;B@C;User=Phone;X=Y", "sip:A;B@c;user=phone;x=Y"),
        ] {
            assert_eq!(normalize_registered(Iri, text), expected, "{text}");
        }
    }
}
