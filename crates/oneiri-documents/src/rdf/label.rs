//! Labels of blank nodes, in the grammar that N-Triples, N-Quads, Turtle and TriG share.

/// The length of a blank node (`_:` and its label) at the beginning of these bytes. A label does not
/// end with a dot. `None` if there is no label, or if it is not UTF-8.
pub(crate) fn length(bytes: &[u8]) -> Option<usize> {
    let label = bytes.strip_prefix(b"_:")?;
    // Most labels are ASCII.
    let fits = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let mut length = label.iter().take_while(fits).count();
    if label.get(length).is_some_and(|byte| !byte.is_ascii()) {
        let rest = label.get(length..)?;
        let valid = match std::str::from_utf8(rest) {
            Ok(text) => text,
            Err(error) => std::str::from_utf8(rest.get(..error.valid_up_to())?).ok()?,
        };
        let fits = |c: char| is_inner(c) || c == '.';
        length += valid.find(|c| !fits(c)).unwrap_or(valid.len());
    }
    let text = std::str::from_utf8(label.get(..length)?).ok()?;
    let text = text.trim_end_matches('.');
    let first = text.chars().next()?;
    (is_first(first) || first.is_ascii_digit()).then_some(2 + text.len())
}

/// `PN_CHARS_U`, without the colon that older versions of N-Triples allow.
fn is_first(c: char) -> bool {
    c == '_' || is_base(c)
}

/// `PN_CHARS`
pub(crate) fn is_inner(c: char) -> bool {
    is_first(c)
        || c == '-'
        || c.is_ascii_digit()
        || matches!(c, '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}')
}

/// `PN_CHARS_BASE`
pub(crate) fn is_base(c: char) -> bool {
    matches!(c,
        'A'..='Z' | 'a'..='z' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}'
        | '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}'
        | '\u{2070}'..='\u{218F}' | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}'
        | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}' | '\u{10000}'..='\u{EFFFF}')
}

#[cfg(test)]
mod tests {
    use super::length;

    #[test]
    fn a_label_ends_before_its_last_dots() {
        for (text, expected) in [
            ("_:a", Some(3)),
            ("_:a.b. .", Some(5)),
            ("_:0-·x .", Some(7)),
            ("_:é", Some(4)),
            ("_:aé😀.", Some(9)),
            ("_:·", None),
            ("_:-a", None),
            ("_:.", None),
            ("_:", None),
            ("_", None),
        ] {
            assert_eq!(length(text.as_bytes()), expected, "{text}");
        }
        assert_eq!(length(b"_:a\xFF"), Some(3));
    }
}
