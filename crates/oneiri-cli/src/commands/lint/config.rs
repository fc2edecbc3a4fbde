//! `oneiri-lint.toml`: the profile and the levels of a list, found upwards from it.

use std::path::{Path, PathBuf};

use oneiri_lint::{Code, Level, Lints, Profile};
use serde::Deserialize;

use crate::output::escape;

/// The name of the file.
const NAME: &str = "oneiri-lint.toml";

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Config {
    pub(super) profile: Option<String>,
    allow: Vec<String>,
    warn: Vec<String>,
    deny: Vec<String>,
}

/// The file for these lists: the nearest one in the folder of a list, or in a folder above. Without
/// lists it is looked for from the current folder. Lists with different files are an error.
pub(super) fn find(lists: &[PathBuf]) -> Result<Option<PathBuf>, String> {
    let folder = |list: &PathBuf| {
        let list = if list == Path::new("-") { Path::new(".") } else { list };
        // A list that cannot be read is reported when it is read.
        let real = list.canonicalize().or_else(|_| std::path::absolute(list)).unwrap_or_default();
        if real.is_dir() { real } else { real.parent().unwrap_or(&real).to_owned() }
    };
    let here = [PathBuf::from("-")];
    let lists = if lists.is_empty() { &here[..] } else { lists };
    let mut found = lists.iter().map(|list| (list, nearest(&folder(list))));
    let Some((first, config)) = found.next() else { return Ok(None) };
    match found.find(|(_, other)| *other != config) {
        None => Ok(config),
        Some((other, _)) => {
            let [first, other] = [first, other].map(|list| escape::path(list));
            Err(format!(
                "{first} and {other} have different files {NAME}: check them one by one, or name one with --config"
            ))
        }
    }
}

fn nearest(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().map(|folder| folder.join(NAME)).find(|config| config.is_file())
}

pub(super) fn read(path: &Path) -> Result<Config, String> {
    let name = escape::path(path);
    let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    toml::from_str(&text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        let line = 1 + text.get(..start).unwrap_or_default().matches('\n').count();
        format!("{name}:{line}: {}", escape::visible(error.message()))
    })
}

impl Config {
    pub(super) fn profile(&self) -> Result<Option<Profile>, String> {
        let Some(name) = &self.profile else { return Ok(None) };
        let known = Profile::ALL.into_iter().find(|profile| profile.name() == name);
        let wrong = || format!("expected the profile rdf, web or strict, found '{name}'");
        known.map(Some).ok_or_else(wrong)
    }

    /// Sets the levels. If several name the same code, the strictest counts, as with options.
    pub(super) fn set(&self, lints: &mut Lints) -> Result<(), String> {
        for (codes, level) in [(&self.allow, Level::Allow), (&self.warn, Level::Warn), (&self.deny, Level::Deny)] {
            for name in codes {
                let code: Code = name.parse().map_err(|error| format!("{error}, found '{name}'"))?;
                lints.set(code, level);
            }
        }
        Ok(())
    }
}
