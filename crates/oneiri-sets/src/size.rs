//! Sizes as people write them.

/// Parses a size such as `256M` or `1.5g`, which must be at least `1M`.
///
/// ```
/// assert_eq!(oneiri_sets::parse_size("1.5M"), Ok(3 << 19));
/// assert!(oneiri_sets::parse_size("100K").is_err());
/// ```
///
/// # Errors
///
/// The text is no such size. The message says what was expected.
pub fn parse_size(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" => Some(0),
        unit => ["K", "M", "G", "T"].iter().position(|it| *it == unit).map(|nth| 10 * (nth + 1)),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let size = shift.and_then(|shift| {
        let unit = 1_u64 << shift;
        // Of a part of a unit, the first nine digits count.
        let digits = part.get(..9).unwrap_or(part);
        let scale = 10_u64.pow(u32::try_from(digits.len()).ok()?);
        let part = u128::from(digits.parse::<u64>().ok()?) * u128::from(unit) / u128::from(scale);
        whole.parse::<u64>().ok()?.checked_mul(unit)?.checked_add(u64::try_from(part).ok()?)
    });
    match size.and_then(|size| usize::try_from(size).ok()) {
        Some(size) if size >= 1 << 20 => Ok(size),
        Some(_) => Err("expected at least 1M".to_owned()),
        None => Err("expected a number of bytes, such as 256M or 1.5G".to_owned()),
    }
}
