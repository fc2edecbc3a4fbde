//! What the pages show is what the command prints, and the options that they name are in its help.
#![cfg(unix)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::links::read_pages;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Runs every `$ ...` of every block marked `console`, in the project's root.
#[test]
fn every_console_block_is_true() {
    let readme = Path::new(ROOT).join("README.md");
    let mut ran = 0;
    for (page, text) in pages() {
        let commands = run_blocks(&page, &text);
        assert!(page != readme || commands >= 2, "{commands} commands of the README");
        ran += commands;
    }
    println!("{ran} commands of all pages run");
    assert!(ran >= 60, "{ran}");
}

/// The first of the two commands for a fresh machine ends as the README says.
#[test]
fn the_main_job_ends_as_the_readme_says() {
    let readme = std::fs::read_to_string(format!("{ROOT}/README.md")).unwrap();
    let (_, after) = readme.split_once("cargo run -p oneiri-cli -- dedupe examples/links.txt\n").unwrap();
    let (_, after) = after.split_once("```text\n").unwrap();
    let (shown, _) = after.split_once("```").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_oneiri"));
    let output = command.args(["dedupe", "examples/links.txt"]).current_dir(ROOT).output().unwrap();
    let lines = |bytes: &[u8], count: usize| -> String {
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        let all: Vec<&str> = text.lines().collect();
        all[all.len() - count..].iter().map(|line| format!("{line}\n")).collect()
    };
    assert_eq!(shown, lines(&output.stdout, 1) + &lines(&output.stderr, 2));
}

/// The first sentence about the project is the same everywhere.
#[test]
fn there_is_one_tagline() {
    let sentence = env!("CARGO_PKG_DESCRIPTION");
    let places = [
        "crates/oneiri/Cargo.toml",
        "crates/oneiri/src/lib.rs",
        "crates/oneiri-python/pyproject.toml",
        "crates/oneiri-python/README.md",
        "bindings/js/package.json",
        "bindings/js/README.md",
    ];
    for place in places {
        let text = std::fs::read_to_string(format!("{ROOT}/{place}")).unwrap();
        assert!(text.contains(sentence), "{place}: {sentence}");
    }
    // The README has its subject before it.
    let readme = std::fs::read_to_string(format!("{ROOT}/README.md")).unwrap();
    let readme = readme.replace('\n', " ");
    assert!(readme.contains(&format!("oneiri p{}", &sentence[1..])), "README.md: {sentence}");
}

/// `oneiri comm -f FILE` on a page is a fault, because `oneiri comm --help` has no `-f`.
#[test]
fn every_option_on_a_page_is_in_the_help() {
    let helps = helps();
    let mut named = 0;
    for (page, text) in pages() {
        // Other pages name options of other programs, too.
        let of_command = page.ends_with("README.md") && page.parent() == Some(Path::new(ROOT))
            || page.starts_with(Path::new(ROOT).join("docs"));
        for (command, option) in options_of(&text, &helps) {
            if command.is_empty() && !of_command {
                continue;
            }
            named += 1;
            let known = helps[&command].contains(&option);
            assert!(known, "{}: `oneiri {command}` has no {option}", page.display());
        }
    }
    println!("{named} options of {} commands", helps.len());
    assert!(named >= 200, "{named}");
}

#[test]
fn an_option_that_does_not_exist_is_noticed() {
    let helps = BTreeMap::from(
        [("comm", ["-1", "-3", "--rung"]), ("", ["--rung", "--x", "-1"])]
            .map(|(command, options)| (command.to_owned(), options.map(String::from).into())),
    );
    let text = "`comm -13\n--rung=x`, `--none` `a --b`\n```sh\nx | oneiri comm -f y | z -q\n```\n`--x`";
    let found = options_of(text, &helps);
    let found = found.iter().map(|(command, option)| format!("{command} {option}"));
    let expected = ["comm -1", "comm -3", "comm --rung", " --none", "comm -f", " --x"];
    assert_eq!(found.collect::<Vec<_>>(), expected);
}

/// The words of the help of each command. Those of all commands have the name "".
fn helps() -> BTreeMap<String, BTreeSet<String>> {
    let help = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_oneiri")).args(words).arg("--help").output();
        String::from_utf8(output.unwrap().stdout).unwrap()
    };
    let commands = |help: &str| crate::run::listed(help).map(String::from).collect::<Vec<_>>();
    let words = |help: &str| {
        let words = help.split(|c: char| c.is_whitespace() || ",[]".contains(c));
        words.filter(|word| word.starts_with('-')).map(String::from).collect::<BTreeSet<_>>()
    };
    let main = help(&[]);
    let mut helps = BTreeMap::from([(String::new(), words(&main))]);
    for command in commands(&main) {
        let text = help(&[&command]);
        let mut all = words(&text);
        commands(&text).iter().for_each(|inner| all.extend(words(&help(&[&command, inner]))));
        helps.get_mut("").unwrap().extend(all.iter().cloned());
        helps.insert(command, all);
    }
    helps
}

/// The options after `oneiri COMMAND`, and in text after `COMMAND`; and those that stand alone in text. Pages that speak
/// of options of other programs begin with another word.
fn options_of(text: &str, helps: &BTreeMap<String, BTreeSet<String>>) -> Vec<(String, String)> {
    let mut found = Vec::new();
    // Code is read by lines, and text by paragraphs, because a span of code may go on in the next line.
    for (number, part) in text.split("```").enumerate() {
        let inside = number % 2 == 1;
        let spans: Vec<String> = if inside {
            part.lines().map(String::from).collect()
        } else {
            let paragraphs = part.split("\n\n").map(|it| it.replace('\n', " "));
            paragraphs.flat_map(|it| it.split('`').skip(1).step_by(2).map(String::from).collect::<Vec<_>>()).collect()
        };
        for span in &spans {
            let words = span.split([' ', '\'']).filter(|it| !it.is_empty()).collect::<Vec<_>>();
            let named = (1..words.len()).find(|&at| words[at - 1].ends_with("oneiri") && helps.contains_key(words[at]));
            let at = match (named, words.as_slice()) {
                (Some(at), _) => at,
                (None, [first, second, ..]) if !inside && second.starts_with('-') && helps.contains_key(*first) => 0,
                (None, [option]) if !inside && option.starts_with("--") && option.len() > 2 => {
                    found.push((String::new(), plain(option)));
                    continue;
                }
                _ => continue,
            };
            let behind = words[at + 1..].iter().take_while(|it| !STOPS.contains(it));
            for word in behind.filter(|word| word.len() > 1) {
                let command = || words[at].to_owned();
                if word.starts_with("--") {
                    found.push((command(), plain(word)));
                } else if let Some(letters) = word.strip_prefix('-') {
                    let letters = letters.chars().filter(char::is_ascii_alphanumeric);
                    found.extend(letters.map(|letter| (command(), format!("-{letter}"))));
                }
            }
        }
    }
    found
}

/// Where the words of a command end.
const STOPS: [&str; 7] = ["|", "||", "&&", ";", ">", "--", "#"];

/// `--name=value;` is `--name`.
fn plain(option: &str) -> String {
    option.split(['=', ';', ')']).next().unwrap_or_default().to_owned()
}

/// Every page of the project, by its path.
fn pages() -> BTreeMap<PathBuf, String> {
    let mut pages = BTreeMap::new();
    read_pages(Path::new(ROOT), &mut pages);
    assert!(pages.len() >= 50, "{}", pages.len());
    pages
}

fn run_blocks(page: &Path, text: &str) -> usize {
    let mut ran = 0;
    for block in text.split("\n```console\n").skip(1) {
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
