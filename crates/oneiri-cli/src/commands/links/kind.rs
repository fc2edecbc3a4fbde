//! The formats that `oneiri links` reads, and those of its table.

use std::path::Path;

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use oneiri_documents::{Description, FORMATS, by_id, ending};

/// A format with references, or an archive of such documents.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Document(&'static Description),
    /// An archive of pages (ISO 28500).
    Warc,
}

const WARC: &str = "warc";

impl Kind {
    /// The format that the name of a file says, with or without the ending of a packed file. A file
    /// with another name is a page.
    pub(super) fn of(path: &Path) -> Self {
        let ending = ending(path);
        let ends = |it: &&&Description| it.links && it.endings.contains(&ending.as_str());
        match FORMATS.iter().find(ends).copied().or_else(|| by_id("html")) {
            Some(format) if ending != WARC => Self::Document(format),
            _ => Self::Warc,
        }
    }

    /// Whether a file of a folder has this format by its name, or any with references if none is named.
    pub(super) fn names(file: &Path, named: Option<Self>) -> bool {
        let ending = ending(file);
        match named {
            Some(Self::Document(format)) => format.endings.contains(&ending.as_str()),
            Some(Self::Warc) => ending == WARC,
            None => {
                let has = |it: &&Description| it.links && it.endings.contains(&ending.as_str());
                ending == WARC || FORMATS.iter().any(has)
            }
        }
    }

    /// A parser of the names.
    pub(super) fn parser() -> impl TypedValueParser<Value = Self> {
        let named = |it: &&&Description| it.links;
        let values = FORMATS.iter().filter(named);
        let values = values.map(|it| PossibleValue::new(it.id).aliases(it.aliases));
        PossibleValuesParser::new(values.chain([PossibleValue::new(WARC)]))
            .map(|id| by_id(&id).map_or(Self::Warc, Self::Document))
    }
}

/// How a table is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Table {
    /// Comma-separated (RFC 4180)
    Csv,
    /// TABs between fields, no quotes
    Tsv,
}
