//! One case of `testdata/`.

use toml::Table;

#[derive(Clone, Copy)]
pub(super) struct Case<'a> {
    pub(super) file: &'a str,
    pub(super) table: &'a Table,
}

impl std::fmt::Display for Case<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.toml, {}", self.file, self.text("id"))
    }
}

impl<'a> Case<'a> {
    pub(super) fn get(&self, key: &str) -> Option<&'a str> {
        self.table.get(key).map(|value| value.as_str().expect(key))
    }

    pub(super) fn text(&self, key: &str) -> &'a str {
        self.get(key).unwrap_or_else(|| panic!("{}: {key} is missing in {:?}", self.file, self.table))
    }

    pub(super) fn is(&self, key: &str) -> bool {
        self.table.get(key).is_some_and(|value| value.as_bool().expect(key))
    }

    /// The options of the grammars that the case is about.
    pub(super) fn grammars(&self) -> &'static [&'static str] {
        match self.get("grammar") {
            Some("uri") => &["--uri"],
            Some("iri") => &["--iri"],
            Some("both") => &["--uri", "--iri"],
            other => panic!("{self}: grammar {other:?}"),
        }
    }
}
