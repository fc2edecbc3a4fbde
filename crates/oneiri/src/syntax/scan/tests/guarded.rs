//! A page of memory between two pages that nothing can access.
#![allow(unsafe_code)]

use core::ptr;

/// An accessible page. `start` is its address, and the page before and the page after it are mapped
/// without access.
pub(crate) struct Page {
    start: *mut u8,
    size: usize,
}

impl Page {
    pub(crate) fn new() -> Self {
        // SAFETY: `mmap` maps three new pages, which nothing else uses. `mprotect` changes the first and
        // the last of them. `start` is the middle page, which stays accessible.
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

    /// A copy of the text that ends where the page ends.
    pub(crate) fn at_the_end(&mut self, text: &str) -> &str {
        assert!(text.len() <= self.size);
        self.copy(text, self.size - text.len())
    }

    /// A copy of the text that begins where the page begins.
    pub(crate) fn at_the_start(&mut self, text: &str) -> &str {
        self.copy(text, 0)
    }

    fn copy(&mut self, text: &str, at: usize) -> &str {
        assert!(at <= self.size && text.len() <= self.size - at);
        // SAFETY: the assertion in this function keeps the copy within the page, which `self` owns and which is
        // exclusively borrowed as long as the result lives. The bytes are UTF-8, since those of `text`
        // are.
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
        // SAFETY: these are the three pages that `new` mapped, and no reference into them outlives `self`.
        unsafe { libc::munmap(self.start.sub(self.size).cast(), 3 * self.size) };
    }
}
