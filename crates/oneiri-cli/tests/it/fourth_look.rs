//! Cases of a fourth look at the command, by six users who had its help alone.

use std::fs;

use crate::run::{feed, file, oneiri, path};

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

/// A folder without files is told next to files that can be read, and is an error alone.
#[test]
fn an_empty_folder_keeps_nobody_from_the_files() {
    let folder = path("fourth-empty");
    fs::create_dir_all(folder.join("none.txt")).unwrap();
    let (list, none) = (folder.join("a.txt"), folder.join("none.txt").to_str().unwrap().to_owned());
    fs::write(&list, "http://h/a b\n").unwrap();
    let list = list.to_str().unwrap();
    let fixed = oneiri(&["fix", "--in-place", list, &none]);
    assert_eq!((fixed.code, fs::read_to_string(list).unwrap().as_str()), (0, "http://h/a%20b\n"), "{}", fixed.stderr);
    assert!(fixed.stderr.contains("none.txt is a folder with no files"), "{}", fixed.stderr);
    assert_eq!(oneiri(&["check", list, &none]).stdout(), "");
    for alone in [&["check", &none][..], &["comm", list, &none], &["links", &none]] {
        let outcome = oneiri(alone);
        assert!(
            outcome.code == 2 && outcome.stderr.contains("is a folder with no file"),
            "{alone:?}: {}",
            outcome.stderr
        );
    }
    // A table that is not read is still told.
    fs::write(folder.join("none.txt").join("t.csv"), "u\n").unwrap();
    let told = oneiri(&["check", list, &none]);
    assert!(told.code == 2 && told.stderr.contains("1 table not read"), "{}", told.stderr);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn options_that_had_no_effect_have_one_or_are_refused() {
    for ignored in [&["--codes", "x.txt"][..], &["--explain", "L303", "x:y"], &["--codes", "--explain", "L303"]] {
        let outcome = oneiri(&[&["lint"], ignored].concat());
        assert_eq!((outcome.code, outcome.stdout()), (2, ""), "{ignored:?}");
    }
    assert!(oneiri(&["lint", "--explain", "L203"]).stdout().contains("oneiri fix --lint writes"));
    let guarded = oneiri(&["guard", "--preset", "ssrf", "--summary", "http://10.0.0.1/", "http://10.0.0.2/"]);
    assert!(guarded.stderr.contains("oneiri: 2 x special-address\n"), "{}", guarded.stderr);
    let hidden = oneiri(&["guard", "--preset", "ssrf", "--max-errors", "1", "http://10.0.0.1/", "http://10.0.0.2/"]);
    assert!(hidden.stderr.contains("oneiri: 1 denial reason is not shown; all, by reason:\n"), "{}", hidden.stderr);
    let relative = oneiri(&["guard", "--preset", "ssrf", "example.com"]).stderr;
    assert!(relative.contains("(--base in the command)") && !relative.contains("check_with_base"), "{relative}");
    let table = oneiri(&["parse", "--get", "host", "--into", "host", "t.csv"]).stderr;
    assert!(table.contains("t.csv is taken as a URL; to read the file, write: -f t.csv"), "{table}");
    let lines = feed(&["parse", "--get", "host", "--into", "host"], b"http://h/\n").stderr;
    assert!(lines.contains("columns and fields (-f FILE --column NAME); for lines"), "{lines}");
    let long = file("fourth-long.txt", format!("http://h/a b\n{}\n", "a".repeat(3 << 20)).as_bytes());
    let fixed = oneiri(&["fix", "--in-place", "--max-line", "1M", &long]);
    assert!(fixed.code == 2 && fixed.stderr.contains("see --max-line"), "{}", fixed.stderr);
    assert!(fs::read_to_string(&long).unwrap().starts_with("http://h/a b\n"));
    for option in [
        &["dedupe", "--evidence"][..],
        &["lint", "--config"],
        &["dedupe", "--assume", "trackers", "--trackers"],
        &["guard", "--policy"],
        &["template", "expand", "http://h/{x}", "--vars"],
    ] {
        let told = oneiri(&[option, &["-"]].concat()).stderr;
        assert!(told.contains("expected a file; - means stdin"), "{option:?}: {told}");
    }
}
