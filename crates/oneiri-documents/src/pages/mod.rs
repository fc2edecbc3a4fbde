//! Finds what pages, sitemaps, feeds, headers of HTTP, archives and their indexes refer to.

pub(crate) mod archive;
mod body;
mod elements;
mod encoding;
pub(crate) mod feed;
pub(crate) mod headers;
pub(crate) mod html;
pub(crate) mod index;
pub(crate) mod link;
mod lists;
pub(crate) mod sitemap;
mod tree;
pub(crate) mod xhtml;
pub(crate) mod xml;
