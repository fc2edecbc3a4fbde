//! To put another host into an identifier that is owned, in place.

use super::task::{BATCH, Compares, Task, as_they_are, contender};
use crate::corpus::Lines;
use crate::derive::HOSTS;
use crate::sink::Sink;

pub(super) const SET_HOST: Task = Task {
    name: "set-host",
    about: "edit the host of a parsed identifier in place",
    input: as_they_are,
    lines_each: 1,
    compares: Compares::Results,
    contenders: &[
        contender!("oneiri", "oneiri", oneiri),
        contender!("iri-string", "iri-string", iri_string),
        contender!("iref", "iref", iref),
        contender!("url", "url", url, "WHATWG"),
        #[cfg(feature = "ada")]
        contender!("ada", "ada-url", ada, "WHATWG"),
    ],
};

/// Edits values that were made before. Each has the capacity that its making left it.
pub(super) fn edited<T, S: Sink>(
    lines: &Lines,
    sink: &mut S,
    parse: impl Fn(&str) -> Option<T>,
    edit: impl Fn(&mut T, &str) -> bool,
    text: impl Fn(&T) -> &str,
) {
    let mut rest = lines.iter().peekable();
    while rest.peek().is_some() {
        let mut batch = rest.by_ref().take(BATCH).map(&parse).collect::<Vec<_>>();
        sink.measure(|sink| {
            for (value, host) in batch.iter_mut().zip(HOSTS.iter().cycle()) {
                if value.as_mut().is_some_and(|value| edit(value, host)) {
                    sink.text(value.as_ref().map_or("", &text));
                } else {
                    sink.refused();
                }
            }
        });
    }
}

/// An identifier without an authority stays without one, as with the others.
fn oneiri<S: Sink>(lines: &Lines, sink: &mut S) {
    let edit = |iri: &mut oneiri::IriBuf, host: &str| iri.host().is_some() && iri.set_host(host).is_ok();
    edited(lines, sink, |line| oneiri::IriBuf::parse(line).ok(), edit, |iri| iri.as_str());
}

fn iri_string<S: Sink>(lines: &Lines, sink: &mut S) {
    let parse = |line: &str| iri_string::types::IriString::try_from(line).ok();
    let edit = |iri: &mut iri_string::types::IriString, host: &str| iri.replace_host(host).is_some();
    edited(lines, sink, parse, edit, |iri| iri.as_str());
}

fn iref<S: Sink>(lines: &Lines, sink: &mut S) {
    let parse = |line: &str| iref::IriBuf::new(line.to_owned()).ok();
    let edit = |iri: &mut iref::IriBuf, host: &str| match iri.authority_mut() {
        Some(mut authority) => authority.try_set_host(host).is_ok(),
        None => false,
    };
    edited(lines, sink, parse, edit, |iri| iri.as_str());
}

fn url<S: Sink>(lines: &Lines, sink: &mut S) {
    let edit = |url: &mut url::Url, host: &str| url.set_host(Some(host)).is_ok();
    edited(lines, sink, |line| url::Url::parse(line).ok(), edit, |url| url.as_str());
}

#[cfg(feature = "ada")]
fn ada<S: Sink>(lines: &Lines, sink: &mut S) {
    let edit = |url: &mut ada_url::Url, host: &str| url.set_hostname(Some(host)).is_ok();
    edited(lines, sink, |line| ada_url::Url::parse(line, None).ok(), edit, |url| url.href());
}
