//! What the README and the guide show is what the command prints.
#![cfg(unix)]

use std::process::{Command, Stdio};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Runs every `$ ...` of every block marked `console`, in the project's root. How many there were.
fn run_console_blocks(page: &str) -> usize {
    let text = std::fs::read_to_string(format!("{ROOT}/{page}")).expect(page);
    let mut ran = 0;
    for block in text.split("\n```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        assert!(block.starts_with("$ "), "a console block begins with a command: {block}");
        for shown in format!("\n{block}").split("\n$ ").skip(1) {
            let (command, output) = shown.split_once('\n').unwrap_or((shown, ""));
            assert_eq!(run(command), output.trim_end_matches('\n'), "{page}: {command}");
            ran += 1;
        }
    }
    println!("{ran} commands of {page} run");
    ran
}

#[test]
fn every_console_block_of_the_readme_is_true() {
    assert!(run_console_blocks("README.md") >= 20);
}

#[test]
fn every_console_block_of_the_guide_is_true() {
    let pages = ["crawling", "data-engineering", "from-w3lib", "from-surt"];
    let ran = pages.map(|page| run_console_blocks(&format!("docs/guide/{page}.md")));
    assert!(ran.iter().all(|&ran| ran > 0), "{ran:?}");
}

/// Standard output and standard error as a terminal would show them.
fn run(command: &str) -> String {
    let binary = std::path::Path::new(env!("CARGO_BIN_EXE_oneiri"));
    let command = command.replace("cargo run --release -q -p oneiri-cli --", "oneiri");
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
