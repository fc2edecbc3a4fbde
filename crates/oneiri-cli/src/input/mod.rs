//! Reads the input: arguments, files, packed files, columns of tables and fields of documents.
//! Everything becomes a stream of items with their places. This room imports from `output` only.

pub(crate) mod blocks;
pub(crate) mod copy;
pub(crate) mod evidence;
pub(crate) mod fill;
pub(crate) mod format;
pub(crate) mod identifier;
pub(crate) mod items;
pub(crate) mod judge;
pub(crate) mod mark;
pub(crate) mod open;
pub(crate) mod options;
#[cfg_attr(not(feature = "parquet"), path = "no_parquet.rs")]
pub(crate) mod parquet;
pub(crate) mod pattern;
pub(crate) mod pool;
pub(crate) mod source;
