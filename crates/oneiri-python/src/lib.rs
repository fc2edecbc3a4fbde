//! The Python package `oneiri`: the types and functions of the library, and functions on Arrow columns. The library
//! makes every decision, so this package only converts arguments and results between Python and Rust. What is exported
//! here also belongs in the stub `_oneiri.pyi`, because type checkers read it and `test_typing.py` compares the two.
//! `restore` must keep its name and its module, because pickles of results name them. `gil_used = false` promises that
//! nothing here relies on the global lock, so what threads share needs a lock of its own.

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
mod key;
mod ladder;
mod lint;
mod make;
mod mapped;
mod matched;
mod parts;
mod path;
mod policy;
mod query;
mod reduce;
mod restore;
mod router;
mod search_params;
mod template;
mod types;
mod unlocked;
mod validation;
mod verdict;
mod whatwg;

use pyo3::prelude::*;

/// The compiled part of `oneiri`. Import `oneiri` instead.
#[pymodule(gil_used = false)]
mod _oneiri {
    #[pymodule_export]
    use crate::classes::Url;
    #[pymodule_export]
    use crate::classes::{Identifier, Iri, IriRef, Uri, UriRef};
    #[pymodule_export]
    use crate::column::{Array, ChunkedArray, run_column};
    #[pymodule_export]
    use crate::functions::{
        compare, decode, decode_text, encode, explain, fingerprint, fix, is_valid, lint, normalize, relativize,
        remove_dot_segments_rfc3986, resolve,
    };
    #[pymodule_export]
    use crate::key::key_of;
    #[pymodule_export]
    use crate::ladder::Ladder;
    #[pymodule_export]
    use crate::lint::Finding;
    #[pymodule_export]
    use crate::mapped::{map_column, sql_column};
    #[pymodule_export]
    use crate::matched::Match;
    #[pymodule_export]
    use crate::policy::{Decision, Policy, Reason, loads, preset};
    #[pymodule_export]
    use crate::restore::restore;
    #[pymodule_export]
    use crate::router::Router;
    #[pymodule_export]
    use crate::search_params::SearchParams;
    #[pymodule_export]
    use crate::template::Template;
    #[pymodule_export]
    use crate::validation::{ValidationError, domain_to_ascii, domain_to_unicode, validation_errors};
    #[pymodule_export]
    use crate::verdict::{Difference, Step, Verdict};
}
