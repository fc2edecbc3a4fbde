//! Places in JSON objects, such as `page.url` and `links[].url`.

use std::borrow::Cow;
use std::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::error::{Error, reason};

/// The steps that lead to a value, from the outermost object inward.
#[derive(Debug)]
pub(crate) struct Path {
    /// As the user wrote it, for messages.
    pub(crate) text: String,
    pub(crate) steps: Vec<Step>,
}

#[derive(Debug, PartialEq)]
pub(crate) enum Step {
    /// The value of a field.
    Field(String),
    /// Each value of an array.
    Each,
}

impl Path {
    pub(crate) fn new(text: String) -> Self {
        let (mut steps, mut name, mut rest) = (Vec::new(), String::new(), text.as_str());
        let mut is_name = true;
        while let Some(c) = rest.chars().next() {
            let mut length = c.len_utf8();
            if rest.starts_with("\\.") || rest.starts_with("\\[") {
                name.push_str(&rest[1..2]);
                length = 2;
            } else if c == '.' || rest.starts_with("[]") {
                // No name is between `]` and a dot or another bracket.
                if is_name || !name.is_empty() {
                    steps.push(Step::Field(std::mem::take(&mut name)));
                }
                is_name = c == '.';
                if !is_name {
                    steps.push(Step::Each);
                    length = 2;
                }
            } else {
                name.push(c);
            }
            rest = &rest[length..];
        }
        if is_name || !name.is_empty() {
            steps.push(Step::Field(name));
        }
        Self { text, steps }
    }

    /// The values at this place of an object.
    #[inline]
    pub(crate) fn of<'r>(&self, record: &'r str) -> Result<Values<'r>, Error> {
        walk(record, &self.steps)
    }

    /// The last value on the way to this place that the record has, and how many steps lead to it. Without any, that is
    /// the record.
    pub(crate) fn parent<'r>(&self, record: &'r str) -> Result<(&'r str, usize), Error> {
        for depth in (1..self.steps.len()).rev() {
            if let Some(value) = walk(record, &self.steps[..depth])?.into_iter().next_back() {
                return Ok((value, depth));
            }
        }
        Ok((record, 0))
    }
}

/// The values at a place of a record. Without an array there is at most one, which takes no memory of its own, because there
/// are many records.
#[derive(Default)]
pub(crate) struct Values<'r> {
    pub(crate) first: Option<&'r str>,
    others: Vec<&'r str>,
}

impl<'r> Values<'r> {
    fn push(&mut self, value: &'r str) {
        if self.first.is_some() {
            self.others.push(value);
        } else {
            self.first = Some(value);
        }
    }

    fn len(&self) -> usize {
        usize::from(self.first.is_some()) + self.others.len()
    }

    fn truncate(&mut self, length: usize) {
        self.first = self.first.filter(|_| length > 0);
        self.others.truncate(length.saturating_sub(1));
    }
}

impl<'r> IntoIterator for Values<'r> {
    type Item = &'r str;
    type IntoIter = std::iter::Chain<std::option::IntoIter<&'r str>, std::vec::IntoIter<&'r str>>;

    fn into_iter(self) -> Self::IntoIter {
        self.first.into_iter().chain(self.others)
    }
}

fn walk<'r>(record: &'r str, steps: &[Step]) -> Result<Values<'r>, Error> {
    let (mut found, mut object) = (Values::default(), serde_json::Deserializer::from_str(record));
    object
        .deserialize_map(Walk { steps, found: &mut found })
        .and_then(|()| object.end())
        .map_err(|error| unreadable(&error, record.len()))?;
    Ok(found)
}

/// The refusal of a line that is not a JSON object. It begins where the parser stopped.
fn unreadable(error: &serde_json::Error, length: usize) -> Error {
    let start = error.column().saturating_sub(1).min(length);
    Error::new(start..length, format!("expected a JSON object: {}", reason(error)))
}

/// Reads a value and finds those to which the steps lead. A value of another kind has none.
struct Walk<'s, 'f, 'de> {
    steps: &'s [Step],
    found: &'f mut Values<'de>,
}

impl<'de> Visitor<'de> for Walk<'_, '_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        let (Some(Step::Field(first)), steps) = (self.steps.first(), &self.steps[1..]) else {
            while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            return Ok(());
        };
        let before = self.found.len();
        while let Some(name) = map.next_key::<Text<'de>>()? {
            if *name.0 == **first {
                self.found.truncate(before);
                map.next_value_seed(Walk { steps, found: self.found })?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut array: S) -> Result<(), S::Error> {
        let steps = &self.steps[1..];
        while array.next_element_seed(Walk { steps, found: self.found })?.is_some() {}
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Walk<'_, '_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        let raw = <&RawValue as serde::Deserialize>::deserialize(value)?.get();
        // The text was read as a value already, so this cannot fail.
        let inner = || serde_json::Deserializer::from_str(raw);
        match (self.steps.first(), raw.as_bytes().first()) {
            (None, _) => self.found.push(raw),
            (Some(Step::Field(_)), Some(b'{')) => inner().deserialize_map(self).unwrap_or_default(),
            (Some(Step::Each), Some(b'[')) => inner().deserialize_seq(self).unwrap_or_default(),
            // It may have such fields, and is refused, because nobody would see that these are not read.
            (Some(Step::Field(_)), Some(b'[')) => self.found.push(raw),
            _ => {}
        }
        Ok(())
    }
}

/// A string that is borrowed unless it contains escapes.
#[derive(serde::Deserialize)]
pub(crate) struct Text<'t>(#[serde(borrow)] pub(crate) Cow<'t, str>);
