//! A page of memory between two that no one may touch.
#![allow(unsafe_code)]

use core::ptr;

pub(super) struct Page {
    start: *mut u8,
    size: usize,
}

impl Page {
    pub(super) fn new() -> Self {
        // SAFETY: new memory, of which the first and the last page are taken away again.
        unsafe {
            let size = usize::try_from(libc::sysconf(libc::_SC_PAGESIZE)).unwrap_or(4096);
            let access = libc::PROT_READ | libc::PROT_WRITE;
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            let all = libc::mmap(ptr::null_mut(), 3 * size, access, flags, -1, 0);
            assert_ne!(all, libc::MAP_FAILED);
            assert_eq!(libc::mprotect(all, size, libc::PROT_NONE), 0);
            assert_eq!(libc::mprotect(all.add(2 * size), size, libc::PROT_NONE), 0);
            Self { start: all.cast::<u8>().add(size), size }
        }
    }

    /// The text, right before a page that no one may touch.
    pub(super) fn at_the_end(&mut self, text: &str) -> &str {
        self.copy(text, self.size - text.len())
    }

    /// The text, right behind one.
    pub(super) fn at_the_start(&mut self, text: &str) -> &str {
        self.copy(text, 0)
    }

    fn copy(&mut self, text: &str, at: usize) -> &str {
        assert!(at + text.len() <= self.size);
        // SAFETY: within the page, which is ours alone; and UTF-8, as the text is.
        unsafe {
            let start = self.start.add(at);
            ptr::copy_nonoverlapping(text.as_ptr(), start, text.len());
            let bytes = core::slice::from_raw_parts(start, text.len());
            core::str::from_utf8_unchecked(bytes)
        }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // SAFETY: what `new` mapped, and nothing that was lent outlives `self`.
        unsafe { libc::munmap(self.start.sub(self.size).cast(), 3 * self.size) };
    }
}
