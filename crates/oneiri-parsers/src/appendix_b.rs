//! The regular expression of RFC 3986, appendix B.

use alloc::borrow::Cow;
use alloc::format;

use oneiri::Parts;
use oneiri::component::remove_dot_segments_rfc3986;

use crate::Parser;
use crate::reading::{Reading, Refusal};

/// The regular expression of [RFC 3986 appendix B], as many programs copy it. It divides every text and
/// checks nothing. The authority is divided at its last `@`, and then at the first colon that is not in
/// an IP literal. The parser is also found by the name `appendix-b`.
///
/// A base is resolved by section 5.2, without checks.
///
/// [RFC 3986 appendix B]: https://www.rfc-editor.org/rfc/rfc3986#appendix-B
#[derive(Clone, Copy, Debug)]
pub struct AppendixB;

impl Parser for AppendixB {
    fn name(&self) -> &'static str {
        "regex"
    }

    fn read<'t>(&self, text: &'t str) -> Result<Reading<'t>, Refusal> {
        Ok(Reading::of_parts(text, oneiri::split(text)))
    }

    fn read_with_base<'t>(&self, text: &'t str, base: &str) -> Result<Reading<'t>, Refusal> {
        let (base, given) = (oneiri::split(base), oneiri::split(text));
        let Parts { scheme, .. } = base;
        let mut path = Cow::Borrowed(given.path);
        let mut found = given;
        if given.scheme.is_none() {
            found.scheme = scheme;
        }
        if given.scheme.is_none() && given.host.is_none() {
            let Parts { userinfo, host, port, .. } = base;
            found = Parts { userinfo, host, port, ..found };
            if given.path.is_empty() {
                path = Cow::Borrowed(base.path);
                found.query = given.query.or(base.query);
            } else if !given.path.starts_with('/') {
                // Section 5.2.3.
                let directory = match base.path.rfind('/') {
                    None if host.is_some() => "/",
                    slash => &base.path[..slash.map_or(0, |slash| slash + 1)],
                };
                path = Cow::Owned(format!("{directory}{}", given.path));
            }
        }
        // An empty reference keeps the path of the base as it is.
        if !given.path.is_empty() {
            path = Cow::Owned(remove_dot_segments_rfc3986(&path).into_owned());
        }
        let found = Reading::of_parts("", Parts { path: &path, ..found });
        Ok(Reading::resolved(&found, &Reading::of_parts(text, given)))
    }
}
