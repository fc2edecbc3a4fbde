//! The IPv4 parser (section 3.5 of the Standard).

use crate::error::ErrorKind;

/// The IPv4 parser.
pub(crate) fn parse(input: &str) -> Result<u32, ErrorKind> {
    let input = input.strip_suffix('.').unwrap_or(input);
    let parts = input.split('.').count();
    if parts > 4 {
        return Err(ErrorKind::Ipv4TooManyParts);
    }
    let (mut ipv4, mut too_large) = (0_u64, false);
    for (index, part) in input.split('.').enumerate() {
        let value = number(part).ok_or(ErrorKind::Ipv4NonNumericPart)?;
        if index + 1 < parts {
            too_large |= value > 255;
            ipv4 |= (value & 255) << (8 * (3 - index));
        } else {
            too_large |= value >= 1 << (8 * (5 - parts));
            ipv4 |= value & 0xFFFF_FFFF;
        }
    }
    // Every part has to be a number first: `0x100.x` has a part that is not one.
    if too_large { Err(ErrorKind::Ipv4OutOfRangePart) } else { Ok(ipv4 as u32) }
}

/// The IPv4 number parser. A number of more than 32 bits is returned as 2^32.
pub(super) fn number(input: &str) -> Option<u64> {
    let (digits, radix) = match input.as_bytes() {
        [] => return None,
        [b'0', b'x' | b'X', ..] => (&input[2..], 16),
        [b'0', _, ..] => (&input[1..], 8),
        _ => (input, 10),
    };
    let mut value = 0_u64;
    for digit in digits.chars() {
        let digit = digit.to_digit(radix)?;
        value = (value * u64::from(radix) + u64::from(digit)).min(1 << 32);
    }
    Some(value)
}
