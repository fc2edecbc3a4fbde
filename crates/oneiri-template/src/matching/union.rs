//! The automata of many templates as one: templates with the same beginning share its places.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::ambiguity::{STEPS, push};
use super::build::{Builder, Fragment};
use super::error::MatcherError;
use super::symbol::{Symbol, symbol};
use crate::operator::Operator;
use crate::template::{Expression, Modifier, Part, Template};

/// Takes a text in one pass, and says which templates it is an expansion of.
#[derive(Clone, Debug)]
pub(crate) struct Union {
    places: Vec<super::symbol::Class>,
    follow: Vec<Vec<usize>>,
    first: Vec<usize>,
    /// For each place the templates whose expansion may end after it.
    accepts: Vec<Vec<usize>>,
    /// The templates that expand to the empty text.
    nullable: Vec<usize>,
}

/// A step of a template. Names of variables count only where they are written.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Symbol(String),
    Expression(Operator, Vec<(String, Option<u16>)>),
}

impl Step {
    fn of(expression: &Expression) -> Self {
        let is_named = expression.operator.rules().named;
        let variables = expression.variables.iter().map(|variable| {
            let name = if is_named { variable.name.as_str() } else { "" };
            let modifier = match variable.modifier {
                Modifier::None => None,
                Modifier::Explode => Some(0),
                Modifier::Prefix(length) => Some(length),
            };
            (name.into(), modifier)
        });
        Self::Expression(expression.operator, variables.collect())
    }
}

/// The automaton that is being built: a tree whose nodes are the beginnings of templates.
struct Tree {
    builder: Builder,
    ways: BTreeMap<(usize, Step), usize>,
    nodes: Vec<Fragment>,
    first: Vec<usize>,
}

impl Tree {
    fn step(
        &mut self,
        node: usize,
        step: Step,
        build: impl FnOnce(&mut Builder) -> Result<Fragment, MatcherError>,
    ) -> Result<usize, MatcherError> {
        let key = (node, step);
        if let Some(&next) = self.ways.get(&key) {
            return Ok(next);
        }
        let next = build(&mut self.builder)?;
        let mut whole = self.builder.then(self.nodes[node].clone(), next)?;
        self.first.append(&mut whole.first);
        self.nodes.push(whole);
        self.ways.insert(key, self.nodes.len() - 1);
        Ok(self.nodes.len() - 1)
    }

    fn template(&mut self, template: &Template) -> Result<usize, MatcherError> {
        let mut node = 0;
        for part in &template.parts {
            match part {
                Part::Expression(expression) => {
                    let step = Step::of(expression);
                    node = self.step(node, step, |builder| builder.expression(expression))?;
                }
                Part::Literal(text) => {
                    let mut at = 0;
                    while let Some((_, end)) = symbol(text.as_bytes(), at) {
                        let one = &text[at..end];
                        node = self.step(node, Step::Symbol(one.into()), |it| it.literal(one))?;
                        at = end;
                    }
                }
            }
        }
        Ok(node)
    }
}

impl Union {
    /// The union of templates. An error has the index of the template.
    pub(crate) fn of<'t>(
        templates: impl Iterator<Item = (usize, &'t Template)>,
    ) -> Result<Self, (usize, MatcherError)> {
        let mut tree = Tree {
            builder: Builder::new(true),
            ways: BTreeMap::new(),
            nodes: vec![Fragment::empty()],
            first: Vec::new(),
        };
        let mut ends = Vec::new();
        for (index, template) in templates {
            ends.push((index, tree.template(template).map_err(|error| (index, error))?));
        }
        let Tree { builder, nodes, mut first, .. } = tree;
        first.sort_unstable();
        first.dedup();
        let automaton = builder.automaton;
        let mut accepts = vec![Vec::new(); automaton.places.len()];
        let mut nullable = Vec::new();
        for (index, node) in ends {
            nodes[node].last.iter().for_each(|&place| accepts[place].push(index));
            nullable.extend(nodes[node].nullable.then_some(index));
        }
        accepts.iter_mut().for_each(Vec::dedup);
        let mut follow = automaton.follow;
        for next in &mut follow {
            next.sort_unstable();
            next.dedup();
        }
        let places = automaton.places.iter().map(|place| place.class).collect();
        Ok(Self { places, follow, first, accepts, nullable })
    }

    /// Whether no text is taken.
    pub(crate) fn is_empty(&self) -> bool {
        self.places.is_empty() && self.nullable.is_empty()
    }

    /// The templates that take the text, in no order.
    pub(crate) fn find(&self, text: &str) -> Vec<usize> {
        let mut at = 0;
        let (mut here, mut next): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        while let Some((symbol, end)) = symbol(text.as_bytes(), at) {
            let takes = |place: &usize| self.places[*place].has(symbol);
            if at == 0 {
                next.extend(self.first.iter().copied().filter(takes));
            }
            for &place in &here {
                next.extend(self.follow[place].iter().copied().filter(takes));
            }
            if here.len() > 1 {
                next.sort_unstable();
                next.dedup();
            }
            core::mem::swap(&mut here, &mut next);
            next.clear();
            if here.is_empty() {
                return Vec::new();
            }
            at = end;
        }
        match (at == text.len(), text.is_empty()) {
            (false, _) => Vec::new(),
            (_, true) => self.nullable.clone(),
            _ => here.iter().flat_map(|&place| &self.accepts[place]).copied().collect(),
        }
    }

    /// The shortest text that two templates take, and their indexes.
    pub(crate) fn overlap(&self) -> Result<Option<([usize; 2], String)>, MatcherError> {
        if let Some(two) = two(&self.nullable, &self.nullable) {
            return Ok(Some((two, String::new())));
        }
        // Two places that the same text leads to, its last symbol, and the index of the pair before.
        let mut pairs = Vec::from([(None, None, Symbol::Raw(0), 0)]);
        let mut seen = BTreeSet::new();
        let (mut at, mut steps) = (0, 0);
        let next = |place: Option<usize>| place.map_or(&self.first, |place| &self.follow[place]);
        while at < pairs.len() {
            let (left, right, ..) = pairs[at];
            for (index, &a) in next(left).iter().enumerate() {
                // From one place, each pair of ways is taken once.
                let others = if left == right { &next(right)[index..] } else { next(right) };
                steps += others.len();
                if steps > 16 * STEPS {
                    return Err(MatcherError::Undecided);
                }
                for &b in others {
                    let Some(symbol) = self.places[a].meet(self.places[b]) else { continue };
                    if !seen.insert((a.min(b), a.max(b))) {
                        continue;
                    }
                    pairs.push((Some(a), Some(b), symbol, at));
                    if let Some(two) = two(&self.accepts[a], &self.accepts[b]) {
                        return Ok(Some((two, text(&pairs))));
                    }
                }
            }
            at += 1;
        }
        Ok(None)
    }
}

/// Two different templates, one of each list.
fn two(left: &[usize], right: &[usize]) -> Option<[usize; 2]> {
    let (&one, &last) = (left.first()?, right.last()?);
    let other = [last, *right.first()?].into_iter().find(|&other| other != one);
    match other {
        Some(other) => Some([one.min(other), one.max(other)]),
        None => left.iter().find(|&&it| it != one).map(|&it| [one.min(it), one.max(it)]),
    }
}

/// The symbols that lead to the last pair.
fn text(pairs: &[(Option<usize>, Option<usize>, Symbol, usize)]) -> String {
    let (mut symbols, mut index) = (Vec::new(), pairs.len() - 1);
    while index > 0 {
        symbols.push(pairs[index].2);
        index = pairs[index].3;
    }
    let mut text = String::new();
    symbols.iter().rev().for_each(|&symbol| push(symbol, &mut text));
    text
}
