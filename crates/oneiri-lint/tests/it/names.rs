//! Names, sentences and the table of `docs/lint.md`, so that no wording changes unseen.

use oneiri::{Iri, Rung};
use oneiri_lint::{Code, Lints, Profile, UnknownCode};

#[test]
fn findings_codes_and_profiles_are_named() {
    assert_eq!(Profile::ALL.map(Profile::name), ["rdf", "web", "strict"]);
    assert_eq!(format!("[{:<22}]", Code::DoubleEncoding), "[double-encoding       ]");
    assert_eq!("no-code".parse::<Code>(), Err(UnknownCode));
    assert!(UnknownCode.to_string().starts_with("expected a code of `oneiri lint --codes`"));
    let given = Iri::parse("http://0x7f.1/%2541").expect("an IRI");
    let told: Vec<String> = Lints::default().check(&given).iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "host: the host ends in a number, so many programs read it as an IPv4 address or refuse it: read as 127.0.0.1 \
             (RFC 3986 section 7.4)",
            "path: an escape of an escape: it may have been encoded twice: \"%2541\" (RFC 3986 section 2.4)"
        ]
    );
    let plain = Iri::parse("HTTP://h/").expect("an IRI");
    let told: Vec<String> = Lints::default().check(&plain).iter().map(ToString::to_string).collect();
    assert_eq!(told, ["scheme: schemes are written in lower case (RFC 3986 section 3.1)"]);
}

#[test]
fn names_of_codes_are_read() {
    for code in Code::all() {
        assert_eq!((code.name().parse(), code.id().parse()), (Ok(code), Ok(code)));
    }
    assert!("l101".parse::<Code>().is_err() && "".parse::<Code>().is_err());
}

/// The table of `docs/lint.md` has the rows of the table in the source.
#[test]
fn the_page_lists_the_codes() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/lint.md");
    let page = std::fs::read_to_string(page).unwrap();
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| L")).collect();
    let expected: Vec<String> = Code::all()
        .map(|code| {
            let [rdf, web] = [Profile::Rdf, Profile::Web].map(|profile| code.level(profile).name());
            let level = if rdf == web { web.to_owned() } else { format!("{web}, rdf {rdf}") };
            let fix = code.fix_rung().map_or("", Rung::name);
            let (id, name, summary) = (code.id(), code.name(), code.summary());
            format!("| {id} `{name}` | {level} | {fix} | {summary} |")
        })
        .collect();
    let changes = concat!(env!("CARGO_MANIFEST_DIR"), "/../../CHANGELOG.md");
    let counted = format!("{} codes", expected.len());
    assert!(std::fs::read_to_string(changes).unwrap().contains(&counted), "CHANGELOG.md: {counted}");
    assert!(rows == expected, "the table should read\n\n{}\n", expected.join("\n"));
}
