//! Sitemaps and indexes of sitemaps: the text of each `<loc>` and of the like, and the `href` of each
//! link.

use super::elements::Text;
use crate::xml::Element;

/// The elements whose text is an address: of pages and sitemaps, of images and of videos.
const TEXTS: [&str; 4] = ["loc", "content_loc", "player_loc", "thumbnail_loc"];

pub(super) fn text_of(element: &Element<'_, '_>) -> Option<Text> {
    let is_text = TEXTS.iter().any(|it| it.eq_ignore_ascii_case(element.local));
    is_text.then_some(Text::Reference)
}

pub(super) fn is_reference(element: &str, attribute: &str) -> bool {
    element == "link" && attribute == "href"
}
