//! The identifier that is checked, as the rules see it, together with the findings so far.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use oneiri::component::Host;
use oneiri::registry::Registry;
use oneiri::{Alphabet, Component, Ri, SchemePresence};

use crate::code::Code;
use crate::level::Level;
use crate::lints::{Finding, Fix, Lints};

/// The components that can hold escapes and characters beyond ASCII.
pub(crate) const FREE_TEXT: [Component; 5] =
    [Component::Userinfo, Component::Host, Component::Path, Component::Query, Component::Fragment];

/// An identifier and the findings about it. The type of the identifier is gone, so that each rule is compiled once
/// and not once for each type.
pub(crate) struct Inspection<'a> {
    pub(crate) text: &'a str,
    pub(crate) host: Option<Host<'a>>,
    /// Where each component is, by its index; `None` if it is absent.
    ranges: [Option<Range<usize>>; Component::ALL.len()],
    /// Whether the identifier is an IRI, which may hold characters beyond ASCII.
    pub(crate) unicode: bool,
    /// `None` for a relative reference.
    pub(crate) scheme: Option<Scheme>,
    lints: &'a Lints,
    findings: Vec<Finding>,
}

/// The facts about a scheme that the rules need.
pub(crate) struct Scheme {
    pub(crate) default_port: Option<u16>,
    pub(crate) empty_path_is_root: bool,
    pub(crate) dns_host: bool,
}

impl Scheme {
    fn new(name: &str) -> Self {
        let rules = Registry::default().rules(name);
        Self {
            default_port: rules.default_port,
            empty_path_is_root: rules.empty_path_is_root,
            dns_host: rules.dns_host,
        }
    }
}

impl<'a> Inspection<'a> {
    pub(crate) fn new<A: Alphabet, F: SchemePresence>(identifier: &Ri<&'a str, A, F>, lints: &'a Lints) -> Self {
        Self {
            text: identifier.as_str(),
            host: identifier.host(),
            ranges: Component::ALL.map(|component| identifier.range(component)),
            unicode: A::UNICODE,
            scheme: identifier.parts().scheme.map(Scheme::new),
            lints,
            findings: Vec::new(),
        }
    }

    /// The findings of all rules, from left to right. `clean` makes the path without its dot segments. It is no type
    /// parameter, because the rules are compiled once, and not for each type of identifier.
    pub(crate) fn by_all_rules(mut self, clean: &dyn Fn() -> String) -> Vec<Finding> {
        self.at_scheme();
        self.at_mistyped();
        self.at_authority();
        self.at_host();
        self.at_path(clean);
        self.at_escapes();
        self.at_characters();
        self.at_rules_of_the_scheme();
        let mut findings = self.findings;
        findings.sort_by_key(|finding| (finding.range.start, finding.range.end, finding.code));
        findings
    }

    pub(crate) fn looks_for(&self, code: Code) -> bool {
        self.lints.level(code) > Level::Allow
    }

    /// Reports a code that has no fix.
    pub(crate) fn find(
        &mut self,
        code: Code,
        component: impl Into<Option<Component>>,
        range: Range<usize>,
        detail: impl Into<Cow<'static, str>>,
    ) {
        self.push(code, component, range, detail.into(), None);
    }

    /// Reports a code and its fix.
    pub(crate) fn find_fixable(
        &mut self,
        code: Code,
        component: impl Into<Option<Component>>,
        range: Range<usize>,
        detail: impl Into<Cow<'static, str>>,
        fix: Fix,
    ) {
        self.push(code, component, range, detail.into(), Some(fix));
    }

    fn push(
        &mut self,
        code: Code,
        component: impl Into<Option<Component>>,
        range: Range<usize>,
        detail: Cow<'static, str>,
        fix: Option<Fix>,
    ) {
        let level = self.lints.level(code);
        if level > Level::Allow {
            let component = component.into();
            self.findings.push(Finding { code, level, component, range, detail, fix });
        }
    }

    /// The text of a component and the byte at which it begins; `None` if the component is absent.
    pub(crate) fn part(&self, component: Component) -> Option<(&'a str, usize)> {
        let range = self.range_of(component)?;
        Some((&self.text[range.clone()], range.start))
    }

    /// The text of a component; `None` if the component is absent.
    pub(crate) fn text_of(&self, component: Component) -> Option<&'a str> {
        self.part(component).map(|(text, _)| text)
    }

    /// The path and the byte at which it begins. Every identifier has a path.
    pub(crate) fn path(&self) -> (&'a str, usize) {
        self.part(Component::Path).unwrap_or_default()
    }

    /// The bytes of a component. For an authority that is absent: the empty range where it would be inserted.
    pub(crate) fn range(&self, component: Component) -> Range<usize> {
        let (_, path) = self.path();
        self.range_of(component).unwrap_or(path..path)
    }

    fn range_of(&self, component: Component) -> Option<Range<usize>> {
        self.ranges[component.index()].clone()
    }

    /// Whether the scheme is one of these, whatever the case of its letters.
    pub(crate) fn scheme_is(&self, names: &[&str]) -> bool {
        let scheme = self.text_of(Component::Scheme);
        scheme.is_some_and(|scheme| names.iter().any(|name| name.eq_ignore_ascii_case(scheme)))
    }

    pub(crate) fn has_named_host(&self) -> bool {
        self.host.is_some_and(|host| !host.is_empty())
    }

    /// Whether the path is a sequence of segments. A rootless path after a scheme is not: in `data:a/../b` the
    /// scheme alone says what the path means.
    pub(crate) fn has_segments(&self) -> bool {
        self.scheme.is_none() || self.host.is_some() || self.path().0.starts_with('/')
    }
}
