//! Operations on any octets, for callers that may not refuse a text.
//!
//! A URI reference gets the answer of the library. Any other text is split without a check, and the same steps are
//! applied to its pieces. Octets above 127 represent themselves. The tests show that both ways agree on every URI
//! reference.
//!
//! The only caller is `m.rs`, for the routine `bindings/m/STDURL.m`. That routine reads the seven pieces of `list` by
//! their number, so their order and the NUL between them change there, too. `law.rs` holds these steps to the library,
//! because M must not get another answer for a text that the library accepts.
//!
//! | module | what it holds |
//! |---|---|
//! | `pieces` | splitting and joining |
//! | `dots` | removing dot segments |
//! | `escapes` | encoding, decoding, and the escapes of a normal form |

mod dots;
mod escapes;
#[cfg(test)]
mod law;
mod pieces;

use core::str;

use oneiri::{Rung, Uri, UriRef};

pub(crate) use escapes::{Characters, decode, encode};
pub(crate) use pieces::Pieces;

/// Whether the octets are a URI reference.
pub(crate) fn is_valid(text: &[u8]) -> bool {
    reference(text).is_some()
}

fn reference(text: &[u8]) -> Option<UriRef<'_>> {
    UriRef::parse(str::from_utf8(text).ok()?).ok()
}

/// The seven pieces of a text with a NUL between two; an absent piece is empty. `None` if the text has a NUL itself.
pub(crate) fn list(text: &[u8]) -> Option<Vec<u8>> {
    match reference(text) {
        Some(reference) => Some(Pieces::from(reference.parts()).listed()),
        None if text.contains(&0) => None,
        None => Some(Pieces::split(text).listed()),
    }
}

/// The normal form of a URI reference (RFC 3986 section 6.2.2). Any other text goes through the same steps.
pub(crate) fn normalize(text: &[u8]) -> Vec<u8> {
    match reference(text) {
        Some(reference) => reference.normalize_at(Rung::Path).into_string().into_bytes(),
        None => normalize_pieces(Pieces::split(text)),
    }
}

fn normalize_pieces(pieces: Pieces<'_>) -> Vec<u8> {
    use escapes::{Kind, normal};

    let scheme = pieces.scheme.map(<[u8]>::to_ascii_lowercase);
    let userinfo = pieces.userinfo.map(|userinfo| normal(userinfo, Kind::Other));
    let host = pieces.host.map(|host| normal(host, Kind::Host));
    let port = pieces.port.map(without_zeros);
    // The colon of an empty port goes, unless that would make a port of the end of the host: `//h:1:`.
    let port = port.filter(|port| !port.is_empty() || pieces.host.is_some_and(pieces::has_port));
    let mut path = normal(pieces.path, Kind::Other);
    if scheme.is_some() {
        path = dots::removed(&path, pieces.host.is_some());
    }
    let query = pieces.query.map(|query| normal(query, Kind::Other));
    let fragment = pieces.fragment.map(|fragment| normal(fragment, Kind::Other));
    Pieces {
        scheme: scheme.as_deref(),
        userinfo: userinfo.as_deref(),
        host: host.as_deref(),
        port,
        path: &path,
        query: query.as_deref(),
        fragment: fragment.as_deref(),
    }
    .join()
}

/// The digits of a port without leading zeros; one zero stays.
fn without_zeros(port: &[u8]) -> &[u8] {
    let zeros = port.iter().take_while(|&&digit| digit == b'0').count();
    &port[zeros.min(port.len().saturating_sub(1))..]
}

/// Resolves a reference against a base (RFC 3986 section 5.2.2). Neither is checked, and the base may lack a scheme.
pub(crate) fn resolve(base: &[u8], reference: &[u8]) -> Vec<u8> {
    let texts = (str::from_utf8(base).ok(), str::from_utf8(reference).ok());
    if let (Some(base), Some(reference)) = texts {
        if let (Ok(base), Ok(reference)) = (Uri::parse(base), UriRef::parse(reference)) {
            return base.resolve(&reference).into_string().into_bytes();
        }
    }
    resolve_pieces(Pieces::split(base), Pieces::split(reference))
}

fn resolve_pieces(base: Pieces<'_>, reference: Pieces<'_>) -> Vec<u8> {
    let mut target = Pieces { fragment: reference.fragment, ..base };
    let path;
    if reference.scheme.is_some() || reference.host.is_some() {
        target = Pieces { scheme: reference.scheme.or(base.scheme), ..reference };
        path = dots::removed(reference.path, target.host.is_some());
    } else if reference.path.is_empty() {
        target.query = reference.query.or(base.query);
        return target.join();
    } else {
        target.query = reference.query;
        let directory = if reference.path.starts_with(b"/") { b"" } else { directory(&base) };
        path = dots::removed(&[directory, reference.path].concat(), target.host.is_some());
    }
    target.path = &path;
    if !target.begins_with_a_scheme_by_mistake() {
        return target.join();
    }
    // The base has no scheme, and the first segment has a colon: `./b:c` against `a`.
    let path = [b"./", &path[..]].concat();
    Pieces { path: &path, ..target }.join()
}

/// What precedes a relative path in the merged path (section 5.2.3).
fn directory<'a>(base: &Pieces<'a>) -> &'a [u8] {
    if base.path.is_empty() && base.host.is_some() {
        return b"/";
    }
    let slash = base.path.iter().rposition(|&octet| octet == b'/');
    &base.path[..slash.map_or(0, |slash| slash + 1)]
}
