//! What a setter of a component that may be absent takes.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::component::Encoded;

mod sealed {
    pub trait Sealed {}
}

/// A text, or `None` for no text: what a setter takes for a component that may be absent. It is implemented for `&str`,
/// `&String`, `&Cow<str>`, the components of another identifier, and `Option<&str>`. It is sealed.
///
/// ```
/// use std::borrow::Cow;
/// use oneiri::{Uri, UriBuf};
///
/// let mut uri = UriBuf::parse("http://h/")?;
/// let name = String::from("example.org");
/// uri.set_host(&name)?;
/// uri.set_query(&Cow::Borrowed("q"))?;
/// uri.set_fragment(Some("f"))?;
/// uri.set_userinfo(None)?;
/// assert_eq!(uri, "http://example.org/?q#f");
/// uri.set_host(Uri::parse("http://[::1]/")?.host().as_deref())?;
/// assert_eq!(uri, "http://[::1]/?q#f");
/// # Ok::<(), oneiri::Error>(())
/// ```
pub trait OptionalText<'v>: sealed::Sealed {
    /// The text, if there is one.
    fn optional_text(self) -> Option<&'v str>;
}

impl sealed::Sealed for &str {}

impl<'v> OptionalText<'v> for &'v str {
    #[inline]
    fn optional_text(self) -> Option<&'v str> {
        Some(self)
    }
}

impl sealed::Sealed for &String {}

impl<'v> OptionalText<'v> for &'v String {
    #[inline]
    fn optional_text(self) -> Option<&'v str> {
        Some(self)
    }
}

impl sealed::Sealed for &Cow<'_, str> {}

impl<'v> OptionalText<'v> for &'v Cow<'_, str> {
    #[inline]
    fn optional_text(self) -> Option<&'v str> {
        Some(self)
    }
}

impl<K> sealed::Sealed for Encoded<'_, K> {}

impl<'v, K> OptionalText<'v> for Encoded<'v, K> {
    #[inline]
    fn optional_text(self) -> Option<&'v str> {
        Some(self.as_str())
    }
}

impl sealed::Sealed for Option<&str> {}

impl<'v> OptionalText<'v> for Option<&'v str> {
    #[inline]
    fn optional_text(self) -> Option<&'v str> {
        self
    }
}
