//! Where others are known to answer otherwise, and the sentence of the URL Standard that decides. A difference that no
//! row explains fails the run.

use oneiri_whatwg::{Url, domain_to_unicode};

/// A difference. Answers are attributes, a line each; an empty answer says that the text is not a URL.
pub struct Found<'f> {
    pub rival: &'static str,
    /// `href` for parsing.
    pub attribute: &'static str,
    pub value: &'f str,
    pub base: &'f str,
    /// Our attributes before the setter.
    pub before: &'f str,
    pub ours: &'f str,
    pub theirs: &'f str,
}

/// Whose difference, which one, and why.
pub type Row = (&'static str, fn(&Found<'_>) -> bool, &'static str);

#[rustfmt::skip]
pub const KNOWN: &[Row] = &[
    ("ada", |it| refused(it) && has_rtl(it) && !has_invalid_punycode(it),
     "takes labels that the Bidi rule forbids. Domain to ASCII: \"CheckBidi set to true\"; UTS 46, section 4.1, then \
     holds every label of a domain with a right-to-left character to RFC 5893, section 2"),
    ("ada", |it| {
        let drive = line(it.before, 8).as_bytes();
        let drive = matches!(drive, [b'/', letter, b':', rest @ ..]
            if letter.is_ascii_alphabetic() && matches!(rest, [] | [b'/', ..]));
        ["host", "hostname", "pathname"].contains(&it.attribute)
            && it.before.starts_with("file:")
            && drive
            && it.theirs != it.ours
    },
     "keeps the path, or the host, of a file with a drive letter. The pathname setter: \"Empty this's URL's path\", \
     before it parses; file host state does not look at the path"),
    ("ada", |it| refused(it) && has_invalid_punycode(it),
     "takes \"xn---\" with nothing before the last hyphen. RFC 3492, section 6.2: such a hyphen is no delimiter"),
    ("ada", |it| refused(&Found { ours: it.theirs, theirs: it.ours, ..*it }) && has_new_character(it),
     "has the tables of an older version of Unicode: Punycode of U+190EA, for example, which ICU of Unicode 17 \
     refuses, too, and whatwg-url takes. UTS 46, section 5: the mapping table has the version of Unicode"),
    ("whatwg-url", has_newer_character,
     "has the tables of a newer version of Unicode than ICU4X 2.1, the last one that Rust 1.85 compiles: for example, \
     Punycode of U+190EA. UTS 46, section 5: the mapping table has the version of Unicode"),
];

/// An attribute of an answer, by its place in it.
fn line(answer: &str, index: usize) -> &str {
    answer.lines().nth(index).unwrap_or_default()
}

/// Whether we refuse, or find no origin in a blob, where they do not.
fn refused(it: &Found<'_>) -> bool {
    let ours = if it.attribute == "href" { it.ours.is_empty() } else { it.ours == it.before };
    let origin = line(it.ours, 1) == "null" && it.ours.starts_with("blob:");
    ours && !it.theirs.is_empty() || origin && but_origin(it.ours) == but_origin(it.theirs)
}

fn but_origin(answer: &str) -> Vec<&str> {
    answer.lines().enumerate().filter(|(nth, _)| *nth != 1).map(|it| it.1).collect()
}

/// Whether the input has a character of the blocks whose scripts are written from right to left (UAX 9, table 4).
fn has_rtl(it: &Found<'_>) -> bool {
    let is_rtl = |c| {
        matches!(c, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}'
        | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}')
    };
    [it.base, it.value, it.before].iter().any(|text| {
        let octets: Vec<u8> = percent_encoding::percent_decode_str(text).collect();
        String::from_utf8_lossy(&octets).contains(is_rtl)
    })
}

/// Whether the input has "xn---" when what a host loses is left out.
fn has_invalid_punycode(it: &Found<'_>) -> bool {
    let kept = |c: &char| !matches!(c, '\t' | '\n' | '\r' | '\u{AD}');
    let has = |text: &&str| text.chars().filter(kept).collect::<String>().to_ascii_lowercase().contains("xn---");
    [it.base, it.value].iter().any(has)
}

/// Whether a host has, in Punycode, a character beyond U+FFFF other than the one of the cases.
fn has_new_character(it: &Found<'_>) -> bool {
    let host = |text: &str| Url::parse(text).ok().map(|url| url.hostname().to_owned());
    let hosts = [host(line(it.ours, 0)), host(it.base), host(line(it.ours, 8))];
    let is_new = |c: char| c > '\u{FFFF}' && c != '\u{1F600}';
    hosts.iter().flatten().any(|host| domain_to_unicode(host, false).0.chars().any(is_new))
}

/// Whether the input has, in Punycode, a character beyond U+FFFF other than the one of the cases.
fn has_newer_character(it: &Found<'_>) -> bool {
    [it.base, it.value].iter().any(|text| {
        let text = percent_encoding::percent_decode_str(text).decode_utf8_lossy().to_ascii_lowercase();
        text.match_indices("xn--").any(|(at, prefix)| {
            let label = text[at + prefix.len()..].split(|c: char| c != '-' && !c.is_ascii_alphanumeric()).next();
            let characters = label.and_then(idna::punycode::decode_to_string);
            characters.is_some_and(|it| it.contains(|c| c > '\u{FFFF}' && c != '\u{1F600}'))
        })
    })
}
