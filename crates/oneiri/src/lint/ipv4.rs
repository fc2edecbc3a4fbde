//! Names that `inet_aton`, and WHATWG's URL Standard (section 3.5) after it, take for an IPv4 address:
//! up to four numbers, in decimal, octal or hexadecimal digits, the last of which fills what is left.

use core::net::Ipv4Addr;

/// What such a reader makes of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    /// Its last label is a number and the whole is no address, so it is refused.
    Refused,
    Address(Ipv4Addr),
}

/// `None` for a name that does not end in a number.
pub(super) fn read(name: &str) -> Option<Reading> {
    let name = name.strip_suffix('.').unwrap_or(name);
    let last = name.rsplit('.').next().unwrap_or_default();
    let digits = !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit());
    if !digits && number(last).is_none() {
        return None;
    }
    Some(address(name).map_or(Reading::Refused, Reading::Address))
}

fn address(name: &str) -> Option<Ipv4Addr> {
    let (mut bits, mut left) = (0, 32);
    let mut labels = name.split('.').peekable();
    while let Some(label) = labels.next() {
        if left == 0 {
            return None;
        }
        let width = if labels.peek().is_some() { 8 } else { left };
        let value = number(label).filter(|value| value >> width == 0)?;
        left -= width;
        bits |= value << left;
    }
    u32::try_from(bits).ok().map(Ipv4Addr::from)
}

/// The value of a label, `u64::MAX` for all that are too large; `None` if it is no number.
fn number(label: &str) -> Option<u64> {
    let (digits, radix) = if let Some(digits) = label.strip_prefix("0x") {
        (digits, 16)
    } else if let Some(digits) = label.strip_prefix("0X") {
        (digits, 16)
    } else {
        match label.strip_prefix('0') {
            Some(digits) => (digits, 8),
            None if label.is_empty() => return None,
            None => (label, 10),
        }
    };
    if !digits.chars().all(|digit| digit.is_digit(radix)) {
        return None;
    }
    if digits.is_empty() {
        return Some(0);
    }
    Some(u64::from_str_radix(digits, radix).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spellings_of_loopback() {
        for name in [
            "127.0.0.1",
            "127.0.0.1.",
            "127.1",
            "127.0.1",
            "0x7f.1",
            "0x7f000001",
            "2130706433",
            "017700000001",
            "0177.0.0.01",
            "0X7F.0x0.0.1",
            "127.0x.1",
            "127.0.0.0x1",
        ] {
            assert_eq!(read(name), Some(Reading::Address(Ipv4Addr::LOCALHOST)), "{name}");
        }
    }

    #[test]
    fn what_is_refused_and_what_is_a_name() {
        for name in [
            "256.1.1.1",
            "1.2.3.4.5",
            "4294967296",
            "09",
            "a.1",
            "1..2",
            "0x100000000",
            "1.256.0.1",
        ] {
            assert_eq!(read(name), Some(Reading::Refused), "{name}");
        }
        for name in ["", ".", "a", "1.a", "0xg", "example.com", "1.2.3.4a", "-1"] {
            assert_eq!(read(name), None, "{name}");
        }
    }
}
