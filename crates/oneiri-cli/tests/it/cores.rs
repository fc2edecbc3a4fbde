//! All cores answer as one does: the same bytes in the same order, for lists of many blocks.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

use crate::run::{Outcome, command, feed, file, oneiri};

/// A mebibyte and more of lines of all kinds, so that the borders of blocks fall on each of them.
fn hostile() -> Vec<u8> {
    let mut bytes = Vec::new();
    for nth in 0..30_000_u32 {
        let line: Vec<u8> = match nth % 31 {
            0 => format!("HTTP://Example.com:80/%7Euser/./{nth}").into_bytes(),
            1 => format!("http://h/{nth} x").into_bytes(),
            2 => b"http://h/\xFF\xFE".to_vec(),
            3 => b"a\0b".to_vec(),
            4 => Vec::new(),
            5 => format!("http://ada:secret@good.example\\@evil.example/{nth}").into_bytes(),
            6 => "http://é.example/\u{202E}".to_owned().into_bytes(),
            // Longer than a block.
            7 if nth % 5000 < 31 => [&b"s:"[..], &[b'a'; 600_000]].concat(),
            _ => format!("http://h{}.example/a/{nth}?q#f", nth % 97).into_bytes(),
        };
        bytes.extend(line);
        bytes.extend_from_slice(if nth % 7 == 0 { b"\r\n" } else { b"\n" });
    }
    // The last line has no terminator.
    bytes.extend_from_slice(b"//[");
    bytes
}

const COMMANDS: [&[&str]; 14] = [
    &["normalize"],
    &["normalize", "--rung", "scheme", "--json"],
    &["convert", "--to", "uri"],
    &["convert", "--to", "iri", "--lenient"],
    &["resolve", "--base", "http://a/b/c"],
    &["check"],
    &["check", "--json"],
    &["lint"],
    &["lint", "--sarif"],
    &["fix", "--lint"],
    &["parsers", "--only-disagreements"],
    &["parse"],
    &["dedupe", "--json"],
    &["report"],
];

fn run(before: &[&str], arguments: &[&str], name: &str) -> Outcome {
    let binary = env!("CARGO_BIN_EXE_oneiri");
    let files = !matches!(arguments[0], "dedupe" | "report");
    let all = [before, &[binary], arguments, if files { &["-f"] } else { &[] }, &[name]].concat();
    let output = Command::new(all[0]).args(&all[1..]).output().expect(all[0]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(!stderr.contains("panicked"), "{stderr}");
    Outcome { code: output.status.code().expect("no signal"), stdout: output.stdout, stderr }
}

/// One core, as `taskset` grants it, is one thread.
#[test]
#[cfg(target_os = "linux")]
fn all_cores_say_what_one_says() {
    let name = file("cores-hostile.txt", &hostile());
    for arguments in COMMANDS {
        let one = run(&["taskset", "-c", "0"], arguments, &name);
        let all = run(&[], arguments, &name);
        assert_eq!(one.code, all.code, "{arguments:?}");
        assert!(one.stdout == all.stdout, "{arguments:?}: other bytes");
        assert!(one.stderr == all.stderr, "{arguments:?}: other messages");
        assert!(one.stdout.len() + one.stderr.len() > 400, "{arguments:?}");
    }
}

/// The oracle: the list in pieces, each of which is a run of its own and mostly one block.
#[test]
fn a_list_is_answered_like_its_lines() {
    let bytes = hostile();
    let whole = feed(&["normalize"], &bytes);
    let (mut stdout, mut stderr, mut number) = (Vec::new(), String::new(), 0);
    for piece in bytes.split_inclusive(|&byte| byte == b'\n').collect::<Vec<_>>().chunks(1000) {
        let outcome = feed(&["normalize"], &piece.concat());
        stdout.extend(outcome.stdout);
        for line in outcome.stderr.lines() {
            let (at, rest) = line.strip_prefix("stdin:").unwrap().split_once(':').unwrap();
            stderr += &format!("stdin:{}:{rest}\n", at.parse::<usize>().unwrap() + number);
        }
        number += piece.len();
    }
    assert!(whole.stdout == stdout && whole.stderr == stderr);
}

/// Several files, of which one does not exist: everything stands where it stood.
#[test]
fn files_follow_one_another() {
    let (a, b) = ("http://h/A\n".repeat(60_000), "b c\n".repeat(3));
    let names = [file("cores-a.txt", a.as_bytes()), file("cores-b.txt", b.as_bytes())];
    let outcome = oneiri(&["normalize", "-f", &names[0], "-f", "no/such", "-f", &names[1], "-f", &names[0]]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stdout() == a.repeat(2));
    let told: Vec<&str> = outcome.stderr.lines().collect();
    assert_eq!(told.len(), 4, "{told:?}");
    assert!(told[0].starts_with("oneiri: no/such: "), "{told:?}");
    assert!((1..4).all(|nth| told[nth].starts_with(&format!("{}:{nth}:1-2: ", names[1]))));
}

/// After a mebibyte, when other threads do the work, each line is still answered at once.
#[test]
fn a_slow_pipe_is_answered_line_by_line() {
    for arguments in [&["normalize"][..], &["fix", "--lint"], &["normalize", "--json"]] {
        let mut child = command(arguments).stdin(Stdio::piped()).spawn().unwrap();
        let (mut stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut answers = BufReader::new(stdout);
        let mut answer = String::new();
        let mut ask = |lines: usize| {
            let text = "http://h/a/b/c/d\n".repeat(lines);
            std::thread::scope(|scope| {
                scope.spawn(|| stdin.write_all(text.as_bytes()).unwrap());
                for _ in 0..lines {
                    answer.clear();
                    answers.read_line(&mut answer).unwrap();
                    assert!(answer.contains("http://h/a/b/c/d"), "{answer}");
                }
            });
        };
        ask(1);
        ask(70_000);
        (0..50).for_each(|_| ask(1));
        drop(stdin);
        assert!(child.wait().unwrap().success());
    }
}

/// A reader that has read enough: the run ends, although its input has not.
#[test]
fn a_closed_pipe_ends_the_run() {
    for lines in [1, 200_000] {
        let mut child = command(&["normalize"]).stdin(Stdio::piped()).spawn().unwrap();
        let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let feeder = std::thread::spawn(move || {
            // It ends by the closed pipe.
            while stdin.write_all("http://h/a/b/c/d\n".repeat(lines).as_bytes()).is_ok() {}
        });
        stdout.read_exact(&mut [0; 17]).unwrap();
        drop(stdout);
        let outcome = child.wait_with_output().unwrap();
        assert_eq!((outcome.status.code(), outcome.stderr.len()), (Some(0), 0));
        feeder.join().unwrap();
    }
}

#[test]
#[cfg(unix)]
fn interrupted_no_part_of_a_page_is_left() {
    let folder = crate::run::path("cores-interrupted");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir(&folder).unwrap();
    let page = folder.join("page.html");
    let arguments = ["report", "-o", page.to_str().unwrap()];
    crate::run::set_defaults();
    let mut child = command(&arguments).stdin(Stdio::piped()).spawn().unwrap();
    // More than one block, all of which has been read when the pipe has taken it.
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all("http://h/a\n".repeat(100_000).as_bytes()).unwrap();
    let process = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &process]).status().unwrap().success());
    let outcome = child.wait_with_output().unwrap();
    assert_eq!(outcome.status.code(), Some(130));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}
