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
        "oneiri: DIR: 2 files left out, because check does not read them by their names (for example, DIR/Makefile)\n\
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
    assert!(page.code == 1 && page.stderr.contains("3 invalid"), "{}", page.stderr);
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
    assert!(all.stderr.contains("DIR: 1 file left out, because links does not read"), "{}", all.stderr);
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
        for (command, code) in [("check", 2), ("lint", 2), ("normalize", 0), ("dedupe", 0), ("report", 0)] {
            let seen = run(&[command], &both);
            let said = format!(
                "oneiri: DIR: 1 table not read, because no option says where the URLs are (DIR/{table} needs {needs})\n"
            );
            assert!(seen.code == code && seen.stderr.contains(&said), "{command}: {}", seen.stderr);
        }
        run(&["check", "-q", "--format", "text"], &both).is(0, "", "");
    }
}
