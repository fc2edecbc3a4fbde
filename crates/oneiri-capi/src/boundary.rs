//! The pointers and lengths of the caller, made into slices; and results written into the buffers of the caller.
//!
//! Every function for C passes its texts through here, because nothing else checks them. A buffer may overlap the
//! texts, so a function passes a text to `Output::apart` before it writes. A result that does not fit leaves the buffer
//! as it was, and its length is written all the same, because callers then come again with a longer buffer. In the
//! tests, `tests/it/boundary.rs` has the wrong calls and the edges, and `tests/it/call.rs` passes buffers of many
//! lengths.

use std::borrow::Cow;

use core::ffi::c_char;
use core::{ptr, slice, str};

use crate::error::{Fault, oneiri_error};
use crate::status::Failure;

/// The longest text that the library reads: no allocation can be longer.
const LONGEST: usize = isize::MAX as usize;

/// The bytes of the caller; `None` for a null pointer.
///
/// # Safety
///
/// If `pointer` is not null, `length` bytes after it are readable and do not change during the call.
pub(crate) unsafe fn optional<'a>(pointer: *const c_char, length: usize) -> Result<Option<&'a [u8]>, Failure> {
    match (pointer.is_null(), length) {
        (true, 0) => Ok(None),
        (true, _) => Err(Failure::Misuse),
        (false, _) if length > LONGEST => Err(Failure::Misuse),
        // SAFETY: the pointer is not null, the length is at most `isize::MAX`, and the caller of this function
        // promises that so many bytes can be read. A byte needs no alignment, and every byte is valid.
        (false, _) => Ok(Some(unsafe { slice::from_raw_parts(pointer.cast(), length) })),
    }
}

/// The bytes of the caller. A null pointer with the length zero is the empty text.
///
/// # Safety
///
/// As for [`optional`].
pub(crate) unsafe fn bytes<'a>(pointer: *const c_char, length: usize) -> Result<&'a [u8], Failure> {
    // SAFETY: the caller makes the same promise.
    Ok(unsafe { optional(pointer, length) }?.unwrap_or_default())
}

/// The text of the bytes, which must be UTF-8.
#[inline(always)]
pub(crate) fn text(bytes: &[u8], argument: i32) -> Result<&str, Fault> {
    if is_ascii(bytes) {
        // SAFETY: all bytes are ASCII, and ASCII is UTF-8. The test costs a fraction of `from_utf8`.
        return Ok(unsafe { str::from_utf8_unchecked(bytes) });
    }
    str::from_utf8(bytes).map_err(|error| Fault::not_utf8(&error, bytes, argument))
}

/// Whether all bytes are ASCII.
///
/// The standard library's test branches on the last bits of the length, which a processor cannot guess where every
/// text has another length; that costs half as much as the parse. Here blocks overlap, and from 16 to 64 bytes nothing
/// depends on the length.
#[inline]
fn is_ascii(bytes: &[u8]) -> bool {
    const BLOCK: usize = size_of::<u128>();
    // A block that did not exist would not be ASCII; there is none.
    let block = |at: usize| {
        let block = bytes.get(at..).and_then(|rest| rest.first_chunk::<BLOCK>());
        block.map_or(u128::MAX, |block| u128::from_ne_bytes(*block))
    };
    let Some(last) = bytes.len().checked_sub(BLOCK) else {
        return bytes.iter().fold(0, |seen, byte| seen | byte).is_ascii();
    };
    let [second, third, mut next] = [BLOCK, 2 * BLOCK, 3 * BLOCK];
    let mut seen = block(0) | block(second.min(last)) | block(third.min(last)) | block(last);
    while next < last {
        seen |= block(next);
        next += BLOCK;
    }
    seen & (u128::MAX / 0xFF * 0x80) == 0
}

/// A place of the caller for one value; a null pointer means that the caller does not want it.
pub(crate) struct Place<T>(*mut T);

impl<T> Place<T> {
    /// # Safety
    ///
    /// If `pointer` is not null, it is aligned and a `T` can be written after it during the call.
    pub(crate) const unsafe fn new(pointer: *mut T) -> Self {
        Self(pointer)
    }

    pub(crate) fn put(&self, value: T) {
        if !self.0.is_null() {
            // SAFETY: the caller of `new` promises that a `T` can be written here. Nothing is read, so the memory
            // need not hold a value yet.
            unsafe { self.0.write(value) };
        }
    }
}

impl Place<oneiri_error> {
    /// Writes the error of a fault.
    #[cold]
    pub(crate) fn refuse(&self, fault: &Fault) -> Failure {
        self.put(fault.error());
        Failure::Invalid
    }
}

/// The buffer of the caller for a text, with the place for its length and the place for an error.
pub(crate) struct Output {
    buffer: *mut c_char,
    capacity: usize,
    length: Place<usize>,
    error: Place<oneiri_error>,
}

impl Output {
    /// # Safety
    ///
    /// If `buffer` is not null, `capacity` bytes after it can be written during the call; `length` and `error` are
    /// null, or can be written.
    pub(crate) unsafe fn new(
        buffer: *mut c_char,
        capacity: usize,
        length: *mut usize,
        error: *mut oneiri_error,
    ) -> Result<Self, Failure> {
        if buffer.is_null() && capacity > 0 {
            return Err(Failure::Misuse);
        }
        // SAFETY: the caller makes the same promise.
        let (length, error) = unsafe { (Place::new(length), Place::new(error)) };
        Ok(Self { buffer, capacity, length, error })
    }

    /// Whether the buffer overlaps the bytes of a text of the caller. While a slice refers to memory, nothing may be written
    /// there.
    #[inline]
    pub(crate) fn overlaps(&self, text: &[u8]) -> bool {
        let (start, end) = (self.buffer.addr(), self.buffer.addr().saturating_add(self.capacity));
        let (first, last) = (text.as_ptr().addr(), text.as_ptr().addr() + text.len());
        start < last && first < end
    }

    /// The bytes of a text of the caller, as a copy if the buffer [overlaps](Self::overlaps) them.
    pub(crate) fn apart<'a>(&self, text: &'a [u8]) -> Cow<'a, [u8]> {
        if self.overlaps(text) { Cow::Owned(text.to_vec()) } else { Cow::Borrowed(text) }
    }

    /// The text of the bytes of an argument; a fault if they are not UTF-8.
    #[inline(always)]
    pub(crate) fn text<'a>(&self, bytes: &'a [u8], argument: i32) -> Result<&'a str, Failure> {
        text(bytes, argument).map_err(|fault| self.refuse(fault))
    }

    /// Writes a result if it fits, and its length either way. The buffer does not overlap the result: it comes from
    /// texts that it does not [overlap](Self::overlaps).
    pub(crate) fn write(&self, result: &[u8]) -> Result<(), Failure> {
        self.length.put(result.len());
        if result.len() > self.capacity {
            return Err(Failure::Short);
        }
        if !result.is_empty() {
            // SAFETY: the capacity is above zero, so the buffer is not null, and the caller of `new` promises that
            // `capacity` bytes can be written. `copy` is right even if the buffer overlapped the result.
            unsafe { ptr::copy(result.as_ptr(), self.buffer.cast(), result.len()) };
        }
        Ok(())
    }

    /// Writes the sentence of a fault if it fits, its length either way, and the error.
    pub(crate) fn refuse(&self, fault: Fault) -> Failure {
        // The sentence is cut nowhere: if it does not fit, the length says how much it needs.
        let _ = self.write(fault.sentence().as_bytes());
        self.error.refuse(&fault)
    }
}

#[cfg(test)]
mod tests {
    use super::is_ascii;

    /// Every length up to several blocks, with a byte beyond ASCII at every place and at none.
    #[test]
    fn ascii_is_told_from_the_rest() {
        for length in 0..=150 {
            let mut bytes = vec![0x7F; length];
            assert!(is_ascii(&bytes), "{length}");
            for place in 0..length {
                for beyond in [0x80, 0xFF] {
                    bytes[place] = beyond;
                    assert!(!is_ascii(&bytes), "{length}, {place}");
                }
                bytes[place] = 0;
            }
        }
    }
}
