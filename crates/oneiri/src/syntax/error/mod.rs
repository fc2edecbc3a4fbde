//! The error type of the library, and the wording of all its messages.

mod component;
mod fault;
mod grammar;
mod kind;
mod message;
mod unit;

pub use component::Component;
pub use fault::Error;
pub(crate) use grammar::Grammar;
pub use kind::ErrorKind;
pub(crate) use message::Message;
pub use unit::{Place, Unit};
