//! The Web Platform Tests for URLs. `ONEIRI_WPT` names the folder that has their data
//! (`url/resources` of web-platform-tests/wpt, or `tests/wpt` of the package `ada-url`); several folders
//! are separated as in `PATH`. The project holds no copy.

use std::path::PathBuf;
use std::{env, fs};

use oneiri_whatwg::Url;
use serde_json::{Map, Value};

use crate::attributes::{get, set};

type Object = Map<String, Value>;

/// The file of this name in the first folder that has it. Says so if there is none.
fn file(name: &str) -> Option<Value> {
    let folders = env::var_os("ONEIRI_WPT").unwrap_or_default();
    let mut paths = env::split_paths(&folders).filter(|it| !it.as_os_str().is_empty());
    let Some(path) = paths.find_map(|it| Some(it.join(name)).filter(|it: &PathBuf| it.exists())) else {
        eprintln!("NOT CHECKED: {name} is in no folder that ONEIRI_WPT names");
        return None;
    };
    let text = scalar_values(&fs::read_to_string(path).unwrap());
    Some(serde_json::from_str(&text).unwrap())
}

/// JSON whose lone surrogates are replaced by U+FFFD, as JavaScript does before it parses a URL.
fn scalar_values(json: &str) -> String {
    let (mut out, mut rest) = (String::new(), json);
    let surrogate = |text: &str, leads: &str| {
        let digits = text.strip_prefix("\\u").and_then(|text| text.get(..4)).unwrap_or_default();
        digits.starts_with(['d', 'D']) && digits[1..].starts_with(|c| leads.contains(c))
    };
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        out.push_str(before);
        let low = escape.get(6..).is_some_and(|next| surrogate(next, "cdefCDEF"));
        let (kept, length) = match () {
            () if surrogate(escape, "89abAB") && low => (&escape[..12], 12),
            () if surrogate(escape, "89abcdefABCDEF") => ("\\uFFFD", 6),
            () => (&escape[..2], 2),
        };
        out.push_str(kept);
        rest = &escape[length..];
    }
    out + rest
}

/// The cases of a file: its objects, without the comments between them.
fn cases(value: &Value) -> Vec<&Object> {
    value.as_array().unwrap().iter().filter_map(Value::as_object).collect()
}

fn text<'a>(case: &'a Object, key: &str) -> Option<&'a str> {
    case.get(key)?.as_str()
}

/// Without `idna`, the error of a domain that is not ASCII is the expected one.
fn needs_idna(error: &oneiri_whatwg::Error) -> bool {
    error.kind() == oneiri_whatwg::ErrorKind::IdnaDisabled
}

/// Fails with all failures, and says how many cases there are.
fn report(name: &str, count: usize, expected: usize, failures: &[String]) {
    println!("{name}: {} of {count}", count - failures.len());
    assert!(failures.is_empty(), "{name}: {} of {count} fail:\n{}", failures.len(), failures.join("\n"));
    assert!(count >= expected, "{name} has {count} cases, and had {expected}");
}

fn parse(case: &Object) -> Result<Url, oneiri_whatwg::Error> {
    let input = text(case, "input").unwrap();
    match text(case, "base") {
        Some(base) => Url::parse_with_base(input, &Url::parse(base)?),
        None => Url::parse(input),
    }
}

fn check_parsing(name: &str, expected: usize) {
    let Some(data) = file(name) else { return };
    let (cases, mut failures) = (cases(&data), Vec::new());
    for case in &cases {
        let fails = case.get("failure").is_some();
        match parse(case) {
            Err(error) if fails || needs_idna(&error) => {}
            Err(error) => failures.push(format!("{case:?}: {error}")),
            Ok(url) if fails => failures.push(format!("{case:?}: {url}")),
            Ok(url) => {
                for (key, value) in case.iter().filter(|(_, value)| value.is_string()) {
                    if ["input", "base", "comment", "relativeTo"].contains(&key.as_str()) {
                        continue;
                    }
                    let found = get(&url, key);
                    if value != &found {
                        failures.push(format!("{case:?}: {key} is {found}"));
                    }
                }
                let again = Url::parse(url.href()).map(Url::into_string);
                if again.as_deref() != Ok(url.href()) {
                    failures.push(format!("{case:?}: {url} is parsed to {again:?}"));
                }
            }
        }
        // The answer without a URL.
        let base = text(case, "base");
        let can = Url::can_parse(text(case, "input").unwrap(), base);
        if can != parse(case).is_ok() {
            failures.push(format!("{case:?}: can_parse is {can}"));
        }
    }
    report(name, cases.len(), expected, &failures);
}

#[test]
fn urltestdata() {
    check_parsing("urltestdata.json", 891);
}

#[test]
fn setters() {
    let Some(data) = file("setters_tests.json") else { return };
    let (mut count, mut failures) = (0, Vec::new());
    for (name, cases) in data.as_object().unwrap().iter().filter(|(name, _)| *name != "comment") {
        for case in self::cases(cases) {
            count += 1;
            let mut url = Url::parse(text(case, "href").unwrap()).unwrap();
            let value = text(case, "new_value").unwrap();
            if cfg!(not(feature = "idna")) && !value.is_ascii() && name.starts_with("host") {
                continue;
            }
            // The Standard ignores a value that it refuses.
            let _ = set(&mut url, name, value);
            for (key, value) in case["expected"].as_object().unwrap() {
                let found = get(&url, key);
                if value != &found {
                    failures.push(format!("{name} {case:?}: {key} is {found}"));
                }
            }
            assert_eq!(Url::parse(url.href()).unwrap(), url, "{case:?}");
        }
    }
    report("setters_tests.json", count, 278, &failures);
}

/// What `https://{input}/x` has for a host, by the parser and by the setters.
fn check_host(case: &Object, input: &str, output: Option<&str>, failures: &mut Vec<String>) {
    let parsed = Url::parse(&format!("https://{input}/x"));
    if parsed.as_ref().is_err_and(needs_idna) {
        return;
    }
    let found = parsed.as_ref().ok().map(Url::host);
    if found != output {
        failures.push(format!("{case:?}: {found:?}"));
    }
    for name in ["host", "hostname"] {
        let mut url = Url::parse("https://x/x").unwrap();
        let _ = set(&mut url, name, input);
        if url.host() != output.unwrap_or("x") {
            failures.push(format!("{case:?}: {name} is set to {}", url.host()));
        }
    }
}

#[test]
fn toascii() {
    let Some(data) = file("toascii.json") else { return };
    let (cases, mut failures) = (cases(&data), Vec::new());
    for case in &cases {
        check_host(case, text(case, "input").unwrap(), text(case, "output"), &mut failures);
    }
    report("toascii.json", cases.len(), 87, &failures);
}

#[test]
fn idna_test_v2() {
    for (name, expected) in [("IdnaTestV2.json", 2670), ("IdnaTestV2-removed.json", 1)] {
        let Some(data) = file(name) else { continue };
        let (mut count, mut failures) = (0, Vec::new());
        for case in cases(&data) {
            let input = text(case, "input").unwrap();
            if input.is_empty() {
                continue;
            }
            count += 1;
            // What would end the host is escaped, as the Web Platform Tests do.
            let mut host = String::new();
            for c in input.chars() {
                match c {
                    '/' | '?' | '#' | '\\' | ':' => host.push_str(&format!("%{:02X}", u32::from(c))),
                    _ => host.push(c),
                }
            }
            let output = text(case, "output").filter(|output| !output.is_empty());
            check_host(case, &host, output, &mut failures);
        }
        report(name, count, expected, &failures);
    }
}

/// Only UTF-8: the crate has no other encoding.
#[test]
fn percent_encoding() {
    let Some(data) = file("percent-encoding.json") else { return };
    let (cases, mut failures) = (cases(&data), Vec::new());
    for case in &cases {
        let url = Url::parse(&format!("http://h/?{}", text(case, "input").unwrap())).unwrap();
        let expected = case["output"]["utf-8"].as_str();
        // The cases without UTF-8 hold for other encodings alone.
        if expected.is_some_and(|expected| url.query() != Some(expected)) {
            failures.push(format!("{case:?}: {url}"));
        }
    }
    report("percent-encoding.json", cases.len(), 7, &failures);
}

#[test]
fn urltestdata_javascript_only() {
    check_parsing("urltestdata-javascript-only.json", 1);
}
