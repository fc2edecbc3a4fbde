//! The value of a name that is in a template more than once.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::capture::Capture;
use super::symbol::{Symbol, symbol};
use crate::operator::Operator;
use crate::template::{Modifier, Variable};
use crate::value::Value;

/// A variable, where its value begins in the text, and what it has captured there.
pub(crate) struct Occurrence<'a> {
    pub(crate) operator: Operator,
    pub(crate) variable: &'a Variable,
    pub(crate) start: usize,
    pub(crate) capture: Capture<'a>,
}

impl Occurrence<'_> {
    /// The expansion of a value at this place.
    fn expand(&self, value: &Value<'_>) -> Option<String> {
        let mut out = String::new();
        self.variable.expand(&self.operator.rules(), value, &mut out).ok().map(|()| out)
    }

    fn takes(&self, value: &Value<'_>) -> bool {
        self.capture.value == *value || self.expand(value) == self.expand(&self.capture.value)
    }
}

/// One capture for each name: a value that expands to the text of all its occurrences. The error is where
/// the value of a name begins that no other occurrence has.
pub(crate) fn join(all: Vec<Occurrence<'_>>) -> Result<Vec<Capture<'_>>, usize> {
    let mut captures: Vec<Capture<'_>> = Vec::with_capacity(all.len());
    for (index, first) in all.iter().enumerate() {
        let name = &first.capture.name;
        if captures.iter().any(|earlier| earlier.name == *name) {
            continue;
        }
        let same = || all[index..].iter().filter(|it| it.capture.name == *name);
        let fits = |value: &Value<'_>| same().all(|it| it.takes(value));
        let value = if fits(&first.capture.value) {
            first.capture.value.clone()
        } else {
            candidates(&same().collect::<Vec<_>>()).into_iter().find(fits).ok_or_else(|| {
                let other = same().find(|it| !it.takes(&first.capture.value));
                other.unwrap_or(first).start
            })?
        };
        captures.push(Capture::of(name.clone(), value));
    }
    Ok(captures)
}

/// Values that the occurrences of a name may have in common.
fn candidates<'a>(same: &[&Occurrence<'a>]) -> Vec<Value<'a>> {
    let mut all: Vec<_> = same.iter().map(|it| it.capture.value.clone()).collect();
    let mut texts = Vec::new();
    for it in same {
        let is_cut = matches!(it.variable.modifier, Modifier::Prefix(_));
        match (&it.capture.value, it.operator) {
            (Value::Text(text), _) => texts.push((text.clone(), is_cut)),
            // In `{.x*}`, a text with dots is written like a list.
            (Value::List(items), Operator::Label) => {
                texts.push((Cow::Owned(items.join(".")), is_cut));
            }
            _ => {}
        }
    }
    all.extend(texts.iter().map(|(text, _)| Value::Text(text.clone())));
    for it in same.iter().filter(|it| it.operator.rules().reserved) {
        let Value::Text(text) = &it.capture.value else { continue };
        let Some(expansion) = it.expand(&it.capture.value) else { continue };
        all.extend(texts.iter().map(|(known, is_cut)| aligned(known, *is_cut, &expansion)));
        // With `+` and `#`, a list and a map are written like a text.
        let owned = |text: &str| Cow::Owned(String::from(text));
        all.push(Value::List(text.split(',').map(owned).collect()));
        let pair = |item: &str| item.split_once('=').map(|(k, v)| (owned(k), owned(v)));
        all.extend(text.split(',').map(pair).collect::<Option<_>>().map(Value::Map));
    }
    // Without `*`, a map is written like a list.
    for index in 0..all.len() {
        if let Value::List(items) = &all[index] {
            let pairs = items.chunks_exact(2).map(|it| (it[0].clone(), it[1].clone())).collect();
            all.push(Value::Map(pairs));
        }
    }
    all
}

/// The value whose expansion with `+` this is. It begins as the other value does, so far as this one goes:
/// `%25` stands for `%` as well as for itself, and a `,` for itself or, where the other has a `.`, for the
/// end of an item. If the other value is cut, an escape may be cut, too.
fn aligned(mut known: &str, is_cut: bool, expansion: &str) -> Value<'static> {
    let (mut items, mut value, mut at) = (Vec::new(), String::new(), 0);
    while let Some((symbol, end)) = symbol(expansion.as_bytes(), at) {
        let written = &expansion[at..end];
        at = end;
        match symbol {
            Symbol::Raw(b',') if known.starts_with('.') => {
                items.push(Cow::Owned(core::mem::take(&mut value)));
                known = &known[1..];
            }
            Symbol::Escaped(character)
                if known.starts_with(character)
                    && !known.starts_with(written)
                    && !(is_cut && written.starts_with(known)) =>
            {
                value.push(character);
                known = &known[character.len_utf8()..];
            }
            _ => {
                value.push_str(written);
                known = known.get(written.len()..).unwrap_or_default();
            }
        }
    }
    value.push_str(known);
    if items.is_empty() {
        Value::from(value)
    } else {
        items.push(Cow::Owned(value));
        Value::List(items)
    }
}
