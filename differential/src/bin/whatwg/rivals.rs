//! The implementations. An answer is the attributes after parsing and after each setter; empty where the text, or
//! the base, is not a URL.

use std::process::Command;

use oneiri_differential::program::Program;
use oneiri_whatwg::{Url, is_valid_url_string};

use crate::cases::Case;

pub trait Rival {
    fn name(&self) -> &'static str;

    /// Sends cases to a program that answers later.
    fn ask(&mut self, _: &[Case]) {}

    fn answer(&mut self, case: &Case) -> Vec<String>;
}

/// All rivals but ourselves.
pub fn all(npm: Option<&str>, validity: bool) -> Vec<Box<dyn Rival>> {
    if validity {
        return vec![Box::new(Npm::new(npm.expect("--npm"), &["validity"]))];
    }
    let mut all: Vec<Box<dyn Rival>> = Vec::new();
    #[cfg(feature = "ada")]
    all.push(Box::new(ada::Ada));
    all.extend(npm.map(|folder| Box::new(Npm::new(folder, &[])) as Box<dyn Rival>));
    all
}

/// Whether a text is a URL, its validation errors, and whether it is a valid URL string.
pub fn validity(case: &Case) -> Vec<String> {
    let base = case.base.as_ref().map(|base| Url::parse(base));
    let Ok(base) = base.transpose() else { return vec![String::new()] };
    let (url, errors) = Url::parse_with_errors(&case.text, base.as_ref());
    let mut answer = vec![url.is_ok().to_string()];
    answer.extend(errors.iter().map(|error| error.kind().name().to_owned()));
    answer.push(is_valid_url_string(&case.text, base.as_ref()).to_string());
    vec![without_repetition(&answer.join(" "))]
}

/// The names of errors. We report each stretch of what is removed, and the Standard reports all of them once, so what follows the
/// same name is left out.
fn without_repetition(answer: &str) -> String {
    let mut names: Vec<&str> = answer.split(' ').collect();
    names.dedup();
    names.join(" ")
}

pub struct Oneiri;

impl Oneiri {
    fn url(case: &Case) -> Option<Url> {
        match &case.base {
            Some(base) => Url::parse(base).ok()?.join(&case.text).ok(),
            None => Url::parse(&case.text).ok(),
        }
    }
}

impl Rival for Oneiri {
    fn name(&self) -> &'static str {
        "oneiri-whatwg"
    }

    fn answer(&mut self, case: &Case) -> Vec<String> {
        let Some(mut url) = Self::url(case) else { return vec![String::new()] };
        let all = |url: &Url| {
            let [href, origin] = [url.href(), &url.origin()];
            let host = [url.protocol(), url.username(), url.password(), url.host(), url.hostname()];
            let rest = [url.port(), url.pathname(), url.search(), url.hash()];
            [&[href, origin][..], &host, &rest].concat().join("\n")
        };
        let mut answers = vec![all(&url)];
        for (name, value) in &case.sets {
            // The Standard ignores a value that is refused.
            let _ = match *name {
                "protocol" => url.set_protocol(value),
                "username" => url.set_username(value),
                "password" => url.set_password(value),
                "host" => url.set_host(value),
                "hostname" => url.set_hostname(value),
                "port" => url.set_port(value),
                "pathname" => url.set_pathname(value),
                "search" => Ok(url.set_search(value)),
                _ => Ok(url.set_hash(value)),
            };
            answers.push(all(&url));
        }
        answers
    }
}

#[cfg(feature = "ada")]
mod ada {
    use super::{Case, Rival};

    pub struct Ada;

    impl Rival for Ada {
        fn name(&self) -> &'static str {
            "ada"
        }

        fn answer(&mut self, case: &Case) -> Vec<String> {
            let Ok(mut url) = ada_url::Url::parse(case.text.as_str(), case.base.as_deref()) else {
                return vec![String::new()];
            };
            let all = |url: &ada_url::Url| {
                let [href, origin] = [url.href(), &url.origin()];
                let host = [url.protocol(), url.username(), url.password(), url.host(), url.hostname()];
                let rest = [url.port(), url.pathname(), url.search(), url.hash()];
                [&[href, origin][..], &host, &rest].concat().join("\n")
            };
            let mut answers = vec![all(&url)];
            for (name, value) in &case.sets {
                let some = Some(value.as_str());
                let _ = match *name {
                    "protocol" => url.set_protocol(value),
                    "username" => url.set_username(some),
                    "password" => url.set_password(some),
                    "host" => url.set_host(some),
                    "hostname" => url.set_hostname(some),
                    "port" => url.set_port(some),
                    "pathname" => url.set_pathname(some),
                    "search" => Ok(url.set_search(some)),
                    _ => Ok(url.set_hash(some)),
                };
                answers.push(all(&url));
            }
            answers
        }
    }
}

/// The package whatwg-url, by `whatwg-url.cjs`: a case a line, an answer a line.
struct Npm {
    validity: bool,
    program: Program,
}

impl Npm {
    fn new(folder: &str, mode: &[&str]) -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/whatwg-url.cjs");
        let program = Program::start(Command::new("node").arg(script).arg(folder).args(mode));
        Self { validity: !mode.is_empty(), program }
    }
}

impl Rival for Npm {
    fn name(&self) -> &'static str {
        "whatwg-url"
    }

    fn ask(&mut self, cases: &[Case]) {
        let line = |case: &Case| serde_json::json!([case.base, case.text, case.sets]).to_string() + "\n";
        self.program.ask(cases.iter().map(line).collect());
    }

    fn answer(&mut self, _: &Case) -> Vec<String> {
        let mut answer: Vec<String> = serde_json::from_str(&self.program.answer()).expect("an answer");
        if self.validity {
            answer.iter_mut().for_each(|it| *it = without_repetition(it));
        }
        answer
    }
}
