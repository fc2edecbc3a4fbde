//! The references of pages in XML: sitemaps, feeds, XHTML and SVG. The element of the root says which
//! of these a document is, whatever the name of its file.

use std::borrow::Cow;
use std::ops::Range;

use encoding_rs::UTF_8;
use quick_xml::events::Event;

use super::elements::{Attribute, Element, Text};
use super::html::{self, Part, Place, is_ignored_base};
use super::link::{Page, finish};
use super::tree::Namespace;
use super::{encoding, feed, sitemap};
use crate::format::Description;
use crate::links::{Link, Links};
use crate::xml::{self, Node};

pub(crate) static FEED: Description = Description {
    aliases: &["atom", "rss"],
    links: true,
    ..Description::document("feed", "feeds", &["atom", "rss"], |it| {
        Page::open(&FEED, |bytes, label| links(bytes, label, Kind::Feed), it)
    })
};

pub(crate) static SITEMAP: Description = Description {
    aliases: &["xml"],
    rewrites: true,
    links: true,
    ..Description::document("sitemap", "sitemaps", &["xml"], |it| {
        Page::open(&SITEMAP, |bytes, label| links(bytes, label, Kind::Sitemap), it)
    })
};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Sitemap,
    Feed,
    /// A page of XHTML, or a picture in SVG.
    Page,
}

/// The kind of document that has this root, without its prefix.
fn kind_of(root: &str) -> Option<Kind> {
    Some(match root {
        "urlset" | "sitemapindex" => Kind::Sitemap,
        "rss" | "feed" | "entry" | "RDF" | "channel" => Kind::Feed,
        "html" | "svg" | "math" => Kind::Page,
        _ => return None,
    })
}

pub(crate) fn root(document: &[u8]) -> Option<Kind> {
    kind_of(&root_name(document)?)
}

/// The name of the root of a document, without its prefix, if no format here has this root.
pub(crate) fn other_root(document: &[u8]) -> Option<String> {
    root_name(document).filter(|name| kind_of(name).is_none())
}

fn root_name(document: &[u8]) -> Option<String> {
    let known = encoding::sniffed(document).or_else(|| encoding::of_declaration(document));
    let text = encoding::decode(document, known.unwrap_or(UTF_8));
    let mut reader = quick_xml::Reader::from_str(&text.text);
    loop {
        match reader.read_event() {
            Ok(Event::Start(tag) | Event::Empty(tag)) => {
                return std::str::from_utf8(tag.local_name().as_ref()).ok().map(str::to_owned);
            }
            Ok(Event::Text(text)) if !text.trim_ascii().is_empty() => return None,
            Ok(Event::Eof) | Err(_) => return None,
            Ok(_) => {}
        }
    }
}

pub(super) const XHTML: &str = "http://www.w3.org/1999/xhtml";
const SVG: &str = "http://www.w3.org/2000/svg";

/// The references of a document. Without a known root, it is of the `expected` kind.
pub(super) fn links(bytes: &[u8], label: Option<&str>, expected: Kind) -> Links {
    let known = encoding::sniffed(bytes).or_else(|| label.and_then(encoding::labeled));
    let known = known.or_else(|| encoding::of_declaration(bytes));
    let text = encoding::decode(bytes, known.unwrap_or(UTF_8));
    let document = &*text.text;
    let mut reading = Reading {
        document,
        kind: None,
        expected,
        unknown: None,
        links: Links::default(),
        bases: Vec::new(),
        open: None,
        has_base: false,
    };
    let mut wrong = xml::read(document, &mut |node| match node {
        Node::Start(element) => reading.start(element),
        Node::Text(range, text) => reading.text(range, text),
        Node::Refused => {
            if let Some(open) = &mut reading.open {
                open.refused = true;
            }
        }
        Node::End => reading.end(),
    });
    let Reading { mut links, unknown, .. } = reading;
    if let Some(damage) = text.damaged.first() {
        // The byte that takes the place of others is no character of XML.
        wrong.retain(|(range, _)| range.start != damage.start);
        let found = match bytes.get(damage.start) {
            Some(byte) if !text.is_copy => format!("the byte 0x{byte:02X}"),
            _ => "other bytes".to_owned(),
        };
        let message = format!("expected {}, found {found}", text.encoding.name());
        links.wrong.push((damage.clone(), message));
    }
    if let Some((range, root)) = unknown.filter(|_| links.all.is_empty() && links.wrong.is_empty()) {
        let advice = if root == "RDF" { "; to read it as RDF/XML, write: --format rdfxml" } else { "" };
        let message = format!(
            "expected <urlset>, <sitemapindex>, <rss>, <feed>, <html> or <svg> as the root, found \
             <{root}>, in which no reference was found{advice}"
        );
        links.wrong.push((range, message));
    }
    links.wrong.append(&mut wrong);
    if !links.wrong.is_empty() {
        // Characters that are not of XML are among what is wrong.
        let is_foreign = |c: char| c < ' ' && !matches!(c, '\t' | '\n' | '\r');
        links.all.retain(|link| !text.damaged.is_empty() || !link.text.contains(is_foreign));
    }
    links.all.sort_by_key(|link| link.range.start);
    finish(text, links)
}

/// An element whose text is a reference, or a document of HTML.
struct Open {
    name: String,
    is_html: bool,
    /// The bytes that spell the text, and whether they spell it as it is.
    range: Range<usize>,
    text: String,
    is_verbatim: bool,
    /// Whether a part of the text is not known, because it has an error.
    refused: bool,
}

struct Reading<'d> {
    document: &'d str,
    kind: Option<Kind>,
    expected: Kind,
    /// The root, if nobody knows it, or it may be that of another document.
    unknown: Option<(Range<usize>, String)>,
    links: Links,
    /// The numbers of the bases of the elements that are open.
    bases: Vec<Option<usize>>,
    open: Option<Open>,
    has_base: bool,
}

impl Reading<'_> {
    fn start(&mut self, element: &xml::Element<'_, '_>) {
        let kind = *self.kind.get_or_insert_with(|| {
            let kind = kind_of(element.local);
            // RSS 1.0 is RDF, and most other RDF is no feed.
            if kind.is_none() || element.local == "RDF" {
                let start = element.local.as_ptr().addr() - self.document.as_ptr().addr();
                let range = start..start + element.local.len();
                self.unknown = Some((range, element.local.to_owned()));
            }
            kind.unwrap_or(self.expected)
        });
        if let Some(open) = self.open.take().filter(|_| kind == Kind::Sitemap) {
            let start = element.local.as_ptr().addr() - self.document.as_ptr().addr();
            let message =
                format!("expected an address as the text of <{}>, found the element <{}>", open.name, element.local);
            self.links.wrong.push((start..start + element.local.len(), message));
        }
        let namespace = element.namespace.as_deref();
        // XHTML may be in other documents, too. Not so the links that sitemaps borrow from it.
        let html = match namespace {
            Some(XHTML) if kind != Kind::Sitemap => Some(Namespace::Html),
            Some(SVG) if kind != Kind::Sitemap => Some(Namespace::Svg),
            // A page without a namespace is data for a browser, but it was meant as a page.
            None if kind == Kind::Page => Some(Namespace::Html),
            _ => None,
        };
        let outer = self.bases.last().copied().unwrap_or_default();
        let base = if kind == Kind::Page { outer } else { self.rebased(element, outer) };
        self.bases.push(base);
        match html {
            Some(html) => self.page(element, html, base),
            None if kind == Kind::Page => {}
            None => self.data(element, kind, base),
        }
    }

    /// The base of an element, which `xml:base` names.
    fn rebased(&mut self, element: &xml::Element<'_, '_>, outer: Option<usize>) -> Option<usize> {
        let Some(it) = element.attributes.iter().find(|it| it.name == "xml:base" && !it.refused) else {
            return outer;
        };
        self.links.bases.push(Link::new(it.range.clone(), &it.text, [element.local, it.name], outer));
        Some(self.links.bases.len() - 1)
    }

    /// An element of XHTML or SVG.
    fn page(&mut self, element: &xml::Element<'_, '_>, html: Namespace, base: Option<usize>) {
        let attributes = element.attributes.iter().map(|it| Attribute {
            name: match it.namespace.as_deref() {
                Some("http://www.w3.org/1999/xlink") => format!("xlink:{}", it.local).into(),
                _ => Cow::Borrowed(it.name),
            },
            value: Cow::Borrowed(&*it.text),
            range: it.range.clone(),
            refused: it.refused,
        });
        let attributes = attributes.collect();
        let page = Element { namespace: html, name: element.local, attributes };
        page.references(self.document, base, &mut self.links);
        if html != Namespace::Html {
            return;
        }
        if let ("iframe", Some(it)) = (element.local, page.attribute("srcdoc")) {
            if it.value.contains('<') && !it.refused {
                let is_verbatim = self.document.get(it.range.clone()) == Some(&*it.value);
                self.part(it.value.clone().into_owned(), it.range.clone(), is_verbatim, base);
            }
        }
        let href = page.attribute("href").filter(|it| !it.refused);
        if let (Some(Kind::Page), "base", false, Some(it)) = (self.kind, element.local, self.has_base, href) {
            self.has_base = true;
            if !is_ignored_base(&it.value) {
                let number = self.links.bases.len();
                self.links.bases.push(Link::new(it.range.clone(), &it.value, ["base", "href"], None));
                // It holds for all of the page, and has no base that the page names.
                let inherits = |link: &&mut Link| link.base.is_none();
                let bases = self.links.bases[..number].iter_mut();
                let links = bases.chain(&mut self.links.all).filter(inherits);
                links.for_each(|link| link.base = Some(number));
                self.bases.iter_mut().for_each(|base| *base = base.or(Some(number)));
            }
        }
    }

    /// An element of a sitemap or a feed.
    fn data(&mut self, element: &xml::Element<'_, '_>, kind: Kind, base: Option<usize>) {
        let name = element.local.to_ascii_lowercase();
        let (is_attribute, text): (fn(&str, &str) -> bool, _) = match kind {
            Kind::Feed => (feed::is_reference, feed::text_of(element)),
            Kind::Sitemap | Kind::Page => (sitemap::is_reference, sitemap::text_of(element)),
        };
        let references = element.attributes.iter().filter(|it| is_attribute(&name, it.name));
        for it in references.filter(|it| !it.refused && !it.text.trim_ascii().is_empty()) {
            self.links.all.push(Link::new(it.range.clone(), &it.text, [&name, it.name], base));
        }
        self.open = text.map(|text| Open {
            name,
            is_html: text == Text::Html,
            range: 0..0,
            text: String::new(),
            is_verbatim: true,
            refused: false,
        });
    }

    fn text(&mut self, range: Range<usize>, text: &str) {
        let Some(open) = &mut self.open else { return };
        let raw = self.document.get(range.clone()).unwrap_or_default();
        // The brackets of CDATA are no text.
        let cdata = raw.strip_prefix("<![CDATA[").filter(|_| raw.len() == text.len() + 12);
        let (within, is_verbatim) = match cdata {
            Some(_) => (range.start + 9..range.end - 3, true),
            None => (range.clone(), raw == text),
        };
        let is_first = open.text.is_empty();
        open.is_verbatim = is_verbatim && is_first && open.is_verbatim || text.is_empty() && open.is_verbatim;
        let range = if open.is_html && is_first { within } else { range };
        let start = if is_first { range.start } else { open.range.start };
        open.range = start..range.end;
        open.text.push_str(text);
    }

    fn end(&mut self) {
        let base = self.bases.pop().unwrap_or_default();
        let Some(open) = self.open.take() else { return };
        if open.is_html {
            if open.text.contains('<') {
                self.part(open.text, open.range, open.is_verbatim, base);
            }
            return;
        }
        if open.refused || open.text.trim_ascii().is_empty() {
            return;
        }
        let raw = self.document.get(open.range.clone()).unwrap_or_default();
        let start = open.range.start + raw.len() - raw.trim_ascii_start().len();
        let range = start..start + raw.trim_ascii().len();
        self.links.all.push(Link::new(range, &open.text, [&open.name, ""], base));
    }

    /// Reads a document of HTML that is in this one.
    fn part(&mut self, text: String, range: Range<usize>, is_verbatim: bool, base: Option<usize>) {
        let place = if is_verbatim { Place::At(range.start) } else { Place::Within(range) };
        html::read(Part { text: Cow::Owned(text), place, base, depth: 1 }, &mut self.links);
    }
}
