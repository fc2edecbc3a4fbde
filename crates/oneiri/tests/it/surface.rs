//! How large the page of `Ri` is, and what its names say first.

use std::fs::read_to_string;
use std::path::{Path, PathBuf};

use crate::sources::{code, rust_files};

struct Source {
    path: PathBuf,
    text: String,
    /// The text without comments, literals and what is compiled for tests only.
    code: String,
}

fn sources() -> Vec<Source> {
    let files = rust_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let read = |path: PathBuf| {
        let text = read_to_string(&path).expect("a file to read");
        Source { path, code: code(&text), text }
    };
    files.into_iter().map(read).collect()
}

/// The most public methods that `Ri` may have, in all of its inherent impls. What knows more than that belongs to a
/// view, a guard, a ladder or a crate of its own.
const MOST_METHODS: usize = 75;

/// The bodies of the inherent impls of `Ri` in a file.
fn impls_of_ri(code: &str) -> Vec<&str> {
    let heads = code.match_indices("\nimpl<").filter_map(|(at, _)| {
        let open = at + code[at..].find('{')?;
        let head = &code[at..open];
        // Behind the parameters of the impl stands the type.
        let mut depth = 0;
        let end = head.char_indices().find_map(|(at, c)| {
            depth += match c {
                '<' => 1,
                // `->` in a bound closes nothing.
                '>' if !head[..at].ends_with('-') => -1,
                _ => 0,
            };
            (c == '>' && depth == 0).then_some(at + 1)
        })?;
        let of_ri = head[end..].trim_start().starts_with("Ri<") && !head.contains(" for ");
        of_ri.then(|| body(&code[open..]))
    });
    heads.collect()
}

/// From a brace to the one that closes it.
fn body(code: &str) -> &str {
    let mut depth = 0;
    for (at, c) in code.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &code[..at];
        }
    }
    code
}

fn methods(sources: &[Source]) -> Vec<String> {
    let impls = sources.iter().flat_map(|source| impls_of_ri(&source.code));
    let lines = impls.flat_map(str::lines).map(str::trim_start);
    lines
        .filter_map(|line| {
            let rest =
                line.strip_prefix("pub fn ").or_else(|| line.strip_prefix("pub const fn "))?;
            Some(rest.split(['<', '(']).next()?.to_string())
        })
        .collect()
}

#[test]
fn the_page_of_ri_is_of_a_size_that_can_be_read() {
    let methods = methods(&sources());
    assert!(methods.len() > 50, "only {} methods found: {methods:?}", methods.len());
    assert!(methods.len() <= MOST_METHODS, "{} methods: {methods:?}", methods.len());
    for name in ["parse", "host", "normalize", "compare", "resolve", "path_mut"] {
        assert!(methods.iter().any(|method| method == name), "{name} is not found");
    }
}

/// Documentation shows impls in the order in which modules are declared.
#[test]
fn the_page_of_ri_begins_with_parse() {
    let sources = sources();
    let root = sources.iter().find(|it| it.path.ends_with("src/ri/mod.rs")).expect("ri/mod.rs");
    let first = root.code.lines().find_map(|line| line.strip_prefix("mod ")).expect("a module");
    assert_eq!(first, "parse;");
    let lib = sources.iter().find(|it| it.path.ends_with("src/lib.rs")).expect("lib.rs");
    let first =
        lib.code.lines().find(|line| line.starts_with("mod ") || line.starts_with("pub mod "));
    assert_eq!(first, Some("mod ri;"));
    let parse = sources.iter().find(|it| it.path.ends_with("src/ri/parse.rs")).expect("parse.rs");
    assert_eq!(methods(std::slice::from_ref(parse))[0], "parse");
}

/// Each name links at least five methods, since the page of an alias shows none.
#[test]
fn each_name_of_ri_says_what_to_start_with() {
    let sources = sources();
    let root = sources.iter().find(|it| it.path.ends_with("src/ri/value.rs")).expect("value.rs");
    let mut names = 0;
    for (before, _) in root.text.match_indices("\npub type ").map(|(at, it)| (&root.text[..at], it))
    {
        let page: Vec<&str> =
            before.lines().rev().take_while(|line| line.starts_with("///")).collect();
        let links = page.iter().map(|line| line.matches("](Ri::").count()).sum::<usize>();
        assert!(links >= 5, "{links} links: {page:?}");
        names += 1;
    }
    assert_eq!(names, 12);
}
