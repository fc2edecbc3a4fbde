//! What a parser found, as the request that is sent for it.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use core::fmt;

use oneiri::{Component, Parts, Rung, UriBuf};

use super::{Host, default_port};
use crate::Reading;

/// What a parser found, as a URI in the one spelling in which requests are compared: scheme and host are in lower case
/// and in ASCII, the default port is left out, and the path has no dot segments and the escapes that it needs. A percent
/// sign of the query or the fragment that begins no escape is `%25`.
///
/// ```
/// use oneiri_parsers::agreement::Form;
/// use oneiri_parsers::by_name;
///
/// let reading = by_name("rfc3986").unwrap().read("HTTP://EXAMPLE.com:80/a/../%7Eb")?;
/// let form = Form::of(&reading)?;
/// assert_eq!(form.uri().as_str(), "http://example.com/~b");
/// assert_eq!(form.port(), Some(80));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Form {
    uri: UriBuf,
    host: Option<Host>,
    port: Option<u16>,
}

/// Why a reading has no [`Form`], so that no request can be sent for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    component: Component,
    reason: &'static str,
}

impl Form {
    /// The form of a reading.
    ///
    /// # Errors
    ///
    /// There is no scheme, the host is neither a name nor an address, the port is not a number from 1 to 65535, or a
    /// component has no place in a URI. A URL of `http`, `https`, `ws`, `wss` or `ftp` has no form without a host (RFC
    /// 9110 section 4.2.1), because programs find one in its path: `http:///example.com/`.
    pub fn of(reading: &Reading<'_>) -> Result<Self, Fault> {
        let scheme = reading.scheme().ok_or(Fault::new(Component::Scheme, "there is no scheme"))?;
        let scheme = scheme.to_ascii_lowercase();
        // Some programs find a userinfo, and no host after it.
        let host = reading.host().or(reading.userinfo().map(|_| ""));
        let host = host.map(Host::of).transpose();
        let mut host = host.map_err(|reason| Fault::new(Component::Host, reason))?;
        if scheme == "file" {
            // Both forms name a file on this machine (RFC 8089 section 2).
            host = host.map(Host::without_localhost);
        }
        let default = default_port(&scheme);
        let special = default.is_some();
        if special && host.as_ref().is_none_or(Host::is_empty) {
            return Err(Fault::new(Component::Host, "there is no host"));
        }
        let given = if host.is_some() { port(reading)? } else { None };
        let written = given.filter(|given| Some(*given) != default).map(|port| port.to_string());
        let path = match reading.path().unwrap_or_default() {
            "" if special => "/",
            path => path,
        };
        let query = reading.query().map(|query| {
            // The only character of a query by RFC 3986 that the URL Standard encodes.
            if special && query.contains('\'') { Cow::Owned(query.replace('\'', "%27")) } else { Cow::Borrowed(query) }
        });
        let parts = Parts {
            scheme: Some(&scheme),
            userinfo: reading.userinfo().filter(|userinfo| !userinfo.is_empty()),
            host: host.as_ref().map(Host::text),
            port: written.as_deref(),
            path,
            query: query.as_deref(),
            fragment: reading.fragment(),
        };
        let uri = build(&parts)?;
        let port = given.or(default).filter(|_| host.is_some());
        Ok(Self { uri, host, port })
    }

    /// The URI.
    #[must_use]
    pub fn uri(&self) -> &UriBuf {
        &self.uri
    }

    /// The host. `None` if there is no authority.
    #[must_use]
    pub fn host(&self) -> Option<&Host> {
        self.host.as_ref()
    }

    /// The port to connect to: that of the text, or the default port of the scheme.
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        self.port
    }

    /// Whether this is surely the form of a reading. `false` says nothing.
    ///
    /// It is cheaper than making the form of the reading, and in most cases it is enough.
    #[must_use]
    pub fn is_of(&self, reading: &Reading<'_>) -> bool {
        let own = self.uri.parts();
        let host = match (&self.host, reading.host()) {
            (Some(own), Some(host)) => own.text() == host || Host::of(host).is_ok_and(|other| other == *own),
            (own, host) => own.is_none() && host.is_none(),
        };
        let values = [
            (own.scheme, reading.scheme()),
            (own.userinfo, reading.userinfo()),
            (own.port, reading.port()),
            (Some(own.path), reading.path()),
            (own.query, reading.query()),
            (own.fragment, reading.fragment()),
        ];
        host && values.iter().all(|(own, other)| own == other)
    }

    /// The first component in which the requests differ: the scheme, the host, the port, the path or the query.
    ///
    /// The userinfo and the fragment are no part of a request, so they are not compared.
    #[must_use]
    pub fn differs(&self, other: &Self) -> Option<Component> {
        let (a, b) = (self.uri.parts(), other.uri.parts());
        let differences = [
            (a.scheme != b.scheme, Component::Scheme),
            (a.host != b.host, Component::Host),
            (self.port != other.port, Component::Port),
            (a.path != b.path, Component::Path),
            (a.query != b.query, Component::Query),
        ];
        differences.into_iter().find_map(|(differs, component)| differs.then_some(component))
    }

    /// The URI of the form.
    #[must_use]
    pub fn into_uri(self) -> UriBuf {
        self.uri
    }
}

/// The port that is written. `None` if there is none, or an empty one.
fn port(reading: &Reading<'_>) -> Result<Option<u16>, Fault> {
    match reading.port() {
        None | Some("") => Ok(None),
        Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            let port = digits.parse().ok().filter(|port| *port != 0);
            let fault = Fault::new(Component::Port, "the port is not from 1 to 65535");
            port.map(Some).ok_or(fault)
        }
        Some(_) => Err(Fault::new(Component::Port, "the port is not a number")),
    }
}

fn build(parts: &Parts<'_>) -> Result<UriBuf, Fault> {
    let mut uri = match UriBuf::build(parts) {
        Ok(uri) => uri,
        // A parser may leave characters in a component that the grammar has escapes for.
        Err(_) => {
            let texts = [parts.userinfo, Some(parts.path), parts.query, parts.fragment];
            let [userinfo, path, query, fragment] = texts.map(|text| text.map(escaped));
            let [query, fragment] = [query, fragment].map(|text| text.map(with_percent_signs));
            let parts = Parts {
                userinfo: userinfo.as_deref(),
                path: path.as_deref().unwrap_or_default(),
                query: query.as_deref(),
                fragment: fragment.as_deref(),
                ..*parts
            };
            UriBuf::build(&parts).map_err(|error| {
                let component = error.component().unwrap_or(Component::Path);
                Fault::new(component, "the component has no place in a URI")
            })?
        }
    };
    if !uri.is_plain() {
        uri.normalize_at_in_place(Rung::Path);
    }
    Ok(uri)
}

/// Escapes each character that no component has, and keeps escapes.
fn escaped(text: &str) -> Cow<'_, str> {
    oneiri::percent::encode(text, const { &oneiri::percent::SafeSet::new("%!$&'()*+,;=:@/?") })
}

/// Writes a percent sign that begins no escape as `%25`. In a query, programs read both alike: `?q=100%`. In a path they do
/// not, because a server may refuse it, or find an escape once it has decoded what comes after it.
fn with_percent_signs(text: Cow<'_, str>) -> Cow<'_, str> {
    let is_escape = |at: usize| oneiri::percent::unescape(text.as_bytes(), at).is_some();
    if text.match_indices('%').all(|(at, _)| is_escape(at)) {
        return text;
    }
    let mut written = String::with_capacity(text.len() + 2);
    for (at, c) in text.char_indices() {
        written.push(c);
        if c == '%' && !is_escape(at) {
            written.push_str("25");
        }
    }
    Cow::Owned(written)
}

impl Fault {
    fn new(component: Component, reason: &'static str) -> Self {
        Self { component, reason }
    }

    /// The component that is at fault.
    #[must_use]
    pub fn component(&self) -> Component {
        self.component
    }

    /// What is wrong with it, as a clause.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        self.reason
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason)
    }
}

impl core::error::Error for Fault {}
