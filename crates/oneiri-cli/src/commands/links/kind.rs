//! The formats that `oneiri links` reads, and those of its table.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Kind {
    /// A page
    #[value(alias = "htm")]
    Html,
    /// A sitemap, an index of sitemaps, or a feed
    #[value(alias = "xml")]
    Sitemap,
    /// Headers of HTTP
    Headers,
    /// An archive of pages (ISO 28500)
    Warc,
    /// An index of an archive
    Cdxj,
}

impl Kind {
    /// The format that the name of a file says, with or without the ending of a packed file. A file
    /// with another name is a page.
    pub(super) fn of(path: &Path) -> Self {
        let ending = |path: &Path| {
            path.extension().map(|it| it.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
        };
        let mut last = ending(path);
        if ["gz", "zst", "zstd"].contains(&last.as_str()) {
            last = ending(&PathBuf::from(path.file_stem().unwrap_or_default()));
        }
        match last.as_str() {
            "xml" | "rss" | "atom" => Self::Sitemap,
            "headers" | "http" => Self::Headers,
            "warc" => Self::Warc,
            "cdxj" | "cdx" => Self::Cdxj,
            _ => Self::Html,
        }
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
