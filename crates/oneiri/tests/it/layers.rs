//! The engine has layers: a module imports only from its own and from those below it.

use std::fs::{read_dir, read_to_string};
use std::path::Path;

/// The modules from the ground up. Those of `syntax` have layers of their own; the root re-exports and has none.
const LAYERS: [&str; 24] = [
    "literals", "syntax::grammar", "syntax::error", "syntax::spans", "syntax::scan", "syntax::parts", "percent",
    "syntax::parse", "syntax::compose", "dots", "build", "resolve", "relativize", "registry", "normalize", "convert",
    "edit", "component", "view", "ri", "fingerprint", "keys", "compare", "file",
];

/// The layer of the module that a path names. The macros for literals are at the root of the crate.
fn layer(path: &str) -> Option<usize> {
    let path = path.strip_prefix("iri;").map_or(path, |_| "literals;");
    LAYERS.iter().position(|it| {
        let rest = path.strip_prefix(it);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })
}

fn check(folder: &Path, above: &str, imports: &mut usize) {
    for entry in read_dir(folder).expect("a folder to read") {
        let path = entry.expect("an entry to read").path();
        let module = format!("{above}{}", path.file_stem().unwrap_or_default().to_string_lossy());
        if path.is_dir() {
            check(&path, &format!("{module}::"), imports);
            continue;
        }
        let Some(own) = layer(&module) else { continue };
        let text = read_to_string(&path).expect("a file to read");
        // Tests are at the end of a file, and import what they like.
        let code = text.split("#[cfg(test)]").take(1).flat_map(str::lines);
        for line in code.filter(|line| !line.trim_start().starts_with("//")) {
            for import in line.split("crate::").skip(1).filter(|_| !line.contains("$crate")) {
                *imports += 1;
                let theirs = layer(import);
                let fine = theirs.is_some_and(|theirs| theirs <= own);
                assert!(fine, "{}: {line}\nis from above, or of no layer", path.display());
            }
        }
    }
}

#[test]
fn imports_go_downward_only() {
    let mut imports = 0;
    check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "", &mut imports);
    assert!(imports > 200, "only {imports} imports found");
}
