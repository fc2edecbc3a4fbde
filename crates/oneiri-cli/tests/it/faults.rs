//! What a hostile trial of the command found, each as a case.

use std::path::Path;

use crate::run::{feed, file, oneiri, path};

/// GitHub marks the places of SARIF, which are those of the file.
#[test]
fn places_of_sarif_are_those_of_the_file() {
    let csv = ["--format", "csv", "--column", "u"];
    let ndjson = ["--format", "ndjson", "--column", "u"];
    for (options, input, expected) in [
        (&csv[..], "n,u\n\"a\nb\",http://h:80/\n3,\"é http://h:80/\"\n", "3:12-15 4:4-5"),
        (&csv, "n,u\r\né,http://h:80/\r\n5,\"http://h:80/\"\r\n", "2:11-14 3:12-15"),
        (&csv, "n,u\n1,\"http://h:80/\"\"\"\n2\n", "2:16-17 3:2-2"),
        (&[&csv[..], &["--trim"]].concat(), "n,u\n1, http://h:80/\n", "2:12-15"),
        (
            &ndjson,
            "{\"é\":1,\"u\":\"http://h:80/\"}\n{\"u\":\"http:\\/\\/h:80/\"}\n{\"u\":5}\n",
            "1:21-24 2:17-20 3:6-7",
        ),
        (&["--format", "tsv", "--column", "2"], "n\tu\n1\thttp://h:80/\n", "2:11-14"),
        (&[], "http://h/\nhttp://h:80/\nhttp://h/a b\n", "2:9-12 3:11-12"),
        (&["--trim"], "\té:/\n\thttp://h:80/\n", "1:2-3 2:10-13"),
        (&["--format", "nt"], "<a:é> <http://h:80/> <a:b> .\n", "1:2-3 1:16-19 1:23-24"),
    ] {
        let outcome = feed(&[&["lint", "--sarif", "-q"], options].concat(), input.as_bytes());
        let log: serde_json::Value = serde_json::from_str(outcome.stdout()).unwrap();
        let results = log["runs"][0]["results"].as_array().unwrap();
        let place = |result: &serde_json::Value| {
            let region = &result["locations"][0]["physicalLocation"]["region"];
            format!("{}:{}-{}", region["startLine"], region["startColumn"], region["endColumn"])
        };
        let places: Vec<String> = results.iter().map(place).collect();
        assert_eq!(places.join(" "), expected, "{input}");
        // Where the text does not stand as it is, nothing can be replaced by it.
        let escaped = results.iter().find(|it| place(it) == "2:17-20");
        assert!(escaped.is_none_or(|it| it["fixes"].is_null()), "{escaped:?}");
    }
    // The lines are counted across blocks, whatever the fields hold.
    let many = "n,u\n".to_owned() + &"\"1\n\n2\",a:\n".repeat(60_000) + "x,a b\n";
    let last = feed(&[&["lint", "--sarif", "-q"], &csv[..]].concat(), many.as_bytes());
    assert!(last.stdout().contains("\"startLine\":180002}"), "{}", last.stdout().len());
}

/// What needs no change is the same byte for byte: line ends, the byte order mark, and several statements in a line.
#[test]
fn untouched_statements_stay_as_they_are() {
    for (format, given, expected) in [
        ("turtle", "\u{FEFF}<a> <b> <c> . <d> <e> <f> .\r\n# x\r\n", ""),
        (
            "turtle",
            "@prefix p: <http://h/#> . p:a p:b <c d> . p:e p:f p:g .# end",
            "@prefix p: <http://h/#> . p:a p:b <c%20d> . p:e p:f p:g .# end",
        ),
        ("turtle", "PREFIX p: <http://h/>\rp:a p:b 'x\r\ny' .\r", ""),
        (
            "trig",
            "<g> {\r\n<a:> <b:> <c:>\r\n}\r\n<g> { <a:> <b:> <c d> . <e:> <f:> <g:> }\n",
            "<g> {\r\n<a:> <b:> <c:>\r\n}\r\n<g> { <a:> <b:> <c%20d> . <e:> <f:> <g:> }\n",
        ),
        (
            "nt",
            "\u{FEFF}<a:b> <c:d> <e:f> .\r\n# x\r\n\r\n<a:b c> <d:> _:x .\n<a:> <b:> <c:> .",
            "\u{FEFF}<a:b> <c:d> <e:f> .\r\n# x\r\n\r\n<a:b%20c> <d:> _:x .\n<a:> <b:> <c:> .\n",
        ),
        ("nt", "<a:x y> <a:[> <a:p q> .\r\n", ""),
        ("turtle", "p:x <a b> <c> .\r\n", ""),
    ] {
        let expected = if expected.is_empty() { given } else { expected };
        let outcome = feed(&["fix", "-q", "--format", format], given.as_bytes());
        assert_eq!(outcome.stdout(), expected, "{given:?}");
        if format != "trig" && outcome.code == 0 {
            let checked = feed(&["check", "-q", "-o", "-", "--format", format], expected.as_bytes());
            assert_eq!(checked.stdout(), expected, "{given:?}");
        }
    }
}

/// Programs of Windows write a byte order mark before a list. It is no part of the first URL.
#[test]
fn a_mark_before_a_list_is_no_url() {
    let (old, new) = (file("mark-old", b"\xEF\xBB\xBFa:b\nc:d\n"), file("mark-new", b"a:b\n"));
    assert_eq!(oneiri(&["comm", "-23", &old, &new]).stdout(), "c:d\n");
    for arguments in [&["dedupe", &old][..], &["normalize", &old]] {
        let outcome = oneiri(arguments);
        assert_eq!((outcome.stdout(), outcome.code), ("a:b\nc:d\n", 0), "{arguments:?}");
    }
}

/// Brackets are an array in a path of keys, and in a table a part of a name.
#[test]
fn one_field_is_added_and_no_array() {
    let table = feed(&["normalize", "-q", "--format", "csv", "--column", "u[]", "--into", "k"], b"u[]\nA:\n");
    table.is(0, "u[],k\nA:,a:\n", "");
    let records = b"{\"u[]\":\"A:\"}\n";
    let ndjson = |column| feed(&["normalize", "-q", "--format", "ndjson", "--column", column, "--into", "k"], records);
    ndjson("u\\[]").is(0, "{\"u[]\":\"A:\",\"k\":\"a:\"}\n", "");
    assert!(ndjson("u[]").stderr.contains("choose a field without []"));
}

/// Secrets in UTF-16 would pass unseen, so the text is refused.
#[test]
fn a_log_in_utf16_is_refused() {
    let log: Vec<u8> = "\u{FEFF}https://u:SECRET@h/\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for log in [&log[..], &log[2..]] {
        let outcome = feed(&["redact"], log);
        assert_eq!((outcome.stdout(), outcome.code), ("", 2));
        assert!(outcome.stderr.contains("UTF-16"), "{}", outcome.stderr);
    }
}

/// A file may end within a line: in a comment, or right after a name. What the next file says stays apart.
#[test]
fn statements_of_two_files_stay_apart() {
    for (first, second) in
        [("<a:> <b:> <c:> . # v1.2", "<d:> <e:> <f:> .\n"), ("<a:> <b:> <c:d#e> .", "<d:> <e:> <f:> .\n")]
    {
        let (a, b) = (file("apart-a.nt", first.as_bytes()), file("apart-b.nt", second.as_bytes()));
        let outcome = oneiri(&["fix", "-q", &a, &b]);
        assert_eq!(outcome.stdout(), format!("{first}\n{second}"));
    }
}

/// The base, the prefixes and the blank nodes of a file would change what the next one says.
#[test]
fn two_files_of_turtle_are_not_written_to_one() {
    let [a, b] = ["mixed-a.ttl", "mixed-b.ttl"].map(|name| file(name, b"@base <http://a.example/> .\n<x> <y> _:n .\n"));
    let outcome = oneiri(&["fix", &a, &b]);
    assert_eq!((outcome.stdout(), outcome.code), ("", 2));
    assert!(outcome.stderr.contains("one by one"), "{}", outcome.stderr);
    let out = path("mixed-out.ttl").into_os_string().into_string().unwrap();
    for (command, option) in
        [("check", "-o"), ("fix", "-o"), ("check", "--rejects"), ("lint", "--rejects"), ("fix", "--rejects")]
    {
        let outcome = oneiri(&[command, &a, &b, option, &out]);
        assert_eq!((outcome.stdout(), outcome.code), ("", 2), "{command} {option}");
        let option = if command == "fix" { "-o" } else { option };
        let told = format!("one by one: oneiri {command} {a} {option} FILE\n");
        assert!(outcome.stderr.contains(&told), "{}", outcome.stderr);
        assert!(!Path::new(&out).exists(), "{command} {option}");
    }
    for command in [&["fix", "--dry-run"][..], &["check"], &["lint"], &["check", "--json"]] {
        assert_eq!(oneiri(&[command, &[&a, &b]].concat()).code, 0, "{command:?}");
    }
    assert_eq!(oneiri(&["fix", &a]).code, 0);
}

/// Two roots are no document of XML.
#[test]
fn two_sitemaps_are_not_written_to_one() {
    let map = b"<urlset><url><loc>http://h/a b</loc></url></urlset>\n";
    let [a, b] = ["mixed-a.xml", "mixed-b.xml"].map(|name| file(name, map));
    for command in [&["fix"][..], &["normalize", "--format", "sitemap"], &["fix", "--lint", "--format", "sitemap"]] {
        let outcome = oneiri(&[command, &[&a, &b]].concat());
        assert_eq!((outcome.stdout(), outcome.code), ("", 2), "{command:?}");
        let told = format!("one by one: oneiri {} {a} -o FILE\n", command[0]);
        assert!(outcome.stderr.contains(&told), "{}", outcome.stderr);
        assert_ne!(oneiri(&[command, &[&a]].concat()).stdout(), "");
    }
    assert_eq!(oneiri(&["check", "-q", &a, &b]).code, 1);
}

/// A label of a blank node holds for its file alone.
#[test]
fn blank_nodes_of_two_files_do_not_become_one() {
    let node = b"_:a <b:> <c:d> .\n";
    let [a, b] = ["blank-a.nt", "blank-b.nt"].map(|name| file(name, node));
    let none = file("blank-none.nt", b"<a:> <b:> \"_:a\" .\n");
    let out = path("blank-out.nt").into_os_string().into_string().unwrap();
    for command in [&["fix"][..], &["check"], &["normalize", "--format", "nt"]] {
        let outcome = oneiri(&[command, &[&a, &none, &b, "-o", &out]].concat());
        assert_eq!((outcome.stdout(), outcome.code, Path::new(&out).exists()), ("", 2, false), "{command:?}");
        let told = format!("oneiri: {a} and {b} have blank nodes");
        assert!(outcome.stderr.contains(&told), "{}", outcome.stderr);
        assert_eq!(oneiri(&[command, &[&none, &a, &none, "-o", &out]].concat()).code, 0, "{command:?}");
        std::fs::remove_file(&out).unwrap();
    }
    assert_eq!(oneiri(&["check", &a, &b, "--rejects", &out]).code, 2);
    for command in [&["check"][..], &["lint"], &["fix", "--dry-run"]] {
        assert_eq!(oneiri(&[command, &[&a, &b]].concat()).code, 0, "{command:?}");
    }
}

/// A statement that stays as it is has no repair that is counted or shown.
#[test]
fn repairs_that_are_not_made_are_not_counted() {
    let both = "<http://e.example/s> <http://e.example/p> <http://e.example/a b> , <http://e.example/%zz> .\n";
    let name = file("not-made.ttl", both.as_bytes());
    let outcome = oneiri(&["fix", &name]);
    assert_eq!((outcome.stdout(), outcome.code), (both, 1));
    assert!(outcome.stderr.ends_with("4 read, 1 invalid, 0 fixed\n"), "{}", outcome.stderr);
    let dry = oneiri(&["fix", "--dry-run", &name]);
    assert_eq!(dry.stdout(), "");
    assert!(dry.stderr.ends_with("4 read, 1 invalid, 0 would be fixed\n"), "{}", dry.stderr);
    let good = file("made.ttl", both.replace("%zz", "c|d").as_bytes());
    assert!(oneiri(&["fix", &good]).stderr.ends_with("4 read, 0 invalid, 2 fixed\n"));
    assert_eq!(oneiri(&["fix", "--dry-run", &good]).stdout().lines().count(), 2);
}

#[test]
fn an_index_and_headers_are_read_in_pieces() {
    let cdx = " CDX N a b m\n".to_owned() + &"com,h)/ http://h/a 2020 -\n".repeat(30_000) + "com,h)/\n";
    let cdxj = "com,h)/ 2020 {\"url\":\"http://h/a\"}\n".repeat(30_000) + "com,h)/ 2020 {}\n";
    let link = "Link: <http://h/a>;\r\n\trel=x,\n <http://h/b>\n";
    let headers = link.repeat(20_000) + "Location: a b\n";
    for (format, text, count, wrong) in [
        ("cdx", &cdx, 30_000, "30002:0-7"),
        ("cdxj", &cdxj, 30_000, "30001:0-15"),
        ("headers", &headers, 40_000, "60001:1"),
    ] {
        let name = file(&format!("faults-lines.{format}"), text.as_bytes());
        let links = oneiri(&["links", &name]);
        assert_eq!(links.stdout().lines().count(), count, "{format} {}", links.stderr);
        assert!(links.stdout().lines().all(|it| it.starts_with("http://h/")), "{format}");
        assert!(links.stderr.contains(wrong), "{format} {}", links.stderr);
        let checked = oneiri(&["check", &name]);
        let told = format!("oneiri: {} checked, 1 invalid\n", count + 1);
        assert!(checked.stderr.ends_with(&told), "{format} {}", checked.said());
        assert!(checked.stdout().contains(wrong), "{format} {}", checked.said());
    }
}

#[test]
fn links_are_what_a_browser_opens() {
    let page = "<a href=http://h:99999/><a href=http://1.2.3.400/><a href='http://h/a b|c'><a href=\"/\\\\x//y\"><a href=HTTP://0x7f.1/>";
    let read = |options: &[&str]| feed(&[&["links", "--browser"], options].concat(), page.as_bytes());
    let (out, told) = (
        "http://h/a%20b|c\nhttp://x//y\nhttp://127.0.0.1/\n",
        "stdin:1:8-23: no browser opens it: the port is above 65535\n\
         stdin:1:32-49: no browser opens it: a part of the IPv4 address is too large\n\
         oneiri: 5 references: 2 that no browser opens\n",
    );
    read(&["--base", "http://doc/"]).is(1, out, told);
    let json = read(&["--base", "http://doc/", "--json"]).json();
    assert_eq!((&json[2]["output"], &json[0]["ok"]), (&"http://h/a%20b|c".into(), &false.into()));
    assert!(json[0]["error"]["message"].as_str().unwrap().contains("above 65535"), "{json:?}");
    // A base is no link, and this one opens in browsers.
    let based = feed(&["links", "--browser"], b"<base href=\"http://h/a b/\"><a href=x>");
    based.is(0, "http://h/a%20b/x\n", "oneiri: 1 reference: 0 that no browser opens\n");
    let alone = read(&[]);
    assert!(alone.stderr.contains("a relative URL without a base; see --base"), "{}", alone.stderr);
    assert_eq!(read(&["--table", "csv"]).code, 2);
}

#[test]
fn small_ones() {
    for (arguments, colored) in [
        (&["check", "--color", "always", "a:b c"][..], true),
        (&["normalize", "--color", "always", "a:b c"], true),
        (&["parse", "--color", "always", "a:b"], true),
        (&["check", "a:b c"], false),
        (&["parse", "--color", "never", "a:b"], false),
    ] {
        assert_eq!(oneiri(arguments).said().contains('\u{1B}'), colored, "{arguments:?}");
    }
    let stdin = oneiri(&["fix", "--in-place", "-f", "-"]);
    assert!(stdin.code == 2 && stdin.stderr.contains("- is standard input"), "{}", stdin.stderr);
    let script = oneiri(&["completions", "bash"]);
    assert!(script.stdout().contains("\"user host port path query fragment authority query.\""));
    for (name, bytes) in [("x.xz", &b"\xFD7zXZ\0\0\x04"[..]), ("x.bz2", b"BZh91AY&SY\x12\x34")] {
        let name = file(&format!("faults-{name}"), bytes);
        for command in ["links", "check", "comm", "report"] {
            let more: &[&str] = if command == "comm" { &["a:"] } else { &[] };
            let outcome = oneiri(&[&[command, &name], more].concat());
            assert!(
                outcome.code == 2 && outcome.stderr.contains("is not read; unpack it first"),
                "{command} {outcome:?}"
            );
        }
    }
}
