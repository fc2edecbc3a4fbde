//! `docs/conformance.tsv` is held to the project: every requirement has its row, no row names a public item, a test or a
//! case that is not there, and `docs/conformance.md` counts the rows.
//!
//! The sources are read as rustfmt lays them out: items begin in the first column, their members
//! in the fifth.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{read_dir, read_to_string};
use std::path::{Path, PathBuf};

/// The requirements: a prefix, and how many there are.
const REQUIREMENTS: [(&str, usize); 3] = [("S275", 132), ("STDURL", 48), ("LADDER", 56)];

/// The bindings whose tests the rows of a prefix name: the prefix, the folder of the tests, and the text in front of a
/// test's name there. Such a row names tests, and cases or files of cases that a file in the folder names in quotes.
const BINDINGS: [(&str, &str, &str); 2] = [
    ("S275", "bindings/scheme/tests", "(test-group \""),
    ("STDURL", "bindings/m/tests", "named(\""),
];

/// What a row may say of its requirement. Only the last may leave out who meets it.
const STATUSES: [&str; 3] = ["met", "part", "later"];

#[test]
fn every_requirement_has_its_row_and_every_name_exists() {
    let rows = rows(&read(&root().join("docs/conformance.tsv")));
    let (library, known) = (Library::read(), Known::read());
    let bindings = BINDINGS.map(|(prefix, folder, mark)| (prefix, Binding::read(folder, mark)));
    let mut faults = Vec::new();

    let mut expected = BTreeSet::new();
    for (prefix, count) in REQUIREMENTS {
        expected.extend((1..=count).map(|number| format!("{prefix}-{number:02}")));
    }
    let mut seen = BTreeMap::new();
    for row in &rows {
        *seen.entry(row.id.clone()).or_insert(0) += 1;
        row.check(&library, &known, &mut faults);
        if let Some((_, known)) = bindings.iter().find(|(prefix, _)| row.id.starts_with(prefix)) {
            if row.status != "later" && row.binding.is_empty() {
                faults.push(format!("{}: no test of the binding", row.id));
            }
            let missing = row.binding.iter().filter(|test| !known.has(test));
            faults.extend(missing.map(|test| format!("{}: no test `{test}`", row.id)));
        }
    }
    faults.extend(
        expected.iter().filter(|id| !seen.contains_key(*id)).map(|id| format!("{id}: no row")),
    );
    faults.extend(
        seen.keys().filter(|id| !expected.contains(*id)).map(|id| format!("{id}: no requirement")),
    );
    faults.extend(
        seen.iter().filter(|(_, count)| **count > 1).map(|(id, _)| format!("{id}: two rows")),
    );
    assert!(faults.is_empty(), "docs/conformance.tsv: {}\n{}", faults.len(), faults.join("\n"));

    let page = read(&root().join("docs/conformance.md"));
    for (prefix, count) in REQUIREMENTS {
        let met =
            rows.iter().filter(|row| row.id.starts_with(prefix) && row.status == "met").count();
        let cells = format!("| {prefix} | {count} | {met} |");
        assert!(page.contains(&cells), "docs/conformance.md: no row begins with {cells}");
    }
    for row in rows.iter().filter(|row| row.status != "met") {
        assert!(page.contains(&row.id), "docs/conformance.md does not explain {}", row.id);
    }
    let count = |status| rows.iter().filter(|row| row.status == status).count();
    let counts = STATUSES.map(|status| format!("{} {status}", count(status)));
    println!("conformance: {} rows checked: {}", rows.len(), counts.join(", "));
}

/// One line of the table.
struct Row {
    id: String,
    items: Vec<String>,
    tests: Vec<String>,
    /// The tests of the binding of [`BINDINGS`].
    binding: Vec<String>,
    status: String,
}

/// The lines below the heading.
fn rows(table: &str) -> Vec<Row> {
    let row = |line: &str| {
        let &[id, _level, _words, items, tests, binding, status] =
            &line.split('\t').collect::<Vec<_>>()[..]
        else {
            panic!("not seven cells: {line}");
        };
        let [items, tests, binding] = [items, tests, binding].map(quoted);
        Row { id: id.into(), items, tests, binding, status: status.into() }
    };
    table.lines().skip(1).map(row).collect()
}

/// What stands between backticks.
fn quoted(cell: &str) -> Vec<String> {
    assert!(cell.matches('`').count() % 2 == 0, "a backtick too many: {cell}");
    cell.split('`').skip(1).step_by(2).map(String::from).collect()
}

impl Row {
    fn check(&self, library: &Library, known: &Known, faults: &mut Vec<String>) {
        let mut fault = |what: &str| faults.push(format!("{}: {what}", self.id));
        if !STATUSES.contains(&self.status.as_str()) {
            fault(&format!("status {:?}", self.status));
        }
        if self.status != "later" {
            if self.items.is_empty() {
                fault("no public item");
            }
            if self.tests.is_empty() {
                fault("no test");
            }
        }
        for item in self.items.iter().filter(|item| !library.has(item)) {
            fault(&format!("no public item `{item}`"));
        }
        for test in self.tests.iter().filter(|test| !known.has(test)) {
            fault(&format!("no test, case or file of cases `{test}`"));
        }
    }
}

/// What the rows may name as a test.
struct Known {
    tests: BTreeSet<String>,
    cases: BTreeSet<String>,
    files: BTreeSet<String>,
}

impl Known {
    fn read() -> Self {
        let mut tests = BTreeSet::new();
        for krate in ["oneiri", "oneiri-cli"] {
            for file in files(&root().join("crates").join(krate).join("tests/it"), "rs") {
                tests.extend(tests_of(&read(&file)));
            }
        }
        let folder = root().join("testdata");
        let (mut cases, mut names) = (BTreeSet::new(), BTreeSet::new());
        for file in files(&folder, "toml") {
            cases.extend(ids(&read(&file)));
            let name: Vec<_> =
                file.strip_prefix(&folder).unwrap().iter().map(|it| it.to_str().unwrap()).collect();
            names.insert(name.join("/"));
        }
        assert!(
            tests.len() > 10 && cases.len() > 500,
            "{} tests, {} cases",
            tests.len(),
            cases.len()
        );
        Self { tests, cases, files: names }
    }

    fn has(&self, name: &str) -> bool {
        self.tests.contains(name) || self.cases.contains(name) || self.files.contains(name)
    }
}

/// What a binding's tests are called, and the cases that they run.
struct Binding {
    names: BTreeSet<String>,
}

impl Binding {
    /// Reads the tests in a folder, whose names stand in quotes behind `mark`.
    fn read(folder: &str, mark: &str) -> Self {
        let mut sources = String::new();
        for entry in read_dir(root().join(folder)).into_iter().flatten() {
            sources.push_str(&read(&entry.unwrap().path()));
        }
        let tests = sources.split(mark).skip(1).filter_map(|rest| rest.split('"').next());
        let mut names: BTreeSet<_> = tests.map(String::from).collect();
        let cases = root().join("testdata");
        for file in files(&cases, "toml") {
            let name: Vec<_> =
                file.strip_prefix(&cases).unwrap().iter().map(|it| it.to_str().unwrap()).collect();
            let name = name.join("/");
            if sources.contains(&format!("\"{name}\"")) {
                names.extend(ids(&read(&file)));
                names.insert(name);
            }
        }
        Self { names }
    }

    fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }
}

/// The ids of the cases in a file.
fn ids(text: &str) -> Vec<String> {
    let table = text.parse::<toml::Table>().unwrap();
    let cases = table["case"].as_array().unwrap().iter();
    cases.filter_map(|case| Some(case.get("id")?.as_str()?.to_owned())).collect()
}

/// The names of the functions behind `#[test]`.
fn tests_of(source: &str) -> Vec<String> {
    let mut marked = false;
    let mut names = Vec::new();
    for line in source.lines().map(str::trim) {
        if line == "#[test]" {
            marked = true;
        } else if let Some(name) = line.strip_prefix("fn ").filter(|_| marked) {
            names.push(first_word(name).to_owned());
            marked = false;
        } else if !line.starts_with("#[") {
            marked = false;
        }
    }
    names
}

/// The public items of the library.
struct Library {
    /// `Ri`, `Ri::parse`, `Normalization::case`, `Display for Ri`, and `encode`, whatever module they are in.
    items: BTreeSet<String>,
    /// `Uri` is a name for `Ri`.
    aliases: BTreeMap<String, String>,
    /// What each public module lets out; that of the crate itself is `""`.
    exports: BTreeMap<String, BTreeSet<String>>,
}

impl Library {
    fn read() -> Self {
        let source = root().join("crates/oneiri/src");
        let (mut items, mut aliases) = (BTreeSet::new(), BTreeMap::new());
        for file in files(&source, "rs") {
            collect(&read(&file), &mut items, &mut aliases);
        }
        let lib = read(&source.join("lib.rs"));
        let mut exports = BTreeMap::from([(String::new(), uses(&lib))]);
        for module in
            lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
        {
            let (file, folder) =
                (source.join(module).with_extension("rs"), source.join(module).join("mod.rs"));
            let text = read(if file.exists() { &file } else { &folder });
            let mut exported = uses(&text);
            collect(&text, &mut exported, &mut BTreeMap::new());
            exports.insert(module.to_owned(), exported);
        }
        Self { items, aliases, exports }
    }

    /// Whether there is such an item: `split`, `Uri::parse`, `percent::encode`, `view::Stdurl::build`,
    /// or `FromStr for Ri`.
    fn has(&self, item: &str) -> bool {
        if item.contains(" for ") {
            return self.items.contains(item);
        }
        if self.exports.contains_key(item) {
            return !item.is_empty();
        }
        let (exports, item) = match item.split_once("::") {
            Some((module, rest)) if self.exports.contains_key(module) => {
                (&self.exports[module], rest)
            }
            _ => (&self.exports[""], item),
        };
        let (owner, member) = item.split_once("::").unwrap_or((item, ""));
        let real = self.aliases.get(owner).map_or(owner, String::as_str);
        let exists = if member.is_empty() {
            self.items.contains(real)
        } else {
            self.items.contains(&format!("{real}::{member}"))
        };
        exists && exports.contains(owner)
    }
}

/// The names in the `pub use` statements of a module.
fn uses(source: &str) -> BTreeSet<String> {
    let statements = source.split("\npub use ").skip(1).filter_map(|rest| rest.split(';').next());
    statements.flat_map(|it| it.split(|c: char| !is_word(c))).map(String::from).collect()
}

/// Reads what a file defines.
fn collect(source: &str, items: &mut BTreeSet<String>, aliases: &mut BTreeMap<String, String>) {
    let mut owner = None;
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        if let Some(member) = line.strip_prefix("    ").filter(|_| line != "}") {
            if let (Some(owner), Some(name)) = (&owner, member_name(member)) {
                items.insert(format!("{owner}::{name}"));
            }
        } else if line.starts_with("impl") {
            let mut header = line.to_owned();
            while !header.contains(['{', ';']) {
                header.push_str(lines.next().expect("an impl has a body"));
            }
            let (of, name) = impl_of(&header);
            if let Some(of) = of {
                items.insert(format!("{of} for {name}"));
            }
            owner = Some(name);
        } else if let Some(rest) = line.strip_prefix("pub ") {
            let rest = rest.strip_prefix("const ").unwrap_or(rest);
            let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
            let name = first_word(rest).to_owned();
            if matches!(kind, "struct" | "enum" | "trait" | "fn" | "type" | "mod") {
                items.insert(name.clone());
            }
            if let Some((_, target)) = rest.split_once(" = ").filter(|_| kind == "type") {
                aliases.insert(name.clone(), first_word(target).to_owned());
            }
            owner = Some(name).filter(|_| matches!(kind, "struct" | "enum" | "trait"));
        } else if line == "}" {
            owner = None;
        }
    }
}

/// The name of a public function or field, of a variant, or of a constant of a trait.
fn member_name(line: &str) -> Option<&str> {
    if line.starts_with(|c: char| c.is_ascii_uppercase()) {
        return Some(first_word(line));
    }
    let rest = line.strip_prefix("pub ").or_else(|| line.strip_prefix("const "))?;
    let rest = rest.strip_prefix("const ").unwrap_or(rest);
    Some(first_word(rest.strip_prefix("fn ").unwrap_or(rest))).filter(|name| !name.is_empty())
}

/// `impl<T> Trait<U> for Type<V> {` is of `Trait` for `Type`.
fn impl_of(header: &str) -> (Option<String>, String) {
    let mut rest = header.strip_prefix("impl").unwrap_or(header);
    if rest.starts_with('<') {
        let mut depth = 0;
        let end = rest.char_indices().find(|&(_, c)| {
            depth += i32::from(c == '<') - i32::from(c == '>');
            depth == 0
        });
        rest = &rest[end.expect("as many > as <").0 + 1..];
    }
    match rest.split_once(" for ") {
        Some((of, name)) => (Some(last_word_of_path(of)), last_word_of_path(name)),
        None => (None, last_word_of_path(rest)),
    }
}

/// `core::fmt::Debug<'_>` is `Debug`.
fn last_word_of_path(path: &str) -> String {
    let path = path.trim().trim_start_matches(['&', ' ']);
    let end = path.find(['<', ' ', '{']).unwrap_or(path.len());
    path[..end].rsplit("::").next().unwrap_or_default().to_owned()
}

fn first_word(text: &str) -> &str {
    &text[..text.find(|c| !is_word(c)).unwrap_or(text.len())]
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files under a folder that end so.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|it| it == extension) {
            found.push(path);
        }
    }
    found
}

#[test]
fn names_that_are_not_there_are_found_missing() {
    let library = Library::read();
    for name in [
        "Ri",
        "Uri",
        "UriBuf",
        "Ri::parse",
        "Uri::normalize",
        "Ri::build",
        "split",
        "percent",
        "percent::encode",
        "view::Stdurl",
        "view::Stdurl::build",
        "view::Srfi::port",
        "Normalization::case",
        "component::HostKind::Ipv6",
        "Error::expected",
        "FromStr for Ri",
        "Display for Error",
        "Resolution",
        "component::remove_dot_segments_rfc3986",
    ] {
        assert!(library.has(name), "{name}");
    }
    for name in [
        "Rj",
        "Ri::pars",
        "encode",
        "percent::split",
        "Stdurl",
        "view::Stdurl::normalize",
        "Untyped",
        "Ri::untyped",
        "Normalization::port",
        "spans",
        "spans::Spans",
        "FromStr for Uri",
        "Hash for Untyped",
        "",
        "::",
    ] {
        assert!(!library.has(name), "{name}");
    }
    let known = Known::read();
    assert!(
        known.has("names_that_are_not_there_are_found_missing") && known.has("srfi275/parse.toml")
    );
    assert!(
        !known.has("files")
            && !known.has("S275-T999")
            && !known.has("parse.toml")
            && !known.has("")
    );
    let (_, folder, mark) = BINDINGS[0];
    let scheme = Binding::read(folder, mark);
    assert!(["two threads", "S275-T001", "srfi275/parse.toml"].iter().all(|name| scheme.has(name)));
    assert!(
        !["threads", "S275-T999", "STDURL-T002", "stdurl/build.toml", ""]
            .iter()
            .any(|name| scheme.has(name))
    );
    assert_eq!(quoted("`a`, `b c` and d"), ["a", "b c"]);
}
