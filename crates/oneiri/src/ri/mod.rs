//! The types: two axes, four names, and one struct that is all of them.

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
mod origin;
mod redact;
mod resolve;
mod retype;
#[cfg(feature = "serde")]
mod serde;
mod traits;
mod update;
#[cfg(feature = "url")]
mod url;

use alloc::borrow::Cow;
use alloc::string::String;
use core::marker::PhantomData;

pub use axes::{Alphabet, Ascii, Form, HasScheme, MaybeScheme, Text, Unicode, Within};
pub use batch::{Batch, lines, validity};
#[cfg(feature = "bidi")]
pub use bidi::{BidiIssue, BidiRule};
pub use origin::Origin;
pub use parse::Refused;
pub use redact::{Redacted, Redaction};

use crate::syntax::error::Grammar;
use crate::syntax::spans::{Spans, Untyped};

/// A resource identifier: its text as it was given, and where its components lie.
///
/// `T` holds the text (`&str`, `String`, or a `Cow` of both), `A` is its alphabet ([`Ascii`] for
/// RFC 3986, [`Unicode`] for RFC 3987), and `F` says whether it [has a scheme](HasScheme) or
/// [may lack one](MaybeScheme). You will rarely write this: use [`Uri`], [`UriRef`], [`Iri`],
/// [`IriRef`] and their owned kin.
///
/// The text is never changed by parsing, is always grammatical, and is all that `==`, `Ord` and
/// `Hash` look at: two spellings of one identifier are different values
/// ([RFC 3986 section 6.2.1](https://www.rfc-editor.org/rfc/rfc3986#section-6.2.1)).
pub struct Ri<T, A, F> {
    text: T,
    spans: Spans,
    grammar: PhantomData<fn() -> (A, F)>,
}

/// A URI: RFC 3986 section 3. Borrowed; see [`UriBuf`].
pub type Uri<'a> = Ri<&'a str, Ascii, HasScheme>;
/// A URI, owned.
pub type UriBuf = Ri<String, Ascii, HasScheme>;
/// A URI that is borrowed where it could be.
pub type UriCow<'a> = Ri<Cow<'a, str>, Ascii, HasScheme>;

/// A URI or a relative reference: RFC 3986 section 4.1. Borrowed; see [`UriRefBuf`].
pub type UriRef<'a> = Ri<&'a str, Ascii, MaybeScheme>;
/// A URI or a relative reference, owned.
pub type UriRefBuf = Ri<String, Ascii, MaybeScheme>;
/// A URI or a relative reference that is borrowed where it could be.
pub type UriRefCow<'a> = Ri<Cow<'a, str>, Ascii, MaybeScheme>;

/// An IRI: RFC 3987 section 2. Borrowed; see [`IriBuf`].
pub type Iri<'a> = Ri<&'a str, Unicode, HasScheme>;
/// An IRI, owned.
pub type IriBuf = Ri<String, Unicode, HasScheme>;
/// An IRI that is borrowed where it could be.
pub type IriCow<'a> = Ri<Cow<'a, str>, Unicode, HasScheme>;

/// An IRI or a relative reference: RFC 3987 section 2. Borrowed; see [`IriRefBuf`].
pub type IriRef<'a> = Ri<&'a str, Unicode, MaybeScheme>;
/// An IRI or a relative reference, owned.
pub type IriRefBuf = Ri<String, Unicode, MaybeScheme>;
/// An IRI or a relative reference that is borrowed where it could be.
pub type IriRefCow<'a> = Ri<Cow<'a, str>, Unicode, MaybeScheme>;

impl<T, A, F> Ri<T, A, F> {
    pub(crate) const fn new(text: T, spans: Spans) -> Self {
        Self { text, spans, grammar: PhantomData }
    }
}

impl<T, A: Alphabet, F: Form> Ri<T, A, F> {
    const GRAMMAR: Grammar = Grammar { unicode: A::UNICODE, scheme: F::SCHEME };
}

impl<T: AsRef<str>, A, F> Ri<T, A, F> {
    /// As [`untyped`](Self::untyped), where nothing that is found is kept.
    #[inline]
    pub(crate) fn source(&self) -> Untyped<'_, '_> {
        Untyped { text: self.text.as_ref(), spans: &self.spans }
    }
}

impl<'i, 'o, T: Text<'i, 'o>, A, F> Ri<T, A, F> {
    #[inline]
    pub(crate) fn untyped(&'i self) -> Untyped<'o, 'i> {
        Untyped { text: self.text.text(), spans: &self.spans }
    }
}
