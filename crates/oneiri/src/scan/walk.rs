//! From bit masks to components: one walk over a text, 64 bytes at a time, written once for every
//! machine.

use crate::grammar::unicode::{char_at, is_bidi_control, is_ucschar};
use crate::grammar::{ALPHA, escape_at, mask};
use crate::scan::run_plain;
use crate::spans::{Hints, Spans};

/// What stands where in 64 bytes, a bit for each, the lowest for the first.
#[derive(Clone, Copy, Default)]
pub(super) struct Masks {
    /// `/`
    pub(super) slash: u64,
    /// `?`
    pub(super) question: u64,
    /// `#`
    pub(super) hash: u64,
    /// `:` or `@`
    pub(super) colon_or_at: u64,
    /// `.`
    pub(super) dot: u64,
    /// `A` to `Z`
    pub(super) upper: u64,
    /// What has to be looked at: `%`, ASCII that stands nowhere but in an IP literal or nowhere at
    /// all, and of what lies beyond ASCII all (for URIs), or what may begin a character that IRIs do
    /// not hold or that normalization changes (for IRIs).
    pub(super) check: u64,
}

impl Masks {
    /// Without the bits below `from`.
    fn since(self, from: u32) -> Self {
        let kept = |bits: u64| bits.checked_shr(from).map_or(0, |bits| bits << from);
        Self {
            slash: kept(self.slash),
            question: kept(self.question),
            hash: kept(self.hash),
            colon_or_at: kept(self.colon_or_at),
            dot: self.dot,
            upper: kept(self.upper),
            check: kept(self.check),
        }
    }
}

/// Makes masks: the one thing that machines do differently.
pub(super) trait Classify {
    /// The masks of the 64 bytes from `at` on, which has that many behind it; or of all bytes, which
    /// are fewer than 64 and at least [`LEAST`], if `at` is zero.
    fn masks(&self, bytes: &[u8], at: usize, unicode: bool) -> Masks;
}

/// Shorter texts are not worth a vector.
pub(super) const LEAST: usize = 16;

enum Phase {
    /// Before the first delimiter, which tells whether there is a scheme.
    Head,
    Authority,
    Path,
    Query,
    Fragment,
}

/// What the authority parser says of an authority that is more than a host: where its host lies and
/// where it ends, or that it is none.
pub(super) type Authority = fn(&[u8], usize, bool) -> Option<(usize, usize, usize)>;

/// The components of a text that is plainly grammatical; `None` for one that is not, or not plainly,
/// which says nothing of it.
#[inline(always)]
pub(super) fn walk<C: Classify>(
    classify: &C,
    bytes: &[u8],
    unicode: bool,
    scheme: bool,
    authority: Authority,
) -> Option<Spans> {
    let length = bytes.len();
    if length < LEAST {
        return None;
    }
    let mut spans = Spans::default();
    let mut hints = Hints::NONE;
    let mut phase = Phase::Head;
    let mut cursor = 0;
    let mut plain_authority = true;
    let mut slash_before = false;
    let mut block = 0;
    while block < length {
        let at = if length < 64 { 0 } else { block.min(length - 64) };
        let all = classify.masks(bytes, at, unicode);
        let masks = all.since((block - at) as u32);
        block += 64;
        if masks.check != 0 {
            hints = hints.or(check(masks.check, at, bytes, unicode)?);
        }
        // The first of these bits from the cursor on, as an offset in the text.
        let next = |bits: u64, cursor: usize| {
            let bits = bits & shifted(!0, cursor.saturating_sub(at));
            (bits != 0).then(|| at + bits.trailing_zeros() as usize)
        };
        let behind_slash = all.slash << 1 | u64::from(slash_before && at + 64 == block);
        slash_before = all.slash >> 63 != 0;
        loop {
            match phase {
                Phase::Head => {
                    let delimiters = masks.colon_or_at | masks.slash | masks.question | masks.hash;
                    let Some(first) = next(delimiters, 0) else { break };
                    match bytes[first] {
                        b':' => {
                            let is_scheme =
                                ALPHA.has(bytes[0]) && run_plain(bytes, 0, mask::SCHEME) == first;
                            if !is_scheme {
                                return None;
                            }
                            spans.scheme_end = first;
                            cursor = first + 1;
                        }
                        // A colon may yet follow in the first segment.
                        b'@' => return None,
                        _ if scheme => return None,
                        _ => {}
                    }
                    spans.path_start = cursor;
                    phase = Phase::Path;
                    if bytes[cursor..].starts_with(b"//") {
                        cursor += 2;
                        spans.host_start = cursor;
                        phase = Phase::Authority;
                    }
                }
                Phase::Authority => {
                    let end = next(masks.slash | masks.question | masks.hash, cursor);
                    let inside = shifted(!0, cursor.saturating_sub(at))
                        & !shifted(!0, end.unwrap_or(at + 64) - at);
                    plain_authority &= masks.colon_or_at & inside == 0;
                    let Some(end) = end else { break };
                    end_authority(&mut spans, bytes, end, plain_authority, unicode, authority)?;
                    cursor = end;
                    phase = Phase::Path;
                }
                Phase::Path => {
                    let end = next(masks.question | masks.hash, cursor);
                    let until = end.unwrap_or(at + 64) - at;
                    let inside =
                        shifted(!0, spans.path_start.saturating_sub(at)) & !shifted(!0, until);
                    let starts =
                        if spans.path_start >= at { bit(spans.path_start - at) } else { 0 };
                    if (behind_slash | starts) & all.dot & inside != 0 {
                        hints = hints.or(Hints::DOTS);
                    }
                    let Some(end) = end else { break };
                    spans.path_end = end;
                    cursor = end + 1;
                    if bytes[end] == b'?' {
                        phase = Phase::Query;
                    } else {
                        spans.query_end = end;
                        phase = Phase::Fragment;
                    }
                }
                Phase::Query => {
                    let Some(end) = next(masks.hash, cursor) else { break };
                    spans.query_end = end;
                    cursor = end + 1;
                    phase = Phase::Fragment;
                }
                Phase::Fragment => {
                    if next(masks.hash, cursor).is_some() {
                        return None;
                    }
                    break;
                }
            }
        }
        let head = match phase {
            Phase::Head | Phase::Authority => at + 64,
            _ => spans.path_start,
        };
        if masks.upper & !shifted(!0, head.saturating_sub(at)) != 0 {
            hints = hints.or(Hints::CASE);
        }
    }
    match phase {
        Phase::Head if scheme => return None,
        Phase::Head => {
            if bytes[0] == b'.' {
                hints = hints.or(Hints::DOTS);
            }
            spans.path_end = length;
            spans.query_end = length;
        }
        Phase::Authority => {
            end_authority(&mut spans, bytes, length, plain_authority, unicode, authority)?;
            spans.path_end = length;
            spans.query_end = length;
        }
        Phase::Path => {
            spans.path_end = length;
            spans.query_end = length;
        }
        Phase::Query => spans.query_end = length,
        Phase::Fragment => {}
    }
    spans.hints = hints;
    Some(spans)
}

/// `bits << by`, for any `by`.
#[inline(always)]
fn shifted(bits: u64, by: usize) -> u64 {
    if by < 64 { bits << by } else { 0 }
}

#[inline(always)]
fn bit(at: usize) -> u64 {
    shifted(1, at)
}

#[inline(always)]
fn end_authority(
    spans: &mut Spans,
    bytes: &[u8],
    end: usize,
    plain: bool,
    unicode: bool,
    authority: Authority,
) -> Option<()> {
    if plain {
        spans.host_end = end;
    } else {
        let (host_start, host_end, found) = authority(bytes, spans.host_start, unicode)?;
        if found != end {
            return None;
        }
        spans.host_start = host_start;
        spans.host_end = host_end;
    }
    spans.path_start = end;
    Some(())
}

/// Looks at what has to be looked at, in the block at `at`.
#[inline(always)]
fn check(mut bits: u64, at: usize, bytes: &[u8], unicode: bool) -> Option<Hints> {
    let mut hints = Hints::NONE;
    while bits != 0 {
        let place = at + bits.trailing_zeros() as usize;
        bits &= bits - 1;
        match bytes[place] {
            b'%' => {
                escape_at(bytes, place)?;
                hints = hints.or(Hints::ESCAPES);
            }
            0x80.. if unicode => {
                let (character, _) = char_at(bytes, place);
                if !is_ucschar(character) {
                    return None;
                }
                if is_bidi_control(character) {
                    hints = hints.or(Hints::BIDI);
                }
            }
            _ => return None,
        }
    }
    Some(hints)
}
