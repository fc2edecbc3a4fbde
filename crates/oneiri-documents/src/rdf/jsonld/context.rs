//! Contexts: the IRIs of terms, prefixes and references at a node (JSON-LD 1.1 API section 4).

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::rc::Rc;

use crate::escapes::has_scheme;
use crate::whole::Base;

#[derive(Clone, Default)]
pub(super) struct Context {
    pub(super) base: Base,
    pub(super) vocabulary: Option<Rc<str>>,
    pub(super) terms: Option<Rc<Layer>>,
    /// If a type brought this context: the one that holds again in the nodes within this one.
    pub(super) previous: Option<Rc<Self>>,
    /// Whether a context of another document holds, too. Any term may then represent anything.
    pub(super) is_unknown: bool,
    pub(super) has_protected: bool,
}

/// Terms on top of others. There are few layers, so that a look-up is short.
pub(super) struct Layer {
    pub(super) terms: HashMap<Rc<str>, Slot>,
    pub(super) below: Option<Rc<Self>>,
}

/// A term of a layer. A context may be as long as the document, so its terms are kept once while they are defined.
pub(super) enum Slot {
    Defined(Rc<Term>),
    /// The value that will define the term, and what it stood for before.
    Pending(u32, Option<Rc<Term>>),
    /// No term, also if a layer below has one of that name.
    Absent,
}

#[derive(Clone, Default)]
pub(super) struct Term {
    /// Its IRI. `None` if the term is to be ignored.
    pub(super) iri: Option<Rc<str>>,
    /// Whether it may begin a compact IRI.
    pub(super) is_prefix: bool,
    pub(super) coercion: Coercion,
    pub(super) container: Container,
    /// The context that holds in its values, or in nodes of this type.
    pub(super) context: Option<NonZeroU32>,
    /// The string that names the property whose values the keys of an index are.
    pub(super) index: Option<NonZeroU32>,
    pub(super) datatype: Option<Rc<str>>,
    /// Whether no other context may define it again, but for one that a property brings.
    pub(super) is_protected: bool,
    /// The value that defines it. Of several definitions with the same name in a context, it is the last one.
    pub(super) definition: u32,
}

/// How a string is read that is a value of a term.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Coercion {
    #[default]
    Literal,
    /// `@id`: a reference.
    Reference,
    /// `@vocab`: a term, or a reference.
    Vocabulary,
    /// `@json`: no value is read.
    Json,
}

/// How the keys of an object are read that is a value of a term.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Container {
    #[default]
    None,
    /// `@id` and `@type`.
    Id,
    Type,
    /// `@index`, also of graphs.
    Index,
    /// `@language`: its values are strings.
    Language,
}

/// The meaning of a text: an IRI of a prefix and the rest, or a reference that the base resolves.
pub(super) enum Expanded<'t> {
    Iri(Option<Rc<str>>, &'t str),
    Reference,
    /// A keyword, a term, a blank node, or something that is no IRI.
    Nothing,
}

impl Context {
    pub(super) fn new(base: Base) -> Self {
        Self { base, ..Self::default() }
    }

    pub(super) fn term(&self, name: &str) -> Option<&Rc<Term>> {
        let mut layer = self.terms.as_ref();
        while let Some(Layer { terms, below, .. }) = layer.map(|it| &**it) {
            match terms.get(name) {
                Some(Slot::Defined(term)) => return Some(term),
                Some(Slot::Pending(_, outer)) => return outer.as_ref(),
                Some(Slot::Absent) => return None,
                None => {}
            }
            layer = below.as_ref();
        }
        None
    }

    /// The value that will define a term of the top layer.
    pub(super) fn pending(&self, name: &str) -> Option<usize> {
        match self.terms.as_ref()?.terms.get(name)? {
            Slot::Pending(value, _) => Some(*value as usize),
            Slot::Defined(_) | Slot::Absent => None,
        }
    }

    /// The keyword that a key is, or that its term represents.
    pub(super) fn keyword<'k>(&'k self, key: &'k str) -> Option<&'k str> {
        let name = match self.term(key) {
            Some(term) => term.iri.as_deref()?,
            None => key,
        };
        is_keyword(name).then_some(name)
    }

    /// Section 5.2: what a text represents, as a name (`vocabulary`) or as a reference.
    pub(super) fn expand<'t>(&self, text: &'t str, names: Names) -> Expanded<'t> {
        if is_keyword(text) || names == Names::Terms && self.term(text).is_some() {
            return Expanded::Nothing;
        }
        if let Some((prefix, rest)) = text.split_once(':').filter(|(prefix, _)| !prefix.is_empty()) {
            if prefix == "_" {
                return Expanded::Nothing;
            }
            if !rest.starts_with("//") {
                let term = self.term(prefix).filter(|it| it.is_prefix);
                if let Some(iri) = term.and_then(|it| it.iri.as_ref()) {
                    if iri.starts_with("_:") || is_keyword(iri) {
                        return Expanded::Nothing;
                    }
                    return Expanded::Iri(Some(Rc::clone(iri)), rest);
                }
            }
            // Step 6.5: what does not have the form of an IRI may still be a name or a reference.
            if rest.starts_with("//") || has_scheme(text.as_bytes()) {
                return Expanded::Iri(None, text);
            }
            // A context of another document may declare a prefix that is no scheme, such as `my_names`.
            if self.is_unknown {
                return Expanded::Nothing;
            }
        }
        match (names, &self.vocabulary) {
            (Names::References, _) => Expanded::Reference,
            // A context of another document may declare the term, or another vocabulary.
            _ if self.is_unknown => Expanded::Nothing,
            (_, Some(vocabulary)) => Expanded::Iri(Some(Rc::clone(vocabulary)), text),
            (_, None) => Expanded::Reference,
        }
    }

    /// The text of the IRI that a name represents, in a context that defines terms.
    pub(super) fn name(&self, text: &str) -> Option<Rc<str>> {
        if is_keyword(text) {
            return Some(text.into());
        }
        if let Some(term) = self.term(text) {
            return term.iri.clone();
        }
        match self.expand(text, Names::Terms) {
            Expanded::Iri(prefix, rest) => Some(joined(prefix, rest)),
            Expanded::Nothing if self.is_unknown => Some(Rc::default()),
            _ if text.starts_with("_:") => Some(text.into()),
            _ => None,
        }
    }
}

pub(super) fn joined(prefix: Option<Rc<str>>, rest: &str) -> Rc<str> {
    match prefix {
        Some(prefix) => format!("{prefix}{rest}").into(),
        None => rest.into(),
    }
}

/// How a text is looked up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Names {
    /// It may be a term, or be relative to the vocabulary.
    Terms,
    /// It is no term, because it is the one that is defined.
    Own,
    /// It is relative to the base.
    References,
}

/// Section 1.7 of JSON-LD 1.1.
pub(super) const KEYWORDS: [&str; 22] = [
    "@base", "@container", "@context", "@direction", "@graph", "@id", "@import", "@included", "@index", "@json",
    "@language", "@list", "@nest", "@none", "@prefix", "@propagate", "@protected", "@reverse", "@set", "@type",
    "@value", "@version",
];

/// A keyword, or what has the form of one and is ignored.
pub(super) fn is_keyword(text: &str) -> bool {
    let name = text.strip_prefix('@').unwrap_or_default();
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// Section 4.2.2: a simple term may begin a compact IRI if its own IRI ends so.
pub(super) fn ends_as_prefix(iri: &str) -> bool {
    iri.starts_with("_:") || iri.ends_with([':', '/', '?', '#', '[', ']', '@'])
}
