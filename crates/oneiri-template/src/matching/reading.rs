//! Values, from a path through the automaton.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::automaton::{Action, Place};
use super::symbol::{Symbol, decodes_in_reserved, symbol};
use crate::template::{Modifier, Template};
use crate::value::{Value, Values};

/// The values of the variables that a text stands for. Other variables are undefined.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Match {
    captures: Vec<Capture>,
}

/// The value of a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Capture {
    /// The name of the variable.
    pub name: String,
    /// Its value, decoded once.
    pub value: Value<'static>,
    /// What makes the value unfit for a path of a file.
    pub hazards: Hazards,
}

/// What a decoded value has that can lead out of a folder.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hazards {
    /// A `/`.
    pub slash: bool,
    /// A text, or a part of it between slashes, that is `.` or `..`.
    pub dot_segment: bool,
    /// A NUL.
    pub nul: bool,
}

impl Hazards {
    /// Whether there is one.
    #[must_use]
    pub fn any(self) -> bool {
        self.slash || self.dot_segment || self.nul
    }

    fn of(value: &Value<'_>) -> Self {
        let mut hazards = Self::default();
        let mut look = |text: &str| {
            hazards.slash |= text.contains('/');
            hazards.nul |= text.contains('\0');
            hazards.dot_segment |= text.split('/').any(|segment| matches!(segment, "." | ".."));
        };
        match value {
            Value::Text(text) => look(text),
            Value::List(items) => items.iter().for_each(|item| look(item)),
            Value::Map(pairs) => pairs.iter().for_each(|(name, value)| {
                look(name);
                look(value);
            }),
        }
        hazards
    }
}

impl Match {
    /// The variables that have a value, in the order of the template.
    #[must_use]
    pub fn captures(&self) -> &[Capture] {
        &self.captures
    }

    /// The value of a variable.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value<'static>> {
        self.captures.iter().find(|capture| capture.name == name).map(|capture| &capture.value)
    }
}

impl Values for Match {
    fn value(&self, name: &str) -> Option<&Value<'_>> {
        self.get(name)
    }
}

/// `{x="a", y=["b", "c"]}`.
impl fmt::Display for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (index, Capture { name, value, .. }) in self.captures.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            match value {
                Value::Text(text) => write!(f, "{comma}{name}={text:?}"),
                Value::List(items) => write!(f, "{comma}{name}={items:?}"),
                Value::Map(pairs) => {
                    write!(f, "{comma}{name}=")?;
                    f.debug_map().entries(pairs.iter().map(|(name, value)| (name, value))).finish()
                }
            }?;
        }
        f.write_str("}")
    }
}

/// An item of a value, in the text: where it begins and ends, and the place of its `=`.
#[derive(Clone, Copy)]
struct Item {
    start: usize,
    equals: Option<usize>,
    end: usize,
}

/// The items of a variable.
struct Found {
    variable: usize,
    items: Vec<Item>,
}

/// The values that a path stands for: the place, the start and the end of each symbol. `None` if a name
/// that stands twice has two values.
pub(crate) fn reading(
    template: &Template,
    text: &str,
    path: impl Iterator<Item = (Place, usize, usize)>,
) -> Option<Match> {
    let mut all: Vec<Found> = Vec::new();
    // The variable that the symbol before belongs to.
    let mut open = None;
    for (place, start, end) in path {
        let Place { variable, action, .. } = place;
        if action == Action::Literal {
            open = None;
            continue;
        }
        if action == Action::BeginNext {
            let first = first_of_expression(template, variable);
            if all.last().is_none_or(|found| found.variable < first) {
                all.push(Found {
                    variable: first,
                    items: Vec::from([Item { start, equals: None, end: start }]),
                });
            }
        }
        if open != Some(variable) {
            open = Some(variable);
            all.push(Found {
                variable,
                items: Vec::from([Item { start, equals: None, end: start }]),
            });
        }
        let Some(items) = all.last_mut().map(|found| &mut found.items) else { continue };
        let Some(item) = items.last_mut() else { continue };
        match action {
            Action::Begin | Action::BeginNext => *item = Item { start: end, equals: None, end },
            Action::Equals => (item.equals, item.end) = (Some(start), end),
            Action::Separator => items.push(Item { start: end, equals: None, end }),
            Action::Content | Action::Literal => item.end = end,
        }
    }
    let mut captures: Vec<Capture> = Vec::new();
    for Found { variable, items } in all {
        let Some((expression, index)) = locate(template, variable) else { continue };
        let (operator, variable) = (expression.operator, &expression.variables[index]);
        let rules = operator.rules();
        let decode = |range: core::ops::Range<usize>| decoded(&text[range], rules.reserved);
        let explode = variable.modifier == Modifier::Explode && !rules.reserved;
        let has_name =
            |item: &Item| text[item.start..item.equals.unwrap_or(item.end)] == variable.name;
        let is_map = explode
            && match rules.named {
                true => !items.iter().all(has_name),
                false => items.iter().any(|item| item.equals.is_some()),
            };
        let value = if is_map {
            let pair = |item: &Item| {
                let name = decode(item.start..item.equals.unwrap_or(item.end));
                (name, item.equals.map_or(Cow::Borrowed(""), |equals| decode(equals + 1..item.end)))
            };
            Value::Map(items.iter().map(pair).collect())
        } else {
            let text = |item: &Item| match item.equals {
                Some(equals) => decode(equals + 1..item.end),
                None if explode && rules.named => Cow::Borrowed(""),
                None => decode(item.start..item.end),
            };
            match &*items {
                [item] => Value::Text(text(item)),
                items => Value::List(items.iter().map(text).collect()),
            }
        };
        let earlier = captures.iter_mut().find(|capture| capture.name == variable.name);
        match earlier {
            Some(earlier) if earlier.value == value => {}
            Some(earlier) => {
                // One of the two may be a prefix of the other, which is then the value.
                let (Value::Text(one), Value::Text(two)) = (&earlier.value, &value) else {
                    return None;
                };
                if two.starts_with(&**one) {
                    (earlier.hazards, earlier.value) = (Hazards::of(&value), value);
                } else if !one.starts_with(&**two) {
                    return None;
                }
            }
            None => captures.push(Capture {
                name: variable.name.to_string(),
                hazards: Hazards::of(&value),
                value,
            }),
        }
    }
    Some(Match { captures })
}

/// The expression of a variable, and its index there.
fn locate(
    template: &Template,
    mut variable: usize,
) -> Option<(&crate::template::Expression, usize)> {
    template.expressions().find_map(|expression| {
        let found = (variable < expression.variables.len()).then_some((expression, variable));
        variable = variable.wrapping_sub(expression.variables.len());
        found
    })
}

fn first_of_expression(template: &Template, variable: usize) -> usize {
    locate(template, variable).map_or(variable, |(_, index)| variable - index)
}

/// The text that an expansion writes so. With `reserved`, escapes that it lets through stay.
fn decoded(text: &str, reserved: bool) -> Cow<'static, str> {
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    while let Some((symbol, end)) = symbol(text.as_bytes(), at) {
        match symbol {
            Symbol::Raw(byte) => out.push(char::from(byte)),
            Symbol::Escaped(character) if !reserved || decodes_in_reserved(character) => {
                out.push(character);
            }
            _ => out.push_str(&text[at..end]),
        }
        at = end;
    }
    Cow::Owned(out)
}
