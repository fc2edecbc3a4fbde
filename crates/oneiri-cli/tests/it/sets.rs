//! Sets of identifiers: `dedupe` with `--count`, `--duplicates` and `--unique`, and `comm`.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::process::Stdio;

use crate::run::{command, feed, file, oneiri, path};

/// Lines with many spellings of each identifier; some are refused.
fn lines(count: u64, classes: u64, seed: u64) -> String {
    let mut lines = String::new();
    let mut state = seed;
    for nth in 0..count {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let class = (state >> 33) % classes;
        let line = match (state >> 20) % 4 {
            0 => format!("http://example.com/path/to/something/~{class}\n"),
            1 => format!("HTTP://example.com/path/to/something/%7E{class}\r\n"),
            2 => format!("http://example.com/path/./to/something/%7e{class}\n"),
            _ => format!("http://Example.com:/path/to/something/~{class}\n"),
        };
        lines.push_str(&line);
        if nth % 5000 == 4999 {
            lines.push_str("a b\n");
        }
    }
    lines
}

/// The first spelling of each class with the number of its lines, in input order, by `normalize`.
fn model(input: &str) -> Vec<(String, String, u64)> {
    let normal = oneiri(&["normalize", "--json", "-f", input]);
    let mut classes: Vec<(String, String, u64)> = Vec::new();
    let mut places = BTreeMap::new();
    for object in normal.json().into_iter().filter(|object| object["ok"] == true) {
        let [form, line] = ["output", "input"].map(|key| object[key].as_str().unwrap().to_owned());
        let place = *places.entry(form.clone()).or_insert(classes.len());
        match classes.get_mut(place) {
            Some(class) => class.2 += 1,
            None => classes.push((form, line, 1)),
        }
    }
    classes
}

#[test]
fn counts_are_those_of_uniq() {
    let list = file("sets-few.txt", b"HTTP://h/%7Ea\nhttp://h/b\nhttp://h/~a\na b\nhttp://h/~a");
    for (options, output, printed) in [
        (&["--count"][..], "      3 HTTP://h/%7Ea\n      1 http://h/b\n", ""),
        (&["-d"], "HTTP://h/%7Ea\n", ", 1 printed"),
        (&["--unique"], "http://h/b\n", ", 1 printed"),
        (&["-cd"], "      3 HTTP://h/%7Ea\n", ", 1 printed"),
        (&["-c", "-u"], "      1 http://h/b\n", ", 1 printed"),
        (&["-c", "--any-order"], "      3 HTTP://h/%7Ea\n      1 http://h/b\n", ""),
    ] {
        let outcome = oneiri(&[&["dedupe", &list], options].concat());
        assert_eq!((outcome.code, outcome.stdout()), (1, output), "{options:?}");
        let summary = format!("oneiri: 5 lines: 2 unique, 2 duplicates, 1 invalid{printed}\n");
        assert!(outcome.stderr.contains("sets-few.txt:4:1-2: E001 path: "), "{}", outcome.stderr);
        assert!(outcome.stderr.ends_with(&summary), "{}", outcome.stderr);
    }
    feed(&["dedupe", "-c"], b"").is(0, "", "oneiri: 0 lines: 0 unique, 0 duplicates, 0 invalid\n");
    assert_eq!(oneiri(&["dedupe", "-d", "-u"]).code, 2);
}

#[test]
fn counts_as_objects_and_in_tables() {
    let outcome = feed(&["dedupe", "--count", "--json"], b"a\nb\n./b c\nb\n");
    let objects: Vec<&str> = outcome.stdout().lines().collect();
    assert!(objects[0].starts_with(r#"{"line":3,"input":"./b c","ok":false,"error":"#));
    assert_eq!(objects[1], r#"{"line":1,"input":"a","ok":true,"count":1}"#);
    assert_eq!(objects[2], r#"{"line":2,"input":"b","ok":true,"count":2}"#);
    let csv = b"\xEF\xBB\xBFid,url\n1,a\n2,\"b\"\n3,./b c\n4,b\n";
    let outcome = feed(&["dedupe", "-c", "--format", "csv", "--column", "url"], csv);
    assert_eq!(outcome.stdout(), "\u{FEFF}count,id,url\n1,1,a\n2,2,\"b\"\n");
    let outcome = feed(&["dedupe", "-d", "--format", "csv", "--column", "url"], csv);
    assert_eq!(outcome.stdout(), "\u{FEFF}id,url\n2,\"b\"\n");
    let outcome = feed(&["dedupe", "-c", "--format", "tsv", "--column", "url"], b"url\nb\nb\n");
    assert_eq!(outcome.stdout(), "count\turl\n2\tb\n");
    let outcome = feed(
        &["dedupe", "-u", "--format", "ndjson", "--column", "u"],
        b"{\"u\":\"a\"}\n{\"u\":\"b\"}\n{\"u\":\"a\"}\n",
    );
    assert_eq!(outcome.stdout(), "{\"u\":\"b\"}\n");
    let outcome = oneiri(&["dedupe", "-c", "--format", "ndjson", "--column", "u"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("--count works with text, csv and tsv"), "{}", outcome.stderr);
    let outcome = feed(&["dedupe", "-c", "--format", "csv", "--column", "u"], b"u,count\na,1\n");
    assert_eq!((outcome.code, outcome.stdout()), (2, ""));
    assert!(outcome.stderr.contains("expected a header without 'count', which the output adds"), "{}", outcome.stderr);
}

#[test]
fn counts_are_the_same_whatever_the_memory() {
    let input = file("sets-many.txt", lines(60_000, 25_000, 3).as_bytes());
    let classes = model(&input);
    assert!(classes.len() > 20_000 && classes.iter().any(|class| class.2 == 1));
    let folder = path("sets-no-such-folder");
    let lost = oneiri(&["dedupe", "-c", &input, "--temp-dir", folder.to_str().unwrap()]);
    assert_eq!((lost.code, lost.stdout()), (2, ""));
    for memory in ["1M", "2M", "1G"] {
        for (option, picked) in [("-c", [true, true]), ("-d", [false, true]), ("-u", [true, false])] {
            let map = path("sets-many-map.tsv");
            let arguments = ["dedupe", option, &input, "--memory", memory];
            let mut arguments = arguments.to_vec();
            if memory == "2M" {
                arguments.extend(["--map", map.to_str().unwrap()]);
            }
            let outcome = oneiri(&arguments);
            let picked = classes.iter().filter(|class| picked[usize::from(class.2 > 1)]);
            let expected: String = picked
                .map(|(_, line, count)| match option {
                    "-c" => format!("{count:>7} {line}\n"),
                    _ => format!("{line}\n"),
                })
                .collect();
            assert!(outcome.stdout() == expected, "{option} {memory}");
        }
    }
}

/// Where an identifier is, as `comm` has to say: the column, and its first spelling.
fn expected(a: &str, b: &str) -> Vec<(usize, String)> {
    let [of_a, of_b] = [a, b].map(model);
    let has = |list: &[(String, String, u64)]| -> BTreeMap<String, ()> {
        list.iter().map(|(form, ..)| (form.clone(), ())).collect()
    };
    let (in_a, in_b) = (has(&of_a), has(&of_b));
    let of_a = of_a.into_iter().map(|(form, line, _)| (if in_b.contains_key(&form) { 2 } else { 0 }, line));
    let of_b = of_b.into_iter().filter(|(form, ..)| !in_a.contains_key(form));
    of_a.chain(of_b.map(|(_, line, _)| (1, line))).collect()
}

#[test]
fn two_lists_are_compared() {
    let a = file("sets-a.txt", b"http://h/~z\nhttp://h/b\nHTTP://h/%7Ez\nhttp://h/c#\n");
    let b = file("sets-b.txt", b"http://h/d\r\nhttp://h:/b\nhttp://h/%7ez\nhttp://h/d");
    let summary = "oneiri: 8 lines: 4 unique, 4 duplicates, 0 invalid; 1 only in A, 1 only in B, 2 in both\n";
    for (options, output) in [
        (&[][..], "\t\thttp://h/~z\n\t\thttp://h/b\nhttp://h/c#\n\thttp://h/d\n"),
        (&["-1"], "\thttp://h/~z\n\thttp://h/b\nhttp://h/d\n"),
        (&["-2"], "\thttp://h/~z\n\thttp://h/b\nhttp://h/c#\n"),
        (&["-3"], "http://h/c#\n\thttp://h/d\n"),
        (&["-12"], "http://h/~z\nhttp://h/b\n"),
        (&["-13"], "http://h/d\n"),
        (&["-23"], "http://h/c#\n"),
        (&["-123"], ""),
        (&["--output-delimiter", ", "], ", , http://h/~z\n, , http://h/b\nhttp://h/c#\n, http://h/d\n"),
    ] {
        oneiri(&[&["comm", &a, &b], options].concat()).is(0, output, summary);
    }
    oneiri(&["comm", "--json", &a, &b]).is(
        0,
        &format!(
            r#"{{"line":1,"file":"{a}","input":"http://h/~z","ok":true,"in":"both"}}
{{"line":2,"file":"{a}","input":"http://h/b","ok":true,"in":"both"}}
{{"line":4,"file":"{a}","input":"http://h/c#","ok":true,"in":"a"}}
{{"line":1,"file":"{b}","input":"http://h/d","ok":true,"in":"b"}}
"#
        ),
        summary,
    );
    // At a rung, and without fragments.
    let outcome = oneiri(&["comm", "-12", "--rung", "string", &a, &b]);
    assert_eq!(outcome.stdout(), "");
    let outcome = feed(&["comm", "-12", "--ignore-fragment", &a, "-"], b"http://h/c\n");
    assert_eq!(outcome.stdout(), "http://h/c#\n");
    // The same list twice, and an empty one.
    assert_eq!(oneiri(&["comm", "-3", &a, &a]).stdout(), "");
    assert_eq!(feed(&["comm", "-3", "-", &a], b"").stdout(), "\thttp://h/~z\n\thttp://h/b\n\thttp://h/c#\n");
}

#[test]
fn refused_lines_are_in_no_column() {
    let a = file("sets-refused-a.txt", b"a b\nok\n\xFF\n");
    let b = file("sets-refused-b.txt", b"a b\nok\n");
    let outcome = oneiri(&["comm", &a, &b]);
    assert_eq!((outcome.code, outcome.stdout()), (1, "\t\tok\n"));
    assert!(outcome.stderr.contains(&format!("{b}:1:1-2: E001 path: ")), "{}", outcome.stderr);
    let rejects = path("sets-refused.txt");
    let name = rejects.to_str().unwrap();
    let summary = "oneiri: 5 lines: 1 unique, 1 duplicate, 3 invalid; 0 only in A, 0 only in B, 1 in both\n";
    oneiri(&["comm", &a, &b, "--rejects", name]).is(0, "\t\tok\n", summary);
    assert_eq!(fs::read(&rejects).unwrap(), b"a b\n\xFF\na b\n");
    assert_eq!(oneiri(&["comm", &a, &b, "--rejects", &a]).code, 2);
    assert_eq!(fs::read(&a).unwrap(), b"a b\nok\n\xFF\n");
}

#[test]
fn a_list_that_cannot_be_read_leaves_no_answer() {
    let a = file("sets-unread.txt", b"a\n");
    let output = path("sets-unread-output.txt");
    fs::write(&output, "as it was").unwrap();
    for arguments in [["comm", &a, "no/such/file"], ["comm", "no/such/file", &a]] {
        let outcome = oneiri(&arguments);
        assert_eq!((outcome.code, outcome.stdout()), (2, ""));
        assert!(outcome.stderr.contains("no such file"), "{}", outcome.stderr);
        let outcome = oneiri(&[&arguments[..], &["-o", output.to_str().unwrap()]].concat());
        assert_eq!(outcome.code, 2);
        assert_eq!(fs::read(&output).unwrap(), b"as it was");
    }
    assert_eq!(oneiri(&["dedupe", "-c", &a, "-f", "no/such/file"]).stdout(), "");
    // A packed list that ends too early.
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(6));
    packer.write_all(lines(5000, 5000, 9).as_bytes()).unwrap();
    let packed = packer.finish().unwrap();
    let half = file("sets-half.txt.gz", &packed[..packed.len() / 2]);
    for arguments in [["comm", &a, &half], ["comm", &half, &a]] {
        let outcome = oneiri(&[&arguments[..], &["-o", output.to_str().unwrap()]].concat());
        assert_eq!((outcome.code, outcome.stdout()), (2, ""));
        assert!(outcome.stderr.contains("nothing was counted"), "{}", outcome.stderr);
        assert_eq!(fs::read(&output).unwrap(), b"as it was");
    }
    let whole = file("sets-whole.txt.gz", &packed);
    assert_eq!(oneiri(&["comm", "-3", &whole, &whole]).stdout(), "");
    let outcome = oneiri(&["comm", "-", "-"]);
    assert!(outcome.code == 2 && outcome.stderr.contains("cannot both be"), "{}", outcome.stderr);
    assert_eq!(oneiri(&["comm", &a]).code, 2);
}

#[test]
fn the_same_columns_whatever_the_memory() {
    let a = file("sets-large-a.txt", lines(40_000, 30_000, 5).as_bytes());
    let b = file("sets-large-b.txt", lines(40_000, 40_000, 6).as_bytes());
    let columns = expected(&a, &b);
    let text: String = columns.iter().map(|(at, line)| format!("{}{line}\n", "\t".repeat(*at))).collect();
    for column in 0..3 {
        assert!(columns.iter().filter(|(at, _)| *at == column).count() > 1000);
    }
    for memory in ["1M", "3M", "1G"] {
        let outcome = oneiri(&["comm", &a, &b, "--memory", memory]);
        assert!(outcome.stdout() == text, "{memory}");
        let outcome = oneiri(&["comm", &a, &b, "--memory", memory, "-23"]);
        let only: String = columns.iter().filter(|(at, _)| *at == 0).map(|(_, line)| format!("{line}\n")).collect();
        assert!(outcome.stdout() == only, "{memory}");
    }
}

/// Killed while it reads the second list, wherever it is in it.
#[test]
fn killed_comm_leaves_no_half_of_a_file() {
    let folder = path("sets-killed");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    let a = file("sets-killed-a.txt", lines(30_000, 30_000, 5).as_bytes());
    let b = lines(30_000, 30_000, 6);
    let (output, rejects) = (folder.join("out.txt"), folder.join("rejects.txt"));
    fs::write(&output, "as it was").unwrap();
    let arguments =
        ["comm", &a, "-", "--memory", "1M", "-o", output.to_str().unwrap(), "--rejects", rejects.to_str().unwrap()];
    for nth in 1..=10 {
        let mut child = command(&arguments).stdin(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(&b.as_bytes()[..b.len() * nth / 10]).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(fs::read(&output).unwrap(), b"as it was");
        assert!(!rejects.exists());
    }
    let outcome = feed(&arguments, b.as_bytes());
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    let listed = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut left: Vec<_> = listed.collect();
    left.sort_unstable();
    assert_eq!(left, ["out.txt", "rejects.txt"]);
}

#[test]
fn parse_prints_chosen_components() {
    let list = "http://ada@h:80/a?q#f\nmailto:x@y\na b\n//@:?#\n";
    let outcome = feed(&["parse", "--only", "host"], list.as_bytes());
    assert_eq!((outcome.code, outcome.stdout()), (1, "h\n\n\n"));
    let outcome = feed(&["parse", "--only", "port,scheme,path"], list.as_bytes());
    assert_eq!(outcome.stdout(), "80\thttp\t/a\n\tmailto\tx@y\n\t\t\n");
    for (name, text) in [
        ("scheme", "http"),
        ("authority", "ada@h:80"),
        ("userinfo", "ada"),
        ("host", "h"),
        ("port", "80"),
        ("path", "/a"),
        ("query", "q"),
        ("fragment", "f"),
    ] {
        let outcome = oneiri(&["parse", "--only", name, "http://ada@h:80/a?q#f"]);
        assert_eq!(outcome.stdout(), format!("{text}\n"));
    }
    oneiri(&["parse", "--json", "--only", "host,query,host", "//h", "a:?"]).is(
        0,
        "{\"line\":1,\"input\":\"//h\",\"ok\":true,\"host\":\"h\",\"query\":null}\n\
         {\"line\":2,\"input\":\"a:?\",\"ok\":true,\"host\":null,\"query\":\"\"}\n",
        "",
    );
    assert_eq!(oneiri(&["parse", "--only", "hosts", "//h"]).code, 2);
}

/// What is told, and with how many threads, changes nothing of the output.
#[test]
fn what_is_told_is_chosen() {
    let list = file("sets-told.txt", b"http://h/~\nhttp://h/%7e\na b\nc d\n[\n");
    let other = file("sets-told-other.txt", b"x:\n");
    for (command, kept, sum) in [
        (vec!["dedupe", &list], "http://h/~\n", "oneiri: 5 lines: 1 unique, 1 duplicate, 3 invalid\n"),
        (
            vec!["comm", &list, &other],
            "http://h/~\n\tx:\n",
            "oneiri: 6 lines: 2 unique, 1 duplicate, 3 invalid; 1 only in A, 1 only in B, 0 in both\n",
        ),
    ] {
        let run = |options: &[&str]| oneiri(&[&command[..], options].concat());
        let all = run(&["--threads", "1"]);
        assert_eq!((all.code, all.stdout()), (1, kept));
        assert_eq!(all.stderr.lines().count(), 4, "{}", all.stderr);
        run(&["-q"]).is(1, kept, "");
        let some = run(&["--max-errors", "1"]);
        let told = some.stderr.lines().filter(|line| line.contains("sets-told.txt:")).count();
        assert!(some.stdout() == kept && told == 1, "{}", some.stderr);
        assert!(some.stderr.contains(sum), "{}", some.stderr);
        assert!(some.stderr.contains("oneiri: 2 invalid lines are not shown; all, by reason:\n"));
        let counted = run(&["--summary"]);
        assert!(counted.stderr.contains("oneiri: 2 x E001 path: "), "{}", counted.stderr);
        assert_eq!(run(&["-q", "--summary"]).code, 2);
        assert_eq!(run(&["--threads", "0"]).code, 2);
    }
}

/// A table is not compared line by line without a word, nor with a list.
#[test]
fn tables_are_no_lists_for_comm() {
    let list = file("sets-list.txt", b"x:\n");
    for name in ["sets-table.csv", "sets-table.ndjson.gz", "sets-table.nt"] {
        let table = file(name, b"url,note\nx:,1\n");
        for pair in [[&table, &list], [&list, &table], [&table, &table]] {
            let outcome = oneiri(&["comm", pair[0], pair[1]]);
            assert_eq!((outcome.code, outcome.stdout()), (2, ""), "{name}");
            assert!(outcome.stderr.contains("--format"), "{}", outcome.stderr);
        }
    }
}
