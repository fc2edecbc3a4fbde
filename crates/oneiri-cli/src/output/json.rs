//! The objects of `--json`, one for each line. All their shapes are defined here, with the keys in
//! the order in which they are written.

use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;

use oneiri::{Alphabet, Component, MaybeScheme, Parts, Ri, Rung};
use serde::{Serialize, Serializer};
use serde_json::ser::{CompactFormatter, Formatter};

use crate::output::{escape, fault::Fault};

/// The keys of every object; `body` has those that the command adds.
#[derive(Serialize)]
pub(crate) struct Record<'a, B> {
    pub(crate) line: u64,
    /// The byte of the line at which an IRI of an RDF document begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) offset: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<&'a str>,
    /// The column or the field, if several hold identifiers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<&'a str>,
    pub(crate) input: &'a str,
    pub(crate) ok: bool,
    #[serde(flatten)]
    pub(crate) body: B,
}

/// `parse` and `check`. An absent component is null; a component that is present and empty is "".
#[derive(Serialize)]
pub(crate) struct Components<'a> {
    pub(crate) scheme: Option<&'a str>,
    pub(crate) authority: Option<&'a str>,
    pub(crate) userinfo: Option<&'a str>,
    pub(crate) host: Option<&'a str>,
    pub(crate) port: Option<&'a str>,
    pub(crate) path: &'a str,
    pub(crate) query: Option<&'a str>,
    pub(crate) fragment: Option<&'a str>,
}

impl<'a> Components<'a> {
    pub(crate) fn of<A: Alphabet>(reference: &'a Ri<Cow<'_, str>, A, MaybeScheme>) -> Self {
        let Parts { scheme, userinfo, host, port, path, query, fragment } = reference.parts();
        let authority = reference.authority().map(|authority| authority.as_str());
        Self { scheme, authority, userinfo, host, port, path, query, fragment }
    }
}

/// `parse --only` and `parsers`: components, each with its name.
pub(crate) struct Chosen<'a>(pub(crate) Vec<(&'static str, Option<&'a str>)>);

impl Serialize for Chosen<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

/// `normalize`, `resolve`, `relativize`, `edit`, `convert`, `encode`, `key`.
#[derive(Serialize)]
pub(crate) struct Output<'a> {
    pub(crate) output: &'a str,
    /// `key`: the version of the rules of schemes by which the key was made, because stored keys depend on them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) scheme_rules: Option<u32>,
}

/// `decode`. Bytes that are not UTF-8 cannot stand in a JSON string, so `output` is null and
/// `output_hex` has them as hexadecimal digits.
#[derive(Serialize)]
pub(crate) struct Decoded<'a> {
    pub(crate) output: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) output_hex: Option<String>,
}

/// `compare`. Ranges of steps and of differences count bytes of `a` and `b`, which are the identifiers as they were
/// compared.
#[derive(Serialize)]
pub(crate) struct Explained<'a, D> {
    pub(crate) other: &'a str,
    /// The lowest rung at which the two are equal, or null, and whether that rung is at most the one asked for.
    pub(crate) rung: Option<&'static str>,
    pub(crate) equal: bool,
    pub(crate) a: &'a str,
    pub(crate) b: &'a str,
    /// The options without which the two are not equal at the rung, if there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) options: Vec<&'static str>,
    pub(crate) steps: Vec<Step>,
    /// The first difference that no rung ignores, and all of them: one for each component.
    pub(crate) difference: Option<Difference>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(crate) differences: &'a [D],
    /// The observations that make the two equal at the protocol rung.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) chain: Vec<Observed<'a>>,
    /// With `--assume`: the assumptions that make the two equal, or null if they do not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) assumed: Option<Option<Vec<&'a str>>>,
}

#[derive(Serialize)]
pub(crate) struct Observed<'a> {
    pub(crate) kind: &'static str,
    pub(crate) from: &'a str,
    pub(crate) to: &'a str,
    pub(crate) source: &'a str,
}

#[derive(Serialize)]
pub(crate) struct Step {
    pub(crate) component: &'static str,
    pub(crate) a: Range<usize>,
    pub(crate) b: Range<usize>,
    pub(crate) rule: &'static str,
    pub(crate) rung: &'static str,
    /// `section` is the section that states the rule. `source` is the specification that applies
    /// it: for a rule of a scheme, the specification of the scheme.
    pub(crate) section: &'static str,
    pub(crate) source: &'static str,
    pub(crate) description: &'static str,
}

#[derive(Serialize)]
pub(crate) struct Difference {
    #[serde(serialize_with = "component")]
    pub(crate) component: Component,
    pub(crate) a: Range<usize>,
    pub(crate) b: Range<usize>,
    pub(crate) reason: &'static str,
    pub(crate) section: &'static str,
    pub(crate) description: &'static str,
}

impl Difference {
    pub(crate) fn of(difference: &oneiri::compare::Difference) -> Self {
        let oneiri::compare::Difference { component, a, b, reason, .. } = difference.clone();
        let (section, description) = (reason.section(), reason.describe());
        Self { component, a, b, reason: reason.name(), section, description }
    }
}

/// `lint`, and `fix --lint`, whose `output` is the identifier with all fixes applied.
#[derive(Serialize)]
pub(crate) struct Linted<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) output: Option<&'a str>,
    pub(crate) findings: Vec<Finding<'a>>,
}

#[derive(Serialize)]
pub(crate) struct Finding<'a> {
    pub(crate) code: &'static str,
    pub(crate) id: &'static str,
    pub(crate) level: &'static str,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) component: &'static str,
    pub(crate) message: String,
    pub(crate) section: &'static str,
    /// null if the finding has no fix.
    pub(crate) fix: Option<Fix<'a>>,
}

#[derive(Serialize)]
pub(crate) struct Fix<'a> {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) text: &'a str,
    /// The rung at which the fixed identifier equals the given one.
    pub(crate) rung: &'static str,
}

/// `diff`: what each parser reads, why a reading differs from the generic syntax, and which
/// components move.
#[derive(Serialize)]
pub(crate) struct Diff<'a> {
    pub(crate) agree: bool,
    pub(crate) moves: Vec<&'static str>,
    /// What the text is resolved against.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) base: Option<&'a str>,
    pub(crate) readings: Vec<Reading<'a>>,
    pub(crate) reasons: Vec<Departure<'a>>,
}

#[derive(Serialize)]
pub(crate) struct Reading<'a> {
    pub(crate) parser: &'static str,
    pub(crate) ok: bool,
    /// The components as the parser reads them. An absent one is null, and so is the path of an opaque URI in java.
    #[serde(flatten)]
    pub(crate) parts: Option<Chosen<'a>>,
    /// The reason why the parser refuses the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
}

#[derive(Serialize)]
pub(crate) struct Departure<'a> {
    pub(crate) parser: &'static str,
    pub(crate) component: &'static str,
    pub(crate) reason: Cow<'a, str>,
}

/// A code of `lint --codes`, with its level in each profile.
#[derive(Serialize)]
pub(crate) struct Code {
    pub(crate) id: &'static str,
    pub(crate) code: &'static str,
    pub(crate) rdf: &'static str,
    pub(crate) web: &'static str,
    pub(crate) strict: &'static str,
    pub(crate) fix: Option<&'static str>,
    pub(crate) section: &'static str,
    pub(crate) summary: &'static str,
}

impl Code {
    pub(crate) fn of(code: oneiri_lint::Code) -> Self {
        let [rdf, web, strict] = oneiri_lint::Profile::ALL.map(|it| code.level(it).name());
        let (id, section, summary) = (code.id(), code.section(), code.summary());
        let (code, fix) = (code.name(), code.fix_rung().map(Rung::name));
        Self { id, code, rdf, web, strict, fix, section, summary }
    }
}

/// A code of `lint --explain`.
#[derive(Serialize)]
pub(crate) struct ExplainedCode {
    #[serde(flatten)]
    pub(crate) code: Code,
    pub(crate) why: String,
    /// An identifier in which the code is found.
    pub(crate) example: &'static str,
}

/// `dedupe`.
#[derive(Serialize)]
pub(crate) struct Deduped<'a> {
    pub(crate) output: &'a str,
    pub(crate) kept: bool,
    pub(crate) first_line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) first_file: Option<&'a str>,
}

/// A refused line.
#[derive(Serialize)]
pub(crate) struct Refused<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) other: Option<&'a str>,
    pub(crate) error: Error<'a>,
}

#[derive(Serialize)]
pub(crate) struct Error<'a> {
    /// The option whose value was refused, and the value. Only `edit` has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) option: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) value: Option<&'a str>,
    /// The text whose bytes `start` and `end` count. Of two identifiers: "input" or "other". Of an edit:
    /// "value", or "path" for the path that the edit would produce.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) of: Option<&'a str>,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) component: Option<&'a str>,
    /// The code of the kind of error, such as "E001". null for what is not an error of the grammar.
    pub(crate) code: Option<&'a str>,
    pub(crate) message: &'a str,
}

impl<'a> Error<'a> {
    /// `of` names the text that `fault` is about, unless it lies in the value of an option.
    pub(crate) fn of(fault: &'a Fault, of: Option<&'a str>) -> Self {
        let &Fault { start, end, component, ref message, ref place, .. } = fault;
        let of = match place {
            Some(place) => Some(if place.in_path { "path" } else { "value" }),
            None => of,
        };
        let (option, value) = place.as_ref().map(|place| (place.option.as_str(), place.value.as_str())).unzip();
        Self { option, value, of, start, end, component, code: fault.code(), message }
    }
}

/// A component by its name.
fn component<S: Serializer>(component: &Component, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(component.name())
}

/// Writes `value` and a line feed.
pub(crate) fn write(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, Safe)).map_err(io::Error::from)?;
    out.write_all(b"\n")
}

/// Like [`write`], but returns the text. Serializing these shapes into memory cannot fail.
pub(crate) fn text(value: &impl Serialize) -> String {
    let mut out = Vec::new();
    let _ = write(&mut out, value);
    String::from_utf8(out).unwrap_or_default()
}

/// A formatter that escapes not only C0, as JSON requires, but every character that acts on a
/// display. So a stream of JSON is safe to show on a terminal, and it still parses to the same
/// text.
struct Safe;

impl Formatter for Safe {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, c)) = rest.char_indices().find(|&(_, c)| escape::acts(c)) {
            writer.write_all(&rest.as_bytes()[..at])?;
            // All of these characters lie below U+10000, so four digits are enough.
            write!(writer, "\\u{:04x}", u32::from(c))?;
            rest = &rest[at + c.len_utf8()..];
        }
        CompactFormatter.write_string_fragment(writer, rest)
    }
}

#[cfg(test)]
#[path = "../../tests/laws/json.rs"]
mod tests;
