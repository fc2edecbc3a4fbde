//! Archives: what a record holds, however it was sent, and what could not be read.

use std::io::Write;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
use oneiri_documents::{Archive, Options, Record, by_id};

use crate::{format, read};

/// A record of WARC.
fn record(kind: &str, headers: &str, block: &[u8]) -> Vec<u8> {
    let length = block.len();
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: <http://h/>\r\n{headers}Content-Length: {length}\r\n\r\n"
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// A response with these headers of HTTP.
fn response(headers: &str, body: &[u8]) -> Vec<u8> {
    let block = [b"HTTP/1.1 200 OK\r\n", headers.as_bytes(), b"\r\n", body].concat();
    record("response", "Content-Type: Application/HTTP; msgtype=response\r\n", &block)
}

fn records(archive: &[u8]) -> Vec<Record> {
    let (mut archive, mut records) = (Archive::new(archive), Vec::new());
    while let Some(record) = archive.next().unwrap() {
        records.push(record);
    }
    records
}

/// The links of the only record.
fn links(archive: &[u8]) -> (Vec<String>, Option<String>) {
    let mut all = records(archive);
    let record = all.pop().unwrap();
    assert!(all.is_empty());
    assert_eq!(record.target.as_deref(), Some("http://h/"));
    let Some(id) = record.format else { return (Vec::new(), record.wrong) };
    let options = Options { encoding: record.encoding, ..Options::default() };
    let links = by_id(id).unwrap().open(options).links(&record.page);
    (links.all.into_iter().map(|it| it.text).collect(), record.wrong)
}

const PAGE: &[u8] = b"<p>text</p><a href='x'>text</a><p>text</p>";

/// The page in the coding with this name.
fn packed(coding: &str) -> Vec<u8> {
    let mut out = Vec::new();
    match coding {
        "gzip" => GzEncoder::new(&mut out, Compression::best()).write_all(PAGE).unwrap(),
        "zlib" => ZlibEncoder::new(&mut out, Compression::best()).write_all(PAGE).unwrap(),
        "raw" => DeflateEncoder::new(&mut out, Compression::best()).write_all(PAGE).unwrap(),
        "br" => out.extend_from_slice(BROTLI),
        // A frame of one segment with one raw block.
        "zstd" => {
            let length = PAGE.len();
            let header = ((length as u32) << 3 | 1).to_le_bytes();
            out.extend_from_slice(&[0x28, 0xB5, 0x2F, 0xFD, 0x20, length as u8]);
            out.extend_from_slice(&header[..3]);
            out.extend_from_slice(PAGE);
        }
        _ => out.extend_from_slice(PAGE),
    }
    out
}

/// The page, as the program `brotli` packs it.
const BROTLI: &[u8] = &[
    27, 41, 0, 248, 29, 133, 113, 99, 189, 106, 167, 178, 255, 46, 162, 126, 225, 161, 195, 83, 97, 112, 121, 226, 83,
    214, 8, 116, 2, 12, 80, 114, 4, 23, 76, 154, 174, 79, 14, 158, 6, 9,
];

fn chunked(body: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for chunk in body.chunks(7) {
        out.extend_from_slice(format!("{:x};a=b\r\n", chunk.len()).as_bytes());
        out.extend_from_slice(chunk);
        out.extend_from_slice(b"\r\n");
    }
    [&out[..], b"0\r\n\r\n"].concat()
}

#[test]
fn a_page_is_read_however_it_was_sent() {
    for (headers, body) in [
        ("", packed("")),
        ("Content-Encoding: identity\r\n", packed("")),
        ("Content-Encoding: gzip\r\n", packed("gzip")),
        ("Content-Encoding: x-gzip\r\n", packed("gzip")),
        ("Content-Encoding: deflate\r\n", packed("zlib")),
        ("Content-Encoding: deflate\r\n", packed("raw")),
        ("Content-Encoding: BR\r\n", packed("br")),
        ("Content-Encoding: zstd\r\n", packed("zstd")),
        ("Transfer-Encoding: chunked\r\n", chunked(PAGE)),
        ("Transfer-Encoding: gzip,\r\n chunked\r\n", chunked(&packed("gzip"))),
        ("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", chunked(&packed("gzip"))),
        ("Content-Encoding: br\r\nTransfer-Encoding: chunked\r\n", chunked(&packed("br"))),
        // The archive kept the fields, and undid the codings.
        ("Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", packed("")),
    ] {
        for media in ["Content-Type: text/html\r\n", "content-type:\r\n\tTEXT/HTML; charset=utf-8\r\n", ""] {
            let found = links(&response(&format!("{media}{headers}"), &body));
            assert_eq!(found, (vec!["x".to_owned()], None), "{media}{headers}");
        }
        let found = links(&response(&format!("Content-Type: image/png\r\n{headers}"), &body));
        assert_eq!(found, (vec![], None));
    }
}

#[test]
fn a_resource_has_no_headers_of_http() {
    for media in ["text/html", "Text/HTML; charset=x", ""] {
        let found = links(&record("resource", &format!("Content-Type: {media}\r\n"), PAGE));
        assert_eq!(found.0, ["x"], "{media}");
    }
    assert!(links(&record("resource", "Content-Type: text/plain\r\n", PAGE)).0.is_empty());
    assert!(links(&record("metadata", "", PAGE)).0.is_empty());
}

#[test]
fn the_root_says_what_xml_is() {
    for (media, body, expected) in [
        ("text/xml", "<urlset><loc>x</loc></urlset>", &["x"][..]),
        ("application/xml", "<?xml version='1.0'?><rss><link>x</link></rss>", &["x"]),
        ("application/atom+xml", "<feed><link href='x'/></feed>", &["x"]),
        ("", "<?xml version='1.0'?><feed><link href='x'/></feed>", &["x"]),
        ("application/xml", "<svg><title/><a href='x'/></svg>", &["x"]),
        ("application/xhtml+xml", "<html><title/><a href='x'/></html>", &["x"]),
        ("image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'><a href='x'/></svg>", &["x"]),
        ("text/html", "<html><title/><a href='x'/></html>", &[]),
        ("text/xml", "<r><loc>x</loc></r>", &[]),
    ] {
        let body = body.as_bytes();
        let found = links(&response(&format!("Content-Type: {media}\r\n"), body));
        assert_eq!(found, (expected.iter().map(|it| (*it).to_owned()).collect(), None), "{media}");
    }
    let mut map = Vec::new();
    GzEncoder::new(&mut map, Compression::best()).write_all(b"<urlset><loc>x</loc></urlset>").unwrap();
    assert_eq!(links(&response("Content-Type: application/x-gzip\r\n", &map)).0, ["x"]);
}

#[test]
fn the_header_names_the_encoding() {
    let page = b"<meta charset=utf-8><a href='\xEA'>";
    let found = links(&response("Content-Type: text/html; charset=windows-1251\r\n", page));
    assert_eq!(found.0, ["к"]);
}

/// What could be unpacked is read, and the rest is an error. Nothing is lost in silence.
#[test]
fn what_cannot_be_read_is_said() {
    let html = "Content-Type: text/html\r\n";
    for coding in ["gzip", "deflate", "br", "zstd", "compress"] {
        for body in [&b"\x1F\x8B\x08zzzz"[..], b"\xFF\xFF\xFF\xFF\xFF", b"zzz"] {
            let (_, wrong) = links(&response(&format!("{html}Content-Encoding: {coding}\r\n"), body));
            assert!(wrong.is_some_and(|it| it.contains(coding)), "{coding} {body:?}");
        }
    }
    let (_, wrong) = links(&response(&format!("{html}Transfer-Encoding: chunked\r\n"), b"zzz"));
    assert!(wrong.is_some());
    let cut = &chunked(PAGE)[..40];
    let (_, wrong) = links(&response(&format!("{html}Transfer-Encoding: chunked\r\n"), cut));
    assert!(wrong.is_some());
    let long = format!("{html}Content-Encoding: {}\r\n", "gzip,".repeat(9));
    assert!(links(&response(&long, PAGE)).1.is_some());
    // A page of more than 256 MiB.
    let bomb = vec![b' '; (256 << 20) + 1];
    let mut out = Vec::new();
    GzEncoder::new(&mut out, Compression::fast()).write_all(&bomb).unwrap();
    let all = records(&response(&format!("{html}Content-Encoding: gzip\r\n"), &out));
    assert_eq!(all[0].wrong.as_deref(), Some("expected a body in gzip: at most 256 MiB are read"));
    assert_eq!(all[0].page.len(), 256 << 20);
}

/// Cut anywhere, an archive gives what is before the cut, and then an error.
#[test]
fn a_cut_archive_is_an_error() {
    let whole = response("Content-Type: text/html\r\n", PAGE);
    let end = whole.len() - 4;
    for cut in 1..end {
        let mut archive = Archive::new(&whole[..cut]);
        let first = archive.next();
        let failed = match first {
            Ok(Some(record)) => {
                assert!(whole.windows(record.page.len().max(1)).any(|it| it == record.page) || record.page.is_empty());
                archive.next().is_err()
            }
            Ok(None) => false,
            Err(_) => true,
        };
        assert!(failed, "{cut}");
    }
}

#[test]
fn indexes_have_two_formats() {
    let cdx = " CDX N b a m s k r M S V g\nh)/ 2020 http://h/ text/html 200 X - - 1 2 f.warc.gz\n\
               h)/{ 2020 http://h/{} text/html 200 X - - 1 2 f.warc.gz\nh)/ 2020\n";
    let (texts, errors) = read("cdxj", cdx);
    assert_eq!(texts, ["http://h/", "http://h/{}"]);
    assert_eq!(errors.len(), 1, "{errors:?}");
    // The header says where the URL is.
    assert_eq!(read("cdxj", "\tCDX\ta\tb\nhttp://h/\t2020\n").0, ["http://h/"]);
    // Without a header, as most tools write it.
    assert_eq!(read("cdxj", "h)/ 2020 http://h/ text/html 200 X - - 1 2 f\n").0, ["http://h/"]);
    let links = format("cdxj").links(cdx.as_bytes());
    assert_eq!(&cdx[links.all[0].range.clone()], "http://h/");
}
