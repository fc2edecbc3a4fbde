//! The list of formats. A new one has a file, and a line here.

use std::io::Read;
use std::path::Path;

use crate::error::Error;
use crate::format::{Description, Selector, Unit};
use crate::lines::split_terminator;
use crate::options::Options;
use crate::packed::unpack;
use crate::pages::xml::{self as documents, FEED, Kind, SITEMAP, root};
use crate::pages::{headers, html, index, xhtml};
use crate::rdf::{jsonld, ntriples, turtle, xml};
use crate::stretches::Stretches;
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

/// How much of a file [`other_root`] reads.
const HEAD: u64 = 64 << 10;

/// The root of a document of XML, if it is that of no format here, such as `project`. Of a file, which may be packed, the
/// beginning is read.
///
/// Most documents of XML are no sitemap, no feed and no page, so you can leave them out when you look through a folder.
/// `None` also stands for a file whose beginning has no root, because reading the file says what is wrong with it.
///
/// ```
/// use oneiri_documents::other_root;
///
/// assert_eq!(other_root(&b"<project><url>https://h/</url></project>"[..]).as_deref(), Some("project"));
/// assert_eq!(other_root(&b"<s:urlset xmlns:s='http://www.sitemaps.org/schemas/sitemap/0.9'/>"[..]), None);
/// ```
#[must_use]
pub fn other_root(file: impl Read + Send + 'static) -> Option<String> {
    let mut head = Vec::new();
    unpack(file, drop).ok()?.take(HEAD).read_to_end(&mut head).ok()?;
    documents::other_root(&head)
}

/// Why a table has another header than these options need, which name its column. Of a file, which may be packed, the header
/// is read.
///
/// `None` stands for a table that can be read, for a format without a header, and for a file that cannot be read, because
/// reading all of it says what is wrong.
///
/// ```
/// use oneiri_documents::{Options, by_id, wrong_header};
///
/// let (csv, options) = (by_id("csv").expect("it is built in"), Options { selected: "url".into(), ..Options::default() });
/// assert!(wrong_header(csv, options.clone(), &b"id,url\n1,http://h/\n"[..]).is_none());
/// let wrong = wrong_header(csv, options, &b"id,name\n1,x\n"[..]).expect("no column has this name");
/// assert_eq!(wrong.message, "expected a column 'url' in the header, found 'id,name'");
/// ```
#[must_use]
pub fn wrong_header(format: &Description, options: Options, file: impl Read + Send + 'static) -> Option<Error> {
    let (format, mut buffer) = ((format.open)(options), Vec::new());
    if format.description().selector != Selector::Column {
        return None;
    }
    let (filled, _) = Stretches::new(unpack(file, drop).ok()?, &*format, 0).next(&mut buffer).ok()?;
    let records = buffer.get(..filled).filter(|it| !it.is_empty())?;
    let end = format.ends().next(records).unwrap_or(records.len());
    format.header(split_terminator(&records[..end]).0).err()
}

/// What a file is by its name, if its lines are no list and it is of no format here: a text, a program or data with other
/// words around the URLs.
///
/// ```
/// use oneiri_documents::no_list;
///
/// assert_eq!(no_list("package.json".as_ref()), Some("JSON"));
/// assert_eq!(no_list("links.txt".as_ref()), None);
/// ```
#[must_use]
pub fn no_list(file: &Path) -> Option<&'static str> {
    Some(match ending(file).as_str() {
        "md" | "markdown" => "Markdown",
        "log" => "a log",
        "css" => "CSS",
        "json" | "geojson" | "har" => "JSON",
        "yaml" | "yml" => "YAML",
        "toml" => "TOML",
        "gpx" | "kml" | "opml" | "plist" | "wsdl" | "xsd" | "xsl" | "xslt" => "XML",
        "php" => "PHP",
        "c" | "cpp" | "cs" | "go" | "java" | "js" | "mjs" | "py" | "rb" | "rs" | "sh" | "ts" => "source code",
        "warc" => "a web archive",
        _ => return None,
    })
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
