//! A call gives what the typed interface of the engine gives, with the same errors.
#![allow(clippy::unwrap_used, clippy::panic, reason = "these are tests")]

use oneiri::{Alphabet, Ascii, Error, HasScheme, MaybeScheme, OnInvalid, Ri, Rung, SchemePresence, Unicode, percent};
use oneiri_lint::assume::{Assumption, Assumptions, Trackers};
use oneiri_operations::{Answer, Call, Grammar, Operation, Part, Settings, Stop};

const LINKS: &str = include_str!("../../../examples/links.txt");
const HARD: [&str; 19] = [
    "ftp://me:secret@h/", "see /cb?code=x!", "", "a", "a:b", "1:b", "file:///c%3a/x", "HTTP://H:80/%7e/../x", "//h:x",
    "é", "é:b", "http://é/%C3%A9?é#é", "a b", "http://h/%", "http://[::1", "x:\u{202E}", "%41%FF", "é%E2%82x",
    "http://xn--9ca/",
];

fn texts() -> impl Iterator<Item = &'static str> + Clone {
    LINKS.lines().take(300).chain(HARD)
}

/// The result of a call as a text, or the argument and the error.
fn run(call: &Call<'_>) -> Result<String, Option<(usize, Error)>> {
    let shown = call.run(|answer| match answer {
        Answer::Same => call.first.to_owned(),
        Answer::Text(text) => text,
        Answer::Valid => String::new(),
        Answer::Rung(rung) => format!("{rung:?}"),
        Answer::Verdict(verdict) => format!("{:?} {:?}", verdict.rung(), verdict.steps()),
        Answer::Findings(findings) => format!("{findings:?}"),
        _ => panic!("an answer of a later version"),
    });
    shown.map_err(|stop| match stop {
        Stop::Refused(refusal) => Some((refusal.argument, refusal.error)),
        Stop::Misuse => None,
    })
}

fn first<T>(result: Result<T, Error>) -> Result<T, Option<(usize, Error)>> {
    result.map_err(|error| Some((0, error)))
}

fn second<T>(result: Result<T, Error>) -> Result<T, Option<(usize, Error)>> {
    result.map_err(|error| Some((1, error)))
}

/// What the engine does, for one grammar.
fn expected<A: Alphabet, F: SchemePresence>(call: &Call<'_>) -> Result<String, Option<(usize, Error)>> {
    let parse = |text| Ri::<&str, A, F>::parse(text);
    let (text, other, settings) = (call.first, call.second.unwrap_or_default(), &call.settings);
    Ok(match call.operation {
        Operation::Check => first(parse(text)).map(|_| String::new())?,
        Operation::Normalize => first(parse(text))?.normalize_at(settings.rung).into_string(),
        Operation::NormalizeSteps => first(parse(text))?.normalize_steps(settings.steps).into_string(),
        Operation::Resolve => {
            let base = first(Ri::<&str, A, HasScheme>::parse(text))?;
            base.resolve(&second(Ri::<&str, A, MaybeScheme>::parse(other))?).into_string()
        }
        Operation::Relativize => {
            let base = first(Ri::<&str, A, HasScheme>::parse(text))?;
            base.relativize(&second(Ri::<&str, A, HasScheme>::parse(other))?).into_string()
        }
        Operation::ToUri => first(Ri::<&str, Unicode, F>::parse(text))?.to_uri().into_string(),
        Operation::ToIri => first(Ri::<&str, Ascii, F>::parse(text))?.to_iri().into_string(),
        Operation::Set => {
            let edit = oneiri::Edit::Path(other);
            second(first(parse(text))?.edited(edit, settings.policy))?.into_string()
        }
        Operation::ParseLenient => first(Ri::<&str, A, F>::parse_lenient(text))?.into_string(),
        Operation::Encode => percent::encode(text, &percent::SafeSet::of(other)).into_owned(),
        Operation::DecodeText => first(percent::decode_text(text))?.into_owned(),
        Operation::Rung => {
            let (a, b) = (first(parse(text))?, second(parse(other))?);
            format!("{:?}", a.compare(&b).rung())
        }
        Operation::Explain => {
            let (a, b) = (first(parse(text))?, second(parse(other))?);
            let verdict = a.compare(&b);
            format!("{:?} {:?}", verdict.rung(), verdict.steps())
        }
        Operation::Lint => format!("{:?}", oneiri_lint::lint(&first(parse(text))?)),
        Operation::Fix => {
            let identifier = first(parse(text))?;
            let fixed = oneiri_lint::Lints::default().fix(&identifier);
            fixed.map_or(text.to_owned(), Ri::into_string)
        }
        Operation::Redact => first(parse(text))?.redacted().to_string(),
        Operation::Htu => {
            let normal = first(parse(text))?.normalize_at(Rung::Scheme).into_string();
            normal.split(['?', '#']).next().unwrap_or_default().to_owned()
        }
        Operation::Drive => {
            let normal = first(parse(text))?.normalize_at(Rung::Scheme).into_string();
            let drives = Assumptions::new(&[Assumption::Drive], Trackers::shipped());
            drives.change(&first(Ri::<&str, A, MaybeScheme>::parse(&normal))?).unwrap_or(normal)
        }
        Operation::RedactText => oneiri_redact::redact(text).into_owned(),
        _ => return Err(None),
    })
}

#[test]
fn calls_are_the_engine() {
    let settings = Settings { part: Some(Part::Path), ..Settings::default() };
    let others = ["a", "HTTP://h/", "é", "a b", "x:"];
    let mut compared = 0;
    for operation in (0..).map_while(Operation::of_number) {
        for grammar in Grammar::ALL {
            for first in texts() {
                let others = if operation.row().texts() == 2 { &others[..] } else { &others[..1] };
                for second in others.iter().map(|other| Some(*other)) {
                    let settings = settings.clone();
                    let call = Call { operation, grammar, first, second, settings };
                    let expected = match grammar {
                        Grammar::Uri => expected::<Ascii, HasScheme>(&call),
                        Grammar::UriReference => expected::<Ascii, MaybeScheme>(&call),
                        Grammar::Iri => expected::<Unicode, HasScheme>(&call),
                        Grammar::IriReference => expected::<Unicode, MaybeScheme>(&call),
                    };
                    assert_eq!(run(&call), expected, "{call:?}");
                    compared += usize::from(expected.is_ok());
                }
            }
        }
    }
    assert!(compared > 10_000, "{compared}");
}

#[test]
fn options_change_the_result() {
    let call = Call {
        operation: Operation::Normalize,
        grammar: Grammar::Iri,
        first: "HTTP://h:80",
        second: None,
        settings: Settings { rung: Rung::Scheme, ..Settings::default() },
    };
    assert_eq!(run(&call).as_deref(), Ok("http://h/"));
    let part = Some(Part::Host);
    let settings = Settings { part, policy: OnInvalid::Repair, ..Settings::default() };
    let set = Call { operation: Operation::Set, second: Some("a b"), settings, ..call.clone() };
    assert_eq!(run(&set).as_deref(), Ok("HTTP://a%20b:80"));
    let settings = Settings { part: Some(Part::Scheme), ..Settings::default() };
    assert_eq!(run(&Call { second: None, settings, ..set }), Err(None), "a scheme cannot go");
    let resolve = Call { operation: Operation::Resolve, ..call };
    assert_eq!(run(&resolve), Err(None), "there is no second text");
}

/// What was not changed is not copied.
#[test]
fn the_same_text_makes_no_string() {
    let operations = [Operation::Normalize, Operation::ToUri, Operation::ParseLenient, Operation::DecodeText];
    for operation in operations {
        let (grammar, first) = (Grammar::Iri, "http://h/a?b#c");
        let call = Call { operation, grammar, first, second: None, settings: Settings::default() };
        assert_eq!(call.run(|answer| matches!(answer, Answer::Same)), Ok(true), "{operation:?}");
    }
}

/// RFC 9449 section 4.3: query and fragment do not count, and both are normalized.
#[test]
fn the_htu_of_a_proof() {
    let settings = Settings::default();
    for (htu, request, is_same) in [
        ("https://server.example.com/token", "https://server.example.com/token?a=1#f", true),
        ("https://server.example.com/token", "HTTPS://SERVER.example.com:443/./%74oken", true),
        ("https://server.example.com", "https://server.example.com/?", true),
        ("https://server.example.com/token", "https://server.example.com/token/", false),
        ("https://server.example.com/token", "https://server.example.com/Token", false),
        ("https://server.example.com/a%2Fb", "https://server.example.com/a/b", false),
        ("https://server.example.com/token", "http://server.example.com/token", false),
        ("https://server.example.com/token", "https://server.example.com:8443/token", false),
    ] {
        let [a, b] = [htu, request].map(|first| {
            let operation = Operation::Htu;
            run(&Call { operation, grammar: Grammar::Uri, first, second: None, settings: settings.clone() })
        });
        assert_eq!(a.unwrap() == b.unwrap(), is_same, "{htu} {request}");
    }
}

/// The assumption `drive@1`: editors and language servers write the drive of a path in these ways.
#[test]
fn the_drive_of_a_file() {
    for (first, drive) in [
        ("file:///c%3A/a", "file:///C:/a"),
        ("FILE:///c:/a?b#c", "file:///C:/a?b#c"),
        ("file://localhost/c%3a", "file:///C:"),
        ("file:///C:/a", "file:///C:/a"),
        ("file:///cc:/a", "file:///cc:/a"),
        ("http://h:80/c%3A/a", "http://h/c%3A/a"),
        ("/c%3A/a", "/c%3A/a"),
    ] {
        let (operation, grammar) = (Operation::Drive, Grammar::IriReference);
        let call = Call { operation, grammar, first, second: None, settings: Settings::default() };
        assert_eq!(run(&call).unwrap(), drive, "{first}");
    }
}
