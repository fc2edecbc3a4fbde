//! The Python package `oneiri`: the library's types and functions, and the same on Arrow columns.
//!
//! Everything is decided in the library. What is here turns arguments into its types, and answers
//! into Python's.

mod any;
mod classes;
mod column;
mod edit;
mod error;
mod functions;
mod given;
mod grammar;
mod identifier;
mod ladder;
mod lint;
mod make;
mod types;
mod verdict;

use pyo3::prelude::*;

/// The compiled half of `oneiri`; import that.
#[pymodule(gil_used = false)]
mod _oneiri {
    #[pymodule_export]
    use crate::classes::{Identifier, Iri, IriRef, Uri, UriRef};
    #[pymodule_export]
    use crate::column::{Array, ChunkedArray, run_column};
    #[pymodule_export]
    use crate::functions::{
        compare, decode, decode_text, encode, explain, fingerprint, fix, lint, normalize,
        relativize, remove_dot_segments_rfc3986, resolve,
    };
    #[pymodule_export]
    use crate::ladder::Ladder;
    #[pymodule_export]
    use crate::lint::Finding;
    #[pymodule_export]
    use crate::verdict::{Step, Verdict, Wall};
}
