//! Documents: a JSON object a line, of which one field is the identifier.

use std::borrow::Cow;
use std::fmt;

use serde::Deserializer;
use serde::de::{IgnoredAny, MapAccess, Visitor};

use crate::output::fault::Fault;
use crate::output::item;

/// The string in a field of an object.
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

/// A text as a JSON string, or null, which is none.
pub(crate) fn string(json: &[u8]) -> Option<Cow<'_, str>> {
    let text: Option<Text<'_>> = serde_json::from_slice(json).ok()?;
    text.map(|text| text.0)
}

/// A line that is no such object, from where that shows.
fn unreadable(error: &serde_json::Error, length: usize) -> Fault {
    // The line is always the first, and its column stands before the message already.
    let message = error.to_string();
    let reason = message.split(" at line ").next().unwrap_or(&message);
    let start = error.column().saturating_sub(1).min(length);
    Fault::plain(start, length, format!("expected a JSON object: {reason}"))
}

/// Takes the value of one name out of an object: the last, if there are several.
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

/// A string, borrowed unless something is escaped in it.
#[derive(serde::Deserialize)]
struct Text<'t>(#[serde(borrow)] Cow<'t, str>);
