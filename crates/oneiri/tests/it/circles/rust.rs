//! Which files of a Rust crate import which: its modules, the names in them, and where each path leads.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::import::Import;
use super::scope::{self, Statement};
use crate::sources;

/// A crate as its files declare it.
#[derive(Default)]
pub(super) struct Crate {
    files: Vec<File>,
    /// The first module is the crate's root.
    modules: Vec<Module>,
    /// Macros, which have names of their own: each name and the file that defines it.
    macros: BTreeMap<String, usize>,
}

struct File {
    path: PathBuf,
    code: String,
    /// Where each module of the file lies in its code: first the file's own, then the modules inside it.
    scopes: Vec<(Range<usize>, usize)>,
    uses: Vec<Use>,
}

/// One path of a `use` declaration.
struct Use {
    module: usize,
    /// The declaration in the code of its file.
    range: Range<usize>,
    path: Vec<String>,
    glob: bool,
}

#[derive(Default)]
struct Module {
    parent: Option<usize>,
    names: BTreeMap<String, Vec<Name>>,
    globs: Vec<Vec<String>>,
    /// The file of the module; several where a feature chooses among them.
    files: Vec<usize>,
}

/// What a name in a module stands for.
enum Name {
    Module(usize),
    /// An item that this file defines.
    Item(usize),
    /// What this path leads to.
    Path(Vec<String>),
}

/// Where a path leads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    Module(usize),
    Item(usize),
}

impl Crate {
    /// Reads a crate from its root (`lib.rs` or `main.rs`) on. `read` gives the text of a file, or `None` if there is
    /// no such file.
    pub(super) fn load(root: &Path, read: &dyn Fn(&Path) -> Option<String>) -> Self {
        let mut loaded = Self::default();
        loaded.modules.push(Module::default());
        let folder = root.parent().unwrap_or(Path::new("")).to_path_buf();
        loaded.file(0, root, &folder, read);
        loaded
    }

    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(|file| file.path.as_path())
    }

    /// Reads the file of a module and the files of the modules that it declares, which lie in `folder`.
    fn file(
        &mut self,
        module: usize,
        path: &Path,
        folder: &Path,
        read: &dyn Fn(&Path) -> Option<String>,
    ) {
        let Some(text) = read(path) else { return };
        let (code, file) = (sources::code(&text), self.files.len());
        let whole = (0..code.len(), module);
        let path = path.to_path_buf();
        self.files.push(File { path, code: code.clone(), scopes: vec![whole], uses: Vec::new() });
        self.modules[module].files.push(file);
        self.scope(module, file, 0..code.len(), &code, &text, folder, read);
    }

    /// Reads what a module declares between the braces around it, or in its file.
    #[allow(clippy::too_many_arguments, reason = "one recursion over what one file holds")]
    fn scope(
        &mut self,
        module: usize,
        file: usize,
        range: Range<usize>,
        code: &str,
        text: &str,
        folder: &Path,
        read: &dyn Fn(&Path) -> Option<String>,
    ) {
        for statement in scope::statements(&code[range.clone()]) {
            match statement {
                Statement::Item(name) => self.name(module, name, Name::Item(file)),
                Statement::Macro(name) => {
                    self.macros.entry(name.clone()).or_insert(file);
                    self.name(module, name, Name::Item(file));
                }
                Statement::Use(at, paths) => {
                    let at = range.start + at.start..range.start + at.end;
                    for (path, alias, glob) in paths {
                        if glob {
                            self.modules[module].globs.push(path.clone());
                        } else {
                            self.name(module, alias, Name::Path(path.clone()));
                        }
                        self.files[file].uses.push(Use { module, range: at.clone(), path, glob });
                    }
                }
                Statement::Declared(name) => {
                    let child = self.child(module, &name);
                    let mut named = scope::path_attributes(text, &name);
                    named.push(format!("{name}.rs"));
                    for path in &named {
                        self.file(child, &folder.join(path), &folder.join(&name), read);
                    }
                    self.file(child, &folder.join(&name).join("mod.rs"), &folder.join(&name), read);
                }
                Statement::Inside(name, at) => {
                    let child = self.child(module, &name);
                    let at = range.start + at.start..range.start + at.end;
                    self.modules[child].files.push(file);
                    self.files[file].scopes.push((at.clone(), child));
                    self.scope(child, file, at, code, text, &folder.join(&name), read);
                }
            }
        }
    }

    fn child(&mut self, parent: usize, name: &str) -> usize {
        let child = self.modules.len();
        self.modules.push(Module { parent: Some(parent), ..Module::default() });
        self.name(parent, name.to_owned(), Name::Module(child));
        child
    }

    fn name(&mut self, module: usize, name: String, meaning: Name) {
        self.modules[module].names.entry(name).or_default().push(meaning);
    }

    /// Every import of one file by another.
    pub(super) fn imports(&self) -> Vec<Import> {
        let mut imports = BTreeSet::new();
        for (from, file) in self.files.iter().enumerate() {
            let mut add = |at: usize, targets: Vec<Target>| {
                for target in targets {
                    let Target::Item(to) = target else { continue };
                    if to != from && !file.is_alternative(&self.files[to]) {
                        imports.insert(Import {
                            from: file.path.clone(),
                            line: file.code[..at].matches('\n').count() + 1,
                            to: self.files[to].path.clone(),
                        });
                    }
                }
            };
            for it in file.uses.iter().filter(|it| !it.glob) {
                add(it.range.start, self.targets(it.module, &it.path, &mut Vec::new()));
            }
            for (at, path, is_macro) in scope::paths(&file.code) {
                if file.uses.iter().any(|it| it.range.contains(&at)) {
                    continue;
                }
                let module = file.module_at(at);
                // A single word leads to another file by a glob, or if it is the name of a macro.
                if path.len() > 1 {
                    add(at, self.targets(module, &path, &mut Vec::new()));
                } else if !self.modules[module].names.contains_key(&path[0]) {
                    add(at, self.by_globs(module, &path[0], &mut Vec::new()));
                    if let Some(&defined) = self.macros.get(&path[0]).filter(|_| is_macro) {
                        add(at, vec![Target::Item(defined)]);
                    }
                }
            }
        }
        imports.into_iter().collect()
    }

    /// Where a path leads, seen from a module. Nothing if it leads to another crate.
    fn targets(
        &self,
        from: usize,
        path: &[String],
        seen: &mut Vec<(usize, String)>,
    ) -> Vec<Target> {
        let Some((first, rest)) = path.split_first() else { return Vec::new() };
        let mut at: Vec<Target> = match first.as_str() {
            "crate" => vec![Target::Module(0)],
            "self" => vec![Target::Module(from)],
            "super" => self.modules[from].parent.map(Target::Module).into_iter().collect(),
            name => self.lookup(from, name, seen),
        };
        for name in rest {
            // Where a module and an item share a name, only the module has something inside.
            if at.iter().any(|it| matches!(it, Target::Module(_))) {
                at.retain(|it| matches!(it, Target::Module(_)));
            }
            at = at.into_iter().flat_map(|it| self.inside(it, name, seen)).collect();
        }
        at.sort();
        at.dedup();
        at
    }

    fn inside(&self, target: Target, name: &str, seen: &mut Vec<(usize, String)>) -> Vec<Target> {
        let Target::Module(module) = target else { return vec![target] };
        match name {
            "self" => return vec![target],
            "super" => {
                return self.modules[module].parent.map(Target::Module).into_iter().collect();
            }
            _ => {}
        }
        let found = self.lookup(module, name, seen);
        if !found.is_empty() {
            return found;
        }
        match self.macros.get(name) {
            // A macro that is exported lies at the root, wherever its file is.
            Some(&file) if module == 0 => vec![Target::Item(file)],
            // Another crate's item, or one that a macro writes: the file of the module has it.
            _ => self.modules[module].files.iter().map(|&file| Target::Item(file)).collect(),
        }
    }

    /// What a name in a module stands for, once re-exports are followed.
    fn lookup(&self, module: usize, name: &str, seen: &mut Vec<(usize, String)>) -> Vec<Target> {
        if seen.iter().any(|(it, other)| *it == module && other == name) {
            return Vec::new();
        }
        seen.push((module, name.to_owned()));
        let mut found = Vec::new();
        match self.modules[module].names.get(name) {
            Some(meanings) => {
                for meaning in meanings {
                    match meaning {
                        Name::Module(child) => found.push(Target::Module(*child)),
                        Name::Item(file) => found.push(Target::Item(*file)),
                        Name::Path(path) => found.extend(self.targets(module, path, seen)),
                    }
                }
            }
            None => found = self.by_globs(module, name, seen),
        }
        seen.pop();
        found
    }

    /// What a name stands for by `use …::*`.
    fn by_globs(&self, module: usize, name: &str, seen: &mut Vec<(usize, String)>) -> Vec<Target> {
        let mut found = Vec::new();
        for glob in &self.modules[module].globs {
            for target in self.targets(module, glob, seen) {
                if let Target::Module(inside) = target {
                    found.extend(self.lookup(inside, name, seen));
                }
            }
        }
        found
    }
}

impl File {
    /// The innermost module around a position.
    fn module_at(&self, at: usize) -> usize {
        let around = self.scopes.iter().filter(|(range, _)| range.contains(&at));
        around.min_by_key(|(range, _)| range.len()).map_or(0, |&(_, module)| module)
    }

    /// Whether the other file is the same module in a build with other features.
    fn is_alternative(&self, other: &Self) -> bool {
        self.scopes[0].1 == other.scopes[0].1
    }
}
