//! Everything that the command writes: answers, refusals, JSON, SARIF, pictures, messages, and
//! output files.

pub(crate) mod answers;
mod destination;
pub(crate) mod escape;
pub(crate) mod excerpt;
pub(crate) mod fault;
pub(crate) mod finding;
pub(crate) mod glyphs;
pub(crate) mod json;
pub(crate) mod layout;
pub(crate) mod options;
pub(crate) mod paint;
pub(crate) mod picture;
pub(crate) mod progress;
pub(crate) mod record_writer;
pub(crate) mod redact;
pub(crate) mod sarif;
pub(crate) mod session;
pub(crate) mod stop;
pub(crate) mod tally;
pub(crate) mod target;

pub(crate) use answers::Answers;
pub(crate) use fault::Fault;
pub(crate) use options::OutputOptions;
pub(crate) use paint::{Ink, Painter};
pub(crate) use session::{Job, Session};
pub(crate) use stop::{Flow, Stop};
pub(crate) use tally::{Tally, counted};
pub(crate) use target::Target;
