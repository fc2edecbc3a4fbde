//! The IRIs of documents that are read as a whole: JSON-LD and RDF/XML.

use std::borrow::Cow;
use std::rc::Rc;

use oneiri::{HasScheme, Ri, Unicode};

use super::found::{Found, Spelled, resolve};
use super::piece::{self, Piece, Place, in_line};
use super::{jsonld, xml};
use crate::output::cell::Notation;
use crate::output::item::{Item, utf8};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    JsonLd,
    RdfXml,
}

/// Calls `each` for the IRIs of a document, and for its errors. `before` bytes stand before these.
pub(crate) fn each(
    (bytes, before): (&[u8], usize),
    kind: Kind,
    base: Option<&Ri<String, Unicode, HasScheme>>,
    place: (&str, usize, bool),
    each: &mut impl FnMut(&Item<'_>),
) {
    let base = base.cloned().map(Rc::new);
    let mut at = Place::new(1, before);
    let mut found = match utf8(bytes) {
        Err(fault) => vec![Found::Wrong(fault.start..fault.end, fault.message)],
        Ok(text) => match kind {
            Kind::JsonLd => jsonld::find(text, base),
            Kind::RdfXml => xml::find(text, base),
        },
    };
    found.sort_by_key(|it| match it {
        Found::Iri(Spelled { range, .. }) => range.start,
        // It is answered with its line.
        Found::Wrong(range, _) => range.start,
    });
    for it in found {
        let pieces = vec![piece(bytes, it)];
        piece::give(pieces, (bytes, 0), (bytes, b""), place, &mut at, each);
    }
}

fn piece(bytes: &[u8], found: Found) -> Piece<'_> {
    match found {
        Found::Wrong(range, message) => in_line(bytes, range, message),
        Found::Iri(Spelled { range, prefix, text, base }) => {
            let text = resolve(&format!("{prefix}{text}"), &base);
            let verbatim = bytes.get(range.clone()) == Some(text.as_bytes());
            let is_plain = verbatim && memchr::memchr(b'\\', text.as_bytes()).is_none();
            let notation = if is_plain { Notation::Reference } else { Notation::Other };
            Piece { range, text: Cow::Owned(text.into_bytes()), notation, broken: None }
        }
    }
}
