//! The functions that the files of the subpaths call, and the memory that both share.
//!
//! A call begins with `room`: the caller writes its texts there, one after the other, in UTF-8, and after them their
//! lengths. The answer stays at `result()` until the next call.
//!
//! `bindings/js/src/subpath.js` repeats the names and arguments of the functions, the statuses, and the order of the
//! five numbers of a result. `boundary.rs` of the main module is another one: there nothing outlives a call, and here
//! values are kept until `free`, so this module needs an allocator that frees.
#![cfg(any(feature = "policy", feature = "parsers", feature = "redact", feature = "template", feature = "whatwg"))]

use alloc::vec::Vec;
use core::cell::RefCell;
use core::str;

#[cfg(feature = "parsers")]
use super::parsers as module;
#[cfg(feature = "policy")]
use super::policy as module;
#[cfg(feature = "redact")]
use super::redact as module;
#[cfg(feature = "template")]
use super::template as module;
#[cfg(feature = "whatwg")]
use super::whatwg as module;
use super::{Call, Kept, Stop};
use crate::answer::{Answer, narrow};
use crate::texts;

#[cfg(target_feature = "atomics")]
compile_error!("the module is for one thread");

#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

static STATE: Shared =
    Shared(RefCell::new(State { input: Vec::new(), answer: None, result: [0; 5], kept: Kept::new() }));

struct State {
    input: Vec<u8>,
    /// The last answer, to which `result` points.
    answer: Option<Answer>,
    /// The address and the length of the text, whether it is ASCII, and the address and the length of the numbers.
    result: [u32; 5],
    kept: Kept<module::Value>,
}

struct Shared(RefCell<State>);

// SAFETY: the module is compiled for one thread, which the line above makes sure of.
unsafe impl Sync for Shared {}

// The statuses, as in `bindings/js/src/subpath.js`.
const DONE: u32 = 0;
const INVALID: u32 = 1;
const MISUSE: u32 = 2;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

fn address<T>(slice: &[T]) -> u32 {
    narrow(slice.as_ptr().expose_provenance())
}

/// The address of room for so many bytes; zero if there is too little memory.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn room(length: usize) -> u32 {
    let Ok(mut state) = STATE.0.try_borrow_mut() else { return 0 };
    state.input = Vec::new();
    if state.input.try_reserve_exact(length.max(1)).is_err() {
        return 0;
    }
    state.input.resize(length.max(1), 0);
    address(&state.input)
}

/// The address of the result.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn result() -> u32 {
    STATE.0.try_borrow().map_or(0, |state| address(&state.result))
}

/// Does an operation on the texts in the first bytes of the room; the bytes after them are their lengths.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn call(operation: u32, value: usize, first: usize, second: usize) -> u32 {
    let Ok(mut state) = STATE.0.try_borrow_mut() else { return MISUSE };
    let State { input, answer, result, kept } = &mut *state;
    let text = |range| input.get(range).and_then(|bytes| str::from_utf8(bytes).ok());
    let (Some(first), Some(lengths)) = (text(0..first), text(first..first + second)) else {
        return MISUSE;
    };
    let Some(texts) = texts::split(first, lengths) else { return MISUSE };
    let (status, found) = match module::call(&Call { operation, value, texts: &texts }, kept) {
        Ok(found) => (DONE, found),
        Err(Stop::Invalid(found)) => (INVALID, found),
        Err(Stop::Misuse) => return MISUSE,
    };
    *result = [
        address(found.text.as_bytes()),
        narrow(found.text.len()),
        found.text.is_ascii().into(),
        address(&found.numbers),
        narrow(found.numbers.len()),
    ];
    *answer = Some(found);
    status
}

/// Drops a kept value.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn free(value: usize) {
    if let Ok(mut state) = STATE.0.try_borrow_mut() {
        state.kept.free(value);
    }
}
