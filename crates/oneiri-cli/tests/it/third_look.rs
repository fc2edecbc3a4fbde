//! Cases of a third look at the command: what it says, and what it did without a word.

use std::fs;

use crate::run::{command, file, oneiri, path};

#[test]
fn messages_about_options_say_what_to_write() {
    let (list, statements) = (file("third.txt", b"http://h/\n"), file("third.nt", b"<a:a> <a:b> <a:c> .\n"));
    let (page, arrays) = (file("third.html", b"<a href=b>"), file("third-arrays.ndjson", br#"{"l":[{"u":"a b"}]}"#));
    let (wide, semicolons) =
        (file("third-wide.csv", &[b'x'; 100_000]), file("third-semi.csv", b"a;url\n1;http://h/\n"));
    let (archive, packed) = (file("third.warc", b"WARC/1.0\r\n"), file("third.zip", b"PK\x03\x04\x0a\0"));
    let cases: &[(&[&str], &str)] = &[
        (&["fix", "--lint", &page], "those of HTML may be relative"),
        (&["dedupe", &statements], "add --format text"),
        (&["key", &statements], "add --format text"),
        (&["dedupe", "--column", "l[].u", &arrays], "its name has no []"),
        (&["dedupe", "--keep", "newest=t", &list], "--keep newest=COLUMN is for tables"),
        (&["check", "--column", "url", &list], "add --format csv"),
        (&["check", "--column", "url", &semicolons], "add --delimiter ';'"),
        (&["check", "--threads", "0", &list], "for '--threads <N>': expected a whole number of at least 1"),
        (&["check", "--threads", "x", &list], "for '--threads <N>': expected a whole number"),
        (&["check", "--max-errors", "-1", &list], "unexpected argument"),
        (&["check", "--uri", "--iri", &list], "cannot be used with '--iri'"),
        (&["edit", "--unset", "query.*tm", "http://h/?utm=1"], "only be its last character"),
        (&["check", "--column", "nosuch", &wide], "xxx\u{2026}"),
        (&["check", &archive], "to find the URLs in it, write: oneiri links "),
        (&["check", &packed], "unzip -p FILE"),
    ];
    for (arguments, expected) in cases {
        let outcome = oneiri(arguments);
        assert_eq!(outcome.code, 2, "{arguments:?}");
        assert!(outcome.stderr.contains(expected), "{arguments:?}: {}", outcome.stderr);
        assert!(outcome.stderr.len() < 1000, "{arguments:?}");
    }
}

/// What a document names may have any length.
#[test]
fn a_long_name_is_not_all_quoted() {
    let long = "x".repeat(100_000);
    for (name, text) in
        [("third-long.ttl", format!("<a:> <b:> {long}:c .\n")), ("third-long.rdf", format!("<a>&{long};</a>"))]
    {
        let told = oneiri(&["check", &file(name, text.as_bytes())]);
        assert_eq!(told.code, 1, "{name}");
        assert!(told.said().contains("xxx…") && told.said().len() < 2000, "{name}: {}", told.said().len());
    }
}

/// Nobody would see that an option does nothing, or that a value is not read.
#[test]
fn what_has_no_effect_is_told() {
    let outcome = oneiri(&["normalize", "--rung", "protocol", "http://H"]);
    outcome.is(
        0,
        "http://h/\n",
        "oneiri: --rung protocol is the same as --rung scheme here, because there is no --evidence FILE\n",
    );
    let mixed = file("third-mixed.ndjson", b"{\"l\":{\"u\":\"http://h/\"}}\n{\"l\":[{\"u\":\"a b\"}]}\n");
    let told = oneiri(&["check", "--column", "l.u", &mixed]);
    assert_eq!(told.code, 1);
    assert!(told.stdout().contains("as in links[].url"), "{}", told.said());
}

/// A list whose output is added to it would never end.
#[test]
fn an_input_that_is_the_output_is_refused() {
    let list = file("third-own.txt", b"http://H/\n");
    let own = || fs::File::options().append(true).open(&list).unwrap();
    let told = |mut command: std::process::Command| {
        let outcome = command.stdout(own()).output().unwrap();
        (outcome.status.code(), String::from_utf8(outcome.stderr).unwrap())
    };
    let told_by_name = told(command(&["normalize", &list]));
    assert_eq!(
        told_by_name,
        (Some(2), format!("oneiri: {list}: is also the output; write to another file, or use -o\n"))
    );
    let mut piped = command(&["dedupe"]);
    piped.stdin(fs::File::open(&list).unwrap());
    assert_eq!(told(piped).0, Some(2));
    assert_eq!(fs::read(&list).unwrap(), b"http://H/\n");
    assert_eq!(oneiri(&["normalize", &list, "-o", &list]).code, 0);
    // As for `rg`, it does not belong to the files of a folder.
    let folder = path("third-own-folder");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("a.txt"), "a b\n").unwrap();
    let output = fs::File::create(folder.join("out.txt")).unwrap();
    assert_eq!(command(&["check", folder.to_str().unwrap()]).stdout(output).output().unwrap().status.code(), Some(1));
    assert_eq!(fs::read_to_string(folder.join("out.txt")).unwrap().lines().count(), 1);
}

#[test]
fn valid_lines_keep_their_ends_and_the_mark() {
    let list = file("third-ends.txt", b"\xEF\xBB\xBFhttp://h/a b\r\nhttp://h/\r\n\nhttp://[/\r\nx");
    let fixed = path("third-ends-fixed.txt").into_os_string().into_string().unwrap();
    assert_eq!(oneiri(&["fix", &list, "-o", &fixed]).code, 1);
    assert_eq!(fs::read(&fixed).unwrap(), b"\xEF\xBB\xBFhttp://h/a%20b\r\nhttp://h/\r\n\nhttp://[/\r\nx\n");
    oneiri(&["check", &list, "-o", &fixed]);
    assert_eq!(fs::read(&fixed).unwrap(), b"\xEF\xBB\xBFhttp://h/\r\n\nx\n");
    let wide: Vec<u8> = "\u{FEFF}http://h/\nhttp://h/b\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let kept = oneiri(&["fix", &file("third-wide.txt", &wide)]);
    assert_eq!((kept.code, &kept.stdout), (1, &[&wide[..], b"\n"].concat()));
    assert!(kept.stderr.contains("which begins UTF-16 (convert the file to UTF-8 first)"), "{}", kept.stderr);
    assert!(kept.stderr.contains("if the file is UTF-16"), "{}", kept.stderr);
}

#[test]
fn a_guard_denies_and_parsers_that_agree_find_nothing() {
    let denied = oneiri(&["guard", "--preset", "ssrf", "example.com"]);
    assert!(denied.stderr.starts_with("argument:1:0-11: invalid: the text has no scheme"), "{}", denied.stderr);
    assert_eq!(oneiri(&["parsers", "--as", "rfc3986,rfc3987", "a b"]).code, 0);
}

/// The names of RDF are compared by their text, as stores compare them.
#[test]
fn a_report_merges_no_names_and_counts_urls() {
    let statements = file("third-report.nt", b"<http://a/> <http://A/> <http://a:80/> .\n<http://a/> <b:b> _:c .\n");
    let told = oneiri(&["report", &statements]).stderr;
    assert!(told.ends_with("oneiri: 5 URLs: 4 unique, 1 duplicate, 0 invalid\n"), "{told}");
    let fields =
        file("third-report.ndjson", b"{\"u\":\"http://h/\"}\n{\"u\":\"HTTP://h\"}\n{\"u\":\"\"}\n{\"u\":\"a b\"}\n");
    let told = oneiri(&["report", "--column", "u", &fields]).stderr;
    assert!(told.ends_with("oneiri: 3 URLs: 1 unique, 1 duplicate, 1 invalid\n"), "{told}");
}

#[test]
fn objects_that_hold_no_url_get_the_reason() {
    let records = file("third-broken.ndjson", b"{\"u\":7}\nno json\n{\"u\":7,\"why\":1}\n{\"u\":\"a\"}\n");
    let told = oneiri(&["check", "--column", "u", "--into", "why", &records]);
    let expected = "{\"u\":7,\"why\":\"expected a string in the field 'u', found a number\"}\nno json\n\
                    {\"u\":7,\"why\":1}\n{\"u\":\"a\",\"why\":null}\n";
    assert_eq!((told.code, told.stdout()), (1, expected));
}

#[test]
fn a_log_that_is_too_long_for_memory_goes_to_the_folder() {
    let list = file("third-log.txt", "http://h/a b\n".repeat(70_000).as_bytes());
    let folder = path("third-log-folder").into_os_string().into_string().unwrap();
    assert_eq!(oneiri(&["lint", "--sarif", "--temp-dir", &format!("{folder}-nowhere"), &list]).code, 2);
    fs::create_dir_all(&folder).unwrap();
    assert_eq!(oneiri(&["lint", "--sarif", "--temp-dir", &folder, &list]).code, 1);
    fs::remove_dir(&folder).unwrap();
    assert_eq!(oneiri(&["lint", "--temp-dir", &folder, &list]).code, 2);
}
