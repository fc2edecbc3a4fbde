//! The components that a parser reads in a text.

use std::borrow::Cow;

use oneiri::{Component, Parts};

use crate::output::json;

pub(super) const COMPONENTS: [Component; 7] = [
    Component::Scheme,
    Component::Userinfo,
    Component::Host,
    Component::Port,
    Component::Path,
    Component::Query,
    Component::Fragment,
];

/// The components, in the order of [`COMPONENTS`]. `None` is an absent component, which differs
/// from an empty one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Reading<'t> {
    parts: [Option<Cow<'t, str>>; 7],
}

impl<'t> Reading<'t> {
    pub(super) fn get(&self, component: Component) -> Option<&str> {
        let index = COMPONENTS.iter().position(|&it| it == component)?;
        self.parts[index].as_deref()
    }

    pub(super) fn set(&mut self, component: Component, text: impl Into<Cow<'t, str>>) {
        if let Some(index) = COMPONENTS.iter().position(|&it| it == component) {
            self.parts[index] = Some(text.into());
        }
    }
}

impl Reading<'_> {
    pub(super) fn record(&self) -> json::Seen<'_> {
        json::Seen {
            scheme: self.get(Component::Scheme),
            userinfo: self.get(Component::Userinfo),
            host: self.get(Component::Host),
            port: self.get(Component::Port),
            path: self.get(Component::Path),
            query: self.get(Component::Query),
            fragment: self.get(Component::Fragment),
        }
    }
}

impl<'t> From<Parts<'t>> for Reading<'t> {
    fn from(parts: Parts<'t>) -> Self {
        let Parts { scheme, userinfo, host, port, path, query, fragment } = parts;
        let parts = [scheme, userinfo, host, port, Some(path), query, fragment];
        Self { parts: parts.map(|part| part.map(Cow::Borrowed)) }
    }
}
