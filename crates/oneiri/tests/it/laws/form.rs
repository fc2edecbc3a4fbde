//! The normal forms of the oracle.

use crate::oracle::alphabet::Alphabet as Letters;
use crate::oracle::normalize::{normalize, normalize_case, normalize_escape};
use crate::oracle::registry::normalize_registered;
use oneiri::Rung;

/// The normal form at a rung, as the oracle has it. Without evidence the last rung is the scheme rung.
pub(crate) fn form(letters: Letters, rung: Rung, text: &str) -> String {
    match rung {
        Rung::String => text.to_string(),
        Rung::Case => normalize_case(text),
        Rung::Escape => normalize_case(&normalize_escape(letters, text)),
        Rung::Path => normalize(letters, text),
        _ => normalize_registered(letters, text),
    }
}
