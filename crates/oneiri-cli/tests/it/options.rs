//! The page of all options, which is made of the help. `ONEIRI_SNAPSHOTS=write` writes it anew.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::run::{listed, oneiri};
use crate::snapshots::same;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/options.md");

const HEAD: &str = "# All options

This page has every option of every command, so that you can search for it. It is made of `oneiri COMMAND --help`, which shows the options of one
command in groups, with examples. If an option does different things in different commands, each of them has a paragraph here.
[The command](command.md) explains the commands, and [recipes](recipes.md) shows them at work.

To change this page, change the help, and run `ONEIRI_SNAPSHOTS=write cargo test -p oneiri-cli --test it options`.
";

/// An option as one command has it: `-f, --file <FILE>`, and its paragraphs.
fn options_in(help: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for line in help.lines().skip_while(|line| !line.ends_with("ptions:")) {
        let text = line.trim();
        let depth = line.len() - line.trim_start().len();
        if depth > 0 && depth < 8 && text.starts_with('-') {
            found.push((text.to_owned(), String::new()));
        } else if depth == 0 && !text.is_empty() && !text.ends_with(':') || text == "Exit codes:" {
            break;
        } else if let Some((_, told)) = found.last_mut().filter(|_| depth >= 8) {
            // A paragraph goes on, or begins. Values are a list.
            let glue = match text {
                "" => "\n\n",
                _ if told.is_empty() || told.ends_with('\n') => "",
                "Possible values:" => "\n\n",
                _ if text.starts_with("- ") => "\n",
                _ => " ",
            };
            *told += &format!("{glue}{text}");
        }
    }
    found
}

#[test]
fn the_page_of_options_is_that_of_the_help() {
    let mut options: BTreeMap<String, Vec<(String, String, Vec<String>)>> = BTreeMap::new();
    let main = oneiri(&["--help"]).stdout().to_owned();
    let mut commands: Vec<Vec<&str>> = listed(&main).map(|name| vec![name]).collect();
    commands.extend(["expand", "match", "overlap"].map(|name| vec!["template", name]));
    for words in &commands {
        let outcome = oneiri(&[&words[..], &["--help"]].concat());
        for (flags, text) in options_in(outcome.stdout()) {
            let name = flags.split(", ").last().unwrap().split(' ').next().unwrap().to_owned();
            let same = options.entry(name).or_default();
            let command = format!("`{}`", words.join(" "));
            match same.iter_mut().find(|row| (&row.0, &row.1) == (&flags, &text)) {
                Some(row) => row.2.push(command),
                None => same.push((flags, text, vec![command])),
            }
        }
    }
    assert!(options.len() > 70, "{}", options.len());
    let mut page = HEAD.to_owned();
    for (name, rows) in options {
        write!(page, "\n## `{name}`\n").unwrap();
        for (flags, text, of) in rows {
            let text = text.trim().replace('<', "\\<").replace('*', "\\*").replace('_', "\\_");
            let of = if of.len() == commands.len() { "all commands".to_owned() } else { of.join(", ") };
            write!(page, "\n`{flags}`: {text}\n\nIn {of}.\n").unwrap();
        }
    }
    assert!(same(PAGE, &page), "docs/options.md is old: ONEIRI_SNAPSHOTS=write writes it anew");
}
