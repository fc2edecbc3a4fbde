//! What the files of cases share: how a file is read, what a case asks, and the report on a test.

use std::fmt::Debug;
use std::fs;
use std::path::PathBuf;

use oneiri::{Alphabet, Normalization, Ri, Rung, SchemePresence};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::{Table, Value};

use super::each::cases;

/// Runs the body once, with the two names standing for the types of the grammar's alphabet:
/// the reference, and the identifier with a scheme.
macro_rules! on_grammar {
    ($grammar:expr, $Reference:ident, $Absolute:ident => $body:expr) => {
        match $grammar {
            $crate::cases::shared::Grammar::Uri => {
                #[allow(dead_code)]
                type $Reference<'a> = oneiri::UriRef<'a>;
                #[allow(dead_code)]
                type $Absolute<'a> = oneiri::Uri<'a>;
                $body
            }
            $crate::cases::shared::Grammar::Iri => {
                #[allow(dead_code)]
                type $Reference<'a> = oneiri::IriRef<'a>;
                #[allow(dead_code)]
                type $Absolute<'a> = oneiri::Iri<'a>;
                $body
            }
        }
    };
}

pub(crate) fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata"))
}

pub(super) fn tables(file: &str) -> Vec<Table> {
    let text = fs::read_to_string(folder().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    cases(file, &text)
}

/// The cases of one file, which have these keys. A key that not every case has ends with a question mark.
pub(crate) fn load(file: &str, keys: &str) -> Vec<Case> {
    tables(file).into_iter().map(|table| Case::new(table, keys)).collect()
}

/// A case of a file.
#[derive(Clone, Debug)]
pub(crate) struct Case(Table);

impl Case {
    fn new(table: Table, keys: &str) -> Self {
        let missing = keys.split(' ').find(|key| !key.ends_with('?') && !table.contains_key(*key));
        let known = |key: &&String| keys.split(' ').any(|it| it.trim_end_matches('?') == *key);
        let unknown = table.keys().find(|key| !known(key));
        assert_eq!((missing, unknown), (None, None), "a key that is missing, and one that is unknown, in {table:?}");
        Self(table)
    }

    /// The table in this case, which has these keys.
    pub(super) fn within(&self, key: &str, keys: &str) -> Option<Self> {
        self.read(key).map(|table| Self::new(table, keys))
    }

    pub(crate) fn text(&self, key: &str) -> &str {
        self.get(key).unwrap_or_else(|| panic!("no {key} in {self:?}"))
    }

    /// As [`text`](Self::text), where not every case has it.
    pub(crate) fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(|value| value.as_str().unwrap_or_else(|| panic!("{key} is no text in {self:?}")))
    }

    /// A number: an integer of TOML, or its digits where it is too large for one. A text is as it is.
    pub(super) fn digits(&self, key: &str) -> Option<String> {
        match self.0.get(key)? {
            Value::Integer(number) => Some(number.to_string()),
            _ => self.get(key).map(String::from),
        }
    }

    /// Whether the case says `true`. Most say nothing.
    pub(super) fn is(&self, key: &str) -> bool {
        self.read(key).unwrap_or(false)
    }

    pub(crate) fn read<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        let read =
            |value: &Value| value.clone().try_into().unwrap_or_else(|error| panic!("{key}: {error} in {self:?}"));
        self.0.get(key).map(read)
    }

    /// Which alphabets the case is about: `uri`, `iri` or `both`.
    pub(super) fn grammars(&self) -> &'static [Grammar] {
        match self.get("grammar") {
            Some("uri") => &[Grammar::Uri],
            Some("iri") => &[Grammar::Iri],
            None | Some("both") => &[Grammar::Uri, Grammar::Iri],
            other => panic!("{other:?} is no grammar in {self:?}"),
        }
    }
}

/// One of the two alphabets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Grammar {
    Uri,
    Iri,
}

/// The normalizations a case may ask for.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Step {
    Case,
    Escape,
    PathSegments,
    Normalize,
}

/// What `uri-case` and its like ask for.
pub(super) fn operation(name: &str) -> (Grammar, Step) {
    let (grammar, step) = name.split_once('-').unwrap_or_else(|| panic!("{name} is no operation"));
    let [grammar, step] = [grammar, step].map(Value::from);
    (grammar.try_into().expect("a grammar"), step.try_into().expect("a step"))
}

fn step<A: Alphabet, F: SchemePresence>(value: &Ri<&str, A, F>, step: Step) -> String {
    match step {
        Step::Case => value.normalize_steps(Normalization::CASE),
        Step::Escape => value.normalize_steps(Normalization::ESCAPE),
        Step::PathSegments => value.normalize_steps(Normalization::PATH),
        Step::Normalize => value.normalize_at(Rung::Path),
    }
    .into_string()
}

/// The text of a reference after a normalization, applied a number of times.
///
/// With a scheme, the identifier must come to the same text as the reference does.
pub(super) fn normalized((grammar, wanted): (Grammar, Step), input: &str, times: usize) -> Result<String, String> {
    (0..times).try_fold(input.to_owned(), |text, _| {
        on_grammar!(grammar, Reference, Absolute => {
            let of_reference = step(&Reference::parse(&text).map_err(|error| error.to_string())?, wanted);
            match Absolute::parse(&text).map(|absolute| step(&absolute, wanted)) {
                Ok(other) if other != of_reference => Err(format!("{of_reference:?}, but with a scheme {other:?}")),
                _ => Ok(of_reference),
            }
        })
    })
}

/// The text of a reference resolved against a base.
pub(super) fn resolved(
    grammar: Grammar,
    base: &str,
    reference: &str,
    how: oneiri::Resolution,
) -> Result<String, String> {
    on_grammar!(grammar, Reference, Absolute => {
        let base = Absolute::parse(base).map_err(|error| format!("base: {error}"))?;
        let reference = Reference::parse(reference).map_err(|error| error.to_string())?;
        let with = base.resolve_with(&reference, how);
        let text = with.map_err(|error| error.to_string())?.as_str().to_owned();
        if how == oneiri::Resolution::default() {
            let plain = base.resolve(&reference).as_str().to_owned();
            let mut buffer = String::from("what stood here before");
            let into = base.resolve_into(&reference, &mut buffer).as_str().to_owned();
            if plain != text || into != text {
                return Err(format!("with {text:?}, plain {plain:?}, into {into:?}"));
            }
        }
        Ok(text)
    })
}

/// `uri->iri` or `iri->uri`, as the files write it.
pub(super) fn converted(direction: &str, input: &str) -> Result<String, String> {
    match direction {
        "uri->iri" => oneiri::UriRef::parse(input).map(|uri| uri.to_iri().into_string()),
        "iri->uri" => oneiri::IriRef::parse(input).map(|iri| iri.to_uri().into_string()),
        other => panic!("{other} is no direction"),
    }
    .map_err(|error| error.to_string())
}

/// What a test found out.
pub(super) struct Report {
    name: &'static str,
    total: usize,
    ran: usize,
    pub(super) current: String,
    failures: Vec<String>,
}

impl Report {
    /// A report on so many cases.
    pub(super) fn new(name: &'static str, total: usize) -> Self {
        Self { name, total, ran: 0, current: String::new(), failures: Vec::new() }
    }

    /// The next case begins.
    pub(super) fn case(&mut self, case: &Case) {
        self.ran += 1;
        self.current = format!("{case:?}");
    }

    /// One of the checks of the case that runs.
    pub(super) fn check<T: PartialEq + Debug>(&mut self, what: &str, expected: T, got: T) {
        if expected != got {
            let current = &self.current;
            self.failures.push(format!("{current}: {what}: expected {expected:?}, got {got:?}"));
        }
    }

    /// A count over several cases.
    pub(super) fn tally<T: PartialEq + Debug>(&mut self, what: &str, expected: T, got: T) {
        self.current = String::from("all cases");
        self.check(what, expected, got);
    }

    /// Panics if a check failed, or if the cases are not as many as they should be.
    pub(super) fn finish(self) {
        let Self { name, total, ran, failures, .. } = self;
        println!("{name}: {ran} of {total} cases ran");
        assert!(failures.is_empty(), "{name}: {}\n{}", failures.len(), failures.join("\n"));
        assert_eq!(ran, total, "{name}: cases were added or lost; mend the total");
    }
}
