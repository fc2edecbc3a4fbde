//! Ruby's `URI`.

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use oneiri::Component::{self, Fragment, Host, Path, Port, Query, Scheme, Userinfo};

use crate::agreement::default_port;
use crate::reading::{Reading, Refusal};
use crate::{Parser, Rfc3986};

/// `URI.parse` and `URI.join` of Ruby 4.0. The host is `hostname`, to which `Net::HTTP` connects. All is as in [`Rfc3986`],
/// except that:
///
/// * A query may have any ASCII character. Tabs and newlines vanish from it; controls, spaces and ``"'<>` `` are encoded.
///   A `%` stays, but before two characters of which none is a hexadecimal digit it is refused.
/// * Without a slash after the scheme the rest is *opaque*, so Ruby finds neither a path nor a query in it: `mailto:a@b`.
/// * Without a scheme, two slashes before what is no authority begin a path: `//a@b@c`. An empty authority is none.
/// * `[V1.a]` and `[::1:2:3:4:5:6]` are refused: the `v` is in lower case, and `::` in front is not two groups.
/// * A port is a number of any size. An empty userinfo or port is `nil`. The port of the scheme is absent here, because
///   `to_s` does not write it.
/// * `file` has an empty host instead of none or `localhost`, and neither userinfo nor port. The path of `ftp` has no
///   slash in front, unless it is `%2F`, and ends at `;type=`. `ftp` and `ldap` are not opaque, and `ldap` has no
///   fragment. `mailto` needs addresses or a query.
///
/// `URI.join` removes `.` from the reference alone, but `..` also from the base, whose path may lose its first slash. The
/// reference `//:80/` takes the host away. Against a base with `ftp`, only its own file can be resolved.
#[derive(Clone, Copy, Debug)]
pub struct Ruby;

impl Parser for Ruby {
    fn name(&self) -> &'static str {
        "ruby"
    }

    fn read<'t>(&self, text: &'t str) -> Result<Reading<'t>, Refusal> {
        if let Some((at, c)) = text.char_indices().find(|(_, c)| !c.is_ascii()) {
            return refuse(at..at + c.len_utf8(), "a character is not ASCII");
        }
        let hash = text.find('#');
        let end = hash.unwrap_or(text.len());
        let mark = text[..end].find('?');
        let head = &text[..mark.unwrap_or(end)];
        let is_path = |it: &str| it.starts_with("//") && Rfc3986.read(&["/.", it].concat()).is_ok();
        let mut reading = match Rfc3986.read(head) {
            Err(_) if is_path(head) => Reading::default(),
            reading => reading?,
        };
        if reading.path().is_none() {
            reading.put(text, Path, head);
        }
        if let Some(hash) = hash {
            let refused =
                |it: Refusal| Refusal::new(it.reason().to_owned(), it.range().start + hash..it.range().end + hash);
            Rfc3986.read(&text[hash..]).map_err(refused)?;
            reading.put(text, Fragment, &text[hash + 1..]);
        }
        let scheme = reading.scheme().unwrap_or_default().to_ascii_lowercase();
        if !scheme.is_empty() {
            let range = reading.range(Scheme);
            reading.set(Scheme, scheme.clone(), range);
        }
        authority(text, &scheme, &mut reading)?;
        let range = reading.range(Path).unwrap_or_default();
        let path = &text[range.clone()];
        let opaque = !scheme.is_empty() && reading.host().is_none() && !path.is_empty() && !path.starts_with('/');
        if opaque {
            reading.remove(Path);
        } else if let Some(mark) = mark {
            reading.set(Query, query(&text[mark + 1..end], mark + 1)?, Some(mark + 1..end));
        }
        match &*scheme {
            "ftp" | "ldap" | "ldaps" if opaque => return refuse(range, "expected a slash after the scheme"),
            "ldap" | "ldaps" if hash.is_some() => return refuse(end..text.len(), "LDAP has no fragment"),
            "mailto" if !if opaque { are_addresses(path) } else { mark.is_some() } => {
                return refuse(range, "expected addresses or a query");
            }
            "ftp" => {
                let name = path.strip_prefix('/').unwrap_or(path).split(";type=").next().unwrap_or_default();
                let root = name.strip_prefix("%2F").map(|rest| ["/", rest].concat());
                reading.set(Path, root.map_or(Cow::Borrowed(name), Cow::Owned), Some(range));
            }
            "file" => {
                reading.remove(Userinfo);
                reading.remove(Port);
                if matches!(reading.host(), None | Some("localhost")) {
                    let range = reading.range(Host);
                    reading.set(Host, "", range);
                }
            }
            _ => {}
        }
        Ok(reading)
    }

    fn read_with_base<'t>(&self, text: &'t str, base: &str) -> Result<Reading<'t>, Refusal> {
        let from = self.read(base).map_err(Refusal::of_base)?;
        let mut found = self.read(text)?;
        let kind = |it: &Reading<'_>, text: &str| Some(text[it.range(Path)?].split_once(";type=")?.1.to_owned());
        let is_other = found.scheme().is_some() && kind(&from, base) != kind(&found, text);
        if found.scheme().is_none() {
            merge(&from, &mut found, text)?;
        }
        let is_same = |part: &Component| match (part, from.get(*part), found.get(*part)) {
            (Host, Some(a), Some(b)) => a.eq_ignore_ascii_case(b),
            (Path, Some("" | "/"), Some("" | "/")) => true,
            (_, a, b) => a == b,
        };
        if from.scheme() == Some("ftp") && (is_other || ![Scheme, Userinfo, Host, Port, Path].iter().all(is_same)) {
            return refuse(0..text.len(), "against FTP, Ruby fails to resolve what is another file");
        }
        Ok(found)
    }
}

/// Whether there are addresses with one `@` each. A comma or semicolon may follow after the last one.
fn are_addresses(text: &str) -> bool {
    let address = |it: &str| it.split('@').count() == 2 && !it.starts_with('@') && !it.ends_with('@');
    text.strip_suffix([',', ';']).unwrap_or(text).split([',', ';']).all(address)
}

/// The host without brackets, the port as a number, and neither userinfo nor host nor port where Ruby has `nil`.
fn authority<'t>(text: &'t str, scheme: &str, reading: &mut Reading<'t>) -> Result<(), Refusal> {
    if let Some(literal) = reading.range(Host).and_then(|host| text[host].strip_prefix('[')?.strip_suffix(']')) {
        let groups = literal.strip_prefix("::").map(|it| it.split(':').count() + usize::from(it.contains('.')));
        if literal.starts_with('V') || literal.contains('%') || groups == Some(6) {
            return refuse(reading.range(Host).unwrap_or_default(), "Ruby does not know such an address");
        }
        reading.put(text, Host, literal);
    }
    for (part, is_nil) in [(Host, scheme.is_empty() && reading.userinfo().is_none()), (Userinfo, true), (Port, true)] {
        if is_nil && reading.get(part) == Some("") {
            reading.remove(part);
        }
    }
    if let Some(digits) = reading.port().map(str::to_owned) {
        let known = [("ldap", "389"), ("ldaps", "636")].iter().find(|it| it.0 == scheme).map(|it| it.1.to_owned());
        let default = known.or_else(|| default_port(scheme).map(|it| it.to_string()));
        match digits.trim_start_matches('0') {
            number if Some(number) == default.as_deref() => reading.remove(Port),
            "" => reading.set(Port, "0", reading.range(Port)),
            number => reading.set(Port, number.to_owned(), reading.range(Port)),
        }
    }
    Ok(())
}

/// A query as Ruby writes it.
fn query(text: &str, start: usize) -> Result<Cow<'_, str>, Refusal> {
    let is_kept = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | '\'' | '<' | '>' | '`');
    let kept: String = text.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
    if kept.as_bytes().windows(3).any(|it| it[0] == b'%' && !it[1..].iter().any(u8::is_ascii_hexdigit)) {
        return refuse(start..start + text.len(), "a percent sign of the query begins no escape");
    }
    if text.chars().all(is_kept) {
        return Ok(text.into());
    }
    let encoded = |c: char| if is_kept(c) { c.into() } else { format!("%{:02X}", u32::from(c)) };
    Ok(kept.chars().map(encoded).collect::<String>().into())
}

/// Resolves a reference without a scheme.
fn merge<'t>(base: &Reading<'_>, found: &mut Reading<'t>, text: &'t str) -> Result<(), Refusal> {
    let Some(scheme) = base.scheme() else { return refuse(0..0, "neither the base nor the text has a scheme") };
    found.take(base, Scheme);
    let path = found.range(Path).unwrap_or_default();
    if [Userinfo, Host, Port].iter().any(|it| found.get(*it).is_some()) {
        authority(text, scheme, found)?;
    } else {
        [Userinfo, Host, Port, Path].iter().for_each(|it| found.take(base, *it));
        if path.is_empty() && found.query().is_none() {
            let kept = if found.fragment().is_none() { &[Query, Fragment][..] } else { &[Query] };
            kept.iter().for_each(|it| found.take(base, *it));
            return Ok(());
        }
        if let Some(before) = base.path() {
            found.set(Path, merged(before, &text[path.clone()]), Some(path).filter(|it| !it.is_empty()));
        }
    }
    if found.query().is_some() && (base.path().is_none() || scheme == "mailto") {
        return refuse(0..text.len(), "the base is opaque, so it has no query");
    }
    Ok(())
}

/// The path of a reference after that of its base.
fn merged(base: &str, path: &str) -> String {
    let mut kept = Vec::new();
    let end = base.ends_with("/..").then_some("");
    for segment in base.split('/').filter(|_| !base.is_empty()).chain(end) {
        if segment != ".." {
            kept.push(segment);
        } else if kept.pop().is_none() {
            break;
        }
    }
    if path.is_empty() {
        return kept.join("/");
    }
    if path.starts_with('/') || kept.is_empty() {
        kept = [""].into();
    } else {
        kept.pop();
    }
    let root = kept.len().min(1);
    let mut segments = path.strip_prefix('/').unwrap_or(path).split('/').peekable();
    while let Some(segment) = segments.next() {
        if segment == ".." && kept.len() > root {
            kept.pop();
        }
        match segment {
            "." | ".." if segments.peek().is_some() => {}
            "." | ".." => kept.push(""),
            segment => kept.push(segment),
        }
    }
    kept.join("/")
}

fn refuse<T>(range: Range<usize>, reason: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(reason, range))
}
