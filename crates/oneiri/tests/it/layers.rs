//! The house has storeys: a module may import from those below it, and from no other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::read_to_string;
use std::path::{Path, PathBuf};

use crate::sources::{self, words};

/// The modules of the library from the ground up. A module that is missing here fails the test. The modules of
/// `syntax` have storeys of their own.
const FROM_THE_GROUND_UP: [&str; 24] = [
    "literals",
    "syntax::grammar",
    "syntax::error",
    "syntax::spans",
    "syntax::scan",
    "syntax::parts",
    "percent",
    "syntax::parse",
    "syntax::compose",
    "dots",
    "build",
    "resolve",
    "relativize",
    "registry",
    "normalize",
    "convert",
    "edit",
    "component",
    "view",
    "ri",
    "fingerprint",
    "compare",
    "file",
    "lib",
];

/// The folder whose modules have storeys of their own.
const DIVIDED: &str = "syntax";

/// The most lines a file may have.
const MOST_LINES: usize = 500;

/// The module that alone may hold `unsafe` and ask for an architecture.
const UNSAFE_ROOM: &str = "syntax::scan";

/// The number of machines with a scanner of their own.
const MACHINES: usize = 3;

struct Source {
    path: PathBuf,
    /// The module that has a storey: `lib`, `ri`, `syntax::scan`.
    module: String,
    /// The modules from the crate's root to this file.
    inner: Vec<String>,
    text: String,
    /// The text without comments, literals and what is compiled for tests only.
    code: String,
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = sources::rust_files(&root);
    let tests: Vec<PathBuf> = files.iter().flat_map(|path| sources::files_of_tests(path)).collect();
    files.retain(|path| !tests.contains(path));
    assert!(files.len() > 10, "the sources are not at {}", root.display());
    files
        .into_iter()
        .map(|path| {
            let inside = path.strip_prefix(&root).expect("a file of the folder").with_extension("");
            let mut inner: Vec<String> =
                inside.iter().map(|it| it.to_str().expect("a name in UTF-8").to_string()).collect();
            inner.retain(|name| name != "mod");
            let text = read_to_string(&path).expect("a file to read");
            let code = sources::code(&text);
            Source { module: storey_of(&inner), inner, path, text, code }
        })
        .collect()
}

/// The storey of the module with this path from the root.
fn storey_of(path: &[String]) -> String {
    match path {
        [first, second, ..] if first == DIVIDED => format!("{first}::{second}"),
        _ => path[0].clone(),
    }
}

#[test]
fn imports_go_downward_only() {
    let storey: BTreeMap<&str, usize> =
        FROM_THE_GROUND_UP.into_iter().enumerate().map(|(storey, name)| (name, storey)).collect();
    let sources = sources();
    let macros: BTreeMap<&str, &str> = sources.iter().flat_map(macros_of).collect();
    let (mut imports, mut faults) = (0, Vec::new());
    // The roots only declare modules and name what is public.
    for source in sources.iter().filter(|it| it.module != "lib" && it.module != DIVIDED) {
        let Some(&own) = storey.get(source.module.as_str()) else {
            faults.push(format!("{}: `{}` has no storey", source.path.display(), source.module));
            continue;
        };
        for import in top_level_imports(source) {
            imports += 1;
            // A macro lies at the root of the crate, but comes from its module.
            let import = macros.get(import.as_str()).map_or(import.as_str(), |module| module);
            match storey.get(import) {
                _ if import == source.module => {}
                Some(&theirs) if theirs < own => {}
                Some(_) => {
                    faults.push(format!("{}: imports `{import}` from above", source.path.display()))
                }
                None => faults.push(format!(
                    "{}: `{import}` is no module of a storey",
                    source.path.display()
                )),
            }
        }
    }
    for name in FROM_THE_GROUND_UP {
        if !sources.iter().any(|source| source.module == name) {
            faults.push(format!("the storey `{name}` has no file"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(imports > 20, "only {imports} imports found: is `crate::` still how they are written?");
}

#[test]
fn unsafe_and_architectures_stay_in_one_room() {
    let mut conditions = 0;
    for source in sources() {
        let words: BTreeSet<&str> = words(&source.code).map(|(_, word)| word).collect();
        let path = source.path.display();
        assert!(!words.contains("unsafe") || source.module == UNSAFE_ROOM, "{path}: unsafe");
        // The root of the room selects the machine, and no other file asks for one.
        let is_root = source.inner.join("::") == UNSAFE_ROOM;
        assert!(!words.contains("target_arch") || is_root, "{path}: target_arch");
        conditions += source.code.matches("target_arch").count();
    }
    assert_eq!(conditions, MACHINES, "each machine has one condition");
}

#[test]
fn no_file_is_long() {
    for source in sources() {
        let lines = source.text.lines().count();
        let generated = source.text.starts_with("// @generated");
        assert!(generated || lines <= MOST_LINES, "{}: {lines} lines", source.path.display());
    }
}

/// The names of the macros that a file defines, and its module.
fn macros_of(source: &Source) -> impl Iterator<Item = (&str, &str)> {
    let defined = source.code.split("macro_rules! ").skip(1);
    defined.filter_map(|code| words(code).next()).map(|(_, name)| (name, source.module.as_str()))
}

/// The top-level modules that the code names by `crate::…` or `super::…`.
fn top_level_imports(source: &Source) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, word) in words(&source.code) {
        let after = &source.code[at + word.len()..];
        // `$crate::` is written for whoever uses the macro.
        let expanded_elsewhere = source.code[..at].ends_with('$');
        if let ("crate", Some(path), false) = (word, after.strip_prefix("::"), expanded_elsewhere) {
            found.extend(storeys_named(path));
        }
        // The first of a row of supers: each takes a module off the path of this file.
        if word == "super" && !source.code[..at].ends_with("super::") {
            let (mut above, mut path) = (source.inner.len() - 1, after);
            while let Some(rest) = path.strip_prefix("::super") {
                above = above.checked_sub(1).expect("super beyond the root");
                path = rest;
            }
            let Some(path) = path.strip_prefix("::") else { continue };
            match above {
                0 => found.extend(storeys_named(path)),
                1 if source.inner[0] == DIVIDED => {
                    found.extend(first_names(path).into_iter().map(|(name, _)| divided(&name)));
                }
                _ => {}
            }
        }
    }
    found
}

/// The storeys that a path from the root names.
fn storeys_named(path: &str) -> Vec<String> {
    let names = first_names(path).into_iter();
    names
        .flat_map(|(name, behind)| match behind.strip_prefix("::") {
            Some(inner) if name == DIVIDED => {
                first_names(inner).into_iter().map(|(name, _)| divided(&name)).collect()
            }
            _ => vec![name],
        })
        .collect()
}

fn divided(name: &str) -> String {
    format!("{DIVIDED}::{name}")
}

/// `a::b` names `a`; `{a::b, c}` names `a` and `c`; `(in …)` names nothing. Beside each name stands the text
/// behind it.
fn first_names(path: &str) -> Vec<(String, &str)> {
    let name = |text| {
        let (at, word) = words(text).next()?;
        Some((word.to_string(), &text[at + word.len()..]))
    };
    let Some(group) = path.strip_prefix('{') else { return name(path).into_iter().collect() };
    let (mut depth, mut expected, mut names) = (1, true, Vec::new());
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => break,
            '}' => depth -= 1,
            ',' if depth == 1 => expected = true,
            c if expected && (c.is_alphabetic() || c == '_') => {
                names.extend(name(&group[at..]));
                expected = false;
            }
            _ => {}
        }
    }
    names
}

/// The test can fail: what it reads is what is written.
#[test]
fn the_reader_of_the_code_reads() {
    let text = r##"
        //! [`crate::ri`] and "unsafe
        use crate::syntax::{spans::Spans, scan}; use crate::{syntax::error::{Error, x}, percent as p};
        use super::super::super::dots::Dots; use super::super::compose::C; use super::sibling;
        const A: &str = "crate::view"; const B: char = '"'; const C: &str = r#"crate::compare"#;
        fn f<'a>(a: &'a str) -> crate::build::B { /* crate::convert */ }
        #[cfg(test)]
        mod tests { use crate::resolve::R; }
        pub(crate) fn g() {}
    "##;
    let source = Source {
        path: PathBuf::new(),
        module: "syntax::parse".to_string(),
        inner: ["syntax", "parse", "authority"].map(String::from).to_vec(),
        text: text.to_string(),
        code: sources::code(text),
    };
    let expected = [
        "build",
        "dots",
        "percent",
        "syntax::compose",
        "syntax::error",
        "syntax::scan",
        "syntax::spans",
    ]
    .map(String::from);
    assert_eq!(top_level_imports(&source), BTreeSet::from(expected));
    assert!(source.code.contains("fn g()") && !source.code.contains("unsafe"));
}
