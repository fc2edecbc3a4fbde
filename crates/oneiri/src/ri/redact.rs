//! Identifiers for logs and screens: without what should not be read there.

use core::fmt;

use super::{Ri, Text};
use crate::syntax::spans::{Kept, Untyped};

/// What [`redacted_with`](Ri::redacted_with) hides besides the password.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Redaction {
    /// The whole userinfo, the user's name too.
    pub userinfo: bool,
    /// The whole query.
    pub query: bool,
}

/// An identifier to be displayed with parts of it hidden; see [`Ri::redacted`].
#[derive(Clone, Copy)]
pub struct Redacted<'a> {
    source: Kept<'a>,
    also: Redaction,
}

impl<'i, 'o, T: Text<'i, 'o>, A, F> Ri<T, A, F> {
    /// To be displayed with `***` for the password: what stands behind the first `:` of the
    /// userinfo (RFC 3986 section 3.2.1). What is shown is still an identifier, and another one.
    ///
    /// ```
    /// let uri = oneiri::Uri::parse("ftp://me:secret@h/?token=x")?;
    /// assert_eq!(uri.redacted().to_string(), "ftp://me:***@h/?token=x");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn redacted(&'i self) -> Redacted<'o> {
        self.redacted_with(Redaction::default())
    }

    /// As [`redacted`](Self::redacted), hiding more.
    ///
    /// ```
    /// let uri = oneiri::Uri::parse("ftp://me:secret@h/?token=x")?;
    /// let all = oneiri::Redaction { userinfo: true, query: true };
    /// assert_eq!(uri.redacted_with(all).to_string(), "ftp://***@h/?***");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn redacted_with(&'i self, also: Redaction) -> Redacted<'o> {
        Redacted { source: Kept::new(self.untyped()), also }
    }
}

impl fmt::Display for Redacted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let source = self.source.untyped();
        let Untyped { text, spans } = source;
        let mut shown = 0;
        if let Some(userinfo) = source.userinfo() {
            let start = spans.authority_start();
            let kept = match userinfo.find(':') {
                _ if self.also.userinfo => Some(0),
                Some(colon) => Some(colon + 1),
                None => None,
            };
            if let Some(kept) = kept {
                f.write_str(&text[..start + kept])?;
                f.write_str("***")?;
                shown = spans.host_start - 1;
            }
        }
        if self.also.query && source.query().is_some() {
            f.write_str(&text[shown..=spans.path_end])?;
            f.write_str("***")?;
            shown = spans.query_end;
        }
        f.write_str(&text[shown..])
    }
}

impl fmt::Debug for Redacted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}
