//! Which files of a Python package import which.

use std::path::{Path, PathBuf};

use super::import::Import;

/// Every import of one file of the package by another: `files` are all of them, with their texts, and `root` is the
/// folder of the package.
///
/// An import counts wherever it stands: at the top, in a function, or for type checkers only.
pub(super) fn imports(root: &Path, files: &[(PathBuf, String)]) -> Vec<Import> {
    let package = root.file_name().and_then(|it| it.to_str()).unwrap_or_default();
    let paths: Vec<&Path> = files.iter().map(|(path, _)| path.as_path()).collect();
    let mut imports = Vec::new();
    for (path, text) in files {
        for (line, statement) in statements(text) {
            for to in named(package, root, path, &statement, &paths) {
                if to != *path {
                    imports.push(Import { from: path.clone(), line, to });
                }
            }
        }
    }
    imports.sort();
    imports.dedup();
    imports
}

/// The files that a statement imports.
fn named(
    package: &str,
    root: &Path,
    from: &Path,
    statement: &str,
    files: &[&Path],
) -> Vec<PathBuf> {
    let list = |names: &str| -> Vec<String> {
        let names = names.trim().trim_matches(['(', ')']).split(',');
        let first = names.filter_map(|name| name.split_whitespace().next());
        first.map(str::to_owned).collect()
    };
    let inside = |module: &str| -> Option<PathBuf> {
        let rest = module.strip_prefix(package)?;
        match rest.strip_prefix('.') {
            Some(rest) => Some(root.join(rest.replace('.', "/"))),
            None => rest.is_empty().then(|| root.to_path_buf()),
        }
    };
    if let Some(modules) = statement.strip_prefix("import ") {
        let folders = list(modules).into_iter().filter_map(|module| inside(&module));
        return folders.flat_map(|folder| file_of(&folder, files)).collect();
    }
    let Some((module, names)) =
        statement.strip_prefix("from ").and_then(|rest| rest.split_once(" import "))
    else {
        return Vec::new();
    };
    let module = module.trim();
    let dots = module.len() - module.trim_start_matches('.').len();
    let folder = if dots == 0 {
        inside(module)
    } else {
        let base = from.ancestors().nth(dots).map(Path::to_path_buf);
        base.map(|base| base.join(module[dots..].replace('.', "/")))
    };
    let Some(folder) = folder else { return Vec::new() };
    let mut found = Vec::new();
    for name in list(names) {
        // `from package import name`: a module of the package, or else a name that the package has.
        let module = file_of(&folder.join(name), files);
        found.extend(if module.is_empty() { file_of(&folder, files) } else { module });
    }
    found
}

/// The file of a module, and its stub if there is one.
fn file_of(module: &Path, files: &[&Path]) -> Vec<PathBuf> {
    let module = module.components().collect::<PathBuf>();
    let forms = ["py", "pyi"].into_iter().flat_map(|ending| {
        [module.with_extension(ending), module.join("__init__").with_extension(ending)]
    });
    forms.filter(|form| files.contains(&form.as_path())).collect()
}

/// The statements that begin with `import` or `from`, each on one line, with its number.
fn statements(text: &str) -> Vec<(usize, String)> {
    let code = without_comments_and_strings(text);
    let mut statements: Vec<(usize, String)> = Vec::new();
    let mut open = false;
    for (number, line) in (1..).zip(code.lines()) {
        let line = line.trim();
        match statements.last_mut().filter(|_| open) {
            Some((_, statement)) => {
                statement.push(' ');
                statement.push_str(line);
            }
            None if line.starts_with("import ") || line.starts_with("from ") => {
                statements.push((number, line.to_owned()));
            }
            None => continue,
        }
        let all = statements.last().map_or("", |(_, it)| it.as_str());
        open = all.matches('(').count() > all.matches(')').count();
    }
    statements
}

fn without_comments_and_strings(text: &str) -> String {
    let (mut code, mut rest) = (String::new(), text);
    while let Some(c) = rest.chars().next() {
        let quote = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|it| rest.starts_with(it));
        let length = match quote {
            Some(quote) => {
                let inside = &rest[quote.len()..];
                let end = ends_of(inside, quote).unwrap_or(inside.len());
                (quote.len() + end + quote.len()).min(rest.len())
            }
            None if c == '#' => rest.find('\n').unwrap_or(rest.len()),
            None => {
                code.push(c);
                rest = &rest[c.len_utf8()..];
                continue;
            }
        };
        code.extend(rest[..length].matches('\n'));
        rest = &rest[length..];
    }
    code
}

/// Where a string ends: at the first quote that no backslash stands before.
fn ends_of(inside: &str, quote: &str) -> Option<usize> {
    let mut at = 0;
    while at < inside.len() {
        if inside[at..].starts_with(quote) {
            return Some(at);
        }
        let mut chars = inside[at..].chars();
        let first = chars.next()?;
        at += first.len_utf8();
        if first == '\\' {
            at += chars.next()?.len_utf8();
        }
    }
    None
}
