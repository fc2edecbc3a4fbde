//! The options that say what the records of files are, and where in them the identifiers stand.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::commands::shared::usage::UsageError;
use crate::input::document::Document;
use crate::input::format::Format;
use crate::input::parquet;
use crate::input::rdf::whole;
use crate::input::table::Table;
use crate::output::escape;

#[derive(clap::Args)]
pub(crate) struct Columns {
    /// text, csv, tsv, ndjson, parquet, nt, nq, turtle,
    /// trig, jsonld or rdfxml; else by the name
    #[arg(long, value_name = "FORMAT", hide_possible_values = true, verbatim_doc_comment)]
    format: Option<Kind>,

    /// The column of identifiers, by its name (csv, tsv, parquet)
    #[arg(long, value_name = "NAME")]
    column: Option<String>,

    /// The field of identifiers, such as url or page.url (ndjson)
    #[arg(long, value_name = "NAME")]
    field: Option<String>,

    /// The character between fields, if it is not a comma (csv)
    #[arg(long, value_name = "CHAR", value_parser = delimiter)]
    delimiter: Option<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// One identifier on each line
    Text,
    /// Comma-separated (RFC 4180), with a header; see --column
    Csv,
    /// TABs between fields, no quotes, a header; see --column
    Tsv,
    /// One JSON object on each line; see --field
    Ndjson,
    /// Parquet; see --column (feature `parquet`)
    Parquet,
    /// N-Triples, of which each IRI is read
    #[value(name = "nt", alias = "ntriples")]
    NTriples,
    /// N-Quads, of which each IRI is read
    #[value(name = "nq", alias = "nquads")]
    NQuads,
    /// Turtle, of which each IRI is read
    #[value(alias = "ttl")]
    Turtle,
    /// TriG, of which each IRI is read
    #[value(name = "trig")]
    TriG,
    /// JSON-LD, of which each IRI is read
    #[value(name = "jsonld")]
    JsonLd,
    /// RDF/XML, of which each IRI is read
    #[value(name = "rdfxml")]
    RdfXml,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Text => "lines",
            Self::Csv => "CSV",
            Self::Tsv => "TSV",
            Self::Ndjson => "NDJSON",
            Self::Parquet => "Parquet",
            Self::NTriples => "N-Triples",
            Self::NQuads => "N-Quads",
            Self::Turtle => "Turtle",
            Self::TriG => "TriG",
            Self::JsonLd => "JSON-LD",
            Self::RdfXml => "RDF/XML",
        }
    }
}

/// The endings of names by which the format of a file is known.
const ENDINGS: [(&str, Kind); 12] = [
    ("csv", Kind::Csv),
    ("tsv", Kind::Tsv),
    ("ndjson", Kind::Ndjson),
    ("jsonl", Kind::Ndjson),
    ("parquet", Kind::Parquet),
    ("nt", Kind::NTriples),
    ("nq", Kind::NQuads),
    ("ttl", Kind::Turtle),
    ("trig", Kind::TriG),
    ("jsonld", Kind::JsonLd),
    ("rdf", Kind::RdfXml),
    ("owl", Kind::RdfXml),
];

/// The endings that a packed file has behind that of its format.
const PACKED: [&str; 3] = ["gz", "zst", "zstd"];

fn delimiter(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"\\t" => Ok(b'\t'),
        [byte] if !matches!(byte, b'"' | b'\n' | b'\r') => Ok(*byte),
        _ => Err("expected one character of ASCII, or \\t".to_owned()),
    }
}

impl Columns {
    /// Whether the format is named, and does not follow from the names of files.
    pub(crate) fn is_named(&self) -> bool {
        self.format.is_some()
    }

    /// The format of the files, and what to tell if it follows from their names. `into` is the name
    /// of the column or field that the output adds.
    pub(crate) fn format(
        &self,
        files: &[PathBuf],
        into: Option<String>,
    ) -> Result<(Format, Option<String>), UsageError> {
        let (kind, told) = match self.format {
            Some(kind) => (kind, None),
            None => self.by_name(files)?,
        };
        let (column, field) = (self.column.clone(), self.field.clone());
        if self.delimiter.is_some() && kind != Kind::Csv {
            return Err(UsageError::conflict("--delimiter is for --format csv"));
        }
        let delimiter = self.delimiter.unwrap_or(b',');
        let whole = |kind| Format::Whole { kind, base: None };
        let turtle = |trig| Format::Turtle { trig, start: Box::default() };
        let format = match (kind, column, field) {
            (Kind::Text, None, None) => Format::Text,
            (Kind::NTriples, None, None) => Format::Statements { quads: false },
            (Kind::NQuads, None, None) => Format::Statements { quads: true },
            (Kind::Turtle, None, None) => turtle(false),
            (Kind::TriG, None, None) => turtle(true),
            (Kind::JsonLd, None, None) => whole(whole::Kind::JsonLd),
            (Kind::RdfXml, None, None) => whole(whole::Kind::RdfXml),
            (Kind::Csv, Some(column), None) => {
                Format::Table(Table::csv(delimiter, column).into(into))
            }
            (Kind::Tsv, Some(column), None) => Format::Table(Table::tsv(column).into(into)),
            (Kind::Ndjson, None, Some(field)) => Format::Ndjson(Document::new(field).into(into)),
            (Kind::Parquet, Some(column), None) => match parquet::Columns::new(column, into) {
                Some(columns) => Format::Rows(Box::new(columns)),
                None => {
                    return Err(UsageError::conflict(
                        "this build has no Parquet: install it with --features parquet",
                    ));
                }
            },
            _ => {
                return Err(UsageError::conflict(
                    "--format csv, tsv and parquet need --column, --format ndjson needs --field, \
                     and no other format takes them",
                ));
            }
        };
        Ok((format, told))
    }

    /// The format that the names of the files say, and how this is told.
    fn by_name(&self, files: &[PathBuf]) -> Result<(Kind, Option<String>), UsageError> {
        let mut kinds = files.iter().map(|file| (file, kind_of(file)));
        let Some((first, kind)) = kinds.next() else { return Ok((Kind::Text, None)) };
        let name = escape::path(first);
        if let Some((other, _)) = kinds.find(|(_, other)| *other != kind) {
            let other = escape::path(other);
            return Err(UsageError::conflict(&format!(
                "{name} and {other} look like different formats; say --format"
            )));
        }
        if kind == Kind::Text {
            return Ok((kind, None));
        }
        let told = kind.name();
        let is_rdf = matches!(
            kind,
            Kind::NTriples | Kind::NQuads | Kind::Turtle | Kind::TriG | Kind::JsonLd | Kind::RdfXml
        );
        let option = if kind == Kind::Ndjson { "--field" } else { "--column" };
        if !is_rdf && self.column.is_none() && self.field.is_none() {
            return Err(UsageError::conflict(&format!(
                "{name} is {told} by its name, and needs {option}; --format text reads its lines"
            )));
        }
        Ok((kind, Some(format!("{name}: read as {told}, by its name"))))
    }
}

/// The format of a file by its name, if that is a format other than lines, and the option that
/// commands with columns need for it.
pub(crate) fn other_name(file: &Path) -> Option<(&'static str, &'static str)> {
    let kind = kind_of(file);
    let option = match kind {
        Kind::Text => return None,
        Kind::Csv | Kind::Tsv | Kind::Parquet => " --column NAME",
        Kind::Ndjson => " --field NAME",
        _ => "",
    };
    Some((kind.name(), option))
}

fn kind_of(file: &Path) -> Kind {
    let ending = |path: &Path| {
        path.extension().and_then(|it| it.to_str()).map(str::to_ascii_lowercase).unwrap_or_default()
    };
    let stem = PathBuf::from(file.file_stem().unwrap_or_default());
    let last = ending(file);
    let last = if PACKED.contains(&last.as_str()) { ending(&stem) } else { last };
    ENDINGS.iter().find(|(name, _)| *name == last).map_or(Kind::Text, |(_, kind)| *kind)
}
