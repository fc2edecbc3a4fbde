//! Opens the files that a command writes.

use std::path::{Path, PathBuf};

use crate::output::escape;
use crate::output::stop::Stop;
use crate::output::target::{self, Target};

/// Opens a file that the command writes. It must not be an input, because inputs are still read
/// while it is written. The output is an exception: it replaces the input only at the end.
pub(crate) fn open(
    path: Option<&Path>,
    option: &str,
    inputs: &[PathBuf],
) -> Result<Option<Target>, Stop> {
    let Some(path) = path else { return Ok(None) };
    if path == Path::new("-") {
        let message = format!("{option} -: expected a file; - stands for stdin or stdout");
        return Err(Stop::Failed(message));
    }
    let is_input = |real: PathBuf| {
        inputs.iter().any(|input| input.canonicalize().is_ok_and(|input| input == real))
    };
    let failed = |what: &str| Stop::Failed(format!("{}: {what}", escape::path(path)));
    if path.canonicalize().is_ok_and(is_input) {
        return Err(failed(&format!("{option} would overwrite an input")));
    }
    let target = Target::create(path).and_then(|target| target.packed(path));
    target.map(Some).map_err(|error| failed(&error.to_string()))
}

/// Whether two of these paths are the same file. Several options may name the same device. A file
/// that cannot be created is reported later.
pub(crate) fn any_twice(paths: &[&Option<PathBuf>]) -> bool {
    let is_file = |path: &&PathBuf| path.metadata().map_or(true, |there| there.is_file());
    let files = paths.iter().filter_map(|path| path.as_ref()).filter(is_file);
    let mut paths: Vec<PathBuf> = files.filter_map(|it| target::place(it).ok()).collect();
    paths.sort_unstable();
    paths.windows(2).any(|two| two[0] == two[1])
}
