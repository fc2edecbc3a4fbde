//! The processes that the cases need.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use crate::run::{feed, oneiri};

pub(super) type Check = Box<dyn Fn(&Json)>;

/// What is to be run, by arguments: the lines, and what has to come of each.
#[derive(Default)]
pub(super) struct Runs(BTreeMap<Vec<String>, Vec<(String, Check)>>);

impl Runs {
    pub(super) fn add(&mut self, arguments: &[&str], input: &str, check: impl Fn(&Json) + 'static) {
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        self.0.entry(arguments).or_default().push((input.to_owned(), Box::new(check)));
    }

    pub(super) fn run(self) -> (usize, usize) {
        let (mut checks, mut processes) = (0, 0);
        for (mut arguments, inputs) in self.0 {
            arguments.push("--json".to_owned());
            let (lines, others): (Vec<_>, Vec<_>) =
                inputs.into_iter().partition(|(input, _)| !input.contains('\n') && !input.ends_with('\r'));
            let text: String = lines.iter().map(|(input, _)| format!("{input}\n")).collect();
            let mut answers = feed(&arguments, text.as_bytes()).json();
            processes += 1;
            assert_eq!(answers.len(), lines.len(), "{arguments:?}");
            if !others.is_empty() {
                arguments.push("--".to_owned());
                arguments.extend(others.iter().map(|(input, _)| input.clone()));
                answers.extend(oneiri(&arguments).json());
                processes += 1;
            }
            for ((input, check), answer) in lines.iter().chain(&others).zip(&answers) {
                if arguments[0] != "compare" {
                    assert_eq!(answer["input"], **input, "{arguments:?}");
                }
                check(answer);
                checks += 1;
            }
        }
        (checks, processes)
    }
}
