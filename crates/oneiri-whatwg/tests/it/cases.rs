//! The cases of `cases.toml`.

use oneiri_whatwg::{Error, Url};
use toml::Value;

use crate::attributes::set;

fn parse(case: &Value) -> Result<Url, Error> {
    let input = case["input"].as_str().unwrap();
    match case.get("base") {
        Some(base) => Url::parse_with_base(input, &Url::parse(base.as_str().unwrap())?),
        None => Url::parse(input),
    }
}

#[test]
fn cases() {
    let data: Value = toml::from_str(include_str!("cases.toml")).unwrap();
    let cases = data["case"].as_array().unwrap();
    assert!(cases.len() > 80, "{} cases", cases.len());
    for case in cases {
        let mut url = match parse(case) {
            Err(error) => {
                assert_eq!(error.kind().name(), case["error"].as_str().unwrap(), "{case:?}");
                let at = [error.range().start, error.range().end].map(|it| Value::from(it as i64));
                assert_eq!(case["at"].as_array().unwrap(), &at, "{case:?}");
                continue;
            }
            Ok(url) => url,
        };
        let mut refused = None;
        for pair in case.get("set").and_then(Value::as_array).into_iter().flatten() {
            refused = set(&mut url, pair[0].as_str().unwrap(), pair[1].as_str().unwrap()).err();
        }
        let refused = refused.as_ref().map(|error| error.kind().name());
        assert_eq!(refused, case.get("refused").and_then(Value::as_str), "{case:?}");
        assert_eq!(Some(url.href()), case.get("href").and_then(Value::as_str), "{case:?}");
    }
}
