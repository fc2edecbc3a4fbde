//! What the readers of JSON-LD and RDF/XML find, and the base against which it is resolved.

use std::ops::Range;
use std::rc::Rc;

use oneiri::{HasScheme, IriRef, Ri, Unicode};

use crate::output::item::has_scheme;

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
pub(super) fn resolve(text: &str, base: &Base) -> String {
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
