//! The list of formats. A new one has a file, and a line here.

use std::path::Path;

use crate::format::Description;
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

/// Turtle, if the first lines of a text are rather statements of it than URLs: a directive, or names between angle brackets that a
/// dot ends. Comments and blank lines are skipped.
///
/// ```
/// use oneiri_documents::by_beginning;
///
/// assert_eq!(by_beginning(b"@prefix e: <http://e/> .\n").map(|it| it.id), Some("turtle"));
/// assert!(by_beginning(b"http://h/\n<http://h/> .\n").is_none());
/// ```
#[must_use]
pub fn by_beginning(text: &[u8]) -> Option<&'static Description> {
    let mut lines = text.split(|byte| *byte == b'\n').take(FIRST).map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"#"))?;
    let begins = |word: &[u8]| first.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word));
    let is_directive = [&b"@prefix "[..], b"@base ", b"prefix ", b"base "].into_iter().any(begins);
    let words = first.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count();
    let is_statement = first.starts_with(b"<") && first.ends_with(b".") && words >= 4;
    (is_directive && first.contains(&b'<') || is_statement).then_some(&turtle::TURTLE)
}

/// How many lines are looked at.
const FIRST: usize = 100;

/// The ending of the name of a file, in small letters, without that of a packed file.
#[must_use]
pub fn ending(file: &Path) -> String {
    let of = |path: &Path| path.extension().and_then(|it| it.to_str()).map(str::to_ascii_lowercase).unwrap_or_default();
    let last = of(file);
    let packed = ["gz", "zst", "zstd"].contains(&last.as_str());
    if packed { of(Path::new(file.file_stem().unwrap_or_default())) } else { last }
}
