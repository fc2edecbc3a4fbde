//! Reads the project's own Rust files, for the tests that hold its layout.

use std::fs::{read_dir, read_to_string};
use std::path::{Path, PathBuf};

/// Attributes of items that exist only in tests, or only in tests and in `fuzz/`.
const FOR_TESTS: [&str; 2] = ["#[cfg(test)]", "#[cfg(any(test, fuzzing))]"];

/// All `.rs` files in a folder and in the folders below it, sorted by path.
pub(crate) fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    collect(folder, &mut files);
    files.retain(|path| path.extension().is_some_and(|it| it == "rs"));
    files.sort();
    files
}

/// Adds all files in a folder and below it.
pub(crate) fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in read_dir(folder).expect("a folder to read") {
        let path = entry.expect("an entry to read").path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// The files of the modules that a file declares for tests only: `#[cfg(test)] mod name;`.
pub(crate) fn files_of_tests(path: &Path) -> Vec<PathBuf> {
    let text = read_to_string(path).expect("a file to read");
    let folder = match path.file_stem().and_then(|stem| stem.to_str()) {
        Some("mod" | "lib") => path.parent().expect("a folder around a file").to_path_buf(),
        _ => path.with_extension(""),
    };
    let declared = FOR_TESTS.into_iter().flat_map(|cfg| text.split(cfg).skip(1));
    let modules = declared.filter_map(|item| {
        item.trim_start().trim_start_matches("pub(crate) ").strip_prefix("mod ")
    });
    let names = modules.filter_map(|rest| Some(rest.split_once(';')?.0));
    names
        .filter(|name| name.chars().all(is_word))
        .map(|name| folder.join(name).with_extension("rs"))
        .collect()
}

/// The code of a file without its comments, the insides of its literals and its tests. Every line of code stays on
/// the line on which it stands in the file.
pub(crate) fn code(text: &str) -> String {
    without_tests(&without_comments_and_literals(text))
}

/// The words of the code, each with its position. `a::b1` has the words `a` and `b1`.
pub(crate) fn words(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += code[at..].find(is_word)?;
        let start = at;
        at += code[start..].find(|c| !is_word(c)).unwrap_or(code.len() - start);
        Some((start, &code[start..at]))
    })
}

/// Whether a character can stand in an identifier of Rust.
pub(crate) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn without_comments_and_literals(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(length) = raw_string(rest).filter(|_| !code.ends_with(is_word)) {
            length
        } else if c == '"' {
            quoted(rest, '"')
        } else if c == '\'' && character_literal(rest) {
            quoted(rest, '\'')
        } else {
            code.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        };
        push_line_ends(&rest[..length], &mut code);
        rest = &rest[length..];
    }
    code
}

/// Keeps the line ends of a stretch that is left out.
fn push_line_ends(left_out: &str, code: &mut String) {
    code.extend(left_out.matches('\n'));
}

/// The length of a raw string that the text begins with: `r"…"` or `r#"…"#`, with or without `b` in front of it.
fn raw_string(text: &str) -> Option<usize> {
    let raw = text.strip_prefix('b').unwrap_or(text).strip_prefix('r')?;
    let hashes = raw.len() - raw.trim_start_matches('#').len();
    let inside = raw[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let length = inside.find(&end)? + end.len();
    Some(text.len() - inside.len() + length)
}

/// Whether a single quote begins a character literal rather than a lifetime.
fn character_literal(text: &str) -> bool {
    let mut chars = text.chars().skip(1);
    let (first, second) = (chars.next(), chars.next());
    first == Some('\\') || second == Some('\'')
}

/// The length of a literal that the text begins with, quotes included.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// The code without each item that is for tests only: up to its `;`, or to the brace that closes it.
fn without_tests(code: &str) -> String {
    let first = FOR_TESTS.into_iter().filter_map(|cfg| Some((code.find(cfg)?, cfg))).min();
    let Some((start, cfg)) = first else { return code.to_string() };
    let (mut out, item) = (code[..start].to_string(), &code[start + cfg.len()..]);
    let mut depth = 0;
    for (at, c) in item.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 && (c == ';' || c == '}') {
            push_line_ends(&item[..at], &mut out);
            return out + &without_tests(&item[at + 1..]);
        }
    }
    out
}
