//! The components of a text as the files write them, and as the library sees them.

use serde::Deserialize;

use super::shared::{Grammar, Report};

/// The seven fields of SRFI 275; what is absent is `#f`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Srfi {
    pub(super) scheme: Option<String>,
    pub(super) user: Option<String>,
    pub(super) host: Option<String>,
    pub(super) port: Option<Number>,
    pub(super) path: Option<String>,
    pub(super) query: Option<String>,
    pub(super) fragment: Option<String>,
}

impl Srfi {
    /// The same with the escapes of every field decoded.
    pub(super) fn decoded(self) -> Self {
        let decode =
            |field: Option<String>| field.map(|text| oneiri::percent::decode_text(&text).expect("UTF-8").into_owned());
        Self {
            scheme: self.scheme,
            user: decode(self.user),
            host: decode(self.host),
            port: self.port,
            path: decode(self.path),
            query: decode(self.query),
            fragment: decode(self.fragment),
        }
    }
}

impl From<oneiri::view::Srfi<'_>> for Srfi {
    fn from(view: oneiri::view::Srfi<'_>) -> Self {
        let own = |field: Option<&str>| field.map(str::to_owned);
        Self {
            scheme: own(view.scheme),
            user: own(view.user),
            host: own(view.host),
            port: view.port.map(|digits| Number(digits.to_owned())),
            path: own(view.path),
            query: own(view.query),
            fragment: own(view.fragment),
        }
    }
}

/// A port as a number: an integer of TOML, or its digits where it is too large for one.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(from = "Spelling")]
pub(super) struct Number(pub(super) String);

#[derive(Deserialize)]
#[serde(untagged)]
enum Spelling {
    Integer(i64),
    Digits(String),
}

impl From<Spelling> for Number {
    fn from(spelling: Spelling) -> Self {
        Self(match spelling {
            Spelling::Integer(number) => number.to_string(),
            Spelling::Digits(digits) => digits,
        })
    }
}

/// What a host is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum HostKind {
    Ipv4,
    Ipv6,
    IpvFuture,
    #[serde(rename = "reg-name")]
    RegName,
}

/// All that a parse finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Seen {
    pub(super) srfi: Srfi,
    pub(super) authority_present: bool,
    pub(super) port_raw: Option<String>,
    pub(super) host_kind: Option<HostKind>,
    /// `None`: no port. `Some(None)`: beyond sixteen bits.
    pub(super) port_number: Option<Option<u16>>,
    /// What the value prints, and what its parts say when read off the text alone.
    pub(super) text: String,
    pub(super) split_agrees: bool,
}

/// A text as the reference of a grammar; an error as the line that it prints.
pub(super) fn seen(grammar: Grammar, input: &str) -> Result<Seen, String> {
    on_grammar!(grammar, Reference, Absolute => {
        let reference = Reference::parse(input).map_err(|error| error.to_string())?;
        Ok(Seen {
            srfi: reference.srfi().into(),
            authority_present: reference.authority().is_some(),
            port_raw: reference.port().map(str::to_owned),
            host_kind: reference.host().map(|host| kind(host.kind())),
            port_number: reference.port_number().map_or(Some(None), |port| port.map(Some)),
            text: reference.as_str().to_owned(),
            split_agrees: oneiri::split(input) == reference.parts(),
        })
    })
}

fn kind(host: oneiri::component::HostKind<'_>) -> HostKind {
    match host {
        oneiri::component::HostKind::Ipv4(_) => HostKind::Ipv4,
        oneiri::component::HostKind::Ipv6(_) => HostKind::Ipv6,
        oneiri::component::HostKind::IpvFuture { .. } => HostKind::IpvFuture,
        oneiri::component::HostKind::RegName(_) => HostKind::RegName,
        other => unreachable!("a kind of host that the cases do not know: {other:?}"),
    }
}

/// Whether the identifier with a scheme takes the text.
pub(super) fn is_absolute(grammar: Grammar, input: &str) -> bool {
    on_grammar!(grammar, Reference, Absolute => Absolute::parse(input).is_ok())
}

/// Holds a text to its components, or, where none are expected, to being refused.
pub(super) fn check_parse(report: &mut Report, grammar: Grammar, input: &str, expected: Option<&Expected<'_>>) {
    let what = |what: &str| format!("{grammar:?}, {what}");
    let absolute = is_absolute(grammar, input);
    let wants_scheme = expected.is_some_and(|expected| expected.srfi.scheme.is_some());
    report.check(&what("taken where a scheme is demanded"), wants_scheme, absolute);
    let (expected, seen) = match (expected, seen(grammar, input)) {
        (None, Err(_)) => return,
        (None, Ok(seen)) => return report.check(&what("verdict"), Err("an error"), Ok(seen)),
        (Some(expected), Err(error)) => {
            return report.check(&what("verdict"), Ok(expected.srfi), Err(error));
        }
        (Some(expected), Ok(seen)) => (expected, seen),
    };
    report.check(&what("fields"), expected.srfi, &seen.srfi);
    report.check(&what("text"), input, &seen.text);
    report.check(&what("split"), true, seen.split_agrees);
    let number = expected.srfi.port.as_ref().map(|Number(digits)| digits.parse::<u16>().ok());
    report.check(&what("port as a number"), number, seen.port_number);
    if let Some((present, raw)) = expected.authority {
        report.check(&what("authority is there"), present, seen.authority_present);
        report.check(&what("digits of the port"), raw, seen.port_raw.as_deref());
    }
    if let Some(kind) = expected.host_kind {
        report.check(&what("kind of host"), Some(kind), seen.host_kind);
    }
}

/// What [`check_parse`] holds a text to.
pub(super) struct Expected<'a> {
    pub(super) srfi: &'a Srfi,
    /// Whether the authority is there, and the digits of its port as they are.
    pub(super) authority: Option<(bool, Option<&'a str>)>,
    pub(super) host_kind: Option<HostKind>,
}
