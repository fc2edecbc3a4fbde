//! Prefixed names of Turtle and TriG.

use super::super::label;

pub(crate) fn is_inner(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b':') || !byte.is_ascii()
}

/// The byte of a prefixed name that its grammar does not allow, and what was expected there.
/// `PNAME_NS` is a name without a local part.
pub(crate) fn wrong_name(name: &str) -> Option<(usize, &'static str)> {
    let colon = name.find(':')?;
    let (prefix, local) = (&name[..colon], &name[colon + 1..]);
    let is_plain = |it: &str| it.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let begins = |it: &str| it.bytes().next().is_none_or(|byte| byte.is_ascii_alphabetic());
    if begins(prefix) && is_plain(prefix) && is_plain(local) {
        return None;
    }
    for (at, c) in prefix.char_indices() {
        let fits = if at == 0 { label::is_base(c) } else { label::is_inner(c) || c == '.' };
        if !fits {
            return Some((at, "a prefix, which begins with a letter and has letters and digits"));
        }
    }
    wrong_local(local).map(|(at, expected)| (colon + 1 + at, expected))
}

fn wrong_local(local: &str) -> Option<(usize, &'static str)> {
    const LOCAL: &str = "the local part of a name, in which \\ stands before punctuation";
    const HEX: &str = "two hexadecimal digits after \"%\"";
    let (bytes, mut at) = (local.as_bytes(), 0);
    while let Some(c) = local.get(at..).and_then(|rest| rest.chars().next()) {
        let hex = |nth: usize| bytes.get(at + nth).is_some_and(u8::is_ascii_hexdigit);
        at += match c {
            '%' if hex(1) && hex(2) => 3,
            '%' => return Some((at, HEX)),
            '\\' if bytes.get(at + 1).is_some_and(|it| b"_~.-!$&'()*+,;=/?#@%".contains(it)) => 2,
            ':' => 1,
            '.' if at > 0 && at + 1 < local.len() => 1,
            c if label::is_inner(c) && (at > 0 || c == '_' || c.is_ascii_digit() || label::is_base(c)) => c.len_utf8(),
            _ => return Some((at, LOCAL)),
        };
    }
    None
}
