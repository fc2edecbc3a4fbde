//! Parses the sizes of memory that options such as `dedupe --memory` take.

/// Parses a number of bytes: digits, and at most one of the suffixes `K`, `M`, `G` and `T`, which
/// multiply by powers of 1024. `256M` is 268435456 bytes.
///
/// # Errors
///
/// A message for the user if `text` is no such number, if the number does not fit into `usize`, or
/// if the size is below 1M.
pub(crate) fn size(text: &str) -> Result<usize, String> {
    let (digits, shift) = match text.strip_suffix(['K', 'M', 'G', 'T']) {
        Some(digits) => (digits, 10 * (1 + "KMGT".find(&text[digits.len()..]).unwrap_or(0))),
        None => (text, 0),
    };
    let size = digits.parse::<usize>().ok().and_then(|number| number.checked_mul(1 << shift));
    match size {
        Some(size) if size >= 1 << 20 => Ok(size),
        Some(_) => Err("expected at least 1M".to_owned()),
        None => Err("expected a number of bytes, such as 256M or 4G".to_owned()),
    }
}
