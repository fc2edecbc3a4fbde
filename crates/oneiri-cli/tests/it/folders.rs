//! Folders as arguments: which files are read, as what, and in which order.

use std::fs;
use std::path::PathBuf;

use crate::run::{Outcome, oneiri, path};

/// Makes a folder with these files, and nothing else in it.
fn folder(name: &str, files: &[(&str, &str)]) -> String {
    let folder: PathBuf = path(name);
    let _ = fs::remove_dir_all(&folder);
    for (file, content) in files {
        let file = folder.join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, content).unwrap();
    }
    folder.into_os_string().into_string().unwrap()
}

/// The run with the name of the folder left out of its output.
fn run(arguments: &[&str], folder: &str) -> Outcome {
    let mut outcome = oneiri(&[arguments, &[folder]].concat());
    outcome.stdout = outcome.stdout().replace(folder, "DIR").into_bytes();
    outcome.stderr = outcome.stderr.replace(folder, "DIR");
    outcome
}

#[test]
fn a_folder_is_read_to_its_ends_by_the_names_of_its_files() {
    let folder = folder(
        "folders-all",
        &[
            ("z.txt", "http://h/z z\n"),
            ("b/page.html", "<a href='/b b'>"),
            ("b/a/dump.nt", "<http://h/s s> <http://h/p> <http://h/o> .\n"),
            ("b.txt", "http://h/\n"),
            ("table.csv", "url\nhttp://h/t t\n"),
            ("photo.png", "\u{1}\n"),
            ("Makefile", "all: it\n"),
        ],
    );
    let space = "E001 path: ' ' is not allowed here; write %20 (RFC 3987 section 2.2)";
    let found =
        format!("DIR/b/a/dump.nt:1:11-12: {space}\nDIR/b/page.html:1:11-12: {space}\nDIR/z.txt:1:10-11: {space}\n");
    run(&["check"], &folder).is(
        2,
        &found,
        "oneiri: DIR: 2 files left out, because check reads no files of such names (for example, DIR/Makefile)\n\
         oneiri: 4 files read by their names, as HTML, N-Triples, lines\n\
         oneiri: DIR: 1 table not read, because no option says where the URLs are (DIR/table.csv needs --column NAME)\n\
         oneiri: 6 checked, 3 invalid, 1 table not read\n",
    );
    // With a column, tables are read, too, and only they have it.
    let table = format!("DIR/table.csv:2:10-11: {space}\nDIR/z.txt");
    let with_column = run(&["check", "--column", "url"], &folder);
    assert_eq!(with_column.stdout(), found.replace("DIR/z.txt", &table), "{}", with_column.stderr);
    // A format chooses the files of this format.
    run(&["check", "--format", "nt", "-q"], &folder).is(1, &found[..0], "");
    let named = run(&["check", "--format", "nt"], &folder);
    assert_eq!(named.stdout(), format!("{}\n", found.lines().next().unwrap()));
    assert!(named.stderr.ends_with("oneiri: 3 checked, 1 invalid\n"), "{}", named.stderr);
    // Each line of JSON names its file, and the order is the same with any number of threads.
    let all = run(&["check", "--json"], &folder);
    for threads in ["1", "2", "7"] {
        let again = run(&["check", "--json", "--threads", threads], &folder);
        assert_eq!(again.stdout(), all.stdout());
    }
    assert!(all.json().iter().all(|it| it["file"].is_string()));
    let lint = run(&["lint"], &folder);
    assert_eq!(lint.stdout().matches("is not allowed here").count(), 3, "{}", lint.stdout());
    let page = run(&["report"], &folder);
    assert!(page.code == 2 && page.stderr.ends_with("3 invalid, 1 table not read\n"), "{}", page.stderr);
    assert!(page.stdout().contains("<h2>Not read</h2>") && page.stdout().contains("DIR/table.csv needs --column NAME"));
}

#[test]
fn hidden_and_ignored_files_are_left_out() {
    let folder = folder(
        "folders-ignored",
        &[
            (".git/HEAD", "ref: refs/heads/main\n"),
            (".gitignore", "build/\n*.tmp.txt\n"),
            (".hidden.txt", "a b\n"),
            (".cache/a.txt", "a b\n"),
            ("build/a.txt", "a b\n"),
            ("x.tmp.txt", "a b\n"),
            ("kept.txt", "a:b\n"),
            ("sub/.ignore", "other.txt\n"),
            ("sub/other.txt", "a b\n"),
        ],
    );
    run(&["check"], &folder).is(0, "", "oneiri: 1 checked, 0 invalid\n");
    // What is named is read.
    let hidden = oneiri(&["check", "-q", &format!("{folder}/.hidden.txt")]);
    assert_eq!(hidden.code, 1);
    assert_eq!(oneiri(&["check", "-q", &format!("{folder}/.cache")]).code, 1);
}

#[test]
fn every_command_for_lists_reads_a_folder() {
    let folder = folder("folders-lists", &[("b.txt", "http://h/b\n"), ("a/c.txt", "HTTP://h/c\n")]);
    run(&["normalize"], &folder).is(0, "http://h/c\nhttp://h/b\n", "");
    run(&["fix"], &folder).is(0, "HTTP://h/c\nhttp://h/b\n", "oneiri: 2 read, 0 invalid, 0 fixed\n");
    run(&["key"], &folder).is(0, "h  http:///c\nh  http:///b\n", "");
    run(&["dedupe", "-f"], &folder).is(
        0,
        "HTTP://h/c\nhttp://h/b\n",
        "oneiri: 2 lines: 2 unique, 0 duplicates, 0 invalid\n",
    );
    let comm = run(&["comm", "a:b"], &folder);
    assert!(comm.code == 2 && comm.stderr.contains("B names 2 files"), "{}", comm.stderr);
    // An argument of a command for values is no folder.
    let parse = run(&["parse", "--only", "path"], &folder);
    parse.is(0, "DIR\n", "");
}

#[test]
fn links_reads_the_pages_of_a_folder() {
    let folder = folder(
        "folders-links",
        &[
            ("b.html", "<a href=b>"),
            ("a/feed.atom", "<feed xmlns='http://www.w3.org/2005/Atom'><link href='http://h/f'/></feed>"),
            ("list.txt", "http://h/\n"),
        ],
    );
    let all = run(&["links", "--base", "http://h/"], &folder);
    assert_eq!((all.code, all.stdout()), (0, "http://h/f\nhttp://h/b\n"));
    assert!(all.stderr.contains("DIR: 1 file left out, because links reads no files"), "{}", all.stderr);
    let pages = run(&["links", "--base", "http://h/", "--format", "html"], &folder);
    assert_eq!(pages.stdout(), "http://h/b\n");
}

#[test]
fn what_cannot_be_read_says_what_to_write() {
    let mixed = folder("folders-mixed", &[("a.txt", "a:b\n"), ("b.nt", "")]);
    for command in ["normalize", "dedupe", "key", "fix"] {
        let both = run(&[command], &mixed);
        assert_eq!((both.code, both.stdout()), (2, ""), "{command}");
        assert!(both.stderr.contains("different formats; say --format"), "{}", both.stderr);
        assert_eq!(run(&[command, "--format", "text"], &mixed).stdout().lines().count(), 1);
    }
    let none = folder("folders-none", &[("a.png", "a b\n")]);
    let nothing = run(&["check"], &none);
    assert_eq!((nothing.code, nothing.stdout()), (2, ""));
    let said = "DIR is a folder with no file that check reads by its name (for example, DIR/a.png is none)";
    assert!(nothing.stderr.contains(said), "{}", nothing.stderr);
    // What the message says to write reads the file.
    assert_eq!(oneiri(&["check", "-q", &format!("{none}/*")]).code, 1);
    let empty = folder("folders-empty", &[("sub/.hidden", "")]);
    let nothing = run(&["check"], &empty);
    assert!(nothing.code == 2 && nothing.stderr.contains("folder with no files"), "{}", nothing.stderr);
}

/// A table that nobody looked at is no success of a check. The other commands go on, and say so.
#[test]
fn a_table_of_a_folder_that_is_not_read_is_named() {
    let parquet = if cfg!(feature = "parquet") { "--format parquet --column NAME" } else { "a build with Parquet" };
    for (table, needs) in [("t.csv", "--column NAME"), ("t.ndjson", "--column NAME"), ("t.parquet", parquet)] {
        let alone = folder(&format!("folders-{table}"), &[(table, "url\na b\n")]);
        let none = run(&["check"], &alone);
        let said = format!("no file that check reads by its name alone (DIR/{table} needs {needs})");
        assert!(none.code == 2 && none.stderr.contains(&said), "{}", none.stderr);
        let both = folder(&format!("folders-both-{table}"), &[(table, "url\na b\n"), ("a.txt", "a:b\n")]);
        for (command, code) in [("check", 2), ("lint", 2), ("normalize", 0), ("dedupe", 0), ("report", 2)] {
            let seen = run(&[command], &both);
            let said = format!(
                "oneiri: DIR: 1 table not read, because no option says where the URLs are (DIR/{table} needs {needs})\n"
            );
            assert!(seen.code == code && seen.stderr.contains(&said), "{command}: {}", seen.stderr);
        }
        run(&["check", "-q", "--format", "text"], &both).is(0, "", "");
    }
}

/// Most XML is no sitemap, no feed and no page. Of a folder, it is left out, and a file that is named is read.
#[test]
fn xml_with_another_root_is_left_out_of_a_folder() {
    let project = "<?xml version='1.0'?>\n<!-- <urlset> -->\n<project><url>https://h/</url></project>";
    let packed = flate2_of(project);
    for (name, content) in [("pom.xml", project.as_bytes()), ("pom.XML", project.as_bytes()), ("pom.xml.gz", &packed)] {
        let folder = folder("folders-xml", &[("a.txt", "http://h/\n"), ("map.xml", "<urlset><loc>a b</loc></urlset>")]);
        let file = format!("{folder}/{name}");
        fs::write(&file, content).unwrap();
        let seen = run(&["check", "--base", "http://h/"], &folder);
        let said = format!(
            "oneiri: DIR: 1 file left out, because the root of such XML is not that of a sitemap, feed or page (for example, DIR/{name})\n"
        );
        assert!(seen.code == 1 && seen.stderr.contains(&said), "{name}: {}", seen.stderr);
        assert!(seen.stdout().starts_with("DIR/map.xml:") && seen.stdout().lines().count() == 1, "{}", seen.stdout());
        let links = run(&["links", "-q"], &folder);
        assert_eq!((links.code, links.stdout().contains("pom")), (1, false), "{}", links.stderr);
        assert!(oneiri(&["check", &file]).stdout().contains("found <project>"));
    }
    // What has no root is no such XML, and an error.
    let broken = folder("folders-xml-broken", &[("a.txt", "http://h/\n"), ("b.xml", "<urls"), ("c.xml", "text")]);
    let told = run(&["check"], &broken);
    assert!(["DIR/b.xml:1:", "DIR/c.xml:1:"].iter().all(|it| told.stdout().contains(it)), "{}", told.stdout());
    let alone = folder("folders-xml-alone", &[("pom.xml", project)]);
    let said = "DIR is a folder with no file that check reads (DIR: 1 file left out, because the root";
    assert!(run(&["check"], &alone).stderr.contains(said), "{}", run(&["check"], &alone).stderr);
}

fn flate2_of(text: &str) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut packed, text.as_bytes()).unwrap();
    packed.finish().unwrap()
}

/// A table of a folder or of a pattern that lacks the column is named, and everything else is read and written.
#[test]
fn a_table_without_the_column_keeps_no_other_file_from_being_read() {
    let files = [
        ("bad.txt", "http://a b/\n"),
        ("names.csv", "id,name\n1,x\n"),
        ("more.tsv", "name\turl\nx\thttp://c d/\n"),
        ("url.csv", "url\nhttp://e f/\n"),
        ("other.csv", "n,url\n1,http://g h/\n"),
        ("empty.ndjson", "{\"other\":1}\n"),
        ("log.ndjson", "{\"url\":\"http://i j/\"}\n"),
    ];
    let refused = "DIR/names.csv: table not read: expected a column 'url' in the header, found 'id,name'";
    let missing = "DIR/empty.ndjson: no record has a field `url` (the first has: other)";
    let all = folder("folders-column", &files);
    for (command, code) in [("check", 2), ("lint", 2), ("report", 2), ("normalize", 2)] {
        let seen = run(&[command, "--column", "url"], &all);
        let is_verdict = command != "normalize";
        assert_eq!((seen.code, seen.stderr.contains(refused)), (code, is_verdict), "{command}: {}", seen.stderr);
        if is_verdict {
            assert!(seen.stderr.contains(missing) && seen.stderr.ends_with(", 2 tables not read\n"), "{}", seen.stderr);
            assert!(seen.stderr.contains("5 invalid"), "{command}: {}", seen.stderr);
        }
        if command == "check" {
            assert_eq!(seen.stdout().lines().count(), 5, "{}", seen.stdout());
            assert!(run(&[command, "--column", "url", "--summary"], &all).stderr.contains("2 tables not read\n"));
        }
    }
    // A pattern is as its folder, and a file that is named is an error.
    let pattern = format!("{all}/*.csv");
    let seen = oneiri(&["check", "--column", "url", &pattern]);
    assert!(seen.code == 2 && seen.stderr.ends_with("2 checked, 2 invalid, 1 table not read\n"), "{}", seen.stderr);
    let log = path("folders-column.sarif").into_os_string().into_string().unwrap();
    let named = format!("{all}/names.csv");
    let _ = fs::remove_file(&log);
    assert_eq!(oneiri(&["lint", "--sarif", "-o", &log, "--column", "url", &named]).code, 2);
    assert!(fs::metadata(&log).is_err());
    for options in [&[][..], &["--format", "csv"]] {
        let seen = run(&[&["lint", "--sarif", "-o", &log, "--column", "url"], options].concat(), &all);
        let written: serde_json::Value = serde_json::from_str(&fs::read_to_string(&log).unwrap()).unwrap();
        let invocation = &written["runs"][0]["invocations"][0];
        assert!(seen.code == 2 && invocation["executionSuccessful"] == false, "{}", seen.stderr);
        let told = invocation["toolExecutionNotifications"].to_string().replace(&all, "DIR");
        assert!(told.contains(refused), "{told}");
        let expected = if options.is_empty() { 5 } else { 2 };
        assert_eq!(written["runs"][0]["results"].as_array().unwrap().len(), expected, "{written}");
    }
    // The others may be lists alone.
    let lists = folder("folders-column-lists", &files[..2]);
    let seen = run(&["lint", "--sarif", "-o", &log, "--column", "url"], &lists);
    let written = fs::read_to_string(&log).unwrap();
    assert!(
        seen.code == 2 && written.contains("\"E001\",\"ruleIndex") && written.contains("names.csv: table"),
        "{written}"
    );
    let page = run(&["report", "--column", "url"], &all);
    assert!(page.stdout().contains("Not read") && page.stdout().contains("names.csv"), "{}", page.stdout());
    // The message names the file also where records are written.
    let ndjson = format!("{all}/empty.ndjson");
    for command in ["normalize", "dedupe"] {
        let seen = oneiri(&[command, "--column", "url", &ndjson]);
        assert!(seen.code == 2 && seen.stderr.contains("empty.ndjson: no record has a field `url`"), "{}", seen.stderr);
    }
}

#[cfg(unix)]
#[test]
fn symbolic_links_and_special_files_are_told() {
    let all = folder("folders-links-to", &[("a.txt", "http://h/\n"), ("sub/b.txt", "http://i/\n")]);
    for (to, link) in [("a.txt", "c.txt"), ("nothing", "d.txt"), ("sub", "e")] {
        std::os::unix::fs::symlink(to, format!("{all}/{link}")).unwrap();
    }
    run(&["check"], &all).is(
        0,
        "",
        "oneiri: DIR: 3 files left out, because symbolic links and special files are not read (for example, DIR/c.txt)\n\
         oneiri: 2 checked, 0 invalid\n",
    );
    // A link that is named is followed, and so is one to a folder.
    let link = format!("{all}/e");
    assert!(oneiri(&["check", &link]).stderr.ends_with("oneiri: 1 checked, 0 invalid\n"));
    let only = folder("folders-links-only", &[]);
    fs::create_dir_all(&only).unwrap();
    std::os::unix::fs::symlink("nothing", format!("{only}/x.txt")).unwrap();
    let seen = run(&["check"], &only);
    assert!(seen.code == 2 && seen.stderr.contains("symbolic links"), "{}", seen.stderr);
}

#[test]
fn rows_of_parquet_in_a_folder_say_why_they_are_not_read() {
    let all = folder("folders-rows", &[("a.txt", "http://h/\n"), ("in.parquet", "PAR1")]);
    let seen = run(&["check", "--column", "url"], &all);
    let said = if cfg!(feature = "parquet") {
        "because rows of Parquet are read alone, as if they were one file (DIR/in.parquet needs --format parquet)\n"
    } else {
        "(DIR/in.parquet needs a build with Parquet)\n"
    };
    assert!(seen.code == 2 && seen.stderr.contains(said), "{}", seen.stderr);
}

/// The line of `--json` is that of the message, where the URL is.
#[test]
fn json_has_the_line_of_the_message() {
    for (table, options, line) in [
        ("id,note,url\n1,\"x\ny\",http://a b/\n", &[][..], 3),
        ("id,url\n1,\"\n\n http://a b/\"\n", &["--trim"], 4),
        ("id,url\n\"x\ny\",http://a/,3\n", &[], 3),
        ("url,note\nhttp://a b/,\"x\ny\"\n", &[], 2),
    ] {
        let file = crate::run::file("folders-line.csv", table.as_bytes());
        let text = oneiri(&[&["check", "--column", "url", &file], options].concat());
        assert!(text.stdout().contains(&format!("folders-line.csv:{line}:")), "{}", text.stdout());
        let json = oneiri(&[&["check", "--json", "--column", "url", &file], options].concat()).json();
        assert_eq!(json[0]["line"], line, "{table}");
        let page = oneiri(&[&["report", "--column", "url", &file], options].concat());
        assert!(page.stdout().contains(&format!("folders-line.csv:{line}<")), "{table}");
    }
}

/// A file that is no list by its name is no list of lines, and the message says what to write.
#[test]
fn a_file_that_is_no_list_says_what_to_write() {
    for (name, kind) in [("x.json", "JSON"), ("x.yml", "YAML"), ("x.yaml", "YAML"), ("x.php", "PHP"), ("x.xsd", "XML")]
    {
        let file = crate::run::file(&format!("folders-{name}"), b"{\"a\":\"https://ok/\"}\n");
        for command in ["check", "lint", "normalize", "dedupe", "report"] {
            let seen = oneiri(&[command, &file]);
            let said = format!("is {kind} by its name, and {command} reads lists");
            assert!(seen.code == 2 && seen.stderr.contains(&said), "{command} {name}: {}", seen.stderr);
            assert!(seen.stderr.contains("oneiri links --format text"), "{}", seen.stderr);
        }
        let links = oneiri(&["links", "--format", "text", &file]);
        assert_eq!((links.code, links.stdout()), (0, "https://ok/\n"));
        assert_eq!(oneiri(&["check", "--format", "text", &file]).code, 1);
    }
    let json = crate::run::file("folders-x.json", b"{}");
    assert!(oneiri(&["links", &json]).stderr.contains("is JSON by its name, whose links are not read"));
}

/// As with `grep -q`, the exit code is the answer. What an option asks for is written.
#[test]
fn quiet_findings_are_an_exit_code() {
    let list = crate::run::file("folders-quiet.txt", b"http://h:80/\na b\n");
    for command in ["check", "lint"] {
        oneiri(&[command, "-q", &list]).is(1, "", "");
        let json = oneiri(&[command, "-q", "--json", &list]);
        assert_eq!((json.code, json.stdout().lines().count(), &*json.stderr), (1, 2, ""));
    }
    oneiri(&["lint", "-q", "--deny", "default-port", "http://h:80/"]).is(1, "", "");
    oneiri(&["lint", "-q", "http://h:80/"]).is(0, "", "");
    let findings = path("folders-quiet.findings").into_os_string().into_string().unwrap();
    oneiri(&["lint", "-q", "-o", &findings, &list]).is(1, "", "");
    let findings = fs::read_to_string(findings).unwrap();
    assert!(findings.contains("E001") && findings.contains("warning[L"), "{findings}");
    assert_eq!(oneiri(&["check", "-q", "-o", "-", &list]).stdout(), "http://h:80/\n");
}
