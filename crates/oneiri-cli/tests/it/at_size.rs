//! `dedupe` beyond its memory, and what is left when it is stopped.

use std::fs;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::Stdio;

#[cfg(target_os = "linux")]
use crate::pty::on_terminal;
use crate::run::{Outcome, command, feed, file, oneiri, path};

#[path = "../../examples/spellings.rs"]
#[allow(dead_code, reason = "its main is for the shell")]
mod spellings;

/// Some lines that `--memory 1M` cannot hold the classes of, and a few that are refused.
fn spellings(lines: u64, classes: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut nth = 0;
    spellings::write(lines, classes, 7, |line| {
        nth += 1;
        bytes.extend_from_slice(line.as_bytes());
        bytes.extend_from_slice(if nth % 3 == 0 { b"\r\n" } else { b"\n" });
        if nth % 1000 == 0 {
            writeln!(bytes, "http://h/{nth} {nth}")?;
        }
        Ok(())
    })
    .unwrap();
    bytes
}

/// What is kept, by the other way to find out: line by line, all classes in memory.
fn reference(input: &str, options: &[&str]) -> String {
    let listed = oneiri(&[&["dedupe", "--json", input], options].concat());
    let kept = listed.json().into_iter().filter(|object| object["kept"] == true);
    kept.map(|object| format!("{}\n", object["input"].as_str().unwrap())).collect()
}

fn sorted(outcome: &Outcome) -> Vec<&str> {
    let mut lines: Vec<&str> = outcome.stdout().lines().collect();
    lines.sort_unstable();
    lines
}

#[test]
fn the_same_comes_out_whatever_the_memory() {
    let input = file("at-size.txt", &spellings(100_000, 40_000));
    let expected = reference(&input, &[]);
    assert_eq!(expected.lines().count(), 40_000);
    let summary = "oneiri: 100100 lines: 40000 unique, 60000 duplicates, 100 invalid\n";
    let rejects = path("at-size-rejects.txt");
    for memory in ["1M", "2M", "1G"] {
        let arguments = ["dedupe", &input, "--rejects", rejects.to_str().unwrap()];
        let with = |more: &[&str]| oneiri(&[&arguments, more].concat());
        let outcome = with(&["--memory", memory]);
        outcome.is(0, &expected, summary);
        let refused = fs::read_to_string(&rejects).unwrap();
        assert_eq!(refused.lines().count(), 100);
        assert!(refused.starts_with("http://h/1000 1000\nhttp://h/2000 2000\n"));
        let any_order = with(&["--memory", memory, "--any-order"]);
        assert_eq!(any_order.stderr, summary);
        assert_eq!(sorted(&any_order), sorted(&outcome));
    }
}

/// Twice over, so that what is known is met again: spelled as its normal form, or not.
#[test]
fn the_same_comes_out_at_every_rung() {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/links.txt");
    let input = file("at-size-rungs.txt", fs::read_to_string(sample).unwrap().repeat(2).as_bytes());
    for rung in ["string", "case", "escape", "path", "scheme", "protocol"] {
        for more in [&[][..], &["--uri"], &["--lenient"], &["--ignore-fragment"], &["--base", "a:/"]] {
            let options = [&["--rung", rung], more].concat();
            let outcome = oneiri(&[&["dedupe", &input, "--memory", "1M"], &options[..]].concat());
            assert_eq!(outcome.stdout(), reference(&input, &options), "{options:?}");
        }
    }
}

/// That it does use temporary files, the test above would not notice.
#[test]
fn temporary_files_go_where_they_are_told_to() {
    let input = file("at-size-temp.txt", &spellings(50_000, 40_000));
    let nowhere = path("at-size-no-such-folder");
    let nowhere = nowhere.to_str().unwrap();
    let outcome = oneiri(&["dedupe", &input, "--memory", "1M", "--temp-dir", nowhere]);
    assert_eq!(outcome.code, 2);
    let told = format!("oneiri: temporary files in {nowhere} (see --temp-dir): No such file");
    let last = outcome.stderr.lines().last().unwrap();
    assert!(last.starts_with(&told), "{last}");
    let folder = folder("at-size-temp");
    let arguments = ["dedupe", &input, "--memory", "1M", "--temp-dir", folder.to_str().unwrap()];
    assert_eq!(oneiri(&arguments).code, 1);
    assert_eq!(left(&folder), Vec::<String>::new());
}

/// An empty folder of a test's own.
fn folder(name: &str) -> PathBuf {
    let folder = path(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    folder
}

fn left(folder: &PathBuf) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    names
}

#[test]
fn an_output_file_is_there_in_full_or_as_it_was() {
    let folder = folder("at-size-output");
    let output = folder.join("list.txt");
    let name = output.to_str().unwrap();
    feed(&["dedupe", "-o", name], b"b\na\nb\n").is(0, "", "oneiri: 3 lines: 2 unique, 1 duplicate, 0 invalid\n");
    assert_eq!(fs::read(&output).unwrap(), b"b\na\n");
    // In place, since it gets its name when all has been read.
    fs::write(&output, "x\nx\ny\n").unwrap();
    assert_eq!(oneiri(&["dedupe", name, "--output", name]).code, 0);
    assert_eq!(fs::read(&output).unwrap(), b"x\ny\n");
    assert_eq!(feed(&["dedupe", "--json", "-o", name], b"a\n").stdout(), "");
    assert!(fs::read_to_string(&output).unwrap().starts_with(r#"{"line":1,"input":"a""#));
    // What lacks a whole file is no result.
    fs::write(&output, "as it was").unwrap();
    let outcome = oneiri(&["dedupe", "-f", "no/such/file", "-o", name]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.ends_with(&format!("oneiri: {name}: not written\n")), "{outcome:?}");
    assert_eq!(fs::read(&output).unwrap(), b"as it was");
    assert_eq!(left(&folder), ["list.txt"]);
    assert_eq!(oneiri(&["dedupe", "-o", "no/such/folder/file"]).code, 2);
    // A hyphen is no file, and several outputs may go where nothing is kept.
    assert_eq!(feed(&["dedupe", "-o", "-"], b"a\n").stdout(), "a\n");
    assert_eq!(feed(&["dedupe", "--map", "-"], b"a\n").code, 2);
    if cfg!(unix) {
        let outcome = feed(&["dedupe", "-o", "/dev/null", "--rejects", "/dev/null"], b"a\n");
        assert_eq!((outcome.code, outcome.stdout()), (0, ""));
    }
}

#[test]
#[cfg(unix)]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder("at-size-link");
    let (file, link) = (folder.join("file"), folder.join("link"));
    fs::write(&file, "old").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("file", &link).unwrap();
    assert_eq!(feed(&["dedupe", "-o", link.to_str().unwrap()], b"a\na\n").code, 0);
    assert!(link.symlink_metadata().unwrap().is_symlink());
    assert_eq!(fs::read(&file).unwrap(), b"a\n");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
#[cfg(unix)]
fn a_file_that_is_standard_output_is_gone_on_with() {
    let name = path("at-size-stdout.txt");
    let mut file = fs::File::create(&name).unwrap();
    file.write_all(b"before\n").unwrap();
    let list = crate::run::file("at-size-stdout-list.txt", b"http://h/\nHTTP://h/\n");
    let mut run = command(&["dedupe", "-o", "/dev/null", "--map", "/dev/stdout", &list]);
    assert!(run.stdout(file.try_clone().unwrap()).status().unwrap().success());
    file.write_all(b"after\n").unwrap();
    let all = "before\nhttp://h/\tHTTP://h/\tcase\tletter-case\nafter\n";
    assert_eq!(fs::read_to_string(&name).unwrap(), all);
}

/// Killed at ten places: once it has answered some of what it was fed, however much of that.
#[test]
fn killed_it_leaves_no_half_of_a_file_and_the_next_run_cleans_up() {
    let folder = folder("at-size-killed");
    let output = folder.join("list.txt");
    let name = output.to_str().unwrap();
    let rejects = folder.join("rejects.txt");
    let arguments = ["dedupe", "-o", name, "--memory", "1M", "--rejects", rejects.to_str().unwrap()];
    let lines = spellings(60_000, 50_000);
    fs::write(&output, "as it was").unwrap();
    for nth in 0..10 {
        let mut child = command(&arguments).stdin(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // More than a pipe holds, so that some of it has been read.
        stdin.write_all(&lines[..lines.len() * (nth + 1) / 10]).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(fs::read(&output).unwrap(), b"as it was");
        assert!(!rejects.exists());
    }
    let outcome = feed(&arguments, b"a\na\nb c\n");
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert_eq!(fs::read(&output).unwrap(), b"a\n");
    assert_eq!(left(&folder), ["list.txt", "rejects.txt"]);
}

#[test]
#[cfg(unix)]
fn interrupted_it_cleans_up_itself() {
    let folder = folder("at-size-interrupted");
    let output = folder.join("list.txt");
    let arguments = ["dedupe", "-o", output.to_str().unwrap()];
    crate::run::set_defaults();
    for signal in ["-INT", "-TERM"] {
        let mut child = command(&arguments).stdin(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(&b"a\n".repeat(100_000)).unwrap();
        let process = child.id().to_string();
        let sent = std::process::Command::new("kill").args([signal, &process]).status().unwrap();
        assert!(sent.success());
        let outcome = child.wait_with_output().unwrap();
        assert_eq!(outcome.status.code(), Some(130));
        assert_eq!(outcome.stderr, b"oneiri: interrupted; what was not complete was not written\n");
        assert_eq!(left(&folder), Vec::<String>::new());
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told_and_leaves_no_output() {
    let outcome = feed(&["dedupe", "-o", "/dev/full"], b"a\n");
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("oneiri: /dev/full: No space left on device"), "{outcome:?}");
}

/// As a filter in another program.
#[test]
fn every_line_is_answered_before_the_next_is_read() {
    let mut child = command(&["dedupe"]).stdin(Stdio::piped()).spawn().unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    for line in ["a\n", "b\na\n", "a\nc\n"] {
        stdin.write_all(line.as_bytes()).unwrap();
        let new = line.lines().find(|line| *line != "a").unwrap_or("a");
        let mut answer = [0; 2];
        stdout.read_exact(&mut answer).unwrap();
        assert_eq!(answer, format!("{new}\n").as_bytes());
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn lines_of_any_length_and_any_end() {
    let long = "x".repeat(3_000_000);
    let lines = format!("a\n{long}\n%61\n{long}y\n{long}\nb");
    let expected = format!("a\n{long}\n{long}y\nb\n");
    for memory in ["1M", "1G"] {
        let outcome = feed(&["dedupe", "--memory", memory], lines.as_bytes());
        outcome.is(0, &expected, "oneiri: 6 lines: 4 unique, 2 duplicates, 0 invalid\n");
    }
}

#[test]
fn a_size_is_a_number_and_a_letter() {
    for bad in ["", "M", "1", "1000K", "-1M", "1.5.5G", ".5G", "1.G", "0.9M", "999999999999999T", "1x"] {
        let memory = format!("--memory={bad}");
        assert_eq!(oneiri(&["dedupe", &memory]).code, 2, "{bad}");
    }
    for good in ["1048576", "1024K", "7M", "1G", "2m", "1.5G", "1.0625g"] {
        assert_eq!(oneiri(&["dedupe", "--memory", good]).code, 0, "{good}");
    }
    // More than a machine of 32 bits can count is refused there.
    let most = if usize::BITS > 32 { 0 } else { 2 };
    assert_eq!(oneiri(&["dedupe", "--memory", "1T"]).code, most);
}

/// Standard error in a pipe has no progress, as every other test shows; on a terminal it has, and
/// nothing of it is left when the run has ended.
#[test]
#[cfg(target_os = "linux")]
fn on_a_terminal_it_says_how_far_it_has_come() {
    let output = path("at-size-terminal.txt");
    let input = file("at-size-terminal-in.txt", b"a\nb c\na\n");
    let run = format!("oneiri dedupe {input} -o {}", output.display());
    let (shown, code) = on_terminal(&run, "/");
    assert_eq!(code, 1);
    assert!(!shown.contains("8 B"), "what is over within a second shows no progress: {shown:?}");
    let summary = "oneiri: 3 lines: 1 unique, 1 duplicate, 1 invalid\n";
    assert!(shown.ends_with(summary), "{shown:?}");
    assert_eq!(fs::read(&output).unwrap(), b"a\n");
}

/// What is over at once is not shown, so the list comes slowly.
#[test]
#[cfg(target_os = "linux")]
fn all_that_read_lists_say_how_far_they_have_come() {
    let commands = ["compare -f -", "report -", "key -f -", "parsers -f -", "dedupe", "links", "key -q"];
    std::thread::scope(|scope| {
        for command in commands {
            scope.spawn(move || {
                let run = format!("(printf 'a\\tb\\n'; sleep 2) | oneiri {command} > /dev/null");
                let (shown, _) = on_terminal(&run, "/");
                assert_eq!(shown.contains(" B/s"), command != "key -q", "{run}: {shown:?}");
                let left = shown.rsplit("\u{1B}[2K").next().unwrap();
                assert!(!left.contains(" B/s"), "{run}: {shown:?}");
            });
        }
    });
}
