//! The setters (section 6.1 of the Standard). Each runs the state that the Standard names, with a state
//! override. Where the Standard ignores a value, the setter returns an error and changes nothing.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Write;

use super::Url;
use super::parts::Parts;
use crate::error::{Error, ErrorKind};
use crate::host;
use crate::parser::{self, Authority, PathWriter, query_set, without_tabs_and_newlines};
use crate::percent::{self, PercentEncodeSet, percent_encode};
use crate::scheme::{default_port, is_special};
use crate::stays::{is_normal_domain, is_normal_path};

impl Url {
    /// Replaces the whole URL by what a text is parsed to.
    ///
    /// # Errors
    ///
    /// The text is not a URL.
    pub fn set_href(&mut self, value: &str) -> Result<(), Error> {
        *self = Self::parse(value)?;
        Ok(())
    }

    /// Sets the scheme: the text up to the first colon, or all of it.
    ///
    /// ```
    /// use oneiri_whatwg::Url;
    ///
    /// let mut url = Url::parse("http://h:443/")?;
    /// url.set_protocol("https:")?;
    /// assert_eq!(url.href(), "https://h/");
    /// assert!(url.set_protocol("mailto").is_err());
    /// # Ok::<(), oneiri_whatwg::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The value is not a scheme; or a special scheme would become one that is not, or the reverse; or a
    /// URL with credentials or a port would become a file; or a file with an empty host another scheme.
    pub fn set_protocol(&mut self, value: &str) -> Result<(), Error> {
        let refused = Error::new(ErrorKind::SchemeRefused, 0..value.len());
        let input = format!("{}:", without_tabs_and_newlines(value));
        let Some(scheme) = parser::scheme(&input) else { return Err(refused) };
        // Scheme state with a state override.
        let scheme = scheme.to_ascii_lowercase();
        if is_special(&scheme) != self.is_special()
            || (scheme == "file" && (self.includes_credentials() || !self.port().is_empty()))
            || (self.is_file() && self.hostname().is_empty())
        {
            return Err(refused);
        }
        let mut parts = self.parts();
        if self.port_number() == default_port(&scheme) {
            parts.port = "";
        }
        *self = Parts { scheme: &scheme, ..parts }.serialize();
        Ok(())
    }

    /// Sets the username, which is percent-encoded.
    ///
    /// # Errors
    ///
    /// The URL has no host, or the scheme is `file`.
    pub fn set_username(&mut self, value: &str) -> Result<(), Error> {
        self.check_username_password_port(value)?;
        let username = percent_encode(value, PercentEncodeSet::USERINFO);
        *self = Parts { username: &username, ..self.parts() }.serialize();
        Ok(())
    }

    /// Sets the password, which is percent-encoded.
    ///
    /// # Errors
    ///
    /// The URL has no host, or the scheme is `file`.
    pub fn set_password(&mut self, value: &str) -> Result<(), Error> {
        self.check_username_password_port(value)?;
        let password = percent_encode(value, PercentEncodeSet::USERINFO);
        *self = Parts { password: &password, ..self.parts() }.serialize();
        Ok(())
    }

    /// Sets the host, and the port if the value has one. What is after them, from a `/`, `?` or `#` on,
    /// is ignored; so is a port that is not a number of at most 65535.
    ///
    /// ```
    /// use oneiri_whatwg::Url;
    ///
    /// let mut url = Url::parse("http://h:81/a")?;
    /// url.set_host("EXAMPLE.org:82/ignored")?;
    /// assert_eq!(url.href(), "http://example.org:82/a");
    /// assert!(url.set_host("").is_err());
    /// # Ok::<(), oneiri_whatwg::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The value is not a host; or it is empty and the URL needs a host; or the path is opaque.
    pub fn set_host(&mut self, value: &str) -> Result<(), Error> {
        self.host_state(value, false)
    }

    /// Sets the host, and not the port.
    ///
    /// # Errors
    ///
    /// As [`set_host`](Self::set_host); also if the value has a port.
    pub fn set_hostname(&mut self, value: &str) -> Result<(), Error> {
        self.host_state(value, true)
    }

    /// Sets the port to the digits that the value begins with. An empty value removes the port.
    ///
    /// # Errors
    ///
    /// The value does not begin with a digit, or the number is above 65535; or the URL has no host; or
    /// the scheme is `file`.
    pub fn set_port(&mut self, value: &str) -> Result<(), Error> {
        self.check_username_password_port(value)?;
        let mut port = None;
        if !value.is_empty() {
            // Port state with a state override.
            let input = without_tabs_and_newlines(value);
            let digits = digits(&input);
            let first = input.chars().next().map_or(0, char::len_utf8);
            let error = |kind| Error::new(kind, 0..digits.len().max(first)).in_text(value);
            if digits.is_empty() {
                return Err(error(ErrorKind::PortInvalid));
            }
            port = parser::port(digits, self.scheme()).map_err(error)?;
        }
        let port = port.map(|port| port.to_string()).unwrap_or_default();
        *self = Parts { port: &port, ..self.parts() }.serialize();
        Ok(())
    }

    /// Sets the port to a number, or removes it. The default port of the scheme is removed too.
    ///
    /// ```
    /// use oneiri_whatwg::Url;
    ///
    /// let mut url = Url::parse("http://h/")?;
    /// url.set_port_number(8080)?;
    /// assert_eq!(url.href(), "http://h:8080/");
    /// url.set_port_number(80)?;
    /// assert_eq!(url.href(), "http://h/");
    /// # Ok::<(), oneiri_whatwg::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The URL has no host, or the scheme is `file`.
    pub fn set_port_number(&mut self, port: impl Into<Option<u16>>) -> Result<(), Error> {
        let digits = port.into().map(|port| port.to_string()).unwrap_or_default();
        self.set_port(&digits)
    }

    /// Sets the path. `?` and `#` are percent-encoded, and dot segments are removed.
    ///
    /// ```
    /// use oneiri_whatwg::Url;
    ///
    /// let mut url = Url::parse("http://h/a?q")?;
    /// url.set_pathname("b/../c?d")?;
    /// assert_eq!(url.href(), "http://h/c%3Fd?q");
    /// # Ok::<(), oneiri_whatwg::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The path is opaque.
    pub fn set_pathname(&mut self, value: &str) -> Result<(), Error> {
        self.check_path(value)?;
        let (special, file) = (self.is_special(), self.is_file());
        let has_path = self.offsets.has_host() && !self.pathname().is_empty();
        if has_path && value.strip_prefix('/').is_some_and(is_normal_path) {
            self.replace(self.offsets.path_start..self.offsets.query_start, value);
            return Ok(());
        }
        let input = without_tabs_and_newlines(value);
        // Path start state with a state override.
        let is_slash = |c| c == '/' || (special && c == '\\');
        let empty = !special && input.is_empty() && self.offsets.has_host();
        self.rewrite_path(|out, start| {
            if !empty {
                let input = input.strip_prefix(is_slash).unwrap_or(&input);
                PathWriter { out, start, special, file }.write(input);
            }
        });
        Ok(())
    }

    /// Sets the query, with or without its `?`. An empty value removes it.
    ///
    /// ```
    /// use oneiri_whatwg::Url;
    ///
    /// let mut url = Url::parse("http://h/#f")?;
    /// url.set_search("a=b c");
    /// assert_eq!(url.href(), "http://h/?a=b%20c#f");
    /// # Ok::<(), oneiri_whatwg::Error>(())
    /// ```
    pub fn set_search(&mut self, value: &str) {
        let fragment = String::from(self.fragment_with_mark());
        let set = query_set(self.is_special());
        self.href.truncate(self.offsets.query_start);
        self.append('?', value, set);
        self.offsets.fragment_start = self.href.len();
        self.href.push_str(&fragment);
    }

    /// Sets the fragment, with or without its `#`. An empty value removes it.
    pub fn set_hash(&mut self, value: &str) {
        self.href.truncate(self.offsets.fragment_start);
        self.append('#', value, PercentEncodeSet::FRAGMENT);
    }

    /// Appends a query or a fragment, unless the value is empty.
    fn append(&mut self, mark: char, value: &str, set: PercentEncodeSet) {
        if !value.is_empty() {
            let value = without_tabs_and_newlines(value.strip_prefix(mark).unwrap_or(value));
            self.href.push(mark);
            percent::encode(&mut self.href, &value, set);
        }
    }

    /// Host state and hostname state with a state override.
    fn host_state(&mut self, value: &str, is_hostname: bool) -> Result<(), Error> {
        self.check_path(value)?;
        let special = self.is_special();
        if special && !self.is_file() && is_normal_domain(value) {
            self.replace(self.offsets.host_start..self.offsets.host_end, value);
            return Ok(());
        }
        let input = without_tabs_and_newlines(value);
        let text = &input[..parser::authority_end(&input, special)];
        // File host state takes colons into the host.
        let Authority { host, port } =
            if self.is_file() { Authority { host: text, port: None } } else { Authority::new(text) };
        let error = |kind| Error::new(kind, 0..host.len()).in_text(value);
        if is_hostname && port.is_some() {
            let colon = host.len()..host.len() + 1;
            return Err(Error::new(ErrorKind::HostInvalidCodePoint, colon).in_text(value));
        }
        let needed =
            port.is_some() || (special && !self.is_file()) || self.includes_credentials() || !self.port().is_empty();
        if host.is_empty() && needed {
            return Err(error(ErrorKind::HostMissing));
        }
        let mut url = self.up_to_host(value.len());
        if !host.is_empty() {
            host::parse(&mut url.href, host, !special, &mut ()).map_err(|error| error.in_text(value))?;
        }
        if self.is_file() && &url.href[url.offsets.host_start..] == "localhost" {
            url.href.truncate(url.offsets.host_start);
        }
        url.offsets.host_end = url.href.len();
        // Port state with a state override.
        let digits = digits(port.unwrap_or_default());
        match parser::port(digits, self.scheme()) {
            Ok(port) if !digits.is_empty() => url.push_port(port),
            _ => url.push_port(self.port_number()),
        }
        let (path, old) = (url.href.len(), &self.offsets);
        url.offsets.path_start = path;
        url.offsets.query_start = path + (old.query_start - old.path_start);
        url.offsets.fragment_start = path + (old.fragment_start - old.path_start);
        url.href.push_str(&self.href[old.path_start..]);
        *self = url;
        Ok(())
    }

    /// The URL up to its host, with room for the rest and some bytes more.
    fn up_to_host(&self, more: usize) -> Self {
        let mut href = String::with_capacity(self.href.len() + more + 8);
        href.push_str(&self.href[..self.offsets.host_start]);
        let mut offsets = self.offsets;
        if !offsets.has_host() {
            href.push_str("//");
            (offsets.username_end, offsets.host_start) = (href.len(), href.len());
        }
        Self { href, offsets }
    }

    fn push_port(&mut self, port: Option<u16>) {
        if let Some(port) = port {
            // Writing to a `String` cannot fail.
            let _ = write!(self.href, ":{port}");
        }
    }

    /// Whether the URL can have a username, a password and a port.
    fn check_username_password_port(&self, value: &str) -> Result<(), Error> {
        if self.hostname().is_empty() || self.is_file() {
            return Err(Error::new(ErrorKind::CannotHaveUsernamePasswordPort, 0..value.len()));
        }
        Ok(())
    }

    /// Whether the path can be changed.
    fn check_path(&self, value: &str) -> Result<(), Error> {
        if self.has_opaque_path() {
            return Err(Error::new(ErrorKind::OpaquePath, 0..value.len()));
        }
        Ok(())
    }
}

/// The digits that a text begins with.
fn digits(text: &str) -> &str {
    &text[..text.bytes().take_while(u8::is_ascii_digit).count()]
}
