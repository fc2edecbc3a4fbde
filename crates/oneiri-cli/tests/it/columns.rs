//! Identifiers in columns and fields: every command answers them as it answers lines, and all else
//! in the records stays as it is.

use std::collections::BTreeMap;

use csv_core::{ReadFieldResult, ReaderBuilder};
use serde_json::{Value, json};

use crate::run::{Outcome, feed, file, oneiri, path};

/// Identifiers of all kinds. None has a line end or a TAB, which some formats cannot hold.
const LIST: [&str; 16] = [
    "HTTP://Example.com:80/%7Euser/./a",
    "http://h/a,b;c",
    "http://h/\"quoted\"",
    "\"http://h/",
    "",
    "../g?q#f",
    "http://é.example/r%C3%A9",
    "http://h/a b",
    "http://ada@h:8080/",
    "http://[::1",
    "urn:isbn:0451450523",
    "http://h/\\evil",
    " http://h/ ",
    "mailto:a@b.example",
    "http://h/%ZZ",
    "http://h/~a",
];

const COMMANDS: [&[&str]; 11] = [
    &["check"],
    &["normalize"],
    &["normalize", "--rung", "scheme", "--lenient"],
    &["convert", "--to", "uri"],
    &["convert", "--to", "iri"],
    &["resolve", "--base", "http://a/b/c"],
    &["relativize", "--base", "http://h/"],
    &["edit", "--unset", "fragment", "--query", "x,y\u{e9}"],
    &["key"],
    &["fix", "--lint"],
    &["parsers"],
];

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// The list as a file of each format, with the options that read it. Other fields stand on both
/// sides.
fn tables(name: &str) -> Vec<(&'static str, String, Vec<&'static str>)> {
    let (mut csv, mut semicolons) = (String::from("id,url,\"no,te\"\n"), String::from("url;id\r\n"));
    let (mut tsv, mut ndjson) = (String::from("url\tnote\n"), String::new());
    for (nth, text) in LIST.iter().enumerate() {
        let plain = !text.contains([',', '"']) && nth % 2 == 0;
        let field = if plain { (*text).to_owned() } else { quoted(text) };
        csv += &format!("{nth},{field},\"x\n{nth}\"\n");
        semicolons += &format!("{};{nth}\r\n", quoted(text));
        tsv += &format!("{text}\t\"{nth}\n");
        ndjson += &format!("{{\"n\": {nth}, \"page\": {{\"url\":{}}} }}\n", json!(text));
    }
    let csv = file(&format!("{name}.csv"), csv.as_bytes());
    let semicolons = file(&format!("{name}-semicolons.csv"), semicolons.as_bytes());
    let tsv = file(&format!("{name}.tsv"), tsv.as_bytes());
    let ndjson = file(&format!("{name}.ndjson"), ndjson.as_bytes());
    #[cfg_attr(not(feature = "parquet"), allow(unused_mut, reason = "one more format"))]
    let mut tables = vec![
        ("csv", csv, vec!["--format", "csv", "--column", "url"]),
        ("csv", semicolons, vec!["--column", "url", "--delimiter", ";"]),
        ("tsv", tsv, vec!["--column", "url"]),
        ("ndjson", ndjson, vec!["--column", "page.url"]),
    ];
    #[cfg(feature = "parquet")]
    tables.push(("parquet", crate::parquet::list(name, &LIST), vec!["--column", "url"]));
    tables
}

/// The texts of a column, by a reader of CSV that shares no code with the command.
fn column(table: &[u8], delimiter: u8, name: &str) -> Vec<String> {
    let mut reader = ReaderBuilder::new().delimiter(delimiter).build();
    let (mut rows, mut row, mut field) = (Vec::new(), Vec::new(), Vec::new());
    let (mut rest, mut buffer) = (table, [0; 64]);
    loop {
        let (result, read, written) = reader.read_field(rest, &mut buffer);
        rest = &rest[read..];
        field.extend_from_slice(&buffer[..written]);
        match result {
            ReadFieldResult::Field { record_end } => {
                row.push(String::from_utf8(std::mem::take(&mut field)).unwrap());
                if record_end {
                    rows.push(std::mem::take(&mut row));
                }
            }
            ReadFieldResult::End => break,
            ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => {}
        }
    }
    let at = rows[0].iter().position(|it| it == name).unwrap();
    rows[1..].iter().map(|row| row[at].clone()).collect()
}

fn texts(kind: &str, options: &[&str], out: &[u8], name: &str) -> Vec<String> {
    let text = String::from_utf8_lossy(out);
    match kind {
        "csv" => column(out, if options.contains(&";") { b';' } else { b',' }, name),
        "tsv" => {
            let at = text.lines().next().unwrap().split('\t').position(|it| it == name).unwrap();
            let field = |line: &str| line.split('\t').nth(at).unwrap().to_owned();
            text.lines().skip(1).map(field).collect()
        }
        _ => {
            let value = |line: &str| -> String {
                let value: Value = serde_json::from_str(line).expect(line);
                let value = if name == "url" { &value["page"]["url"] } else { &value[name] };
                // An empty answer is a null.
                assert!(name == "url" || *value != "", "{line}");
                if value.is_null() { String::new() } else { value.as_str().expect(line).to_owned() }
            };
            text.lines().map(value).collect()
        }
    }
}

/// Every object but the number of its record, which differs by the header.
fn objects(outcome: &Outcome) -> Vec<Value> {
    let mut objects = outcome.json();
    for object in &mut objects {
        object.as_object_mut().unwrap().remove("line");
    }
    objects
}

#[test]
fn the_same_identifiers_give_the_same_answers() {
    let lines = file("columns-same.txt", LIST.map(|it| format!("{it}\n")).concat().as_bytes());
    for command in COMMANDS {
        let as_lines = oneiri(&[command, &["--json", "-f", &lines]].concat());
        let told = oneiri(&[command, &["-f", &lines]].concat());
        for (kind, table, options) in tables(&format!("columns-same-{}", command.concat().len())) {
            let arguments = [command, &options, &["--json", "-q", "-f", &table]].concat();
            let outcome = oneiri(&arguments);
            assert_eq!(outcome.code, as_lines.code, "{arguments:?}: {}", outcome.stderr);
            // An empty line is the empty reference, and an empty cell has no URL.
            let of = |outcome: &Outcome| -> Vec<Value> {
                objects(outcome).into_iter().filter(|it| it["input"] != "").collect()
            };
            assert_eq!(of(&outcome), of(&as_lines), "{arguments:?}");
            if kind == "parquet" || matches!(command[0], "check" | "parsers") {
                continue;
            }
            // Without JSON, the same answers stand in the column, and the same is told.
            let arguments = [command, &options, &["-f", &table]].concat();
            let outcome = oneiri(&arguments);
            assert_eq!(outcome.code, told.code, "{arguments:?}");
            // Invalid lines are left out, and rows stay: an invalid cell keeps its text.
            let full = |texts: Vec<String>| -> Vec<String> { texts.into_iter().filter(|it| !it.is_empty()).collect() };
            let new = full(texts(kind, &options, &outcome.stdout, "url"));
            let expected = full(told.stdout().lines().map(String::from).collect());
            let (new, kept): (Vec<_>, Vec<_>) = new.into_iter().partition(|it| expected.contains(it));
            let of_empty = new.len().abs_diff(expected.len());
            assert!(of_empty <= 1, "{arguments:?}");
            assert!(kept.iter().all(|it| LIST.contains(&&**it)), "{arguments:?}: {kept:?}");
            let faults = |outcome: &Outcome| -> Vec<String> {
                let places = outcome.stderr.lines().filter(|line| !line.starts_with("oneiri: "));
                let reason = |line: &str| line.rsplit(':').next().unwrap().to_owned();
                // Only the empty line has no scheme, because the empty cell has no URL.
                let places = places.filter(|line| !line.contains("found the end (RFC 3986 section 3)"));
                places.map(reason).collect()
            };
            assert_eq!(faults(&outcome), faults(&told), "{arguments:?}");
        }
    }
}

#[test]
fn answers_are_added_as_one_more_column() {
    let lines = file("columns-into.txt", LIST.map(|it| format!("{it}\n")).concat().as_bytes());
    for command in COMMANDS {
        let tagged = oneiri(&[command, &["--tag", "-f", &lines]].concat());
        let pairs: Vec<(&str, &str)> = tagged.stdout().lines().map(|line| line.rsplit_once('\t').unwrap()).collect();
        for (kind, table, options) in tables(&format!("columns-into-{}", command.concat().len())) {
            if kind == "parquet" {
                continue;
            }
            let arguments = [command, &options, &["--into", "new", "-f", &table]].concat();
            let outcome = oneiri(&arguments);
            assert_eq!(outcome.code, tagged.code, "{arguments:?}: {}", outcome.stderr);
            // An empty line is the empty reference, and an empty cell has no URL.
            let of_cell = |(given, new)| (given, if str::is_empty(given) { "" } else { new });
            let (given, new): (Vec<_>, Vec<_>) = pairs.iter().copied().map(of_cell).unzip();
            assert_eq!(texts(kind, &options, &outcome.stdout, "url"), given, "{arguments:?}");
            assert_eq!(texts(kind, &options, &outcome.stdout, "new"), new, "{arguments:?}");
            // It is there already.
            let again = file("columns-into-again", &outcome.stdout);
            let format = ["--format", kind];
            let options: Vec<&str> = options.iter().copied().filter(|it| *it != "csv" && *it != "--format").collect();
            let outcome = oneiri(&[command, &format, &options, &["--into", "new", "-f", &again]].concat());
            let code = if kind == "ndjson" { 1 } else { 2 };
            assert_eq!(outcome.code, code, "{arguments:?}: {}", outcome.stderr);
            assert!(outcome.stderr.contains("'new'"), "{}", outcome.stderr);
        }
    }
}

#[test]
fn all_other_bytes_stay() {
    let table =
        "\u{FEFF}\"a\",url, c\r\n\"1\",http://h/,\"\" \n \"2,HTTP://h/,x\"\"\n3,\"http://h/\",\"\n\"\n4,\"x,y\",\"\n";
    let expected =
        "\u{FEFF}\"a\",url, c\r\n\"1\",http://h/,\"\" \n \"2,http://h/,x\"\"\n3,\"http://h/\",\"\n\"\n4,\"x,y\",\"\n";
    let outcome = feed(&["normalize", "--format", "csv", "--column", "url"], table.as_bytes());
    let told = "stdin:6:8-9: expected a closing quote, found the end of the file\n";
    outcome.is(1, expected, told);
    // An empty line is no record for many programs.
    feed(&["edit", "--path", "", "--format", "csv", "--column", "u"], b"u\na\n\n").is(0, "u\n\"\"\n\n", "");
    let record = r#" { "u" : "HTTP:\u002F/h/", "x":[1, "\u0041"] } "#;
    let outcome = feed(&["normalize", "--format", "ndjson", "--column", "u"], record.as_bytes());
    outcome.is(0, &format!("{}\n", record.replace(r"HTTP:\u002F/h/", "http://h/")), "");
}

#[test]
fn broken_records_are_refused_and_the_rest_is_read() {
    let table = "id,url\n1,HTTP://a\n2\n3,b,c\n4,\"d\n5,HTTP://e\n6,\"\n7,HTTP://f\n";
    let csv = ["--format", "csv", "--column", "url"];
    let outcome = feed(&[&["normalize"], &csv[..]].concat(), table.as_bytes());
    // The quote of record 4 is closed by that of record 6.
    outcome.is(
        1,
        "id,url\n1,http://a/\n2\n3,b,c\n4,\"d\n5,HTTP://e\n6,\"\n7,http://f/\n",
        "stdin:3:1-1: expected 2 fields, as in the header, found 1\n\
         stdin:4:4-5: expected 2 fields, as in the header, found 3\n\
         stdin:5:4-5: E004 scheme: expected a scheme before the first colon (begin a relative path \
         with \"./\"), found U+000A (RFC 3986 sections 3.1 and 4.2)\n",
    );
    let open = table.replace("6,\"\n", "6,g\n");
    let told = "stdin:5:2-4: expected a closing quote, found the end of the file\n";
    for command in [&["normalize"][..], &["check"], &["dedupe"], &["fix", "--lint"]] {
        let rejects = path("columns-rejects.csv");
        let outcome = feed(&[command, &csv].concat(), open.as_bytes());
        assert_eq!(outcome.code, 1, "{command:?}");
        assert!(outcome.said().contains(told), "{command:?}: {}", outcome.said());
        if command[0] != "check" {
            assert!(outcome.stdout().contains("\n7,"), "{command:?}: {}", outcome.stdout());
        }
        let more = ["--rejects", rejects.to_str().unwrap()];
        let outcome = feed(&[command, &csv, &more].concat(), open.as_bytes());
        assert_eq!(outcome.code, i32::from(command[0] == "check"), "{command:?}");
        assert!(!outcome.stderr.contains("stdin:"), "{}", outcome.stderr);
        let rejected = std::fs::read_to_string(&rejects).unwrap();
        assert_eq!(rejected, "id,url\n2\n3,b,c\n4,\"d\n", "{command:?}");
    }
    for (table, told) in [
        ("url,id,url\na,1,b\n", "expected one column 'url' in the header, found 'url,id,url'"),
        ("id\n1\n", "expected a column 'url' in the header, found 'id'"),
        ("id,url,\"x\n1,a,b\n", "expected a closing quote in the header"),
    ] {
        for command in ["normalize", "dedupe", "check"] {
            let outcome = feed(&[&[command], &csv[..]].concat(), table.as_bytes());
            assert_eq!((outcome.code, outcome.stdout()), (2, ""), "{command}");
            assert!(outcome.stderr.starts_with(&format!("oneiri: stdin: {told}")), "{}", outcome.stderr);
        }
    }
}

#[test]
fn what_is_written_and_what_is_refused_is_all() {
    let good = path("columns-good.txt");
    let bad = path("columns-bad.txt");
    let (good, bad) = (good.to_str().unwrap(), bad.to_str().unwrap());
    let bytes = b"a\r\nb c\n\xFF\r\n\nd e\r\nlast";
    let outcome = feed(&["check", "-o", good, "--rejects", bad], bytes);
    outcome.is(1, "", "oneiri: 6 checked, 3 invalid, 3 without a scheme\n");
    assert_eq!(std::fs::read(good).unwrap(), b"a\r\n\nlast\n");
    assert_eq!(std::fs::read(bad).unwrap(), b"b c\n\xFF\r\nd e\r\n");
    // The output may be the input, and the refused may not.
    let list = file("columns-own.txt", b"HTTP://h\nb c\n");
    assert_eq!(oneiri(&["normalize", "-f", &list, "--rejects", &list]).code, 2);
    assert_eq!(oneiri(&["normalize", "-f", &list, "-o", &list]).code, 1);
    assert_eq!(std::fs::read(&list).unwrap(), b"http://h/\n");
}

#[test]
fn white_space_is_trimmed_if_asked_for() {
    let outcome = feed(&["normalize", "--trim"], b" HTTP://h/ \r\n\tb c\n\n");
    assert_eq!((outcome.code, outcome.stdout()), (1, "http://h/\n\n"));
    assert!(outcome.stderr.starts_with("stdin:2:2-3: E001 path: "), "{}", outcome.stderr);
    let outcome = feed(&["check", "--trim"], b" HTTP://h/ \n b c\n");
    assert!(outcome.stdout().starts_with("stdin:2:2-3: E001 path: "), "{}", outcome.said());
    let table = b"u\n\" http://h/ \"\n  x  \ny\n";
    let csv = ["--format", "csv", "--column", "u", "--trim"];
    feed(&[&["normalize"], &csv[..]].concat(), table).is(0, "u\nhttp://h/\nx\ny\n", "");
    feed(&[&["check"], &csv[..]].concat(), table).is(0, "", "oneiri: 3 checked, 0 invalid, 2 without a scheme\n");
    oneiri(&["normalize", "--trim", "--", " a "]).is(0, "a\n", "");
    // Only the blanks of ASCII are trimmed, and with -0 line ends are blanks as well.
    let outcome = feed(&["normalize", "--trim", "-0"], b"\r\n HTTP://h/ \n\0\tX:\0\n\0 Y:");
    outcome.is(0, "http://h/\0x:\0\0y:\0", "");
    let outcome = feed(&["check", "--trim", "-0", "--tag"], b" a b\n\0\nX:\n\0");
    assert!(outcome.stdout().starts_with(" a b\n\tE001 path: "), "{}", outcome.stdout());
    assert!(outcome.stdout().ends_with("\0\nX:\n\t\0"), "{}", outcome.stdout());
    let outcome = feed(&["check", "--trim", "-0"], b"a\0 b c \0");
    assert!(outcome.stdout().starts_with("stdin:2:2-3: E001 path: "), "{}", outcome.said());
}

#[test]
fn lines_may_end_with_nul() {
    feed(&["normalize", "-0"], b"HTTP://h/\r\0B:\0c").is(
        1,
        "b:\0c\0",
        "stdin:1:9-10: E001 path: U+000D is not allowed here; write %0D (RFC 3987 section 2.2)\n",
    );
    feed(&["check", "-0"], b"a\0b\0\0").is(0, "", "oneiri: 3 checked, 0 invalid, 3 without a scheme\n");
    let refused = feed(&["check", "-0"], b"a\0b\nc\0d e");
    let said = refused.said();
    let places: Vec<&str> = said.lines().map(|it| it.split(": ").next().unwrap()).collect();
    assert_eq!(places, ["stdin:2:1-2", "stdin:3:1-2", "oneiri"]);
    feed(&["normalize", "-0", "--tag"], b"A:\0").is(0, "A:\ta:\0", "");
}

#[test]
fn refusals_are_told_as_asked() {
    let list = "a b\nc d\n[\ne f\nok\n";
    let told = |options: &[&str]| {
        let outcome = feed(&[&["check"], options].concat(), list.as_bytes());
        assert_eq!(outcome.code, 1);
        outcome.said()
    };
    assert_eq!(told(&["-q"]), "");
    let few = told(&["--max-errors", "1"]);
    let lines: Vec<&str> = few.lines().collect();
    assert!(lines[0].starts_with("stdin:1:1-2: E001 path: "), "{few}");
    assert_eq!(lines[1], "oneiri: 5 checked, 4 invalid, 1 without a scheme");
    assert_eq!(lines[2], "oneiri: 3 invalid lines are not shown; all, by reason:");
    assert!(lines[3].starts_with("oneiri: 3 x E001 path: ' ' is not allowed here; write %20"), "{few}");
    assert!(lines[4].starts_with("oneiri: 1 x E001 path: "), "{few}");
    assert_eq!(lines.len(), 5, "{few}");
    assert!(!told(&["--max-errors", "4"]).contains(" x "));
    let all = told(&["--summary"]);
    assert_eq!((all.lines().count(), all.matches(" x ").count()), (7, 2), "{all}");
    let none = told(&["--max-errors", "0"]);
    assert!(
        none.starts_with("oneiri: 5 checked, 4 invalid, 1 without a scheme\noneiri: 4 invalid lines are not shown"),
        "{none}"
    );
}

#[test]
fn the_name_of_a_file_says_its_format() {
    let csv = file("columns-name.csv", b"url\nHTTP://h\n");
    let told = format!("oneiri: {csv}: read as CSV, by its name\n");
    oneiri(&["normalize", "--column", "url", "-f", &csv]).is(0, "url\nhttp://h/\n", &told);
    let outcome = oneiri(&["dedupe", "--column", "url", &csv]);
    assert!(outcome.stderr.starts_with(&told), "{}", outcome.stderr);
    oneiri(&["normalize", "--format", "text", "-f", &csv]).is(0, "url\nhttp://h/\n", "");
    for command in [&["check", "-f", &csv][..], &["dedupe", &csv]] {
        let outcome = oneiri(command);
        assert_eq!(outcome.code, 2);
        assert!(outcome.stderr.contains("is CSV by its name, and needs --column"), "{outcome:?}");
    }
    let tsv = file("columns-name.tsv", b"url\na\n");
    // Findings have a form of their own, so their files may have several formats. Tables have not.
    let both = oneiri(&["check", "--column", "url", "-f", &csv, "-f", &tsv]);
    assert!(both.code == 0 && both.stderr.contains(" as CSV, TSV\n"), "{both:?}");
    let outcome = oneiri(&["normalize", "--column", "url", "-f", &csv, "-f", &tsv]);
    assert!(outcome.code == 2 && outcome.stderr.contains("different formats"), "{outcome:?}");
    for wrong in [
        &["--column", "u"][..],
        &["--format", "csv"],
        &["--format", "ndjson"],
        &["--format", "csv", "--field", "u"],
        &["--format", "tsv", "--column", "u", "--delimiter", ";"],
        &["--format", "csv", "--column", "u", "--delimiter", "\""],
        &["--format", "csv", "--column", "u", "--tag"],
        &["--format", "csv", "--column", "u", "-0"],
        &["--into", "x"],
        &["--tag", "--json"],
        &["--threads", "0"],
        &["--format", "parquet", "--column", "u"],
    ] {
        let outcome = feed(&[&["normalize"], wrong].concat(), b"");
        assert_eq!((outcome.code, outcome.stdout()), (2, ""), "{wrong:?}");
    }
}

/// More than a block of records of all kinds.
fn hostile() -> Vec<u8> {
    let mut table = b"id,\"u\nrl\",note\n".to_vec();
    for nth in 0..40_000 {
        let row = match nth % 13 {
            0 => format!("{nth},\"HTTP://h/{nth}\",\"a\n\"\"b\n,\"\r\n"),
            1 => format!("{nth}\n"),
            2 => format!("{nth},x y,\"\n\"\n"),
            3 => format!("{nth},a,b,c\n"),
            4 => format!("{nth},\"http://h/\"\"{nth}\",\n"),
            5 if nth % 5000 < 13 => {
                format!("{nth},s:{},\"{}\"\n", "a".repeat(300_000), "\n".repeat(999))
            }
            6 => format!("{nth},http://h/{nth},x\"y\n"),
            _ => format!("{nth},http://H{}.example/a/%7e{nth},\"q\"\n", nth % 97),
        };
        table.extend(row.as_bytes());
    }
    table.extend(b"1,\"never closed,\n2,HTTP://h,x");
    table
}

#[test]
fn all_threads_say_what_one_says() {
    let table = hostile();
    let csv = ["--format", "csv", "--column", "u\nrl"];
    for command in [
        &["normalize"][..],
        &["normalize", "--json"],
        &["check"],
        &["check", "--into", "why"],
        &["lint"],
        &["fix", "--lint"],
        &["key", "--into", "key"],
    ] {
        let run = |threads| feed(&[command, &csv, &["--threads", threads]].concat(), &table);
        let (one, three) = (run("1"), run("3"));
        assert_eq!(one.code, 1, "{command:?}");
        assert!(one.stdout == three.stdout && one.stderr == three.stderr, "{command:?}");
        assert!(one.stdout.len() + one.stderr.len() > 100_000, "{command:?}");
    }
    // Every record is written or refused, and none twice.
    let rejects = path("columns-hostile-rejects.csv");
    let options = ["check", "-o", "-", "--rejects", rejects.to_str().unwrap()];
    let outcome = feed(&[&options[..], &csv].concat(), &table);
    let rejected = std::fs::read(&rejects).unwrap();
    let mut count: BTreeMap<String, i32> = BTreeMap::new();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    text(&table).lines().for_each(|line| *count.entry(line.to_owned()).or_default() += 1);
    for part in [&outcome.stdout, &rejected] {
        text(part).lines().for_each(|line| *count.entry(line.to_owned()).or_default() -= 1);
    }
    // The header stands in both.
    let header: Vec<_> = count.into_iter().filter(|(_, count)| *count != 0).collect();
    assert_eq!(header, [("id,\"u".to_owned(), -1), ("rl\",note".to_owned(), -1)]);
}

#[test]
fn packed_files_are_what_their_names_say() {
    use std::io::{Read, Write};

    let pack = |text: &str| {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        packer.write_all(text.as_bytes()).unwrap();
        packer.finish().unwrap()
    };
    let out = path("columns-packed.csv.gz");
    let name = out.to_str().unwrap();
    let table = "url,n\nHTTP://h/,1\n".to_owned() + &"http://h/a,2\n".repeat(50_000);
    let input = file("columns-packed-in.csv.gz", &pack(&table));
    let arguments = ["normalize", "--column", "url", "-f", &input, "-o", name, "-q"];
    oneiri(&arguments).is(0, "", "");
    let mut unpacked = String::new();
    let bytes = std::fs::read(&out).unwrap();
    flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut unpacked).unwrap();
    assert!(unpacked == table.replace("HTTP", "http"), "{} bytes", unpacked.len());
    oneiri(&["check", "--column", "url", "-q", "-f", name]).is(0, "", "");
    for ending in ["zst", "bz2", "xz"] {
        let name = format!("columns-packed-{ending}.{ending}");
        for arguments in [&["normalize", "-o", &name][..], &["dedupe", "--rejects", &name]] {
            let outcome = feed(arguments, b"a\n");
            assert_eq!((outcome.code, outcome.stdout()), (2, ""));
            let told = format!("oneiri: {name}: only gzip can be written packed");
            assert!(outcome.stderr.starts_with(&told), "{}", outcome.stderr);
            assert!(!std::path::Path::new(&name).exists());
        }
    }
    // Tape drives and others fill the last block of a file.
    for zeros in [1, 511, 200_000] {
        let padded = [pack("HTTP://h\n"), pack("b:\n"), vec![0; zeros]].concat();
        let told = format!("oneiri: warning: stdin: {zeros} zeros after the gzip data were ignored\n");
        feed(&["normalize"], &padded).is(0, "http://h/\nb:\n", &told);
        assert!(feed(&["dedupe"], &padded).stderr.contains(&told));
        let more = [padded, b"x".to_vec()].concat();
        let outcome = feed(&["normalize"], &more);
        assert_eq!(outcome.code, 2);
        assert!(outcome.stderr.contains("found zeros and more"), "{}", outcome.stderr);
    }
    for (bytes, told) in [
        (&b"BZh91AY&SY\x12\x34"[..], "bzip2 is not read; unpack it first: bzcat FILE | oneiri"),
        (b"\xFD7zXZ\0\0\x04", "xz is not read; unpack it first: xzcat FILE | oneiri"),
    ] {
        for command in ["check", "dedupe"] {
            let outcome = feed(&[command], bytes);
            assert_eq!((outcome.code, outcome.stdout()), (2, ""));
            assert!(outcome.stderr.contains(told), "{}", outcome.stderr);
        }
    }
    // A line may begin like a packed file.
    feed(&["normalize"], b"BZh9:\nBZh91AY:\n").is(0, "bzh9:\nbzh91ay:\n", "");
}

#[test]
fn a_column_has_a_number_and_there_may_be_several() {
    let table = "id,url,via\n1,HTTP://h/,\"HTTP://i/,\"\n2,http://h/a,HTTP://i/\n3,a b,HTTP://j/\n";
    let name = file("columns-several.csv", table.as_bytes());
    let normal = |columns: &[&str]| {
        let columns: Vec<&str> = columns.iter().flat_map(|it| ["--column", *it]).collect();
        oneiri(&[&["normalize", "-q", "-f", &name], &columns[..]].concat())
    };
    let second = "id,url,via\n1,http://h/,\"HTTP://i/,\"\n2,http://h/a,HTTP://i/\n3,a b,HTTP://j/\n";
    normal(&["url"]).is(1, second, "");
    normal(&["2"]).is(1, second, "");
    let both = "id,url,via\n1,http://h/,\"http://i/,\"\n2,http://h/a,http://i/\n3,a b,HTTP://j/\n";
    for columns in [["url", "via"], ["3", "2"]] {
        normal(&columns).is(1, both, "");
    }
    let checked = oneiri(&["check", "--column", "2", "--column", "via", "-f", &name]);
    assert!(checked.stderr.ends_with("oneiri: 6 checked, 1 invalid\n"), "{}", checked.said());
    // A name goes before a number.
    feed(&["normalize", "--format", "tsv", "--column", "2"], b"2\ta b\nA:x\tB:y\n").is(0, "2\ta b\na:x\tB:y\n", "");
    for wrong in ["0", "4", "-1", "x"] {
        assert_eq!(normal(&[wrong]).code, 2, "{wrong}");
    }
    let several = ["--column", "url", "--column", "via"];
    assert_eq!(oneiri(&[&["dedupe", &name], &several[..]].concat()).code, 2);
    assert_eq!(oneiri(&[&["key", "--into", "k", "-f", &name], &several[..]].concat()).code, 2);
}

/// No row is lost, and no text that an answer would replace.
#[test]
fn an_invalid_cell_keeps_its_text_unless_told_otherwise() {
    let table = "url,n\nHTTP://h/,1\nhttp://[/,2\n";
    let normalize = ["normalize", "-q", "--format", "csv", "--column", "url"];
    for (options, code, rows) in [
        (&[][..], 1, "url,n\nhttp://h/,1\nhttp://[/,2\n"),
        (&["--invalid", "keep"], 0, "url,n\nhttp://h/,1\nhttp://[/,2\n"),
        (&["--invalid", "null"], 0, "url,n\nhttp://h/,1\n,2\n"),
        (&["--invalid", "drop"], 0, "url,n\nhttp://h/,1\n"),
        (&["--into", "new"], 1, "url,n,new\nHTTP://h/,1,http://h/\nhttp://[/,2,\n"),
        (&["--into", "new", "--invalid", "drop"], 0, "url,n,new\nHTTP://h/,1,http://h/\n"),
    ] {
        let outcome = feed(&[&normalize[..], options].concat(), table.as_bytes());
        assert_eq!((outcome.code, outcome.stdout()), (code, rows), "{options:?}");
    }
}

/// The most common job on tables: a component as a column. No row is lost.
#[test]
fn a_component_becomes_a_column() {
    let rows = "id,link\n1,http://Example.com:80/a\n2,\n3,not a url\n4,mailto:x\n";
    let get = ["parse", "--format", "csv", "--column", "link", "--get", "host", "--into", "host"];
    let told = "stdin:4:5-6: E001 path: ' ' is not allowed here; write %20 (RFC 3987 section 2.2)\n";
    let added = "id,link,host\n1,http://Example.com:80/a,Example.com\n2,,\n3,not a url,\n4,mailto:x,\n";
    feed(&get, rows.as_bytes()).is(1, added, &format!("{told}oneiri: 1 URL has no host\n"));
    let whole = oneiri(&["parse", "--get", "{scheme}://{host}{path}#{port}", "a://u@h:7/p?q", "x"]);
    whole.is(0, "a://h/p#7\n://x#\n", "");
    for (wrong, found) in [
        ("hosts", "found 'hosts'; in a longer text, write {host}"),
        ("{hosts}", "found 'hosts'"),
        ("{host", "expected a } after each {"),
        ("host}", "expected a { before each }"),
        ("{host}}", "expected a { before each }"),
    ] {
        let outcome = oneiri(&["parse", "--get", wrong, "http://h/"]);
        assert_eq!(outcome.code, 2, "{wrong}");
        assert!(outcome.stderr.contains(found), "{wrong}: {}", outcome.stderr);
    }
    oneiri(&["parse", "--tag", "http://h/"]).is(2, "", "error: --into and --tag need --get, such as --get host\n");
}

/// A row that has not as many fields as the header is refused, and its new cell is in the new column all the same.
#[test]
fn the_new_cell_of_a_ragged_row_is_in_its_own_column() {
    let table = "\u{FEFF}id,url\n1,HTTP://a\n2\n3,b,c,d\n\n4,\"e\",\"f,\"\n5,\"g\n";
    let few = "\"expected 2 fields, as in the header, found 1\"";
    let many = |found| format!("\"expected 2 fields, as in the header, found {found}\"");
    let [four, three] = [many(4), many(3)];
    for (command, cells) in [
        (&["normalize"][..], ["http://a/", "", "", ""]),
        (&["normalize", "--invalid", "keep"], ["http://a/", "", "", ""]),
        (&["check"], ["", few, &four, &three]),
    ] {
        let run = [command, &["--format", "csv", "--column", "url", "--into", "n", "-q"]].concat();
        let [one, two, three, four] = cells;
        let expected =
            format!("\u{FEFF}id,url,n\n1,HTTP://a,{one}\n2,,{two}\n3,b,{three},c,d\n\n4,\"e\",{four},\"f,\"\n5,\"g\n");
        assert_eq!(feed(&run, table.as_bytes()).stdout(), expected, "{command:?}");
    }
    let tsv = ["normalize", "--format", "tsv", "--column", "url", "--into", "n", "-q"];
    let out = feed(&tsv, b"id\turl\tx\n1\n2\tb\tc\td\n");
    assert_eq!(out.stdout(), "id\turl\tx\tn\n1\t\t\t\n2\tb\tc\t\td\n");
}

/// A message about a table names the line of the file, also after cells with line ends, as the objects do.
#[test]
fn messages_about_tables_name_the_line_of_the_file() {
    let mut table = String::from("url,note\n");
    let mut lines = Vec::new();
    for nth in 0..9000 {
        let (url, note) = (if nth % 7 == 0 { "a b" } else { "a:b" }, "x\n".repeat(nth % 5));
        if nth % 7 == 0 {
            lines.push(table.matches('\n').count() as u64 + 1);
        }
        table.push_str(&format!("{url},\"{note}\"\n"));
    }
    for command in ["check", "normalize", "lint", "fix"] {
        let csv = ["--format", "csv", "--column", "url"];
        let input = if command == "fix" { table.replace("a b", "%") } else { table.clone() };
        let seen = feed(&[&[command], &csv[..]].concat(), input.as_bytes()).said();
        let errors = seen.lines().filter(|line| line.contains(": E0"));
        let places = errors.filter_map(|line| line.strip_prefix("stdin:")?.split(':').next()?.parse::<u64>().ok());
        assert!(places.eq(lines.iter().copied()), "{command}");
        let json = feed(&[&[command, "--json"], &csv[..]].concat(), input.as_bytes()).json();
        let wrong = json.iter().filter(|it| it["ok"] == false).filter_map(|it| it["line"].as_u64());
        assert!(wrong.eq(lines.iter().copied()), "{command}");
    }
}

/// In whatever table, another parser of CSV finds each answer in the new column, as many cells as a row may have.
#[test]
fn every_row_has_its_answer_in_the_new_column() {
    let cells = [("a", "a"), ("\"b,\"", "b,"), ("\"c\nd\"", ""), ("", ""), ("\"\"", ""), ("e f", "")];
    let mut seed = 7_u32;
    let mut next = |most: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as usize % most
    };
    for _ in 0..40 {
        let (mut table, mut expected) = (String::from("id,url\n"), Vec::new());
        for _ in 0..12 {
            let row: Vec<_> = (0..=next(4)).map(|_| cells[next(cells.len())]).collect();
            let line = row.iter().map(|(cell, _)| *cell).collect::<Vec<_>>().join(",");
            table.push_str(&format!("{line}\n"));
            if !line.is_empty() {
                expected.push(if row.len() == 2 { row[1].1 } else { "" });
            }
        }
        let run = ["normalize", "-q", "--format", "csv", "--column", "url", "--into", "n"];
        assert_eq!(column(&feed(&run, table.as_bytes()).stdout, b',', "n"), expected, "{table}");
    }
}
