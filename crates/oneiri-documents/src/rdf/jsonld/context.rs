//! What terms, prefixes and references stand for at a node (JSON-LD 1.1 API section 4).

use std::collections::HashMap;
use std::rc::Rc;

use crate::escapes::has_scheme;
use crate::whole::Base;

/// What holds at a node.
#[derive(Clone, Default)]
pub(super) struct Context {
    pub(super) base: Base,
    pub(super) vocabulary: Option<Rc<str>>,
    pub(super) terms: Option<Rc<Layer>>,
    /// What holds again in the nodes within this one, if a type brought what holds here.
    pub(super) previous: Option<Rc<Self>>,
    /// Whether a context of another document holds, too. Any term may then stand for anything.
    pub(super) is_unknown: bool,
    /// Whether a term is protected.
    pub(super) has_protected: bool,
}

/// Terms on top of others. There are few layers, so that a look-up is short.
pub(super) struct Layer {
    pub(super) terms: HashMap<Rc<str>, Rc<Term>>,
    pub(super) below: Option<Rc<Self>>,
}

/// A term.
#[derive(Clone, Default)]
pub(super) struct Term {
    /// What it stands for. `None` if it is to be ignored.
    pub(super) iri: Option<Rc<str>>,
    /// Whether it may begin a compact IRI.
    pub(super) is_prefix: bool,
    pub(super) coercion: Coercion,
    pub(super) container: Container,
    /// The context that holds in its values, or in nodes of this type.
    pub(super) context: Option<usize>,
    /// The property whose values the keys of an index are.
    pub(super) index: Option<Rc<str>>,
    /// The datatype of its values.
    pub(super) datatype: Option<Rc<str>>,
    /// Whether no other context may define it again, but for one that a property brings.
    pub(super) is_protected: bool,
}

/// What a string as a value of a term is.
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

/// What the keys of an object are that is a value of a term.
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

/// What a text stands for: a prefix and the rest, or a reference that the base resolves.
pub(super) enum Expanded {
    Iri(Rc<str>, String),
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
            if let Some(term) = terms.get(name) {
                return Some(term);
            }
            layer = below.as_ref();
        }
        None
    }

    /// The keyword that a key is, or that its term stands for.
    pub(super) fn keyword<'k>(&'k self, key: &'k str) -> Option<&'k str> {
        let name = match self.term(key) {
            Some(term) => term.iri.as_deref()?,
            None => key,
        };
        is_keyword(name).then_some(name)
    }

    /// Section 5.2: what a text stands for, as a name (`vocabulary`) or as a reference.
    pub(super) fn expand(&self, text: &str, names: Names) -> Expanded {
        if is_keyword(text) || names == Names::Terms && self.term(text).is_some() {
            return Expanded::Nothing;
        }
        if let Some((prefix, rest)) = text.split_once(':').filter(|(prefix, _)| !prefix.is_empty())
        {
            if prefix == "_" {
                return Expanded::Nothing;
            }
            if !rest.starts_with("//") {
                let term = self.term(prefix).filter(|it| it.is_prefix);
                if let Some(iri) = term.and_then(|it| it.iri.as_ref()) {
                    if iri.starts_with("_:") || is_keyword(iri) {
                        return Expanded::Nothing;
                    }
                    return Expanded::Iri(Rc::clone(iri), rest.to_owned());
                }
            }
            // A context of another document may declare a prefix that is no scheme, such as `my_names`.
            if self.is_unknown && !has_scheme(text.as_bytes()) {
                return Expanded::Nothing;
            }
            return Expanded::Iri(Rc::default(), text.to_owned());
        }
        match (names, &self.vocabulary) {
            (Names::References, _) => Expanded::Reference,
            // A context of another document may declare the term, or another vocabulary.
            _ if self.is_unknown => Expanded::Nothing,
            (_, Some(vocabulary)) => Expanded::Iri(Rc::clone(vocabulary), text.to_owned()),
            (_, None) => Expanded::Reference,
        }
    }

    /// The text of the IRI that a name stands for, in a context that defines terms.
    pub(super) fn name(&self, text: &str) -> Option<Rc<str>> {
        if is_keyword(text) {
            return Some(text.into());
        }
        if let Some(term) = self.term(text) {
            return term.iri.clone();
        }
        match self.expand(text, Names::Terms) {
            Expanded::Iri(prefix, rest) => Some(format!("{prefix}{rest}").into()),
            Expanded::Nothing if self.is_unknown => Some(Rc::default()),
            _ if text.starts_with("_:") => Some(text.into()),
            _ => None,
        }
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

/// A keyword, or what has the form of one and is ignored.
pub(super) fn is_keyword(text: &str) -> bool {
    let name = text.strip_prefix('@').unwrap_or_default();
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic())
}
