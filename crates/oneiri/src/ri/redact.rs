//! Identifiers for logs and screens, without their secrets.

use alloc::string::String;
use core::fmt;

use super::{Ri, Text};
use crate::component::{Encoded, Query};
use crate::syntax::spans::{Spanned, Untyped};

/// What [`redacted_with`](Ri::redacted_with) hides besides the password. The default hides nothing else.
///
/// ```
/// use oneiri::{Redaction, Uri};
///
/// let uri = Uri::parse("ftp://me:secret@h/?token=x&page=2#key")?;
/// let chosen = Redaction::new().userinfo(true).parameters(&["token"]).fragment(true);
/// assert_eq!(uri.redacted_with(chosen).to_string(), "ftp://***@h/?token=***&page=2#***");
/// # Ok::<(), oneiri::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Redaction<'p> {
    userinfo: bool,
    query: bool,
    fragment: bool,
    parameters: Names<'p>,
}

/// Names of query parameters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Names<'p> {
    Borrowed(&'p [&'p str]),
    Owned(&'p [String]),
}

impl Default for Names<'_> {
    fn default() -> Self {
        Self::Borrowed(&[])
    }
}

impl<'p> Redaction<'p> {
    /// Hides the password alone.
    pub const fn new() -> Self {
        Self { userinfo: false, query: false, fragment: false, parameters: Names::Borrowed(&[]) }
    }

    /// Whether to hide the whole userinfo, the user's name too.
    #[must_use]
    pub const fn userinfo(self, userinfo: bool) -> Self {
        Self { userinfo, ..self }
    }

    /// Whether to hide the whole query.
    #[must_use]
    pub const fn query(self, query: bool) -> Self {
        Self { query, ..self }
    }

    /// Whether to hide the whole fragment.
    #[must_use]
    pub const fn fragment(self, fragment: bool) -> Self {
        Self { fragment, ..self }
    }

    /// Hides the values of these query parameters. Keys are compared decoded, both as a query (`api%20key`) and as a form
    /// (`api+key`).
    ///
    /// ```
    /// use oneiri::{Redaction, Uri};
    ///
    /// let chosen = Redaction::new().parameters(&["api key"]);
    /// let uri = Uri::parse("http://h/?api+key=x&api%20key=y&z=1")?;
    /// assert_eq!(uri.redacted_with(chosen).to_string(), "http://h/?api+key=***&api%20key=***&z=1");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    #[must_use]
    pub const fn parameters(self, parameters: &'p [&'p str]) -> Self {
        Self { parameters: Names::Borrowed(parameters), ..self }
    }

    /// Like [`parameters`](Self::parameters), for names that a program has read.
    ///
    /// ```
    /// use oneiri::{Redaction, Uri};
    ///
    /// let names: Vec<String> = "token,key".split(',').map(String::from).collect();
    /// let uri = Uri::parse("http://h/?key=x&z=1")?;
    /// let shown = uri.redacted_with(Redaction::new().owned_parameters(&names));
    /// assert_eq!(shown.to_string(), "http://h/?key=***&z=1");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    #[must_use]
    pub const fn owned_parameters(self, parameters: &'p [String]) -> Self {
        Self { parameters: Names::Owned(parameters), ..self }
    }

    fn hides(&self, key: Encoded<'_>) -> bool {
        let is_chosen = |key: &str| match self.parameters {
            Names::Borrowed(names) => names.contains(&key),
            Names::Owned(names) => names.iter().any(|name| name == key),
        };
        if matches!(self.parameters, Names::Borrowed([]) | Names::Owned([])) {
            return false;
        }
        // A secret is hidden whichever convention its key follows: `api%20key` and `api+key` alike.
        let as_form = Query::new(key.as_str()).form().pairs().next().map(|(key, _)| key);
        let both = [Some(key.decode_lossy()), as_form];
        both.iter().flatten().any(|key| is_chosen(key))
    }
}

/// Displays an identifier with parts of it hidden; see [`Ri::redacted`].
#[derive(Clone, Copy)]
pub struct Redacted<'a, 'p> {
    source: Spanned<'a>,
    also: Redaction<'p>,
}

impl<'a> Redacted<'a, 'static> {
    /// Hides the password alone.
    pub(crate) fn of(source: Spanned<'a>) -> Self {
        Self { source, also: Redaction::new() }
    }
}

impl<'i, 'o, T: Text<'i, 'o>, A, F> Ri<T, A, F> {
    /// Displays the identifier with `***` in place of the password, which is the text after the first `:` of the
    /// userinfo (RFC 3986 section 3.2.1). The displayed text is a valid identifier, but not the same one.
    ///
    /// ```
    /// let uri = oneiri::Uri::parse("ftp://me:secret@h/?token=x")?;
    /// assert_eq!(uri.redacted().to_string(), "ftp://me:***@h/?token=x");
    /// assert_eq!(format!("{:>26}", uri.redacted()), "   ftp://me:***@h/?token=x");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn redacted(&'i self) -> Redacted<'o, 'static> {
        self.redacted_with(Redaction::new())
    }

    /// Like [`redacted`](Self::redacted), but also hides the parts that `also` selects.
    ///
    /// ```
    /// let uri = oneiri::Uri::parse("ftp://me:secret@h/?token=x")?;
    /// let all = oneiri::Redaction::new().userinfo(true).query(true);
    /// assert_eq!(uri.redacted_with(all).to_string(), "ftp://***@h/?***");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn redacted_with<'p>(&'i self, also: Redaction<'p>) -> Redacted<'o, 'p> {
        Redacted { source: Spanned::new(self.untyped()), also }
    }
}

const HIDDEN: &str = "***";

impl fmt::Display for Redacted<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.width().is_none() && f.precision().is_none() {
            return self.write(f);
        }
        let mut text = String::new();
        self.write(&mut text)?;
        f.pad(&text)
    }
}

impl Redacted<'_, '_> {
    fn write(&self, f: &mut dyn fmt::Write) -> fmt::Result {
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
                f.write_str(HIDDEN)?;
                shown = spans.host_start - 1;
            }
        }
        if let Some(query) = source.query() {
            f.write_str(&text[shown..=spans.path_end])?;
            shown = spans.query_end;
            if self.also.query { f.write_str(HIDDEN)? } else { self.write_query(query, f)? }
        }
        if self.also.fragment && source.fragment().is_some() {
            f.write_str(&text[shown..=spans.query_end])?;
            return f.write_str(HIDDEN);
        }
        f.write_str(&text[shown..])
    }

    /// Writes the query, with `***` in place of the values of the chosen parameters.
    fn write_query(&self, query: &str, f: &mut dyn fmt::Write) -> fmt::Result {
        for (nth, piece) in query.split('&').enumerate() {
            f.write_str(if nth > 0 { "&" } else { "" })?;
            let pair = Query::new(piece).pairs().next();
            match pair.filter(|(key, _)| self.also.hides(*key)) {
                Some((key, Some(_))) => write!(f, "{key}={HIDDEN}")?,
                _ => f.write_str(piece)?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Redacted<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write(&mut text)?;
        fmt::Debug::fmt(&text, f)
    }
}
