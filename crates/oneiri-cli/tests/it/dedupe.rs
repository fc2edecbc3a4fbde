//! `dedupe`: the first spelling of each class, and nothing merged or lost that should not be.

use crate::run::{feed, file, oneiri, path};

#[test]
fn the_first_spelling_is_kept_as_it_stands() {
    let lines = "HTTP://Example.com/%7Eada\nhttp://example.com/~ada\nhttp://example.com/~Ada\r\n\
                 http://example.com:/~ada\nhttp://example.org/ros%C3%A9\nhttp://example.org/rosé";
    feed(&["dedupe"], lines.as_bytes()).is(
        0,
        "HTTP://Example.com/%7Eada\nhttp://example.com/~Ada\nhttp://example.org/ros%C3%A9\n",
        "oneiri: 6 lines: 3 unique, 3 duplicates, 0 invalid\n",
    );
    feed(&["dedupe"], b"").is(0, "", "oneiri: 0 lines: 0 unique, 0 duplicates, 0 invalid\n");
}

#[test]
fn what_may_not_merge_does_not() {
    let lines = "http://h/a%2Fb\nhttp://h/a/b\nhttp://h/a/b/\nhttp://h/a/b?\nhttp://h/a/b#\n\
                 http://h/A/b\nhttp://h:81/a/b\nhttps://h/a/b\n//h/a/b\n/a/b\na/b\n./a/b\n\
                 http://h/e\u{301}\nhttp://h/\u{E9}\nhttp://@h/a/b\n\n";
    let outcome = feed(&["dedupe"], lines.as_bytes());
    assert_eq!((outcome.code, outcome.stdout()), (0, lines));
    // Twice over, still one of each; and deduplicating the result changes nothing.
    let twice = feed(&["dedupe"], lines.repeat(2).as_bytes());
    assert_eq!(twice.stdout(), lines);
    assert_eq!(twice.stderr, "oneiri: 32 lines: 16 unique, 16 duplicates, 0 invalid\n");
}

#[test]
fn at_a_rung_of_the_ladder() {
    let lines = "http://h/~a#x\nhttp://h/%7ea#x\nHTTP://h:80/~a#x\nhttp://h/~a#y\nhttp://h/~a#x\n";
    for (options, kept, merged) in [
        (&["--rung", "string"][..], &[0, 1, 2, 3][..], 1),
        (&["--rung", "case"], &[0, 1, 2, 3], 1),
        (&["--rung", "escape"], &[0, 2, 3], 2),
        (&["--rung", "path"], &[0, 2, 3], 2),
        (&[], &[0, 3], 3),
        (&["--rung", "scheme"], &[0, 3], 3),
        (&["--rung", "scheme", "--ignore-fragment"], &[0], 4),
    ] {
        let outcome = feed(&[&["dedupe"], options].concat(), lines.as_bytes());
        let expected: String = kept.iter().map(|&at| format!("{}\n", lines.lines().nth(at).unwrap())).collect();
        let (unique, s) = (kept.len(), if merged == 1 { "" } else { "s" });
        outcome.is(0, &expected, &format!("oneiri: 5 lines: {unique} unique, {merged} duplicate{s}, 0 invalid\n"));
    }
}

#[test]
fn what_references_lead_to() {
    let outcome = feed(&["dedupe", "--base", "http://h/a/", "--json"], b"b\n./b\nhttp://h/a/b\n../b\n");
    let kept: Vec<_> = outcome.json().iter().map(|object| object["kept"] == true).collect();
    assert_eq!(kept, [true, false, false, true]);
    assert_eq!(outcome.json()[1]["output"], "http://h/a/b");
    feed(&["dedupe", "--base", "http://h/a/"], b"./b\nhttp://h/a/b\n").is(
        0,
        "./b\n",
        "oneiri: 2 lines: 1 unique, 1 duplicate, 0 invalid\n",
    );
}

#[test]
fn refused_lines_are_reported_each() {
    let outcome = feed(&["dedupe"], b"a b\na b\nc\nhttp://[x]/\n");
    assert_eq!((outcome.code, outcome.stdout()), (1, "c\n"));
    let told: Vec<&str> = outcome.stderr.lines().collect();
    assert_eq!(told.len(), 4, "{told:?}");
    assert!(told[0].starts_with("stdin:1:1-2: E001 path: "));
    assert!(told[1].starts_with("stdin:2:1-2: E001 path: "));
    assert!(told[2].starts_with("stdin:4:8-9: E008 host: "));
    assert_eq!(told[3], "oneiri: 4 lines: 1 unique, 0 duplicates, 3 invalid");
}

#[test]
fn refused_lines_are_kept_byte_for_byte() {
    let rejects = path("dedupe-rejects.txt");
    std::fs::write(&rejects, "left from before").unwrap();
    let one = file("dedupe-one.txt", b"a b\r\nok\n\xFF\0\na b");
    let two = file("dedupe-two.txt", b"c d\r\nok\ne f");
    let rejects_name = rejects.to_str().unwrap();
    oneiri(&["dedupe", &one, &two, "--rejects", rejects_name]).is(
        0,
        "ok\n",
        "oneiri: 7 lines: 1 unique, 1 duplicate, 5 invalid\n",
    );
    // The file's last line had no terminator; it gets one so as not to merge with the next.
    assert_eq!(std::fs::read(&rejects).unwrap(), b"a b\r\n\xFF\0\na b\nc d\r\ne f");
    feed(&["dedupe", "--rejects", rejects_name], b"ok\n").is(
        0,
        "ok\n",
        "oneiri: 1 line: 1 unique, 0 duplicates, 0 invalid\n",
    );
    assert_eq!(std::fs::read(&rejects).unwrap(), b"");
}

#[test]
fn rejects_never_overwrite_what_is_to_be_read() {
    let precious = file("dedupe-precious.txt", b"a b\n");
    let outcome = oneiri(&["dedupe", &precious, "--rejects", &precious]);
    assert_eq!((outcome.code, outcome.stdout()), (2, ""));
    assert!(outcome.stderr.contains("would overwrite"), "{}", outcome.stderr);
    assert_eq!(std::fs::read(&precious).unwrap(), b"a b\n");
    let outcome = oneiri(&["dedupe", &precious, "--rejects", "no/such/folder/file"]);
    assert_eq!((outcome.code, outcome.stdout()), (2, ""));
}

#[test]
fn rejects_that_cannot_be_written_end_the_run() {
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    let outcome = feed(&["dedupe", "--rejects", "/dev/full"], "a b\n".repeat(100_000).as_bytes());
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.starts_with("oneiri: /dev/full: "), "{}", outcome.stderr);
}

#[test]
fn json_is_the_map_of_every_line() {
    let (one, two) = (file("dedupe-map-one.txt", b"HTTP://h/\na b\n"), file("dedupe-map-two.txt", b"x\nhttp://h/\n"));
    let outcome = oneiri(&["dedupe", "--json", &one, &two]);
    assert_eq!(outcome.code, 1);
    assert_eq!(outcome.stderr, "oneiri: 4 lines: 2 unique, 1 duplicate, 1 invalid\n");
    let lines: Vec<&str> = outcome.stdout().lines().collect();
    assert_eq!(
        lines[0],
        format!(
            r#"{{"line":1,"file":"{one}","input":"HTTP://h/","ok":true,"output":"http://h/","kept":true,"first_line":1,"first_file":"{one}"}}"#
        )
    );
    assert_eq!(outcome.json()[1]["error"]["component"], "path");
    assert_eq!(
        lines[3],
        format!(
            r#"{{"line":2,"file":"{two}","input":"http://h/","ok":true,"output":"http://h/","kept":false,"first_line":1,"first_file":"{one}"}}"#
        )
    );
    feed(&["dedupe", "--json"], b"a\nA:\na\n").is(
        0,
        concat!(
            r#"{"line":1,"input":"a","ok":true,"output":"a","kept":true,"first_line":1}"#,
            "\n",
            r#"{"line":2,"input":"A:","ok":true,"output":"a:","kept":true,"first_line":2}"#,
            "\n",
            r#"{"line":3,"input":"a","ok":true,"output":"a","kept":false,"first_line":1}"#,
            "\n"
        ),
        "oneiri: 3 lines: 2 unique, 1 duplicate, 0 invalid\n",
    );
}

/// The sample in the README: nothing of it is lost.
#[test]
fn the_sample_adds_up() {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/links.txt");
    let rejects = path("dedupe-sample-rejects.txt");
    let outcome = oneiri(&["dedupe", sample, "--rejects", rejects.to_str().unwrap()]);
    let lines = std::fs::read_to_string(sample).unwrap().lines().count();
    let kept = outcome.stdout().lines().count();
    let refused = std::fs::read_to_string(rejects).unwrap().lines().count();
    let merged = lines - kept - refused;
    assert_eq!(outcome.code, 0);
    assert_eq!(
        outcome.stderr,
        format!("oneiri: {lines} lines: {kept} unique, {merged} duplicates, {refused} invalid\n")
    );
    assert!(merged > 50 && refused > 20, "{}", outcome.stderr);
}

#[test]
fn users_of_uniq_are_told() {
    let help = oneiri(&["dedupe", "--help"]);
    assert!(help.stdout().contains("`uniq`, whose -c, -d and -u mean the same here"), "{}", help.stdout());
}

/// Dates in other forms have no order that their text shows, so no record is silently kept in place of a newer one.
#[test]
fn what_is_no_date_is_never_the_oldest_silently() {
    let values = [
        "Mon, 01 Jan 2024 00:00:00 GMT",
        "01/02/2025",
        "2024-13-01",
        "12:00:00",
        "never",
        "nan",
        "inf",
        "[1]",
        "true",
        "{}",
    ];
    for value in values {
        let table = format!("u,t\nA:x,\na:x,\"{value}\"\na:y,zzz\n");
        let object = format!("{{\"u\":\"A:x\"}}\n{{\"u\":\"a:x\",\"t\":\"{value}\"}}\n");
        let mut runs = vec![("csv", "--column", table), ("ndjson", "--column", object.clone())];
        if value.starts_with(['[', 't', '{']) {
            runs.push(("ndjson", "--column", object.replace(&format!("\"{value}\""), value)));
        }
        for (format, option, input) in runs {
            let run = ["dedupe", "--format", format, option, "u", "--keep", "newest=t"];
            let seen = feed(&run, input.as_bytes());
            assert_eq!((seen.code, seen.stdout()), (2, ""), "{input}: {}", seen.stderr);
            let place = if format == "csv" { "stdin:3" } else { "stdin:2" };
            assert!(seen.stderr.contains(&format!("oneiri: {place}: --keep newest: ")), "{}", seen.stderr);
            assert!(seen.stderr.contains(&format!("found '{value}', so ")), "{}", seen.stderr);
        }
    }
    // The first one is named, whichever thread reads it, and a file stays as it was.
    let mut table = String::from("u,t\n");
    (0..50_000).for_each(|nth| table.push_str(&format!("a:{nth},2024-01-01\n")));
    (0..50_000).for_each(|nth| table.push_str(&format!("A:{nth},bad {nth}\n")));
    let (input, output) = (file("dedupe-no-date.csv", table.as_bytes()), file("no-date.out", b"old"));
    let run = ["dedupe", "--column", "u", "--keep", "newest=t", "--memory", "1M", "-o", &output];
    let seen = oneiri(&[&run[..], &[&input]].concat());
    assert_eq!(seen.code, 2);
    assert!(seen.stderr.contains(&format!("oneiri: {input}:50002: --keep newest: ")), "{}", seen.stderr);
    assert!(seen.stderr.contains("found 'bad 0', so "), "{}", seen.stderr);
    assert_eq!(std::fs::read(&output).unwrap(), b"old");
    let mixed = b"{\"u\":\"a:\",\"t\":\"2024-01-01\"}\n{\"u\":\"A:\",\"t\":1704240000}\n";
    let run = ["dedupe", "--format", "ndjson", "--column", "u", "--keep", "newest=t"];
    let seen = feed(&run, mixed);
    assert_eq!((seen.code, seen.stdout()), (2, ""));
    assert!(seen.stderr.contains("both dates and numbers"), "{}", seen.stderr);
}

#[test]
fn the_last_or_the_newest_record_is_kept() {
    let lines = b"HTTP://h/\nhttp://i/\na b\nhttp://h/\nhttp://h:81/\nHTTP://i/\n";
    feed(&["dedupe", "-q", "--keep", "first"], lines).is(1, "HTTP://h/\nhttp://i/\nhttp://h:81/\n", "");
    let last = "http://h/\nhttp://h:81/\nHTTP://i/\n";
    feed(&["dedupe", "-q", "--keep", "last"], lines).is(1, last, "");
    // The same if next to nothing fits into the memory.
    let many = lines.repeat(20_000);
    feed(&["dedupe", "-q", "--keep", "last", "--memory", "1M"], &many).is(1, last, "");
    let table = "seen,url\n\
        2024-05-01T00:30:00+02:00,A:x\n\
        2024-04-30T23:00:00Z,a:x\n\
        2024-04-30,A:x\n\
        ,B:y\n\
        1970-01-01,b:y\n\
        1969-12-31,C:z\n\
        2024-02-29 12:00:00,c:z\n\
        2024-02-29T11:59:59.9Z,c:z\n\
        2024-02-29T12:00:00Z,C:z\n";
    let newest = "seen,url\n2024-04-30T23:00:00Z,a:x\n1970-01-01,b:y\n2024-02-29 12:00:00,c:z\n";
    let name = file("dedupe-newest.csv", table.as_bytes());
    for keep in ["newest=seen", "newest=1"] {
        oneiri(&["dedupe", "-q", "--column", "url", "--keep", keep, &name]).is(0, newest, "");
    }
    let objects = b"{\"u\":\"A:x\",\"at\":\"2\"}\n{\"u\":\"a:x\",\"at\":\"10\"}\n{\"u\":\"A:x\"}\n";
    feed(&["dedupe", "-q", "--format", "ndjson", "--column", "u", "--keep", "newest=at"], objects).is(
        0,
        "{\"u\":\"a:x\",\"at\":\"10\"}\n",
        "",
    );
    // A number may stand without quotes, and null says no more than a missing field.
    let objects = "{\"u\":\"A:x\",\"at\":9}\n{\"u\":\"a:x\",\"at\":-10.5}\n{\"u\":\"a:x\",\"at\":null}\n\
                   {\"u\":\"a:X\",\"at\":2}\n{\"u\":\"a:X\",\"at\":\"10\"}\n{\"u\":\"A:X\",\"at\":1e1}\n";
    let run = ["dedupe", "-q", "--format", "ndjson", "--column", "u", "--keep", "newest=at"];
    feed(&run, objects.as_bytes()).is(0, "{\"u\":\"A:x\",\"at\":9}\n{\"u\":\"a:X\",\"at\":\"10\"}\n", "");
    for wrong in [
        &["--keep", "newest=seen"][..],
        &["--column", "url", "--keep", "newest=x", &name],
        &["--keep", "oldest"],
        &["--keep", "last", "--count"],
        &["--keep", "last", "--json"],
        &["--keep", "last", "--map", "/dev/null"],
    ] {
        assert_eq!(feed(&[&["dedupe"], wrong].concat(), b"a:\n").code, 2, "{wrong:?}");
    }
}

/// Only records that another one can equal are compared by their dates.
#[test]
fn the_date_of_a_record_without_a_url_does_not_matter() {
    for (format, input) in [
        ("csv", "u,t\n,never\nA:x,2024-01-01\na b,soon\na:x,2024-01-02\n1,2,3\n"),
        (
            "ndjson",
            "{\"u\":null,\"t\":\"never\"}\n{\"t\":true}\n{\"u\":\"a b\",\"t\":\"soon\"}\n{\"u\":\"a:x\",\"t\":\"2024-01-02\"}\n",
        ),
    ] {
        let run = ["dedupe", "-q", "--format", format, "--column", "u", "--keep", "newest=t"];
        let seen = feed(&run, input.as_bytes());
        assert_eq!(seen.code, 1, "{}", seen.stderr);
        assert!(seen.stdout().contains("2024-01-02") && seen.stdout().contains("never"), "{}", seen.stdout());
        assert!(!seen.stdout().contains("2024-01-01"), "{}", seen.stdout());
    }
}

/// Fields with line ends, also in the header, come before other records. Each place is a line of the file, as in `check`.
/// A header alone has no record, and no line of one.
#[test]
fn a_table_with_a_header_alone_is_empty() {
    let rows = file("header-rows.csv", b"u,t\nhttp://h/,1\nhttp://h/,2\n");
    for (nth, header) in [&b"u,t"[..], b"u,t\n"].into_iter().enumerate() {
        let name = file(&format!("header-{nth}.csv"), header);
        let outcome = oneiri(&["dedupe", "--json", "--column", "u", &name]);
        assert_eq!((outcome.stdout(), outcome.code), ("", 0), "{}", outcome.stderr);
        let outcome = oneiri(&["dedupe", "--json", "--column", "u", &rows, &name]);
        assert_eq!((outcome.stdout().lines().count(), outcome.code), (2, 0), "{}", outcome.stderr);
    }
}

#[test]
fn places_in_tables_are_lines_of_the_file() {
    let table = b"u,\"t\nt\"\nA:x,\"1\n2\"\n\"b\n\",0\na:x,3\nhttp://[,4\n";
    let other = file("dedupe-places.csv", table);
    let line = |object: &str| serde_json::from_str::<serde_json::Value>(object).unwrap()["line"].as_u64().unwrap();
    for more in [&[][..], &["--count"]] {
        let run = ["dedupe", "--format", "csv", "--column", "u", "--json", &other, &other];
        let seen = oneiri(&[&run[..], more].concat());
        let mut lines: Vec<u64> = seen.stdout().lines().map(line).collect();
        lines.sort_unstable();
        let expected = if more.is_empty() { vec![3, 3, 5, 5, 7, 7, 8, 8] } else { vec![3, 5, 5, 8, 8] };
        assert_eq!(lines, expected, "{more:?}");
        let kept = seen.stdout().lines().filter(|it| it.contains("\"first_line\":"));
        assert!(kept.clone().all(|it| it.contains("\"first_line\":3")), "{}", seen.stdout());
    }
    let places = |command: &str| {
        let seen = feed(&[command, "--format", "csv", "--column", "u"], table);
        let all = format!("{}{}", seen.stdout(), seen.stderr);
        all.lines().filter(|it| it.starts_with("stdin:")).map(ToOwned::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(places("dedupe"), places("check"));
    let newest = [&table[..], b"A:x,\"no\ndate\"\n"].concat();
    let newest = String::from_utf8(newest).unwrap().replacen("t\nt", "t", 1).replacen("1\n2", "", 1);
    let seen = feed(&["dedupe", "--format", "csv", "--column", "u", "--keep", "newest=t"], newest.as_bytes());
    assert!(seen.stderr.contains("stdin:7: --keep newest: "), "{}", seen.stderr);
}

/// A record has no end if it is the last one of a file, or if a quote is never closed. `dedupe` and `comm` report it at the same
/// place as `check`, and answer the other records.
#[test]
fn a_record_without_an_end_is_a_record() {
    fn sorted(lines: &str) -> Vec<&str> {
        let mut lines: Vec<&str> = lines.lines().filter(|it| !it.starts_with("oneiri: ")).collect();
        lines.sort_unstable();
        lines
    }
    let start = "id,url,x\n4,http://A/,\"q\nx\"\n";
    let other = file("dedupe-no-end.csv", [start, "5,http://[\n"].concat().as_bytes());
    for (nth, rest) in [
        "5,\"http://un\n",
        "5,\"http://un",
        "5,\"http://un\n6,http://a b\n7,http://c d",
        "5,\"http://un\n6,\"http://a b\n",
        "5,http://a b",
        "5,\"http://[\n\"",
    ]
    .into_iter()
    .enumerate()
    {
        let table = file(&format!("dedupe-no-end-{nth}.csv"), [start, rest].concat().as_bytes());
        let run = |command: &[&str], files: [&str; 2]| oneiri(&[command, &["--column", "url"], &files].concat());
        let checked = run(&["check"], [&table, &other]);
        assert!(checked.stdout().lines().count() > 1, "{rest}");
        for (command, code) in [
            (&["dedupe"][..], 1),
            (&["dedupe", "--count"], 1),
            (&["dedupe", "--duplicates"], 1),
            (&["dedupe", "--unique"], 1),
            (&["dedupe", "--keep", "last"], 1),
            (&["dedupe", "--keep", "newest=id"], 1),
            (&["dedupe", "--assume", "trackers"], 1),
            (&["dedupe", "--invalid", "keep"], 0),
            (&["dedupe", "--invalid", "null"], 0),
            (&["comm"], 1),
        ] {
            for files in [[&*table, &*other], [&*other, &*table]] {
                let seen = run(command, files);
                assert_eq!(seen.code, code, "{rest}: {command:?}: {}", seen.stderr);
                assert_eq!(sorted(&seen.stderr), sorted(checked.stdout()), "{rest}: {command:?}");
            }
        }
        let lines = |command: &str| {
            let objects = run(&[command, "--json"], [&table, &other]).json();
            objects.iter().map(|it| it["line"].as_u64().unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(lines("dedupe"), lines("check"), "{rest}");
    }
    // The records of the next file are counted from its beginning.
    for (ending, delimiter) in [("csv", ","), ("tsv", "\t")] {
        let [one, two] = ["u,t\nA:x,2025-01-01\nb:,2025-01-01", "u,t\na:x,2025-01-01\na:x,bad\n"].map(|text| {
            file(&format!("dedupe-no-end-{}.{ending}", text.len()), text.replace(',', delimiter).as_bytes())
        });
        let seen = oneiri(&["dedupe", "--column", "u", "--keep", "newest=t", &one, &two]);
        assert!(seen.stderr.contains(&format!("oneiri: {two}:3: --keep newest: ")), "{}", seen.stderr);
    }
}
