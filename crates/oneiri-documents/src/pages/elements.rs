//! The references of the elements of HTML and SVG, which pages, XHTML and feeds share.

use std::borrow::Cow;
use std::ops::Range;

use super::lists;
use super::tree::Namespace;
use crate::links::{Link, Links};

pub(super) struct Element<'e> {
    pub(super) namespace: Namespace,
    /// The name without a prefix; that of an element of HTML in small letters.
    pub(super) name: &'e str,
    pub(super) attributes: Vec<Attribute<'e>>,
}

pub(super) struct Attribute<'e> {
    /// The name with its prefix.
    pub(super) name: Cow<'e, str>,
    /// The value, and the bytes between its quotes that spell it.
    pub(super) value: Cow<'e, str>,
    pub(super) range: Range<usize>,
    /// Whether the value is not known, because it has an error.
    pub(super) refused: bool,
}

/// The attributes of HTML that hold one reference, and the elements where they do.
const HTML: &[(&str, &[&str])] = &[
    ("href", &["a", "area", "link"]),
    ("src", &["img", "script", "iframe", "frame", "source", "video", "audio", "track", "embed", "input"]),
    ("action", &["form"]),
    ("formaction", &["button", "input"]),
    ("poster", &["video"]),
    ("data", &["object"]),
    ("cite", &["blockquote", "q", "del", "ins"]),
    ("longdesc", &["img", "iframe", "frame"]),
    ("background", &["body", "table", "td", "th", "tr"]),
    ("manifest", &["html"]),
];

/// Whether an attribute of HTML refers to the page itself by an empty value. For others, an empty value is no
/// reference.
fn may_be_empty(element: &str, attribute: &str) -> bool {
    match attribute {
        "action" | "formaction" | "cite" => true,
        "href" => matches!(element, "a" | "area"),
        _ => false,
    }
}

/// The elements of SVG whose `href` (or `xlink:href`, if there is no `href`) is a reference.
const SVG: &[&str] = &["a", "image", "use", "feimage", "script"];

impl<'e> Element<'e> {
    pub(super) fn attribute(&self, name: &str) -> Option<&Attribute<'e>> {
        self.attributes.iter().find(|it| it.name == name)
    }

    fn value(&self, name: &str) -> Option<&str> {
        self.attribute(name).map(|it| &*it.value)
    }

    /// Adds the references of the element, which are resolved against the base with this number.
    pub(super) fn references(&self, page: &str, base: Option<usize>, links: &mut Links) {
        match self.namespace {
            Namespace::Html => {
                for attribute in &self.attributes {
                    self.html(attribute, page, base, links);
                }
            }
            Namespace::Svg if SVG.iter().any(|it| it.eq_ignore_ascii_case(self.name)) => {
                let href = self.attribute("href").or_else(|| self.attribute("xlink:href"));
                if let Some(it) = href.filter(|it| !it.refused) {
                    links.all.push(Link::new(it.range.clone(), &it.value, [self.name, &it.name], base));
                }
            }
            Namespace::Svg | Namespace::MathMl => {}
        }
    }

    fn html(&self, it: &Attribute<'_>, page: &str, base: Option<usize>, links: &mut Links) {
        // The parser of HTML takes <image> for <img>.
        let name = if self.name == "image" { "img" } else { self.name };
        let parts = match (name, &*it.name) {
            ("img" | "source", "srcset") | ("link", "imagesrcset") => lists::srcset(&it.value),
            ("a" | "area", "ping") => lists::words(&it.value),
            ("meta", "content") => {
                let equiv = self.value("http-equiv");
                if !equiv.is_some_and(|it| it.eq_ignore_ascii_case("refresh")) {
                    return;
                }
                lists::refresh(&it.value).into_iter().collect()
            }
            (name, attribute) => {
                let is = |entry: &&(&str, &[&str])| entry.0 == attribute && entry.1.contains(&name);
                let is_reference = HTML.iter().any(|entry| is(&entry));
                let is_empty = it.value.trim_ascii().is_empty() && !may_be_empty(name, attribute);
                if is_reference && !is_empty && !it.refused {
                    links.all.push(Link::new(it.range.clone(), &it.value, [name, attribute], base));
                }
                return;
            }
        };
        if it.refused {
            return;
        }
        // Without references to characters, the parts are in the page as they are.
        let whole = &it.range;
        let same = page.get(whole.clone()) == Some(&*it.value);
        for part in parts {
            let range = if same { whole.start + part.start..whole.start + part.end } else { whole.clone() };
            let text = it.value.get(part).unwrap_or_default();
            links.all.push(Link { is_part: !same, ..Link::new(range, text, [name, &it.name], base) });
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Text {
    Reference,
    /// A document of HTML, with escapes of XML.
    Html,
}
