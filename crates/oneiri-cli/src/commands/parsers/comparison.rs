//! Compares how programs read one text.

use oneiri::{Component, IriRef};
use oneiri_parsers::agreement::moves;
use oneiri_parsers::{AppendixB, Parser, Reading, Refusal};

use crate::commands::{parsers::reasons, parsers::table};
use crate::output::json;

/// The parsers that are asked if none are named.
pub(super) const USUAL: [&str; 5] = ["rfc3986", "rfc3987", "whatwg", "java", "regex"];

/// The components that can move, with their names in a verdict. Whether one moves is decided by [`moves`].
const MOVABLE: [(Component, &str); 5] = [
    (Component::Scheme, "scheme"),
    (Component::Userinfo, "userinfo"),
    (Component::Host, "host"),
    (Component::Port, "port"),
    (Component::Path, "path-prefix"),
];

/// The page on which a gate assumes a text without a scheme to stand. Its name is reserved (RFC 2606).
const PAGE: &str = "https://base.invalid/";

/// The readings of one text by several programs.
pub(crate) struct Diff<'t> {
    pub(super) text: &'t str,
    /// What the text is resolved against.
    pub(super) base: Option<&'t str>,
    readings: Vec<(&'static str, Result<Reading<'t>, String>)>,
}

/// The reason why a program reads a component differently, or refuses the text.
pub(super) struct Reason<'d> {
    pub(super) parser: &'static str,
    /// `None` if the program refuses the text.
    pub(super) component: Option<Component>,
    pub(super) why: &'d str,
}

impl<'t> Diff<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let usual: Vec<_> = USUAL.into_iter().filter_map(oneiri_parsers::by_name).collect();
        Self::of(text, &usual, None)
    }

    /// The readings of a text, resolved against a base if there is one.
    pub(super) fn of(text: &'t str, parsers: &[&'static dyn Parser], base: Option<&'t str>) -> Self {
        let read = |parser: &&'static dyn Parser| {
            let reading = match base {
                None => parser.read(text),
                Some(base) => parser.read_with_base(text, base),
            };
            (parser.name(), reading.map_err(|refusal: Refusal| refusal.to_string()))
        };
        Self { text, base, readings: parsers.iter().map(read).collect() }
    }

    /// The readings of a text without a base, for a gate. If it is relative, and on a page leads to
    /// another host in one program than in another, it is read as on a page.
    pub(super) fn on_page(text: &'t str, parsers: &[&'static dyn Parser]) -> Self {
        let given = Self::of(text, parsers, None);
        let has_scheme = |(_, it): &(_, Result<Reading<'_>, _>)| it.as_ref().is_ok_and(|seen| seen.scheme().is_some());
        if given.readings.iter().all(has_scheme) || !given.moves().is_empty() {
            return given;
        }
        let page = Self::of(text, parsers, Some(PAGE));
        let leaves = |host: &str| !host.is_empty() && !PAGE.contains(host);
        let hosts = page.accepted();
        let leaves = hosts.iter().any(|(_, seen)| seen.host().is_some_and(leaves));
        if leaves && page.moves().contains(&"host") { page } else { given }
    }

    /// The readings of the programs that accept the text. The regular expression accepts every text,
    /// so it is left out if all others refuse it.
    pub(super) fn accepted(&self) -> Vec<(&'static str, &Reading<'t>)> {
        let all = self.readings.iter();
        let accepted: Vec<_> = all.filter_map(|(name, reading)| Some((*name, reading.as_ref().ok()?))).collect();
        let others_refuse = self.readings.len() > 1;
        if others_refuse && matches!(accepted[..], [("regex", _)]) { Vec::new() } else { accepted }
    }

    pub(super) fn differs(&self, component: Component) -> bool {
        let accepted = self.accepted();
        accepted.windows(2).any(|pair| pair[0].1.get(component) != pair[1].1.get(component))
    }

    pub(crate) fn disagrees(&self) -> bool {
        let some_refused = self.readings.iter().any(|(_, reading)| reading.is_err());
        (some_refused && !self.accepted().is_empty())
            || Component::ALL.into_iter().any(|component| self.differs(component))
    }

    /// The names of the components that move: see [`moves`].
    pub(crate) fn moves(&self) -> Vec<&'static str> {
        let accepted = self.accepted();
        // A host by the grammar, which Java may read as an authority without one.
        let named = IriRef::parse(self.text)
            .is_ok_and(|text| self.base.is_some() || !text.parts().host.unwrap_or_default().is_empty());
        let in_authority = |it| matches!(it, Component::Userinfo | Component::Host | Component::Port);
        let moved = |(component, name)| {
            // Java reads no host in names such as `a_b` or `é`, and so connects to none.
            let counts = |(parser, seen): &&(&str, &Reading<'t>)| {
                *parser != "java" || has_host(seen) || !in_authority(component) || !named
            };
            let readings: Vec<_> = accepted.iter().filter(counts).map(|(_, seen)| *seen).collect();
            moves(component, &readings).then_some(name)
        };
        MOVABLE.into_iter().filter_map(moved).collect()
    }

    pub(crate) fn refused_by_all(&self) -> bool {
        self.accepted().is_empty()
    }

    /// The readings of a component that moves, without passwords. Programs with the same reading are
    /// named together.
    pub(crate) fn seen(&self, moved: &str) -> Vec<(String, String)> {
        let named = MOVABLE.into_iter().find(|(_, name)| *name == moved);
        let Some((component, _)) = named else { return Vec::new() };
        let mut seen: Vec<(String, String)> = Vec::new();
        for (name, reading) in self.accepted() {
            let text = table::shown(component, reading, self.text);
            match seen.iter_mut().find(|(_, other)| *other == text) {
                Some((names, _)) => names.push_str(&format!(", {name}")),
                None => seen.push((name.to_owned(), text)),
            }
        }
        seen
    }

    /// All reasons, in the order of the parsers. Why a component differs from the generic syntax is
    /// known of the URL Standard and of Java.
    pub(super) fn reasons(&self) -> Vec<Reason<'_>> {
        let generic = match self.base {
            None => AppendixB.read(self.text),
            Some(base) => AppendixB.read_with_base(self.text, base),
        };
        let generic = generic.unwrap_or_default();
        let alone = self.refused_by_all();
        let mut reasons = Vec::new();
        for (parser, reading) in &self.readings {
            let departures = match reading {
                Err(why) => {
                    reasons.push(Reason { parser, component: None, why });
                    continue;
                }
                Ok(seen) if !alone && *parser == "whatwg" => reasons::reasons_of_whatwg(self.text, &generic, seen),
                Ok(seen) if !alone && *parser == "java" => reasons::reasons_of_java(&generic, seen),
                Ok(_) => continue,
            };
            let departures = departures.into_iter();
            reasons.extend(departures.map(|(component, why)| Reason { parser, component: Some(component), why }));
        }
        reasons
    }

    pub(super) fn record(&self) -> json::Diff<'_> {
        let readings = self.readings.iter();
        let departures = self.reasons().into_iter();
        json::Diff {
            agree: !self.disagrees(),
            moves: self.moves(),
            base: self.base,
            readings: readings
                .map(|(parser, reading)| json::Reading {
                    parser,
                    ok: reading.is_ok(),
                    parts: reading.as_ref().ok().map(|seen| {
                        let parts = Component::ALL.map(|it| (it.name(), seen.get(it)));
                        json::Chosen(parts.into())
                    }),
                    reason: reading.as_ref().err().map(String::as_str),
                })
                .collect(),
            reasons: departures
                .filter_map(|Reason { parser, component, why }| {
                    Some(json::Departure { parser, component: component?.name(), reason: why })
                })
                .collect(),
        }
    }
}

fn has_host(reading: &Reading<'_>) -> bool {
    reading.host().is_some_and(|host| !host.is_empty())
}
