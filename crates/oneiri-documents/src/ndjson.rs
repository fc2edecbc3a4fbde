//! NDJSON: each line is a JSON object, and some of its fields hold identifiers.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Deserializer;
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::divide::{Passes, Records};
use crate::error::{Error, reason, utf8};
use crate::format::{
    Description, Format, Selector, Unit, broken, divided, each_but, each_record, field,
};
use crate::located::Located;

pub(crate) static NDJSON: Description = Description {
    selector: Selector::Field,
    ..Description::new("ndjson", "NDJSON", &["ndjson", "jsonl"], Unit::Record, |options| {
        Box::new(Ndjson::new(options.selected).and(options.also).adding(options.added))
    })
};

/// Lines that are JSON objects, of which some fields hold identifiers.
#[derive(Debug)]
pub struct Ndjson {
    /// The places of the identifiers. There is at least one.
    paths: Vec<Path>,
    /// The field that the output adds to each object.
    into: Option<Path>,
    /// Whether some record has such a field, and whether some record has none.
    has: AtomicBool,
    lacks: AtomicBool,
    /// The names of the fields of the first record.
    first: OnceLock<Vec<String>>,
}

/// The steps that lead to a value, from the outermost object inward.
#[derive(Debug)]
struct Path {
    /// As the user wrote it, for messages.
    text: String,
    steps: Vec<Step>,
}

#[derive(Debug, PartialEq)]
enum Step {
    /// The value of a field.
    Field(String),
    /// Each value of an array.
    Each,
}

impl Path {
    fn new(text: String) -> Self {
        let (mut steps, mut name, mut rest) = (Vec::new(), String::new(), text.as_str());
        let mut is_name = true;
        while let Some(c) = rest.chars().next() {
            let mut length = c.len_utf8();
            if rest.starts_with("\\.") || rest.starts_with("\\[") {
                name.push_str(&rest[1..2]);
                length = 2;
            } else if c == '.' || rest.starts_with("[]") {
                // No name stands between `]` and a dot or another bracket.
                if is_name {
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
    fn of<'r>(&self, record: &'r str) -> Result<Vec<&'r str>, Error> {
        walk(record, &self.steps)
    }

    /// The last value on the way to this place that the record has, and how many steps lead to it. Without any, that is
    /// the record.
    fn parent<'r>(&self, record: &'r str) -> Result<(&'r str, usize), Error> {
        for depth in (1..self.steps.len()).rev() {
            if let Some(value) = walk(record, &self.steps[..depth])?.pop() {
                return Ok((value, depth));
            }
        }
        Ok((record, 0))
    }
}

fn walk<'r>(record: &'r str, steps: &[Step]) -> Result<Vec<&'r str>, Error> {
    let (mut found, mut object) = (Vec::new(), serde_json::Deserializer::from_str(record));
    object
        .deserialize_map(Walk { steps, found: &mut found })
        .and_then(|()| object.end())
        .map_err(|error| unreadable(&error, record.len()))?;
    Ok(found)
}

impl Ndjson {
    /// A name of several parts, such as `page.url`, leads into objects in objects, and `links[].url` to
    /// each value of an array. `\.` is a dot that belongs to a name, and `\[` such a bracket.
    #[must_use]
    pub fn new(name: String) -> Self {
        let (has, lacks, first) = Default::default();
        Self { paths: vec![Path::new(name)], into: None, has, lacks, first }
    }

    /// These fields hold identifiers as well. [`find`](Format::find) gives that of the first one.
    #[must_use]
    pub fn and(mut self, names: Vec<String>) -> Self {
        self.paths.extend(names.into_iter().map(Path::new));
        self
    }

    /// The output will have one more field, which no object may have already. A name of several parts leads into
    /// objects that are there.
    #[must_use]
    pub fn adding(self, into: Option<String>) -> Self {
        Self { into: into.map(Path::new), ..self }
    }

    /// Whether a record may hold several identifiers.
    fn is_several(&self) -> bool {
        self.paths.len() > 1 || self.paths.iter().any(|it| it.steps.contains(&Step::Each))
    }

    /// The values of all places, in their order in the record.
    fn values<'p, 'r>(
        &self,
        record: &'r [u8],
        paths: &'p [Path],
    ) -> Result<(&'r str, Vec<Value<'p, 'r>>), Error> {
        let text = utf8(record)?;
        let mut found = Vec::new();
        for path in paths {
            found.extend(path.of(text)?.into_iter().map(|raw| Value { path: &path.text, raw }));
        }
        if let Some(into) = &self.into {
            let wrong = |what| Err(Error::new(0..record.len(), what));
            if !into.of(text)?.is_empty() {
                let message =
                    format!("expected an object without '{}', the field of --into", into.text);
                return wrong(message);
            }
            let is_url = |value: &Value<'_, '_>| !matches!(value.raw, "null" | r#""""#);
            if found.iter().any(is_url) && !into.parent(text)?.0.trim_ascii_start().starts_with('{')
            {
                return wrong(format!(
                    "expected an object around '{}', the field of --into",
                    into.text
                ));
            }
        }
        let flag = if found.is_empty() { &self.lacks } else { &self.has };
        if !flag.load(Ordering::Relaxed) {
            flag.store(true, Ordering::Relaxed);
        }
        found.sort_by_key(|value| value.raw.as_ptr().addr());
        Ok((text, found))
    }
}

/// A value, and the place that the user named.
struct Value<'p, 'r> {
    path: &'p str,
    raw: &'r str,
}

impl<'r> Value<'_, 'r> {
    /// What it spells in its record, and where. A null is no text, and so it is the empty one.
    fn text(&self, record: &'r str) -> Result<Found<'r>, Error> {
        // The value is a piece of the record, so the distance of their addresses is its place.
        let start = self.raw.as_ptr().addr() - record.as_ptr().addr();
        let range = start..start + self.raw.len();
        if self.raw == "null" {
            return Ok((range, Cow::Borrowed(&self.raw.as_bytes()[..0])));
        }
        match serde_json::from_str::<Text<'r>>(self.raw) {
            Ok(text) => Ok((range, bytes(text.0))),
            Err(_) => {
                let (name, found) = (self.path, kind(self.raw));
                let message = format!("expected a string in the field '{name}', found {found}");
                Err(Error::new(range, message))
            }
        }
    }
}

/// Where a record spells a text, and the text.
type Found<'r> = (Range<usize>, Cow<'r, [u8]>);

impl Format for Ndjson {
    fn description(&self) -> &'static Description {
        &NDJSON
    }

    /// Remembers the names of the fields of the first record, for [`missing`](Format::missing).
    fn first(&self, record: &[u8]) {
        if let Ok(object) = serde_json::from_slice::<BTreeMap<String, IgnoredAny>>(record) {
            let _ = self.first.set(object.into_keys().collect());
        }
    }

    fn missing(&self) -> Option<String> {
        if self.has.load(Ordering::Relaxed) || !self.lacks.load(Ordering::Relaxed) {
            return None;
        }
        let names: Vec<&str> = self.paths.iter().map(|it| it.text.as_str()).collect();
        let (name, first) = (names.join("` and `"), self.first.get());
        let has =
            first.map(|it| format!(" (the first has: {})", it.join(", "))).unwrap_or_default();
        Some(format!("no record has a field `{name}`{has}"))
    }

    /// A record that is not an object is refused, and so is one with another value than a string or null in the
    /// field. A record without the field, or with a null in it, has the empty text. If a name occurs several
    /// times in an object, the last one counts.
    fn find<'r>(&self, record: &'r [u8]) -> Result<Found<'r>, Error> {
        let (text, values) = self.values(record, &self.paths[..1])?;
        match values.first() {
            Some(value) => value.text(text),
            None => Ok((record.len()..record.len(), Cow::Borrowed(&record[record.len()..]))),
        }
    }

    fn each(&self, records: Records<'_>, each: &mut dyn FnMut(&Located<'_>)) {
        if !self.is_several() {
            return each_record(self, records, each);
        }
        for (number, (record, end)) in (records.first..).zip(divided(self, records.bytes)) {
            let record = &records.bytes[record];
            let all = (number, record, &records.bytes[end]);
            let (text, values) = match self.values(record, &self.paths) {
                Ok(values) => values,
                Err(error) => {
                    broken(all, &error, each);
                    continue;
                }
            };
            let count = values.len();
            if count == 0 {
                field(all, record.len()..record.len(), b"", true, each);
            }
            for (nth, value) in (1..).zip(values) {
                let mut give = |it: &Located<'_>, error| {
                    each(&Located { column: Some(value.path), error, ..it.clone() });
                };
                match value.text(text) {
                    Ok((range, text)) => {
                        field(all, range, &text, nth == count, &mut |it| give(it, None))
                    }
                    Err(error) => field(all, 0..record.len(), record, nth == count, &mut |it| {
                        give(it, Some(&error))
                    }),
                }
            }
        }
    }

    fn each_but(
        &self,
        records: Records<'_>,
        passes: Passes,
        each: &mut dyn FnMut(&Located<'_>),
    ) -> u64 {
        if self.is_several() {
            self.each(records, each);
            return 0;
        }
        each_but(self, records, passes, each)
    }

    fn spell(&self, text: &[u8], _: bool, out: &mut Vec<u8>) {
        string(text, out);
    }

    fn add(&self, record: &[u8], name: &str, text: &[u8], out: &mut Vec<u8>) {
        let own;
        let path = match &self.into {
            Some(into) => into,
            None => {
                own = Path::new(name.to_owned());
                &own
            }
        };
        let all = std::str::from_utf8(record).unwrap_or_default();
        let (object, depth) = path.parent(all).unwrap_or((all, 0));
        let at = object.as_ptr().addr() - all.as_ptr().addr() + object.len();
        let end = all[..at].rfind('}').filter(|_| object.trim_ascii_end().ends_with('}'));
        // A record whose field could not be added has no URL.
        let Some(end) = end else { return out.extend_from_slice(record) };
        let (before, behind) = record.split_at(end);
        out.extend_from_slice(before);
        if !before.trim_ascii_end().ends_with(b"{") {
            out.push(b',');
        }
        // Objects that are not there yet are made around the field.
        let steps = path.steps.iter().skip(depth).enumerate();
        for (nth, step) in steps {
            out.extend_from_slice(if nth > 0 { b"{" } else { b"" });
            let name = if let Step::Field(name) = step { name.as_str() } else { "[]" };
            string(name.as_bytes(), out);
            out.push(b':');
        }
        string(text, out);
        out.extend(std::iter::repeat_n(b'}', path.steps.len().saturating_sub(depth + 1)));
        out.extend_from_slice(behind);
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

/// Reads a value and finds those to which the steps lead. A value of another kind has none.
struct Walk<'s, 'f, 'de> {
    steps: &'s [Step],
    found: &'f mut Vec<&'de str>,
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
        let mut inner = serde_json::Deserializer::from_str(raw);
        // The text was read as a value already, so this cannot fail.
        match (self.steps.first(), raw.as_bytes().first()) {
            (None, _) => self.found.push(raw),
            (Some(Step::Field(_)), Some(b'{')) => inner.deserialize_map(self).unwrap_or_default(),
            (Some(Step::Each), Some(b'[')) => inner.deserialize_seq(self).unwrap_or_default(),
            _ => {}
        }
        Ok(())
    }
}

/// A string that is borrowed unless it contains escapes.
#[derive(serde::Deserialize)]
struct Text<'t>(#[serde(borrow)] Cow<'t, str>);
