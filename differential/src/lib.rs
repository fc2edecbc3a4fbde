//! What the programs share; and the code of the guide's pages on migration, where it runs next to what it replaces: `cargo test`.

pub mod dice;
pub mod program;

#[cfg(doctest)]
#[doc = include_str!("../../docs/guide/from-url.md")]
enum Url {}

#[cfg(all(doctest, feature = "ada"))]
#[doc = include_str!("../../docs/guide/from-ada.md")]
enum Ada {}

#[cfg(doctest)]
#[doc = include_str!("../../docs/guide/from-fluent-uri.md")]
enum FluentUri {}

#[cfg(doctest)]
#[doc = include_str!("../../docs/guide/from-iri-string.md")]
enum IriString {}

#[cfg(doctest)]
#[doc = include_str!("../../docs/guide/from-oxiri.md")]
enum Oxiri {}
