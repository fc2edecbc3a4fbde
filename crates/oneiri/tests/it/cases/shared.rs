//! What the files of cases share: how a file is read, what a case asks, and the report on a test.

use std::fmt::Debug;
use std::fs;
use std::path::PathBuf;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::Table;

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

/// Which of the two alphabets a case is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Grammar {
    Uri,
    Iri,
}

/// Likewise, where a case may be about both.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Grammars {
    Uri,
    Iri,
    Both,
}

impl Grammars {
    pub(super) fn each(self) -> &'static [Grammar] {
        match self {
            Self::Uri => &[Grammar::Uri],
            Self::Iri => &[Grammar::Iri],
            Self::Both => &[Grammar::Uri, Grammar::Iri],
        }
    }
}

/// The normalizations a case may ask for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Case,
    Escape,
    PathSegments,
    Whole,
}

/// The text of a reference after a normalization, applied a number of times.
///
/// With a scheme, the identifier must come to the same text as the reference does.
pub(super) fn normalized(grammar: Grammar, step: Step, input: &str, times: usize) -> Result<String, String> {
    let mut text = input.to_owned();
    for _ in 0..times {
        text = on_grammar!(grammar, Reference, Absolute => {
            macro_rules! apply {
                ($value:expr) => {
                    match step {
                        Step::Case => $value.normalize_steps(oneiri::Normalization::CASE).as_str().to_owned(),
                        Step::Escape => $value.normalize_steps(oneiri::Normalization::ESCAPE).as_str().to_owned(),
                        Step::PathSegments => $value.normalize_steps(oneiri::Normalization::PATH).as_str().to_owned(),
                        Step::Whole => $value.normalize_at(oneiri::Rung::Path).as_str().to_owned(),
                    }
                };
            }
            let reference = Reference::parse(&text).map_err(|error| error.to_string())?;
            let of_reference = apply!(reference);
            if let Ok(absolute) = Absolute::parse(&text) {
                let of_absolute = apply!(absolute);
                if of_absolute != of_reference {
                    return Err(format!("{of_reference:?}, but with a scheme {of_absolute:?}"));
                }
            }
            of_reference
        });
    }
    Ok(text)
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
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) enum Direction {
    #[serde(rename = "uri->iri")]
    ToIri,
    #[serde(rename = "iri->uri")]
    ToUri,
}

pub(super) fn converted(direction: Direction, input: &str) -> Result<String, String> {
    match direction {
        Direction::ToIri => oneiri::UriRef::parse(input).map(|uri| uri.to_iri().into_string()),
        Direction::ToUri => oneiri::IriRef::parse(input).map(|iri| iri.to_uri().into_string()),
    }
    .map_err(|error| error.to_string())
}

/// What a test found out.
pub(super) struct Report {
    name: &'static str,
    total: usize,
    ran: usize,
    left: usize,
    pub(super) current: String,
    failures: Vec<String>,
}

impl Report {
    /// A report on so many cases.
    pub(super) fn new(name: &'static str, total: usize) -> Self {
        let (current, failures) = (String::new(), Vec::new());
        Self { name, total, ran: 0, left: 0, current, failures }
    }

    /// The next case begins.
    pub(super) fn case(&mut self, id: &str, input: impl Debug) {
        self.ran += 1;
        self.current = format!("{id}: input {input:?}");
    }

    /// So many cases are for other tests to run.
    pub(super) fn leave(&mut self, count: usize) {
        self.left += count;
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
        let Self { name, total, ran, left, failures, .. } = self;
        println!("{name}: {ran} of {total} cases ran, {left} left to other tests");
        assert!(failures.is_empty(), "{name}: {}\n{}", failures.len(), failures.join("\n"));
        assert_eq!(ran + left, total, "{name}: cases were added or lost; mend the total");
    }
}

pub(crate) fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata"))
}

/// The cases of one file.
pub(crate) fn load<T: DeserializeOwned>(file: &str) -> Vec<T> {
    let path = folder().join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let case = |case: Table| match case.clone().try_into() {
        Ok(case) => case,
        Err(error) => panic!("{file}: {error} in {case:?}"),
    };
    cases(file, &text).into_iter().map(case).collect()
}
