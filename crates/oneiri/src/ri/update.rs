//! Changing one component in a copy: for each setter in `edit`, a method that leaves the identifier as it is and
//! returns a new one.

use alloc::string::String;

use super::{Alphabet, HasScheme, OptionalText, Ri, SchemePresence};
use crate::edit::{Edit, OnInvalid};
use crate::syntax::error::Error;

/// Changed copies. SRFI 275: `update-iri-*`, `update-uri-*`. Each method copies the identifier and then does what
/// the setter of the same name does.
///
/// ```
/// let uri = oneiri::Uri::parse("http://h/x")?;
/// assert_eq!(uri.with_host("example.org")?.with_port(8080)?, "http://example.org:8080/x");
/// assert_eq!(uri, "http://h/x");
/// # Ok::<(), oneiri::Error>(())
/// ```
impl<T: AsRef<str>, A: Alphabet, F: SchemePresence> Ri<T, A, F> {
    /// A copy with one change, by the rules of [`Edit`], under a [`OnInvalid`].
    ///
    /// # Errors
    ///
    /// Like [`edit`](Ri::edit).
    ///
    /// ```
    /// use oneiri::{Edit, OnInvalid, Uri};
    ///
    /// let uri = Uri::parse("http://h/")?;
    /// assert_eq!(uri.edited(Edit::Path("a b"), OnInvalid::Repair)?, "http://h/a%20b");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn edited(&self, edit: Edit<'_>, policy: OnInvalid) -> Result<Ri<String, A, F>, Error> {
        self.updated(|copy| copy.edit(edit, policy))
    }

    fn updated(
        &self,
        change: impl FnOnce(&mut Ri<String, A, F>) -> Result<(), Error>,
    ) -> Result<Ri<String, A, F>, Error> {
        let mut copy = self.as_borrowed().into_owned();
        change(&mut copy)?;
        Ok(copy)
    }

    /// A copy with another userinfo, or without one. SRFI 275: `update-iri-user`.
    ///
    /// # Errors
    ///
    /// Like [`set_userinfo`](Ri::set_userinfo).
    ///
    /// ```
    /// let uri = oneiri::Uri::parse("http://u@h:1/p?q#f")?;
    /// assert_eq!(uri.with_userinfo(None)?, "http://h:1/p?q#f");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn with_userinfo<'v>(&self, value: impl OptionalText<'v>) -> Result<Ri<String, A, F>, Error> {
        self.updated(|copy| copy.set_userinfo(value))
    }

    /// A copy with another host, or without one. SRFI 275: `update-iri-host`.
    ///
    /// # Errors
    ///
    /// Like [`set_host`](Ri::set_host).
    ///
    /// ```
    /// let uri = oneiri::Uri::parse("http://u@h:1/p?q#f")?;
    /// assert_eq!(uri.with_host("[::1]")?, "http://u@[::1]:1/p?q#f");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn with_host<'v>(&self, value: impl OptionalText<'v>) -> Result<Ri<String, A, F>, Error> {
        self.updated(|copy| copy.set_host(value))
    }

    /// A copy with another port, or without one. SRFI 275: `update-iri-port`.
    ///
    /// # Errors
    ///
    /// Like [`set_port`](Ri::set_port).
    ///
    /// ```
    /// let uri = oneiri::Uri::parse("http://u@h:1/p?q#f")?;
    /// assert_eq!(uri.with_port(8080)?, "http://u@h:8080/p?q#f");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn with_port(&self, value: impl Into<Option<u16>>) -> Result<Ri<String, A, F>, Error> {
        self.updated(|copy| copy.set_port(value))
    }

    /// A copy with these digits as its port, or without a port. SRFI 275: `update-iri-port`, whose integers have
    /// no upper bound.
    ///
    /// # Errors
    ///
    /// Like [`set_port_digits`](Ri::set_port_digits).
    ///
    /// ```
    /// let uri = oneiri::Uri::parse("http://u@h:1/p?q#f")?;
    /// assert_eq!(uri.with_port_digits("")?, "http://u@h:/p?q#f");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn with_port_digits<'v>(&self, value: impl OptionalText<'v>) -> Result<Ri<String, A, F>, Error> {
        self.updated(|copy| copy.set_port_digits(value))
    }

    /// A copy with another path. SRFI 275: `update-iri-path`.
    ///
    /// # Errors
    ///
    /// Like [`set_path`](Ri::set_path).
    ///
    /// ```
    /// let uri = oneiri::Uri::parse("http://u@h:1/p?q#f")?;
    /// assert_eq!(uri.with_path("")?, "http://u@h:1?q#f");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn with_path(&self, value: &str) -> Result<Ri<String, A, F>, Error> {
        self.updated(|copy| copy.set_path(value))
    }

    /// A copy with another query, or without one. SRFI 275: `update-iri-query`.
    ///
    /// # Errors
    ///
    /// Like [`set_query`](Ri::set_query).
    ///
    /// ```
    /// let uri = oneiri::Uri::parse("http://u@h:1/p?q#f")?;
    /// assert_eq!(uri.with_query("")?, "http://u@h:1/p?#f");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn with_query<'v>(&self, value: impl OptionalText<'v>) -> Result<Ri<String, A, F>, Error> {
        self.updated(|copy| copy.set_query(value))
    }

    /// A copy with another fragment, or without one. SRFI 275: `update-iri-fragment`.
    ///
    /// # Errors
    ///
    /// Like [`set_fragment`](Ri::set_fragment).
    ///
    /// ```
    /// let uri = oneiri::Uri::parse("http://u@h:1/p?q#f")?;
    /// assert_eq!(uri.with_fragment(None)?, "http://u@h:1/p?q");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn with_fragment<'v>(&self, value: impl OptionalText<'v>) -> Result<Ri<String, A, F>, Error> {
        self.updated(|copy| copy.set_fragment(value))
    }

    /// A copy with another userinfo, host and port. SRFI 275: `update-iri-authority`.
    ///
    /// # Errors
    ///
    /// Like [`set_authority_parts`](Ri::set_authority_parts).
    ///
    /// ```
    /// let uri = oneiri::Uri::parse("http://u@h:1/p?q#f")?;
    /// assert_eq!(uri.with_authority_parts(None, Some("i"), None)?, "http://i/p?q#f");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn with_authority_parts(
        &self,
        userinfo: Option<&str>,
        host: Option<&str>,
        port: Option<&str>,
    ) -> Result<Ri<String, A, F>, Error> {
        self.updated(|copy| copy.set_authority_parts(userinfo, host, port))
    }
}

impl<T: AsRef<str>, A: Alphabet> Ri<T, A, HasScheme> {
    /// A copy with another scheme. SRFI 275: `update-iri-scheme`.
    ///
    /// # Errors
    ///
    /// Like [`set_scheme`](Ri::set_scheme).
    ///
    /// ```
    /// let uri = oneiri::Uri::parse("http://u@h:1/p?q#f")?;
    /// assert_eq!(uri.with_scheme("https")?, "https://u@h:1/p?q#f");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn with_scheme(&self, value: &str) -> Result<Ri<String, A, HasScheme>, Error> {
        self.updated(|copy| copy.set_scheme(value))
    }
}
