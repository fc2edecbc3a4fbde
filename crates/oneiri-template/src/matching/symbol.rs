//! What automata read: characters of a URI, where the escapes of one character are one symbol.

use core::str;

use crate::encode::{continues, is_reserved, is_unreserved};

/// A character that stands as itself, the escapes of one character as an expansion writes them, or
/// another escape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Symbol {
    /// An ASCII character.
    Raw(u8),
    /// The escapes of a character that is not unreserved, with upper-case digits: `%C3%A9`.
    Escaped(char),
    /// Any other escape, as it stands: `%41`, `%c3`, `%FF`.
    Odd([u8; 2]),
}

/// The symbol that begins here and its end, or `None` if no URI has it.
pub(crate) fn symbol(text: &[u8], at: usize) -> Option<(Symbol, usize)> {
    match *text.get(at)? {
        b'%' => {}
        byte if byte.is_ascii() => return Some((Symbol::Raw(byte), at + 1)),
        _ => return None,
    }
    let digits = [*text.get(at + 1)?, *text.get(at + 2)?];
    if !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let odd = Some((Symbol::Odd(digits), at + 3));
    let Some(first) = octet(text, at) else { return odd };
    let length = match first {
        _ if is_unreserved(first) => return odd,
        0..0x80 => return Some((Symbol::Escaped(char::from(first)), at + 3)),
        0x80..0xE0 => 2,
        0xE0..0xF0 => 3,
        _ => 4,
    };
    let mut octets = [first, 0, 0, 0];
    for (index, place) in octets.iter_mut().enumerate().take(length).skip(1) {
        let Some(next) = octet(text, at + 3 * index) else { return odd };
        *place = next;
    }
    match str::from_utf8(&octets[..length]).map(|text| text.chars().next()) {
        Ok(Some(character)) => Some((Symbol::Escaped(character), at + 3 * length)),
        _ => odd,
    }
}

/// The octet of the escape that begins here, if its digits are upper case.
fn octet(text: &[u8], at: usize) -> Option<u8> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    };
    match text.get(at..at + 3)? {
        &[b'%', high, low] => Some(digit(high)? << 4 | digit(low)?),
        _ => None,
    }
}

/// The symbols that a place of an automaton takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    /// This symbol.
    Exact(Symbol),
    /// What the expansion of a character is without `+` and `#`.
    Simple,
    /// The same without `.`, which separates labels.
    Label,
    /// All that `+` and `#` let through.
    Any,
    /// Of these, what counts as a character in a prefix.
    One,
    /// Of these, what belongs to the character before it: escapes of octets that continue one in UTF-8.
    Rest,
}

/// For each byte that stands as itself: 1 if it is unreserved, 2 if it is `.`, 4 if it is reserved.
static KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    let mut index = 0;
    while index < 256 {
        let byte = index as u8;
        kinds[index] = match byte {
            b'.' => 2,
            _ if is_unreserved(byte) => 1,
            _ => 4 * is_reserved(byte) as u8,
        };
        index += 1;
    }
    kinds
};

/// The kind of a byte.
pub(crate) fn kind(byte: u8) -> u8 {
    KINDS[usize::from(byte)]
}

impl Class {
    /// Whether the class has this byte, which is not `%`.
    pub(crate) fn has_byte(self, byte: u8) -> bool {
        match self {
            Self::Exact(symbol) => symbol == Symbol::Raw(byte),
            class => class.has_kind(byte),
        }
    }

    /// The same for a class that is not one symbol.
    fn has_kind(self, byte: u8) -> bool {
        KINDS[usize::from(byte)] & self.kinds() != 0
    }

    /// The kinds of bytes that the class has, if it is not one symbol.
    pub(crate) fn kinds(self) -> u8 {
        match self {
            Self::Exact(_) | Self::Rest => 0,
            Self::Simple => 3,
            Self::Label => 1,
            Self::Any | Self::One => 7,
        }
    }

    /// The end of the bytes of this class that begin here.
    #[inline]
    pub(crate) fn run(self, text: &[u8], at: usize) -> usize {
        let kinds = self.kinds();
        let is_other = |&byte: &u8| KINDS[usize::from(byte)] & kinds == 0;
        text[at..].iter().position(is_other).map_or(text.len(), |it| at + it)
    }

    pub(crate) fn has(self, symbol: Symbol) -> bool {
        match self {
            Self::Exact(this) => this == symbol,
            Self::Simple | Self::Label | Self::Any => match symbol {
                Symbol::Raw(byte) => self.has_kind(byte),
                Symbol::Escaped(_) => true,
                Symbol::Odd(_) => self == Self::Any,
            },
            Self::One => Self::Any.has(symbol) && !Self::Rest.has(symbol),
            Self::Rest => matches!(symbol, Symbol::Odd([high, _]) if continues(high)),
        }
    }

    /// A symbol that both classes have.
    pub(crate) fn meet(self, other: Self) -> Option<Symbol> {
        const EACH: [Symbol; 6] = [
            Symbol::Raw(b'a'),
            Symbol::Raw(b'.'),
            Symbol::Raw(b'!'),
            Symbol::Escaped(' '),
            Symbol::Escaped('/'),
            Symbol::Odd(*b"80"),
        ];
        let exact = [self, other].into_iter().filter_map(|class| match class {
            Self::Exact(symbol) => Some(symbol),
            _ => None,
        });
        exact.chain(EACH).find(|&symbol| self.has(symbol) && other.has(symbol))
    }
}

/// Whether the expansion with `+` or `#` writes the escapes of this character for the character, so that
/// they can be decoded. It leaves `%2F` and `%25` as they are.
pub(crate) fn decodes_in_reserved(character: char) -> bool {
    !u8::try_from(character).is_ok_and(|byte| is_reserved(byte) || byte == b'%')
}
