//! The references of a page as identifiers of a document.

use std::ops::Range;
use std::sync::Arc;

use crate::divide::{Divide, Records, Whole, WholeLines};
use crate::format::{Description, Format};
use crate::links::{Link, Links};
use crate::located::Located;
use crate::options::{Base, Options};
use crate::whole::{self, Found, rebased};

use super::encoding::Text;

/// Finds the references of a document, whose encoding a header may name; of an index, the fields that its first line
/// names.
pub(crate) type Find = fn(&[u8], Option<&str>) -> Links;

/// The line at the beginning of a document that says what the others mean.
pub(crate) type Names = fn(&[u8]) -> Option<Arc<str>>;

/// A format of documents with references: how these are found, and how another text is spelled.
#[derive(Debug)]
pub(crate) struct Page {
    description: &'static Description,
    links: Find,
    base: Option<Base>,
    encoding: Option<String>,
    /// Whether it is divided by its lines.
    lines: Option<Names>,
}

impl Page {
    /// A format whose lines are read one after the other, so that a long document needs no more memory than a short one.
    pub(crate) fn lines(
        description: &'static Description,
        links: Find,
        names: Names,
        base: Option<Base>,
    ) -> Box<dyn Format> {
        Box::new(Self { description, links, base, encoding: None, lines: Some(names) })
    }

    pub(crate) fn open(description: &'static Description, links: Find, options: Options) -> Box<dyn Format> {
        let Options { base, encoding, .. } = options;
        Box::new(Self { description, links, base, encoding, lines: None })
    }
}

impl Format for Page {
    fn description(&self) -> &'static Description {
        self.description
    }

    fn divider(&self, column: usize) -> Box<dyn Divide> {
        match self.lines {
            Some(names) => Box::new(WholeLines { column, named: None, names, seen: 0 }),
            None => Box::new(Whole { column }),
        }
    }

    fn links_in(&self, document: Records<'_>) -> Links {
        let named = document.context.named.as_deref();
        (self.links)(document.bytes, named.or(self.encoding.as_deref()))
    }

    fn each(&self, document: Records<'_>, each: &mut dyn FnMut(&Located<'_>)) {
        let Links { all, bases, wrong, text, .. } = self.links_in(document);
        let outer = self.base.clone().map(std::rc::Rc::new);
        let mut known: Vec<whole::Base> = Vec::with_capacity(bases.len());
        let mut found = Vec::with_capacity(bases.len() + all.len() + wrong.len());
        let of = |known: &[whole::Base], link: &Link| {
            link.base.and_then(|nth| known.get(nth).cloned()).unwrap_or_else(|| outer.clone())
        };
        let iri = |link: Link, base: &whole::Base| {
            let found = if link.is_part { Found::part } else { Found::iri };
            found(link.range, link.text, base)
        };
        for link in bases {
            let base = of(&known, &link);
            known.push(rebased(&link.text, &base));
            found.push(iri(link, &base));
        }
        for link in all {
            let base = of(&known, &link);
            found.push(iri(link, &base));
        }
        found.extend(wrong.into_iter().map(|(range, message)| Found::wrong(range, message)));
        let bytes = text.as_ref().map_or(document.bytes, |text| text.as_bytes());
        whole::give_all(Records { bytes, ..document }, found, each);
    }

    /// Only formats of XML are rewritten.
    fn spell(&self, text: &[u8], _: bool, out: &mut Vec<u8>) {
        let text = String::from_utf8_lossy(text);
        out.extend_from_slice(quick_xml::escape::escape(&*text).as_bytes());
    }
}

/// The references that were found in a text, without those that have damaged characters, which are
/// errors.
pub(super) fn finish(text: Text<'_>, mut links: Links) -> Links {
    if !text.damaged.is_empty() {
        let name = text.encoding.name();
        let mut refuse = |range: &Range<usize>| {
            let is_damaged = text.is_damaged(range);
            if is_damaged {
                let message = format!(
                    "expected text in {name}, which the document declares or which is the default, \
                     found other bytes in this reference"
                );
                links.wrong.push((range.clone(), message));
            }
            !is_damaged
        };
        links.all.retain(|link| refuse(&link.range));
        for link in &links.bases {
            refuse(&link.range);
        }
    }
    if text.is_copy {
        links.encoding = Some(text.encoding.name());
        links.text = Some(text.text.into_owned());
    }
    links
}
