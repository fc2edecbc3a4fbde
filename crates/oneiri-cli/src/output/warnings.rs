//! Warnings of the readers of files, which do not know the session. They do not change the exit code.

use std::sync::{Mutex, PoisonError};

static WARNINGS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Leaves a warning, which the session tells at the end.
pub(crate) fn push(warning: String) {
    WARNINGS.lock().unwrap_or_else(PoisonError::into_inner).push(warning);
}

/// Takes all warnings.
pub(crate) fn take() -> Vec<String> {
    std::mem::take(&mut WARNINGS.lock().unwrap_or_else(PoisonError::into_inner))
}
