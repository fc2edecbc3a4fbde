//! Two templates: whether they can match one text, and whether one matches all that the other does.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::ambiguity::{STEPS, push};
use super::automaton::Automaton;
use super::build::build;
use super::error::MatcherError;
use super::symbol::{Class, Symbol};
use crate::template::Template;

/// A text that both templates expand to, if there is one: the one with the fewest characters.
///
/// # Errors
///
/// Templates for which this is not decided, as for [`Template::matcher`].
///
/// ```
/// use oneiri_template::{Template, overlap};
///
/// let (one, two) = (Template::parse("/users/{id}")?, Template::parse("/users/me{?q}")?);
/// assert_eq!(overlap(&one, &two)?.as_deref(), Some("/users/me"));
/// assert_eq!(overlap(&one, &Template::parse("/groups/{id}")?)?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn overlap(a: &Template, b: &Template) -> Result<Option<String>, MatcherError> {
    let automata = (build(a)?, build(b)?);
    let Some(text) = common(&automata.0, &automata.1)? else { return Ok(None) };
    for template in [a, b] {
        if let Some(name) = template.repeated_name() {
            // The automaton does not know that both values of the name are one.
            let matches = template.matcher().is_ok_and(|matcher| matcher.matches(&text).is_ok());
            if !matches {
                return Err(MatcherError::Repeated { name: name.into() });
            }
        }
    }
    Ok(Some(text))
}

/// The shortest text that both automata take.
fn common(one: &Automaton, two: &Automaton) -> Result<Option<String>, MatcherError> {
    if one.nullable && two.nullable {
        return Ok(Some(String::new()));
    }
    // The places in both, the symbol that led there, and the index of the pair before.
    let mut pairs = Vec::from([(None, None, Symbol::Raw(0), 0)]);
    let mut seen = BTreeSet::new();
    let (mut at, mut steps) = (0, 0);
    while at < pairs.len() {
        let (left, right, ..) = pairs[at];
        for &a in one.next(left) {
            for &b in two.next(right) {
                steps += 1;
                if steps > STEPS {
                    return Err(MatcherError::Undecided);
                }
                let Some(symbol) = one.places[a].class.meet(two.places[b].class) else { continue };
                if !seen.insert((a, b)) {
                    continue;
                }
                pairs.push((Some(a), Some(b), symbol, at));
                if one.last[a] && two.last[b] {
                    let (mut symbols, mut index) = (Vec::new(), pairs.len() - 1);
                    while index > 0 {
                        symbols.push(pairs[index].2);
                        index = pairs[index].3;
                    }
                    let mut text = String::new();
                    symbols.iter().rev().for_each(|&symbol| push(symbol, &mut text));
                    return Ok(Some(text));
                }
            }
        }
        at += 1;
    }
    Ok(None)
}

/// Whether the first template can expand to every text that the second can expand to.
///
/// # Errors
///
/// Templates for which this is not decided, as for [`Template::matcher`].
///
/// ```
/// use oneiri_template::{Template, covers};
///
/// let (all, one) = (Template::parse("/{+path}")?, Template::parse("/users/{id}")?);
/// assert_eq!((covers(&all, &one)?, covers(&one, &all)?), (true, false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn covers(a: &Template, b: &Template) -> Result<bool, MatcherError> {
    for template in [a, b] {
        if let Some(name) = template.repeated_name() {
            return Err(MatcherError::Repeated { name: name.into() });
        }
    }
    let (wide, narrow) = (build(a)?, build(b)?);
    if narrow.nullable && !wide.nullable {
        return Ok(false);
    }
    let symbols = symbols(&[&wide, &narrow]);
    // A place of the narrow automaton, and all places of the wide one that the same text leads to.
    let mut pairs: Vec<(Option<usize>, Vec<usize>)> = Vec::from([(None, Vec::new())]);
    let mut seen = BTreeSet::new();
    let mut steps = 0;
    while let Some((place, set)) = pairs.pop() {
        for &next in narrow.next(place) {
            for &symbol in symbols.iter().filter(|&&symbol| narrow.places[next].class.has(symbol)) {
                let mut there = BTreeSet::new();
                let mut take = |from: Option<usize>| {
                    steps += wide.next(from).len();
                    there.extend(wide.next(from).iter().filter(|&&to| wide.places[to].class.has(symbol)));
                };
                match place {
                    None => take(None),
                    Some(_) => set.iter().for_each(|&from| take(Some(from))),
                }
                if there.is_empty() || narrow.last[next] && !there.iter().any(|&to| wide.last[to]) {
                    return Ok(false);
                }
                if steps > STEPS {
                    return Err(MatcherError::Undecided);
                }
                let there: Vec<usize> = there.into_iter().collect();
                if seen.insert((next, there.clone())) {
                    pairs.push((Some(next), there));
                }
            }
        }
    }
    Ok(true)
}

/// Symbols of which each represents all that the automata do not tell from it.
fn symbols(automata: &[&Automaton]) -> Vec<Symbol> {
    let places = automata.iter().flat_map(|automaton| &automaton.places);
    let mut symbols: Vec<_> = places
        .filter_map(|place| match place.class {
            Class::Exact(symbol @ (Symbol::Escaped(_) | Symbol::Odd(_))) => Some(symbol),
            _ => None,
        })
        .collect();
    let others = ('\u{F0000}'..).map(Symbol::Escaped).find(|symbol| !symbols.contains(symbol));
    symbols.extend(others);
    symbols.extend([
        Symbol::Escaped('/'),
        Symbol::Escaped('%'),
        // No literal has this one.
        Symbol::Odd(*b"80\0\0\0\0\0\0"),
    ]);
    symbols.extend((0..0x80).map(Symbol::Raw));
    symbols
}
