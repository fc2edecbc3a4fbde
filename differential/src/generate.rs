//! Texts that reach every rule of the grammar, as quickly as they can be compared.

pub use oneiri_differential::dice::Dice;

const SCHEMES: &[&str] = &["http", "HTTPS", "s", "urn", "file", "mailto", "x+Y.1-z", "a"];
const USERINFOS: &[&str] = &["u", "u:p", "", ":", "%40", "a%3Ab", "é", "!$&'()*+,;="];
const HOSTS: &[&str] = &[
    "h", "", "EXAMPLE.org", "ex%41mple.ORG", "1.2.3.4", "01.2.3.4", "256.1.1.1", "[::1]", "[V1.Ab:~]", "[2001:DB8::A]",
    "[1:2:3:4:5:6:7::]", "[::FFFF:1.2.3.4]", "[1:2:3:4:5:6:7:8]", "%31%30.0.0.1", "é.x", "%C3%89", "[::1", "[1::2::3]",
    "[::1.2.3.256]", "[v.x]", "[12345::]", "[::01.2.3.4]", "[fe80::1%25en]",
];
const PORTS: &[&str] = &["", "80", "080", "443", "0", "65536", "99999999999999999999", "8a"];
const SEGMENTS: &[&str] = &[
    "", ".", "..", "...", "a", "b:c", "%2E", "%2e%2E", ".%2e", "%2F", "%41", "%7e", "@", ":", "é", "%C3%A9", "%c3",
    "\u{E000}", "\u{202E}", "%E2%80%AE", "%00", "A", "~", "a;b=c,d", "\u{FFFD}", "\u{10FFFD}", "'",
];
const TAILS: &[&str] = &["", "q", "a=1&b=2", "/?", "%3f", "\u{F8FF}", "é", "%61", "x#", "?", "%EE%80%80"];
/// What is put in, or over something, to break a text, or to bend it.
const BLOWS: &[&str] = &[
    "%", "[", "]", ":", "/", "?", "#", "@", ".", " ", "\"", "<", "\\", "^", "|", "\0", "\t", "\u{7F}", "\u{80}",
    "\u{9F}", "\u{A0}", "\u{200E}", "\u{2028}", "\u{D7FF}", "\u{E000}", "\u{FDD0}", "\u{FDEF}", "\u{FFEF}", "\u{FFF0}",
    "\u{1FFFE}", "\u{E0001}", "\u{E1000}", "\u{F0000}", "\u{10FFFE}", "a", "%4", "..", "//", "::", "0",
];

/// A text into `out`, grammatical four times in five.
pub fn text(dice: &mut Dice, out: &mut String) {
    out.clear();
    let scheme = dice.below(3) > 0;
    if scheme {
        out.push_str(dice.pick(SCHEMES));
        out.push(':');
    }
    let authority = dice.below(2) == 0;
    if authority {
        out.push_str("//");
        if dice.below(4) == 0 {
            out.push_str(dice.pick(USERINFOS));
            out.push('@');
        }
        // The hosts at the end of the list are none.
        let hosts = if dice.below(8) == 0 { HOSTS } else { &HOSTS[..16] };
        out.push_str(dice.pick(hosts));
        if dice.below(4) == 0 {
            out.push(':');
            let most = if dice.below(8) == 0 { 8 } else { 7 };
            out.push_str(dice.pick(&PORTS[..most]));
        }
    }
    let rooted = authority || dice.below(2) == 0;
    for nth in 0..dice.below(7) {
        if nth > 0 || rooted {
            out.push('/');
        }
        out.push_str(dice.pick(SEGMENTS));
    }
    for delimiter in ['?', '#'] {
        if dice.below(4) == 0 {
            out.push(delimiter);
            let most = if dice.below(6) == 0 { 11 } else { 8 };
            out.push_str(dice.pick(&TAILS[..most]));
        }
    }
    if dice.below(5) == 0 {
        blow(dice, out);
    }
    // Longer than a block of the scanner, now and then.
    if dice.below(40) == 0 {
        let more = "/abcdefghijklmnopqrstuvwxyz-._~0123456789".repeat(1 + dice.below(4));
        let at = boundary(out, dice.below(out.len() + 1));
        out.insert_str(at, &more);
    }
}

/// A character put in, taken out or replaced.
pub fn blow(dice: &mut Dice, out: &mut String) {
    let at = boundary(out, dice.below(out.len() + 1));
    let there = out[at..].chars().next().map_or(0, char::len_utf8);
    let (end, symbol) = match dice.below(3) {
        0 => (at, dice.pick(BLOWS)),
        1 => (at + there, ""),
        _ => (at + there, dice.pick(BLOWS)),
    };
    out.replace_range(at..end, symbol);
}

fn boundary(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}
