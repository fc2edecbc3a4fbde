//! The name that somebody may have meant, for the error about an unknown key, preset or code in a policy file. It is only a
//! hint, because the file is refused in any case. So how like two names must be may change, if the tests agree. The names
//! that are offered must be in lower case and have "-" between words, because only the wrong name is brought into this form.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// ` (did you mean 'host'?)`, if one of the names is like a wrong one. Otherwise nothing.
pub(crate) fn suggestion<'n>(wrong: &str, names: impl Iterator<Item = &'n str>) -> String {
    let wrong = wrong.to_ascii_lowercase().replace('_', "-");
    let near = |name: &&str| {
        let changes = distance(&wrong, name);
        // A name with an "s" too many, or with one letter in three that is wrong, is like another one.
        (changes * 3 <= name.len().max(3)).then_some(changes)
    };
    let nearest = names.filter_map(|name| Some((near(&name)?, name))).min();
    nearest.map_or_else(String::new, |(_, name)| format!(" (did you mean '{name}'?)"))
}

/// How many bytes must be inserted, left out or changed.
fn distance(one: &str, two: &str) -> usize {
    let mut row: Vec<usize> = (0..=two.len()).collect();
    for (nth, byte) in one.bytes().enumerate() {
        let mut diagonal = core::mem::replace(&mut row[0], nth + 1);
        for (at, other) in two.bytes().enumerate() {
            let changed = diagonal + usize::from(byte != other);
            diagonal = row[at + 1];
            row[at + 1] = changed.min(diagonal + 1).min(row[at] + 1);
        }
    }
    row[two.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names() {
        let names = ["host", "path", "same-origin", "encoded-slash", "ignore-case"];
        for (wrong, meant) in [
            ("hosts", "host"),
            ("Path", "path"),
            ("same_origin", "same-origin"),
            ("encoded-slashes", "encoded-slash"),
            ("ingore-case", "ignore-case"),
        ] {
            assert_eq!(suggestion(wrong, names.into_iter()), format!(" (did you mean '{meant}'?)"));
        }
        for wrong in ["", "x", "method", "fragment"] {
            assert_eq!(suggestion(wrong, names.into_iter()), "", "{wrong}");
        }
    }
}
