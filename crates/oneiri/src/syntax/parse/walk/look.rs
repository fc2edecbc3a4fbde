//! The checks that the walk makes byte by byte, and the hints that it takes from a block.

use crate::syntax::grammar::escape_at;
use crate::syntax::grammar::unicode::{char_at, is_bidi_control, is_ucschar};
use crate::syntax::scan::Masks;
use crate::syntax::spans::Hints;

/// The hints that the masks of a block give: segments that begin with a dot, and bytes beyond ASCII.
/// `before` is the mask of slashes of the block before it, or 0.
#[inline(always)]
pub(super) fn hints(masks: &Masks, before: u64) -> Hints {
    let dots = (masks.slash << 1 | before >> 63) & masks.dot != 0;
    Hints::DOTS.when(dots).or(Hints::NON_ASCII.when(masks.beyond != 0))
}

/// Looks at the bytes of [`Masks::check`] in the block at `at`; `bits` is that mask. Returns the hints
/// that these bytes give, or `None` if one of them is not plainly valid.
#[inline(always)]
pub(super) fn check(bytes: &[u8], at: usize, bits: u64, unicode: bool) -> Option<Hints> {
    if bits == 0 { Some(Hints::NONE) } else { look(bytes, at, bits, unicode) }
}

#[inline(never)]
fn look(bytes: &[u8], at: usize, mut bits: u64, unicode: bool) -> Option<Hints> {
    let mut hints = Hints::NONE;
    while bits != 0 {
        let place = at + bits.trailing_zeros() as usize;
        bits &= bits - 1;
        match bytes[place] {
            b'%' => {
                escape_at(bytes, place)?;
                hints = hints.or(Hints::ESCAPES);
            }
            b'\'' => {}
            0x80.. if unicode => hints = hints.or(look_at(bytes, place)?),
            _ => return None,
        }
    }
    Some(hints)
}

/// The hints of the character beyond ASCII at `place`; `None` if some component of an IRI does not admit
/// it.
#[inline(always)]
pub(in crate::syntax::parse) fn look_at(bytes: &[u8], place: usize) -> Option<Hints> {
    let (character, _) = char_at(bytes, place);
    is_ucschar(character).then_some(Hints::BIDI.when(is_bidi_control(character)))
}
