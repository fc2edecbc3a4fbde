//! Compares the readings of all parsers.

use oneiri::Component;

use super::parser::Parser;
use super::reading::{COMPONENTS, Reading};
use super::{cell, java, verdict, whatwg};
use crate::output::json;

/// The readings of one text by all parsers.
pub(crate) struct Diff<'t> {
    pub(super) text: &'t str,
    readings: Vec<(Parser, Result<Reading<'t>, String>)>,
}

/// The reason why a parser reads a component differently, or refuses the text.
pub(super) struct Reason<'d> {
    pub(super) parser: Parser,
    /// `None` if the parser refuses the text.
    pub(super) component: Option<Component>,
    pub(super) why: &'d str,
}

impl<'t> Diff<'t> {
    /// The readings of all parsers.
    pub(crate) fn new(text: &'t str) -> Self {
        Self::of(text, &Parser::ALL)
    }

    pub(super) fn of(text: &'t str, parsers: &[Parser]) -> Self {
        Self { text, readings: parsers.iter().map(|it| (*it, it.read(text))).collect() }
    }

    /// The readings of the parsers that accept the text. The regular expression accepts every text,
    /// so it is left out if it is the only one.
    pub(super) fn accepted(&self) -> Vec<(Parser, &Reading<'t>)> {
        let all = self.readings.iter();
        let accepted: Vec<_> =
            all.filter_map(|(parser, reading)| Some((*parser, reading.as_ref().ok()?))).collect();
        if accepted.len() > 1 { accepted } else { Vec::new() }
    }

    fn refused(&self) -> impl Iterator<Item = (Parser, &str)> {
        let all = self.readings.iter();
        all.filter_map(|(parser, reading)| Some((*parser, reading.as_ref().err()?.as_str())))
    }

    pub(super) fn differs(&self, component: Component) -> bool {
        let accepted = self.accepted();
        accepted.windows(2).any(|pair| pair[0].1.get(component) != pair[1].1.get(component))
    }

    pub(crate) fn disagrees(&self) -> bool {
        let some_refused = self.refused().next().is_some() && !self.accepted().is_empty();
        some_refused || COMPONENTS.into_iter().any(|component| self.differs(component))
    }

    /// The names of the components that move: see [`verdict::moves`].
    pub(crate) fn moves(&self) -> Vec<&'static str> {
        let accepted = self.accepted();
        // A host by the grammar, which Java may read as an authority without one.
        let named = self.readings.iter().any(|(parser, seen)| {
            *parser == Parser::Rfc3987 && seen.as_ref().is_ok_and(verdict::has_host)
        });
        let in_authority =
            |it| matches!(it, Component::Userinfo | Component::Host | Component::Port);
        let moved = |(component, name)| {
            // Java reads no host in names such as `a_b` or `é`, and so connects to none.
            let counts = |(parser, seen): &&(Parser, &Reading<'t>)| {
                *parser != Parser::Java
                    || verdict::has_host(seen)
                    || !in_authority(component)
                    || !named
            };
            let readings: Vec<_> = accepted.iter().filter(counts).map(|(_, seen)| *seen).collect();
            verdict::moves(component, &readings).then_some(name)
        };
        verdict::MOVABLE.into_iter().filter_map(moved).collect()
    }

    pub(crate) fn refused_by_all(&self) -> bool {
        self.accepted().is_empty()
    }

    /// The readings of a component that moves, without passwords. Parsers with the same reading are
    /// named together.
    pub(crate) fn seen(&self, moved: &str) -> Vec<(String, String)> {
        let named = verdict::MOVABLE.into_iter().find(|(_, name)| *name == moved);
        let Some((component, _)) = named else { return Vec::new() };
        let mut seen: Vec<(String, String)> = Vec::new();
        for (parser, reading) in self.accepted() {
            let text = cell::shown(component, reading, self.text);
            match seen.iter_mut().find(|(_, other)| *other == text) {
                Some((names, _)) => names.push_str(&format!(", {}", parser.name())),
                None => seen.push((parser.name().to_owned(), text)),
            }
        }
        seen
    }

    /// All reasons, in the order of the parsers.
    pub(super) fn reasons(&self) -> Vec<Reason<'_>> {
        let refusals = self.refused().map(|(parser, why)| Reason { parser, component: None, why });
        let departures = self.departures().into_iter().map(|(parser, component, why)| Reason {
            parser,
            component: Some(component),
            why,
        });
        let mut reasons: Vec<_> = refusals.chain(departures).collect();
        reasons.sort_by_key(|reason| reason.parser as usize);
        reasons
    }

    /// The reasons for components that differ from the generic syntax.
    fn departures(&self) -> Vec<(Parser, Component, &'static str)> {
        let given = Reading::from(oneiri::split(self.text));
        let mut departures = Vec::new();
        for (parser, seen) in self.accepted() {
            let reasons = match parser {
                Parser::Whatwg => whatwg::reasons(self.text, &given, seen),
                Parser::Java => java::reasons(&given, seen),
                _ => continue,
            };
            departures.extend(reasons.into_iter().map(|(component, why)| (parser, component, why)));
        }
        departures
    }

    pub(super) fn record(&self) -> json::Diff<'_> {
        let readings = self.readings.iter();
        let departures = self.departures().into_iter();
        json::Diff {
            agree: !self.disagrees(),
            moves: self.moves(),
            readings: readings
                .map(|(parser, reading)| json::Reading {
                    parser: parser.name(),
                    ok: reading.is_ok(),
                    parts: reading.as_ref().ok().map(Reading::record),
                    reason: reading.as_ref().err().map(String::as_str),
                })
                .collect(),
            reasons: departures
                .map(|(parser, component, reason)| json::Departure {
                    parser: parser.name(),
                    component: component.name(),
                    reason,
                })
                .collect(),
        }
    }
}
