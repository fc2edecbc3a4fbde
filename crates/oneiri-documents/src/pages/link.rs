//! A reference in a page, and where it stands.

use std::ops::Range;

use crate::format::{Base, Records};
use crate::located::Located;
use crate::whole::{self, Found, rebased};

/// A reference in a page, a feed or a header.
#[derive(Clone, Debug)]
pub struct Link {
    /// The bytes of the document that spell it.
    pub range: Range<usize>,
    /// The reference, without escapes, and without white space around it.
    pub text: String,
    /// The element that holds it, the header, or `url` of an index.
    pub element: String,
    /// The attribute that holds it; empty if it is the text of the element.
    pub attribute: String,
}

/// The references of a document.
#[derive(Clone, Debug, Default)]
pub struct Links {
    /// All references, in their order.
    pub all: Vec<Link>,
    /// The base that the document names.
    pub base: Option<Link>,
    /// What could not be read: where, and what was expected there.
    pub wrong: Vec<(Range<usize>, String)>,
}

impl Links {
    /// Adds a reference, without the white space before and behind it.
    pub(crate) fn push(&mut self, range: Range<usize>, text: &str, element: &str, attribute: &str) {
        let (element, attribute) = (element.to_owned(), attribute.to_owned());
        let text = text.trim_ascii().to_owned();
        self.all.push(Link { range, text, element, attribute });
    }
}

/// Calls `each` for the references of a document, resolved.
pub(crate) fn each(
    document: Records<'_>,
    base: Option<&Base>,
    links: impl FnOnce(&[u8]) -> Links,
    each: &mut dyn FnMut(&Located<'_>),
) {
    let find = |text: &str, outer: whole::Base| {
        let Links { all, base, wrong } = links(text.as_bytes());
        let mut found = Vec::with_capacity(all.len());
        let inner = base.as_ref().map_or_else(|| outer.clone(), |it| rebased(&it.text, &outer));
        if let Some(Link { range, text, .. }) = base {
            found.push(Found::iri(range, text, &outer));
        }
        found.extend(all.into_iter().map(|it| Found::iri(it.range, it.text, &inner)));
        found.extend(wrong.into_iter().map(|(range, message)| Found::Wrong(range, message)));
        found
    };
    whole::each(document, base, find, each);
}
