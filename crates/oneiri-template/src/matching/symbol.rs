//! What automata read: characters of a URI, where the escapes of one character are one symbol.

use crate::encode::{character, is_escape, is_reserved, is_unreserved};

/// A character that stands as itself, the escapes of one character as an expansion writes them, or
/// other escapes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Symbol {
    /// An ASCII character.
    Raw(u8),
    /// The escapes of a character that is not unreserved, with upper-case digits: `%C3%A9`.
    Escaped(char),
    /// Any other escapes of one character, or one that belongs to none, as they are: `%41`, `%c3%A9`,
    /// `%FF`. Their digits, and 0 after them.
    Odd([u8; 8]),
}

/// The symbol that begins here and its end, or `None` if no URI has it.
pub(crate) fn symbol(text: &[u8], at: usize) -> Option<(Symbol, usize)> {
    match *text.get(at)? {
        b'%' if is_escape(text, at) => {}
        byte if byte.is_ascii() && byte != b'%' => return Some((Symbol::Raw(byte), at + 1)),
        _ => return None,
    }
    let (value, end) = match character(text, at) {
        Some((value, end)) => (Some(value), end),
        None => (None, at + 3),
    };
    let escapes = &text[at..end];
    let is_kept = |value: &char| !value.is_ascii() || !is_unreserved(*value as u8);
    match value.filter(is_kept) {
        Some(value) if !escapes.iter().any(u8::is_ascii_lowercase) => Some((Symbol::Escaped(value), end)),
        _ => {
            let mut digits = [0; 8];
            let written = escapes.iter().filter(|&&byte| byte != b'%');
            digits.iter_mut().zip(written).for_each(|(digit, &byte)| *digit = byte);
            Some((Symbol::Odd(digits), end))
        }
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
            Self::Exact(_) => 0,
            Self::Simple => 3,
            Self::Label => 1,
            Self::Any => 7,
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
            class => match symbol {
                Symbol::Raw(byte) => class.has_kind(byte),
                Symbol::Escaped(_) => true,
                Symbol::Odd(_) => class == Self::Any,
            },
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
            Symbol::Odd(*b"80\0\0\0\0\0\0"),
        ];
        let exact = [self, other].into_iter().filter_map(|class| match class {
            Self::Exact(symbol) => Some(symbol),
            _ => None,
        });
        exact.chain(EACH).find(|&symbol| self.has(symbol) && other.has(symbol))
    }
}

impl Symbol {
    /// Whether the symbol is an escape that a neighbour may complete to a character.
    pub(crate) fn is_cut(self) -> bool {
        matches!(self, Self::Odd([b'8'..=b'9' | b'A'..=b'F' | b'a'..=b'f', _, 0, ..]))
    }
}

/// Whether the expansion with `+` or `#` writes the escapes of this character for the character, so that
/// they can be decoded. It leaves `%2F` and `%25` as they are.
pub(crate) fn decodes_in_reserved(character: char) -> bool {
    !u8::try_from(character).is_ok_and(|byte| is_reserved(byte) || byte == b'%')
}
