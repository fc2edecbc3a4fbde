//! Host and port.

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::net::{Ipv4Addr, Ipv6Addr};

use oneiri::{Component, percent};

use crate::reading::{Reading, Refusal, range};

/// Reads `host [ ":" port ]`, and returns the host.
pub(super) fn read<'t>(
    text: &'t str,
    given: &'t str,
    has_scheme: bool,
    reading: &mut Reading<'t>,
) -> Result<Cow<'t, str>, Refusal> {
    let refusal = |why, part| Refusal::new(why, range(text, part).unwrap_or_default());
    let end = match given.starts_with('[') {
        true => given.find(']').ok_or(refusal("the bracket is not closed", given))? + 1,
        false => given.find(':').unwrap_or(given.len()),
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
    let host = host(name).map_err(|why| refusal(why, name))?;
    reading.set(Component::Host, host.clone(), range(text, name));
    Ok(host)
}

fn host(name: &str) -> Result<Cow<'_, str>, &'static str> {
    if name.starts_with('[') {
        return ipv6(name).map(Cow::Owned);
    }
    if let Some(address) = ipv4(name) {
        return Ok(Cow::Owned(address.to_string()));
    }
    let bytes = percent::decode(name);
    if bytes.iter().any(|byte| *byte < b' ') {
        return Err("an escape of the host stands for a control");
    }
    if bytes.first() == Some(&b'[') {
        return ipv6(&String::from_utf8_lossy(&bytes)).map(Cow::Owned);
    }
    if bytes.iter().any(|byte| b" /:#?!@{}[]\\$'\"^`*<>=;,+&()".contains(byte)) {
        return Err("a character that a host may not hold");
    }
    Ok(match bytes {
        Cow::Borrowed(_) => Cow::Borrowed(name),
        Cow::Owned(bytes) => Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()),
    })
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

/// An IPv6 address between brackets, without its zone. It is written anew if that is shorter.
fn ipv6(text: &str) -> Result<String, &'static str> {
    const WHY: &str = "expected an IPv6 address between the brackets";
    let inside = text[1..].strip_suffix(']').ok_or(WHY)?;
    let (address, zone) = match inside.split_once('%') {
        Some((address, zone)) => (address, Some(zone)),
        None => (inside, None),
    };
    if let Some(zone) = zone {
        let zone = zone.strip_prefix("25").filter(|rest| !rest.is_empty()).unwrap_or(zone);
        if zone.is_empty() || zone.len() > 15 {
            return Err("the zone of the address is empty or too long");
        }
    }
    let parsed: Ipv6Addr = address.parse().map_err(|_| WHY)?;
    let written = written(parsed);
    let shorter = if written.len() < address.len() { written } else { address.to_owned() };
    Ok(format!("[{shorter}]"))
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
