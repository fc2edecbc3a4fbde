//! What is hidden, what is found, and the law of all texts.
#![allow(clippy::unwrap_used, clippy::panic, reason = "these are tests")]

mod display;
mod law;

use std::collections::BTreeSet;

use oneiri_redact::{ENDINGS, Redactor, SECRETS, redact, urls};

/// Three lines for each case: the text, what is shown of it, and what the strict mode shows with the value of `page` (`=` if these are
/// the line above).
#[test]
fn cases() {
    let strict = Redactor::show_only(["page"]);
    let mut lines = include_str!("cases.txt").lines().filter(|line| !line.is_empty() && !line.starts_with("-- "));
    let (mut count, mut wrong) = (0, Vec::new());
    while let Some(given) = lines.next() {
        let same = |line: &'static str, above: &'static str| if line == "=" { above } else { line };
        let shown = same(lines.next().unwrap(), given);
        let strictly = same(lines.next().unwrap(), shown);
        for (is, should) in [(redact(given), shown), (strict.redact(given), strictly)] {
            if is != should {
                wrong.push(format!("{given}\n  {is}\n  {should}\n"));
            }
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.concat());
    assert!(count > 20, "{count}");
}

#[test]
fn each_name_of_the_list_is_hidden_in_each_spelling() {
    let mut names: Vec<&str> = SECRETS.iter().map(|secret| secret.name).collect();
    names.extend(ENDINGS);
    for name in &names {
        let escaped: String = name.bytes().map(|byte| format!("%{byte:02x}")).collect();
        let twice = escaped.replace('%', "%25");
        for name in [*name, &*name.to_uppercase(), &name.replace('_', "-"), &escaped, &twice, &*format!("user[{name}]")]
        {
            for before in ["/?", "http://h/#", "?a=b&", "/?a=b&amp;", "/?a=b;", r"/?a=b\u0026", "?u=%2F%3F", "#/x?"] {
                let text = |value: &str| format!("{before}{name}={value}&z=1");
                assert_eq!(redact(&text("x;y%26z")), text("***"));
            }
        }
    }
    let plain = |name: &str| name.to_lowercase().replace(['-', '_'], "");
    let different: BTreeSet<String> = SECRETS.iter().map(|secret| plain(secret.name)).collect();
    assert_eq!(different.len(), SECRETS.len(), "a name is twice in the list");
    assert!(SECRETS.iter().all(|secret| !secret.source.is_empty()));
}

#[test]
fn urls_of_markdown() {
    for (text, found) in [
        ("see http://h/a. Or (https://h/b_(c)), or <irc://k/#c>!", "http://h/a https://h/b_(c) irc://k/#c"),
        ("[a](http://h/x),[b](http://h/y)", "http://h/x http://h/y"),
        ("**http://h/** _http://i/_ |http://j/|k", "http://h/ http://i/ http://j/"),
        ("url=http://h/?a=(b), 'ws://w/x'y 1http://h", "http://h/?a=(b) ws://w/x http://h"),
        (
            r#"{"a":"http://h/"} `http://i/` http://[::1]:80/, http:// ://x x:y //h/"#,
            "http://h/ http://i/ http://[::1]:80/",
        ),
        ("http://é/ü?ö. a:b@c mailto:a@b", "http://é/ü?ö"),
    ] {
        let urls: Vec<&str> = urls(text.as_bytes()).map(|range| &text[range]).collect();
        assert_eq!(urls.join(" "), found, "{text}");
    }
}

/// Each of these takes linear time, or the test does not end.
#[test]
fn hostile_texts() {
    let pieces = [
        "http:", "http://", "://", ":", "/", "//", r"\", "@", "?", "#", "&a", ";j", ";jsessionid", "%", "%25",
        "%3A%2F%2F", "(a:", "(", ")", "?token=", "?token=)", "a@", "http://u:", "http:u@", "'x:", "=//", "?a:", "[",
        "?%3A%2F%2Fa%3A", "%3A%2F%2F%40", "%3A%2F%2Fa%253A%252F", "%253A%252F%252F%3A%2F%2F", "&#x3D;", "&#", "?//u:",
        "?a=\"", "?'a'", r"\u0026", "http:&", "http:a", ";token", "=%2F%2F",
    ];
    for piece in pieces {
        for redactor in [Redactor::new(), Redactor::show_only(["a"])] {
            for end in ["", "@", " @"] {
                let text = [&piece.repeat((1 << 20) / piece.len()), end].concat();
                let _ = redactor.redact(&text);
            }
        }
        let text = piece.repeat(1 << 18);
        let _ = urls(text.as_bytes()).count();
    }
}

/// A word that is longer than the redactor holds: the secrets around each cut are hidden.
#[test]
fn words_that_are_cut() {
    for (length, secret) in [
        (60_000, "%26token%3Ds3cret"),
        (60_000, "%26access%5Ftoken%3Ds3cret"),
        (65_530, ",http:/u:s3cret@h"),
        (65_530, r"'x:\\u:s3cret@h/"),
    ] {
        for before in ["/?next=https%3A%2F%2Fh%2F%3Fpad%3D", "/?a="] {
            for length in length - 60..length + 60 {
                let text = format!("{before}{}{secret}{}", "a".repeat(length), "b".repeat(8_000));
                assert!(!redact(&text).contains("s3cret"), "{length} {before}{secret}");
            }
        }
    }
    for length in (60_000..70_000).step_by(97) {
        for (secret, end) in [
            ("?token=s3cret", ""),
            ("http://ada:s3cret@h/", "x"),
            ("?a=%3Ftoken%3Ds3cret", "%26"),
            ("&sig=s3cret", "&x"),
        ] {
            let long = "a".repeat(length);
            let text = format!("x?{long}{secret}{long}{end}{secret}");
            let shown = redact(&text);
            assert!(!shown.contains("s3cret"), "{length} {secret}");
        }
    }
}

/// What a short word hides, a very long one hides, too, wherever it is cut.
#[test]
fn secrets_of_very_long_words() {
    for secret in [
        "http://u:p@ss:s3cret@h/",
        "http://u:p@ss%21s3cret@h/",
        "http://u:p@ss/s3cret@h/",
        "http://h;jsessionid=s3cret,",
        "http://h;token=s3cret,",
        "http:///https%3A%2F%2Fu%3As3cret%40h",
        "=//https%3A%2F%2Fu%3As3cret%40h/",
        "?token=s3cret",
        "?token=\"s3cret\"",
        "http://u@b:s3cret@h",
        "//ghp_s3crets3cret@h/",
    ] {
        for before in ["", "http://h/?x=", "http://h/?token=", "http://u:", "?x=http://u:p", ",//", "(http://h/"] {
            for filler in ["a", "@", ":", "/", "%", "=", "a@", "b:", "%2F", "%40"] {
                for (lead, tail) in [(40_000, 40_000), (65_500, 8_000), (65_530, 0), (131_050, 70_000)] {
                    let lead = filler.repeat(lead / filler.len());
                    let short = format!("{before}{}{secret}{}", &lead[..filler.len() * 20], &"b".repeat(tail.min(20)));
                    if redact(&short).contains("s3cret") {
                        continue;
                    }
                    let long = format!("{before}{lead}{secret}{}", "b".repeat(tail));
                    assert!(!redact(&long).contains("s3cret"), "{before} {filler} {} {secret} {tail}", lead.len());
                }
            }
        }
    }
}

#[test]
fn the_law_of_what_is_random() {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()
    };
    // Fuzzing found these.
    law::redact(b"f\nh\n92233720\xc43685(\xb5/\xfd0487578\nhttpP\0");
    law::redact(
        b"http://a/b/c/d;p?q\n\nR\x14\x14\x14\x14\x14\x14\x14\x14\x14\x14\x14\x14\x14\x14\x14DGd2\x033986 5.4.1",
    );
    for _ in 0..10_000 {
        let data: Vec<u8> = (0..12).flat_map(|_| next()).collect();
        law::redact(&data);
        law::query(&data);
        law::password(&data);
    }
}
