//! Resolving references against a base, and making identifiers relative to a base.

use alloc::string::String;

use super::{Alphabet, HasScheme, MaybeScheme, Ri, SubsetOf};
use crate::relativize::relativize;
use crate::resolve::{Resolution, resolve};
use crate::syntax::error::Error;
use crate::syntax::spans::Spans;

/// Resolution: RFC 3986 section 5. This identifier is the base.
///
/// A reference may have the alphabet of the base or a narrower one, may have a scheme or not, and may be owned or
/// borrowed: an IRI resolves `&Uri`, `&UriRefBuf` and `&IriRef` alike.
impl<T: AsRef<str>, A: Alphabet> Ri<T, A, HasScheme> {
    /// The target of a reference. Resolution is strict (section 5.2.2), and ignores the fragment of the base. SRFI
    /// 275: `resolve-iri-reference`.
    ///
    /// Only segments spelled with literal dots count as dot segments: `%2E%2E` is an ordinary segment until it is
    /// normalized. Resolution keeps the structure of the target, so its path is never parsed as an authority; for
    /// section 5.2.4 to the letter, see [`resolve_with`](Self::resolve_with).
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
    pub fn resolve<U: AsRef<str>, B: SubsetOf<A>, F>(&self, reference: &Ri<U, B, F>) -> Ri<String, A, HasScheme> {
        let mut text = String::with_capacity(self.text.as_ref().len() + reference.text.as_ref().len());
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

    /// Like [`resolve`](Self::resolve), but writes into a buffer. The method clears the buffer first and allocates
    /// only if the capacity is too small.
    ///
    /// ```
    /// use oneiri::{Uri, UriRef};
    ///
    /// let base = Uri::parse("mailto:x@y")?;
    /// let mut buffer = String::new();
    /// assert_eq!(base.resolve_into(&UriRef::parse("#f")?, &mut buffer), "mailto:x@y#f");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn resolve_into<'b, U: AsRef<str>, B: SubsetOf<A>, F>(
        &self,
        reference: &Ri<U, B, F>,
        buffer: &'b mut String,
    ) -> Ri<&'b str, A, HasScheme> {
        let spans = self.resolve_to(reference, Resolution::default(), buffer);
        Ri::new(buffer, spans)
    }

    /// Like [`resolve`](Self::resolve), with the changes that `options` select.
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
    pub fn resolve_with<U: AsRef<str>, B: SubsetOf<A>, F>(
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
    fn resolve_to<U: AsRef<str>, B, F>(&self, reference: &Ri<U, B, F>, options: Resolution, out: &mut String) -> Spans {
        resolve(self.source(), reference.source(), options, out)
    }

    /// The shortest reference that [resolves](Self::resolve) to exactly `target`. The result is the target itself
    /// if no reference is shorter, and also if no reference resolves to the target, for example because its path
    /// holds dot segments.
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
    pub fn relativize<U: AsRef<str>, B: SubsetOf<A>>(
        &self,
        target: &Ri<U, B, HasScheme>,
    ) -> Ri<String, A, MaybeScheme> {
        let mut text = String::new();
        let spans = relativize(self.source(), target.source(), &mut text);
        Ri::new(text, spans)
    }
}
