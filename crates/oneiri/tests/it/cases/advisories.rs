//! Faults of other libraries, and what we do instead.

use oneiri::{Iri, IriRef, Rung, UriRef};

use super::shared::{Case, Report, folder, load};

pub(super) const FILES: &[&str] = &["advisories.toml"];

const KEYS: &str =
    "id also? package about input? head? unit? times? tail? error? host? normal? same? other? base? resolved?";

/// The input, or a unit so many times between a head and a tail.
fn text(case: &Case) -> String {
    let Some(unit) = case.get("unit") else { return case.text("input").to_owned() };
    let [head, tail] = ["head", "tail"].map(|key| case.get(key).unwrap_or_default());
    format!("{head}{}{tail}", unit.repeat(case.read("times").unwrap_or_default()))
}

/// Whether two texts are the same, where each is an IRI reference.
fn equivalent(one: &IriRef<'_>, other: &str) -> Option<bool> {
    // Some of the texts that others made are no IRIs, and so the same as nothing.
    Some(IriRef::parse(other).is_ok_and(|other| one.equivalent_at(&other, Rung::Path)))
}

#[test]
fn advisories() {
    let mut report = Report::new("advisories", 35);
    for case in load("advisories.toml", KEYS) {
        report.case(&case);
        let text = text(&case);
        // A URI, too, where it is one.
        let _ = UriRef::parse(&text).map(|uri| uri.to_iri().to_uri().into_string().len());
        let value = match IriRef::parse(&text) {
            Ok(value) => value,
            Err(error) => {
                report.check("error", case.get("error"), error.component().map(oneiri::Component::name));
                continue;
            }
        };
        report.check("error", case.get("error"), None);
        report.check("host", case.get("host"), value.host().as_deref());
        let normal = value.normalize_at(Rung::Path);
        if let Some(expected) = case.get("normal") {
            report.check("normal", expected, normal.as_str());
            report.check("normal, again", normal.as_str(), normal.normalize_at(Rung::Path).as_str());
        }
        report.check("its own", Some(true), equivalent(&value, normal.as_str()));
        if let Some(same) = case.get("same") {
            report.check("same", Some(true), equivalent(&value, same));
        }
        if let Some(other) = case.get("other") {
            report.check("other", Some(false), equivalent(&value, other));
        }
        if let (Some(base), Some(expected)) = (case.get("base"), case.get("resolved")) {
            let resolved = Iri::parse(base).map(|base| base.resolve(&value).into_string());
            report.check("resolved", Ok(expected.to_owned()), resolved);
        }
    }
    report.finish();
}

/// What is documented is what is tested: the page names every advisory. Two inputs of one have the names `X` and `X-b`.
#[test]
fn the_documentation_lists_the_advisories() {
    let page = folder().join("../docs/assurance.md");
    let page = std::fs::read_to_string(&page).unwrap_or_else(|error| panic!("{page:?}: {error}"));
    for case in load("advisories.toml", KEYS) {
        let (id, about) = (case.text("id"), case.read::<[String; 2]>("about"));
        let name = format!("`{}`", id.strip_suffix("-b").unwrap_or(id));
        let row = page.lines().find(|line| line.starts_with('|') && line.contains(&name));
        assert!(row.is_some_and(|row| row.contains(case.text("package"))), "docs/assurance.md: {name}");
        let is_linked = case.get("also").is_none_or(|it| it.starts_with("GHSA-"));
        assert!(about.is_some_and(|it| !it[1].is_empty()) && is_linked, "{id}");
    }
}
