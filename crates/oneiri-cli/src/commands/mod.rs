//! The commands. Each has a file or a folder with its options, its help, and its work for one item.
//! This room imports from all other rooms; nothing but `lib.rs` imports from it.

pub(crate) mod check;
pub(crate) mod comm;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod decode;
pub(crate) mod dedupe;
pub(crate) mod diff;
pub(crate) mod edit;
pub(crate) mod encode;
pub(crate) mod explain;
pub(crate) mod key;
pub(crate) mod links;
pub(crate) mod lint;
pub(crate) mod man;
pub(crate) mod normalize;
pub(crate) mod parse;
pub(crate) mod relativize;
pub(crate) mod report;
pub(crate) mod resolve;
pub(crate) mod shared;
pub(crate) mod sql;
