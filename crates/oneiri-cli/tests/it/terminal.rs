//! Color, completions, manual pages, and messages without passwords.

use crate::run::{command, file, oneiri, path};

/// Whether `explain` is colored in a pipe, under these variables and arguments.
fn colored(variables: &[(&str, &str)], arguments: &[&str]) -> bool {
    let mut command = command(&[&["compare", "a:", "A:"], arguments].concat());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    let output = command.envs(variables.iter().copied()).output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().contains('\u{1B}')
}

#[test]
fn color_is_asked_for_and_refused() {
    assert!(!colored(&[], &[]));
    assert!(colored(&[("CLICOLOR_FORCE", "1")], &[]));
    assert!(!colored(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], &[]));
    assert!(colored(&[("NO_COLOR", "1")], &["--color", "always"]));
    assert!(colored(&[], &["--color=always"]));
    assert!(!colored(&[("CLICOLOR_FORCE", "1")], &["--color", "never"]));
}

#[test]
fn help_and_errors_of_usage_have_the_same_colors() {
    for (arguments, colored) in [
        (&["check", "--help"][..], false),
        (&["check", "--help", "--color", "always"], true),
        (&["check", "--color=always", "--help"], true),
        (&["check", "--nonsense", "--color", "always"], true),
        (&["check", "--nonsense", "--color", "never"], false),
        (&["encode", "--help", "--", "--color=always"], false),
        // With a password in an example.
        (&["lint", "--help", "--color=always"], true),
    ] {
        let outcome = oneiri(arguments);
        let shown = format!("{}{}", outcome.stdout(), outcome.stderr);
        assert_eq!(shown.contains('\u{1B}'), colored, "{arguments:?}: {shown}");
    }
    assert_eq!(oneiri(&["check", "--color", "mauve", "a:"]).code, 2);
}

const COMMANDS: &str = "parse check fix normalize resolve relativize edit convert encode decode compare \
    dedupe lint parsers key report completions man";

#[test]
fn completions_know_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let outcome = oneiri(&["completions", shell]);
        assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
        for name in COMMANDS.split(' ') {
            assert!(outcome.stdout().contains(name), "{shell}: {name}");
        }
    }
    assert_eq!(oneiri(&["completions", "tcsh"]).code, 2);
    assert_eq!(oneiri(&["completions", "bash", "--json"]).code, 2);
    assert_eq!(oneiri(&["man", "--json"]).code, 2);
}

#[test]
#[cfg(unix)]
fn bash_takes_the_completions() {
    let script = file("terminal-completions.bash", &oneiri(&["completions", "bash"]).stdout);
    let ask = "COMP_WORDS=(oneiri ded); COMP_CWORD=1; _oneiri oneiri ded oneiri; echo ${COMPREPLY[@]}";
    let asked = std::process::Command::new("bash").args(["--norc", "-c", &format!(". {script}; {ask}")]).output();
    // A system without Bash has nobody to complete for.
    let Ok(asked) = asked else { return };
    assert_eq!(String::from_utf8_lossy(&asked.stdout), "dedupe\n", "{asked:?}");
}

#[test]
fn every_command_has_a_manual_page() {
    let page = oneiri(&["man"]);
    assert_eq!((page.code, page.stderr.as_str()), (0, ""));
    assert!(page.stdout().contains(".TH oneiri 1"));
    let folder = path("terminal-man");
    oneiri(&["man", "--out", folder.to_str().unwrap()]).is(0, "", "");
    for name in COMMANDS.split(' ') {
        let page = std::fs::read_to_string(folder.join(format!("oneiri-{name}.1"))).unwrap();
        assert!(page.contains("Examples:") && page.contains("Exit codes:"), "{name}");
    }
    let taken = file("terminal-man-taken", b"");
    assert_eq!(oneiri(&["man", "--out", &taken]).code, 2);
}

#[test]
fn messages_have_no_passwords() {
    let list = file("terminal-passwords.txt", b"http://ada:s3cret@h/ x\nhttp://ada:s3c ret@h/\n");
    let evidence = file(
        "terminal-evidence.tsv",
        b"redirect\thttp://ada:s3cret@h/\thttp://h/1\nredirect\thttp://ada:s3cret@h/\thttp://h/2\n\
          redirect\thttp://ada:s3cret@h/#\thttp://ada:s3cret@h/#\n",
    );
    for arguments in [
        &["http://ada:s3cret@h/"][..],
        &["check", "--http://ada:s3cret@h/"],
        &["check", "-f", "http://ada:s3cret@h/"],
        &["check", "-f", &list],
        &["dedupe", &list],
        &["lint", "-f", &list],
        &["resolve", "--base", "//ada:s3cret@h/", "x"],
        &["resolve", "--base", "http://ada:s3c ret@h/", "x"],
        &["compare", "http://ada:s3cret@h/", "http://ada:s3cret@h/", "http://ada:s3cret@h/"],
        &["compare", "--evidence", &evidence, "http://ada:s3cret@h/ ", "a:"],
        &["edit", "--user", "ada:s3cret x", "http://h/"],
        &["edit", "--authority", "ada:s3cret@h x", "http://h/"],
        &["edit", "--host", "http://ada:s3cret@h/", "http://h/"],
        &["dedupe", "--format", "ndjson", "--column", "http://ada:s3cret@h/", &list],
        &["lint", "--allow", "http://ada:s3cret@h/", "a:"],
        &["convert", "--to", "http://ada:s3cret@h/", "a:"],
    ] {
        let outcome = oneiri(arguments);
        assert_ne!((outcome.code, outcome.stderr.as_str()), (0, ""), "{arguments:?}");
        assert!(!outcome.stderr.contains("s3c"), "{arguments:?}: {}", outcome.stderr);
    }
}

/// Also those of a URL in another one, and in the value of an option.
#[test]
fn no_output_for_people_shows_a_password() {
    let given = [
        "http://u:secret@h/%7E",
        "http:/u:secret@h/%7E",
        r"http:\\u:secret@h",
        "?q=http://u:secret@x/ z",
        "http://h/?q=http://u:secret@x/%7E",
        "urn:http://u:secret@h/%7E",
        "x http:u:secret@h",
        "http:/u:secret@h?utm_source=x",
        "http:/u:secret@h",
    ];
    let list = file("terminal-nested.txt", (given.join("\n") + "\n").as_bytes());
    for command in [
        &["check"][..],
        &["check", "--color", "always"],
        &["lint", "--profile", "strict"],
        &["lint", "--sarif"],
        &["fix", "--dry-run"],
        &["fix", "--lint", "--dry-run"],
        &["report"],
        &["parsers", "--all", "--base", "http://u:secret@h/", "-f"],
        &["guard", "--preset", "ssrf", "--explain", "-f"],
        &["dedupe", "--assume", "trackers", "--dry-run"],
    ] {
        let outcome = oneiri(&[command, &[&list]].concat());
        assert!(!outcome.stdout.is_empty() && !outcome.said().contains("secret"), "{command:?}: {}", outcome.said());
    }
    for option in ["--scheme", "--user", "--host", "--port", "--path", "--query", "--authority"] {
        // A path or a query of this form is no URL.
        let alone = (!matches!(option, "--path" | "--query")).then_some("u:secret@h");
        for value in given.into_iter().chain(alone) {
            let told = oneiri(&["edit", option, value, "--", "http://h/"]).stderr;
            assert!(!told.contains("secret"), "{option} {value}: {told}");
        }
    }
}

/// Neither in what a browser reads as a user and a password, however many slashes there are.
#[test]
fn no_spelling_shows_a_password() {
    let mut list = String::new();
    for scheme in ["http:", "HTTPS:", "wss:", "ftp:", ""] {
        for slashes in ["", "/", "//", "///", r"\", r"\\", r"/\", r"\/"] {
            for rest in ["h/", "h/ x", "h:x/", "[h/", "h/%7e"] {
                if !(scheme.is_empty() && slashes.len() < 2) {
                    list.push_str(&format!("{scheme}{slashes}ada:s3cret@{rest}\n"));
                }
            }
        }
    }
    let list = file("terminal-browser-passwords.txt", list.as_bytes());
    for (command, is_shown) in [
        (&["check"][..], true),
        (&["lint"], true),
        (&["lint", "--profile", "strict"], true),
        (&["guard", "--preset", "ssrf", "-f"], true),
        (&["parsers", "--all", "-f"], true),
        (&["report"], true),
        (&["fix", "--dry-run", "--lint"], true),
        // The others print answers, which are URLs, and only their messages hide passwords.
        (&["fix", "--lint"], false),
        (&["normalize"], false),
        (&["dedupe"], false),
        (&["parse", "-f"], false),
        (&["resolve", "--base", "http://h/", "-f"], false),
    ] {
        let seen = oneiri(&[command, &[&list]].concat());
        let stdout = String::from_utf8_lossy(&seen.stdout);
        assert!(!seen.stderr.contains("s3c"), "{command:?}: {}", seen.stderr);
        assert!(!is_shown || !stdout.contains("s3c"), "{command:?}: {stdout}");
    }
}

#[test]
fn errors_of_usage_hold_no_raw_controls() {
    for argument in ["--\u{1B}[31m", "--\u{9B}31m", "--\u{202E}cba"] {
        let outcome = oneiri(&["check", "--color=always", argument]);
        assert_eq!(outcome.code, 2);
        let raw = outcome.stderr.chars().find(|c| c.is_control() && *c != '\n' || *c == '\u{202E}');
        assert_eq!(raw, None, "{}", outcome.stderr);
    }
}
