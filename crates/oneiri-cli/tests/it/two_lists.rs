//! `comm` and `dedupe` with the options that all commands for lists share: `-f`, `-0`, `--invalid` and `--column`.

use std::fs;

use crate::run::{feed, file, oneiri, path};

const CSV: [&str; 3] = ["-q", "--column", "url"];

#[test]
fn files_of_comm_are_a_and_then_b() {
    let a = file("two-f-a.txt", b"A:1\nb:2\n");
    let b = file("two-f-b.txt", b"b:2\nc:3\n");
    let both = "A:1\n\t\tb:2\n\tc:3\n";
    let sum = "oneiri: 4 lines: 3 unique, 1 duplicate, 0 invalid; 1 only in A, 1 only in B, 1 in both\n";
    oneiri(&["comm", "-f", &a, "-f", &b]).is(0, both, sum);
    oneiri(&["comm", "-13", "--file", &a, "--file", &b]).is(0, "c:3\n", sum);
    feed(&["comm", "-f", "-", "-f", &b], b"A:1\nb:2\n").is(0, both, sum);
    for (arguments, message) in [
        (&["comm", "-f", &a][..], "expected A and B, found 1 list"),
        (&["comm", "-f", &a, "-f", &b, "-f", &a], "expected A and B, found 3 lists"),
        // Nobody could see which of them is A.
        (&["comm", "-f", &a, &b], "cannot be used with"),
        (&["comm", "-f", "-", "-f", "-"], "cannot both be standard input"),
        (&["comm", "-f", &a.replace("-a.txt", "-?.txt"), "-f", &b], "A names 2 files"),
    ] {
        let outcome = oneiri(arguments);
        assert!(outcome.code == 2 && outcome.stderr.contains(message), "{arguments:?}: {}", outcome.stderr);
        assert_eq!(outcome.stdout(), "", "{arguments:?}");
    }
    let lost = oneiri(&["comm", "-f", &a, "-f", "no/such/file"]);
    assert!(lost.code == 2 && lost.stdout().is_empty() && lost.stderr.contains("o such file"), "{}", lost.stderr);
}

/// Lines that end with NUL, of which the last one of a file may have no end. A line feed is part of a line.
#[test]
fn comm_compares_lines_that_end_with_nul() {
    let a = file("two-nul-a", b"http://h/~z\0b:2\0a\nb\0\0http://h/c");
    let b = file("two-nul-b", b"http://h/%7Ez\0d:4\r\0");
    let comm = |options: &[&str]| oneiri(&[&["comm", "-0", "-q", &a, &b], options].concat());
    for (options, code, expected) in [
        (&[][..], 1, "\t\thttp://h/~z\0b:2\0\0http://h/c\0"),
        (&["-13"], 1, ""),
        (&["-23"], 1, "b:2\0\0http://h/c\0"),
        (&["--output-delimiter", "\n"], 1, "\n\nhttp://h/~z\0b:2\0\0http://h/c\0"),
        (&["--invalid", "keep"], 0, "\t\thttp://h/~z\0b:2\0a\nb\0\0http://h/c\0\td:4\r\0"),
        (&["--invalid", "null"], 0, "\t\thttp://h/~z\0b:2\0\0\0http://h/c\0\t\0"),
        (&["--trim"], 1, "\t\thttp://h/~z\0b:2\0\0http://h/c\0\td:4\r\0"),
    ] {
        assert_eq!((comm(options).code, comm(options).stdout()), (code, expected), "{options:?}");
    }
    let told = oneiri(&["comm", "-0", &a, &b]).stderr;
    assert!(told.contains(&format!("{a}:3:1-2: ")) && told.contains(&format!("{b}:2:3-4: ")), "{told}");
    let sum = "oneiri: 7 lines: 4 unique, 1 duplicate, 2 invalid; 3 only in A, 0 only in B, 1 in both\n";
    assert!(told.ends_with(sum), "{told}");
    let rejects = path("two-nul-rejects");
    assert_eq!(comm(&["--rejects", rejects.to_str().unwrap()]).code, 0);
    assert_eq!(fs::read(&rejects).unwrap(), b"a\nb\0d:4\r\0");
    // Objects are lines.
    let json = comm(&["--json"]).json();
    let lines: Vec<_> =
        json.iter().map(|it| (it["line"].as_u64().unwrap(), it["in"].as_str().unwrap_or("-"))).collect();
    assert_eq!(lines, [(3, "-"), (2, "-"), (1, "both"), (2, "a"), (4, "a"), (5, "a")]);
    // Standard input, and URLs as arguments.
    feed(&["comm", "-0", "-q", "-12", "-", &b], b"x:\0HTTP://h/~z").is(1, "HTTP://h/~z\0", "");
    oneiri(&["comm", "-0", "-q", &a, "HTTP://h:/c", "-12", "--invalid", "drop"]).is(0, "http://h/c\0", "");
    oneiri(&["comm", "-0", "-q", "B:2", "b:2"]).is(0, "\t\tB:2\0", "");
    let table = file("two-nul.csv", b"url\na:\n");
    for command in [&["comm", &table, &table][..], &["dedupe", &table]] {
        let outcome = oneiri(&[command, &["-0", "--column", "url"]].concat());
        assert!(outcome.code == 2 && outcome.stderr.contains("--null is for lines"), "{}", outcome.stderr);
    }
}

#[test]
fn dedupe_merges_lines_that_end_with_nul() {
    let one = file("two-dedupe-1", b"HTTP://h/~a\0b:2\0a\nb\0http://h/~a");
    let two = file("two-dedupe-2", b"http://h/%7Ea\0a\nb\0c:3\r\n\0c:3\0");
    let dedupe = |options: &[&str]| oneiri(&[&["dedupe", "-0", "-q", &one, &two], options].concat());
    for (options, code, expected) in [
        (&[][..], 1, "HTTP://h/~a\0b:2\0c:3\0"),
        (&["--any-order"], 1, "HTTP://h/~a\0b:2\0c:3\0"),
        (&["--memory", "1M", "--keep", "last"], 1, "b:2\0http://h/%7Ea\0c:3\0"),
        (&["-c"], 1, "      3 HTTP://h/~a\0      1 b:2\0      1 c:3\0"),
        (&["-d"], 1, "HTTP://h/~a\0"),
        (&["-u"], 1, "b:2\0c:3\0"),
        (&["--trim"], 1, "HTTP://h/~a\0b:2\0c:3\r\n\0"),
        (&["--invalid", "keep"], 0, "HTTP://h/~a\0b:2\0a\nb\0a\nb\0c:3\r\n\0c:3\0"),
        (&["--invalid", "null"], 0, "HTTP://h/~a\0b:2\0\0\0\0c:3\0"),
    ] {
        assert_eq!((dedupe(options).code, dedupe(options).stdout()), (code, expected), "{options:?}");
    }
    let [rejects, map] =
        ["two-dedupe-rejects", "two-dedupe-map"].map(|name| path(name).into_os_string().into_string().unwrap());
    let outcome = dedupe(&["--rejects", &rejects, "--map", &map, "--trim"]);
    assert_eq!((outcome.code, outcome.stdout()), (0, "HTTP://h/~a\0b:2\0c:3\r\n\0"));
    assert_eq!(fs::read(&rejects).unwrap(), b"a\nb\0a\nb\0");
    // The map is made of lines, and without white space a spelling has no line end.
    let map = fs::read_to_string(&map).unwrap();
    let rows: Vec<_> = map.lines().map(|row| row.split('\t').take(2).collect::<Vec<_>>()).collect();
    assert_eq!(rows, [["HTTP://h/~a", "http://h/~a"], ["HTTP://h/~a", "http://h/%7Ea"]]);
    let json = dedupe(&["--json"]).json();
    let lines: Vec<_> = json.iter().map(|it| (it["line"].as_u64().unwrap(), it["first_line"].as_u64())).collect();
    let expected =
        [(1, Some(1)), (2, Some(2)), (3, None), (4, Some(1)), (1, Some(1)), (2, None), (3, None), (4, Some(4))];
    assert_eq!(lines, expected);
    assert_eq!(json[2]["input"], "a\nb");
    let told = oneiri(&["dedupe", "-0", &one, &two]).stderr;
    assert!(told.contains(&format!("{two}:3:3-4: ")), "{told}");
    assert!(told.ends_with("oneiri: 8 lines: 3 unique, 2 duplicates, 3 invalid\n"), "{told}");
    // Standard input, with and without a last NUL, and URLs as arguments.
    for input in [&b"a:\0A:\0b:"[..], b"a:\0A:\0b:\0"] {
        feed(&["dedupe", "-0", "-q"], input).is(0, "a:\0b:\0", "");
    }
    feed(&["dedupe", "-0", "-q", "-f", "-"], b"").is(0, "", "");
    oneiri(&["dedupe", "-0", "-q", "-c", "http://h", "http://h/", "--", ""]).is(0, "      2 http://h\0      1 \0", "");
    let end = oneiri(&["dedupe", "-0", "http://h/\nx"]);
    assert!(end.code == 2 && end.stderr.contains("has a line end"), "{}", end.stderr);
}

/// An invalid line that is kept is in no other list, and the numbers of the summary are those of the valid ones.
#[test]
fn invalid_lines_and_records_stay_in_comm_if_asked_for() {
    let sum = "7 records: 3 unique, 1 duplicate, 3 invalid; 1 only in A, 1 only in B, 1 in both\n";
    let lines = ["A:1\nx y\nb:2\n", "x y\nb:2\nz w\nc:3\n"];
    let csv = lines.map(|text| format!("n,url\n,{}\n", text.trim_end().replace('\n', "\n,")));
    let tsv = csv.clone().map(|text| text.replace(',', "\t"));
    let one = lines.map(|text| format!("url\n{text}"));
    let ndjson = lines.map(|text| text.lines().map(|url| format!("{{\"url\":\"{url}\"}}\n")).collect());
    let texts = lines.map(str::to_owned);
    for (ending, [a, b], options, expected) in [
        ("txt", &texts, &["--invalid", "keep"][..], "A:1\nx y\n\t\tb:2\n\tx y\n\tz w\n\tc:3\n"),
        ("txt", &texts, &["--invalid", "null"], "A:1\n\n\t\tb:2\n\t\n\t\n\tc:3\n"),
        ("txt", &texts, &["--invalid", "drop"], "A:1\n\t\tb:2\n\tc:3\n"),
        ("txt", &texts, &["--invalid", "keep", "-13"], "x y\nz w\nc:3\n"),
        ("csv", &csv, &["--invalid", "keep"], "in,n,url\na,,A:1\na,,x y\nboth,,b:2\nb,,x y\nb,,z w\nb,,c:3\n"),
        ("csv", &csv, &["--invalid", "null"], "in,n,url\na,,A:1\na,,\nboth,,b:2\nb,,\nb,,\nb,,c:3\n"),
        ("csv", &csv, &["--invalid", "drop"], "in,n,url\na,,A:1\nboth,,b:2\nb,,c:3\n"),
        ("csv", &csv, &["--invalid", "keep", "-13"], "n,url\n,x y\n,z w\n,c:3\n"),
        ("csv", &csv, &["--invalid", "null", "-13"], "n,url\n,\n,\n,c:3\n"),
        ("csv", &csv, &["--invalid", "drop", "-13"], "n,url\n,c:3\n"),
        ("csv", &one, &["--invalid", "null"], "in,url\na,A:1\na,\"\"\nboth,b:2\nb,\"\"\nb,\"\"\nb,c:3\n"),
        ("tsv", &one, &["--invalid", "null"], "in\turl\na\tA:1\na\t\nboth\tb:2\nb\t\nb\t\nb\tc:3\n"),
        (
            "tsv",
            &tsv,
            &["--invalid", "keep"],
            "in\tn\turl\na\t\tA:1\na\t\tx y\nboth\t\tb:2\nb\t\tx y\nb\t\tz w\nb\t\tc:3\n",
        ),
        ("tsv", &tsv, &["--invalid", "null", "-23"], "n\turl\n\tA:1\n\t\n"),
        ("ndjson", &ndjson, &["--invalid", "keep", "-13"], "{\"url\":\"x y\"}\n{\"url\":\"z w\"}\n{\"url\":\"c:3\"}\n"),
        ("ndjson", &ndjson, &["--invalid", "null", "-13"], "{\"url\":null}\n{\"url\":null}\n{\"url\":\"c:3\"}\n"),
        ("ndjson", &ndjson, &["--invalid", "drop", "-13"], "{\"url\":\"c:3\"}\n"),
    ] {
        let [a, b] =
            [("a", a), ("b", b)].map(|(name, text)| file(&format!("two-invalid-{name}.{ending}"), text.as_bytes()));
        let column = if ending == "txt" { &[][..] } else { &["--column", "url"] };
        for memory in ["1G", "1M"] {
            let outcome = oneiri(&[&["comm", "--memory", memory, &a, &b], column, options].concat());
            assert_eq!((outcome.code, outcome.stdout()), (0, expected), "{ending} {options:?}: {}", outcome.stderr);
            let sum = if ending == "txt" { sum.replace("records", "lines") } else { sum.to_owned() };
            assert!(outcome.stderr.ends_with(&sum), "{ending} {options:?}: {}", outcome.stderr);
            let faults = outcome.stderr.lines().filter(|line| line.contains("E001")).count();
            assert_eq!(faults, 3, "each is reported: {}", outcome.stderr);
        }
    }
    for options in [&["--json"][..], &["--rejects", "x"]] {
        assert_eq!(oneiri(&[&["comm", "a:", "b:", "--invalid", "keep"], options].concat()).code, 2, "{options:?}");
    }
}

#[cfg(feature = "parquet")]
#[test]
fn invalid_rows_of_parquet_stay_in_comm_if_asked_for() {
    let a = crate::parquet::table("two-invalid-a.parquet", 0, &[Some("A:1"), None, Some("x y"), Some("b:2")]);
    let b = crate::parquet::table("two-invalid-b.parquet", 9, &[None, Some("x y"), Some("c:3"), None, Some("B:2")]);
    let out = path("two-invalid.parquet").into_os_string().into_string().unwrap();
    let sum = "9 records: 3 unique, 1 duplicate, 2 invalid, 3 without a URL; 1 only in A, 1 only in B, 1 in both\n";
    for (options, code, expected) in [
        (&["-13", "--invalid", "keep"][..], 0, &[Some("x y"), Some("c:3")][..]),
        (&["-13", "--invalid", "null"], 0, &[None, Some("c:3")]),
        (&["-13", "--invalid", "drop"], 0, &[Some("c:3")]),
        (&["-13"], 1, &[Some("c:3")]),
        (&["-23", "--invalid", "keep"], 0, &[Some("A:1"), Some("x y")]),
        (&["-12"], 1, &[Some("b:2")]),
    ] {
        let outcome = oneiri(&[&["comm", &a, &b, "--column", "url", "-o", &out], options].concat());
        assert_eq!(outcome.code, code, "{options:?}: {}", outcome.stderr);
        assert!(outcome.stderr.ends_with(sum), "{options:?}: {}", outcome.stderr);
        let (texts, _) = crate::parquet::texts(&out, "url");
        assert!(texts.iter().map(Option::as_deref).eq(expected.iter().copied()), "{options:?}: {texts:?}");
    }
}

/// A record without a URL has no place in either list, and the summary counts it, so that no table differs from itself.
#[test]
fn comm_counts_records_without_a_url_apart() {
    for (name, table, header, sum) in [
        (
            "gap.csv",
            "url,n\na:1,1\n,2\n,3\nb:,4\n",
            "url,n\n",
            "8 records: 2 unique, 2 duplicates, 0 invalid, 4 without",
        ),
        (
            "gap.tsv",
            "url\tn\na:1\t1\n\t2\n\nb:\t4\n",
            "url\tn\n",
            "8 records: 2 unique, 2 duplicates, 0 invalid, 4 without",
        ),
        (
            "gap-one.csv",
            "url\n\n\"\"\na:1\nb:\n\n",
            "url\n",
            "10 records: 2 unique, 2 duplicates, 0 invalid, 6 without",
        ),
        (
            "gap.ndjson",
            "{\"url\":\"a:1\"}\n{\"url\":null}\n{\"url\":\"\"}\n{\"n\":1}\n{\"url\":\"b:\"}\n",
            "",
            "10 records: 2 unique, 2 duplicates, 0 invalid, 6 without",
        ),
    ] {
        let table = file(&format!("two-{name}"), table.as_bytes());
        for (options, records) in [("-3", 0), ("-13", 0), ("-12", 2)] {
            // Records that say in which list they are have a place in tables with a header alone.
            let options = if header.is_empty() && options == "-3" { "-23" } else { options };
            for memory in ["1G", "1M"] {
                let outcome = oneiri(&["comm", &table, &table, "--column", "url", options, "--memory", memory]);
                let lines = outcome.stdout().lines().count() - usize::from(!header.is_empty());
                assert_eq!((outcome.code, lines), (0, records), "{name} {options}: {}", outcome.stdout());
                let sum = format!("oneiri: {sum} a URL; 0 only in A, 0 only in B, 2 in both\n");
                assert!(outcome.stderr.ends_with(&sum), "{name}: {}", outcome.stderr);
            }
        }
        let json = oneiri(&["comm", &table, &table, "-q", "--column", "url", "--json"]).json();
        assert_eq!(json.len(), 2, "{name}");
    }
    // The empty line of a list is the empty reference.
    let list = file("two-gap.txt", b"\na:\n");
    let outcome = oneiri(&["comm", &list, &list]);
    outcome.is(
        0,
        "\t\t\n\t\ta:\n",
        "oneiri: 4 lines: 2 unique, 2 duplicates, 0 invalid; 0 only in A, 0 only in B, 2 in both\n",
    );
    // Records with an invalid URL stay if they are kept, and those without a URL have nothing to compare.
    let some = file("two-gap-invalid.csv", b"url,n\n,1\nx y,2\n");
    oneiri(&[&["comm", &some, &some, "--invalid", "keep"][..], &CSV].concat())
        .is(0, "in,url,n\na,x y,2\nb,x y,2\n", "");
}

/// A blank line is an empty cell if the table has one column. Otherwise it is no record, and stays blank.
#[test]
fn a_table_with_a_new_first_column_has_it_in_each_record() {
    for (format, table, counted) in [
        ("csv", "url\n\nA:\n\"\"\na:\n\n", "count,url\n1,\n2,A:\n1,\"\"\n1,\n"),
        ("csv", "url\r\n\r\nA:\r\n", "count,url\r\n1,\r\n1,A:\r\n"),
        ("tsv", "url\n\nA:\na:\n\n", "count\turl\n1\t\n2\tA:\n1\t\n"),
        ("csv", "id,url\n\n1,A:\n2,\n", "count,id,url\n\n1,1,A:\n1,2,\n"),
        ("tsv", "id\turl\n\n1\tA:\n2\t\n", "count\tid\turl\n\n1\t1\tA:\n1\t2\t\n"),
    ] {
        for memory in ["1G", "1M"] {
            let run = ["dedupe", "-c", "--format", format, "--memory", memory];
            feed(&[&run[..], &CSV].concat(), table.as_bytes()).is(0, counted, "");
        }
    }
    let table = file("two-blank.csv", b"id,url\n\n1,http://a.com\n");
    oneiri(&["comm", "--column", "url", &table, &table]).is(
        0,
        "in,id,url\nboth,1,http://a.com\n",
        &format!(
            "oneiri: {table}: read as CSV, by its name\noneiri: 4 records: 1 unique, 1 duplicate, 0 invalid, 2 without a URL; \
             0 only in A, 0 only in B, 1 in both\n"
        ),
    );
}

/// `--column` is given once to these commands, and their help and their messages say so.
#[test]
fn a_record_is_compared_by_one_url() {
    let csv = file("two-columns.csv", b"a,b\na:,b:\n");
    let ndjson = file("two-columns.ndjson", b"{\"a\":[\"a:\"]}\n");
    for command in ["comm", "dedupe"] {
        let help = oneiri(&[command, "--help"]);
        assert!(help.stdout().contains("field: url or page.url\n"), "{}", help.stdout());
        assert!(!help.stdout().contains("links[].url"), "{}", help.stdout());
        for (file, options) in [
            (&*csv, &["--column", "a", "--column", "b"][..]),
            (&csv, &["--column", "a", "--column", "b", "--format", "parquet"]),
            (&ndjson, &["--column", "a[]"]),
            (&ndjson, &["--column", "a[]", "--format", "ndjson"]),
        ] {
            let more = if command == "comm" { &["-12"][..] } else { &["-c"] };
            for more in [&[][..], more] {
                let files = if command == "comm" { &[file, file][..] } else { &[file] };
                let outcome = oneiri(&[&[command], more, options, files].concat());
                let message = "of each record, so --column is given once, and its name has no []\n";
                assert!(outcome.code == 2 && outcome.stderr.ends_with(message), "{options:?}: {}", outcome.stderr);
                assert!(outcome.stderr.starts_with(&format!("error: {command} looks at")), "{}", outcome.stderr);
            }
        }
    }
    // In a table, brackets belong to the name.
    let brackets = file("two-brackets.csv", b"a[]\na:\n");
    oneiri(&["comm", "-q", &brackets, &brackets, "--column", "a[]"]).is(0, "in,a[]\nboth,a:\n", "");
}

/// The message shows both headers, and the first column that differs, since long ones begin alike.
#[test]
fn another_header_is_named() {
    let long = |last: &str| format!("{}{last},url", "column,".repeat(60));
    for (first, second, message) in [
        ("id,url", "url,id", "'id,url', found 'url,id' (column 1 is 'id' there, and 'url' here)"),
        ("id,url", "id,url,n", "'id,url', found 'id,url,n' (column 3 is none there, and 'n' here)"),
        ("id,url", "\u{FEFF}\"id\"", "'id,url', found 'id' (column 2 is 'url' there, and none here)"),
        (&long("x"), &long("y"), "(column 61 is 'x' there, and 'y' here)"),
    ] {
        let a = file("two-header-a.csv", format!("{first}\n").as_bytes());
        let b = file("two-header-b.csv", format!("{second}\n").as_bytes());
        let outcome = oneiri(&["comm", "-13", "-q", "--column", "url", &a, &b]);
        assert_eq!((outcome.code, outcome.stdout()), (2, ""));
        let line = outcome.stderr.lines().next().unwrap();
        assert!(line.contains(&format!("{b}: expected the header of the first file, '")), "{line}");
        assert!(line.ends_with(message) && line.len() < 700, "{line}");
    }
}

/// Whole numbers of 64 bits, decimals, and dates have their true order.
#[test]
fn the_newest_is_found_exactly() {
    for [older, newer] in [
        ["1329823740283740161", "1329823740283740162"],
        ["9007199254740992", "9007199254740993"],
        ["9007199254740992", "9007199254740992.5"],
        ["-9007199254740993", "-9007199254740992"],
        ["1735689600000000000", "1735689600000000001"],
        ["18446744073709551614", "18446744073709551615"],
        ["0.30000000000000001", "0.30000000000000002"],
        ["2025-01-01T00:00:00.0000000001Z", "2025-01-01T00:00:00.0000000002Z"],
        ["2025-01-01T00:00:00.000001Z", "2025-01-01T00:00:00.000001001Z"],
        ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"],
    ] {
        for rows in [[older, newer], [newer, older]] {
            let csv = format!("id,url\n{},a:\n{},A:\n", rows[0], rows[1]);
            let ndjson = rows.map(|id| format!("{{\"id\":{id},\"url\":\"a:\"}}\n")).concat();
            for memory in ["1M", "1G"] {
                let run = ["dedupe", "--keep", "newest=id", "--memory", memory, "--format"];
                let outcome = feed(&[&run[..], &["csv"], &CSV].concat(), csv.as_bytes());
                assert!(outcome.stdout().starts_with(&format!("id,url\n{newer},")), "{rows:?}: {outcome:?}");
                if !newer.contains('T') {
                    let kept = format!("{{\"id\":{newer},\"url\":\"a:\"}}\n");
                    feed(&[&run[..], &["ndjson"], &CSV].concat(), ndjson.as_bytes()).is(0, &kept, "");
                }
            }
        }
    }
    // The same for more records than fit into memory.
    let (mut table, mut kept) = ("url,id\n".to_owned(), "url,id\n".to_owned());
    for nth in 0..30_000_u64 {
        let (older, newer) = (u64::MAX - 1 - 2 * nth, u64::MAX - 2 * nth);
        let rows = [
            format!("x:/a/path/that/takes/memory/{nth},{older}\n"),
            format!("X:/a/path/that/takes/memory/{nth},{newer}\n"),
        ];
        let first = (nth % 2) as usize;
        table.extend([&*rows[first], &rows[1 - first]]);
        kept.push_str(&rows[1]);
    }
    let run = ["dedupe", "--keep", "newest=id", "--memory", "1M", "--format", "csv"];
    let outcome = feed(&[&run[..], &CSV].concat(), table.as_bytes());
    assert!(outcome.code == 0 && outcome.stdout() == kept, "{}", outcome.stderr);
    for value in ["12345678901234567890123456789012345", "2025-01-01T00:00:00.000000000000000000001Z", "1e9999"] {
        let run = ["dedupe", "--keep", "newest=id", "--format", "csv"];
        let outcome = feed(&[&run[..], &CSV].concat(), format!("id,url\n1,b:\n{value},a:\n").as_bytes());
        assert_eq!((outcome.code, outcome.stdout()), (2, ""));
        let message = format!("of at most 34 digits, or nothing, found '{value}', so no record is the newest");
        assert!(outcome.stderr.contains(&message), "{}", outcome.stderr);
    }
}
