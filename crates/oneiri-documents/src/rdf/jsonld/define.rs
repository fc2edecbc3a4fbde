//! Reads contexts (JSON-LD 1.1 API sections 4.1 and 4.2).

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::context::{
    Coercion, Container, Context, Expanded, Layer, Names, Slot, Term, ends_as_prefix, is_keyword, joined,
};
use super::tape::{Kind, Tape, number};
use super::terms::{definitions, is_left_out, needed};
use crate::whole::{rebased, resolve};

/// How much work contexts may be: so many terms in all for each byte of a document. A context that a type
/// or a property has is read for each node that uses it, so a short document could ask for any number.
const WORK: usize = 1;

/// How many terms may refer to one another in a row.
const ROW: usize = 64;

pub(super) struct Contexts<'t, 'd> {
    tape: &'t Tape<'d>,
    /// How many terms may still be defined.
    left: usize,
    initial: Rc<Context>,
    /// The contexts that types and properties brought last, by what held before.
    cache: HashMap<(usize, usize, Scoped), Kept>,
    /// The definitions and contexts that may not be where they do, and why.
    pub(super) refused: BTreeMap<usize, &'static str>,
}

/// How the definitions of a context are read.
struct Pass {
    /// Whether terms are protected, unless their definition says otherwise.
    protects: bool,
    /// Whether protected terms may be defined again.
    overrides: bool,
    /// The definitions that are errors, and why.
    refused: Vec<(usize, &'static str)>,
}

const PROTECTED: &str = "expected no other definition of a protected term, which only the context of a property may \
                         define again (JSON-LD: protected term redefinition)";
const CYCLIC: &str = "expected a term that does not stand for itself by way of others (JSON-LD: cyclic IRI mapping)";
const NULLIFIED: &str = "expected another context than null, because a term is protected (JSON-LD: invalid context \
                         nullification)";

/// The place of a context: in a node, or in the definition of a type or a property.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Scoped {
    Property,
    Type,
    /// The node in which it stands.
    Node,
}

/// A context, and what holds before and after it.
pub(super) struct Step {
    pub(super) local: usize,
    pub(super) before: Rc<Context>,
    pub(super) after: Rc<Context>,
}

/// A context that a type or a property brought.
struct Kept {
    /// The context before it, which is kept so that nothing else has its address.
    _outer: Rc<Context>,
    inner: Rc<Context>,
}

const KEPT: usize = 256;

impl<'t, 'd> Contexts<'t, 'd> {
    pub(super) fn new(tape: &'t Tape<'d>, length: usize, initial: Rc<Context>) -> Self {
        let left = length.saturating_mul(WORK).saturating_add(1 << 16);
        Self { tape, left, initial, cache: HashMap::new(), refused: BTreeMap::new() }
    }

    /// Whether contexts were left out, because they were too much work.
    pub(super) fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// The same for a context that may be used often: that of a type or a property. That of a type does not
    /// hold in the nodes within its node, unless it says so.
    pub(super) fn scoped(&mut self, outer: &Rc<Context>, local: usize, of: Scoped) -> Rc<Context> {
        let key = (Rc::as_ptr(outer).addr(), local, of);
        if let Some(kept) = self.cache.get(&key) {
            return Rc::clone(&kept.inner);
        }
        let inner = self.read(outer, local, of);
        if self.cache.len() >= KEPT {
            self.cache.clear();
        }
        self.cache.insert(key, Kept { _outer: Rc::clone(outer), inner: Rc::clone(&inner) });
        inner
    }

    /// Section 4.1: what holds after a context, which is one or several.
    fn read(&mut self, outer: &Rc<Context>, local: usize, of: Scoped) -> Rc<Context> {
        self.read_each(outer, local, of, |_| {})
    }

    /// The same. Calls `each` for each of several contexts, because each begins where the one before it ends.
    pub(super) fn read_each(
        &mut self,
        outer: &Rc<Context>,
        local: usize,
        of: Scoped,
        mut each: impl FnMut(Step),
    ) -> Rc<Context> {
        let tape = self.tape;
        if self.is_spent() {
            return Rc::new(Context { is_unknown: true, ..Context::clone(outer) });
        }
        // Step 2: only a context that is an object says so for itself. In an array of them, the member has no effect.
        let own = Some(local).filter(|it| tape.kind(*it) == Kind::Object);
        let propagates = own.and_then(|it| tape.member(it, "@propagate"));
        let ends = match propagates {
            Some(value) => tape.begins(tape.range(value).start, "false"),
            None => of == Scoped::Type,
        };
        let mut before = Rc::clone(outer);
        if ends && outer.previous.is_none() {
            let previous = Some(Rc::clone(outer));
            before = Rc::new(Context { previous, ..Context::clone(outer) });
        }
        for local in tape.items(local) {
            let mut inner = Context::clone(&before);
            match tape.kind(local) {
                Kind::Null => {
                    if inner.has_protected && of != Scoped::Property {
                        self.refused.insert(local, NULLIFIED);
                    }
                    // Step 5.1.2: null ends the context of a type, too, so nothing returns to what held before that one.
                    let previous = inner.previous.filter(|_| ends);
                    inner = Context { previous, ..Context::clone(&self.initial) };
                }
                // A context in another document may replace all terms.
                Kind::String => {
                    inner.has_protected = false;
                    (inner.terms, inner.vocabulary, inner.is_unknown) = (None, None, true);
                }
                Kind::Object => self.object(&mut inner, local, of),
                Kind::Array | Kind::Other => {}
            }
            let after = Rc::new(inner);
            each(Step { local, before, after: Rc::clone(&after) });
            before = after;
        }
        before
    }

    fn object(&mut self, inner: &mut Context, local: usize, of: Scoped) {
        let tape = self.tape;
        let Some(left) = self.left.checked_sub(tape.members(local).count()) else {
            self.left = 0;
            inner.is_unknown = true;
            return;
        };
        self.left = left;
        let mut count = 0;
        for (key, value) in tape.members(local) {
            let (name, Some(value)) = (tape.text(key), value) else { continue };
            match (&*name, tape.kind(value)) {
                ("@import", _) => inner.is_unknown = true,
                ("@base", Kind::Null) => inner.base = None,
                ("@base", Kind::String) => inner.base = rebased(&tape.text(value), &inner.base),
                ("@vocab", Kind::Null) => inner.vocabulary = None,
                ("@vocab", Kind::String) => {}
                _ if is_keyword(&name) && name != "@type" => {}
                _ => count += 1,
            }
        }
        let vocabulary = tape.member(local, "@vocab").filter(|it| tape.kind(*it) == Kind::String);
        if let Some(vocabulary) = vocabulary {
            inner.vocabulary = Some(self.vocabulary(inner, &tape.text(vocabulary)));
        }
        if count == 0 {
            return;
        }
        self.push(inner, local, count);
        let mut pass = Pass {
            protects: self.is_true(local, "@protected").unwrap_or_default(),
            overrides: of == Scoped::Property,
            refused: Vec::new(),
        };
        for (name, value) in definitions(tape, local) {
            // Of definitions with the same name, the last one counts.
            if inner.pending(&name) == Some(value) {
                self.define(inner, &mut pass, &name);
            }
        }
        for (value, message) in pass.refused {
            // The key is before the value.
            self.refused.insert(value - 1, message);
        }
    }

    fn is_true(&self, object: usize, name: &str) -> Option<bool> {
        let value = self.tape.member(object, name)?;
        Some(self.tape.begins(self.tape.range(value).start, "true"))
    }

    /// A vocabulary is an IRI, or relative to the outer one or to the base.
    fn vocabulary(&self, inner: &Context, text: &str) -> Rc<str> {
        match inner.expand(text, Names::Terms) {
            Expanded::Iri(prefix, rest) => joined(prefix, rest),
            Expanded::Nothing => inner.name(text).unwrap_or_else(|| text.into()),
            Expanded::Reference => resolve(text, &inner.base).into(),
        }
    }

    /// Adds a layer for the terms of a context, which are so many. It holds those of all layers below it that are not larger, too. So each
    /// layer is smaller than the one below it, and there are few.
    fn push(&mut self, inner: &mut Context, local: usize, count: usize) {
        let mut terms: HashMap<Rc<str>, Slot> = HashMap::with_capacity(count);
        for (name, value) in definitions(self.tape, local) {
            let outer = inner.term(&name).map(Rc::clone);
            terms.insert(Rc::from(&*name), Slot::Pending(value as u32, outer));
        }
        let mut below = inner.terms.take();
        while let Some(layer) = below.take() {
            if layer.terms.len() > 2 * terms.len() {
                below = Some(layer);
                break;
            }
            let Some(left) = self.left.checked_sub(layer.terms.len()) else {
                (self.left, inner.is_unknown) = (0, true);
                below = Some(layer);
                break;
            };
            self.left = left;
            for (name, slot) in &layer.terms {
                let slot = match slot {
                    Slot::Defined(term) => Slot::Defined(Rc::clone(term)),
                    _ => Slot::Absent,
                };
                terms.entry(Rc::clone(name)).or_insert(slot);
            }
            below.clone_from(&layer.below);
        }
        inner.terms = Some(Rc::new(Layer { terms, below }));
    }

    /// Section 4.2: defines a term, and before it those that its IRI begins with, each of which may need
    /// others.
    fn define(&self, inner: &mut Context, pass: &mut Pass, name: &str) {
        let mut row = vec![name.to_owned()];
        while let Some(name) = row.last().cloned() {
            let value = inner.pending(&name);
            let mut needed = value.into_iter().flat_map(|value| needed(self.tape, &name, value));
            let needed = needed.find(|it| inner.pending(it).is_some());
            let is_cyclic = needed.as_ref().is_some_and(|it| row.contains(it));
            match needed {
                Some(needed) if !is_cyclic && row.len() < ROW => row.push(needed),
                _ => {
                    row.pop();
                    let Some(value) = inner.pending(&name) else { continue };
                    if is_cyclic {
                        pass.refused.push((value, CYCLIC));
                    }
                    if is_left_out(self.tape, value) {
                        set(inner, &name, Slot::Absent);
                        continue;
                    }
                    let mut term = self.term(inner, &name, value);
                    term.definition = value as u32;
                    let own = Some(value).filter(|it| self.tape.kind(*it) == Kind::Object);
                    let own = own.and_then(|it| self.is_true(it, "@protected"));
                    term.is_protected = own.unwrap_or(pass.protects);
                    let protected = inner.term(&name).filter(|it| it.is_protected && !pass.overrides);
                    if let Some(protected) = protected {
                        if self.is_same(protected, &term) {
                            term.is_protected = true;
                        } else {
                            pass.refused.push((value, PROTECTED));
                        }
                    }
                    inner.has_protected |= term.is_protected;
                    set(inner, &name, Slot::Defined(Rc::new(term)));
                }
            }
        }
    }

    /// Whether two definitions say the same. If the IRI of one of them is not known, they are not compared.
    fn is_same(&self, one: &Term, other: &Term) -> bool {
        let is_known = |it: &Term| it.iri.as_deref() != Some("");
        let contexts = match (one.context, other.context) {
            (Some(one), Some(other)) => self.tape.is_same(one.get() as usize, other.get() as usize),
            (one, other) => one.is_none() && other.is_none(),
        };
        let index = |it: &Term| it.index.map(|nth| self.tape.text(nth.get() as usize));
        !is_known(one)
            || !is_known(other)
            || contexts
                && one.iri == other.iri
                && one.is_prefix == other.is_prefix
                && one.coercion == other.coercion
                && one.datatype == other.datatype
                && one.container == other.container
                && index(one) == index(other)
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
                Expanded::Iri(prefix, rest) => Some(joined(prefix, rest)),
                Expanded::Reference if is_relative => Some(resolve(name, &inner.base).into()),
                // Its IRI is not known, but the term is not ignored.
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
                let container = self.container(value);
                let kind = string("@type");
                // Section 4.2.2 step 12: an alias of a keyword is that keyword.
                let datatype = kind.as_deref().and_then(|it| inner.name(it));
                let coercion = match datatype.as_deref().or(kind.as_deref()) {
                    Some("@id") => Coercion::Reference,
                    Some("@vocab") => Coercion::Vocabulary,
                    Some("@json") => Coercion::Json,
                    // Section 4.2.2 step 19: the values of a map of types are references.
                    None if container == Container::Type => Coercion::Reference,
                    _ => Coercion::Literal,
                };
                let prefix = tape.member(value, "@prefix").map(|it| tape.range(it).start);
                let is_prefix = prefix.is_some_and(|at| tape.begins(at, "true"));
                let context = tape.member(value, "@context").and_then(number);
                let index = tape.member(value, "@index");
                let index = index.filter(|it| tape.kind(*it) == Kind::String).and_then(number);
                let datatype = datatype.filter(|_| coercion == Coercion::Literal);
                let term = Term::default();
                Term { iri, is_prefix, coercion, container, context, index, datatype, ..term }
            }
            _ => Term::default(),
        }
    }

    fn container(&self, definition: usize) -> Container {
        let container = self.tape.member(definition, "@container");
        let containers = container.into_iter().flat_map(|it| self.tape.items(it));
        containers.fold(Container::None, |container, it| match &*self.tape.text(it) {
            "@id" => Container::Id,
            "@type" => Container::Type,
            "@index" => Container::Index,
            "@language" => Container::Language,
            _ => container,
        })
    }
}

/// Replaces a term of the top layer, which no other context has yet.
fn set(inner: &mut Context, name: &str, slot: Slot) {
    let layer = inner.terms.as_mut().and_then(Rc::get_mut);
    if let Some(old) = layer.and_then(|it| it.terms.get_mut(name)) {
        *old = slot;
    }
}
