//! The implementations. An answer is the expansion, or `None` where the template, or a value, is refused.

use std::io::{BufRead, BufReader, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use iri_string::spec::UriSpec;
use iri_string::template::UriTemplateStr;
use iri_string::template::simple_context::{SimpleContext, Value as IriValue};
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
    all.extend(python.map(|program| Box::new(Python::new(program)) as Box<dyn Rival>));
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
struct Python {
    child: Child,
    answers: BufReader<ChildStdout>,
    writer: Option<std::thread::JoinHandle<std::process::ChildStdin>>,
}

impl Python {
    fn new(program: &str) -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/templates.py");
        let mut command = Command::new(program);
        let command = command.arg(script).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("Python");
        let answers = BufReader::new(child.stdout.take().expect("a pipe"));
        Self { child, answers, writer: None }
    }
}

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
        let lines: String = cases.iter().map(line).collect();
        let mut pipe = match self.writer.take() {
            Some(writer) => writer.join().expect("Python reads"),
            None => self.child.stdin.take().expect("a pipe"),
        };
        self.writer = Some(std::thread::spawn(move || {
            pipe.write_all(lines.as_bytes()).expect("Python reads");
            pipe
        }));
    }

    fn answer(&mut self, _: &Case) -> Answer {
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("Python answers");
        serde_json::from_str(&line).expect("an answer")
    }
}
