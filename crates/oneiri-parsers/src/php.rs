//! PHP's `parse_url`.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use core::ops::Range;

use oneiri::Component;

use crate::Parser;
use crate::reading::{Reading, Refusal};

/// `parse_url` of PHP 8.2. It divides a text and checks little. PHP has no function that resolves, so with a
/// base it refuses every text.
///
/// * Controls become `_`. A backslash and a space are ordinary characters, and so is everything in a host.
/// * The last `@` ends the userinfo. A port is at most five characters long, and read up to the first
///   that is not a digit: `:8a` is 8, and so are `:+8` and `: 8`.
/// * `a:80` and `a:80/b` have a host and a port, and no scheme. `a:80x` has a scheme and a path.
/// * A port may stand in the path of a text without a scheme: `a/b:80` has the host `a`, the port 80 and
///   the path `/b:80`. Such a port has no range.
/// * An empty host is refused, except in `file:///`.
/// * A path may be absent, and its dot segments stay.
#[derive(Clone, Copy, Debug)]
pub struct Php;

impl Parser for Php {
    fn name(&self) -> &'static str {
        "php"
    }

    fn read<'t>(&self, text: &'t str) -> Result<Reading<'t>, Refusal> {
        let mut url = Url { text, reading: Reading::default(), port: None };
        match url.before_host()? {
            Next::Path(at) => url.path(at),
            Next::Host(at) => match url.host(at)? {
                end if end < text.len() => url.path(end),
                _ => {}
            },
            Next::End => {}
        }
        Ok(url.reading)
    }
}

/// What follows, and where.
enum Next {
    Host(usize),
    Path(usize),
    End,
}

struct Url<'t> {
    text: &'t str,
    reading: Reading<'t>,
    /// The port that was found before the host.
    port: Option<u16>,
}

impl<'t> Url<'t> {
    /// Finds the scheme, or a port that looks like one.
    fn before_host(&mut self) -> Result<Next, Refusal> {
        let text = self.text;
        let bytes = text.as_bytes();
        let two_slashes = text.starts_with("//") && text.len() > 1;
        let without_scheme = if two_slashes { Next::Host(2) } else { Next::Path(0) };
        let colon = match text.find(':') {
            None => return Ok(without_scheme),
            Some(0) => return self.port_first(0),
            Some(colon) => colon,
        };
        let is_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'.' | b'-');
        if !bytes[..colon].iter().all(is_scheme) {
            let behind = text.find(['?', '#']).unwrap_or(text.len());
            if colon + 1 < text.len() && colon < behind {
                return self.port_first(colon);
            }
            return Ok(without_scheme);
        }
        if colon + 1 == text.len() {
            self.put(Component::Scheme, 0..colon);
            return Ok(Next::End);
        }
        if bytes[colon + 1] != b'/' {
            let digits = bytes[colon + 1..].iter().take(6).take_while(|it| it.is_ascii_digit());
            let end = colon + 1 + digits.count();
            if end - colon < 7 && matches!(bytes.get(end), None | Some(b'/')) {
                return self.port_first(colon);
            }
            self.put(Component::Scheme, 0..colon);
            return Ok(Next::Path(colon + 1));
        }
        self.put(Component::Scheme, 0..colon);
        if bytes.get(colon + 2) != Some(&b'/') {
            return Ok(Next::Path(colon + 1));
        }
        if text[..colon].eq_ignore_ascii_case("file") && bytes.get(colon + 3) == Some(&b'/') {
            // A drive letter has no slash before it.
            let drive = bytes.get(colon + 5) == Some(&b':');
            return Ok(Next::Path(colon + if drive { 4 } else { 3 }));
        }
        Ok(Next::Host(colon + 3))
    }

    /// Reads what comes after a colon as a port, if it is one.
    fn port_first(&mut self, colon: usize) -> Result<Next, Refusal> {
        let (text, bytes, start) = (self.text, self.text.as_bytes(), colon + 1);
        let digits = bytes[start..].iter().take(6).take_while(|it| it.is_ascii_digit()).count();
        let end = start + digits;
        let next = if text.starts_with("//") { Next::Host(2) } else { Next::Path(0) };
        if (1..6).contains(&digits) && matches!(bytes.get(end), None | Some(b'/')) {
            let port = self.number(start..end)?;
            self.port = Some(port);
            self.reading.set(Component::Port, port.to_string(), Some(start..end));
            return Ok(if text.starts_with("//") { next } else { Next::Host(0) });
        }
        if digits == 0 && end == text.len() {
            return Err(Refusal::new("expected a port after the colon", end..end));
        }
        Ok(next)
    }

    /// Reads the authority, and returns its end.
    fn host(&mut self, start: usize) -> Result<usize, Refusal> {
        let text = self.text;
        let end = text[start..].find(['/', '?', '#']).map_or(text.len(), |at| start + at);
        let at = text[start..end].rfind('@').map(|at| start + at);
        if let Some(at) = at {
            self.put(Component::Userinfo, start..at);
        }
        let start = at.map_or(start, |at| at + 1);
        let host = &text[start..end];
        let literal = host.starts_with('[') && host.ends_with(']');
        let colon = host.rfind(':').filter(|_| !literal).map(|colon| start + colon);
        if let (Some(colon), None | Some(0)) = (colon, self.port) {
            let range = colon + 1..end;
            if range.len() > 5 {
                return Err(Refusal::new("the port is longer than five characters", range));
            }
            if !range.is_empty() {
                let port = self.number(range.clone())?;
                self.reading.set(Component::Port, port.to_string(), Some(range));
            }
        }
        let name = start..colon.unwrap_or(end);
        if name.is_empty() {
            return Err(Refusal::new("expected a host", name));
        }
        self.put(Component::Host, name);
        // A port that stands in the path, too.
        let port = self.reading.range(Component::Port);
        if let (Some(number), Some(_)) = (self.port, port.filter(|port| port.start > end)) {
            self.reading.set(Component::Port, number.to_string(), None);
        }
        Ok(end)
    }

    /// Path, query and fragment.
    fn path(&mut self, start: usize) {
        let text = self.text;
        let find = |delimiter, end| text[start..end].find(delimiter).map(|at: usize| start + at);
        let hash = find('#', text.len());
        let mark = find('?', hash.unwrap_or(text.len()));
        if let Some(hash) = hash {
            self.put(Component::Fragment, hash + 1..text.len());
        }
        let behind = hash.unwrap_or(text.len());
        if let Some(mark) = mark {
            self.put(Component::Query, mark + 1..behind);
        }
        let end = mark.unwrap_or(behind);
        if start < end || start == text.len() {
            self.put(Component::Path, start..end);
        }
    }

    /// The number at the beginning of a text, after blanks and a sign.
    fn number(&self, range: Range<usize>) -> Result<u16, Refusal> {
        let text = &self.text[range.clone()];
        let blank = |c| matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{B}' | '\u{C}');
        let text = text.trim_start_matches(blank);
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        match digits[..end].parse() {
            Ok(port) if !negative || port == 0 => Ok(port),
            _ => Err(Refusal::new("the port is not a number up to 65535", range)),
        }
    }

    /// Sets a component, with `_` for its controls.
    fn put(&mut self, component: Component, range: Range<usize>) {
        let value = &self.text[range.clone()];
        let value = if value.contains(|c: char| c.is_ascii_control()) {
            let without = |c: char| if c.is_ascii_control() { '_' } else { c };
            Cow::Owned(value.chars().map(without).collect::<String>())
        } else {
            Cow::Borrowed(value)
        };
        self.reading.set(component, value, Some(range));
    }
}
