//! Which segments are dot segments.

/// Whether an escaped dot counts as a dot.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Escapes {
    /// `%2E` is an ordinary segment.
    AsTheyStand,
    /// `%2E` is `.`, because a normalization is about to decode it.
    Decoded,
}

/// A dot segment.
#[derive(Clone, Copy)]
pub(crate) struct DotSegment {
    /// The length in bytes, with the slash if there is one.
    pub(crate) length: usize,
    /// Whether the segment is `..`.
    pub(crate) up: bool,
}

/// The dot segment that these units begin with; `None` if their first segment is an ordinary one.
#[inline(always)]
pub(crate) fn dot_segment(units: &[u8], escapes: Escapes) -> Option<DotSegment> {
    let (length, up) = match units {
        [b'.', b'/', ..] => (2, false),
        [b'.'] => (1, false),
        [b'.', b'.', b'/', ..] => (3, true),
        [b'.', b'.'] => (2, true),
        [b'.' | b'%', ..] if escapes == Escapes::Decoded => return decoded(units),
        _ => return None,
    };
    Some(DotSegment { length, up })
}

fn decoded(units: &[u8]) -> Option<DotSegment> {
    let (mut rest, mut dots) = (units, 0);
    while let [b'.', behind @ ..] | [b'%', b'2', b'E' | b'e', behind @ ..] = rest {
        rest = behind;
        dots += 1;
        if dots > 2 {
            return None;
        }
    }
    let slash = match rest {
        [] => 0,
        [b'/', ..] => 1,
        _ => return None,
    };
    (dots > 0).then_some(DotSegment { length: units.len() - rest.len() + slash, up: dots == 2 })
}
