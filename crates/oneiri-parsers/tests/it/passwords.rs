//! Passwords are found and hidden, whichever parser finds them.

use std::borrow::Cow;

use oneiri_parsers::passwords::{HIDDEN, hidden, message};
use oneiri_whatwg::Url;

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
        // What a browser reads.
        ("http:/ada:secret@h/", "http:/ada:***@h/"),
        ("http:///ada:secret@h/", "http:///ada:***@h/"),
        (r"http:\\ada:secret@h/a:b@c", r"http:\\ada:***@h/a:b@c"),
        ("HTTPS:ada:secret@h", "HTTPS:ada:***@h"),
        (" ht\ttp:\n/ada:se\tcret@h", " ht\ttp:\n/ada:***@h"),
        (r"\/ada:secret@h", r"\/ada:***@h"),
        ("http:/ada:se/cret@h/", "http:/ada:***@h/"),
        ("http:/a/b:c@d", "http:/a/b:c@d"),
        ("http:h:80/a:b@c", "http:h:80/a:b@c"),
        ("x:/ada:secret@h/", "x:/ada:secret@h/"),
        ("/ada:secret@h/", "/ada:secret@h/"),
        // Those of URLs in it.
        ("?q=http://ada:secret@x/ z", "?q=http://ada:***@x/ z"),
        ("http://ada:secret@h/?q=//b:c@d/&r=http:/e:f@g", "http://ada:***@h/?q=//b:***@d/&r=http:/e:***@g"),
    ] {
        assert_eq!(hidden(text), shown);
    }
}

#[test]
fn a_message_may_hold_several() {
    let given = "from 'ftp://a:b@h//x:y@z' to http://c:d@e@h and //u:p@é: \"-._~!$&'()*+,;=:@/\"";
    let shown = "from 'ftp://a:***@h//x:***@z' to http://c:***@h and //u:***@é: \"-._~!$&'()*+,;=:@/\"";
    assert_eq!(message(given), shown);
    assert!(matches!(message("a:b@c / d"), Cow::Borrowed(_)));
}

/// Whatever a browser takes for the password, no spelling of the URL shows it, alone or in a message.
#[test]
fn a_password_of_a_browser_is_hidden() {
    let mut passwords = 0;
    for scheme in ["http:", "HTTPS:", "ws:", "Wss:", "ftp:", "", "ht\ttp:", " http:", "file:", "x:", "x\t:"] {
        for slashes in ["", "/", "//", "///", r"\", r"\\", r"/\", r"\/", r"//\", "/\t/", "\n"] {
            for user in ["ada:s3cret", "ada:s3:c@ret", ":s3cret", "ada:s3cret@", "a@b:s3cret"] {
                for rest in ["h", "h/", "h:80", "h/@", r"h\a:b@c", "h?a:b@c", "h/ x"] {
                    let text = format!("{scheme}{slashes}{user}@{rest}");
                    let read = |text: &str| {
                        let url = Url::parse("http://base/").and_then(|base| base.join(text));
                        url.map(|url| url.password().to_owned()).unwrap_or_default()
                    };
                    if read(&text).is_empty() {
                        continue;
                    }
                    passwords += 1;
                    let shown = hidden(&text);
                    assert_eq!(read(&shown), HIDDEN, "{text}: {shown}");
                    if text.contains(char::is_whitespace) {
                        continue;
                    }
                    let message = message(&format!("found '{text}' there")).into_owned();
                    assert!(!message.contains("s3") && !message.contains("ret"), "{message}");
                }
            }
        }
    }
    assert!(passwords > 1_000, "{passwords}");
}

/// Each of these takes linear time, or the test does not end.
#[test]
fn a_message_may_have_many_beginnings() {
    for piece in ["http:", "http:a", "//", "/", r"\", "@/"] {
        let text = ["@ ", &piece.repeat(1 << 20)].concat();
        assert_eq!(message(&text), text);
    }
}
