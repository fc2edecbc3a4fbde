//! The references of a page, and the elements that hold them.

use std::ops::Range;

/// A reference in a page, a feed or a header.
#[derive(Clone, Debug)]
pub struct Link {
    /// The bytes of the document that spell it; of [`Links::text`] if there is one.
    pub range: Range<usize>,
    /// The reference, without escapes, and without white space around it.
    pub text: String,
    /// The element that holds it, the header, or `url` of an index.
    pub element: String,
    /// The attribute that holds it; empty if it is the text of the element.
    pub attribute: String,
    /// The number of its base in [`Links::bases`]. `None` if it is resolved against the address of the
    /// document.
    pub base: Option<usize>,
    /// Whether the range spells more than this reference, so that another text cannot take its place.
    pub(crate) is_part: bool,
}

impl Link {
    /// A reference, without the white space before and after it, of an element and its attribute.
    pub(crate) fn new(range: Range<usize>, text: &str, [element, attribute]: [&str; 2], base: Option<usize>) -> Self {
        let (element, attribute) = (element.to_owned(), attribute.to_owned());
        Self { range, text: text.trim_ascii().to_owned(), element, attribute, base, is_part: false }
    }
}

/// The references of a document.
#[derive(Clone, Debug, Default)]
pub struct Links {
    /// All references, in their order.
    pub all: Vec<Link>,
    /// The bases that the document and its parts name. Each is a reference, too, whose own base has a
    /// smaller number. The base of a part of the document represents that part.
    pub bases: Vec<Link>,
    /// What could not be read: where, and what was expected there.
    pub wrong: Vec<(Range<usize>, String)>,
    /// The document in UTF-8, if it has another encoding. Places then count in this text.
    pub text: Option<String>,
    /// The name of the encoding, such as `windows-1251`, if it is not UTF-8.
    pub encoding: Option<&'static str>,
}

impl Links {
    /// Each reference and what it leads to, as `join` resolves a text against a base. `page` is the address of the document,
    /// and the bases that the document and its parts name are resolved, too. A base that `join` does not take counts as if it
    /// were not there, as in browsers.
    ///
    /// Browsers read more than RFC 3986 allows, such as spaces, so give the `join` of the URL Standard (`oneiri_whatwg::Url`) for
    /// pages, and that of RFC 3986 where what a browser repairs shall be found.
    ///
    /// ```
    /// use oneiri_documents::{Options, by_id};
    /// use oneiri_whatwg::Url;
    ///
    /// let page = br#"<base href="/docs/"><a href="my file.html">text</a>"#;
    /// let links = by_id("html").ok_or("no format")?.open(Options::default()).links(page);
    /// let address = Url::parse("https://example.org/")?;
    /// let mut all = links.resolved(&address, |base, text| base.join(text).ok());
    /// let (link, target) = all.pop().ok_or("no link")?;
    /// assert_eq!(&page[link.range.clone()], b"my file.html");
    /// assert_eq!(target.ok_or("no URL")?.href(), "https://example.org/docs/my%20file.html");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resolved<B: Clone>(&self, page: &B, join: impl Fn(&B, &str) -> Option<B>) -> Vec<(&Link, Option<B>)> {
        let mut bases: Vec<B> = Vec::with_capacity(self.bases.len());
        let outer = |link: &Link, bases: &[B]| link.base.and_then(|nth| bases.get(nth)).unwrap_or(page).clone();
        for link in &self.bases {
            let outer = outer(link, &bases);
            bases.push(join(&outer, &self.browser_text(&link.text)).unwrap_or(outer));
        }
        let target = |link: &Link| join(&outer(link, &bases), &self.browser_text(&link.text));
        self.all.iter().map(|link| (link, target(link))).collect()
    }
}
