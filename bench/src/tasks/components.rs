//! To parse a reference and read every component of it.

use super::task::{Compares, Task, as_they_are, contender, each};
use crate::corpus::Lines;
use crate::sink::Sink;

pub(super) const COMPONENTS: Task = Task {
    name: "components",
    about: "parse a reference and read every component",
    input: as_they_are,
    lines_each: 1,
    compares: Compares::Results,
    contenders: &[
        contender!("oneiri", "oneiri", oneiri),
        contender!("oxiri", "oxiri", oxiri, "leaves the authority whole"),
        contender!("fluent-uri", "fluent-uri", fluent_uri),
        contender!("iri-string", "iri-string", iri_string),
        contender!("iref", "iref", iref),
        contender!("http", "http", http, "refuses file:///; takes any non-ASCII; copies"),
        contender!("uriparse", "uriparse", uriparse, "URIs; gives path and host as values"),
        contender!("url", "url", url, "WHATWG: components of the normal form"),
        #[cfg(feature = "ada")]
        contender!("ada", "ada-url", ada, "WHATWG: components of the normal form"),
    ],
};

fn oneiri<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| {
        let Ok(iri) = oneiri::IriRef::parse(line) else { return sink.refused() };
        sink.part("scheme", iri.scheme());
        sink.part("authority", iri.authority().map(|it| it.as_str()));
        sink.part("userinfo", iri.userinfo().map(|it| it.as_str()));
        sink.part("host", iri.host().map(|it| it.as_str()));
        sink.part("port", iri.port());
        sink.part("path", Some(iri.path().as_str()));
        sink.part("query", iri.query().map(|it| it.as_str()));
        sink.part("fragment", iri.fragment().map(|it| it.as_str()));
        sink.accepted();
    });
}

fn oxiri<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| {
        let Ok(iri) = oxiri::IriRef::parse(line) else { return sink.refused() };
        sink.part("scheme", iri.scheme());
        sink.part("authority", iri.authority());
        sink.part("path", Some(iri.path()));
        sink.part("query", iri.query());
        sink.part("fragment", iri.fragment());
        sink.accepted();
    });
}

fn fluent_uri<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| {
        let Ok(iri) = fluent_uri::IriRef::parse(line) else { return sink.refused() };
        let authority = iri.authority();
        sink.part("scheme", iri.scheme().map(|scheme| scheme.as_str()));
        sink.part("authority", authority.map(|authority| authority.as_str()));
        sink.part("userinfo", authority.and_then(|it| it.userinfo()).map(|it| it.as_str()));
        sink.part("host", authority.map(|authority| authority.host()));
        sink.part("port", authority.and_then(|it| it.port()).map(|port| port.as_str()));
        sink.part("path", Some(iri.path().as_str()));
        sink.part("query", iri.query().map(|query| query.as_str()));
        sink.part("fragment", iri.fragment().map(|fragment| fragment.as_str()));
        sink.accepted();
    });
}

fn iri_string<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| {
        let Ok(iri) = iri_string::types::IriReferenceStr::new(line) else { return sink.refused() };
        let authority = iri.authority_components();
        sink.part("scheme", iri.scheme_str());
        sink.part("authority", iri.authority_str());
        sink.part("userinfo", authority.and_then(|authority| authority.userinfo()));
        sink.part("host", authority.map(|authority| authority.host()));
        sink.part("port", authority.and_then(|authority| authority.port()));
        sink.part("path", Some(iri.path_str()));
        sink.part("query", iri.query_str());
        sink.part("fragment", iri.fragment_str());
        sink.accepted();
    });
}

fn iref<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| {
        let Ok(iri) = iref::IriRef::new(line) else { return sink.refused() };
        let parts = iri.parts();
        let authority = parts.authority.map(|authority| authority.parts());
        sink.part("scheme", parts.scheme.map(|scheme| scheme.as_str()));
        sink.part("authority", parts.authority.map(|authority| authority.as_str()));
        sink.part("userinfo", authority.as_ref().and_then(|it| it.user_info).map(|it| it.as_str()));
        sink.part("host", authority.as_ref().map(|authority| authority.host.as_str()));
        sink.part("port", authority.and_then(|it| it.port).map(|port| port.as_str()));
        sink.part("path", Some(parts.path.as_str()));
        sink.part("query", parts.query.map(|query| query.as_str()));
        sink.part("fragment", parts.fragment.map(|fragment| fragment.as_str()));
        sink.accepted();
    });
}

fn http<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| {
        let Ok(uri) = http::Uri::try_from(line) else { return sink.refused() };
        sink.part("scheme", uri.scheme_str());
        sink.part("authority", uri.authority().map(|authority| authority.as_str()));
        sink.part("host", uri.host());
        sink.keep(&uri.port_u16());
        sink.part("path", Some(uri.path()));
        sink.part("query", uri.query());
        sink.accepted();
    });
}

fn uriparse<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| {
        let Ok(uri) = uriparse::URIReference::try_from(line) else { return sink.refused() };
        sink.part("scheme", uri.scheme().map(|scheme| scheme.as_str()));
        sink.keep(&uri.username());
        sink.keep(&uri.password());
        sink.keep(&uri.host());
        sink.keep(&uri.port());
        sink.keep(&uri.path().segments());
        sink.part("query", uri.query().map(|query| query.as_str()));
        sink.part("fragment", uri.fragment().map(|fragment| fragment.as_str()));
        sink.accepted();
    });
}

fn url<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| {
        let Ok(url) = url::Url::parse(line) else { return sink.refused() };
        sink.part("scheme", Some(url.scheme()));
        sink.keep(&url.username());
        sink.keep(&url.password());
        sink.part("host", url.host_str());
        sink.keep(&url.port());
        sink.part("path", Some(url.path()));
        sink.part("query", url.query());
        sink.part("fragment", url.fragment());
        sink.accepted();
    });
}

#[cfg(feature = "ada")]
fn ada<S: Sink>(lines: &Lines, sink: &mut S) {
    each(lines, sink, |line, sink| {
        let Ok(url) = ada_url::Url::parse(line, None) else { return sink.refused() };
        sink.keep(&url.protocol());
        sink.keep(&url.username());
        sink.keep(&url.password());
        sink.part("host", Some(url.hostname()));
        sink.keep(&url.port());
        sink.part("path", Some(url.pathname()));
        sink.keep(&url.search());
        sink.keep(&url.hash());
        sink.accepted();
    });
}
