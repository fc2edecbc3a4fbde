//! Goes through a document, one value or member at a time, without recursion.

use std::rc::Rc;

use super::context::Context;
use super::define::Contexts;
use super::found::Finds;
use super::nodes::{Open, Role, Shape, Walk};
use super::remote::Remote;
use super::tape::{Kind, Tape};
use crate::whole::Base;

pub(super) fn walk(tape: &Tape<'_>, length: usize, base: Base, found: &mut Finds) {
    let initial = Rc::new(Context::new(base));
    let contexts = Contexts::new(tape, length, Rc::clone(&initial));
    let mut walk = Walk { tape, contexts, found, open: Vec::new(), remote: Remote::default() };
    let (role, context) = (Role::Nodes, Rc::clone(&initial));
    walk.open.push(Open { at: 0, end: tape.len() as u32, role, shape: Shape::Items, outer: initial, context });
    while walk.step() {}
    walk.remote.notes(walk.found);
    for (nth, message) in std::mem::take(&mut walk.contexts.refused) {
        walk.found.wrong_value(tape, nth, message.to_owned());
    }
    if walk.contexts.is_spent() {
        let message = "expected contexts that define fewer terms in all, because those of types and properties are read again for each node";
        walk.found.wrong(length..length, message.to_owned());
    }
}

impl Walk<'_, '_, '_> {
    /// Reads one value or member. Returns whether there was one.
    fn step(&mut self) -> bool {
        let tape = self.tape;
        let Some(open) = self.open.last_mut() else { return false };
        if open.at >= open.end {
            self.open.pop();
            return true;
        }
        let at = open.at as usize;
        let (role, shape) = (open.role, open.shape);
        if shape == Shape::Items && tape.kind(at) == Kind::Array {
            // The items of an array in an array are those of that one.
            open.at += 1;
            return true;
        }
        open.at = tape.after(at) as u32;
        let (context, outer) = (Rc::clone(&open.context), Rc::clone(&open.outer));
        if shape == Shape::Items {
            if !tape.is_key(at) {
                self.value(at, role, &context, &outer);
            }
            return true;
        }
        // A key without a value, or a value without a key, is no JSON.
        let next = open.at as usize;
        let value = (open.at < open.end && !tape.is_key(next)).then_some(next);
        if let Some(value) = value.filter(|_| tape.is_key(at)) {
            open.at = tape.after(value) as u32;
            match shape {
                Shape::Map => self.entry(at, value, role, &context),
                Shape::Context => self.definition(at, value, &context, &outer),
                Shape::Definition => self.part(at, value, &context),
                _ => self.member(at, value, role, &context, &outer),
            }
        } else if !tape.is_key(at) {
            // After a string that is never closed, a node may seem to be a part of the one before it.
            self.value(at, Role::Nodes, &context, &outer);
        }
        true
    }
}
