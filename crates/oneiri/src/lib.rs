//! Parses, normalizes, resolves and compares URIs and IRIs, and explains why two of them are the same or not.
//!
//! The library follows all of [RFC 3986] and [RFC 3987]. A parsed value keeps its text and knows its components, so it
//! prints as you wrote it. When you normalize it, its structure stays. When you compare it, you say how different two
//! spellings may be, because you name a rung of the [ladder](Ladder).
//!
//! # The types
//!
//! |             | has a scheme                  | may lack one                        |
//! |-------------|-------------------------------|-------------------------------------|
//! | **ASCII**   | [`Uri`], [`UriBuf`]           | [`UriRef`], [`UriRefBuf`]           |
//! | **Unicode** | [`Iri`], [`IriBuf`]           | [`IriRef`], [`IriRefBuf`]           |
//!
//! All of these types are one struct, [`Ri`]; its page lists every method. A type with `Buf` in its name owns its
//! text. A type with `Cow` in its name ([`UriCow`], ...) borrows its text, or owns it if an operation had to
//! change it.
//!
//! # What you can rely on
//!
//! * Parsing never changes the text: a parsed value prints as the same characters.
//! * A value is always grammatical: the result of every operation would parse, as the same type, to the very same
//!   components.
//! * Absent and empty are always different: `http://h/?` is not `http://h/`.
//! * Every normalization is idempotent and keeps the structure. No normalization decodes a reserved character.
//! * `==`, `Ord` and `Hash` look at the text alone. The higher rungs of the ladder have methods of their own.
//! * No text of any length makes the library panic, recurse, or take more than linear time.
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
//! No feature is on by default. The library is `no_std` and needs `alloc`, and without features it depends on nothing.
//! Each feature only adds items, with one exception, which its paragraph names: `nfc`.
//!
//! ## `serde`
//!
//! Reads and writes all the types as strings. Reading parses the string, so an invalid one is an error of your format, with
//! the message of [`Error`].
//!
//! ## `fingerprint`
//!
//! Adds `Normal::fingerprint`, a hash of 128 bits (XXH3) of a normal form. Use it to join large tables, as long as nobody
//! could benefit from two identifiers with the same fingerprint.
//!
//! ## `blake3`
//!
//! Adds `Normal::fingerprint_blake3`, which is slower, but safe against identifiers that an attacker chose. No C compiler is
//! needed.
//!
//! ## `bidi`
//!
//! Adds `Ri::bidi_issues`: the rules of RFC 3987 section 4.2 for IRIs with letters that are written from right to left. Use it
//! in programs that create such IRIs.
//!
//! ## `idna`
//!
//! Adds `Ladder::idna`, which makes a domain name and its Punycode equal at the scheme rung. A ladder has to ask for it, so
//! another crate that switches the feature on changes none of your results.
//!
//! ## `nfc`
//!
//! Adds `Ri::is_nfc` and `Ri::to_nfc`, which check for Normalization Form C and convert to it, with the data of ICU. It also
//! makes one answer more precise: where two identifiers differ only in their normalization form, the
//! [reason](compare::Difference::reason) of the difference is [`Reason::Nfc`](compare::Reason::Nfc) with this feature and
//! [`Reason::Text`](compare::Reason::Text) without it. Whether they are equal does not change.
//!
//! ## `http` and `url`
//!
//! Convert from and to `http::Uri` and `url::Url` by `TryFrom`. `http` needs `std`.
//!
//! # Versions of Rust
//!
//! The library needs Rust 1.85. The features `idna` and `nfc` use ICU4X, whose newest versions need a newer compiler. Cargo
//! chooses versions that fit your compiler if your workspace has `resolver = "3"`, which is the default of edition 2024. With
//! an older resolver and Rust 1.85, choose them yourself:
//!
//! ```text
//! cargo update -p icu_normalizer --precise 2.1.1
//! cargo update -p icu_properties --precise 2.1.2
//! cargo update -p idna_adapter --precise 1.2.1
//! ```
//!
//! # Other crates
//!
//! Lints are in a separate crate, `oneiri-lint`, and the URL Standard of browsers in `oneiri-whatwg`.
//!
//! [RFC 3986]: https://www.rfc-editor.org/rfc/rfc3986
//! [RFC 3987]: https://www.rfc-editor.org/rfc/rfc3987
#![no_std]
#![deny(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

// Documentation shows the impls of `Ri` in the order of their modules: `parse` comes first.
mod ri;

mod build;
pub mod compare;
pub mod component;
mod convert;
mod dots;
mod edit;
pub mod file;
#[cfg(any(feature = "fingerprint", feature = "blake3"))]
mod fingerprint;
pub mod keys;
mod literals;
mod normalize;
pub mod percent;
pub mod registry;
mod relativize;
mod resolve;
mod syntax;
pub mod view;

/// Many identifiers at once: the lines of a buffer, or the values of a column.
pub mod batch {
    pub use crate::ri::{Batch, IriBatch, IriRefBatch, Iter, Parsed, UriBatch, UriRefBatch, lines, validity};
}

/// Classes of characters beyond ASCII that RFC 3987 names: the characters that an identifier may hold unescaped,
/// and the bidi formatting characters that it must not hold.
pub mod characters {
    pub use crate::syntax::grammar::unicode::{is_bidi_control, is_iprivate, is_ucschar};
}

pub use compare::{Ladder, Normal, NormalBuf, Rung, Verdict};
pub use edit::{Edit, OnInvalid};
#[cfg(any(feature = "fingerprint", feature = "blake3"))]
pub use fingerprint::Fingerprint;
pub use normalize::Normalization;
pub use registry::SCHEME_RULES_VERSION;
pub use resolve::Resolution;
pub use ri::{
    Alphabet, Ascii, HasScheme, InvalidText, Iri, IriBuf, IriCow, IriRef, IriRefBuf, IriRefCow, MaybeScheme,
    OptionalText, Origin, Redacted, Redaction, Ri, SchemePresence, SubsetOf, Text, Unicode, Uri, UriBuf, UriCow,
    UriRef, UriRefBuf, UriRefCow,
};
#[cfg(feature = "bidi")]
pub use ri::{BidiIssue, BidiRule};
pub use syntax::error::{Component, Error, ErrorKind, Place, Unit};
/// For `fuzz/`, which sees only the public interface.
#[cfg(fuzzing)]
#[doc(hidden)]
pub use syntax::parse::law::scanners;
pub use syntax::parse::split::{Split, split};
pub use syntax::parts::Parts;
/// For `oneiri-whatwg` alone.
#[doc(hidden)]
pub use syntax::scan::{Class, Masks, Spelling, mask_of, masks};

/// Compiles and runs the examples of `docs/srfi-275.md` as tests. The file lies outside the package, so only the
/// tests include it.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/srfi-275.md")]
enum Srfi275 {}

/// Compiles and runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
enum Readme {}

/// Compiles and runs the example of `docs/library.md` as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
enum Library {}

/// Compiles and runs the example of `docs/schemes.md` as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/schemes.md")]
enum Schemes {}

/// Compiles and runs the examples of the guide as tests.
#[cfg(doctest)]
mod guide {
    #[doc = include_str!("../../../docs/guide/linked-data.md")]
    enum LinkedData {}
    #[doc = include_str!("../../../docs/guide/crawling.md")]
    enum Crawling {}
    #[doc = include_str!("../../../docs/guide/data-engineering.md")]
    enum DataEngineering {}
}
