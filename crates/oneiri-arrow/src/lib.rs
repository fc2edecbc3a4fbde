//! URIs and IRIs in columns: what the crate `oneiri` does to one text, done to Arrow arrays of them.
//!
//! A [`Task`] with its options is a [`Plan`], which is run on arrays of strings, large strings or
//! string views, or dictionaries of these. Null stays null, and what becomes of a text that is
//! refused is said by [`Errors`].
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
//! let normalize = Task::Normalize(oneiri::Rung::SYNTAX);
//! let plan = Plan::new(normalize, Grammar::IriReference, Errors::Null)?;
//! let normal = plan.run(&links, None)?;
//! assert_eq!(normal.as_string::<i32>().value(0), "http://h/~ada");
//! assert!(normal.is_null(1) && normal.is_null(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod build;
mod dictionary;
mod options;
mod plan;
mod refusal;
mod rows;
mod task;
mod texts;

pub use dictionary::{is_text, spread};
pub use options::{Errors, Grammar, Hash, Unfit};
pub use plan::Plan;
pub use refusal::{Error, Refusal, characters, message};
pub use task::Task;
