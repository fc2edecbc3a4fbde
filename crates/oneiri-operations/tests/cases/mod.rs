//! How a case of `testdata/` becomes a call: the one list that the tests of all bindings run.
//!
//! The engine has tests of its own, which read `testdata/` key by key. The tests of a binding need not know these keys: they
//! take [`cases`], call the function that the table of operations names, and compare the result. C and SQL include this
//! module. Python and JavaScript read the lines that `cargo run -p oneiri-operations --example cases` prints.
//!
//! Each call that [`Call::run`] can do is done here, and held to the case. So a line is what the data say, and what the
//! data leave open (where an error is, for example) is what the table of operations answers.

mod data;
mod one_text;
mod two_texts;

use std::collections::BTreeMap;

use oneiri::{Error, Normalization, OnInvalid, Rung};
use oneiri_operations::{Answer, Call, Grammar, Operation, Part, Settings, Stop};

/// A call, and what must come of it.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// The id of the case in its file.
    pub(crate) id: String,
    pub(crate) operation: Operation,
    pub(crate) grammar: Grammar,
    /// The texts, in the order of [`Call`]: for `resolve` the base comes first. For `build`, the seven components.
    pub(crate) texts: Vec<Option<String>>,
    /// The options by the names of their parameters, and `repair` (of `set`) and `only` (of `lint` and `fix`).
    pub(crate) options: BTreeMap<&'static str, String>,
    pub(crate) expected: Expected,
}

/// What must come of a call.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Expected {
    Text(String),
    /// A text of the call is invalid: its place in the call, and the error.
    Invalid {
        argument: usize,
        error: Error,
    },
    /// A change that no binding has words for: a scheme cannot be removed.
    Misuse,
    Valid(bool),
    /// The components, from the scheme to the fragment.
    Parts([Option<String>; 7]),
    /// `None` if the texts differ at every rung.
    Rung(Option<Rung>),
    /// The stretches that a lint finds, with their details.
    Findings(Vec<(String, String)>),
}

impl Case {
    pub(crate) fn first(&self) -> &str {
        self.texts.first().and_then(Option::as_deref).unwrap_or_default()
    }

    pub(crate) fn second(&self) -> Option<&str> {
        self.texts.get(1).and_then(Option::as_deref)
    }

    /// The text that is expected; `None` for an error.
    pub(crate) fn text(&self) -> Option<&str> {
        match &self.expected {
            Expected::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// All cases, in the order of their files.
pub(crate) fn cases() -> Vec<Case> {
    let mut list = List { cases: Vec::new() };
    let mut read = one_text::add(&mut list);
    read.extend(two_texts::add(&mut list));
    // The readings of other parsers, and the routine of RFC 3986 as printed, which is a function of the engine and of Python.
    read.extend(["diff.toml", "ladder/remove-dot-segments.toml"].map(str::to_owned));
    read.sort();
    assert_eq!(read, data::files(), "each file is read once");
    list.cases
}

/// The list as it grows.
struct List {
    cases: Vec<Case>,
}

impl List {
    /// Adds a call that the table of operations runs. `expected` is the text of the case, or `None` if the case has an error.
    fn call(&mut self, call: &CallOf<'_>, expected: Option<&str>) {
        let got = call.run();
        let text = match &got {
            Expected::Text(text) => Some(text.as_str()),
            _ => None,
        };
        assert_eq!(text, expected, "{call:?}");
        self.push(call, got);
    }

    fn push(&mut self, call: &CallOf<'_>, expected: Expected) {
        let CallOf { id, operation, grammar, first, second, ref options } = *call;
        let (id, options) = (id.to_owned(), options.iter().cloned().collect());
        let mut texts = vec![Some(first.to_owned())];
        if operation.row().texts() == 2 {
            texts.push(second.map(str::to_owned));
        }
        self.cases.push(Case { id, operation, grammar, texts, options, expected });
    }
}

/// A call as a case gives it: its options are words.
#[derive(Clone, Debug)]
struct CallOf<'a> {
    id: &'a str,
    operation: Operation,
    grammar: Grammar,
    first: &'a str,
    second: Option<&'a str>,
    options: Vec<(&'static str, String)>,
}

impl<'a> CallOf<'a> {
    fn new(id: &'a str, operation: Operation, grammar: Grammar, first: &'a str) -> Self {
        Self { id, operation, grammar, first, second: None, options: Vec::new() }
    }

    fn with(self, second: Option<&'a str>) -> Self {
        Self { second, ..self }
    }

    fn option(mut self, name: &'static str, value: &str) -> Self {
        self.options.push((name, value.to_owned()));
        self
    }

    fn run(&self) -> Expected {
        let mut settings = Settings::default();
        for (name, value) in &self.options {
            match *name {
                "rung" => settings.rung = value.parse().unwrap(),
                "steps" => settings.steps = steps(value),
                "component" => settings.part = Some(part(value)),
                "repair" => settings.policy = OnInvalid::Repair,
                other => panic!("{other} is no option of a call"),
            }
        }
        let Self { operation, grammar, first, second, .. } = *self;
        let call = Call { operation, grammar, first, second, settings };
        let answer = call.run(|answer| match answer {
            Answer::Same => Expected::Text(first.to_owned()),
            Answer::Text(text) => Expected::Text(text),
            Answer::Valid => Expected::Valid(true),
            Answer::Rung(rung) => Expected::Rung(rung),
            other => panic!("{other:?}"),
        });
        answer.unwrap_or_else(|stop| match stop {
            Stop::Refused(refusal) => Expected::Invalid { argument: refusal.argument, error: refusal.error },
            Stop::Misuse => Expected::Misuse,
        })
    }
}

fn steps(name: &str) -> Normalization {
    Normalization::NONE.case(name == "case").escape(name == "escape").path(name == "path")
}

fn part(name: &str) -> Part {
    match name {
        "scheme" => Part::Scheme,
        "userinfo" => Part::Userinfo,
        "host" => Part::Host,
        "port" => Part::Port,
        "path" => Part::Path,
        "query" => Part::Query,
        "fragment" => Part::Fragment,
        "authority" => Part::Authority,
        other => panic!("{other} is no component"),
    }
}
