//! Feeds: Atom (RFC 4287), RSS 1.0 and RSS 2.0 with the elements of Media RSS and of podcasts, and the
//! HTML and XHTML that they hold.

use super::elements::Text;
use crate::xml::Element;

/// The elements whose text is a reference.
const TEXTS: [&str; 9] = ["link", "guid", "comments", "docs", "url", "id", "icon", "logo", "uri"];

/// The elements of RSS whose text is a piece of HTML.
const HTML: [&str; 2] = ["description", "encoded"];

/// The elements of Atom whose text is one if their type is `html`.
const TYPED: [&str; 5] = ["content", "summary", "title", "subtitle", "rights"];

/// The attributes that hold one, and the elements where they do.
const ATTRIBUTES: [(&str, &[&str]); 4] = [
    ("href", &["link", "image", "category"]),
    ("url", &["enclosure", "source", "content", "thumbnail", "player"]),
    ("src", &["content"]),
    ("uri", &["generator"]),
];

pub(super) fn text_of(element: &Element<'_, '_>) -> Option<Text> {
    let attribute = |name: &str| element.attributes.iter().find(|it| it.name == name);
    let is = |name: &str, value: &str| attribute(name).is_some_and(|it| it.text == value);
    if TEXTS.contains(&element.local) {
        // The link of Atom holds no text, and not each identifier of RSS is a link.
        let is_other = attribute("href").is_some() || is("isPermaLink", "false");
        return (!is_other).then_some(Text::Reference);
    }
    let is_html = HTML.contains(&element.local)
        || TYPED.contains(&element.local) && (is("type", "html") || is("type", "text/html"));
    is_html.then_some(Text::Html)
}

pub(super) fn is_reference(element: &str, attribute: &str) -> bool {
    ATTRIBUTES.iter().any(|it| it.0 == attribute && it.1.contains(&element))
}
