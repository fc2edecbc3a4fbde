//! Contexts (JSON-LD 1.1 API section 4): what terms, prefixes and references stand for at a node.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::tape::{Kind, Tape};
use crate::whole::{Base, rebased};

/// What holds at a node.
#[derive(Clone, Default)]
pub(super) struct Context {
    pub(super) base: Base,
    vocabulary: Option<Rc<str>>,
    terms: Option<Rc<Layer>>,
    /// What holds again in the nodes within this one, if a type brought what holds here.
    pub(super) previous: Option<Rc<Self>>,
    /// Whether a context of another document holds, too. Any term may then stand for anything.
    pub(super) is_unknown: bool,
}

/// Terms on top of others. There are few layers, so that a look-up is short.
struct Layer {
    terms: HashMap<Rc<str>, Rc<Term>>,
    below: Option<Rc<Self>>,
    depth: usize,
}

/// How many layers there are at most. More are merged into one.
const LAYERS: usize = 8;

/// A term.
#[derive(Clone, Default)]
pub(super) struct Term {
    /// What it stands for. `None` if it is to be ignored.
    pub(super) iri: Option<Rc<str>>,
    /// Whether it may begin a compact IRI.
    is_prefix: bool,
    pub(super) coercion: Coercion,
    pub(super) container: Container,
    /// The context that holds in its values, or in nodes of this type.
    pub(super) context: Option<usize>,
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
    fn name(&self, text: &str) -> Option<Rc<str>> {
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

/// How much work contexts may be: so many terms in all, for each byte of a document. A context that a type
/// or a property has is read for each node that uses it, so a short document could ask for any number.
const WORK: usize = 16;

/// How many terms may stand for one another in a row.
const ROW: usize = 64;

/// Reads contexts.
pub(super) struct Contexts<'t, 'd> {
    tape: &'t Tape<'d>,
    /// How many terms may still be defined.
    left: usize,
    initial: Rc<Context>,
    /// The contexts that types and properties brought last, by what held before.
    cache: HashMap<(usize, usize, Scoped), (Rc<Context>, Rc<Context>)>,
}

/// What a context belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Scoped {
    Property,
    Type,
    /// The node in which it stands.
    Node,
}

/// How many contexts are kept.
const KEPT: usize = 256;

impl<'t, 'd> Contexts<'t, 'd> {
    pub(super) fn new(tape: &'t Tape<'d>, length: usize, initial: Rc<Context>) -> Self {
        let left = length.saturating_mul(WORK).saturating_add(1 << 16);
        Self { tape, left, initial, cache: HashMap::new() }
    }

    /// Whether contexts were left out, because they were too much work.
    pub(super) fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// The same for a context that may be used often: that of a type or a property. That of a type does not
    /// hold in the nodes within its node, unless it says so.
    pub(super) fn scoped(&mut self, outer: &Rc<Context>, local: usize, of: Scoped) -> Rc<Context> {
        let key = (Rc::as_ptr(outer).addr(), local, of);
        if let Some((_, inner)) = self.cache.get(&key) {
            return Rc::clone(inner);
        }
        let inner = self.read(outer, local, of);
        if self.cache.len() >= KEPT {
            self.cache.clear();
        }
        // The outer one is kept as well, so that no other one has its address.
        self.cache.insert(key, (Rc::clone(outer), Rc::clone(&inner)));
        inner
    }

    /// Section 4.1: what holds after a context, which is one or several.
    pub(super) fn read(&mut self, outer: &Rc<Context>, local: usize, of: Scoped) -> Rc<Context> {
        let tape = self.tape;
        let mut inner = Context::clone(outer);
        let propagates = tape.items(local).find_map(|item| {
            let is_object = tape.kind(item) == Kind::Object;
            is_object.then(|| tape.member(item, "@propagate")).flatten()
        });
        let ends = match propagates {
            Some(value) => tape.begins(tape.range(value).start, "false"),
            None => of == Scoped::Type,
        };
        if ends && inner.previous.is_none() {
            inner.previous = Some(Rc::clone(outer));
        }
        for item in tape.items(local) {
            match tape.kind(item) {
                Kind::Null => {
                    inner = Context {
                        previous: inner.previous.take(),
                        ..Context::clone(&self.initial)
                    };
                }
                // What stands in another document may replace all terms.
                Kind::String => {
                    (inner.terms, inner.vocabulary, inner.is_unknown) = (None, None, true);
                }
                Kind::Object => self.object(&mut inner, item),
                Kind::Array | Kind::Other => {}
            }
        }
        Rc::new(inner)
    }

    fn object(&mut self, inner: &mut Context, local: usize) {
        let tape = self.tape;
        let mut definitions = HashMap::new();
        for (key, value) in tape.members(local) {
            let (name, Some(value)) = (tape.text(key), value) else { continue };
            match (&*name, tape.kind(value)) {
                ("@import", _) => inner.is_unknown = true,
                ("@base", Kind::Null) => inner.base = None,
                ("@base", Kind::String) => inner.base = rebased(&tape.text(value), &inner.base),
                ("@vocab", Kind::Null) => inner.vocabulary = None,
                ("@vocab", Kind::String) => {}
                _ if is_keyword(&name) && name != "@type" => {}
                _ => drop(definitions.insert(Rc::from(&*name), value)),
            }
        }
        let vocabulary = tape.member(local, "@vocab").filter(|it| tape.kind(*it) == Kind::String);
        if let Some(vocabulary) = vocabulary {
            inner.vocabulary = Some(self.vocabulary(inner, &tape.text(vocabulary)));
        }
        if definitions.is_empty() {
            return;
        }
        let Some(left) = self.left.checked_sub(definitions.len()) else {
            self.left = 0;
            inner.is_unknown = true;
            return;
        };
        self.left = left;
        self.push(inner);
        let mut done = HashSet::new();
        let mut names: Vec<_> = definitions.keys().cloned().collect();
        names.sort_unstable_by_key(|name| definitions.get(name).copied());
        for name in names {
            self.define(inner, &definitions, &mut done, &name);
        }
    }

    /// A vocabulary is an IRI, or relative to the outer one or to the base.
    fn vocabulary(&self, inner: &Context, text: &str) -> Rc<str> {
        match inner.expand(text, Names::Terms) {
            Expanded::Iri(prefix, rest) => format!("{prefix}{rest}").into(),
            Expanded::Nothing => inner.name(text).unwrap_or_else(|| text.into()),
            Expanded::Reference => crate::whole::resolve(text, &inner.base).into(),
        }
    }

    /// Adds an empty layer of terms.
    fn push(&mut self, inner: &mut Context) {
        let depth = inner.terms.as_ref().map_or(0, |it| it.depth);
        let mut terms = HashMap::new();
        let mut below = inner.terms.take();
        if depth >= LAYERS {
            let mut layer = below.take();
            while let Some(it) = layer {
                for (name, term) in &it.terms {
                    terms.entry(Rc::clone(name)).or_insert_with(|| Rc::clone(term));
                }
                layer = it.below.clone();
            }
            let Some(left) = self.left.checked_sub(terms.len()) else {
                (self.left, inner.is_unknown) = (0, true);
                return;
            };
            self.left = left;
        }
        let depth = below.as_ref().map_or(0, |it| it.depth) + 1;
        inner.terms = Some(Rc::new(Layer { terms, below, depth }));
    }

    /// Section 4.2: defines a term, and before it those that its IRI begins with, each of which may need
    /// others.
    fn define(
        &self,
        inner: &mut Context,
        definitions: &HashMap<Rc<str>, usize>,
        done: &mut HashSet<Rc<str>>,
        name: &Rc<str>,
    ) {
        let mut row = vec![Rc::clone(name)];
        while let Some(name) = row.last().cloned() {
            let needed = definitions.get(&name).and_then(|value| self.needs(&name, *value));
            let needed = needed.and_then(|it| definitions.get_key_value(&*it)).map(|(it, _)| it);
            match needed {
                Some(needed)
                    if !done.contains(needed) && !row.contains(needed) && row.len() < ROW =>
                {
                    row.push(Rc::clone(needed));
                }
                _ => {
                    row.pop();
                    let value = definitions.get(&name).filter(|_| done.insert(Rc::clone(&name)));
                    let Some(value) = value else { continue };
                    let term = self.term(inner, &name, *value);
                    if let Some(layer) = inner.terms.as_mut().and_then(Rc::get_mut) {
                        layer.terms.insert(name, Rc::new(term));
                    }
                }
            }
        }
    }

    /// The term that must be defined before another one.
    fn needs(&self, name: &str, value: usize) -> Option<String> {
        let tape = self.tape;
        let id = match tape.kind(value) {
            Kind::String => Some(value),
            Kind::Object => tape.member(value, "@id").or_else(|| tape.member(value, "@reverse")),
            _ => None,
        };
        let id = id.filter(|it| tape.kind(*it) == Kind::String).map(|it| tape.text(it));
        let text = id.as_deref().unwrap_or(name);
        match text.split_once(':') {
            Some((prefix, _)) => Some(prefix.to_owned()),
            None => Some(text.to_owned()),
        }
    }

    fn term(&self, inner: &Context, name: &str, value: usize) -> Term {
        let tape = self.tape;
        // Without an IRI of its own, a term is a compact IRI, or a name of the vocabulary.
        let own = || {
            // Section 4.2.2 step 15: here any term may be a prefix.
            let compact = name.split_once(':').and_then(|(prefix, rest)| {
                let iri = inner.term(prefix)?.iri.as_ref()?;
                Some(Rc::from(format!("{iri}{rest}")))
            });
            if compact.is_some() {
                return compact;
            }
            let is_relative = name.contains('/') && inner.vocabulary.is_none();
            match inner.expand(name, if is_relative { Names::References } else { Names::Own }) {
                Expanded::Iri(prefix, rest) => Some(Rc::from(format!("{prefix}{rest}"))),
                Expanded::Reference if is_relative => {
                    Some(crate::whole::resolve(name, &inner.base).into())
                }
                // What it stands for is not known, but it is not ignored.
                Expanded::Nothing if inner.is_unknown => Some(Rc::default()),
                _ => None,
            }
        };
        let iri_of = |text: &str| if text == name { own() } else { inner.name(text) };
        match tape.kind(value) {
            Kind::String => {
                let iri = iri_of(&tape.text(value));
                let is_prefix = iri.as_deref().is_some_and(ends_as_prefix);
                Term { iri, is_prefix, ..Term::default() }
            }
            Kind::Object => {
                let string = |key: &str| {
                    let found = tape.member(value, key);
                    found.filter(|it| tape.kind(*it) == Kind::String).map(|it| tape.text(it))
                };
                let id = tape.member(value, "@id");
                let iri = match (string("@id").or_else(|| string("@reverse")), id) {
                    (Some(text), _) => iri_of(&text),
                    (None, Some(_)) => None,
                    (None, None) => own(),
                };
                let coercion = match string("@type").as_deref() {
                    Some("@id") => Coercion::Reference,
                    Some("@vocab") => Coercion::Vocabulary,
                    Some("@json") => Coercion::Json,
                    _ => Coercion::Literal,
                };
                let container = tape.member(value, "@container");
                let containers = container.into_iter().flat_map(|it| tape.items(it));
                let container =
                    containers.fold(Container::None, |container, it| match &*tape.text(it) {
                        "@id" => Container::Id,
                        "@type" => Container::Type,
                        "@index" => Container::Index,
                        "@language" => Container::Language,
                        _ => container,
                    });
                let prefix = tape.member(value, "@prefix").map(|it| tape.range(it).start);
                let is_prefix = prefix.is_some_and(|at| tape.begins(at, "true"));
                let context = tape.member(value, "@context");
                Term { iri, is_prefix, coercion, container, context }
            }
            _ => Term::default(),
        }
    }
}

/// Section 4.2.2: a simple term may begin a compact IRI if its own IRI ends so.
fn ends_as_prefix(iri: &str) -> bool {
    iri.starts_with("_:") || iri.ends_with([':', '/', '?', '#', '[', ']', '@'])
}
