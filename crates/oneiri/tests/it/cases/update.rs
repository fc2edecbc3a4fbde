//! Replacing one component: the vectors of D-19, D-21 and D-22, and our own.

use oneiri::{Alphabet, Ascii, Edit, Error, HasScheme, MaybeScheme, OnInvalid, Ri, SchemePresence, Unicode};
use serde::Deserialize;

use super::components::Number;
use super::shared::{Grammar, Grammars, Report, load};

pub(super) const FILES: &[&str] = &["update.toml"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "decisions and notes are for the people who read the files")]
struct Update {
    id: String,
    decision: String,
    #[serde(default = "both")]
    grammar: Grammars,
    operation: Operation,
    policy: Option<Leniency>,
    input: String,
    value: Option<Number>,
    user: Option<String>,
    host: Option<String>,
    port: Option<Number>,
    expected: Option<String>,
    #[serde(default)]
    error: bool,
    note: Option<String>,
}

fn both() -> Grammars {
    Grammars::Both
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
enum Operation {
    #[serde(rename = "update-scheme")]
    Scheme,
    #[serde(rename = "update-user")]
    User,
    #[serde(rename = "update-host")]
    Host,
    #[serde(rename = "update-port")]
    Port,
    #[serde(rename = "update-authority")]
    Authority,
    #[serde(rename = "update-path")]
    Path,
    #[serde(rename = "update-query")]
    Query,
    #[serde(rename = "update-fragment")]
    Fragment,
}

/// The policy that a case names; most name none.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Leniency {
    Repair,
}

#[test]
fn decisions_update() {
    run("decisions/update", 51, Counts { made: 106, refused: 76, impossible: 1 });
}

#[test]
fn update() {
    run("update", 140, Counts { made: 326, refused: 152, impossible: 0 });
}

/// How often the cases of a file ran: each on every type that takes its input.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Counts {
    made: usize,
    refused: usize,
    /// Cases that no program can state.
    impossible: usize,
}

fn run(name: &'static str, total: usize, expected: Counts) {
    let mut report = Report::new(name, total);
    let mut counts = Counts::default();
    for case in load::<Update>(&format!("{name}.toml")) {
        report.case(&case.id, &case.input);
        report.check("either a text or an error", case.expected.is_none(), case.error);
        if case.operation == Operation::Scheme && case.value.is_none() {
            // A scheme cannot be taken away: `Edit::Scheme` and `set_scheme` have no `None`.
            report.check("refused", true, case.error);
            counts.impossible += 1;
            continue;
        }
        for &grammar in case.grammar.each() {
            match grammar {
                Grammar::Uri => {
                    update_as::<Ascii, HasScheme>(&mut report, &mut counts, &case);
                    update_as::<Ascii, MaybeScheme>(&mut report, &mut counts, &case);
                }
                Grammar::Iri => {
                    update_as::<Unicode, HasScheme>(&mut report, &mut counts, &case);
                    update_as::<Unicode, MaybeScheme>(&mut report, &mut counts, &case);
                }
            }
        }
    }
    println!("{name}: {counts:?}");
    report.tally("how often they ran", expected, counts);
    report.finish();
}

/// Runs a case on one type, if it takes the input: on a copy and in place.
fn update_as<A: Alphabet, F: SchemePresence>(report: &mut Report, counts: &mut Counts, case: &Update) {
    let Ok(before) = Ri::<String, A, F>::parse(case.input.as_str()) else {
        let as_reference = Ri::<&str, A, MaybeScheme>::parse(&case.input);
        let lacks_a_scheme = as_reference.map(|it| it.scheme().is_none());
        return report.check("input", Ok(F::SCHEME), lacks_a_scheme);
    };
    *(if case.error { &mut counts.refused } else { &mut counts.made }) += 1;

    let policy = if case.policy.is_some() { OnInvalid::Repair } else { OnInvalid::Refuse };
    let authority = case.authority();
    let edit = case.edit(authority.as_deref());
    let mut after = before.clone();
    let in_place = after.edit(edit, policy);
    case.hold(report, &before, before.edited(edit, policy), in_place, &after);

    if case.operation == Operation::Authority && policy == OnInvalid::Refuse {
        let [user, host, port] = case.authority_parts();
        let mut after = before.clone();
        let in_place = after.set_authority_parts(user, host, port);
        let pure = before.with_authority_parts(user, host, port);
        case.hold(report, &before, pure, in_place, &after);
    }
}

impl Update {
    fn authority_parts(&self) -> [Option<&str>; 3] {
        let port = self.port.as_ref().map(|port| port.0.as_str());
        [self.user.as_deref(), self.host.as_deref(), port]
    }

    /// The three parts as one text, if any of them is there.
    fn authority(&self) -> Option<String> {
        let [user, host, port] = self.authority_parts();
        user.or(host).or(port)?;
        let user = user.map_or(String::new(), |user| format!("{user}@"));
        let port = port.map_or(String::new(), |port| format!(":{port}"));
        Some([user.as_str(), host.unwrap_or_default(), &port].concat())
    }

    fn edit<'a>(&'a self, authority: Option<&'a str>) -> Edit<'a> {
        let value = self.value.as_ref().map(|value| value.0.as_str());
        match self.operation {
            Operation::Scheme => Edit::Scheme(value.unwrap_or_default()),
            Operation::User => Edit::Userinfo(value),
            Operation::Host => Edit::Host(value),
            Operation::Port => Edit::Port(value),
            Operation::Authority => Edit::Authority(authority),
            Operation::Path => Edit::Path(value.unwrap_or_default()),
            Operation::Query => Edit::Query(value),
            Operation::Fragment => Edit::Fragment(value),
        }
    }

    /// Holds what came of an update to what is expected: where it is refused, that nothing changed.
    fn hold<A: Alphabet, F: SchemePresence>(
        &self,
        report: &mut Report,
        before: &Ri<String, A, F>,
        pure: Result<Ri<String, A, F>, Error>,
        in_place: Result<(), Error>,
        after: &Ri<String, A, F>,
    ) {
        let what = |what: &str| format!("{before:?}, {what}");
        report.check(&what("pure"), self.expected.clone(), pure.as_ref().ok().map(|it| it.to_string()));
        report.check(&what("error"), pure.as_ref().err(), in_place.as_ref().err());
        report.check(&what("untouched"), self.input.as_str(), before.as_str());
        let expected = self.expected.as_deref().unwrap_or(&self.input);
        report.check(&what("text in place"), expected, after.as_str());
        let parsed = Ri::<&str, A, F>::parse(expected).map(|it| it.parts());
        for value in [Some(after), pure.as_ref().ok()].into_iter().flatten() {
            report.check(&what("components"), parsed, Ok(value.parts()));
        }
    }
}
