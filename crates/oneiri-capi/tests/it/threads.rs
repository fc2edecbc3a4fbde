//! Every function may be called by several threads at once.

use std::thread;

use oneiri_capi::*;

use crate::call::{apply_text, compare, parse};

const TIMES: usize = if cfg!(miri) { 3 } else { 5000 };

#[test]
fn threads_do_not_disturb_each_other() {
    let work = |host: &str| {
        for turn in 0..TIMES {
            let text = format!("HTTP://{host}/%7E{turn}/../b");
            let expected = format!("http://{}/b", host.to_lowercase());
            let parts = parse(ONEIRI_URI, text.as_bytes()).unwrap();
            assert_eq!(&text[parts.host.start..parts.host.end], host);
            let got = apply_text(ONEIRI_NORMALIZE, ONEIRI_URI, ONEIRI_RUNG_PATH, &text, None);
            assert_eq!(got.as_deref(), Ok(expected.as_str()));
            let rung = compare(ONEIRI_URI, text.as_bytes(), expected.as_bytes());
            assert_eq!(rung, Ok(ONEIRI_RUNG_PATH));
            let error = parse(ONEIRI_URI, format!("{text} ").as_bytes()).unwrap_err();
            assert_eq!(error.error().map(|it| it.start), Some(text.len()));
        }
    };
    thread::scope(|scope| {
        for host in ["A.example", "Another.example"] {
            scope.spawn(move || work(host));
        }
    });
}
