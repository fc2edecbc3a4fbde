//! What each implementation makes of a text, in one shape.

use std::fmt::Write;

/// What one library is asked. `None` where it refuses.
pub struct Rival {
    pub name: &'static str,
    /// Whether the text is a URI reference, where the library has those.
    pub is_uri: Option<fn(&str) -> bool>,
    /// The components of an IRI reference, as lines.
    pub components: fn(&str, &mut String) -> bool,
    /// The reference resolved against the base, both IRIs.
    pub resolve: fn(&str, &str, &mut String) -> bool,
    /// The normal form, where the library has one.
    pub normalize: Option<fn(&str, &mut String) -> bool>,
}

fn part(out: &mut String, name: &str, part: Option<&str>) {
    if let Some(part) = part {
        // Writing to a String cannot fail.
        let _ = writeln!(out, "{name} {part}");
    }
}

pub const ONEIRI: Rival = Rival {
    name: "oneiri",
    is_uri: Some(|text| oneiri::UriRef::parse(text).is_ok()),
    components: |text, out| {
        let Ok(iri) = oneiri::IriRef::parse(text) else { return false };
        let it = iri.parts();
        part(out, "scheme", it.scheme);
        part(out, "authority", iri.authority().as_deref());
        part(out, "userinfo", it.userinfo);
        part(out, "host", it.host);
        part(out, "port", it.port);
        part(out, "path", Some(it.path));
        part(out, "query", it.query);
        part(out, "fragment", it.fragment);
        true
    },
    resolve: |base, text, out| {
        let base = oneiri::Iri::parse(base);
        let (Ok(base), Ok(reference)) = (base, oneiri::IriRef::parse(text)) else { return false };
        base.resolve_into(&reference, out);
        true
    },
    normalize: Some(|text, out| {
        let Ok(iri) = oneiri::IriRef::parse(text) else { return false };
        out.push_str(iri.normalize_at(oneiri::Rung::Path).as_str());
        true
    }),
};

pub const RIVALS: [Rival; 3] = [
    Rival {
        name: "fluent-uri",
        is_uri: Some(|text| fluent_uri::UriRef::parse(text).is_ok()),
        components: |text, out| {
            let Ok(iri) = fluent_uri::IriRef::parse(text) else { return false };
            let authority = iri.authority();
            part(out, "scheme", iri.scheme().map(|it| it.as_str()));
            part(out, "authority", authority.map(|it| it.as_str()));
            part(out, "userinfo", authority.and_then(|it| it.userinfo()).map(|it| it.as_str()));
            part(out, "host", authority.map(|it| it.host()));
            part(out, "port", authority.and_then(|it| it.port()).map(|it| it.as_str()));
            part(out, "path", Some(iri.path().as_str()));
            part(out, "query", iri.query().map(|it| it.as_str()));
            part(out, "fragment", iri.fragment().map(|it| it.as_str()));
            true
        },
        resolve: |base, text, out| {
            let base = fluent_uri::Iri::parse(base);
            let (Ok(base), Ok(it)) = (base, fluent_uri::IriRef::parse(text)) else { return false };
            let resolver = fluent_uri::resolve::Resolver::with_base(base);
            resolver.resolve(&it).map(|it| out.push_str(it.as_str())).is_ok()
        },
        normalize: Some(|text, out| {
            let Ok(iri) = fluent_uri::IriRef::parse(text) else { return false };
            // Default ports are a rung above.
            let normalizer = fluent_uri::normalize::Normalizer::new().default_port_with(|_| None);
            normalizer.normalize(&iri).map(|it| out.push_str(it.as_str())).is_ok()
        }),
    },
    Rival {
        name: "iri-string",
        is_uri: Some(|text| iri_string::types::UriReferenceStr::new(text).is_ok()),
        components: |text, out| {
            let Ok(iri) = iri_string::types::IriReferenceStr::new(text) else { return false };
            let authority = iri.authority_components();
            part(out, "scheme", iri.scheme_str());
            part(out, "authority", iri.authority_str());
            part(out, "userinfo", authority.and_then(|it| it.userinfo()));
            part(out, "host", authority.map(|it| it.host()));
            part(out, "port", authority.and_then(|it| it.port()));
            part(out, "path", Some(iri.path_str()));
            part(out, "query", iri.query_str());
            part(out, "fragment", iri.fragment_str());
            true
        },
        resolve: |base, text, out| {
            use iri_string::types::{IriReferenceStr, IriStr};
            let (Ok(base), Ok(it)) = (IriStr::new(base), IriReferenceStr::new(text)) else {
                return false;
            };
            let resolver = iri_string::resolve::FixedBaseResolver::new(base.to_absolute());
            let resolved = resolver.resolve(it);
            // It tells on demand that what it writes is another identifier.
            resolved.ensure_rfc3986_normalizable().is_ok() && write!(out, "{resolved}").is_ok()
        },
        normalize: Some(|text, out| {
            let Ok(iri) = iri_string::types::IriStr::new(text) else { return false };
            let normal = iri.normalize();
            normal.ensure_rfc3986_normalizable().is_ok() && write!(out, "{normal}").is_ok()
        }),
    },
    Rival {
        name: "oxiri",
        is_uri: None,
        components: |text, out| {
            let Ok(iri) = oxiri::IriRef::parse(text) else { return false };
            part(out, "scheme", iri.scheme());
            part(out, "authority", iri.authority());
            part(out, "path", Some(iri.path()));
            part(out, "query", iri.query());
            part(out, "fragment", iri.fragment());
            true
        },
        resolve: |base, text, out| {
            let base = oxiri::Iri::parse(base);
            let (Ok(base), Ok(it)) = (base, oxiri::IriRef::parse(text)) else { return false };
            base.resolve_into(&it, out).is_ok()
        },
        normalize: None,
    },
];
