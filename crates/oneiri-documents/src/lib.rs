#![doc = include_str!("../README.md")]
//! # Formats
//!
//! [`FORMATS`] lists them: lines, CSV, TSV and NDJSON, then N-Triples, N-Quads, Turtle, TriG, JSON-LD and
//! RDF/XML, then HTML, XHTML and SVG, sitemaps, feeds (Atom and RSS), headers of HTTP, and indexes of archives (CDXJ
//! and CDX). [`Archive`] reads the pages of an archive (WARC). A [`Description`] says what you can do with
//! a format. When a format can be read in pieces, [`Stretches`] divides the input into whole records.
//! [`unpack`] and [`skip_mark`] prepare it. The feature `parquet` adds the module `parquet`, which reads a column of Parquet files
//! and copies rows.

mod collected;
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
mod packed;
mod pages;
#[cfg(feature = "parquet")]
pub mod parquet;
mod rdf;
mod repair;
mod stretches;
mod table;
mod text;
mod whole;
mod xml;

pub use collected::Collected;
pub use divide::{Context, Divide, Divided, Passes, Records};
pub use ends::{Ends, State};
pub use error::{Error, utf8};
pub use escapes::has_scheme;
pub use format::{Description, Format, Selector, Unit};
pub use formats::{FORMATS, PARQUET, by_beginning, by_id, by_name, by_root, ending, no_list, other_root, wrong_header};
pub use lines::split_terminator;
pub use links::{Link, Links};
pub use located::{Located, Spelling};
pub use ndjson::Ndjson;
pub use options::{Base, Options};
pub use packed::{Packing, unpack};
pub use pages::archive::{Archive, Record};
pub use repair::certain_repair;
pub use stretches::{Stretches, TooLong, skip_mark};
pub use table::Table;
pub use text::Lines;
pub use whole::Place;
