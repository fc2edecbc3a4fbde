//! Replacing one component: the vectors of D-19, D-21 and D-22, and our own.

use oneiri::{Alphabet, Ascii, Edit, Error, HasScheme, MaybeScheme, OnInvalid, Ri, SchemePresence, Unicode};

use super::shared::{Grammar, Report, load};

pub(super) const FILES: &[&str] = &["decisions/update.toml", "update.toml"];

const KEYS: &str = "id decision grammar? operation policy? input value? user? host? port? expected? error? note?";

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
    for case in load(&format!("{name}.toml"), KEYS) {
        report.case(&case);
        let case = Update {
            input: case.text("input"),
            operation: case.text("operation"),
            repairs: case.get("policy").is_some_and(|policy| policy == "repair"),
            value: case.digits("value"),
            parts: ["user", "host", "port"].map(|part| case.digits(part)),
            expected: case.get("expected"),
            grammars: case.grammars(),
            is_error: case.is("error"),
        };
        report.check("either a text or an error", case.expected.is_none(), case.is_error);
        if case.operation == "update-scheme" && case.value.is_none() {
            // A scheme cannot be taken away: `Edit::Scheme` and `set_scheme` have no `None`.
            report.check("refused", true, case.is_error);
            counts.impossible += 1;
            continue;
        }
        for &grammar in case.grammars {
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

/// A component to replace, and what comes of it: a text, or an error.
struct Update<'c> {
    input: &'c str,
    operation: &'c str,
    repairs: bool,
    value: Option<String>,
    /// Those of an authority.
    parts: [Option<String>; 3],
    expected: Option<&'c str>,
    grammars: &'static [Grammar],
    is_error: bool,
}

/// Runs a case on one type, if it takes the input: on a copy and in place.
fn update_as<A: Alphabet, F: SchemePresence>(report: &mut Report, counts: &mut Counts, case: &Update<'_>) {
    let Ok(before) = Ri::<String, A, F>::parse(case.input) else {
        let as_reference = Ri::<&str, A, MaybeScheme>::parse(case.input);
        let lacks_a_scheme = as_reference.map(|it| it.scheme().is_none());
        return report.check("input", Ok(F::SCHEME), lacks_a_scheme);
    };
    *(if case.is_error { &mut counts.refused } else { &mut counts.made }) += 1;

    let policy = if case.repairs { OnInvalid::Repair } else { OnInvalid::Refuse };
    let authority = case.authority();
    let edit = case.edit(authority.as_deref());
    let mut after = before.clone();
    let in_place = after.edit(edit, policy);
    case.hold(report, &before, before.edited(edit, policy), in_place, &after);

    if case.operation == "update-authority" && policy == OnInvalid::Refuse {
        let [user, host, port] = case.authority_parts();
        let mut after = before.clone();
        let in_place = after.set_authority_parts(user, host, port);
        let pure = before.with_authority_parts(user, host, port);
        case.hold(report, &before, pure, in_place, &after);
    }
}

impl Update<'_> {
    fn authority_parts(&self) -> [Option<&str>; 3] {
        self.parts.each_ref().map(|part| part.as_deref())
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
        let value = self.value.as_deref();
        match self.operation.trim_start_matches("update-") {
            "scheme" => Edit::Scheme(value.unwrap_or_default()),
            "user" => Edit::Userinfo(value),
            "host" => Edit::Host(value),
            "port" => Edit::Port(value),
            "authority" => Edit::Authority(authority),
            "path" => Edit::Path(value.unwrap_or_default()),
            "query" => Edit::Query(value),
            "fragment" => Edit::Fragment(value),
            other => panic!("{other} is no operation"),
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
        report.check(&what("pure"), self.expected, pure.as_ref().ok().map(|it| it.as_str()));
        report.check(&what("error"), pure.as_ref().err(), in_place.as_ref().err());
        report.check(&what("untouched"), self.input, before.as_str());
        let expected = self.expected.unwrap_or(self.input);
        report.check(&what("text in place"), expected, after.as_str());
        let parsed = Ri::<&str, A, F>::parse(expected).map(|it| it.parts());
        for value in [Some(after), pure.as_ref().ok()].into_iter().flatten() {
            report.check(&what("components"), parsed, Ok(value.parts()));
        }
    }
}
