//! What a parser makes of a text: seven components, or that it refuses it.

use std::borrow::Cow;

use oneiri::{Alphabet, Ascii, Component, MaybeScheme, Parts, Ri, Unicode};

use crate::json;
use crate::session::Fault;

/// The parsers, in the order of the columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Parser {
    Rfc3986,
    Rfc3987,
    Whatwg,
    Java,
    /// The regular expression of RFC 3986 appendix B, which takes any text apart.
    Regex,
}

impl Parser {
    pub(super) const ALL: [Self; 5] =
        [Self::Rfc3986, Self::Rfc3987, Self::Whatwg, Self::Java, Self::Regex];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Rfc3986 => "rfc3986",
            Self::Rfc3987 => "rfc3987",
            Self::Whatwg => "whatwg",
            Self::Java => "java",
            Self::Regex => "regex",
        }
    }

    pub(super) fn read(self, text: &str) -> Result<Reading<'_>, String> {
        match self {
            Self::Rfc3986 => grammar::<Ascii>(text),
            Self::Rfc3987 => grammar::<Unicode>(text),
            Self::Whatwg => super::whatwg::read(text),
            Self::Java => super::java::read(text),
            Self::Regex => Ok(oneiri::split(text).into()),
        }
    }
}

pub(super) const COMPONENTS: [Component; 7] = [
    Component::Scheme,
    Component::Userinfo,
    Component::Host,
    Component::Port,
    Component::Path,
    Component::Query,
    Component::Fragment,
];

/// The components in that order. Absent and empty are not the same.
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

fn grammar<A: Alphabet>(text: &str) -> Result<Reading<'_>, String> {
    match Ri::<&str, A, MaybeScheme>::parse(text) {
        Ok(identifier) => Ok(identifier.parts().into()),
        Err(error) => {
            let fault = Fault::from(error);
            Err(format!("byte {}: {fault}", fault.start))
        }
    }
}
