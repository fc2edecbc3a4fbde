//! Registers files as tables.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::error::{DataFusionError, Result};
use datafusion::prelude::{CsvReadOptions, JsonReadOptions, ParquetReadOptions, SessionContext};

use crate::{Error, Open, fault, lines};

/// Registers each file under its name, and a single file also as `input`.
pub(crate) async fn register(
    context: &SessionContext,
    files: &[PathBuf],
    open: Open,
) -> Result<(), Error> {
    let mut names: Vec<String> = Vec::new();
    for path in files {
        let name = name(path);
        let shown = shown(path);
        if names.contains(&name) {
            let message = format!("{shown}: expected another name, found two tables {name}");
            return Err(Error::Failed(message));
        }
        let failed = |error: &dyn std::fmt::Display| Error::Failed(format!("{shown}: {error}"));
        if path != Path::new("-") {
            let there = File::open(path).and_then(|file| file.metadata());
            let there = there.map_err(|error| failed(&error))?;
            if there.is_dir() {
                return Err(failed(&"expected a file, found a folder"));
            }
        }
        let told = |error: DataFusionError| failed(&fault::said(&error));
        table(context, &name, path, open).await.map_err(told)?;
        if files.len() == 1 && name != "input" {
            let table = context.table_provider(name.as_str()).await.map_err(told)?;
            context.register_table("input", table).map_err(told)?;
        }
        names.push(name);
    }
    Ok(())
}

/// The name of a file in messages: its path, or `stdin` for `-`.
pub(crate) fn shown(path: &Path) -> String {
    if path == Path::new("-") { "stdin".to_owned() } else { path.to_string_lossy().into_owned() }
}

/// The name of a table: `pages_2024` for `pages-2024.csv.gz`.
fn name(path: &Path) -> String {
    if path == Path::new("-") {
        return "input".to_owned();
    }
    let file = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let (stem, _, _) = endings(&file);
    let plain = |c: char| if c.is_alphanumeric() { c } else { '_' };
    let name: String = stem.to_lowercase().chars().map(plain).collect();
    // A name of a table begins with a letter or `_`.
    if name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        name
    } else {
        format!("_{name}")
    }
}

/// Splits a file name into its stem and its ending, and says how the file is packed.
fn endings(file: &str) -> (&str, &str, FileCompressionType) {
    let (file, packed) = match file.rsplit_once('.') {
        Some((file, "gz")) => (file, FileCompressionType::GZIP),
        Some((file, "zst")) => (file, FileCompressionType::ZSTD),
        _ => (file, FileCompressionType::UNCOMPRESSED),
    };
    // A name such as `.links` has no ending.
    match file.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()) {
        Some((stem, ending)) => (stem, ending, packed),
        None => (file, "", packed),
    }
}

async fn table(context: &SessionContext, name: &str, path: &Path, open: Open) -> Result<()> {
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let lower = file.to_ascii_lowercase();
    let (stem, ending, packed) = endings(&lower);
    // Everything behind the stem, in its original case, because DataFusion compares it with the
    // name of the file.
    let extension = file.get(stem.len()..).unwrap_or_default();
    let table = |delimiter| {
        CsvReadOptions::new()
            .delimiter(delimiter)
            .file_extension(extension)
            .file_compression_type(packed)
            .newlines_in_values(true)
            // No types are inferred, so that 007 stays text.
            .schema_infer_max_records(0)
    };
    match ending {
        "csv" => context.register_csv(name, url(path)?, table(b',')).await,
        // The NUL byte does not occur in text, so nothing is quoted.
        "tsv" => context.register_csv(name, url(path)?, table(b'\t').quote(0)).await,
        "ndjson" | "jsonl" => {
            // The whole file is read to infer its fields, because a field may occur only in a late
            // line.
            let mut options =
                JsonReadOptions::default().file_extension(extension).file_compression_type(packed);
            options.schema_infer_max_records = usize::MAX;
            context.register_json(name, url(path)?, options).await
        }
        "parquet" => {
            let options = ParquetReadOptions::default().file_extension(extension);
            context.register_parquet(name, url(path)?, options).await
        }
        _ => {
            let lines = lines::table(path.to_owned(), open)?;
            context.register_table(name, Arc::new(lines)).map(|_| ())
        }
    }
}

/// The URL of a file. A path could be taken for a pattern or for another scheme.
fn url(path: &Path) -> Result<String> {
    let path = std::path::absolute(path).ok();
    let from_path =
        if cfg!(windows) { oneiri::file::from_windows } else { oneiri::file::from_posix };
    let uri = path.as_deref().and_then(Path::to_str).and_then(|path| from_path(path).ok());
    uri.map(|uri| uri.into_string())
        .ok_or_else(|| DataFusionError::Execution("expected a file".to_owned()))
}
