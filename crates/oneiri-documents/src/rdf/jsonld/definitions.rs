//! The IRIs of a context: bases, vocabularies, other contexts, and what terms stand for.

use std::rc::Rc;

use oneiri::Iri;

use super::context::{Context, Names, is_keyword};
use super::define::{Scoped, Step};
use super::tape::Kind;
use super::walk::{Role, Walk};

impl Walk<'_, '_, '_> {
    /// Gives the parts of contexts, which stand before or among the other members of a node.
    pub(super) fn steps(&mut self, steps: Vec<Step>) {
        for Step { local, before, after } in steps {
            self.value(local, Role::Context, &after, &before);
        }
    }

    /// A member of a context, after which `context` holds.
    pub(super) fn definition(
        &mut self,
        key: usize,
        value: usize,
        context: &Rc<Context>,
        outer: &Rc<Context>,
    ) {
        self.check_definition(key, value, context);
        let name = self.tape.text(key);
        let kind = self.tape.kind(value);
        match &*name {
            "@base" if kind == Kind::String => self.reference(value, &outer.base),
            "@import" if kind == Kind::String => self.remote(value, &outer.base),
            "@vocab" if kind == Kind::String => {
                let vocabulary = context.vocabulary.as_deref().unwrap_or_default();
                if !vocabulary.is_empty() && !vocabulary.starts_with("_:") {
                    self.found(value, Rc::default(), vocabulary.to_owned(), &None);
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

    /// What a term stands for: the IRI that its definition spells, or the one that its name has.
    fn defined(&mut self, key: usize, id: Option<usize>, context: &Context) {
        let term = context.term(&self.tape.text(key));
        let iri = term.and_then(|term| term.iri.clone());
        let means_nothing = |text: &str| is_keyword(text) || text.starts_with("_:");
        match (iri, id) {
            (Some(iri), _) if iri.is_empty() || means_nothing(&iri) => {}
            (Some(iri), Some(id)) => self.found(id, Rc::default(), iri.to_string(), &None),
            (Some(iri), None) if Iri::parse(&iri).is_err() => {}
            (Some(iri), None) => self.found(key, Rc::default(), iri.to_string(), &None),
            (None, Some(id)) if !means_nothing(&self.tape.text(id)) => self.reference(id, &None),
            (None, _) => {}
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
