//! Feeds: Atom (RFC 4287) and RSS 2.0 with the elements of Media RSS and of podcasts.

use super::link::Page;
use super::sitemap::read;
use crate::format::Description;
use crate::links::Links;
use crate::xml;

pub(crate) static FEED: Description = Description {
    aliases: &["atom", "rss"],
    links: true,
    ..Description::document("feed", "feeds", &["atom", "rss"], |it| Page::open(&FEED, links, it))
};

/// The elements whose text is a reference.
const TEXTS: [&str; 9] = ["link", "guid", "comments", "docs", "url", "id", "icon", "logo", "uri"];

/// The attributes that hold one, and the elements where they do.
const ATTRIBUTES: [(&str, &[&str]); 4] = [
    ("href", &["link", "image", "category"]),
    ("url", &["enclosure", "source", "content", "thumbnail", "player"]),
    ("src", &["content"]),
    ("uri", &["generator"]),
];

fn links(document: &[u8]) -> Links {
    let is_text = |element: &xml::Element<'_, '_>| {
        let is_other = |it: &xml::Attribute<'_>| {
            // The link of Atom holds no text, and not each identifier of RSS is a link.
            it.name == "href" || it.name == "isPermaLink" && it.text == "false"
        };
        TEXTS.contains(&element.local) && !element.attributes.iter().any(is_other)
    };
    read(document, is_text, |element, attribute| {
        let holds = |it: &(&str, &[&str])| it.0 == attribute.name && it.1.contains(&element);
        ATTRIBUTES.iter().any(holds)
    })
}
