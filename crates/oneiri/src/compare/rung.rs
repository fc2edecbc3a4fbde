//! The rungs, and how the ladder is set up.

use core::fmt;
use core::str::FromStr;

use super::evidence::{Evidence, key};
use crate::normalize::{Plan, Steps};
use crate::registry::Registry;
use crate::syntax::error::Component;
use crate::syntax::spans::Untyped;

/// A rung of the comparison ladder: RFC 3986 section 6.2, RFC 3987 section 5.3. Ordered from the
/// lowest up; what is equal at one is equal at every higher one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Rung {
    /// Identical text: section 6.2.1. What `==` asks, and what identity tokens must (RFC 3987
    /// section 5.1).
    String,
    /// The case of scheme, host and hexadecimal digits: section 6.2.2.1.
    Case,
    /// And escapes that need not be: section 6.2.2.2.
    Escape,
    /// And dot segments, and how a port is spelled: section 6.2.2.3. All of syntax.
    Path,
    /// And what the scheme says of itself: section 6.2.3.
    Scheme,
    /// And what was observed of the resources: section 6.2.4.
    Protocol,
}

impl Rung {
    /// All of syntax-based normalization.
    pub const SYNTAX: Self = Self::Path;

    /// All rungs, from the lowest up.
    pub const ALL: [Self; 6] =
        [Self::String, Self::Case, Self::Escape, Self::Path, Self::Scheme, Self::Protocol];

    /// Its name in lower case; that of [`Path`](Self::Path) is `path`, and `syntax` is read as it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Case => "case",
            Self::Escape => "escape",
            Self::Path => "path",
            Self::Scheme => "scheme",
            Self::Protocol => "protocol",
        }
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no rung's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownRung;

impl fmt::Display for UnknownRung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected string, case, escape, path, syntax, scheme or protocol")
    }
}

impl core::error::Error for UnknownRung {}

impl FromStr for Rung {
    type Err = UnknownRung;

    fn from_str(name: &str) -> Result<Self, UnknownRung> {
        match name {
            "syntax" => Ok(Self::SYNTAX),
            _ => Self::ALL.into_iter().find(|rung| rung.name() == name).ok_or(UnknownRung),
        }
    }
}

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
            Some(plan) => super::equal(a, b, &plan),
            None => a.text == b.text,
        };
        equal || rung == Rung::Protocol && self.observed_equal(a, b, unicode)
    }

    /// Whether two resources were observed to be one, and their fragments are the same.
    fn observed_equal(&self, a: Untyped<'_, '_>, b: Untyped<'_, '_>, unicode: bool) -> bool {
        let Some(evidence) = self.evidence else { return false };
        let fragment = Component::Fragment;
        if !super::same(a.fragment(), b.fragment(), fragment, &Plan::full(unicode)) {
            return false;
        }
        let [ours, theirs] = [a, b].map(|side| key(side, self));
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
}
