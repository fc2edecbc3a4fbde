//! `oneiri links`: references of pages, sitemaps, headers, archives and their indexes.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::run::{feed, file, oneiri, path};

const PAGE: &str = "<!doctype html>\r
<base href=\"/dir/\"><base href=no>\r
<a href=\"x?a=1&amp;b=2\">1</a> <A HREF='http://0x7f.1/'>\r
<img srcset=\"a.png 1x, b   2x\" src = \"i mg.png\" alt=no>
<meta http-equiv=\"Refresh\" content=\"0; url=../next\"><meta content=\"0; url=no\">
<script>\"<a href=no>\"</script><!-- <a href=no> --><textarea><a href=no></textarea>
<a href></a><a href=\" \\\\h\\p \">b</a><form action=\"\"><input formaction=f>
<a ping=\"p q\" href=http://\u{e9}.example/\u{fc}><svg><use xlink:href=#u /></svg><div href=no data-href=no>
<link rel=stylesheet href=s.css imagesrcset='l.png'><video poster=v src=w><object data=o>";

#[test]
fn the_references_of_a_page_are_resolved() {
    let outcome = feed(&["links", "--base", "http://example.com/a/b"], PAGE.as_bytes());
    let expected = [
        "http://example.com/dir/x?a=1&b=2",
        "http://0x7f.1/",
        "http://example.com/dir/a.png",
        "http://example.com/dir/b",
        "http://example.com/next",
        "http://example.com/dir/",
        "http://example.com/dir/",
        "http://example.com/dir/f",
        "http://example.com/dir/p",
        "http://example.com/dir/q",
        "http://\u{e9}.example/\u{fc}",
        "http://example.com/dir/#u",
        "http://example.com/dir/s.css",
        "http://example.com/dir/l.png",
        "http://example.com/dir/v",
        "http://example.com/dir/w",
        "http://example.com/dir/o",
    ];
    assert_eq!(outcome.stdout().lines().collect::<Vec<_>>(), expected, "{}", outcome.stderr);
    assert_eq!(outcome.code, 1);
    let told: Vec<&str> = outcome.stderr.lines().collect();
    assert_eq!(told.len(), 4, "{told:?}");
    assert!(
        told[0].starts_with(
            "stdin:3:39-53: a href: http://0x7f.1/ by RFC 3986, and http://127.0.0.1/ by the URL Standard"
        )
    );
    assert!(told[1].starts_with("stdin:4:38-46: E001 path: "), "{}", told[1]);
    assert!(told[1].contains(" reads http://example.com/dir/i%20mg.png"), "{}", told[1]);
    assert!(told[2].starts_with("stdin:7:21-28: E001 path: "), "{}", told[2]);
    assert!(told[2].ends_with(" reads http://h/p"), "{}", told[2]);
    let count = "19 references: 2 invalid, 1 that a browser reads as another address";
    assert_eq!(told[3], format!("oneiri: {count}"));
}

#[test]
fn places_and_elements_are_told() {
    let text = "<a href=\"b,c\">\n<a href=http://0x7f.1/>";
    let table = feed(&["links", "--table", "csv", "-q", "--base", "http://h/"], text.as_bytes());
    let expected = "address,browser,browser_error,file,line,start,end,element,attribute,reference\n\
        \"http://h/b,c\",,,stdin,1,9,12,a,href,\"b,c\"\n\
        http://0x7f.1/,http://127.0.0.1/,,stdin,2,8,22,a,href,http://0x7f.1/\n";
    assert_eq!(table.stdout(), expected);
    assert_eq!(table.code, 0);
    let json = feed(&["links", "--json"], text.as_bytes()).json();
    assert_eq!(json[0]["output"], "b,c");
    assert_eq!(json[1]["browser"], "http://127.0.0.1/");
    assert_eq!((&json[1]["line"], &json[1]["offset"]), (&2.into(), &8.into()));
}

/// Without a base, a reference is printed as it stands. A base that the page names replaces the
/// one that is given.
#[test]
fn the_base_is_that_of_the_page() {
    for (text, base, expected) in [
        ("<a href=b>", None, "b\n"),
        ("<base href=c/><a href=b>", None, "b\n"),
        ("<a href=b><base href=http://h/c/>", None, "http://h/c/b\n"),
        ("<base href=http://h/c/><a href=b>", Some("http://i/"), "http://h/c/b\n"),
        ("<base href=c/><a href=b>", Some("http://i/"), "http://i/c/b\n"),
    ] {
        let base: Vec<&str> = base.into_iter().flat_map(|it| ["--base", it]).collect();
        let outcome = feed(&[&["links"][..], &base].concat(), text.as_bytes());
        assert_eq!(outcome.stdout(), expected, "{text}");
    }
    let bad = feed(&["links"], b"<base href='http://h /'><a href=b>");
    assert_eq!((bad.code, bad.stdout()), (1, "b\n"), "{}", bad.stderr);
}

#[test]
fn sitemaps_headers_and_indexes_are_read() {
    let sitemap = "<?xml version=\"1.0\"?>\n<urlset><url><loc>\n http://h/a&amp;b </loc></url><url>\
        <n:LOC><![CDATA[http://h/c d]]></n:LOC><xhtml:link href=\"http://h/de\"/><x>http://no/</x></url></urlset>";
    let name = file("pages-sitemap.xml", sitemap.as_bytes());
    let outcome = oneiri(&["links", &name]);
    assert_eq!(outcome.stdout(), "http://h/a&b\nhttp://h/de\n", "{}", outcome.stderr);
    assert!(outcome.stderr.contains(":3:42-66: "), "{}", outcome.stderr);

    let headers = "HTTP/1.1 200 OK\r\nLink: <a>; rel=\"x, <no>\",\r\n <b>\r\nlocation:  /c \r\nX: <no>\r\nRefresh: 3; url=/d\r\n\r\n";
    let outcome = feed(&["links", "--format", "headers", "--base", "http://h/"], headers.as_bytes());
    assert_eq!(outcome.stdout(), "http://h/a\nhttp://h/b\nhttp://h/c\nhttp://h/d\n");

    let index = "com,example)/ 2020 {\"url\": \"http://example.com/\", \"x\":1}\n!x\n\ncom 20 {\"a\":1}\ncom 20 {\n";
    let name = file("pages-index.cdxj", index.as_bytes());
    let outcome = oneiri(&["links", &name]);
    assert_eq!((outcome.code, outcome.stdout()), (1, "http://example.com/\n"));
    assert!(outcome.stderr.contains(":4:0-14: expected a JSON object with a string \"url\""));
    assert!(outcome.stderr.contains(":5:0-8: expected a JSON object: "), "{}", outcome.stderr);
}

fn record(kind: &str, target: &str, block: &[u8]) -> Vec<u8> {
    let length = block.len();
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: <{target}>\r\n\
         Content-Type: application/http; msgtype={kind}\r\nContent-Length: {length}\r\n\r\n"
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

#[test]
fn the_pages_of_an_archive_are_read() {
    let body = "<a href=x>1</a>\n<img src='y z'>";
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(body.as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nLink: <z>\r\n";
    let chunked = format!("{head}Transfer-Encoding: chunked\r\n\r\n{:x}\r\n{body}\r\n0\r\n\r\n", body.len());
    let gzip = [format!("{head}Content-Encoding: gzip\r\n\r\n").as_bytes(), &packed].concat();
    let records = [
        record("warcinfo", "", b"x"),
        record("response", "http://h/d/p", chunked.as_bytes()),
        record("request", "http://h/", b"GET / HTTP/1.1\r\nLink: <no>\r\n\r\n"),
        record("response", "http://i/", &gzip),
        record("response", "http://j/", b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n<a href=no>"),
    ];
    let mut all = Vec::new();
    for record in &records {
        let mut member = GzEncoder::new(Vec::new(), Compression::fast());
        member.write_all(record).unwrap();
        all.extend(member.finish().unwrap());
    }
    let name = path("pages.warc.gz");
    std::fs::write(&name, &all).unwrap();
    let outcome = oneiri(&["links", name.to_str().unwrap()]);
    let expected = "http://h/d/z\nhttp://h/d/x\nhttp://i/z\nhttp://i/x\n";
    assert_eq!(outcome.stdout(), expected, "{}", outcome.stderr);
    assert!(outcome.stderr.contains("pages.warc.gz#2-page:2:10-13: E001 path: "), "{}", outcome.stderr);
    // A file that is cut, or that is no archive, is named.
    let plain = records.concat();
    for (bytes, code) in [(&plain[..plain.len() - 20], 2), (&b"x\n"[..], 2), (&b""[..], 0)] {
        let outcome = feed(&["links", "--format", "warc"], bytes);
        assert_eq!(outcome.code, code, "{}", outcome.stderr);
    }
}

#[test]
fn hostile_pages_are_read_to_their_end() {
    let good = "<a href=http://h/good>";
    let deep = "<div>".repeat(200_000);
    let attributes = format!("<a {}>", (0..20_000).map(|it| format!("a{it}=b ")).collect::<String>());
    let open = format!("<a href=\"{}", "<a href=x ".repeat(100_000));
    let binary: String = (0..=255_u8).cycle().take(1 << 16).map(char::from).collect();
    let images = format!("<img srcset='{}'>", "a 1x, ".repeat(100_000));
    for bad in [&deep, &attributes, &binary, &images] {
        let outcome = feed(&["links"], format!("{good}{bad}{good}").as_bytes());
        assert!(outcome.stdout().starts_with("http://h/good\n"), "{}", outcome.stderr);
    }
    assert!(feed(&["links"], format!("{good}{open}").as_bytes()).stdout().starts_with("http://h/good\n"));
    assert_eq!(feed(&["links"], b"").code, 0);
    for cut in 0..PAGE.len() {
        feed(&["links", "-q"], &PAGE.as_bytes()[..cut]);
        if cut > 120 {
            break;
        }
    }
    let secret = feed(&["links"], b"<a href='http://ada:s3cret@h/ b'><a href='http://ada:s3cret@0x7f.1/'>");
    assert!(!secret.stderr.contains("s3cret"), "{}", secret.stderr);
    let wrong = oneiri(&["links", "http://h/"]);
    assert_eq!(wrong.code, 2);
}

/// Refusals that are not shown are counted by their reasons, as in other commands.
#[test]
fn hidden_refusals_are_summed_up() {
    let page = file("pages-hidden.html", b"<a href='a b'><a href='c d'><a href=x>");
    let outcome = oneiri(&["links", "--max-errors", "1", &page]);
    assert_eq!((outcome.code, outcome.stdout()), (1, "x\n"));
    assert!(outcome.stderr.contains("oneiri: 1 invalid reference is not shown; all, by reason:\noneiri: 2 x "));
}

/// A list, a table or a document of RDF has no references as a page, which would look like a result.
#[test]
fn a_file_that_is_no_page_by_its_name_is_refused() {
    for (name, told, option) in [
        ("pages-list.csv", "CSV", " --column NAME"),
        ("pages-list.tsv.gz", "TSV", " --column NAME"),
        ("pages-list.ndjson", "NDJSON", " --column NAME"),
        ("pages-list.parquet", "Parquet", " --column NAME"),
        ("pages-list.ttl", "Turtle", ""),
        ("pages-list.rdf", "RDF/XML", ""),
        ("pages-list.txt", "a list of lines", ""),
    ] {
        let list = file(name, b"<a href=http://h/>");
        let outcome = oneiri(&["links", &list]);
        let expected = format!(
            "error: {list} is {told} by its name, and links reads pages, sitemaps, headers and archives\n  \
             to check its identifiers, write: oneiri check{option} -f {list}\n  \
             to find the URLs in its text, write: oneiri links --format text {list}\n  \
             to read it as a page, write: oneiri links --format html {list}\n"
        );
        outcome.is(2, "", &expected);
        if !name.ends_with(".gz") {
            oneiri(&["links", "-q", "--format", "html", &list]).is(0, "http://h/\n", "");
        }
    }
    let list = file("pages-list", b"http://h/\n");
    let told = format!("oneiri: {list}: no tag of HTML was found; `oneiri check` reads lists of identifiers\n");
    let outcome = oneiri(&["links", &list]);
    assert!(outcome.stderr.starts_with(&told), "{}", outcome.stderr);
    oneiri(&["links", "-q", &list]).is(0, "", "");
}

/// Documents with references are checked as lists are; the addresses of a sitemap can be changed.
#[test]
fn pages_sitemaps_and_feeds_are_checked() {
    let map =
        "<urlset><url><loc>HTTP://h/%7ea?b&amp;c</loc></url>\n<url><loc>http://h/<![CDATA[%7e&]]></loc></url></urlset>";
    let name = file("pages-check.xml", map.as_bytes());
    let outcome = oneiri(&["check", "-f", &name]);
    let told = format!(
        "oneiri: {name}: read as a sitemap, feed or page, as its root element says\noneiri: 2 checked, 0 invalid\n"
    );
    outcome.is(0, "", &told);
    let outcome = oneiri(&["normalize", "--format", "sitemap", "-f", &name]);
    let changed = map.replace("HTTP://h/%7ea", "http://h/~a");
    let changed = changed.replace("http://h/<![CDATA[%7e&]]>", "http://h/~&amp;");
    assert_eq!((outcome.code, outcome.stdout()), (0, &*format!("{changed}\n")), "{}", outcome.stderr);
    assert_eq!(oneiri(&["normalize", "-f", &name]).code, 2);
    let feed_ = "<feed xml:base='http://h/'><link href='a'/><id>b c</id></feed>";
    let outcome = feed(&["check", "--format", "feed"], feed_.as_bytes());
    assert!(outcome.stdout().starts_with("stdin:1:48-49: E001 path: "), "{}", outcome.said());
    assert_eq!(feed(&["normalize", "--format", "feed"], feed_.as_bytes()).code, 2);
    let page = "<a href='b c'>";
    let outcome = feed(&["check", "--format", "html", "--base", "http://h/"], page.as_bytes());
    assert!(outcome.stdout().starts_with("stdin:1:10-11: E001 path: "), "{}", outcome.said());
    let links = feed(&["links", "--format", "feed"], feed_.as_bytes());
    assert_eq!(links.stdout(), "http://h/a\n", "{}", links.stderr);
}

/// Markdown and CSS hold links, which are not read. That is told instead of an empty list.
#[test]
fn markdown_and_css_are_named() {
    for (name, told) in [("pages-a.md", "Markdown"), ("pages-a.markdown", "Markdown"), ("pages-a.css", "CSS")] {
        let there = file(name, b"[a](http://h/) <a href=http://i/>");
        let outcome = oneiri(&["links", &there]);
        let expected = format!("error: {there} is {told} by its name, whose links are not read; ");
        assert_eq!((outcome.code, outcome.stdout()), (2, ""));
        assert!(outcome.stderr.starts_with(&expected), "{}", outcome.stderr);
        oneiri(&["links", "-q", "--format", "html", &there]).is(0, "http://i/\n", "");
        let found = oneiri(&["links", "-q", "--format", "text", &there]);
        assert_eq!((found.code, found.stdout()), (0, "http://h/\nhttp://i/\n"), "{}", found.stderr);
    }
}
