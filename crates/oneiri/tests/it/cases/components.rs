//! The components of a text as the files write them, and as the library sees them.

use super::shared::{Case, Grammar, Report};

/// The seven fields of SRFI 275; what is absent is `#f`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Srfi {
    pub(super) scheme: Option<String>,
    user: Option<String>,
    host: Option<String>,
    port: Option<String>,
    path: Option<String>,
    query: Option<String>,
    fragment: Option<String>,
}

impl Srfi {
    /// Those under a key of a case.
    pub(super) fn of(case: &Case, key: &str) -> Option<Self> {
        let fields = case.within(key, "scheme? user? host? port? path? query? fragment?")?;
        let field = |name| fields.get(name).map(String::from);
        Some(Self {
            scheme: field("scheme"),
            user: field("user"),
            host: field("host"),
            port: fields.digits("port"),
            path: field("path"),
            query: field("query"),
            fragment: field("fragment"),
        })
    }

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
        let [scheme, user, host, port, path, query, fragment] =
            [view.scheme, view.user, view.host, view.port, view.path, view.query, view.fragment]
                .map(|field| field.map(str::to_owned));
        Self { scheme, user, host, port, path, query, fragment }
    }
}

fn kind(host: oneiri::component::HostKind<'_>) -> &'static str {
    use oneiri::component::HostKind::{Ipv4, Ipv6, IpvFuture, RegName};
    match host {
        Ipv4(_) => "ipv4",
        Ipv6(_) => "ipv6",
        IpvFuture { .. } => "ipvfuture",
        RegName(_) => "reg-name",
        other => unreachable!("a kind of host that the cases do not know: {other:?}"),
    }
}

/// Holds the input of a case to its components, or, where it has none, to being refused.
pub(super) fn check_parse(report: &mut Report, grammar: Grammar, case: &Case) {
    let what = |what: &str| format!("{grammar:?}, {what}");
    let (input, srfi) = (case.text("input"), Srfi::of(case, "srfi"));
    on_grammar!(grammar, Reference, Absolute => {
        let wants_scheme = srfi.as_ref().is_some_and(|srfi| srfi.scheme.is_some());
        report.check(&what("taken where a scheme is demanded"), wants_scheme, Absolute::parse(input).is_ok());
        match (srfi, Reference::parse(input)) {
            (None, Err(_)) => {}
            (None, Ok(value)) => report.check(&what("verdict"), "an error", value.as_str()),
            (Some(_), Err(error)) => report.check(&what("verdict"), String::from("a value"), error.to_string()),
            (Some(srfi), Ok(value)) => {
                report.check(&what("fields"), &srfi, &value.srfi().into());
                report.check(&what("text"), input, value.as_str());
                report.check(&what("split"), oneiri::split(input), value.parts());
                // `None`: no port. `Some(None)`: beyond sixteen bits.
                let number = srfi.port.map(|digits| digits.parse::<u16>().ok());
                let got = value.port_number().map_or(Some(None), |port| port.map(Some));
                report.check(&what("port as a number"), number, got);
                if let Some(present) = case.read::<bool>("authority_present") {
                    report.check(&what("authority is there"), present, value.authority().is_some());
                    report.check(&what("digits of the port"), case.get("port_raw"), value.port());
                }
                if let Some(expected) = case.get("host_kind") {
                    report.check(&what("kind of host"), Some(expected), value.host().map(|host| kind(host.kind())));
                }
            }
        }
    });
}
