//! Which arguments are identifiers, and which are files.

use crate::run::{feed, file, oneiri};

/// The commands whose arguments are identifiers or text, with the options that they need.
const COMMANDS: [&[&str]; 14] = [
    &["parse"],
    &["check"],
    &["check", "--json"],
    &["normalize"],
    &["resolve", "--base", "http://h/"],
    &["relativize", "--base", "http://h/"],
    &["edit", "--fragment", "x"],
    &["convert", "--to", "uri"],
    &["encode"],
    &["decode"],
    &["lint"],
    &["parsers"],
    &["key"],
    &["compare", "http://h/"],
];

#[track_caller]
fn refused(arguments: &[&str], shown: &str, quoted: &str) {
    let told = format!(
        "error: {shown}, and an argument of this command is an identifier
  to read its lines, write: -f {quoted}
  to take this text as an identifier, write: -- {quoted}

For more information, try '--help'.
"
    );
    oneiri(arguments).is(2, "", &told);
}

#[test]
fn a_file_is_no_identifier() {
    let name = file("arguments list.txt", b"http://h/\n");
    let (shown, quoted) = (format!("'{name}' is a file"), format!("'{name}'"));
    for command in COMMANDS {
        refused(&[command, &[&name]].concat(), &shown, &quoted);
        refused(&[command, &["-"]].concat(), "'-' stands for standard input", "-");
    }
    refused(&["compare", &name, "http://h/"], &shown, &quoted);
    // Wherever among the arguments.
    refused(&["check", "http://h/", &name, "b"], &shown, &quoted);
    refused(&["check", "Cargo.toml"], "'Cargo.toml' is a file", "Cargo.toml");
    refused(&["check", "./Cargo.toml"], "'./Cargo.toml' is a file", "./Cargo.toml");
}

#[test]
fn behind_two_hyphens_and_in_lines_it_is_one() {
    oneiri(&["normalize", "x", "--", "Cargo.toml", "-", "--"]).is(0, "x\nCargo.toml\n-\n--\n", "");
    assert_eq!(oneiri(&["compare", "--", "Cargo.toml", "Cargo.toml"]).code, 0);
    assert_eq!(oneiri(&["compare", "Cargo%2Etoml", "--", "Cargo.toml"]).code, 0);
    feed(&["normalize"], b"Cargo.toml\n").is(0, "Cargo.toml\n", "");
    // A folder, what is not there, and what has a scheme.
    oneiri(&["normalize", ".", "src", "/", "", "no.txt", "Cargo:toml"]).is(
        0,
        ".\nsrc\n/\n\nno.txt\ncargo:toml\n",
        "",
    );
    // Only arguments are meant, not the values of options.
    oneiri(&["edit", "--path", "Cargo.toml", "x"]).is(0, "Cargo.toml\n", "");
}

#[test]
fn an_identifier_is_no_file() {
    for command in ["dedupe", "report"] {
        oneiri(&[command, "http://ada:s3cret@example.com/a'b"]).is(
            2,
            "",
            "error: 'http://ada:***@example.com/a'b' is not a file, and an argument of this command is one
  to read identifiers, give them as lines of standard input: echo 'http://ada:***@example.com/a'\\''b' |

For more information, try '--help'.
",
        );
        // Without a scheme, or behind two hyphens, it is a file that is missing.
        for arguments in [&[command, "no.txt"][..], &[command, "--", "http://h/"]] {
            let outcome = oneiri(arguments);
            assert_eq!(outcome.code, 2);
            assert!(outcome.stderr.contains(": No such file"), "{}", outcome.stderr);
        }
    }
}

#[test]
fn the_option_for_files_is_the_same_everywhere() {
    let (a, b) = (file("arguments-a.txt", b"A:\n"), file("arguments-b.txt", b"B:\n"));
    oneiri(&["dedupe", "-f", &a, "-f", &b]).is(
        0,
        "A:\nB:\n",
        "oneiri: 2 lines: 0 refused, 2 classes, 0 merged\n",
    );
    oneiri(&["dedupe", &b, "--file", &a]).is(
        0,
        "B:\nA:\n",
        "oneiri: 2 lines: 0 refused, 2 classes, 0 merged\n",
    );
    let page = oneiri(&["report", "-f", &a]);
    assert!(page.code == 0 && page.stdout().starts_with("<!"), "{}", page.stderr);
}

#[test]
fn the_help_begins_with_the_rule() {
    let help = oneiri(&["--help"]).stdout().to_owned();
    let rule = help.split("Usage:").next().unwrap();
    for part in ["An argument is an identifier", "-f FILE", "exit code 2", "\"--\""] {
        assert!(rule.contains(part), "{part}: {rule}");
    }
}

#[cfg(unix)]
#[test]
fn on_a_terminal_it_is_refused_as_well() {
    let folder = env!("CARGO_MANIFEST_DIR");
    let (shown, code) = crate::pty::on_terminal("oneiri check --color never Cargo.toml", folder);
    assert_eq!(code, 2);
    assert!(shown.starts_with("error: 'Cargo.toml' is a file, and an argument"), "{shown}");
    // A pipe of the shell is a file, too.
    let line = "oneiri check --color never /dev/fd/0 < Cargo.toml";
    assert_eq!(crate::pty::on_terminal(line, folder).1, 2);
}
