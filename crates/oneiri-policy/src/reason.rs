//! Why a text is not admitted, and what each parser saw. The names of codes are an interface: programs compare them
//! (`undici.js` of JavaScript looks for `no-rule`), and policy files name them in tests. A new code needs its place in
//! `OTHERS`, because `from_name` finds it there, and a row in `docs/policy-file.md`
//! (`the_reference_has_a_row_for_each_code`). What is shown of a text never has a userinfo, because logs have reasons.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use oneiri::{Component, Parts};
use oneiri_parsers::{Reading, Refusal};

use crate::host::SELF_HOST;
use crate::source::RuleRef;
use crate::violation::Violation;

/// A reason why a text is not admitted.
///
/// No message holds a userinfo.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Reason {
    /// What kind of reason this is.
    pub code: Code,
    /// What is wrong, and the section or the rule that says so.
    pub message: String,
    /// The bytes of the text that are meant.
    pub range: Range<usize>,
    /// What each parser saw, if the reason is about parsers.
    pub seen: Vec<Seen>,
    /// The rule that denies the text, if the reason is [`Code::Denied`].
    pub rule: Option<Box<RuleRef>>,
    /// The component that `Display` shows of what parsers saw.
    pub(crate) component: Component,
}

/// The kinds of reasons.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Code {
    /// The text, or its canonical text, is longer than the policy admits.
    Length,
    /// The text is not UTF-8. Bindings that take bytes give this reason.
    NotUtf8,
    /// The base is invalid. Bindings that take a base as a text give this reason.
    Base,
    /// A parser refuses the text, or reads what is in no URL.
    Invalid,
    /// Parsers read the text differently.
    Disagreement,
    /// The text has something that programs may read differently, and that the policy does not permit.
    Violation(Violation),
    /// The host is an address that is not public.
    SpecialAddress,
    /// The host is a name that is not public.
    SpecialName,
    /// The host is a public address that the rule does not list.
    UnlistedAddress,
    /// A rule denies the text.
    Denied,
    /// Programs may read the path in so many ways that no rule can be sure about all of them.
    TooManyReadings,
    /// No rule allows the text.
    NoRule,
}

impl Code {
    /// All codes but those of violations.
    const OTHERS: [Self; 11] = [
        Self::Denied,
        Self::NoRule,
        Self::SpecialAddress,
        Self::SpecialName,
        Self::UnlistedAddress,
        Self::TooManyReadings,
        Self::Invalid,
        Self::Disagreement,
        Self::Length,
        Self::Base,
        Self::NotUtf8,
    ];

    /// All codes: those of rules first, and those of violations last.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::OTHERS.into_iter().chain(Violation::all().map(Self::Violation))
    }

    /// The code with a name.
    ///
    /// ```
    /// use oneiri_policy::Code;
    ///
    /// assert_eq!(Code::from_name("no-rule"), Some(Code::NoRule));
    /// assert!(Code::all().all(|code| Code::from_name(code.as_str()) == Some(code)));
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|code| code.as_str() == name)
    }

    /// The name: `no-rule`, or that of the violation, such as `encoded-slash`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Length => "length",
            Self::NotUtf8 => "not-utf8",
            Self::Base => "base",
            Self::Invalid => "invalid",
            Self::Disagreement => "disagreement",
            Self::Violation(violation) => violation.name(),
            Self::SpecialAddress => "special-address",
            Self::SpecialName => "special-name",
            Self::UnlistedAddress => "unlisted-address",
            Self::Denied => "denied",
            Self::TooManyReadings => "too-many-readings",
            Self::NoRule => "no-rule",
        }
    }
}

/// `Display` writes the name.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What a parser saw.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Seen {
    /// The name of the parser.
    pub parser: &'static str,
    /// What it found, or why it refuses the text.
    pub saw: Saw,
}

/// What a parser finds in a text, or why it refuses the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Saw {
    /// The parser refuses the text.
    Refused(Refusal),
    /// The components as the parser finds them, without a userinfo.
    Url(Box<Reading<'static>>),
}

impl Seen {
    pub(crate) fn of(parser: &'static str, reading: &Result<Reading<'_>, Refusal>) -> Self {
        let saw = match reading {
            Err(refusal) => Saw::Refused(refusal.clone()),
            Ok(reading) => {
                let parts = Parts {
                    scheme: reading.scheme(),
                    userinfo: None,
                    host: reading.host(),
                    port: reading.port(),
                    path: reading.path().unwrap_or_default(),
                    query: reading.query(),
                    fragment: reading.fragment(),
                };
                Saw::Url(Box::new(Reading::of_parts("", parts).into_owned()))
            }
        };
        Self { parser, saw }
    }

    /// Whether the parser refuses the text.
    #[must_use]
    pub fn refuses(&self) -> bool {
        matches!(self.saw, Saw::Refused(_))
    }
}

/// `Display` writes the URL that the parser found, or `no URL` and the reason.
impl fmt::Display for Saw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reading = match self {
            Self::Refused(refusal) => return write!(f, "no URL: {refusal}"),
            Self::Url(reading) => reading,
        };
        let is_own = reading.host() == Some(SELF_HOST);
        if is_own {
            f.write_str("the own origin, ")?;
        }
        if let Some(scheme) = reading.scheme().filter(|_| !is_own) {
            write!(f, "{scheme}:")?;
        }
        if let Some(host) = reading.host().filter(|_| !is_own) {
            // Some programs take the brackets of an address away.
            let bare = host.contains(':') && !host.starts_with('[');
            if bare { write!(f, "//[{host}]") } else { write!(f, "//{host}") }?;
        }
        if let Some(port) = reading.port() {
            write!(f, ":{port}")?;
        }
        f.write_str(reading.path().unwrap_or_default())?;
        reading.query().map_or(Ok(()), |query| write!(f, "?{query}"))?;
        reading.fragment().map_or(Ok(()), |fragment| write!(f, "#{fragment}"))
    }
}

/// `Display` writes `whatwg sees http://h/`.
impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} sees {}", self.parser, self.saw)
    }
}

/// The name of the parser, and the component of what it saw that the reason is about.
fn shown(seen: &Seen, component: Component) -> String {
    let reading = match &seen.saw {
        Saw::Refused(_) => return "no URL".to_owned(),
        Saw::Url(reading) => reading,
    };
    if component == Component::Port {
        return reading.port_or_known_default().map_or_else(|| "no port".to_owned(), |port| port.to_string());
    }
    match reading.get(component) {
        None => format!("no {}", component.name()),
        Some(host) if component == Component::Host && host == SELF_HOST => "the own origin".to_owned(),
        Some(value) => format!("the {} '{value}'", component.name()),
    }
}

impl Reason {
    /// A reason that is not about parsers.
    #[must_use]
    pub fn new(code: Code, range: Range<usize>, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            message: message.into().into_owned(),
            range,
            seen: Vec::new(),
            rule: None,
            component: Component::Host,
        }
    }

    /// The names of the parsers that the reason is about, each with what the reason shows of what it saw: the component
    /// in which parsers differ, or the host.
    #[must_use]
    pub fn shown(&self) -> Vec<(&'static str, String)> {
        self.seen.iter().map(|seen| (seen.parser, shown(seen, self.component))).collect()
    }

    /// The message and what parsers saw: what `Display` writes after the code.
    ///
    /// ```
    /// use oneiri_policy::{Policy, Preset};
    ///
    /// let decision = Policy::preset(Preset::Ssrf).check("http://127.0.0.1/");
    /// let reason = &decision.reasons()[0];
    /// assert_eq!(reason.to_string(), format!("{}: {}", reason.code, reason.sentence()));
    /// ```
    pub fn sentence(&self) -> impl fmt::Display + '_ {
        Sentence(self)
    }
}

/// The names with commas, and `and` before the last.
pub(crate) fn listed(names: &[&str]) -> String {
    match names {
        [names @ .., last] if !names.is_empty() => [&*names.join(", "), " and ", last].concat(),
        names => names.concat(),
    }
}

/// `Display` writes the code, the message, and what parsers saw.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.sentence())
    }
}

/// The message, and what parsers saw.
struct Sentence<'a>(&'a Reason);

impl fmt::Display for Sentence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)?;
        // The message says who refuses the text.
        if self.0.seen.iter().all(Seen::refuses) {
            return Ok(());
        }
        let shown = self.0.shown();
        let mut before = ": ";
        for (nth, (_, saw)) in shown.iter().enumerate() {
            if shown.iter().take(nth).any(|(_, other)| other == saw) {
                continue;
            }
            let alike = shown.iter().filter(|(_, other)| other == saw);
            let alike: Vec<_> = alike.map(|(parser, _)| *parser).collect();
            let sees = if alike.len() == 1 { "sees" } else { "see" };
            write!(f, "{before}{} {sees} {saw}", listed(&alike))?;
            before = ", ";
        }
        Ok(())
    }
}
