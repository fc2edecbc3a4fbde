//! `sql`: files as tables, rows as text, and what is said of wrong questions.

use std::io::Write;

use crate::pty::on_terminal;
use crate::run::{Outcome, feed, file, oneiri, path};

const LINKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/links.txt");

fn sql(query: &str, files: &[&str]) -> Outcome {
    oneiri(&[&["sql", query], files].concat())
}

#[track_caller]
fn fails(outcome: &Outcome, expected: &str) {
    assert_eq!((outcome.code, outcome.stdout()), (2, ""), "{}", outcome.stderr);
    assert!(outcome.stderr.starts_with("oneiri: "), "{}", outcome.stderr);
    assert!(outcome.stderr.contains(expected), "{}", outcome.stderr);
    assert_eq!(outcome.stderr.lines().count(), 1, "{}", outcome.stderr);
}

#[test]
fn lines_are_rows() {
    let lines = feed(
        &["sql", "SELECT number, line, oneiri_normalize(line) FROM input ORDER BY number"],
        b"HTTP://h/%7E\r\n\n\xFF\nhttp://h/a,\"b",
    );
    lines.is(
        0,
        "number,line,oneiri_normalize(input.line)\n\
         1,HTTP://h/%7E,http://h/~\n2,\"\",\"\"\n3,,\n4,\"http://h/a,\"\"b\",\n",
        "",
    );
}

#[test]
fn a_file_goes_by_its_name_and_as_input() {
    let there = file("sql-Names 1.TXT", b"x:a\n");
    for table in ["sql_names_1", "input", "SQL_NAMES_1"] {
        sql(&format!("SELECT line FROM {table}"), &[&there]).is(0, "line\nx:a\n", "");
    }
    let other = file("sql-other", b"X:a\n");
    let joined = "SELECT b.line FROM sql_names_1 a JOIN sql_other b \
                  ON oneiri_normalize(a.line) = oneiri_normalize(b.line)";
    sql(joined, &[&there, &other]).is(0, "line\nX:a\n", "");
    fails(&sql("SELECT 1 FROM input", &[&there, &other]), "table 'input' not found");
    let again = path("sql-again");
    std::fs::create_dir_all(&again).unwrap();
    let same = again.join("sql_other.txt");
    std::fs::write(&same, b"x:c\n").unwrap();
    fails(
        &sql("SELECT 1", &[&other, same.to_str().unwrap()]),
        "expected another name, found two tables sql_other",
    );
}

/// What groups find is what `dedupe` finds.
#[test]
fn groups_are_classes() {
    for rung in ["string", "case", "path", "scheme"] {
        let deduped = oneiri(&["dedupe", "--rung", rung, LINKS]);
        let kept = "SELECT first_value(line ORDER BY number) AS line FROM input \
                    WHERE oneiri_is_valid(line)";
        let query = format!(
            "SELECT line FROM ({kept} GROUP BY oneiri_normalize(line, '{rung}')) k \
             JOIN (SELECT line AS other, min(number) AS first FROM input GROUP BY line) i \
             ON line = other ORDER BY first"
        );
        let outcome = sql(&query, &[LINKS, "--format", "tsv"]);
        assert_eq!(outcome.code, 0, "{}", outcome.stderr);
        assert_eq!(outcome.stdout().split_once('\n').unwrap().1, deduped.stdout(), "{rung}");
        let summary = deduped.stderr.lines().last().unwrap();
        let counts = sql(
            &format!(
                "SELECT 'oneiri: ' || count(*) || ' lines: ' \
                 || count(*) FILTER (WHERE NOT oneiri_is_valid(line)) || ' refused, ' \
                 || count(DISTINCT oneiri_normalize(line, '{rung}')) || ' classes, ' AS s FROM input"
            ),
            &[LINKS, "--format", "ndjson"],
        );
        let counted = counts.json()[0]["s"].as_str().unwrap().to_owned();
        assert!(summary.starts_with(&counted), "{summary}: {counted}");
    }
}

#[test]
fn tables_are_read_by_their_endings() {
    let csv = "id,url\n007,\"http://h/a,b\"\n008,\"HTTP://h/\n\"\n";
    let tsv = "id\turl\n007\thttp://h/\"a\"\n";
    let json = "{\"id\":1,\"url\":\"x:a\"}\n{\"id\":2,\"url\":null,\"late\":\"é\"}\n";
    let ask = "SELECT * FROM input ORDER BY id";
    sql(ask, &[&file("sql-a.csv", csv.as_bytes())]).is(0, csv, "");
    let outcome = sql(ask, &[&file("sql-a.tsv", tsv.as_bytes()), "--format", "tsv"]);
    outcome.is(0, tsv, "");
    let outcome = sql(ask, &[&file("sql-a.ndjson", json.as_bytes()), "--json"]);
    let rows = outcome.json();
    assert_eq!(rows[0]["late"], serde_json::Value::Null);
    assert_eq!((rows[1]["url"].as_str(), rows[1]["late"].as_str()), (None, Some("é")));
    // A name may have characters that are patterns and schemes elsewhere.
    let odd = file("sql-a*[b].csv", csv.as_bytes());
    sql("SELECT count(*) AS n FROM sql_a__b_", &[&odd]).is(0, "n\n2\n", "");
}

fn gzip(name: &str, content: &[u8]) -> String {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(content).unwrap();
    file(name, &packed.finish().unwrap())
}

fn zstd(name: &str, content: &[u8]) -> String {
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    file(name, &compress_to_vec(content, CompressionLevel::Fastest))
}

#[test]
fn packed_files_are_unpacked() {
    for there in [
        gzip("sql-packed.txt.gz", b"x:a\nx:b\n"),
        zstd("sql-packed.zst", b"x:a\nx:b\n"),
        // Text is told by its first bytes, as everywhere.
        gzip("sql-packed.txt", b"x:a\nx:b\n"),
        gzip("sql-packed.csv.gz", b"line\nx:a\nx:b\n"),
        zstd("sql-packed.tsv.zst", b"line\nx:a\nx:b\n"),
        gzip("sql-packed.jsonl.gz", b"{\"line\":\"x:a\"}\n{\"line\":\"x:b\"}\n"),
    ] {
        let outcome = sql("SELECT line FROM sql_packed ORDER BY line", &[&there]);
        outcome.is(0, "line\nx:a\nx:b\n", "");
    }
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_is_read() {
    use std::sync::Arc;

    let links: arrow_array::StringArray = vec![Some("HTTP://h/"), None].into();
    let batch = arrow_array::RecordBatch::try_from_iter([("url", Arc::new(links) as _)]).unwrap();
    let there = path("sql-a.parquet");
    let out = std::fs::File::create(&there).unwrap();
    let mut writer = parquet::arrow::ArrowWriter::try_new(out, batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    let query = "SELECT oneiri_normalize(url) AS u FROM sql_a WHERE url IS NOT NULL";
    sql(query, &[there.to_str().unwrap()]).is(0, "u\nhttp://h/\n", "");
}

#[test]
fn rows_are_printed_as_asked() {
    let query = "SELECT line AS l, oneiri_parse(line) AS p, oneiri_fingerprint(line) AS f, 1.5 AS n \
                 FROM input ORDER BY number";
    let ask = |format: &str| feed(&["sql", query, "--format", format], b"x:a\na b\n");
    ask("csv").is(
        0,
        "l,p,f,n\nx:a,\"{scheme: x, userinfo: , host: , port: , path: a, query: , fragment: }\",\
         5ab65adbba197a6c6b7dde5a6e55af98,1.5\na b,,,1.5\n",
        "",
    );
    let tsv = feed(&["sql", "SELECT 'a\tb'", "--format", "tsv"], b"");
    assert_eq!((tsv.code, tsv.stderr.contains("use --format csv")), (2, true), "{tsv:?}");
    let rows = ask("ndjson").json();
    assert_eq!((rows[0]["p"]["path"].as_str(), rows[1]["f"].as_str()), (Some("a"), None));
    let table = feed(&["sql", "SELECT line FROM input", "--format", "table"], b"x:a\n");
    table.is(0, "+------+\n| line |\n+------+\n| x:a  |\n+------+\n", "");
    for (format, expected) in [
        ("csv", "a,b\n"),
        ("tsv", "a\tb\n"),
        ("ndjson", ""),
        ("table", "+---+---+\n| a | b |\n+---+---+\n+---+---+\n"),
    ] {
        let none = feed(&["sql", "SELECT 1 AS a, 2 AS b WHERE false", "--format", format], b"");
        none.is(0, expected, "");
    }
}

/// A terminal gets no control that was in a file or in the question, nor does a message.
#[test]
fn nothing_acts_on_a_display() {
    let hostile = "\u{1B}[31m\u{202E}\u{9B}";
    let there = file("sql-hostile.csv", format!("a{hostile}\nb{hostile}\n").as_bytes());
    for format in ["table", "csv", "tsv", "ndjson"] {
        let (shown, code) = on_terminal(
            &format!("oneiri sql --format {format} 'SELECT * FROM input' {there}"),
            "/",
        );
        assert_eq!(code, 0, "{shown}");
        assert!(!shown.contains(['\u{1B}', '\u{202E}', '\u{9B}']), "{format}: {shown:?}");
        assert!(shown.contains("202"), "{format}: {shown:?}");
    }
    for query in [format!("SELECT \"{hostile}\" FROM input"), format!("SELECT '{hostile}")] {
        let outcome = sql(&query, &[&there]);
        assert_eq!(outcome.code, 2);
        assert!(!outcome.stderr.contains(['\u{1B}', '\u{202E}', '\u{9B}']), "{}", outcome.stderr);
    }
}

#[test]
fn wrong_questions_are_explained() {
    let there = file("sql-wrong.txt", b"x:a\n");
    for (query, expected) in [
        ("SELECT line FRM input", "query: line 1, column 17: Expected: end of statement, found: "),
        ("SELECT 'a", "query: line 1, column 8: Unterminated string literal"),
        ("SELECT line,\n  urk FROM input", "query: line 2, column 3: expected a column, one of "),
        ("SELECT url FROM input", "expected a column, one of line, number; found url"),
        ("SELECT line FROM links", "query: line 1, column 18: table 'links' not found"),
        ("SELECT oneiri_normalise(line) FROM input", "Invalid function 'oneiri_normalise'"),
        ("SELECT oneiri_normalize(line, 'a') FROM input", "unknown rung \"a\": expected string, "),
        (
            "SELECT oneiri_normalize(number) FROM input",
            "query: oneiri_normalize: expected text for text, found Int64\n",
        ),
        ("CREATE TABLE t AS SELECT 1", "query: expected a query, found CreateMemoryTable"),
        ("COPY input TO 'sql-written.csv'", "query: expected a query, found COPY"),
        ("SET a = 1", "query: expected a query, found SetVariable"),
        ("SELECT 1; SELECT 2", "only supports a single"),
        ("", "query: No SQL statements"),
        ("SELECT CAST(line AS BIGINT) FROM input", "oneiri: Cast error: Cannot cast string 'x:a'"),
    ] {
        fails(&sql(query, &[&there]), expected);
    }
}

#[test]
fn what_cannot_be_read_is_told() {
    fails(&sql("SELECT 1", &["no-such-file.txt"]), "no-such-file.txt: No such file");
    fails(&sql("SELECT 1", &["no-such-file.csv"]), "no-such-file.csv: No such file");
    fails(&sql("SELECT 1", &["/"]), "expected a file, found a folder");
    let ragged = file("sql-ragged.csv", b"a,b\n1,2\n3\n");
    let outcome = sql("SELECT * FROM input", &[&ragged]);
    assert_eq!(outcome.code, 2, "{outcome:?}");
    assert!(outcome.stderr.contains("line"), "{outcome:?}");
    let cut = gzip("sql-cut.txt.gz", &b"http://h/\n".repeat(100));
    let bytes = std::fs::read(&cut).unwrap();
    std::fs::write(&cut, &bytes[..bytes.len() - 9]).unwrap();
    let outcome = sql("SELECT count(*) FROM input", &[&cut]);
    assert_eq!(outcome.code, 2, "{outcome:?}");
    assert!(outcome.stderr.contains("sql-cut.txt.gz: "), "{outcome:?}");
}

#[test]
fn raising_is_a_refusal() {
    let query = "SELECT oneiri_normalize(line, NULL, NULL, 'raise') FROM input";
    let outcome = feed(&["sql", query], b"http://ada:s3cret@h/a b\n");
    assert_eq!((outcome.code, outcome.stdout()), (1, ""));
    let expected = "oneiri: oneiri_normalize: invalid IRI reference: path, byte 21: expected ";
    assert!(outcome.stderr.starts_with(expected), "{}", outcome.stderr);
    assert!(!outcome.stderr.contains("s3cret"));
}

#[test]
fn memory_has_a_limit_that_is_told() {
    let lines: String = (0..60_000).map(|nth| format!("http://h/{nth:060}\n")).collect();
    let there = file("sql-memory.txt", lines.as_bytes());
    let query = "SELECT array_agg(line) FROM input";
    let outcome = sql(query, &[&there, "--memory", "1M"]);
    fails(&outcome, "--memory allows no more");
    let query = "SELECT count(DISTINCT oneiri_normalize(line)) AS n FROM input";
    sql(query, &[&there, "--memory", "64M"]).is(0, "n\n60000\n", "");
}

/// Whoever has read enough ends it.
#[test]
fn a_closed_pipe_is_no_failure() {
    let lines = "http://h/\n".repeat(200_000);
    let there = file("sql-pipe.txt", lines.as_bytes());
    let binary = env!("CARGO_BIN_EXE_oneiri");
    let line = format!(
        "{binary} sql 'SELECT line FROM input' {there} | head -n 2; echo ${{PIPESTATUS[0]}}"
    );
    let output = std::process::Command::new("bash").args(["-c", &line]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "line\nhttp://h/\n0\n");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn tables_can_be_described() {
    let there = file("sql-described.txt", b"x:a\n");
    let outcome = sql("DESCRIBE input", &[&there]);
    assert!(outcome.stdout().contains("line,Utf8,YES\nnumber,Int64,NO\n"), "{}", outcome.stdout());
    let outcome = sql("SHOW TABLES", &[&there]);
    assert!(outcome.stdout().contains("sql_described"), "{}", outcome.stdout());
}
