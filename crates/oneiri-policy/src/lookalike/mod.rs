//! Hosts that look like other hosts.
//!
//! The rule is that of Chromium, which decides by it whether a browser shows a name as it is or in Punycode:
//! "Internationalized Domain Names (IDN) in Google Chrome",
//! <https://chromium.googlesource.com/chromium/src/+/main/docs/idn.md>. Its steps are named below by their numbers
//! there. Not taken over: step 3, because a name with an emoji looks like no other one, and step 13, which needs a list
//! of popular names. The lints have a rule of their own (`unicode.rs` in `oneiri-lint`). The tests below and
//! `tests/it/lookalikes.rs` name hosts that must be found, and ordinary ones that must not.

mod characters;
mod tables;

use characters::{
    ARMENIAN, COMMON, CYRILLIC, ETHIOPIC, GEORGIAN, GREEK, HAN, HEBREW, HIRAGANA, INHERITED, KATAKANA, LATIN, Script,
    Scripts, is_allowed, is_mark, looks_like_digits, looks_plain, script,
};

/// Whether a label of a host, as it is shown, mixes scripts (step 5).
///
/// The level "highly restrictive" of UTS 39 section 5.2 lets Latin be next to Chinese, Japanese and Korean. Of Latin,
/// only the letters of ASCII may. Characters that identifiers may not contain are ignored.
pub(crate) fn mixes_scripts(label: &str) -> bool {
    // All of them are Latin, or common to all scripts.
    let is_latin = |c: char| c < '\u{250}';
    if label.chars().all(is_latin) || !Scripts::of_all(label.chars()).is_empty() {
        return false;
    }
    let mut other_latin = label.chars().filter(|c| !c.is_ascii());
    if other_latin.any(|c| script(c) == LATIN) {
        return true;
    }
    let allowed = label.chars().filter(|c| is_allowed(*c));
    let others = Scripts::of_all(allowed.clone().filter(|c| !Scripts::of(*c).has(LATIN)));
    !allowed.clone().all(|c| c.is_ascii()) && Scripts::of_all(allowed).is_empty() && !others.has_system()
}

/// Whether a host, as it is shown, has a label beyond ASCII that looks like another label.
///
/// The last label is looked at only if it is alone, because nobody can register a top-level domain that looks like
/// another one.
pub(crate) fn looks_like_another(host: &str) -> bool {
    let (labels, top) = host.rsplit_once('.').unwrap_or((host, ""));
    let labels = labels.split('.').filter(|label| !label.is_ascii());
    labels.into_iter().any(|label| is_spoof(label) || looks_like_ascii(label, top))
}

/// Steps 4, 6, 7, 8 and 12: characters that are hard to see or to tell apart, wherever they are.
fn is_spoof(label: &str) -> bool {
    label.contains(is_disallowed)
        || mixes_digits(label)
        || repeats_a_mark(label)
        || has_odd_dot(label)
        || has_slash(label)
}

/// Steps 9, 10 and 11: the label looks like letters, digits and hyphens of ASCII (UTS 39 section 4).
///
/// A word in a script of its own often does, such as "рос". So a label of one script is admitted below a top-level domain
/// at which this script is expected. Digits never are.
fn looks_like_ascii(label: &str, top: &str) -> bool {
    // The skeleton of a text has the skeletons of its characters, and those of letters of ASCII are such letters.
    if !label.chars().all(looks_plain) {
        return false;
    }
    // The skeleton of the digit 1 is the letter l, so each character is looked at by itself.
    if label.chars().all(looks_like_digits) {
        return true;
    }
    let mut scripts = label.chars().map(script).filter(|script| !is_common(*script));
    let Some(script) = scripts.next() else { return true };
    !scripts.all(|other| other == script) || !is_expected(script, top)
}

/// Characters of no script, and of several.
fn is_common(script: Script) -> bool {
    matches!(script, COMMON | INHERITED)
}

/// Whether names of a script are usual below a top-level domain: one that is written in this script, or one of a country
/// where it is used.
fn is_expected(script: Script, top: &str) -> bool {
    let own = match script {
        ARMENIAN => &["am"][..],
        CYRILLIC => &["bg", "by", "kz", "mk", "mn", "rs", "ru", "su", "ua", "uz"],
        ETHIOPIC => &["er", "et"],
        GEORGIAN => &["ge"],
        GREEK => &["cy", "gr"],
        HEBREW => &["il"],
        // The letter ı, which looks like i.
        LATIN => &["az", "tr"],
        _ => &[],
    };
    let in_script = || {
        let mut scripts = top.chars().map(characters::script).filter(|script| !is_common(*script));
        !top.is_ascii() && scripts.all(|other| other == script)
    };
    own.contains(&top) || in_script()
}

/// Step 4: letters that no language of today needs, and characters that look like punctuation.
fn is_disallowed(c: char) -> bool {
    matches!(c,
        '\u{1CD}'..='\u{1DC}' | '\u{1C80}'..='\u{1C8F}' | '\u{1E90}'..='\u{1E9B}' | '\u{1F00}'..='\u{1FFF}'
        | '\u{A640}'..='\u{A69F}' | '\u{A720}'..='\u{A72F}'
        | '\u{338}' | '\u{58A}' | '\u{2010}' | '\u{2019}' | '\u{2027}' | '\u{30A0}' | '\u{2BB}' | '\u{2BC}')
}

/// The zero of each system of decimal digits that identifiers may contain, in the order of the code points. The other nine
/// digits follow it.
const ZEROS: [u32; 20] = [
    0x30, 0x660, 0x6F0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xE50, 0xED0, 0xF20, 0x1040,
    0x1090, 0x17E0, 0x1810, 0x1946,
];

/// Step 6: digits of two systems.
fn mixes_digits(label: &str) -> bool {
    // Below the Arabic digits, there is one system.
    if label.chars().all(|c| u32::from(c) < ZEROS[1]) {
        return false;
    }
    let system = |c| ZEROS.iter().position(|zero| (*zero..zero + 10).contains(&u32::from(c)));
    let mut systems = label.chars().filter_map(system);
    systems.next().is_some_and(|first| systems.any(|other| other != first))
}

/// Step 7: a mark that is written twice over the same letter.
fn repeats_a_mark(label: &str) -> bool {
    let next = label.chars().skip(1);
    label.chars().zip(next).any(|(one, two)| one == two && is_mark(one))
}

/// Step 8: a middle dot that is not between two l, as it is in Catalan.
fn has_odd_dot(label: &str) -> bool {
    let dots = label.match_indices('\u{B7}');
    dots.into_iter().any(|(at, dot)| {
        let (before, after) = (&label[..at], &label[at + dot.len()..]);
        !(before.ends_with('l') && after.starts_with('l'))
    })
}

/// Step 12: a letter of Chinese or Japanese that looks like a slash, and is between letters of other scripts.
fn has_slash(label: &str) -> bool {
    let is_own = |c: &char| matches!(script(*c), HAN | HIRAGANA | KATAKANA);
    let (mut before, mut chars) = (None, label.chars().peekable());
    while let Some(c) = chars.next() {
        let slash = matches!(c, 'ノ' | 'ン' | 'ソ' | 'ゾ' | '丶' | '乀' | '乁' | '丿');
        if slash && [before.as_ref(), chars.peek()].iter().all(|it| it.is_some_and(|it| !is_own(it))) {
            return true;
        }
        before = Some(c);
    }
    false
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use unicode_normalization::char::{decompose_canonical, is_combining_mark};
    use unicode_script::UnicodeScript as _;
    use unicode_security::{
        GeneralSecurityProfile as _, MixedScript as _, RestrictionLevel, RestrictionLevelDetection as _, skeleton,
    };

    use super::*;

    /// The tables are those of the crates, and so is what is made of them: for every character, and for labels of characters of all
    /// classes.
    #[test]
    fn the_tables_are_those_of_unicode() {
        const HOW: &str = "run cargo run -p oneiri-policy --example lookalikes";
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let mut samples: Vec<(Scripts, bool, char)> = Vec::new();
        for c in '\0'..=char::MAX {
            let text = String::from(c);
            let mark = is_combining_mark(c);
            let plain = is_plain(c) || !has_mark(c) && skeleton(&text).all(is_plain);
            let digits = c.is_ascii_digit() || skeleton(&text).all(|c| c.is_ascii_digit());
            let theirs = (c.script() as u8, c.identifier_allowed(), mark, plain, digits);
            let ours = (script(c), is_allowed(c), is_mark(c), looks_plain(c), looks_like_digits(c));
            assert_eq!(ours, theirs, "{c:?}: {HOW}");
            let sample = (Scripts::of(c), is_allowed(c), c);
            if c >= '\u{250}' && !samples.iter().any(|(set, allowed, _)| (*set, *allowed) == (sample.0, sample.1)) {
                samples.push(sample);
            }
        }
        assert!(samples.len() > 200);
        let mixed_by_crates = |label: &str| {
            let allowed: String = label.chars().filter(|c| c.identifier_allowed()).collect();
            !label.is_single_script() && !allowed.as_str().check_restriction_level(RestrictionLevel::HighlyRestrictive)
        };
        for (_, _, one) in &samples {
            for (nth, (_, _, two)) in samples.iter().enumerate() {
                let three = samples[nth * 7 % samples.len()].2;
                for label in [alloc::format!("{one}{two}"), alloc::format!("a{one}{two}{three}")] {
                    let others = label.chars().any(|c| !c.is_ascii() && script(c) == LATIN);
                    let expected = !label.as_str().is_single_script() && others || mixed_by_crates(&label);
                    assert_eq!(mixes_scripts(&label), expected, "{label:?}: {HOW}");
                }
            }
        }
    }

    /// Whether a character is a letter with a mark, which its skeleton keeps.
    fn has_mark(c: char) -> bool {
        let mut last = c;
        decompose_canonical(c, |part| last = part);
        last != c && is_combining_mark(last)
    }

    #[test]
    fn hosts_that_look_like_others() {
        for host in [
            // The example of Chromium, and the kind: letters of one script, and a top-level domain of another one.
            "аррӏе.com", "www.аррӏе.com", "аррӏе.co.uk", "рау.example", "сахар.com", "рос.com", "ехаmрӏе.com",
            "օօօ.com", "ɡoogle.com", "wıkı.org", "ӏ.com", "аррӏе", "рос.гр.com",
            // Digits of another system, and digits of two systems.
            "б1.рф", "1٢3.com", "٢۳.com", // A middle dot, a mark twice, a slash.
            "goo·gle.com", "e\u{301}\u{301}x.com", "exampleノx.com", "x\u{2bc}y.com",
        ] {
            let denied = looks_like_another(host) || host.split('.').any(mixes_scripts);
            assert!(denied, "{host}");
        }
        let others = "рос.рф яндекс.рф www.рос.рф оао.ru сосна.ua münchen.de faß.de straße.example \
             bücher.example 例え.jp 日本語.jp ドメイン.jp パソコン.jp 東京カメラ部.jp 한국.kr 삼성.한국 中国.cn 台灣.tw abc日本.jp \
             hello中国.cn قطر.qa מים.co.il भारत.in ไทย.th হাট.বাংলা հայ.հայ օօօ.am საქართველო.გე \
             ελλάδα.gr σοσ.gr paral·lel.cat ısı.com.tr i❤.ws żółw.pl đồng.vn قهوه۲.ir example.com \
             xn--a.com";
        for host in others.split_whitespace() {
            assert!(!looks_like_another(host), "{host}");
            assert!(!host.split('.').any(mixes_scripts), "{host}");
        }
    }

    /// A label is looked at character by character, and a letter with a mark is not looked at further.
    #[test]
    fn skeletons_of_characters() {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let skeleton_is_plain = |text: &str| skeleton(text).all(is_plain);
        for c in '\0'..=char::MAX {
            let text = String::from(c);
            assert!(!is_plain(c) || skeleton_is_plain(&text), "{c:?}");
            assert!(!has_mark(c) || !skeleton_is_plain(&text), "{c:?}");
            let between = alloc::format!("a{c}\u{301}\u{e3f}{c}");
            assert!(!skeleton_is_plain(&between), "{c:?}");
            assert_eq!(skeleton_is_plain(&text), skeleton_is_plain(&alloc::format!("o{c}1{c}")));
        }
    }

    #[test]
    fn scripts_are_mixed() {
        for label in ["pаypal", "αpple", "fаß", "münchen東京", "яндекcс", "ωο"] {
            let mixed = mixes_scripts(label);
            assert_eq!(mixed, label != "ωο", "{label}");
        }
    }
}
