//! How several parsers read one text.

use alloc::borrow::Cow;
use alloc::string::ToString;
use alloc::vec::Vec;

use oneiri::{Component, IriRef};

use super::{departures, moves};
use crate::{AppendixB, Parser, Reading, Refusal};

/// The readings of one text by several parsers: whether they agree, what moves, and why they differ.
///
/// ```
/// use oneiri::Component;
/// use oneiri_parsers::agreement::Readings;
/// use oneiri_parsers::by_name;
///
/// let parsers = ["rfc3987", "browser"].map(|name| by_name(name).unwrap());
/// let readings = Readings::of("http://example。com:80/", &parsers, None);
/// assert!(!readings.agree());
/// assert_eq!(readings.moves(), [Component::Host]);
/// let reasons: Vec<_> = readings.reasons().into_iter().map(|reason| reason.why).collect();
/// assert!(reasons.contains(&"the default port of the scheme is dropped".into()));
/// ```
#[derive(Clone, Debug)]
pub struct Readings<'t> {
    text: &'t str,
    base: Option<&'t str>,
    all: Vec<(&'static str, Result<Reading<'t>, Refusal>)>,
}

/// Why a parser reads a component differently from the generic syntax, or why it refuses the text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Reason<'r> {
    /// The name of the parser.
    pub parser: &'static str,
    /// The component. `None` if the parser refuses the text.
    pub component: Option<Component>,
    /// The reason, as a clause.
    pub why: Cow<'r, str>,
}

/// The page on which a gate assumes a text without a scheme to stand. Its name is reserved (RFC 2606).
const PAGE: &str = "https://base.invalid/";

impl<'t> Readings<'t> {
    /// The readings of a text, resolved against a base if there is one.
    #[must_use]
    pub fn of(text: &'t str, parsers: &[&'static dyn Parser], base: Option<&'t str>) -> Self {
        let read = |parser: &&'static dyn Parser| {
            let reading = match base {
                None => parser.read(text),
                Some(base) => parser.read_with_base(text, base),
            };
            (parser.name(), reading)
        };
        Self { text, base, all: parsers.iter().map(read).collect() }
    }

    /// The readings of a text without a base, for a gate. If the text is relative, and on a page leads to another host in
    /// one program than in another, it is read as on a page.
    ///
    /// ```
    /// use oneiri::Component;
    /// use oneiri_parsers::agreement::Readings;
    /// use oneiri_parsers::by_name;
    ///
    /// let parsers = ["rfc3986", "browser", "regex"].map(|name| by_name(name).unwrap());
    /// let text = r"/\evil.example";
    /// assert_eq!(Readings::of(text, &parsers, None).moves(), []);
    /// assert_eq!(Readings::on_page(text, &parsers).moves(), [Component::Host]);
    /// ```
    #[must_use]
    pub fn on_page(text: &'t str, parsers: &[&'static dyn Parser]) -> Self {
        let given = Self::of(text, parsers, None);
        let has_scheme = |(_, it): &(_, Result<Reading<'_>, _>)| it.as_ref().is_ok_and(|seen| seen.scheme().is_some());
        if given.all.iter().all(has_scheme) || !given.moves().is_empty() {
            return given;
        }
        let page = Self::of(text, parsers, Some(PAGE));
        let leaves = |host: &str| !host.is_empty() && !PAGE.contains(host);
        let leaves = page.accepted().iter().any(|(_, seen)| seen.host().is_some_and(leaves));
        if leaves && page.moves().contains(&Component::Host) { page } else { given }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// What the text was resolved against.
    #[must_use]
    pub fn base(&self) -> Option<&'t str> {
        self.base
    }

    /// The name of each parser, and what it reads, in the order of the parsers.
    pub fn all(&self) -> &[(&'static str, Result<Reading<'t>, Refusal>)] {
        &self.all
    }

    /// The readings of the parsers that accept the text. The regular expression accepts every text, so it is left out if
    /// all others refuse the text.
    #[must_use]
    pub fn accepted(&self) -> Vec<(&'static str, &Reading<'t>)> {
        let accepted = self.all.iter().filter_map(|(name, reading)| Some((*name, reading.as_ref().ok()?)));
        let accepted: Vec<_> = accepted.collect();
        let others_refuse = self.all.len() > 1;
        if others_refuse && matches!(accepted[..], [("regex", _)]) { Vec::new() } else { accepted }
    }

    /// Whether the parsers that accept the text write a component in different ways.
    #[must_use]
    pub fn differ(&self, component: Component) -> bool {
        let accepted = self.accepted();
        accepted.windows(2).any(|pair| pair[0].1.get(component) != pair[1].1.get(component))
    }

    /// Whether all parsers accept the text and write each component in the same way, or all of them refuse it.
    #[must_use]
    pub fn agree(&self) -> bool {
        let some_refused = self.all.iter().any(|(_, reading)| reading.is_err());
        (!some_refused || self.accepted().is_empty()) && !Component::ALL.into_iter().any(|it| self.differ(it))
    }

    /// The components that move ([`moves`]), so that one program may check another place than the one that the next
    /// program requests.
    #[must_use]
    pub fn moves(&self) -> Vec<Component> {
        let accepted = self.accepted();
        // A host by the grammar, which Java may read as an authority without one.
        let named = IriRef::parse(self.text)
            .is_ok_and(|text| self.base.is_some() || !text.parts().host.unwrap_or_default().is_empty());
        let in_authority = |it| matches!(it, Component::Userinfo | Component::Host | Component::Port);
        let has_host = |seen: &Reading<'_>| seen.host().is_some_and(|host| !host.is_empty());
        let moved = |component: &Component| {
            // Java reads no host in names such as `a_b` or `é`, and so connects to none.
            let counts = |(parser, seen): &&(&str, &Reading<'t>)| {
                *parser != "java" || has_host(seen) || !in_authority(*component) || !named
            };
            let readings: Vec<_> = accepted.iter().filter(counts).map(|(_, seen)| *seen).collect();
            moves(*component, &readings)
        };
        Component::ALL.into_iter().filter(moved).collect()
    }

    /// All reasons, in the order of the parsers. Why a component differs from the generic syntax (RFC 3986 appendix B) is
    /// known of the URL Standard and of Java.
    #[must_use]
    pub fn reasons(&self) -> Vec<Reason<'_>> {
        let generic = match self.base {
            None => AppendixB.read(self.text),
            Some(base) => AppendixB.read_with_base(self.text, base),
        };
        let generic = generic.unwrap_or_default();
        let is_refused = self.accepted().is_empty();
        let mut reasons = Vec::new();
        for (parser, reading) in &self.all {
            let departures = match reading {
                Err(refusal) => {
                    reasons.push(Reason { parser, component: None, why: refusal.to_string().into() });
                    continue;
                }
                Ok(seen) if !is_refused && *parser == "whatwg" => departures::of_whatwg(self.text, &generic, seen),
                Ok(seen) if !is_refused && *parser == "java" => departures::of_java(&generic, seen),
                Ok(_) => continue,
            };
            let departures = departures.into_iter();
            reasons.extend(departures.map(|(component, why)| Reason {
                parser,
                component: Some(component),
                why: why.into(),
            }));
        }
        reasons
    }
}
