//! Attributes that hold more than a reference: lists, and the text of a refresh.

use std::ops::Range;

/// The references of `srcset` (HTML Living Standard, 4.8.4.2.1): each up to white space, with a
/// description behind it that ends with a comma.
pub(super) fn srcset(text: &str) -> Vec<Range<usize>> {
    let (bytes, mut at, mut found) = (text.as_bytes(), 0, Vec::new());
    loop {
        while bytes.get(at).is_some_and(|it| it.is_ascii_whitespace() || *it == b',') {
            at += 1;
        }
        let start = at;
        while bytes.get(at).is_some_and(|it| !it.is_ascii_whitespace()) {
            at += 1;
        }
        if start == at {
            return found;
        }
        let url = text.get(start..at).unwrap_or_default();
        let trimmed = url.trim_end_matches(',');
        found.push(start..start + trimmed.len());
        if trimmed.len() < url.len() {
            continue;
        }
        let mut depth = 0_u32;
        while let Some(&byte) = bytes.get(at) {
            at += 1;
            match byte {
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                b',' if depth == 0 => break,
                _ => {}
            }
        }
    }
}

/// The references of a list with white space between them.
pub(super) fn words(text: &str) -> Vec<Range<usize>> {
    let start = |word: &str| word.as_ptr().addr() - text.as_ptr().addr();
    text.split_ascii_whitespace().map(|word| start(word)..start(word) + word.len()).collect()
}

/// The reference of `<meta http-equiv=refresh content="5; url=...">`.
pub(super) fn refresh(text: &str) -> Option<Range<usize>> {
    let rest = text.trim_start().trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    if rest.len() == text.trim_start().len() {
        return None;
    }
    let spaced = rest.trim_start();
    let rest = spaced.strip_prefix([';', ',']).unwrap_or(spaced).trim_start();
    let named = rest.get(..3).filter(|it| it.eq_ignore_ascii_case("url"));
    let named = named.and_then(|_| rest[3..].trim_start().strip_prefix('=')).map(str::trim_start);
    let rest = named.unwrap_or(rest);
    let (rest, end) = match rest.chars().next() {
        Some(quote @ ('"' | '\'')) => {
            let rest = &rest[1..];
            (rest, rest.find(quote).unwrap_or(rest.len()))
        }
        _ => (rest, rest.trim_end().len()),
    };
    let start = rest.as_ptr().addr() - text.as_ptr().addr();
    (end > 0).then_some(start..start + end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_taken_out_of_lists() {
        let texts = |text: &str| -> Vec<String> {
            srcset(text).into_iter().map(|it| text[it].to_owned()).collect()
        };
        assert_eq!(texts("a.png 1x, b,c.png 2x,d.png"), ["a.png", "b,c.png", "d.png"]);
        assert_eq!(texts(" ,a.png, b.png (x,y) 2x , c.png"), ["a.png", "b.png", "c.png"]);
        assert_eq!(texts(" , "), [""; 0]);
        for (text, found) in [
            ("5; url=a b", Some("a b")),
            ("0;URL = 'a'b", Some("a")),
            ("0,a", Some("a")),
            ("0 a ", Some("a")),
            ("0;url=\"a", Some("a")),
            ("5", None),
            ("url=a", None),
            ("0;url=", None),
        ] {
            assert_eq!(refresh(text).map(|it| &text[it]), found, "{text}");
        }
        assert_eq!(words(" a  b\n"), [1..2, 4..5]);
    }
}
