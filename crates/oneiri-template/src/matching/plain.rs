//! A tree of the templates that are literals and variables without operators: `/users/{id}/posts`.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::symbol::{Class, Symbol, symbol};
use crate::operator::Operator;
use crate::template::{Modifier, Part, Template};

/// The most variables of a template in the tree.
const MOST: usize = 8;

/// The text of a variable.
#[derive(Clone, Copy)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Whether the text has no `,` and no escape, so that it is its value.
    pub(crate) is_value: bool,
}

/// The text of each variable.
pub(crate) type Spans = [Span; MOST];

pub(crate) const EMPTY: Spans = [Span { start: 0, end: 0, is_value: false }; MOST];

/// Literals by their bytes, and a way for a variable. A text reaches a node at one place only, because
/// after a variable stands a byte that its text cannot have.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plain {
    nodes: Vec<Node>,
    /// For each node the first byte of its literal.
    first: Vec<u8>,
    literals: Vec<u8>,
}

/// No node, or no template.
const NONE: u32 = u32::MAX;

/// The most bytes of a literal that are compared at once.
const WORD: usize = 8;

/// Numbers of 32 bits, so that a node is half a line of the cache.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The first bytes of the literal before the node, and 0 after them.
    word: [u8; WORD],
    /// Where the literal begins in `literals`, and its length.
    literal: (u32, u32),
    /// The nodes that begin with a literal.
    next: (u32, u32),
    /// The node after a variable.
    variable: u32,
    /// The template that ends here.
    template: u32,
}

/// The tree while templates are added.
#[derive(Default)]
pub(crate) struct Growing {
    nodes: Vec<Sprout>,
}

#[derive(Default)]
struct Sprout {
    literal: Box<[u8]>,
    next: Vec<usize>,
    variable: Option<usize>,
    template: Option<usize>,
}

/// Whether the text of `{x}` may have the byte.
fn is_content(byte: u8) -> bool {
    matches!(byte, b',' | b'%') || Class::Simple.has_byte(byte)
}

/// The text of a `{x}` that begins here, or `None` at an escape that it cannot have.
fn content(text: &[u8], start: usize) -> Option<Span> {
    let (mut end, mut is_value) = (start, true);
    loop {
        end = Class::Simple.run(text, end);
        match text.get(end) {
            Some(b',') => end += 1,
            Some(b'%') => match symbol(text, end)? {
                (Symbol::Escaped(_), behind) => end = behind,
                _ => return None,
            },
            _ => return Some(Span { start, end, is_value }),
        }
        is_value = false;
    }
}

impl Growing {
    /// Whether a template may be in the tree.
    pub(crate) fn has_room(template: &Template) -> bool {
        let mut parts = template.parts.iter().peekable();
        let mut count = 0;
        while let Some(part) = parts.next() {
            let Part::Expression(expression) = part else { continue };
            count += 1;
            let is_simple = match &*expression.variables {
                [variable] => variable.modifier == Modifier::None,
                _ => false,
            };
            let is_cut = match parts.peek() {
                Some(Part::Literal(text)) => !is_content(text.as_bytes()[0]),
                Some(Part::Expression(_)) => false,
                None => true,
            };
            if !(is_simple && is_cut && expression.operator == Operator::Simple) {
                return false;
            }
        }
        count <= MOST && template.repeated_name().is_none()
    }

    /// Adds a template. Of two that differ in names alone, the earlier one stays.
    pub(crate) fn add(&mut self, template: &Template, index: usize) {
        if self.nodes.is_empty() {
            self.node(&[]);
        }
        let mut node = 0;
        for part in &template.parts {
            node = match (part, self.nodes[node].variable) {
                (Part::Literal(text), _) => self.literal(node, text.as_bytes()),
                (_, Some(next)) => next,
                (_, None) => {
                    let next = self.node(&[]);
                    self.nodes[node].variable = Some(next);
                    next
                }
            };
        }
        self.nodes[node].template.get_or_insert(index);
    }

    fn node(&mut self, literal: &[u8]) -> usize {
        self.nodes.push(Sprout { literal: literal.into(), ..Sprout::default() });
        self.nodes.len() - 1
    }

    /// The node after a literal.
    fn literal(&mut self, mut node: usize, mut text: &[u8]) -> usize {
        while let Some(first) = text.first() {
            let is_way = |&next: &usize| self.nodes[next].literal.first() == Some(first);
            let Some(way) = self.nodes[node].next.iter().position(is_way) else {
                let next = self.node(text);
                self.nodes[node].next.push(next);
                return next;
            };
            let next = self.nodes[node].next[way];
            let literal = &self.nodes[next].literal;
            let common = literal.iter().zip(text).take_while(|(one, two)| one == two).count();
            if common < literal.len() {
                let behind: Box<[u8]> = literal[common..].into();
                let middle = self.node(&text[..common]);
                self.nodes[middle].next.push(next);
                self.nodes[next].literal = behind;
                self.nodes[node].next[way] = middle;
                node = middle;
            } else {
                node = next;
            }
            text = &text[common..];
        }
        node
    }

    /// The tree, with nodes that begin with a literal side by side. `None` if it is too large for 32 bits.
    pub(crate) fn finish(self) -> Option<Plain> {
        let mut tree = Plain::default();
        // The node here of each node there, in the order there.
        let mut order: Vec<usize> = (0..self.nodes.len().min(1)).collect();
        let mut at = 0;
        while at < order.len() {
            let sprout = &self.nodes[order[at]];
            let start = u32::try_from(tree.literals.len()).ok()?;
            tree.literals.extend(&sprout.literal);
            let literal = (start, u32::try_from(sprout.literal.len()).ok()?);
            let mut word = [0; WORD];
            word.iter_mut().zip(&sprout.literal).for_each(|(byte, &from)| *byte = from);
            let start = u32::try_from(order.len()).ok()?;
            order.extend(&sprout.next);
            let next = (start, u32::try_from(order.len()).ok()?);
            order.extend(sprout.variable);
            let variable = sprout.variable.map_or(NONE, |_| next.1);
            let template = match sprout.template {
                Some(template) => u32::try_from(template).ok()?,
                None => NONE,
            };
            tree.first.push(sprout.literal.first().copied().unwrap_or_default());
            tree.nodes.push(Node { word, literal, next, variable, template });
            at += 1;
        }
        Some(tree)
    }
}

/// A way for a variable that is not tried yet.
#[derive(Clone, Copy)]
struct Way {
    /// The node after the variable.
    node: u32,
    /// The place in the text, and the number of variables before it.
    at: usize,
    count: usize,
}

/// The ways that are not tried yet. Few are in the array, so that most texts need no allocation.
struct Open {
    few: [Way; 4],
    count: usize,
    more: Vec<Way>,
}

impl Open {
    const EMPTY: Self = Self { few: [Way { node: 0, at: 0, count: 0 }; 4], count: 0, more: Vec::new() };

    fn push(&mut self, way: Way) {
        match self.few.get_mut(self.count) {
            Some(free) => (*free, self.count) = (way, self.count + 1),
            None => self.more.push(way),
        }
    }

    fn pop(&mut self) -> Option<Way> {
        self.more.pop().or_else(|| {
            self.count = self.count.checked_sub(1)?;
            Some(self.few[self.count])
        })
    }
}

impl Plain {
    /// The template that the text is an expansion of, and the texts of its variables. A literal is
    /// preferred to a variable.
    pub(crate) fn find(&self, text: &[u8], spans: &mut Spans) -> Option<usize> {
        let mut open = Open::EMPTY;
        let (mut node, mut at, mut count) = (self.nodes.first()?, 0, 0);
        loop {
            if at == text.len() && node.template != NONE {
                return Some(node.template as usize);
            }
            if let Some((next, end)) = self.literal(node, text, at) {
                if node.variable != NONE {
                    open.push(Way { node: node.variable, at, count });
                }
                (node, at) = (next, end);
                continue;
            }
            let mut variable = node.variable;
            loop {
                let span = if variable == NONE { None } else { content(text, at) };
                if let Some(span) = span {
                    spans[count] = span;
                    (node, at, count) = (self.nodes.get(variable as usize)?, span.end, count + 1);
                    break;
                }
                Way { node: variable, at, count } = open.pop()?;
            }
        }
    }

    /// The node after the literal of the text, and where it ends.
    fn literal(&self, node: &Node, text: &[u8], at: usize) -> Option<(&Node, usize)> {
        let first = text.get(at)?;
        let (start, end) = (node.next.0 as usize, node.next.1 as usize);
        let next = start + self.first[start..end].iter().position(|byte| byte == first)?;
        let next = &self.nodes[next];
        let (start, length) = (next.literal.0 as usize, next.literal.1 as usize);
        let is_same = match text[at..].first_chunk() {
            Some(word) if length <= WORD => {
                let differ = u64::from_le_bytes(*word) ^ u64::from_le_bytes(next.word);
                differ << (8 * (WORD - length)) == 0
            }
            _ => text[at..].starts_with(&self.literals[start..start + length]),
        };
        is_same.then_some((next, at + length))
    }
}
