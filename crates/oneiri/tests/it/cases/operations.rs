//! What several files ask of the library: normalization, resolution, conversion.

use serde::Deserialize;

use super::grammar::Grammar;

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
pub(super) fn normalized(
    grammar: Grammar,
    step: Step,
    input: &str,
    times: usize,
) -> Result<String, String> {
    let mut text = input.to_owned();
    for _ in 0..times {
        text = on_grammar!(grammar, Reference, Absolute => {
            macro_rules! apply {
                ($value:expr) => {
                    match step {
                        Step::Case => $value.normalize_steps(oneiri::Steps::CASE).as_str().to_owned(),
                        Step::Escape => $value.normalize_steps(oneiri::Steps::ESCAPE).as_str().to_owned(),
                        Step::PathSegments => $value.normalize_steps(oneiri::Steps::PATH).as_str().to_owned(),
                        Step::Whole => $value.normalize().as_str().to_owned(),
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
