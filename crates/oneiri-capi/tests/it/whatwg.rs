//! The operation `ONEIRI_WHATWG_HREF`.

use oneiri_capi::*;
use toml::{Table, Value};

use crate::call::{Refused, apply, apply_text};

fn href(text: &str, base: Option<&str>) -> Result<String, Refused> {
    apply_text(ONEIRI_WHATWG_HREF, -1, 0, text, base)
}

/// The cases of oneiri-whatwg that have no setters.
#[test]
fn cases() {
    let cases: Table = include_str!("../../../oneiri-whatwg/tests/it/cases.toml").parse().unwrap();
    let Value::Array(cases) = &cases["case"] else { panic!("no cases") };
    let mut count = 0;
    for case in cases.iter().filter(|case| case.get("set").is_none()) {
        count += 1;
        let text = |key| case.get(key).and_then(Value::as_str);
        let done = href(text("input").unwrap(), text("base"));
        match text("error") {
            None => assert_eq!(done.as_deref().ok(), text("href"), "{case:?}"),
            Some(name) => {
                let Err(Refused::Invalid { error, sentence }) = done else { panic!("{case:?}") };
                assert!(sentence.contains(&format!("({name})")), "{sentence}");
                let at = [error.start, error.end].map(|it| Value::from(it as i64));
                assert_eq!(case["at"].as_array().unwrap(), &at, "{case:?}");
                assert_eq!((error.kind, error.argument), (ONEIRI_KIND_OTHER, 0));
            }
        }
    }
    assert!(count > 50, "{count} cases");
}

#[test]
fn the_base_may_be_invalid() {
    assert_eq!(href("b", Some("http://h/a")).as_deref(), Ok("http://h/b"));
    let error = href("b", Some("/a")).unwrap_err().error().unwrap();
    assert_eq!((error.kind, error.argument), (ONEIRI_KIND_OTHER, 1));
    let error = apply(ONEIRI_WHATWG_HREF, 0, 0, b"a:\xFF", None).unwrap_err().error().unwrap();
    assert_eq!(error.kind, ONEIRI_KIND_UTF8);
    assert_eq!(href("http://m\u{FC}nchen.example/", None).as_deref(), Ok("http://xn--mnchen-3ya.example/"));
}
