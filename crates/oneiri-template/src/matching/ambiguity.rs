//! Whether some text has two readings: a search for two paths of the automaton with the same symbols.

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::automaton::Automaton;
use super::capture::Match;
use super::error::{Ambiguity, MatcherError};
use super::reading::{Items, Variables};
use super::symbol::Symbol;
use crate::template::Template;

/// Two paths that have taken the same symbols, and the step before them.
#[derive(Clone, Copy)]
struct Node {
    places: [Option<usize>; 2],
    differ: bool,
    symbol: Symbol,
    before: usize,
}

/// The most steps that the search takes.
pub(crate) const STEPS: usize = 1 << 22;

/// The shortest text with two readings, if there is one.
pub(crate) fn ambiguity(
    template: &Template,
    automaton: &Automaton,
    variables: &Variables,
) -> Result<Option<MatcherError>, MatcherError> {
    let root = Node { places: [None; 2], differ: false, symbol: Symbol::Raw(0), before: 0 };
    let mut nodes = Vec::from([root]);
    let mut seen = BTreeSet::new();
    let (mut at, mut steps) = (0, 0);
    while at < nodes.len() {
        let Node { places: [one, two], differ, .. } = nodes[at];
        for &left in automaton.next(one) {
            for &right in automaton.next(two) {
                steps += 1;
                if steps > STEPS {
                    return Err(MatcherError::Undecided);
                }
                // Paths that have not differed are one path, so the pair need not be seen both ways.
                if !differ && left > right {
                    continue;
                }
                let (a, b) = (automaton.places[left].class, automaton.places[right].class);
                let Some(symbol) = a.meet(b) else { continue };
                let differ = differ || left != right;
                if !seen.insert((left, right, differ)) {
                    continue;
                }
                let places = [Some(left), Some(right)];
                nodes.push(Node { places, differ, symbol, before: at });
                if differ && automaton.last[left] && automaton.last[right] {
                    return Ok(Some(of_last(template, automaton, variables, &nodes)));
                }
            }
        }
        at += 1;
    }
    Ok(None)
}

/// The ambiguity that the last node is.
fn of_last(template: &Template, automaton: &Automaton, variables: &Variables, nodes: &[Node]) -> MatcherError {
    let mut way = Vec::new();
    let mut at = nodes.len() - 1;
    while at > 0 {
        way.push(nodes[at]);
        at = nodes[at].before;
    }
    way.reverse();
    let mut text = String::new();
    let ends: Vec<_> = way
        .iter()
        .map(|node| {
            push(node.symbol, &mut text);
            text.len()
        })
        .collect();
    let read = |side: usize| {
        let (mut items, mut start) = (Items::default(), 0);
        for (node, &end) in way.iter().zip(&ends) {
            items.step(variables, automaton.places[node.places[side]?], start, end);
            start = end;
        }
        items
            .finish(variables, template, &text)
            .ok()
            .filter(|found| template.expand(found).is_ok_and(|expansion| expansion == text))
            .map(Match::into_owned)
    };
    match (read(0), read(1)) {
        (Some(one), Some(two)) if one != two => {
            let readings = [one, two];
            MatcherError::Ambiguous(Box::new(Ambiguity { text, readings }))
        }
        _ => MatcherError::Repeated { name: template.repeated_name().unwrap_or_default().into() },
    }
}

/// Appends the symbol as it is in a text.
pub(crate) fn push(symbol: Symbol, out: &mut String) {
    match symbol {
        Symbol::Raw(byte) => out.push(char::from(byte)),
        Symbol::Escaped(character) => crate::encode::push_all(character, out),
        Symbol::Odd(digits) => {
            let escapes = digits.chunks(2).filter(|digits| digits[0] != 0);
            escapes.for_each(|it| out.extend(['%', char::from(it[0]), char::from(it[1])]));
        }
    }
}
