//! One character of a URL, whose delimiters may be escaped any number of times.

/// A byte with the number of times that it is escaped, and the number of bytes that spell it.
#[derive(Clone, Copy)]
pub(crate) struct Unit {
    pub(crate) byte: u8,
    pub(crate) depth: u8,
    pub(crate) length: usize,
}

/// The first unit of some bytes: `%26` and `%2526` are `&` at depth 1 and 2. JSON writes `\u0026` and `\/` for bytes of the URL itself,
/// nginx writes `\x26`, and HTML writes `&#38;`, so these have depth 0.
pub(crate) fn unit(bytes: &[u8]) -> Option<Unit> {
    Some(match *bytes {
        [b'%', high, low, ..] if hex(high, low).is_some() => percent(bytes),
        [b'\\', b'u', b'0', b'0', high, low, ..] => Unit::json(high, low, 6),
        [b'\\', b'x', high, low, ..] => Unit::json(high, low, 4),
        [b'\\', b'/', ..] => Unit { byte: b'/', depth: 0, length: 2 },
        [b'&', b'#', ref rest @ ..] => entity(rest).unwrap_or(Unit { byte: b'&', depth: 0, length: 1 }),
        [byte, ..] => Unit { byte, depth: 0, length: 1 },
        [] => return None,
    })
}

impl Unit {
    fn json(high: u8, low: u8, length: usize) -> Self {
        let (byte, length) = hex(high, low).map_or((b'\\', 1), |byte| (byte, length));
        Self { byte, depth: 0, length }
    }
}

fn percent(bytes: &[u8]) -> Unit {
    let mut unit = Unit { byte: b'%', depth: 0, length: 1 };
    while let Some([high, low]) = bytes.get(unit.length..unit.length + 2) {
        // A `%` that is escaped may begin another escape.
        match hex(*high, *low).filter(|_| unit.byte == b'%') {
            Some(byte) => unit = Unit { byte, depth: unit.depth.saturating_add(1), length: unit.length + 2 },
            None => break,
        }
    }
    unit
}

/// The character that HTML writes as `&#61;` or `&#x3D;`. The bytes are after the `#`.
fn entity(bytes: &[u8]) -> Option<Unit> {
    let (radix, from) = if matches!(bytes.first()?, b'x' | b'X') { (16, 1) } else { (10, 0) };
    let digits = bytes[from..].iter().take(6);
    let (mut value, mut length) = (0, from);
    for digit in digits.map_while(|&byte| char::from(byte).to_digit(radix)) {
        (value, length) = (value * radix + digit, length + 1);
    }
    let byte = u8::try_from(value).ok().filter(|byte| length > from && byte.is_ascii())?;
    let length = length + "&#".len() + usize::from(bytes.get(length) == Some(&b';'));
    Some(Unit { byte, depth: 0, length })
}

fn hex(high: u8, low: u8) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    u8::try_from(digit(high)? * 16 + digit(low)?).ok()
}
