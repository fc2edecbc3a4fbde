//! What every command shows on a terminal and in a pipe: `tests/snapshots/`, and the picture of the
//! README.
//!
//! `ONEIRI_SNAPSHOTS=write` writes them anew; what has changed is then for `git diff` to say. A command that shows in a
//! pipe what it shows on a terminal, but for color, has the file of the terminal alone, which then names its standard error.

use std::collections::BTreeSet;

use crate::pty::{in_pipes, on_terminal};
use crate::run::oneiri;
use crate::svg;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots");
const PICTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/terminal.svg");

/// The list of commands, and what they read.
const INPUTS: [&str; 5] = ["commands.txt", "list.txt", "other.txt", "page.html", "pairs.tsv"];

/// The command lines of the README's picture.
const SHOWN: [&str; 3] = [
    "oneiri parse 'http://ada@xn--bcher-kva.example:8080/a%20b?q=%C3%A9#top'",
    "oneiri compare http://example.com/~ada HTTP://example.com:80/%7Eada",
    "oneiri check 'http://example.com/a b'",
];

/// `commands.txt` has a name and a command line in each line.
fn commands() -> Vec<(String, String)> {
    let text = std::fs::read_to_string(format!("{FOLDER}/commands.txt")).unwrap();
    let pair = |line: &str| {
        let (name, command) = line.split_once(char::is_whitespace).expect("a name and a command");
        (name.to_owned(), command.trim_start().to_owned())
    };
    text.lines().map(pair).collect()
}

/// Compares with a file, or writes it. Whether it was the same.
pub(crate) fn same(path: &str, made: &str) -> bool {
    if std::env::var_os("ONEIRI_SNAPSHOTS").is_some_and(|value| value == "write") {
        std::fs::write(path, made).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    if kept != made {
        println!("{path} has\n{kept}\nand this came of it:\n{made}");
    }
    kept == made
}

#[test]
fn every_command_shows_what_it_showed() {
    let mut changed = Vec::new();
    let mut files = BTreeSet::from(INPUTS.map(String::from));
    for (name, line) in commands() {
        let (shown, code) = on_terminal(&line, FOLDER);
        let plain = anstream::adapter::strip_str(&shown).to_string();
        // The file is to be read, too.
        let shown = shown.replace('\u{1B}', "␛");
        let mut terminal = format!("$ {line}\n{shown}[exit code {code}]\n");
        let (out, err, code_in_pipe) = in_pipes(&line, FOLDER);
        assert!(!err.contains('\u{1B}') && !err.contains("s3c"), "{line}: {err}");
        // Data is exact in a pipe, and these files are to be read.
        let out = out.replace('\u{1B}', "␛").replace('\u{202E}', "<RLO>");
        assert!(!out.contains("␛[0m"), "color in a pipe: {line}: {out}");
        let pipe = format!("$ {line}\n{out}[standard error]\n{err}[exit code {code_in_pipe}]\n");
        let mut kinds = Vec::new();
        if (plain, code) != (format!("{out}{err}"), code_in_pipe) {
            kinds.push(("pipe", pipe));
        } else if !err.is_empty() {
            terminal.push_str(&format!("[standard error in a pipe]\n{err}"));
        }
        kinds.push(("terminal", terminal));
        for (kind, made) in kinds {
            let file = format!("{name}.{kind}.txt");
            if !same(&format!("{FOLDER}/{file}"), &made) {
                changed.push(file.clone());
            }
            files.insert(file);
        }
    }
    assert!(changed.is_empty(), "ONEIRI_SNAPSHOTS=write would write {changed:?} anew");
    let kept = std::fs::read_dir(FOLDER).unwrap();
    let kept = kept.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(files, kept, "a file that no command has written, or that says nothing of its own");
}

#[test]
fn every_command_is_among_them() {
    let help = oneiri(&["--help"]).stdout().to_owned();
    let names: BTreeSet<&str> = crate::run::listed(&help).collect();
    let commands = commands();
    let called = |name: &&str| commands.iter().any(|(_, line)| line.starts_with(&format!("oneiri {name} ")));
    assert!(names.len() > 15 && names.iter().all(called), "{names:?}");
}

/// A terminal gets no control that we did not put there, whatever the input.
#[test]
fn no_command_repaints_a_terminal() {
    for (_, line) in commands() {
        let (shown, _) = on_terminal(&line, FOLDER);
        let mut rest = shown.as_str();
        while let Some(at) = rest.find(|c: char| c.is_control() && c != '\n' && c != '\t') {
            let sequence = rest[at..].strip_prefix("\u{1B}[").unwrap_or_else(|| panic!("{line}"));
            let end = sequence.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap();
            assert!(sequence[end..].starts_with('m'), "{line}: {shown}");
            rest = &sequence[end..];
        }
        let acts = |c: char| matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
        assert!(!shown.contains(acts), "{line}");
    }
}

#[test]
fn the_picture_of_the_readme_is_what_the_command_shows() {
    let mut screen = String::new();
    for line in SHOWN {
        let (shown, _) = on_terminal(line, FOLDER);
        screen.push_str(&format!("\u{1B}[1m$ {line}\u{1B}[0m\n{shown}\n"));
    }
    assert!(same(PICTURE, &svg::draw(screen.trim_end())), "ONEIRI_SNAPSHOTS=write draws it anew");
}
