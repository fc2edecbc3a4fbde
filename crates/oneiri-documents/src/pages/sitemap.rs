//! Sitemaps and indexes of sitemaps: the text of each `<loc>` and of the like, and the `href` of each
//! link.

use std::ops::Range;

use super::link::Page;
use crate::format::Description;
use crate::links::Links;
use crate::whole::{self, rebased, resolve};
use crate::xml::{self, Attribute, Element, Node};

pub(crate) static SITEMAP: Description = Description {
    aliases: &["xml"],
    rewrites: true,
    links: true,
    ..Description::document("sitemap", "sitemaps", &["xml"], |it| Page::open(&SITEMAP, links, it))
};

/// The elements whose text is an address: of pages and sitemaps, of images and of videos.
const TEXTS: [&str; 4] = ["loc", "content_loc", "player_loc", "thumbnail_loc"];

fn links(document: &[u8]) -> Links {
    let is_text =
        |element: &Element<'_, '_>| TEXTS.iter().any(|it| it.eq_ignore_ascii_case(element.local));
    read(document, is_text, |element, it| element == "link" && it.name == "href")
}

/// The references of a document of XML: the texts of some elements, and some of the attributes.
pub(super) fn read(
    document: &[u8],
    is_text: impl Fn(&Element<'_, '_>) -> bool,
    is_reference: impl Fn(&str, &Attribute<'_>) -> bool,
) -> Links {
    let mut links = Links::default();
    let Ok(document) = std::str::from_utf8(document) else { return links };
    // The text of the element that is open, and the bytes that spell it.
    let mut open: Option<(String, Range<usize>, String)> = None;
    // The bases of the elements that are open, and whether another element than the root names it.
    let mut bases: Vec<(whole::Base, bool)> = Vec::new();
    let resolved = |text: &str, (base, inner): &(whole::Base, bool)| {
        if *inner { resolve(text.trim_ascii(), base) } else { text.to_owned() }
    };
    let wrong = xml::read(document, &mut |node| match node {
        Node::Start(element) => {
            let name = element.local.to_ascii_lowercase();
            let mut base = bases.last().cloned().unwrap_or_default();
            if let Some(it) = element.attributes.iter().find(|it| it.name == "xml:base") {
                let text = resolved(&it.text, &base);
                base = (rebased(&text, &base.0), !bases.is_empty());
                links.push(it.range.clone(), &text, &name, it.name);
                if !base.1 {
                    links.base = links.all.pop();
                }
            }
            for it in element.attributes.iter().filter(|it| is_reference(&name, it)) {
                links.push(it.range.clone(), &resolved(&it.text, &base), &name, it.name);
            }
            bases.push(base);
            open = is_text(element).then(|| (name, 0..0, String::new()));
        }
        Node::Text(range, text) => {
            if let Some((_, whole, all)) = &mut open {
                let start = if all.is_empty() { range.start } else { whole.start };
                *whole = start..range.end;
                all.push_str(text);
            }
        }
        Node::End => {
            let base = bases.pop().unwrap_or_default();
            let Some((name, range, text)) = open.take() else { return };
            let raw = document.get(range.clone()).unwrap_or_default();
            let start = range.start + raw.len() - raw.trim_ascii_start().len();
            let range = start..start + raw.trim_ascii().len();
            links.push(range, &resolved(&text, &base), &name, "");
        }
    });
    links.wrong = wrong;
    links
}
