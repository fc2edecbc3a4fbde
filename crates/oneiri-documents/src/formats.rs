//! The list of formats. A new one has a file, and a line here.

use std::path::Path;

use crate::format::{Description, Selector, Unit};
use crate::pages::xml::{FEED, Kind, SITEMAP, root};
use crate::pages::{headers, html, index, xhtml};
use crate::rdf::{jsonld, ntriples, turtle, xml};
use crate::{ndjson, table, text};

/// All formats.
pub static FORMATS: &[&Description] = &[
    &text::LINES,
    &table::CSV,
    &table::TSV,
    &ndjson::NDJSON,
    &ntriples::NTRIPLES,
    &ntriples::NQUADS,
    &turtle::TURTLE,
    &turtle::TRIG,
    &jsonld::JSONLD,
    &xml::RDFXML,
    &html::HTML,
    &xhtml::XHTML,
    &SITEMAP,
    &FEED,
    &headers::HEADERS,
    &index::CDXJ,
];

/// Parquet, which is not in [`FORMATS`], because its files are no text. With the feature `parquet`, `parquet::Rows` reads them, and
/// without it, a program can still recognize their names. The format that [`open`](Description::open) gives reads lines.
pub static PARQUET: Description = Description {
    selector: Selector::Column,
    ..Description::new("parquet", "Parquet", &["parquet"], Unit::Record, |_| Box::new(text::Lines::default()))
};

/// The format with this name, such as `nt` or `ntriples`.
#[must_use]
pub fn by_id(id: &str) -> Option<&'static Description> {
    FORMATS.iter().copied().find(|it| it.id == id || it.aliases.contains(&id))
}

/// The format that the name of a file says, with or without the ending of a packed file.
///
/// ```
/// use oneiri_documents::by_name;
///
/// assert_eq!(by_name("dump.nt.gz".as_ref()).map(|it| it.name), Some("N-Triples"));
/// assert!(by_name("links.txt".as_ref()).is_none());
/// ```
#[must_use]
pub fn by_name(file: &Path) -> Option<&'static Description> {
    let ending = ending(file);
    FORMATS.iter().copied().find(|it| it.endings.contains(&ending.as_str()))
}

/// The format of a document of XML that is a sitemap or a feed, by the element of its root.
///
/// ```
/// use oneiri_documents::by_root;
///
/// assert_eq!(by_root(b"<rss><channel/></rss>").map(|it| it.id), Some("feed"));
/// assert!(by_root(b"<p>text</p>").is_none());
/// ```
#[must_use]
pub fn by_root(document: &[u8]) -> Option<&'static Description> {
    match root(document)? {
        Kind::Sitemap => Some(&SITEMAP),
        Kind::Feed => Some(&FEED),
        Kind::Page => None,
    }
}

/// The ending of the name of a file, in small letters, without that of a packed file.
#[must_use]
pub fn ending(file: &Path) -> String {
    let of = |path: &Path| path.extension().and_then(|it| it.to_str()).map(str::to_ascii_lowercase).unwrap_or_default();
    let last = of(file);
    let packed = ["gz", "zst", "zstd"].contains(&last.as_str());
    if packed { of(Path::new(file.file_stem().unwrap_or_default())) } else { last }
}
