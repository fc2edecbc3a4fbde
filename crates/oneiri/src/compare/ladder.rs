//! The settings of the ladder, and the normalization that each rung applies.

use alloc::borrow::Cow;
use alloc::string::String;

use super::equal::equal;
use super::evidence::Evidence;
use super::rung::Rung;
use super::settings::Settings;
use crate::convert::to_uri;
use crate::normalize::Plan;
use crate::registry::Registry;
use crate::ri::{Alphabet, IriBuf, Ri, SchemePresence, Text};
use crate::syntax::error::Component;
use crate::syntax::spans::{Hints, Spans, Untyped};

/// The settings of a comparison: which rules schemes have, whether fragments count, and which observations of
/// resources are used.
///
/// The methods of identifiers ([`Ri::compare`](crate::Ri::compare) and the like) use the default:
/// the built-in rules, with fragments compared.
///
/// ```
/// use oneiri::{Ladder, Rung, Uri};
/// use oneiri::registry::{Registry, SchemeRules};
///
/// let own = [("myscheme", SchemeRules::GENERIC.default_port(4711))];
/// let ladder = Ladder::new().registry(Registry::new(&own)).ignore_fragment(true);
/// let (a, b) = (Uri::parse("myscheme://h:4711/x#y")?, Uri::parse("MyScheme://h/x")?);
/// assert_eq!(ladder.compare(&a, &b).rung(), Some(Rung::Scheme));
/// assert_eq!(a.compare(&b).rung(), None);
/// # Ok::<(), oneiri::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ladder<'r> {
    settings: Settings<'r>,
    ignore_fragment: bool,
    urn_names: bool,
    evidence: Option<&'r Evidence<'r>>,
}

impl<'r> Ladder<'r> {
    /// The default ladder: the built-in rules of schemes, fragments compared, no evidence.
    ///
    /// ```
    /// use oneiri::{Ladder, Rung, Uri};
    ///
    /// let (a, b) = (Uri::parse("http://h:80/")?, Uri::parse("http://h")?);
    /// assert!(Ladder::new().equivalent(&a, &b, Rung::Scheme));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub const fn new() -> Self {
        Self {
            settings: Settings { registry: Registry::new(&[]), idna: false },
            ignore_fragment: false,
            urn_names: false,
            evidence: None,
        }
    }

    /// Sets the rules of schemes, which the scheme rung applies. A ladder with [`evidence`](Self::evidence) has the rules
    /// of its evidence instead, whichever of the two methods is called first.
    ///
    /// ```
    /// use oneiri::registry::{Registry, SchemeRules};
    /// use oneiri::{Ladder, Rung, Uri};
    ///
    /// let own = [("gemini", SchemeRules::GENERIC.default_port(1965))];
    /// let ladder = Ladder::new().registry(Registry::new(&own));
    /// let uri = Uri::parse("gemini://h:1965/")?;
    /// assert_eq!(ladder.normalize(&uri, Rung::Scheme), "gemini://h/");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    #[must_use]
    pub const fn registry(self, registry: Registry<'r>) -> Self {
        self.with_settings(Settings { registry, ..self.settings })
    }

    /// Ignores fragments. Use it when you decide whether to fetch something, because a client does not send the fragment
    /// (RFC 3986 section 6.1).
    ///
    /// ```
    /// use oneiri::{Ladder, Rung, Uri};
    ///
    /// let uri = Uri::parse("http://h/#top")?;
    /// let ladder = Ladder::new().ignore_fragment(true);
    /// assert_eq!(ladder.normalize(&uri, Rung::Path), "http://h/");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    #[must_use]
    pub const fn ignore_fragment(self, ignore_fragment: bool) -> Self {
        Self { ignore_fragment, ..self }
    }

    /// Compares URNs as names: without query and fragment, as RFC 8141 section 3.1 defines their
    /// equivalence. The query and the fragment of a URN do not decide which resource the URN names.
    ///
    /// ```
    /// use oneiri::{Ladder, Rung, Uri};
    ///
    /// let uri = Uri::parse("urn:example:a?=page=2#top")?;
    /// let ladder = Ladder::new().urn_names(true);
    /// assert_eq!(ladder.normalize(&uri, Rung::Scheme), "urn:example:a");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    #[must_use]
    pub const fn urn_names(self, urn_names: bool) -> Self {
        Self { urn_names, ..self }
    }

    /// Makes a domain name and its Punycode equal at the scheme rung (RFC 3987 section 5.3.3).
    /// A host that is not ASCII, or that contains Punycode, is then written to the heap. A ladder with
    /// [`evidence`](Self::evidence) has the setting of its evidence instead.
    ///
    /// ```
    /// use oneiri::{Iri, Ladder, Rung};
    ///
    /// let (a, b) = (Iri::parse("http://xn--9ca/")?, Iri::parse("http://é/")?);
    /// assert!(Ladder::new().idna(true).equivalent(&a, &b, Rung::Scheme));
    /// assert!(!Ladder::new().equivalent(&a, &b, Rung::Scheme));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    #[cfg(feature = "idna")]
    #[must_use]
    pub const fn idna(self, idna: bool) -> Self {
        self.with_settings(Settings { idna, ..self.settings })
    }

    /// Sets the evidence, which the protocol rung applies. Without evidence the protocol rung is the
    /// same as the scheme rung. Each lookup writes the normal form of the resource to the heap.
    ///
    /// The registry and the setting for domain names are then those by which the evidence was settled, because with
    /// others equality would not be transitive. To use your own rules together with evidence, settle the evidence by
    /// them: [`Observations::new`](super::Observations::new) takes the ladder. The order of the calls does not matter,
    /// and no later call drops the evidence.
    ///
    /// ```
    /// use oneiri::compare::{ObservationKind, Observations};
    /// use oneiri::{Ladder, Rung, Uri};
    ///
    /// let (a, b) = (Uri::parse("http://h/a")?, Uri::parse("http://h/b")?);
    /// let mut observations = Observations::default();
    /// observations.observe(ObservationKind::Redirect, &a, &b, "crawl")?;
    /// let (evidence, _) = observations.settle();
    /// assert!(Ladder::new().evidence(&evidence).equivalent(&a, &b, Rung::Protocol));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn evidence(self, evidence: &'r Evidence<'r>) -> Self {
        Self { settings: evidence.settings(), evidence: Some(evidence), ..self }
    }

    /// Changes what the scheme rung applies, unless the evidence decides it.
    const fn with_settings(self, settings: Settings<'r>) -> Self {
        match self.evidence {
            Some(_) => self,
            None => Self { settings, ..self },
        }
    }

    /// What the scheme rung applies.
    pub(super) const fn settings(&self) -> Settings<'r> {
        self.settings
    }

    /// The evidence, if the ladder has any.
    pub(super) const fn observed_resources(&self) -> Option<&'r Evidence<'r>> {
        self.evidence
    }
}

impl Ladder<'_> {
    /// Whether two identifiers are equal at a rung.
    ///
    /// Allocates nothing, with three exceptions: an identifier of more than 4,096 bytes that is not in
    /// normal form; at the scheme rung, a path with dot segments in a scheme that has its own syntax of
    /// paths (`mailto`, `sip`, `tel`, `urn`); and at the protocol rung, each lookup of evidence.
    ///
    /// ```
    /// use oneiri::{Ladder, Rung, Uri};
    ///
    /// let (a, b) = (Uri::parse("http://h:80")?, Uri::parse("http://h/")?);
    /// assert!(Ladder::default().equivalent(&a, &b, Rung::Scheme));
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn equivalent<T: AsRef<str>, U: AsRef<str>, A: Alphabet, F: SchemePresence>(
        &self,
        a: &Ri<T, A, F>,
        b: &Ri<U, A, F>,
        rung: Rung,
    ) -> bool {
        let (a, b) = (a.as_borrowed(), b.as_borrowed());
        self.equal(a.untyped(), b.untyped(), rung, A::UNICODE)
    }

    /// The normal form at a rung: two identifiers are equal at a rung if and only if their normal
    /// forms have the same text.
    ///
    /// ```
    /// use oneiri::{Ladder, Rung, Uri};
    ///
    /// let uri = Uri::parse("HTTP://h:80/%7E")?;
    /// assert_eq!(Ladder::default().normalize(&uri, Rung::Escape), "http://h:80/~");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    #[inline(always)]
    pub fn normalize<'i, 'o, T: Text<'i, 'o>, A: Alphabet, F: SchemePresence>(
        &self,
        identifier: &'i Ri<T, A, F>,
        rung: Rung,
    ) -> Ri<Cow<'o, str>, A, F> {
        let source = self.subject(identifier.untyped());
        if self.leaves(source, rung) {
            return Ri::new(Cow::Borrowed(source.text), source.own_spans());
        }
        self.looked_up(source.text, source.spans, rung)
    }

    /// Like [`normalize`](Self::normalize), but writes into a buffer, which it clears first. If the text is its normal form,
    /// the result is the text itself. With one buffer for many identifiers, such as the rows of a column, nothing is allocated
    /// for each of them.
    ///
    /// ```
    /// use oneiri::{Ladder, Rung, Uri};
    ///
    /// let (uri, mut buffer) = (Uri::parse("HTTP://h/%7E")?, String::new());
    /// assert_eq!(Ladder::default().normalize_into(&uri, Rung::Path, &mut buffer), "http://h/~");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    #[inline]
    pub fn normalize_into<'b, A: Alphabet, F: SchemePresence>(
        &self,
        identifier: &Ri<&'b str, A, F>,
        rung: Rung,
        buffer: &'b mut String,
    ) -> &'b str {
        buffer.clear();
        let source = self.subject(identifier.untyped());
        let (text, spans, mut new) = (source.text, source.spans, Spans::default());
        let stays = self.leaves(source, rung) || !self.write::<A>(text, spans, rung, buffer, &mut new);
        if stays { text } else { buffer }
    }

    /// Whether it is certain, without a look-up of rules, that a text is its normal form.
    #[inline(always)]
    fn leaves(&self, source: Untyped<'_, '_>, rung: Rung) -> bool {
        let evidence = rung == Rung::Protocol && self.evidence.is_some();
        !evidence && source.is_plain() && !self.settings.idna && self.settings.registry.passes_over(source)
    }

    /// Like [`normalize`](Self::normalize), for a text whose scheme may have rules. Text and spans come one by one, as in
    /// [`Plan::write_to`].
    #[inline(never)]
    fn looked_up<'o, A: Alphabet, F: SchemePresence>(
        &self,
        text: &'o str,
        spans: &Spans,
        rung: Rung,
    ) -> Ri<Cow<'o, str>, A, F> {
        let (mut out, mut new) = (String::new(), Spans::default());
        if self.write::<A>(text, spans, rung, &mut out, &mut new) {
            Ri::new(Cow::Owned(out), new)
        } else {
            Ri::new(Cow::Borrowed(text), Untyped { text, spans }.own_spans())
        }
    }

    /// Writes the normal form to `out`, which is empty, and its spans to `new`. Returns whether it is another text.
    fn write<A: Alphabet>(&self, text: &str, spans: &Spans, rung: Rung, out: &mut String, new: &mut Spans) -> bool {
        let source = Untyped { text, spans };
        if let Some(resource) = self.resource(source, rung) {
            (*out, *new) = self.observed::<A>(resource, source);
            return true;
        }
        let ruled;
        let is_web = !self.settings.idna && self.settings.registry.is_web(source);
        let rules = if is_web { None } else { self.settings.rules_for(rung, &[source]) };
        let plan = match rules {
            // A plan with rules is large, and most texts need none.
            None if rung >= Rung::Path => const { &Plan::full(A::UNICODE) },
            _ => {
                let Some(plan) = self.plan(rung, A::UNICODE, &[source]) else { return false };
                ruled = plan;
                &ruled
            }
        };
        plan.may_change(source) && plan.write_to(text, spans, out, new)
    }

    /// The normal form of the resource that `source` identifies by the evidence; `None` if the rung or the ladder has none.
    fn resource(&self, source: Untyped<'_, '_>, rung: Rung) -> Option<&IriBuf> {
        let evidence = self.evidence.filter(|_| rung == Rung::Protocol)?;
        evidence.resource(&self.settings.key(source)?)
    }

    /// The normal form of a resource, followed by the fragment of `source`.
    fn observed<A: Alphabet>(&self, resource: &IriBuf, source: Untyped<'_, '_>) -> (String, Spans) {
        let (mut text, spans) = if A::UNICODE {
            (String::from(resource.as_str()), *resource.untyped().spans)
        } else {
            to_uri(resource.untyped())
        };
        if let Some(fragment) = source.fragment() {
            text.push('#');
            text.push_str(&Plan::full(A::UNICODE).rewritable(fragment, Component::Fragment).written());
        }
        // The hints of the resource's text say nothing about the fragment.
        (text, Spans { hints: Hints::ALL, ..spans })
    }

    /// The plan of a rung for some identifiers, which have the scheme of the first. The string rung has none.
    pub(crate) fn plan(&self, rung: Rung, unicode: bool, sources: &[Untyped<'_, '_>]) -> Option<Plan> {
        self.settings.plan(rung, unicode, sources)
    }

    /// The part of an identifier that this ladder compares: without the fragment or the query if the
    /// ladder ignores them.
    #[inline]
    pub(crate) fn subject<'a, 's>(&self, source: Untyped<'a, 's>) -> Untyped<'a, 's> {
        let urn = || source.scheme().is_some_and(|scheme| scheme.eq_ignore_ascii_case("urn"));
        if self.urn_names && urn() {
            source.without_query()
        } else if self.ignore_fragment {
            source.without_fragment()
        } else {
            source
        }
    }

    pub(crate) fn equal(&self, a: Untyped<'_, '_>, b: Untyped<'_, '_>, rung: Rung, unicode: bool) -> bool {
        let (a, b) = (self.subject(a), self.subject(b));
        if a.text == b.text {
            return true;
        }
        let equal = match self.plan(rung, unicode, &[a, b]) {
            // The rules of the scheme of `a` are enough: if `b` has another scheme, the two differ anyway.
            Some(plan) => equal(a, b, &plan),
            None => false,
        };
        equal || rung == Rung::Protocol && self.observed_equal(a, b, unicode)
    }

    /// Whether the evidence says that two identifiers identify the same resource, and their fragments are the same.
    fn observed_equal(&self, a: Untyped<'_, '_>, b: Untyped<'_, '_>, unicode: bool) -> bool {
        let Some(evidence) = self.evidence else { return false };
        let plan = Plan::full(unicode);
        let [ours, theirs] =
            [a, b].map(|side| side.fragment().map(|fragment| plan.rewritable(fragment, Component::Fragment).written()));
        if ours != theirs {
            return false;
        }
        let [Some(ours), Some(theirs)] = [a, b].map(|side| self.settings.key(side)) else {
            return false;
        };
        let (a, b) = (evidence.resource(&ours), evidence.resource(&theirs));
        (a.is_some() || b.is_some()) && a.unwrap_or(&ours) == b.unwrap_or(&theirs)
    }

    /// The lowest rung at which two identifiers are equal.
    pub(crate) fn lowest(&self, a: Untyped<'_, '_>, b: Untyped<'_, '_>, unicode: bool) -> Option<Rung> {
        // What is equal at a rung is equal at all rungs above. So the highest rung tells whether there is one.
        let highest = if self.evidence.is_some() { Rung::Protocol } else { Rung::Scheme };
        if a.text != b.text && !self.equal(a, b, highest, unicode) {
            return None;
        }
        Rung::ALL.into_iter().find(|&rung| self.equal(a, b, rung, unicode))
    }
}
