//! Pages of XHTML and pictures in SVG, which are XML: `<title/>` is a whole element, and names keep
//! their case.

use super::link::Page;
use super::xml::{self, Kind};
use crate::format::Description;

pub(crate) static XHTML: Description = Description {
    aliases: &["svg"],
    links: true,
    ..Description::document("xhtml", "XHTML and SVG", &["xhtml", "xht", "svg"], |it| {
        Page::open(&XHTML, |bytes, label| xml::links(bytes, label, Kind::Page), it)
    })
};
