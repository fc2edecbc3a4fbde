//! The IRIs of documents that are read as a whole: JSON-LD and RDF/XML.

use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

use oneiri::{HasScheme, IriRef, Ri, Unicode};

use super::piece::{self, Piece, Place, in_line};
use super::{jsonld, xml};
use crate::output::cell::Notation;
use crate::output::item::{Item, has_scheme, utf8};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    JsonLd,
    RdfXml,
}

/// An IRI of a document, or an error.
pub(super) enum Found {
    Iri(Spelled),
    /// Where it stands, and what is wrong.
    Wrong(Range<usize>, String),
}

/// An IRI as a document spells it. It is put together when it is answered, because many short
/// references to a long base or namespace would fill the memory.
pub(super) struct Spelled {
    /// The bytes that spell it.
    pub(super) range: Range<usize>,
    /// What stands before the text, such as a namespace.
    pub(super) prefix: Rc<str>,
    pub(super) text: String,
    /// What it is resolved against.
    pub(super) base: Base,
}

impl Found {
    pub(super) fn iri(range: Range<usize>, text: String, base: &Base) -> Self {
        Self::Iri(Spelled { range, prefix: Rc::default(), text, base: base.clone() })
    }
}

/// The base of a document, which its parts replace.
pub(super) type Base = Option<Rc<Ri<String, Unicode, HasScheme>>>;

/// Resolves a reference. One that is invalid, or that has no base, stays as it is.
fn resolve(text: &str, base: &Base) -> String {
    match (base, IriRef::parse(text)) {
        (Some(base), Ok(reference)) if !has_scheme(text.as_bytes()) => {
            base.resolve(&reference).into_string()
        }
        _ => text.to_owned(),
    }
}

/// The base that a document names. An invalid one is ignored here, and refused as an item.
pub(super) fn rebased(text: &str, base: &Base) -> Base {
    let iri = Ri::<String, Unicode, HasScheme>::parse_owned(resolve(text, base));
    iri.ok().map(Rc::new).or_else(|| base.clone())
}

/// Calls `each` for the IRIs of a document, and for its errors.
pub(crate) fn each(
    bytes: &[u8],
    kind: Kind,
    base: Option<&Ri<String, Unicode, HasScheme>>,
    place: (&str, usize, bool),
    each: &mut impl FnMut(&Item<'_>),
) {
    let base = base.cloned().map(Rc::new);
    let mut at = Place::new(1, 0);
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
