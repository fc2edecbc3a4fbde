//! The cases with two texts: comparing, resolving, and changing a component. Also the faults of other libraries.

use oneiri::Rung;
use oneiri_operations::{Grammar, Operation};

use super::data::{Data, cases};
use super::{CallOf, Expected, List};

const PAIRS: [&str; 2] = ["ladder/pairs.toml", "ladder/schemes.toml"];
const RESOLVED: [&str; 4] =
    ["decisions/resolve.toml", "ladder/resolve.toml", "srfi275/resolve-iri-reference.toml", "stdurl/resolve.toml"];
const CHANGED: [&str; 2] = ["decisions/update.toml", "update.toml"];
const OTHERS: [&str; 3] = ["advisories.toml", "ladder/modes.toml", "ladder/preparations.toml"];

/// Adds the cases, and returns the files that were read.
pub(super) fn add(list: &mut List) -> Vec<String> {
    PAIRS.into_iter().for_each(|file| add_pairs(list, file));
    add_modes(list);
    RESOLVED.into_iter().for_each(|file| add_resolved(list, file));
    CHANGED.into_iter().for_each(|file| add_changed(list, file));
    add_advisories(list);
    let files = PAIRS.into_iter().chain(RESOLVED).chain(CHANGED).chain(OTHERS);
    files.map(str::to_owned).collect()
}

/// Adds a comparison, both ways round, and returns the lowest rung.
fn compare(list: &mut List, id: &str, grammar: Grammar, a: &str, b: &str) -> Option<Rung> {
    let call = CallOf::new(id, Operation::Rung, grammar, a).with(Some(b));
    let got = call.run();
    let Expected::Rung(rung) = got else { panic!("{call:?}: {got:?}") };
    list.push(&call, Expected::Rung(rung));
    list.push(&CallOf { first: b, second: Some(a), ..call }, Expected::Rung(rung));
    rung
}

fn add_pairs(list: &mut List, file: &str) {
    for case in cases(file) {
        let (id, a, b) = (case.id(), case.given("a"), case.given("b"));
        let own = case.references()[0];
        // Every URI is an IRI.
        let both = [own, Grammar::IriReference];
        for &grammar in if own == Grammar::IriReference { &both[..1] } else { &both } {
            let lowest = compare(list, &id, grammar, &a, &b);
            for (name, expected) in case.truths("expect") {
                // The RFCs speak of normalization by syntax, which the rung `path` is.
                let rung = if name == "syntax" { Rung::Path } else { name.parse().unwrap() };
                let equal = lowest.is_some_and(|lowest| lowest <= rung);
                assert_eq!(equal, expected, "{case:?} at {name}");
            }
            let form = case.text("normal_form").filter(|_| grammar == own && lowest.is_some());
            for text in [&a, &b].into_iter().filter(|_| form.is_some()) {
                let call = CallOf::new(&id, Operation::Normalize, grammar, text);
                list.call(&call.option("rung", "scheme"), form.as_deref());
            }
        }
    }
}

fn add_modes(list: &mut List) {
    let grammar = Grammar::IriReference;
    for case in cases("ladder/modes.toml") {
        let (id, a, b) = (case.id(), case.given("a"), case.given("b"));
        let lowest = compare(list, &id, grammar, &a, &b);
        let same = lowest == Some(Rung::String);
        assert_eq!(case.flag("same_text").unwrap_or(same), same, "{case:?}");
        let equivalent = lowest.is_some_and(|lowest| lowest <= Rung::Path);
        assert_eq!(case.flag("equivalent").unwrap_or(equivalent), equivalent, "{case:?}");
        if let Some(base) = case.text("base") {
            let [a, b] = [a, b].map(|reference| {
                let call = CallOf::new(&id, Operation::Resolve, grammar, &base);
                let call = call.with(Some(&reference));
                let Expected::Text(target) = call.run() else { panic!("{call:?}") };
                list.call(&call, Some(&target));
                target
            });
            let equal = compare(list, &id, grammar, &a, &b).is_some();
            assert_eq!(equal, case.is("against_base"), "{case:?}");
        }
    }
    for case in cases("ladder/preparations.toml") {
        let (id, raw, iri) = (case.id(), case.given("raw"), case.given("iri"));
        assert_eq!(compare(list, &id, grammar, &raw, &iri), None, "{case:?}");
    }
}

fn add_resolved(list: &mut List, file: &str) {
    for case in cases(file) {
        let (id, base, reference) = (case.id(), case.given("base"), case.given("reference"));
        let target = case.given("expected");
        for grammar in Grammar::ALL {
            if grammar.is_ascii() && !(base.is_ascii() && reference.is_ascii()) {
                continue;
            }
            let call = CallOf::new(&id, Operation::Resolve, grammar, &base);
            list.call(&call.with(Some(&reference)), Some(&target));
        }
        // What leads to the target leads there again.
        let grammar = Grammar::Iri;
        let call = CallOf::new(&id, Operation::Relativize, grammar, &base).with(Some(&target));
        let Expected::Text(back) = call.run() else { panic!("{call:?}") };
        list.call(&call, Some(&back));
        let call = CallOf::new(&id, Operation::Resolve, grammar, &base).with(Some(&back));
        let Expected::Text(again) = call.run() else { panic!("{call:?}") };
        assert!(compare(list, &id, grammar, &again, &target).is_some(), "{case:?}: {back}");
    }
}

/// The component and the value of a change: `None` removes the component.
fn change(case: &Data) -> (&'static str, Option<String>) {
    let value = case.text("value");
    match case.given("operation").as_str() {
        "update-scheme" => ("scheme", value),
        "update-user" => ("userinfo", value),
        "update-host" => ("host", value),
        "update-port" => ("port", value),
        "update-path" => ("path", value),
        "update-query" => ("query", value),
        "update-fragment" => ("fragment", value),
        "update-authority" => {
            let [user, host, port] = ["user", "host", "port"].map(|key| case.text(key));
            if user.is_none() && host.is_none() && port.is_none() {
                return ("authority", None);
            }
            let user = user.map_or(String::new(), |user| user + "@");
            let port = port.map_or(String::new(), |port| format!(":{port}"));
            ("authority", Some(user + &host.unwrap_or_default() + &port))
        }
        other => panic!("{other}"),
    }
}

fn add_changed(list: &mut List, file: &str) {
    for case in cases(file) {
        let (id, input) = (case.id(), case.given("input"));
        let (component, value) = change(&case);
        for &reference in case.references() {
            for grammar in [reference, reference.with_scheme(true)] {
                let check = CallOf::new(&id, Operation::Check, grammar, &input);
                if check.run() != Expected::Valid(true) {
                    continue;
                }
                let mut call = CallOf { operation: Operation::Set, ..check };
                call = call.with(value.as_deref()).option("component", component);
                if case.text("policy").is_some() {
                    call = call.option("repair", "true");
                }
                list.call(&call, case.text("expected").as_deref());
            }
        }
    }
}

/// Faults of other libraries. The texts that are made of many pieces are too long to be printed here, and the tests of the
/// engine have them.
fn add_advisories(list: &mut List) {
    let grammar = Grammar::IriReference;
    for case in cases("advisories.toml") {
        let Some(input) = case.text("input") else { continue };
        let id = case.id();
        let check = CallOf::new(&id, Operation::Check, grammar, &input);
        let got = check.run();
        assert_eq!(got != Expected::Valid(true), case.has("error"), "{case:?}");
        if let Expected::Invalid { error, .. } = got {
            assert_eq!(error.component().map(|it| it.name()), case.text("error").as_deref());
            list.push(&CallOf { operation: Operation::Parse, ..check }, got);
            continue;
        }
        if let Some(normal) = case.text("normal") {
            let call = CallOf { operation: Operation::Normalize, ..check.clone() };
            list.call(&call.option("rung", "path"), Some(&normal));
        }
        if let Some(same) = case.text("same") {
            let rung = compare(list, &id, grammar, &input, &same);
            assert!(rung.is_some_and(|rung| rung <= Rung::Path), "{case:?}");
        }
        if let Some(other) = case.text("other") {
            let valid = CallOf { first: &other, ..check.clone() }.run() == Expected::Valid(true);
            assert!(!valid || compare(list, &id, grammar, &input, &other).is_none(), "{case:?}");
        }
        if let (Some(base), Some(resolved)) = (case.text("base"), case.text("resolved")) {
            let call = CallOf::new(&id, Operation::Resolve, grammar, &base);
            list.call(&call.with(Some(&input)), Some(&resolved));
        }
    }
}
