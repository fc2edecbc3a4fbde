//! Reads an archive of pages (WARC, ISO 28500), record by record.

use std::io::{self, BufRead, BufReader, Read};

use super::chunked;

/// A record of an archive.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// `WARC-Target-URI`, without the angle brackets of some writers.
    pub target: Option<String>,
    /// The headers of HTTP, if it is a response.
    pub headers: Vec<u8>,
    /// The body of a response that is a page of HTML.
    pub page: Vec<u8>,
}

/// The greatest length of a record that is read. A longer one is skipped.
const LONGEST: u64 = 256 << 20;

/// The greatest length of the headers of a record.
const HEADERS: u64 = 1 << 20;

/// An archive of pages (WARC, ISO 28500), which is read record by record.
#[derive(Debug)]
pub struct Archive<R> {
    reader: BufReader<R>,
}

fn wrong(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.to_owned())
}

impl<R: Read> Archive<R> {
    /// Reads an archive that is not packed.
    pub fn new(reader: R) -> Self {
        Self { reader: BufReader::with_capacity(1 << 16, reader) }
    }

    /// The next record.
    ///
    /// # Errors
    ///
    /// The bytes are no archive, or end within a record.
    #[allow(
        clippy::should_implement_trait,
        reason = "an iterator would be asked again behind an error"
    )]
    pub fn next(&mut self) -> io::Result<Option<Record>> {
        let mut line = Vec::new();
        // Two empty lines stand behind each record.
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
                break;
            }
            headers.extend_from_slice(&line);
        }
        let text = String::from_utf8_lossy(&headers).into_owned();
        let header = |wanted: &str| {
            let mut lines = text.lines().filter_map(|line| line.split_once(':'));
            lines.find(|(name, _)| name.trim().eq_ignore_ascii_case(wanted)).map(|it| it.1.trim())
        };
        let length = header("Content-Length").and_then(|it| it.parse::<u64>().ok());
        let length =
            length.ok_or_else(|| wrong("expected a Content-Length in a record of WARC"))?;
        let target = header("WARC-Target-URI");
        let target = target.map(|it| it.trim_start_matches('<').trim_end_matches('>').to_owned());
        let is_response = header("WARC-Type").is_some_and(|it| it.eq_ignore_ascii_case("response"))
            && header("Content-Type").is_none_or(|it| it.contains("http"));
        let mut block = Vec::new();
        if is_response && length <= LONGEST {
            (&mut self.reader).take(length).read_to_end(&mut block)?;
            if (block.len() as u64) < length {
                return Err(wrong("expected more of the last record of WARC: the file is cut"));
            }
        } else {
            let skipped = io::copy(&mut (&mut self.reader).take(length), &mut io::sink())?;
            if skipped < length {
                return Err(wrong("expected more of the last record of WARC: the file is cut"));
            }
        }
        Ok(Some(response(target, block)))
    }
}

/// Divides a response into its headers and its page.
fn response(target: Option<String>, block: Vec<u8>) -> Record {
    let behind = memchr::memmem::find(&block, b"\r\n\r\n").map(|at| at + 4);
    let behind = behind.or_else(|| memchr::memmem::find(&block, b"\n\n").map(|at| at + 2));
    let behind = behind.unwrap_or(block.len());
    let (headers, body) = block.split_at(behind);
    let (headers, body) = (headers.to_vec(), body.to_vec());
    let text = String::from_utf8_lossy(&headers).to_ascii_lowercase();
    let kind = text.lines().find_map(|line| line.strip_prefix("content-type:"));
    let is_page = kind.is_some_and(|it| it.contains("html"));
    let page = if is_page { chunked::body(&headers, body) } else { Vec::new() };
    Record { target, headers, page }
}
