//! What the parser of options reads. [`Command::job`](crate::commands::Command::job) turns the options of a
//! command into a job, and every contradiction between options is found there, as a value.

pub(crate) mod arguments;
pub(crate) mod assume;
pub(crate) mod assumed;
pub(crate) mod color;
pub(crate) mod folders;
pub(crate) mod groups;
pub(crate) mod input;
pub(crate) mod invalid;
pub(crate) mod pairs;
pub(crate) mod plan;
pub(crate) mod records;
pub(crate) mod resources;
pub(crate) mod size;
pub(crate) mod usage;
pub(crate) mod wrong_names;

pub(crate) use assume::Assume;
pub(crate) use input::{Columns, DocumentBase, Identifiers, Texts};
pub(crate) use invalid::Invalid;
pub(crate) use plan::Plan;
pub(crate) use records::{Records, Verbosity, Writes, Written};
pub(crate) use resources::Resources;
pub(crate) use usage::UsageError;
