//! The IPv4 parser (section 3.5 of the Standard).

use alloc::string::String;
use core::ops::Range;

use crate::error::{Error, ErrorKind};
use crate::parser::validation::Sink;

/// The IPv4 parser.
pub(crate) fn parse<S: Sink>(input: &str, errors: &mut S) -> Result<u32, Error> {
    let numbers = input.strip_suffix('.').unwrap_or(input);
    if numbers.len() < input.len() {
        errors.take(Error::new(ErrorKind::Ipv4EmptyPart, input.len()..input.len()));
    }
    let parts = 1 + numbers.bytes().filter(|byte| *byte == b'.').count();
    if parts > 4 {
        return Err(Error::new(ErrorKind::Ipv4TooManyParts, 0..numbers.len()));
    }
    if parts < 4 {
        errors.take(Error::new(ErrorKind::Ipv4TooFewParts, 0..numbers.len()));
    }
    let (mut ipv4, mut start) = (0_u64, 0);
    let mut large: Option<(Range<usize>, bool)> = None;
    for index in 0..parts {
        // Parts are short, so this takes less time than `split`.
        let part = &numbers[start..];
        let part = &part[..part.bytes().position(|byte| byte == b'.').unwrap_or(part.len())];
        let range = start..start + part.len();
        start = range.end + 1;
        let Some((value, is_decimal)) = number(part) else {
            return Err(Error::new(ErrorKind::Ipv4NonNumericPart, range));
        };
        if !is_decimal {
            errors.take(Error::new(ErrorKind::Ipv4NonDecimalPart, range.clone()));
        }
        let is_last = index + 1 == parts;
        let too_large = if is_last { value >= 1 << (8 * (5 - parts)) } else { value > 255 };
        ipv4 |= value << (8 * (if is_last { 0 } else { 3 - index }));
        // The first part above 255, unless a later one is too large and it is not.
        if value > 255 && large.as_ref().is_none_or(|(_, before)| too_large && !before) {
            large = Some((range, too_large));
        }
    }
    // Every part has to be a number first: `0x100.x` has a part that is not one.
    let large = large.map(|(range, fails)| (Error::new(ErrorKind::Ipv4OutOfRangePart, range), fails));
    match large {
        Some((error, true)) => return Err(error),
        Some((error, false)) => errors.take(error),
        None => {}
    }
    // No part is too large, so nothing is cut off.
    Ok(ipv4 as u32)
}

/// The IPv4 number parser, which also says whether the number is decimal. A number of more than 32 bits is
/// returned as 2^32.
pub(super) fn number(input: &str) -> Option<(u64, bool)> {
    let (digits, radix) = match input.as_bytes() {
        [] => return None,
        [b'0', b'x' | b'X', ..] => (&input[2..], 16),
        [b'0', _, ..] => (&input[1..], 8),
        _ => (input, 10),
    };
    let mut value = 0_u64;
    for byte in digits.bytes() {
        let digit = char::from(byte).to_digit(radix)?;
        value = value * u64::from(radix) + u64::from(digit);
        // Ten digits have at most 40 bits.
        value = if digits.len() > 10 { value.min(1 << 32) } else { value };
    }
    Some((value.min(1 << 32), radix == 10))
}

/// The IPv4 serializer.
pub(crate) fn serialize(out: &mut String, address: u32) {
    for (index, octet) in address.to_be_bytes().into_iter().enumerate() {
        if index > 0 {
            out.push('.');
        }
        let length = 1 + usize::from(octet >= 10) + usize::from(octet >= 100);
        let digits = [octet / 100, octet / 10 % 10, octet % 10].map(|digit| b'0' + digit);
        digits[3 - length..].iter().for_each(|digit| out.push(char::from(*digit)));
    }
}
