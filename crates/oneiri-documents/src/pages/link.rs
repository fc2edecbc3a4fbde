//! The references of a page as identifiers of a document.

use crate::divide::Records;
use crate::format::{Base, Description, Format, Options};
use crate::links::{Link, Links};
use crate::located::Located;
use crate::whole::{self, Found, rebased};

/// A format of documents with references: how these are found, and how another text is spelled.
#[derive(Debug)]
pub(crate) struct Page {
    description: &'static Description,
    links: fn(&[u8]) -> Links,
    base: Option<Base>,
}

impl Page {
    pub(crate) fn open(
        description: &'static Description,
        links: fn(&[u8]) -> Links,
        options: Options,
    ) -> Box<dyn Format> {
        Box::new(Self { description, links, base: options.base })
    }
}

impl Format for Page {
    fn description(&self) -> &'static Description {
        self.description
    }

    fn links(&self, document: &[u8]) -> Links {
        (self.links)(document)
    }

    fn each(&self, document: Records<'_>, each: &mut dyn FnMut(&Located<'_>)) {
        let find = |text: &str, outer: whole::Base| {
            let Links { all, base, wrong } = self.links(text.as_bytes());
            let mut found = Vec::with_capacity(all.len());
            let inner = base.as_ref().map_or_else(|| outer.clone(), |it| rebased(&it.text, &outer));
            if let Some(Link { range, text, .. }) = base {
                found.push(Found::iri(range, text, &outer));
            }
            found.extend(all.into_iter().map(|it| Found::iri(it.range, it.text, &inner)));
            found.extend(wrong.into_iter().map(|(range, message)| Found::Wrong(range, message)));
            found
        };
        whole::each(document, self.base.as_ref(), find, each);
    }

    /// Only formats of XML are rewritten.
    fn spell(&self, text: &[u8], _: bool, out: &mut Vec<u8>) {
        let text = String::from_utf8_lossy(text);
        out.extend_from_slice(quick_xml::escape::escape(&*text).as_bytes());
    }
}
