//! Ways around rules that deny, and ordinary links that a policy must not deny: `tests/bypasses.toml`.

use std::collections::BTreeMap;

use oneiri_policy::{Base, Decision, Policy, Violation};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// Each by what it is about.
    group: BTreeMap<String, Group>,
}

/// Texts that some policies decide alike.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    /// The policies. `{all}` represents all violations with the treatment `allow`.
    policies: Vec<String>,
    /// If there are any, each policy has each of these parsers alone.
    #[serde(default)]
    parsers: Vec<String>,
    /// What comes before each text: nothing, or a scheme and a host.
    #[serde(default = "nothing")]
    before: Vec<String>,
    /// If there are any, each text is also resolved against each of them.
    #[serde(default)]
    bases: Vec<String>,
    /// Whether the texts are checked without a base, too.
    #[serde(default = "yes")]
    without_base: bool,
    #[serde(default)]
    deny: Vec<String>,
    /// Texts that are denied, or admitted with a host and no path of three slashes.
    #[serde(default)]
    deny_or_host: Vec<String>,
    #[serde(default)]
    allow: Vec<String>,
    /// Texts that are admitted, and their canonical texts.
    #[serde(default)]
    canonical: BTreeMap<String, String>,
}

impl Group {
    /// The policies as texts.
    fn tomls(&self) -> Vec<String> {
        if self.parsers.is_empty() {
            return self.policies.clone();
        }
        let with = |parser| self.policies.iter().map(move |toml| format!("parsers = ['{parser}']\n{toml}"));
        self.parsers.iter().flat_map(with).collect()
    }
}

fn nothing() -> Vec<String> {
    vec![String::new()]
}

fn yes() -> bool {
    true
}

/// What a policy has to do with a text.
#[derive(Clone, Copy)]
enum Expected<'a> {
    Deny,
    DenyOrHost,
    Allow,
    Canonical(&'a str),
}

impl Expected<'_> {
    /// What a policy does instead. `None` if it does what is expected, on the fast path and in order.
    fn instead(self, policy: &Policy, text: &str, base: Option<&Base>) -> Option<String> {
        let decision = match base {
            None => policy.check(text),
            Some(base) => policy.check_with_base(text, base),
        };
        let slow = policy.inspect(text, base).decision();
        let host = match &slow {
            Decision::Allow(checked) => checked.host().map(str::to_owned),
            Decision::Deny(_) => None,
        };
        let answer = |decision: Decision<'_>| match decision.into_result() {
            Ok(checked) => Ok(checked.to_string()),
            Err(denied) => Err(denied.to_string()),
        };
        let (found, slow) = (answer(decision), answer(slow));
        let is_right = match (self, &found) {
            (Self::Deny, found) => found.is_err(),
            (Self::DenyOrHost, Ok(found)) => host.is_some_and(|host| !host.is_empty()) && !found.contains("///"),
            (Self::DenyOrHost, Err(_)) => true,
            (Self::Allow, found) => found.is_ok(),
            (Self::Canonical(canonical), Ok(found)) => canonical == found,
            (Self::Canonical(_), Err(_)) => false,
        };
        (!is_right || found != slow).then(|| format!("{found:?}, in order {slow:?}"))
    }
}

#[test]
fn each_policy_decides_as_expected() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bypasses.toml");
    let file: File = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let all: String = Violation::all().map(|it| format!("{} = 'allow'\n", it.name())).collect();
    let all = format!("[violations]\n{all}");
    let (mut cases, mut wrong) = (0, Vec::new());
    for (about, group) in &file.group {
        let bases = group.bases.iter().map(|base| Some(Base::compile(base).unwrap()));
        let bases: Vec<_> = group.without_base.then_some(None).into_iter().chain(bases).collect();
        let deny = group.deny.iter().map(|text| (text, Expected::Deny));
        let allow = group.allow.iter().map(|text| (text, Expected::Allow));
        let canonical = group.canonical.iter().map(|(text, canonical)| (text, Expected::Canonical(canonical)));
        let hosts = group.deny_or_host.iter().map(|text| (text, Expected::DenyOrHost));
        let texts: Vec<_> = deny.chain(hosts).chain(allow).chain(canonical).collect();
        let policies: Vec<_> = group
            .tomls()
            .into_iter()
            .map(|toml| {
                let policy = Policy::compile(&toml.replace("{all}", &all));
                (policy.unwrap_or_else(|error| panic!("{about}: {toml}: {error}")), toml)
            })
            .collect();
        let before = cases;
        for (text, expected) in &texts {
            for before in &group.before {
                let text = format!("{before}{text}");
                for (policy, toml) in &policies {
                    for base in bases.iter().map(Option::as_ref) {
                        cases += 1;
                        let Some(instead) = expected.instead(policy, &text, base) else { continue };
                        let base = base.map(Base::as_str);
                        wrong.push(format!("{about}: {text:?} (base {base:?}): {instead}\n{toml}"));
                    }
                }
            }
        }
        assert!(cases > before, "{about}: no case");
    }
    println!("{cases} cases");
    assert!(wrong.is_empty(), "{} of {cases}:\n{}", wrong.len(), wrong.join("\n"));
}
