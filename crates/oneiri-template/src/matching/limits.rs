//! How large an automaton may become.

/// The most places that an automaton may have.
pub(crate) const LIMIT: usize = (1 << 16) - 4;

/// The most ways between places. Each variable of a query may follow each of those before it.
pub(crate) const WAYS: usize = 4 * LIMIT;
