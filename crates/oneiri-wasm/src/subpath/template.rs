//! `oneiri/template`: URI Templates. Templates and routers are kept. `bindings/js/src/template.js` is the other side:
//! it has the same numbers of operations, its `add` writes the texts that `values` reads, and its `found` reads what
//! `put` writes. Programs find the names of kinds in errors (`template.js` itself looks for `prefix`), so they stay.
//! `subpaths.test.js` runs both sides.

use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;

use oneiri::Unit;
use oneiri_template::{
    Error, ExpandError, Match, Matcher, MatcherError, Overlaps, Router, RouterError, Template, Value as Given,
};

use super::{Call, Kept, Stop};
use crate::answer::Answer;

// The operations, as in `bindings/js/src/template.js`.
const COMPILE: u32 = 0;
const EXPAND: u32 = 1;
const MATCH: u32 = 2;
const ROUTER: u32 = 3;
const RANKED: u32 = 4;
const FIND: u32 = 5;
const MATCH_LENIENT: u32 = 6;

/// What is kept.
#[derive(Debug)]
pub enum Value {
    /// A template, and its two matchers once a text was to be matched: the strict one, and the lenient one for queries.
    Template(Template, Box<[Option<Matcher>; 2]>),
    /// Many templates.
    Router(Box<Router<usize>>),
}

/// Does an operation.
///
/// # Errors
///
/// A text that is no template, values that do not fit, templates that are ambiguous, or a number that means nothing.
pub fn call(call: &Call<'_>, kept: &mut Kept<Value>) -> Result<Answer, Stop> {
    let mut answer = Answer::default();
    match call.operation {
        COMPILE => {
            let template = parse(call.text(0), 0)?;
            let names: Vec<_> = template.variables().map(|variable| variable.name().to_string()).collect();
            answer.number(kept.keep(Value::Template(template, Box::default())));
            answer.number(names.len());
            names.iter().for_each(|name| answer.text(name));
        }
        EXPAND => {
            let Value::Template(template, _) = kept.get(call.value)? else {
                return Err(Stop::Misuse);
            };
            let values = values(call.texts).ok_or(Stop::Misuse)?;
            let expanded = template.expand(&values);
            answer.text(&expanded.map_err(|error| unfit(template.as_str(), &error))?);
        }
        MATCH | MATCH_LENIENT => {
            let Value::Template(template, matchers) = kept.get(call.value)? else {
                return Err(Stop::Misuse);
            };
            let is_lenient = call.operation == MATCH_LENIENT;
            let matcher = &mut matchers[usize::from(is_lenient)];
            if matcher.is_none() {
                let text = template.as_str();
                let made = template.matcher().map_err(|error| unmatchable(0, text, &error))?;
                *matcher = Some(if is_lenient { made.lenient_query() } else { made });
            }
            let found = matcher.as_ref().and_then(|matcher| matcher.matches(call.text(0)).ok());
            answer.number(found.is_some().into());
            found.iter().for_each(|found| put(found, &mut answer));
        }
        ROUTER | RANKED => {
            let mut templates = Vec::with_capacity(call.texts.len());
            for number in 0..call.texts.len() {
                templates.push(parse(call.text(number), number)?);
            }
            let overlaps = if call.operation == RANKED { Overlaps::Ranked } else { Overlaps::Refused };
            let strict = Router::new(templates.into_iter().zip(0..), overlaps);
            // Nothing is kept yet, so the number stands for an option.
            let is_lenient = call.value == 1;
            let router = strict
                .and_then(|router| if is_lenient { router.lenient_query() } else { Ok(router) })
                .map_err(|error| {
                    let number = match &error {
                        RouterError::Matcher { template, .. } => *template,
                        RouterError::Overlap { templates: [_, second], .. } => *second,
                        _ => 0,
                    };
                    let (text, kind) = match &error {
                        RouterError::Matcher { error, .. } => (call.text(number), kind(error)),
                        _ => (call.text(number), "overlap"),
                    };
                    Stop::invalid(number, text, 0..text.len(), kind, &error.to_string())
                })?;
            answer.number(kept.keep(Value::Router(Box::new(router))));
        }
        FIND => {
            let Value::Router(router) = kept.get(call.value)? else { return Err(Stop::Misuse) };
            let found = router.find(call.text(0));
            answer.number(found.is_some().into());
            if let Some((index, found)) = found {
                answer.number(*index);
                put(&found, &mut answer);
            }
        }
        _ => return Err(Stop::Misuse),
    }
    Ok(answer)
}

fn parse(text: &str, number: usize) -> Result<Template, Stop> {
    Template::parse(text).map_err(|error: Error| {
        let (start, length) = (error.start(), error.found().map_or(0, char::len_utf8));
        let message = error.display_in(Unit::Utf16, text).to_string();
        Stop::invalid(number, text, start..start + length, "template", &message)
    })
}

/// The values of variables: for each the name, then `t`, `l` or `m` and a number, and so many texts.
fn values<'a>(texts: &[Option<&'a str>]) -> Option<Vec<(&'a str, Given<'a>)>> {
    let (mut values, mut texts) = (Vec::new(), texts.iter().map(|text| text.unwrap_or_default()));
    while let Some(name) = texts.next().filter(|name| !name.is_empty()) {
        let (kind, count) = texts.next()?.split_at_checked(1)?;
        let members: Vec<_> = texts.by_ref().take(count.parse().ok()?).collect();
        values.push((
            name,
            match kind {
                "t" => Given::from(*members.first()?),
                "l" => Given::from(members),
                _ => Given::Map(members.chunks_exact(2).map(|pair| (pair[0].into(), pair[1].into())).collect()),
            },
        ));
    }
    Some(values)
}

fn unfit(text: &str, error: &ExpandError) -> Stop {
    let range = match error {
        ExpandError::Prefix { range, .. } => range.clone(),
        _ => 0..text.len(),
    };
    let message = error.display_in(Unit::Utf16, text).to_string();
    Stop::invalid(0, text, range, "prefix", &message)
}

fn kind(error: &MatcherError) -> &'static str {
    match error {
        MatcherError::Ambiguous(_) | MatcherError::Repeated { .. } => "ambiguous",
        MatcherError::Escape { .. } => "escape",
        _ => "too-large",
    }
}

fn unmatchable(number: usize, text: &str, error: &MatcherError) -> Stop {
    Stop::invalid(number, text, 0..text.len(), kind(error), &error.to_string())
}

fn put(found: &Match<'_>, answer: &mut Answer) {
    answer.number(found.captures().len());
    for capture in found.captures() {
        answer.text(&capture.name);
        // In the order of `HAZARDS` in `template.js`. A new hazard also belongs in both, because it would otherwise be
        // lost without an error.
        let hazards = capture.hazards;
        answer.number(hazards.slash.into());
        answer.number(hazards.dot_segment.into());
        answer.number(hazards.nul.into());
        let (kind, members): (usize, Vec<&str>) = match &capture.value {
            Given::Text(text) => (0, [&**text].into()),
            Given::List(items) => (1, items.iter().map(|item| &**item).collect()),
            Given::Map(pairs) => (2, pairs.iter().flat_map(|(a, b)| [&**a, &**b]).collect()),
        };
        answer.number(kind);
        answer.number(members.len());
        members.into_iter().for_each(|member| answer.text(member));
    }
    answer.number(found.unknown().len());
    found.unknown().iter().for_each(|pair| answer.text(pair));
}
