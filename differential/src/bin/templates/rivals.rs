//! The implementations. An answer is the expansion, or `None` where the template, or a value, is refused.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use iri_string::spec::UriSpec;
use iri_string::template::UriTemplateStr;
use iri_string::template::simple_context::{SimpleContext, Value as IriValue};
use oneiri_differential::program::Program;
use oneiri_template::{Template, Value};
use uritemplate::UriTemplate;

use crate::cases::Case;

pub type Answer = Option<String>;

pub trait Rival {
    fn name(&self) -> &'static str;

    /// Sends cases to a program that answers later.
    fn ask(&mut self, _: &[Case]) {}

    fn answer(&mut self, case: &Case) -> Answer;
}

/// All rivals but ourselves: the package of Python if an interpreter is named that has it.
pub fn all(python: Option<&str>) -> Vec<Box<dyn Rival>> {
    let mut all: Vec<Box<dyn Rival>> = vec![Box::new(IriString), Box::new(Next)];
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/templates.py");
    let python = python.map(|program| Python(Program::start(Command::new(program).arg(script))));
    all.extend(python.map(|it| Box::new(it) as Box<dyn Rival>));
    all
}

pub fn oneiri(case: &Case) -> Answer {
    Template::parse(case.template.as_str()).ok()?.expand(&case.values).ok()
}

/// Set while a rival may panic, which is one of its answers.
pub static QUIET: AtomicBool = AtomicBool::new(false);

fn quietly(answer: impl FnOnce() -> Answer) -> Answer {
    QUIET.store(true, Relaxed);
    let answer = catch_unwind(AssertUnwindSafe(answer));
    QUIET.store(false, Relaxed);
    answer.ok().flatten()
}

fn strings(items: &[std::borrow::Cow<'_, str>]) -> Vec<String> {
    items.iter().map(ToString::to_string).collect()
}

fn pairs(pairs: &[(std::borrow::Cow<'_, str>, std::borrow::Cow<'_, str>)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
}

pub struct IriString;

impl Rival for IriString {
    fn name(&self) -> &'static str {
        "iri-string"
    }

    fn answer(&mut self, case: &Case) -> Answer {
        let mut context = SimpleContext::new();
        for (name, value) in &case.values {
            context.insert(
                *name,
                match value {
                    Value::Text(text) => IriValue::String(text.to_string()),
                    Value::List(items) => IriValue::List(strings(items)),
                    Value::Map(map) => IriValue::Assoc(pairs(map)),
                },
            );
        }
        quietly(|| {
            let template = UriTemplateStr::new(&case.template).ok()?;
            Some(template.expand::<UriSpec, _>(&context).ok()?.to_string())
        })
    }
}

pub struct Next;

impl Rival for Next {
    fn name(&self) -> &'static str {
        "uritemplate-next"
    }

    fn answer(&mut self, case: &Case) -> Answer {
        quietly(|| {
            let mut template = UriTemplate::new(&case.template);
            for (name, value) in &case.values {
                match value {
                    Value::Text(text) => template.set(name, text.as_ref()),
                    Value::List(items) => template.set(name, strings(items)),
                    Value::Map(map) => template.set(name, pairs(map)),
                };
            }
            Some(template.build())
        })
    }
}

/// The package uritemplate, by `templates.py`: a case a line, an answer a line.
struct Python(Program);

impl Rival for Python {
    fn name(&self) -> &'static str {
        "uritemplate (Python)"
    }

    fn ask(&mut self, cases: &[Case]) {
        let line = |case: &Case| {
            let values = case.values.iter().map(|(name, value)| {
                let value = match value {
                    Value::Text(text) => serde_json::json!(text),
                    Value::List(items) => serde_json::json!(items),
                    Value::Map(map) => serde_json::json!({ "pairs": map }),
                };
                (name.to_string(), value)
            });
            let values: serde_json::Map<_, _> = values.collect();
            serde_json::json!([case.template, values]).to_string() + "\n"
        };
        self.0.ask(cases.iter().map(line).collect());
    }

    fn answer(&mut self, _: &Case) -> Answer {
        serde_json::from_str(&self.0.answer()).expect("an answer")
    }
}
