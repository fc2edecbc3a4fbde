//! Values, from a path through the automaton.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::automaton::{Action, Place};
use super::capture::{Capture, Hazards, Match};
use super::repeated::{Occurrence, join};
use super::symbol::{Symbol, decodes_in_reserved, symbol};
use crate::operator::Operator;
use crate::template::{Modifier, Part, Template, Variable};
use crate::value::Value;

/// An item of a value, in the text: where it begins and ends, and the place of its `=`.
#[derive(Clone, Copy)]
pub(crate) struct Item {
    variable: usize,
    start: usize,
    equals: Option<usize>,
    end: usize,
}

/// Collects the items of a text, symbol by symbol.
#[derive(Default)]
pub(crate) struct Items {
    /// The items of a variable are one after the other.
    items: Vec<Item>,
    /// The variable that the symbol before belongs to.
    open: Option<usize>,
}

/// A number of items, of which only the last one can change, and the variable that is open.
pub(crate) struct Mark {
    count: usize,
    last: Option<Item>,
    open: Option<usize>,
}

impl Items {
    /// No items, and room for one of each variable and a few more.
    pub(crate) fn of(all: &Variables) -> Self {
        Self { items: Vec::with_capacity(all.0.len() + 2), open: None }
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark { count: self.items.len(), last: self.items.last().copied(), open: self.open }
    }

    pub(crate) fn reset(&mut self, mark: Mark) {
        self.items.truncate(mark.count);
        if let (Some(item), Some(last)) = (self.items.last_mut(), mark.last) {
            *item = last;
        }
        self.open = mark.open;
    }

    /// Takes a symbol: its place in the automaton, its start and its end.
    #[inline]
    pub(crate) fn step(&mut self, all: &Variables, place: Place, start: usize, end: usize) {
        match (place.action, self.items.last_mut()) {
            (Action::Literal, _) => self.open = None,
            (Action::Content, Some(item)) if self.open == Some(place.variable) => item.end = end,
            _ => self.begin(all, place, start, end),
        }
    }

    /// Takes a symbol that is not one more of an item.
    #[inline(never)]
    fn begin(&mut self, all: &Variables, place: Place, start: usize, end: usize) {
        let Place { variable, action, .. } = place;
        let empty = |variable| Item { variable, start, equals: None, end: start };
        if action == Action::BeginNext {
            let first = all.first_of_expression(variable);
            if self.items.last().is_none_or(|item| item.variable < first) {
                self.items.push(empty(first));
            }
        }
        if self.open != Some(variable) {
            self.open = Some(variable);
            self.items.push(empty(variable));
        }
        let Some(item) = self.items.last_mut() else { return };
        match action {
            Action::Begin | Action::BeginNext => {
                *item = Item { variable, start: end, equals: None, end };
            }
            Action::Equals => (item.equals, item.end) = (Some(start), end),
            Action::Separator => self.items.push(Item { variable, start: end, equals: None, end }),
            Action::Content | Action::Literal => item.end = end,
        }
    }

    /// The values of the text. The error is where a value begins that is not the one which the name has
    /// elsewhere in the text.
    pub(crate) fn finish<'a>(
        &self,
        all: &Variables,
        template: &'a Template,
        text: &'a str,
    ) -> Result<Match<'a>, usize> {
        let same = |one: &Item, two: &Item| one.variable == two.variable;
        let mut captures: Vec<Capture<'_>> = Vec::with_capacity(all.0.len().min(self.items.len()));
        let mut occurrences = Vec::new();
        for items in self.items.chunk_by(same) {
            let Some((operator, variable)) = all.get(template, items[0].variable) else { continue };
            let name = variable.name();
            if let ([item], false) = (items, all.1) {
                let text = &text[item.start..item.end];
                let explode = variable.modifier == Modifier::Explode;
                let reserved = operator.rules().reserved;
                if (reserved || !explode) && !has_escape(text) {
                    captures.push(if reserved {
                        Capture::of(Cow::Borrowed(name), Value::from(text))
                    } else {
                        borrowed(name, text)
                    });
                    continue;
                }
            }
            let value = value(operator, variable, items, text);
            let capture = Capture::of(Cow::Borrowed(name), value);
            if all.1 {
                let start = items[0].start;
                occurrences.push(Occurrence { operator, variable, start, capture });
            } else {
                captures.push(capture)
            }
        }
        Ok(Match::of(if all.1 { join(occurrences)? } else { captures }))
    }
}

/// Where each variable is in the template: its part, and its index there. And whether a name stands
/// twice.
#[derive(Clone, Debug)]
pub(crate) struct Variables(Vec<(usize, usize)>, pub(crate) bool);

impl Variables {
    pub(crate) fn of(template: &Template) -> Self {
        let mut all = Vec::new();
        for (part, it) in template.parts.iter().enumerate() {
            if let Part::Expression(expression) = it {
                all.extend((0..expression.variables.len()).map(|index| (part, index)));
            }
        }
        Self(all, template.repeated_name().is_some())
    }

    pub(crate) fn get<'t>(&self, template: &'t Template, variable: usize) -> Option<(Operator, &'t Variable)> {
        let &(part, index) = self.0.get(variable)?;
        match template.parts.get(part)? {
            Part::Expression(expression) => Some((expression.operator, expression.variables.get(index)?)),
            Part::Literal(_) => None,
        }
    }

    fn first_of_expression(&self, variable: usize) -> usize {
        self.0.get(variable).map_or(variable, |(_, index)| variable - index)
    }
}

/// The value that the items represent.
fn value<'a>(operator: Operator, variable: &Variable, items: &[Item], text: &'a str) -> Value<'a> {
    let rules = operator.rules();
    let explode = variable.modifier == Modifier::Explode && !rules.reserved;
    let has_name = |item: &Item| text[item.start..item.equals.unwrap_or(item.end)] == variable.name;
    let is_map = explode
        && if rules.named { !items.iter().all(has_name) } else { items.iter().any(|item| item.equals.is_some()) };
    let decode = |start: usize, end: usize| decoded(&text[start..end], rules.reserved);
    if is_map {
        let pair = |item: &Item| {
            let name = decode(item.start, item.equals.unwrap_or(item.end));
            let value = item.equals.map(|equals| decode(equals + 1, item.end));
            (name, value.unwrap_or_default())
        };
        return Value::Map(items.iter().map(pair).collect());
    }
    let text = |item: &Item| match item.equals {
        Some(equals) => decode(equals + 1, item.end),
        None if explode && rules.named => Cow::Borrowed(""),
        None => decode(item.start, item.end),
    };
    match items {
        [item] => Value::Text(text(item)),
        items => Value::List(items.iter().map(text).collect()),
    }
}

/// The value of a variable without a modifier, from the text that `{x}` expands to.
pub(crate) fn simple<'a>(name: &'a str, text: &'a str) -> Capture<'a> {
    let value = if text.contains(',') {
        Value::List(text.split(',').map(|item| decoded(item, false)).collect())
    } else {
        Value::Text(decoded(text, false))
    };
    Capture::of(Cow::Borrowed(name), value)
}

/// The same for a text without `,` and escapes, which is its value.
pub(crate) fn borrowed<'a>(name: &'a str, text: &'a str) -> Capture<'a> {
    // Neither `/` nor NUL stands as itself here.
    let hazards = Hazards { dot_segment: matches!(text, "." | ".."), ..Hazards::default() };
    Capture { name: Cow::Borrowed(name), value: Value::Text(Cow::Borrowed(text)), hazards }
}

/// Most texts are so short that this is faster than `contains`.
fn has_escape(text: &str) -> bool {
    text.bytes().any(|byte| byte == b'%')
}

/// The text that an expansion writes so. With `reserved`, escapes that it lets through stay.
fn decoded(text: &str, reserved: bool) -> Cow<'_, str> {
    if !has_escape(text) {
        return Cow::Borrowed(text);
    }
    // `from` is the end of what has been copied.
    let (mut out, mut from, mut at) = (String::with_capacity(text.len()), 0, 0);
    while let Some(next) = text[at..].bytes().position(|byte| byte == b'%') {
        let start = at + next;
        let Some((symbol, end)) = symbol(text.as_bytes(), start) else { break };
        match symbol {
            Symbol::Escaped(character) if !reserved || decodes_in_reserved(character) => {
                out.push_str(&text[from..start]);
                out.push(character);
                from = end;
            }
            _ => {}
        }
        at = end;
    }
    out.push_str(&text[from..]);
    Cow::Owned(out)
}
