//! Node's `url.parse`.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use alloc::{format, vec};
use core::ops::Range;

use oneiri::{Component, percent};
use oneiri_whatwg::{Url, domain_to_unicode};

use crate::Parser;
use crate::reading::{Reading, Refusal};

/// `url.parse` of Node, the legacy parser. (`URL` of Node is [`Whatwg`].) With a base it refuses every text, because
/// `url.resolve` has rules of its own, which this parser does not have.
///
/// * Spaces and controls at both ends are removed, and tabs and newlines in front of the path. A backslash
///   in front of the first `?` or `#` is a slash.
/// * The last `@` ends the userinfo, which is decoded. A text without a scheme has a host only if it
///   begins with `//` and has an `@`.
/// * A host ends at a character such as `%`, `;` or `'`, with which the path begins: `http://a;b/` has the
///   host `a` and the path `;b/`. What follows a second colon is part of the path, too.
/// * A scheme that is not known has a host without slashes: `x:h`, and so has `HTTP:h`.
/// * Hosts beyond ASCII are mapped by UTS 46, which needs the feature `idna`. Numbers are not read as IPv4
///   addresses, and an IPv6 address has no brackets.
/// * Node does not check all that UTS 46 demands, and its Unicode is another one. So a host beyond ASCII cannot be told, and is
///   refused, if it has a control, a label in Punycode, or a character of a script that is written from right to left, or of one
///   that Unicode extended lately.
///
/// Node 20 cuts a host in ASCII at a NUL, and reads labels such as `xn--a-`, which are no Punycode.
///
/// [`Whatwg`]: crate::Whatwg
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum NodeLegacy {
    /// Node 20, as `node-legacy-20`.
    V20,
    /// Node 24, as `node-legacy`.
    V24,
}

impl Parser for NodeLegacy {
    fn name(&self) -> &'static str {
        if *self == Self::V20 { "node-legacy-20" } else { "node-legacy" }
    }

    fn read_with_base<'t>(&self, _: &'t str, _: &str) -> Result<Reading<'t>, Refusal> {
        Err(Refusal::new("this parser does not resolve: it has url.parse, and not url.resolve", 0..0))
    }

    fn read<'t>(&self, text: &'t str) -> Result<Reading<'t>, Refusal> {
        let trimmed = text.trim_matches(is_blank);
        let start = text.len() - text.trim_start_matches(is_blank).len();
        let split = trimmed.find(['?', '#']).unwrap_or(trimmed.len());
        let rest = trimmed.char_indices().map(|(at, c)| {
            let c = if c == '\\' && at < split { '/' } else { c };
            (start + at..start + at + c.len_utf8(), c)
        });
        let version = *self;
        let mut url = State { version, rest: rest.collect(), end: text.len(), reading: Reading::default() };
        if !trimmed.contains('#') && !trimmed[..split].contains('@') && url.simple_path() {
            return Ok(url.reading);
        }
        url.parse()?;
        Ok(url.reading)
    }
}

fn is_blank(c: char) -> bool {
    c <= ' ' || c == '\u{A0}' || c == '\u{FEFF}'
}

/// What `\s` is in a regular expression.
fn is_space(c: char) -> bool {
    (c.is_whitespace() && c != '\u{85}') || c == '\u{FEFF}'
}

/// A character, and where it stands. An inserted one stands nowhere, so its range is empty.
type Placed = (Range<usize>, char);

struct State<'t> {
    version: NodeLegacy,
    /// What is not read yet.
    rest: Vec<Placed>,
    /// The length of the text.
    end: usize,
    reading: Reading<'t>,
}

/// A kind of schemes.
fn is_slashed(scheme: &str) -> bool {
    ["http", "https", "ftp", "gopher", "file", "ws", "wss"].contains(&scheme)
}

fn value(part: &[Placed]) -> String {
    part.iter().map(|(_, c)| c).collect()
}

impl State<'_> {
    /// Where a part stands. An empty one stands before the next.
    fn place(&self, part: &[Placed], next: &[Placed]) -> Range<usize> {
        match (part.first(), part.last()) {
            (Some((first, _)), Some((last, _))) => first.start..last.end,
            _ => {
                let start = next.first().map_or(self.end, |(next, _)| next.start);
                start..start
            }
        }
    }

    fn set(&mut self, component: Component, part: &[Placed], next: &[Placed], value: String) {
        let place = self.place(part, next);
        self.reading.set(component, value, Some(place));
    }

    /// A text that is only a path and a query: one or two slashes, and no space.
    fn simple_path(&mut self) -> bool {
        let slashes = self.rest.iter().take_while(|(_, c)| *c == '/').count();
        if !(1..=2).contains(&slashes) || self.rest.iter().any(|(_, c)| is_space(*c)) {
            return false;
        }
        let rest = core::mem::take(&mut self.rest);
        let mark = rest.iter().position(|(_, c)| *c == '?').unwrap_or(rest.len());
        self.set(Component::Path, &rest[..mark], &rest[mark..], value(&rest[..mark]));
        if mark < rest.len() {
            self.set(Component::Query, &rest[mark + 1..], &[], value(&rest[mark + 1..]));
        }
        true
    }

    fn parse(&mut self) -> Result<(), Refusal> {
        let is_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '+' | '-');
        let length = self.rest.iter().take_while(|(_, c)| is_scheme(*c)).count();
        let mut scheme = None;
        if length > 0 && self.rest.get(length).is_some_and(|(_, c)| *c == ':') {
            let rest = self.rest.split_off(length + 1);
            let part = core::mem::replace(&mut self.rest, rest);
            let given = value(&part[..length]);
            self.set(Component::Scheme, &part[..length], &[], given.to_ascii_lowercase());
            scheme = Some(given);
        }
        let lower = scheme.as_ref().map(|it| it.to_ascii_lowercase());
        let hostless = lower.as_deref() == Some("javascript");
        let slashes = self.begins_with_slashes() && (scheme.is_some() || self.begins_with_userinfo());
        if slashes && !hostless {
            self.rest.drain(..2);
        }
        let known = scheme.as_deref().is_some_and(is_slashed);
        if !hostless && (slashes || (scheme.is_some() && !known)) {
            self.authority()?;
        }
        let slashed = lower.as_deref().is_some_and(is_slashed);
        self.behind_host(!hostless, slashed);
        Ok(())
    }

    fn begins_with_slashes(&self) -> bool {
        matches!(&*self.rest, [(_, '/'), (_, '/'), ..])
    }

    /// Whether the text after two slashes looks like a userinfo and a host.
    fn begins_with_userinfo(&self) -> bool {
        let rest = self.rest.get(2..).unwrap_or_default();
        let ends = |c: char| matches!(c, '@' | '/');
        let end = rest.iter().position(|(_, c)| ends(*c)).unwrap_or(rest.len());
        let host = rest.get(end + 1).is_some_and(|(_, c)| !ends(*c));
        end > 0 && rest.get(end).is_some_and(|(_, c)| *c == '@') && host
    }

    fn authority(&mut self) -> Result<(), Refusal> {
        // The end of the authority, and the first character after the last `@` that ends the host.
        let (mut at_sign, mut non_host, mut end) = (None, None, 0);
        let mut kept: Vec<Placed> = Vec::new();
        for (place, c) in &self.rest {
            let here = kept.len();
            end += 1;
            match c {
                '\t' | '\n' | '\r' => continue,
                ' ' | '"' | '%' | '\'' | ';' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}' => {
                    non_host = non_host.or(Some(here));
                }
                '#' | '/' | '?' => {
                    non_host = non_host.or(Some(here));
                    end -= 1;
                    break;
                }
                '@' => (at_sign, non_host) = (Some(here), None),
                _ => {}
            }
            kept.push((place.clone(), *c));
        }
        let behind = self.rest.split_off(end);
        let mut start = 0;
        if let Some(at) = at_sign {
            let part = &kept[..at];
            let userinfo = percent::decode(&value(part)).into_owned();
            let escapes = escapes_are_valid(part).then(|| String::from_utf8(userinfo).ok());
            let Some(userinfo) = escapes.flatten() else {
                let why = "the escapes of the userinfo are not UTF-8";
                return Err(Refusal::new(why, self.place(part, &[])));
            };
            self.set(Component::Userinfo, part, &kept[at..], userinfo);
            start = at + 1;
        }
        let host_end = non_host.unwrap_or(kept.len());
        let mut tail = kept.split_off(host_end);
        tail.extend(behind);
        self.rest = tail;
        self.host(&kept[start..])
    }

    fn host(&mut self, host: &[Placed]) -> Result<(), Refusal> {
        let digits = host.iter().rev().take_while(|(_, c)| c.is_ascii_digit()).count();
        let colon = host.len() - digits;
        let (mut name, mut port) = (host, None);
        if colon > 0 && host[colon - 1].1 == ':' {
            name = &host[..colon - 1];
            port = Some(&host[colon..]).filter(|port| !port.is_empty());
        }
        let literal = matches!(name, [(_, '['), .., (_, ']')]);
        if !literal {
            // The rest of the host is put in front of the path.
            let is_odd = |c: char| matches!(c, '/' | '\\' | '#' | '?' | ':');
            if let Some(at) = name.iter().position(|(_, c)| is_odd(*c)) {
                let place = name[at].0.start;
                let mut rest = vec![(place..place, '/')];
                rest.extend_from_slice(&name[at..]);
                rest.append(&mut self.rest);
                self.rest = rest;
                name = &name[..at];
            }
        }
        let found = self.name(name, literal)?;
        let next = if name.len() < host.len() { &host[name.len()..] } else { &self.rest };
        let place = self.place(name, next);
        self.reading.set(Component::Host, found, Some(place));
        if let Some(port) = port {
            self.port(port);
        }
        let rooted = self.rest.first().is_some_and(|(_, c)| *c == '/');
        if literal && !rooted {
            let place = self.rest.first().map_or(self.end, |(place, _)| place.start);
            self.rest.insert(0, (place..place, '/'));
        }
        Ok(())
    }

    /// A port. Where the host was cut short, the port stands in the path, too.
    fn port(&mut self, port: &[Placed]) {
        let place = self.place(port, &[]);
        let before = self.rest.first().is_none_or(|(rest, _)| place.end <= rest.start);
        self.reading.set(Component::Port, value(port), before.then_some(place));
    }

    /// The name of the host, in ASCII.
    fn name(&self, part: &[Placed], literal: bool) -> Result<String, Refusal> {
        let name = value(part);
        if name.encode_utf16().count() > 255 {
            return Ok(String::new());
        }
        let name = name.to_lowercase();
        let refused = |why: &'static str| Err(Refusal::new(why, self.place(part, &self.rest)));
        let forbidden = |c: char| "\0\t\n\r #%/<>?@\\^|".contains(c);
        if literal {
            if name.contains(forbidden) {
                return refused("the host has a forbidden character");
            }
            return Ok(name[1..name.len() - 1].to_owned());
        }
        if !is_mapped_alike(&name) {
            return refused("how Node reads the host cannot be told");
        }
        let ascii = match ascii(&name, self.version) {
            Some(ascii) => ascii,
            None => return refused("UTS 46 refuses the host"),
        };
        if ascii.contains(|c| forbidden(c) || matches!(c, ':' | '[' | ']')) {
            return refused("the host has a forbidden character");
        }
        Ok(ascii)
    }

    /// Path, query and fragment, with escapes for what may not stand in a URL.
    fn behind_host(&mut self, escaped: bool, slashed: bool) {
        let rest = core::mem::take(&mut self.rest);
        let value =
            |part: &[Placed]| if escaped { part.iter().map(|(_, c)| escape(*c)).collect() } else { value(part) };
        let hash = rest.iter().position(|(_, c)| *c == '#').unwrap_or(rest.len());
        let mark = rest[..hash].iter().position(|(_, c)| *c == '?').unwrap_or(hash);
        let mut path = value(&rest[..mark]);
        let has_host = self.reading.host().is_some_and(|host| !host.is_empty());
        if path.is_empty() && slashed && has_host {
            path.push('/');
        }
        if !path.is_empty() {
            let place = match rest.first() {
                Some((first, _)) if mark == 0 => first.start..first.start,
                _ => self.place(&rest[..mark], &[]),
            };
            self.reading.set(Component::Path, path, Some(place));
        }
        if mark < hash {
            let query = &rest[mark + 1..hash];
            self.set(Component::Query, query, &rest[hash..], value(query));
        }
        if hash < rest.len() {
            self.set(Component::Fragment, &rest[hash + 1..], &[], value(&rest[hash + 1..]));
        }
    }
}

/// A character after the host, as `url.parse` writes it.
fn escape(c: char) -> String {
    match c {
        '\t' | '\n' | '\r' | ' ' | '"' | '\'' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}' => {
            format!("%{:02X}", u32::from(c))
        }
        c => String::from(c),
    }
}

/// Whether every `%` begins an escape.
fn escapes_are_valid(part: &[Placed]) -> bool {
    let digit = |at: usize| part.get(at).is_some_and(|(_, c)| c.is_ascii_hexdigit());
    let mut marks = part.iter().enumerate().filter(|(_, (_, c))| *c == '%');
    marks.all(|(at, _)| digit(at + 1) && digit(at + 2))
}

/// Whether Node surely maps a host as UTS 46 does. Otherwise its Unicode may be older, or it checks less: it does not check the
/// Bidi rule of right-to-left letters, for example.
fn is_mapped_alike(name: &str) -> bool {
    let is_known = |c| match c {
        '\0'..='\x1F' | '\x7F' => false,
        '\0'..='\x7F' | '\u{A1}'..='\u{52F}' | '\u{900}'..='\u{B52}' => true,
        '\u{1E00}'..='\u{1FFF}' | '\u{2010}'..='\u{2027}' | '\u{20D0}'..='\u{2134}' => true,
        '\u{2139}'..='\u{2426}' | '\u{242A}'..='\u{2B95}' | '\u{2B97}'..='\u{2E5F}' => true,
        '\u{3001}'..='\u{30FF}' | '\u{4E00}'..='\u{9FFF}' | '\u{A000}'..='\u{A7CB}' => true,
        '\u{AC00}'..='\u{D7A3}' | '\u{FF01}'..='\u{FF9F}' | '\u{FFA1}'..='\u{FFEF}' => true,
        '\u{1F000}'..='\u{1F1AD}' | '\u{1F1E6}'..='\u{1F6D7}' | '\u{20000}'..='\u{2B738}' => true,
        _ => false,
    };
    let mut punycode = name.split(['.', '\u{3002}', '\u{FF0E}', '\u{FF61}']).filter(|it| it.starts_with("xn--"));
    if name.is_ascii() {
        punycode.all(|label| {
            let (shown, _) = domain_to_unicode(label, false);
            // Punycode of ASCII passes, and a label that cannot be decoded is shown as it is.
            label.ends_with('-') || !shown.starts_with("xn--") && shown.chars().all(is_known)
        })
    } else {
        name.chars().all(is_known) && punycode.next().is_none()
    }
}

/// Unicode ToASCII of UTS 46, label by label. `None` if it fails, or gives the empty text. A name in ASCII
/// ends at its first NUL.
fn ascii(name: &str, version: NodeLegacy) -> Option<String> {
    let is_dot = |c| matches!(c, '.' | '\u{3002}' | '\u{FF0E}' | '\u{FF61}');
    let labels: Option<Vec<String>> = name.split(is_dot).map(|it| label(it, version)).collect();
    let mut ascii = labels?.join(".");
    if version == NodeLegacy::V20 {
        ascii.truncate(ascii.find('\0').unwrap_or(ascii.len()));
    }
    (!ascii.is_empty() || name.is_empty()).then_some(ascii)
}

fn label(label: &str, version: NodeLegacy) -> Option<String> {
    let punycode = label.strip_prefix("xn--");
    // Punycode of ASCII, which the crate for UTS 46 refuses, passes in Node 20.
    let passes = |it: &str| version == NodeLegacy::V20 && it.len() > 1 && it.ends_with('-');
    let is_plain = punycode.is_none_or(passes);
    if label.is_ascii() && is_plain {
        return Some(label.to_owned());
    }
    // The label after it keeps the parser from reading an IPv4 address, and from taking a text in ASCII as
    // it stands.
    let url = Url::parse(&format!("http://{label}.é/")).ok()?;
    Some(url.hostname().strip_suffix(".xn--9ca")?.to_owned())
}
