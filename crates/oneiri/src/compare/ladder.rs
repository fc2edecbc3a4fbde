//! How the ladder is set up, and what each of its rungs does to an identifier.

use alloc::borrow::Cow;
use alloc::string::String;

use super::equal::{equal, same};
use super::evidence::Evidence;
use super::rung::Rung;
use crate::convert::to_uri;
use crate::iri;
use crate::normalize::{Plan, Steps};
use crate::registry::Registry;
use crate::ri::{Alphabet, Form, Iri, Ri, Text};
use crate::syntax::error::Component;
use crate::syntax::spans::{Hints, Spans, Untyped};

/// How identifiers are compared: which schemes are known, and whether fragments count.
///
/// The methods of identifiers ([`Ri::compare`](crate::Ri::compare) and the like) use the default:
/// the rules built in, fragments compared.
///
/// ```
/// use oneiri::{Ladder, Rung, Uri};
/// use oneiri::registry::{Registry, SchemeRules};
///
/// let own = [("myscheme", SchemeRules { default_port: Some(4711), ..SchemeRules::GENERIC })];
/// let registry = Registry::new(&own);
/// let ladder = Ladder { registry, ignore_fragment: true, ..Ladder::default() };
/// let (a, b) = (Uri::parse("myscheme://h:4711/x#y")?, Uri::parse("MyScheme://h/x")?);
/// assert_eq!(ladder.compare(&a, &b).rung(), Some(Rung::Scheme));
/// assert_eq!(a.compare(&b).rung(), None);
/// # Ok::<(), oneiri::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Ladder<'r> {
    /// What schemes say of themselves.
    pub registry: Registry<'r>,
    /// Leave fragments out, to select or avoid a network action: RFC 3986 section 6.1.
    pub ignore_fragment: bool,
    /// Compare URNs as names: without query and fragment, as RFC 8141 section 3.1 defines their
    /// equivalence. These say what is asked of a resource, not which it is.
    pub urn_names: bool,
    /// Domain names and their Punycode are the same at the scheme rung: RFC 3987 section 5.3.3. To
    /// find out, a name that is not ASCII or holds Punycode is written to the heap.
    #[cfg(feature = "idna")]
    pub idna: bool,
    /// What was observed: the protocol rung. Without it, that rung is the scheme rung. To look a
    /// resource up, its normal form is written to the heap.
    pub evidence: Option<&'r Evidence>,
}

impl Ladder<'_> {
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
        evidence.resource(&self.key(source))
    }

    /// A resource's normal form, with the fragment of what was observed to be it.
    fn observed<'o, A: Alphabet, F: Form>(
        &self,
        resource: &str,
        source: Untyped<'_, '_>,
    ) -> Ri<Cow<'o, str>, A, F> {
        let resource = Iri::parse(resource).unwrap_or(iri!("about:invalid"));
        let (mut text, spans) = if A::UNICODE {
            (String::from(resource.as_str()), *resource.untyped().spans)
        } else {
            to_uri(resource.untyped())
        };
        if let Some(fragment) = source.fragment() {
            text.push('#');
            Plan::full(A::UNICODE).coded(fragment, Component::Fragment).write(&mut text);
        }
        // The hints of the resource's text say nothing about the fragment.
        Ri::new(Cow::Owned(text), Spans { hints: Hints::ALL, ..spans })
    }

    /// The plan of a rung for an identifier of this scheme. The string rung has none.
    pub(crate) fn plan(&self, rung: Rung, unicode: bool, scheme: Option<&str>) -> Option<Plan> {
        let steps = |escape| Steps { case: true, escape, path: false };
        Some(match rung {
            Rung::String => return None,
            Rung::Case => Plan::new(steps(false), unicode),
            Rung::Escape => Plan::new(steps(true), unicode),
            Rung::Path => Plan::full(unicode),
            Rung::Scheme | Rung::Protocol => match scheme {
                Some(scheme) => {
                    #[allow(unused_mut, reason = "only names are an option")]
                    let mut plan = Plan::with_rules(unicode, self.registry.rules(scheme));
                    #[cfg(feature = "idna")]
                    plan.set_idna(self.idna);
                    plan
                }
                None => Plan::full(unicode),
            },
        })
    }

    /// What of an identifier counts.
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

    pub(crate) fn equal(
        &self,
        a: Untyped<'_, '_>,
        b: Untyped<'_, '_>,
        rung: Rung,
        unicode: bool,
    ) -> bool {
        let (a, b) = (self.subject(a), self.subject(b));
        let equal = match self.plan(rung, unicode, a.scheme()) {
            // Other schemes have other rules, but then the schemes themselves differ.
            Some(plan) => equal(a, b, &plan),
            None => a.text == b.text,
        };
        equal || rung == Rung::Protocol && self.observed_equal(a, b, unicode)
    }

    /// Whether two resources were observed to be one, and their fragments are the same.
    fn observed_equal(&self, a: Untyped<'_, '_>, b: Untyped<'_, '_>, unicode: bool) -> bool {
        let Some(evidence) = self.evidence else { return false };
        let fragment = Component::Fragment;
        if !same(a.fragment(), b.fragment(), fragment, &Plan::full(unicode)) {
            return false;
        }
        let [ours, theirs] = [a, b].map(|side| self.key(side));
        let (a, b) = (evidence.resource(&ours), evidence.resource(&theirs));
        (a.is_some() || b.is_some()) && a.unwrap_or(&ours) == b.unwrap_or(&theirs)
    }

    /// The lowest rung at which two identifiers are equal.
    pub(crate) fn lowest(
        &self,
        a: Untyped<'_, '_>,
        b: Untyped<'_, '_>,
        unicode: bool,
    ) -> Option<Rung> {
        Rung::ALL.into_iter().find(|&rung| self.equal(a, b, rung, unicode))
    }

    /// The text under which a resource is stored: the normal form of the IRI at the scheme rung,
    /// without its fragment. A URI is stored as the IRI that it is.
    pub(super) fn key(&self, source: Untyped<'_, '_>) -> String {
        let source = source.without_fragment();
        let mut text = String::new();
        let scheme = source.scheme();
        if let Some(plan) = scheme.and_then(|_| self.plan(Rung::Scheme, true, scheme)) {
            plan.write(source, &mut text);
        }
        text
    }
}
