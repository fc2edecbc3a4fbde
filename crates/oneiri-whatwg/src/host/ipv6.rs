//! The IPv6 parser and the IPv6 serializer (sections 3.5 and 3.6 of the Standard).

use alloc::string::String;

use crate::error::{Error, ErrorKind};
use crate::parser::validation::Sink;

/// The IPv6 parser.
pub(crate) fn parse<S: Sink>(input: &str, errors: &mut S) -> Result<[u16; 8], Error> {
    let (mut address, mut piece_index, mut compress) = ([0_u16; 8], 0, None);
    let (text, input, mut pointer) = (input, input.as_bytes(), 0);
    let at = |pointer: usize| input.get(pointer).copied();
    let error = |kind, pointer| Err(at_char(kind, text, pointer));
    if at(pointer) == Some(b':') {
        if at(pointer + 1) != Some(b':') {
            return error(ErrorKind::Ipv6InvalidCompression, pointer);
        }
        pointer += 2;
        piece_index += 1;
        compress = Some(piece_index);
    }
    while let Some(c) = at(pointer) {
        if piece_index == 8 {
            return error(ErrorKind::Ipv6TooManyPieces, pointer);
        }
        if c == b':' {
            if compress.is_some() {
                return error(ErrorKind::Ipv6MultipleCompression, pointer);
            }
            pointer += 1;
            piece_index += 1;
            compress = Some(piece_index);
            continue;
        }
        let (mut value, mut length, start) = (0_u16, 0, pointer);
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
                    return error(ErrorKind::Ipv4InIpv6InvalidCodePoint, pointer);
                }
                pointer -= length;
                if piece_index > 6 {
                    let range = pointer..input.len();
                    return Err(Error::new(ErrorKind::Ipv4InIpv6TooManyPieces, range));
                }
                let [high, low] = match embedded_ipv4(&text[pointer..]) {
                    Ok(pieces) => pieces,
                    Err(error) => return Err(error.moved(pointer)),
                };
                (address[piece_index], address[piece_index + 1]) = (high, low);
                piece_index += 2;
                break;
            }
            Some(b':') => {
                pointer += 1;
                if at(pointer).is_none() {
                    return error(ErrorKind::Ipv6InvalidCodePoint, pointer);
                }
            }
            Some(_) => return error(ErrorKind::Ipv6InvalidCodePoint, pointer),
            None => {}
        }
        if length > 1 && input[start] == b'0' {
            errors.take(Error::new(ErrorKind::Ipv6PieceLeadingZero, start..start + length));
        }
        address[piece_index] = value;
        piece_index += 1;
    }
    match compress {
        // Moves the pieces after the compression to the end.
        Some(compress) => {
            address[compress..].rotate_right(8 - piece_index);
            Ok(address)
        }
        None if piece_index == 8 => Ok(address),
        None => error(ErrorKind::Ipv6TooFewPieces, pointer),
    }
}

/// The last two pieces, written as an IPv4 address.
fn embedded_ipv4(text: &str) -> Result<[u16; 2], Error> {
    let (mut parts, mut numbers_seen, mut pointer) = ([0_u16; 4], 0, 0);
    let input = text.as_bytes();
    let digit = |pointer: usize| input.get(pointer).filter(|byte| byte.is_ascii_digit());
    let invalid = |pointer| Err(at_char(ErrorKind::Ipv4InIpv6InvalidCodePoint, text, pointer));
    while let Some(c) = input.get(pointer) {
        if numbers_seen > 0 {
            if *c != b'.' || numbers_seen == 4 {
                return invalid(pointer);
            }
            pointer += 1;
        }
        let start = pointer;
        while let Some(byte) = digit(pointer) {
            let part = &mut parts[numbers_seen];
            if pointer > start && *part == 0 {
                return invalid(pointer);
            }
            *part = *part * 10 + u16::from(byte - b'0');
            pointer += 1;
            if *part > 255 {
                while digit(pointer).is_some() {
                    pointer += 1;
                }
                return Err(Error::new(ErrorKind::Ipv4InIpv6OutOfRangePart, start..pointer));
            }
        }
        if pointer == start {
            return invalid(pointer);
        }
        numbers_seen += 1;
    }
    if numbers_seen < 4 {
        return Err(Error::new(ErrorKind::Ipv4InIpv6TooFewParts, pointer..pointer));
    }
    Ok([parts[0] << 8 | parts[1], parts[2] << 8 | parts[3]])
}

/// The error of the character at an offset, or of the end.
fn at_char(kind: ErrorKind, text: &str, at: usize) -> Error {
    let c = text.get(at..).and_then(|rest| rest.chars().next());
    Error::new(kind, at..at + c.map_or(0, char::len_utf8))
}

/// The IPv6 serializer.
pub(crate) fn serialize(out: &mut String, address: [u16; 8]) {
    let (text, end) = written(address);
    out.push_str(core::str::from_utf8(&text[..end]).unwrap_or_default());
}

/// The text of an address and its length.
pub(crate) fn written(address: [u16; 8]) -> ([u8; 41], usize) {
    let (mut text, mut end) = ([b':'; 41], 0);
    let compress = compressed_piece(&address);
    let mut index = 0;
    while index < 8 {
        if let Some((start, length)) = compress.filter(|(start, _)| *start == index) {
            text[end] = b':';
            end += if start == 0 { 2 } else { 1 };
            index += length;
            continue;
        }
        // Four digits at once, and then as many of them as the piece has.
        let zeros = address[index].leading_zeros().min(12) & 12;
        let digits = digits(address[index]) >> (2 * zeros);
        if let Some(place) = text[end..].first_chunk_mut() {
            *place = digits.to_le_bytes();
        }
        end += 4 - zeros as usize / 4;
        text[end] = b':';
        end += usize::from(index < 7);
        index += 1;
    }
    (text, end)
}

/// The four hexadecimal digits of a piece, the first of them in the lowest byte.
fn digits(piece: u16) -> u32 {
    let piece = u32::from(piece);
    let values = piece >> 12 | (piece & 0xF00) | (piece & 0xF0) << 12 | (piece & 0xF) << 24;
    let letters = ((values + 0x0606_0606) >> 4) & 0x0101_0101;
    values + 0x3030_3030 + letters * u32::from(b'a' - b'0' - 10)
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
