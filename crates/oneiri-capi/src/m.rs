//! The call-outs of GT.M, for the routine `STDURL` (`bindings/m`). They are no part of the C header.
//!
//! The conventions are those of GT.M: the first argument is the number of the arguments after it, and a string is a
//! length and an address. GT.M owns all memory: it allocates the buffer of a result before the call, as long as the
//! call table says, and takes it back afterwards.
//!
//! The call table is `bindings/m/oneiri.xc`. It repeats the name and the arguments of each function, so the two change
//! together. The tests of this crate do not notice a difference, because only `bindings/m/tests/run` calls these
//! functions. `STDURL` relies on the length of a result that does not fit, because it then asks again with a longer
//! buffer.

use core::ffi::{c_char, c_int, c_long};
use core::ptr;

use crate::boundary::{Place, bytes};
use crate::octets::{self, Characters, Pieces};
use crate::status::{Failure, ONEIRI_MISUSE, ONEIRI_OK, guard};

/// The answer of a call that failed, for example because it is not as the call table says. No text of M is so long.
/// `tooLong` in `STDURL.m` knows it by its more than 12 digits, so `STDURL` would take a smaller number for a length,
/// and would answer a negative one with an empty text.
const FAILED: c_long = c_long::MAX;

/// A string of GT.M (`gtm_string_t`). For a result, `length` is that of the buffer before the call.
#[repr(C)]
#[allow(non_camel_case_types, reason = "a name of C")]
#[derive(Debug)]
pub struct gtm_string {
    length: c_long,
    address: *mut c_char,
}

/// The octets of a string.
///
/// # Safety
///
/// `string` is null or points to a string whose octets are readable and do not change during the call.
unsafe fn octets<'a>(string: *const gtm_string) -> Result<&'a [u8], Failure> {
    if string.is_null() {
        return Err(Failure::Misuse);
    }
    // SAFETY: the pointer is not null, and the caller promises that a string can be read there.
    let (length, address) = unsafe { ((*string).length, (*string).address) };
    let length = usize::try_from(length).map_err(|_| Failure::Misuse)?;
    // SAFETY: the caller promises that so many octets can be read.
    unsafe { bytes(address, length) }
}

/// Makes a result: the length of the text, whether it fits into the buffer or not. If it does not, the result is
/// empty.
///
/// # Safety
///
/// `result` is null, or points to a string whose address is null or can be written over its length.
unsafe fn answer<T: AsRef<[u8]>>(result: *mut gtm_string, body: impl FnOnce() -> Result<T, Failure>) -> c_long {
    let mut answer = FAILED;
    guard(|| {
        if result.is_null() {
            return Err(Failure::Misuse);
        }
        // SAFETY: the pointer is not null, and the caller promises that it points to a string that nothing else
        // uses during the call.
        let result = unsafe { &mut *result };
        let room = if result.address.is_null() { 0 } else { result.length };
        result.length = 0;
        let text = body()?;
        let text = text.as_ref();
        answer = c_long::try_from(text.len()).map_err(|_| Failure::Misuse)?;
        if 0 < answer && answer <= room {
            // SAFETY: the address is not null because there is room, and the caller promises that `room` octets can
            // be written. `copy` allows that they overlap the arguments, which `text` may borrow.
            unsafe { ptr::copy(text.as_ptr(), result.address.cast(), text.len()) };
            result.length = answer;
        }
        Ok(())
    });
    answer
}

/// The unit of strings in the calling process: characters in UTF-8 mode, octets in M mode.
const fn characters(utf8: c_int) -> Characters {
    if utf8 == 0 { Characters::Octets } else { Characters::Utf8 }
}

fn expect(count: c_int, arguments: c_int) -> Result<(), Failure> {
    if count == arguments { Ok(()) } else { Err(Failure::Misuse) }
}

/// 1 if the text is a URI reference, and 0 if not.
///
/// # Safety
///
/// GT.M calls it by `bindings/m/oneiri.xc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn oneiri_m_valid(count: c_int, text: *const gtm_string) -> c_long {
    let mut valid = false;
    guard(|| {
        expect(count, 1)?;
        // SAFETY: the count says that GT.M passed the string.
        valid = octets::is_valid(unsafe { octets(text) }?);
        Ok(())
    });
    c_long::from(valid)
}

/// The pieces of a text in a list with a NUL between two. The list is empty if it does not fit into the buffer, or if
/// the text has a NUL itself; then `oneiri_m_places` tells where the pieces are.
///
/// # Safety
///
/// GT.M calls it by `bindings/m/oneiri.xc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn oneiri_m_split(count: c_int, text: *const gtm_string, result: *mut gtm_string) -> c_int {
    if count != 2 {
        return ONEIRI_MISUSE;
    }
    // SAFETY: the count says that GT.M passed the string and the buffer.
    unsafe { answer(result, || Ok(octets::list(octets(text)?).unwrap_or_default())) };
    ONEIRI_OK
}

/// Writes the offsets of the pieces of a text, which are one above those of `Places`, because M counts from 1; the
/// end of the scheme is inclusive there, and so the same.
///
/// # Safety
///
/// GT.M calls it by `bindings/m/oneiri.xc`.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "each place is an argument of its own in M")]
pub unsafe extern "C" fn oneiri_m_places(
    count: c_int,
    text: *const gtm_string,
    scheme_end: *mut c_long,
    userinfo: *mut c_long,
    host: *mut c_long,
    port: *mut c_long,
    path: *mut c_long,
    query: *mut c_long,
    fragment: *mut c_long,
) -> c_int {
    guard(|| {
        expect(count, 8)?;
        // SAFETY: the count says that GT.M passed the string.
        let places = Pieces::split(unsafe { octets(text) }?).places();
        for (place, offset) in [
            (scheme_end, places.scheme_end),
            (userinfo, places.userinfo + 1),
            (host, places.host + 1),
            (port, places.port + 1),
            (path, places.path + 1),
            (query, places.query + 1),
            (fragment, places.fragment + 1),
        ] {
            let offset = c_long::try_from(offset).map_err(|_| Failure::Misuse)?;
            // SAFETY: the count says that GT.M passed the places; each is aligned and holds a number.
            unsafe { Place::new(place) }.put(offset);
        }
        Ok(())
    })
}

/// Percent-encodes all octets but the unreserved ones and those of the characters in `safe`.
///
/// # Safety
///
/// GT.M calls it by `bindings/m/oneiri.xc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn oneiri_m_encode(
    count: c_int,
    text: *const gtm_string,
    safe: *const gtm_string,
    utf8: c_int,
    result: *mut gtm_string,
) -> c_long {
    if count != 4 {
        return FAILED;
    }
    // SAFETY: the count says that GT.M passed the strings and the buffer.
    unsafe { answer(result, || Ok(octets::encode(octets(text)?, octets(safe)?, characters(utf8)))) }
}

/// Decodes every escape; in UTF-8 mode, every one whose octets are UTF-8.
///
/// # Safety
///
/// GT.M calls it by `bindings/m/oneiri.xc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn oneiri_m_decode(
    count: c_int,
    text: *const gtm_string,
    utf8: c_int,
    result: *mut gtm_string,
) -> c_long {
    if count != 3 {
        return FAILED;
    }
    // SAFETY: the count says that GT.M passed the string and the buffer.
    unsafe { answer(result, || Ok(octets::decode(octets(text)?, characters(utf8)))) }
}

/// The normal form of any text.
///
/// # Safety
///
/// GT.M calls it by `bindings/m/oneiri.xc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn oneiri_m_normalize(count: c_int, text: *const gtm_string, result: *mut gtm_string) -> c_long {
    if count != 2 {
        return FAILED;
    }
    // SAFETY: the count says that GT.M passed the string and the buffer.
    unsafe { answer(result, || Ok(octets::normalize(octets(text)?))) }
}

/// Resolves any reference against any base.
///
/// # Safety
///
/// GT.M calls it by `bindings/m/oneiri.xc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn oneiri_m_resolve(
    count: c_int,
    base: *const gtm_string,
    reference: *const gtm_string,
    result: *mut gtm_string,
) -> c_long {
    if count != 3 {
        return FAILED;
    }
    // SAFETY: the count says that GT.M passed the strings and the buffer.
    unsafe { answer(result, || Ok(octets::resolve(octets(base)?, octets(reference)?))) }
}
