//! Tables and NDJSON: where records end, and where in them the identifier is.

use oneiri_documents::{Format, Lines, Ndjson, Options, State, Table, by_id};

fn records<'t>(format: &dyn Format, text: &'t str) -> Vec<&'t str> {
    let (mut ends, mut start, mut records) = (format.ends(), 0, Vec::new());
    while let Some(end) = ends.next(&text.as_bytes()[start..]) {
        records.push(&text[start..start + end]);
        start += end;
    }
    records
}

fn text_of(format: &dyn Format, record: &str) -> Option<String> {
    format.field(record.as_bytes()).ok().map(Into::into)
}

fn csv(column: &str) -> Table {
    Table::csv(b',', column.to_owned())
}

#[test]
fn a_quoted_field_may_hold_anything() {
    let format = csv("b");
    let text = "a,b\n1,\"x\"\n\"2\n,\"\"\n\",y\"\"\n3,\"\"\"\"\r\n4,\"\n";
    let expected = ["a,b\n", "1,\"x\"\n", "\"2\n,\"\"\n\",y\"\"\n", "3,\"\"\"\"\r\n"];
    assert_eq!(records(&format, text), expected);
    assert_eq!(format.ends().last(text.as_bytes()), Some(text.len() - 4));
    assert_eq!(format.header(b"a,b"), Ok(true));
    for (record, field) in [("1,\"x\"", "x"), ("\"2\n,\"\"\n\",y\"\"", "y\"\""), ("3,\"\"\"\"", "\"")] {
        assert_eq!(text_of(&format, record).unwrap(), field);
    }
    for bad in ["1", "1,2,3", " ", "1,\"2", "\"1,2"] {
        assert!(text_of(&format, bad).is_none(), "{bad}");
    }
    assert_eq!(text_of(&format, "1,").unwrap(), "");
    assert_eq!(text_of(&format, "").unwrap(), "", "a blank line is no record");
}

/// The states of the scanner, one byte after the other.
fn ends_by_the_letter(bytes: &[u8], delimiter: u8) -> Vec<usize> {
    let (mut ends, mut state) = (Vec::new(), State::Start);
    for (at, &byte) in bytes.iter().enumerate() {
        if byte == b'\n' && state != State::Quoted {
            ends.push(at + 1);
        }
        state = match (state, byte) {
            (State::Quoted, b'"') => State::Quote,
            (State::Quoted, _) => State::Quoted,
            (State::Start | State::Quote, b'"') => State::Quoted,
            (_, byte) if byte == b'\n' || byte == delimiter => State::Start,
            _ => State::Plain,
        };
    }
    ends
}

#[test]
fn ends_are_found_however_the_bytes_come() {
    const LETTERS: [u8; 4] = *b"\",a\n";
    let format = csv("a");
    for number in 0..4_usize.pow(8) {
        let bytes: Vec<u8> = (0..8).map(|nth| LETTERS[number >> (2 * nth) & 3]).collect();
        let expected = ends_by_the_letter(&bytes, b',');
        for cut in [0, 3, 5] {
            let (mut ends, mut found, mut at, mut limit) = (format.ends(), vec![], 0, cut);
            loop {
                match ends.next(&bytes[at..limit]) {
                    Some(end) => {
                        at += end;
                        found.push(at);
                    }
                    None if limit == bytes.len() => break,
                    None => (at, limit) = (limit, bytes.len()),
                }
            }
            assert_eq!(found, expected, "{bytes:?} {cut}");
            let mut ends = format.ends();
            let first = ends.last(&bytes[..cut]);
            let last = ends.last(&bytes[cut..]).map(|end| cut + end).or(first);
            assert_eq!(last, expected.last().copied(), "{bytes:?} {cut}");
        }
        assert_eq!(format.ends().count(&bytes), expected.len() as u64);
    }
}

#[test]
fn a_quote_that_is_never_closed_takes_one_line() {
    let (text, mut ends) = (&b"\"a\nb,\"\"\nc"[..], csv("a").ends());
    assert_eq!(ends.cut(text), 3);
    assert_eq!(ends.cut(&text[3..]), 5);
    assert_eq!(ends.cut(&text[8..]), 1);
}

#[test]
fn headers_must_agree() {
    let format = csv("url");
    assert!(format.header(b"a,b").unwrap_err().message.contains("a column 'url'"));
    assert!(format.header(b"url,a,\"url\"").unwrap_err().message.contains("one column 'url'"));
    assert!(format.header(b"a,url,\"b").unwrap_err().message.contains("closing quote"));
    assert_eq!(format.header(b"\xEF\xBB\xBF\"url\",b,b"), Ok(true));
    assert_eq!(format.header(b"\xEF\xBB\xBF\"url\",b,b"), Ok(false));
    assert!(format.header(b"b,url").is_err());
    let more = csv("url").adding(Some("b".to_owned()));
    assert!(more.header(b"url,b").unwrap_err().message.contains("the output adds"));
}

#[test]
fn the_last_of_the_same_name_counts() {
    let format = Ndjson::new("u".to_owned());
    let field = |record: &str| text_of(&format, record);
    assert_eq!(field(r#"{"a":{"u":1},"u":"x","u":"y\u0041"}"#).unwrap(), "yA");
    for bad in ["[]", r#"{"u":1}"#, r#"{"u":[]}"#, r#"{"u":"a"}"#.trim_end_matches('}')] {
        assert!(field(bad).is_none(), "{bad}");
    }
    for none in ["", " ", "{}", r#"{"u":null}"#, r#"{"u":""}"#, r#"{"U":"a"}"#] {
        assert_eq!(field(none).as_deref(), Some(""), "{none}");
    }
}

#[test]
fn a_field_may_lie_in_objects_in_the_object() {
    let record = r#" { "a.b" : "x", "a": {"c": 0, "b": "y"} } "#;
    for (name, text) in [("a.b", "y"), (r"a\.b", "x")] {
        let document = Ndjson::new(name.to_owned());
        let (range, found) = document.find(record.as_bytes()).ok().unwrap();
        assert_eq!((&record[range], std::str::from_utf8(&found).unwrap()), (format!("\"{text}\"").as_str(), text));
    }
    for name in ["a.b.c", "b", "", "a.", "a[]", "a[].b", "[]"] {
        let document = Ndjson::new(name.to_owned());
        assert_eq!(*document.find(record.as_bytes()).unwrap().1, b""[..], "{name}");
    }
    for name in ["a", "a.c"] {
        let document = Ndjson::new(name.to_owned());
        assert!(document.find(record.as_bytes()).is_err(), "{name}");
    }
    for (name, record) in
        [("a[].b", r#"{"a":[{"b":"y"}]}"#), (r"a\[]", r#"{"a[]":"y"}"#), ("a[][]", r#"{"a":[[],["y"]]}"#)]
    {
        let document = Ndjson::new(name.to_owned());
        assert_eq!(*document.find(record.as_bytes()).unwrap().1, b"y"[..], "{name}");
    }
    let more = Ndjson::new("a.b".to_owned()).adding(Some("a".to_owned()));
    assert!(more.find(record.as_bytes()).is_err());
}

#[test]
fn a_text_is_quoted_where_it_has_to_be() {
    let csv = |delimiter| Table::csv(delimiter, String::new());
    let formats: [(&dyn Format, _, _, _); 10] = [
        (&csv(b','), false, "a b", "a b"),
        (&csv(b','), false, "a,b", "\"a,b\""),
        (&csv(b';'), false, "a,b", "a,b"),
        (&csv(b';'), false, "a\"\"\n", "\"a\"\"\"\"\n\""),
        (&csv(b';'), false, "", ""),
        (&csv(b';'), true, "", "\"\""),
        (&Table::tsv(String::new()), true, "", ""),
        (&Table::tsv(String::new()), false, "a\t\"\r\n", "a \"  "),
        (&Ndjson::new(String::new()), false, "é\"\n", "\"é\\\"\\n\""),
        (&Ndjson::new(String::new()), true, "", "null"),
    ];
    for (format, alone, text, expected) in formats {
        let mut out = Vec::new();
        format.spell(text.as_bytes(), alone, &mut out);
        assert_eq!(out, expected.as_bytes());
    }
}

#[test]
fn a_field_is_added_at_the_end() {
    let formats: [(&dyn Format, _, _); 4] = [
        (&Table::csv(b',', String::new()), "1,\"2\"", "1,\"2\",\"x,\""),
        (&Table::tsv(String::new()), "1\t2", "1\t2\tx,"),
        (&Ndjson::new(String::new()), " {\"a\":{}} ", " {\"a\":{},\"n\":\"x,\"} "),
        (&Lines::default(), "1", "1\tx,"),
    ];
    for (format, record, expected) in formats {
        let mut out = Vec::new();
        format.add(record.as_bytes(), "n", b"x,", &mut out);
        assert_eq!(out, expected.as_bytes());
    }
}

/// Two documents with such statements cannot be joined, because a label holds for one of them.
#[test]
fn blank_nodes_are_found_outside_of_other_tokens() {
    let format = by_id("nt").unwrap().open(Options::default());
    for (statements, expected) in [
        ("", false),
        ("_:a <b:> <c:> .", true),
        ("<a:> <b:> <c:_:> .\n<a:> <b:> _:c .\n", true),
        ("<a:_:> <b:> <c:> . # _:d\n_:a <b:> <c:> .", true),
        ("<a:> <b:> <<( _:s <p:> <o:> )>> .", true),
        ("<a:> <b:> <<(_:s <p:> <o:>)>> .", true),
        ("<a:> <b:> <<( <s:> <p:> \"_:\" )>> .\n", false),
        ("<a:> <b:> \"x\\\\\" . _:", true),
        ("<a:> <b:> \"_: \\\" _:\"@en .\n", false),
        ("<a:_:b> <b:> \"_:\"^^<_:> . # _:c\n# _:d", false),
        ("# dump\r_:a <b:> <c:> .\r", true),
        ("<a:> <b:> <c:> . # _:x\r# _:y\r<d:> <e:> _:f .", true),
        ("# _:a\r<b:> <c:> \"_:\" . # _:d\r", false),
        ("<a:_:", false),
        ("\"_:\\", false),
    ] {
        assert_eq!(format.has_blank_nodes(statements.as_bytes()), expected, "{statements}");
    }
    for (statements, expected) in [
        ("e:s e:p _:b .", true),
        ("_:g {\n", true),
        ("<s> <p> \"_:b\" , <_:b> , '''_:b''' , e:_b . # _:b", false),
        ("<s> <p> \"x\" <_ _:b", true),
        ("<s> <p> [ <q> <r> ] .", false),
    ] {
        for id in ["turtle", "trig"] {
            assert_eq!(crate::format(id).has_blank_nodes(statements.as_bytes()), expected, "{statements}");
        }
    }
}
