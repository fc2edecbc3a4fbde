//! Changing one component in place, on the owned types. The module `update` returns a changed copy instead.

use alloc::string::{String, ToString};
use core::fmt::{self, Write};
use core::net::IpAddr;

use super::{Alphabet, HasScheme, OptionalText, Ri, SchemePresence};
use crate::component::{PathMut, QueryMut};
use crate::edit::{Draft, Edit, OnInvalid};
use crate::syntax::error::Error;

/// Changes in place. SRFI 275: `(srfi 275 iri in-place)`, `(srfi 275 uri in-place)`.
///
/// Each method checks the new value first, by the grammar of its component and by its position in the identifier;
/// if the check fails, nothing changes. Then the method moves the text after the component. It does not parse the
/// text again, and it allocates only if the capacity is too small. Offsets in errors count the bytes of the value;
/// if the path no longer fits, they count the bytes of the path.
impl<A: Alphabet, F: SchemePresence> Ri<String, A, F> {
    /// Makes one change, by the rules of [`Edit`], under a [`OnInvalid`].
    ///
    /// # Errors
    ///
    /// A value that the grammar of its component rejects (RFC 3986 appendix A, RFC 3987 section 2.2), or a value
    /// that would be parsed as something else at its position (RFC 3986 sections 3.3 and 4.2).
    ///
    /// ```
    /// use oneiri::{Edit, IriRefBuf, OnInvalid};
    ///
    /// let mut iri = IriRefBuf::parse("foo:a/b")?;
    /// assert!(iri.edit(Edit::Host(Some("h")), OnInvalid::Refuse).is_err());
    /// assert_eq!(iri, "foo:a/b");
    /// iri.edit(Edit::Host(Some("h")), OnInvalid::Repair)?;
    /// assert_eq!(iri, "foo://h/a/b");
    /// iri.edit(Edit::Query(Some("100% #1")), OnInvalid::Repair)?;
    /// assert_eq!(iri, "foo://h/a/b?100%25%20%231");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn edit(&mut self, edit: Edit<'_>, policy: OnInvalid) -> Result<(), Error> {
        self.draft().apply(edit, policy)
    }

    /// Sets the userinfo, or removes it. SRFI 275: `set-iri-user!`.
    ///
    /// # Errors
    ///
    /// A value that is not a `userinfo` (RFC 3986 section 3.2.1), or a path that cannot follow the new authority
    /// (section 3.3).
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("foo:/a")?;
    /// uri.set_userinfo("u:p")?;
    /// assert_eq!(uri, "foo://u:p@/a");
    /// uri.set_userinfo(None)?;
    /// assert_eq!(uri, "foo:///a");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn set_userinfo<'v>(&mut self, value: impl OptionalText<'v>) -> Result<(), Error> {
        self.edit(Edit::Userinfo(value.optional_text()), OnInvalid::Refuse)
    }

    /// Sets the host, or removes it. Removing it also removes the authority if there is neither a userinfo nor a
    /// port. SRFI 275: `set-iri-host!`.
    ///
    /// # Errors
    ///
    /// A value that is not a `host` (RFC 3986 section 3.2.2), or a path that cannot follow an authority, or cannot
    /// stand without one (section 3.3).
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("http://h/x")?;
    /// uri.set_host("example.org")?;
    /// assert_eq!(uri, "http://example.org/x");
    /// uri.set_host(None)?;
    /// assert_eq!(uri, "http:/x");
    /// assert!(uri.set_host("a:80").is_err());
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn set_host<'v>(&mut self, value: impl OptionalText<'v>) -> Result<(), Error> {
        self.edit(Edit::Host(value.optional_text()), OnInvalid::Refuse)
    }

    /// Sets the host to an IP address. An IPv6 address is written in brackets.
    ///
    /// # Errors
    ///
    /// Like [`set_host`](Self::set_host), but only because of the path: every address is a valid host.
    ///
    /// ```
    /// use std::net::Ipv6Addr;
    ///
    /// let mut uri = oneiri::UriBuf::parse("http://h:80/")?;
    /// uri.set_host_ip(Ipv6Addr::LOCALHOST)?;
    /// assert_eq!(uri, "http://[::1]:80/");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn set_host_ip(&mut self, address: impl Into<IpAddr>) -> Result<(), Error> {
        match address.into() {
            IpAddr::V4(address) => with_text(format_args!("{address}"), |host| self.set_host(host)),
            IpAddr::V6(address) => with_text(format_args!("[{address}]"), |host| self.set_host(host)),
        }
    }

    /// Sets the port to a number, or removes it and its colon. SRFI 275: `set-iri-port!`.
    ///
    /// # Errors
    ///
    /// A path that cannot follow the new authority (RFC 3986 section 3.3).
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("http://h/")?;
    /// uri.set_port(8080)?;
    /// assert_eq!(uri, "http://h:8080/");
    /// uri.set_port(None)?;
    /// assert_eq!(uri, "http://h/");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn set_port(&mut self, value: impl Into<Option<u16>>) -> Result<(), Error> {
        match value.into() {
            Some(port) => with_text(format_args!("{port}"), |digits| self.set_port_digits(digits)),
            None => self.set_port_digits(None),
        }
    }

    /// Sets the port to the digits as given. They may be empty, have leading zeros, or exceed 65535.
    ///
    /// # Errors
    ///
    /// A value that holds anything but ASCII digits (RFC 3986 section 3.2.3); otherwise like
    /// [`set_port`](Self::set_port).
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("http://h/")?;
    /// uri.set_port_digits("0080")?;
    /// assert_eq!(uri, "http://h:0080/");
    /// assert!(uri.set_port_digits("+80").is_err());
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn set_port_digits<'v>(&mut self, value: impl OptionalText<'v>) -> Result<(), Error> {
        self.edit(Edit::Port(value.optional_text()), OnInvalid::Refuse)
    }

    /// Sets the whole authority from its text, or removes it.
    ///
    /// # Errors
    ///
    /// A value that is not an `authority` (RFC 3986 section 3.2), or a path that cannot follow an authority, or
    /// cannot be without one (section 3.3).
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("http://h/x")?;
    /// uri.set_authority("u@[::1]:80")?;
    /// assert_eq!((uri.as_str(), uri.host().as_deref()), ("http://u@[::1]:80/x", Some("[::1]")));
    /// uri.set_authority(None)?;
    /// assert_eq!(uri, "http:/x");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn set_authority<'v>(&mut self, value: impl OptionalText<'v>) -> Result<(), Error> {
        self.edit(Edit::Authority(value.optional_text()), OnInvalid::Refuse)
    }

    /// Sets userinfo, host and port together. If all three are `None`, the authority is removed; otherwise a host
    /// of `None` means an empty host. SRFI 275: `set-iri-authority!`.
    ///
    /// # Errors
    ///
    /// Like the setters of the three components. After an error none of the three has changed.
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("foo:/a")?;
    /// uri.set_authority_parts(Some("u"), None, Some("80"))?;
    /// assert_eq!(uri, "foo://u@:80/a");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn set_authority_parts(
        &mut self,
        userinfo: Option<&str>,
        host: Option<&str>,
        port: Option<&str>,
    ) -> Result<(), Error> {
        self.draft().set_authority_parts(userinfo, host, port)
    }

    /// Sets the path; `""` makes it empty. SRFI 275: `set-iri-path!`.
    ///
    /// # Errors
    ///
    /// A value that is not a `path` (RFC 3986 section 3.3), or that would not be parsed as the path at its
    /// position. After an authority, a path is empty or begins with `/`. Without an authority, it does not begin
    /// with `//`. Without a scheme and an authority, its first segment has no colon (section 4.2). This method
    /// inserts nothing to make a path fit; [`edit`](Self::edit) with [`OnInvalid::Repair`] does.
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("foo://h/a")?;
    /// uri.set_path("//b")?;
    /// assert_eq!(uri, "foo://h//b");
    /// assert!(uri.set_path("b").is_err());
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn set_path(&mut self, value: &str) -> Result<(), Error> {
        self.edit(Edit::Path(value), OnInvalid::Refuse)
    }

    /// Sets the query, or removes it. SRFI 275: `set-iri-query!`.
    ///
    /// # Errors
    ///
    /// A value that is not a `query` (RFC 3986 section 3.4).
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("foo:a#f")?;
    /// uri.set_query("")?;
    /// assert_eq!(uri, "foo:a?#f");
    /// uri.set_query(None)?;
    /// assert_eq!(uri, "foo:a#f");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn set_query<'v>(&mut self, value: impl OptionalText<'v>) -> Result<(), Error> {
        self.edit(Edit::Query(value.optional_text()), OnInvalid::Refuse)
    }

    /// Sets the fragment, or removes it. SRFI 275: `set-iri-fragment!`.
    ///
    /// # Errors
    ///
    /// A value that is not a `fragment` (RFC 3986 section 3.5).
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("foo:a")?;
    /// uri.set_fragment("top")?;
    /// assert_eq!(uri, "foo:a#top");
    /// assert!(uri.set_fragment("x#y").is_err());
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn set_fragment<'v>(&mut self, value: impl OptionalText<'v>) -> Result<(), Error> {
        self.edit(Edit::Fragment(value.optional_text()), OnInvalid::Refuse)
    }

    /// Returns a guard that changes the segments of the path.
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("http://h/a?q")?;
    /// uri.path_mut().push("b c")?.extend(["d", "e"])?;
    /// assert_eq!(uri, "http://h/a/b%20c/d/e?q");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn path_mut(&mut self) -> PathMut<'_> {
        PathMut::new(self.draft())
    }

    /// Returns a guard that changes the pairs of the query.
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("http://h/?utm_source=x#f")?;
    /// uri.query_mut().append("k", "a b").remove("utm_source");
    /// assert_eq!(uri, "http://h/?k=a%20b#f");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn query_mut(&mut self) -> QueryMut<'_> {
        QueryMut::new(self.draft())
    }

    pub(super) fn draft(&mut self) -> Draft<'_> {
        Draft { text: &mut self.text, spans: &mut self.spans, grammar: Self::GRAMMAR }
    }
}

impl<A: Alphabet> Ri<String, A, HasScheme> {
    /// Sets the scheme. SRFI 275: `set-iri-scheme!`, which raises an error for a relative reference; in this
    /// library, types that may lack a scheme do not have this method.
    ///
    /// # Errors
    ///
    /// A value that is not a `scheme` (RFC 3986 section 3.1).
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("http://h/")?;
    /// uri.set_scheme("https")?;
    /// assert_eq!(uri, "https://h/");
    /// assert!(uri.set_scheme("1a").is_err());
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn set_scheme(&mut self, value: &str) -> Result<(), Error> {
        self.edit(Edit::Scheme(value), OnInvalid::Refuse)
    }
}

/// Formats a value and passes the text to `hand_over`. The text is on the stack if it fits there, and on the heap
/// otherwise.
fn with_text<R>(value: fmt::Arguments<'_>, hand_over: impl FnOnce(&str) -> R) -> R {
    let mut text = Short::default();
    match text.write_fmt(value) {
        Ok(()) => hand_over(text.as_str()),
        Err(fmt::Error) => hand_over(&value.to_string()),
    }
}

/// A text on the stack, long enough for an IPv6 address in brackets.
struct Short {
    bytes: [u8; 48],
    length: usize,
}

impl Default for Short {
    fn default() -> Self {
        Self { bytes: [0; 48], length: 0 }
    }
}

impl Short {
    fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }
}

impl Write for Short {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.length + text.len();
        self.bytes.get_mut(self.length..end).ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}
