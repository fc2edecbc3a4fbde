//! Tests of [`super`].

use super::*;

#[test]
fn a_password_is_what_follows_the_first_colon() {
    for (text, shown) in [
        ("http://ada:secret@h/", "http://ada:***@h/"),
        ("http://:s@h", "http://:***@h"),
        ("//a:b:c@h?x@y", "//a:***@h?x@y"),
        ("http://ada:se cret@h/", "http://ada:***@h/"),
        ("http://ada:se/cret@h/", "http://ada:***@h/"),
        ("http://ada:se#c?et@h/", "http://ada:***@h/"),
        ("http://ada:a@b@h/", "http://ada:***@h/"),
        ("http://ada:@h/", "http://ada:@h/"),
        ("http://ada@h/a:b@c", "http://ada@h/a:b@c"),
        ("http://h:80/a:b@c", "http://h:80/a:b@c"),
        ("mailto:a:b@h", "mailto:a:b@h"),
    ] {
        assert_eq!(hidden(text), shown);
    }
}

#[test]
fn a_message_may_hold_several() {
    let given = "from 'ftp://a:b@h//x:y@z' to http://c:d@e@h and //u:p@é: \"-._~!$&'()*+,;=:@/\"";
    let shown =
        "from 'ftp://a:***@h//x:***@z' to http://c:***@h and //u:***@é: \"-._~!$&'()*+,;=:@/\"";
    assert_eq!(message(given), shown);
    assert!(matches!(message("a:b@c / d"), Cow::Borrowed(_)));
}
