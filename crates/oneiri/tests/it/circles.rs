//! No two files of a crate, or of the Python package, import each other: neither directly nor by way of other files.
//!
//! A file imports another file if it names something that the other file defines. A `mod child;` alone is no import;
//! a re-export imports what it names. Whoever names a re-export imports the file behind it.

mod import;
mod python;
mod rust;
mod scope;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::read_to_string;
use std::path::{Path, PathBuf};

use self::import::Import;
use crate::sources;

/// The Python package.
const PYTHON: &str = "crates/oneiri-python/python/oneiri";

#[test]
fn no_two_files_import_each_other() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.canonicalize().expect("the folder of the project");
    let mut imports = Vec::new();
    for crate_root in crate_roots(&root) {
        let found = rust::Crate::load(&crate_root, &|path| read_to_string(path).ok());
        imports.extend(found.imports());
        assert!(found.files().count() > 0, "{}: not read", crate_root.display());
    }
    let mut files = Vec::new();
    sources::collect(&root.join(PYTHON), &mut files);
    files.retain(|path| path.extension().is_some_and(|it| it == "py" || it == "pyi"));
    let text = |path: PathBuf| {
        let text = read_to_string(&path).expect("a file to read");
        (path, text)
    };
    let texts: Vec<(PathBuf, String)> = files.into_iter().map(text).collect();
    imports.extend(python::imports(&root.join(PYTHON), &texts));

    let relative = |path: &Path| path.strip_prefix(&root).unwrap_or(path).to_path_buf();
    for import in &mut imports {
        (import.from, import.to) = (relative(&import.from), relative(&import.to));
    }
    assert!(imports.len() > 500, "only {} imports found", imports.len());
    let told: Vec<String> = circles(&imports).iter().map(|circle| describe(circle)).collect();
    assert!(told.is_empty(), "{}", told.join("\n\n"));
}

/// The rooms of the command from the ground up. A file imports from its own room and from those below it.
const ROOMS: [&str; 8] =
    ["assume", "output", "input", "dedupe", "commands", "laws.rs", "lib.rs", "main.rs"];

/// What alone may name the option parser.
const WITH_OPTIONS: [&str; 2] = ["commands", "lib.rs"];

#[test]
fn the_rooms_of_the_command_look_down() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../oneiri-cli/src");
    let name = |path: &Path| {
        let inside = path.strip_prefix(&root).expect("a file of the folder");
        inside.iter().next().and_then(|it| it.to_str()).expect("a name in UTF-8").to_owned()
    };
    let room = |path: &Path| {
        let room = ROOMS.iter().position(|&it| it == name(path));
        assert!(room.is_some(), "{}: no room", path.display());
        room
    };
    let command = rust::Crate::load(&root.join("lib.rs"), &|path| read_to_string(path).ok());
    for Import { from, line, to } in command.imports() {
        let (file, other) = (from.display(), to.display());
        assert!(room(&to) <= room(&from), "{file}:{line} imports {other} from above");
    }
    for path in sources::rust_files(&root) {
        let code = sources::code(&read_to_string(&path).expect("a file to read"));
        let knows_options = sources::words(&code).any(|(_, word)| word == "clap");
        let may = WITH_OPTIONS.contains(&name(&path).as_str());
        assert!(may || !knows_options, "{}: knows the option parser", path.display());
    }
}

/// The roots of all crates of the project: libraries, programs, and tests.
fn crate_roots(root: &Path) -> Vec<PathBuf> {
    let mut manifests = Vec::new();
    for package in ["bench", "differential", "fuzz"] {
        manifests.push(root.join(package));
    }
    for entry in root.join("crates").read_dir().expect("the folder of the crates") {
        manifests.push(entry.expect("an entry to read").path());
    }
    let mut roots = Vec::new();
    for package in manifests {
        for file in ["src/lib.rs", "src/main.rs", "tests/it/main.rs"] {
            roots.extend(Some(package.join(file)).filter(|path| path.is_file()));
        }
    }
    roots
}

/// Every group of files that import each other: the imports within it, one for each pair of files.
fn circles(imports: &[Import]) -> Vec<Vec<Import>> {
    let files: BTreeSet<&Path> = imports.iter().flat_map(|it| [&*it.from, &*it.to]).collect();
    let numbers: BTreeMap<&Path, usize> = files.into_iter().zip(0..).collect();
    let ends = |it: &Import| (numbers[&*it.from], numbers[&*it.to]);
    let mut graph = vec![Vec::new(); numbers.len()];
    for import in imports {
        let (from, to) = ends(import);
        graph[from].push(to);
    }
    let reach: Vec<Vec<bool>> = (0..graph.len()).map(|from| reachable(&graph, from)).collect();
    let (mut done, mut circles) = (vec![false; graph.len()], Vec::new());
    for file in 0..graph.len() {
        if !reach[file][file] || done[file] {
            continue;
        }
        let inside = |it: usize| reach[file][it] && reach[it][file];
        for other in (file..graph.len()).filter(|&it| inside(it)) {
            done[other] = true;
        }
        let mut pairs = BTreeSet::new();
        let within = imports.iter().filter(|it| {
            let (from, to) = ends(it);
            inside(from) && inside(to) && pairs.insert((from, to))
        });
        circles.push(within.cloned().collect());
    }
    circles
}

/// Which files a file imports, directly or by way of other files.
fn reachable(graph: &[Vec<usize>], from: usize) -> Vec<bool> {
    let (mut reached, mut open) = (vec![false; graph.len()], vec![from]);
    while let Some(file) = open.pop() {
        for &next in &graph[file] {
            if !reached[next] {
                reached[next] = true;
                open.push(next);
            }
        }
    }
    reached
}

/// A circle for people: its files, and the lines that close it.
fn describe(circle: &[Import]) -> String {
    let files: BTreeSet<&Path> = circle.iter().map(|it| it.from.as_path()).collect();
    let mut text = format!("{} files import each other:", files.len());
    for Import { from, line, to } in circle {
        text.push_str(&format!("\n  {}:{line} imports {}", from.display(), to.display()));
    }
    text
}

/// The imports among the files of an invented crate, as `from:line to`.
fn invented(files: &[(&str, &str)]) -> Vec<String> {
    let read = |path: &Path| {
        let found = files.iter().find(|(name, _)| Path::new(name) == path);
        found.map(|(_, text)| (*text).to_owned())
    };
    let imports = rust::Crate::load(Path::new("src/lib.rs"), &read).imports();
    let name = |path: &Path| path.strip_prefix("src").unwrap_or(path).display().to_string();
    imports.iter().map(|it| format!("{}:{} {}", name(&it.from), it.line, name(&it.to))).collect()
}

#[test]
fn paths_lead_to_the_files_that_define_their_items() {
    let files = [
        ("src/lib.rs", "mod a;\nmod b;\npub use a::Up;\nfn own() { a::deep::f() }"),
        (
            "src/a/mod.rs",
            "pub(crate) mod deep;\nmod other;\npub use deep::Deep as Up;\npub fn shared() {}\n\
             macro_rules! made { () => { use $crate::b::B; } }",
        ),
        ("src/a/deep.rs", "pub struct Deep;\npub fn f() {}\n#[cfg(test)]\nuse crate::b::B;"),
        (
            "src/a/other.rs",
            "// use crate::b::B;\nuse super::{\n    Up, shared,\n};\nuse std::fmt;\nfn g() { crate::own() }",
        ),
        (
            "src/b.rs",
            "use crate::a::{self, deep as d};\npub struct B;\nmod inside {\n    use super::B;\n\
             \x20   fn h() { super::super::a::shared() }\n}\nfn i() { d::f(); made!() }\n\
             const C: &str = \"crate::own()\";",
        ),
    ];
    let expected = [
        "a/mod.rs:3 a/deep.rs",
        "a/other.rs:2 a/deep.rs",
        "a/other.rs:2 a/mod.rs",
        "a/other.rs:6 lib.rs",
        "b.rs:5 a/mod.rs",
        "b.rs:7 a/deep.rs",
        "b.rs:7 a/mod.rs",
        "lib.rs:3 a/deep.rs",
        "lib.rs:4 a/deep.rs",
    ];
    assert_eq!(invented(&files), expected);
}

#[test]
fn names_by_a_glob_and_files_by_an_attribute_are_followed() {
    let files = [
        ("src/lib.rs", "mod a;\n#[cfg_attr(x, path = \"two.rs\")]\nmod one;"),
        ("src/a.rs", "use crate::one::*;\nfn f(given: Given) -> Unknown { given.method() }"),
        ("src/one.rs", "pub struct Given;\npub fn method() {}"),
        ("src/two.rs", "pub struct Given;"),
    ];
    assert_eq!(invented(&files), ["a.rs:2 one.rs", "a.rs:2 two.rs"]);
}

/// The test can fail.
#[test]
fn a_circle_is_found_and_told() {
    let import = |from: &str, line, to: &str| Import { from: from.into(), line, to: to.into() };
    let imports = [
        import("a.rs", 1, "b.rs"),
        import("b.rs", 2, "c.rs"),
        import("c.rs", 3, "b.rs"),
        import("c.rs", 4, "b.rs"),
        import("c.rs", 5, "d.rs"),
    ];
    let found: Vec<String> = circles(&imports).iter().map(|circle| describe(circle)).collect();
    let told = "2 files import each other:\n  b.rs:2 imports c.rs\n  c.rs:3 imports b.rs";
    assert_eq!(found, [told]);
    assert!(circles(&imports[..2]).is_empty());
}

#[test]
fn imports_of_python_are_read() {
    let files = [
        (
            "p/__init__.py",
            "\"\"\"Text.\n\nimport p.b\n\"\"\"\nfrom ._n import (\n    A,  # from .b\n    B,\n)",
        ),
        ("p/_n.pyi", "from . import A"),
        ("p/b.py", "import os\n\ndef f():\n    from p import c, A\n    import p.sub.d as d"),
        ("p/c.py", "from .sub.d import D"),
        ("p/sub/__init__.py", ""),
        ("p/sub/d.py", "from ..c import C\nfrom .. import b"),
    ];
    let files = files.map(|(name, text)| (PathBuf::from(name), text.to_owned()));
    let imports = python::imports(Path::new("p"), &files);
    let told = |it: &Import| format!("{}:{} {}", it.from.display(), it.line, it.to.display());
    let expected = [
        "p/__init__.py:5 p/_n.pyi",
        "p/_n.pyi:1 p/__init__.py",
        "p/b.py:4 p/__init__.py",
        "p/b.py:4 p/c.py",
        "p/b.py:5 p/sub/d.py",
        "p/c.py:1 p/sub/d.py",
        "p/sub/d.py:1 p/c.py",
        "p/sub/d.py:2 p/b.py",
    ];
    assert_eq!(imports.iter().map(told).collect::<Vec<_>>(), expected);
}
