//! NDJSON: each line is a JSON object, and some of its fields hold identifiers.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::de::IgnoredAny;

use crate::divide::{Passes, Records};
use crate::each::{broken, divided, each_but, each_record, field};
use crate::error::{Error, cut, utf8};
use crate::format::{Description, Format, Selector, Unit};
use crate::json_path::{Path, Step, Text};
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

    fn is_several(&self) -> bool {
        self.paths.len() > 1 || self.paths.iter().any(|it| it.steps.contains(&Step::Each))
    }

    /// The values of all places, in their order in the record.
    fn values<'p, 'r>(&self, record: &'r [u8], paths: &'p [Path]) -> Result<(&'r str, Vec<Value<'p, 'r>>), Error> {
        let text = utf8(record)?;
        let mut found = Vec::new();
        // A line of white space is no record.
        if text.trim_ascii().is_empty() {
            return Ok((text, found));
        }
        for path in paths {
            found.extend(path.of(text)?.into_iter().map(|raw| Value { path: &path.text, raw }));
        }
        if let Some(into) = &self.into {
            let wrong = |what| Err(Error::new(0..record.len(), what));
            if into.of(text)?.first.is_some() {
                let message = format!("expected an object without '{}', the field of --into", into.text);
                return wrong(message);
            }
            let is_url = |value: &Value<'_, '_>| !matches!(value.raw, "null" | r#""""#);
            if found.iter().any(is_url) && !into.parent(text)?.0.trim_ascii_start().starts_with('{') {
                return wrong(format!("expected an object around '{}', the field of --into", into.text));
            }
        }
        self.saw(!found.is_empty());
        if found.len() > 1 {
            found.sort_by_key(|value| value.raw.as_ptr().addr());
        }
        Ok((text, found))
    }

    fn saw(&self, is_there: bool) {
        let flag = if is_there { &self.has } else { &self.lacks };
        if !flag.load(Ordering::Relaxed) {
            flag.store(true, Ordering::Relaxed);
        }
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
        // A string without escapes is its own text, and it has been read as a value already.
        let quoted = self.raw.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        if let Some(text) = quoted.filter(|text| memchr::memchr(b'\\', text.as_bytes()).is_none()) {
            return Ok((range, Cow::Borrowed(text.as_bytes())));
        }
        match serde_json::from_str::<Text<'r>>(self.raw) {
            Ok(text) => Ok((range, bytes(text.0))),
            Err(_) => {
                let (name, found) = (self.path, kind(self.raw));
                let advice =
                    if found == "an array" { " (write [] after the name of an array, as in links[].url)" } else { "" };
                let message = format!("expected a string in the field '{name}', found {found}{advice}");
                Err(Error::new(range, message).of_value())
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
        let has = first.map(|it| format!(" (the first has: {})", cut(&it.join(", ")))).unwrap_or_default();
        Some(format!("no record has a field `{name}`{has}"))
    }

    /// A record that is not an object is refused, and so is one with another value than a string or null in the
    /// field. A record without the field, or with a null in it, has the empty text. If a name occurs several
    /// times in an object, the last one counts.
    fn find<'r>(&self, record: &'r [u8]) -> Result<Found<'r>, Error> {
        let none = record.len()..record.len();
        let first = |text, values: &[Value<'_, 'r>]| match values.first() {
            Some(value) => value.text(text),
            None => Ok((none.clone(), Cow::Borrowed(&record[none]))),
        };
        if self.into.is_some() {
            let (text, values) = self.values(record, &self.paths[..1])?;
            return first(text, &values);
        }
        let (text, path) = (utf8(record)?, &self.paths[0]);
        if text.trim_ascii().is_empty() {
            return first(text, &[]);
        }
        let raw = path.of(text)?.first;
        self.saw(raw.is_some());
        first(text, raw.map(|raw| Value { path: &path.text, raw }).as_slice())
    }

    fn each(&self, records: Records<'_>, each: &mut dyn FnMut(&Located<'_>)) {
        if !self.is_several() {
            return each_record(self.ends(), |record| self.find(record), records, each);
        }
        for (number, (record, end)) in (records.first..).zip(divided(self.ends(), records.bytes)) {
            let record = &records.bytes[record];
            let all = Located::record(number, record, &records.bytes[end]);
            let (text, values) = match self.values(record, &self.paths) {
                Ok(values) => values,
                Err(error) => {
                    broken(all, &error, each);
                    continue;
                }
            };
            let count = values.len();
            if count == 0 {
                field(all.clone(), record.len()..record.len(), b"", true, each);
            }
            for (nth, value) in (1..).zip(values) {
                let mut give = |it: &Located<'_>, error| {
                    each(&Located { column: Some(value.path), error, ..it.clone() });
                };
                match value.text(text) {
                    Ok((range, text)) => field(all.clone(), range, &text, nth == count, &mut |it| give(it, None)),
                    Err(error) => {
                        field(all.clone(), 0..record.len(), record, nth == count, &mut |it| give(it, Some(&error)))
                    }
                }
            }
        }
    }

    fn each_but(&self, records: Records<'_>, passes: Passes, each: &mut dyn FnMut(&Located<'_>)) -> u64 {
        if self.is_several() {
            self.each(records, each);
            return 0;
        }
        each_but(self.ends(), |record| self.find(record), records, passes, each)
    }

    fn spell(&self, text: &[u8], _: bool, out: &mut Vec<u8>) {
        if text.is_empty() { out.extend_from_slice(b"null") } else { string(text, out) }
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
        self.spell(text, false, out);
        out.extend(std::iter::repeat_n(b'}', path.steps.len().saturating_sub(depth + 1)));
        out.extend_from_slice(behind);
    }

    /// An object whose field holds no text gets the new field, too. A line that is no object has no place for it, and in
    /// an object that has the field already, a second one would hide the first.
    fn add_to_broken(&self, record: &[u8], text: &[u8], out: &mut Vec<u8>) {
        let is_free = |into: &&Path| utf8(record).and_then(|all| into.of(all)).is_ok_and(|it| it.first.is_none());
        match self.into.as_ref().filter(is_free) {
            Some(into) => self.add(record, &into.text, text, out),
            None => out.extend_from_slice(record),
        }
    }
}

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
