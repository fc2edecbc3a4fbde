//! The IRIs of a context: bases, vocabularies, other contexts, and what terms represent.

use std::rc::Rc;

use oneiri::Iri;

use super::check::Check;
use super::context::{Context, Expanded, Names, is_keyword};
use super::define::Scoped;
use super::nodes::{Role, Walk};
use super::tape::Kind;

impl Walk<'_, '_, '_> {
    /// A member of a context, after which `context` holds.
    pub(super) fn definition(&mut self, key: usize, value: usize, context: &Rc<Context>, outer: &Rc<Context>) {
        Check { tape: self.tape, found: self.found }.definition(key, value, context);
        let name = self.tape.text(key);
        let kind = self.tape.kind(value);
        match &*name {
            "@base" if kind == Kind::String => self.reference(value, &outer.base),
            "@import" if kind == Kind::String => self.remote(value, &outer.base),
            "@vocab" if kind == Kind::String => {
                let vocabulary = context.vocabulary.as_ref();
                let is_iri = |it: &&Rc<str>| !it.is_empty() && !it.starts_with("_:");
                if let Some(vocabulary) = vocabulary.filter(is_iri) {
                    self.found.defined(self.tape, value, vocabulary);
                }
            }
            _ if is_keyword(&name) => {}
            _ if kind == Kind::String => self.defined(key, Some(value), context),
            _ if kind == Kind::Object => {
                let id = self.tape.member(value, "@id");
                let id = id.or_else(|| self.tape.member(value, "@reverse"));
                let is_ignored = id.is_some_and(|id| self.tape.kind(id) != Kind::String);
                if !is_ignored {
                    self.defined(key, id, context);
                }
                self.value(value, Role::Definition, context, outer);
            }
            _ => {}
        }
    }

    /// The IRI of a term: the one that its definition spells, or the one that its name has.
    fn defined(&mut self, key: usize, id: Option<usize>, context: &Context) {
        let term = context.term(&self.tape.text(key));
        let iri = term.and_then(|term| term.iri.clone());
        let means_nothing = |text: &str| is_keyword(text) || text.starts_with("_:");
        match (iri, id) {
            (Some(iri), _) if iri.is_empty() || means_nothing(&iri) => {}
            (Some(iri), Some(id)) => self.stands_for(id, &iri, context),
            (Some(iri), None) if Iri::parse(&iri).is_err() => {}
            (Some(iri), None) => self.stands_for(key, &iri, context),
            (None, Some(id)) if !means_nothing(&self.tape.text(id)) => self.reference(id, &None),
            (None, _) => {}
        }
    }

    /// A string of a definition that represents an IRI: by a prefix, or by what the context says of it.
    fn stands_for(&mut self, nth: usize, iri: &Rc<str>, context: &Context) {
        let text = self.tape.text(nth);
        match context.expand(&text, Names::Own) {
            Expanded::Iri(prefix, rest) if iri.strip_prefix(prefix.as_deref().unwrap_or_default()) == Some(rest) => {
                self.found.iri(nth, prefix, rest.len() < text.len(), &None);
            }
            _ => self.found.defined(self.tape, nth, iri),
        }
    }

    /// Another part of the definition of a term.
    pub(super) fn part(&mut self, key: usize, value: usize, context: &Rc<Context>) {
        match &*self.tape.text(key) {
            // An index may be a property.
            "@type" | "@index" if self.tape.kind(value) == Kind::String => {
                self.give(value, Names::Terms, context);
            }
            "@context" => {
                let mut steps = Vec::new();
                let each = |step| steps.push(step);
                self.contexts.read_each(context, value, Scoped::Property, each);
                self.steps(steps);
            }
            _ => {}
        }
    }
}
