//! Cases of a second look at the command.

use std::fs;

use crate::run::{file, oneiri, path};

/// A URL that cannot be repaired does not keep its neighbors from it, and a row is counted as it is written.
#[test]
fn what_can_be_fixed_is_fixed_and_counted() {
    let map = |a: &str, c: &str| {
        format!(
            "<urlset>\n<url><loc>{a}</loc></url>\n<url><loc>http://h/%zz</loc></url>\n<url><loc>{c}</loc></url>\n</urlset>\n"
        )
    };
    let sitemap = file("second-map.xml", map("http://h/a b", "http://h/c d").as_bytes());
    let fixed = oneiri(&["fix", &sitemap]);
    assert_eq!((fixed.code, fixed.stdout()), (1, &*map("http://h/a%20b", "http://h/c%20d")));
    assert!(fixed.stderr.ends_with("3 read, 1 invalid, 2 fixed\n"), "{}", fixed.stderr);
    let rows = file("second-rows.csv", b"a,b\nhttp://h/a b,http://h/%zz\n");
    let kept = oneiri(&["fix", &rows, "--column", "a", "--column", "b"]);
    assert_eq!(kept.stdout(), "a,b\nhttp://h/a b,http://h/%zz\n");
    assert!(kept.stderr.ends_with("2 read, 1 invalid, 0 fixed\n"), "{}", kept.stderr);
    let told = oneiri(&["fix", "--rejects", "r.xml", &sitemap]).stderr;
    assert!(told.contains("oneiri links FILE > LIST"), "{told}");
}

#[test]
fn rejected_statements_keep_the_base_of_the_option() {
    let turtle = file("second-base.ttl", b"@prefix p: <http://p/> .\np:a p:b <x [> .\n");
    let rejects = path("second-rejects.ttl").into_os_string().into_string().unwrap();
    oneiri(&["fix", "--base", "http://base/", &turtle, "--rejects", &rejects]);
    let rejected = fs::read_to_string(rejects).unwrap();
    assert!(rejected.starts_with("@base <http://base/> .\n@prefix p:"), "{rejected}");
}

#[test]
fn a_blank_line_is_no_record_of_ndjson() {
    let blank = file("second-blank.ndjson", b"{\"u\":\"http://h/\"}\n \n\n");
    assert_eq!(oneiri(&["check", "--column", "u", &blank]).code, 0);
}
