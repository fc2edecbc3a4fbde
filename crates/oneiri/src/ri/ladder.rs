//! The comparison ladder, on identifiers.

use alloc::borrow::Cow;
use alloc::string::String;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use super::{Alphabet, Form, HasScheme, Iri, Ri, Text};
use crate::compare::{Inadmissible, Observations, Observed, key};
use crate::compare::{Ladder, Rung, Stream, Verdict, pieces};
use crate::convert::to_uri;
#[cfg(feature = "fingerprint")]
use crate::fingerprint::Fingerprint;
use crate::iri;
use crate::normalize::Plan;
use crate::syntax::error::Component;
use crate::syntax::spans::{Hints, Spans, Untyped};

impl Ladder<'_> {
    /// The lowest rung at which two identifiers are equal, and on demand why; or that none makes
    /// them so, and on demand why not. Allocates nothing.
    ///
    /// ```
    /// use oneiri::{Ladder, Rung, Uri};
    ///
    /// let ladder = Ladder { ignore_fragment: true, ..Ladder::default() };
    /// let (a, b) = (Uri::parse("http://h/#a")?, Uri::parse("http://h/#b")?);
    /// assert_eq!(ladder.compare(&a, &b).rung(), Some(Rung::String));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn compare<'a, T: AsRef<str>, U: AsRef<str>, A: Alphabet, F: Form>(
        &'a self,
        a: &'a Ri<T, A, F>,
        b: &'a Ri<U, A, F>,
    ) -> Verdict<'a> {
        let (a, b) = (a.as_borrowed(), b.as_borrowed());
        Verdict::new(a.untyped(), b.untyped(), *self, A::UNICODE)
    }

    /// Whether two identifiers are equal at a rung. Allocates nothing, but at the scheme rung for a
    /// path with dot segments that the scheme divides otherwise (`mailto`, `sip`, `tel`, `urn`), and
    /// at the protocol rung to look evidence up.
    ///
    /// ```
    /// use oneiri::{Ladder, Rung, Uri};
    ///
    /// let (a, b) = (Uri::parse("http://h:80")?, Uri::parse("http://h/")?);
    /// assert!(Ladder::default().equivalent(&a, &b, Rung::Scheme));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn equivalent<T: AsRef<str>, U: AsRef<str>, A: Alphabet, F: Form>(
        &self,
        a: &Ri<T, A, F>,
        b: &Ri<U, A, F>,
        rung: Rung,
    ) -> bool {
        let (a, b) = (a.as_borrowed(), b.as_borrowed());
        self.equal(a.untyped(), b.untyped(), rung, A::UNICODE)
    }

    /// The normal form at a rung: two identifiers are equal there if and only if these are.
    ///
    /// ```
    /// use oneiri::{Ladder, Rung, Uri};
    ///
    /// let uri = Uri::parse("HTTP://h:80/%7E")?;
    /// assert_eq!(Ladder::default().normalize(&uri, Rung::Escape), "http://h:80/~");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn normalize<'i, 'o, T: Text<'i, 'o>, A: Alphabet, F: Form>(
        &self,
        identifier: &'i Ri<T, A, F>,
        rung: Rung,
    ) -> Ri<Cow<'o, str>, A, F> {
        let source = self.subject(identifier.untyped());
        if let Some(resource) = self.resource(source, rung) {
            return self.observed(resource, source);
        }
        match self.plan(rung, A::UNICODE, source.scheme()) {
            Some(plan) if !plan.is_done(source) => {
                let mut text = String::new();
                let spans = plan.write(source, &mut text);
                Ri::new(Cow::Owned(text), spans)
            }
            _ => Ri::new(Cow::Borrowed(source.text), source.own_spans()),
        }
    }

    /// The normal form of the resource that a source was observed to be.
    fn resource(&self, source: Untyped<'_, '_>, rung: Rung) -> Option<&str> {
        let evidence = self.evidence.filter(|_| rung == Rung::Protocol)?;
        evidence.resource(&key(source, self))
    }

    /// A resource's normal form, with the fragment of what was observed to be it.
    fn observed<'o, A: Alphabet, F: Form>(
        &self,
        resource: &str,
        source: Untyped<'_, '_>,
    ) -> Ri<Cow<'o, str>, A, F> {
        let resource = Iri::parse(resource).unwrap_or(iri!("about:invalid"));
        let (mut text, spans) = if A::UNICODE {
            (String::from(resource.as_str()), resource.spans)
        } else {
            to_uri(resource.untyped())
        };
        if let Some(fragment) = source.fragment() {
            text.push('#');
            Plan::full(A::UNICODE).coded(fragment, Component::Fragment).write(&mut text);
        }
        // What was seen of the resource was not seen of the fragment.
        Ri::new(Cow::Owned(text), Spans { hints: Hints::ALL, ..spans })
    }

    /// An identifier that is equal, ordered and hashed as its normal form at a rung. It knows no
    /// evidence: at the protocol rung, keep what [`normalize`](Self::normalize) makes.
    ///
    /// ```
    /// use oneiri::{Ladder, Rung, Uri};
    ///
    /// let (a, b) = (Uri::parse("http://h/%7E")?, Uri::parse("http://h/~")?);
    /// let ladder = Ladder::default();
    /// assert!(ladder.normal(&a, Rung::SYNTAX) == ladder.normal(&b, Rung::SYNTAX));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn normal<'a, T: AsRef<str>, A: Alphabet, F: Form>(
        &self,
        identifier: &'a Ri<T, A, F>,
        rung: Rung,
    ) -> Normal<'a, A, F> {
        let identifier = identifier.as_borrowed();
        let source = self.subject(identifier.untyped());
        let plan = self.plan(rung, A::UNICODE, source.scheme());
        Normal { identifier: Ri::new(source.text, source.own_spans()), plan }
    }
}

/// By the default [`Ladder`]: RFC 3986 section 6.2, RFC 3987 section 5.3.
impl<T: AsRef<str>, A: Alphabet, F: Form> Ri<T, A, F> {
    /// The lowest rung at which two identifiers are equal, and on demand why; or that none makes
    /// them so, and on demand why not. Allocates nothing.
    ///
    /// ```
    /// use oneiri::{Reason, Rule, Rung, Uri};
    ///
    /// let a = Uri::parse("http://example.com")?;
    /// let b = Uri::parse("HTTP://example.com:80/")?;
    /// let verdict = a.compare(&b);
    /// assert_eq!(verdict.rung(), Some(Rung::Scheme));
    /// let rules: Vec<_> = verdict.steps().iter().map(|step| step.rule).collect();
    /// assert_eq!(rules, [Rule::LetterCase, Rule::DefaultPort, Rule::EmptyPath]);
    ///
    /// let wall = Uri::parse("http://h/a%2Fb")?.compare(&Uri::parse("http://h/a/b")?).wall();
    /// assert_eq!(wall.map(|wall| (wall.a, wall.reason)), Some((10..13, Reason::Reserved)));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn compare<'a, U: AsRef<str>>(&'a self, other: &'a Ri<U, A, F>) -> Verdict<'a> {
        let (a, b) = (self.as_borrowed(), other.as_borrowed());
        Verdict::new(a.untyped(), b.untyped(), Ladder::default(), A::UNICODE)
    }

    /// Whether two identifiers are equal at a rung. Allocates nothing.
    ///
    /// ```
    /// use oneiri::{Rung, Uri};
    ///
    /// let (a, b) = (Uri::parse("http://h:80")?, Uri::parse("http://h/")?);
    /// assert!(a.equivalent_at(&b, Rung::Scheme) && !a.equivalent_at(&b, Rung::SYNTAX));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn equivalent_at<U: AsRef<str>>(&self, other: &Ri<U, A, F>, rung: Rung) -> bool {
        Ladder::default().equivalent(self, other, rung)
    }

    /// An identifier that is equal, ordered and hashed as its normal form at a rung, and keeps its
    /// own spelling: a key for sets and maps. Allocates nothing but what [`Ladder::equivalent`] does, and
    /// a bit for each segment to order or hash a path with dot segments of more than 1,024.
    ///
    /// ```
    /// use std::collections::HashSet;
    /// use oneiri::{Rung, Uri};
    ///
    /// let spellings = ["http://h/%7Ex", "http://h/~x", "HTTP://H/~x", "http://h/~X"];
    /// let uris = spellings.map(|text| Uri::parse(text).expect("a URI"));
    /// let set: HashSet<_> = uris.iter().map(|uri| uri.normal(Rung::SYNTAX)).collect();
    /// assert_eq!(set.len(), 2);
    /// ```
    pub fn normal(&self, rung: Rung) -> Normal<'_, A, F> {
        Ladder::default().normal(self, rung)
    }
}

impl<T: AsRef<str>, A: Alphabet, F: Form> Ri<T, A, F> {
    /// The [`Fingerprint`] of the normal form at a rung, by XXH3-128. Allocates nothing.
    ///
    /// ```
    /// use oneiri::{Rung, Uri};
    ///
    /// let (a, b) = (Uri::parse("http://h")?, Uri::parse("HTTP://h:80/")?);
    /// assert_eq!(a.fingerprint(Rung::Scheme), b.fingerprint(Rung::Scheme));
    /// assert_ne!(a.fingerprint(Rung::SYNTAX), b.fingerprint(Rung::SYNTAX));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    #[cfg(feature = "fingerprint")]
    pub fn fingerprint(&self, rung: Rung) -> Fingerprint {
        crate::fingerprint::xxh3(|put| self.normal(rung).chunks(put))
    }

    /// As [`fingerprint`](Self::fingerprint), by BLAKE3: slower, and safe where someone may have
    /// chosen identifiers to collide.
    ///
    /// ```
    /// use oneiri::{Rung, Uri};
    ///
    /// let (a, b) = (Uri::parse("http://h")?, Uri::parse("HTTP://h:80/")?);
    /// assert_eq!(a.fingerprint_blake3(Rung::Scheme), b.fingerprint_blake3(Rung::Scheme));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    #[cfg(feature = "blake3")]
    pub fn fingerprint_blake3(&self, rung: Rung) -> Fingerprint {
        crate::fingerprint::blake3(|put| self.normal(rung).chunks(put))
    }
}

impl Observations<'_> {
    /// Adds that accessing `from` led to `to`.
    ///
    /// # Errors
    ///
    /// A scheme without the conventions that give it a meaning, or a fragment: RFC 3986 sections
    /// 6.2.4 and 3.5.
    ///
    /// ```
    /// use oneiri::{Iri, Observations, Observed};
    ///
    /// let mut observations = Observations::default();
    /// let (a, b) = (Iri::parse("http://h/a")?, Iri::parse("http://h/b")?);
    /// observations.observe(Observed::Canonical, &a, &b, "")?;
    /// let mail = Iri::parse("mailto:a@b")?;
    /// assert!(observations.observe(Observed::Redirect, &mail, &b, "").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn observe<T: AsRef<str>, U: AsRef<str>, A: Alphabet>(
        &mut self,
        kind: Observed,
        from: &Ri<T, A, HasScheme>,
        to: &Ri<U, A, HasScheme>,
        source: &str,
    ) -> Result<(), Inadmissible> {
        self.add(kind, from.source(), to.source(), source)
    }
}

impl<'i, 'o, T: Text<'i, 'o>, A: Alphabet, F: Form> Ri<T, A, F> {
    /// The normal form at a rung: two identifiers are equal there if and only if these are.
    ///
    /// ```
    /// use oneiri::{Rung, Uri};
    ///
    /// let uri = Uri::parse("http://EXAMPLE.com:80")?;
    /// assert_eq!(uri.normalize_at(Rung::Case), "http://example.com:80");
    /// assert_eq!(uri.normalize_at(Rung::Scheme), "http://example.com/");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn normalize_at(&'i self, rung: Rung) -> Ri<Cow<'o, str>, A, F> {
        Ladder::default().normalize(self, rung)
    }
}

/// An identifier that is equal, ordered and hashed as its normal form; see [`Ri::normal`].
///
/// Compare only what was made at one rung of one ladder.
pub struct Normal<'a, A, F> {
    identifier: Ri<&'a str, A, F>,
    plan: Option<Plan>,
}

impl<'a, A: Alphabet, F: Form> Normal<'a, A, F> {
    /// The identifier, spelled as it was given.
    ///
    /// ```
    /// use oneiri::{Rung, Uri};
    ///
    /// let uri = Uri::parse("HTTP://h")?;
    /// assert_eq!(uri.normal(Rung::Case).identifier(), uri);
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn identifier(&self) -> Ri<&'a str, A, F> {
        self.identifier
    }

    fn source(&self) -> Untyped<'a, '_> {
        self.identifier.untyped()
    }

    /// The bytes of the normal form in chunks whose borders depend on nothing but their number, so
    /// that any hasher sees the same.
    fn chunks(&self, mut put: impl FnMut(&[u8])) {
        let source = self.source();
        let plan = match &self.plan {
            Some(plan) if !plan.is_done(source) => plan,
            _ => return source.text.as_bytes().chunks(64).for_each(put),
        };
        let shape = plan.shape(source);
        let (mut chunk, mut length) = ([0; 64], 0);
        pieces(plan, &shape, &mut |mut piece| {
            while !piece.is_empty() {
                let room = &mut chunk[length..];
                let (now, later) = piece.split_at(piece.len().min(room.len()));
                room[..now.len()].copy_from_slice(now);
                length += now.len();
                piece = later;
                if length == chunk.len() {
                    put(&chunk);
                    length = 0;
                }
            }
        });
        if length > 0 {
            put(&chunk[..length]);
        }
    }
}

impl<A, F> Clone for Normal<'_, A, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A, F> Copy for Normal<'_, A, F> {}

impl<A: Alphabet, F: Form> PartialEq for Normal<'_, A, F> {
    fn eq(&self, other: &Self) -> bool {
        match &self.plan {
            Some(plan) => crate::compare::equal(self.source(), other.source(), plan),
            None => self.identifier == other.identifier,
        }
    }
}

impl<A: Alphabet, F: Form> Eq for Normal<'_, A, F> {}

impl<A: Alphabet, F: Form> Ord for Normal<'_, A, F> {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.plan, &other.plan) {
            (Some(ours), Some(theirs)) => {
                let (a, b) = (ours.shape(self.source()), theirs.shape(other.source()));
                Stream::new(*ours, &a).cmp(Stream::new(*theirs, &b))
            }
            _ => self.identifier.cmp(&other.identifier),
        }
    }
}

impl<A: Alphabet, F: Form> PartialOrd for Normal<'_, A, F> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<A: Alphabet, F: Form> Hash for Normal<'_, A, F> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.chunks(|chunk| state.write(chunk));
        state.write_u8(0xFF);
    }
}

/// Shows the normal form.
impl<A: Alphabet, F: Form> fmt::Display for Normal<'_, A, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let source = self.source();
        let mut text = String::from(source.text);
        if let Some(plan) = &self.plan {
            plan.write(source, &mut text);
        }
        f.write_str(&text)
    }
}

impl<A: Alphabet, F: Form> fmt::Debug for Normal<'_, A, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Normal").field(&self.identifier).finish()
    }
}
