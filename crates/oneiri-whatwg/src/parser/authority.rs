//! The states of the authority: credentials, host and port.

use core::fmt::Write;

use super::validation::{Placed, Sink};
use super::{Parser, State};
use crate::error::{Error, ErrorKind};
use crate::host;
use crate::percent::{self, PercentEncodeSet};
use crate::scheme::default_port;

/// The parts of a text at whose start an authority stands without credentials.
pub(crate) struct Authority<'i> {
    /// The host.
    pub(crate) host: &'i str,
    /// The text after the colon that ends the host, up to the end of the authority.
    pub(crate) port: Option<&'i str>,
}

impl<'i> Authority<'i> {
    /// Host state: a host ends at the first colon outside of brackets.
    pub(crate) fn new(text: &'i str) -> Self {
        let mut inside_brackets = false;
        for (index, byte) in text.bytes().enumerate() {
            match byte {
                b'[' => inside_brackets = true,
                b']' => inside_brackets = false,
                b':' if !inside_brackets => {
                    return Self { host: &text[..index], port: Some(&text[index + 1..]) };
                }
                _ => {}
            }
        }
        Self { host: text, port: None }
    }
}

/// The authority at the start of a text: up to the first `/`, `?`, `#`, or `\` in a special scheme.
pub(crate) fn end(text: &str, special: bool) -> usize {
    let ends = |byte| matches!(byte, b'/' | b'?' | b'#') || (special && byte == b'\\');
    text.bytes().position(ends).unwrap_or(text.len())
}

/// Port state: the number that digits stand for, if there is one and if it is not the default port of
/// the scheme.
pub(crate) fn port(digits: &str, scheme: &str) -> Result<Option<u16>, ErrorKind> {
    if digits.is_empty() {
        return Ok(None);
    }
    let mut port = 0_u32;
    for byte in digits.bytes() {
        if !byte.is_ascii_digit() {
            return Err(ErrorKind::PortInvalid);
        }
        port = (port * 10 + u32::from(byte - b'0')).min(1 << 16);
    }
    let port = u16::try_from(port).map_err(|_| ErrorKind::PortOutOfRange)?;
    Ok(Some(port).filter(|port| default_port(scheme) != Some(*port)))
}

impl<S: Sink> Parser<'_, '_, S> {
    /// Special authority slashes state.
    pub(super) fn special_authority_slashes(&mut self) -> State {
        if self.rest().starts_with("//") {
            self.pointer += 2;
        } else {
            self.report_missing_solidus();
        }
        State::SpecialAuthorityIgnoreSlashes
    }

    /// Special authority ignore slashes state.
    pub(super) fn special_authority_ignore_slashes(&mut self) -> State {
        while self.at_slash() {
            let at = self.pointer;
            self.report(ErrorKind::SpecialSchemeMissingFollowingSolidus, at..at + 1);
            self.pointer += 1;
        }
        State::Authority
    }

    /// Authority state: the credentials, which the last `@` of the authority ends. Then host state and
    /// port state.
    pub(super) fn authority(&mut self) -> Result<State, Error> {
        let rest = self.rest();
        let text = &rest[..end(rest, self.special)];
        let credentials = text.rfind('@').map(|at| &text[..at]);
        let before = credentials.map_or(0, |credentials| credentials.len() + 1);
        if S::COLLECTS {
            let mut start = self.pointer;
            for (at, _) in text[..before].match_indices('@') {
                self.report(ErrorKind::InvalidCredentials, start..self.pointer + at + 1);
                start = self.pointer + at + 1;
            }
        }
        let (start, text) = (self.pointer + before, &text[before..]);
        self.url.href.push_str("//");
        self.credentials(credentials.unwrap_or_default());
        if text.is_empty() && (self.special || credentials.is_some()) {
            return Err(Error::new(ErrorKind::HostMissing, start..start));
        }
        self.host(text, start)?;
        self.pointer = start + text.len();
        self.url.offsets.path_start = self.url.href.len();
        Ok(State::PathStart)
    }

    fn credentials(&mut self, credentials: &str) {
        let (username, password) = credentials.split_once(':').unwrap_or((credentials, ""));
        let (href, offsets) = (&mut self.url.href, &mut self.url.offsets);
        percent::encode(href, username, PercentEncodeSet::USERINFO);
        offsets.username_end = href.len();
        if !password.is_empty() {
            href.push(':');
            percent::encode(href, password, PercentEncodeSet::USERINFO);
        }
        if !username.is_empty() || !password.is_empty() {
            href.push('@');
        }
        offsets.host_start = href.len();
    }

    /// Host state and port state. `start` is the offset of the text in the input.
    fn host(&mut self, text: &str, start: usize) -> Result<(), Error> {
        let Authority { host, port: digits } = Authority::new(text);
        if host.is_empty() && (self.special || digits.is_some()) {
            return Err(Error::new(ErrorKind::HostMissing, start..start));
        }
        self.parse_host(host, start)?;
        let Some(digits) = digits else { return Ok(()) };
        let range = start + host.len() + 1..start + text.len();
        let port = port(digits, self.url.scheme()).map_err(|kind| Error::new(kind, range))?;
        if let Some(port) = port {
            // Writing to a `String` cannot fail.
            let _ = write!(self.url.href, ":{port}");
        }
        Ok(())
    }

    /// Appends the host that the host parser makes of a text that begins at an offset.
    pub(super) fn parse_host(&mut self, host: &str, start: usize) -> Result<(), Error> {
        let mut errors = Placed(&mut self.errors, |error: Error| error.moved(start));
        host::parse(&mut self.url.href, host, !self.special, &mut errors).map_err(|error| error.moved(start))?;
        self.url.offsets.host_end = self.url.href.len();
        Ok(())
    }
}
