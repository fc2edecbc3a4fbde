//! What the usual parsers read, and how answers name what moves.

use oneiri::Component;
use oneiri_parsers::Reading;
use oneiri_parsers::agreement::Readings;
use oneiri_redact::Quotes;

use crate::output::{json, redact, redact::HIDDEN};

/// The parsers that are asked if none are named.
pub(super) const USUAL: [&str; 5] = ["rfc3986", "rfc3987", "whatwg", "java", "regex"];

/// The readings of the usual parsers.
pub(crate) fn usual(text: &str) -> Readings<'_> {
    let usual: Vec<_> = USUAL.into_iter().filter_map(oneiri_parsers::by_name).collect();
    Readings::of(text, &usual, None)
}

/// The name of a component that moves. Of a path, only the part up to its last slash can move.
pub(crate) fn moving(component: Component) -> &'static str {
    if component == Component::Path { "path-prefix" } else { component.name() }
}

/// The readings of a component, without passwords. Parsers with the same reading are named together.
pub(crate) fn seen(readings: &Readings<'_>, component: Component) -> Vec<(String, String)> {
    let quotes = Quotes::of(readings.text(), &redact::secrets(readings.text()));
    let mut seen: Vec<(String, String)> = Vec::new();
    for (name, reading) in readings.accepted() {
        let text = visible(component, reading, &quotes);
        match seen.iter_mut().find(|(_, other)| *other == text) {
            Some((names, _)) => names.push_str(&format!(", {name}")),
            None => seen.push((name.to_owned(), text)),
        }
    }
    seen
}

/// What a parser finds as a component. The secrets of the text are hidden wherever they stand.
pub(super) fn visible(component: Component, reading: &Reading<'_>, quotes: &Quotes<'_>) -> String {
    let shown = match reading.get(component) {
        None => return "<none>".to_owned(),
        Some("") => return "<empty>".to_owned(),
        Some(text) => redact::message(&quotes.hide(text)).into_owned(),
    };
    match shown.split_once(':') {
        Some((user, secret)) if component == Component::Userinfo && !secret.is_empty() => format!("{user}:{HIDDEN}"),
        _ => shown,
    }
}

pub(super) fn record<'r>(readings: &'r Readings<'_>) -> json::Diff<'r> {
    let all = readings.all().iter().map(|(parser, reading)| json::Reading {
        parser,
        ok: reading.is_ok(),
        parts: reading.as_ref().ok().map(|seen| {
            let parts = Component::ALL.map(|it| (it.name(), seen.get(it)));
            json::Chosen(parts.into())
        }),
        reason: reading.as_ref().err().map(ToString::to_string),
    });
    let departures = readings.reasons().into_iter().filter_map(|reason| {
        Some(json::Departure { parser: reason.parser, component: reason.component?.name(), reason: reason.why })
    });
    json::Diff {
        agree: readings.agree(),
        moves: readings.moves().into_iter().map(moving).collect(),
        base: readings.base(),
        readings: all.collect(),
        reasons: departures.collect(),
    }
}
