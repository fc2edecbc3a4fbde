//! The origin of a URL (section 4.7 of the Standard).

use alloc::borrow::Cow;
use alloc::format;

use super::Url;

impl Url {
    /// The origin as a text: scheme, host, and port if it is not the default. `"null"` if the origin is
    /// opaque. The URL in a `blob:` gives its origin.
    ///
    /// Two opaque origins are not the same origin, although both texts are `"null"`, so compare origins with
    /// [`same_origin`](Self::same_origin).
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
            "http" | "https" | "ws" | "wss" | "ftp" => Cow::Borrowed(&self.href[..self.offsets.path_start]),
            "blob" => match Self::parse(self.pathname()) {
                Ok(url) if matches!(url.scheme(), "http" | "https") => Cow::Owned(url.origin().into_owned()),
                _ => Cow::Borrowed("null"),
            },
            _ => Cow::Borrowed("null"),
        }
    }

    /// Whether this URL and another have the same origin, as the HTML Standard defines it (section 7.1.1). An opaque
    /// origin, such as that of `file:` and `data:`, is not the same as any other, not even as that of an equal URL:
    /// each document gets one of its own.
    ///
    /// ```
    /// use oneiri_whatwg::Url;
    ///
    /// let same = |a: &str, b: &str| Ok::<_, oneiri_whatwg::Error>(Url::parse(a)?.same_origin(&Url::parse(b)?));
    /// assert!(same("https://h/a", "https://H:443/b?c")?);
    /// assert!(same("http://[::1]/", "http://[0:0::1]/")?);
    /// assert!(!same("http://h/", "https://h/")?);
    /// assert!(!same("file:///etc/passwd", "data:,x")?);
    /// # Ok::<(), oneiri_whatwg::Error>(())
    /// ```
    #[must_use]
    pub fn same_origin(&self, other: &Self) -> bool {
        let origin = self.origin();
        origin != "null" && origin == other.origin()
    }
}
