//! Cases of what six new users found hard or wrong.

use std::ffi::OsString;
use std::fs;

use crate::run::{command, feed, file, oneiri, path};

/// Whole records are printed, as `dedupe --column` does, and only a list of what is in several lists says in which.
#[test]
fn tables_are_compared_by_a_column() {
    let a = file("users-comm-a.csv", b"id,url\r\n1,http://h/a\r\n2,\"http://h/b\"\r\n3,\r\n4,a b\r\n");
    let b = file("users-comm-b.csv", b"id,url\r\n7,HTTP://h/a\r\n8,http://h/c\r\n");
    let comm = |options: &[&str]| oneiri(&[&["comm", &a, &b, "--column", "url", "-q"], options].concat());
    let all = "in,id,url\r\nboth,1,http://h/a\r\na,2,\"http://h/b\"\r\nb,8,http://h/c\r\n";
    for (options, expected) in [
        (&[][..], all),
        (&["-13"], "id,url\r\n8,http://h/c\r\n"),
        (&["-12"], "id,url\r\n1,http://h/a\r\n"),
        (&["-1", "--memory", "1M"], "in,id,url\r\nboth,1,http://h/a\r\nb,8,http://h/c\r\n"),
    ] {
        assert_eq!(comm(options).stdout(), expected, "{options:?}");
    }
    let told = oneiri(&["comm", &a, &b, "--column", "url"]).stderr;
    let place = format!("{a}:5:3-4: E001 path: ' ' is not allowed here; write %20 (RFC 3987 section 2.2)\n");
    assert!(told.contains(&place), "{told}");
    assert!(
        told.ends_with(
            "6 records: 3 unique, 1 duplicate, 1 invalid, 1 without a URL; 1 only in A, 1 only in B, 1 in both\n"
        ),
        "{told}"
    );
    let json = comm(&["--json", "-12"]).json();
    assert_eq!(json.last().unwrap()["in"], "both");
    let one = file("users-comm.ndjson", b"{\"p\":{\"u\":\"http://h/b\"}}\n{\"p\":{\"u\":\"a:\"}}\n");
    let two = file("users-comm-2.ndjson", b"{\"p\":{\"u\":\"A:\"},\"n\":1}\n");
    let records = oneiri(&["comm", "-23", &one, &two, "--column", "p.u", "-q"]);
    records.is(0, "{\"p\":{\"u\":\"http://h/b\"}}\n", "");
    for (arguments, message) in [
        (&["comm", &one, &two, "--column", "p.u"][..], "print one list with -12, -13 or -23 (of ndjson"),
        (&["comm", &a, &b], "needs --column; --format text reads its lines"),
        (&["comm", &a, "http://h/", "--column", "url"], "a table cannot be compared with a URL"),
        (&["comm", &a, &b, "--column", "url", "--output-delimiter", ";"], "--output-delimiter is for lists"),
        (&["comm", "-12", &a, &b, "--column", "url", "--column", "id"], "--column is given once, and"),
    ] {
        let outcome = oneiri(arguments);
        assert!(outcome.code == 2 && outcome.stderr.contains(message), "{}", outcome.stderr);
    }
    // What the message says works.
    let lines = oneiri(&["comm", "-12", &a, &a, "--format", "text", "-q"]);
    assert_eq!(lines.stdout(), "id,url\n3,\n", "the other lines begin with no scheme");
}

#[cfg(feature = "parquet")]
#[test]
fn rows_of_parquet_are_compared_by_a_column() {
    let a = crate::parquet::list("users-comm-a", &["http://h/a", "http://h/b"]);
    let b = crate::parquet::list("users-comm-b", &["HTTP://h/b", "http://h/c"]);
    let out = path("users-comm.parquet").into_os_string().into_string().unwrap();
    let outcome = oneiri(&["comm", "-13", &a, &b, "--column", "url", "-o", &out, "-q"]);
    outcome.is(0, "", "");
    let kept = oneiri(&["check", "--json", &out, "--column", "url"]).json();
    assert_eq!(kept.iter().map(|it| it["input"].clone()).collect::<Vec<_>>(), ["http://h/c"]);
    assert_eq!(oneiri(&["comm", "-13", &a, &b, "--column", "url"]).code, 2);
}

/// A text or a log is no list, and the message names the commands that find its URLs.
#[test]
fn text_and_logs_are_no_lists() {
    let text = b"# A page\n\nSee [this](http://h/a b) and http://h/c for more.\n";
    for (name, what) in [("users.md", "Markdown"), ("users.log", "a log")] {
        let file = file(name, text);
        for command in ["check", "lint", "fix", "normalize", "dedupe", "key", "report"] {
            let outcome = oneiri(&[command, &file]);
            // links says what is invalid, so check needs not be asked again.
            let then = if command == "check" { String::new() } else { format!(" | oneiri {command}") };
            let message = format!(
                "error: {file} is {what} by its name, and {command} reads lists\n  to find the URLs in its text, write: \
                 oneiri links --format text {file}{then}\n  to read each line as a URL, add: --format text\n"
            );
            outcome.is(2, "", &message);
        }
        let links = oneiri(&["links", "--format", "text", &file]);
        feed(&["check"], &links.stdout).is(0, "", "oneiri: 2 checked, 0 invalid\n");
        assert_eq!(oneiri(&["check", "--format", "text", &file]).code, 1);
        assert!(oneiri(&["links", &file]).stderr.contains("write: oneiri links --format text"));
    }
    // The name of a list says nothing, but its lines do.
    let told = |text: &[u8]| oneiri(&["check", &file("users-prose.txt", text)]).stderr;
    let hint = "most lines are several words; to find the URLs in a text, write: oneiri links --format text FILE";
    assert!(told(&b"GET http://h/ HTTP/1.1 200\n".repeat(3)).contains(hint));
    assert!(!told(&b"http://h/a b c d\n".repeat(5)).contains(hint));
    assert!(!told(b"GET http://h/ HTTP/1.1 200\n").contains(hint));
}

/// An editor jumps to the line and the bytes of a message, whatever quotes and escapes stand before the error.
#[test]
fn messages_name_places_of_the_file() {
    let csv = "n,u\n\"a\nb\",\"http://h/\"\"x y\"\n2,\"http://h/\na b\"\n3,1,2\n4, http://h/c d\n";
    let csv = file("users-places.csv", csv.as_bytes());
    let ndjson = r#"{"a":1,"u":"http:\/\/h\/\u00e9\ud83d\ude00 x"}"#;
    let ndjson = file("users-places.ndjson", ndjson.as_bytes());
    let tsv = file("users-places.tsv", b"n\tu\n\"a\t\"b\n");
    for (file, places, options) in [
        (&csv, &[(3, 13), (4, 12), (6, 4), (7, 13)][..], &["--trim"][..]),
        (&csv, &[(3, 13), (4, 12), (6, 4), (7, 2)], &[]),
        (&ndjson, &[(1, 42)], &[]),
        (&tsv, &[(2, 3)], &[]),
    ] {
        for command in ["check", "lint", "dedupe", "normalize"] {
            let outcome = oneiri(&[&[command, file, "--column", "u"], options].concat());
            let told = outcome.said();
            let found = told.lines().filter_map(|line| line.strip_prefix(&format!("{file}:")));
            let place = |line: &str| {
                let mut numbers = line.split([':', '-']).map(str::parse);
                Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
            };
            let found: Vec<(usize, usize)> = found.filter_map(place).collect();
            assert_eq!(found, places, "{command}: {told}");
        }
        let text = fs::read_to_string(file).unwrap();
        let log = oneiri(&[&["lint", "--sarif", "-q", file, "--column", "u"], options].concat());
        let log: serde_json::Value = serde_json::from_str(log.stdout()).unwrap();
        for (result, (line, byte)) in log["runs"][0]["results"].as_array().unwrap().iter().zip(places) {
            let region = &result["locations"][0]["physicalLocation"]["region"];
            let column = text.lines().nth(line - 1).unwrap()[..*byte].chars().count() + 1;
            assert_eq!((&region["startLine"], &region["startColumn"]), (&(*line).into(), &column.into()), "{result}");
        }
    }
}

#[test]
fn written_tables_keep_their_line_ends() {
    let csv = b"id,url\r\n1,HTTP://h/a b\r\n2,HTTP://h/c\r\n3,\"x\r\ny\"\r\n\r\n";
    for arguments in [
        &["normalize", "--invalid", "keep"][..],
        &["normalize", "--into", "new"],
        &["check", "--into", "why"],
        &["fix"],
        &["parse", "--get", "host", "--into", "host", "-f", "-"],
        &["dedupe"],
        &["dedupe", "--invalid", "null"],
        &["dedupe", "--count"],
        &["dedupe", "--keep", "last"],
    ] {
        let outcome = feed(&[arguments, &["--format", "csv", "--column", "url", "-q"]].concat(), csv);
        let text = outcome.stdout().replace("\r\n", "");
        assert!(!text.is_empty() && !text.contains(['\r', '\n']), "{arguments:?}: {:?}", outcome.stdout());
    }
    let ndjson = b"{\"u\":\"A:\"}\r\n{\"u\":\"b:\"}";
    let fields = feed(&["normalize", "--format", "ndjson", "--column", "u"], ndjson);
    fields.is(0, "{\"u\":\"a:\"}\r\n{\"u\":\"b:\"}\n", "");
}

/// A sum of what was not written would be wrong.
#[cfg(target_os = "linux")]
#[test]
fn nothing_is_summed_up_that_was_not_written() {
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    let list = file("users-sum.txt", b"http://h/a b\nhttp://h/\n");
    let run = command(&["check", "--summary", &list]).stdout(full()).output().unwrap();
    let told = String::from_utf8(run.stderr).unwrap();
    assert_eq!(told, "oneiri: standard output: No space left on device (os error 28)\n");
    let rejects = oneiri(&["check", "--summary", &list, "no/such/file", "--rejects", "/dev/full"]);
    assert_eq!(rejects.code, 2);
    let out = path("users-sum-rejects.txt").into_os_string().into_string().unwrap();
    let rejects = oneiri(&["normalize", "--summary", "-f", &list, "-f", "no/such/file", "--rejects", &out]);
    let expected =
        format!("oneiri: no/such/file: No such file or directory (os error 2)\noneiri: {out}: not written\n");
    rejects.is(2, "http://h/\n", &expected);
}

/// The help says which files of folders are left out, and what it says to write reads them, each once.
#[test]
fn patterns_read_each_file_once_and_hidden_ones_by_name() {
    for arguments in [["check", "--help"], ["links", "--help"], ["dedupe", "--help"]] {
        assert!(oneiri(&arguments).stdout().contains("hidden files and those that .gitignore"), "{arguments:?}");
    }
    let folder = path("users-site");
    let _ = fs::remove_dir_all(&folder);
    let names = ["x.txt", "a/y.txt", "a/b/z.txt", "a/.hidden.txt", ".git/q.txt", ".gitignore", "a/b/ignored.txt"];
    for name in names {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, if name == ".gitignore" { "ignored.txt\n" } else { "a:\n" }).unwrap();
    }
    let count = |pattern: &str| {
        let outcome = oneiri(&["check".into(), folder.join(pattern).into_os_string()]);
        outcome.stderr.lines().last().unwrap().split(' ').nth(1).unwrap().parse::<u64>().unwrap()
    };
    assert_eq!(["", "**", "*", "**/b", "a/**"].map(count), [3, 3, 3, 1, 2]);
    assert_eq!(["**/*", "**/*.txt", "a/**/*", "a/**/.*"].map(count), [4, 4, 3, 1]);
    // A folder that matches next to a file is read, too, and one without lists is no error there.
    for name in ["c/2024.txt", "c/2024/y.txt", "c/d/2024-x.txt", "c/2024-img/x.png"] {
        fs::create_dir_all(folder.join(name).parent().unwrap()).unwrap();
        fs::write(folder.join(name), "a:\n").unwrap();
    }
    assert_eq!(["c/**/2024*", "c/**/*", "c/**"].map(count), [3, 4, 3]);
    // A text is left out next to lists, and is an error if there is nothing else.
    fs::write(folder.join("c/README.md"), "See http://h/.\n").unwrap();
    assert_eq!(["c/**/*", "c/*"].map(count), [4, 3]);
    let missing = ["check", "-f", &file("users-list.txt", b"a:\n"), "-f", "missing.md"].map(OsString::from);
    assert!(oneiri(&missing).stderr.contains("missing.md: "));
    let outcome = oneiri(&["check".into(), folder.join("c/*.md").into_os_string()]);
    assert!(outcome.code == 2 && outcome.stderr.contains("links --format text"), "{}", outcome.stderr);
}

/// The places of a record with many URLs are found in linear time: this would take minutes if each were sought from the start.
#[test]
fn places_in_a_long_record() {
    let urls: Vec<String> = (0..100_000).map(|at| format!("\"é {at}\"")).collect();
    let record = format!("{{\"u\":[{}]}}\n", urls.join(","));
    let outcome = oneiri(&["check", "--column", "u[]", &file("users-long.ndjson", record.as_bytes())]);
    let last = outcome.stdout().lines().last().unwrap();
    let at = record.rfind("é").unwrap();
    assert!(last.contains(&format!(":1:{}-", at + 2)), "{at}: {last}");
    // A CR ends a statement of N-Triples, but not the line.
    let line = "<a:é b> <a:b> <a:c d> .\r".repeat(50_000);
    let (name, at) = (file("users-long.nt", line.as_bytes()), line.rfind("d>").unwrap() - 1);
    let checked = oneiri(&["check", &name]);
    let last = checked.stdout().lines().last().unwrap();
    assert!(last.contains(&format!(":1:{at}-")), "{at}: {last}");
    let log = oneiri(&["lint", "--sarif", &name]);
    let log: serde_json::Value = serde_json::from_str(log.stdout()).unwrap();
    let last = log["runs"][0]["results"].as_array().unwrap().last().unwrap();
    let region = &last["locations"][0]["physicalLocation"]["region"];
    assert_eq!(region["startColumn"], line[..at].chars().count() + 1, "{last}");
}

/// A log is whole, and says whether the run was.
#[test]
fn sarif_says_whether_all_was_read() {
    let list = file("users-sarif.txt", b"http://h:80/\n");
    for (more, is_whole) in [(&[][..], true), (&["-f", "no/such/file"], false)] {
        let outcome = oneiri(&[&["lint", "--sarif", "-f", &list], more].concat());
        let log: serde_json::Value = serde_json::from_str(outcome.stdout()).unwrap();
        assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], is_whole);
        assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), 1);
    }
    let ndjson = ["lint", "--sarif", "--format", "ndjson", "--column", "none"];
    let log: serde_json::Value = serde_json::from_str(feed(&ndjson, b"{\"u\":1}\n").stdout()).unwrap();
    assert_eq!(log["runs"][0]["invocations"][0]["executionSuccessful"], false);
}

/// An interrupted log is absent, because the half of one would be no JSON.
#[cfg(unix)]
#[test]
fn interrupted_sarif_is_absent() {
    use std::io::{Read, Write};

    crate::run::set_defaults();
    let mut child = command(&["lint", "--sarif"]).stdin(std::process::Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(&b"http://h:80/\n".repeat(100_000)).unwrap();
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success() && !child.wait().unwrap().success());
    let mut log = String::new();
    child.stdout.take().unwrap().read_to_string(&mut log).unwrap();
    assert_eq!(log, "");
}

#[cfg(not(feature = "parquet"))]
#[test]
fn a_build_without_parquet_says_so() {
    let rows = file("users.parquet", b"PAR1");
    let folder = path("users-parquet");
    let _ = fs::create_dir_all(&folder);
    fs::write(folder.join("x.parquet"), b"PAR1").unwrap();
    for arguments in [&["check", &rows][..], &["dedupe", &rows, "--column", "u"], &["comm", &rows, &rows]] {
        let told = oneiri(arguments).stderr;
        assert!(told.starts_with("error: this build cannot read Parquet; to install one that can"), "{told}");
    }
    let told = oneiri(&["check", folder.to_str().unwrap()]).stderr;
    assert!(!told.contains("--format parquet"), "{told}");
}

#[test]
fn keep_says_why_it_has_no_map() {
    let csv = file("users-keep.csv", b"u,t\na:,1\nA:,2\n");
    let keep = ["dedupe", &csv, "--column", "u", "--keep"];
    let map = path("users-keep.tsv").into_os_string().into_string().unwrap();
    for more in [&["newest=t", "--map", &map][..], &["last", "--json"], &["newest=t", "--json"]] {
        let outcome = oneiri(&[&keep, more].concat());
        assert!(outcome.code == 2 && outcome.stderr.contains("leave out --keep"), "{}", outcome.stderr);
    }
    oneiri(&[&keep, &["first", "--map", &map, "-q"][..]].concat()).is(0, "u,t\na:,1\n", "");
    assert_eq!(fs::read_to_string(map).unwrap(), "a:\tA:\tcase\tletter-case\n");
}

/// What people use most comes first.
#[test]
fn the_help_of_compare_begins_with_the_rung() {
    let help = oneiri(&["compare", "-h"]);
    let options: Vec<&str> = help.stdout().split("Meaning:\n").nth(1).unwrap().lines().collect();
    assert!(options[0].contains("--rung"), "{}", options[0]);
}

/// A person is told how to read a file. A script is not, because its argument may come from a stranger.
#[test]
fn redact_says_nothing_of_files_to_a_script() {
    let list = file("users-app.log", b"http://u:p@h/\n");
    oneiri(&["redact", &list]).is(0, &format!("{list}\n"), "");
    oneiri(&["redact", "-f", &list]).is(0, "http://u:***@h/\n", "");
}

/// The lines of records are those of the file, also for a record that was read long before, and whatever the memory.
#[test]
fn objects_name_lines_of_tables_with_line_ends_in_cells() {
    let mut csv = "\"n\n\",u\n".to_owned();
    for nth in 0..40_000 {
        csv += &format!("\"{}\",x:{}\n", "\n".repeat(nth % 3), nth % 20_000);
    }
    let line_of = |nth: usize| 3 + nth + (0..nth).map(|it| it % 3).sum::<usize>();
    let file = file("users-lines.csv", csv.as_bytes());
    for memory in ["1M", "1G"] {
        let outcome = oneiri(&["dedupe", "--json", "--memory", memory, &file, "--column", "u"]);
        let objects = outcome.json();
        assert_eq!(objects.len(), 40_000);
        for nth in (0..40_000).step_by(997) {
            let [line, first] = [line_of(nth), line_of(nth % 20_000)];
            assert_eq!((&objects[nth]["line"], &objects[nth]["first_line"]), (&line.into(), &first.into()), "{nth}");
        }
    }
}
