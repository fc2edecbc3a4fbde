//! The cases of others: `testdata/policy/`. Counts bypasses, which must be none, and false denials, of which
//! each has a name.

use oneiri_policy::{Decision, Policy};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// Where the facts are from.
    about: String,
    group: Vec<Group>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    source: String,
    /// The lines of the policy.
    policy: Vec<String>,
    /// What both admit.
    #[serde(default)]
    allow: Vec<String>,
    /// What both deny.
    #[serde(default)]
    deny: Vec<String>,
    /// What only the policy denies, and the code of its reason.
    #[serde(default)]
    stricter: Vec<[String; 2]>,
    /// A text, and the violations that are found in it, in any order.
    #[serde(default)]
    violations: Vec<Vec<String>>,
    /// A text, and its canonical text.
    #[serde(default)]
    canonical: Vec<[String; 2]>,
}

fn codes(decision: &Decision<'_>) -> Vec<&'static str> {
    decision.reasons().iter().map(|reason| reason.code.as_str()).collect()
}

#[test]
fn the_cases_of_others() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/policy");
    let (mut cases, mut bypasses, mut denials) = (0, Vec::new(), Vec::new());
    let mut stricter = 0;
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    for path in files.filter(|path| path.extension().is_some_and(|it| it == "json")) {
        let text = std::fs::read_to_string(path).unwrap();
        let file: File = serde_json::from_str(&text).unwrap();
        assert!(!file.about.is_empty());
        for group in file.group {
            let source = group.source;
            let policy = Policy::compile(&group.policy.join("\n")).unwrap_or_else(|error| panic!("{source}: {error}"));
            cases += group.allow.len() + group.deny.len() + group.stricter.len();
            cases += group.violations.len() + group.canonical.len();
            stricter += group.stricter.len();
            for text in &group.deny {
                if policy.check(text).is_allowed() {
                    bypasses.push(format!("{source}: {text}"));
                }
            }
            for text in &group.allow {
                let decision = policy.check(text);
                if !decision.is_allowed() {
                    denials.push(format!("{source}: {text}: {:?}", codes(&decision)));
                }
            }
            for [text, code] in &group.stricter {
                let codes = codes(&policy.check(text));
                assert!(codes.contains(&&**code), "{source}: {text}: {codes:?}");
            }
            for case in &group.violations {
                let (text, expected) = case.split_first().unwrap();
                let codes = codes(&policy.check(text));
                assert!(expected.iter().all(|it| codes.contains(&&**it)), "{source}: {text}: {codes:?}");
            }
            for [text, canonical] in &group.canonical {
                let decision = policy.check(text);
                let codes = codes(&decision);
                let checked = decision.allowed().unwrap_or_else(|| panic!("{source}: {text}: {codes:?}"));
                assert_eq!(checked.as_str(), canonical, "{source}: {text}");
            }
        }
    }
    println!("{cases} cases, {} bypasses, {} false denials, {stricter} named", bypasses.len(), denials.len());
    assert!(cases > 150, "{cases}");
    assert_eq!((bypasses, denials), (vec![], vec![]));
}
