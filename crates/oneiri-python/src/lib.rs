//! The Python package `oneiri`: the types and functions of the library, and functions on Arrow columns.
//!
//! The library makes every decision. This package only converts arguments and results between Python and Rust.

mod any;
mod classes;
mod column;
mod convenient;
mod edit;
mod error;
mod frameworks;
mod functions;
mod given;
mod grammar;
mod identifier;
mod ladder;
mod lint;
mod make;
mod parts;
mod path;
mod query;
mod reduce;
mod restore;
mod types;
mod verdict;

use pyo3::prelude::*;

/// The compiled part of `oneiri`. Import `oneiri` instead.
#[pymodule(gil_used = false)]
mod _oneiri {
    #[pymodule_export]
    use crate::classes::{Identifier, Iri, IriRef, Uri, UriRef};
    #[pymodule_export]
    use crate::column::{Array, ChunkedArray, run_column};
    #[pymodule_export]
    use crate::functions::{
        compare, decode, decode_text, encode, explain, fingerprint, fix, is_valid, lint, normalize,
        relativize, remove_dot_segments_rfc3986, resolve,
    };
    #[pymodule_export]
    use crate::ladder::Ladder;
    #[pymodule_export]
    use crate::lint::Finding;
    #[pymodule_export]
    use crate::restore::restore;
    #[pymodule_export]
    use crate::verdict::{Difference, Step, Verdict};
}
