//! docs

mod divide;
mod ends;
mod error;
mod escapes;
mod fields;
mod format;
mod formats;
mod lines;
mod located;
mod ndjson;
mod pages;
mod rdf;
mod records;
mod table;
mod whole;
mod xml;

pub use divide::{Context, Divide, Divided};
pub use ends::{Ends, State};
pub use error::{Error, utf8};
pub use escapes::has_scheme;
pub use format::{Base, Description, Format, Options, Passes, Records, Selector, Unit};
pub use formats::{FORMATS, by_id, by_name, ending};
pub use lines::{Lines, split_terminator};
pub use located::{Located, Spelling};
pub use ndjson::Ndjson;
pub use pages::archive::{Archive, Record};
pub use pages::link::{Link, Links};
pub use table::Table;
pub use whole::Place;
