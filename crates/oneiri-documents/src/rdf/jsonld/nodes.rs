//! The values and members of nodes (JSON-LD 1.1 API section 5.1). What holds other values waits in `open`, because
//! nothing here may recurse. `walk.rs` reads what waits.

use std::num::NonZeroU32;
use std::rc::Rc;

use oneiri::Iri;

use super::check::Check;
use super::context::{Coercion, Container, Context, Expanded, Names, is_keyword, joined};
use super::define::{Contexts, Scoped, Step};
use super::found::Finds;
use super::remote::Remote;
use super::tape::{Kind, Tape, number};
use crate::whole::Base;

#[derive(Clone, Copy)]
pub(super) enum Role {
    /// The value of a property, of which the term says so much.
    Value(Value),
    /// Nodes alone: `@graph` and `@included`.
    Nodes,
    /// `@id` and `@type`.
    Id,
    Type,
    /// `@reverse` and `@nest`, whose members are properties.
    Reverse,
    Nest,
    /// A context, and what defines a term in it.
    Context,
    Definition,
}

/// How the term of a property says that its values are read.
#[derive(Clone, Copy, Default)]
pub(super) struct Value {
    coercion: Coercion,
    container: Container,
    /// How the keys of an index are read.
    index: Coercion,
    /// The context that holds in them.
    context: Option<NonZeroU32>,
    origin: Origin,
    /// The key of the property, whose term may be another one where the context of a type ends.
    key: Option<NonZeroU32>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Origin {
    #[default]
    Property,
    /// In a map, such as that of a container of types.
    Map,
}

/// An array or an object whose rest is to be read. It is small, because a document may nest as many as it has bytes for.
pub(super) struct Open {
    pub(super) at: u32,
    pub(super) end: u32,
    pub(super) role: Role,
    pub(super) shape: Shape,
    pub(super) context: Rc<Context>,
    /// The context before those of the types of the node. Of a context, the one before it.
    pub(super) outer: Rc<Context>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Items,
    Node,
    Map,
    Properties,
    Context,
    Definition,
}

pub(super) struct Walk<'w, 't, 'd> {
    pub(super) tape: &'t Tape<'d>,
    pub(super) contexts: Contexts<'t, 'd>,
    pub(super) found: &'w mut Finds,
    pub(super) open: Vec<Open>,
    pub(super) remote: Remote,
}

impl Walk<'_, '_, '_> {
    pub(super) fn value(&mut self, nth: usize, role: Role, context: &Rc<Context>, outer: &Rc<Context>) {
        match self.tape.kind(nth) {
            Kind::Array => self.push(nth, role, Shape::Items, context, outer),
            Kind::String => self.string(nth, role, context, outer),
            Kind::Object => self.object(nth, role, context, outer),
            Kind::Null | Kind::Other => {}
        }
    }

    fn push(&mut self, nth: usize, role: Role, shape: Shape, context: &Rc<Context>, outer: &Rc<Context>) {
        let (at, end) = (nth as u32 + 1, self.tape.after(nth) as u32);
        let (context, outer) = (Rc::clone(context), Rc::clone(outer));
        self.open.push(Open { at, end, role, shape, context, outer });
    }

    fn string(&mut self, nth: usize, role: Role, context: &Context, outer: &Context) {
        match role {
            Role::Value(Value { coercion: Coercion::Reference, .. }) | Role::Id => {
                self.give(nth, Names::References, context);
            }
            Role::Value(Value { coercion: Coercion::Vocabulary, .. }) | Role::Type => {
                self.give(nth, Names::Terms, context);
            }
            Role::Context => self.remote(nth, &outer.base),
            _ => {}
        }
    }

    fn object(&mut self, nth: usize, role: Role, context: &Rc<Context>, outer: &Rc<Context>) {
        match role {
            Role::Value(value) => match value.container {
                Container::Language => {}
                Container::None => self.node(nth, value, context),
                _ => self.push(nth, role, Shape::Map, context, outer),
            },
            Role::Nodes => self.node(nth, Value::default(), context),
            Role::Reverse => self.push(nth, role, Shape::Properties, context, context),
            Role::Nest => self.push(nth, role, Shape::Node, context, outer),
            Role::Context => self.push(nth, role, Shape::Context, context, outer),
            Role::Definition => self.push(nth, role, Shape::Definition, context, outer),
            Role::Id | Role::Type => {}
        }
    }

    /// Section 5.1.2, steps 7 to 11: the context of a node.
    fn node(&mut self, nth: usize, value: Value, context: &Rc<Context>) {
        let tape = self.tape;
        let mut context = Rc::clone(context);
        let mut coercion = value.coercion;
        if let Some(previous) = context.previous.clone().filter(|_| value.origin != Origin::Map) {
            let keyword = |key: usize, name: &str| context.keyword(&tape.text(key)) == Some(name);
            let has_value = tape.members(nth).any(|(key, _)| keyword(key, "@value"));
            let mut keys = tape.members(nth).map(|(key, _)| key);
            let first = keys.next();
            let is_id = first.is_some_and(|key| keyword(key, "@id")) && keys.next().is_none();
            if !has_value && !is_id {
                context = previous;
                // In `@set` and `@list`, the values are those of the property as it is now.
                if let Some(key) = value.key {
                    let term = context.term(&tape.text(key.get() as usize));
                    coercion = term.map_or(Coercion::Literal, |term| term.coercion);
                }
            }
        }
        if let Some(local) = value.context {
            context = self.contexts.scoped(&context, local.get() as usize, Scoped::Property);
        }
        let mut steps = Vec::new();
        if let Some(local) = tape.member(nth, "@context") {
            let each = |step| steps.push(step);
            context = self.contexts.read_each(&context, local, Scoped::Node, each);
        }
        let types = Rc::clone(&context);
        for local in self.scoped_of_types(nth, &types) {
            context = self.contexts.scoped(&context, local, Scoped::Type);
        }
        Check { tape, found: self.found }.node(nth, &context);
        // Values of @list and @set are those of the property.
        let value = Value { coercion, context: None, origin: Origin::Property, ..value };
        self.push(nth, Role::Value(value), Shape::Node, &context, &types);
        self.steps(steps);
    }

    /// The contexts of the types of a node, in the order of their names.
    fn scoped_of_types(&self, nth: usize, context: &Context) -> Vec<usize> {
        let tape = self.tape;
        let mut scoped = Vec::new();
        for (key, value) in tape.members(nth) {
            let Some(value) = value else { continue };
            if context.keyword(&tape.text(key)) == Some("@type") {
                for item in tape.items(value).filter(|item| tape.kind(*item) == Kind::String) {
                    let name = tape.text(item);
                    if let Some(local) = context.term(&name).and_then(|term| term.context) {
                        scoped.push((name, local.get() as usize));
                    }
                }
            }
        }
        scoped.sort();
        scoped.into_iter().map(|(_, local)| local).collect()
    }

    /// Section 5.1.2, steps 13 and 14: a member of a node.
    pub(super) fn member(&mut self, key: usize, value: usize, role: Role, context: &Rc<Context>, types: &Rc<Context>) {
        let name = self.tape.text(key);
        let of_node = match role {
            Role::Value(of_node) => of_node,
            Role::Nest => Value::default(),
            _ => return self.property(key, value, context),
        };
        match context.keyword(&name) {
            Some("@id") => self.value(value, Role::Id, context, types),
            Some("@type") => self.value(value, Role::Type, types, types),
            Some("@graph" | "@included") => self.value(value, Role::Nodes, context, types),
            Some("@list" | "@set") => self.value(value, Role::Value(of_node), context, types),
            Some("@reverse") => self.value(value, Role::Reverse, context, types),
            Some("@nest") => {
                let local = context.term(&name).and_then(|term| term.context);
                let inner = match local {
                    Some(local) => self.contexts.scoped(context, local.get() as usize, Scoped::Property),
                    None => Rc::clone(context),
                };
                self.value(value, Role::Nest, &inner, types);
            }
            Some(_) => {}
            None => self.property(key, value, context),
        }
    }

    fn property(&mut self, key: usize, value: usize, context: &Rc<Context>) {
        let name = self.tape.text(key);
        if is_keyword(&name) {
            return;
        }
        let of_term = match context.term(&name) {
            // It is ignored, or its values are read by no one.
            Some(term) if term.iri.is_none() || term.coercion == Coercion::Json => return,
            Some(term) => {
                let index = term.index.map(|nth| self.tape.text(nth.get() as usize));
                let index = index.and_then(|property| context.term(&property));
                // Without an object, there are no keys.
                let is_map = self.tape.kind(value) == Kind::Object;
                Value {
                    coercion: term.coercion,
                    container: if is_map { term.container } else { Container::None },
                    index: index.map_or(Coercion::Literal, |property| property.coercion),
                    context: term.context,
                    origin: Origin::Property,
                    key: number(key),
                }
            }
            None => match context.expand(&name, Names::Terms) {
                Expanded::Iri(prefix, rest) => {
                    // A loader leaves out a property that is no IRI.
                    let is_valid = |prefix| Iri::parse(&joined(prefix, rest)).is_ok();
                    if name.contains("://") || is_valid(prefix.clone()) {
                        self.found.iri(key, prefix, rest.len() < name.len(), &None);
                    }
                    Value { key: number(key), ..Value::default() }
                }
                Expanded::Nothing if context.is_unknown => {
                    self.remote.member(&name);
                    Value::default()
                }
                // No statement has such a property, such as `_:b`, but the nodes that it holds have their own.
                Expanded::Nothing | Expanded::Reference if name.contains(':') => {
                    Value { key: number(key), ..Value::default() }
                }
                // A member without a meaning is left out, with all that it holds.
                Expanded::Nothing | Expanded::Reference => return,
            },
        };
        self.value(value, Role::Value(of_term), context, context);
    }

    /// A member of a map, whose key is an identifier, a type or an index.
    pub(super) fn entry(&mut self, key: usize, value: usize, role: Role, context: &Rc<Context>) {
        let Role::Value(of_map) = role else { return };
        let name = self.tape.text(key);
        let is_none = context.keyword(&name) == Some("@none");
        // Step 13.8.3.1: the context of a type ends in maps of identifiers and types.
        let outer = match of_map.container {
            Container::Id | Container::Type => context.previous.as_ref().unwrap_or(context),
            _ => context,
        };
        let mut inner = Rc::clone(outer);
        match of_map.container {
            Container::Id if !is_none => self.give(key, Names::References, context),
            Container::Type if !is_none => {
                self.give(key, Names::Terms, context);
                if let Some(local) = outer.term(&name).and_then(|term| term.context) {
                    inner = self.contexts.scoped(outer, local.get() as usize, Scoped::Type);
                }
            }
            Container::Index if !is_none => match of_map.index {
                Coercion::Reference => self.give(key, Names::References, context),
                Coercion::Vocabulary => self.give(key, Names::Terms, context),
                Coercion::Literal | Coercion::Json => {}
            },
            _ => {}
        }
        let value_of = Value { container: Container::None, origin: Origin::Map, ..of_map };
        self.value(value, Role::Value(value_of), &inner, context);
    }

    /// Gives the parts of contexts, which are before or among the other members of a node.
    pub(super) fn steps(&mut self, steps: Vec<Step>) {
        for Step { local, before, after } in steps {
            self.value(local, Role::Context, &after, &before);
        }
    }

    /// Gives what a text represents, if that is not defined elsewhere.
    pub(super) fn give(&mut self, nth: usize, names: Names, context: &Context) {
        let text = self.tape.text(nth);
        match context.expand(&text, names) {
            Expanded::Iri(prefix, rest) => {
                self.found.iri(nth, prefix, rest.len() < text.len(), &None);
            }
            Expanded::Reference => self.reference(nth, &context.base),
            Expanded::Nothing => {}
        }
    }

    /// The address of a context in another document.
    pub(super) fn remote(&mut self, nth: usize, base: &Base) {
        self.remote.context(&self.tape.text(nth), nth);
        self.reference(nth, base);
    }

    pub(super) fn reference(&mut self, nth: usize, base: &Base) {
        self.found.iri(nth, None, false, base);
    }
}
