//! The oracle: what the specifications say, read literally and slowly.
//!
//! Nothing here calls the library, and nothing here is clever. The grammar is a function for each ABNF rule,
//! the split is the regular expression of appendix B written out, resolution is the pseudo-code of section 5.2,
//! and normalization is `docs/decisions.md` (D-06 to D-20) on optional components. The laws hold the library
//! to it; the tests in each file hold it to the examples that the specifications print.

pub(crate) mod abnf;
pub(crate) mod alphabet;
pub(crate) mod edit;
pub(crate) mod lenient;
pub(crate) mod normalize;
pub(crate) mod percent;
pub(crate) mod places;
pub(crate) mod registry;
pub(crate) mod resolve;
pub(crate) mod split;
