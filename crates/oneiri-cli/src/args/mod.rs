//! What the parser of options reads. [`Command::job`](crate::commands::Command::job) turns the options of a
//! command into a job, and every contradiction between options is found there, as a value.

pub(crate) mod arguments;
pub(crate) mod folders;
pub(crate) mod input;
pub(crate) mod records;
pub(crate) mod resources;
pub(crate) mod usage;

pub(crate) use crate::pipeline::source::Plan;
pub(crate) use input::{Columns, DocumentBase, Identifiers, Texts};
pub(crate) use records::{Records, Writes, Written};
pub(crate) use resources::{Out, Resources};
pub(crate) use usage::UsageError;
