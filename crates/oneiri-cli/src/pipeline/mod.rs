//! From files to answers: [`source`] says what is read and written, [`run`] reads it in [`blocks`] of whole records, and calls the
//! operation of a command for the [`items`] in them, on all cores and in order.

pub(crate) mod blocks;
pub(crate) mod evidence;
pub(crate) mod items;
pub(crate) mod places;
pub(crate) mod rows;
pub(crate) mod run;
pub(crate) mod source;

pub(crate) use blocks::Input;
pub(crate) use items::{Item, Items};
pub(crate) use source::{Format, Reading, Source};
