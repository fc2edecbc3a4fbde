//! Two other views of an identifier, computed from it and never stored: the seven fields of SRFI 275, and the
//! seven keys of STDURL. Each view loses information that the identifier keeps: for example, `path` is `None` in
//! SRFI 275 for an empty path, and STDURL has no difference between an absent and an empty query.

mod srfi;
mod stdurl;

pub use srfi::Srfi;
pub use stdurl::Stdurl;
