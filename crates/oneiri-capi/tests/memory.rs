//! A million calls leave no memory behind: an allocator that counts needs a binary of its own.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::{null, null_mut};

use oneiri_capi::*;

/// The system's allocator, with a count of the bytes that each thread holds.
struct Counting;

thread_local! {
    /// Constant and without a destructor, so that to reach it allocates nothing.
    static HELD: Cell<isize> = const { Cell::new(0) };
    static REQUESTS: Cell<usize> = const { Cell::new(0) };
}

fn count(bytes: usize, sign: isize) {
    HELD.with(|held| held.set(held.get() + sign * isize::try_from(bytes).unwrap_or(0)));
    REQUESTS.with(|requests| requests.set(requests.get() + usize::from(sign > 0)));
}

// SAFETY: every call is handed on to the system's allocator as it is, and what that gives is given back. `realloc` is
// the trait's own, which calls these two. The counters are plain cells of the thread, which neither allocate nor unwind.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 1);
        // SAFETY: the caller keeps the contract of this very method.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(layout.size(), -1);
        // SAFETY: as above; `pointer` is from the system's allocator, as all are.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const CALLS: usize = 1_000_000;

/// Every operation in turn, on a valid and on an invalid text, with buffers that are long enough and too short.
#[test]
fn a_million_calls_hold_no_memory() {
    let texts: [&[u8]; 4] = [b"HTTP://h/%7Ea/../b?c", "http://h/\u{E9}".as_bytes(), b"http://h/ x", b"a:\xFF"];
    let mut buffer = [0u8; 512];
    let mut seen = [0usize; 5];
    let mut run = |calls: usize| {
        for call in 0..calls {
            let (text, other) = (texts[call % 4], texts[call / 4 % 4]);
            let operation = i32::try_from(call / 16 % 15).unwrap();
            let capacity = if call % 7 == 0 { 3 } else { buffer.len() };
            let mut length = 0;
            // SAFETY: the texts are slices, and buffer and length are variables.
            let status = unsafe {
                oneiri_apply(
                    operation,
                    ONEIRI_IRI,
                    ONEIRI_RUNG_PATH,
                    text.as_ptr().cast(),
                    text.len(),
                    other.as_ptr().cast(),
                    other.len(),
                    buffer.as_mut_ptr().cast(),
                    capacity,
                    &mut length,
                    null_mut(),
                )
            };
            seen[usize::try_from(status).unwrap()] += 1;
        }
    };
    // What is made once is made here.
    run(1000);
    let before = HELD.with(Cell::get);
    run(CALLS);
    assert_eq!(HELD.with(Cell::get), before, "bytes held");
    assert!(REQUESTS.with(Cell::get) > CALLS / 10, "the allocator counts nothing");
    let [ok, short, invalid, misuse, internal] = seen;
    assert!(ok > 0 && short > 0 && invalid > 0 && misuse == 0 && internal == 0, "{seen:?}");
}

/// A policy and a template, made, used and freed again and again.
#[test]
#[cfg(all(feature = "policy", feature = "template"))]
fn what_is_freed_holds_no_memory() {
    let mut buffer = [0u8; 512];
    let mut run = |times: usize| {
        for _ in 0..times {
            let (mut policy, mut template) = (null_mut(), null_mut());
            let place = buffer.as_mut_ptr().cast();
            let (nowhere, no_error) = (null_mut(), null_mut());
            // SAFETY: the texts are literals, and buffer and places are variables. What is made is freed at the end.
            unsafe {
                let text = c"extends = 'ssrf'";
                let made = oneiri_policy_compile(text.as_ptr(), 16, &mut policy, place, 512, nowhere, no_error);
                assert_eq!(made, ONEIRI_OK);
                let text = c"http://127.0.0.1/";
                let denied = oneiri_policy_check(policy, text.as_ptr(), 17, null(), 0, place, 512, nowhere);
                assert_eq!(denied, ONEIRI_DENIED);
                oneiri_policy_free(policy);

                let text = c"/{id}";
                let made = oneiri_template_compile(text.as_ptr(), 5, &mut template, place, 512, nowhere, no_error);
                assert_eq!(made, ONEIRI_OK);
                let text = c"/ada";
                let matched = oneiri_template_match(template, text.as_ptr(), 4, place, 512, nowhere, no_error);
                assert_eq!(matched, ONEIRI_OK);
                oneiri_template_free(template);
            }
        }
    };
    run(2);
    let before = HELD.with(Cell::get);
    run(100);
    assert_eq!(HELD.with(Cell::get), before, "bytes held");
}

/// Parsing and comparing allocate nothing.
#[test]
fn parsing_requests_no_memory() {
    let text = "HTTP://h/%7Ea/../b?c";
    let before = REQUESTS.with(Cell::get);
    let (start, length) = (text.as_ptr().cast(), text.len());
    let mut rung = 7;
    // SAFETY: the text is a slice, and the place is a variable.
    let (parsed, compared) = unsafe {
        (
            oneiri_parse(ONEIRI_URI, start, length, null_mut(), null_mut()),
            oneiri_equivalent(ONEIRI_URI, 3, start, length, start, length, &mut rung, null_mut()),
        )
    };
    assert_eq!((parsed, compared, rung), (ONEIRI_OK, ONEIRI_OK, 1));
    assert_eq!(REQUESTS.with(Cell::get), before);
}
