//! From files to answers: [`source`] opens the files, [`blocks`] reads whole records, [`items`] finds the identifiers in
//! them, and [`run`] calls the operation of a command for them on all cores, in order.

pub(crate) mod blocks;
pub(crate) mod evidence;
pub(crate) mod format;
pub(crate) mod items;
pub(crate) mod places;
pub(crate) mod run;
pub(crate) mod source;

pub(crate) use blocks::Input;
pub(crate) use format::Format;
pub(crate) use items::{Item, Items};
pub(crate) use source::{Reading, Source};
