//! What is done with a text of a column. `write` must push what `Builder::new` makes for the type of `output`, because
//! any other push is lost without an error. The fields of `check` are repeated as `DECISION` in `arrow.py`, from which
//! Polars, DuckDB and Spark have their types. `test_mapped.py` compares each row with the function for one text.

use std::sync::Arc;

use arrow_schema::{DataType, Field};
use oneiri::Ri;
use oneiri_arrow::Error;
use oneiri_lint::Lints;
use oneiri_lint::assume::Assumptions;
use oneiri_operations::{Answer, Call, Operation, Settings};
use oneiri_parsers::ParseUrl;
use oneiri_policy::{Code, Policy};
use oneiri_template::{Matcher, Value};
use oneiri_whatwg::Url;
use pyo3::prelude::*;

use super::output::Builder;
use crate::grammar::{Grammar, in_grammar};
use crate::matched::has_all;
use crate::policy::{GivenBase, decide, each_once};
use crate::template::Template;

pub(super) enum Job {
    /// Whether a policy allows the text, which may be relative to a base.
    Admits(Arc<Policy>, GivenBase),
    /// The decision of a policy.
    Check(Arc<Policy>, GivenBase),
    Href(Option<Url>),
    ParseUrl(ParseUrl),
    /// The decoded value of a parameter of the query.
    QueryValue(String, Grammar),
    Match(Box<Match>),
    /// An operation of the table with lints.
    Apply(Operation, Lints, Grammar),
    Key(Box<Assumptions>, Grammar),
}

/// A template, and how its values come out.
pub(super) struct Match {
    matcher: Matcher,
    required: Vec<String>,
    names: Vec<String>,
    /// Whether the values are a map: in SQL, each row may have a template of its own.
    is_map: bool,
}

/// The job for a part of a URL.
pub(super) fn parse_url(part: &str, key: Option<&str>, parser: Option<&str>) -> Result<Job, String> {
    ParseUrl::new(part, key, parser).map(Job::ParseUrl)
}

impl Job {
    pub(super) fn of_template(py: Python<'_>, template: &Template, is_map: bool) -> PyResult<Self> {
        let matcher = template.matcher_or_raise(py)?.clone();
        let names = template.names().into_iter().map(str::to_owned).collect();
        let required = template.required.clone();
        Ok(Self::Match(Box::new(Match { matcher, required, names, is_map })))
    }

    /// The type of the results for texts of a type.
    pub(super) fn output(&self, texts: &DataType) -> DataType {
        let texts_of = |names: &mut dyn Iterator<Item = &str>| {
            names.map(|name| Field::new(name, DataType::Utf8, true)).collect::<Vec<_>>()
        };
        match self {
            Self::Admits(..) => DataType::Boolean,
            Self::Check(..) => {
                let mut fields = texts_of(&mut ["canonical", "reasons"].into_iter());
                fields.insert(0, Field::new("allow", DataType::Boolean, true));
                DataType::Struct(fields.into())
            }
            Self::Match(it) if it.is_map => super::output::map_type(),
            Self::Match(it) => DataType::Struct(texts_of(&mut it.names.iter().map(String::as_str)).into()),
            _ => texts.clone(),
        }
    }

    /// Writes the result for a text.
    pub(super) fn write(&self, text: &str, out: &mut Builder) -> Result<(), Error> {
        // Octets that are not UTF-8 stand as U+FFFD in the text. It is invalid, so that it does not count as another one
        // that has the character itself, and no policy admits it, even if it repairs texts.
        if text.contains('\u{FFFD}') {
            return match self {
                Self::Admits(..) => out.push_bool(false),
                Self::Check(..) => out.push_decision(false, None, Some(Code::NotUtf8.as_str())),
                _ => out.push_null(),
            };
        }
        match self {
            Self::Admits(policy, base) => out.push_bool(decide(policy, text, base).is_ok()),
            Self::Check(policy, base) => match decide(policy, text, base) {
                Ok(checked) => out.push_decision(true, Some(checked.as_str()), None),
                Err(reasons) => {
                    let codes = each_once(reasons.iter().map(|reason| reason.code.as_str()));
                    out.push_decision(false, None, Some(&codes.join(" ")))
                }
            },
            Self::Href(base) => {
                let url = match base {
                    Some(base) => Url::parse_with_base(text, base),
                    None => Url::parse(text),
                };
                out.push_text(url.ok().as_ref().map(Url::href))
            }
            Self::ParseUrl(parse) => out.push_text(parse.of(text).as_deref()),
            Self::QueryValue(name, grammar) => in_grammar!(*grammar, A, F => {
                let parsed = Ri::<&str, A, F>::parse(text).ok();
                let query = parsed.as_ref().and_then(Ri::query);
                out.push_text(query.and_then(|query| query.get(name)).as_deref())
            }),
            Self::Apply(operation, lints, grammar) => {
                let (operation, grammar) = (*operation, *grammar);
                let settings = Settings { lints: Some(lints), ..Settings::default() };
                let call = Call { operation, grammar, first: text, second: None, settings };
                let written = call.run(|answer| match answer {
                    Answer::Text(changed) => out.push_text(Some(&changed)),
                    Answer::Findings(findings) => {
                        let codes = findings.iter().map(|finding| finding.code.name());
                        out.push_text(Some(&each_once(codes).join(" ")))
                    }
                    _ => out.push_text(Some(text)),
                });
                written.unwrap_or_else(|_| out.push_null())
            }
            Self::Key(assumptions, grammar) => {
                out.push_text(crate::key::key(text, assumptions, *grammar).ok().as_deref())
            }
            Self::Match(it) => match it.matcher.matches(text) {
                Ok(found) if has_all(found.captures(), &it.required, |_| true) => {
                    if it.is_map {
                        let pairs = found.captures().iter();
                        out.push_pairs(pairs.map(|it| (it.name.as_ref(), shown(&it.value))))
                    } else {
                        let value = |name: &String| found.get(name).map(shown);
                        out.push_fields(it.names.iter().map(value))
                    }
                }
                _ => out.push_null(),
            },
        }
    }
}

/// A text as it is, and a list or a map as JSON.
fn shown<'a>(value: &'a Value<'_>) -> std::borrow::Cow<'a, str> {
    let list = |items: &mut dyn Iterator<Item = String>| items.collect::<Vec<_>>().join(",");
    match value {
        Value::Text(text) => text.as_ref().into(),
        Value::List(items) => format!("[{}]", list(&mut items.iter().map(|it| json(it)))).into(),
        Value::Map(pairs) => {
            let mut pairs = pairs.iter().map(|(name, value)| format!("{}:{}", json(name), json(value)));
            format!("{{{}}}", list(&mut pairs)).into()
        }
    }
}

/// A text as a string of JSON (RFC 8259 section 7).
fn json(text: &str) -> String {
    let mut out = String::from('"');
    for char in text.chars() {
        match char {
            '"' | '\\' => out.extend(['\\', char]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..='\x1F' => out.push_str(&format!("\\u{:04x}", u32::from(char))),
            _ => out.push(char),
        }
    }
    out.push('"');
    out
}
