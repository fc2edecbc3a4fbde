//! The memory of the module: the texts of the caller, and after them what a call allocates.
//!
//! A call allocates from one end of the memory to the other, and the next call begins anew: nothing that is allocated
//! lives longer than until then, because nothing that outlives a call is allocated. The address of the texts never
//! changes: `engine.js` in `bindings/js/src` asks for it only when it needs more room, and writes the texts of other
//! calls to the same place. This file exists only in a module, so only the tests of `bindings/js` run it.

use core::alloc::{GlobalAlloc, Layout};
use core::arch::wasm32::memory_grow;
use core::cell::Cell;
use core::ptr;

/// The bytes of a page of WebAssembly.
const PAGE: usize = 65536;

/// The start of all texts and allocations is a multiple of this, and so is each size that is taken.
const ALIGN: usize = 16;

pub(crate) struct Arena {
    /// The address of the first page that this arena got; zero before it got one.
    start: Cell<usize>,
    /// The address after everything that is in use.
    top: Cell<usize>,
    /// The address after the last page.
    end: Cell<usize>,
}

#[cfg(target_feature = "atomics")]
compile_error!("the module is for one thread");

// SAFETY: the module is compiled for one thread, which the line above makes sure of.
unsafe impl Sync for Arena {}

impl Arena {
    pub(crate) const fn new() -> Self {
        Self { start: Cell::new(0), top: Cell::new(0), end: Cell::new(0) }
    }

    /// Frees everything, and makes room for a text of so many bytes. Returns the address of the text, or zero if there
    /// is too little memory.
    pub(crate) fn begin(&self, length: usize) -> usize {
        self.top.set(self.start.get());
        if self.take(length).is_some() { self.start.get() } else { 0 }
    }

    /// Moves the top by so many bytes, and returns where it was.
    fn take(&self, length: usize) -> Option<usize> {
        let length = length.checked_next_multiple_of(ALIGN)?;
        if length > self.end.get() - self.top.get() {
            self.grow(length)?;
        }
        let at = self.top.get();
        self.top.set(at + length);
        Some(at)
    }

    /// Gets pages for so many more bytes at least.
    #[cold]
    fn grow(&self, length: usize) -> Option<()> {
        let missing = length - (self.end.get() - self.top.get());
        // Half as much again as there is, so that growing by small steps stays linear.
        let spare = (self.end.get() - self.start.get()) / 2;
        let pages = [missing.saturating_add(spare), missing].map(|bytes| bytes.div_ceil(PAGE));
        let (before, pages) = pages.into_iter().find_map(|pages| {
            let before = memory_grow::<0>(pages);
            (before != usize::MAX).then_some((before, pages))
        })?;
        // Nobody else grows the memory, JavaScript included, so the new pages follow the others.
        if self.start.get() == 0 {
            self.start.set(before * PAGE);
            self.top.set(before * PAGE);
        }
        // The last page of an address space of 32 bits would end at zero, so its last bytes are not used.
        self.end.set((before + pages).checked_mul(PAGE).unwrap_or(usize::MAX / ALIGN * ALIGN));
        Some(())
    }
}

// SAFETY: `take` returns addresses of pages that `memory_grow` gave to this arena alone. Each call returns a stretch
// that no earlier one overlaps: the top only moves back over the last stretch, when that is freed, and to the start,
// when `begin` is called and the caller no longer uses anything. All addresses are multiples of `ALIGN`; a layout that
// asks for more is refused. No method unwinds.
unsafe impl GlobalAlloc for Arena {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.align() > ALIGN {
            return ptr::null_mut();
        }
        self.take(layout.size()).map_or(ptr::null_mut(), ptr::with_exposed_provenance_mut)
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        let at = pointer.expose_provenance();
        if at + layout.size().next_multiple_of(ALIGN) == self.top.get() {
            self.top.set(at);
        }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let (at, had) = (pointer.expose_provenance(), layout.size().next_multiple_of(ALIGN));
        let Some(more) = size.checked_next_multiple_of(ALIGN).map(|size| size.saturating_sub(had)) else {
            return ptr::null_mut();
        };
        if more == 0 {
            return pointer;
        }
        if at + had == self.top.get() {
            // The last stretch grows where it is.
            return if self.take(more).is_some() { pointer } else { ptr::null_mut() };
        }
        let Some(new) = self.take(size) else { return ptr::null_mut() };
        let new = ptr::with_exposed_provenance_mut(new);
        // SAFETY: the caller promises that `layout.size()` bytes can be read, and the new stretch is longer and does
        // not overlap the old one.
        unsafe { ptr::copy_nonoverlapping(pointer, new, layout.size()) };
        new
    }
}
