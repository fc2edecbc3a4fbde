//! Cases of a fourth look at the command, by six users who had its help alone.

use std::fs;

use crate::run::{file, oneiri, path};

/// A document of RDF whose name says no more than XML has no references of a feed, which must not look like a result.
#[test]
fn rdf_in_a_file_of_xml_is_an_error() {
    let head = "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"";
    let names = format!("{head}><rdf:Description rdf:about=\"http://h/a b\"/></rdf:RDF>");
    let outcome = oneiri(&["check", &file("fourth.xml", names.as_bytes())]);
    assert_eq!(outcome.code, 1, "{}", outcome.stderr);
    assert!(outcome.stdout().contains("to read it as RDF/XML, write: --format rdfxml"), "{}", outcome.stdout());
    let item = "<item rdf:about=\"x\"><link>http://h/a</link></item>";
    let feed = format!("{head} xmlns=\"http://purl.org/rss/1.0/\">{item}</rdf:RDF>");
    let outcome = oneiri(&["check", &file("fourth-feed.xml", feed.as_bytes())]);
    assert_eq!((outcome.code, outcome.stdout()), (0, ""), "{}", outcome.stderr);
}

/// A log of SARIF is written although a table of the folder was not read, because it says itself that it is not all.
#[test]
fn sarif_of_a_folder_with_a_table_is_written() {
    let folder = path("fourth-sarif");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("list.txt"), "http://h/a b\n").unwrap();
    fs::write(folder.join("table.csv"), "url\nhttp://h/\n").unwrap();
    let log = path("fourth.sarif");
    let outcome = oneiri(&["lint", "--sarif", folder.to_str().unwrap(), "-o", log.to_str().unwrap()]);
    assert_eq!(outcome.code, 2, "{}", outcome.stderr);
    let log = fs::read_to_string(log).unwrap();
    assert!(log.contains("\"executionSuccessful\":false") && log.contains("E001"), "{log}");
}

/// The command that finds the URLs of a text also says which are invalid, so nothing has to follow it.
#[test]
fn the_advice_for_markdown_loses_no_invalid_url() {
    let text = file("fourth.md", b"See <http://[bad/> and http://h/.\n");
    let advice = oneiri(&["check", &text]).stderr;
    let line = advice.lines().find_map(|line| line.split_once("write: oneiri links ")).unwrap().1;
    assert_eq!(line, format!("--format text {text}"));
    assert_eq!(oneiri(&["links", "--format", "text", &text]).code, 1);
}

#[test]
fn parse_names_the_formats_that_it_reads() {
    let outcome = oneiri(&["parse", "--help"]);
    let help = outcome.stdout();
    assert!(help.contains("text, csv, tsv, ndjson or parquet") && !help.contains("jsonld"), "{help}");
}
