//! Faults of other libraries, and what we do instead.

use oneiri::{Iri, IriRef, Rung, UriRef};
use serde::Deserialize;

use super::shared::{Report, folder, load};

pub(super) const FILES: &[&str] = &["advisories.toml"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: String,
    also: Option<String>,
    package: String,
    about: [String; 2],
    input: Option<String>,
    head: Option<String>,
    unit: Option<String>,
    times: Option<usize>,
    tail: Option<String>,
    error: Option<String>,
    host: Option<String>,
    normal: Option<String>,
    same: Option<String>,
    other: Option<String>,
    base: Option<String>,
    resolved: Option<String>,
}

impl Case {
    fn text(&self) -> String {
        let Some(unit) = &self.unit else { return self.input.clone().unwrap_or_default() };
        let [head, tail] = [&self.head, &self.tail].map(|it| it.as_deref().unwrap_or_default());
        format!("{head}{}{tail}", unit.repeat(self.times.unwrap_or_default()))
    }
}

/// Whether two texts are the same, where each is an IRI reference.
fn equivalent(one: &IriRef<'_>, other: &str) -> Option<bool> {
    // Some of the texts that others made are no IRIs, and so the same as nothing.
    Some(IriRef::parse(other).is_ok_and(|other| one.equivalent_at(&other, Rung::Path)))
}

#[test]
fn advisories() {
    let mut report = Report::new("advisories", 35);
    for case in load::<Case>("advisories.toml") {
        report.case(&case.id, &case.about[0]);
        let text = case.text();
        // A URI, too, where it is one.
        let _ = UriRef::parse(&text).map(|uri| uri.to_iri().to_uri().into_string().len());
        let value = match IriRef::parse(&text) {
            Ok(value) => value,
            Err(error) => {
                report.check("error", case.error.as_deref(), error.component().map(oneiri::Component::name));
                continue;
            }
        };
        report.check("error", &case.error, &None);
        report.check("host", case.host.as_deref(), value.host().as_deref());
        let normal = value.normalize_at(Rung::Path);
        if let Some(expected) = &case.normal {
            report.check("normal", expected.as_str(), normal.as_str());
            let twice = normal.normalize_at(Rung::Path);
            report.check("normal, again", normal.as_str(), twice.as_str());
        }
        report.check("its own", Some(true), equivalent(&value, normal.as_str()));
        if let Some(same) = &case.same {
            report.check("same", Some(true), equivalent(&value, same));
        }
        if let Some(other) = &case.other {
            report.check("other", Some(false), equivalent(&value, other));
        }
        if let (Some(base), Some(expected)) = (&case.base, &case.resolved) {
            let resolved = Iri::parse(base).map(|base| base.resolve(&value).into_string());
            report.check("resolved", Ok(expected.clone()), resolved);
        }
    }
    report.finish();
}

/// What is documented is what is tested: the page names every advisory. Two inputs of one have the names `X` and `X-b`.
#[test]
fn the_documentation_lists_the_advisories() {
    let page = folder().join("../docs/assurance.md");
    let page = std::fs::read_to_string(&page).unwrap_or_else(|error| panic!("{page:?}: {error}"));
    for Case { id, also, package, about, .. } in load::<Case>("advisories.toml") {
        let name = format!("`{}`", id.strip_suffix("-b").unwrap_or(&id));
        let row = page.lines().find(|line| line.starts_with('|') && line.contains(&name));
        assert!(row.is_some_and(|row| row.contains(&package)), "docs/assurance.md: {name}");
        assert!(!about[1].is_empty() && also.is_none_or(|it| it.starts_with("GHSA-")), "{id}");
    }
}
