//! The components of an identifier as types: `Copy` views of the text with the methods of their component, and two
//! guards that change a path or a query in place.
//!
//! | getter | view | what it knows |
//! |---|---|---|
//! | [`authority`](crate::Ri::authority) | [`Authority`] | its userinfo, host and port |
//! | [`host`](crate::Ri::host) | [`Host`] | its kind, its address, its labels |
//! | [`path`](crate::Ri::path) | [`Path`] | its segments, file name, parent |
//! | [`query`](crate::Ri::query) | [`Query`] | its pairs, raw and decoded, and as a form |
//! | [`userinfo`](crate::Ri::userinfo), [`fragment`](crate::Ri::fragment), segments, keys, values | [`Encoded`] | what it decodes to |
//!
//! All views are one struct, [`Encoded`], each with its own [`kind`]. A view dereferences to `str`, compares with
//! `str` and `String` on either side, and keeps the lifetime of the text: [`as_str`](Encoded::as_str) outlives the
//! view itself.
//!
//! ```
//! use oneiri::Uri;
//!
//! let uri = Uri::parse("http://example.org/docs/a%20b.txt?lang=en&tag=x&tag=y")?;
//! assert_eq!(uri.host().as_deref(), Some("example.org"));
//! assert_eq!(uri.path(), "/docs/a%20b.txt");
//! assert_eq!(uri.path().extension().as_deref(), Some("txt"));
//! let segments: Vec<_> = uri.path().segments().map(|it| it.decode()).collect::<Result<_, _>>()?;
//! assert_eq!(segments, ["docs", "a b.txt"]);
//! assert_eq!(uri.query().and_then(|it| it.get("lang")).as_deref(), Some("en"));
//! # Ok::<(), oneiri::Error>(())
//! ```

mod authority;
mod cut;
mod encoded;
mod host;
mod ipv4;
mod keys;
mod pairs;
mod path;
mod path_mut;
mod pieces;
mod query_mut;
mod segmented;

pub use crate::dots::remove_dot_segments_rfc3986;
pub use authority::Authority;
pub(crate) use authority::port_number;
pub use encoded::{Encoded, kind};
pub use host::{Host, HostKind};
pub use pairs::{DecodedPairs, FormUrlencoded, Pairs, Query};
pub use path::{Path, Segments};
pub use path_mut::PathMut;
pub use query_mut::QueryMut;
