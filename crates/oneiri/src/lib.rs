//! One IRI for every spelling.
//!
//! URIs and IRIs as values that keep their text and know their parts: parsed by the whole grammar
//! of [RFC 3986] and [RFC 3987], normalized without losing structure, resolved, made relative,
//! converted into each other, and compared at the rung of the ladder that you name.
//!
//! # The types
//!
//! |             | has a scheme                  | may lack one                        |
//! |-------------|-------------------------------|-------------------------------------|
//! | **ASCII**   | [`Uri`], [`UriBuf`]           | [`UriRef`], [`UriRefBuf`]           |
//! | **Unicode** | [`Iri`], [`IriBuf`]           | [`IriRef`], [`IriRefBuf`]           |
//!
//! All are one struct, [`Ri`]; the page of that struct lists every method. The names with `Buf` own
//! their text, those with `Cow` ([`UriCow`], ...) own it if they had to.
//!
//! # What can be relied on
//!
//! * Parsing never changes text: what was parsed prints back, character for character.
//! * A value is always grammatical: whatever an operation gives back would parse, in the same type,
//!   to the very same components.
//! * Absent and empty are different everywhere: `http://h/?` is not `http://h/`.
//! * Every normalization is idempotent and keeps structure. Nothing reserved is ever decoded.
//! * `==`, `Ord` and `Hash` are those of the text. Every higher rung is asked for by name.
//! * No text of any length panics, recurses, or costs more than linear time.
//!
//! # A tour
//!
//! ```
//! use oneiri::{Iri, IriRef};
//!
//! let base = Iri::parse("http://example.org/wiki/")?;
//! let reference = IriRef::parse("../r%C3%A9sum%c3%a9#Top")?;
//! let target = base.resolve(&reference);
//! assert_eq!(target, "http://example.org/r%C3%A9sum%c3%a9#Top");
//! assert_eq!(target.normalize(), "http://example.org/résumé#Top");
//! assert_eq!(target.fragment().as_deref(), Some("Top"));
//!
//! let other = Iri::parse("HTTP://EXAMPLE.org:/résumé#Top")?;
//! assert!(target != other);
//! assert!(target.equivalent(&other));
//!
//! let error = Iri::parse("http://example.org/[draft]").unwrap_err();
//! assert_eq!((error.start(), error.found()), (19, Some('[')));
//! # Ok::<(), oneiri::Error>(())
//! ```
//!
//! # Features
//!
//! None is on by default, and each only adds items. The library is `no_std` and needs `alloc`.
//!
//! * `serde` reads and writes all the types as strings.
//! * `fingerprint` adds [`Normal::fingerprint`], `blake3` the same by BLAKE3.
//! * `bidi` adds the rules for bidirectional IRIs ([`Ri::bidi_issues`]).
//! * `idna` lets a [`Ladder`] take domain names and their Punycode for the same.
//! * `http` and `url` convert from and to `http::Uri` and `url::Url` by `TryFrom`; `http` needs `std`.
//! * `nfc` adds the checks and the making of NFC ([`Ri::is_nfc`]) through ICU's data.
//!
//! Lints are a crate of their own, `oneiri-lint`.
//!
//! [RFC 3986]: https://www.rfc-editor.org/rfc/rfc3986
//! [RFC 3987]: https://www.rfc-editor.org/rfc/rfc3987
#![no_std]
#![deny(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod build;
pub mod compare;
pub mod component;
mod convert;
mod dots;
mod edit;
pub mod file;
#[cfg(any(feature = "fingerprint", feature = "blake3"))]
mod fingerprint;
mod literals;
mod normalize;
pub mod percent;
pub mod registry;
mod relativize;
mod resolve;
mod ri;
mod syntax;
pub mod view;

/// Classes of characters beyond ASCII that RFC 3987 names: which of them an identifier may hold unescaped.
pub mod characters {
    pub use crate::syntax::grammar::unicode::{is_bidi_control, is_iprivate, is_ucschar};
}

pub use compare::{
    Evidence, Inadmissible, Ladder, Link, Normal, Observation, Observations, Observed, Problem,
    Reason, Rule, Rung, Step, UnknownRung, Verdict, Wall,
};
pub use component::{
    Authority, DecodedPairs, Encoded, FormUrlencoded, Host, HostKind, Pairs, Path, PathMut, Query,
    QueryMut, Segments,
};
pub use dots::remove_dot_segments_rfc3986;
pub use edit::{Edit, Policy};
#[cfg(any(feature = "fingerprint", feature = "blake3"))]
pub use fingerprint::Fingerprint;
pub use normalize::Steps;
pub use resolve::Resolution;
pub use ri::{
    Alphabet, Ascii, Batch, Form, HasScheme, Iri, IriBuf, IriCow, IriRef, IriRefBuf, IriRefCow,
    MaybeScheme, Origin, Redacted, Redaction, Refused, Ri, Text, Unicode, Uri, UriBuf, UriCow,
    UriRef, UriRefBuf, UriRefCow, Within, lines, validity,
};
#[cfg(feature = "bidi")]
pub use ri::{BidiIssue, BidiRule};
pub use syntax::error::{Component, Error, ErrorKind};
/// For `fuzz/`, which cannot see what is inside.
#[cfg(fuzzing)]
#[doc(hidden)]
pub use syntax::parse::law::scanners;
pub use syntax::parse::split::split;
pub use syntax::parts::Parts;

/// The examples of `docs/srfi-275.md`. They lie outside the package, so nothing but the tests sees them.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/srfi-275.md")]
enum Srfi275 {}

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
enum Readme {}

/// The example of `docs/schemes.md`.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/schemes.md")]
enum Schemes {}

/// The examples of the guide.
#[cfg(doctest)]
mod guide {
    #[doc = include_str!("../../../docs/guide/linked-data.md")]
    enum LinkedData {}
    #[doc = include_str!("../../../docs/guide/crawling.md")]
    enum Crawling {}
    #[doc = include_str!("../../../docs/guide/gateways.md")]
    enum Gateways {}
    #[doc = include_str!("../../../docs/guide/data-engineering.md")]
    enum DataEngineering {}
}
