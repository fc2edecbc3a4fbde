//! What a terminal would act on is spelled out, and what scripts need stays.

use std::borrow::Cow;

use oneiri_redact::display::{visible, visible_bytes};

#[test]
fn what_scripts_and_emoji_need_stays() {
    let text = "می\u{200C}خواهم \u{928}\u{94D}\u{200D} 👩\u{200D}🚀 ☃\u{FE0F} e\u{301}";
    assert_eq!(visible(text), text);
}

#[test]
fn plain_text_is_borrowed() {
    assert!(matches!(visible("http://é.example/ a"), Cow::Borrowed(_)));
}

#[test]
fn controls_are_spelled_out() {
    assert_eq!(visible("a\u{1B}[31m\u{9B}\u{7F}\n"), "a\\u{1B}[31m\\u{9B}\\u{7F}\\u{A}");
    assert_eq!(visible("\u{202E}cba\u{2069}"), "\\u{202E}cba\\u{2069}");
    assert_eq!(visible("\u{FEFF}a\u{200B}\u{AD}"), "\\u{FEFF}a\\u{200B}\\u{AD}");
}

#[test]
fn bytes_that_are_not_utf8_are_spelled_out() {
    assert_eq!(visible_bytes(b"a\xFF\xC3\x1B"), "a\\xFF\\xC3\\u{1B}");
}
