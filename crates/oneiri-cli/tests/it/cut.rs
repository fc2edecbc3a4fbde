//! Files whose reading fails in the middle, in all formats and through all commands that read them: what was
//! read before is answered, and the message names the file and the place.

use std::io::Write;

use crate::run::{file, oneiri};

/// Packs a text with gzip as `name.cut.ENDING.gz`, and cuts the file or adds bytes to it.
fn broken(name: &str, content: &[u8], break_it: fn(&mut Vec<u8>)) -> String {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(content).unwrap();
    let mut packed = packer.finish().unwrap();
    break_it(&mut packed);
    file(name, &packed)
}

fn truncated(packed: &mut Vec<u8>) {
    packed.truncate(packed.len() / 2);
}

fn trailing(packed: &mut Vec<u8>) {
    packed.extend_from_slice(b"and more");
}

/// Many records, which pack badly, so that half of the file is about half of them.
fn records(head: &str, record: fn(u64) -> String, tail: &str) -> Vec<u8> {
    let mut text = head.to_owned();
    let mut number = 1_u64;
    for _ in 0..3000 {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        text.push_str(&record(number));
    }
    text.push_str(tail);
    text.into_bytes()
}

/// For each format: the ending of the name, and a document.
fn documents() -> Vec<(&'static str, Vec<u8>)> {
    let turtle = |it: u64| format!("e:a{it}\n <http://h/p> \"{it}\" ; <q> <{it}> .\n");
    let lines = |it: u64| format!("<http://h/{it}> <http://h/p> <http://h/{it}> .\n");
    let json = |it: u64| format!("{{\"url\":\"http://h/{it}\"}}\n");
    let page = |it: u64| format!("<a href='http://h/{it}'>{it}</a>\n");
    vec![
        ("txt", records("", |it| format!("http://h/{it}\n"), "")),
        ("csv", records("url,n\n", |it| format!("http://h/{it},\"a\n{it}\"\n"), "")),
        ("tsv", records("url\tn\n", |it| format!("http://h/{it}\t{it}\n"), "")),
        ("ndjson", records("", json, "")),
        ("nt", records("", lines, "")),
        ("nq", records("", lines, "")),
        ("ttl", records("@prefix e: <http://e/> .\n@base <http://b/> .\n", turtle, "")),
        ("trig", records("@prefix e: <http://e/> .\n{ }\n", turtle, "")),
        ("jsonld", records("[", |it| format!("{{\"@id\":\"http://h/{it}\"}},\n"), "{}]")),
        ("html", records("", page, "")),
    ]
}

/// The commands that read documents, with what else they need.
const COMMANDS: [&[&str]; 4] = [&["check"], &["lint"], &["report"], &["fix"]];

#[test]
fn what_was_read_before_a_failure_is_answered_and_the_failure_is_named() {
    for (ending, text) in documents() {
        let cut = broken(&format!("cut-a.{ending}.gz"), &text, truncated);
        let junk = broken(&format!("cut-b.{ending}.gz"), &text, trailing);
        for command in COMMANDS {
            let is_document = matches!(ending, "jsonld" | "html");
            if command[0] == "fix" && is_document {
                continue;
            }
            let mut arguments = command.to_vec();
            match ending {
                "csv" | "tsv" => arguments.extend(["--column", "url"]),
                "ndjson" => arguments.extend(["--column", "url"]),
                "txt" => {}
                _ if command[0] == "fix" => {
                    let format = if ending == "ttl" { "turtle" } else { ending };
                    arguments.extend(["--format", format]);
                }
                _ => {}
            }
            let threads: &[&[&str]] = match command {
                ["report"] => &[&[]],
                _ => &[&["--threads", "1"], &["--threads", "2"]],
            };
            for threads in threads {
                for (name, reason) in [(&cut, "incomplete deflate stream"), (&junk, "other bytes")] {
                    let files: &[&str] = if command[0] == "report" { &[name] } else { &["-f", name] };
                    let outcome = oneiri(&[&arguments[..], threads, files].concat());
                    let what = format!("{arguments:?} {name}: {}", outcome.stderr);
                    assert_eq!(outcome.code, 2, "{what}");
                    let is_failure = |line: &&str| line.contains(name.as_str()) && line.contains(reason);
                    let failure = outcome.stderr.lines().find(is_failure);
                    let failure = failure.unwrap_or_else(|| panic!("{what}"));
                    // A document that is read as a whole, and a line, have no records before.
                    if matches!(ending, "txt" | "jsonld" | "html") {
                        continue;
                    }
                    let place = failure.split("line ").nth(1).unwrap_or_else(|| panic!("{what}"));
                    let place: usize = place.split(':').next().unwrap().parse().unwrap();
                    assert!((500..10_000).contains(&place), "{what}");
                }
            }
        }
    }
}

/// `--max-line` ends the reading after records that are short enough.
#[test]
fn a_record_that_is_too_long_ends_the_reading() {
    let long = "x".repeat(3 << 20);
    let statement = "<http://h/s> <http://h/p> <http://h/o> .\n";
    let text = format!("{}<http://h/{long}> <http://h/p> 1 .\n{statement}", statement.repeat(100));
    for ending in ["nt", "nq", "ttl", "trig"] {
        let name = file(&format!("cut-long.{ending}"), text.as_bytes());
        for command in ["check", "lint"] {
            let outcome = oneiri(&[command, "--max-line", "1M", "-f", &name]);
            assert_eq!(outcome.code, 2, "{}", outcome.stderr);
            let expected = "line 101: expected the end of a ";
            assert!(outcome.stderr.contains(expected), "{}", outcome.stderr);
            assert!(outcome.stderr.contains("300 "), "{}", outcome.stderr);
        }
    }
}
