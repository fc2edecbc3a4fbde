//! Calls by number, as JavaScript makes them. The tests of the package run the module itself.
#![allow(clippy::unwrap_used, clippy::panic, reason = "these are tests")]

use oneiri_operations::{Grammar, Operation};
use oneiri_wasm::operation::{Call, Outcome};

fn run(operation: Operation, option: u32, grammar: Grammar, first: &str, second: &str) -> Outcome {
    let operation = operation.number().try_into().unwrap();
    Call { operation, option, first, second }.run(grammar.number().try_into().unwrap())
}

#[test]
fn a_changed_text_is_the_result() {
    let outcome = run(Operation::Normalize, 4, Grammar::Iri, "HTTP://h:80", "");
    assert!(matches!(outcome, Outcome::Text(text) if text == "http://h/"));
    let outcome = run(Operation::Resolve, 0, Grammar::IriReference, "http://h/a", "b");
    assert!(matches!(outcome, Outcome::Text(text) if text == "http://h/b"));
    let outcome = run(Operation::Build, 0, Grammar::Uri, "httph", "4,1");
    assert!(matches!(outcome, Outcome::Text(text) if text == "http://h"));
    for operation in [Operation::Normalize, Operation::ParseLenient, Operation::Fix] {
        let outcome = run(operation, 0, Grammar::Iri, "http://h/a", "");
        assert!(matches!(outcome, Outcome::Same), "{operation:?}: {outcome:?}");
    }
}

/// The name of the rule is the one that JavaScript shows, and all places count UTF-16 code units.
#[test]
fn an_error_has_its_name_and_its_place() {
    for operation in [Operation::Normalize, Operation::ToUri] {
        let Outcome::Invalid(answer) = run(operation, 0, Grammar::Iri, "http://🙂/a b", "") else {
            panic!("a space is not allowed");
        };
        assert_eq!(answer.numbers[..3], [0, 11, 12], "{operation:?}");
        let text = "characterpathinvalid IRI: path, index 11: expected ";
        assert!(answer.text.starts_with(text), "{}", answer.text);
    }
    let Outcome::Invalid(answer) = run(Operation::DecodeText, 0, Grammar::Iri, "é%41%FF", "") else {
        panic!("the octet FF is not UTF-8");
    };
    assert_eq!(answer.numbers[..3], [0, 4, 7]);
    assert!(answer.text.starts_with("utf8text"), "{}", answer.text);
}

#[test]
fn names_of_rules_and_reasons_are_those_of_the_engine() {
    let explain = |a, b| match run(Operation::Explain, 0, Grammar::Iri, a, b) {
        Outcome::Parts(answer) => answer.text,
        outcome => panic!("{outcome:?}"),
    };
    assert!(explain("http://h:80/", "http://h/").starts_with("portdefault-port"));
    assert!(explain("http://h/a", "http://h/A").starts_with("pathletter-case"));
}

#[test]
fn numbers_without_a_meaning_are_misuse() {
    let call = |operation, grammar| Call { operation, option: 0, first: "a:", second: "" }.run(grammar);
    // 0, 2 and 7 are operations that JavaScript does not have, and 22 is one of another module.
    for (operation, grammar) in
        [(u32::MAX, 0), (1, 4), (1, u32::MAX), (0, 0), (2, 0), (7, 0), (14, 0), (20, 0), (22, 0)]
    {
        let outcome = call(operation, grammar);
        assert!(matches!(outcome, Outcome::Misuse), "{operation}, {grammar}: {outcome:?}");
    }
    let outcome = run(Operation::Normalize, 5, Grammar::Iri, "a:", "");
    assert!(matches!(outcome, Outcome::Misuse), "the protocol rung needs observations");
}
