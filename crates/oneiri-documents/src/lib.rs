//! Finds URIs and IRIs in documents.
//!
//! A [`Format`] finds the identifiers of a document. For each it gives the position and the identifier
//! itself: escapes are decoded, prefixes are expanded, and it is resolved against the base. If the
//! document cannot be read there, it gives the error instead. All formats read a document to its end,
//! whatever is wrong with it, in linear time and without recursion, so you can give them documents of
//! strangers. No format opens a file or starts a thread.
//!
//! # Every IRI of a text
//!
//! ```
//! use oneiri_documents::{Options, by_id};
//!
//! let turtle = b"@base <http://example.org/> .\n<a> <b> <c d> .\n";
//! let format = by_id("turtle").unwrap().open(Options::default());
//! let mut found = Vec::new();
//! format.read(turtle, &mut |it| {
//!     let place = it.in_line(0..it.text.len());
//!     found.push((it.number, place, String::from_utf8_lossy(it.text).into_owned()));
//! })?;
//! assert_eq!(
//!     found,
//!     [
//!         (1, 7..26, "http://example.org/".to_owned()),
//!         (2, 1..2, "http://example.org/a".to_owned()),
//!         (2, 5..6, "http://example.org/b".to_owned()),
//!         // An invalid reference has no base: it stays as it is.
//!         (2, 9..12, "c d".to_owned()),
//!     ]
//! );
//! # Ok::<(), oneiri_documents::Error>(())
//! ```
//!
//! # The element that holds a reference of a page
//!
//! ```
//! use oneiri_documents::{Options, by_id};
//!
//! let page = br#"<base href="/d/"><a href="x?a&amp;b">"#;
//! let links = by_id("html").unwrap().open(Options::default()).links(page);
//! let link = &links.all[0];
//! assert_eq!((&*link.text, &*link.element, &*link.attribute), ("x?a&b", "a", "href"));
//! assert_eq!(&page[link.range.clone()], b"x?a&amp;b");
//! assert_eq!(links.bases[0].text, "/d/");
//! ```
//!
//! # Tables, and other texts instead of identifiers
//!
//! ```
//! use oneiri_documents::{Format, Table};
//!
//! let csv = Table::csv(b',', "url".to_owned());
//! csv.header(b"name,url")?;
//! let (place, text) = csv.find(b"a,http://h/b")?;
//! assert_eq!((place.clone(), &*text), (2..12, &b"http://h/b"[..]));
//! let mut record = b"a,".to_vec();
//! csv.spell(b"http://h/b,c", false, &mut record);
//! assert_eq!(record, b"a,\"http://h/b,c\"");
//! # Ok::<(), oneiri_documents::Error>(())
//! ```
//!
//! # Formats
//!
//! [`FORMATS`] lists them: lines, CSV, TSV and NDJSON, then N-Triples, N-Quads, Turtle, TriG, JSON-LD and
//! RDF/XML, then HTML, XHTML and SVG, sitemaps, feeds (Atom and RSS), headers of HTTP, and indexes of archives (CDXJ
//! and CDX). [`Archive`] reads the pages of an archive (WARC). A [`Description`] says what you can do with
//! a format. When a format can be read in pieces, [`Format::divider`] divides the input into whole records.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod divide;
mod each;
mod ends;
mod error;
mod escapes;
mod fields;
mod format;
mod formats;
mod json_path;
mod lines;
mod links;
mod located;
mod ndjson;
mod options;
mod pages;
mod rdf;
mod table;
mod text;
mod whole;
mod xml;

pub use divide::{Context, Divide, Divided, Passes, Records};
pub use ends::{Ends, State};
pub use error::{Error, utf8};
pub use escapes::has_scheme;
pub use format::{Description, Format, Selector, Unit};
pub use formats::{FORMATS, by_id, by_name, by_root, ending};
pub use lines::split_terminator;
pub use links::{Link, Links};
pub use located::{Located, Spelling};
pub use ndjson::Ndjson;
pub use options::{Base, Options};
pub use pages::archive::{Archive, Record};
pub use table::Table;
pub use text::Lines;
pub use whole::Place;
