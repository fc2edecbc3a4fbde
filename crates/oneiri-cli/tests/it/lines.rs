//! What a line is, and lines that nobody writes by hand.

use std::time::Instant;

use crate::run::{feed, file, oneiri};

#[test]
fn lf_and_crlf_end_a_line_and_nothing_else_is_trimmed() {
    feed(&["normalize"], b"A:x\r\nB:\n\nC:").is(0, "a:x\nb:\n\nc:\n", "");
    let outcome = feed(&["normalize"], b" a\nb \nc\r\r\nd\r\n\te\nf\r");
    assert_eq!((outcome.code, outcome.stdout()), (1, "d\n"));
    let places: Vec<&str> = outcome.stderr.lines().map(|line| line.split(": ").next().unwrap()).collect();
    assert_eq!(places, ["stdin:1:0-1", "stdin:2:1-2", "stdin:3:1-2", "stdin:5:0-1", "stdin:6:1-2"]);
    assert!(outcome.stderr.contains("stdin:3:1-2: E001 path: "), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("U+000D is not allowed here"), "{}", outcome.stderr);
}

#[test]
fn an_empty_file_has_no_lines_and_an_empty_line_is_a_reference() {
    for command in ["parse", "normalize", "encode", "decode", "compare"] {
        feed(&[command], b"").is(0, "", "");
    }
    let empty = file("lines-empty.txt", b"");
    oneiri(&["normalize", "-f", &empty]).is(0, "", "");
    feed(&["check"], b"").is(0, "", "oneiri: 0 checked, 0 invalid\n");
    feed(&["check"], b"\n").is(0, "", "oneiri: 1 checked, 0 invalid, 1 without a scheme\n");
    feed(&["normalize"], b"\n\n").is(0, "\n\n", "");
}

#[test]
fn nul_and_invalid_utf8_are_refused_where_they_stand() {
    let outcome = feed(&["normalize"], b"a\0b\nok\nb\xFFc\nc\xE2\x82\n\xED\xA0\x80\nlast");
    assert_eq!((outcome.code, outcome.stdout()), (1, "ok\nlast\n"));
    let told: Vec<&str> = outcome.stderr.lines().collect();
    assert_eq!(told.len(), 4, "{told:?}");
    assert!(told[0].starts_with("stdin:1:1-2: E001 path: "), "{told:?}");
    assert!(told[0].contains("U+0000"), "{told:?}");
    assert_eq!(
        told[1..],
        [
            "stdin:3:1-2: expected UTF-8, found the byte 0xFF",
            "stdin:4:1-3: expected UTF-8, found the byte 0xE2",
            "stdin:5:0-1: expected UTF-8, found the byte 0xED",
        ]
    );
}

/// `check` reads many lines at once; what it says, and of which line, is as if it read one by one.
#[test]
fn many_lines_are_each_checked() {
    let (mut input, mut refused) = (Vec::new(), Vec::new());
    for number in 1..=20_000_u32 {
        let (line, fault): (Vec<u8>, _) = match number {
            _ if number % 701 == 0 => (b"http://h/\xFF".to_vec(), Some("9-10: expected UTF-8")),
            _ if number % 97 == 0 => {
                (b"http://h/\xC3\xA9 ".to_vec(), Some("11-12: E001 path: ' ' is not allowed here"))
            }
            // More than is read at once.
            9_000 => ([&b"s:"[..], &[b'a'; 300_000]].concat(), None),
            9_001 => ([&b" "[..], &[b'a'; 300_000]].concat(), Some("0-1: E001 path: ' ' is not allowed here")),
            _ => (format!("http://h/{number}").into_bytes(), None),
        };
        refused.extend(fault.map(|fault| format!("stdin:{number}:{fault}")));
        input.extend(line);
        input.extend(if number % 5 == 0 { &b"\r\n"[..] } else { b"\n" });
    }
    // What follows the last line feed is a line, too.
    input.extend(b"//[");
    refused.push("stdin:20001:3-3: E006 host: expected".to_owned());

    let outcome = feed(&["check"], &input);
    let told = outcome.stdout();
    let summary = format!("oneiri: 20001 checked, {} invalid\n", refused.len());
    assert_eq!((outcome.code, &outcome.stderr), (1, &summary));
    assert_eq!(told.lines().count(), refused.len());
    for (told, refused) in told.lines().zip(&refused) {
        assert!(told.starts_with(refused), "{told}, not {refused}");
    }
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_utf8_is_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let arguments = [OsStr::new("normalize"), OsStr::new("--"), OsStr::new("A:"), OsStr::from_bytes(b"a\xFF")];
    oneiri(&arguments).is(1, "a:\n", "argument:2:1-2: expected UTF-8, found the byte 0xFF\n");
}

#[test]
fn ten_megabytes_on_a_line() {
    let path = "/%7Eabc".repeat(10_000_000 / 7);
    let long = format!("HTTP://Example.com{path}\n{path} \nB:\n");
    let outcome = feed(&["normalize"], long.as_bytes());
    assert_eq!(outcome.code, 1);
    let expected = format!("http://example.com{}\nb:\n", "/~abc".repeat(10_000_000 / 7));
    assert!(outcome.stdout() == expected, "{} bytes", outcome.stdout.len());
    assert!(
        outcome.stderr.starts_with(&format!("stdin:2:{0}-{1}: E001 path: ", path.len(), path.len() + 1)),
        "{}",
        outcome.stderr
    );
    for arguments in [
        &["parse"][..],
        &["check"],
        &["convert", "--to", "uri"],
        &["resolve", "--base", "http://h/"],
        &["encode"],
        &["decode"],
        &["dedupe"],
        &["parse", "--json"],
    ] {
        let code = feed(arguments, &long.as_bytes()[..path.len() + 19]).code;
        assert_eq!(code, 0, "{arguments:?}");
    }
}

#[test]
fn ten_megabytes_of_nothing_good() {
    for byte in [b"\0", b"\xFF", b"%", b" ", b"[", b":"] {
        let outcome = feed(&["normalize"], &byte.repeat(10_000_000));
        assert_eq!((outcome.code, outcome.stdout()), (1, ""));
        assert!(outcome.stderr.len() < 300, "{}", outcome.stderr);
    }
}

/// Half a million steps down and as many back up, and a tenth of it: the times are shown, not judged;
/// were they not linear in the length, the larger would not end.
#[test]
fn a_million_dot_segments() {
    let time = |steps: usize| {
        let line = format!("http://h{}{}\n", "/a".repeat(steps), "/..".repeat(steps));
        let began = Instant::now();
        feed(&["normalize"], line.as_bytes()).is(0, "http://h/\n", "");
        began.elapsed()
    };
    let (small, large) = (time(50_000), time(500_000));
    println!("/a x n + /.. x n: n = 50,000 in {small:?}, n = 500,000 in {large:?}");

    let mut reference = "../".repeat(500_000);
    reference.push_str("x\n");
    let base = format!("http://h{}/b", "/a".repeat(10_000));
    feed(&["resolve", "--base", &base], reference.as_bytes()).is(0, "http://h/x\n", "");
}

/// Other encodings and their marks are named as such.
#[test]
fn a_byte_order_mark_and_utf16_are_named() {
    let utf16 = |text: &str, mark: &[u8]| {
        let units = text.encode_utf16().flat_map(u16::to_le_bytes);
        mark.iter().copied().chain(units).collect::<Vec<u8>>()
    };
    for (arguments, bytes, expected) in [
        // One at the beginning of a file belongs to no URL.
        (&["check"][..], "a:\n\u{FEFF}http://h/\n".into(), "found U+FEFF, a byte order mark"),
        (&["dedupe"], "\u{FEFF}\u{FEFF}a:\n".into(), "found U+FEFF, a byte order mark"),
        (&["check"], utf16("a:\n", b"\xFF\xFE"), "found the byte 0xFF, which begins UTF-16"),
        (&["check"], b"\xFE\xFF\0a\0:\0\n".to_vec(), "found the byte 0xFE, which begins UTF-16"),
        (&["dedupe"], utf16("a:\n", b""), "U+0000 (NUL, frequent in UTF-16)"),
        (&["check", "--format", "nt"], utf16("<a:> <b:> _:c .\n", b"\xFF\xFE"), "which begins UTF-16"),
        (&["check", "--format", "csv", "--column", "u"], utf16("u\na:\n", b"\xFF\xFE"), "found UTF-16"),
    ] {
        let outcome = feed(arguments, &bytes);
        assert_ne!(outcome.code, 0, "{arguments:?}");
        let said = outcome.said();
        let first = said.lines().next().unwrap();
        assert!(first.contains(expected), "{arguments:?}: {first}");
    }
}
