//! Tests of [`super`].

use super::*;

#[test]
fn nothing_becomes_markup() {
    assert_eq!(escaped("<a b=\"'&\u{202E}\0"), "&lt;a b=&quot;&#39;&amp;\\u{202E}\\u{0}");
    assert_eq!(marked("a<b", &(1..2)), "<bdi dir=\"ltr\">a<mark>&lt;</mark>b</bdi>");
    assert_eq!(marked("ab", &(1..2)), "<bdi dir=\"ltr\">a<mark>b</mark></bdi>");
}

#[test]
fn a_password_is_hidden_and_a_long_text_cut() {
    assert_eq!(identifier("s://a:b@c"), "<bdi dir=\"ltr\">s://a:***@c</bdi>");
    let long = format!("s://a:{}@c/{}é", "p".repeat(1000), "x".repeat(1000));
    for at in [0, 10, 500, 1006, 1010, 1500, long.len()] {
        let shown = marked(&long, &(at..at));
        assert!(!shown.contains('p') && shown.contains('…'), "{shown}");
        assert!(shown.len() < 300, "{shown}");
    }
    let whole = "x".repeat(LONGEST);
    assert_eq!(identifier(&whole), format!("<bdi dir=\"ltr\">{whole}</bdi>"));
}
