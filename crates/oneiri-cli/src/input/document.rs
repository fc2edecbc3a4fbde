//! NDJSON: each line is a JSON object, and one of its fields holds the identifier.

use std::borrow::Cow;
use std::fmt;

use serde::Deserializer;
use serde::de::{IgnoredAny, MapAccess, Visitor};

use crate::output::fault::Fault;
use crate::output::item;

/// The string in the field `name` of an object. A record that is not an object, or has no string
/// there, is refused.
pub(crate) fn field<'r>(record: &'r [u8], name: &str) -> Result<Cow<'r, str>, Fault> {
    let text = item::utf8(record)?;
    let mut object = serde_json::Deserializer::from_str(text);
    let found = object
        .deserialize_map(Named(name))
        .and_then(|found| object.end().map(|()| found))
        .map_err(|error| unreadable(&error, record.len()))?;
    let missing = || format!("expected a string in a field '{name}', found none");
    found.ok_or_else(|| Fault::plain(0, record.len(), missing()))
}

/// Parses a JSON string. Returns `None` for null and for anything else.
pub(crate) fn string(json: &[u8]) -> Option<Cow<'_, str>> {
    let text: Option<Text<'_>> = serde_json::from_slice(json).ok()?;
    text.map(|text| text.0)
}

/// The refusal of a line that is not a JSON object. It begins where the parser stopped.
fn unreadable(error: &serde_json::Error, length: usize) -> Fault {
    // The parser's message ends in a line and a column. A record is one line, and the refusal has
    // the column already, so both are cut off.
    let message = error.to_string();
    let reason = message.split(" at line ").next().unwrap_or(&message);
    let start = error.column().saturating_sub(1).min(length);
    Fault::plain(start, length, format!("expected a JSON object: {reason}"))
}

/// Reads an object and returns the string in the field of this name. If the name occurs several
/// times, the last one counts.
struct Named<'n>(&'n str);

impl<'de> Visitor<'de> for Named<'_> {
    type Value = Option<Cow<'de, str>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
        let mut found = None;
        while let Some(name) = map.next_key::<Text<'de>>()? {
            if name.0 == self.0 {
                found = map.next_value::<Option<Text<'de>>>()?.map(|text| text.0);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(found)
    }
}

/// A string that is borrowed unless it contains escapes.
#[derive(serde::Deserialize)]
struct Text<'t>(#[serde(borrow)] Cow<'t, str>);
