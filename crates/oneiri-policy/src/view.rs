//! What a parser found, in the one spelling in which parsers are compared.

use alloc::borrow::Cow;
use alloc::string::String;

use oneiri::{Component, Parts, UriBuf};
use oneiri_readers::Reading;

use crate::host::Host;

/// What a parser found, as a URI in its one spelling: scheme and host in lower case and in ASCII, the default
/// port left out, the path without dot segments and with the escapes that it needs.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub(crate) uri: UriBuf,
    pub(crate) host: Option<Host>,
    /// The port of the text, or the default port of the scheme.
    pub(crate) port: Option<u16>,
}

/// Why a reading has no such spelling.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) component: Component,
    pub(crate) message: &'static str,
}

impl Fault {
    fn new(component: Component, message: &'static str) -> Self {
        Self { component, message }
    }
}

impl View {
    pub(crate) fn of(reading: &Reading<'_>) -> Result<Self, Fault> {
        let Some(scheme) = reading.scheme() else {
            return Err(Fault::new(Component::Scheme, "there is no scheme"));
        };
        let scheme = scheme.to_ascii_lowercase();
        let host = reading.host().map(Host::of).transpose();
        let host = host.map_err(|reason| Fault::new(Component::Host, reason))?;
        // Programs find a host in the path of such a URL.
        if is_special(&scheme) && host.as_ref().is_none_or(|host| host.text.is_empty()) {
            let message = "there is no host, and a URL of http, https, ws, wss or ftp needs one";
            return Err(Fault::new(Component::Host, message));
        }
        let default = default_port(&scheme);
        let given = match reading.port().filter(|_| host.is_some()) {
            None | Some("") => None,
            Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                let port = digits.parse().ok().filter(|port| *port != 0);
                Some(port.ok_or(Fault::new(Component::Port, "the port is not from 1 to 65535"))?)
            }
            Some(_) => return Err(Fault::new(Component::Port, "the port is not a number")),
        };
        let port = given.or(default).filter(|_| host.is_some());
        let written: Option<String> =
            given.filter(|given| Some(*given) != default).map(|port: u16| alloc::format!("{port}"));
        let special = is_special(&scheme);
        let path = match reading.path().unwrap_or_default() {
            "" if special && host.is_some() => "/",
            path => path,
        };
        let query = reading.query().map(|query| match special && query.contains('\'') {
            // The only character of a query by RFC 3986 that the URL Standard encodes.
            true => Cow::Owned(query.replace('\'', "%27")),
            false => Cow::Borrowed(query),
        });
        let parts = Parts {
            scheme: Some(&scheme),
            userinfo: reading.userinfo().filter(|userinfo| !userinfo.is_empty()),
            host: host.as_ref().map(|host| host.text.as_str()),
            port: written.as_deref(),
            path,
            query: query.as_deref(),
            fragment: reading.fragment(),
        };
        let uri = build(&parts)?;
        Ok(Self { uri, host, port })
    }

    /// Whether this is surely the view of a reading. `false` says nothing.
    pub(crate) fn is_of(&self, reading: &Reading<'_>) -> bool {
        let own = self.uri.parts();
        let host = match (&self.host, reading.host()) {
            (Some(own), Some(host)) => {
                own.text == host || Host::of(host).is_ok_and(|it| it == *own)
            }
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
        host && values.iter().all(|(one, two)| one == two)
    }

    /// The component in which two views differ, of those that a decision depends on.
    pub(crate) fn differs(&self, other: &Self) -> Option<Component> {
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
}

fn build(parts: &Parts<'_>) -> Result<UriBuf, Fault> {
    let mut uri = match UriBuf::build(parts) {
        Ok(uri) => uri,
        // A parser may leave characters in a component that the grammar has escapes for.
        Err(_) => {
            let texts = [parts.userinfo, Some(parts.path), parts.query, parts.fragment];
            let [userinfo, path, query, fragment] = texts.map(|text| text.map(escaped));
            let parts = Parts {
                userinfo: userinfo.as_deref(),
                path: path.as_deref().unwrap_or_default(),
                query: query.as_deref(),
                fragment: fragment.as_deref(),
                ..*parts
            };
            UriBuf::build(&parts).map_err(|error| {
                let component = error.component().unwrap_or(Component::Path);
                Fault::new(component, "the component cannot be written in a URI")
            })?
        }
    };
    if !uri.is_plain() {
        uri.normalize_in_place();
    }
    Ok(uri)
}

/// Escapes each character that no component has, and keeps escapes.
fn escaped(text: &str) -> Cow<'_, str> {
    oneiri::percent::encode(text, "%!$&'()*+,;=:@/?")
}

/// The schemes that the URL Standard calls special, but for `file`, with their default ports.
pub(crate) fn default_port(scheme: &str) -> Option<u16> {
    match scheme {
        "https" | "wss" => Some(443),
        "http" | "ws" => Some(80),
        "ftp" => Some(21),
        _ => None,
    }
}

fn is_special(scheme: &str) -> bool {
    default_port(scheme).is_some()
}
