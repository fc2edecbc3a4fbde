//! NDJSON: each line is a JSON object, and one of its fields holds the identifier.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::Deserializer;
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::error::{Error, reason, utf8};
use crate::format::{Description, Format, Selector, Unit};

pub(crate) static NDJSON: Description = Description {
    selector: Selector::Field,
    ..Description::new("ndjson", "NDJSON", &["ndjson", "jsonl"], Unit::Record, |options| {
        Box::new(Ndjson::new(options.selected).adding(options.added))
    })
};

/// Lines that are JSON objects, of which one field holds the identifier.
#[derive(Debug)]
pub struct Ndjson {
    /// The name as the user gave it, for messages.
    name: String,
    /// The names that lead to the field, from the outermost object inward.
    path: Vec<String>,
    /// The field that the output adds to each object.
    into: Option<String>,
}

impl Ndjson {
    /// A name of several parts, such as `page.url`, leads into objects in objects. `\.` is a dot
    /// that belongs to a name.
    #[must_use]
    pub fn new(name: String) -> Self {
        let (mut path, mut part, mut chars) = (Vec::new(), String::new(), name.chars());
        while let Some(c) = chars.next() {
            match c {
                '.' => path.push(std::mem::take(&mut part)),
                '\\' if chars.as_str().starts_with('.') => part.extend(chars.next()),
                c => part.push(c),
            }
        }
        path.push(part);
        Self { name, path, into: None }
    }

    /// The output will have one more field, which no object may have already.
    #[must_use]
    pub fn adding(self, into: Option<String>) -> Self {
        Self { into, ..self }
    }
}

impl Format for Ndjson {
    fn description(&self) -> &'static Description {
        &NDJSON
    }

    /// A record that is not an object, or has no string in the field, is refused. If a name occurs
    /// several times in an object, the last one counts.
    fn find<'r>(&self, record: &'r [u8]) -> Result<(Range<usize>, Cow<'r, [u8]>), Error> {
        let text = utf8(record)?;
        let mut object = serde_json::Deserializer::from_str(text);
        let into = self.into.as_deref();
        let found = object.deserialize_map(Named { path: &self.path, into });
        let found = found
            .and_then(|found| object.end().map(|()| found))
            .map_err(|error| unreadable(&error, record.len()))?;
        let name = &self.name;
        let refused = |range: Range<usize>, message: String| Error::new(range, message);
        if found.has_into {
            let into = into.unwrap_or_default();
            let message = format!("expected an object without '{into}', the field of --into");
            return Err(refused(0..record.len(), message));
        }
        let Some(value) = found.value else {
            let message = format!("expected a string in a field '{name}', found none");
            return Err(refused(0..record.len(), message));
        };
        // The value is a piece of the record, so the distance of their addresses is its place.
        let start = value.as_ptr().addr() - text.as_ptr().addr();
        let range = start..start + value.len();
        match serde_json::from_str::<Text<'r>>(value) {
            Ok(text) => Ok((range, bytes(text.0))),
            Err(_) => {
                let found = kind(value);
                let message = format!("expected a string in the field '{name}', found {found}");
                Err(refused(range, message))
            }
        }
    }

    fn spell(&self, text: &[u8], _: bool, out: &mut Vec<u8>) {
        string(text, out);
    }

    fn add(&self, record: &[u8], name: &str, text: &[u8], out: &mut Vec<u8>) {
        // A record is an object with at least one field.
        let end = memchr::memrchr(b'}', record).unwrap_or(record.len());
        let (fields, brace) = record.split_at(end);
        out.extend_from_slice(fields);
        out.push(b',');
        string(name.as_bytes(), out);
        out.push(b':');
        string(text, out);
        out.extend_from_slice(brace);
    }
}

/// Appends a text as a JSON string.
fn string(text: &[u8], out: &mut Vec<u8>) {
    // Writing to memory cannot fail.
    drop(serde_json::to_writer(out, &String::from_utf8_lossy(text)));
}

fn bytes(text: Cow<'_, str>) -> Cow<'_, [u8]> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    }
}

/// What a JSON value is, in words.
fn kind(value: &str) -> &'static str {
    match value.as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "an array",
        Some(b't' | b'f') => "a truth value",
        Some(b'n') => "null",
        Some(b'"') => "a string that is not Unicode",
        _ => "a number",
    }
}

/// The refusal of a line that is not a JSON object. It begins where the parser stopped.
fn unreadable(error: &serde_json::Error, length: usize) -> Error {
    let start = error.column().saturating_sub(1).min(length);
    Error::new(start..length, format!("expected a JSON object: {}", reason(error)))
}

/// Reads an object and finds the value to which the names lead.
struct Named<'n> {
    path: &'n [String],
    into: Option<&'n str>,
}

#[derive(Default)]
struct Found<'de> {
    value: Option<&'de str>,
    has_into: bool,
}

impl<'de> Visitor<'de> for Named<'_> {
    type Value = Found<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
        let mut found = Found::default();
        let (first, rest) = self.path.split_first().map_or(("", &[][..]), |(a, b)| (a.as_str(), b));
        while let Some(name) = map.next_key::<Text<'de>>()? {
            found.has_into |= self.into.is_some_and(|into| into == name.0);
            if name.0 != first {
                map.next_value::<IgnoredAny>()?;
            } else {
                found.value = map.next_value_seed(Inside(rest))?;
            }
        }
        Ok(found)
    }
}

/// Finds a value in the value of a field. A value that is not an object has no fields.
struct Inside<'n>(&'n [String]);

impl<'de> DeserializeSeed<'de> for Inside<'_> {
    type Value = Option<&'de str>;

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<Self::Value, D::Error> {
        let raw = <&RawValue as serde::Deserialize>::deserialize(value)?.get();
        if self.0.is_empty() {
            return Ok(Some(raw));
        }
        if !raw.starts_with('{') {
            return Ok(None);
        }
        let mut object = serde_json::Deserializer::from_str(raw);
        // The text was read as a value already, so this cannot fail.
        let found = object.deserialize_map(Named { path: self.0, into: None });
        Ok(found.ok().and_then(|found| found.value))
    }
}

/// A string that is borrowed unless it contains escapes.
#[derive(serde::Deserialize)]
struct Text<'t>(#[serde(borrow)] Cow<'t, str>);
