//! The references of a page as identifiers of a document.

use std::ops::Range;

use crate::divide::Records;
use crate::format::{Description, Format};
use crate::links::{Link, Links};
use crate::located::Located;
use crate::options::{Base, Options};
use crate::whole::{self, Found, rebased};

use super::encoding::Text;

/// Finds the references of a document, whose encoding a header may name.
pub(crate) type Find = fn(&[u8], Option<&str>) -> Links;

/// A format of documents with references: how these are found, and how another text is spelled.
#[derive(Debug)]
pub(crate) struct Page {
    description: &'static Description,
    links: Find,
    base: Option<Base>,
    encoding: Option<String>,
}

impl Page {
    pub(crate) fn open(
        description: &'static Description,
        links: Find,
        options: Options,
    ) -> Box<dyn Format> {
        let Options { base, encoding, .. } = options;
        Box::new(Self { description, links, base, encoding })
    }
}

impl Format for Page {
    fn description(&self) -> &'static Description {
        self.description
    }

    fn links(&self, document: &[u8]) -> Links {
        (self.links)(document, self.encoding.as_deref())
    }

    fn each(&self, document: Records<'_>, each: &mut dyn FnMut(&Located<'_>)) {
        let Links { all, bases, wrong, text, .. } = self.links(document.bytes);
        let outer = self.base.clone().map(std::rc::Rc::new);
        let mut known: Vec<whole::Base> = Vec::with_capacity(bases.len());
        let mut found = Vec::with_capacity(bases.len() + all.len() + wrong.len());
        let of = |known: &[whole::Base], link: &Link| {
            link.base.and_then(|nth| known.get(nth).cloned()).unwrap_or_else(|| outer.clone())
        };
        let iri = |link: Link, base: &whole::Base| {
            if link.is_part {
                Found::part(link.range, link.text, base)
            } else {
                Found::iri(link.range, link.text, base)
            }
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
        found.extend(wrong.into_iter().map(|(range, message)| Found::Wrong(range, message)));
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
