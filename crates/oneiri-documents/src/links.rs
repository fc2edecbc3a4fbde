//! The references of a page, and the elements that hold them.

use std::ops::Range;

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
