//! The origin of a URL (section 4.7 of the Standard).

use alloc::borrow::Cow;
use alloc::format;

use super::Url;

impl Url {
    /// The origin as a text: scheme, host, and port if it is not the default. `"null"` if the origin is
    /// opaque. The URL in a `blob:` gives its origin.
    ///
    /// Two opaque origins are not the same origin, although both texts are `"null"`.
    ///
    /// ```
    /// use oneiri_whatwg::Url;
    ///
    /// assert_eq!(Url::parse("http://u@h:8080/a")?.origin(), "http://h:8080");
    /// assert_eq!(Url::parse("blob:https://h/id")?.origin(), "https://h");
    /// assert_eq!(Url::parse("file:///a")?.origin(), "null");
    /// # Ok::<(), oneiri_whatwg::Error>(())
    /// ```
    #[must_use]
    pub fn origin(&self) -> Cow<'_, str> {
        match self.scheme() {
            "http" | "https" | "ws" | "wss" | "ftp" if self.includes_credentials() => {
                Cow::Owned(format!("{}//{}", self.protocol(), self.host()))
            }
            "http" | "https" | "ws" | "wss" | "ftp" => {
                Cow::Borrowed(&self.href[..self.offsets.path_start])
            }
            "blob" => match Self::parse(self.pathname()) {
                Ok(url) if matches!(url.scheme(), "http" | "https") => {
                    Cow::Owned(url.origin().into_owned())
                }
                _ => Cow::Borrowed("null"),
            },
            _ => Cow::Borrowed("null"),
        }
    }
}
