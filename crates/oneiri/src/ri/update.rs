//! Changing one component, as a new value: the pure counterparts of the setters in `edit`.

use alloc::string::String;

use super::{Alphabet, Form, HasScheme, Ri};
use crate::edit::{Edit, Policy};
use crate::syntax::error::Error;

/// Updated copies. SRFI 275: `update-iri-*`, `update-uri-*`. Each is what the setter of the same
/// name does, on a copy.
///
/// ```
/// let uri = oneiri::Uri::parse("http://h/x")?;
/// assert_eq!(uri.with_host("example.org")?.with_port(8080)?, "http://example.org:8080/x");
/// assert_eq!(uri, "http://h/x");
/// # Ok::<(), oneiri::Error>(())
/// ```
impl<T: AsRef<str>, A: Alphabet, F: Form> Ri<T, A, F> {
    /// With one [`Edit`], under a [`Policy`].
    ///
    /// # Errors
    ///
    /// As [`edit`](Ri::edit).
    ///
    /// ```
    /// use oneiri::{Edit, Policy, Uri};
    ///
    /// let uri = Uri::parse("http://h/")?;
    /// assert_eq!(uri.edited(Edit::Path("a b"), Policy::Repair)?, "http://h/a%20b");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn edited(&self, edit: Edit<'_>, policy: Policy) -> Result<Ri<String, A, F>, Error> {
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

    /// With another userinfo, or none.
    /// SRFI 275: `update-iri-user`.
    ///
    /// # Errors
    ///
    /// As [`set_userinfo`](Ri::set_userinfo).
    ///
    /// ```
    /// let uri = oneiri::Uri::parse("http://u@h:1/p?q#f")?;
    /// assert_eq!(uri.with_userinfo(None)?, "http://h:1/p?q#f");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn with_userinfo<'v>(
        &self,
        value: impl Into<Option<&'v str>>,
    ) -> Result<Ri<String, A, F>, Error> {
        self.updated(|copy| copy.set_userinfo(value))
    }

    /// With another host, or none.
    /// SRFI 275: `update-iri-host`.
    ///
    /// # Errors
    ///
    /// As [`set_host`](Ri::set_host).
    ///
    /// ```
    /// let uri = oneiri::Uri::parse("http://u@h:1/p?q#f")?;
    /// assert_eq!(uri.with_host("[::1]")?, "http://u@[::1]:1/p?q#f");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn with_host<'v>(
        &self,
        value: impl Into<Option<&'v str>>,
    ) -> Result<Ri<String, A, F>, Error> {
        self.updated(|copy| copy.set_host(value))
    }

    /// With another port, or none.
    /// SRFI 275: `update-iri-port`.
    ///
    /// # Errors
    ///
    /// As [`set_port`](Ri::set_port).
    ///
    /// ```
    /// let uri = oneiri::Uri::parse("http://u@h:1/p?q#f")?;
    /// assert_eq!(uri.with_port(8080)?, "http://u@h:8080/p?q#f");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn with_port(&self, value: impl Into<Option<u16>>) -> Result<Ri<String, A, F>, Error> {
        self.updated(|copy| copy.set_port(value))
    }

    /// With a port of these digits, or none.
    /// SRFI 275: `update-iri-port`, whose integers have no bound.
    ///
    /// # Errors
    ///
    /// As [`set_port_digits`](Ri::set_port_digits).
    ///
    /// ```
    /// let uri = oneiri::Uri::parse("http://u@h:1/p?q#f")?;
    /// assert_eq!(uri.with_port_digits("")?, "http://u@h:/p?q#f");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn with_port_digits<'v>(
        &self,
        value: impl Into<Option<&'v str>>,
    ) -> Result<Ri<String, A, F>, Error> {
        self.updated(|copy| copy.set_port_digits(value))
    }

    /// With another path.
    /// SRFI 275: `update-iri-path`.
    ///
    /// # Errors
    ///
    /// As [`set_path`](Ri::set_path).
    ///
    /// ```
    /// let uri = oneiri::Uri::parse("http://u@h:1/p?q#f")?;
    /// assert_eq!(uri.with_path("")?, "http://u@h:1?q#f");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn with_path(&self, value: &str) -> Result<Ri<String, A, F>, Error> {
        self.updated(|copy| copy.set_path(value))
    }

    /// With another query, or none.
    /// SRFI 275: `update-iri-query`.
    ///
    /// # Errors
    ///
    /// As [`set_query`](Ri::set_query).
    ///
    /// ```
    /// let uri = oneiri::Uri::parse("http://u@h:1/p?q#f")?;
    /// assert_eq!(uri.with_query("")?, "http://u@h:1/p?#f");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn with_query<'v>(
        &self,
        value: impl Into<Option<&'v str>>,
    ) -> Result<Ri<String, A, F>, Error> {
        self.updated(|copy| copy.set_query(value))
    }

    /// With another fragment, or none.
    /// SRFI 275: `update-iri-fragment`.
    ///
    /// # Errors
    ///
    /// As [`set_fragment`](Ri::set_fragment).
    ///
    /// ```
    /// let uri = oneiri::Uri::parse("http://u@h:1/p?q#f")?;
    /// assert_eq!(uri.with_fragment(None)?, "http://u@h:1/p?q");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn with_fragment<'v>(
        &self,
        value: impl Into<Option<&'v str>>,
    ) -> Result<Ri<String, A, F>, Error> {
        self.updated(|copy| copy.set_fragment(value))
    }

    /// With another userinfo, host and port.
    /// SRFI 275: `update-iri-authority`.
    ///
    /// # Errors
    ///
    /// As [`set_authority_parts`](Ri::set_authority_parts).
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
    /// With another scheme.
    /// SRFI 275: `update-iri-scheme`.
    ///
    /// # Errors
    ///
    /// As [`set_scheme`](Ri::set_scheme).
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
