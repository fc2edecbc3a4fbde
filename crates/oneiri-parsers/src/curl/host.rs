//! Host and port.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::net::{Ipv4Addr, Ipv6Addr};

use oneiri::{Component, percent};

use super::Curl;
use crate::reading::{Reading, Refusal, range};

impl Curl {
    /// Reads `host [ ":" port ]`, and returns the host.
    pub(super) fn read_host<'t>(
        self,
        text: &'t str,
        given: &'t str,
        has_scheme: bool,
        reading: &mut Reading<'t>,
    ) -> Result<Cow<'t, str>, Refusal> {
        let refusal = |why, part| Refusal::new(why, range(text, part).unwrap_or_default());
        let end = if given.starts_with('[') {
            given.find(']').ok_or(refusal("the bracket is not closed", given))? + 1
        } else {
            given.find(':').unwrap_or(given.len())
        };
        let (name, port) = given.split_at(end);
        if !port.is_empty() {
            let digits = port.strip_prefix(':').filter(|digits| has_scheme || !digits.is_empty());
            let is_number = |it: &&str| it.bytes().all(|byte| byte.is_ascii_digit());
            let digits = digits.filter(is_number).ok_or(refusal("expected a port", port))?;
            if !digits.is_empty() {
                let number: Option<u16> = digits.parse().ok();
                let number = number.ok_or(refusal("the port is above 65535", digits))?;
                reading.set(Component::Port, number.to_string(), range(text, digits));
            }
        }
        if name.is_empty() {
            return Err(refusal("expected a host", name));
        }
        let host = self.host(name).map_err(|why| refusal(why, name))?;
        reading.set(Component::Host, host.clone(), range(text, name));
        Ok(host)
    }

    fn host(self, name: &str) -> Result<Cow<'_, str>, &'static str> {
        // curl 7.88 looks for an address before it decodes the escapes, and curl 8 after that: `%30` is 0.0.0.0.
        let is_old = self == Self::V7_88;
        if is_old && name.starts_with('[') {
            return self.ipv6(name.as_bytes()).map(Cow::Owned);
        }
        if let Some(address) = ipv4(name).filter(|_| is_old) {
            return Ok(Cow::Owned(address.to_string()));
        }
        let bytes = percent::decode(name);
        if bytes.iter().any(|byte| *byte < b' ') {
            return Err("an escape of the host stands for a control");
        }
        if bytes.starts_with(b"[") {
            return self.ipv6(&bytes).map(Cow::Owned);
        }
        let decoded = String::from_utf8_lossy(&bytes);
        if !is_old {
            // Since curl 8 a dot may follow an IPv4 address.
            if let Some(address) = ipv4(decoded.strip_suffix('.').unwrap_or(&decoded)) {
                return Ok(Cow::Owned(address.to_string()));
            }
        }
        let is_bad = |byte: &u8| match self {
            Self::V7_88 => b" /:#?!@{}[]\\$'\"^`*<>=;,+&()".contains(byte),
            _ => !is_unreserved(byte),
        };
        // Since curl 8 a host may not end with two dots, either.
        if bytes.iter().any(is_bad) || !is_old && (decoded == "." || decoded.ends_with("..")) {
            return Err("a character that a host may not hold");
        }
        Ok(match bytes {
            Cow::Borrowed(_) => Cow::Borrowed(name),
            Cow::Owned(_) => Cow::Owned(decoded.into_owned()),
        })
    }

    /// An IPv6 address between brackets, without its zone. It is written anew if that is not longer (curl 7.88: if that is
    /// shorter).
    fn ipv6(self, text: &[u8]) -> Result<String, &'static str> {
        const WHY: &str = "expected an IPv6 address between the brackets";
        let inside = text[1..].strip_suffix(b"]").ok_or(WHY)?;
        let mark = inside.iter().position(|byte| *byte == b'%').unwrap_or(inside.len());
        let (address, zone) = inside.split_at(mark);
        if let Some(zone) = zone.strip_prefix(b"%") {
            // What follows a decoded bracket is dropped.
            let zone = zone.split(|byte| *byte == b']').next().unwrap_or_default();
            let zone = zone.strip_prefix(b"25").filter(|rest| !rest.is_empty()).unwrap_or(zone);
            if zone.is_empty() || zone.len() > 15 {
                return Err("the zone of the address is empty or too long");
            }
            if self > Self::V7_88 && !zone.iter().all(is_unreserved) {
                return Err("a character that a zone may not hold");
            }
        }
        let address = core::str::from_utf8(address).map_err(|_| WHY)?;
        let written = written(address.parse().map_err(|_| WHY)?);
        let room = address.len() - usize::from(self == Self::V7_88);
        Ok(format!("[{}]", if written.len() <= room { &written } else { address }))
    }
}

/// What a host may consist of since curl 8, besides characters beyond ASCII.
fn is_unreserved(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || !byte.is_ascii() || b"-._~".contains(byte)
}

/// An IPv4 address of one to four numbers, which may be octal or hexadecimal.
fn ipv4(text: &str) -> Option<Ipv4Addr> {
    let numbers: Option<Vec<u32>> = text.split('.').map(number).collect();
    let numbers = numbers.filter(|numbers| numbers.len() <= 4)?;
    let (last, first) = numbers.split_last()?;
    let room = 8 * (4 - u32::try_from(first.len()).ok()?);
    if first.iter().any(|number| *number > 0xFF) || u64::from(*last) >> room != 0 {
        return None;
    }
    let first = first.iter().rev().enumerate();
    let high = first.fold(0, |sum, (nth, number)| sum | number << (room + 8 * nth as u32));
    Some(Ipv4Addr::from(high | last))
}

/// A number as `strtoul` reads it: after `0x` hexadecimal, after `0` octal.
fn number(text: &str) -> Option<u32> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', _, ..] => (&text[1..], 8),
        _ => (text, 10),
    };
    let is_number = digits.chars().all(|c| c.is_digit(radix));
    (is_number && !digits.is_empty()).then(|| u32::from_str_radix(digits, radix).ok())?
}

/// An address as `inet_ntop` writes it: the last two groups of `::1.2.3.4` in decimal digits.
fn written(address: Ipv6Addr) -> String {
    match address.to_ipv4() {
        Some(inner) if address.segments()[5] == 0 && address.segments()[6] != 0 => {
            format!("::{inner}")
        }
        _ => address.to_string(),
    }
}
