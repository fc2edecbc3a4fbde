//! Resolution of references against a base, and the way back.

use alloc::string::String;

use super::{Alphabet, HasScheme, MaybeScheme, Ri, Within};
use crate::relativize::relativize;
use crate::resolve::{Resolution, resolve};
use crate::syntax::error::Error;
use crate::syntax::spans::Spans;

/// Resolution: RFC 3986 section 5, against this identifier as the base.
///
/// A reference may be of the same alphabet or a narrower one, with a scheme or without, owned or borrowed: an IRI
/// resolves `&Uri`, `&UriRefBuf` and `&IriRef` alike.
impl<T: AsRef<str>, A: Alphabet> Ri<T, A, HasScheme> {
    /// The target of a reference. Strict (section 5.2.2); a fragment of the base has no effect. SRFI 275:
    /// `resolve-iri-reference`.
    ///
    /// Only dot segments that are spelled as dots count: `%2E%2E` is an ordinary segment until it is normalized.
    /// The structure of the target is guarded, so that its path never becomes an authority; see
    /// [`resolve_with`](Self::resolve_with) for section 5.2.4 to the letter.
    ///
    /// ```
    /// use oneiri::{Iri, Uri, UriRef, UriRefBuf};
    ///
    /// let base = Uri::parse("http://a/b/c/d;p?q")?;
    /// assert_eq!(base.resolve(&UriRef::parse("../g")?), "http://a/b/g");
    /// assert_eq!(base.resolve(&UriRefBuf::parse("?y")?), "http://a/b/c/d;p?y");
    /// assert_eq!(base.resolve(&Uri::parse("http:g")?), "http:g");
    /// assert_eq!(Iri::from(base).resolve(&UriRef::parse("/g")?), "http://a/g");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn resolve<U: AsRef<str>, B: Within<A>, F>(
        &self,
        reference: &Ri<U, B, F>,
    ) -> Ri<String, A, HasScheme> {
        let mut text =
            String::with_capacity(self.text.as_ref().len() + reference.text.as_ref().len());
        let spans = self.resolve_to(reference, Resolution::default(), &mut text);
        Ri::new(text, spans)
    }

    /// Parses a reference and [resolves](Self::resolve) it.
    ///
    /// # Errors
    ///
    /// The first fault in the text of the reference.
    ///
    /// ```
    /// let base = oneiri::Uri::parse("http://a/b/c/d;p?q")?;
    /// assert_eq!(base.join("../g")?, "http://a/b/g");
    /// assert!(base.join("a b").is_err());
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn join(&self, reference: &str) -> Result<Ri<String, A, HasScheme>, Error> {
        Ok(self.resolve(&Ri::<&str, A, MaybeScheme>::parse(reference)?))
    }

    /// Like [`resolve`](Self::resolve), into a buffer that is cleared first and can be used again: nothing is
    /// allocated once its capacity suffices.
    ///
    /// ```
    /// use oneiri::{Uri, UriRef};
    ///
    /// let base = Uri::parse("mailto:x@y")?;
    /// let mut buffer = String::new();
    /// assert_eq!(base.resolve_into(&UriRef::parse("#f")?, &mut buffer), "mailto:x@y#f");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn resolve_into<'b, U: AsRef<str>, B: Within<A>, F>(
        &self,
        reference: &Ri<U, B, F>,
        buffer: &'b mut String,
    ) -> Ri<&'b str, A, HasScheme> {
        let spans = self.resolve_to(reference, Resolution::default(), buffer);
        Ri::new(buffer, spans)
    }

    /// Like [`resolve`](Self::resolve), with the departures that `options` ask for.
    ///
    /// # Errors
    ///
    /// Only with [`Resolution::verbatim`]: a result that is not an identifier.
    ///
    /// ```
    /// use oneiri::{Resolution, Uri, UriRef};
    ///
    /// let base = Uri::parse("http://a/b/c/d;p?q")?;
    /// let loophole = Resolution::new().loophole(true);
    /// assert_eq!(base.resolve_with(&UriRef::parse("http:g")?, loophole)?, "http://a/b/c/g");
    /// let verbatim = Resolution::new().verbatim(true);
    /// let base = Uri::parse("foo:a/b")?;
    /// assert_eq!(base.resolve_with(&UriRef::parse("../x")?, verbatim)?, "foo:/x");
    /// assert_eq!(base.resolve(&UriRef::parse("../x")?), "foo:x");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn resolve_with<U: AsRef<str>, B: Within<A>, F>(
        &self,
        reference: &Ri<U, B, F>,
        options: Resolution,
    ) -> Result<Ri<String, A, HasScheme>, Error> {
        let mut text = String::new();
        let spans = self.resolve_to(reference, options, &mut text);
        if options.is_verbatim() {
            return Ri::<String, A, HasScheme>::parse(text);
        }
        Ok(Ri::new(text, spans))
    }

    #[inline]
    fn resolve_to<U: AsRef<str>, B, F>(
        &self,
        reference: &Ri<U, B, F>,
        options: Resolution,
        out: &mut String,
    ) -> Spans {
        resolve(self.source(), reference.source(), options, out)
    }

    /// The shortest reference that [resolves](Self::resolve) to exactly `target`. If none is shorter than the
    /// target, the target itself; so too if there is none at all, as for a target whose path still holds dot
    /// segments.
    ///
    /// ```
    /// use oneiri::Uri;
    ///
    /// let base = Uri::parse("http://h/a/b/c?q")?;
    /// assert_eq!(base.relativize(&Uri::parse("http://h/a/x")?), "../x");
    /// assert_eq!(base.relativize(&Uri::parse("http://h/a/b/x:y")?), "./x:y");
    /// assert_eq!(base.relativize(&Uri::parse("http://h/a/b/c?q#f")?), "#f");
    /// assert_eq!(base.relativize(&Uri::parse("http://i/")?), "//i/");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn relativize<U: AsRef<str>, B: Within<A>>(
        &self,
        target: &Ri<U, B, HasScheme>,
    ) -> Ri<String, A, MaybeScheme> {
        let mut text = String::new();
        let spans = relativize(self.source(), target.source(), &mut text);
        Ri::new(text, spans)
    }
}
