//! A tree of the templates that are literals and variables without operators: `/users/{id}/posts`.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::symbol::{Class, Symbol, symbol};
use crate::operator::Operator;
use crate::template::{Modifier, Part, Template};

/// The most variables of a template in the tree.
const MOST: usize = 8;

/// The start and the end of each variable's text.
pub(crate) type Spans = [(usize, usize); MOST];

/// Literals by their bytes, and a way for a variable. A text reaches a node at one place only, because
/// behind a variable stands a byte that its text cannot have.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plain {
    nodes: Vec<Node>,
}

#[derive(Clone, Debug, Default)]
struct Node {
    /// What stands before the node.
    literal: Box<[u8]>,
    /// The first bytes of the literals of `next`.
    bytes: Vec<u8>,
    next: Vec<usize>,
    /// The node behind a variable.
    variable: Option<usize>,
    /// The template that ends here.
    template: Option<usize>,
}

/// Whether the text of `{x}` may have the byte.
fn is_content(byte: u8) -> bool {
    matches!(byte, b',' | b'%') || Class::Simple.has_byte(byte)
}

/// The end of the text of a `{x}` that begins here, or `None` at an escape that it cannot have.
fn content(text: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at = Class::Simple.run(text, at);
        match text.get(at) {
            Some(b',') => at += 1,
            Some(b'%') => match symbol(text, at)? {
                (Symbol::Escaped(_), end) => at = end,
                _ => return None,
            },
            _ => return Some(at),
        }
    }
}

impl Plain {
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
            self.nodes.push(Node::default());
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
        self.nodes.push(Node { literal: literal.into(), ..Node::default() });
        self.nodes.len() - 1
    }

    /// The node behind a literal.
    fn literal(&mut self, mut node: usize, mut text: &[u8]) -> usize {
        while let Some(&first) = text.first() {
            let Some(way) = self.nodes[node].bytes.iter().position(|&byte| byte == first) else {
                let next = self.node(text);
                self.nodes[node].bytes.push(first);
                self.nodes[node].next.push(next);
                return next;
            };
            let next = self.nodes[node].next[way];
            let literal = &self.nodes[next].literal;
            let common = literal.iter().zip(text).take_while(|(one, two)| one == two).count();
            if common < literal.len() {
                let behind: Box<[u8]> = literal[common..].into();
                let middle = self.node(&text[..common]);
                self.nodes[middle].bytes.push(behind[0]);
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

    /// The template that the text is an expansion of, and the texts of its variables. A literal is
    /// preferred to a variable.
    pub(crate) fn find(&self, text: &[u8]) -> Option<(usize, Spans)> {
        // Nodes whose way for a variable is not tried yet.
        let mut open = Vec::new();
        let mut spans = [(0, 0); MOST];
        let (mut node, mut at, mut count) = (0, 0, 0);
        loop {
            let this = self.nodes.get(node)?;
            let next = match text.get(at) {
                None if this.template.is_some() => return Some((this.template?, spans)),
                None => None,
                Some(first) => {
                    let way = this.bytes.iter().position(|byte| byte == first);
                    way.map(|way| this.next[way])
                        .filter(|&next| text[at..].starts_with(&self.nodes[next].literal))
                }
            };
            if let Some(next) = next {
                if this.variable.is_some() {
                    open.push((node, at, count));
                }
                (node, at) = (next, at + self.nodes[next].literal.len());
                continue;
            }
            if this.variable.is_none() {
                (node, at, count) = open.pop()?;
            }
            loop {
                if let (Some(next), Some(end)) = (self.nodes[node].variable, content(text, at)) {
                    spans[count] = (at, end);
                    (node, at, count) = (next, end, count + 1);
                    break;
                }
                (node, at, count) = open.pop()?;
            }
        }
    }
}
