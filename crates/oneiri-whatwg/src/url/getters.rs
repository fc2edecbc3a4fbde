//! The getters: those of the Standard (section 6.1), and those that Rust programs need besides.

use alloc::string::String;
use core::net::{Ipv4Addr, Ipv6Addr};
use core::ops::Range;

use super::{Segments, Url};
use crate::host::{Host, ipv6};
use crate::scheme::{default_port, is_special};

impl Url {
    /// The whole URL.
    #[must_use]
    pub fn href(&self) -> &str {
        &self.href
    }

    /// The whole URL: the same as [`href`](Self::href).
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.href
    }

    /// The URL as the `String` that it holds.
    #[must_use]
    pub fn into_string(self) -> String {
        self.href
    }

    /// The scheme, in lower case and without its colon: `http`.
    #[must_use]
    pub fn scheme(&self) -> &str {
        &self.href[..self.offsets.scheme_end]
    }

    /// The scheme and its colon: `http:`.
    #[must_use]
    pub fn protocol(&self) -> &str {
        &self.href[..=self.offsets.scheme_end]
    }

    /// The username, percent-encoded. Empty if there is none.
    #[must_use]
    pub fn username(&self) -> &str {
        if !self.offsets.has_host() {
            return "";
        }
        &self.href[self.offsets.scheme_end + 3..self.offsets.username_end]
    }

    /// The password, percent-encoded. Empty if there is none.
    #[must_use]
    pub fn password(&self) -> &str {
        &self.href[self.password_range()]
    }

    /// The host and the port: `example.com:8080`. Empty if there is no host, or an empty one.
    #[must_use]
    pub fn host(&self) -> &str {
        if !self.offsets.has_host() {
            return "";
        }
        &self.href[self.offsets.host_start..self.offsets.path_start]
    }

    /// The host without the port: `example.com`, `[::1]`. Empty if there is no host, or an empty one.
    #[must_use]
    pub fn hostname(&self) -> &str {
        &self.href[self.offsets.host_start..self.offsets.host_end]
    }

    /// The port in decimal digits. Empty if there is none or if it is the default port of the scheme.
    #[must_use]
    pub fn port(&self) -> &str {
        if !self.offsets.has_host() || self.offsets.host_end == self.offsets.path_start {
            return "";
        }
        &self.href[self.offsets.host_end + 1..self.offsets.path_start]
    }

    /// The path, percent-encoded: `/a/b`, or an opaque path such as `user@example.com` in
    /// `mailto:user@example.com`.
    #[must_use]
    pub fn pathname(&self) -> &str {
        &self.href[self.offsets.path_start..self.offsets.query_start]
    }

    /// The query with its `?`. Empty if there is none, or an empty one.
    ///
    /// [`query`](Self::query) tells the two apart.
    #[must_use]
    pub fn search(&self) -> &str {
        let search = self.query_with_mark();
        if search.len() > 1 { search } else { "" }
    }

    /// The fragment with its `#`. Empty if there is none, or an empty one.
    ///
    /// [`fragment`](Self::fragment) tells the two apart.
    #[must_use]
    pub fn hash(&self) -> &str {
        let hash = self.fragment_with_mark();
        if hash.len() > 1 { hash } else { "" }
    }

    /// The query without its `?`. `None` if there is none.
    ///
    /// ```
    /// use oneiri_whatwg::Url;
    ///
    /// assert_eq!(Url::parse("http://h/?")?.query(), Some(""));
    /// assert_eq!(Url::parse("http://h/")?.query(), None);
    /// # Ok::<(), oneiri_whatwg::Error>(())
    /// ```
    #[must_use]
    pub fn query(&self) -> Option<&str> {
        self.query_with_mark().strip_prefix('?')
    }

    /// The fragment without its `#`. `None` if there is none.
    #[must_use]
    pub fn fragment(&self) -> Option<&str> {
        self.fragment_with_mark().strip_prefix('#')
    }

    /// The query as it stands in the text, with its `?` even if it is empty.
    pub(crate) fn query_with_mark(&self) -> &str {
        &self.href[self.offsets.query_start..self.offsets.fragment_start]
    }

    /// The fragment as it stands in the text, with its `#` even if it is empty.
    pub(crate) fn fragment_with_mark(&self) -> &str {
        &self.href[self.offsets.fragment_start..]
    }

    /// What the host is. `None` if there is no host, as in `mailto:user@example.com`.
    ///
    /// ```
    /// use oneiri_whatwg::{Host, Url};
    ///
    /// let url = Url::parse("http://0x7F.1/")?;
    /// assert_eq!(url.host_kind(), Some(Host::Ipv4([127, 0, 0, 1].into())));
    /// assert_eq!(Url::parse("file:///x")?.host_kind(), Some(Host::Empty));
    /// # Ok::<(), oneiri_whatwg::Error>(())
    /// ```
    #[must_use]
    pub fn host_kind(&self) -> Option<Host<'_>> {
        if !self.offsets.has_host() {
            return None;
        }
        let text = self.hostname();
        let address = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        Some(match address.map(|address| ipv6::parse(address, &mut ())) {
            _ if text.is_empty() => Host::Empty,
            Some(Ok(pieces)) => Host::Ipv6(Ipv6Addr::from(pieces)),
            _ if !self.is_special() => Host::Opaque(text),
            _ => text.parse().map_or(Host::Domain(text), |it: Ipv4Addr| Host::Ipv4(it)),
        })
    }

    /// The domain, if the host is one.
    #[must_use]
    pub fn domain(&self) -> Option<&str> {
        match self.host_kind() {
            Some(Host::Domain(domain)) => Some(domain),
            _ => None,
        }
    }

    /// The port as a number. `None` if there is none or if it is the default port of the scheme.
    #[must_use]
    pub fn port_number(&self) -> Option<u16> {
        self.port().parse().ok()
    }

    /// The port, or the default port of the scheme. `None` if the scheme has none.
    ///
    /// ```
    /// use oneiri_whatwg::Url;
    ///
    /// assert_eq!(Url::parse("https://h/")?.port_or_known_default(), Some(443));
    /// # Ok::<(), oneiri_whatwg::Error>(())
    /// ```
    #[must_use]
    pub fn port_or_known_default(&self) -> Option<u16> {
        self.port_number().or_else(|| default_port(self.scheme()))
    }

    /// Whether the scheme is special: `http`, `https`, `ws`, `wss`, `ftp` or `file`.
    #[must_use]
    pub fn is_special(&self) -> bool {
        is_special(self.scheme())
    }

    /// Whether the path is opaque: a text without segments, as in `mailto:user@example.com`. Such a URL
    /// is no base, but for a fragment.
    #[must_use]
    pub fn has_opaque_path(&self) -> bool {
        !self.offsets.has_host() && !self.pathname().starts_with('/')
    }

    /// The segments of the path, percent-encoded, from both ends. `None` if the path is opaque.
    ///
    /// ```
    /// use oneiri_whatwg::Url;
    ///
    /// let url = Url::parse("http://h/a/b%20c/")?;
    /// let segments = url.segments().unwrap();
    /// assert_eq!(segments.collect::<Vec<_>>(), ["a", "b%20c", ""]);
    /// # Ok::<(), oneiri_whatwg::Error>(())
    /// ```
    #[must_use]
    pub fn segments(&self) -> Option<Segments<'_>> {
        (!self.has_opaque_path()).then(|| Segments::new(self.pathname()))
    }

    /// The same text as a URI of RFC 3986. Few URLs are no URI: those in which the Standard leaves what the RFC
    /// does not allow.
    ///
    /// * A `%` that begins no escape, anywhere but in a domain.
    /// * In a host `"`, `` ` ``, `{`, `}`.
    /// * In the segments of a path `|`, `[`, `]`, and `\` if the scheme is not special.
    /// * In an opaque path a space, and `"`, `<`, `>`, `` ` ``, `{`, `}`, `|`, `^`, `[`, `]`, `\`.
    /// * In a query `` ` ``, `{`, `}`, `|`, `^`, `[`, `]`, `\`.
    /// * In a fragment `#`, `{`, `}`, `|`, `^`, `[`, `]`, `\`.
    ///
    /// ```
    /// use oneiri_whatwg::Url;
    ///
    /// assert_eq!(Url::parse("http://h/a b")?.to_uri()?.path(), "/a%20b");
    /// assert!(Url::parse("http://h/a|b")?.to_uri().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first place that RFC 3986 does not allow.
    pub fn to_uri(&self) -> Result<oneiri::Uri<'_>, oneiri::Error> {
        oneiri::Uri::parse(&self.href)
    }

    pub(crate) fn is_file(&self) -> bool {
        self.scheme() == "file"
    }

    /// Where the password is; an empty range if there is none.
    pub(super) fn password_range(&self) -> Range<usize> {
        let (start, end) = (self.offsets.username_end + 1, self.offsets.host_start);
        // A colon and an `@` stand around it.
        if start + 1 < end { start..end - 1 } else { 0..0 }
    }

    /// Whether a username or a password is there.
    pub(crate) fn includes_credentials(&self) -> bool {
        self.offsets.host_start > self.offsets.scheme_end + 3
    }

    /// Where the authority ends, and with it the port; after the scheme if there is no host.
    pub(crate) fn authority_end(&self) -> usize {
        if self.offsets.has_host() { self.offsets.path_start } else { self.offsets.scheme_end + 1 }
    }
}
