//! What the guards of JavaScript and Python repeat of the clients: their limits, and the headers that a redirect takes
//! away. Whoever changes one of them changes what a program may rely on in all three languages.

use std::collections::BTreeSet;
use std::fs::read_to_string;
use std::path::Path;

use oneiri_client::Limits;

fn read(file: &str) -> String {
    read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file)).unwrap()
}

/// The words in quotes between `start` and `end`.
fn quoted<'t>(text: &'t str, start: &str, end: char) -> BTreeSet<&'t str> {
    let list = text.split_once(start).unwrap().1.split(end).next().unwrap();
    list.split(['\'', '"']).skip(1).step_by(2).flat_map(str::split_whitespace).collect()
}

#[test]
fn the_limits_are_the_same_in_javascript_and_python() {
    let Limits { redirects, body, time, .. } = Limits::default();
    let (mib, seconds) = (body >> 20, time.as_secs());
    let javascript = format!("const LIMITS = {{ redirects: {redirects}, body: {mib} << 20, time: {seconds}_000 }};");
    assert!(read("bindings/js/src/undici.js").contains(&javascript), "{javascript}");
    let python = read("crates/oneiri-python/python/oneiri/fetch.py");
    for line in [
        format!("    max_redirects: int = {redirects}\n"),
        format!("    max_body: int = {mib} << 20\n"),
        format!("    max_time: float = {seconds}.0\n"),
    ] {
        assert!(python.contains(&line), "{line}");
    }
}

/// Python's clients keep `cookie` and `host` apart, so its list of what is for one origin lacks them.
#[test]
fn a_redirect_takes_the_same_headers_away() {
    let [rust, javascript, python] = [
        "crates/oneiri-client/src/request.rs",
        "bindings/js/src/undici.js",
        "crates/oneiri-python/python/oneiri/fetch.py",
    ]
    .map(read);
    let content = quoted(&rust, "const CONTENT: &str =", ';');
    assert_eq!(quoted(&javascript, "const CONTENT = [", ']'), content);
    let made = quoted(&python, "for name in (", ')');
    let whole =
        quoted(&python, "for name in (\"encoding\", \"language\", \"length\", \"location\", \"type\")) + (", ',');
    let made: BTreeSet<String> = made.into_iter().map(|name| format!("content-{name}")).collect();
    let all: BTreeSet<&str> = made.iter().map(String::as_str).chain(whole).collect();
    assert_eq!(all, content);
    let secrets = quoted(&rust, "const SECRETS: &str =", ';');
    assert_eq!(quoted(&javascript, "const SECRETS = [", ']'), secrets);
    let apart = BTreeSet::from(["cookie", "host"]);
    assert_eq!(quoted(&python, "SECRETS = (", ')'), &secrets - &apart);
}
