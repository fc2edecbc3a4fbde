//! Reports of the file readers, from any thread: how much they have read, and warnings.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Shared by the session and the readers of its files.
#[derive(Clone, Default)]
pub(crate) struct Watch(Arc<Reports>);

#[derive(Default)]
struct Reports {
    read: AtomicU64,
    warnings: Mutex<Vec<String>>,
}

impl Watch {
    /// Adds bytes that were read of files as they are on the disk, such as packed ones.
    pub(crate) fn add(&self, bytes: u64) {
        self.0.read.fetch_add(bytes, Ordering::Relaxed);
    }

    /// How many bytes have been read.
    pub(crate) fn read(&self) -> u64 {
        self.0.read.load(Ordering::Relaxed)
    }

    /// Leaves a warning, which the session tells at the end. It does not change the exit code.
    pub(crate) fn warn(&self, warning: String) {
        self.0.warnings.lock().unwrap_or_else(PoisonError::into_inner).push(warning);
    }

    pub(crate) fn take_warnings(&self) -> Vec<String> {
        std::mem::take(&mut self.0.warnings.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
