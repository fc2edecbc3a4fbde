//! The IPv6 parser and the IPv6 serializer (sections 3.5 and 3.6 of the Standard).

use alloc::string::String;
use core::fmt::Write;

use crate::error::ErrorKind;

/// The IPv6 parser.
pub(crate) fn parse(input: &str) -> Result<[u16; 8], ErrorKind> {
    let (mut address, mut piece_index, mut compress) = ([0_u16; 8], 0, None);
    let (input, mut pointer) = (input.as_bytes(), 0);
    let at = |pointer: usize| input.get(pointer).copied();
    if at(pointer) == Some(b':') {
        if at(pointer + 1) != Some(b':') {
            return Err(ErrorKind::Ipv6InvalidCompression);
        }
        pointer += 2;
        piece_index += 1;
        compress = Some(piece_index);
    }
    while let Some(c) = at(pointer) {
        if piece_index == 8 {
            return Err(ErrorKind::Ipv6TooManyPieces);
        }
        if c == b':' {
            if compress.is_some() {
                return Err(ErrorKind::Ipv6MultipleCompression);
            }
            pointer += 1;
            piece_index += 1;
            compress = Some(piece_index);
            continue;
        }
        let (mut value, mut length) = (0_u16, 0);
        while length < 4 {
            let Some(digit) = at(pointer).and_then(|c| char::from(c).to_digit(16)) else { break };
            // At most 15, so nothing is cut off.
            value = value << 4 | digit as u16;
            pointer += 1;
            length += 1;
        }
        match at(pointer) {
            Some(b'.') => {
                if length == 0 {
                    return Err(ErrorKind::Ipv4InIpv6InvalidCodePoint);
                }
                if piece_index > 6 {
                    return Err(ErrorKind::Ipv4InIpv6TooManyPieces);
                }
                let [high, low] = embedded_ipv4(&input[pointer - length..])?;
                (address[piece_index], address[piece_index + 1]) = (high, low);
                piece_index += 2;
                break;
            }
            Some(b':') => {
                pointer += 1;
                if at(pointer).is_none() {
                    return Err(ErrorKind::Ipv6InvalidCodePoint);
                }
            }
            Some(_) => return Err(ErrorKind::Ipv6InvalidCodePoint),
            None => {}
        }
        address[piece_index] = value;
        piece_index += 1;
    }
    match compress {
        // Moves the pieces behind the compression to the end.
        Some(compress) => {
            address[compress..].rotate_right(8 - piece_index);
            Ok(address)
        }
        None if piece_index == 8 => Ok(address),
        None => Err(ErrorKind::Ipv6TooFewPieces),
    }
}

/// The last two pieces, written as an IPv4 address.
fn embedded_ipv4(input: &[u8]) -> Result<[u16; 2], ErrorKind> {
    let (mut parts, mut numbers_seen) = ([0_u16; 4], 0);
    for text in input.split(|byte| *byte == b'.') {
        if numbers_seen == 4 {
            return Err(ErrorKind::Ipv4InIpv6InvalidCodePoint);
        }
        if text.is_empty() {
            // Nothing stands behind the last dot, or a dot behind a dot.
            let ends = numbers_seen == input.iter().filter(|byte| **byte == b'.').count();
            return Err(if ends {
                ErrorKind::Ipv4InIpv6TooFewParts
            } else {
                ErrorKind::Ipv4InIpv6InvalidCodePoint
            });
        }
        let mut value = 0;
        for (index, byte) in text.iter().enumerate() {
            if !byte.is_ascii_digit() || (index > 0 && value == 0) {
                return Err(ErrorKind::Ipv4InIpv6InvalidCodePoint);
            }
            value = value * 10 + u16::from(byte - b'0');
            if value > 255 {
                return Err(ErrorKind::Ipv4InIpv6OutOfRangePart);
            }
        }
        parts[numbers_seen] = value;
        numbers_seen += 1;
    }
    if numbers_seen < 4 {
        return Err(ErrorKind::Ipv4InIpv6TooFewParts);
    }
    Ok([parts[0] << 8 | parts[1], parts[2] << 8 | parts[3]])
}

/// The IPv6 serializer.
pub(crate) fn serialize(out: &mut String, address: [u16; 8]) {
    let compress = compressed_piece(&address);
    let mut index = 0;
    while index < 8 {
        if let Some((start, length)) = compress.filter(|(start, _)| *start == index) {
            out.push_str(if start == 0 { "::" } else { ":" });
            index += length;
            continue;
        }
        // Writing to a `String` cannot fail.
        let _ = write!(out, "{:x}", address[index]);
        if index < 7 {
            out.push(':');
        }
        index += 1;
    }
}

/// The start and the length of the first longest run of pieces that are zero, if it is longer than
/// one.
fn compressed_piece(address: &[u16; 8]) -> Option<(usize, usize)> {
    let (mut longest, mut index) = (None, 0);
    while index < 8 {
        let length = address[index..].iter().take_while(|piece| **piece == 0).count();
        if length > longest.map_or(1, |(_, length)| length) {
            longest = Some((index, length));
        }
        index += length.max(1);
    }
    longest
}
