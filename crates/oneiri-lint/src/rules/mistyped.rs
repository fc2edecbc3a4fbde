//! What people mistype: the letters and the punctuation of a scheme, and identifiers that are within each
//! other. All of it is valid by the grammar, and means something else than was meant.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use oneiri::Component;

use crate::code::Code;
use crate::inspection::Inspection;

/// The schemes that people type most.
const SCHEMES: [&str; 3] = ["https", "http", "ftp"];

impl Inspection<'_> {
    /// A scheme that was mistyped, and a second identifier.
    pub(crate) fn at_mistyped(&mut self) {
        if let Some((end, meant)) = self.meant() {
            let detail = format!("\"{meant}\"");
            self.find(Code::MistypedScheme, None, 0..end, detail);
        }
        self.at_second();
    }

    /// The length of a mistyped beginning, and the text that was probably meant.
    fn meant(&self) -> Option<(usize, String)> {
        let text = self.text;
        match self.text_of(Component::Scheme) {
            // http//h, https//:h, http;//h
            None => {
                let slashes = text.find("//").filter(|at| *at > 0)?;
                let name = text.get(..slashes)?.trim_end_matches([';', '.', ',']);
                let scheme = SCHEMES.iter().find(|it| it.eq_ignore_ascii_case(name))?;
                let rest = text.get(slashes + 2..)?;
                let rest = rest.strip_prefix(':').unwrap_or(rest);
                (!rest.is_empty()).then(|| (text.len() - rest.len(), format!("{scheme}://{rest}")))
            }
            // http://https://h, http://http//h
            Some(_) if self.host_is_scheme() => {
                let start = self.range(Component::Host).start;
                let (path, at) = self.path();
                let scheme = text.get(start..self.range(Component::Host).end)?;
                let rest = text.get(at + path.len() - path.trim_start_matches('/').len()..)?;
                let scheme = scheme.to_ascii_lowercase();
                Some((text.len() - rest.len(), format!("{scheme}://{rest}")))
            }
            // https:/h/a
            Some(scheme) if self.scheme_is(&SCHEMES) => {
                let rest = text.get(scheme.len()..)?.strip_prefix(":/")?;
                let is_name = rest.starts_with(|c: char| c.is_alphanumeric());
                is_name.then(|| (text.len() - rest.len(), format!("{scheme}://{rest}")))
            }
            // ttps://h, htttps://h
            Some(scheme) => {
                let rest = text.get(scheme.len()..).filter(|rest| rest.starts_with("://"))?;
                if oneiri::registry::registration(scheme).is_some() {
                    return None;
                }
                let scheme_is = |it: &&&str| differ_by_one(it, &scheme.to_ascii_lowercase());
                let meant = SCHEMES.iter().find(scheme_is)?;
                Some((scheme.len(), format!("{meant}{rest}")))
            }
        }
    }

    /// Whether the host is the scheme of a second identifier: `http://https://h/`, whose port is empty.
    pub(crate) fn host_is_scheme(&self) -> bool {
        let (path, _) = self.path();
        let is_empty = self.text_of(Component::Port).is_none_or(str::is_empty);
        let Some(host) = self.text_of(Component::Host).filter(|_| is_empty) else { return false };
        SCHEMES.iter().any(|it| it.eq_ignore_ascii_case(host))
            && self.scheme_is(&SCHEMES)
            && (path.starts_with("//") || path.len() > 1 && self.part(Component::Port).is_some())
    }

    /// Whether the host ends with the scheme of a second identifier: `http://h.examplehttps://i/`.
    pub(crate) fn host_ends_with_scheme(&self) -> bool {
        let (path, _) = self.path();
        let host = self.text_of(Component::Host).unwrap_or_default();
        self.text_of(Component::Port) == Some("")
            && path.starts_with("//")
            && scheme_at_end(host).is_some_and(|at| at > 0)
    }

    /// A second identifier that was glued to the first one. After a delimiter it is an argument, as in
    /// `https://archive.example/web/https://h/`, and at the beginning of a fragment it is not.
    fn at_second(&mut self) {
        let Some(scheme) = self.part(Component::Scheme).map(|(scheme, _)| scheme.len()) else {
            return;
        };
        if self.host_is_scheme() {
            return;
        }
        let first = scheme + 3;
        // By the colons, because a search for "://" takes longer where there is none.
        for (found, _) in self.text.get(first..).unwrap_or_default().match_indices(':') {
            let Some((before, rest)) = self.text.split_at_checked(first + found) else { continue };
            let start = scheme_at_end(before).filter(|at| *at > first && rest.starts_with("://"));
            let Some(start) = start else { continue };
            let is_glued = match self.text.as_bytes().get(start - 1) {
                Some(b'#') => true,
                Some(byte) => byte.is_ascii_alphanumeric(),
                None => false,
            };
            if is_glued {
                let detail = format!("\"{}\"", self.text.get(start..).unwrap_or_default());
                return self.find(Code::SecondIdentifier, None, start..self.text.len(), detail);
            }
        }
    }
}

/// Whether an identifier begins with the name of a host and a port, which the grammar takes for a scheme and a path. [`Code::MissingScheme`]
/// finds it.
///
/// ```
/// assert!(oneiri_lint::begins_with_port("localhost:8080/a"));
/// assert!(!oneiri_lint::begins_with_port("tel:112"));
/// ```
#[must_use]
pub fn begins_with_port(identifier: &str) -> bool {
    let ends = |byte: &u8| matches!(byte, b':' | b'/' | b'?' | b'#');
    let bytes = identifier.as_bytes();
    let (scheme, rest) = identifier.split_at(bytes.iter().position(ends).unwrap_or(bytes.len()));
    let port = rest.strip_prefix(':').and_then(|rest| rest.split(['/', '?', '#']).next()).unwrap_or_default();
    (scheme.eq_ignore_ascii_case("localhost") || scheme.contains('.'))
        && (1..=5).contains(&port.len())
        && port.bytes().all(|byte| byte.is_ascii_digit())
}

/// The validity of many texts in one buffer, in which those that begin with the name of a host and a port count as invalid, so that
/// a program looks at them again. `validity` is for example `oneiri::batch::validity`.
#[must_use]
pub fn but_ports(
    buffer: &str,
    ranges: impl Iterator<Item = Range<usize>>,
    validity: impl FnOnce(&mut dyn Iterator<Item = Range<usize>>) -> Vec<u64>,
) -> Vec<u64> {
    let (mut nth, mut ports) = (0, Vec::new());
    let mut ranges = ranges.inspect(|range| {
        // Most texts begin with a scheme of the web, and are not read here.
        let is_web = match buffer.as_bytes().get(range.start..).and_then(|rest| rest.split_first_chunk()) {
            Some((b"http", rest)) => matches!(rest, [b':', ..] | [b's', b':', ..]),
            _ => false,
        };
        if !is_web && begins_with_port(buffer.get(range.clone()).unwrap_or_default()) {
            ports.push(nth);
        }
        nth += 1;
    });
    let mut valid = validity(&mut ranges);
    for nth in ports {
        valid.get_mut(nth / 64).into_iter().for_each(|word| *word &= !(1 << (nth % 64)));
    }
    valid
}

/// Where a scheme begins that is at the end of a text.
fn scheme_at_end(text: &str) -> Option<usize> {
    let ends = |scheme: &&&str| {
        let start = text.len().checked_sub(scheme.len());
        start.and_then(|at| text.get(at..)).is_some_and(|end| end.eq_ignore_ascii_case(scheme))
    };
    SCHEMES.iter().find(ends).map(|scheme| text.len() - scheme.len())
}

/// Whether a letter is missing, added or changed, or two letters changed places.
fn differ_by_one(right: &str, typed: &str) -> bool {
    let (right, typed) = (right.as_bytes(), typed.as_bytes());
    let same = right.iter().zip(typed).take_while(|(one, other)| one == other).count();
    let (right, typed) = (&right[same..], &typed[same..]);
    match (right, typed) {
        ([], []) => false,
        ([first, second, right @ ..], [one, other, typed @ ..])
            if (first, second) == (other, one) && right == typed =>
        {
            true
        }
        _ => {
            let right_rest = right.get(1..).unwrap_or_default();
            let typed_rest = typed.get(1..).unwrap_or_default();
            right_rest == typed && !right.is_empty()
                || right == typed_rest && !typed.is_empty()
                || right_rest == typed_rest && !right.is_empty() && !typed.is_empty()
        }
    }
}
