//! Queries whose pairs are in any order, with unknown and missing ones.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::error::Mismatch;
use crate::operator::Operator;
use crate::template::{Modifier, Part, Template};

/// The pairs of a template's query, in its order.
#[derive(Clone, Debug)]
pub(crate) struct Query(Vec<Pair>);

#[derive(Clone, Debug)]
struct Pair {
    name: String,
    explode: bool,
    /// What is before the pair if no other pair of its expression is before it.
    lead: u8,
    /// The expression, by its number among the parts.
    part: usize,
    /// Whether the pair is in a literal, so that it has its delimiter in the literal.
    is_literal: bool,
}

impl Query {
    pub(crate) fn of(template: &Template) -> Self {
        let (mut pairs, mut behind) = (Vec::new(), false);
        for (part, it) in template.parts.iter().enumerate() {
            match it {
                Part::Expression(expression) => {
                    let lead = match expression.operator {
                        Operator::Query => b'?',
                        Operator::Continuation => b'&',
                        Operator::Fragment => break,
                        _ => continue,
                    };
                    behind = true;
                    pairs.extend(expression.variables.iter().map(|variable| Pair {
                        name: variable.name.clone(),
                        explode: variable.modifier == Modifier::Explode,
                        lead,
                        part,
                        is_literal: false,
                    }));
                }
                Part::Literal(text) => {
                    let (text, is_last) = match text.split_once('#') {
                        Some((before, _)) => (before, true),
                        None => (text.as_str(), false),
                    };
                    // `?fixed=1&q=` before `{q}`.
                    let leads = text.match_indices(['?', '&']).filter(|(at, lead)| {
                        let is_query = behind || text[..*at].contains('?');
                        if *lead == "?" { !is_query } else { is_query }
                    });
                    for (at, lead) in leads {
                        let pair = text[at + 1..].split('&').next().unwrap_or_default();
                        let name = pair.split('=').next().unwrap_or_default().into();
                        let lead = lead.as_bytes()[0];
                        pairs.push(Pair { name, explode: false, lead, part, is_literal: true });
                    }
                    behind |= text.contains('?');
                    if is_last {
                        break;
                    }
                }
            }
        }
        Self(pairs)
    }

    /// Whether a variable takes pairs of all names. Those of other variables then have to be sorted out first.
    pub(crate) fn is_exploded(&self) -> bool {
        self.0.iter().any(|pair| pair.explode)
    }

    /// The text with its pairs in the order of the template. `None` if they are in this order already, or if the template
    /// or the text has no query.
    pub(crate) fn reorder<'a>(&self, text: &'a str) -> Option<Reordered<'a>> {
        let end = text.find('#').unwrap_or(text.len());
        let has_mark = self.0.iter().any(|pair| pair.lead == b'?');
        let start = text[..end].find('?').filter(|_| has_mark)?;
        let exploded = self.0.iter().position(|pair| pair.explode);
        let mut slots = Slots::default();
        self.sort(text, start + 1..end, exploded, &mut slots);
        let mut ordered = String::with_capacity(text.len());
        ordered.push_str(&text[..start]);
        let mut pieces = Vec::from([(0, 0)]);
        let mut part = None;
        slots.known.sort_by_key(|&(slot, at, _)| (slot, at));
        for &(slot, at, pair) in &slots.known {
            let Pair { lead, part: this, is_literal, .. } = self.0[slot];
            let is_first = part.replace(this) != Some(this);
            let lead = if is_first || is_literal { lead } else { b'&' };
            ordered.push(char::from(lead));
            pieces.push((ordered.len(), at));
            ordered.push_str(pair);
            if !is_literal && !pair.contains('=') {
                ordered.push('=');
            }
        }
        pieces.push((ordered.len(), end));
        ordered.push_str(&text[end..]);
        // Without a pair that `?` leads, no expansion has a query.
        if ordered == text || ordered[start..].starts_with('&') {
            return None;
        }
        Some(Reordered { given: text, text: ordered, pieces, unknown: slots.unknown })
    }

    /// Gives each pair of the text to its place in the template.
    fn sort<'a>(&self, text: &'a str, range: core::ops::Range<usize>, exploded: Option<usize>, slots: &mut Slots<'a>) {
        let mut at = range.start;
        let slot = |pair: &str| {
            let name = pair.split('=').next().unwrap_or_default();
            self.0.iter().position(|it| it.name == name)
        };
        let mut others = Vec::new();
        for pair in text[range].split('&') {
            match slot(pair) {
                Some(slot) => slots.known.push((slot, at, pair)),
                None => others.push((at, pair)),
            }
            at += pair.len() + 1;
        }
        for (at, pair) in others {
            match exploded.filter(|_| pair.contains('=')) {
                Some(slot) => slots.known.push((slot, at, pair)),
                None => slots.unknown.extend(Some(pair).filter(|pair| !pair.is_empty())),
            }
        }
    }
}

/// The template without its query and its fragment.
pub(crate) fn before_query(template: &Template) -> Template {
    let mut parts = Vec::new();
    for part in &template.parts {
        match part {
            Part::Expression(expression) => match expression.operator {
                Operator::Query | Operator::Continuation | Operator::Fragment => break,
                _ => parts.push(part.clone()),
            },
            Part::Literal(text) => {
                let end = text.find(['?', '#']);
                parts.push(Part::Literal(text[..end.unwrap_or(text.len())].into()));
                if end.is_some() {
                    break;
                }
            }
        }
    }
    Template { text: String::new(), parts }
}

/// A text whose pairs were put into the order of a template.
pub(crate) struct Reordered<'a> {
    given: &'a str,
    pub(crate) text: String,
    /// The start of each piece in the ordered text, and in the text as it was given.
    pieces: Vec<(usize, usize)>,
    unknown: Vec<&'a str>,
}

impl<'a> Reordered<'a> {
    /// The error with its place in the text as it was given.
    pub(crate) fn moved(&self, error: Mismatch) -> Mismatch {
        let piece = self.pieces.iter().rev().find(|(here, _)| *here <= error.start());
        let &(here, there) = piece.unwrap_or(&(0, 0));
        error.moved(self.given, (there + error.start() - here).min(self.given.len()))
    }

    /// The pairs of names that the template does not have.
    pub(crate) fn unknown(self) -> Vec<Cow<'a, str>> {
        self.unknown.into_iter().map(Cow::Borrowed).collect()
    }
}

#[derive(Default)]
struct Slots<'a> {
    /// The place in the template, the place in the text, and the pair.
    known: Vec<(usize, usize, &'a str)>,
    unknown: Vec<&'a str>,
}
