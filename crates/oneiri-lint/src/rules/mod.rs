//! The rules: one file for each part of an identifier, and one for what single schemes demand.

mod authority;
mod calls;
mod characters;
mod escapes;
mod host;
pub(crate) mod local;
mod mistyped;
mod path;
mod schemes;

pub use mistyped::{begins_with_port, but_ports};
