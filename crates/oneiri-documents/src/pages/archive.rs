//! Reads an archive of pages (WARC, ISO 28500), record by record.

use std::io::{self, BufRead, BufReader, Read};

use super::body::{self, Fields, LONGEST};
use super::{lists, xml};

/// A record of an archive.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// `WARC-Target-URI`, without the angle brackets of some writers.
    pub target: Option<String>,
    /// The headers of HTTP, if it is a response.
    pub headers: Vec<u8>,
    /// The page, sitemap or feed that the record holds, without chunks and packing.
    pub page: Vec<u8>,
    /// The name of the format of the page, such as `html`. `None` if the record holds something else,
    /// such as a picture.
    pub format: Option<&'static str>,
    /// The label of the encoding that the headers name, for [`Options::encoding`].
    ///
    /// [`Options::encoding`]: crate::Options::encoding
    pub encoding: Option<String>,
    /// Why the page could not be read to its end.
    pub wrong: Option<String>,
}

/// The greatest length of the headers of a record.
const HEADERS: u64 = 1 << 20;

/// An archive of pages (WARC, ISO 28500), which is read record by record.
#[derive(Debug)]
pub struct Archive<R> {
    reader: BufReader<R>,
    /// Why the record that was given last is the last one.
    failed: Option<io::Error>,
}

fn wrong(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.to_owned())
}

impl<R: Read> Archive<R> {
    /// Reads an archive that is not packed.
    pub fn new(reader: R) -> Self {
        Self { reader: BufReader::with_capacity(1 << 16, reader), failed: None }
    }

    /// The next record. Of a record that is cut, or longer than 256 MiB, the beginning is read.
    ///
    /// # Errors
    ///
    /// The bytes are no archive, or end within a record.
    #[allow(clippy::should_implement_trait, reason = "an iterator would be asked again after an error")]
    pub fn next(&mut self) -> io::Result<Option<Record>> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let Some(headers) = self.headers()? else { return Ok(None) };
        let fields = Fields::of(&headers);
        let length = fields.get("content-length").and_then(|it| it.parse::<u64>().ok());
        let length = length.ok_or_else(|| wrong("expected a Content-Length in a record of WARC"))?;
        let target = fields.get("warc-target-uri");
        let target = target.map(|it| it.trim_start_matches('<').trim_end_matches('>').to_owned());
        let is_type = |wanted: &str| fields.get("warc-type").is_some_and(|it| it.eq_ignore_ascii_case(wanted));
        let (mut record, is_read) = (Record { target, ..Record::default() }, length.min(LONGEST));
        let mut left = length;
        if is_type("response") || is_type("resource") {
            let mut block = Vec::new();
            let read = (&mut self.reader).take(is_read).read_to_end(&mut block);
            left -= block.len() as u64;
            let media = fields.get("content-type").unwrap_or_default().to_ascii_lowercase();
            if is_type("response") && (media.is_empty() || media.contains("http")) {
                respond(&mut record, block);
            } else {
                let charset = lists::charset(&media);
                content(&mut record, &media, charset, block);
            }
            self.failed = read.err();
            if length > LONGEST {
                let message = format!("expected a record of at most {} MiB", LONGEST >> 20);
                record.wrong = record.wrong.or(Some(message));
            }
        }
        if self.failed.is_none() {
            let skipped = io::copy(&mut (&mut self.reader).take(left), &mut io::sink());
            self.failed = match skipped {
                Ok(skipped) if skipped == left => None,
                Ok(_) => Some(wrong("expected more of the last record of WARC: the file is cut")),
                Err(error) => Some(error),
            };
        }
        match self.failed.take() {
            // There is nothing to give before the error.
            Some(error) if record.headers.is_empty() && record.page.is_empty() => Err(error),
            failed => {
                self.failed = failed;
                Ok(Some(record))
            }
        }
    }

    fn headers(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        // Two empty lines come after each record.
        loop {
            line.clear();
            if (&mut self.reader).take(HEADERS).read_until(b'\n', &mut line)? == 0 {
                return Ok(None);
            }
            if !line.trim_ascii().is_empty() {
                break;
            }
        }
        if !line.starts_with(b"WARC/") {
            return Err(wrong("expected a record of WARC, which begins with \"WARC/\""));
        }
        let mut headers = Vec::new();
        loop {
            line.clear();
            let read = (&mut self.reader).take(HEADERS).read_until(b'\n', &mut line)?;
            if read == 0 || headers.len() as u64 > HEADERS {
                return Err(wrong("expected the end of the headers of a record of WARC"));
            }
            if line.trim_ascii().is_empty() {
                return Ok(Some(headers));
            }
            headers.extend_from_slice(&line);
        }
    }
}

fn respond(record: &mut Record, mut block: Vec<u8>) {
    let behind = |mark: &[u8]| memchr::memmem::find(&block, mark).map(|at| at + mark.len());
    let ends = [behind(b"\r\n\r\n"), behind(b"\n\n")];
    let end = ends.into_iter().flatten().min().unwrap_or(block.len());
    let body = block.split_off(end);
    record.headers = block;
    let fields = Fields::of(&record.headers);
    let media = fields.get("content-type").unwrap_or_default().to_ascii_lowercase();
    if is_other(&media) {
        return;
    }
    let (page, wrong) = body::unpacked(&fields, body);
    let is_unread = page.is_empty();
    content(record, &media, lists::charset(&media), page);
    // What cannot be unpacked may be a page, unless the type says that it is none.
    if record.format.is_some() || is_unread {
        record.wrong = wrong;
    }
}

fn content(record: &mut Record, media: &str, charset: Option<String>, page: Vec<u8>) {
    let is_packed = page.starts_with(b"\x1F\x8B")
        && (media.contains("gzip") || record.target.as_ref().is_some_and(|it| it.ends_with(".gz")));
    let (page, wrong) = if is_packed { body::gunzipped(&page) } else { (page, None) };
    record.format = format_of(media, is_packed, &page);
    record.encoding = charset;
    if record.format.is_some() {
        (record.page, record.wrong) = (page, wrong);
    }
}

fn essence(media: &str) -> &str {
    media.split(';').next().unwrap_or_default().trim()
}

/// Whether the type says that the content is no page, sitemap or feed.
fn is_other(media: &str) -> bool {
    let essence = essence(media);
    !essence.is_empty() && !["html", "xml", "svg", "gzip"].iter().any(|it| essence.contains(it))
}

/// The name of the format of a page, by its type, and by its content if the type does not say it.
fn format_of(media: &str, is_packed: bool, page: &[u8]) -> Option<&'static str> {
    let essence = essence(media);
    if essence.contains("xhtml") || essence.contains("svg") {
        return Some("xhtml");
    }
    if essence.contains("html") {
        return Some("html");
    }
    // The element of the root decides about XML. Without a type, browsers look at the content, too.
    let begins = page.trim_ascii_start();
    if essence.contains("xml") || is_packed || begins.starts_with(b"<?xml") {
        return xml::root(page).map(|_| "feed");
    }
    (essence.is_empty() && begins.starts_with(b"<")).then_some("html")
}
