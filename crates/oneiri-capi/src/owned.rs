//! Values that the caller owns: compiled policies and templates. `compile` makes the pointer and `free` takes it back,
//! and no other code does either. Threads use one value at the same time (`threads_share_a_policy` and
//! `threads_share_a_template` in `tests/it`), so a value is `Sync`, and no function gives a `&mut` to it.

use core::ffi::c_char;

use crate::boundary::{Output, Place, bytes};
use crate::error::Fault;
use crate::status::{Failure, guard};

/// A value that the caller owns. A null pointer is `ONEIRI_MISUSE`.
///
/// # Safety
///
/// `pointer` is null, or was written by [`compile`] and is not freed during the call.
pub(crate) unsafe fn handle<'a, T: Sync>(pointer: *const T) -> Result<&'a T, Failure> {
    // SAFETY: the value lives until it is freed, which the caller promises not to do during the call. Only shared
    // references exist; `T: Sync` makes them sound across threads, and what changes (the matcher) is behind a `OnceLock`.
    unsafe { pointer.as_ref() }.ok_or(Failure::Misuse)
}

/// Frees a value that the caller owns.
///
/// # Safety
///
/// `pointer` is null, or was written by [`compile`] and is not freed yet. No other call uses it.
pub(crate) unsafe fn free<T: Send>(pointer: *mut T) {
    let drop_it = || {
        if !pointer.is_null() {
            // SAFETY: the caller makes the same promise, and `compile` has the pointer from a box. `T: Send` allows
            // another thread than the one that made the value.
            drop(unsafe { Box::from_raw(pointer) });
        }
        Ok(())
    };
    // There is nobody to tell a status.
    let _ = guard(drop_it);
}

/// Compiles a text and writes the value into a place of the caller, who gives it to [`free`], in any thread. The result
/// is empty. If the place is null, the text is only checked.
///
/// # Safety
///
/// `text` and `length` as for [`bytes`]; `place` is null, or can be written.
pub(crate) unsafe fn compile<T: Send + Sync>(
    output: &Output,
    text: *const c_char,
    length: usize,
    place: *mut *mut T,
    make: impl FnOnce(&str) -> Result<T, Fault>,
) -> Result<(), Failure> {
    // SAFETY: the caller makes the same promises.
    let value = unsafe { made(output, text, length, make) }?;
    output.write(b"")?;
    if !place.is_null() {
        // SAFETY: likewise.
        unsafe { Place::new(place) }.put(Box::into_raw(Box::new(value)));
    }
    Ok(())
}

/// Makes a value of a text of the caller.
///
/// # Safety
///
/// `text` and `length` as for [`bytes`].
pub(crate) unsafe fn made<T>(
    output: &Output,
    text: *const c_char,
    length: usize,
    make: impl FnOnce(&str) -> Result<T, Fault>,
) -> Result<T, Failure> {
    // SAFETY: the caller makes the same promise.
    let bytes = output.apart(unsafe { bytes(text, length) }?);
    make(output.text(&bytes, 0)?).map_err(|fault| output.refuse(fault))
}
