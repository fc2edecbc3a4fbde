//! Records without a URL, several URLs in a record, and what becomes of invalid ones: all commands answer alike, and
//! no record is lost.

use crate::run::{feed, file, oneiri};

const NDJSON: [&str; 4] = ["--format", "ndjson", "--column", "u"];

/// Null, an empty text and an absent field are no URL. A number is invalid.
const RECORDS: &str =
    "{\"u\":\"HTTP://h\"}\n{\"u\":null,\"n\":1}\n{\"n\":2}\n{\"u\":\"\"}\n{\"u\":null,\"n\":1}\n{\"u\":5}\n{}\n";

#[test]
fn a_record_without_a_url_passes_through() {
    let told = "stdin:6:5-6: expected a string in the field 'u', found a number\n";
    let normal = RECORDS.replace("HTTP://h", "http://h/");
    let fixed = RECORDS.replace("HTTP://h", "http://h");
    for (command, code, out, err) in [
        (&["normalize"][..], 1, &*normal, told),
        (&["fix"], 1, RECORDS, &*format!("{told}oneiri: 7 read, 1 invalid, 0 fixed\n")),
        (&["fix", "--lint"], 1, &fixed, told),
        (&["key", "--rung", "string", "--kind", "sort"], 1, &RECORDS.replace("HTTP://h", "h  HTTP://"), told),
        (
            &["dedupe"],
            1,
            &RECORDS.replace("{\"u\":5}\n", ""),
            &*format!("{told}oneiri: 7 records: 6 unique, 0 duplicates, 1 invalid\n"),
        ),
        (&["check"], 1, told, "oneiri: 7 checked, 1 invalid\n"),
        (&["parse", "--get", "host"], 1, &RECORDS.replace("HTTP://h", "h"), told),
        (&["parse"], 1, "scheme     HTTP\nauthority  h\nhost       h\npath       \"\"\n", told),
    ] {
        let outcome = feed(&[command, &NDJSON].concat(), RECORDS.as_bytes());
        assert_eq!((outcome.code, outcome.stdout()), (code, out), "{command:?}: {}", outcome.stderr);
        assert!(outcome.stderr.contains(err), "{command:?}: {}", outcome.stderr);
    }
    let report = feed(&[&["report"], &NDJSON[..]].concat(), RECORDS.as_bytes());
    assert!(report.stderr.contains("2 URLs: 1 unique, 0 duplicates, 1 invalid"), "{}", report.stderr);
}

/// `parse --whatwg` refused it, because the empty text is no URL of the URL Standard.
#[test]
fn an_empty_cell_is_no_url_for_browsers_either() {
    let table = b"n,u\n1,\n2,http://h\n";
    let parsed = "scheme     http\nauthority  h\nhost       h\npath       /\n";
    feed(&["parse", "--whatwg", "--format", "csv", "--column", "u"], table).is(0, parsed, "");
}

#[test]
fn an_answer_stands_where_its_name_says() {
    let normalize = |into: &str, record: &str, out: &str| {
        let arguments = [&["normalize", "--into", into][..], &NDJSON].concat();
        let outcome = feed(&arguments, record.as_bytes());
        assert_eq!(outcome.stdout(), format!("{out}\n"), "{into}: {}", outcome.stderr);
        outcome.code
    };
    for (into, record, out) in [
        ("p.n", r#"{"u":"A:","p":{"x":[1]}}"#, r#"{"u":"A:","p":{"x":[1],"n":"a:"}}"#),
        ("p.n", r#"{"u":"A:","p": { } }"#, r#"{"u":"A:","p": { "n":"a:"} }"#),
        ("p.q.n", r#"{"u":"A:","p":{"q":{}},"z":{}}"#, r#"{"u":"A:","p":{"q":{"n":"a:"}},"z":{}}"#),
        (r"p\.n", r#"{"u":"A:","p":{}}"#, r#"{"u":"A:","p":{},"p.n":"a:"}"#),
        ("p.n", r#"{"u":"A:"}"#, r#"{"u":"A:","p":{"n":"a:"}}"#),
        ("n", "{}", r#"{"n":null}"#),
        ("p.n", r#"{"u":null,"p":null}"#, r#"{"u":null,"p":null}"#),
    ] {
        // A record alone would be one without the field.
        let with = format!("{record}\n{{\"u\":\"\",\"p\":{{}}}}");
        let second = match into {
            "n" => r#"{"u":"","p":{},"n":null}"#,
            "p.n" => r#"{"u":"","p":{"n":null}}"#,
            "p.q.n" => r#"{"u":"","p":{"q":{"n":null}}}"#,
            _ => r#"{"u":"","p":{},"p.n":null}"#,
        };
        assert_eq!(normalize(into, &with, &format!("{out}\n{second}")), 0, "{into} {record}");
    }
    for record in [r#"{"u":"A:","p":{"n":1}}"#, r#"{"u":"A:","p":"x"}"#] {
        assert_eq!(normalize("p.n", record, record), 1, "{record}");
    }
}

#[test]
fn a_name_that_no_record_has_is_an_error() {
    let records = b"{\"url\":\"a:\",\"id\":1}\n{\"id\":2}\n";
    let told = "oneiri: stdin: no record has a field `u` (the first has: id, url)\n";
    // A verdict sums up what it read.
    let summed_up = [
        ("check", "oneiri: 2 checked, 0 invalid, 1 table not read\n"),
        ("lint", "oneiri: 2 read, 0 invalid, 0 errors, 0 warnings, 1 table not read\n"),
        ("report", "oneiri: 0 URLs: 0 unique, 0 duplicates, 0 invalid, 1 table not read\n"),
    ];
    for command in ["normalize", "dedupe", "check", "lint", "fix", "key", "report", "parse"] {
        for records in [&records[..], &[b"\xEF\xBB\xBF", &records[..]].concat()] {
            let outcome = feed(&[&[command], &NDJSON[..]].concat(), records);
            assert_eq!(outcome.code, 2, "{command}");
            let sum = summed_up.iter().find(|it| it.0 == command).map_or("", |it| it.1);
            assert!(outcome.stderr.ends_with(&format!("{told}{sum}")), "{command}: {}", outcome.stderr);
        }
        assert_eq!(feed(&[&[command], &NDJSON[..]].concat(), b"").code, 0, "{command}");
    }
    let newest = [&["dedupe", "--keep", "newest=t"], &NDJSON[..]].concat();
    let outcome = feed(&newest, b"{\"u\":\"a:\",\"at\":1}\n");
    assert!(outcome.code == 2 && outcome.stderr.contains("a field `t` (the first has: at, u)"), "{outcome:?}");
    let old = oneiri(&["check", "--format", "ndjson", "--field", "u"]);
    assert!(old.code == 2 && old.stderr.contains("--column url, --column page.url or"), "{}", old.stderr);
}

#[test]
fn a_record_may_have_several_urls() {
    let records = r#"{"links":[{"url":"A:1"},{"url":"a b"},{"n":1},{"url":null}],"home":"B:","x":[["C:"],["D:",3]]}
{"home":"","links":{}}
{"x":[],"links":[{"url":"A:1","url":"A:2"}]}
"#;
    let run = |command: &[&str], columns: &[&str]| {
        let columns = columns.iter().flat_map(|it| ["--column", *it]);
        let more: Vec<&str> = columns.chain(["--format", "ndjson"]).collect();
        feed(&[command, &more].concat(), records.as_bytes())
    };
    let normal = run(&["normalize", "-q", "--invalid", "keep"], &["links[].url", "home"]);
    let expected = records.replace("A:2", "a:2");
    assert_eq!(normal.stdout(), expected, "a record with an invalid URL is kept as a whole, {normal:?}");
    let checked = run(&["check"], &["links[].url", "home", "x[][]"]);
    let told = "stdin:1:33-34: column 'links[].url': E001 path: ' ' is not allowed here; write %20 (RFC 3987 section 2.2)\n\
        stdin:1:90-91: column 'x[][]': expected a string in the field 'x[][]', found a number\n";
    assert_eq!(checked.stdout(), told, "{}", checked.stderr);
    assert!(checked.stderr.ends_with("oneiri: 9 checked, 2 invalid\n"), "{}", checked.stderr);
    let json = run(&["check", "--json"], &["home", "x[][]"]);
    let columns: Vec<_> = json.json().iter().map(|it| it["column"].clone()).collect();
    assert_eq!(columns[..3], ["home", "x[][]", "x[][]"]);
    for wrong in [&["dedupe"][..], &["key", "--into", "k"]] {
        assert_eq!(run(wrong, &["links[].url"]).code, 2, "{wrong:?}");
    }
    assert_eq!(run(&["check"], &["nowhere[].url", "no"]).code, 2);
    // In tables, brackets belong to the name.
    let form = ["dedupe", "-q", "--format", "csv", "--column", "u[]"];
    feed(&form, b"u[]\na:\nA:\n").is(0, "u[]\na:\n", "");
    let two = ["lint", "--format", "csv", "--column", "a", "--column", "b"];
    let outcome = feed(&two, b"a,b\nhttp://h/,a b\n");
    assert!(outcome.said().contains("stdin:2:11-12: column 'b': E001 path: "), "{}", outcome.said());
}

/// `--invalid` says what becomes of records with an invalid URL, and each is reported.
#[test]
fn invalid_records_stay_if_asked_for() {
    let table = "url,n\nA:,1\nb c,2\na:,3\nb c,4\n9\n,5\n";
    let csv = ["--format", "csv", "--column", "url"];
    let unique = "oneiri: 6 records: 2 unique, 1 duplicate, 3 invalid\n";
    for (invalid, rows) in [
        ("keep", "url,n\nA:,1\nb c,2\nb c,4\n9\n,5\n"),
        ("null", "url,n\nA:,1\n,2\n,4\n9\n,5\n"),
        ("drop", "url,n\nA:,1\n,5\n"),
    ] {
        for memory in ["1G", "1M"] {
            let run = [&["dedupe", "--memory", memory, "--invalid", invalid], &csv[..]].concat();
            let outcome = feed(&run, table.as_bytes());
            assert_eq!((outcome.code, outcome.stdout()), (0, rows), "{invalid}");
            let said = &outcome.stderr;
            assert!(said.contains("stdin:3:1-2: E001 path: ' '") && said.ends_with(unique), "{said}");
            assert_eq!(said.lines().count(), 4, "{said}");
        }
    }
    let lines = feed(&["dedupe", "-q", "--invalid", "keep", "--keep", "last"], b"a b\nA:\na b\na:\n");
    lines.is(0, "a b\na b\na:\n", "");
    let many: String = (0..60_000).map(|nth| format!("x:{}\na b{nth}\n", nth % 7)).collect();
    let outcome = feed(&["dedupe", "--memory", "1M", "--invalid", "keep", "--max-errors", "0"], many.as_bytes());
    assert!(outcome.stderr.contains("120000 lines: 7 unique, 59993 duplicates, 60000 invalid"), "{}", outcome.stderr);
    let mut expected: Vec<String> = Vec::new();
    for (nth, line) in many.lines().enumerate() {
        if nth % 2 == 1 || nth < 14 {
            expected.push(line.to_owned());
        }
    }
    assert!(outcome.stdout().lines().eq(expected.iter()), "the order of the input is kept");
}

#[test]
fn dedupe_reads_what_the_other_commands_read() {
    let trimmed = feed(&["dedupe", "--trim", "-q"], b"http://h/a\n http://h/a \r\n\tHTTP://h/a\n b c\n");
    assert_eq!((trimmed.code, trimmed.stdout()), (1, "http://h/a\n"));
    let told = feed(&["dedupe", "--trim"], b" b c\n");
    assert!(told.stderr.starts_with("stdin:1:2-3: E001 path: "), "{}", told.stderr);
    let [a, b] =
        [("a", "X:\n y:\n"), ("b", " x: \nz:\n")].map(|(name, text)| file(&format!("no-url-{name}"), text.as_bytes()));
    assert_eq!(oneiri(&["comm", "--trim", "-12", &a, &b]).stdout(), "X:\n");
    // Objects of a table have the URL alone, and the numbers of records.
    let objects =
        feed(&["dedupe", "--json", "-q", "--format", "csv", "--column", "u"], b"n,u\n1,A:\n2,a:\n3,\n4,x y\n");
    let expected = "{\"line\":2,\"input\":\"A:\",\"ok\":true,\"output\":\"a:\",\"kept\":true,\"first_line\":2}
{\"line\":3,\"input\":\"a:\",\"ok\":true,\"output\":\"a:\",\"kept\":false,\"first_line\":2}
{\"line\":4,\"input\":\"\",\"ok\":true,\"output\":\"\",\"kept\":true,\"first_line\":4}\n";
    assert!(objects.stdout().starts_with(expected), "{}", objects.stdout());
    let last = objects.json().pop().unwrap();
    assert_eq!((&last["line"], &last["input"], &last["ok"]), (&5.into(), &"x y".into(), &false.into()));
    let counted = feed(&["dedupe", "-c", "--json", "-q", "--format", "csv", "--column", "u"], b"n,u\n1,A:\n2,a:\n");
    assert_eq!(counted.stdout(), "{\"line\":2,\"input\":\"A:\",\"ok\":true,\"count\":2}\n");
}

/// A blank line has no number of records, because it is none.
#[test]
fn a_blank_line_is_not_counted() {
    let table = b"n,u\n1,A:\n\n2,a:\n\n";
    let outcome = feed(&["dedupe", "-q", "-c", "--format", "csv", "--column", "u"], table);
    assert_eq!(outcome.stdout(), "count,n,u\n2,1,A:\n\n\n");
}

/// Programs write blank lines at the end of a table. They are no record.
#[test]
fn a_blank_line_of_a_table_passes_through() {
    let table = b"n,u\n1,A:\n\n";
    for (command, out) in [
        (&["normalize"][..], "n,u\n1,a:\n\n"),
        (&["normalize", "--into", "k"], "n,u,k\n1,A:,a:\n\n"),
        (&["dedupe"], "n,u\n1,A:\n\n"),
        (&["check"], ""),
    ] {
        let outcome = feed(&[command, &["-q", "--format", "csv", "--column", "u"]].concat(), table);
        assert_eq!((outcome.code, outcome.stdout()), (0, out), "{command:?} {}", outcome.stderr);
    }
}

/// What is no URL is no value, as the field says that itself. A record that is no object has no place for it.
#[test]
fn an_invalid_value_becomes_null() {
    let records = "{\"u\":\"A:\",\"t\":1}\n{\"u\":\"//[\",\"t\":2}\n{\"u\": 5 }\n{\"u\":[\"A:\"],\"n\":[]}\n{\"u\":\"\\ud800\"}\n\
        {\"u\":{\"u\":1}}\n{\"u\":\"\"}\nno json\n5\n{\"u\":true}\n";
    let nulls = "{\"u\":\"a:\",\"t\":1}\n{\"u\":null,\"t\":2}\n{\"u\": null }\n{\"u\":null,\"n\":[]}\n{\"u\":null}\n\
        {\"u\":null}\n{\"u\":\"\"}\nno json\n5\n{\"u\":null}\n";
    for command in [
        &["normalize"][..],
        &["fix", "--lint"],
        &["dedupe"],
        &["dedupe", "--keep", "last"],
        &["dedupe", "--keep", "newest=t"],
        &["dedupe", "--memory", "1M"],
    ] {
        let outcome = feed(&[command, &NDJSON, &["-q", "--invalid", "null"]].concat(), records.as_bytes());
        let expected = if command[0] == "dedupe" { nulls.replace("\"a:\"", "\"A:\"") } else { nulls.to_owned() };
        assert_eq!((outcome.code, outcome.stdout()), (0, &*expected), "{command:?}: {}", outcome.stderr);
    }
    // Each value of a record is its own.
    let two = ["normalize", "-q", "--format", "ndjson", "--column", "l[].u", "--column", "v", "--invalid", "null"];
    let records = b"{\"v\":7,\"l\":[{\"u\":1},{\"u\":\"A:\"},{\"u\":\"x y\"}]}\n";
    feed(&two, records).is(0, "{\"v\":null,\"l\":[{\"u\":null},{\"u\":\"a:\"},{\"u\":null}]}\n", "");
    let csv = ["dedupe", "-q", "--format", "csv", "--column", "u", "--invalid", "null"];
    feed(&csv, b"u,v\nA:,1\na b,2\n").is(0, "u,v\nA:,1\n,2\n", "");
    let records = "{\"u\":\"mailto:a@example.com\"}\n{\"u\":\"http://h/\"}\n";
    for (answers, [first, second]) in
        [(&["parse", "--get", "host"][..], ["null", "\"h\""]), (&["lint"], ["null"; 2]), (&["check"], ["null"; 2])]
    {
        let run = [answers, &NDJSON, &["-q", "--into", "new"]].concat();
        let out = records.replacen("\"}", &format!("\",\"new\":{first}}}"), 1);
        feed(&run, records.as_bytes()).is(0, &out.replace("/\"}", &format!("/\",\"new\":{second}}}")), "");
    }
}
