//! `oneiri redact`. What is hidden is in the cases of `oneiri-redact`.

use std::fs;

use crate::pty::on_terminal;
use crate::run::{feed, file, oneiri, path};

fn name(file: &str) -> String {
    path(file).display().to_string()
}

#[test]
fn every_other_byte_is_kept() {
    let log = b"\xFF a\r\n\nGET /cb?code=x HTTP/1.1\r\n\x1B[1m http://u:p@h/\xFE\x00\nno end http://h/#id_token=y";
    let shown =
        b"\xFF a\r\n\nGET /cb?code=*** HTTP/1.1\r\n\x1B[1m http://u:***@h/\xFE\x00\nno end http://h/#id_token=***";
    let outcome = feed(&["redact"], log);
    assert_eq!((outcome.code, &outcome.stdout[..], &*outcome.stderr), (0, &shown[..], ""));
    file("redact.log", log);
    let outcome = oneiri(&["redact", "-f", &name("redact.log"), "-f", &name("redact.none"), "-f", &name("redact.log")]);
    assert_eq!((outcome.code, &outcome.stdout[..]), (2, &[&shown[..], shown].concat()[..]));
    assert!(outcome.stderr.contains("redact.none"), "{}", outcome.stderr);
    let long = [&log[..], b"\n"].concat().repeat(4_000);
    assert_eq!(feed(&["redact"], &long).stdout, [&shown[..], b"\n"].concat().repeat(4_000));
}

/// An argument is a text, even if it names a file.
#[test]
fn arguments_are_texts() {
    fs::write(path("redact-x"), "secret").unwrap();
    oneiri(&["redact", &name("redact-x"), "--", "/?token=a&page=2", "-f"]).is(
        0,
        &format!("{}\n/?token=***&page=2\n-f\n", name("redact-x")),
        "",
    );
    oneiri(&["redact", "--show-only", "page,lang", "/?a=1&page=2&lang=3 ftp://u@h/"]).is(
        0,
        "/?a=***&page=2&lang=3 ftp://***@h/\n",
        "",
    );
    assert_eq!(oneiri(&["redact", "--json", "x"]).code, 2);
}

#[test]
fn a_terminal_gets_no_escapes() {
    let (shown, _) = on_terminal("printf '\\033[1m /?token=x\\n' | oneiri redact", env!("CARGO_TARGET_TMPDIR"));
    assert!(shown.contains("\\u{1B}[1m /?token=***") && !shown.contains("\x1B[1m"), "{shown:?}");
}
