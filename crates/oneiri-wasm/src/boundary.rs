//! The functions that JavaScript calls, and the memory that both share.
//!
//! A call begins with `room`, or with the room that an earlier call of `room` gave: the caller writes its texts there,
//! one after the other, in UTF-8. The function then leaves its result at `result()`, where it stays until the next
//! call.
//!
//! `bindings/js/src/engine.js` repeats the names and arguments of the functions, the statuses, and the order of the six
//! numbers of a result. No compiler compares both, so only the tests of `bindings/js` notice a difference.

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::Cell;
use core::{slice, str};

use crate::answer::{Answer, narrow};
use crate::arena::Arena;
use crate::lines::{self, Batch};
use crate::numbers::{grammar_of, rung_of};
use crate::operation::{Call, Outcome, refusal};
use crate::parts;

#[global_allocator]
static ARENA: Arena = Arena::new();

/// The last result: six offsets; or the address and the length of a text, whether the text is ASCII, and the address
/// and the length of numbers.
static RESULT: Shared = Shared(Cell::new([0; 6]));

struct Shared(Cell<[u32; 6]>);

// SAFETY: `arena` refuses to be compiled for more than one thread.
unsafe impl Sync for Shared {}

// The statuses, as in `bindings/js/src/engine.js`.
const SAME: u32 = 0;
const TEXT: u32 = 1;
const PARTS: u32 = 2;
const INVALID: u32 = 3;
const MISUSE: u32 = 4;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

/// The address of room for a text of so many bytes; zero if there is too little memory.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn room(length: usize) -> usize {
    ARENA.begin(length)
}

/// The address of the result.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn result() -> usize {
    RESULT.0.as_ptr().expose_provenance()
}

/// The bytes that the caller wrote. Everything that earlier calls allocated is free again.
fn given<'a>(length: usize) -> &'a [u8] {
    let start = ARENA.begin(length);
    if start == 0 {
        return &[];
    }
    // SAFETY: the arena just made room for `length` bytes at this address and gives nobody else a stretch of them until
    // `begin` is called again, by the next call from outside, when nothing of this call is in use. All bytes of the
    // memory are initialized, and JavaScript writes none of them while a function runs.
    unsafe { slice::from_raw_parts(core::ptr::with_exposed_provenance(start), length) }
}

/// The text that the caller wrote, and whether it is ASCII; empty if it is not UTF-8, which the caller never writes.
fn text(bytes: &[u8]) -> (&str, bool) {
    // All bytes are read, without a branch for each, so that the compiler reads 16 at once.
    if bytes.iter().fold(0, |all, byte| all | byte) < 0x80 {
        // SAFETY: no byte has its highest bit set, so all are ASCII, which is UTF-8.
        (unsafe { str::from_utf8_unchecked(bytes) }, true)
    } else {
        (str::from_utf8(bytes).unwrap_or_default(), false)
    }
}

/// Parses a text; the result is its offsets. An invalid text has none, because many callers ask only whether it is
/// valid, and [`fault`] says why it is not.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn parse(grammar: u32, length: usize) -> u32 {
    let Some(grammar) = grammar_of(grammar) else { return MISUSE };
    let (text, ascii) = text(given(length));
    let Some(offsets) = parts::parse(text, ascii, grammar) else { return INVALID };
    RESULT.0.set(offsets);
    SAME
}

/// The error of a text that [`parse`] refuses.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn fault(grammar: u32, length: usize) -> u32 {
    let Some(grammar) = grammar_of(grammar) else { return MISUSE };
    let (text, _) = text(given(length));
    let Some(error) = grammar.error(text) else { return MISUSE };
    put_answer(refusal(text, &error, 0));
    INVALID
}

/// Does an operation on the two texts of these lengths.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn apply(operation: u32, grammar: u32, option: u32, first: usize, second: usize) -> u32 {
    let bytes = given(first + second);
    let Some((first, second)) = bytes.split_at_checked(first) else { return MISUSE };
    let (first, second) = (text(first).0, text(second).0);
    match (Call { operation, option, first, second }).run(grammar) {
        Outcome::Same => SAME,
        Outcome::Text(text) => {
            put(text, Vec::new());
            TEXT
        }
        Outcome::Parts(answer) => {
            put_answer(answer);
            PARTS
        }
        Outcome::Invalid(answer) => {
            put_answer(answer);
            INVALID
        }
        Outcome::Misuse => MISUSE,
    }
}

/// Checks every line of the buffer of this length.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn check_lines(grammar: u32, length: usize) -> u32 {
    grammar_of(grammar).map_or(MISUSE, |grammar| put_batch(lines::check(given(length), grammar)))
}

/// Normalizes every line of the buffer of this length.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn normalize_lines(grammar: u32, rung: u32, length: usize) -> u32 {
    let (Some(grammar), Some(rung)) = (grammar_of(grammar), rung_of(rung)) else { return MISUSE };
    put_batch(lines::normalize(given(length), grammar, rung))
}

fn put_answer(Answer { text, numbers, .. }: Answer) {
    put(text, numbers);
}

/// The arena frees the result when the next call begins.
fn put(text: String, numbers: Vec<u32>) {
    let (text, numbers) = (text.leak(), numbers.leak());
    let ascii = text.is_ascii().into();
    RESULT.0.set([address(text.as_bytes()), narrow(text.len()), ascii, address(numbers), narrow(numbers.len()), 0]);
}

fn put_batch(Batch { valid, bytes }: Batch) -> u32 {
    let (valid, bytes) = (valid.leak(), bytes.leak());
    RESULT.0.set([address(bytes), narrow(bytes.len()), 0, address(valid), narrow(valid.len()), 0]);
    PARTS
}

fn address<T>(slice: &[T]) -> u32 {
    narrow(slice.as_ptr().expose_provenance())
}
