//! Tests of [`super`].
#![allow(clippy::unwrap_used, reason = "these are tests")]

use super::*;

#[test]
fn what_acts_on_a_display_is_escaped_and_reads_back() {
    let text = "a\"\\\n\u{7F}\u{9B}\u{202E}é\u{10000}";
    let mut out = Vec::new();
    write(&mut out, &Output { output: text, scheme_rules: None }).unwrap();
    let line = String::from_utf8(out).unwrap();
    assert_eq!(line, "{\"output\":\"a\\\"\\\\\\n\\u007f\\u009b\\u202eé\u{10000}\"}\n");
    let back: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(back["output"], text);
}
