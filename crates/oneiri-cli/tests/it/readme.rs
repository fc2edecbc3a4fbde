//! What the README and the docs show is what the command prints.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Runs every `$ ...` of every block marked `console`, in the project's root.
#[test]
fn every_console_block_is_true() {
    let mut pages = Vec::new();
    pages_in(Path::new(&format!("{ROOT}/docs")), &mut pages);
    assert!(pages.len() >= 10, "{pages:?}");
    let ran: usize = pages.iter().map(|page| run_blocks(page)).sum();
    let of_readme = run_blocks(&PathBuf::from(format!("{ROOT}/README.md")));
    println!("{of_readme} commands of the README and {ran} of its docs run");
    assert!(of_readme >= 6 && ran >= 35, "{of_readme} {ran}");
}

fn pages_in(folder: &Path, pages: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            pages_in(&path, pages);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
}

fn run_blocks(page: &Path) -> usize {
    let text = std::fs::read_to_string(page).unwrap();
    let mut ran = 0;
    // What needs a feature is marked, and run where that is there.
    let marks: &[&str] = if cfg!(feature = "sql") { &["", " sql"] } else { &[""] };
    for mark in marks {
        ran += run_marked(page, &text, mark);
    }
    ran
}

fn run_marked(page: &Path, text: &str, mark: &str) -> usize {
    let mut ran = 0;
    for block in text.split(&format!("\n```console{mark}\n")).skip(1) {
        let block = block.split("```").next().unwrap();
        assert!(block.starts_with("$ "), "a console block begins with a command: {block}");
        for shown in format!("\n{block}").split("\n$ ").skip(1) {
            let (command, output) = shown.split_once('\n').unwrap_or((shown, ""));
            let page = page.display();
            assert_eq!(run(command), output.trim_end_matches('\n'), "{page}: {command}");
            ran += 1;
        }
    }
    ran
}

/// Standard output and standard error as a terminal would show them.
fn run(command: &str) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_oneiri"));
    let command = command.replace("cargo run -p oneiri-cli --", "oneiri");
    let path = format!("{}:{}", binary.parent().unwrap().display(), env!("PATH"));
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .current_dir(ROOT)
        .env("PATH", path)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap().trim_end_matches('\n').to_owned()
}
