//! Attributes that hold more than a reference: lists, and the text of a refresh.

use std::ops::Range;

/// The references of `srcset` (HTML Living Standard, "parse a srcset attribute"): each up to white
/// space, with descriptors after it that end with a comma. One with invalid descriptors is left out,
/// as in browsers.
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
        let range = start..start + trimmed.len();
        if trimmed.len() < url.len() {
            found.push(range);
            continue;
        }
        let described = at;
        let mut is_inside = false;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'(' => is_inside = true,
                b')' => is_inside = false,
                b',' if !is_inside => break,
                _ => {}
            }
            at += 1;
        }
        if are_descriptors(text.get(described..at).unwrap_or_default()) {
            found.push(range);
        }
    }
}

/// Whether a candidate of `srcset` has valid descriptors: at most a width, a density, or a height with
/// a width.
fn are_descriptors(text: &str) -> bool {
    let (mut width, mut density, mut height) = (false, false, false);
    // In parentheses, white space ends no descriptor, so that such a descriptor is invalid.
    for descriptor in text.split_ascii_whitespace() {
        let last = descriptor.char_indices().next_back().map_or(0, |(at, _)| at);
        let (number, unit) = descriptor.split_at(last);
        let is_new = match unit {
            "w" if is_count(number) => !std::mem::replace(&mut width, true) && !density,
            "x" if is_density(number) => !std::mem::replace(&mut density, true) && !width && !height,
            "h" if is_count(number) => !std::mem::replace(&mut height, true) && !density,
            _ => false,
        };
        if !is_new {
            return false;
        }
    }
    width || !height
}

/// A valid non-negative integer that is not 0.
fn is_count(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit()) && text.bytes().any(|byte| byte != b'0')
}

/// A valid floating-point number that is not negative.
fn is_density(text: &str) -> bool {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let are_digits = |it: &str| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit());
    let exponent = exponent.map(|it| it.strip_prefix(['+', '-']).unwrap_or(it));
    let is_zero = mantissa.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
    let number = if is_zero { mantissa.strip_prefix('-').unwrap_or(mantissa) } else { mantissa };
    let (whole, fraction) = match number.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (number, None),
    };
    (are_digits(whole) || whole.is_empty() && fraction.is_some())
        && fraction.is_none_or(are_digits)
        && exponent.is_none_or(are_digits)
}

/// The references of a list with white space between them.
pub(super) fn words(text: &str) -> Vec<Range<usize>> {
    let start = |word: &str| word.as_ptr().addr() - text.as_ptr().addr();
    text.split_ascii_whitespace().map(|word| start(word)..start(word) + word.len()).collect()
}

/// The reference of `<meta http-equiv=refresh content="5; url=...">` (HTML Living Standard, "shared
/// declarative refresh steps").
pub(super) fn refresh(text: &str) -> Option<Range<usize>> {
    fn trim(text: &str) -> &str {
        text.trim_start_matches(|c: char| c.is_ascii_whitespace())
    }
    // Steps 4 to 9: a time, of which only the seconds count.
    let text_of_time = trim(text);
    let rest = text_of_time.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() == text_of_time.len() && !rest.starts_with('.') {
        return None;
    }
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    // Step 10: what follows the time is a separator. Another character ends the steps.
    if !rest.starts_with(|c: char| matches!(c, ';' | ',') || c.is_ascii_whitespace()) {
        return None;
    }
    // Steps 11 to 13.
    let rest = trim(rest);
    let rest = trim(rest.strip_prefix([';', ',']).unwrap_or(rest));
    // Steps 15 to 20: "url" and "=" may be left out.
    let named = rest.get(..3).filter(|it| it.eq_ignore_ascii_case("url"));
    let named = named.and_then(|_| trim(&rest[3..]).strip_prefix('=')).map(trim);
    let rest = named.unwrap_or(rest);
    // Steps 21 and 22: a quote ends the reference.
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

/// The label of the encoding in the value of a `Content-Type`, such as `text/html; charset=utf-8`
/// (HTML Living Standard, "extracting a character encoding from a meta element").
pub(super) fn charset(content: &str) -> Option<String> {
    let lower = content.to_ascii_lowercase();
    let mut rest = lower.as_str();
    loop {
        rest = rest[rest.find("charset")? + "charset".len()..].trim_start();
        let Some(value) = rest.strip_prefix('=') else { continue };
        let value = value.trim_start();
        let (value, ends): (_, &[char]) = match value.chars().next()? {
            '"' => (&value[1..], &['"']),
            '\'' => (&value[1..], &['\'']),
            _ => (value, &[';', ' ', '\t', '\n', '\r', '\u{C}']),
        };
        return Some(value.split(ends).next().unwrap_or_default().trim().to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_taken_out_of_lists() {
        let texts = |text: &str| -> Vec<String> { srcset(text).into_iter().map(|it| text[it].to_owned()).collect() };
        assert_eq!(texts("a.png 1x, b,c.png 2x,d.png"), ["a.png", "b,c.png", "d.png"]);
        assert_eq!(texts(" ,a.png, b.png 2x , c.png"), ["a.png", "b.png", "c.png"]);
        assert_eq!(texts(" , "), [""; 0]);
        // What is in parentheses is no descriptor, and its commas end nothing.
        assert_eq!(texts("a (b,c), d 1x 2x, e 1w, f 0w, g 1h, h 1h 2w, i 1.5e1x, j -1x"), ["e", "h", "i"]);
        for (text, found) in [
            ("5; url=a b", Some("a b")),
            ("0;URL = 'a'b", Some("a")),
            ("0,a", Some("a")),
            ("0 a ", Some("a")),
            ("0;url=\"a", Some("a")),
            ("5", None),
            ("url=a", None),
            ("0;url=", None),
            ("0url=a", None),
            ("0.5x; url=a", None),
            (".5;;url=a", Some(";url=a")),
            ("0;url a", Some("url a")),
        ] {
            assert_eq!(refresh(text).map(|it| &text[it]), found, "{text}");
        }
        assert_eq!(words(" a  b\n"), [1..2, 4..5]);
        assert_eq!(charset("text/html;charset charset = 'UTF-8' x").as_deref(), Some("utf-8"));
        assert_eq!(charset("text/html"), None);
    }
}
