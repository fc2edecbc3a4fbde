//! What the scheme rung applies. The ladder and the evidence both have these settings, because the evidence tells
//! resources apart by them.

use alloc::string::String;

use super::rung::Rung;
use crate::normalize::{Normalization, Plan};
use crate::registry::{Registry, SchemeRules};
use crate::ri::{IriBuf, Ri};
use crate::syntax::spans::Untyped;

/// The rules of schemes, and whether domain names are mapped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Settings<'r> {
    pub(super) registry: Registry<'r>,
    /// Only the feature `idna` can set it.
    pub(super) idna: bool,
}

impl Settings<'_> {
    /// The plan of a rung for some identifiers, which have the scheme of the first. The string rung has none.
    pub(super) fn plan(&self, rung: Rung, unicode: bool, sources: &[Untyped<'_, '_>]) -> Option<Plan> {
        Some(match rung {
            Rung::String => return None,
            Rung::Case => Plan::new(Normalization::CASE, unicode),
            Rung::Escape => Plan::new(Normalization { path: false, ..Normalization::ALL }, unicode),
            Rung::Path => Plan::full(unicode),
            Rung::Scheme | Rung::Protocol => match self.rules_for(rung, sources) {
                Some(rules) => Plan::with_rules(unicode, rules, self.idna),
                None => Plan::full(unicode),
            },
        })
    }

    /// The rules of the scheme that may apply at a rung to one of some identifiers, which have the scheme of the
    /// first; `None` if none may.
    #[inline]
    pub(super) fn rules_for(&self, rung: Rung, sources: &[Untyped<'_, '_>]) -> Option<&SchemeRules> {
        if rung < Rung::Scheme {
            return None;
        }
        let rules = self.registry.rules_of(*sources.first()?)?;
        sources.iter().any(|&source| Plan::may_apply(rules, self.idna, source)).then_some(rules)
    }

    /// The identifier under which the evidence stores a resource: the normal form at the scheme rung, without
    /// the fragment. A URI is normalized as an IRI, so `%C3%A9` and `é` are stored under the same identifier.
    /// A relative reference identifies no resource, so it has no key.
    pub(super) fn key(&self, source: Untyped<'_, '_>) -> Option<IriBuf> {
        let source = source.without_fragment();
        if !source.spans.has_scheme() {
            return None;
        }
        let plan = self.plan(Rung::Scheme, true, &[source])?;
        let mut text = String::new();
        Some(match plan.write(source, &mut text) {
            Some(spans) => Ri::new(text, spans),
            None => Ri::new(String::from(source.text), source.own_spans()),
        })
    }
}
