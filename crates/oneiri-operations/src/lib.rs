//! The waist of oneiri: one table of operations, which all bindings share.
//!
//! [`TABLE`] has a row for each operation: its name, its number, its parameters, and what each binding calls it. The C
//! header, the JavaScript module, the functions of SQL and the page `docs/operations.md` take their names and numbers
//! from this table. A [`Call`] is an operation with its texts and options. [`Call::run`] does the work, and gives an
//! [`Answer`] or a [`Stop`].
//!
//! To add an operation, add a row to `operation.rs` and an arm to `call.rs`, and then run
//! `cargo run -p oneiri-operations --example tables`, which writes the generated files anew.
//!
//! ```
//! use oneiri_operations::{Answer, Call, Grammar, Operation, Settings};
//!
//! let call = Call {
//!     operation: Operation::Normalize,
//!     grammar: Grammar::Iri,
//!     first: "HTTP://h/%7Eada",
//!     second: None,
//!     settings: Settings::default(),
//! };
//! let normal = call.run(|answer| match answer {
//!     Answer::Text(text) => text,
//!     _ => "HTTP://h/%7Eada".to_owned(),
//! });
//! assert_eq!(normal.ok().as_deref(), Some("http://h/~ada"));
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | `operation` | the operations, and the table |
//! | `grammar` | the four grammars, and the hashes of fingerprints |
//! | `settings` | the options of a call |
//! | `call` | a call, and what each operation does |
//! | `answer` | the result of a call |
//! | `refusal` | why a call has no result |
#![no_std]

extern crate alloc;

mod answer;
mod call;
mod grammar;
mod operation;
mod refusal;
mod settings;

pub use answer::Answer;
pub use call::Call;
#[cfg(feature = "fingerprint")]
pub use grammar::Hash;
pub use grammar::{Grammar, Unfit};
pub use operation::{Faces, Kind, Operation, Parameter, Row, TABLE};
pub use refusal::{Refusal, Stop};
pub use settings::{Part, Settings};
