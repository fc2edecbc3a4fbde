//! What the code of a module declares and names, as far as imports need it.

use std::ops::Range;

use crate::sources::{is_word, words};

/// A declaration in a module.
pub(super) enum Statement {
    Item(String),
    Macro(String),
    /// `use …;`: where it stands, and its paths.
    Use(Range<usize>, Vec<Path>),
    /// `mod name;`
    Declared(String),
    /// `mod name { … }`, and where its contents stand.
    Inside(String, Range<usize>),
}

/// A path of a `use` declaration, the name that it brings, and whether it ends in `*`.
type Path = (Vec<String>, String, bool);

/// The words before the name of an item.
const ITEMS: [&str; 8] = ["fn", "struct", "enum", "union", "trait", "type", "const", "static"];

/// The declarations of a module. `use` counts inside of functions as well; items do not.
pub(super) fn statements(code: &str) -> Vec<Statement> {
    let (mut statements, mut depth, mut seen, mut done) = (Vec::new(), 0_usize, 0, 0);
    for (at, word) in words(code) {
        if at < done {
            continue;
        }
        for c in code[seen..at].chars() {
            match c {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        seen = at;
        let behind = at + word.len();
        let Some((start, name)) = words(&code[behind..]).next() else { break };
        let (start, name) = (behind + start, name.to_owned());
        let gap = code[behind..start].trim();
        match word {
            "use" if gap.is_empty() || gap == "{" || gap == "::" => {
                let end = code[at..].find(';').map_or(code.len(), |end| at + end);
                // `$crate` in the body of a macro belongs to whoever uses the macro.
                if gap != "::" && !code[at..end].contains('$') {
                    let mut paths = Vec::new();
                    tree(&code[behind..end], &[], &mut paths);
                    statements.push(Statement::Use(at..end, paths));
                }
                (seen, done) = (end, end);
            }
            "mod" if gap.is_empty() => {
                let open = start + name.len();
                match code[open..].trim_start().chars().next() {
                    Some(';') => statements.push(Statement::Declared(name)),
                    Some('{') => {
                        let from = open + code[open..].find('{').unwrap_or(0) + 1;
                        let to = from + block(&code[from..]);
                        statements.push(Statement::Inside(name, from..to));
                        (seen, done) = (to, to);
                        depth += 1;
                    }
                    _ => {}
                }
            }
            "macro_rules" if gap == "!" => statements.push(Statement::Macro(name)),
            word if depth == 0 && ITEMS.contains(&word) && gap.is_empty() => {
                statements.push(Statement::Item(name));
            }
            _ => {}
        }
    }
    statements
}

/// The length of a block up to the brace that closes it.
fn block(code: &str) -> usize {
    let mut depth = 1;
    for (at, c) in code.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    code.len()
}

/// Adds the paths of a tree such as `a::{b, c::{self, D as E}, f::*}`.
fn tree(text: &str, before: &[String], paths: &mut Vec<Path>) {
    let text = text.trim();
    if let Some(open) = text.find('{') {
        let mut path = before.to_vec();
        path.extend(words(&text[..open]).map(|(_, word)| word.to_owned()));
        let inside = &text[open + 1..text.rfind('}').unwrap_or(text.len())];
        let (mut depth, mut start) = (0, 0);
        for (at, c) in inside.char_indices().chain([(inside.len(), ',')]) {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    tree(&inside[start..at], &path, paths);
                    start = at + 1;
                }
                _ => {}
            }
        }
        return;
    }
    let mut path = before.to_vec();
    let (named, alias) = text.split_once(" as ").map_or((text, None), |(a, b)| (a, Some(b.trim())));
    path.extend(words(named).map(|(_, word)| word.to_owned()));
    if path.len() > 1 && path.last().is_some_and(|it| it == "self") {
        path.pop();
    }
    let glob = named.ends_with('*');
    if let Some(last) = path.last().filter(|_| !text.is_empty()) {
        let alias = alias.unwrap_or(last).to_owned();
        paths.push((path, alias, glob));
    }
}

/// Every path in the code: where it begins, its words, and whether it is a macro that is called. Fields and methods
/// are no paths; `$crate::…` belongs to whoever uses the macro.
pub(super) fn paths(code: &str) -> Vec<(usize, Vec<String>, bool)> {
    let (mut paths, mut done) = (Vec::new(), 0);
    for (at, word) in words(code) {
        if at < done || code[..at].ends_with(['.', '$']) || code[..at].ends_with("::") {
            continue;
        }
        let (mut path, mut end) = (vec![word.to_owned()], at + word.len());
        while let Some(rest) = code[end..].strip_prefix("::").filter(|it| it.starts_with(is_word)) {
            let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            path.push(rest[..length].to_owned());
            end += "::".len() + length;
        }
        done = end;
        paths.push((at, path, code[end..].starts_with('!')));
    }
    paths
}

/// The files that attributes name for a module: `#[path = "x.rs"]`, also behind a condition.
pub(super) fn path_attributes(text: &str, name: &str) -> Vec<String> {
    let mut found = Vec::new();
    let declaration = format!("mod {name};");
    for (at, _) in text.match_indices(&declaration) {
        let before = text[..at].rsplit_once([';', '}']).map_or(&text[..at], |(_, it)| it);
        let values = before.split("path = \"").skip(1);
        found.extend(values.filter_map(|it| Some(it.split_once('"')?.0.to_owned())));
    }
    found
}
