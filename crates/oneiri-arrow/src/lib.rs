//! URIs and IRIs in columns: applies the functions of the crate `oneiri` to Arrow arrays of texts.
//!
//! A [`Plan`] is a [`Task`] with its options. It runs on arrays of strings, large strings or string views, or on
//! dictionaries of these. Null stays null, and [`Errors`] selects how invalid texts are handled.
//!
//! ```
//! use std::sync::Arc;
//! use arrow_array::cast::AsArray;
//! use arrow_array::{Array, ArrayRef, StringArray};
//! use oneiri_arrow::{Errors, Grammar, Plan, Task};
//!
//! let links: ArrayRef = Arc::new(StringArray::from(vec![
//!     Some("HTTP://h/%7Eada"), None, Some("http://h/a b"),
//! ]));
//! let normalize = Task::Normalize(oneiri::Rung::Path);
//! let plan = Plan::new(normalize, Grammar::IriReference, Errors::Null)?;
//! let normal = plan.run(&links, None)?;
//! assert_eq!(normal.as_string::<i32>().value(0), "http://h/~ada");
//! assert!(normal.is_null(1) && normal.is_null(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// The functions of SQL (`oneiri-datafusion`) and of Python's columns (`oneiri-python`) are made of this crate. Cases of
// `testdata/` run there, and `tests/it.rs` here has columns of every shape.
mod build;
mod dictionary;
mod options;
mod plan;
mod refusal;
mod rows;
mod task;
mod texts;

pub use dictionary::{spread, take_rows};
pub use oneiri_operations::{Grammar, Hash, Unfit};
pub use options::{Errors, Options, Rules};
pub use plan::Plan;
pub use refusal::{Error, Refusal};
pub use task::Task;
pub use texts::{is_text, octets};
