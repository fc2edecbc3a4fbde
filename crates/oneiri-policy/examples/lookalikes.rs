//! Writes `src/lookalike/tables.rs` and `src/readings/newer.rs`: `cargo run -p oneiri-policy --example lookalikes`
//!
//! The first one has of Unicode's data no more than the rule about lookalikes asks for, and is an eighth of
//! the tables of the crates from which it is made. The second one has what ICU does not map because it is of an older version of Unicode.
//! Run this program when the tests of `lookalike` or `readings` say that these crates have a new version of Unicode.

use std::collections::BTreeMap;
use std::fmt::Write;

use icu_normalizer::ComposingNormalizer;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::{decompose_canonical, is_combining_mark};
use unicode_script::{Script, ScriptExtension, UnicodeScript as _};
use unicode_security::{GeneralSecurityProfile as _, skeleton};

/// The numbers of the sets of Common and Inherited, which intersect with all, and of Unknown, which intersects with none.
const ALL: u16 = 255;
const NO: u16 = 254;

fn main() -> std::io::Result<()> {
    let mut sets = Vec::new();
    let all: Vec<_> = ('\0'..=char::MAX).map(|c| class(c, &mut sets)).collect();
    let mut frequency = BTreeMap::new();
    let mut runs: Vec<(u32, u32, _)> = Vec::new();
    for (c, class) in ('\0'..=char::MAX).zip(all) {
        match runs.last_mut() {
            Some((_, end, last)) if *last == class => *end = u32::from(c) + 1,
            _ => {
                *frequency.entry(class).or_insert(0) += 1;
                let start = runs.last().map_or(0, |(_, end, _)| *end);
                runs.push((start, u32::from(c) + 1, class));
            }
        }
    }
    // The most frequent one has the shortest number.
    let mut classes: Vec<_> = frequency.into_iter().collect();
    classes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let (mut text, mut starts) = (String::new(), Vec::new());
    for (nth, (start, end, class)) in runs.iter().enumerate() {
        if nth % 16 == 0 {
            starts.push((start, text.len()));
        }
        put(end - start, &mut text);
        let number = classes.iter().position(|(other, _)| other == class).unwrap_or_default();
        put(u32::try_from(number).unwrap_or_default(), &mut text);
    }
    let classes: Vec<_> = classes.into_iter().map(|(class, _)| class).collect();
    let mut file = String::from(
        "//! What the rule about lookalikes asks of characters. Generated: cargo run -p oneiri-policy --example lookalikes\n",
    );
    let latin = [
        ("COMMON", Script::Common),
        ("INHERITED", Script::Inherited),
        ("ARMENIAN", Script::Armenian),
        ("CYRILLIC", Script::Cyrillic),
        ("ETHIOPIC", Script::Ethiopic),
        ("GEORGIAN", Script::Georgian),
        ("GREEK", Script::Greek),
        ("HAN", Script::Han),
        ("HEBREW", Script::Hebrew),
        ("HIRAGANA", Script::Hiragana),
        ("KATAKANA", Script::Katakana),
        ("LATIN", Script::Latin),
    ];
    for (name, script) in latin {
        let _ = write!(file, "\npub(super) const {name}: u8 = {};", script as u8);
    }
    let _ = write!(
        file,
        "\n\n/// Flags, script and set of scripts of each class.\n#[rustfmt::skip]\npub(super) static CLASSES: [(u8, u8, u16); {}] = {classes:?};\n\
         \n/// The sets of several scripts.\n#[rustfmt::skip]\npub(super) static SETS: [&[u8]; {}] = {};\n\
         \n/// Each sixteenth run: its first character, and where it stands below.\n#[rustfmt::skip]\npub(super) static STARTS: [(u32, u16); {}] = {starts:?};\n\
         \n/// The runs: the number of characters, and of their class. A byte has five bits, and whether another one follows.\n\
         pub(super) static RUNS: &[u8] = br\"{text}\";\n",
        classes.len(),
        sets.len(),
        format!("{sets:?}").replace('[', "&[").replacen("&[", "[", 1),
        starts.len(),
    );
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    std::fs::write(format!("{source}/lookalike/tables.rs"), file)?;
    std::fs::write(format!("{source}/readings/newer.rs"), newer())
}

/// The characters that NFKC maps in the newer version of Unicode alone.
fn newer() -> String {
    let icu = ComposingNormalizer::new_nfkc();
    let mut newer = Vec::new();
    for c in '\0'..=char::MAX {
        let text = String::from(c);
        let mapped: String = text.nfkc().collect();
        if icu.normalize(&text) != mapped {
            newer.push((c, mapped));
        }
    }
    format!(
        "//! What NFKC maps in the newest Unicode, but not in the older one of `icu_normalizer`. Programs after the check may use the\n\
         //! newest one, so a policy must read a path as they do. Generated: cargo run -p oneiri-policy --example lookalikes\n\
         //! Do not edit it, because a search needs the order. Generate it again when `icu_normalizer` or `unicode-normalization`\n\
         //! changes. A test in `steps.rs` fails until then.\n\n\
         #[rustfmt::skip]\npub(super) static NEWER: [(char, &str); {}] = {newer:?};\n",
        newer.len(),
    )
}

/// Flags as in `src/lookalike/characters.rs`, the script, and the set of scripts.
fn class(c: char, sets: &mut Vec<Vec<u8>>) -> (u8, u8, u16) {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let text = String::from(c);
    let mut last = c;
    decompose_canonical(c, |part| last = part);
    // A letter with a mark, which its skeleton keeps.
    let has_mark = last != c && is_combining_mark(last);
    let flags = [
        c.identifier_allowed(),
        is_combining_mark(c),
        is_plain(c) || !has_mark && skeleton(&text).all(is_plain),
        c.is_ascii_digit() || skeleton(&text).all(|c| c.is_ascii_digit()),
    ];
    let flags = flags.iter().rev().fold(0, |all, flag| all << 1 | u8::from(*flag));
    (flags, c.script() as u8, set(c.script_extension(), sets))
}

/// The number of a set: that of its only script, or 256 and more. Han, Hanb, Jpan and Kore are scripts here, as in UTS 39 section 5.1.
fn set(extension: ScriptExtension, sets: &mut Vec<Vec<u8>>) -> u16 {
    if extension.is_common() || extension.is_inherited() {
        return ALL;
    }
    let mut scripts: Vec<u8> = extension.iter().map(|script| script as u8).collect();
    let has = |wanted: &[Script]| wanted.iter().any(|script| extension.contains_script(*script));
    let augmented = [
        (189, has(&[Script::Han, Script::Bopomofo])),
        (190, has(&[Script::Han, Script::Hiragana, Script::Katakana])),
        (191, has(&[Script::Han, Script::Hangul])),
    ];
    assert!(scripts.iter().all(|script| *script < 189), "the numbers are taken");
    scripts.extend(augmented.iter().filter(|(_, is_there)| *is_there).map(|(number, _)| *number));
    match *scripts {
        [] => NO,
        [only] => only.into(),
        _ => {
            let known = sets.iter().position(|set| *set == scripts);
            let number = known.unwrap_or_else(|| {
                sets.push(scripts);
                sets.len() - 1
            });
            256 + u16::try_from(number).unwrap_or_default()
        }
    }
}

/// Writes a number, five bits to a character.
fn put(mut number: u32, text: &mut String) {
    loop {
        let more = if number > 31 { 32 } else { 0 };
        let digit = u8::try_from(number & 31).unwrap_or_default();
        text.push(char::from(b'0' + digit + more));
        number >>= 5;
        if more == 0 {
            return;
        }
    }
}
