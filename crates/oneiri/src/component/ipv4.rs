//! Legacy spellings of IPv4 addresses: one to four numbers in decimal, octal or hexadecimal digits, the last of
//! which fills the remaining octets. `inet_aton` reads them so, and the WHATWG URL Standard (section 3.5) follows
//! it.

use core::net::Ipv4Addr;

/// The address that `inet_aton` reads from the name; `None` if it reads none.
pub(super) fn legacy(name: &str) -> Option<Ipv4Addr> {
    address(name.strip_suffix('.').unwrap_or(name))
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

/// The value of a label, or `u64::MAX` for a number that does not fit; `None` if the label is not a number.
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
            "127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "0x7f.1", "0x7f000001", "2130706433", "017700000001",
            "0177.0.0.01", "0X7F.0x0.0.1", "127.0x.1", "127.0.0.0x1",
        ] {
            assert_eq!(legacy(name), Some(Ipv4Addr::LOCALHOST), "{name}");
        }
    }

    #[test]
    fn numbers_that_are_not_an_address_and_names() {
        for name in [
            "256.1.1.1", "1.2.3.4.5", "4294967296", "09", "a.1", "1..2", "0x100000000", "1.256.0.1", "", ".", "a",
            "1.a", "0xg", "example.com", "1.2.3.4a", "-1",
        ] {
            assert_eq!(legacy(name), None, "{name}");
        }
    }
}
