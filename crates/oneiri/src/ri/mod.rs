//! The types of identifiers: one struct, [`Ri`], with a type parameter for the alphabet, one for the form and one
//! for the holder of the text, and a type alias for each combination.

mod parse;

mod axes;
mod batch;
#[cfg(feature = "bidi")]
mod bidi;
mod edit;
mod equality;
mod getters;
#[cfg(feature = "http")]
mod http;
#[cfg(feature = "nfc")]
mod nfc;
mod operations;
mod optional;
mod origin;
mod parsed;
mod redact;
mod resolve;
mod retype;
#[cfg(feature = "serde")]
mod serde;
mod traits;
mod update;
#[cfg(feature = "url")]
mod url;
mod value;

pub use axes::{Alphabet, Ascii, HasScheme, MaybeScheme, SchemePresence, SubsetOf, Text, Unicode};
pub use batch::{Batch, IriBatch, IriRefBatch, UriBatch, UriRefBatch, lines, validity};
#[cfg(feature = "bidi")]
pub use bidi::{BidiIssue, BidiRule};
pub(crate) use operations::apply;
pub use optional::OptionalText;
pub use origin::Origin;
pub use parse::InvalidText;
pub use parsed::{Iter, Parsed};
pub use redact::{Redacted, Redaction};
pub use value::{
    Iri, IriBuf, IriCow, IriRef, IriRefBuf, IriRefCow, Ri, Uri, UriBuf, UriCow, UriRef, UriRefBuf, UriRefCow,
};
