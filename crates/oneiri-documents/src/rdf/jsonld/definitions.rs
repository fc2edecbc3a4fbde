//! The IRIs of a context: bases, vocabularies, other contexts, and what terms represent.

use std::borrow::Cow;
use std::rc::Rc;

use oneiri::Iri;

use super::context::{Context, Expanded, KEYWORDS, Names, is_keyword};
use super::define::{Scoped, Step};
use super::tape::{Kind, Tape};
use super::walk::{Role, Walk};

impl Walk<'_, '_, '_> {
    /// Gives the parts of contexts, which are before or among the other members of a node.
    pub(super) fn steps(&mut self, steps: Vec<Step>) {
        for Step { local, before, after } in steps {
            self.value(local, Role::Context, &after, &before);
        }
    }

    /// A member of a context, after which `context` holds.
    pub(super) fn definition(&mut self, key: usize, value: usize, context: &Rc<Context>, outer: &Rc<Context>) {
        self.check_definition(key, value, context);
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

/// The terms that a context defines, and their definitions.
pub(super) fn definitions<'t, 'd>(
    tape: &'t Tape<'d>,
    local: usize,
) -> impl Iterator<Item = (Cow<'d, str>, usize)> + use<'t, 'd> {
    tape.members(local).filter_map(|(key, value)| {
        let name = tape.text(key);
        (!is_keyword(&name) || name == "@type").then_some((name, value?))
    })
}

/// Section 4.2.2: the terms that must be defined before another one, because its type or its IRI begins with them.
pub(super) fn needed<'n>(tape: &Tape<'_>, name: &'n str, value: usize) -> impl Iterator<Item = String> + use<'n> {
    let member = |name: &str| {
        let value = tape.member(value, name).filter(|_| tape.kind(value) == Kind::Object);
        value.filter(|it| tape.kind(*it) == Kind::String).map(|it| tape.text(it).into_owned())
    };
    let id = spelled(tape, value).unwrap_or_else(|| name.to_owned());
    let begins = |text: String, name: Option<&str>| match text.split_once(':') {
        // Section 5.2, step 6.2: an IRI, or a blank node.
        Some((prefix, rest)) if prefix == "_" || rest.starts_with("//") => None,
        Some((prefix, _)) => Some(prefix.to_owned()),
        None if Some(&*text) == name => None,
        None => Some(text),
    };
    let of_type = member("@type").and_then(|text| begins(text, None));
    of_type.into_iter().chain(begins(id, Some(name)))
}

/// The text of the IRI that a definition gives a term.
fn spelled(tape: &Tape<'_>, value: usize) -> Option<String> {
    let id = match tape.kind(value) {
        Kind::String => Some(value),
        Kind::Object => tape.member(value, "@id").or_else(|| tape.member(value, "@reverse")),
        _ => None,
    };
    let id = id.filter(|it| tape.kind(*it) == Kind::String);
    id.map(|it| tape.text(it).into_owned())
}

/// Section 4.2.2, steps 13.3 and 14.2.2: a definition by what has the form of a keyword, and is none, defines nothing.
pub(super) fn is_left_out(tape: &Tape<'_>, value: usize) -> bool {
    spelled(tape, value).is_some_and(|it| is_keyword(&it) && !KEYWORDS.contains(&&*it))
}
