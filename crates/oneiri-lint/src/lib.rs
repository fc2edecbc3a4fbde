//! Lints for URIs and IRIs: identifiers that the grammar accepts although they are unwise, or although the rules of
//! their scheme reject them.
//!
//! Every problem has a [`Code`], such as `password` (`L201`) or `default-port` (`L203`). A [`Profile`] gives each
//! code a [`Level`], and [`Lints`] holds the levels, which you can change one by one. A finding may have a [`Fix`].
//! The fixed identifier is equal to the given one at the rung of the ladder of comparison that the code names, so
//! a fix never changes which resource is identified.
//!
//! ```
//! use oneiri::{Rung, Uri};
//! use oneiri_lint::{Code, Lints};
//!
//! let uri = Uri::parse("http://me:secret@example.com:80/%7Eme")?;
//! let lints = Lints::default();
//! let codes: Vec<_> = lints.check(&uri).iter().map(|finding| finding.code).collect();
//! assert_eq!(codes, [Code::Userinfo, Code::Password, Code::DefaultPort, Code::UnneededEscape]);
//!
//! let fixed = lints.fix(&uri).ok_or("nothing to fix")?;
//! assert_eq!(fixed, "http://me:secret@example.com/~me");
//! assert!(uri.equivalent_at(&fixed, Rung::Scheme));
//! assert!(lints.fix(&fixed).is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`lint`] checks with the levels of the web. Lints are about valid identifiers. If a text is not valid, you see that
//! before, because parsing it with `oneiri` returns an error.
//!
//! The feature `unicode`, which is on by default, adds Unicode's tables, which are large. Without them,
//! [`Code::PunycodeHost`], [`Code::MixedScriptHost`], [`Code::ConfusableHost`], [`Code::NotNfc`] and
//! [`Code::BidiStructure`] are never found, and [`Code::NotADomainName`] is found for names in ASCII only.
//!
//! The crate is `no_std` and needs `alloc`. It uses nothing but the public interface of `oneiri`.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod about;
pub mod assume;
mod check;
mod code;
mod inspection;
mod level;
mod lints;
mod plain;
mod rules;
#[cfg_attr(not(feature = "unicode"), path = "no_unicode.rs")]
mod unicode;

pub use check::lint;
pub use code::{Code, UnknownCode};
pub use level::{Level, Profile};
pub use lints::{Finding, Fix, Lints};
pub use rules::{begins_with_port, but_ports};
pub use unicode::{looks_like, mixes_scripts};

/// The example of `docs/lint.md`. The page lies outside the package, so only tests read it.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/lint.md")]
enum Page {}
