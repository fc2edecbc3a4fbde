//! The options that say what the records of files are, and where in them the identifiers stand.

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use oneiri_documents::{Base, Description, Options, Selector, ending};

use crate::commands::shared::usage::UsageError;
use crate::input::format::{self, Format, PARQUET};
use crate::input::parquet;
use crate::output::escape;

#[derive(clap::Args)]
pub(crate) struct Columns {
    /// text, csv, tsv, ndjson, parquet, nt, nq, turtle, trig,
    /// jsonld, rdfxml, html, sitemap, feed, headers or
    /// cdxj; else by the name
    #[arg(long, value_name = "FORMAT", hide_possible_values = true, verbatim_doc_comment,
        value_parser = by_id())]
    format: Option<&'static Description>,

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

/// A format by its name.
pub(crate) fn by_id() -> impl TypedValueParser<Value = &'static Description> {
    let values = format::all().map(|it| PossibleValue::new(it.id).aliases(it.aliases));
    PossibleValuesParser::new(values).try_map(|id| {
        let named = |it: &&Description| it.id == id || it.aliases.contains(&id.as_str());
        format::all().find(named).ok_or("expected a format")
    })
}

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
        base: Option<Base>,
    ) -> Result<(Format, Option<String>), UsageError> {
        let conflict = |message: &str| Err(UsageError::conflict(message));
        let (named, told) = match self.format {
            Some(format) => (Some(format), None),
            None => self.by_name(files)?,
        };
        if self.delimiter.is_some() && named.is_none_or(|it| it.id != "csv") {
            return conflict("--delimiter is for --format csv");
        }
        let selector = named.map_or(Selector::None, |it| it.selector);
        let selected = match (selector, self.column.clone(), self.field.clone()) {
            (Selector::None, None, None) => String::new(),
            (Selector::Column, Some(name), None) | (Selector::Field, None, Some(name)) => name,
            _ => {
                return conflict(
                    "--format csv, tsv and parquet need --column, --format ndjson needs --field, \
                     and no other format takes them",
                );
            }
        };
        if base.is_some() && !named.is_some_and(|it| it.base) {
            return conflict(
                "--base is for Turtle, TriG, JSON-LD, RDF/XML, pages and feeds; for lines, see \
                 `oneiri resolve`",
            );
        }
        let Some(named) = named else { return Ok((Format::lines(), told)) };
        if named.id == PARQUET.id {
            return match parquet::Columns::new(selected, into) {
                Some(columns) => Ok((Format::rows(columns), told)),
                None => conflict("this build has no Parquet: install it with --features parquet"),
            };
        }
        let options = Options { selected, added: into, delimiter: self.delimiter, base };
        Ok((Format::new((named.open)(options)), told))
    }

    /// The format that the names of the files say, and how this is told. `None` stands for lines.
    fn by_name(
        &self,
        files: &[PathBuf],
    ) -> Result<(Option<&'static Description>, Option<String>), UsageError> {
        let Some((first, rest)) = files.split_first() else { return Ok((None, None)) };
        let (name, format) = (escape::path(first), by_name(first));
        let id = |it: Option<&Description>| it.map(|it| it.id);
        if let Some(other) = rest.iter().find(|other| id(by_name(other)) != id(format)) {
            let other = escape::path(other);
            return Err(UsageError::conflict(&format!(
                "{name} and {other} look like different formats; say --format"
            )));
        }
        let Some(format) = format else { return Ok((None, None)) };
        let (told, option) = (format.name, option(format));
        if !option.is_empty() && self.column.is_none() && self.field.is_none() {
            let option = option.trim_end_matches(" NAME").trim();
            return Err(UsageError::conflict(&format!(
                "{name} is {told} by its name, and needs {option}; --format text reads its lines"
            )));
        }
        Ok((Some(format), Some(format!("{name}: read as {told}, by its name"))))
    }
}

/// The option that commands need to read a format.
fn option(format: &Description) -> &'static str {
    match format.selector {
        Selector::Column => " --column NAME",
        Selector::Field => " --field NAME",
        Selector::None => "",
    }
}

/// The format of a file by its name, if that is a format other than lines.
pub(crate) fn by_name(file: &Path) -> Option<&'static Description> {
    let ending = ending(file);
    format::all().find(|it| it.endings.contains(&ending.as_str()))
}

/// The same with its name and the option that commands need for it, unless it is a page or the like.
pub(crate) fn other_name(file: &Path) -> Option<(&'static str, &'static str)> {
    by_name(file).filter(|it| !it.links).map(|it| (it.name, option(it)))
}
